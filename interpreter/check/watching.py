"""Watches the checker at one place of a ruleset: what is expected there, which names fit, which type a text has.

An editor asks what may stand at the cursor. So a name that no ruleset has is put there, and the checker is run. It
looks the name up as any other: what it then compares the name with is what may be meant, and the text around the
name, checked with another name in its place, shows whether that one fits.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Final, TypeVar, cast

from ..diagnostics import Diagnostic, Span
from ..program import ir
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.types import Type
from .context import Env

HERE: Final = "cursor__"
"""The name that is put at the cursor."""

ANY: Final = "anything__"
"""A name for a value that fits everywhere."""

Node = TypeVar("Node", bound=n.Node)
_Check = Callable[[n.Expr, Env, Type | None], ir.Expr]


def stand_in(kind: str) -> str:
    """Return a name for a value of a type; for what is not a type it fits everywhere.

    >>> stand_in("card"), stand_in("collection")
    ('some_card__', 'anything__')
    """
    return f"some_{kind}__" if kind in ty.NAMED else ANY


@dataclass(frozen=True, slots=True)
class _Text:
    """A text that is being checked: a node, its environment, the type that is wanted, and what checks it."""

    node: n.Node
    env: Env
    want: Type | None
    check: Callable[[n.Node, Env, Type | None], object]
    problems: list[Diagnostic]


@dataclass(slots=True)
class Seen:
    """The name at the cursor, as the checker met it.

    Attributes:
        env: what may be used there.
        want: the type that is expected, if one is.
        text: the text around the name that shows what fits: a statement, or an expression whose type is known.
        value: returns the typed tree of an expression there.
    """

    env: Env
    want: Type | None
    text: _Text
    value: Callable[[n.Expr], ir.Expr]
    known: list[Diagnostic] = field(default_factory=list[Diagnostic])

    @property
    def is_open(self) -> bool:
        """Whether an expression of any type may begin at the cursor, because a comparison may follow."""
        return self.text.node == n.Name(HERE) and self.text.want in (None, ty.BOOLEAN)

    @property
    def is_statement(self) -> bool:
        """Whether a statement may begin at the cursor."""
        return isinstance(self.text.node, n.Perform) and self.text.node.call == n.Name(HERE)

    def allows(self, node: n.Expr) -> bool:
        """Return whether the checker accepts an expression at the cursor."""
        return all(each in self.known for each in self.problems(node))

    def problems(self, node: n.Expr) -> list[Diagnostic]:
        """Return what is wrong if an expression stands at the cursor."""
        found, text = self.text.problems, self.text
        before = len(found)
        text.check(put(text.node, node), text.env, text.want)
        new = found[before:]
        del found[before:]
        return new

    def has_value(self, node: n.Expr) -> bool:
        """Return whether an expression has a value at the cursor, whatever is expected there."""
        found = self.text.problems
        before = len(found)
        kind = self.value(node).type
        sound = len(found) == before and kind != ty.UNKNOWN
        del found[before:]
        return sound

    def type_of(self, node: n.Expr) -> Type:
        """Return the type that an expression has at the cursor."""
        before = len(self.text.problems)
        kind = self.value(node).type
        del self.text.problems[before:]
        return kind


class Watch:
    """What is noted while a ruleset is checked.

    Attributes:
        seen: the name at the cursor, each time the checker met it in effect text.
        names: with what the checker compared the name: what it may be the name of, and the names there are.
        typed: the smallest expression around a place, with its typed tree.
        stand_ins: types of further names that stand for values.
    """

    def __init__(self, place: Span | None = None) -> None:
        """Watch the name at the cursor, or a place."""
        self._place = place
        self._texts: list[_Text] = []
        self.seen: list[Seen] = []
        self.names: list[str] = []
        self.typed: tuple[n.Node, ir.Expr, Env] | None = None
        self.stand_ins: dict[str, Type] = {ANY: ty.UNKNOWN, **{stand_in(name): kind for name, kind in ty.NAMED.items()}}

    @contextmanager
    def _inside(self, text: _Text) -> Generator[None]:
        self._texts.append(text)
        try:
            yield
        finally:
            self._texts.pop()

    def expected(self, node: n.Expr, env: Env, want: Type | None, check: _Check, problems: list[Diagnostic]) -> ir.Expr:
        """Return the typed tree of an expression whose type must be the one that is wanted; `check` gives it."""

        def anew(other: n.Node, around: Env, wanted: Type | None) -> ir.Expr:
            return check(cast("n.Expr", other), around, wanted)

        with self._inside(_Text(node, env, want, anew, problems)):
            return check(node, env, want)

    def expression(
        self, node: n.Expr, env: Env, want: Type | None, check: _Check, problems: list[Diagnostic]
    ) -> ir.Expr:
        """Return the typed tree of an expression, with a look at it; `check` gives it types."""
        if isinstance(node, n.Name) and node.name in self.stand_ins:
            return ir.Const(0, type=self.stand_ins[node.name], span=node.span)

        def anew(other: n.Node, around: Env, wanted: Type | None) -> ir.Expr:
            return self.expression(cast("n.Expr", other), around, wanted, check, problems)

        with self._inside(_Text(node, env, None, anew, problems)):
            if isinstance(node, n.Name) and node.name == HERE:
                self._meet(env, want, lambda other: anew(other, env, None))
            value = check(node, env, want)
        if self._place is not None and _covers(node.span, self._place):
            smaller = self.typed is None or _covers(self.typed[0].span, node.span)
            if smaller and value.type != ty.UNKNOWN:
                self.typed = node, value, env
        return value

    def statement(
        self,
        node: n.Stmt,
        env: Env,
        check: Callable[[n.Stmt, Env], list[ir.Stmt] | None],
        value: Callable[[n.Expr, Env], ir.Expr],
        problems: list[Diagnostic],
    ) -> list[ir.Stmt] | None:
        """Return the typed statement, with a look at it; `check` gives it types, `value` gives them to expressions."""
        text = _Text(node, env, None, lambda other, around, _: check(other, around), problems)  # pyright: ignore[reportArgumentType]
        with self._inside(text):
            if isinstance(node, n.Perform) and isinstance(node.call, n.Name) and node.call.name == HERE:
                self._meet(env, None, lambda other: value(other, env))
            return check(node, env)

    def compared(self, name: str, candidates: Iterable[str]) -> None:
        """Note the names with which one is compared that does not exist."""
        if name == HERE:
            self.names += [each for each in candidates if each not in self.names]

    def _meet(self, env: Env, want: Type | None, value: Callable[[n.Expr], ir.Expr]) -> None:
        text = self._texts[-1]
        for each in reversed(self._texts):
            text = each
            if each.want is not None or isinstance(each.node, n.Statement):
                break
        seen = Seen(env, want, text, value)
        self._texts, around = [], self._texts
        if not seen.is_statement:
            seen.known = seen.problems(n.Name(ANY))
        self._texts = around
        self.seen.append(seen)


def put(node: Node, other: n.Expr) -> Node:
    """Return a node with an expression in the place of the name at the cursor."""
    if isinstance(node, n.Name) and node.name == HERE:
        return replace(other, span=node.span)  # type: ignore[return-value]
    changed: dict[str, object] = {}
    for each in fields(node):
        value = cast("object", getattr(node, each.name))
        if isinstance(value, n.Node):
            changed[each.name] = put(value, other)
        elif isinstance(value, tuple):
            parts = cast("tuple[object, ...]", value)
            changed[each.name] = tuple(put(part, other) if isinstance(part, n.Node) else part for part in parts)
    return replace(node, **changed) if changed else node


def _covers(outer: Span, inner: Span) -> bool:
    return outer.file == inner.file and outer.start <= inner.start and inner.end <= outer.end
