"""What generated code calls, in the Python that can be translated.

A primitive whose own source can be translated is not here: it is translated itself. These functions
do the same as the primitives of `runtime/` with the same name, or as what Python has
of its own. Tests compare them with these.

A function that raises `NotImplementedError` is only declared here, so that translated code can call
it: it is never run in Python, and a routine in WebAssembly takes its place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ...runtime import chance
from ...runtime.budgets import MAX_CHOICES
from ...runtime.effort import WORK_OF_A_SET
from ...runtime.melds import CardSet, Found, precedes
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


def below(position: Any, limit: int) -> int:
    """Return a random number below a limit; a routine takes its place."""
    position.rng, number = chance.below(position.rng, limit)
    return number


def rolled(limit: int) -> int:
    """Return a random number of the players below a limit; a routine takes its place."""
    raise NotImplementedError(limit)


def counted(actions: int) -> None:
    """Note the number of legal actions of a decision; a routine takes its place."""
    raise NotImplementedError(actions)


def has_odd_seed() -> bool:
    """Return whether the seed of the game is odd; an instruction takes its place."""
    raise NotImplementedError


def scattered(cards: int) -> int:
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


def put_cards(cards: int) -> None:
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


def best(items: Sequence[int], key: Callable[[int], int], highest: bool) -> list[int]:
    """Return all items with the highest or lowest key, in their order."""
    found: list[int] = []
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


def best_of(items: Sequence[int], key: Callable[[int], int], highest: bool) -> list[int]:
    """Return `best` for a key that cannot fail."""
    return best(items, key, highest) if len(items) > 1 else [*items]


def cards_of(cards: int) -> list[int]:
    """Return the cards of a set."""
    found: list[int] = []
    while cards:
        found.append((cards & -cards).bit_length() - 1)
        cards &= cards - 1
    return found


def set_of(cards: Sequence[int]) -> int:
    """Return cards as a set."""
    result: CardSet = 0
    for card in cards:
        result |= 1 << card
    return result


def holder(zone: Sequence[int], card: int) -> int:
    """Return the seat in whose zone a card (a set of one) is, or -1."""
    for seat, held in enumerate(zone):
        if held & card:
            return seat
    return -1


def lowest(cards: int) -> int:
    """Return the lowest card of a set, or -1."""
    return (cards & -cards).bit_length() - 1


def each_once(cards: Sequence[int]) -> list[int]:
    """Return cards without duplicates, in the order of their first occurrences."""
    found: list[int] = []
    for card in cards:
        if card not in found:
            found.append(card)
    return found


def each_of(*items: int) -> list[int]:
    """Return cards or players in the order in which they are named, each once; none is left out."""
    return offered(items)


def offered(items: Sequence[int]) -> list[int]:
    """Return what can be chosen from a list."""
    found: list[int] = []
    for item in items:
        if item >= 0 and item not in found:
            found.append(item)
    return found


def join(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the members of two sequences without duplicates."""
    found: list[int] = []
    for item in left:
        if item not in found:
            found.append(item)
    for item in right:
        if item not in found:
            found.append(item)
    return found


def hands(zone: Sequence[int], players: Sequence[int]) -> list[int]:
    """Return the cards of several players' zones, player after player."""
    found: list[int] = []
    for player in players:
        held = zone[player]
        while held:
            found.append((held & -held).bit_length() - 1)
            held &= held - 1
    return found


def share(cards: Sequence[int], table: Sequence[int]) -> bool:
    """Return whether cards have the same attribute."""
    if not cards:
        return False
    wanted = table[cards[0]]
    if wanted < 0:
        return False
    for card in cards:  # noqa: SIM110 - there are no generators
        if table[card] != wanted:
            return False
    return True


def deal(stock: list[int], hands: list[int], rounds: int, seats: Sequence[int], bits: Sequence[int]) -> None:
    """Deal from the top of a pile, one card at a time, to zones without order."""
    for _ in range(rounds):
        for seat in seats:
            if stock:
                hands[seat] |= bits[stock.pop()]


def shuffle(position: Any, items: list[int], top: int | None = None) -> None:
    """Shuffle a pile; no deck is given. A routine takes its place."""
    position.rng = chance.shuffle(position.rng, items, top)


def random(position: Any, items: Sequence[int], nothing: int = -1) -> int:
    """Return a random item, or `nothing` if there is none."""
    return items[below(position, len(items))] if items else nothing


def random_n(position: Any, count: int, items: Sequence[int]) -> list[int]:
    """Return `count` random items, in their order."""
    places = [place for place in range(len(items))]  # noqa: C416 - a range is no list
    shuffle(position, places)
    return [items[place] for place in sorted_up(places[: max(count, 0)])]


def turn_in_order(order: Sequence[int], seat: int, step: int, players: Sequence[int]) -> int:
    """Return the first of a list of players, from one of them on, who is among others, or -1."""
    if seat < 0 or not order:
        return -1
    place = list_index(order, seat) if seat in order else 0
    for _ in range(len(order)):
        if order[place] in players:
            return order[place]
        place = (place + step) % len(order)
    return -1


