"""What stands for the searches of the runtime in native code finds the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cardrules.interpreter.check.cards import Pack, build
from cardrules.interpreter.check.program import Meld, Ranking
from cardrules.interpreter.errors import StepBudgetError
from cardrules.interpreter.native.library.arranging import Arranger
from cardrules.interpreter.native.library.growing import Grower
from cardrules.interpreter.native.library.melding import Finder
from cardrules.interpreter.native.library.patterns import Plain
from cardrules.interpreter.native.library.ranking import Ranker
from cardrules.interpreter.runtime import effort
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.runtime.effort import PLAIN
from cardrules.interpreter.runtime.growth import Growth
from cardrules.interpreter.runtime.meld_index import MeldIndex
from cardrules.interpreter.runtime.meld_solver import MeldSolver
from cardrules.interpreter.runtime.melds import Pattern, cards_of, set_of
from cardrules.interpreter.runtime.rankings import Ranks

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9")
SUITS = ("clubs", "diamonds", "hearts", "spades")
MOST = 9
"""The most cards of a hand."""


def a_pack(rng: Random) -> Pack:
    """Return a small pack, often with several copies of its cards."""
    ranks = RANKS[: 4 + rng.below(5)]
    return build(
        ranks, SUITS[: 3 + rng.below(2)], jokers=rng.choice([0, 0, 2]), packs=1 + rng.below(2),
        values={"A": rng.choice([1, 15]), "5": 10, "3": rng.choice([3, 0, -2])},
        orders={"low": ranks, "high": (*ranks[1:], ranks[0])},
    )  # fmt: skip


def some_melds(rng: Random, pack: Pack) -> list[Meld]:
    """Return one or two patterns of melds for a pack."""
    wild: tuple[int, ...] = ()
    if "Jo" in pack.ranks and rng.below(2):
        wild = (pack.ranks.index("Jo"),)
    elif not rng.below(4):
        wild = (1,)
    wilds = 1 + rng.below(2) if wild else 0
    few, many = rng.choice([(1, 1_000), (1, 1_000), (3, 3), (2, 3)])
    alike = Meld(
        "alike", "rank", False, rng.choice([1, 2, 3]), 3 + rng.below(4), True, wild=wild,
        most_wild=wilds, least_suits=few, most_suits=many, least_natural=rng.below(3),
        ranks=rng.choice([(), (), (1, 2, 3)]),
    )  # fmt: skip
    orders = rng.choice([(), (), ("low",), ("low", "high")])
    run = Meld(
        "run", rng.choice(["suit", "suit", None]), True, 3, rng.choice([3, 13]), True,
        orders=orders, around=not orders and bool(rng.below(2)), wild=wild, most_wild=wilds,
        roles=rng.choice(["free", "shrinking", "fixed"]),
    )  # fmt: skip
    flush = Meld("flush", "suit", False, 3, 4, True)
    return rng.choice([[alike, run], [alike, run], [run], [alike], [alike, flush]])


def a_hand(rng: Random, pack: Pack, without: int = 0, most: int = MOST) -> int:
    """Return some cards as a set."""
    cards = [card for card in range(pack.size) if not without >> card & 1]
    rng.shuffle(cards)
    return set_of(cards[: rng.below(most + 1)])


@pytest.fixture(autouse=True)
def _counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of native code may go on here without end, but for those that a test counts."""
    monkeypatch.setattr(effort, "MOST_WORK", 1 << 60)


def test_melds_are_found(amount: Callable[[int, int], int]) -> None:
    rng = Random(1)
    for _ in range(amount(30, 3000)):
        pack = a_pack(rng)
        melds = some_melds(rng, pack)
        for copies in (False, True):
            index = MeldIndex(pack, melds, 7, copies=copies)
            mine = Finder(index)
            for _ in range(4):
                hand, first, last = a_hand(rng, pack), a_hand(rng, pack, 0, 99), -1
                assert mine.find(hand, first, last) == index.find(hand, first, last)
                assert mine.parted(hand, -1, first) == index.parted(hand, -1, first)
                assert sorted(mine.melds(hand)) == sorted(index.melds(hand))
                for card in (-1, *cards_of(hand)):
                    found = index.holding(hand, -1, -1, card)
                    assert mine.holding(hand, -1, -1, card) == found
        for meld in melds:
            pattern = Pattern(pack, meld)
            plain = Plain(pattern)
            for _ in range(10):
                hand = a_hand(rng, pack)
                assert plain.matches(hand) == pattern.matches(hand) == (hand in plain.find(hand))
                assert plain.find(hand) == pattern.find(hand)
                assert plain.find(hand, False) == pattern.find(hand, copies=False)
                assert plain.end_sizes(cards_of(hand)) == pattern.end_sizes(cards_of(hand))


