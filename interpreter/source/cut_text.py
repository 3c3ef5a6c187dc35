"""Texts that YAML cuts: by a comma in braces or brackets, by a `#` after a space, or by the colon of `x ? a : b`."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

from ...schema import ruleset_schema
from ..diagnostics import Fix, Span, error, printable, warning
from .located import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostics import Diagnostic
    from .located import Node

CONDITIONAL: Final = "write 'x if condition else y'"
"""What to write in the place of `x ? a : b`."""

_NAME: Final = re.compile(r"[\w.-]*")
_PILE: Final = re.compile(r"[ \t]+#\d+(?=[\s,\]}]|$)")
"""A pile on the table in the text of an action, `#1`, which YAML takes for a comment."""
_LETTER: Final = re.compile("[a-z]")
"""Only text, not a number, has a letter: a number is not an action on a pile."""
_KEY: Final = re.compile(r"\s*([a-z][a-z0-9_]*) [^,]*")
_LAST_QUOTE: Final = re.compile(r"""^[^']*[^s']'$|^[^"]*"$""")
"""A quote at the end of a text that has no other one, which is reported elsewhere."""

_WORDS: Final = re.compile(r"\w+(,\s*\w+)*")
"""Words between commas, which are a list."""

_BEFORE: Final = re.compile(r"(\w+):\s*\Z")

_LONG: Final = 90
"""The most characters of a text that a message shows whole."""


def cut_by_commas(nodes: list[tuple[Node, bool]], text: str) -> Iterator[Diagnostic]:
    """Yield an error for each text that commas cut into parts.

    Args:
        nodes: The parts of a collection in braces or brackets, in order: the values, and the keys
            without a value. The latter are marked with True.
        text: The text of the file.
    """
    index = 0
    while index < len(nodes):
        first, alone = nodes[index]
        index += 1
        if alone or not isinstance(first, Scalar) or first.style != "plain":
            continue
        last: Scalar | None = None
        for number, (node, keyless) in enumerate(nodes[index:], index + 1):
            if not isinstance(node, Scalar) or node.style != "plain":
                break
            together = text[first.span.start : node.span.end]
            before = text[first.span.start : (last or first).span.end]
            if not _is_open(before) and not (keyless and not _may_be_key(node.text, first, text)):
                break
            last = node
            if not _is_open(together):
                index = number
        together = text[first.span.start : last.span.end] if last is not None else ""
        if last is not None and not _is_open(together) and not _LAST_QUOTE.search(together):
            yield _cut(first.span.to(last.span), first.span.end, text)


def cut_by_comment(scalar: Scalar, text: str) -> Diagnostic | None:
    """Return a warning if a pile such as `#1` after a text is read as a comment."""
    found = _PILE.match(text, scalar.span.end)
    if found is None or scalar.style != "plain":
        return None
    whole = Span(scalar.span.file, scalar.span.start, found.end())
    place = Span(scalar.span.file, found.end() - len(found[0].lstrip()), found.end())
    message = f"'{found[0].lstrip()}' is a comment here, because a space and '#' begin one."
    quoted = in_quotes(text[whole.start : whole.end])
    way_out = f"If it belongs to the text, put the text in quotation marks: {shown(quoted)}."
    fix = Fix(whole, quoted, safe=_LETTER.search(scalar.text) is not None)
    return warning("CR022", message, place, help=way_out, fix=fix)


def _cut(whole: Span, comma: int, text: str) -> Diagnostic:
    """Return the error about a text that a comma cuts."""
    written = text[whole.start : whole.end]
    key = _KEY.match(text, comma + 1, whole.end)
    before = _BEFORE.search(text, 0, whole.start)
    prose = before is not None and before[1] == "help"  # any word may begin a clause
    if key is not None and before is not None and not prose and key[1] in _beside(before[1]):
        place = Span(whole.file, *key.span(1))
        message = f"There is no ':' after '{key[1]}', so it belongs to the text before the comma."
        way_out = f"Write '{key[1]}: …'."
        return error("CR022", message, place, help=way_out)
    quoted = in_quotes(written)
    place = Span(whole.file, comma, comma + 1)
    message = "This comma ends the text before it, because the text stands in braces or brackets."
    way_out = f"Put the text in quotation marks: {shown(quoted)}."
    if _WORDS.fullmatch(written):
        quoted = f"[{written}]"
        way_out = f"Write a list: {quoted}."
    return error("CR022", message, place, help=way_out, fix=Fix(whole, quoted, safe=True))


@cache
def _beside(key: str) -> frozenset[str]:
    """Return the keys that may stand beside a key."""
    definitions = cast("dict[str, dict[str, Any]]", ruleset_schema()["$defs"]).values()
    mappings = [part["properties"].keys() for part in definitions if "properties" in part]
    return frozenset[str]().union(*(keys for keys in mappings if key in keys))


def _may_be_key(word: str, first: Scalar, text: str) -> bool:
    """Return whether a word after a comma may be a key that lacks its value."""
    before = _BEFORE.search(text, 0, first.span.start)
    beside = _beside(before[1]) if before is not None else frozenset[str]()
    return _NAME.fullmatch(word) is not None and not word.isdigit() and word in (beside or (word,))


def _is_open(text: str) -> bool:
    """Return whether a round bracket of a text is not closed."""
    return text.count("(") > text.count(")")


def in_quotes(text: str) -> str:
    """Return a text in single quotation marks."""
    return "'" + text.replace("'", "''") + "'"


def shown(quoted: str) -> str:
    """Return a text in quotation marks as a message shows it, without the middle of a long one.

    >>> shown("'" + 120 * "b" + "'")[-22:]
    "bb … bbbbbbbbbbbbbbbb'"
    """
    line = printable(quoted)
    return line if len(line) <= _LONG else f"{line[: _LONG - 20]} … {line[-17:]}"


def parts_of(collection: Node) -> list[tuple[Node, bool]]:
    """Return the parts of a collection in braces or brackets, for `cut_by_commas`."""
    if isinstance(collection, Scalar):
        return []
    if not isinstance(collection, Mapping):
        return [(_last_value(item), False) for item in collection.items]
    parts: list[tuple[Node, bool]] = []
    for entry in collection.entries.values():
        value = entry.value
        alone = isinstance(value, Scalar) and value.span.start == entry.key_span.end
        key = Scalar(entry.key, entry.key, "plain", entry.key_span)
        parts.append((key, True) if alone else (value, False))
    return parts


def _last_value(item: Node) -> Node:
    """Return the value of an entry without braces in a list, `discard: lowest value of it`."""
    if isinstance(item, Mapping) and item.entries:
        return list(item.entries.values())[-1].value
    return item
