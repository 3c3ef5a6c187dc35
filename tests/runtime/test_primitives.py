"""Which primitives change the lists that they are given: the compiler relies on the table."""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent

import pytest

from cardrules.interpreter.core.effects import CHANGED
from cardrules.interpreter.runtime.primitives import NAMES

METHODS = frozenset("append clear extend insert pop remove reverse sort".split())
FUNCTIONS = {
    name: found
    for name, each in NAMES.items()
    if inspect.isfunction(found := inspect.unwrap(each))  # type: ignore[arg-type]
}


def changed(function: str) -> tuple[int, ...]:
    """Return the places of the lists that a function changes, as far as its source tells."""
    tree = ast.parse(dedent(inspect.getsource(FUNCTIONS[function]))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    lists = {
        each.arg: place
        for place, each in enumerate(tree.args.args)
        if each.annotation is not None and "list" in ast.unparse(each.annotation)
    }
    of: dict[str, str] = {name: name for name in lists}  # also by the name of a member
    for node in ast.walk(tree):
        match node:
            case ast.For(target=ast.Name(id=member), iter=ast.Name(id=name)) if name in lists:
                of[member] = name
            case _:
                pass
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
                if method in METHODS:
                    found.add(name)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.AugAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Call(func=ast.Name(id=other), args=arguments):
                for place in CHANGED.get(f"_{other}", ()):
                    argument = arguments[place]
                    if isinstance(argument, ast.Name):
                        found.add(argument.id)
            case _:
                pass
    return tuple(sorted(lists[of[name]] for name in found if name in of))


@pytest.mark.parametrize("function", sorted(FUNCTIONS))
def test_the_table_says_which_lists_a_function_changes(function: str) -> None:
    assert changed(function) == CHANGED.get(function, ())


def test_the_table_names_primitives_only() -> None:
    assert CHANGED.keys() <= FUNCTIONS.keys()
