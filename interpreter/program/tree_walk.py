"""Functions on typed trees: traversal, size, and substitution of names."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain
from operator import attrgetter, is_not, itemgetter
from typing import Any, TypeVar, cast, get_args

from ..diagnostics import Span
from ..syntax.types import BOOLEAN, Type
from . import ir
from .cards import Pack
from .program import Definition, Effect, Phase, Program

_INNER = {
    kind: tuple(field.name for field in fields(kind) if "Expr" in str(field.type))
    for kind in cast("tuple[type[ir.Typed], ...]", get_args(ir.Expr))
}
"""For each kind of expression, the fields with the expressions in it."""


def expressions(node: ir.Expr) -> list[ir.Expr]:
    """Return the expressions directly inside an expression."""
    found: list[ir.Expr] = []
    for name in _INNER[type(node)]:
        part: tuple[ir.Expr, ...] | ir.Expr | None = getattr(node, name)
        if isinstance(part, tuple):
            found += part
        elif part is not None:
            found.append(part)
    return found


def walk(node: ir.Expr) -> Iterator[ir.Expr]:
    """Yield an expression and all expressions inside it."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += expressions(node)[::-1]


def inside(body: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
    """Yield statements and those inside them."""
    for node in body:
        yield node
        match node:
            case ir.If(then=then, other=other):
                yield from inside((*then, *other))
            case ir.ForEach(body=inner) | ir.Repeat(body=inner) | ir.Sugar(body=inner):
                yield from inside(inner)
            case _:
                pass


def rules(program: Program) -> Iterator[ir.Stmt]:
    """Yield every statement of a program."""
    effects = chain(
        (effect for action in program.actions.values() for effect in action.effects),
        chain.from_iterable(program.events.values()),
    )
    bodies = chain(
        (definition.do for definition in program.definitions.values()),
        (action.do for action in program.actions.values()),
        (effect.do for effect in effects),
        (body for phase in program.phases.values() for body in phase_bodies(phase)),
        (program.deal_do, program.deal_after, program.deal_together, program.match_result),
        (program.limit_result,),
    )
    for body in bodies:
        yield from inside(body)


def phase_bodies(phase: Phase) -> tuple[tuple[ir.Stmt, ...], ...]:
    """Return the statements of a phase, text by text."""
    return phase.before, phase.turn_before, phase.turn_after, phase.after


Part = TypeVar("Part")


def parts(tree: object, *kinds: type[Part]) -> Iterator[Part]:
    """Yield the nodes of some kinds in a program or a part of one, at any depth."""
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        inner = _inner_parts(node.__class__)
        if inner is not None:
            waiting += inner(node)
            if isinstance(node, kinds):
                yield node


def reached(program: Program, trees: Iterable[object], *kinds: type[Part]) -> Iterator[Part]:
    """Yield the nodes of some kinds in parts of a program, then those in the definitions that these use or perform."""
    waiting, opened = deque(trees), set[str]()
    while waiting:
        tree = waiting.popleft()
        yield from parts(tree, *kinds)
        for each in parts(tree, ir.Use, ir.Perform):
            if each.definition not in opened:
                opened.add(each.definition)
                definition = program.definitions[each.definition]
                waiting += [definition.value, definition.do]


def outcomes(program: Program) -> Iterator[tuple[ir.Expr, tuple[ir.Outcome, ...]]]:
    """Yield the conditions under which the rules end a game, each with the statements that do."""
    for effect in parts((program.actions, program.events), Effect):
        if effect.when is not None and (found := tuple(parts(effect.do, ir.Outcome))):
            yield effect.when, found
    for each in rules(program):
        if isinstance(each, ir.If) and (found := tuple(parts(each.then, ir.Outcome))):
            yield each.test, found


@cache
def _inner_parts(kind: type[object]) -> Callable[[Any], Iterable[Any]] | None:
    """Return what returns the parts directly inside one of a kind, the last one first.

    None if objects of this kind are not parts and contain none.
    """
    if issubclass(kind, tuple):
        return itemgetter(slice(None, None, -1))
    if issubclass(kind, dict):
        return _last_values_first
    if kind in (Span, Type, Pack) or not is_dataclass(cast("object", kind)):
        return None
    names = inner_fields(kind)
    if not names:
        return _no_parts
    found = attrgetter(*names)
    return found if len(names) > 1 else lambda node: (found(node),)


def _last_values_first(node: dict[str, object]) -> Iterable[object]:
    return reversed(node.values())


def _no_parts(_: object) -> Iterable[object]:
    return ()


@cache
def inner_fields(kind: type[object]) -> tuple[str, ...]:
    """Return the fields of a part in which there may be other parts, the last one first."""
    if not is_dataclass(kind) or kind in (Span, Type, Pack):
        return ()
    plain = {"Span", "Type", "Pack", "str", "int", "bool", "Meaning"}  # its parts are in the body
    return tuple(field.name for field in fields(kind) if field.type not in plain)[::-1]


def rebuilt(node: ir.Expr, change: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """Return an expression with each part directly inside it changed: a new one if any has."""
    changes: dict[str, object] = {}
    for name in _INNER[type(node)]:
        part: tuple[ir.Expr, ...] | ir.Expr | None = getattr(node, name)
        if isinstance(part, tuple):
            several = tuple(map(change, part))
            if any(map(is_not, part, several)):
                changes[name] = several
        elif part is not None:
            changed = change(part)
            if changed is not part:
                changes[name] = changed
    return replace(node, **changes) if changes else node


Meant = TypeVar("Meant", bound=ir.Meaning)


def remade(node: Meant, change: Callable[[ir.Expr], ir.Expr]) -> Meant:
    """Return what a statement means, with each expression in it changed."""
    changes: dict[str, object] = {}
    for field in fields(node):
        part: object = getattr(node, field.name)
        if isinstance(part, ir.Typed):
            changes[field.name] = change(cast("ir.Expr", part))
        elif isinstance(part, tuple):
            changes[field.name] = tuple(map(change, cast("tuple[ir.Expr, ...]", part)))
    return replace(node, **changes)


Body = tuple[ir.Stmt, ...]


def nested(node: ir.Stmt, change: Callable[[Body], Body]) -> ir.Stmt:
    """Return a statement with the statements inside it changed."""
    match node:
        case ir.If(then=then, other=other):
            return replace(node, then=change(then), other=change(other))
        case ir.ForEach(body=inner) | ir.Repeat(body=inner) | ir.Sugar(body=inner):
            return replace(node, body=change(inner))
        case _:
            return node


def rebuilt_rules(
    program: Program, change: Callable[[Body], Body], when: Callable[[ir.Expr, Body], ir.Expr] | None = None
) -> Program:
    """Return a program with every body of statements changed.

    Args:
        program: the program.
        change: changes a body.
        when: changes the condition of an effect; it also gets the effect's old body.
    """

    def changed(effect: Effect) -> Effect:
        test = when(effect.when, effect.do) if when and effect.when else effect.when
        return replace(effect, when=test, do=change(effect.do))

    def done(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        return tuple(map(changed, effects))

    return replace(
        program,
        definitions={n: replace(d, do=change(d.do)) for n, d in program.definitions.items()},
        actions={
            name: replace(action, do=change(action.do), effects=done(action.effects))
            for name, action in program.actions.items()
        },
        events={name: done(effects) for name, effects in program.events.items()},
        phases={
            name: replace(
                phase,
                before=change(phase.before),
                after=change(phase.after),
                turn_before=change(phase.turn_before),
                turn_after=change(phase.turn_after),
            )
            for name, phase in program.phases.items()
        },
        deal_do=change(program.deal_do),
        deal_after=change(program.deal_after),
        deal_together=change(program.deal_together),
        match_result=change(program.match_result),
        limit_result=change(program.limit_result),
    )


def substitute(node: ir.Expr, values: dict[str, ir.Expr]) -> ir.Expr:
    """Return an expression with local names replaced."""
    if not values:
        return node
    if isinstance(node, ir.Local):
        return values.get(node.name, node)
    return rebuilt(node, lambda inner: substitute(inner, values))


def opened(node: ir.Use, definitions: Mapping[str, Definition]) -> ir.Expr:
    """Return the value of a definition with its arguments in place."""
    definition = definitions[node.definition]
    assert definition.value is not None
    names = (name for name, _ in definition.parameters)
    return substitute(definition.value, dict(zip(names, node.arguments, strict=True)))


def local_names(node: ir.Expr) -> Iterator[str]:
    """Yield the local names that an expression uses."""
    return (inner.name for inner in walk(node) if isinstance(inner, ir.Local))


def free_names(node: ir.Expr) -> set[str]:
    """Return the local names that an expression uses and does not bind itself."""
    match node:
        case ir.Local(name=name):
            return {name}
        case ir.Filter(collection=collection, name=name, condition=inner):
            return free_names(collection) | (free_names(inner) - {name})
        case ir.Best(collection=collection, name=name, key=inner):
            return free_names(collection) | (free_names(inner) - {name})
        case ir.Fold(collection=collection, name=name, key=inner):
            return free_names(collection) | (free_names(inner) - {name})
        case _:
            return set[str]().union(*map(free_names, expressions(node)))


def mentions(node: ir.Expr, *names: str) -> bool:
    """Return whether an expression uses one of some local names."""
    waiting = [node] if names else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ir.Local):
            if node.name in names:
                return True
        else:
            waiting += expressions(node)
    return False


def uses(node: ir.Expr, local: str) -> int:
    """Return how often a local name is used; inside something repeated it counts twice."""
    if isinstance(node, ir.Local):
        return int(node.name == local)
    inside = isinstance(node, ir.Filter | ir.Best | ir.Fold)
    count = sum(uses(inner, local) for inner in expressions(node))
    return count * 2 if inside else count


def size(node: ir.Expr) -> int:
    """Return how many nodes an expression has."""
    return sum(1 for _ in walk(node))


def conjuncts(node: ir.Expr) -> list[ir.Expr]:
    """Return the conditions that are joined by `and`."""
    if isinstance(node, ir.Logic) and node.conjunction:
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]


def all_of(conditions: Sequence[ir.Expr]) -> ir.Expr:
    """Return the conjunction of some conditions, of which there is one at least."""
    result = conditions[0]
    for condition in conditions[1:]:
        result = ir.Logic(True, result, condition, type=BOOLEAN, span=condition.span)
    return result
