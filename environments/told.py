"""The part of an array that says what a seat was told about cards that lie face down to it.

It stands at the end of the arrays of games that tell facts. The last facts of the deal are written
as they were told. Of the top cards of places with an order it is written what each of them is not,
as far as the seat can follow the card since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..interpreter.game.observation.redaction import sees
from ..interpreter.runtime.journal import Gathered, Told
from ..interpreter.runtime.melds import set_of
from ..interpreter.runtime.position import Position, at_seat

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules
    from ..interpreter.program.program import Zone
    from ..interpreter.runtime.journal import Event

FACTS = 8
"""How many of the last facts an array contains."""

MOST_POSITIONS = 16
"""For how many positions of a place with an order, from the bottom, it is told which fit."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What a seat was told of some cards of a place.

    Attributes:
        place: the place.
        fits: how many of the cards fulfil the condition.
        among: how many cards it was told about.
        positions: the set of the positions of those that do, from 0 for the bottom.
        faces: the set of all cards of the pack that do; 0 if the seat does not know which.
    """

    place: int
    fits: int
    among: int
    positions: int
    faces: int


def around(owners: Iterable[int], seat: int, players: int) -> list[int]:
    """Return owners in the order in which a seat counts them."""
    return sorted(owners, key=lambda own: (own - seat) % players)


def told_to(seats: int, before: Sequence[Sequence[Fact]], events: Iterable[Event]) -> list[Sequence[Fact]]:
    """Return the last facts that each seat was told in the present deal, the latest last.

    Args:
        seats: the number of seats.
        before: the facts before some events.
        events: the events.
    """
    facts = [list(each) for each in before]
    for event in events:
        if isinstance(event, Gathered):
            facts = [list[Fact]() for _ in range(seats)]
        elif isinstance(event, Told):
            fits = [bool(event.fitting >> card & 1) for card in event.cards]
            where = [place - 1 for place, fit in zip(event.positions, fits, strict=False) if fit]
            positions = set_of(place for place in where if place < MOST_POSITIONS)
            for seat, found in enumerate(facts):
                if event.to >> seat & 1:
                    faces = event.fitting if event.knowing >> seat & 1 else 0
                    found.append(Fact(event.place, sum(fits), len(fits), positions, faces))
    return [each[-FACTS:] for each in facts]


class ToldSpace:
    """The entries of a game's arrays for what a seat was told.

    Attributes:
        numbers, planes: the names of its entries; none in a game that tells nothing.
        limits: for each number its least and its greatest value.
        places: for each seat and each place its number among those about which there may be facts, in
            the order in which the seat counts them; -1 for a place that all seats see.
        positions: of how many positions it is told which fit.
        tops: the zones of which there are planes for the top cards, with the number of cards.
    """

    def __init__(self, rules: Rules, top: int, most_piles: int) -> None:
        """Name the entries.

        Args:
            rules: the game.
            top: of how many cards from the top of a place there are planes.
            most_piles: of how many piles, if the rules do not fix their number.
        """
        self._rules = rules
        self.numbers: list[str] = []
        self.limits: list[tuple[int, int]] = []
        self.planes: list[str] = []
        self.places: list[list[int]] = []
        self.positions = 0
        self.tops: list[tuple[Zone, int]] = []
        program, recorder = rules.program, rules.recorder
        if not program.tells:
            return
        zones = [(number, zone) for number, zone in enumerate(program.zones.values()) if zone.faces != "shown"]
        if any(zone.ordered or zone.piles for _, zone in zones):
            self.positions = min(MOST_POSITIONS, program.pack.size)
        names: list[str] = []
        self.places = [[-1] * len(recorder.places) for _ in range(rules.players)]
        for number, zone in zones:
            owners = program.owners(zone) if zone.each else (-1,)
            for seat, places in enumerate(self.places):
                for at, owner in enumerate(around(owners, seat, rules.players), len(names)):
                    places[recorder.place(number, owner)] = at
            count = (zone.fixed or most_piles) if zone.piles else top if zone.ordered else 0
            self.tops += [(zone, count)] if count else []
            for other in range(len(owners)):
                side = "side" if zone.team else "player"
                name = f"{zone.name} of {side} {other}" if zone.each else zone.name
                names.append(name)
                of = "top of pile {} of" if zone.piles else "card {} from the top of"
                self.planes += [f"{of.format(at)} {name} is not" for at in range(1, count + 1)]
        for fact in range(1, FACTS + 1):
            self.numbers += [f"fact {fact} is about {name}" for name in names]
            self.numbers += [f"cards of fact {fact}", f"cards that fit of fact {fact}"]
            self.numbers += [f"card {at} fits by fact {fact}" for at in range(1, self.positions + 1)]
            self.planes.append(f"faces of fact {fact}")
            all_cards = 0, program.pack.size
            self.limits += [*[(0, 1)] * len(names), all_cards, all_cards, *[(0, 1)] * self.positions]

    def write(self, position: Position, seat: int, facts: Sequence[Fact]) -> tuple[list[int], list[int]]:
        """Return the numbers and the planes of a seat.

        Args:
            position: a position of the recording build.
            seat: the seat.
            facts: the last facts that it was told, the latest last.
        """
        planes: list[int] = []
        for zone, count in self.tops:
            owners = self._rules.program.owners(zone) if zone.each else (-1,)
            for owner in around(owners, seat, self._rules.players):
                planes += self._excluded(position, seat, zone, owner, count)
        numbers: list[int] = []
        count = len(self.numbers) // FACTS - 2 - self.positions
        for fact in facts[::-1]:
            about = self.places[seat][fact.place]
            numbers += [int(at == about) for at in range(count)]
            numbers += [fact.among, fact.fits]
            numbers += [fact.positions >> at & 1 for at in range(self.positions)]
            planes.append(fact.faces)
        missing = FACTS - len(facts)
        numbers += [0] * (missing * (count + 2 + self.positions))
        return numbers, planes + [0] * missing

    def _excluded(self, whole: Position, seat: int, zone: Zone, owner: int, count: int) -> list[int]:
        """Return what the top cards of a place are not, as a seat was told."""
        rules = self._rules
        position = at_seat(whole, owner if zone.each else seat)
        if not sees(rules, position, seat, position.table):
            return [0] * count
        place = rules.recorder.place(list(rules.program.zones).index(zone.name), owner)
        if zone.piles:
            tops = [pile[-1] if pile else -1 for pile in rules.recorder.piles(position, place)]
        else:
            tops = rules.recorder.cards(position, place)[::-1]
        first = seat * rules.program.pack.size
        told = position.excluded or rules.recorder.untold()
        found = [told[first + card] if card >= 0 else 0 for card in tops[:count]]
        return found + [0] * (count - len(found))
