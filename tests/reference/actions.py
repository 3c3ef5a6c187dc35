"""Legal actions: all choices are tried, and the condition is evaluated for each.

A chosen action is the list of its choices; `text` writes it as players do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import combinations
from math import comb
from typing import Any, cast

from cardrules.interpreter.errors import StepBudgetError
from cardrules.interpreter.program import ir
from cardrules.interpreter.program.program import Action, Parameter

from . import expressions, melds
from .position import Card, Names, PileAt, Position, canonical, each_once

MOST_SETS = 200_000

Condition = tuple[ir.Expr, set[str]]
"""A condition, and the local names in it."""


def choices(action: Action, here: Position, actor: int) -> list[list[Any]]:
    """Every way in which a player may do an action now; of two that look alike the first."""
    found: dict[str, list[Any]] = {}
    conditions = [(part, named(part)) for part in conjuncts(action.when)]
    for names in ways(list(action.parameters), conditions, here, {"actor": actor}):
        chosen = [names[parameter.name] for parameter in action.parameters]
        found.setdefault(text(action, chosen, here), chosen)
    return list(found.values())


def ways(parameters: list[Parameter], conditions: list[Condition], here: Position, names: Names) -> Iterator[Names]:
    """Every way to make some choices; a later one may depend on an earlier one.

    A condition is evaluated as soon as the choices that it names are made.
    """
    to_come = {parameter.name for parameter in parameters}
    for condition, mentioned in conditions:
        if not mentioned & to_come and not expressions.value(condition, here, names):
            return
    if not parameters:
        yield names
        return
    parameter, *others = parameters
    rest = [(condition, mentioned) for condition, mentioned in conditions if mentioned & to_come]
    for chosen in values(parameter, rest, here, names):
        yield from ways(others, rest, here, {**names, parameter.name: chosen})


def values(parameter: Parameter, conditions: list[Condition], here: Position, names: Names) -> Iterator[Any]:
    """The values of one choice.

    Raises:
        TooManyError: there are too many sets of cards to try, but conditions on them may leave few.
    """
    try:
        yield from KINDS[parameter.kind](parameter, here, names)
    except StepBudgetError:
        if any(parameter.name in mentioned for _, mentioned in conditions):
            raise melds.TooManyError from None
        raise


def conjuncts(when: ir.Expr | None) -> list[ir.Expr]:
    """The conditions that are joined by `and`."""
    if isinstance(when, ir.Logic) and when.conjunction:
        return [*conjuncts(when.left), *conjuncts(when.right)]
    return [] if when is None else [when]


def named(part: Any) -> set[str]:
    """The local names in an expression."""
    if isinstance(part, ir.Local):
        return {part.name}
    if isinstance(part, tuple):
        return {name for each in cast("tuple[Any, ...]", part) for name in named(each)}
    if not isinstance(part, ir.Typed):
        return set()
    return {name for field in fields(part) for name in named(getattr(part, field.name))}


def text(action: Action, chosen: list[Any], here: Position) -> str:
    """An action in the notation of players."""
    words = [action.name]
    for parameter, choice in zip(action.parameters, chosen, strict=True):
        named = parameter.kind == "choice"
        words += [parameter.type.choices[choice]] if named else TEXTS[parameter.kind](choice, here)
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
    kinds = parameter.melds
    if parameter.which is not None:
        which: int | None = expressions.value(parameter.which, here, names)
        kinds = () if which is None else (kinds[which],)
    for kind in kinds:
        yield from melds.melds_in(cards, here.program.melds[kind], here.pack)


def a_number(parameter: Parameter, here: Position, names: Names) -> list[int]:
    first = expressions.value(parameter.source, here, names)
    if parameter.last is None:
        return each_once(first)
    last = expressions.value(parameter.last, here, names)
    return list(range(first, last + 1, parameter.step))


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
    "choice": one_of,
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
    "pile": lambda at, here: [pile_name(at, here)],
}


def pile_name(at: PileAt, here: Position) -> str:
    """The number of a pile in its zone; of a player's pile among those of the player.

    The seat of its owner stands after it where some action can choose among the piles of several.
    """
    zone = here.program.zones[at.zone]
    if not zone.each:
        return f"#{at.number + 1}"
    seat, number = divmod(at.number, zone.fixed)
    every = [each for action in here.program.actions.values() for each in action.parameters]
    several = any(
        each.type.choices == (at.zone,) and reaches_several(each.source, here) for each in every if each.kind == "pile"
    )
    return f"#{number + 1}@{seat}" if several else f"#{number + 1}"


def reaches_several(source: ir.Expr, here: Position) -> bool:
    """Whether piles of several players can be chosen, as far as the rules tell."""
    match source:
        case ir.ZoneRef():
            return False
        case ir.Filter(collection=inner) | ir.Best(collection=inner):
            return reaches_several(inner, here)
        case ir.Use(definition=name):
            value = here.program.definitions[name].value
            return value is None or reaches_several(value, here)
        case _:
            return True
