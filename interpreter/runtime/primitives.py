"""Small functions on cards, players and positions, which generated code calls.

They are written for speed. Unless a docstring says otherwise, a set of cards or seats is an integer
with one bit for each member, a list of cards is ordered bottom to top, -1 is no card or nobody, and
a table has an entry for each card. In generated code the names begin with `_`; `NAMES` maps them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, compress
from math import comb
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import ColumnError, NobodyError, PileError, SeatingError, StepBudgetError
from ..source.scalars import MAX_DIGITS, MAX_NUMBER
from . import chance, teams
from .effort import WORK_OF_A_STEP, place_in_rules, too_much
from .melds import cards_of, ends, lowest, set_of

if TYPE_CHECKING:
    from .position import Position


MOST_REMEMBERED = 1 << 16
"""The most values of one definition that are remembered."""

FEW = 6
"""So many cards for each player are dealt faster one by one."""

MAX_CHOICES = 200_000
"""The most sets of cards that one decision may have as choices."""


def first(items: Sequence[int], nothing: int) -> int:
    """Return the first item, or `nothing` if there is none."""
    return items[0] if items else nothing


def last(items: Sequence[int], nothing: int) -> int:
    """Return the last item (the top of a pile), or `nothing` if there is none."""
    return items[-1] if items else nothing


def there(pile: int) -> int:
    """Return the index of a pile on the table, which must not be -1.

    Raises:
        PileError: the index is -1, so there is no pile.
    """
    if pile < 0:
        raise PileError(f"{place_in_rules()}this asks for one of no piles")
    return pile


def nth(number: int, piles: Sequence[int]) -> int:
    """Return one of several piles, counted from 1.

    Raises:
        PileError: there is no such pile.
    """
    if not 1 <= number <= len(piles):
        raise PileError(f"{place_in_rules()}there is no pile {number}")
    return piles[number - 1]


def part(owner: int, size: int) -> range:
    """Return the numbers of an owner's things, if each owner has so many."""
    return range(owner * size, owner * size + size)


def first_n(count: int, items: Sequence[int]) -> Sequence[int]:
    """Return the first `count` items."""
    return items[:count] if count > 0 else []


def last_n(count: int, items: list[int]) -> list[int]:
    """Return the last `count` items."""
    return items[-count:] if count > 0 else []


def heaped(piles: Sequence[Sequence[int]]) -> int:
    """Return the cards of several piles as a set."""
    cards = 0
    for pile in piles:
        for card in pile:
            cards |= 1 << card
    return cards


def tops(piles: Sequence[Sequence[int]], bit: Sequence[int]) -> int:
    """Return the top cards of several piles as a set; `bit` has the set of each card alone."""
    cards = 0
    for pile in piles:
        if pile:
            cards |= bit[pile[-1]]
    return cards


def bottoms(piles: Sequence[Sequence[int]], bit: Sequence[int]) -> int:
    """Return the lowest cards of several piles as a set; `bit` has the set of each card alone."""
    cards = 0
    for pile in piles:
        if pile:
            cards |= bit[pile[0]]
    return cards


def on_tops(piles: Sequence[Sequence[int]], table: Sequence[int]) -> int:
    """Return the union of the sets that a table has for the top cards of several piles."""
    cards = 0
    for pile in piles:
        cards |= table[pile[-1] if pile else -1]
    return cards


def united(sets: Sequence[int]) -> int:
    """Return the union of several sets."""
    result = 0
    for each in sets:
        result |= each
    return result


def selected(pile: Sequence[int], selectors: Sequence[bool], bit: Sequence[int]) -> int:
    """Return the set of those cards of a pile whose places are selected, from the bottom.

    Args:
        pile: the pile.
        selectors: for each place whether it is selected.
        bit: the set of each card alone.
    """
    cards = 0
    for card in compress(pile, selectors):
        cards |= bit[card]
    return cards


def first_on_top(piles: Sequence[Sequence[int]], table: Sequence[bool]) -> int:
    """Return the number of the first pile whose top card a table has as true, or -1."""
    for number, pile in enumerate(piles):
        if table[pile[-1] if pile else -1]:
            return number
    return -1


def in_some(piles: Sequence[Sequence[int]], card: int) -> bool:
    """Return whether a card lies in one of several piles."""
    for pile in piles:  # noqa: SIM110 - a generator would take twice as long
        if card in pile:
            return True
    return False


