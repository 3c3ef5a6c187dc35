"""`cardrules explain`: codes, words of the language, and what there is."""

from __future__ import annotations

import pytest

from cardrules.interpreter.authoring.glossary import entries
from cardrules.interpreter.diagnostics import CODES

from .conftest import Cardrules


def test_the_page_of_a_code(cardrules: Cardrules) -> None:
    assert cardrules("explain", "cr101").stdout.startswith("# CR101: unknown key\n")
    assert cardrules("explain", *CODES).returncode == 0


def test_the_nearest_code_is_suggested(cardrules: Cardrules) -> None:
    done = cardrules("explain", "CR11")
    assert done.returncode == 2
    assert "There is no diagnostic code 'CR11'. Did you mean 'CR011'?" in done.stderr


def test_an_operation(cardrules: Cardrules) -> None:
    assert cardrules("explain", "loose", "of").stdout == (
        "loose of CARDS  (expression: cards)\n"
        "  The cards that are in no meld of that arrangement.\n"
        "    loose of hand\n"
        "  See docs/language/expressions.md#the-best-arrangement-of-a-hand\n"
    )


def test_a_statement_with_its_form_and_without_markdown(cardrules: Cardrules) -> None:
    assert cardrules("explain", "lay").stdout == (
        "lay CARDS on ZONE  (statement)\n"
        "  Makes a new pile in a zone of piles.\n"
        "    lay trick on table\n"
        "  See docs/language/statements.md#moving-cards\n"
    )


def test_a_key_by_its_address(cardrules: Cardrules) -> None:
    assert cardrules("explain", "phases.turn.after").stdout == (
        "phases.turn.after  (key: statements)\n"
        "  What is done at the end of a turn.\n"
        "    after: refill hand to 4\n"
        "  See docs/language/course.md#turns\n"
    )


def test_a_word_with_several_meanings(cardrules: Cardrules) -> None:
    shown = cardrules("explain", "parts").stdout
    assert "parts of cards by contract, parts of cards  (expression: a list of cards)\n" in shown
    assert "melds.parts  (key: words)\n" in shown


def test_of_many_meanings_each_gets_a_line(cardrules: Cardrules) -> None:
    lines = cardrules("explain", "help").stdout.splitlines()
    assert "zones.help: What the zone is for, in a sentence for players." in lines


def test_where_else_a_word_occurs(cardrules: Cardrules) -> None:
    shown = cardrules("explain", "sorted").stdout
    assert shown.startswith("zones.sorted  (key: ")
    assert shown.endswith("\nAlso in: `players sorted by highest score of it`\n")


def test_a_word_that_only_a_description_has(cardrules: Cardrules) -> None:
    assert cardrules("explain", "shrinking").stdout.startswith("melds.roles  (key: ")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        (["siut"], "Did you mean 'suit'?"),
        (["zones.face"], "Did you mean 'zones.faces'?"),
        (["cribbage"], "`cardrules explain` lists the words that there are."),
    ],
)
def test_what_is_no_word(cardrules: Cardrules, typed: list[str], hint: str) -> None:
    done = cardrules("explain", *typed)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"There is no word '{typed[0]}' in the language. {hint}" in done.stderr


def test_codes_and_a_word_together(cardrules: Cardrules) -> None:
    shown = cardrules("explain", "CR101", "loose", "of").stdout
    assert shown.startswith("# CR101: ")
    assert "\nloose of CARDS " in shown


def test_without_arguments_everything_is_listed(cardrules: Cardrules) -> None:
    listed = " ".join(cardrules("explain").stdout.split())
    assert all(name in listed for entry in entries() if entry.kind != "key" for name in entry.names)
    assert " rankings · " in listed
    assert all(code in listed for code in CODES)
