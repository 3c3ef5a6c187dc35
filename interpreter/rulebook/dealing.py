"""The chapter about the deal."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import ir
from ..program.cards import NONE
from ..program.tree_walk import inside, rebuilt
from ..speech.book import Book
from ..speech.english import digits, listed, prose
from ..speech.speech import Speech
from ..syntax import types as ty
from . import document as d
from .sentences import Teller
from .terms import by_deal

_DEALT: Final = re.compile(r"deal (?:\w+ cards?|all the cards|as many cards as [\w ]+) to (?:each player|the players)")


def deal(book: Book) -> d.Document:
    """Return the chapter about the deal."""
    teller = Teller(Speech(book, {}))
    several = "a deal is one round: the cards are dealt, played and scored"
    text = [several] if book.program.match_deals > 1 and book.program.uses_scores else []
    text += [*_dealers(book, teller.speech), book.remark("deal.first", "deal.dealer")]
    blocks: list[d.Block] = [d.Heading(2, "Dealing")]
    if prose(text):
        blocks.append(d.Paragraph((prose(text),)))
    told = _cards(book, teller)
    told += _starts(book, teller.speech)
    if told:
        blocks.append(d.Paragraph((prose(told),)))
    return tuple(blocks)


def goes_round(book: Book) -> bool:
    """Return whether the next player deals, whatever has happened; players who are out are passed over."""
    match book.simplifier.expression(book.program.dealer):
        case ir.Op(name="next_dealer") | ir.Op(name="left" | "right", arguments=(ir.Op(name="dealer"),)):
            return True
        case _:
            return False


def _dealers(book: Book, speech: Speech) -> list[str]:
    """Return who deals first, and who deals next."""
    program = book.program
    if program.players == 1:
        return []
    text: list[str] = []
    first = program.first_dealer and book.simplifier.expression(program.first_dealer)
    following = book.simplifier.expression(program.dealer)
    instead = book.instead("deal.first")
    if instead:
        text.append(instead)
    elif (isinstance(first, ir.Op) and first.name == "random") or first is None:
        text.append("the first dealer is chosen at random")
    else:
        text.append(f"{speech.noun(first)} deals first")
    if program.match_deals == 1:
        return text
    instead = book.instead("deal.dealer")
    if instead:
        return [*text, instead]
    match following:
        case ir.Op(name="next_dealer") | ir.Op(name="left", arguments=(ir.Op(name="dealer"),)):
            return [*text, f"after each deal the next player to the {program.side('left')} deals"]
        case ir.Const(value=value) if value == NONE:
            return [*text, "the dealer of each later deal is chosen in the same way"]
        case ir.Cond():
            return [*text, f"the next dealer is as follows: {speech.noun(following)}"]
        case _:
            return [*text, f"{speech.noun(following)} deals next"]


def _cards(book: Book, teller: Teller) -> list[str]:
    """Return how the cards are dealt: the author's words if the statements are complicated."""
    program = book.program
    before = len(book.terms)
    told = [_shuffled(book, each) for each in teller.sentences(_from_the_whole_pack(book))]
    remark = book.remark("deal.do")
    deals = [each for each in _from_the_whole_pack(book) if not isinstance(each, ir.Shuffle)]
    usual = bool(deals) and all(
        isinstance(each, ir.DealOut)
        and each.each
        and _is_plain(each.count)
        and program.zones[each.target.zone].faces in ("owner", "others")
        for each in deals
    )
    if remark and not usual:
        book.terms[before:] = [each for each in book.terms[before:] if by_deal(book, each)]
        return ["the cards are shuffled", remark]
    one_by_one = f", one at a time, beginning on the dealer's {book.program.side('left')}"
    return [f"{each}{one_by_one}" if _DEALT.fullmatch(each) else each for each in told]


def _from_the_whole_pack(book: Book) -> tuple[ir.Stmt, ...]:
    """Return how the cards are dealt; how many lie in the pack is known until some are dealt."""

    def counted(node: ir.Expr) -> ir.Expr:
        match node:
            case ir.Op(name="size", arguments=(ir.ZoneRef(zone=zone),)) if zone == book.program.pack_zone:
                return ir.Const(book.program.pack.size, type=ty.NUMBER)
            case _:
                return rebuilt(node, counted)

    found = list(book.simplifier.block(book.program.deal_do))
    for index, each in enumerate(found):
        if isinstance(each, ir.DealOut):
            found[index] = replace(each, count=book.simplifier.expression(counted(each.count)))
        if not isinstance(each, ir.Shuffle):
            break
    return tuple(found)


def _is_plain(count: ir.Expr) -> bool:
    """Return whether it is clear how many cards are dealt: a number, or all."""
    return isinstance(count, ir.Const) or (isinstance(count, ir.Op) and count.name == "size")


def _shuffled(book: Book, text: str) -> str:
    """Return a sentence about the pack before it is dealt."""
    pack = Speech(book, {}).noun(ir.ZoneRef(book.program.pack_zone, None, type=ty.PILE))
    return "shuffle the cards" if text == f"shuffle {pack}" else text


def _starts(book: Book, speech: Speech) -> list[str]:
    """Return the numbers with which a deal or the match begins, if they are not 0."""
    program, found = book.program, list[str]()
    dealt = {
        each.target.variable for each in inside(book.simplifier.block(program.deal_do)) if isinstance(each, ir.Assign)
    }
    for variable in program.variables.values():
        start = book.simplifier.expression(variable.start)
        plain = variable.type == ty.NUMBER and not variable.internal and not variable.each
        lasting = variable.scope in ("deal", "match")
        use = ir.VarRef(variable.name, None, type=variable.type)
        changes = book.simplifier.expression(use) == use and variable.name not in dealt
        if plain and lasting and changes and isinstance(start, ir.Const) and start.value != 0:
            noun = speech.noun(use)
            found.append(f"{noun.verb('is')} {speech.noun(start)}")
    told = [f"at the beginning {listed(found)}"] if found else []
    if program.match_start:
        who = "each side" if program.shares_scores else "everybody"
        points = program.labels.get("score", "points")
        told.append(f"{who} begins the match with {digits(program.match_start)} {points}")
    return told
