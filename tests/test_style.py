"""The project's English: turns of phrase that slip in from German, with what is written instead.

They are looked for in the documentation, and in docstrings and comments. The words of games come from rulesets.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXTS = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "docs/codes/*.md", "docs/language/*.md", "*/README.md")
    for path in ROOT.glob(pattern)
)
FOLDERS = ("interpreter", "cli", "table", "environments", "schema", "tests", "benchmarks", "website", "editors")
CODE = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))

INSTEAD = {
    r"(?<!left )(?<!far )\bbehind ((an?|the|its?|their|them|th(at|is|[eo]se)|such|each|all|one|wh\w+)\b|`)": "after",
    r"(?<!there )\b(is|are|was|were) no (?!longer|more|less|larger|smaller|higher|lower|greater)[a-z]": "is not a",
    r"\bit can be told\b": "a reader can see",
    r"\bwhat is told (of|about)\b": "what is said, known or reported about",
    r"\bas (it|they) (is|are) that\b": "a sentence of its own",
    r"\bso[- ]called\b": "the name alone",
    r"\bcomes? to lie\b": "lies",
}
"""What is not written, as a pattern, and what may be written in its place."""


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that people read, with their numbers."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    if path.suffix == ".md":
        plain = re.sub(
            r"^( *)```.*?^\1```|`[^`]+`", lambda code: "`" + "\n" * code[0].count("\n"), text, flags=re.M | re.S
        )
        yield from enumerate(plain.splitlines(), 1)
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                if ">>>" not in lines[number - 1]:
                    yield number, lines[number - 1]


@pytest.mark.parametrize("pattern", INSTEAD)
def test_phrases_that_are_not_written(pattern: str) -> None:
    wrong = re.compile(pattern, re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in (*TEXTS, *CODE)
        if wrong.search(path.read_text("utf-8"))
        for number, line in prose(path)
        if wrong.search(line)
    ]
    assert not found, f"write '{INSTEAD[pattern]}':\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("A space behind the colon does not count.", True),
        ("The winner is behind at half-time.", False),
        ("Such a text is no name.", True),
        ("There is no such card.", False),
        ("It is no longer public.", False),
        ("Their cards cannot be told apart.", False),
    ],
)
def test_what_the_patterns_find(line: str, wrong: bool) -> None:
    assert any(re.search(pattern, line, re.IGNORECASE) for pattern in INSTEAD) == wrong
