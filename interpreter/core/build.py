"""Trees of the core from templates, for the compiler.

A template is Python text written in our own source; the names that are passed by keyword stand
for trees and are replaced by them. Of a ruleset only names of zones, melds and the like get into a template, which
the schema restricts to letters, digits and `_`. A template is read once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast

from . import nodes
from .nodes import Expression, Node, Statement
from .reading import expression_of, statements_of
from .types import typed

Tree = TypeVar("Tree", bound=Node)
Trees = dict[str, Expression] | dict[str, Expression | list[Statement]]
Maker = Callable[[Trees], Any]
"""Makes a new tree of a template, with trees in the places of names."""


@lru_cache(maxsize=1 << 14)
def _expression(text: str) -> Maker:
    return maker(expression_of(text))


@lru_cache(maxsize=1 << 14)
def _statements(text: str) -> Maker:
    return _list_maker(statements_of(text))


def expression(text: str, **trees: Expression) -> Expression:
    """Return the tree of an expression template.

    >>> from .python import text_of
    >>> text_of(expression("a.bit_count() >= n", a=name("hand"), n=constant(3)))
    'hand.bit_count() >= 3'
    """
    return cast(Expression, _expression(text)(trees))


def statements(text: str, **trees: Expression | list[Statement]) -> list[Statement]:
    """Return the trees of a template of statements.

    A statement that is nothing but a name passed as a list of statements is replaced by them.

    >>> from .python import text_of
    >>> code = statements("if t: body", t=name("done"), body=statements("pass"))
    >>> print(text_of(code[0]))
    if done:
        pass
    """
    return cast("list[Statement]", _statements(text)(trees))


def name(text: str) -> nodes.Name:
    """Return the tree of a name."""
    return nodes.Name(text)


def constant(value: int | bool | str | tuple[int | str, ...] | None) -> nodes.Constant:
    """Return the tree of a constant."""
    return nodes.Constant(value)


def maker(node: Node) -> Maker:
    """Return what makes trees of a template, with others in the places of its names."""
    if isinstance(node, nodes.Name):
        return _name_maker(node.id)
    kind: Callable[..., Node] = type(node)
    fields: list[object] = [getattr(node, key) for key in node.fields]
    makers = [
        (node.fields.index(key), _list_maker(value) if isinstance(value, list) else maker(value))
        for key in node.parts
        if (value := cast("list[Node] | Node | None", getattr(node, key))) is not None
    ]
    if not makers:
        return lambda trees: kind(*fields)

    def make(trees: Trees) -> Node:
        made = fields.copy()
        for place, part in makers:
            made[place] = part(trees)
        return kind(*made)

    return make


def _name_maker(identifier: str) -> Maker:
    def make(trees: Trees) -> object:
        found = trees.get(identifier)
        return nodes.Name(identifier) if found is None else found

    return make


def _list_maker(parts: Sequence[Node]) -> Maker:
    makers = [
        (maker(node), node.value.id)
        if isinstance(node, nodes.Evaluate) and isinstance(node.value, nodes.Name)
        else (maker(node), "")
        for node in parts
    ]

    def make(trees: Trees) -> list[object]:
        result: list[object] = []
        for part, body in makers:
            found = trees.get(body)
            if isinstance(found, list):
                result += found
            else:
                result.append(part(trees))
        return result

    return make


def replaced(node: Tree, values: dict[str, object]) -> Tree:
    """Return a node with other values in some of its fields; all else, with its line and type, is kept."""
    kind: Callable[..., Tree] = node.__class__
    made = kind(*[values[key] if key in values else getattr(node, key) for key in node.fields])
    return in_place_of(node, made)


def in_place_of(node: Node, made: Tree) -> Tree:
    """Return a tree that was made, with the line and the type of the one in whose place it is."""
    if isinstance(node, Statement) and isinstance(made, Statement):
        made.line = node.line
    elif isinstance(node, Expression) and isinstance(made, Expression):
        typed(made, node.type)
    return made


def inside(node: Node) -> list[Node]:
    """Return the nodes directly inside a node, in the order of its fields."""
    found: list[Node] = []
    for key in node.parts:
        value: Sequence[Node] | Node | None = getattr(node, key)
        if value.__class__ is list:
            found += cast("list[Node]", value)
        elif value is not None:
            found.append(cast(Node, value))
    return found


def nodes_in(*trees: Node) -> Iterator[Node]:
    """Yield some nodes and all nodes inside them, in no particular order."""
    waiting: list[Node] = [*trees]
    while waiting:
        node = waiting.pop()
        yield node
        for key in node.parts:  # as in `inside`, without a list of its own
            value: Sequence[Node] | Node | None = getattr(node, key)
            if value.__class__ is list:
                waiting += cast("list[Node]", value)
            elif value is not None:
                waiting.append(cast(Node, value))


def rebuilt(node: Tree, change: Callable[[Node], Node]) -> Tree:
    """Return a node with `change` applied to each node directly inside it; the node itself if none differs."""
    fields: dict[str, object] = {}
    for key in node.parts:
        value: Sequence[Node] | Node | None = getattr(node, key)
        if value.__class__ is list:
            parts = cast("list[Node]", value)
            new = [*map(change, parts)]
            if new != parts:  # nodes are equal only to themselves
                fields[key] = new
        elif value is not None:
            changed = change(cast(Node, value))
            if changed is not value:
                fields[key] = changed
    return replaced(node, fields) if fields else node


def form(node: Node) -> tuple[object, ...]:
    """Return a key that is equal for equal code, whatever its types and lines.

    >>> form(expression("a + 1")) == form(expression("a + 1")), form(name("a")) == form(name("b"))
    (True, False)
    """
    found: list[object] = [node.__class__]
    for key in node.marks:
        mark: object = getattr(node, key)
        found += mark.__class__, tuple(cast("list[object]", mark)) if mark.__class__ is list else mark  # 1 is not True
    for key in node.parts:
        value: Sequence[Node] | Node | None = getattr(node, key)
        if value.__class__ is list:
            found.append(tuple(map(form, cast("list[Node]", value))))
        else:
            found.append(None if value is None else form(cast(Node, value)))
    return tuple(found)


def same_code(one: Node, other: Node) -> bool:
    """Return whether two nodes say the same, wherever they stand."""
    return one is other or form(one) == form(other)


def targets_of(node: Node) -> Iterator[Expression]:
    """Yield the names, slots and members to which a node itself gives values, or which it deletes."""
    match node:
        case nodes.Assign(targets=targets) | nodes.Delete(targets=targets):
            waiting = [*targets]
        case (
            nodes.AnnAssign(target=target)
            | nodes.AugAssign(target=target)
            | nodes.For(target=target)
            | nodes.Clause(target=target)
        ):
            waiting = [target]
        case _:
            return
    while waiting:
        match waiting.pop():
            case nodes.Tuple(elts=parts):
                waiting += parts
            case nodes.Starred(value=inner):
                waiting.append(inner)
            case found:
                yield found


def names_given(*trees: Node) -> Iterator[str]:
    """Yield the names to which code gives values."""
    for node in nodes_in(*trees):
        for target in targets_of(node):
            if isinstance(target, nodes.Name):
                yield target.id


def lambda_of(arguments: Iterable[str], body: Expression) -> nodes.Lambda:
    """Return a function of some arguments."""
    return nodes.Lambda([*map(nodes.Parameter, arguments)], body)


def function(text: str, arguments: Iterable[str], body: Sequence[Statement]) -> nodes.FunctionDef:
    """Return the definition of a function."""
    return nodes.FunctionDef(text, [*map(nodes.Parameter, arguments)], body or [nodes.Pass()])


def comprehension(template: str, variable: str, items: Expression, k: Expression) -> Expression:
    """Fill in a template with a comprehension: `x` is its variable, `c` its items, `k` its value or condition."""
    return expression(template, x=name(variable), c=items, k=k)


def is_slot(code: Expression) -> bool:
    """Return whether code is a slot of the state, so that it costs little to write it twice."""
    match code:
        case nodes.Attribute(value=nodes.Name(id="s")):
            return True
        case nodes.Subscript(value=nodes.Attribute(value=nodes.Name(id="s")), slice=nodes.Name() | nodes.Constant()):
            return True
        case _:
            return False


def integer(value: Expression) -> int | None:
    """Return the value of an integer constant, with its sign; None for other code."""
    match value:
        case nodes.Constant(value=int() as number):
            return number
        case nodes.UnaryOp(op="-", operand=nodes.Constant(value=int() as number)):
            return -number
        case _:
            return None
