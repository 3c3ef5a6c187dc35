"""Located data: the values of a YAML file, each with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..diagnostics import Span

if TYPE_CHECKING:
    from .yaml_text import TextMap

Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]
ScalarValue: TypeAlias = "str | int | float | bool | None"
PlainData: TypeAlias = "ScalarValue | list[PlainData] | dict[str, PlainData]"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value: text, a number, true or false, or null.

    Attributes:
        value: The value as Python data. Quoted and block scalars are always text.
        text: The characters after unquoting, unfolding and removing indentation.
        style: How it is written in the file.
        span: Its place, including quotes or the `|`, without a final line break.
        positions: The file offsets of the characters of `text`. None for a value that is in no
            file, such as an option given by a caller; then every character has the place `span`.
    """

    value: ScalarValue
    text: str
    style: Style
    span: Span
    positions: TextMap | None = field(default=None, repr=False, compare=False)

    def offset_of(self, index: int) -> int:
        """Return the file offset of character `index` of `text`; `len(text)` gives the end."""
        return self.positions.offset_of(index) if self.positions else self.span.start

    def span_of(self, start: int, end: int) -> Span:
        """Return the place of `text[start:end]` in the file."""
        if not self.positions:
            return self.span
        first = self.positions.offset_of(start)
        last = self.positions.end_of(end - 1) if end > start else first
        return Span(self.span.file, first, max(first, last))


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a mapping with its value; `key_span` includes the quotes of the key."""

    key: str
    key_span: Span
    value: Node

    @property
    def span(self) -> Span:
        """The place of the whole entry, key to value."""
        return self.key_span.to(self.value.span)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values, in the order of the file."""

    entries: dict[str, Entry]
    span: Span

    def get(self, key: str) -> Node | None:
        """Return the value at `key`, or None if there is no such key."""
        entry = self.entries.get(key)
        return entry.value if entry else None


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = Scalar | Mapping | Sequence


def plain(node: Node) -> PlainData:
    """Return the data without places: dict, list and scalar values."""
    if isinstance(node, Mapping):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value
