"""A scenario that is not as the game plays fails, and its result says in what and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.scenarios.results import Failed, Passed, Report
from cardrules.interpreter.scenarios.running import run, run_suite

SUITES = Path(__file__).parent / "suites"
HEAD = "cardrules_suite: 1\nruleset: plain.yaml\nscenarios:\n  one:\n"


def played(body: str) -> Report:
    """Run a suite with one scenario, given without its indentation."""
    text = HEAD + "".join(f"    {line}\n" for line in body.splitlines())
    return run_suite(Source(str(SUITES / "one.yaml"), text))


POSITION = "given: {pile: AC 2C, hand: [3H 4H, 3D], row: [4D 4C], stock: 3, draws: AD AH}"


@pytest.mark.parametrize(
    ("test", "what", "expected", "actual"),
    [
        ("then: {pile: 2C AC}", "pile", "2C AC", "AC 2C"),
        ("then: {pile: AC}", "pile", "AC", "AC 2C"),
        ("then: {pile: 0}", "pile", "0 cards", "2 cards (AC 2C)"),
        ("then: {pile: 1}", "pile", "1 card", "2 cards (AC 2C)"),
        ("then: {pile: ... AC}", "pile", "... AC", "AC 2C"),
        ("then: {pile: 2C ...}", "pile", "2C ...", "AC 2C"),
        ("then: {pile: AC ... 2C AD}", "pile", "AC ... 2C AD", "AC 2C"),
        ("then: {aside: ... AC}", "aside", "... AC", "2H 3C"),
        ("then: {hand: [3H]}", "hand of seat 0", "3H", "3H 4H"),
        ("then: {hand: [4H ... AC]}", "hand of seat 0", "4H ... AC", "3H 4H"),
        ("then: {hand: [..., 4D]}", "hand of seat 1", "4D", "3D"),
        ("then: {hand: [..., 0]}", "hand of seat 1", "0 cards", "1 card (3D)"),
        ("then: {row: [4C 4D]}", "row of seat 0", "4C 4D", "4D 4C"),
        ("then: {row: [..., AC]}", "row of seat 1", "AC", "no cards"),
        ("then: {draws: AH}", "draws", "AH", "AD"),
        ("then: {draws: AD AH 2H 3H}", "draws", "AD AH 2H 3H", "AD AH 2D"),
        ("then: {leader: 0}", "leader", "0", "nobody"),
        ("then: {count: 6}", "count", "6", "7"),
        ("then: {shut: true}", "shut", "true", "false"),
        ("then: {held: 3H}", "held", "3H", "none"),
        ("then: {wanted: 3}", "wanted", "3", "none"),
        ("then: {trump: clubs}", "trump", "clubs", "none"),
        ("then: {shade: red}", "shade", "red", "none"),
        ("then: {passed: [1]}", "passed", "[1]", "[]"),
        ("then: {bids: [1, 2]}", "bids of seat 1", "2", "1"),
        ("then: {score: [0, 3]}", "score of seat 1", "3", "0"),
        ("then: {actor: 1}", "actor", "seat 1", "seat 0"),
        ("then: {actor: nobody}", "actor", "nobody", "seat 0"),
        ("then: {dealer: 0}", "dealer", "seat 0", "seat 1"),
        ("then: {deal: 2}", "deal", "2", "1"),
        ("then: {phase: leading}", "phase", "leading", "turn"),
        ("then: {phase: over}", "phase", "over", "turn"),
        ("then: {over: true}", "over", "true", "false"),
        ("then: {winner: 0}", "winner", "seat 0", "the game is not over"),
        ("then: {winner: nobody}", "winner", "nobody", "the game is not over"),
        ("{play: gather 3H 4H, then: {winner: 1}}", "winner", "seat 1", "seat 0"),
        ("{play: gather 3H 4H, then: {winner: nobody}}", "winner", "nobody", "seat 0"),
        ("{play: gather 3H 4H, then: {over: false}}", "over", "false", "true"),
        ("{play: gather 3H 4H, legal: pass}", "legal", "pass", "nothing"),
        ("legal: 5", "legal", "5 actions", "4 actions"),
        ("legal: []", "legal", "nothing", "lay 3H, lay 4H, gather 3H 4H, pass"),
        ("legal: [pass, lay 3H]", "legal", "pass, lay 3H", "lay 3H, lay 4H, gather 3H 4H, pass"),
        ("excludes: [lay 3C, gather 4H 3H]", "excludes", "not gather 4H 3H", "it is legal"),
    ],
)
def test_each_kind_of_wrong_expectation_fails(test: str, what: str, expected: str, actual: str) -> None:
    test = test if test.startswith("{") else f"{{{test}}}"
    report = played(f"{POSITION}\ntests:\n  - {test}")
    assert report.diagnostics == ()
    (result,) = report.results
    assert isinstance(result, Failed)
    (difference,) = result.differences
    assert (difference.what, difference.expected, difference.actual) == (what, expected, actual)
    assert result.address == "scenarios.one"
    assert not report.ok


@pytest.mark.parametrize(
    ("test", "what", "text", "reason"),
    [
        ("play: [pass, lay 3H]", "play", "lay 3H", "legal with 'lay': lay 3D"),
        ("play: bid 1", "play", "bid 1", "this is 'turn'"),
        ("play: [gather 3H 4H, pass]", "play", "pass", "the game is over"),
        ("includes: [pass, lay 3D]", "includes", "lay 3D", "legal with 'lay': lay 3H, lay 4H"),
    ],
)
def test_a_move_that_is_refused_says_why(test: str, what: str, text: str, reason: str) -> None:
    report = played(f"{POSITION}\ntests:\n  - {{{test}}}")
    (difference,) = report.failed[0].differences
    assert (difference.what, difference.expected) == (what, text)
    assert reason in difference.actual
    assert report.sources[difference.span.file].excerpt(difference.span) == text


def test_every_difference_of_a_test_is_told_at_its_place() -> None:
    report = played(
        f"{POSITION}\ntests:\n  - legal: 4\n  - play: pass\n    then:\n      pile: AC\n      actor: 0\n      count: 6\n"
    )
    first, second = report.results
    assert isinstance(first, Passed)
    assert isinstance(second, Failed)
    assert second.test == 2
    source = report.sources[second.span.file]
    lines = [source.position(each.span.start)[0] for each in second.differences]
    assert [source.line(line).strip() for line in lines] == ["pile: AC", "actor: 0"]


def test_long_lists_of_actions_are_shortened_to_what_differs() -> None:
    hand = "given: {hand: [AC AD AH 2C, 1]}"
    legal = [f"lay {card}" for card in ("AC", "AD", "AH", "2C")]
    legal += [f"gather {a} {b}" for a, b in (("AC", "AD"), ("AC", "AH"), ("AD", "AH"))]
    legal += ["pass", "lay 4H"]
    report = played(f"{hand}\ntests:\n  - legal: [{', '.join(legal)}]")
    (difference,) = report.failed[0].differences
    assert difference.expected == "lay 4H, and 8 that are"
    assert difference.actual.startswith("gather AC 2C, ")
    assert difference.actual.endswith("and 8 that are")


def test_a_phase_in_which_nobody_can_act_fails_the_test() -> None:
    report = played("given: {phase: leading, leader: 0}\ntests:\n  - legal: []")
    (difference,) = report.failed[0].differences
    assert difference.what == "rules"
    assert "has no legal action in the phase 'leading'" in difference.actual


def test_one_bad_scenario_does_not_hide_the_results_of_the_others() -> None:
    report = played("given: {pile: AC}\ntests: [{then: {pile: AC}}]").results
    assert len(report) == 1
    text = (
        HEAD
        + "    tests: [{then: {pile: 9C}}]\n"
        + "  two: {given: {pile: AC}, tests: [{then: {pile: AC}}, {then: {pile: 2C}}]}\n"
    )
    mixed = run_suite(Source(str(SUITES / "two.yaml"), text))
    assert [each.code for each in mixed.diagnostics] == ["CR702"]
    assert [each.address for each in mixed.results] == ["scenarios.two"] * 2
    assert len(mixed.failed) == 1


def test_the_scenarios_in_a_ruleset_are_run(tmp_path: Path) -> None:
    file = tmp_path / "child.yaml"
    file.write_text(
        f"cardrules: 1\nextends: {SUITES / 'plain.yaml'}\n"
        "scenarios:\n"
        "  good: {given: {hand: [AC]}, tests: [{legal: [lay AC, pass]}]}\n"
        "  bad: {given: {hand: [AC]}, tests: [{legal: [lay AC]}]}\n",
        encoding="utf-8",
    )
    report = run(file)
    assert [type(each) for each in report.results] == [Passed, Failed]
    assert report.failed[0].address == "scenarios.bad"


def test_a_ruleset_with_errors_is_reported_and_not_run(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("cardrules: 1\nname: [\n", encoding="utf-8")
    report = run(file)
    assert report.results == ()
    assert [each.code for each in report.diagnostics] == ["CR007"]
    assert not report.ok


def test_a_deck_that_no_rule_uses(tmp_path: Path) -> None:
    path = tmp_path / "unused.yaml"
    path.write_text("""\
