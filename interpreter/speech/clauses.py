"""Clauses for conditions: `the deck is empty`, `you have passed`."""

from __future__ import annotations

import re
from dataclasses import replace

from ..program import ir
from ..program.cards import NONE
from ..program.tree_walk import size, walk
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from .book import Kind
from .comparisons import compared
from .english import (
    THAT,
    THEY,
    WHO,
    WHO_ONE,
    YOU,
    Noun,
    a,
    be,
    inside,
    is_plural,
    listed,
    negated,
    of_attribute,
    singular,
    the,
)
from .existence import empty, holder
from .phrasing import INLINE, Phrasing
from .simplify import alternatives, combined

_ONE_CARD = re.compile(r"the (?:first|last|lowest|highest|top|upper|lower) card\b")


def relative(speech: Phrasing, condition: ir.Expr, name: str, *, person: bool = False, one: bool = False) -> str:
    """Return a relative clause: `that are hearts`, `who have passed`."""
    match condition:
        case ir.Op(name="extends", arguments=(cards, ir.Local(name=local))) if local == name:
            return f"to which {speech.noun(cards)} can be added"
        case _:
            pass
    word = (WHO_ONE if one else WHO) if person else replace(THAT, plural=not one)
    text = speech.naming(name, word).clause(condition)
    starts = ("who ", "whose ") if person else ("that ", "whose ")
    inner = re.search(r"\b(?:except|of|than|as|to|but|on|for|in|from) who(?:se)?\b", text)
    if text.startswith(starts) and not inner:
        return text
    pronoun = THEY
    if one and not person:
        pronoun = Noun("it", whose="its")
    clause = speech.naming(name, pronoun).clause(condition)
    clause = re.sub(r"\b(to|of|on|than|from|with|as|in|among|is|are|not) they\b", r"\1 them", clause)
    return f"such that {clause}"


def clause(speech: Phrasing, node: ir.Expr, *, holds: bool = True) -> str:
    """Return a condition as a clause, or its contrary."""
    match node:
        case ir.Op(name="not", arguments=(inner,)):
            return speech.clause(inner, holds=not holds)
        case ir.Logic():
            return _logic(speech, node, holds)
        case ir.Const(value=value):
            return "this is always so" if bool(value) == holds else "this is never so"
        case ir.Cond(test=test, then=then, other=other):
            first = speech.clause(then, holds=holds)
            second = speech.clause(other, holds=holds)
            return f"({first} if {speech.clause(test)}, or else {second})"
        case ir.Use():
            return _rule(speech, node, holds)
        case ir.VarRef():
            return _flag(speech, node, holds)
        case ir.Local(name=name):
            noun = speech.names.get(name)
            text = noun.text if noun else f"{speech.book.label(name)} is the case"
            return text if holds else negated(text)
        case ir.Can(action=action):
            verb = speech.book.label(action).removeprefix("to ")
            who = speech.names.get("actor", YOU)
            return f"{who.text} {'can' if holds else 'cannot'} {verb}"
        case ir.IsMeld(cards=cards, meld=meld):
            noun = speech.noun(cards)
            word = speech.book.label(meld)
            return be(noun, a(word), holds)
        case ir.Op():
            return _condition(speech, node, holds)
        case _:
            noun = speech.noun(node)
            return be(noun, "so", holds)


def _logic(speech: Phrasing, node: ir.Logic, holds: bool) -> str:
    conjunction = node.conjunction == holds
    sides = list(alternatives(node, conjunction=node.conjunction))
    merged = _same_subject(speech, sides, holds, conjunction)
    if merged is not None:
        return merged
    texts: list[str] = []
    for side in sides:
        text = speech.clause(side, holds=holds)
        inner = isinstance(side, ir.Logic) or (  # what depends on a condition has brackets
            isinstance(side, ir.Op) and side.name == "not" and isinstance(side.arguments[0], ir.Logic)
        )
        texts.append(f"({text})" if inner and (" or " in text or " and " in text) else text)
    word = "and" if conjunction else "or"
    texts = list(dict.fromkeys(texts))
    if len(texts) > 2:
        return f", {word} ".join(texts)
    return f" {word} ".join(texts)


def _same_subject(speech: Phrasing, sides: list[ir.Expr], holds: bool, conjunction: bool) -> str | None:
    """Return several statements about one card as one: `it is a red five`."""
    locals_ = {each.name for side in sides for each in walk(side) if isinstance(each, ir.Local)}
    if len(locals_) != 1:
        return None
    (name,) = locals_
    whole = combined(sides, conjunction if holds else not conjunction)
    kind = speech.kind(whole, name)
    if kind is None:
        return None
    noun = speech.names.get(name) or Noun(the(speech.book.label(name)))
    return be(noun, kind.several if noun.plural else a(kind.one), holds)


