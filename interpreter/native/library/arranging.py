"""The best arrangement of a hand in melds, in simple Python that can be translated.

It finds the same as `runtime/meld_solver.py` and remembers nothing. Its searches branch on which of
the melds of a hand are chosen, in packs with wild cards too.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...runtime.meld_solver import MeldSolver
from ...runtime.melds import CardSet, cards_of, weights
from .growing import Grower
from .library import worked
from .looks import firsts
from .melding import Finder
from .patterns import Plain, in_order


class Weight:
    """A set of cards, and what each of them adds to a value."""

    def __init__(self, weight: int, cards: int) -> None:
        """Take both."""
        self.weight, self.cards = weight, cards


class Arranger:
    """Stands for `MeldSolver`."""

    def __init__(self, solver: MeldSolver) -> None:
        """Take over the melds of a solver."""
        pack = solver.pack
        self.melds = Finder(solver.index)
        self.looks = self.melds if solver.looks is solver.index else Finder(solver.looks)
        self.patterns = [Plain(pattern) for pattern in solver.patterns]
        self.growth = None if solver.growth is None else Grower(solver.growth)
        self.wild = solver.wild
        self.copies = solver.looks is not solver.index
        self.weights = [Weight(weight, cards) for weight, cards in weights(pack.value)]
        self.value = pack.value
        self.firsts = firsts(pack.face)
        self.counting = sum(1 << card for card, value in enumerate(pack.value) if value > 0)
        self.pack = (1 << pack.size) - 1

    def total(self, cards: int) -> int:
        """Return the total value of some cards."""
        total = 0
        for each in self.weights:
            total += (cards & each.cards).bit_count() * each.weight
        return total

    def deadwood(self, hand: int) -> int:
        """Return the least possible deadwood of a hand."""
        if self.copies:
            return self.total(hand) - self.most(hand, 0)
        return self.total(hand) - self.covered(self.melds.melds(hand))

    def most(self, left: int, floor: int) -> int:
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

    def covered(self, melds: Sequence[int]) -> int:
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

    def chosen(self, melds: Sequence[int], unions: Sequence[int], start: int, taken: int) -> int:
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

    def leaving(self, hand: int, limit: int) -> int:
        """Return the cards whose removal leaves a hand with at most a given deadwood.

        Cards outside the hand are included if the hand itself has at most that deadwood.
        """
        if self.copies:
            return self.leaving_each(hand, limit)
        melds = self.melds.melds(hand)
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

    def leaving_each(self, hand: int, limit: int) -> int:
        """Return the result of `leaving` by trying each card."""
        good = 0
        left = hand
        while left:
            low = left & -left
            left ^= low
            if self.deadwood(hand ^ low) <= limit:
                good |= low
        return good if self.deadwood(hand) > limit else good | ~hand & self.pack

    def at_least(self, cards: int, value: int) -> int:
        """Return those of some cards that have at least a value."""
        found = 0
        while cards:
            low = cards & -cards
            if self.value[low.bit_length() - 1] >= value:
                found |= low
            cards ^= low
        return found

    def loose(self, hand: int) -> int:
        """Return the cards outside the melds of the best arrangement."""
        for meld in self.melding(hand):
            hand &= ~meld
        return hand

    # -- the best arrangement

    def melding(self, hand: int) -> list[int]:
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
        self, hand: int, left: int, chosen: Sequence[int], loose: int, least: int,
        best: list[int], melds: list[int],
    ) -> None:  # fmt: skip
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

    def exposure(self, hand: int, melds: Sequence[int]) -> int:
        """Return how many cards outside a hand could be laid off on its melds as single cards."""
        fitting = 0
        for meld in melds:
            fitting |= self.fitting(meld)
        return (fitting & ~hand).bit_count()

    def fitting(self, meld: int) -> int:
        """Return the cards of which each alone could be added to a meld."""
        fitting = 0
        if self.is_meld(meld):
            for pattern in self.patterns:
                near = pattern.near_to(meld) & ~meld
                worked(near.bit_count())
                while near:
                    low = near & -near
                    if pattern.matches(meld | low):
                        fitting |= low
                    near ^= low
        return fitting

    def is_meld(self, cards: int) -> bool:
        """Return whether some cards are a meld of several cards."""
        for pattern in self.patterns:  # noqa: SIM110 - patterns are objects
            if pattern.matches(cards):
                return True
        return False

    # -- laying off

    def against(self, hand: int, melds: Sequence[int]) -> int:
        """Return the least possible deadwood when cards may also be laid off."""
        ways = self.ways(hand, melds)
        least = self.deadwood(hand)
        for way in ways:
            least = min(least, self.deadwood(hand & ~way))
        return least

    def laid_off(self, hand: int, melds: Sequence[int]) -> int:
        """Return the cards to lay off for the least deadwood: the fewest, then the lowest."""
        ways = self.ways(hand, melds)
        best = 0
        least = self.deadwood(hand)
        for way in ways:
            deadwood = self.deadwood(hand & ~way)
            count, fewest = way.bit_count(), best.bit_count()
            if deadwood < least or (
                deadwood == least and (count < fewest or (count == fewest and way < best))
            ):
                best, least = way, deadwood
        return best

    def ways(self, hand: int, melds: Sequence[int]) -> list[int]:
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

    def growths(self, hand: int, meld: int) -> list[int]:
        """Return the sets of cards that can be added to a meld, the lowest of each face."""
        found: list[CardSet] = []
        if not self.is_meld(meld):
            return found
        for pattern in self.patterns:
            near = pattern.near_to(meld) & ~meld & hand
            if near:
                found += pattern.additions(meld, near)
        if self.growth is not None:
            pile = cards_of(meld)
            sizes = [len(pile)]
            found = [added for added in found if self.growth.extends(added, pile, sizes)]
        return found


def by_number(melds: Sequence[int]) -> list[int]:
    """Return sets of cards by their numbers."""
    return sorted(melds)


def before(one: Sequence[int], other: Sequence[int], count: int) -> bool:
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


def lists_before(one: int, other: int) -> bool:
    """Return whether the list of the cards of a set is before that of another one.

    >>> lists_before(0b011, 0b101), lists_before(0b001, 0b101), lists_before(0b101, 0b001)
    (True, True, False)
    """
    different = one ^ other
    low = different & -different
    if one & low:
        return other >= low  # else the other list is the beginning of this one
    return one < low
