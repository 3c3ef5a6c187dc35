"""What generated code calls: small operations on cards, players and the state.

Everything here is written for speed and knows no game. Names begin with `_` in the generated
code; `NAMES` maps them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NoReturn

from ..errors import ColumnError, NobodyError, PileError, SeatingError, StepBudgetError
from ..source.scalars import MAX_DIGITS, MAX_NUMBER
from . import chance
from .effort import place_in_rules, too_much
from .melds import cards_of, lowest, set_of

if TYPE_CHECKING:
    from .core import Core


MAX_CHOICES = 200_000
"""Among how many sets of cards a player can be asked to choose."""


def first(items: Sequence[int], nothing: int) -> int:
    """Return the first item, or what stands for nothing if there is none."""
    return items[0] if items else nothing


def last(items: Sequence[int], nothing: int) -> int:
    """Return the last item (the top of a pile), or what stands for nothing if there is none."""
    return items[-1] if items else nothing


def there(pile: int) -> int:
    """Return the number of a pile on the table; refuse -1, one of no piles."""
    if pile < 0:
        raise PileError(f"{place_in_rules()}this asks for one of no piles")
    return pile


def first_n(count: int, items: Sequence[int]) -> Sequence[int]:
    """Return the first items."""
    return items[:count] if count > 0 else []


def last_n(count: int, items: list[int]) -> list[int]:
    """Return the last items."""
    return items[-count:] if count > 0 else []


def as_pile(card: int) -> list[int]:
    """Return a card as a list."""
    return [card] if card >= 0 else []


def each_once(cards: Sequence[int]) -> list[int]:
    """Return cards in their order, each only the first time that it is named."""
    return list(dict.fromkeys(cards))


def each_of(*items: int) -> list[int]:
    """Return cards or players in the order in which they are named, each once; none is left out."""
    return [item for item in dict.fromkeys(items) if item >= 0]


def as_players(player: int) -> tuple[int, ...]:
    """Return a player as a tuple; nobody as the empty one."""
    return (player,) if player >= 0 else ()


def join(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Return the members of both, each once."""
    return tuple(dict.fromkeys([*left, *right]))


