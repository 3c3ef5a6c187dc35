"""What another mistake causes is not reported.

A diagnostic names its `cause` where it is reported, if one is possible: a declaration, or the reading of a text.
Whether that is a mistake itself shows later.

The cause of a name that does not exist shows only when all uses are known. Each is reported with the nearest name
that exists. If nothing uses the nearest name, the mistake is probably in its declaration, and one diagnostic there
is better than one at each use. This also holds for other words that are declared once and used
elsewhere, such as a choice of an option or a parameter of a definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..diagnostics import Diagnostic, Fix, Label, Span, error, in_order
from ..syntax.operations.table import BUILT_IN, LEADING, RESERVED

if TYPE_CHECKING:
    from ..diagnostics import Sources
    from ..syntax.ruleset import Ruleset

_WORDS: Final = LEADING.union(BUILT_IN, RESERVED)
"""Words of the language, which can name nothing."""


def told(problems: Iterable[Diagnostic], sources: Sources) -> list[Diagnostic]:
    """Return the diagnostics in order, with those of misspelt declarations, and without what errors among them cause.

    Args:
        problems: the diagnostics of all stages. The names in their fixes are the suggestions.
        sources: the texts that the diagnostics point into.
    """
    found = in_order(_with_misspelt(problems, sources))
    wrong = {each.span for each in found if each.severity == "error"}
    return [each for each in found if each.cause not in wrong]


def stopped_by_names(unread: Iterable[Diagnostic], rules: Ruleset, sources: Sources) -> Iterator[Diagnostic]:
    """Yield the problems of texts; the cause of one at a word of the language is a declaration of this word.

    Args:
        unread: the problems.
        rules: the ruleset that was read with them.
        sources: the texts that the problems point into.
    """
    places = {name: place for _, name, place in (*rules.declared, *rules.declared_inside) if name in _WORDS}
    for each in unread:
        word = sources[each.span.file].excerpt(each.span) if each.span.file in sources else ""
        yield replace(each, cause=places.get(word, each.cause))


def _with_misspelt(problems: Iterable[Diagnostic], sources: Sources) -> Iterator[Diagnostic]:
    """Yield the diagnostics, and one for each misspelt declaration, which is the cause of those of its uses.

    If there is only one use, either place may be wrong. The diagnostic of the use then shows the declaration too.
    """
    missed: dict[tuple[str, str, Span], list[Diagnostic]] = {}
    for problem in problems:
        declared = _only_place(problem, sources)
        if declared is None or problem.fix is None:
            yield problem
        else:
            wrong = sources[problem.fix.span.file].excerpt(problem.fix.span)
            missed.setdefault((wrong, problem.fix.replacement, declared), []).append(problem)
    for (wrong, name, declared), uses in missed.items():
        if len(uses) == 1:
            label = Label(declared, f"'{name}', which nothing else uses")
            yield replace(uses[0], labels=(*uses[0].labels, label))
            continue
        yield from (replace(each, cause=declared) for each in uses)
        first = min((use.span for use in uses), key=lambda span: (span.file, span.start))
        yield error(
            "CR401",
            f"'{name}' is used nowhere, but '{wrong}' is, in {len(uses)} places, and does not exist.",
            declared,
            Label(first, f"'{wrong}', first here"),
            help=f"Did you mean '{wrong}'?",
            fix=Fix(declared, wrong),
        )


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
        return None  # a card of a suit that is not in the pack is not a misspelt rank
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
