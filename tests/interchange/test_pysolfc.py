"""Numbers of PySolFC: the board is the one that PySolFC deals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardrules.interpreter.interchange import microsoft, pysolfc

from ..loading import loaded

BOARDS = json.loads(Path(__file__).with_name("pysolfc.json").read_text("utf-8"))
"""For each game and number the piles that `startGame` of PySolFC 3 deals, and what is left of the pack."""

ALIKE = {  # of these the library pysol-cards has boards, too
    "freecell": "freecell",
    "bakers_game": "bakers_game",
    "forecell": "forecell",
    "eight_off": "eight_off",
    "seahaven_towers": "seahaven_towers",
    "klondike": "klondike",
    "simple_simon": "simple_simon",
    "yukon": "yukon",
    "russian": "yukon",
    "beleaguered_castle": "beleaguered_castle",
    "streets_and_alleys": "streets_and_alleys",
    "citadel": "citadel",
    "fan": "fan",
    "golf_patience": "golf",
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_is_that_of_pysolfc(name: str) -> None:
    game = loaded(name)
    zone = {"pyramid": "pyramid", "tripeaks": "peaks"}.get(name, "columns")
    for number, board in BOARDS[name].items():
        seen = game.new_initial_state(deck=f"PySolFC #{number}").open_observation()
        assert [" ".join(pile) for pile in seen.piles(zone)] == board["piles"]
        left = [card for zone in ("stock", "turned", "waste") if zone in seen.zones for card in seen.cards(zone)]
        assert " ".join(left) == board["left"]
        if name == "canfield":
            assert " ".join(seen.cards("reserve")) == board["reserve"]


def board_of(kind: str, number: int, which: int) -> tuple[list[list[str]], set[str]]:
    """Return the columns that pysol-cards deals, and the cards in cells."""
    cards, deal_game = pytest.importorskip("pysol_cards.cards"), pytest.importorskip("pysol_cards.deal_game")
    render: Any = cards.CardRenderer(print_ts=True)
    game: Any = deal_game.Game(kind, number, which)
    game.calc_layout_string(render)
    columns = [[render.to_s(card).strip("<>") for card in column] for column in game.board.columns.cols]
    return columns, {render.to_s(card) for card in getattr(game.board, "freecells", ())} - {"-"}


@pytest.mark.parametrize("name", ALIKE)
def test_the_board_is_that_of_the_library(name: str, amount: Callable[[int, int], int]) -> None:
    chance, game = Random(name), loaded(name)
    for _ in range(amount(12, 500)):
        number = chance.choice([chance.randint(1, 31999), chance.randint(32001, 10 ** chance.randint(5, 20))])
        seen = game.new_initial_state(deck=f"pysol {number}").open_observation()
        columns, cells = board_of(ALIKE[name], number, 1)
        assert [[*pile] for pile in seen.piles("columns")] == columns
        if cells:
            assert {card for pile in seen.piles("cells") for card in pile} == cells


def test_numbers_of_microsoft_above_two_thousand_million(amount: Callable[[int, int], int]) -> None:
    chance = Random(5)
    edges = [1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, microsoft.LAST]
    for number in [*edges, *(chance.randint(1, microsoft.LAST) for _ in range(amount(20, 2000)))]:
        columns, _ = board_of("freecell", number, 2)
        cards = microsoft.cards(number)
        assert [cards[column::8] for column in range(8)] == columns


def test_numbers_below_32000_are_those_of_microsoft() -> None:
    assert pysolfc.cards(31999) == microsoft.cards(31999)
    assert pysolfc.cards(32000) != microsoft.cards(32000)
    assert sorted(pysolfc.cards(7, 2)) == sorted(pysolfc.cards(10**20, 2)) == sorted(2 * microsoft.cards(1))
