"""Applies safe suggestions to a text: those with only one possible meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Source, Survey
from .survey import survey

if TYPE_CHECKING:
    from ..diagnostics import Fix

_ROUNDS = 20  # more than one, because a syntax error hides the mistakes after it


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text with its safe suggestions applied.

    Attributes:
        text: The new text.
        done: The corrected problems, each with the text that its place refers to.
        left: The diagnostics of the new text.
    """

    text: str
    done: tuple[tuple[Diagnostic, Source], ...]
    left: Survey


def fixed(source: Source) -> Fixed:
    """Return a ruleset or suite with its safe suggestions applied.

    Suggestions are applied in rounds; a round that does not reduce the problems is undone. So
    fixing a fixed text changes nothing. Parents are not changed.
    """
    now = survey(source.file, source.text)
    done: list[tuple[Diagnostic, Source]] = []
    refused: set[tuple[str, str]] = set()
    for _ in range(_ROUNDS):
        chosen = _chosen(now, source.file, refused, source)
        if not chosen:
            break
        text = source.text
        for each in reversed(chosen):
            text = _applied(text, each.fix)
        then = survey(source.file, text)
        if _measure(then) < _measure(now) or _further(now, then):
            done += [(each, source) for each in chosen]
            source, now = Source(source.file, text), then
        else:
            refused |= {(each.code, source.excerpt(each.span)) for each in chosen}
    return Fixed(source.text, tuple(done), now)


def _chosen(found: Survey, file: str, refused: set[tuple[str, str]], source: Source) -> list[Diagnostic]:
    """Return the problems to correct in one round, in the order of the file."""
    chosen: list[Diagnostic] = []
    end = -1
    safe = [each for each in found.diagnostics if each.fix is not None and each.fix.safe]
    for each in sorted(safe, key=lambda each: each.fix.span.start if each.fix else 0):
        if each.fix is None or each.fix.span.file != file or each.fix.span.start <= end:
            continue
        if (each.code, source.excerpt(each.span)) not in refused:
            chosen.append(each)
            end = each.fix.span.end
    return chosen


def _applied(text: str, fix: Fix | None) -> str:
    if fix is None:
        return text
    return text[: fix.span.start] + fix.replacement + text[fix.span.end :]


def _measure(found: Survey) -> tuple[int, int, int]:
    """Return how bad a text is: problems of its YAML, which hide others, then errors, then all."""
    errors = [each for each in found.diagnostics if each.severity == "error"]
    cut = [each for each in found.diagnostics if each.code == "CR022"]
    return len(cut), len(errors), len(found.diagnostics)


def _further(now: Survey, then: Survey) -> bool:
    """Return whether a text with a syntax error is now valid YAML, or valid up to a later place."""
    if not all(each.code in ("CR006", "CR007") for each in now.diagnostics):
        return False
    return min((each.span.start for each in then.diagnostics), default=0) > min(
        (each.span.start for each in now.diagnostics), default=0
    ) or not any(each.code in ("CR006", "CR007") for each in then.diagnostics)
