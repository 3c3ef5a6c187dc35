"""Where everything lies in memory: the slots of a position, constants, and room for lists.

A number takes 8 bytes, a wide integer as many words of 8 bytes as it has, the lowest first. A
sequence is the address of 16 bytes with its length (4 bytes), its capacity in words (4 bytes; 0 for
constants), and, for constants whose members have one word, a copy of the last one, because
generated code reads the entry for nobody or nothing as `table[-1]`. The members follow. Members
that are sequences themselves are addresses. A slot's sequences have a fixed place and
a capacity; what would exceed it traps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import chain
from struct import Struct, pack, pack_into
from struct import error as struct_error
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from ..runtime.memory import Memory
from ..runtime.position import COMMON, KNOWLEDGE, Position
from ..runtime.seats import FromNobody
from ..syntax import types as ty
from .body import fits
from .dialect import Refused
from .kinds import NEVER, NUMBER, Kind, Span, alike, integer, join, sequence

if TYPE_CHECKING:
    from ..check.program import Program, Variable, Zone

MOST_CARDS: Final = 511
"""The largest pack; its sets take eight words."""

MOST_SEATS: Final = 10
"""The number of players for whose sets of absent seats there are tables."""

MOST_PILES: Final = 64
"""The number of piles of a zone that native code has room for; Python plays on with more."""

HEADER: Final = 16
FACES: Final = 0
"""The address of the number of each card's face, with 16 bits each, where faces are written."""

DONE: Final = 1 << 10
"""The address of the number of games that came to their end, since the last call."""

MOST_CHOICES: Final = DONE + 8
"""The address of a number that is no less than any number of legal actions in these games: the bits
of all of them together."""

START: Final = MOST_CHOICES + 8
"""The address of the code with which games begin: a block, or a decision."""

STATE: Final = 1 << 11
"""The address of the position."""

MOST_STATE: Final = 1 << 18
"""The most bytes of a position."""

LOG: Final = STATE + MOST_STATE
"""The address of the numbers of legal actions at each decision, with 32 bits each."""

MOST_DECISIONS: Final = 1 << 16
"""The decisions of a game that native code plays; Python plays longer ones."""

HISTOGRAM: Final = LOG + 4 * MOST_DECISIONS
"""The address of how often there were how many legal actions."""

MOST_BRANCHES: Final = 1 << 15
"""Decisions have fewer legal actions, or Python plays the game."""

ROWS: Final = HISTOGRAM + 8 * MOST_BRANCHES
"""The address of what is told of each game: a row of numbers."""

MOST_ROWS: Final = 1 << 20
"""The bytes of these rows. They are many: a call of some milliseconds costs as much again until the
thread that waits for it goes on."""

SUMS: Final = ROWS + MOST_ROWS
"""The address of three numbers for each place in the rows: the sum of what stands there, the sum of
its squares, and all its bits together, with those of `-1 - n` for a negative number n."""

WATCH: Final = SUMS + 3 * MOST_ROWS
"""The address of what is observed of a game."""

MOST_WATCH: Final = 1 << 20
MOST_STANDINGS: Final = 1 << 16
"""How many numbers the standings of a game may take."""

PASSED: Final = WATCH + MOST_WATCH
"""The address of two flags for each point of a ruleset, with 8 bits each: see `trials.py`."""

MOST_POINTS: Final = 1 << 14
LOOKED: Final = PASSED + 2 * MOST_POINTS
"""The address of a flag for each of these points, whether Python plays games that reach it."""

LEAPS: Final = LOOKED + MOST_POINTS
"""The address of what several steps of the random generator come to: see `routines.py`."""

ARENA: Final = LEAPS + 16 * (MOST_CARDS + 1)
ARENA_SIZE: Final = 1 << 26
"""Room for the lists that code makes between two decisions."""

KEPT: Final = ARENA + ARENA_SIZE
"""The address of what code remembers from game to game; all of it is zero at first."""

MOST_KEPT: Final = 1 << 22
REMEMBERED: Final = 1 << 15
"""For how many values of a definition there is room, at 16 bytes each."""

