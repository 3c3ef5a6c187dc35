"""How points came about: the terms that were added to scores, as the rules computed them.

A step is played again by a program that also keeps, in variables of its own, the parts of each
number that it adds to a score, binds to a name or gives to a procedure: the terms of sums, the
factors of products, the cards that a total counts, the branch that was chosen. The compiler treats
these as any variables, so the journal of that play says which parts depended on cards that a seat
does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import WeakKeyDictionary

from ...check import ir
from ...check.program import Program, Variable
from ...compile.analysis.tree_walk import Body, local_names, rebuilt_rules, substitute, walk
from ...errors import CardrulesError
from ...runtime.journal import Changed, Disclosed, Event, Gathered
from ...runtime.position import COMMON
from ...speech.book import Book
from ...speech.english import THEY, YOU, Noun
from ...speech.speech import Speech
from ...syntax import types as ty
from ..knowledge import Recorder
from .endings import ENDING, Ending, Endings
from .terms import Reason, Term, added, multiplied, negative

if TYPE_CHECKING:
    from ...compile.code.machine import Machine
    from ..rules import Rules
    from ..step import Step

_PREFIX: Final = "REASON_"
_RULE: Final = f"{_PREFIX}RULE"
_SEAT: Final = f"{_PREFIX}SEAT"
_VALUE: Final = f"{_PREFIX}VALUE"
_TEST: Final = f"{_PREFIX}TEST"
_CARD: Final = f"{_PREFIX}CARD"
_DOER: Final = f"{_PREFIX}DOER"
_KINDS: Final = {_RULE: ty.NUMBER, _SEAT: ty.PLAYER, _VALUE: ty.NUMBER, _TEST: ty.BOOLEAN,
                 _CARD: ty.CARD, _DOER: ty.PLAYER, ENDING: ty.NUMBER}  # fmt: skip
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*")
_DEEPEST: Final = 8  # definitions inside one another that are written out
_LONGEST: Final = 80  # characters of a reason


def reckoning(rules: Rules, step: Step, viewer: int | None) -> dict[int, Term]:
    """Return by seat how what a step added to its score came about.

    Only the first deal that the step ends counts, and nothing that the viewer must not know.

    Args:
        rules: the game.
        step: the step.
        viewer: the seat that asks; None sees everything.
    """
    try:
        amounts, gained = _reckoner(rules).played_again(step)
    except CardrulesError:
        return {}
    mask = 0 if viewer is None else 1 << viewer
    found: dict[int, Term] = {}
    for seat, points in gained.items():
        own = [each.term for each in amounts if each.seat == seat and each.term.value]
        for option in (own, *([each.term] for each in amounts if each.seat < 0)):
            whole = added(option).known(mask)
            if whole.value == points and whole.says:
                found[seat] = whole
                break
    return found


def endings(rules: Rules, step: Step, viewer: int | None) -> list[Ending]:
    """Return the conditions for which the rules ended the deal in a step, as far as they say so.

    Args:
        rules: the game.
        step: the step.
        viewer: the seat that asks; None sees everything.
    """
    try:
        return _reckoner(rules).ended(step, 0 if viewer is None else 1 << viewer)
    except CardrulesError:
        return []


# ------------------------------------------------------------------------------- what is kept


@dataclass(frozen=True, slots=True)
class _Node:
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
    parts: tuple[_Node, ...] = ()
    signs: tuple[int, ...] = ()
    bound: tuple[tuple[str, ir.Expr], ...] = ()
    reason: Reason | None = None
    local: str = ""
    doers: ir.Expr | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class _Rule:
    """An amount in the rules, and the name that it is bound to; empty if it goes to a score."""

    node: _Node
    name: str = ""


@dataclass(slots=True)
class _Amount:
    """An amount as it was computed; the seat is -1 if it was bound to a name."""

    seat: int
    term: Term


@dataclass(slots=True)
class _Tape:
    """What was kept, in order: the variable, its value, and from which seats it is hidden."""

    entries: list[tuple[str, object, int]] = field(default_factory=list[tuple[str, object, int]])
    place: int = 0

    def next(self) -> tuple[object, int]:
        """Return the next value, and from whom it is hidden."""
        _, value, hidden = self.entries[self.place]
        self.place += 1
        return value, hidden

    def number(self) -> tuple[int, int]:
        """Return the next value, a number, and from whom it is hidden."""
        value, hidden = self.next()
        return cast(int, value), hidden

    def comes(self, variable: str) -> bool:
        """Return whether the next value is that of a variable."""
        return self.place < len(self.entries) and self.entries[self.place][0] == variable


class _Reckoner:
    """Plays steps of one game again, and reads the amounts from their journal."""

    def __init__(self, rules: Rules) -> None:
        # Imported here, so that playing does not compile a second machine before it is needed.
        from ...compile.compiler import compile_program

        self._rules = rules
        self._program = rules.program
        annotator = _Annotator(rules)
        program = annotator.program()
        self._amounts, self._endings = annotator.rules, annotator.endings.found
        sources = rules.loaded.resolved.sources
        self._machine: Machine = compile_program(
            program, sources, record=True, recorder=Recorder(program), probes=None
        )
        self._machine.arranger.otherwise = rules.machine.arranger.otherwise

    def played_again(self, step: Step) -> tuple[list[_Amount], dict[int, int]]:
        """Return the amounts up to the end of the deal, and what each seat has gained."""
        tape, gained = self._read(self._journal(step), list(cast(Any, step.before).v_score))
        amounts: list[_Amount] = []
        names: dict[str, Term] = {}
        while tape.place < len(tape.entries):
            rule = self._amounts[tape.number()[0]]
            seat = -1 if rule.name else tape.number()[0]
            term = self._term(rule.node, tape, names)
            if rule.name:
                label = self._program.labels.get(rule.name, "")
                if rule.node.kind not in ("sum", "cards", "choice", "product"):
                    label = label or term.label
                if len(rule.name) > 1:
                    label = label or self._program.label(rule.name)
                term = names[rule.name] = replace(term, label=label or term.label)
            amounts.append(_Amount(seat, term))
        return amounts, gained

    def ended(self, step: Step, mask: int) -> list[Ending]:
        """Return why the deal ended, as far as the seats of a set may know it."""
        numbers = [
            cast(int, change.value)
            for change, hidden in _changes(self._journal(step))
            if change.variable == ENDING and not hidden & mask
        ]
        return [self._endings[number] for number in dict.fromkeys(numbers)]

    def _journal(self, step: Step) -> list[Event]:
        """Play a step again, and return what happened."""
        before = step.before.clone()
        position = self._machine.blank.clone()
        for slot in (*COMMON, *type(before).__slots__):
            setattr(position, slot, getattr(before, slot))
        log: list[Event] = []
        position.log = log
        self._machine.play(position, step.raw)
        return log

    def _read(self, log: Sequence[Event], scores: list[int]) -> tuple[_Tape, dict[int, int]]:
        """Return what was kept up to the end of the deal, and what each seat has gained."""
        tape = _Tape()
        gained: dict[int, int] = {}
        for change, unseen in _changes(log):
            variable, owner, value, hidden = change.variable, change.seat, change.value, unseen
            if variable == "score":
                gained[owner] = gained.get(owner, 0) + cast(int, value) - scores[owner]
                scores[owner] = cast(int, value)
            elif variable in _KINDS and variable != ENDING:
                if variable == _CARD and change.know is not None:
                    hidden |= ~change.know[cast(int, value)]
                tape.entries.append((variable, value, hidden))
        return tape, gained

    def _term(self, node: _Node, tape: _Tape, names: dict[str, Term]) -> Term:
        """Return what a node came to."""
        match node.kind:
            case "const":
                value = cast(int, cast(ir.Const, node.expr).value)
                found = names.get(node.local)
                label = node.label or (found.label if found is not None else "")
                doers, hidden = self._doers(tape)
                return Term(label, value, reason=node.reason, doers=doers, hidden=hidden)
            case "sum":
                terms = [self._term(part, tape, names) for part in node.parts]
                signed = zip(node.signs, terms, strict=True)
                return added([term if sign > 0 else negative(term) for sign, term in signed])
            case "product":
                return multiplied([self._term(part, tape, names) for part in node.parts])
            case "quotient":  # it is called what its only factor with a name is called
                whole = self._term(node.parts[0], tape, names)
                value, hidden = tape.number()
                labels = {each.label for each in whole.parts if each.label} or {whole.label}
                return Term(labels.pop() if len(labels) == 1 else "", value, hidden=hidden)
            case "choice":
                chosen, hidden = tape.next()
                term = self._term(node.parts[0] if chosen else node.parts[1], tape, names)
                return replace(Term("", term.value), hidden=hidden) if hidden else term
            case "use":
                term = self._term(node.parts[0], tape, names)
                # That something is not so says less than a name.
                if term.reason is not None and not term.reason.holds:
                    term = replace(term, reason=None)
                plain = not (term.parts or term.cards or term.reason)
                if plain:
                    return replace(term, label=term.label or node.label)
                if term.joined == "+" and not node.named and any(p.label for p in term.parts):
                    return term  # the names of its terms say more
                return replace(term, label=node.label) if term.cards or term.parts else term
            case "cards":
                return self._cards(node, tape)
            case _:
                return self._value(node, *tape.number(), names)

    def _value(self, node: _Node, value: int, hidden: int, names: dict[str, Term]) -> Term:
        """Return a value that is not written out; of a name, how its value came about."""
        bound = names.get(node.expr.name) if isinstance(node.expr, ir.Local) else None
        if bound is not None and bound.value == value:
            return replace(bound, label=bound.label or node.label)
        for name in local_names(node.expr):
            hidden |= names[name].hidden if name in names else 0
        return Term(node.label, value, hidden=hidden)

    def _doers(self, tape: _Tape) -> tuple[tuple[int, ...], int]:
        """Return whose doing a number is, and from which seats that is hidden."""
        found: list[int] = []
        hidden = 0
        while tape.comes(_DOER):
            seat, unseen = tape.number()
            found.append(seat)
            hidden |= unseen
        return tuple(found), hidden

    def _cards(self, node: _Node, tape: _Tape) -> Term:
        """Return the total of what cards count, those together that count the same."""
        total, hidden = tape.number()
        counted: dict[int, list[str]] = {}
        text = self._program.pack.text
        while tape.comes(_CARD):
            (card, unseen), (value, secret) = tape.number(), tape.number()
            hidden |= unseen | secret
            if value:
                counted.setdefault(value, []).append(text[card])
        parts = [
            Term("", value * len(cards), cards=tuple(cards), hidden=hidden)
            for value, cards in sorted(counted.items(), reverse=True)
        ]
        if len(parts) == 1:
            return replace(parts[0], label=node.label)
        return Term(node.label, total, "+" if parts else "", tuple(parts), hidden=hidden)


def _changes(log: Sequence[Event]) -> Iterator[tuple[Changed, int]]:
    """Yield the new values of variables until the next deal begins.

    Each comes with the set of seats from which something is hidden that it was computed from.
    """
    hidden = 0
    for event in log:
        match event:
            case Disclosed(to=to):
                hidden |= to
                continue
            case Gathered():
                return
            case Changed():
                yield event, hidden
            case _:
                pass
        hidden = 0


_reckoners: WeakKeyDictionary[Rules, _Reckoner] = WeakKeyDictionary()


def _reckoner(rules: Rules) -> _Reckoner:
    if rules not in _reckoners:
        _reckoners[rules] = _Reckoner(rules)
    return _reckoners[rules]


class _Annotator:
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
        self.rules: list[_Rule] = []
        self.endings = Endings(self._program, self._speech)

    def program(self) -> Program:
        """Return the program."""
        annotated = rebuilt_rules(self._program, self._annotated)
        made = {
            name: Variable(name, kind, False, ir.Const(0, type=kind), "match")
            for name, kind in _KINDS.items()
        }
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

    def _noted(
        self, value: ir.Expr, name: str, seat: ir.Expr | None = None, label: str = ""
    ) -> Iterator[ir.Stmt]:
        node = self._node(value)
        rule = _Rule(replace(node, label=label) if label else node, name)
        self.rules.append(rule)
        yield _keep(_RULE, ir.Const(len(self.rules) - 1, type=ty.NUMBER))
        if seat is not None:
            yield _keep(_SEAT, seat)
        yield from self._kept(rule.node)

    def _kept(self, node: _Node) -> Iterator[ir.Stmt]:
        """Yield what keeps the parts of a node."""
        match node.kind:
            case "const":
                if node.doers is not None:
                    doer = ir.Local("it", type=ty.PLAYER)
                    yield ir.ForEach("it", node.doers, None, (_keep(_DOER, doer),))
            case "choice":
                yield _keep(_TEST, node.expr)
                test = ir.VarRef(_TEST, None, type=ty.BOOLEAN)
                then, other = (tuple(self._kept(part)) for part in node.parts)
                yield ir.If(test=test, then=then, other=other)
            case "cards":
                assert isinstance(node.expr, ir.Fold)
                yield _keep(_VALUE, node.expr)
                name = node.expr.name
                body = (_keep(_CARD, ir.Local(name, type=ty.CARD)), _keep(_VALUE, node.expr.key))
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

    def _node(self, expr: ir.Expr, *, depth: int = 0, within: str = "") -> _Node:
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
                return _Node("const", expr, own or label, local=local, doers=None if own else doers)
            case ir.Op(name="add" | "sub" | "neg"):
                signed = list(_terms(expr))
                parts = tuple(self._node(part, depth=depth, within="sum") for _, part in signed)
                return _Node("sum", expr, parts=parts, signs=tuple(sign for sign, _ in signed))
            case ir.Op(name="mul", arguments=factors):
                inner = within if sum(not _is_number(each) for each in factors) == 1 else "product"
                parts = tuple(self._node(each, depth=depth, within=inner) for each in factors)
                return _Node("product", expr, parts=parts)
            case ir.Op(name="div", arguments=(ir.Op(name="mul") as whole, ir.Const())):
                return _Node("quotient", expr, parts=(self._node(whole, depth=depth),))
            case ir.Cond(test=test, then=then, other=other):
                parts = (
                    self._case(test, then, depth, within, holds=True),
                    self._case(test, other, depth, within, holds=False),
                )
                return _Node("choice", test, parts=parts)
            case ir.Use() if depth < _DEEPEST:
                return self._use(expr, depth, within)
            case ir.Fold(operation="total", collection=collection) if (
                collection.type in (ty.CARDS, ty.PILE) and within != "product"
            ):
                return _Node("cards", expr, self._named(expr) or self._held(collection))
            case ir.Op(name="size", arguments=(ir.Filter(collection=among) as cards,)) if (
                among.type in (ty.CARDS, ty.PILE) and within != "product"
            ):
                one = ir.Const(1, type=ty.NUMBER)
                each = ir.Fold(cards, cards.name, one, "total", type=ty.NUMBER)
                return _Node("cards", each)
            case _:
                return _Node("value", expr, self._named(expr))

    def _case(
        self, test: ir.Expr, value: ir.Expr, depth: int, within: str, *, holds: bool
    ) -> _Node:
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

    def _use(self, expr: ir.Use, depth: int, within: str) -> _Node:
        """Return the value of a definition, written out as the whole amount or as a sum in one."""
        definition = self._program.definitions[expr.definition]
        label = self._program.label(expr.definition)
        if definition.value is None:
            return _Node("value", expr, label)
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
            return _Node("value", expr, label)
        if within == "product" and not _is_product(inner):
            return _Node("value", expr, label)
        node = self._node(inner, depth=depth + 1, within=within)
        return _Node("use", expr, label, (node,), bound=tuple(bound), named=named)

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


def _explained(node: _Node, label: str, reason: Reason | None) -> _Node:
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
    return ir.Assign(target=ir.VarRef(variable, None, type=_KINDS[variable]), value=value)


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
