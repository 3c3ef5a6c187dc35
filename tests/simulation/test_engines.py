"""Whatever plays a game measures the same: native code, the playout of the machine, lists of legal actions.

Kind of mistake: a figure that only one of them counts, or counts in another place.
"""

from __future__ import annotations

from typing import Any

import pytest

import cardrules
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.simulation import simulate
from cardrules.interpreter.simulation.engines import Engine
from cardrules.interpreter.simulation.report import report
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.spread import Row
from cardrules.interpreter.simulation.tally import Tally

pytest.importorskip("wasmtime")
GAMES = 20


def measured(game: Game, players: tuple[str, ...], engine: str, *, rows: bool) -> tuple[Simulation, Tally, list[Row]]:
    simulation = Simulation(rules_of(game), players, seed=5, engine=engine)
    tally, found, number = Tally(), list[Row](), 0
    while number < GAMES:
        number = simulation.play_on(number, GAMES, tally, found if rows else None)
    return simulation, tally, found


MIXED = ("random", "quick")


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("emptying", ("random",)),
        ("emptying", ("quick",)),
        ("emptying", MIXED),
        ("euchre", MIXED),
        ("gin_slaughtre", MIXED),
        ("love_letter", MIXED),
    ],
)
def test_all_engines_measure_the_same(
    name: str, kinds: tuple[str, ...], emptying: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with rows, for which games are played one by one, and with and without watching."""
    game = emptying if name == "emptying" else cardrules.load(name, single_deal=True)
    players = tuple(kinds[seat % len(kinds)] for seat in range(game.players))
    for watched in (0, GAMES):
        monkeypatch.setattr(simulate, "ALL_WATCHED", watched)
        python, whole, rows = measured(game, players, "python", rows=True)
        for engine in ("python", "native"):
            for asked in (False, True):
                other, tally, same = measured(game, players, engine, rows=asked)
                assert tally.data() == whole.data()
                assert same == (rows if asked else [])
                assert other.columns() == python.columns()
                assert report(other, tally) == report(python, whole)
                assert watched or (other.by_native > 0) == (engine == "native")


REFUSED = "so much"


def made() -> Any:
    """Return what stands for native code, or refuse."""
    return object()


def refused() -> Any:
    raise Refused(REFUSED)


@pytest.mark.parametrize(
    ("choice", "hindrance", "length", "games", "expected"),
    [
        ("native", None, None, 1, "native"),
        ("native", None, 1, 1, "native"),
        (None, None, None, 20, "python: native code takes over after 20 games or a second"),
        (None, None, None, 21, "native"),
        (None, None, 50, 50, "python: to make native code would take longer"),
        ("python", None, None, 21, "python: it was chosen"),
        ("python", None, 50, 50, "python: it was chosen"),
        (None, "bots", None, 1, "python: bots"),
        (None, "bots", 50, 1, "python: bots"),
        ("native", "bots", None, 1, "python: bots"),
    ],
)
def test_which_engine_plays_and_why_it_is_python(
    choice: str | None, hindrance: str | None, length: int | None, games: int, expected: str
) -> None:
    assert Engine(choice, made, hindrance, length=length).used(games) == expected
    engine = Engine(choice, refused, hindrance, length=length)
    if expected == "native":
        expected = f"python: native code cannot do {REFUSED}"
    assert engine.used(games) == expected
    assert (engine.native is None, engine.hindrance is None) == (True, False)


def test_native_code_that_was_made_plays_however_few_the_games_are() -> None:
    engine = Engine(None, made)
    assert engine.used(1).startswith("python: native code takes over")
    assert engine.native is not None
    assert engine.used(1) == "native"
