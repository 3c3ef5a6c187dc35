"""Where in a document a mistake is shown whose cause is in another file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Label, Span, Survey
from .reading import structure

if TYPE_CHECKING:
    from ..diagnostics import Source


def placed(source: Source, found: Survey) -> Survey:
    """Return diagnostics that all stand in a document: those of its parents at the value of its `extends`.

    Args:
        source: the document; of a suite the other file is its `ruleset`.
        found: its diagnostics, with the texts that they point into.
    """
    shown = (each if each.span.file == source.file else _elsewhere(source, each, found) for each in found.diagnostics)
    return Survey(tuple(shown), found.sources)


def _elsewhere(source: Source, problem: Diagnostic, found: Survey) -> Diagnostic:
    """Return a diagnostic of another file at the name of that file, with its own place as a label."""
    items = structure(source.text)
    link = items.at(("extends",)) or items.at(("ruleset",))
    place = Span(source.file, *link.value) if link is not None else Span(source.file, 0, 0)
    text = found.sources.get(problem.span.file)
    if text is None:
        return replace(problem, span=place)
    line, _ = text.position(problem.span.start)
    message = f"In {Path(text.file).name}, line {line}: {problem.message}"
    return replace(problem, span=place, message=message, labels=(Label(problem.span, "here"), *problem.labels))
