"""The constants of a module: tables of numbers, and of such tables, in memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, reduce
from itertools import chain
from struct import error as struct_error
from struct import pack
from typing import Any, Final, NamedTuple, cast

from ...identity import ByIdentity
from ...runtime.memory import Memory
from ..code.body import fits
from ..code.kinds import NEVER, NUMBER, Kind, Span, alike, integer, join, sequence
from ..dialect import Refused
from .memory_map import (
    CONSTANTS,
    HEADER,
    KEPT,
    LENGTH_AND_ROOM,
    MOST_CONSTANTS,
    MOST_KEPT,
    REMEMBERED,
)

FEW_MEMBERS: Final = 10
"""Of constants with so many numbers it is known in which span these are."""


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
        if each.item is not NUMBER or each.size != size or not each.guarded:
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
        self._named = ByIdentity[object, Table]()
        self._members: dict[int, tuple[Any, ...]] = {}
        self._memories = ByIdentity[object, int]()
        self._kept = 0

    def members(self, address: int) -> tuple[Any, ...] | None:
        """Return the members of the constant at an address; None if code can change it."""
        return self._members.get(address)

    def place(self, value: object) -> Table:
        """Place a tuple or list of numbers, or of such tuples."""
        return self._named.of(value, lambda value: self._place(self._listed(value)))

    def room(self, members: list[int], sets: bool) -> Table:
        """Place integers that code changes; each list has a place of its own.

        Args:
            members: what they are at first: zeros.
            sets: whether they are sets of cards.
        """
        item = integer(self._words if sets else 1)

        def placed(_: object) -> Table:
            address = self._keep(HEADER + item.stride * len(members))
            return Table(sequence(item, len(members)), address)

        return self._named.of(members, placed)

    def memory(self, known: object) -> int:
        """Return the address of the values that a dictionary remembers."""
        return self._memories.of(known, lambda _: self._keep(16 * REMEMBERED))

    def _keep(self, size: int) -> int:
        """Return the address of so many bytes that stay from game to game."""
        address = KEPT + self._kept
        self._kept += size
        if self._kept > MOST_KEPT:
            raise Refused("more than 4 MB of cached values")
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
        return tuple(each if isinstance(each, int) else self._listed(each) for each in members)

    def _place(self, members: tuple[Any, ...], words: int = 1) -> Table:
        """Place a table.

        Args:
            members: integers or tables.
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
        """Place a table of wide integers or of tables."""
        if words == 1 and _are_tuples(members):
            inner = [*chain.from_iterable(members)]
            self._place_alike(inner if _are_tuples(inner) else members)
        kinds: list[Kind] = []
        entries: list[tuple[int, int]] = []  # addresses of tables, and integers, with their bytes
        placed = self._placed
        for member in members:
            if member.__class__ is tuple:
                kind, entry = placed.get((member, words)) or self._place(member, words)
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
            kind = Kind("sequence", item, len(members), guarded=guarded)
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

    def _enter(self, members: tuple[Any, ...], words: int, kind: Kind, guard: bytes, image: bytes) -> Table:
        """Add a table: its members as bytes, with a copy of the last before them."""
        address = self._reserve(LENGTH_AND_ROOM.pack(len(members), 0) + guard + image)
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
