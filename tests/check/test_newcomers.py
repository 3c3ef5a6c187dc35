"""Games that are not bundled, written from the documentation alone, and what their authors wrote wrongly.

`newcomers/slips.yaml` lists texts of plain English and of other languages in the place of the right ones. What is
said about each stands in a file for each game: read what has changed, and write it anew with UPDATE_EXPECTED=1.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
import yaml

from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.diagnostics import Diagnostic
from cardrules.interpreter.scenarios.running import run

from .test_suggestions import followed

FOLDER = Path(__file__).parent / "newcomers"
GAMES = ("golf", "rummy", "pig", "whist", "house", "last_round")
_NAMES = ("CR401", "CR402", "CR403", "CR404", "CR415", "CR604", "CR701", "CR702", "CR707", "CR708")


@cache
def text_of(game: str) -> str:
    return (FOLDER / f"{game}.yaml").read_text("utf-8")


@cache
def slips(game: str) -> tuple[tuple[str, str], ...]:
    """Return the wrong texts of a game, each with the whole file."""
    listed: dict[str, dict[str, list[str]]] = yaml.safe_load((FOLDER / "slips.yaml").read_text("utf-8"))
    text = text_of(game)
    assert all(right in text for right in listed[game])
    return tuple((wrong, text.replace(right, wrong, 1)) for right, wrongs in listed[game].items() for wrong in wrongs)


@cache
def problems(game: str, text: str) -> tuple[Diagnostic, ...]:
    """Return the errors of a text, or else its warnings; its scenarios are looked at if they differ."""
    file, scenarios = f"{game}.yaml", text_of(game).partition("\nscenarios:")[2]
    found = load_text(text, file).diagnostics if text.endswith(scenarios) else survey(file, text).diagnostics
    return tuple(each for each in found if each.severity == "error") or tuple(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_right_texts_are_right(game: str) -> None:
    report = run(FOLDER / f"{game}.yaml")
    assert survey(FOLDER / f"{game}.yaml").diagnostics == ()
    assert not report.diagnostics
    assert not report.failed


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_about_each_slip(game: str) -> None:
    text = "\n".join(
        f"{wrong.splitlines()[0]}\n"
        + "".join(f"  {each.message}\n      {each.help or '-'}\n" for each in problems(game, whole))
        for wrong, whole in slips(game)
    )
    expected = FOLDER / f"{game}.txt"
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_each_error_has_a_way_out(game: str) -> None:
    found = [(wrong, each) for wrong, whole in slips(game) for each in problems(game, whole)]
    assert [(wrong, each.message) for wrong, each in found if not each.help] == []


@pytest.mark.parametrize("game", GAMES)
def test_an_edit_brings_no_name_that_does_not_exist(game: str) -> None:
    """An edit that translates a turn of English may uncover another mistake, but may not bring one."""
    for wrong, whole in slips(game):
        for problem in problems(game, whole):
            fix = problem.fix
            if fix is not None and fix.span.file == f"{game}.yaml":
                changed = followed(whole, fix)
                old = whole[fix.span.start : fix.span.end]
                for each in problems(game, changed):
                    assert not _brought(each, changed, old, fix.span.start, fix.replacement), (wrong, problem, each)


def _brought(problem: Diagnostic, text: str, old: str, start: int, new: str) -> bool:
    place = problem.span
    inside = start <= place.start and place.end <= start + len(new)
    return inside and problem.code in _NAMES and text[place.start : place.end] not in old
