"""Functions on typed trees: traversal, size, and substitution of names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain
from typing import TypeVar, cast

from ..check import ir
from ..check.cards import Pack
from ..check.program import Effect, Phase, Program
from ..diagnostics import Span
from ..syntax.types import Type


def expressions(node: ir.Expr) -> list[ir.Expr]:
    """Return the expressions directly inside an expression."""
    match node:
        case ir.Const() | ir.Local() | ir.Can():
            return []
        case ir.ZoneRef(seat=seat) | ir.VarRef(seat=seat):
            return [] if seat is None else [seat]
        case ir.PileRef(pile=pile):
            return [pile]
        case ir.AllSeats(players=players):
            return [players]
        case ir.Op(arguments=arguments) | ir.Use(arguments=arguments):
            return list(arguments)
        case ir.Filter(collection=collection, condition=inner):
            return [collection, inner]
        case ir.Best(collection=collection, key=inner) | ir.Fold(collection=collection, key=inner):
            return [collection, inner]
        case ir.Cond(test=test, then=then, other=other):
            return [test, then, other]
        case ir.Logic(left=left, right=right):
            return [left, right]
        case ir.IsMeld(cards=cards):
            return [cards]


def walk(node: ir.Expr) -> Iterator[ir.Expr]:
    """Yield an expression and all expressions inside it."""
    yield node
    for inner in expressions(node):
        yield from walk(inner)


def inside(body: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
    """Yield statements and those inside them."""
    for node in body:
        yield node
        match node:
            case ir.If(then=then, other=other):
                yield from inside((*then, *other))
            case ir.ForEach(body=inner) | ir.Repeat(body=inner):
                yield from inside(inner)
            case _:
                pass


def rules(program: Program) -> Iterator[ir.Stmt]:
    """Yield every statement of a program."""
    effects = chain(
        (effect for action in program.actions.values() for effect in action.effects),
        chain.from_iterable(program.events.values()),
    )
    bodies = chain(
        (definition.do for definition in program.definitions.values()),
        (action.do for action in program.actions.values()),
        (effect.do for effect in effects),
        (body for phase in program.phases.values() for body in phase_bodies(phase)),
        (program.deal_do, program.deal_after, program.deal_together, program.match_result),
        (program.limit_result,),
    )
    for body in bodies:
        yield from inside(body)


def phase_bodies(phase: Phase) -> tuple[tuple[ir.Stmt, ...], ...]:
    """Return the statements of a phase, text by text."""
    return phase.before, phase.turn_before, phase.turn_after, phase.after


Part = TypeVar("Part")


def parts(tree: object, *kinds: type[Part]) -> Iterator[Part]:
    """Yield the nodes of some kinds in a program or a part of one, at any depth."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, kinds):
            yield node
        if isinstance(node, tuple):
            waiting += reversed(cast("tuple[object, ...]", node))
        elif isinstance(node, dict):
            waiting += reversed(cast("dict[str, object]", node).values())
        else:
            waiting += [getattr(node, name) for name in inner_fields(type(node))]


@cache
def inner_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a part in which there may be other parts, the last one first."""
    if not is_dataclass(kind) or kind in (Span, Type, Pack):
        return ()
    plain = {"Span", "Type", "Pack", "str", "int", "bool"}
    return tuple(field.name for field in fields(kind) if field.type not in plain)[::-1]


def rebuilt(node: ir.Expr, change: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """Return an expression with each expression directly inside it changed."""
    match node:
        case ir.Const() | ir.Can() | ir.Local():
            return node
        case ir.ZoneRef(seat=seat) | ir.VarRef(seat=seat):
            return node if seat is None else replace(node, seat=change(seat))
        case ir.PileRef(pile=pile):
            return replace(node, pile=change(pile))
        case ir.AllSeats(players=players):
            return replace(node, players=change(players))
        case ir.Op(arguments=arguments) | ir.Use(arguments=arguments):
            return replace(node, arguments=tuple(map(change, arguments)))
        case ir.Filter(collection=collection, condition=condition):
            return replace(node, collection=change(collection), condition=change(condition))
        case ir.Best(collection=collection, key=key) | ir.Fold(collection=collection, key=key):
            return replace(node, collection=change(collection), key=change(key))
        case ir.Cond(test=test, then=then, other=other):
            return replace(node, test=change(test), then=change(then), other=change(other))
        case ir.Logic(left=left, right=right):
            return replace(node, left=change(left), right=change(right))
        case ir.IsMeld(cards=cards):
            return replace(node, cards=change(cards))


Body = tuple[ir.Stmt, ...]


def rebuilt_rules(program: Program, change: Callable[[Body], Body]) -> Program:
    """Return a program with every body of statements changed."""

    def done(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        return tuple(replace(effect, do=change(effect.do)) for effect in effects)

    return replace(
        program,
        definitions={n: replace(d, do=change(d.do)) for n, d in program.definitions.items()},
        actions={
            name: replace(action, do=change(action.do), effects=done(action.effects))
            for name, action in program.actions.items()
        },
        events={name: done(effects) for name, effects in program.events.items()},
        phases={
            name: replace(
                phase,
                before=change(phase.before),
                after=change(phase.after),
                turn_before=change(phase.turn_before),
                turn_after=change(phase.turn_after),
            )
            for name, phase in program.phases.items()
        },
        deal_do=change(program.deal_do),
        deal_after=change(program.deal_after),
        deal_together=change(program.deal_together),
        match_result=change(program.match_result),
        limit_result=change(program.limit_result),
    )


def substitute(node: ir.Expr, values: dict[str, ir.Expr]) -> ir.Expr:
    """Return an expression with local names replaced."""
    if not values:
        return node
    if isinstance(node, ir.Local):
        return values.get(node.name, node)
    return rebuilt(node, lambda inner: substitute(inner, values))


def local_names(node: ir.Expr) -> Iterator[str]:
    """Yield the local names that an expression uses."""
    return (inner.name for inner in walk(node) if isinstance(inner, ir.Local))


def free_names(node: ir.Expr) -> set[str]:
    """Return the local names that an expression uses and does not bind itself."""
    match node:
        case ir.Local(name=name):
            return {name}
        case ir.Filter(collection=collection, name=name, condition=inner):
            return free_names(collection) | (free_names(inner) - {name})
        case ir.Best(collection=collection, name=name, key=inner):
            return free_names(collection) | (free_names(inner) - {name})
        case ir.Fold(collection=collection, name=name, key=inner):
            return free_names(collection) | (free_names(inner) - {name})
        case _:
            return set[str]().union(*map(free_names, expressions(node)))


def mentions(node: ir.Expr, *names: str) -> bool:
    """Return whether an expression uses one of some local names."""
    return any(local in names for local in local_names(node))


def uses(node: ir.Expr, local: str) -> int:
    """Return how often a local name is used; inside something repeated it counts twice."""
    if isinstance(node, ir.Local):
        return int(node.name == local)
    inside = isinstance(node, ir.Filter | ir.Best | ir.Fold)
    count = sum(uses(inner, local) for inner in expressions(node))
    return count * 2 if inside else count


def size(node: ir.Expr) -> int:
    """Return how many nodes an expression has."""
    return sum(1 for _ in walk(node))
