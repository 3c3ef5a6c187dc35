"""Clauses that compare: `you have two cards`, `it is higher than the target`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from ..program import ir
from ..program.cards import COLOURS, NONE
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from . import english
from .existence import empty, holder
from .grammar import (
    THEY,
    YOU,
    Cases,
    Clause,
    Exactly,
    Listed,
    Noun,
    NounPhrase,
    Numeral,
    Place,
    Proposition,
    Relative,
    Table,
    Words,
    be,
    phrase,
    said,
    there_is,
    walk,
)
from .phrasing import Phrasing
from .selections import counted
from .simplify import is_none

_REACHED: Final = {"highest": ("ge", "gt"), "lowest": ("le", "lt")}


_NUMBERS: Final = {
    "eq": "",
    "lt": "less than ",
    "le": "at most ",
    "gt": "more than ",
    "ge": "at least ",
}
_OTHERS: Final = {
    "eq": "",
    "lt": "lower than ",
    "le": "no higher than ",
    "gt": "higher than ",
    "ge": "no lower than ",
}
"""How what is not a number is compared."""


def compared(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr, holds: bool) -> Proposition:
    """Return a comparison as a clause, or its contrary."""
    relation = OPERATIONS[name].relation
    assert relation is not None
    if not holds:
        name = relation.opposite
    for special in (_of_deal, _of_size, _of_sizes, _of_score, _of_card, _of_nothing):
        found = special(speech, name, left, right)
        if found is not None:
            return found
    if left.type == ty.BOOLEAN:
        same = name == "eq"
        if isinstance(right, ir.Const):
            return speech.clause(left, holds=bool(right.value) == same)
        return Exactly(speech.clause(left), speech.clause(right, holds=same))
    noun, other = speech.noun(left), speech.noun(right)
    match left:
        case ir.Fold(operation="highest" | "lowest" as extreme, collection=collection) if (
            collection.type == ty.PLAYERS and name in _REACHED[extreme]
        ):
            sides = isinstance(collection, ir.Op) and collection.name == "teams"
            sides = sides or (_is_score(speech, left.key) and speech.book.program.shares_scores)
            who = NounPhrase("side" if sides else "player", "a", person=True)
            inner = speech.naming(left.name, who)
            points = _of_score(inner, name, left.key, right)
            if points is not None:
                return points
            noun = inner.noun(left.key)
        case _:
            pass
    words = _NUMBERS if left.type == ty.NUMBER else _OTHERS
    noun, other = _bracketed(noun), _bracketed(other)
    match right:
        case ir.Op(name="pile_of"):  # and no others
            other = said("only ", other)
        case _:
            pass
    return be(noun, other if name in ("eq", "ne") else said(words[name], other), name != "ne")


def _bracketed(noun: NounPhrase) -> NounPhrase:
    """Return a value; in brackets if it depends on conditions, which would seem to go on."""
    several = any(isinstance(each, Cases | Table) for each in walk(noun))
    return NounPhrase(said("(", noun, ")"), plural=noun.plural) if several else noun


_THIS: Final = NounPhrase("this")


def _of_deal(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> Clause | None:
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
                which = "first, third" if odd else "second, fourth"
                return be(_THIS, f"{'an odd' if odd else 'an even'} deal (the {which} and so on)")
            first = value or n
            return be(_THIS, f"the {english.ordinal(first)}, {english.ordinal(first + n)}, … deal", name == "eq")
        case ir.Op(name="deal_number"):
            match name:
                case "eq" | "ne":
                    return be(_THIS, f"the {english.ordinal(value)} deal", name == "eq")
                case "gt" | "ge":
                    if name == "gt" and value == 1:
                        return be(_THIS, "the first deal", False)
                    return be(_THIS, f"the {english.ordinal(value + (name == 'gt'))} deal or a later one")
                case _:
                    return be(_THIS, f"the {english.ordinal(value - (name == 'lt'))} deal or an earlier one")
        case _:
            return None


_AS_MANY: Final = {
    "eq": "as many ",
    "ne": "not as many ",
    "lt": "fewer ",
    "le": "no more ",
    "gt": "more ",
    "ge": "at least as many ",
}
_HOW_MANY: Final = {
    "eq": "",
    "ne": "not exactly",
    "lt": "fewer than",
    "le": "at most",
    "gt": "more than",
    "ge": "at least",
}
_PERSONS: Final = {"player": Noun("player", "players"), "side": Noun("side", "sides")}


def _of_size(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> Proposition | None:
    """Return a condition on a number of cards or players: `you have two cards`."""
    if not (isinstance(left, ir.Op) and left.name == "size"):
        return None
    (inner,) = left.arguments
    if not isinstance(right, ir.Const):
        if isinstance(right, ir.Op) and right.name == "size":
            than = " as " if name in ("eq", "ne", "ge") else " than "
            first, second = counted(speech, inner), counted(speech, right.arguments[0])
            return there_is(NounPhrase(said(_AS_MANY[name], first, than, second), plural=True))
        return None
    value = cast(int, right.value)
    if value == 0 and name in ("eq", "ne", "gt", "le"):
        return empty(speech, inner, name in ("eq", "le"))
    if value == 1 and name in ("lt", "ge"):
        return empty(speech, inner, name == "lt")
    thing = Noun("card", "cards")
    if inner.type == ty.PLAYERS:
        thing = _PERSONS["player"]
    elif inner.type.of is not None and inner.type.of.name == "place":
        thing = Noun("pile", "piles")
    elif inner.type.of is not None:
        thing = Noun("set", "sets") if inner.type.of == ty.CARDS else Noun("number", "numbers")
    one = value == 1
    exactly = "only" if one and name == "eq" else _HOW_MANY[name]
    many = NounPhrase(thing, phrase(exactly, Numeral(value, spelled=True)), plural=not one)
    if isinstance(inner, ir.Best) and not inner.every and inner.type == ty.PLAYERS and one:
        sides = isinstance(inner.collection, ir.Op) and inner.collection.name == "teams"
        only = {"ge": "a", "gt": "more than one", "ne": "more than one"}.get(name, "only one")
        who = NounPhrase("side" if sides else "player", only)
        extreme = f"the {english.superlative(inner.highest)} "
        return who.verb("has", extreme, speech.key(inner.key, inner.name, THEY))
    if inner.type == ty.PLAYERS:
        many = replace(many, person=True)
        if isinstance(inner, ir.Op) and inner.name in ("players", "everybody"):
            return be(many, "still in the game" if speech.book.program.departures else "in the game")
        if isinstance(inner, ir.Filter):
            return speech.naming(inner.name, many).clause(inner.condition)
        noun = speech.noun(inner)
        match noun:
            case NounPhrase(head="players" | "sides" as whose, rest=Relative() as rest):
                return rest.said_of(replace(many, head=_PERSONS[whose.removesuffix("s")]))
            case NounPhrase(head="players" | "sides" as whose, rest=Words(parts=("with ", *more))):
                return replace(many, head=_PERSONS[whose.removesuffix("s")]).verb("has", *more)
            case _:
                return there_is(many, said("among ", noun))
    owner = holder(speech, inner)
    if owner is not None:
        return owner.verb("has", said(many, " in hand"))
    if isinstance(inner, ir.Filter):
        kind = speech.kind(inner.condition, inner.name)
        where = Place(speech.cards_in(inner.collection))
        if kind is not None:
            return there_is(replace(many, head=kind), where)
        return there_is(many, said(where, " ", speech.relative(inner.condition, inner.name, one=one)))
    if isinstance(inner, ir.Local):
        return speech.noun(inner).verb("consists", "of ", many)
    return there_is(many, Place(speech.cards_in(inner)))


def _of_sizes(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> Clause | None:
    """Return that there are no cards in several places, or that there are some."""
    zero = isinstance(right, ir.Const) and right.value == 0
    if not (zero and name in ("eq", "ne", "gt", "le")):
        return None
    places: list[NounPhrase] = []
    if isinstance(left, ir.Use) and not speech.book.called("define", left.definition):
        left = speech.book.simplifier.inlined(left) or left
    waiting = [left]
    while waiting:
        match waiting.pop():
            case ir.Op(name="add", arguments=(first, second)):
                waiting += [second, first]
            case ir.Op(name="size", arguments=(inner,)):
                places.append(speech.cards_in(inner))
            case _:
                return None
    cards = NounPhrase("cards", "some", plural=True)
    where = said("left in ", Listed(tuple(places)))
    return there_is(cards, where, holds=name not in ("eq", "le")) if len(places) > 1 else None


def _is_score(speech: Phrasing, node: ir.Expr) -> bool:
    """Return whether a number is a score, for which the ruleset has no words of its own."""
    words = speech.book.called("variables", "score") or speech.book.program.labels.get("score")
    return isinstance(node, ir.VarRef) and node.variable == "score" and not words


_POINTS: Final = {
    "eq": ("exactly", ""),
    "ne": ("exactly", ""),
    "lt": ("fewer than", ""),
    "le": ("", "or fewer"),
    "gt": ("more than", ""),
    "ge": ("", "or more"),
}
"""What is said before and after a number of points."""


def _of_score(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> Clause | None:
    """Return a condition on a score: `a player has 100 points or more`."""
    if not (_is_score(speech, left) and isinstance(right, ir.Const)):
        return None
    assert isinstance(left, ir.VarRef)
    assert left.seat is not None
    before, after = _POINTS[name]
    number = Numeral(cast(int, right.value), kind=right.type)
    points = NounPhrase(Noun("point", "points"), phrase(before, number), after, plural=not number.is_single)
    return speech.noun(left.seat).verb("has", points, holds=name != "ne")


def _of_card(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> Clause | None:
    """Return a condition on the rank, suit or colour of a card."""
    if isinstance(left, ir.Op) and left.name == "in_order":
        left = left.arguments[0]
        if isinstance(right, ir.Op) and right.name == "in_order":
            right = right.arguments[0]
    if not (isinstance(left, ir.Op) and left.name in ("rank", "suit", "colour")):
        named = isinstance(right, ir.Const) and left.type == right.type == ty.CARD
        return be(speech.noun(left), speech.noun(right), name == "eq") if named and name in ("eq", "ne") else None
    what = left.name
    noun = speech.noun(left.arguments[0])
    equal, same = name in ("eq", "ne"), name == "eq"
    if isinstance(right, ir.Const) and isinstance(right.value, int):
        if right.value == NONE:
            if what == "rank" and equal:
                missing = replace(noun, determiner="a") if noun.is_definite else NounPhrase("card", "a", "there")
                return there_is(missing, holds=not same)
            return be(noun, f"without a {what}", same) if equal else None
        if equal and what == "colour":
            return be(noun, COLOURS[right.value], same)
        if equal:
            kind = (speech.book.rank_in if what == "rank" else speech.book.of_suit)(right.value)
            return be(noun, NounPhrase(kind, "" if noun.plural else "a", plural=noun.plural), same)
        if what != "rank":
            return None
        bound = NounPhrase(speech.book.rank(right.value), "a")
        return be(noun, said(_OTHERS[name], bound) if name in ("lt", "gt") else said(bound, _OR_MORE[name]))
    if isinstance(right, ir.Op) and right.name == what:
        other = speech.noun(right.arguments[0])
        return be(noun, said(f"of the same {what} as ", other), same) if equal else be(noun, said(_OTHERS[name], other))
    if isinstance(right, ir.Op) and right.name in ("rank_above", "rank_below") and equal:
        side = right.name.removeprefix("rank_")
        other = right.arguments[0]
        if isinstance(other, ir.Op) and other.name == "rank":
            other = other.arguments[0]
        if not is_none(other):
            return be(noun, said(f"one rank {side} ", speech.noun(other)), same)
    if not equal:
        return None
    wanted = speech.noun(right)
    if wanted.determiner != "that" and what == "suit" and wanted.head in ("trump", "trumps") and not wanted.rest:
        return be(noun, "of the trump suit", same)
    if wanted.determiner == "that" or what == "suit":
        return be(noun, said("of ", wanted), same)
    return be(noun, wanted.of_attribute(what), same)


_OR_MORE: Final = {"le": " or lower", "ge": " or higher"}


def _of_nothing(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> Proposition | None:
    """Return that there is nobody or nothing, or that a player is somebody."""
    nothing = isinstance(right, ir.Const) and right.value == NONE and right.type != ty.NUMBER
    same = name == "eq"
    if nothing and name in ("eq", "ne"):
        somebody = NounPhrase("nobody" if same else "somebody", person=True)
        if isinstance(left, ir.VarRef) and left.variable == "holder":
            return somebody.verb("has", "bid")
        noun = speech.noun(left)
        if noun.is_definite and noun.head == "player" and isinstance(noun.rest, Relative):
            return noun.rest.said_of(somebody)
        if noun.owner is not None and noun.owner.whose:
            return be(noun, "open", same)
        return there_is(noun.some(), holds=not same)
    if left.type == ty.PLAYER and name in ("eq", "ne"):
        noun, other = speech.noun(left), speech.noun(right)
        if other == YOU:
            noun, other = other, noun
        return be(noun, other, same)
    return None
