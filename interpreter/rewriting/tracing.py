"""Puts notes into a program: where its rules are passed, and what is seen there.

Notes are a part of the program like any other, so whatever changes or moves its rules takes them
along. Only a build that is asked for a trace has them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from ..diagnostics import Span
from ..program import ir
from ..program.coverage_points import Point
from ..program.program import Action, Definition, Effect, Program
from ..program.trace import Trace
from ..program.tree_walk import Body, inner_fields, rebuilt
from ..syntax import types as ty

Rule = TypeVar("Rule", Action, Definition, Effect)
Part = TypeVar("Part")


def with_rules_noted(program: Program, note: Callable[[str], Body]) -> Program:
    """Return a program whose rules begin with a note.

    Args:
        program: the program.
        note: returns the statements that note the rule with an address, if it is noted.
    """

    def noted(rule: Rule, section: str) -> Rule:
        return replace(rule, do=(*note(f"{section}.{rule.name}"), *rule.do))

    def effects(found: tuple[Effect, ...]) -> tuple[Effect, ...]:
        return tuple(noted(each, "effects") for each in found)

    return replace(
        program,
        actions={
            name: replace(noted(action, "actions"), effects=effects(action.effects))
            for name, action in program.actions.items()
        },
        events={event: effects(found) for event, found in program.events.items()},
        definitions={name: noted(definition, "define") for name, definition in program.definitions.items()},
    )


def traced(program: Program, trace: Trace[Point]) -> Program:
    """Return a program that notes in a trace what it passes of the points of its ruleset."""
    tracing = _Tracing(trace)
    return with_rules_noted(tracing.part(program), tracing.rule)


class _Tracing:
    """Puts the notes for the points of one trace into a program."""

    def __init__(self, trace: Trace[Point]) -> None:
        self._points = trace.points
        self._rules: dict[str, int] = {}
        self._conditions: dict[Span, int] = {}
        self._statements: dict[Span, int] = {}
        for number, point in enumerate(trace.points):
            match point.kind:
                case "condition":
                    self._conditions.setdefault(point.span, number)
                case "statement":
                    self._statements.setdefault(point.span, number)
                case _:
                    self._rules[point.address] = number

    def rule(self, address: str) -> Body:
        """Return the note of a rule."""
        return self._note(self._rules.get(address))

    def _note(self, number: int | None) -> Body:
        return () if number is None else (ir.Note(number, span=self._points[number].span),)

    def part(self, part: Part) -> Part:
        """Return a part of a program with notes in it."""
        if isinstance(part, tuple):
            found: list[object] = []
            for each in cast("tuple[object, ...]", part):
                if isinstance(each, ir.Statement):
                    found += self._note(self._statements.get(each.span))
                found.append(self.part(each))
            return cast(Part, tuple(found))
        if isinstance(part, dict):
            entries = cast("dict[str, object]", part)
            return cast(Part, {name: self.part(each) for name, each in entries.items()})
        if isinstance(part, ir.Typed):
            return cast(Part, self._expression(cast(ir.Expr, part), frozenset()))
        changes = {name: self.part(getattr(part, name)) for name in inner_fields(type(part))}
        return cast(Part, replace(cast(Any, part), **changes)) if changes else part

    def _expression(self, node: ir.Expr, around: frozenset[Span]) -> ir.Expr:
        """Return an expression with notes; those for places in `around` are outside of it."""
        number = None
        # Parts that stand at the same place are the same condition.
        if node.type == ty.BOOLEAN and not isinstance(node, ir.Const | ir.Logic) and node.span not in around:
            number = self._conditions.get(node.span)
        if number is not None:
            around |= {node.span}
        inner = rebuilt(node, lambda part: self._expression(part, around))
        return inner if number is None else ir.Noted(number, inner, type=node.type, span=node.span)
