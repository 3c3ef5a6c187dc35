"""What a person at the table sees, as plain data for the pages.

Everything comes from the observation of the person's seat, so a page cannot show more than the seat
may know. Onlookers get what every seat knows; after the end everything may lie open.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from ..interpreter.diagnostics import counted, printable
from ..interpreter.explanation.points.closing import target
from ..interpreter.explanation.shown import shown_values
from ..interpreter.game.observation.journal import SeenPlace
from ..interpreter.game.observation.redaction import UNKNOWN
from ..interpreter.presentation.card_order import in_order, sort_hand
from ..interpreter.presentation.story import Story
from ..interpreter.presentation.told import excluded, notes_of, some_of, with_told
from ..interpreter.runtime.position import at
from ..interpreter.shared import kept_with
from ..interpreter.syntax.passing import PASSED
from . import faces
from .layout import ASIDE, COLUMNS, COVER, HAND, HEAP, HEAPS, MELDS, SPREAD, STOCK, TRICK, Layout, layout
from .past import Past, common, one_run
from .picking import Picking, pile_of
from .viewers import OPEN, PUBLIC, observed, seat_of, witnesses

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..interpreter.game.rules import Rules
    from ..interpreter.play.state import State
    from ..interpreter.presentation.painter import Painter
    from ..interpreter.program.program import Zone

UNNAMED: Final = "Player"
"""What others call the only person at a table, who has chosen no name."""

_MOST_BACKS: Final = 8  # backs that are drawn at a seat
_HEAP: Final = 3  # backs that are drawn of a heap
_TOPMOST: Final = 4  # cards that are seen of a heap to which several are laid at once
_LONGEST_LINE: Final = 18  # characters of several signs that stand below a name
_ROW: Final = 13  # cards of a hand that lie in one row, also on a phone
_ROW_OF_MELDS: Final = 18  # which are not divided
_OPEN: Final = 12  # cards of a spread that lie beside each other; more overlap
_DOWN: Final = 0.4  # of the strip of a covered card that is seen, this part is seen of one face down
_LAPPED: Final = 0.42  # of a card that another one covers, this part is seen
_MOST_WIDE: Final = 60  # the style sheet knows no wider rows


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
        whole: whether it is a move by itself.
        hinted: whether a hint names it.
        note: what a wild card stands for, or what is known of a card face down.
        new: whether it has come to the viewer's hand since the viewer's last move.
    """

    text: str | None
    symbol: str
    words: str
    key: str
    fits: bool = False
    picked: bool = False
    whole: bool = False
    hinted: bool = False
    note: str = ""
    new: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together.

    Attributes:
        groups: the cards that are drawn, in groups with a space between them.
        size: the number of cards.
        beneath: a card that lies open beneath a heap of hidden ones.
        choice: how a choice names the pile, such as `pile:columns #2`; empty if no action does.
        fits: whether the pile can be chosen now.
        chosen: whether it is chosen.
        hinted: whether a hint names it.
    """

    groups: list[list[Card]]
    size: int
    beneath: Card | None = None
    choice: str = ""
    fits: bool = False
    chosen: bool = False
    hinted: bool = False

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
        kind: what kind of zone it is; see `layout.py`.
        piles: its piles; one, unless it is a zone of piles.
        held: whether it is the viewer's hand.
        note: what is to be said about it.
        touch: the action that a tap on it plays; empty if none does.
        does: what that action is called.
        melds: whether its cards lie in groups that have names.
        hinted: whether a hint is what a tap on it plays.
        picture: how its piles lie in rows that overlap; empty if they do not.
        across: how many of its piles lie in each row before a player; 0 for as many as fit.
        fanned: whether it is a heap of which several cards are seen.
    """

    name: str
    label: str
    kind: str
    piles: list[Pile]
    held: bool = False
    note: str = ""
    touch: str = ""
    does: str = ""
    melds: bool = False
    hinted: bool = False
    picture: tuple[str, ...] = ()
    across: int = 0
    fanned: bool = False

    @property
    def lines(self) -> list[list[Pile | None]]:
        """Its piles in rows, with None for each empty place half as wide as a card."""
        piles = iter(self.piles)
        return [[next(piles) if each == "x" else None for each in row] for row in self.picture]

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(pile.size for pile in self.piles)

    @property
    def dense(self) -> bool:
        """Whether there are too many cards for all to lie beside each other."""
        return self.kind == SPREAD and self.size > _OPEN

    @property
    def width(self) -> float:
        """How many cards wide its piles are beside each other."""
        if self.kind == COVER:
            return 1.75 * len(self.piles)
        if self.kind == SPREAD and not self.dense:
            return 1.12 * self.size
        if self.kind in (SPREAD, MELDS):
            return sum(1.3 + _LAPPED * (pile.size - 1) for pile in self.piles)
        return len(self.piles)

    @property
    def depth(self) -> int:
        """How many cards the longest of its columns has; of one face down a smaller part is seen, so it counts less."""
        covered = [[card for group in pile.groups for card in group][:-1] for pile in self.piles]
        return 1 + max(ceil(sum(1 if card.text else _DOWN for card in cards)) for cards in covered)

    @property
    def cards(self) -> list[Card]:
        """All cards that are drawn, without piles and groups."""
        return [card for pile in self.piles for group in pile.groups for card in group]

    @property
    def rows(self) -> list[list[list[Card]]]:
        """The groups of a hand in one row, or in two if there are many cards."""
        groups = [group for pile in self.piles for group in pile.groups]
        if self.size <= (_ROW_OF_MELDS if self.melds else _ROW):
            return [groups]
        cards = self.cards
        half = (len(cards) + 1) // 2
        return [[cards[:half]], [cards[half:]]]


