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

PATTERNS = frozenset("search match fullmatch sub split findall finditer compile".split())
SYNTAX = re.compile(r"\\.|\[[^]]*\]|\(\?(?:P?<\w+>|[<!=:]+)|\{[^}]*\}")
"""Parts of a pattern that are not text."""
WORDS = re.compile(r"[A-Za-z]{3}| ")
"""What a pattern contains that looks for words."""

LEFT = {
    # notes and other texts of authors are read where they are used
    "rulebook/notes.py": {"_CITED", "_CONDITION", "remarks"},
    "speech/book.py": {"_PARTICIPLE", "_SEATS", "prose"},
}
"""The functions that still look into texts, by file. The list must only become shorter."""


def looking(path: Path) -> Iterator[str]:
    """Yield the functions and constants of a file that look for a phrase in a text."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name):
                pass
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]) if node in tree.body:
                pass
            case _:
                continue
        if any(map(_looks, ast.walk(node))):
            yield name


def _looks(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[pattern, *_]) if name in PATTERNS:
            return bool(WORDS.search(SYNTAX.sub("", "".join(_texts(pattern)))))
        case ast.Call(func=ast.Attribute(attr=name), args=[looked_for, *_]) if name in METHODS:
            pass
        case ast.Compare(left=looked_for, ops=[ast.In() | ast.NotIn()]) if isinstance(looked_for, ast.Constant):
            pass
        case ast.Compare(left=ast.Attribute(attr="text") | ast.Call(func=ast.Name(id="str")), comparators=[looked_for]):
            pass
        case _:
            return False
    several = looked_for.elts if isinstance(looked_for, ast.Tuple) else [looked_for]
    texts = [each.value for each in several if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return any(PHRASE.search(text) for text in texts if not text.isidentifier())


def _texts(node: ast.expr) -> list[str]:
    """Return the texts of which a pattern is made."""
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def test_only_the_printer_looks_into_sentences() -> None:
    files = [path for room in ("speech", "rulebook", "explanation") for path in (INTERPRETER / room).rglob("*.py")]
    printers = ("english.py", "reading.py", "html.py", "markdown.py")
    found = {str(path.relative_to(INTERPRETER)): set(looking(path)) for path in files if path.name not in printers}
    found = {path: names for path, names in found.items() if names}
    assert found == LEFT
