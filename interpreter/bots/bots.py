"""Computer players. A bot gets a `View` and never a state: it knows only what its seat knows.

`random` plays random legal actions. `rollout` is a flat Monte Carlo search: it samples worlds that
agree with the knowledge of its seat, plays each candidate action in them, continues at random for
a limited number of decisions, and keeps the better half of the candidates in each round (sequential
halving: Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits",
ICML 2013). The section `bots` of a ruleset tells which actions random players prefer and how good a
position is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from ..errors import CardrulesError
from ..runtime.chance import Random
from ..runtime.teams import opponents, scores, sides_in

if TYPE_CHECKING:
    from ..check.program import Program
    from ..play.action import Action, Raw
    from ..play.observation.view import Observation
    from ..play.state import State
    from ..runtime.position import Position

DEFAULT_BUDGET: Final = 200
"""The number of simulations of a rollout bot for each decision."""

Progress: TypeAlias = Callable[[float], object]
"""What is called with the part of a decision that is done, from 0 to 1."""

WHIM: Final = 8
"""In playouts, one in so many decisions ignores the preferences of the ruleset."""

_UNLIMITED: Final = 1 << 40  # simulations for a decision that only time limits
_HORIZON: Final = 40  # the most decisions of a playout, after which the position is evaluated
_TO_THE_END: Final = 400  # the same where `bots.value` is missing, so that only the end tells more
_MANY_FORMS: Final = 20  # of an action with more forms only preferred ones are tried
_MIX: Final = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: spreads seed, seat and move over the seeds


class View:
    """A position as one seat sees it: the input of a bot.

    Attributes:
        seat: The seat.
        number: The number of actions so far in the game.
    """

    __slots__ = ("__state", "number", "seat")

    def __init__(self, state: State, seat: int) -> None:
        """Make the view of a seat on a state."""
        self.__state = state
        self.seat = seat
        self.number = state.last.number if state.last is not None else 0

    @property
    def observation(self) -> Observation:
        """The seat's observation."""
        return self.__state.observation(self.seat)

    @property
    def program(self) -> Program:
        """The rules of the game."""
        return self.__state.game.program

    def actions(self) -> list[Action]:
        """Return the seat's legal actions; none if it is not its turn."""
        state = self.__state
        return state.legal_actions() if state.current_player() == self.seat else []

    def worlds(self, rng: Random) -> Worlds:
        """Return a source of worlds that agree with the seat's knowledge.

        Args:
            rng: The random numbers for sampling.
        """
        return Worlds(self.__state, self.seat, rng)


class Worlds:
    """Samples positions that may be the real one, as far as a seat knows, and plays in them."""

    __slots__ = ("__sampler", "_apply", "_evaluate", "_legal", "_preferred", "_rng", "advance")

    def __init__(self, state: State, seat: int, rng: Random) -> None:
        """Prepare to sample for a seat; bots call `View.worlds` instead."""
        from ..play.determinization.worlds import Sampler

        machine = state.game.bare
        self.__sampler = Sampler(state, seat)
        self._rng = rng
        self._legal = machine.legal
        self._apply = machine.apply
        self._preferred = machine.preferred
        self.advance = machine.advance
        self._evaluate = machine.evaluate

    def sample(self) -> Position:
        """Return a new world, which has its own random numbers."""
        return self.__sampler.sample(self._rng).position

    def legal(self, position: Position) -> list[Raw]:
        """Return the legal actions in a world that is not over."""
        return self._legal[position.pc](position)

    def play(self, position: Position, raw: Raw) -> None:
        """Play a legal action in a world."""
        self.advance(position, self._apply[position.pc](position, raw))

    def preferred(self, position: Position, actions: list[Raw]) -> list[Raw]:
        """Return the legal actions that the ruleset's `bots.prefer` prefers."""
        return self._preferred(position, actions)

    def worth(self, position: Position, seat: int) -> float | None:
        """Return the ruleset's evaluation of a world (`bots.value`); None if it has none.

        The world cannot be played on after this call: in a game with several tables it turns to
        the seat's table.
        """
        if self._evaluate is None:
            return None
        if position.seated:
            position.turn_to(position.seated[seat])
        return float(self._evaluate(position, seat))


class Bot(Protocol):
    """A computer player.

    Attributes:
        progress: Called now and then while the bot thinks, with the part that is done, from 0 to 1.
    """

    progress: Progress | None

    def choose(self, view: View) -> Action:
        """Return one of `view.actions()`, which has at least one action."""
        ...


