"""Clauses that there is something, or nothing: `you have no hearts`."""

from __future__ import annotations

from dataclasses import replace

from ..program import ir
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from . import english
from .grammar import (
    Clause,
    Noun,
    NounPhrase,
    Part,
    Place,
    Proposition,
    Relative,
    be,
    said,
    there_is,
    times,
    walk,
)
from .phrasing import CARDS, Phrasing
from .players import without_actor
from .reading import is_plural
from .simplify import alternatives, combined, is_one

_THAT_PLAYER = NounPhrase("player", "that", person=True)


def empty(speech: Phrasing, node: ir.Expr, holds: bool) -> Proposition:
    """Return that there are no members, or that there are some."""
    match node:
        case ir.Filter(collection=collection, name=name, condition=condition):
            return _exists(speech, node, collection, name, condition, not holds)
        case ir.Op(name="join" | "join_piles"):
            return be(speech.noun(node), "empty", holds)
        case ir.Op(name="minus", arguments=(whole, less)):
            rest = said("in ", speech.cards_in(whole), " besides ", speech.noun(less))
            if holds:
                return be(NounPhrase("cards", "no", plural=True), said("left ", rest))
            return there_is(NounPhrase("cards", plural=True), rest)
        case ir.AllSeats():
            noun = speech.noun(node)
            if noun.is_the("cards"):
                return there_is(noun.bare, holds=not holds)
            if holds:
                return be(noun, "empty")
            if noun.determiner == "all":
                return be(replace(noun, determiner=said("not ", noun.determiner)), "empty")
            return noun.verb("has", "cards")
        case ir.ZoneRef(zone=zone) if speech.book.program.zones[zone].piles:
            return there_is(NounPhrase("piles", plural=True), said("in ", speech.noun(node)), holds=not holds)
        case ir.ZoneRef(zone=zone) if "{" in speech.book.called("zones", zone):
            noun = speech.noun(node)
            if not is_plural(speech.book.called("zones", zone)):
                return be(noun, "empty", holds)
            return there_is(_some_of(noun), holds=not holds)
        case ir.ZoneRef() | ir.Op(name="all_piles"):
            noun = speech.noun(node)
            noun = replace(noun, plural=noun.plural or is_plural(noun.bare.text))
            return _some(noun, not holds) if noun.is_the("cards") else be(noun, "empty", holds)
        case ir.VarRef(variable="passed"):
            return NounPhrase("nobody" if holds else "somebody", person=True).verb("has", "passed")
        case ir.VarRef():
            noun = speech.noun(node)
            if node.type == ty.PLAYERS and not noun.is_the("players"):
                return there_is(NounPhrase("players", plural=True), said("among ", noun), holds=not holds)
            return _some(noun, not holds)
        case ir.Use() if node.type == ty.PLAYERS or node.type in CARDS or node.type.of is not None:
            inlined = speech.book.simplifier.inlined(node)
            words = speech.book.called("define", node.definition)
            if not words and isinstance(inlined, ir.Filter) and (node.definition not in speech.told):
                inner = speech.telling(node.definition)
                return empty(inner, inlined, holds)
            if not words and isinstance(inlined, ir.ZoneRef | ir.AllSeats):
                return empty(speech, inlined, holds)
            noun = speech.noun(node)
            found = noun.said_of(one_of(noun, some=not holds)) if node.type == ty.PLAYERS else None
            if found is not None:
                return found
            if words and node.type in CARDS and not noun.plural:
                return be(noun, "empty", holds)
            return _some(noun, not holds)
        case _:
            noun = speech.noun(node)
            if noun.is_the("cards"):
                return _some(noun, not holds)
            return there_is(NounPhrase("something"), said("in ", noun), holds=not holds)


def _some(noun: NounPhrase, some: bool) -> Clause:
    """Return that there are such, or none: `there are no kings in your hand`."""
    return there_is(replace(noun.bare, plural=True) if noun.owner is None else _some_of(noun), holds=some)


def _some_of(noun: NounPhrase) -> NounPhrase:
    """Return some of several: `some of your cards`."""
    return NounPhrase("", "some", said("of ", noun), plural=True)


def one_of(players: NounPhrase, *, some: bool) -> NounPhrase:
    """Return one of several players, or none: `a player`, `no other player`."""
    other = players.determiner == "all other" or players.head == "other players"
    if other and some:
        return NounPhrase("player", "another", person=True)
    return NounPhrase("other player" if other else "player", "a" if some else "no", person=True)


def _exists(
    speech: Phrasing, node: ir.Filter, collection: ir.Expr, name: str, condition: ir.Expr, some: bool
) -> Proposition:
    """Return that some member fulfils a condition, or that none does."""
    every = None if some else _every(speech, node, collection, name, condition)
    if every is not None:
        return every
    if node.type == ty.PLAYERS:
        return _somebody(speech, node, collection, name, condition, some)
    kind = speech.kind(condition, name)
    if kind is not None:
        one = NounPhrase(kind, "a")
        owner = holder(speech, collection)
        return (
            owner.verb("has", one, holds=some)
            if owner is not None
            else there_is(one, Place(speech.noun(collection)), holds=some)
        )
    if isinstance(collection, ir.Op) and collection.name.startswith("sets"):
        where = Place(speech.cards_in(collection.arguments[-1]))
        cards = _set_of(speech, collection, some)
        if isinstance(condition, ir.Logic):  # of the same cards
            return there_is(replace(cards, rest=said(where, " ", speech.relative(condition, name))))
        return speech.naming(name, replace(cards, rest=where)).clause(condition)
    piles = node.type.of is not None and node.type.of.name == "place"
    where = speech.cards_in(collection)
    rest = said(Place(where), " ", speech.relative(condition, name, one=True))
    if node.type in CARDS or piles:
        return there_is(NounPhrase("pile" if piles else "card", "a"), rest, holds=some)
    return there_is(NounPhrase("one" if some else "none"), rest)


