"""Finds names that are misspelt in their declaration and so look wrong wherever they are used.

The stages report each use of a name that does not exist, with the nearest name that exists. If
nothing uses the nearest name, the mistake is probably in its declaration, and one diagnostic there
is better than one at each use. This also holds for other words that are declared once and used
elsewhere, such as a choice of an option or a parameter of a definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Fix, Label, Span, error, in_order
from ..syntax.operations.table import BUILT_IN, LEADING, RESERVED

if TYPE_CHECKING:
    from ..diagnostics import Sources

_WORDS = LEADING.union(BUILT_IN, RESERVED)  # nobody declares these


def without_misread(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics without brackets around a text that is misread from before it.

    In `cards of columns where it is face up is empty` the brackets belong around `cards of columns`
    first; those around `columns where it is face up` would keep the wrong reading.
    """
    found = list(problems)
    errors = [each.span for each in found if each.severity == "error"]
    return [
        each
        for each in found
        if each.code != "CR307"
        or each.fix is None
        or not any(
            place.file == each.fix.span.file and place.start < each.fix.span.start < place.end for place in errors
        )
    ]


def without_reserved(problems: Iterable[Diagnostic], sources: Sources) -> list[Diagnostic]:
    """Return the diagnostics without the uses of names that are words of the language.

    Args:
        problems: the diagnostics of all stages.
        sources: the texts that the diagnostics point into.
    """
    found = list(problems)
    words = {_word(each, sources) for each in found if each.code == "CR423"}
    return [each for each in found if each.code != "CR304" or _word(each, sources) not in words]


def _word(problem: Diagnostic, sources: Sources) -> str:
    return sources[problem.span.file].excerpt(problem.span).strip("'\"")


def blame(problems: Iterable[Diagnostic], sources: Sources) -> list[Diagnostic]:
    """Return the diagnostics, with all those of one misspelt declaration as one at the declaration.

    If there is only one use, either place may be wrong. The diagnostic of the use then shows the
    declaration too.

    Args:
        problems: The diagnostics of all stages; the names in their fixes are the suggestions.
        sources: The texts that the diagnostics point into.
    """
    kept: list[Diagnostic] = []
    missed: dict[tuple[str, str, Span], list[Diagnostic]] = {}
    for problem in problems:
        declared = _only_place(problem, sources)
        if declared is None or problem.fix is None:
            kept.append(problem)
        else:
            wrong = sources[problem.fix.span.file].excerpt(problem.fix.span)
            missed.setdefault((wrong, problem.fix.replacement, declared), []).append(problem)
    for (wrong, name, declared), uses in missed.items():
        if len(uses) == 1:
            label = Label(declared, f"'{name}', which nothing else uses")
            kept.append(replace(uses[0], labels=(*uses[0].labels, label)))
            continue
        first = min((use.span for use in uses), key=lambda span: (span.file, span.start))
        kept.append(
            error(
                "CR401",
                f"'{name}' is used nowhere, but '{wrong}' is, in {len(uses)} places, and does not exist.",
                declared,
                Label(first, f"'{wrong}', first here"),
                help=f"Did you mean '{wrong}'?",
                fix=Fix(declared, wrong),
            )
        )
    return in_order(kept)


def _only_place(problem: Diagnostic, sources: Sources) -> Span | None:
    """Return the only place of the name that a diagnostic suggests; None if there are several."""
    fix = problem.fix
    if fix is None or fix.span.file not in sources or fix.replacement in _WORDS:
        return None
    text = sources[fix.span.file].text
    wrong = text[fix.span.start : fix.span.end]
    if not re.fullmatch(r"\w+", wrong):
        return None
    if len(fix.replacement) == 1 and re.fullmatch(rf"{re.escape(fix.replacement)}[A-Z]", wrong):
        return None  # a card of a suit that is not in the pack is no misspelt rank
    word = re.compile(rf"(?<![\w-]){re.escape(fix.replacement)}(?![\w-])")
    places = [(each, found) for each in sources.values() for found in word.finditer(each.text)]
    if len(places) != 1 or not _declares(places[0][0].text, places[0][1]):
        return None
    return Span(places[0][0].file, *places[0][1].span())


def _declares(text: str, word: re.Match[str]) -> bool:
    """Return whether a word declares a name: as a key, or in certain lists."""
    line = text[text.rfind("\n", 0, word.start()) + 1 : word.start()]
    if re.search(r"(^|\s)#", line):
        return False
    if re.match(r"['\"]?:(\s|$)", text[word.end() : word.end() + 3]):
        return True
    if re.search(r"\b(let|for each)\s+$", line):
        return True
    keys = re.findall(r"(\w+):(?:\s|$)", text[max(word.start() - _LIST, 0) : word.start()])
    return bool(keys) and keys[-1] in ("as", "choices", "with", "steps", "ranks", "suits")


_LIST = 400  # characters that a list of names may take before the name
