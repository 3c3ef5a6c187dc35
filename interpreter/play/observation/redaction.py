"""Whether a seat sees what lies open at a table, and what it may know of a variable's value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ...check.cards import COLOURS, NONE
from ...runtime.melds import cards_of
from ...syntax import types as ty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.core import Core
    from ..rules import Rules

UNKNOWN = "??"
"""Stands for a card whose face, or a choice that, a seat does not know."""


def sees(rules: Rules, core: Core, seat: int | None, table: int) -> bool:
    """Return whether a seat sees what lies open at a table; None sees everything."""
    tables = rules.program.tables
    return seat is None or tables is None or tables.open or core.seated[seat] == table


def show_value(
    rules: Rules, kind: ty.Type, value: Any, know: Sequence[int] | None, seat: int | None
) -> Any:
    """Return a variable's value in words; a card that the seat does not know is `??`.

    Args:
        rules: the game.
        kind: the type of the variable.
        value: the value as the machine has it.
        know: for each card, the seats that know where it is.
        seat: who asks; None sees everything.
    """
    pack = rules.program.pack

    def card(index: int) -> str:
        hidden = seat is not None and know is not None and not know[index] >> seat & 1
        return UNKNOWN if hidden else pack.text[index]

    if kind == ty.CARDS:
        # Unknown ones last: their place among the others would tell what they are.
        return tuple(sorted((card(c) for c in cards_of(value)), key=UNKNOWN.__eq__))
    inner = ty.element(kind)
    if inner is not None:
        if value == 0:  # as it is before its scope has begun
            return ()
        members = cast("tuple[Any, ...]", value)
        return tuple(show_value(rules, inner, each, know, seat) for each in members)
    if kind == ty.BOOLEAN:
        return bool(value)
    if value == NONE and kind != ty.NUMBER:
        return None
    if kind == ty.CARD:
        return card(value)
    if kind == ty.RANK:
        return pack.ranks[value]
    if kind == ty.SUIT:
        return pack.suits[value]
    if kind == ty.COLOUR:
        return COLOURS[value]
    return value
