"""What generated code calls, in the Python that can be translated.

A primitive whose own source can be translated is not here: it is translated itself. These functions
do the same as the primitives of `runtime/` for which they stand (`forms.py`), or as what Python has
of its own. Tests compare them with these.

A function that raises `NotImplementedError` is only declared here, so that translated code can call
it: it is never run in Python, and a routine in WebAssembly takes its place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ...runtime.budgets import MAX_CHOICES
from ...runtime.effort import WORK_OF_A_SET
from ...runtime.melds import Card, CardSet, Found, cards_of, precedes
from ...runtime.primitives import Item
from ...runtime.teams import Player
from ...source.scalars import MAX_NUMBER

MOST = MAX_CHOICES
WORK = WORK_OF_A_SET

LARGEST = 1 << 40
"""Numbers that rules keep are smaller; a larger one traps, so that no sum exceeds 63 bits."""


def all_small(numbers: Sequence[int]) -> None:
    """Trap if one of some numbers is too large for native code."""
    for number in numbers:
        if number >= LARGEST or number <= -LARGEST:
            raise ValueError(number)


def all_rows_small(rows: Sequence[Sequence[int]]) -> None:
    """Do `all_small` for several sequences."""
    for row in rows:
        all_small(row)


def rolled(limit: int) -> int:
    """Return a random number of the players below a limit; a routine takes its place."""
    raise NotImplementedError(limit)


def counted(actions: int) -> None:
    """Note the number of legal actions of a decision; a routine takes its place."""
    raise NotImplementedError(actions)


def has_odd_seed() -> bool:
    """Return whether the seed of the game is odd; an instruction takes its place."""
    raise NotImplementedError


def scattered(cards: CardSet) -> int:
    """Return a number below 2^15 that depends on all of some cards, or on all bits of a number.

    The processor has a better one, which takes its place.

    >>> scattered(-1) < 1 << 15
    True
    """
    return cards % 0x7FFF


def square_root(number: int) -> int:
    """Return the root of a number below 2^52, rounded down; the processor has one, which is taken.

    >>> square_root(99)
    9
    """
    return math.isqrt(number)


def put(number: int) -> None:
    """Write a number into an array; a routine takes its place."""
    raise NotImplementedError(number)


def put_one(index: int, count: int) -> None:
    """Write so many numbers into an array: a 1 at an index, zeros elsewhere; a routine takes its place."""
    raise NotImplementedError(index, count)


def put_zeros(numbers: int, planes: int) -> None:
    """Write zeros as so many numbers and so many planes into an array; a routine takes its place."""
    raise NotImplementedError(numbers, planes)


def put_cards(cards: CardSet) -> None:
    """Write how many cards of each face are in a set into an array; a routine takes its place."""
    raise NotImplementedError(cards)


def allow(action: int) -> None:
    """Write that an action is legal into a mask; a routine takes its place."""
    raise NotImplementedError(action)


def tally(action: int) -> None:
    """Count an action, in the place of a mask; a routine takes its place."""
    raise NotImplementedError(action)


# -- lists


def same_members(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether two sequences of numbers are equal."""
    if len(one) != len(other):
        return False
    for left, right in zip(one, other):  # noqa: B905, SIM110 - both are equally long
        if left != right:
            return False
    return True


def among(member: int, members: Sequence[int]) -> bool:
    """Return `member in members`."""
    for each in members:  # noqa: SIM110 - there are no generators
        if each == member:
            return True
    return False


def list_pop(items: list[int], place: int = -1) -> int:
    """Return `items.pop(place)`."""
    found = items[place]
    if place != -1:
        if place < 0:
            place += len(items)
        for index in range(place, len(items) - 1):
            items[index] = items[index + 1]
    list_shorten(items)
    return found


def list_index(items: Sequence[int], member: int) -> int:
    """Return `items.index(member)`."""
    for place, each in enumerate(items):
        if each == member:
            return place
    raise ValueError(member)


def list_remove(items: list[int], member: int) -> None:
    """Do `items.remove(member)`."""
    list_pop(items, list_index(items, member))


def list_count(items: Sequence[int], member: int) -> int:
    """Return `items.count(member)`."""
    count = 0
    for each in items:
        if each == member:
            count += 1
    return count


def list_extend(items: list[int], members: Sequence[int]) -> None:
    """Do `items.extend(members)`."""
    for each in members:
        items.append(each)


