"""What stands for the searches of the runtime in native code finds the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cardrules.interpreter.errors import StepBudgetError
from cardrules.interpreter.native.library import growing
from cardrules.interpreter.native.library.ranking import Ranker
from cardrules.interpreter.program.cards import Pack, build
from cardrules.interpreter.program.program import Meld, Ranking
from cardrules.interpreter.runtime import effort
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.runtime.growth import Growth
from cardrules.interpreter.runtime.meld_index import MeldIndex
from cardrules.interpreter.runtime.meld_solver import MeldSolver
from cardrules.interpreter.runtime.melds import cards_of, set_of
from cardrules.interpreter.runtime.rankings import Ranks

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9")
SUITS = ("clubs", "diamonds", "hearts", "spades")
MOST = 9
"""The most cards of a hand."""


def a_pack(rng: Random) -> Pack:
    """Return a small pack, often with several copies of its cards."""
    ranks = RANKS[: 4 + rng.below(5)]
    return build(
        ranks,
        SUITS[: 3 + rng.below(2)],
        jokers=rng.choice([0, 0, 2]),
        packs=1 + rng.below(2),
        values={"A": rng.choice([1, 15]), "5": 10, "3": rng.choice([3, 0, -2])},
        orders={"low": ranks, "high": (*ranks[1:], ranks[0])},
    )


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
        "alike",
        "rank",
        False,
        rng.choice([1, 2, 3]),
        3 + rng.below(4),
        True,
        wild=wild,
        most_wild=wilds,
        least_suits=few,
        most_suits=many,
        least_natural=rng.below(3),
        ranks=rng.choice([(), (), (1, 2, 3)]),
    )
    orders = rng.choice([(), (), ("low",), ("low", "high")])
    run = Meld(
        "run",
        rng.choice(["suit", "suit", None]),
        True,
        3,
        rng.choice([3, 13]),
        True,
        orders=orders,
        around=not orders and bool(rng.below(2)),
        wild=wild,
        most_wild=wilds,
        roles=rng.choice(["free", "shrinking", "fixed"]),
    )
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


def test_cards_that_fit_a_pile_are_remembered(
    amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(3)
    for _ in range(amount(30, 3000)):
        pack = a_pack(rng)
        melds = some_melds(rng, pack)
        growth, index = Growth(pack, melds), MeldIndex(pack, melds, 0)
        monkeypatch.setattr(growing, "KEYS", [0] * len(growing.KEYS))
        monkeypatch.setattr(growing, "VALUES", [0] * len(growing.VALUES))
        for _ in range(6):
            hand = a_hand(rng, pack)
            found = index.melds(hand)
            pile = cards_of(rng.choice(found) if found else hand)
            rng.shuffle(pile)
            sizes = [len(pile)]
            for card in cards_of(growth.fits(pile, sizes))[:2]:  # or none
                if growth.extends(1 << card, pile, sizes):
                    pile.append(card)
                    sizes.append(1)
            if rng.below(5) == 0:
                sizes.append(rng.below(2))
            for _ in range(2):
                assert growing.fits(growth, pile, sizes) == growth.fits(pile, sizes)


def rankings(rng: Random, pack: Pack) -> Ranking:
    """Return a ranking of simple patterns, often of the best cards of a hand only."""
    pair = Meld("pair", "rank", False, 2, 2, True)
    three = Meld("three", "rank", False, 3, rng.choice([3, 4]), True)
    melds = [
        three,
        pair,
        Meld("run", None, True, 4, 5, True),
        Meld("flush", "suit", False, 4, 4, True),
        Meld("straight flush", "suit", True, 4, 4, True),
        Meld("high", None, False, 1, 4, True),
    ]
    best = rng.choice([0, 4, 5])
    if best:
        exact = replace(three, most=3)
        melds.append(Meld("two pairs", None, False, 4, 4, True, parts=(pair, pair)))
        melds.append(Meld("full", None, False, 5, 5, True, parts=(exact, pair)))
        if rng.below(2):
            one = Meld("one", None, False, 1, 1, True)
            melds.append(Meld("odd", None, False, 4, 4, True, parts=(exact, one)))
    if rng.below(2):  # melds whose values are not found from the numbers of cards alone
        joker = replace(pair, name="joker", most=3, wild=(0,), most_wild=1)
        stairs = Meld("stairs", None, True, 4, 6, True, each=2, around=bool(rng.below(2)))
        some = Meld("some", None, False, 1, 2, True)
        parts = rng.choice(
            [(stairs, pair), (pair, pair), (joker, some), (some, some), (three, some, some), (joker, joker)]
        )
        melds.append(stairs)
        melds.append(Meld("both", None, False, sum(part.least for part in parts), 8, True, parts=parts))
    rng.shuffle(melds)
    levels: list[tuple[Meld, ...]] = []
    while melds:
        count = 1 + rng.below(2)
        levels.append(tuple(melds[:count]))
        del melds[:count]
    order = rng.choice([None, "high"])
    patterns = tuple(dict.fromkeys(meld.name for level in reversed(levels) for meld in reversed(level)))
    return Ranking("ranking", tuple(levels), best, order, not best and bool(rng.below(2)), patterns)


def test_rankings(amount: Callable[[int, int], int]) -> None:
    rng = Random(4)
    for _ in range(amount(20, 2000)):
        pack = build(RANKS, SUITS, jokers=0, packs=1, values={}, orders={"high": (*RANKS[1:], RANKS[0])})
        ranks = Ranks(pack, rankings(rng, pack))
        mine = Ranker(ranks)
        hands: Sequence[Any] = [a_hand(rng, pack, 0, rng.choice([5, 7])) for _ in range(12)]
        for hand in hands:
            assert mine.value(hand) == ranks.value(hand)
            assert mine.pattern(hand) == ranks.pattern(hand)
            for other in hands:
                assert mine.above(hand, other) == ranks.above(hand, other)
                assert mine.above(hand, other, True) == ranks.above(hand, other, True)


def outcomes(
    solver: MeldSolver,
    index: MeldIndex,
    growth: Growth,
    hand: int,
    limit: int,
    pile: int,
    laid: list[int],
    more: int,
) -> list[object]:
    """Return what each of some searches finds, or None if it takes too long."""
    cards, sizes = cards_of(pile), [pile.bit_count()]
    searches: list[Callable[[], object]] = [
        lambda: solver.deadwood(hand),
        lambda: solver.leaving(hand, limit),
        lambda: solver.melding(hand),
        lambda: solver.against(hand, laid),
        lambda: solver.laid_off(hand, laid),
        lambda: index.find(hand, -1, -1),
        lambda: growth.fits(cards, sizes),
        lambda: growth.extends(more, cards, sizes),
    ]
    found: list[object] = []
    for search in searches:
        try:
            found.append(search())
        except StepBudgetError:
            found.append(None)
    return found


def test_searches_that_python_stops_are_stopped_in_native_code(
    amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whether Python stops one does not depend on what it has searched before."""
    rng, stopped, played = Random(5), 0, 0
    for _ in range(amount(80, 3000)):
        pack, copies = a_pack(rng), bool(rng.below(2))
        melds = some_melds(rng, pack)
        monkeypatch.setattr(effort, "MOST_WORK", 1 << 60)
        warm, cold, native = [
            (MeldSolver(pack, melds), MeldIndex(pack, melds, 0, copies=copies), Growth(pack, melds)) for _ in range(3)
        ]
        plain = native[0].plain
        assert plain is not None
        hand, limit = a_hand(rng, pack), rng.below(40) - 5
        pile, laid = a_hand(rng, pack, hand), [a_hand(rng, pack, hand, 4)]
        more = a_hand(rng, pack, pile, 3)
        monkeypatch.setattr(effort, "MOST_WORK", 2 + rng.below(rng.choice([20, 200, 1000])))
        for known in (hand, *(hand & ~(1 << card) for card in cards_of(hand)[::2])):
            outcomes(*warm, known, limit, pile, laid, more)
        right = outcomes(*warm, hand, limit, pile, laid, more)
        assert outcomes(*cold, hand, limit, pile, laid, more) == right
        found = outcomes(plain, *native[1:], hand, limit, pile, laid, more)
        for mine, expected in zip(found, right, strict=True):
            assert mine in (expected, None)
            stopped += expected is None
            played += mine is not None
    assert stopped > 50
    assert played > 300
