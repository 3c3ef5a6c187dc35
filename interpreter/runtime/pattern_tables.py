"""What is known of a kind of meld in one pack, before any cards are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..program.cards import Pack
from ..program.program import Meld
from .melds import CardSet, cards_of, is_regular


class Shift:
    """A number of places, which is known when native code is made."""

    def __init__(self, by: int) -> None:
        """Take the number."""
        self.by = by


@lru_cache(maxsize=16)
def firsts(faces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each card the set of the cards with its face, and those of the lowest of them.

    >>> firsts((0, 1, 0))
    ((5, 1, 5), (2, 2), (5, 1, 5))
    """
    found: list[tuple[int, ...]] = []
    for face in faces:
        alike = [card for card, other in enumerate(faces) if other == face]
        sets = [sum(1 << card for card in alike[: count + 1]) for count in range(len(alike))]
        found.append((sets[-1], *sets))
    return tuple(found)


def look_of(cards: CardSet, ways: Sequence[Sequence[int]]) -> CardSet:
    """Return the lowest cards with the faces that some cards have; `ways` is from `firsts`.

    >>> look_of(0b110, firsts((0, 1, 0)))
    3
    """
    look: CardSet = 0
    while cards:
        alike = ways[(cards & -cards).bit_length() - 1]
        own = cards & alike[0]
        look |= alike[own.bit_count()]
        cards ^= own
    return look


