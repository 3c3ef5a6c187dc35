"""Playouts: copies of a position are played to their ends without search; what they return to each seat."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from math import prod
from threading import RLock
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, overload

from ..diagnostics import brief
from ..errors import CardrulesError, SetupError
from ..game.plain import plain
from ..game.preferring import policy_of, quickly
from ..native.availability import missing
from ..runtime.chance import Draws, Random, seeded
from ..shared import kept_with

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..native.engine import Native
    from ..runtime.position import Position

POLICIES: Final = ("random", "quick")
"""How players choose in a playout."""

MOST_DECISIONS: Final = 1_000_000
"""The most decisions of a playout; one with more is refused as endless."""

_ENOUGH: Final = 0.2
"""So many seconds of play by Python are worth making native code."""

_MOST_NUMBERS: Final = 50_000_000
"""So many numbers may be returned at once; they take 400 MB."""


_DOUBLE: Final = "<f8" if sys.byteorder == "little" else ">f8"


class Returns(Sequence[Any]):
    """The returns of playouts, to be read one after the other or as a whole.

    It is a sequence with one list for each playout, which has a number for each seat, as `State.returns` has. For
    several states it is a sequence with one such sequence for each state. `numpy.asarray(…)`, and what else reads
    `__array_interface__`, takes all numbers as an array without copying them; nobody changes it later.

    Attributes:
        shape: how many playouts and seats there are; for several states, first how many states.

    >>> import cardrules
    >>> found = cardrules.load("hearts", single_deal=True).new_initial_state(1).playouts(3)
    >>> found.shape, len(found), sum(found[0])
    ((3, 4), 3, -26.0)
    """

    __slots__ = ("_numbers", "shape")

    def __init__(self, numbers: memoryview, shape: tuple[int, ...]) -> None:
        """Take the numbers, one after the other; `State.playouts` and `Game.rollouts` make them."""
        self._numbers = numbers
        self.shape = shape

    @property
    def _is_of_states(self) -> bool:
        return len(self.shape) > 2

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The numbers as an array, for numpy and others."""
        return {"shape": self.shape, "typestr": _DOUBLE, "data": self._numbers, "version": 3}

    def __len__(self) -> int:
        """Return how many playouts there are, or for how many states."""
        return self.shape[0]

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...

    def __getitem__(self, place: int | slice) -> Any:
        """Return the returns of one playout, as a list, or all those of one state."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        at = range(len(self))[place]
        size = len(self._numbers) // len(self)
        part = self._numbers[at * size : (at + 1) * size]
        return Returns(part, self.shape[1:]) if self._is_of_states else part.tolist()

    def means(self) -> list[Any]:
        """Return the mean of each seat over all playouts; for several states, a list of these.

        >>> import cardrules
        >>> round(sum(cardrules.load("hearts", single_deal=True).new_initial_state(1).playouts(9).means()))
        -26
        """
        if self._is_of_states:
            return [each.means() for each in self]
        seats = self.shape[-1]
        return [sum(self._numbers[seat::seats]) / len(self) for seat in range(seats)]

    def __repr__(self) -> str:
        """Return how many there are."""
        if self._is_of_states:
            return f"<Returns of {len(self):,} states: {' × '.join(map(str, self.shape))} numbers>"
        return f"<Returns of {len(self):,} playouts>"


class Playouts:
    """Plays positions of one game to their ends; threads may share it."""

    def __init__(self, rules: Rules, policy: str) -> None:
        """Take the game; nothing is translated yet.

        Args:
            rules: the game.
            policy: one of `POLICIES`.
        """
        self._rules = rules
        self._policy = policy_of(rules.program, (True,) * rules.players) if policy == "quick" else None
        self._busy = RLock()  # is held while native code is made or runs: its memory has one user at a time
        self._hindered = missing() is not None
        self._native: Native | None = None
        self._spent = 0.0  # the seconds in which Python played

    def returns(self, positions: Sequence[Position], each: int, seed: int) -> array[float]:
        """Play copies of positions to their ends; return what the games return to the seats, one after the other.

        Args:
            positions: positions of either build; nobody may change them meanwhile.
            each: how many games begin with each of them.
            seed: the seed of all chance in the first game; each later one has the next.

        Raises:
            CardrulesError: the rules fail in one of them.
        """
        if self._rules.bare.totals:  # which native code finds in positions of the bare build only
            positions = [*map(self._rules.bare_position, positions)]
        found, count, width = array("d"), each * len(positions), self._rules.players
        while len(found) < count * width:
            done = len(found) // width
            if self._ready():
                found += self._by_native(positions, each, done, seed)
            else:
                began = perf_counter()
                found.extend(self._by_python(positions[done // each], seed + done))
                self._spent += perf_counter() - began
        return found

    def use_native(self) -> None:
        """Make native code at the next playout, if it can play the game."""
        self._spent = _ENOUGH

    def use_python(self) -> None:
        """From now on make no playouts in native code."""
        self._hindered, self._native = True, None

    @property
    def is_native(self) -> bool:
        """Whether native code makes the playouts from now on."""
        return self._native is not None

    def _ready(self) -> bool:
        """Return whether native code makes further playouts; translate the game if that is due."""
        if self._native is None and not self._hindered and self._spent >= _ENOUGH:
            with self._busy:
                if self._native is None:
                    self._translate()
        return self._native is not None

    def _translate(self) -> None:
        from ..native.dialect import Refused
        from ..native.engine import Native
        from ..native.playing.wanted import Wanted

        try:
            self._native = Native(self._rules.bare, Wanted(policy=self._policy, returns=True))
        except Refused:
            self._hindered = True

    def _by_native(self, positions: Sequence[Position], each: int, first: int, seed: int) -> array[float]:
        """Play games in native code, from one of them on; Python plays those in which it stops."""
        from ..native.dialect import Refused

        def by_python(number: int) -> list[float]:
            return self._by_python(positions[number // each], seed + number)

        with self._busy:
            native = self._native
            try:
                if native is not None:
                    found = native.returns(positions, each, first, seed, by_python)
                    return array("d", [number / 2 for number in found]) if self._rules.program.half_points else found
            except Refused:  # one of the positions has no room in native code
                pass
            except CardrulesError:
                raise
            except BaseException:  # a signal: the call may still run
                self._native = None
                raise
        found = array("d")
        if native is None or len(positions) == 1:
            for number in range(first, each * len(positions)):
                found.extend(by_python(number))
            return found
        for place in range(first // each, len(positions)):
            start = place * each
            found += self._by_native(positions[place : place + 1], each, max(first - start, 0), seed + start)
        return found

    def _by_python(self, position: Position, seed: int) -> list[float]:
        """Play one game, and return its returns in the units of scores."""
        rules, machine = self._rules, self._rules.bare
        position = rules.bare_position(position)
        position.rng = seeded(seed)
        rng, decisions = Random(~seed), 0
        choose = None if self._policy is None else quickly(machine, rng, self._policy)
        draws: Any = Draws(rng)
        while position.pc >= 0:
            if decisions >= MOST_DECISIONS:
                rules.never_ends(position, MOST_DECISIONS)
            if choose is None:
                done = machine.playout(position, draws, most=MOST_DECISIONS - decisions)
                if not done:
                    rules.no_legal_action(position)
                decisions += done
                continue
            actions = machine.legal[position.pc](position)
            if not actions:
                rules.no_legal_action(position)
            machine.play(position, choose(position, actions))
            decisions += 1
        return rules.returns(position)


def playouts(
    rules: Rules, positions: Sequence[Position], n: object, policy: object, seed: object, *, several: bool
) -> Returns:
    """Play copies of positions to their ends.

    Args:
        rules: the game.
        positions: positions of either build; nobody may change them meanwhile.
        n: how many playouts begin with each of them.
        policy: one of `POLICIES`.
        seed: the seed of the first playout; each later one has the next.
        several: whether the returns tell of several positions.

    Raises:
        CardrulesError: the rules fail in a playout.
        SetupError: an argument is wrong.
    """
    each, first = _whole(n, "the number of playouts"), _whole(seed, "a seed")
    if each < 1:
        raise SetupError(f"there is at least one playout, not {each}")
    if not (isinstance(policy, str) and policy in POLICIES):
        raise SetupError(f"policy is {' or '.join(POLICIES)}, not {brief(policy)}")
    shape = (*([len(positions)] if several else []), each, rules.players)
    if prod(shape) > _MOST_NUMBERS:
        most = _MOST_NUMBERS // rules.players
        raise SetupError(f"{each * len(positions):,} playouts are too many for one call; ask for at most {most:,}")
    made = kept_with(rules, f"{policy} playouts", lambda rules: Playouts(rules, policy))
    return Returns(memoryview(made.returns(positions, each, first)), shape)


def _whole(value: object, what: str) -> int:
    """Return an integer of Python or numpy as one of Python.

    Raises:
        SetupError: it is none.
    """
    number = plain(value)
    if type(number) is not int:
        raise SetupError(f"{what} is a whole number, not {brief(value)}")
    return number
