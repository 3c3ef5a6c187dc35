"""`cardrules test`: the output for failed scenarios, and the exit status."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from cardrules.cli import main as entry
from cardrules.cli.commands.test import command
from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.scenarios.running import run_suite
from cardrules.interpreter.scenarios.updating import update

SUITES = Path(__file__).parents[1] / "scenarios" / "suites"
BAD = Path(__file__).parents[1] / "scenarios" / "bad"


POSITION = """\
    actor           seat 0, in turn
    stock           AH 2C 2D 2H 3C 3D 3H 4C 4D 4H
    pile            AC
    hand of seat 0  AD
    count           7
    bids            [1, 1]
    pile: nothing in this test changes it; 'leader' is nobody, because 'given' leaves it out
    count: nothing in this test changes it; 'leader' is nobody, because 'given' leaves it out
"""


def call(*arguments: str | Path, color: bool = False) -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments], color=color)


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    file = tmp_path / "failing.yaml"
    file.write_text(
        f"cardrules_suite: 1\nruleset: {SUITES / 'plain.yaml'}\n"
        "scenarios:\n"
        "  good: {given: {pile: AC}, tests: [{then: {pile: AC}}]}\n"
        "  bad:\n"
        "    given: {pile: AC, hand: [AD]}\n"
        "    tests:\n"
        "      - then: {pile: 1}\n"
        "      - then:\n"
        "          pile: 2C\n"
        "          count: 3\n",
        encoding="utf-8",
    )
    return file


@pytest.mark.soak
def test_all_bundled_rulesets_pass(amount: Callable[[int, int], int]) -> None:
    # tests/scenarios plays every bundled scenario; here it is the command that is tried.
    result = call() if amount(0, 1) else call("gin_slaughtre", "hearts")
    assert result.exit_code == entry.CLEAN
    assert re.fullmatch(r"\d+ tests passed in \d+ files?\.\n", result.output)


def test_a_failure_shows_expected_and_actual_the_position_and_the_rule(failing: Path) -> None:
    result = call(failing)
    assert result.exit_code == entry.FINDINGS
    assert result.output.splitlines() == [
        f"{failing}:10: FAILED scenarios.bad (test 2): pile: expected 2C | actual AC",
        f"{failing}:11:    and scenarios.bad (test 2): count: expected 3 | actual 7",
        *POSITION.splitlines(),
        "1 of 3 tests failed in 1 file.",
    ]


def test_folders_are_searched_and_files_named_twice_run_once(failing: Path) -> None:
    result = call(failing.parent, failing)
    assert result.output.endswith("1 of 3 tests failed in 1 file.\n")


def test_texts_that_are_wrong_are_shown_and_the_other_files_still_run(failing: Path) -> None:
    result = call(BAD / "cards.yaml", BAD / "syntax.yaml", failing)
    assert result.exit_code == entry.FINDINGS
    assert "error CR703: 'AC' is named twice" in result.output
    assert "error CR007" in result.output
    assert result.output.endswith("1 of 3 tests failed in 3 files; 2 files with errors, whose tests did not all run.\n")


def test_what_does_not_exist() -> None:
    result = call("gin_slaughter")
    assert result.exit_code == entry.FINDINGS
    assert "Did you mean 'gin_slaughtre'?" in result.output


def test_an_empty_folder_is_wrong_usage(tmp_path: Path) -> None:
    assert call(tmp_path).exit_code == entry.USAGE


def test_no_colour_unless_on_a_terminal(failing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in call(failing, color=True).output
    monkeypatch.setattr("cardrules.cli.terminal.has_colours", lambda: True)
    assert "\x1b[31m" in call(failing, color=True).output


def test_an_unexpected_error_in_one_file_does_not_stop_the_others(
    failing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardrules.interpreter.scenarios import results, running

    run = running.run

    def broken(file: str, *, only: str, watch: bool) -> results.Report:
        if file == "gin_slaughtre":
            raise ZeroDivisionError("by zero")
        return run(file, only=only, watch=watch)

    monkeypatch.setattr(running, "run", broken)
    result = call("gin_slaughtre", failing)
    assert result.exit_code == entry.INTERNAL_ERROR
    assert "this is a bug" in result.stderr
    assert "Traceback" not in result.stderr
    assert "1 of 3 tests failed" in result.output


# Choosing, rewriting, and other outputs

GAME = """\
cardrules: 1
name: Small
players: 2
deck: {ranks: 2 3 4, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    when: rank of card >= rank of top of pile or card is 2C
    do: move card to pile
  draw:
    phase: turn
    do: draw 1
effects:
  out: {on: play, when: hand is empty, do: actor wins}
limits: {turns: 50, result: nobody wins}
scenarios:
  one:  # of two
    given: {pile: 3C, hand: [2H 3H, 1]}
    tests:
      - legal: [play 2H]  # wrong
      - play: play 3H
        then: {hand: [2H 3H, 1]}
  two:
    given: {pile: 3C, hand: [2H 3H, 1]}
    tests:
      - play: play 2H
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.yaml"
    file.write_text(GAME, encoding="utf-8")
    return file


def test_a_filter_is_a_part_of_the_name_or_a_pattern(game: Path) -> None:
    assert "2 of 2 tests failed" in call(game, "--filter", "one").output
    assert "1 of 1 test failed" in call(game, "--filter", "t*").output
    result = call(game, "--filter", "three")
    assert (result.exit_code, "No scenario is called so" in result.output) == (entry.USAGE, True)


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ("repeat until pile is not empty: shuffle stock", "the rule 'deal.do' ran too long: the loop does not end"),
        (
            "reveal hand of first of players where size of hand of it > 9",
            "the rule 'deal.do' stopped the game: this asks for what belongs to nobody",
        ),
    ],
)
def test_a_game_that_cannot_begin_does_not_hide_the_other_files(game: Path, deal: str, told: str) -> None:
    text = GAME.replace("phases:", f"deal: {{do: '{deal}'}}\nphases:")
    stopped = game.with_name("stopped.yaml")
    stopped.write_text(text[: text.index("scenarios:")] + "scenarios:\n  one: {tests: [{legal: draw}]}\n")
    result = call("--mutate", stopped, game)
    assert result.exit_code == entry.FINDINGS
    assert f"scenarios.one: {told}" in result.output
    assert f"({stopped}, line " in result.output
    assert "of 4 tests failed in 2 files" in result.output
    assert result.stderr.count("no changes are tried before its tests pass") == 2


