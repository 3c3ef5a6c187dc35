"""What an editor may change by itself: the layout of a document, and what diagnostics suggest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..authoring.formatting import format_text
from ..diagnostics import Span, Survey
from .values import Action, Edit
from .workspace import Workspace

if TYPE_CHECKING:
    from ..diagnostics import Diagnostic


def formatting(workspace: Workspace, file: str) -> Edit | None:
    """Return the change that `cardrules fmt` would make; None if there is none, or the text cannot be read."""
    source = workspace.text(file)
    text, _ = format_text(source)
    if text is None or text == source.text:
        return None
    same = 0
    for one, other in zip(source.text, text, strict=False):
        if one != other:
            break
        same += 1
    rest, new = source.text[same:], text[same:]
    tail = 0
    while tail < min(len(rest), len(new)) and rest[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Edit(Span(file, same, len(source.text) - tail), new[: len(new) - tail])


def actions(found: Survey, span: Span) -> list[Action]:
    """Return the corrections of diagnostics at a place: what `--fix` would change, then what else may be meant.

    Args:
        found: the diagnostics of the document.
        span: the place; an empty one is a cursor.
    """
    result: list[Action] = []
    for each in found.diagnostics:
        if each.span.file == span.file and each.span.start <= span.end and span.start <= each.span.end:
            result += _of(each, found)
    return sorted(dict.fromkeys(result), key=lambda action: not action.sure)


def _of(problem: Diagnostic, found: Survey) -> list[Action]:
    fix = problem.fix
    if fix is None or fix.span.file != problem.span.file:
        return []
    old = found.sources[fix.span.file].excerpt(fix.span)
    result: list[Action] = []
    for number, word in enumerate((fix.replacement, *fix.others)):
        title = f"Write '{word}' for '{old}'" if old and word else f"Remove '{old}'" if old else f"Add '{word}'"
        if old.split() == word.split() and old != word:
            title = "Change the indentation"
        elif "\n" in word:
            title = "Write it on lines of their own"
        sure = fix.safe and not number
        result.append(Action(" ".join(title.split()), (Edit(fix.span, word),), problem.code, problem.span, sure))
    return result
