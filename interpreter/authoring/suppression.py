"""Comments that suppress warnings.

    pile: {faces: shown}   # cardrules: ignore CR510 the table shows it to the players

The comment is on the line of the warning, or on a line of its own above it. It names one or more
codes and gives a reason. Errors cannot be suppressed, because a game with errors cannot be played.
A comment that suppresses nothing is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..diagnostics import CODES, Diagnostic, Source, Span, guess, printable, warning

if TYPE_CHECKING:
    from ..diagnostics import Sources

_COMMENT: Final = re.compile(r"(?:(?<=\s)|^)#[ \t]*cardrules:[ \t]*([^\r\n]*)", re.M)
_IGNORE: Final = re.compile(r"ignore\b[ \t]*((?:CR\w*[ \t]*,?[ \t]*)*)(.*)")
_CODE: Final = re.compile(r"CR\w*")

OF_TRIALS: Final = frozenset({"CR905", "CR906", "CR907", "CR908", "CR910", "CR911"})
"""Codes of warnings that only trial games report."""


@dataclass(frozen=True, slots=True)
class _Suppression:
    """A code that a comment suppresses in a line."""

    code: str
    span: Span
    line: int


def suppress(
    problems: Iterable[Diagnostic],
    sources: Sources,
    own: str,
    *,
    trials: bool = False,
    unused: bool = True,
) -> list[Diagnostic]:
    """Return the diagnostics that no comment suppresses, and the problems of the comments.

    Args:
        problems: The diagnostics.
        sources: The texts that they refer to.
        own: The checked file. Only its comments are reported as unused: a comment in a parent may
            suppress a warning that occurs in another child.
        trials: Whether the diagnostics come from trial games; then the wording of comments, which
            `validate` checks, is not checked again.
        unused: Whether to report comments that suppress nothing.
    """
    found = list(problems)
    kept: list[Diagnostic] = []
    comments: dict[str, list[_Suppression]] = {}
    for source in sources.values():
        read, wrong = _read(source, found)
        comments[source.file] = [each for each in read if (each.code in OF_TRIALS) == trials]
        kept += wrong if source.file == own and not trials else []
    used: set[_Suppression] = set()
    for problem in found:
        source = sources.get(problem.span.file)
        line = source.position(problem.span.start)[0] if source else 0
        matching = [
            each for each in comments.get(problem.span.file, ()) if each.code == problem.code and each.line == line
        ]
        used.update(matching)
        if not matching or problem.severity == "error":
            kept.append(problem)
            if matching and problem.span.file == own:
                kept.append(_of_an_error(matching[0]))
    if unused:
        kept += [_unused(each) for each in comments.get(own, ()) if each not in used]
    return kept


def _read(source: Source, found: Sequence[Diagnostic]) -> tuple[list[_Suppression], list[Diagnostic]]:
    """Return the suppressions of a file, and the problems of its comments.

    Args:
        source: the file.
        found: the diagnostics of the ruleset; a comment may have meant the code of a warning on its line.
    """
    suppressions: list[_Suppression] = []
    problems: list[Diagnostic] = []
    for comment in _COMMENT.finditer(source.text):
        end = comment.start() + len(comment[0].rstrip())
        span = Span(source.file, comment.start(), end)
        ignore = _IGNORE.match(comment[1])
        codes = _CODE.findall(ignore[1]) if ignore else []
        if ignore is None or not codes:
            problems.append(_bad("This comment names no code to ignore.", span))
            continue
        if not ignore[2].strip():
            problems.append(_bad("This comment gives no reason.", span))
        line = _line(source, comment.start())
        start = comment.start(1) + ignore.start(1)
        there = [
            each.code
            for each in found
            if each.severity == "warning"
            and each.span.file == source.file
            and source.position(each.span.start)[0] == line
        ]
        for code in _CODE.finditer(ignore[1]):
            place = Span(source.file, start + code.start(), start + code.end())
            if code[0] not in CODES:
                problems.append(_unknown(code[0], place, there))
            elif ignore[2].strip():
                suppressions.append(_Suppression(code[0], place, line))
    return suppressions, problems


def _line(source: Source, offset: int) -> int:
    """Return the line that a comment applies to: its own, or the next one with other content."""
    line, column = source.position(offset)
    if source.line(line)[: column - 1].strip():
        return line
    while line < source.line_count:
        line += 1
        shown = source.line(line).strip()
        if shown and not shown.startswith("#"):
            break
    return line


def _bad(message: str, span: Span) -> Diagnostic:
    way_out = "Write `# cardrules: ignore CR510` and the reason after it."
    return warning("CR021", message, span, help=way_out)


def _unknown(code: str, span: Span, there: Sequence[str]) -> Diagnostic:
    """Return the warning of a code that does not exist.

    Only the code of a warning on its line, or of one that trial games give, may have been meant.
    """
    message = f"There is no code '{printable(code)}'."
    way_out = "docs/codes lists the codes."
    return warning("CR021", message, span, help=way_out, near=guess(code, [*there, *sorted(OF_TRIALS)]))


def _of_an_error(suppression: _Suppression) -> Diagnostic:
    message = f"{suppression.code} is an error here, and errors cannot be suppressed."
    return warning("CR021", message, suppression.span, help="Correct it, and remove the comment.")


def _unused(suppression: _Suppression) -> Diagnostic:
    message = f"There is no {suppression.code} on this line to suppress."
    return warning("CR020", message, suppression.span, help="Remove it from the comment.")