cardrules: 1
name: Unused
players: 2
deck: {ranks: A 2 3, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player}}
deal: {do: deal 1 each to hand}
phases: {turn: {players: in turn}}
actions: {stop: {phase: turn, do: actor wins}}
scenarios:
  deck:
    deck: AC 2C
    tests: [{play: stop, then: {winner: 0}}]
""")
    (result,) = run(path).results
    assert isinstance(result, Failed)
    (difference,) = result.differences
    assert difference.what == "deck"
    assert path.read_text()[difference.span.start :].startswith("AC 2C")


@pytest.mark.parametrize(
    ("cards", "pattern", "fits"),
    [
        ("5R", "5R ... 5R", False),
        ("5R 5R", "5R ... 5R", True),
        ("5R 7R", "5R 7R ... 7R", False),
        ("5R 7R", "5R ... 5R 7R", False),
        ("5R 7R 5R 7R", "5R 7R ... 5R 7R", True),
        ("5R 7R 5R", "5R 7R ... 5R", True),
    ],
)
def test_cards_before_and_behind_dots_are_different_ones(cards: str, pattern: str, fits: bool) -> None:
    """In a pack with two of each; also in a hand, whose cards have no order."""
    for given, then in (
        (f"pile: {cards}, hand: [9B, 7]", f"pile: {pattern}"),
        (f"pile: 1R, hand: [{cards}, 7]", f"hand: [{pattern}]"),
    ):
        scenario = f"  one:\n    players: 2\n    given: {{{given}}}\n    tests: [then: {{{then}}}]\n"
        text = f"cardrules_suite: 1\nruleset: uno\nscenarios:\n{scenario}"
        report = run_suite(Source(str(SUITES / "two.yaml"), text))
        assert report.diagnostics == ()
        assert report.ok == fits, report.results