def test_update_writes_what_came_out(game: Path) -> None:
    result = call(game, "--update")
    assert "2 expectations written anew." in result.output
    assert "1 of 3 tests failed" in result.output  # a move that is refused is left alone
    expected = GAME.replace("legal: [play 2H]", "legal: [play 3H, draw]")
    assert game.read_text() == expected.replace("hand: [2H 3H, 1]}\n  two", "hand: [2H, 1]}\n  two")
    assert call("gin_slaughtre", "--update").exit_code == entry.CLEAN


def test_update_of_a_list_of_piles_replaces_it_once() -> None:
    text = """cardrules_suite: 1
ruleset: PILES
scenarios:
  one:
    given: {table: [AC 2C, 3H 4H 4D], hand: [AD 2D, 1]}
    tests:
      - then: {table: [2C, 3H 4H, AD 2D]}
""".replace("PILES", (SUITES / "piles.yaml").as_posix())
    source = Source("suite.yaml", text)
    report = run_suite(source)
    found = update(report.failed, source)
    assert found.text == text.replace("[2C, 3H 4H, AD 2D]", "[AC 2C, 3H 4H 4D]")


def test_junit(game: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("cardrules: 1\nnaem: x\n")
    call(game, tmp_path / "bad.yaml", "--junit", tmp_path / "out.xml")
    root = ElementTree.parse(tmp_path / "out.xml").getroot()
    first, second = root
    assert (first.get("tests"), first.get("failures"), first.get("errors")) == ("3", "3", "0")
    assert [case.get("name") for case in first][2] == "scenarios.two (test 1)"
    failure = first[1].find("failure")
    assert failure is not None
    assert "decided by actions.play.do: move card to pile" in str(failure.text)
    assert (second.get("failures"), second.get("errors")) == ("0", "1")


@pytest.mark.parametrize("option", ["--junit", "--lcov"])
def test_an_output_that_cannot_be_written(game: Path, tmp_path: Path, option: str) -> None:
    result = call(game, option, tmp_path / "no" / "such")
    assert result.exit_code == entry.USAGE
    assert "cannot be written: No such file or directory." in result.output


def test_coverage(game: Path, tmp_path: Path) -> None:
    call(game, "--update")
    result = call(game, "--coverage", "--threshold", "50", "--lcov", tmp_path / "l.info")
    assert "No scenario reaches the action actions.draw." in result.output
    assert "In no scenario the condition `hand is empty` is true (effects.out.when)." in result.output
    assert "| " in result.output
    assert "%" not in result.stderr
    found = (tmp_path / "l.info").read_text().splitlines()
    assert f"SF:{game}" in found
    assert "FNDA:1,actions.play" in found
    assert "FNDA:0,actions.draw" in found
    assert "DA:17,0" in found
    assert found[-1] == "end_of_record"
    result = call(game, "--filter", "one", "--threshold", "95")
    assert result.exit_code == entry.FINDINGS
    assert "% is less than 95 %" in result.stderr