def lying(cards: int, piles: Sequence[Sequence[int]]) -> int:
    """Return those cards of a set that lie in one of several piles."""
    found = 0
    while cards:
        low = cards & -cards
        if in_some(piles, low.bit_length() - 1):
            found |= low
        cards ^= low
    return found


def apart(cards: int, piles: Sequence[Sequence[int]]) -> int:
    """Return those cards of a set that lie in none of several piles.

    >>> apart(0b110, [[1], [3, 0]]), apart(0b11110, [[1], [3, 0]])
    (4, 20)
    """
    if not cards:
        return 0
    return cards & ~(heaped(piles) if cards.bit_count() > 2 else lying(cards, piles))


def as_pile(card: int) -> list[int]:
    """Return a list with one card, or without cards for -1."""
    return [card] if card >= 0 else []


def each_once(cards: Sequence[int]) -> list[int]:
    """Return cards without duplicates, in the order of their first occurrences."""
    return list(dict.fromkeys(cards))


def each_of(*items: int) -> list[int]:
    """Return cards or players in the order in which they are named, each once; none is left out."""
    return [item for item in dict.fromkeys(items) if item >= 0]


def as_players(player: int) -> tuple[int, ...]:
    """Return a tuple with one player, or the empty tuple for nobody."""
    return (player,) if player >= 0 else ()


