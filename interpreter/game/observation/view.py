"""Observations: what a seat may know of a position, derived from the recorded knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ...diagnostics import brief
from ...errors import SetupError
from ...runtime.position import Position, at, at_seat
from ...runtime.teams import points
from ..plain import plain
from .redaction import UNKNOWN, sees, show_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..rules import Rules
    from .journal import SeenTold


Cards: TypeAlias = tuple[str, ...]
"""The faces of cards, such as `5S`, `TH` or `Jo`; `??` for a card whose face the seat does not know.

They lie bottom to top in a place that keeps an order. In others unknown cards come last.
"""

Faces: TypeAlias = tuple[Cards, ...]
"""For each card of a place the faces that it can be."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """What a seat may know of one of several tables.

    Attributes:
        seats: the seats of its players, from 0.
        phase: the current step; None if the seat cannot see the table. It then knows no more.
        dealer: the seat of the dealer, from 0.
        zones: the zones of the table itself, as in an `Observation`.
        variables: the variables of the table itself, as in an `Observation`.
    """

    seats: tuple[int, ...]
    phase: str | None = None
    dealer: int | None = None
    zones: Mapping[str, Cards | tuple[Cards, ...]] = field(default_factory=dict[str, "Cards | tuple[Cards, ...]"])
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Observation:
    """What a seat may know. Positions that the seat cannot distinguish have equal observations.

    Seats are counted from 0, deals, tables and piles from 1. In a game with several tables, `phase`,
    `dealer` and the zones and variables that each table has are those of the seat's own table.

    >>> import cardrules
    >>> seen = cardrules.load("hearts").new_initial_state(seed=7).observation(0)
    >>> seen.phase, seen.current, len(seen.cards("hand")), set(seen.cards("hand", 1))
    ('passing', 3, 13, {'??'})

    Attributes:
        game: the name of the ruleset, such as `gin_rummy`.
        seat: the seat; None for onlookers, who see all cards.
        players: the number of seats.
        current: the seat that makes the current decision; None if the game is over, or if only those
            are asked who can do something and the seat is not the one that is asked.
        phase: the current step; `over` at the end.
        dealer: the seat of the dealer; -1 if there is none.
        deal: the number of the deal.
        zones: the cards of each zone by name. A zone of each player or side is a tuple with an entry
            for each of them, in the order of `owned`; a zone of piles is a tuple of its piles, or for
            each owner one. `cards` and `piles` return them by the seat.
        owned: the seats of the zones that each player or side has, by name. A side is named by
            its first seat.
        piled: the names of the zones of piles.
        located: for each zone the cards that the seat knows to be in it at an unknown position,
            with an entry for each player or side as in `zones`. There are none in zones of piles.
        variables: the values of variables by name, each as its type says. A number, and a player's
            seat, is an integer; a truth value a bool; a suit, a rank or a choice its word; a card its
            face. Cards are a tuple of faces, a list is a tuple, a table of choices a mapping by their
            words, and nobody or nothing is None. What each player or side has is a tuple; an entry is
            None if that player is at a table that the seat cannot see, except for variables of the
            match.
        scores: the score of each seat in points, or of its side, as the rules count them.
        legal: the notations of the seat's legal actions; none if it is not its turn.
        history: the seat and notation of each action, oldest first, as far as the seat saw it.
        result: for each seat 1 if it has won, -1 if it has lost, 0 after a draw; None before the end.
        table: the number of the seat's table.
        sides: for each seat the first seat of its side, which is the seat itself where all play alone.
        tables: in a game with several tables, what the seat may know of each of them.
        told: what the seat was told in this deal about cards that may lie face down to it, oldest
            first. What came of these cards since is in the journal.
        possible: for zones that keep an order, with entries as in `zones`: the faces that each
            card can be, by what the seat was told of it since it last lost sight of it. Empty for
            a card of which it was told nothing; zones without any other are left out.
    """

    game: str
    seat: int | None
    players: int
    current: int | None
    phase: str
    dealer: int
    deal: int
    zones: Mapping[str, Cards | tuple[Cards, ...] | tuple[tuple[Cards, ...], ...]]
    owned: Mapping[str, tuple[int, ...]]
    piled: tuple[str, ...]
    located: Mapping[str, Cards | tuple[Cards, ...]]
    variables: Mapping[str, Any]
    scores: tuple[int | float, ...]
    legal: tuple[str, ...]
    history: tuple[tuple[int, str], ...]
    result: tuple[int, ...] | None
    sides: tuple[int, ...]
    table: int = 1
    tables: tuple[SeenTable, ...] = ()
    told: tuple[SeenTold, ...] = ()
    possible: Mapping[str, Faces | tuple[Faces, ...] | tuple[tuple[Faces, ...], ...]] = field(
        default_factory=dict[str, "Faces | tuple[Faces, ...] | tuple[tuple[Faces, ...], ...]"]
    )

    def cards(self, zone: str, seat: int | None = None) -> Cards:
        """Return the cards of a zone.

        Args:
            zone: the name of a zone that does not consist of piles.
            seat: the player whose zone it is, or one of the side; by default the seat that observes.
                It does not matter for zones of the table.

        Raises:
            SetupError: there is no such zone, or no such player has it.
        """
        if zone in self.piled:
            raise SetupError(f"'{zone}' is a zone of piles; piles('{zone}') returns them")
        return cast("Cards", self._part(self.zones, zone, seat))

    def piles(self, zone: str, seat: int | None = None) -> tuple[Cards, ...]:
        """Return the piles of a zone, each with its cards.

        Args:
            zone: the name of a zone of piles.
            seat: whose zone it is, as for `cards`.

        Raises:
            SetupError: there is no such zone, or no such player has it.
        """
        if zone in self.zones and zone not in self.piled:
            raise SetupError(f"'{zone}' is not a zone of piles; cards('{zone}') returns its cards")
        return cast("tuple[Cards, ...]", self._part(self.zones, zone, seat))

    def located_in(self, zone: str, seat: int | None = None) -> Cards:
        """Return the cards that the seat knows to be in a zone at an unknown position.

        Args:
            zone: the name of the zone.
            seat: whose zone it is, as for `cards`.

        Raises:
            SetupError: there is no such zone, or no such player has it.
        """
        return cast("Cards", self._part(self.located, zone, seat))

    def _part(self, views: Mapping[str, tuple[object, ...]], zone: str, seat: int | None) -> object:
        """Return the view of a zone of the table, or of the part of a zone that a player has."""
        if zone not in self.zones:
            raise SetupError(f"there is no zone {brief(zone)}; there are {', '.join(self.zones)}")
        owners = self.owned.get(zone)
        if owners is None:
            return views[zone]
        wanted = self.seat if seat is None else plain(seat)
        if type(wanted) is not int or not 0 <= wanted < self.players:
            raise SetupError(f"the zone '{zone}' is one of each player, and there is no seat {brief(wanted)}")
        return views[zone][owners.index(wanted if wanted in owners else self.sides[wanted])]

    def __str__(self) -> str:
        """Return the observation as text, with a line for each zone and variable."""
        lines = [self.game if self.seat is None else f"{self.game}, seat {self.seat}"]
        for name in self.zones:
            for seat in self.owned.get(name, (None,)):
                shown = _side_by_side(self.piles(name, seat)) if name in self.piled else _line(self.cards(name, seat))
                lines.append(f"  {name}: {shown}" if seat is None else f"  {name} of {seat}: {shown}")
        for name, value in self.variables.items():
            lines.append(f"  {name}: {value}")
        lines += [f"  told: {fact}" for fact in self.told]
        for number, table in enumerate(self.tables, 1):
            where = "this table" if number == self.table else f"table {number}"
            seats = " and ".join(map(str, table.seats))
            lines.append(f"  {where}: seats {seats}, {table.phase or 'out of sight'}")
            for name, value in () if number == self.table else table.zones.items():
                piles = cast("tuple[Cards, ...]", value if name in self.piled else (value,))
                lines.append(f"    {name}: {'; '.join(map(_line, piles)) or '-'}")
        if self.current is None and self.result is not None:
            lines.append(f"  over: {self.result}")
        else:
            lines.append(f"  to act: {'somebody' if self.current is None else self.current} ({self.phase})")
        if self.legal:
            lines.append("  legal: " + ", ".join(self.legal))
        return "\n".join(lines)


def _side_by_side(piles: tuple[Cards, ...]) -> str:
    """Return piles in a line, each after its number."""
    shown = (f"#{number} {_line(pile)}" for number, pile in enumerate(piles, 1) if pile)
    return "; ".join(shown) or "-"


def _line(cards: Cards) -> str:
    if len(cards) > 12 and set(cards) == {UNKNOWN}:
        return f"{len(cards)} cards"
    return " ".join(cards) if cards else "-"


def observe(
    rules: Rules,
    position: Position,
    seat: int | None,
    legal: Iterable[str],
    history: Iterable[tuple[int, str]],
    told: Iterable[SeenTold] = (),
) -> Observation:
    """Return the observation of a seat.

    Args:
        rules: the game.
        position: the position, in the recording build.
        seat: the seat; None for all cards, with the table in place as the own table.
        legal: the notations of the legal actions, if it is the seat's turn.
        history: the history, as the seat saw it.
        told: what the seat was told in this deal.
    """
    program = rules.program
    whole, position = position, position if seat is None else at_seat(position, seat)
    zones: dict[str, Any] = {}
    located: dict[str, Any] = {}
    for zone in program.zones.values():
        if zone.each:
            views = [_view_of(rules, whole, seat, zone.name, own) for own in program.owners(zone)]
            zones[zone.name], located[zone.name] = (tuple(part) for part in zip(*views, strict=True))
        else:
            zones[zone.name], located[zone.name] = _view(rules, position, seat, zone.name, -1)
    return Observation(
        game=program.id,
        seat=seat,
        players=rules.players,
        current=rules.acting(whole, seat),
        phase=rules.phase_at(position),
        dealer=position.dealer,
        deal=position.deal,
        zones=zones,
        piled=tuple(zone.name for zone in program.zones.values() if zone.piles),
        owned={zone.name: program.owners(zone) for zone in program.zones.values() if zone.each},
        located=located,
        variables=_variables(rules, whole, seat),
        scores=tuple(points(program, position)),
        legal=tuple(legal),
        history=tuple(history),
        result=position.result,
        sides=tuple(range(rules.players)) if program.teams is None else program.teams.sides,
        table=position.table + 1,
        tables=()
        if program.tables is None
        else tuple(_table(rules, whole, table, seat) for table in range(program.tables.number)),
        told=tuple(told),
        possible={} if seat is None or not program.tells else _possible(rules, whole, seat),
    )


def _possible(rules: Rules, whole: Position, seat: int) -> dict[str, Any]:
    """Return what cards can be, as a seat was told; see `Observation.possible`."""
    program, recorder = rules.program, rules.recorder
    text, size = program.pack.text, program.pack.size

    def faces(other: int) -> tuple[str, ...]:
        found = (text[card] for card in range(size) if not other >> card & 1)
        return tuple(dict.fromkeys(found)) if other else ()

    found: dict[str, Any] = {}
    for index, zone in enumerate(program.zones.values()):
        if not (zone.ordered or zone.piles):
            continue
        parts: list[tuple[Any, ...]] = []
        for owner in program.owners(zone) if zone.each else (-1,):
            position = at_seat(whole, owner if owner >= 0 else seat)
            if not sees(rules, position, seat, position.table):
                parts.append(())
                continue
            place, told = recorder.place(index, owner), position.excluded or recorder.untold()
            piles = recorder.piles(position, place) if zone.piles else []
            views = [
                tuple(faces(told[seat * size + card]) for card in pile)
                for pile in piles or [recorder.cards(position, place)]
            ]
            parts.append(tuple(views) if zone.piles else views[0])
        if any(_flat(parts)):
            found[zone.name] = tuple(parts) if zone.each else parts[0]
    return found


def _flat(parts: Iterable[Any]) -> Iterator[str]:
    """Yield all faces in nested parts."""
    for part in parts:
        yield from [part] if isinstance(part, str) else _flat(part)


def _table_of(position: Position, seat: int) -> int:
    return position.seated[seat] if position.seated else 0


def _table(rules: Rules, position: Position, table: int, seat: int | None) -> SeenTable:
    """Return what a seat may know of the zones and variables that belong to one table."""
    seats = tuple(each for each, where in enumerate(position.seated) if where == table)
    if not sees(rules, position, seat, table):
        return SeenTable(seats)
    here, program = at(position, table), rules.program
    zones = {zone.name: _view(rules, here, seat, zone.name, -1)[0] for zone in program.zones.values() if not zone.each}
    variables = {
        each.name: show_value(rules, each.type, getattr(here, f"v_{each.name}"), here.know, seat)
        for each in program.variables.values()
        if each.own
    }
    return SeenTable(seats, rules.phase_at(here), here.dealer, zones, variables)


def _view_of(
    rules: Rules, position: Position, seat: int | None, zone: str, owner: int
) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """Return how a seat sees a zone of a player, at that player's table."""
    position = at_seat(position, owner)
    if not sees(rules, position, seat, position.table):
        return (), ()
    return _view(rules, position, seat, zone, owner)


