"""Positions: everything about a game in play at one moment, as plain data.

A position consists of integers, lists and tuples in named slots: all zones and variables, whose
turn it is, and so on. The compiler makes a class for each program. It has a slot for each zone
and variable, besides the slots that every game has. A position can be copied in microseconds,
compared, and saved as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from ..program.program import Program
from ..syntax import types as ty
from ..syntax.types import Type
from .journal import Event
from .work import budget

COMMON: dict[str, object] = {
    "pc": 0,  # the site of the current decision; -1 when the game is over
    "phase": 0,
    "actor": -1,  # the seat that makes the decision
    "turn": -1,  # the seat whose turn it is
    "direction": 1,
    "skip": 0,
    "again": False,
    "away": 0,  # the set of seats that are out of this deal
    "gone": 0,  # the set of seats that are out of the match
    "turns": 0,
    "work": 0,  # how much rules may still do before the next decision
    "deal": 0,
    "dealer": -1,
    "rng": 0,
    "deck": (),  # the order of the first shuffle, if it is given
    "dealt": (),  # the order of the pack after it was last shuffled; empty if no rule repeats it
    "queue": (),  # the seats that are still to act in this phase
    "asked": 0,
    "declined": True,  # whether the polled player has done nothing else in this turn
    "pending": (),  # the sealed choices so far
    "events": (),  # announced events whose effects have not run yet
    "result": None,
    "frame": None,  # values that rules keep while they wait for an answer
    "know": None,  # recording build: for each card, the seats that know its zone
    "spot": None,  # recording build: for each card, the seats that know its exact position
    "origin": (),  # recording build: where each card lay before sealed choices; empty after them
    "traced": (),  # recording build: for each card, the seats that know where that was
    # Recording build: for each seat and card, the cards that it is not, as the seat was told; the
    # card lies in a place with an order. None if rules tell nothing.
    "excluded": None,
    # Recording build, where a rule deals the same cards again: the place of each card when it had been dealt; and
    # for each card the seats that know this place, and, above them, those that can no longer find out.
    "homes": (),
    "traces": None,
    "log": None,  # recording build: events since the last decision
}
"""The slots of every game with their initial values, all of which are immutable."""

KNOWLEDGE = ("know", "spot", "origin", "traced", "excluded", "homes", "traces")
"""The slots that say what seats know, which only positions of the recording build use."""

SHARED = ("gone", "work", "deal", "rng", "result", "log")
OF_A_TABLE = tuple(key for key in COMMON if key not in SHARED)
"""The slots that each table has, in a game with several tables."""


class Position:
    """The base class of the generated classes; see `core/position_class.py`.

    In a game with several tables, the slots that each table has hold the values of one table, which
    is *in place*. The values of the other tables are kept in `tables`.

    Attributes:
        own: the names of the slots that each table has.
        table: the table in place, from 0.
        seated: the table of each seat; empty in a game with one table.
        tables: for each table the values of these slots, in the order of `own`; None for the table
            in place.
    """

    __slots__ = tuple(COMMON)

    own: ClassVar[tuple[str, ...]] = ()
    table: int = 0
    seated: tuple[int, ...] = ()
    tables: Sequence[list[Any] | None] = (None,)

    pc: int
    phase: int
    actor: int
    turn: int
    direction: int
    skip: int
    again: bool
    away: int
    gone: int
    turns: int
    work: int
    deal: int
    dealer: int
    rng: int
    deck: tuple[int, ...]
    dealt: tuple[int, ...]
    queue: tuple[int, ...]
    asked: int
    declined: bool
    pending: tuple[tuple[int, ...], ...]
    events: tuple[int, ...]
    result: tuple[int, ...] | None
    frame: list[Any] | None
    know: list[int] | None
    spot: list[int] | None
    origin: tuple[int, ...]
    traced: Sequence[int]
    excluded: list[int] | None
    homes: tuple[int, ...]
    traces: list[int] | None
    log: list[Event] | None

    def clone(self) -> Position:
        """Return an independent copy."""
        raise NotImplementedError

    def turn_to(self, table: int) -> None:
        """Put another table in place. In a game with one table, nothing happens."""


def blank(cls: type[Position], program: Program, frame_size: int = 0) -> Position:
    """Return a position before the first deal, with empty zones and variables without values.

    Args:
        cls: the generated class of the program.
        program: the program.
        frame_size: the number of slots that rules need while they wait for an answer.
    """
    position = object.__new__(cls)
    for key, value in COMMON.items():
        setattr(position, key, value)
    position.work = budget(program.step_limit)
    for zone in program.zones.values():
        empty: list[list[int] | int] = [[] if zone.ordered else 0 for _ in range(program.players)]
        setattr(position, f"z_{zone.name}", empty if zone.each else empty[0])
        if zone.piles:
            count = zone.fixed * (program.players if zone.each else 1)
            setattr(position, f"z_{zone.name}", [[] for _ in range(count)])
            # How many cards each laying put on a pile.
            setattr(position, f"g_{zone.name}", [()] * count)
    for variable in program.variables.values():
        value: object = nothing_yet(variable.type)
        if program.teams is not None and variable.name == "teams":
            value = program.teams.sides
        if variable.each:
            value = (value,) * program.players if variable.lasting else [value] * program.players
        setattr(position, f"v_{variable.name}", value)
    if frame_size:
        position.frame = [0] * frame_size
    position.v_score = [program.match_start] * program.players  # type: ignore[attr-defined]
    if program.tables is not None:
        first = [getattr(position, slot) for slot in position.own]
        position.seated = (0,) * program.players
        position.tables = [None, *(_copied(first) for _ in range(program.tables.number - 1))]
        position.table = 0
    return position


def size(position: Position, cards: int) -> int:
    """Return about how many bytes a position of the recording build takes.

    Args:
        position: a position before the first deal.
        cards: how many cards there are; each stands in a zone and in two lists of who knows it.
    """
    slots = [slot for cls in type(position).__mro__ for slot in getattr(cls, "__slots__", ())]
    return 24 * cards + sum(8 + _size(getattr(position, slot)) for slot in slots)


def _size(value: object) -> int:
    if not isinstance(value, list | tuple):
        return 24
    values = cast("Sequence[object]", value)
    return 56 + sum(8 + _size(each) for each in values)


def nothing_yet(kind: Type) -> int | tuple[int, ...]:
    """Return what a variable contains before its scope begins for the first time."""
    if kind.name in ty.COLLECTIONS:
        return 0 if kind == ty.CARDS else ()
    return -1 if kind.name in ty.NULLABLE else 0


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType]


def at(position: Position, table: int) -> Position:
    """Return a position with a table in place: the same position, or a copy of it."""
    if position.table == table:
        return position
    copy = position.clone()
    copy.turn_to(table)
    return copy


def at_seat(position: Position, seat: int) -> Position:
    """Return a position with the table of a seat in place: the same position, or a copy of it."""
    return at(position, position.seated[seat]) if position.seated else position


def peek(position: Position, table: int, slot: str) -> Any:
    """Return the value of a slot of a table, which need not be in place."""
    waiting = position.tables[table]
    return getattr(position, slot) if waiting is None else waiting[position.own.index(slot)]
