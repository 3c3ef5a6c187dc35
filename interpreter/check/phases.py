"""Phases: whose turn it is in each, and which actions belong to its steps."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Label, Span, error
from ..program import ir
from ..program import program as p
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax import types as ty
from ..syntax.turns import CLOSER, FOLLOWER
from .actions import Actions
from .context import Env
from .declarations import Declarations
from .reports import Reports, article


class Phases:
    """Types the phases of a ruleset."""

    def __init__(
        self,
        declared: Declarations,
        reports: Reports,
        actions: Actions,
        names: dict[str, tuple[str, Span]],
    ) -> None:
        """Prepare to type phases.

        Args:
            declared: the declarations of the ruleset.
            reports: collects diagnostics.
            actions: types actions.
            names: the names of rules, with the kind and place of each.
        """
        self._rules = declared.rules
        self._declared = declared
        self._reports = reports
        self._expressions = declared.expressions
        self._statements = declared.statements
        self._actions = actions
        self._names = names

    def typed(self) -> dict[str, p.Phase]:
        """Return the phases, each with the actions of its steps."""
        for phase in self._rules.phases.values():
            for step in phase.steps:
                if step.text in self._names:
                    other, span = self._names[step.text]
                    label = Label(span, f"the {other} is here")
                    message = f"'{step.text}' names both {article(other)} and a step"
                    advice = "give one of them another name"
                    self._reports.problems.append(error("CR422", message, step.span, label, help=advice))
        actions = self._actions_by_step()
        return {name: self._phase(each, actions) for name, each in self._rules.phases.items()}

    def _actions_by_step(self) -> dict[str, list[str]]:
        """Return the actions of each phase or step, and report those in which nobody can act."""
        phases, places = self._rules.phases, self._actions.places()
        found: dict[str, list[str]] = {}
        lost = False  # whether an action names no phase, and perhaps meant one that has none
        for action in self._rules.actions.values():
            for word in action.phases:
                if word.text in phases and phases[word.text].steps:
                    steps = ", ".join(s.text for s in phases[word.text].steps)
                    message = f"the phase '{word.text}' has steps; name the step for this action"
                    self._reports.problem("CR505", message, word.span, f"its steps are: {steps}")
                elif word.text not in places:
                    if places:  # otherwise the schema has reported that there are none
                        self._reports.unknown("CR403", "phase", word.text, word.span, places)
                    lost = True
                found.setdefault(word.text, []).append(action.name)
        for phase in phases.values() if not lost else ():
            what = "step" if phase.steps else "phase"
            for place in phase.steps or (r.Word(phase.name, phase.span),):
                if place.text not in found:
                    message = f"the {what} '{place.text}' has no action, so nobody can act in it"
                    advice = f"write 'phase: {place.text}' in an action"
                    self._reports.missing(error("CR506", message, place.span, help=advice))
        return found

    def _phase(self, phase: r.Phase, actions: dict[str, list[str]]) -> p.Phase:
        nobody = Env(actor=False)
        when = self._expressions.condition(phase.when, nobody)
        env = nobody.where(when)
        of_turn = Env().where(when)
        scheme = phase.players
        if scheme is None:  # it could not be read, which has been reported
            kind, players = "one", ir.Const(0, type=ty.PLAYER)
        else:
            kind, players = scheme.kind, self._scheme(scheme, env)
        for block in (phase.turn_before, phase.turn_after):
            if kind == "at once" and block is not None:
                message = "a turn in this phase is a secret choice, and has no text of its own"
                advice = "write it under 'before' or 'after' of the phase"
                self._reports.problem("CR516", message, block.span, advice)
        if kind in ("at once", "poll") and phase.steps:
            message = f"a turn in the phase '{phase.name}' is one action, so it has no steps"
            place = replace(phase.steps[0].span, end=phase.steps[-1].span.end)
            advice = "make each step a phase, or play it 'each once' or 'in turn'"
            self._reports.problem("CR516", message, place, advice)
        for word in (phase.next, phase.precedes, phase.follows):
            if word is not None and word.text not in self._rules.phases:
                self._reports.unknown("CR403", "phase", word.text, word.span, self._rules.phases)
        self._place(phase)
        steps = [step.text for step in phase.steps] or [phase.name]
        return p.Phase(
            phase.name,
            phase.help,
            kind,
            players,
            self._expressions.optional(scheme and scheme.among, env, ty.PLAYERS),
            when,
            self._statements.block(phase.before, env),
            self._expressions.condition(phase.until, replace(env, between=True)),
            self._statements.block(phase.after, env),
            phase.next.text if phase.next is not None else None,
            tuple((step, tuple(actions.get(step, ()))) for step in steps),
            phase.span,
            self._order(scheme, env),
            self._statements.block(phase.turn_before, of_turn),
            self._statements.block(phase.turn_after, of_turn),
            *(self._kept(name, scheme) for name in (CLOSER, FOLLOWER)),
        )

    def _kept(self, name: str, scheme: n.Scheme | None) -> ir.VarRef | None:
        """Return the variable of a statement about turns, if turns of a phase heed it."""
        heeded = scheme is not None and name in scheme.turns
        return ir.VarRef(name, None, type=ty.PLAYER) if heeded else None

    def _place(self, phase: r.Phase) -> None:
        """Report a phase that does not come before or after the phases that it names."""
        order = list(self._rules.phases)
        place = order.index(phase.name)
        for word, key, others in (
            (phase.precedes, "before", order[: place + 1]),
            (phase.follows, "after", order[place:]),
        ):
            if word is not None and word.text in others:
                message = f"the phase '{phase.name}' cannot come {key} '{word.text}'"
                advice = "change 'precedes' or 'follows' of one of them"
                if word.text == phase.name:
                    advice = "name another phase"
                self._reports.problem("CR518", message, word.span, advice)

    def _order(self, scheme: n.Scheme | None, env: Env) -> ir.Expr | None:
        """Return the order of the players in a phase in turn; None if it is that of their seats."""
        if scheme is None or scheme.order is None or scheme.kind != "in turn":
            return None
        order = self._expressions.expr(scheme.order, env, ty.PLAYERS)
        opened = order
        if isinstance(order, ir.Use) and not order.arguments:
            opened = self._declared.definitions[order.definition].value
        seats = isinstance(opened, ir.Op) and opened.name in ("players", "everybody")
        return None if seats else order

    def _scheme(self, scheme: n.Scheme, env: Env) -> ir.Expr:
        dealer = ir.Op("dealer", (), type=ty.PLAYER, span=scheme.span)
        eldest = ir.Op("left", (dealer,), type=ty.PLAYER, span=scheme.span)
        if scheme.order is not None and scheme.players is None:
            listed = self._expressions.expr(scheme.order, env, ty.PLAYERS)
            if scheme.kind == "each once":
                return listed
            return ir.Op("first", (listed,), type=ty.PLAYER, span=scheme.span)
        if scheme.kind == "in turn":
            if scheme.players is None:
                return eldest
            return self._expressions.expr(scheme.players, env, ty.PLAYER)
        if scheme.kind == "one":
            assert scheme.players is not None
            return self._expressions.expr(scheme.players, env, ty.PLAYER)
        if scheme.players is None:
            return ir.Op("players_from", (eldest,), type=ty.PLAYERS, span=scheme.span)
        if scheme.order is not None:
            start = n.Players(scheme.players, order=scheme.order, span=scheme.span)
            return self._expressions.expr(start, env, ty.PLAYERS)
        value = self._expressions.expr(scheme.players, env)
        if value.type == ty.PLAYER:
            return ir.Op("players_from", (value,), type=ty.PLAYERS, span=scheme.span)
        return self._expressions.application.coerce(value, ty.PLAYERS)
