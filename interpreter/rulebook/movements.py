"""Words for statements that move, deal, draw and show cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..program import ir
from ..program.program import Zone
from ..program.tree_walk import parts, walk
from ..speech.grammar import (
    IT,
    THEY,
    YOU,
    Aside,
    Case,
    Clause,
    Conditional,
    Instruction,
    NounPhrase,
    Part,
    Prepositional,
    Subordinate,
    be,
    phrase,
    replaced,
    said,
    steps,
    the,
)
from ..speech.speech import Speech
from ..syntax import types as ty


@dataclass(frozen=True)
class Movements:
    """Tells what happens to cards.

    Attributes:
        speech: the words for expressions.
    """

    speech: Speech

    def move(self, node: ir.Move) -> Part:
        """Return what is said of cards that go from place to place."""
        cards = self.speech.cards(node.cards)
        match node.target:
            case ir.PileRef(pile=pile):
                return Instruction("puts", phrase(cards, Prepositional("on", self.speech.noun(pile))))
            case ir.ZoneRef(zone=name, seat=seat) as place:
                zone = self.speech.book.program.zones[name]
                where = self.speech.noun(place)
                if self.speech.book.program.tricks is not None and (
                    name == self.speech.book.program.tricks.played and seat is not None
                ):
                    owner = self.speech.noun(seat)
                    return Instruction("plays", cards) if owner == YOU else owner.verb("plays", cards)
                if node.beneath:
                    return Instruction("puts", phrase(cards, Prepositional("under", where)))
                if seat is not None and zone.faces == "owner":
                    owner = self.speech.noun(seat)
                    if owner == self.speech.names.get("actor", YOU):
                        return Instruction("takes", phrase(cards, Prepositional("into", where)))
                    if isinstance(node.cards, ir.ZoneRef):
                        return owner.verb("takes", phrase(cards, Prepositional("into", _own(owner, where))))
                    return Instruction("gives", phrase(cards, Prepositional("to", owner)))
                on = "on" if zone.ordered and zone.faces != "hidden" else "into"
                if where == the("table"):
                    on = "on"
                elif isinstance(where.head, str) and {"tricks", "cards"}.intersection(where.head.split()):
                    on = "among"
                return Instruction("puts", phrase(cards, Prepositional(on, where)))

    def deal(self, node: ir.DealOut) -> Part:
        """Return what is said of cards that are dealt."""
        amount, is_all = self.speech.amount(node.count, "card"), self._is_all(node)
        source = self._from(node.source)
        name = node.target.zone
        zone = self.speech.book.program.zones[name]
        if is_all:
            amount = NounPhrase("cards", "all", plural=True)
        if node.players is not None:
            each = NounPhrase("", "each", said("of ", self.speech.noun(node.players)), person=True)
            return Instruction("deals", phrase(amount, Prepositional("to", each), source))
        if node.each:
            several = "each" if is_all and source == "" else "the"
            place = None if zone.faces in ("owner", "others") else self._as_zone(zone, several)
            if several == "each":
                to = Prepositional("to", NounPhrase("players", "the", place or "", plural=True, person=True))
                return Instruction("deals", phrase(NounPhrase("cards", "all the", plural=True), to))
            to = Prepositional("to", NounPhrase("player", "each", place or "", person=True))
            return Instruction("deals", phrase(amount, to, source))
        where = self.speech.noun(node.target)
        one = isinstance(node.count, ir.Const) and node.count.value == 1
        to = Prepositional("to", where)
        if zone.faces == "top" and not one:
            return Instruction("deals", said(phrase(amount, source, to), Aside("the last one face up")))
        if zone.faces in ("shown", "top"):
            turned = Instruction("turns", phrase("up", the("next card") if one else amount, source))
            if one and name not in self._moved_to:
                return steps((turned, be(IT, where)), apart=True)
            it = IT if one else replace(THEY, person=False)
            put = Instruction("puts", phrase(it, Prepositional("on", where)))
            return said(turned, " and ", put)
        return Instruction("deals", phrase(amount, source, to))

    def _is_all(self, node: ir.DealOut) -> bool:
        """Return whether all cards are dealt, as there are no more than are to be dealt."""
        program = self.speech.book.program
        match node.count:
            case ir.Op(name="size"):
                return True
            case ir.Const(value=int(each)) if node.source.zone == program.pack_zone:
                places = program.players if node.each and node.players is None else 1
                return each * places > program.pack.size
            case _:
                return False

    def _as_zone(self, zone: Zone, which: str) -> Part:
        """Return how the cards of a place of each player are dealt, and what they are called.

        Args:
            zone: the place.
            which: the word before `player`.
        """
        faces = {"hidden": "face down", "turned": "face down", "top": "the last one face up"}
        owner = self.speech.naming("·owner", NounPhrase("player", which, person=True))
        seat = ir.Local("·owner", type=ty.PLAYER)
        face = faces.get(zone.faces, "face up")
        return phrase(Aside(face), Prepositional("as", owner.noun(ir.ZoneRef(zone.name, seat, type=ty.PILE))))

    @property
    def _moved_to(self) -> set[str]:
        """The zones that statements put cards on, besides those that are dealt."""
        moves = parts(self.speech.book.program, ir.Move)
        return {each.target.zone for each in moves}

    def draw(self, node: ir.Draw) -> Part:
        """Return what is said of cards that are drawn."""
        who, source = self.speech.noun(node.player), self._from(node.source)
        target: Part = ""
        if not (node.target.zone == "hand" and node.target.seat == node.player):
            target = Prepositional("to", self.speech.noun(node.target))
        if node.until is not None:
            drawn = self.speech.naming("drawn", the("card drawn"))
            until = Subordinate("until", drawn.clause(node.until))
            return self._does(who, "draws", phrase("cards", source, target, until))
        count = node.count
        assert count is not None
        return self._does(who, "draws", phrase(self.speech.amount(count, "card"), source, target))

    def _does(self, who: NounPhrase, verb: str, rest: Part) -> Part:
        """Return what somebody does; an instruction to the player who acts."""
        you = who == self.speech.names.get("actor", YOU) and who == YOU
        return Instruction(verb, rest) if you else who.verb(verb, rest)

    def refill(self, node: ir.Refill) -> Part:
        """Return what is said of a place that is filled up."""
        place, amount = self.speech.noun(node.zone), self.speech.amount(node.count, "card")
        to, source = Prepositional("to", amount), self._from(node.source)
        if node.zone.seat is None:
            return Instruction("fills", phrase("up", place, to, source))
        who = self.speech.noun(node.zone.seat)
        return self._does(who, "fills", phrase("up", _own(who, place), to, source))

    def _from(self, source: ir.ZoneRef) -> Part:
        """Return where cards are drawn from, if it is not the pack."""
        if source.zone == self.speech.book.program.pack_zone:
            return ""
        return Prepositional("from", self.speech.noun(source))

    def reveal(self, node: ir.Reveal) -> Part:
        """Return what is said of cards that are shown; one card, perhaps only if a condition holds for it."""
        shown = self.speech.book.simplifier.inlined(node.cards) if isinstance(node.cards, ir.Use) else node.cards
        match shown:
            case ir.Filter(collection=one, name=name, condition=condition) if one.type == ty.CARD:
                test = self.speech.naming(name, self.speech.noun(one)).clause(condition)
                return Conditional((Case(test, self.reveal(replace(node, cards=one))),))
            case _:
                pass
        cards = self.speech.cards(node.cards)
        turned = {zone.name for zone in self.speech.book.program.zones.values() if zone.faces == "turned"}
        named = {each.zone for each in walk(node.cards) if isinstance(each, ir.ZoneRef | ir.PileRef | ir.AllSeats)}
        if named & turned:
            return Instruction("turns", phrase(cards, "face up"))
        if node.audience is None:
            return Instruction("shows", phrase(cards, Prepositional("to", "all players")))
        who = self.speech.noun(node.audience)
        if who == YOU:
            return Instruction("looks", Prepositional("at", cards))
        return Instruction("shows", phrase(cards, Prepositional("to", who)))

    def tell(self, node: ir.Tell) -> Part:
        """Return what is said of what somebody is told about cards."""
        who, place = self.speech.noun(node.audience), self.speech.noun(node.cards)
        match node.fitting:
            case ir.Filter(name=name, condition=condition):
                found = self.speech.naming(name, THEY).clause(condition)
                which = NounPhrase("cards", "which", said("in ", _own(who, place)), plural=True)
                if isinstance(found, Clause) and found.subject == THEY:
                    return Instruction("tells", phrase(who, replace(found, subject=which)))
                return Instruction("tells", phrase(who, be(which, said("such that ", found))))
            case fitting:
                which = NounPhrase("cards", "which", said("in ", place), plural=True)
                return Instruction("tells", phrase(who, be(which, self.speech.noun(fitting))))


def _own(owner: NounPhrase, place: NounPhrase) -> NounPhrase:
    """Return a place of a player who has been named: `your opponent fills up their hand`."""
    return place if owner == YOU else replaced(place, owner, THEY)
