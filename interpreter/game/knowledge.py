"""The recorder: moves cards in positions of the recording build, and keeps knowledge and journal.

Who knows which card is up to the tracker (`runtime/tracking.py`). Here are the positions of Python,
and the journal.

Who saw the cards of one action is derived from its events, not from the knowledge after it: if the
action ends the deal, all cards are gathered and known again; and if a card comes back after a
shuffle, the seat that draws it does not know that it is the same card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..program.program import Program
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
from ..runtime.melds import cards_of, listed, set_of
from ..runtime.position import Position, at
from ..runtime.tracking import Tracker
from ..syntax import types as ty

MOST_RECORDED = 250_000_000
"""What happens between two decisions is recorded if it takes less than about so many bytes. The
size is computed when the number of events has doubled, so that twice as much may be kept."""


class Recorder(Tracker):
    """Moves cards in a position, and updates its knowledge and its journal."""

    def __init__(self, program: Program) -> None:
        """Number the places of a program."""
        super().__init__(program)
        self._pack_size = program.pack.size
        self._of_cards = {name for name, variable in program.variables.items() if ty.holds_cards(variable.type)}

    # ------------------------------------------------------------------------- reading places

    def held(self, position: Position, place: int) -> int | list[int]:
        """Return the cards of a place: a set, or a list if the place is ordered."""
        where = self.places[place]
        value = getattr(position, where.slot)
        return value if where.seat < 0 or where.piles else value[where.seat]

    def cards(self, s: Position, place: int) -> list[int]:
        """Return the cards of a place as a new list, bottom to top if the place is ordered."""
        held = self.held(s, place)
        if isinstance(held, int):
            return cards_of(held)
        if self.places[place].piles:
            return [card for pile in self.piles(s, place) for card in pile]
        return list(held)

    def piles(self, position: Position, place: int) -> list[list[int]]:
        """Return the piles of a zone of piles, or of one seat's part of it."""
        where = self.places[place]
        piles = getattr(position, where.slot)
        return piles[where.first_pile : where.first_pile + where.own] if where.own else piles

    def tops(self, s: Position, place: int) -> list[int]:
        """Return the top cards of a place: one, or one of each pile."""
        several = self.places[place].piles
        piles = self.piles(s, place) if several else [self.cards(s, place)]
        return [pile[-1] for pile in piles if pile]

    def where(self, s: Position, card: int) -> int:
        """Return the place a card is in."""
        for index in range(len(self.places)):
            if card in self.cards(s, index):
                return index
        raise AssertionError(f"card {card} is nowhere")

    # ------------------------------------------------------------------------- moving cards

    def take(self, s: Position, place: int, cards: int) -> None:
        """Take a set of cards out of a place."""
        held = self.held(s, place)
        if isinstance(held, int):
            self._set(s, place, held & ~cards)
        elif self.places[place].piles:
            for pile in self.piles(s, place):
                pile[:] = [card for card in pile if not cards >> card & 1]
        elif cards == 1 << held[-1]:
            held.pop()
        else:
            held[:] = [card for card in held if not cards >> card & 1]

    def put(self, s: Position, place: int, pile: int, beneath: int, cards: Sequence[int]) -> None:
        """Put cards into a place: into one of its piles, or to its bottom or top."""
        held = self.held(s, place)
        if isinstance(held, int):
            self._set(s, place, held | set_of(cards))
        elif self.places[place].piles:
            getattr(s, self.places[place].slot)[pile].extend(cards)
        elif beneath:
            held[:0] = cards
        else:
            held.extend(cards)

    def _set(self, position: Position, place: int, value: int) -> None:
        where = self.places[place]
        if where.seat < 0:
            setattr(position, where.slot, value)
        else:
            getattr(position, where.slot)[where.seat] = value

    def opened(self, s: Position, place: int) -> int:
        """Begin a pile, and return its number."""
        self.piles(s, place).append([])
        self._sizes(s, place).append(())
        return len(self.piles(s, place)) - 1

    def laid(self, s: Position, place: int, pile: int, count: int) -> None:
        """Note that so many cards are laid on a pile at once."""
        sizes = self._sizes(s, place)
        if len(sizes[pile]) <= self._pack_size:  # else cards were taken from it, and nothing is settled
            sizes[pile] += (count,)

    def _sizes(self, position: Position, place: int) -> list[tuple[int, ...]]:
        return getattr(position, "g_" + self.places[place].slot.removeprefix("z_"))

    # ------------------------------------------------------------------------------ the journal

    def gathered_all(self, s: Position) -> None:
        """Note that a deal begins."""
        self._note(s, Gathered(s.deal))

    def mixed(self, s: Position, place: int) -> None:
        """Note that a place was shuffled."""
        self._note(s, Shuffled(place))

    def drawn_by_chance(self, s: Position) -> None:
        """Note that chance decided which card was drawn."""
        self._note(s, Disclosed(self.everyone))

    def shown(self, s: Position, card: int, place: int, to: int) -> None:
        """Note that a card was shown to a set of seats."""
        self._note(s, Revealed((card,), place, to))

    def moved(
        self,
        s: Position,
        cards: list[int],
        source: int,
        target: int,
        seen: list[int],
        chosen: Sequence[int],
    ) -> None:
        """Note that cards were moved."""
        sealed = tuple(chosen) if s.origin else ()
        self._note(s, Moved(tuple(cards), source, target, tuple(seen), sealed))

    def changed(self, position: Position, variable: str, seat: int, value: object) -> None:
        """Record the new value of a variable, of one seat or of the table (-1)."""
        know = tuple(position.know or ()) if variable in self._of_cards else None
        self._note(position, Changed(variable, seat, value, know))

    def told(self, s: Position, place: int, cards: list[int], fitting: int, to: int, knowing: int) -> None:
        """Note that seats were told which of some cards are in a set."""
        held = self.cards(s, place)
        ordered = self.places[place].ordered
        assert s.know is not None
        told = Told(
            tuple(cards),
            place,
            tuple(held.index(card) + 1 for card in cards) if ordered else (),
            len(cards) == len(held),
            tuple(s.know[card] for card in cards),
            fitting,
            to,
            knowing,
        )
        self._note(s, told)

    def looked(self, position: Position, value: Any, *cards: int | list[int] | tuple[int, ...]) -> Any:
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
            seats = self.public(position)
        if cards is True:
            return seats
        know, spot = position.know, position.spot
        if know is None or spot is None:  # nothing is dealt yet
            return 0
        known = seats
        if isinstance(cards, tuple):
            for card in cards:
                if card >= 0:
                    known &= know[card]
                    if self.places[self.where(position, card)].ordered:
                        known &= spot[card]
        else:
            for card in listed(cards):
                known &= know[card]
        return seats & ~known

    def is_secret(self, position: Position, cards: int | list[int] | tuple[int, ...], seat: int) -> bool:
        """Return whether one of these cards is hidden from a seat."""
        return self.hidden_from(position, cards, 1 << seat) != 0

    def _note(self, position: Position, event: Event) -> None:
        log = position.log
        if log is None:
            return
        log.append(event)
        length = len(log)
        if length & (length - 1) == 0 and kept(log) > MOST_RECORDED:  # a power of two
            too_much("more happens until the next decision than can be recorded")


def witnesses(recorder: Recorder, before: Position, events: Sequence[Event]) -> list[int]:
    """Return for each card the seats that may see its name in the notation of an action.

    For a card that was moved or shown these are the seats that saw it; for any other card, those
    that knew its place. A card that has come unseen to a place without order is one of several
    there: who sees it later does not know that it was this one.

    Args:
        recorder: the recorder of the game.
        before: the position before the action.
        events: the events of the action.
    """
    seats = list(before.know or ())
    moved: set[int] = set()
    for event in events:
        match event:
            case Moved(cards=cards, source=source, seen=seen):
                for card, watchers in zip(cards, seen, strict=True):
                    if card not in moved:
                        seats[card] = watchers
                    elif recorder.places[source].ordered:
                        seats[card] |= watchers
                    moved.add(card)
            case Revealed(cards=cards, place=place, to=to):
                for card in cards:
                    if card not in moved or recorder.places[place].ordered:
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
        for twin in () if ordered else recorder.twins[card]:
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
                told |= recorder.places[place].watchers  # who see the order that chance has made
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
