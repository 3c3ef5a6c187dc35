"""Diagnostics as text, in the formats of `cardrules validate --format`.

All functions return text and print nothing. They need no terminal: `concise` is for editors and
CI logs, `full` for people. The formats for programs are in `exports.py`.
"""

from __future__ import annotations

import unicodedata
from io import StringIO
from typing import TYPE_CHECKING, Final, TypeAlias

from ...interpreter.diagnostics import concise as concise_line
from ...interpreter.diagnostics import counted, printable
from . import exports

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...interpreter.diagnostics import Diagnostic, Source, Sources, Span
    from .formats import Format

_TAB: Final = 4
_WIDEST: Final = 100  # columns of an excerpt; a longer line is cut around its mark
_CONTEXT: Final = 30  # columns kept before the mark in a line that is cut
_MOST_LINES: Final = 4  # that are shown of a span; the middle of a longer one is left out

_Chunk: TypeAlias = tuple[str, str]  # text and rich style
_Line: TypeAlias = list[_Chunk]
# What is marked in one line of a file: from and to (offsets in the line), whether it is the
# diagnostic's own span, and the words beside the mark.
_Mark: TypeAlias = tuple[int, int, bool, str]


def render(
    diagnostics: Iterable[Diagnostic],
    sources: Sources,
    output: Format = "full",
    *,
    files: Sequence[str] = (),
    colour: bool = False,
) -> str:
    """Return diagnostics in a format.

    Args:
        diagnostics: What to show, in this order.
        sources: The texts that they point into.
        output: The format.
        files: The files that were looked at; "junit" lists also those without diagnostics.
        colour: Add terminal colours, in "full" only.
    """
    found = list(diagnostics)
    match output:
        case "full":
            return full(found, sources, colour=colour)
        case "concise":
            return concise(found, sources)
        case "json":
            return exports.as_json(found, sources)
        case "github":
            return exports.github(found, sources)
        case "sarif":
            return exports.sarif(found, sources)
        case "junit":
            return exports.junit(found, sources, files)
        case "gitlab":
            return exports.gitlab(found, sources)


