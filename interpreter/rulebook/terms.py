"""Explanations of the terms that sentences use, which stand below the rules that use them."""

from __future__ import annotations

import re
from typing import Final

from ..program import ir
from ..program.tree_walk import inside, parts, rebuilt, size
from ..speech import english
from ..speech.book import Book
from ..speech.english import prose
from ..speech.grammar import YOU, NounPhrase, the
from ..speech.lookups import is_table
from ..speech.speech import Speech
from ..syntax import types as ty
from . import document as d
from .sentences import Teller

_SO: Final = "This is so if "
_EMPTY: Final = frozenset({"what", "which", "whether", "whom", "whose", "that", "this", "number", "many", "much"})
"""Words that say nothing about a term."""

_LISTED: Final = 60  # deals that are listed one by one
_MOST_DEALS: Final = 200  # deals of a match
_MOST_TERMS: Final = 60  # terms are explained by terms; a limit for rulesets with very many
_FEW: Final = 8  # conditions with more nodes are described by their help alone, if they have one
_TOLD_BY_HELP: Final = 30  # the same for numbers that are one of several


def terms(book: Book) -> d.Document:
    """Return the explanations of the terms that sentences have used since the last call."""
    items: list[d.Line] = []
    while book.explained < len(book.terms) and book.explained < _MOST_TERMS:
        name = book.terms[book.explained]
        book.explained += 1
        item = _term(book, name)
        if item:
            items.append(item)
        elif name in book.program.definitions:
            _mention_inside(book, name)
    if not items:
        return ()
    items.sort(key=lambda item: d.plain(item).lower().removeprefix("the "))
    return (d.Paragraph(("Words used here:",)), d.Bullets(tuple(items)))


def _mention_inside(book: Book, name: str) -> None:
    """Note the definitions with words or help that one uses whose words are enough."""
    book.mention_anew(book.program.definitions[name])
    for use in parts(book.program.definitions[name], ir.Use):
        known = book.rules.definitions.get(use.definition)
        if known is not None and (known.help or book.called("define", known.name)):
            book.mention(known.name)


def _term(book: Book, name: str) -> d.Line:
    if name in book.rules.variables:
        help = prose([_unlike(book.prose(book.rules.variables[name].help), book.label(name))])
        return d.line(d.Strong(english.title(book.label(name))), ": ", help) if help else ()
    definition = book.program.definitions[name]
    written = book.rules.definitions[name]
    nouns: dict[str, NounPhrase] = {}
    kinds: list[ty.Type] = []
    for parameter, kind in definition.parameters:
        nouns[parameter] = _parameter(book, parameter, kind, alone=kind not in kinds)
        kinds.append(kind)
    names = {"actor": YOU, **nouns}
    speech = Speech(book, names, told=(name,))
    words = book.called("define", name)
    head = str(speech.filled(words, nouns)) if words else book.label(name).removesuffix(" of")
    if not words and len(nouns) == 1:
        (noun,) = nouns.values()
        head = noun.of(book.label(name).removesuffix(" of")).text
    elif not words and nouns:
        head += f" for {english.listed([noun.text for noun in nouns.values()])}"
    if definition.value is None and words:
        head = book.label(name)  # a sentence is not a title
    clause, head = head, english.title(_bare(head))
    text = [_unlike(book.prose(written.help), clause)]
    instead, remark = book.instead(f"define.{name}"), book.remark(f"define.{name}")
    if instead:  # the author's words stand for the formula
        if definition.value is not None and definition.value.type == ty.BOOLEAN and words:
            return (prose([*text, instead, remark]),)  # a clause is not a title
        return d.line(d.Strong(head), ": ", prose([*text, instead, remark]))
    in_turn = by_deal(book, name)
    if in_turn:
        return d.line(d.Strong(english.title(_bare(head))), ": ", prose([*text, in_turn]))
    value = book.simplifier.definition(name)
    if value is None and words:
        ends = any(isinstance(each, ir.Outcome | ir.End) for each in inside(definition.do))
        if not (text[0] or ends) or (nouns and not ends):
            return ()  # the words say enough
    elif words and not text[0] and not _is_formula(value):
        return ()
    if value is not None:
        alone = value.type == ty.BOOLEAN or (isinstance(value, ir.Cond) and value.type == ty.NUMBER)
        most = _TOLD_BY_HELP if alone else _FEW
        if not text[0] or size(value) <= most or is_table(speech, value):
            found = _explained(speech, value)
            text += [found] if english.lowered(_bare(found)) != english.lowered(_bare(head)) else []
        else:
            book.mention_anew(definition)
    else:
        ends = any(isinstance(each, ir.Outcome | ir.End) for each in inside(definition.do))
        if not text[0] or ends or sum(1 for _ in inside(definition.do)) <= _FEW:
            text += Teller(speech).sentences(definition.do)
        else:
            book.mention_anew(definition)
    explained = prose([*text, remark])
    if not explained:
        return ()
    if explained.startswith(_SO):
        condition = explained.removeprefix(_SO)
        whole = english.title(clause)
        same = english.lowered(condition) == english.lowered(whole)
        return () if same else d.line(d.Strong(whole), " if ", condition)
    if english.lowered(explained) == english.lowered(head):
        return ()
    return d.line(d.Strong(head), ": ", explained)


def _unlike(help: str, head: str) -> str:
    """Return what an author says about a term; empty if it is only its name in other words.

    >>> _unlike("How many attacks may still be added.", "the number of attacks that may still be added")
    ''
    """
    said, name = (set(re.findall(r"[a-z]{4,}", each.lower())) for each in (help, head))
    return "" if said <= name | _EMPTY else help


def _is_formula(value: ir.Expr | None) -> bool:
    """Return whether a value is a calculation, a table or a list, which words only name."""
    if value is None or size(value) > _TOLD_BY_HELP:
        return False
    if value.type.name == "list" or value.type == ty.BOOLEAN:
        return True
    calculated = isinstance(value, ir.Cond) or (
        isinstance(value, ir.Op) and value.name in ("add", "sub", "mul", "div", "min", "max", "neg")
    )
    if value.type.name in ("player", "rank", "suit", "choice"):
        return isinstance(value, ir.Cond)
    return value.type == ty.NUMBER and calculated


def _bare(head: str) -> str:
    return re.sub(r"^(?:the )?(?:player's )?", "", head)


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


def _explained(speech: Speech, value: ir.Expr) -> str:
    """Return what a definition means, in a sentence."""
    if isinstance(value, ir.Local):
        return ""
    if value.type == ty.BOOLEAN:
        return f"this is so if {speech.clause(value)}"
    return speech.noun(value).text
