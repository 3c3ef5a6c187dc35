"""The limits of variables: between which numbers each of them lies, as far as the rules tell.

All values that the rules give to a variable are looked at, and from those of other variables its own
are found, until nothing changes. What still grows after some rounds has no limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..interpreter.program import ir
from ..interpreter.program.program import Program
from ..interpreter.program.tree_walk import parts
from ..interpreter.source.scalars import MAX_NUMBER
from ..interpreter.syntax import types as ty
from .actions import UNKNOWN, Range, limits, numbers

Limits = tuple[int, int]
"""The least and the greatest value of a number."""

ANY: Final[Limits] = -MAX_NUMBER, MAX_NUMBER
"""The limits where the rules set none: a larger number stops the game."""

_ROUNDS: Final = 4
"""After so many rounds a limit that still changes is taken for none."""


def variable_limits(program: Program) -> dict[str, Limits]:
    """Return the least and the greatest value of each number; `ANY` where the rules set no limit.

    Args:
        program: the game.

    Returns:
        The limits by the name of a variable; `score` is the score.

    >>> import cardrules
    >>> from cardrules.interpreter.play.game import rules_of
    >>> found = variable_limits(rules_of(cardrules.load("oh_hell")).program)
    >>> found["bids"], found["tricks"]
    ((0, 12), (0, 999999999999999999))
    """
    given = [
        (assign.target.variable, assign.value, chosen)
        for tree, chosen in _trees(program)
        for assign in parts(tree, ir.Assign)
    ]
    start = program.match_start
    found: dict[str, Range] = {"score": (start, start)}
    for variable in program.variables.values():
        if variable.type == ty.NUMBER:
            found[variable.name] = limits(program, variable.start)
    rounds, before = 0, dict[str, Range]()
    while found != before:
        before = dict(found)
        for name, value, chosen in given:
            if name in found:
                found[name] = _joined(found[name], _value(program, value, before, chosen), widen=rounds > _ROUNDS)
        rounds += 1
    return {
        name: (ANY[0] if low is None else low, ANY[1] if high is None else high) for name, (low, high) in found.items()
    }


def _trees(program: Program) -> Iterator[tuple[object, Mapping[str, Range]]]:
    """Yield all rules, with the limits of the numbers that are chosen in them, by their names."""
    yield (program.deal_do, program.deal_after, program.deal_together, program.match_result, program.limit_result), {}
    yield (program.definitions, program.phases, program.events), {}
    for action in program.actions.values():
        bound = {each.name for each in parts(action, ir.Let, ir.ForEach)}
        chosen: dict[str, Range] = {}
        for parameter in action.parameters:
            values = numbers(program, parameter) if parameter.kind == "number" else None
            if values and parameter.name not in bound:
                chosen[parameter.name] = min(values), max(values)
        yield action, chosen


def _value(program: Program, value: ir.Expr, variables: Mapping[str, Range], chosen: Mapping[str, Range]) -> Range:
    """Return the limits of a value that a variable gets.

    Args:
        program: the game.
        value: the value.
        variables: the limits of variables, as far as they are found.
        chosen: the limits of the numbers that are chosen.
    """

    def known(part: ir.Expr) -> Range:
        match part:
            case ir.VarRef(variable=name):
                return variables.get(name, UNKNOWN)
            case ir.Local(name=name):
                return chosen.get(name, UNKNOWN)
            case ir.Fold(key=key, operation="highest" | "lowest"):  # 0 of nobody
                return _joined((0, 0), limits(program, key, known))
            case ir.Fold(key=key, operation="total"):
                low, high = limits(program, key, known)
                return (0 if low is not None and low >= 0 else None, 0 if high is not None and high <= 0 else None)
            case _:
                return UNKNOWN

    return limits(program, value, known)


def _joined(one: Range, other: Range, *, widen: bool = False) -> Range:
    """Return the limits of what lies in one of two ranges.

    Args:
        one: a range.
        other: another range.
        widen: whether a limit of the first that the second exceeds becomes none.
    """
    (low, high), (least, most) = one, other
    lower = low is not None and (least is None or least < low)
    higher = high is not None and (most is None or most > high)
    return (
        (None if widen else least) if lower else low,
        (None if widen else most) if higher else high,
    )
