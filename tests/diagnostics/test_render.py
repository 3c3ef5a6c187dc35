"""Diagnostics as text: the three formats, and marks under the right characters."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cli.diagnostics.exports import JSON_FORMAT, as_json
from cardrules.cli.diagnostics.render import concise, full, render, summary
from cardrules.interpreter import diagnostics as table
from cardrules.interpreter import errors
from cardrules.interpreter.diagnostics import (
    CODES,
    Fix,
    Label,
    Source,
    Span,
    error,
    has_errors,
    in_order,
    printable,
    suggest,
    warning,
)

TEXT = "zones:\n  stock: {}\n  pile: {}\n  stock: {}\n"
SOURCE = Source("g.yaml", TEXT)
SOURCES = {"g.yaml": SOURCE}
TWICE = error(
    "CR014",
    "The key 'stock' stands twice.",
    Span("g.yaml", 32, 37),
    Label(Span("g.yaml", 9, 14), "first here"),
    help="Remove one.",
    fix=Fix(Span("g.yaml", 32, 41), ""),
)
LATER = warning("CR014", "Hm.", Span("g.yaml", 21, 25))


def marked(text: str, start: int, end: int, **options: bool) -> tuple[str, str]:
    """Return the line of text and the line of marks of a diagnostic about one line."""
    source = Source("g.yaml", text)
    shown = full([error("CR014", "No.", Span("g.yaml", start, end))], {"g.yaml": source}, **options)
    lines = shown.splitlines()
    assert len(lines) == 5
    return lines[3].removeprefix("1 | "), lines[4].removeprefix("  | ")


# concise


def test_concise_is_one_line_each() -> None:
    assert concise([TWICE, LATER], SOURCES) == (
        "g.yaml:4:3: error CR014 The key 'stock' stands twice.\ng.yaml:3:3: warning CR014 Hm.\n"
    )
    assert concise([], SOURCES) == ""


def test_concise_without_the_text_names_the_file() -> None:
    assert concise([TWICE], {}) == "g.yaml:1:1: error CR014 The key 'stock' stands twice.\n"


def test_concise_stays_one_harmless_line() -> None:
    problem = error("CR014", "a\nb\x1b[2Jc\u202e", Span("x\ny", 0, 0))
    assert concise([problem], {}) == "x y:1:1: error CR014 A b\ufffd[2Jc\ufffd.\n"


# full


def test_full_shows_lines_marks_labels_and_help() -> None:
    assert (
        full([TWICE], SOURCES)
        == """\
error CR014: The key 'stock' stands twice.
 --> g.yaml:4:3
  |
2 |   stock: {}
  |   ----- first here
3 |   pile: {}
4 |   stock: {}
  |   ^^^^^
  = help: Remove one.
"""
    )


def test_full_leaves_out_lines_in_between_and_widens_the_margin() -> None:
    source = Source("g.yaml", "a\n" * 100)
    problem = error("CR014", "No.", Span("g.yaml", 198, 199), Label(Span("g.yaml", 0, 1), "here"))
    assert (
        full([problem], {"g.yaml": source})
        == """\
error CR014: No.
   --> g.yaml:100:1
    |
  1 | a
    | - here
...
100 | a
    | ^
"""
    )


def test_full_separates_diagnostics_with_an_empty_line() -> None:
    assert full([LATER, LATER], SOURCES).count("\n\nwarning") == 1


def test_full_of_nothing_is_nothing() -> None:
    assert full([], SOURCES) == ""
    assert full([], SOURCES, colour=True) == ""


def test_label_in_another_file() -> None:
    problem = error("CR014", "No.", Span("g.yaml", 0, 5), Label(Span("p.yaml", 3, 6), "parent"))
    assert (
        full([problem], {**SOURCES, "p.yaml": Source("p.yaml", "a:\nbcd\n")})
        == """\
error CR014: No.
 --> g.yaml:1:1
  |
1 | zones:
  | ^^^^^
 ==> p.yaml:2:1
  |
2 | bcd
  | --- parent
"""
    )


def test_text_that_is_not_there_is_named() -> None:
    problem = error("CR001", "No.", Span("g.yaml", 0, 0), Label(Span("p", 3, 6), "parent"), help="H")
    assert (
        full([problem], {})
        == """\
error CR001: No.
 --> g.yaml
  = note: parent: p
  = help: H.
"""
    )


def test_span_over_lines_is_marked_in_each() -> None:
    text = "a: |\n  one\n\n  two\n"
    problem = error("CR014", "No.", Span("g.yaml", 3, len(text) - 1), help="H")
    assert (
        full([problem], {"g.yaml": Source("g.yaml", text)})
        == """\
error CR014: No.
 --> g.yaml:1:4
  |
1 | a: |
  |    ^