def outcome(players: Sequence[int], count: int, wins: bool, together: bool) -> list[int]:
    """Return the result of a game that some players win or lose."""
    different = len(each_once(players))
    if not players or (different == count and count > 1 and not together):
        return [0 for _ in range(count)]
    mark = 1 if wins else -1
    return [mark if seat in players else -mark for seat in range(count)]


def ranked(scores: Sequence[int], best: int) -> list[int]:
    """Return the result in which the seats with the best score win; a draw if all have it."""
    if list_count(scores, best) == len(scores):
        return [0 for _ in scores]
    return [1 if score == best else -1 for score in scores]


def changed(items: Sequence[int], index: int, value: int) -> list[int]:
    """Return a copy of a tuple with another item at an index."""
    copy = list(items)
    copy[index] = value
    return copy


def with_entry(number: int, values: Sequence[int], value: int) -> list[int]:
    """Return the entries of a variable with a new value in one of them, counted from 1."""
    if not 1 <= number <= len(values):
        raise IndexError(number)
    copy = list(values)
    copy[number - 1] = value
    return copy


def with_column(number: int, values: Sequence[int], value: int) -> list[int]:
    """Return the columns of a variable with a new value in one of them."""
    return with_entry(number, values, value)


def column(number: int, values: Sequence[int]) -> int:
    """Return a column of a variable; columns are counted from 1."""
    if not 1 <= number <= len(values):
        raise IndexError(number)
    return values[number - 1]


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


def choices(cards: int, least: int, most: int) -> int:
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


def choice(cards: int, least: int, most: int, number: int) -> int:
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


def subsets(cards: int, least: int, most: int) -> list[int]:
    """Return the subsets with `least` to `most` cards, smaller ones first."""
    found: list[CardSet] = []
    if least > most or not choices(cards, least, most):
        return found
    pool = cards_of(cards)
    held = len(pool)
    for size in range(max(least, 0), min(most, held) + 1):
        # The places in the pool of the cards that are chosen.
        places = [place for place in range(size)]  # noqa: C416 - a range is no list
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


def sets(position: Any, least: int, most: int, cards: int) -> list[int]:
    """Return `subsets`, and charge its work to the step budget."""
    found = subsets(cards, least, most)
    position.work -= len(found) * WORK
    if position.work < 0:
        raise ValueError(most)
    return found


def adding(
    position: Any,
    least: int,
    most: int,
    cards: int,
    worth: Sequence[int],
    relation: str,
    bound: int,
) -> list[int]:
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
    found: list[int] = []
    looks = 0
    longest = position.work // WORK
    # What waits: the set so far, its size and total, and the place of the next card.
    waiting: list[int] = [0, 0, 0, 0]
    while waiting:
        start = waiting[-1]
        total = waiting[-2]
        size = waiting[-3]
        chosen = waiting[-4]
        list_cut(waiting, -4)
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
                waiting.append(size + 1)
                waiting.append(new)
                waiting.append(index + 1)
    position.work -= looks * WORK
    ordered: list[int] = []
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


def in_order(melds: Sequence[int]) -> list[int]:
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
    while parts > 1:  # each part is merged with the one behind it
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


# -- sides


def side(player: Player, sides: Sequence[int]) -> int:
    """Return the first player of a player's side; for nobody nobody."""
    return sides[player] if player >= 0 else -1


def team(player: Player, sides: Sequence[int]) -> list[int]:
    """Return the players of a player's side; none for nobody."""
    mine = side(player, sides)
    return [seat for seat, own in enumerate(sides) if own == mine]


def partners(player: Player, sides: Sequence[int]) -> list[int]:
    """Return the other players of a player's side."""
    mine = side(player, sides)
    return [seat for seat, own in enumerate(sides) if own == mine and seat != player]


def opponents(player: Player, sides: Sequence[int]) -> list[int]:
    """Return the players of the other sides; none for nobody."""
    mine = side(player, sides)
    return [seat for seat, own in enumerate(sides) if own != mine and mine >= 0]


def leaders(sides: Sequence[int]) -> list[int]:
    """Return the first player of each side."""
    return each_once(sides)


def made(count: int, rest: bool, *groups: Sequence[int]) -> list[int]:
    """Return the sides that groups of players make."""
    keys: list[int] = []
    found: list[int] = []
    for seat in range(count):
        key = -1 if rest else -2 - seat
        for index in range(len(groups) - 1, -1, -1):
            if seat in groups[index]:
                key = index
        keys.append(key)
        found.append(list_index(keys, key))
    return found


def sides_of(players: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Return the first player of each side that some players belong to."""
    return each_once([sides[player] for player in players])


def with_teams(players: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Return some players and all others on their sides."""
    named = [sides[player] for player in players]
    return [seat for seat, own in enumerate(sides) if own in named]
