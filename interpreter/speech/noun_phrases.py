"""Noun phrases for the values of expressions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import cast

from ..program import ir
from ..program.cards import COLOURS, NONE
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from . import english
from .english import AGAIN, Noun, a, is_plural, listed, the
from .lookups import is_table, lookup, told
from .numbers import bound, column, fold, product, term, total
from .phrasing import CARDS, MANY, Phrasing, is_told_here
from .players import player
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


def _owned(speech: Phrasing, section: str, name: str, seat: ir.Expr | None, kind: ty.Type) -> Noun:
    """Return the noun for a zone or variable of a player or of the table."""
    words = speech.book.called(section, name)
    many = kind.name in ("players",) or (kind == ty.CARDS and section == "variables")
    if "{" in words:
        owner = speech.noun(seat) if seat is not None else Noun("each player", person=True)
        many = many or (section == "zones" and is_plural(words))
        return Noun(the(speech.filled(words, {"player": owner})), many)
    if section == "zones":
        thing = words or speech.book.zone(name)
    else:
        thing = words or _spoken(speech, name, seat, kind)
    many = many or ((kind == ty.NUMBER or section == "zones") and is_plural(thing))
    if seat is None:
        return Noun(the(thing), many)
    return Noun(speech.noun(seat).of(thing), many)


def _spoken(speech: Phrasing, name: str, seat: ir.Expr | None, kind: ty.Type) -> str:
    """Return the name of a variable as a noun: `wanted suit`, `number of passes`."""
    speech.book.mention(name)
    label = speech.book.label(name)
    if kind == ty.CARD or kind in CARDS:
        return speech.book.cards(name, "card" if kind == ty.CARD else "cards")
    if kind in (ty.SUIT, ty.RANK) and not label.endswith(kind.name):
        return f"{label} {kind.name}"
    if kind == ty.NUMBER and seat is None and is_plural(label):
        return f"number of {label}"
    return label


def phrase(speech: Phrasing, node: ir.Expr) -> Noun:
    """Return a noun phrase for the value of an expression."""
    match node:
        case ir.Const():
            return _constant(speech, node)
        case ir.Local(name=name):
            found = speech.names.get(name)
            if found == AGAIN and node.type.name in ("card", "player", "suit", "rank", "colour", "number"):
                return Noun(f"that {node.type.name}", person=node.type == ty.PLAYER)
            return found or Noun(the(speech.book.label(name).lstrip("·")), node.type in MANY)
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
            return Noun(f"whether {speech.clause(node)}")


def _all_of(speech: Phrasing, kind: ty.Type, listed: tuple[int, ...]) -> Noun | None:
    """Return a noun for a list of all suits, or of all ranks but those of jokers and the like; None for others."""
    pack = speech.book.program.pack
    table = {ty.SUIT: pack.suit, ty.RANK: pack.rank}.get(kind.of or kind, ())
    every = {each for each in table if each >= 0 and (kind.of == ty.SUIT or each < pack.ranked)}
    if kind.of is None or len(every) < _MANY_NAMES or set(listed) != every:
        return None
    return Noun(f"the {kind.of.name}s", True)


def _constant(speech: Phrasing, node: ir.Const) -> Noun:
    kind, value = node.type, node.value
    if kind == ty.NUMBER:
        return Noun(english.digits(cast(int, value)))
    if kind == ty.BOOLEAN:
        return Noun("so" if value else "not so")
    if isinstance(value, tuple):
        every = _all_of(speech, kind, value)
        if every is not None:
            return every
        members = [_constant(speech, ir.Const(v, type=ty.element(kind) or ty.NUMBER)).text for v in value]
        members = list(dict.fromkeys(members))
        return Noun(listed(members) or "none", len(members) != 1)
    if kind == ty.CARDS:
        bits = [card for card in range(value.bit_length()) if value >> card & 1]
        faces = list(dict.fromkeys(_card(speech, card) for card in bits))
        return Noun(listed(faces) or "no cards", plural=len(faces) != 1)
    if value == NONE:
        person = kind in (ty.PLAYER, ty.PLAYERS) or kind.name == "nothing"
        return Noun("nobody" if person else "none", person=person)
    if kind == ty.CARD:
        return Noun(_card(speech, value))
    if kind == ty.RANK:
        return Noun(a(speech.book.rank(value)))
    if kind == ty.SUIT:
        return Noun(speech.book.suit(value), plural=True)
    if kind == ty.COLOUR:
        return Noun(COLOURS[value])
    if kind == ty.PLAYER:
        return Noun(f"the {english.ordinal(value + 1)} player", person=True)
    names = speech.book.program.pack.names(kind)
    return Noun(speech.book.label(names[value]) if 0 <= value < len(names) else str(value))


def _card(speech: Phrasing, index: int) -> str:
    """Return a card as it is written on the screen; one that is called by a word has an article."""
    pack, name = speech.book.program.pack, speech.book.card(index)
    if pack.suit[index] != NONE or len(name) == 1 or not name[0].isalpha():
        return name
    name = speech.book.rank(pack.rank[index])
    return a(name) if pack.text.count(pack.text[index]) > 1 else f"the {name}"


def _use(speech: Phrasing, node: ir.Use) -> Noun:
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
        return Noun(the(speech.filled(words, values)), many, person=person)
    inlined = speech.book.simplifier.inlined(node)
    if inlined is not None and name not in speech.told and is_told_here(speech, name, inlined):
        return speech.telling(name).noun(inlined)
    speech.book.mention(name)
    return _named(speech, name, node.arguments, many, person)


def _named(speech: Phrasing, name: str, arguments: tuple[ir.Expr, ...], many: bool, person: bool) -> Noun:
    thing = speech.book.label(name).lstrip("·")
    if not arguments:
        return Noun(the(thing), many, person=person)
    if len(arguments) == 1:
        owner = speech.noun(arguments[0])
        return Noun(owner.of(thing), many, person=person)
    others = listed([speech.noun(each).text for each in arguments])
    return Noun(f"the {thing.removesuffix(' of')} for {others}", many, person=person)


def _cond(speech: Phrasing, node: ir.Cond) -> Noun:
    """Return a value that depends on conditions: `13 if …; 1 if …; otherwise 0`."""
    table = lookup(speech, node)
    if table is not None:
        return Noun(told(speech, table, node.type), node.type in MANY, person=node.type == ty.PLAYER)
    if is_table(speech, node):
        then, other = speech.noun(node.then), speech.noun(_of_type(node.other, node.type))
        return Noun(f"if {speech.clause(node.test)}, {then}; if not, {other}", then.plural, person=then.person)
    found, rest = cases(node)
    parts = [f"{speech.noun(_of_type(value, node.type))} if {speech.clause(test)}" for test, value in found]
    other = speech.noun(_of_type(rest, node.type))
    joint = "; otherwise" if len(parts) > 1 else ", otherwise"
    return Noun(f"{'; '.join(parts)}{joint} {other}", other.plural, person=other.person)


def _of_type(value: ir.Expr, kind: ty.Type) -> ir.Expr:
    """Return a value; `none` with the type that it has beside other values."""
    nothing = isinstance(value, ir.Const) and value.type.name == "nothing"
    return replace(value, type=kind) if nothing else value


def _listed(speech: Phrasing, kind: ty.Type) -> tuple[str, ...]:
    """Return the suits, or the choices of a type, in their order."""
    return speech.book.program.pack.names(kind)


def _operation(speech: Phrasing, node: ir.Op) -> Noun:
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
            return Noun(speech.noun(card).of(speech.book.attribute(which)))
        case ("size", (inner,)):
            return Noun(f"the number of {counted(speech, inner)}")
        case (("first" | "top" | "last" | "bottom"), (inner,)):
            return one_of(speech, name, inner)
        case (("top_n" | "bottom_n" | "first_n" | "last_n"), (many, inner)):
            return several_of(speech, name, many, inner)
        case "random", (inner,):
            if inner.type == ty.PLAYERS:
                return Noun("a player chosen at random", person=True)
            return Noun(f"a random one of {speech.noun(inner)}")
        case "random_n", (many, inner):
            noun = speech.amount(many, "card")
            return Noun(f"{noun} chosen at random from {speech.noun(inner)}", not is_one(many))
        case (("join" | "join_piles"), (left, right)):
            return Noun(f"{speech.noun(left)} and {speech.noun(right)}", True)
        case "minus", (left, right):
            return Noun(f"{speech.cards(left)} except {speech.noun(right)}", True)
        case "otherwise", (left, right):
            return otherwise(speech, left, right)
        case (("add" | "sub"), (left, right)):
            return total(speech, name, left, right)
        case "mul", (left, right):
            return product(speech, left, right)
        case "div", (left, right):
            return Noun(f"{term(speech, left)} divided by {term(speech, right)}, rounded down")
        case "mod", (left, right):
            return Noun(f"the remainder of {term(speech, left)} divided by {term(speech, right)}")
        case "neg", (inner,):
            return Noun(f"minus {term(speech, inner)}")
        case (("min" | "max"), _):
            return bound(speech, name, given)
        case (("list" | "pile_of"), _):
            members = list(dict.fromkeys(speech.noun(each).text for each in given))
            return Noun(listed(members) or "none", len(members) != 1)
        case (("rank_above" | "rank_below"), (inner, *_)):
            side = "above" if name == "rank_above" else "below"
            if is_none(inner):
                return Noun("the lowest rank" if name == "rank_above" else "no rank")
            return Noun(f"the next rank {side} {_rank(speech, inner)}")
        case "position", (inner, *_):
            return Noun(f"the place of {_rank(speech, inner)} in the order of the ranks")
        case "position_listed", (inner,):
            among = ", ".join(speech.book.label(word) for word in _listed(speech, inner.type))
            return Noun(f"the place of {speech.noun(inner)} among {among}")
        case ("all_piles", (inner,)):
            return replace(speech.noun(inner), plural=False)
        case "pile_n", (which, inner):
            if isinstance(which, ir.Const):
                order = english.ordinal(cast(int, which.value))
                return Noun(f"the {order} pile of {speech.noun(inner)}")
            number, zone = speech.noun(which).text, speech.noun(inner)
            if isinstance(which, ir.Local):
                number = re.sub(r"^(?:the |that )?(?:number (?=.))?", "", number)
                if number == "number":
                    return Noun(f"the pile of {zone} with that number")
                return Noun(f"pile number {number} of {zone}")
            return Noun(f"the pile of {zone} whose number is {number}")
        case "deadwood", (inner,):
            return Noun(holder_or_cards(speech, inner).of("deadwood"))
        case "against", (inner, melds):
            owner = holder_or_cards(speech, inner)
            return Noun(f"{owner.of('deadwood')} after laying off on {speech.noun(melds)}")
        case "parts", (inner, _):
            whole = speech.noun(inner)
            verb = "consist" if whole.plural else "consists"
            return Noun(f"the melds of which {whole} {verb}", True)
        case "column", (which, inner):
            return column(speech, which, inner)
        case "sets" | "sets_between" | "sets_from", _:
            return sets(speech, name, given)
        case _ if node.type == ty.BOOLEAN:
            return Noun(f"whether {speech.clause(node)}")
        case _:
            return _declared(speech, node)


def _declared(speech: Phrasing, node: ir.Op) -> Noun:
    """Return a value in the words of its declaration; an operation that no author writes is its first operand."""
    operation = OPERATIONS[node.name]
    nouns = [speech.noun(each) for each in node.arguments]
    if operation.shape == "internal" and not operation.said:
        return nouns[0]
    said = operation.said or f"{{a's}} {operation.word}"
    text = speech.filled(said, dict(zip("abcd", nouns, strict=False)))
    many = node.type in MANY or node.type.of is not None
    return Noun(text, many, person=node.type in (ty.PLAYER, ty.PLAYERS))


def _rank(speech: Phrasing, node: ir.Expr) -> str:
    match node:
        case ir.Op(name="rank", arguments=(card,)):
            return str(speech.noun(card))
        case _:
            return speech.noun(node).text
