"""Resolves the names in effect text."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from ..diagnostics import Fix, Guess, Label, Span, error, slips
from ..program import ir
from ..program.cards import COLOURS, NONE
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.table import AFTER_IS, ATTRIBUTES, BUILT_IN, LEADING, NAMES, OF, OPERATIONS, PARTS, RESERVED
from ..syntax.plain_english import OTHERS, RANKS_BY_NAME, SPOKEN_NAMES
from ..syntax.types import Type
from .application import Application
from .context import Acting, Context, Env
from .reports import WAYS_OUT, Reports, article, free_name

_CARD = re.compile(r"(?:[0-9]+|[TJQKA])[CDHS]")
"""How a card of the usual suits is written."""


class Names:
    """Gives types to names."""

    def __init__(self, context: Context, reports: Reports, acting: Acting, application: Application) -> None:
        """Work for one ruleset.

        Args:
            context: what the ruleset declares.
            reports: collects diagnostics, and notes what is used.
            acting: knows who is acting.
            application: applies operations that are names.
        """
        self._context = context
        self._reports = reports
        self._acting = acting
        self._application = application

    def name(self, node: n.Name, env: Env, want: Type | None) -> ir.Expr:
        """Return what a name stands for; `want` is the expected type, if there is one."""
        name, span, c = node.name, node.span, self._context
        if name in env.bindings:
            return ir.Local(env.named.get(name, name), type=env.bindings[name][0], span=span)
        if env.members:
            local, kind = env.members[-1]
            member = ir.Local(local, type=kind, span=span)
            if name == "it":
                return member
            if kind == ty.UNKNOWN and any(name in words for words in ATTRIBUTES.values()):
                return ir.Const(0, type=ty.UNKNOWN, span=span)
            attribute = ATTRIBUTES.get(kind.name, {}).get(name)
            if attribute is not None:
                return self._application.apply(attribute, (member,), env, span)
            if kind == ty.CARD and name in c.rules.deck.attributes:
                return self.attribute(name, member, span)
        if want is not None and want.name == "choice" and name in want.choices:
            return ir.Const(want.choices.index(name), type=want, span=span)
        if name in c.options:
            self._reports.used.add(f"options.{c.option_names[name]}")
            return ir.Const(c.options[name].value, type=c.options[name].type, span=span)
        if not env.static:
            value = self._ruleset_name(node, env)
            if value is not None:
                return value
        elif name in c.rules.definitions:
            value = self.use(name, (), env, span)
            return value
        if name in c.rules.melds:
            if want in (None, ty.UNKNOWN, c.rules.types["meld"], ty.list_of(c.rules.types["meld"])):
                return self._meld(node)
            self._reports.used.add(f"melds.{name}")
            message = f"'{name}' is a meld, but {want} is expected"
            advice = f"write the condition anew for each meld: '… is {article(name)}'"
            return self._reports.problem("CR405", message, span, advice)
        value = self._built_in(node, env)
        if value is not None:
            return value
        value = self.card_word(name, span, want)
        if value is not None:
            return value
        if want is not None and want.choices and not slip_of(name, self._context.options):
            return self._reports.unknown("CR415", "choice", name, span, want.choices, ["none"])
        return self._no_name(name, span, env, want)

    def _ruleset_name(self, node: n.Name, env: Env) -> ir.Expr | None:
        name, span, rules = node.name, node.span, self._context.rules
        if name in rules.zones:
            zone = rules.zones[name]
            seat = self._acting.own(name, env, span) if zone.each else None
            return self.zone(name, seat, span)
        if name in rules.variables:
            seat = self._acting.own(name, env, span) if rules.variables[name].each else None
            return self.variable(name, seat, span)
        if name in rules.definitions:
            return self.use(name, (), env, span)
        return None

    def meld(self, node: n.Name, env: Env) -> ir.Expr | None:
        """Return which meld a name stands for: a meld, or a value that is one; None if it is neither."""
        rules, name = self._context.rules, node.name
        if name in rules.melds:
            return self._meld(node)
        kind: Type | None = None
        if name in env.bindings:
            kind = env.bindings[name][0]
        elif name in rules.variables:
            kind = self._context.variable_type(name)
        elif name in rules.definitions and not rules.definitions[name].parameters:
            kind = self._context.definition_type(name, node.span)
        return self.name(node, env, None) if kind is not None and kind == rules.types.get("meld") else None

    def _meld(self, name: n.Name) -> ir.Const:
        """Return a meld as a value."""
        rules = self._context.rules
        self._reports.used.add(f"melds.{name.name}")
        return ir.Const(list(rules.melds).index(name.name), type=rules.types["meld"], span=name.span)

    def zone(self, name: str, seat: ir.Expr | None, span: Span) -> ir.ZoneRef:
        """Return the cards of a zone."""
        self._reports.used.add(f"zones.{name}")
        zone = self._context.rules.zones[name]
        kind = ty.PILE if zone.ordered else ty.CARDS
        seat = seat and self._application.owner(seat, team=zone.team)
        if zone.piles:
            kind = Type("list", ty.place_in(name))
        return ir.ZoneRef(name, seat, type=kind, span=span)

    def variable(self, name: str, seat: ir.Expr | None, span: Span) -> ir.VarRef:
        """Return the value of a variable."""
        self._reports.used.add(f"variables.{name}")
        team = self._context.rules.variables[name].team
        seat = seat and self._application.owner(seat, team=team)
        return ir.VarRef(name, seat, type=self._context.variable_type(name), span=span)

    def attribute(self, name: str, card: ir.Expr, span: Span) -> ir.Expr:
        """Return a further number of a card, from `deck.attributes`."""
        self._reports.used.add(f"attributes.{name}")
        number = ir.Const(list(self._context.rules.deck.attributes).index(name), type=ty.NUMBER)
        kind = ty.HALVES if name in self._context.pack.halves else ty.NUMBER
        return ir.Op("attribute", (card, number), type=kind, span=span)

    def score(self, seat: ir.Expr, span: Span) -> ir.VarRef:
        """Return the score of a player, or of the player's side."""
        seat = self._application.owner(seat, team=self._application.shares_scores)
        kind = ty.HALVES if self._context.rules.match.half_points else ty.NUMBER
        return ir.VarRef("score", seat, type=kind, span=span)

    def use(self, name: str, arguments: tuple[ir.Expr, ...], env: Env, span: Span) -> ir.Expr:
        """Return the value of a definition for these arguments."""
        self._reports.used.add(f"define.{name}")
        rules = self._context.rules
        definition = rules.definitions[name]
        if len(definition.parameters) != len(arguments):
            count = len(definition.parameters)
            message = f"'{name}' takes {count or 'no'} argument{'' if count == 1 else 's'}"
            if arguments:
                message += f", but {len(arguments)} {'is' if len(arguments) == 1 else 'are'} given"
            advice, fix = self.form(name), None
            wanted = [rules.type_of(kind.text) for kind, _ in definition.parameters]
            if not arguments and env.members and wanted == [env.members[-1][1]]:
                advice, fix = f"write '{name}(it)'", Fix(span, f"{name}(it)")
            return self._reports.problem("CR406", message, span, advice, fix)
        kind = self._context.definition_type(name, span)
        if kind is None:
            message = f"'{name}' does something and has no value"
            return self._reports.problem("CR407", message, span, "use it as a statement on a line of its own")
        if name in self._acting.definitions:
            self._acting.need(env, span, f"'{name}'")
        self._application.enter(name, arguments, env)
        constant = self._context.constant(name)
        if constant is not None and all(map(_is_sure, arguments)):
            return replace(constant, span=span)
        return ir.Use(name, arguments, type=kind, span=span)

    def form(self, name: str) -> str:
        """Return how a definition is used, for the help of a diagnostic."""
        parameters = self._context.rules.definitions[name].parameters
        wanted = " and a ".join(kind.text for kind, _ in parameters)
        return f"write '{name}(…)', with a {wanted} in the brackets" if wanted else f"write '{name}' alone"

    def _built_in(self, node: n.Name, env: Env) -> ir.Expr | None:
        name, span = node.name, node.span
        if name in ("true", "false"):
            return ir.Const(name == "true", type=ty.BOOLEAN, span=span)
        if name in ("nobody", "none"):
            return ir.Const(NONE, type=ty.NOTHING, span=span)
        if name == "actor":
            return self._acting.actor(env, span, "'actor'")
        if name == "drawn" and env.drawn:
            return ir.Local("drawn", type=ty.CARD, span=span)
        if name == "score":
            return self.score(self._acting.own("score", env, span), span)
        if name in ("suits", "ranks", "colours"):
            return self._every(name, span)
        operation = NAMES.get(name)
        return None if operation is None else self._application.apply(operation, (), env, span)

    def _every(self, name: str, span: Span) -> ir.Const:
        """Return all suits, ranks or colours of the cards, in the deck's order."""
        pack = self._context.pack
        table = {"suits": pack.suit, "ranks": pack.rank, "colours": pack.colour}[name]
        some = {value for value in table if value >= 0 and (name != "ranks" or value < pack.ranked)}
        return ir.Const(tuple(sorted(some)), type=OPERATIONS[name].type_of(()), span=span)

    def new_name(self, name: str, span: Span, env: Env) -> bool:
        """Return whether a name may be bound, and report if not."""
        taken = {
            "variable": self._context.rules.variables,
            "zone": self._context.rules.zones,
            "option": self._context.options,
            "definition": self._context.rules.definitions,
        }
        if name in env.bindings:
            first = Label(env.bindings[name][1], "first bound here")
            message = f"'{name}' already has a meaning here"
            problem = error("CR416", message, span, first, help="choose another name")
            self._reports.problems.append(problem)
            return False
        for what, names in taken.items():
            if name in names:
                message = f"'{name}' is already the name of a{'n' * (what == 'option')} {what}"
                definition = self._context.rules.definitions.get(name)
                if definition is not None and definition.address == "tricks":
                    message = f"'{name}' is a word that the section 'tricks' brings"
                advice = f"write '{name} becomes …' to change it" if what == "variable" else "choose another name"
                self._reports.problem("CR416", message, span, advice)
                return False
        words = (BUILT_IN, RESERVED, self._context.pack.suits, self._context.pack.ranks, COLOURS)
        if any(name in group for group in words):
            message = f"'{name}' is a word of the language and cannot name anything else"
            names = (*taken.values(), env.bindings, LEADING, self._context.rules.actions, self._context.rules.phases)
            near = free_name(name, {*chain(*words, *names, self._context.rules.melds)})
            self._reports.problem("CR423", message, span, f"choose another name, such as '{near}'")
            return False
        return True

    def card_word(self, name: str, span: Span, want: Type | None) -> ir.Expr | None:
        """Return the colour, suit, rank or card that a word names."""
        pack = self._context.pack
        if name in COLOURS and (want == ty.COLOUR or (want != ty.SUIT and name not in pack.suits)):
            return ir.Const(COLOURS.index(name), type=ty.COLOUR, span=span)
        if name in pack.suits:
            return ir.Const(pack.suits.index(name), type=ty.SUIT, span=span)
        rank = pack.rank_index(name) if name in (*_SPOKEN, *pack.ranks) else None
        written = name[0] in _CAPITALS or name in ("joker", *pack.text)
        cards = pack.cards_of(name) if written else ()
        if rank is not None and not (want == ty.CARD and cards):
            return ir.Const(rank, type=ty.RANK, span=span)
        if cards:
            return ir.Const(cards[0], type=ty.CARD, span=span)
        return None

    def names_card(self, node: n.Expr) -> bool:
        """Return whether a text is the name of cards that belong to no suit, such as jokers."""
        word, pack = node.name if isinstance(node, n.Name) else "", self._context.pack
        return word == "joker" or word in pack.ranks[pack.ranked :]

    def spoken_card(self, name: str, of: n.Expr) -> str | None:
        """Return the card that `name of …` names as people speak: `jack of diamonds`."""
        pack = self._context.pack
        suit = of.name.lower() if isinstance(of, n.Name) else ""
        suits = [each for each in pack.suits if suit in (each, each.removesuffix("s"))]
        rank = self.spoken_rank(name) or (name if pack.rank_index(name) is not None else None)
        cards = pack.cards_of(rank + suits[0][0]) if rank and suits else ()
        return pack.text[cards[0]] if cards else None

    def spoken_rank(self, name: str) -> str | None:
        """Return the rank of a word such as `queen`, in the spelling of the deck."""
        pack = self._context.pack
        word = name.lower()
        ranks = (RANKS_BY_NAME.get(word.removesuffix(plural)) for plural in ("", "s", "es"))
        known = (pack.rank_index(rank) for rank in ranks if rank is not None)
        return next((pack.ranks[index] for index in known if index is not None), None)

    def tests_cards(self, name: str) -> bool:
        """Return whether a word is the name of a condition on one card."""
        definition = self._context.rules.definitions.get(name)
        kinds = [] if definition is None else [kind.text for kind, _ in definition.parameters]
        if definition is None or kinds != ["card"]:
            return False
        return self._context.definition_type(name, definition.span) == ty.BOOLEAN

    def _the_member(self, name: str, member: str, span: Span) -> ir.Const:
        """Report a word for the member that is looked at, such as `card` for `it`."""
        message, it = f"there is no name '{name}' here", f"each {member or 'member'}"
        if not member:
            advice = "write the name of a choice, of a parameter or of a zone"
            return self._reports.problem("CR401", message, span, advice)
        advice = f"write 'it': so {it} is called inside 'where', 'with' and 'over'"
        return self._reports.problem("CR401", message, span, advice, Fix(span, "it"))

    def _in_our_words(self, name: str, word: str, span: Span) -> ir.Const:
        """Report a word of plain English for what has another name here."""
        plural = word.strip("()") if "players" in word else None
        otherwise = f"write 'for each p in {plural}:', and 'p' for each of them" if plural else None
        fix = Fix(span, word, otherwise=otherwise)
        return self._reports.problem("CR401", f"there is no name '{name}' here", span, f"write '{word}'", fix)

    def _no_name(self, name: str, span: Span, env: Env, want: Type | None) -> ir.Const:
        rules, pack = self._context.rules, self._context.pack
        member = env.members[-1][1] if env.members else None
        lone = member is not None and len(name) == 1 and name.islower()  # as if each member had this name
        if name in _MEMBER or lone or (member is not None and name.removesuffix("s") == member.name):
            if member is not None and want is not None and not ty.fits(member, want):
                message = f"there is no name '{name}' here, and {want} is expected"
                return self._reports.problem("CR401", message, span, WAYS_OUT.get(want.name))
            return self._the_member(name, member.name if member is not None else "", span)
        word = self.spoken_rank(name)
        if word is not None and want == ty.CARD:
            message = f"there is no card '{name}'; it is a rank"
            return self._reports.problem("CR401", message, span, f"write 'rank of … is {word}'")
        if word is not None:
            fix = Fix(span, word, safe=True)
            message = f"there is no name '{name}' here; the rank is written '{word}'"
            return self._reports.problem("CR401", message, span, f"write '{word}'", fix)
        initials = [suit for suit, sign in zip(pack.suits, pack.signs, strict=True) if name == sign]
        if want == ty.SUIT and initials:
            message = f"there is no name '{name}' here"
            return self._reports.problem("CR401", message, span, near=Guess(initials[0], sole=True))
        if name in rules.actions:
            message = f"'{name}' is an action, which has no value"
            return self._reports.problem("CR407", message, span, f"write '{name} is possible'")
        if name == "winner":
            message = "there is no name 'winner' here"
            advice = "who wins is said by '… wins'; who takes a trick is 'taker', with the section 'tricks'"
            return self._reports.problem("CR401", message, span, advice)
        if name == "all":
            message = "there is no name 'all' here"
            advice = "name the cards, or their number: 'stock', 'size of stock'"
            return self._reports.problem("CR401", message, span, advice)
        if name == "it":
            message = "'it' stands for a member inside 'where', 'with' or 'total', not here"
            advice = "write the name of a choice, of a parameter, or of a zone"
            return self._reports.problem("CR408", message, span, advice)
        if name in ATTRIBUTES["card"]:
            advice = f"write '{name} of' and a card"
            cards = [each for each, bound in env.bindings.items() if bound[0] == ty.CARD]
            if len(cards) == 1 and not cards[0].startswith("·"):
                advice = f"write '{name} of {cards[0]}'"
            if member is not None and member.name == "place":
                advice = "each member is a pile; for the cards of the piles, write 'cards of' before the zone"
            return self._reports.problem("CR408", f"'{name}' of what?", span, advice)
        own = (*env.bindings, *self._context.options, *rules.zones, *rules.variables, *rules.definitions)
        like = any(slips(name, each) < _FAR for each in own)
        if not like and name == "opponents" and self._context.teams is None:
            return self._in_our_words(name, _HABITS["others"], span)
        if not like and (name in OF or name in PARTS):
            advice = f"write '{(OF.get(name) or PARTS[name]).shown.split('|')[0]}' or the like"
            return self._reports.problem("CR408", f"'{name}' of what?", span, advice)
        if not like and name.lower() in _HABITS:
            return self._in_our_words(name, _HABITS[name.lower()], span)
        if not like and name in SPOKEN_NAMES:
            return self._reports.problem("CR401", f"there is no name '{name}' here", span, SPOKEN_NAMES[name])
        if not like and name in ("deck", "pack") and not env.static:
            tables = [zone.name for zone in rules.zones.values() if not (zone.each or zone.piles)]
            message = f"there is no name '{name}' here"
            near = Guess(tables[0], sole=False) if tables else None
            return self._reports.problem("CR401", message, span, "name the zone in which the cards lie", near=near)
        if name == "drawn":
            message = "'drawn' is the card just drawn, known only in 'draws until …'"
            advice = "name the card before it is drawn: 'let new be top of stock'"
            return self._reports.problem("CR408", message, span, advice)
        if env.static and (name in rules.zones or name in rules.variables):
            self._reports.uses(name)
            message = f"'{name}' changes during play, and this must be known before"
            return self._reports.problem("CR424", message, span, "only numbers and options may stand here")
        if env.static:
            candidates: list[str] = [*self._context.options, *rules.definitions, "everybody"]
        else:
            candidates = [
                *env.bindings,
                *self._context.options,
                *rules.zones,
                *rules.variables,
                *rules.definitions,
                *sorted(BUILT_IN),
                *pack.suits,
                *pack.ranks,
                *COLOURS,
                *_LATER_WORDS,
                *(card for card in dict.fromkeys(pack.text) if len(name) < len(card) + 2),
            ]
        is_card = _CARD.fullmatch(name) is not None
        nearest = self._reports.meant(name, pack.text if is_card else candidates)
        surely = nearest is not None and nearest.sole  # if it cannot stand here, it is said why
        advice = None if surely else "define it under 'define', or declare a variable or a zone"
        if env.static:
            advice = "declare it under 'options'"
        what = "option" if env.static else "name"
        message = f"there is no {what} '{name}' here"
        if is_card:
            message = f"there is no card '{name}' in this game"
            has_rank = pack.rank_index(name[:-1]) is not None
            lacking, words = ("suits", pack.suits) if has_rank else ("ranks", pack.ranks)
            advice = f"the {lacking} are: {' '.join(words)}"
        return self._reports.problem("CR401", message, span, advice, near=nearest)


