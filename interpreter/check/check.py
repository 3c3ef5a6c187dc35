"""A ruleset as read to a typed program: every name and type is checked before a card is dealt.

`check()` reports every problem once. Declarations are the work of `declarations.py`, statements and
expressions that of `elaborate.py` and `expressions.py`; this file puts the sections together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..diagnostics import Diagnostic, Label, Span, error, has_errors, warning
from ..resolve.options import read_option
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax import types as ty
from ..syntax.operations.table import BUILT_IN, LEADING, RESERVED
from ..syntax.printer import show
from ..syntax.types import Type
from . import ir
from . import program as p
from .context import Env
from .declarations import Declarations, text_of
from .lengths import Lengths
from .lint import Lint
from .reports import Reports, article

DEFAULT_DEALS = 1
DEFAULT_TURNS = 10_000
DEFAULT_STEPS = 10_000


def check(
    rules: r.Ruleset, options: dict[str, object], players: int
) -> tuple[p.Program | None, list[Diagnostic]]:
    """Check a ruleset under given values of its options.

    Args:
        rules: the ruleset as read.
        options: a value for every option the ruleset defines.
        players: the number of players.

    Returns:
        The program, or None if there are errors; and the diagnostics.
    """
    try:
        return _Checker(rules, options, players).run()
    except RecursionError:
        message = "these definitions use one another in a chain that is too long"
        place = next((each.span for each in rules.definitions.values()), rules.span)
        return None, [error("CR431", message, place, help="write fewer, or longer ones")]


class _Checker:
    """Puts the program together."""

    def __init__(self, rules: r.Ruleset, options: dict[str, object], players: int) -> None:
        self.rules = rules
        self.given = options
        self.players = players
        self._reports = Reports()
        self._declared = Declarations(rules, options, players, self._reports)
        self._expressions = self._declared.expressions
        self._statements = self._declared.statements
        self._names = self._named()
        announced = (node.event for node in rules.statements if isinstance(node, n.Announce))
        self._announced = frozenset(announced)

    def run(self) -> tuple[p.Program | None, list[Diagnostic]]:
        self._declared.read_deck()
        self._reserved_words()
        self._declared.read()
        effects = self._effects()
        actions = {name: self._action(action, effects) for name, action in
                   self.rules.actions.items()}  # fmt: skip
        phases = self._phases()
        program = self._program(phases, actions, effects)
        self._phrases()
        lint = Lint(self.rules, self._reports, self._names)
        lint.shared()
        lint.ask_cycles()
        lint.event_cycles()
        lint.possible_cycles()
        if not has_errors(self._reports.problems):  # nothing needs itself
            self._reports.problems += Lengths(self.rules).problems()
        lint.ways_back()
        lint.closed_steps()
        lint.ends_without_turn()
        lint.unreached()
        lint.unused()
        lint.scoring(program)
        lint.directions(program)
        unique = list(dict.fromkeys(self._reports.problems))
        unique.sort(key=lambda d: (d.span.file, d.span.start, d.span.end))
        return (None if has_errors(unique) else program), unique

    def _program(
        self,
        phases: dict[str, p.Phase],
        actions: dict[str, p.Action],
        effects: dict[str, list[tuple[r.Effect, p.Effect]]],
    ) -> p.Program:
        rules, deal, declared = self.rules, self.rules.deal, self._declared
        nobody = Env(actor=False)
        span = deal.span
        dealer = ir.Op("dealer", (), type=ty.PLAYER, span=span)
        if deal.dealer is not None:
            following = self._expressions.expr(deal.dealer, nobody, ty.PLAYER)
        elif rules.tables is not None:  # the players have sat down already
            following = ir.Op("left", (dealer,), type=ty.PLAYER, span=span)
        else:
            following = ir.Op("next_dealer", (), type=ty.PLAYER, span=span)
        first = self._expressions.optional(deal.first, replace(nobody, pure=False), ty.PLAYER)
        match, limits = rules.match, rules.limits
        tables = self._tables()
        return p.Program(
            id=rules.id,
            title=rules.title,
            summary=rules.summary,
            players=self.players,
            options=dict(self.given),
            option_help={name: text_of(node, "help") for name, node in rules.options.items()},
            pack=declared.pack,
            pack_zone=declared.pack_zone(),
            zones=declared.zones,
            variables=declared.variables,
            melds=declared.melds,
            rankings=declared.rankings,
            definitions=declared.definitions,
            phases=phases,
            actions=actions,
            events={
                name: tuple(typed for _, typed in effects.get(name, ()))
                for name in sorted(self._announced)
            },
            deal_do=self._statements.block(deal.do, nobody),
            deal_after=self._statements.block(deal.after, nobody),
            deal_together=self._statements.block(deal.together, nobody),
            dealer=following,
            first_dealer=first,
            match_until=self._expressions.condition(match.until, nobody),
            match_result=self._statements.block(match.result, nobody),
            match_deals=self._declared.constants.number(match.deals, DEFAULT_DEALS, 1),
            low_wins=match.winner == "lowest",
            uses_scores=match.winner is not None,
            turn_limit=self._declared.constants.number(limits.turns, DEFAULT_TURNS, 1),
            step_limit=self._declared.constants.number(limits.steps, DEFAULT_STEPS, 1),
            limit_result=self._statements.block(limits.result, nobody),
            departures=declared.departures,
            teams=declared.teams,
            tables=tables,
            tricks=self._tricks(),
            labels=self._labels(),
            prefer=tuple(self._preference(*entry) for entry in rules.bots.prefer),
            value=self._expressions.optional(rules.bots.value, Env(), ty.NUMBER),
        )

    def _tricks(self) -> p.Tricks | None:
        """The zones of tricks, if the ruleset has them."""
        tricks = self.rules.tricks
        return None if tricks is None else p.Tricks(tricks.played.text, tricks.won.text)

    def _labels(self) -> dict[str, str]:
        """What things are called on screens. Each label names something in the rules."""
        rules = self.rules
        known: list[str] = []
        if rules.labels:
            known = ["score", *self._names, *rules.option_places, *rules.effects]
            known += self._local_names()
            known += [word.text for phase in rules.phases.values() for word in phase.steps]
            for variable in rules.variables.values():
                known += [word.text for word in variable.choices]
            for option in rules.options.values():
                known += read_option(option).choices
            known += [*self._declared.pack.suits, *self._declared.pack.ranks]
            for name, (_, span) in rules.labels.items():
                if name not in known and self._is_own(span):
                    self._reports.unknown("CR403", "rule or word", name, span, known)
        return {name: text for name, (text, _) in rules.labels.items() if name in known}

    def _phrases(self) -> None:
        """Check what sentences call rules: each phrase has a rule, its braces a parameter."""
        rules = self.rules
        rooms = (*rules.zones, *rules.variables)
        for name, (_, phrase, key) in rules.phrases.items():
            known = ["player"]
            if name in rules.definitions:
                parameters = rules.definitions[name].parameters
                known = ["actor", *(word.text.removeprefix("·") for _, word in parameters)]
            elif name not in rooms:
                if self._is_own(phrase.span):
                    every = [*rooms, *rules.definitions]
                    self._reports.unknown("CR403", "zone, variable or definition", name, key, every)
                continue
            for at in _unbalanced(phrase.text):
                closes = phrase.text[at] == "}"
                message = "there is no '{' for this '}'" if closes else "this '{' is never closed"
                advice = "write '{' before the name" if closes else "write '}' behind the name"
                span = phrase.span_of(at, at + 1)
                self._reports.problem("CR303", message, span, advice)
            for found in re.finditer(r"\{(\w*)", phrase.text):
                if found[1] not in known:
                    span = phrase.span_of(*found.span(1))
                    self._reports.unknown("CR403", "name for braces", found[1], span, known)

    def _is_own(self, span: Span) -> bool:
        """Whether a place is in the ruleset's own file, and not in a parent's."""
        return span.file == self.rules.span.file

    def _local_names(self) -> list[str]:
        """The names in effect text that are no rules: parameters, choices, and those of `let`."""
        rules = self.rules
        found = [node.name for node in rules.statements if isinstance(node, n.Let | n.ForEach)]
        found += [word.text for each in rules.actions.values() for word, _ in each.choose]
        found += [name.text for each in rules.definitions.values() for _, name in each.parameters]
        return found

    def _tables(self) -> p.Tables | None:
        """Several tables, if the ruleset has them."""
        tables, deal = self.rules.tables, self.rules.deal
        if tables is None:
            if deal.together is not None:
                message = "there is only one table, so 'deal.together' has no use"
                advice = "write it under 'deal.after', or declare 'tables'"
                self._reports.problem("CR507", message, deal.together.span, advice)
            return None
        number = self._declared.constants.number(tables.number, 1, 1)
        if number > self.players and tables.number is not None:
            message = f"there are {number} tables and only {self.players} players"
            self._reports.problem("CR425", message, tables.number.span)
        env, player = Env(actor=False), ""
        for kind, word in tables.parameters:
            if player or ty.NAMED.get(kind.text) != ty.PLAYER:
                message = "'seats' has one parameter, a player"
                advice = "write 'with: player p'"
                self._reports.problem("CR406", message, kind.span, advice)
                break
            player = word.text
            new = self._statements.new_name(player, word.span, env)
            env = env.bind(player, ty.PLAYER if new else ty.UNKNOWN, word.span)
        seat = self._expressions.optional(tables.seat, env, ty.NUMBER)
        seat = seat or ir.Const(1, type=ty.NUMBER)
        is_open = self._declared.constants.holds(tables.open, default=True)
        return p.Tables(number, player, seat, is_open)

    def _preference(self, word: r.Word, preference: n.Preference | None) -> p.Preference:
        action = self.rules.actions.get(word.text)
        if action is None:
            self._reports.unknown("CR403", "action", word.text, word.span, self.rules.actions)
        if action is None or preference is None:
            return p.Preference(word.text, False, None, None)
        env = Env()
        for name, (kind, span) in self._bound(action).items():
            env = env.bind(name, kind, span)
        condition = self._expressions.condition(preference.condition, env)
        key = self._expressions.optional(preference.key, env, ty.NUMBER)
        return p.Preference(word.text, preference.extreme == "highest", key, condition)

    def _named(self) -> dict[str, tuple[str, Span]]:
        """The names of rules, with the kind and place of each. No two rules may share a name."""
        sections: list[tuple[str, dict[str, Span]]] = [
            (
                "option",
                {self.rules.spoken[name]: span for name, span in self.rules.option_places.items()},
            ),
            ("zone", {x.name: x.span for x in self.rules.zones.values()}),
            ("variable", {x.name: x.span for x in self.rules.variables.values()}),
            ("attribute", {x.name: x.span for x in self.rules.deck.attributes.values()}),
            ("meld", {x.name: x.span for x in self.rules.melds.values()}),
            ("ranking", {x.name: x.span for x in self.rules.rankings.values()}),
            ("definition", {x.name: x.span for x in self.rules.definitions.values()}),
            ("phase", {x.name: x.span for x in self.rules.phases.values()}),
            ("action", {x.name: x.span for x in self.rules.actions.values()}),
        ]
        seen: dict[str, tuple[str, Span]] = {}
        for what, names in sections:
            for name, span in names.items():
                if name in seen:
                    other, place = seen[name]
                    self._reports.problems.append(
                        error(
                            "CR422", f"'{name}' names both {article(other)} and {article(what)}",
                            span, Label(place, f"the {other} is here"),
                            help="give one of them another name",
                        )
                    )  # fmt: skip
                else:
                    seen[name] = (what, span)
        return seen

    def _reserved_words(self) -> None:
        pack = self._declared.pack
        suits = set(pack.suits) | set(pack.ranks)
        for name, (what, span) in self._names.items():
            reserved = name in RESERVED or name in suits
            if what in ("zone", "variable", "definition", "option", "attribute") and (
                name in BUILT_IN
            ):
                reserved = True
            if what in ("definition", "variable") and name in LEADING:
                reserved = True
            if what in ("zone", "variable") and name == "tables":
                reserved = True  # in a position it says what lies where
            if reserved:
                self._reports.used.add(f"{_SECTIONS[what]}.{name}")  # nothing can use it
                message = f"'{name}' is a word of the language and cannot name {article(what)}"
                self._reports.problem("CR423", message, span, "choose another name")

    def _effects(self) -> dict[str, list[tuple[r.Effect, p.Effect]]]:
        """The effects of each event, in the order in which they follow."""
        announced = self._announced
        events: dict[str, list[r.Effect]] = {}
        for effect in self.rules.effects.values():
            for word in effect.on:
                if word.text not in self.rules.actions and word.text not in announced:
                    candidates = [*self.rules.actions, *announced]
                    self._reports.unknown(
                        "CR403", "action or event", word.text, word.span, candidates
                    )
                    continue
                events.setdefault(word.text, []).append(effect)
        for name in announced - set(events) - set(self.rules.actions):
            for node in self.rules.statements:
                if isinstance(node, n.Announce) and node.event == name:
                    advice = f"write an effect with 'on: {name}'"
                    message = f"nothing follows the event '{name}'"
                    self._reports.problems.append(warning("CR512", message, node.span, help=advice))
        placed = {event: self._in_order(event, effects) for event, effects in events.items()}
        typed: dict[str, p.Effect] = {}
        for effect in self.rules.effects.values():
            if all(word.text in events for word in effect.on) and effect.on:
                typed[effect.name] = self._effect(effect, placed)
                continue
            with self._reports.quietly():  # what it follows is wrong, so its names are not known
                typed[effect.name] = self._effect(effect, placed)
        return {
            event: [(effect, typed[effect.name]) for effect in effects]
            for event, effects in placed.items()
        }

    def _effect(self, effect: r.Effect, placed: dict[str, list[r.Effect]]) -> p.Effect:
        env = self._effect_env(effect, self._later(effect, placed))
        when = self._expressions.condition(effect.when, env)
        block = self._statements.block(effect.do, env.where(when))
        return p.Effect(effect.name, when, block, effect.span)

    def _in_order(self, event: str, effects: list[r.Effect]) -> list[r.Effect]:
        names = {effect.name for effect in effects}
        order = [e for e in effects if e.before is None and e.after is None]
        for effect in effects:
            for word, shift in ((effect.before, 0), (effect.after, 1)):
                if word is None:
                    continue
                if word.text not in names:
                    self._no_such_effect(event, effect, word, names)
                    continue
                position = next((i for i, e in enumerate(order) if e.name == word.text), None)
                order.insert(len(order) if position is None else position + shift, effect)
                break
        return order

    def _no_such_effect(self, event: str, effect: r.Effect, word: r.Word, names: set[str]) -> None:
        if word.text in self.rules.effects:
            message = f"the effect '{word.text}' does not follow '{event}', as '{effect.name}' does"
            self._reports.problem("CR403", message, word.span)
            return
        others = sorted(names - {effect.name})
        if others:
            self._reports.unknown("CR403", "effect", word.text, word.span, others)
        else:
            message = f"there is no effect '{word.text}'"
            advice = f"no other effect follows '{event}'"
            self._reports.problem("CR403", message, word.span, advice)

    def _later(self, effect: r.Effect, placed: dict[str, list[r.Effect]]) -> tuple[str, ...]:
        found: list[set[str]] = []
        for word in effect.on:
            names = [e.name for e in placed.get(word.text, [])]
            if effect.name in names:
                found.append(set(names[names.index(effect.name) + 1 :]))
        common = set[str].intersection(*found) if found else set[str]()
        return tuple(name for name in self.rules.effects if name in common)

    def _effect_env(self, effect: r.Effect, later: tuple[str, ...]) -> Env:
        """Return the environment of an effect: the names that all of its actions have in common."""
        followed = [self.rules.actions[w.text] for w in effect.on if w.text in self.rules.actions]
        reached = len(followed) < len(effect.on) or any(map(self._is_reached, followed))
        env = Env(later=later, reached=reached)
        shared: dict[str, tuple[Type, Span]] | None = None
        for word in effect.on:
            action = self.rules.actions.get(word.text)
            bound = self._bound(action) if action is not None else {}
            if shared is None:
                shared = bound
            else:
                shared = {
                    name: (kind, span)
                    for name, (kind, span) in shared.items()
                    if name in bound and _may_be_equal(kind, bound[name][0])
                }
        for name, (kind, span) in (shared or {}).items():
            env = env.bind(name, kind, span)
        return env

    def _is_reached(self, action: r.Action) -> bool:
        """Return whether a phase of the action can begin with these players and options."""
        if not action.phases:
            return True
        names = {word.text for word in action.phases}
        with self._reports.quietly():
            for phase in self.rules.phases.values():
                if names.isdisjoint([phase.name, *(step.text for step in phase.steps)]):
                    continue
                when = self._expressions.condition(phase.when, Env(actor=False))
                if Env().where(when).reached:
                    return True
        return names.isdisjoint(self._places())

    def _places(self) -> list[str]:
        """Return the phases and steps in which actions can be played."""
        phases = self.rules.phases.values()
        return [name for x in phases for name in ([s.text for s in x.steps] or [x.name])]

    def _bound(self, action: r.Action) -> dict[str, tuple[Type, Span]]:
        env = Env(pure=False)
        with self._reports.quietly():
            for word, choice in action.choose:
                env = env.bind(word.text, self._parameter(word, choice, env).type, word.span)
            for statement in action.do.statements if action.do is not None else ():
                if isinstance(statement, n.Let):
                    value = self._expressions.expr(statement.value, env)
                    env = env.bind(statement.name, value.type, statement.span)
        return env.bindings

    def _action(
        self, action: r.Action, effects: dict[str, list[tuple[r.Effect, p.Effect]]]
    ) -> p.Action:
        env = Env(reached=self._is_reached(action))
        parameters: list[p.Parameter] = []
        for word, choice in action.choose:
            parameters.append(self._parameter(word, choice, env))
            kind = parameters[-1].type if self._new_choice(word, env) else ty.UNKNOWN
            env = env.bind(word.text, kind, word.span)
        when = self._expressions.condition(action.when, env)
        body = self._statements.block(action.do, replace(env.where(when), later=()))
        following = tuple(typed for _, typed in effects.get(action.name, []))
        declines = (action.passes or not body) and not following
        return p.Action(
            action.name,
            action.help,
            tuple(parameters),
            when,
            body,
            following,
            action.span,
            declines,
        )

    def _new_choice(self, word: r.Word, env: Env) -> bool:
        """Return whether a choice may have this name, and report if not."""
        what, span = self._names.get(word.text, ("", word.span))
        if what in ("action", "phase", "meld"):
            label = Label(span, f"the {what} is here")
            message = f"'{word.text}' is already the name of {article(what)}"
            advice = "choose another name"
            self._reports.problems.append(error("CR416", message, word.span, label, help=advice))
            return False
        return self._statements.new_name(word.text, word.span, env)

    def _parameter(self, word: r.Word, choice: n.Choice, env: Env) -> p.Parameter:
        kind, type_ = self._chosen_kind(choice)
        empty = ir.Const(0, type=ty.NUMBER, span=choice.span)
        want = {"card": None, "cards": None, "meld": ty.CARDS, "pile": None}.get(
            kind, ty.list_of(type_)
        )
        if kind == "number" and choice.last is not None:
            want = ty.NUMBER
        source: ir.Expr
        unknown = kind == "meld" and choice.melds[0].name not in self.rules.melds
        if choice.source is None and unknown:  # which is reported below
            source = ir.Const(0, type=ty.UNKNOWN, span=choice.span)
        elif kind == "unread":  # which is reported elsewhere
            source = empty
        elif choice.source is None and kind == "meld":
            message = "say where the cards come from"
            advice = f"write '{article(choice.melds[0].name)} from hand'"
            source = self._reports.problem("CR405", message, choice.span, advice)
        elif choice.source is None:
            pack = self._declared.pack
            indexes = tuple(range(pack.ranked if kind == "rank" else len(pack.names(type_))))
            source = ir.Const(indexes, type=want or ty.UNKNOWN, span=choice.span)
        else:
            source = self._expressions.expr(choice.source, env, want)
            if kind in ("card", "cards") and source.type not in (ty.CARDS, ty.PILE, ty.UNKNOWN):
                message = f"cards are chosen from cards, but this is {source.type}"
                advice = "name a zone, such as 'hand'"
                self._reports.problem("CR405", message, choice.source.span, advice)
            places = source.type.of
            if kind == "pile" and source.type != ty.UNKNOWN and (
                places is None or places.name != "place"
            ):  # fmt: skip
                message = f"a pile is chosen from a zone of piles, but this is {source.type}"
                advice = "name a zone with 'piles', or give this zone that key"
                self._reports.problem("CR405", message, choice.source.span, advice)
        last = self._expressions.optional(choice.last, env, ty.NUMBER)
        least = most = None
        if choice.amount is not None:
            least = self._expressions.expr(choice.amount.least, env, ty.NUMBER)
            most = self._expressions.optional(choice.amount.most, env, ty.NUMBER)
        for meld in choice.melds if kind == "meld" else ():
            if meld.name not in self.rules.melds and not self._is_condition(choice):
                others = (each for each in _PARAMETER if each not in ("meld", "choice", "unread"))
                named = [name for name in self.rules.types if name not in ty.NAMED]
                choices = [*self.rules.melds, *named, *others]
                self._reports.unknown("CR403", "meld", meld.name, meld.span, choices)
            self._reports.used.add(f"melds.{meld.name}")
        names = tuple(m.name for m in choice.melds if m.name in self.rules.melds)
        if kind == "pile":
            type_ = source.type.of or ty.UNKNOWN
        step = self._declared.constants.number(choice.step, 1, 1)
        return p.Parameter(word.text, kind, type_, source or empty, last, least, most, names, step)

    def _is_condition(self, choice: n.Choice) -> bool:
        """Return whether the only meld of a choice is a condition on a card, and report it."""
        word, *others = choice.melds
        name, span = word.name, choice.span
        if others or not self._expressions.names.tests_cards(name):
            return False
        condition = n.Call(name, (n.Name("it", span=span),), span=span)
        source = n.Where(choice.source or n.Name("hand", span=span), condition, span=span)
        advice = f"write '{show(n.Choice('card', source, span=span))}'"
        message = f"'{name}' is a condition on a card, not a meld"
        self._reports.problem("CR403", message, word.span, advice)
        self._reports.uses(name)
        return True

    def _chosen_kind(self, choice: n.Choice) -> tuple[str, Type]:
        """Return the kind of a choice and the type of what is chosen."""
        if choice.kind == "meld" and len(choice.melds) == 1:
            name = choice.melds[0].name
            if self.rules.type_of(name).name == "choice":
                self._declared.uses_type(name)
                return "choice", self.rules.types[name]
        return choice.kind, _PARAMETER[choice.kind]

    def _phases(self) -> dict[str, p.Phase]:
        """Return the phases, each with the actions of its steps."""
        for phase in self.rules.phases.values():
            for step in phase.steps:
                if step.text in self._names:
                    other, span = self._names[step.text]
                    label = Label(span, f"the {other} is here")
                    message = f"'{step.text}' names both {article(other)} and a step"
                    advice = "give one of them another name"
                    self._reports.problems.append(
                        error("CR422", message, step.span, label, help=advice)
                    )
        actions = self._actions_by_step()
        return {name: self._phase(each, actions) for name, each in self.rules.phases.items()}

    def _actions_by_step(self) -> dict[str, list[str]]:
        """Return the actions of each phase or step, and report those in which nobody can act."""
        phases, places = self.rules.phases, self._places()
        found: dict[str, list[str]] = {}
        lost = False  # whether an action names no phase, and perhaps meant one that has none
        for action in self.rules.actions.values():
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
                    self._reports.problem("CR506", message, place.span, advice)
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
            if word is not None and word.text not in self.rules.phases:
                self._reports.unknown("CR403", "phase", word.text, word.span, self.rules.phases)
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
            self._expressions.condition(phase.until, env),
            self._statements.block(phase.after, env),
            phase.next.text if phase.next is not None else None,
            tuple((step, tuple(actions.get(step, ()))) for step in steps),
            phase.span,
            self._order(scheme, env),
            self._statements.block(phase.turn_before, of_turn),
            self._statements.block(phase.turn_after, of_turn),
        )

    def _place(self, phase: r.Phase) -> None:
        """Report a phase that does not come before or after the phases that it names."""
        order = list(self.rules.phases)
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


def _may_be_equal(kind: Type, other: Type) -> bool:
    """Return whether two types are equal, as far as they are known."""
    return kind == other or ty.UNKNOWN in (kind, other)


_PARAMETER = {"card": ty.CARD, "cards": ty.CARDS, "meld": ty.CARDS, "number": ty.NUMBER,
              "player": ty.PLAYER, "suit": ty.SUIT, "rank": ty.RANK,
              "pile": ty.UNKNOWN, "unread": ty.UNKNOWN}  # fmt: skip
_SECTIONS = {"option": "options", "zone": "zones", "variable": "variables", "meld": "melds",
             "ranking": "rankings", "attribute": "attributes",
             "definition": "define", "phase": "phases", "action": "actions"}  # fmt: skip


def _unbalanced(text: str) -> Iterator[int]:
    """Yield where the braces of a phrase have no other brace."""
    pairs = [found.span() for found in re.finditer(r"\{[^{}]*\}", text)]
    for found in re.finditer(r"[{}]", text):
        if not any(start <= found.start() < end for start, end in pairs):
            yield found.start()
