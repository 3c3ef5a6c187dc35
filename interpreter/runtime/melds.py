"""Patterns of melds: whether cards are a meld, and which melds some cards contain.

A set of cards is an integer with one bit for each card. A meld has *natural* cards, which stand
for themselves, and wild cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from ..check.cards import NONE, Pack
from ..check.program import Meld
from .effort import Effort

Card = int
"""A card by its number; -1 is no card."""

CardSet = int
"""Some cards as bits: card `c` has the value `1 << c`."""

Reading = tuple[int, int, int, int, int]
"""A reading of a run (see growth.py): the number of its line, the position of its first card in the
line, its length, the positions of its wild cards (bits, from the first card on), and its suit."""


def cards_of(cards: CardSet) -> list[Card]:
    """Return the cards of a set in canonical order.

    >>> cards_of(0b1011)
    [0, 1, 3]
    """
    result: list[int] = []
    while cards:
        low = cards & -cards
        result.append(low.bit_length() - 1)
        cards ^= low
    return result


def set_of(cards: Iterable[int]) -> CardSet:
    """Return the set of some cards.

    >>> set_of([0, 1, 3]) == 0b1011
    True
    """
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def listed(cards: int | Sequence[int]) -> Sequence[int]:
    """Return cards, a set or a list of them, as a list."""
    return cards_of(cards) if isinstance(cards, int) else cards


def ends(pile: Sequence[Card]) -> list[CardSet]:
    """Return the sets of the last card of a pile, of its last two cards, and so on.

    >>> ends([3, 0, 2]) == [0b0100, 0b0101, 0b1101]
    True
    """
    found: list[int] = []
    cards = 0
    for card in reversed(pile):
        cards |= 1 << card
        found.append(cards)
    return found


def sizes_of(found: Iterable[int], test: Callable[[int], bool]) -> int:
    """Return the sizes of those sets of cards for which a test holds, with a bit for each size.

    >>> sizes_of(ends([3, 0, 2]), lambda cards: cards != 0b0101)
    5
    """
    sizes = 0
    for cards in found:
        if test(cards):
            sizes |= 1 << cards.bit_count() - 1
    return sizes


def lowest(cards: CardSet) -> Card:
    """Return the lowest card of a set, or -1 if it is empty."""
    return (cards & -cards).bit_length() - 1


def is_regular(pack: Pack) -> bool:
    """Return whether there is exactly one card for each rank and suit, ordered by rank."""
    width = len(pack.suits)
    suited = [card for card in range(pack.size) if pack.suit[card] >= 0]
    return width >= 2 and all(
        pack.rank[card] == card // width and pack.suit[card] == card % width for card in suited
    ) and len(suited) % width == 0  # fmt: skip


class Pattern:
    """One kind of meld in one pack.

    A *line* is a sequence of ranks in which runs can be formed. The cards of a run are at
    consecutive positions of a line; wild cards fill the gaps.

    Attributes:
        pack: the cards.
        meld: the pattern.
        wild: the cards that may be wild.
        natural: the cards that may be natural.
        parts: sets of cards, such as those of one suit; the natural cards of a meld are all in
            one of them.
        part_of: for each card the part that it is in; 0 if there is none.
        lines: the ranks of each line.
        within: for each line the natural cards of runs in it.
        suits: the cards of each suit.
        counted: whether the number of suits matters.
    """

    __slots__ = (
        "_effort", "_one_of_rank", "_sequential", "_sizes", "_steps", "counted", "lines", "meld",
        "natural", "pack", "part_of", "parts", "suits", "wild", "within",
    )  # fmt: skip

    def __init__(self, pack: Pack, meld: Meld, effort: Effort | None = None) -> None:
        """Prepare a pattern for a pack.

        Args:
            pack: the cards.
            meld: the pattern.
            effort: counts the work of the searches; None if it need not be counted.
        """
        self._effort = effort or Effort()
        self.pack = pack
        self.meld = meld
        of_rank = pack.masks(pack.rank)
        self.wild = sum(of_rank.get(rank, 0) for rank in {*meld.wild})
        # Other cards of a wild rank can also be natural; a joker cannot.
        self.natural = pack.natural
        if meld.ranks:
            named = sum(of_rank.get(rank, 0) for rank in {*meld.ranks})
            anything = meld.same is None and not meld.consecutive  # also jokers
            self.natural = named if anything else self.natural & named
        lines = [
            (self._line(order, ranks), cards)
            for ranks, cards in self._rank_lists()
            for order in meld.orders or ("",)
        ]
        self.lines = tuple(line for line, _ in lines)
        self.within = tuple(cards for _, cards in lines)
        self.counted = meld.least_suits > 1 or meld.most_suits < len(pack.suits)
        of_suit = pack.masks(pack.suit)
        suits = [of_suit.get(suit, 0) for suit in range(len(pack.suits))]
        self.suits = tuple(suits or [self.natural])
        self.parts = self._divided()
        part_of = [0] * pack.size
        for part in self.parts:  # which have no card in common
            for card in cards_of(part):
                part_of[card] = part
        self.part_of = tuple(part_of)
        self._steps = self._ladder()
        # Runs of any suits at the end of a pile are found card by card.
        natural = self.natural == (1 << pack.size) - 1
        self._sequential = natural and bool(self._steps) and meld.same != "suit"
        self._one_of_rank = tuple(1 << rank for rank in pack.rank) if self._sequential else ()
        self._sizes = (1 << min(meld.most, pack.size)) - (1 << max(meld.least, 1) - 1)

    def _ladder(self) -> tuple[int, ...]:
        """Return the runs from the first card on, by their sizes, if runs are easy to recognize.

        They are in a pack with one card for each rank and suit and without wild cards: there, two
        runs of a size and a suit are the same bits at different places.
        """
        pack, meld = self.pack, self.meld
        special = meld.wild or meld.around or meld.orders or meld.ranks or self.counted
        if not (meld.consecutive and meld.present and is_regular(pack)) or special:
            return ()
        width = len(pack.suits)
        return tuple(sum(1 << width * rank for rank in range(size))
                     for size in range(pack.size // width + 1))  # fmt: skip

    def _is_ladder(self, cards: CardSet, size: int) -> bool:
        """Return whether cards are a run, in a pack for which `_steps` are known."""
        if size >= len(self._steps) or cards & ~self.natural:
            return False
        held = cards
        if self.meld.same != "suit":  # a bit for each rank that is there
            for shift in range(1, len(self.pack.suits)):
                held |= cards >> shift
            held &= self._steps[-1]
        return held >> ((held & -held).bit_length() - 1) == self._steps[size]

    def _divided(self) -> tuple[int, ...]:
        pack, meld = self.pack, self.meld
        if meld.same is None and not meld.consecutive:
            return (self.natural if meld.ranks else (1 << pack.size) - 1,)
        if meld.consecutive and meld.same != "suit":
            return (self.natural,)
        column: tuple[int, ...] = getattr(pack, meld.same or "rank")
        found = pack.masks(column)
        alike = [self.natural & found.get(index, 0) for index in range(max(column) + 1)]
        return tuple(part for part in alike if part)

    @property
    def least(self) -> int:
        """The least number of cards of a meld."""
        return self.meld.least

    def _rank_lists(self) -> list[tuple[tuple[int, ...], int]]:
        """Return the lists of ranks in which runs lie, each with the natural cards of such runs.

        Runs of one suit lie in the suit's ranks.
        """
        pack = self.pack
        if self.meld.same != "suit":
            return [(tuple(range(pack.ranked)), self.natural)]
        found: dict[tuple[int, ...], int] = {}
        for suit, ranks in enumerate(pack.lines):
            found[ranks] = found.get(ranks, 0) | pack.mask(pack.suit, suit)
        return list(found.items())

    def _line(self, order: str, ranks: tuple[int, ...]) -> tuple[int, ...]:
        """Return the ranks of a line, twice in a row if runs may go around the corner."""
        line = list(ranks)
        if order:
            positions = self.pack.orders[order]
            line = sorted((r for r in line if positions[r] >= 0), key=lambda r: positions[r])
        return tuple(line * 2 if self.meld.around else line)

    def matches(self, cards: CardSet) -> bool:
        """Return whether cards are a meld of this kind.

        As many as possible of the cards that may be wild are taken as natural; so the number of
        wild cards is the least.

        Args:
            cards: a set of cards.
        """
        meld = self.meld
        size = cards.bit_count()
        if not meld.present or not meld.least <= size <= meld.most:
            return False
        if self._steps:
            return self._is_ladder(cards, size)
        if meld.same is None and not meld.consecutive:
            return self._has_suits(cards) and not (meld.ranks and cards & ~self.natural)
        if meld.consecutive and self.counted:
            self._effort.begin()
            return any(self._fits(cards & ~wild, wild) for wild in self._wild_parts(cards))
        natural, either = cards & ~self.wild, cards & self.wild & self.natural
        if natural & ~self.natural:
            return False
        first = natural or either
        part_of = self.part_of
        parts = {part_of[card] for card in (cards_of(first) if not natural else [lowest(first)])}
        count = self._most_in_run if meld.consecutive else self._most_alike
        least = max(size - meld.most_wild, meld.least_natural, 1)  # 0 is the count of no meld
        return any(
            least <= count(natural, either & part, size) for part in parts if not natural & ~part
        )

    def end_sizes(self, pile: Sequence[int]) -> int:
        """Return the sizes of those `ends` of a pile that are a meld of this kind.

        Args:
            pile: the pile.

        Returns:
            The lowest bit stands for size 1, the next for size 2, and so on.
        """
        longest = len(pile)
        if longest < self.meld.least:
            return 0
        if not self._sequential:
            return sizes_of(ends(pile), self.matches)
        one_of_rank, held, size, found = self._one_of_rank, 0, 1, 0
        for card in reversed(pile):
            own = one_of_rank[card]
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
        return found & self._sizes

    def _most_alike(self, natural: int, either: int, size: int) -> int:
        """Return the greatest number of natural cards in a meld of equals; 0 if it is not one.

        Args:
            natural: the cards that must be natural.
            either: the cards of the same part that may be natural or wild.
            size: the number of cards, with all wild cards.
        """
        meld = self.meld
        suits = [suit for suit in self.suits if natural & suit]
        alike = natural | sum(either & suit for suit in suits)
        spare = sorted([(either & suit).bit_count() for suit in self.suits if not natural & suit])
        others = [count for count in spare[::-1] if count][: max(meld.most_suits - len(suits), 0)]
        if not meld.least_suits <= len(suits) + len(others) <= meld.most_suits:
            return 0
        return min(alike.bit_count() + sum(others), size)

    def _most_in_run(self, natural: int, either: int, size: int) -> int:
        """Return the greatest number of natural cards in a run; 0 if it is not one.

        Args:
            natural: the cards that must be natural.
            either: the cards of the same part that may be natural or wild.
            size: the number of cards, with all wild cards.
        """
        rank = self.pack.rank
        own = natural.bit_count()
        more = {rank[card] for card in cards_of(either)} - {rank[c] for c in cards_of(natural)}
        most = 0
        for number, start in self.windows(natural, size - own):
            places = self.lines[number][start : start + size]
            most = max(most, own + sum(1 for place in places if place in more))
        return most

    def _wild_parts(self, cards: CardSet) -> Iterator[int]:
        """Yield the sets of cards that may be taken as wild together; each contains all jokers."""
        wild = cards & self.wild
        must = wild & ~self.natural
        optional = cards_of(wild & self.natural)
        for count in range(len(optional) + 1):
            for chosen in combinations(optional, count):
                self._effort.add()
                part = must | set_of(chosen)
                if part.bit_count() <= self.meld.most_wild:
                    yield part

    def _fits(self, natural: int, wild: int) -> bool:
        """Whether cards that stand for themselves are a run, with so many wild ones."""
        if natural & ~self.natural or not self._enough(natural):
            return False
        one_suit = self.meld.same != "suit" or any(not natural & ~suit for suit in self.suits)
        return one_suit and any(True for _ in self.windows(natural, wild.bit_count()))

    def _enough(self, natural: int) -> bool:
        """Whether there are enough cards that stand for themselves, in the right suits."""
        return natural.bit_count() >= self.meld.least_natural and self._has_suits(natural)

    def _has_suits(self, natural: int) -> bool:
        """Whether cards that stand for themselves have as many different suits as they should."""
        if not self.counted:
            return True
        suits = sum(1 for suit in self.suits if natural & suit)
        return self.meld.least_suits <= max(suits, 1) <= self.meld.most_suits

    def windows(self, natural: int, wild: int) -> Iterator[tuple[int, int]]:
        """Yield the possible places of a run: the number of its line and the position of its start.

        Args:
            natural: the natural cards, all of one suit.
            wild: the number of wild cards.
        """
        ranks = [self.pack.rank[card] for card in cards_of(natural)]
        if len(set(ranks)) < len(ranks):
            return
        length = len(ranks) + wild
        for number, line in enumerate(self.lines):
            if natural & ~self.within[number]:
                continue
            around = self.meld.around
            whole = len(line) // 2 if around else len(line)
            if length > whole:
                continue
            for start in range(whole if around else whole - length + 1):
                if set(ranks) <= set(line[start : start + length]):
                    yield number, start

    def line(self, number: int) -> tuple[int, ...]:
        """Return the ranks of a line."""
        return self.lines[number]

    def readings(self, cards: CardSet) -> set[Reading]:
        """Return all readings of a run whose cards are laid at the same time."""
        found: set[Reading] = set()
        self._effort.begin()
        for wild in self._wild_parts(cards):
            natural = cards & ~wild
            if not self._fits(natural, wild):
                continue
            own = cards_of(natural)
            ranks = {self.pack.rank[card] for card in own}
            suit = self.pack.suit[own[0]] if self.meld.same == "suit" else NONE
            length = cards.bit_count()
            for line, start in self.windows(natural, wild.bit_count()):
                places = self.lines[line][start : start + length]
                held = set_of(index for index, rank in enumerate(places) if rank not in ranks)
                found.add((line, start, length, held, suit))
        return found

    def near(self, cards: CardSet) -> int:
        """Return the cards that can be in one meld together with some given cards."""
        near = self.wild
        for part in self.parts:
            if not cards & ~self.wild & ~part:
                near |= part
        return near

    def grown(self, reading: Reading, card: Card) -> Iterator[Reading]:
        """Yield the readings after a card is added at the lower or upper end of a run."""
        number, start, length, wild, suit = reading
        line, rank = self.lines[number], self.pack.rank[card]
        natural = self.natural >> card & 1 and suit in (NONE, self.pack.suit[card])
        spare = self.wild >> card & 1 and wild.bit_count() < self.meld.most_wild
        around = self.meld.around
        whole = len(line) // 2 if around else len(line)
        if length >= whole:
            return
        if start > 0 or around:
            below = (start - 1) % whole
            if natural and line[below] == rank:
                yield number, below, length + 1, wild << 1, suit
            if spare:
                yield number, below, length + 1, wild << 1 | 1, suit
        end = start + length
        if end < len(line):
            if natural and line[end] == rank:
                yield number, start, length + 1, wild, suit
            if spare:
                yield number, start, length + 1, wild | 1 << length, suit

    @property
    def most_wild(self) -> int:
        """The greatest number of wild cards in a meld."""
        return self.meld.most_wild if self.wild else 0

    def find(self, hand: int, *, copies: bool = True) -> list[int]:
        """Return every meld of this kind that some cards contain, in canonical order.

        A meld with a natural card and the meld with a wild card in its place are both returned.

        Args:
            hand: a set of cards.
            copies: whether melds that differ only in which copy of a card they contain are all
                returned; else only the one with the lowest copies is.
        """
        found: set[int] = set()
        least = max(self.meld.least - min((hand & self.wild).bit_count(), self.most_wild), 1)
        for part in self.parts:
            if (hand & part).bit_count() >= least:
                found.update(self.find_in(part, hand, copies=copies))
        return sorted(found, key=lambda cards: (cards.bit_count(), cards_of(cards)))

    def find_in(self, part: int, hand: int, *, copies: bool = True) -> Iterator[int]:
        """Yield the melds whose natural cards are all in one of the `parts`."""
        self._effort.begin()
        own, wild = cards_of(hand & part), cards_of(hand & self.wild)
        alike = [[card] for card in own] if copies else self._alike(own)
        for natural, sizes in self.naturals(alike, len(wild)):
            count = natural.bit_count()
            spare = [card for card in wild if not natural >> card & 1]
            for size in sizes:
                if size - count > len(spare):
                    break
                for extra in combinations(spare, size - count):
                    self._effort.add()
                    yield natural | set_of(extra)

    def _alike(self, cards: list[int]) -> list[list[int]]:
        groups: dict[int, list[int]] = {}
        for card in cards:
            groups.setdefault(self.pack.face[card], []).append(card)
        return list(groups.values())

    def naturals(
        self, groups: Sequence[Sequence[int]], wild: int
    ) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield the natural cards of possible melds, each with the sizes that the meld can have.

        Args:
            groups: the cards to choose from, all of one part. The cards of a group are
                interchangeable: the first ones are taken.
            wild: the number of wild cards that are available.
        """
        if self.meld.present:
            wild = min(self.most_wild, wild)
            yield from (self._runs if self.meld.consecutive else self._sets)(groups, wild)

    def _sets(
        self, groups: Sequence[Sequence[int]], wild: int
    ) -> Iterator[tuple[int, Sequence[int]]]:
        meld = self.meld
        free = meld.same is None
        most = meld.most
        # Each entry: the cards so far, their number, and the next group to take cards from.
        open_ends = [(0, 0, 0)]
        while open_ends:
            chosen, count, after = open_ends.pop()
            self._effort.add()
            if count and self._enough(chosen):
                end = count if free else min(most, count + wild)
                yield chosen, range(max(meld.least, count), end + 1)
            for index in range(len(groups) - 1, after - 1, -1):
                cards = 0
                for number, card in enumerate(groups[index][: most - count], 1):
                    cards |= 1 << card
                    open_ends.append((chosen | cards, count + number, index + 1))

    def _runs(
        self, groups: Sequence[Sequence[int]], wild: int
    ) -> Iterator[tuple[int, Sequence[int]]]:
        if not groups:
            return
        held: dict[int, list[int]] = {}
        for group in groups:
            held.setdefault(self.pack.rank[group[0]], []).append(group[0])
        least = self.meld.least
        if len(held) + wild < least:
            return
        for number, line in enumerate(self.lines):
            if not self.within[number] >> groups[0][0] & 1:
                continue
            whole = len(line) // 2 if self.meld.around else len(line)
            places = set_of(place for place, rank in enumerate(line) if rank in held)
            window = (1 << least) - 1
            for start in range(whole):
                enough = (places >> start & window).bit_count() >= least - wild
                if enough and line[start] in held:
                    end = start + whole if self.meld.around else whole
                    yield from self._runs_from(line, start, end, held, wild)

    def _runs_from(
        self, line: tuple[int, ...], start: int, end: int, held: dict[int, list[int]], wild: int
    ) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield the runs whose lowest natural card is at `start`.

        Wild cards fill the gaps; any others are added at either end. So a run fits if it is not
        longer than the line.
        """
        meld = self.meld
        whole = len(line) // 2 if meld.around else len(line)
        most = min(meld.most, whole)
        open_ends = [(1 << card, start + 1, 1) for card in held[line[start]]]
        while open_ends:
            cards, after, count = open_ends.pop()
            self._effort.add()
            sizes = range(max(meld.least, after - start), min(most, count + wild) + 1)
            if sizes and self._enough(cards):
                yield cards, sizes
            for place in range(after, min(end, start + most, start + count + wild + 1)):
                for card in held.get(line[place], ()):
                    open_ends.append((cards | 1 << card, place + 1, count + 1))


def enumerate_melds(pack: Pack, meld: Meld) -> list[int]:
    """Return every meld of a pattern in a whole pack, in canonical order."""
    return Pattern(pack, meld).find((1 << pack.size) - 1)


def weights(values: Sequence[int]) -> list[tuple[int, int]]:
    """Decompose the values of items into weighted sets of items.

    The value of an item is the sum of the weights of the sets that contain it. So the sum of the
    values of any items is a sum of a few bit counts, each times a weight. There is a set for each
    binary digit of the values, and one for each digit of negative values.

    Args:
        values: the value of each item.

    Returns:
        Pairs of a weight and a set of items.

    >>> weights([1, 0, 5, -2])
    [(1, 5), (4, 4), (-2, 8)]
    """
    of_value: dict[int, int] = {}
    for item, value in enumerate(values):
        of_value[value] = of_value.get(value, 0) | 1 << item
    found: dict[int, int] = {}
    for sign in (1, -1):
        for digit in range(max(map(abs, of_value), default=0).bit_length()):
            alike = sum(
                items
                for value, items in of_value.items()
                if sign * value > 0 and sign * value >> digit & 1
            )
            if alike:
                found[alike] = found.get(alike, 0) + (sign << digit)
    return [(weight, alike) for alike, weight in found.items()]
