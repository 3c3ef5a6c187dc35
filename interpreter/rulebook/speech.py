"""Words for typed expressions: nouns for values, clauses for conditions.

Author texts come first: the section `phrases` says how sentences name a zone, a variable or a
definition. Otherwise the words come from names and from the meaning of the expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, cast

from ..check import ir
from ..check.cards import COLOURS, NONE
from ..compile.tree_walk import mentions, size, walk
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from . import english
from .book import Book, Kind
from .english import THAT, WHO, WHO_ONE, YOU, Noun, a, listed, plural

_INLINE: Final = 14  # the most nodes of a definition that is told where it is used
_AUXILIARY: Final = re.compile(
    r"\b(is|are|was|were|has|have|can|may|must|will|do|does|did|had|would|could)\b(?! not\b)"
)
_SUBJECTS: Final = re.compile(r"^(?:somebody|a player|one player|any player|some player)\b")
_OBJECT: Final = re.compile(r"\b(to|of|on|than|from|with|as|in|among|is|are|not) they\b")
_SLOT: Final = re.compile(r"\{(\w+)('s)?(?: ([\w ]+))?\}")


_IT: Final = Noun("it", whose="its")
_THEY: Final = Noun("they", True, whose="their", person=True)


@dataclass(frozen=True)
class Speech:
    """Puts expressions into words.

    Attributes:
        book: the book.
        names: the nouns for local names; `actor` is the acting player.
        told: the definitions whose values are being told, which are not told again inside.
    """

    book: Book
    names: Mapping[str, Noun] = field(default_factory=lambda: {"actor": YOU})
    told: tuple[str, ...] = ()

    def naming(self, name: str, noun: Noun) -> Speech:
        """Return the same speech with a noun for one more name."""
        return replace(self, names={**self.names, name: noun})

    # -- author's words

    def filled(self, text: str, values: Mapping[str, Noun]) -> str:
        """Return an author's words, with `{p}`, `{p's}` and `{p has}` filled in."""
        actor = self.names.get("actor", Noun("the player", person=True))
        values = {"actor": actor, **values}

        def fill(found: re.Match[str]) -> str:
            noun = values.get(found[1])
            if noun is None:
                return self.book.label(found[1])
            if found[2]:
                return noun.possessive + (f" {found[3]}" if found[3] else "")
            return noun.verb(found[3]) if found[3] else noun.text

        whole = re.match(r"(?:the )?\{(\w+)'s\} ([^{}]+)$", text)
        if whole is not None and whole[1] in values:
            return values[whole[1]].of(whole[2])
        return _SLOT.sub(fill, text)

    def stated(self, text: str, values: Mapping[str, Noun], *, holds: bool) -> str:
        """Return an author's clause, or its contrary."""
        found = _SLOT.search(text)
        if not holds and found and found[3] and found[1] in values and not (
            _AUXILIARY.match(found[3])
        ):  # fmt: skip
            noun = values[found[1]]
            word = english.verb(found[3], plural=True)
            clause = f"{noun.verb('does')} not {word}"
            return self.filled(text[: found.start()] + clause + text[found.end() :], values)
        clause = self.filled(text, values)
        return clause if holds else negated(clause)

    def _owned(self, section: str, name: str, seat: ir.Expr | None, kind: ty.Type) -> Noun:
        """Return the noun for a zone or variable of a player or of the table."""
        words = self.book.called(section, name)
        many = kind.name in ("players",) or (kind == ty.CARDS and section == "variables")
        if "{" in words:
            owner = self.noun(seat) if seat is not None else Noun("each player", person=True)
            many = many or (section == "zones" and _is_plural(words))
            return Noun(_the(self.filled(words, {"player": owner})), many)
        thing = words or self.book.label(name)
        many = many or ((kind == ty.NUMBER or section == "zones") and _is_plural(thing))
        if seat is None:
            return Noun(_the(thing), many)
        return Noun(self.noun(seat).of(thing), many)

    def place(self, zone: str) -> str:
        """Return the noun for a zone, whoever it belongs to."""
        words = self.book.called("zones", zone)
        return _the(self.book.label(zone) if "{" in words or not words else words)

    # -- nouns

    def noun(self, node: ir.Expr) -> Noun:
        """Return a noun phrase for the value of an expression."""
        match node:
            case ir.Const():
                return self._constant(node)
            case ir.Local(name=name):
                found = self.names.get(name)
                return found or Noun(_the(self.book.label(name).lstrip("·")), node.type in _MANY)
            case ir.ZoneRef(zone=zone, seat=seat):
                return self._owned("zones", zone, seat, node.type)
            case ir.VarRef(variable=name, seat=seat):
                noun = self._owned("variables", name, seat, node.type)
                return replace(noun, person=node.type in (ty.PLAYER, ty.PLAYERS))
            case ir.PileRef(pile=pile):
                return self.noun(pile)
            case ir.AllSeats(zone=zone, players=players):
                return self._zones(zone, players)
            case ir.Use():
                return self._use(node)
            case ir.Filter():
                return self._filter(node)
            case ir.Best():
                return self._best(node)
            case ir.Fold():
                return self._fold(node)
            case ir.Cond():
                return self._cond(node)
            case ir.Op():
                return self._operation(node)
            case _:
                return Noun(f"whether {self.clause(node)}")

    def cards(self, node: ir.Expr) -> Noun:
        """Return a noun for the cards that an expression is, rather than for their place."""
        match node:
            case ir.ZoneRef(zone=zone, seat=seat):
                place = self.noun(node)
                if "cards" in place.text:
                    return replace(place, plural=True)
                if place.text.startswith("the card "):
                    return place
                if seat is None and self.book.program.zones[zone].faces != "owner":
                    return Noun(place.text.replace("the ", "the whole ", 1))
                return Noun(f"all cards of {place}", plural=True)
            case ir.Filter() | ir.Op(name="otherwise"):
                return self.noun(node)
            case ir.Local() | ir.Op() | ir.Use() | ir.Best():
                return self.noun(node)
            case _:
                return self.noun(node)

    def _constant(self, node: ir.Const) -> Noun:
        kind, value = node.type, node.value
        if kind == ty.NUMBER:
            return Noun(english.digits(cast(int, value)))
        if kind == ty.BOOLEAN:
            return Noun("so" if value else "not so")
        if isinstance(value, tuple):
            members = [self._constant(ir.Const(v, type=_element(kind))).text for v in value]
            members = list(dict.fromkeys(members))
            return Noun(listed(members) or "none", len(members) != 1)
        if kind == ty.CARDS:
            bits = [card for card in range(value.bit_length()) if value >> card & 1]
            faces = list(dict.fromkeys(map(self.book.card, bits)))
            return Noun(listed(faces) or "no cards", plural=len(faces) != 1)
        if value == NONE:
            person = kind in (ty.PLAYER, ty.PLAYERS) or kind.name == "nothing"
            return Noun("nobody" if person else "none", person=person)
        if kind == ty.CARD:
            return Noun(self.book.card(value))
        if kind == ty.RANK:
            return Noun(a(self.book.rank(value)))
        if kind == ty.SUIT:
            return Noun(self.book.suit(value), plural=True)
        if kind == ty.COLOUR:
            return Noun(COLOURS[value])
        if kind == ty.PLAYER:
            return Noun(f"the {english.ordinal(value + 1)} player", person=True)
        names = self.book.program.pack.names(kind)
        return Noun(self.book.label(names[value]) if 0 <= value < len(names) else str(value))

    def _zones(self, zone: str, players: ir.Expr) -> Noun:
        words = self.book.called("zones", zone)
        who = self.noun(players)
        if "{" in words:
            return Noun(self.filled(words, {"player": who}), plural=True)
        thing = words if words.endswith("s") else plural(words or self.book.label(zone))
        everybody = isinstance(players, ir.Op) and players.name in ("players", "everybody")
        if everybody:
            return Noun(f"all {thing}", plural=True)
        from_ = isinstance(players, ir.Op) and players.name == "players_from"
        if from_:
            assert isinstance(players, ir.Op)
            first = self.noun(players.arguments[0])
            return Noun(f"all {thing}, beginning with {first.possessive}", plural=True)
        return Noun(f"the {thing} of {who}", plural=True)

    def _use(self, node: ir.Use) -> Noun:
        """Return the noun for a definition's value: its own words, its value, or its name."""
        name = node.definition
        definition = self.book.program.definitions[name]
        words = self.book.called("define", name)
        if not words and name.lstrip("·") in _TRICK_WORDS and name not in self.book.rules.spoken:
            words = _TRICK_WORDS[name.lstrip("·")] if self.book.rules.tricks else ""
        person = node.type in (ty.PLAYER, ty.PLAYERS)
        many = node.type in _MANY
        if words:
            self.book.mention(name)
            many = many or (node.type == ty.NUMBER and _is_plural(words))
            values = {
                parameter: self.noun(argument)
                for (parameter, _), argument in zip(
                    definition.parameters, node.arguments, strict=True
                )
            }
            return Noun(_the(self.filled(words, values)), many, person=person)
        inlined = self.book.simplifier.inlined(node)
        if inlined is not None and name not in self.told and self._is_told_here(name, inlined):
            return replace(self, told=(*self.told, name)).noun(inlined)
        self.book.mention(name)
        return self._named(name, node.arguments, many, person)

    def _named(self, name: str, arguments: tuple[ir.Expr, ...], many: bool, person: bool) -> Noun:
        thing = self.book.label(name).lstrip("·")
        if not arguments:
            return Noun(_the(thing), many, person=person)
        if len(arguments) == 1:
            owner = self.noun(arguments[0])
            return Noun(owner.of(thing), many, person=person)
        others = listed([self.noun(each).text for each in arguments])
        return Noun(f"the {thing} for {others}", many, person=person)

    def _is_told_here(self, name: str, value: ir.Expr) -> bool:
        """Return whether a definition is told where it is used, because it is short."""
        if name.startswith("·"):
            return True
        most = _INLINE
        if self.book.rules.definitions[name].help if name in self.book.rules.definitions else "":
            most = most // 2
        branches = sum(isinstance(each, ir.Cond) for each in walk(value))
        return size(value) <= most and branches <= 1 and len(self.told) < 4

    # -- collections

    def _filter(self, node: ir.Filter) -> Noun:
        always, own = self._split(node)
        if own is None:  # the condition is not about the members
            assert always is not None
            return Noun(f"{self.noun(node.collection)} (only if {self.clause(always)})", True)
        if node.type == ty.PLAYERS:
            others = self._others(node)
            if others is not None:
                return others
            whole = self._members(node.collection, "players", "all the players")
            noun = Noun(f"{whole} {self.relative(own, node.name, person=True)}", True, person=True)
        else:
            kind = self.kind(own, node.name)
            if kind is not None:
                noun = Noun(f"the {kind.several} {_in(self.cards_in(node.collection))}", True)
            else:
                whole = self.cards_in(node.collection)
                subject = "the cards" if node.type in (ty.CARDS, ty.PILE) else "those"
                if node.type.of is not None and node.type.of.name == "place":
                    subject = "the piles"
                noun = Noun(
                    f"{subject} {_in(whole)} {self.relative(own, node.name)}", True
                )  # fmt: skip
        if always is not None:
            only = f"but all of them if {self.clause(always)}"
            return replace(noun, text=f"{noun} ({only})")
        return noun

    def _others(self, node: ir.Filter) -> Noun | None:
        """Return players of whom a condition says that they are not the acting one."""
        found = self._without_actor(node)
        if found is None:
            return None
        if not found:
            return Noun("all other players", True, person=True)
        relative = self.relative(_joined(found, True), node.name, person=True)
        return Noun(f"the other players {relative}", True, person=True)

    def _without_actor(self, node: ir.Filter) -> list[ir.Expr] | None:
        """Return the other conditions, if one says that a player is not the acting one."""
        sides = list(alternatives(node.condition, conjunction=True))
        for side in sides:
            match side:
                case ir.Op(name="ne", arguments=(ir.Local(name=one), ir.Local(name=other))) if {
                    one,
                    other,
                } == {node.name, "actor"} and self.names.get("actor") == YOU:
                    return [each for each in sides if each is not side]
                case _:
                    pass
        return None

    def _split(self, node: ir.Filter) -> tuple[ir.Expr | None, ir.Expr | None]:
        """Return alternatives that do not depend on the member, and the rest of the condition."""
        condition = node.condition
        if not mentions(condition, node.name):
            return condition, None
        if isinstance(condition, ir.Logic) and not condition.conjunction:
            sides = list(alternatives(condition, conjunction=False))
            free = [side for side in sides if not mentions(side, node.name)]
            own = [side for side in sides if mentions(side, node.name)]
            if free and own:
                return _joined(free, False), _joined(own, False)
        return None, condition

    def cards_in(self, node: ir.Expr) -> Noun:
        """Return the place of cards: `your hand`, `the trick`."""
        match node:
            case ir.Op(name="join" | "join_piles", arguments=(left, right)):
                return Noun(f"{self.cards_in(left)} and {self.cards_in(right)}", True)
            case ir.Op(name="minus", arguments=(left, right)):
                return Noun(f"{self.cards_in(left)} (without {self.noun(right)})")
            case _:
                return self.noun(node)

    def _members(self, node: ir.Expr, what: str, every: str) -> str:
        match node:
            case ir.Op(name="players" | "everybody"):
                return f"the {what}"
            case ir.Op(name="players_from", arguments=(start,)):
                return f"the {what} (beginning with {self.noun(start)})"
            case ir.Op(name="minus_players", arguments=(whole, less)):
                return f"{self._members(whole, what, every)}, except {self.noun(less)},"
            case _:
                return self.noun(node).text

    def relative(self, condition: ir.Expr, name: str, *, person: bool = False,
                 one: bool = False) -> str:  # fmt: skip
        """Return a relative clause: `that are hearts`, `who have passed`."""
        match condition:
            case ir.Op(name="extends", arguments=(cards, ir.Local(name=local))) if local == name:
                return f"to which {self.noun(cards)} can be added"
            case _:
                pass
        word = (WHO_ONE if one else WHO) if person else replace(THAT, plural=not one)
        text = self.naming(name, word).clause(condition)
        starts = ("who ", "whose ") if person else ("that ", "whose ")
        if text.startswith(starts):
            return text
        pronoun = _THEY
        if one and not person:
            pronoun = Noun("it", whose="its")
        clause = self.naming(name, pronoun).clause(condition)
        clause = re.sub(
            r"\b(to|of|on|than|from|with|as|in|among|is|are|not) they\b", r"\1 them", clause
        )
        return f"such that {clause}"

    def _best(self, node: ir.Best) -> Noun:
        if node.every:
            order = f"from the {_extreme(node.highest)} {self.key(node.key, node.name)}"
            return Noun(f"{self.noun(node.collection)}, {order}", True)
        extreme = _extreme(node.highest)
        key = self.key(node.key, node.name, _THEY if node.type == ty.PLAYERS else _IT)
        if node.type == ty.PLAYERS:
            whole = self._members(node.collection, "players", "players")
            if isinstance(node.collection, ir.Op) and node.collection.name == "teams":
                whole = "the sides"
            return Noun(f"{whole} with the {extreme} {key}", True, person=True)
        if isinstance(node.key, ir.Op) and node.key.name in ("rank", "in_order"):
            return Noun(f"the {extreme} of {self.noun(node.collection)}", True)
        return Noun(f"those of {self.noun(node.collection)} with the {extreme} {key}", True)

    def key(self, node: ir.Expr, name: str, it: Noun = _IT) -> str:
        """Return what members are compared by, or what is added up: `score`, `value`."""
        match node:
            case ir.VarRef(variable=variable, seat=ir.Local(name=local)) if local == name:
                words = self.book.called("variables", variable)
                return _bare(words) if words and "{" not in words else self.book.label(variable)
            case ir.Op(name="attribute", arguments=(_, which)):
                return self.noun(which).text
            case ir.Op(name="in_order", arguments=(inner, _)):
                return self.key(inner, name, it)
            case ir.Op(name="in_ranking"):
                return "hand"
            case ir.Op(name="size", arguments=(inner,)) if not isinstance(inner, ir.Local):
                return f"number of {self._things(inner, name)}"
            case ir.Op(name=operation, arguments=(ir.Local(),)):
                return OPERATIONS[operation].word or operation
            case ir.Use(definition=definition, arguments=(ir.Local(name=local),)) if local == name:
                words = self.book.called("define", definition)
                if "{" in words:
                    found = re.sub(r"\s*(?:that )?\{\w+(?:'s)?(?: [\w ]+)?\}", "", words)
                    self.book.mention(definition)
                    return _bare(found.strip())
                elif words:
                    self.book.mention(definition)
                    return _bare(words)
                else:
                    inlined = self.book.simplifier.inlined(node)
                    if inlined is not None and self._is_told_here(definition, inlined):
                        return self.key(inlined, name, it)
                self.book.mention(definition)
                return self.book.label(definition)
            case _:
                text = self.naming(name, it).noun(node).text
                return re.sub(r"^(?:the|its|their) ", "", text)

    def _things(self, node: ir.Expr, name: str) -> str:
        text = self.naming(name, _THEY).noun(node).text
        if isinstance(node, ir.ZoneRef):
            zone = self.book.called("zones", node.zone) or self.book.label(node.zone)
            zone = re.sub(r"\s*(?:that )?\{[^}]*\}", "", zone)
            return "cards in " + _bare(zone) if "card" not in zone else _bare(zone)
        return re.sub(r"^the ", "", text)

    def _fold(self, node: ir.Fold) -> Noun:
        where = self.noun(node.collection)
        it = _THEY if node.collection.type == ty.PLAYERS else _IT
        if node.operation != "total":
            return Noun(f"the {node.operation} {self.key(node.key, node.name, it)} of {where}")
        match node.key:
            case ir.Op(name="value", arguments=(ir.Local(),)):
                return Noun(f"the total value of {where}")
            case ir.Cond(test=test, then=then, other=ir.Const(value=0)):
                person = node.collection.type == ty.PLAYERS
                that = Noun("that player", whose="their", person=True) if person else Noun("it")
                each = self.relative(test, node.name, person=person)
                amount = self.naming(node.name, that).noun(then)
                return Noun(f"for each of {where} {each}, {amount}")
            case _:
                return Noun(f"the total {self.key(node.key, node.name, it)} of {where}")

    def _cond(self, node: ir.Cond) -> Noun:
        """Return a value that depends on conditions: `13 if …, or else 1 if …, or else 0`."""
        parts: list[str] = []
        rest: ir.Expr = node
        last = Noun("")
        while isinstance(rest, ir.Cond):
            last = self.noun(rest.then)
            parts.append(f"{last} if {self.clause(rest.test)}")
            rest = rest.other
        other = self.noun(rest)
        text = "; ".join(parts) if len(parts) > 1 else parts[0]
        joint = "; otherwise" if len(parts) > 1 else ", otherwise"
        return Noun(f"{text}{joint} {other}", other.plural, person=other.person)

    # -- operations

    def _listed(self, kind: ty.Type) -> tuple[str, ...]:
        """Return the suits, or the choices of a type, in their order."""
        return self.book.program.pack.names(kind)

    def _operation(self, node: ir.Op) -> Noun:
        name, given = node.name, node.arguments
        match name, given:
            case ("opponent" | "left" | "right" | "partner" | "dealer" | "next_dealer" | "players"
                  | "everybody" | "players_from" | "player_after" | "player_before" | "team"
                  | "teams" | "partners" | "opponents" | "owner" | "minus_players"
                  | "join_players" | "other_of_two" | "side" | "side_now" | "sides_of"
                  | "with_teams" | "players_of"), _:  # fmt: skip
                return self._player(node)
            case (("rank" | "suit" | "colour" | "value"), (card,)):
                return Noun(self.noun(card).of(name))
            case "attribute", (card, which):
                return Noun(self.noun(card).of(self.noun(which).text))
            case ("size", (inner,)):
                return Noun(f"the number of {self._counted(inner)}")
            case (("first" | "top" | "last" | "bottom"), (inner,)):
                return self._one(name, inner)
            case (("top_n" | "bottom_n" | "first_n" | "last_n"), (many, inner)):
                return self._several(name, many, inner)
            case "random", (inner,):
                if inner.type == ty.PLAYERS:
                    return Noun("a player chosen at random", person=True)
                return Noun(f"a random one of {self.noun(inner)}")
            case "random_n", (many, inner):
                noun = self.amount(many, "card")
                return Noun(f"{noun} chosen at random from {self.noun(inner)}", not _is_one(many))
            case (("join" | "join_piles"), (left, right)):
                return Noun(f"{self.noun(left)} and {self.noun(right)}", True)
            case "minus", (left, right):
                return Noun(f"{self.cards(left)} except {self.noun(right)}", True)
            case "otherwise", (left, right):
                return self._otherwise(left, right)
            case (("add" | "sub"), (left, right)):
                return self._sum(name, left, right)
            case "mul", (left, right):
                return self._product(left, right)
            case "div", (left, right):
                return Noun(f"{self._term(left)} divided by {self._term(right)}, rounded down")
            case "mod", (left, right):
                return Noun(f"the remainder of {self._term(left)} divided by {self._term(right)}")
            case "neg", (inner,):
                return Noun(f"minus {self._term(inner)}")
            case (("min" | "max"), _):
                return self._bound(name, given)
            case "deal_number", _:
                return Noun("the number of the deal")
            case "turn_number", _:
                return Noun("the number of the turn")
            case (("list" | "pile_of"), _):
                members = list(dict.fromkeys(self.noun(each).text for each in given))
                return Noun(listed(members) or "none", len(members) != 1)
            case "in_order", (inner, _):
                return self.noun(inner)
            case (("rank_above" | "rank_below"), (inner, *_)):
                side = "above" if name == "rank_above" else "below"
                return Noun(f"the next rank {side} {self._rank(inner)}")
            case "position", (inner, *_):
                return Noun(f"the place of {self._rank(inner)} in the order of the ranks")
            case "position_listed", (inner,):
                among = ", ".join(self.book.label(word) for word in self._listed(inner.type))
                return Noun(f"the place of {self.noun(inner)} among {among}")
            case "place", (inner,):
                return Noun(f"the place of {self.noun(inner)}")
            case (("cards_above" | "cards_below"), (inner,)):
                where = "on top of" if name == "cards_above" else "beneath"
                return Noun(f"the cards {where} {self.noun(inner)}", True)
            case ("all_piles", (inner,)):
                return replace(self.noun(inner), plural=False)
            case "tops", (inner,):
                return Noun(f"the top cards of {self.noun(inner)}", True)
            case "pile_n", (which, inner):
                if isinstance(which, ir.Const):
                    order = english.ordinal(cast(int, which.value))
                    return Noun(f"the {order} pile of {self.noun(inner)}")
                return Noun(f"pile number {self.noun(which)} of {self.noun(inner)}")
            case "deadwood", (inner,):
                return Noun(self._hand_of(inner).of("deadwood"))
            case "against", (inner, melds):
                owner = self._hand_of(inner)
                return Noun(f"{owner.of('deadwood')} after laying off on {self.noun(melds)}")
            case "melding", (inner,):
                return Noun(f"the melds in {self.noun(inner)}", True)
            case "loose", (inner,):
                return Noun(f"the cards of {self.noun(inner)} that are in no meld", True)
            case "laid_off", (inner, melds):
                text = f"the cards of {self.noun(inner)} that can be laid off on {self.noun(melds)}"
                return Noun(text, True)
            case "column", (which, inner):
                return self._column(which, inner)
            case "sets" | "sets_between" | "sets_from", _:
                return self._sets(name, given)
            case "ends", (inner,):
                return Noun(f"the cards at the end of {self.noun(inner)}", True)
            case "every_card", _:
                return Noun("all cards", True)
            case "named_suit", (inner, *_):
                return self.noun(inner)
            case "pile_sets", (inner,):
                return self.noun(inner)
            case "ordinal", (inner,):
                return self.noun(inner)
            case "in_ranking", (inner, *_):
                return self.noun(inner)
            case _:
                pass
        if node.type == ty.BOOLEAN:
            return Noun(f"whether {self.clause(node)}")
        shown = [each for each in given if not isinstance(each, ir.Const) or each.value != ()]
        if shown:
            return self.noun(shown[0])
        return Noun(_the(self.book.label(name)))

    def _rank(self, node: ir.Expr) -> str:
        match node:
            case ir.Op(name="rank", arguments=(card,)):
                return f"that of {self.noun(card)}"
            case _:
                return self.noun(node).text

    def _hand_of(self, node: ir.Expr) -> Noun:
        """Return whose hand it is, or else the cards."""
        match node:
            case ir.ZoneRef(zone="hand", seat=seat) if seat is not None:
                return self.noun(seat)
            case _:
                return self.cards_in(node)

    def _counted(self, node: ir.Expr) -> str:
        noun = self.noun(node)
        if isinstance(node, ir.Local) and noun.text == "the cards":
            return "cards"
        if node.type == ty.PLAYERS:
            return re.sub(r"^(?:the|all) ", "", noun.text)
        if isinstance(node, ir.Filter) and noun.text.startswith("the "):
            return noun.text.removeprefix("the ")
        if node.type.of is not None and node.type.of.name == "place":
            return f"piles in {noun}"
        if noun.text.startswith(("the cards ", "cards ")):
            return noun.text.removeprefix("the ")
        return f"cards in {noun}"

    def amount(self, node: ir.Expr, thing: str) -> str:
        """Return how many there are: `three cards`, `as many cards as …`."""
        if isinstance(node, ir.Const) and isinstance(node.value, int):
            return english.count(node.value, thing)
        match node:
            case ir.Cond(test=test, then=then, other=other):
                first, second = self.amount(then, thing), self.amount(other, thing)
                return f"{first} (if {self.clause(test)}) or {second} (otherwise)"
            case ir.Op(name="size", arguments=(inner,)):
                return f"{english.count(1, thing)} for each of {self.noun(inner)}"
            case ir.VarRef(variable=name, seat=None) | ir.Use(definition=name, arguments=()):
                words = self.book.called("variables", name) or self.book.called("define", name)
                if isinstance(node, ir.Use) and not words:
                    inlined = self.book.simplifier.inlined(node)
                    if inlined is not None and self._is_told_here(name, inlined):
                        return self.amount(inlined, thing)
                return f"as many {plural(thing)} as {self.noun(node)}"
            case ir.Local():
                return f"{self.noun(node)} {plural(thing)}"
            case _:
                return f"as many {plural(thing)} as {self.noun(node)}"

    def _one(self, name: str, inner: ir.Expr) -> Noun:
        match inner:
            case ir.Op(name="melding"):
                return Noun(f"one of {self.noun(inner)}")
            case ir.Best(highest=highest, collection=collection) if (
                inner.type in _CARDS and isinstance(inner.key, ir.Op)
                and inner.key.name in ("rank", "in_order")
            ):  # fmt: skip
                return Noun(f"the {_extreme(highest)} of {self.noun(collection)}")
            case ir.Filter(collection=collection, name=local, condition=condition) if (
                inner.type in _CARDS
            ):
                kind = self.kind(condition, local)
                if kind is not None:
                    return Noun(f"the {kind.one} {_in(self.cards_in(collection))}")
                where = _in(self.cards_in(collection))
                return Noun(f"the card {where} {self.relative(condition, local, one=True)}")
            case ir.Filter(collection=collection, name=local, condition=condition) if (
                inner.type == ty.PLAYERS
            ):
                return self._player_from(collection, local, condition)
            case _:
                pass
        noun = self.noun(inner)
        if inner.type == ty.PLAYERS:
            if isinstance(inner, ir.Op) and inner.name == "everybody":
                return Noun("the first player", person=True)
            if isinstance(inner, ir.Op) and inner.name == "opponents":
                return Noun(f"an opponent of {self.noun(inner.arguments[0])}", person=True)
            if isinstance(inner, ir.Best):
                return Noun(re.sub(r"^the players\b", "the player", noun.text), person=True)
            return Noun(f"the {name} of {noun}", person=True)
        if inner.type in _CARDS and isinstance(inner, ir.Local) and name == "first":
            return noun
        ordered = name in ("top", "bottom")
        return Noun(f"the {name} card of {noun}" if ordered else f"the {name} of {noun}")

    def _player_from(self, players: ir.Expr, local: str, condition: ir.Expr) -> Noun:
        """Return the first player from somebody on for whom a condition holds."""
        relative = self.relative(condition, local, person=True, one=True)
        if isinstance(players, ir.Op) and players.name == "players_from":
            start = players.arguments[0]
            return Noun(f"the first player, from {self.noun(start)} on, {relative}", person=True)
        return Noun(f"the player {relative}", person=True)

    def _several(self, name: str, many: ir.Expr, inner: ir.Expr) -> Noun:
        word = {"top_n": "top", "bottom_n": "bottom", "first_n": "first", "last_n": "last"}[name]
        noun = self.noun(inner)
        if isinstance(many, ir.Const):
            thing = "player" if inner.type == ty.PLAYERS else "card"
            value = cast(int, many.value)
            if value == 1:
                return Noun(f"the {word} {thing} of {noun}")
            return Noun(f"the {word} {english.number(value)} {thing}s of {noun}", True)
        if name == "top_n" and isinstance(inner, ir.Op | ir.ZoneRef):
            return Noun(f"the top cards of {noun}, {self.noun(many)} in number", True)
        return Noun(f"the {word} {self.noun(many)} of {noun}", True)

    def _otherwise(self, left: ir.Expr, right: ir.Expr) -> Noun:
        first = self.noun(left)
        if isinstance(left, ir.Filter) and right == left.collection:
            return Noun(f"{first}, or any card if there are none", True)
        return Noun(f"{first} or, if there are none, {self.noun(right)}", True)

    def _term(self, node: ir.Expr) -> str:
        """Return a number as a part of a calculation."""
        text = self.noun(node).text
        simple = not isinstance(node, ir.Cond) and not (
            isinstance(node, ir.Op) and node.name in ("add", "sub", "min", "max")
        )
        return text if simple else f"({text})"

    def _sum(self, name: str, left: ir.Expr, right: ir.Expr) -> Noun:
        word = "plus" if name == "add" else "minus"
        if name == "add" and isinstance(left, ir.Cond) and not isinstance(right, ir.Cond):
            left, right = right, left
        if isinstance(right, ir.Op) and right.name == "neg" and name == "add":
            word, right = "minus", right.arguments[0]
        if name == "add" and isinstance(right, ir.Const) and cast(int, right.value) < 0:
            word, right = "minus", replace(right, value=-cast(int, right.value))
        first = self.noun(left).text if not isinstance(left, ir.Cond) else self._term(left)
        match right:
            case ir.Cond(test=test, then=then, other=ir.Const(value=0)):
                return Noun(f"{first}, {word} {self._term(then)} if {self.clause(test)}")
            case ir.Cond():
                return Noun(f"{first}, {word} {self._term(right)}")
            case _:
                return Noun(f"{first} {word} {self._term(right)}")

    def _product(self, left: ir.Expr, right: ir.Expr) -> Noun:
        if isinstance(left, ir.Cond) and not isinstance(right, ir.Cond):
            left, right = right, left
        if isinstance(left, ir.Const) and left.value == -1:
            return Noun(f"minus {self._term(right)}")
        if isinstance(left, ir.Const) and isinstance(right, ir.Op) and right.name == "size":
            return Noun(f"{self.noun(left)} for each of {self.noun(right.arguments[0])}")
        if isinstance(right, ir.Cond):
            sides = right.then, right.other
            if isinstance(sides[1], ir.Const) and sides[1].value == 1:
                return Noun(
                    f"{self._term(left)} (times {self._term(right.then)} if "
                    f"{self.clause(right.test)})"
                )
            if isinstance(sides[0], ir.Const) and sides[0].value == 1 and (
                isinstance(sides[1], ir.Const) and sides[1].value == -1
            ):  # fmt: skip
                test = self.clause(right.test)
                return Noun(f"{self._term(left)} (counted as a loss unless {test})")
        if isinstance(left, ir.Const) and left.value == 2:
            return Noun(f"twice {self._term(right)}")
        return Noun(f"{self._term(left)} times {self._term(right)}")

    def _bound(self, name: str, given: tuple[ir.Expr, ...]) -> Noun:
        zero = [each for each in given if isinstance(each, ir.Const) and each.value == 0]
        others = [each for each in given if each not in zero]
        if zero and len(others) == 1:
            word = "at least" if name == "max" else "at most"
            return Noun(f"{self.noun(others[0])} ({word} 0)")
        if name == "max" and len(given) == 2:
            match given:
                case (ir.Op(name="sub", arguments=(x, y)), ir.Op(name="sub", arguments=(v, w))) if (
                    x == w and y == v
                ):
                    return Noun(f"the difference between {self.noun(x)} and {self.noun(y)}")
                case _:
                    pass
        word = "larger" if name == "max" else "smaller"
        if len(given) > 2:
            word = "largest" if name == "max" else "smallest"
        return Noun(f"the {word} of {listed([self.noun(each).text for each in given])}")

    def _column(self, which: ir.Expr, inner: ir.Expr) -> Noun:
        noun = self.noun(inner)
        if isinstance(inner, ir.VarRef):
            variable = self.book.program.variables[inner.variable]
            if variable.columns == 1:
                return noun
            if variable.columns and isinstance(which, ir.Const):
                return Noun(f"number {self.noun(which)} of {noun}")
            if variable.columns:
                return Noun(f"number {self.noun(which)} of {noun}")
        return Noun(f"{noun} for {self.noun(which)}")

    def _sets(self, name: str, given: tuple[ir.Expr, ...]) -> Noun:
        *bounds, cards = given
        where = self.noun(cards)
        least = self.noun(bounds[0])
        match name:
            case "sets_between":
                text = f"the sets of {least} to {self.noun(bounds[1])} cards of {where}"
            case "sets_from":
                text = f"the sets of {least} or more cards of {where}"
            case _:
                text = f"the sets of {least} cards of {where}"
        return Noun(text, True)

    def _player(self, node: ir.Op) -> Noun:
        name, given = node.name, node.arguments
        if name == "dealer":
            return Noun("the dealer", person=True)
        if name == "next_dealer":
            return Noun("the player on the dealer's left", person=True)
        if name in ("players", "everybody"):
            return Noun("all players", True, person=True)
        if name == "teams":
            return Noun("all sides", True, person=True)
        if name == "players_of":
            return Noun(listed([self.noun(each).text for each in given]), True, person=True)
        if name in ("side", "side_now", "sides_of", "with_teams"):
            return self.noun(given[0])
        who = self.noun(given[0])
        match name:
            case "opponent" | "other_of_two":
                if who == YOU:
                    return Noun("your opponent", person=True)
                return Noun(who.of("opponent"), person=True)
            case "left" | "right":
                places, rest = 1, given[0]
                while isinstance(rest, ir.Op) and rest.name == name:
                    places, rest = places + 1, rest.arguments[0]
                if places > 1:
                    whose = self.noun(rest).possessive
                    where = f"the {english.ordinal(places)} player on {whose} {name}"
                    return Noun(where, person=True)
                return Noun(f"the player on {who.possessive} {name}", person=True)
            case "player_after":
                return Noun("the next player" if who == YOU else f"the player after {who}",
                            person=True)  # fmt: skip
            case "player_before":
                return Noun("the player before you" if who == YOU else f"the player before {who}",
                            person=True)  # fmt: skip
            case "partner" if self.book.program.teams is None:
                where = "opposite" if who == YOU else f"opposite {who}"
                return Noun(f"the player {where}", person=True)
            case "partner":
                if who == YOU:
                    return Noun("your partner", person=True)
                return Noun(who.of("partner"), person=True)
            case "team":
                return Noun(who.of("side"), person=True)
            case "partners" | "opponents":
                return Noun(who.of(name), True, person=True)
            case "players_from":
                return Noun(f"all players, beginning with {who}", True, person=True)
            case "owner":
                return self._owner(given[0])
            case "minus_players":
                others = self.noun(given[1])
                if isinstance(given[0], ir.Op) and given[0].name in ("players", "everybody"):
                    word = "all other players" if others == YOU else f"all players but {others}"
                    return Noun(word, True, person=True)
                if isinstance(given[0], ir.Op) and given[0].name == "players_from":
                    rest = "all other players" if others == YOU else f"all players but {others}"
                    return Noun(f"{rest}, in turn", True, person=True)
                return Noun(f"{who} except {others}", True, person=True)
            case _:
                return Noun(f"{who} and {self.noun(given[1])}", True, person=True)

    def _owner(self, card: ir.Expr) -> Noun:
        tricks = self.book.rules.tricks
        if tricks is not None:
            zones = {each.zone for each in walk(card) if isinstance(each, ir.AllSeats)}
            uses = {each.definition for each in walk(card) if isinstance(each, ir.Use)}
            if tricks.played.text in zones or uses & {"trick", "best"}:
                return Noun(f"the player who has played {self.noun(card)}", person=True)
        return Noun(f"the player who has {self.noun(card)}", person=True)

    # -- kinds of cards

    def kind(self, condition: ir.Expr, name: str) -> Kind | None:
        """Return what the cards are for which a condition holds: `red fives`; None if unknown."""
        if isinstance(condition, ir.Logic) and not condition.conjunction:
            kinds = [self.kind(each, name) for each in alternatives(condition, conjunction=False)]
            if any(each is None for each in kinds):
                return None
            found = cast("list[Kind]", kinds)
            return Kind(listed([each.one for each in found], "or"),
                        listed([each.several for each in found], "and"))  # fmt: skip
        ranks: Kind | None = None
        suit: Kind | None = None
        colour = ""
        of_suit = ""
        for part in alternatives(condition, conjunction=True):
            match part:
                case ir.Op(
                    name="eq",
                    arguments=(
                        ir.Op(name=what, arguments=(ir.Local(name=local),)),
                        ir.Const(value=int(value)),
                    ),
                ) if local == name and value != NONE:
                    if what == "rank" and ranks is None:
                        ranks = self.book.rank_in(value)
                    elif what == "suit" and suit is None:
                        suit, of_suit = self.book.of_suit(value), self.book.suit(value)
                    elif what == "colour" and not colour:
                        colour = COLOURS[value]
                    else:
                        return None
                case ir.Op(name="eq", arguments=(ir.Local(name=local), ir.Const() as card)) if (
                    local == name and card.type == ty.CARD
                ):
                    if ranks or suit:
                        return None
                    named = self.book.card(cast(int, card.value))
                    ranks = Kind(named, named)
                case ir.Op(
                    name="contains",
                    arguments=(
                        ir.Op(name="rank", arguments=(ir.Local(name=local),)),
                        ir.Const() as several,
                    ),
                ) if local == name and isinstance(several.value, tuple) and ranks is None:
                    kinds = [self.book.rank_in(value) for value in several.value]
                    ranks = Kind(listed([k.one for k in kinds], "or"),
                                 listed([k.several for k in kinds]))  # fmt: skip
                case _:
                    return None
        if ranks is None and suit is None and not colour:
            return None
        if ranks is None and suit is not None:
            return suit if not colour else None
        base = ranks or Kind("card", "cards")
        front = f"{colour} " if colour else ""
        back = f" of {of_suit}" if of_suit else ""
        if back and not of_suit.endswith("s"):
            front, back = f"{front}{of_suit} ", ""
        return Kind(f"{front}{base.one}{back}", f"{front}{base.several}{back}")

    # -- clauses

    def clause(self, node: ir.Expr, *, holds: bool = True) -> str:
        """Return a condition as a clause, or its contrary."""
        match node:
            case ir.Op(name="not", arguments=(inner,)):
                return self.clause(inner, holds=not holds)
            case ir.Logic():
                return self._logic(node, holds)
            case ir.Const(value=value):
                return "this is always so" if bool(value) == holds else "this is never so"
            case ir.Cond(test=test, then=then, other=other):
                first = self.clause(then, holds=holds)
                second = self.clause(other, holds=holds)
                return f"({first} if {self.clause(test)}, or else {second})"
            case ir.Use():
                return self._rule(node, holds)
            case ir.VarRef():
                return self._flag(node, holds)
            case ir.Local(name=name):
                noun = self.names.get(name)
                text = noun.text if noun else f"{self.book.label(name)} is the case"
                return text if holds else negated(text)
            case ir.Can(action=action):
                words = self.book.label(action)
                who = self.names.get("actor", YOU)
                return f"{who.text} {'can' if holds else 'cannot'} {_bare_verb(words)}"
            case ir.IsMeld(cards=cards, meld=meld):
                noun = self.noun(cards)
                word = self.book.label(meld)
                return _be(noun, a(word), holds)
            case ir.Op():
                return self._condition(node, holds)
            case _:
                noun = self.noun(node)
                return _be(noun, "so", holds)

    def _logic(self, node: ir.Logic, holds: bool) -> str:
        conjunction = node.conjunction == holds
        sides = list(alternatives(node, conjunction=node.conjunction))
        merged = self._same_subject(sides, holds, conjunction)
        if merged is not None:
            return merged
        texts: list[str] = []
        for side in sides:
            text = self.clause(side, holds=holds)
            inner = isinstance(side, ir.Logic | ir.Cond) or (
                isinstance(side, ir.Op)
                and side.name == "not"
                and isinstance(side.arguments[0], ir.Logic)
            )
            texts.append(f"({text})" if inner and (" or " in text or " and " in text) else text)
        word = "and" if conjunction else "or"
        texts = list(dict.fromkeys(texts))
        if len(texts) > 2:
            return f", {word} ".join(texts)
        return f" {word} ".join(texts)

    def _same_subject(self, sides: list[ir.Expr], holds: bool, conjunction: bool) -> str | None:
        """Return several statements about one card as one: `it is a red five`."""
        locals_ = {each.name for side in sides for each in walk(side) if isinstance(each, ir.Local)}
        if len(locals_) != 1:
            return None
        (name,) = locals_
        whole = _joined(sides, conjunction if holds else not conjunction)
        kind = self.kind(whole, name)
        if kind is None:
            return None
        noun = self.names.get(name) or Noun(_the(self.book.label(name)))
        return _be(noun, kind.several if noun.plural else a(kind.one), holds)

    def _rule(self, node: ir.Use, holds: bool) -> str:
        name = node.definition
        definition = self.book.program.definitions[name]
        words = self.book.called("define", name)
        if not words and self.book.rules.tricks and name == "is_trump":
            words = "{·c is} a trump"
        if words:
            self.book.mention(name)
            values = {
                parameter: self.noun(argument)
                for (parameter, _), argument in zip(
                    definition.parameters, node.arguments, strict=True
                )
            }
            if "·" in words:
                text = _fill_trump(words, values)
                return text if holds else negated(text)
            return self.stated(words, values, holds=holds)
        inlined = self.book.simplifier.inlined(node)
        if inlined is not None and name not in self.told:
            deep = size(inlined) > _INLINE * 2 and len(self.told) > 1
            if not deep or not definition.parameters:
                inner = replace(self, told=(*self.told, name))
                if size(inlined) <= _INLINE * 3:
                    return inner.clause(inlined, holds=holds)
        self.book.mention(name)
        thing = self.book.label(name)
        given = listed([self.noun(each).text for each in node.arguments])
        text = f"“{thing}” is true" + (f" of {given}" if given else "")
        return text if holds else f"“{thing}” is not true" + (f" of {given}" if given else "")

    def _flag(self, node: ir.VarRef, holds: bool) -> str:
        words = self.book.called("variables", node.variable)
        if words:
            owner = self.noun(node.seat) if node.seat is not None else Noun("nobody")
            return self.stated(words, {"player": owner}, holds=holds)
        thing = self.book.label(node.variable)
        if node.seat is None:
            return f"the mark “{thing}” is {'' if holds else 'not '}set"
        noun = self.noun(node.seat)
        return f"{noun.verb('has')} {'the' if holds else 'no'} mark “{thing}”"

    def _condition(self, node: ir.Op, holds: bool) -> str:
        name, given = node.name, node.arguments
        if OPERATIONS[name].relation is not None:
            return self._compared(name, given[0], given[1], holds)
        match name, given:
            case "is_empty", (inner,):
                return self._empty(inner, holds)
            case "contains", (item, collection):
                return self._member(item, collection, holds)
            case (("has_rank" | "has_suit" | "has_colour"), (cards, what)):
                return self._has(name, cards, what, holds)
            case (("share_rank" | "share_suit" | "share_colour"), (cards,)):
                noun = self.cards(cards)
                what = name.removeprefix("share_")
                return _be(noun, f"of the same {what}", holds)
            case "extends", (cards, pile):
                can = "can" if holds else "cannot"
                return f"{self.noun(cards)} {can} be added to {self.noun(pile)}"
            case (("ranks_above" | "ranks_with"), (cards, other, *_)):
                above = "above" if name == "ranks_above" else "at least as high as"
                noun = self.noun(cards)
                if holds:
                    return f"{noun.verb('ranks')} {above} {self.noun(other)}"
                return f"{noun.verb('does')} not rank {above} {self.noun(other)}"
            case _:
                return _be(self.noun(node), "so", holds)

    def _empty(self, node: ir.Expr, empty: bool) -> str:
        """Return that there are no members, or that there are some."""
        match node:
            case ir.Filter(collection=collection, name=name, condition=condition):
                return self._exists(node, collection, name, condition, not empty)
            case ir.Op(name="join" | "join_piles"):
                return _be(self.noun(node), "empty", empty)
            case ir.Op(name="minus", arguments=(whole, less)):
                noun = self.cards_in(whole)
                if empty:
                    return f"no cards are left in {noun} besides {self.noun(less)}"
                return f"there are cards in {noun} besides {self.noun(less)}"
            case ir.AllSeats():
                if empty:
                    return _be(self.noun(node), "empty", True)
                text = self.noun(node).text
                return f"not {text} are empty" if text.startswith("all ") else f"{text} have cards"
            case ir.ZoneRef(zone=zone) if self.book.program.zones[zone].piles:
                there = self.noun(node)
                return f"there {'are no' if empty else 'are'} piles in {there}"
            case ir.ZoneRef(zone=zone) if "{" in self.book.called("zones", zone):
                noun = self.noun(node)
                return f"there are {'none' if empty else 'some'} of {noun}"
            case ir.ZoneRef() | ir.Op(name="all_piles"):
                return _be(self.noun(node), "empty", empty)
            case ir.VarRef():
                noun = self.noun(node)
                if node.type == ty.PLAYERS:
                    return f"there are {'no players' if empty else 'players'} among {noun}"
                return f"there are {'no' if empty else 'some'} {_bare(noun.text)}"
            case ir.Use() if node.type == ty.PLAYERS or node.type in _CARDS:
                inlined = self.book.simplifier.inlined(node)
                words = self.book.called("define", node.definition)
                if not words and isinstance(inlined, ir.Filter) and (
                    node.definition not in self.told
                ):  # fmt: skip
                    inner = replace(self, told=(*self.told, node.definition))
                    return inner._empty(inlined, empty)
                if not words and isinstance(inlined, ir.ZoneRef | ir.AllSeats):
                    return self._empty(inlined, empty)
                noun = self.noun(node)
                if _bare(noun.text) == noun.text:
                    return f"there {'are no' if empty else 'are'} {noun}"
                return f"there are {'no' if empty else 'some'} {_bare(noun.text)}"
            case _:
                noun = self.noun(node)
                if noun.text.startswith("the cards "):
                    return f"there are {'no' if empty else 'some'} {_bare(noun.text)}"
                return f"there {'is nothing' if empty else 'is something'} in {noun}"

    def _exists(self, node: ir.Filter, collection: ir.Expr, name: str, condition: ir.Expr,
                some: bool) -> str:  # fmt: skip
        """Return that some member fulfils a condition, or that none does."""
        if node.type == ty.PLAYERS:
            every = isinstance(collection, ir.Op) and collection.name in (
                "players", "everybody", "players_from",
            )  # fmt: skip
            who = "a player" if some else "no player"
            rest = self._without_actor(node)
            if rest is not None:
                who = "another player" if some else "no other player"
                if not rest:
                    return f"there is {who}"
                condition = _joined(rest, True)
            if isinstance(collection, ir.Op) and collection.name == "teams":
                who = "a side" if some else "no side"
            elif not every:
                who = f"{'one' if some else 'none'} of {self.noun(collection)}"
            return self.naming(name, Noun(who, person=True)).clause(condition)
        kind = self.kind(condition, name)
        if kind is not None:
            where = self.noun(collection)
            owner = self._holder(collection)
            if owner is not None:
                thing = a(kind.one) if some else f"no {kind.several}"
                return f"{owner.verb('has')} {thing}"
            return f"there is {a(kind.one) if some else 'no ' + kind.one} {_in(where)}"
        if isinstance(collection, ir.Op) and collection.name.startswith("sets"):
            where = self.cards_in(collection.arguments[-1])
            many = Noun(f"{'some' if some else 'no'} cards {_in(where)}", True)
            return self.naming(name, many).clause(condition)
        one = "a card" if node.type in _CARDS else "one"
        if node.type.of is not None and node.type.of.name == "place":
            one = "a pile"
        none = one.replace("a ", "no ", 1) if one != "one" else "none"
        where = self.cards_in(collection)
        relative = self.relative(condition, name, one=True)
        return f"there is {one if some else none} {_in(where)} {relative}"

    def _holder(self, node: ir.Expr) -> Noun | None:
        """Return the player whose hand some cards are."""
        match node:
            case ir.ZoneRef(zone=zone, seat=seat) if seat is not None and (
                self.book.program.zones[zone].faces == "owner"
            ):
                return self.noun(seat)
            case _:
                return None

    def _member(self, item: ir.Expr, collection: ir.Expr, holds: bool) -> str:
        is_rank = isinstance(item, ir.Op) and item.name in ("rank", "suit", "colour")
        if is_rank and isinstance(collection, ir.Const) and isinstance(collection.value, tuple):
            assert isinstance(item, ir.Op)
            noun = self.noun(item.arguments[0])
            if item.name == "rank":
                kinds = [self.book.rank_in(value) for value in collection.value]
            elif item.name == "suit":
                kinds = [self.book.of_suit(value) for value in collection.value]
            else:
                kinds = [self.book.of_colour(value) for value in collection.value]
            if noun.plural:
                return _be(noun, listed([k.several for k in kinds], "or"), holds)
            return _be(noun, a(listed([k.one for k in kinds], "or")), holds)
        noun = self.noun(item)
        if item.type == ty.CARD and isinstance(collection, ir.Const | ir.Op):
            named = self.noun(collection)
            if not named.plural and named.text in map(self.book.card, self.book.faces):
                return _be(noun, named.text, holds)
        if isinstance(collection, ir.VarRef) and collection.variable == "face_up":
            return _be(noun, "face up", holds)
        if isinstance(collection, ir.VarRef) and collection.variable == "passed":
            text = noun.verb("has passed")
            return text if holds else negated(text)
        if isinstance(collection, ir.Op) and collection.name == "team":
            side = self.noun(collection)
            return _be(noun, f"on {side}", holds)
        if isinstance(collection, ir.Op) and collection.name == "opponents":
            other = self.noun(collection.arguments[0])
            phrase = "your opponent" if other == YOU else f"an opponent of {other}"
            return _be(noun, "opponents" if noun == YOU else phrase, holds)
        if isinstance(collection, ir.Op) and collection.name in ("list", "players_of"):
            members = listed([self.noun(each).text for each in collection.arguments], "or")
            return _be(noun, members, holds)
        where = self.noun(collection)
        among = "in" if isinstance(collection, ir.ZoneRef | ir.AllSeats) else "among"
        if isinstance(collection, ir.Const):
            among = "one of"
        return _be(noun, f"{among} {where}", holds)

    def _has(self, name: str, cards: ir.Expr, what: ir.Expr, holds: bool) -> str:
        noun = self.noun(cards)
        if isinstance(what, ir.Const) and isinstance(what.value, int):
            kind = {
                "has_rank": self.book.rank_in,
                "has_suit": self.book.of_suit,
                "has_colour": self.book.of_colour,
            }[name](what.value)
            if cards.type == ty.CARD:
                return _be(noun, a(kind.one), holds)
            owner = self._holder(cards)
            if owner is not None:
                thing = a(kind.one) if holds else f"no {kind.one}"
                return f"{owner.verb('has')} {thing}"
            there = f"is {a(kind.one)}" if holds else f"is no {kind.one}"
            return f"there {there} among {noun}"
        attribute = name.removeprefix("has_")
        wanted = self.noun(what)
        thing = f"of the {attribute} {wanted}" if attribute != "suit" else f"of the suit {wanted}"
        if isinstance(what, ir.Op) and what.name == attribute:
            thing = f"of the same {attribute} as {self.noun(what.arguments[0])}"
        elif isinstance(what, ir.VarRef | ir.Local):
            thing = f"of that {attribute}" if isinstance(what, ir.Local) else f"of {wanted}"
        owner = self._holder(cards)
        if owner is not None:
            return f"{owner.verb('has')} {'a' if holds else 'no'} card {thing}"
        return f"there is {'a' if holds else 'no'} card {thing} among {noun}"

    # -- comparisons

    def _compared(self, name: str, left: ir.Expr, right: ir.Expr, holds: bool) -> str:
        relation = OPERATIONS[name].relation
        assert relation is not None
        if not holds:
            name = relation.opposite
        for special in (self._of_deal, self._of_size, self._of_card, self._of_nothing):
            found = special(name, left, right)
            if found is not None:
                return found
        if left.type == ty.BOOLEAN:
            same = name == "eq"
            if isinstance(right, ir.Const):
                return self.clause(left, holds=bool(right.value) == same)
            return f"{self.clause(left)} exactly if {self.clause(right, holds=same)}"
        noun, other = self.noun(left), self.noun(right)
        match left:
            case ir.Fold(operation="highest" | "lowest" as extreme, collection=collection) if (
                collection.type == ty.PLAYERS and name in _REACHED[extreme]
            ):
                sides = isinstance(collection, ir.Op) and collection.name == "teams"
                who = Noun("a side" if sides else "a player", person=True)
                noun = self.naming(left.name, who).noun(left.key)
            case _:
                pass
        words = {
            "eq": "", "ne": "not ", "lt": "less than ", "le": "at most ",
            "gt": "more than ", "ge": "at least ",
        }[name]  # fmt: skip
        if left.type not in (ty.NUMBER,):
            words = {
                "eq": "", "ne": "not ", "lt": "lower than ", "le": "no higher than ",
                "gt": "higher than ", "ge": "no lower than ",
            }[name]  # fmt: skip
        return f"{noun.verb('is')} {words}{other}"

    def _of_deal(self, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
        """Return a condition on the number of the deal: `this is every fourth deal`."""
        if not isinstance(right, ir.Const):
            return None
        value = cast(int, right.value)
        match left:
            case ir.Op(name="mod", arguments=(ir.Op(name="deal_number"), ir.Const(value=int(n)))):
                if name not in ("eq", "ne"):
                    return None
                if n == 2:
                    odd = (value == 1) == (name == "eq")
                    return f"this is {'an odd' if odd else 'an even'} deal (the " + (
                        "first, third and so on)" if odd else "second, fourth and so on)"
                    )
                first = value or n
                which = f"the {english.ordinal(first)}, {english.ordinal(first + n)}, … deal"
                return f"this is {'' if name == 'eq' else 'not '}{which}"
            case ir.Op(name="deal_number"):
                nth = english.ordinal(value)
                match name:
                    case "eq" | "ne":
                        return f"this is {'' if name == 'eq' else 'not '}the {nth} deal"
                    case "gt" | "ge":
                        if name == "gt" and value == 1:
                            return "this is not the first deal"
                        since = value + (name == "gt")
                        return f"this is the {english.ordinal(since)} deal or a later one"
                    case _:
                        last = value - (name == "lt")
                        return f"this is the {english.ordinal(last)} deal or an earlier one"
            case _:
                return None

    def _of_size(self, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
        """Return a condition on a number of cards or players: `you have two cards`."""
        if not (isinstance(left, ir.Op) and left.name == "size"):
            return None
        (inner,) = left.arguments
        if not isinstance(right, ir.Const):
            if isinstance(right, ir.Op) and right.name == "size":
                word = {"eq": "as many", "ne": "not as many", "lt": "fewer", "le": "no more",
                        "gt": "more", "ge": "at least as many"}[name]  # fmt: skip
                than = "as" if "as" in word else "than"
                first, second = self._counted(inner), self._counted(right.arguments[0])
                return f"there are {word} {first} {than} {second}"
            return None
        value = cast(int, right.value)
        if value == 0 and name in ("eq", "ne", "gt", "le"):
            return self._empty(inner, name in ("eq", "le"))
        if value == 1 and name in ("lt", "ge"):
            return self._empty(inner, name == "lt")
        thing = "card"
        if inner.type == ty.PLAYERS:
            thing = "player"
        elif inner.type.of is not None and inner.type.of.name == "place":
            thing = "pile"
        elif inner.type.of is not None:
            thing = "set" if inner.type.of == ty.CARDS else "number"
        many = {
            "eq": ("only " if value == 1 else "") + english.count(value, thing),
            "ne": f"not exactly {english.count(value, thing)}",
            "lt": f"fewer than {english.count(value, thing)}",
            "le": f"at most {english.count(value, thing)}",
            "gt": f"more than {english.count(value, thing)}",
            "ge": f"at least {english.count(value, thing)}",
        }[name]
        one = value == 1 and name in ("eq", "le", "ge")
        if isinstance(inner, ir.Best) and not inner.every and inner.type == ty.PLAYERS and one:
            only = "only one player" if name != "ge" else "a player"
            extreme = f"the {_extreme(inner.highest)} {self.key(inner.key, inner.name, _THEY)}"
            return f"{only} has {extreme}"
        if inner.type == ty.PLAYERS:
            if isinstance(inner, ir.Op) and inner.name in ("players", "everybody"):
                left_over = "still in the game" if self.book.program.departures else "in the game"
                return f"{many} {'is' if one else 'are'} {left_over}"
            if isinstance(inner, ir.Filter):
                who = Noun(many, not one, person=True)
                return self.naming(inner.name, who).clause(inner.condition)
            return f"there {'is' if one else 'are'} {many} among {self.noun(inner)}"
        owner = self._holder(inner)
        if owner is not None:
            return f"{owner.verb('has')} {many} in hand"
        if isinstance(inner, ir.Filter):
            kind = self.kind(inner.condition, inner.name)
            where = _in(self.cards_in(inner.collection))
            if kind is not None:
                many = many.replace("cards", kind.several).replace("card", kind.one)
                return f"there {'is' if one else 'are'} {many} {where}"
            relative = self.relative(inner.condition, inner.name, one=one)
            return f"there {'is' if one else 'are'} {many} {where} {relative}"
        if isinstance(inner, ir.Local):
            noun = self.noun(inner)
            return f"{noun.verb('consists')} of {many}"
        return f"there {'is' if one else 'are'} {many} {_in(self.cards_in(inner))}"

    def _of_card(self, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
        """Return a condition on the rank, suit or colour of a card."""
        if isinstance(left, ir.Op) and left.name == "in_order":
            left = left.arguments[0]
            if isinstance(right, ir.Op) and right.name == "in_order":
                right = right.arguments[0]
        if not (isinstance(left, ir.Op) and left.name in ("rank", "suit", "colour")):
            named = isinstance(right, ir.Const) and left.type == right.type == ty.CARD
            if named and name in ("eq", "ne"):
                return _be(self.noun(left), self.noun(right).text, name == "eq")
            return None
        what = left.name
        noun = self.noun(left.arguments[0])
        equal = name in ("eq", "ne")
        if isinstance(right, ir.Const) and isinstance(right.value, int):
            if right.value == NONE:
                if what == "rank" and equal:
                    return f"there is {'no' if name == 'eq' else 'a'} card there"
                return _be(noun, f"without a {what}", name == "eq") if equal else None
            if equal:
                if what == "colour":
                    return _be(noun, COLOURS[right.value], name == "eq")
                kind = (self.book.rank_in if what == "rank" else self.book.of_suit)(right.value)
                return _be(noun, kind.several if noun.plural else a(kind.one), name == "eq")
            if what == "rank":
                bound = self.book.rank(right.value)
                text = {
                    "le": f"{a(bound)} or lower", "lt": f"lower than {a(bound)}",
                    "ge": f"{a(bound)} or higher", "gt": f"higher than {a(bound)}",
                }[name]  # fmt: skip
                return _be(noun, text, True)
            return None
        if isinstance(right, ir.Op) and right.name == what:
            other = self.noun(right.arguments[0])
            if equal:
                return _be(noun, f"of the same {what} as {other}", name == "eq")
            text = {
                "le": f"no higher than {other}", "lt": f"lower than {other}",
                "ge": f"no lower than {other}", "gt": f"higher than {other}",
            }[name]  # fmt: skip
            return _be(noun, text, True)
        if isinstance(right, ir.Op) and right.name in ("rank_above", "rank_below") and equal:
            side = right.name.removeprefix("rank_")
            other = right.arguments[0]
            if isinstance(other, ir.Op) and other.name == "rank":
                other = other.arguments[0]
            return _be(noun, f"one rank {side} {self.noun(other)}", name == "eq")
        if equal:
            wanted = self.noun(right)
            if wanted.text.startswith("that "):
                return _be(noun, f"of {wanted}", name == "eq")
            if what == "suit" and wanted.text in ("the trump", "trump", "trumps"):
                return _be(noun, "of the trump suit", name == "eq")
            if what == "suit":
                return _be(noun, f"of {wanted}", name == "eq")
            return _be(noun, f"of {what} {_bare(wanted.text)}" if what == "colour"
                       else f"of the rank {_bare(wanted.text)}", name == "eq")  # fmt: skip
        return None

    def _of_nothing(self, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
        """Return that there is nobody or nothing, or that a player is somebody."""
        nothing = isinstance(right, ir.Const) and right.value == NONE and right.type != ty.NUMBER
        if nothing and name in ("eq", "ne"):
            if isinstance(left, ir.VarRef) and left.variable == "holder":
                return "nobody has bid" if name == "eq" else "somebody has bid"
            noun = self.noun(left)
            if left.type == ty.PLAYER or noun.person:
                return f"there is {'no' if name == 'eq' else 'a'} {_bare(noun.text)}"
            bare = _bare(noun.text)
            if bare == noun.text and noun.text.startswith(("your ", "their ")):
                return _be(noun, "open", name == "eq")
            return f"there is {'no' if name == 'eq' else 'a'} {bare}"
        if left.type == ty.PLAYER and name in ("eq", "ne"):
            noun, other = self.noun(left), self.noun(right)
            if other == YOU:
                noun, other = other, noun
            return _be(noun, other.text, name == "eq")
        return None


_CARDS = (ty.CARDS, ty.PILE)
_REACHED: Final = {"highest": ("ge", "gt"), "lowest": ("le", "lt")}
_MANY = (ty.CARDS, ty.PILE, ty.PLAYERS)
_TRICK_WORDS: Final = {
    "trick": "the trick",
    "led": "the suit led",
    "best": "the highest card of the trick",
    "taker": "the player who takes the trick",
    "playable": "the cards that may be played",
    "turn_of": "the player whose hand is played from",
}


def negated(text: str) -> str:
    """Return the contrary of a clause.

    >>> negated("hearts are broken"), negated("a player has passed"), negated("you win")
    ('hearts are not broken', 'no player has passed', 'it is not so that you win')
    """
    if _SUBJECTS.match(text):
        if text.startswith("somebody"):
            return "nobody" + text.removeprefix("somebody")
        return re.sub(r"^\w+ player", "no player", text)
    for contrary, positive in ((r"^nobody\b", "somebody"), (r"^no player\b", "a player")):
        if re.match(contrary, text):
            return re.sub(contrary, positive, text)
    if re.search(r"\b(?:is|are|has|have|can|may|must|was|were) not\b", text):
        return re.sub(r"\b(is|are|has|have|can|may|must|was|were) not\b", r"\1", text, count=1)
    if re.match(r"can ?not\b", text):
        return text
    found = _AUXILIARY.search(text)
    if found is None:
        return f"it is not so that {text}"
    return f"{text[: found.end()]} not{text[found.end() :]}".replace("can not", "cannot")


def alternatives(node: ir.Expr, *, conjunction: bool) -> Iterator[ir.Expr]:
    """Yield the parts of a condition between `and` or between `or`."""
    if isinstance(node, ir.Logic) and node.conjunction == conjunction:
        yield from alternatives(node.left, conjunction=conjunction)
        yield from alternatives(node.right, conjunction=conjunction)
    else:
        yield node


def _joined(parts: list[ir.Expr], conjunction: bool) -> ir.Expr:
    whole, *others = parts
    for each in others:
        whole = ir.Logic(conjunction, whole, each, type=ty.BOOLEAN)
    return whole


def _be(noun: Noun, what: str, holds: bool) -> str:
    """Return that something is so: `the card is a heart`."""
    return f"{noun.verb('is')} {'' if holds else 'not '}{what}"


def _the(thing: str) -> str:
    """Return a noun with its article, unless it has one."""
    if re.match(r"(?:the|an?|your|all|each|every|one|no|that|those|these|their|its|what|how|who|"
                r"nobody|somebody|everybody|\w+'s|\d|[A-Z0-9]+[♣♦♥♠])\b", thing):  # fmt: skip
        return thing
    return f"the {thing}"


def _bare(thing: str) -> str:
    """Return a noun without its article."""
    return re.sub(r"^(?:the|an?) ", "", thing)


def _in(place: Noun) -> str:
    """Return where cards are: `in your hand`, `among the cards`, `on the table`."""
    if place.text == "the table":
        return "on the table"
    if re.match(r"all \w*hands\b", place.text):
        return f"in {place}"
    if re.match(r"(?:the cards|the top|the piles|all|those|these)\b", place.text):
        return f"among {place}"
    return f"in {place}"


def _is_plural(thing: str) -> bool:
    """Return whether a noun, before what is said about it, is in the plural."""
    thing = re.sub(r"^(?:the )?\{\w+'s\} ", "", thing)
    head = re.split(r" (?:that|of|in|on|who|which|to|from|at)\b|\{", thing)[0].strip()
    return bool(re.search(r"[^s]s$", head))


def _extreme(highest: bool) -> str:
    return "highest" if highest else "lowest"


def _is_one(node: ir.Expr) -> bool:
    return isinstance(node, ir.Const) and node.value == 1


def _element(kind: ty.Type) -> ty.Type:
    return ty.element(kind) or ty.NUMBER


def _bare_verb(words: str) -> str:
    return words.removeprefix("to ")


def _fill_trump(words: str, values: Mapping[str, Noun]) -> str:
    (noun,) = values.values()
    return words.replace("{·c is}", noun.verb("is"))
