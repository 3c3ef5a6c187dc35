"""Functions on piles and zones, which generated code calls; see `primitives.py` for their form."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from ..errors import PileError
from .effects import effects
from .effort import place_in_rules
from .melds import Card, CardSet, cards_of, ends
from .teams import Player

FEW = 6
"""So many cards for each player are dealt faster one by one."""


@effects(stops=True)
def there(pile: int) -> int:
    """Return the index of a pile on the table, which must not be -1.

    Raises:
        PileError: the index is -1, so there is no pile.
    """
    if pile < 0:
        raise PileError(f"{place_in_rules()}this asks for one of no piles")
    return pile


@effects(stops=True)
def nth(number: int, piles: Sequence[int]) -> int:
    """Return one of several piles, counted from 1.

    Raises:
        PileError: there is no such pile.
    """
    if not 1 <= number <= len(piles):
        raise PileError(f"{place_in_rules()}there is no pile {number}")
    return piles[number - 1]


@effects(pure=True)
def heaped(piles: Sequence[Sequence[Card]]) -> CardSet:
    """Return the cards of several piles as a set."""
    cards: CardSet = 0
    for pile in piles:
        for card in pile:
            cards |= 1 << card
    return cards


@effects(pure=True)
def tops(piles: Sequence[Sequence[Card]], bit: Sequence[CardSet]) -> CardSet:
    """Return the top cards of several piles as a set; `bit` has the set of each card alone."""
    cards: CardSet = 0
    for pile in piles:
        if pile:
            cards |= bit[pile[-1]]
    return cards


@effects(pure=True)
def bottoms(piles: Sequence[Sequence[Card]], bit: Sequence[CardSet]) -> CardSet:
    """Return the lowest cards of several piles as a set; `bit` has the set of each card alone."""
    cards: CardSet = 0
    for pile in piles:
        if pile:
            cards |= bit[pile[0]]
    return cards


@effects(pure=True)
def on_tops(piles: Sequence[Sequence[Card]], table: Sequence[CardSet]) -> CardSet:
    """Return the union of the sets that a table has for the top cards of several piles."""
    cards: CardSet = 0
    for pile in piles:
        cards |= table[pile[-1] if pile else -1]
    return cards


@effects(pure=True)
def selected(pile: Sequence[Card], selectors: Sequence[bool], bit: Sequence[CardSet]) -> CardSet:
    """Return the set of those cards of a pile whose places are selected, from the bottom.

    Args:
        pile: the pile.
        selectors: for each place whether it is selected.
        bit: the set of each card alone.
    """
    cards: CardSet = 0
    for card in compress(pile, selectors):
        cards |= bit[card]
    return cards


@effects(pure=True)
def first_on_top(piles: Sequence[Sequence[Card]], table: Sequence[bool]) -> int:
    """Return the number of the first pile whose top card a table has as true, or -1."""
    for number, pile in enumerate(piles):
        if table[pile[-1] if pile else -1]:
            return number
    return -1


@effects(pure=True)
def in_some(piles: Sequence[Sequence[Card]], card: Card) -> bool:
    """Return whether a card lies in one of several piles."""
    for pile in piles:  # noqa: SIM110 - a generator would take twice as long
        if card in pile:
            return True
    return False


@effects(pure=True)
def lying(cards: CardSet, piles: Sequence[Sequence[Card]]) -> CardSet:
    """Return those cards of a set that lie in one of several piles."""
    found: CardSet = 0
    while cards:
        low = cards & -cards
        if in_some(piles, low.bit_length() - 1):
            found |= low
        cards ^= low
    return found


@effects(pure=True)
def apart(cards: CardSet, piles: Sequence[Sequence[Card]]) -> CardSet:
    """Return those cards of a set that lie in none of several piles.

    >>> apart(0b110, [[1], [3, 0]]), apart(0b11110, [[1], [3, 0]])
    (4, 20)
    """
    if not cards:
        return 0
    return cards & ~(heaped(piles) if cards.bit_count() > 2 else lying(cards, piles))


def as_pile(card: Card) -> list[Card]:
    """Return a list with one card, or without cards for -1."""
    return [card] if card >= 0 else []


@effects(pure=True)
def piles(zone: list[list[Card]], players: Sequence[Player]) -> list[Card]:
    """Return the cards of several players' ordered zones, player after player."""
    return [card for player in players for card in zone[player]]


