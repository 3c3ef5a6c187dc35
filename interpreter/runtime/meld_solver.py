"""The best arrangement of a hand in melds, with or without laying cards off on other melds.

*Deadwood* is the total value of the cards outside the melds. The results are exact optima. Own
melds and laid-off cards are optimized together, because a greedy choice of either first is not
optimal: a card may fit two melds of which only one allows a second card, and it may pay to break
an own meld.

If a hand has few melds, a branch-and-bound search goes through all sets of disjoint melds. Hands
with many melds, mostly because of wild cards, are solved by `MeldCover`.

Where a search takes too long, the searches that native code makes (`library/arranging.py`) decide.
So a game that native code can play never stops in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from ..check.cards import Pack
from ..check.program import Meld
from ..errors import StepBudgetError
from .effort import PLAIN, Effort
from .growth import Growth
from .meld_cover import MeldCover
from .meld_index import MeldIndex
from .melds import Pattern, cards_of, lowest, set_of, weights
from .memory import Memory

T = TypeVar("T")

REMEMBERED = 1 << 16
"""The size of each cache, in entries."""

FEW = 24
"""The most melds for which branch and bound is used; with more of them `MeldCover` is faster."""

Melds = tuple[int, ...]


class Searches(Protocol):
    """The searches of `MeldSolver`, made in another way."""

    def deadwood(self, hand: int) -> int:
        """Return the least possible deadwood of a hand."""
        ...

    def leaving(self, hand: int, limit: int) -> int:
        """Return the cards whose removal leaves a hand with at most a given deadwood."""
        ...

    def melding(self, hand: int) -> list[int]:
        """Return the melds of the best arrangement of a hand."""
        ...

    def against(self, hand: int, melds: Sequence[int]) -> int:
        """Return the least possible deadwood when cards may also be laid off."""
        ...

    def laid_off(self, hand: int, melds: Sequence[int]) -> int:
        """Return the cards to lay off for the least deadwood."""
        ...


class MeldSolver:
    """Finds best arrangements with the melds of one ruleset.

    Attributes:
        pack: the cards.
        patterns: the patterns of melds of several cards.
        index: finds all melds of a hand.
        looks: finds the melds of a hand, one of those with the same faces.
        wild: whether cards may be wild.
        growth: finds what can be added to a meld, if that is more than a longer meld.
        otherwise: makes the searches that decide where one takes too long; see `play/rules.py`.
    """

    __slots__ = (
        "_at_least", "_best", "_counting", "_cover", "_effort", "_fitting", "_last", "_melding",
        "_plain", "_total", "_worth", "growth", "index", "looks", "otherwise", "pack",
        "patterns", "wild",
    )  # fmt: skip

    def __init__(
        self,
        pack: Pack,
        melds: Sequence[Meld],
        every: Callable[[Meld], list[int]] | None = None,
    ) -> None:
        """Prepare for the melds of a ruleset.

        Args:
            pack: the cards.
            melds: the patterns; those for single cards are ignored.
            every: returns the melds of a pattern in the whole pack, for those who ask again.
        """
        self.pack = pack
        self._effort = Effort()
        used = [meld for meld in melds if meld.arranged]
        self.patterns = [Pattern(pack, meld, self._effort) for meld in used]
        self.index = MeldIndex(pack, used, 0, copies=True, effort=self._effort, every=every)
        has_copies = len(set(pack.face)) < pack.size
        self.looks = MeldIndex(pack, used, 0, effort=self._effort) if has_copies else self.index
        self._cover = MeldCover(pack, used, self._effort)
        self.wild = any(pattern.wild for pattern in self.patterns)
        # A run with wild cards on the table may not be extended to every longer run, because its
        # wild cards keep their positions.
        stays = any(meld.consecutive and meld.wild and meld.roles != "free" for meld in melds)
        self.growth = Growth(pack, melds) if stays else None
        self._total = _summed(pack.value)
        self._counting = set_of(card for card, value in enumerate(pack.value) if value > 0)
        self._at_least = Memory(self._worth_at_least, REMEMBERED)
        self._worth = Memory(self._total, REMEMBERED)  # of a meld
        self._fitting = Memory(self._fits, REMEMBERED)
        self._best = Memory(self._least, REMEMBERED)
        self._melding = Memory(self._arrange, REMEMBERED)
        self._last = 0, list[int]()
        self.otherwise: Callable[[MeldSolver], Searches] | None = None
        self._plain: Searches | None = None

    def deadwood(self, hand: int) -> int:
        """Return the least possible deadwood of a hand.

        Args:
            hand: a set of cards.

        Raises:
            StepBudgetError: the search takes too long.
        """
        try:
            if not self.wild and not self.candidates(hand):
                return self._total(hand)
            return self._best[hand][0]
        except StepBudgetError as error:
            return self._plainly(error, lambda plain: plain.deadwood(hand))

    def _plainly(self, error: StepBudgetError, search: Callable[[Searches], T]) -> T:
        """Return what a search finds that is made otherwise; it may take too long as well."""
        if self._plain is None and self.otherwise is not None:
            self._plain = self.otherwise(self)
        if self._plain is None:
            raise error
        with PLAIN:
            return search(self._plain)

    def _least(self, hand: int) -> tuple[int, int]:
        """Return the least possible deadwood of a hand, and the work of finding it."""
        if not self.wild:
            melds = self.candidates(hand)
            if len(melds) <= FEW:
                return self._total(hand) - self._chosen(melds), 0
        with self._effort:
            return self._total(hand) - self._cover.most(hand), self._effort.done

    def _rest(self, hand: int) -> int:
        """Return the deadwood of a hand, whose work is a part of that of the search that runs."""
        deadwood, work = self._best[hand]
        self._effort.add(work)
        return deadwood

    def leaving(self, hand: int, limit: int) -> int:
        """Return the cards whose removal leaves a hand with at most a given deadwood.

        Cards outside the hand are included if the hand itself has at most that deadwood.

        Args:
            hand: a set of cards.
            limit: the greatest allowed deadwood.

        Raises:
            StepBudgetError: the search takes too long.
        """
        if self.wild:
            return self._leaving_each(hand, limit)
        try:
            melds = self.candidates(hand)
        except StepBudgetError as error:
            return self._plainly(error, lambda plain: plain.leaving(hand, limit))
        if len(melds) > FEW:
            return self._leaving_each(hand, limit)
        over = excess = self._total(hand) - limit
        melded = 0
        for meld in melds:
            melded |= meld
        loose = hand & ~melded
        # Quick rejection: removing a card saves at most its value, and melds save at most the
        # total of all cards in any of them.
        if melds:
            over -= self._total(melded & self._counting)
        if over > 0 and not loose & self._at_least[over]:
            return 0
        covered = self._chosen(melds)
        over = excess - covered
        good = loose & self._at_least[over]
        rest = melded
        while rest:
            card = rest & -rest
            rest ^= card
            others = [meld for meld in melds if not meld & card]
            if excess - self._total(card) - self._chosen(others) <= 0:
                good |= card
        return good if over > 0 else good | ~hand & (1 << self.pack.size) - 1

    def _leaving_each(self, hand: int, limit: int) -> int:
        """Return the result of `leaving` for hands with many melds: try each card."""
        good = set_of(c for c in cards_of(hand) if self.deadwood(hand & ~(1 << c)) <= limit)
        if self.deadwood(hand) <= limit:
            good |= ~hand & (1 << self.pack.size) - 1
        return good

    def _worth_at_least(self, value: int) -> int:
        """Return the cards of at least this value."""
        return set_of(card for card, other in enumerate(self.pack.value) if other >= value)

    def melding(self, hand: int) -> Melds:
        """Return the melds of the best arrangement of a hand.

        Among arrangements with the least deadwood, the one with the fewest cards that others could
        lay off; among these the first in canonical order.

        Raises:
            StepBudgetError: the search takes too long.
        """
        try:
            return self._melding[hand]
        except StepBudgetError as error:
            return self._plainly(error, lambda plain: tuple(plain.melding(hand)))

    def against(self, hand: int, melds: Sequence[int]) -> int:
        """Return the least possible deadwood when cards may also be laid off.

        Args:
            hand: a set of cards.
            melds: the melds on the table, each a set of cards.

        Raises:
            StepBudgetError: the search takes too long.
        """
        try:
            with self._effort:
                return min(self._rest(hand & ~laid) for laid in self._laid(hand, melds))
        except StepBudgetError as error:
            return self._plainly(error, lambda plain: plain.against(hand, melds))

    def laid_off(self, hand: int, melds: Sequence[int]) -> int:
        """Return the cards to lay off for the least deadwood.

        Among equally good sets, the one with the fewest and then the lowest cards. The arguments
        and errors are those of `against`.
        """
        try:
            with self._effort:
                ways = self._laid(hand, melds)
                return min(ways, key=lambda way: (self._rest(hand & ~way), way.bit_count(), way))
        except StepBudgetError as error:
            return self._plainly(error, lambda plain: plain.laid_off(hand, melds))

    def loose(self, hand: int) -> int:
        """Return the cards outside the melds of the best arrangement (see `melding`)."""
        for meld in self.melding(hand):
            hand &= ~meld
        return hand

    # ---------------------------------------------------------------------------------- search

    def candidates(self, hand: int) -> list[int]:
        """Return all melds in a hand; callers must not change the list."""
        last, melds = self._last
        if hand != last:
            melds = self.index.melds(hand)
            self._last = hand, melds  # at once, for other threads
        return melds

    def _chosen(self, melds: Sequence[int]) -> int:
        """Return the greatest total value of disjoint melds, by branch and bound."""
        worth = self._worth
        weighed: list[tuple[int, int]] = []
        for meld in melds:
            value = worth[meld]
            if value > 0:
                weighed.append((value, meld))
        if len(weighed) < 2:
            return weighed[0][0] if weighed else 0
        weighed.sort(reverse=True)
        best = 0

        def search(free: list[tuple[int, int]], covered: int) -> None:
            nonlocal best
            union = overlap = 0
            for _, meld in free:
                overlap |= union & meld
                union |= meld
            if not overlap:  # all remaining melds are disjoint
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
        """Search the best arrangements: branch on the meld of the lowest meldable card, or none."""
        best: tuple[tuple[int, list[list[int]]], Melds] | None = None

        def search(left: int, chosen: Melds, loose: int) -> None:
            nonlocal best
            exposure = self._exposure(hand, chosen)
            if best is not None and exposure > best[0][0]:
                return  # further melds can only add to it
            melds = self.looks.melds(left)
            self._effort.add(10 + len(melds))
            if not melds:
                found = tuple(sorted(chosen))
                key = exposure, [cards_of(meld) for meld in found]
                if best is None or key < best[0]:
                    best = key, found
                return
            card = min(melds, key=lowest)
            low = card & -card
            loose += self._total(left & (low - 1))
            left &= -low
            for meld in melds:
                if meld & low and loose + self._rest(left & ~meld) == least:
                    search(left & ~meld, (*chosen, meld), loose)
            if loose + self._total(low) + self._rest(left ^ low) == least:
                search(left ^ low, chosen, loose + self._total(low))

        with self._effort:
            least = self._rest(hand)
            search(hand, (), 0)
        assert best is not None
        return best[1]

    def _exposure(self, hand: int, melds: Melds) -> int:
        """Return how many cards outside a hand could be laid off on its melds as single cards."""
        fitting = 0
        for meld in melds:
            fitting |= self._fitting[meld]
        return (fitting & ~hand).bit_count()

    def _fits(self, meld: int) -> int:
        """The cards of which each alone could be added to a meld."""
        if not any(pattern.matches(meld) for pattern in self.patterns):
            return 0
        fitting = 0
        for pattern in self.patterns:
            for card in cards_of(pattern.near(meld) | meld):
                if pattern.matches(meld | 1 << card):
                    fitting |= 1 << card
        return fitting

    def _laid(self, hand: int, melds: Sequence[int]) -> set[int]:
        """Return every set of cards of a hand that can be laid off together."""
        ways = {0}
        for meld in melds:
            growths = self.growths(hand, meld)
            for way in list(ways):
                self._effort.add(len(growths))
                ways |= {way | growth for growth in growths if not way & growth}
        return ways

    def growths(self, hand: int, meld: int) -> list[int]:
        """Return every set of cards of a hand that can be added to a meld.

        Args:
            hand: the cards to choose from.
            meld: the meld on the table, whose cards were laid at the same time.
        """
        found: list[int] = []
        if not any(pattern.matches(meld) for pattern in self.patterns):
            return found
        for pattern in self.patterns:
            near = pattern.near(meld)
            if near & ~meld & hand:
                found += [
                    larger & ~meld
                    for larger in pattern.find(meld | hand & near)
                    if larger & meld == meld and larger != meld
                ]
        if self.growth is not None:
            pile = cards_of(meld)
            found = [added for added in found if self.growth.extends(added, pile, (len(pile),))]
        return list(dict.fromkeys(found))


def _summed(values: Sequence[int]) -> Callable[[int], int]:
    """Return a function that returns the total value of a set of cards.

    Args:
        values: the value of each card.
    """
    # Generated code is twice as fast as a loop over the weights. It contains integers only.
    terms = [f"(cards & {cards}).bit_count() * {weight}" for weight, cards in weights(values)]
    made: Callable[[int], int] = eval(f"lambda cards: {' + '.join(terms) or 0}")
    return made
