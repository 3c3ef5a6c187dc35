"""Functions that are written as text, for the translator."""

from __future__ import annotations

import ast


def functions(text: str) -> list[ast.FunctionDef]:
    """Return the trees of functions.

    Args:
        text: their definitions, and nothing else.
    """
    trees: list[ast.FunctionDef] = []
    for tree in ast.parse(text).body:
        assert isinstance(tree, ast.FunctionDef)
        trees.append(tree)
    return trees


def function(text: str) -> ast.FunctionDef:
    """Return the tree of one function."""
    (tree,) = functions(text)
    return tree
