"""Asks the checker about a place in a document: what is expected there, and what fits."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from ..authoring.formatting import start_of
from ..check.load import checked
from ..check.watching import ANY, HERE, Watch
from ..diagnostics import Span
from ..resolve.resolve import resolve_tree
from ..source.located import Entry, Mapping, Node, Scalar, Sequence
from ..syntax.following import Beginning, beginning
from ..syntax.syntax import parse
from .reading import Path, Spot

if TYPE_CHECKING:
    from ..syntax.syntax import Start
    from .workspace import Document, Workspace

_WORD_BEFORE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$|[0-9]+[A-Za-z]+$")
_WORD_AFTER: Final = re.compile(r"[A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Typed:
    """A text as far as it is typed.

    Attributes:
        before: the text before the word at the cursor, without the indentation of a block.
        word: the beginning of the word, up to the cursor.
        after: the text after the word.
        at_word: whether the cursor is directly before a word.
        start: which part of the grammar it is; None if it is other text.
    """

    before: str
    word: str
    after: str
    at_word: bool
    start: Start | None


def typed(text: str, spot: Spot, offset: int, document: Document) -> Typed:
    """Return the text of a value, divided at the cursor."""
    before, after = text[spot.start : offset], text[offset : spot.stop]
    if spot.form in ("block", "folded"):
        lines = [line for line in text[spot.start : spot.stop].splitlines() if line.strip()]
        column = min((len(line) - len(line.lstrip()) for line in lines), default=len(before))
        cut = re.compile(rf"(^|\r\n|\n|\r)[ \t]{{0,{column}}}")
        before = cut.sub(lambda found: "\n" if found[1] else "", before)
        after = re.sub(rf"(\r\n|\n|\r)[ \t]{{0,{column}}}", "\n", after)
    word = _WORD_BEFORE.search(before)
    begun = word[0] if word else ""
    rest = _WORD_AFTER.match(after)
    at_word = not begun and bool(rest and rest[0])
    after = after[rest.end() :] if rest else after
    return Typed(before[: len(before) - len(begun)], begun, after, at_word, start_of(document.kind, spot.path))


def begun(text: Typed) -> Beginning | None:
    """Return what the parser knows at the cursor; a mistake further left is passed over."""
    assert text.start is not None
    found = beginning(text.before, text.start)
    if found is not None:
        return found
    if text.start == "block":
        line = text.before.rpartition("\n")[2].lstrip()
        found = beginning(line, "block")
        if found is not None:
            return found
    for each in re.finditer(r"\s+|[(,\[]", text.before):
        found = beginning(text.before[each.end() :].lstrip(), "expression")
        if found is not None:
            return found
    return None


def completed(text: Typed, found: Beginning) -> str | None:
    """Return the whole text with the name at the cursor, ended if it is not; None if it cannot be read."""
    assert text.start is not None
    ways = [text.before + HERE + text.after]
    ended = found.ended(ANY)
    if ended is not None:
        line = re.search(r"\n", text.after)
        rest = text.after[line.start() :] if line else ""
        ways += [text.before + HERE + ended + rest, text.before + HERE + ended]
        if text.start == "block":
            ways.append(text.before.rpartition("\n")[2].lstrip() + HERE + ended)
        if text.at_word:
            ways.append(ways.pop(0))
    return next((each for each in ways if parse(each, text.start).node is not None), None)


def watched(workspace: Workspace, document: Document, path: Path, text: str, key: str | None = None) -> Watch:
    """Return what the checker notes if a value, or a key, of a ruleset is another one.

    Args:
        workspace: reads the parents.
        document: the ruleset.
        path: where the value stands; of a key the mapping around it.
        text: the value.
        key: the key that stands there in the place of a value.
    """
    watch = Watch()
    file = document.source.file
    tree = document.tree
    place = Span(file, 0, 0)
    scalar = Scalar(text, text, "plain", place)
    if key is not None:
        path = (*path, key)
    changed = cast("Mapping", with_value(tree, path, scalar))
    checked(resolve_tree(changed, file, loader=workspace.read), watch)
    return watch


def with_value(node: Node | None, path: Path, value: Node) -> Node:
    """Return data with a value at a path; mappings and lists that lack on the way to it are made."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(node.items) if isinstance(node, Sequence) else []
        inner = with_value(items[step] if step < len(items) else None, rest, value)
        items = [*items[:step], inner, *items[step + 1 :]]
        return Sequence(tuple(items), node.span if isinstance(node, Sequence) else value.span)
    entries = node.entries if isinstance(node, Mapping) else {}
    old = entries.get(step)
    inner = with_value(old.value if old else None, rest, value)
    entry = replace(old, value=inner) if old else Entry(step, value.span, inner)
    return Mapping({**entries, step: entry}, node.span if isinstance(node, Mapping) else value.span)
