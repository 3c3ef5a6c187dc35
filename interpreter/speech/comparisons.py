"""Clauses that compare: `you have two cards`, `it is higher than the target`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, cast

from ..program import ir
from ..program.cards import COLOURS, NONE
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from . import english
from .english import (
    THEY,
    YOU,
    Noun,
    a,
    be,
    inside,
    of_attribute,
    singular,
    superlative,
    without_article,
)
from .existence import empty, holder
from .phrasing import Phrasing
from .selections import counted
from .simplify import is_none

_REACHED: Final = {"highest": ("ge", "gt"), "lowest": ("le", "lt")}


def compared(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr, holds: bool) -> str:
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
        return f"{speech.clause(left)} exactly if {speech.clause(right, holds=same)}"
    noun, other = speech.noun(left), speech.noun(right)
    match left:
        case ir.Fold(operation="highest" | "lowest" as extreme, collection=collection) if (
            collection.type == ty.PLAYERS and name in _REACHED[extreme]
        ):
            sides = isinstance(collection, ir.Op) and collection.name == "teams"
            sides = sides or (_is_score(speech, left.key) and speech.book.program.shares_scores)
            who = Noun("a side" if sides else "a player", person=True)
            inner = speech.naming(left.name, who)
            points = _of_score(inner, name, left.key, right)
            if points is not None:
                return points
            noun = inner.noun(left.key)
        case _:
            pass
    words = {
        "eq": "",
        "ne": "not ",
        "lt": "less than ",
        "le": "at most ",
        "gt": "more than ",
        "ge": "at least ",
    }[name]
    if left.type not in (ty.NUMBER,):
        words = {
            "eq": "",
            "ne": "not ",
            "lt": "lower than ",
            "le": "no higher than ",
            "gt": "higher than ",
            "ge": "no lower than ",
        }[name]
    noun, other = _bracketed(noun), _bracketed(other)
    return f"{noun.verb('is')} {words}{other}"


def _bracketed(noun: Noun) -> Noun:
    """Return a value; in brackets if it depends on conditions, which would seem to go on."""
    several = ", otherwise " in noun.text or "; otherwise " in noun.text
    return replace(noun, text=f"({noun.text})") if several else noun


def _of_deal(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
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


def _of_size(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
    """Return a condition on a number of cards or players: `you have two cards`."""
    if not (isinstance(left, ir.Op) and left.name == "size"):
        return None
    (inner,) = left.arguments
    if not isinstance(right, ir.Const):
        if isinstance(right, ir.Op) and right.name == "size":
            word = {
                "eq": "as many",
                "ne": "not as many",
                "lt": "fewer",
                "le": "no more",
                "gt": "more",
                "ge": "at least as many",
            }[name]
            than = "as" if "as" in word else "than"
            first, second = counted(speech, inner), counted(speech, right.arguments[0])
            return f"there are {word} {first} {than} {second}"
        return None
    value = cast(int, right.value)
    if value == 0 and name in ("eq", "ne", "gt", "le"):
        return empty(speech, inner, name in ("eq", "le"))
    if value == 1 and name in ("lt", "ge"):
        return empty(speech, inner, name == "lt")
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
    one = value == 1
    if isinstance(inner, ir.Best) and not inner.every and inner.type == ty.PLAYERS and one:
        sides = isinstance(inner.collection, ir.Op) and inner.collection.name == "teams"
        who = "side" if sides else "player"
        only = {"ge": "a", "gt": "more than one", "ne": "more than one"}.get(name, "only one")
        extreme = f"the {superlative(inner.highest)} {speech.key(inner.key, inner.name, THEY)}"
        return f"{only} {who} has {extreme}"
    if inner.type == ty.PLAYERS:
        if isinstance(inner, ir.Op) and inner.name in ("players", "everybody"):
            left_over = "still in the game" if speech.book.program.departures else "in the game"
            return f"{many} {'is' if one else 'are'} {left_over}"
        if isinstance(inner, ir.Filter):
            who = Noun(many, not one, person=True)
            return speech.naming(inner.name, who).clause(inner.condition)
        text = speech.noun(inner).text
        found = re.match(r"(?:the|all) (player|side)s (who|with) (.+)$", text)
        if found:
            many, rest = many.replace("player", found[1]), found[3]
            if found[2] == "with":
                return f"{many} {'has' if one else 'have'} {rest}"
            return f"{many} {singular(rest) if one else rest}"
        return f"there {'is' if one else 'are'} {many} among {text}"
    owner = holder(speech, inner)
    if owner is not None:
        return f"{owner.verb('has')} {many} in hand"
    if isinstance(inner, ir.Filter):
        kind = speech.kind(inner.condition, inner.name)
        where = inside(speech.cards_in(inner.collection))
        if kind is not None:
            many = many.replace("cards", kind.several).replace("card", kind.one)
            return f"there {'is' if one else 'are'} {many} {where}"
        relative = speech.relative(inner.condition, inner.name, one=one)
        return f"there {'is' if one else 'are'} {many} {where} {relative}"
    if isinstance(inner, ir.Local):
        noun = speech.noun(inner)
        return f"{noun.verb('consists')} of {many}"
    return f"there {'is' if one else 'are'} {many} {inside(speech.cards_in(inner))}"


def _of_sizes(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
    """Return that there are no cards in several places, or that there are some."""
    zero = isinstance(right, ir.Const) and right.value == 0
    if not (zero and name in ("eq", "ne", "gt", "le")):
        return None
    places: list[str] = []
    if isinstance(left, ir.Use) and not speech.book.called("define", left.definition):
        left = speech.book.simplifier.inlined(left) or left
    waiting = [left]
    while waiting:
        match waiting.pop():
            case ir.Op(name="add", arguments=(first, second)):
                waiting += [second, first]
            case ir.Op(name="size", arguments=(inner,)):
                places.append(speech.cards_in(inner).text)
            case _:
                return None
    some = "no" if name in ("eq", "le") else "some"
    return f"there are {some} cards left in {english.listed(places)}" if len(places) > 1 else None


def _is_score(speech: Phrasing, node: ir.Expr) -> bool:
    """Return whether a number is a score, for which the ruleset has no words of its own."""
    words = speech.book.called("variables", "score") or speech.book.program.labels.get("score")
    return isinstance(node, ir.VarRef) and node.variable == "score" and not words


def _of_score(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
    """Return a condition on a score: `a player has 100 points or more`."""
    if not (_is_score(speech, left) and isinstance(right, ir.Const)):
        return None
    assert isinstance(left, ir.VarRef)
    assert left.seat is not None
    value = cast(int, right.value)
    many = f"{english.digits(value)} {'point' if value == 1 else 'points'}"
    points = {
        "eq": f"exactly {many}",
        "ne": f"not exactly {many}",
        "lt": f"fewer than {many}",
        "le": f"{many} or fewer",
        "gt": f"more than {many}",
        "ge": f"{many} or more",
    }[name]
    return f"{speech.noun(left.seat).verb('has')} {points}"


def _of_card(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
    """Return a condition on the rank, suit or colour of a card."""
    if isinstance(left, ir.Op) and left.name == "in_order":
        left = left.arguments[0]
        if isinstance(right, ir.Op) and right.name == "in_order":
            right = right.arguments[0]
    if not (isinstance(left, ir.Op) and left.name in ("rank", "suit", "colour")):
        named = isinstance(right, ir.Const) and left.type == right.type == ty.CARD
        if named and name in ("eq", "ne"):
            return be(speech.noun(left), speech.noun(right).text, name == "eq")
        return None
    what = left.name
    noun = speech.noun(left.arguments[0])
    equal = name in ("eq", "ne")
    if isinstance(right, ir.Const) and isinstance(right.value, int):
        if right.value == NONE:
            if what == "rank" and equal:
                there = noun.text.startswith("the ")
                missing = without_article(noun.text) if there else "card there"
                return f"there is {'no' if name == 'eq' else 'a'} {missing}"
            return be(noun, f"without a {what}", name == "eq") if equal else None
        if equal:
            if what == "colour":
                return be(noun, COLOURS[right.value], name == "eq")
            kind = (speech.book.rank_in if what == "rank" else speech.book.of_suit)(right.value)
            return be(noun, kind.several if noun.plural else a(kind.one), name == "eq")
        if what == "rank":
            bound = speech.book.rank(right.value)
            text = {
                "le": f"{a(bound)} or lower",
                "lt": f"lower than {a(bound)}",
                "ge": f"{a(bound)} or higher",
                "gt": f"higher than {a(bound)}",
            }[name]
            return be(noun, text, True)
        return None
    if isinstance(right, ir.Op) and right.name == what:
        other = speech.noun(right.arguments[0])
        if equal:
            return be(noun, f"of the same {what} as {other}", name == "eq")
        text = {
            "le": f"no higher than {other}",
            "lt": f"lower than {other}",
            "ge": f"no lower than {other}",
            "gt": f"higher than {other}",
        }[name]
        return be(noun, text, True)
    if isinstance(right, ir.Op) and right.name in ("rank_above", "rank_below") and equal:
        side = right.name.removeprefix("rank_")
        other = right.arguments[0]
        if isinstance(other, ir.Op) and other.name == "rank":
            other = other.arguments[0]
        if not is_none(other):
            return be(noun, f"one rank {side} {speech.noun(other)}", name == "eq")
    if equal:
        wanted = speech.noun(right)
        if wanted.text.startswith("that "):
            return be(noun, f"of {wanted}", name == "eq")
        if what == "suit" and wanted.text in ("the trump", "trump", "trumps"):
            return be(noun, "of the trump suit", name == "eq")
        if what == "suit":
            return be(noun, f"of {wanted}", name == "eq")
        bare = replace(wanted, text=without_article(wanted.text))
        return be(noun, of_attribute(what, bare), name == "eq")
    return None


def _of_nothing(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> str | None:
    """Return that there is nobody or nothing, or that a player is somebody."""
    nothing = isinstance(right, ir.Const) and right.value == NONE and right.type != ty.NUMBER
    if nothing and name in ("eq", "ne"):
        if isinstance(left, ir.VarRef) and left.variable == "holder":
            return "nobody has bid" if name == "eq" else "somebody has bid"
        noun = speech.noun(left)
        who, _, does = noun.text.partition(" who ")
        if who == "the player" and does:
            return f"{'nobody' if name == 'eq' else 'somebody'} {does}"
        if left.type == ty.PLAYER or noun.person:
            return f"there is {_one(without_article(noun.text), name == 'ne')}"
        bare = without_article(noun.text)
        if bare == noun.text and noun.text.startswith(("your ", "their ")):
            return be(noun, "open", name == "eq")
        return f"there is {_one(bare, name == 'ne')}"
    if left.type == ty.PLAYER and name in ("eq", "ne"):
        noun, other = speech.noun(left), speech.noun(right)
        if other == YOU:
            noun, other = other, noun
        return be(noun, other.text, name == "eq")
    return None


def _one(thing: str, some: bool) -> str:
    """Return `a trump suit`, or `no trump suit`."""
    return a(thing) if some else f"no {thing}"
