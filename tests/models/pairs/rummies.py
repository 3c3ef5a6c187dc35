"""Rummies beside their models."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import cardrules

from ...peers.adapter import cards
from ..canasta import Canasta, wild
from ..conquian import Conquian
from ..gin_rummy import GinRummy
from ..gin_rummy_partnership import GinRummyPartnership
from ..gin_rummy_three import GinRummyThree
from ..loba_de_menos import LobaDeMenos
from ..rummy import Rummy
from ..rummy_500 import Rummy500
from ..side_by_side import Model, Move, Pair, dealer, hands, jokers, stock


def rummy(state: cardrules.State, **rules: Any) -> Model:
    return Rummy(hands(state), dealer(state), cards(state, "discards")[0], stock(state), **rules)


def throwing(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("discard", card):
            return "throw", card
        case ("meld", *laid):
            return "meld", *sorted(laid)
        case ("lay_off", card, onto):
            return "lay_off", card, onto[1:]
        case _:
            return words


def conquian(state: cardrules.State, *, forcing: bool = True, borrowing: bool = True, hand_melds: bool = True) -> Model:
    return Conquian(
        hands(state),
        dealer(state),
        cards(state, "discards") + stock(state),
        forcing=forcing,
        borrowing=borrowing,
        hand_melds=hand_melds,
    )


def lowest(state: cardrules.State, pile: str, seat: int) -> str:
    """The lowest card of a pile of melds of a seat."""
    piles = state.observation(seat).zones["laid"][seat]
    meld = [str(card) for card in piles[int(pile[1:]) - 1]]
    return min(meld, key=lambda card: ("A234567JQK".index(card[0]), card[1]))


def melding(state: cardrules.State, words: Move) -> Move:
    seat = state.current_player()
    assert seat is not None
    match words:
        case ("add", card, onto):
            return "add", card, lowest(state, onto, seat)
        case ("force" | "insist", onto):
            return "force", lowest(state, onto, 1 - seat)
        case ("allow",):
            return ("pass",)
        case ("throw", card):
            return "throw", card
        case _:
            return throwing(state, words)


def difference(state: cardrules.State) -> list[float]:
    first, second = state.scores()
    return [first - second, second - first]


def rummy_500(state: cardrules.State, *, top_free: bool = True, fives: bool = False) -> Model:
    (first,) = cards(state, "discards")
    return Rummy500(hands(state), dealer(state), first, stock(state), top_free=top_free, fives=fives)


def laying_off(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("meld", *melded):
            return "meld", *sorted(melded)
        case ("lay_off", card, onto):
            return "lay_off", card, onto[1:]
        case ("discard", card):
            return "throw", card
        case _:
            return words


THROWN = frozenset({"discard"})


def gin_rummy(state: cardrules.State, *, model: Callable[..., Model] = GinRummy) -> Model:
    return model(hands(state), dealer(state), cards(state, "discards")[0], stock(state))


def taken(state: cardrules.State, words: Move) -> Move:
    match words[0]:
        case "take_upcard" | "draw_discard":
            return ("take",)
        case "draw_stock":
            return ("draw",)
        case "leave":
            return ("pass",)
        case _:
            return words


def loba(state: cardrules.State, *, model: Callable[..., Model] = LobaDeMenos) -> Model:
    dealt = [jokers(held) for held in hands(state)]
    return model(dealt, dealer(state), jokers(cards(state, "discards"))[0], jokers(stock(state)))


def meld(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("take_discard", *trick):
            return "take", *sorted(jokers(trick))
        case ("meld", *trick):
            return "meld", *sorted(jokers(trick))
        case ("lay_off", card, number):
            return "lay_off", *jokers([card]), number.strip("#")
        case ("discard", card):
            return "throw", *jokers([card])
        case ("skip_discard",):
            return ("end",)
        case _:
            return ("draw",)


SCORED = {"stock_empty": "score", "limit": 1000, "deal_limit": 5}


PLAIN = {"game_bonus": 0, "box_bonus": 0}


ENDS = frozenset({"knock", "big_gin"})


PACK = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")


def canasta(state: cardrules.State) -> Model:
    least = [15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120 for score in state.scores()]
    return Canasta(
        [[plain_joker(card) for card in hand] for hand in hands(state)],
        dealer(state),
        [plain_joker(card) for card in cards(state, "discards")],
        [plain_joker(card) for card in stock(state)],
        reds=(len(cards(state, "reds", 0)), len(cards(state, "reds", 1))),
        minimum=(int(least[0]), int(least[1])),
        take_back=True,
    )


def plain_joker(card: str) -> str:
    return "XX" if card not in PACK else card


def laid_down(state: cardrules.State, words: Move) -> Move:
    """Moves of canasta: cards sorted, wild ones last, and a rank instead of the number of a meld."""
    given = sorted((plain_joker(word) for word in words[1:]), key=lambda card: (wild(card), card))
    match words[0]:
        case "draw":
            return ("draw",) if stock(state) else ("end",)
        case "take":
            given.remove(cards(state, "discards")[-1])
            return "take", *given
        case "take_on":
            return ("take",)
        case "add_on":
            return "add", plain_joker(words[1]), rank_of_meld(state, int(words[2][1:]))
        case _:
            return words[0], *given


def rank_of_meld(state: cardrules.State, number: int) -> str:
    """Returns the rank of a meld; each side has room for twelve."""
    position: Any = state.position
    seat = state.current_player() or 0
    pile: list[int] = position.z_laid[seat % 2 * 12 + number - 1]
    texts = [state.game.program.pack.text[card] for card in pile]
    return next(text[0] for text in texts if text[0] != "2" and text in PACK)


def gin_rummy_partnership(state: cardrules.State) -> Model:
    tables: list[tuple[int, int]] = []
    there: list[cardrules.State] = []
    for number in (0, 1):
        copy = state.clone()
        copy.position.turn_to(number)
        host = dealer(copy)
        other = next(seat for seat in range(4) if seat != host and copy.position.seated[seat] == number)
        tables.append((host, other))
        there.append(copy)
    held = [cards(there[state.position.seated[seat]], "hand", seat) for seat in range(4)]
    upcards = [cards(copy, "discards")[0] for copy in there]
    return GinRummyPartnership(held, tables, upcards, [stock(copy) for copy in there])


PAIRS = {
    "rummy_500": Pair("rummy_500", rummy_500, laying_off, players=2),
    "rummy_500, four": Pair("rummy_500", rummy_500, laying_off),
    "rummy_500, the top card must be used": Pair(
        "rummy_500",
        partial(rummy_500, top_free=False, fives=True),
        laying_off,
        players=3,
        options={"use_top": True, "fives": True},
    ),
    "rummy": Pair("rummy", rummy, throwing, seldom=THROWN, limit=5000),
    "rummy, two, laid as one likes": Pair("rummy", rummy, throwing, players=2, limit=5000),
    "rummy, five, one meld in a turn": Pair(
        "rummy",
        partial(rummy, one_meld=True, must_throw=True),
        throwing,
        players=5,
        options={"one_meld": True, "last_discard": True},
        seldom=THROWN,
        limit=5000,
    ),
    "rummy, three, high aces": Pair(
        "rummy",
        partial(rummy, ace_high=True, ace=11, melds_first=True, keep_top=True, rummy=1),
        throwing,
        players=3,
        options={
            "ace_high": True,
            "ace_points": 11,
            "own_meld_first": True,
            "stock_empty": "top_stays",
            "rummy_doubles": False,
        },
        seldom=THROWN,
        limit=5000,
    ),
    "conquian": Pair("conquian", conquian, melding, players=2, options={"target": 1}, score=difference),
    "conquian, gentle": Pair(
        "conquian",
        partial(conquian, forcing=False, hand_melds=False),
        melding,
        players=2,
        options={"target": 1, "forcing": False, "hand_melds": False},
        seldom=frozenset({"pass", "discard"}),
        score=difference,
    ),
    "conquian, nothing borrowed": Pair(
        "conquian",
        partial(conquian, borrowing=False),
        melding,
        players=2,
        options={"target": 1, "borrowing": False},
        score=difference,
    ),
    "gin_rummy": Pair("gin_rummy", gin_rummy, taken, players=2, options=PLAIN, seldom=ENDS),
    "gin_rummy, an undercut must be lower": Pair(
        "gin_rummy",
        partial(gin_rummy, model=partial(GinRummy, tie=False, gin=20, undercut=10, big_gin=None)),
        taken,
        players=2,
        options={**PLAIN, "undercut_on_tie": False, "gin_bonus": 20, "undercut_bonus": 10, "big_gin": False},
    ),
    "gin_rummy, a last chance": Pair(
        "gin_rummy",
        partial(gin_rummy, model=partial(GinRummy, last_chance=True)),
        taken,
        players=2,
        options={**PLAIN, "wall": "last_knock_allowed"},
    ),
    "gin_rummy_three": Pair(
        "gin_rummy_three",
        partial(gin_rummy, model=GinRummyThree),
        taken,
        players=3,
        options={**PLAIN, "settlement": False},
        seldom=ENDS,
    ),
    "loba_de_menos": Pair("loba_de_menos", loba, meld, players=3, options=SCORED),
    "loba_de_menos, escaleras of three": Pair(
        "loba_de_menos",
        partial(loba, model=partial(LobaDeMenos, shortest=3, joker=25, ace=15, own_first=True)),
        meld,
        players=2,
        options={**SCORED, "escalera_min": 3, "joker_points": 25, "ace_points": 15, "layoff_needs_own_meld": True},
    ),
    "canasta": Pair("canasta", canasta, laid_down, options={"may_ask": False}),
    "gin_rummy_partnership": Pair("gin_rummy_partnership", gin_rummy_partnership, taken, options=PLAIN, seldom=ENDS),
}
