"""Computer players. A bot is given a `View`, never a state: it knows what its seat may know.

`random` plays any legal action. `rollout` is flat Monte Carlo: it samples worlds that agree with
what its seat knows, plays each candidate action in them, goes on at random for a while, and keeps
to the candidates that turn out best (sequential halving, Karnin, Koren and Somekh 2013). What it
needs to know about a game, the ruleset says: which actions a quick player prefers, and how good a
position is (`bots:`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from ..errors import CardrulesError
from ..runtime.chance import Random

if TYPE_CHECKING:
    from ..check.program import Program
    from ..play.action import Action, Raw
    from ..play.observation.view import Observation
    from ..play.state import State
    from ..runtime.core import Core

DEFAULT_BUDGET: Final = 200
"""Simulations of a rollout bot for each decision."""

WHIM: Final = 8
"""In playouts, one decision in so many is any legal one instead of one the ruleset prefers."""

_HORIZON: Final = 40  # decisions of a playout, before the position is judged as it is
_MIX: Final = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: spreads seed, seat and move over the seeds


class View:
    """A position as one seat sees it, which is all that a bot gets.

    Attributes:
        seat: Whose view it is.
        number: How many actions have been done in this game so far.
    """

    __slots__ = ("__state", "number", "seat")

    def __init__(self, state: State, seat: int) -> None:
        """Look at a state from a seat."""
        self.__state = state
        self.seat = seat
        self.number = state.last.number if state.last is not None else 0

    @property
    def observation(self) -> Observation:
        """What the seat may know."""
        return self.__state.observation(self.seat)

    @property
    def program(self) -> Program:
        """The rules of the game."""
        return self.__state.game.program

    def actions(self) -> list[Action]:
        """Return what the seat may do now; nothing when it is another's turn."""
        state = self.__state
        return state.legal_actions() if state.current_player() == self.seat else []

    def worlds(self, rng: Random) -> Worlds:
        """Return the worlds that agree with what the seat knows, and the machine to play in."""
        return Worlds(self.__state, self.seat, rng)


class Worlds:
    """Positions that could be the real one, for all that a seat knows, and how to play on there."""

    __slots__ = ("__sampler", "_apply", "_evaluate", "_legal", "_preferred", "_rng", "advance")

    def __init__(self, state: State, seat: int, rng: Random) -> None:
        """Sample for a seat; use `View.worlds` instead."""
        from ..play.determinization.worlds import Sampler

        machine = state.game.bare
        self.__sampler = Sampler(state, seat)
        self._rng = rng
        self._legal = machine.legal
        self._apply = machine.apply
        self._preferred = machine.preferred
        self.advance = machine.advance
        self._evaluate = machine.evaluate

    def sample(self) -> Core:
        """Return a world; it has chance of its own."""
        return self.__sampler.sample(self._rng).core

    def legal(self, core: Core) -> list[Raw]:
        """Return what may be done in a world that is not over."""
        return self._legal[core.pc](core)

    def play(self, core: Core, raw: Raw) -> None:
        """Do a legal action in a world."""
        self.advance(core, self._apply[core.pc](core, raw))

    def preferred(self, core: Core, actions: list[Raw]) -> list[Raw]:
        """Return those of the legal actions that the ruleset says a quick player would take."""
        return self._preferred(core, actions)

    def worth(self, core: Core, seat: int) -> float | None:
        """Return what the ruleset says that a world is worth, None if it says nothing.

        The world is not played on: of several tables, the seat's own is in place now.
        """
        if self._evaluate is None:
            return None
        if core.seated:
            core.turn_to(core.seated[seat])
        return float(self._evaluate(core, seat))


class Bot(Protocol):
    """Something that can play."""

    def choose(self, view: View) -> Action:
        """Return one of `view.actions()`, of which there is at least one."""
        ...


class RandomBot:
    """Plays any legal action, each as likely as the others."""

    def __init__(self, seed: int = 0) -> None:
        """Use a generator of its own; the same seed gives the same play."""
        self._seed = seed

    def choose(self, view: View) -> Action:
        """Return any legal action."""
        return _generator(self._seed, view).choice(view.actions())


