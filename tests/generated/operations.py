"""The operations that the language declares, by the type of their values.

Expressions are made of this table, so that a new operation is tried when it is declared.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from cardrules.interpreter.syntax import types as ty
from cardrules.interpreter.syntax.operations.declaration import Operation
from cardrules.interpreter.syntax.operations.table import OPERATIONS

_TAKEN = {
    "collection": ("cards", "pile", "players", "several"),
    "some cards": ("cards", "pile"),
    "key": ("number", "rank", "card"),
    "place": ("place",),
    "list": ("columns",),
    "a number": ("number", "halves"),
    "a factor": ("number", "halves"),
    "order": ("order",),
    "meld": ("meld",),
}
"""The types that an operand can have which asks for none of its own; `several` are melds that are
no zone of piles, of which the members would be piles."""

_TYPES = {
    **ty.NAMED,
    "several": ty.MELDS,
    "columns": ty.list_of(ty.NUMBER),
    "place": ty.UNKNOWN,
    "order": ty.UNKNOWN,
    "meld": ty.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class Form:
    """An operation with operands of certain types."""

    operation: Operation
    operands: tuple[str, ...]


def _forms(operation: Operation) -> list[tuple[str, Form]]:
    """Return an operation with operands of all types that it takes, each with its result."""
    wanted = [_TAKEN.get(kind, (kind,)) for kind in operation.operands]
    if not wanted or not all(kind in _TYPES for kinds in wanted for kind in kinds):
        return []
    found: list[tuple[str, Form]] = []
    for kinds in product(*wanted):
        if operation.name == "otherwise" and kinds[0] != kinds[1]:
            continue
        if operation.name == "mul" and kinds == ("halves", "halves"):
            continue
        types = tuple(_TYPES["halves" if "halves" in kinds and kind == "number" else kind] for kind in kinds)
        result = operation.type_of(types)
        same = (name for name, kind in ty.NAMED.items() if kind == result and kind.halves == result.halves)
        name = next(same, "")
        if name == "player" and operation.nobody:
            name = "somebody"
        found.append((name, Form(operation, kinds)))
    return found


def _by_result() -> dict[str, list[list[Form]]]:
    found: dict[str, list[list[Form]]] = {}
    for operation in OPERATIONS.values():
        by_result: dict[str, list[Form]] = {}
        for result, form in _forms(operation):
            by_result.setdefault(result, []).append(form)
        for result, forms in by_result.items():
            found.setdefault(result, []).append(forms)
    return found


FORMS = _by_result()
"""By the type of the value, for each operation its forms."""
