"""Checks of the whole ruleset: who can win, what is reached and used, which actions ask which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import Label, Span, error, has_errors, warning
from ..program import program as p
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax.operations.declaration import Operation
from ..syntax.operations.table import CALLS, NAMES, OF, OPERATIONS, PARTS
from ..syntax.printer import show
from ..syntax.turns import KEPT
from .reports import Reports

AFTER_PLAY = ("deal.together", "limits.result", "match.result")
"""Texts that are done when play is over."""

_BY_DIRECTION = frozenset({"operations.player_after", "operations.player_before"})
"""Operations whose value depends on the direction of play."""

_WAYS_OUT = (n.Ask, n.End, n.GoTo, n.Outcome, n.PlayAgain, n.SkipTo)
"""Statements after which the effects of an event can be left out, or play can end."""


class Lint:
    """Checks the ruleset as a whole, after its parts have been checked."""

    def __init__(self, rules: r.Ruleset, reports: Reports, names: Mapping[str, tuple[str, Span]]) -> None:
        """Prepare to check one ruleset.

        Args:
            rules: the ruleset as read.
            reports: collects diagnostics, and knows what is used.
            names: the names of rules, with the kind and place of each.
        """
        self._rules = rules
        self._reports = reports
        self._names = names

    def scoring(self, program: p.Program) -> None:
        """Report a game in which nobody can win: neither by a statement nor by scores.

        If scores decide and no rule changes one, every game is drawn. That is a warning only.
        """
        scored = program.uses_scores
        if scored and "changed.score" in self._reports.used:
            return
        says = any(isinstance(node, n.Outcome) for node in self._rules.statements)
        if says or has_errors(self._reports.problems):
            return
        message = "nobody can ever win this game"
        if scored:
            message += ": no rule changes a score"
            advice = "write 'add … to score of …' in a rule, or '… wins' in an effect"
            problem = warning("CR503", message, self._head_span(), help=advice)
        else:
            advice = "write '… wins' in an effect, or 'match: {winner: highest}' to go by scores"
            problem = error("CR503", message, self._head_span(), help=advice)
        self._reports.missing(problem)

    def directions(self, program: p.Program) -> None:
        """Report statements about the order of turns in a game in which nothing goes by it."""
        if any(phase.scheme == "in turn" for phase in program.phases.values()):
            return
        reverses = self._reports.used.isdisjoint(_BY_DIRECTION)
        for node in self._rules.statements:
            if type(node) in KEPT:
                advice = "write 'players: in turn' at the phase"
            elif isinstance(node, n.Reverse) and reverses:
                advice = "say in which order players act: 'each once from … by [dealer, …]'"
            else:
                continue
            message = f"'{show(node)}' has no effect, because no phase goes 'in turn'"
            self._reports.missing(warning("CR510", message, node.span, help=advice))

    def shared(self) -> None:
        """Report texts about all tables that name something which each table has of its own."""
        rules = self._rules
        if rules.tables is None:
            return
        for variable in rules.variables.values():
            cards = variable.type.text in ("card", "cards", "pile")
            if variable.scope == "match" and cards and not variable.each:
                message = f"'{variable.name}' belongs to all tables, but each has cards of its own"
                advice = "write 'scope: deal', or give every player one with 'each: player'"
                self._reports.problem("CR507", message, variable.span, advice)
        told: set[Span] = set()
        wholes: list[n.Node | None] = [rules.deal.together, rules.match.until, rules.match.result]
        for whole in (rules.tables.seat, *wholes):
            seen: set[str] = set()
            # While seats are being assigned there is only one table.
            apart = ("state",) if whole is rules.tables.seat else ("state", "seats")
            for node, said in self._mentioned(whole, None, seen):
                name, operation = _named(node)
                what = name if operation is not None and operation.at_table in apart else ""
                zone, variable = rules.zones.get(name), rules.variables.get(name)
                if zone is not None:
                    what = "zone"
                elif variable is not None and not variable.each and variable.scope != "match":
                    what = "variable"
                place = node.span if said is None else said
                if what and place not in told:
                    told.add(place)
                    message = f"each table has its own '{name}'"
                    advice = "use it in 'deal.after', which is done at each table"
                    if what not in ("zone", "variable"):
                        message = f"'{name}' has a different meaning at each table"
                    if whole is rules.tables.seat:
                        advice = "use only players, options and 'deal_number' here"
                    elif what == "players":
                        advice = "write 'everybody'"
                    elif what == "variable":
                        advice = "use a variable with 'scope: match' or 'each: player'"
                    message += ", but this text is for all of them"
                    labels = () if said is None else (Label(node.span, f"'{name}' is used here"),)
                    self._reports.problems.append(error("CR507", message, place, *labels, help=advice))

    def _mentioned(
        self, whole: n.Node | None, said: Span | None, seen: set[str]
    ) -> Iterable[tuple[n.Node, Span | None]]:
        """Yield the names in a text and in the definitions that it uses, with their places."""
        if whole is None:
            return
        for node in self._rules.inside(whole):
            name = _named(node)[0]
            definition = self._rules.definitions.get(name)
            if definition is None:
                yield node, said
            elif name not in seen:
                seen.add(name)
                place = said or node.span
                yield from self._mentioned(definition.is_, place, seen)
                yield from self._mentioned(definition.do, place, seen)

    def ask_cycles(self) -> None:
        """Report actions that can lead to an `ask` for themselves: the answers would never end."""
        asks: dict[str, set[str]] = {}
        places: dict[str, Span] = {}
        around: set[Span] = set()  # those that ask whoever can
        for name, action in self._rules.actions.items():
            asks[name] = set()
            for block in self._following(name, action.do):
                for node in self._within(block, set()):
                    if isinstance(node, n.Ask):
                        asks[name] |= set(node.actions)
                        places.setdefault(name, node.span)
                        around |= {node.span} if node.whoever else set()
        for cycle in _cycles(asks):
            message = f"the action '{cycle[0]}' leads to an 'ask' for itself: {' -> '.join(cycle)}"
            place = places[cycle[0]]
            advice = "use 'play again' or 'go to' instead"
            if place in around:
                advice = f"leave '{cycle[0]}' out: those who can are asked again after each who did"
            self._reports.problem("CR509", message, place, advice)

    def event_cycles(self) -> None:
        """Report events that announce each other without any condition, and so without end.

        An effect with a way out, such as `end game`, may lead out of the cycle: it counts for none.
        """
        announced: dict[str, set[str]] = {}
        places: dict[tuple[str, str], Span] = {}
        leaving: set[str] = set()
        for effect in self._rules.effects.values():
            events = {word.text for word in effect.on}
            if any(isinstance(node, _WAYS_OUT) for node in self._within(effect.do, set())):
                leaving |= events
            if effect.when is not None or effect.do is None:
                continue
            for statement in effect.do.statements:
                if isinstance(statement, n.Announce):
                    for event in events:
                        announced.setdefault(event, set()).add(statement.event)
                        places.setdefault((event, statement.event), statement.span)
        for cycle in _cycles({on: to for on, to in announced.items() if on not in leaving}):
            message = f"these events announce each other without end: {' -> '.join(cycle)}"
            place = places[cycle[0], cycle[1]]
            advice = "write 'when', or announce under a condition"
            self._reports.problem("CR517", message, place, advice)

    def possible_cycles(self) -> None:
        """Report actions that are possible only if they themselves are possible, or are not."""
        needs: dict[str, set[str]] = {}
        places: dict[tuple[str, str], Span] = {}
        for name, action in self._rules.actions.items():
            needs[name] = set()
            for text in (action.when, *(choice for _, choice in action.choose)):
                for node, said in self._mentioned(text, None, set()):
                    if isinstance(node, n.Possible) and isinstance(node.action, n.Name):
                        needs[name].add(node.action.name)
                        places.setdefault((name, node.action.name), said or node.span)
        for cycle in _cycles(needs):
            message = f"whether '{cycle[0]}' is possible depends on itself: {' -> '.join(cycle)}"
            advice = "repeat the condition of the other action, or give it a name under 'define'"
            self._reports.problem("CR420", message, places[cycle[0], cycle[1]], advice)

    def _following(self, action: str, do: n.Block | None) -> Iterable[n.Block]:
        """Yield what an action does, and all that follows it, including announced events."""
        done: set[str] = set()
        events, blocks = [action], [do]
        while events or blocks:
            while blocks:
                block = blocks.pop()
                if block is None:
                    continue
                yield block
                for node in self._within(block, set()):
                    if isinstance(node, n.Announce):
                        events.append(node.event)
            if events:
                event = events.pop()
                if event not in done:
                    done.add(event)
                    blocks = [
                        effect.do
                        for effect in self._rules.effects.values()
                        if event in {word.text for word in effect.on}
                    ]

    def _within(self, block: n.Block | None, seen: set[str]) -> Iterable[n.Node]:
        """The nodes of a block and of the procedures that it calls."""
        if block is None:
            return
        for node in self._rules.inside(block):
            yield node
            if isinstance(node, n.Perform) and isinstance(node.call, n.Name | n.Call):
                name = node.call.name
                if name in self._rules.definitions and name not in seen:
                    seen.add(name)
                    yield from self._within(self._rules.definitions[name].do, seen)

    def ways_back(self) -> None:
        """Report statements after the end of play that lead back into it, and so never end."""
        rules = self._rules
        blocks = (rules.deal.together, rules.limits.result, rules.match.result)
        told: set[Span] = set()
        for address, block in zip(AFTER_PLAY, blocks, strict=True):
            for node in self._within(block, set()):
                if isinstance(node, n.GoTo) and node.span not in told:
                    told.add(node.span)
                    where = f"this leads back into play, but '{address}' is done after its end"
                    advice = "write the outcome, such as '… wins', or let scores decide"
                    self._reports.problem("CR502", where, node.span, advice)

    def closed_steps(self) -> None:
        """Report a `go to` that enters a step of a phase in which no turn can begin in its middle.

        Such are phases of simultaneous choices, and those in which each player has one turn.
        """
        homes = self._homes()
        kinds = {"at once": "all choose at once", "each once": "each player has one turn"}
        for node in self._rules.statements:
            home = homes.get(node.phase) if isinstance(node, n.GoTo) else None
            scheme = self._rules.phases[home].players if home is not None else None
            if isinstance(node, n.GoTo) and scheme is not None and scheme.kind in kinds:
                message = f"'{node.phase}' is a step of a phase in which {kinds[scheme.kind]}"
                advice = f"write 'go to {home}', so that the phase begins again"
                self._reports.problem("CR502", message, node.span, advice)

    def ends_without_turn(self) -> None:
        """Report ends of turns and phases, and entries of steps, where no turn is played."""
        rules, homes = self._rules, self._homes()
        wholes: list[tuple[str, n.Block | None, tuple[str, ...]]] = [
            ("deal.do", rules.deal.do, ("turn", "phase")),
            ("deal.after", rules.deal.after, ("turn", "phase")),
            ("deal.together", rules.deal.together, ("turn", "phase")),
            ("limits.result", rules.limits.result, ("turn", "phase")),
            ("match.result", rules.match.result, ("turn", "phase")),
        ]
        for name, phase in rules.phases.items():
            wholes.append((f"phases.{name}.before", phase.before, ("turn",)))
            wholes.append((f"phases.{name}.after", phase.after, ("turn",)))
            wholes.append((f"phases.{name}.turn.after", phase.turn_after, ("turn",)))
        told: set[Span] = set()
        for address, block, scopes in wholes:
            texts = list(self._within(block, set()))
            answers = [node for each in texts for node in self._answers(each)]
            for node in (*texts, *answers):
                if isinstance(node, n.End) and node.scope in scopes:
                    where = f"in '{address}'"
                    if node in answers:
                        where += ", which asks for this action"
                    message = f"there is no {node.scope} to end {where}"
                    advice = "remove it, or write what else ends here: the deal or the game"
                elif node in answers:
                    continue
                elif isinstance(node, n.GoTo) and node.phase in homes and address not in AFTER_PLAY:
                    message = f"'{node.phase}' is a step of a turn, but in '{address}' nobody acts"
                    advice = f"write 'go to {homes[node.phase]}'"
                else:
                    continue
                if node.span not in told:
                    told.add(node.span)
                    self._reports.problem("CR502", message, node.span, advice)

    def _answers(self, node: n.Node) -> Iterable[n.Node]:
        """The nodes of all that answers to a question lead to."""
        for name in node.actions if isinstance(node, n.Ask) else ():
            action = self._rules.actions.get(name)
            for block in self._following(name, action.do) if action is not None else ():
                yield from self._within(block, set())

    def _homes(self) -> dict[str, str]:
        """The phase of each step."""
        phases = self._rules.phases.items()
        homes = {step.text: name for name, phase in phases for step in phase.steps}
        return {step: name for step, name in homes.items() if step not in self._rules.phases}

    def unreached(self) -> None:
        """Report phases that neither the order of phases, nor `next`, nor `go to` reaches."""
        phases = self._rules.phases
        names = list(phases)
        homes = {step.text: name for name, phase in phases.items() for step in phase.steps}
        reached: set[str] = set()
        waiting = names[:1]
        waiting += [homes.get(node.phase, node.phase) for node in self._rules.statements if isinstance(node, n.GoTo)]
        while waiting:
            name = waiting.pop()
            if name in reached or name not in phases:
                continue
            reached.add(name)
            following = phases[name].next
            waiting += [following.text] if following else names[names.index(name) + 1 :][:1]
        for index, name in enumerate(names):
            if name in reached:
                continue
            message = f"the phase '{name}' is never entered"
            labels: tuple[Label, ...] = ()
            passing = phases[names[index - 1]].next
            if passing is not None:
                labels = (Label(passing.span, "the previous phase continues elsewhere"),)
            advice = f"write 'go to {name}' or 'next: {name}' somewhere, or remove it"
            self._reports.missing(error("CR514", message, phases[name].span, *labels, help=advice))

    def unused(self) -> None:
        """Report declarations that no rule uses, and actions that belong to no phase."""
        checks: list[tuple[str, str, Iterable[r.Rule]]] = [
            ("define", "definition", self._rules.definitions.values()),
            ("variables", "variable", self._rules.variables.values()),
            ("attributes", "attribute", self._rules.deck.attributes.values()),
            ("melds", "meld", self._rules.melds.values()),
            ("rankings", "ranking", self._rules.rankings.values()),
            ("zones", "zone", self._rules.zones.values()),
        ]
        for section, what, rules in checks:
            for rule in rules:
                if rule.span.end == rule.span.start:
                    continue  # no author wrote it
                if self._names[rule.name][0] != what:
                    continue  # another rule has the name, which has been reported
                if f"{section}.{rule.name}" not in self._reports.used:
                    if f"changed.{rule.name}" in self._reports.used and section == "variables":
                        if not rule.help:
                            message = f"the variable '{rule.name}' changes, but no rule reads it"
                            advice = "remove it, or say in 'help' what it tells the players"
                            self._reports.missing(warning("CR515", message, rule.span, help=advice))
                        continue
                    message = f"the {what} '{rule.name}' is never used"
                    self._reports.missing(warning("CR510", message, rule.span, help="use it or remove it"))
        for action in self._rules.actions.values():
            if not action.phases and f"actions.{action.name}" not in self._reports.used:
                message = f"the action '{action.name}' belongs to no phase, so nobody can do it"
                advice = f"write 'phase: …', or let a rule ask for it: 'ask … to {action.name}'"
                self._reports.missing(warning("CR513", message, action.span, help=advice))
        for name in self._rules.options:
            spoken = self._rules.spoken[name]
            if f"options.{name}" not in self._reports.used and self._names[spoken][0] == "option":
                message = f"the option '{name}' changes nothing: no rule reads it"
                place = self._rules.option_places[name]
                self._reports.missing(warning("CR511", message, place, help="use it or remove it"))

    def _head_span(self) -> Span:
        first = next(iter(self._rules.actions.values()), None)
        return first.span if first is not None else self._rules.span


def _named(node: n.Node) -> tuple[str, Operation | None]:
    """Return the name in a node, or the words of an operation, and the operation if it is one."""
    match node:
        case n.Name(name=name):
            return name, NAMES.get(name)
        case n.Of(name=name):
            return name, OF.get(name)
        case n.Part(name=name):
            return name, PARTS.get(name)
        case n.Call(name=name):
            return name, CALLS.get(name)
        case n.Phrase(name=name):
            return OPERATIONS[name].spoken, OPERATIONS[name]
        case n.Players():
            return "players", OPERATIONS["players"]
        case _:
            return "", None


def _cycles(edges: Mapping[str, set[str]]) -> Iterable[list[str]]:
    """Yield the ways that lead from a name back to it, one for each group of names."""
    told: set[str] = set()
    for name in edges:
        if name in told:
            continue
        ways: dict[str, str] = {}
        waiting = [name]
        while waiting:
            place = waiting.pop()
            for following in sorted(edges.get(place, set()) - set(ways)):
                ways[following] = place
                waiting.append(following)
        if name not in ways:
            continue
        cycle = [name, ways[name]]
        while cycle[-1] != name:
            cycle.append(ways[cycle[-1]])
        told.update(cycle)
        yield cycle[::-1]
