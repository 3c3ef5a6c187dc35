"""The file offsets of the characters of a YAML scalar.

A parser returns a scalar's text without quotes, escapes, folding and indentation, and only the
place of the whole. This module reads the same characters again, with their offsets. The result is
compared with the parser's text; if the two differ, only the place of the whole scalar is used.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..diagnostics import LINE_BREAK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FOLD: Final = re.compile(r"[ \t]*(?:(?:\r\n|\n|\r)[ \t]*)+")
_ESCAPED_BREAK: Final = re.compile(r"\\(?:\r\n|\n|\r)[ \t]*((?:(?:\r\n|\n|\r)[ \t]*)*)")
_BLANKS: Final = re.compile(r"[ \t]+")
_LINE: Final = re.compile(r"([^\r\n]*)(\r\n|\n|\r|$)")
_SPACES: Final = re.compile(r" *")
_PLAIN_RUN: Final = re.compile(r"[^ \t\r\n]+")
_SINGLE_RUN: Final = re.compile(r"[^' \t\r\n]+")
_DOUBLE_RUN: Final = re.compile(r"[^\\ \t\r\n]+")
_INDENT_OF_TEXT: Final = re.compile(r"(?<![^\r\n])( *)[^ \r\n]")
_ESCAPES: Final = {
    "0": "\0",
    "a": "\x07",
    "b": "\x08",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\x0b",
    "f": "\x0c",
    "r": "\r",
    "e": "\x1b",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_HEX_DIGITS: Final = {"x": 2, "u": 4, "U": 8}


@dataclass(frozen=True, slots=True)
class TextMap:
    """The place of each character of a scalar's text.

    Attributes:
        segments: Triples (index in the text, file start, file end), by index. A segment is as
            long in the file as in the text, or it is one character that is written differently,
            such as an escape.
        length: The number of characters in the text.
        start: Where the text starts if it has no characters.
    """

    segments: tuple[tuple[int, int, int], ...]
    length: int
    start: int

    def _segment(self, index: int) -> tuple[int, int, int, bool]:
        """Return the file offsets of the segment of `index`, the index in it, and if it is 1:1."""
        number = bisect_right(self.segments, index, key=lambda each: each[0]) - 1
        first, start, end = self.segments[max(number, 0)]
        last = self.length if number + 1 == len(self.segments) else self.segments[number + 1][0]
        return start, end, index - first, last - first == end - start

    def offset_of(self, index: int) -> int:
        """Return the file offset of character `index`; `length` gives the end of the last one."""
        if not self.segments:
            return self.start
        if index >= self.length:
            return self.segments[-1][2]
        start, _, inside, exact = self._segment(max(index, 0))
        return start + inside if exact else start

    def end_of(self, index: int) -> int:
        """Return the file offset after character `index`."""
        if not self.segments:
            return self.start
        start, end, inside, exact = self._segment(min(max(index, 0), self.length - 1))
        return start + inside + 1 if exact else end

    def last_visible(self, text: str, start: int) -> int:
        """Return the end of the last character but line breaks, or of the `|` at `start`."""
        visible = len(text.rstrip("\n"))
        return self.end_of(visible - 1) if visible else start + 1


class _Writer:
    """Collects characters together with their offsets."""

    def __init__(self, text: str) -> None:
        """Prepare to read from the file's `text`."""
        self.text = text
        self.parts: list[str] = []
        self.segments: list[tuple[int, int, int]] = []
        self.length = 0

    def run(self, start: int, end: int) -> None:
        """Add characters that are written as themselves."""
        if start < end:
            self.segments.append((self.length, start, end))
            self.parts.append(self.text[start:end])
            self.length += end - start

    def one(self, character: str, start: int, end: int) -> None:
        """Add one character that is written as `text[start:end]`."""
        self.segments.append((self.length, start, end))
        self.parts.append(character)
        self.length += 1

    def fold(self, start: int, end: int) -> None:
        """Add a folded line break: a space, or the line breaks after the first."""
        breaks = list(LINE_BREAK.finditer(self.text, start, end))
        if len(breaks) == 1:
            self.one(" ", start, end)
        for found in breaks[1:]:
            self.one("\n", found.start(), found.end())


def map_text(text: str, start: int, end: int, style: str, value: str) -> TextMap:
    r"""Return the file offsets of the characters of a scalar.

    Args:
        text: The text of the file.
        start: Where the scalar starts, including its quote or `|`.
        end: Where it ends, including its quote; of a block, any offset in the empty lines after it.
        style: "plain", "single", "double", "literal" or "folded".
        value: The scalar's text, as the parser returned it.

    >>> at = map_text('a: "x\\ty"', 3, 9, "double", "x\ty")
    >>> [at.offset_of(index) for index in range(4)]
    [4, 5, 7, 8]
    """
    if style == "plain" and end - start == len(value):
        return TextMap(((0, start, end),) if value else (), len(value), start)
    content = start if style == "plain" else start + 1
    writer = _Writer(text)
    _READERS[style](writer, start, end, value)
    read = "".join(writer.parts)
    if read != value and style in ("literal", "folded"):
        # The number of line breaks at the end depends on the header; the parser has applied it.
        surplus = read[len(value) :]
        if read.startswith(value) and not surplus.strip("\n"):
            segments = tuple(each for each in writer.segments if each[0] < len(value))
            return TextMap(segments, len(value), content)
    if read != value:
        return TextMap(((0, start, end),) if value else (), len(value), start)
    return TextMap(tuple(writer.segments), len(value), content)


