"""How points came about: the terms that were added to scores, as the rules computed them.

A step is played again by a program that also notes, in a trace, the parts of each number that it
adds to a score, binds to a name or gives to a procedure: the terms of sums, the factors of
products, the cards that a total counts, the branch that was chosen. The notes stand in the journal
of that play, which says which parts depended on cards that a seat does not know.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, cast

from ...compile.compiler import compile_program
from ...errors import CardrulesError
from ...game.knowledge import Recorder
from ...program import ir
from ...program.trace import Passed, Trace
from ...program.tree_walk import local_names
from ...runtime.journal import Changed, Disclosed, Gathered
from ...runtime.melds import listed
from ...runtime.position import COMMON
from ...shared import kept_with
from .annotation import Amount, Annotator, Node
from .endings import Ending, Reached
from .terms import Term, added, multiplied, negative

if TYPE_CHECKING:
    from ...core.machine import Machine
    from ...game.rules import Rules
    from ...game.step import Step

_PLAYED: Final = 16  # steps, of which each reader of a story asks anew


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


def endings(rules: Rules, step: Step, viewer: int | None, scope: str = "deal") -> list[Ending]:
    """Return the conditions for which the rules ended something in a step, as far as they say so.

    Args:
        rules: the game.
        step: the step.
        viewer: the seat that asks; None sees everything.
        scope: what was ended: `deal` or `match`.
    """
    try:
        return list(dict.fromkeys(_reckoner(rules).ended(step, 0 if viewer is None else 1 << viewer, scope)))
    except CardrulesError:
        return []


@dataclass(slots=True)
class _Amount:
    """An amount as it was computed; the seat is -1 if it was bound to a name."""

    seat: int
    term: Term


Noted = dict[int, list[tuple[Any, int]]]
"""What was noted at points: the values, and from which seats each is hidden."""


class _Reckoner:
    """Plays steps of one game again, and reads the amounts from their journal."""

    def __init__(self, rules: Rules) -> None:
        self._program = rules.program
        annotator = Annotator(rules)
        program = annotator.program()
        self._trace = Trace(annotator.points)
        self._playing = Lock()
        self._played: deque[tuple[Step, list[object]]] = deque(maxlen=_PLAYED)
        self._machine: Machine = compile_program(
            program, rules.loaded.resolved.sources, record=True, recorder=Recorder(program), trace=self._trace
        )

    def played_again(self, step: Step) -> tuple[list[_Amount], dict[int, int]]:
        """Return the amounts up to the end of the deal, and what each seat has gained."""
        scores: list[int] = list(cast(Any, step.before).v_score)
        gained: dict[int, int] = {}
        amounts: list[_Amount] = []
        names: dict[str, Term] = {}
        begun: list[Amount] = []
        noted: Noted = {}

        def computed(seat: int) -> None:
            amounts.extend(self._computed(each, seat, noted, names) for each in begun)
            begun.clear()
            noted.clear()

        for entry, hidden in self._entries(step):
            match entry:
                case Passed(point=Amount() as amount):
                    if noted or amount in begun:
                        computed(-1)
                    begun.append(amount)
                case Passed(point=int(point), value=value):
                    noted.setdefault(point, []).append((value, hidden))
                case Changed(variable="score", seat=seat, value=int(value)):
                    gained[seat] = gained.get(seat, 0) + value - scores[seat]
                    scores[seat] = value
                    computed(seat)
                case _:
                    pass
        computed(-1)
        return amounts, gained

    def _computed(self, amount: Amount, seat: int, noted: Noted, names: dict[str, Term]) -> _Amount:
        """Return an amount from what was noted of its parts."""
        term, name = self._term(amount.node, noted, names), amount.name
        if not name:
            return _Amount(seat, term)
        label = self._program.labels.get(name, "")
        if amount.node.kind not in ("sum", "cards", "choice", "product"):
            label = label or term.label
        if len(name) > 1:
            label = label or self._program.label(name)
        term = names[name] = replace(term, label=label or term.label)
        return _Amount(-1, term)

    def ended(self, step: Step, mask: int, scope: str) -> Iterator[Ending]:
        """Yield why a deal or the match ended, as far as the seats of a set may know it."""
        reached: list[Reached] = []
        for entry, hidden in self._entries(step):
            match entry:
                case Passed(point=Reached() as limit, value=seats):
                    reached.append(replace(limit, seats=cast(Any, seats)))
                case Passed(point=Ending() as ending, value=holds):
                    if holds and ending.scope == scope and not hidden & mask:
                        yield replace(ending, reached=tuple(reached))
                    reached.clear()
                case _:
                    pass

    def _entries(self, step: Step) -> Iterator[tuple[object, int]]:
        """Play a step again, and yield what happened and was noted until the next deal begins.

        Each entry comes with the set of seats from which something is hidden that it was computed from.
        """
        hidden = 0
        for entry in self._journal(step):
            match entry:
                case Disclosed(to=to):
                    hidden |= to
                    continue
                case Gathered():
                    return
                case _:
                    yield entry, hidden
            hidden = 0

    def _journal(self, step: Step) -> list[object]:
        """Play a step again, and return what happened and what was noted; of the last steps that is kept."""
        with self._playing:  # another thread may ask, too
            for played, entries in self._played:
                if played is step:
                    return entries
            before = step.before.clone()
            position = self._machine.blank.clone()
            for slot in (*COMMON, *type(before).__slots__):
                setattr(position, slot, getattr(before, slot))
            entries = position.log = self._trace.entries = list[Any]()
            self._machine.play(position, step.raw)
            self._played.append((step, entries))
        return entries

    def _term(self, node: Node, noted: Noted, names: dict[str, Term]) -> Term:
        """Return what a node came to."""
        match node.kind:
            case "const":
                value = cast(int, cast(ir.Const, node.expr).value)
                found = names.get(node.local)
                label = node.label or (found.label if found is not None else "")
                doers, hidden = noted[node.noted][0] if node.noted in noted else ((), 0)
                return Term(label, value, reason=node.reason, doers=tuple(doers), hidden=hidden)
            case "sum":
                terms = [self._term(part, noted, names) for part in node.parts]
                signed = zip(node.signs, terms, strict=True)
                return added([term if sign > 0 else negative(term) for sign, term in signed])
            case "product":
                return multiplied([self._term(part, noted, names) for part in node.parts])
            case "quotient":  # it is called what its only factor with a name is called
                whole = self._term(node.parts[0], noted, names)
                value, hidden = noted[node.noted][0]
                labels = {each.label for each in whole.parts if each.label} or {whole.label}
                return Term(labels.pop() if len(labels) == 1 else "", value, hidden=hidden)
            case "choice":
                chosen, hidden = noted[node.noted][0]
                term = self._term(node.parts[0] if chosen else node.parts[1], noted, names)
                return replace(Term("", term.value), hidden=hidden) if hidden else term
            case "use":
                term = self._term(node.parts[0], noted, names)
                # A name that the ruleset gives says more than a condition; that something is not so says less than any.
                if term.reason is not None and (node.named or not term.reason.holds):
                    term = replace(term, reason=None)
                plain = not (term.parts or term.cards or term.reason)
                kind = node.parts[0].kind
                if plain:  # the ruleset's own name for a whole says more than that of the one value in it
                    own = node.named if kind == "value" else kind == "sum" and len(node.parts[0].parts) == 1
                    return replace(term, label=node.label if own else term.label or node.label)
                if (term.joined == "+" or kind == "sum") and not node.named and any(p.label for p in term.parts):
                    return term  # the names of its terms say more
                return replace(term, label=node.label) if term.cards or term.parts else term
            case "cards":
                return self._cards(node, noted)
            case _:
                return self._value(node, *noted[node.noted][0], names)

    def _value(self, node: Node, value: int, hidden: int, names: dict[str, Term]) -> Term:
        """Return a value that is not written out; of a name, how its value came about."""
        bound = names.get(node.expr.name) if isinstance(node.expr, ir.Local) else None
        if bound is not None and bound.value == value:
            return replace(bound, label=bound.label or node.label)
        for name in local_names(node.expr):
            hidden |= names[name].hidden if name in names else 0
        return Term(node.label, value, hidden=hidden)

    def _cards(self, node: Node, noted: Noted) -> Term:
        """Return the total of what cards count, those together that count the same."""
        cards, hidden = noted[node.noted][0]
        keys = noted.get(node.each, []) if node.each >= 0 else [(1, 0)] * len(listed(cards))
        counted: dict[int, list[str]] = {}
        for card, (value, secret) in zip(listed(cards), keys, strict=True):
            hidden |= secret
            if value:
                counted.setdefault(value, []).append(self._program.pack.text[card])
        parts = [
            Term("", value * len(cards), cards=tuple(cards), hidden=hidden)
            for value, cards in sorted(counted.items(), reverse=True)
        ]
        if len(parts) == 1:
            return replace(parts[0], label=node.label)
        total = sum(part.value for part in parts)
        return Term(node.label, total, "+" if parts else "", tuple(parts), hidden=hidden)


def _reckoner(rules: Rules) -> _Reckoner:
    return kept_with(rules, "reckoner", _Reckoner)
