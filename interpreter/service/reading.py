"""Reads the structure of YAML text whatever its state, to find out where in a ruleset a place is.

An author who types leaves a text that no YAML parser reads. Here each line counts by itself: its indentation says
to what it belongs, and a bracket that is not closed ends before the next key at its level.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from ..diagnostics import Source, Span
from ..source.located import Entry, Mapping, Node, Scalar, Sequence
from ..source.scalars import plain_value
from ..source.sections import sections

Path: TypeAlias = tuple[str | int, ...]
Form: TypeAlias = Literal["plain", "quoted", "block", "folded", "brackets", "nothing"]

_KEY: Final = re.compile(
    r"""("(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'|[^\s#\[\]{},"'&*!|>%@`-][^\r\n#]*?)[ \t]*:(?=[ \t]|$)"""
)
_DASH: Final = re.compile(r"-[ \t]+|-$")
_BLOCK: Final = re.compile(r"([|>])[-+0-9]*[ \t]*(#.*)?$")
_LINE: Final = re.compile(r"([^\r\n]*)(\r\n|\n|\r|$)")


@dataclass(slots=True)
class Item:
    """A key with its value, or a member of a list.

    Attributes:
        path: where it stands: the keys and numbers that lead to it.
        start, stop: the place of its key; of a member of a list that of its dash.
        indent: the column of its key.
        form: how its value is written; `nothing` if that stands in the lines below, or nowhere.
        value: the place of the value, without quotes or the `|`.
        end: where the last of what belongs to it ends.
        flow: whether it stands in brackets.
    """

    path: Path
    start: int
    stop: int
    indent: int
    form: Form = "nothing"
    value: tuple[int, int] = (0, 0)
    end: int = 0
    flow: bool = False

    @property
    def name(self) -> str:
        """The last key."""
        return str(self.path[-1])

    def moved(self, offset: int) -> Item:
        """Return the item in a text before which others stand."""
        start, stop = self.value if self.form == "nothing" else (self.value[0] + offset, self.value[1] + offset)
        places = self.start + offset, self.stop + offset, self.indent
        return Item(self.path, *places, self.form, (start, stop), self.end + offset, self.flow)


