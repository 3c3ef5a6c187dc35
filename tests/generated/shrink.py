"""Makes a ruleset in which something goes wrong smaller, as long as the same goes wrong.

What is tried, the greatest first: to leave out a key with all below it, a member of a list, a
statement; to put a part of a statement or an expression in place of the whole; to make a number or
a pack smaller. Each is kept if the ruleset still fails in the same way. A smaller ruleset has other
games, so some seeds are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any, cast

import yaml

from cardrules.interpreter.syntax import nodes as n
from cardrules.interpreter.syntax.printer import show
from cardrules.interpreter.syntax.syntax import parse

from .text import dump

Tree = dict[str, Any]
Path = tuple[Any, ...]

BLOCKS = ("do", "before", "after", "result", "together")
"""Keys under which statements stand; those of expressions are `EXPRESSIONS`."""
EXPRESSIONS = ("when", "until", "is", "start", "first", "dealer")
_NEEDED = ("cardrules", "name", "players", "deck", "zones", "phases", "actions", "ranks", "suits")


def shrink(text: str, fails: Callable[[str], bool], most: int = 1500) -> str:
    """Return the smallest ruleset found that fails like this one.

    Args:
        text: a ruleset that fails.
        fails: whether another fails in the same way.
        most: how many rulesets to try.
    """
    tree: Tree = yaml.safe_load(text)
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
    places = sorted(_places(tree), key=lambda path: -len(str(_at(tree, path))))
    for path in places:
        if path[-1] not in _NEEDED:
            yield _without(tree, path)
    for path in places:
        value = _at(tree, path)
        for smaller in _smaller_values(path, value):
            yield _with(tree, path, smaller)


def _places(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict):
        mapping = cast("dict[Any, Any]", value)
        for key, item in mapping.items():
            yield (*path, key)
            yield from _places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[Any]", value)):
            yield (*path, index)
            yield from _places(item, (*path, index))


def _at(tree: Any, path: Path) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def _without(tree: Tree, path: Path) -> Tree:
    copy = deepcopy(tree)
    parent = _at(copy, path[:-1])
    del parent[path[-1]]
    if not parent and len(path) > 1 and path[-2] not in _NEEDED:
        return _without(copy, path[:-1])
    return copy


def _with(tree: Tree, path: Path, value: Any) -> Tree:
    copy = deepcopy(tree)
    _at(copy, path[:-1])[path[-1]] = value
    return copy


def _smaller_values(path: Path, value: Any) -> Iterator[Any]:
    key = path[-1]
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        least = 1 if path[0] in ("players", "limits", "match") or key == "packs" else 0
        yield from (number for number in (least, 2, value - 1) if least <= number < value)
    elif isinstance(value, dict):
        mapping = cast("dict[str, Any]", value)
        if path[0] == "players":
            yield mapping.get("default", mapping.get("least", 2))
        if path[0] == "define" and set(mapping) == {"is"}:
            yield mapping["is"]
    elif isinstance(value, list) and len(cast("list[Any]", value)) == 1 and key != "phase":
        pass
    elif isinstance(value, str):
        yield from _smaller_texts(path, value)


def _smaller_texts(path: Path, text: str) -> Iterator[str]:
    key = path[-1]
    if path[0] == "deck" or key in ("ranks", "suits"):
        words = text.split()
        for index in range(len(words) if len(words) > 1 else 0):
            yield " ".join([*words[:index], *words[index + 1 :]])
        return
    start = _start(path)
    if start is None:
        return
    node = parse(text, cast(Any, start)).node
    if node is None:
        return
    seen: set[str] = set()
    for smaller in sorted(map(_shown, _smaller(node)), key=len):
        if smaller not in seen and len(smaller) < len(text):
            seen.add(smaller)
            yield smaller
    if start == "expression":
        yield from (word for word in ("true", "false", "actor", "dealer", "1") if word != text)
    if start == "scheme" and text != "in turn":
        yield "in turn"


def _shown(node: n.Node) -> str:
    try:
        return show(node)
    except Exception:  # a part that cannot stand there
        return ""


def _start(path: Path) -> str | None:
    """Return which part of the grammar the text at a place is."""
    key = path[-1]
    if len(path) > 1 and path[-2] == "choose":
        return "choice"
    if path[0] == "phases" and key == "players":
        return "scheme"
    if path[0] in ("effects",) and key in ("before", "after"):
        return None
    if key in BLOCKS:
        return "block"
    if key in EXPRESSIONS or path[0] == "define":
        return None if key in ("with", "help") else "expression"
    return None


def _smaller(node: n.Node) -> Iterator[n.Node]:
    """Yield trees with less in them."""
    if isinstance(node, n.Block):
        for index, statement in enumerate(node.statements):
            rest = (*node.statements[:index], *node.statements[index + 1 :])
            if rest:
                yield replace(node, statements=rest)
            for body in _bodies(statement):
                inner = (*node.statements[:index], *body, *node.statements[index + 1 :])
                yield replace(node, statements=inner)
    if isinstance(node, n.If) and node.otherwise is not None:
        yield replace(node, otherwise=None)
    for item in fields(node):
        value: object = getattr(node, item.name)
        if isinstance(value, n.Node):
            if isinstance(node, n.Expr) and isinstance(value, n.Expr):
                yield value
            elif isinstance(value, n.Expr):
                for part in _parts(value):
                    yield replace(node, **{item.name: part})
            for smaller in _smaller(value):
                yield replace(node, **{item.name: smaller})
            if item.name in ("source", "audience", "among", "order"):
                yield replace(node, **{item.name: None})
        elif isinstance(value, tuple):
            members = cast("tuple[object, ...]", value)
            for index, member in enumerate(members):
                if isinstance(member, str) and len(members) > 1:
                    some: Any = (*members[:index], *members[index + 1 :])
                    yield replace(node, **{item.name: some})
                if isinstance(member, n.Node):
                    if isinstance(node, n.Expr) and isinstance(member, n.Expr):
                        yield member
                    for smaller in _smaller(member):
                        several: Any = (*members[:index], smaller, *members[index + 1 :])
                        yield replace(node, **{item.name: several})


def _bodies(statement: n.Node) -> Iterator[tuple[Any, ...]]:
    match statement:
        case n.If(then=then, otherwise=otherwise):
            yield then.statements
            if otherwise is not None:
                yield otherwise.statements
        case n.ForEach(body=body) | n.Repeat(body=body):
            yield body.statements
        case _:
            pass


def _parts(node: n.Node) -> Iterator[n.Node]:
    """Yield the expressions in an expression, from its parts on."""
    for item in fields(node):
        value: object = getattr(node, item.name)
        for part in cast("tuple[object, ...]", value if isinstance(value, tuple) else (value,)):
            if isinstance(part, n.Expr):
                yield part
                yield from _parts(part)
