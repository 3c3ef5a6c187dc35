"""Gives types to tables, and checks that each value has one row of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..diagnostics import Guess, Label, Span, error
from ..program import ir
from ..program.cards import NONE
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from ..syntax.plain_english import RANKS_BY_NAME
from ..syntax.printer import show
from ..syntax.types import Type
from .application import Application
from .context import Context, Env
from .folding import conditional, denied, empty, joined
from .reports import Reports, nothing, this_is

_FAR: Final = 10**18
"""Beyond all numbers of a game."""

_LOOKED_UP: Final = ("number", "boolean", "rank", "suit", "colour", "choice", "card")
"""The types of what a table can be looked up by."""

_ANSWERS: Final = ("no", "yes")
"""The keys of a table that is looked up by a condition."""

_MOST_NAMED: Final = 8


@dataclass(frozen=True, slots=True)
class _Keys:
    """Values of one type, as numbers from `low` to `high`, and the key that names them."""

    low: int
    high: int
    key: n.Key

    @property
    def span(self) -> Span:
        """The place of the key."""
        return self.key.span


class Lookup:
    """Gives types to tables."""

    def __init__(
        self,
        context: Context,
        reports: Reports,
        application: Application,
        expr: Callable[[n.Expr, Env, Type | None], ir.Expr],
        same: Callable[[ir.Expr, ir.Expr], tuple[ir.Expr, ir.Expr]],
    ) -> None:
        """Work for one ruleset.

        Args:
            context: what the ruleset declares.
            reports: takes the problems, and what is used.
            application: applies operations.
            expr: gives types to other expressions.
            same: gives two values one type.
        """
        self._context = context
        self._reports = reports
        self._application = application
        self._expr = expr
        self._same = same

    def value(self, node: n.Table, env: Env, want: Type | None) -> ir.Expr:
        """Return the value that a table has: one of several, by conditions."""
        by = self._expr(node.by, env, None)
        if by.type == ty.UNKNOWN:
            return nothing(node.span)
        if by.type.name not in _LOOKED_UP:
            message = f"{this_is(by.type)}, by which no table can be looked up"
            advice = "name a number, rank, suit, colour, choice, card or condition after 'by'"
            return self._reports.problem("CR432", message, node.by.span, advice)
        before = len(self._reports.problems)
        taken: list[_Keys] = []
        rows: list[tuple[ir.Expr, ir.Expr]] = []
        for row in node.rows:
            keys = [each for key in row.keys for each in self._keys(key, by.type)]
            self._once(keys, taken)
            test = self._test(by, keys, taken, row, env)
            rows.append((test, self._expr(row.value, env.where(test), want)))
            env = env.where(test, False)
            taken += keys
        other = self._other(node, by, taken, rows, env, want, before)
        if len(self._reports.problems) > before:
            return nothing(node.span)
        for test, value in reversed(rows):
            value, other = self._same(value, other)
            other = conditional(test, value, other, node.span)
        return other

    def _other(
        self,
        node: n.Table,
        by: ir.Expr,
        taken: list[_Keys],
        rows: list[tuple[ir.Expr, ir.Expr]],
        env: Env,
        want: Type | None,
        before: int,
    ) -> ir.Expr:
        """Return the value for what no row names; the last row may be for all that is left.

        What is missing is reported unless there are more problems than `before`: then rows were refused.
        """
        kind = by.type
        left = list(self._left(by, taken))
        if node.otherwise is not None:
            if taken and not left and not isinstance(by, ir.Const):
                message = f"the table has a row for each {kind.name}, so none is left for 'otherwise'"
                advice = "leave it out" + (", or write 'none'" if kind.name in ty.NULLABLE else "")
                self._reports.problem("CR432", message, node.otherwise.span, advice)
            return self._expr(node.otherwise, env, want)
        if left and len(self._reports.problems) == before:
            message = f"the table has no row for {self._words(left, kind)}"
            self._reports.problem("CR432", message, node.span, "add it, or 'otherwise' for all that is left")
        if kind.name not in ty.NULLABLE and rows:
            return rows.pop()[1]
        value = rows[-1][1] if rows else nothing(node.span)
        return empty(value.type, node.span)

    # -- keys

    def _keys(self, key: n.Key, kind: Type) -> list[_Keys]:
        """Return what a key names; nothing if it is wrong, which is reported."""
        match key:
            case n.OpenRange(bound=bound, below=below):
                if kind == ty.NUMBER:
                    return [
                        _Keys(-_FAR, each - 1, key) if below else _Keys(each, _FAR, key)
                        for each in self._one(bound, kind)
                    ]
                message = f"'{show(key)}' is for numbers, but the table is looked up by {kind}"
                self._reports.problem("CR432", message, key.span, "name each of them")
                return []
            case n.Range(first=n.Number(value=first), last=n.Number(value=last)) if kind == ty.RANK and first <= last:
                numerals = [n.Number(each, span=key.span) for each in range(first, last + 1)]
                return [keys for each in numerals for keys in self._keys(each, kind)]
            case n.Range(first=first, last=last):
                ends = (self._keys(first, kind), self._keys(last, kind))
                if not all(len(each) == 1 for each in ends):
                    return []
                low, high = ends[0][0].low, ends[1][0].high
                if low > high:
                    message = f"'{show(key)}' names nothing, because {show(last)} comes before {show(first)}"
                    self._reports.problem("CR432", message, key.span, f"write '{show(last)} to {show(first)}'")
                    return []
                return [_Keys(low, high, key)]
            case _:
                return [_Keys(each, each, key) for each in self._one(key, kind)]

    def _one(self, key: n.Expr, kind: Type) -> tuple[int, ...]:
        """Return the values that a word of a key means: one, or the copies of a card."""
        pack, word = self._context.pack, show(key)
        if word in ("none", "nobody") and word not in kind.choices:
            if kind.name in ty.NULLABLE:
                return (NONE,)
            message = f"'{word}' is never met, because the table is looked up by {kind}"
            self._reports.problem("CR432", message, key.span, "leave it out")
            return ()
        match kind.name:
            case "number" if isinstance(key, n.Number):
                return (2 * key.value if kind.halves else key.value,)
            case "number" if isinstance(key, n.Halves) and kind.halves:
                return (key.value,)
            case "number" if isinstance(key, n.Halves):
                message = f"'{word}' is never met, because the table is looked up by a whole number"
                self._reports.problem("CR432", message, key.span, "write a whole number")
                return ()
            case "number":
                message = f"'{word}' is not a number, but the table is looked up by a number"
                advice = "write numbers, such as '3', '20 to 24', 'below 0' or '25 or more'"
                self._reports.problem("CR432", message, key.span, advice)
                return ()
            case "boolean":
                names, what = _ANSWERS, "answer"
            case "rank":
                index = pack.rank_index(word)
                if index is not None:
                    return (index,)
                names, what = pack.ranks, "rank"
                spoken = RANKS_BY_NAME.get(word.lower())
                if spoken in names:
                    near = Guess(spoken, sole=True)
                    self._reports.problem("CR404", f"there is no rank '{word}'", key.span, near=near)
                    return ()
            case "card":
                cards = pack.cards_of(word)
                if cards:
                    return cards
                names, what = tuple(dict.fromkeys(pack.text)), "card"
            case what:
                names = pack.names(kind)
        if word in names:
            return (names.index(word),)
        self._reports.unknown("CR404" if what == "rank" else "CR432", what, word, key.span, names)
        return ()

    def _once(self, keys: list[_Keys], taken: list[_Keys]) -> None:
        """Report a key whose values another key of the table has named."""
        for index, key in enumerate(keys):
            for other in (*taken, *keys[:index]):
                if key.low <= other.high and other.low <= key.high:
                    message = f"'{show(key.key)}' names what another key names, too"
                    label = Label(other.span, "the other key")
                    advice = "name each value in one row"
                    self._reports.problems.append(error("CR432", message, key.span, label, help=advice))
                    return

    def _left(self, by: ir.Expr, taken: Iterable[_Keys]) -> Iterable[tuple[int, int]]:
        """Yield what a table is looked up by and no key names, from the lowest to the highest."""
        kind = by.type
        match kind.name:
            case "number" if isinstance(by, ir.Const) and isinstance(by.value, int):
                low = high = by.value
            case "number":
                low, high = 0 if isinstance(by, ir.Op) and by.name == "size" else -_FAR, _FAR
            case "boolean":
                low, high = 0, 1
            case "card":
                low, high = 0, len(self._context.pack.text) - 1
            case _:
                low, high = 0, len(self._context.pack.names(kind)) - 1
        for key in sorted(taken, key=lambda each: each.low):
            if key.low > low:
                yield low, key.low - 1
            low = max(low, key.high + 1)
        if low <= high:
            yield low, high

    def _words(self, left: Sequence[tuple[int, int]], kind: Type) -> str:
        """Return the words for what is missing in a table."""
        if kind == ty.NUMBER:
            words = [_range(low, high, kind) for low, high in left]
        else:
            names = {"boolean": _ANSWERS, "card": self._context.pack.text}
            listed = names.get(kind.name) or self._context.pack.names(kind)
            words = list(dict.fromkeys(listed[each] for low, high in left for each in range(low, high + 1)))
        if len(words) > _MOST_NAMED:
            words = [*words[:_MOST_NAMED], f"{len(words) - _MOST_NAMED} more"]
        *others, last = words
        return f"{', '.join(others)} and {last}" if others else last

    # -- conditions

    def _test(self, by: ir.Expr, keys: list[_Keys], taken: list[_Keys], row: n.Row, env: Env) -> ir.Expr:
        """Return the condition under which a row counts, if none before it does."""
        span = row.keys[0].span.to(row.keys[-1].span)
        single = [each.low for each in keys if each.low == each.high]
        ranges = [each for each in keys if each.low != each.high]
        if by.type != ty.NUMBER:
            single = [value for each in keys for value in range(each.low, each.high + 1)]
            ranges = []
        tests = [self._between(by, each, taken, env) for each in ranges]
        if by.type == ty.BOOLEAN:
            tests = [replace(denied(by, not value), span=span) for value in single]
        elif len(single) == 1 or isinstance(by, ir.Const):
            tests += [self._apply("eq", by, ir.Const(each, type=by.type, span=span), env) for each in single]
        elif single:
            tests.append(self._apply("contains", by, self._list(single, by.type, span), env))
        if not tests:
            return ir.Const(False, type=ty.BOOLEAN, span=span)
        whole, *others = tests
        for each in others:
            whole = joined(False, whole, each, span)
        return whole

    def _between(self, by: ir.Expr, keys: _Keys, taken: list[_Keys], env: Env) -> ir.Expr:
        """Return the condition that a number is in a range; rows above it may rule out lower numbers."""

        def bound(sign: str, value: int) -> ir.Expr:
            return self._apply(sign, by, ir.Const(value, type=by.type, span=keys.span), env)

        if keys.low == -_FAR:
            return bound("lt", keys.high + 1)
        if keys.high == _FAR:
            return bound("ge", keys.low)
        most = bound("le", keys.high)
        if all(low >= keys.low for low, _ in self._left(by, taken)):
            return most
        return joined(True, bound("ge", keys.low), most, keys.span)

    def _list(self, values: list[int], kind: Type, span: Span) -> ir.Expr:
        if kind == ty.CARD:
            cards = tuple(ir.Const(each, type=kind, span=span) for each in values)
            return ir.Op("pile_of", cards, type=ty.PILE, span=span)
        return ir.Const(tuple(values), type=ty.list_of(kind), span=span)

    def _apply(self, name: str, left: ir.Expr, right: ir.Expr, env: Env) -> ir.Expr:
        return self._application.apply(OPERATIONS[name], (left, right), env, right.span)


def _range(low: int, high: int, kind: Type) -> str:
    """Return the key for some numbers, as they are stored."""
    if low == -_FAR:
        return f"below {ty.written(high + 1, kind)}"
    least = ty.written(low, kind)
    if high == _FAR:
        return f"{least} or more"
    return least if low == high else f"{least} to {ty.written(high, kind)}"
