"""A ruleset as read to a typed program: every name and type is checked before a card is dealt.

`check()` reports as many problems as there are, and none twice. The expressions and statements
are the work of `elaborate.py`; this file knows the sections of a ruleset and how they hang
together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from . import cards as cards_module
from . import nodes as n
from . import program as p
from . import ruleset as r
from . import typed as t
from . import types as ty
from .diagnostics import Diagnostic, Label, Span, error, has_errors, suggest, warning
from .elaborate import Elaborator
from .expressions import Env
from .options import read_option
from .source import Mapping, Scalar, Sequence
from .syntax import LEADING, RESERVED
from .types import Type

FACES = ("hidden", "shown", "owner", "top")
ROLES = ("shrinking", "fixed", "free")
DEFAULT_DEALS = 1
DEFAULT_TURNS = 10_000
DEFAULT_STEPS = 10_000


def check(
    rules: r.Ruleset, options: dict[str, object], players: int
) -> tuple[p.Program | None, list[Diagnostic]]:
    """Check a ruleset with its options put in.

    Args:
        rules: the ruleset as read.
        options: a value for every option the ruleset defines.
        players: how many play.

    Returns:
        The program, or None if there are errors; and the diagnostics.
    """
    return _Checker(rules, options, players).run()


class _Checker:
    def __init__(self, rules: r.Ruleset, options: dict[str, object], players: int) -> None:
        self.rules = rules
        self.players = players
        self.given = options
        self.problems: list[Diagnostic] = []
        self.used: set[str] = set()
        self.options = {
            _known_as(name, definition): self._option(name, definition)
            for name, definition in rules.options.items()
        }
        self.option_names = {
            _known_as(name, definition): name for name, definition in rules.options.items()
        }
        self._types: dict[str, Type | None] = {}
        self._definitions: dict[str, p.Definition] = {}
        self._open: list[str] = []
        self.announced: set[str] = set()
        self.pack = cards_module.build((), ())
        self.departures = any(
            isinstance(node, n.Leave) for block in self._blocks() for node in n.walk(block)
        )
        self.e = Elaborator(self)

    # ------------------------------------------------------------------------------------- whole

    def run(self) -> tuple[p.Program | None, list[Diagnostic]]:
        self._clashes()
        self.pack = self._pack()
        self._reserved_words()
        zones = {name: self._zone(zone) for name, zone in self.rules.zones.items()}
        variables = {name: self._variable(v) for name, v in self.rules.variables.items()}
        melds = {name: self._meld(meld) for name, meld in self.rules.melds.items()}
        for name, definition in self.rules.definitions.items():
            self.definition_type(name, definition.span)
        effects = self._effects()
        actions = {name: self._action(action, effects) for name, action in
                   self.rules.actions.items()}  # fmt: skip
        phases = self._phases()
        program = self._program(zones, variables, melds, phases, actions, effects)
        self._ask_cycles()
        self._unreached()
        self._unused()
        unique = list(dict.fromkeys(self.problems))
        unique.sort(key=lambda d: (d.span.file, d.span.start, d.span.end))
        return (None if has_errors(unique) else program), unique

    def _program(
        self,
        zones: dict[str, p.Zone],
        variables: dict[str, p.Variable],
        melds: dict[str, p.Meld],
        phases: dict[str, p.Phase],
        actions: dict[str, p.Action],
        effects: dict[str, list[tuple[r.Effect, p.Effect]]],
    ) -> p.Program:
        rules, deal = self.rules, self.rules.deal
        nobody = Env(actor=False)
        span = deal.span
        dealer = t.Op("dealer", (), type=ty.PLAYER, span=span)
        following = (
            self.e.expr(deal.dealer, nobody, ty.PLAYER)
            if deal.dealer is not None
            else t.Op("left", (dealer,), type=ty.PLAYER, span=span)
        )
        first = (
            self.e.expr(deal.first, replace(nobody, pure=False), ty.PLAYER)
            if deal.first is not None
            else None
        )
        match, limits = rules.match, rules.limits
        program = p.Program(
            id=rules.id,
            title=rules.title,
            summary=rules.summary,
            players=self.players,
            options=dict(self.given),
            option_help={name: _text(node, "help") for name, node in rules.options.items()},
            pack=self.pack,
            pack_zone=self._pack_zone(),
            zones=zones,
            variables=variables,
            melds=melds,
            definitions=self._definitions,
            phases=phases,
            actions=actions,
            events={
                name: tuple(typed for _, typed in effects.get(name, ()))
                for name in sorted(self.announced)
            },
            deal_do=self.e.block(deal.do, nobody),
            deal_after=self.e.block(deal.after, nobody),
            dealer=following,
            first_dealer=first,
            match_until=self.e.condition(match.until, nobody),
            match_result=self.e.block(match.result, nobody),
            match_deals=self._number(match.deals, DEFAULT_DEALS, 1),
            low_wins=match.winner == "lowest",
            uses_scores=match.winner is not None,
            turn_limit=self._number(limits.turns, DEFAULT_TURNS, 1),
            step_limit=self._number(limits.steps, DEFAULT_STEPS, 1),
            limit_result=self.e.block(limits.result, nobody),
            departures=self.departures,
            prefer=tuple(self._preference(*entry) for entry in rules.bots.prefer),
            value=(
                self.e.expr(rules.bots.value, Env(), ty.NUMBER)
                if rules.bots.value is not None
                else None
            ),
        )
        self._scoring(program)
        return program

    def _preference(self, word: r.Word, preference: n.Preference | None) -> p.Preference:
        action = self.rules.actions.get(word.text)
        if action is None:
            self.e.unknown("CR403", "action", word.text, word.span, self.rules.actions)
        if action is None or preference is None:
            return p.Preference(word.text, False, None)
        env = Env()
        for name, (kind, span) in self._bound(action).items():
            env = env.bind(name, kind, span)
        key = self.e.expr(preference.key, env, ty.NUMBER)
        return p.Preference(word.text, preference.extreme == "highest", key)

    def _scoring(self, program: p.Program) -> None:
        # A game says how it is won: by a statement, or by the scores.
        if program.uses_scores:
            return
        says = any(
            isinstance(node, n.Outcome)
            for block in self._blocks()
            for node in n.walk(block)
        )  # fmt: skip
        if not says and not has_errors(self.problems):
            message = "this game never says who wins"
            advice = "write '… wins' in an effect, or 'match: {winner: highest}' to go by scores"
            self.problems.append(error("CR503", message, self._head_span(), help=advice))

    def _blocks(self) -> Iterable[n.Node]:
        rules = self.rules
        for holder in (*rules.definitions.values(), *rules.actions.values(),
                       *rules.effects.values(), rules.deal):  # fmt: skip
            if holder.do is not None:
                yield holder.do
        for phase in rules.phases.values():
            yield from (block for block in (phase.before, phase.after) if block is not None)
        for block in (rules.deal.after, rules.match.result):
            if block is not None:
                yield block

    def _head_span(self) -> Span:
        first = next(iter(self.rules.actions.values()), None)
        return first.span if first is not None else self.rules.span

    # ------------------------------------------------------------------------------ definitions

    def definition_type(self, name: str, span: Span) -> Type | None:
        """Return the type of a definition's value; None for one that does something."""
        if name in self._open:
            cycle = " -> ".join([*self._open[self._open.index(name) :], name])
            message = f"the definition '{name}' needs itself: {cycle}"
            self.problems.append(error("CR420", message, span, help="definitions do not recurse"))
            self._types[name] = ty.UNKNOWN
            return ty.UNKNOWN
        if name in self._types:
            return self._types[name]
        definition = self.rules.definitions[name]
        self._open.append(name)
        env = Env(definition=name)
        parameters: list[tuple[str, Type]] = []
        for kind, word in definition.parameters:
            found = ty.NAMED.get(kind.text)
            if found is None:
                self.e.unknown("CR403", "type", kind.text, kind.span, ty.NAMED)
                found = ty.UNKNOWN
            new = self.e.new_name(word.text, word.span, env)
            parameters.append((word.text, found))
            env = env.bind(word.text, found if new else ty.UNKNOWN, word.span)
        value = self.e.expr(definition.is_, env) if definition.is_ is not None else None
        deeds: tuple[t.Stmt, ...] = ()
        if definition.do is not None:
            self._types[name] = None
            deeds = self.e.block(definition.do, env)
        self._open.pop()
        result = value.type if value is not None else None
        if value is None and definition.do is None:
            result = ty.UNKNOWN
        if self._types.get(name) != ty.UNKNOWN:
            self._types[name] = result
        self._definitions[name] = p.Definition(
            name, tuple(parameters), value, deeds, definition.span
        )
        return self._types[name]

    def constant(self, name: str) -> t.Const | None:
        """Return the value of a definition that options alone decide."""
        definition = self._definitions.get(name)
        value = definition.value if definition is not None else None
        return value if isinstance(value, t.Const) else None

    # ------------------------------------------------------------------------- names and clashes

    def _clashes(self) -> None:
        sections: list[tuple[str, dict[str, Span]]] = [
            (
                "option",
                {
                    _known_as(name, self.rules.options[name]): span
                    for name, span in self.rules.option_places.items()
                },
            ),
            ("zone", {x.name: x.span for x in self.rules.zones.values()}),
            ("variable", {x.name: x.span for x in self.rules.variables.values()}),
            ("meld", {x.name: x.span for x in self.rules.melds.values()}),
            ("definition", {x.name: x.span for x in self.rules.definitions.values()}),
            ("phase", {x.name: x.span for x in self.rules.phases.values()}),
            ("action", {x.name: x.span for x in self.rules.actions.values()}),
        ]
        seen: dict[str, tuple[str, Span]] = {}
        for what, names in sections:
            for name, span in names.items():
                if name in seen:
                    other, place = seen[name]
                    self.problems.append(
                        error(
                            "CR422", f"'{name}' names both {_article(other)} and {_article(what)}",
                            span, Label(place, f"the {other} is here"),
                            help="give one of them another name",
                        )
                    )  # fmt: skip
                else:
                    seen[name] = (what, span)
        self._names = seen

    def _reserved_words(self) -> None:
        suits = set(self.pack.suits) | set(self.pack.ranks)
        for name, (what, span) in self._names.items():
            reserved = name in RESERVED or name in suits
            if what in ("zone", "variable", "definition", "option") and (name in ty.BUILT_IN):
                reserved = True
            if what in ("definition", "variable") and name in LEADING:
                reserved = True
            if reserved:
                self.used.add(f"{_SECTIONS[what]}.{name}")  # nothing can use it
                message = f"'{name}' is a word of the language and cannot name {_article(what)}"
                self.problems.append(error("CR423", message, span, help="choose another name"))

    def _ask_cycles(self) -> None:
        """An action must not ask, on any way, for itself: the answers would have no end."""
        asks: dict[str, set[str]] = {}
        places: dict[str, Span] = {}
        for name, action in self.rules.actions.items():
            asks[name] = set()
            for block in self._following(name, action.do):
                for node in self._within(block, set()):
                    if isinstance(node, n.Ask):
                        asks[name] |= set(node.actions)
                        places.setdefault(name, node.span)
        told: set[str] = set()
        for name in asks:
            if name in told:
                continue
            ways: dict[str, str] = {}
            waiting = [name]
            while waiting:
                asking = waiting.pop()
                for asked in sorted(asks.get(asking, set()) - set(ways)):
                    ways[asked] = asking
                    waiting.append(asked)
            if name not in ways:
                continue
            cycle = [name, ways[name]]
            while cycle[-1] != name:
                cycle.append(ways[cycle[-1]])
            told.update(cycle)
            way = " -> ".join(reversed(cycle))
            message = f"the action '{name}' asks, in the end, for itself: {way}"
            advice = "let a phase ask again: 'play again' or 'go to'"
            self.problems.append(error("CR509", message, places[name], help=advice))

    def _following(self, action: str, do: n.Block | None) -> Iterable[n.Block]:
        """What an action does, and all that follows it, also by way of announced events."""
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
                        for effect in self.rules.effects.values()
                        if event in {word.text for word in effect.on}
                    ]

    def _within(self, block: n.Block | None, seen: set[str]) -> Iterable[n.Node]:
        """The nodes of a block and of the deeds that it performs."""
        if block is None:
            return
        for node in n.walk(block):
            yield node
            if isinstance(node, n.Perform) and isinstance(node.call, n.Name | n.Call):
                name = node.call.name
                if name in self.rules.definitions and name not in seen:
                    yield from self._within(self.rules.definitions[name].do, seen | {name})

    def _unreached(self) -> None:
        """Phases that no order of play, no `next` and no `go to` ever comes to."""
        phases = self.rules.phases
        names = list(phases)
        homes = {step.text: name for name, phase in phases.items() for step in phase.steps}
        reached: set[str] = set()
        waiting = names[:1]
        for block in self._blocks():
            waiting += [
                homes.get(node.phase, node.phase)
                for node in n.walk(block)
                if isinstance(node, n.GoTo)
            ]
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
                labels = (Label(passing.span, "the phase before goes on here"),)
            advice = f"write 'go to {name}' or 'next: {name}' somewhere, or remove it"
            self.problems.append(error("CR514", message, phases[name].span, *labels, help=advice))

    def _unused(self) -> None:
        checks: list[tuple[str, str, Iterable[r.Rule]]] = [
            ("define", "definition", self.rules.definitions.values()),
            ("variables", "variable", self.rules.variables.values()),
            ("melds", "meld", self.rules.melds.values()),
            ("zones", "zone", self.rules.zones.values()),
        ]
        for section, what, rules in checks:
            for rule in rules:
                if self._names[rule.name][0] != what:
                    continue  # another rule has the name, and that has been said
                if f"{section}.{rule.name}" not in self.used:
                    if f"changed.{rule.name}" in self.used and section == "variables":
                        if not rule.help:
                            message = f"the variable '{rule.name}' changes, but no rule reads it"
                            advice = "remove it, or say in 'help' what it tells the players"
                            self.problems.append(warning("CR515", message, rule.span, help=advice))
                        continue
                    message = f"the {what} '{rule.name}' is never used"
                    self.problems.append(
                        warning("CR510", message, rule.span, help="use it or remove it")
                    )
        for action in self.rules.actions.values():
            if not action.phases and f"actions.{action.name}" not in self.used:
                message = f"the action '{action.name}' belongs to no phase, so nobody can do it"
                self.problems.append(
                    warning("CR513", message, action.span, help="write 'phase: …'")
                )
        for name in self.rules.options:
            if f"options.{name}" not in self.used and self._names[name][0] == "option":
                message = f"the option '{name}' changes nothing: no rule reads it"
                place = self.rules.option_places[name]
                self.problems.append(warning("CR511", message, place, help="use it or remove it"))

    # ------------------------------------------------------------------------ options and numbers

    def _option(self, name: str, definition: Mapping) -> t.Const:
        value = self.given.get(name)
        choices = definition.get("choices")
        words: tuple[str, ...] = ()
        if isinstance(choices, Sequence):
            words = tuple(i.text for i in choices.items if isinstance(i, Scalar))
        kind = _text(definition, "type")
        if value is None:
            return t.Const(cards_module.NONE, type=ty.NOTHING)
        if kind == "choice":
            index = words.index(str(value)) if str(value) in words else 0
            return t.Const(index, type=Type("choice", choices=words))
        if isinstance(value, bool):
            return t.Const(value, type=ty.BOOLEAN)
        if isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if words:
                named = tuple(words.index(str(x)) for x in items if str(x) in words)
                return t.Const(named, type=ty.list_of(Type("choice", choices=words)))
            numbers = tuple(int(x) for x in items if isinstance(x, int))
            return t.Const(numbers, type=ty.list_of(ty.NUMBER))
        if not isinstance(value, int):  # the option's definition is wrong, which has been said
            return t.Const(0, type=ty.UNKNOWN)
        return t.Const(value, type=ty.NUMBER)

    def _static(self, node: n.Expr | None, want: Type) -> int | None:
        if node is None:
            return None
        before = len(self.problems)
        value = self.e.expr(node, Env(actor=False, static=True), want)
        if len(self.problems) > before or value.type == ty.UNKNOWN:
            return None
        if isinstance(value, t.Const) and isinstance(value.value, int):
            return int(value.value)
        message = "this must be known before play"
        advice = "only numbers and options may stand here"
        self.problems.append(error("CR424", message, node.span, help=advice))
        return None

    def _number(self, node: n.Expr | None, default: int, least: int) -> int:
        value = self._static(node, ty.NUMBER)
        if value is None:
            return default
        if value < least and node is not None:
            message = f"this is {value}, but it must be {least} or more"
            self.problems.append(error("CR425", message, node.span))
        return value

    # --------------------------------------------------------------------- deck, zones, variables

    def _pack(self) -> cards_module.Pack:
        deck = self.rules.deck
        ranks = tuple("T" if w.text == "10" else w.text for w in deck.ranks)
        for words, what in ((deck.ranks, "rank"), (deck.suits, "suit")):
            seen: dict[str, Span] = {}
            for word in words:
                key = "T" if word.text == "10" else word.text
                if key in seen:
                    label = Label(seen[key], "first here")
                    message = f"the {what} '{word.text}' is there twice"
                    self.problems.append(error("CR601", message, word.span, label))
                seen.setdefault(key, word.span)
        letters: dict[str, r.Word] = {}
        for word in deck.suits:
            letter = word.text[0].lower()
            if letter in letters and letters[letter].text != word.text:
                message = (
                    f"the suits '{letters[letter].text}' and '{word.text}' begin with one letter, "
                    "so that their cards could not be told apart"
                )
                self.problems.append(error("CR602", message, word.span))
            letters.setdefault(letter, word)
        jokers = self._number(deck.jokers, 0, 0)
        packs = self._number(deck.packs, 1, 1)
        if jokers > 32 or packs > 16:
            message = "a pack may hold at most 32 jokers and 16 packs of cards"
            many = deck.jokers if jokers > 32 else deck.packs
            place = many.span if many is not None else deck.span
            self.problems.append(error("CR603", message, place))
            jokers, packs = min(jokers, 32), min(packs, 16)
        names = {*ranks, *(("joker", cards_module.JOKER) if jokers else ())}
        values: dict[str, int] = {}
        for words, expression in deck.values:
            number = self._static(expression, ty.NUMBER) or 0
            for word in words:
                self._rank_word(word, names)
                text = cards_module.JOKER if word.text == "joker" else word.text
                values["T" if text == "10" else text] = number
        orders: dict[str, tuple[str, ...]] = {}
        for name, words in deck.orders:
            for word in words:
                self._rank_word(word, names)
            orders[name.text] = tuple(
                {"10": "T", "joker": cards_module.JOKER}.get(w.text, w.text) for w in words
            )
        suits = tuple(w.text for w in deck.suits)
        cards = {rank + suit[0].upper() for rank in ranks for suit in suits}
        without: set[str] = set()
        for words, condition in deck.without:
            for word in words:
                if word.text in names or word.text in cards:
                    continue
                nearest = suggest(word.text, sorted(cards)) if len(word.text) > 1 else None
                advice = f"did you mean '{nearest}'?" if nearest else None
                if advice is None:
                    advice = "the ranks are: " + " ".join(dict.fromkeys(ranks))
                message = f"there is no rank or card '{word.text}'"
                self.problems.append(error("CR604", message, word.span, help=advice))
            if condition is None or self._static(condition, ty.BOOLEAN):
                without |= {word.text for word in words}
        return cards_module.build(
            tuple(dict.fromkeys(ranks)),
            tuple(dict.fromkeys(suits)),
            jokers=jokers,
            packs=packs,
            values=values,
            without=frozenset(without),
            orders=orders,
        )

    def _rank_word(self, word: r.Word, names: set[str]) -> None:
        text = "T" if word.text == "10" else word.text
        if text not in names:
            nearest = suggest(word.text, sorted(names))
            advice = f"did you mean '{nearest}'?" if nearest else "the ranks are in 'deck.ranks'"
            message = f"the deck has no rank '{word.text}'"
            self.problems.append(error("CR404", message, word.span, help=advice))

    def _pack_zone(self) -> str:
        word = self.rules.deck.zone
        tables = [zone.name for zone in self.rules.zones.values() if not zone.each]
        if word is None:
            if tables:
                self.used.add(f"zones.{tables[0]}")
                return tables[0]
            message = "the cards need a zone of the table to start in"
            self.problems.append(error("CR605", message, self.rules.deck.span))
            return ""
        if word.text not in tables:
            self.e.unknown("CR605", "zone of the table", word.text, word.span, tables)
        self.used.add(f"zones.{word.text}")
        return word.text

    def _zone(self, zone: r.Zone) -> p.Zone:
        faces = "hidden"
        want = Type("choice", choices=FACES)
        before = len(self.problems)
        value = self.e.expr(zone.faces, Env(actor=False, static=True), want)
        if isinstance(value, t.Const) and value.type == want:
            faces = FACES[int(value.value)]  # type: ignore[arg-type]
        elif value.type != ty.UNKNOWN and len(self.problems) == before:
            message = "this must be known before play"
            advice = "only options may stand here"
            self.problems.append(error("CR424", message, zone.faces.span, help=advice))
        if faces == "owner" and not zone.each:
            message = f"the zone '{zone.name}' belongs to the table and has no owner"
            advice = "write 'each: player', or 'faces: hidden' or 'faces: shown'"
            self.problems.append(error("CR606", message, zone.faces.span, help=advice))
        if zone.piles and zone.each:
            message = f"the zone '{zone.name}' cannot be each player's and hold several piles"
            self.problems.append(error("CR608", message, zone.span, help="leave out one of them"))
        return p.Zone(zone.name, zone.each, faces, zone.ordered, zone.help, zone.piles)

    def _variable(self, variable: r.Variable) -> p.Variable:
        kind = ty.NAMED.get(variable.type.text)
        if kind is None:
            word = variable.type
            self.e.unknown("CR403", "type", word.text, word.span, ty.NAMED)
            kind = ty.UNKNOWN
        if variable.start is not None:
            start = self.e.expr(variable.start, Env(actor=False), kind)
        elif kind in (ty.CARDS, ty.NUMBER, ty.UNKNOWN):
            start = t.Const(0, type=kind, span=variable.span)
        elif kind == ty.BOOLEAN:
            start = t.Const(False, type=kind, span=variable.span)
        elif kind in (ty.PLAYERS, ty.PILE, ty.MELDS):
            start = t.Const((), type=kind, span=variable.span)
        else:
            start = t.Const(cards_module.NONE, type=kind, span=variable.span)
        return p.Variable(variable.name, kind, variable.each, start, variable.scope)

    def _meld(self, meld: r.Meld) -> p.Meld:
        least = most = 1
        if meld.size is not None:
            least = self._number(meld.size.least, 1, 1)
            whole = max(self.pack.size, 1)
            most = whole if meld.size.most is None else self._number(meld.size.most, 1, 1)
            if most < least:
                message = f"a meld of at least {least} and at most {most} cards cannot be"
                advice = f"write 'size: {most} to {least}'"
                self.problems.append(error("CR607", message, meld.size.span, help=advice))
        same = meld.same.text if meld.same is not None else None
        present = True
        if meld.when is not None:
            present = bool(self._static(meld.when, ty.BOOLEAN))
        for word in meld.by:
            if word.text not in self.pack.orders:
                self.e.unknown("CR403", "rank order", word.text, word.span, self.pack.orders)
        wild: list[int] = []
        for word in meld.wild:
            text = cards_module.JOKER if word.text == "joker" else word.text
            rank = self.pack.rank_index(text)
            if rank is None:
                self.e.unknown("CR404", "rank", word.text, word.span, self.pack.ranks)
            else:
                wild.append(rank)
        roles = "shrinking"
        if meld.roles is not None:
            want = Type("choice", choices=ROLES)
            value = self.e.expr(meld.roles, Env(actor=False, static=True), want)
            if isinstance(value, t.Const) and value.type == want:
                roles = ROLES[int(value.value)]  # type: ignore[arg-type]
        suits = len(self.pack.suits)
        least_suits, most_suits = 1, max(suits, 1)
        if meld.suits is not None:
            least_suits = self._number(meld.suits.least, 1, 1)
            if meld.suits.most is not None:
                most_suits = self._number(meld.suits.most, suits, 1)
        return p.Meld(
            meld.name,
            same,
            meld.consecutive is not None,
            least,
            most,
            present,
            orders=tuple(word.text for word in meld.by if word.text in self.pack.orders),
            around=meld.around is not None and bool(self._static(meld.around, ty.BOOLEAN)),
            wild=tuple(wild),
            most_wild=self._number(meld.most_wild, most, 0) if wild else 0,
            least_suits=least_suits,
            most_suits=most_suits,
            roles=roles,
        )

    # ------------------------------------------------------------------------ actions and effects

    def _effects(self) -> dict[str, list[tuple[r.Effect, p.Effect]]]:
        """The effects of each event, in the order in which they follow."""
        self.announced = announced = {
            node.event for block in self._blocks() for node in n.walk(block)
            if isinstance(node, n.Announce)
        }  # fmt: skip
        events: dict[str, list[r.Effect]] = {}
        for effect in self.rules.effects.values():
            for word in effect.on:
                if word.text not in self.rules.actions and word.text not in announced:
                    candidates = [*self.rules.actions, *announced]
                    self.e.unknown("CR403", "action or event", word.text, word.span, candidates)
                    continue
                events.setdefault(word.text, []).append(effect)
        for name in announced - set(events) - set(self.rules.actions):
            for block in self._blocks():
                for node in n.walk(block):
                    if isinstance(node, n.Announce) and node.event == name:
                        advice = f"write an effect with 'on: {name}'"
                        message = f"nothing follows the event '{name}'"
                        self.problems.append(warning("CR512", message, node.span, help=advice))
        placed = {event: self._in_order(event, effects) for event, effects in events.items()}
        typed: dict[str, p.Effect] = {}
        for effect in self.rules.effects.values():
            later = self._later(effect, placed)
            env = self._effect_env(effect, later)
            typed[effect.name] = p.Effect(
                effect.name,
                self.e.condition(effect.when, env),
                self.e.block(effect.do, env),
                effect.span,
            )
        return {
            event: [(effect, typed[effect.name]) for effect in effects]
            for event, effects in placed.items()
        }

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
            self.problems.append(error("CR403", message, word.span))
            return
        self.e.unknown("CR403", "effect", word.text, word.span, sorted(names - {effect.name}))

    def _later(self, effect: r.Effect, placed: dict[str, list[r.Effect]]) -> tuple[str, ...]:
        found: list[set[str]] = []
        for word in effect.on:
            names = [e.name for e in placed.get(word.text, [])]
            if effect.name in names:
                found.append(set(names[names.index(effect.name) + 1 :]))
        common = set[str].intersection(*found) if found else set[str]()
        return tuple(name for name in self.rules.effects if name in common)

    def _effect_env(self, effect: r.Effect, later: tuple[str, ...]) -> Env:
        """An effect sees what every action it follows has chosen or named."""
        env = Env(later=later)
        shared: dict[str, tuple[Type, Span]] | None = None
        acting = True
        for word in effect.on:
            action = self.rules.actions.get(word.text)
            bound = self._bound(action) if action is not None else {}
            acting = acting and action is not None
            if shared is None:
                shared = bound
            else:
                shared = {k: v for k, v in shared.items() if k in bound and bound[k][0] == v[0]}
        for name, (kind, span) in (shared or {}).items():
            env = env.bind(name, kind, span)
        return env

    def _bound(self, action: r.Action) -> dict[str, tuple[Type, Span]]:
        env = Env(pure=False)
        quiet = list(self.problems)
        for word, choice in action.choose:
            env = env.bind(word.text, self._parameter(word, choice, env).type, word.span)
        for statement in action.do.statements if action.do is not None else ():
            if isinstance(statement, n.Let):
                value = self.e.expr(statement.value, env)
                env = env.bind(statement.name, value.type, statement.span)
        self.problems = quiet
        return env.bindings

    def _action(
        self, action: r.Action, effects: dict[str, list[tuple[r.Effect, p.Effect]]]
    ) -> p.Action:
        env = Env()
        parameters: list[p.Parameter] = []
        for word, choice in action.choose:
            parameters.append(self._parameter(word, choice, env))
            kind = parameters[-1].type if self._new_choice(word, env) else ty.UNKNOWN
            env = env.bind(word.text, kind, word.span)
        when = self.e.condition(action.when, env)
        deeds = self.e.block(action.do, replace(env, later=()))
        return p.Action(
            action.name,
            action.help,
            tuple(parameters),
            when,
            deeds,
            tuple(typed for _, typed in effects.get(action.name, [])),
            action.span,
        )

    def _new_choice(self, word: r.Word, env: Env) -> bool:
        """Whether what an action chooses may be called so."""
        what, span = self._names.get(word.text, ("", word.span))
        if what in ("action", "phase", "meld"):
            label = Label(span, f"the {what} is here")
            message = f"'{word.text}' is already the name of {_article(what)}"
            advice = "choose another name"
            self.problems.append(error("CR416", message, word.span, label, help=advice))
            return False
        return self.e.new_name(word.text, word.span, env)

    def _parameter(self, word: r.Word, choice: n.Choice, env: Env) -> p.Parameter:
        kind = choice.kind
        empty = t.Const(0, type=ty.NUMBER, span=choice.span)
        want = {"card": None, "cards": None, "meld": ty.CARDS, "number": ty.NUMBER,
                "player": ty.PLAYERS, "suit": ty.list_of(ty.SUIT), "rank": ty.list_of(ty.RANK),
                "pile": None}[kind]  # fmt: skip
        if choice.source is None:
            table = self.pack.suits if kind == "suit" else self.pack.ranks
            indexes = tuple(i for i, name in enumerate(table) if name != cards_module.JOKER)
            source: t.Expr = t.Const(indexes, type=want or ty.UNKNOWN, span=choice.span)
        else:
            source = self.e.expr(choice.source, env, want)
            if kind in ("card", "cards") and source.type not in (ty.CARDS, ty.PILE, ty.UNKNOWN):
                message = f"cards are chosen from cards, but this is {source.type}"
                self.problems.append(error("CR405", message, choice.source.span))
            places = source.type.of
            if kind == "pile" and source.type != ty.UNKNOWN and (
                places is None or places.name != "place"
            ):  # fmt: skip
                message = f"a pile is chosen from a zone of piles, but this is {source.type}"
                self.problems.append(error("CR405", message, choice.source.span))
        last = self.e.expr(choice.last, env, ty.NUMBER) if choice.last is not None else None
        least = most = None
        if choice.amount is not None:
            least = self.e.expr(choice.amount.least, env, ty.NUMBER)
            if choice.amount.most is not None:
                most = self.e.expr(choice.amount.most, env, ty.NUMBER)
        for meld in choice.melds:
            if meld.name not in self.rules.melds:
                self.e.unknown("CR403", "meld", meld.name, meld.span, self.rules.melds)
            self.used.add(f"melds.{meld.name}")
        names = tuple(m.name for m in choice.melds if m.name in self.rules.melds)
        type_ = _PARAMETER[kind]
        if kind == "pile":
            type_ = source.type.of or ty.UNKNOWN
        return p.Parameter(word.text, kind, type_, source or empty, last, least, most, names)

    # ----------------------------------------------------------------------------------- phases

    def _phases(self) -> dict[str, p.Phase]:
        rules = self.rules
        where: dict[str, list[str]] = {}
        places: list[str] = []
        for phase in rules.phases.values():
            for step in phase.steps:
                if step.text in self._names:
                    other, span = self._names[step.text]
                    label = Label(span, f"the {other} is here")
                    message = f"'{step.text}' names both {_article(other)} and a step"
                    advice = "give one of them another name"
                    self.problems.append(error("CR422", message, step.span, label, help=advice))
            places += [s.text for s in phase.steps] or [phase.name]
        for action in rules.actions.values():
            for word in action.phases:
                if word.text in rules.phases and rules.phases[word.text].steps:
                    steps = ", ".join(s.text for s in rules.phases[word.text].steps)
                    message = f"the phase '{word.text}' has steps; say in which one this is done"
                    self.problems.append(
                        error("CR505", message, word.span, help=f"its steps are: {steps}")
                    )
                elif word.text not in places:
                    self.e.unknown("CR403", "phase", word.text, word.span, places)
                where.setdefault(word.text, []).append(action.name)
        result: dict[str, p.Phase] = {}
        nobody = Env(actor=False)
        for phase in rules.phases.values():
            steps = [s.text for s in phase.steps] or [phase.name]
            for step, word in zip(steps, phase.steps or [None], strict=False):
                if not where.get(step):
                    span = word.span if word is not None else phase.span
                    what = "step" if word is not None else "phase"
                    message = f"the {what} '{step}' has no action, so nobody could act in it"
                    advice = f"write 'phase: {step}' in an action"
                    self.problems.append(error("CR506", message, span, help=advice))
            scheme = phase.players
            if scheme is None:  # it could not be read, which has been said
                kind, players = "one", t.Const(0, type=ty.PLAYER)
            else:
                kind, players = scheme.kind, self._scheme(scheme, nobody)
            if phase.next is not None and phase.next.text not in rules.phases:
                word = phase.next
                self.e.unknown("CR403", "phase", word.text, word.span, rules.phases)
            result[phase.name] = p.Phase(
                phase.name,
                phase.help,
                kind,
                players,
                self.e.expr(scheme.among, nobody, ty.PLAYERS) if scheme and scheme.among else None,
                self.e.condition(phase.when, nobody),
                self.e.block(phase.before, nobody),
                self.e.condition(phase.until, nobody),
                self.e.block(phase.after, nobody),
                phase.next.text if phase.next is not None else None,
                tuple((step, tuple(where.get(step, ()))) for step in steps),
                phase.span,
            )
        return result

    def _scheme(self, scheme: n.Scheme, env: Env) -> t.Expr:
        dealer = t.Op("dealer", (), type=ty.PLAYER, span=scheme.span)
        eldest = t.Op("left", (dealer,), type=ty.PLAYER, span=scheme.span)
        if scheme.kind == "in turn":
            if scheme.players is None:
                return eldest
            return self.e.expr(scheme.players, env, ty.PLAYER)
        if scheme.kind == "one":
            assert scheme.players is not None
            return self.e.expr(scheme.players, env, ty.PLAYER)
        if scheme.players is None:
            return t.Op("players_from", (eldest,), type=ty.PLAYERS, span=scheme.span)
        value = self.e.expr(scheme.players, env)
        if value.type == ty.PLAYER:
            return t.Op("players_from", (value,), type=ty.PLAYERS, span=scheme.span)
        return self.e.coerce(value, ty.PLAYERS)


_PARAMETER = {"card": ty.CARD, "cards": ty.CARDS, "meld": ty.CARDS, "number": ty.NUMBER,
              "player": ty.PLAYER, "suit": ty.SUIT, "rank": ty.RANK,
              "pile": ty.UNKNOWN}  # fmt: skip


def _known_as(name: str, definition: Mapping) -> str:
    """The name by which effect text knows an option: its own, unless it says another."""
    return read_option(definition).known_as or name


_SECTIONS = {"option": "options", "zone": "zones", "variable": "variables", "meld": "melds",
             "definition": "define", "phase": "phases", "action": "actions"}  # fmt: skip


def _text(tree: Mapping, key: str) -> str:
    node = tree.get(key)
    return node.text.strip() if isinstance(node, Scalar) else ""


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
