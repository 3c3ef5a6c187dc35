"""What a seat was told about cards that lie face down to it, such as their colours in Hanabi."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..check.cards import NONE
from ..runtime.journal import AtTable, Gathered, Moved, Shuffled, Told
from ..runtime.melds import cards_of
from ..runtime.position import at_seat
from .observation.redaction import UNKNOWN
from .step import chain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..check.cards import Pack
    from ..runtime.journal import Event
    from ..runtime.position import Position
    from .observation.view import Observation
    from .state import State


def told(state: State, seat: int) -> dict[int, int]:
    """Return the cards about which a seat was told something, in places that keep an order.

    A card is forgotten as soon as the seat can no longer tell it from others of its place: when
    they are shuffled, or when some of them leave the place unseen.

    Args:
        state: the game.
        seat: the seat.

    Returns:
        For each of these cards the set of all cards that it can be, as the seat was told.
    """
    bit, every = 1 << seat, (1 << state.game.program.pack.size) - 1
    faces: dict[int, int] = {}
    places: dict[int, int] = {}
    for event in _events(state, seat):
        match event:
            case Gathered():
                faces.clear()
            case Told(cards=cards, positions=[_, *_], fitting=fitting, to=to) if to & bit:
                for card in cards:
                    among = fitting if fitting >> card & 1 else every & ~fitting
                    faces[card] = faces.get(card, every) & among
                    places[card] = event.place
            case Moved(cards=cards, seen=seen) if all(seats & bit for seats in seen):
                places |= dict.fromkeys(cards, event.target)
            case Moved(source=place) | Shuffled(place=place):
                for card in [card for card in faces if places[card] == place]:
                    del faces[card]
            case _:
                pass
    return faces


def _events(state: State, seat: int) -> Iterator[Event]:
    """Yield what has happened at a seat's table."""
    seated = state.position.seated
    own = seated[seat] if seated else 0
    opening = state.opening.events if state.opening is not None else ()
    told = [(step.before.table, step.events) for step in chain(state.last)]
    for table, events in [(0, opening), *told]:
        here = table
        for event in events:
            if isinstance(event, AtTable):
                here = event.table - 1
            elif here == own or isinstance(event, Gathered):
                yield event


def part_known(pack: Pack, faces: int) -> str:
    """Return what the cards of a set have in common: `3?` if all are threes, `?H` of hearts.

    Args:
        pack: the pack.
        faces: the set of cards.
    """
    cards = cards_of(faces)
    texts = {pack.text[card] for card in cards}
    if len(texts) == 1:
        return texts.pop()
    ranks, suits = {pack.rank[card] for card in cards}, {pack.suit[card] for card in cards}
    rank = pack.ranks[ranks.pop()] if len(ranks) == 1 else "?"
    suit = pack.suits[suits.pop()][0].upper() if len(suits) == 1 and NONE not in suits else "?"
    return rank + suit


def with_told(state: State, seen: Observation) -> Observation:
    """Return what a seat sees, with what it was told in the place of cards that it does not see.

    Args:
        state: the game.
        seen: what the seat sees.
    """
    if seen.seat is None or not state.game.tells:
        return seen
    faces = told(state, seen.seat)
    recorder, program = state.game.recorder, state.game.program
    own = at_seat(state.position, seen.seat)
    zones = dict(seen.zones)

    def known(position: Position, place: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        if UNKNOWN not in cards:
            return cards
        return tuple(
            part_known(program.pack, faces[card]) if text == UNKNOWN and card in faces else text
            for text, card in zip(cards, recorder.cards(position, place), strict=True)
        )

    for index, zone in enumerate(program.zones.values()):
        if not zone.ordered or zone.piles:
            continue
        if zone.each:
            parts = zip(program.owners(zone), zones[zone.name], strict=True)
            zones[zone.name] = tuple(
                known(at_seat(state.position, owner), recorder.place(index, owner), cards)
                for owner, cards in parts
            )
        else:
            zones[zone.name] = known(own, recorder.place(index, -1), zones[zone.name])
    return replace(seen, zones=zones)
