"""Finds the character that is missing in invalid YAML, by trial.

A parser notices a missing colon, bracket or quote, or too little indentation, some lines later, and
reports those lines. This module inserts the characters that may be missing near the reported place,
one after the other; the first with which the text can be parsed is taken for what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from ..diagnostics import Diagnostic, Fix, Source, Span, error, printable
from .cut_text import shown
from .indentation import STEP, fits, is_sunk, likely
from .one_line import statements

Reach = Callable[[str], int | None]
"""Returns the offset where a parser stops; None if it reads the whole text."""
IsSound = Callable[[str], bool]
"""Returns whether a text has the structure of a ruleset or a suite."""

_BACK: Final = 8  # lines before the reported one in which the mistake is searched
_OF_STRUCTURE: Final = ("CR014", "CR101", "CR102", "CR109")  # what a line in the wrong place brings
_NAMED: Final = 3  # mistakes at whose lines the indentation is tried
_NEAR: Final = 9  # lines whose indentation is tried first
_MOVES: Final = 24  # indentations that are tried first
_FAR_BACK: Final = 80  # lines before it in which wrong indentation is searched
_SUNK: Final = 4  # the most lines with wrong indentation that are tried
_FURTHER: Final = 3  # lines that a repair must gain where the text has other mistakes too
_LONGEST: Final = 400  # characters of the longest line in which repairs are tried
_QUOTED_LINES: Final = 200  # lines with quotes that are searched for an open quote
_WORK: Final = 3_000_000  # characters that may be parsed in all trials together
_KEY: Final = re.compile(r" *(?:- +)*([A-Za-z0-9_][\w-]*|'[^']*'|\"[^\"]*\")(?=[ ]|$)(?! *:)")
_KEY_IN_BRACES: Final = re.compile(r"[{,] *([A-Za-z_]\w*)(?= +[\w\[{'\"-])")
_KEY_WITHOUT_COMMA: Final = re.compile(r"(?<=[\w\]}'\"]) +([a-z]\w*)(?=: )")
_VALUE: Final = re.compile(r"(?:: +|, *|- +|[\[{] *)(?=[^\s])")
_END: Final = re.compile(r"(?=[,\]}])|(?<! )(?= *$)")
_TAB: Final = "There is a tab in the indentation; YAML allows only spaces there."
_CLOSING: Final = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class _Repair:
    """An edit that may make a text valid, and the message for the mistake that it corrects."""

    start: int
    end: int
    replacement: str
    message: str
    place: tuple[int, int]
    advice: str
    safe: bool = False
    code: str = "CR007"


def missing_sign(source: Source, offset: int, context: int, reach: Reach, is_sound: IsSound) -> Diagnostic | None:
    """Return the diagnostic for a missing character or a wrong indentation; None if it is neither.

    Args:
        source: A text that cannot be parsed.
        offset: Where the parser stopped.
        context: Where the unfinished part begins.
        reach: Parses a text.
        is_sound: Whether the structure of a text that can be parsed is right, too.
    """
    text = source.text
    numbers = _lines_to_try(source, offset, context)
    sound = list(_sound(source, numbers, reach, is_sound))
    if sound:
        return _diagnostic(source, sound[0], safe=len(sound) == 1)
    line, _ = source.position(offset)
    enough = source.line_start(min(line + _FURTHER, source.line_count))
    partly: _Repair | None = None
    trials = max(_WORK // (len(text) + 1), 1)
    for repair in islice(_repairs(source, offset, context), trials):
        stopped = reach(text[: repair.start] + repair.replacement + text[repair.end :])
        if stopped is None:
            return _diagnostic(source, repair, safe=True)
        if stopped > enough and partly is None:
            partly = repair  # there is another mistake further on
    return _diagnostic(source, partly, safe=False) if partly else None


def _diagnostic(source: Source, repair: _Repair, *, safe: bool) -> Diagnostic:
    span = Span(source.file, *repair.place)
    edit = Span(source.file, repair.start, repair.end)
    fix = Fix(edit, repair.replacement, safe=safe and repair.safe)
    return error(repair.code, repair.message, span, help=repair.advice, fix=fix)


def with_moved_line(source: Source, problems: list[Diagnostic], reach: Reach, is_sound: IsSound) -> list[Diagnostic]:
    """Return mistakes in the structure of a text; with an edit if another indentation of a line mends them all.

    Args:
        source: a text that can be parsed.
        problems: what is wrong with it.
        reach: Parses a text.
        is_sound: Whether the structure of a text is right.
    """
    if not problems or not all(each.code in _OF_STRUCTURE for each in problems if each.severity == "error"):
        return problems
    lines = (source.position(each.span.start)[0] for each in problems[:_NAMED] if each.span.file == source.file)
    numbers = list(dict.fromkeys(number for line in lines for number in (line, line - 1) if number > 0))
    found = list(islice(_sound(source, numbers, reach, is_sound), 2))
    if not found:
        return problems
    place, _ = source.position(found[0].start)
    moved = found[0].advice.replace("Begin it", f"Begin line {place}")
    fix = Fix(Span(source.file, found[0].start, found[0].end), found[0].replacement, safe=len(found) == 1)
    return [replace(problems[0], help=moved, fix=fix), *problems[1:]]


def _sound(source: Source, numbers: list[int], reach: Reach, is_sound: IsSound) -> Iterator[_Repair]:
    """Yield the indentations with which a text is not only valid, but also what it should be."""
    text = source.text
    lines = [*numbers[:_NEAR], *(each for each in numbers[_NEAR:] if is_sunk(source, each))]
    trials = (
        repair for number in lines for repair in (*_tabs(source, number), *_indentation(source, number, sure=True))
    )
    found: set[str] = set()
    for repair in islice(trials, max(min(_MOVES, _WORK // (len(text) + 1)), 1)):
        changed = text[: repair.start] + repair.replacement + text[repair.end :]
        if changed not in found and reach(changed) is None and is_sound(changed):
            found.add(changed)
            yield replace(repair, safe=True)


def _tabs(source: Source, number: int) -> Iterator[_Repair]:
    """Yield spaces for all tabs before the texts of lines, if a line has some."""
    found = re.match(r" *(\t)[ \t]*", source.line(number))
    if found is None:
        return
    start = source.line_start(number)
    tabs = [*re.finditer(r"(?m)^ *\t[ \t]*", source.text)]
    begin, end = tabs[0].start(), tabs[-1].end()
    spaced = re.sub(r"(?m)^[ \t]+", lambda each: each[0].replace("\t", " " * STEP), source.text[begin:end])
    column = len(found[0].replace("\t", " " * STEP)) + 1
    advice = f"Replace each tab by {STEP} spaces; this line then begins in column {column}."
    place = start + found.start(1), start + found.end()
    yield _Repair(begin, end, spaced, _TAB, place, advice, code="CR008")


def _repairs(source: Source, offset: int, context: int) -> Iterator[_Repair]:
    """Yield possible repairs, the most likely first."""
    numbers = _lines_to_try(source, offset, context)
    if not numbers:
        return
    for number in numbers:
        yield from _statements(source, number)
    for number in numbers:
        if is_sunk(source, number):
            yield from _indentation(source, number)
    for number in numbers:
        yield from _commas(source, number)
        yield from _colons(source, number)
        yield from _brackets(source, number)
        yield from _quotes(source, number)
    yield from _indentation(source, numbers[0])


def _lines_to_try(source: Source, offset: int, context: int) -> list[int]:
    """Return the numbers of the lines in which to try repairs, the nearest to `offset` first."""
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


def _statements(source: Source, number: int) -> Iterator[_Repair]:
    """Yield statements as a block, or in quotes where braces allow no block."""
    found = statements(source, number)
    if found is None:
        return
    message, place = f"Statements on lines of their own need a '|' after '{found.key}:'.", found.place
    advice = f"Write `{found.key}: |`, and the statements on the lines below it."
    if found.colon is not None:
        message, place = "The ':' of a statement is read as that of a key here.", (found.colon, found.colon + 1)
    if found.block.startswith("'"):
        advice = f"Put the statements in quotation marks: {shown(found.block)}."
    yield _Repair(found.start, found.end, found.block, message, place, advice, safe=True)


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


def _commas(source: Source, number: int) -> Iterator[_Repair]:
    """Yield commas before the keys of braces that have none: `{pile: 3C hand: [4D]}`."""
    line, start = source.line(number), source.line_start(number)
    for found in _KEY_WITHOUT_COMMA.finditer(line):
        place = start + found.start(1), start + found.end(1)
        message = f"There is no ',' before the key '{printable(found[1])}'."
        at = start + found.start()
        yield _Repair(at, at, ",", message, place, "Write ',' before it.", safe=True)


def _brackets(source: Source, number: int) -> Iterator[_Repair]:
    line, start = source.line(number), source.line_start(number)
    for opening, closing in _CLOSING.items():
        surplus = line.count(closing) - line.count(opening)
        if surplus > 0:
            message = f"There is no '{opening}' for the '{closing}' that follows."
            places = [found.end() for found in reversed(list(_VALUE.finditer(line)))]
            places.sort(key=lambda end: line[end - 2 : end] not in (": ", "- "))
            for at in (start + end for end in places):
                advice = f"Write '{opening}' here."
                yield _Repair(at, at, opening, message, (at, at + 1), advice)
        if surplus < 0:
            message = f"This '{opening}' is not closed."
            advice = f"Add the '{closing}' at its end."
            opened = start + _unclosed(line, opening, closing)
            for found in _END.finditer(line, opened - start):
                at = start + found.start()
                yield _Repair(at, at, closing, message, (opened, opened + 1), advice)


def _unclosed(line: str, opening: str, closing: str) -> int:
    """Return the offset of the last bracket that a line opens and does not close."""
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
    """Yield the repair of the first unpaired quote in a line, found by the characters around it."""
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
    message = f"There is no opening {quote} for the {quote} at the end of this."
    advice = f"Write {quote} here, or remove the other one."
    return _Repair(value, value, quote, message, (value, value + 1), advice)


def _close(start: int, opened: int, end: int, quote: str) -> _Repair:
    place = (start + opened, start + opened + 1)
    return _Repair(
        end,
        end,
        quote,
        "This quote is never closed.",
        place,
        f"Write {quote} at the end of the value.",
    )


def _quote_marks(line: str, quote: str) -> list[int]:
    """Return the offsets of the quotes in a line that are not apostrophes inside words."""
    return [each.start() for each in re.finditer(rf"(?<!\w){quote}|{quote}(?!\w)", line)]


def _indentation(source: Source, number: int, *, sure: bool = False) -> Iterator[_Repair]:
    """Yield other indentations of a line; if they are to be `sure`, only those below a line that opens a block."""
    start, line = source.line_start(number), source.line(number)
    own = len(line) - len(line.lstrip(" \t"))
    tab = line.find("\t", 0, own)
    place = (start + own, start + len(line.rstrip())) if tab < 0 else (start + tab, start + own)
    message, code = ("This line is not indented like the lines of its block.", "CR007") if tab < 0 else (_TAB, "CR008")
    further = [each for each in (own - STEP, own + STEP) if each >= 0 and tab < 0] if sure else []
    for wanted in dict.fromkeys((*likely(source, number), *further)):
        if not sure or fits(source, number, wanted):
            spaces = f"with {wanted} spaces before it" if wanted else "without spaces before it"
            advice = f"Begin it in column {wanted + 1}, {spaces}."
            yield _Repair(start, start + own, " " * wanted, message, place, advice, code=code)