def slip_of(name: str, candidates: Iterable[str]) -> bool:
    """Return whether a name differs from one of others by a typing slip."""
    return any(slips(name, each) == 1 for each in candidates)


_MEMBER = ("each", "this", "that", "member", "item", "them", "itself")
"""Words that people write for the member which a condition looks at."""


_SPOKEN = ("joker", "10", "T")
"""Ranks with two spellings, which a deck may write in the other one."""

_HABITS = {
    "null": "none",
    "nil": "none",
    "undefined": "none",
    "yes": "true",
    "always": "true",
    "no": "false",
    "never": "false",
    "me": "actor",
    "self": "actor",
    "myself": "actor",
    "i": "actor",
    "you": "actor",
    "everybody": "players",
    "everyone": "players",
    "others": f"({OTHERS})",
    "turn": "turn_number",
    "round": "deal_number",
    "deal": "deal_number",
}
"""Words of other languages and of plain English for values, with the words of this language."""

_FAR = 3
"""How many letters a word differs at least from one that is not like it (see `slips`)."""

_CAPITALS = string.ascii_uppercase + string.digits
"""A name that begins with one of these may be a card, however it is written."""

_LATER_WORDS = ("players", "player", "possible", *AFTER_IS)
"""Words of the language that a misspelt name may have been meant to be."""


def _is_sure(argument: ir.Expr) -> bool:
    """Return whether an argument certainly stops no game, so that it need not be evaluated."""
    match argument:
        case ir.Const() | ir.Local():
            return True
        case ir.ZoneRef(seat=seat) | ir.VarRef(seat=seat):
            return seat is None or (isinstance(seat, ir.Local) and seat.name == "actor")
        case ir.Op(name=name, arguments=arguments):
            stops = OPERATIONS[name].stops or name == "players_from" or argument.type.name == "place"
            return not stops and all(map(_is_sure, arguments))
        case ir.Filter(collection=inner, condition=key) | ir.Best(collection=inner, key=key):
            return _is_sure(inner) and _is_sure(key)
        case _:
            return False
