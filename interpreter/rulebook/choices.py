"""What players choose with an action: `a card from your hand`."""

from __future__ import annotations

import re
from dataclasses import replace

from ..game.action import LISTS
from ..program import ir
from ..program.program import Action, Parameter
from ..program.tree_walk import mentions
from ..speech.book import Book
from ..speech.existence import one_of
from ..speech.grammar import (
    Aside,
    Case,
    Cases,
    Conditional,
    Listed,
    NounPhrase,
    Part,
    Prepositional,
    Relative,
    Subordinate,
    joint,
    phrase,
    replaced,
    said,
    the,
    walk,
)
from ..speech.phrasing import is_told_here
from ..speech.simplify import alternatives, combined, is_one
from ..speech.speech import Speech


def speaking(book: Book, action: Action) -> Speech:
    """Return the speech to a player who has chosen an action."""
    speech = Speech(book)
    kinds = [each.kind for each in action.parameters]
    for parameter in action.parameters:
        alone = kinds.count(parameter.kind) == 1
        noun = {
            "card": the("card"),
            "cards": the("cards", plural=True),
            "meld": the("cards", plural=True),
            "number": the("number"),
            "player": NounPhrase("player", "that", whose="their", person=True),
            "suit": NounPhrase("suit", "that"),
            "rank": NounPhrase("rank", "that"),
            "pile": NounPhrase("pile", "that"),
        }.get(parameter.kind, the(book.label(parameter.name)))
        if parameter.kind == "pile" and any(zone.piles and not zone.fixed for zone in book.program.zones.values()):
            noun = NounPhrase("meld", "that")
        if not alone or parameter.kind in ("number", "choice"):
            many = parameter.kind in LISTS
            noun = replace(noun, head=book.label(parameter.name), determiner="the", plural=many)
        if parameter.kind in LISTS and _is_single(parameter):
            noun = replace(noun, plural=False, head="card" if noun.head == "cards" else noun.head)
        speech = speech.naming(parameter.name, noun)
    return speech


def _is_single(parameter: Parameter) -> bool:
    most = parameter.most
    return isinstance(most, ir.Const) and most.value == 1


def chosen(speech: Speech, parameter: Parameter) -> Part:
    """Return what a player chooses: `a card from your hand`."""
    book = speech.book
    source = book.simplifier.expression(parameter.source)
    match parameter.kind:
        case "card":
            return _one_card(speech, source)
        case "cards":
            return phrase(_how_many(speech, parameter), _from(speech, source))
        case "meld" if parameter.which is not None:
            return phrase(speech.noun(book.simplifier.expression(parameter.which)), _from(speech, source))
        case "meld":
            names = [_meld_noun(book, name) for name in parameter.melds if book.program.melds[name].present]
            return phrase(Listed(tuple(NounPhrase(name, "a") for name in names), "or"), _from(speech, source))
        case "number":
            return _one_number(speech, parameter, source)
        case "player":
            who = speech.noun(source)
            one = one_of(who, some=True)
            if isinstance(who.rest, Relative):
                return phrase(one, who.rest.of_one)
            if who.determiner == "all other":
                return phrase(one, who.rest)
            return said("one of ", replace(who, determiner="the") if who.determiner == "all" else who)
        case "pile":
            return said("a pile of " if isinstance(source, ir.ZoneRef) else "one of ", speech.noun(source))
        case kind:
            pack = book.program.pack
            names = {"suit": pack.suits, "rank": pack.ranks[: pack.ranked]}.get(kind)
            if names is not None and isinstance(source, ir.Const):
                chosen = source.value
                if isinstance(chosen, tuple) and len(chosen) >= len(names):
                    return NounPhrase(kind, "a")
            return said("one of these: ", _either(speech.noun(source)))


def _how_many(speech: Speech, parameter: Parameter) -> Part:
    """Return how many cards a player chooses: `up to three cards`."""
    simplified = speech.book.simplifier.expression
    assert parameter.least is not None
    least, most = simplified(parameter.least), parameter.most and simplified(parameter.most)
    none = isinstance(least, ir.Const) and least.value == 0
    some = "any number of cards" if none else said(_number(speech, least), " or more cards")
    if most is None:
        return some
    cards = speech.amount(most, "card")
    if most == least:
        return cards
    if isinstance(most, ir.Cond):
        return said(some, Aside(said("but at most ", cards)))
    return said("up to ", cards) if none else said(_number(speech, least), " to ", cards)


def _one_number(speech: Speech, parameter: Parameter, source: ir.Expr) -> Part:
    """Return a number to choose: `a number from 1 to 8`."""
    if parameter.last is None:
        among = _listed_numbers(speech, source)
        return said("a number: ", _either(speech.noun(source))) if among is None else among
    last = speech.noun(speech.book.simplifier.expression(parameter.last))
    step = Aside(f"in steps of {parameter.step}") if parameter.step > 1 else ""
    match source:  # the larger of a limit and the least number
        case ir.Op(name="max", arguments=(least, ir.Const() as first)):
            bound = Aside(said("at least ", speech.noun(least)))
            return phrase("a number from", speech.noun(first), "to", last, step, bound)
        case _:
            return phrase("a number from", speech.noun(source), "to", last, step)