@effects(pure=True)
def lead(zone: list[CardSet], players: Sequence[Player]) -> Card:
    """Return the first card of several players' zones, player after player, or -1."""
    for player in players:
        held = zone[player]
        if held:
            return (held & -held).bit_length() - 1
    return -1


def holder(zone: list[CardSet], card: CardSet) -> Player:
    """Return the seat in whose zone a card (a set of one) is, or -1."""
    if card and card in zone:  # the only card there, as in a trick
        return zone.index(card)
    for seat, held in enumerate(zone):
        if held & card:
            return seat
    return -1


@effects(pure=True)
def union(zone: list[CardSet], players: Sequence[Player]) -> CardSet:
    """Return the cards of several players' zones as one set."""
    cards: CardSet = 0
    for player in players:
        cards |= zone[player]
    return cards


@effects(pure=True)
def hands(zone: list[CardSet], players: Sequence[Player]) -> list[Card]:
    """Return the cards of several players' zones, player after player."""
    result: list[Card] = []
    for player in players:
        held = zone[player]
        if held & held - 1:
            result += cards_of(held)
        elif held:
            result.append(held.bit_length() - 1)
    return result


@effects(changes=(0, 1))
def deal(
    stock: list[Card], hands: list[CardSet], rounds: int, seats: Sequence[Player], bits: Sequence[CardSet]
) -> None:
    """Deal from the top of a pile, one card at a time, to zones without order.

    Args:
        stock: the pile, which may be too small.
        hands: the zones, by seat.
        rounds: the number of cards for each seat.
        seats: the seats to deal to, in order.
        bits: for each card the set with only this card.
    """
    if rounds <= FEW:
        for _ in range(rounds):
            for seat in seats:
                if stock:
                    hands[seat] |= bits[stock.pop()]
        return
    players = len(seats)
    count = min(max(rounds, 0) * players, len(stock))
    if not count:
        return
    dealt = stock[: -count - 1 : -1]
    del stock[-count:]
    get = bits.__getitem__
    for index, seat in enumerate(seats):
        hands[seat] |= sum(map(get, dealt[index::players]))


@effects(changes=(0,))
def pick(pile: list[Card], cards: CardSet) -> CardSet:
    """Remove a set of cards from a pile; return the set of cards that were not in it."""
    if not cards & cards - 1:
        card = cards.bit_length() - 1
        if card not in pile:
            return cards
        pile.remove(card)
        return 0
    kept: list[Card] = []
    for card in pile:
        if cards >> card & 1:
            cards ^= 1 << card
        else:
            kept.append(card)
    pile[:] = kept
    return cards


@effects(changes=(0,))
def pick_among(piles: Sequence[list[Card]], cards: CardSet) -> CardSet:
    """Remove a set of cards from several piles; return the set of cards that were in none."""
    if not cards & cards - 1:
        card = cards.bit_length() - 1
        for pile in piles:
            if card in pile:
                pile.remove(card)
                return 0
        return cards
    for pile in piles:
        if cards:
            cards = pick(pile, cards)
    return cards


def run_of(card: Card, piles: Sequence[list[Card]]) -> list[Card]:
    """Return a card and those that lie on it; no cards if it is in none of the piles."""
    for pile in piles:
        if card in pile:
            return pile[pile.index(card) :]
    return []


@effects(changes=(0,))
def pull(piles: Sequence[list[Card]], cards: list[Card]) -> bool:
    """Remove cards from one of several piles, if they are its uppermost in this order.

    Returns:
        Whether they were there.
    """
    if not cards:
        return True
    lowest, count = cards[0], len(cards)
    for pile in piles:
        if lowest in pile:
            if pile[-count:] != cards:
                return False
            del pile[-count:]
            return True
    return False


def sizes_alike(pile: Sequence[Card], table: Sequence[int]) -> int:
    """Return the sizes of those ends of a pile whose cards have the same attribute.

    Args:
        pile: the cards.
        table: the attribute of each card; negative for cards without it.

    Returns:
        The lowest bit stands for size 1, the next for size 2, and so on.
    """
    sizes = 1
    if pile:
        wanted = table[pile[-1]]
        if wanted >= 0:
            for card in reversed(pile):
                if table[card] != wanted:
                    break
                sizes <<= 1
    return sizes - 1


def ends_of_sizes(pile: Sequence[Card], sizes: int) -> list[CardSet]:
    """Return the ends of a pile with some sizes, given as by `sizes_alike`."""
    return [cards for size, cards in enumerate(ends(pile)) if sizes >> size & 1]
