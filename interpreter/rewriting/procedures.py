"""Procedures are made for their callers: constant arguments are put in, short ones are inlined.

A procedure may do something for some callers only, or under an option only, which its callers pass
to it. A parameter that is the same constant in all calls is a constant in the procedure, and what
is then never done is left out. So a procedure does not wait for a decision that it never asks for.

The other way round, what an effect does after several actions becomes a procedure, so that its code
is made once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count, islice
from operator import is_not
from typing import TypeVar, cast

from ..program import ir
from ..program.program import Definition, Program
from ..program.tree_walk import Body, inner_fields, inside, nested, parts, rebuilt, rebuilt_rules, rules
from ..syntax.operations.table import OPERATIONS

T = TypeVar("T")

_BINDERS = ir.Let, ir.ForEach, ir.Filter, ir.Best, ir.Fold
"""What gives a name to a value."""


Place = tuple[str, int]
"""A procedure, and the number of one of its parameters."""


def propagated(program: Program) -> Program:
    """Return a program whose procedures have no parameters that are always the same constant."""
    while fixed := _always(program):
        program = _fixed(program, fixed)
    return program


def _always(program: Program) -> dict[Place, ir.Const]:
    """Return the parameters for which all calls give the same constant."""
    found: dict[Place, ir.Const | None] = {}
    for call in rules(program):
        if not isinstance(call, ir.Perform):
            continue
        for number, value in enumerate(call.arguments):
            place = call.definition, number
            constant = value if isinstance(value, ir.Const) else None
            before = found.setdefault(place, constant)
            if before is None or constant is None or before.value != constant.value:
                found[place] = None
    return {place: value for place, value in found.items() if value is not None and not _binds(program, *place)}


def _binds(program: Program, name: str, number: int) -> bool:
    """Return whether a procedure gives the name of a parameter to something else."""
    definition = program.definitions[name]
    parameter, _ = definition.parameters[number]
    return any(each.name == parameter for each in parts(definition.do, *_BINDERS))


def _fixed(program: Program, fixed: dict[Place, ir.Const]) -> Program:
    """Put constants in the place of parameters, and leave these out of calls."""
    definitions = dict(program.definitions)
    for name in {name for name, _ in fixed}:
        definition = definitions[name]
        values = {
            parameter: fixed[name, place]
            for place, (parameter, _) in enumerate(definition.parameters)
            if (name, place) in fixed
        }
        definitions[name] = replace(
            definition,
            parameters=tuple(each for each in definition.parameters if each[0] not in values),
            do=_simplified(definition.do, values),
        )

    def called(node: ir.Stmt) -> ir.Stmt:
        if isinstance(node, ir.Perform):
            left = (value for place, value in enumerate(node.arguments) if (node.definition, place) not in fixed)
            return replace(node, arguments=tuple(left))
        return node

    def body(statements: Body) -> Body:
        return tuple(_mapped(node, lambda each: each, called) for node in statements)

    return rebuilt_rules(replace(program, definitions=definitions), body)


def _simplified(body: Body, values: dict[str, ir.Const]) -> Body:
    """Return statements with constants in the place of names, without what is never done."""

    def known(node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Local):
            return values.get(node.name, node)
        return _folded(rebuilt(node, known))

    return _reached(tuple(_mapped(node, known, lambda each: each) for node in body))


def _reached(body: Body) -> Body:
    """Return statements without those that are never reached."""
    result: list[ir.Stmt] = []
    for node in body:
        match node:
            case ir.If(test=ir.Const(value=value), then=then, other=other):
                result += _reached(then if value else other)
            case _:
                result.append(nested(node, _reached))
    return tuple(result)


def _folded(node: ir.Expr) -> ir.Expr:
    """Return the value of an expression if its parts are constants."""
    match node:
        case ir.Op(name=name, arguments=arguments):
            values = [each.value for each in arguments if isinstance(each, ir.Const)]
            compute = OPERATIONS[name].known
            if compute is None or len(values) < len(arguments):
                return node
            return ir.Const(compute(*values), type=node.type, span=node.span)
        case ir.Logic(conjunction=conjunction, left=ir.Const(value=value), right=right):
            return right if bool(value) == conjunction else node.left
        case ir.Cond(test=ir.Const(value=value), then=then, other=other):
            return then if value else other
        case _:
            return node


MOST_STATEMENTS = 8
"""The largest number of statements of a procedure that is inlined."""

MOST_NODES = 40
"""The largest number of nodes of a procedure that is inlined in several places."""


def inlined(program: Program) -> Program:
    """Return a program in which short procedures that never wait are inlined."""
    return rebuilt_rules(program, _Inlining(program).body)


class _Inlining:
    """Puts procedures in the place of calls."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._fresh = count(1)
        self._bodies: dict[str, Body | None] = {}
        calls = (each for each in rules(program) if isinstance(each, ir.Perform))
        self._times = Counter(each.definition for each in calls)

    def body(self, statements: Body) -> Body:
        """Return statements with the procedures that they call."""
        return tuple(each for node in statements for each in self._statement(node))

    def _statement(self, node: ir.Stmt) -> Body:
        match node:
            case ir.If(then=then, other=other):
                return (replace(node, then=self.body(then), other=self.body(other)),)
            case ir.ForEach(body=inner) | ir.Repeat(body=inner):
                return (replace(node, body=self.body(inner)),)
            case ir.Perform():
                return self._called(node)
            case _:
                return (node,)

    def _short(self, name: str) -> Body | None:
        """Return the statements of a procedure that is inlined; None of another one."""
        if name not in self._bodies:
            body = self.body(self._program.definitions[name].do)
            every = list(inside(body))
            waiting = ir.Ask | ir.Perform | ir.Stop | ir.SkipTo
            long = len(every) > MOST_STATEMENTS or any(isinstance(each, waiting) for each in every)
            if self._times[name] > 1 and not long:
                nodes = islice(parts(body, ir.Typed, ir.Statement), MOST_NODES + 1)
                long = sum(1 for _ in nodes) > MOST_NODES
            self._bodies[name] = None if long else body
        return self._bodies[name]

    def _called(self, node: ir.Perform) -> Body:
        definition = self._program.definitions[node.definition]
        body = self._short(node.definition)
        if body is None:
            return (node,)
        bound = {each.name for each in parts(body, ir.Filter, ir.Best, ir.Fold)}
        values: dict[str, ir.Expr] = {}
        lets: list[ir.Stmt] = []
        for (name, kind), value in zip(definition.parameters, node.arguments, strict=True):
            plain = isinstance(value, ir.Const)
            if plain or (isinstance(value, ir.Local) and value.name not in bound):
                values[name] = value
            else:
                own = f"·{name}{next(self._fresh)}"
                lets.append(ir.Let(own, value, span=node.span))
                values[name] = ir.Local(own, type=kind, span=node.span)
        own_names = {
            each.name: f"·{each.name}{next(self._fresh)}"
            for each in inside(body)
            if isinstance(each, ir.Let | ir.ForEach)
        }

        def known(part: ir.Expr) -> ir.Expr:
            if not isinstance(part, ir.Local):
                return rebuilt(part, known)
            if part.name in own_names:
                return replace(part, name=own_names[part.name])
            return replace(values[part.name], span=part.span) if part.name in values else part

        def renamed(part: ir.Stmt) -> ir.Stmt:
            if isinstance(part, ir.Let | ir.ForEach):
                return replace(part, name=own_names[part.name])
            return part

        return (*lets, *(_mapped(each, known, renamed) for each in body))


