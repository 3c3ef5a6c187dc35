"""Sentences about tricks: who leads, what must be played, who takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..program import ir
from ..program.cards import NONE
from ..program.program import Action, Parameter, Phase
from ..program.tree_walk import expressions, parts, rebuilt, walk
from ..speech.book import Book
from ..speech.grammar import (
    THEY,
    WHO,
    WHO_ONE,
    Aside,
    Case,
    Clause,
    NounPhrase,
    Part,
    Prepositional,
    Proposition,
    Relative,
    Subordinate,
    be,
    joint,
    phrase,
    said,
    steps,
    the,
)
from ..speech.simplify import alternatives, combined
from ..speech.speech import Speech
from ..syntax import types as ty
from . import document as d
from .deck import order_of
from .sentences import Teller

_LEADER = NounPhrase("leader", "the", whose="their", person=True)
_PLAYERS = NounPhrase("players", plural=True, person=True)
_CANNOT_FOLLOW = _PLAYERS.followed(Relative(Clause(WHO, "can", "follow", holds=False), WHO))


class Tricks:
    """The section `tricks`, which the syntax stage has written out as definitions and a phase."""

    def __init__(self, book: Book, phase: Phase) -> None:
        """Find the parts that the author wrote."""
        self._book = book
        self._phase = phase
        assert book.rules.tricks is not None
        self._tricks = book.rules.tricks
        sections = {
            each.meant.address: each.body for each in parts(phase, ir.Sugar) if isinstance(each.meant, ir.Section)
        }
        self.before = sections.get(f"phases.{phase.name}.before", ())
        self.after = sections.get(f"phases.{phase.name}.after", ())
        self._do = sections.get("tricks.do", ())
        *_, last = phase.after
        self._until: ir.Expr | None = None
        if isinstance(last, ir.If) and isinstance(last.test, ir.Logic):
            self._until = book.simplifier.negated(last.test.left)

    def is_play(self, action: Action) -> bool:
        """Return whether an action is no more than to play one of the cards that may be played."""
        when = action.when and self._book.simplifier.expression(action.when)
        if when is not None and not isinstance(when, ir.Const):
            return False
        match action.parameters, action.do:
            case (
                [Parameter(kind="card", name=chosen, source=ir.Use(definition="playable"))],
                [ir.Move(cards=cards, target=ir.ZoneRef(zone=zone), beneath=False)],
            ):
                card = self._book.simplifier.expression(cards)
                return card == ir.Local(chosen, type=card.type) and zone == self._tricks.played.text
            case _:
                return False

    def _part(self, key: str) -> ir.Expr | None:
        """Return a part of the section, as a simplified expression."""
        if f"·{key}" not in self._book.program.definitions:
            return None
        return self._book.simplifier.definition(f"·{key}")

    def _holds(self, key: str, otherwise: bool) -> Proposition | bool:
        """Return whether a condition of the section holds always, never, or when."""
        part = self._part(key)
        if part is None:
            return otherwise
        if isinstance(part, ir.Const):
            return bool(part.value)
        return self._of(THEY).clause(part)

    def _of(self, actor: NounPhrase) -> Speech:
        """Return the speech of sentences about somebody who plays a card."""
        return Speech(self._book, {"actor": actor})

    def blocks(self) -> list[d.Block]:
        """Return the paragraphs about tricks."""
        return [
            d.paragraph(*self._leading()),
            d.paragraph(*self._following()),
            d.paragraph(*self._taking()),
        ]

    def _leading(self) -> Iterator[Part]:
        book, speech = self._book, Speech(self._book, {})
        leader = self._part("leader")
        instead = book.instead("tricks.leader")
        if instead:
            yield instead
        elif leader is not None:
            yield speech.noun(leader).verb("leads", Prepositional("to", the("first trick")))
        among = self._phase.among and book.simplifier.expression(self._phase.among)
        if among is not None:
            yield phrase("only", replace(speech.noun(among), plural=True).verb("plays"))
        order = book.program.around if book.rules.most > 2 else "in turn"
        players = book.simplifier.expression(self._phase.players)
        if isinstance(players, ir.Op) and players.name == "players_in_order":
            around = speech.noun(players.arguments[1])
            yield be(the("order of play"), phrase(around, Aside("round and round")))
            order = "in this order"
        yield (
            f"to each trick every player plays one card, {order}, beginning with its leader; the "
            "suit of the first card is the suit led, and to follow is to play a card of that suit"
        )
        plays_for = book.program.definitions.get("·plays_for")
        if plays_for is not None and plays_for.value is not None:
            name = plays_for.parameters[0][0]
            owner = NounPhrase("player", "that", whose="their", person=True)
            value = book.simplifier.definition("·plays_for")
            assert value is not None
            match value:
                case ir.Cond(test=test, then=then, other=ir.Local(name=local)) if local == name:
                    dummy, who = self._who(test, name), speech.noun(then)
                    if dummy is not None:
                        yield said(who, " also ", Clause(NounPhrase(""), "plays", the("cards", "of ", dummy)))
                    else:
                        clause = speech.naming(name, owner).clause(test)
                        yield Case(clause, who.verb("plays", "their cards"))
                case _:
                    who = speech.naming(name, owner).noun(value)
                    yield the("cards", "of a player", plural=True).verb("is", "played by ", who)
        leads = self._part("leads")
        instead = book.instead("tricks.leads")
        if instead:
            yield instead
        elif leads is not None:
            yield from self._leads(leads)

    def _who(self, test: ir.Expr, name: str) -> NounPhrase | None:
        match test:
            case ir.Op(name="eq", arguments=(ir.Local(name=local), who)) if local == name:
                return Speech(self._book, {}).noun(who)
            case _:
                return None

    def _leads(self, leads: ir.Expr) -> Iterator[Part]:
        """Tell which cards may be led, first choice first."""
        speech = self._of(_LEADER)
        if self._is_hand(leads):
            return
        if isinstance(leads, ir.Cond):
            for test, cards in (
                (leads.test, leads.then),
                (self._book.simplifier.negated(leads.test), leads.other),
            ):
                for text in self._leads(cards):
                    yield Case(speech.clause(test), text)
            return
        first = True
        for each in _choices(leads):
            if isinstance(each, ir.Filter):
                free, own = _free(each)
                assert own is not None
                kind = speech.kind(own, each.name)
                clauses = [speech.clause(side) for side in free]
                if kind is not None:
                    who = NounPhrase("leader", "a", Relative(WHO_ONE.verb("has", NounPhrase(kind, "a")), WHO_ONE))
                    must = who.verb("must" if first else "otherwise must", "lead it")
                    unless = Subordinate("unless", joint(clauses, conjunction=False)) if free else None
                    yield must if unless is None else phrase(must, Aside(unless))
                else:
                    unless = joint([*clauses, _LEADER.verb("has", "no other cards")], conjunction=False)
                    yield phrase(self._but(own, each.name, speech), Subordinate("unless", unless))
            else:
                yield _LEADER.verb("plays", "one of ", speech.noun(each), ", or any card if there are none")
            first = False

    def _is_hand(self, cards: ir.Expr) -> bool:
        """Return whether all cards may be led."""
        return isinstance(cards, ir.ZoneRef) and cards.zone == self._tricks.hand.text

    def _but(self, own: ir.Expr, name: str, speech: Speech) -> Clause:
        """Return which cards may not be led: `hearts may not be led`."""
        contrary = self._book.simplifier.expression(self._book.simplifier.negated(own))
        kind = speech.kind(_spread(contrary), name)
        if kind is not None:
            return NounPhrase(kind, plural=True).verb("may", "be led", holds=False)
        return NounPhrase("only cards", "", speech.relative(own, name), plural=True).verb("may", "be led")

    def _following(self) -> Iterator[Part]:
        follow = self._holds("must.follow", True)
        head = self._holds("must.head", False)
        trump = self._holds("must.trump", False)
        over = self._holds("must.overtrump", False)
        may_trump = self._holds("may_trump", False)
        if follow is False:
            yield _PLAYERS.verb("may", "play any card")
        else:
            card = NounPhrase("card", "a", "of the suit led")
            who = _PLAYERS.followed(Relative(WHO.verb("has", card), WHO))
            if_ = Subordinate("if", follow) if isinstance(follow, Proposition) else ""
            trumped = said("or a trump", _when(may_trump)) if may_trump else ""
            yield who.verb("must", phrase("play one", trumped, if_))
            if may_trump and over:
                yield said("such a trump must be higher than those in the trick", _when(over))
            if head:
                yield said("if they can, they must play one that takes the trick so far", _when(head))
            if trump:
                yield said(_CANNOT_FOLLOW.verb("must", "play a trump, if they have one"), _when(trump))
            if over:
                higher = "a player who plays a trump must play a higher one than those in the trick, if possible"
                yield said(higher, _when(over))
            yield from self._discards(trump, over)
        exempt = self._part("exempt")
        if exempt is not None:
            (name, _), *_ = self._book.program.definitions["·exempt"].parameters
            kind = Speech(self._book).kind(exempt, name)
            a_card = NounPhrase("card", "a")
            one = NounPhrase(kind, "a" if kind.either else "the") if kind else a_card
            what = one if kind else Speech(self._book, {name: a_card}).clause(exempt)
            takes = self._tricks.taker is None  # otherwise the author says who takes the trick
            does = (
                "neither counts as led nor takes a trick"
                if takes
                else ("counts neither as led nor as the highest card of the trick")
            )
            yield said(what, f" may always be played; it {does}")

    def _discards(self, trump: Proposition | bool, over: Proposition | bool) -> Iterator[Part]:
        """Tell what players play who can neither follow nor must play a trump.

        Args:
            trump: whether players who cannot follow must play a trump.
            over: whether a trump that is played must be a higher one; if so, lower ones are the last choice.
        """
        others = NounPhrase("others", plural=True, person=True) if trump else _CANNOT_FOLLOW
        lower = said("a trump that is not higher than those in the trick only if they have nothing else", _when(over))
        spares = over and trump is not True
        instead = self._book.instead("tricks.discards")
        if instead:
            yield instead
            return
        discards = self._part("discards")
        any_card = others.verb("may", "play any card")
        if discards is None or isinstance(discards, ir.ZoneRef):
            yield said(any_card, ", but ", lower) if spares else any_card
            return
        if spares:
            yield others.verb("may", "play ", lower)
        speech = self._of(THEY)
        match discards:
            case ir.Filter():
                free, own = _free(discards)
                assert own is not None
                contrary = self._book.simplifier.negated(own)
                kind = speech.kind(_spread(contrary), discards.name)
                clauses = [speech.clause(each, holds=False) for each in free]
                when = Subordinate("if", joint(clauses)) if free else ""
                if kind is not None:
                    cards = phrase(f"play {kind.either or kind.several}", when)
                    but = said(THEY.verb("may", cards, holds=False), ", unless they have nothing else")
                else:
                    cards = phrase("play only cards", speech.relative(own, discards.name), when)
                    but = said(THEY.verb("may", cards), ", if they have any")
                yield said(any_card, ", but ", but)
            case _:
                yield said(others.verb("plays", "one of ", speech.noun(discards)), ", if they have any")

    def _taking(self) -> Iterator[Part]:
        book, speech = self._book, Speech(self._book, {})
        trump = self._part("trump")
        none = isinstance(trump, ir.Const) and trump.value == -1
        tops = [name for name in book.program.definitions if name.startswith("·top_")]
        taker = self._tricks.taker
        has_trump = trump is not None and not none
        both = book.instead("tricks.top_trumps")
        instead = both, book.instead("tricks.trump")
        yield from instead
        if has_trump or tops:
            if has_trump and not any(instead):
                assert trump is not None
                noun = speech.noun(trump)
                is_named = noun.head in ("trump", "trump suit", "trumps") and noun.owner is None and not noun.rest
                if not is_named:
                    yield noun.verb("is", "trumps") if isinstance(trump, ir.Const) else be(the("trump suit"), noun)
            if tops and not both:
                found = steps(map(self._top, tops), apart=True)
                yield said("the highest trumps are, from the top: ", found)
                yield "such cards belong to the trump suit and to no other"
                yield self._among_tops(tops)
            if taker is None:
                yield ("the highest trump takes the trick; without a trump in it, the highest card of the suit led")
        else:
            yield "there are no trumps: no suit beats the suit led"
            if taker is None:
                yield "the highest card of the suit led takes the trick"
        faces = book.program.pack.text
        if taker is None and len(set(faces)) < len(faces):
            yield "of equal cards the one that was played first counts"
        goes = book.instead("tricks.taker")
        if goes:
            yield goes
        elif taker is not None:
            value = self._part("taker") or book.simplifier.definition("taker")
            if value is not None:
                yield the("trick").verb("goes", Prepositional("to", speech.noun(value)))
        orders = book.instead("tricks.order", "tricks.trump_order")
        yield from [orders] if orders else self._orders()
        do = Teller(speech.naming("taker", the("taker", person=True)), phase=self._phase.name)
        done = book.instead("tricks.do")
        own = any(map(self._is_own, self._do))
        kept = [each for each in self._do if not (self._is_usual(each) or self._is_own(each))]
        yield from [done] if done else do.sentences(kept)
        won = self._tricks.won
        aside = "takes its cards, lays them aside and "
        if own:
            aside = ""
            yield "all players lay their own cards of a trick aside"
        elif not book.program.zones[won.text].each:
            aside = ""
            where = speech.noun(ir.ZoneRef(won.text, None, type=ty.CARDS))
            yield the("cards", plural=True).verb("goes", Prepositional("to", where))
        until = "" if self._until is not None else ", until the hands are empty"
        over = "; then the deal is over" if until and self._is_last else ""
        yield f"the winner of a trick {aside}leads to the next one{until}{over}"
        if self._until is not None:
            sooner = speech.clause(self._until)
            yield said("the tricks are over when the hands are empty, or before that ", Subordinate("when", sooner))

    @property
    def _is_last(self) -> bool:
        """Whether no part of the deal follows the tricks."""
        return self._phase.next is None and self._phase == [*self._book.program.phases.values()][-1]

    def _is_usual(self, statement: ir.Stmt) -> bool:
        """Return whether a statement counts a trick, as its name says."""
        match statement:
            case ir.Assign(value=ir.Op(name="add", arguments=(_, ir.Const(value=1)))):
                return statement.target.variable not in ("score", *self._book.anew)
            case _:
                return False

    def _is_own(self, statement: ir.Stmt) -> bool:
        """Return whether a statement gives the cards of a trick to those who played them."""
        match statement:
            case ir.ForEach(
                series=ir.Op(name="players" | "everybody"),
                name=name,
                body=(ir.Move(cards=ir.ZoneRef(seat=ir.Local(name=whose)), target=target),),
            ):
                seat = target.seat if isinstance(target, ir.ZoneRef) else None
                own = isinstance(seat, ir.Local) and name == whose == seat.name
                return own and target.zone == self._tricks.won.text
            case _:
                return False

    def _top(self, name: str) -> Part:
        (card, _), *_ = self._book.program.definitions[name].parameters
        value = self._book.simplifier.definition(name)
        assert value is not None
        speech = Speech(self._book)
        parts = list(alternatives(value, conjunction=True))
        own = [each for each in parts if speech.kind(each, card) is not None]
        rest = [each for each in parts if each not in own]
        about = [each for each in rest if _mentions(each, card)]
        free = [speech.clause(each) for each in rest if not _mentions(each, card)]
        if own:
            kind = speech.kind(combined(own, True), card)
            assert kind is not None
            told: Part = NounPhrase(kind, plural=True)
            if about:
                relative = [_reduced(speech.relative(each, card, one=True)) for each in about]
                told = the(kind, *[part for each in relative for part in (" and ", each)][1:])
        elif not about:
            return NounPhrase("card", "a", speech.relative(value, card, one=True))
        else:
            relative = speech.relative(combined(about, True), card, one=True)
            reduced = _reduced(relative)
            told = reduced if isinstance(reduced, NounPhrase) else NounPhrase("card", "a", relative)
        return phrase(told, said("(", Subordinate("if", joint(free)), ")")) if free else told

    def _among_tops(self, names: list[str]) -> str:
        """Return which of several top trumps is the highest; empty if there are never several."""
        pack = self._book.program.pack
        speech = Speech(self._book)
        left = list(range(len(pack.text)))
        among: list[str] = []
        suits: set[int] = set()
        for name in names:
            (card, _), *_ = self._book.program.definitions[name].parameters
            value = self._book.simplifier.definition(name)
            own = [each for each in alternatives(value, conjunction=True) if _mentions(each, card)] if value else []
            value = combined(own, True) if own else None
            kind = value and speech.kind(value, card)
            if value is None or kind is None:
                continue  # which cards these are depends on the deal
            fitting = [each for each in left if _fits(self._book, value, card, each)]
            left = [each for each in left if each not in fitting]
            found = {pack.suit[each] for each in fitting} - {NONE}
            if len(found) > 1:
                among.append(f"among {kind.several}")
                suits |= found
        if not among:
            return ""
        order = ", ".join(self._book.suit(each) for each in sorted(suits))
        return f"{', and '.join(among)}, the suit decides; from low to high: {order}"

    def _orders(self) -> Iterator[Part]:
        """Tell the orders of the ranks, if they are not that of the deck."""
        book = self._book
        names = list(book.program.pack.orders)
        orders: dict[tuple[str, Proposition | None], list[str]] = {}
        split = self._tricks.trump_order is not None
        value = book.program.definitions["best"].value
        assert value is not None
        for each, conditions in self._ranked(book.simplifier.expression(value), ()):
            if isinstance(each.key, ir.Op) and each.key.name == "in_order":
                index = each.key.arguments[1]
                assert isinstance(index, ir.Const)
                assert isinstance(index.value, int)
                of = "other cards" if _follows(each.collection) else "trumps"
                clauses = [Speech(book, {}).clause(test) for test in conditions]
                when = joint(clauses) if clauses else None
                orders.setdefault((names[index.value], when), []).append(of)
        for (order, when), kinds in orders.items():
            plain = not split or len(set(kinds)) > 1
            what = the("cards" if plain else kinds[0], plural=True)
            ranks = said("in tricks ", what.verb("ranks", f"in this order, from low to high: {order_of(book, order)}"))
            yield ranks if when is None else Case(when, ranks)

    def _ranked(self, node: ir.Expr, conditions: tuple[ir.Expr, ...]) -> Iterator[tuple[ir.Best, tuple[ir.Expr, ...]]]:
        """Yield the choices of the highest cards, each with the conditions for it."""
        match node:
            case ir.Best():
                yield node, conditions
            case ir.Cond(test=test, then=then, other=other):
                yield from self._ranked(then, (*conditions, test))
                contrary = self._book.simplifier.negated(test)
                yield from self._ranked(other, (*conditions, contrary))
            case _:
                for each in expressions(node):
                    yield from self._ranked(each, conditions)


def _follows(cards: ir.Expr) -> bool:
    """Return whether cards are those of the suit led: their condition asks for the first card."""
    condition = cards.condition if isinstance(cards, ir.Filter) else cards
    used = {each.definition for each in walk(condition) if isinstance(each, ir.Use)}
    return not used.isdisjoint(("·asked", "trick"))


def _fits(book: Book, condition: ir.Expr, name: str, card: int) -> bool:
    """Return whether a condition that says of what kind cards are holds for a card."""
    pack = book.program.pack

    def settled(node: ir.Expr) -> ir.Expr:
        match node:
            case ir.Op(name="rank" | "suit" | "colour", arguments=(ir.Local(name=local),)) if local == name:
                attribute: tuple[int, ...] = getattr(pack, node.name)
                return ir.Const(attribute[card], type=node.type)
            case ir.Local(name=local) if local == name:
                return ir.Const(card, type=ty.CARD)
            case _:
                return rebuilt(node, settled)

    found = book.simplifier.expression(settled(condition))
    return isinstance(found, ir.Const) and bool(found.value)


def _choices(cards: ir.Expr) -> list[ir.Expr]:
    """Return the alternatives of `a otherwise b`."""
    if isinstance(cards, ir.Op) and cards.name == "otherwise":
        return [each for side in cards.arguments for each in _choices(side)]
    return [cards]


def _free(node: ir.Filter) -> tuple[list[ir.Expr], ir.Expr | None]:
    """Return the alternatives of a condition that allow all cards, and the others."""
    sides = list(alternatives(node.condition, conjunction=False))
    free = [side for side in sides if not _mentions(side, node.name)]
    own = [side for side in sides if _mentions(side, node.name)]
    if not own:
        return [], node.condition
    whole = own[0]
    for each in own[1:]:
        whole = ir.Logic(False, whole, each, type=ty.BOOLEAN)
    return free, whole


def _spread(node: ir.Expr) -> ir.Expr:
    """Return the contrary of `not a and not b` as `a or b`."""
    match node:
        case ir.Op(name="not", arguments=(ir.Logic(conjunction=conjunction) as inner,)):
            left = _spread(_contrary(inner.left))
            right = _spread(_contrary(inner.right))
            return ir.Logic(not conjunction, left, right, type=ty.BOOLEAN)
        case _:
            return node


def _contrary(node: ir.Expr) -> ir.Expr:
    match node:
        case ir.Op(name="not", arguments=(inner,)):
            return inner
        case ir.Op(name="ne", arguments=given):
            return ir.Op("eq", given, type=node.type, span=node.span)
        case ir.Op(name="eq", arguments=given):
            return ir.Op("ne", given, type=node.type, span=node.span)
        case _:
            return ir.Op("not", (node,), type=ty.BOOLEAN)


def _mentions(node: ir.Expr, name: str) -> bool:
    return any(isinstance(each, ir.Local) and each.name == name for each in walk(node))


def _when(condition: Proposition | bool) -> Part:
    return said(" (", Subordinate("if", condition), ")") if isinstance(condition, Proposition) else ""


def _reduced(relative: Part) -> Part:
    """Return a relative clause without `that is`: `of the trump suit`."""
    match relative:
        case Relative(clause=Clause(verb="is", holds=True, rest=rest)):
            return rest
        case _:
            return relative
