"""What a bot gets: the view of its seat, and worlds that agree with it.

A bot never gets a state, so it knows only what its seat knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from ..runtime.chance import Random

if TYPE_CHECKING:
    from ..check.program import Program
    from ..compile.machine import Raw
    from ..play.action import Action
    from ..play.observation.view import Observation
    from ..play.state import State
    from ..runtime.position import Position

Progress: TypeAlias = Callable[[float], object]
"""Is told which part of a decision is done, from 0 to 1."""

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

    __slots__ = (
        "__sampler",
        "_apply",
        "_evaluate",
        "_legal",
        "_preferred",
        "_rng",
        "_sites",
        "advance",
    )

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
        self._sites = machine.sites

    def sample(self) -> Position:
        """Return a new world, which has its own random numbers."""
        return self.__sampler.sample(self._rng).position

    def legal(self, position: Position) -> list[Raw]:
        """Return the legal actions in a world that is not over."""
        return self._legal[position.pc](position)

    def play(self, position: Position, raw: Raw) -> None:
        """Play a legal action in a world."""
        self.advance(position, self._apply[position.pc](position, raw))

    def sealed(self, position: Position) -> bool:
        """Return whether the choice that is made now is hidden from the other seats."""
        return self._sites[position.pc].sealed

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


def generator(seed: int, view: View) -> Random:
    """Return the random numbers for one decision; they do not depend on earlier decisions."""
    return Random(((seed * 1009 + view.seat) * 1_000_003 + view.number + 1) * _MIX)