# -- what follows several actions

LEAST_SHARED = 16
"""The least size of an effect that becomes a procedure, in nodes."""


def shared(program: Program) -> Program:
    """Return a program in which a long effect of several actions is a procedure of its own.

    An effect stays where it is if it reads what its action has chosen or computed, leaves out other
    effects, or waits for a decision.
    """
    times = Counter(effect.name for each in program.actions.values() for effect in each.effects)
    definitions = dict(program.definitions)
    actions = dict(program.actions)
    for action in program.actions.values():
        effects = list(action.effects)
        for place, effect in enumerate(effects):
            if times[effect.name] < 2 or not _stands_alone(effect.do):
                continue
            name = f"{effect.name}·after"
            made = definitions.get(name)
            if made is None:
                made = definitions[name] = Definition(name, (), None, effect.do, effect.span)
            if made.do == effect.do:
                effects[place] = replace(effect, do=(ir.Perform(name, (), span=effect.span),))
        actions[action.name] = replace(action, effects=tuple(effects))
    return replace(program, definitions=definitions, actions=actions)


def _stands_alone(body: Body) -> bool:
    """Return whether the statements of an effect can be those of a procedure, and are long."""
    own = {"actor", *(each.name for each in parts(body, *_BINDERS))}
    size = 0
    for node in parts(body, ir.Typed, ir.Statement):
        if isinstance(node, ir.Ask | ir.Perform | ir.Stop | ir.SkipTo):
            return False
        if isinstance(node, ir.Local) and node.name not in own:
            return False
        size += 1
    return size >= LEAST_SHARED


def _mapped(node: T, value: Callable[[ir.Expr], ir.Expr], statement: Callable[[ir.Stmt], ir.Stmt]) -> T:
    """Return a part of a rule with each expression and each statement in it changed."""
    if isinstance(node, tuple):
        before = cast("tuple[object, ...]", node)
        after = tuple(_mapped(each, value, statement) for each in before)
        return cast(T, after if any(map(is_not, before, after)) else before)
    if isinstance(node, ir.Expr):
        return cast(T, value(node))
    changes: dict[str, object] = {}
    for name in inner_fields(type(node)):
        part = getattr(node, name)
        made = _mapped(part, value, statement)
        if made is not part:
            changes[name] = made
    made = replace(cast(ir.Stmt, node), **changes) if changes else node
    return cast(T, statement(made)) if isinstance(made, ir.Stmt) else made