def test_arrangements(amount: Callable[[int, int], int]) -> None:
    rng = Random(2)
    for _ in range(amount(80, 3000)):
        pack = a_pack(rng)
        solver = MeldSolver(pack, some_melds(rng, pack))
        mine = Arranger(solver)
        for _ in range(3):
            hand, limit = a_hand(rng, pack), rng.below(40) - 5
            assert mine.deadwood(hand) == solver.deadwood(hand)
            assert mine.leaving(hand, limit) == solver.leaving(hand, limit)
            assert tuple(mine.melding(hand)) == solver.melding(hand)
            assert mine.loose(hand) == solver.loose(hand)
            table = list(solver.melding(a_hand(rng, pack, hand)))
            assert mine.against(hand, table) == solver.against(hand, table)
            assert mine.laid_off(hand, table) == solver.laid_off(hand, table)


def test_growing_melds(amount: Callable[[int, int], int]) -> None:
    rng = Random(3)
    for _ in range(amount(30, 3000)):
        pack = a_pack(rng)
        melds = some_melds(rng, pack)
        growth, index = Growth(pack, melds), MeldIndex(pack, melds, 0)
        mine = Grower(growth)
        piles: list[list[int]] = []
        laid: list[tuple[int, ...]] = []
        for _ in range(3):
            hand = a_hand(rng, pack)
            found = index.melds(hand)
            pile = cards_of(rng.choice(found) if found else hand)
            rng.shuffle(pile)
            sizes = [len(pile)]
            for card in cards_of(growth.fits(pile, tuple(sizes)))[:2]:  # or none
                if growth.extends(1 << card, pile, tuple(sizes)):
                    pile.append(card)
                    sizes.append(1)
            if rng.below(5) == 0:
                sizes.append(rng.below(2))
            piles.append(pile)
            laid.append(tuple(sizes))
        for pile, sizes in zip(piles, laid, strict=True):
            assert mine.fits(pile, sizes) == growth.fits(pile, sizes)
            for _ in range(3):
                more = a_hand(rng, pack, set_of(pile), 3)
                assert mine.extends(more, pile, sizes) == growth.extends(more, pile, sizes)
        assert mine.fit_somewhere(piles, laid) == growth.fit_somewhere(piles, laid)


def rankings(rng: Random, pack: Pack) -> Ranking:
    """Return a ranking of simple patterns, often of the best cards of a hand only."""
    pair = Meld("pair", "rank", False, 2, 2, True)
    three = Meld("three", "rank", False, 3, rng.choice([3, 4]), True)
    melds = [
        three, pair, Meld("run", None, True, 4, 5, True), Meld("flush", "suit", False, 4, 4, True),
        Meld("straight flush", "suit", True, 4, 4, True), Meld("high", None, False, 1, 4, True),
    ]  # fmt: skip
    best = rng.choice([0, 4, 5])
    if best:
        exact = replace(three, most=3)
        melds.append(Meld("two pairs", None, False, 4, 4, True, parts=(pair, pair)))
        melds.append(Meld("full", None, False, 5, 5, True, parts=(exact, pair)))
        if rng.below(2):
            one = Meld("one", None, False, 1, 1, True)
            melds.append(Meld("odd", None, False, 4, 4, True, parts=(exact, one)))
    rng.shuffle(melds)
    levels: list[tuple[Meld, ...]] = []
    while melds:
        count = 1 + rng.below(2)
        levels.append(tuple(melds[:count]))
        del melds[:count]
    order = rng.choice([None, "high"])
    return Ranking("ranking", tuple(levels), best, order, not best and bool(rng.below(2)))


