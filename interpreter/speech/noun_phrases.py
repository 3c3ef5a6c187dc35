"""Noun phrases for the values of expressions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from ..program import ir
from ..program.cards import COLOURS, NONE
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from . import english
from .grammar import AGAIN, Aside, Cases, Listed, NounPhrase, Numeral, said, the
from .lookups import is_table, lookup, told
from .numbers import bound, column, fold, product, quotient, term, total
from .phrasing import CARDS, MANY, Phrasing, is_told_here
from .players import player
from .reading import belonging, is_plural
from .selections import (
    best,
    counted,
    filtered,
    holder_or_cards,
    one_of,
    otherwise,
    sets,
    several_of,
    zones,
)
from .simplify import cases, is_none, is_one

_MANY_NAMES = 3
"""Of so many suits or ranks, all are told as such, and not one by one."""


def _owned(speech: Phrasing, section: str, name: str, seat: ir.Expr | None, kind: ty.Type) -> NounPhrase:
    """Return the noun for a zone or variable of a player or of the table."""
    words = speech.book.called(section, name)
    many = kind.name in ("players",) or (kind == ty.CARDS and section == "variables")
    if "{" in words:
        owner = speech.noun(seat) if seat is not None else NounPhrase("player", "each", person=True)
        many = many or (section == "zones" and is_plural(words))
        return speech.phrase(words, {"player": owner}, plural=many)
    if section == "zones":
        thing = words or speech.book.zone(name)
    else:
        thing = words or _spoken(speech, name, seat, kind)
    many = many or ((kind == ty.NUMBER or section == "zones") and is_plural(thing))
    if seat is None:
        return speech.phrase(thing, {}, plural=many)
    return speech.noun(seat).of(thing, plural=many)


def _spoken(speech: Phrasing, name: str, seat: ir.Expr | None, kind: ty.Type) -> str:
    """Return the name of a variable as a noun: `wanted suit`, `number of passes`."""
    speech.book.mention(name)
    label = speech.book.label(name)
    if kind == ty.CARD or kind in CARDS:
        return speech.book.cards(name, "card" if kind == ty.CARD else "cards")
    if kind in (ty.SUIT, ty.RANK) and not label.endswith(kind.name):
        return f"{label} {kind.name}"
    if kind == ty.NUMBER and seat is None and label.endswith("ed") and not label.endswith("eed"):
        return f"{label} number"
    if kind == ty.NUMBER and seat is None and is_plural(label):
        return f"number of {label}"
    return label


def phrase(speech: Phrasing, node: ir.Expr) -> NounPhrase:
    """Return a noun phrase for the value of an expression."""
    match node:
        case ir.Const():
            return _constant(speech, node)
        case ir.Local(name=name):
            found = speech.names.get(name)
            if found == AGAIN and node.type.name in ("card", "player", "suit", "rank", "colour", "number"):
                return NounPhrase(node.type.name, "that", person=node.type == ty.PLAYER)
            return found or the(speech.book.label(name).lstrip("·"), plural=node.type in MANY)
        case ir.ZoneRef(zone=zone, seat=seat):
            return _owned(speech, "zones", zone, seat, node.type)
        case ir.VarRef(variable=name, seat=seat):
            noun = _owned(speech, "variables", name, seat, node.type)
            return replace(noun, person=node.type in (ty.PLAYER, ty.PLAYERS))
        case ir.PileRef(pile=pile):
            return speech.noun(pile)
        case ir.AllSeats(zone=zone, players=players):
            return zones(speech, zone, players)
        case ir.Use():
            return _use(speech, node)
        case ir.Filter():
            return filtered(speech, node)
        case ir.Best():
            return best(speech, node)
        case ir.Fold():
            return fold(speech, node)
        case ir.Cond():
            return _cond(speech, node)
        case ir.Op():
            return _operation(speech, node)
        case _:
            return NounPhrase(said("whether ", speech.clause(node)))


def _all_of(speech: Phrasing, kind: ty.Type, listed: tuple[int, ...]) -> NounPhrase | None:
    """Return a noun for a list of all suits, or of all ranks but those of jokers and the like; None for others."""
    pack = speech.book.program.pack
    table = {ty.SUIT: pack.suit, ty.RANK: pack.rank}.get(kind.of or kind, ())
    every = {each for each in table if each >= 0 and (kind.of == ty.SUIT or each < pack.ranked)}
    if kind.of is None or len(every) < _MANY_NAMES or set(listed) != every:
        return None
    return the(f"{kind.of.name}s", plural=True)


def _constant(speech: Phrasing, node: ir.Const) -> NounPhrase:
    kind, value = node.type, node.value
    if kind == ty.NUMBER:
        return NounPhrase(Numeral(cast(int, value), kind=kind))
    if kind == ty.BOOLEAN:
        return NounPhrase("so" if value else "not so")
    if isinstance(value, tuple):
        every = _all_of(speech, kind, value)
        if every is not None:
            return every
        return _list(_constant(speech, ir.Const(v, type=ty.element(kind) or ty.NUMBER)) for v in value)
    if kind == ty.CARDS:
        bits = [card for card in range(value.bit_length()) if value >> card & 1]
        return _list((_card(speech, card) for card in bits), none="no cards")
    if value == NONE:
        person = kind in (ty.PLAYER, ty.PLAYERS) or kind.name == "nothing"
        return NounPhrase("nobody" if person else "none", person=person)
    if kind == ty.CARD:
        return _card(speech, value)
    if kind == ty.RANK:
        return NounPhrase(speech.book.rank(value), "a")
    if kind == ty.SUIT:
        return NounPhrase(speech.book.suit(value), plural=True)
    if kind == ty.COLOUR:
        return NounPhrase(COLOURS[value])
    if kind == ty.PLAYER:
        return the(f"{english.ordinal(value + 1)} player", person=True)
    names = speech.book.program.pack.names(kind)
    return NounPhrase(speech.book.label(names[value]) if 0 <= value < len(names) else str(value))


def _list(members: Iterable[NounPhrase], none: str = "none") -> NounPhrase:
    """Return several phrases as one, each once."""
    found = tuple(dict.fromkeys(members))
    return found[0] if len(found) == 1 else NounPhrase(Listed(found) if found else none, plural=True)


def _card(speech: Phrasing, index: int) -> NounPhrase:
    """Return a card as it is written on the screen; one that is called by a word has an article."""
    pack, name = speech.book.program.pack, speech.book.card(index)
    if pack.suit[index] != NONE or len(name) == 1 or not name[0].isalpha():
        return NounPhrase(name)
    return NounPhrase(speech.book.rank(pack.rank[index]), "a" if pack.text.count(pack.text[index]) > 1 else "the")


def _use(speech: Phrasing, node: ir.Use) -> NounPhrase:
    """Return the noun for a definition's value: its own words, its value, or its name."""
    name = node.definition
    definition = speech.book.program.definitions[name]
    words = speech.book.called("define", name)
    person = node.type in (ty.PLAYER, ty.PLAYERS)
    many = node.type in MANY
    if words:
        speech.book.mention(name)
        if node.type not in (ty.PLAYER, ty.PLAYERS):
            many = is_plural(words)
        values = {
            parameter: speech.noun(argument)
            for (parameter, _), argument in zip(definition.parameters, node.arguments, strict=True)
        }
        return speech.phrase(words, values, plural=many, person=person)
    inlined = speech.book.simplifier.inlined(node)
    if inlined is not None and name not in speech.told and is_told_here(speech, name, inlined):
        return speech.telling(name).noun(inlined)
    speech.book.mention(name)
    thing = speech.book.label(name).lstrip("·")
    if len(node.arguments) == 1:
        return speech.noun(node.arguments[0]).of(belonging(thing), plural=many, person=person)
    rest = said("for ", Listed(tuple(map(speech.noun, node.arguments)))) if node.arguments else ""
    return NounPhrase(belonging(thing), "the", rest, many, person=person)