def _number(speech: Speech, node: ir.Expr) -> Part:
    """Return a number before a range: `one`, `2`."""
    return "one" if is_one(node) else speech.noun(node)


def _either(noun: NounPhrase) -> NounPhrase:
    """Return several things to choose from: `clubs or hearts`."""
    for each in walk(noun):
        if isinstance(each, Listed):
            noun = replaced(noun, each, replace(each, conjunction="or"))
    return noun


def _listed_numbers(speech: Speech, source: ir.Expr) -> Part | None:
    """Return one of several numbers for which a condition holds; None if they are not listed."""
    match source:
        case ir.Filter(collection=ir.Const() as numbers, name=name, condition=condition):
            relative = speech.relative(condition, name, one=True)
            return phrase("a number", relative, Aside(said("out of ", _either(speech.noun(numbers)))))
        case _:
            return None


def _one_card(speech: Speech, source: ir.Expr) -> Part:
    """Return a card to choose: `a card from your hand that is higher than the target`."""
    match source:
        case ir.Use(definition=name) if not speech.book.called("define", name):
            match speech.book.simplifier.inlined(source):
                case ir.Cond() as inlined:
                    return _one_card(speech, inlined)
                case (ir.Filter() | ir.Op(name="otherwise")) as inlined if is_told_here(speech, name, inlined):
                    return _one_card(speech, inlined)
                case _:
                    pass
        case ir.Cond(test=test, then=then, other=other):
            cases = Case(speech.clause(test), _one_card(speech, then)), Case(None, _one_card(speech, other))
            return Conditional(cases, trailing=True)
        case ir.Op(name="otherwise", arguments=(ir.Filter() as left, right)):
            rest = "any of these" if right == left.collection else _one_card(speech, right)
            return said(_one_card(speech, left), " (or else ", rest, ")")
        case _:
            pass
    if not isinstance(source, ir.Filter):
        return NounPhrase("card", "a", _from(speech, source))
    whole = _from(speech, source.collection)
    sides = list(alternatives(source.condition, conjunction=True))
    own = [each for each in sides if mentions(each, source.name)]
    free = [speech.clause(each) for each in sides if each not in own]
    when = Subordinate("if", joint(free)) if free else ""
    if not own:
        return NounPhrase("card", "a", phrase(whole, when))
    condition = combined(own, True)
    kind = speech.kind(condition, source.name)
    if kind is not None:
        return NounPhrase(kind, "a", phrase(whole, when))
    return NounPhrase("card", "a", phrase(whole, speech.relative(condition, source.name, one=True), when))


def _meld_noun(book: Book, name: str) -> str:
    meld = book.program.melds[name]
    if meld.least == meld.most == 1:
        return "single card"
    return book.label(name)


def _from(speech: Speech, source: ir.Expr) -> Part:
    match source:
        case ir.Cond(test=test, then=then, other=other):
            return Cases(((_from(speech, then), speech.clause(test)),), _from(speech, other))
        case ir.Op(name="join" | "join_piles"):
            return Prepositional("from", speech.noun(source))
        case ir.Op(name="minus", arguments=(whole, less)):
            but = Aside(Prepositional("except", speech.noun(less)))
            return phrase(Prepositional("from", speech.cards_in(whole)), but)
        case ir.Filter() | ir.Op():
            return Prepositional("among", speech.noun(source))
        case ir.Use():
            inlined = speech.book.simplifier.inlined(source)
            short = isinstance(inlined, ir.ZoneRef | ir.Cond)
            named = speech.book.called("define", source.definition)
            if inlined is not None and short and not named:
                return _from(speech, inlined)
            return Prepositional("from", speech.noun(source))
        case _:
            return Prepositional("from", speech.noun(source))


def is_plain(parameter: Parameter) -> bool:
    """Return whether the help of an action is enough to say what is chosen."""
    if parameter.kind == "card":
        return isinstance(parameter.source, ir.ZoneRef)
    if parameter.kind == "cards":
        fixed = isinstance(parameter.least, ir.Const) and parameter.least == parameter.most
        return fixed and isinstance(parameter.source, ir.ZoneRef)
    return parameter.kind in ("suit", "rank") and isinstance(parameter.source, ir.Const)


def is_said(choice: Part, help: str) -> bool:
    """Return whether the help of an action says all that there is to choose."""
    usual = {"choose", "from", "your", "hand", "card", "cards", "single", "whole"}
    words = set(re.findall(r"[a-z]{4,}|[0-9]+", str(choice).lower())) - usual
    return bool(words) and words <= set(re.findall(r"[a-z]{4,}|[0-9]+", help.lower()))