def _view(
    rules: Rules, position: Position, seat: int | None, zone: str, owner: int
) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    program, pack = rules.program, rules.program.pack
    recorder = rules.recorder
    place = recorder.place(list(program.zones).index(zone), owner)
    cards = recorder.cards(position, place)
    if seat is None:
        know = spot = [1] * pack.size
    else:
        know, spot = position.know or [], position.spot or []
    bit = 1 << (seat or 0)
    if program.zones[zone].piles:
        piles = recorder.piles(position, place)
        return tuple(tuple(pack.text[c] if spot[c] & bit else UNKNOWN for c in pile) for pile in piles), ()
    if program.zones[zone].ordered:
        view = tuple(pack.text[c] if spot[c] & bit else UNKNOWN for c in cards)
        rest = sorted(c for c in cards if know[c] & bit and not spot[c] & bit)
        return view, tuple(pack.text[c] for c in rest)
    known = tuple(pack.text[c] for c in cards if know[c] & bit)
    return known + (UNKNOWN,) * (len(cards) - len(known)), ()


def _variables(rules: Rules, whole: Position, seat: int | None) -> dict[str, Any]:
    position = whole if seat is None else at_seat(whole, seat)
    result: dict[str, Any] = {}
    for variable in rules.program.variables.values():
        value = getattr(position, f"v_{variable.name}")
        if variable.each:
            result[variable.name] = tuple(
                show_value(rules, variable.type, value[owner], at_seat(whole, owner).know, seat)
                if variable.scope == "match" or sees(rules, position, seat, _table_of(position, owner))
                else None
                for owner in rules.program.owners(variable)
            )
        else:
            result[variable.name] = show_value(rules, variable.type, value, position.know, seat)
    return result
