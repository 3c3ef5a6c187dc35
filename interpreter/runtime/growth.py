"""Cards that can be added to melds on the table.

In a run with wild cards it may be open which card a wild card stands for. A *reading* of a run is
one possibility: the rank order, the position where the run begins, and which of its positions are
wild cards. For example, 3 4 5 and a wild card can be read as 2-3-4-5 or as 3-4-5-6. A card may be
added at an end of the run if at least one reading allows it. The readings that do not allow it are
dropped then, for a wild card on the table never moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..check.cards import NONE, Pack
from ..check.program import Meld
from .effort import Effort
from .melds import Pattern, Reading, cards_of, set_of
from .memory import Memory, members

REMEMBERED = 1 << 14
"""The number of piles in each cache."""

Laid = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards of a pile in the order in which they were laid, and how many were laid at a time."""


def _stays(meld: Meld) -> bool:
    """Return whether wild cards in melds of this kind keep their positions on the table."""
    return meld.consecutive and bool(meld.wild) and meld.roles != "free"


class Growth:
    """Finds which cards can be added to melds on the table.

    A pile in a zone of piles is a meld; it is given with the numbers of cards that were laid at
    each time, because the readings of a run depend on the order of the additions.

    Attributes:
        pack: the cards.
        melds: the melds of several cards.
        patterns: their patterns.
    """

    __slots__ = ("_effort", "_fits", "_readings", "melds", "pack", "patterns")

    def __init__(self, pack: Pack, melds: Sequence[Meld]) -> None:
        """Prepare for the melds of a ruleset.

        Args:
            pack: the cards.
            melds: the patterns; those for single cards are ignored.
        """
        self.pack = pack
        self.melds = [meld for meld in melds if meld.arranged]
        self._effort = Effort()
        self.patterns = [Pattern(pack, meld, self._effort) for meld in self.melds]
        self._readings = Memory(self._read, REMEMBERED, members)
        self._fits = Memory(self._fitting, REMEMBERED)

    def extends(self, cards: int, pile: Sequence[int], sizes: Sequence[int]) -> bool:
        """Return whether a pile stays a meld when cards are added.

        Args:
            cards: the cards to add, as a set.
            pile: the cards on the table in the order in which they were laid.
            sizes: how many cards each laying put there.
        """
        if not cards:
            return False
        whole = set_of(pile)
        if not self._is_meld(whole):
            return False
        for number, (meld, pattern) in enumerate(zip(self.melds, self.patterns, strict=True)):
            if not pattern.matches(whole | cards):
                continue
            if not _stays(meld):
                return True
            readings = self.readings(number, tuple(pile), tuple(sizes))
            if self._grown(pattern, readings, cards):
                return True
        return False

    def fits(self, pile: Sequence[int], sizes: tuple[int, ...]) -> int:
        """Return the set of cards that could be added to a pile as a single card.

        Args:
            pile: the cards on the table in the order in which they were laid.
            sizes: how many cards each laying put there.
        """
        return self._fits[tuple(pile), sizes]

    def fit_somewhere(
        self, piles: Sequence[Sequence[int]], sizes: Sequence[tuple[int, ...]]
    ) -> int:
        """Return the set of cards that could be added to at least one of the piles."""
        fits, result = self._fits, 0
        for pile, laid in zip(piles, sizes, strict=True):
            result |= fits[tuple(pile), laid]
        return result

    def _fitting(self, laid: Laid) -> int:
        pile, sizes = laid
        whole = set_of(pile)
        if not self._is_meld(whole):
            return 0
        face = self.pack.face
        result = 0
        for number, (meld, pattern) in enumerate(zip(self.melds, self.patterns, strict=True)):
            near = pattern.near(whole)
            keeps = _stays(meld)
            readings = self.readings(number, pile, sizes) if keeps else ()
            fitting: dict[int, bool] = {}
            for card in cards_of(near & ~whole):
                if face[card] not in fitting:
                    grows = not keeps or any(any(pattern.grown(r, card)) for r in readings)
                    fitting[face[card]] = grows and pattern.matches(whole | 1 << card)
                result |= fitting[face[card]] << card
        return result

    def _is_meld(self, pile: int) -> bool:
        return any(pattern.matches(pile) for pattern in self.patterns)

    def readings(
        self, number: int, pile: tuple[int, ...], sizes: tuple[int, ...]
    ) -> frozenset[Reading]:
        """Return the possible readings of a pile.

        Args:
            number: the index of the pattern that the pile is a meld of.
            pile: the cards on the table in the order in which they were laid.
            sizes: how many cards each laying put there.
        """
        return self._readings[number, (pile, sizes)]

    def in_line(
        self, pile: Sequence[int], sizes: Sequence[int]
    ) -> list[tuple[int, tuple[str, ...]]]:
        """Return the cards of a pile, sorted for display, each with its possible roles as texts.

        The cards of a run are in the order of the run. A role is the card that a wild card stands
        for; a natural card has none. Wild cards with several possible roles come last.

        Args:
            pile: the cards on the table in the order in which they were laid.
            sizes: how many cards each laying put there.
        """
        for number, pattern in enumerate(self.patterns):
            if not self.melds[number].consecutive:
                continue
            if self.melds[number].roles == "free":
                readings = frozenset(pattern.readings(set_of(pile)))
            else:
                readings = self.readings(number, tuple(pile), tuple(sizes))
            if readings:
                return self._in_line(pattern, sorted(readings), list(pile))
        return [(card, ()) for card in pile]

    def _in_line(
        self, pattern: Pattern, readings: list[Reading], left: list[int]
    ) -> list[tuple[int, tuple[str, ...]]]:
        pack = self.pack
        held = [
            [pattern.line(line)[start + place] for place in range(length) if wild >> place & 1]
            for line, start, length, wild, _ in readings
        ]
        sure = set(held[0]).intersection(*held)
        line, start, length, wild, suit = readings[0]
        letter = pack.suits[suit][0].upper() if suit != NONE else ""
        places = [(pattern.line(line)[start + place], wild >> place & 1) for place in range(length)]
        own: dict[int, int] = {}
        for rank, is_wild in places:
            if not is_wild:
                alike = (c for c in left if pack.rank[c] == rank and suit in (NONE, pack.suit[c]))
                own[rank] = next(alike)
                left.remove(own[rank])
        found: list[tuple[int, tuple[str, ...]]] = []
        for rank, is_wild in places:
            if not is_wild:
                found.append((own[rank], ()))
            elif rank in sure:
                found.append((left.pop(0), (pack.ranks[rank] + letter,)))
        open_to = sorted({rank for ranks in held for rank in ranks} - sure)
        return found + [
            (card, tuple(pack.ranks[rank] + letter for rank in open_to)) for card in left
        ]

    def _read(self, key: tuple[int, Laid]) -> frozenset[Reading]:
        number, (pile, sizes) = key
        pattern = self.patterns[number]
        sizes = tuple(filter(None, sizes))  # where no card was laid, nothing is settled
        if sum(sizes) != len(pile):  # cards were taken from it: nothing is settled any more
            sizes = (len(pile),)
        laid = pile[: sizes[0]] if sizes else pile
        readings = pattern.readings(set_of(laid))
        fixed = self.melds[number].roles == "fixed"
        readings = self._settled(pattern, readings) if fixed else readings
        done = len(laid)
        for count in sizes[1:]:
            readings = self._grown(pattern, readings, set_of(pile[done : done + count]))
            readings = self._settled(pattern, readings) if fixed else readings
            done += count
        return frozenset(readings)

    @staticmethod
    def _settled(pattern: Pattern, readings: set[Reading]) -> set[Reading]:
        """Return the readings in which the cards that can be wild stand highest.

        A suited wild card that stands for itself counts like any other.
        """
        wild_ranks = pattern.meld.wild

        def ranks(reading: Reading) -> tuple[int, ...]:
            number, start, length, wild, _ = reading
            line = pattern.line(number)
            held = [
                rank
                for place, rank in enumerate(line[start : start + length])
                if wild >> place & 1 or rank in wild_ranks
            ]
            return tuple(sorted(held, key=line.index, reverse=True))

        def heights(reading: Reading) -> list[int]:
            return list(map(pattern.line(reading[0]).index, ranks(reading)))

        most = max(map(heights, readings), default=list[int]())
        highest = {ranks(reading) for reading in readings if heights(reading) == most}
        return {reading for reading in readings if ranks(reading) in highest}

    def _grown(
        self, pattern: Pattern, readings: frozenset[Reading] | set[Reading], cards: int
    ) -> set[Reading]:
        """Return the readings after cards were added, one at a time in any possible order."""
        self._effort.begin()
        # Each entry is a reading with the cards that remain to be added to it.
        open_ends = {(reading, cards) for reading in readings}
        for _ in range(cards.bit_count()):
            following: set[tuple[Reading, int]] = set()
            for reading, left in open_ends:
                for card in cards_of(left):
                    self._effort.add()
                    rest = left ^ 1 << card
                    following |= {(grown, rest) for grown in pattern.grown(reading, card)}
            open_ends = following
        return {reading for reading, _ in open_ends}