2 |   one
  |   ^^^
3 |
4 |   two
  |   ^^^
  = help: H.
"""
    )


def test_long_span_loses_its_middle() -> None:
    text = "".join(f"line{number}\n" for number in range(1, 10))
    label = Label(Span("g.yaml", 0, len(text)), "all of it")
    shown = full([error("CR014", "No.", Span("g.yaml", 0, 4), label)], {"g.yaml": Source("", text)})
    assert re.findall(r"^(\d) |^(\.\.\.)", shown, re.MULTILINE) == [
        ("1", ""),
        ("2", ""),
        ("3", ""),
        ("", "..."),
        ("9", ""),
    ]
    assert shown.count("all of it") == 1


@pytest.mark.parametrize(
    ("text", "part", "line", "marks"),
    [
        ("a: b", "b", "a: b", "   ^"),
        ("\ta\tb", "b", "    a   b", "        ^"),
        ("abc\td", "\t", "abc d", "   ^"),
        ("日本: 語x", "語", "日本: 語x", "      ^^"),
        ("日本: 語x", "x", "日本: 語x", "        ^"),
        ("e\u0301a", "a", "e\u0301a", " ^"),
        ("1\u20dda", "a", "1\u20dda", " ^"),  # in a circle
        ("♠\ufe0fa", "a", "♠\ufe0fa", " ^"),
        ("क\u093aa", "a", "क\u093aa", " ^"),
        ("😀 ♠ x", "x", "😀 ♠ x", "     ^"),
        ("a\x1bb c", "c", "a\ufffdb c", "    ^"),
        ("a\u200bb c", "c", "a\ufffdb c", "    ^"),
        ("a\xa0b", "b", "a\xa0b", "  ^"),
    ],
)
def test_mark_stands_under_the_characters(text: str, part: str, line: str, marks: str) -> None:
    start = text.index(part)
    assert marked(text, start, start + len(part)) == (line, marks)


def test_empty_span_has_one_mark() -> None:
    assert marked("a:", 2, 2) == ("a:", "  ^")
    assert marked("", 0, 0) == ("1 |", "  ^"[2:])


def test_span_that_ends_with_the_line_break_stays_in_its_line() -> None:
    assert marked("abc\ndef\n", 1, 4) == ("abc", " ^^")


@given(st.integers(0, 3000), st.integers(1, 40), st.sampled_from("x語"))
def test_long_line_is_cut_around_its_mark(before: int, length: int, other: str) -> None:
    text = other * before + "M" * length + other * 3000
    line, marks = marked(text, before, before + length)
    # Columns, not characters: a wide character takes two.
    columns = "".join(character + "\0" * (character == "語") for character in line)
    assert len(columns) <= 103
    assert len(marks) <= 101
    width = marks.count("^")
    assert columns[len(marks) - width : len(marks)] == "M" * width
    assert width == length


def test_huge_line_and_huge_span_are_cut() -> None:
    line, marks = marked("x" * 1_000_000, 0, 1_000_000)
    assert line == "x" * 100 + "…"
    assert marks == "^" * 100


@given(st.text(), st.integers(0, 50), st.integers(0, 50), st.booleans())
def test_any_span_of_any_text_can_be_shown(text: str, start: int, end: int, colour: bool) -> None:
    problem = error("CR014", text or "No.", Span("g", start, start + end), Label(Span("g", 1, 9), text))
    shown = full([problem], {"g": Source("g", text)}, colour=colour)
    assert colour or not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]", shown)
    json.loads(as_json([problem], {"g": Source("g", text)}))


def test_colour_adds_nothing_but_colour() -> None:
    plain = full([TWICE, LATER], SOURCES)
    coloured = full([TWICE, LATER], SOURCES, colour=True)
    assert "\x1b[1;31merror CR014" in coloured
    assert "\x1b[1;33mwarning CR014" in coloured
    stripped = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()


def test_colour_does_not_wrap_long_lines() -> None:
    problem = error("CR014", "word " * 100, Span("g.yaml", 0, 1))
    assert len(full([problem], SOURCES, colour=True).splitlines()) == 5


# JSON


def test_json_is_the_documented_object() -> None:
    document: dict[str, Any] = json.loads(as_json([TWICE, LATER], SOURCES))
    assert (document["format"], document["errors"], document["warnings"]) == (JSON_FORMAT, 1, 1)
    assert document["diagnostics"][0] == {
        "code": "CR014",
        "title": "duplicate key",
        "severity": "error",
        "message": "The key 'stock' stands twice.",
        "file": "g.yaml",
        "start": {"offset": 32, "line": 4, "column": 3},
        "end": {"offset": 37, "line": 4, "column": 8},
        "labels": [
            {
                "text": "first here",
                "file": "g.yaml",
                "start": {"offset": 9, "line": 2, "column": 3},
                "end": {"offset": 14, "line": 2, "column": 8},
            }
        ],
        "help": "Remove one.",
        "fix": {
            "replacement": "",
            "safe": False,
            "file": "g.yaml",
            "start": {"offset": 32, "line": 4, "column": 3},
            "end": {"offset": 41, "line": 4, "column": 12},
        },
    }
    assert document["diagnostics"][1]["fix"] is None


def test_json_is_ascii_and_takes_anything() -> None:
    shown = as_json([error("CR006", "♠\ud800\x1b", Span("g.yaml", 0, 1))], SOURCES)
    assert shown.isascii()
    assert json.loads(shown)["diagnostics"][0]["message"] == "♠\ud800\x1b."


def test_render_chooses_the_format() -> None:
    assert render([TWICE], SOURCES) == full([TWICE], SOURCES)
    assert render([TWICE], SOURCES, "concise") == concise([TWICE], SOURCES)
    assert render([TWICE], SOURCES, "json") == as_json([TWICE], SOURCES)


def test_summary_counts() -> None:
    assert summary([]) == "no problems"
    assert summary([TWICE]) == "1 error"
    assert summary([TWICE, TWICE, LATER]) == "2 errors, 1 warning"


# What is rendered


@pytest.mark.parametrize(
    ("offset", "position"),
    [(-1, (1, 1)), (0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (4, (3, 1)), (6, (4, 1)), (99, (4, 2))],
)
def test_position_knows_every_kind_of_line_break(offset: int, position: tuple[int, int]) -> None:
    source = Source("g.yaml", "a♠\n\r\r\nb")
    assert source.position(offset) == position


def test_lines_of_a_source() -> None:
    source = Source("g.yaml", "a\r\n\nb\n")
    assert source.line_count == 4
    assert [source.line(number) for number in range(6)] == ["", "a", "", "b", "", ""]
    assert [source.line_start(number) for number in (1, 2, 3, 4)] == [0, 3, 4, 6]


@given(st.text("ab\r\n\u2028"), st.integers(0, 30))
def test_position_and_lines_agree(text: str, offset: int) -> None:
    source = Source("g.yaml", text)
    offset = min(offset, len(text))
    line, column = source.position(offset)
    assert source.line_start(line) + column - 1 == offset
    assert text[source.line_start(line) :].startswith(source.line(line))


def test_in_order_sorts_by_place_and_drops_repetitions() -> None:
    other = error("CR014", "No.", Span("f.yaml", 0, 0))
    assert in_order([TWICE, other, LATER, TWICE]) == [LATER, TWICE, other]


def test_has_errors() -> None:
    assert has_errors([LATER, TWICE])
    assert not has_errors([LATER])


def test_suggest() -> None:
    assert suggest("Stcok", ["stock", "pile"]) == "stock"
    assert suggest("refil", iter(["refill", "refill_to"])) == "refill"
    assert suggest("zzz", ["stock"]) is None
    assert suggest("x" * 1_000_000, ["stock"]) is None


def test_printable_keeps_what_can_be_seen() -> None:
    assert printable("♠ ä 大 😀\t'x'") == "♠ ä 大 😀 'x'"


def test_ruleset_error_lists_its_diagnostics_and_can_be_pickled() -> None:
    problem = errors.RulesetError([TWICE, LATER], SOURCES)
    first, second = concise([TWICE, LATER], SOURCES).splitlines()
    assert str(problem) == f"{first} {TWICE.help}\n{second}"  # with the way out, if there is one
    again: errors.RulesetError = pickle.loads(pickle.dumps(problem))
    assert again.diagnostics == problem.diagnostics
    assert again.sources == problem.sources


def test_errors_are_one_documented_tree() -> None:
    tree = [each for each in vars(errors).values() if isinstance(each, type)]
    tree = [each for each in tree if issubclass(each, Exception)]
    assert all(issubclass(each, errors.CardrulesError) for each in tree)
    documented = errors.__doc__ or ""
    for each in tree:
        assert each.__name__ in documented
        assert each.__doc__
        wrong_value = each not in (
            errors.CardrulesError,
            errors.StepBudgetError,
            errors.NobodyError,
            errors.ColumnError,
            errors.PileError,
            errors.SeatingError,
            errors.WorkersLostError,
            errors.BotError,
        )
        assert issubclass(each, ValueError) == wrong_value


def test_codes_in_the_stages_and_in_the_table_are_the_same() -> None:
    folder = Path(table.__file__).parent
    used: set[str] = set()
    for path in folder.rglob("*.py"):
        if path.name != "diagnostics.py":
            used.update(re.findall(r"\"(CR\d{3})\"", path.read_text(encoding="utf-8")))
    assert used == set(CODES)
