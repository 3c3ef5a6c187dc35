"""Conversions of values, and operations on them: their types and conditions of use."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Diagnostic, Span, error, warning
from ..program import ir
from ..program.cards import NONE
from ..program.program import Teams
from ..source import halves
from ..syntax import types as ty
from ..syntax.operations.declaration import Need, Operation
from ..syntax.operations.table import OPERATIONS
from ..syntax.plain_english import OTHERS
from ..syntax.types import Type
from .context import Acting, Context, Env
from .reports import NEVER_NONE, WAYS_OUT, Reports, is_plural, this_is


class Application:
    """Converts typed values and applies operations to them."""

    def __init__(self, context: Context, reports: Reports, acting: Acting) -> None:
        """Work for one ruleset.

        Args:
            context: what the ruleset declares.
            reports: collects diagnostics, and notes what is used.
            acting: knows who is acting.
        """
        self._context = context
        self._reports = reports
        self._acting = acting

    def coerce(self, value: ir.Expr, wanted: Type, span: Span | None = None, holder: str = "") -> ir.Expr:
        """Return the value converted to the wanted type, or report that it does not fit.

        Args:
            value: the value.
            wanted: the type.
            span: the place of its text, by default its own.
            holder: the variable that is to hold it, if there is one.
        """
        found = value.type
        place = span or value.span
        if ty.UNKNOWN in (found, wanted):
            return value
        if found == wanted:
            same = wanted.halves is None or ty.in_halves(found) == ty.in_halves(wanted)
            return value if same else self._in_unit(value, wanted, place, holder)
        if isinstance(value, ir.Const) and _is_whole(found) and wanted == ty.RANK:
            index = self._context.pack.rank_index(str(value.value))
            if index is None:
                return self._reports.unknown("CR404", "rank", str(value.value), place, self._context.pack.ranks)
            return ir.Const(index, type=ty.RANK, span=place)
        if isinstance(value, ir.Const) and _is_whole(found) and wanted == ty.CARD:
            cards = self._context.pack.cards_of(str(value.value))
            if cards:
                return ir.Const(cards[0], type=ty.CARD, span=place)
        if isinstance(value, ir.Const) and _is_whole(found.of) and wanted.of == ty.RANK:
            assert isinstance(value.value, tuple)
            ranks = [self._context.pack.rank_index(str(item)) for item in value.value]
            for item, rank in zip(value.value, ranks, strict=True):
                if rank is None:
                    self._reports.unknown("CR404", "rank", str(item), place, self._context.pack.ranks)
            return ir.Const(tuple(r if r is not None else NONE for r in ranks), type=wanted)
        if found == ty.NOTHING and wanted.name in ty.COLLECTIONS:
            return ir.Const(0 if wanted == ty.CARDS else (), type=wanted, span=place)
        if wanted == ty.SUIT and self.names_suits(found):
            return self._as_suit(value, place)
        if found.name == "place" and found.choices and wanted in (ty.CARDS, ty.PILE):
            return self.coerce(self.in_pile(value), wanted, span)
        if not ty.fits(found, wanted):
            if wanted.choices and wanted.name != "place":
                message = f"this is {found}, but a choice is expected: {wanted}"
                advice = "write one of them"
            else:
                are = "are" if is_plural(wanted) else "is"
                message = f"{this_is(found)}, but {wanted} {are} expected"
                advice = WAYS_OUT.get(wanted.name, "write a list in brackets, such as [2, 3]")
                if found == ty.NOTHING:
                    advice = NEVER_NONE.get(wanted.name, advice)
                if wanted == ty.BOOLEAN and found.name in ty.NULLABLE:
                    advice = "say what holds of it: '… is not none', or another condition"
                if found == ty.RANK and wanted == ty.NUMBER:
                    advice = "write 'rank above …', 'rank below …', or 'position of …' for a number"
                if found == ty.NUMBER and wanted == ty.list_of(ty.NUMBER):
                    advice = "write '… from 1 to 6', or a list in brackets, such as [2, 3]"
                if found.name == "place" and wanted == ty.CARD:
                    advice = "say which one: 'top of …'"
                if wanted.of is not None and wanted.of.name == "place":
                    advice = "piles of one zone are expected; use each zone in a text of its own"
            return self._reports.problem("CR405", message, place, advice)
        if wanted == ty.CARDS and found in (ty.PILE, ty.CARD):
            return ir.Op("to_cards", (value,), type=ty.CARDS, span=place)
        if wanted == ty.PILE and found == ty.CARD:
            return ir.Op("to_pile", (value,), type=ty.PILE, span=place)
        if wanted == ty.MELDS:
            return ir.Op("pile_sets", (value,), type=ty.MELDS, span=span or value.span)
        if wanted == ty.PLAYERS and found == ty.PLAYER:
            return ir.Op("to_players", (value,), type=ty.PLAYERS, span=place)
        return value

    def in_one_unit(self, *values: ir.Expr) -> tuple[ir.Expr, ...]:
        """Return numbers, or lists of them, in halves if one of them is; other values as they are."""
        if not any(ty.in_halves(each.type) for each in values):
            return values
        kinds = {ty.NUMBER: ty.HALVES, ty.list_of(ty.NUMBER): ty.list_of(ty.HALVES)}
        return tuple(self.coerce(each, kinds.get(each.type, each.type), each.span) for each in values)

    def _in_unit(self, value: ir.Expr, wanted: Type, span: Span, holder: str) -> ir.Expr:
        """Return a whole number, or a list of them, in halves; report a number in halves where it must be whole."""
        if not ty.in_halves(wanted):
            message, advice = (
                "this may be a half, but a whole number is expected",
                "write 'rounded down (…)', or 'rounded up'",
            )
            if value.type.of is not None:
                message, advice = "these may be halves, but whole numbers are expected", "write whole numbers"
            elif isinstance(value, ir.Const) and isinstance(value.value, int):
                below = value.value // 2
                message = f"this is {halves.text(value.value)}, but a whole number is expected"
                advice = f"write '{below}' or '{below + 1}'" if value.value % 2 else f"write '{below}'"
            if holder == "score":
                advice = "write 'half_points: true' under 'match', or 'rounded down (…)' here"
            elif holder:
                advice = f"write 'type: halves' at '{holder}', or 'rounded down (…)' here"
            return self._reports.problem("CR405", message, span, advice)
        match value:
            case ir.Const(value=tuple(numbers)):
                return replace(value, value=tuple(2 * each for each in numbers), type=wanted)
            case ir.Const(value=number):
                return ir.Const(2 * number, type=wanted, span=span)
            case ir.Op(name="list", arguments=items) if wanted.of is not None:
                return replace(value, arguments=tuple(self.coerce(each, wanted.of) for each in items), type=wanted)
            case _ if wanted.of is not None:
                message = "these are whole numbers, but numbers in halves are expected"
                return self._reports.problem("CR405", message, span, "write 'type: halves' at the variable")
            case _:
                return ir.Op("in_halves", (value,), type=wanted, span=span)

    def names_suits(self, kind: Type) -> bool:
        """Return whether some choices of a type are suits, so that a choice can be one."""
        return kind.name == "choice" and any(word in self._context.pack.suits for word in kind.choices)

    def _as_suit(self, value: ir.Expr, span: Span) -> ir.Expr:
        """Return the suit that a choice names; none for a choice that names no suit."""
        suits = self._context.pack.suits
        words = value.type.choices
        named = tuple(suits.index(word) if word in suits else NONE for word in words)
        if isinstance(value, ir.Const) and isinstance(value.value, int):
            known = NONE if value.value == NONE else named[value.value]
            return ir.Const(known, type=ty.SUIT, span=span)
        table = ir.Const((*named, NONE), type=Type("list", ty.SUIT), span=span)
        return ir.Op("named_suit", (value, table), type=ty.SUIT, span=span)

    def apply(self, operation: Operation, operands: tuple[ir.Expr, ...], env: Env, span: Span) -> ir.Expr:
        """Return an operation on operands of the right types, if it may be used here."""
        if operation.name == "partner" and self._context.teams is not None:
            return self._partner(operands[0], self._context.teams, env, span)
        if operation.means:
            outer, *others = operation.means
            for name in reversed(others):
                operands = (self.apply(OPERATIONS[name], operands, env, span),)
            return self.apply(OPERATIONS[outer], operands, env, span)
        for need in operation.needs:
            if need is Need.ACTOR:
                operands = (self._acting.actor(env, span, f"'{operation.word}'"), *operands)
            elif need is Need.TEAMS:
                operands = (*operands, self.sides(span))
            refused = self._refused(need, operation, operands, env, span)
            if refused is not None:
                return refused
        self._reports.used.add(f"operations.{operation.name}")
        if operation.one_unit:
            operands = self.in_one_unit(*operands)
        kind = operation.type_of(tuple(operand.type for operand in operands))
        if operation.counts and "value" in self._context.pack.halves:
            kind = ty.HALVES
        if operation.name == "mul" and all(ty.in_halves(operand.type) for operand in operands):
            message = "half of a half would be a quarter, and of fractions only halves exist"
            return self._reports.problem("CR405", message, span, "write 'rounded down (…)' for one of the two")
        known = [each.value for each in operands if isinstance(each, ir.Const)]
        if operation.known is not None and len(known) == len(operands):
            return ir.Const(operation.known(*known), type=kind, span=span)
        return ir.Op(operation.name, operands, type=kind, span=span)

    def sides(self, span: Span) -> ir.Expr:
        """Return the sides of the players: a constant, or the variable if rules make them."""
        teams = self._context.teams
        if teams is not None and teams.scope:
            return ir.VarRef("teams", None, type=ty.PLAYERS, span=span)
        alone = tuple(range(self._context.players))
        return ir.Const(alone if teams is None else teams.sides, type=ty.PLAYERS, span=span)

    def owner(self, seat: ir.Expr, *, team: bool) -> ir.Expr:
        """Return at which seat something of a player or of that player's side is kept."""
        teams = self._context.teams
        if not team or teams is None:
            return seat
        if teams.scope:
            operands = (seat, self.sides(seat.span))
            return ir.Op("side_now", operands, type=ty.PLAYER, span=seat.span)
        if teams.sides == tuple(range(self._context.players)):
            return seat
        return _looked_up(seat, teams.sides, seat.span)

    @property
    def shares_scores(self) -> bool:
        """Whether a score belongs to a side."""
        return self._context.teams is not None and self._context.teams.scope != "deal"

    def _partner(self, player: ir.Expr, teams: Teams, env: Env, span: Span) -> ir.Expr:
        """Return the other player of a side of two."""
        sizes = {teams.sides.count(first) for first in teams.sides}
        if not teams.scope and 2 not in sizes:
            self._ruled_out(error("CR410", "no team has two players", span), env)
            return ir.Const(NONE, type=ty.PLAYER, span=span)
        if not teams.scope and sizes == {2}:
            others = tuple(
                next(q for q, own in enumerate(teams.sides) if own == first and q != seat)
                for seat, first in enumerate(teams.sides)
            )
            return _looked_up(player, others, span)
        operands = (player, self.sides(span))
        return ir.Op("other_of_two", operands, type=ty.PLAYER, span=span)

    def _refused(
        self,
        need: Need,
        operation: Operation,
        operands: tuple[ir.Expr, ...],
        env: Env,
        span: Span,
    ) -> ir.Expr | None:
        """Report that an operation cannot be used here; None if it can be."""
        players, word = self._context.players, operation.word
        match need:
            case Need.TWO_PLAYERS if players != 2 and not self._context.departures:
                message = f"'{word}' needs exactly two players, but there are {players}"
                advice = f"name the player: 'left of actor'; all others are '{OTHERS}'"
                problem = error("CR410", message, span, help=advice)
                self._ruled_out(problem, env)
                return ir.Const(NONE, type=ty.PLAYER, span=span)
            case Need.EVEN_PLAYERS if players % 2:
                message = f"no player has a partner among {players}"
                self._ruled_out(error("CR410", message, span), env)
                return ir.Const(NONE, type=ty.PLAYER, span=span)
            case Need.TEAMS if self._context.teams is None:
                message = f"'{word}' needs teams, but the ruleset has none"
                advice = "declare them: 'teams: {seats: opposite}'"
                if word == "opponents":
                    advice += f"; where each plays alone, the others are '{OTHERS}'"
                return self._reports.problem("CR430", message, span, advice)
            case Need.MELDS:
                self.use_melds(span)
            case Need.CHANCE if env.pure or env.members:
                message = "chance belongs in 'do' and 'let', not in a condition"
                self._reports.problem("CR426", message, span, "draw it first: 'let c be random of hand'")
            case Need.SEEN if self._unseen(operands[-1]):
                message = f"nobody sees these cards and they have no order, so none is the {word}"
                advice = "write 'random of', or 'ordered: true' at the zone"
                return self._reports.problem("CR412", message, span, advice)
            case Need.SEEN if env.definition is not None and isinstance(operands[-1], ir.Local):
                self._reports.by_order.setdefault(env.definition, set()).add(operands[-1].name)
            case Need.ORDERED if operands[-1].type == ty.CARDS:
                message = f"these cards have no {word}: their zone does not keep its order"
                return self._reports.problem("CR412", message, span, "write 'first of' or 'last of'")
            case _:
                pass
        return None

    def enter(self, name: str, arguments: tuple[ir.Expr, ...], env: Env) -> None:
        """Report what is wrong with the use of a definition for these arguments."""
        if env.reached:
            self._reports.ruled_out(self._reports.unplayable.get(name, ()), env.definition)
        parameters = self._context.rules.definitions[name].parameters
        for (_, word), argument in zip(parameters, arguments, strict=False):
            if word.text not in self._reports.by_order.get(name, ()):
                continue
            if env.definition is not None and isinstance(argument, ir.Local):
                self._reports.by_order.setdefault(env.definition, set()).add(argument.name)
            elif isinstance(argument, ir.Op) and argument.name == "to_cards" and argument.arguments[0].type == ty.PILE:
                message = f"'{name}' does not see the order of these cards: it takes '{word.text}'"
                message += " as cards without order, of which the first is the lowest"
                advice = f"declare the parameter as 'pile {word.text}'"
                self._reports.problems.append(warning("CR429", message, argument.span, help=advice))

    def _ruled_out(self, problem: Diagnostic, env: Env) -> None:
        if env.reached:
            self._reports.ruled_out([problem], env.definition)

    def use_melds(self, span: Span) -> None:
        """Note that all melds are used; report if there are none."""
        if not any(meld.size is not None for meld in self._context.rules.melds.values()):
            message = "this needs melds, but the ruleset has none"
            advice = "declare one of several cards: 'melds: {pair: {same: rank, size: 2}}'"
            self._reports.problem("CR428", message, span, advice)
        self._reports.used.update(f"melds.{name}" for name in self._context.rules.melds)

    def _unseen(self, value: ir.Expr) -> bool:
        """Return whether these are unordered cards that nobody sees."""
        while isinstance(value, ir.Filter | ir.Best):
            value = value.collection
        hidden = isinstance(value, ir.ZoneRef) and self._context.faces.get(value.zone) in (
            "hidden",
            "top",
            "turned",
        )
        return hidden and value.type == ty.CARDS

    def in_pile(self, value: ir.Expr) -> ir.Expr:
        """Return the cards of a pile on the table, for which it stands where cards are expected; others as they are."""
        if value.type.name != "place" or not value.type.choices:
            return value
        return ir.PileRef(value.type.choices[0], value, type=ty.PILE, span=value.span)

    def collection(self, value: ir.Expr, what: str, env: Env | None = None) -> ir.Expr:
        """Return a collection, or report a value that is none; in `env`, it may stand after a `where`."""
        value = self.in_pile(value)
        if value.type != ty.UNKNOWN and ty.element(value.type) is None:
            message = f"{what} asks for cards, players or a list, but {this_is(value.type)}"
            advice = "name a zone, or write 'players'"
            if value.type == ty.NUMBER and what == "'is empty'":
                advice = "write 'is 0'"
            elif value.type == ty.PLAYER and what == "'is empty'":
                advice = "write 'is nobody'; the cards of a player are 'hand of …'"
            elif value.type == ty.PLAYER and what in ("'where'", "'with'", "'sorted by'"):
                advice = f"{what} belongs to the word before it; write '(… of …) {what[1:-1]} …'"
            elif env is not None and env.members:
                advice = (
                    "the condition after 'where' goes on to the end; to apply "
                    f"{what} to what it selects, write '(… where …) {what[1:-1]} …'"
                )
            self._reports.problem("CR405", message, value.span, advice)
        return value

    def cards(self, value: ir.Expr, what: str) -> ir.Expr:
        """Return cards, or report a value that is not cards."""
        value = self.in_pile(value)
        if value.type not in (ty.CARDS, ty.PILE, ty.CARD, ty.UNKNOWN):
            message = f"{what} asks for cards, but {this_is(value.type)}"
            self._reports.problem("CR405", message, value.span, WAYS_OUT["cards"])
        return value


def _is_whole(kind: Type | None) -> bool:
    return kind == ty.NUMBER and kind is not None and not kind.halves


def _looked_up(player: ir.Expr, table: tuple[int, ...], span: Span) -> ir.Expr:
    """Return the player whom a table has for another one; for nobody nobody."""
    found = ir.Const((*table, NONE), type=ty.PLAYERS, span=span)
    return ir.Op("side", (player, found), type=ty.PLAYER, span=span)
