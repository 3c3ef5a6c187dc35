"""What a person at the table sees, as plain data for the pages.

Everything comes from the observation of the person's seat, so a page cannot show more than the seat
may know. Onlookers get what every seat knows; after the end everything may lie open.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ..interpreter.diagnostics import printable
from ..interpreter.explanation.shown import shown_values
from ..interpreter.game.observation.journal import SeenPlace
from ..interpreter.game.observation.redaction import UNKNOWN
from ..interpreter.presentation.card_order import in_order, sort_hand
from ..interpreter.presentation.story import REST, Story
from ..interpreter.presentation.told import notes_of, with_told
from ..interpreter.runtime.position import at
from . import faces
from .past import Past, common
from .picking import Picking, pile_of
from .viewers import OPEN, PUBLIC, observed, seat_of, witnesses

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..interpreter.play.state import State
    from ..interpreter.presentation.painter import Painter
    from ..interpreter.program.program import Zone

UNNAMED: Final = "Player"
"""What others call the only person at a table, who has chosen no name."""

_MOST_BACKS: Final = 5  # backs that are drawn; more are counted
_MOST_FACES: Final = 8  # cards that are drawn of an ordered pile; a larger one shows its top cards
_TOPMOST: Final = 4
_TALL: Final = 3  # cards of a pile from which the piles of a layout are columns


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the page.

    Attributes:
        text: its notation; None if it lies face down.
        symbol: the name of its drawing.
        words: what it is called.
        key: what tells it from all other cards on the page; it is never the notation of a card that
            the viewer does not see.
        fits: whether it can be picked now.
        picked: whether it is picked.
        note: what a wild card stands for, or what is known of a card face down.
    """

    text: str | None
    symbol: str
    words: str
    key: str
    fits: bool = False
    picked: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together.

    Attributes:
        groups: the cards that are drawn, in groups with a space between them.
        more: how many cards more there are.
        size: the number of cards.
        choice: how a choice names the pile, such as `pile:columns #2`; empty if no action does.
        fits: whether the pile can be chosen now.
        chosen: whether it is chosen.
    """

    groups: list[list[Card]]
    more: int
    size: int
    choice: str = ""
    fits: bool = False
    chosen: bool = False

    @property
    def number(self) -> str:
        """The number by which actions name it; an empty text if none does."""
        return self.choice.rpartition("#")[2].partition("@")[0]


@dataclass(frozen=True, slots=True)
class Place:
    """A zone on the page.

    Attributes:
        name: the zone.
        label: what it is called.
        piles: its piles; one, unless it is a zone of piles.
        held: whether it is the viewer's hand.
        note: what is to be said about it.
        spread: whether cards lie beside one another; else they overlap.
        columns: whether each pile is a column.
    """

    name: str
    label: str
    piles: list[Pile]
    held: bool = False
    note: str = ""
    spread: bool = True
    columns: bool = False

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(pile.size for pile in self.piles)

    @property
    def counted(self) -> bool:
        """Whether the number of cards stands beside them anyway."""
        return any(pile.more for pile in self.piles)


@dataclass(slots=True)
class Plate:
    """A player on the page."""

    seat: int
    name: str
    turn: bool
    notes: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    trick: list[Card] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of this deal that was taken: by whom, and its cards with the names of the players."""

    taker: str
    cards: list[tuple[str, Card]]


@dataclass(slots=True)
class Board:
    """The table as one viewer sees it.

    Attributes:
        step: the name of the step that is on.
        phase: what it is called, if there are several.
        others: the other players, in the order of play after the viewer.
        own: the viewer's plate; None for onlookers.
        middle: what lies on the table.
        notes: what holds for all, such as the trump.
        trick: the plates of those who have played to the trick, in order.
        tricks: the tricks of this deal that were taken, oldest first.
        elsewhere: other tables of the same game: a heading and their places.
    """

    title: str
    step: str
    phase: str
    deal: int
    others: list[Plate]
    own: Plate | None
    middle: list[Place]
    notes: list[str]
    trick: list[Plate]
    tricks: list[Trick]
    elsewhere: list[tuple[str, list[Place]]]

    @property
    def plates(self) -> list[Plate]:
        """All players, the viewer last."""
        return [*self.others, *([self.own] if self.own else [])]


def board(
    state: State,
    painter: Painter,
    viewer: int,
    picking: Picking | None = None,
    past: Past | None = None,
) -> Board:
    """Return the table as a viewer sees it.

    Args:
        state: the game.
        painter: names of players, labels and values in words.
        viewer: a seat, `OPEN` or `PUBLIC`.
        picking: what the viewer has chosen, if it is the viewer's turn.
        past: what the viewer has seen of the deal before, if it was drawn before.
    """
    past = past if past is not None else Past(witnesses(viewer, state.game.players))
    past.read(state)
    return _Drawing(state, painter, viewer, picking, past).board()


