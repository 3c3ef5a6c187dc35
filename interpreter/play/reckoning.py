"""How points came about: the terms of the sums that were added to scores, and their names.

A step is played again by a program that also keeps, in variables of its own, the terms of each sum
that it adds to a score, binds to a name or gives to a procedure. The compiler treats these as any
variables, so the journal of that play says which terms depended on cards that a seat does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import WeakKeyDictionary

from ..check import ir
from ..check.program import Program, Variable
from ..compile.tree_walk import Body, local_names, rebuilt_rules, walk
from ..errors import CardrulesError
from ..runtime.journal import Changed, Disclosed, Gathered
from ..runtime.position import COMMON
from ..syntax import types as ty
from .knowledge import Recorder

if TYPE_CHECKING:
    from ..compile.machine import Machine
    from .rules import Rules
    from .step import Step

_SEAT: Final = "REASON_SEAT"
_TERM: Final = "REASON_TERM"
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Term:
    """A number that was added; `label` is empty if the ruleset has no name for it."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class _Sum:
    """A sum in the rules: its terms, each with its sign, and the name that it is bound to."""

    terms: tuple[tuple[int, ir.Expr], ...]
    name: str = ""


@dataclass(slots=True)
class _Reckoned:
    """A sum as it was computed, and the seats from which something in it is hidden."""

    rule: _Sum
    seat: int
    terms: list[Term] = field(default_factory=list[Term])
    hidden: int = 0

    @property
    def total(self) -> int:
        return sum(term.value for term in self.terms)


def reckoning(rules: Rules, step: Step, viewer: int | None) -> dict[int, tuple[Term, ...]]:
    """Return by seat the terms of what a step added to its score, if they are several.

    Only the first deal that the step ends counts, and nothing that the viewer must not know.

    Args:
        rules: the game.
        step: the step.
        viewer: the seat that asks; None sees everything.
    """
    if rules not in _reckoners:
        _reckoners[rules] = _Reckoner(rules)
    try:
        sums, gained = _reckoners[rules].played_again(step)
    except CardrulesError:
        return {}
    mask = -1 if viewer is None else 1 << viewer
    known = [each for each in sums if viewer is None or not each.hidden & mask]
    found: dict[int, tuple[Term, ...]] = {}
    for seat, points in gained.items():
        own = [each for each in known if each.seat == seat]
        whole = [term for each in own for term in each.terms if term.value]
        options = [whole, *([t for t in each.terms if t.value] for each in known if each.rule.name)]
        fitting = [
            terms
            for terms in options
            if len(terms) > 1
            and sum(term.value for term in terms) == points
            and any(term.label for term in terms)
        ]
        if fitting:
            found[seat] = tuple(fitting[0])
    return found


