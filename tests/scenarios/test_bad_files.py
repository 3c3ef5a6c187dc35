"""Whatever is wrong in the text of a scenario is a diagnostic with its place and a way out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardrules import rulesets
from cardrules.cli.diagnostics.render import full
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.diagnostics import CODES, Source
from cardrules.interpreter.scenarios.examining import examine_suite
from cardrules.interpreter.scenarios.results import Report
from cardrules.interpreter.scenarios.running import run

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))


def report(path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(BAD)
    return run(path.name)


# The expected output stands beside each file. After a wanted change of wording, write them anew
# with UPDATE_EXPECTED=1 and read the difference.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_file_gets_the_output_beside_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = report(path, monkeypatch)
    shown = full(found.diagnostics, found.sources)
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")
    assert not found.failed


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_problem_has_a_code_a_place_and_a_way_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = report(path, monkeypatch)
    assert found.diagnostics
    for problem in found.diagnostics:
        assert problem.code in CODES
        assert problem.help, problem.message
        text = found.sources[problem.span.file].text
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
    assert len({(each.span, each.message) for each in found.diagnostics}) == len(found.diagnostics)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_looking_without_playing_finds_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = report(path, monkeypatch)
    text = path.read_text(encoding="utf-8")
    if "cardrules_suite" in text:
        problems, _ = examine_suite(Source(path.name, text))
        assert tuple(problems) == found.diagnostics


def test_every_code_of_scenarios_is_shown_by_some_file(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {each.code for path in FILES for each in report(path, monkeypatch).diagnostics}
    assert {code for code in CODES if code.startswith("CR7")} <= {*shown, "CR714"}


NOTED = """\
cardrules: 1
name: Noted
summary: Cards are given away.
players: {least: 2, most: 3}
deck: {ranks: 7 8 9 T J Q K A, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
variables: {level: {type: choice, choices: [win, no_90]}}
deal: {do: shuffle stock then deal 5 each to hand}
phases: {turn: {players: in turn}}
actions:
  give:
    phase: turn
    choose: {one: a card from hand, other: a card from hand - one, whom: a player from players - actor}
    do: |
      move one + other to hand of whom
      if hand is empty: actor wins
  call: {phase: turn, choose: {what: a level}, do: level becomes what}
  pass: {phase: turn, when: level is win}
limits: {turns: 60, result: nobody wins}
notes:
  actions: |
    give 7C 8H 2     give away two cards
    call no_90       call it
    Give 7C 8H 1     typed loosely
    calls win        call it
    call no 90       call it
    give 7C / 8H 1   give away two cards
    give 7S 8H 1     give away two cards
    give 7C 8H 3     give away two cards
    pass do nothing
"""


def test_moves_in_a_note_are_checked_like_those_of_scenarios() -> None:
    lines = NOTED.splitlines()
    shown = [
        (lines[NOTED[: each.span.start].count("\n")].split("  ")[2], each.message, each.help)
        for each in survey("noted.yaml", NOTED).diagnostics
    ]
    no = "This line shows no move."
    assert shown == [
        ("calls win", f"{no} There is no action 'calls'.", "Did you mean 'call'?"),
        ("call no 90", f"{no} 'call' does not take '90'.", "Write, after 'call', a choice."),
        ("give 7C / 8H 1", f"{no} '/' stands only between two lists of cards.", "Leave it out."),
        ("give 7S 8H 1", f"{no} There is no card '7S' in this game.", "A card is written like '7C'."),
        ("give 7C 8H 3", f"{no} There is no seat 3.", "Seats are counted from 0 to 2."),
        ("pass do nothing", f"{no} 'pass' does not take 'do'.", "Two or more spaces divide a move from its meaning."),
    ]


def test_an_action_that_only_scenarios_name_is_misspelt_where_it_is_declared() -> None:
    path = rulesets.path("gin_slaughtre")
    assert path is not None
    suite = Path(__file__).parents[1] / "rulesets" / "suites" / "gin_slaughtre.yaml"
    scenarios = suite.read_text("utf-8").partition("scenarios:\n")[2]
    text = path.read_text("utf-8").replace("\n  pass:\n", "\n  passs:\n") + scenarios
    (found,) = survey("slaughtre.yaml", text).diagnostics
    assert found.message == ("'passs' is used nowhere, but 'pass' is, in 5 places, and does not exist.")
    assert text[found.span.start : found.span.end] == "passs"
