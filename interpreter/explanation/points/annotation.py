"""Programs that keep how their points come about.

The program of a game is changed so that it also keeps, in variables of its own, the parts of each
number that it adds to a score, binds to a name or gives to a procedure. `reckoning.py` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Final

from ...check import ir
from ...check.program import Program, Variable
from ...compile.analysis.tree_walk import Body, local_names, rebuilt_rules, substitute, walk
from ...speech.book import Book
from ...speech.english import THEY, YOU, Noun
from ...speech.speech import Speech
from ...syntax import types as ty
from .endings import ENDING, Endings
from .terms import Reason

if TYPE_CHECKING:
    from ...game.rules import Rules


_PREFIX: Final = "REASON_"
_RULE: Final = f"{_PREFIX}RULE"
_SEAT: Final = f"{_PREFIX}SEAT"
_VALUE: Final = f"{_PREFIX}VALUE"
_TEST: Final = f"{_PREFIX}TEST"
CARD: Final = f"{_PREFIX}CARD"
DOER: Final = f"{_PREFIX}DOER"
KINDS: Final = {
    _RULE: ty.NUMBER,
    _SEAT: ty.PLAYER,
    _VALUE: ty.NUMBER,
    _TEST: ty.BOOLEAN,
    CARD: ty.CARD,
    DOER: ty.PLAYER,
    ENDING: ty.NUMBER,
}
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*")
_DEEPEST: Final = 8  # definitions inside one another that are written out
_LONGEST: Final = 80  # characters of a reason


@dataclass(frozen=True, slots=True)
class Node:
    """How a number is computed, as far as it is told.

    Attributes:
        kind: `const`, `value`, `sum`, `product`, `quotient`, `choice`, `use` or `cards`.
        expr: What it stands for; the test of a choice.
        label: What it is called.
        parts: The nodes that it consists of; of a choice, what holds then and otherwise.
        signs: Of a sum, the sign of each part.
        bound: The names that are bound for its parts, with their values.
        reason: Why a number without a name applies.
        local: A local name that says what a number without a name is for.
        doers: The players whose doing it is, if its label is what they have done.
        named: Whether the ruleset gives it its label.
    """

    kind: str
    expr: ir.Expr
    label: str = ""
    parts: tuple[Node, ...] = ()
    signs: tuple[int, ...] = ()
    bound: tuple[tuple[str, ir.Expr], ...] = ()
    reason: Reason | None = None
    local: str = ""
    doers: ir.Expr | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """An amount in the rules, and the name that it is bound to; empty if it goes to a score."""

    node: Node
    name: str = ""


class Annotator:
    """Makes the program that keeps the parts of amounts.

    Attributes:
        rules: The amounts, in the order of the numbers by which the program names them.
        endings: Why deals end.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._program = rules.program
        assert rules.loaded.ruleset is not None
        self._speech = Speech(Book(rules.program, rules.loaded.ruleset))
        self._fresh = count()
        # What the statements around a number name, a local name in them, and the players who have
        # done what they name; the inmost last.
        self._around: list[tuple[str, str, ir.Expr | None]] = []
        self.rules: list[Rule] = []
        self.endings = Endings(self._program, self._speech)

    def program(self) -> Program:
        """Return the program."""
        annotated = rebuilt_rules(self._program, self._annotated)
        made = {name: Variable(name, kind, False, ir.Const(0, type=kind), "match") for name, kind in KINDS.items()}
        return replace(annotated, variables=self._program.variables | made)

    # -------------------------------------------------------------------------- statements

    def _annotated(self, body: Body) -> Body:
        parts = (each for old in body for each in (*self._before(old), self._inside(old)))
        return (*self.endings.of_body(body), *parts)

    def _inside(self, statement: ir.Stmt) -> ir.Stmt:
        match statement:
            case ir.If(test=test, then=then, other=other):
                then = (*self.endings.noted(test, then), *self._within(test, then))
                return replace(statement, then=then, other=self._annotated(other))
            case ir.ForEach(series=series, body=body):
                return replace(statement, body=self._within(series, body))
            case ir.Repeat(body=body):
                return replace(statement, body=self._annotated(body))
            case _:
                return statement

    def _within(self, around: ir.Expr, body: Body) -> Body:
        """Return an annotated body, and note what the condition or the loop around it names."""
        found = self._mentioned(around), next(local_names(around), ""), self._players_in(around)
        outer = self._around[-1] if self._around else ("", "", None)
        self._around.append(found if any(found) else outer)
        annotated = self._annotated(body)
        self._around.pop()
        return annotated

    def _players_in(self, node: ir.Expr) -> ir.Expr | None:
        """Return the first definition in an expression, if it says which players did something."""
        found = next((each for each in walk(node) if isinstance(each, ir.VarRef | ir.Use)), None)
        is_one = isinstance(found, ir.Use) and found.type == ty.PLAYERS and not found.arguments
        return found if is_one else None

    def _mentioned(self, node: ir.Expr) -> str:
        """Return what the first variable or definition in an expression is called."""
        named = (ir.VarRef, ir.Use, ir.Local) if isinstance(node, ir.Local) else (ir.VarRef, ir.Use)
        inner = (each for each in walk(node) if isinstance(each, named))
        return next((self._named(each) for each in inner), "")

    def _before(self, statement: ir.Stmt) -> Iterator[ir.Stmt]:
        """Yield what keeps the parts of the amounts in a statement."""
        match statement:
            case ir.Assign(
                target=ir.VarRef(variable="score", seat=seat),
                value=ir.Op(name="add", arguments=(ir.VarRef(variable="score"), amount)),
            ) if seat is not None:
                yield from self._noted(amount, "", seat)
            case ir.Let(name=name, value=value) if value.type == ty.NUMBER:
                yield from self._noted(value, name)
            case ir.Perform(definition=definition, arguments=arguments):
                parameters = self._program.definitions[definition].parameters
                for (name, kind), value in zip(parameters, arguments, strict=True):
                    if kind == ty.NUMBER:
                        yield from self._noted(value, name)
                    elif isinstance(value, ir.Best):  # who is the best in something scores
                        nothing = ir.Const(0, type=ty.NUMBER)
                        yield from self._noted(nothing, name, label=self._best(value))
            case _:
                pass

    def _noted(self, value: ir.Expr, name: str, seat: ir.Expr | None = None, label: str = "") -> Iterator[ir.Stmt]:
        node = self._node(value)
        rule = Rule(replace(node, label=label) if label else node, name)
        self.rules.append(rule)
        yield _keep(_RULE, ir.Const(len(self.rules) - 1, type=ty.NUMBER))
        if seat is not None:
            yield _keep(_SEAT, seat)
        yield from self._kept(rule.node)

    def _kept(self, node: Node) -> Iterator[ir.Stmt]:
        """Yield what keeps the parts of a node."""
        match node.kind:
            case "const":
                if node.doers is not None:
                    doer = ir.Local("it", type=ty.PLAYER)
                    yield ir.ForEach("it", node.doers, None, (_keep(DOER, doer),))
            case "choice":
                yield _keep(_TEST, node.expr)
                test = ir.VarRef(_TEST, None, type=ty.BOOLEAN)
                then, other = (tuple(self._kept(part)) for part in node.parts)
                yield ir.If(test=test, then=then, other=other)
            case "cards":
                assert isinstance(node.expr, ir.Fold)
                yield _keep(_VALUE, node.expr)
                name = node.expr.name
                body = (_keep(CARD, ir.Local(name, type=ty.CARD)), _keep(_VALUE, node.expr.key))
                yield ir.ForEach(name, node.expr.collection, None, body)
            case "value":
                yield _keep(_VALUE, node.expr)
            case "quotient":
                yield from self._kept(node.parts[0])
                yield _keep(_VALUE, node.expr)
            case _:
                for name, value in node.bound:
                    yield ir.Let(name, value)
                for part in node.parts:
                    yield from self._kept(part)

    # ------------------------------------------------------------------------------- nodes

    def _node(self, expr: ir.Expr, *, depth: int = 0, within: str = "") -> Node:
        """Return how an expression is told.

        Args:
            expr: The expression.
            depth: In how many definitions it is.
            within: Whether it is a part of a `sum` or `product`.
        """
        match expr:
            case ir.Const():
                alone = self._around and not depth and not within
                label, local, doers = self._around[-1] if alone else ("", "", None)
                own = self._named(expr)
                return Node("const", expr, own or label, local=local, doers=None if own else doers)
            case ir.Op(name="add" | "sub" | "neg"):
                signed = list(_terms(expr))
                parts = tuple(self._node(part, depth=depth, within="sum") for _, part in signed)
                return Node("sum", expr, parts=parts, signs=tuple(sign for sign, _ in signed))
            case ir.Op(name="mul", arguments=factors):
                inner = within if sum(not _is_number(each) for each in factors) == 1 else "product"
                parts = tuple(self._node(each, depth=depth, within=inner) for each in factors)
                return Node("product", expr, parts=parts)
            case ir.Op(name="div", arguments=(ir.Op(name="mul") as whole, ir.Const())):
                return Node("quotient", expr, parts=(self._node(whole, depth=depth),))
            case ir.Cond(test=test, then=then, other=other):
                parts = (
                    self._case(test, then, depth, within, holds=True),
                    self._case(test, other, depth, within, holds=False),
                )
                return Node("choice", test, parts=parts)
            case ir.Use() if depth < _DEEPEST:
                return self._use(expr, depth, within)
            case ir.Fold(operation="total", collection=collection) if (
                collection.type in (ty.CARDS, ty.PILE) and within != "product"
            ):
                return Node("cards", expr, self._named(expr) or self._held(collection))
            case ir.Op(name="size", arguments=(ir.Filter(collection=among) as cards,)) if (
                among.type in (ty.CARDS, ty.PILE) and within != "product"
            ):
                one = ir.Const(1, type=ty.NUMBER)
                each = ir.Fold(cards, cards.name, one, "total", type=ty.NUMBER)
                return Node("cards", each)
            case _:
                return Node("value", expr, self._named(expr))

    def _case(self, test: ir.Expr, value: ir.Expr, depth: int, within: str, *, holds: bool) -> Node:
        """Return what holds in one case; a number without a name is explained by the case."""
        node = self._node(value, depth=depth, within=within)
        match test:
            case ir.Use(definition=name) | ir.VarRef(variable=name) if holds:
                return _explained(node, self._program.label(name), None)
            case _:
                return _explained(node, "", self._reason(test, holds=holds))

    def _reason(self, test: ir.Expr, *, holds: bool) -> Reason | None:
        """Return when a case applies, in a few words."""
        if any(each.type != ty.PLAYER for each in walk(test) if isinstance(each, ir.Local)):
            return None
        clauses: list[str] = []
        for noun in (YOU, Noun("@", person=True)):
            speech = self._speech
            for name in local_names(test):
                speech = speech.naming(name, noun)
            clauses.append(speech.clause(test, holds=holds))
        return Reason(clauses[0], clauses[1], holds) if max(map(len, clauses)) <= _LONGEST else None

    def _held(self, cards: ir.Expr) -> str:
        """Return what the total of the cards in a zone is called."""
        match cards:
            case ir.ZoneRef(zone=zone) | ir.AllSeats(zone=zone):
                return f"in {self._program.label(zone)}"
            case _:
                return ""

    def _best(self, best: ir.Best) -> str:
        """Return what the best players score for: "for the highest primiera", "for most cards"."""
        key = self._speech.key(best.key, best.name, THEY)
        key = key.partition(" among ")[0].partition(" of the ")[0]
        things = key.removeprefix("number of ")
        if things != key:
            text = f"for {'most' if best.highest else 'fewest'} {things}"
        else:
            text = f"for the {'highest' if best.highest else 'lowest'} {key}"
        return text if len(text) <= _LONGEST else ""

    def _use(self, expr: ir.Use, depth: int, within: str) -> Node:
        """Return the value of a definition, written out as the whole amount or as a sum in one."""
        definition = self._program.definitions[expr.definition]
        label = self._program.label(expr.definition)
        if definition.value is None:
            return Node("value", expr, label)
        names: dict[str, ir.Expr] = {}
        bound: list[tuple[str, ir.Expr]] = []
        for (name, kind), value in zip(definition.parameters, expr.arguments, strict=True):
            if not isinstance(value, ir.Const):
                bound.append((f"{_PREFIX}{next(self._fresh)}", value))
                value = ir.Local(bound[-1][0], type=kind)
            names[name] = value
        inner = substitute(definition.value, names)
        named = expr.definition in self._program.labels
        if within == "sum" and (named or not _is_sum(inner)):
            return Node("value", expr, label)
        if within == "product" and not _is_product(inner):
            return Node("value", expr, label)
        node = self._node(inner, depth=depth + 1, within=within)
        return Node("use", expr, label, (node,), bound=tuple(bound), named=named)

    def _named(self, node: ir.Expr) -> str:
        """Return what a value is called."""
        program = self._program
        match node:
            case ir.Local(name=name):
                return program.labels.get(name) or (program.label(name) if len(name) > 1 else "")
            case ir.VarRef(variable=name) | ir.Use(definition=name):
                return program.label(name)
            case ir.Const() if node.span.end > node.span.start:
                source = self._rules.loaded.resolved.sources.get(node.span.file)
                text = source.text[node.span.start : node.span.end] if source is not None else ""
                return program.label(text) if _NAME.fullmatch(text) else ""
            case ir.Fold() | ir.Op(name="deadwood"):
                return self._mentioned(node)
            case ir.Op(name="div", arguments=(whole, _)):
                return self._named(whole)
            case _:
                return ""


