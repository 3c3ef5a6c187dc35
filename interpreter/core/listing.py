"""The generated code as text for people, with the types of parameters, results and locals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..syntax.types import Type
from . import nodes
from .build import in_place_of, replaced
from .inference import Inference
from .python import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .machine import Machine


def listing(machine: Machine) -> str:
    """Return the generated Python as text, with `_` in place of the dots in names."""
    trees = {tree.name: tree for tree in machine.functions.trees()}
    types = Inference(machine, trees.get)
    results = {name: types.returned(name) for name in trees}
    shown = [_annotated(tree, results[name]) for name, tree in trees.items()]
    return "\n\n".join(map(text_of, shown)).replace("·", "_")


def _annotated(tree: nodes.FunctionDef, result: Type | None) -> nodes.FunctionDef:
    """Return a function with annotations for the types that its nodes carry."""
    parameters = [nodes.Parameter(each.name, _annotation(each.type)) for each in tree.parameters]
    body = _declared(tree.body, {each.name for each in parameters})
    return nodes.FunctionDef(tree.name, parameters, body, returns=_annotation(result))


def _declared(body: Sequence[nodes.Statement], known: set[str]) -> list[nodes.Statement]:
    """Return statements in which the first assignment to a local says its type.

    Args:
        body: the statements.
        known: the names whose types have been said; more are added.
    """
    found: list[nodes.Statement] = []
    for node in body:
        match node:
            case (
                nodes.Assign(targets=[nodes.Name(id=local) as target], value=value)
                | nodes.AnnAssign(target=nodes.Name(id=local) as target, value=value)
            ) if local not in known:
                known.add(local)
                found.append(in_place_of(node, nodes.AnnAssign(target, _annotation(target.type), value)))
            case nodes.If() | nodes.For() | nodes.While():
                then = _declared(node.body, known)
                found.append(replaced(node, {"body": then, "orelse": _declared(node.orelse, known)}))
            case _:
                found.append(node)
    return found


def _annotation(kind: Type | None) -> str:
    """Return a type as an annotation."""
    assert kind is not None
    return f"list[{_annotation(kind.of)}]" if kind.name == "list" and kind.of is not None else kind.name