@dataclass(frozen=True, slots=True)
class Sign:
    """What is said of a player.

    Attributes:
        label: what it is called; a page may shorten it.
        value: its value, which is never cut; empty if the label says all.
    """

    label: str
    value: str = ""

    def __str__(self) -> str:
        """Return both."""
        return f"{self.label} {self.value}".strip()


@dataclass(slots=True)
class Plate:
    """A player on the page.

    Attributes:
        seat: the seat.
        name: what the player is called.
        turn: whether it is the player's turn.
        at: the number of the seat among the others, in the order of play; -1 for the viewer.
        others: how many others there are.
        score: the player's score, or what stands for it; None if there is none.
        limit: the score with which the match ends; None if it ends otherwise.
        line: what stands below the name: the first signs with a value, or how many cards the hand has.
        signs: what else is to be said about the player, first what has a value.
        stake: what the player has bet; empty if nothing.
        out: whether the player has left the deal.
        away: whether the person is not there.
        side: the number of the player's side, if there are two; else 0.
        backs: how many cards are drawn face down.
        held: how many cards the hand has.
        known: cards of the hand that the viewer knows, although they do not lie open.
        told: what the viewer was told of such a hand.
        hand: the own hand, or one that lies open.
        places: other cards before the player.
    """

    seat: int
    name: str
    turn: bool
    at: int
    others: int
    score: Sign | None = None
    limit: int | None = None
    line: list[Sign] = field(default_factory=list[Sign])
    signs: list[Sign] = field(default_factory=list[Sign])
    stake: str = ""
    out: bool = False
    away: bool = False
    side: int = 0
    backs: int = 0
    held: int = 0
    known: list[Card] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    hand: list[Place] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    @property
    def crowd(self) -> int:
        """How many cards wide the places are beside each other."""
        return crowd(self.places)

    @property
    def across(self) -> int:
        """How many piles lie in each row; 0 for as many as fit."""
        return self.places[0].across if len(self.places) == 1 else 0

    @property
    def values(self) -> list[Sign]:
        """The other signs with a value."""
        return [sign for sign in self.signs if sign.value]

    @property
    def words(self) -> list[Sign]:
        """The signs without a value."""
        return [sign for sign in self.signs if not sign.value]

    @property
    def about(self) -> list[str]:
        """All that is said of the player, each in words."""
        held = [counted(self.held, "card")] if self.held and self.at >= 0 else []
        of = "" if self.limit is None else f" of {self.limit}"
        score = [f"{self.score}{of}"] if self.score is not None and self.score.label else []
        said = [str(sign) for sign in (*self.line, *self.signs)]
        return [*score, *dict.fromkeys([*held, *said]), *([f"stake {self.stake}"] if self.stake else [])]

    @property
    def initial(self) -> str:
        """The letter on the player's disc."""
        return self.name.removeprefix("You (")[:1].upper()


