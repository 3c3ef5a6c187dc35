"""Observation spaces: what a seat knows of a position, as an array of one length for each game.

An array has two parts. The first are *numbers*: who acts, the step of the game, the sizes of
zones, the scores and the variables, and the last actions. The second are *planes*: one number for
each face of the pack, such as how many of it the seat knows to be in a zone. Players are counted
from the seat that observes: player 0 is the seat itself, player 1 the next one.

An array contains only what the seat may know. It leaves out older actions, the order of cards
below the top ones, and piles beyond a number of them; `Episode.information_state` leaves out
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from ..interpreter.game.observation.redaction import sees
from ..interpreter.program.cards import NONE
from ..interpreter.program.program import Variable, Zone
from ..interpreter.runtime.melds import set_of
from ..interpreter.runtime.position import Position, at_seat
from ..interpreter.runtime.teams import scores
from ..interpreter.source.scalars import MAX_NUMBER
from ..interpreter.syntax import types as ty
from ..interpreter.syntax.types import Type
from .limits import ANY, Limits, variable_limits
from .told import ToldSpace

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules
    from .told import Fact

TOP = 5
"""For how many cards from the top of a zone in order there is a plane each."""

MOST_PILES = 16
"""For how many piles of a zone there is a plane each, if the rules do not fix their number."""

RECENT = 8
"""How many of the last actions an array contains."""

Array = NDArray[np.float32]

FLAG: Limits = 0, 1


@dataclass(frozen=True, slots=True)
class Recent:
    """An action that was done.

    Attributes:
        seat: who did it.
        verb: the number of the action among the actions of the ruleset.
        seen: for each seat the set of its cards that it saw; -1 for an action that it did not see
            at all.
    """

    seat: int
    verb: int
    seen: tuple[int, ...]


class _Writer:
    """Collects the two parts of an array for a seat."""

    __slots__ = ("_bits", "_known", "know", "numbers", "planes", "seat", "spot")

    def __init__(self, seat: int, position: Position, bits: Sequence[int]) -> None:
        """Begin an array.

        Args:
            seat: who observes.
            position: the position at the table of the seat.
            bits: the set of each card alone.
        """
        self.seat = seat
        self.numbers: list[float] = []
        self.planes: list[int] = []
        self._bits = bits
        self._known: dict[int, tuple[int, int]] = {}
        self.know, self.spot = self.known(position)

    def known(self, position: Position) -> tuple[int, int]:
        """Return the cards whose zone the seat knows, and those whose place in it it knows."""
        found = self._known.get(position.table)
        if found is None:
            seat = 1 << self.seat
            know, spot = (
                sum([bit for bit, seats in zip(self._bits, known or (), strict=False) if seats & seat])
                for known in (position.know, position.spot)
            )
            found = self._known[position.table] = know, spot
        return found

    def one_of(self, index: int, size: int) -> None:
        """Add a number for each of several values: 1 for one of them, 0 for the others."""
        numbers = self.numbers
        start = len(numbers)
        numbers += [0.0] * size
        if 0 <= index < size:
            numbers[start + index] = 1.0


Part = Callable[[_Writer, Position], None]
Put = Callable[[_Writer, Any, int], None]


class ObservationSpace:
    """The entries of a game's arrays.

    Attributes:
        rules: the game.
        size: the length of an array.
        limits: for each number, before the first plane, its least and its greatest value.
        told: the entries for what a seat was told, at the end of the numbers and of the planes.

    >>> import cardrules
    >>> from cardrules.interpreter.play.game import rules_of
    >>> space = ObservationSpace(rules_of(cardrules.load("oh_hell")))
    >>> space.names[:2], space.names[-1]
    (('player 0 acts', 'player 1 acts'), 'cards of action 8: AS')
    """

    def __init__(self, rules: Rules) -> None:
        """Name the entries of a game's arrays."""
        self.rules = rules
        program = rules.program
        pack = program.pack
        self._players = program.players
        self._verbs = tuple(program.actions)
        self._steps = tuple(dict.fromkeys(site.step for site in rules.machine.sites))
        self._number_of_step = {step: at for at, step in enumerate(self._steps)}
        first: dict[int, int] = {}
        for card, face in enumerate(pack.face):
            first.setdefault(face, card)
        # Cards with one face have neighbouring numbers, so that a face is a slice of the pack.
        self._bits = [1 << card for card in range(pack.size)]
        self._starts = np.array(list(first.values()))
        self._faces = [pack.text[card] for card in first.values()]
        self._bytes = (pack.size + 7) // 8
        self._numbers: list[str] = []
        self._planes: list[str] = []
        self.limits: list[Limits] = []
        self._of_variables = variable_limits(program)
        players = [f"player {number}" for number in range(self._players)]
        self._add([f"{player} acts" for player in players])
        self._add([f"{player} deals" for player in players])
        self._add([f"step {step}" for step in self._steps])
        self._add(["deal"], (0, 1 if rules.single_deal else program.match_deals or MAX_NUMBER))
        self._add([f"score of {player}" for player in players], self._of_variables["score"])
        self._parts: list[Part] = []
        for zone in program.zones.values():
            self._parts.append(self._zone(zone))
        for variable in program.variables.values():
            self._parts.append(self._variable(variable))
        for number in range(1, RECENT + 1):
            self._add([f"action {number} by {player}" for player in players])
            self._add([f"action {number} is {verb}" for verb in self._verbs])
            self._planes.append(f"cards of action {number}")
        self.told = ToldSpace(rules, TOP, MOST_PILES)
        self._numbers += self.told.numbers
        self.limits += self.told.limits
        self._planes += self.told.planes
        self.size = len(self._numbers) + len(self._planes) * len(self._faces)

    @property
    def planes(self) -> int:
        """The index of the first plane."""
        return len(self._numbers)

    @property
    def most_of_planes(self) -> list[int]:
        """The greatest value of each entry from the first plane on: how many cards have its face."""
        return [*Counter(self.rules.program.pack.face).values()] * len(self._planes)

    def _add(self, names: list[str], limits: Limits = FLAG) -> None:
        """Name numbers that have the same limits; of one that never changes both are not equal."""
        limits = limits[0], max(limits[1], limits[0] + 1)
        self._numbers += names
        self.limits += [limits] * len(names)

    def entries(self, kind: Type, columns: int) -> tuple[int, int]:
        """Return how many numbers and how many planes a value of a type has."""
        alone = copy(self)
        alone._numbers, alone._planes, alone.limits = [], [], []
        alone._named(kind, "", columns)
        return len(alone._numbers), len(alone._planes)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each entry of an array is."""
        planes = (f"{plane}: {face}" for plane in self._planes for face in self._faces)
        return (*self._numbers, *planes)

    @cached_property
    def latest(self) -> NDArray[np.intp]:
        """The entries of an array without those of actions before the last one."""
        numbers = range(2, RECENT + 1)
        older = *(f"action {number} " for number in numbers), *(f"cards of action {number}:" for number in numbers)
        return np.array([at for at, name in enumerate(self.names) if not name.startswith(older)])

    def observe(
        self,
        position: Position,
        seat: int,
        recent: Sequence[Recent] = (),
        facts: Sequence[Fact] = (),
    ) -> Array:
        """Return the array of a seat.

        Args:
            position: a position of the recording build.
            seat: the seat, from 0.
            recent: the last actions, the latest last.
            facts: the last facts that the seat was told, the latest last.

        Returns:
            An array of `size` numbers.
        """
        players, whole = self._players, position
        position = at_seat(position, seat)
        writer = _Writer(seat, position, self._bits)
        actor = self.rules.acting(whole, seat)
        acts = (actor - seat) % players if actor is not None else -1
        numbers = writer.numbers
        writer.one_of(acts, players)
        writer.one_of((position.dealer - seat) % players if position.dealer >= 0 else -1, players)
        step = self._number_of_step.get(self.rules.phase_at(position), -1)
        writer.one_of(step, len(self._steps))
        numbers.append(position.deal)
        points = scores(self.rules.program, whole)
        numbers += [points[(seat + other) % players] for other in range(players)]
        for part in self._parts:
            part(writer, whole)
        self._write_recent(writer, recent)
        if self.told.numbers:
            more, planes = self.told.write(whole, seat, facts)
            numbers += more
            writer.planes += planes
        return self._joined(writer)

    def _joined(self, writer: _Writer) -> Array:
        """Return both parts as one array."""
        size = self._bytes
        data = b"".join([plane.to_bytes(size, "little") for plane in writer.planes])
        found = np.empty(self.size, np.float32)
        count = len(self._numbers)
        found[:count] = writer.numbers
        if writer.planes:
            bits = np.unpackbits(
                np.frombuffer(data, np.uint8).reshape(len(writer.planes), size),
                axis=1,
                count=self.rules.program.pack.size,
                bitorder="little",
            )
            if len(self._faces) < bits.shape[1]:
                bits = np.add.reduceat(bits, self._starts, axis=1)
            found[count:] = bits.reshape(-1)
        return found

    # ------------------------------------------------------------------------------- zones

    def _zone(self, zone: Zone) -> Part:
        """Name the entries of a zone, and return what writes them."""
        rules, players = self.rules, self._players
        program, recorder = rules.program, rules.recorder
        number = list(program.zones).index(zone.name)
        owners = program.owners(zone) or (-1,)
        piles = 0 if not zone.piles else zone.fixed or MOST_PILES
        tops = TOP if zone.ordered and not zone.piles else 0
        places = {owner: recorder.place(number, owner) for owner in owners}
        for other in range(len(owners)):
            name = zone.name if owners == (-1,) else f"{zone.name} of {self._owner(zone, other)}"
            self._add([f"size of {name}"], (0, program.pack.size))
            self._planes.append(name)
            for pile in range(1, piles + 1):
                self._add([f"size of pile {pile} of {name}"], (0, program.pack.size))
                self._planes.append(f"pile {pile} of {name}")
            self._planes += [f"card {place} from the top of {name}" for place in range(1, tops + 1)]

        # For each seat that observes: the places in the order in which it counts the owners.
        turned = [
            [places[owner] for owner in sorted(owners, key=lambda own: (own - seat) % players)]
            for seat in range(players)
        ]
        read_piles = recorder.piles
        where = [(place.slot, place.seat) for place in recorder.places]
        seated = program.tables is not None

        def write(writer: _Writer, whole: Position) -> None:
            numbers, planes = writer.numbers, writer.planes
            position, know, spot = whole, writer.know, writer.spot
            for place in turned[writer.seat]:
                if seated:
                    owner = recorder.places[place].seat
                    position = at_seat(whole, writer.seat if owner < 0 else owner)
                    know, spot = writer.known(position)
                    if not sees(rules, position, writer.seat, position.table):
                        numbers += [0] * (1 + piles)
                        planes += [0] * (1 + piles + tops)
                        continue
                if piles:
                    found = read_piles(position, place)
                    sets = [set_of(pile) for pile in found]
                    numbers.append(sum(map(len, found)))
                    planes.append(sum(sets) & know)
                    missing = [0] * (piles - len(found))
                    numbers += [*map(len, found[:piles]), *missing]
                    planes += [*(cards & spot for cards in sets[:piles]), *missing]
                    continue
                slot, own = where[place]
                cards = getattr(position, slot) if own < 0 else getattr(position, slot)[own]
                if isinstance(cards, int):
                    numbers.append(cards.bit_count())
                    planes.append(cards & know)
                else:
                    numbers.append(len(cards))
                    planes.append(sum([1 << card for card in cards]) & know)
                    top = [1 << card & spot for card in cards[: -tops - 1 : -1]]
                    planes += [*top, *[0] * (tops - len(top))]

        return write

    def _owner(self, each: Zone | Variable, other: int) -> str:
        """Return the name of one of the owners of a zone or variable, counted from the seat."""
        return f"side {other}" if each.team else f"player {other}"

    # --------------------------------------------------------------------------- variables

    def _variable(self, variable: Variable) -> Part:
        """Name the entries of a variable, and return what writes them."""
        rules, players = self.rules, self._players
        program = rules.program
        slot = f"v_{variable.name}"
        owners = program.owners(variable) if variable.each else ()
        columns = variable.columns
        for other in range(max(len(owners), 1)):
            of = f"{variable.name} of {self._owner(variable, other)}" if owners else variable.name
            self._named(variable.type, of, columns, self._of_variables.get(variable.name, ANY))
        put = self._value(variable.type, columns)
        turned = [sorted(owners, key=lambda own: (own - seat) % players) for seat in range(players)]
        read = attrgetter(slot)
        one_table = program.tables is None
        if one_table and not columns and variable.type in (ty.NUMBER, ty.BOOLEAN):
            return _numbers(read, turned if owners else None)

        def write(writer: _Writer, whole: Position) -> None:
            position = at_seat(whole, writer.seat)
            value = read(position)
            if not owners:
                put(writer, value, writer.known(position)[0])
                return
            know = writer.known(whole)[0]
            for owner in turned[writer.seat]:
                if one_table:
                    put(writer, value[owner], know)
                    continue
                own = at_seat(whole, owner)
                seen = variable.scope == "match" or sees(rules, position, writer.seat, own.table)
                put(writer, value[owner] if seen else None, writer.known(own)[0])

        return write

    def _named(self, kind: Type, name: str, columns: int = 0, limits: Limits = ANY) -> None:
        inner = ty.element(kind)
        if columns:
            self._add([f"{name}, column {column}" for column in range(1, columns + 1)], ANY)
        elif kind.choices and inner is not None:
            for word in kind.choices:
                self._named(inner, f"{name}, {word}")
        elif kind == ty.CARD:
            self._planes.append(name)
        elif ty.holds_cards(kind):
            self._add([f"size of {name}"], (0, self.rules.program.pack.size))
            self._planes.append(name)
        elif kind in (ty.PLAYER, ty.PLAYERS):
            self._add([f"{name} is player {other}" for other in range(self._players)])
        elif kind in (ty.NUMBER, ty.BOOLEAN):
            self._add([name], limits if kind == ty.NUMBER else FLAG)
        elif inner is not None:
            self._add([f"size of {name}"], (0, MAX_NUMBER))
        else:
            self._add([f"{name} is {word}" for word in self.rules.program.pack.names(kind)])

    def _value(self, kind: Type, columns: int) -> Put:
        """Return what writes a value of a type; None is a value that the seat cannot see.

        Args:
            kind: the type.
            columns: how many numbers it has, if it is a list of numbers.
        """
        inner, players = ty.element(kind), self._players
        if columns:
            return lambda writer, value, know: writer.numbers.extend(value or (0,) * columns)
        if kind.choices and inner is not None:
            put, none = self._value(inner, 0), (None,) * len(kind.choices)

            def entries(writer: _Writer, value: Any, know: int) -> None:
                for entry in value or none:
                    put(writer, entry, know)

            return entries
        if kind == ty.CARD:

            def card(writer: _Writer, value: Any, know: int) -> None:
                writer.planes.append(0 if value is None or value == NONE else 1 << value & know)

            return card
        if ty.holds_cards(kind):

            def cards(writer: _Writer, value: Any, know: int) -> None:
                found = _all_cards(kind, value)
                writer.numbers.append(found.bit_count())
                writer.planes.append(found & know)

            return cards
        if kind in (ty.PLAYER, ty.PLAYERS):
            one = kind == ty.PLAYER

            def seats(writer: _Writer, value: Any, know: int) -> None:
                numbers = [0.0] * players
                for each in (value,) if one else value or ():
                    if each is not None and each != NONE:
                        numbers[(each - writer.seat) % players] = 1.0
                writer.numbers += numbers

            return seats
        if kind in (ty.NUMBER, ty.BOOLEAN):
            return lambda writer, value, know: writer.numbers.append(value or 0)
        if inner is not None:
            return lambda writer, value, know: writer.numbers.append(len(value or ()))
        count = len(self.rules.program.pack.names(kind))
        return lambda writer, value, know: writer.one_of(NONE if value is None else value, count)

    # ------------------------------------------------------------------------ last actions

    def _write_recent(self, writer: _Writer, recent: Sequence[Recent]) -> None:
        """Write the last actions, the latest first."""
        players, verbs, seat = self._players, len(self._verbs), writer.seat
        last = recent[: -RECENT - 1 : -1]
        for action in last:
            seen = action.seen[seat]
            writer.one_of((action.seat - seat) % players, players)
            writer.one_of(action.verb if seen >= 0 else -1, verbs)
            writer.planes.append(max(seen, 0))
        missing = RECENT - len(last)
        writer.numbers += [0.0] * (missing * (players + verbs))
        writer.planes += [0] * missing


def _numbers(read: Callable[[Position], Any], turned: Sequence[Sequence[int]] | None) -> Part:
    """Return what writes a number, or one for each owner, where there is one table.

    Args:
        read: reads the variable.
        turned: for each seat that observes the owners in its order; None without owners.
    """
    if turned is None:
        return lambda writer, whole: writer.numbers.append(read(whole) or 0)

    def write(writer: _Writer, whole: Position) -> None:
        value = read(whole)
        writer.numbers += [value[owner] or 0 for owner in turned[writer.seat]]

    return write


def _all_cards(kind: Type, value: Any) -> int:
    """Return the cards of a set, a pile, or several sets, as one set."""
    if not value:
        return 0
    if isinstance(value, int):
        return value
    if kind == ty.PILE:
        return set_of(value)
    found = 0
    for cards in cast("Sequence[int]", value):
        found |= cards
    return found
