"""The generated code as text for people, with the types of parameters, results and locals."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..syntax.types import Type
from .build import copied, name, nodes
from .inference import Inference
from .types import type_of

if TYPE_CHECKING:
    from .machine import Machine


def listing(machine: Machine) -> str:
    """Return the generated Python as text, with `_` in place of the dots in names."""
    trees = {tree.name: tree for _, tree in machine.functions.trees()}
    types = Inference(machine, trees.get)
    results = {name: types.returned(name) for name in trees}
    shown = [_annotated(copied(tree), results[name]) for name, tree in trees.items()]
    return "\n\n".join(map(ast.unparse, shown)).replace("·", "_")


def _annotated(tree: ast.FunctionDef, result: Type | None) -> ast.FunctionDef:
    """Return a function with annotations for the types that its nodes carry."""
    assert result is not None
    known: set[str] = set()
    for parameter in tree.args.args:
        kind = type_of(parameter)
        assert kind is not None
        parameter.annotation = _annotation(kind)
        known.add(parameter.arg)
    tree.returns = _annotation(result)
    for node in nodes(tree):
        for block in ("body", "orelse"):
            statements: list[ast.stmt] | ast.expr | None = getattr(node, block, None)
            if isinstance(statements, list):
                setattr(node, block, [_declared(each, known) for each in statements])
    return tree


def _declared(node: ast.stmt, known: set[str]) -> ast.stmt:
    """Return the first assignment to a local as one that says its type, all else as it is."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=local) as target], value=ast.expr() as value)
            | ast.AnnAssign(target=ast.Name(id=local) as target, value=ast.expr() as value)
        ) if local not in known:
            kind = type_of(target)
            assert kind is not None
            known.add(local)
            return ast.AnnAssign(target, _annotation(kind), value, simple=1)
        case _:
            return node


def _annotation(kind: Type) -> ast.expr:
    """Return a type as an annotation."""
    if kind.name == "list" and kind.of is not None:
        return ast.Subscript(name("list"), _annotation(kind.of), ast.Load())
    return name(kind.name)
