"""The library of native code does the same as the primitives and functions that it stands for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardrules.interpreter.native.library import library
from cardrules.interpreter.runtime import (
    budgets,
    chance,
    melds,
    piles,
    primitives,
    seats,
    subsets,
    teams,
)
from cardrules.interpreter.runtime.chance import Random

PACK = 20
TRIES = 40


def cards(rng: Random, most: int = PACK) -> list[int]:
    """Return some cards in any order."""
    pack = list(range(most))
    rng.shuffle(pack)
    return pack[: rng.below(most + 1)]


def a_set(rng: Random) -> int:
    """Return a set of cards."""
    return sum(1 << card for card in cards(rng))


def several(rng: Random) -> list[int]:
    """Return numbers, some of them more than once, some negative."""
    return [rng.below(5) - 1 for _ in range(rng.below(7))]


def melds_of(rng: Random) -> list[int]:
    """Return sets of cards, some of them more than once."""
    found = [a_set(rng) for _ in range(rng.below(30))]
    return found + found[: rng.below(10)]


def sides(rng: Random) -> tuple[int, ...]:
    """Return the sides of four players."""
    return rng.choice([(0, 1, 0, 1), (0, 1, 2, 3), (0, 0, 0, 3)])


def key(item: int) -> int:
    """Return the key of an item; some are equal."""
    return item * item % 7


def position(rng: Random) -> Any:
    """Return a position with what the primitives read."""
    return SimpleNamespace(rng=rng.below(1 << 32), deck=(), steps=10_000)


MAKERS: dict[str, Callable[[Random], Any]] = {
    "Sequence[int]": several,
    "list[int]": cards,
    "int": lambda rng: rng.below(6),
    "Player": lambda rng: rng.below(6),
    "melds: Sequence[int]": melds_of,
    "Sequence[Found]": lambda rng: [(3, meld) for meld in melds_of(rng)],
    "bool": lambda rng: bool(rng.below(2)),
    "Any": position,
    "Callable[[int], int]": lambda _: key,
    "int | None": lambda rng: rng.choice([None, 0, 1, 5, 30]),
    "cards: int": a_set,
    "sides: Sequence[int]": sides,
    "Position": position,
    "Sides": sides,
    "stock: list[int]": cards,
    "hands: list[int]": lambda _: [0, 0, 0, 0],
    "seats: Sequence[int]": lambda _: (2, 3, 0, 1),
    "zone: Sequence[int]": lambda rng: [a_set(rng) for _ in range(4)],
    "players: Sequence[int]": lambda rng: rng.choice([(0, 1, 2, 3), (2,), ()]),
    "bits: Sequence[int]": lambda _: [1 << card for card in range(PACK)],
    "cards: Sequence[int]": cards,
    "table: Sequence[int]": lambda rng: [rng.below(3) - 1 for _ in range(PACK)],
    "worth: Sequence[int]": lambda rng: [rng.below(9) - 2 for _ in range(PACK)],
    "relation: str": lambda rng: rng.choice(["eq", "lt", "le", "gt", "ge"]),
    "index: int": lambda _: 0,
    "most: int": lambda rng: rng.below(4),
    "size: int": lambda rng: rng.below(4),
    "items: int": lambda rng: rng.below(5) - 1,
    "order: Sequence[int]": lambda rng: rng.choice([(), (2, 0, 3), (1,)]),
    "step: int": lambda rng: rng.choice([1, -1]),
    "seat: int": lambda rng: rng.below(5) - 1,
    "groups: Sequence[int]": lambda rng: [rng.below(6) for _ in range(rng.below(3))],
}
"""What makes an argument, by its name and annotation, or by its annotation alone."""

ORIGINALS: dict[str, Callable[..., Any]] = {
    name: inspect.unwrap(function)
    for module in (teams, melds, primitives, piles, seats, subsets, budgets)
    for name, function in vars(module).items()
    if inspect.isfunction(inspect.unwrap(function))
    if callable(function)
}
OWN = {
    name: function
    for name, function in vars(library).items()
    if inspect.isfunction(function) and function.__module__ == library.__name__
}
SHARED = sorted(OWN.keys() & ORIGINALS.keys() - {"below", "choice"})


def made(rng: Random, function: Callable[..., Any]) -> list[Any]:
    """Return arguments for a function of the library."""
    arguments: list[Any] = []
    for each in inspect.signature(function).parameters.values():
        maker = MAKERS.get(f"{each.name}: {each.annotation}") or MAKERS[each.annotation]
        several_ = each.kind is inspect.Parameter.VAR_POSITIONAL
        arguments += [maker(rng) for _ in range(rng.below(4) if several_ else 1)]
    return arguments


def copied(value: Any) -> Any:
    """Return a copy of an argument."""
    match value:
        case list():
            return [*cast("list[Any]", value)]
        case SimpleNamespace():
            return SimpleNamespace(**vars(value))
        case _:
            return value


def outcome(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Return what a function returns, and its arguments afterwards; an error has no class."""
    copies = [copied(each) for each in arguments]
    try:
        found = function(*copies)
    except Exception:
        return "an error"
    return [*found] if isinstance(found, tuple | range) else found, copies