@dataclass(frozen=True, slots=True)
class Played:
    """What a player has played to the present trick.

    Attributes:
        at: the number of the seat among the others; -1 for the viewer.
        others: how many others there are.
        cards: the cards.
    """

    at: int
    others: int
    cards: list[Card]


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of this deal that was taken.

    Attributes:
        taker: who has taken it.
        at: the number of the taker's seat among the others; -1 for the viewer.
        cards: its cards, each with the name of its player and the number of that seat.
    """

    taker: str
    at: int
    cards: tuple[tuple[str, int, Card], ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A card that has moved.

    Attributes:
        source, target: where it was and where it went, as `zone stock` or `seat 2`.
        symbol: the name of its drawing; empty if the viewer does not see it.
        hidden: whether it lay face down.
    """

    source: str
    target: str
    symbol: str
    hidden: bool


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
        pot: what all have bet together; empty without stakes.
        numbers: the shared numbers that are shown, by what they are called.
        layout: the places of the table.
        trick: what was played to the present trick, in order.
        tricks: the tricks of this deal that were taken, oldest first.
        elsewhere: other tables of the same game: a heading and their places.
        moves: the cards that have moved last.
        dealt: whether a deal has begun with these moves.
    """

    title: str
    step: str
    phase: str
    deal: int
    others: list[Plate]
    own: Plate | None
    middle: list[Place]
    notes: list[str]
    pot: str
    numbers: dict[str, int]
    layout: Layout
    trick: list[Played]
    tricks: list[Trick]
    elsewhere: list[tuple[str, list[Place]]]
    moves: list[Moved]
    dealt: bool

    @property
    def centre(self) -> list[Place]:
        """What lies in the centre, below the heaps."""
        return [place for place in self.middle if place.kind in (COVER, SPREAD, MELDS, COLUMNS)]

    @property
    def crowd(self) -> int:
        """How many cards wide the places in the centre are beside each other."""
        return crowd(self.centre)

    @property
    def choices(self) -> set[str]:
        """The piles that can be chosen with a tap."""
        places = [*self.middle, *(place for plate in self.plates for place in plate.places)]
        return {pile.choice for place in places for pile in place.piles if pile.fits}

    @property
    def plates(self) -> list[Plate]:
        """All players, the viewer last."""
        return [*self.others, *([self.own] if self.own else [])]


def crowd(places: Sequence[Place]) -> int:
    """Return how many cards wide places are beside each other, so that the style sheet knows how large cards can be."""
    widths = [place.width for place in places]
    widest = 2 * max(widths) - 1 if len(widths) > 1 else 0  # it fills one of two rows
    return min(ceil(max(sum(widths), widest)), _MOST_WIDE)


def board(state: State, painter: Painter, viewer: int, past: Past | None = None) -> Board:
    """Return the table as a viewer sees it who has chosen nothing; see `marked`.

    Args:
        state: the game.
        painter: names of players, labels and values in words.
        viewer: a seat, `OPEN` or `PUBLIC`.
        past: what the viewer has seen of the deal before, if it was drawn before.
    """
    past = past if past is not None else Past(witnesses(viewer, state.game.players))
    past.read(state)
    return _Drawing(state, painter, viewer, past).board()


def marked(shown: Board, painter: Painter, picking: Picking, hint: str = "") -> Board:
    """Return a table on which is marked what can be chosen, what is chosen, and what a hint names.

    Args:
        shown: the table as it is without that; it stays as it is.
        painter: names of players, labels and values in words.
        picking: what the viewer has chosen, whose turn it is.
        hint: the action that the viewer is advised to play, in notation; empty if none.
    """
    return _Marking(shown, painter, picking, hint).board()


def seen_card(game: Rules, text: str) -> Card:
    """Return a card that is only looked at."""
    return kept_with(game, "cards", _seen_cards)[text]


def _seen_cards(game: Rules) -> dict[str, Card]:
    """Return all cards of a game, and one face down."""
    program = game.program
    open_cards = {text: Card(text, faces.anchor(text), faces.spoken(program, text), "") for text in program.pack.text}
    return {**open_cards, UNKNOWN: Card(None, "card-back", "a card face down", "")}


def story(state: State, painter: Painter, viewer: int, first: int, *, points: bool = True) -> Iterator[str]:
    """Yield what has happened since a step, in sentences, as a viewer saw it.

    An onlooker is told what every seat saw. A page has lines of any length.

    Args:
        state: the game.
        painter: names of players, labels and values in words.
        viewer: who reads it.
        first: the step.
        points: whether scores are told, and that a deal begins.
    """
    entries = common(state, first) if viewer == PUBLIC else None
    told_to = Story(painter, state, seat_of(viewer), first, entries, announces=points, points=points)
    yield from told_to.sentences()


class _Marking:
    """Marks what can be chosen on a table."""

    def __init__(self, shown: Board, painter: Painter, picking: Picking, hint: str) -> None:
        self._shown = shown
        self._painter = painter
        self._zones = painter.game.program.zones
        self._picking = picking
        self._touches = dict(self._touched())
        self._fits = picking.cards_that_fit()
        self._picked = Counter(picking.cards)
        self._chosen = set(picking.values)
        picked = bool(self._picked)  # where cards can be picked, they are picked before a pile
        self._choices = {value for move in picking.fitting() if picked or not move.cards for value in move.values}
        self._pickable: Counter[str] = Counter()
        touches = shown.layout.touches
        self._sources = {zone for verb in {move.action.verb for move in picking.moves} for zone in touches[verb].picked}
        self._hint = picking.find(hint)

    def board(self) -> Board:
        shown = self._shown
        own = self._plate(shown.own) if shown.own else None
        return replace(
            shown,
            own=own,
            others=list(map(self._plate, shown.others)),
            middle=list(map(self._place, shown.middle)),
            elsewhere=[(heading, list(map(self._place, places))) for heading, places in shown.elsewhere],
        )

    def _touched(self) -> Iterator[tuple[str, str]]:
        """Yield the zones on which a tap plays a move, each with the move."""
        found: dict[str, list[str]] = {}
        kinds = self._shown.layout.kinds
        filled = {place.name for place in self._shown.middle if place.size}
        for move in self._picking.complete():
            touch = self._shown.layout.touches[move.action.verb]
            zone = touch.target if move.cards else touch.source
            if move.cards and kinds.get(touch.target) == TRICK:
                continue
            if not move.cards and zone and kinds[zone] == HEAP and touch.target and zone in filled:
                zone = touch.target  # its top card can be picked itself
            if zone and not move.values:
                found.setdefault(zone, []).append(move.action.text)
        yield from ((zone, moves[0]) for zone, moves in found.items() if len(moves) == 1)

    def _plate(self, plate: Plate) -> Plate:
        """Return a player's plate; of equal cards those in the zone that the rules name first are picked first."""
        order = list(self._zones)
        places = sorted((*plate.hand, *plate.places), key=lambda place: order.index(place.name))
        found = {id(place): self._place(place) for place in places}
        return replace(
            plate,
            hand=[found[id(place)] for place in plate.hand],
            places=[found[id(place)] for place in plate.places],
        )

    def _place(self, place: Place) -> Place:
        touch = "" if self._zones[place.name].each else self._touches.get(place.name, "")
        return replace(
            place,
            piles=[self._pile(place.name, pile) for pile in place.piles],
            touch=touch,
            does=self._painter.words(touch).plain if touch else "",
            hinted=bool(touch) and self._hint is not None and self._hint.action.text == touch,
        )

    def _pile(self, zone: str, pile: Pile) -> Pile:
        groups = pile.groups
        if zone in self._sources:
            groups = [[self._card(card) for card in group] for group in groups]
        beneath = self._card(pile.beneath) if pile.beneath and zone in self._sources else pile.beneath
        kind, _, name = pile.choice.partition(" ")
        value = kind, name
        fits = value in self._choices and value not in self._chosen
        if fits and self._picked:  # a tap anywhere on it chooses the pile
            groups = [[replace(card, fits=False) for card in group] for group in groups]
        return replace(
            pile,
            groups=groups,
            beneath=beneath,
            fits=fits,
            chosen=value in self._chosen,
            hinted=self._hint is not None and value in self._hint.values,
        )

    def _card(self, card: Card) -> Card:
        """Return a card that may be picked; of equal ones those that are picked come first."""
        text = card.text
        if text is None:
            return card
        nth = self._pickable[text]
        self._pickable[text] += 1
        picked = self._picked[text] > nth
        return replace(
            card,
            fits=self._fits[text] > (nth if picked else self._picked[text]),
            picked=picked,
            whole=self._picking.is_whole(text),
            hinted=self._hint is not None and self._hint.cards[text] > nth,
        )


