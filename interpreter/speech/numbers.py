"""Nouns for numbers: sums, products, totals and amounts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from ..program import ir
from ..syntax import types as ty
from . import english
from .grammar import (
    IT,
    THEY,
    Aside,
    Calculation,
    Cases,
    Each,
    Listed,
    Noun,
    NounPhrase,
    Numeral,
    Part,
    Place,
    Subordinate,
    said,
    the,
)
from .phrasing import Phrasing, is_told_here

_EXTREMES: Final = ("larger", "smaller", "largest", "smallest")
"""What the largest or smallest of several numbers is called."""

_LISTED: Final = 4
"""So many numbers that are added up are told as a list."""

_CALCULATED: Final = ("add", "sub", "div", "mod", "neg", "min", "max", "rounded_down", "rounded_up")
"""The operations whose values stand in brackets within other calculations."""


def fold(speech: Phrasing, node: ir.Fold) -> NounPhrase:
    """Return what is added up over members, or the highest or lowest."""
    where = speech.noun(node.collection)
    persons = node.collection.type == ty.PLAYERS
    it = THEY if persons else IT
    key = node.key
    if isinstance(key, ir.Use) and not speech.book.called("define", key.definition):
        key = speech.book.simplifier.inlined(key) or key
    kind = ty.element(node.collection.type)
    same = isinstance(key, ir.Fold) and key.operation == node.operation
    if same and kind != ty.NUMBER:  # over all of them
        return speech.naming(node.name, where).noun(key)
    if kind not in (ty.CARD, ty.PLAYER):  # suits, numbers, choices
        if node.operation != "total":
            of_one = speech.naming(node.name, NounPhrase(said("one of ", where))).noun(node.key)
            return the(node.operation, of_one.bare)
        one = NounPhrase(kind.name, "that") if kind in (ty.NUMBER, ty.SUIT, ty.RANK) else IT
        of_one = speech.naming(node.name, one).noun(node.key)
        named = kind in (ty.SUIT, ty.RANK)
        return the("sum", "over ", where, " of ", of_one) if named else _for_each(said("of ", where), of_one)
    if node.operation != "total":
        return the(node.operation, speech.key(node.key, node.name, it), " of ", where)
    that = NounPhrase("player", "that", whose="their", person=True) if persons else NounPhrase("it")
    match node.key:
        case ir.Op(name="value", arguments=(ir.Local(),)):
            return where.of("total value") if where.whose else the("total value", "of ", where)
        case ir.Cond(test=test, then=then, other=ir.Const(value=0)):
            member = said(_member(speech, node.collection), " ", speech.relative(test, node.name, person=persons))
            return _for_each(member, speech.naming(node.name, that).noun(then))
        case ir.Cond() | ir.Op(name="min" | "max"):
            amount = speech.naming(node.name, that).noun(node.key)
            return _for_each(_member(speech, node.collection), amount)
        case _:
            return the("total", speech.key(node.key, node.name, it), " of ", where)


def _for_each(member: Part, amount: NounPhrase) -> NounPhrase:
    """Return an amount that is said for one member of many."""
    return NounPhrase(Each(member, amount))


def _member(speech: Phrasing, node: ir.Expr) -> Part:
    """Return one of many, after `each`: `card in your hand`, `of the hearts`."""
    noun = speech.noun(node)
    if isinstance(node, ir.Op) and node.name == "all_piles":  # said as its piles, but its members are cards
        return said("card ", Place(noun))
    if isinstance(node, ir.ZoneRef) and not noun.plural:
        piles = node.type.of is not None and node.type.of.name == "place"
        return said("pile " if piles else "card ", Place(noun))
    return said("of ", noun)


def amount(speech: Phrasing, node: ir.Expr, thing: str) -> NounPhrase:
    """Return how many there are: `three cards`, `as many cards as …`."""
    things = english.plural(thing)
    if isinstance(node, ir.Const) and isinstance(node.value, int):
        number = Numeral(node.value, spelled=True) if node.value else "no"
        return NounPhrase(Noun(thing, things), number, plural=node.value != 1)
    match node:
        case ir.Cond(test=test, then=then, other=other):
            first, second = speech.amount(then, thing), speech.amount(other, thing)
            return NounPhrase(said(first, " (if ", speech.clause(test), ") or ", second, " (otherwise)"), plural=True)
        case ir.Op(name="size", arguments=(inner,)):
            return NounPhrase(thing, english.number(1), said("for each ", _member(speech, inner)))
        case ir.Local():
            return NounPhrase(things, speech.noun(node), plural=True)
        case ir.Use(definition=name, arguments=()) if not speech.book.called("define", name):
            inlined = speech.book.simplifier.inlined(node)
            if inlined is not None and is_told_here(speech, name, inlined):
                return speech.amount(inlined, thing)
        case _:
            pass
    return NounPhrase(things, "as many", said("as ", speech.noun(node)), plural=True)


def _shown(speech: Phrasing, node: ir.Expr) -> ir.Expr:
    """Return the value of a definition that is written out where it is used."""
    while isinstance(node, ir.Use) and not speech.book.called("define", node.definition):
        value = speech.book.simplifier.inlined(node)
        told = node.definition in speech.told
        if value is None or told or not is_told_here(speech, node.definition, value):
            break
        node = value
    return node


def term(speech: Phrasing, node: ir.Expr) -> Part:
    """Return a number as a part of a calculation."""
    noun = speech.noun(node)
    node = _shown(speech, node)
    compound = isinstance(node, ir.Cond) or (isinstance(node, ir.Op) and node.name in _CALCULATED)
    return said("(", noun, ")") if compound or isinstance(noun.head, Calculation | Cases | Each) else noun


def _is_ambiguous(node: ir.Expr, noun: NounPhrase) -> bool:
    """Return whether a number from which a calculation goes on must stand in brackets."""
    if isinstance(node, ir.Cond) or isinstance(noun.head, Each):
        return True
    return isinstance(node, ir.Op) and (node.name == "mod" or (noun.is_definite and noun.head in _EXTREMES))


def _summands(speech: Phrasing, node: ir.Expr) -> list[ir.Expr]:
    """Return the numbers that are added up."""
    node = _shown(speech, node)
    if isinstance(node, ir.Op) and node.name == "add":
        return [each for part in node.arguments for each in _summands(speech, part)]
    return [node]


def _summand(speech: Phrasing, node: ir.Expr) -> Part:
    """Return one of several numbers that are added up."""
    match node:
        case ir.Cond(test=test, then=then, other=ir.Const(value=0)):
            return said(term(speech, then), " if ", speech.clause(test))
        case _:
            return speech.noun(node)


def total(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> NounPhrase:
    """Return a sum or a difference; a sum of many numbers as a list."""
    word = "plus" if name == "add" else "minus"
    if name == "add" and len(several := [*_summands(speech, left), *_summands(speech, right)]) >= _LISTED:
        items = [part for each in several for part in ("; ", _summand(speech, each))]
        return the("sum", "of these: ", *items[1:])
    left, right = _shown(speech, left), _shown(speech, right)
    if name == "add" and isinstance(left, ir.Cond) and not isinstance(right, ir.Cond):
        left, right = right, left
    if isinstance(right, ir.Op) and right.name == "neg" and name == "add":
        word, right = "minus", right.arguments[0]
    if name == "add" and isinstance(right, ir.Const) and cast(int, right.value) < 0:
        word, right = "minus", replace(right, value=-cast(int, right.value))
    noun = speech.noun(left)
    first: Part = said("(", noun, ")") if _is_ambiguous(left, noun) else noun
    match right:
        case ir.Cond(test=test, then=then, other=ir.Const(value=0)):
            told = said(first, f", {word} ", term(speech, then), " ", Subordinate("if", speech.clause(test)))
        case ir.Cond():
            told = said(first, f", {word} ", term(speech, right))
        case _:
            told = said(first, f" {word} ", term(speech, right))
    return NounPhrase(Calculation(told))


def product(speech: Phrasing, left: ir.Expr, right: ir.Expr) -> NounPhrase:
    """Return a product: `twice your bid`, `5 for each of the hearts`."""
    left, right = _shown(speech, left), _shown(speech, right)
    if isinstance(left, ir.Cond) and not isinstance(right, ir.Cond):
        left, right = right, left
    if isinstance(left, ir.Const) and left.value == -1 and not left.type.halves:
        return NounPhrase(said("minus ", term(speech, right)))
    if isinstance(left, ir.Const) and isinstance(right, ir.Op) and right.name == "size":
        return NounPhrase(speech.noun(left), "", said("for each ", _member(speech, right.arguments[0])))
    match right:
        case ir.Cond(test=test, then=then, other=ir.Const(value=1)) if not right.type.halves:
            many = said(" (times ", term(speech, then), " if ", speech.clause(test), ")")
            return NounPhrase(said(term(speech, left), many))
        case ir.Cond(test=test, then=ir.Const(value=1), other=ir.Const(value=-1)) if not right.type.halves:
            loss = said(" (counted as a loss unless ", speech.clause(test), ")")
            return NounPhrase(said(term(speech, left), loss))
        case _:
            pass
    if isinstance(left, ir.Const) and left.value == 2 and not left.type.halves:
        return NounPhrase(said("twice ", term(speech, right)))
    return NounPhrase(said(term(speech, left), " times ", term(speech, right)))


def quotient(speech: Phrasing, left: ir.Expr, right: ir.Expr) -> NounPhrase:
    """Return a quotient."""
    return NounPhrase(said(term(speech, left), " divided by ", term(speech, right)), "", Aside("rounded down"))


def bound(speech: Phrasing, name: str, given: tuple[ir.Expr, ...]) -> NounPhrase:
    """Return the larger or smaller of several numbers."""
    zero = [each for each in given if isinstance(each, ir.Const) and each.value == 0]
    others = [each for each in given if each not in zero]
    if zero and len(others) == 1:
        word = "at least" if name == "max" else "at most"
        return NounPhrase(said(speech.noun(others[0]), f" ({word} 0)"))
    if name == "max" and len(given) == 2:
        match given:
            case (ir.Op(name="sub", arguments=(x, y)), ir.Op(name="sub", arguments=(v, w))) if x == w and y == v:
                return the("difference", "between ", speech.noun(x), " and ", speech.noun(y))
            case _:
                pass
    word = "larger" if name == "max" else "smaller"
    if len(given) > 2:
        word = "largest" if name == "max" else "smallest"
    return the(word, "of ", Listed(tuple(_choice(speech, each) for each in given)))


def _choice(speech: Phrasing, node: ir.Expr) -> Part:
    """Return a number as one of several."""
    noun, node = speech.noun(node), _shown(speech, node)
    calculated = isinstance(node, ir.Cond) or (isinstance(node, ir.Op) and node.name in ("add", "sub"))
    return said("(", noun, ")") if calculated else noun


def column(speech: Phrasing, which: ir.Expr, inner: ir.Expr) -> NounPhrase:
    """Return a number of a variable that has several."""
    noun = speech.noun(inner)
    if isinstance(inner, ir.VarRef):
        variable = speech.book.program.variables[inner.variable]
        if variable.columns == 1:
            return noun
        if variable.columns:
            number = speech.noun(which)
            if number.is_definite and number.head == "number" and not number.rest:
                return noun.followed("for that number")
            named = isinstance(number.head, str) and number.head.split()[0] == "number"
            return NounPhrase(number.bare if named else said("number ", number), "", said("of ", noun))
        if variable.piles:
            return speech.noun(which).of(speech.book.label(inner.variable))
        if isinstance(which, ir.Const) and variable.type.choices:  # of a suit, a rank, a choice
            return noun.followed("for ", entry(speech, inner, which))
    return noun.followed("for ", speech.noun(which))


def entry(speech: Phrasing, variable: ir.VarRef, which: ir.Expr) -> Part:
    """Return the suit, rank or choice for which a variable has an entry."""
    words = speech.book.program.variables[variable.variable].type.choices
    if isinstance(which, ir.Const) and words:
        return speech.book.label(words[cast(int, which.value) - 1])
    return speech.noun(which)
