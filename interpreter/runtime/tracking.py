"""Tracking of knowledge: which seats know where each card is.

Code of the recording build calls a tracker for every change. It keeps two sets of seats for each
card: the seats that know which zone the card is in (`know`), and the seats that know its exact
position in an ordered zone (`spot`). If cards move and a seat cannot see which ones, the seat
forgets every card of that zone that may have been among them; otherwise the remaining knowledge
would reveal which cards moved. Observations, logs and sampled worlds are derived from these sets.

Sealed choices are all made before the first of them is carried out. A card that was elsewhere then
cannot be among the cards that were chosen in a place, even if it has come there since.

`game/knowledge.py` and `stepping/knowing.py` complete the tracker for the two engines: they say how
cards are moved, and what else is noted. Native code translates the methods, so they use little of
Python.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..program.program import Program
from .melds import listed, set_of
from .primitives import random
from .teams import team


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, or one player's part of a zone."""

    slot: str
    seat: int
    ordered: bool
    watchers: int  # the seats that see every face in it
    top_shown: bool
    piles: bool
    own: int  # how many of the zone's piles are the seat's; 0 if the zone has no owners

    @property
    def first_pile(self) -> int:
        """The number of the seat's first pile in the zone."""
        return self.seat * self.own


class Tracker(ABC):
    """Moves cards in positions, and updates who knows where they are.

    Attributes:
        everyone: the set of all seats.
        size: the number of cards.
        places: all zones and players' parts of zones; the index is the number of the place.
        twins: for each card the other cards with the same face.
    """

    def __init__(self, program: Program) -> None:
        """Number the places of a program."""
        self._players = program.players
        self.everyone = (1 << program.players) - 1
        self.size = program.pack.size
        self._closed = program.tables is not None and not program.tables.open
        self._seals = any(phase.scheme == "at once" for phase in program.phases.values())
        self._readings = bool(program.melds)  # of piles, by how they were laid
        places: list[Place] = []
        first: list[int] = []
        for zone in program.zones.values():
            first.append(len(places))
            for seat in range(program.players) if zone.each else [-1]:
                owners = 1 << max(seat, 0)
                if zone.team and program.teams is not None:
                    owners = set_of(team(seat, program.teams.sides))
                watchers = {
                    "shown": self.everyone,
                    "owner": owners,
                    "others": self.everyone & ~owners,
                }.get(zone.faces, 0)
                places.append(
                    Place(
                        f"z_{zone.name}",
                        seat,
                        zone.ordered,
                        watchers,
                        zone.faces == "top",
                        zone.piles,
                        zone.fixed if zone.each else 0,
                    )
                )
        self.places = tuple(places)
        self._first = tuple(first)
        self._watchers = tuple(place.watchers for place in places)
        self._ordered = tuple(int(place.ordered) for place in places)
        self._top_shown = tuple(int(place.top_shown) for place in places)
        self._drawn_from_top = tuple(int(place.ordered or place.piles) for place in places)
        self._own = tuple(place.own for place in places)
        like: dict[object, list[int]] = {}
        for card, face in enumerate(program.pack.face):
            like.setdefault(face, []).append(card)
        self.twins = tuple(
            tuple(other for other in like[face] if other != card) for card, face in enumerate(program.pack.face)
        )
        self._alike = any(self.twins)
        self._tells = int(program.tells)
        self._repeats = int(program.repeats)
        self._every = (1 << self.size) - 1

    def place(self, zone: int, seat: int) -> int:
        """Return the number of the place of a zone and seat (-1 for a zone of the table)."""
        return self._first[zone] + max(seat, 0)

    def public(self, s: Any) -> int:
        """Return the seats that see the open cards of the table in place."""
        if not self._closed:
            return self.everyone
        found = 0
        for seat, table in enumerate(s.seated):
            if table == s.table:
                found |= 1 << seat
        return found

    # ------------------------------------------------------------------- what an engine completes

    @abstractmethod
    def where(self, s: Any, card: int) -> int:
        """Return the place a card is in."""

    @abstractmethod
    def cards(self, s: Any, place: int) -> list[int]:
        """Return the cards of a place as a new list, bottom to top if the place is ordered."""

    @abstractmethod
    def tops(self, s: Any, place: int) -> list[int]:
        """Return the top cards of a place: one, or one of each pile."""

    @abstractmethod
    def take(self, s: Any, place: int, cards: int) -> None:
        """Take a set of cards out of a place."""

    @abstractmethod
    def put(self, s: Any, place: int, pile: int, beneath: int, cards: Sequence[int]) -> None:
        """Put cards into a place: into one of its piles, or to its bottom or top."""

    @abstractmethod
    def opened(self, s: Any, place: int) -> int:
        """Begin a pile, and return its number."""

    @abstractmethod
    def laid(self, s: Any, place: int, pile: int, count: int) -> None:
        """Note that so many cards are laid on a pile at once."""

    @abstractmethod
    def gathered_all(self, s: Any) -> None:
        """Note that a deal begins."""

    @abstractmethod
    def mixed(self, s: Any, place: int) -> None:
        """Note that a place was shuffled."""

    @abstractmethod
    def drawn_by_chance(self, s: Any) -> None:
        """Note that chance decided which card was drawn."""

    @abstractmethod
    def shown(self, s: Any, card: int, place: int, to: int) -> None:
        """Note that a card was shown to a set of seats."""

    @abstractmethod
    def moved(
        self,
        s: Any,
        cards: list[int],
        source: int,
        target: int,
        seen: list[int],
        chosen: Sequence[int],
    ) -> None:
        """Note that cards were moved.

        Args:
            s: the position.
            cards: the cards, in order.
            source: the place they left.
            target: the place they went to.
            seen: for each card the seats that saw it.
            chosen: the places from which they were chosen, if that was a sealed choice.
        """

    @abstractmethod
    def told(self, s: Any, place: int, cards: list[int], fitting: int, to: int, knowing: int) -> None:
        """Note that seats were told which of some cards are in a set.

        Args:
            s: the position.
            place: where the cards are.
            cards: the cards.
            fitting: the set of all cards of the pack that fulfil the condition.
            to: the seats that were told.
            knowing: those of them that know which faces these are.
        """

    # ------------------------------------------------------------------------------- changes

    def gathered(self, s: Any) -> None:
        """Begin a deal: all cards are in the pack, in an order that all know."""
        s.know = [self.public(s)] * self.size
        s.spot = [self.public(s)] * self.size
        if self._seals:
            self.unsealed(s)
        if self._tells:
            s.excluded = self.untold()
        if s.homes:  # until the cards are dealt, to see one tells nothing of where it was dealt to before
            s.traces = [seats | self.everyone << self._players for seats in s.traces]
        self.gathered_all(s)

    def shuffled(self, s: Any, zone: int, seat: int) -> None:
        """Shuffle a place: no seat knows the positions in it any more."""
        if self._repeats:
            s.homes = ()
        self.arranged(s, zone, seat)

    def arranged(self, s: Any, zone: int, seat: int) -> None:
        """Put a place in the order of the last deal; what seats know of it counts when it has been dealt."""
        place = self.place(zone, seat)
        for card in self.cards(s, place):
            s.spot[card] = self._watchers[place] & self.public(s)
        if self._tells:
            self._mix_up(s, self.cards(s, place), self.everyone)
        self._show_top(s, place)
        self.mixed(s, place)

    def dealt(self, s: Any) -> None:
        """Note where all cards lie when they have been dealt.

        If it is the last deal again, cards that lay in one place then may have come to one place. All seats
        see that; so who knows which cards these were knows where they are.
        """
        for place in range(len(self._watchers) if s.homes else 0):
            together = [card for card in range(self.size) if s.homes[card] == place]
            now = [self.where(s, card) for card in together]
            if now and min(now) == max(now):
                for card in together:
                    s.know[card] |= s.traces[card] & self.everyone
        homes = [0] * self.size
        for place in range(len(self._watchers)):
            for card in self.cards(s, place):
                homes[card] = place
        s.homes = tuple(homes)
        s.traces = s.know[:]

    def _retrace(self, s: Any, cards: Sequence[int], seen: Sequence[int], here: Sequence[int]) -> None:
        """Note who finds out where cards were dealt to, and who no longer can.

        A seat that sees a card knows where it was dealt to, if it has seen all cards that came to the card's
        place since, and to all places in which the card was.

        Args:
            s: the position.
            cards: the cards that have moved or are shown.
            seen: for each of them the seats that see it.
            here: the cards of the place to which cards have moved; none if they have not moved.
        """
        blind = 0
        for index, card in enumerate(cards):
            s.traces[card] |= seen[index] & ~(s.traces[card] >> self._players)
            blind |= self.everyone & ~seen[index]
        for card in here:
            s.traces[card] |= blind << self._players

    def reveal(self, s: Any, cards: Any, to: int) -> None:
        """Show cards to a set of seats (-1: all seats) without moving them.

        A seat that knows a card with the same face in a place without order cannot tell whether it
        is shown another one.
        """
        audience = self.public(s)
        if to >= 0:
            audience &= to
        together = listed(cards)
        for card in together:
            place = self.where(s, card)
            seats = audience
            if self._alike and not self._ordered[place]:
                for twin in self.twins[card]:
                    if twin not in together and self.where(s, twin) == place:
                        seats &= ~s.know[twin]
            s.know[card] |= seats
            if self._ordered[place]:
                s.spot[card] |= audience
            if self._repeats and s.homes:
                self._retrace(s, [card], [seats], [])
            self.shown(s, card, place, audience)

    def tell(self, s: Any, cards: Any, fitting: int, to: int, hidden: int) -> None:
        """Tell seats which of some cards are in a set, and so which are not.

        Args:
            s: the position.
            cards: the cards.
            fitting: the set of all cards of the pack that fulfil the condition.
            to: the seats that are told.
            hidden: the seats that do not know which faces these are.
        """
        audience = to & self.public(s)
        knowing = audience & ~hidden
        together = listed(cards)
        for place in range(len(self._watchers)):
            here = [card for card in self.cards(s, place) if card in together]
            if here:
                if self._ordered[place]:
                    self._exclude(s, here, fitting, knowing)
                self.told(s, place, here, fitting, audience, knowing)

    def _exclude(self, s: Any, cards: Sequence[int], fitting: int, to: int) -> None:
        """Note for some seats what each of some cards is not."""
        for card in cards:
            other = self._every & ~fitting if fitting & 1 << card else fitting
            for seat in range(self._players):
                if to >> seat & 1:
                    s.excluded[seat * self.size + card] |= other

    def untold(self) -> list[int]:
        """Return for each seat and each card the cards that it is not, if nothing was told."""
        return [0] * (self._players * self.size)

    def unknown_to(self, s: Any, cards: Any) -> int:
        """Return the seats that do not know all of some cards. The number -1 stands for no card."""
        seats = 0
        for card in listed(cards):
            if card >= 0:
                seats |= ~s.know[card]
                if self._ordered[self.where(s, card)]:
                    seats |= ~s.spot[card]
        return seats & self.everyone

    def draw(self, s: Any, zone: int, seat: int, to_zone: int, to_seat: int) -> int:
        """Move one card, the top card of an ordered place, to another place and return it."""
        source = self.place(zone, seat)
        before = self.cards(s, source)
        if self._drawn_from_top[source]:
            card = before[-1]
        else:
            card = random(s, before)
            if len(before) > 1:
                if self._repeats:
                    s.homes = ()
                self.drawn_by_chance(s)
        self._transfer(s, [card], source, self.place(to_zone, to_seat), -1, 0, ())
        return card

    def lay(self, s: Any, cards: Sequence[int], zone: int, chosen: Sequence[int]) -> None:
        """Make a new pile in a zone of piles from cards in the given order; see `move`."""
        self.move(s, cards, zone, -1, self.opened(s, self._first[zone]), 0, chosen)

    def move(
        self,
        s: Any,
        cards: Sequence[int],
        zone: int,
        seat: int,
        pile: int,
        beneath: int,
        chosen: Sequence[int],
    ) -> None:
        """Move cards from their places to another place, in the given order.

        Args:
            s: the position.
            cards: the cards; -1 is skipped.
            zone: the zone to move them to.
            seat: the player whose part of the zone it is, or -1 for a zone of the table.
            pile: the pile in a zone of piles, from 0, or -1.
            beneath: whether they go to the bottom.
            chosen: the places from which a player chose the cards, if that may have been a sealed
                choice; else empty.
        """
        target = self.place(zone, seat)
        moved = [card for card in cards if card >= 0]
        if pile >= 0:
            if self._own[target]:
                target += pile // self._own[target]
            if self._readings and moved:
                self.laid(s, target, pile, len(moved))
        sources = [self.where(s, card) for card in moved]
        starts = [place for place in range(len(moved)) if place == 0 or sources[place] != sources[place - 1]]
        for index in range(len(starts)):
            run = len(starts) - 1 - index if beneath else index
            start = starts[run]
            end = starts[run + 1] if run + 1 < len(starts) else len(moved)
            source = sources[start]
            # In a zone without order nothing changes where cards are put back.
            if source != target or pile >= 0 or self._ordered[target]:
                self._transfer(s, moved[start:end], source, target, pile, beneath, chosen)

    def unseal(self, s: Any) -> None:
        """Note where all cards lie before sealed choices are carried out, and who knows it."""
        origin = [0] * self.size
        for place in range(len(self._watchers)):
            for card in self.cards(s, place):
                origin[card] = place
        s.origin = tuple(origin)
        s.traced = s.know[:]

    def unsealed(self, s: Any) -> None:
        """Forget where cards lay before sealed choices, which have been carried out."""
        s.origin = ()
        s.traced = ()

    # ------------------------------------------------------------------------------- knowledge

    def _transfer(
        self,
        s: Any,
        cards: list[int],
        source: int,
        target: int,
        pile: int,
        beneath: int,
        chosen: Sequence[int],
    ) -> None:
        """Move cards of one place to another, and update who knows where they are."""
        before = self.cards(s, source)
        gone = set_of(cards)
        count = len(cards)
        ordered = self._ordered[source]
        from_top = set_of(before[len(before) - count :]) == gone
        stay = [card for card in before if not gone & 1 << card]
        # The seats that know that such a card stays, and those that know so of all of them.
        staying = [s.spot[card] if ordered and from_top else 0 for card in stay]
        every = False  # card that could be chosen has moved
        if self._seals and chosen and s.origin:
            for index, card in enumerate(stay):
                if s.origin[card] not in chosen:
                    staying[index] |= s.traced[card]
            every = sum([1 for place in s.origin if place in chosen]) == count
        sure = self.everyone
        for seats in staying:
            sure &= seats
        # The seats that know which card it was, for each moved card.
        public = self.public(s)
        watchers = (self._watchers[source] | self._watchers[target]) & public
        seen: list[int] = []
        everything = self.everyone
        for index, card in enumerate(cards):
            seats = watchers | s.know[card] & (s.spot[card] | sure if ordered else sure)
            if every:
                seats |= s.know[card] & s.traced[card]
            if self._top_shown[source] and card == before[-1]:
                seats = public
            if self._top_shown[target] and index == count - 1:
                seats = public
            seen.append(seats)
            everything &= seats
        # The seats that know its position in the target. Cards keep their order; those from a
        # place without order are put in canonical order. Who did not see all of these does not
        # know the position of any: it would tell something about the cards beside it.
        spots = [0 for _ in cards]
        if self._ordered[target]:
            for index, card in enumerate(cards):
                exactly = seen[index] & s.spot[card] if ordered else everything
                exactly |= self._watchers[target] & public
                if count == 1 or (self._top_shown[target] and index == count - 1):
                    exactly |= seen[index]
                spots[index] = exactly
        self.take(s, source, gone)
        self.put(s, target, pile, beneath, cards)
        # Who did not see the move forgets the cards that may have been moved.
        blind = self.everyone & ~everything
        if self._tells:
            if not (ordered and from_top):
                self._mix_up(s, stay, blind)
            if not self._ordered[target]:
                self._mix_up(s, cards, self.everyone)
            elif count > 1 or not (ordered and from_top):
                self._mix_up(s, cards, blind)
        for index, card in enumerate(stay):
            s.know[card] &= ~blind | staying[index]
            s.spot[card] &= s.know[card] if from_top else ~blind
        if self._alike:
            self._mistake(s, cards, seen, stay, staying)
        for index, card in enumerate(cards):
            s.know[card] = seen[index]
            s.spot[card] = spots[index]
        if self._seals and s.origin:
            self._trace(s, cards, stay, len(chosen))
        self._show_top(s, source)
        if self._repeats and s.homes:
            self._retrace(s, cards, seen, self.cards(s, target))
        self.moved(s, cards, source, target, seen, chosen)

    def _mix_up(self, s: Any, cards: Sequence[int], seats: int) -> None:
        """Forget what some seats were told of cards that they can no longer tell apart."""
        for seat in range(self._players):
            if seats >> seat & 1:
                for card in cards:
                    s.excluded[seat * self.size + card] = 0

    def _mistake(
        self,
        s: Any,
        cards: Sequence[int],
        seen: Sequence[int],
        stay: Sequence[int],
        staying: Sequence[int],
    ) -> None:
        """Exchange what seats know of two cards with one face that they cannot tell apart.

        A seat knows one of the cards to be in a place and sees the other one leave it. It takes
        the card that left for the one it knew. If it still knew a card in the place, it would
        learn that there were two of them.
        """
        left = set_of(stay)
        for index, card in enumerate(cards):
            taken = seen[index] & ~s.know[card]
            for twin in self.twins[card]:
                if taken and left & 1 << twin:
                    mistaken = taken & s.know[twin] & ~s.spot[twin] & ~staying[stay.index(twin)]
                    s.know[twin] &= ~mistaken
                    taken &= ~mistaken

    def _trace(self, s: Any, cards: Sequence[int], stay: Sequence[int], places: int) -> None:
        """Update who knows where cards lay before sealed choices, after a move.

        Who sees a chosen card knows from which place it was chosen. Who sees another card that was
        known takes it for the same card; but one with the same face may have come there.

        Args:
            s: the position.
            cards: the cards that moved.
            stay: those that lay with them, and stay.
            places: the number of the places that they were chosen from.
        """
        for card in stay:
            s.traced[card] &= s.know[card]
        for card in cards:
            if places == 1:
                s.traced[card] = s.know[card]
            elif self._alike and self.twins[card]:
                s.traced[card] = 0
            else:
                s.traced[card] &= s.know[card]

    def _show_top(self, s: Any, place: int) -> None:
        """Update the knowledge of the top cards of a place where only these are open."""
        if self._top_shown[place]:
            for card in self.tops(s, place):
                s.know[card] = self.public(s)
                s.spot[card] = self.public(s)
