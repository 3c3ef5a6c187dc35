"""Lowering: statements that others can say give way to these."""

from __future__ import annotations

from dataclasses import replace

from ..check import ir
from ..check.program import Program
from .analysis.tree_walk import Body, parts, rebuilt_rules


def lowered(program: Program) -> Program:
    """Return a program without `Sugar`, as all that compiles or plays it wants it.

    >>> from ..check.load import load_ruleset
    >>> program = load_ruleset("gin_slaughtre").program
    >>> any(parts(program, ir.Sugar)), any(parts(lowered(program), ir.Sugar))
    (True, False)
    """
    return rebuilt_rules(program, _flat) if any(parts(program, ir.Sugar)) else program


def _flat(body: Body) -> Body:
    found: list[ir.Stmt] = []
    for node in body:
        match node:
            case ir.Sugar(body=inner):
                found += _flat(inner)
            case ir.If(then=then, other=other):
                found.append(replace(node, then=_flat(then), other=_flat(other)))
            case ir.ForEach(body=inner) | ir.Repeat(body=inner):
                found.append(replace(node, body=_flat(inner)))
            case _:
                found.append(node)
    return tuple(found)
