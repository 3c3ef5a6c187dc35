"""Melds found by the index are exactly those that the definition names: brute force says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.program.cards import Pack, build
from cardrules.interpreter.program.program import Meld
from cardrules.interpreter.runtime.compounds import matcher
from cardrules.interpreter.runtime.effort import SEARCH
from cardrules.interpreter.runtime.melds import cards_of, set_of
from cardrules.interpreter.runtime.patterns import Pattern

RANKS = "A23456789TJQK"
Amount = Callable[[int, int], int]


def is_set(cards: tuple[str, ...], least: int = 3) -> bool:
    return least <= len(cards) <= 4 and len({card[0] for card in cards}) == 1


def is_run(cards: tuple[str, ...]) -> bool:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    together = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(cards) >= 3 and len({card[1] for card in cards}) == 1 and together


def melds(hand: list[str], pairs: bool) -> Iterator[tuple[str, ...]]:
    """Every single card, set, run and perhaps pair of a hand; jokers only alone."""
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            plain = "Jo" not in cards
            if size == 1 or (plain and (is_set(cards, 2 if pairs else 3) or is_run(cards))):
                yield cards


@pytest.mark.soak
@pytest.mark.parametrize("pairs", [False, True])
def test_all_melds_of_a_hand_can_be_played(pairs: bool, amount: Amount) -> None:
    game = cardrules.load("gin_slaughtre", options={"pairs": pairs})
    pack = rules_of(game).program.pack
    chance = Random(int(pairs))
    found = 0
    for _ in range(amount(60, 1500)):
        # Few ranks and suits, so that there is something to find.
        low = chance.randrange(8)
        near = [c for c in range(pack.size) if low <= pack.rank[c] <= low + 5 or pack.suit[c] < 0]
        cards = sorted(chance.sample(near, chance.randint(1, 11)))
        hand = [pack.text[card] for card in cards]
        state = game.state_from_position({"hand": [" ".join(hand), 4], "stock": 5})
        legal = [str(action) for action in state.legal_actions() if action.verb == "play"]
        wanted = {"play " + " ".join(meld) for meld in melds(hand, pairs)}
        assert len(legal) == len(set(legal))
        assert set(legal) == wanted
        found += sum(" " in text[5:] for text in legal)
    assert found > 50


def pack(packs: int = 1, jokers: int = 2) -> Pack:
    return build(tuple(RANKS), ("clubs", "diamonds", "hearts", "spades"), packs=packs, jokers=jokers)


def wild_run(deck: Pack, cards: list[int], most_wild: int) -> bool:
    """Whether cards are a run of a suit in which jokers stand for what is missing."""
    natural = [card for card in cards if deck.suit[card] >= 0]
    jokers = len(cards) - len(natural)
    ranks = [deck.rank[card] for card in natural]
    if len(cards) < 3 or jokers > most_wild or not natural:
        return False
    if len({deck.suit[card] for card in natural}) > 1 or len(set(ranks)) < len(ranks):
        return False
    windows = (set(range(low, low + len(cards))) for low in range(13 - len(cards) + 1))
    return any(set(ranks) <= window for window in windows)


@pytest.mark.soak
@pytest.mark.parametrize("packs", [1, 2])
def test_patterns_with_jokers_match_what_the_definition_says(packs: int, amount: Amount) -> None:
    deck = pack(packs, 3)
    joker = len(deck.ranks) - 1
    run = Pattern(deck, Meld("run", "suit", True, 3, 13, True, wild=(joker,), most_wild=2))
    pair = Pattern(deck, Meld("pair", "rank", False, 2, 4, True))
    chance = Random(packs)
    matched = 0
    for _ in range(amount(1500, 60_000)):
        suit, low = chance.randrange(4), chance.randrange(9)
        close = [c for c in range(deck.size) if low <= deck.rank[c] <= low + 5]
        near = [c for c in close if deck.suit[c] == suit] + list(range(deck.size - 3, deck.size))
        cards = chance.sample(near, chance.randint(2, 6))
        assert run.matches(set_of(cards)) == wild_run(deck, cards, 2), [deck.text[c] for c in cards]
        alike = len({deck.rank[card] for card in cards}) == 1 and deck.suit[cards[0]] >= 0
        assert pair.matches(set_of(cards)) == (alike and 2 <= len(cards) <= 4)
        matched += run.matches(set_of(cards))
    assert matched > 100


def test_a_set_of_cards_lists_them_in_canonical_order() -> None:
    deck = pack()
    texts = [deck.text[card] for card in cards_of((1 << deck.size) - 1)]
    assert texts[:5] == ["AC", "AD", "AH", "AS", "2C"]
    assert texts[-3:] == ["KS", "Jo", "Jo"]


@pytest.mark.parametrize("same", [None, "suit"])
@pytest.mark.parametrize("most", [4, 1_000])
def test_ends_of_a_pile_that_are_runs(same: str | None, most: int) -> None:
    pack = build("234567", ("clubs", "hearts", "spades"))
    run = Meld("run", same=same, consecutive=True, least=3, most=most, present=True)
    pattern, rng = Pattern(pack, run), Random(5)
    for _ in range(400):
        pile = rng.sample(range(pack.size), rng.randrange(9))
        runs = {size for size in range(1, len(pile) + 1) if pattern.matches(set_of(pile[-size:]))}
        assert pattern.end_sizes(pile) == sum(1 << size - 1 for size in runs)


def test_wild_cards_do_not_make_up_for_suits_that_are_missing() -> None:
    """Cards that may be a meld are those that a search finds, also where most cards are wild."""
    pack = build(tuple(RANKS), ("clubs", "hearts", "spades"), jokers=0, packs=1, values={})
    meld = Meld("three suits", "rank", False, 2, 4, True, wild=(1,), most_wild=2, least_suits=3)
    pattern = Pattern(pack, meld)
    two, five = 3, 12
    assert (pack.text[two], pack.text[five]) == ("2C", "5C")
    assert not pattern.matches(1 << two | 1 << five)
    assert pattern.find(1 << two | 1 << five) == []


PAIR = Meld("pair", "rank", False, 2, 2, True, wild=(13,), most_wild=2)
RUN = Meld("run", "suit", True, 3, 6, True, wild=(13,), most_wild=5)


@pytest.mark.parametrize(
    "meld",
    [
        PAIR,
        RUN,
        Meld("two", None, False, 4, 4, True, parts=(PAIR, PAIR)),
        Meld("both", None, False, 5, 8, True, parts=(PAIR, RUN)),
        Meld("steps", None, True, 4, 6, True, each=2),
    ],
    ids=lambda meld: meld.name,
)
def test_the_work_of_a_search_depends_on_its_cards_alone(meld: Meld) -> None:
    """A search counts from zero, and what it remembers: else the millionth one is refused."""
    pack = build(tuple(RANKS), ("clubs", "hearts", "spades"), jokers=3, packs=1, values={})
    kind, rng = matcher(pack, meld), Random(3)
    for _ in range(40):
        hand = set_of(rng.sample(range(pack.size), 8))
        for search in (kind.matches, kind.find):
            with SEARCH:
                search(hand)
                once = SEARCH.done
                search(hand)
                assert SEARCH.done == 2 * once


def stands_for(deck: Pack, meld: Meld, cards: list[int], window: tuple[int, ...], wild: int) -> Iterator[list[int]]:
    """The ways in which each of some cards stands for a rank; at most so many do not stand for their own."""
    if not cards:
        yield []
        return
    first, *others = cards
    own = deck.rank[first]
    if own in window and (not meld.ranks or own in meld.ranks):
        yield from ([own, *rest] for rest in stands_for(deck, meld, others, window, wild))
    if own in meld.wild and wild:
        for rest in stands_for(deck, meld, others, window, wild - 1):
            yield from ([rank, *rest] for rank in window)


def is_run_of_several(deck: Pack, meld: Meld, cards: list[int]) -> bool:
    length = len(cards) // meld.each
    if len(cards) % meld.each or not meld.least <= len(cards) <= meld.most:
        return False
    most_wild = min(meld.most_wild, len(cards) - meld.least_natural) if meld.wild else 0
    for order in meld.orders or ("",):
        places = deck.orders[order] if order else tuple(range(deck.ranked)) + (-1,) * 2
        line = sorted((rank for rank in range(deck.ranked) if places[rank] >= 0), key=lambda rank: places[rank])
        starts = range(len(line) if meld.around else len(line) - length + 1)
        for start in starts if length <= len(line) else ():
            window = tuple((line * 2)[start : start + length])
            for way in stands_for(deck, meld, cards, window, most_wild):
                if all(way.count(rank) == meld.each for rank in window):
                    return True
    return False


@pytest.mark.parametrize(
    "meld",
    [
        Meld("jokers", None, True, 4, 8, True, each=2, wild=(7,), most_wild=2),
        Meld("twos", None, True, 4, 6, True, each=2, wild=(1, 7), most_wild=3, least_natural=2),
        Meld("named", None, True, 4, 6, True, each=2, wild=(1,), most_wild=6, ranks=(0, 1, 3, 4)),
        Meld("around", None, True, 6, 8, True, each=2, wild=(7,), most_wild=1, around=True),
        Meld("orders", None, True, 4, 6, True, each=2, wild=(7,), most_wild=8, orders=("low", "high")),
        Meld("threes", None, True, 3, 6, True, each=3, wild=(0,), most_wild=4),
        Meld("plain", None, True, 4, 6, True, each=2),
    ],
    ids=lambda meld: meld.name,
)
def test_runs_with_several_cards_of_each_rank(meld: Meld, amount: Amount) -> None:
    orders = {"low": "A 2 3 4 5".split(), "high": "2 3 4 5 6 7 A".split()}
    deck = build(tuple("A234567"), ("clubs", "hearts"), packs=2, jokers=1, values={}, orders=orders)
    kind, rng, found = matcher(deck, meld), Random(4), 0
    for _ in range(amount(5, 400)):
        hand = set_of(rng.sample(range(deck.size), 9))
        wanted = {
            set_of(cards)
            for size in range(1, 10)
            for cards in combinations(cards_of(hand), size)
            if is_run_of_several(deck, meld, list(cards))
        }
        every = kind.find(hand)
        assert len(every) == len({*every})
        assert {*every} == wanted
        assert all(kind.matches(cards) for cards in wanted)
        for cards in (set_of(rng.sample(cards_of(hand), meld.least)) for _ in range(20)):
            assert kind.matches(cards) == (cards in wanted)
        found += len(wanted)
    assert found
