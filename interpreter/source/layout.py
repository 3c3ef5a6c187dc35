"""Writes located data as YAML text, in one canonical layout.

Sections and the keys of a rule have the order of the schema; names that the author chose keep their
order. Indentation is two columns. A collection in brackets is written on one line, or unfolded into
lines if it is too long or has comments inside. The values of adjacent one-line rules are aligned,
and so are adjacent comments. Texts of several lines keep their line breaks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from ..diagnostics import Sources
from . import heads
from .comments import Comments, is_flow
from .located import Entry, Mapping, Node, Scalar, Sequence
from .scalars import quoted
from .schema import Kind, Path, schema_at

WIDTH: Final = 100
"""The most columns of a line with brackets, not counting a comment after it."""

Wording: TypeAlias = Callable[[Scalar, Path], str | None]
"""Returns another text for a scalar, or None to leave it as it is."""

_NO_COMMENTS: Final = Comments()


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, and the comment after it."""

    text: str
    beside: str = ""


def write(
    tree: Mapping,
    sources: Sources,
    *,
    kind: Kind = "ruleset",
    comments: Comments = _NO_COMMENTS,
    wording: Wording = lambda _scalar, _path: None,
) -> str:
    """Return the text of a ruleset or a suite.

    Args:
        tree: the data; it is valid under the schema.
        sources: the texts that it was read from.
        kind: the schema of the data.
        comments: the comments of the file, if the data comes from one file.
        wording: returns another text of the same meaning for some scalars.
    """
    writer = _Writer(sources, kind, comments, wording)
    body = writer.mapping(writer.headed(tree), 0, ())
    while body and not body[0].text:  # blank lines before a key that moved here
        del body[0]
    lines = [*map(_Line, comments.top), *body, *map(_Line, comments.end)]
    while lines and not lines[-1].text:
        lines.pop()
    while lines and not lines[0].text:
        del lines[0]
    return "".join(f"{text}\n" for text in _with_comments(lines))


def _with_comments(lines: list[_Line]) -> list[str]:
    """Return the lines as text; comments after adjacent lines begin in the same column."""
    result: list[str] = []
    for index, line in enumerate(lines):
        if not line.beside:
            result.append(line.text)
            continue
        first = last = index
        while first > 0 and lines[first - 1].beside:
            first -= 1
        while last + 1 < len(lines) and lines[last + 1].beside:
            last += 1
        column = max(len(each.text) for each in lines[first : last + 1])
        result.append(f"{line.text:<{column}}  {line.beside}")
    return result


