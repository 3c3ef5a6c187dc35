"""Clauses for conditions: `the deck is empty`, `you have passed`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..program import ir
from ..program.cards import NONE
from ..program.tree_walk import size, walk
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from .comparisons import compared
from .existence import empty, holder
from .grammar import (
    IT,
    THAT,
    THEY,
    WHO,
    WHO_ONE,
    YOU,
    Clause,
    Depending,
    Fixed,
    Joint,
    Listed,
    Noun,
    NounPhrase,
    Part,
    Place,
    Proposition,
    Relative,
    be,
    joint,
    leading,
    said,
    the,
    there_is,
    times,
)
from .phrasing import INLINE, Phrasing
from .reading import infinitive
from .simplify import alternatives, combined

_ONE_CARD = tuple(f"{which} card" for which in ("first", "last", "lowest", "highest", "top", "upper", "lower"))


def relative(speech: Phrasing, condition: ir.Expr, name: str, *, person: bool = False, one: bool = False) -> Part:
    """Return a relative clause: `that are hearts`, `who have passed`."""
    match condition:
        case ir.Op(name="extends", arguments=(cards, ir.Local(name=local))) if local == name:
            return said("to which ", speech.noun(cards), " can be added")
        case _:
            pass
    word = (WHO_ONE if one else WHO) if person else replace(THAT, plural=not one)
    found = speech.naming(name, word).clause(condition)
    if leading(found) == word and not _is_inside(found, word):
        return Relative(found, word)
    return said("such that ", speech.naming(name, IT if one and not person else THEY).clause(condition))


def _is_inside(clause: Proposition, word: NounPhrase) -> bool:
    """Return whether a pronoun stands elsewhere than at the beginning of clauses: `cards of whom`."""
    if isinstance(clause, Joint):
        return any(_is_inside(each, word) for each in clause.parts)
    return times(clause, word) > (leading(clause) == word)


def clause(speech: Phrasing, node: ir.Expr, *, holds: bool = True) -> Proposition:
    """Return a condition as a clause, or its contrary."""
    match node:
        case ir.Op(name="not", arguments=(inner,)):
            return speech.clause(inner, holds=not holds)
        case ir.Logic():
            return _logic(speech, node, holds)
        case ir.Const(value=value):
            return _fixed("this is always so", "this is never so", bool(value) == holds)
        case ir.Cond(test=test, then=then, other=other):
            first = speech.clause(then, holds=holds)
            return Depending(speech.clause(test), first, speech.clause(other, holds=holds))
        case ir.Use():
            return _rule(speech, node, holds)
        case ir.VarRef():
            return _flag(speech, node, holds)
        case ir.Local(name=name):
            noun = speech.names.get(name) or NounPhrase(speech.book.label(name))
            found = noun.head if isinstance(noun.head, Proposition) else be(noun, "the case")
            return found if holds else found.negated()
        case ir.Can(action=action):
            return speech.names.get("actor", YOU).verb("can", infinitive(speech.book.label(action)), holds=holds)
        case ir.IsMeld(cards=cards, meld=meld):
            return be(speech.noun(cards), NounPhrase(speech.book.label(meld), "a"), holds)
        case ir.Op():
            return _condition(speech, node, holds)
        case _:
            return be(speech.noun(node), "so", holds)


def _fixed(words: Part, contrary: Part, holds: bool) -> Fixed:
    return Fixed(words, contrary) if holds else Fixed(contrary, words)


def _logic(speech: Phrasing, node: ir.Logic, holds: bool) -> Proposition:
    sides = list(alternatives(node, conjunction=node.conjunction))
    merged = _same_subject(speech, sides, holds, node.conjunction == holds)
    if merged is not None:
        return merged
    return joint((speech.clause(side, holds=holds) for side in sides), conjunction=node.conjunction == holds)


def _same_subject(speech: Phrasing, sides: list[ir.Expr], holds: bool, conjunction: bool) -> Clause | None:
    """Return several statements about one card as one: `it is a red five`."""
    locals_ = {each.name for side in sides for each in walk(side) if isinstance(each, ir.Local)}
    if len(locals_) != 1:
        return None
    (name,) = locals_
    whole = combined(sides, conjunction if holds else not conjunction)
    kind = speech.kind(whole, name)
    if kind is None:
        return None
    noun = speech.names.get(name) or the(speech.book.label(name))
    return be(noun, _of_kind(kind, noun), holds)


def _of_kind(kind: Noun, noun: NounPhrase) -> NounPhrase:
    """Return what cards are said to be: `a red five`, `red fives`."""
    return NounPhrase(kind, "" if noun.plural else "a", plural=noun.plural)


def _rule(speech: Phrasing, node: ir.Use, holds: bool) -> Proposition:
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
            most = INLINE if speech.book.has_help(name) else INLINE * 3
            if size(inlined) <= most:
                return inner.clause(inlined, holds=holds)
    speech.book.mention(name)
    given = tuple(map(speech.noun, node.arguments))
    thing = NounPhrase(f"“{speech.book.label(name)}”")
    return be(thing, said("true of ", Listed(given)) if given else "true", holds)


def _flag(speech: Phrasing, node: ir.VarRef, holds: bool) -> Proposition:
    words = speech.book.called("variables", node.variable)
    if words:
        owner = speech.noun(node.seat) if node.seat is not None else NounPhrase("nobody")
        return speech.stated(words, {"player": owner}, holds=holds)
    thing = f"mark “{speech.book.label(node.variable)}”"
    if node.seat is None:
        return be(the(thing), "set", holds)
    return speech.noun(node.seat).verb("has", NounPhrase(thing, "the" if holds else "no"))


def _condition(speech: Phrasing, node: ir.Op, holds: bool) -> Proposition:
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
            return be(speech.cards(cards), f"of the same {name.removeprefix('share_')}", holds)
        case "column", (which, ir.VarRef(variable=variable)):
            thing, where = f"mark “{speech.book.label(variable)}”", speech.noun(which)
            if speech.book.program.variables[variable].piles:
                return where.verb("has", NounPhrase(thing, "the" if holds else "no"))
            return be(the(thing, "for ", where), "set", holds)
        case "is_meld", (cards, which):
            return be(speech.noun(cards), speech.noun(which), holds)
        case "extends", (cards, pile):
            return speech.noun(cards).verb("can", "be added to ", speech.noun(pile), holds=holds)
        case "extends_as", (cards, pile, which):
            rest = said("be added to ", speech.noun(pile), " as ", speech.noun(which))
            return speech.noun(cards).verb("can", rest, holds=holds)
        case (("ranks_above" | "ranks_with"), (cards, other, ranking)):
            above = "above " if name == "ranks_above" else "at least as high as "
            return speech.noun(cards).verb("ranks", above, speech.noun(other), _by(speech, ranking), holds=holds)
        case _:
            return _declared(speech, node, holds)


def _by(speech: Phrasing, ranking: ir.Expr) -> str:
    """Return by which of several rankings cards are compared: ` by “poker”`."""
    book = speech.book
    if len(book.rankings) < 2 or not isinstance(ranking, ir.Const):
        return ""
    assert isinstance(ranking.value, int)
    return f" by “{book.label(list(book.program.rankings)[ranking.value])}”"


def _declared(speech: Phrasing, node: ir.Op, holds: bool) -> Proposition:
    """Return a condition in the words of its declaration, or else in those of effect text."""
    operation = OPERATIONS[node.name]
    if operation.said:
        nouns = dict(zip("abcd", map(speech.noun, node.arguments), strict=False))
        return speech.stated(operation.said, nouns, holds=holds)
    if not (operation.pattern if holds else operation.denial):
        return be(speech.noun(node), "so", holds)
    words, contrary = (_in_pattern(speech, node, each) for each in (operation.pattern, operation.denial))
    return _fixed(words, contrary, holds)


def _in_pattern(speech: Phrasing, node: ir.Op, pattern: tuple[str, ...]) -> Part:
    """Return a condition as effect text writes it."""
    operands = iter(node.arguments)
    parts = [speech.noun(next(operands)) if word == "_" else word for word in pattern]
    return said(*[part for each in parts for part in (" ", each)][1:]) if parts else ""


def _member(speech: Phrasing, item: ir.Expr, collection: ir.Expr, holds: bool) -> Proposition:
    match item, collection:
        case ir.Op(name="rank" | "suit" | "colour" as name, arguments=(card,)), ir.Const(value=tuple(values)):
            noun = speech.noun(card)
            kinds = [_kinds(speech, name)(value) for value in values]
            names = tuple(kind.several if noun.plural else kind.one for kind in kinds)
            return be(noun, NounPhrase(Listed(names, "or"), "" if noun.plural else "a"), holds)
        case _:
            pass
    noun = speech.noun(item)
    if item.type == ty.CARD and isinstance(collection, ir.Const | ir.Op):
        named = speech.noun(collection)
        cards = isinstance(collection, ir.Const) or collection.name in ("to_cards", "pile_of")
        if cards and not named.plural:
            return be(noun, named, holds)
    match collection:
        case ir.VarRef(variable="face_up"):
            return be(noun, "face up", holds)
        case ir.VarRef(variable="passed"):
            return noun.verb("has", "passed", holds=holds)
        case ir.Op(name="team"):
            return be(noun, said("on ", speech.noun(collection)), holds)
        case ir.Op(name="opponents", arguments=(one, *_)):
            other = speech.noun(one)
            if noun == YOU:
                return be(noun, "opponents", holds)
            return be(noun, YOU.of("opponent") if other == YOU else said("an opponent of ", other), holds)
        case ir.Op(name="list" | "players_of", arguments=members):
            return be(noun, Listed(tuple(map(speech.noun, members)), "or"), holds)
        case _:
            pass
    where = speech.noun(collection)
    found = where.said_of(noun) if item.type == ty.PLAYER and where.head == "players" else None
    if found is not None:
        return found if holds else _denied(found)
    if where.is_definite and where.head in _ONE_CARD:
        return be(noun, where, holds)
    if isinstance(collection, ir.Const):
        return be(noun, said("one of ", where), holds)
    owner = holder(speech, collection)
    if owner is not None and isinstance(item, ir.Const):
        return owner.verb("has", noun) if holds else Clause(owner, "does", said("not have ", noun))
    place = isinstance(collection, ir.ZoneRef | ir.AllSeats | ir.Use) and item.type == ty.CARD
    return be(noun, Place(where) if place and not where.plural else said("among ", where), holds)


def _denied(found: Proposition) -> Proposition:
    """Return the contrary of what is said of somebody."""
    return replace(found, holds=not found.holds) if isinstance(found, Clause) else found.negated()


def _kinds(speech: Phrasing, attribute: str) -> Callable[[int], Noun]:
    """Return what gives the cards of a rank, suit or colour their name."""
    book = speech.book
    return {"rank": book.rank_in, "suit": book.of_suit, "colour": book.of_colour}[attribute]


def _has(speech: Phrasing, name: str, cards: ir.Expr, what: ir.Expr, holds: bool) -> Proposition:
    noun = speech.noun(cards)
    attribute = name.removeprefix("has_")
    owner = holder(speech, cards)
    if isinstance(what, ir.Const) and isinstance(what.value, int):
        kind = Noun(f"card without a {attribute}", f"cards without a {attribute}")
        if what.value != NONE:
            kind = _kinds(speech, attribute)(what.value)
        one = NounPhrase(kind, "a")
        if cards.type == ty.CARD:
            return be(noun, one, holds)
    else:
        thing = speech.noun(what).of_attribute(attribute)
        if isinstance(what, ir.Op) and what.name == attribute:
            thing = said(f"of the same {attribute} as ", speech.noun(what.arguments[0]))
        elif isinstance(what, ir.Local):
            thing = f"of that {attribute}"
        elif isinstance(what, ir.VarRef):
            thing = said("of ", speech.noun(what))
        one = NounPhrase(Noun("card", "cards"), "a", thing)
    return owner.verb("has", one, holds=holds) if owner is not None else there_is(one, Place(noun), holds=holds)
