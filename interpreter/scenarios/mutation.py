"""Mutation testing of rulesets: small changes of the rules that scenarios should detect.

A mutant is a ruleset with one change:

- *number*: a number is increased by 1;
- *bound*: `<` becomes `<=`, `>` becomes `>=`, and vice versa;
- *and/or*: `and` becomes `or`, and vice versa;
- *not*: a condition is negated: `is` becomes `is not`, `not x` becomes `x`;
- *extreme*: `highest` becomes `lowest`, `top` becomes `bottom`, `first` becomes `last`, and vice
  versa;
- *statement*: a statement is deleted;
- *when*: the condition of an action, an effect or a phase is deleted.

Only rules in the file itself are changed, not those of its parents, and only rules of play, not the
deck, zones, melds or preferences of bots. A mutant with errors is not used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, cast

from ..check.check import check
from ..diagnostics import Diagnostic, Span, warning
from ..program.coverage_points import definitions_in_play, points
from ..program.trace import Trace
from ..syntax import nodes as n
from ..syntax.operations.declaration import Operation
from ..syntax.operations.table import OF, OPERATIONS, PARTS, SIGNS
from ..syntax.printer import show
from ..syntax.ruleset import Ruleset
from .games import Games
from .results import Failed
from .running import run_scenario
from .scenario import Scenario

OPERATORS: Final = ("number", "bound", "and/or", "not", "extreme", "statement", "when")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A ruleset with one change.

    Attributes:
        operator: one of `OPERATORS`.
        address: the address of the changed text.
        span: the changed part of it.
        before, after: that part as effect text; `after` is empty if it is deleted.
        rules: the changed ruleset.
    """

    operator: str
    address: str
    span: Span
    before: str
    after: str
    rules: Ruleset

    def survives(self) -> Diagnostic:
        """Return the warning that no scenario detects the change."""
        change = f"`{self.before}` becomes `{self.after}`" if self.after else (f"`{self.before}` is dropped")
        message = f"No scenario fails if {change} ({self.address})."
        way_out = "Add a scenario that depends on it, unless the change makes no difference."
        return warning("CR903", message, self.span, help=way_out)


def mutants(rules: Ruleset) -> list[Mutant]:
    """Return all mutants of a ruleset's own file, section by section."""
    return [each for each in _all(rules) if each.span.file == rules.span.file and each.span.end > each.span.start]


def _all(rules: Ruleset) -> Iterator[Mutant]:
    played = definitions_in_play(rules)
    for section, key in (
        ("definitions", "define"),
        ("phases", "phases"),
        ("actions", "actions"),
        ("effects", "effects"),
    ):
        entries: dict[str, Any] = getattr(rules, section)
        for name, rule in entries.items():
            if section == "definitions" and name not in played:
                continue  # only hints for bots use it
            address = f"{key}.{name}"
            for text, change, changed in _rule(rule, address):
                if not rule.address.startswith(f"{key}."):
                    text = rule.address  # it was made of another section
                text = _written_at(rules, text, change.span)
                everything: Any = {**entries, name: changed}
                yield Mutant(
                    change.operator,
                    text,
                    change.span,
                    change.before,
                    change.after,
                    replace(rules, **{section: everything}),
                )
    for section in ("deal", "match", "limits"):
        for text, change, changed in _rule(getattr(rules, section), section):
            if text != "limits.steps":
                yield Mutant(
                    change.operator,
                    text,
                    change.span,
                    change.before,
                    change.after,
                    replace(rules, **{section: changed}),
                )


@dataclass(frozen=True, slots=True)
class _Change:
    operator: str
    span: Span
    before: str
    after: str


def _written_at(rules: Ruleset, address: str, span: Span) -> str:
    """Return where a part of a text is written: `tricks.do` became a part of the phase."""
    done = rules.tricks.do.span if rules.tricks is not None and rules.tricks.do else None
    inside = done is not None and done.file == span.file and done.start <= span.start < done.end
    return "tricks.do" if inside else address


def _rule(rule: Any, address: str) -> Iterator[tuple[str, _Change, Any]]:
    """Yield the address, the change and the changed rule for each mutant of a rule."""
    for item in fields(rule):
        value = getattr(rule, item.name)
        key = rule.key if item.name == "is_" else item.name
        text = f"{address}.{key}"
        if isinstance(value, n.Node):
            if item.name == "when":
                change = _Change("when", value.span, show(value), "")
                yield text, change, replace(rule, when=None)
            for change, tree in _changes(value):
                yield text, change, replace(rule, **{item.name: tree})
        elif item.name == "choose":
            pairs = cast("tuple[tuple[Any, n.Choice], ...]", value)
            for index, (word, choice) in enumerate(pairs):
                for change, tree in _changes(choice):
                    chosen = (*pairs[:index], (word, tree), *pairs[index + 1 :])
                    yield f"{text}.{word.text}", change, replace(rule, choose=chosen)


