"""Native code plays random against quick players as Python does, deal by deal."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.engines import SEARCHING
from cardrules.interpreter.simulation.tally import Tally
from cardrules.interpreter.simulation.tournament import Tournament, report

from ..loading import loaded

pytest.importorskip("wasmtime")

ROOT = Path(__file__).parents[2]


def played(tournament: Tournament, first: int, last: int) -> dict[str, Any]:
    """The results of some deals, without times."""
    tally, number = Tally(), first
    while number < last:
        number = tournament.play_on(number, last, tally)
    assert number == last
    found = report(tournament, tally)
    for bot in found["results"]:
        assert bot.pop("milliseconds") >= 0
    return found


@pytest.mark.parametrize(
    ("name", "players", "single", "bots", "last"),
    [
        ("hearts", 4, True, ("random", "quick"), 12),
        ("spades", 4, False, ("quick", "random"), 3),
        ("oh_hell", 3, False, ("random", "quick"), 4),
        ("durak", 2, False, ("random", "rollout:1", "quick"), 3),
    ],
    ids=["four seats", "teams", "matches", "with a bot that searches"],
)
def test_results_do_not_depend_on_the_engine(
    name: str, players: int, single: bool, bots: tuple[str, ...], last: int
) -> None:
    game = cardrules.load(name, players=players, single_deal=single)
    found = list[dict[str, Any]]()
    for engine in ("native", "python"):
        tournament = Tournament(rules_of(game), bots, seed=5, engine=engine)
        assert tournament.hindrance == (None if engine == "native" else "it was chosen")
        found.append(played(tournament, 0, last))
    assert found[0] == found[1]
    assert found[0]["games"] == 2 * last


def test_deals_one_by_one_are_those_that_were_played_together() -> None:
    together = Tournament(rules_of(loaded("gin_slaughtre")), ("random", "quick"), engine="native")
    alone: Tournament = pickle.loads(pickle.dumps(together))
    assert alone.engine == "native"
    tally = Tally()
    for number in (3, 0, 2, 1):
        alone.play_on(number, number + 1, tally)
    found = report(alone, tally)
    for bot in found["results"]:
        del bot["milliseconds"]
    assert found == played(together, 0, 4)


def test_games_that_the_rules_cannot_go_on_with() -> None:
    game = cardrules.load(str(ROOT / "tests/reference/rulesets/top_of_nobody.yaml"))
    native, python = (
        played(Tournament(rules_of(game), ("random", "quick"), engine=engine), 0, 3) for engine in ("native", "python")
    )
    assert native == python
    (pair,) = native["pairs"]
    assert pair["stopped"] == 6
    assert native["failures"][0]["player"] is None


def test_native_code_takes_over_after_some_deals() -> None:
    tournament = Tournament(rules_of(loaded("gin_slaughtre")), ("random", "quick"))
    assert tournament.engine_used(2) == ("python: native code takes over after 20 games or a second")
    assert tournament.engine_used(21) == "native"


@pytest.mark.parametrize(
    ("name", "bots", "why"),
    [
        ("cribbage", ("random", "quick"), "what quick players prefer can depend on cards that they do not see"),
        ("hearts", ("random", "rollout"), f"{SEARCHING}; only random against quick is native"),
    ],
)
def test_what_python_plays(name: str, bots: tuple[str, ...], why: str) -> None:
    tournament = Tournament(rules_of(loaded(name)), bots, engine="native")
    assert tournament.hindrance == why
    assert tournament.engine_used(1000) == f"python: {why}"