class RandomBot:
    """Plays random legal actions, each with the same probability."""

    def __init__(self, seed: int = 0) -> None:
        """Make a bot; bots with equal seeds make equal choices."""
        self._seed = seed
        self.progress: Progress | None = None

    def choose(self, view: View) -> Action:
        """Return a random legal action."""
        return _generator(self._seed, view).choice(view.actions())


class RolloutBot:
    """Plays the action with the best result in simulations of sampled worlds."""

    def __init__(
        self, seed: int = 0, budget: int | None = DEFAULT_BUDGET, seconds: float | None = None
    ) -> None:
        """Make a bot; bots with equal seeds and budgets, and no time limit, make equal choices.

        Args:
            seed: The seed of its random numbers.
            budget: The number of simulations for each decision; None for as many as time allows.
            seconds: The time for each decision; None for as long as the simulations take. Without
                a budget either it is one second.
        """
        self._seed = seed
        self._budget = _UNLIMITED if budget is None else max(budget, 1)
        self._seconds = 1.0 if budget is None and seconds is None else seconds
        self.progress: Progress | None = None

    def choose(self, view: View) -> Action:
        """Return the action with the best result.

        Each round halves the candidates. In a round all of them are tried in the same worlds, which
        reduces the variance of the comparison.
        """
        actions = view.actions()
        if len(actions) == 1:
            return actions[0]
        clock = _Clock(self._seconds, self.progress)
        rng = _generator(self._seed, view)
        simulation = _Simulation(view, rng)
        candidates = list(range(len(actions)))
        if len(actions) > _MANY_FORMS:
            raws = [each.raw for each in actions]
            sensible = simulation.sensible(simulation.worlds.sample(), raws)
            candidates = [index for index, raw in enumerate(raws) if raw in sensible]
        if len(candidates) > self._budget:
            rng.shuffle(candidates)
            candidates = sorted(candidates[: self._budget])
        total, tries = [0.0] * len(actions), [0] * len(actions)
        rounds = max(len(candidates) - 1, 1).bit_length()
        left = self._budget
        for remaining in range(rounds, 0, -1):
            worlds = max(left // remaining // len(candidates), 1)
            clock.begin_round(remaining)
            for _ in range(worlds):
                clock.tell(1 - left / self._budget)
                world = simulation.worlds.sample()
                luck = rng.below(1 << 32)
                for index in candidates:
                    total[index] += simulation.value(world, actions[index].raw, luck)
                    tries[index] += 1
                    if clock.late():
                        break
                left -= len(candidates)
                if clock.late():
                    break
            candidates.sort(key=lambda index: -total[index] / tries[index] if tries[index] else 2.0)
            candidates = candidates[: (len(candidates) + 1) // 2]
            if left < len(candidates):
                break
        return actions[candidates[0]]


class _Clock:
    """Divides the time for a decision among its rounds.

    Args:
        seconds: The time; None if there is no limit.
        progress: What is told how much of the decision is done.
    """

    def __init__(self, seconds: float | None, progress: Progress | None) -> None:
        self._seconds = seconds
        self._progress = progress
        self._start = monotonic()
        self._until = 0.0

    def begin_round(self, remaining: int) -> None:
        """Begin a round, which gets an equal share of what is left of the time."""
        if self._seconds is not None:
            now = monotonic()
            self._until = now + (self._start + self._seconds - now) / remaining

    def late(self) -> bool:
        """Return whether the time of the round is over."""
        return self._seconds is not None and monotonic() >= self._until

    def tell(self, done: float) -> None:
        """Tell how much is done: the part of the simulations, or of the time if that is more."""
        if self._progress is not None:
            if self._seconds:
                done = max(done, (monotonic() - self._start) / self._seconds)
            self._progress(min(max(done, 0.0), 1.0))


class _Simulation:
    """Plays on from one decision in sampled worlds, and rates the results for the acting seat."""

    def __init__(self, view: View, rng: Random) -> None:
        program = view.program
        self.worlds = view.worlds(rng)
        self._seat = view.seat
        self._program = program
        self._sign = -1 if program.low_wins else 1
        self._scored = program.uses_scores
        verbs = list(program.actions)
        self._prefers = {verbs.index(each.action) for each in program.prefer}
        self._horizon = _TO_THE_END if program.value is None else _HORIZON
        self._scale = 0.0
        self._judged = 0

    def sensible(self, position: Position, actions: list[Raw]) -> list[Raw]:
        """Return the actions that are worth a simulation.

        An action with many forms, such as the bids of an auction, for which the ruleset has
        preferences, is worth it only in the forms that are preferred.
        """
        if len(actions) <= _MANY_FORMS or not self._prefers:
            return actions
        forms: dict[int, list[Raw]] = {}
        for raw in actions:
            forms.setdefault(raw[0], []).append(raw)
        kept: list[Raw] = []
        for verb, raws in forms.items():
            if len(raws) > _MANY_FORMS and verb in self._prefers:
                best = self.worlds.preferred(position, raws)
                raws = [] if best is raws else best  # the same list: no preference holds
            kept += raws
        return kept or actions

    def value(self, world: Position, raw: Raw, luck: int) -> float:
        """Return the result of an action in a copy of a world, from -1 (lost) to 1 (won).

        Args:
            world: The world.
            raw: The action.
            luck: The state of the random numbers of this playout.
        """
        worlds = self.worlds
        position = world.clone()
        deal = position.deal
        rivals = opponents(self._seat, sides_in(self._program, position))
        before = self._lead(position, rivals)
        try:
            worlds.play(position, raw)
            self._play_on(position, deal, Random(luck))
        except CardrulesError:  # an error of the rules in a later position is not counted
            return 0.0
        return self._judge(position, self._lead(position, rivals) - before)

    def _play_on(self, position: Position, deal: int, rng: Random) -> None:
        """Play at random with the ruleset's preferences, to the horizon or the end of a deal."""
        worlds = self.worlds
        below, legal, play = rng.below, worlds.legal, worlds.play
        for _ in range(self._horizon):
            if position.pc < 0 or position.deal != deal:
                return
            actions = legal(position)
            if not actions:
                return
            if self._prefers and len(actions) > 1:
                chosen = worlds.preferred if below(WHIM) else self.sensible
                actions = chosen(position, actions)
            play(position, actions[below(len(actions))])

    def _judge(self, position: Position, gain: float) -> float:
        """Return the result of a world that is over, or an evaluation of the position."""
        if position.result is not None:
            mark = position.result[self._seat]
            won = float((mark > 0) - (mark < 0))
            return won if not self._scored else 0.5 * won + 0.5 * self._squashed(gain)
        worth = self.worlds.worth(position, self._seat)
        if worth is None:
            return 0.9 * self._squashed(gain)
        return 0.9 * self._squashed(worth + gain)

    def _lead(self, position: Position, rivals: Sequence[int]) -> float:
        """Return the seat's score minus the best score of the seats on other sides.

        In a game with several tables it is minus the mean of all scores, because other seats may
        be partners without being a side.
        """
        if not self._scored:
            return 0.0
        known = [self._sign * score for score in scores(self._program, position)]
        mine = known[self._seat]
        if position.seated:
            return mine - sum(known) / len(known)
        return float(mine - max((known[seat] for seat in rivals), default=0))

    def _squashed(self, points: float) -> float:
        """Return points as a number between -1 and 1, relative to the usual size in this game."""
        size = abs(points)
        if self._judged < 64:  # fixed then, so that later values are comparable
            self._judged += 1
            self._scale += (size - self._scale) / self._judged
        return points / (size + self._scale + 1.0)


def _generator(seed: int, view: View) -> Random:
    """Return the random numbers for one decision; they do not depend on earlier decisions."""
    return Random(((seed * 1009 + view.seat) * 1_000_003 + view.number + 1) * _MIX)


BOTS: Final[tuple[str, ...]] = ("rollout", "random")
"""The names of the bots, the strongest first."""


def make_bot(
    name: str,
    seed: int = 0,
    budget: int | None = DEFAULT_BUDGET,
    seconds: float | None = None,
) -> Bot:
    """Return a bot by its name.

    Args:
        name: One of `BOTS`.
        seed: The seed of its random numbers.
        budget: The number of simulations for each decision, for bots that simulate; None for as
            many as time allows.
        seconds: The time for each decision, for bots that simulate; None if there is no limit.

    Raises:
        ValueError: There is no such bot.

    >>> type(make_bot("random")).__name__
    'RandomBot'
    """
    if name == "random":
        return RandomBot(seed)
    if name == "rollout":
        return RolloutBot(seed, budget, seconds)
    raise ValueError(f"there is no bot '{name}'; the bots are {' and '.join(BOTS)}")
