"""The journal: events that record each change of a position.

Logs, screens, replays and the sampling of worlds read them. A *place* is a zone, or one player's
part of a zone; `tracking.Tracker` numbers them. A set of seats is an integer with one bit for
each seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards moved from one place to another.

    Attributes:
        cards: the cards, in order.
        source: the place they left.
        target: the place they went to.
        seen: for each card the set of seats that saw its face.
        chosen: the places in which a sealed choice found the cards, before any of the sealed
            choices was carried out; empty if they were not chosen so.
    """

    cards: tuple[int, ...]
    source: int
    target: int
    seen: tuple[int, ...]
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The cards of a place were shuffled."""

    place: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Cards were shown without being moved, to the set of seats `to`."""

    cards: tuple[int, ...]
    place: int
    to: int


@dataclass(frozen=True, slots=True)
class Told:
    """Players were told which of some cards are in a set, and so which are not.

    Attributes:
        cards: the cards.
        place: where they are.
        positions: the position of each, from 1; empty if the place has no order.
        whole: whether they are all cards of the place.
        know: for each card the seats that knew it.
        fitting: the set of all cards of the pack that fulfil the condition.
        to: the set of seats that were told.
        knowing: those of them that know which faces fulfil the condition.
    """

    cards: tuple[int, ...]
    place: int
    positions: tuple[int, ...]
    whole: bool
    know: tuple[int, ...]
    fitting: int
    to: int
    knowing: int


@dataclass(frozen=True, slots=True)
class Changed:
    """A variable got a new value.

    Attributes:
        variable: its name.
        seat: the seat whose value it is, or -1 for a variable of the table.
        value: the new value.
        know: if the value consists of cards, for each card of the pack the set of seats that knew
            its zone at that time.
    """

    variable: str
    seat: int
    value: object
    know: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Gathered:
    """A new deal began: all cards are back in the pack."""

    deal: int


@dataclass(frozen=True, slots=True)
class AtTable:
    """The following events happen at another table, counted from 1."""

    table: int


@dataclass(frozen=True, slots=True)
class Disclosed:
    """A rule computed something from hidden cards or from chance.

    A seat that sees the result may have learnt something, so the action cannot be undone.

    Attributes:
        to: the set of seats from which the cards were hidden.
    """

    to: int


Event = Disclosed | Moved | Shuffled | Revealed | Told | Changed | Gathered | AtTable
"""Any event of the journal."""


def kept(events: Iterable[Event]) -> int:
    """Return about how many bytes events take."""
    size = 0
    for event in events:
        size += 200
        if isinstance(event, Moved):
            size += 16 * len(event.cards)
        elif isinstance(event, Changed) and event.know is not None:
            size += 8 * len(event.know)
    return size
