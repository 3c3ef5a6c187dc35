"""The best arrangement of a hand in melds, with or without laying cards off on other melds.

*Deadwood* is the total value of the cards outside the melds. The results are exact optima. Own
melds and laid-off cards are optimized together, because a greedy choice of either first is not
optimal: a card may fit two melds of which only one allows a second card, and it may pay to break
an own meld.

Python runs these methods, and native code is translated from them; see patterns.py. Only the
greatest value that melds can cover is found in two ways. The search that branches on the melds of a
hand needs no memory. Where there are many melds, mostly because of wild cards, Python counts cards
of a kind instead (`MeldCover`), which needs a dictionary. If that takes too long, the first way
decides; so a game that native code can play never stops in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

from ..program.cards import Pack
from ..program.program import Meld
from .effort import worked
from .growth import Growth
from .meld_cover import MeldCover
from .meld_index import MeldIndex
from .melds import CardSet, cards_of, in_order, set_of, weights
from .memory import Memory, quicker, remembered
from .pattern_tables import firsts
from .patterns import Pattern

REMEMBERED = 1 << 16
"""The size of each cache, in entries."""

FEW = 24
"""The most melds for which branch and bound is used; with more of them `MeldCover` is faster."""


class Weight:
    """A set of cards, and what each of them adds to a value."""

    def __init__(self, weight: int, cards: CardSet) -> None:
        """Take both."""
        self.weight, self.cards = weight, cards


class MeldSolver:
    """Finds best arrangements with the melds of one ruleset.

    Attributes:
        index: finds all melds of a hand.
        looks: finds the melds of a hand, one of those with the same faces.
        patterns: the patterns of melds of several cards.
        growth: finds what can be added to a meld, if that is more than a longer meld.
        wild: whether cards may be wild.
        copies: whether there are cards with the same face.
        cover: counts cards of a kind where there are many melds.
        plain: another one that does not.
    """

    cover: MeldCover | None
    plain: MeldSolver | None

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
        used = [meld for meld in melds if meld.arranged]
        self.patterns = [Pattern(pack, meld) for meld in used]
        self.index = MeldIndex(pack, used, 0, copies=True, every=every)
        self.copies = len(set(pack.face)) < pack.size
        self.looks = MeldIndex(pack, used, 0) if self.copies else self.index
        self.wild = any(pattern.wild for pattern in self.patterns)
        # A run with wild cards on the table may not be extended to every longer run, because its
        # wild cards keep their positions.
        stays = any(pattern.keeps for pattern in self.patterns)
        self.growth = Growth(pack, melds) if stays else None
        self.weights = [Weight(weight, cards) for weight, cards in weights(pack.value)]
        self.value, self.firsts = pack.value, firsts(pack.face)
        self.counting = sum(1 << card for card, value in enumerate(pack.value) if value > 0)
        self.pack = (1 << pack.size) - 1
        self.cover, self.plain = None, None
        self.plain = copy(self)
        self.cover = MeldCover(pack, used)

    @quicker(lambda self: _summed(self.value))
    def total(self, cards: CardSet) -> int:
        """Return the total value of some cards."""
        total = 0
        for each in self.weights:
            total += (cards & each.cards).bit_count() * each.weight
        return total

    @remembered(REMEMBERED)
    def deadwood(self, hand: CardSet) -> int:
        """Return the least possible deadwood of a hand.

        Raises:
            StepBudgetError: the search takes too long.
        """
        return self.total(hand) - self.melded(hand)

    def _counted(self, hand: CardSet) -> int:
        """Return the result of `melded`."""
        if self.cover is None:
            return MeldSolver.melded(self, hand)
        if not self.wild:
            melds = self.index.melds(hand)
            if len(melds) <= FEW:
                return self.covered(melds)
        return self.cover.most(hand)

    @quicker(lambda self: self._counted)
    def melded(self, hand: CardSet) -> int:
        """Return the greatest total value that melds of a hand cover."""
        if self.copies:
            return self.most(hand, 0)
        return self.covered(self.index.melds(hand))

    def most(self, left: CardSet, floor: int) -> int:
        """Return the greatest total value of disjoint melds in a pack with equal cards.

        Args:
            left: the cards to choose from.
            floor: a result that is not greater than this need not be exact.
        """
        melds = self.looks.melds(left)
        worked(1 + len(melds))
        union: CardSet = 0
        for meld in melds:
            union |= meld
        low = union & -union
        useful: CardSet = 0  # with the other copies of cards, which `melds` leaves out
        while union:
            alike = self.firsts[(union & -union).bit_length() - 1][0] & left
            useful |= alike
            union &= ~alike
        bound = self.total(useful & self.counting)
        if bound <= floor or not melds:
            return 0
        best = max(floor, 0)
        for meld in reversed(melds):
            if meld & low:
                value = self.total(meld)
                value += self.most(left & ~meld, best - value)
                best = max(best, value)
                if best == bound:
                    return best
        return max(best, self.most(left ^ low, best))

    def covered(self, melds: Sequence[CardSet]) -> int:
        """Return the greatest total value of disjoint melds."""
        if not melds:
            return 0
        if len(melds) == 1:
            return max(self.total(melds[0]), 0)
        # The cards of the meld with a number, or of a later one.
        unions = [*melds]
        for index in range(len(melds) - 2, -1, -1):
            unions[index] |= unions[index + 1]
        return self.chosen(melds, unions, 0, 0)

    def chosen(self, melds: Sequence[CardSet], unions: Sequence[CardSet], start: int, taken: CardSet) -> int:
        """Return the greatest total value of disjoint melds, from a number on.

        Args:
            melds: the melds.
            unions: for each meld its cards and those of all later melds.
            start: the number of the first meld that may be chosen.
            taken: the cards that are in other melds.
        """
        best = 0
        for index in range(start, len(melds)):
            worked(1)
            if best and self.total(unions[index] & ~taken & self.counting) <= best:
                break
            meld = melds[index]
            if not meld & taken:
                value = self.total(meld)
                if index + 1 < len(melds):
                    value += self.chosen(melds, unions, index + 1, taken | meld)
                best = max(best, value)
        return best

    @remembered(0)
    def leaving(self, hand: CardSet, limit: int) -> CardSet:
        """Return the cards whose removal leaves a hand with at most a given deadwood.

        Cards outside the hand are included if the hand itself has at most that deadwood.
        """
        if self.copies:
            return self.leaving_each(hand, limit)
        melds = self.index.melds(hand)
        excess = self.total(hand) - limit
        melded = 0
        for meld in melds:
            melded |= meld
        loose = hand & ~melded
        if not self.wild:
            # Quick rejection: removing a card saves at most its value, and melds save at most the
            # total of all cards in any of them.
            least = excess - self.total(melded & self.counting)
            if least > 0 and not self.at_least(loose, least):
                return 0
        over = excess - self.covered(melds)
        good = self.at_least(loose, over)
        rest = melded
        while rest:
            card = rest & -rest
            rest ^= card
            others = [meld for meld in melds if not meld & card]
            if excess - self.total(card) - self.covered(others) <= 0:
                good |= card
        return good if over > 0 else good | ~hand & self.pack

    def leaving_each(self, hand: CardSet, limit: int) -> CardSet:
        """Return the result of `leaving` by trying each card."""
        good = 0
        left = hand
        while left:
            low = left & -left
            left ^= low
            if self.deadwood(hand ^ low) <= limit:
                good |= low
        return good if self.deadwood(hand) > limit else good | ~hand & self.pack

    @quicker(lambda self: _reaching(self.value))
    def at_least(self, cards: CardSet, value: int) -> CardSet:
        """Return those of some cards that have at least a value."""
        found = 0
        while cards:
            low = cards & -cards
            if self.value[low.bit_length() - 1] >= value:
                found |= low
            cards ^= low
        return found

    def loose(self, hand: CardSet) -> CardSet:
        """Return the cards outside the melds of the best arrangement."""
        for meld in self.melding(hand):
            hand &= ~meld
        return hand

    # -- the best arrangement

    @remembered(REMEMBERED)
    def melding(self, hand: CardSet) -> list[CardSet]:
        """Return the melds of the best arrangement of a hand.

        Among arrangements with the least deadwood, the one with the fewest cards that others could
        lay off; among these the first in canonical order.
        """
        # The exposure of the best arrangement, and the number of its melds.
        best = [-1, 0]
        melds = [hand] * hand.bit_count()  # sets, of as many words as the hand
        self.arranged(hand, hand, [hand for _ in range(0)], 0, self.deadwood(hand), best, melds)
        return melds[: best[1]]

    def arranged(
        self,
        hand: CardSet,
        left: CardSet,
        chosen: Sequence[CardSet],
        loose: int,
        least: int,
        best: list[int],
        melds: list[CardSet],
    ) -> None:
        """Search the best arrangements: branch on the lowest card that is in a meld, or none.

        Args:
            hand: the hand.
            left: its cards that are neither in a meld nor left out.
            chosen: the melds so far.
            loose: the value of the cards left out so far.
            least: the least deadwood of the hand.
            best: the exposure and number of melds of the best arrangement so far.
            melds: its melds.
        """
        exposure = self.exposure(hand, chosen)
        if best[0] >= 0 and exposure > best[0]:
            return  # further melds can only add to it
        found = self.looks.melds(left)
        worked(10 + len(found))
        if not found:
            ordered = by_number(chosen)
            if best[0] < 0 or exposure < best[0] or before(ordered, melds, best[1]):
                best[0] = exposure
                best[1] = len(ordered)
                for index, meld in enumerate(ordered):
                    melds[index] = meld
            return
        low = found[0] & -found[0]
        for meld in found:
            if meld & -meld < low:
                low = meld & -meld
        loose += self.total(left & (low - 1))
        left &= -low
        for meld in found:
            rest = left & ~meld
            if meld & low and loose + self.deadwood(rest) == least:
                self.arranged(hand, rest, [*chosen, meld], loose, least, best, melds)
        loose += self.total(low)
        if loose + self.deadwood(left ^ low) == least:
            self.arranged(hand, left ^ low, chosen, loose, least, best, melds)

    def exposure(self, hand: CardSet, melds: Sequence[CardSet]) -> int:
        """Return how many cards outside a hand could be laid off on its melds as single cards."""
        fitting: CardSet = 0
        for meld in melds:
            fitting |= self.fitting(meld)
        return (fitting & ~hand).bit_count()

    @remembered(REMEMBERED)
    def fitting(self, meld: CardSet) -> CardSet:
        """Return the cards of which each alone could be added to a meld."""
        fitting = 0
        if self.is_meld(meld):
            for pattern in self.patterns:
                near = pattern.near(meld) & ~meld
                worked(near.bit_count())
                while near:
                    low = near & -near
                    if pattern.matches(meld | low):
                        fitting |= low
                    near ^= low
        return fitting

    def is_meld(self, cards: CardSet) -> bool:
        """Return whether some cards are a meld of several cards."""
        for pattern in self.patterns:  # noqa: SIM110 - patterns are objects
            if pattern.matches(cards):
                return True
        return False

    # -- laying off

    @remembered(0, lists=True)
    def against(self, hand: CardSet, melds: Sequence[CardSet]) -> int:
        """Return the least possible deadwood when cards may also be laid off."""
        ways = self.ways(hand, melds)
        least = self.deadwood(hand)
        for way in ways:
            least = min(least, self.deadwood(hand & ~way))
        return least

    @remembered(0, lists=True)
    def laid_off(self, hand: CardSet, melds: Sequence[CardSet]) -> int:
        """Return the cards to lay off for the least deadwood: the fewest, then the lowest."""
        ways = self.ways(hand, melds)
        best = 0
        least = self.deadwood(hand)
        for way in ways:
            deadwood = self.deadwood(hand & ~way)
            count, fewest = way.bit_count(), best.bit_count()
            if deadwood < least or (deadwood == least and (count < fewest or (count == fewest and way < best))):
                best, least = way, deadwood
        return best

    def ways(self, hand: CardSet, melds: Sequence[CardSet]) -> list[CardSet]:
        """Return the sets of cards that can be laid off together, the lowest of each face."""
        found: list[CardSet] = [0]
        for meld in melds:
            larger = [*found]
            for way in found:
                for growth in self.growths(hand & ~way, meld):
                    larger.append(way | growth)
            if len(larger) > len(found):
                found = in_order(larger)
        return found

    def growths(self, hand: CardSet, meld: CardSet) -> list[CardSet]:
        """Return the sets of cards that can be added to a meld, the lowest of each face."""
        found: list[CardSet] = []
        if not self.is_meld(meld):
            return found
        for pattern in self.patterns:
            near = pattern.near(meld) & ~meld & hand
            if near:
                found += pattern.additions(meld, near)
        if self.growth is not None:
            pile = cards_of(meld)
            sizes = [len(pile)]
            found = [added for added in found if self.growth.extends(added, pile, sizes)]
        return found


def by_number(melds: Sequence[CardSet]) -> list[CardSet]:
    """Return sets of cards by their numbers."""
    return sorted(melds)


def before(one: Sequence[CardSet], other: Sequence[CardSet], count: int) -> bool:
    """Return whether melds come before others when their cards are compared one by one.

    Args:
        one: the melds.
        other: the other melds, and what does not matter.
        count: how many other melds there are.
    """
    for index, meld in enumerate(one):
        if index == count:
            return False
        if meld != other[index]:
            return lists_before(meld, other[index])
    return len(one) < count


def lists_before(one: CardSet, other: CardSet) -> bool:
    """Return whether the list of the cards of a set is before that of another one.

    >>> lists_before(0b011, 0b101), lists_before(0b001, 0b101), lists_before(0b101, 0b001)
    (True, True, False)
    """
    different = one ^ other
    low = different & -different
    if one & low:
        return other >= low  # else the other list is the beginning of this one
    return one < low


def _summed(values: Sequence[int]) -> Callable[[int], int]:
    """Return a function that returns the total value of a set of cards.

    Args:
        values: the value of each card.
    """
    # Generated code is twice as fast as a loop over the weights. It contains integers only.
    terms = [f"(cards & {cards}).bit_count() * {weight}" for weight, cards in weights(values)]
    made: Callable[[int], int] = eval(f"lambda cards: {' + '.join(terms) or 0}")
    return made


def _reaching(values: Sequence[int]) -> Callable[[int, int], int]:
    """Return a function that returns those of some cards that have at least a value.

    Args:
        values: the value of each card.
    """

    def reaching(least: int) -> int:
        return set_of(card for card, value in enumerate(values) if value >= least)

    known = Memory(reaching, REMEMBERED)
    return lambda cards, value: cards & known[value]
