"""Cards that can be added to melds on the table.

In a run with wild cards it may be open which card a wild card stands for. A *reading* of a run is
one possibility: the rank order, the position where the run begins, and which of its positions are
wild cards. For example, 3 4 5 and a wild card can be read as 2-3-4-5 or as 3-4-5-6. A card may be
added at an end of the run if at least one reading allows it. The readings that do not allow it are
dropped then, for a wild card on the table never moves.

Python runs these methods, and native code is translated from most of them; see patterns.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..program.cards import NONE, Pack
from ..program.program import Meld
from .effort import worked
from .melds import Card, CardSet, cards_of, set_of
from .memory import remembered
from .patterns import Pattern, Reading, is_among

REMEMBERED = 1 << 14
"""The number of piles in each cache."""


class Growth:
    """Finds which cards can be added to melds on the table.

    A pile in a zone of piles is a meld; it is given with the numbers of cards that were laid at
    each time, because the readings of a run depend on the order of the additions.

    Attributes:
        pack: the cards.
        melds: the melds of several cards.
        patterns: their patterns.
        numbers: their places in the list of all melds.
    """

    def __init__(self, pack: Pack, melds: Sequence[Meld]) -> None:
        """Prepare for the melds of a ruleset.

        Args:
            pack: the cards.
            melds: the patterns; those for single cards are ignored.
        """
        self.pack = pack
        self.melds = [meld for meld in melds if meld.arranged]
        self.numbers = [number for number, meld in enumerate(melds) if meld.arranged]
        self.patterns = [Pattern(pack, meld) for meld in self.melds]

    def is_meld(self, cards: CardSet) -> bool:
        """Return whether some cards are a meld of several cards."""
        for pattern in self.patterns:  # noqa: SIM110 - patterns are objects
            if pattern.matches(cards):
                return True
        return False

    def extends(self, cards: CardSet, pile: Sequence[Card], sizes: Sequence[int]) -> bool:
        """Return whether a pile stays a meld when cards are added.

        Args:
            cards: the cards to add, as a set.
            pile: the cards on the table in the order in which they were laid.
            sizes: how many cards each laying put there.
        """
        whole = set_of(pile)
        if not cards or not self.is_meld(whole):
            return False
        for pattern in self.patterns:
            if pattern.matches(whole | cards):
                if not pattern.keeps:
                    return True
                if self.grown(pattern, self.readings(pattern, pile, sizes), cards):
                    return True
        return False

    def extends_as(
        self,
        cards: CardSet,
        piles: Sequence[Sequence[Card]],
        sizes: Sequence[Sequence[int]],
        at: int,
        number: int,
    ) -> bool:
        """Return whether a pile is a meld of one kind, and stays it when cards are added.

        Args:
            cards: the cards to add, as a set.
            piles: the cards of all piles of a zone, in the order in which they were laid.
            sizes: for each of them how many cards each laying put there.
            at: the place of the pile among them.
            number: the place of the kind in the list of all melds; -1 for none.
        """
        pile, laid = piles[at], sizes[at]
        whole = set_of(pile)
        found = False
        place = 0
        for pattern in self.patterns:
            if self.numbers[place] == number and cards and pattern.matches(whole) and pattern.matches(whole | cards):
                found = not pattern.keeps or len(self.grown(pattern, self.readings(pattern, pile, laid), cards)) > 0
            place += 1  # noqa: SIM113 - native code has no `enumerate` of objects
        return found

    @remembered(REMEMBERED, lists=True)
    def fits(self, pile: Sequence[Card], sizes: Sequence[int]) -> CardSet:
        """Return the set of cards that could be added to a pile as a single card.

        Native code remembers it in another way; see `native/library/growing.py`.

        Args:
            pile: the cards on the table in the order in which they were laid.
            sizes: how many cards each laying put there.
        """
        return self.fitting(pile, sizes)

    def fitting(self, pile: Sequence[Card], sizes: Sequence[int]) -> CardSet:
        """Return the result of `fits`."""
        whole = set_of(pile)
        result: CardSet = 0
        if not self.is_meld(whole):
            return result
        for pattern in self.patterns:
            near = pattern.near(whole) & ~whole & ~result
            if pattern.keeps:
                ends: CardSet = 0
                for reading in self.readings(pattern, pile, sizes):
                    ends |= pattern.at_ends(reading)
                near &= ends
            while near:
                low = near & -near
                near ^= low
                if pattern.matches(whole | low):
                    result |= low
        return result

    def fit_somewhere(self, piles: Sequence[Sequence[Card]], sizes: Sequence[Sequence[int]]) -> CardSet:
        """Return the set of cards that could be added to at least one of the piles."""
        result: CardSet = 0
        for pile, laid in zip(piles, sizes, strict=True):
            result |= self.fits(pile, laid)
        return result

    @remembered(REMEMBERED, lists=True)
    def readings(self, pattern: Pattern, pile: Sequence[Card], sizes: Sequence[int]) -> list[Reading]:
        """Return the possible readings of a pile."""
        laid = [size for size in sizes if size]
        if sum(laid) != len(pile):  # cards were taken from it: nothing is settled any more
            laid = [len(pile)]
        done = laid[0] if laid else len(pile)
        readings = pattern.readings(set_of(pile[:done]))
        if pattern.fixed:
            readings = pattern.settled(readings)
        for count in laid[1:]:
            readings = self.grown(pattern, readings, set_of(pile[done : done + count]))
            if pattern.fixed:
                readings = pattern.settled(readings)
            done += count
        return readings

    def grown(self, pattern: Pattern, readings: Sequence[Reading], cards: CardSet) -> list[Reading]:
        """Return the readings after cards were added, one at a time in any possible order."""
        # Readings, each with the cards that remain to be added to it.
        found = [*readings]
        left = [cards for _ in readings]
        for _ in range(cards.bit_count()):
            following: list[Reading] = []
            rest: list[CardSet] = []
            for index, reading in enumerate(found):
                for card in cards_of(left[index]):
                    worked(1)
                    for larger in pattern.grown(reading, card):
                        remaining = left[index] ^ 1 << card
                        known = False
                        for place, other in enumerate(following):
                            if rest[place] == remaining and other == larger:
                                known = True
                        if not known:
                            following.append(larger)
                            rest.append(remaining)
            found, left = following, rest
        kept: list[Reading] = []
        for reading in found:
            if not is_among(kept, reading):
                kept.append(reading)
        return kept

    def in_line(self, pile: Sequence[Card], sizes: Sequence[int]) -> list[tuple[int, tuple[str, ...]]]:
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
                readings = pattern.readings(set_of(pile))
            else:
                readings = self.readings(pattern, pile, sizes)
            if readings:
                return self._in_line(pattern, sorted(readings), list(pile))
        return [(card, ()) for card in pile]

    def _in_line(self, pattern: Pattern, readings: list[Reading], left: list[int]) -> list[tuple[int, tuple[str, ...]]]:
        pack = self.pack
        held = [
            [pattern.lines[line][start + place] for place in range(length) if wild >> place & 1]
            for line, start, length, wild, _ in readings
        ]
        sure = set(held[0]).intersection(*held)
        number, start, length, wild, suit = readings[0]
        letter = pack.signs[suit] if suit != NONE else ""
        line = pattern.lines[number]
        places = [(line[start + place], wild >> place & 1) for place in range(length)]
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
        return found + [(card, tuple(pack.ranks[rank] + letter for rank in open_to)) for card in left]
