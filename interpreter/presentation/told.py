"""How screens show what a seat was told about cards face down, such as their colours in Hanabi."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..game.observation.facts import facts_for
from ..game.observation.journal import SeenPlace
from ..game.observation.redaction import UNKNOWN
from ..program.cards import NONE
from ..speech.english import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..game.observation.view import Observation
    from ..play.state import State
    from ..program.cards import Pack
    from ..program.program import Program

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
    suit = pack.signs[suits.pop()] if len(suits) == 1 and NONE not in suits else "?"
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
    return replace(seen, zones={**seen.zones, **told})


def some_of(known: Sequence[str], count: int) -> str:
    """Return what stands before the cards of which a viewer knows only that they lie among some cards."""
    return "in some order" if len(known) == count else "among them"


def notes_of(state: State, seen: Observation) -> dict[SeenPlace, list[str]]:
    """Return what a screen notes of places, beyond what stands for their cards.

    Args:
        state: the game.
        seen: what the viewer sees of it.

    Returns:
        For places without order `told 2 of 5: 3?`, until a card leaves the place or comes to it.
        For places with an order what their cards are not: `not red: cards 1 2`.
    """
    pack, recorder = state.game.program.pack, state.game.recorder
    zones, seat = list(state.game.program.zones), seen.seat
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
    for name, possible in seen.possible.items():
        zone = state.game.program.zones[name]
        parts = zip(seen.owned[name], possible, strict=True) if zone.each else [(None, possible)]
        for owner, cards in parts:
            notes = _excluded(state, cards if zone.piles else (cards,), named=bool(zone.piles))
            if notes:
                found.setdefault(SeenPlace(name, owner), []).append("; ".join(notes))
    return found


def _excluded(state: State, piles: Iterable[Any], *, named: bool) -> list[str]:
    """Return what the cards of some piles are not, each with the places of the cards in the pile.

    Args:
        state: the game.
        piles: for each pile, for each card the faces that it can have; none if that is not known.
        named: whether to name the pile, too.
    """
    places: dict[str, list[str]] = {}
    for pile, cards in enumerate(piles, 1):
        for place, faces in enumerate(cards, 1):
            text = excluded(state.game.program, faces)
            if text:
                name = f"#{pile}:{place}" if named else str(place)
                places.setdefault(text, []).append(name)
    return [f"{text}: {'card' if len(where) == 1 else 'cards'} {' '.join(where)}" for text, where in places.items()]


def excluded(program: Program, faces: Sequence[str]) -> str:
    """Return what a card is not that can have some faces, beyond what `part_known` tells.

    Args:
        program: the rules.
        faces: the faces; none if nothing is known.

    >>> from cardrules import load
    >>> from cardrules.interpreter.play.game import rules_of
    >>> hanabi = rules_of(load("hanabi")).program
    >>> left = [face for face in hanabi.pack.text if face[1] in "RB" and face[0] != "5"]
    >>> part_known(hanabi.pack, left), excluded(hanabi, left)
    ('??', 'only red or blue, not 5')
    """
    pack = program.pack
    cards = {card for card, text in enumerate(pack.text) if text in faces}
    every = range(pack.size)
    words = [
        _which(values, {of[card] for card in cards}, {of[card] for card in every})
        for of, values in ((pack.suit, [*map(program.label, pack.suits)]), (pack.rank, pack.ranks))
    ]
    ranks, suits = ({of[card] for card in cards} for of in (pack.rank, pack.suit))
    alike = {pack.text[card] for card in every if pack.rank[card] in ranks and pack.suit[card] in suits}
    others = [text for text in dict.fromkeys(pack.text) if text in alike and text not in faces]
    if others and len(others) < len(faces):
        words.append(f"not {listed(others, 'or')}")
    elif others:
        words = [f"only {listed(list(faces), 'or')}"]
    return ", ".join(filter(None, words)) if faces else ""


def _which(names: Sequence[str], left: set[int], every: set[int]) -> str:
    """Return which suits or ranks are left, or which are not, whichever is shorter."""
    gone = every - left
    if not gone or len(left) < 2:  # then `part_known` tells it
        return ""
    shorter = left if len(left) <= len(gone) else gone
    words = listed([names[each] if each != NONE else "a joker" for each in sorted(shorter)], "or")
    return f"{'only' if shorter is left else 'not'} {words}"