@pytest.mark.parametrize("name", SHARED)
def test_a_function_does_what_the_primitive_does(name: str) -> None:
    rng = Random(len(name))
    for _ in range(TRIES):
        arguments = made(rng, OWN[name])
        assert outcome(OWN[name], arguments) == outcome(ORIGINALS[name], arguments), arguments


Key = Callable[[int], int]


def prepend(items: list[int], members: list[int]) -> None:
    """Put members before the first one."""
    items[:0] = members


def cut(items: list[int], place: int) -> None:
    """Remove the members from a place on."""
    del items[place:]


def shorten(items: list[int]) -> None:
    """Remove the last member."""
    del items[-1]


def lowest_or(items: list[int], default: int) -> int:
    """Return the lowest member, or the default."""
    return min(items, default=default)


def highest_or(items: list[int], default: int) -> int:
    """Return the highest member, or the default."""
    return max(items, default=default)


def lowest_by(items: list[int], key: Key) -> int:
    """Return the first member with the lowest key."""
    return min(items, key=key)


def highest_by(items: list[int], key: Key) -> int:
    """Return the first member with the highest key."""
    return max(items, key=key)


def lowest_by_or(items: list[int], key: Key, default: int) -> int:
    """Return the first member with the lowest key, or the default."""
    return min(items, key=key, default=default)


def highest_by_or(items: list[int], key: Key, default: int) -> int:
    """Return the first member with the highest key, or the default."""
    return max(items, key=key, default=default)


def up_by(items: list[int], key: Key) -> list[int]:
    """Return the members by their keys."""
    return sorted(items, key=key)


def down_by(items: list[int], key: Key) -> list[int]:
    """Return the members by their keys, the highest first."""
    return sorted(items, key=key, reverse=True)


def alike(one: list[int], other: list[int]) -> bool:
    """Return whether two lists are equal."""
    return one == other


def inside(member: int, members: list[int]) -> bool:
    """Return whether a list has a member."""
    return member in members


LIST: Any = list

PYTHON: dict[str, Callable[..., Any]] = {
    "same_members": alike,
    "among": inside,
    "list_pop": LIST.pop,
    "list_index": LIST.index,
    "list_remove": LIST.remove,
    "list_count": LIST.count,
    "list_extend": LIST.extend,
    "list_insert": LIST.insert,
    "list_prepend": prepend,
    "list_cut": cut,
    "list_shorten": shorten,
    "lowest_of": min,
    "highest_of": max,
    "lowest_of_or": lowest_or,
    "highest_of_or": highest_or,
    "lowest_of_by": lowest_by,
    "highest_of_by": highest_by,
    "lowest_of_by_or": lowest_by_or,
    "highest_of_by_or": highest_by_or,
    "sorted_up": sorted,
    "sorted_by": up_by,
    "sorted_down_by": down_by,
}


@pytest.mark.parametrize("name", PYTHON)
def test_a_function_does_what_python_does(name: str) -> None:
    rng = Random(len(name))
    for _ in range(TRIES):
        arguments = made(rng, OWN[name])
        assert outcome(OWN[name], arguments) == outcome(PYTHON[name], arguments), arguments


UNLIKE = frozenset(
    "all_rows_small all_small allow below choice comb counted has_odd_seed put put_cards rolled"
    " scattered sorted_with square_root stood tally".split()
)
"""The functions that stand for nothing in Python, or are tested below or with others."""


def test_every_function_is_compared() -> None:
    assert OWN.keys() == {*SHARED, *PYTHON, *UNLIKE}


def test_a_choice_of_cards() -> None:
    sets = [library.choice(0b1011010, 1, 3, number) for number in range(4 + 6 + 4)]
    assert sets == subsets.subsets(0b1011010, 1, 3)


def test_random_numbers() -> None:
    rng = Random(1)
    for _ in range(TRIES):
        given = position(rng)
        limit = rng.below(60) + 1
        state, number = chance.below(given.rng, limit)
        assert (library.below(given, limit), given.rng) == (number, state)
