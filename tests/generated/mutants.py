"""Random mutants of rulesets that people wrote, which are still valid.

What is changed: a number, a comparison, a negation, an end; a statement is dropped or repeated
elsewhere; an expression takes the place of another; a local name becomes another that is used
elsewhere; a zone, a variable, the pack, the number of players or a scheme is declared otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path as File
from random import Random
from typing import Any, cast

from cardrules import rulesets
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.resolve.resolve import resolve
from cardrules.interpreter.source.layout import write
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
    with_child,
    with_value,
)

ROOT = File(__file__).parents[2]
MOST_TRIES = 30
"""How many changes of one ruleset are tried before it is given up."""

_OTHERS = {
    "<": "<=",
    "<=": ">",
    ">": ">=",
    ">=": "<",
    "and": "or",
    "or": "and",
    "+": "-",
    "-": "+",
    "top": "bottom",
    "bottom": "top",
    "first": "last",
    "last": "first",
    "left": "right",
    "highest": "lowest",
    "lowest": "highest",
    "turn": "phase",
    "phase": "deal",
}


def sources() -> list[str]:
    """Return the names and paths of the rulesets that are changed."""
    folders = ("tests/games", "examples")
    files = [path for folder in folders for path in sorted((ROOT / folder).glob("*.yaml"))]
    return [*rulesets.bundled(), *map(str, files)]


@cache
def original(name: str) -> str:
    """Return a ruleset with all that it inherits, without what is not played."""
    resolved = resolve(name)
    tree: Tree = read(write(resolved.tree, resolved.sources))
    for key in ("notes", "scenarios", "bots", "required", "variants"):
        tree.pop(key, None)
    tree.setdefault("limits", {})["turns"] = 40
    return dump(tree) + "\n"


def mutant(seed: int) -> str | None:
    """Return a valid ruleset made of another by some changes; None if none was found."""
    chance = Random(seed)
    tree: Tree = read(original(chance.choice(sources())))
    wanted, made = chance.choice((1, 1, 2, 3)), 0
    for _ in range(MOST_TRIES):
        changed = _changed(tree, chance)
        if changed is None or load_text(dump(changed), "mutant.yaml").program is None:
            continue
        tree, made = changed, made + 1
        if made == wanted:
            return dump(tree) + "\n"
    return None


def _changed(tree: Tree, chance: Random) -> Tree | None:
    if chance.random() < 0.15:
        return _declared_otherwise(tree, chance)
    texts = [path for path in places(tree) if node_at(tree, path) is not None]
    path = chance.choice(texts)
    node = node_at(tree, path)
    assert node is not None
    donor = node_at(tree, chance.choice(texts))
    assert donor is not None
    variants = list(_variants(node, list(inside(donor)), _local_names(tree), chance))
    text = shown(chance.choice(variants)) if variants else ""
    return with_value(tree, path, text) if text else None


def _local_names(tree: Tree) -> list[str]:
    names = [path[-1] for path in places(tree) if len(path) > 1 and path[-2] == "choose"]
    for path in places(tree):
        node = node_at(tree, path)
        for part in inside(node) if node is not None else ():
            if isinstance(part, n.Let | n.ForEach):
                names.append(part.name)
    return sorted(set(names))


def _variants(node: n.Node, donors: Sequence[n.Node], names: list[str], chance: Random) -> Iterator[n.Node]:
    """Yield syntax trees with one change, one for each place and way."""
    yield from _here(node, names, chance)
    kind = n.Expr if isinstance(node, n.Expr) else type(node)
    alike = [donor for donor in donors if isinstance(donor, kind) and donor != node]
    if alike:
        yield chance.choice(alike)
    for name, index, child in children(node):
        for variant in _variants(child, donors, names, chance):
            yield with_child(node, name, index, variant)


def _here(node: n.Node, names: list[str], chance: Random) -> Iterator[n.Node]:
    part: Any = node
    match node:
        case n.Number(value=value):
            yield replace(part, value=value + 1)
            yield replace(part, value=max(value - 1, 0))
        case n.Block(statements=statements):
            index, other = (chance.randrange(len(statements)) for _ in range(2))
            several = list(statements)
            if len(several) > 1:
                yield replace(part, statements=(*several[:index], *several[index + 1 :]))
            yield replace(part, statements=(*several[:other], several[index], *several[other:]))
        case n.Let() if names:
            yield replace(part, name=chance.choice(names))
        case _:
            pass
    for item in ("operator", "extreme", "name", "scope"):
        value = getattr(part, item, None)
        if isinstance(value, str) and value in _OTHERS:
            yield replace(part, **{item: cast("Any", _OTHERS[value])})
    if hasattr(part, "negated"):
        yield replace(part, negated=not part.negated)


def _declared_otherwise(tree: Tree, chance: Random) -> Tree | None:
    """Change a declaration."""

    def faces() -> tuple[Path, Any]:
        return (*zone, "faces"), chance.choice(("hidden", "shown", "top"))

    def ordered() -> tuple[Path, Any]:
        return (*zone, "ordered"), chance.random() < 0.5

    def players() -> tuple[Path, Any]:
        return ("players",), chance.randint(2, 6)

    def packs() -> tuple[Path, Any]:
        return ("deck", "packs"), 2

    def jokers() -> tuple[Path, Any]:
        return ("deck", "jokers"), chance.randint(1, 3)

    def scope() -> tuple[Path, Any]:
        names = list(tree.get("variables", {})) or ["none"]
        place = ("variables", chance.choice(names), "scope")
        return place, chance.choice(("match", "deal", "phase", "turn"))

    def scheme() -> tuple[Path, Any]:
        schemes = ("in turn", "each once", "all at once", "poll players", "in turn from dealer")
        return ("phases", chance.choice(list(tree["phases"])), "players"), chance.choice(schemes)

    def deals() -> tuple[Path, Any]:
        return ("match", "deals"), 2

    zone = ("zones", chance.choice(list(tree["zones"])))
    kinds: tuple[Callable[[], tuple[Path, Any]], ...] = (
        faces,
        ordered,
        players,
        packs,
        jokers,
        scope,
        scheme,
        deals,
    )
    path, value = chance.choice(kinds)()
    try:
        before = at(tree, path[:-1])
    except KeyError:
        return None
    return with_value(tree, path, value) if isinstance(before, dict) else None
