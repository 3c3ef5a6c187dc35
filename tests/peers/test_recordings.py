"""Recorded games of other engines, replayed by cardrules: a sample of each game."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.scenarios.running import run

from .adapter import cards, exchange, interleaved, order
from .replay import module_for, modules, recordings, replay

HERE = Path(__file__).parent
FILES = sorted((HERE / "recordings").glob("*.jsonl.gz"))
RULESETS = sorted((HERE / "rulesets").glob("*.yaml"))
KUHN = next(recordings(HERE / "recordings" / "kuhn_poker.jsonl.gz"))


@pytest.mark.soak
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_recorded_games_are_played_as_they_were(path: Path, amount: Callable[[int, int], int]) -> None:
    for record in list(recordings(path))[:: amount(3, 1)]:
        found = replay(record, module_for(record))
        assert found.differences == []
        assert found.decisions == len(record["events"])


def test_every_game_has_recordings() -> None:
    assert {module_for(record) for path in FILES for record in recordings(path)} == {*modules()}


@pytest.mark.parametrize(
    "path",
    [path for path in RULESETS if "\nscenarios:\n" in path.read_text("utf-8")],
    ids=lambda path: path.stem,
)
def test_scenarios_hold(path: Path) -> None:
    report = run(path)
    assert report.diagnostics == ()
    assert report.failed == ()
    assert report.results


def spoilt(**changes: Any) -> list[str]:
    """What differs if the first event of a recording, or its returns, are changed."""
    record = copy.deepcopy(dict(KUHN))
    record["returns"] = changes.pop("returns", record["returns"])
    record["events"][0].update(changes)
    return replay(record, "kuhn_poker").differences


def test_what_differs_is_told() -> None:
    assert spoilt() == []
    assert spoilt(legal=["Bet", "Pass", "Raise"]) == ["decision 0: player 0: missing Raise"]
    assert spoilt(legal=["Bet"]) == ["decision 0: player 0: not legal Pass"]
    assert spoilt(player=1) == ["decision 0: player 1 is to act, not player 0"]
    assert spoilt(returns=[0, 0]) == ["decision 2: the returns are [0.0, 0.0], not [1.0, -1.0]"]


def test_hands_are_dealt_in_turn() -> None:
    assert interleaved([["1", "2"], ["3", "4"], ["5"]], 1) == ["3", "5", "1", "4", "2"]


def test_the_order_of_a_later_shuffle_is_the_whole_pack() -> None:
    game = cardrules.load(HERE / "rulesets" / "goofspiel.yaml")
    state = game.new_initial_state()
    text = rules_of(game).program.pack.text
    found = [text[card] for card in order(state, ["5C", None, "TC", "5C"])]
    assert (found[0], found[2], found[3]) == ("5C", "TC", "5C")
    assert sorted(found) == sorted(text)
    table = {card for card in order(state, ["1C"])[:1] if text[card] in cards(state, "prizes")}
    assert len(table) == 1
    with pytest.raises(ValueError, match="no card '5C' is left"):
        order(state, ["5C"] * 4)


def test_two_hidden_cards_are_exchanged() -> None:
    state = cardrules.load("durak").new_initial_state(1)
    bottom, top, held = (*cards(state, "stock")[1:3], cards(state, "hand", 0)[0])
    before = cards(state, "stock")
    exchange(state, bottom, top)
    assert cards(state, "stock") == [before[0], top, bottom, *before[3:]]
    exchange(state, held, top)
    assert top in cards(state, "hand", 0)
    assert held not in cards(state, "hand", 0)
    state.game.check_position(state.position)