@dataclass(slots=True)
class _Writer:
    """Writes nodes as lines."""

    sources: Sources
    kind: Kind
    comments: Comments
    wording: Wording
    _done: set[int] = field(default_factory=set[int], init=False)

    def headed(self, tree: Mapping) -> Mapping:
        """Return the data with heads of definitions, where they are written in lines and no comment is inside."""

        def keep(entry: Entry) -> bool:
            span = entry.value.span
            comments = self.comments.inside(entry.key_span.start, span.end)
            return comments or self._in_brackets(entry)

        return heads.headed(tree, keep, WIDTH - 4) if self.kind == "ruleset" else tree

    def _in_brackets(self, entry: Entry) -> bool:
        """Return whether an entry stands in brackets with others: something but spaces is before its key."""
        text, start = self.sources[entry.key_span.file].text, entry.key_span.start
        return bool(text[text.rfind("\n", 0, start) + 1 : start].strip())

    # -- collections

    def mapping(self, node: Mapping, indent: int, path: Path) -> list[_Line]:
        """Return the lines of a mapping."""
        entries = self._in_order(node, path)
        blocks = [self._entry(entry, indent, (*path, entry.key)) for entry in entries]
        if path and "properties" not in schema_at(self.kind, path):
            self._align(entries, blocks, indent)
        lines = [line for before, block in blocks for line in (*before, *block)]
        return lines + self._within(node, indent)

    def _in_order(self, node: Mapping, path: Path) -> list[Entry]:
        """Return entries in the order of the schema; names of the author's keep their order.

        So do all keys beside an unknown one, for what it was meant to belong to is guessed from its
        place.
        """
        schema = schema_at(self.kind, path)
        entries, keys = [*node.entries.values()], list(schema.get("properties", ()))
        if schema.get("additionalProperties") is False and not node.entries.keys() <= {*keys}:
            return entries
        order = {key: index for index, key in enumerate(keys)}
        return sorted(entries, key=lambda entry: order.get(entry.key, len(order)))

    def _entry(self, entry: Entry, indent: int, path: Path) -> tuple[list[_Line], list[_Line]]:
        """Return the lines above an entry, and its own lines."""
        offset = entry.key_span.start
        before = self._before(offset, indent)
        key = " " * indent + self._key(entry)
        body = self._value(entry.value, f"{key}:", indent, path, offset)
        return before, body

    def _align(self, entries: list[Entry], blocks: list[tuple[list[_Line], list[_Line]]], indent: int) -> None:
        """Align the braces of adjacent one-line entries."""

        def is_short(index: int) -> bool:
            body = blocks[index][1]
            return isinstance(entries[index].value, Mapping) and len(body) == 1

        index = 0
        while index < len(blocks):
            run = [index] if is_short(index) else []
            index += 1
            while run and index < len(blocks) and not blocks[index][0] and is_short(index):
                run.append(index)
                index += 1
            keys = [len(self._key(entries[each])) for each in run]
            texts = [blocks[each][1][0].text for each in run]
            widths = [len(text) - key for text, key in zip(texts, keys, strict=True)]
            column = max(keys, default=0)
            if len(run) < 2 or max(widths) + column > WIDTH:
                continue
            for each, key in zip(run, keys, strict=True):
                line = blocks[each][1][0]
                middle = indent + key + 1
                gap = " " * (column - key)
                text = line.text[:middle] + gap + line.text[middle:]
                blocks[each][1][0] = replace(line, text=text)

    def _items(self, node: Sequence, indent: int, path: Path) -> list[_Line]:
        lines: list[_Line] = []
        for number, item in enumerate(node.items):
            lines += self._before(item.span.start, indent)
            dash, inner = " " * indent + "-", (*path, number)
            if isinstance(item, Mapping) and self._flow(item, indent + 2, inner) is None:
                body = self.mapping(item, indent + 2, inner)
                above = next(i for i, line in enumerate(body) if line.text.strip()[:1] not in "#")
                lines += [_Line(line.text[2:]) for line in body[:above] if line.text]
                first = body[above]
                lines += [replace(first, text=f"{dash} {first.text.lstrip()}"), *body[above + 1 :]]
            else:
                lines += self._value(item, dash, indent, inner, item.span.start)
        return lines + self._within(node, indent)

    def _value(self, node: Node, head: str, indent: int, path: Path, offset: int) -> list[_Line]:
        """Return the lines of a value, with its key or dash in the first one."""
        key_comment = self.comments.beside_key.get(offset, "")
        comment = self.comments.beside.get(offset, "")
        if isinstance(node, Scalar):
            texts = self._scalar(node, indent + 2, path)
            if key_comment and len(texts) > 1 and node.style not in ("literal", "folded"):
                lines = [_Line(head), *map(_Line, [" " * (indent + 2) + texts[0], *texts[1:]])]
            else:
                first = f"{head} {texts[0]}" if texts[0] else head
                lines = [_Line(first), *map(_Line, texts[1:])]
        else:
            flow = None if key_comment else self._flow(node, len(head) + 1, path)
            if flow is None:
                both = " ".join(filter(None, (key_comment, comment)))
                inner = self.mapping if isinstance(node, Mapping) else self._items
                return [_Line(head, both), *inner(node, indent + 2, path)]  # type: ignore[arg-type]
            lines = [_Line(f"{head} {flow[0]}"), *map(_Line, flow[1:])]
        if key_comment:
            lines[0] = replace(lines[0], beside=key_comment)
        if comment:
            both = " ".join(filter(None, (lines[-1].beside, comment)))
            lines[-1] = replace(lines[-1], beside=both)
        return lines

    # -- in brackets

    def _flow(self, node: Mapping | Sequence, column: int, path: Path) -> list[str] | None:
        """Return a collection in brackets that begins at a column; None if it must be unfolded."""
        source = self.sources[node.span.file]
        empty = not (node.entries if isinstance(node, Mapping) else node.items)
        if not empty and not is_flow(node, source):
            return None
        if self.comments.inside(node.span.start, node.span.end):
            return None
        parts = self._parts(node, path)
        if parts is None:
            return None
        left, right = "{}" if isinstance(node, Mapping) else "[]"
        text = left + ", ".join(parts) + right
        if column + len(text) <= WIDTH:
            return [text]
        simple = isinstance(node, Sequence) and all(isinstance(each, Scalar) for each in node.items)
        if not simple or column + 1 + max(map(len, parts)) >= WIDTH or column > WIDTH // 2:
            return None
        lines, line, room = list[str](), left + parts[0], WIDTH - column
        for part in parts[1:]:
            if len(line) + len(part) + 3 > room:
                lines.append(f"{line},")
                line, room = part, WIDTH - column - 1
            else:
                line += f", {part}"
        first, *others = [*lines, line + right]
        return [first, *(" " * (column + 1) + other for other in others)]

    def _parts(self, node: Mapping | Sequence, path: Path) -> list[str] | None:
        """Return the texts between the brackets; None if one of them takes several lines."""
        parts: list[str] = []
        if isinstance(node, Mapping):
            for entry in self._in_order(node, path):
                text = self._inline(entry.value, (*path, entry.key))
                if text is None:
                    return None
                parts.append(f"{self._key(entry, flow=True)}: {text}")
            return parts
        for number, item in enumerate(node.items):
            text = self._inline(item, (*path, number))
            if text is None:
                return None
            # `[draw, discard: lowest value of card]`: a single pair in a list needs no braces
            pair = isinstance(item, Mapping) and len(item.entries) == 1
            bare = pair and not is_flow(item, self.sources[item.span.file])
            parts.append(text[1:-1] if bare else text)
        return parts

    def _inline(self, node: Node, path: Path) -> str | None:
        if isinstance(node, Scalar):
            if node.style in ("literal", "folded"):
                return None
            text = self.wording(node, path) or node.text
            if node.style == "plain":
                return text if node.text else "null"
            return quoted(text, flow=True)
        parts = self._parts(node, path)
        if parts is None:
            return None
        left, right = "{}" if isinstance(node, Mapping) else "[]"
        return left + ", ".join(parts) + right

    # -- keys and scalars

    def _key(self, entry: Entry, *, flow: bool = False) -> str:
        number = entry.key.isascii() and entry.key.isdigit()  # as a key it is text all the same
        return entry.key if number else quoted(entry.key, flow=flow)

    def _scalar(self, node: Scalar, indent: int, path: Path) -> list[str]:
        """Return the lines of a scalar; all but the first include their indentation."""
        raw = self.sources[node.span.file].text[node.span.start : node.span.end]
        text = self.wording(node, path)
        if node.style in ("literal", "folded"):
            return self._block(node, raw, text, indent)
        if "\n" not in raw and "\r" not in raw:
            if node.style == "plain":
                return [text or raw]
            return [quoted(text or node.text, flow=False)]
        first, *others = raw.splitlines()
        return [first.rstrip(), *_moved(others, indent + 2)]

    def _block(self, node: Scalar, raw: str, text: str | None, indent: int) -> list[str]:
        """Return a `|` or `>` block."""
        header, *lines = raw.splitlines()
        sign = header.partition("#")[0].strip()
        if text is not None:
            lines = text.splitlines()
        elif any(character in sign for character in "123456789+"):
            return [json.dumps(node.text, ensure_ascii=False)]
        else:
            first = next((line for line in lines if line.strip()), "")
            margin = len(first) - len(first.lstrip(" "))
            lines = [line[margin:] for line in lines]
        return [sign, *(" " * indent * bool(line) + line for line in lines)]

    # -- comments

    def _before(self, offset: int, indent: int) -> list[_Line]:
        lines = [] if offset in self._done else self.comments.before.get(offset, [])
        self._done.add(offset)  # an item and its first key have the same offset
        return [_Line(" " * indent * bool(line) + line) for line in lines]

    def _within(self, node: Node, indent: int) -> list[_Line]:
        lines = self.comments.within.get(node.span.start, [])
        return [_Line(" " * indent * bool(line) + line) for line in lines]


def _moved(lines: list[str], indent: int) -> list[str]:
    """Return lines moved as a whole, so that the least indented one gets an indentation."""
    texts = [line.expandtabs().rstrip() for line in lines]
    margin = min(len(text) - len(text.lstrip()) for text in texts if text)
    return [" " * indent * bool(text) + text[margin:] for text in texts]