def _cond(speech: Phrasing, node: ir.Cond) -> NounPhrase:
    """Return a value that depends on conditions: `13 if …; 1 if …; otherwise 0`."""
    table = lookup(speech, node)
    if table is not None:
        words = told(speech, table, node.type)
        return NounPhrase(words, plural=node.type in MANY, person=node.type == ty.PLAYER)
    if is_table(speech, node):
        then, other = speech.noun(node.then), speech.noun(_of_type(node.other, node.type))
        words = said("if ", speech.clause(node.test), ", ", then, "; if not, ", other)
        return NounPhrase(words, plural=then.plural, person=then.person)
    found, rest = cases(node)
    rows = tuple((speech.noun(_of_type(value, node.type)), speech.clause(test)) for test, value in found)
    other = speech.noun(_of_type(rest, node.type))
    return NounPhrase(Cases(rows, other), plural=other.plural, person=other.person)


def _of_type(value: ir.Expr, kind: ty.Type) -> ir.Expr:
    """Return a value; `none` with the type that it has beside other values."""
    nothing = isinstance(value, ir.Const) and value.type.name == "nothing"
    return replace(value, type=kind) if nothing else value


def _listed(speech: Phrasing, kind: ty.Type) -> tuple[str, ...]:
    """Return the suits, or the choices of a type, in their order."""
    return speech.book.program.pack.names(kind)


