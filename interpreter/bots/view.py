"""What a bot gets: the view of its seat, and worlds that agree with it.

A bot never gets a state, so it knows only what its seat knows. No attribute of a view or a world
leads to the state. Closures do; docs/bots.md says what is protected and what is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

from ..diagnostics import brief
from ..errors import SetupError
from ..game.action import Action
from ..game.plain import plain
from ..runtime.chance import Random
from .batches import batches_of
from .looks import Looks
from .world import World

if TYPE_CHECKING:
    from ..core.machine import Raw
    from ..determinization.dealing import Spent
    from ..equilibrium.course import Course
    from ..game.observation.journal import SeenAction
    from ..game.observation.view import Observation
    from ..game.rules import Rules
    from ..play.state import State
    from ..program.program import Program
    from ..runtime.position import Position
    from .assessment import Assessment
    from .batches import Batches

Progress: TypeAlias = Callable[[float], object]
"""Called with the part of a decision that is done, from 0 to 1."""

_MIX: Final = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: spreads seed, seat and move over the seeds

T = TypeVar("T")


class CheckedRandom(Random):
    """Random numbers for authors of bots: mistakes are refused in a sentence."""

    __slots__ = ()

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1.

        Raises:
            SetupError: That is not a whole number from 1.
        """
        if type(limit) is not int or limit < 1:
            number = plain(limit)
            if not isinstance(number, int) or number < 1:
                raise SetupError(f"below(n) takes a whole number from 1, not {brief(limit)}")
            limit = number
        return Random.below(self, limit)

    def choice(self, items: Sequence[T]) -> T:
        """Return a random item of a sequence.

        Raises:
            SetupError: That is not a sequence, or it is empty.
        """
        if not isinstance(items, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(f"choice takes a list, not {brief(items)}")
        if not items:
            raise SetupError("choice takes a list that is not empty")
        return super().choice(items)

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place.

        Raises:
            SetupError: That is not a list.
        """
        if not isinstance(items, MutableSequence):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(f"shuffle takes a list, not {brief(items)}")
        super().shuffle(items)


class View:
    """A position as one seat sees it: the input of a bot.

    Attributes:
        seat: The seat.
        number: The number of actions so far in the game.
    """

    __slots__ = (
        "_actions",
        "_course",
        "_end",
        "_game",
        "_read",
        "_sample",
        "_sampler",
        "_since",
        "number",
        "seat",
    )

    def __init__(self, state: State, seat: int) -> None:
        """Make the view of a seat on a state.

        Raises:
            SetupError: That is not a state, or there is no such seat.
        """
        from ..play.state import State

        if not isinstance(state, State):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(f"a view is one of a state, not of {brief(state)}")
        self.seat = seat = state.game.check_seat(seat)
        self.number = state.last.number if state.last is not None else 0
        self._game: Rules = state.game
        self._sampler: Callable[[Spent], Callable[[Random], Position]] = lambda spent: _sampling(state, seat, spent)
        self._sample: Callable[[Random], Position] | None = None
        self._course = lambda: _course(state)
        self._read: Callable[[Callable[[State, int], Any]], Any] = lambda read: read(state, seat)
        # The function keeps the step, so that its number is not given to another; it does not show
        # the step, which contains hidden cards.
        end = state.last or state.opening
        self._end = lambda: id(end)
        self._since: Callable[[int], list[SeenAction] | None] = lambda end: state.actions_since(end, seat)
        self._actions = lambda: state.legal_actions() if state.current_player() == seat else []

    @property
    def observation(self) -> Observation:
        """The seat's observation; each call makes it anew."""
        return self._read(lambda state, seat: state.observation(seat))

    @property
    def program(self) -> Program:
        """The rules of the game."""
        return self._game.program

    def actions(self) -> list[Action]:
        """Return the seat's legal actions; none if it is not its turn."""
        return self._actions()

    def rng(self, seed: int) -> Random:
        """Return random numbers for this decision; they do not depend on earlier decisions.

        Args:
            seed: The seed of the bot.

        Raises:
            SetupError: It is not a whole number.
        """
        number = plain(seed)
        if not isinstance(number, int):
            raise SetupError(f"the seed of a bot is a whole number, not {brief(seed)}")
        return CheckedRandom(self._mixed(number))

    def fast_rng(self, seed: int) -> Random:
        """Return the same random numbers for fast searches, which make no mistakes."""
        return Random(self._mixed(seed))

    def _mixed(self, seed: int) -> int:
        return ((seed * 1009 + self.seat) * 1_000_003 + self.number + 1) * _MIX

    def since(self, earlier: View) -> list[SeenAction] | None:
        """Return the actions since an earlier view of the seat, as far as it saw them.

        Args:
            earlier: The earlier view.

        Returns:
            The actions; None if the earlier view is not of the seat, or not of this game, or if an
            action before it has been taken back.

        Raises:
            SetupError: That is not a view.
        """
        if not isinstance(earlier, View):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(f"an earlier View is needed, not {brief(earlier)}")
        return self._since(earlier._end()) if earlier.seat == self.seat else None

    def world(self, rng: Random) -> World:
        """Return a random world: a position that the seat cannot distinguish from the real one.

        Args:
            rng: The random numbers for sampling, such as those of `rng`.

        Raises:
            SetupError: They are of another class.
        """
        if not isinstance(rng, Random):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(f"worlds are sampled with view.rng(seed), not with {brief(rng)}")
        if self._sample is None:
            self._sample = self._sampler(_unhurried)
        return World(self._game, self._sample(rng))

    def worlds(self, rng: Random, spent: Spent | None = None) -> Worlds:
        """Return a source of such worlds for fast searches, as positions of the bare build.

        Args:
            rng: The random numbers for sampling.
            spent: Tells whether a part of the time for the decision is over (1 is all of it), so
                that sampling does not take longer; without it there is no limit.
        """
        return Worlds(self._game, self._sampler(spent or _unhurried), rng)

    def strategy(self, iterations: int, tell: Progress) -> Mapping[str, float] | None:
        """Return the probabilities of the legal actions, by notation, as regret minimization finds them for a deal.

        Args:
            iterations: How often each seat learns.
            tell: Called with the part of the work that is done, if there is work to do.

        Returns:
            The probabilities; None in a situation to which no single deal leads.

        Raises:
            SetupError: The game is too large for that.
        """
        from ..equilibrium.strategy import strategy_of

        course = self._course()
        return strategy_of(self._game, course.dealer, iterations, tell).at(course)


def read_game(view: View, reader: Callable[[State, int], T]) -> T:
    """Return what a function reads in the game for the seat of a view.

    The spaces of the environments read their arrays so. The function is given the state, with all
    that is hidden, so this is not a method of views, and a bot that plays fairly has no use for it.

    Args:
        view: the view.
        reader: called with the state and the seat; it must not change the state.
    """
    return view._read(reader)  # pyright: ignore[reportPrivateUsage] (one module)


def choices(view: View) -> list[Action]:
    """Return the actions of which a bot chooses one.

    Raises:
        SetupError: That is not a view, or its seat is not to act.
    """
    if not isinstance(view, View):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise SetupError(f"a bot chooses by a View, not by {brief(view)}")
    found = view.actions()
    if not found:
        raise SetupError(
            f"seat {view.seat} is not to act, so that a bot has nothing to choose for it; "
            "take View(state, state.current_player())"
        )
    return found


def _unhurried(part: float) -> bool:
    return False


def _course(state: State) -> Course:
    """Return the present deal as the seat that is to act saw it."""
    from ..equilibrium.course import course_of

    return course_of(state)


def _sampling(state: State, seat: int, spent: Spent) -> Callable[[Random], Position]:
    """Return a function that samples positions which agree with the knowledge of a seat."""
    from ..determinization.worlds import Sampler

    kept: list[Sampler] = []

    def sample(rng: Random) -> Position:
        if not kept:
            kept.append(Sampler(state, seat, spent))
        return kept[0].sample(rng).position

    return sample


class Worlds:
    """Samples positions that may be the real one, as far as a seat knows, and plays in them.

    Attributes:
        hidden: The numbers of the actions with cards that may stay hidden.
        open: Returns whether all seats see an action that is chosen now in a world.
        preferred: Returns those of some legal actions in a world that the ruleset's `bots.prefer`
            prefers; the same list if there are none.
    """

    __slots__ = (
        "_evaluate",
        "_game",
        "_legal",
        "_looks",
        "_play",
        "_read",
        "_rng",
        "_sample",
        "_sites",
        "hidden",
        "open",
        "preferred",
    )

    def __init__(self, game: Rules, sample: Callable[[Random], Position], rng: Random) -> None:
        """Prepare to sample; bots call `View.worlds` instead."""
        machine = game.bare
        self._game = game
        self._sample = sample
        self._rng = rng
        self._looks = Looks(game)
        self._legal = machine.legal
        self._play = machine.play
        self._evaluate = machine.evaluate
        self._sites = machine.sites
        self.hidden = self._looks.hidden
        self.open = self._looks.open
        self.preferred = machine.preferred

    def sample(self) -> Position:
        """Return a new world, which has its own random numbers."""
        return self._sample(self._rng)

    def legal(self, position: Position) -> list[Raw]:
        """Return the legal actions in a world that is not over."""
        return self._legal[position.pc](position)

    def play(self, position: Position, raw: Raw) -> None:
        """Play a legal action in a world."""
        self._play(position, raw)

    def play_seen(self, position: Position, raw: Raw) -> list[Raw]:
        """Play a legal action in a world, and return how it looks to each seat."""
        return self._looks.play(position, raw, self.play)

    def sealed(self, position: Position) -> bool:
        """Return whether the choice that is made now is hidden from the other seats."""
        return self._sites[position.pc].sealed

    @property
    def batches(self) -> Batches:
        """Playouts in native code."""
        return batches_of(self._game)

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
        assessment: What a search for the last choice found out; None without a search.
    """

    progress: Progress | None
    assessment: Assessment | None

    def choose(self, view: View) -> Action:
        """Return one of `view.actions()`, which has at least one action."""
        ...


class Chooser(Protocol):
    """What a bot of one's own must have: `choose`. `own_bots.py` makes a `Bot` of it."""

    def choose(self, view: View) -> Action | str:
        """Return one of `view.actions()`, or its notation."""
        ...
