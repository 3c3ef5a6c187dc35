"""Operations on typed trees: what they mention, how large they are, replacing names in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from ..check import ir
from ..check.program import Program


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
        case ir.Best(collection=collection, key=inner) | ir.Sum(collection=collection, key=inner):
            return [collection, inner]
        case ir.Cond(test=test, then=then, other=other):
            return [test, then, other]
        case ir.Logic(left=left, right=right):
            return [left, right]
        case ir.IsMeld(cards=cards):
            return [cards]


def inside(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Stmt]:
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
        (body for phase in program.phases.values() for body in (phase.before, phase.after)),
        (program.deal_do, program.deal_after, program.deal_together, program.match_result),
        (program.limit_result,),
    )
    for body in bodies:
        yield from inside(body)


def substitute(node: ir.Expr, values: dict[str, ir.Expr]) -> ir.Expr:
    """Return an expression with local names replaced."""
    if not values:
        return node
    match node:
        case ir.Local(name=local):
            return values.get(local, node)
        case ir.Const() | ir.Can():
            return node
        case ir.ZoneRef(seat=seat) | ir.VarRef(seat=seat):
            return node if seat is None else replace(node, seat=substitute(seat, values))
        case ir.PileRef(pile=pile):
            return replace(node, pile=substitute(pile, values))
        case ir.AllSeats(players=players):
            return replace(node, players=substitute(players, values))
        case ir.Op(arguments=arguments) | ir.Use(arguments=arguments):
            return replace(node, arguments=tuple(substitute(a, values) for a in arguments))
        case ir.Filter():
            return replace(
                node,
                collection=substitute(node.collection, values),
                condition=substitute(node.condition, values),
            )
        case ir.Best() | ir.Sum():
            return replace(
                node,
                collection=substitute(node.collection, values),
                key=substitute(node.key, values),
            )
        case ir.Cond():
            return replace(
                node,
                test=substitute(node.test, values),
                then=substitute(node.then, values),
                other=substitute(node.other, values),
            )
        case ir.Logic():
            return replace(
                node, left=substitute(node.left, values), right=substitute(node.right, values)
            )
        case ir.IsMeld():
            return replace(node, cards=substitute(node.cards, values))


def mentions(node: ir.Expr, local: str) -> bool:
    """Return whether an expression uses a local name."""
    if isinstance(node, ir.Local):
        return node.name == local
    return any(mentions(inner, local) for inner in expressions(node))


def uses(node: ir.Expr, local: str) -> int:
    """Return how often a local name is used; inside something repeated it counts twice."""
    if isinstance(node, ir.Local):
        return int(node.name == local)
    inside = isinstance(node, ir.Filter | ir.Best | ir.Sum)
    count = sum(uses(inner, local) for inner in expressions(node))
    return count * 2 if inside else count


def size(node: ir.Expr) -> int:
    """Return how many nodes an expression has."""
    return 1 + sum(size(inner) for inner in expressions(node))
