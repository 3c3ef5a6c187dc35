"""Who is out of the game is told so, and asked whether to watch the rest of it."""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.status import Status
from rich.text import Text

import cardrules
from cardrules.cli.play.keeping import Setting
from cardrules.cli.play.session import Screen, Session
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.runtime.chance import Random


@cache
def left() -> cardrules.State:
    """Return a game of which the player in seat 0 has left, while the others play on."""
    options = {"limit": 30, "reenganche": "never"}
    game = cardrules.load("loba_de_menos", players=3, options=options)
    for seed in range(20):
        state, chance = game.new_initial_state(seed), Random(seed)
        while not state.is_terminal():
            if state.position.gone & 1:
                return state
            best = rules_of(game).machine.preferred(state.position, state.raw_legal_actions())
            state.apply_raw(chance.choice(best))
    raise AssertionError("the player never leaves")


def watched(monkeypatch: pytest.MonkeyPatch, *lines: str) -> str:
    """Return what a session shows if the person who is out types some lines."""
    typed: Iterator[str] = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    players = Players.named(("human", "random", "random"))
    setting = Setting("loba_de_menos", players, 1, 1, None, None)
    out = StringIO()
    screen = Screen(Console(file=out, width=80), Style(symbols=True, colour=False), True)
    session = Session(left().clone(), setting, screen)
    assert session.play() == 0
    assert session.state.is_terminal()
    assert next(typed, None) is None
    return out.getvalue()


def test_who_is_out_may_see_how_it_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = watched(monkeypatch, "what", "? pierna", "finish")
    assert "players who have 30 points or more are out of the game" in " ".join(text.split())
    assert "Pierna" in text
    assert "You are out of the game; the others play on." in text
    assert "Type Enter, 'finish' or 'quit'" in text
    assert " wins with the lowest score. Scores:" in text
    assert text.count("\n") < 50


def test_who_is_out_may_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    text = watched(monkeypatch, "")
    assert text.count("You are out of the game") == 1
    assert text.count("discard") > 12


def test_what_happened_last_stands_apart_from_who_is_thinking(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    statuses: list[str] = []
    state = cardrules.load("uno", players=10).new_initial_state(3)

    def status(console: Console, text: Text) -> nullcontext[Status]:
        statuses.append(text.plain)
        return nullcontext(Status("", console=console))

    monkeypatch.setattr(Console, "status", status)
    monkeypatch.setattr("builtins.input", lambda _="": "quit")
    setting = Setting("uno", Players.named(("human", *["quick"] * 9)), 1, 1, None, None)
    screen = Screen(Console(file=StringIO(), width=44), Style(symbols=True, colour=False), True)
    Session(state, setting, screen).play()
    thinking = [each for each in statuses if "  " in each]
    assert thinking
    assert all(re.fullmatch(r"(.*  )?\w+ is thinking …", each) for each in statuses)
