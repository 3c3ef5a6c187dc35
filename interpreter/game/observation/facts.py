"""What a seat was told of cards by rules that say `tell`, in the present deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.journal import AtTable, Gathered, Moved, Shuffled, Told
from ..step import chain
from .journal import heard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.journal import Event
    from ...runtime.position import Position
    from ..rules import Rules
    from ..setup.opening import Opening
    from ..step import Step
    from .journal import SeenTold


def facts_for(
    rules: Rules,
    opening: Opening | None,
    last: Step | None,
    now: Position,
    seat: int | None,
    *,
    hold: bool = False,
) -> tuple[SeenTold, ...]:
    """Return what a seat was told in this deal.

    Args:
        rules: the game.
        opening: how the game began.
        last: the last step.
        now: the position after it.
        seat: the seat; None for all that was told at the table in place.
        hold: whether only that is wanted which is about all cards that a place has still.
    """
    if not rules.program.tells:
        return ()
    facts: list[Told] = []
    for event in _events(opening, last, now, seat):
        match event:
            case Gathered():
                facts.clear()
            case Told(to=to) if seat is None or to >> seat & 1:
                facts.append(event)
            case Moved(source=source, target=target) if hold:
                facts = [fact for fact in facts if fact.place not in (source, target)]
            case Shuffled(place=place) if hold:
                facts = [fact for fact in facts if fact.place != place or not fact.positions]
            case _:
                pass
    return tuple(heard(rules, fact, seat) for fact in facts)


def _events(opening: Opening | None, last: Step | None, now: Position, seat: int | None) -> Iterator[Event]:
    """Yield what has happened at a seat's table."""
    own = now.table if seat is None or not now.seated else now.seated[seat]
    begun = opening.events if opening is not None else ()
    for table, events in [(0, begun), *((step.before.table, step.events) for step in chain(last))]:
        here = table
        for event in events:
            if isinstance(event, AtTable):
                here = event.table - 1
            elif here == own or isinstance(event, Gathered):
                yield event