CONSTANTS: Final = KEPT + MOST_KEPT
MOST_CONSTANTS: Final = 1 << 24

TREE: Final = CONSTANTS + MOST_CONSTANTS
"""The address of the tree of a search."""

MOST_TREE: Final = 1 << 25

NO_RESULT: Final = 0xFFFFFFFF

FEW_MEMBERS: Final = 10
"""Of constants with so many numbers it is known in which span these are."""

_NUMBER: Final = Struct("<q")
_HEAD: Final = Struct("<II")


@dataclass(frozen=True, slots=True)
class Shape:
    """What a slot holds: its kind, and for sequences their capacity and the shape of members.

    Attributes:
        bounded: whether it is a number that rules compute with, which may grow.
        span: the lowest and the highest that a number can be, if that is known.
    """

    kind: Kind
    capacity: int = 0
    inner: Shape | None = None
    bounded: bool = False
    span: Span | None = None

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        if self.inner is None:
            return self.kind.stride
        whole = HEADER + self.inner.kind.stride * self.capacity
        if self.inner.inner is not None:
            whole += self.capacity * self.inner.bytes
        return whole


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of the position: its address and its shape."""

    address: int
    shape: Shape


_ONE = Shape(NUMBER)
_LONGEST_LIST = 64  # of numbers in a variable, and of announced events


def many(inner: Shape, capacity: int, *, fixed: bool = False) -> Shape:
    """Return the shape of several things."""
    kind = sequence(inner.kind, capacity if fixed else None)
    return Shape(kind, capacity, inner, inner.bounded)


@dataclass(frozen=True, slots=True)
class Packed:
    """A position, and the same as bytes. Nobody else may change it."""

    position: Position
    image: bytes


def _kind_at_first(kept: ty.Type | None) -> Kind:
    """Return what a value that rules keep is, as far as its type tells, before it is stored."""
    item = None if kept is None else ty.element(kept)
    if item is None:
        return NUMBER
    return sequence(NUMBER) if kept != ty.CARDS and ty.element(item) is None else NEVER


class Layout:
    """The slots of the positions of a program.

    Attributes:
        slots: their places, by name.
        observed: the places of what is observed of a game.
        frame: the kinds of the values that rules keep while they wait.
        faces: the face of each card.
        tables: the number of tables, if there are several, or else 0.
        block, of_table: the address and the bytes of what the table in place has for itself.
        waiting: where such blocks wait, one for each table.
    """

    def __init__(
        self, program: Program, blank: Position, frame: Sequence[ty.Type | None],
        further: Callable[[int], dict[str, Shape]] | None = None,
    ) -> None:  # fmt: skip
        """Place all slots.

        Args:
            program: the program.
            blank: a position before the first deal.
            frame: the types of the values that rules keep while they wait; None for numbers.
            further: returns slots that there are besides, for sets of so many words.
        """
        if program.pack.size > MOST_CARDS:
            raise Refused(f"a pack of {program.pack.size} cards; at most {MOST_CARDS} fit")
        if program.tables is not None and frame:
            raise Refused("several tables at which rules wait")
        if program.players > MOST_SEATS:
            raise Refused(f"{program.players} players; at most {MOST_SEATS} fit")
        self._program = program
        self._blank = blank
        self.words = program.pack.size // 64 + 1
        self._set = Shape(integer(self.words))
        self._end = STATE
        self.slots: dict[str, Slot] = {}
        self.faces = program.pack.face
        self.frame = [*map(_kind_at_first, frame)]
        self._layings = set[str]()  # the slots with how many cards each laying put on each pile
        self._frame_lists: dict[tuple[int, int], Slot] = {}
        players = program.players
        seats = many(_ONE, players)
        shapes: dict[str, Shape] = {
            "queue": many(_ONE, 2 * players),
            "pending": many(many(self._set, 1 + self._most_choices()), players),
            "events": many(_ONE, _LONGEST_LIST),
            "result": seats,
        }
        for key in COMMON:
            if key not in ("deck", "frame", "log", *KNOWLEDGE, *shapes):
                shapes[key] = _ONE
        for zone in program.zones.values():
            shapes[f"z_{zone.name}"] = self._zone(zone)
            if zone.piles:  # how many cards each laying put on a pile
                shapes[f"g_{zone.name}"] = many(many(_ONE, program.pack.size), self._piles(zone))
                self._layings.add(f"g_{zone.name}")
        for variable in program.variables.values():
            shapes[f"v_{variable.name}"] = self._variable(variable)
        shapes["v_score"] = many(Shape(NUMBER, bounded=True), players, fixed=True)
        if further is not None:
            shapes |= further(self.words)
        self.tables = 0 if program.tables is None else program.tables.number
        if self.tables:
            shapes = {name: shapes[name] for name in sorted(shapes, key=self._is_shared)}
            shapes |= {"table": _ONE, "seated": seats}
        self.block = STATE
        self.of_table = 0
        for name, shape in shapes.items():
            self.slots[name] = self._placed(shape)
            if not self._is_shared(name):
                self.of_table = self._end - STATE
        self.waiting = self._taken(self.tables * self.of_table)
        self.longest_action = 1 + self._most_choices()
        self.observed: dict[str, Slot] = {}
        self._frames = self._taken(8 * self.words * len(self.frame))

    def _is_shared(self, name: str) -> bool:
        """Return whether all tables have a slot together."""
        return name not in type(self._blank).own

    @property
    def size(self) -> int:
        """How many bytes a position takes."""
        return self._end - STATE

    def slot(self, name: str) -> Slot:
        """Return a slot of the position, or of what is observed of a game."""
        slot = self.slots.get(name) or self.observed.get(name)
        if slot is None:
            raise Refused(f"the slot {name}")
        return slot

    def observe(
        self, offered: str, held: str, standings: str, actions: int, conditions: int
    ) -> None:
        """Place what is observed of a game: two lists of numbers, and one that grows."""
        shapes = {
            offered: many(_ONE, actions, fixed=True),
            held: many(_ONE, conditions, fixed=True),
            standings: many(_ONE, MOST_STANDINGS),
        }
        address = WATCH
        for name, shape in shapes.items():
            self.observed[name] = Slot(address, shape)
            address += shape.bytes

    def heads(self) -> bytes:
        """Return the bytes at `WATCH` with which a game begins."""
        image = bytearray()
        for slot in self.observed.values():
            shape = slot.shape
            image += _HEAD.pack(shape.kind.size or 0, shape.capacity)
            image += bytes(8 + 8 * shape.capacity)
        return bytes(image)

    # -- the frame of rules that wait

    def frame_slot(self, index: int) -> Slot:
        """Return the place of a value that a rule keeps, by the kind that is known of it."""
        kind = self.frame[index]
        if kind.item is None:
            return Slot(self._frames + 8 * self.words * index, Shape(kind))
        place = index, kind.item.words
        if place not in self._frame_lists:
            if kind.item.item is not None:
                raise Refused("a rule that keeps sequences of sequences")
            inner = Shape(integer(kind.item.words))
            shape = many(inner, max(self._program.pack.size, _LONGEST_LIST))
            self._frame_lists[place] = self._placed(shape)
        return self._frame_lists[place]

    # -- shapes

    def _zone(self, zone: Zone) -> Shape:
        pack, players = self._program.pack.size, self._program.players
        pile = many(_ONE, pack)
        if zone.piles:
            return many(pile, self._piles(zone))
        held = pile if zone.ordered else self._set
        return many(held, players, fixed=True) if zone.each else held

    def _piles(self, zone: Zone) -> int:
        """Return for how many piles there is room."""
        return zone.fixed * (self._program.players if zone.each else 1) or MOST_PILES

    def _variable(self, variable: Variable) -> Shape:
        shape = self._typed(variable.type, variable)
        return many(shape, self._program.players, fixed=True) if variable.each else shape

    def _typed(self, kind: ty.Type, variable: Variable) -> Shape:
        pack, players = self._program.pack.size, self._program.players
        if variable.columns or kind.name == "list":
            if kind.of is not None and kind.of.name in ty.COLLECTIONS:
                return many(self._typed(kind.of, variable), _LONGEST_LIST)
            return many(Shape(NUMBER, bounded=True), _LONGEST_LIST)
        match kind.name:
            case "pile":
                return many(_ONE, pack)
            case "players":
                return many(_ONE, players)
            case "cards":
                return self._set
            case _:
                span = (-1, players - 1) if kind == ty.PLAYER else None
                return Shape(NUMBER, bounded=kind == ty.NUMBER, span=span)

    def _most_choices(self) -> int:
        return max((len(each.parameters) for each in self._program.actions.values()), default=0)

    def _placed(self, shape: Shape) -> Slot:
        return Slot(self._taken(shape.bytes), shape)

    def _taken(self, size: int) -> int:
        """Add so many bytes to the position; return their address.

        Raises:
            Refused: the position is too large.
        """
        address = self._end
        self._end += size
        if self._end > STATE + MOST_STATE:
            raise Refused("a position of more than 256 KB")
        return address

    # -- positions as bytes

    def packed(self, position: Position, like: Packed | None = None) -> bytes:
        """Return a position as bytes, to be written at `STATE`.

        Args:
            position: the position.
            like: another one; only what differs is written anew.

        Raises:
            Refused: something has no place.
        """
        if self.tables:
            like = None
        image = bytearray(self.size) if like is None else bytearray(like.image)
        other = None if like is None else like.position
        try:
            for table, values in enumerate(position.tables if self.tables else ()):
                for name, value in zip(position.own, values or (), strict=False):
                    if name in self.slots:
                        slot = self.slots[name]
                        self._pack(image, slot.address, slot.shape, value)
                start = self.waiting - STATE + table * self.of_table
                image[start : start + self.of_table] = image[: self.of_table]
            for name, slot in self.slots.items():
                if name != "rng":
                    value = getattr(position, name, 0)
                    if other is None or value != getattr(other, name, 0):
                        self._pack(image, slot.address, slot.shape, value)
            place = self.slots["rng"].address - STATE  # it has no sign
            image[place : place + 8] = position.rng.to_bytes(8, "little")
            for index, kind in enumerate(self.frame):
                slot = self.frame_slot(index)
                value: Any = position.frame[index] if position.frame and kind != NEVER else 0
                self._pack(image, slot.address, slot.shape, value)
        except (TypeError, OverflowError, struct_error) as wrong:
            raise Refused(f"a position ({wrong})") from None
        return bytes(image)

    def _pack(self, image: bytearray, address: int, shape: Shape, value: Any) -> None:
        place = address - STATE
        if shape.inner is None:
            size = shape.kind.stride
            if shape.span is not None and not shape.span[0] <= value <= shape.span[1]:
                raise Refused(f"{value} in a position")
            image[place : place + size] = int(value).to_bytes(size, "little", signed=True)
            return
        # What a rule keeps is 0 before it is there.
        members: Sequence[Any] = () if value is None or isinstance(value, int) else value
        length = NO_RESULT if value is None else len(members)
        if len(members) > shape.capacity:
            raise Refused("so many things in a position")
        inner = shape.inner
        _HEAD.pack_into(image, place, length, shape.capacity * inner.kind.words)
        place += HEADER
        if inner.kind.stride == 8 and inner.inner is None:
            pack_into(f"<{len(members)}q", image, place, *members)
            return
        for index in range(shape.capacity):
            if inner.inner is None:
                if index < len(members):
                    spot = address + HEADER + inner.kind.stride * index
                    self._pack(image, spot, inner, members[index])
                continue
            further = address + HEADER + 8 * shape.capacity + index * inner.bytes
            _NUMBER.pack_into(image, place + 8 * index, further)
            member = members[index] if index < len(members) else ()
            self._pack(image, further, inner, member)

    def part(self, name: str) -> tuple[int, int]:
        """Return the address and the bytes of a slot's number, or of its sequence of numbers.

        Raises:
            Refused: the slot holds sequences of sequences.
        """
        slot = self.slots[name]
        if slot.shape.inner is None:
            return slot.address, slot.shape.bytes
        if slot.shape.inner.inner is not None:
            raise Refused(f"the slot {name} as a result")
        return slot.address, slot.shape.bytes

    def told(self, name: str, row: Sequence[int], start: int) -> tuple[Any, int]:
        """Return the value of a slot from a row of numbers, and where the next begins."""
        shape = self.slots[name].shape
        if shape.inner is None:
            return _whole(row[start : start + shape.kind.words]), start + shape.kind.words
        length, words = row[start] & NO_RESULT, shape.inner.kind.words
        first = start + HEADER // 8
        value = None if length == NO_RESULT else [
            _whole(row[place : place + words])
            for place in range(first, first + length * words, words)
        ]  # fmt: skip
        return value, first + shape.capacity * words

    def position(self, blank: Position, image: bytes | bytearray) -> Position:
        """Return a position from its bytes.

        Args:
            blank: a position of the same class.
            image: the bytes at `STATE`.
        """
        position = blank.clone()
        for name in self.slots:
            setattr(position, name, self._given(blank, name, image))
        position.rng &= (1 << 64) - 1
        if position.frame is not None:
            position.frame = [self._kept(index, image) for index in range(len(self.frame))]
        if self.tables:
            position.tables = [
                None if table == position.table else self._of_table(blank, table, image)
                for table in range(self.tables)
            ]
        return position

    def _kept(self, index: int, image: bytes | bytearray) -> Any:
        """Return a value that a rule keeps while it waits."""
        if self.frame[index] == NEVER:
            return 0
        slot = self.frame_slot(index)
        return self._unpack(image, slot.address, slot.shape)

    def _of_table(self, blank: Position, table: int, image: bytes | bytearray) -> list[Any]:
        """Return the values of the slots of a table that waits."""
        start = self.waiting - STATE + table * self.of_table
        other = bytes(image[start : start + self.of_table]) + bytes(image[self.of_table :])
        return [
            self._given(blank, name, other) if name in self.slots else getattr(blank, name)
            for name in blank.own
        ]

    def _given(self, blank: Position, name: str, image: bytes | bytearray) -> Any:
        """Return the value of a slot of the classes that it has in a position."""
        value = self.unpacked(name, image)
        given = getattr(blank, name)
        if isinstance(given, bool):
            return bool(value)
        if isinstance(given, tuple) or name == "result":
            return _as_tuple(value)
        if name in self._layings:
            return [*_as_tuple(value)]
        if isinstance(given, list):  # of tuples, perhaps
            return _as_given(cast("Sequence[object]", given), value)
        return value

    def unpacked(self, name: str, image: bytes | bytearray) -> Any:
        """Return the value of a slot from the bytes of a position."""
        slot = self.slots[name]
        return self._unpack(image, slot.address, slot.shape)

    def _unpack(self, image: bytes | bytearray, address: int, shape: Shape) -> Any:
        place = address - STATE
        if shape.inner is None:
            return int.from_bytes(image[place : place + shape.kind.stride], "little", signed=True)
        length, _ = _HEAD.unpack_from(image, place)
        if length == NO_RESULT:
            return None
        members: list[Any] = []
        for index in range(length):
            inner = address + HEADER + shape.inner.kind.stride * index
            if shape.inner.inner is not None:
                inner = _NUMBER.unpack_from(image, inner - STATE)[0]
            members.append(self._unpack(image, inner, shape.inner))
        return members


def _as_given(given: Sequence[object], value: Sequence[Any]) -> list[Any]:
    """Return a list whose members are tuples if those of another list are."""
    tuples = bool(given) and isinstance(given[0], tuple)
    return [*map(_as_tuple, value)] if tuples else [*value]


def _as_tuple(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return tuple(map(_as_tuple, cast("Sequence[Any]", value)))


def _whole(words: Sequence[int]) -> int:
    """Return an integer from its words, which have signs."""
    whole = words[-1]
    for word in reversed(words[:-1]):
        whole = whole << 64 | word & (1 << 64) - 1
    return whole


class Table(NamedTuple):
    """A constant in memory."""

    kind: Kind
    address: int


_INTEGERS: Final = frozenset({int, bool})
_TUPLES: Final = frozenset({tuple})


def _of_numbers(kinds: Collection[Kind]) -> Kind | None:
    """Return the kind that holds tables of equally many numbers; None if there are others."""
    size = next((each.size for each in kinds), None)
    if size is None:
        return None
    spans: list[Span | None] = []
    for each in kinds:
        if each.item is not NUMBER or each.size != size or each.partial or not each.guarded:
            return None
        spans.append(each.span)
    known = [span for span in spans if span is not None]
    whole = len(known) == len(spans)
    return _numbers(size, (min(known)[0], max(last for _, last in known)) if whole else None)


@cache
def _numbers(size: int, span: Span | None) -> Kind:
    """Return the kind of a table of so many numbers."""
    item = NUMBER if size else NEVER
    return Kind("sequence", item, size, guarded=True, span=span)


def _are_tuples(members: Sequence[object]) -> bool:
    """Return whether all of some members are tuples."""
    return _TUPLES.issuperset(map(type, members))


class Constants:
    """The constants of a module; they are placed when they are first needed."""

    def __init__(self, seats: int, words: int) -> None:
        """Start with none.

        Args:
            seats: the number of players: tables by a set of seats have an entry for each set.
            words: the largest number of words of an integer.
        """
        self._seats = seats
        self._words = words
        self._image = bytearray()
        self._placed: dict[tuple[tuple[Any, ...], int], Table] = {}
        self._named: dict[int, tuple[object, Table]] = {}
        self._members: dict[int, tuple[Any, ...]] = {}
        self._memories: dict[int, tuple[object, int]] = {}
        self._kept = 0

    def members(self, address: int) -> tuple[Any, ...] | None:
        """Return the members of the constant at an address; None if code can change it."""
        return self._members.get(address)

    def place(self, value: object) -> Table:
        """Place a tuple or list of numbers, or of such tuples."""
        known = self._named.get(id(value))
        if known is None:
            table = self._place(self._listed(value))
            self._named[id(value)] = known = (value, table)  # which keeps the value alive
        return known[1]

    def room(self, members: list[int], sets: bool) -> Table:
        """Place integers that code changes; each list has a place of its own.

        Args:
            members: what they are at first: zeros.
            sets: whether they are sets of cards.
        """
        known = self._named.get(id(members))
        if known is None:
            item = integer(self._words if sets else 1)
            address = self._keep(HEADER + item.stride * len(members))
            table = Table(sequence(item, len(members)), address)
            self._named[id(members)] = known = members, table
        return known[1]

    def memory(self, known: object) -> int:
        """Return the address of the values that a dictionary remembers."""
        if id(known) not in self._memories:
            self._memories[id(known)] = known, self._keep(16 * REMEMBERED)
        return self._memories[id(known)][1]

    def _keep(self, size: int) -> int:
        """Return the address of so many bytes that stay from game to game."""
        address = KEPT + self._kept
        self._kept += size
        if self._kept > MOST_KEPT:
            raise Refused("so much that is remembered")
        return address

    def data(self) -> tuple[int, bytes]:
        """Return the address of the constants, and their bytes."""
        return CONSTANTS, bytes(self._image)

    def _listed(self, value: object) -> tuple[Any, ...]:
        if isinstance(value, Memory):
            memory = cast("Memory[int, object]", value)
            try:
                return tuple(self._listed(memory[away]) for away in range(1 << self._seats))
            except TypeError:
                raise Refused("a table that is not by players") from None
        if not isinstance(value, list | tuple):
            raise Refused(f"a constant of the class {type(value).__name__}")
        members = cast("Sequence[object]", value)
        if _INTEGERS.issuperset(map(type, members)):  # as in most tables
            return tuple(members)
        if _are_tuples(members):
            tables = cast("Sequence[tuple[object, ...]]", members)
            if _INTEGERS.issuperset(map(type, chain.from_iterable(tables))):
                return tuple(tables)
        return tuple(
            each if isinstance(each, int)
            else None if isinstance(each, FromNobody)
            else self._listed(each)
            for each in members
        )  # fmt: skip

    def _place(self, members: tuple[Any, ...], words: int = 1) -> Table:
        """Place a table.

        Args:
            members: integers, tables, or None for those that are missing.
            words: how many words the integers have at least, also those of tables in it.
        """
        known = self._placed.get((members, words))
        if known is not None:
            return known
        try:  # most tables have small numbers only
            content = pack(f"<{len(members)}q", *members)
        except struct_error:
            if words < self._words and _INTEGERS.issuperset(map(type, members)):
                wider = self._placed[members, words] = self._place(members, self._words)
                return wider
            return self._place_mixed(members, words)
        if words > 1:
            return self._place_mixed(members, words)
        span = (min(members), max(members)) if 0 < len(members) <= FEW_MEMBERS else None
        kind = _numbers(len(members), span)
        return self._enter(members, words, kind, content[-8:] or bytes(8), content)

    def _place_mixed(self, members: tuple[Any, ...], words: int) -> Table:
        """Place a table of wide integers, of tables, or with members that are missing."""
        if words == 1 and _are_tuples(members):
            inner = [*chain.from_iterable(members)]
            self._place_alike(inner if _are_tuples(inner) else members)
        kinds: list[Kind] = []
        entries: list[tuple[int, int]] = []  # addresses of tables, and integers, with their bytes
        placed = self._placed
        for member in members:
            if member.__class__ is tuple:
                kind, entry = placed.get((member, words)) or self._place(member, words)
            elif member is None:
                entries.append((0, 8))
                continue
            else:
                kind, entry = self._integer(member, words), int(member)
            kinds.append(kind)
            entries.append((entry, kind.stride))
        image = b"".join([each.to_bytes(size, "little", signed=True) for each, size in entries])
        different = dict.fromkeys(kinds)
        guard = bytes(8)
        try:
            item = _of_numbers(different) or reduce(join, different, NEVER)
        except Refused:
            kind = Kind("record", fields=tuple(kinds))
        else:
            whole = sequence(item)
            if not all(each is item or alike(sequence(each), whole) for each in different):
                wider = self._placed[members, words] = self._place(members, self._words)
                return wider
            guarded = item.stride == 8
            guard = image[-8:] if guarded and image else guard
            partial = None in members
            kind = Kind("sequence", item, len(members), partial=partial, guarded=guarded)
        return self._enter(members, words, kind, guard, image)

    def _place_alike(self, tables: Sequence[tuple[Any, ...]]) -> None:
        """Place tables of equally many small numbers, all at once; do nothing for other tables."""
        missing = [each for each in dict.fromkeys(tables) if (each, 1) not in self._placed]
        size = len(missing[0]) if missing else 0
        if not 0 < size <= FEW_MEMBERS or any(len(each) != size for each in missing):
            return
        words = [word for each in missing for word in (size, each[-1], *each)]
        try:
            image = pack(f"<{len(words)}q", *words)
        except struct_error:
            return
        address = self._reserve(image)
        kind = _numbers(size, (min(map(min, missing)), max(map(max, missing))))
        for each in missing:
            self._placed[each, 1] = Table(kind, address)
            self._members[address] = each
            address += HEADER + 8 * size

    def _enter(
        self, members: tuple[Any, ...], words: int, kind: Kind, guard: bytes, image: bytes
    ) -> Table:
        """Add a table: its members as bytes, with a copy of the last before them."""
        address = self._reserve(_HEAD.pack(len(members), 0) + guard + image)
        found = self._placed[members, words] = Table(kind, address)
        self._members[address] = members
        return found

    def _reserve(self, image: bytes) -> int:
        """Add bytes; return their address."""
        address = CONSTANTS + len(self._image)
        if len(self._image) + len(image) > MOST_CONSTANTS:
            raise Refused("constants of more than 16 MB")
        self._image += image
        return address

    def _integer(self, value: int, words: int) -> Kind:
        if not fits(value, words):
            words = self._words
        if not fits(value, words):
            raise Refused(f"a constant of more than {64 * words - 1} bits")
        return integer(words)
