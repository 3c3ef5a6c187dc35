"""The one sign that a text lacks to be YAML, found by trying.

A parser notices a missing colon, bracket or quote, or a line that has lost its indentation, some
lines later, and complains about those. Here the signs that may be missing near its complaint are
put in one after the other; the first with which the text can be read is what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from ..diagnostics import Diagnostic, Fix, Source, Span, error, printable
from .indentation import indent, is_sunk, likely

Reach = Callable[[str], int | None]
"""Returns the offset where a parser gives up, None if it does not."""

_BACK: Final = 8  # lines before the complaint in which the mistake is looked for
_FAR_BACK: Final = 80  # lines before it in which lines without indentation are looked for
_SUNK: Final = 4  # such lines that are tried
_FURTHER: Final = 3  # lines that a text must be readable further to be thought repaired
_LONGEST: Final = 400  # characters of a line in which a sign is looked for
_QUOTED_LINES: Final = 200  # lines with quotes that are looked through for one that is open
_WORK: Final = 3_000_000  # characters that may be parsed in search of it
_KEY: Final = re.compile(r" *(?:- +)*([A-Za-z0-9_][\w-]*|'[^']*'|\"[^\"]*\")(?=[ ]|$)(?! *:)")
_KEY_IN_BRACES: Final = re.compile(r"[{,] *([A-Za-z_]\w*)(?= +[\w\[{'\"-])")
_VALUE: Final = re.compile(r"(?:: +|, *|- +|[\[{] *)(?=[^\s])")
_END: Final = re.compile(r"(?=[,\]}])|(?= *$)")
_CLOSING: Final = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class _Repair:
    """An edit that might make a text readable, and what would then have been wrong with it."""

    start: int
    end: int
    replacement: str
    message: str
    place: tuple[int, int]
    advice: str
    safe: bool = False


def missing_sign(source: Source, offset: int, context: int, reach: Reach) -> Diagnostic | None:
    """Return the diagnostic for a missing sign or a wrong indentation, None if it is another thing.

    Args:
        source: A text that cannot be parsed.
        offset: Where the parser gave up.
        context: Where it had begun with what it could not finish.
        reach: Parses another text.
    """
    text = source.text
    line, _ = source.position(offset)
    enough = source.line_start(min(line + _FURTHER, source.line_count))
    partly: _Repair | None = None
    trials = max(_WORK // (len(text) + 1), 1)
    for repair in islice(_repairs(source, offset, context), trials):
        stopped = reach(text[: repair.start] + repair.replacement + text[repair.end :])
        if stopped is None:
            return _diagnostic(source, repair, safe=True)
        if stopped > enough and partly is None:
            partly = repair  # there is another mistake further down
    return _diagnostic(source, partly, safe=False) if partly else None


def _diagnostic(source: Source, repair: _Repair, *, safe: bool) -> Diagnostic:
    span = Span(source.file, *repair.place)
    edit = Span(source.file, repair.start, repair.end)
    fix = Fix(edit, repair.replacement, safe=safe and repair.safe)
    return error("CR007", repair.message, span, help=repair.advice, fix=fix)


def _repairs(source: Source, offset: int, context: int) -> Iterator[_Repair]:
    """Yield what may be missing, the most likely first."""
    numbers = _lines_to_try(source, offset, context)
    if not numbers:
        return
    for number in numbers:
        if is_sunk(source, number):
            yield from _indentation(source, number)
    for number in numbers:
        yield from _colons(source, number)
        yield from _brackets(source, number)
        yield from _quotes(source, number)
    yield from _indentation(source, numbers[0])


def _lines_to_try(source: Source, offset: int, context: int) -> list[int]:
    """Return the numbers of lines, those nearest to the complaint first."""
    last, _ = source.position(offset)
    begun, _ = source.position(context)
    numbers = [*range(last, max(last - _BACK, 0), -1), begun, begun - 1, last + 1]
    further = range(last - _BACK, max(last - _FAR_BACK, 0), -1)
    numbers += list(islice((each for each in further if is_sunk(source, each)), _SUNK))
    for quote in "'\"":
        before = source.text.rfind(quote, 0, offset)
        for _ in range(_QUOTED_LINES):
            number, _ = source.position(max(before, 0))
            line = source.line(number)
            if before < 0 or len(line) > _LONGEST or len(_quote_marks(line, quote)) % 2:
                numbers.append(number)
                break
            before = source.text.rfind(quote, 0, source.line_start(number))
    seen = dict.fromkeys(n for n in numbers if 1 <= n <= source.line_count)
    return [each for each in seen if 0 < len(source.line(each).strip()) <= _LONGEST]


# -- what may be missing in a line


def _colons(source: Source, number: int) -> Iterator[_Repair]:
    line, start = source.line(number), source.line_start(number)
    keys: list[tuple[int, int]] = []
    if first := _KEY.match(line):
        keys.append(first.span(1))
    keys += [found.span(1) for found in _KEY_IN_BRACES.finditer(line)]
    for begin, end in keys:
        name = printable(line[begin:end])
        place = (start + begin, start + end)
        message = f"There is no ':' after the key '{name}'."
        yield _Repair(place[1], place[1], ":", message, place, f"Write `{name}:`.", safe=True)


def _brackets(source: Source, number: int) -> Iterator[_Repair]:
    line, start = source.line(number), source.line_start(number)
    for opening, closing in _CLOSING.items():
        surplus = line.count(closing) - line.count(opening)
        if surplus > 0:
            message = f"The '{opening}' is missing that belongs to a '{closing}' behind it."
            places = [found.end() for found in reversed(list(_VALUE.finditer(line)))]
            places.sort(key=lambda end: line[end - 2 : end] not in (": ", "- "))
            for at in (start + end for end in places):
                advice = f"Write '{opening}' here."
                yield _Repair(at, at, opening, message, (at, at + 1), advice)
        if surplus < 0:
            message = f"This '{opening}' is not closed."
            advice = f"Write the '{closing}' where it ends."
            opened = start + _unclosed(line, opening, closing)
            for found in _END.finditer(line, opened - start):
                at = start + found.start()
                yield _Repair(at, at, closing, message, (opened, opened + 1), advice)


def _unclosed(line: str, opening: str, closing: str) -> int:
    """Return where the last bracket of a line is opened that is not closed in it."""
    opened: list[int] = []
    for offset, character in enumerate(line):
        if character == opening:
            opened.append(offset)
        elif character == closing and opened:
            opened.pop()
    return opened[-1]


def _quotes(source: Source, number: int) -> Iterator[_Repair]:
    line, start = source.line(number), source.line_start(number)
    for quote in "'\"":
        marks = _quote_marks(line, quote)
        if len(marks) % 2 == 0:
            continue
        yield from _odd_quote(line, start, quote, marks)
        for mark in marks:
            before = [found for found in _VALUE.finditer(line, 0, mark) if found.end() < mark]
            for found in reversed(before):
                yield _open(start + found.end(), quote)
            for found in reversed(list(_END.finditer(line, mark + 1))):
                yield _close(start, mark, start + found.start(), quote)


def _odd_quote(line: str, start: int, quote: str, marks: list[int]) -> Iterator[_Repair]:
    """Yield the repair of the first quote in a line that has no partner, told by its neighbours."""
    opened: int | None = None
    for mark in marks:
        begins = line[:mark].rstrip()[-1:] in ("", *"[{,:-")
        if begins and opened is not None:
            yield _close(start, opened, start + len(line[:mark].rstrip(" ,")), quote)
            return
        if not begins and opened is None:
            before = max(line.rfind(each, 0, mark) for each in "[{,:-") + 1
            value = start + before + len(line[before:]) - len(line[before:].lstrip())
            yield _open(value, quote)
            return
        opened = mark if begins else None
    if opened is not None:
        end = _END.search(line, opened + 1)
        yield _close(start, opened, start + (end.start() if end else len(line)), quote)


def _open(value: int, quote: str) -> _Repair:
    message = f"The {quote} is missing that the {quote} at the end of this belongs to."
    advice = f"Write {quote} here, or remove the other."
    return _Repair(value, value, quote, message, (value, value + 1), advice)


def _close(start: int, opened: int, end: int, quote: str) -> _Repair:
    place = (start + opened, start + opened + 1)
    return _Repair(
        end, end, quote, "This quote is never closed.", place, f"Write {quote} where it ends."
    )


def _quote_marks(line: str, quote: str) -> list[int]:
    """Return where quotes stand in a line that are no apostrophes inside of words."""
    return [each.start() for each in re.finditer(rf"(?<!\w){quote}|{quote}(?!\w)", line)]


def _indentation(source: Source, number: int) -> Iterator[_Repair]:
    start, own = source.line_start(number), indent(source, number)
    place = (start + own, start + len(source.line(number).rstrip()))
    message = "This line is not indented as the lines are that it belongs to."
    for wanted in likely(source, number):
        advice = f"Put {wanted} spaces before it." if wanted else "Put no space before it."
        yield _Repair(start, start + own, " " * wanted, message, place, advice)
