"""The best arrangement of a hand in melds, alone or together with laying off.

Both are exact. The melds that a hand holds are few, so that all ways of choosing disjoint ones can
be looked at, with a bound that cuts off what cannot become better. Laying off is part of the same
optimum: which cards go on which of the other's melds and which stay in own melds is chosen
together, because either first is wrong (a card may fit two melds of which only one lets a second
card follow, and an own meld may be worth breaking).
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Pack
from .growth import Growth
from .meld_index import MeldIndex
from .melds import Pattern, cards_of
from .program import Meld

REMEMBERED = 1 << 16
"""Hands whose best arrangement is remembered; then the memory starts anew."""

Melds = tuple[int, ...]


class Arranger:
    """Finds best arrangements with the melds of one ruleset."""

    __slots__ = (
        "_best", "_counting", "_growth", "_index", "_melding", "_pack", "_patterns", "_worth",
    )  # fmt: skip

    def __init__(self, pack: Pack, melds: Sequence[Meld]) -> None:
        """Use those melds that have more than one card."""
        self._pack = pack
        used = [meld for meld in melds if meld.present and meld.most > 1]
        self._patterns = [Pattern(pack, meld) for meld in used]
        self._index = MeldIndex(pack, used, 0, copies=True)
        # Only wild cards in runs forbid what would be a meld: they stay where they were laid.
        stays = any(meld.consecutive and meld.wild and meld.roles != "free" for meld in melds)
        self._growth = Growth(pack, melds) if stays else None
        self._worth = [(v, pack.mask(pack.value, v)) for v in sorted(set(pack.value)) if v]
        self._counting = sum(cards for value, cards in self._worth if value > 0)
        self._best: dict[int, int] = {}
        self._melding: dict[int, Melds] = {}

    def deadwood(self, hand: int) -> int:
        """Return the least total value that is left over when a hand is melded.

        Args:
            hand: a set of cards.
        """
        known = self._best.get(hand)
        if known is None:
            if len(self._best) > REMEMBERED:
                self._best.clear()
            known = self._total(hand) - self._cover(self.candidates(hand))
            self._best[hand] = known
        return known

    def melding(self, hand: int) -> Melds:
        """Return the melds of a best arrangement.

        Of several that leave equally little, the one that lets fewer different cards be laid off;
        then the first in canonical order.
        """
        known = self._melding.get(hand)
        if known is None:
            if len(self._melding) > REMEMBERED:
                self._melding.clear()
            known = self._melding[hand] = self._arrange(hand)
        return known

    def against(self, hand: int, melds: Sequence[int]) -> int:
        """Return the least value left over when cards may also be laid off on other melds.

        Args:
            hand: a set of cards.
            melds: the melds on the table, each a set of cards.
        """
        return min(self.deadwood(hand & ~laid) for laid in self._laid(hand, tuple(melds)))

    def laid_off(self, hand: int, melds: Sequence[int]) -> int:
        """Return the cards that such an optimum lays off; of several the fewest, and the lowest."""
        ways = self._laid(hand, tuple(melds))
        return min(ways, key=lambda laid: (self.deadwood(hand & ~laid), laid.bit_count(), laid))

    def loose(self, hand: int) -> int:
        """Return the cards that a best arrangement leaves over."""
        for meld in self.melding(hand):
            hand &= ~meld
        return hand

    # ---------------------------------------------------------------------------------- search

    def candidates(self, hand: int) -> list[int]:
        """Return every meld that a hand holds."""
        return list({cards: None for _, cards in self._index.find(hand, -1, -1)})

    def _total(self, cards: int) -> int:
        total = 0
        for value, alike in self._worth:
            held = cards & alike
            if held:
                total += value * held.bit_count()
        return total

    def _cover(self, melds: list[int]) -> int:
        """The greatest total value that disjoint melds can cover."""
        if not melds:
            return 0
        weighed = sorted(((self._total(meld), meld) for meld in melds), reverse=True)
        weighed = [entry for entry in weighed if entry[0] > 0]
        best = 0

        def search(free: list[tuple[int, int]], covered: int) -> None:
            nonlocal best
            union = overlap = 0
            for _, meld in free:
                overlap |= union & meld
                union |= meld
            if not overlap:  # nothing to choose: all of them lie side by side
                best = max(best, covered + sum([worth for worth, _ in free]))
                return
            best = max(best, covered)
            if covered + self._total(union & self._counting) <= best:
                return
            for position, (worth, meld) in enumerate(free, 1):
                rest = [entry for entry in free[position:] if not entry[1] & meld]
                search(rest, covered + worth)

        search(weighed, 0)
        return best

    def _arrange(self, hand: int) -> Melds:
        melds = self.candidates(hand)
        best: list[tuple[int, int, list[list[int]], Melds]] = []

        def search(free: list[int], chosen: Melds, covered: int) -> None:
            if not best or covered >= best[0][0]:
                key = (
                    -covered,
                    self._exposure(hand, chosen),
                    [cards_of(meld) for meld in sorted(chosen)],
                )
                if not best or key < (-best[0][0], best[0][1], best[0][2]):
                    best[:] = [(covered, key[1], key[2], tuple(sorted(chosen)))]
            for position, meld in enumerate(free):
                rest = [other for other in free[position + 1 :] if not other & meld]
                search(rest, (*chosen, meld), covered + self._total(meld))

        search(melds, (), 0)
        return best[0][3]

    def _exposure(self, hand: int, melds: Melds) -> int:
        """How many cards outside a hand could be laid off on its melds, one at a time."""
        count = 0
        for card in range(self._pack.size):
            if not hand >> card & 1 and any(
                pattern.matches(meld | 1 << card)
                for meld in melds
                for pattern in self._patterns
                if pattern.matches(meld)
            ):
                count += 1
        return count

    def _laid(self, hand: int, melds: Melds) -> set[int]:
        """Every set of cards of a hand that can be laid off together."""
        ways = {0}
        for meld in melds:
            growths = self.growths(hand, meld)
            ways |= {way | growth for way in ways for growth in growths if not way & growth}
        return ways

    def growths(self, hand: int, meld: int) -> list[int]:
        """Return every set of cards of a hand by which a meld can grow.

        Args:
            hand: the cards to add.
            meld: the cards that lie on the table, laid there at once.
        """
        found: list[int] = []
        for pattern in self._patterns:
            if pattern.matches(meld):
                found += [
                    larger & ~meld
                    for larger in pattern.find(meld | hand)
                    if larger & meld == meld and larger != meld
                ]
        if self._growth is not None:
            pile = cards_of(meld)
            found = [added for added in found if self._growth.extends(added, pile, (len(pile),))]
        return list(dict.fromkeys(found))
