"""Tries what diagnostics suggest, and drops what would be an error itself.

A misspelt name resembles several names, and the one that resembles it most may not be allowed where
it stands. So each suggestion is made in a copy of the text, which is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ..diagnostics import Diagnostic, Fix, Span

if TYPE_CHECKING:
    from ..diagnostics import Source

_MOST: Final = 32
"""The most copies of a text that are checked for its suggestions."""

_EARLIER: Final = ("CR0", "CR3")
"""How the codes of YAML and of syntax begin. When such a mistake is corrected, mistakes come to
light that it hid; these say nothing about the correction."""

_HIDING: Final = (*_EARLIER, "CR1", "CR2")
"""How the codes of mistakes begin because of which others are not looked for."""


def sound(
    problems: Sequence[Diagnostic],
    source: Source,
    check: Callable[[str], Iterable[Diagnostic]],
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics, with suggestions only that leave no error at their place.

    In the place of a suggestion that does comes the next likely one. If there is none, the help says what the
    diagnostic has for this case, or why a word that was surely meant cannot stand there.

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
    doubtful = trials.doubtful(sorted(dict.fromkeys(fixes), key=lambda fix: fix.span.start))
    return tuple(trials.with_sound_fix(each) if each.fix in doubtful else each for each in problems)


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

    def doubtful(self, fixes: Sequence[Fix]) -> Sequence[Fix]:
        """Return those of some suggestions, in the order of their places, that may leave errors.

        They are made together, unless they are in each other's way or leave an error that hides others.
        """
        if not fixes:
            return ()
        apart = all(one.span.end <= other.span.start for one, other in pairwise(fixes))
        found = self._left_by(fixes) if apart else None
        if found is not None and not any(each.code.startswith(_HIDING) for each in found):
            return self._leaving(found, fixes)
        half = len(fixes) // 2
        return fixes if not half else (*self.doubtful(fixes[:half]), *self.doubtful(fixes[half:]))

    def with_sound_fix(self, problem: Diagnostic) -> Diagnostic:
        """Return a diagnostic with one suggestion: the likeliest of those that cause no error at its place."""
        old = problem.fix
        assert old is not None
        why: str | None = None
        for number, word in enumerate((old.replacement, *old.others)):
            fix = replace(old, replacement=word, safe=old.safe and not number)
            found = self._left_by([fix])
            if found is None:
                break
            wrong = [each for each in found if _touches(each, self._places([fix])[0])]
            if not wrong:
                said = (problem.help or "").replace(f"'{old.replacement}", f"'{word}")
                return replace(problem, help=said or None, fix=fix)
            if fix.safe:
                why = f"'{word}' cannot stand here: {wrong[0].message[:1].lower()}{wrong[0].message[1:]}"
        said = problem.help
        if said and f"'{old.replacement}" in said:
            said = old.otherwise or why
        return replace(problem, help=said, fix=None)

    def _left_by(self, fixes: Sequence[Fix]) -> list[Diagnostic] | None:
        """Return the new errors of a text in which suggestions are made; None if no more texts are checked."""
        if not self._left:
            return None
        self._left -= 1
        text = self._source.text
        for fix in reversed(fixes):
            text = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
        found = [each for each in self._check(text) if each.severity == "error"]
        return [each for each in found if (each.code, each.message) not in self._known]

    def _leaving(self, found: Iterable[Diagnostic], fixes: Sequence[Fix]) -> list[Fix]:
        """Return those of the suggestions that were made at whose places errors were found."""
        places = self._places(fixes)
        return [fix for fix, place in zip(fixes, places, strict=True) if any(_touches(each, place) for each in found)]

    def _places(self, fixes: Iterable[Fix]) -> list[Span]:
        """Return the places of suggestions in the text in which they are made."""
        places: list[Span] = []
        shift = 0
        for fix in fixes:
            start, size = fix.span.start + shift, len(fix.replacement)
            places.append(Span(self._source.file, start, start + max(size, 1)))
            shift += size - (fix.span.end - fix.span.start)
        return places


def _touches(problem: Diagnostic, place: Span) -> bool:
    """Return whether a problem is about a place."""
    spans = (problem.span, *(label.span for label in problem.labels))
    return any(each.file == place.file and each.start < place.end and each.end > place.start for each in spans)