class _Drawing:
    """One drawing of the table."""

    def __init__(self, state: State, painter: Painter, viewer: int, past: Past) -> None:
        self._state = state
        self._painter = painter
        self._program = state.game.program
        self._viewer = viewer
        seen = observed(state, viewer)
        self._seen = with_told(self._program.pack, seen)
        self._told = notes_of(state, seen)
        self._layout = layout(state.game)
        self._cards = kept_with(state.game, "cards", _seen_cards)
        self._others: list[int] = []
        self._used: Counter[str] = Counter()
        self._new = Counter(card for _, move in past.received for card in move.cards)
        self._past = past
        self._played: dict[int, list[Card]] = {}
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
        if viewer < 0:  # the first seat is drawn below
            others = [*others[1:], others[0]]
        self._others = others
        own = self._plate(viewer) if viewer >= 0 else None
        plates = [self._plate(seat) for seat in others]
        middle = [
            place
            for zone in program.zones.values()
            if not zone.each
            for place in self._place(zone, seen.zones[zone.name], seen.located_in(zone.name), -1)
        ]
        shared = [
            self._painter.note(name, value)
            for name, value in self._values.items()
            if not isinstance(value, tuple) and name != self._layout.pot and name not in self._roles()
        ]
        shared.append(self._painter.direction(self._state, seat_of(viewer)))
        pot = self._values.get(self._layout.pot)
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
            f"{self._painter.label(self._layout.pot)} {pot}" if pot else "",
            {
                self._painter.label(name): int(value)
                for name, value in self._values.items()
                if isinstance(value, str) and value.isdecimal()
            },
            self._layout,
            self._trick(),
            self._tricks(),
            [self._elsewhere(table) for table in range(1, len(seen.tables) + 1) if table != seen.table],
            list(self._moves()),
            self._past.dealt,
        )

    # ------------------------------------------------------------------------------ players

    def _plate(self, seat: int) -> Plate:
        name = self._painter.players.names[seat]
        if seat == self._viewer:
            name = "You" if name == UNNAMED else f"You ({name})"
        state, program, kinds = self._state, self._program, self._layout.kinds
        position = at(state.position, self._seen.table - 1)
        teams = program.teams
        plate = Plate(
            seat,
            name,
            state.game.acting(state.position, None if self._viewer == OPEN else self._viewer) == seat,
            self._at(seat),
            len(self._others) - (self._viewer < 0),
            out=bool((position.gone | position.away) >> seat & 1),
            side=1 + teams.sides[seat] if teams is not None and not teams.scope and len({*teams.sides}) == 2 else 0,
        )
        self._describe(plate)
        for zone in program.zones.values():
            if seat not in program.owners(zone):
                continue
            if kinds[zone.name] == TRICK:
                self._played[seat] = [self._card(card) for card in self._seen.cards(zone.name, seat)]
                continue
            cards: Any = self._seen.zones[zone.name][program.owners(zone).index(seat)]
            located = self._seen.located_in(zone.name, seat)
            if kinds[zone.name] == HAND and not self._lies_open(zone.name, seat, cards):
                plate.held += len(cards)
                plate.known += [self._card(card) for card in (*cards, *located) if card != UNKNOWN]
                plate.told += self._told.get(SeenPlace(zone.name, seat), ())
                plate.backs = min(plate.held, _MOST_BACKS)
                continue
            places = self._place(zone, cards, located, seat)
            (plate.hand if kinds[zone.name] == HAND else plate.places).extend(places)
        if not plate.line and seat != self._viewer and HAND in kinds.values():
            held = plate.held + sum(place.size for place in plate.hand)
            laid = sum(place.size for place in plate.places if program.zones[place.name].fixed)
            plate.line = [Sign(f"{counted(laid, 'card')} on the table" if laid and not held else counted(held, "card"))]
        return plate

    def _at(self, seat: int) -> int:
        """Return the number of a seat among the others; -1 for the one that is drawn below."""
        found = self._others.index(seat) if seat in self._others else -1
        return -1 if self._viewer < 0 and found == len(self._others) - 1 else found

    def _lies_open(self, zone: str, seat: int, cards: Sequence[str]) -> bool:
        """Return whether a hand is drawn card by card: the own one, or one that was shown."""
        shown = self._viewer == OPEN or seat in self._past.shown or self._program.zones[zone].faces == "others"
        return seat == self._viewer or (shown and bool(cards) and UNKNOWN not in cards)

    def _roles(self) -> dict[str, int]:
        """Return the shared variables that name a player, each with its seat."""
        values = self._seen.variables
        return {
            name: values[name]
            for name, variable in self._program.variables.items()
            if not variable.each and not variable.internal and variable.type.name == "player" and name in values
        }

    def _describe(self, plate: Plate) -> None:
        """Note on a plate the score, the stake, and what else is said of the player."""
        painter, seat, program = self._painter, plate.seat, self._program
        notes = painter.marks(self._state, self._seen, seat, seat_of(self._viewer))
        scores = self._state.scores()
        if self._layout.scored:
            notes.pop()  # the score, which has a place of its own
            total = "" if program.match_deals == 1 else "total"  # of the match, beside numbers of the deal
            plate.score = Sign(program.labels.get("score", total), painter.number(scores[seat]))
            plate.limit = kept_with(self._state.game, "target", lambda game: target(game.program))
        words = [painter.label(name) for name, value in self._roles().items() if value == seat]
        if program.tricks is not None and self._leads(seat):
            words.append("led")
        words += notes
        declined = self._declined(seat)
        if declined:
            words.append(painter.label(declined))
        plate.signs += [Sign(faces.shortened(program, each)) for each in words]
        for name, value in self._values.items():
            if not isinstance(value, tuple):
                continue
            variable = program.variables.get(name)
            holders = tuple(range(self._state.game.players))
            if variable is not None:
                holders = program.owners(variable)
            if seat not in holders:
                continue
            said = value[holders.index(seat)]
            if name == self._layout.counter:
                plate.score = Sign(painter.label(name), str(said or 0))
                continue
            if name == self._layout.stake:
                plate.stake = "" if said in (None, "0") else str(said)
                continue
            zero = said == "0" and (name, seat) in self._past.named
            if zero or painter.note(name, said):
                label = faces.shortened(program, painter.label(name))
                sign = Sign(label, "" if said == "yes" else str(said))
                line = [*plate.line, sign]
                first = not plate.line or len(" ".join(map(str, line))) <= _LONGEST_LINE
                if sign.value and first and seat != self._viewer:
                    plate.line = line
                else:
                    plate.signs.append(sign)

    def _declined(self, seat: int) -> str:
        """Return the action with which a player has declined and is not asked again; empty if none.

        That is the last move of a player in the phase that is on, or in calls before it, if it passes. Where a
        pass is not for good, it stands until somebody else acts.
        """
        phase, verb = self._past.said.get(seat, ("", ""))
        if verb not in self._layout.passes or self._state.is_terminal():
            return ""
        now = self._state.game.machine.sites[self._state.position.pc].phase
        if phase == now and self._layout.passes[verb] and seat not in self._seen.variables[PASSED]:
            return ""
        return verb if one_run(phase, now, self._layout.calls) else ""

    def _leads(self, seat: int) -> bool:
        """Return whether a player has led to the present trick."""
        tricks = self._program.tricks
        assert tricks is not None
        leader = getattr(self._state.position, "v_leader", -1)
        return leader == seat and bool(self._seen.cards(tricks.played, seat))

    def _name(self, seat: int) -> str:
        """Return what a player is called on the page."""
        name = self._painter.who(seat, self._viewer)
        return name[:1].upper() + name[1:]

    def _moves(self) -> Iterator[Moved]:
        """Yield the cards that have moved last; those of a trick that was taken are swept together."""
        zones, tricks = self._program.zones, self._program.tricks
        for table, move in self._past.moves:
            source, target = move.source, move.target
            taken = tricks is not None and (source.zone, target.zone) == (tricks.played, tricks.won)
            if taken or source == target or table != self._seen.table:
                continue
            hidden = zones[source.zone].faces == "hidden"
            for card in move.cards:
                symbol = self._cards[card].symbol if card != UNKNOWN else ""
                yield Moved(self._where(source), self._where(target), symbol, hidden)

    def _where(self, place: SeenPlace) -> str:
        """Return a place as the page finds it."""
        if place.seat is None:
            return f"zone {place.zone}"
        at = self._at(place.seat)
        return f"seat {at if at >= 0 else 'own'}"

    def _trick(self) -> list[Played]:
        """Return what was played to the present trick, in the order of play."""
        if self._program.tricks is None:
            return []
        leader = max(getattr(self._state.position, "v_leader", 0), 0)
        count = self._state.game.players
        others = len(self._others) - (self._viewer < 0)
        seats = sorted(self._played, key=lambda seat: (seat - leader) % count)
        return [Played(self._at(seat), others, self._played[seat]) for seat in seats if self._played[seat]]

    def _tricks(self) -> list[Trick]:
        """Return the tricks of this deal that were taken, as the viewer saw them."""
        return [
            Trick(
                "" if taker is None else self._name(taker),
                -1 if taker is None else self._at(taker),
                tuple((self._name(seat), self._at(seat), self._cards[card]) for seat, card in cards),
            )
            for taker, cards in self._past.tricks
        ]

    # -------------------------------------------------------------------------------- cards

    def _place(
        self, zone: Zone, cards: Sequence[Any], located: Sequence[str], seat: int, *, elsewhere: bool = False
    ) -> list[Place]:
        """Return a zone; nothing for one that is not shown, or that is empty at a seat."""
        kind = self._layout.kinds[zone.name]
        if kind == "taken":
            return []
        label = self._painter.label(zone.name)
        note = ""
        told = () if elsewhere else self._told.get(SeenPlace(zone.name, seat if zone.each else None), ())
        if zone.piles:
            piles = list(self._side_by_side(zone, cards, seat))
        elif kind in HEAPS:
            piles = [self._heap(zone, kind, cards)]
            parts = [(card, nth) for nth, card in enumerate(cards, 1) if self._is_part(card)]
            told = [*(f"{part}: card {nth}" for part, nth in parts), *told]
        else:
            groups, note = sort_hand(self._state, zone, cards, seat_of(self._viewer))
            held = kind == HAND and seat == self._viewer
            hints = [] if elsewhere else self._excluded(zone, seat)
            if hints:  # then the cards lie as they are
                drawn, told = [[self._card(card, hint) for card, hint in zip(cards, hints, strict=True)]], ()
            else:
                drawn = [[self._card(card, held=held) for card in group] for group in groups if group]
            piles = [Pile([each], len(each)) for each in drawn] if kind == MELDS else [Pile(drawn, len(cards))]
            if located and len(cards) < self._program.pack.size and UNKNOWN in cards:
                known = " ".join(faces.shown(self._program, card) for card in located)
                note = ", ".join([*filter(None, [note]), f"{some_of(located, len(cards))} {known}"])
        note = ", ".join([*filter(None, [note]), *told])
        if not any(pile.size for pile in piles) and (zone.each or kind == ASIDE):
            return []
        held = kind == HAND and seat == self._viewer
        melds = kind == HAND and zone.sorted == "melds"
        picture = zone.rows if kind == COLUMNS else ()
        across = zone.rows[0].count("x") if zone.rows and zone.each else 0
        fanned = kind == HEAP and zone.name in self._layout.fanned
        place = Place(zone.name, label, kind, piles, held, note, melds=melds, picture=picture, across=across)
        return [replace(place, fanned=fanned)]

    def _excluded(self, zone: Zone, seat: int) -> list[str]:
        """Return what each card of a zone is not, as the viewer was told; nothing if that is not known."""
        possible: Any = self._seen.possible.get(zone.name, ())
        if zone.each and possible:
            possible = possible[self._program.owners(zone).index(seat)]
        found = [excluded(self._program, faces) for faces in possible]
        return found if any(found) else []

    def _is_part(self, text: str) -> bool:
        """Return whether only a part of a card is known, such as its suit."""
        return text not in self._cards

    def _heap(self, zone: Zone, kind: str, cards: Sequence[str]) -> Pile:
        """Return a heap: a few backs, or its top cards."""
        size = len(cards)
        if not size:
            return Pile([], 0)
        above = cards[1:]
        if kind == STOCK and zone.drawn == "cards" and cards[0] != UNKNOWN and {*above} <= {UNKNOWN}:
            backs = [self._card(UNKNOWN) for _ in above[:_HEAP]]
            return Pile([backs], size, self._card(cards[0]))
        if zone.drawn == "number" or cards[-1] == UNKNOWN:
            return Pile([[self._card(UNKNOWN) for _ in range(min(size, _HEAP if kind == STOCK else 1))]], size)
        most = _TOPMOST if zone.name in self._layout.fanned else 1
        return Pile([[self._card(card) for card in cards[-most:]]], size)

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
            yield Pile([cards] if cards else [], len(pile), None, " ".join(value) if numbered else "")

    def _card(self, text: str, note: str = "", *, held: bool = False) -> Card:
        """Return a card.

        Args:
            text: its notation, or what is known of it.
            note: what a wild card stands for, or what a card face down is not.
            held: whether it is in the viewer's hand.
        """
        if text == UNKNOWN or self._is_part(text):
            number = self._used[UNKNOWN]
            self._used[UNKNOWN] += 1
            told = ", ".join(filter(None, [text if self._is_part(text) else "", note]))
            words = f"a card face down, of which you know: {told}" if told else "a card face down"
            return Card(None, "card-back", words, f"back-{number}", note=told)
        copy = self._used[text]
        self._used[text] += 1
        new = held and self._new[text] > 0
        self._new[text] -= new
        face = self._cards[text]
        return Card(text, face.symbol, face.words, f"{face.symbol}-{copy}", note=note, new=new)

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
                places += self._place(zone, cards, (), -1, elsewhere=True)
        for zone in self._program.zones.values():
            if zone.each and zone.faces != "shown":
                for seat in there.seats:
                    places += self._place(zone, self._seen.zones[zone.name][seat], (), seat)
        return heading, places
