"""The class of a program's positions, with a `clone` that is made for its slots."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

from ..program.program import Program
from ..runtime.journal import AtTable
from ..runtime.position import COMMON, OF_A_TABLE, Position
from ..shared import shared
from . import nodes
from .build import expression, function, name, statements
from .python import compiled


def position_class(program: Program) -> type[Position]:
    """Return the state class of a program, with a `clone` made for its slots.

    The copy is written out slot by slot: a loop over the names would take five times as long.
    """
    copies = dict.fromkeys(COMMON, "v")  # how each slot is copied, `v` being its value
    for key in ("know", "spot", "excluded", "traces", "frame"):
        copies[key] = "v and v[:]"
    copies["traced"] = "v[:]"
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


@shared(most=64)  # games under many options mostly have the same slots
def _class(copies: tuple[tuple[str, str], ...], own: tuple[str, ...], shared: tuple[str, ...]) -> type[Position]:
    """Make the state class with these slots, each copied as the template says."""
    copied = {key: expression(text, v=expression(f"s.{key}")) for key, text in copies}
    namespace: dict[str, Any] = {"new": object.__new__, "AtTable": AtTable}
    functions = ["clone"]
    trees: list[nodes.FunctionDef] = []
    if "tables" in shared:
        templates = dict(copies)
        copied["table"], copied["seated"] = expression("s.table"), expression("s.seated")
        waiting: list[nodes.Expression] = [
            expression(templates[key], v=expression(f"t[{index}]")) for index, key in enumerate(own)
        ]
        copied["tables"] = expression("[t and w for t in s.tables]", w=nodes.List(waiting))
        functions.append("turn_to")
        trees.append(_turn_to(own))
    body: list[nodes.Statement] = [
        nodes.Assign([nodes.Name("n")], expression("new(cls)")),
        *(nodes.Assign([nodes.Attribute(name("n"), key)], value) for key, value in copied.items()),
        nodes.Return(name("n")),
    ]
    trees.append(function("clone", ["s"], body))
    for tree in trees:
        namespace[tree.name] = FunctionType(compiled(tree, "<state>"), namespace)
    slots = tuple(slot for slot in (*own, *shared) if slot not in COMMON)
    made: type[Position] = type("Position", (Position,), {"__slots__": slots})
    namespace["cls"] = made
    made.own = own
    for method in functions:
        setattr(made, method, namespace[method])
    return made


def _turn_to(own: Sequence[str]) -> nodes.FunctionDef:
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
        values=nodes.List([expression(f"s.{slot}") for slot in own]),
        slots=[line for index, slot in enumerate(own) for line in statements(f"s.{slot} = _[{index}]")],
    )
    return function("turn_to", ["s", "table"], body)
