"""Rulesets as plain trees (mappings, lists, texts), and the effect text that stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any, cast

import yaml

from cardrules.interpreter.syntax import nodes as n
from cardrules.interpreter.syntax.printer import show
from cardrules.interpreter.syntax.syntax import parse

Tree = dict[str, Any]
Path = tuple[Any, ...]
"""The keys and numbers that lead to a place in a tree; never empty."""

BLOCKS = ("do", "before", "after", "result", "together")
"""Keys under which statements stand; those of expressions are `EXPRESSIONS`."""
EXPRESSIONS = ("when", "until", "is", "start", "first", "dealer")


class _Loader(yaml.SafeLoader):
    """Reads YAML as rulesets do: `on` and `yes` are texts."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":bool")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
for _first in "tf":
    _true_or_false = ("tag:yaml.org,2002:bool", re.compile("^(true|false)$"))
    _Loader.yaml_implicit_resolvers.setdefault(_first, []).append(_true_or_false)


def read(text: str) -> Tree:
    """Return a ruleset as a tree."""
    return cast("Tree", yaml.load(text, _Loader))


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the way to everything in a tree."""
    if isinstance(value, dict):
        mapping = cast("dict[Any, Any]", value)
        for key, item in mapping.items():
            yield (*path, key)
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[Any]", value)):
            yield (*path, index)
            yield from places(item, (*path, index))


def at(tree: Any, path: Path) -> Any:
    """Return what stands at a place."""
    for key in path:
        tree = tree[key]
    return tree


def with_value(tree: Tree, path: Path, value: Any) -> Tree:
    """Return a tree with something else at a place."""
    copy = deepcopy(tree)
    at(copy, path[:-1])[path[-1]] = value
    return copy


def start_of(path: Path) -> str | None:
    """Return which part of the grammar the text at a place is; None if it is not an effect text."""
    section, key = path[0], path[-1]  # pyright: ignore[reportGeneralTypeIssues]
    if len(path) > 1 and path[-2] == "choose":
        return "choice"
    if section == "phases" and key == "players":
        return "scheme"
    if section == "effects" and key in ("before", "after"):
        return None
    if key in BLOCKS:
        return "block"
    if key in EXPRESSIONS or (section == "define" and key not in ("with", "help")):
        return "expression"
    return None


def node_at(tree: Tree, path: Path) -> n.Node | None:
    """Return the syntax tree of the effect text at a place, if there is one."""
    start, text = start_of(path), at(tree, path)
    if start is None or not isinstance(text, str):
        return None
    return parse(text, cast("Any", start)).node


def shown(node: n.Node) -> str:
    """Return the text of a syntax tree; empty if no text means it."""
    try:
        return show(node)
    except (AssertionError, AttributeError, IndexError, TypeError):  # it cannot stand there
        return ""


def children(node: n.Node) -> Iterator[tuple[str, int | None, n.Node]]:
    """Yield the parts of a syntax tree: the field, the place in it if it is a list, the part."""
    for item in fields(node):
        value: object = getattr(node, item.name)
        if isinstance(value, n.Node):
            yield item.name, None, value
        elif isinstance(value, tuple):
            for index, member in enumerate(cast("tuple[object, ...]", value)):
                if isinstance(member, n.Node):
                    yield item.name, index, member


def with_child(node: n.Node, name: str, index: int | None, child: Any) -> n.Node:
    """Return a syntax tree with another part."""
    if index is None:
        return replace(node, **{name: child})
    members: tuple[Any, ...] = getattr(node, name)
    several: Any = (*members[:index], child, *members[index + 1 :])
    return replace(node, **{name: several})


def inside(node: n.Node) -> Iterator[n.Node]:
    """Yield a syntax tree and all in it."""
    yield node
    for _, _, child in children(node):
        yield from inside(child)
