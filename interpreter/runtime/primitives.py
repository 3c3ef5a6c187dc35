"""Small functions on cards, numbers and lists, which generated code calls.

Others are in `piles.py`, `seats.py`, `subsets.py` and `budgets.py`. They are written for speed.
Unless a docstring says otherwise, a set of cards or seats is an integer with one bit for each
member, a list of cards is ordered bottom to top, -1 stands for no card and for no player, and a
table has an entry for each card. In generated code the names begin with `_`; `NAMES` maps them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from ..errors import ColumnError
from ..source.scalars import MAX_NUMBER
from . import budgets, chance, piles, seats, subsets, teams
from .budgets import MAX_CHOICES, flooded, vast
from .effects import effects
from .effort import place_in_rules
from .melds import Card, CardSet, cards_of, ends, lowest, set_of

if TYPE_CHECKING:
    from .position import Position


Item = TypeVar("Item", bound=int)

MOST_REMEMBERED = 1 << 16
"""The most values of one definition that are remembered."""


@effects(pure=True)
def first(items: Sequence[Item], nothing: Item) -> Item:
    """Return the first item, or `nothing` if there is none."""
    return items[0] if items else nothing


@effects(pure=True)
def last(items: Sequence[Item], nothing: Item) -> Item:
    """Return the last item (the top of a pile), or `nothing` if there is none."""
    return items[-1] if items else nothing


@effects(pure=True)
def part(owner: int, size: int) -> range:
    """Return the numbers of an owner's things, if each owner has so many."""
    return range(owner * size, owner * size + size)


def first_n(count: int, items: Sequence[Item]) -> Sequence[Item]:
    """Return the first `count` items."""
    return items[:count] if count > 0 else []


def last_n(count: int, items: list[Item]) -> list[Item]:
    """Return the last `count` items."""
    return items[-count:] if count > 0 else []


@effects(pure=True)
def united(sets: Sequence[CardSet]) -> CardSet:
    """Return the union of several sets."""
    result: CardSet = 0
    for each in sets:
        result |= each
    return result


def each_once(cards: Sequence[Card]) -> list[Card]:
    """Return cards without duplicates, in the order of their first occurrences."""
    return list(dict.fromkeys(cards))


def each_of(*items: Item) -> list[Item]:
    """Return cards or players in the order in which they are named, each once; none is left out."""
    return [item for item in dict.fromkeys(items) if item >= 0]


def join(left: Sequence[Item], right: Sequence[Item]) -> tuple[Item, ...]:
    """Return the members of two sequences without duplicates."""
    return tuple(dict.fromkeys([*left, *right]))


@effects(pure=True)
def minus(left: Sequence[Item], right: Sequence[Item]) -> tuple[Item, ...]:
    """Return the members of the first sequence that are not in the second."""
    return tuple([item for item in left if item not in right]) if right else tuple(left)


@effects(pure=True)
def share(cards: Sequence[Card], table: Sequence[int]) -> bool:
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


@effects(pure=True)
def share_set(cards: CardSet, table: Sequence[int], like: Sequence[CardSet]) -> bool:
    """Return `share` for a set of cards.

    Args:
        cards: the cards.
        table: the attribute of each card; negative for cards without it.
        like: for each card the set of those with the same attribute.
    """
    first = (cards & -cards).bit_length() - 1
    return first >= 0 and table[first] >= 0 and not cards & ~like[first]


@effects(pure=True)
def all_alike(cards: CardSet, like: Sequence[CardSet]) -> bool:
    """Return `share_set` where each card has the attribute."""
    return cards != 0 and not cards & ~like[cards.bit_length() - 1]


def best(items: Sequence[Item], key: Callable[[Item], int], highest: bool) -> list[Item]:
    """Return all items with the highest or lowest key, in their order."""
    if not items:
        return []
    keys = [key(item) for item in items]
    extreme = max(keys) if highest else min(keys)
    return [item for item, value in zip(items, keys, strict=True) if value == extreme]


def best_of(items: Sequence[Item], key: Callable[[Item], int], highest: bool) -> list[Item]:
    """Return `best` for a key that cannot fail: that of a single item is not computed."""
    return best(items, key, highest) if len(items) > 1 else [*items]


def best_set(cards: CardSet, key: Callable[[Card], int], highest: bool) -> CardSet:
    """Return `best` for a set of cards."""
    return set_of(best(cards_of(cards), key, highest))


@effects(pure=True)
def best_card(cards: CardSet, table: Sequence[int]) -> Card:
    """Return the card of a set with the highest value in a table, or -1."""
    best = -1
    while cards:
        card = cards.bit_length() - 1
        cards ^= 1 << card
        if best < 0 or table[card] > table[best]:
            best = card
    return best


