"""Finds named cards whose order no rule asks for, so that they can be a set.

`let closed be (tops of columns) where …` names cards in an order. If the rules only count them,
turn them up, or ask whether one is among them, the bare build keeps them as a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from ..program import ir
from ..program.program import Program
from ..program.tree_walk import Body, parts, rebuilt_rules
from ..syntax import types as ty

Tree = TypeVar("Tree")


def unordered(program: Program) -> Program:
    """Return a program in which cards whose order does not matter are named as sets."""
    effects = [effect for action in program.actions.values() for effect in action.effects]
    shared = frozenset(node.name for node in parts(tuple(effects), ir.Local))
    return rebuilt_rules(program, lambda body: _body(body, shared))


def _body(body: Body, shared: frozenset[str]) -> Body:
    """Return a body with sets in it; `shared` are the names that effects of actions use."""
    result: list[ir.Stmt] = []
    for index, node in enumerate(body):
        match node:
            case ir.Let(name=name, value=value) if value.type == ty.PILE and name not in shared:
                rest = body[index + 1 :]
                if _asks_no_order(rest, name):
                    cards = ir.Op("to_cards", (value,), type=ty.CARDS, span=value.span)
                    result.append(replace(node, value=cards))
                    return (*result, *_body(_as_set(rest, name), shared))
            case ir.If(then=then, other=other):
                node = replace(node, then=_body(then, shared), other=_body(other, shared))
            case ir.ForEach(body=inner) | ir.Repeat(body=inner):
                node = replace(node, body=_body(inner, shared))
            case _:
                pass
        result.append(node)
    return tuple(result)


def _asks_no_order(tree: object, name: str) -> bool:
    """Return whether nothing in a tree depends on the order of the cards with a name."""
    match tree:
        case ir.Op(name="to_cards" | "size" | "is_empty", arguments=(ir.Local(name=found),)) if found == name:
            return True
        case ir.Op(name="contains", arguments=(card, ir.Local(name=found))) if found == name:
            return _asks_no_order(card, name)
        case ir.Local(name=found):
            return found != name
        case (
            ir.Let(name=bound)
            | ir.ForEach(name=bound)
            | ir.Filter(name=bound)
            | ir.Best(name=bound)
            | ir.Fold(name=bound)
        ) if bound == name:
            return False
        case ir.Ask():
            return False  # the cards would wait in the frame
        case _:
            return all(_asks_no_order(part, name) for part in _parts(tree))


def _as_set(tree: Tree, name: str) -> Tree:
    """Return a tree in which the cards with a name are a set."""
    match tree:
        case ir.Op(name="to_cards", arguments=(ir.Local(name=found),)) if found == name:
            return cast(Tree, replace(tree.arguments[0], type=ty.CARDS))
        case ir.Local(name=found) if found == name:
            return cast(Tree, replace(tree, type=ty.CARDS))
        case tuple():
            items = cast("Iterable[object]", tree)
            return cast(Tree, tuple(_as_set(each, name) for each in items))
        case _ if isinstance(tree, ir.Typed | ir.Statement) and is_dataclass(tree):
            changed = {
                field.name: _as_set(getattr(tree, field.name), name)
                for field in fields(tree)
                if field.name not in ("span", "type")
            }
            return cast(Tree, replace(tree, **changed))
        case _:
            return tree


def _parts(tree: object) -> Iterator[object]:
    if isinstance(tree, tuple):
        yield from cast("Iterable[object]", tree)
    elif isinstance(tree, ir.Typed | ir.Statement) and is_dataclass(tree):
        for field in fields(tree):
            if field.name not in ("span", "type"):
                yield getattr(tree, field.name)
