"""Who saw what of one action: which of its cards, and whether it showed anybody something new.

Both follow from the action's events. What seats know *afterwards* would not do: when a deal ends
with the action, all cards are gathered and everything is known again, and when a card comes back
after a shuffle, the one who draws it does not know that it is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..runtime.core import at
from ..runtime.journal import AtTable, Event, Gathered, Moved, Revealed, Shuffled

if TYPE_CHECKING:
    from ..runtime.core import Core
    from .knowledge import Recorder


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

    A card drawn from a pack whose cards are all known is news, too: it is known now which one lay
    on top. So is any from a hidden heap that keeps no order, for others do not know who knew what
    lies there, and should not learn it from this. A card that leaves a hand where its seat was
    known to hold its like is none.
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

    if any(isinstance(event, Gathered) for event in events):
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