class RolloutBot:
    """Plays what does best in simulations of worlds that agree with what it knows."""

    def __init__(self, seed: int = 0, budget: int = DEFAULT_BUDGET) -> None:
        """Use so many simulations for each decision; the same seed gives the same play."""
        self._seed = seed
        self._budget = max(budget, 1)

    def choose(self, view: View) -> Action:
        """Return the action that did best.

        The rounds halve the candidates. In a round all of them are tried in the same worlds, so
        that they are compared by what they do and not by the luck of the cards.
        """
        actions = view.actions()
        if len(actions) == 1:
            return actions[0]
        rng = _generator(self._seed, view)
        simulation = _Simulation(view, rng)
        candidates = list(range(len(actions)))
        if len(candidates) > self._budget:
            rng.shuffle(candidates)
            candidates = sorted(candidates[: self._budget])
        total, tries = [0.0] * len(actions), [0] * len(actions)
        rounds = max(len(candidates) - 1, 1).bit_length()
        left = self._budget
        for remaining in range(rounds, 0, -1):
            worlds = max(left // remaining // len(candidates), 1)
            for _ in range(worlds):
                world = simulation.worlds.sample()
                luck = rng.below(1 << 32)
                for index in candidates:
                    total[index] += simulation.value(world, actions[index].raw, luck)
                    tries[index] += 1
            left -= worlds * len(candidates)
            candidates.sort(key=lambda index: -total[index] / tries[index])
            candidates = candidates[: (len(candidates) + 1) // 2]
            if left < len(candidates):
                break
        return actions[candidates[0]]


class _Simulation:
    """Plays sampled worlds on from one decision, and rates the outcome for the decider."""

    def __init__(self, view: View, rng: Random) -> None:
        program = view.program
        self.worlds = view.worlds(rng)
        self._seat = view.seat
        self._sign = -1 if program.low_wins else 1
        self._scored = program.uses_scores
        self._prefers = bool(program.prefer)
        self._scale = 0.0
        self._judged = 0

    def value(self, world: Core, raw: Raw, luck: int) -> float:
        """Return how an action turns out in a copy of a world, from -1 (lost) to 1 (won)."""
        worlds = self.worlds
        core = world.clone()
        deal = core.deal
        before = self._lead(core)
        try:
            worlds.play(core, raw)
            self._play_on(core, deal, Random(luck))
        except CardrulesError:  # rules that get stuck somewhere further on say nothing about now
            return 0.0
        return self._judge(core, before)

    def _play_on(self, core: Core, deal: int, rng: Random) -> None:
        """Play at random, mostly what the ruleset prefers, to the horizon or the end of a deal."""
        worlds = self.worlds
        below, legal, play = rng.below, worlds.legal, worlds.play
        for _ in range(_HORIZON):
            if core.pc < 0 or core.deal != deal:
                return
            actions = legal(core)
            if not actions:
                return
            if self._prefers and len(actions) > 1 and below(WHIM):
                actions = worlds.preferred(core, actions)
            play(core, actions[below(len(actions))])

    def _judge(self, core: Core, before: float) -> float:
        """Return the result of a world that is over, or what the position promises."""
        gain = self._lead(core) - before
        if core.result is not None:
            mark = core.result[self._seat]
            won = float((mark > 0) - (mark < 0))
            return won if not self._scored else 0.5 * won + 0.5 * self._squashed(gain)
        worth = self.worlds.worth(core, self._seat)
        if worth is None:
            return 0.9 * self._squashed(gain)
        return 0.9 * self._squashed(worth + gain)

    def _lead(self, core: Core) -> float:
        """Return by how much the seat is ahead of the best of the others in the scores.

        Of the mean where there are several tables: there, others may be partners, who are always
        as far as the seat is.
        """
        if not self._scored:
            return 0.0
        scores = [self._sign * score for score in cast("Any", core).v_score]
        if core.seated:
            return scores[self._seat] - sum(scores) / len(scores)
        mine = scores.pop(self._seat)
        return float(mine - max(scores, default=0))

    def _squashed(self, points: float) -> float:
        """Return points as a number between -1 and 1; what is usual in this game lies midway."""
        size = abs(points)
        if self._judged < 64:  # later values must be comparable with each other
            self._judged += 1
            self._scale += (size - self._scale) / self._judged
        return points / (size + self._scale + 1.0)


def _generator(seed: int, view: View) -> Random:
    """Return the generator for one decision: a game that is resumed goes on as it would have."""
    return Random(((seed * 1009 + view.seat) * 1_000_003 + view.number + 1) * _MIX)


BOTS: Final[tuple[str, ...]] = ("rollout", "random")
"""The names of the bots, the strongest first."""


def make_bot(name: str, seed: int = 0, budget: int = DEFAULT_BUDGET) -> Bot:
    """Return a bot by its name.

    Args:
        name: One of `BOTS`.
        seed: Decides its chance.
        budget: Simulations for each decision, for bots that simulate.

    Raises:
        ValueError: There is no such bot.

    >>> type(make_bot("random")).__name__
    'RandomBot'
    """
    if name == "random":
        return RandomBot(seed)
    if name == "rollout":
        return RolloutBot(seed, budget)
    raise ValueError(f"there is no bot '{name}'; there are {' and '.join(BOTS)}")
