"""Finds lines with too little indentation, by comparison with the lines around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..diagnostics import Source

STEP: Final = 2
"""The number of spaces by which a block is usually indented."""

_OPENS: Final = re.compile(r":\s*(?:[|>][-+]?)?\s*(?:#.*)?$")
_OPENS_TEXT: Final = re.compile(r":\s*[|>][-+]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r" *(?!else\b)\w[\w-]*:(?= |$)")


def indent(source: Source, number: int) -> int:
    """Return the number of spaces at the beginning of line `number`, from 1."""
    shown = source.line(number)
    return len(shown) - len(shown.lstrip(" "))


def is_sunk(source: Source, number: int) -> bool:
    r"""Return whether a line is certainly indented less than was meant.

    >>> from cardrules.interpreter.diagnostics import Source
    >>> [is_sunk(Source("", "a:\n  b: 1\n c: 2\n  d: 3\n"), line) for line in (1, 2, 3, 4)]
    [False, False, True, False]
    """
    own = indent(source, number)
    if source.line(number)[own : own + 1] == "\t":
        return False  # how wide a tab is meant to be is not known
    before, after = (_neighbour(source, number, step) for step in (-1, 1))
    around = [indent(source, each) for each in (before, after) if each is not None]
    if own % 2:
        opened = before is not None and opens(source, before) and indent(source, before) + 1 == own
        return opened or own + 1 in around
    if after is None or before is None or min(around) <= own:
        return False
    return not opens(source, number) or around[1] > own + STEP


def opens(source: Source, number: int) -> bool:
    """Return whether a line ends like the first line of a block."""
    return _OPENS.search(source.line(number)) is not None


def likely(source: Source, number: int) -> list[int]:
    """Return the indentations that may have been meant for a line, the likeliest first."""
    own = indent(source, number)
    before, after = (_neighbour(source, number, step) for step in (-1, 1))
    wanted: list[int] = []
    if after is not None:
        next_ = indent(source, after)
        wanted = [next_ - STEP, next_] if opens(source, number) else [next_, next_ - STEP]
    if before is not None:
        previous = indent(source, before)
        wanted += [previous + STEP] if opens(source, before) else [previous, previous + STEP]
    if own % 2:
        wanted.insert(0, own + 1)
    if before is not None and not opens(source, before) and own > indent(source, before):
        wanted.insert(0, indent(source, before))  # nothing else can be further in than such a line
    text = _text_above(source, number) if _KEY.match(source.line(number)) else None
    most = max(wanted, default=0) if text is None else text  # a key is not a line of a text
    return [each for each in dict.fromkeys(wanted) if 0 <= each <= most and each != own]


def fits(source: Source, number: int, wanted: int) -> bool:
    """Return whether a line may be indented so: below a line that opens a block, as text or as a key or member."""
    above = number - 1
    while above > 0 and (not source.line(above).strip() or indent(source, above) >= wanted):
        above -= 1
    if not above:
        return wanted == 0
    is_key = re.match(r"\s*(?:-\s|(?!else:)[\w-]+:(?:\s|$))", source.line(number)) is not None
    is_member = re.match(r" *- ", source.line(above)) is not None
    is_text = _OPENS_TEXT.search(source.line(above)) is not None
    return (is_member or opens(source, above)) and not is_text if is_key else not source.line(above).strip() or is_text


def _text_above(source: Source, number: int) -> int | None:
    """Return the indentation of the key of the block text that ends directly above a line."""
    least: int | None = None
    while (above := _neighbour(source, number, -1)) is not None and least != 0:
        number, own = above, indent(source, above)
        if (least is None or own < least) and _OPENS_TEXT.search(source.line(above)):
            return own
        least = own if least is None else min(least, own)
    return None


def _neighbour(source: Source, number: int, step: int) -> int | None:
    """Return the nearest line before or after that is neither blank nor a comment."""
    number += step
    while 1 <= number <= source.line_count:
        shown = source.line(number).strip()
        if shown and not shown.startswith("#"):
            return number
        number += step
    return None
