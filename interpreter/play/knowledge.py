"""Who knows what: the recorder that the recording build calls for every change.

Each card carries two sets of seats: those that know which zone it is in (`know`), and those that
know its exact position in a zone that keeps its order (`spot`). A move that a seat cannot see
makes it forget every card of that zone that it could not tell from the one that left, since what
it still knew would betray which one it was. Observations, logs and sampled worlds are all derived
from this.

Who saw what of one action follows from its events. What seats know afterwards would not do: when a
deal ends with the action, all cards are gathered and everything is known again, and when a card
comes back after a shuffle, the one who draws it does not know that it is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..check.program import Program
from ..runtime.core import Core, at
from ..runtime.journal import (
    AtTable,
    Changed,
    Disclosed,
    Event,
    Gathered,
    Moved,
    Revealed,
    Shuffled,
)
from ..runtime.melds import cards_of, set_of
from ..runtime.primitives import random
from ..syntax import types as ty


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, or one player's part of one, as the recorder sees it."""

    slot: str
    seat: int
    ordered: bool
    watchers: int  # the seats that see every face in it
    top_shown: bool
    piles: bool


class Recorder:
    """Moves cards, and keeps knowledge and journal while it does so.

    Attributes:
        places: every zone, or player's part of one, numbered.
        everyone: the set of all seats.
    """

    def __init__(self, program: Program) -> None:
        """Number the places of a program."""
        self.everyone = (1 << program.players) - 1
        self._closed = program.tables is not None and not program.tables.open
        self.size = program.pack.size
        self.places: list[Place] = []
        face = program.pack.face
        self._twins: list[list[int]] = []
        """For each card those that look like it; empty where no two cards do."""
        if len(set(face)) < len(face):
            self._twins = [
                [other for other in range(self.size) if other != card and face[other] == face[card]]
                for card in range(self.size)
            ]
        self._of_cards = {
            name for name, variable in program.variables.items() if variable.type in ty.OF_CARDS
        }
        self._first: list[int] = []
        for zone in program.zones.values():
            self._first.append(len(self.places))
            for seat in range(program.players) if zone.each else [-1]:
                if zone.faces == "shown":
                    watchers = self.everyone
                elif zone.faces == "owner":
                    watchers = 1 << seat
                else:
                    watchers = 0
                self.places.append(
                    Place(
                        f"z_{zone.name}",
                        seat,
                        zone.ordered,
                        watchers,
                        zone.faces == "top",
                        zone.piles,
                    )
                )

    def place(self, zone: int, seat: int) -> int:
        """Return the number of a place."""
        return self._first[zone] + max(seat, 0)

    def twins(self, card: int) -> list[int]:
        """Return the other cards that look like a card."""
        return self._twins[card] if self._twins else []

    def _public(self, core: Core) -> int:
        """Return the seats that see what is open to all."""
        if not self._closed:
            return self.everyone
        return set_of(seat for seat, table in enumerate(core.seated) if table == core.table)

    # ------------------------------------------------------------------------- reading places

    def held(self, core: Core, place: int) -> int | list[int]:
        """Return a place's cards as the core stores them."""
        where = self.places[place]
        value = getattr(core, where.slot)
        return value if where.seat < 0 else value[where.seat]

    def cards(self, core: Core, place: int) -> list[int]:
        """Return a place's cards, bottom to top where it keeps an order."""
        held = self.held(core, place)
        if isinstance(held, int):
            return cards_of(held)
        if self.places[place].piles:
            return [card for pile in self.piles(core, place) for card in pile]
        return list(held)

    def piles(self, core: Core, place: int) -> list[list[int]]:
        """Return the piles of a zone of piles."""
        return getattr(core, self.places[place].slot)

    def where(self, core: Core, card: int) -> int:
        """Return the place a card is in."""
        for index in range(len(self.places)):
            if card in self.cards(core, index):
                return index
        raise AssertionError(f"card {card} is nowhere")

    def _set(self, core: Core, place: int, value: int) -> None:
        where = self.places[place]
        if where.seat < 0:
            setattr(core, where.slot, value)
        else:
            getattr(core, where.slot)[where.seat] = value

    # ------------------------------------------------------------------------------- changes

    def gathered(self, core: Core) -> None:
        """Note that a deal begins with all cards in the pack, in an order that all know."""
        core.know = [self._public(core)] * self.size
        core.spot = core.know[:]
        self._note(core, Gathered(core.deal))

    def shuffled(self, core: Core, zone: int, seat: int) -> None:
        """Note that nobody knows the positions in a place any more."""
        place = self.place(zone, seat)
        assert core.spot is not None
        for card in self.cards(core, place):
            core.spot[card] = self.places[place].watchers & self._public(core)
        self._show_top(core, place)
        self._note(core, Shuffled(place))

    def changed(self, core: Core, variable: str, seat: int, value: object) -> None:
        """Note a variable's new value."""
        know = tuple(core.know or ()) if variable in self._of_cards else None
        self._note(core, Changed(variable, seat, value, know))

    def reveal(self, core: Core, cards: int | list[int], to: int) -> None:
        """Show cards to the seats of a set (-1: to all) where they lie."""
        audience = self._public(core) if to < 0 else to & self._public(core)
        listed = [cards] if isinstance(cards, bool) else (
            cards_of(cards) if isinstance(cards, int) else cards
        )  # fmt: skip
        know, spot = _tables(core)
        for card in listed:
            place = self.where(core, card)
            know[card] |= audience
            if self.places[place].ordered:
                spot[card] |= audience
            self._note(core, Revealed((card,), place, audience))

    def looked(self, core: Core, value: Any, *cards: int | list[int] | tuple[int, ...]) -> Any:
        """Note that a rule made a value of cards, or of chance, if not all know them; return it.

        Args:
            core: the position.
            value: the value.
            cards: True for chance; sets and lists of cards, of which only the faces count; single
                cards as tuples, of which it also counts where in an order they lie.
        """
        if core.log is not None and any(self.is_secret(core, each) for each in cards):
            core.log.append(Disclosed())
        return value

    def is_secret(
        self, core: Core, cards: int | list[int] | tuple[int, ...], seat: int | None = None
    ) -> bool:
        """Return whether a seat, or if none is named anybody, does not know some cards.

        Args:
            core: the position.
            cards: as in `looked`.
            seat: who.
        """
        if cards is True:
            return True
        know, spot = _tables(core)
        public = self._public(core) if seat is None else 1 << seat
        if isinstance(cards, tuple):
            return any(
                public & ~know[card]
                or (public & ~spot[card] and self.places[self.where(core, card)].ordered)
                for card in cards
                if card >= 0
            )
        listed = cards_of(cards) if isinstance(cards, int) else cards
        return any(public & ~know[card] for card in listed)

    def draw(self, core: Core, zone: int, seat: int, to_zone: int, to_seat: int) -> int:
        """Move the top card, or any where there is no order, and return it."""
        source = self.place(zone, seat)
        held = self.held(core, source)
        card = random(core, cards_of(held)) if isinstance(held, int) else held[-1]
        self._transfer(core, [card], source, self.place(to_zone, to_seat))
        return card

    def lay(self, core: Core, cards: Sequence[int], zone: int) -> None:
        """Make a new pile of cards, in their order, in a zone of piles."""
        place = self.place(zone, -1)
        self.piles(core, place).append([])
        self._sizes(core, place).append(())
        self.move(core, cards, zone, -1, len(self.piles(core, place)) - 1)

    def _sizes(self, core: Core, place: int) -> list[tuple[int, ...]]:
        return getattr(core, "g_" + self.places[place].slot.removeprefix("z_"))

    def move(
        self,
        core: Core,
        cards: Sequence[int],
        zone: int,
        seat: int,
        pile: int = -1,
        beneath: bool = False,
    ) -> None:
        """Move cards from wherever they are to a place, in their order.

        Args:
            core: the position.
            cards: which; -1 among them is none.
            zone: where to, with `seat` for a zone of each player (else -1).
            seat: see `zone`.
            pile: which pile of a zone of piles.
            beneath: whether they go under what is there.
        """
        target = self.place(zone, seat)
        if pile >= 0:
            sizes = self._sizes(core, target)
            sizes[pile] += (sum(1 for card in cards if card >= 0),)
        batches: list[tuple[int, list[int]]] = []
        for card in cards:
            if card < 0:
                continue
            source = self.where(core, card)
            if batches and batches[-1][0] == source:
                batches[-1][1].append(card)
            else:
                batches.append((source, [card]))
        for source, batch in reversed(batches) if beneath else batches:
            # In a zone without order nothing changes where cards are put back.
            if source != target or pile >= 0 or self.places[target].ordered:
                self._transfer(core, batch, source, target, pile, beneath)

    def _transfer(
        self,
        core: Core,
        cards: list[int],
        source: int,
        target: int,
        pile: int = -1,
        beneath: bool = False,
    ) -> None:
        before = self.cards(core, source)
        seen = self._seen(core, cards, before, source, target)
        spots = self._spots(core, cards, source, target, seen)
        self._take(core, cards, before, source)
        self._put(core, cards, target, pile, beneath)
        self._forget(core, cards, before, source, seen)
        know, spot = _tables(core)
        if self._twins:
            self._mistake(core, cards, before, seen)
        for card, seats, exactly in zip(cards, seen, spots, strict=True):
            know[card] = seats
            spot[card] = exactly
        self._show_top(core, source)
        self._note(core, Moved(tuple(cards), source, target, tuple(seen)))

    def _take(self, core: Core, cards: list[int], before: list[int], source: int) -> None:
        held = self.held(core, source)
        if isinstance(held, int):
            for card in cards:
                held &= ~(1 << card)
            self._set(core, source, held)
        elif self.places[source].piles:
            gone = set(cards)
            for held_pile in self.piles(core, source):
                held_pile[:] = [card for card in held_pile if card not in gone]
        elif len(cards) == 1 and before[-1] == cards[0]:
            held.pop()
        else:
            gone = set(cards)
            held[:] = [card for card in before if card not in gone]

    def _put(self, core: Core, cards: list[int], target: int, pile: int, beneath: bool) -> None:
        held = self.held(core, target)
        if isinstance(held, int):
            for card in cards:
                held |= 1 << card
            self._set(core, target, held)
        elif self.places[target].piles:
            self.piles(core, target)[pile].extend(cards)
        elif beneath:
            held[:0] = cards
        else:
            held.extend(cards)

    def _seen(
        self, core: Core, cards: list[int], before: list[int], source: int, target: int
    ) -> list[int]:
        """For each card, the seats that know which one it was that moved."""
        know, spot = _tables(core)
        from_, to = self.places[source], self.places[target]
        public = self._public(core)
        watchers = (from_.watchers | to.watchers) & public
        whole = len(cards) == len(before)
        seen: list[int] = []
        for index, card in enumerate(cards):
            seats = watchers | (know[card] & spot[card] if from_.ordered else 0)
            if whole:
                seats |= know[card]
            if from_.top_shown and card == before[-1]:
                seats = public
            if to.top_shown and index == len(cards) - 1:
                seats = public
            seen.append(seats)
        return seen

    def _spots(
        self, core: Core, cards: list[int], source: int, target: int, seen: list[int]
    ) -> list[int]:
        """For each card, the seats that know its position in the target.

        Cards keep their order, so a position known in the source is known in the target. Cards
        from a place without order come in canonical order, which tells a seat nothing unless it
        saw all of them; else a known card's position would give away its neighbours.
        """
        spot = core.spot
        assert spot is not None
        from_, to = self.places[source], self.places[target]
        if not to.ordered:
            return [0] * len(cards)
        everything = self.everyone
        for seats in seen:
            everything &= seats
        result: list[int] = []
        for index, (card, seats) in enumerate(zip(cards, seen, strict=True)):
            exactly = to.watchers & self._public(core) | (
                seats & spot[card] if from_.ordered else everything
            )
            if len(cards) == 1 or (to.top_shown and index == len(cards) - 1):
                exactly |= seats
            result.append(exactly)
        return result

    def _show_top(self, core: Core, place: int) -> None:
        """Let all see the top of a place whose top card is open."""
        if self.places[place].top_shown:
            cards = self.cards(core, place)
            if cards:
                know, spot = _tables(core)
                know[cards[-1]] = spot[cards[-1]] = self._public(core)

    def _mistake(self, core: Core, cards: list[int], before: list[int], seen: list[int]) -> None:
        """Make seats take a card that they saw leave for the like one that they knew to be there.

        Of two cards that look alike, a seat that knew of one cannot tell which one has moved: had
        it gone on knowing the other, it would have learnt that there were two.
        """
        know, spot = _tables(core)
        for card, seats in zip(cards, seen, strict=True):
            taken = seats & ~know[card]
            for twin in self._twins[card]:
                if taken and twin in before and twin not in cards:
                    mistaken = taken & know[twin] & ~spot[twin]
                    know[twin] &= ~mistaken
                    taken &= ~mistaken

    def _forget(
        self, core: Core, cards: list[int], before: list[int], source: int, seen: list[int]
    ) -> None:
        """Make the seats that missed the move forget what it could have been."""
        know, spot = _tables(core)
        blind = 0
        for seats in seen:
            blind |= self.everyone & ~seats
        from_top = before[-len(cards) :] == cards or set(before[-len(cards) :]) == set(cards)
        moved = set(cards)
        ordered = self.places[source].ordered
        for card in before:
            if card in moved:
                continue
            told_apart = spot[card] if ordered and from_top else 0
            know[card] &= ~blind | told_apart
            if ordered and not from_top:
                spot[card] &= ~blind
            spot[card] &= know[card]

    def _note(self, core: Core, event: Event) -> None:
        if core.log is not None:
            core.log.append(event)


