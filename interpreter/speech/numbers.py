"""Nouns for numbers: sums, products, totals and amounts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from ..program import ir
from ..syntax import types as ty
from . import english
from .english import IT, THEY, Noun, listed, plural, without_article
from .phrasing import Phrasing, is_told_here

_FOR_EACH: Final = "for each "
"""How an amount begins that is said for one member of many."""


_EXTREMES: Final = ("the larger of ", "the smaller of ", "the largest of ", "the smallest of ")
"""How the largest or smallest of several numbers begins."""


def fold(speech: Phrasing, node: ir.Fold) -> Noun:
    """Return what is added up over members, or the highest or lowest."""
    where = speech.noun(node.collection)
    it = THEY if node.collection.type == ty.PLAYERS else IT
    key = node.key
    if isinstance(key, ir.Use) and not speech.book.called("define", key.definition):
        key = speech.book.simplifier.inlined(key) or key
    numbers = ty.element(node.collection.type) == ty.NUMBER
    same = isinstance(key, ir.Fold) and key.operation == node.operation
    if same and not numbers:  # over all of them
        whole = speech.noun(node.collection)
        return speech.naming(node.name, whole).noun(key)
    if ty.element(node.collection.type) not in (ty.CARD, ty.PLAYER):  # suits, numbers, choices
        if node.operation != "total":
            of_one = speech.naming(node.name, Noun(f"one of {where}")).noun(node.key)
            return Noun(f"the {node.operation} {without_article(of_one.text)}")
        one = Noun("that number" if numbers else "it")
        that = speech.naming(node.name, one).noun(node.key)
        return Noun(f"{_FOR_EACH}of {where}, {that}")
    if node.operation != "total":
        return Noun(f"the {node.operation} {speech.key(node.key, node.name, it)} of {where}")
    match node.key:
        case ir.Op(name="value", arguments=(ir.Local(),)):
            return Noun(f"the total value of {where}")
        case ir.Cond(test=test, then=then, other=ir.Const(value=0)):
            person = node.collection.type == ty.PLAYERS
            that = Noun("that player", whose="their", person=True) if person else Noun("it")
            each = speech.relative(test, node.name, person=person)
            amount = speech.naming(node.name, that).noun(then)
            return Noun(f"{_FOR_EACH}{_member(speech, node.collection)} {each}, {amount}")
        case ir.Cond():
            that = Noun("that player", whose="their", person=True) if it == THEY else Noun("it")
            amount = speech.naming(node.name, that).noun(node.key)
            return Noun(f"{_FOR_EACH}{_member(speech, node.collection)}, {amount}")
        case _:
            return Noun(f"the total {speech.key(node.key, node.name, it)} of {where}")


def _member(speech: Phrasing, node: ir.Expr) -> str:
    """Return one of many, after `each`: `card in your hand`, `of the hearts`."""
    noun = speech.noun(node)
    if isinstance(node, ir.ZoneRef) and not noun.plural:
        piles = node.type.of is not None and node.type.of.name == "place"
        return f"{'pile' if piles else 'card'} {english.inside(noun)}"
    return f"of {noun}"


def amount(speech: Phrasing, node: ir.Expr, thing: str) -> str:
    """Return how many there are: `three cards`, `as many cards as …`."""
    if isinstance(node, ir.Const) and isinstance(node.value, int):
        return english.count(node.value, thing)
    match node:
        case ir.Cond(test=test, then=then, other=other):
            first, second = speech.amount(then, thing), speech.amount(other, thing)
            return f"{first} (if {speech.clause(test)}) or {second} (otherwise)"
        case ir.Op(name="size", arguments=(inner,)):
            return f"{english.count(1, thing)} {_FOR_EACH}{_member(speech, inner)}"
        case ir.VarRef(variable=name, seat=None) | ir.Use(definition=name, arguments=()):
            words = speech.book.called("variables", name) or speech.book.called("define", name)
            if isinstance(node, ir.Use) and not words:
                inlined = speech.book.simplifier.inlined(node)
                if inlined is not None and is_told_here(speech, name, inlined):
                    return speech.amount(inlined, thing)
            return f"as many {plural(thing)} as {speech.noun(node)}"
        case ir.Local():
            return f"{speech.noun(node)} {plural(thing)}"
        case _:
            return f"as many {plural(thing)} as {speech.noun(node)}"


def _shown(speech: Phrasing, node: ir.Expr) -> ir.Expr:
    """Return the value of a definition that is written out where it is used."""
    while isinstance(node, ir.Use) and not speech.book.called("define", node.definition):
        value = speech.book.simplifier.inlined(node)
        told = node.definition in speech.told
        if value is None or told or not is_told_here(speech, node.definition, value):
            break
        node = value
    return node


def term(speech: Phrasing, node: ir.Expr) -> str:
    """Return a number as a part of a calculation."""
    text = speech.noun(node).text
    node = _shown(speech, node)
    simple = not isinstance(node, ir.Cond) and not (
        isinstance(node, ir.Op) and node.name in ("add", "sub", "div", "mod", "neg", "min", "max")
    )
    return text if simple and not text.startswith(_FOR_EACH) else f"({text})"


def _first(speech: Phrasing, node: ir.Expr) -> str:
    """Return a number from which a calculation goes on."""
    text = speech.noun(node).text
    ambiguous = isinstance(node, ir.Cond) or (
        isinstance(node, ir.Op) and (node.name == "mod" or text.startswith(_EXTREMES))
    )
    return f"({text})" if ambiguous or text.startswith(_FOR_EACH) else text


def total(speech: Phrasing, name: str, left: ir.Expr, right: ir.Expr) -> Noun:
    """Return a sum or a difference."""
    word = "plus" if name == "add" else "minus"
    left, right = _shown(speech, left), _shown(speech, right)
    if name == "add" and isinstance(left, ir.Cond) and not isinstance(right, ir.Cond):
        left, right = right, left
    if isinstance(right, ir.Op) and right.name == "neg" and name == "add":
        word, right = "minus", right.arguments[0]
    if name == "add" and isinstance(right, ir.Const) and cast(int, right.value) < 0:
        word, right = "minus", replace(right, value=-cast(int, right.value))
    first = _first(speech, left)
    match right:
        case ir.Cond(test=test, then=then, other=ir.Const(value=0)):
            return Noun(f"{first}, {word} {term(speech, then)} if {speech.clause(test)}")
        case ir.Cond():
            return Noun(f"{first}, {word} {term(speech, right)}")
        case _:
            comma = "," if first.endswith(", rounded down") else ""
            return Noun(f"{first}{comma} {word} {term(speech, right)}")


def product(speech: Phrasing, left: ir.Expr, right: ir.Expr) -> Noun:
    """Return a product: `twice your bid`, `5 for each of the hearts`."""
    left, right = _shown(speech, left), _shown(speech, right)
    if isinstance(left, ir.Cond) and not isinstance(right, ir.Cond):
        left, right = right, left
    if isinstance(left, ir.Const) and left.value == -1:
        return Noun(f"minus {term(speech, right)}")
    if isinstance(left, ir.Const) and isinstance(right, ir.Op) and right.name == "size":
        return Noun(f"{speech.noun(left)} {_FOR_EACH}{_member(speech, right.arguments[0])}")
    if isinstance(right, ir.Cond):
        sides = right.then, right.other
        if isinstance(sides[1], ir.Const) and sides[1].value == 1:
            return Noun(f"{term(speech, left)} (times {term(speech, right.then)} if {speech.clause(right.test)})")
        if (
            isinstance(sides[0], ir.Const)
            and sides[0].value == 1
            and (isinstance(sides[1], ir.Const) and sides[1].value == -1)
        ):
            test = speech.clause(right.test)
            return Noun(f"{term(speech, left)} (counted as a loss unless {test})")
    if isinstance(left, ir.Const) and left.value == 2:
        return Noun(f"twice {term(speech, right)}")
    return Noun(f"{term(speech, left)} times {term(speech, right)}")


def bound(speech: Phrasing, name: str, given: tuple[ir.Expr, ...]) -> Noun:
    """Return the larger or smaller of several numbers."""
    zero = [each for each in given if isinstance(each, ir.Const) and each.value == 0]
    others = [each for each in given if each not in zero]
    if zero and len(others) == 1:
        word = "at least" if name == "max" else "at most"
        return Noun(f"{speech.noun(others[0])} ({word} 0)")
    if name == "max" and len(given) == 2:
        match given:
            case (ir.Op(name="sub", arguments=(x, y)), ir.Op(name="sub", arguments=(v, w))) if x == w and y == v:
                return Noun(f"the difference between {speech.noun(x)} and {speech.noun(y)}")
            case _:
                pass
    word = "larger" if name == "max" else "smaller"
    if len(given) > 2:
        word = "largest" if name == "max" else "smallest"
    return Noun(f"the {word} of {listed([_choice(speech, each) for each in given])}")


def _choice(speech: Phrasing, node: ir.Expr) -> str:
    """Return a number as one of several."""
    text, node = speech.noun(node).text, _shown(speech, node)
    calculated = isinstance(node, ir.Cond) or (isinstance(node, ir.Op) and node.name in ("add", "sub"))
    return f"({text})" if calculated else text


def column(speech: Phrasing, which: ir.Expr, inner: ir.Expr) -> Noun:
    """Return a number of a variable that has several."""
    noun = speech.noun(inner)
    if isinstance(inner, ir.VarRef):
        variable = speech.book.program.variables[inner.variable]
        if variable.columns == 1:
            return noun
        if variable.columns and isinstance(which, ir.Const):
            return Noun(f"number {speech.noun(which)} of {noun}")
        if variable.columns:
            return Noun(f"number {speech.noun(which)} of {noun}")
        if variable.piles:
            return Noun(speech.noun(which).of(speech.book.label(inner.variable)))
        if isinstance(which, ir.Const) and variable.type.choices:  # of a suit, a rank, a choice
            return Noun(f"{noun} for {entry(speech, inner, which)}")
    return Noun(f"{noun} for {speech.noun(which)}")


def entry(speech: Phrasing, variable: ir.VarRef, which: ir.Expr) -> str:
    """Return the suit, rank or choice for which a variable has an entry."""
    words = speech.book.program.variables[variable.variable].type.choices
    if isinstance(which, ir.Const) and words:
        return speech.book.label(words[cast(int, which.value) - 1])
    return speech.noun(which).text
