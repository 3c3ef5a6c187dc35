"""The pack: cards as small integers, with tables of their attributes.

Cards are numbered in canonical order: by rank from low to high, then by suit in the ruleset's
order, then by copy. Cards that belong to no suit and are written by their name, such as jokers,
come last. The order of the numbers is therefore the order in which cards are written, and a set of
cards is an integer with one bit for each card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeVar

from ..source.scalars import MAX_DIGITS
from ..syntax.types import HALVES, NUMBER, Type

COLOURS = ("black", "red")
_COLOUR_OF = {"clubs": "black", "spades": "black", "diamonds": "red", "hearts": "red"}
_SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
JOKER = "Jo"
NONE = -1
"""The absence of a value: the suit of a joker, the top of an empty pile, nobody."""

T = TypeVar("T")


@lru_cache(maxsize=4096)
def spelt(name: str) -> str:
    """Return the spelling in which names of ranks and cards are compared.

    >>> spelt("10♠") == spelt("TS") == spelt("ts"), spelt("joker") == spelt("Jo")
    (True, True)
    """
    for symbol, letter in _SYMBOLS.items():
        name = name.replace(symbol, letter)
    name = name.strip().lower()
    if name[:2] == "10" and not name[2:3].isdigit():
        name = f"t{name[2:]}"
    return "jo" if name == "joker" else name


@lru_cache(maxsize=256)
def signs_of(suits: tuple[str, ...]) -> tuple[str, ...]:
    """Return what stands for each suit in the text of its cards: as few letters as tell it from the others.

    >>> signs_of(("clubs", "hearts")), signs_of(("jade", "swords", "stars", "pagodas"))
    (('C', 'H'), ('J', 'Sw', 'St', 'P'))
    """
    return tuple(map(partial(_sign, suits), suits))


def _sign(suits: Sequence[str], suit: str) -> str:
    others = [other.lower() for other in suits if other != suit]
    for length in range(1, len(suit) + 1):
        begun = suit[:length].lower()
        if not any(other.startswith(begun) for other in others):
            return begun.capitalize()
    return suit.capitalize()  # another suit begins with its whole name


@dataclass(frozen=True, slots=True)
class Faces:
    """What a card can be: the ranks and suits of a deck, and every face that they make.

    Attributes:
        ranks: names of the ranks from low to high; those of named cards are last.
        ranked: how many of the ranks are not the name of a card.
        suits: names of the suits, in order.
        lines: for each suit its ranks, from low to high.
        colours: the colour of each suit.
        rank, suit, text: of each face, in canonical order.
    """

    ranks: tuple[str, ...]
    ranked: int
    suits: tuple[str, ...]
    lines: tuple[tuple[int, ...], ...]
    colours: tuple[int, ...]
    rank: tuple[int, ...]
    suit: tuple[int, ...]
    text: tuple[str, ...]

    def meant(self, word: str) -> list[int]:
        """Return the faces that a word means: those of a rank, those of a suit, or one card."""
        if word in self.suits:
            return [i for i, suit in enumerate(self.suit) if suit == self.suits.index(word)]
        rank = rank_index(self.ranks, word)
        if rank is not None:
            return [i for i, other in enumerate(self.rank) if other == rank]
        return [i for i, text in enumerate(self.text) if spelt(text) == spelt(word)]

    def assigned(self, entries: Mapping[str, T], default: Sequence[T]) -> list[T]:
        """Return what each face is given by entries for words; the last one that means it counts.

        Args:
            entries: what is given, by rank, suit or card.
            default: what a face is given by none of them.
        """
        found = list(default)
        for word, value in entries.items():
            for face in self.meant(word):
                found[face] = value
        return found


def rank_index(ranks: Sequence[str], text: str) -> int | None:
    """Return the index of a rank as a person writes it (`10` and `T` are one rank)."""
    return next((i for i, rank in enumerate(ranks) if spelt(rank) == spelt(text)), None)


def faces(
    ranks: Sequence[str],
    suits: Sequence[str] = (),
    *,
    own: Mapping[str, Sequence[str]] | None = None,
    colours: Mapping[str, str] | None = None,
    named: Sequence[str] = (),
) -> Faces:
    """Return all faces of a deck.

    Args:
        ranks: names of the ranks from low to high.
        suits: names of the suits; without suits there is one face for each rank.
        own: the ranks of suits that do not have those of the deck.
        colours: the colours of suits, if not the usual ones.
        named: the names of cards that belong to no suit; they rank above all others.
    """
    colours = {**_COLOUR_OF, **(colours or {})}
    spoken = [(own or {}).get(suit, ranks) for suit in suits]
    names = merged([ranks, *spoken])
    assert names is not None, "two suits have the same ranks in contrary orders"
    lines = tuple(tuple(names.index(rank) for rank in line) for line in spoken)
    whole = [
        (rank, suit)
        for rank in range(len(names))
        for suit in (range(len(suits)) if suits else (NONE,))
        if not suits or rank in lines[suit]
    ]
    whole += [(len(names) + number, NONE) for number in range(len(named))]
    every, signs = (*names, *named), signs_of(tuple(suits))
    return Faces(
        ranks=every,
        ranked=len(names),
        suits=tuple(suits),
        lines=lines,
        colours=tuple(COLOURS.index(colours[suit]) if suit in colours else NONE for suit in suits),
        rank=tuple(rank for rank, _ in whole),
        suit=tuple(suit for _, suit in whole),
        text=tuple(every[rank] + ("" if suit == NONE else signs[suit]) for rank, suit in whole),
    )


def merged(lines: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Return the names of several lists in an order that agrees with each of them.

    Names of earlier lists stand before those of later ones where the lists leave it open. None if
    the lists contradict one another.

    >>> merged(["78TA", "789T"])
    ('7', '8', '9', 'T', 'A')
    >>> merged(["78", "87"]) is None
    True
    """
    left = list(dict.fromkeys(name for line in lines for name in line))
    found: list[str] = []
    while left:
        ready = (
            name
            for name in left
            if all(name not in line or set(line[: line.index(name)]) <= set(found) for line in lines)
        )
        following = next(ready, None)
        if following is None:
            return None
        found.append(following)
        left.remove(following)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Pack:
    """All cards of a game and their attributes; each tuple is indexed by card.

    Attributes:
        ranks: names of the ranks, low to high; those of named cards, such as `Jo`, are last.
        ranked: how many of the ranks are not the name of a card.
        suits: names of the suits, in order.
        lines: for each suit its ranks, from low to high.
        rank, suit, colour: indexes into the names; `NONE` where a card has none.
        value: the number of `value of card`.
        face: equal for cards that look the same.
        text: the card as written, `TS` or `Jo`.
        orders: by name, the position of each rank in that order.
        attributes: by name, a further number of each card.
        halves: which of these numbers are in halves: `value`, or names of attributes.
    """

    ranks: tuple[str, ...]
    ranked: int
    suits: tuple[str, ...]
    lines: tuple[tuple[int, ...], ...]
    rank: tuple[int, ...]
    suit: tuple[int, ...]
    colour: tuple[int, ...]
    value: tuple[int, ...]
    face: tuple[int, ...]
    text: tuple[str, ...]
    orders: dict[str, tuple[int, ...]]
    attributes: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    halves: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.rank)

    @property
    def natural(self) -> int:
        """The set of the cards that have a rank beside their name: all but jokers and the like."""
        return sum(cards for rank, cards in self.masks(self.rank).items() if rank < self.ranked)

    def unit(self, name: str) -> Type:
        """Return the type of a number of the cards: of `value`, or of an attribute."""
        return HALVES if name in self.halves else NUMBER

    def names(self, kind: Type) -> tuple[str, ...]:
        """Return the names of all values of a type: ranks, suits, colours, or choices."""
        names = {"rank": self.ranks, "suit": self.suits, "colour": COLOURS}
        return names.get(kind.name, kind.choices)

    def mask(self, table: tuple[int, ...], index: int) -> int:
        """Return the set of cards for which a table has this index."""
        return self.masks(table).get(index, 0)

    def masks(self, table: tuple[int, ...]) -> Mapping[int, int]:
        """Return the sets of the cards with the same index in a table, by the index."""
        return _masks(table)

    def rank_index(self, text: str) -> int | None:
        """Return the index of a rank as a person writes it (`10` and `T` are one rank)."""
        return rank_index(self.ranks, text)

    @property
    def signs(self) -> tuple[str, ...]:
        """What stands for each suit in the text of its cards."""
        return signs_of(self.suits)

    @property
    def own_order(self) -> tuple[int, ...]:
        """The position of each rank in the deck's own order; jokers and the like are in none."""
        return tuple(i if i < self.ranked else NONE for i in range(len(self.ranks)))

    def cards_of(self, text: str) -> tuple[int, ...]:
        """Return the cards with a face as a person writes it: `TS`, `10s`, `10♠`, `Jo`.

        Several copies give several cards; an unknown face gives none.
        """
        return _by_face(self.text).get(spelt(text), ())


