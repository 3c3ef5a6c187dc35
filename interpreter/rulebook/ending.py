"""The chapters about scoring, the end of the match, and the terms that sentences use."""

from __future__ import annotations

from typing import Final

from ..check import ir
from ..compile.tree_walk import size
from ..syntax import types as ty
from . import document as d
from . import english
from .book import Book
from .course import prose
from .english import Noun, sentence
from .sentences import Teller
from .speech import Speech, alternatives

_MOST_TERMS: Final = 60  # terms are explained by terms; a limit for rulesets with very many
_STEPS: Final = 7  # the most nodes of a value whose terms stand in one sentence


def scoring(book: Book) -> d.Document:
    """Return the chapter about what happens when a deal is over."""
    program = book.program
    teller = Teller(Speech(book, {}))
    blocks: list[d.Block] = []
    told = teller.sentences(program.deal_after)
    if told:
        title = "Scoring" if program.uses_scores else "The end of a deal"
        blocks.append(d.Heading(2, title))
        blocks += _steps("When a deal is over", told)
    together = teller.sentences(program.deal_together)
    if together:
        if not told:
            blocks.append(d.Heading(2, "Scoring"))
        blocks += _steps("When the deal is over at all tables", together)
    return tuple(blocks)


def _steps(lead: str, told: list[str]) -> list[d.Block]:
    if len(told) == 1:
        return [d.Paragraph((sentence(f"{lead}, {told[0]}"),))]
    return [d.Paragraph((f"{lead}:",)), d.Bullets(tuple((sentence(each),) for each in told), True)]


def end(book: Book) -> d.Document:
    """Return the chapter about the end of the match and its winner."""
    program, rules = book.program, book.rules
    speech = Speech(book, {})
    teller = Teller(speech)
    text: list[str] = []
    until = program.match_until and book.simplifier.expression(program.match_until)
    deals = program.match_deals
    if until is not None and not isinstance(until, ir.Const):
        clauses = [speech.clause(each) for each in alternatives(until, conjunction=False)]
        text.append(f"the match ends after a deal if {', or if '.join(clauses)}")
        if deals > 1:
            text.append(f"it ends after {english.number(deals)} deals in any case")
    elif deals > 1:
        text.append(f"the match has {english.number(deals)} deals")
    elif program.uses_scores:
        text.append("the match is one deal")
    text += teller.sentences(program.match_result)
    winner = rules.match.winner
    if winner is not None:
        text.append(f"the {winner} score wins")
    limit = teller.sentences(program.limit_result)
    if rules.limits.turns is not None and limit:
        turns = english.digits(program.turn_limit)
        text.append(f"a deal in which {turns} decisions were made is stopped; then {limit[0]}")
        text += limit[1:]
    if not text:
        return ()
    return (d.Heading(2, "The end"), d.Paragraph((prose(text),)))


def terms(book: Book) -> d.Document:
    """Return the explanations of the terms that the chapters before have used."""
    items: list[d.Line] = []
    index = 0
    while index < len(book.terms) and index < _MOST_TERMS:
        name = book.terms[index]
        index += 1
        item = _term(book, name)
        if item:
            items.append(item)
    if not items:
        return ()
    items.sort(key=lambda item: d.plain(item).lower().removeprefix("the "))
    return (d.Heading(2, "Terms"), d.Bullets(tuple(items)))


def _term(book: Book, name: str) -> d.Line:
    definition = book.program.definitions[name]
    written = book.rules.definitions[name]
    nouns = {
        parameter: _parameter(book, parameter, kind) for parameter, kind in definition.parameters
    }
    names = {"actor": english.YOU, **nouns}
    speech = Speech(book, names, told=(name,))
    words = book.called("define", name)
    head = speech.filled(words, nouns) if words else book.label(name)
    if not words and len(nouns) == 1:
        (noun,) = nouns.values()
        head = noun.of(book.label(name))
    head = english.title(head.removeprefix("the "))
    text = [book.prose(written.help)]
    if definition.value is not None:
        value = book.simplifier.definition(name)
        assert value is not None
        text.append(_explained(book, speech, value, told=bool(text[0])))
    else:
        told = Teller(speech).sentences(definition.do)
        text += told
    explained = prose(text)
    if not explained or english.lowered(explained) == english.lowered(head):
        return ()
    return d.line(d.Strong(head), ": ", explained)


def _parameter(book: Book, name: str, kind: ty.Type) -> Noun:
    """Return what a parameter is called in the explanation of a definition."""
    match kind.name:
        case "player":
            return Noun("the player", person=True, whose="the player's")
        case "card":
            return Noun("the card")
        case "cards" | "pile":
            return Noun("the cards", plural=True)
        case "players":
            return Noun("the players", plural=True, person=True)
        case _:
            return Noun(f"the {book.label(name)}")


def _explained(book: Book, speech: Speech, value: ir.Expr, *, told: bool) -> str:
    """Return what a definition means, in a sentence."""
    if value.type == ty.BOOLEAN:
        clause = speech.clause(value)
        return f"this is so if {clause}"
    if isinstance(value, ir.Cond):
        return _cases(speech, value)
    noun = speech.noun(value)
    del told
    if size(value) <= 1 and isinstance(value, ir.Const):
        return noun.text
    return noun.text


def _cases(speech: Speech, value: ir.Cond) -> str:
    """Return a value that depends on conditions, case by case."""
    cases: list[str] = []
    rest: ir.Expr = value
    while isinstance(rest, ir.Cond):
        cases.append(f"{speech.noun(rest.then)} if {speech.clause(rest.test)}")
        rest = rest.other
    return f"{'; '.join(cases)}; otherwise {speech.noun(rest)}"
