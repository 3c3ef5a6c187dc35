"""Sets of cards: an integer with one bit for each card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

from ..program.cards import Pack
from ..syntax import types as ty
from .effects import effects

Card = Annotated[int, ty.CARD]
"""A card by its number; -1 is not a card."""

CardSet = Annotated[int, ty.CARDS]
"""Some cards as bits: card `c` has the value `1 << c`."""

Found = tuple[int, CardSet]
"""An action that names a meld: the number of its verb, and its cards."""


@effects(pure=True)
def cards_of(cards: CardSet) -> list[Card]:
    """Return the cards of a set in canonical order.

    >>> cards_of(0b1011)
    [0, 1, 3]
    """
    result: list[Card] = []
    while cards:
        low = cards & -cards
        result.append(low.bit_length() - 1)
        cards ^= low
    return result


@effects(pure=True)
def set_of(cards: Iterable[Card]) -> CardSet:
    """Return the set of some cards.

    >>> set_of([0, 1, 3]) == 0b1011
    True
    """
    result: CardSet = 0
    for card in cards:
        result |= 1 << card
    return result


def listed(cards: CardSet | Sequence[Card]) -> Sequence[Card]:
    """Return cards, a set or a list of them, as a list."""
    return cards_of(cards) if isinstance(cards, int) else cards


def ends(pile: Sequence[Card]) -> list[CardSet]:
    """Return the sets of the last card of a pile, of its last two cards, and so on.

    >>> ends([3, 0, 2]) == [0b0100, 0b0101, 0b1101]
    True
    """
    found: list[CardSet] = []
    cards: CardSet = 0
    for card in reversed(pile):
        cards |= 1 << card
        found.append(cards)
    return found


def sizes_of(found: Iterable[CardSet], test: Callable[[CardSet], bool]) -> int:
    """Return the sizes of those sets of cards for which a test holds, with a bit for each size.

    >>> sizes_of(ends([3, 0, 2]), lambda cards: cards != 0b0101)
    5
    """
    sizes = 0
    for cards in found:
        if test(cards):
            sizes |= 1 << cards.bit_count() - 1
    return sizes


def lowest(cards: CardSet) -> Card:
    """Return the lowest card of a set, or -1 if it is empty."""
    return (cards & -cards).bit_length() - 1


def precedes(one: CardSet, other: CardSet) -> bool:
    """Return whether a set of cards is before another one in canonical order: the smaller first."""
    longer = one.bit_count() - other.bit_count()
    if longer:
        return longer < 0
    different = one ^ other
    return different & -different & one != 0


def in_order(melds: Sequence[CardSet]) -> list[CardSet]:
    """Return sets of cards in canonical order, each once: the smaller ones first.

    >>> in_order([6, 5, 8, 3, 5])
    [8, 3, 5, 6]
    """
    return sorted(sorted({*melds}, key=_mirrored, reverse=True), key=int.bit_count)


def _mirrored(cards: CardSet) -> str:
    """Return the bits of a set, the lowest first."""
    return f"{cards:b}"[::-1]


def unique(found: Sequence[Found]) -> list[Found]:
    """Return actions without duplicates."""
    return list(dict.fromkeys(found))


def is_regular(pack: Pack) -> bool:
    """Return whether there is exactly one card for each rank and suit, ordered by rank."""
    width = len(pack.suits)
    suited = [card for card in range(pack.size) if pack.suit[card] >= 0]
    return (
        width >= 2
        and all(pack.rank[card] == card // width and pack.suit[card] == card % width for card in suited)
        and len(suited) % width == 0
    )


def weights(values: Sequence[int]) -> list[tuple[int, int]]:
    """Decompose the values of items into weighted sets of items.

    The value of an item is the sum of the weights of the sets that contain it. So the sum of the
    values of any items is a sum of a few bit counts, each times a weight. There is a set for each
    binary digit of the values, and one for each digit of negative values.

    Args:
        values: the value of each item.

    Returns:
        Pairs of a weight and a set of items.

    >>> weights([1, 0, 5, -2])
    [(1, 5), (4, 4), (-2, 8)]
    """
    of_value: dict[int, int] = {}
    for item, value in enumerate(values):
        of_value[value] = of_value.get(value, 0) | 1 << item
    found: dict[int, int] = {}
    for sign in (1, -1):
        for digit in range(max(map(abs, of_value), default=0).bit_length()):
            alike = sum(items for value, items in of_value.items() if sign * value > 0 and sign * value >> digit & 1)
            if alike:
                found[alike] = found.get(alike, 0) + (sign << digit)
    return [(weight, alike) for alike, weight in found.items()]
