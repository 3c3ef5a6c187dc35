"""Exit statuses of the command line; none of its errors shows a traceback."""

import runpy
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import NoReturn

import click
import pytest

import cardrules
from cardrules.cli import main as entry


def call(*arguments: str) -> int:
    """Call the entry point as the installed script does, and return the exit status."""
    with pytest.raises(SystemExit) as ending:
        entry.main(arguments)
    assert isinstance(ending.value.code, int)
    return ending.value.code


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Put a function in the place of `cardrules list`."""

    def replace(function: Callable[[], None]) -> None:
        module = ModuleType("cardrules.cli.commands.list")
        module.__dict__["command"] = click.command("list")(function)
        monkeypatch.setitem(sys.modules, module.__name__, module)

    return replace


def raising(error: BaseException) -> Callable[[], None]:
    def fail() -> NoReturn:
        raise error

    return fail


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--version") == 0
    assert capsys.readouterr().out == f"cardrules {cardrules.__version__}\n"


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--help") == 0
    listing = capsys.readouterr().out.partition("Commands:\n")[2]
    assert [line.split()[0] for line in listing.splitlines()] == list(entry.COMMANDS)


def test_a_misspelt_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("vaildate") == 2
    assert "Did you mean 'validate'?" in capsys.readouterr().err


@pytest.mark.parametrize("name", entry.COMMANDS)
def test_what_is_no_number_in_the_range_of_an_option(name: str) -> None:
    command = entry.group.get_command(click.Context(entry.group), name)
    assert command is not None
    for option in command.params:
        if isinstance(option.type, click.types.FloatParamType):
            for value in ("nan", "inf", "-inf", "-1.0"):
                with pytest.raises(click.BadParameter, match=f"^{value} is not in the range"):
                    option.type_cast_value(click.Context(command), value)


@pytest.mark.parametrize("arguments", [["--nope"], ["zzz"], ["list", "--nope"]])
def test_wrong_usage(arguments: list[str], install: Callable[[Callable[[], None]], None]) -> None:
    install(lambda: None)
    assert call(*arguments) == 2


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (cardrules.RulesetError([], {}), 1, "Error:"),
        (cardrules.SaveFileError("The file ends early."), 1, "Error: The file ends early."),
        (cardrules.OptionError("No such option."), 2, "Error: No such option."),
        (cardrules.PlayerCountError("Two only."), 2, "Error: Two only."),
        (click.ClickException("Nothing found."), 1, "Error: Nothing found."),
        (click.UsageError("Not both."), 2, "Not both."),
        (OSError(28, "No space left on device", "a.json"), 74, "No space left on device (a.json)"),
        (KeyError("x"), 3, "KeyError: 'x'"),
        (RecursionError(), 3, "RecursionError); this is a bug"),
        (KeyboardInterrupt(), 130, "Stopped."),
        (BrokenPipeError(), 141, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)
def test_exceptions(
    error: BaseException,
    status: int,
    message: str,
    install: Callable[[Callable[[], None]], None],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CARDRULES_TRACEBACK", raising=False)
    install(raising(error))
    assert call("list") == status
    printed = capfd.readouterr()
    assert message in printed.err
    assert "Traceback" not in printed.out + printed.err


def test_the_traceback_can_be_had(
    install: Callable[[Callable[[], None]], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CARDRULES_TRACEBACK", "1")
    install(raising(ZeroDivisionError("by zero")))
    assert call("list") == 3
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("validate", "cardrules.interpreter.authoring.survey.survey"),
        ("test", "cardrules.interpreter.scenarios.running.run"),
    ],
)
def test_the_traceback_of_one_file_among_several(
    command: str, place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> NoReturn:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(place, fail)
    for value, shown in (("", False), ("1", True)):
        monkeypatch.setenv("CARDRULES_TRACEBACK", value)
        assert call(command, "hearts") == 3
        said = capsys.readouterr().err
        assert "hearts: cardrules failed unexpectedly (ZeroDivisionError: by zero)" in said
        assert ("Traceback" in said) == shown


def test_the_status_given_to_click_is_the_exit_status(
    install: Callable[[Callable[[], None]], None],
) -> None:
    install(lambda: click.get_current_context().exit(1))
    assert call("list") == 1


def test_an_interrupt_that_became_another_error(
    install: Callable[[Callable[[], None]], None],
) -> None:
    """As happens where Python reads a string with a named character and imports their names."""

    def fail() -> NoReturn:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise SyntaxError("can't load unicodedata module") from None
        raise AssertionError

    install(fail)
    assert call("list") == 130


def test_python_runs_the_package(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["cardrules", "--version"])
    for name in ("handle", "ignore"):  # which change this process
        monkeypatch.setattr(f"cardrules.cli.signals.{name}", lambda: None)
    with pytest.raises(SystemExit, match="0"):
        runpy.run_module("cardrules", run_name="__main__")
    assert capsys.readouterr().out == f"cardrules {cardrules.__version__}\n"