@lru_cache(maxsize=64)
def _masks(table: tuple[int, ...]) -> Mapping[int, int]:
    found: dict[int, int] = {}
    for card, index in enumerate(table):
        found[index] = found.get(index, 0) | 1 << card
    return found


@lru_cache(maxsize=64)
def _by_face(written: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Return the cards with each face, by its spelling."""
    found: dict[str, tuple[int, ...]] = {}
    for card, face in enumerate(written):
        found[spelt(face)] = (*found.get(spelt(face), ()), card)
    return found


def pack_of(
    deck: Faces,
    copies: Sequence[int],
    values: Sequence[int],
    orders: Mapping[str, Sequence[str]],
    attributes: Mapping[str, Sequence[int]],
    halves: Iterable[str] = (),
) -> Pack:
    """Return the pack with some copies of each face.

    Args:
        deck: the faces.
        copies: how many cards have each face.
        values: the value of each face.
        orders: named rank orders, each from low to high.
        attributes: by name, a further number of each face.
        halves: which of these numbers are in halves: `value`, or names of attributes.
    """
    kept = [face for face, count in enumerate(copies) for _ in range(count)]
    present = {face: index for index, face in enumerate(dict.fromkeys(kept))}
    places = {name: [rank_index(deck.ranks, word) for word in order] for name, order in orders.items()}
    return Pack(
        ranks=deck.ranks,
        ranked=deck.ranked,
        suits=deck.suits,
        lines=deck.lines,
        rank=tuple(deck.rank[face] for face in kept),
        suit=tuple(deck.suit[face] for face in kept),
        colour=tuple(NONE if deck.suit[face] == NONE else deck.colours[deck.suit[face]] for face in kept),
        value=tuple(values[face] for face in kept),
        face=tuple(present[face] for face in kept),
        text=tuple(deck.text[face] for face in kept),
        orders={
            name: tuple(order.index(rank) if rank in order else NONE for rank in range(len(deck.ranks)))
            for name, order in places.items()
        },
        attributes={name: tuple(numbers[face] for face in kept) for name, numbers in attributes.items()},
        halves=frozenset(halves),
    )


def build(
    ranks: Sequence[str],
    suits: Sequence[str],
    *,
    jokers: int = 0,
    packs: int = 1,
    values: Mapping[str, int] | None = None,
    without: Sequence[str] = (),
    orders: Mapping[str, Sequence[str]] | None = None,
) -> Pack:
    """Build a usual pack.

    Args:
        ranks: names of the ranks from low to high.
        suits: names of the suits.
        jokers: how many jokers, in all.
        packs: how many times the suited cards are there.
        values: values by rank, suit or card.
        without: ranks, suits or cards that are left out.
        orders: named rank orders, each from low to high.

    >>> pack = build(("A", "2", "3"), ("clubs", "hearts"), jokers=1)
    >>> pack.text
    ('AC', 'AH', '2C', '2H', '3C', '3H', 'Jo')
    """
    deck = faces(ranks, suits, named=(JOKER,) if jokers else ())
    usual = [jokers if rank >= deck.ranked else packs for rank in deck.rank]
    return pack_of(
        deck,
        deck.assigned(dict.fromkeys(without, 0), usual),
        deck.assigned(values or {}, usual_values(deck)),
        orders or {},
        {},
    )


def usual_values(deck: Faces) -> list[int]:
    """Return the value of each face in games that do not give it another."""
    return [_worth(deck.ranks[rank]) for rank in deck.rank]


def _worth(name: str) -> int:
    if name.isdecimal() and len(name) <= MAX_DIGITS:
        return int(name)
    return 1 if name == "A" else 10
