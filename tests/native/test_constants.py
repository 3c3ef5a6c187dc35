"""Constants lie in memory as they are, and what is known of them holds: their kind, and the span of their numbers."""

from __future__ import annotations

from struct import unpack_from
from typing import Any

from cardrules.interpreter.native.code.kinds import Kind
from cardrules.interpreter.native.memory.constants import FEW_MEMBERS, Constants
from cardrules.interpreter.native.memory.memory_map import CONSTANTS, HEADER
from cardrules.interpreter.runtime.chance import Random

WORDS = 2


def table(rng: Random, depth: int) -> tuple[Any, ...]:
    """Return a table of numbers, or of such tables; in some of them numbers of several words."""
    size = rng.below(FEW_MEMBERS + 3)
    if depth:
        alike = rng.below(2)
        return tuple(numbers(rng, size if alike else rng.below(5), rng.below(4) == 0) for _ in range(1 + rng.below(6)))
    return numbers(rng, size, wide=rng.below(4) == 0)


def numbers(rng: Random, size: int, wide: bool) -> tuple[int, ...]:
    return tuple(rng.below(1 << (70 if wide and rng.below(2) else 4)) - 3 for _ in range(size))


def read(image: bytes, kind: Kind, address: int) -> tuple[Any, ...]:
    """Return the members of a table in memory, after a look at what is known of it."""
    place = address - CONSTANTS
    (count,) = unpack_from("<I", image, place)
    assert kind.item is not None
    assert kind.size in (None, count)
    stride = kind.item.stride
    entries = [
        int.from_bytes(image[start : start + stride], "little", signed=True)
        for start in range(place + HEADER, place + HEADER + stride * count, stride)
    ]
    if kind.guarded and entries:  # which lies before the first
        assert (
            image[place + HEADER - stride : place + HEADER] == image[place + HEADER + stride * (count - 1) :][:stride]
        )
    if kind.item.item is not None:
        return tuple(read(image, kind.item, entry) for entry in entries)
    assert kind.span is None or all(kind.span[0] <= entry <= kind.span[1] for entry in entries)
    return tuple(entries)


def test_constants_lie_in_memory_as_they_are() -> None:
    rng = Random(1)
    for _ in range(40):
        constants = Constants(3, WORDS)
        values = [table(rng, depth) for depth in (0, 1, 0, 1)]
        placed = [constants.place(value) for value in values]
        _, image = constants.data()
        for value, (kind, address) in zip(values, placed, strict=True):
            assert read(image, kind, address) == value
            assert constants.members(address) == value
