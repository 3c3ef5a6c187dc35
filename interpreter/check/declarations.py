"""Checks the declarations of a ruleset: pack, zones, variables, melds, options, definitions."""

from __future__ import annotations

import re
from collections import abc
from dataclasses import replace
from typing import cast

from ..diagnostics import Fix, Label, Span, error, guess, slips, warning
from ..source.located import Mapping, Scalar, Sequence
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax import types as ty
from ..syntax.types import Type
from . import cards as cards_module
from . import ir
from . import program as p
from .context import Env
from .elaborate import Statements
from .expressions import Expressions
from .reports import Reports

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_RANKS = ("jack", "queen", "king", "knight")
_LETTERS = "23456789TJQKA"
_SEATS = ("opposite", "alternate", "together")
"""The usual suits and ranks that are words; a word that looks like one of them is reported."""

MOST_PILES = 100
"""The largest fixed number of piles in a zone."""
FACES = ("hidden", "shown", "owner", "others", "top", "turned")
ROLES = ("shrinking", "fixed", "free")


class Declarations:
    """Checks each declaration. The other texts of the ruleset are checked against the results."""

    def __init__(
        self, rules: r.Ruleset, options: dict[str, object], players: int, reports: Reports
    ) -> None:
        """Read the options, and nothing else yet.

        Args:
            rules: the ruleset as read.
            options: a value for every option.
            players: how many play.
            reports: takes the problems, and what is used.
        """
        self.rules = rules
        self.players = players
        self.given = options
        self._reports = reports
        self.columns: dict[str, int] = {}
        self.faces: dict[str, str] = {}
        self.options = {
            rules.spoken[name]: self._option(name, definition)
            for name, definition in rules.options.items()
        }
        self.option_names = {spoken: name for name, spoken in rules.spoken.items()}
        self.zones: dict[str, p.Zone] = {}
        self.variables: dict[str, p.Variable] = {}
        self.melds: dict[str, p.Meld] = {}
        self.rankings: dict[str, p.Ranking] = {}
        self.teams: p.Teams | None = None
        self._types: dict[str, Type | None] = {}
        self.definitions: dict[str, p.Definition] = {}
        self._open: list[str] = []
        self.pack = cards_module.build((), ())
        # Players at other tables are passed over like players who have left the deal.
        self.departures = rules.tables is not None or any(
            isinstance(node, n.Leave) for node in rules.statements
        )
        self.expressions = Expressions(self, self._reports)
        self.statements = Statements(self, self._reports, self.expressions)

    def read(self) -> None:
        """Read teams, zones, variables, melds and definitions."""
        rules = self.rules
        if rules.teams is not None:
            self.teams = self._teams(rules.teams)
            if self.teams.scope:
                start = ir.Const(self.teams.sides, type=ty.PLAYERS)
                scope = self.teams.scope
                self.variables["teams"] = p.Variable(
                    "teams", ty.PLAYERS, False, start, scope, internal=True
                )
        for name, zone in rules.zones.items():
            self.zones[name] = self._zone(zone)
        self.faces.update((name, zone.faces) for name, zone in self.zones.items())
        for name, variable in rules.variables.items():
            self.variables[name] = self._variable(variable)
        for name, meld in rules.melds.items():
            if not meld.parts:
                self.melds[name] = self._meld(meld)
        made = {name: self._made_of_parts(rules.melds[name])
                for name in rules.melds.keys() - self.melds.keys()}  # fmt: skip
        self.melds = {name: self.melds.get(name) or made[name] for name in rules.melds}
        for name, ranking in rules.rankings.items():
            self.rankings[name] = self._ranking(ranking)
        for name, definition in rules.definitions.items():
            self.definition_type(name, definition.span)

    def definition_type(self, name: str, span: Span) -> Type | None:
        """Return the type of a definition's value; None for a procedure."""
        if name in self._open:
            self._cycle([*self._open[self._open.index(name) :], name], span)
            self._types[name] = ty.UNKNOWN
            return ty.UNKNOWN
        if name in self._types:
            return self._types[name]
        definition = self.rules.definitions[name]
        self._open.append(name)
        env = Env(definition=name)
        parameters: list[tuple[str, Type]] = []
        for kind, word in definition.parameters:
            found = self.named_type(kind)
            new = self.statements.new_name(word.text, word.span, env)
            parameters.append((word.text, found))
            env = env.bind(word.text, found if new else ty.UNKNOWN, word.span)
        if definition.member:
            env = replace(env, members=((parameters[0][0], parameters[0][1]),))
        value = None
        if definition.is_ is not None:
            value = self.expressions.expr(definition.is_, env, definition.type)
        body: tuple[ir.Stmt, ...] = ()
        if definition.do is not None:
            self._types[name] = None
            body = self.statements.block(definition.do, env)
        self._open.pop()
        result = value.type if value is not None else None
        if value is None and definition.do is None:
            result = ty.UNKNOWN
        if self._types.get(name) != ty.UNKNOWN:
            self._types[name] = result
        if definition.shown:
            self._check_shown(definition, value, [kind for _, kind in parameters])
        self.definitions[name] = p.Definition(
            name, tuple(parameters), value, body, definition.span, definition.shown
        )
        return self._types[name]

    def _check_shown(
        self, definition: r.Definition, value: ir.Expr | None, parameters: list[Type]
    ) -> None:
        """Check whether a definition is a value that screens can show."""
        self._reports.used.add(f"define.{definition.name}")
        if definition.is_ is None and definition.do is None:
            return  # its text cannot be read
        if value is None or parameters not in ([], [ty.PLAYER]):
            message = f"screens cannot show '{definition.name}'"
            advice = "what is shown is a value, without parameters or with one player"
            self._reports.problem("CR406", message, definition.span, advice)

    def _cycle(self, names: list[str], span: Span) -> None:
        """Report definitions that need one another."""
        definitions = [self.rules.definitions[name] for name in names]
        called = [each.name for each in definitions]
        if any(each.span.end == each.span.start for each in definitions):
            # Some are parts of the section `tricks`; what no author wrote is left out.
            parts = [each for each in definitions if each.address.count(".")]
            called = [each.address.removeprefix("define.") for each in parts]
            called += called[:1] if called[-1] != called[0] else []
            texts = (each.is_ for each in parts if each.is_ is not None)
            span = next((text.span for text in texts), span)
        message = f"the definition '{called[0]}' needs itself: {' -> '.join(called)}"
        self._reports.problems.append(
            error("CR420", message, span, help="definitions do not recurse")
        )

    def named_type(self, word: r.Word) -> Type:
        """Return the type with a name, and report if there is none."""
        found = self.rules.types.get(word.text)
        if found is None:
            self._reports.unknown("CR403", "type", word.text, word.span, self.rules.types)
        self.uses_type(word.text)
        return found or ty.UNKNOWN

    def uses_type(self, name: str) -> None:
        """Note that the variable or ranking is used whose values have a type."""
        for section, names in (
            ("variables", self.rules.variables),
            ("rankings", self.rules.rankings),
        ):
            if name in names:
                self._reports.used.add(f"{section}.{name}")

    def variable_type(self, name: str) -> Type:
        """Return the type of a variable; of one with several entries that of a list."""
        variable = self.rules.variables[name]
        kind = self.rules.type_of(name if variable.choices else variable.type.text)
        if variable.columns is not None:
            return ty.list_of(ty.NUMBER)
        if variable.index is None:
            return kind
        index = self.index_type(name)
        if index == ty.UNKNOWN:
            return ty.UNKNOWN
        return ty.by(self.pack.names(index), kind)

    def index_type(self, name: str) -> Type:
        """Return the type of what a variable has an entry for each of: suits, ranks or choices."""
        word = self.rules.variables[name].index
        assert word is not None
        kind = self.rules.type_of(word.text)
        listed = kind.name == "choice" or word.text in ("suit", "rank")
        return kind if listed else ty.UNKNOWN

    def constant(self, name: str) -> ir.Const | None:
        """Return the value of a definition that depends only on options."""
        definition = self.definitions.get(name)
        value = definition.value if definition is not None else None
        return value if isinstance(value, ir.Const) else None

    def _option(self, name: str, definition: Mapping) -> ir.Const:
        value = self.given.get(name)
        choices = definition.get("choices")
        words: tuple[str, ...] = ()
        if isinstance(choices, Sequence):
            words = tuple(i.text for i in choices.items if isinstance(i, Scalar))
        kind = text_of(definition, "type")
        if value is None:
            return ir.Const(cards_module.NONE, type=ty.NOTHING)
        if kind == "choice":
            index = words.index(str(value)) if str(value) in words else 0
            return ir.Const(index, type=Type("choice", choices=words))
        if isinstance(value, bool):
            return ir.Const(value, type=ty.BOOLEAN)
        if isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if words:
                named = tuple(words.index(str(x)) for x in items if str(x) in words)
                return ir.Const(named, type=ty.list_of(Type("choice", choices=words)))
            numbers = tuple(int(x) for x in items if isinstance(x, int))
            return ir.Const(numbers, type=ty.list_of(ty.NUMBER))
        if not isinstance(value, int):  # the option's definition is wrong, which has been reported
            return ir.Const(0, type=ty.UNKNOWN)
        return ir.Const(value, type=ty.NUMBER)

    def static(self, node: n.Expr | None, want: Type) -> int | None:
        """Return a value that depends only on options; None if it is missing or wrong."""
        if node is None:
            return None
        before = len(self._reports.problems)
        value = self.expressions.expr(node, Env(actor=False, static=True), want)
        if len(self._reports.problems) > before or value.type == ty.UNKNOWN:
            return None
        if isinstance(value, ir.Const) and isinstance(value.value, int):
            return int(value.value)
        message = "this must be known before play"
        advice = "only numbers and options may stand here"
        self._reports.problems.append(error("CR424", message, node.span, help=advice))
        return None

    def number(self, node: n.Expr | None, default: int, least: int) -> int:
        """Return a number that depends only on options, and report one that is out of range."""
        value = self.static(node, ty.NUMBER)
        if value is None:
            return default
        if value < least and node is not None:
            message = f"this is {value}, but it must be {least} or more"
            match node:
                case n.Arithmetic("-", n.Number(first), n.Number(last)):
                    advice = f"write '{first} to {last}' for all from {first} to {last}"
                case _:
                    advice = None
            self._reports.problems.append(error("CR425", message, node.span, help=advice))
        return value

    def read_pack(self) -> None:
        """Read the deck, whose ranks and suits all other texts may use."""
        deck = self.rules.deck
        for suit in deck.suits:
            self._once(suit.ranks, "rank")
        self._once(deck.ranks, "rank")
        self._once(deck.suits, "suit")
        self._letters()
        self._nearly_usual(deck.suits, _SUITS, "suit")
        self._nearly_usual(deck.ranks, _RANKS, "rank")
        jokers = self._count(deck.jokers, 0, 0, 32)
        packs = self._count(deck.packs, 1, 1, 16)
        named = {word.text: self._count(number, 1, 0, 32) for word, number in deck.cards}
        if deck.jokers is not None:
            named[cards_module.JOKER] = jokers
        faces = self._faces(tuple(named))
        self._apart(faces)
        usual = [
            named[text] if rank >= faces.ranked else packs
            for rank, text in zip(faces.rank, faces.text, strict=True)
        ]
        copies = self._assigned(faces, deck.copies, usual, lambda e: self._count(e, 1, 0, 32))
        without = [
            (words, expression)
            for words, expression in deck.without
            if expression is None or self.static(expression, ty.BOOLEAN)
        ]
        for words, _ in deck.without:
            self._known(faces, words)
        copies = self._assigned(faces, tuple(without), copies, lambda _: 0, known=True)

        def number(expression: n.Expr | None) -> int:
            return self.static(expression, ty.NUMBER) or 0

        self.pack = cards_module.pack_of(
            faces,
            copies,
            self._assigned(faces, deck.values, cards_module.usual_values(faces), number),
            {
                name.text: [word.text for word in words if self._is_rank(word, faces.ranks)]
                for name, words in deck.orders
            },
            {
                name: self._assigned(faces, attribute.numbers, [0] * len(faces.rank), number)
                for name, attribute in deck.attributes.items()
            },
        )
        if not self.pack.size:
            message = "the deck has no cards"
            advice = "write the 'ranks' of the deck, and its 'suits' if it has some"
            self._reports.problems.append(error("CR611", message, deck.span, help=advice))
            self.pack = cards_module.build(("A",), ())

    def _once(self, words: tuple[r.Word, ...], what: str) -> None:
        """Report a rank or suit that is listed twice."""
        seen: dict[str, Span] = {}
        for word in words:
            key = cards_module.spelt(word.text)
            if key in seen:
                label = Label(seen[key], "first here")
                message = f"the {what} '{word.text}' is there twice"
                self._reports.problems.append(error("CR601", message, word.span, label))
            seen.setdefault(key, word.span)

    def _letters(self) -> None:
        """Report suits whose cards could not be told apart."""
        letters: dict[str, r.Word] = {}
        for word in self.rules.deck.suits:
            letter = word.text[0].lower()
            if letter in letters and letters[letter].text != word.text:
                message = (
                    f"the suits '{letters[letter].text}' and '{word.text}' begin with one letter, "
                    "so that their cards could not be told apart"
                )
                self._reports.problems.append(error("CR602", message, word.span))
            letters.setdefault(letter, word)

    def _count(self, node: n.Expr | None, default: int, least: int, most: int) -> int:
        """Return a number of cards, and report one that is out of range."""
        value = self.number(node, default, least)
        if value > most and node is not None:
            message = "a pack may hold at most 32 copies of a card and 16 packs of cards"
            self._reports.problems.append(error("CR603", message, node.span))
        return max(least, min(value, most))

    def _faces(self, named: tuple[str, ...]) -> cards_module.Faces:
        """Return what a card can be, and report ranks that no order can contain."""
        deck = self.rules.deck
        ranks = _each_once(deck.ranks)
        own: dict[str, tuple[str, ...]] = {}
        colours: dict[str, str] = {}
        for suit in deck.suits:
            if suit.ranks:
                own[suit.text] = _each_once(suit.ranks)
            elif not ranks:
                message = f"the suit '{suit.text}' has no ranks"
                advice = "write 'ranks' at the suit, or for all suits at the deck"
                self._reports.problems.append(error("CR611", message, suit.span, help=advice))
            if suit.colour is not None and suit.colour.text not in cards_module.COLOURS:
                self._reports.unknown(
                    "CR403", "colour", suit.colour.text, suit.colour.span, cards_module.COLOURS
                )
            elif suit.colour is not None:
                colours[suit.text] = suit.colour.text
        suits = tuple(dict.fromkeys(word.text for word in deck.suits))
        for index, suit in enumerate(deck.suits):
            lines = [ranks, *(own.get(name, ranks) for name in suits[: index + 1])]
            if cards_module.merged(lines) is None:
                message = f"the ranks of '{suit.text}' contradict the order of the others"
                advice = "list them in one order; 'deck.orders' can name another one"
                place = suit.ranks[0].span if suit.ranks else suit.span
                self._reports.problems.append(error("CR612", message, place, help=advice))
                own.pop(suit.text, None)
        return cards_module.faces(ranks, suits, own=own, colours=colours, named=named)

    def _apart(self, faces: cards_module.Faces) -> None:
        """Report names of cards that name something else, too."""
        deck = self.rules.deck
        places = {cards_module.spelt(word.text): word for word in (*deck.ranks, *deck.suits)}
        texts = [cards_module.spelt(text) for text in faces.text]
        for word, _ in deck.cards:
            key = cards_module.spelt(word.text)
            other = places.get(key)
            if other is not None or texts.count(key) > 1:
                labels = [Label(other.span, "first here")] if other is not None else []
                message = f"'{word.text}' names two things in the deck"
                self._reports.problems.append(error("CR601", message, word.span, *labels))
            places.setdefault(key, word)

    def _assigned(
        self,
        faces: cards_module.Faces,
        entries: r.Assigned,
        default: abc.Sequence[int],
        read: abc.Callable[[n.Expr | None], int],
        *,
        known: bool = False,
    ) -> list[int]:
        """Return what each face is given by entries for ranks, suits and cards."""
        given: dict[str, int] = {}
        for words, expression in entries:
            number = read(expression)
            for word in words if known else self._known(faces, words):
                given.pop(word.text, None)
                given[word.text] = number
        return faces.assigned(given, default)

    def _known(self, faces: cards_module.Faces, words: tuple[r.Word, ...]) -> list[r.Word]:
        """Return the words that mean cards of the deck, and report the others."""
        known: list[r.Word] = []
        for word in words:
            if faces.meant(word.text) or word.text in faces.suits:
                known.append(word)
                continue
            names = [*faces.suits, *faces.ranks, *dict.fromkeys(faces.text)]
            nearest = guess(word.text, names) if len(word.text) > 1 else None
            advice = f"did you mean '{nearest.word}'?" if nearest else None
            if advice is None:
                advice = "the ranks are: " + " ".join(faces.ranks)
            message = f"the deck has no rank, suit or card '{word.text}'"
            fix = nearest.fix(word.span) if nearest else None
            self._reports.problems.append(error("CR604", message, word.span, help=advice, fix=fix))
        return known

    def _nearly_usual(self, words: tuple[r.Word, ...], usual: tuple[str, ...], what: str) -> None:
        """Report suits or ranks that look like misspelt usual ones, or like several of them."""
        named = {word.text for word in words}
        for word in words:
            several = re.fullmatch(r"(\w+)-(\w+)", word.text)
            if several is not None:
                better = f"{several[1]} to {several[2]}"
                message = f"the {what} '{word.text}' looks like several"
                advice = f"write '{better}' for all from one to the other"
                fix = Fix(word.span, better)
                self._reports.problems.append(
                    warning("CR609", message, word.span, help=advice, fix=fix)
                )
            doubled = tuple(letter for letter in _LETTERS if word.text == 2 * letter)
            for other in (*usual, *(doubled if what == "rank" else ())):
                initial = what == "suit" and word.text.lower() == other[0]
                far = slips(word.text, other) > 2 and not initial
                if word.text in usual or other in named or far:
                    continue
                message = f"the {what} '{word.text}' looks like '{other}'"
                message += ", shortened" if initial else ", misspelt"
                advice = f"write '{other}', or give a new {what} a name that is less like it"
                fix = Fix(word.span, other)
                self._reports.problems.append(
                    warning("CR609", message, word.span, help=advice, fix=fix)
                )

    def _is_rank(self, word: r.Word, ranks: tuple[str, ...]) -> bool:
        """Return whether a word is a rank, and report one that is not."""
        if cards_module.rank_index(ranks, word.text) is not None:
            return True
        near = guess(word.text, sorted(ranks))
        advice = f"did you mean '{near.word}'?" if near else "the ranks are in 'deck.ranks'"
        message = f"the deck has no rank '{word.text}'"
        fix = near.fix(word.span) if near else None
        self._reports.problems.append(error("CR404", message, word.span, help=advice, fix=fix))
        return False

    def pack_zone(self) -> str:
        """Return the zone where the pack lies when a deal begins."""
        word = self.rules.deck.zone
        tables = [zone.name for zone in self.rules.zones.values() if not zone.each]
        if word is None:
            if tables:
                self._reports.used.add(f"zones.{tables[0]}")
                return tables[0]
            message = "the cards need a zone of the table to start in"
            self._reports.problems.append(error("CR605", message, self.rules.deck.span))
            return ""
        if word.text not in tables:
            self._reports.unknown("CR605", "zone of the table", word.text, word.span, tables)
        self._reports.used.add(f"zones.{word.text}")
        return word.text

    def _zone(self, zone: r.Zone) -> p.Zone:
        self._reports.used.add(f"variables.{r.FACE_UP}")  # no author declares it
        faces = "shown"  # if it is wrong: so what the rules do with the cards is not reported too
        want = Type("choice", choices=FACES)
        before = len(self._reports.problems)
        value = self.expressions.expr(zone.faces, Env(actor=False, static=True), want)
        if isinstance(value, ir.Const) and value.type == want:
            faces = FACES[int(value.value)]  # type: ignore[arg-type]
        elif value.type != ty.UNKNOWN and len(self._reports.problems) == before:
            message = "this must be known before play"
            advice = "only options may stand here"
            self._reports.problems.append(error("CR424", message, zone.faces.span, help=advice))
        if faces in ("owner", "others") and not zone.each:
            message = f"the zone '{zone.name}' belongs to the table and has no owner"
            advice = "write 'each: player', or 'faces: hidden' or 'faces: shown'"
            self._reports.problems.append(error("CR606", message, zone.faces.span, help=advice))
        if zone.piles and zone.each and zone.fixed is None:
            message = (
                f"the zone '{zone.name}' is each player's, so the number of its piles is fixed"
            )
            self._reports.problems.append(
                error("CR608", message, zone.span, help="write the number: 'piles: 4'")
            )
        fixed = self.number(zone.fixed, 0, 1)
        if fixed > MOST_PILES:
            message = f"this is {fixed}, but a zone holds at most {MOST_PILES} piles for each owner"
            self._reports.problems.append(error("CR425", message, zone.span))
            fixed = MOST_PILES
        if zone.team:
            self._need_teams(zone)
        if zone.team and self.rules.tables is not None:
            message = f"a team sits at several tables, so it cannot have the zone '{zone.name}'"
            advice = "write 'each: player'"
            self._reports.problems.append(error("CR608", message, zone.span, help=advice))
        if zone.team and zone.piles and self.teams is not None and self.teams.scope:
            message = f"teams that change cannot have the piles of '{zone.name}'"
            self._reports.problem("CR608", message, zone.span, "leave out one of them")
        if zone.team and faces == "owner" and self.teams is not None and self.teams.scope:
            message = f"the teams change, so it is not fixed who sees the zone '{zone.name}'"
            advice = "write 'faces: hidden' or 'faces: shown', or 'each: player'"
            self._reports.problems.append(error("CR606", message, zone.faces.span, help=advice))
        return p.Zone(
            zone.name,
            zone.each,
            faces,
            zone.ordered,
            zone.help,
            zone.piles,
            zone.sorted,
            fixed,
            zone.team,
            drawn=zone.drawn or self._drawn(zone),
        )

    def _drawn(self, zone: r.Zone) -> str:
        """Return what screens show of a zone that does not say it."""
        tricks = self.rules.tricks
        return "number" if tricks is not None and tricks.won.text == zone.name else "cards"

    def _need_teams(self, rule: r.Zone | r.Variable) -> None:
        if self.rules.teams is None:
            message = f"'{rule.name}' is there for each team, but the ruleset has no teams"
            advice = "declare them: 'teams: {seats: opposite}'"
            self._reports.problem("CR430", message, rule.span, advice)

    def _teams(self, teams: r.Teams) -> p.Teams:
        """Return the sides with which a match or deal begins."""
        alone = tuple(range(self.players))
        if teams.seats is None and not teams.scope:
            message = "this does not say who is on which side"
            advice = "write 'seats: opposite', or 'scope: deal' for sides that are made in a deal"
            self._reports.problem("CR620", message, teams.span, advice)
        if isinstance(teams.seats, r.Word) and teams.seats.text not in _SEATS:
            word = teams.seats
            self._reports.unknown("CR620", "order of seats", word.text, word.span, _SEATS)
        if teams.when is not None and not self.static(teams.when, ty.BOOLEAN):
            return p.Teams(alone, teams.scope)
        sides = alone
        match teams.seats:
            case None:
                pass
            case r.Word(text="together"):
                sides = (0,) * self.players
            case r.Word(text="opposite" | "alternate" as order) if not self.players % 2:
                apart = self.players // 2 if order == "opposite" else 2
                sides = tuple(seat % apart for seat in alone)
            case r.Word(text="opposite" | "alternate", span=span):
                message = f"{self.players} players cannot be divided into equal teams"
                advice = "write with 'when' for which numbers of players there are teams"
                self._reports.problem("CR620", message, span, advice)
            case r.Word():
                pass  # it was reported
            case groups:
                sides = self._grouped(groups)
        return p.Teams(sides, teams.scope)

    def _grouped(self, groups: tuple[tuple[r.Word, ...], ...]) -> tuple[int, ...]:
        """Return the sides that lists of seats name; all other players are alone."""
        side_of: dict[int, int] = {}
        for index, group in enumerate(groups):
            for word in group:
                if not word.text.isdigit() or int(word.text) >= self.players:
                    message = f"there is no seat {word.text} among {self.players} players"
                    advice = "seats are counted from 0; 'when' says with how many players they hold"
                    self._reports.problem("CR620", message, word.span, advice)
                elif int(word.text) in side_of:
                    message = f"seat {word.text} is already on a side"
                    self._reports.problem("CR620", message, word.span)
                else:
                    side_of[int(word.text)] = index
        return tuple(
            min(
                (other for other, side in side_of.items() if side == side_of.get(seat)),
                default=seat,
            )
            for seat in range(self.players)
        )

    def _variable(self, variable: r.Variable) -> p.Variable:
        kind = self._variable_type(variable)
        if variable.start is not None:
            start = self.expressions.expr(variable.start, Env(actor=False), kind)
        elif kind in (ty.CARDS, ty.NUMBER, ty.UNKNOWN):
            start = ir.Const(0, type=kind, span=variable.span)
        elif kind == ty.BOOLEAN:
            start = ir.Const(False, type=kind, span=variable.span)
        elif kind in (ty.PLAYERS, ty.PILE, ty.MELDS):
            start = ir.Const((), type=kind, span=variable.span)
        else:
            start = ir.Const(cards_module.NONE, type=kind, span=variable.span)
        columns = 0
        if variable.columns is not None:
            columns = self.columns[variable.name] = self.number(variable.columns, 1, 1)
            if kind not in (ty.NUMBER, ty.UNKNOWN):
                message = f"columns hold numbers, but this variable holds {kind}"
                advice = "leave 'type' or 'columns' out"
                self._reports.problems.append(
                    error("CR405", message, variable.type.span, help=advice)
                )
        if variable.index is not None:
            self._index(variable, variable.index)
        several = self.variable_type(variable.name)
        if columns or (several.choices and several.of):
            entries = columns or len(several.choices)
            start = ir.Op("list", (start,) * entries, type=several, span=start.span)
            kind = several
        if variable.team:
            self._need_teams(variable)
        if variable.team and variable.scope == "match" and self._fleeting:
            message = f"'{variable.name}' lasts for the match, but the teams only for a deal"
            advice = "write 'each: player', or 'scope: match' at 'teams'"
            self._reports.problem("CR620", message, variable.span, advice)
        return p.Variable(
            variable.name,
            kind,
            variable.each,
            start,
            variable.scope,
            variable.internal,
            columns,
            variable.team,
        )

    @property
    def _fleeting(self) -> bool:
        return self.teams is not None and self.teams.scope == "deal"

    def _variable_type(self, variable: r.Variable) -> Type:
        """Return the type of a variable's value, or of one entry of it."""
        word, choices = variable.type, variable.choices
        if word.text == "choice" and choices:
            for choice in choices:
                if choice.text in ("none", "nobody"):
                    message = f"'{choice.text}' cannot be a choice"
                    advice = "a variable is 'none' anyway until it gets a value"
                    self._reports.problem("CR423", message, choice.span, advice)
            return self.rules.types[variable.name]
        if word.text == "choice" or choices:
            message = "the type 'choice' and the list 'choices' belong together"
            advice = "write 'type: choice' and, for example, 'choices: [low, middle, high]'"
            place = choices[0].span if choices else word.span
            if slips(word.text, "choice") == 1:
                advice, place = "did you mean 'choice'?", word.span
            self._reports.problem("CR403", message, place, advice)
            return ty.UNKNOWN
        return self.named_type(word)

    def _index(self, variable: r.Variable, word: r.Word) -> None:
        """Check what a variable has an entry for each of."""
        if self.index_type(variable.name) == ty.UNKNOWN:
            known = [name for name in self.rules.types if name not in ty.NAMED]
            candidates = ["player", "suit", "rank", *known]
            if self.rules.teams is not None:
                candidates.append("team")
            self._reports.unknown("CR403", "list of choices", word.text, word.span, candidates)
        self.uses_type(word.text)
        if variable.columns is not None:
            message = "a variable has either columns or an entry for each suit, rank or choice"
            self._reports.problem("CR405", message, word.span, "leave 'each' or 'columns' out")

    def _meld(self, meld: r.Meld) -> p.Meld:
        least = most = 1
        if meld.size is not None:
            least = self.number(meld.size.least, 1, 1)
            whole = max(self.pack.size, 1)
            most = whole if meld.size.most is None else self.number(meld.size.most, 1, 1)
            if most < least:
                message = f"a meld of at least {least} and at most {most} cards cannot be"
                advice = f"write 'size: {most} to {least}'"
                self._reports.problems.append(error("CR607", message, meld.size.span, help=advice))
        same = meld.same.text if meld.same is not None else None
        present = True
        if meld.when is not None:
            present = bool(self.static(meld.when, ty.BOOLEAN))
        for word in meld.by:
            if word.text not in self.pack.orders:
                self._reports.unknown("CR403", "rank order", word.text, word.span, self.pack.orders)
        wild, ranks = self._ranks(meld.wild), self._ranks(meld.ranks)
        roles = "shrinking"
        if meld.roles is not None:
            want = Type("choice", choices=ROLES)
            value = self.expressions.expr(meld.roles, Env(actor=False, static=True), want)
            if isinstance(value, ir.Const) and value.type == want:
                roles = ROLES[int(value.value)]  # type: ignore[arg-type]
        suits = len(self.pack.suits)
        least_suits, most_suits = 1, max(suits, 1)
        if meld.suits is not None:
            least_suits = self.number(meld.suits.least, 1, 1)
            if meld.suits.most is not None:
                most_suits = self.number(meld.suits.most, suits, 1)
        return p.Meld(
            meld.name,
            same,
            meld.consecutive is not None,
            least,
            most,
            present,
            orders=tuple(word.text for word in meld.by if word.text in self.pack.orders),
            around=meld.around is not None and bool(self.static(meld.around, ty.BOOLEAN)),
            wild=wild,
            most_wild=self.number(meld.most_wild, most, 0) if wild else 0,
            least_suits=least_suits,
            most_suits=most_suits,
            roles=roles,
            each=self._each(meld),
            ranks=ranks,
            least_natural=self.number(meld.least_natural, 1, 1),
        )

    def _ranks(self, words: tuple[r.Word, ...]) -> tuple[int, ...]:
        """Return the ranks that words name, as indexes."""
        found: list[int] = []
        for word in words:
            rank = self.pack.rank_index(word.text)
            if rank is None:
                self._reports.unknown("CR404", "rank", word.text, word.span, self.pack.ranks)
            else:
                found.append(rank)
        return tuple(found)

    def _each(self, meld: r.Meld) -> int:
        """Return how many cards a run has of each rank."""
        each = self.number(meld.each, 1, 1)
        plain = meld.same is None and meld.suits is None and not (meld.wild or meld.ranks)
        if meld.each is not None and (meld.consecutive is None or not plain):
            message = "only a plain run has several cards of 'each' rank"
            advice = "write 'consecutive: rank' beside it, not 'same', 'ranks', 'suits' or 'wild'"
            self._reports.problems.append(error("CR610", message, meld.each.span, help=advice))
            return 1
        return each

    def _made_of_parts(self, meld: r.Meld) -> p.Meld:
        """Return a meld that is made of others."""
        parts: list[p.Meld] = []
        for word in meld.parts:
            self._reports.used.add(f"melds.{word.text}")
            if word.text in self.melds:
                parts.append(self.melds[word.text])
            elif word.text in self.rules.melds:
                message = f"'{word.text}' has parts itself, so it cannot be a part"
                advice = "name the parts of both in one list"
                self._reports.problems.append(error("CR610", message, word.span, help=advice))
            else:
                self._reports.unknown("CR403", "meld", word.text, word.span, self.melds)
        given = (meld.same, meld.consecutive, meld.size, meld.around, meld.most_wild, meld.suits,
                 meld.roles, meld.each, meld.least_natural, *meld.by, *meld.wild,
                 *meld.ranks)  # fmt: skip
        for other in given:
            if other is not None:
                message = "a meld of 'parts' is what its parts are, and has no pattern of its own"
                self._reports.problems.append(
                    error("CR610", message, other.span, help="say it of one of the parts")
                )
        present = meld.when is None or bool(self.static(meld.when, ty.BOOLEAN))
        whole = max(self.pack.size, 1)
        return p.Meld(
            meld.name,
            None,
            False,
            sum(part.least for part in parts),
            min(sum(part.most for part in parts), whole),
            present and bool(parts) and all(part.present for part in parts),
            parts=tuple(parts),
        )

    def _ranking(self, ranking: r.Ranking) -> p.Ranking:
        levels: list[tuple[p.Meld, ...]] = []
        for words in ranking.patterns:
            for word in words:
                self._reports.used.add(f"melds.{word.text}")
                if word.text not in self.melds:
                    self._reports.unknown("CR403", "meld", word.text, word.span, self.melds)
            melds = (self.melds.get(word.text) for word in words)
            level = tuple(meld for meld in melds if meld is not None and meld.present)
            if level:
                levels.append(level)
        order = ranking.by
        if order is not None and order.text not in self.pack.orders:
            self._reports.unknown("CR403", "rank order", order.text, order.span, self.pack.orders)
            order = None
        if ranking.name in self.pack.orders:
            message = f"'{ranking.name}' names both a rank order and a ranking"
            advice = "give one of them another name"
            self._reports.problems.append(error("CR422", message, ranking.span, help=advice))
        return p.Ranking(
            ranking.name,
            tuple(levels),
            self.number(ranking.best, 0, 1),
            order.text if order is not None else None,
            ranking.suits is not None and bool(self.static(ranking.suits, ty.BOOLEAN)),
        )


def _each_once(words: tuple[r.Word, ...]) -> tuple[str, ...]:
    """Return the ranks of a list without repetitions, which have been reported."""
    seen: dict[str, str] = {}
    for word in words:
        seen.setdefault(cards_module.spelt(word.text), word.text)
    return tuple(seen.values())


def text_of(tree: Mapping, key: str) -> str:
    """Return the text at a key; empty if there is none."""
    node = tree.get(key)
    return node.text.strip() if isinstance(node, Scalar) else ""


def article(word: str) -> str:
    """Return a word with its article.

    >>> article("option"), article("zone")
    ('an option', 'a zone')
    """
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