def _changes(node: n.Node) -> Iterator[tuple[_Change, n.Node]]:
    """Yield each tree with one change in it."""
    for operator, changed in _here(node):
        yield _Change(operator, node.span, show(node), show(changed)), changed
    if isinstance(node, n.Block):
        for index, statement in enumerate(node.statements):
            rest = (*node.statements[:index], *node.statements[index + 1 :])
            before = show(statement).partition("\n")[0]
            yield _Change("statement", statement.span, before, ""), replace(node, statements=rest)
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, n.Node):
            for change, tree in _changes(value):
                yield change, replace(node, **{item.name: tree})
        elif isinstance(value, tuple):
            members = cast("tuple[object, ...]", value)
            for index, member in enumerate(members):
                if isinstance(member, n.Node):
                    for change, tree in _changes(member):
                        several: Any = (*members[:index], tree, *members[index + 1 :])
                        yield change, replace(node, **{item.name: several})


def _here(node: n.Node) -> Iterator[tuple[str, n.Node]]:
    """Yield the changes of a node itself, with their operators."""
    match node:
        case n.Number(value=value):
            yield "number", replace(node, value=value + 1)
        case n.Halves(value=value):
            yield "number", replace(node, value=value + 2)
        case n.Order(operator=operator):
            yield "bound", replace(node, operator=cast("Any", _mutant(SIGNS[operator][0])))
        case n.Logic(operator=operator):
            yield "and/or", replace(node, operator="or" if operator == "and" else "and")
        case n.Not(operand=operand):
            yield "not", operand
        case n.With(extreme=extreme):
            yield "extreme", replace(node, extreme="lowest" if extreme == "highest" else "highest")
        case n.Of(name=name) if name in OF and OF[name].mutant:
            yield "extreme", replace(node, name=_mutant(OF[name]))
        case n.Part(name=name) if name in PARTS and PARTS[name].mutant:
            yield "extreme", replace(node, name=_mutant(PARTS[name]))
        case n.Phrase(name=name) if "is" not in OPERATIONS[name].pattern:
            pass
        case _ if is_dataclass(node) and hasattr(node, "negated"):
            yield "not", replace(node, negated=not node.negated)  # type: ignore[attr-defined]
        case _:
            pass


def _mutant(operation: Operation) -> str:
    """Return the word or sign of the operation that takes the place of another."""
    return OPERATIONS[operation.mutant].word


class Trial:
    """Tries mutants of one ruleset on scenarios.

    A mutant that changes the `do` of a rule is tried only on scenarios that run this rule. Any
    other
    mutant is tried on all scenarios, first on those that reach the changed text: some options
    remove a condition from a game, and the mutant may bring it back.
    """

    def __init__(self, games: Games, scenarios: list[Scenario]) -> None:
        """Play the scenarios once with a trace.

        Args:
            games: the games of the ruleset.
            scenarios: the scenarios, which must all pass.
        """
        rules = games.loaded.ruleset
        assert rules is not None
        self._games = games
        self._scenarios = scenarios
        self._passed: list[set[str]] = []
        trace = Trace(points(rules))
        self._known = {point.address for point in trace.points}
        watched = Games(games.loaded, games.source, trace)
        for scenario in scenarios:
            run_scenario(scenario, watched)
            self._passed.append({point.address for point in trace.passed()})

    def notices(self, mutant: Mutant) -> bool | None:
        """Return whether a scenario fails with a mutant; None if the mutant has errors."""
        loaded = self._games.loaded
        program, found = check(mutant.rules, dict(loaded.resolved.options), loaded.resolved.players)
        if program is None or any(each.severity == "error" for each in found):
            return None
        games = Games(replace(loaded, ruleset=mutant.rules), self._games.source)
        rule, _, part = mutant.address.rpartition(".")
        pairs = zip(self._scenarios, self._passed, strict=True)
        for scenario, passed in sorted(pairs, key=lambda pair: mutant.address not in pair[1]):
            if part == "do" and rule in self._known and rule not in passed:
                continue
            results, problems = run_scenario(scenario, games)
            if any(isinstance(each, Failed) for each in results):
                return True
            if any(each.severity == "error" for each in problems):
                return True
        return False