class Tables:
    """The tables of one kind of meld in one pack.

    A *line* is a sequence of ranks in which runs can be formed. The cards of a run are at
    consecutive positions of a line; wild cards fill the gaps.

    Two for one kind of meld are equal, so that native code is made once.

    Attributes:
        pack: the cards.
        meld: the kind of meld.
        wild: the cards that may be wild.
        natural: the cards that may be natural.
        parts: sets of cards, such as those of one suit; the natural cards of a meld are all in
            one of them.
        part_of: for each card the part that it is in; 0 if there is none.
        lines: the ranks of each line.
        within: for each line the natural cards of runs in it.
        suits: the cards of each suit.
        counted: whether the number of suits matters.
        most_wild: the most wild cards of a meld; 0 if no card is wild.
        keeps: whether wild cards in melds of this kind keep their positions on the table.
        firsts: for each card what `firsts` returns for it.
        doubled: whether there are cards with the same face.
        ladder: for packs in which runs are easy to recognize, those from the first card on, by
            their sizes.
    """

    def __init__(self, pack: Pack, meld: Meld) -> None:
        """Prepare for a pack."""
        self.pack, self.meld, self._hash = pack, meld, hash(meld)
        self.consecutive, self.present = meld.consecutive, meld.present
        self.of_suit, self.of_any = meld.same == "suit", meld.same is None
        self.least, self.most, self.around = meld.least, min(meld.most, pack.size), meld.around
        self.window = (1 << min(meld.least, 40)) - 1
        self.least_suits, self.most_suits = meld.least_suits, min(meld.most_suits, pack.size)
        self.counted = meld.least_suits > 1 or meld.most_suits < len(pack.suits)
        self.least_natural, self.wilds = meld.least_natural, meld.most_wild
        self.free, self.fixed = meld.roles == "free", meld.roles == "fixed"
        self.keeps = meld.consecutive and bool(meld.wild) and not self.free
        self.ranked = bool(meld.ranks)
        of_rank = pack.masks(pack.rank)
        self.wild = sum(of_rank.get(rank, 0) for rank in {*meld.wild})
        self.wild_ranks = sum(1 << rank for rank in {*meld.wild})
        self.most_wild = meld.most_wild if self.wild else 0
        # Other cards of a wild rank can also be natural; a joker cannot.
        self.natural = pack.natural
        if meld.ranks:
            named = sum(of_rank.get(rank, 0) for rank in {*meld.ranks})
            anything = self.of_any and not meld.consecutive  # also jokers
            self.natural = named if anything else self.natural & named
        of_suit = pack.masks(pack.suit)
        suits = [of_suit.get(suit, 0) for suit in range(len(pack.suits))]
        self.suits = tuple(suits or [self.natural])
        self.parts = self._divided()
        part_of = [0] * pack.size
        for part in self.parts:  # which have no card in common
            for card in cards_of(part):
                part_of[card] = part
        self.part_of = tuple(part_of)
        self.rank, self.suit, self.size = pack.rank, pack.suit, pack.size
        self.firsts, self.doubled = firsts(pack.face), len(set(pack.face)) < pack.size
        lines = [
            (self._line(order, ranks), cards) for ranks, cards in self._rank_lists() for order in meld.orders or ("",)
        ]
        self.lines = tuple(line for line, _ in lines)
        self.within = tuple(cards for _, cards in lines)
        # For each line the cards that can be at each place in it, and for each rank its place, the
        # last of several, or -1.
        self.at_place = tuple(tuple(of_rank.get(rank, 0) for rank in line) for line in self.lines)
        last = [{held: place for place, held in enumerate(line)} for line in self.lines]
        ranks = range(len(pack.ranks))
        self.places = tuple(tuple(places.get(rank, -1) for rank in ranks) for places in last)
        # Sets of ranks or places: one word is enough, also where sets of cards have several.
        longest = max([len(pack.ranks), *map(len, self.lines)])
        self.bits = tuple(1 << number for number in range(longest + 1))
        self.ladder = self._ladder()
        # Runs of any suits at the end of a pile are found card by card.
        self.in_steps = bool(self.ladder)
        every = self.natural == (1 << pack.size) - 1
        self.sequential = every and self.in_steps and not self.of_suit
        self.shifts = tuple(map(Shift, range(1, len(pack.suits))))
        self.sizes = (1 << self.most) - (1 << max(meld.least, 1) - 1)

    def __eq__(self, other: object) -> bool:
        """Return whether this is the same pattern of the same pack as another one."""
        return self is other or (isinstance(other, Tables) and self.pack is other.pack and self.meld == other.meld)

    def __hash__(self) -> int:
        """Return the same number for equal ones."""
        return self._hash

    def _ladder(self) -> tuple[int, ...]:
        """Return the runs from the first card on, by their sizes, if runs are easy to recognize.

        They are in a pack with one card for each rank and suit and without wild cards: there, two
        runs of a size and a suit are the same bits at different places.
        """
        pack, meld = self.pack, self.meld
        special = meld.wild or meld.around or meld.orders or meld.ranks or self.counted
        if not (meld.consecutive and meld.present and is_regular(pack)) or special:
            return ()
        width = len(pack.suits)
        return tuple(sum(1 << width * rank for rank in range(size)) for size in range(pack.size // width + 1))

    def _divided(self) -> tuple[int, ...]:
        pack, meld = self.pack, self.meld
        if meld.same is None and not meld.consecutive:
            return (self.natural if meld.ranks else (1 << pack.size) - 1,)
        if meld.consecutive and meld.same != "suit":
            return (self.natural,)
        column: tuple[int, ...] = getattr(pack, meld.same or "rank")
        found = pack.masks(column)
        alike = [self.natural & found.get(index, 0) for index in range(max(column) + 1)]
        return tuple(part for part in alike if part)

    def _rank_lists(self) -> list[tuple[tuple[int, ...], int]]:
        """Return the lists of ranks in which runs lie, each with the natural cards of such runs.

        Runs of one suit lie in the suit's ranks.
        """
        pack = self.pack
        if self.meld.same != "suit":
            return [(tuple(range(pack.ranked)), self.natural)]
        found: dict[tuple[int, ...], int] = {}
        for suit, ranks in enumerate(pack.lines):
            found[ranks] = found.get(ranks, 0) | pack.mask(pack.suit, suit)
        return list(found.items())

    def _line(self, order: str, ranks: tuple[int, ...]) -> tuple[int, ...]:
        """Return the ranks of a line, twice in a row if runs may go around the corner."""
        line = list(ranks)
        if order:
            positions = self.pack.orders[order]
            line = sorted((r for r in line if positions[r] >= 0), key=lambda r: positions[r])
        return tuple(line * 2 if self.meld.around else line)
