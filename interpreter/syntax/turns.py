"""What the statements about turns remember: a variable for each of them, which phases in turn heed."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Diagnostic, Label, Span, error
from . import nodes as n
from .printer import show
from .ruleset import Phase, Ruleset, Variable, Word

CLOSER = "closer"
"""The player to whom the turn does not come back: the phase is over then."""
FOLLOWER = "·follower"
"""The player who has the next turn, whoever else would. No author can write this name."""


KEPT: dict[type[n.Node], str] = {n.LastRound: CLOSER, n.PlaysNext: FOLLOWER}
"""The variable of each of the statements."""

_HELP = {CLOSER: "Before whose turn the phase ends.", FOLLOWER: "Who has the next turn."}


def with_turns(rules: Ruleset) -> tuple[Ruleset, list[Diagnostic]]:
    """Return a ruleset with the variables of its statements about turns, and names that clash with them."""
    kept: dict[str, Variable] = {}
    for node in rules.statements:
        name = KEPT.get(type(node))
        if name is None or name in kept:
            continue
        for names in (rules.definitions, rules.variables, rules.zones):
            if name in names:
                return rules, [_taken(node, names[name].span)]
        kept[name] = _variable(name, node.span)
    if not kept:
        return rules, []
    phases = {name: _heeding(phase, tuple(kept)) for name, phase in rules.phases.items()}
    return replace(rules, variables=rules.variables | kept, phases=phases), []


def _taken(node: n.Node, span: Span) -> Diagnostic:
    message = f"'{CLOSER}' is a word that '{show(node)}' gives"
    advice = "use that word, and leave this out; or give this another name"
    return error("CR422", message, span, Label(node.span, "it is here"), help=advice)


def _heeding(phase: Phase, names: tuple[str, ...]) -> Phase:
    """Return a phase whose turns, if they go round, heed some variables."""
    if phase.players is None or phase.players.kind != "in turn":
        return phase
    return replace(phase, players=replace(phase.players, turns=names))


def _variable(name: str, span: Span) -> Variable:
    nowhere = Span(span.file, span.start, span.start)
    return Variable(
        name,
        f"variables.{name}",
        nowhere,
        _HELP[name],
        type=Word("player", nowhere),
        each=False,
        start=None,
        scope="deal",
        internal=name != CLOSER,
        columns=None,
    )
