"""Tracking of knowledge: which seats know where each card is.

Code of the recording build calls the `Recorder` for every change. It keeps two sets of seats for
each card: the seats that know which zone the card is in (`know`), and the seats that know its exact
position in an ordered zone (`spot`). If cards move and a seat cannot see which ones, the seat
forgets every card of that zone that may have been among them; otherwise the remaining knowledge
would reveal which cards moved. Observations, logs and sampled worlds are derived from these sets.

Sealed choices are all made before the first of them is carried out. A card that was elsewhere then
cannot be among the cards that were chosen in a place, even if it has come there since.

Who saw the cards of one action is derived from its events, not from the knowledge after it: if the
action ends the deal, all cards are gathered and known again; and if a card comes back after a
shuffle, the seat that draws it does not know that it is the same card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..check.program import Program
from ..runtime.effort import too_much
from ..runtime.journal import (
    AtTable,
    Changed,
    Disclosed,
    Event,
    Gathered,
    Moved,
    Revealed,
    Shuffled,
    Told,
    kept,
)
from ..runtime.melds import cards_of, set_of
from ..runtime.position import Position, at
from ..runtime.primitives import random
from ..runtime.teams import team
from ..syntax import types as ty

MOST_RECORDED = 250_000_000
"""What happens between two decisions is recorded if it takes less than about so many bytes. The
size is computed when the number of events has doubled, so that twice as much may be kept."""


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


class Recorder:
    """Moves cards in a position, and updates its knowledge and its journal.

    Attributes:
        places: all zones and players' parts of zones; the index is the number of the place.
        everyone: the set of all seats.
    """

    def __init__(self, program: Program) -> None:
        """Number the places of a program."""
        self.everyone = (1 << program.players) - 1
        self._closed = program.tables is not None and not program.tables.open
        self._readings = bool(program.melds)  # of piles, by how they were laid
        self.size = program.pack.size
        self.places: list[Place] = []
        face = program.pack.face
        self._twins: list[list[int]] = []
        """For each card the set of cards with the same face; empty if no two cards have one."""
        if len(set(face)) < len(face):
            self._twins = [
                [other for other in range(self.size) if other != card and face[other] == face[card]]
                for card in range(self.size)
            ]
        self._of_cards = {
            name for name, variable in program.variables.items() if ty.holds_cards(variable.type)
        }
        self._first: list[int] = []
        for zone in program.zones.values():
            self._first.append(len(self.places))
            for seat in range(program.players) if zone.each else [-1]:
                owners = 1 << max(seat, 0)
                if zone.team and program.teams is not None:
                    owners = set_of(team(seat, program.teams.sides))
                watchers = {
                    "shown": self.everyone,
                    "owner": owners,
                    "others": self.everyone & ~owners,
                }.get(zone.faces, 0)
                self.places.append(
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

    def place(self, zone: int, seat: int) -> int:
        """Return the number of the place of a zone and seat (-1 for a zone of the table)."""
        return self._first[zone] + max(seat, 0)

    def twins(self, card: int) -> list[int]:
        """Return the other cards with the same face as a card."""
        return self._twins[card] if self._twins else []

    def _public(self, position: Position) -> int:
        """Return the seats that see the open cards of the table in place."""
        if not self._closed:
            return self.everyone
        return set_of(seat for seat, table in enumerate(position.seated) if table == position.table)

    # ------------------------------------------------------------------------- reading places

    def held(self, position: Position, place: int) -> int | list[int]:
        """Return the cards of a place: a set, or a list if the place is ordered."""
        where = self.places[place]
        value = getattr(position, where.slot)
        return value if where.seat < 0 or where.piles else value[where.seat]

    def cards(self, position: Position, place: int) -> list[int]:
        """Return the cards of a place as a list, bottom to top if the place is ordered."""
        held = self.held(position, place)
        if isinstance(held, int):
            return cards_of(held)
        if self.places[place].piles:
            return [card for pile in self.piles(position, place) for card in pile]
        return list(held)

    def piles(self, position: Position, place: int) -> list[list[int]]:
        """Return the piles of a zone of piles, or of one seat's part of it."""
        where = self.places[place]
        piles = getattr(position, where.slot)
        return piles[where.first_pile : where.first_pile + where.own] if where.own else piles

    def where(self, position: Position, card: int) -> int:
        """Return the place a card is in."""
        for index in range(len(self.places)):
            if card in self.cards(position, index):
                return index
        raise AssertionError(f"card {card} is nowhere")

    def _set(self, position: Position, place: int, value: int) -> None:
        where = self.places[place]
        if where.seat < 0:
            setattr(position, where.slot, value)
        else:
            getattr(position, where.slot)[where.seat] = value

    # ------------------------------------------------------------------------------- changes

    def gathered(self, position: Position) -> None:
        """Record the beginning of a deal: all cards are in the pack, in an order that all know."""
        position.know = [self._public(position)] * self.size
        position.spot = position.know[:]
        self.unsealed(position)
        self._note(position, Gathered(position.deal))

    def unseal(self, position: Position) -> None:
        """Note where all cards lie before sealed choices are carried out, and who knows it."""
        know, _ = _tables(position)
        origin = [0] * self.size
        for place in range(len(self.places)):
            for card in self.cards(position, place):
                origin[card] = place
        position.origin, position.traced = tuple(origin), tuple(know)

    def unsealed(self, position: Position) -> None:
        """Forget where cards lay before sealed choices, which have been carried out."""
        position.origin = position.traced = ()

    def shuffled(self, position: Position, zone: int, seat: int) -> None:
        """Record a shuffle: no seat knows the positions in a place any more."""
        place = self.place(zone, seat)
        assert position.spot is not None
        for card in self.cards(position, place):
            position.spot[card] = self.places[place].watchers & self._public(position)
        self._show_top(position, place)
        self._note(position, Shuffled(place))

    def changed(self, position: Position, variable: str, seat: int, value: object) -> None:
        """Record the new value of a variable, of one seat or of the table (-1)."""
        know = tuple(position.know or ()) if variable in self._of_cards else None
        self._note(position, Changed(variable, seat, value, know))

    def reveal(self, position: Position, cards: int | list[int], to: int) -> None:
        """Show cards to a set of seats (-1: all seats) without moving them."""
        audience = self._public(position) if to < 0 else to & self._public(position)
        listed = [cards] if isinstance(cards, bool) else (
            cards_of(cards) if isinstance(cards, int) else cards
        )  # fmt: skip
        know, spot = _tables(position)
        for card in listed:
            place = self.where(position, card)
            know[card] |= audience
            if self.places[place].ordered:
                spot[card] |= audience
            self._note(position, Revealed((card,), place, audience))

    def told(self, position: Position, cards: int | list[int], fitting: int, to: int) -> None:
        """Tell a set of seats which of some cards are in the set of those that fit."""
        audience = to & self._public(position)
        places: dict[int, list[int]] = {}
        for card in cards_of(cards) if isinstance(cards, int) else cards:
            places.setdefault(self.where(position, card), []).append(card)
        know, _ = _tables(position)
        for place, listed in places.items():
            held = self.cards(position, place)
            ordered = self.places[place].ordered
            told = Told(
                tuple(listed),
                place,
                tuple(held.index(card) + 1 for card in listed) if ordered else (),
                len(listed) == len(held),
                tuple(know[card] for card in listed),
                fitting,
                audience,
            )
            self._note(position, told)

    def looked(
        self, position: Position, value: Any, *cards: int | list[int] | tuple[int, ...]
    ) -> Any:
        """Record that a rule computed a value from hidden cards or from chance; return the value.

        Nothing is recorded if all seats know the cards.

        Args:
            position: the position.
            value: the value.
            cards: its sources: True for chance; a set or list of cards whose faces were used; a
                tuple of cards whose positions in an order were used, too.
        """
        if position.log is not None:
            seats = 0
            for each in cards:
                seats |= self.hidden_from(position, each)
            if seats:
                position.log.append(Disclosed(seats))
        return value

    def hidden_from(
        self, position: Position, cards: int | list[int] | tuple[int, ...], seats: int | None = None
    ) -> int:
        """Return the set of seats from which some of these cards are hidden.

        Args:
            position: the position.
            cards: as in `looked`.
            seats: the seats that count; by default those that see the open cards.
        """
        if seats is None:
            seats = self._public(position)
        if cards is True:
            return seats
        if position.know is None:  # nothing is dealt yet
            return 0
        know, spot = _tables(position)
        known = seats
        if isinstance(cards, tuple):
            for card in cards:
                if card >= 0:
                    known &= know[card]
                    if self.places[self.where(position, card)].ordered:
                        known &= spot[card]
        else:
            for card in cards_of(cards) if isinstance(cards, int) else cards:
                known &= know[card]
        return seats & ~known

    def is_secret(
        self, position: Position, cards: int | list[int] | tuple[int, ...], seat: int
    ) -> bool:
        """Return whether one of these cards is hidden from a seat."""
        return self.hidden_from(position, cards, 1 << seat) != 0

    def draw(self, position: Position, zone: int, seat: int, to_zone: int, to_seat: int) -> int:
        """Move one card, the top card of an ordered place, to another place and return it."""
        source = self.place(zone, seat)
        held = self.held(position, source)
        if isinstance(held, int):
            card = random(position, cards_of(held))
            if held & (held - 1):  # which of them it is depends on chance
                self._note(position, Disclosed(self.everyone))
        else:
            card = held[-1]
        self._transfer(position, [card], source, self.place(to_zone, to_seat))
        return card

    def lay(
        self, position: Position, cards: Sequence[int], zone: int, chosen: Sequence[int]
    ) -> None:
        """Make a new pile in a zone of piles from cards in the given order; see `move`."""
        place = self.place(zone, -1)
        self.piles(position, place).append([])
        self._sizes(position, place).append(())
        last = len(self.piles(position, place)) - 1
        self.move(position, cards, zone, -1, last, beneath=False, chosen=chosen)

    def _sizes(self, position: Position, place: int) -> list[tuple[int, ...]]:
        return getattr(position, "g_" + self.places[place].slot.removeprefix("z_"))

    def move(
        self,
        position: Position,
        cards: Sequence[int],
        zone: int,
        seat: int,
        pile: int,
        beneath: bool,
        chosen: Sequence[int],
    ) -> None:
        """Move cards from their places to another place, in the given order.

        Args:
            position: the position.
            cards: the cards; -1 is skipped.
            zone: the zone to move them to.
            seat: the player whose part of the zone it is, or -1 for a zone of the table.
            pile: the pile in a zone of piles, from 0, or -1.
            beneath: whether they go to the bottom.
            chosen: the places from which a player chose the cards, if that may have been a sealed
                choice; else empty.
        """
        target = self.place(zone, seat)
        if pile >= 0:
            own = self.places[target].own
            target += pile // own if own else 0
            if self._readings:
                sizes = self._sizes(position, target)
                sizes[pile] += (sum(1 for card in cards if card >= 0),)
        batches: list[tuple[int, list[int]]] = []
        for card in cards:
            if card < 0:
                continue
            source = self.where(position, card)
            if batches and batches[-1][0] == source:
                batches[-1][1].append(card)
            else:
                batches.append((source, [card]))
        for source, batch in reversed(batches) if beneath else batches:
            # In a zone without order nothing changes where cards are put back.
            if source != target or pile >= 0 or self.places[target].ordered:
                self._transfer(position, batch, source, target, pile, beneath, chosen)

    def _transfer(
        self,
        position: Position,
        cards: list[int],
        source: int,
        target: int,
        pile: int = -1,
        beneath: bool = False,
        chosen: Sequence[int] = (),
    ) -> None:
        before = self.cards(position, source)
        from_top = set(before[-len(cards) :]) == set(cards)
        chosen = chosen if position.origin else ()
        staying = self._staying(position, cards, before, source, from_top, chosen)
        seen = self._seen(position, cards, before, source, target, staying, chosen)
        spots = self._spots(position, cards, source, target, seen)
        self._take(position, cards, before, source)
        self._put(position, cards, target, pile, beneath)
        self._forget(position, seen, staying, from_top)
        know, spot = _tables(position)
        if self._twins:
            self._mistake(position, cards, seen, staying)
        for card, seats, exactly in zip(cards, seen, spots, strict=True):
            know[card] = seats
            spot[card] = exactly
        if position.origin:
            self._trace(position, cards, staying, chosen)
        self._show_top(position, source)
        self._note(position, Moved(tuple(cards), source, target, tuple(seen), tuple(chosen)))

    def _staying(
        self,
        position: Position,
        cards: list[int],
        before: list[int],
        source: int,
        from_top: bool,
        chosen: Sequence[int],
    ) -> dict[int, int]:
        """Return the cards that stay, each with the seats that know it not to be among the moved.

        These are the seats that know its position, if the cards are taken from the top. And as all
        sealed choices are made before the first of them is carried out, a card that was elsewhere
        then is not one of those that were chosen here.
        """
        moved = set(cards)
        stay = [card for card in before if card not in moved]
        if from_top and self.places[source].ordered:
            _, spot = _tables(position)
            staying = {card: spot[card] for card in stay}
        else:
            staying = dict.fromkeys(stay, 0)
        if chosen:
            for card in stay:
                if position.origin[card] not in chosen:
                    staying[card] |= position.traced[card]
        return staying

    def _trace(
        self, position: Position, cards: list[int], staying: Iterable[int], chosen: Sequence[int]
    ) -> None:
        """Update who knows where cards lay before sealed choices, after a move.

        Who sees a chosen card knows from which place it was chosen. Who sees another card that was
        known takes it for the same card; but one with the same face may have come there.
        """
        know, _ = _tables(position)
        traced = list(position.traced)
        for card in staying:
            traced[card] &= know[card]
        for card in cards:
            if len(chosen) == 1:
                traced[card] = know[card]
            else:
                traced[card] &= 0 if self.twins(card) else know[card]
        position.traced = tuple(traced)

    def _take(self, position: Position, cards: list[int], before: list[int], source: int) -> None:
        held = self.held(position, source)
        if isinstance(held, int):
            for card in cards:
                held &= ~(1 << card)
            self._set(position, source, held)
        elif self.places[source].piles:
            gone = set(cards)
            for held_pile in self.piles(position, source):
                held_pile[:] = [card for card in held_pile if card not in gone]
        elif len(cards) == 1 and before[-1] == cards[0]:
            held.pop()
        else:
            gone = set(cards)
            held[:] = [card for card in before if card not in gone]

    def _put(
        self, position: Position, cards: list[int], target: int, pile: int, beneath: bool
    ) -> None:
        held = self.held(position, target)
        if isinstance(held, int):
            for card in cards:
                held |= 1 << card
            self._set(position, target, held)
        elif self.places[target].piles:
            getattr(position, self.places[target].slot)[pile].extend(cards)
        elif beneath:
            held[:0] = cards
        else:
            held.extend(cards)

    def _seen(
        self,
        position: Position,
        cards: list[int],
        before: list[int],
        source: int,
        target: int,
        staying: dict[int, int],
        chosen: Sequence[int],
    ) -> list[int]:
        """Return for each moved card the seats that know which card it was.

        A seat that knows which cards can have moved, and that all of them have, knows which these
        were. Those are the cards that it does not know to stay, or all that could be chosen.
        """
        know, spot = _tables(position)
        from_, to = self.places[source], self.places[target]
        public = self._public(position)
        watchers = (from_.watchers | to.watchers) & public
        sure = self.everyone
        for seats in staying.values():
            sure &= seats
        every = sum(place in chosen for place in position.origin) == len(cards)
        seen: list[int] = []
        for index, card in enumerate(cards):
            seats = watchers | know[card] & (spot[card] | sure if from_.ordered else sure)
            if every:
                seats |= know[card] & position.traced[card]
            if from_.top_shown and card == before[-1]:
                seats = public
            if to.top_shown and index == len(cards) - 1:
                seats = public
            seen.append(seats)
        return seen

    def _spots(
        self, position: Position, cards: list[int], source: int, target: int, seen: list[int]
    ) -> list[int]:
        """Return for each moved card the seats that know its position in the target.

        Cards keep their order, so a seat that knows a position in the source knows it in the
        target. Cards from a place without order are put in canonical order. A seat knows their
        positions only if it saw all of them: otherwise the position of a card that it knows would
        reveal something about the cards beside it.
        """
        spot = position.spot
        assert spot is not None
        from_, to = self.places[source], self.places[target]
        if not to.ordered:
            return [0] * len(cards)
        everything = self.everyone
        for seats in seen:
            everything &= seats
        result: list[int] = []
        for index, (card, seats) in enumerate(zip(cards, seen, strict=True)):
            exactly = to.watchers & self._public(position) | (
                seats & spot[card] if from_.ordered else everything
            )
            if len(cards) == 1 or (to.top_shown and index == len(cards) - 1):
                exactly |= seats
            result.append(exactly)
        return result

    def _show_top(self, position: Position, place: int) -> None:
        """Update the knowledge of the top card of a place where only this card is open."""
        if self.places[place].top_shown:
            several = self.places[place].piles
            piles = self.piles(position, place) if several else [self.cards(position, place)]
            know, spot = _tables(position)
            for pile in filter(None, piles):
                know[pile[-1]] = spot[pile[-1]] = self._public(position)

    def _mistake(
        self, position: Position, cards: list[int], seen: list[int], staying: dict[int, int]
    ) -> None:
        """Exchange what seats know of two cards with one face that they cannot tell apart.

        A seat knows one of the cards to be in a place and sees the other one leave it. It takes
        the card that left for the one it knew. If it still knew a card in the place, it would
        learn that there were two of them.
        """
        know, spot = _tables(position)
        for card, seats in zip(cards, seen, strict=True):
            taken = seats & ~know[card]
            for twin in self._twins[card]:
                if taken and twin in staying:
                    mistaken = taken & know[twin] & ~spot[twin] & ~staying[twin]
                    know[twin] &= ~mistaken
                    taken &= ~mistaken

    def _forget(
        self, position: Position, seen: list[int], staying: dict[int, int], from_top: bool
    ) -> None:
        """Let the seats that did not see a move forget the cards that may have been moved."""
        know, spot = _tables(position)
        blind = 0
        for seats in seen:
            blind |= self.everyone & ~seats
        for card, seats in staying.items():
            know[card] &= ~blind | seats
            spot[card] &= know[card] if from_top else ~blind

    def _note(self, position: Position, event: Event) -> None:
        log = position.log
        if log is None:
            return
        log.append(event)
        length = len(log)
        if length & (length - 1) == 0 and kept(log) > MOST_RECORDED:  # a power of two
            too_much("more happens until the next decision than can be recorded")


