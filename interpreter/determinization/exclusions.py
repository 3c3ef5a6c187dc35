"""Cards that cannot have been in a place, for sampling: inferred from past decisions.

A player who draws because nothing can be played has none of the cards that could be played. So each
decision may exclude single cards from a place at that time. A card that is excluded at one time may
still be there now, if it can have come later.
"""

from __future__ import annotations


class Exclusions:
    """The excluded cards of one place, from now back to the beginning of the deal.

    The past is divided into *stretches*, numbered from now backwards. A stretch ends where a card
    came to the place unseen: which card it was is open, so an excluded card may have come there.

    Attributes:
        bad: for each stretch the set of excluded cards.
        bounds: the stretches with excluded cards.
        returns: the cards that the seat saw leave the place, each with the stretch in which it
            left; in the stretches before, they were in the place.
        later: for pairs of a stretch and a bound, the number of these cards that must have come
            unseen between the two.
    """

    __slots__ = ("bad", "bounds", "later", "returns")

    def __init__(self) -> None:
        """Start with one stretch and no exclusions."""
        self.bad: list[int] = [0]
        self.returns: list[tuple[int, int]] = []
        self.bounds: list[int] = []
        self.later: dict[tuple[int, int], int] = {}

    def close(self) -> bool:
        """Prepare for use; return whether there are any exclusions."""
        self.bounds = [index for index, cards in enumerate(self.bad) if cards]
        due: list[tuple[int, int]] = []
        for card, start in self.returns:
            for bound in self.bounds:
                if bound >= start and self.bad[bound] >> card & 1:
                    due.append((start, bound))
                    break
        for first in range(len(self.bad)):
            for bound in self.bounds:
                count = sum(1 for start, end in due if first < start and end <= bound)
                if count:
                    self.later[first, bound] = count
        return bool(self.bounds)

    def allow(self, cards: int) -> bool:
        """Return whether a set of cards in the place now is consistent with all exclusions."""
        bad = 0
        for bound in self.bounds:
            bad |= self.bad[bound]
            if (cards & bad).bit_count() + self.later.get((0, bound), 0) > bound:
                return False
        return True

    def urgent(self, cards: int, stretch: int) -> int:
        """Return the cards of which one must have come at the end of a stretch; 0 if any may.

        Args:
            cards: the cards in the place in this stretch.
            stretch: the number of the stretch.
        """
        bad = 0
        for bound in self.bounds:
            if bound <= stretch:
                continue
            bad |= self.bad[bound]
            due = cards & bad
            if due and due.bit_count() + self.later.get((stretch, bound), 0) >= bound - stretch:
                return due
        return 0

    def draw(self, pool: list[int], count: int, chosen: int) -> int:
        """Move cards from a shuffled pool to the place, consistent with the exclusions if possible.

        Args:
            pool: the cards; those that are chosen are removed.
            count: how many cards to choose.
            chosen: the set of cards that are already chosen for the place.

        Returns:
            The set of all chosen cards.
        """
        index = len(pool)
        while count and index:
            index -= 1
            card = 1 << pool[index]
            if self.allow(chosen | card):
                chosen |= card
                del pool[index]
                count -= 1
        while count:
            chosen |= 1 << pool.pop()
            count -= 1
        return chosen
