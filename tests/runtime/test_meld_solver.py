"""The best arrangement of a hand, against trying everything.

The model below knows nothing of the engine's: a meld is a set of cards for which somebody can say
which card stands for what, and the best arrangement is the best of all of them. Packs are small, so
that hands hold melds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardrules.interpreter.errors import StepBudgetError
from cardrules.interpreter.program.cards import Pack, build
from cardrules.interpreter.program.program import Meld
from cardrules.interpreter.runtime.growth import Growth
from cardrules.interpreter.runtime.meld_cover import MeldCover
from cardrules.interpreter.runtime.meld_index import MeldIndex
from cardrules.interpreter.runtime.meld_solver import MeldSolver
from cardrules.interpreter.runtime.melds import cards_of, set_of
from cardrules.interpreter.runtime.patterns import Pattern

from ..pace import within

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS = ("clubs", "diamonds", "hearts", "spades")
MOST = 9  # cards of a hand: 512 subsets, which can all be looked at

Cards = frozenset[int]
Reading = tuple[int, int, int, Cards]
"""A line, where on it a run begins, how long it is, and at which places wild cards stand."""


# -------------------------------------------------------------------------------------- the model


def lines(pack: Pack, meld: Meld) -> list[list[int]]:
    """The orders of ranks in which runs lie; around the corner the ranks follow themselves."""
    suited = [rank for rank, name in enumerate(pack.ranks) if name != "Jo"]
    found = [suited]
    if meld.orders:
        found = [
            sorted((r for r in suited if pack.orders[o][r] >= 0), key=lambda r: pack.orders[o][r]) for o in meld.orders
        ]
    return found


def readings(pack: Pack, meld: Meld, cards: Cards) -> Iterator[tuple[Reading, Cards]]:
    """Every way in which cards are a run: where it lies, and which of them are wild."""
    for wild in wild_parts(pack, meld, cards):
        natural = cards - wild
        if not natural or (meld.same == "suit" and len({pack.suit[c] for c in natural}) > 1):
            continue
        for number, line in enumerate(lines(pack, meld)):
            count = len(line)
            if len(cards) > count:
                continue
            starts = range(count) if meld.around else range(count - len(cards) + 1)
            for start in starts:
                places = [line[(start + step) % count] for step in range(len(cards))]
                held = [pack.rank[c] for c in natural]
                if len(set(held)) == len(held) and set(held) <= set(places):
                    stand = {(start + s) % count for s, r in enumerate(places) if r not in held}
                    yield (number, start, len(cards), frozenset(stand)), wild


def wild_parts(pack: Pack, meld: Meld, cards: Cards) -> Iterator[Cards]:
    may = [c for c in cards if pack.rank[c] in meld.wild]
    must = {c for c in may if pack.suit[c] < 0}
    for count in range(len(may) + 1):
        for chosen in combinations(may, count):
            if must <= set(chosen) and count <= meld.most_wild:
                yield frozenset(chosen)


def is_meld(pack: Pack, meld: Meld, cards: Cards) -> bool:
    if not meld.least <= len(cards) <= meld.most:
        return False
    if meld.consecutive:
        return any(all(pack.suit[c] >= 0 for c in cards - wild) for _, wild in readings(pack, meld, cards))
    for wild in wild_parts(pack, meld, cards):
        natural = cards - wild
        if not natural or any(pack.suit[c] < 0 for c in natural):
            continue
        suits = {pack.suit[c] for c in natural}
        alike = {pack.rank[c] for c in natural} if meld.same == "rank" else suits
        if len(alike) == 1 and meld.least_suits <= len(suits) <= meld.most_suits:
            return True
    return False


def subsets(cards: Cards) -> Iterator[Cards]:
    for count in range(len(cards) + 1):
        yield from map(frozenset, combinations(sorted(cards), count))


def arrangements(cards: Cards, melds: list[Cards]) -> Iterator[tuple[Cards, ...]]:
    """Every way to lay some of the cards out in melds."""
    if not cards:
        yield ()
        return
    first = min(cards)
    yield from arrangements(cards - {first}, melds)
    for meld in melds:
        if first in meld and meld <= cards:
            for others in arrangements(cards - meld, melds):
                yield (meld, *others)


def can_lay_off(case: Case, meld: Cards, added: Cards) -> bool:
    """Whether a meld that was laid at once may grow by these cards."""
    pack = case.pack
    if not any(is_meld(pack, rule, meld) for rule in case.melds):
        return False
    for rule in case.melds:
        if not is_meld(pack, rule, meld | added):
            continue
        if not rule.consecutive or not rule.wild or rule.roles == "free":
            return True
        before = {reading for reading, _ in readings(pack, rule, meld)}
        if rule.roles == "fixed":
            highest = max(before, key=lambda r: (places(r), r[1]))
            roles = ranks_of_wild(pack, rule, highest)
            before = {r for r in before if ranks_of_wild(pack, rule, r) == roles}
        for reading, wild in readings(pack, rule, meld | added):
            if any(inside(pack, rule, old, reading, meld, wild) for old in before):
                return True
    return False


def ranks_of_wild(pack: Pack, rule: Meld, reading: Reading) -> set[int]:
    line, _, _, wild = reading
    return {lines(pack, rule)[line][place] for place in wild}


def places(reading: Reading) -> int:
    """A number that is higher the higher in the order of the ranks the wild cards stand."""
    return set_of(reading[3])


def inside(pack: Pack, rule: Meld, old: Reading, new: Reading, meld: Cards, wild: Cards) -> bool:
    """Whether a longer run has the old one in it, each of its cards where it was."""
    line, start, length, stood = old
    if line != new[0]:
        return False
    order = lines(pack, rule)[line]
    count = len(order)
    stretch = {(start + step) % count for step in range(length)}
    if not stretch <= {(new[1] + step) % count for step in range(new[2])}:
        return False
    # The cards that stand for themselves lie where their rank is, and so fill the old stretch but
    # for the places where the old wild cards stood; those stand there still.
    natural = {order.index(pack.rank[c]) for c in meld - wild}
    return natural == stretch - stood and stood <= new[3]


@dataclass(frozen=True)
class Case:
    """A pack with the melds that can be made of it."""

    pack: Pack
    melds: tuple[Meld, ...]

    def all_melds(self, hand: Cards) -> list[Cards]:
        return [s for s in subsets(hand) if any(is_meld(self.pack, m, s) for m in self.melds)]

    def value(self, cards: Cards) -> int:
        return sum(self.pack.value[c] for c in cards)

    def deadwood(self, hand: Cards) -> int:
        return min(self.left_over(hand).values())

    def left_over(self, hand: Cards) -> dict[tuple[Cards, ...], int]:
        return {way: self.value(hand) - sum(map(self.value, way)) for way in arrangements(hand, self.all_melds(hand))}

    def against(self, hand: Cards, table: list[Cards]) -> dict[Cards, int]:
        """What is left over, for each set of cards that can be laid off."""
        if not table:
            return {frozenset(): self.deadwood(hand)}
        meld, *others = table
        found: dict[Cards, int] = {}
        for added in subsets(hand):
            if not added or can_lay_off(self, meld, added):
                for laid, left in self.against(hand - added, others).items():
                    found[laid | added] = left
        return found


# ---------------------------------------------------------------------------------------- examples


@st.composite
def meld_rules(draw: st.DrawFn, ranks: int, suits: int, jokers: int) -> tuple[Meld, ...]:
    wild: tuple[int, ...] = ()
    if jokers and draw(st.booleans()):
        wild = (ranks,)
    elif draw(st.integers(0, 3)) == 0:
        wild = (1,)
    most_wild = draw(st.integers(1, 2)) if wild else 0
    exact = draw(st.sampled_from([(1, 1_000), (1, 1_000), (3, 3)]))
    least = draw(st.integers(3, 4))
    same = Meld(
        "set",
        "rank",
        False,
        3,
        draw(st.integers(3, 6)),
        True,
        wild=wild,
        most_wild=most_wild,
        least_suits=exact[0],
        most_suits=exact[1],
    )
    orders = draw(st.sampled_from([(), (), ("low",), ("low", "high")]))
    around = not orders and draw(st.booleans())
    run = Meld(
        "run",
        draw(st.sampled_from(["suit", "suit", "suit", None])),
        True,
        least,
        draw(st.sampled_from([least, 13, 13])),
        True,
        orders=orders,
        around=around,
        wild=wild,
        most_wild=most_wild,
        roles=draw(st.sampled_from(["free", "shrinking", "fixed"])),
    )
    return draw(st.sampled_from([(same, run), (same, run), (run,), (same,)]))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    count = draw(st.integers(4, 8))
    suits = draw(st.integers(3, 4))
    jokers = draw(st.sampled_from([0, 0, 2]))
    ranks = RANKS[:count]
    pack = build(
        ranks,
        SUITS[:suits],
        jokers=jokers,
        packs=draw(st.integers(1, 2)),
        values={"A": draw(st.sampled_from([1, 15])), "5": 10},
        orders={"low": ranks, "high": (*ranks[1:], ranks[0])},
    )
    return Case(pack, draw(meld_rules(count, suits, jokers)))


def hand_of(draw: st.DrawFn, case: Case, most: int, without: Cards = frozenset()) -> Cards:
    cards = [c for c in range(case.pack.size) if c not in without]
    return frozenset(draw(st.lists(st.sampled_from(cards), max_size=most, unique=True)))


@st.composite
def hands(draw: st.DrawFn) -> tuple[Case, Cards]:
    case = draw(cases())
    return case, hand_of(draw, case, MOST)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Case, Cards, list[Cards]]:
    """A case, a hand, and melds that lie on the table."""
    case = draw(cases())
    free = hand_of(draw, case, MOST)
    found: list[Cards] = []
    for _ in range(2):
        possible = case.all_melds(free)
        if possible:
            found.append(draw(st.sampled_from(possible)))
            free -= found[-1]
    assume(found)
    laid = frozenset[int]().union(*found)
    return case, hand_of(draw, case, 6, laid), found


# ------------------------------------------------------------------------------------------- tests


@given(hands())
def test_a_pattern_matches_what_somebody_can_explain(example: tuple[Case, Cards]) -> None:
    case, hand = example
    for rule in case.melds:
        pattern = Pattern(case.pack, rule)
        for cards in subsets(hand):
            assert pattern.matches(set_of(cards)) == is_meld(case.pack, rule, cards)


@given(hands())
def test_all_melds_of_a_hand_are_found(example: tuple[Case, Cards]) -> None:
    case, hand = example
    for rule in case.melds:
        found = Pattern(case.pack, rule).find(set_of(hand))
        assert len(set(found)) == len(found)
        expected = {s for s in subsets(hand) if is_meld(case.pack, rule, s)}
        assert {frozenset(cards_of(m)) for m in found} == expected


@given(hands(), st.integers(-5, 60))
def test_without_which_cards_little_is_left_over(example: tuple[Case, Cards], limit: int) -> None:
    case, hand = example
    arranger = MeldSolver(case.pack, case.melds)
    found = set(cards_of(arranger.leaving(set_of(hand), limit)))
    for card in (*hand, *range(0, case.pack.size, 17)):
        without = set_of(hand) & ~(1 << card)
        left = min(case.left_over(frozenset(cards_of(without))).values())
        assert (card in found) == (left <= limit)


@given(hands())
def test_actions_offer_each_look_once(example: tuple[Case, Cards]) -> None:
    case, hand = example
    every = (1 << case.pack.size) - 1
    for rule in case.melds:
        index = MeldIndex(case.pack, [rule], 0)
        looks = [look(case.pack, cards_of(cards)) for _, cards in index.find(set_of(hand), every, every)]
        assert len(set(looks)) == len(looks)
        melds = [s for s in subsets(hand) if is_meld(case.pack, rule, s)]
        assert set(looks) == {look(case.pack, sorted(meld)) for meld in melds}


def look(pack: Pack, cards: list[int]) -> tuple[int, ...]:
    return tuple(sorted(pack.face[card] for card in cards))


@given(hands())
def test_the_arrangement_is_the_best(example: tuple[Case, Cards]) -> None:
    case, hand = example
    arranger = MeldSolver(case.pack, case.melds)
    ways = case.left_over(hand)
    least = min(ways.values())
    assert arranger.deadwood(set_of(hand)) == least
    melding = [frozenset(cards_of(meld)) for meld in arranger.melding(set_of(hand))]
    assert tuple(sorted(melding, key=min)) in {tuple(sorted(way, key=min)) for way in ways}
    loose = hand.difference(*melding)
    assert case.value(loose) == least
    assert frozenset(cards_of(arranger.loose(set_of(hand)))) == loose
    best = [way for way, left in ways.items() if left == least]
    assert exposure(case, hand, melding) == min(exposure(case, hand, list(way)) for way in best)


def exposure(case: Case, hand: Cards, melds: list[Cards]) -> int:
    """How many cards that are not in the hand could be laid off on its melds."""
    return sum(
        any(
            is_meld(case.pack, rule, meld) and is_meld(case.pack, larger, meld | {card})
            for meld in melds
            for rule in case.melds
            for larger in case.melds
        )
        for card in range(case.pack.size)
        if card not in hand
    )


@given(tables())
def test_melds_and_lay_offs_are_one_optimum(example: tuple[Case, Cards, list[Cards]]) -> None:
    case, hand, table = example
    arranger = MeldSolver(case.pack, case.melds)
    melds = [set_of(meld) for meld in table]
    ways = case.against(hand, table)
    least = min(ways.values())
    assert arranger.against(set_of(hand), melds) == least
    laid = frozenset(cards_of(arranger.laid_off(set_of(hand), melds)))
    assert ways.get(laid) == least
    assert case.deadwood(hand - laid) == least
    assert len(laid) == min(len(way) for way, left in ways.items() if left == least)


@given(tables())
def test_a_meld_grows_by_what_fits(example: tuple[Case, Cards, list[Cards]]) -> None:
    case, hand, (meld, *_) = example
    growth = Growth(case.pack, case.melds)
    pile = sorted(meld)
    for added in subsets(hand):
        if added:
            found = growth.extends(set_of(added), pile, [len(pile)])
            assert found == can_lay_off(case, meld, added), (pile, added)


# ------------------------------------------------------------------------------- hands of any size


@st.composite
def large_hands(draw: st.DrawFn) -> tuple[Case, int]:
    case = draw(cases())
    size = draw(st.integers(10, 13))
    cards = st.permutations(range(case.pack.size))
    return case, set_of(draw(cards)[:size])


@given(large_hands())
def test_kinds_of_cards_cover_as_much_as_melds_of_cards(example: tuple[Case, int]) -> None:
    """Two ways to the same number: by kinds that look alike, and by melds that name each card."""
    case, hand = example
    melds = [cards for rule in case.melds for cards in Pattern(case.pack, rule).find(hand)]
    assume(len(set(melds)) < 60)

    def most(left: int, free: list[int]) -> int:
        return max(
            (
                case.value(frozenset(cards_of(meld))) + most(left & ~meld, [m for m in free[n:] if not m & meld])
                for n, meld in enumerate(free, 1)
            ),
            default=0,
        )

    found = MeldCover(case.pack, case.melds).most(hand)
    assert found == most(hand, list(set(melds)))


@pytest.mark.soak
@pytest.mark.parametrize("wild", [(13,), (1, 13)], ids=["jokers", "twos and jokers"])
def test_many_wild_cards_are_melded_or_stopped_fast(wild: tuple[int, ...], amount: Callable[[int, int], int]) -> None:
    pack = build(RANKS, SUITS, jokers=6, packs=2, values={"A": 20, "2": 20, "Jo": 50, "K": 10})
    melds = (
        Meld("set", "rank", False, 3, 7, True, wild=wild, most_wild=3),
        Meld("run", "suit", True, 3, 13, True, wild=wild, most_wild=3),
    )
    solver = MeldSolver(pack, melds)
    jokers = [card for card in range(pack.size) if pack.rank[card] in wild]
    others = [card for card in range(pack.size) if pack.rank[card] not in wild]
    sizes = (19, 15, 26, 40)[: amount(1, 4)]
    for size, seed in product(sizes, range(amount(1, 3))):
        chance = Random(seed)
        hand = jokers[:10] + chance.sample(others, size - len(jokers[:10]))
        with within(5), suppress(StepBudgetError):
            solver.deadwood(set_of(hand))
        with within(10), suppress(StepBudgetError):
            solver.melding(set_of(hand))


@pytest.mark.parametrize(("size", "wild"), [(15, 2), (19, 3), (26, 4)])
def test_hands_of_canasta_are_arranged_fast(size: int, wild: int) -> None:
    pack = build(RANKS, SUITS, jokers=4, packs=2, values={"A": 20, "2": 20, "Jo": 50, "K": 10})
    melds = (Meld("set", "rank", False, 3, 104, True, wild=(1, 13), most_wild=3),)
    solver = MeldSolver(pack, melds)
    chance = Random(size)
    jokers = [card for card in range(pack.size) if pack.rank[card] in (1, 13)]
    others = [card for card in range(pack.size) if card not in jokers]
    hand = set_of(chance.sample(jokers, wild) + chance.sample(others, size - wild))
    with within(2):
        melded = sum(solver.melding(hand))
        assert solver.deadwood(hand) == sum(pack.value[card] for card in cards_of(hand & ~melded))


# ----------------------------------------------------------------------------- by hand, for readers

GIN = (
    Meld("set", "rank", False, 3, 4, True),
    Meld("run", "suit", True, 3, 13, True),
)
FULL = build(RANKS, SUITS, values={"A": 1, "J": 10, "Q": 10, "K": 10})


def cards(text: str, pack: Pack = FULL) -> int:
    return set_of(pack.cards_of(word)[0] for word in text.split())


@pytest.mark.parametrize(
    ("hand", "deadwood"),
    [
        ("4S 5S 6S 6H 6D 9C 9D 9H KC 2D", 21),
        ("7C 7D 7H 7S 8S 9S TS 2C 3D AH", 6),
        ("3H 4H 5H 6H 6S 6D 7D 8D TC KC", 26),
    ],
)
def test_worked_examples(hand: str, deadwood: int) -> None:
    assert MeldSolver(FULL, GIN).deadwood(cards(hand)) == deadwood


def test_a_card_that_fits_two_melds_goes_where_another_can_follow() -> None:
    melds = [cards("7C 7D 7H"), cards("4S 5S 6S"), cards("QC QD QH")]
    hand = cards("TC TD TH 7S 8S 3C 4D 6H 9D AC")
    arranger = MeldSolver(FULL, GIN)
    assert arranger.against(hand, melds) == 23
    assert arranger.laid_off(hand, melds) == cards("7S 8S")


def test_an_own_meld_is_broken_where_that_pays() -> None:
    melds = [cards("5S 6S 7S"), cards("5H 6H 7H"), cards("QC QD QH")]
    hand = cards("8S 8H 8D 9S 9H KC KD 4C 3D AD")
    assert MeldSolver(FULL, GIN).against(hand, melds) == 36


def test_around_the_corner() -> None:
    pack = build(RANKS, SUITS, values={"A": 15, "J": 10, "Q": 10, "K": 10})
    around = (GIN[0], replace(GIN[1], around=True))
    hand = cards("QH KH AH 2H 7C 7D 7S 3C 4C AS", pack)
    assert MeldSolver(pack, around).deadwood(hand) == 22
