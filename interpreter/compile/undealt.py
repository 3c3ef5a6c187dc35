"""Shuffles of which only the cards that are dealt are ever looked at.

In many games of tricks most of the stock is never seen: some cards are dealt, one is turned up,
and the rest lies there until the next deal. The bare build then puts only those in their places
that can be taken, and leaves the others as they are. A game goes on exactly as in the recording
build, for the numbers that the others would have used are passed over.

That is read from the generated code, where options have become constants already: after a deal's
shuffle the pile is dealt from, and no rule whatever asks more of it than whether it is empty.
"""

from __future__ import annotations

import ast

from ..runtime.quoting import name, statements
from .sharing import SAFE

FINDING = ("_owner", "_place", "_remove")
"""Helpers that look into every pile, but are called only by rules that need them."""


def thin(trees: list[ast.FunctionDef], players: int) -> str | None:
    """Shuffle no more than is dealt, where no more is looked at.

    Args:
        trees: all generated functions; the one of the deal is changed.
        players: how many seats can be dealt to.

    Returns:
        The slot whose cards are out of order below those that can be taken, if any are.
    """
    dealing = next((tree for tree in trees if tree.name == "block_deal"), None)
    if dealing is None:
        return None
    body = dealing.body
    shuffled, dealt = _call(body, "_shuffle"), _call(body, "_deal")
    if shuffled is None or dealt is None or shuffled[0] > dealt[0]:
        return None
    before, between = body[: shuffled[0]], body[shuffled[0] + 1 : dealt[0]]
    deal, behind = body[dealt[0]], body[dealt[0] + 1 :]
    match shuffled[1].args, dealt[1].args:
        case [_, ast.Attribute(attr=slot)], [ast.Attribute(attr=source), _, rounds, *_] if (
            slot == source
        ):
            between = [node for node in between if not _is_idle(node, dealing)]
            taken = _taken(behind, slot)
            if (
                taken is None
                or any(_mentions(node, slot) and not _is_gathered(node, slot) for node in before)
                or not all(_is_plain(node, slot) for node in between)
                or _is_used_elsewhere(slot, trees, dealing)
            ):
                return None
        case _:
            return None
    dealt[1].args[2] = name("rounds")
    top = statements(f"rounds = n\n_shuffle(s, s.{slot}, rounds * {players} + {taken})", n=rounds)
    dealing.body = [*before, *between, *(ast.copy_location(n, deal) for n in top), deal, *behind]
    return slot


def _call(body: list[ast.stmt], function: str) -> tuple[int, ast.Call] | None:
    """The only call of a function that is a statement of its own, and where it is."""
    found: list[tuple[int, ast.Call]] = []
    for index, node in enumerate(body):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id=called)) as call) if called == function:
                found.append((index, call))
            case _:
                pass
    return found[0] if len(found) == 1 else None


def _mentions(tree: ast.AST, slot: str) -> int:
    """How often a slot is mentioned."""
    count = 0
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=mentioned) | ast.Constant(value=mentioned):
                count += mentioned == slot
            case _:
                pass
    return count


def _is_used_elsewhere(slot: str, trees: list[ast.FunctionDef], dealing: ast.FunctionDef) -> bool:
    """Whether any other function than that of the deal looks at a pile."""
    for tree in trees:
        if tree is not dealing and tree.name not in FINDING and _mentions(tree, slot):
            return True
        if any(isinstance(node, ast.Name) and node.id in FINDING for node in ast.walk(tree)):
            return True
    return False


def _is_gathered(node: ast.stmt, slot: str) -> bool:
    """Whether a statement puts the pack there, whatever lay there before."""
    match node:
        case ast.Assign(targets=[ast.Attribute(attr=pile)], value=value):
            return pile == slot and not _mentions(value, slot)
        case _:
            return False


def _is_idle(node: ast.stmt, function: ast.FunctionDef) -> bool:
    """Whether a statement gives something a name that is never used again."""
    match node:
        case ast.Assign(targets=[ast.Name(id=local)], value=value):
            return not any(
                isinstance(part, ast.Call)
                for part in ast.walk(value)
            ) and not any(
                isinstance(part, ast.Name) and part.id == local and isinstance(part.ctx, ast.Load)
                for part in ast.walk(function)
            )  # fmt: skip
        case _:
            return False


def _is_plain(node: ast.stmt, slot: str) -> bool:
    """Whether a statement only gives a name to a value that has nothing to do with a pile."""
    match node:
        case ast.Assign(targets=[ast.Name()], value=value):
            calls = [part.func for part in ast.walk(value) if isinstance(part, ast.Call)]
            safe = all(isinstance(func, ast.Name) and func.id in SAFE for func in calls)
            return safe and not _mentions(value, slot)
        case _:
            return False


def _taken(body: list[ast.stmt], slot: str) -> int | None:
    """How many cards are taken from a pile at most; None if it is looked at otherwise."""
    taken = 0
    for node in body:
        mentioned = _mentions(node, slot)
        if not mentioned:
            continue
        for part in ast.walk(node):
            match part:
                case ast.For() | ast.While() | ast.comprehension():
                    return None
                case ast.If(test=test):
                    mentioned -= _asks_if_empty(test, slot)
                case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=pile), attr="pop")):
                    if pile == slot and not part.args:
                        mentioned -= 1
                        taken += 1
                case _:
                    pass
        if mentioned:
            return None
    return taken


def _asks_if_empty(test: ast.expr, slot: str) -> bool:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    return isinstance(test, ast.Attribute) and test.attr == slot
