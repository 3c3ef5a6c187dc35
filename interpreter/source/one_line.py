"""Statements on one line with a colon among them, which YAML takes for the colon of a key."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from ...schema import ruleset_schema
from .indentation import STEP, indent

if TYPE_CHECKING:
    from ..diagnostics import Source

_COLON: Final = re.compile(r":(?:\s+|$)")
_HEAD: Final = re.compile(r"(?:if|for|repeat|while|when|unless|foreach)\b")
_LATER: Final = re.compile(
    r"(?P<body>.*?\S)\s+(?:then\s+(?P<head>(?:if|for|repeat)\b.*)|(?P<other>else(?:\s+if\b.*)?))"
)
_BLOCK: Final = ("$ref", "#/$defs/block")
_NO_STATEMENT: Final = re.compile(r"\s*(?:-(?:\s|$)|[\w-]+:(?:\s|$)|[\[{'\"|>])")
_RULE: Final = re.compile(r"\s*(?!else:)(?:-\s|[\w-]+:(?:\s|$))")
"""A line that is a key or a member of a list, not a statement."""


class Written(NamedTuple):
    """Statements below a key as they are, and as they can be read.

    Attributes:
        key: the key.
        place: where the key stands, with its colon.
        start: where what is replaced starts.
        end: where it ends.
        block: what belongs there: `|` and lines, or text in quotes.
        colon: where the colon stands that YAML cannot read, if that is in the line of the key.
    """

    key: str
    place: tuple[int, int]
    start: int
    end: int
    block: str
    colon: int | None


@cache
def _keys() -> str:
    """Return a pattern for the keys below which statements stand."""
    definitions = cast("dict[str, Any]", ruleset_schema()["$defs"])
    found: set[str] = set()
    waiting: list[Any] = [*definitions.values()]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            inner = cast("dict[str, Any]", part)
            found |= {key for key, each in inner.items() if isinstance(each, dict) and _BLOCK in each.items()}
            waiting += inner.values()
        elif isinstance(part, list):
            waiting += cast("list[Any]", part)
    return "|".join(sorted(found))


def statements(source: Source, number: int) -> Written | None:
    """Return the statements of the key in a line if YAML may have read a colon of theirs as that of a key.

    Args:
        source: a text that cannot be parsed.
        number: the line.
    """
    line, start = source.line(number), source.line_start(number)
    found = re.match(rf" *(?:- +)*(?P<key>{_keys()}):(?: +(?P<value>[^\s#].*))?(?:\s+#.*)?$", line)
    if found is None:
        return _in_braces(line, start)
    key, value = found["key"], (found["value"] or "").rstrip()
    margin = found.start("key")
    place = start + margin, start + found.end("key") + 1
    last, below = _below(source, number, margin)
    if not value:
        if not below or _NO_STATEMENT.match(below[0]):
            return None
        return Written(key, place, place[1], place[1], " |", None)
    lines = None if _NO_STATEMENT.match(value) else _lines(value)
    if lines is None or any(_RULE.match(each) for each in below):
        return None
    least = min((len(each) - len(each.lstrip()) for each in below if each.strip()), default=0)
    deeper = STEP * value.endswith(":")
    whole = [*lines, *(" " * deeper + each[least:] if each.strip() else "" for each in below)]
    inner = " " * (margin + STEP)
    block = "\n".join(["|", *(inner + each if each else "" for each in whole)])
    begin = start + found.start("value")
    end = source.line_start(last) + len(source.line(last).rstrip()) if below else begin + len(value)
    colon = _COLON.search(value)
    return Written(key, place, begin, end, block, begin + colon.start() if colon else None)


def _below(source: Source, number: int, margin: int) -> tuple[int, list[str]]:
    """Return the lines that are further in than a key, without empty ones at their end, and the last one's number."""
    last = number
    for each in range(number + 1, source.line_count + 1):
        if source.line(each).strip() and indent(source, each) <= margin:
            break
        last = each if source.line(each).strip() else last
    return last, [source.line(each) for each in range(number + 1, last + 1)]


def _lines(text: str) -> list[str] | None:
    """Return the statements of a line on lines of their own; None if these are not certain.

    >>> _lines("for each p in players: if hand of p is empty: p draws 1 else: p draws 2")
    ['for each p in players:', '  if hand of p is empty:', '    p draws 1', '  else:', '    p draws 2']
    >>> _lines("Pairs: two cards of one rank") is None
    True
    """
    *heads, body = _COLON.split(text)
    lines: list[tuple[int, str]] = []
    level, cases = 0, list[int]()
    for head in heads:
        begun = head
        if not _HEAD.match(head):
            found = _LATER.fullmatch(head)
            if found is None or (found["other"] and not cases):
                return None
            lines.append((level, found["body"]))
            begun = found["head"] or found["other"]
            level = cases.pop() if found["other"] else level
        if begun.startswith(("if", "else if")):
            cases.append(level)
        lines.append((level, f"{begun}:"))
        level += 1
    if body:
        lines.append((level, body))
    return [" " * STEP * depth + each for depth, each in lines]


def _in_braces(line: str, start: int) -> Written | None:
    """Return the statements of a key in braces: `{on: play, do: for each p in players: p draws 1}`."""
    for found in re.finditer(rf"[{{,] *(?P<key>{_keys()}): +(?=\w)", line):
        depth = 0
        for end in range(found.end(), len(line)):
            depth += (line[end] in "([{") - (line[end] in ")]}")
            if depth < 0 or (depth == 0 and re.compile(r", *\w+:(?: |$)").match(line, end)):
                value = line[found.end() : end].rstrip()
                colon = _COLON.search(value)
                if colon and _lines(value) and "'" not in value:
                    begin = start + found.end()
                    place = start + found.start("key"), start + found.end("key") + 1
                    return Written(found["key"], place, begin, begin + len(value), f"'{value}'", begin + colon.start())
                break
    return None
