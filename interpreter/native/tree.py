"""The tree of a search in native code, seen from outside: it is made, grown, read and kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING, Final

from .memory.memory_map import HEADER
from .memory.shapes import Slot
from .playing.searching import COUNTS, ONE, POINT, POOLS, edges, slots

if TYPE_CHECKING:
    from ..core.machine import Raw
    from ..runtime.position import Position
    from .engine import Native

_HEAD: Final = Struct("<IIq")
_NUMBER: Final = Struct("<q")
_FULL: Final = 2
"""A tree is kept if it fills less than one part of so many of the room."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An action that was tried.

    Attributes:
        raw: the action.
        visits: how often it was chosen.
        result: its mean result, from -1 to 1.
        points: the points that its seat gained on average.
    """

    raw: Raw
    visits: int
    result: float
    points: float


class NativeTree:
    """The tree of a game's searches; one at a time lies in memory."""

    def __init__(self, native: Native, players: int) -> None:
        """Take native code that was made for searches."""
        self._native = native
        self._slots = slots(native.layout, players)
        self._room = edges(native.layout, players)
        self._words = native.layout.words

    def plant(self, seat: int) -> None:
        """Begin a tree for a decision of a seat."""
        self._native.optimize()
        for slot in self._slots.values():
            self._empty(slot)
        self._set("t_seat", seat)
        self._set("t_room", self._room)
        for name, number in (("t_first", -1), ("t_seen", 0), ("t_starts", 0)):
            self._fill(name, _NUMBER.pack(number))

    def place(self, worlds: Sequence[Position]) -> int:
        """Write positions that wait for the decision; return for how many of them there is room.

        Raises:
            Refused: one of them has no room in native code.
        """
        return self._native.place(worlds)

    def grow(self, worlds: int, simulations: int, luck: int, horizon: int, most: float) -> int:
        """Make simulations, one after the other in each of the positions that were written.

        Args:
            worlds: the number of positions.
            simulations: how many.
            luck: the seed of the choices in them.
            horizon: the most decisions of each.
            most: so many points count as everything.

        Returns:
            In how many of them the rules failed; these do not count.
        """
        self._set("t_most", round(POINT * most))
        return self._native.search(worlds, simulations, luck, horizon)

    def choices(self) -> list[Edge]:
        """Return the actions that were tried at the root."""
        found: list[Edge] = []
        for edge in self._edges(self._root):
            visits = self._member("t_visits", edge)
            if visits:
                result = self._member("t_total", edge) / visits / ONE
                points = self._member("t_points", edge) / visits / POINT
                found.append(Edge(self._raw(edge), visits, result, points))
        return found

    @property
    def visits(self) -> int:
        """How many simulations of the decision there were, with those that were kept."""
        return self._member("t_seen", self._root)

    @property
    def estimated(self) -> bool:
        """Whether the ruleset said what a position is worth."""
        return self._number(self._slots["t_estimated"].address) > 0

    def kept(self) -> dict[str, bytes] | None:
        """Return the tree as data for `plant_again`; None if there is little room left."""
        if _FULL * self._length("t_next") > self._room:
            return None
        numbers = {name: self._native.read(self._slots[name].address, 8) for name in COUNTS}
        return numbers | {name: self._content(name) for name in POOLS}

    def plant_again(self, seat: int, kept: dict[str, bytes], looks: Iterable[Raw]) -> bool:
        """Take a tree up again, go down along some actions; return whether the tree knows them.

        Args:
            seat: the seat whose decision it is.
            kept: the tree.
            looks: the actions that were made since.
        """
        self.plant(seat)
        for name, content in kept.items():
            if name in COUNTS:
                self._native.write(content, self._slots[name].address)
            else:
                self._fill(name, content)
        node = self._root
        for look in looks:
            edge = next((each for each in self._edges(node) if self._raw(each) == look), -1)
            node = self._member("t_child", edge) if edge >= 0 else -1
            if node < 0:
                return False
        self._set("t_root", node)
        return self._member("t_first", node) >= 0

    def _edges(self, node: int) -> list[int]:
        found: list[int] = []
        edge = self._member("t_first", node)
        while edge >= 0:
            found.append(edge)
            edge = self._member("t_next", edge)
        return found

    def _raw(self, edge: int) -> Raw:
        start, end = (self._member("t_starts", each) for each in (edge, edge + 1))
        size = 8 * self._words
        address = self._slots["t_parts"].address + HEADER
        return tuple(
            int.from_bytes(self._native.read(address + size * at, size), "little", signed=True)
            for at in range(start, end)
        )

    # -- memory

    def _empty(self, slot: Slot) -> None:
        shape = slot.shape
        if shape.inner is None:
            self._native.write(bytes(shape.bytes), slot.address)
            return
        room = shape.capacity * shape.inner.kind.words
        self._native.write(_HEAD.pack(shape.kind.size or 0, room, 0), slot.address)

    def _fill(self, name: str, content: bytes) -> None:
        """Write the members of a list."""
        slot = self._slots[name]
        inner = slot.shape.inner
        assert inner is not None
        room = slot.shape.capacity * inner.kind.words
        head = _HEAD.pack(len(content) // inner.kind.stride, room, 0)
        self._native.write(head + content, slot.address)

    def _content(self, name: str) -> bytes:
        """Return the members of a list as bytes."""
        slot = self._slots[name]
        assert slot.shape.inner is not None
        size = self._length(name) * slot.shape.inner.kind.stride
        return self._native.read(slot.address + HEADER, size)

    def _length(self, name: str) -> int:
        length, _, _ = _HEAD.unpack(self._native.read(self._slots[name].address, HEADER))
        return length

    def _member(self, name: str, index: int) -> int:
        return self._number(self._slots[name].address + HEADER + 8 * index)

    @property
    def _root(self) -> int:
        return self._number(self._slots["t_root"].address)

    def _set(self, name: str, number: int) -> None:
        self._native.write(_NUMBER.pack(number), self._slots[name].address)

    def _number(self, address: int) -> int:
        return _NUMBER.unpack(self._native.read(address, 8))[0]
