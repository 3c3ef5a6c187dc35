"""The pack: cards as small integers, with tables of their attributes.

Cards are numbered in canonical order: by rank from low to high, then by suit in the ruleset's
order, then by copy; jokers come last. The order of the numbers is therefore the order in which
cards are written, and a set of cards is an integer with one bit for each card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

COLOURS = ("black", "red")
_COLOUR_OF = {"clubs": 0, "spades": 0, "diamonds": 1, "hearts": 1}
_SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
JOKER = "Jo"
NONE = -1
"""The absence of a value: the suit of a joker, the top of an empty pile, nobody."""


@dataclass(frozen=True, slots=True)
class Pack:
    """All cards of a game and their attributes; each tuple is indexed by card.

    Attributes:
        ranks: names of the ranks, low to high, with `Jo` last when there are jokers.
        suits: names of the suits, in order.
        rank, suit, colour: indexes into the names; `NONE` where a card has none.
        value: the number of `value of card`.
        face: equal for cards that look the same.
        text: the card as written, `TS` or `Jo`.
        orders: by name, the position of each rank in that order.
    """

    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    rank: tuple[int, ...]
    suit: tuple[int, ...]
    colour: tuple[int, ...]
    value: tuple[int, ...]
    face: tuple[int, ...]
    text: tuple[str, ...]
    orders: dict[str, tuple[int, ...]]

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.rank)

    def mask(self, table: tuple[int, ...], index: int) -> int:
        """Return the set of cards for which a table has this index."""
        return sum(1 << card for card, entry in enumerate(table) if entry == index)

    def rank_index(self, text: str) -> int | None:
        """Return the index of a rank as a person writes it (`10` and `T` are one rank)."""
        names = {"10": ("10", "T"), "T": ("T", "10")}.get(text.upper(), (text,))
        for name in names:
            for index, rank in enumerate(self.ranks):
                if rank.lower() == name.lower():
                    return index
        return None

    @property
    def own_order(self) -> tuple[int, ...]:
        """The position of each rank in the deck's own order; a joker is in no order."""
        return tuple(NONE if rank == JOKER else i for i, rank in enumerate(self.ranks))

    def cards_of(self, text: str) -> tuple[int, ...]:
        """Return the cards with a face as a person writes it: `TS`, `10s`, `10♠`, `Jo`.

        Several packs give several cards; an unknown face gives none.
        """
        written = text.strip()
        if written.lower() in ("jo", "joker"):
            return tuple(c for c in range(self.size) if self.suit[c] == NONE)
        for symbol, letter in _SYMBOLS.items():
            written = written.replace(symbol, letter)
        match = re.fullmatch(r"([0-9A-Za-z]+?)([A-Za-z])", written)
        if match is None:
            return ()
        rank = self.rank_index(match.group(1))
        letters = [name[0].lower() for name in self.suits]
        if rank is None or match.group(2).lower() not in letters:
            return ()
        suit = letters.index(match.group(2).lower())
        return tuple(c for c in range(self.size) if self.rank[c] == rank and self.suit[c] == suit)


def build(
    ranks: tuple[str, ...],
    suits: tuple[str, ...],
    *,
    jokers: int = 0,
    packs: int = 1,
    values: dict[str, int] | None = None,
    without: frozenset[str] = frozenset(),
    orders: dict[str, tuple[str, ...]] | None = None,
) -> Pack:
    """Build a pack.

    Args:
        ranks: names of the ranks from low to high.
        suits: names of the suits; the first letter of each is its letter in a card's text.
        jokers: how many jokers, in all; they rank above every rank and have no suit.
        packs: how many times the suited cards are there.
        values: the value of a rank; one that is not named is worth its numeral, else 10.
        without: ranks and cards that are left out.
        orders: named rank orders, each from low to high.

    >>> pack = build(("A", "2", "3"), ("clubs", "hearts"), jokers=1)
    >>> pack.text
    ('AC', 'AH', '2C', '2H', '3C', '3H', 'Jo')
    """
    values = values or {}
    names = (*ranks, JOKER) if jokers else ranks
    kept = [
        (rank, suit)
        for rank, rank_name in enumerate(ranks)
        for suit, suit_name in enumerate(suits)
        if rank_name not in without and rank_name + suit_name[0].upper() not in without
        for _ in range(packs)
    ]
    kept += [(len(ranks), NONE)] * jokers
    text = tuple(
        JOKER if suit == NONE else names[rank] + suits[suit][0].upper() for rank, suit in kept
    )
    faces = {face: index for index, face in enumerate(dict.fromkeys(text))}
    worth = [values.get(name, _worth(name)) for name in names]
    return Pack(
        ranks=names,
        suits=suits,
        rank=tuple(rank for rank, _ in kept),
        suit=tuple(suit for _, suit in kept),
        colour=tuple(_COLOUR_OF.get(suits[suit], NONE) if suit >= 0 else NONE for _, suit in kept),
        value=tuple(worth[rank] for rank, _ in kept),
        face=tuple(faces[name] for name in text),
        text=text,
        orders={
            name: tuple(order.index(rank) if rank in order else NONE for rank in names)
            for name, order in (orders or {}).items()
        },
    )


def _worth(name: str) -> int:
    if name.isdigit():
        return int(name)
    return 1 if name == "A" else 10
