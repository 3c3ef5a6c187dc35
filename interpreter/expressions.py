"""Expressions of the effect language with their types: names resolved, sugar removed.

`Expressions` works on one text at a time, for the checker, which knows the whole ruleset. It
reports each mistake once and goes on with a value of type `UNKNOWN`, which fits everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from . import nodes as n
from . import typed as t
from . import types as ty
from .cards import COLOURS, JOKER, NONE, Pack
from .diagnostics import Diagnostic, Span, error, suggest
from .ruleset import Ruleset
from .types import Type


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
    options: dict[str, t.Const]
    option_names: dict[str, str]
    problems: list[Diagnostic]
    used: set[str]

    def definition_type(self, name: str, span: Span) -> Type | None:
        """The type of a definition's value, found on demand; None when it is a deed."""
        ...

    def constant(self, name: str) -> t.Const | None:
        """The value of a definition that options alone decide."""
        ...


class Expressions:
    """Gives types to expressions."""

    def __init__(self, context: Context) -> None:
        """Work for one checker."""
        self.c = context
        self._fresh = 0
        self._acting: set[str] = set()  # definitions that mean nothing unless somebody acts

    def problem(self, code: str, message: str, span: Span, help: str | None = None) -> t.Const:
        """Report a mistake and return a value that fits everywhere."""
        self.c.problems.append(error(code, message, span, help=help))
        return t.Const(0, type=ty.UNKNOWN, span=span)

    def unknown(
        self, code: str, what: str, word: str, span: Span, candidates: Iterable[str]
    ) -> t.Const:
        """Report a name that does not exist, with the nearest one that does."""
        names = list(candidates)
        nearest = suggest(word, names)
        self._meant(nearest)
        if nearest:
            advice = f"did you mean '{nearest}'?"
        elif names and len(names) <= 13:
            advice = "there are: " + ", ".join(names)
        elif not names:
            advice = f"this ruleset has no {what}"
        else:
            advice = None
        return self.problem(code, f"there is no {what} '{word}'", span, advice)

    def _meant(self, name: str | None) -> None:
        """What a misspelt name was meant to use is not unused as well."""
        sections = ("define", "variables", "melds", "zones", "options", "actions", "phases")
        self.c.used.update(f"{section}.{name}" for section in sections)

    def coerce(self, value: t.Expr, wanted: Type, span: Span | None = None) -> t.Expr:
        """Return the value as the wanted type, or report that it cannot be."""
        found = value.type
        place = span or value.span
        if found == wanted or ty.UNKNOWN in (found, wanted):
            return value
        if isinstance(value, t.Const) and found == ty.NUMBER and wanted == ty.RANK:
            index = self.c.pack.rank_index(str(value.value))
            if index is None:
                return self.unknown("CR404", "rank", str(value.value), place, self.c.pack.ranks)
            return t.Const(index, type=ty.RANK, span=place)
        if isinstance(value, t.Const) and found.of == ty.NUMBER and wanted.of == ty.RANK:
            assert isinstance(value.value, tuple)
            ranks = [self.c.pack.rank_index(str(item)) for item in value.value]
            for item, rank in zip(value.value, ranks, strict=True):
                if rank is None:
                    self.unknown("CR404", "rank", str(item), place, self.c.pack.ranks)
            return t.Const(tuple(r if r is not None else NONE for r in ranks), type=wanted)
        if not ty.fits(found, wanted):
            if wanted.choices:
                message = f"this is {found}, but a choice is expected: {wanted}"
                advice = "write one of them"
            else:
                are = "are" if wanted in (ty.CARDS, ty.PLAYERS, ty.PILE) else "is"
                message = f"{this_is(found)}, but {wanted} {are} expected"
                advice = _WAYS_OUT.get(wanted.name, "write a list in brackets, such as [2, 3]")
            return self.problem("CR405", message, place, advice)
        if wanted == ty.CARDS and found in (ty.PILE, ty.CARD):
            return t.Op("to_cards", (value,), type=ty.CARDS, span=place)
        if wanted == ty.PILE and found == ty.CARD:
            return t.Op("to_pile", (value,), type=ty.PILE, span=place)
        if wanted == ty.MELDS:
            return t.Op("pile_sets", (value,), type=ty.MELDS, span=span or value.span)
        if wanted == ty.PLAYERS and found == ty.PLAYER:
            return t.Op("to_players", (value,), type=ty.PLAYERS, span=place)
        return value

    def expr(self, node: n.Expr, env: Env, want: Type | None = None) -> t.Expr:
        """Return the typed tree of an expression; `want` is the type that the place asks for."""
        value = self._expr(node, env, want)
        return self.coerce(value, want, node.span) if want is not None else value

    def condition(self, node: n.Expr | None, env: Env) -> t.Expr | None:
        """Return a truth value's tree; None stays None."""
        return None if node is None else self.expr(node, env, ty.BOOLEAN)

    def _expr(self, node: n.Expr, env: Env, want: Type | None) -> t.Expr:
        match node:
            case n.Number(value=value):
                return t.Const(value, type=ty.NUMBER, span=node.span)
            case n.Name():
                return self._name(node, env, want)
            case n.Of():
                return self._of(node, env)
            case n.Part():
                return self._part(node, env)
            case n.Call():
                return self._call(node, env)
            case n.ListOf():
                return self._list(node, env, want)
            case n.Where():
                return self._where(node, env)
            case n.With():
                return self._with(node, env)
            case n.Total():
                return self._total(node, env)
            case n.Otherwise(first=first, second=second):
                left = self.expr(first, env, want)
                right = self.expr(second, env)
                left, right = self._same(left, right, node.span)
                self._collection(left, "'otherwise'")
                return t.Op("otherwise", (left, right), type=left.type, span=node.span)
            case n.IfElse():
                test = self.expr(node.condition, env, ty.BOOLEAN)
                then, other = self._same(
                    self.expr(node.then, env, want), self.expr(node.otherwise, env, want), node.span
                )
                return self._conditional(test, then, other, node.span)
            case n.Not(operand=operand):
                return self._negate(self.expr(operand, env, ty.BOOLEAN), True)
            case n.Logic(operator=operator, left=first, right=second):
                left = self.expr(first, env, ty.BOOLEAN)
                right = self.expr(second, env, ty.BOOLEAN)
                return _logic(operator == "and", left, right, node.span)
            case n.Negative(operand=operand):
                value = self.expr(operand, env, ty.NUMBER)
                if isinstance(value, t.Const):
                    return t.Const(-int(value.value), type=value.type, span=node.span)  # type: ignore[arg-type]
                return t.Op("neg", (value,), type=ty.NUMBER, span=node.span)
            case n.Arithmetic():
                return self._arithmetic(node, env)
            case n.Order():
                return self._order(node, env)
            case n.Equal():
                return self._equal(node, env)
            case n.Empty(operand=operand, negated=negated):
                value = self.expr(operand, env)
                self._collection(value, "'is empty'")
                test = t.Op("is_empty", (value,), type=ty.BOOLEAN, span=node.span)
                return self._negate(test, negated)
            case n.Within():
                return self._within(node, env)
            case n.Possible(action=action, negated=negated):
                name = action.name if isinstance(action, n.Name) else ""
                if name not in self.c.rules.actions:
                    return self.unknown("CR403", "action", name, action.span, self.c.rules.actions)
                self.c.used.add(f"actions.{name}")
                self._needs_actor(env, node.span, "'is possible'")
                return self._negate(t.Can(name, type=ty.BOOLEAN, span=node.span), negated)
            case n.Kind(operand=operand, meld="joker", negated=negated):
                card = self.expr(operand, env, ty.CARD)
                test = t.Op("is_joker", (card,), type=ty.BOOLEAN, span=node.span)
                return self._negate(test, negated)
            case n.Kind(operand=operand, meld=meld, negated=negated):
                cards = self.expr(operand, env, ty.CARDS)
                if meld not in self.c.rules.melds:
                    return self.unknown("CR403", "meld", meld, node.word, self.c.rules.melds)
                self.c.used.add(f"melds.{meld}")
                test = t.IsMeld(cards, meld, type=ty.BOOLEAN, span=node.span)
                return self._negate(test, negated)
            case n.Extends(cards=cards, pile=pile):
                added = self.expr(cards, env, ty.CARDS)
                place = self.expr(pile, env)
                if place.type.name != "place":
                    if place.type == ty.UNKNOWN:
                        return place
                    message = f"a pile on the table is expected here, but this is {place.type}"
                    return self.problem("CR405", message, pile.span, _WAYS_OUT["place"])
                self._use_melds(node.span)
                return t.Op("extends", (added, place), type=ty.BOOLEAN, span=node.span)
            case n.Share(operand=operand, attribute=attribute, negated=negated):
                cards = self.expr(operand, env)
                self._cards(cards, "'share'")
                if cards.type == ty.CARD:
                    cards = self.coerce(cards, ty.CARDS)
                if attribute not in ("rank", "suit", "colour"):
                    return self.unknown(
                        "CR402", "attribute", attribute, node.word, ("rank", "suit", "colour")
                    )
                test = t.Op(f"share_{attribute}", (cards,), type=ty.BOOLEAN, span=node.span)
                return self._negate(test, negated)
            case n.Has():
                return self._has(node, env)
            case n.Players(start=start, single=single):
                if start is None:
                    value = t.Op("players", (), type=ty.PLAYERS, span=node.span)
                else:
                    seat = self.expr(start, env, ty.PLAYER)
                    value = t.Op("players_from", (seat,), type=ty.PLAYERS, span=node.span)
                if single:
                    return t.Op("first", (value,), type=ty.PLAYER, span=node.span)
                return value

    def _conditional(self, test: t.Expr, then: t.Expr, other: t.Expr, span: Span) -> t.Expr:
        if isinstance(test, t.Const) and test.type == ty.BOOLEAN:
            return then if test.value else other
        if then == other:
            return then
        if isinstance(then, t.Const) and then.type == ty.BOOLEAN:
            if then.value:
                return _logic(False, test, other, span)
            return _logic(True, self._negate(test, True), other, span)
        kind = other.type if then.type == ty.NOTHING else then.type
        return t.Cond(test, then, other, type=kind, span=span)

    def _name(self, node: n.Name, env: Env, want: Type | None) -> t.Expr:
        name, span, c = node.name, node.span, self.c
        if name in env.bindings:
            return t.Local(name, type=env.bindings[name][0], span=span)
        if env.members:
            local, kind = env.members[-1]
            member = t.Local(local, type=kind, span=span)
            if name == "it":
                return member
            attributes = ty.CARD_ATTRIBUTES if kind == ty.CARD else ty.PLAYER_ATTRIBUTES
            if kind == ty.UNKNOWN and (name in ty.CARD_ATTRIBUTES or name in attributes):
                return t.Const(0, type=ty.UNKNOWN, span=span)
            if kind in (ty.CARD, ty.PLAYER) and name in attributes:
                return t.Op(name, (member,), type=attributes[name], span=span)
        if want is not None and want.name == "choice" and name in want.choices:
            return t.Const(want.choices.index(name), type=want, span=span)
        if name in c.options:
            c.used.add(f"options.{c.option_names[name]}")
            return replace(c.options[name], span=span)
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
        if want is not None and want.choices:
            return self.unknown("CR415", "choice", name, span, want.choices)
        return self._no_name(name, span, env)

    def _ruleset_name(self, node: n.Name, env: Env) -> t.Expr | None:
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

    def _own(self, name: str, env: Env, span: Span) -> t.Expr:
        """The actor, whose zone or variable a bare name means; not among players, though."""
        if env.members and env.members[-1][1] == ty.PLAYER:
            message = f"whose '{name}'? A bare name is the actor's, also inside 'where' and 'total'"
            advice = f"write '{name} of it' for each player's, '{name} of actor' for the actor's"
            self.problem("CR427", message, span, advice)
            return t.Local("actor", type=ty.PLAYER, span=span)
        return self._actor(env, span, f"'{name}'")

    def _zone(self, name: str, seat: t.Expr | None, span: Span) -> t.ZoneRef:
        self.c.used.add(f"zones.{name}")
        zone = self.c.rules.zones[name]
        kind = ty.PILE if zone.ordered else ty.CARDS
        if zone.piles:
            kind = Type("list", ty.place_in(name))
        return t.ZoneRef(name, seat, type=kind, span=span)

    def _variable(self, name: str, seat: t.Expr | None, span: Span) -> t.VarRef:
        self.c.used.add(f"variables.{name}")
        kind = ty.NAMED.get(self.c.rules.variables[name].type.text, ty.UNKNOWN)
        return t.VarRef(name, seat, type=kind, span=span)

    def _use(self, name: str, arguments: tuple[t.Expr, ...], env: Env, span: Span) -> t.Expr:
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
        return t.Use(name, arguments, type=kind, span=span)

    def _form(self, name: str) -> str:
        """How a definition is used, as advice."""
        parameters = self.c.rules.definitions[name].parameters
        wanted = ", ".join(f"{kind.text} {word.text}" for kind, word in parameters)
        return f"write '{name}({wanted})'" if wanted else f"write '{name}' alone"

    def _built_in(self, node: n.Name, env: Env) -> t.Expr | None:
        name, span = node.name, node.span
        if name in ("true", "false"):
            return t.Const(name == "true", type=ty.BOOLEAN, span=span)
        if name in ("nobody", "none"):
            return t.Const(NONE, type=ty.NOTHING, span=span)
        if name == "actor":
            return self._actor(env, span, "'actor'")
        if name == "opponent":
            if self.c.players != 2 and not self.c.departures:
                message = f"'opponent' needs exactly two players, but there are {self.c.players}"
                return self.problem("CR410", message, span, "name the player: 'left of actor'")
            actor = self._actor(env, span, "'opponent'")
            return t.Op("opponent", (actor,), type=ty.PLAYER, span=span)
        if name == "everybody":
            return t.Op("everybody", (), type=ty.PLAYERS, span=span)
        if name == "dealer":
            return t.Op("dealer", (), type=ty.PLAYER, span=span)
        if name == "eldest":
            dealer = t.Op("dealer", (), type=ty.PLAYER, span=span)
            return t.Op("left", (dealer,), type=ty.PLAYER, span=span)
        if name == "drawn" and env.drawn:
            return t.Local("drawn", type=ty.CARD, span=span)
        if name in ("deal_number", "turn_number"):
            return t.Op(name, (), type=ty.NUMBER, span=span)
        if name == "score":
            seat = self._own("score", env, span)
            return t.VarRef("score", seat, type=ty.NUMBER, span=span)
        return None

    def _card_word(self, name: str, span: Span, want: Type | None) -> t.Expr | None:
        pack = self.c.pack
        if name in COLOURS and (want is None or want == ty.COLOUR):
            return t.Const(COLOURS.index(name), type=ty.COLOUR, span=span)
        if name in pack.suits:
            return t.Const(pack.suits.index(name), type=ty.SUIT, span=span)
        rank = pack.rank_index(JOKER if name == "joker" else name)
        known = name in ("joker", "10") or name in pack.ranks
        if rank is not None and known and not (want == ty.CARD and name in ("joker", JOKER)):
            return t.Const(rank, type=ty.RANK, span=span)
        cards = pack.cards_of(name) if name[:1].isupper() or name[:1].isdigit() else ()
        if cards:
            return t.Const(cards[0], type=ty.CARD, span=span)
        return None

    def _no_name(self, name: str, span: Span, env: Env) -> t.Const:
        rules = self.c.rules
        if name in rules.actions:
            message = f"'{name}' is an action, which has no value"
            return self.problem("CR407", message, span, f"write '{name} is possible'")
        if name == "it":
            message = "'it' stands for a member inside 'where', 'with' or 'total', not here"
            return self.problem("CR408", message, span)
        if name in ty.CARD_ATTRIBUTES:
            return self.problem(
                "CR408", f"'{name}' of what?", span, f"write '{name} of' and a card"
            )
        if name == "drawn":
            message = "'drawn' is the card just drawn, known only in 'draws until …'"
            return self.problem("CR408", message, span)
        if env.static and (name in rules.zones or name in rules.variables):
            self._meant(name)
            message = f"'{name}' changes during play, and this must be known before"
            return self.problem("CR424", message, span, "only numbers and options may stand here")
        if env.static:
            candidates: list[str] = [*self.c.options, *rules.definitions]
        else:
            candidates = [
                *env.bindings, *self.c.options, *rules.zones, *rules.variables,
                *rules.definitions, *ty.BUILT_IN, *self.c.pack.suits, *self.c.pack.ranks, *COLOURS,
            ]  # fmt: skip
        nearest = suggest(name, candidates)
        self._meant(nearest)
        advice = f"did you mean '{nearest}'?" if nearest else None
        what = "option" if env.static else "name"
        return self.problem("CR401", f"there is no {what} '{name}' here", span, advice)

    def _actor(self, env: Env, span: Span, what: str) -> t.Expr:
        self._needs_actor(env, span, what)
        return t.Local("actor", type=ty.PLAYER, span=span)

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

    def _of(self, node: n.Of, env: Env) -> t.Expr:
        name, span, rules = node.name, node.span, self.c.rules
        if name in rules.zones and name not in env.bindings:
            return self._owned_zone(node, env)
        if name in rules.variables or name == "score":
            each = name == "score" or rules.variables[name].each
            seat = self.expr(node.operand, env, ty.PLAYER)
            if not each:
                message = f"'{name}' belongs to the table, not to a player"
                return self.problem("CR411", message, span, f"write '{name}' alone")
            if name == "score":
                return t.VarRef("score", seat, type=ty.NUMBER, span=span)
            return self._variable(name, seat, span)
        if name in ty.CARD_ATTRIBUTES:
            card = self.expr(node.operand, env)
            if card.type in (ty.CARDS, ty.PILE):
                message = f"'{name} of' asks for one card, but {this_is(card.type)}"
                advice = "say which one ('first of …'), or write 'has' or 'share'"
                return self.problem("CR412", message, span, advice)
            card = self.coerce(card, ty.CARD)
            return t.Op(name, (card,), type=ty.CARD_ATTRIBUTES[name], span=span)
        if name in ty.PLAYER_ATTRIBUTES:
            seat = self.expr(node.operand, env, ty.PLAYER)
            if name == "partner" and self.c.players % 2:
                message = f"nobody sits opposite to a player among {self.c.players}"
                return self.problem("CR410", message, span)
            return t.Op(name, (seat,), type=ty.PLAYER, span=span)
        if name == "cards":
            value = self.expr(node.operand, env)
            if value.type.name == "place":
                return t.PileRef(value.type.choices[0], value, type=ty.PILE, span=span)
            if value.type.of is not None and value.type.of.name == "place":
                return t.Op("all_piles", (value,), type=ty.PILE, span=span)
            message = f"this is {value.type}, not piles on the table"
            return self.problem("CR405", message, span, _WAYS_OUT["place"])
        if name in ty.ARRANGED:
            cards = self.expr(node.operand, env, ty.CARDS)
            self._use_melds(span)
            return t.Op(name, (cards,), type=ty.ARRANGED[name], span=span)
        if name == "size":
            value = self.expr(node.operand, env)
            self._collection(value, "'size of'")
            everyone = isinstance(value, t.Op) and value.name == "players"
            if everyone and (env.static or not self.c.departures):
                return t.Const(self.c.players, type=ty.NUMBER, span=span)
            return t.Op("size", (value,), type=ty.NUMBER, span=span)
        if name in ty.ENDS:
            value = self.expr(node.operand, env)
            self._collection(value, f"'{name} of'")
            self._chance(name, span, env)
            unseen = self._unseen(name, value, span)
            if unseen is not None:
                return unseen
            if name in ("top", "bottom") and value.type == ty.CARDS:
                message = f"these cards have no {name}: their zone does not keep its order"
                return self.problem("CR412", message, span, "write 'first of' or 'last of'")
            return t.Op(name, (value,), type=ty.element(value.type) or ty.UNKNOWN, span=span)
        if name in rules.definitions and len(rules.definitions[name].parameters) == 1:
            wanted = self._parameter_type(rules.definitions[name].parameters[0][0].text)
            argument = self.expr(node.operand, env, wanted)
            return self._use(name, (argument,), env, span)
        if name in rules.definitions:
            message = f"'{name} of' cannot be said: '{name}' does not take exactly one argument"
            self.c.used.add(f"define.{name}")
            self.expr(node.operand, env)
            return self.problem("CR406", message, node.word, self._form(name))
        self.expr(node.operand, env)
        candidates = [
            *rules.zones, *rules.variables, *ty.CARD_ATTRIBUTES, *ty.PLAYER_ATTRIBUTES, *ty.ENDS,
            "size", "score", *rules.definitions,
        ]  # fmt: skip
        nearest = suggest(name, candidates)
        self._meant(nearest)
        advice = f"did you mean '{nearest} of'?" if nearest else None
        return self.problem("CR402", f"'{name} of' means nothing here", node.word, advice)

    def _use_melds(self, span: Span) -> None:
        if not any(meld.size is not None for meld in self.c.rules.melds.values()):
            self.problem("CR428", "this asks for melds, and the ruleset has none", span)
        self.c.used.update(f"melds.{name}" for name in self.c.rules.melds)

    def _owned_zone(self, node: n.Of, env: Env) -> t.Expr:
        zone = self.c.rules.zones[node.name]
        owner = self.expr(node.operand, env)
        if not zone.each:
            message = f"the zone '{node.name}' belongs to the table, not to a player"
            return self.problem("CR411", message, node.span, f"write '{node.name}' alone")
        if owner.type == ty.PLAYERS:
            self.c.used.add(f"zones.{node.name}")
            return t.AllSeats(node.name, owner, type=ty.PILE, span=node.span)
        return self._zone(node.name, self.coerce(owner, ty.PLAYER), node.span)

    def _parameter_type(self, word: str) -> Type:
        return ty.NAMED.get(word, ty.UNKNOWN)

    def _part(self, node: n.Part, env: Env) -> t.Expr:
        if node.name not in ty.ENDS:
            return self.unknown("CR402", "word", node.name, node.word, ty.ENDS)
        self._chance(node.name, node.span, env)
        count = self.expr(node.count, env, ty.NUMBER)
        value = self.expr(node.operand, env)
        self._collection(value, f"'{node.name} … of'")
        unseen = self._unseen(node.name, value, node.span)
        if unseen is not None:
            return unseen
        kind = ty.CARDS if node.name == "random" and value.type == ty.PILE else value.type
        return t.Op(f"{node.name}_n", (count, value), type=kind, span=node.span)

    def _unseen(self, end: str, value: t.Expr, span: Span) -> t.Expr | None:
        """Refuse the ends of cards without order that nobody sees: they would tell which."""
        while isinstance(value, t.Filter | t.Best):
            value = value.collection
        hidden = isinstance(value, t.ZoneRef) and self.c.faces.get(value.zone) in ("hidden", "top")
        if hidden and value.type == ty.CARDS and end != "random":
            message = f"nobody sees these cards and they have no order, so none is the {end}"
            advice = "write 'random of', or 'ordered: true' at the zone"
            return self.problem("CR412", message, span, advice)
        return None

    def _chance(self, name: str, span: Span, env: Env) -> None:
        if name == "random" and (env.pure or env.members):
            message = "chance belongs in 'do' and 'let', not in a condition"
            self.problem("CR426", message, span, "draw it first: 'let c be random of hand'")

    def _call(self, node: n.Call, env: Env) -> t.Expr:
        name, rules = node.name, self.c.rules
        if name in ("min", "max"):
            values = tuple(self.expr(a, env, ty.NUMBER) for a in node.arguments)
            if len(values) < 2:
                message = f"'{name}' compares two numbers or more"
                return self.problem("CR406", message, node.span, f"write '{name}(a, b)'")
            return _number(name, values, node.span)
        if name in ("deadwood", "laid_off") and len(node.arguments) == 2:
            cards = self.expr(node.arguments[0], env, ty.CARDS)
            melds = self.expr(node.arguments[1], env, ty.MELDS)
            self._use_melds(node.span)
            operation = "against" if name == "deadwood" else "laid_off"
            kind = ty.NUMBER if name == "deadwood" else ty.CARDS
            return t.Op(operation, (cards, melds), type=kind, span=node.span)
        if name not in rules.definitions:
            for argument in node.arguments:
                self.expr(argument, env)
            candidates = [*rules.definitions, "min", "max", "deadwood", "laid_off"]
            return self.unknown("CR403", "definition", name, node.word, candidates)
        return self._use(name, self.arguments(name, node.arguments, env), env, node.span)

    def arguments(self, name: str, given: tuple[n.Expr, ...], env: Env) -> tuple[t.Expr, ...]:
        """Return the typed arguments of a definition's use."""
        parameters = self.c.rules.definitions[name].parameters
        kinds: list[Type | None] = [self._parameter_type(kind.text) for kind, _ in parameters]
        kinds += [None] * (len(given) - len(kinds))
        return tuple(
            self.expr(argument, env, kind) for argument, kind in zip(given, kinds, strict=False)
        )

    def _list(self, node: n.ListOf, env: Env, want: Type | None) -> t.Expr:
        wanted = want.of if want is not None else None
        if wanted is None and any(isinstance(i, n.Name) for i in node.items):
            kinds = {self._peek(item, env) for item in node.items}
            if ty.RANK in kinds:
                wanted = ty.RANK
        items = tuple(self.expr(item, env, wanted) for item in node.items)
        kind = next((item.type for item in items if item.type != ty.UNKNOWN), ty.UNKNOWN)
        items = tuple(self.coerce(item, kind) for item in items)
        if kind == ty.CARD:
            return t.Op("pile_of", items, type=ty.PILE, span=node.span)
        for item in items:
            if ty.element(item.type) is not None:
                message = f"{this_is(item.type)}, which a list cannot hold"
                self.problem("CR405", message, item.span, "join cards and players with '+'")
                return t.Const((), type=ty.UNKNOWN, span=node.span)
        constants = [item for item in items if isinstance(item, t.Const)]
        if len(constants) == len(items):
            values = tuple(int(c.value) for c in constants)  # type: ignore[arg-type]
            return t.Const(values, type=ty.list_of(kind), span=node.span)
        return t.Op("list", items, type=ty.list_of(kind), span=node.span)

    def _peek(self, node: n.Expr, env: Env) -> Type:
        if isinstance(node, n.Name) and node.name not in env.bindings:
            word = self._card_word(node.name, node.span, None)
            if word is not None:
                return word.type
        return ty.UNKNOWN

    def _collection(self, value: t.Expr, what: str) -> None:
        if value.type != ty.UNKNOWN and ty.element(value.type) is None:
            message = f"{what} asks for cards, players or a list, but {this_is(value.type)}"
            self.problem("CR405", message, value.span, "name a zone, or write 'players'")

    def _cards(self, value: t.Expr, what: str) -> None:
        if value.type not in (ty.CARDS, ty.PILE, ty.CARD, ty.UNKNOWN):
            message = f"{what} asks for cards, but {this_is(value.type)}"
            self.problem("CR405", message, value.span, _WAYS_OUT["cards"])

    def _member(self, collection: t.Expr, env: Env) -> tuple[str, Env]:
        self._fresh += 1
        name = f"it{self._fresh}"
        kind = ty.element(collection.type) or ty.UNKNOWN
        return name, replace(env, members=(*env.members, (name, kind)))

    def _where(self, node: n.Where, env: Env) -> t.Expr:
        # `player from X where C`: the first of what `players from X where C` would be.
        single = isinstance(node.collection, n.Players) and node.collection.single
        source = replace(node.collection, single=False) if single else node.collection
        collection = self.expr(source, env)
        self._collection(collection, "'where'")
        name, inner = self._member(collection, env)
        condition = self.expr(node.condition, inner, ty.BOOLEAN)
        found = t.Filter(collection, name, condition, type=collection.type, span=node.span)
        if single:
            return t.Op("first", (found,), type=ty.PLAYER, span=node.span)
        return found

    def _with(self, node: n.With, env: Env) -> t.Expr:
        single = isinstance(node.collection, n.Players) and node.collection.single
        source = replace(node.collection, single=False) if single else node.collection
        collection = self.expr(source, env)
        self._collection(collection, "'with'")
        name, inner = self._member(collection, env)
        key = self._ordered(self.expr(node.key, inner), node.order, node.word)
        best = t.Best(
            collection, name, key, node.extreme == "highest", type=collection.type, span=node.span
        )
        if single:
            return t.Op("first", (best,), type=ty.PLAYER, span=node.span)
        return best

    def _ordered(self, key: t.Expr, order: str | None, span: Span) -> t.Expr:
        if order is not None:
            if order not in self.c.pack.orders:
                return self.unknown("CR403", "rank order", order, span, self.c.pack.orders)
            key = self.coerce(key, ty.RANK)
            index = list(self.c.pack.orders).index(order)
            position = t.Const(index, type=ty.NUMBER)
            return t.Op("in_order", (key, position), type=ty.NUMBER, span=span)
        if key.type not in (ty.NUMBER, ty.RANK, ty.SUIT, ty.CARD, ty.UNKNOWN):
            message = f"{key.type} cannot be highest or lowest"
            advice = "numbers, ranks, suits and cards can, such as 'value' or 'score'"
            return self.problem("CR405", message, key.span, advice)
        return key

    def _total(self, node: n.Total, env: Env) -> t.Expr:
        collection = self.expr(node.collection, env)
        self._collection(collection, "'total'")
        name, inner = self._member(collection, env)
        key = self.expr(node.key, inner, ty.NUMBER)
        return t.Sum(collection, name, key, type=ty.NUMBER, span=node.span)

    def _has(self, node: n.Has, env: Env) -> t.Expr:
        attributes = {
            k: v for k, v in ty.CARD_ATTRIBUTES.items() if k in ("rank", "suit", "colour")
        }
        value = self.expr(node.operand, env)
        self._cards(value, "'has'")
        if node.attribute not in attributes:
            return self.unknown("CR402", "attribute", node.attribute, node.word, attributes)
        wanted = self.expr(node.value, env, attributes[node.attribute])
        if value.type == ty.CARD:
            of = t.Op(node.attribute, (value,), type=attributes[node.attribute], span=node.span)
            test = t.Op("eq", (of, wanted), type=ty.BOOLEAN, span=node.span)
        else:
            name = f"has_{node.attribute}"
            test = t.Op(name, (value, wanted), type=ty.BOOLEAN, span=node.span)
        return self._negate(test, node.negated)

    def _within(self, node: n.Within, env: Env) -> t.Expr:
        listed = node.collection
        if isinstance(listed, n.Name) and listed.name in self.c.options:
            words = self.c.options[listed.name].type.of
            if words is not None and words.choices and isinstance(node.member, n.Name):
                held = self.expr(listed, env)
                word = self._choice_word(node.member, words, env)
                test = t.Op("contains", (word, held), type=ty.BOOLEAN, span=node.span)
                return self._negate(test, node.negated)
        member = self.expr(node.member, env)
        want = ty.list_of(member.type) if member.type.of is None else None
        if member.type == ty.CARD:
            want = None
        collection = self.expr(node.collection, env, want)
        self._collection(collection, "'is in'")
        kind = ty.element(collection.type) or ty.UNKNOWN
        if not ty.fits(member.type, kind):
            message = f"{member.type} cannot be in {collection.type}"
            advice = "ask for a card in cards, a player in players, or a member of a list"
            return self.problem("CR405", message, node.span, advice)
        test = t.Op("contains", (member, collection), type=ty.BOOLEAN, span=node.span)
        return self._negate(test, node.negated)

    def _arithmetic(self, node: n.Arithmetic, env: Env) -> t.Expr:
        left = self.expr(node.left, env)
        right = self.expr(node.right, env)
        if node.operator in "+-" and left.type in (ty.CARDS, ty.PILE, ty.CARD):
            if node.operator == "+" and left.type == right.type == ty.PILE:
                return t.Op("join_piles", (left, right), type=ty.PILE, span=node.span)
            name = "join" if node.operator == "+" else "minus"
            both = (self.coerce(left, ty.CARDS), self.coerce(right, ty.CARDS))
            return _sound(t.Op(name, both, type=ty.CARDS, span=node.span))
        if node.operator in "+-" and left.type in (ty.PLAYERS, ty.PLAYER):
            name = "join_players" if node.operator == "+" else "minus_players"
            both = (self.coerce(left, ty.PLAYERS), self.coerce(right, ty.PLAYERS))
            return _sound(t.Op(name, both, type=ty.PLAYERS, span=node.span))
        left, right = self.coerce(left, ty.NUMBER), self.coerce(right, ty.NUMBER)
        names = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}
        if isinstance(right, t.Const) and right.value == 0 and node.operator in ("div", "mod"):
            return self.problem("CR413", "this divides by zero", node.span)
        return _sound(_number(names[node.operator], (left, right), node.span))

    def _order(self, node: n.Order, env: Env) -> t.Expr:
        left = self.expr(node.left, env)
        right = self.expr(node.right, env, ty.RANK if left.type == ty.RANK else None)
        if right.type == ty.RANK:
            left = self.coerce(left, ty.RANK)
        if ty.NOTHING in (left.type, right.type) and self._is_option(node.left, node.right):
            return t.Const(False, type=ty.BOOLEAN, span=node.span)  # switched off
        if ty.UNKNOWN not in (left.type, right.type):
            comparable = left.type == right.type and left.type in (ty.NUMBER, ty.RANK)
            if not comparable:
                message = f"{left.type} cannot be compared with {right.type} by '{node.operator}'"
                return self.problem("CR414", message, node.span)
        if node.order is not None:
            left = self._ordered(left, node.order, node.word)
            right = self._ordered(right, node.order, node.word)
        name = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[node.operator]
        return _compare(name, left, right, node.span)

    def _equal(self, node: n.Equal, env: Env) -> t.Expr:
        left = self.expr(node.left, env)
        hint = left.type if left.type.name in ("rank", "choice", "colour", "card") else None
        if hint is not None and hint.name == "choice":
            right = self._choice_word(node.right, hint, env)
        else:
            right = self._expr(node.right, env, hint)
            if hint is not None and right.type == ty.NUMBER:
                right = self.coerce(right, hint)
        if right.type == ty.RANK and left.type == ty.NUMBER:
            left = self.coerce(left, ty.RANK)
        if ty.NOTHING in (left.type, right.type) and self._is_option(node.left, node.right):
            same = left.type == right.type
            return t.Const(same != node.negated, type=ty.BOOLEAN, span=node.span)
        if not (ty.fits(left.type, right.type) or ty.fits(right.type, left.type)):
            message = f"{left.type} can never be {right.type}"
            return self.problem("CR414", message, node.span)
        left, right = self._same(left, right, node.span)
        return _compare("ne" if node.negated else "eq", left, right, node.span)

    def _is_option(self, *nodes: n.Expr) -> bool:
        return any(isinstance(node, n.Name) and node.name in self.c.options for node in nodes)

    def _choice_word(self, node: n.Expr, kind: Type, env: Env) -> t.Expr:
        if isinstance(node, n.Name):
            if node.name in kind.choices:
                return t.Const(kind.choices.index(node.name), type=kind, span=node.span)
            return self.unknown("CR415", "choice", node.name, node.span, kind.choices)
        return self.expr(node, env, kind)

    def _same(self, left: t.Expr, right: t.Expr, span: Span) -> tuple[t.Expr, t.Expr]:
        if left.type == right.type or ty.NOTHING in (left.type, right.type):
            return left, right
        if left.type in (ty.CARD, ty.CARDS, ty.PILE) and right.type in (ty.CARD, ty.CARDS, ty.PILE):
            return self.coerce(left, ty.CARDS), self.coerce(right, ty.CARDS)
        if ty.fits(left.type, right.type) and right.type != ty.UNKNOWN:
            return self.coerce(left, right.type), right
        return left, self.coerce(right, left.type, right.span)

    def _negate(self, test: t.Expr, negated: bool) -> t.Expr:
        if not negated:
            return test
        if isinstance(test, t.Const) and test.type == ty.BOOLEAN:
            return t.Const(not test.value, type=ty.BOOLEAN, span=test.span)
        if isinstance(test, t.Op) and test.name == "not":
            return test.arguments[0]
        return t.Op("not", (test,), type=ty.BOOLEAN, span=test.span)


