"""What a name in effect text means: the base of `Expressions`, with its environment.

It reports each mistake once and goes on with a value of type `UNKNOWN`, which fits everywhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from ..diagnostics import Diagnostic, Fix, Guess, Span, error, guess, slips
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.declaration import Need, Operation
from ..syntax.operations.table import ATTRIBUTES, BUILT_IN, NAMES, OPERATIONS
from ..syntax.ruleset import Ruleset
from ..syntax.types import Type
from . import ir
from .cards import COLOURS, JOKER, NONE, Pack


@dataclass(frozen=True, slots=True)
class Env:
    """What a text may use besides the ruleset's own names.

    Attributes:
        bindings: names bound by parameters, `let` and loops, with their types and places.
        members: the members that `it` and bare attributes stand for, innermost last.
        actor: whether somebody is acting; without that, `hand` alone means nothing.
        later: the effects of this event that come later, for `skip to`.
        static: whether only options may be used (the deck, a zone's faces).
        drawn: whether `drawn` is bound.
        pure: whether chance is out of place, as in a condition or a definition's value.
        definition: the definition that this text belongs to, if any; whether somebody is acting
            then depends on where it is used.
    """

    bindings: dict[str, tuple[Type, Span]] = field(default_factory=dict)
    members: tuple[tuple[str, Type], ...] = ()
    actor: bool = True
    later: tuple[str, ...] | None = None
    static: bool = False
    drawn: bool = False
    pure: bool = True
    definition: str | None = None

    def bind(self, name: str, kind: Type, span: Span) -> Env:
        """Return the environment with one more name."""
        return replace(self, bindings={**self.bindings, name: (kind, span)})


class Context(Protocol):
    """What the elaborator asks of the checker."""

    rules: Ruleset
    pack: Pack
    players: int
    departures: bool
    faces: dict[str, str]
    options: dict[str, ir.Const]
    option_names: dict[str, str]
    problems: list[Diagnostic]
    used: set[str]
    columns: dict[str, int]

    def definition_type(self, name: str, span: Span) -> Type | None:
        """The type of a definition's value, found on demand; None when it is a deed."""
        ...

    def constant(self, name: str) -> ir.Const | None:
        """The value of a definition that options alone decide."""
        ...


class Naming(ABC):
    """Gives types to names."""

    def __init__(self, context: Context) -> None:
        """Work for one checker."""
        self.c = context
        self._fresh = 0
        self._acting: set[str] = set()  # definitions that mean nothing unless somebody acts

    def problem(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        fix: Fix | None = None,
    ) -> ir.Const:
        """Report a mistake and return a value that fits everywhere."""
        self.c.problems.append(error(code, message, span, help=help, fix=fix))
        return ir.Const(0, type=ty.UNKNOWN, span=span)

    def unknown(
        self, code: str, what: str, word: str, span: Span, candidates: Iterable[str]
    ) -> ir.Const:
        """Report a name that does not exist, with the nearest one that does."""
        names = list(candidates)
        nearest = self._meant(word, names)
        if nearest:
            advice = f"did you mean '{nearest.word}'?"
        elif names and len(names) <= 13:
            advice = "there are: " + ", ".join(names)
        elif not names:
            advice = f"this ruleset has no {what}"
        else:
            advice = None
        fix = nearest.fix(span) if nearest else None
        return self.problem(code, f"there is no {what} '{word}'", span, advice, fix)

    def _meant(self, word: str, candidates: Iterable[str]) -> Guess | None:
        """Return what a misspelt name was meant to be, which is not reported as unused as well."""
        nearest = guess(word, candidates)
        if nearest:
            self._uses(nearest.word)
        return nearest

    def _uses(self, name: str) -> None:
        sections = ("define", "variables", "melds", "zones", "options", "actions", "phases")
        self.c.used.update(f"{section}.{name}" for section in sections)

    def coerce(self, value: ir.Expr, wanted: Type, span: Span | None = None) -> ir.Expr:
        """Return the value as the wanted type, or report that it cannot be."""
        found = value.type
        place = span or value.span
        if found == wanted or ty.UNKNOWN in (found, wanted):
            return value
        if isinstance(value, ir.Const) and found == ty.NUMBER and wanted == ty.RANK:
            index = self.c.pack.rank_index(str(value.value))
            if index is None:
                return self.unknown("CR404", "rank", str(value.value), place, self.c.pack.ranks)
            return ir.Const(index, type=ty.RANK, span=place)
        if isinstance(value, ir.Const) and found.of == ty.NUMBER and wanted.of == ty.RANK:
            assert isinstance(value.value, tuple)
            ranks = [self.c.pack.rank_index(str(item)) for item in value.value]
            for item, rank in zip(value.value, ranks, strict=True):
                if rank is None:
                    self.unknown("CR404", "rank", str(item), place, self.c.pack.ranks)
            return ir.Const(tuple(r if r is not None else NONE for r in ranks), type=wanted)
        if not ty.fits(found, wanted):
            if wanted.choices:
                message = f"this is {found}, but a choice is expected: {wanted}"
                advice = "write one of them"
            else:
                are = "are" if wanted in (ty.CARDS, ty.PLAYERS, ty.PILE) else "is"
                message = f"{this_is(found)}, but {wanted} {are} expected"
                advice = WAYS_OUT.get(wanted.name, "write a list in brackets, such as [2, 3]")
            return self.problem("CR405", message, place, advice)
        if wanted == ty.CARDS and found in (ty.PILE, ty.CARD):
            return ir.Op("to_cards", (value,), type=ty.CARDS, span=place)
        if wanted == ty.PILE and found == ty.CARD:
            return ir.Op("to_pile", (value,), type=ty.PILE, span=place)
        if wanted == ty.MELDS:
            return ir.Op("pile_sets", (value,), type=ty.MELDS, span=span or value.span)
        if wanted == ty.PLAYERS and found == ty.PLAYER:
            return ir.Op("to_players", (value,), type=ty.PLAYERS, span=place)
        return value

    def expr(self, node: n.Expr, env: Env, want: Type | None = None) -> ir.Expr:
        """Return the typed tree of an expression; `want` is the type that the place asks for."""
        value = self._expr(node, env, want)
        return self.coerce(value, want, node.span) if want is not None else value

    @abstractmethod
    def _expr(self, node: n.Expr, env: Env, want: Type | None) -> ir.Expr:
        """Return any expression with its type."""

    def condition(self, node: n.Expr | None, env: Env) -> ir.Expr | None:
        """Return a truth value's tree; None stays None."""
        return None if node is None else self.expr(node, env, ty.BOOLEAN)

    def _name(self, node: n.Name, env: Env, want: Type | None) -> ir.Expr:
        name, span, c = node.name, node.span, self.c
        if name in env.bindings:
            return ir.Local(name, type=env.bindings[name][0], span=span)
        if env.members:
            local, kind = env.members[-1]
            member = ir.Local(local, type=kind, span=span)
            if name == "it":
                return member
            if kind == ty.UNKNOWN and any(name in words for words in ATTRIBUTES.values()):
                return ir.Const(0, type=ty.UNKNOWN, span=span)
            attribute = ATTRIBUTES.get(kind.name, {}).get(name)
            if attribute is not None:
                return self.apply(attribute, (member,), env, span)
        if want is not None and want.name == "choice" and name in want.choices:
            return ir.Const(want.choices.index(name), type=want, span=span)
        if name in c.options:
            c.used.add(f"options.{c.option_names[name]}")
            return ir.Const(c.options[name].value, type=c.options[name].type, span=span)
        if not env.static:
            value = self._ruleset_name(node, env)
            if value is not None:
                return value
        elif name in c.rules.definitions:
            value = self._use(name, (), env, span)
            return value
        value = self._built_in(node, env)
        if value is not None:
            return value
        value = self._card_word(name, span, want)
        if value is not None:
            return value
        if want is not None and want.choices and not slip_of(name, self.c.options):
            return self.unknown("CR415", "choice", name, span, want.choices)
        return self._no_name(name, span, env)

    def _ruleset_name(self, node: n.Name, env: Env) -> ir.Expr | None:
        name, span, rules = node.name, node.span, self.c.rules
        if name in rules.zones:
            zone = rules.zones[name]
            seat = self._own(name, env, span) if zone.each else None
            return self._zone(name, seat, span)
        if name in rules.variables:
            seat = self._own(name, env, span) if rules.variables[name].each else None
            return self._variable(name, seat, span)
        if name in rules.definitions:
            return self._use(name, (), env, span)
        return None

    def _own(self, name: str, env: Env, span: Span) -> ir.Expr:
        """The actor, whose zone or variable a bare name means; not among players, though."""
        if env.members and env.members[-1][1] == ty.PLAYER:
            message = f"whose '{name}'? A bare name is the actor's, also inside 'where' and 'total'"
            advice = f"write '{name} of it' for each player's, '{name} of actor' for the actor's"
            self.problem("CR427", message, span, advice)
            return ir.Local("actor", type=ty.PLAYER, span=span)
        return self._actor(env, span, f"'{name}'")

    def _zone(self, name: str, seat: ir.Expr | None, span: Span) -> ir.ZoneRef:
        self.c.used.add(f"zones.{name}")
        zone = self.c.rules.zones[name]
        kind = ty.PILE if zone.ordered else ty.CARDS
        if zone.piles:
            kind = Type("list", ty.place_in(name))
        return ir.ZoneRef(name, seat, type=kind, span=span)

    def _variable(self, name: str, seat: ir.Expr | None, span: Span) -> ir.VarRef:
        self.c.used.add(f"variables.{name}")
        variable = self.c.rules.variables[name]
        kind = ty.NAMED.get(variable.type.text, ty.UNKNOWN)
        if variable.columns is not None:
            kind = ty.list_of(kind)
        return ir.VarRef(name, seat, type=kind, span=span)

    def _use(self, name: str, arguments: tuple[ir.Expr, ...], env: Env, span: Span) -> ir.Expr:
        self.c.used.add(f"define.{name}")
        definition = self.c.rules.definitions[name]
        if len(definition.parameters) != len(arguments):
            count = len(definition.parameters)
            message = f"'{name}' takes {count or 'no'} argument{'' if count == 1 else 's'}"
            if arguments:
                message += f", but {len(arguments)} {'is' if len(arguments) == 1 else 'are'} given"
            return self.problem("CR406", message, span, self._form(name))
        kind = self.c.definition_type(name, span)
        if kind is None:
            message = f"'{name}' does something and has no value"
            return self.problem(
                "CR407", message, span, "use it as a statement on a line of its own"
            )
        if name in self._acting:
            self._needs_actor(env, span, f"'{name}'")
        constant = self.c.constant(name)
        if constant is not None:
            return replace(constant, span=span)
        return ir.Use(name, arguments, type=kind, span=span)

    def _form(self, name: str) -> str:
        """How a definition is used, as advice."""
        parameters = self.c.rules.definitions[name].parameters
        wanted = ", ".join(f"{kind.text} {word.text}" for kind, word in parameters)
        return f"write '{name}({wanted})'" if wanted else f"write '{name}' alone"

    def _built_in(self, node: n.Name, env: Env) -> ir.Expr | None:
        name, span = node.name, node.span
        if name in ("true", "false"):
            return ir.Const(name == "true", type=ty.BOOLEAN, span=span)
        if name in ("nobody", "none"):
            return ir.Const(NONE, type=ty.NOTHING, span=span)
        if name == "actor":
            return self._actor(env, span, "'actor'")
        if name == "drawn" and env.drawn:
            return ir.Local("drawn", type=ty.CARD, span=span)
        if name == "score":
            seat = self._own("score", env, span)
            return ir.VarRef("score", seat, type=ty.NUMBER, span=span)
        operation = NAMES.get(name)
        return None if operation is None else self.apply(operation, (), env, span)

    def apply(
        self, operation: Operation, operands: tuple[ir.Expr, ...], env: Env, span: Span
    ) -> ir.Expr:
        """Return an operation on operands of the right types, if its conditions of use hold."""
        if operation.means:
            outer, *others = operation.means
            for name in reversed(others):
                operands = (self.apply(OPERATIONS[name], operands, env, span),)
            return self.apply(OPERATIONS[outer], operands, env, span)
        for need in operation.needs:
            if need is Need.ACTOR:
                operands = (self._actor(env, span, f"'{operation.word}'"), *operands)
            refused = self._refused(need, operation, operands, env, span)
            if refused is not None:
                return refused
        kind = operation.type_of(tuple(operand.type for operand in operands))
        known = [each.value for each in operands if isinstance(each, ir.Const)]
        if operation.known is not None and len(known) == len(operands):
            return ir.Const(operation.known(*known), type=kind, span=span)
        return ir.Op(operation.name, operands, type=kind, span=span)

    def _refused(
        self,
        need: Need,
        operation: Operation,
        operands: tuple[ir.Expr, ...],
        env: Env,
        span: Span,
    ) -> ir.Expr | None:
        """Report that an operation cannot be used here; None if it can be."""
        players, word = self.c.players, operation.word
        match need:
            case Need.TWO_PLAYERS if players != 2 and not self.c.departures:
                message = f"'{word}' needs exactly two players, but there are {players}"
                return self.problem("CR410", message, span, "name the player: 'left of actor'")
            case Need.EVEN_PLAYERS if players % 2:
                message = f"nobody sits opposite to a player among {players}"
                return self.problem("CR410", message, span)
            case Need.MELDS:
                self._use_melds(span)
            case Need.CHANCE if env.pure or env.members:
                message = "chance belongs in 'do' and 'let', not in a condition"
                self.problem("CR426", message, span, "draw it first: 'let c be random of hand'")
            case Need.SEEN if self._unseen(operands[-1]):
                message = f"nobody sees these cards and they have no order, so none is the {word}"
                advice = "write 'random of', or 'ordered: true' at the zone"
                return self.problem("CR412", message, span, advice)
            case Need.ORDERED if operands[-1].type == ty.CARDS:
                message = f"these cards have no {word}: their zone does not keep its order"
                return self.problem("CR412", message, span, "write 'first of' or 'last of'")
            case _:
                pass
        return None

    def _use_melds(self, span: Span) -> None:
        if not any(meld.size is not None for meld in self.c.rules.melds.values()):
            self.problem("CR428", "this asks for melds, and the ruleset has none", span)
        self.c.used.update(f"melds.{name}" for name in self.c.rules.melds)

    def _unseen(self, value: ir.Expr) -> bool:
        """Return whether these are cards without order that nobody sees."""
        while isinstance(value, ir.Filter | ir.Best):
            value = value.collection
        hidden = isinstance(value, ir.ZoneRef) and self.c.faces.get(value.zone) in ("hidden", "top")
        return hidden and value.type == ty.CARDS

    def _card_word(self, name: str, span: Span, want: Type | None) -> ir.Expr | None:
        pack = self.c.pack
        if name in COLOURS and (want is None or want == ty.COLOUR):
            return ir.Const(COLOURS.index(name), type=ty.COLOUR, span=span)
        if name in pack.suits:
            return ir.Const(pack.suits.index(name), type=ty.SUIT, span=span)
        rank = pack.rank_index(JOKER if name == "joker" else name)
        known = name in ("joker", "10") or name in pack.ranks
        if rank is not None and known and not (want == ty.CARD and name in ("joker", JOKER)):
            return ir.Const(rank, type=ty.RANK, span=span)
        cards = pack.cards_of(name) if name[:1].isupper() or name[:1].isdigit() else ()
        if cards:
            return ir.Const(cards[0], type=ty.CARD, span=span)
        return None

    def _no_name(self, name: str, span: Span, env: Env) -> ir.Const:
        rules = self.c.rules
        if name in rules.actions:
            message = f"'{name}' is an action, which has no value"
            return self.problem("CR407", message, span, f"write '{name} is possible'")
        if name == "it":
            message = "'it' stands for a member inside 'where', 'with' or 'total', not here"
            return self.problem("CR408", message, span)
        if name in ATTRIBUTES["card"]:
            return self.problem(
                "CR408", f"'{name}' of what?", span, f"write '{name} of' and a card"
            )
        if name == "drawn":
            message = "'drawn' is the card just drawn, known only in 'draws until …'"
            return self.problem("CR408", message, span)
        if env.static and (name in rules.zones or name in rules.variables):
            self._uses(name)
            message = f"'{name}' changes during play, and this must be known before"
            return self.problem("CR424", message, span, "only numbers and options may stand here")
        if env.static:
            candidates: list[str] = [*self.c.options, *rules.definitions]
        else:
            candidates = [
                *env.bindings, *self.c.options, *rules.zones, *rules.variables,
                *rules.definitions, *sorted(BUILT_IN), *self.c.pack.suits, *self.c.pack.ranks,
                *COLOURS, *_LATER_WORDS, *dict.fromkeys(self.c.pack.text),
            ]  # fmt: skip
        nearest = self._meant(name, candidates)
        advice = f"did you mean '{nearest.word}'?" if nearest else None
        fix = nearest.fix(span) if nearest else None
        what = "option" if env.static else "name"
        return self.problem("CR401", f"there is no {what} '{name}' here", span, advice, fix)

    def _actor(self, env: Env, span: Span, what: str) -> ir.Expr:
        self._needs_actor(env, span, what)
        return ir.Local("actor", type=ty.PLAYER, span=span)

    def _needs_actor(self, env: Env, span: Span, what: str) -> None:
        if env.definition is not None:
            self._acting.add(env.definition)
        if not env.actor:
            message = f"{what} needs somebody who is acting, and nobody is, here"
            if what in ("'draw'", "'is possible'"):
                advice = "say who draws: 'dealer draws 1'" if what == "'draw'" else None
            elif what in ("'actor'", "'opponent'"):
                advice = "name a player, such as 'dealer' or 'eldest'"
            elif what == "'announce'":
                advice = "announce it in an action or an effect"
            elif what[1:-1] in self.c.rules.definitions:
                advice = "its definition speaks of the actor; give it a parameter, 'player p'"
            else:
                advice = f"say whose: {what[:-1]} of dealer', {what[:-1]} of eldest'"
            self.problem("CR409", message, span, advice)

    def _parameter_type(self, word: str) -> Type:
        return ty.NAMED.get(word, ty.UNKNOWN)

    def arguments(self, name: str, given: tuple[n.Expr, ...], env: Env) -> tuple[ir.Expr, ...]:
        """Return the typed arguments of a definition's use."""
        parameters = self.c.rules.definitions[name].parameters
        kinds: list[Type | None] = [self._parameter_type(kind.text) for kind, _ in parameters]
        kinds += [None] * (len(given) - len(kinds))
        return tuple(
            self.expr(argument, env, kind) for argument, kind in zip(given, kinds, strict=False)
        )


def slip_of(name: str, candidates: Iterable[str]) -> bool:
    """Return whether a name is a slip of the fingers away from one of others."""
    return any(slips(name, each) == 1 for each in candidates)


def this_is(kind: Type) -> str:
    """Return `this is a number`, `these are cards`."""
    return f"these are {kind}" if kind in (ty.CARDS, ty.PILE, ty.PLAYERS) else f"this is {kind}"


WAYS_OUT = {
    "boolean": "write a condition, such as 'hand is empty' or 'size of hand > 3'",
    "number": "write a number, or what counts: 'size of hand', 'value of card'",
    "card": "say which one: 'top of pile', 'first of hand'",
    "cards": "name cards, such as 'hand'; to count them, write 'size of hand'",
    "pile": "name cards in an order, such as a zone with 'ordered: true'",
    "player": "name one player, such as 'actor' or 'dealer'",
    "players": "write 'players', or 'players where …'",
    "rank": "write a rank, or 'rank of' and a card",
    "suit": "write a suit, or 'suit of' and a card",
    "colour": "write red or black, or 'colour of' and a card",
    "place": "name a zone with 'piles: true', or a pile that is chosen from one",
}
"""What to write where a value of a type, by its name, is expected."""


_LATER_WORDS = ("players", "player", "empty", "possible")
"""Words of the language that a misspelt name can stand in the place of."""
