"""Legal actions: all choices are tried, and the condition is evaluated for each.

A chosen action is the list of its choices; `text` writes it as players do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Any

from cardrules.interpreter.check.program import Action, Parameter
from cardrules.interpreter.errors import StepBudgetError

from . import expressions, melds
from .position import Card, Names, Position, canonical, each_once

MOST_SETS = 200_000


def choices(action: Action, here: Position, actor: int) -> list[list[Any]]:
    """Every way in which a player may do an action now; of two that look alike the first."""
    found: dict[str, list[Any]] = {}
    for names in ways(list(action.parameters), here, {"actor": actor}):
        if action.when is None or expressions.value(action.when, here, names):
            chosen = [names[parameter.name] for parameter in action.parameters]
            found.setdefault(text(action, chosen, here), chosen)
    return list(found.values())


def ways(parameters: list[Parameter], here: Position, names: Names) -> Iterator[Names]:
    """Every way to make some choices; a later one may depend on an earlier one."""
    if not parameters:
        yield names
        return
    parameter, *others = parameters
    for chosen in KINDS[parameter.kind](parameter, here, names):
        yield from ways(others, here, {**names, parameter.name: chosen})


def text(action: Action, chosen: list[Any], here: Position) -> str:
    """An action in the notation of players."""
    words = [action.name]
    for parameter, choice in zip(action.parameters, chosen, strict=True):
        words += TEXTS[parameter.kind](choice, here)
    return " ".join(words)


# -------------------------------------------------------------------------- kinds of choices


def cards_from(parameter: Parameter, here: Position, names: Names) -> list[Card]:
    return canonical(expressions.value(parameter.source, here, names))


def some_cards(parameter: Parameter, here: Position, names: Names) -> Iterator[list[Card]]:
    assert parameter.least is not None
    cards = cards_from(parameter, here, names)
    least = max(expressions.value(parameter.least, here, names), 0)
    most = len(cards)
    if parameter.most is not None:
        most = min(expressions.value(parameter.most, here, names), most)
    if sum(comb(len(cards), size) for size in range(least, most + 1)) > MOST_SETS:
        raise StepBudgetError(f"{least} to {most} of {len(cards)} cards are too many choices")
    for size in range(least, most + 1):
        yield from map(list, combinations(cards, size))


def a_meld(parameter: Parameter, here: Position, names: Names) -> Iterator[list[Card]]:
    cards = cards_from(parameter, here, names)
    for kind in parameter.melds:
        yield from melds.melds_in(cards, here.program.melds[kind], here.pack)


def a_number(parameter: Parameter, here: Position, names: Names) -> range:
    assert parameter.last is not None
    first = expressions.value(parameter.source, here, names)
    return range(first, expressions.value(parameter.last, here, names) + 1)


def one_of(parameter: Parameter, here: Position, names: Names) -> list[Any]:
    """One of some players, suits, ranks or piles; nothing can not be chosen."""
    items = expressions.value(parameter.source, here, names)
    return [item for item in each_once(items) if item is not None]


KINDS: dict[str, Callable[[Parameter, Position, Names], Any]] = {
    "card": cards_from,
    "cards": some_cards,
    "meld": a_meld,
    "number": a_number,
    "player": one_of,
    "suit": one_of,
    "rank": one_of,
    "pile": one_of,
}

TEXTS: dict[str, Callable[[Any, Position], list[str]]] = {
    "card": lambda card, _: [card.text],
    "cards": lambda cards, _: [card.text for card in cards],
    "meld": lambda cards, _: [card.text for card in cards],
    "number": lambda number, _: [str(number)],
    "player": lambda seat, _: [str(seat)],
    "suit": lambda suit, here: [here.pack.suits[suit]],
    "rank": lambda rank, here: [here.pack.ranks[rank]],
    "pile": lambda at, _: [f"#{at.number + 1}"],
}