def like(cards: Sequence[Card], table: Sequence[CardSet]) -> CardSet:
    """Return the union of the sets that a table has for some cards."""
    result: CardSet = 0
    for card in cards:
        result |= table[card]
    return result


def changed(items: tuple[object, ...], index: int, value: object) -> tuple[object, ...]:
    """Return a copy of a tuple with another item at an index."""
    copy = list(items)
    copy[index] = value
    return tuple(copy)


@effects(changes=(1,))
def shuffle(position: Position, items: list[int], top: int | None = None) -> None:
    """Shuffle a pile. If a deck is given, the first shuffle puts the pile in its order.

    Args:
        position: the position.
        items: the pile. Cards of a given deck that are no longer in the pile are skipped, and cards
            that the deck lacks lie at the bottom.
        top: shuffle only so many cards at the top, because no others are used; None for all.
    """
    if position.deck:
        order = position.deck
        position.deck = ()
        held, named = set(items), set(order)
        others = [card for card in items if card not in named]
        items[:] = others + [card for card in reversed(order) if card in held]
        return
    mix(position, items, top)


def mix(position: Position, items: list[int], top: int | None = None) -> None:
    """Shuffle a list, or so many items at its end; in native code a routine takes its place."""
    position.rng = chance.shuffle(position.rng, items, top)


def below(position: Position, limit: int) -> int:
    """Return a random number below a limit; in native code a routine takes its place."""
    position.rng, number = chance.below(position.rng, limit)
    return number


def random(position: Position, items: Sequence[Item], nothing: int = -1) -> Item | int:
    """Return a random item, or `nothing` if there is none."""
    return items[below(position, len(items))] if items else nothing


def random_n(position: Position, count: int, items: Sequence[Item]) -> list[Item]:
    """Return `count` random items, in their order."""
    places = list(range(len(items)))
    mix(position, places)
    return [items[place] for place in sorted(places[: max(count, 0)])]


@effects(pure=True)
def quads(cards: CardSet, fives: int, threes: int) -> int:
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


def offered(items: Sequence[Item]) -> list[Item]:
    """Return what can be chosen from a list: each item once, and none that is missing."""
    return [item for item in dict.fromkeys(items) if item >= 0]


def numbers(first: int, last: int, step: int = 1) -> range:
    """Return the numbers of a choice, each greater by `step` than the one before.

    Raises:
        StepBudgetError: there are more than `MAX_CHOICES`.
    """
    if last - first >= MAX_CHOICES * step:
        flooded(f"the numbers from {first} to {last}")
    return range(first, last + 1, step)


@effects(stops=True)
def column(number: int, values: Sequence[Any]) -> Any:
    """Return a column of a variable; columns are counted from 1.

    Raises:
        ColumnError: there is no such column.
    """
    _check_column(number, values)
    return values[number - 1]


@effects(stops=True)
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


@effects(stops=True)
def with_entry(number: int, values: Sequence[Any], value: Any) -> tuple[Any, ...]:
    """Return the entries of a variable with a new value in one of them, counted from 1.

    Raises:
        ColumnError: there is no such entry.
    """
    _check_column(number, values)
    return (*values[: number - 1], value, *values[number:])


@effects(pure=True)
def longer(values: Sequence[Any], value: Any) -> tuple[Any, ...]:
    """Return the entries of a variable with one more."""
    return (*values, value)


def _check_column(number: int, values: Sequence[Any]) -> None:
    if not 1 <= number <= len(values):
        _no_column(number, len(values))


def _no_column(number: int, columns: int) -> NoReturn:
    known = f"the columns are numbered 1 to {columns}"
    if number == 0:  # the place of a suit, rank or choice that is missing
        known += ", and 'none' has no entry"
    raise ColumnError(f"{place_in_rules()}there is no column {number}; {known}")


def _functions(module: ModuleType) -> dict[str, object]:
    """Return the functions of a module by their names in generated code."""
    return {
        f"_{name}": function
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    }


NAMES: dict[str, object] = {
    name: function
    for module in (sys.modules[__name__], piles, seats, subsets, budgets)
    for name, function in _functions(module).items()
}
"""The functions by the names that generated code and the templates of operations have for
them, and some that are called otherwise there."""
NAMES.update(
    _seat=seats.seat_of,
    _with=changed,
    _from=seats.from_among,
    _lowest=lowest,
    _cards=cards_of,
    _mask=set_of,
    _ends=ends,
    **teams.NAMES,
)