class _Reckoner:
    """Plays steps of one game again, and reads the sums from their journal."""

    def __init__(self, rules: Rules) -> None:
        # Imported here, so that playing does not compile a second machine before it is needed.
        from ..compile.compiler import compile_program

        self._rules = rules
        self._sums: list[_Sum] = []
        program = _with_terms(rules.program, self._sums)
        sources = rules.loaded.resolved.sources
        self._machine: Machine = compile_program(
            program, sources, record=True, recorder=Recorder(program), probes=None
        )
        self._bound: dict[str, str] = {}  # the labels of names

    def played_again(self, step: Step) -> tuple[list[_Reckoned], dict[int, int]]:
        """Return the sums up to the end of the deal, and what each seat has gained."""
        before = step.before.clone()
        position = self._machine.blank.clone()
        for slot in (*COMMON, *type(before).__slots__):
            setattr(position, slot, getattr(before, slot))
        position.log = []
        self._machine.play(position, step.raw)
        sums: list[_Reckoned] = []
        hidden_names: dict[str, int] = {}
        scores: list[int] = list(cast(Any, step.before).v_score)
        gained: dict[int, int] = {}
        seat, hidden = -1, 0
        for event in position.log:
            match event:
                case Disclosed(to=to):
                    hidden |= to
                    continue
                case Gathered():
                    break
                case Changed(variable=variable, seat=owner, value=value) if variable == "score":
                    gained[owner] = gained.get(owner, 0) + cast(int, value) - scores[owner]
                    scores[owner] = cast(int, value)
                case Changed(variable=variable, value=value) if variable == _SEAT:
                    seat = cast(int, value)
                case Changed(variable=variable, value=value) if variable.startswith(_TERM):
                    number, place = map(int, variable.removeprefix(_TERM).split("_"))
                    rule = self._sums[number]
                    if place == 0:
                        sums.append(_Reckoned(rule, -1 if rule.name else seat))
                    self._note(sums[-1], place, cast(int, value), hidden, hidden_names)
                case _:
                    pass
            hidden = 0
        return sums, gained

    def _note(
        self, found: _Reckoned, place: int, value: int, hidden: int, names: dict[str, int]
    ) -> None:
        """Note a term, and who must not know it."""
        rule = found.rule
        sign, node = rule.terms[place]
        found.terms.append(Term(self._label(node, value), sign * value))
        found.hidden |= hidden
        for name in local_names(node):
            found.hidden |= names.get(name, 0)
        if rule.name and place == len(rule.terms) - 1:
            names[rule.name] = names.get(rule.name, 0) | found.hidden
            self._bound[rule.name] = found.terms[0].label if len(found.terms) == 1 else ""

    def _label(self, node: ir.Expr, value: int) -> str:
        """Return what a term is called."""
        program = self._rules.program
        match node:
            case ir.Local(name=name):
                label = program.labels.get(name) or self._bound.get(name)
                return label or (program.label(name) if len(name) > 1 else "")
            case ir.VarRef(variable=name) | ir.Use(definition=name):
                return program.label(name)
            case ir.Cond(then=then, other=other):
                branches = [each for each in (then, other) if _is(each, value)]
                return self._label(branches[0] if branches else other, value)
            case ir.Const() if node.span.end > node.span.start:
                source = self._rules.loaded.resolved.sources.get(node.span.file)
                text = source.text[node.span.start : node.span.end] if source is not None else ""
                return program.label(text) if _NAME.fullmatch(text) else ""
            case ir.Const():
                return ""
            case _:
                named = (each for each in walk(node) if isinstance(each, ir.VarRef | ir.Use))
                return next((self._label(each, 0) for each in named), "")


def _is(node: ir.Expr, value: int) -> bool:
    return isinstance(node, ir.Const) and node.value == value


_reckoners: WeakKeyDictionary[Rules, _Reckoner] = WeakKeyDictionary()


def _with_terms(program: Program, sums: list[_Sum]) -> Program:
    """Return a program that keeps the terms of its sums, and add the sums to a list."""
    made: dict[str, Variable] = {}

    def keep(name: str, value: ir.Expr) -> ir.Stmt:
        made.setdefault(
            name, Variable(name, value.type, False, ir.Const(0, type=ty.NUMBER), "match")
        )
        return ir.Assign(target=ir.VarRef(name, None, type=value.type), value=value)

    def noted(found: _Sum) -> Iterator[ir.Stmt]:
        sums.append(found)
        for place, (_, term) in enumerate(found.terms):
            yield keep(f"{_TERM}{len(sums) - 1}_{place}", term)

    def before(statement: ir.Stmt) -> Iterator[ir.Stmt]:
        match statement:
            case ir.Assign(
                target=ir.VarRef(variable="score", seat=seat),
                value=ir.Op(name="add", arguments=(ir.VarRef(variable="score"), amount)),
            ) if seat is not None:
                yield keep(_SEAT, seat)
                yield from noted(_Sum(tuple(_terms(amount))))
            case ir.Let(name=name, value=value) if value.type == ty.NUMBER:
                yield from noted(_Sum(tuple(_terms(value)), name))
            case ir.Perform(definition=definition, arguments=arguments):
                parameters = program.definitions[definition].parameters
                for (name, kind), value in zip(parameters, arguments, strict=True):
                    if kind == ty.NUMBER:
                        yield from noted(_Sum(tuple(_terms(value)), name))
            case _:
                pass

    def change(body: Body) -> Body:
        return tuple(each for old in body for each in (*before(old), inner(old)))

    def inner(statement: ir.Stmt) -> ir.Stmt:
        match statement:
            case ir.If(then=then, other=other):
                return replace(statement, then=change(then), other=change(other))
            case ir.ForEach(body=body) | ir.Repeat(body=body):
                return replace(statement, body=change(body))
            case _:
                return statement

    annotated = rebuilt_rules(program, change)
    return replace(annotated, variables=program.variables | made)


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
