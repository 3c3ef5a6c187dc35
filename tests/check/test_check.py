"""The checker: each mistake is reported once, at its exact place, with advice."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cardrules.cli.diagnostics.render import full
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.check.load import load_ruleset, load_text
from cardrules.interpreter.diagnostics import CODES, has_errors
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import Game
from cardrules.rulesets import bundled

TESTS = Path(__file__).parent.parent
BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))
GOOD = sorted((Path(__file__).parent / "good").glob("*.yaml"))


NAMES_WITHOUT_A_LIKE = ("CR304", "CR305", "CR401", "CR402", "CR403", "CR404", "CR415")
"""Codes of words of which no other one may remind; everything else says what to do."""


# Bad rulesets: the expected output stands beside each. After a wanted change of wording, write them
# anew with UPDATE_EXPECTED=1 and read the difference.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_ruleset_gets_the_output_beside_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    loaded = load_ruleset(path.name)
    shown = full(loaded.diagnostics, loaded.resolved.sources)
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")
    assert loaded.diagnostics
    assert (loaded.program is None) == has_errors(loaded.diagnostics)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_problem_has_a_narrow_place_and_none_is_told_twice(path: Path) -> None:
    loaded = load_ruleset(path)
    seen: set[object] = set()
    for problem in loaded.diagnostics:
        text = loaded.resolved.sources[problem.span.file].excerpt(problem.span)
        assert text, problem
        assert "\n" not in text or problem.code in ("CR605",), problem
        assert (problem.span, problem.code) not in seen, problem
        seen.add((problem.span, problem.code))
        assert problem.code in CODES
        assert (problem.help or "").count("did you mean") <= 1
        assert problem.help or problem.code in NAMES_WITHOUT_A_LIKE or problem.code[2] in "12", problem


def test_every_code_of_the_checker_is_expected_somewhere() -> None:
    expected = {
        code
        for path in TESTS.rglob("bad/*.txt")
        for code in re.findall(r"^(?:error|warning) (CR\d\d\d):", path.read_text("utf-8"), re.M)
    }
    elsewhere = {
        "CR001",
        "CR002",
        "CR003",
        "CR004",
        "CR019",
        "CR020",
        "CR021",
        "CR801",
    }  # test_source.py, test_validate.py, test_play.py
    wanted = {code for code in CODES if code[2] in "3456"}
    assert wanted - expected == set()
    assert {code for code in CODES if code[2] == "0"} - expected <= elsewhere
    assert elsewhere <= set(CODES)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", bundled())
def test_bundled_rulesets_have_no_problems(name: str) -> None:
    assert survey(name).diagnostics == ()


@pytest.mark.parametrize(
    ("choice", "ranks"),
    [("3 to J", [1, 2, 3]), ("J to 3", [3, 2, 1]), ("A to A", [4]), ("2 to A", [0, 1, 2, 3, 4]), ("2 to 9", None)],
)
def test_ranks_from_one_to_another_can_be_chosen(choice: str, ranks: list[int] | None) -> None:
    text = f"""\
cardrules: 1
name: Ranks
players: 2
deck: {{ranks: 2 3 T J A, suits: clubs hearts}}
zones: {{stock: {{faces: hidden}}, hand: {{each: player, faces: owner}}}}
phases: {{turn: {{players: in turn}}}}
actions: {{name: {{phase: turn, choose: {{called: a rank from {choice}}}, do: actor wins}}}}
"""
    loaded = load_text(text, "ranks.yaml")
    if ranks is None:
        assert {each.code for each in loaded.diagnostics if each.severity == "error"} == {"CR404"}, loaded.diagnostics
        return
    assert loaded.program is not None, loaded.diagnostics
    game = Game(Rules(loaded, "ranks.yaml"))
    names = [str(each).partition(" ")[2] for each in game.new_initial_state(1).legal_actions()]
    assert names == [["2", "3", "T", "J", "A"][rank] for rank in ranks]


@pytest.mark.parametrize(
    ("choice", "melds"),
    [
        ("a combination from hand", ("bomb", "single", "pair")),
        ("a jester or combination from hand", ("jester", "bomb", "single", "pair")),
        ("a single or combination from hand where rank > 4", ("single", "bomb", "pair")),
        ("a combination from [single, pair]", ()),
    ],
)
def test_a_ranking_stands_for_its_patterns_where_cards_are_chosen(choice: str, melds: tuple[str, ...]) -> None:
    text = f"""\
cardrules: 1
name: Combinations
players: 2
deck: {{ranks: 2 3 4 5 6 7, suits: clubs hearts spades}}
zones: {{stock: {{faces: hidden}}, hand: {{each: player, faces: owner}}}}
melds:
  single: {{size: 1}}
  pair:   {{same: rank, size: 2}}
  bomb:   {{same: rank, size: 3}}
  jester: {{consecutive: rank, size: 3}}
rankings: {{combination: {{patterns: [bomb, [single, pair]]}}}}
phases: {{turn: {{players: in turn}}}}
actions: {{play: {{phase: turn, choose: {{some: '{choice}'}}, do: actor wins}}}}
"""
    loaded = load_text(text, "combinations.yaml")
    assert loaded.program is not None, loaded.diagnostics
    (chosen,) = loaded.program.actions["play"].parameters
    assert (chosen.kind, chosen.melds) == ("meld" if melds else "choice", melds)
