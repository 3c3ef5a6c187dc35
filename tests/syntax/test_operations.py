"""Each operation is declared once, and the reference says what is declared."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterable
from pathlib import Path

import pytest

from cardrules.interpreter.syntax import nodes as n
from cardrules.interpreter.syntax.operations.declaration import Operation, Word
from cardrules.interpreter.syntax.operations.table import (
    BUILT_IN,
    EXPRESSIONS,
    LEADING,
    OPERATIONS,
    RESERVED,
    STATEMENTS,
)  # fmt: skip
from cardrules.interpreter.syntax.parser_tables import grammar
from cardrules.interpreter.syntax.printer import show
from cardrules.interpreter.syntax.syntax import parse

LANGUAGE = Path(__file__).parents[2] / "docs" / "language.md"
SHOWN = [
    (operation.name, form)
    for operation in OPERATIONS.values()
    for form in operation.shown.split("|")
    if form
]


def rows(words: Iterable[Word], heading: str) -> str:
    """Return a table of the reference."""
    lines = [heading, "|---|---|"]
    row: tuple[list[str], str] = ([], "")
    for word in words:
        if not word.shown:
            continue
        if word.help:
            lines.append(f"| {', '.join(row[0])} | {row[1]} |")
            row = ([], word.help)
        row[0].extend(f"`{form}`" for form in word.shown.split("|"))
    lines.append(f"| {', '.join(row[0])} | {row[1]} |")
    return "\n".join(line for line in lines if line != "|  |  |")


def listed(words: Iterable[str]) -> str:
    """Return a list of words as it stands in a list of the reference."""
    return textwrap.fill(f"`{' '.join(words)}`", 98)


TABLES = {
    **{name: rows(words, "| statement | what it does |") for name, words in STATEMENTS.items()},
    **{name: rows(words, "| expression | value |") for name, words in EXPRESSIONS.items()},
    "conditions": rows(EXPRESSIONS["conditions"], "| expression | holds if |"),
    "reserved words": listed(sorted(RESERVED)),
    "taken names": listed(sorted(BUILT_IN)),
    "leading words": listed(sorted(LEADING)),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_reference_has_the_words_as_they_are_declared(name: str) -> None:
    page = LANGUAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- words: {name} -->\n", "\n<!-- end -->"
    before, found, rest = page.partition(begin)
    assert found, f"docs/language.md has no place for '{name}'"
    table, _, after = rest.partition(end)
    if os.environ.get("UPDATE_EXPECTED"):
        LANGUAGE.write_text(before + begin + TABLES[name] + end + after, encoding="utf-8")
        table = TABLES[name]
    assert table == TABLES[name], "UPDATE_EXPECTED=1 pytest tests/syntax writes it anew"


@pytest.mark.parametrize(("name", "form"), SHOWN)
def test_what_the_reference_shows_is_that_operation(name: str, form: str) -> None:
    if parse(form, "expression").node is None:
        form = re.sub(r"\ba\b", "x", form)  # `a` is no name
    tree = parse(form, "expression").node
    assert tree is not None, form
    assert show(tree) == form
    operation = OPERATIONS[name]
    if operation.shape in ("internal", "sign") or operation.rule:
        return
    words = {node.name for node in n.walk(tree) if hasattr(node, "name")}  # type: ignore[attr-defined]
    assert operation.word in words or name in words


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda each: each.name)
def test_a_form_is_read_by_one_rule(operation: Operation) -> None:
    if operation.rule:
        assert f"-> {operation.rule}\n" in grammar()
    elif operation.shape in ("phrase", "fold"):
        rules = re.findall(rf"-> (?:phrase|fold)__{operation.name}\n", grammar())
        assert len(rules) == 1