def list_insert(items: list[int], place: int, member: int) -> None:
    """Do `items.insert(place, member)`."""
    if place < 0:
        place += len(items)
        if place < 0:
            place = 0
    items.append(member)
    for index in range(len(items) - 1, place, -1):
        items[index] = items[index - 1]
        items[index - 1] = member


def list_prepend(items: list[int], members: Sequence[int]) -> None:
    """Do `items[:0] = members`."""
    count = len(members)
    for _ in range(count):
        items.append(0)
    for place in range(len(items) - 1, count - 1, -1):
        items[place] = items[place - count]
    for place, each in enumerate(members):
        items[place] = each


def list_cut(items: list[int], place: int) -> None:
    """Do `del items[place:]`."""
    if place < 0:
        place += len(items)
        if place < 0:
            place = 0
    while len(items) > place:
        list_shorten(items)


def list_shorten(items: list[int]) -> None:
    """Remove the last member; a routine takes its place."""
    del items[-1]


# -- extremes and orders


def lowest_of(items: Sequence[int]) -> int:
    """Return `min(items)`."""
    found = items[0]
    for each in items:
        if each < found:
            found = each
    return found


def highest_of(items: Sequence[int]) -> int:
    """Return `max(items)`."""
    found = items[0]
    for each in items:
        if each > found:
            found = each
    return found


def lowest_of_or(items: Sequence[int], default: int) -> int:
    """Return `min(items, default=default)`."""
    return lowest_of(items) if items else default


def highest_of_or(items: Sequence[int], default: int) -> int:
    """Return `max(items, default=default)`."""
    return highest_of(items) if items else default


def lowest_of_by(items: Sequence[int], key: Callable[[int], int]) -> int:
    """Return `min(items, key=key)`."""
    found = items[0]
    value = key(found)
    for place in range(1, len(items)):
        other = key(items[place])
        if other < value:
            found, value = items[place], other
    return found


def highest_of_by(items: Sequence[int], key: Callable[[int], int]) -> int:
    """Return `max(items, key=key)`."""
    found = items[0]
    value = key(found)
    for place in range(1, len(items)):
        other = key(items[place])
        if other > value:
            found, value = items[place], other
    return found


def lowest_of_by_or(items: Sequence[int], key: Callable[[int], int], default: int) -> int:
    """Return `min(items, key=key, default=default)`."""
    return lowest_of_by(items, key) if items else default


def highest_of_by_or(items: Sequence[int], key: Callable[[int], int], default: int) -> int:
    """Return `max(items, key=key, default=default)`."""
    return highest_of_by(items, key) if items else default


def sorted_up(items: Sequence[int]) -> list[int]:
    """Return `sorted(items)`."""
    found: list[int] = []
    for each in items:
        found.append(each)
        place = len(found) - 1
        while place > 0 and found[place - 1] > each:
            found[place] = found[place - 1]
            place -= 1
        found[place] = each
    return found


def sorted_by(items: Sequence[int], key: Callable[[int], int]) -> list[int]:
    """Return `sorted(items, key=key)`."""
    return sorted_with(items, [key(each) for each in items])


def sorted_with(items: Sequence[int], values: list[int]) -> list[int]:
    """Return items in the order of their values, which are sorted too."""
    found: list[int] = []
    for each, value in zip(items, values, strict=True):
        found.append(each)
        place = len(found) - 1
        while place > 0 and values[place - 1] > value:
            found[place] = found[place - 1]
            values[place] = values[place - 1]
            place -= 1
        found[place] = each
        values[place] = value
    return found


def sorted_down_by(items: Sequence[int], key: Callable[[int], int]) -> list[int]:
    """Return `sorted(items, key=key, reverse=True)`."""
    return sorted_by(items, lambda each: -key(each))


# -- primitives


def best(items: Sequence[Item], key: Callable[[Item], int], highest: bool) -> list[Item]:
    """Return all items with the highest or lowest key, in their order."""
    found: list[Item] = []
    extreme = 0
    for each in items:
        value = key(each)
        if not found or value == extreme:
            found.append(each)
            extreme = value
        elif (value > extreme) == highest:
            found = [each]
            extreme = value
    return found


def holder(zone: Sequence[CardSet], card: CardSet) -> Player:
    """Return the seat in whose zone a card (a set of one) is, or -1."""
    for seat, held in enumerate(zone):
        if held & card:
            return seat
    return -1


def hands(zone: Sequence[CardSet], players: Sequence[Player]) -> list[Card]:
    """Return the cards of several players' zones, player after player."""
    found: list[Card] = []
    for player in players:
        held = zone[player]
        while held:
            found.append((held & -held).bit_length() - 1)
            held &= held - 1
    return found


