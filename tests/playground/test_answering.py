"""What the worker of the playground answers: the same as the command line says, at places as a browser counts them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cardrules.interpreter.authoring.formatting import format_text
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.diagnostics import Source, printable
from cardrules.interpreter.source.files import read_source
from cardrules.playground.answering import Answers, answer
from cardrules.playground.publishing import gallery
from cardrules.rulesets import bundled

TESTS = Path(__file__).parents[1]
RULESETS = TESTS.parent / "rulesets"
BAD = [path for path in sorted(TESTS.glob("*/bad/*.yaml")) if read_source(path)[0] is not None]
CHILD = """\
cardrules: 1
extends: gin_slaughtre
name: '𝄞 mine'
add:
  effects:
    seven: {on: play, when: trik has rank 7, do: opponent draws 1}
"""
SCENARIOS = """\
scenarios:
  good:
    given: {pile: 5C, hand: [7H 8H JC KD, 4D 6H TS JD], stock: 10}
    tests: [{play: play 7H, then: {hand: [4, 5]}}]
  bad:
    help: It expects too much.
    given: {pile: 5C, hand: [7H 8H JC KD, 4D 6H TS JD], stock: 10}
    tests: [{play: play 7H, then: {hand: [4, 9]}}]
"""
SCOPA = (RULESETS / "scopa.yaml").read_text("utf-8")
SUITE = "cardrules_suite: 1\nruleset: hearts\n"


def ask(answers: Answers, method: str, text: str, **more: Any) -> Any:
    found = json.loads(answers.answer(json.dumps({"method": method, "text": text, **more})))
    return found["refused"] if "refused" in found else found["answer"]


def units(text: str, start: int, stop: int) -> str:
    """Return a part of a text between places in units of UTF-16."""
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * stop].decode("utf-16-le", "surrogatepass")


def changed(text: str, edit: dict[str, Any]) -> str:
    return units(text, 0, edit["from"]) + edit["insert"] + units(text, edit["to"], len(text) * 2)


@pytest.mark.parametrize("path", BAD, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_bad_file_gets_the_diagnostics_of_validate(path: Path) -> None:
    source, _ = read_source(path)
    assert source is not None
    found = ask(Answers(str(path)), "diagnostics", source.text)["problems"]
    expected = survey(path)
    assert [(each["severity"], each["code"], each["help"]) for each in found] == [
        (each.severity, each.code, printable(each.help or "")) for each in expected.diagnostics
    ]
    for each, problem in zip(found, expected.diagnostics, strict=True):
        assert each["message"].endswith(printable(problem.message))
        if problem.span.file == str(path):
            assert each["message"] == printable(problem.message)
            assert units(source.text, each["from"], each["to"]) == source.excerpt(problem.span)
            assert each["line"] == source.position(problem.span.start)[0]


def test_a_correction_is_taken_where_the_browser_has_it() -> None:
    answers = Answers()
    found = ask(answers, "first", CHILD)
    assert not found["playable"]
    (problem,) = found["problems"]
    assert units(CHILD, problem["from"], problem["to"]) == "trik"
    (edit,) = problem["actions"][0]["edits"]
    text = changed(CHILD, edit)
    assert "when: trick has" in text
    assert ask(answers, "first", text) == {"problems": [], "playable": True, "title": "𝄞 mine"}
    assert ask(answers, "diagnostics", text) == {"problems": []}


def test_an_editor_is_helped() -> None:
    text = CHILD.replace("trik", "trick")
    offset = len(text[: text.index("trick")].encode("utf-16-le")) // 2
    answers = Answers()
    ask(answers, "first", text)
    hovered = ask(answers, "hover", text, offset=offset + 1)
    assert units(text, hovered["from"], hovered["to"]) == "trick"
    completions = ask(answers, "complete", text, offset=offset + 2)
    trick = next(each for each in completions if each["label"] == "trick")
    assert changed(text, trick) == text
    edit = ask(answers, "format", text)
    expected, _ = format_text(Source("mine.yaml", text))
    assert (changed(text, edit) if edit else text) == expected


def test_the_rulebook_is_that_of_the_rules_as_they_are() -> None:
    answers = Answers()
    assert ask(answers, "rulebook", CHILD) == ""
    assert "𝄞 mine" in ask(answers, "rulebook", CHILD.replace("trik", "trick"))


@pytest.mark.parametrize("text", ["", "[", "cardrules: 1\n", SUITE, "\ud834: ['", "- 1"])
def test_any_text_gets_an_answer(text: str) -> None:
    for method in ("first", "diagnostics", "complete", "hover", "format", "rulebook", "test"):
        given = {"method": method, "text": text, "offset": len(text), "number": 0}
        assert "answer" in json.loads(answer(json.dumps(given)))
    assert "refused" in json.loads(answer(json.dumps({"method": "compare", "text": text, "before": "", "anew": True})))


def test_scenarios_are_played_one_by_one() -> None:
    text = CHILD.replace("trik", "trick") + SCENARIOS
    answers = Answers()
    first, second = (ask(answers, "test", text, number=number) for number in (0, 1))
    assert (first["count"], first["name"], first["passed"]) == (2, "good", True)
    assert (second["name"], second["passed"], second["help"]) == ("bad", False, "It expects too much.")
    (told,) = second["tests"][0]["told"]
    assert told.startswith("Hand of seat 1: expected 9 cards, but it is 5 cards ")
    assert units(text, second["from"], second["to"]) == "bad"
    assert ask(answers, "test", text, number=2) == {"count": 2}
    assert ask(answers, "test", CHILD + SCENARIOS, number=0) == {"count": 0}


def test_a_rule_that_runs_too_long_in_a_scenario_is_named_with_its_place() -> None:
    loop = "repeat until pile is empty and pile is not empty: reveal pile"
    rule = f"seven:\n      on: play\n      when: trick has rank 7\n      do: |\n        {loop}\n"
    text = CHILD[: CHILD.index("seven:")] + rule + SCENARIOS
    (told,) = ask(Answers(), "test", text, number=0)["tests"][0]["told"]
    line = 1 + text[: text.index("repeat")].count("\n")
    assert told.startswith("The rule 'effects.seven.do' ran too long: the loop does not end ")
    assert told.endswith(f", line {line}).")


def test_what_a_rule_does_is_told_in_the_words_of_players() -> None:
    """First how often the rule applied, then who gains and how long games become, and the figures at the end."""
    text = CHILD.replace("trik", "trick")
    answers = Answers()
    first = ask(answers, "compare", text, before="", anew=True)
    more = ask(answers, "compare", text, before="", anew=False)
    assert 0 < first["games"] < more["games"]
    often, gains, length = more["sentences"][:3]
    games = f"{more['games']:,}"
    assert re.fullmatch(
        rf"In {games} games “Play” was chosen [\d,]+ times; the rule “Seven” applied [\d,]+ times\.", often
    )
    assert "who begins" in gains.lower()
    assert length.startswith("Games ")
    assert more["rows"][0][0] == "decisions a game"
    assert not any("effects." in each or "interval" in each for each in more["sentences"])
    assert ask(answers, "compare", text, before="", anew=True)["games"] < more["games"]
    assert "nothing to compare" in ask(answers, "compare", SCOPA, before=SCOPA, anew=True)
    assert ask(answers, "compare", SCOPA.replace("{", "{ ", 1), before=SCOPA, anew=True)["games"] > 0


def test_games_of_different_numbers_of_players_are_not_compared() -> None:
    text = "cardrules: 1\nextends: oh_hell\nname: Three\nchange: {players: 3}\n"
    assert "is played by" in ask(Answers(), "compare", text, before="", anew=True)
    assert "have mistakes" in ask(Answers(), "compare", CHILD, before="", anew=True)


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A document beside which the examples lie, as in the browser."""
    folder = tmp_path_factory.mktemp("games")
    for file in (TESTS.parent / "examples").glob("*.yaml"):
        (folder / file.name).write_bytes(file.read_bytes())
    return str(folder / "mine.yaml")


def test_every_game_of_the_gallery_can_be_played_and_extended(document: str) -> None:
    shelf = gallery()
    assert {each["group"] for each in shelf} == {"House rules", "Whole games", "The bundled games"}
    assert len(shelf) == len(bundled()) + len([*(TESTS.parent / "examples").glob("*.yaml")])
    answers = Answers(document)
    for each in shelf:
        house = f"cardrules: 1\nextends: {each['name']}\nname: Mine\n"
        assert ask(answers, "first", house) == {"problems": [], "playable": True, "title": "Mine"}
        saved = [found["text"] for found in ask(answers, "parents", house)]
        assert saved[:1] == ([] if each["group"] == "The bundled games" else [each["text"]])
    for each in (each for each in shelf if each["group"] == "House rules"):
        assert ask(answers, "first", each["text"]) == {"problems": [], "playable": True, "title": each["title"]}
