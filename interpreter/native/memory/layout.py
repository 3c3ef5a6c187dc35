"""The slots of a position: what they hold, where they lie, and positions as bytes.

A slot's sequences have a fixed place and a capacity; what would exceed it traps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from struct import Struct, pack_into
from struct import error as struct_error
from typing import TYPE_CHECKING, Any, Final, cast

from ...program import ir
from ...program.tree_walk import parts
from ...runtime.position import COMMON, KNOWLEDGE, Position
from ...syntax import types as ty
from ...syntax.operations.table import OPERATIONS
from ..code.kinds import NEVER, NUMBER, Kind, integer, sequence
from ..dialect import Refused
from .core import Core, holds_always
from .memory_map import (
    HEADER,
    LENGTH_AND_ROOM,
    MOST_CARDS,
    MOST_POSITION,
    MOST_STANDINGS,
    NO_RESULT,
    POSITION,
    WATCH,
)
from .shapes import Shape, Slot, many

if TYPE_CHECKING:
    from ...program.program import Program, Variable, Zone

MOST_SEATS: Final = 10
"""The number of players for whose sets of absent seats there are tables."""

MOST_PILES: Final = 64
MOST_EMPTIED: Final = 512
"""The number of piles of a zone that native code has room for, where rules take none away and where
they do; Python plays on with more."""

_NUMBER: Final = Struct("<q")


_ONE = Shape(NUMBER)
_LONGEST_LIST = 64  # of numbers in a variable, and of announced events


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


def _whole_piles(cards: ir.Expr) -> Iterator[str]:
    """Yield the zones of piles of which some cards are whole piles."""
    match cards:
        case ir.PileRef(zone=zone):
            yield zone
        case ir.Op(name="all_piles", arguments=(places,)) if places.type.of is not None:
            yield places.type.of.choices[0]
        case ir.Op(name=name, arguments=arguments):
            for index in OPERATIONS[name].members:
                yield from _whole_piles(arguments[index])
        case _:
            pass


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
        self,
        program: Program,
        blank: Position,
        frame: Sequence[ty.Type | None],
        further: Callable[[int], dict[str, Shape]] | None = None,
    ) -> None:
        """Place all slots.

        Args:
            program: the program.
            blank: a position before the first deal.
            frame: the types of the values that rules keep while they wait; None for numbers.
            further: returns slots that there are besides, for sets of so many words.
        """
        if program.pack.size > MOST_CARDS:
            raise Refused(f"a pack of {program.pack.size} cards; at most {MOST_CARDS} fit")
        if program.players > MOST_SEATS:
            raise Refused(f"{program.players} players; at most {MOST_SEATS} fit")
        self._program = program
        self._blank = blank
        self.words = program.pack.size // 64 + 1
        self._set = Shape(integer(self.words))
        self._end = POSITION
        self.slots: dict[str, Slot] = {}
        self.faces = program.pack.face
        self.frame = [*map(_kind_at_first, frame)]
        self._emptied = {
            zone
            for node in parts(program, ir.Move)
            for zone in _whole_piles(node.cards)
            if not program.zones[zone].fixed
        }
        self._layings = set[str]()  # the slots with how many cards each laying put on each pile
        self._frame_lists: dict[tuple[int, int], Slot] = {}
        players = program.players
        seats = many(_ONE, players)
        shapes: dict[str, Shape] = {
            "queue": many(_ONE, 2 * players),
            "dealt": many(_ONE, program.pack.size if program.repeats else 0),
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
        core = [
            name
            for name, shape in shapes.items()
            if not self.tables and name != "rng" and holds_always(shape, getattr(blank, name, None))
        ]
        shapes = {name: shapes[name] for name in (*core, *shapes)}
        if self.tables:
            shapes |= {"table": _ONE, "seated": seats}
            own = [name for name in shapes if not self._is_shared(name)]
            self.slots |= {name: self._placed(shapes[name]) for name in own}
            self._frames = self._room_in_frame(frame)
        self.block = POSITION
        self.of_table = self._end - POSITION
        self.slots |= {name: self._placed(shape) for name, shape in shapes.items() if name not in self.slots}
        self._core = Core({name: self.slots[name] for name in core}, POSITION)
        self._others = {name: self.slots[name] for name in shapes if name not in core}
        self.waiting = self._taken(self.tables * self.of_table)
        self.longest_action = 1 + self._most_choices()
        self.observed: dict[str, Slot] = {}
        if not self.tables:
            self._frames = self._taken(8 * self.words * len(self.frame))

    def _is_shared(self, name: str) -> bool:
        """Return whether all tables have a slot together."""
        return name not in type(self._blank).own

    @property
    def size(self) -> int:
        """How many bytes a position takes."""
        return self._end - POSITION

    def slot(self, name: str) -> Slot:
        """Return a slot of the position, or of what is observed of a game."""
        slot = self.slots.get(name) or self.observed.get(name)
        if slot is None:
            raise Refused(f"the slot {name}")
        return slot

    def observe(self, offered: str, held: str, standings: str, actions: int, conditions: int) -> None:
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
            image += LENGTH_AND_ROOM.pack(shape.kind.size or 0, shape.capacity)
            image += bytes(8 + 8 * shape.capacity)
        return bytes(image)

    # -- the frame of rules that wait

    def _room_in_frame(self, frame: Sequence[ty.Type | None]) -> int:
        """Place the frame of a table, with its lists; return the address of all else in it."""
        for index, kind in enumerate(frame):
            if kind is not None and ty.element(kind) is not None:
                for words in {1, self.words}:
                    self._frame_lists[index, words] = self._placed(self._kept_list(words))
        return self._taken(8 * self.words * len(frame))

    def _kept_list(self, words: int) -> Shape:
        """Return the shape of a list that a rule keeps, with members of so many words."""
        return many(Shape(integer(words)), max(self._program.pack.size, _LONGEST_LIST))

    def frame_slot(self, index: int) -> Slot:
        """Return the place of a value that a rule keeps, by the kind that is known of it."""
        kind = self.frame[index]
        if kind.item is None:
            return Slot(self._frames + 8 * self.words * index, Shape(kind))
        place = index, kind.item.words
        if place not in self._frame_lists:
            if kind.item.item is not None:
                raise Refused("a rule that keeps sequences of sequences")
            self._frame_lists[place] = self._placed(self._kept_list(kind.item.words))
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
        """Return for how many piles there is room.

        A pile that was emptied is gone, but its number is not used again. So where rules take whole
        piles away, as those of a game of tricks do, a deal comes to many more numbers.
        """
        if zone.fixed:
            return zone.fixed * (self._program.players if zone.each else 1)
        if zone.name not in self._emptied:
            return MOST_PILES
        of_pile = 2 * (HEADER + 8 + 8 * self._program.pack.size)  # and how it was laid
        tables = 0 if self._program.tables is None else self._program.tables.number
        room = MOST_POSITION // 2 // (1 + tables) // len(self._emptied) // of_pile
        return max(min(room, MOST_EMPTIED), MOST_PILES)

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
        if self._end > POSITION + MOST_POSITION:
            raise Refused("a position of more than 1 MB")
        return address

    # -- positions as bytes

    def packed(self, position: Position, like: Packed | None = None) -> bytes:
        """Return a position as bytes, to be written at `POSITION`.

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
                    elif name == "frame":
                        self._pack_frame(image, value)
                start = self.waiting - POSITION + table * self.of_table
                image[start : start + self.of_table] = image[: self.of_table]
            self._core.pack_into(image, position)
            for name, slot in self._others.items():
                if name != "rng":
                    value = getattr(position, name, 0)
                    if other is None or value != getattr(other, name, 0):
                        self._pack(image, slot.address, slot.shape, value)
            place = self.slots["rng"].address - POSITION  # it has no sign
            image[place : place + 8] = position.rng.to_bytes(8, "little")
            self._pack_frame(image, position.frame)
        except (TypeError, OverflowError, struct_error) as wrong:
            raise Refused(f"a position ({wrong})") from None
        return bytes(image)

    def _pack_frame(self, image: bytearray, frame: Sequence[Any] | None) -> None:
        for index, kind in enumerate(self.frame):
            slot = self.frame_slot(index)
            self._pack(image, slot.address, slot.shape, frame[index] if frame and kind != NEVER else 0)

    def _pack(self, image: bytearray, address: int, shape: Shape, value: Any) -> None:
        place = address - POSITION
        if shape.inner is None:
            size = shape.kind.stride
            if shape.span is not None and not shape.span[0] <= value <= shape.span[1]:
                raise Refused(f"the value {value}, which is out of range")
            image[place : place + size] = int(value).to_bytes(size, "little", signed=True)
            return
        # What a rule keeps is 0 before it is there.
        members: Sequence[Any] = () if value is None or isinstance(value, int) else value
        length = NO_RESULT if value is None else len(members)
        if len(members) > shape.capacity:
            raise Refused(f"a list of more than {shape.capacity} members in a position")
        inner = shape.inner
        LENGTH_AND_ROOM.pack_into(image, place, length, shape.capacity * inner.kind.words)
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
            end = start + shape.kind.words
            return (row[start] if end == start + 1 else _whole(row[start:end])), end
        length, words = row[start] & NO_RESULT, shape.inner.kind.words
        first = start + HEADER // 8
        value = (
            None
            if length == NO_RESULT
            else [_whole(row[place : place + words]) for place in range(first, first + length * words, words)]
        )
        return value, first + shape.capacity * words

    def position(self, blank: Position, image: bytes | bytearray) -> Position:
        """Return a position from its bytes.

        Args:
            blank: a position of the same class.
            image: the bytes at `POSITION`.
        """
        position = blank.clone()
        for name, value in self._core.unpacked(image).items():
            setattr(position, name, self._given(blank, name, value))
        for name in self._others:
            setattr(position, name, self._given(blank, name, self.unpacked(name, image)))
        position.rng &= (1 << 64) - 1
        if position.frame is not None:
            position.frame = self._unpacked_frame(image)
        if self.tables:
            position.tables = [
                None if table == position.table else self._of_table(blank, table, image) for table in range(self.tables)
            ]
        return position

    def _unpacked_frame(self, image: bytes | bytearray) -> list[Any]:
        return [self._kept(index, image) for index in range(len(self.frame))]

    def _kept(self, index: int, image: bytes | bytearray) -> Any:
        """Return a value that a rule keeps while it waits."""
        if self.frame[index] == NEVER:
            return 0
        slot = self.frame_slot(index)
        return self._unpack(image, slot.address, slot.shape)

    def _of_table(self, blank: Position, table: int, image: bytes | bytearray) -> list[Any]:
        """Return the values of the slots of a table that waits."""
        start = self.waiting - POSITION + table * self.of_table
        other = bytes(image[start : start + self.of_table]) + bytes(image[self.of_table :])
        return [
            self._given(blank, name, self.unpacked(name, other))
            if name in self.slots
            else self._unpacked_frame(other)
            if name == "frame" and blank.frame is not None
            else getattr(blank, name)
            for name in blank.own
        ]

    def _given(self, blank: Position, name: str, value: Any) -> Any:
        """Return the value of a slot of the classes that it has in a position."""
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
        place = address - POSITION
        if shape.inner is None:
            return int.from_bytes(image[place : place + shape.kind.stride], "little", signed=True)
        length, _ = LENGTH_AND_ROOM.unpack_from(image, place)
        if length == NO_RESULT:
            return None
        members: list[Any] = []
        for index in range(length):
            inner = address + HEADER + shape.inner.kind.stride * index
            if shape.inner.inner is not None:
                inner = _NUMBER.unpack_from(image, inner - POSITION)[0]
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
