"""Tries what diagnostics suggest, and drops what would be an error itself.

A misspelt name resembles several names, and the one that resembles it most may not be allowed where
it stands. So each suggestion is made in a copy of the text, which is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..diagnostics import Diagnostic, Fix

if TYPE_CHECKING:
    from ..diagnostics import Source

_MOST: Final = 24
"""The most copies of a text that are checked for its suggestions."""

_EARLIER: Final = ("CR0", "CR3")
"""How the codes of YAML and of syntax begin. When such a mistake is corrected, mistakes come to
light that it hid; these say nothing about the correction."""


def sound(
    problems: Sequence[Diagnostic],
    source: Source,
    check: Callable[[str], Iterable[Diagnostic]],
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics, with suggestions only that leave no error at their place.

    In the place of a suggestion that does comes the next likely one. If there is none, the help says what the
    diagnostic has for this case.

    Args:
        problems: the diagnostics of a text and its parents.
        source: the text.
        check: returns the diagnostics of a changed text.
    """
    trials = _Trials(problems, source, check)
    fixes = [
        each.fix
        for each in problems
        if each.fix and each.fix.span.file == source.file and not each.code.startswith(_EARLIER)
    ]
    if not fixes:
        return tuple(problems)
    doubtful = trials.failing(fixes)
    kept = {fix: trials.best(fix) for fix in doubtful}
    return tuple(_with_fix(each, kept) for each in problems)


class _Trials:
    """Checks copies of a text in which suggestions are made."""

    def __init__(
        self,
        problems: Sequence[Diagnostic],
        source: Source,
        check: Callable[[str], Iterable[Diagnostic]],
    ) -> None:
        self._known = {(each.code, each.message) for each in problems}
        self._source = source
        self._check = check
        self._left = _MOST

    def best(self, fix: Fix) -> Fix | None:
        """Return the most likely suggestion for a place that leaves no error there."""
        words = (fix.replacement, *fix.others)
        for number, word in enumerate(words):
            other = replace(fix, replacement=word, safe=fix.safe and not number)
            if not self.failing([other]):
                return other
        return None

    def failing(self, fixes: Iterable[Fix]) -> list[Fix]:
        """Return those of some suggestions that leave errors at their places if all are made."""
        if not self._left:
            return list(fixes)
        self._left -= 1
        text, end, shift = self._source.text, 0, 0
        made: list[tuple[int, int, Fix]] = []
        failing: list[Fix] = []  # those that were not tried count, too
        for fix in sorted(fixes, key=lambda fix: fix.span.start):
            if fix.span.start < end:
                failing.append(fix)
                continue
            start, end = fix.span.start + shift, fix.span.end
            text = text[:start] + fix.replacement + text[end + shift :]
            made.append((start, start + max(len(fix.replacement), 1), fix))
            shift += len(fix.replacement) - (end - fix.span.start)
        wrong = [
            each.span
            for each in self._check(text)
            if each.severity == "error"
            and each.span.file == self._source.file
            and (each.code, each.message) not in self._known
        ]
        return failing + [
            fix for start, end, fix in made if any(place.start < end and place.end > start for place in wrong)
        ]


def _with_fix(problem: Diagnostic, kept: dict[Fix, Fix | None]) -> Diagnostic:
    """Return a diagnostic with the suggestion that takes the place of its own."""
    if problem.fix not in kept:
        return problem
    old, new = problem.fix, kept[problem.fix]
    said = problem.help or ""
    if new is not None:
        said = said.replace(f"'{old.replacement}", f"'{new.replacement}")
    elif f"'{old.replacement}" in said:
        said = old.otherwise or ""
    return replace(problem, help=said or None, fix=new)
