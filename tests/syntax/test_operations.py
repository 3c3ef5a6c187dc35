"""Each operation is declared once, and the reference says what is declared."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterable
from pathlib import Path

import pytest

from cardrules.interpreter.runtime.position import OF_A_TABLE
from cardrules.interpreter.syntax import nodes as n
from cardrules.interpreter.syntax import plain_english
from cardrules.interpreter.syntax.operations.declaration import Operation, Word
from cardrules.interpreter.syntax.operations.table import (
    BUILT_IN,
    EXPRESSIONS,
    LEADING,
    OPERATIONS,
    OTHERS,
    RESERVED,
    STATEMENTS,
)
from cardrules.interpreter.syntax.parser_tables import grammar
from cardrules.interpreter.syntax.printer import show
from cardrules.interpreter.syntax.syntax import parse

REFERENCE = sorted((Path(__file__).parents[2] / "docs" / "language").glob("*.md"))
SHOWN = [(operation.name, form) for operation in OPERATIONS.values() for form in operation.shown.split("|") if form]


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
    "schemes": rows(OTHERS["schemes"], "| scheme | who acts |"),
    "choices": rows(OTHERS["choices"], "| choice | what the player chooses |"),
    "turns": rows(OTHERS["turns"], "| word | meaning |"),
    "tricks": rows(OTHERS["tricks"], "| word | meaning |"),
    "reserved words": listed(sorted(RESERVED)),
    "taken names": listed(sorted(BUILT_IN)),
    "leading words": listed(sorted(LEADING)),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_reference_has_the_words_as_they_are_declared(name: str) -> None:
    begin, end = f"<!-- words: {name} -->\n", "\n<!-- end -->"
    (page,) = (page for page in REFERENCE if begin in page.read_text(encoding="utf-8"))
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    table, _, after = rest.partition(end)
    if os.environ.get("UPDATE_EXPECTED"):
        page.write_text(before + begin + TABLES[name] + end + after, encoding="utf-8")
        table = TABLES[name]
    assert table == TABLES[name], "UPDATE_EXPECTED=1 pytest tests/syntax writes it anew"


@pytest.mark.parametrize(("name", "form"), SHOWN)
def test_what_the_reference_shows_is_that_operation(name: str, form: str) -> None:
    if parse(form, "expression").node is None:
        form = re.sub(r"\ba\b", "x", form)  # `a` is not a name
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


@pytest.mark.parametrize(
    "operation", [each for each in OPERATIONS.values() if each.relation], ids=lambda each: each.name
)
def test_relations_are_what_their_opposites_are_not(operation: Operation) -> None:
    relation = operation.relation
    assert relation is not None
    holds = operation.known
    opposite, mirrored = OPERATIONS[relation.opposite].known, OPERATIONS[relation.mirrored].known
    assert holds is not None
    assert opposite is not None
    assert mirrored is not None
    for left, right in [(1, 2), (2, 2), (2, 1)]:
        assert holds(left, right) == mirrored(right, left) != opposite(left, right)


def test_a_comparison_is_a_relation() -> None:
    """Sets of cards and the reasons of refusals are made of relations."""
    compare = [each for each in OPERATIONS.values() if each.operands == ("any", "any")]
    assert all(each.relation for each in compare)


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda each: each.name)
def test_mutants_have_the_same_form(operation: Operation) -> None:
    if operation.mutant:
        other = OPERATIONS[operation.mutant]
        assert other != operation
        assert (other.shape, other.operands) == (operation.shape, operation.operands)


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda each: each.name)
def test_what_differs_between_tables_is_declared(operation: Operation) -> None:
    """Who sits at a table, or how the deal stands there, as the templates of code read it."""
    meant = [OPERATIONS[name] for name in operation.means] or [operation]
    code = " ".join(" ".join((each.code, each.departures)) for each in meant)
    read = set(re.findall(r"\bs\.(\w+)", code)) & set(OF_A_TABLE)
    wanted = "state" if read - {"away"} else "seats" if read else ""
    assert operation.at_table == wanted


def test_foreign_words_are_no_words_of_the_language() -> None:
    """A habit is explained where nothing else fits; the word must not mean something here."""
    words = {word for each in OPERATIONS.values() for word in each.pattern} | set(BUILT_IN)
    assert not words.union(RESERVED) & {*plain_english.HABITS} - {"one", "more"}
    assert not LEADING & {*plain_english.OPENINGS}
