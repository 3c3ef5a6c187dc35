"""What slots hold: numbers, and sequences of them with a fixed room."""

from __future__ import annotations

from dataclasses import dataclass

from ..code.kinds import Kind, Span, sequence
from .memory_map import HEADER


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

    def includes(self, span: Span) -> bool:
        """Return whether it is known that numbers from the lowest to the highest may be there."""
        return self.span is not None and self.span[0] <= span[0] <= span[1] <= self.span[1]


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of the position: its address and its shape."""

    address: int
    shape: Shape


def many(inner: Shape, capacity: int, *, fixed: bool = False) -> Shape:
    """Return the shape of several things."""
    kind = sequence(inner.kind, capacity if fixed else None)
    return Shape(kind, capacity, inner, inner.bounded)
