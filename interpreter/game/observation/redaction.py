"""Basic rules of redaction: which tables a seat sees, and what it may know of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ...program.cards import NONE
from ...runtime.melds import cards_of
from ...source import halves
from ...syntax import types as ty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.position import Position
    from ..rules import Rules

UNKNOWN = "??"
"""The text for a card or an action that a seat does not know."""


def sees(rules: Rules, position: Position, seat: int | None, table: int) -> bool:
    """Return whether a seat sees the open cards of a table; seat None sees everything."""
    tables = rules.program.tables
    return seat is None or tables is None or tables.open or position.seated[seat] == table


def show_value(rules: Rules, kind: ty.Type, value: Any, know: Sequence[int] | None, seat: int | None) -> Any:
    """Return a variable's value for an observation; cards that the seat does not know are `??`.

    Args:
        rules: the game.
        kind: the type of the variable.
        value: the raw value.
        know: for each card the set of seats that know its zone; None if all cards are known.
        seat: the seat; None sees everything.
    """
    pack = rules.program.pack

    def card(index: int) -> str:
        hidden = seat is not None and know is not None and not know[index] >> seat & 1
        return UNKNOWN if hidden else pack.text[index]

    if kind == ty.CARDS:
        # Unknown cards come last, because their positions would reveal something about them.
        return tuple(sorted((card(c) for c in cards_of(value)), key=UNKNOWN.__eq__))
    inner = ty.element(kind)
    if inner is not None:
        if value == 0:  # the variable's scope has not begun yet
            return ()
        members = cast("tuple[Any, ...]", value)
        if kind.choices:
            entries = zip(kind.choices, members, strict=False)
            return {word: show_value(rules, inner, each, know, seat) for word, each in entries}
        return tuple(show_value(rules, inner, each, know, seat) for each in members)
    if kind == ty.BOOLEAN:
        return bool(value)
    if kind.halves:
        return halves.number(value)
    if value == NONE and kind != ty.NUMBER:
        return None
    if kind == ty.CARD:
        return card(value)
    names = pack.names(kind)
    return names[value] if names else value
