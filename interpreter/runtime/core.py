"""The state of a game in play as plain data: integers, lists and tuples in named slots.

The compiler makes a class for each program: a slot for each zone and variable beside those that
every game has. A core can be copied in microseconds, compared, and written as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from ..check.program import Program
from ..syntax import types as ty
from ..syntax.types import Type
from .journal import Event

COMMON: dict[str, object] = {
    "pc": 0,  # the decision that is waited for; -1 when the game is over
    "phase": 0,
    "actor": -1,  # who decides
    "turn": -1,  # whose turn it is
    "direction": 1,
    "skip": 0,
    "again": False,
    "away": 0,  # the seats that are out of this deal
    "gone": 0,  # those that are out for good
    "turns": 0,
    "steps": 0,  # how many steps rules may still take before the next decision
    "deal": 0,
    "dealer": -1,
    "rng": 0,
    "deck": (),  # the order of the first shuffle, if given
    "queue": (),  # who is still to act in this phase
    "asked": 0,
    "declined": True,  # whether the player who is polled has done nothing else in this turn
    "pending": (),  # sealed choices so far
    "events": (),  # announced, not yet followed
    "result": None,
    "frame": None,  # what rules that wait for an answer must remember, if there are any
    "know": None,  # recording build: for each card, the seats that know its zone
    "spot": None,  # recording build: for each card, the seats that know its exact position
    "log": None,  # recording build: events since the last decision
}
"""The slots of every game, with what they start as; all of these values are immutable."""

SHARED = ("gone", "steps", "deal", "rng", "result", "log")
OF_A_TABLE = tuple(key for key in COMMON if key not in SHARED)
"""Where a deal is played at several tables, the slots that each of them has of its own."""


class Core:
    """The base of the generated state classes; see `compile/core_class.py`.

    Where a deal is played at several tables, the slots of one of them are in place, and those of
    the others wait, in the order of `own`, in `tables`.

    Attributes:
        own: the slots that each table has of its own.
        table: the table in place, from 0.
        seated: for each seat the table at which it sits.
        tables: for each table what waits; None for the one in place.
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
    steps: int
    deal: int
    dealer: int
    rng: int
    deck: tuple[int, ...]
    queue: tuple[int, ...]
    asked: int
    declined: bool
    pending: tuple[tuple[int, ...], ...]
    events: tuple[int, ...]
    result: tuple[int, ...] | None
    frame: list[Any] | None
    know: list[int] | None
    spot: list[int] | None
    log: list[Event] | None

    def clone(self) -> Core:
        """Return an independent copy."""
        raise NotImplementedError

    def turn_to(self, table: int) -> None:
        """Put another table in place; this one waits. Nothing happens if there is only one."""


def blank(cls: type[Core], program: Program, frame_size: int = 0) -> Core:
    """Return a core before the first deal: every zone empty, every variable without a value."""
    core = object.__new__(cls)
    for key, value in COMMON.items():
        setattr(core, key, value)
    core.steps = program.step_limit
    for zone in program.zones.values():
        empty: list[list[int] | int] = [[] if zone.ordered else 0 for _ in range(program.players)]
        setattr(core, f"z_{zone.name}", empty if zone.each else empty[0])
        if zone.piles:
            setattr(core, f"g_{zone.name}", [])  # how many cards each laying put on a pile
    for variable in program.variables.values():
        value: object = _nothing_yet(variable.type)
        if variable.each:
            value = (value,) * program.players if variable.lasting else [value] * program.players
        setattr(core, f"v_{variable.name}", value)
    if frame_size:
        core.frame = [0] * frame_size
    core.v_score = [0] * program.players  # type: ignore[attr-defined]
    if program.tables is not None:
        first = [getattr(core, slot) for slot in core.own]
        core.seated = (0,) * program.players
        core.tables = [None, *(_copied(first) for _ in range(program.tables.number - 1))]
        core.table = 0
    return core


def size(core: Core, cards: int) -> int:
    """Return about how many bytes a position of the recording build takes.

    Args:
        core: a position before the first deal.
        cards: how many cards there are; each stands in a zone and in two lists of who knows it.
    """
    slots = [slot for cls in type(core).__mro__ for slot in getattr(cls, "__slots__", ())]
    return 24 * cards + sum(8 + _size(getattr(core, slot)) for slot in slots)


def _size(value: object) -> int:
    if not isinstance(value, list | tuple):
        return 24
    values = cast("Sequence[object]", value)
    return 56 + sum(8 + _size(each) for each in values)


def _nothing_yet(kind: Type) -> int | tuple[int, ...]:
    """What a variable holds before its scope has begun for the first time."""
    if kind.name in ty.COLLECTIONS:
        return 0 if kind == ty.CARDS else ()
    return -1 if kind.name in ty.NULLABLE else 0


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType]


def at(core: Core, table: int) -> Core:
    """Return a position with a table in place: itself, or a copy in which it is."""
    if core.table == table:
        return core
    copy = core.clone()
    copy.turn_to(table)
    return copy


def at_seat(core: Core, seat: int) -> Core:
    """Return a position with the table in place at which a seat sits, as `at` does."""
    return at(core, core.seated[seat]) if core.seated else core


def peek(core: Core, table: int, slot: str) -> Any:
    """Return what a slot of a table holds, wherever that table is."""
    waiting = core.tables[table]
    return getattr(core, slot) if waiting is None else waiting[core.own.index(slot)]