def _read_plain(writer: _Writer, start: int, end: int, _value: str) -> None:
    """Read an unquoted scalar of several lines."""
    _read_folding(writer, start, end, _PLAIN_RUN)


def _read_single(writer: _Writer, start: int, end: int, _value: str) -> None:
    """Read a scalar in single quotes."""
    _read_folding(writer, start + 1, end - 1, _SINGLE_RUN)


def _read_double(writer: _Writer, start: int, end: int, _value: str) -> None:
    """Read a scalar in double quotes."""
    _read_folding(writer, start + 1, end - 1, _DOUBLE_RUN)


def _read_folding(writer: _Writer, at: int, end: int, ordinary: re.Pattern[str]) -> None:
    """Read text in which line breaks are folded; `ordinary` matches characters that stand alone."""
    text = writer.text
    while at < end:
        if found := ordinary.match(text, at, end):
            writer.run(at, found.end())
        elif found := _FOLD.match(text, at, end):
            writer.fold(at, found.end())
        elif found := _BLANKS.match(text, at, end):
            writer.run(at, found.end())
        elif text[at] == "'":
            writer.one("'", at, at + 2)
            at += 2
            continue
        elif found := _ESCAPED_BREAK.match(text, at, end):
            for line_break in LINE_BREAK.finditer(text, found.start(1), found.end(1)):
                writer.one("\n", line_break.start(), line_break.end())
        else:
            at = _read_escape(writer, at)
            continue
        at = found.end()


def _read_escape(writer: _Writer, at: int) -> int:
    """Read one escape of a double-quoted scalar; return where it ends."""
    text = writer.text
    letter = text[at + 1 : at + 2]
    digits = _HEX_DIGITS.get(letter, 0)
    end = at + 2 + digits
    if digits:
        try:
            character = chr(int(text[at + 2 : end], 16))
        except (ValueError, OverflowError):
            character = "\N{REPLACEMENT CHARACTER}"
    else:
        character = _ESCAPES.get(letter, letter)
    writer.one(character, at, end)
    return end


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each line its start, its end, and its end including the line break."""
    while start < end:
        found = _LINE.match(text, start, end)
        if found is None:  # pragma: no cover - the pattern matches everywhere
            return
        yield found.start(), found.end(1), found.end()
        start = found.end()


def _indentation(text: str, start: int, end: int, value: str) -> int:
    """Return how many spaces the parser removed from the lines of a block."""
    written = _INDENT_OF_TEXT.search(text, start, end)
    kept = _INDENT_OF_TEXT.search(value)
    if written and kept:
        return max(len(written[1]) - len(kept[1]), 0)
    # The block has only spaces: compare the longest line with what the parser left of it.
    longest = max((last - first for first, last, _ in _lines(text, start, end)), default=0)
    left = max(map(len, value.split("\n")))
    return longest - left if left else end - start


def _read_block(writer: _Writer, start: int, end: int, value: str, *, folded: bool) -> None:
    """Read a block scalar, with all line breaks at its end."""
    text = writer.text
    lines = _lines(text, start, end)
    _, _, content = next(lines, (start, start, end))
    indent = _indentation(text, content, end, value)
    breaks: list[tuple[int, int]] = []
    seen = False  # whether a line with text came before
    blank_before = False  # whether the last such line started with a space or tab
    for line_start, line_end, after in lines:
        spaces = _SPACES.match(text, line_start, min(line_end, line_start + indent))
        first = spaces.end() if spaces else line_start
        if first == line_end:
            breaks.append((line_end, after))
            continue
        blank = text[first] in " \t"
        if folded and seen and not blank and not blank_before:
            if len(breaks) == 1:
                writer.one(" ", breaks[0][0], first)
            breaks = breaks[1:]
        for break_start, break_end in breaks:
            writer.one("\n", break_start, break_end)
        writer.run(first, line_end)
        breaks = [(line_end, after)] if after > line_end else []
        seen, blank_before = True, blank
    for break_start, break_end in breaks:
        if break_end > break_start:
            writer.one("\n", break_start, break_end)


def _read_literal(writer: _Writer, start: int, end: int, value: str) -> None:
    """Read a `|` block."""
    _read_block(writer, start, end, value, folded=False)


def _read_folded(writer: _Writer, start: int, end: int, value: str) -> None:
    """Read a `>` block."""
    _read_block(writer, start, end, value, folded=True)


_READERS: Final[dict[str, Callable[[_Writer, int, int, str], None]]] = {
    "plain": _read_plain,
    "single": _read_single,
    "double": _read_double,
    "literal": _read_literal,
    "folded": _read_folded,
}
