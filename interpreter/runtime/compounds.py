"""Melds that are made of others, such as a full house, and runs with several cards of each rank.

They have the methods of `Pattern` by which melds are tested and found. They do not grow on the
table, and no arrangement of a hand contains them.

Python runs these methods, and native code is translated from them; see patterns.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from ..program.cards import Pack
from ..program.program import Meld
from .effort import worked
from .melds import Card, CardSet, in_order, precedes
from .memory import remembered
from .pattern_tables import firsts
from .patterns import REMEMBERED, Flag, Pattern
from .subsets import subsets


class Compound:
    """What is known of one kind of such melds in one pack.

    Two for one kind of meld are equal, so that native code is made once.

    Attributes:
        pack: the cards.
        meld: the kind of meld.
        least, most: how many cards it has.
        present: whether there are any.
        firsts: for each card what `firsts` returns for it.
        doubled: whether there are cards with the same face.
    """

    def __init__(self, pack: Pack, meld: Meld) -> None:
        """Prepare for a pack."""
        self.pack, self.meld = pack, meld
        self.least, self.most, self.present = meld.least, min(meld.most, pack.size), meld.present
        self.firsts, self.doubled = firsts(pack.face), len(set(pack.face)) < pack.size

    def __eq__(self, other: object) -> bool:
        """Return whether this is the same kind of meld in the same pack as another one."""
        return self is other or (isinstance(other, Compound) and self.pack is other.pack and self.meld == other.meld)

    def __hash__(self) -> int:
        """Return the same number for equal ones."""
        return hash(self.meld)

    def matches(self, cards: CardSet) -> bool:
        """Return whether cards are a meld of this kind."""
        raise NotImplementedError

    def every(self, hand: CardSet) -> list[CardSet]:
        """Return all melds of this kind that some cards contain, in canonical order."""
        raise NotImplementedError

    @remembered(REMEMBERED)
    def find(self, hand: CardSet, copies: Flag = True) -> list[CardSet]:
        """Return every meld of this kind that some cards contain, in canonical order.

        Args:
            hand: a set of cards.
            copies: whether melds that differ only in which copy of a card they contain are all
                returned; else only those with the lowest copies are.
        """
        found: list[CardSet] = []
        if not self.present or hand.bit_count() < self.least:
            return found
        every = self.every(hand)
        if copies or not self.doubled:
            return every
        for cards in every:
            if self.lowest(cards, hand):
                found.append(cards)
        return found

    def lowest(self, cards: CardSet, hand: CardSet) -> bool:
        """Return whether some cards of a hand are the lowest copies of their faces in it."""
        left = cards
        while left:
            alike = self.firsts[(left & -left).bit_length() - 1][0]
            own = cards & alike
            if hand & alike & ~own & (1 << own.bit_length() - 1) - 1:
                return False
            left &= ~alike
        return True

    def end_sizes(self, pile: Sequence[Card]) -> int:
        """Return the sizes of the ends of a pile that are such a meld; see `Pattern.end_sizes`."""
        sizes = 0
        cards: CardSet = 0
        for index in range(min(len(pile), self.most)):
            cards |= 1 << pile[-1 - index]
            if self.matches(cards):
                sizes |= 1 << index
        return sizes


class Repeated(Compound):
    """Runs with several cards of each rank; wild cards may stand for some of them.

    Attributes:
        each: how many cards of a rank there are.
        around: whether a run may pass from the last rank to the first.
        lines: the ranks of each line, twice in a row if runs may go around the corner.
        of_rank: the cards of each rank that can stand for themselves in a run.
        natural: all of these.
        wild: the cards that may stand for others.
        most_wild: the most of them in a run.
        least_natural: the fewest cards of a run that stand for themselves.
        bits: an integer with one bit, by its number.
    """

    def __init__(self, pack: Pack, meld: Meld) -> None:
        """Prepare for a pack."""
        super().__init__(pack, meld)
        self.each, self.around = meld.each, meld.around
        self.rank = pack.rank
        of_rank = pack.masks(pack.rank)
        ranks = {*meld.ranks} or {*range(pack.ranked)}
        self.of_rank = tuple(
            of_rank.get(rank, 0) if rank in ranks and rank < pack.ranked else 0 for rank in range(len(pack.ranks))
        )
        self.natural = sum(self.of_rank)
        self.wild = sum(of_rank.get(rank, 0) for rank in {*meld.wild})
        self.most_wild, self.least_natural = meld.most_wild if self.wild else 0, meld.least_natural
        self.bits = tuple(1 << rank for rank in range(len(pack.ranks)))
        self.lines = tuple(self._line(order) for order in meld.orders or ("",))

    def _line(self, order: str) -> tuple[int, ...]:
        """Return the ranks in the order in which runs are formed."""
        line = tuple(range(self.pack.ranked))
        if order:
            places = self.pack.orders[order]
            line = tuple(sorted((rank for rank in line if places[rank] >= 0), key=lambda rank: places[rank]))
        return line * 2 if self.around else line

    def matches(self, cards: CardSet) -> bool:
        """Return whether cards are a run of this kind."""
        return len(self.tops(cards)) > 0

    def parts_of(self, cards: CardSet) -> list[CardSet]:
        """Return the cards as the only part of themselves; none if they are not such a run."""
        found: list[CardSet] = []
        if self.matches(cards):
            found.append(cards)
        return found

    def tops(self, cards: CardSet) -> list[int]:
        """Return the highest ranks of all runs that the cards can be; none if they are not a run."""
        found: list[int] = []
        size = cards.bit_count()
        length = size // self.each
        sure = cards & ~self.wild
        if not self.present or not self.least <= size <= self.most or length * self.each < size or sure & ~self.natural:
            return found
        ranks = 0
        left = sure
        while left:
            rank = self.rank[(left & -left).bit_length() - 1]
            own = left & self.of_rank[rank]
            if own.bit_count() > self.each:
                return found
            ranks |= self.bits[rank]
            left &= ~own
        needed = max(size - self.most_wild, self.least_natural)
        for line in self.lines:
            whole = len(line) // 2 if self.around else len(line)
            if length <= whole:
                for start in range(whole if self.around else whole - length + 1):
                    fits = not ranks & ~self.between(line, start, length)
                    if fits and self.standing(cards, line, start, length) >= needed:
                        found.append(line[start + length - 1])
        return found

    def between(self, line: Sequence[int], start: int, length: int) -> int:
        """Return so many ranks of a line, with a bit for each."""
        ranks = 0
        for place in range(start, start + length):
            ranks |= self.bits[line[place]]
        return ranks

    def standing(self, cards: CardSet, line: Sequence[int], start: int, length: int) -> int:
        """Return how many cards can stand for themselves, in a run of so many ranks of a line."""
        count = 0
        for place in range(start, start + length):
            count += min((cards & self.of_rank[line[place]]).bit_count(), self.each)
        return count

    def every(self, hand: CardSet) -> list[CardSet]:
        """Return all runs that some cards contain, in canonical order."""
        found: list[CardSet] = []
        spare = min((hand & self.wild).bit_count(), self.most_wild)
        for line in self.lines:
            whole = len(line) // 2 if self.around else len(line)
            most = min(whole, self.most // self.each)
            for start in range(whole):
                # What stands for itself, from the first rank of which there is a card.
                runs: list[CardSet] = [0]
                for length in range(1, (most if self.around else min(most, whole - start)) + 1):
                    own = hand & self.of_rank[line[start + length - 1]]
                    longer: list[CardSet] = []
                    for run in runs:
                        gap = length * self.each - run.bit_count() - spare
                        for more in subsets(own, max(gap, 0 if run else 1), self.each):
                            longer.append(run | more)
                            if more and run.bit_count() + more.bit_count() >= self.least_natural:
                                found += self.filled(run | more, hand & self.wild, length, most)
                    if not longer:
                        break
                    worked(len(longer))
                    runs = longer
        return in_order(found)

    def filled(self, cards: CardSet, wild: CardSet, least: int, most: int) -> list[CardSet]:
        """Return the runs of some cards that stand for themselves and of wild cards for what they lack.

        Args:
            cards: the cards that stand for themselves.
            wild: all wild cards.
            least: how many ranks the run has at least.
            most: how many it has at most.
        """
        found: list[CardSet] = []
        wild &= ~cards
        for length in range(max(least, -(-self.least // self.each)), most + 1):
            lacking = length * self.each - cards.bit_count()
            if lacking > min(wild.bit_count(), self.most_wild):
                break
            worked(comb(wild.bit_count(), lacking))
            for more in subsets(wild, lacking, lacking):
                found.append(cards | more)
        return found


class Composite(Compound):
    """Melds that are made of others.

    Attributes:
        first: the first part.
        count: the number of parts.
    """

    def __init__(self, pack: Pack, meld: Meld) -> None:
        """Prepare for a pack."""
        super().__init__(pack, meld)
        self.count = len(meld.parts)
        part: Part | None = None
        for number in range(self.count - 1, -1, -1):
            part = Part(pack, meld.parts, number, part)
        assert part is not None
        self.first = part

    def matches(self, cards: CardSet) -> bool:
        """Return whether cards are a meld of this kind."""
        return len(self.parts_of(cards)) > 0

    @remembered(REMEMBERED)
    def parts_of(self, cards: CardSet) -> list[CardSet]:
        """Return the melds of which one of this kind is made; none if the cards are not such a meld.

        If there are several ways to divide the cards, the first one counts (see `Part.divisions`).
        """
        return self.ways(cards, True)

    @remembered(REMEMBERED)
    def divided(self, cards: CardSet) -> list[CardSet]:
        """Return all ways in which cards are such a meld: a meld for each part, way after way."""
        return self.ways(cards, False)

    def ways(self, cards: CardSet, one: Flag) -> list[CardSet]:
        """Return the first way to divide some cards, or all ways."""
        found: list[CardSet] = []
        if not self.present or not self.least <= cards.bit_count() <= self.most:
            return found
        return self.first.divisions(cards, 0, found, True, one)

    def every(self, hand: CardSet) -> list[CardSet]:
        """Return all melds of this kind that some cards contain, in canonical order."""
        found: list[CardSet] = []
        none: list[CardSet] = []
        parts = self.first.divisions(hand, 0, none, False, False)
        for index in range(0, len(parts), self.count):
            cards: CardSet = 0
            for part in range(index, index + self.count):
                cards |= parts[part]
            found.append(cards)
        return in_order(found)


class Part:
    """One of the parts of melds, with those after it.

    Attributes:
        kind: finds the melds that can be this part.
        repeats: whether the part before it is of the same kind; then they are in canonical order.
        later: how many cards the parts after it have at least.
        next: the part after it; None for the last one.
    """

    def __init__(self, pack: Pack, melds: Sequence[Meld], number: int, after: Part | None) -> None:
        """Prepare a part.

        Args:
            pack: the cards.
            melds: the kinds of all parts.
            number: the number of this one, from 0.
            after: the part after it.
        """
        self.kind = simple(pack, melds[number])
        self.repeats = number > 0 and melds[number] == melds[number - 1]
        self.later = sum(meld.least for meld in melds[number + 1 :])
        self.next = after

    def divisions(
        self, cards: CardSet, before: CardSet, chosen: Sequence[CardSet], whole: Flag, one: Flag
    ) -> list[CardSet]:
        """Return disjoint melds of some cards, one for each part from this one on.

        The ways to divide the cards are in canonical order: those with the first of all melds as
        their first part come first.

        Args:
            cards: the cards that are in no part so far.
            before: the meld of the part before this one.
            chosen: the melds of all parts before it.
            whole: whether the parts must be all of the cards.
            one: whether only the first way is asked for.

        Returns:
            For each way the melds of all parts, also of those before this one, way after way.
        """
        found: list[CardSet] = []
        for meld in self.choices(cards, whole):
            left = cards & ~meld
            worked(1)
            if left.bit_count() < self.later or (self.repeats and not precedes(before, meld)):
                continue
            if self.next is None:
                found += chosen
                found.append(meld)
            else:
                found += self.next.divisions(left, meld, [*chosen, meld], whole, one)
            if one and found:
                return found
        return found

    def choices(self, cards: CardSet, whole: Flag) -> list[CardSet]:
        """Return the melds of some cards that can be this part."""
        if not whole or self.next is not None:
            return self.kind.find(cards)
        found: list[CardSet] = []
        if self.kind.matches(cards):
            found.append(cards)
        return found


def simple(pack: Pack, meld: Meld) -> Pattern | Repeated:
    """Return what tests and finds melds that are not made of others."""
    return Repeated(pack, meld) if meld.each > 1 else Pattern(pack, meld)


def matcher(pack: Pack, meld: Meld) -> Pattern | Repeated | Composite:
    """Return what tests and finds melds of one kind.

    Args:
        pack: the cards.
        meld: the kind.
    """
    return Composite(pack, meld) if meld.parts else simple(pack, meld)


class Kinds:
    """Tests cards for melds of a kind that is known by its number, and divides them into parts."""

    def __init__(self, pack: Pack, melds: Sequence[Meld]) -> None:
        """Prepare for all melds of a ruleset."""
        self.kinds = [matcher(pack, meld) for meld in melds]

    def matches(self, cards: CardSet, number: int) -> bool:
        """Return whether cards are a meld of a kind; of no kind for -1.

        Args:
            cards: a set of cards.
            number: the place of the kind in the list of all.
        """
        found = False
        place = 0
        for kind in self.kinds:
            if place == number:
                found = kind.matches(cards)
            place += 1  # noqa: SIM113 - native code has no `enumerate` of objects
        return found

    def parts_of(self, cards: CardSet, numbers: Sequence[int]) -> list[CardSet]:
        """Return the melds of which cards are made, as the first kind of meld that they are.

        Args:
            cards: a set of cards.
            numbers: the places of the kinds that count in the list of all.
        """
        found: list[CardSet] = []
        for number in numbers:
            place = 0
            for kind in self.kinds:
                if place == number and not found:
                    found = kind.parts_of(cards)
                place += 1  # noqa: SIM113 - native code has no `enumerate` of objects
        return found
