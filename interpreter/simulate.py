"""Many games by bots, and what they say about a game: who wins, how long it takes, how it ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, median
from typing import TYPE_CHECKING, Any, cast

from .bots import DEFAULT_BUDGET, Bot, View, make_bot
from .chance import Random
from .game import START_OF_DEAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .core import Core
    from .game import Game


@dataclass(slots=True)
class Tally:
    """What came of the games so far.

    Attributes:
        wins: How many games each seat has won, alone or with others.
        draws: How many games nobody has won.
        limited: How many games were stopped by the limit on turns.
        lengths: Of each game the number of decisions.
        choices: How many actions were legal, over all decisions; `most` at once, `forced` of one.
        scores: The sum of each seat's final scores.
        deals: How many deals were played.
    """

    wins: list[int]
    scores: list[int]
    draws: int = 0
    limited: int = 0
    lengths: list[int] = field(default_factory=list[int])
    choices: int = 0
    most: int = 0
    forced: int = 0
    deals: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.lengths)

    @property
    def decisions(self) -> int:
        """How many decisions were made."""
        return sum(self.lengths)


class Simulation:
    """Plays games one after the other, each with its own seed, and counts.

    >>> from cardrules import load
    >>> simulation = Simulation(load("gin_slaughtre"), ("random", "random"), seed=1)
    >>> simulation.play_one()
    >>> simulation.tally.games
    1
    """

    def __init__(
        self, game: Game, players: Sequence[str], *, seed: int = 0, budget: int = DEFAULT_BUDGET
    ) -> None:
        """Prepare to play.

        Args:
            game: The game.
            players: The name of a bot for each seat.
            seed: The seed of the first game; each later game has the next.
            budget: Simulations for each decision, for bots that simulate.
        """
        self.game = game
        self.players = tuple(players)
        self.tally = Tally([0] * game.players, [0] * game.players)
        self._seed = seed
        self._budget = budget
        self._simple = all(player == "random" for player in players)

    def play_one(self) -> None:
        """Play the next game; one that is broken off is not counted."""
        seed = self._seed + self.tally.games
        choices: list[int] = []
        core = self._at_random(seed, choices) if self._simple else self._by_bots(seed, choices)
        tally, program = self.tally, self.game.program
        tally.lengths.append(len(choices))
        tally.choices += sum(choices)
        tally.most = max(tally.most, max(choices, default=0))
        tally.forced += choices.count(1)
        tally.deals += core.deal
        tally.limited += core.turns >= program.turn_limit
        marks = core.result or ()
        for seat, mark in enumerate(marks):
            tally.wins[seat] += mark > 0
        tally.draws += not any(mark > 0 for mark in marks)
        for seat, score in enumerate(cast("Any", core).v_score):
            tally.scores[seat] += score

    def _at_random(self, seed: int, choices: list[int]) -> Core:
        """Play a game uniformly at random in the bare build, which is fastest."""
        machine = self.game.bare
        legal, play = machine.legal, machine.play
        core = self.game.initial_core(machine, seed)
        below = Random(~seed).below
        machine.advance(core, START_OF_DEAL)
        while core.pc >= 0:
            actions = legal[core.pc](core)
            count = len(actions)
            if not count:  # the recording build knows how to say where
                self._by_bots(seed, [])
            choices.append(count)
            play(core, actions[below(count)])
        return core

    def _by_bots(self, seed: int, choices: list[int]) -> Core:
        bots: list[Bot] = [
            make_bot(player, seed * 64 + seat, self._budget)
            for seat, player in enumerate(self.players)
        ]
        state = self.game.new_initial_state(seed)
        while True:
            seat = state.current_player()
            if seat is None:
                return state.core
            choices.append(len(state.raw_legal_actions()))
            state.apply_action(bots[seat].choose(View(state, seat)))


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the Wilson score interval of a share (by default of 95 %), (0, 1) without trials.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    scale = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / scale
    half = z / scale * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # The share is always inside; rounding must not put it out at the ends.
    return max(min(middle - half, share), 0.0), min(max(middle + half, share), 1.0)


def summary(simulation: Simulation, seed: int, seconds: float) -> dict[str, Any]:
    """Return the results as data for JSON; of no games there are counts only."""
    game, tally = simulation.game, simulation.tally
    games = tally.games
    result: dict[str, Any] = {
        "format": 1,
        **game.settings(),
        "seed": seed,
        "games": games,
        "seats": [],
        "draws": tally.draws,
        "limit_decided": tally.limited,
        "deals": tally.deals,
        "decisions": tally.decisions,
        "seconds": round(seconds, 3),
    }
    for seat, player in enumerate(simulation.players):
        low, high = wilson(tally.wins[seat], games)
        entry: dict[str, Any] = {
            "seat": seat,
            "player": player,
            "wins": tally.wins[seat],
            "share": round(tally.wins[seat] / games, 4) if games else None,
            "interval": [round(low, 4), round(high, 4)],
        }
        if game.program.uses_scores and games:
            entry["mean_score"] = round(tally.scores[seat] / games, 3)
        result["seats"].append(entry)
    if games:
        result["length"] = {
            "mean": round(mean(tally.lengths), 2),
            "median": median(tally.lengths),
            "longest": max(tally.lengths),
        }
    if tally.decisions:
        result["branching"] = {
            "mean": round(tally.choices / tally.decisions, 3),
            "most": tally.most,
            "forced": round(tally.forced / tally.decisions, 4),
        }
    return result
