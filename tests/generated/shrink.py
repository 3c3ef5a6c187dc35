"""Shrinks a failing ruleset, as long as it fails in the same way.

What is tried, the greatest first: to leave out a key with all below it, a phase with its actions, a
member of a list, a statement; to put a part of a statement or an expression in place of the whole;
to make a number or a pack smaller. Each is kept if the ruleset still fails in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any, cast

from cardrules.interpreter.syntax import nodes as n

from .text import dump
from .trees import (
    Path,
    Tree,
    at,
    children,
    inside,
    node_at,
    places,
    read,
    shown,
    start_of,
    with_child,
    with_value,
)

_NEEDED = ("cardrules", "name", "players", "deck", "zones", "phases", "actions", "ranks", "suits")
_OPTIONAL = ("source", "audience", "among", "order", "otherwise")
"""The parts of statements and expressions that may be left out."""


def shrink(text: str, fails: Callable[[str], bool], most: int = 1500) -> str:
    """Return the smallest ruleset found that fails like this one.

    Args:
        text: a ruleset that fails.
        fails: whether another fails in the same way.
        most: how many rulesets to try.
    """
    tree: Tree = read(text)
    tried: set[str] = {dump(tree)}
    shrunk = True
    while shrunk:
        shrunk = False
        for smaller in _smaller_trees(tree):
            candidate = dump(smaller) + "\n"
            if candidate in tried:
                continue
            if len(tried) > most:
                return dump(tree) + "\n"
            tried.add(candidate)
            if fails(candidate):
                tree, shrunk = smaller, True
                break
    return dump(tree) + "\n"


def _smaller_trees(tree: Tree) -> Iterator[Tree]:
    """Yield trees with one thing less, those that lose most first."""
    all_places = sorted(places(tree), key=lambda path: -len(str(at(tree, path))))
    for path in all_places:
        if path[-1] not in _NEEDED:
            yield _without(tree, path)
    for name in tree.get("phases", ()):
        yield _without_phase(tree, name)
    for path in all_places:
        for smaller in _smaller_values(tree, path):
            yield with_value(tree, path, smaller)


def _without(tree: Tree, path: Path) -> Tree:
    copy = deepcopy(tree)
    parent = at(copy, path[:-1])
    del parent[path[-1]]
    if not parent and len(path) > 1 and path[-2] not in _NEEDED:
        return _without(copy, path[:-1])
    return copy


def _without_phase(tree: Tree, name: str) -> Tree:
    """Leave out a phase, and the actions that belong to no other."""
    copy = deepcopy(tree)
    phase = copy["phases"].pop(name)
    homes = phase.get("steps", [name])
    for action, rule in list(copy["actions"].items()):
        named = rule.get("phase", [])
        kept = [each for each in ([named] if isinstance(named, str) else named) if each not in homes]
        if named and not kept:
            del copy["actions"][action]
        elif named:
            rule["phase"] = kept
    return copy


def _smaller_values(tree: Tree, path: Path) -> Iterator[Any]:
    key, value = path[-1], at(tree, path)
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        least = 1 if path[0] in ("players", "limits", "match") or key == "packs" else 0
        yield from (number for number in (least, 2, value - 1) if least <= number < value)
    elif isinstance(value, dict):
        mapping = cast("dict[str, Any]", value)
        if path == ("players",):
            yield mapping.get("default", mapping.get("least", 2))
        if path[0] == "define" and set(mapping) == {"is"}:
            yield mapping["is"]
    elif isinstance(value, str):
        if key in ("ranks", "suits") or path[:2] == ("deck", "orders"):
            words = value.split()
            for index in range(len(words) if len(words) > 1 else 0):
                yield " ".join([*words[:index], *words[index + 1 :]])
        yield from _smaller_texts(tree, path, value)


def _smaller_texts(tree: Tree, path: Path, text: str) -> Iterator[str]:
    node, start = node_at(tree, path), start_of(path)
    if node is None:
        return
    seen = {""}
    for smaller in sorted(map(shown, _smaller(node)), key=len):
        if smaller not in seen and len(smaller) < len(text):
            seen.add(smaller)
            yield smaller
    if start == "expression":
        yield from (word for word in ("true", "false", "actor", "dealer", "1") if word != text)
    if start == "scheme" and text != "in turn":
        yield "in turn"


def _smaller(node: n.Node) -> Iterator[n.Node]:
    """Yield syntax trees with less in them."""
    if isinstance(node, n.Block):
        for index, statement in enumerate(node.statements):
            bodies = [part.statements for _, _, part in children(statement) if isinstance(part, n.Block)]
            for body in ((), *bodies):
                rest = (*node.statements[:index], *body, *node.statements[index + 1 :])
                if rest:
                    yield replace(node, statements=rest)
    for item in fields(node):
        value: object = getattr(node, item.name)
        if item.name in _OPTIONAL and value is not None:
            yield replace(node, **{item.name: None})
        if isinstance(value, tuple) and len(cast("tuple[object, ...]", value)) > 1:
            members = cast("tuple[object, ...]", value)
            for index, member in enumerate(members):
                if not isinstance(member, n.Node) or isinstance(member, n.Expr):
                    some: Any = (*members[:index], *members[index + 1 :])
                    yield replace(node, **{item.name: some})
    for name, index, child in children(node):
        if isinstance(node, n.Expr) and isinstance(child, n.Expr):
            yield child
        elif isinstance(child, n.Expr):
            for part in inside(child):
                yield with_child(node, name, index, part)
        for smaller in _smaller(child):
            yield with_child(node, name, index, smaller)
