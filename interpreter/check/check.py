"""A ruleset as read to a typed program: every name and type is checked before a card is dealt.

`check()` reports every problem once. Declarations are the work of `declarations.py`, statements and
expressions that of `elaborate.py` and `expressions.py`; this file puts the sections together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..diagnostics import Diagnostic, Label, Span, error, has_errors
from ..program import ir
from ..program import program as p
from ..program.cards import COLOURS
from ..resolve.options import read_option
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax import types as ty
from ..syntax.operations.table import BUILT_IN, LEADING, RESERVED
from .actions import Actions
from .context import Env
from .declarations import Declarations, text_of
from .effects import Effects
from .lengths import Lengths
from .lint import Lint
from .lost import Lost
from .phases import Phases
from .reports import NOTHING, Reports, article, free_name
from .watching import Watch

MOST_DEALS = 1_000
"""After so many deals a match ends that a condition should end; without a condition it is one deal."""
DEFAULT_TURNS = 10_000
DEFAULT_STEPS = 10_000


def check(
    rules: r.Ruleset, options: dict[str, object], players: int, lost: Lost = NOTHING, watch: Watch | None = None
) -> tuple[p.Program | None, list[Diagnostic]]:
    """Check a ruleset under given values of its options.

    Args:
        rules: the ruleset as read.
        options: a value for every option the ruleset defines.
        players: the number of players.
        lost: what of the ruleset was refused before.
        watch: what looks on, if an editor asks about a place.

    Returns:
        The program, or None if there are errors; and the diagnostics.
    """
    try:
        return _Checker(rules, options, players, lost, watch).run()
    except RecursionError:
        message = "these definitions use one another in a chain that is too long"
        place = next((each.span for each in rules.definitions.values()), rules.span)
        return None, [error("CR431", message, place, help="write fewer, or longer ones")]


class _Checker:
    """Puts the program together."""

    def __init__(
        self, rules: r.Ruleset, options: dict[str, object], players: int, lost: Lost, watch: Watch | None
    ) -> None:
        self.rules = rules
        self.given = options
        self.players = players
        self._reports = Reports(lost, watch.compared if watch is not None else None)
        self._declared = Declarations(rules, options, players, self._reports, watch)
        self._expressions = self._declared.expressions
        self._statements = self._declared.statements
        self._names = self._named()
        self._actions = Actions(self._declared, self._reports, self._names)
        announced = (node.event for node in rules.statements if isinstance(node, n.Announce))
        self._announced = frozenset(announced)

    def run(self) -> tuple[p.Program | None, list[Diagnostic]]:
        self._declared.read_deck()
        self._reserved_words()
        self._declared.read()
        effects = Effects(self._declared, self._reports, self._actions, self._announced).by_event()
        actions = {
            name: self._actions.typed(action, effects.get(name, ())) for name, action in self.rules.actions.items()
        }
        phases = Phases(self._declared, self._reports, self._actions, self._names).typed()
        program = self._program(phases, actions, effects)
        self._phrases()
        if self._declared.expressions.watch is not None:
            return None, self._reports.problems  # what looks on has seen all texts
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
        effects: dict[str, tuple[p.Effect, ...]],
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
            about=rules.about,
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
            events={name: effects.get(name, ()) for name in sorted(self._announced)},
            deal_do=self._statements.block(deal.do, nobody),
            deal_after=self._statements.block(deal.after, nobody),
            counterclockwise=declared.counterclockwise,
            deal_together=self._statements.block(deal.together, nobody),
            dealer=following,
            first_dealer=first,
            match_start=self._declared.constants.number(match.start, 0, 0, self._points),
            half_points=match.half_points,
            match_until=self._expressions.condition(match.until, nobody),
            match_result=self._statements.block(match.result, nobody),
            match_deals=self._declared.constants.number(match.deals, 1 if match.until is None else MOST_DEALS, 1),
            low_wins=match.winner == "lowest",
            uses_scores=match.winner is not None,
            compares_scores=match.winner is not None,
            turn_limit=self._declared.constants.number(limits.turns, DEFAULT_TURNS, 1),
            step_limit=self._declared.constants.number(limits.steps, DEFAULT_STEPS, 1),
            limit_result=self._statements.block(limits.result, nobody),
            departures=declared.departures,
            tells=declared.tells,
            repeats=declared.repeats,
            teams=declared.teams,
            tables=tables,
            tricks=self._tricks(),
            labels=self._labels(),
            prefer=tuple(self._preference(*entry) for entry in rules.bots.prefer),
            value=self._expressions.optional(rules.bots.value, Env(), self._points),
        )

    @property
    def _points(self) -> ty.Type:
        """The type of a score."""
        return ty.HALVES if self.rules.match.half_points else ty.NUMBER

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
                advice = "write '{' before the name" if closes else "write '}' after the name"
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
        """The names in effect text that are not rules: parameters, choices, and those of `let`."""
        found = [node.name for node in self.rules.statements if isinstance(node, n.Let | n.ForEach)]
        return [*found, *(name for _, name, _ in self.rules.declared_inside)]

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
            advice = "write a number that holds for all numbers of players, by 'size of everybody'"
            self._reports.problem("CR425", message, tables.number.span, advice)
        env, player = Env(actor=False), ""
        for kind, word in tables.parameters:
            if player or ty.NAMED.get(kind.text) != ty.PLAYER:
                message = "'seats' has one parameter, a player"
                advice = "write 'with: player p'"
                self._reports.problem("CR406", message, kind.span, advice)
                break
            player = word.text
            new = self._expressions.names.new_name(player, word.span, env)
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
        env = replace(self._actions.bound(action), pure=True)
        condition = self._expressions.condition(preference.condition, env)
        key = self._expressions.optional(preference.key, env, ty.IN_ANY_UNIT)
        return p.Preference(word.text, preference.extreme == "highest", key, condition)

    def _named(self) -> dict[str, tuple[str, Span]]:
        """The names of rules, with the kind and place of each. No two rules may share a name."""
        seen: dict[str, tuple[str, Span]] = {}
        for what, name, span in self.rules.declared:
            if name in seen:
                other, place = seen[name]
                message = f"'{name}' names both {article(other)} and {article(what)}"
                if what == other:
                    message = f"'{name}' names two {what}s"
                self._reports.problems.append(
                    error(
                        "CR422",
                        message,
                        span,
                        Label(place, f"the {other} is here"),
                        help="give one of them another name",
                    )
                )
            else:
                seen[name] = (what, span)
        return seen

    def _reserved_words(self) -> None:
        pack = self._declared.pack
        suits = set(pack.suits) | set(pack.ranks)
        taken = {*RESERVED, *BUILT_IN, *LEADING, *COLOURS, *suits, *self._names}
        for name, (what, span) in self._names.items():
            reserved = name in RESERVED or name in suits
            if what in ("zone", "variable", "definition", "option", "attribute") and (name in BUILT_IN):
                reserved = True
            if what in ("definition", "variable") and name in LEADING:
                reserved = True
            if what in ("zone", "variable") and name == "tables":
                reserved = True  # in a position it says what lies where
            if reserved:
                self._reports.used.add(f"{_SECTIONS[what]}.{name}")  # nothing can use it
                message = f"'{name}' is a word of the language and cannot name {article(what)}"
                advice = f"choose another name, such as '{free_name(name, taken, what)}'"
                self._reports.problem("CR423", message, span, advice)


_SECTIONS = {
    "option": "options",
    "zone": "zones",
    "variable": "variables",
    "meld": "melds",
    "ranking": "rankings",
    "attribute": "attributes",
    "definition": "define",
    "phase": "phases",
    "action": "actions",
}


def _unbalanced(text: str) -> Iterator[int]:
    """Yield where the braces of a phrase have no other brace."""
    for found in re.finditer(r"\{[^{}]*\}|[{}]", text):
        if len(found.group()) == 1:
            yield found.start()
