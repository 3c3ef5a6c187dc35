r"""The comments of a YAML file, each with the key or item that it belongs to.

The source stage drops comments; they are found again in the gaps between keys, values and brackets.
A comment on a line of its own belongs to what follows, unless it is indented like what came before;
a comment after a value belongs to that value. Blank lines are kept like comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..diagnostics import Source
from .located import Mapping, Node, Scalar, Sequence

_COMMENT = re.compile(r"#[^\r\n]*")
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(#[^\r\n]*)?")


@dataclass(slots=True)
class Comments:
    """Comments by the offset of the key or item that they belong to.

    Attributes:
        before: lines above a key or an item; an empty string is a blank line.
        beside_key: the comment after a key whose value begins on a later line.
        beside: the comment after a value.
        within: lines at the end of a collection, by the offset of the collection.
        top, end: lines at the beginning and at the end of the file.
    """

    before: dict[int, list[str]] = field(default_factory=dict[int, "list[str]"])
    beside_key: dict[int, str] = field(default_factory=dict[int, str])
    beside: dict[int, str] = field(default_factory=dict[int, str])
    within: dict[int, list[str]] = field(default_factory=dict[int, "list[str]"])
    top: list[str] = field(default_factory=list[str])
    end: list[str] = field(default_factory=list[str])

    def inside(self, start: int, end: int) -> bool:
        """Return whether any comment belongs to something between two offsets."""
        places = (*self.beside_key, *self.beside, *(k for k, v in self.before.items() if any(v)))
        return any(start < place < end for place in places) or any(
            any(lines) and start <= place < end for place, lines in self.within.items()
        )


@dataclass(frozen=True, slots=True)
class _Token:
    """A key, a scalar, or a bracket.

    Attributes:
        start, end: its offsets.
        unit: the offset of the innermost key or item that it belongs to.
        open: the columns and offsets of the block collections around it, outermost first.
        is_key: whether its value follows.
        closes: the offset of the flow collection that it closes.
        in_flow: whether it is inside a flow collection.
    """

    start: int
    end: int
    unit: int
    open: tuple[tuple[int, int], ...]
    is_key: bool = False
    closes: int | None = None
    in_flow: bool = False


def is_flow(node: Node, source: Source) -> bool:
    """Return whether a collection is written in brackets."""
    return not isinstance(node, Scalar) and source.text[node.span.start : node.span.start + 1] in (
        "{",
        "[",
    )


def find(tree: Node, source: Source) -> Comments:
    """Return the comments of a file that was read without errors.

    Args:
        tree: the data of the file.
        source: the text of the file.
    """
    found = Comments()
    last = _Token(0, 0, -1, ())
    for token in _tokens(tree, source, tree.span.start, (), in_flow=False):
        if token.end > token.start or token.start >= last.end:
            _gap(found, source, last, token)
            last = token
    _gap(found, source, last, _Token(len(source.text), len(source.text), -1, ()))
    for node in _scalars(tree):
        header = _HEADER.match(source.text, node[1].span.start)
        if node[1].style in ("literal", "folded") and header and header[1]:
            found.beside_key[node[0]] = header[1].rstrip()
    return found


def _tokens(
    node: Node, source: Source, unit: int, around: tuple[tuple[int, int], ...], *, in_flow: bool
) -> Iterator[_Token]:
    if isinstance(node, Scalar):
        yield _Token(node.span.start, node.span.end, unit, around, in_flow=in_flow)
        return
    flow = is_flow(node, source)
    if flow:
        start = node.span.start
        yield _Token(start, start + 1, unit, around, is_key=True, in_flow=in_flow)
    else:
        around = (*around, (source.position(node.span.start)[1], node.span.start))
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            start, end = entry.key_span.start, entry.key_span.end
            yield _Token(start, end, start, around, is_key=True, in_flow=flow or in_flow)
            yield from _tokens(entry.value, source, start, around, in_flow=flow or in_flow)
    else:
        for item in node.items:
            yield from _tokens(item, source, item.span.start, around, in_flow=flow or in_flow)
    if flow:
        end = node.span.end
        yield _Token(end - 1, end, unit, around, closes=node.span.start, in_flow=in_flow)


def _scalars(node: Node, unit: int = 0) -> Iterator[tuple[int, Scalar]]:
    """Yield scalars with the offset of their key or item."""
    if isinstance(node, Scalar):
        yield unit, node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item, item.span.start)
    else:
        for entry in node.entries.values():
            yield from _scalars(entry.value, entry.key_span.start)


def _gap(found: Comments, source: Source, last: _Token, token: _Token) -> None:
    """Collect the comments between two tokens."""
    text = source.text[last.end : token.start]
    head, *rest = text.splitlines() or [""]
    if not text.endswith(("\n", "\r")) and rest:
        rest.pop()  # the line of the token
    elif not rest and last.unit == -1:
        head, rest = "", [head] if text.endswith(("\n", "\r")) else []
    beside = _COMMENT.search(head)
    if beside and last.unit >= 0:
        place = found.beside_key if last.is_key else found.beside
        place[last.unit] = beside[0].rstrip()
    elif beside:
        rest.insert(0, head)
    lines: list[tuple[int, str]] = []  # columns from 1, and texts
    for line in rest:
        comment = line.strip(" \t")
        if comment.startswith("#"):
            lines.append((len(line) - len(line.lstrip()) + 1, comment.rstrip()))
        elif not comment and (not lines or lines[-1][1]):
            lines.append((0, ""))
    _share_out(found, last, token, lines)


def _share_out(found: Comments, last: _Token, token: _Token, lines: list[tuple[int, str]]) -> None:
    """Assign the lines between two tokens to the keys and items that they belong to."""
    at_end = token.unit == -1
    if token.closes is not None:
        found.within.setdefault(token.closes, []).extend(text for _, text in lines)
        return
    if not token.in_flow:
        column = token.open[-1][0] if token.open and not at_end else 0
        ended = [each for each in last.open if each not in token.open]
        while lines and any(text for _, text in lines) and ended:
            first = next(index for index, (_, text) in enumerate(lines) if text)
            fits = [each for each in ended if each[0] <= lines[first][0]]
            if lines[first][0] <= column or not fits:
                break
            place = found.within.setdefault(fits[-1][1], [])
            place.extend(text for _, text in lines[: first + 1])
            ended = [each for each in ended if each[0] <= fits[-1][0]]
            del lines[: first + 1]
    if at_end:
        found.end = [text for _, text in lines]
    elif lines:
        texts = [text for _, text in lines]
        if last.unit == -1 and "" in texts:  # lines before a blank line
            found.top = texts[: len(texts) - texts[::-1].index("")]
            texts = texts[len(found.top) :]
        found.before.setdefault(token.unit, [])[:0] = texts
