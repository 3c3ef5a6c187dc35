"""Models played at random without a ruleset: every deal ends, and no card is lost or doubled on the way.

A ruleset is compared with its model elsewhere; this finds what is wrong with a model by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

import pytest

from .agram import Agram
from .baccarat import Baccarat, coup, total
from .beggar_my_neighbour import BeggarMyNeighbour
from .briscola import Briscola
from .goofspiel import Goofspiel
from .old_maid import OldMaid
from .sueca import Sueca
from .war import War

Move = tuple[str, ...]
MOST = 3000
"""Moves of a deal."""


class Deal(Protocol):
    """A model of one deal."""

    def actors(self) -> list[int]: ...
    def legal(self, seat: int) -> set[Move]: ...
    def apply(self, seat: int, move: Move) -> None: ...
    def scores(self) -> list[int] | list[float]: ...


@dataclass(frozen=True)
class Alone:
    """A model to be played.

    Attributes:
        deal: makes a deal of the cards, shuffled.
        ranks: the ranks of the pack.
        zones: the attributes of the model that hold cards, in lists of any depth.
        sum: what the scores add up to, if it is always the same.
        without: the cards that are left out.
    """

    deal: Callable[[list[str]], Deal]
    ranks: str
    zones: tuple[str, ...]
    sum: float | None = None
    without: frozenset[str] = frozenset()


def split(cards: list[str], players: int, each: int) -> list[list[str]]:
    """Takes the hands from the front of the cards."""
    hands = [cards[seat * each : (seat + 1) * each] for seat in range(players)]
    del cards[: players * each]
    return hands


def briscola(cards: list[str], players: int) -> Deal:
    hands, turned = split(cards, players, 3), cards.pop(0)
    return Briscola(hands, 0, cards, turned)


def goofspiel(cards: list[str], ties: str) -> Deal:
    suits = {suit: [card for card in cards if card[1] == suit] for suit in "CDHS"}
    return Goofspiel([suits["C"], suits["D"], suits["H"]], suits["S"], ties=ties)


ALL = "A23456789TJQK"
FORTY = "A234567JQK"
PLAY = ("hands", "won", "trick")
GAMES = {
    "briscola, 2": Alone(lambda cards: briscola(cards, 2), FORTY, (*PLAY, "stock"), 120),
    "briscola, 4": Alone(lambda cards: briscola(cards, 4), FORTY, (*PLAY, "stock"), 240),
    "sueca": Alone(lambda cards: Sueca([cards[s::4] for s in range(4)], 3, cards[3]), FORTY, PLAY),
    "agram": Alone(lambda cards: Agram(split(cards, 5, 6), 0), "A3456789T", PLAY, 1, frozenset({"AS"})),
    "old maid": Alone(
        lambda cards: OldMaid([cards[s::4] for s in range(4)], 0), ALL, ("hands", "down"), 1, frozenset({"QC"})
    ),
    "old maid, colour": Alone(
        lambda cards: OldMaid([cards[s::3] for s in range(3)], 0, colour=True),
        ALL,
        ("hands", "down"),
        1,
        frozenset({"QC"}),
    ),
    "war": Alone(lambda cards: War(split(cards, 2, 26), most=400), ALL, ("packs", "laid")),
    "war, loser first": Alone(
        lambda cards: War(split(cards, 2, 26), most=400, short="loses", won="loser_first", hidden=1),
        ALL,
        ("packs", "laid"),
    ),
    "beggar my neighbour": Alone(
        lambda cards: BeggarMyNeighbour(split(cards, 2, 26), 0, most=2000), ALL, ("packs", "pile")
    ),
    "goofspiel, discard": Alone(lambda cards: goofspiel(cards, "discard"), ALL, ("hands", "prizes", "spent")),
    "goofspiel, split": Alone(lambda cards: goofspiel(cards, "split"), ALL, ("hands", "prizes", "spent"), 91),
    "goofspiel, carry": Alone(lambda cards: goofspiel(cards, "carry"), ALL, ("hands", "prizes", "spent")),
    "baccarat": Alone(lambda cards: Baccarat(cards, 3), ALL, ("shoe",)),
}


def cards_in(held: object) -> list[str]:
    """Returns the cards in lists and dictionaries of any depth."""
    if isinstance(held, str):
        return [held]
    inner = held.values() if isinstance(held, dict) else held if isinstance(held, list | tuple) else ()
    return [card for each in inner for card in cards_in(each)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", GAMES)
def test_deals_of_a_model_end_with_all_cards(name: str, amount: Callable[[int, int], int]) -> None:
    game = GAMES[name]
    pack = sorted({rank + suit for rank in game.ranks for suit in "CDHS"} - game.without)
    for seed in range(amount(10, 300)):
        chance = Random(seed)
        model = game.deal(chance.sample(pack, len(pack)))
        before = sorted(card for zone in game.zones for card in cards_in(getattr(model, zone)))
        for _ in range(MOST):
            actors = model.actors()
            if not actors:
                break
            seat = chance.choice(actors)
            legal = sorted(model.legal(seat))
            assert legal
            kind = chance.choice(sorted({move[0] for move in legal}))
            model.apply(seat, chance.choice([move for move in legal if move[0] == kind]))
            after = sorted(card for zone in game.zones for card in cards_in(getattr(model, zone)))
            assert after == before
        else:
            pytest.fail("the deal goes on and on")
        if game.sum is not None:
            assert sum(model.scores()) == pytest.approx(game.sum)


def test_third_cards_of_baccarat() -> None:
    assert coup("6S TS 2D 5D 9H".split()) == (["6S", "2D"], ["TS", "5D"])
    assert coup("2S 3S 3D KD 8H 4C".split()) == (["2S", "3D", "8H"], ["3S", "KD"])
    assert coup("6S 2S JD 3D 4C".split()) == (["6S", "JD"], ["2S", "3D", "4C"])
    assert total(["9S", "7D", "4C"]) == 0
