"""Rankings: which cards rank above which."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from cardrules.interpreter.program.cards import build
from cardrules.interpreter.program.program import Meld, Ranking
from cardrules.interpreter.runtime import rankings
from cardrules.interpreter.runtime.melds import set_of
from cardrules.interpreter.runtime.rankings import Ranks

RANKS = tuple("23456789TJQKA")
PACK = build(
    RANKS,
    ("clubs", "diamonds", "hearts", "spades"),
    orders={"low": ("A", *RANKS[:-1]), "high": RANKS},
)
LINES = ("low", "high")
FOUR, THREE, PAIR = (Meld(f"m{n}", "rank", consecutive=False, least=n, most=n, present=True) for n in (4, 3, 2))
SINGLE = Meld("single", None, consecutive=False, least=1, most=1, present=True)
STRAIGHT = Meld("straight", None, consecutive=True, least=5, most=5, present=True, orders=LINES)
FLUSH = Meld("flush", "suit", consecutive=False, least=5, most=5, present=True)
TOP = Meld("top", "suit", consecutive=True, least=5, most=5, present=True, orders=LINES)


def of(*parts: Meld) -> Meld:
    """A meld of others."""
    least, most = sum(part.least for part in parts), sum(part.most for part in parts)
    return Meld("of", None, consecutive=False, least=least, most=most, present=True, parts=parts)


HOUSE = of(THREE, PAIR)
POKER = (TOP, FOUR, HOUSE, FLUSH, STRAIGHT, THREE, of(PAIR, PAIR), PAIR, SINGLE)

PAIRS_IN_A_ROW = Meld("pairs", None, consecutive=True, least=4, most=4, present=True, each=2, orders=LINES)

HANDS = [
    "AS KS QS JS TS 2C 2D",
    "9H 8H 7H 6H 5H AC AD",
    "AC 2C 3C 4C 5C 7H 8H",
    "TC TD TH TS KC KD KH",
    "TC TD TH TS QC QD 2H",
    "2C 2D 2H 2S 3C 3D 3S",
    "AC AD AH KC KD QH QS",
    "AC AD AH QC QD JH JS",
    "KC KD KH AC AD 2H 3S",
    "AS QS 9S 7S 5S 4S KD",
    "AS QS 9S 7S 4S KD KH",
    "AC KD QH JS TC 9D 8H",
    "6C 5D 4H 3S 2C AD AH",
    "AC 2D 3H 4S 5C KD KH",
    "9C 9D 9H AS KC 2D 3H",
    "9C 9D 9H AS QC JD 3H",
    "AC AD 3H 3S 2C 2D KH",
    "AC AD 3H 3S 2C 2D QH",
    "KC KD QH QS AC 2D 3H",
    "2C 2D AH KS QC 9D 4H",
    "2C 2D AH KS JC TD 4H",
    "AC KD QH JS 9C 8D 7H",
    "AC KD QH JS 8C 7D 6H",
]
"""Hands of seven cards, each better than the next."""


def ranking(name: str, levels: tuple[tuple[Meld, ...], ...], best: int, order: str | None, *, suits: bool) -> Ranking:
    """A ranking all of whose melds exist."""
    patterns = tuple(dict.fromkeys(meld.name for level in reversed(levels) for meld in reversed(level)))
    return Ranking(name, levels, best, order, suits, patterns)


def cards(text: str) -> int:
    """The set of cards that a text names."""
    return set_of(PACK.cards_of(word)[0] for word in text.split())


def test_the_best_five_of_seven_cards() -> None:
    ranks = Ranks(PACK, ranking("poker", tuple((meld,) for meld in POKER), 5, None, suits=False))
    for better, worse in pairwise(HANDS):
        assert ranks.above(cards(better), cards(worse)), (better, worse)
        assert not ranks.above(cards(worse), cards(better), equal=True)


def never(*_: object) -> bool:
    """Tell that a pattern must be searched for."""
    return False


@pytest.mark.parametrize("best", [5, 4, 3])
def test_counting_finds_what_searching_finds(monkeypatch: pytest.MonkeyPatch, best: int) -> None:
    """Also if some patterns have more cards than count, so that no hand has them."""
    patterns = (*POKER[:3], PAIRS_IN_A_ROW, *POKER[3:])
    counted = ranking("poker", tuple((meld,) for meld in patterns), best, None, suits=False)
    counting = Ranks(PACK, counted)
    monkeypatch.setattr(rankings, "is_counted", never)
    searching = Ranks(PACK, counted)
    rng = Random(1)
    for number in range(400):
        hand = set_of(rng.sample(range(PACK.size), rng.choice((1, 2, 4, 5, 7, 7, 8))))
        if number % 4 == 0:
            hand |= set_of(rng.sample([c for c in range(PACK.size) if PACK.suit[c] == 2], 5))
        assert counting.value(hand) == searching.value(hand)


def test_equal_hands_are_ties_whatever_the_cards_that_do_not_count() -> None:
    ranks = Ranks(PACK, ranking("poker", tuple((meld,) for meld in POKER), 5, None, suits=False))
    first, second = cards("AC KD QH JS 9C 8D 7H"), cards("AD KH QS JC 9D 3C 2H")
    assert ranks.value(first) == ranks.value(second)
    assert ranks.above(first, second, equal=True)
    assert not ranks.above(first, second)


BOMB, PAIRS = FOUR, Meld("pairs", None, consecutive=True, least=6, most=20, present=True, each=2)


@pytest.mark.parametrize(
    ("mine", "theirs", "above"),
    [
        ("5C", "4D", True),
        ("4C", "4D", False),
        ("5C 5D", "4D", False),
        ("5C 5D", "4D 4H", True),
        ("5C 5D 6C 6D 7C 7D", "4C 4D 5H 5S 6H 6S", True),
        ("5C 5D 6C 6D 7C 7D 8C 8D", "4C 4D 5H 5S 6H 6S", False),
        ("5C 5D 5H 3S 3C", "4D 4H 4S AC AD", True),
        ("2C 2D 2H 2S", "4D 4H 4S AC AD", True),
        ("4D 4H 4S AC AD", "2C 2D 2H 2S", False),
        ("5C", "", True),
        ("5C 7D", "", False),
        ("", "5C", False),
    ],
)
def test_combinations_that_beat_combinations(mine: str, theirs: str, above: bool) -> None:
    others = (SINGLE, PAIR, THREE, HOUSE, PAIRS)
    ranks = Ranks(PACK, ranking("climbing", ((BOMB,), others), 0, None, suits=False))
    assert ranks.above(cards(mine), cards(theirs)) == above


def test_suits_decide_between_equal_ranks() -> None:
    ranks = Ranks(PACK, ranking("climbing", ((PAIR, SINGLE),), 0, None, suits=True))
    assert ranks.above(cards("4S"), cards("4H"))
    assert ranks.above(cards("4C 4S"), cards("4D 4H"))
    assert ranks.above(cards("5C"), cards("4S"))
