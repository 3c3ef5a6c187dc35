"""The chapters about scoring and the end of the match."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..program import ir
from ..program.tree_walk import inside, parts
from ..speech import english
from ..speech.book import Book
from ..speech.english import prose
from ..speech.grammar import (
    THAT,
    WHO,
    Case,
    Clause,
    Listed,
    Modified,
    Noun,
    NounPhrase,
    Numeral,
    Part,
    Prepositional,
    Prose,
    Relative,
    Subordinate,
    be,
    phrase,
    pronoun,
    said,
    the,
)
from ..speech.simplify import alternatives
from ..speech.speech import Speech
from . import dealing
from . import document as d
from .sentences import Teller
from .sequence import in_steps

_MATCH: Final = the("match")
_SCORE: Final = Noun("score", "scores")
_NOBODY_WINS: Final = NounPhrase("nobody", person=True).verb("wins")
_THAT_ONE: Final = replace(THAT, plural=False)


def scoring(book: Book) -> d.Document:
    """Return the chapter about what happens when a deal is over."""
    program = book.program
    teller = Teller(Speech(book, {}))
    title = "Scoring" if program.uses_scores else "The end of a deal"
    instead = book.notes("deal.after", "deal.together", whole=True)
    remark = book.notes("deal.after", "deal.together")
    if instead:
        return (d.Heading(2, title), *map(d.paragraph, (*instead, *remark)))
    after = in_steps(*scored(book))
    together = in_steps(*_told(the("deal"), "over at all tables", teller, program.deal_together))
    if not after and not together:
        return ()
    return (d.Heading(2, title), *map(d.paragraph, remark), *after, *together)


def scored(book: Book) -> tuple[list[Part], list[Part]]:
    """Return on what it depends what happens after a deal, and what happens."""
    return _told(NounPhrase("deal", "a"), "over", Teller(Speech(book, {})), book.program.deal_after)


def _told(deal: NounPhrase, when: str, teller: Teller, body: tuple[ir.Stmt, ...]) -> tuple[list[Part], list[Part]]:
    lead, told = teller.unfolded(body)
    return [Subordinate("when", be(deal, when)), *lead], told


def end(book: Book) -> d.Document:
    """Return the chapter about the end of the match and its winner."""
    text = prose(ended(book))
    return (d.Heading(2, "The end"), d.Paragraph((text,))) if text else ()


def ended(book: Book) -> list[Part]:
    """Return what the chapter about the end of the match says."""
    program, rules = book.program, book.rules
    instead = book.instead("match")
    text: list[Part] = [instead] if instead else _until(book, Teller(Speech(book, {})))
    winner = rules.match.winner
    result = book.simplifier.block(program.match_result)
    is_decided = any(isinstance(each, ir.Outcome) for each in result)
    if winner is not None and not is_decided and not instead:
        score = the(Modified(winner, _SCORE)).verb("wins")
        otherwise = any(isinstance(each, ir.Outcome) for each in inside(result))
        text.append(Case(None, score, otherwise=True) if otherwise else score)
        sides = program.teams.sides if program.teams is not None else range(program.players)
        if len(set(sides)) == 2:
            text.append(phrase(Prepositional("with", NounPhrase(Modified("equal", _SCORE), plural=True)), _NOBODY_WINS))
        elif len(set(sides)) > 2:
            share = Relative(WHO.verb("shares", pronoun(score.subject)), WHO)
            together = NounPhrase("", "those", share, plural=True, person=True).verb("wins", "together")
            same = NounPhrase("", "all", plural=True, person=True).verb("has", the(Modified("same", _SCORE)))
            text.append(said(together, ", but ", Case(same, _NOBODY_WINS)))
    if not prose(text):
        text.append(_won_in_play(book))
    text += [book.instead("limits"), book.remark("match", "limits")]
    if any(each.for_good for each in parts(program, ir.Leave)):
        lost = [NounPhrase("cards", "no", plural=True), NounPhrase("turns", "no", plural=True)]
        lost += [NounPhrase("deal", "no")] if dealing.goes_round(book) else []
        out = Relative(WHO.verb("is", "out of the game"), WHO)
        text.append(NounPhrase("players", "", out, plural=True, person=True).verb("gets", Listed(tuple(lost))))
    return text


def _won_in_play(book: Book) -> Part:
    """Return which actions and effects end a game that nothing else ends; empty if none does."""
    program = book.program
    texts: dict[str, tuple[ir.Stmt, ...]] = {}
    for action in program.actions.values():
        texts[action.name] = action.do
        texts |= {effect.name: effect.do for effect in action.effects}
    ends = tuple(
        f"“{english.title(book.label(name))}”"
        for name, do in texts.items()
        if any(isinstance(each, ir.Outcome) for each in inside(book.simplifier.block(do)))
    )
    return the("game").verb("ends", "as told under ", Listed(ends)) if ends else ""


def limit(book: Book) -> Prose:
    """Return what becomes of a deal that does not end by itself; empty if a note says it."""
    program, rules = book.program, book.rules
    result = Teller(Speech(book, {})).sentences(program.limit_result)
    told = any(each.about.startswith("limits") for each in book.told)
    if told or rules.limits.turns is None or not result:
        return prose([])
    choices = NounPhrase(Noun("choice", "choices"), Numeral(program.turn_limit), "of players", plural=True)
    long = Relative(Clause(_THAT_ONE, "has", phrase("ended", Prepositional("after", choices)), holds=False), _THAT_ONE)
    stopped = NounPhrase("deal", "a", long).verb("is", "stopped")
    if result == [the("deal").verb("ends")]:
        return prose([phrase(stopped, "and scored") if program.deal_after else stopped])
    return prose([said(stopped, ", and ", result[0]), *result[1:]])


def _until(book: Book, teller: Teller) -> list[Part]:
    """Return when the match is over, and what happens then."""
    program, speech = book.program, teller.speech
    text: list[Part] = []
    until = program.match_until and book.simplifier.expression(program.match_until)
    deals = program.match_deals
    number = NounPhrase(Noun("deal", "deals"), Numeral(deals, spelled=True), plural=deals != 1)
    after = Prepositional("after", number)
    if until is not None and not isinstance(until, ir.Const):
        clauses = [speech.clause(each) for each in alternatives(until, conjunction=False)]
        if _is_last_deal(until, deals):
            text.append(_MATCH.verb("has", number))
            deals = 0
        else:
            tests = [part for each in clauses for part in (", or ", Subordinate("if", each))][1:]
            text.append(_MATCH.verb("ends", phrase(Prepositional("after", NounPhrase("deal", "a")), said(*tests))))
        if deals > 1 and book.rules.match.deals is not None:  # else it is only a limit
            text.append(pronoun(_MATCH).verb("ends", phrase(after, "in any case")))
    elif deals > 1 and _may_end_early(book):
        text.append(_MATCH.verb("ends", phrase(after, "if nobody has won before")))
    elif deals > 1:
        text.append(_MATCH.verb("has", number))
    elif program.uses_scores:
        text.append(_MATCH.verb("is", NounPhrase("deal", "one")))
    return [*text, *teller.sentences(program.match_result)]


def _may_end_early(book: Book) -> bool:
    """Return whether rules other than those about the end of the match let players win."""
    program = replace(book.program, match_result=(), limit_result=())
    return any(each.players is not None for each in parts(program, ir.Outcome))


def _is_last_deal(until: ir.Expr, deals: int) -> bool:
    """Return whether the end of a match is that of its last deal."""
    match until:
        case ir.Op(name="ge", arguments=(ir.Op(name="deal_number"), ir.Const(value=last))):
            return last == deals
        case _:
            return False