def join(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Return the members of two sequences without duplicates."""
    return tuple(dict.fromkeys([*left, *right]))


def minus(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Return the members of the first sequence that are not in the second."""
    return tuple([item for item in left if item not in right]) if right else tuple(left)


def share(cards: list[int], table: Sequence[int]) -> bool:
    """Return whether cards have the same attribute; false for no cards and for cards without it.

    Args:
        cards: the cards.
        table: the attribute of each card, such as its rank; negative for cards without it.
    """
    if not cards:
        return False
    wanted = table[cards[0]]
    if wanted < 0:
        return False
    for card in cards:  # noqa: SIM110 - a generator would take twice as long
        if table[card] != wanted:
            return False
    return True


def share_set(cards: int, table: Sequence[int], like: Sequence[int]) -> bool:
    """Return `share` for a set of cards.

    Args:
        cards: the cards.
        table: the attribute of each card; negative for cards without it.
        like: for each card the set of those with the same attribute.
    """
    first = (cards & -cards).bit_length() - 1
    return first >= 0 and table[first] >= 0 and not cards & ~like[first]


def all_alike(cards: int, like: Sequence[int]) -> bool:
    """Return `share_set` where each card has the attribute."""
    return cards != 0 and not cards & ~like[cards.bit_length() - 1]


def best(items: Sequence[int], key: Callable[[int], int], highest: bool) -> list[int]:
    """Return all items with the highest or lowest key, in their order."""
    if not items:
        return []
    keys = [key(item) for item in items]
    extreme = max(keys) if highest else min(keys)
    return [item for item, value in zip(items, keys, strict=True) if value == extreme]


def best_of(items: Sequence[int], key: Callable[[int], int], highest: bool) -> list[int]:
    """Return `best` for a key that cannot fail: that of a single item is not computed."""
    return best(items, key, highest) if len(items) > 1 else [*items]


def best_set(cards: int, key: Callable[[int], int], highest: bool) -> int:
    """Return `best` for a set of cards."""
    return set_of(best(cards_of(cards), key, highest))


def best_card(cards: int, table: Sequence[int]) -> int:
    """Return the card of a set with the highest value in a table, or -1."""
    best = -1
    while cards:
        card = cards.bit_length() - 1
        cards ^= 1 << card
        if best < 0 or table[card] > table[best]:
            best = card
    return best


def piles(zone: list[list[int]], players: Sequence[int]) -> list[int]:
    """Return the cards of several players' ordered zones, player after player."""
    return [card for player in players for card in zone[player]]


def like(cards: Sequence[int], table: Sequence[int]) -> int:
    """Return the union of the sets that a table has for some cards."""
    result = 0
    for card in cards:
        result |= table[card]
    return result


def lead(zone: list[int], players: Sequence[int]) -> int:
    """Return the first card of several players' zones, player after player, or -1."""
    for player in players:
        held = zone[player]
        if held:
            return (held & -held).bit_length() - 1
    return -1


def holder(zone: list[int], card: int) -> int:
    """Return the seat in whose zone a card (a set of one) is, or -1."""
    if card and card in zone:  # the only card there, as in a trick
        return zone.index(card)
    for seat, held in enumerate(zone):
        if held & card:
            return seat
    return -1


def union(zone: list[int], players: Sequence[int]) -> int:
    """Return the cards of several players' zones as one set."""
    cards = 0
    for player in players:
        cards |= zone[player]
    return cards


def hands(zone: list[int], players: Sequence[int]) -> list[int]:
    """Return the cards of several players' zones, player after player."""
    result: list[int] = []
    for player in players:
        held = zone[player]
        if held & held - 1:
            result += cards_of(held)
        elif held:
            result.append(held.bit_length() - 1)
    return result


def present(count: int, away: int) -> tuple[int, ...]:
    """Return the seats that are not in the set `away`."""
    return tuple(seat for seat in range(count) if not away >> seat & 1)


def present_from(count: int, away: int) -> tuple[Sequence[int], ...]:
    """Return for each seat those from it on that are not in the set `away`, and last for nobody."""
    present_seats = present(count, away)
    return (
        *(
            tuple(sorted(present_seats, key=lambda other: (other - seat) % count))
            for seat in range(count)
        ),
        FromNobody(),
    )


def beside(away: int, seat: int, step: int, count: int) -> int:
    """Return the next seat in a direction that is not in the set `away`, or -1.

    Args:
        away: the set of seats to skip.
        seat: the seat to start from.
        step: 1 or -1.
        count: the number of seats.
    """
    if seat < 0:
        return -1
    for _ in range(count):
        seat = (seat + step) % count
        if not away >> seat & 1:
            return seat
    return -1


def neighbours(count: int, step: int, away: int) -> tuple[int, ...]:
    """Return for each seat, and last for nobody, the next one that is not in the set `away`."""
    return (*(beside(away, seat, step, count) for seat in range(count)), -1)


def seating(numbers: Sequence[int], tables: int, place: str) -> tuple[int, ...]:
    """Return the table of each seat, from 0.

    Args:
        numbers: the table of each seat as the rule numbers them, from 1.
        tables: the number of tables.
        place: the place of the rule, for errors.

    Raises:
        SeatingError: a table does not exist, or a table has no player.
    """
    for seat, number in enumerate(numbers):
        if not 1 <= number <= tables:
            raise SeatingError(
                f"{place}: player {seat} is sent to table {number}; "
                f"tables are counted from 1 to {tables}"
            )
    for number in range(1, tables + 1):
        if number not in numbers:
            raise SeatingError(f"{place}: nobody is sent to table {number}")
    return tuple(number - 1 for number in numbers)


def seated(position: Position) -> tuple[int, ...]:
    """Return the seats at the table in place."""
    return tuple(seat for seat, table in enumerate(position.seated) if table == position.table)


def elsewhere(position: Position) -> int:
    """Return the set of seats that are at other tables or out of the game."""
    return position.gone | set_of(
        s for s, table in enumerate(position.seated) if table != position.table
    )


def outcome(players: Sequence[int], count: int, wins: bool, together: bool) -> tuple[int, ...]:
    """Return the result of a game that some players win or lose: 1, 0 or -1 for each seat.

    Args:
        players: the players; without players the game is a draw.
        count: the number of seats.
        wins: whether they win; otherwise they lose.
        together: whether all seats may win together; otherwise that is a draw, unless there is
            one seat only.
    """
    if not players or (len(set(players)) == count > 1 and not together):
        return (0,) * count
    mark = 1 if wins else -1
    return tuple(mark if seat in players else -mark for seat in range(count))


def changed(items: tuple[object, ...], index: int, value: object) -> tuple[object, ...]:
    """Return a copy of a tuple with another item at an index."""
    copy = list(items)
    copy[index] = value
    return tuple(copy)


def ranked(scores: Sequence[int], best: int) -> tuple[int, ...]:
    """Return the result in which the seats with the best score win; a draw if all have it."""
    if scores.count(best) == len(scores):
        return (0,) * len(scores)
    return tuple([1 if score == best else -1 for score in scores])


def deal(
    stock: list[int], hands: list[int], rounds: int, seats: Sequence[int], bits: Sequence[int]
) -> None:
    """Deal from the top of a pile, one card at a time, to zones without order.

    Args:
        stock: the pile, which may be too small.
        hands: the zones, by seat.
        rounds: the number of cards for each seat.
        seats: the seats to deal to, in order.
        bits: for each card the set with only this card.
    """
    if rounds <= FEW:
        for _ in range(rounds):
            for seat in seats:
                if stock:
                    hands[seat] |= bits[stock.pop()]
        return
    players = len(seats)
    count = min(max(rounds, 0) * players, len(stock))
    if not count:
        return
    dealt = stock[: -count - 1 : -1]
    del stock[-count:]
    get = bits.__getitem__
    for index, seat in enumerate(seats):
        hands[seat] |= sum(map(get, dealt[index::players]))


def shuffle(position: Position, items: list[int], top: int | None = None) -> None:
    """Shuffle a pile. If a deck is given, the first shuffle puts the pile in its order.

    Args:
        position: the position.
        items: the pile. Cards of a given deck that are no longer in the pile are skipped.
        top: shuffle only so many cards at the top, because no others are used; None for all.
    """
    if position.deck:
        order = position.deck
        position.deck = ()
        held = set(items)
        items[:] = [card for card in reversed(order) if card in held]
        return
    position.rng = chance.shuffle(position.rng, items, top)


def random(position: Position, items: Sequence[int], nothing: int = -1) -> int:
    """Return a random item, or `nothing` if there is none."""
    if not items:
        return nothing
    position.rng, index = chance.below(position.rng, len(items))
    return items[index]


def random_n(position: Position, count: int, items: Sequence[int]) -> list[int]:
    """Return `count` random items, in their order."""
    places = list(range(len(items)))
    position.rng = chance.shuffle(position.rng, places)
    return [items[place] for place in sorted(places[: max(count, 0)])]


def pick(pile: list[int], cards: int) -> int:
    """Remove a set of cards from a pile; return the set of cards that were not in it."""
    if not cards & cards - 1:
        card = cards.bit_length() - 1
        if card not in pile:
            return cards
        pile.remove(card)
        return 0
    kept: list[int] = []
    for card in pile:
        if cards >> card & 1:
            cards ^= 1 << card
        else:
            kept.append(card)
    pile[:] = kept
    return cards


def pick_among(piles: Sequence[list[int]], cards: int) -> int:
    """Remove a set of cards from several piles; return the set of cards that were in none."""
    if not cards & cards - 1:
        card = cards.bit_length() - 1
        for pile in piles:
            if card in pile:
                pile.remove(card)
                return 0
        return cards
    for pile in piles:
        if cards:
            cards = pick(pile, cards)
    return cards


def run_of(card: int, piles: Sequence[list[int]]) -> list[int]:
    """Return a card and those that lie on it; no cards if it is in none of the piles."""
    for pile in piles:
        if card in pile:
            return pile[pile.index(card) :]
    return []


def pull(piles: Sequence[list[int]], cards: list[int]) -> bool:
    """Remove cards from one of several piles, if they are its uppermost in this order.

    Returns:
        Whether they were there.
    """
    if not cards:
        return True
    lowest, count = cards[0], len(cards)
    for pile in piles:
        if lowest in pile:
            if pile[-count:] != cards:
                return False
            del pile[-count:]
            return True
    return False


def subsets(cards: int, least: int, most: int) -> list[int]:
    """Return the subsets with `least` to `most` cards, smaller ones first.

    Raises:
        StepBudgetError: there are more than `MAX_CHOICES`.
    """
    pool = cards_of(cards)
    sizes = range(max(least, 0), min(most, len(pool)) + 1)
    if sum(comb(len(pool), size) for size in sizes) > MAX_CHOICES:
        flooded(f"{least} or more of {len(pool)} cards")
    bits = [1 << card for card in pool]
    return [sum(chosen) for size in sizes for chosen in combinations(bits, size)]


def sets(position: Position, least: int, most: int, cards: int) -> list[int]:
    """Return `subsets`, and charge its work to the step budget.

    Raises:
        StepBudgetError: there are more than `MAX_CHOICES`, or the budget is used up.
    """
    found = subsets(cards, least, most)
    position.steps -= len(found) // WORK_OF_A_STEP
    if position.steps < 0:
        too_much("finding sets of cards takes more steps than `limits.steps` allows")
    return found


def adding(
    position: Position,
    least: int,
    most: int,
    cards: int,
    worth: Sequence[int],
    relation: str,
    bound: int,
) -> list[int]:
    """Return the subsets with `least` to `most` cards whose total has a relation to a number.

    Args:
        position: the position, whose step budget is charged.
        least: the smallest number of cards.
        most: the largest number of cards.
        cards: the cards to choose from.
        worth: what each card adds to the total.
        relation: `eq`, `lt`, `le`, `gt` or `ge`.
        bound: the number.

    Raises:
        StepBudgetError: there are more than `MAX_CHOICES`, or the budget is used up.
    """
    low = {"eq": bound, "ge": bound, "gt": bound + 1}.get(relation, -MAX_NUMBER)
    high = {"eq": bound, "le": bound, "lt": bound - 1}.get(relation, MAX_NUMBER)
    pool = [(worth[card], 1 << card) for card in cards_of(cards)]
    # What the cards from a place on can take from the total and add to it.
    takes, adds = [0], [0]
    for value, _ in reversed(pool):
        takes.append(takes[-1] + min(value, 0))
        adds.append(adds[-1] + max(value, 0))
    takes.reverse()
    adds.reverse()
    found: list[int] = []
    count, looks = len(pool), 0
    longest = position.steps * WORK_OF_A_STEP
    # Each entry: the set so far, its size and total, and the place of the next card.
    waiting = [(0, 0, 0, 0)]
    while waiting:
        chosen, size, total, place = waiting.pop()
        looks += 1
        if size >= least and low <= total <= high:
            found.append(chosen)
            if len(found) > MAX_CHOICES:
                flooded(f"{least} or more of {count} cards")
        if looks > longest:
            too_much("finding sets of cards takes more steps than `limits.steps` allows")
        if size >= most:
            continue
        for index in range(count - 1, place - 1, -1):
            value, card = pool[index]
            new = total + value
            if (
                new + takes[index + 1] <= high
                and new + adds[index + 1] >= low
                and size + count - index >= least
            ):
                waiting.append((chosen | card, size + 1, new, index + 1))
    position.steps -= looks // WORK_OF_A_STEP
    found.sort(key=int.bit_count)  # sets of one size stand in canonical order
    return found


def noted(
    find: Callable[[int, int, int], list[int]],
    least: int,
    most: int,
    cards: int,
    saw: Callable[[int, bool], bool],
    index: int | None,
) -> list[int]:
    """Find sets of cards, and count that a condition is false for others of these sizes.

    Args:
        find: finds the subsets of some cards for which the condition holds.
        least: the smallest number of cards.
        most: the largest number of cards.
        cards: the cards.
        saw: counts outcomes of conditions.
        index: the number of the condition; None if it is not counted.
    """
    found = find(least, most, cards)
    held = cards.bit_count()
    sizes = range(max(least, 0), min(most, held) + 1)
    if index is not None and sum(comb(held, size) for size in sizes) > len(found):
        saw(index, False)
    return found


def of_sizes(least: int, most: int, found: list[int]) -> list[int]:
    """Return those of some sets that have `least` to `most` cards."""
    return [cards for cards in found if least <= cards.bit_count() <= most]


def sizes_alike(pile: Sequence[int], table: Sequence[int]) -> int:
    """Return the sizes of those ends of a pile whose cards have the same attribute.

    Args:
        pile: the cards.
        table: the attribute of each card; negative for cards without it.

    Returns:
        The lowest bit stands for size 1, the next for size 2, and so on.
    """
    sizes = 1
    if pile:
        wanted = table[pile[-1]]
        if wanted >= 0:
            for card in reversed(pile):
                if table[card] != wanted:
                    break
                sizes <<= 1
    return sizes - 1


def ends_of_sizes(pile: Sequence[int], sizes: int) -> list[int]:
    """Return the ends of a pile with some sizes, given as by `sizes_alike`."""
    return [cards for size, cards in enumerate(ends(pile)) if sizes >> size & 1]


def quads(cards: int, fives: int, threes: int) -> int:
    """Return how many cards of each rank there are, in a pack of four suits: four bits each.

    Args:
        cards: the cards; those of a rank are four bits.
        fives: 5 in the bits of each rank.
        threes: 3 in the bits of each rank.
    """
    pairs = cards - (cards >> 1 & fives)
    return (pairs & threes) + (pairs >> 2 & threes)


def remember(known: dict[object, int], key: object, value: int) -> None:
    """Remember the value of a definition, by what it depends on."""
    if len(known) >= MOST_REMEMBERED:
        known.clear()
    known[key] = value


def offered(items: Sequence[int]) -> list[int]:
    """Return what can be chosen from a list: each item once, and none that is missing."""
    return [item for item in dict.fromkeys(items) if item >= 0]


def choices(cards: int, least: int, most: int) -> int:
    """Return the number of sets that `subsets` returns; it raises the same error."""
    held = cards.bit_count()
    if least == most:
        count = comb(held, least) if least >= 0 else 0
    else:
        sizes = range(max(least, 0), min(most, held) + 1)
        count = sum([comb(held, size) for size in sizes])
    if count > MAX_CHOICES:
        flooded(f"{least} or more of {held} cards")
    return count


def choice(cards: int, least: int, most: int, number: int) -> int:
    """Return the set with an index in the result of `subsets`.

    >>> [choice(0b1101, 2, 3, k) for k in range(4)] == subsets(0b1101, 2, 3)
    True
    """
    size, held = max(least, 0), cards.bit_count()
    while number >= (count := comb(held, size)):
        number -= count
        size += 1
    chosen = 0
    while size:
        low = cards & -cards
        cards ^= low
        held -= 1
        # The sets with the lowest card come first.
        count = comb(held, size - 1)
        if number < count:
            chosen |= low
            size -= 1
        else:
            number -= count
    return chosen


def unlike(
    actions: list[tuple[int, ...]], start: int, kinds: tuple[str, ...], faces: Sequence[int]
) -> None:
    """Remove actions that have the same faces as an earlier action, from index `start` on."""
    if len(actions) < start + 2:
        return
    seen: set[tuple[object, ...]] = set()
    kept: list[tuple[int, ...]] = []
    for action in actions[start:]:
        look: list[object] = []
        for kind, value in zip(kinds, action[1:], strict=True):
            if kind == "card":
                look.append(faces[value])
            elif kind in ("cards", "meld"):
                look.append(tuple(sorted(faces[card] for card in cards_of(value))))
            else:
                look.append(value)
        key = tuple(look)
        if key not in seen:
            seen.add(key)
            kept.append(action)
    actions[start:] = kept


def in_order_from(seat: int, order: Sequence[int], away: int = 0) -> tuple[int, ...]:
    """Return the players of a list in its order, beginning with one of them.

    Args:
        seat: the first player; if it is not on the list, the list begins as it is.
        order: the list.
        away: the players who have left, who are passed over.
    """
    if seat < 0:
        raise NobodyError(f"{place_in_rules()}this asks for the players from nobody on")
    at = order.index(seat) if seat in order else 0
    return tuple(each for each in (*order[at:], *order[:at]) if not away >> each & 1)


def turn_in_order(order: Sequence[int], seat: int, step: int, players: Sequence[int]) -> int:
    """Return the first of a list of players, from one of them on, who is among others, or -1.

    Args:
        order: the list.
        seat: the player to start from, who is tried first.
        step: 1 or -1, the direction in the list.
        players: those of whom one is wanted.
    """
    if seat < 0 or not order:
        return -1
    at = order.index(seat) if seat in order else 0
    around = (order[(at + step * n) % len(order)] for n in range(len(order)))
    return next((each for each in around if each in players), -1)


def turn_after(order: Sequence[int], seat: int, step: int, times: int, away: int = 0) -> int:
    """Return the player so many turns behind another in a list, or -1.

    Args:
        order: the list.
        seat: the player to start from; if it is not on the list, the first player follows.
        step: 1 or -1, the direction in the list.
        times: the number of turns.
        away: the players who have left, who are passed over.
    """
    present_players = [each for each in order if not away >> each & 1]
    if seat < 0 or not present_players:
        return -1
    if seat in order and away >> seat & 1:
        seat = turn_in_order(order, seat, step, present_players)
        times -= 1
    at = present_players.index(seat) if seat in present_players else -step
    return present_players[(at + step * times) % len(present_players)]


def from_among(players: Sequence[int], seat: int, step: int, count: int) -> int:
    """Return the first seat that is among some players, or -1.

    Args:
        players: the players.
        seat: the seat to start from, which is tried first.
        step: 1 or -1.
        count: the number of seats.
    """
    if seat < 0:
        return -1
    for _ in range(count):
        if seat in players:
            return seat
        seat = (seat + step) % count
    return -1


def distinct(cards: int, alike: Sequence[int]) -> int:
    """Return the lowest card of each face in a set.

    Args:
        cards: the set.
        alike: for each distance d, from 1 on, the set of cards with the same face as the card
            whose number is less by d.
    """
    higher, distance = 0, 1
    for above in alike:
        higher |= cards << distance & above
        distance += 1
    return cards & ~higher


def numbers(first: int, last: int, step: int = 1) -> range:
    """Return the numbers of a choice, each greater by `step` than the one before.

    Raises:
        StepBudgetError: there are more than `MAX_CHOICES`.
    """
    if last - first >= MAX_CHOICES * step:
        flooded(f"the numbers from {first} to {last}")
    return range(first, last + 1, step)


def large(position: Position, steps: int, place: str) -> bool:
    """Subtract the steps of an expensive expression from the step budget, and return True.

    Raises:
        StepBudgetError: the budget is used up.
    """
    position.steps -= steps
    if position.steps < 0:
        raise StepBudgetError(f"{place}: this takes more steps than `limits.steps` allows")
    return True


def flooded(what: str) -> NoReturn:
    """Raise the error for too many choices."""
    too_much(f"{what}: these are more than {MAX_CHOICES} choices")


def overtime(place: str) -> NoReturn:
    """Raise the error for a deal that does not end at its limit of turns."""
    raise StepBudgetError(f"{place}: the deal does not end at `limits.turns`")


def endless(place: str) -> NoReturn:
    """Raise the error for a loop that uses up the step budget."""
    raise StepBudgetError(f"{place}: the loop does not end within `limits.steps`")


def unending(place: str) -> NoReturn:
    """Raise the error for phases and events that follow one another without end."""
    raise StepBudgetError(f"{place}: phases and events follow one another without end or decision")


def column(number: int, values: Sequence[Any]) -> Any:
    """Return a column of a variable; columns are counted from 1.

    Raises:
        ColumnError: there is no such column.
    """
    _check_column(number, values)
    return values[number - 1]


def with_column(number: int, values: Sequence[int], value: int) -> tuple[int, ...]:
    """Return the columns of a variable with a new value in one of them.

    Raises:
        ColumnError: there is no such column.
        StepBudgetError: the value is too large.
    """
    _check_column(number, values)
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        vast(place_in_rules().removesuffix(": "))
    return (*values[: number - 1], value, *values[number:])


def with_entry(number: int, values: Sequence[Any], value: Any) -> tuple[Any, ...]:
    """Return the entries of a variable with a new value in one of them, counted from 1.

    Raises:
        ColumnError: there is no such entry.
    """
    _check_column(number, values)
    return (*values[: number - 1], value, *values[number:])


def _check_column(number: int, values: Sequence[Any]) -> None:
    if not 1 <= number <= len(values):
        known = f"the columns are numbered 1 to {len(values)}"
        raise ColumnError(f"{place_in_rules()}there is no column {number}; {known}")


def vast(place: str) -> NoReturn:
    """Raise the error for a number with too many digits."""
    raise StepBudgetError(f"{place}: a number of more than {MAX_DIGITS} digits")


class StuckError(Exception):
    """A site has no legal action; raised by playouts only."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site


def stuck(site: int) -> NoReturn:
    """Raise the error for a site without a legal action."""
    raise StuckError(site)


def seat_of(player: int, place: str) -> int:
    """Return a player, who must not be nobody, because nobody has neither cards nor a score.

    Raises:
        NobodyError: the player is nobody (-1).
    """
    if player < 0:
        raise NobodyError(f"{place}: this asks for what belongs to nobody")
    return player


class FromNobody(Sequence[int]):
    """The players from nobody on: any use of it raises `NobodyError` with the rule's place."""

    def _refuse(self) -> NoReturn:
        raise NobodyError(f"{place_in_rules()}this asks for the players from nobody on")

    def __getitem__(self, index: object) -> NoReturn:
        self._refuse()

    def __len__(self) -> int:
        self._refuse()


NAMES: dict[str, object] = {
    f"_{name}": function
    for name, function in globals().items()
    if isinstance(function, FunctionType) and function.__module__ == __name__
}
"""The functions above by the names that generated code and the templates of operations have for
them, and some that are called otherwise there."""
NAMES.update(
    _seat=seat_of,
    _with=changed,
    _from=from_among,
    _in_order_from=in_order_from,
    _turn_in_order=turn_in_order,
    _turn_after=turn_after,
    _lowest=lowest,
    _cards=cards_of,
    _mask=set_of,
    _ends=ends,
    **teams.NAMES,
)
