"""Models of patiences played at random without a ruleset: no card is lost, and the layouts are those described."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from .canfield import Canfield
from .castle import KINDS, Castle
from .forecell import ForeCell
from .patience import Patience, pack
from .pyramid import Pyramid
from .russian_solitaire import RussianSolitaire
from .scorpion import Scorpion
from .tripeaks import COVERS, TriPeaks

GAMES: dict[str, Callable[[Sequence[str]], Patience]] = {
    "russian solitaire": RussianSolitaire,
    "yukon": partial(RussianSolitaire, in_suit=False, by="columns"),
    "scorpion": Scorpion,
    "scorpion, move": partial(Scorpion, complete="move"),
    "scorpion, stay": partial(Scorpion, complete="stay"),
    "pyramid": Pyramid,
    "pyramid, strict": partial(Pyramid, stock_up=False, redeals=0, first_turned=False, whole=False),
    "tripeaks": TriPeaks,
    "tripeaks, no wrap": partial(TriPeaks, wraps=False),
    "canfield": Canfield,
    "canfield, any": partial(Canfield, moved="any", at_once=1, redeals=0, reserve_first=True, leftward=False),
    "forecell": ForeCell,
    "beleaguered castle": partial(Castle, KINDS["beleaguered_castle"]),
    "streets and alleys": partial(Castle, KINDS["streets_and_alleys"]),
    "citadel": partial(Castle, KINDS["citadel"]),
    "baker's dozen": partial(Castle, KINDS["bakers_dozen"]),
    "good measure": partial(Castle, KINDS["good_measure"]),
    "fan": partial(Castle, KINDS["fan"]),
    "cruel": partial(Castle, KINDS["cruel"]),
    "cruel, from the top": partial(Castle, replace(KINDS["cruel"], from_top=True)),
}


def count(model: Patience) -> int:
    """Count all cards of a patience, those put away included."""
    held = sum(map(len, model.columns))
    for name in ("stock", "waste", "reserve", "places", "cells"):
        held += sum(card is not None for card in getattr(model, name, ()))
    return held + (0 if isinstance(model, TriPeaks) else model.homes)


@pytest.mark.parametrize("name", GAMES)
def test_no_card_of_a_patience_is_lost(name: str, amount: Callable[[int, int], int]) -> None:
    for seed in range(amount(5, 100)):
        chance = Random(seed)
        model = GAMES[name](chance.sample(pack(), 52))
        for _ in range(300):
            assert count(model) == 52
            if model.result:
                break
            model.play(chance.choice(sorted(model.moves())))
        else:
            continue
        assert model.result in {-1, 1}


def test_layouts() -> None:
    russian = RussianSolitaire(pack())
    assert [len(column) for column in russian.columns] == [1, 6, 7, 8, 9, 10, 11]
    assert russian.down == [0, 1, 2, 3, 4, 5, 6]
    scorpion = Scorpion(pack())
    assert [len(column) for column in scorpion.columns] == [7] * 7
    assert len(scorpion.stock) == 3
    assert [COVERS[place] for place in (0, 1, 2, 3, 8, 9, 17)] == [3, 5, 7, 9, 16, 18, 26]
    assert len(COVERS) == 18


def test_layouts_of_castles() -> None:
    heights = {
        "beleaguered_castle": [6] * 8,
        "streets_and_alleys": [7] * 4 + [6] * 4,
        "bakers_dozen": [4] * 13,
        "good_measure": [5] * 10,
        "fan": [3] * 17 + [1],
        "cruel": [4] * 12,
    }
    for name, kind in KINDS.items():
        model = Castle(kind, pack()[::-1])
        if name in heights:
            assert [len(column) for column in model.columns] == heights[name]
            assert model.homes == kind.aces
        assert sum(model.built.values()) == model.homes
    assert Castle(KINDS["citadel"], pack()).result == 1
    measure = Castle(KINDS["good_measure"], pack()[::-1])
    assert measure.built == {"C": 0, "D": 0, "H": 1, "S": 1}
    assert measure.columns[0] == ["KS", "3S", "5H", "7D", "TC"]
    citadel = Castle(KINDS["citadel"], ["2C", "9C", "3C", "AC", *(card for card in pack()[::-1] if card[1] != "C")])
    assert citadel.homes == 9
    assert [column[0] for column in citadel.columns[:4]] == ["8S", "9C", "6S", "KS"]


def test_kings_go_down_in_their_order() -> None:
    deck = pack()[::-1]
    for place, card in ((13, "KC"), (26, "KD"), (39, "2S")):
        other = deck.index(card)
        deck[place], deck[other] = deck[other], deck[place]
    deck[0], deck[39] = deck[39], deck[0]
    column = [deck[place] for place in (0, 13, 26, 39)]
    assert column == ["2S", "KC", "KD", "KS"]
    assert Castle(KINDS["bakers_dozen"], deck).columns[0] == ["KC", "KD", "KS", "2S"]


def test_cruel_is_dealt_again() -> None:
    columns = [["9C", "5D", "7D"], [], ["JH", "TH"], ["8S"], *([] for _ in range(8))]
    for from_top, dealt in ((False, ["9C", "5D", "7D", "JH"]), (True, ["TH", "9C", "5D", "7D"])):
        model = Castle(replace(KINDS["cruel"], from_top=from_top), pack())
        model.columns = [[*column] for column in columns]
        model.play("redeal")
        assert model.columns[:2] == [dealt, ["8S", "JH"] if from_top else ["TH", "8S"]]
        assert not any(model.columns[2:])


def test_a_pyramid_of_pairs_is_won() -> None:
    ranks = "A23456789TJQK"
    other = {rank: ranks[11 - place] for place, rank in enumerate(ranks[:12])}
    pairs = [(rank + suit, other[rank] + suit) for suit in "CDHS" for rank in "A23456"]
    flat = [card for pair in pairs for card in pair]
    kings = ["KC", "KD", "KH", "KS"]
    deck = [*kings, *flat[:24], *flat[24:]]
    model = Pyramid(deck, redeals=None)
    chance = Random(1)
    for _ in range(5000):
        takes = sorted(move for move in model.moves() if move.startswith("take"))
        model.play(takes[0] if takes else chance.choice(sorted(model.moves())))
        if model.result:
            break
    assert model.result == 1
    assert model.homes == 52


def test_a_suit_of_scorpion_goes_home() -> None:
    model = Scorpion(pack())
    model.columns = [["2S", *(rank + "C" for rank in "KQJT98765432")], ["3S", "AC"], [], [], [], [], []]
    model.down = [1, 0, 0, 0, 0, 0, 0]
    model.play("carry #1 AC")
    assert model.homes == 13
    assert model.columns[:2] == [["2S"], ["3S"]]
    assert model.down[0] == 0