def test_rankings(amount: Callable[[int, int], int]) -> None:
    rng = Random(4)
    for _ in range(amount(20, 2000)):
        pack = build(
            RANKS, SUITS, jokers=0, packs=1, values={}, orders={"high": (*RANKS[1:], RANKS[0])}
        )
        ranks = Ranks(pack, rankings(rng, pack))
        mine = Ranker(ranks)
        hands: Sequence[Any] = [a_hand(rng, pack, 0, rng.choice([5, 7])) for _ in range(12)]
        for hand in hands:
            assert mine.value(hand) == ranks.value(hand)
            assert mine.pattern(hand) == ranks.pattern(hand)
            for other in hands:
                assert mine.above(hand, other) == ranks.above(hand, other)
                assert mine.above(hand, other, True) == ranks.above(hand, other, True)


def outcomes(*searches: Callable[[], object]) -> list[object]:
    """Return what each of some searches finds, or None if it takes too long."""
    found: list[object] = []
    for search in searches:
        try:
            with PLAIN:
                found.append(search())
        except StepBudgetError:
            found.append(None)
    return found


def of_python(
    hand: int, limit: int, pile: int, laid: tuple[int, ...], more: int, solver: MeldSolver,
    index: MeldIndex, growth: Growth,
) -> list[object]:  # fmt: skip
    """Return what the searches of Python find."""
    cards, size = cards_of(pile), (pile.bit_count(),)
    return outcomes(
        lambda: solver.deadwood(hand),
        lambda: solver.leaving(hand, limit),
        lambda: solver.melding(hand),
        lambda: solver.against(hand, laid),
        lambda: solver.laid_off(hand, laid),
        lambda: index.find(hand, -1, -1),
        lambda: growth.fits(cards, size),
        lambda: growth.extends(more, cards, size),
    )


def of_native_code(
    hand: int, limit: int, pile: int, laid: tuple[int, ...], more: int, solver: MeldSolver,
    index: MeldIndex, growth: Growth,
) -> list[object]:  # fmt: skip
    """Return what those of native code find."""
    plain, finder, grower = Arranger(solver), Finder(index), Grower(growth)
    cards, size = cards_of(pile), (pile.bit_count(),)
    return outcomes(
        lambda: plain.deadwood(hand),
        lambda: plain.leaving(hand, limit),
        lambda: tuple(plain.melding(hand)),
        lambda: plain.against(hand, laid),
        lambda: plain.laid_off(hand, laid),
        lambda: finder.find(hand, -1, -1),
        lambda: grower.fits(cards, size),
        lambda: grower.extends(more, cards, size),
    )


def test_searches_that_python_stops_are_stopped_in_native_code(
    amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whether Python stops one does not depend on what it has searched before."""
    rng, stopped, played = Random(5), 0, 0
    for _ in range(amount(80, 3000)):
        pack, copies = a_pack(rng), bool(rng.below(2))
        melds = some_melds(rng, pack)
        monkeypatch.setattr(effort, "MOST_WORK", 1 << 60)
        warm, cold = [
            (MeldSolver(pack, melds), MeldIndex(pack, melds, 0, copies=copies), Growth(pack, melds))
            for _ in range(2)
        ]
        for solver, *_ in (warm, cold):
            solver.otherwise = Arranger
        hand, limit = a_hand(rng, pack), rng.below(40) - 5
        pile, laid = a_hand(rng, pack, hand), (a_hand(rng, pack, hand, 4),)
        more = a_hand(rng, pack, pile, 3)
        monkeypatch.setattr(effort, "MOST_WORK", 2 + rng.below(rng.choice([20, 200, 1000])))
        for known in (hand, *(hand & ~(1 << card) for card in cards_of(hand)[::2])):
            of_python(known, limit, pile, laid, more, *warm)
        arguments = hand, limit, pile, laid, more
        right = of_python(*arguments, *warm)
        assert of_python(*arguments, *cold) == right
        for mine, expected in zip(of_native_code(*arguments, *cold), right, strict=True):
            assert mine in (expected, None)
            stopped += expected is None
            played += mine is not None
    assert stopped > 50
    assert played > 300
