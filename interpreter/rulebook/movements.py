"""Sentences for statements that move, deal, draw and show cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..program import ir
from ..program.program import Zone
from ..program.tree_walk import parts, walk
from ..speech.grammar import THEY, YOU, Clause, NounPhrase, be, replaced, said, the
from ..speech.speech import Speech
from ..syntax import types as ty


@dataclass(frozen=True)
class Movements:
    """Tells what happens to cards.

    Attributes:
        speech: the words for expressions.
    """

    speech: Speech

    def move(self, node: ir.Move) -> str:
        """Return the sentence for cards that go from place to place."""
        cards = self.speech.cards(node.cards)
        match node.target:
            case ir.PileRef(pile=pile):
                return f"put {cards} on {self.speech.noun(pile)}"
            case ir.ZoneRef(zone=name, seat=seat) as place:
                zone = self.speech.book.program.zones[name]
                where = self.speech.noun(place)
                if self.speech.book.program.tricks is not None and (
                    name == self.speech.book.program.tricks.played and seat is not None
                ):
                    owner = self.speech.noun(seat)
                    return f"{'play' if owner == YOU else owner.verb('plays')} {cards}"
                if node.beneath:
                    return f"put {cards} under {where}"
                if seat is not None and zone.faces == "owner":
                    owner = self.speech.noun(seat)
                    if owner == self.speech.names.get("actor", YOU):
                        return f"take {cards} into {where}"
                    if isinstance(node.cards, ir.ZoneRef):
                        return f"{owner.verb('takes')} {cards} into {_own(owner, where)}"
                    return f"give {cards} to {owner}"
                on = "on" if zone.ordered and zone.faces != "hidden" else "into"
                if where == the("table"):
                    on = "on"
                elif isinstance(where.head, str) and {"tricks", "cards"}.intersection(where.head.split()):
                    on = "among"
                return f"put {cards} {on} {where}"

    def deal(self, node: ir.DealOut) -> str:
        """Return the sentence for cards that are dealt."""
        amount = self.speech.amount(node.count, "card").text
        source = self._from(node.source)
        name = node.target.zone
        zone = self.speech.book.program.zones[name]
        if self._is_all(node):
            amount = "all cards"
        if amount.endswith(", rounded down"):
            amount += ","
        if node.players is not None:
            return f"deal {amount} to each of {self.speech.noun(node.players)}{source}"
        if node.each:
            place = "" if zone.faces in ("owner", "others") else self._as_zone(zone)
            if amount == "all cards" and not place and not source:
                return "deal all the cards to the players"
            return f"deal {amount} to each player{place}{source}"
        where = self.speech.noun(node.target)
        one = isinstance(node.count, ir.Const) and node.count.value == 1
        if zone.faces == "top" and not one:
            return f"deal {amount}{source} to {where}, the last one face up"
        if zone.faces in ("shown", "top"):
            if one and name not in self._moved_to:
                return f"turn up the next card{source}; it is {where}"
            if one:
                return f"turn up the next card{source} and put it on {where}"
            return f"turn up {amount}{source} and put them on {where}"
        return f"deal {amount}{source} to {where}"

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

    def _as_zone(self, zone: Zone) -> str:
        """Return how the cards of a place of each player are dealt, and what they are called."""
        faces = {"hidden": "face down", "turned": "face down", "top": "the last one face up"}
        owner = self.speech.naming("·owner", the("player", person=True))
        seat = ir.Local("·owner", type=ty.PLAYER)
        face = faces.get(zone.faces, "face up")
        return f", {face}, as {owner.noun(ir.ZoneRef(zone.name, seat, type=ty.PILE))}"

    @property
    def _moved_to(self) -> set[str]:
        """The zones that statements put cards on, besides those that are dealt."""
        moves = parts(self.speech.book.program, ir.Move)
        return {each.target.zone for each in moves}

    def draw(self, node: ir.Draw) -> str:
        """Return the sentence for cards that are drawn."""
        who = self.speech.noun(node.player)
        you = who == self.speech.names.get("actor", YOU) and who == YOU
        source, target = self._from(node.source), ""
        if not (node.target.zone == "hand" and node.target.seat == node.player):
            target = f" to {self.speech.noun(node.target)}"
        if node.until is not None:
            drawn = self.speech.naming("drawn", the("card drawn"))
            verb = "draw" if you else who.verb("draws")
            return f"{verb} cards{source}{target} until {drawn.clause(node.until)}"
        count = node.count
        assert count is not None
        amount = self.speech.amount(count, "card")
        return f"{'draw' if you else who.verb('draws')} {amount}{source}{target}"

    def refill(self, node: ir.Refill) -> str:
        """Return the sentence for a place that is filled up."""
        place, amount = self.speech.noun(node.zone), self.speech.amount(node.count, "card")
        source = self._from(node.source)
        if node.zone.seat is None:
            return f"fill up {place} to {amount}{source}"
        who = self.speech.noun(node.zone.seat)
        you = who == self.speech.names.get("actor", YOU) and who == YOU
        return f"{'fill' if you else who.verb('fills')} up {_own(who, place)} to {amount}{source}"

    def _from(self, source: ir.ZoneRef) -> str:
        """Return where cards are drawn from, if it is not the pack."""
        if source.zone == self.speech.book.program.pack_zone:
            return ""
        return f" from {self.speech.noun(source)}"

    def reveal(self, node: ir.Reveal) -> str:
        """Return the sentence for cards that are shown."""
        cards = self.speech.cards(node.cards)
        turned = {zone.name for zone in self.speech.book.program.zones.values() if zone.faces == "turned"}
        named = {each.zone for each in walk(node.cards) if isinstance(each, ir.ZoneRef | ir.PileRef | ir.AllSeats)}
        if named & turned:
            return f"turn {cards} face up"
        if node.audience is None:
            return f"show {cards} to all players"
        who = self.speech.noun(node.audience)
        if who == YOU:
            return f"look at {cards}"
        return f"show {cards} to {who}"

    def tell(self, node: ir.Tell) -> str:
        """Return the sentence for what somebody is told about cards."""
        who, place = self.speech.noun(node.audience), self.speech.noun(node.cards)
        match node.fitting:
            case ir.Filter(name=name, condition=condition):
                found = self.speech.naming(name, THEY).clause(condition)
                which = NounPhrase("cards", "which", said("in ", _own(who, place)), plural=True)
                if isinstance(found, Clause) and found.subject == THEY:
                    return f"tell {who} {replace(found, subject=which)}"
                return f"tell {who} {be(which, said('such that ', found))}"
            case fitting:
                return f"tell {who} which cards in {place} are {self.speech.noun(fitting)}"


def _own(owner: NounPhrase, place: NounPhrase) -> NounPhrase:
    """Return a place of a player who has been named: `your opponent fills up their hand`."""
    return place if owner == YOU else replaced(place, owner, THEY)