def this_is(kind: Type) -> str:
    """Return `this is a number`, `these are cards`."""
    return f"these are {kind}" if kind in (ty.CARDS, ty.PILE, ty.PLAYERS) else f"this is {kind}"


_WAYS_OUT = {
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


def _sound(value: t.Expr) -> t.Expr:
    """Return a value; if one of its parts was reported, no more is to be said about the whole."""
    parts = value.arguments if isinstance(value, t.Op) else ()
    if any(part.type == ty.UNKNOWN for part in parts):
        return t.Const(0, type=ty.UNKNOWN, span=value.span)
    return value


def _logic(conjunction: bool, left: t.Expr, right: t.Expr, span: Span) -> t.Expr:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, t.Const) and one.type == ty.BOOLEAN:
            return other if bool(one.value) == conjunction else one
    return t.Logic(conjunction, left, right, type=ty.BOOLEAN, span=span)


def _number(name: str, values: tuple[t.Expr, ...], span: Span) -> t.Expr:
    """Arithmetic, done at once where all numbers are known."""
    known = [v.value for v in values if isinstance(v, t.Const) and isinstance(v.value, int)]
    if len(known) < len(values):
        return t.Op(name, values, type=ty.NUMBER, span=span)
    first, last = known[0], known[-1]
    match name:
        case "add":
            result = first + last
        case "sub":
            result = first - last
        case "mul":
            result = first * last
        case "div":
            result = first // last
        case "mod":
            result = first % last
        case "min":
            result = min(known)
        case _:
            result = max(known)
    return t.Const(result, type=ty.NUMBER, span=span)


def _compare(name: str, left: t.Expr, right: t.Expr, span: Span) -> t.Expr:
    if isinstance(left, t.Const) and isinstance(right, t.Const) and ty.UNKNOWN not in (
        left.type, right.type
    ):  # fmt: skip
        a, b = left.value, right.value
        if isinstance(a, tuple) or isinstance(b, tuple):
            result = (a == b) == (name == "eq")
        else:
            result = {"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b,
                      "eq": a == b, "ne": a != b}[name]  # fmt: skip
        return t.Const(result, type=ty.BOOLEAN, span=span)
    return t.Op(name, (left, right), type=ty.BOOLEAN, span=span)