def _explained(node: Node, label: str, reason: Reason | None) -> Node:
    """Return a node of which numbers without a name have one, or a reason before their own."""
    if node.kind == "choice":
        return replace(node, parts=tuple(_explained(part, label, reason) for part in node.parts))
    if node.kind != "const" or node.label:
        return node
    if label:
        return replace(node, label=label, reason=None)
    return replace(node, reason=_both(reason, node.reason))


def _both(first: Reason | None, second: Reason | None) -> Reason | None:
    """Return two reasons as one, if that is not too long."""
    if first is None or second is None:
        return first or second
    both = Reason(f"{first.you}, and {second.you}", f"{first.others}, and {second.others}")
    if len(both.others) <= _LONGEST:
        return both
    return second if second.holds and not first.holds else first


def _keep(variable: str, value: ir.Expr) -> ir.Stmt:
    return ir.Assign(target=ir.VarRef(variable, None, type=KINDS[variable]), value=value)


def _is_number(node: ir.Expr) -> bool:
    """Return whether a value is written as a number, in each case that it distinguishes."""
    match node:
        case ir.Cond(then=then, other=other):
            return _is_number(then) and _is_number(other)
        case ir.Op(name="neg", arguments=(inner,)):
            return _is_number(inner)
        case _:
            return isinstance(node, ir.Const)


def _is_sum(node: ir.Expr) -> bool:
    """Return whether a value is the sum or the difference of others."""
    return isinstance(node, ir.Op) and node.name in ("add", "sub")


def _is_product(node: ir.Expr) -> bool:
    """Return whether a value is a product or a number, in each case that it distinguishes."""
    match node:
        case ir.Cond(then=then, other=other):
            return _is_product(then) and _is_product(other)
        case ir.Const() | ir.Op(name="mul" | "neg"):
            return True
        case _:
            return False


def _terms(node: ir.Expr, sign: int = 1) -> Iterator[tuple[int, ir.Expr]]:
    """Yield the terms of a sum, each with its sign."""
    match node:
        case ir.Op(name="add", arguments=(left, right)):
            yield from _terms(left, sign)
            yield from _terms(right, sign)
        case ir.Op(name="sub", arguments=(left, right)):
            yield from _terms(left, sign)
            yield from _terms(right, -sign)
        case ir.Op(name="neg", arguments=(inner,)):
            yield from _terms(inner, -sign)
        case _:
            yield sign, node
