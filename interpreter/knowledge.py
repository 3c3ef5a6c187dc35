"""Who knows what: the recorder that the recording build calls for every change.

Each card carries two sets of seats: those that know which zone it is in (`know`), and those that
know its exact position in a zone that keeps its order (`spot`). A move that a seat cannot see
makes it forget every card of that zone that it could not tell from the one that left, since what
it still knew would betray which one it was. Observations, logs and sampled worlds are all derived
from this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .core import Core
from .journal import Changed, Event, Gathered, Moved, Revealed, Shuffled
from .melds import cards_of
from .program import Program


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, or one player's part of one, as the recorder sees it."""

    slot: str
    seat: int
    ordered: bool
    watchers: int  # the seats that see every face in it
    top_shown: bool


class Recorder:
    """Moves cards, and keeps knowledge and journal while it does so.

    Attributes:
        places: every zone, or player's part of one, numbered.
        everyone: the set of all seats.
    """

    def __init__(self, program: Program) -> None:
        """Number the places of a program."""
        self.everyone = (1 << program.players) - 1
        self.size = program.pack.size
        self.places: list[Place] = []
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
                    Place(f"z_{zone.name}", seat, zone.ordered, watchers, zone.faces == "top")
                )

    def place(self, zone: int, seat: int) -> int:
        """Return the number of a place."""
        return self._first[zone] + max(seat, 0)

    # ------------------------------------------------------------------------- reading places

    def held(self, core: Core, place: int) -> int | list[int]:
        """Return a place's cards as the core stores them."""
        where = self.places[place]
        value = getattr(core, where.slot)
        return value if where.seat < 0 else value[where.seat]

    def cards(self, core: Core, place: int) -> list[int]:
        """Return a place's cards, bottom to top where it keeps an order."""
        held = self.held(core, place)
        return cards_of(held) if isinstance(held, int) else list(held)

    def where(self, core: Core, card: int) -> int:
        """Return the place a card is in."""
        for index in range(len(self.places)):
            held = self.held(core, index)
            if (held >> card & 1) if isinstance(held, int) else card in held:
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
        core.know = [self.everyone] * self.size
        core.spot = [self.everyone] * self.size
        self._note(core, Gathered(core.deal))

    def shuffled(self, core: Core, zone: int, seat: int) -> None:
        """Note that nobody knows the positions in a place any more."""
        place = self.place(zone, seat)
        assert core.spot is not None
        for card in self.cards(core, place):
            core.spot[card] = 0
        self._note(core, Shuffled(place))

    def changed(self, core: Core, variable: str, seat: int, value: object) -> None:
        """Note a variable's new value."""
        self._note(core, Changed(variable, seat, value))

    def reveal(self, core: Core, cards: int | list[int], to: int) -> None:
        """Show cards to the seats of a set (-1: to all) where they lie."""
        audience = self.everyone if to < 0 else to
        listed = [cards] if isinstance(cards, bool) else (
            cards_of(cards) if isinstance(cards, int) else cards
        )  # fmt: skip
        assert core.know is not None and core.spot is not None
        for card in listed:
            place = self.where(core, card)
            core.know[card] |= audience
            if self.places[place].ordered:
                core.spot[card] |= audience
            self._note(core, Revealed((card,), place, audience))

    def draw(self, core: Core, zone: int, seat: int, to_zone: int, to_seat: int) -> int:
        """Move the top card (the lowest, where there is no order) and return it."""
        source = self.place(zone, seat)
        held = self.held(core, source)
        card = (held & -held).bit_length() - 1 if isinstance(held, int) else held[-1]
        self._transfer(core, [card], source, self.place(to_zone, to_seat))
        return card

    def move(self, core: Core, cards: Sequence[int], zone: int, seat: int) -> None:
        """Move cards from wherever they are to a place, in their order."""
        target = self.place(zone, seat)
        batches: list[tuple[int, list[int]]] = []
        for card in cards:
            if card < 0:
                continue
            source = self.where(core, card)
            if batches and batches[-1][0] == source:
                batches[-1][1].append(card)
            else:
                batches.append((source, [card]))
        for source, batch in batches:
            if source != target:
                self._transfer(core, batch, source, target)

    def _transfer(self, core: Core, cards: list[int], source: int, target: int) -> None:
        before = self.cards(core, source)
        seen = self._seen(core, cards, before, source, target)
        self._take(core, cards, before, source)
        self._put(core, cards, target)
        self._forget(core, cards, before, source, seen)
        know, spot = core.know, core.spot
        assert know is not None and spot is not None
        ordered = self.places[target].ordered
        for card, seats in zip(cards, seen, strict=True):
            know[card] = seats
            spot[card] = seats if ordered else 0
        self._note(core, Moved(tuple(cards), source, target, tuple(seen)))

    def _take(self, core: Core, cards: list[int], before: list[int], source: int) -> None:
        held = self.held(core, source)
        if isinstance(held, int):
            for card in cards:
                held &= ~(1 << card)
            self._set(core, source, held)
        elif len(cards) == 1 and before[-1] == cards[0]:
            held.pop()
        else:
            gone = set(cards)
            held[:] = [card for card in before if card not in gone]

    def _put(self, core: Core, cards: list[int], target: int) -> None:
        held = self.held(core, target)
        if isinstance(held, int):
            for card in cards:
                held |= 1 << card
            self._set(core, target, held)
        else:
            held.extend(cards)

    def _seen(
        self, core: Core, cards: list[int], before: list[int], source: int, target: int
    ) -> list[int]:
        """For each card, the seats that know which one it was that moved."""
        know, spot = core.know, core.spot
        assert know is not None and spot is not None
        from_, to = self.places[source], self.places[target]
        watchers = from_.watchers | to.watchers
        whole = len(cards) == len(before)
        seen: list[int] = []
        for index, card in enumerate(cards):
            seats = watchers | (know[card] & spot[card] if from_.ordered else 0)
            if whole:
                seats |= know[card]
            if from_.top_shown and card == before[-1]:
                seats = self.everyone
            if to.top_shown and index == len(cards) - 1:
                seats = self.everyone
            seen.append(seats)
        return seen

    def _forget(
        self, core: Core, cards: list[int], before: list[int], source: int, seen: list[int]
    ) -> None:
        """Make the seats that missed the move forget what it could have been."""
        know, spot = core.know, core.spot
        assert know is not None and spot is not None
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
