"""A position: cards in plain lists, variables by name, and what the course of the game needs.

Nothing (no card, rank, suit, colour or player) is None. Cards without an order are lists in
canonical order, each card once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cardrules.interpreter.errors import NobodyError, StepBudgetError
from cardrules.interpreter.program.cards import NONE, Pack
from cardrules.interpreter.program.program import Program, Variable
from cardrules.interpreter.syntax import types as ty
from cardrules.interpreter.syntax.types import Type

from .chance import Chance

Names = dict[str, Any]
"""What the names of a text stand for: `actor`, choices, `let`, parameters, loops."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card; ranks, suits and colours are places in the pack's lists of them."""

    number: int  # its place in the canonical order
    text: str
    rank: int
    suit: int | None
    colour: int | None
    value: int
    named: bool  # a card that has no rank beside its name, such as a joker
    attributes: tuple[int, ...]

    def __repr__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return self.number


def cards_of(pack: Pack) -> list[Card]:
    """All cards of a pack in canonical order."""
    return [
        Card(
            number,
            pack.text[number],
            pack.rank[number],
            something(pack.suit[number]),
            something(pack.colour[number]),
            pack.value[number],
            pack.rank[number] >= pack.ranked,
            tuple(numbers[number] for numbers in pack.attributes.values()),
        )
        for number in range(pack.size)
    ]


def something(index: int) -> int | None:
    """An index of the typed program, where -1 is none."""
    return None if index == NONE else index


def canonical(cards: Iterable[Card]) -> list[Card]:
    """Cards in canonical order, each once."""
    return sorted(set(cards), key=lambda card: card.number)


def each_once(items: Iterable[Any]) -> list[Any]:
    """The items in their order, each where it is named first."""
    return list(dict.fromkeys(items))


@dataclass(slots=True)
class Pile:
    """A pile of a zone of piles: the cards of each laying, first to last; how many were laid."""

    layings: list[list[Card]] = field(default_factory=list[list[Card]])
    laid: int = 0

    @property
    def settled(self) -> list[list[Card]]:
        """The layings; after cards were taken away, the rest counts as laid together."""
        return self.layings if len(self.cards) == self.laid else [self.cards]

    @property
    def cards(self) -> list[Card]:
        return [card for laying in self.layings for card in laying]


@dataclass(frozen=True, slots=True)
class PileAt:
    """Which pile is meant: that of a number, from 0, in a zone of piles."""

    zone: str
    number: int


@dataclass(slots=True)
class Table:
    """What a table has of its own; most games have one table.

    Attributes:
        zones: a list of cards, or for players one for each seat, or piles.
        turn: whose turn it is; at the beginning of the game nobody's.
        away: the seats that are not in this deal, or sit elsewhere.
        again: whether the turn goes on with another action of the same step.
        in_play: whether the limit of decisions ends the deal; its scoring is none of it.
        asked: who was asked last.
        dealt: the pack as it was last shuffled as a whole.
    """

    seats: list[int]
    zones: dict[str, Any]
    variables: dict[str, Any]
    dealer: int | None = None
    phase: str = ""
    turn: int | None = None
    turn_number: int = 0
    direction: int = 1
    skip: int = 0
    away: set[int] = field(default_factory=set[int])
    again: bool = False
    in_play: bool = True
    events: list[str] = field(default_factory=list[str])
    asked: int | None = None
    dealt: list[Card] = field(default_factory=list["Card"])


