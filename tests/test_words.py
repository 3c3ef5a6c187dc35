"""Only the printer looks into printed sentences: others ask the values of which they are made."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

INTERPRETER = Path(__file__).parents[1] / "interpreter"
METHODS = frozenset("replace partition startswith endswith removeprefix removesuffix count".split())
PHRASE = re.compile(r"[;:]|, |^,$|(^| )[a-z,]+( |$)|^ \w")
"""A text that can only be looked for in a sentence: with spaces, or with signs that end a part."""

LEFT = {
    # reasons are still put together from texts
    "explanation/points/annotation.py": {"_best"},
    "explanation/refusals/choice_reasons.py": {"why_outside"},
    "explanation/refusals/meld_reasons.py": {"why_not_added"},
    "explanation/refusals/reasons.py": {"_defined", "_measured", "_together"},
    # statements are still told as texts, whose signs decide how they are joined
    "rulebook/course.py": {"_effect", "_scheme"},
    "rulebook/movements.py": {"deal"},
    "rulebook/sentences.py": {"_case", "_each_who", "_for_each"},
    "rulebook/tricks.py": {"_discards"},
    # lines of a finished rulebook are searched and compared
    "rulebook/deck.py": {"_copies", "_place"},
    "rulebook/examples.py": {"_test"},
    "rulebook/lookup.py": {"_entries", "_only", "of_move"},
    "rulebook/rulebook.py": {"_body", "_differences", "_joined"},
    "rulebook/settings.py": {"_possible"},
    "rulebook/terms.py": {"_term", "terms"},
    # labels of rules, which authors give
    "speech/clauses.py": {"clause"},
    "speech/noun_phrases.py": {"_numbered", "_use"},
}
"""The functions that still look into texts, by file. The list must only become shorter."""


def looking(path: Path) -> Iterator[str]:
    """Yield the functions of a file that look for a phrase in a text."""
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            found: list[ast.expr] = []
            match node:
                case ast.Call(func=ast.Attribute(attr=name), args=[ast.Tuple(elts=several), *_]) if name in METHODS:
                    found = several
                case ast.Call(func=ast.Attribute(attr=name), args=[first, *_]) if name in METHODS:
                    found = [first]
                case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()]):
                    found = [left]
                case _:
                    pass
            texts = [each.value for each in found if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if any(PHRASE.search(text) for text in texts if not text.isidentifier()):
                yield function.name


def test_only_the_printer_looks_into_sentences() -> None:
    files = [path for room in ("speech", "rulebook", "explanation") for path in (INTERPRETER / room).rglob("*.py")]
    printers = ("english.py", "reading.py", "html.py", "markdown.py")
    found = {str(path.relative_to(INTERPRETER)): set(looking(path)) for path in files if path.name not in printers}
    found = {path: names for path, names in found.items() if names}
    assert found == LEFT
