"""Patterns of melds: whether cards are a meld, and which melds some cards contain.

A meld has *natural* cards, which stand for themselves, and wild cards.

Python runs these methods, and native code is translated from them. So they are written in simple
Python, with tables, integers and lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Annotated

from ..program.cards import NONE, Pack
from ..program.program import Meld
from .effort import worked
from .melds import Card, CardSet, in_order
from .memory import remembered
from .pattern_tables import Tables
from .subsets import subsets

REMEMBERED = 1 << 16
"""The size of each cache of melds, in melds."""

Reading = tuple[int, int, int, int, int]
"""A reading of a run (see growth.py): the number of its line, the position of its first card in the
line, its length, the positions of its wild cards (bits, from the first card on), and its suit."""

Flag = Annotated[bool, "flag"]
"""A truth value that functions get when they run, although it may be known when code is made.

Native functions with either value differ so little that one of them does for both.
"""


class Pattern(Tables):
    """One kind of meld in one pack."""

    # -- what is a meld

    def matches(self, cards: CardSet) -> bool:
        """Return whether cards are a meld of this kind.

        As many as possible of the cards that may be wild are taken as natural; so the number of
        wild cards is the least.

        Args:
            cards: a set of cards.
        """
        size = cards.bit_count()
        if not self.present or size < self.least or size > self.most:
            return False
        if self.in_steps:
            return self.is_step(cards, size)
        if self.of_any and not self.consecutive:
            return self.has_suits(cards) and not (self.ranked and cards & ~self.natural)
        if self.consecutive and self.counted:
            return any(self.fits(cards & ~wild, wild) for wild in self.wild_parts(cards))
        natural = cards & ~self.wild
        either = cards & self.wild & self.natural
        if natural & ~self.natural:
            return False
        needed = max(size - self.wilds, self.least_natural, 1)
        left = natural & -natural if natural else either
        while left:
            part = self.part_of[(left & -left).bit_length() - 1]
            left &= left - 1
            if not natural & ~part:
                if self.consecutive:
                    count = self.most_in_run(natural, either & part, size)
                else:
                    count = self.most_alike(natural, either & part, size)
                if needed <= count:
                    return True
        return False

    def parts_of(self, cards: CardSet) -> list[CardSet]:
        """Return the cards as the only part of themselves; none if they are not such a meld."""
        found: list[CardSet] = []
        if self.matches(cards):
            found.append(cards)
        return found

    def is_step(self, cards: CardSet, size: int) -> bool:
        """Return whether cards are a run, in a pack for which the `ladder` is known."""
        if size >= len(self.ladder) or cards & ~self.natural:
            return False
        held = cards
        if not self.of_suit:  # a bit for each rank that is there
            for each in self.shifts:
                held |= cards >> each.by
            held &= self.ladder[-1]
        return held >> ((held & -held).bit_length() - 1) == self.ladder[size]

    def end_sizes(self, pile: Sequence[Card]) -> int:
        """Return the sizes of those ends of a pile that are a meld of this kind.

        Args:
            pile: the pile.

        Returns:
            The lowest bit stands for size 1, the next for size 2, and so on.
        """
        longest = len(pile)
        if longest < self.least:
            return 0
        if self.sequential:
            return self.end_steps(pile, longest)
        sizes = cards = 0
        for index in range(min(longest, self.most)):
            cards |= 1 << pile[-1 - index]
            if self.matches(cards):
                sizes |= 1 << index
        return sizes

    def end_steps(self, pile: Sequence[Card], longest: int) -> int:
        """Return the sizes of the ends of a pile that are runs of any suits, card by card."""
        held, size, found = 0, 1, 0
        for index in range(longest):
            own = self.bits[self.rank[pile[-1 - index]]]
            if held & own:
                break
            held |= own
            # Only for ranks without gaps the sum has none of their bits.
            lowest = held & -held
            if not held + lowest & held:
                found |= size
            elif held >= lowest << longest:  # so far apart that no end has all ranks between
                break
            size <<= 1
        return found & self.sizes

    def most_alike(self, natural: CardSet, either: CardSet, size: int) -> int:
        """Return the greatest number of natural cards in a meld of equals; 0 if it is not one."""
        suits = 0
        count = natural.bit_count()
        spare: list[int] = []
        for suit in self.suits:
            if natural & suit:
                suits += 1
                count += (either & suit).bit_count()
            elif either & suit:
                spare.append((either & suit).bit_count())
        if self.wild:
            spare = sorted(spare)
            while spare and suits < self.most_suits:
                suits += 1
                count += spare[-1]
                del spare[-1]
        if suits < self.least_suits or suits > self.most_suits:
            return 0
        return min(count, size)

    def most_in_run(self, natural: CardSet, either: CardSet, size: int) -> int:
        """Return the greatest number of natural cards in a run; 0 if it is not one."""
        own = natural.bit_count()
        more = self.ranks_of(either) & ~self.ranks_of(natural)
        most = 0
        found = self.windows(natural, size - own)
        for index in range(0, len(found), 2):
            line = self.lines[found[index]]
            count = own
            for place in range(found[index + 1], found[index + 1] + size):
                count += more >> line[place] & 1
            most = max(most, count)
        return most

    def ranks_of(self, cards: CardSet) -> int:
        """Return the ranks of cards, with a bit for each."""
        ranks = 0
        while cards:
            ranks |= self.bits[self.rank[(cards & -cards).bit_length() - 1]]
            cards &= cards - 1
        return ranks

    def has_suits(self, natural: CardSet) -> bool:
        """Whether cards that stand for themselves have as many different suits as they should."""
        if not self.counted:
            return True
        suits = 0
        for suit in self.suits:
            if natural & suit:
                suits += 1
        return self.least_suits <= max(suits, 1) <= self.most_suits

    def enough(self, natural: CardSet) -> bool:
        """Whether there are enough cards that stand for themselves, in the right suits."""
        return natural.bit_count() >= self.least_natural and self.has_suits(natural)

    def fits(self, natural: CardSet, wild: CardSet) -> bool:
        """Whether cards that stand for themselves are a run, with so many wild ones."""
        if natural & ~self.natural or not self.enough(natural):
            return False
        if self.of_suit:
            one = False
            for suit in self.suits:
                if not natural & ~suit:
                    one = True
            if not one:
                return False
        return len(self.windows(natural, wild.bit_count())) > 0

    @remembered(REMEMBERED)
    def wild_parts(self, cards: CardSet) -> list[CardSet]:
        """Return the sets of cards that may be taken as wild together; each has all jokers."""
        wild = cards & self.wild
        must = wild & ~self.natural
        optional = wild & self.natural
        found: list[CardSet] = []
        worked(1 << min(optional.bit_count(), 40))
        for chosen in subsets(optional, 0, optional.bit_count()):
            if (must | chosen).bit_count() <= self.wilds:
                found.append(must | chosen)
        return found

    def windows(self, natural: CardSet, wild: int) -> list[int]:
        """Return the possible places of a run: for each its line and the position of its start.

        Args:
            natural: the natural cards, all of one suit.
            wild: the number of wild cards.
        """
        found: list[int] = []
        ranks = self.ranks_of(natural)
        if ranks.bit_count() < natural.bit_count():
            return found
        length = natural.bit_count() + wild
        for number, line in enumerate(self.lines):
            whole = len(line) // 2 if self.around else len(line)
            if natural & ~self.within[number] or length > whole:
                continue
            if self.around:
                for start in range(whole):
                    held = 0
                    for place in range(start, start + length):
                        held |= self.bits[line[place]]
                    if not ranks & ~held:
                        found.append(number)
                        found.append(start)
                continue
            lowest, highest, left = whole, -1, ranks
            while left:
                place = self.places[number][(left & -left).bit_length() - 1]
                lowest, highest = min(lowest, place), max(highest, place)
                left &= left - 1
            for start in range(max(highest - length + 1, 0), min(lowest, whole - length) + 1):
                found.append(number)
                found.append(start)
        return found

    # -- readings of runs on the table (see growth.py)

    def readings(self, cards: CardSet) -> list[Reading]:
        """Return all readings of a run whose cards are laid at the same time."""
        found: list[Reading] = []
        length = cards.bit_count()
        for wild in self.wild_parts(cards):
            natural = cards & ~wild
            if self.fits(natural, wild):
                ranks = self.ranks_of(natural)
                suit = self.suit[(natural & -natural).bit_length() - 1] if self.of_suit else NONE
                windows = self.windows(natural, wild.bit_count())
                for index in range(0, len(windows), 2):
                    number, start = windows[index], windows[index + 1]
                    line = self.lines[number]
                    held = 0
                    for place in range(length):
                        if not ranks >> line[start + place] & 1:
                            held |= 1 << place
                    reading = (number, start, length, held, suit)
                    if not is_among(found, reading):
                        found.append(reading)
        return found

    def grown(self, reading: Reading, card: Card) -> list[Reading]:
        """Return the readings after a card is added at the lower or upper end of a run."""
        found: list[Reading] = []
        number, start, length, wild, suit = reading
        line = self.lines[number]
        rank = self.rank[card]
        natural = self.natural >> card & 1 and (suit == NONE or suit == self.suit[card])
        spare = self.wild >> card & 1 and wild.bit_count() < self.wilds
        whole = len(line) // 2 if self.around else len(line)
        if length >= whole:
            return found
        if start > 0 or self.around:
            below = (start - 1) % whole
            if natural and line[below] == rank:
                found.append((number, below, length + 1, wild << 1, suit))
            if spare:
                found.append((number, below, length + 1, wild << 1 | 1, suit))
        end = start + length
        if end < len(line):
            if natural and line[end] == rank:
                found.append((number, start, length + 1, wild, suit))
            if spare:
                found.append((number, start, length + 1, wild | 1 << length, suit))
        return found

    def at_ends(self, reading: Reading) -> CardSet:
        """Return the cards that can be added at the lower or upper end of a run."""
        number, start, length, wild, suit = reading
        line, at_place = self.lines[number], self.at_place[number]
        whole = len(line) // 2 if self.around else len(line)
        if length >= whole:
            return 0
        natural: CardSet = 0
        found: CardSet = 0
        if start > 0 or self.around:
            natural |= at_place[(start - 1) % whole]
            found = self.wild
        if start + length < len(line):
            natural |= at_place[start + length]
            found = self.wild
        if wild.bit_count() >= self.wilds:
            found = 0
        natural &= self.natural
        return found | (natural if suit == NONE else natural & self.suits[suit])

    def heights(self, reading: Reading) -> list[int]:
        """Return the places of cards that can be wild in a line of ranks, the highest first."""
        number, start, length, wild, _ = reading
        line = self.lines[number]
        found: list[int] = []
        for place in range(length):
            rank = line[start + place]
            if wild >> place & 1 or self.wild_ranks >> rank & 1:
                found.append(line.index(rank))
        return sorted(found, key=lambda place: -place)

    def settled(self, readings: Sequence[Reading]) -> list[Reading]:
        """Return the readings in which the cards that can be wild stand highest."""
        kept: list[Reading] = []
        if not readings:
            return kept
        most = self.heights(readings[0])
        for reading in readings:
            if follows(self.heights(reading), most):
                most = self.heights(reading)
        for reading in readings:
            for highest in readings:
                if self.heights(highest) == most and self.held(highest) == self.held(reading):
                    kept.append(reading)
                    break
        return kept

    def held(self, reading: Reading) -> list[int]:
        """Return the ranks at which cards stand that can be wild."""
        line = self.lines[reading[0]]
        return [line[place] for place in self.heights(reading)]

    # -- which melds there are

    def near(self, cards: CardSet) -> CardSet:
        """Return the cards that can be in one meld together with some given cards."""
        near = self.wild
        for part in self.parts:
            if not cards & ~self.wild & ~part:
                near |= part
        return near

    def find(self, hand: CardSet, copies: Flag = True, every: Flag = True) -> list[CardSet]:
        """Return every meld of this kind that some cards contain, in canonical order.

        Args:
            hand: a set of cards.
            copies: whether melds that differ only in which copy of a card they contain are all
                returned; else only those that take the lowest natural cards are.
            every: whether so are melds that differ only in which copies of wild cards they contain.
        """
        found: list[CardSet] = []
        if not self.present:
            return found
        wild = hand & self.wild
        least = max(self.least - min(wild.bit_count(), self.most_wild), 1)
        for part in self.parts:
            if (hand & part).bit_count() >= least:
                found += self.melds_in(hand & part, wild, copies, every)
        return in_order(found) if len(found) > 1 else found

    @remembered(REMEMBERED)
    def melds_in(self, own: CardSet, wild: CardSet, copies: Flag, every: Flag) -> list[CardSet]:
        """Return the melds of natural cards among some, and of wild cards; some twice."""
        if self.consecutive:
            return self.runs_in(own, wild, copies, every)
        return self.sets_in(own, wild, copies, every)

    def alike(self, card: Card, copies: Flag) -> CardSet:
        """Return the cards that are interchangeable with one."""
        return 1 << card if copies or not self.doubled else self.firsts[card][0]

    def with_wild(self, natural: CardSet, wild: CardSet, least: int, most: int, every: Flag) -> list[CardSet]:
        """Return melds of some natural cards, filled up with wild cards to certain sizes."""
        found: list[CardSet] = []
        spare = wild & ~natural
        held = natural.bit_count()
        for size in range(least, most + 1):
            if size == held:
                found.append(natural)
            elif size - held <= spare.bit_count():
                worked(comb(spare.bit_count(), size - held))
                if every or not self.doubled:
                    for extra in subsets(spare, size - held, size - held):
                        found.append(natural | extra)
                else:
                    for extra in self.lowest(spare, size - held):
                        if extra.bit_count() == size - held:
                            found.append(natural | extra)
        return found

    def lowest(self, cards: CardSet, most: int) -> list[CardSet]:
        """Return the sets of some cards that have the lowest cards of each face; the empty one too.

        Args:
            cards: the cards.
            most: the most cards of a set.
        """
        found: list[CardSet] = [0]
        while cards:
            alike = self.firsts[(cards & -cards).bit_length() - 1][0] & cards
            cards &= ~alike
            larger = [*found]
            for chosen in found:
                more, left = chosen, alike
                while left and more.bit_count() < most:
                    more |= left & -left
                    left &= left - 1
                    larger.append(more)
            worked(len(larger))
            found = larger
        return found

    def additions(self, meld: CardSet, cards: CardSet) -> list[CardSet]:
        """Return the sets of cards that can be added to a meld, the lowest of each face.

        Args:
            meld: the meld.
            cards: the cards to choose from.
        """
        found: list[CardSet] = []
        for chosen in self.lowest(cards, self.most - meld.bit_count()):
            if chosen and self.matches(meld | chosen):
                found.append(chosen)
        return found

    def sets_in(self, own: CardSet, wild: CardSet, copies: Flag, every: Flag) -> list[CardSet]:
        """Return the sets of natural cards among some and of wild cards; some twice."""
        found: list[CardSet] = []
        spare = min(self.most_wild, wild.bit_count())
        # What waits: the cards so far, and those among which further ones are.
        waiting = [0, own]
        while waiting:
            left = waiting[-1]
            chosen = waiting[-2]
            del waiting[-2:]
            count = chosen.bit_count()
            worked(2)  # it may be a meld
            if count and self.enough(chosen):
                end = count if self.of_any else min(self.most, count + spare)
                if self.wild:
                    least = max(self.least, count)
                    for meld in self.with_wild(chosen, wild, least, end, every):
                        found.append(meld)
                elif self.least <= count <= end:
                    found.append(chosen)
            while left and count < self.most:
                low = left & -left
                alike = self.alike(low.bit_length() - 1, copies) & left
                left &= ~alike
                larger, number = chosen, count
                while alike and number < self.most:
                    larger |= alike & -alike
                    alike &= alike - 1
                    number += 1
                    waiting.append(larger)
                    waiting.append(left)
        return found

    def runs_in(self, own: CardSet, wild: CardSet, copies: Flag, every: Flag) -> list[CardSet]:
        """Return the runs of natural cards among some and of wild cards; some twice."""
        found: list[CardSet] = []
        if not own:
            return found
        if self.doubled and not copies:
            left = own
            while left:
                low = left & -left
                alike = self.firsts[low.bit_length() - 1][0] & left
                own &= ~(alike ^ low)
                left &= ~alike
        spare = min(self.most_wild, wild.bit_count())
        low = own & -own
        for number, line in enumerate(self.lines):
            if not self.within[number] & low:
                continue
            whole = len(line) // 2 if self.around else len(line)
            most = min(self.most, whole)
            places = 0
            at_place = self.at_place[number]
            for place, there in enumerate(at_place):
                if own & there:
                    places |= self.bits[place]
            starts = places & self.bits[whole] - 1
            while starts:
                start = (starts & -starts).bit_length() - 1
                starts &= starts - 1
                if (places >> start & self.window).bit_count() + spare < self.least:
                    continue  # wild cards cannot fill the gaps
                end = start + whole if self.around else whole
                # What waits: the cards so far, and the position after the highest of them.
                waiting: list[CardSet] = [0]
                behind = [start]
                while waiting:
                    cards = waiting.pop()
                    after = behind.pop()
                    count = cards.bit_count()
                    worked(2)
                    last = min(end, start + most, start + count + spare + 1)
                    if not count:
                        last = start + 1
                    elif self.enough(cards):
                        least = max(self.least, after - start)
                        if self.wild:
                            longest = min(most, count + spare)
                            for meld in self.with_wild(cards, wild, least, longest, every):
                                found.append(meld)
                        elif least <= count <= most:
                            found.append(cards)
                    for place in range(after, last):
                        held = own & at_place[place]
                        while held:
                            waiting.append(cards | held & -held)
                            behind.append(place + 1)
                            held &= held - 1
        return found


def enumerate_melds(pack: Pack, meld: Meld) -> list[CardSet]:
    """Return every meld of a pattern in a whole pack, in canonical order."""
    return Pattern(pack, meld).find((1 << pack.size) - 1)


def is_among(readings: Sequence[Reading], reading: Reading) -> bool:
    """Return whether a reading is among others."""
    for other in readings:  # noqa: SIM110 - there are no generators
        if other == reading:
            return True
    return False


def follows(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether a list of numbers is greater than another one."""
    for index, number in enumerate(one):
        if index >= len(other):
            return True
        if number != other[index]:
            return number > other[index]
    return False
