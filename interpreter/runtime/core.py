"""The state of a game in play as plain data: integers, lists and tuples in named slots.

`core_class` makes the class for one program: a slot for each zone and variable beside those that
every game has. A core can be copied in microseconds, compared, and written as JSON.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from ..check.program import Program
from .journal import AtTable, Event
from .quoting import expression, name, statements

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
    "declined": False,  # whether the one who was polled last has passed
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
    """The base of the generated state classes; see `core_class`.

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


def core_class(program: Program) -> type[Core]:
    """Return the state class of a program, with a `clone` made for its slots.

    The copy is written out slot by slot: a loop over the names would take five times as long.
    """
    copies = dict.fromkeys(COMMON, "v")  # how each slot is copied, `v` being its value
    for key in ("know", "spot", "frame"):
        copies[key] = "v and v[:]"
    copies["log"] = "None if v is None else []"
    own = list(OF_A_TABLE)  # the slots that each of several tables has
    shared: list[str] = []
    for zone in program.zones.values():
        slot = f"z_{zone.name}"
        own.append(slot)
        if zone.piles:
            own.append(f"g_{zone.name}")
            copies[f"g_{zone.name}"] = "v[:]"
            copies[slot] = "[pile[:] for pile in v]"
        elif not zone.ordered:
            copies[slot] = "v[:]" if zone.each else "v"
        elif zone.each and program.players <= 4:
            items = ", ".join(f"v[{seat}][:]" for seat in range(program.players))
            copies[slot] = f"[{items}]"
        elif zone.each:
            copies[slot] = "[pile[:] for pile in v]"
        else:
            copies[slot] = "v[:]"
    for variable in program.variables.values():
        slot = f"v_{variable.name}"
        copies[slot] = "v[:]" if variable.each and not variable.lasting else "v"
        (own if variable.own else shared).append(slot)
    shared.append("v_score")
    copies["v_score"] = "v[:]"
    if program.tables is not None:
        shared += ["table", "seated", "tables"]
    return _class(tuple(copies.items()), tuple(own), tuple(shared))


@lru_cache(maxsize=64)  # games under many options mostly have the same slots
def _class(
    copies: tuple[tuple[str, str], ...], own: tuple[str, ...], shared: tuple[str, ...]
) -> type[Core]:
    """Make the state class with these slots, each copied as the template says."""
    copied = {key: expression(text, v=expression(f"s.{key}")) for key, text in copies}
    namespace: dict[str, Any] = {"new": object.__new__, "AtTable": AtTable}
    functions = ["clone"]
    trees: list[ast.stmt] = []
    if "tables" in shared:
        templates = dict(copies)
        copied["table"], copied["seated"] = expression("s.table"), expression("s.seated")
        waiting: list[ast.expr] = [
            expression(templates[key], v=expression(f"t[{index}]")) for index, key in enumerate(own)
        ]
        copied["tables"] = expression(
            "[t and w for t in s.tables]", w=ast.List(waiting, ast.Load())
        )
        functions.append("turn_to")
        trees.append(_turn_to(own))
    body: list[ast.stmt] = [
        ast.Assign([name_store("n")], expression("new(cls)")),
        *(
            ast.Assign([ast.Attribute(name("n"), key, ast.Store())], value)
            for key, value in copied.items()
        ),
        ast.Return(name("n")),
    ]
    trees.append(_function("clone", ["s"], body))
    module = ast.fix_missing_locations(ast.Module(trees, []))
    exec(compile(module, "<state>", "exec"), namespace)
    slots = tuple(slot for slot in (*own, *shared) if slot not in COMMON)
    made: type[Core] = type("Core", (Core,), {"__slots__": slots})
    namespace["cls"] = made
    made.own = own
    for function in functions:
        setattr(made, function, namespace[function])
    return made


def _turn_to(own: Sequence[str]) -> ast.stmt:
    """Make the function that puts the table in play aside and another in its place."""
    body = statements(
        "if table == s.table: return\n"
        "s.tables[s.table] = values\n"
        "_ = s.tables[table]\n"
        "s.tables[table] = None\n"
        "s.table = table\n"
        "slots\n"
        "s.away |= s.gone\n"
        "if s.log is not None: s.log.append(AtTable(table + 1))",
        values=ast.List([expression(f"s.{slot}") for slot in own], ast.Load()),
        slots=[
            line for index, slot in enumerate(own) for line in statements(f"s.{slot} = _[{index}]")
        ],
    )
    return _function("turn_to", ["s", "table"], body)


def _function(text: str, arguments: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    return ast.FunctionDef(
        text,
        ast.arguments(posonlyargs=[], args=[*map(ast.arg, arguments)], kwonlyargs=[],
                      kw_defaults=[], defaults=[]),
        body,
        [],
    )  # fmt: skip


def name_store(text: str) -> ast.Name:
    """Return the tree of a name that is written."""
    return ast.Name(text, ast.Store())


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
        value: object = [0] * program.players if variable.each else 0
        if variable.lasting:
            value = (0,) * program.players
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
