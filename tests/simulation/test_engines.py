"""Whatever plays a game measures the same: native code, the playout of the machine, lists of legal actions.

Kind of mistake: a figure that only one of them counts, or counts in another place.
"""

from __future__ import annotations

import pytest

import cardrules
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.simulation import simulate
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