def _tables(position: Position) -> tuple[list[int], list[int]]:
    """Return the two tables of knowledge: seats that know each card's place, and its position."""
    assert position.know is not None
    assert position.spot is not None
    return position.know, position.spot


def witnesses(before: Position, events: Sequence[Event]) -> list[int]:
    """Return for each card the seats that may see its name in the notation of an action.

    For a card that was moved or shown these are the seats that saw it; for any other card, those
    that knew its place.

    Args:
        before: the position before the action.
        events: the events of the action.
    """
    seats = list(before.know or ())
    moved: set[int] = set()
    for event in events:
        match event:
            case Moved(cards=cards, seen=seen):
                for card, watchers in zip(cards, seen, strict=True):
                    seats[card] = seats[card] | watchers if card in moved else watchers
                    moved.add(card)
            case Revealed(cards=cards, to=to):
                for card in cards:
                    seats[card] |= to
            case Shuffled() | Gathered() | AtTable():
                break
            case _:
                pass
    return seats


def reveals(recorder: Recorder, before: Position, events: Sequence[Event], after: Position) -> int:
    """Return the set of seats that an action told something new about hidden cards.

    A card drawn from an ordered zone tells something even if all cards in it are known: which card
    was on top. A card from a hidden zone without order always counts as news: the other seats do
    not know who knows the cards there, and must not learn it from this result. A card does not
    count if it leaves a hand that was known to hold a card with the same face.

    Args:
        recorder: the recorder of the game.
        before: the position before the action.
        events: the events of the action.
        after: the position after it.
    """
    known: dict[int, int] = {}
    lately: dict[int, int] = {}  # the places of the cards that this action has moved so far
    mixed: set[int] = set()

    def knew(card: int, place: int, batch: tuple[int, ...]) -> int:
        ordered = recorder.places[place].ordered
        if not ordered and not recorder.places[place].watchers:
            return 0
        if card in lately:
            return known[card]
        table = (before.spot if ordered else before.know) or []
        if place in mixed and ordered:
            return 0
        seats = table[card]
        for twin in () if ordered else recorder.twins(card):
            if twin not in lately and twin not in batch and recorder.where(before, twin) == place:
                seats |= table[twin]
        return seats

    told = 0
    for event in events:
        if isinstance(event, Gathered):
            return recorder.everyone
        if isinstance(event, Disclosed):
            told |= event.to
    for event in events:
        match event:
            case AtTable():
                break
            case Moved(cards=cards, source=source, target=target, seen=seen):
                prior = [knew(card, source, cards) for card in cards]
                for card, seats, then in zip(cards, seen, prior, strict=True):
                    told |= seats & ~then
                    known[card] = seats
                    lately[card] = target
            case Revealed(cards=cards, place=place, to=to):
                for card in cards:
                    told |= to & ~knew(card, place, cards)
            case Told(know=know, to=to):
                for seats in know:
                    told |= to & ~seats
            case Shuffled(place=place):
                mixed.add(place)
                for card, where in lately.items():
                    if where == place:
                        known[card] = 0
            case _:
                pass
    then, now = before.know or [], at(after, before.table).know or []
    for card in range(recorder.size):
        if card not in lately:
            told |= now[card] & ~then[card]
    return told
