"""Who knows which card, in Python that can be translated: the recorder of native games.

Code of the recording build calls a recorder for every change. This one keeps the same two sets of
seats for each card as `play/knowledge.py`, and who saw the cards of the action in hand. It keeps no
journal.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from ..runtime.melds import set_of
from ..runtime.primitives import random
from .kinds import NUMBER, integer
from .layout import Shape, many
from .library import listed

if TYPE_CHECKING:
    from ..check.program import Program

NOTING, MOVED, SAW = "k_noting", "k_moved", "k_saw"
"""Slots that native positions have besides: whether it is noted who sees the cards of an action,
those that it has moved so far, and for each card the seats that may see it."""


class Place(Protocol):
    """A zone, or one player's part of a zone, as `play/knowledge.py` numbers and describes them."""

    @property
    def slot(self) -> str: ...  # noqa: D102
    @property
    def seat(self) -> int: ...  # noqa: D102
    @property
    def ordered(self) -> bool: ...  # noqa: D102
    @property
    def watchers(self) -> int: ...  # noqa: D102
    @property
    def top_shown(self) -> bool: ...  # noqa: D102
    @property
    def piles(self) -> bool: ...  # noqa: D102
    @property
    def own(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Known:
    """What a recorder knows of a game.

    Attributes:
        places: all zones and players' parts of zones.
        first: for each zone the number of its first place.
        twins: for each card the other cards with the same face.
        closed: whether nobody sees the cards of other tables.
        readings: whether it is kept how piles were laid.
    """

    places: Sequence[Place]
    first: Sequence[int]
    twins: Sequence[Sequence[int]]
    closed: bool
    readings: bool


def shapes(program: Program, words: int) -> dict[str, Shape]:
    """Return the slots that positions have only where a recorder is at work."""
    cards = program.pack.size
    one = Shape(NUMBER)
    return {
        "know": many(one, cards, fixed=True),
        "spot": many(one, cards, fixed=True),
        "origin": many(one, cards),
        "traced": many(one, cards),
        NOTING: one,
        MOVED: Shape(integer(words)),
        SAW: many(one, cards, fixed=True),
    }


class Tracker:
    """Stands for the recorder; its methods are those of `Recorder`, and do the same."""

    passes: ClassVar[dict[str, int | None]] = {"changed": None, "looked": 1}
    """The methods that only add to the journal, with the argument that each of them returns."""

    def __init__(self, known: Known, program: Program) -> None:
        """Take over what the recorder of a game knows."""
        places = known.places
        self.everyone = (1 << program.players) - 1
        self.size = program.pack.size
        self.closed, self.readings = known.closed, known.readings
        self.seals = any(phase.scheme == "at once" for phase in program.phases.values())
        self.first = (*known.first,)
        self.watchers = tuple(place.watchers for place in places)
        self.ordered = tuple(int(place.ordered) for place in places)
        self.top_shown = tuple(int(place.top_shown) for place in places)
        self.drawn_from_top = tuple(int(place.ordered or place.piles) for place in places)
        self.own = tuple(place.own for place in places)
        self.alike = any(known.twins)
        self.twins = tuple(map(tuple, known.twins))

    def public(self, s: Any) -> int:
        """Return the seats that see the open cards of the table in place."""
        if not self.closed:
            return self.everyone
        found = 0
        for seat, table in enumerate(s.seated):
            if table == s.table:
                found |= 1 << seat
        return found

    def gathered(self, s: Any) -> None:
        """Begin a deal: all cards are in the pack, in an order that all know."""
        s.know = [self.public(s)] * self.size
        s.spot = [self.public(s)] * self.size
        self.unsealed(s)
        s.k_noting = 0

    def place(self, zone: int, seat: int) -> int:
        """Return the number of the place of a zone and seat (-1 for a zone of the table)."""
        return self.first[zone] + max(seat, 0)

    def unseal(self, s: Any) -> None:
        """Note where all cards lie before sealed choices are carried out, and who knows it."""
        s.origin = [k_where(s, card) for card in range(self.size)]
        s.traced = s.know[:]

    def unsealed(self, s: Any) -> None:
        """Forget where cards lay before sealed choices, which have been carried out."""
        s.origin = ()
        s.traced = ()

    def shuffled(self, s: Any, zone: int, seat: int) -> None:
        """Shuffle a place: no seat knows the positions in it any more."""
        place = self.place(zone, seat)
        for card in k_cards(s, place):
            s.spot[card] = self.watchers[place] & self.public(s)
        self.show_top(s, place)
        s.k_noting = 0

    def reveal(self, s: Any, cards: Any, to: int) -> None:
        """Show cards to a set of seats (-1: all seats) without moving them."""
        audience = self.public(s)
        if to >= 0:
            audience &= to
        for card in listed(cards):
            s.know[card] |= audience
            if self.ordered[k_where(s, card)]:
                s.spot[card] |= audience
            if s.k_noting:
                s.k_saw[card] |= audience

    def told(self, s: Any, cards: Any, fitting: int, to: int) -> None:
        """Tell a set of seats which of some cards fit; that is noted in the journal alone."""

    def draw(self, s: Any, zone: int, seat: int, to_zone: int, to_seat: int) -> int:
        """Move one card, the top card of an ordered place, to another place and return it."""
        source = self.place(zone, seat)
        before = k_cards(s, source)
        card = before[-1] if self.drawn_from_top[source] else random(s, before)
        self.transfer(s, [card], source, self.place(to_zone, to_seat), -1, 0, ())
        return card

    def lay(self, s: Any, cards: Sequence[int], zone: int, chosen: Sequence[int]) -> None:
        """Make a new pile in a zone of piles from cards in the given order."""
        self.move(s, cards, zone, -1, k_opened(s, self.first[zone]), 0, chosen)

    def move(
        self, s: Any, cards: Sequence[int], zone: int, seat: int, pile: int, beneath: int,
        chosen: Sequence[int],
    ) -> None:  # fmt: skip
        """Move cards from their places to another place, in the given order."""
        target = self.place(zone, seat)
        moved = [card for card in cards if card >= 0]
        if pile >= 0:
            if self.own[target]:
                target += pile // self.own[target]
            if self.readings:
                k_laid(s, target, pile, len(moved))
        sources = [k_where(s, card) for card in moved]
        starts = [
            place
            for place in range(len(moved))
            if place == 0 or sources[place] != sources[place - 1]
        ]
        for index in range(len(starts)):
            run = len(starts) - 1 - index if beneath else index
            start = starts[run]
            end = starts[run + 1] if run + 1 < len(starts) else len(moved)
            source = sources[start]
            # In a zone without order nothing changes where cards are put back.
            if source != target or pile >= 0 or self.ordered[target]:
                self.transfer(s, moved[start:end], source, target, pile, beneath, chosen)

    def transfer(
        self, s: Any, cards: list[int], source: int, target: int, pile: int, beneath: int,
        chosen: Sequence[int],
    ) -> None:  # fmt: skip
        """Move cards of one place to another."""
        before = k_cards(s, source)
        count = len(cards)
        gone = set_of(cards)
        public = self.public(s)
        watchers = (self.watchers[source] | self.watchers[target]) & public
        ordered = self.ordered[source]
        from_top = set_of(before[len(before) - count :]) == gone
        # The cards that stay, and the seats that know each not to be among those that move.
        stay = [card for card in before if not gone & 1 << card]
        staying = [s.spot[card] if ordered and from_top else 0 for card in stay]
        every = False  # that could be chosen has moved
        if self.seals and chosen and s.origin:
            for index, card in enumerate(stay):
                if s.origin[card] not in chosen:
                    staying[index] |= s.traced[card]
            every = sum([1 for place in s.origin if place in chosen]) == count
        sure = self.everyone
        for seats in staying:
            sure &= seats
        # The seats that know which card it was, for each moved card.
        seen: list[int] = []
        everything = self.everyone
        for index, card in enumerate(cards):
            seats = watchers | s.know[card] & (s.spot[card] | sure if ordered else sure)
            if every:
                seats |= s.know[card] & s.traced[card]
            if self.top_shown[source] and card == before[-1]:
                seats = public
            if self.top_shown[target] and index == count - 1:
                seats = public
            seen.append(seats)
            everything &= seats
        # The seats that know its position in the target.
        spots = [0 for _ in cards]
        if self.ordered[target]:
            for index, card in enumerate(cards):
                exactly = seen[index] & s.spot[card] if ordered else everything
                exactly |= self.watchers[target] & public
                if count == 1 or (self.top_shown[target] and index == count - 1):
                    exactly |= seen[index]
                spots[index] = exactly
        k_take(s, source, gone)
        k_put(s, target, pile, beneath, cards)
        # The seats that did not see the move forget the cards that may have been moved.
        blind = self.everyone & ~everything
        for index, card in enumerate(stay):
            s.know[card] &= ~blind | staying[index]
            s.spot[card] &= s.know[card] if from_top else ~blind
        if self.alike:
            self.mistake(s, cards, seen, stay, staying)
        for index, card in enumerate(cards):
            s.know[card] = seen[index]
            s.spot[card] = spots[index]
            if s.k_noting:
                if s.k_moved & 1 << card:
                    s.k_saw[card] |= seen[index]
                else:
                    s.k_saw[card] = seen[index]
        if self.seals and s.origin:
            self.trace(s, cards, stay, len(chosen))
        s.k_moved |= gone
        self.show_top(s, source)

    def mistake(
        self, s: Any, cards: Sequence[int], seen: Sequence[int], stay: Sequence[int],
        staying: Sequence[int],
    ) -> None:  # fmt: skip
        """Exchange what seats know of two cards with one face that they cannot tell apart."""
        left = set_of(stay)
        for index, card in enumerate(cards):
            taken = seen[index] & ~s.know[card]
            for twin in self.twins[card]:
                if taken and left & 1 << twin:
                    mistaken = taken & s.know[twin] & ~s.spot[twin] & ~staying[stay.index(twin)]
                    s.know[twin] &= ~mistaken
                    taken &= ~mistaken

    def trace(self, s: Any, cards: Sequence[int], stay: Sequence[int], places: int) -> None:
        """Update who knows where cards lay before sealed choices, after a move.

        Args:
            s: the position.
            cards: the cards that moved.
            stay: those that lay with them, and stay.
            places: the number of the places that they were chosen from.
        """
        for card in stay:
            s.traced[card] &= s.know[card]
        for card in cards:
            if places == 1:
                s.traced[card] = s.know[card]
            elif self.alike and self.twins[card]:
                s.traced[card] = 0
            else:
                s.traced[card] &= s.know[card]

    def show_top(self, s: Any, place: int) -> None:
        """Update the knowledge of the top cards of a place where only these are open."""
        if self.top_shown[place]:
            for card in k_tops(s, place):
                s.know[card] = self.public(s)
                s.spot[card] = self.public(s)


# -- what depends on the zones: functions that `placing` makes


def k_where(s: Any, card: int) -> int:
    """Return the place a card is in."""
    raise NotImplementedError(s, card)


def k_cards(s: Any, place: int) -> list[int]:
    """Return the cards of a place as a new list, bottom to top if the place is ordered."""
    raise NotImplementedError(s, place)


def k_tops(s: Any, place: int) -> list[int]:
    """Return the top cards of a place: one, or one of each pile."""
    raise NotImplementedError(s, place)


def k_take(s: Any, place: int, gone: int) -> None:
    """Take cards out of a place."""
    raise NotImplementedError(s, place, gone)


def k_put(s: Any, place: int, pile: int, beneath: int, cards: Sequence[int]) -> None:
    """Put cards into a place."""
    raise NotImplementedError(s, place, pile, beneath, cards)


def k_opened(s: Any, place: int) -> int:
    """Begin a pile, and return its number."""
    raise NotImplementedError(s, place)


def k_laid(s: Any, place: int, pile: int, count: int) -> None:
    """Note that so many cards are laid on a pile at once."""
    raise NotImplementedError(s, place, pile, count)


_HEADS: Final = {
    "k_where": "s, card", "k_cards": "s, place", "k_tops": "s, place", "k_take": "s, place, gone",
    "k_put": "s, place, pile, beneath, cards", "k_opened": "s, place",
    "k_laid": "s, place, pile, count",
}  # fmt: skip


def placing(places: Sequence[Place]) -> list[ast.FunctionDef]:
    """Return the functions that depend on the zones."""
    made: dict[str, list[str]] = {name: [] for name in _HEADS}
    start = 0
    while start < len(places):
        zone = places[start]
        count = sum(place.slot == zone.slot for place in places)
        here = f"place < {start + count}"
        seat = f"[place - {start}]" if zone.seat >= 0 and not zone.piles else ""
        held = f"s.{zone.slot}{seat}"
        sizes = f"s.g_{zone.slot.removeprefix('z_')}"
        part = held
        if zone.piles and zone.own:
            part = f"{held}[(place - {start}) * {zone.own}:(place - {start} + 1) * {zone.own}]"
        for index in range(count):
            one = f"s.{zone.slot}[{index}]" if seat else held
            if zone.piles:
                first, last = index * zone.own, (index + 1) * zone.own
                piles = f"{held}[{first}:{last}]" if zone.own else held
                made["k_where"] += [
                    f"for pile in {piles}:", f"    if card in pile: return {start + index}",
                ]  # fmt: skip
            elif zone.ordered:
                made["k_where"].append(f"if card in {one}: return {start + index}")
            else:
                made["k_where"].append(f"if {one} & 1 << card: return {start + index}")
        if zone.piles:
            put = [f"{held}[pile].extend(cards)"]
            rules = {
                "k_cards": [f"return [card for pile in {part} for card in pile]"],
                "k_tops": [f"return [pile[-1] for pile in {part} if pile]"],
                "k_take": [
                    f"for pile in {part}:",
                    "    pile[:] = [card for card in pile if not gone & 1 << card]", "return",
                ],
                "k_opened": [
                    f"{held}.append([])", f"{sizes}.append(())", f"return len({held}) - 1",
                ],
                "k_laid": [f"{sizes}[pile] += (count,)", "return"],
            }  # fmt: skip
            if zone.own:
                del rules["k_opened"]
        elif zone.ordered:
            put = [f"if beneath: {held}[:0] = cards", f"else: {held}.extend(cards)"]
            rules = {
                "k_cards": [f"return {held}[:]"],
                "k_tops": [f"return {held}[-1:]"],
                "k_take": [
                    f"if gone == 1 << {held}[-1]: {held}.pop()",
                    f"else: {held}[:] = [card for card in {held} if not gone & 1 << card]",
                    "return",
                ],
            }  # fmt: skip
        else:
            put = [f"{held} |= set_of(cards)"]
            rules = {
                "k_cards": [f"return cards_of({held})"],
                "k_tops": [f"return cards_of({held})[-1:]"],
                "k_take": [f"{held} &= ~gone", "return"],
            }
        rules["k_put"] = [*put, "return"]
        for name, lines in rules.items():
            made[name] += [f"if {here}:", *(f"    {line}" for line in lines)]
        start += count
    text = "".join(
        f"def {name}({_HEADS[name]}):\n"
        + "".join(f"    {line}\n" for line in [*lines, "raise ValueError(s)"])
        for name, lines in made.items()
    )
    return [tree for tree in ast.parse(text).body if isinstance(tree, ast.FunctionDef)]