@dataclass(slots=True)
class Structure:
    """What a text says, as far as it can be seen.

    Attributes:
        items: all keys and members, in the order of the text.
        words: words that stand where a key may stand, but without a `:`, each with the path around it and its column.
        gaps: places in brackets where a key or a value may stand, with their path.
    """

    items: list[Item] = field(default_factory=list[Item])
    words: list[tuple[int, int, Path, int]] = field(default_factory=list[tuple[int, int, Path, int]])
    gaps: list[tuple[int, int, Path, bool]] = field(default_factory=list[tuple[int, int, Path, bool]])

    def inside(self, path: Path) -> list[Item]:
        """Return the items directly inside a path."""
        return [each for each in self.items if each.path[:-1] == path]

    def at(self, path: Path) -> Item | None:
        """Return the item of a path; None if there is none."""
        return next((each for each in self.items if each.path == path), None)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in the structure of a text a place is.

    Attributes:
        role: whether a key stands here, or a value.
        path: of a key the mapping around it; of a value the keys that lead to it.
        start, stop: the key or value that stands here, or an empty place.
        form: how the value is written.
        flow: whether it stands in brackets.
        again: whether a `:` follows, for a key.
        tight: whether a space is missing before it, after a `:`.
    """

    role: Literal["key", "value"]
    path: Path
    start: int
    stop: int
    form: Form = "plain"
    flow: bool = False
    again: bool = False
    tight: bool = False


@lru_cache(maxsize=8)
def structure(text: str) -> Structure:
    r"""Return the structure of a text.

    >>> [each.path for each in structure("zones:\n  hand: {each: player\nphases:").items]
    [('zones',), ('zones', 'hand'), ('zones', 'hand', 'each'), ('phases',)]
    """
    whole = Structure()
    for start, section in sections(text):
        part = _structure_at(section, start)
        whole.items += part.items
        whole.words += part.words
        whole.gaps += part.gaps
    return whole


@lru_cache(maxsize=256)
def _structure(section: str) -> Structure:
    return _Reader(section).read()


@lru_cache(maxsize=256)
def _structure_at(section: str, offset: int) -> Structure:
    """Return the structure of a section at its place."""
    found = _structure(section)
    return Structure(
        [each.moved(offset) for each in found.items],
        [(start + offset, stop + offset, path, column) for start, stop, path, column in found.words],
        [(start + offset, stop + offset, path, is_key) for start, stop, path, is_key in found.gaps],
    )


def spot(text: str, offset: int) -> Spot | None:
    """Return where in the structure a place is; None in a comment, or where nothing may be written."""
    found = structure(text)
    line = text.rfind("\n", 0, offset) + 1
    for item in reversed(found.items):
        if item.form not in ("nothing", "brackets") and _holds(text, item, offset):
            tight = text[item.value[0] - 1 : item.value[0]] == ":"
            start, stop = item.value
            return Spot("value", item.path, start, max(stop, offset), item.form, item.flow, tight=tight)
        if isinstance(item.path[-1], str) and item.start <= offset <= item.stop:
            return Spot("key", item.path[:-1], item.start, item.stop, flow=item.flow, again=True)
    for start, stop, path, is_key in found.gaps:
        if start <= offset <= stop:
            return Spot("key" if is_key else "value", path, offset, offset, flow=True)
    if "#" in text[line:offset]:
        return None
    for start, stop, path, _ in found.words:
        if start <= offset <= stop:
            return Spot("key", path, start, stop)
    before = text[line:offset]
    if before.strip(" \ufeff") == "" and not text[offset : _line_end(text, offset)].strip():
        return Spot("key", _around(found, line, len(before)), offset, offset)
    own = [each for each in found.items if line <= each.start and each.stop <= offset]
    if own and own[-1].form == "nothing" and not text[own[-1].stop : offset].strip(": \t-"):
        return Spot("value", own[-1].path, offset, offset, tight=text[offset - 1 : offset] == ":")
    return None


def _holds(text: str, item: Item, offset: int) -> bool:
    """Return whether a place is in a value, or after it with nothing but spaces between."""
    start, stop = item.value
    if start <= offset <= stop:
        return True
    return item.form == "plain" and stop < offset and not text[stop:offset].strip(" \t")


def _line_end(text: str, offset: int) -> int:
    found = re.compile(r"[\r\n]|$").search(text, offset)
    return found.start() if found else len(text)


def _around(found: Structure, line: int, column: int) -> Path:
    """Return the path of the mapping to which a new line with an indentation belongs."""
    limit = column
    for item in reversed(found.items):
        if item.start >= line or item.flow or item.indent >= limit:
            continue
        limit = item.indent
        if item.form == "nothing":
            return item.path
        return item.path[:-1] if item.indent < column else item.path
    return ()


class _Reader:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        """Begin with nothing."""
        self.text = text
        self.found = Structure()
        self.open: list[Item] = []  # around the present line, by rising columns
        self.counts: dict[Path, int] = {}  # members of lists so far
        self.ended = 0  # where the last text before the present line ends

    def read(self) -> Structure:
        """Return the structure."""
        position = 1 if self.text.startswith("\ufeff") else 0
        while position < len(self.text):
            following = self.line(position)
            written = self.text[position:following].rstrip()
            self.ended, position = position + len(written) if written else self.ended, following
        for item in self.open:
            item.end = max(item.end, self.ended)
        return self.found

    def line(self, position: int) -> int:
        """Read a line, and what follows if its value has several; return where the next one begins."""
        found = _LINE.match(self.text, position)
        assert found is not None
        content, stop, following = found[1], found.end(1), max(found.end(), position + 1)
        start = position + len(content) - len(content.lstrip(" \t"))
        if start >= stop or self.text[start] == "#" or content.startswith(("---", "...", "%")):
            return following
        column = start - position
        self.leave(column, position)
        goes_on = bool(self.open) and self.open[-1].form == "plain"
        while not goes_on and (dash := _DASH.match(self.text, start, stop)):
            outer = self.open[-1].path if self.open else ()
            number = self.counts[outer] = self.counts.get(outer, -1) + 1
            self.enter(Item((*outer, number), start, start + 1, column))
            start, column = dash.end(), dash.end() - position
        key = _KEY.match(self.text, start, stop)
        if key is None:
            return self.loose(start, stop, column, following)
        item = self.enter(Item((*self.path, _unquoted(key[1])), key.start(1), key.end(1), column))
        return self.value(item, key.end(), stop, following)

    @property
    def path(self) -> Path:
        """The path of the mapping that is open."""
        return self.open[-1].path if self.open else ()

    def enter(self, item: Item) -> Item:
        """Add an item, which is open until a line with no larger indentation."""
        item.end = item.stop
        self.found.items.append(item)
        self.open.append(item)
        return item

    def leave(self, column: int, position: int) -> None:
        """Close what a line at a column does not belong to."""
        while self.open and self.open[-1].indent >= column:
            top = self.open[-1]
            if self.text[position + column] == "-" and top.indent == column and isinstance(top.path[-1], str):
                return  # the members of a list may stand below its key
            item = self.open.pop()
            item.end = max(item.end, self.ended)

    def loose(self, start: int, stop: int, column: int, following: int) -> int:
        """Read a line that has no key: a member of a list, or a word to which no `:` was typed yet."""
        top = self.open[-1] if self.open else None
        if top is not None and isinstance(top.path[-1], int) and top.form == "nothing":
            return self.value(top, start, stop, following)
        if top is not None and top.form in ("plain", "quoted") and not top.flow:
            top.value = (top.value[0], _trimmed(self.text, start, stop))  # goes on from the line before
            top.end = top.value[1]
            return following
        if top is not None and self.text[start] in "[{\"'|>":
            return self.value(top, start, stop, following)
        self.found.words.append((start, _trimmed(self.text, start, stop), self.path, column))
        return following

    def value(self, item: Item, start: int, stop: int, following: int) -> int:
        """Read the value of a key or member; return where the next line begins."""
        while start < stop and self.text[start] in " \t":
            start += 1
        if start >= stop or self.text[start] == "#":
            return following
        block = _BLOCK.match(self.text, start, stop)
        if block:
            item.form = "block" if block[1] == "|" else "folded"
            return self.block(item, following)
        if self.text[start] in "[{":
            item.form = "brackets"
            end = self.brackets(start, item.path, item.indent)
            item.value, item.end = (start, end), end
            found = _LINE.match(self.text, end)
            return found.end() if found and found.end() > end else max(end, following)
        if self.text[start] in "\"'":
            end = self.quoted(start, stop)
            item.form = "quoted"
            closed = end - start > 1 and self.text[end - 1] == self.text[start]
            item.value, item.end = (start + 1, end - closed), end
            return following
        item.form = "plain"
        item.value = (start, _trimmed(self.text, start, stop))
        item.end = item.value[1]
        return following

    def block(self, item: Item, position: int) -> int:
        """Read a text of several lines, each indented more than its key."""
        first, end = position, position
        while position < len(self.text):
            found = _LINE.match(self.text, position)
            assert found is not None
            content = found[1]
            if content.strip() and len(content) - len(content.lstrip(" \t")) <= self.outer(item):
                break
            if content.strip():
                end = found.end(1)
            elif found.end(1) - position > self.outer(item):
                end = found.end(1)  # an empty line with its indentation already typed
            position = max(found.end(), position + 1)
        item.value, item.end = (min(first, len(self.text)), max(first, end)), max(first, end)
        return position

    def outer(self, item: Item) -> int:
        """Return the column that a text of several lines must exceed."""
        members = [each for each in self.open if each.path == item.path[:-1] and isinstance(each.path[-1], int)]
        return members[-1].indent if members and item.start - members[-1].start < 3 else item.indent

    def quoted(self, start: int, stop: int) -> int:
        """Return where a text in quotes ends, at the latest with its line."""
        pattern = r'"(?:[^"\\\r\n]|\\.)*"?' if self.text[start] == '"' else r"'(?:[^'\r\n]|'')*'?"
        found = re.compile(pattern).match(self.text, start, stop)
        return found.end() if found else stop

    # -- brackets

    def brackets(self, start: int, path: Path, indent: int) -> int:
        """Read a mapping or list in brackets; return where it ends."""
        mapping, limit = self.text[start] == "{", self.limit(start, indent)
        position, number = start + 1, 0
        while position < limit:
            gap = position
            position = self.blanks(position, limit)
            if position >= limit or self.text[position] in "]}":
                self.found.gaps.append((gap, min(position, limit), path if mapping else (*path, number), mapping))
                return min(position + 1, limit)
            if self.text[position] == ",":
                self.found.gaps.append((gap, position, path if mapping else (*path, number), mapping))
                position, number = position + 1, number + 1
                continue
            if position > gap:
                self.found.gaps.append((gap, position - 1, path if mapping else (*path, number), mapping))
            position = self.member(position, limit, path, number, indent, mapping=mapping)
        self.found.gaps.append((min(position, limit), limit, path if mapping else (*path, number), mapping))
        return limit

    def member(self, position: int, limit: int, path: Path, number: int, indent: int, *, mapping: bool) -> int:
        """Read an entry of a mapping or a member of a list in brackets."""
        if not mapping:
            item = Item((*path, number), position, position, indent, flow=True)
            self.found.items.append(item)
            end = self.word(position, limit, key=True)
            if self.text[position] not in "[{\"'" and self.text[end : end + 1] == ":":  # one pair without braces
                item.end = self.member(position, limit, item.path, 0, indent, mapping=True)
                return item.end
            return self.inner(item, position, limit, indent)
        end = self.quoted(position, limit) if self.text[position] in "\"'" else self.word(position, limit, key=True)
        key = _unquoted(self.text[position:end].strip())
        item = Item((*path, key), position, _trimmed(self.text, position, end), indent, flow=True)
        item.end = item.stop
        after = self.blanks(end, limit)
        if after >= limit or self.text[after] != ":":
            self.found.words.append((position, item.stop, path, indent))
            return max(end, position + 1)
        self.found.items.append(item)
        gap, position = after + 1, self.blanks(after + 1, limit)
        if position >= limit or self.text[position] in ",}]":
            self.found.gaps.append((gap, position, item.path, False))
            return position
        if position > gap + 1:
            self.found.gaps.append((gap, position - 1, item.path, False))
        return self.inner(item, position, limit, indent)

    def inner(self, item: Item, position: int, limit: int, indent: int) -> int:
        """Read a value inside brackets."""
        sign = self.text[position]
        if sign in "[{":
            item.form = "brackets"
            end = self.brackets(position, item.path, indent)
            item.value, item.end = (position, end), end
            return end
        if sign in "\"'":
            end = self.quoted(position, limit)
            closed = end - position > 1 and self.text[end - 1] == sign
            item.form, item.value, item.end = "quoted", (position + 1, end - closed), end
            return end
        end = self.word(position, limit, key=False)
        item.form, item.value = "plain", (position, _trimmed(self.text, position, end))
        item.end = item.value[1]
        return max(end, position + 1)

    def word(self, position: int, limit: int, *, key: bool) -> int:
        """Return where a text without quotes ends in brackets."""
        stops = r"[,\[\]{}]|:(?=[\s,\]}])|\s#" if key else r"[,\]}\[{]|\s#"
        found = re.compile(stops).search(self.text, position, limit)
        return found.start() if found else limit

    def blanks(self, position: int, limit: int) -> int:
        """Return where the next text begins after spaces and comments."""
        found = re.compile(r"(?:\s|(?<=\s)#[^\r\n]*)*").match(self.text, position, limit)
        return found.end() if found else position

    def limit(self, start: int, indent: int) -> int:
        """Return where brackets end at the latest: before the next key with no larger indentation."""
        for found in re.compile(r"(?:\r\n|\n|\r)( *)(?=[^\s#\]}])").finditer(self.text, start):
            if len(found[1]) <= indent:
                return found.start()
        return len(self.text)


def _trimmed(text: str, start: int, stop: int) -> int:
    """Return where a text ends without the comment and the spaces after it."""
    comment = re.compile(r"\s#").search(text, start, stop)
    end = comment.start() if comment else stop
    return start + len(text[start:end].rstrip())


def _unquoted(key: str) -> str:
    return key[1:-1] if len(key) > 1 and key[0] in "\"'" and key[-1] == key[0] else key


def rebuilt(source: Source) -> Mapping:
    r"""Return the data of a text that YAML cannot read, as far as it can be seen.

    >>> from ..source.located import plain
    >>> plain(rebuilt(Source("g.yaml", "zones:\n  hand: {each: player\nname: Mine")))
    {'zones': {'hand': {'each': 'player'}}, 'name': 'Mine'}
    """
    found = structure(source.text)
    below: dict[Path, list[Item]] = {}
    for item in found.items:
        below.setdefault(item.path[:-1], []).append(item)

    def node(item: Item) -> Node:
        inside = below.get(item.path, [])
        span = Span(source.file, item.start, max(item.end, item.stop))
        if inside and all(isinstance(each.path[-1], int) for each in inside):
            return Sequence(tuple(node(each) for each in inside), span)
        if inside or item.form == "brackets":
            return Mapping(entries(inside), span)
        start, stop = item.value
        text = source.text[start:stop] if item.form != "nothing" else ""
        if item.form in ("block", "folded"):
            text = textwrap.dedent(text)
        place = Span(source.file, start, stop) if stop else span
        value = plain_value(text, place)[0] if item.form == "plain" else text if item.form != "nothing" else None
        return Scalar(value, text, "plain" if item.form in ("plain", "nothing") else "double", place)

    def entries(items: list[Item]) -> dict[str, Entry]:
        named = [each for each in items if isinstance(each.path[-1], str)]
        return {each.name: Entry(each.name, Span(source.file, each.start, each.stop), node(each)) for each in named}

    return Mapping(entries(below.get((), [])), Span(source.file, 0, len(source.text)))
