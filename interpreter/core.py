"""The state of a game in play as plain data: integers, lists and tuples in named slots.

`core_class` makes the class for one program: a slot for each zone and variable beside those that
every game has. A core can be copied in microseconds, compared, and written as JSON.
"""

from __future__ import annotations

import ast
from typing import Any

from .journal import Event
from .program import Program
from .quoting import expression, name

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


class Core:
    """The base of the generated state classes; see `core_class`."""

    __slots__ = tuple(COMMON)

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


def core_class(program: Program) -> type[Core]:
    """Return the state class of a program, with a `clone` made for its slots.

    The copy is written out slot by slot: a loop over the names would take five times as long.
    """
    slots: list[str] = []
    copies: dict[str, ast.expr] = {}
    for key in COMMON:
        copies[key] = expression(f"s.{key}")
    for key in ("know", "spot", "frame"):
        copies[key] = expression(f"s.{key} and s.{key}[:]")
    copies["log"] = expression("None if s.log is None else []")
    for zone in program.zones.values():
        slot = f"z_{zone.name}"
        slots.append(slot)
        if zone.piles:
            slots.append(f"g_{zone.name}")
            copies[f"g_{zone.name}"] = expression(f"s.g_{zone.name}[:]")
            copies[slot] = expression(f"[pile[:] for pile in s.{slot}]")
        elif not zone.ordered:
            copies[slot] = expression(f"s.{slot}[:]" if zone.each else f"s.{slot}")
        elif zone.each and program.players <= 4:
            items = [expression(f"s.{slot}[{seat}][:]") for seat in range(program.players)]
            copies[slot] = ast.List(items, ast.Load())
        elif zone.each:
            copies[slot] = expression(f"[pile[:] for pile in s.{slot}]")
        else:
            copies[slot] = expression(f"s.{slot}[:]")
    for variable in [*program.variables.values()]:
        slot = f"v_{variable.name}"
        slots.append(slot)
        copies[slot] = expression(f"s.{slot}[:]" if variable.each else f"s.{slot}")
    slots.append("v_score")
    copies["v_score"] = expression("s.v_score[:]")
    body: list[ast.stmt] = [
        ast.Assign([name_store("n")], expression("new(cls)")),
        *(
            ast.Assign([ast.Attribute(name("n"), key, ast.Store())], value)
            for key, value in copies.items()
        ),
        ast.Return(name("n")),
    ]
    function = ast.FunctionDef(
        "clone",
        ast.arguments(posonlyargs=[], args=[ast.arg("s")], kwonlyargs=[], kw_defaults=[],
                      defaults=[]),
        body,
        [],
    )  # fmt: skip
    module = ast.fix_missing_locations(ast.Module([function], []))
    namespace: dict[str, Any] = {"new": object.__new__}
    exec(compile(module, "<state>", "exec"), namespace)
    made: type[Core] = type("Core", (Core,), {"__slots__": tuple(slots)})
    namespace["cls"] = made
    made.clone = namespace["clone"]
    return made


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
        setattr(core, f"v_{variable.name}", value)
    if frame_size:
        core.frame = [0] * frame_size
    core.v_score = [0] * program.players  # type: ignore[attr-defined]
    return core