def selected(pile: Sequence[Card], selectors: Sequence[bool], bit: Sequence[CardSet]) -> CardSet:
    """Return the set of those cards of a pile whose places are selected, from the bottom."""
    cards: CardSet = 0
    for card, wanted in zip(pile, selectors, strict=False):
        if wanted:
            cards |= bit[card]
    return cards


def each_once(cards: Sequence[Item]) -> list[Item]:
    """Return cards without duplicates, in the order of their first occurrences."""
    found: list[Item] = []
    for card in cards:
        if card not in found:
            found.append(card)
    return found


def each_of(*items: Item) -> list[Item]:
    """Return cards or players in the order in which they are named, each once; none is left out."""
    return offered(items)


def offered(items: Sequence[Item]) -> list[Item]:
    """Return what can be chosen from a list."""
    found: list[Item] = []
    for item in items:
        if item >= 0 and item not in found:
            found.append(item)
    return found


def join(left: Sequence[Item], right: Sequence[Item]) -> list[Item]:
    """Return the members of two sequences without duplicates."""
    found: list[Item] = []
    for item in left:
        if item not in found:
            found.append(item)
    for item in right:
        if item not in found:
            found.append(item)
    return found


def deal(
    stock: list[Card], hands: list[CardSet], rounds: int, seats: Sequence[Player], bits: Sequence[CardSet]
) -> None:
    """Deal from the top of a pile, one card at a time, to zones without order."""
    for _ in range(rounds):
        for seat in seats:
            if stock:
                hands[seat] |= bits[stock.pop()]


def numbers(first: int, last: int, step: int = 1) -> list[int]:
    """Return the numbers of a choice, each greater by `step` than the one before."""
    found: list[int] = []
    if step < 1 or last - first >= MOST * step:
        raise ValueError(last)
    while first <= last:
        found.append(first)
        first += step
    return found


def part(owner: int, size: int) -> list[int]:
    """Return the numbers of an owner's things, if each owner has so many."""
    return [owner * size + index for index in range(size)]


def stood(log: list[int], standing: Sequence[int]) -> None:
    """Note a standing in a list that has, for each standing, how often it lasted, and the standing.

    >>> log = [2, 5, 7]
    >>> stood(log, [5, 7])
    >>> stood(log, [6, 7])
    >>> log
    [3, 5, 7, 1, 6, 7]
    """
    place = len(log) - len(standing)
    if place > 0:
        same = True
        for seat, each in enumerate(standing):
            if log[place + seat] != each:
                same = False
        if same:
            log[place - 1] += 1
            return
    log.append(1)
    for each in standing:
        log.append(each)


# -- sets of cards with so many members


FEW = 8
WAYS = tuple(tuple(min(math.comb(many, few), MOST + 1) for few in range(FEW + 1)) for many in range(64))
"""In how many ways so few of so many things can be chosen."""


def comb(many: int, few: int) -> int:
    """Return in how many ways some of many things can be chosen; not much more than `MOST`."""
    if few < 0 or few > many:
        return 0
    few = min(few, many - few)
    if few <= FEW and many < 64:
        return WAYS[many][few]
    ways = 1
    for index in range(few):
        ways = ways * (many - index) // (index + 1)
        if ways > MOST:
            return MOST + 1
    return ways


def choices(cards: CardSet, least: int, most: int) -> int:
    """Return the number of sets that `subsets` returns."""
    held = cards.bit_count()
    count = 0
    if least == most:
        count = comb(held, least)
    else:
        for size in range(max(least, 0), min(most, held) + 1):
            count += comb(held, size)
    if count > MOST:
        raise ValueError(count)
    return count


def choice(cards: CardSet, least: int, most: int, number: int) -> CardSet:
    """Return the set with an index in the result of `subsets`."""
    size = max(least, 0)
    held = cards.bit_count()
    count = comb(held, size)
    while number >= count:
        number -= count
        size += 1
        count = comb(held, size)
    chosen = 0
    while size:
        low = cards & -cards
        cards ^= low
        held -= 1
        count = WAYS[held][size - 1] if size <= FEW and held < 64 else comb(held, size - 1)
        if number < count:
            chosen |= low
            size -= 1
        else:
            number -= count
    return chosen


