"""The greatest value that disjoint melds of a hand can cover, in packs with copies or wild cards.

The search is a dynamic program over counts. Cards that all melds and values treat alike are one
*kind*: copies of one face, or all cards of a rank where suits do not matter. Wild cards of one kind
also form a *reserve*, from which a meld takes a number of cards without naming them. A hand is then
a vector of counts, one for each kind and each reserve, packed into one integer. The best value of
the remaining cards depends on that integer only, so it is cached by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..program.cards import Pack
from ..program.program import Meld
from .effort import too_much, worked
from .melds import CardSet, cards_of
from .pattern_tables import firsts
from .patterns import Pattern

MOST_KINDS = 300
"""The most kinds that a hand may have; the search recurses once for each kind."""

Wildness = tuple[int, tuple[int, ...]]
"""What the cards of one reserve have in common: their value, and 1 or 0 for each pattern in which
they are wild or not."""

Use = tuple[int, int, int]
"""A way to make a meld: the value of its cards, the sum of the positive values among them, and the
counts it takes from each kind and reserve, packed into one integer."""


class MeldCover:
    """Finds the greatest value that disjoint melds can cover, for the melds of one ruleset."""

    __slots__ = ("_kind_of", "_patterns", "_size", "_value", "_wildness")

    def __init__(self, pack: Pack, melds: Sequence[Meld]) -> None:
        """Divide the pack into kinds.

        Args:
            pack: the cards.
            melds: the patterns.
        """
        self._size = pack.size
        self._patterns = [_Unnamed(pack, meld) for meld in melds]
        self._value = pack.value
        ranks = any(meld.consecutive or meld.same == "rank" or meld.ranks for meld in melds)
        suits = any(meld.same == "suit" or meld.least_suits > 1 or meld.most_suits < len(pack.suits) for meld in melds)
        self._wildness = tuple(
            (value, tuple(pattern.wild >> card & 1 for pattern in self._patterns))
            for card, value in enumerate(pack.value)
        )
        natural = pack.natural
        self._kind_of = tuple(
            (
                pack.rank[c] if ranks else 0,
                pack.suit[c] if suits else natural >> c & 1,
                wildness,
            )
            for c, wildness in enumerate(self._wildness)
        )
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(self._kind_of))}
        alike = firsts(tuple(numbers[kind] for kind in self._kind_of))
        for pattern in self._patterns:
            pattern.firsts, pattern.doubled = alike, True

    def most(self, hand: CardSet) -> int:
        """Return the greatest total value that disjoint melds of a hand can cover.

        Args:
            hand: a set of cards.

        Raises:
            StepBudgetError: the hand has too many kinds, or the search takes too long.
        """
        cards = cards_of(hand)
        kinds: dict[object, list[int]] = {}
        wild: dict[Wildness, int] = {}
        for card in cards:
            kinds.setdefault(self._kind_of[card], []).append(card)
            wildness = self._wildness[card]
            if any(wildness[1]):
                wild[wildness] = wild.get(wildness, 0) + 1
        if len(kinds) > MOST_KINDS:
            too_much(f"there are too many ways to meld {len(cards)} cards")
        search = _Search(len(cards))
        unit: dict[int, int] = {}
        for alike in kinds.values():
            own = any(self._wildness[alike[0]][1])
            one = search.number(len(alike), 0 if own else self._value[alike[0]])
            unit.update(dict.fromkeys(alike, one))
        search.all_kinds_are_there()
        reserves = {wildness: (search.number(count, wildness[0]), count) for wildness, count in wild.items()}
        for card in cards:
            if self._wildness[card] in reserves:
                unit[card] |= reserves[self._wildness[card]][0]
        return search.most(self._uses(hand, unit, reserves))

    def _uses(self, hand: CardSet, unit: dict[int, int], reserves: dict[Wildness, tuple[int, int]]) -> Iterator[Use]:
        """Yield every way to make a meld of a hand.

        Args:
            hand: a set of cards.
            unit: for each card the counts that it takes as a natural card.
            reserves: for each reserve the counts that one wild card takes, and its size.
        """
        value = self._value
        for number, pattern in enumerate(self._patterns):
            mine = [(wildness[0], *reserve) for wildness, reserve in reserves.items() if wildness[1][number]]
            for part in pattern.parts:
                for found in pattern.unnamed(hand & part, hand & pattern.wild):
                    own = cards_of(found & (1 << self._size) - 1)
                    worth = sum([value[card] for card in own])
                    gain = sum([max(value[card], 0) for card in own])
                    takes = sum([unit[card] for card in own])
                    for more, above, taken in _drawn(mine, found >> self._size):
                        worked(1 + len(mine))
                        yield worth + more, gain + above, takes + taken


class _Unnamed(Pattern):
    """A pattern whose wild cards are not named but counted: their number is above the cards."""

    def unnamed(self, own: CardSet, wild: CardSet) -> list[CardSet]:
        """Return the melds of natural cards among some, and of wild cards; some twice."""
        return (self.runs_in if self.consecutive else self.sets_in)(own, wild, False, True)

    def with_wild(self, natural: CardSet, wild: CardSet, least: int, most: int, every: bool) -> list[CardSet]:
        """Return melds of some natural cards, filled up with wild cards to certain sizes."""
        held = natural.bit_count()
        spare = (wild & ~natural).bit_count()
        worked(1 + max(most - least, 0))
        return [natural | size - held << self.size for size in range(max(least, held), min(most, held + spare) + 1)]


def _drawn(reserves: Sequence[tuple[int, int, int]], count: int) -> Iterator[Use]:
    """Yield every way to take a number of wild cards.

    Args:
        reserves: for each reserve the value of a card, the counts that one card takes, its size.
        count: the number of wild cards.
    """
    if not count:
        yield 0, 0, 0
    elif reserves:
        (worth, one, held), *others = reserves
        for number in range(min(count, held) + 1):
            for more, above, taken in _drawn(others, count - number):
                yield more + number * worth, above + number * max(worth, 0), taken + number * one


class _Search:
    """The dynamic program over the counts of one hand."""

    def __init__(self, most: int) -> None:
        """Start with no counts.

        Args:
            most: the greatest possible count.
        """
        # Each count has a field of bits, with one more bit on top that shows a borrow.
        self._width = most.bit_length() + 1
        self._held: list[int] = []
        self._values: list[int] = []
        self._kinds = 0
        self._guard = 0
        self._by_kind: list[list[Use]] = []
        self._known: dict[int, int] = {}

    def number(self, held: int, value: int) -> int:
        """Add a field for a count and return the integer that stands for one card in it.

        Args:
            held: the number of cards.
            value: the value of each card.
        """
        one = 1 << len(self._held) * self._width
        self._held.append(held)
        self._values.append(value)
        self._guard |= one << self._width - 1
        return one

    def all_kinds_are_there(self) -> None:
        """Mark the end of the fields for kinds; further fields are for reserves."""
        self._kinds = len(self._held)

    def most(self, uses: Iterator[Use]) -> int:
        """Return the greatest value that can be covered.

        Args:
            uses: the melds that can be made; the lowest field that each uses is that of a kind.
        """
        width = self._width
        ways = {takes: (worth, gain, takes) for worth, gain, takes in uses if worth > 0}
        self._by_kind = [[] for _ in range(self._kinds)]
        useful = 0
        for takes, use in ways.items():
            self._by_kind[((takes & -takes).bit_length() - 1) // width].append(use)
            useful |= takes
        for kind in self._by_kind:
            kind.sort(reverse=True)
        start = limit = 0
        for index, (held, value) in enumerate(zip(self._held, self._values, strict=True)):
            if useful >> index * width & (1 << width) - 1:
                start |= held << index * width
                limit += held * max(value, 0)
        return self._best(start, limit)

    def _best(self, left: int, limit: int) -> int:
        """Return the greatest value that can be covered with the remaining counts.

        Args:
            left: the remaining counts.
            limit: an upper bound of the result.
        """
        known = self._known.get(left)
        if known is not None:
            return known
        width, guard = self._width, self._guard
        kinds = left & (1 << self._kinds * width) - 1
        if not kinds:
            return 0
        kind = ((kinds & -kinds).bit_length() - 1) // width
        uses = self._by_kind[kind]
        worked(1 + len(uses) // 8)
        best = 0
        for worth, gain, takes in uses:
            after = (left | guard) - takes
            if after & guard == guard:
                best = max(best, worth + self._best(after ^ guard, limit - gain))
                if best == limit:
                    break
        else:  # or leave the cards of this kind unmelded
            held = kinds >> kind * width & (1 << width) - 1
            limit -= held * max(self._values[kind], 0)
            best = max(best, self._best(left ^ held << kind * width, limit))
        self._known[left] = best
        return best