def _tables(core: Core) -> tuple[list[int], list[int]]:
    """Return who knows each card's place, and who knows its position."""
    assert core.know is not None
    assert core.spot is not None
    return core.know, core.spot


def witnesses(before: Core, events: Sequence[Event]) -> list[int]:
    """Return, for each card, the seats to which it means something that an action names it.

    Those are the seats that saw it move or be shown; of a card that stayed where it was, those
    that knew its place.
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


def reveals(recorder: Recorder, before: Core, events: Sequence[Event], after: Core) -> bool:
    """Return whether somebody has learnt of a card what they could not have known before.

    A card drawn from a pack of which all cards are known tells something: which one lay on top. A
    card from a hidden zone without order always does: others do not know who knows the cards there,
    and must not learn it from this answer. A card tells nothing if it leaves a hand that was known
    to hold a card that looks the same.
    """
    known: dict[int, int] = {}
    lately: dict[int, int] = {}  # where cards moved by this action are now
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

    if any(isinstance(event, Gathered | Disclosed) for event in events):
        return True
    for event in events:
        match event:
            case AtTable():
                break
            case Moved(cards=cards, source=source, target=target, seen=seen):
                prior = [knew(card, source, cards) for card in cards]
                for card, seats, then in zip(cards, seen, prior, strict=True):
                    if seats & ~then:
                        return True
                    known[card] = seats
                    lately[card] = target
            case Revealed(cards=cards, place=place, to=to):
                if any(to & ~knew(card, place, cards) for card in cards):
                    return True
            case Shuffled(place=place):
                mixed.add(place)
                for card, where in lately.items():
                    if where == place:
                        known[card] = 0
            case _:
                pass
    then, now = before.know or [], at(after, before.table).know or []
    return any(now[card] & ~then[card] for card in range(recorder.size) if card not in lately)