def _operation(speech: Phrasing, node: ir.Op) -> NounPhrase:
    name, given = node.name, node.arguments
    match name, given:
        case (
            (
                "opponent"
                | "left"
                | "right"
                | "partner"
                | "dealer"
                | "next_dealer"
                | "players"
                | "everybody"
                | "players_from"
                | "players_in_order"
                | "player_after"
                | "player_before"
                | "team"
                | "teams"
                | "partners"
                | "opponents"
                | "owner"
                | "minus_players"
                | "join_players"
                | "other_of_two"
                | "side"
                | "side_now"
                | "sides_of"
                | "with_teams"
                | "players_of"
            ),
            _,
        ):
            return player(speech, node)
        case "attribute", (card, which):
            attribute = speech.book.attribute(which)
            return speech.noun(card).of(attribute, plural=is_plural(attribute))
        case ("size", (inner,)):
            return the("number", "of ", counted(speech, inner))
        case (("first" | "top" | "last" | "bottom"), (inner,)):
            return one_of(speech, name, inner)
        case (("top_n" | "bottom_n" | "first_n" | "last_n"), (many, inner)):
            return several_of(speech, name, many, inner)
        case "random", (inner,):
            if inner.type == ty.PLAYERS:
                return NounPhrase("player", "a", "chosen at random", person=True)
            if isinstance(inner, ir.Filter) and inner.type.of in (ty.SUIT, ty.RANK, ty.NUMBER):
                relative = speech.relative(inner.condition, inner.name)
                return NounPhrase("random one", "a", said("of ", speech.noun(inner.collection), " ", relative))
            return NounPhrase("random one", "a", said("of ", speech.noun(inner)))
        case "random_n", (many, inner):
            found = speech.amount(many, "card")
            rest = said("chosen at random from ", speech.noun(inner))
            return NounPhrase(found, "", rest, plural=not is_one(many))
        case (("join" | "join_piles"), (left, right)):
            return NounPhrase(Listed((speech.noun(left), speech.noun(right))), plural=True)
        case "minus", (left, right):
            return NounPhrase(speech.cards(left), "", said("except ", speech.noun(right)), plural=True)
        case "otherwise", (left, right):
            return otherwise(speech, left, right)
        case (("add" | "sub"), (left, right)):
            return total(speech, name, left, right)
        case "mul", (left, right):
            return product(speech, left, right)
        case "div", (left, right):
            return quotient(speech, left, right)
        case "mod", (left, right):
            return the("remainder", "of ", term(speech, left), " divided by ", term(speech, right))
        case "in_halves", (inner,):
            return speech.noun(inner)
        case "half", (inner,):
            return NounPhrase(said("half of ", term(speech, inner)))
        case (("rounded_down" | "rounded_up"), (inner,)):
            return NounPhrase(term(speech, inner), "", Aside(name.replace("_", " ")))
        case "neg", (inner,):
            return NounPhrase(said("minus ", term(speech, inner)))
        case (("min" | "max"), _):
            return bound(speech, name, given)
        case (("list" | "pile_of"), _):
            return _list(map(speech.noun, given))
        case (("rank_above" | "rank_below"), (inner, *_)):
            side = "above" if name == "rank_above" else "below"
            if is_none(inner):
                return the("lowest rank") if name == "rank_above" else NounPhrase("rank", "no")
            return the("next rank", f"{side} ", _rank(speech, inner))
        case "position", (inner, *_):
            return the("place", "of ", _rank(speech, inner), " in the order of the ranks")
        case "position_listed", (inner,):
            among = ", ".join(speech.book.label(word) for word in _listed(speech, inner.type))
            return the("place", "of ", speech.noun(inner), f" among {among}")
        case ("all_piles", (inner,)):
            return replace(speech.noun(inner), plural=False)
        case "pile_n", (which, inner):
            return _numbered(speech, which, speech.noun(inner))
        case "deadwood", (inner,):
            return holder_or_cards(speech, inner).of("deadwood")
        case "against", (inner, melds):
            deadwood = holder_or_cards(speech, inner).of("deadwood")
            return NounPhrase(deadwood, "", said("after laying off on ", speech.noun(melds)))
        case "parts", (inner, _):
            return the("melds", "of which ", speech.noun(inner).verb("consists"), plural=True)
        case "column", (which, inner):
            return column(speech, which, inner)
        case "sets" | "sets_between" | "sets_from", _:
            return sets(speech, name, given)
        case _ if node.type == ty.BOOLEAN:
            return NounPhrase(said("whether ", speech.clause(node)))
        case _:
            return _declared(speech, node)


