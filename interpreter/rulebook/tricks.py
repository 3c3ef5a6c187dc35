"""Sentences about tricks: who leads, what must be played, who takes."""

from __future__ import annotations

from collections.abc import Iterator

from ..program import ir
from ..program.cards import NONE
from ..program.program import Action, Parameter, Phase
from ..program.tree_walk import expressions, parts, rebuilt, walk
from ..speech.book import Book
from ..speech.english import a, sentence
from ..speech.grammar import THEY, Clause, NounPhrase, Part, Proposition, Relative, joint, the
from ..speech.simplify import alternatives, combined
from ..speech.speech import Speech
from ..syntax import types as ty
from . import document as d
from .deck import order_of
from .sentences import Teller

_LEADER = NounPhrase("leader", "the", whose="their", person=True)


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
            d.Paragraph((_prose(self._leading()),)),
            d.Paragraph((_prose(self._following()),)),
            d.Paragraph((_prose(self._taking()),)),
        ]

    def _leading(self) -> Iterator[str]:
        book, speech = self._book, Speech(self._book, {})
        leader = self._part("leader")
        instead = book.instead("tricks.leader")
        if instead:
            yield instead
        elif leader is not None:
            yield f"{speech.noun(leader)} leads to the first trick"
        among = self._phase.among and book.simplifier.expression(self._phase.among)
        if among is not None:
            yield f"only {speech.noun(among)} play"
        order = book.program.around if book.rules.most > 2 else "in turn"
        players = book.simplifier.expression(self._phase.players)
        if isinstance(players, ir.Op) and players.name == "players_in_order":
            yield f"the order of play is {speech.noun(players.arguments[1])}, round and round"
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
                    dummy = self._who(test, name)
                    if dummy:
                        yield f"{Speech(book, {}).noun(then)} also plays the cards of {dummy}"
                    else:
                        clause = speech.naming(name, owner).clause(test)
                        yield f"if {clause}, {speech.noun(then)} plays their cards"
                case _:
                    who = speech.naming(name, owner).noun(value)
                    yield f"the cards of a player are played by {who}"
        leads = self._part("leads")
        instead = book.instead("tricks.leads")
        if instead:
            yield instead
        elif leads is not None:
            yield from self._leads(leads)

    def _who(self, test: ir.Expr, name: str) -> str:
        match test:
            case ir.Op(name="eq", arguments=(ir.Local(name=local), who)) if local == name:
                return str(Speech(self._book, {}).noun(who))
            case _:
                return ""

    def _leads(self, leads: ir.Expr) -> Iterator[str]:
        """Tell which cards may be led, first choice first."""
        speech = self._of(_LEADER)
        if isinstance(leads, ir.Cond):
            for test, cards in (
                (leads.test, leads.then),
                (self._book.simplifier.negated(leads.test), leads.other),
            ):
                for text in self._leads(cards) if not self._is_hand(cards) else ():
                    yield f"if {speech.clause(test)}, {text}"
            return
        first = True
        for each in _choices(leads):
            if isinstance(each, ir.Filter):
                free, own = _free(each)
                kind = speech.kind(own, each.name) if own is not None else None
                unless = f", unless {joint(map(speech.clause, free), conjunction=False)}" if free else ""
                if kind is not None:
                    must = "must lead" if first else "otherwise must lead"
                    yield f"a leader who has {a(kind.one)} {must} it{unless}"
                else:
                    assert own is not None
                    but = self._but(own, each.name, speech)
                    unless = f"unless {joint(map(speech.clause, free), conjunction=False)} or " if free else ("unless ")
                    yield f"{but} {unless}the leader has no other cards"
            else:
                yield f"the leader plays one of {speech.noun(each)}, or any card if there are none"
            first = False

    def _is_hand(self, cards: ir.Expr) -> bool:
        """Return whether all cards may be led."""
        return isinstance(cards, ir.ZoneRef) and cards.zone == self._tricks.hand.text

    def _but(self, own: ir.Expr, name: str, speech: Speech) -> str:
        """Return which cards may not be played: `may not lead hearts`."""
        contrary = self._book.simplifier.expression(self._book.simplifier.negated(own))
        kind = speech.kind(_spread(contrary), name)
        if kind is not None:
            return f"{kind.several} may not be led"
        return f"only cards {speech.relative(own, name)} may be led"

    def _following(self) -> Iterator[str]:
        follow = self._holds("must.follow", True)
        head = self._holds("must.head", False)
        trump = self._holds("must.trump", False)
        over = self._holds("must.overtrump", False)
        may_trump = self._holds("may_trump", False)
        suit = "the suit led"
        if follow is False:
            yield "players may play any card"
        else:
            text = f"players who have a card of {suit} must play one"
            if isinstance(follow, str):
                text += f" if {follow}"
            if may_trump:
                text += " or a trump" + _when(may_trump)
            yield text
            if may_trump and over:
                yield "such a trump must be higher than those in the trick" + _when(over)
            if head:
                yield "if they can, they must play one that takes the trick so far" + _when(head)
            if trump:
                yield "players who cannot follow must play a trump, if they have one" + _when(trump)
            if over:
                yield (
                    "a player who plays a trump must play a higher one than those in the trick, if "
                    "possible" + _when(over)
                )
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
            yield f"{what} may always be played; it {does}"

    def _discards(self, trump: Proposition | bool, over: Proposition | bool) -> Iterator[str]:
        """Tell what players play who can neither follow nor must play a trump.

        Args:
            trump: whether players who cannot follow must play a trump.
            over: whether a trump that is played must be a higher one; if so, lower ones are the last choice.
        """
        otherwise = "others" if trump else "players who cannot follow"
        lower = "a trump that is not higher than those in the trick only if they have nothing else"
        spares = over and trump is not True
        instead = self._book.instead("tricks.discards")
        if instead:
            yield instead
            return
        discards = self._part("discards")
        if discards is None or isinstance(discards, ir.ZoneRef):
            yield f"{otherwise} may play any card" + (f", but {lower}{_when(over)}" if spares else "")
            return
        if spares:
            yield f"{otherwise} may play {lower}{_when(over)}"
        speech = self._of(THEY)
        match discards:
            case ir.Filter():
                free, own = _free(discards)
                assert own is not None
                contrary = self._book.simplifier.negated(own)
                kind = speech.kind(_spread(contrary), discards.name)
                when = ""
                if free:
                    clauses = [speech.clause(each, holds=False) for each in free]
                    when = f" if {joint(clauses)}"
                if kind is not None:
                    text = f"may not play {kind.several.replace(' and ', ' or ')}{when}, unless they have nothing else"
                else:
                    cards = speech.relative(own, discards.name)
                    text = f"may play only cards {cards}{when}, if they have any"
                yield f"{otherwise} may play any card, but they {text}"
            case _:
                yield f"{otherwise} play one of {speech.noun(discards)}, if they have any"

    def _taking(self) -> Iterator[str]:
        book, speech = self._book, Speech(self._book, {})
        trump = self._part("trump")
        none = isinstance(trump, ir.Const) and trump.value == -1
        tops = [name for name in book.program.definitions if name.startswith("·top_")]
        taker = self._tricks.taker
        has_trump = trump is not None and not none
        instead = book.instead("tricks.trump", "tricks.top_trumps")
        if instead:
            yield instead
        if has_trump or tops:
            if has_trump and not instead:
                assert trump is not None
                if isinstance(trump, ir.Const):
                    if speech.noun(trump).text != "trumps":
                        yield f"{speech.noun(trump)} are trumps"
                else:
                    noun = speech.noun(trump)
                    if noun.text not in ("the trump", "the trump suit", "the trumps"):
                        yield f"the trump suit is {noun}"
            if tops and not instead:
                found = [self._top(name) for name in tops]
                yield f"the highest trumps are, from the top: {'; '.join(found)}"
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
                yield f"the trick goes to {speech.noun(value)}"
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
            yield f"the cards go to {speech.noun(ir.ZoneRef(won.text, None, type=ty.CARDS))}"
        until = "" if self._until is not None else ", until the hands are empty"
        yield f"the winner of a trick {aside}leads to the next one{until}"
        if self._until is not None:
            sooner = speech.clause(self._until)
            yield f"the tricks are over when the hands are empty, or before that when {sooner}"

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

    def _top(self, name: str) -> str:
        (card, _), *_ = self._book.program.definitions[name].parameters
        value = self._book.simplifier.definition(name)
        assert value is not None
        speech = Speech(self._book)
        parts = list(alternatives(value, conjunction=True))
        own = [each for each in parts if speech.kind(each, card) is not None]
        rest = [each for each in parts if each not in own]
        if own:
            whole = own[0]
            for each in own[1:]:
                whole = ir.Logic(True, whole, each, type=ty.BOOLEAN)
            kind = speech.kind(whole, card)
            assert kind is not None
            about = [each for each in rest if _mentions(each, card)]
            free = [each for each in rest if not _mentions(each, card)]
            text = kind.several if not about else f"the {kind.one}"
            if about:
                relative = (speech.relative(each, card, one=True) for each in about)
                text += " " + " and ".join(str(_reduced(each)) for each in relative)
            if free:
                text += f" (if {joint(map(speech.clause, free))})"
            return text
        about = [each for each in parts if _mentions(each, card)]
        free = [each for each in parts if not _mentions(each, card)]
        if not about:
            return f"a card {speech.relative(value, card, one=True)}"
        relative = speech.relative(combined(about, True), card, one=True)
        reduced = _reduced(relative)
        text = str(reduced) if isinstance(reduced, NounPhrase) else f"a card {relative}"  # its own name is enough
        return text + (f" (if {joint(map(speech.clause, free))})" if free else "")

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
            kind = value and speech.kind(value, card)
            if value is None or kind is None:
                continue  # which cards these are depends on the deal
            fitting = [each for each in left if _fits(self._book, value, card, each)]
            left = [each for each in left if each not in fitting]
            own = {pack.suit[each] for each in fitting} - {NONE}
            if len(own) > 1:
                among.append(f"among {kind.several}")
                suits |= own
        if not among:
            return ""
        order = ", ".join(self._book.suit(each) for each in sorted(suits))
        return f"{', and '.join(among)}, the suit decides; from low to high: {order}"

    def _orders(self) -> Iterator[str]:
        """Tell the orders of the ranks, if they are not that of the deck."""
        book = self._book
        names = list(book.program.pack.orders)
        orders: dict[tuple[str, str], list[str]] = {}
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
                when = f"if {joint(clauses)}, " if clauses else ""
                orders.setdefault((names[index.value], when), []).append(of)
        for (order, when), kinds in orders.items():
            plain = not split or len(set(kinds)) > 1
            what = f"{when}in tricks the {'cards' if plain else kinds[0]}"
            yield f"{what} rank in this order, from low to high: {order_of(book, order)}"

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


def _prose(sentences: Iterator[str]) -> str:
    return " ".join(filter(None, map(sentence, sentences)))


def _when(condition: Proposition | bool) -> str:
    return f" (if {condition})" if isinstance(condition, Proposition) else ""


def _reduced(relative: Part) -> Part:
    """Return a relative clause without `that is`: `of the trump suit`."""
    match relative:
        case Relative(clause=Clause(verb="is", holds=True, rest=rest)):
            return rest
        case _:
            return relative
