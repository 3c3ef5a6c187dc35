"""The most that melds of a hand can cover, where cards look alike or may be wild.

Cards between which no meld and no value makes a difference are one *kind*: in a pack with copies
those of one face, and where suits do not matter those of one rank. Wild cards of one kind are also
one *reserve*, from which melds take without naming a card. A hand is then a few small numbers, how
many it has of each kind and in each reserve, packed into one integer; and the best that can be made
of what is left depends on that integer alone, however it came about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..check.cards import Pack
from ..check.program import Meld
from .effort import Effort, too_much
from .melds import Pattern, cards_of

MOST_KINDS = 300
"""Of how many kinds a hand may be; the search goes one call deeper for each."""

Wildness = tuple[int, tuple[int, ...]]
"""What wild cards of one reserve have in common: their value, and for each pattern 1 if they are
wild in it."""

Use = tuple[int, int, int]
"""A way to make a meld: the value it covers, the part of that above 0, and what it takes."""


class MeldCover:
    """Finds out how much melds can cover, with the melds of one ruleset."""

    __slots__ = ("_effort", "_kind_of", "_patterns", "_value", "_wildness")

    def __init__(self, pack: Pack, melds: Sequence[Meld], effort: Effort) -> None:
        """Divide the pack into kinds.

        Args:
            pack: the cards.
            melds: the patterns.
            effort: counts the work.
        """
        self._effort = effort
        self._patterns = [Pattern(pack, meld, effort) for meld in melds]
        self._value = pack.value
        ranks = any(meld.consecutive or meld.same == "rank" for meld in melds)
        suits = any(
            meld.same == "suit" or meld.least_suits > 1 or meld.most_suits < len(pack.suits)
            for meld in melds
        )
        self._wildness = tuple(
            (value, tuple(pattern.wild >> card & 1 for pattern in self._patterns))
            for card, value in enumerate(pack.value)
        )
        self._kind_of = tuple(
            (
                pack.rank[c] if ranks else 0,
                pack.suit[c] if suits else min(pack.suit[c], 0),
                wildness,
            )
            for c, wildness in enumerate(self._wildness)
        )

    def most(self, hand: int) -> int:
        """Return the greatest total value that disjoint melds of a hand can cover.

        Args:
            hand: a set of cards.
        """
        self._effort.begin()
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
        search = _Search(self._effort, len(cards))
        unit: dict[int, int] = {}
        for alike in kinds.values():
            own = any(self._wildness[alike[0]][1])
            one = search.number(len(alike), 0 if own else self._value[alike[0]])
            unit.update(dict.fromkeys(alike, one))
        search.all_kinds_are_there()
        reserves = {
            wildness: (search.number(count, wildness[0]), count) for wildness, count in wild.items()
        }
        for card in cards:
            if self._wildness[card] in reserves:
                unit[card] |= reserves[self._wildness[card]][0]
        return search.most(self._uses(hand, unit, reserves))

    def _uses(
        self, hand: int, unit: dict[int, int], reserves: dict[Wildness, tuple[int, int]]
    ) -> Iterator[Use]:
        """Yield every way to make a meld of a hand.

        Args:
            hand: a set of cards.
            unit: for each card what it takes to use it as itself.
            reserves: what it takes to use one card of each as a wild card, and how many it has.
        """
        value = self._value
        for number, pattern in enumerate(self._patterns):
            mine = [
                (wildness[0], *reserve)
                for wildness, reserve in reserves.items()
                if wildness[1][number]
            ]
            wild = (hand & pattern.wild).bit_count()
            for part in pattern.parts:
                kinds: dict[object, list[int]] = {}
                for card in cards_of(hand & part):
                    kinds.setdefault(self._kind_of[card], []).append(card)
                for natural, sizes in pattern.naturals(list(kinds.values()), wild):
                    own = cards_of(natural)
                    worth = sum([value[card] for card in own])
                    gain = sum([max(value[card], 0) for card in own])
                    takes = sum([unit[card] for card in own])
                    for size in sizes:
                        for more, above, taken in _drawn(mine, size - len(own)):
                            self._effort.add(1 + len(mine))
                            yield worth + more, gain + above, takes + taken


def _drawn(reserves: Sequence[tuple[int, int, int]], count: int) -> Iterator[Use]:
    """Yield every way to take so many wild cards.

    Args:
        reserves: where from: what each card is worth, what it takes to use one, how many there are.
        count: how many are taken.
    """
    if not count:
        yield 0, 0, 0
    elif reserves:
        (worth, one, held), *others = reserves
        for number in range(min(count, held) + 1):
            for more, above, taken in _drawn(others, count - number):
                yield more + number * worth, above + number * max(worth, 0), taken + number * one


class _Search:
    """The search for the best way to use up the numbers of a hand."""

    def __init__(self, effort: Effort, most: int) -> None:
        """Start with no numbers.

        Args:
            effort: counts the work.
            most: how great the numbers can be.
        """
        self._effort = effort
        # Each number has as many bits as it can need, and one above that shows a borrow.
        self._width = most.bit_length() + 1
        self._held: list[int] = []
        self._values: list[int] = []
        self._kinds = 0
        self._guard = 0
        self._by_kind: list[list[Use]] = []
        self._known: dict[int, int] = {}

    def number(self, held: int, value: int) -> int:
        """Add a number: of how many cards it is, and what each is worth; return what is one."""
        one = 1 << len(self._held) * self._width
        self._held.append(held)
        self._values.append(value)
        self._guard |= one << self._width - 1
        return one

    def all_kinds_are_there(self) -> None:
        """The numbers so far are those of kinds; what follows is for wild cards."""
        self._kinds = len(self._held)

    def most(self, uses: Iterator[Use]) -> int:
        """Return how much can be covered.

        Args:
            uses: the melds that can be made; the lowest number each takes from is that of a kind.
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
        """The most that can be covered with the numbers that are left.

        Args:
            left: the numbers.
            limit: more than this can not be covered with them.
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
        self._effort.add(1 + len(uses) // 8)
        best = 0
        for worth, gain, takes in uses:
            after = (left | guard) - takes
            if after & guard == guard:
                best = max(best, worth + self._best(after ^ guard, limit - gain))
                if best == limit:
                    break
        else:  # the cards of this kind may also be left over
            held = kinds >> kind * width & (1 << width) - 1
            limit -= held * max(self._values[kind], 0)
            best = max(best, self._best(left ^ held << kind * width, limit))
        self._known[left] = best
        return best