def _somebody(
    speech: Phrasing, node: ir.Filter, collection: ir.Expr, name: str, condition: ir.Expr, some: bool
) -> Proposition:
    """Return that some player fulfils a condition, or that none does."""
    who = NounPhrase("player", "a" if some else "no", person=True)
    rest = without_actor(speech, node)
    if rest is not None:
        who = NounPhrase("player", "another") if some else NounPhrase("other player", "no")
        who = replace(who, person=True)
        if not rest:
            return there_is(who)
        condition = combined(rest, True)
    every = isinstance(collection, ir.Op) and collection.name in ("players", "everybody", "players_from")
    sides = isinstance(collection, ir.Op) and collection.name == "teams"
    match condition:
        case ir.Op(name="not") if not some and rest is None and not every:
            each = (
                NounPhrase("side", "every") if sides else NounPhrase("", "each", said("of ", speech.noun(collection)))
            )
            contrary = speech.book.simplifier.negated(condition)
            return speech.naming(name, replace(each, person=True)).clause(contrary)
        case _:
            pass
    if sides:
        who = replace(who, head="side", determiner="a" if some else "no")
    elif not every:
        who = NounPhrase("", "one" if some else "none", said("of ", speech.noun(collection)), person=True)
    found = speech.naming(name, who).clause(condition)
    if who.head == "player" and not some and isinstance(found, Clause):
        said_of_all = _everybody(found, who)
        if said_of_all is not None:
            return said_of_all
    again = times(found, who) > 1 and not (some and _is_one_of_several(condition))
    if again or any(each == _THAT_PLAYER for each in walk(found)):
        # `a player has a card and a player has passed` would be true of two players
        return there_is(who, speech.relative(condition, name, person=not sides, one=True))
    return found


def _everybody(found: Clause, who: NounPhrase) -> Clause | None:
    """Return what is denied of no player, affirmed of every player; None if nothing is denied."""
    every = replace(who, determiner="every")
    match found:
        case Clause(subject=subject, verb="has", rest=NounPhrase(determiner="no") as thing) if subject == who:
            return Clause(every, "has", replace(thing, determiner="" if thing.plural else "a"))
        case Clause(subject=subject, verb="has", rest=NounPhrase() as thing, holds=False) if subject == who:
            return Clause(every, "has", thing)
        case Clause(subject=NounPhrase(owner=owner), verb="is", holds=False) if owner == who:
            return replace(found, subject=replace(found.subject, owner=every), holds=True)
        case _:
            return None


def _every(speech: Phrasing, node: ir.Filter, collection: ir.Expr, name: str, condition: ir.Expr) -> Proposition | None:
    """Return that all members fulfil the contrary of a condition, where that is simpler to say."""
    if not isinstance(condition, ir.Op) or (node.type not in CARDS and node.type.of is None):
        return None
    if isinstance(collection, ir.Op) and collection.name.startswith("sets"):
        return None
    where = Place(speech.cards_in(collection))
    one = "pile" if node.type.of is not None and node.type.of.name == "place" else "card"
    if condition.name not in ("not", "ne"):
        relation = OPERATIONS[condition.name].relation
        if relation is None or isinstance(speech.relative(condition, name, one=True), Relative):
            return None
    contrary = speech.book.simplifier.negated(condition)
    kind = speech.kind(contrary, name)
    if kind is not None and one == "card":
        return be(NounPhrase("cards", "all", where, plural=True), NounPhrase(kind, plural=True))
    return speech.naming(name, NounPhrase(one, "every", where)).clause(contrary)


def _set_of(speech: Phrasing, sets: ir.Op, some: bool) -> NounPhrase:
    """Return some cards of a set, or that there are none: `some cards`, `no three cards`."""
    least, *most = sets.arguments[:-1]
    cards = Noun("card", "cards")
    if is_one(least) and (most or sets.name == "sets_from"):
        return NounPhrase(cards, "some" if some else "no", plural=True)
    many: Part = _number(speech, least)
    if sets.name == "sets_from":
        many = said(many, " or more")
    elif most:
        many = said(many, " to ", _number(speech, most[0]))
    one = is_one(least) and sets.name == "sets"
    return NounPhrase(cards, many if some else said("no ", many), plural=not one)


def _number(speech: Phrasing, node: ir.Expr) -> Part:
    """Return how many there are, before what they are."""
    match node:
        case ir.Const(value=int(value)):
            return english.number(value)
        case _:
            return speech.noun(node)


def _is_one_of_several(condition: ir.Expr) -> bool:
    """Return whether a condition is simple ones between `or`: some member fulfils one of these."""
    parts = list(alternatives(condition, conjunction=False))
    return len(parts) > 1 and not any(isinstance(part, ir.Logic) for part in parts)


def holder(speech: Phrasing, node: ir.Expr) -> NounPhrase | None:
    """Return the player whose hand some cards are."""
    match node:
        case ir.ZoneRef(zone="hand", seat=seat) if seat is not None and (
            speech.book.program.zones["hand"].faces == "owner"
        ):
            return speech.noun(seat)
        case _:
            return None
