"""Nouns for cards, piles and players that an expression selects: `the hearts in your hand`."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ..program import ir
from ..program.tree_walk import mentions
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from . import english
from .grammar import IT, THEY, Aside, Listed, Noun, NounPhrase, Part, Place, Possessive, Words, said, the, walk
from .phrasing import CARDS, Phrasing, is_told_here
from .players import all_others, members, player_from, such
from .reading import is_plural, without_slots
from .simplify import alternatives, combined


def cards(speech: Phrasing, node: ir.Expr) -> NounPhrase:
    """Return a noun for the cards that an expression is, rather than for their place."""
    match node:
        case ir.ZoneRef(zone=zone, seat=seat):
            place = speech.noun(node)
            words = place.head.split() if isinstance(place.head, str) else []
            if any(word.endswith("cards") for word in words):
                return replace(place, plural=True)
            if place.is_definite and words[:1] == ["card"]:
                return place
            if seat is None and speech.book.program.zones[zone].faces != "owner":
                return replace(place, determiner="all the" if place.plural else "the whole")
            return NounPhrase("cards", "all", said("of ", place), plural=True)
        case _:
            return speech.noun(node)


def zones(speech: Phrasing, zone: str, players: ir.Expr) -> NounPhrase:
    """Return the places of several players together."""
    words = speech.book.called("zones", zone)
    who = speech.noun(players)
    if "{" in words:
        if isinstance(players, ir.Op) and players.name in ("players", "everybody"):
            who = replace(who, determiner="")  # `cards that players have taken`
        return speech.phrase(words, {"player": who}, plural=True)
    words = words or speech.book.zone(zone)
    thing = words if is_plural(words) else english.plural(words)
    match players:
        case ir.Op(name="players" | "everybody"):
            return NounPhrase(thing, "all", plural=True)
        case ir.Op(name="players_from", arguments=(first,)):
            rest = said(", beginning with ", speech.noun(first).possessive)
            return NounPhrase(thing, "all", rest, plural=True)
        case _:
            return the(thing, "of ", who, plural=True)


def filtered(speech: Phrasing, node: ir.Filter) -> NounPhrase:
    """Return the members that fulfil a condition."""
    always, own = _split(node)
    if own is None:  # the condition is not about the members
        assert always is not None
        return replace(speech.noun(node.collection).followed("(only if ", speech.clause(always), ")"), plural=True)
    if node.type == ty.PLAYERS:
        others = all_others(speech, node)
        if others is not None:
            return others
        whole, but = node.collection, None
        if isinstance(whole, ir.Op) and whole.name == "minus_players":
            whole, but = whole.arguments
        noun = such(members(speech, whole, "players"), speech.relative(own, node.name, person=True))
        if but is not None:
            noun = noun.followed(Aside(said("except ", speech.noun(but))))
    else:
        kind = speech.kind(own, node.name)
        where = Place(speech.cards_in(node.collection))
        if kind is not None:
            noun = the(kind, where, plural=True)
        elif isinstance(node.collection, ir.Op) and node.collection.name.startswith("sets"):
            noun = speech.noun(node.collection).followed(speech.relative(own, node.name))
        else:
            rest = said(where, " ", speech.relative(own, node.name))
            piles = node.type.of is not None and node.type.of.name == "place"
            if piles or node.type in (ty.CARDS, ty.PILE):
                noun = the("piles" if piles else "cards", rest, plural=True)
            else:
                noun = NounPhrase("", "those", rest, plural=True)
    if always is not None:
        return noun.followed("(but all of them if ", speech.clause(always), ")")
    return noun


def _split(node: ir.Filter) -> tuple[ir.Expr | None, ir.Expr | None]:
    """Return alternatives that do not depend on the member, and the rest of the condition."""
    condition = node.condition
    if not mentions(condition, node.name):
        return condition, None
    if isinstance(condition, ir.Logic) and not condition.conjunction:
        sides = list(alternatives(condition, conjunction=False))
        free = [side for side in sides if not mentions(side, node.name)]
        own = [side for side in sides if mentions(side, node.name)]
        if free and own:
            return combined(free, False), combined(own, False)
    return None, condition


def cards_in(speech: Phrasing, node: ir.Expr) -> NounPhrase:
    """Return the place of cards: `your hand`, `the trick`."""
    match node:
        case ir.Op(name="join" | "join_piles", arguments=(left, right)):
            return NounPhrase(Listed((speech.cards_in(left), speech.cards_in(right))), plural=True)
        case ir.Op(name="minus", arguments=(left, right)):
            return speech.cards_in(left).followed("(without ", speech.noun(right), ")")
        case _:
            return speech.noun(node)


def best(speech: Phrasing, node: ir.Best) -> NounPhrase:
    """Return the members that are highest or lowest in something."""
    extreme = english.superlative(node.highest)
    if node.every:
        order = said(", from the ", extreme, " ", speech.key(node.key, node.name))
        return NounPhrase(speech.noun(node.collection), "", order, plural=True)
    key = said(f"the {extreme} ", speech.key(node.key, node.name, THEY if node.type == ty.PLAYERS else IT))
    if node.type == ty.PLAYERS:
        whole = members(speech, node.collection, "players")
        if isinstance(node.collection, ir.Op) and node.collection.name == "teams":
            whole = the("sides", plural=True, person=True)
        match whole.rest:
            case Words(parts=("with ", *_)):  # it decides between those that are equal so far
                key = said("and, of these, ", key)
            case _:
                key = said("with ", key)
        return replace(whole.followed(key), plural=True, person=True)
    if _is_rank(node.key):
        return the(extreme, "of ", speech.noun(node.collection), plural=True)
    return NounPhrase("", "those", said("of ", speech.noun(node.collection), " with ", key), plural=True)


def key(speech: Phrasing, node: ir.Expr, name: str, it: NounPhrase = IT) -> Part:
    """Return what members are compared by, or what is added up: `score`, `value`."""
    match node:
        case ir.VarRef(variable=variable, seat=ir.Local(name=local)) if local == name:
            words = speech.book.called("variables", variable)
            return without_slots(words) if words and "{" not in words else speech.book.label(variable)
        case ir.Op(name="attribute", arguments=(_, which)):
            return speech.book.attribute(which)
        case ir.Op(name="in_order", arguments=(inner, _)):
            return speech.key(inner, name, it)
        case ir.Op(name="in_ranking"):
            return "hand"
        case ir.Op(name="size", arguments=(inner,)) if not isinstance(inner, ir.Local):
            return said("number of ", _things(speech, inner, name))
        case ir.Op(name=operation, arguments=(ir.Local(),)):
            return OPERATIONS[operation].word or operation
        case ir.Use(definition=definition, arguments=(ir.Local(name=local),)) if local == name:
            words = speech.book.called("define", definition)
            if not words:
                inlined = speech.book.simplifier.inlined(node)
                if inlined is not None and is_told_here(speech, definition, inlined):
                    return speech.key(inlined, name, it)
            speech.book.mention(definition)
            return without_slots(words) if words else speech.book.label(definition)
        case _:
            noun = speech.naming(name, it).noun(node)
            return noun.without(it)


def _things(speech: Phrasing, node: ir.Expr, name: str) -> Part:
    noun = speech.naming(name, THEY).noun(node)
    if not isinstance(node, ir.ZoneRef):
        return noun.bare
    zone = without_slots(speech.book.called("zones", node.zone) or speech.book.zone(node.zone))
    if any(isinstance(each, Possessive) for each in walk(noun.rest)):  # `cards that their side has taken`
        return noun.bare
    if "card" in zone.text:
        return zone
    return said("cards in ", "" if node.zone == "hand" else "the " if node.seat is None else "their ", zone)


def holder_or_cards(speech: Phrasing, node: ir.Expr) -> NounPhrase:
    """Return whose hand it is, or else the cards."""
    match node:
        case ir.ZoneRef(zone="hand", seat=seat) if seat is not None:
            return speech.noun(seat)
        case _:
            return speech.cards_in(node)


def counted(speech: Phrasing, node: ir.Expr) -> NounPhrase:
    """Return what is counted, without an article: `cards in your hand`."""
    noun = speech.noun(node)
    bare = replace(noun, determiner="")
    if isinstance(node, ir.Local) and noun == the("cards", plural=noun.plural):
        return bare
    if node.type == ty.PLAYERS:
        if noun.owner is not None:
            return replace(noun.some(), determiner="") if noun.plural else the("players", "of ", noun, plural=True).bare
        if noun.determiner == "all other":
            return replace(bare, head="other players")
        if noun.determiner != "all" and not noun.core.is_definite:
            return NounPhrase("players", "", said("among ", noun), plural=True)
        return bare if noun.determiner else noun.bare
    if isinstance(node, ir.Filter) and noun.is_definite:
        return bare
    if node.type.of is not None and node.type.of.name == "place":
        return NounPhrase("piles", "", said("in ", noun), plural=True)
    if noun.head == "cards" and noun.rest and noun.determiner in ("the", ""):
        return bare
    if isinstance(node, ir.ZoneRef) and isinstance(noun.head, str) and noun.head.split()[-1:] == ["cards"]:
        return noun
    return NounPhrase("cards", "", said("in ", noun), plural=True)


def one_of(speech: Phrasing, name: str, inner: ir.Expr) -> NounPhrase:
    """Return one member: `the top card of the deck`."""
    match inner:
        case ir.Op(name="melding"):
            return NounPhrase(said("one of ", speech.noun(inner)))
        case ir.Best(highest=highest, collection=collection) if inner.type in CARDS and _is_rank(inner.key):
            equal = (" (of equal cards the last)",) if name == "last" else ()
            return the(english.superlative(highest), "of ", speech.noun(collection), *equal)
        case ir.Filter(collection=collection, name=local, condition=condition) if inner.type in CARDS:
            kind = speech.kind(condition, local)
            where = Place(speech.cards_in(collection))
            if kind is not None:
                faces = speech.book.program.pack.text
                only = kind.one == kind.several and len(set(faces)) == len(faces)
                which = "" if only or inner.type != ty.PILE else f"{name} "  # in order
                return the(said(which, kind), where)
            return the(f"{name} card", where, " ", speech.relative(condition, local, one=True))
        case ir.Filter(collection=collection, name=local, condition=condition) if _are_piles(inner):
            relative = speech.relative(condition, local, one=True)
            return the(f"{name} pile", Place(speech.cards_in(collection)), " ", relative)
        case ir.Filter(collection=collection, name=local, condition=condition) if (
            inner.type == ty.PLAYERS and name == "first"
        ):
            return player_from(speech, collection, local, condition)
        case _:
            pass
    noun = speech.noun(inner)
    if inner.type == ty.PLAYERS:
        if isinstance(inner, ir.Op) and inner.name == "everybody":
            return the(f"{name} player", person=True)
        if isinstance(inner, ir.Op) and inner.name == "opponents" and name == "first":
            return NounPhrase("opponent", "an", said("of ", speech.noun(inner.arguments[0])), person=True)
        if isinstance(inner, ir.Best) and name == "first":
            return replace(noun, head="player" if noun.head == "players" else noun.head, plural=False)
        return the(name, "of ", noun, person=True)
    if inner.type in CARDS and isinstance(inner, ir.Local) and name == "first":
        return noun
    ordered = name in ("top", "bottom")
    words = noun.head.split() if isinstance(noun.head, str) and not noun.rest else []
    if ordered and isinstance(inner, ir.ZoneRef) and len(words) > 1 and words[-1] == "card":
        return noun  # the only card that lies there
    member = inner.type in CARDS and _is_pile(inner)
    if _are_piles(inner):
        return the(f"{name} pile", "of ", noun)
    return the(f"{name} card" if ordered or member else name, "of ", noun)


def _is_pile(node: ir.Expr) -> bool:
    """Return whether cards are those of one of several piles: `the last pile of the trick`."""
    match node:
        case ir.PileRef(pile=ir.Op(name="first" | "last" | "random")):
            return True
        case ir.Op(name="first" | "last", arguments=(whole,)):
            return _are_piles(whole)
        case _:
            return False


def _are_piles(node: ir.Expr) -> bool:
    return node.type.of is not None and node.type.of.name == "place"


def _is_rank(key: ir.Expr) -> bool:
    return isinstance(key, ir.Op) and key.name in ("rank", "in_order")


def several_of(speech: Phrasing, name: str, many: ir.Expr, inner: ir.Expr) -> NounPhrase:
    """Return several members: `the top three cards of the deck`."""
    word = {"top_n": "top", "bottom_n": "bottom", "first_n": "first", "last_n": "last"}[name]
    noun = speech.noun(inner)
    if name == "first_n" and isinstance(inner, ir.Best) and inner.every and _is_rank(inner.key):
        word, noun = english.superlative(inner.highest), speech.noun(inner.collection)
    thing = Noun("player", "players") if inner.type == ty.PLAYERS else Noun("card", "cards")
    if isinstance(many, ir.Const):
        value = cast(int, many.value)
        if value == 1:
            return the(f"{word} {thing.one}", "of ", noun)
        return the(f"{word} {english.number(value)} {thing.several}", "of ", noun, plural=True)
    rest = said("of the ", word, " ", thing.several, " of ", noun, " as ", speech.noun(many))
    return NounPhrase("", "as many", rest, plural=True)


def otherwise(speech: Phrasing, left: ir.Expr, right: ir.Expr) -> NounPhrase:
    """Return cards, or others if there are none."""
    first = speech.noun(left)
    if isinstance(left, ir.Filter) and right == left.collection:
        one = ty.element(left.type)
        return NounPhrase(first, "", f", or any {one.name if one else 'card'} if there are none", plural=True)
    return NounPhrase(first, "", said("or, if there are none, ", speech.noun(right)), plural=True)


def sets(speech: Phrasing, name: str, given: tuple[ir.Expr, ...]) -> NounPhrase:
    """Return sets of cards."""
    *bounds, cards = given
    where = speech.noun(cards)
    least: Part = speech.noun(bounds[0])
    match name:
        case "sets_between":
            least = said(least, " to ", speech.noun(bounds[1]))
        case "sets_from":
            least = said(least, " or more")
        case _:
            pass
    return the("sets", "of ", least, " cards of ", where, plural=True)
