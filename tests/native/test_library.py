"""The library of native code does the same as the primitives and functions that it stands for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardrules.interpreter.native.library import forms, growing, library
from cardrules.interpreter.runtime import (
    subsets,
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
    "int": lambda rng: rng.below(6),
    "bool": lambda rng: bool(rng.below(2)),
    "int | None": lambda rng: rng.choice([None, 0, 1, 5, 30]),
    "Player": lambda rng: rng.below(6),
    "Item": lambda rng: rng.below(5) - 1,
    "CardSet": a_set,
    "Sequence[int]": several,
    "Sequence[bool]": lambda rng: [bool(rng.below(2)) for _ in range(PACK)],
    "bit: Sequence[CardSet]": lambda _: [1 << card for card in range(PACK)],
    "Sequence[Item]": several,
    "list[int]": cards,
    "list[Card]": cards,
    "Sequence[Card]": cards,
    "list[CardSet]": lambda _: [0, 0, 0, 0],
    "Sequence[CardSet]": lambda rng: [a_set(rng) for _ in range(4)],
    "Sequence[Player]": lambda rng: rng.choice([(0, 1, 2, 3), (2,), ()]),
    "Sequence[Found]": lambda rng: [(3, meld) for meld in melds_of(rng)],
    "Sides": sides,
    "Any": position,
    "Position": position,
    "Callable[[int], int]": lambda _: key,
    "Callable[[Item], int]": lambda _: key,
    "melds: Sequence[CardSet]": melds_of,
    "sides: Sequence[Player]": sides,
    "zone: Sequence[CardSet]": lambda rng: [a_set(rng) for _ in range(4)],
    "seats: Sequence[Player]": lambda _: (2, 3, 0, 1),
    "bits: Sequence[CardSet]": lambda _: [1 << card for card in range(PACK)],
    "table: Sequence[int]": lambda rng: [rng.below(3) - 1 for _ in range(PACK)],
    "worth: Sequence[int]": lambda rng: [rng.below(9) - 2 for _ in range(PACK)],
    "relation: str": lambda rng: rng.choice(["eq", "lt", "le", "gt", "ge"]),
    "index: int": lambda _: 0,
    "most: int": lambda rng: rng.below(4),
    "size: int": lambda rng: rng.below(4),
    "order: Sequence[Player]": lambda rng: rng.choice([(), (2, 0, 3), (1,)]),
    "step: int": lambda rng: rng.choice([1, -1]),
    "seat: Player": lambda rng: rng.below(5) - 1,
    "groups: Sequence[Player]": lambda rng: [rng.below(6) for _ in range(rng.below(3))],
}
"""What makes an argument, by its name and annotation, or by its annotation alone."""

FORMS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    form.__name__: (form, inspect.unwrap(function))
    for function, form in forms.FORMS.items()
    if form not in (library.comb, library.choice, growing.fits)
}
"""The functions of the library that stand for others, and these others."""
OWN = {
    name: function
    for name, function in vars(library).items()
    if inspect.isfunction(function) and function.__module__ == library.__name__
}


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


@pytest.mark.parametrize("name", FORMS)
def test_a_function_does_what_the_primitive_does(name: str) -> None:
    rng = Random(len(name))
    for _ in range(TRIES):
        form, function = FORMS[name]
        arguments = made(rng, form)
        assert outcome(form, arguments) == outcome(function, arguments), arguments


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
    "all_rows_small all_small allow choice comb counted has_odd_seed put put_cards put_one put_zeros rolled"
    " scattered sorted_with square_root stood tally".split()
)
"""The functions that stand for nothing in Python, or are tested below or with others."""


def test_every_function_is_compared() -> None:
    assert OWN.keys() == {*FORMS, *PYTHON, *UNLIKE}


def test_a_choice_of_cards() -> None:
    sets = [library.choice(0b1011010, 1, 3, number) for number in range(4 + 6 + 4)]
    assert sets == subsets.subsets(0b1011010, 1, 3)


def test_what_is_remembered_of_a_meld_is_for_its_cards_and_their_sizes() -> None:
    """Also where the numbers after those of a meld are left from another one."""
    rng = Random(3)

    def fitting(pile: Sequence[int], sizes: Sequence[int]) -> int:
        return 1 + hash((*pile, -1, *sizes)) % (1 << 20)

    growth: Any = SimpleNamespace(fitting=fitting)
    for _ in range(4_000):
        pile = [rng.below(3) for _ in range(1 + rng.below(3))]
        sizes = [1 + rng.below(2) for _ in range(rng.below(4))]
        assert growing.fits(growth, pile, sizes) == fitting(pile, sizes)
