"""Checks the declarations of a ruleset: its options, teams, zones, variables and definitions.

`deck.py` checks the deck, `melds.py` melds and rankings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ..diagnostics import Fix, Guess, Span, error, slips
from ..program import cards, ir
from ..program import program as p
from ..source.located import Mapping, Scalar, Sequence
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax import types as ty
from ..syntax.types import Type
from .constants import Constants
from .context import Env
from .deck import Deck
from .elaborate import Statements
from .expressions import Expressions
from .folding import empty
from .melds import Melds
from .reports import Reports
from .watching import Watch

MOST_PILES = 100
"""The largest fixed number of piles in a zone."""

MOST_COLUMNS = 1_000
"""The most columns of a variable."""

_OF_A_PILE = ("number", "boolean", "choice", "player", "suit", "rank", "colour")
"""The types of what a variable can keep for each pile."""

MOST_PLACES = 10_000
"""The most piles of all zones together, and hands: those of each player count."""

MOST_VALUES = 100_000
"""The most values of all variables together: each column of each player counts."""

_GRID = ("columns", "homes")  # places that a patience fills with piles
_SEATS = ("opposite", "alternate", "together")
DIRECTIONS = ("clockwise", "counterclockwise")
FACES = ("hidden", "shown", "owner", "others", "top", "turned")


class Declarations:
    """Checks each declaration. The other texts of the ruleset are checked against the results."""

    def __init__(
        self,
        rules: r.Ruleset,
        options: dict[str, object],
        players: int,
        reports: Reports,
        watch: Watch | None = None,
    ) -> None:
        """Read the options, and nothing else yet.

        Args:
            rules: the ruleset as read.
            options: a value for every option.
            players: how many play.
            reports: takes the problems, and what is used.
            watch: what looks on, if an editor asks about a place.
        """
        self.rules = rules
        self.players = players
        self.given = options
        self._reports = reports
        self.columns: dict[str, int] = {}
        self.faces: dict[str, str] = {}
        self.options = {
            rules.spoken[name]: self._option(name, definition) for name, definition in rules.options.items()
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
        self.pack = cards.build((), ())
        self.counterclockwise = False
        # Players at other tables are passed over like players who have left the deal.
        self.departures = rules.tables is not None or any(isinstance(node, n.Leave) for node in rules.statements)
        self.tells = any(isinstance(node, n.Tell) for node in rules.statements)
        self.repeats = any(isinstance(node, n.Shuffle) and node.again for node in rules.statements)
        self.expressions = Expressions(self, self._reports, watch)
        self.statements = Statements(self, self._reports, self.expressions)
        self.constants = Constants(self.expressions, self._reports)

    def read_deck(self) -> None:
        """Read the deck, whose ranks and suits all other texts may use."""
        self.pack = Deck(self.rules.deck, self.constants, self._reports).pack()
        self.counterclockwise = self._direction(self.rules.deal.direction) == "counterclockwise"

    def _direction(self, node: n.Expr | None) -> str:
        """Return in which direction a deal goes."""
        match node:
            case n.Arithmetic("-", n.Name("counter" | "anti"), n.Name("clockwise")):
                fix = Fix(node.span, "counterclockwise")
                message = "this is a difference of two names"
                self._reports.problem("CR415", message, node.span, "write 'counterclockwise'", fix)
                return "clockwise"
            case _:
                return self.constants.word(node, DIRECTIONS, "clockwise")

    def read(self) -> None:
        """Read teams, zones, variables, melds and definitions."""
        rules = self.rules
        if rules.teams is not None:
            self.teams = self._teams(rules.teams)
            if self.teams.scope:
                start = ir.Const(self.teams.sides, type=ty.PLAYERS)
                scope = self.teams.scope
                self.variables["teams"] = p.Variable("teams", ty.PLAYERS, False, start, scope, internal=True)
        for name, zone in rules.zones.items():
            self.zones[name] = self._zone(zone)
        self.faces.update((name, zone.faces) for name, zone in self.zones.items())
        for name, variable in rules.variables.items():
            self.variables[name] = self._variable(variable)
        self._bound()
        melds = Melds(rules, self.pack, self.constants, self._reports)
        self.melds = melds.all()
        self.rankings.update((name, melds.ranking(each)) for name, each in rules.rankings.items())
        for name, definition in rules.definitions.items():
            self.definition_type(name, definition.span)

    def _bound(self) -> None:
        """Report the zone and the variable with which a position becomes too large."""
        places = values = 0
        for name, zone in self.zones.items():
            places += max(zone.fixed, 1) * (self.players if zone.each else 1)
            if places > MOST_PLACES:
                message = f"the zones have more than {MOST_PLACES} places for cards up to here"
                advice = "use fewer piles, or fewer zones"
                self._reports.problem("CR425", message, self.rules.zones[name].span, advice)
                break
        for name, variable in self.rules.variables.items():
            entries = max(self.columns.get(name, 0), len(self.variable_type(name).choices), 1)
            values += entries * (self.players if variable.each else 1)
            if values > MOST_VALUES:
                message = f"the variables have more than {MOST_VALUES} values up to here"
                advice = "use fewer columns, or fewer variables"
                self._reports.problem("CR425", message, variable.span, advice)
                break

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
            new = self.expressions.names.new_name(word.text, word.span, env)
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
        self.definitions[name] = p.Definition(name, tuple(parameters), value, body, definition.span, definition.shown)
        return self._types[name]

    def _check_shown(self, definition: r.Definition, value: ir.Expr | None, parameters: list[Type]) -> None:
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
        self._reports.problem("CR420", message, span, "definitions do not recurse")

    def named_type(self, word: r.Word) -> Type:
        """Return the type with a name, and report if there is none; no name was reported before."""
        found = self.rules.types.get(word.text)
        if found is None and word.text:
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
            return ty.list_of(ty.HALVES if kind.halves else ty.NUMBER)
        if variable.index is None:
            return kind
        index = self.index_type(name)
        if index == ty.UNKNOWN:
            return ty.UNKNOWN
        return ty.by(() if index.name == "place" else self.pack.names(index), kind)

    def index_type(self, name: str) -> Type:
        """Return the type of what a variable has an entry for each of: suits, ranks, choices or piles."""
        word = self.rules.variables[name].index
        assert word is not None
        if word.text in self.rules.zones and self.rules.zones[word.text].piles:
            return ty.place_in(word.text)
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
            return ir.Const(cards.NONE, type=ty.NOTHING)
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

    def pack_zone(self) -> str:
        """Return the zone where the pack lies when a deal begins."""
        word = self.rules.deck.zone
        tables = [zone.name for zone in self.rules.zones.values() if not zone.each and not zone.piles]
        if word is None:
            if tables:
                self._reports.used.add(f"zones.{tables[0]}")
                return tables[0]
            message = "the cards need a zone of the table to start in"
            advice = "write a zone without 'each: player' and 'piles', such as 'stock: {faces: hidden}'"
            self._reports.missing(error("CR605", message, self.rules.deck.span, help=advice))
            return ""
        named = self.rules.zones.get(word.text)
        if named is not None and named.piles:
            message = f"the pack cannot lie in '{word.text}', for that is a zone of piles"
            advice = f"name a zone without 'piles': {', '.join(tables)}" if tables else "write a zone without 'piles'"
            self._reports.missing(error("CR605", message, word.span, help=advice))
        elif word.text not in tables:
            self._reports.unknown("CR605", "zone of the table", word.text, word.span, tables)
        self._reports.used.add(f"zones.{word.text}")
        return word.text

    def _zone(self, zone: r.Zone) -> p.Zone:
        self._reports.used.add(f"variables.{r.FACE_UP}")  # no author declares it
        # Of wrong faces nothing more is reported, such as what the rules do with the cards.
        faces = self.constants.word(zone.faces, FACES, "shown")
        if faces in ("owner", "others") and not zone.each:
            message = f"the zone '{zone.name}' belongs to the table and has no owner"
            advice = "write 'each: player', or 'faces: hidden' or 'faces: shown'"
            self._reports.problem("CR606", message, zone.faces.span, advice)
        if zone.piles and zone.each and zone.fixed is None:
            message = f"the zone '{zone.name}' is each player's, so the number of its piles is fixed"
            self._reports.problem("CR608", message, zone.span, "write the number: 'piles: 4'")
        fixed = self.constants.number(zone.fixed, 0, 1)
        if fixed > MOST_PILES:
            message = f"this is {fixed}, but a zone holds at most {MOST_PILES} piles for each owner"
            self._reports.problem("CR425", message, zone.span, "write a smaller number")
            fixed = MOST_PILES
        if zone.team:
            self._need_teams(zone)
        if zone.team and self.rules.tables is not None:
            message = f"a team sits at several tables, so it cannot have the zone '{zone.name}'"
            advice = "write 'each: player'"
            self._reports.problem("CR608", message, zone.span, advice)
        if zone.team and zone.piles and self.teams is not None and self.teams.scope:
            message = f"teams that change cannot have the piles of '{zone.name}'"
            self._reports.problem("CR608", message, zone.span, "leave out one of them")
        if zone.team and faces == "owner" and self.teams is not None and self.teams.scope:
            message = f"the teams change, so it is not fixed who sees the zone '{zone.name}'"
            advice = "write 'faces: hidden' or 'faces: shown', or 'each: player'"
            self._reports.problem("CR606", message, zone.faces.span, advice)
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
            place=self._place(zone),
            rows=self._rows(zone, fixed),
        )

    def _rows(self, zone: r.Zone, fixed: int) -> tuple[str, ...]:
        """Return how a zone says that its piles lie in rows, if it has as many piles."""
        rows, found = tuple(zone.rows.split()), zone.rows.count("x")
        if rows and not zone.fixed:
            message = f"the zone '{zone.name}' is not a fixed number of piles, so they do not lie in rows"
            self._reports.problem("CR608", message, zone.span, "leave out 'rows'")
        elif zone.each and len({row.count("x") for row in rows}) > 1:
            message = f"the piles of the zone '{zone.name}' lie before the players, so their rows are equally long"
            self._reports.problem("CR608", message, zone.span, "write as many x in each row")
        elif rows and fixed and found != fixed:
            message = f"the zone '{zone.name}' has {fixed} piles, but its rows have {found}"
            self._reports.problem("CR608", message, zone.span, "write an x for each pile")
        return rows

    def _place(self, zone: r.Zone) -> str:
        """Return where a zone says that a table shows it, if it can lie there."""
        tricks = self.rules.tricks
        if zone.place and (zone.each or (tricks is not None and tricks.played.text == zone.name)):
            message = f"the cards of the zone '{zone.name}' lie before the players, so it has no place of its own"
            self._reports.problem("CR608", message, zone.span, "leave out 'place'")
        elif zone.place in _GRID and not zone.fixed:
            message = f"the zone '{zone.name}' has no fixed number of piles, so its place cannot be '{zone.place}'"
            self._reports.problem("CR608", message, zone.span, "write the number: 'piles: 4'")
        elif zone.piles and zone.place and zone.place not in (*_GRID, "middle"):
            message = f"the zone '{zone.name}' has piles side by side, so its place cannot be '{zone.place}'"
            self._reports.problem("CR608", message, zone.span, "write 'columns', 'homes' or 'middle'")
        return zone.place

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
        if not self.constants.holds(teams.when, default=True):
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
                    self._reports.problem("CR620", message, word.span, "name each seat once")
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
        else:
            start = empty(kind, variable.span)
        columns = 0
        if variable.columns is not None:
            columns = self.constants.number(variable.columns, 1, 1)
            if columns > MOST_COLUMNS:
                message = f"this is {columns}, but a variable has at most {MOST_COLUMNS} columns"
                self._reports.problem("CR425", message, variable.columns.span, "write a smaller number")
                columns = MOST_COLUMNS
            self.columns[variable.name] = columns
            if kind not in (ty.NUMBER, ty.UNKNOWN):
                message = f"columns hold numbers, but this variable holds {kind}"
                advice = "leave 'type' or 'columns' out"
                self._reports.problem("CR405", message, variable.type.span, advice)
        if variable.index is not None:
            self._index(variable, variable.index)
        several = self.variable_type(variable.name)
        piles, entry = self._of_piles(variable, kind, start)
        if columns or piles or (several.choices and several.of):
            entries = columns or len(several.choices)
            if piles:
                zone = self.zones[piles]
                entries = zone.fixed * (self.players if zone.each else 1)
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
            piles,
            entry,
        )

    def _of_piles(self, variable: r.Variable, kind: Type, start: ir.Expr) -> tuple[str, ir.Const | None]:
        """Return the zone for whose piles a variable has entries, and the entry of a new pile; or nothing."""
        word = variable.index
        if word is None or self.index_type(variable.name).name != "place":
            return "", None
        self._reports.used.add(f"zones.{word.text}")
        if variable.scope != "deal":
            message = "what is kept for each pile lasts for a deal, as the piles do"
            self._reports.problem("CR405", message, variable.span, "leave 'scope' out")
        plain = kind.name in _OF_A_PILE
        if not plain and kind != ty.UNKNOWN:
            message = f"what is kept for each pile is a number, player, choice or the like, not {kind}"
            self._reports.problem("CR405", message, variable.type.span, "keep the cards in the pile")
        if not isinstance(start, ir.Const) and plain:
            message = "with what a new pile starts must be known before play"
            self._reports.problem("CR424", message, start.span, "write a constant, and change the entry in rules")
        return word.text, start if isinstance(start, ir.Const) else None

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
            near = Guess("choice", sole=True) if slips(word.text, "choice") == 1 else None
            place = choices[0].span if choices and not near else word.span
            self._reports.problem("CR403", message, place, advice, near=near)
            return ty.UNKNOWN
        return self.named_type(word)

    def _index(self, variable: r.Variable, word: r.Word) -> None:
        """Check what a variable has an entry for each of."""
        if self.index_type(variable.name) == ty.UNKNOWN:
            known = [name for name in self.rules.types if name not in ty.NAMED]
            candidates = [
                "player",
                "suit",
                "rank",
                *known,
                *(zone.name for zone in self.rules.zones.values() if zone.piles),
            ]
            if self.rules.teams is not None:
                candidates.append("team")
            self._reports.unknown("CR403", "list of choices", word.text, word.span, candidates)
        self.uses_type(word.text)
        if variable.columns is not None:
            message = "a variable has either columns or an entry for each suit, rank, choice or pile"
            self._reports.problem("CR405", message, word.span, "leave 'each' or 'columns' out")


def text_of(tree: Mapping, key: str) -> str:
    """Return the text at a key; empty if there is none."""
    node = tree.get(key)
    return node.text.strip() if isinstance(node, Scalar) else ""
