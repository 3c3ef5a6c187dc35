"""The chapters about scoring and the end of the match."""

from __future__ import annotations

from dataclasses import replace

from ..program import ir
from ..program.tree_walk import inside, parts
from ..speech import english
from ..speech.book import Book
from ..speech.english import prose, sentence
from ..speech.simplify import alternatives
from ..speech.speech import Speech
from . import dealing
from . import document as d
from .sentences import Teller


def scoring(book: Book) -> d.Document:
    """Return the chapter about what happens when a deal is over."""
    program = book.program
    teller = Teller(Speech(book, {}))
    title = "Scoring" if program.uses_scores else "The end of a deal"
    instead = book.notes("deal.after", "deal.together", whole=True)
    remark = book.notes("deal.after", "deal.together")
    if instead:
        return (d.Heading(2, title), *(d.Paragraph((each,)) for each in (*instead, *remark)))
    after = _steps("When a deal is over", *teller.unfolded(program.deal_after))
    together = _steps("When the deal is over at all tables", *teller.unfolded(program.deal_together))
    if not after and not together:
        return ()
    first = [d.Paragraph((each,)) for each in remark]
    return (d.Heading(2, title), *first, *after, *together)


def _steps(lead: str, when: str, told: list[str]) -> list[d.Block]:
    if not told:
        return []
    lead = f"{lead}, {when}" if when else lead
    if len(told) == 1:
        return [d.Paragraph((sentence(f"{lead}, {told[0]}"),))]
    return [d.Paragraph((f"{lead}:",)), d.Bullets(tuple((sentence(each),) for each in told), True)]


def end(book: Book) -> d.Document:
    """Return the chapter about the end of the match and its winner."""
    program, rules = book.program, book.rules
    teller = Teller(Speech(book, {}))
    text: list[str] = []
    instead = book.instead("match")
    text += [instead] if instead else _until(book, teller)
    winner = rules.match.winner
    result = book.simplifier.block(program.match_result)
    ended = any(isinstance(each, ir.Outcome) for each in result)
    if winner is not None and not ended and not instead:
        otherwise = "otherwise " if any(isinstance(each, ir.Outcome) for each in inside(result)) else ""
        text.append(f"{otherwise}the {winner} score wins")
        sides = program.teams.sides if program.teams is not None else range(program.players)
        if len(set(sides)) == 2:
            text.append("with equal scores nobody wins")
        elif len(set(sides)) > 2:
            text.append("those who share it win together, but if all have the same score, nobody wins")
    text += [book.instead("limits"), book.remark("match", "limits")]
    if any(each.for_good for each in parts(program, ir.Leave)):
        passed = dealing.goes_round(book)
        out = "no cards, no turns and no deal" if passed else "no cards and no turns"
        text.append(f"players who are out of the game get {out}")
    if not prose(text):
        text.append(_won_in_play(book))
    if not prose(text):
        return ()
    return (d.Heading(2, "The end"), d.Paragraph((prose(text),)))


def _won_in_play(book: Book) -> str:
    """Return which actions and effects end a game that nothing else ends; empty if none does."""
    program = book.program
    texts: dict[str, tuple[ir.Stmt, ...]] = {}
    for action in program.actions.values():
        texts[action.name] = action.do
        texts |= {effect.name: effect.do for effect in action.effects}
    ends = [
        f"“{english.title(book.label(name))}”"
        for name, do in texts.items()
        if any(isinstance(each, ir.Outcome) for each in inside(book.simplifier.block(do)))
    ]
    return f"the game ends as told under {english.listed(ends)}" if ends else ""


def limit(book: Book) -> str:
    """Return what becomes of a deal that does not end by itself; empty if a note says it."""
    program, rules = book.program, book.rules
    result = Teller(Speech(book, {})).sentences(program.limit_result)
    told = any(each.about.startswith("limits") for each in book.told)
    if told or rules.limits.turns is None or not result:
        return ""
    turns = english.digits(program.turn_limit)
    stopped = f"a deal that has not ended after {turns} choices of players is stopped"
    if result == ["the deal ends"]:
        return sentence(f"{stopped} and scored" if program.deal_after else stopped)
    return prose([f"{stopped}, and {result[0]}", *result[1:]])


def _until(book: Book, teller: Teller) -> list[str]:
    """Return when the match is over, and what happens then."""
    program, speech = book.program, teller.speech
    text: list[str] = []
    until = program.match_until and book.simplifier.expression(program.match_until)
    deals = program.match_deals
    if until is not None and not isinstance(until, ir.Const):
        clauses = [speech.clause(each) for each in alternatives(until, conjunction=False)]
        if _is_last_deal(until, deals):
            text.append(f"the match has {english.number(deals)} deals")
            deals = 0
        else:
            text.append(f"the match ends after a deal if {', or if '.join(map(str, clauses))}")
        if deals > 1:
            text.append(f"it ends after {english.number(deals)} deals in any case")
    elif deals > 1 and _may_end_early(book):
        text.append(f"the match ends after {english.number(deals)} deals if nobody has won before")
    elif deals > 1:
        text.append(f"the match has {english.number(deals)} deals")
    elif program.uses_scores:
        text.append("the match is one deal")
    text += teller.sentences(program.match_result)
    return text


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
