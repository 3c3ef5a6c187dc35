"""Warnings about numbers in a given position that may be cards without their suit.

`4` for `4H` means any four cards. That is a possible position, so there is a warning and not an
error. It is given where a number is unusual: for an open pile of the table, and for the only player
with a number if the cards of several other players are named. `4 cards` never causes a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from ...diagnostics import Guess, counted
from .values import Problem, Where, in_words, number_of, words_of

if TYPE_CHECKING:
    from ...program.program import Program

_SEVERAL = 2  # the least number of other players whose cards are named


def doubts(program: Program, given: Mapping[str, object]) -> list[Problem]:
    """Return warnings about bare numbers in a position that may have been meant as cards.

    Args:
        program: the game.
        given: the given position, which has no errors.
    """
    pack = program.pack
    places = [(where, in_words(pack, value)) for where, value in _places(program, given)]
    words = {word for _, value in places for word in words_of(value) or ()}
    named = {card for word in words for card in pack.cards_of(word)}
    found: list[Problem] = []
    for where, number, why in _unusual(program, places):
        rank = pack.rank_index(str(number))
        cards = [card for card in range(pack.size) if pack.rank[card] == rank]
        if cards:
            likely = next((card for card in cards if card not in named), cards[0])
            found.append(_doubt(pack.text[likely], where, number, why))
    return found


def _unusual(program: Program, places: list[tuple[Where, object]]) -> Iterator[tuple[Where, int, str]]:
    """Yield the bare numbers where cards are usual, and why."""
    bare = [(where, value) for where, value in places if type(value) is int and value > 0]
    held = [where for where, _ in bare if where.seat is not None]
    shown = {"shown": "though everybody sees them", "top": "though everybody sees the top one"}
    for where, number in bare:
        if where.seat is None:
            faces = program.zones[where.key].faces
            if faces in shown:
                yield where, number, shown[faces]
        elif len(held) == 1:
            named = {w.seat for w, v in places if number_of(v) is None and words_of(v)}
            if len(named - {None, where.seat}) >= _SEVERAL:
                yield where, number, "while those of the other players are named"


def _places(program: Program, given: Mapping[str, object]) -> Iterator[tuple[Where, object]]:
    """Yield the place and the given value of each pile of the table and each player's zone."""
    tables = cast("list[Mapping[str, object]]", given.get("tables", []))
    for zone in program.zones.values():
        if zone.each:
            entries = cast("list[object]", given.get(zone.name, []))
            yield from ((Where(zone.name, seat), value) for seat, value in enumerate(entries))
        elif not zone.piles and program.tables is not None:
            for table, inside in enumerate(tables):
                if zone.name in inside:
                    yield Where(zone.name, table=table), inside[zone.name]
        elif not zone.piles and zone.name in given:
            yield Where(zone.name), given[zone.name]


def _doubt(card: str, where: Where, number: int, why: str) -> Problem:
    place, some = str(where), counted(number, "card")
    return Problem(
        "CR713",
        f"{place[:1].upper()}{place[1:]} is any {some}, {why}.",
        where,
        f"Did you mean '{card}'? If any will do, write '{some}'.",
        fix=Guess(card, sole=False),
        severity="warning",
    )
