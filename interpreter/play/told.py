"""How screens show what a seat was told about cards face down, such as their colours in Hanabi."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..check.cards import NONE
from .observation.facts import facts_for
from .observation.redaction import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..check.cards import Pack
    from .observation.journal import SeenPlace
    from .observation.view import Observation
    from .state import State

_MOST_NAMED: Final = 6  # faces that a note names one by one


def part_known(pack: Pack, faces: Iterable[str]) -> str:
    """Return what some faces have in common: `3?` if all are threes, `?H` if all are hearts.

    Args:
        pack: the pack.
        faces: the faces.
    """
    cards = [pack.text.index(face) for face in faces]
    texts = {pack.text[card] for card in cards}
    if len(texts) == 1:
        return texts.pop()
    ranks, suits = {pack.rank[card] for card in cards}, {pack.suit[card] for card in cards}
    rank = pack.ranks[ranks.pop()] if len(ranks) == 1 else "?"
    suit = pack.suits[suits.pop()][0].upper() if len(suits) == 1 and NONE not in suits else "?"
    return rank + suit


def with_told(pack: Pack, seen: Observation) -> Observation:
    """Return what a seat sees, with what it was told in the place of cards that it does not see.

    Args:
        pack: the pack of the game.
        seen: what the seat sees.
    """

    def known(card: Any, faces: tuple[Any, ...]) -> Any:
        if isinstance(card, str):
            return part_known(pack, faces) if card == UNKNOWN and faces else card
        return tuple(known(*each) for each in zip(card, faces, strict=True))

    told = {name: known(seen.zones[name], possible) for name, possible in seen.possible.items()}
    return replace(seen, zones=seen.zones | told)


def notes_of(state: State, seat: int | None) -> dict[SeenPlace, list[str]]:
    """Return what a screen notes of places without order: `told 2 of 5: 3?`.

    A note is gone as soon as a card leaves the place or comes to it.
    """
    pack, recorder = state.game.program.pack, state.game.recorder
    zones = list(state.game.program.zones)
    found: dict[SeenPlace, list[str]] = {}
    if seat is None:
        return found
    for fact in facts_for(state.game, state.opening, state.last, state.position, seat, hold=True):
        owner = -1 if fact.place.seat is None else fact.place.seat
        place = recorder.places[recorder.place(zones.index(fact.place.zone), owner)]
        if not place.ordered and not place.watchers >> seat & 1:
            faces = fact.faces or ()
            shown = part_known(pack, faces) if faces else UNKNOWN
            shown = " ".join(faces) if shown == UNKNOWN and len(faces) <= _MOST_NAMED else shown
            note = f"told {len(fact.cards)} of {fact.among}: {shown or UNKNOWN}"
            found.setdefault(fact.place, []).append(note)
    return found
