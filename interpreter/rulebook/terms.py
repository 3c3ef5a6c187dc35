"""Explanations of the terms that sentences use, which stand below the rules that use them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import ir
from ..program.tree_walk import inside, parts, rebuilt, size
from ..speech import english
from ..speech.book import Book
from ..speech.english import prose
from ..speech.grammar import (
    YOU,
    Clause,
    Listed,
    NounPhrase,
    Part,
    Prepositional,
    Proposition,
    Subordinate,
    said,
    the,
)
from ..speech.lookups import is_table
from ..speech.reading import belonging
from ..speech.speech import Speech
from ..syntax import types as ty
from . import document as d
from .sentences import Teller

_EMPTY: Final = frozenset({"what", "which", "whether", "whom", "whose", "that", "this", "number", "many", "much"})
"""Words that say nothing about a term."""

_LISTED: Final = 60  # deals that are listed one by one
_MOST_DEALS: Final = 200  # deals of a match
_MOST_TERMS: Final = 60  # terms are explained by terms; a limit for rulesets with very many
_FEW: Final = 8  # conditions with more nodes are described by their help alone, if they have one
_CALCULATED: Final = 150  # calculations with more nodes are only named
_TOLD_BY_HELP: Final = 30  # the same for numbers that are one of several


def terms(book: Book) -> d.Document:
    """Return the explanations of the terms that sentences have used since the last call."""
    items: list[tuple[str, d.Line]] = []
    while book.explained < len(book.terms) and book.explained < _MOST_TERMS:
        name = book.terms[book.explained]
        book.explained += 1
        head, item = _term(book, name)
        if item:
            items.append((head.lower(), item))
        elif name in book.program.definitions:
            _mention_inside(book, name)
    if not items:
        return ()
    return (d.lead("Words used here:"), d.Bullets(tuple(item for _, item in sorted(items, key=_head))))


def _head(item: tuple[str, d.Line]) -> str:
    return item[0]


def _mention_inside(book: Book, name: str) -> None:
    """Note the definitions with words or help that one uses whose words are enough."""
    book.mention_anew(book.program.definitions[name])
    for use in parts(book.program.definitions[name], ir.Use):
        known = book.rules.definitions.get(use.definition)
        if known is not None and (known.help or book.called("define", known.name)):
            book.mention(known.name)


def _term(book: Book, name: str) -> tuple[str, d.Line]:
    """Return by what a term is sorted, and its explanation; no line if it needs none."""
    label = book.label(name)
    if name in book.rules.variables:
        help = prose([_unlike(book.prose(book.rules.variables[name].help), label)])
        return label, d.line(d.Strong(english.title(label), f"variables.{name}"), ": ", help) if help else ()
    definition = book.program.definitions[name]
    written = book.rules.definitions[name]
    nouns: dict[str, NounPhrase] = {}
    kinds: list[ty.Type] = []
    for parameter, kind in definition.parameters:
        nouns[parameter] = _parameter(book, parameter, kind, alone=kind not in kinds)
        kinds.append(kind)
    speech = Speech(book, {"actor": YOU, **nouns}, told=(name,))
    words = book.called("define", name)
    whole = _called(speech, name, nouns)
    bare = _bare(whole, nouns)
    head, title = str(bare), d.Strong(english.title(str(bare)), f"define.{name}")
    text: list[Part] = [_unlike(book.prose(written.help), str(whole))]
    instead, remark = book.instead(f"define.{name}"), book.remark(f"define.{name}")
    if instead:  # the author's words stand for the formula
        explained = prose([*text, instead, remark])
        if definition.value is not None and definition.value.type == ty.BOOLEAN and words:
            return str(explained), (explained,)  # a clause is not a title
        return head, d.line(title, ": ", explained)
    in_turn = by_deal(book, name)
    if in_turn:
        return head, d.line(title, ": ", prose([*text, in_turn]))
    value = book.simplifier.definition(name)
    if value is None and words:
        ends = any(isinstance(each, ir.Outcome | ir.End) for each in inside(definition.do))
        if not (text[0] or ends) or (nouns and not ends):
            return head, ()  # the words say enough
    elif words and not text[0] and not _is_formula(value):
        return head, ()
    if value is not None:
        alone = value.type in (ty.BOOLEAN, ty.PLAYERS) or (isinstance(value, ir.Cond) and value.type == ty.NUMBER)
        most = _TOLD_BY_HELP if alone else _FEW
        if not text[0] or size(value) <= most or is_table(speech, value):
            if value.type == ty.BOOLEAN and not text[0] and not isinstance(value, ir.Local):
                return head, _so_if(title, whole, speech.clause(value), remark)
            found = _explained(speech, value)
            text += [found] if str(_bare(found, nouns)) != head else []
        else:
            book.mention_anew(definition)
    else:
        ends = any(isinstance(each, ir.Outcome | ir.End) for each in inside(definition.do))
        if not text[0] or ends or sum(1 for _ in inside(definition.do)) <= _FEW:
            text += Teller(speech).sentences(definition.do)
        else:
            book.mention_anew(definition)
    explained = prose([*text, remark])
    return head, d.line(title, ": ", explained) if explained and str(explained) != str(prose([head])) else ()


def _called(speech: Speech, name: str, nouns: dict[str, NounPhrase]) -> Part:
    """Return what a definition is called: a noun phrase, or a clause."""
    book = speech.book
    definition, words = book.program.definitions[name], book.called("define", name)
    if words and definition.value is not None:
        if definition.value.type == ty.BOOLEAN:
            return speech.stated(words, nouns, holds=True)
        return speech.phrase(words, nouns, plural=False)
    if words or not nouns:  # a sentence is not a title
        return the(book.label(name))
    thing, (first, *others) = belonging(book.label(name)), nouns.values()
    return the(thing, Prepositional("for", Listed((first, *others)))) if others else first.of(thing)


def _so_if(title: d.Strong, whole: Part, condition: Proposition, remark: str) -> d.Line:
    """Return under which condition something is so that a clause says, unless the clause says the condition itself."""
    if str(condition) == str(whole):
        return ()
    return d.line(replace(title, text=english.title(str(whole))), " if ", prose([condition, remark], begins=False))


def _unlike(help: str, head: str) -> str:
    """Return what an author says about a term; empty if it is only its name in other words.

    >>> _unlike("How many attacks may still be added.", "the number of attacks that may still be added")
    ''
    """
    said, name = (set(re.findall(r"[a-z]{4,}", each.lower())) for each in (help, head))
    return "" if said <= name | _EMPTY else help


def _is_formula(value: ir.Expr | None) -> bool:
    """Return whether a value is a calculation, a table or a list, which words only name."""
    if value is None or size(value) > _CALCULATED:
        return False
    if value.type.name == "list" or value.type == ty.BOOLEAN:
        return True
    calculated = isinstance(value, ir.Cond) or (
        isinstance(value, ir.Op) and value.name in ("add", "sub", "mul", "div", "min", "max", "neg")
    )
    if value.type.name in ("player", "rank", "suit", "choice"):
        return isinstance(value, ir.Cond)
    return value.type == ty.NUMBER and calculated


def _bare(whole: Part, nouns: dict[str, NounPhrase]) -> Part:
    """Return what something is called without its article, and without the player whose it is."""
    match whole:
        case Clause(subject=subject):
            bare = _bare(subject, nouns)
            return replace(whole, subject=bare) if isinstance(bare, NounPhrase) else whole
        case NounPhrase(owner=NounPhrase() as owner) if owner.head == "player" and owner in nouns.values():
            return whole.without(owner)
        case NounPhrase():
            return whole.bare
        case _:
            return whole


def by_deal(book: Book, name: str) -> str:
    """Return a value that depends on the number of the deal alone, deal by deal; else nothing."""
    if name not in book.program.definitions:
        return ""  # a variable
    value = book.simplifier.definition(name)
    deals = book.program.match_deals
    if value is None or value.type != ty.NUMBER or not 1 < deals <= _MOST_DEALS:
        return ""
    numbers: list[object] = []
    for deal in range(1, deals + 1):
        found = _in_deal(book, value, deal)
        if not isinstance(found, ir.Const):
            return ""
        numbers.append(found.value)
    last, after = numbers[-1], ""
    if len(numbers) > _LISTED:
        while numbers[-2:] == [last, last]:
            numbers.pop()
        after = f", and {last} in each later deal"
    if not 1 < len(numbers) <= _LISTED or len(set(numbers)) == 1:
        return ""
    return f"deal by deal: {' '.join(map(str, numbers))}{after}"


def _in_deal(book: Book, value: ir.Expr, deal: int) -> ir.Expr:
    """Return a value in one deal of the match."""
    if isinstance(value, ir.Op) and value.name == "deal_number":
        return ir.Const(deal, type=ty.NUMBER)
    if isinstance(value, ir.Use):
        inlined = book.simplifier.inlined(value)
        return value if inlined is None else _in_deal(book, inlined, deal)
    return book.simplifier.expression(rebuilt(value, lambda each: _in_deal(book, each, deal)))


def _parameter(book: Book, name: str, kind: ty.Type, *, alone: bool) -> NounPhrase:
    """Return what a parameter is called in the explanation of a definition."""
    if not alone:
        many = kind.name in ("cards", "pile", "players")
        return the(book.label(name), plural=many, person=kind == ty.PLAYER)
    match kind.name:
        case "player":
            return the("player", person=True)
        case "card":
            return the("card")
        case "cards" | "pile":
            return the("cards", plural=True)
        case "suit" | "rank" | "number" | "colour":
            return the(kind.name if len(name) == 1 else book.label(name))
        case "players":
            return the("players", plural=True, person=True)
        case _:
            return the(book.label(name))


def _explained(speech: Speech, value: ir.Expr) -> Part:
    """Return what a definition means."""
    if isinstance(value, ir.Local):
        return ""
    if value.type == ty.BOOLEAN:
        return said("this is so ", Subordinate("if", speech.clause(value)))
    return speech.noun(value)
