"""Operations on typed trees: what they mention, how large they are, replacing names in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from ..check import typed as t
from ..check.program import Program


def expressions(node: t.Expr) -> list[t.Expr]:
    """Return the expressions directly inside an expression."""
    match node:
        case t.Const() | t.Local() | t.Can():
            return []
        case t.ZoneRef(seat=seat) | t.VarRef(seat=seat):
            return [] if seat is None else [seat]
        case t.PileRef(pile=pile):
            return [pile]
        case t.AllSeats(players=players):
            return [players]
        case t.Op(arguments=arguments) | t.Use(arguments=arguments):
            return list(arguments)
        case t.Filter(collection=collection, condition=inner):
            return [collection, inner]
        case t.Best(collection=collection, key=inner) | t.Sum(collection=collection, key=inner):
            return [collection, inner]
        case t.Cond(test=test, then=then, other=other):
            return [test, then, other]
        case t.Logic(left=left, right=right):
            return [left, right]
        case t.IsMeld(cards=cards):
            return [cards]


def inside(body: tuple[t.Stmt, ...]) -> Iterator[t.Stmt]:
    """Yield statements and those inside them."""
    for node in body:
        yield node
        match node:
            case t.If(then=then, other=other):
                yield from inside((*then, *other))
            case t.ForEach(body=inner) | t.Repeat(body=inner):
                yield from inside(inner)
            case _:
                pass


def rules(program: Program) -> Iterator[t.Stmt]:
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


def substitute(node: t.Expr, values: dict[str, t.Expr]) -> t.Expr:
    """Return an expression with local names replaced."""
    if not values:
        return node
    match node:
        case t.Local(name=local):
            return values.get(local, node)
        case t.Const() | t.Can():
            return node
        case t.ZoneRef(seat=seat) | t.VarRef(seat=seat):
            return node if seat is None else replace(node, seat=substitute(seat, values))
        case t.PileRef(pile=pile):
            return replace(node, pile=substitute(pile, values))
        case t.AllSeats(players=players):
            return replace(node, players=substitute(players, values))
        case t.Op(arguments=arguments) | t.Use(arguments=arguments):
            return replace(node, arguments=tuple(substitute(a, values) for a in arguments))
        case t.Filter():
            return replace(
                node,
                collection=substitute(node.collection, values),
                condition=substitute(node.condition, values),
            )
        case t.Best() | t.Sum():
            return replace(
                node,
                collection=substitute(node.collection, values),
                key=substitute(node.key, values),
            )
        case t.Cond():
            return replace(
                node,
                test=substitute(node.test, values),
                then=substitute(node.then, values),
                other=substitute(node.other, values),
            )
        case t.Logic():
            return replace(
                node, left=substitute(node.left, values), right=substitute(node.right, values)
            )
        case t.IsMeld():
            return replace(node, cards=substitute(node.cards, values))


def mentions(node: t.Expr, local: str) -> bool:
    """Return whether an expression uses a local name."""
    if isinstance(node, t.Local):
        return node.name == local
    return any(mentions(inner, local) for inner in expressions(node))


def uses(node: t.Expr, local: str) -> int:
    """Return how often a local name is used; inside something repeated it counts twice."""
    if isinstance(node, t.Local):
        return int(node.name == local)
    inside = isinstance(node, t.Filter | t.Best | t.Sum)
    count = sum(uses(inner, local) for inner in expressions(node))
    return count * 2 if inside else count


def size(node: t.Expr) -> int:
    """Return how many nodes an expression has."""
    return 1 + sum(size(inner) for inner in expressions(node))
