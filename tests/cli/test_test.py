"""`cardrules test`: what is printed for scenarios that fail, and the exit status."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardrules.cli import main as entry
from cardrules.cli.test import command

SUITES = Path(__file__).parents[1] / "suites"
BAD = Path(__file__).parents[1] / "scenarios" / "bad"


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
        "    given: {pile: AC}\n"
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


def test_a_failure_is_a_line_with_place_expected_and_actual(failing: Path) -> None:
    result = call(failing)
    assert result.exit_code == entry.FINDINGS
    assert result.output.splitlines() == [
        f"{failing}:10: FAILED scenarios.bad (test 2): pile: expected 2C | actual AC",
        f"{failing}:11:    and scenarios.bad (test 2): count: expected 3 | actual 7",
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
    assert result.output.endswith(
        "1 of 3 tests failed in 3 files; 2 files with errors, whose tests did not all run.\n"
    )


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
    from cardrules.interpreter import scenarios

    run = scenarios.run

    def broken(file: str) -> scenarios.Report:
        if file == "gin_slaughtre":
            raise ZeroDivisionError("by zero")
        return run(file)

    monkeypatch.setattr(scenarios, "run", broken)
    result = call("gin_slaughtre", failing)
    assert result.exit_code == entry.INTERNAL_ERROR
    assert "this is a bug" in result.stderr
    assert "Traceback" not in result.stderr
    assert "1 of 3 tests failed" in result.output
