"""Sets of cards and seats are declared as such: no function takes one for a number."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest

from cardrules.interpreter.native.library import library
from cardrules.interpreter.runtime import (
    budgets,
    compounds,
    growth,
    meld_index,
    meld_solver,
    melds,
    pattern_tables,
    patterns,
    piles,
    primitives,
    seats,
    subsets,
    teams,
)
from cardrules.interpreter.runtime.melds import Card, CardSet
from cardrules.interpreter.runtime.piles import union
from cardrules.interpreter.runtime.teams import Player

from .strictly import Reader

MODULES: Sequence[ModuleType] = (primitives, piles, seats, subsets, budgets, teams, melds, library)
SEARCHES: Sequence[ModuleType] = (patterns, pattern_tables, meld_index, meld_solver, growth, compounds)
APART = set("quads weights scattered listed unlike look_of".split())
"""Functions that compute with the bits of sets as with numbers, and some for values of several types."""


def defined(space: object, module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the functions that a module or a class defines, with their names."""
    for name, value in vars(space).items():
        function: Any = inspect.unwrap(value) if callable(value) else None
        if inspect.isfunction(function) and function.__module__ == module.__name__ and name not in APART:
            yield f"{module.__name__.rpartition('.')[2]}.{function.__qualname__}", function


FUNCTIONS: dict[str, Any] = dict(found for module in MODULES for found in defined(module, module))
METHODS: dict[str, Any] = dict(
    found
    for module in SEARCHES
    for space in vars(module).values()
    if inspect.isclass(space) and space.__module__ == module.__name__
    for found in defined(space, module)
    if "__init__" not in found[0]
)


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() | METHODS.keys()))
def test_sets_and_numbers_are_not_mixed(name: str) -> None:
    assert Reader((FUNCTIONS | METHODS)[name]).mixed == []


def as_index(cards: CardSet, table: list[int]) -> int:
    """Use a set as the number of a card."""
    return table[cards]


def as_result(cards: list[Card]) -> CardSet:
    """Return a card as a set."""
    return cards[0]


def as_argument(cards: CardSet, players: list[Player]) -> CardSet:
    """Give a set of cards where players are wanted, and a player where a set is."""
    return union(players, players) | cards


def as_operand(cards: CardSet, card: Card) -> CardSet:
    """Add a card to a set without its bit."""
    return cards | card


def as_member(found: list[CardSet], card: Card) -> None:
    """Append a card to a list of sets."""
    found.append(card)


def in_a_loop(cards: Sequence[Card]) -> CardSet:
    """Keep a number under the name of a set."""
    result: CardSet = 0
    for card in cards:
        result = card
    return result


@pytest.mark.parametrize("function", [as_index, as_result, as_argument, as_operand, as_member, in_a_loop])
def test_a_mix_is_found(function: object) -> None:
    assert inspect.isfunction(function)
    assert Reader(function).mixed
