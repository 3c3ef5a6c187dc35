"""How points came about: the terms that were added to scores, as the rules computed them.

A step is played again by a program that also keeps, in variables of its own, the parts of each
number that it adds to a score, binds to a name or gives to a procedure: the terms of sums, the
factors of products, the cards that a total counts, the branch that was chosen. The compiler treats
these as any variables, so the journal of that play says which parts depended on cards that a seat
does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from ...check import ir
from ...compile.analysis.tree_walk import local_names
from ...errors import CardrulesError
from ...game.knowledge import Recorder
from ...runtime.journal import Changed, Disclosed, Event, Gathered
from ...runtime.position import COMMON
from ...shared import kept_with
from .annotation import CARD, DOER, KINDS, Annotator, Node
from .endings import ENDING, Ending
from .terms import Term, added, multiplied, negative

if TYPE_CHECKING:
    from ...compile.code.machine import Machine
    from ...game.rules import Rules
    from ...game.step import Step


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
        annotator = Annotator(rules)
        program = annotator.program()
        self._amounts, self._endings = annotator.rules, annotator.endings.found
        sources = rules.loaded.resolved.sources
        self._machine: Machine = compile_program(program, sources, record=True, recorder=Recorder(program))

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
            elif variable in KINDS and variable != ENDING:
                if variable == CARD and change.know is not None:
                    hidden |= ~change.know[cast(int, value)]
                tape.entries.append((variable, value, hidden))
        return tape, gained

    def _term(self, node: Node, tape: _Tape, names: dict[str, Term]) -> Term:
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

    def _value(self, node: Node, value: int, hidden: int, names: dict[str, Term]) -> Term:
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
        while tape.comes(DOER):
            seat, unseen = tape.number()
            found.append(seat)
            hidden |= unseen
        return tuple(found), hidden

    def _cards(self, node: Node, tape: _Tape) -> Term:
        """Return the total of what cards count, those together that count the same."""
        total, hidden = tape.number()
        counted: dict[int, list[str]] = {}
        text = self._program.pack.text
        while tape.comes(CARD):
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


def _reckoner(rules: Rules) -> _Reckoner:
    return kept_with(rules, "reckoner", _Reckoner)