def subsets(cards: CardSet, least: int, most: int) -> list[CardSet]:
    """Return the subsets with `least` to `most` cards, smaller ones first."""
    found: list[CardSet] = []
    if least > most or not choices(cards, least, most):
        return found
    pool = cards_of(cards)
    held = len(pool)
    for size in range(max(least, 0), min(most, held) + 1):
        # The places in the pool of the cards that are chosen.
        places = [place for place in range(size)]  # noqa: C416 - a range is not a list
        index = 0
        while index >= 0:
            chosen: CardSet = 0
            for place in places:
                chosen |= 1 << pool[place]
            found.append(chosen)
            index = size - 1
            while index >= 0 and places[index] == held - size + index:
                index -= 1
            if index >= 0:
                places[index] += 1
                for later in range(index + 1, size):
                    places[later] = places[later - 1] + 1
    return found


def adding(
    position: Any,
    least: int,
    most: int,
    cards: CardSet,
    worth: Sequence[int],
    relation: str,
    bound: int,
) -> list[CardSet]:
    """Return the subsets with `least` to `most` cards whose total has a relation to a number."""
    low = -MAX_NUMBER
    high = MAX_NUMBER
    if relation == "eq" or relation == "ge":
        low = bound
    if relation == "gt":
        low = bound + 1
    if relation == "eq" or relation == "le":
        high = bound
    if relation == "lt":
        high = bound - 1
    pool = cards_of(cards)
    count = len(pool)
    takes = [0 for _ in range(count + 1)]
    adds = [0 for _ in range(count + 1)]
    for place in range(count - 1, -1, -1):
        takes[place] = takes[place + 1] + min(worth[pool[place]], 0)
        adds[place] = adds[place + 1] + max(worth[pool[place]], 0)
    found: list[CardSet] = []
    looks = 0
    longest = position.work // WORK
    # What waits: sets so far, and for each its total and the place of the next card.
    waiting: list[CardSet] = [0]
    places: list[int] = [0, 0]
    while waiting:
        chosen = waiting.pop()
        size = chosen.bit_count()
        start = places.pop()
        total = places.pop()
        looks += 1
        if size >= least and low <= total <= high:
            found.append(chosen)
            if len(found) > MOST:
                raise ValueError(cards)
        if looks > longest:
            raise ValueError(cards)
        if size >= most:
            continue
        for index in range(count - 1, start - 1, -1):
            new = total + worth[pool[index]]
            if new + takes[index + 1] <= high and new + adds[index + 1] >= low and size + count - index >= least:
                waiting.append(chosen | 1 << pool[index])
                places.append(new)
                places.append(index + 1)
    position.work -= looks * WORK
    ordered: list[CardSet] = []
    for size in range(count + 1):
        for each in found:
            if each.bit_count() == size:
                ordered.append(each)
    return ordered


# -- melds


def unique(found: Sequence[Found]) -> list[Found]:
    """Return actions without duplicates."""
    kept: list[Found] = []
    size = 16
    while size < 2 * len(found):
        size <<= 1
    table = [0] * size  # the numbers of those that are kept, from 1, by their cards
    for action in found:
        at = scattered(action[1]) & size - 1
        while table[at] and kept[table[at] - 1][1] != action[1]:
            at = at + 1 & size - 1
        if not table[at]:
            kept.append(action)
            table[at] = len(kept)
    return kept


def in_order(melds: Sequence[CardSet]) -> list[CardSet]:
    """Return sets of cards in canonical order, each once."""
    # Where the parts that are already in order begin, and where the last one ends.
    bounds, parts = [0] * (len(melds) + 1), 1
    for index in range(1, len(melds)):
        if not precedes(melds[index - 1], melds[index]):
            bounds[parts] = index
            parts += 1
    if parts == 1:
        return [*melds]
    bounds[parts] = len(melds)
    source, target = [*melds], [*melds]
    while parts > 1:  # each part is merged with the one after it
        place = merged = 0
        for part in range(0, parts, 2):
            left, middle = bounds[part], bounds[part + 1]
            right, end = middle, bounds[min(part + 2, parts)]
            while left < middle or right < end:
                if right >= end or (left < middle and not precedes(source[right], source[left])):
                    target[place] = source[left]
                    left += 1
                else:
                    target[place] = source[right]
                    right += 1
                place += 1
            bounds[merged] = bounds[part]
            merged += 1
        bounds[merged] = len(melds)
        parts = merged
        source, target = target, source
    kept: list[CardSet] = []
    for meld in source:
        if not kept or kept[-1] != meld:
            kept.append(meld)
    return kept
