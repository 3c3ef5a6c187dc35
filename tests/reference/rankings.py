"""Rankings, from their definition: which cards rank above which.

The best cards of a hand are found by trying all that could be.
"""

from __future__ import annotations

from itertools import combinations

from cardrules.interpreter.program.cards import Pack
from cardrules.interpreter.program.program import Meld, Ranking

from . import melds
from .position import Card

Standing = tuple[int, int, int, list[int], int]
"""The level of some cards (0 if they are not a pattern), the place of their pattern in it, their
number, the places of the ranks that decide between equal patterns, and that of the suit."""

NOTHING: Standing = (0, 0, 0, [], 0)


def standing(cards: list[Card], ranking: Ranking, pack: Pack) -> Standing:
    """How high cards rank."""
    levels = ranking.levels
    for above, level in enumerate(levels):
        for place, meld in enumerate(level):
            if not ranking.best:
                found = [whole(cards, meld, ranking, pack)]
            else:
                found = [
                    with_others(list(chosen), cards, meld, ranking, pack)
                    for size in range(1, ranking.best + 1)
                    for chosen in combinations(cards, size)
                ]
            fitting = [each for each in found if each is not None]
            if fitting:
                size, ranks, suit = max(fitting)
                return len(levels) - above, len(level) - place, size, ranks, suit
    return NOTHING


def pattern(cards: list[Card], ranking: Ranking, pack: Pack) -> int | None:
    """The place of the pattern of some cards among all patterns, from the lowest on, also those without a meld."""
    high, place, *_ = standing(cards, ranking, pack)
    if high == 0:
        return None
    return ranking.patterns.index(ranking.levels[len(ranking.levels) - high][-place].name)


Read = tuple[int, list[int], int]


def whole(cards: list[Card], meld: Meld, ranking: Ranking, pack: Pack) -> Read | None:
    """What decides between melds of a kind, if the cards are one."""
    if not melds.is_meld(cards, meld, pack):
        return None
    ranks, suit = deciding(cards, meld, ranking, pack)
    return len(cards), ranks, suit


def with_others(chosen: list[Card], hand: list[Card], meld: Meld, ranking: Ranking, pack: Pack) -> Read | None:
    """The same for a meld in a hand, of which the best other cards count too."""
    read = whole(chosen, meld, ranking, pack)
    if read is None:
        return None
    others = descending([card for card in hand if card not in chosen], ranking, pack)
    return read[0], read[1] + others[: ranking.best - len(chosen)], read[2]


def deciding(cards: list[Card], meld: Meld, ranking: Ranking, pack: Pack) -> tuple[list[int], int]:
    """The ranks that decide between melds of one kind, by their places, and the suit."""
    if meld.parts:
        ways: list[tuple[list[int], int]] = []
        for division in melds.divisions(cards, list(meld.parts), pack):
            read = [deciding(own, part, ranking, pack) for own, part in zip(division, meld.parts, strict=True)]
            ways.append(([rank for ranks, _ in read for rank in ranks], read[0][1]))
        return max(ways)
    suit = 0
    if ranking.suits:
        suit = max((place(c.rank, ranking, pack), suit_of(c)) for c in cards)[1]
    if meld.each > 1:
        return [max(place(top, ranking, pack) for top in melds.tops_of_several(cards, meld, pack))], suit
    if meld.consecutive:
        tops: list[int] = []
        for reading in melds.readings(cards, meld, pack):
            ranks = sorted(rank for rank, _ in reading.values())
            of_suit = next(suit for _, suit in reading.values())  # each suit may have its own ranks
            windows = melds.windows(len(cards), meld, of_suit, pack)
            tops += [place(w[-1], ranking, pack) for w in windows if sorted(w) == ranks]
        return [max(tops)], suit
    if meld.same == "rank":
        natural = [card for card in cards if card.rank not in meld.wild] or cards
        return [max(place(card.rank, ranking, pack) for card in natural)], suit
    return descending(cards, ranking, pack), suit


def place(rank: int, ranking: Ranking, pack: Pack) -> int:
    """The place of a rank, from 1; 0 for one that the order does not name."""
    return (rank if ranking.order is None else pack.orders[ranking.order][rank]) + 1


def suit_of(card: Card) -> int:
    return 0 if card.suit is None else card.suit + 1


def descending(cards: list[Card], ranking: Ranking, pack: Pack) -> list[int]:
    return sorted((place(card.rank, ranking, pack) for card in cards), reverse=True)


def above(cards: list[Card], others: list[Card], ranking: Ranking, pack: Pack, *, equal: bool) -> bool:
    """Whether cards rank above others, or also with them."""
    mine, theirs = standing(cards, ranking, pack), standing(others, ranking, pack)
    if mine == theirs:
        return equal and mine != NOTHING
    if mine[0] != theirs[0]:
        return mine[0] > theirs[0]
    if len(ranking.levels[-mine[0]]) > 1 and mine[:3] != theirs[:3]:
        return False
    return mine > theirs