def _numbered(speech: Phrasing, which: ir.Expr, zone: NounPhrase) -> NounPhrase:
    """Return a pile by its number."""
    if isinstance(which, ir.Const):
        return the(f"{english.ordinal(cast(int, which.value))} pile", "of ", zone)
    number = speech.noun(which)
    if not isinstance(which, ir.Local):
        return the("pile", "of ", zone, " whose number is ", number)
    if number.head == "number" and not number.rest:
        return the("pile", "of ", zone, " with that number")
    bare = replace(number, determiner="")
    named = isinstance(number.rest, NounPhrase)  # the number n
    return NounPhrase(said("pile " if named else "pile number ", bare), "", said("of ", zone))


def _declared(speech: Phrasing, node: ir.Op) -> NounPhrase:
    """Return a value in the words of its declaration; an operation that no author writes is its first operand."""
    operation = OPERATIONS[node.name]
    nouns = [speech.noun(each) for each in node.arguments]
    if operation.shape == "internal" and not operation.said:
        return nouns[0]
    words = operation.said or f"{{a's}} {operation.word}"
    many = node.type in MANY or node.type.of is not None
    person = node.type in (ty.PLAYER, ty.PLAYERS)
    return speech.phrase(words, dict(zip("abcd", nouns, strict=False)), plural=many, person=person)


def _rank(speech: Phrasing, node: ir.Expr) -> NounPhrase:
    match node:
        case ir.Op(name="rank", arguments=(card,)):
            return speech.noun(card)
        case _:
            return speech.noun(node)