def concise(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """Return one line for each diagnostic: `file:line:column: severity code message`."""
    return "".join(f"{concise_line(each, sources)}\n" for each in diagnostics)


def full(diagnostics: Iterable[Diagnostic], sources: Sources, *, colour: bool = False) -> str:
    """Return each diagnostic with an excerpt of the file and marks under the characters.

    Args:
        diagnostics: What to show, in this order.
        sources: The texts. For any other file only the name is shown.
        colour: Add terminal colours.
    """
    lines: list[_Line] = []
    for number, diagnostic in enumerate(diagnostics):
        if number:
            lines.append([])
        lines += _block(diagnostic, sources)
    if colour:
        return _coloured(lines)
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines)


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Return how many errors and warnings there are, in words ("2 errors, 1 warning")."""
    listed = list(diagnostics)
    parts: list[str] = []
    for severity in ("error", "warning"):
        found = sum(each.severity == severity for each in listed)
        if found:
            parts.append(counted(found, severity))
    return ", ".join(parts) or "no problems"


def _block(diagnostic: Diagnostic, sources: Sources) -> list[_Line]:
    """Return the lines that show one diagnostic."""
    strong = "bold red" if diagnostic.severity == "error" else "bold yellow"
    lines: list[_Line] = [
        [
            (f"{diagnostic.severity} {diagnostic.code}", strong),
            (f": {printable(diagnostic.message)}", "bold"),
        ]
    ]
    marks: dict[str, dict[int, list[_Mark]]] = {}
    elsewhere: list[tuple[str, str]] = []
    places = [(diagnostic.span, "", True)]
    places += [(label.span, printable(label.text), False) for label in diagnostic.labels]
    for span, words, own in places:
        in_file = marks.setdefault(span.file, {})
        source = sources.get(span.file)
        if source is not None:
            _mark(in_file, source, span, words, own=own)
        elif not own:
            elsewhere.append((printable(span.file), words))
    width = max((len(str(line)) for in_file in marks.values() for line in in_file), default=1)
    margin = " " * width
    for file, in_file in marks.items():
        arrow = "--> " if file == diagnostic.span.file else "==> "
        source = sources.get(file)
        place = printable(file)
        if source is not None:
            own_span = diagnostic.span
            spans = [own_span, *(label.span for label in diagnostic.labels)]
            first = next(span for span in spans if span.file == file)
            place += ":{}:{}".format(*source.position(first.start))
        elif file != diagnostic.span.file:
            continue
        lines.append([(f"{margin}{arrow}", "blue"), (place, "")])
        if source is not None:
            lines.append([(f"{margin} |", "blue")])
            lines += _excerpt(source, in_file, width, strong)
    lines += [[(f"{margin} = ", "blue"), ("note", "bold"), (f": {words}: {file}", "")] for file, words in elsewhere]
    if diagnostic.help:
        lines.append([(f"{margin} = ", "blue"), ("help", "bold"), (f": {printable(diagnostic.help)}", "")])
    return lines


def _mark(in_file: dict[int, list[_Mark]], source: Source, span: Span, words: str, *, own: bool) -> None:
    """Distribute a span over the lines that it touches; the words stand beside the last mark."""
    first, _ = source.position(span.start)
    # An end at the start of a line belongs to the line before.
    last, _ = source.position(max(span.start, span.end - 1))
    shown = list(range(first, last + 1))
    if len(shown) > _MOST_LINES:
        shown = [*shown[: _MOST_LINES - 1], last]
    for number in shown:
        text = source.line(number)
        line_start = source.line_start(number)
        start = max(span.start - line_start, 0)
        if number > first:
            start = len(text) - len(text.lstrip())
        end = min(span.end - line_start, len(text)) if number == last else len(text)
        if number in (first, last) or text.strip():
            said = words if number == last else ""
            in_file.setdefault(number, []).append((start, max(end, start), own, said))


def _excerpt(source: Source, in_file: dict[int, list[_Mark]], width: int, strong: str) -> list[_Line]:
    """Return marked lines of a file with their numbers."""
    lines: list[_Line] = []
    previous: int | None = None
    for number in sorted(in_file):
        if previous is not None and number > previous + 1:
            if number == previous + 2:
                lines.append(_numbered(previous + 1, width, _cells(source.line(previous + 1), 0)))
            else:
                lines.append([("..." if width < 3 else "." * width, "blue")])
        previous = number
        # The diagnostic's own mark comes first, right under the text.
        marks = sorted(in_file[number], key=lambda mark: (not mark[2], mark[0]))
        text = source.line(number)
        cut = _cut(text, marks)
        lines.append(_numbered(number, width, _cells(text, cut)))
        for start, end, own, words in marks:
            column = _column(text, start, cut)
            span = min(max(_column(text, end, cut) - column, 1), max(_WIDEST - column, 1))
            mark = ("^" if own else "-") * span
            beside = f" {words}" if words else ""
            style = strong if own else "bold blue"
            lines.append([(f"{' ' * width} | ", "blue"), (" " * column + mark + beside, style)])
    return lines


def _numbered(number: int, width: int, cells: str) -> _Line:
    """Return a line of a file after its number."""
    return [(f"{number:>{width}} | ", "blue"), (cells, "")]


def _cut(text: str, marks: list[_Mark]) -> int:
    """Return how many columns to leave out at the start of a line so that its marks are seen."""
    # Only as much of the line is measured as can matter.
    if len(text) <= _WIDEST // 2 or _column(text[: 4 * _WIDEST], 4 * _WIDEST, 0) <= _WIDEST:
        return 0
    end = _column(text, marks[0][1], 0)
    if end <= _WIDEST:
        return 0
    return max(_column(text, marks[0][0], 0) - _CONTEXT, 0)


def _width(character: str, column: int) -> int:
    """Return how many columns a character takes at a column."""
    if character == "\t":
        return _TAB - column % _TAB
    if character < "\x7f":
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):  # marks above a letter, around it, and unseen
        return 0 if printable(character) == character else 1
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _column(text: str, offset: int, cut: int) -> int:
    """Return the column, from 0, at which character `offset` of a line is shown."""
    column = 0
    for character in text[:offset]:
        column += _width(character, column)
    if not cut:
        return column
    return max(column - cut, 0) + 1


def _cells(text: str, cut: int) -> str:
    """Return a line as it is shown: tabs as spaces, nothing that moves the cursor, not too long."""
    shown: list[str] = []
    column = 0
    for character in text:
        width = _width(character, column)
        if column >= cut:
            if column + width - cut > _WIDEST:
                shown.append("…")
                break
            shown.append(" " * width if character == "\t" else _safe(character))
        elif column + width > cut:  # a wide character that the cut goes through
            shown.append(" " * (column + width - cut))
        column += width
    return ("…" if cut else "") + "".join(shown)


def _safe(character: str) -> str:
    """Return the character, or a replacement for one that controls the terminal."""
    return character if character.isspace() and character >= "\xa0" else printable(character)


def _coloured(lines: list[_Line]) -> str:
    """Return the lines with terminal colours."""
    from rich.console import Console
    from rich.text import Text

    stream = StringIO()
    console = Console(
        file=stream,
        force_terminal=True,
        color_system="standard",
        no_color=False,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    for line in lines:
        text = Text()
        for part, style in line:
            text.append(part, style)
        text.rstrip()
        console.print(text, soft_wrap=True)
    return stream.getvalue()