def _rule(speech: Phrasing, node: ir.Use, holds: bool) -> str:
    name = node.definition
    definition = speech.book.program.definitions[name]
    words = speech.book.called("define", name)
    if words:
        speech.book.mention(name)
        values = {
            parameter: speech.noun(argument)
            for (parameter, _), argument in zip(definition.parameters, node.arguments, strict=True)
        }
        return speech.stated(words, values, holds=holds)
    inlined = speech.book.simplifier.inlined(node)
    if inlined is not None and name not in speech.told:
        deep = size(inlined) > INLINE * 2 and len(speech.told) > 1
        if not deep or not definition.parameters:
            inner = speech.telling(name)
            if size(inlined) <= INLINE * 3:
                return inner.clause(inlined, holds=holds)
    speech.book.mention(name)
    thing = speech.book.label(name)
    given = listed([speech.noun(each).text for each in node.arguments])
    text = f"“{thing}” is true" + (f" of {given}" if given else "")
    return text if holds else f"“{thing}” is not true" + (f" of {given}" if given else "")


def _flag(speech: Phrasing, node: ir.VarRef, holds: bool) -> str:
    words = speech.book.called("variables", node.variable)
    if words:
        owner = speech.noun(node.seat) if node.seat is not None else Noun("nobody")
        return speech.stated(words, {"player": owner}, holds=holds)
    thing = speech.book.label(node.variable)
    if node.seat is None:
        return f"the mark “{thing}” is {'' if holds else 'not '}set"
    noun = speech.noun(node.seat)
    return f"{noun.verb('has')} {'the' if holds else 'no'} mark “{thing}”"


def _condition(speech: Phrasing, node: ir.Op, holds: bool) -> str:
    name, given = node.name, node.arguments
    if OPERATIONS[name].relation is not None:
        return compared(speech, name, given[0], given[1], holds)
    match name, given:
        case "is_empty", (inner,):
            return empty(speech, inner, holds)
        case "contains", (item, collection):
            return _member(speech, item, collection, holds)
        case (("has_rank" | "has_suit" | "has_colour"), (cards, what)):
            return _has(speech, name, cards, what, holds)
        case (("share_rank" | "share_suit" | "share_colour"), (cards,)):
            noun = speech.cards(cards)
            what = name.removeprefix("share_")
            return be(noun, f"of the same {what}", holds)
        case "column", (which, ir.VarRef(variable=variable)):
            thing = speech.book.label(variable)
            if speech.book.program.variables[variable].piles:
                noun = speech.noun(which)
                return f"{noun.verb('has')} {'the' if holds else 'no'} mark “{thing}”"
            where = speech.noun(which)
            return f"the mark “{thing}” for {where} is {'' if holds else 'not '}set"
        case "is_meld", (cards, which):
            return be(speech.noun(cards), speech.noun(which).text, holds)
        case "extends", (cards, pile):
            can = "can" if holds else "cannot"
            return f"{speech.noun(cards)} {can} be added to {speech.noun(pile)}"
        case "extends_as", (cards, pile, which):
            can = "can" if holds else "cannot"
            return f"{speech.noun(cards)} {can} be added to {speech.noun(pile)} as {speech.noun(which)}"
        case (("ranks_above" | "ranks_with"), (cards, other, ranking)):
            above = "above" if name == "ranks_above" else "at least as high as"
            noun = speech.noun(cards)
            than = f"{above} {speech.noun(other)}{_by(speech, ranking)}"
            if holds:
                return f"{noun.verb('ranks')} {than}"
            return f"{noun.verb('does')} not rank {than}"
        case _:
            return _declared(speech, node, holds)


def _by(speech: Phrasing, ranking: ir.Expr) -> str:
    """Return by which of several rankings cards are compared: ` by “poker”`."""
    book = speech.book
    if len(book.rankings) < 2 or not isinstance(ranking, ir.Const):
        return ""
    assert isinstance(ranking.value, int)
    return f" by “{book.label(list(book.program.rankings)[ranking.value])}”"


def _declared(speech: Phrasing, node: ir.Op, holds: bool) -> str:
    """Return a condition in the words of its declaration, or else in those of effect text."""
    operation = OPERATIONS[node.name]
    if operation.said:
        nouns = dict(zip("abcd", map(speech.noun, node.arguments), strict=False))
        return speech.stated(operation.said, nouns, holds=holds)
    pattern = operation.pattern if holds else operation.denial
    if not pattern:
        return be(speech.noun(node), "so", holds)
    operands = iter(node.arguments)
    return " ".join(speech.noun(next(operands)).text if w == "_" else w for w in pattern)