class Position:
    """Everything that is so at one moment of a game."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        self.pack = program.pack
        self.cards = cards_of(program.pack)
        self.everybody = list(range(program.players))
        self.chance = Chance(seed)
        self.deal_number = 0
        self.gone: set[int] = set()
        self.scores = [program.match_start] * program.players
        self.shared: dict[str, Any] = {}  # the variables that tables have in common
        count = 1 if program.tables is None else program.tables.number
        self.tables = [Table(self.everybody, {}, {}) for _ in range(count)]
        self.steps = self.looked = 0
        for table in reversed(self.tables):
            self.table = table
            self.gather(pack=False)
            for variable in program.variables.values():
                self.start(variable, NOTHING_YET.get(variable.type.name, lambda: None))
            if program.teams is not None and program.teams.scope:
                self.assign("teams", None, [*program.teams.sides])

    # ------------------------------------------------------------------------------- players

    def players(self) -> list[int]:
        """All players who are still in, from seat 0; until a deal begins those of the last one."""
        return [seat for seat in self.everybody if seat not in self.table.away]

    def round_from(self, seat: int, direction: int = 1) -> list[int]:
        """All seats, once around the table, beginning with one."""
        count = len(self.everybody)
        return [(seat + direction * step) % count for step in range(count)]

    def players_from(self, seat: int | None) -> list[int]:
        """All players who are still in, to the left, beginning with one."""
        return [p for p in self.round_from(somebody(seat)) if p in self.players()]

    def in_order_from(self, order: list[int], seat: int | None) -> list[int]:
        """The players of a list who are still in, beginning with one if that one is listed."""
        first = somebody(seat)
        at = order.index(first) if first in order else 0
        return [p for p in order[at:] + order[:at] if p in self.players()]

    def next_in(self, seat: int | None, direction: int) -> int | None:
        """The nearest player in a direction who is still in; nobody's neighbour is nobody."""
        if seat is None:
            return None
        others = [*self.round_from(seat, direction)[1:], seat]
        return next((p for p in others if p in self.players()), None)

    # --------------------------------------------------------------------------------- zones

    def gather(self, *, pack: bool = True) -> None:
        """All cards lie in the pack's zone."""
        for zone in self.program.zones.values():
            if zone.piles:
                count = zone.fixed * (len(self.everybody) if zone.each else 1)
                self.table.zones[zone.name] = [Pile() for _ in range(count)]
            else:
                self.table.zones[zone.name] = [[] for _ in self.everybody] if zone.each else []
        if pack:
            self.table.zones[self.program.pack_zone].extend(self.cards)

    def places(self) -> Iterator[tuple[str, int | None, list[Card]]]:
        """Every list in which cards lie, with its zone and the seat whose it is."""
        for zone in self.program.zones.values():
            held = self.table.zones[zone.name]
            if zone.piles:
                for number, pile in enumerate(held):
                    seat = number // zone.fixed if zone.each else None
                    yield from ((zone.name, seat, laying) for laying in pile.layings)
            elif zone.each:
                yield from ((zone.name, seat, cards) for seat, cards in enumerate(held))
            else:
                yield zone.name, None, held

    def zone(self, name: str, seat: int | None, *, each: bool) -> list[Card]:
        """The list of cards that a zone is; the cards of nobody are refused."""
        held = self.table.zones[name]
        return held[somebody(seat)] if each else held

    def piles(self, name: str, seat: int | None, *, each: bool) -> list[PileAt]:
        """The piles of a zone, or of a player's part of it; an emptied pile is gone, unless their
        number is fixed."""
        zone = self.program.zones[name]
        numbers = range(len(self.table.zones[name]))
        if each:
            numbers = [n for n in numbers if n // zone.fixed == somebody(seat)]
        places = [PileAt(name, number) for number in numbers]
        return [at for at in places if zone.fixed or self.pile(at).cards]

    def pile(self, at: PileAt) -> Pile:
        return self.table.zones[at.zone][at.number]

    def number_of(self, at: PileAt) -> int:
        """The number of a pile, from 1; a player's piles have numbers of their own."""
        zone = self.program.zones[at.zone]
        return (at.number % zone.fixed if zone.each else at.number) + 1

    def take(self, cards: Iterable[Card]) -> None:
        """Take cards away from wherever they are."""
        gone = set(cards)
        for _, _, held in self.places():
            held[:] = [card for card in held if card not in gone]

    def put(self, name: str, held: list[Card], cards: list[Card], *, beneath: bool = False) -> None:
        """Put cards on a zone, or beneath what lies there."""
        held[:] = [*cards, *held] if beneath else [*held, *cards]
        if not self.program.zones[name].ordered:
            held[:] = canonical(held)

    def top(self, name: str, held: list[Card]) -> Card:
        """The card that is drawn or dealt next: of cards without order any, by chance."""
        if self.program.zones[name].ordered:
            return held[-1]
        card = self.chance.one_of(held)
        assert card is not None
        return card

    # ----------------------------------------------------------------------------- variables

    def holder(self, name: str) -> dict[str, Any]:
        """Where a variable is kept: at the table, or for all tables together."""
        variable = self.program.variables[name]
        return self.table.variables if variable.own else self.shared

    def variable(self, name: str, seat: int | None) -> Any:
        if name == "score":
            return self.scores[somebody(seat)]
        value = self.holder(name)[name]
        return value[somebody(seat)] if self.program.variables[name].each else value

    def assign(self, name: str, seat: int | None, value: Any) -> None:
        if type(value) is int and abs(value) >= 10**18:
            raise StepBudgetError(f"{name}: a number of more than 18 digits")
        if name == "score":
            self.scores[somebody(seat)] = value
        elif self.program.variables[name].each:
            self.holder(name)[name][somebody(seat)] = value
        else:
            self.holder(name)[name] = value

    def start(self, variable: Variable, value: Callable[[], Any], seats: list[int] | None = None) -> None:
        """Give a variable its start, or that of some seats."""
        held = self.holder(variable.name)
        if not variable.each:
            held[variable.name] = value()
        else:
            values = held.setdefault(variable.name, [None for _ in self.everybody])
            sides = self.sides() if variable.team and seats is not None else self.everybody
            for seat in self.everybody if seats is None else seats:
                values[sides[seat]] = value()

    def sides(self) -> list[int]:
        """For each seat the first of its side, at which what the side has is kept."""
        teams = self.program.teams
        if teams is None:
            return self.everybody
        return self.holder("teams")["teams"] if teams.scope else [*teams.sides]

    # --------------------------------------------------------------------------------- steps

    def step(self) -> None:
        """One round of a loop, or one event: there are `limits.steps` between two decisions."""
        self.steps += 1
        if self.steps > self.program.step_limit:
            raise StepBudgetError("a rule does not come to its end")


NOTHING_YET: dict[str, Callable[[], Any]] = {
    "number": lambda: 0,
    "boolean": lambda: False,
    "cards": list[Card],
    "pile": list[Card],
    "players": list[int],
    "list": list[Any],
}
"""What a variable holds before its scope has begun for the first time; of other types nothing."""


def somebody(seat: int | None) -> int:
    """A player to whom something belongs; nobody is refused."""
    if seat is None:
        raise NobodyError("this asks for what belongs to nobody")
    return seat


def constant(value: Any, kind: Type, cards: list[Card]) -> Any:
    """A constant of the typed program as a value."""
    if kind == ty.CARDS:
        return []
    if isinstance(value, tuple):
        return [constant(item, kind.of or ty.PLAYER, cards) for item in value]  # pyright: ignore[reportUnknownVariableType]
    if kind in (ty.NUMBER, ty.BOOLEAN):
        return value
    if value == NONE:
        return None
    return cards[int(value)] if kind == ty.CARD else value
