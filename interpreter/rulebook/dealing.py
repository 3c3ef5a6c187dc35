"""The chapter about the deal."""

from __future__ import annotations

from dataclasses import replace

from ..program import ir
from ..program.cards import NONE
from ..program.tree_walk import inside, rebuilt
from ..speech.book import Book
from ..speech.english import prose
from ..speech.grammar import (
    Aside,
    Instruction,
    Listed,
    NounPhrase,
    Numeral,
    Part,
    Prepositional,
    Words,
    phrase,
    said,
    the,
)
from ..speech.speech import Speech
from ..syntax import types as ty
from . import document as d
from .sentences import Teller
from .terms import by_deal


def deal(book: Book) -> d.Document:
    """Return the chapter about the deal."""
    teller = Teller(Speech(book, {}))
    several = "a deal is one round: the cards are dealt, played and scored"
    text: list[Part] = [several] if book.program.match_deals > 1 and book.program.uses_scores else []
    text += [*_dealers(book, teller.speech), book.remark("deal.first", "deal.dealer")]
    blocks: list[d.Block] = [d.Heading(2, "Dealing")]
    if prose(text):
        blocks.append(d.paragraph(*text))
    told = _cards(book, teller)
    told += _starts(book, teller.speech)
    if told:
        blocks.append(d.paragraph(*told))
    return tuple(blocks)


def goes_round(book: Book) -> bool:
    """Return whether the next player deals, whatever has happened; players who are out are passed over."""
    match book.simplifier.expression(book.program.dealer):
        case ir.Op(name="next_dealer") | ir.Op(name="left" | "right", arguments=(ir.Op(name="dealer"),)):
            return True
        case _:
            return False


def _dealers(book: Book, speech: Speech) -> list[Part]:
    """Return who deals first, and who deals next."""
    program = book.program
    if program.players == 1:
        return []
    text: list[Part] = []
    first = program.first_dealer and book.simplifier.expression(program.first_dealer)
    following = book.simplifier.expression(program.dealer)
    instead = book.instead("deal.first")
    if instead:
        text.append(instead)
    elif (isinstance(first, ir.Op) and first.name == "random") or first is None:
        text.append(the("first dealer", person=True).verb("is", "chosen at random"))
    else:
        text.append(speech.noun(first).verb("deals", "first"))
    if program.match_deals == 1:
        return text
    instead = book.instead("deal.dealer")
    if instead:
        return [*text, instead]
    match following:
        case ir.Op(name="next_dealer") | ir.Op(name="left", arguments=(ir.Op(name="dealer"),)):
            who = the("next player", Prepositional("to", the(program.side("left"))), person=True)
            return [*text, phrase(Prepositional("after", NounPhrase("deal", "each")), who.verb("deals"))]
        case ir.Const(value=value) if value == NONE:
            later = the("dealer", Prepositional("of", NounPhrase("later deal", "each")), person=True)
            return [*text, later.verb("is", "chosen in the same way")]
        case ir.Cond():
            return [*text, the("next dealer", person=True).verb("is", "as follows: ", speech.noun(following))]
        case _:
            return [*text, speech.noun(following).verb("deals", "next")]


def _cards(book: Book, teller: Teller) -> list[Part]:
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
        return ["the cards are shuffled", remark] if _is_shuffled(book) else [remark]
    return [_one_by_one(book, each) for each in told]


def _is_shuffled(book: Book) -> bool:
    """Return whether the pack is shuffled, and not only some of its cards."""
    return any(
        isinstance(each, ir.Shuffle) and each.zone.zone == book.program.pack_zone
        for each in inside(book.simplifier.block(book.program.deal_do))
    )


def _one_by_one(book: Book, told: Part) -> Part:
    """Return a statement about the deal with the order in which cards are dealt to all players."""
    match told:
        case Instruction(verb="deals", rest=Words(parts=(_, " ", Prepositional(noun=NounPhrase() as who)))) if who in (
            NounPhrase("player", "each", person=True),
            the("players", plural=True, person=True),
        ):
            first = the("dealer", person=True).of(book.program.side("left"))
            return said(told, Aside("one at a time"), Aside(said("beginning on ", first)))
        case _:
            return told


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


def _shuffled(book: Book, told: Part) -> Part:
    """Return a statement about the pack before it is dealt."""
    pack = Speech(book, {}).noun(ir.ZoneRef(book.program.pack_zone, None, type=ty.PILE))
    return Instruction("shuffles", the("cards", plural=True)) if told == said("shuffle ", pack) else told


def _starts(book: Book, speech: Speech) -> list[Part]:
    """Return the numbers with which a deal or the match begins, if they are not 0."""
    program, found = book.program, list[Part]()
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
            found.append(noun.verb("is", speech.noun(start)))
    told: list[Part] = [phrase("at the beginning", Listed(tuple(found)))] if found else []
    if program.match_start:
        who = NounPhrase("side", "each") if program.shares_scores else NounPhrase("everybody", person=True)
        many = Numeral(program.match_start, kind=program.points)
        points = NounPhrase(program.labels.get("score", "points"), many, plural=True)
        told.append(who.verb("begins", phrase(the("match"), Prepositional("with", points))))
    return told