def _member(speech: Phrasing, item: ir.Expr, collection: ir.Expr, holds: bool) -> str:
    is_rank = isinstance(item, ir.Op) and item.name in ("rank", "suit", "colour")
    if is_rank and isinstance(collection, ir.Const) and isinstance(collection.value, tuple):
        assert isinstance(item, ir.Op)
        noun = speech.noun(item.arguments[0])
        if item.name == "rank":
            kinds = [speech.book.rank_in(value) for value in collection.value]
        elif item.name == "suit":
            kinds = [speech.book.of_suit(value) for value in collection.value]
        else:
            kinds = [speech.book.of_colour(value) for value in collection.value]
        if noun.plural:
            return be(noun, listed([k.several for k in kinds], "or"), holds)
        return be(noun, a(listed([k.one for k in kinds], "or")), holds)
    noun = speech.noun(item)
    if item.type == ty.CARD and isinstance(collection, ir.Const | ir.Op):
        named = speech.noun(collection)
        cards = isinstance(collection, ir.Const) or collection.name in ("to_cards", "pile_of")
        if cards and not named.plural:
            return be(noun, named.text, holds)
    if isinstance(collection, ir.VarRef) and collection.variable == "face_up":
        return be(noun, "face up", holds)
    if isinstance(collection, ir.VarRef) and collection.variable == "passed":
        text = noun.verb("has passed")
        return text if holds else negated(text)
    if isinstance(collection, ir.Op) and collection.name == "team":
        side = speech.noun(collection)
        return be(noun, f"on {side}", holds)
    if isinstance(collection, ir.Op) and collection.name == "opponents":
        other = speech.noun(collection.arguments[0])
        phrase = "your opponent" if other == YOU else f"an opponent of {other}"
        return be(noun, "opponents" if noun == YOU else phrase, holds)
    if isinstance(collection, ir.Op) and collection.name in ("list", "players_of"):
        members = listed([speech.noun(each).text for each in collection.arguments], "or")
        return be(noun, members, holds)
    where = speech.noun(collection)
    if item.type == ty.PLAYER:
        found = re.match(r"(?:the|all) players who (.+)$", where.text)
        if found:
            text = noun.verb(singular(found[1]))
            return text if holds else negated(text)
    if _ONE_CARD.match(where.text):
        return be(noun, where.text, holds)
    if isinstance(collection, ir.Const):
        return be(noun, f"one of {where}", holds)
    owner = holder(speech, collection)
    if owner is not None and isinstance(item, ir.Const):
        return f"{owner.verb('has' if holds else 'does')} {'' if holds else 'not have '}{noun}"
    place = isinstance(collection, ir.ZoneRef | ir.AllSeats | ir.Use) and item.type == ty.CARD
    in_one_place = place and not is_plural(where.text)
    return be(noun, inside(where) if in_one_place else f"among {where}", holds)


def _has(speech: Phrasing, name: str, cards: ir.Expr, what: ir.Expr, holds: bool) -> str:
    noun = speech.noun(cards)
    if isinstance(what, ir.Const) and isinstance(what.value, int):
        attribute = name.removeprefix("has_")
        kind = Kind(f"card without a {attribute}", f"cards without a {attribute}")
        if what.value != NONE:
            kind = {
                "rank": speech.book.rank_in,
                "suit": speech.book.of_suit,
                "colour": speech.book.of_colour,
            }[attribute](what.value)
        if cards.type == ty.CARD:
            return be(noun, a(kind.one), holds)
        owner = holder(speech, cards)
        if owner is not None:
            thing = a(kind.one) if holds else f"no {kind.one}"
            return f"{owner.verb('has')} {thing}"
        there = f"is {a(kind.one)}" if holds else f"is no {kind.one}"
        return f"there {there} {inside(noun)}"
    attribute = name.removeprefix("has_")
    wanted = speech.noun(what)
    thing = of_attribute(attribute, wanted)
    if isinstance(what, ir.Op) and what.name == attribute:
        thing = f"of the same {attribute} as {speech.noun(what.arguments[0])}"
    elif isinstance(what, ir.VarRef | ir.Local):
        thing = f"of that {attribute}" if isinstance(what, ir.Local) else f"of {wanted}"
    owner = holder(speech, cards)
    if owner is not None:
        return f"{owner.verb('has')} {'a' if holds else 'no'} card {thing}"
    return f"there is {'a' if holds else 'no'} card {thing} {inside(noun)}"