def minus(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Return the members of the first that are not in the second."""
    return tuple(item for item in left if item not in right)


def share(cards: list[int], table: Sequence[int], suits: Sequence[int]) -> bool:
    """Return whether the cards agree in a table; jokers agree with nothing."""
    if not cards:
        return False
    wanted = table[cards[0]]
    if wanted < 0:
        return False
    for card in cards:  # noqa: SIM110 - a generator would take twice as long
        if table[card] != wanted or suits[card] < 0:
            return False
    return True


def share_set(cards: int, table: Sequence[int], suits: Sequence[int]) -> bool:
    """Return `share` of a set."""
    return share(cards_of(cards), table, suits)


def best(items: Sequence[int], key: Callable[[int], int], highest: bool) -> list[int]:
    """Return all items with the extreme key, in their order."""
    if not items:
        return []
    keys = [key(item) for item in items]
    extreme = max(keys) if highest else min(keys)
    return [item for item, value in zip(items, keys, strict=True) if value == extreme]


def best_set(cards: int, key: Callable[[int], int], highest: bool) -> int:
    """Return `best` of a set."""
    return set_of(best(cards_of(cards), key, highest))


def piles(zone: list[list[int]], players: Sequence[int]) -> list[int]:
    """Return the cards of several players' ordered zones, player after player."""
    return [card for player in players for card in zone[player]]


def like(cards: Sequence[int], table: Sequence[int]) -> int:
    """Return the cards that are like one of some cards; the table has those like each."""
    result = 0
    for card in cards:
        result |= table[card]
    return result


def lead(zone: list[int], players: Sequence[int]) -> int:
    """Return the first card of several players' zones, player after player; -1 of none."""
    for player in players:
        held = zone[player]
        if held:
            return (held & -held).bit_length() - 1
    return -1


def holder(zone: list[int], card: int) -> int:
    """Return the seat in whose zone a card (a set of one) lies, -1 if that is nobody's."""
    if card and card in zone:  # alone there, as in a trick
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


def present(away: int, count: int) -> tuple[int, ...]:
    """Return the seats that have not left."""
    return tuple(seat for seat in range(count) if not away >> seat & 1)


def beside(away: int, seat: int, step: int, count: int) -> int:
    """Return the next seat in a direction that has not left; nobody if there is no other."""
    if seat < 0:
        return -1
    for _ in range(count):
        seat = (seat + step) % count
        if not away >> seat & 1:
            return seat
    return -1


def seating(numbers: Sequence[int], tables: int, place: str) -> tuple[int, ...]:
    """Return for each seat its table, counted from 0, where the rule counts from 1.

    Raises:
        SeatingError: there is no such table, or nobody sits at one.
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


def seated(core: Core) -> tuple[int, ...]:
    """Return the seats at the table in place."""
    return tuple(seat for seat, table in enumerate(core.seated) if table == core.table)


def elsewhere(core: Core) -> int:
    """Return the set of seats that are not at the table in place, or out for good."""
    return core.gone | set_of(s for s, table in enumerate(core.seated) if table != core.table)


def outcome(players: Sequence[int], count: int, wins: bool, together: bool) -> tuple[int, ...]:
    """Return the result in which these players win (or lose) against the others.

    Args:
        players: who wins; without players it is a draw.
        count: how many seats there are.
        wins: whether they win; else they lose.
        together: whether all seats may win together; else that is a draw, if they are several.
    """
    if not players or (len(set(players)) == count > 1 and not together):
        return (0,) * count
    mark = 1 if wins else -1
    return tuple(mark if seat in players else -mark for seat in range(count))


def changed(items: tuple[object, ...], index: int, value: object) -> tuple[object, ...]:
    """Return a tuple with another item at an index."""
    copy = list(items)
    copy[index] = value
    return tuple(copy)


def ranked(scores: Sequence[int], best: int) -> tuple[int, ...]:
    """Return the result in which those with the best score win; if all have it, nobody does."""
    if scores.count(best) == len(scores):
        return (0,) * len(scores)
    return tuple([1 if score == best else -1 for score in scores])


def deal(
    stock: list[int], hands: list[int], rounds: int, seats: Sequence[int], bits: Sequence[int]
) -> None:
    """Deal from the top of a pile, one card at a time, to zones that keep no order.

    Args:
        stock: the pile, which may be too small.
        hands: the zones, by seat.
        rounds: how many cards each seat gets.
        seats: who is dealt to, in this order.
        bits: the set of each card alone.
    """
    players = len(seats)
    count = min(max(rounds, 0) * players, len(stock))
    if not count:
        return
    dealt = stock[: -count - 1 : -1]
    del stock[-count:]
    get = bits.__getitem__
    for index, seat in enumerate(seats):
        hands[seat] |= sum(map(get, dealt[index::players]))


def shuffle(core: Core, items: list[int], top: int | None = None) -> None:
    """Shuffle a pile; the first time, in the order of the deck that was given, if one was.

    A given deck lists the top card first; cards that have left the pile before are passed over. If
    only some cards at the top are ever looked at, the
    others may lie in any order.
    """
    if core.deck:
        order = core.deck
        core.deck = ()
        held = set(items)
        items[:] = [card for card in reversed(order) if card in held]
        return
    core.rng = chance.shuffle(core.rng, items, top)


def random(core: Core, items: Sequence[int], nothing: int = -1) -> int:
    """Return one of the items by chance, or what stands for nothing if there is none."""
    if not items:
        return nothing
    core.rng, index = chance.below(core.rng, len(items))
    return items[index]


def random_n(core: Core, count: int, items: Sequence[int]) -> list[int]:
    """Return some of the items by chance, in the order in which they stood."""
    places = list(range(len(items)))
    core.rng = chance.shuffle(core.rng, places)
    return [items[place] for place in sorted(places[: max(count, 0)])]


def pick(pile: list[int], cards: int) -> int:
    """Take cards out of a pile and return those that were not in it."""
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


def subsets(cards: int, least: int, most: int) -> list[int]:
    """Return the sets of `least` to `most` of the cards, smaller ones first.

    Raises:
        StepBudgetError: there are more than any player could look through.
    """
    pool = cards_of(cards)
    sizes = range(max(least, 0), min(most, len(pool)) + 1)
    if sum(comb(len(pool), size) for size in sizes) > MAX_CHOICES:
        flooded(f"{least} or more of {len(pool)} cards")
    bits = [1 << card for card in pool]
    return [sum(chosen) for size in sizes for chosen in combinations(bits, size)]


def offered(items: Sequence[int]) -> list[int]:
    """Return what can be chosen from a list: each item once, and none that is missing."""
    return [item for item in dict.fromkeys(items) if item >= 0]


def choices(cards: int, least: int, most: int) -> int:
    """Return how many sets `subsets` would give, and refuse as it does."""
    held = cards.bit_count()
    sizes = range(max(least, 0), min(most, held) + 1)
    count = sum([comb(held, size) for size in sizes])
    if count > MAX_CHOICES:
        flooded(f"{least} or more of {held} cards")
    return count


def choice(cards: int, least: int, most: int, number: int) -> int:
    """Return the set that `subsets` would give at an index.

    >>> [choice(0b1101, 2, 3, k) for k in range(4)] == subsets(0b1101, 2, 3)
    True
    """
    pool = cards_of(cards)
    size = max(least, 0)
    while number >= (count := comb(len(pool), size)):
        number -= count
        size += 1
    chosen, start = 0, 0
    while size:
        # Those that begin with the card at `start` come first.
        count = comb(len(pool) - start - 1, size - 1)
        if number < count:
            chosen |= 1 << pool[start]
            size -= 1
        else:
            number -= count
        start += 1
    return chosen


def unlike(
    actions: list[tuple[int, ...]], start: int, kinds: tuple[str, ...], faces: Sequence[int]
) -> None:
    """Keep, of the actions from `start` on that look alike, the first."""
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


def from_among(players: Sequence[int], seat: int, step: int, count: int) -> int:
    """Return the first seat, from one on, that is among some players; nobody if none is."""
    if seat < 0:
        return -1
    for _ in range(count):
        if seat in players:
            return seat
        seat = (seat + step) % count
    return -1


def distinct(cards: int, alike: Sequence[int]) -> int:
    """Return one card, the lowest, of each face in a set.

    Args:
        cards: the set.
        alike: for each distance from 1 on, the cards that look like the one so far below them.
    """
    higher, distance = 0, 1
    for above in alike:
        higher |= cards << distance & above
        distance += 1
    return cards & ~higher


def numbers(first: int, last: int) -> range:
    """Return the numbers of a choice, and refuse as `subsets` does."""
    if last - first >= MAX_CHOICES:
        flooded(f"the numbers from {first} to {last}")
    return range(first, last + 1)


def large(core: Core, steps: int, place: str) -> bool:
    """Draw on the budget of steps for an expression that takes long, and return True."""
    core.steps -= steps
    if core.steps < 0:
        raise StepBudgetError(f"{place}: this takes more steps than `limits.steps` allows")
    return True


def flooded(what: str) -> NoReturn:
    """Refuse to list more choices than any player could look through."""
    too_much(f"{what}: these are more than {MAX_CHOICES} choices")


def overtime(place: str) -> NoReturn:
    """Refuse a deal that goes on and on after its limit on turns was reached."""
    raise StepBudgetError(f"{place}: the deal does not end at `limits.turns`")


def endless(place: str) -> NoReturn:
    """Refuse a loop that does not come to its end."""
    raise StepBudgetError(f"{place}: the loop does not come to an end within `limits.steps`")


def unending(place: str) -> NoReturn:
    """Refuse phases and events that follow one another for ever."""
    raise StepBudgetError(f"{place}: phases and events follow one another without end or decision")


def column(number: int, values: Sequence[int]) -> int:
    """Return a column of a variable; columns are counted from 1."""
    _check_column(number, values)
    return values[number - 1]


def with_column(number: int, values: Sequence[int], value: int) -> tuple[int, ...]:
    """Return the columns of a variable with a new value in one of them."""
    _check_column(number, values)
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        vast(place_in_rules().removesuffix(": "))
    return (*values[: number - 1], value, *values[number:])


def _check_column(number: int, values: Sequence[int]) -> None:
    if not 1 <= number <= len(values):
        known = f"the columns are numbered 1 to {len(values)}"
        raise ColumnError(f"{place_in_rules()}there is no column {number}; {known}")


def vast(place: str) -> NoReturn:
    """Refuse a number that no game needs, before it fills the memory."""
    raise StepBudgetError(f"{place}: a number of more than {MAX_DIGITS} digits")


class StuckError(Exception):
    """Nobody can act at a site; only `Machine.playout` meets it."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site


def stuck(site: int) -> NoReturn:
    """Say that at a site nobody can act."""
    raise StuckError(site)


def seat_of(player: int, place: str) -> int:
    """Return a player as a seat; refuse nobody, who has neither cards nor a score."""
    if player < 0:
        raise NobodyError(f"{place}: this asks for what belongs to nobody")
    return player


class FromNobody(Sequence[int]):
    """The players from nobody on: whoever asks who they are is refused.

    The place is the line of the rule that asks, for generated code carries those of its file.
    """

    def _refuse(self) -> NoReturn:
        raise NobodyError(f"{place_in_rules()}this asks for the players from nobody on")

    def __getitem__(self, index: object) -> NoReturn:
        self._refuse()

    def __len__(self) -> int:
        self._refuse()


NAMES: dict[str, object] = {
    f"_{function.__name__}": function
    for function in (
        lowest, first, last, first_n, last_n, as_pile, each_once, each_of, as_players, join, minus,
        share, share_set, best, best_set, piles, hands, lead, like, holder, union, present, beside,
        outcome, ranked, deal, shuffle, random, random_n, pick, subsets, offered, choices, choice,
        unlike, distinct, endless, unending, overtime, large, numbers, flooded, column,
        with_column, vast, stuck, seating, seated, elsewhere, there,
    )
}  # fmt: skip
NAMES["_seat"] = seat_of
NAMES["_with"] = changed
NAMES["_from"] = from_among
NAMES["_cards"] = cards_of
NAMES["_mask"] = set_of
