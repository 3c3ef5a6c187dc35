"""Lowering: statements that others can say give way to these."""

from __future__ import annotations

from ..program import ir
from ..program.program import Program
from ..program.tree_walk import Body, nested, parts, rebuilt_rules


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
        inner = nested(node, _flat)
        found += inner.body if isinstance(inner, ir.Sugar) else [inner]
    return tuple(found)
