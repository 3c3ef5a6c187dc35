"""One simulated game: how bots play it, and what is measured in it.

The number of a game determines its seed, so games can be played in any order and by any number of
processes. Measures are integers (fractions are given in millionths), so their sums do not depend on
the order either. `docs/simulation.md` defines the measures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

from ..bots.bots import make_bot
from ..bots.clock import DEFAULT_BUDGET
from ..bots.playouts import WHIM
from ..bots.view import Bot, View
from ..compile.compiler import compile_program
from ..play.game import START_OF_DEAL
from ..runtime.chance import Random
from ..runtime.position import peek
from ..runtime.teams import scores
from .counting import CUT_OFF, counted
from .tally import SCALE
from .watching import Watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..play.action import Raw
    from ..play.game import Game
    from ..runtime.position import Position
    from .tally import Tally

MOST_DECISIONS: Final = 1_000_000
"""The most decisions of a game; one with more is refused as endless."""

_CLOSELY: Final = 1000  # the first so many games are watched (see watching.py)
_SELDOM: Final = 10  # of the others one in so many, because watching takes longer than playing

_WITHOUT_THOUGHT: Final = ("random", "quick")

Choose = Callable[["Position", "list[Raw]"], "Raw"]


_IN_PARTS: Final = frozenset("branching first_share behind drama turning_point".split())


def scale_of(name: str) -> int:
    """Return the factor by which a measure's values are multiplied: `SCALE` for fractions, or 1.

    >>> scale_of("share.0"), scale_of("decisions")
    (1000000, 1)
    """
    return SCALE if name in _IN_PARTS or name.startswith(("share.", "bot.")) else 1


class Simulation:
    """A game with its players; it can be pickled and sent to other processes.

    >>> from cardrules import load
    >>> from cardrules.interpreter.simulation.tally import Tally
    >>> simulation = Simulation(load("gin_slaughtre"), ("random", "random"), seed=1)
    >>> tally = Tally()
    >>> for number in range(3):
    ...     simulation.play(number, tally)
    >>> tally.moments["decisions"].count
    3
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
        self.seed = seed
        self.budget = budget
        self._thinking = any(player not in _WITHOUT_THOUGHT for player in players)
        self._by_chance = all(player == "random" for player in players)
        program, self._counters = counted(game.program)
        self._cut_off = self._counters.pop(CUT_OFF, None)
        self._machine = compile_program(program, game.loaded.resolved.sources, record=False)
        # The seat that makes the first decision in one of these sites has the first turn.
        self._turns = frozenset(
            number
            for number, site in enumerate(self._machine.sites)
            if not site.asked and program.phases[site.phase].scheme in ("in turn", "one")
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules without the compiled code."""
        return _again, (self.game, self.players, self.seed, self.budget)

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine each game, as data for JSON."""
        return {
            **self.game.settings(),
            "fingerprint": self.game.fingerprint(),
            "bots": list(self.players),
            "seed": self.seed,
            "budget": self.budget,
        }

    def play(self, number: int, tally: Tally, row: list[int | None] | None = None) -> None:
        """Play a game and add its measures to a tally.

        Args:
            number: Which game, from 0.
            tally: Gets the measures.
            row: Gets the measures of this game too, in the order of `columns`.

        Raises:
            CardrulesError: The game cannot go on; a note names its seed.
        """
        measures = self.measure(number, tally)
        tally.add(measures)
        if row is not None:
            row += [measures.get(name) for name in self.columns()]

    def columns(self) -> tuple[str, ...]:
        """Return the names of the measures of a game, in a fixed order."""
        game, seats = self.game, range(self.game.players)
        return (
            "seed", "decisions", "choices", "branching", "forced", "deals", "drawn", "limited",
            "first_seat", "first_share",
            *(f"win.{seat}" for seat in seats),
            *(f"share.{seat}" for seat in seats),
            *((f"score.{seat}" for seat in seats) if game.program.uses_scores else ()),
            *(f"bot.{kind}" for kind in self.kinds()),
            *self._counters,
            *Watch.names(game),
        )  # fmt: skip

    def kinds(self) -> tuple[str, ...]:
        """Return the names of the bots that play, if there are several; else nothing."""
        kinds = tuple(dict.fromkeys(self.players))
        return kinds if len(kinds) > 1 else ()

    def measure(self, number: int, tally: Tally, side: str = "") -> dict[str, int]:
        """Play a game and return its measures by name.

        Args:
            number: Which game, from 0.
            tally: Gets the distributions of lengths, numbers of legal actions and scores.
            side: A prefix for the names of these distributions.

        Raises:
            CardrulesError: The game cannot go on; a note names its seed.
        """
        seed = self.seed + number
        closely = number < _CLOSELY or number % _SELDOM == 0
        watch = Watch(self.game, self._machine) if closely else None
        choices: list[int] = []
        try:
            position, first = self._play(seed, watch, choices)
        except Exception as error:
            error.add_note(f"This is game {number} of the simulation, with the seed {seed}.")
            raise
        result = position.result or (0,) * self.game.players
        measures = self._outcome(position, result, first, choices)
        measures["seed"] = seed
        measures |= {address: getattr(position, slot) for address, slot in self._counters.items()}
        if watch is not None:
            measures |= watch.measures(result)
        tally.count(f"{side}decisions", (len(choices),))
        tally.count(f"{side}choices", choices)
        if self.game.program.uses_scores:
            kept = cast("Any", position).v_score
            scorers = self.game.program.scorers
            tally.count(f"{side}scores", [kept[seat] for seat in scorers])
        return measures

    def _play(self, seed: int, watch: Watch | None, choices: list[int]) -> tuple[Position, int]:
        """Play a game; return its last position and the seat that had the first turn.

        If no player and no watch needs lists of legal actions, the machine's playout plays the
        game. It makes the same random choices.
        """
        machine = self._machine
        legal, play, turns = machine.legal, machine.play, self._turns
        position = self.game.initial_position(machine, seed)
        machine.advance(position, START_OF_DEAL)
        rng = Random(~seed)
        choose = self._by_bots(seed, rng) if self._thinking else self._quickly(rng)
        start, first = position.actor, -1
        dice: Any = _Dice(rng, choices) if self._by_chance and watch is None else None
        while position.pc >= 0:
            if len(choices) >= MOST_DECISIONS:
                self.game.never_ends(position, MOST_DECISIONS)
            if first < 0 and position.pc in turns:
                first = position.actor
            if dice is not None:
                most = 1 if first < 0 and turns else MOST_DECISIONS - len(choices)
                if not machine.playout(position, dice, most=most):
                    self.game.no_legal_action(position)
                continue
            actions = legal[position.pc](position)
            count = len(actions)
            if not count:
                self.game.no_legal_action(position)
            if watch is not None:
                watch.look(position, actions)
            choices.append(count)
            play(position, choose(position, actions))
        return position, start if first < 0 else first

    def _quickly(self, rng: Random) -> Choose:
        """Return how players choose that need the legal actions only."""
        below, preferred = rng.below, self._machine.preferred
        quick = [player == "quick" for player in self.players]

        def at_random(position: Position, actions: list[Raw]) -> Raw:
            return actions[below(len(actions))]

        def choose(position: Position, actions: list[Raw]) -> Raw:
            if quick[position.actor] and len(actions) > 1 and below(WHIM):
                actions = preferred(position, actions)
            return actions[below(len(actions))]

        return choose if any(quick) else at_random

    def _by_bots(self, seed: int, rng: Random) -> Choose:
        """Return how bots choose, which need a `State`; one is played along with the game."""
        bots: list[Bot | None] = [
            None if player == "quick" else make_bot(player, seed * 64 + seat, self.budget)
            for seat, player in enumerate(self.players)
        ]
        state = self.game.new_initial_state(seed)
        quickly = self._quickly(rng)

        def choose(position: Position, actions: list[Raw]) -> Raw:
            seat = position.actor
            bot = bots[seat]
            action = (
                quickly(position, actions) if bot is None else bot.choose(View(state, seat)).raw
            )
            state.apply_raw(action)
            return action

        return choose

    def _outcome(
        self, position: Position, result: tuple[int, ...], first: int, choices: list[int]
    ) -> dict[str, int]:
        """Return the measures of the result and the length of a game."""
        winners = [seat for seat, mark in enumerate(result) if mark > 0]
        tables = range(len(position.tables))
        turns = max((peek(position, table, "turns") for table in tables), default=position.turns)
        cut_off = self._cut_off is not None and getattr(position, self._cut_off) > 0
        sharing = winners or range(len(result))  # without winners, all share the game
        share = [SCALE // len(sharing) if seat in sharing else 0 for seat in range(len(result))]
        measures = {
            "decisions": len(choices),
            "choices": sum(choices),
            "branching": SCALE * sum(choices) // max(len(choices), 1),
            "forced": choices.count(1),
            "deals": position.deal,
            "drawn": int(not winners),
            "limited": int(cut_off or turns >= self.game.program.turn_limit),
            "first_seat": first,
            "first_share": share[first],
        }
        measures |= {f"win.{seat}": int(seat in winners) for seat in range(len(result))}
        measures |= {f"share.{seat}": part for seat, part in enumerate(share)}
        if self.game.program.uses_scores:
            known = scores(self.game.program, position)
            measures |= {f"score.{seat}": score for seat, score in enumerate(known)}
        for kind in self.kinds():
            seats = zip(self.players, share, strict=True)
            measures[f"bot.{kind}"] = sum(part for player, part in seats if player == kind)
        return measures


class _Dice:
    """The random numbers of a machine's playout; it records the number of actions of each choice.

    The playout computes `int(draw() * n)`. With this object the result is `rng.below(n)`, the same
    number with which an item of a list of `n` actions is chosen elsewhere.
    """

    __slots__ = ("_below", "_counts", "_output")

    def __init__(self, rng: Random, counts: list[int]) -> None:
        self._below = rng.below
        self._counts = counts

    def __call__(self) -> _Dice:
        """Return itself as the next number; if it is not multiplied, there was one action."""
        self._output = self._below(1 << 32)
        self._counts.append(1)
        return self

    def __mul__(self, count: int) -> int:
        self._counts[-1] = count
        return self._output * count >> 32


def _again(game: Game, players: tuple[str, ...], seed: int, budget: int) -> Simulation:
    return Simulation(game, players, seed=seed, budget=budget)
