"""Phases `until all others have passed`, written out with variables that remember who has passed.

Later stages see what an author could have written by hand: a phase whose players go in turn among
those who have not passed, and actions that note who passes. A node that no author wrote has an
empty place (its `span` begins where it ends), which coverage and mutation leave out.
"""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Diagnostic, Label, Span, error
from . import nodes as n
from .ruleset import Action, Phase, Ruleset, Variable, Word

PASSED, HOLDER = "passed", "holder"
"""The variables: the players who have passed, and the last one who acted and did not pass."""


def with_passing(rules: Ruleset) -> tuple[Ruleset, list[Diagnostic]]:
    """Return a ruleset with these phases written out, and the mistakes in them."""
    phases = {name: each for name, each in rules.phases.items() if _scheme(each).passing}
    if not phases:
        unread = [each.span for each in rules.phases.values() if each.players is None]
        known = rules.zones.keys() | rules.variables.keys() | rules.definitions.keys()
        if not unread or not known.isdisjoint([PASSED, HOLDER]):
            return rules, []
        # One of these schemes may have been meant, so that its words are not reported too.
        return replace(rules, variables=rules.variables | _variables(unread[0])), []
    problems: list[Diagnostic] = []
    for word in (PASSED, HOLDER):
        for names in (rules.definitions, rules.variables, rules.zones):
            if word in names:
                span = names[word].span
                problems.append(_taken(word, span, _scheme(next(iter(phases.values()))).span))
    for action in rules.actions.values():
        kinds = {scheme.passing for scheme in _schemes(action, phases)}
        if len(kinds) > 1 and action.do is not None:
            message = f"'{action.name}' is played in a phase where a pass is for good, and in others"
            advice = "write an action for each kind of phase"
            problems.append(error("CR505", message, action.span, help=advice))
    if problems:
        return rules, problems
    written = replace(
        rules,
        variables=rules.variables | _variables(next(iter(phases.values())).span),
        phases={name: _in_turn(each) for name, each in rules.phases.items()},
        actions={name: _noted(each, phases) for name, each in rules.actions.items()},
    )
    return written, []


def _scheme(phase: Phase) -> n.Scheme:
    return phase.players or n.Scheme("one", None)


def _taken(word: str, span: Span, scheme: Span) -> Diagnostic:
    message = f"'{word}' is a word that 'until all others have passed' gives"
    label = Label(scheme, "it is here")
    advice = "use that word, and leave this out; or give this another name"
    return error("CR422", message, span, label, help=advice)


def _variables(span: Span) -> dict[str, Variable]:
    nowhere = Span(span.file, span.start, span.start)
    kinds = {PASSED: "players", HOLDER: "player"}
    return {
        name: Variable(
            name,
            f"variables.{name}",
            nowhere,
            "Who passes.",
            type=Word(kind, nowhere),
            each=False,
            start=None,
            scope="deal",
            internal=True,
            columns=None,
        )
        for name, kind in kinds.items()
    }


def _in_turn(phase: Phase) -> Phase:
    """Return a phase whose players go in turn, without those who have passed and the holder."""
    scheme = _scheme(phase)
    if not scheme.passing:
        return phase
    nowhere = Span(scheme.span.file, scheme.span.start, scheme.span.start)
    among: n.Expr = scheme.among or n.Players(None, span=nowhere)
    holder = n.ListOf((n.Name(HOLDER, span=nowhere),), span=nowhere)
    for out in (n.Name(PASSED, span=nowhere), holder):
        among = n.Arithmetic("-", among, out, span=nowhere)
    begin: list[n.Stmt] = [
        n.Assign(n.Name(name, span=nowhere), n.Name("none", span=nowhere), span=nowhere) for name in (PASSED, HOLDER)
    ]
    before = phase.before.statements if phase.before is not None else ()
    return replace(
        phase,
        players=replace(scheme, among=among, passing=""),
        before=n.Block((*begin, *before), span=phase.before.span if phase.before else nowhere),
    )


def _schemes(action: Action, phases: dict[str, Phase]) -> list[n.Scheme]:
    """Return the schemes of those of some phases in which an action can be played."""
    places = {word.text for word in action.phases}
    return [
        _scheme(phase)
        for phase in phases.values()
        if not places.isdisjoint([phase.name, *(step.text for step in phase.steps)])
    ]


def _noted(action: Action, phases: dict[str, Phase]) -> Action:
    """Return an action that notes that its player passes, or does not."""
    schemes = _schemes(action, phases)
    if not schemes:
        return action
    nowhere = Span(action.span.file, action.span.start, action.span.start)

    def name(word: str) -> n.Name:
        return n.Name(word, span=nowhere)

    def becomes(variable: str, value: n.Expr) -> n.Stmt:
        return n.Assign(name(variable), value, span=nowhere)

    if action.do is None:
        more = n.Arithmetic("+", name(PASSED), name("actor"), span=nowhere)
        return replace(action, do=n.Block((becomes(PASSED, more),), span=nowhere), passes=True)
    noted = [becomes(HOLDER, name("actor"))]
    if schemes[0].passing == "in a row":
        noted.append(becomes(PASSED, name("none")))
    return replace(action, do=n.Block((*noted, *action.do.statements), span=action.do.span))