def story(state: State, painter: Painter, viewer: int, first: int) -> Iterator[str]:
    """Yield what has happened since a step, in sentences, as a viewer saw it.

    An onlooker is told what every seat saw. A page has lines of any length.
    """
    entries = common(state, first) if viewer == PUBLIC else None
    told = ""
    for line in Story(painter, state, seat_of(viewer), first, entries).lines():
        if line.plain.startswith(REST):
            told = f"{told} {line.plain.strip()}"
            continue
        if told:
            yield told
        told = line.plain.strip()
    if told:
        yield told


class _Drawing:
    """One drawing of the table."""

    def __init__(self, state: State, painter: Painter, viewer: int, picking: Picking | None, past: Past) -> None:
        self._state = state
        self._painter = painter
        self._program = state.game.program
        self._viewer = viewer
        seen = observed(state, viewer)
        self._seen = with_told(self._program.pack, seen)
        self._told = notes_of(state, seen)
        self._picking = picking
        self._fits = picking.cards_that_fit() if picking is not None else Counter[str]()
        self._picked = Counter(picking.cards if picking is not None else ())
        chosen = picking.values if picking is not None else ()
        fitting = picking.fitting() if picking is not None else ()
        self._chosen = set(chosen)
        self._choices = {value for move in fitting for value in move.values}
        self._used: Counter[str] = Counter()
        self._past = past
        seat = seat_of(viewer)
        shown = {} if viewer == PUBLIC else shown_values(state.game, state.position, seat)
        self._values = painter.values({**self._seen.variables, **shown}, seat)

    def board(self) -> Board:
        state, seen, program = self._state, self._seen, self._program
        count = state.game.players
        viewer = self._viewer
        first = viewer + 1 if viewer >= 0 else 0
        others = [(first + i) % count for i in range(count - (viewer >= 0))]
        if seen.tables:
            seated = seen.tables[seen.table - 1].seats
            others = [seat for seat in others if seat in seated]
        if program.counterclockwise:  # the next player sits on the right
            others.reverse()
        own = self._plate(viewer) if viewer >= 0 else None
        plates = [self._plate(seat) for seat in others]
        middle = [
            place
            for zone in program.zones.values()
            if not zone.each
            for place in self._place(zone, seen.zones[zone.name], seen.located_in(zone.name), -1)
        ]
        shared = [
            self._painter.note(name, value) for name, value in self._values.items() if not isinstance(value, tuple)
        ]
        shared.append(self._painter.direction(state, seat_of(viewer)))
        phase = ""
        if len(state.game.machine.sites) > 1 and not state.is_terminal():
            phase = self._painter.label(seen.phase)
        deal = seen.deal if program.match_deals != 1 else 0
        return Board(
            printable(program.title),
            seen.phase,
            phase,
            deal,
            plates,
            own,
            middle,
            [note for note in shared if note],
            self._trick([*plates, *([own] if own else [])]),
            self._tricks(),
            [self._elsewhere(table) for table in range(1, len(seen.tables) + 1) if table != seen.table],
        )

    # ------------------------------------------------------------------------------ players

    def _plate(self, seat: int) -> Plate:
        name = self._painter.players.names[seat]
        if seat == self._viewer:
            name = "You" if name == UNNAMED else f"You ({name})"
        plate = Plate(
            seat,
            name,
            self._state.game.acting(self._state.position, None if self._viewer == OPEN else self._viewer) == seat,
            self._notes_of(seat),
        )
        program, tricks = self._program, self._program.tricks
        zones = [zone for zone in program.zones.values() if seat in program.owners(zone)]
        own = seat == self._viewer  # the own hand is next to the player, that of others first
        zones.sort(key=lambda zone: (zone.faces == "owner") is own)
        for zone in zones:
            if tricks is not None and zone.name == tricks.played:
                plate.trick = [self._card(card) for card in self._seen.cards(zone.name, seat)]
                continue
            cards = self._seen.zones[zone.name][program.owners(zone).index(seat)]
            plate.places += self._place(zone, cards, self._seen.located_in(zone.name, seat), seat)
        return plate

    def _name(self, seat: int) -> str:
        """Return what a player is called on the page."""
        name = self._painter.who(seat, self._viewer)
        return name[:1].upper() + name[1:]

    def _notes_of(self, seat: int) -> list[str]:
        """Return what is noted of a player: the score, and the values that the player has."""
        program = self._program
        notes = self._painter.marks(self._state, self._seen, seat, seat_of(self._viewer))
        for name, value in self._values.items():
            if not isinstance(value, tuple):
                continue
            variable = program.variables.get(name)
            holders = tuple(range(self._state.game.players))
            if variable is not None:
                holders = program.owners(variable)
            if seat in holders:
                note = self._painter.note(name, value[holders.index(seat)])
                notes += [note] if note else []
        return notes

    def _trick(self, plates: Sequence[Plate]) -> list[Plate]:
        """Return the players whose cards make the present trick, in the order of play."""
        if self._program.tricks is None:
            return []
        leader = max(getattr(self._state.position, "v_leader", 0), 0)
        count = self._state.game.players
        played = [plate for plate in plates if plate.trick]
        return sorted(played, key=lambda plate: (plate.seat - leader) % count)

    def _tricks(self) -> list[Trick]:
        """Return the tricks of this deal that were taken, as the viewer saw them."""
        return [
            Trick(
                "" if taker is None else self._name(taker),
                [(self._name(seat), self._was(card)) for seat, card in cards],
            )
            for taker, cards in self._past.tricks
        ]

    # -------------------------------------------------------------------------------- cards

    def _was(self, text: str) -> Card:
        """Return a card that has lain on the table before."""
        if text == UNKNOWN:
            return Card(None, "card-back", "a card face down", "")
        return Card(text, faces.anchor(text), faces.spoken(self._program, text), "")

    def _place(self, zone: Zone, cards: Sequence[Any], located: Sequence[str], seat: int) -> list[Place]:
        """Return a zone; nothing for one that is not shown, or that is empty on the table."""
        if zone.drawn == "nothing":
            return []
        label = self._painter.label(zone.name)
        held = zone.faces == "owner" and seat == self._viewer
        note = ""
        if zone.piles:
            piles = list(self._side_by_side(zone, cards, seat))
        elif zone.drawn == "number":
            back = [[self._card(UNKNOWN)]] if cards else []
            piles = [Pile(back, max(len(cards) - 1, 0), len(cards))]
        else:
            pile, note = self._pile(zone, cards)
            piles = [pile]
            if located and len(cards) < self._program.pack.size:
                known = " ".join(faces.shown(self._program, card) for card in located)
                note = f"{note} with {known}".strip()
        told = self._told.get(SeenPlace(zone.name, seat if zone.each else None), ())
        note = ", ".join([*filter(None, [note]), *told])
        empty = not any(pile.size for pile in piles)
        if empty and not zone.fixed and (zone.each or zone.piles or zone.name not in self._past.left):
            return []
        tall = bool(zone.fixed) and max((pile.size for pile in piles), default=0) > _TALL
        spread = held or not (zone.ordered or zone.piles)
        return [Place(zone.name, label, piles, held, note, spread, columns=tall)]

    def _pile(self, zone: Zone, cards: Sequence[str]) -> tuple[Pile, str]:
        """Return the cards of a zone that is one pile, and a note about them."""
        size = len(cards)
        hidden = sum(card == UNKNOWN for card in cards)
        if hidden > _MOST_BACKS:
            known = [self._card(card) for card in cards if card != UNKNOWN]
            return Pile([[*known, self._card(UNKNOWN)]], hidden - 1, size), ""
        if zone.ordered and not zone.each and size > _MOST_FACES:
            top = [self._card(card) for card in cards[-_TOPMOST:]]
            return Pile([top], size - _TOPMOST, size), ""
        groups, note = sort_hand(self._state, zone, cards, seat_of(self._viewer))
        drawn = [[self._card(card) for card in group] for group in groups if group]
        return Pile(drawn, 0, size), note

    def _side_by_side(self, zone: Zone, piles: Sequence[Sequence[str]], seat: int) -> Iterator[Pile]:
        """Yield piles that lie side by side, with their numbers if actions name them."""
        numbered = zone.name in self._state.game.notation.numbered
        position = at(self._state.position, self._seen.table - 1)
        for index, pile in enumerate(piles, max(seat, 0) * zone.fixed):
            if not pile and (zone.each or not zone.fixed):
                continue  # an emptied pile is gone
            cards = [
                self._card(text, "/".join([faces.shown(self._program, role) for role in roles]))
                for text, roles in in_order(self._state.game, position, zone.name, index, pile)
            ]
            name = self._state.game.notation.pile(zone.name, index, owner=True)
            value = pile_of(zone.name), name
            yield Pile(
                [cards] if cards else [],
                0,
                len(pile),
                " ".join(value) if numbered else "",
                fits=value in self._choices,
                chosen=value in self._chosen,
            )

    def _card(self, text: str, note: str = "") -> Card:
        """Return a card; of equal cards, those that are picked come first."""
        if text not in self._program.pack.text:  # or only a part of it, such as its suit
            number = self._used[UNKNOWN]
            self._used[UNKNOWN] += 1
            told = "" if text == UNKNOWN else text
            words = f"a card face down, of which you know {told}" if told else "a card face down"
            return Card(None, "card-back", words, f"back-{number}", note=told)
        copy = self._used[text]
        self._used[text] += 1
        picked = self._picked[text] > copy
        return Card(
            text,
            faces.anchor(text),
            faces.spoken(self._program, text),
            f"{faces.anchor(text)}-{copy}",
            fits=self._fits[text] > copy,
            picked=picked,
            note=note,
        )

    def _elsewhere(self, table: int) -> tuple[str, list[Place]]:
        """Return another table of the same game: who sits there, and what lies open there."""
        there = self._seen.tables[table - 1]
        names = " and ".join(self._painter.players.names[seat] for seat in there.seats)
        heading = f"Table {table}: {names}"
        if there.phase is None:  # out of sight
            return heading, []
        places: list[Place] = []
        for zone in self._program.zones.values():
            if not zone.each and not zone.piles:
                cards = there.zones[zone.name]
                places += self._place(zone, cards, (), -1)
        for zone in self._program.zones.values():
            if zone.each and zone.faces != "shown":
                for seat in there.seats:
                    places += self._place(zone, self._seen.zones[zone.name][seat], (), seat)
        return heading, places
