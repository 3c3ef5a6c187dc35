"""Placement of a given position at one table: its cards, its variables and the current decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from ...diagnostics import brief, guess
from ...errors import NobodyError
from ...program import ir
from ...program.cards import NONE
from ...runtime.melds import cards_of, set_of
from ...runtime.position import Position
from ...runtime.seats import seated
from ...source.schema import listed
from ...syntax import types as ty
from ...syntax.ruleset import FACE_UP
from .values import (
    ANY,
    Faces,
    Problem,
    Where,
    entries_of_piles,
    find_site,
    in_words,
    number_of,
    per_seat,
    read_value,
    seat_problem,
    shown,
    unknown_key,
    unknown_phase,
    words_of,
)

if TYPE_CHECKING:
    from ...core.machine import Outline
    from ...program.program import Variable, Zone
    from ..rules import Rules

OWN_KEYS = ("actor", "phase", "draws", "rest", "score", "away")
"""The keys of a position besides the names of zones and variables."""

OVER = "over"
"""The phase of a table whose deal is over, in a game with several tables."""


@dataclass(slots=True)
class _Pile:
    """The requested contents of a place: named cards, and a number of other cards under them."""

    cards: list[int]
    where: Where
    others: int = 0


class Placement:
    """Places a given position at one table. Use once.

    Attributes:
        problems: what is wrong with the given position.
        undecided: whether a check was skipped because it needs a machine and there is none.
    """

    def __init__(self, rules: Rules, machine: Outline | None, given: Mapping[str, object], position: Position) -> None:
        """Read a given position.

        Args:
            rules: the game.
            machine: a machine of either build, or its outline; None if none is compiled.
            given: the given position.
            position: the position to fill, with the table in place.
        """
        self.rules = rules
        self.machine = machine
        self.program = rules.program
        self.given = given
        self.seats: Sequence[int] = seated(position) if position.seated else range(rules.players)
        self.problems: list[Problem] = []
        self.undecided = False
        self.faces = Faces(rules.program.pack, dict(given))
        self.held: dict[int, _Pile] = {}
        self.piles: dict[int, list[list[int]]] = {}
        self.numbered: dict[str, Where] = {}

    def fill(self, position: Position, dealer: int | None) -> None:
        """Fill the position.

        Args:
            position: the position.
            dealer: the seat of the dealer; None for the one before the actor.
        """
        several = self.program.tables is not None
        known = (*OWN_KEYS, "dealer") if several else OWN_KEYS
        own = [key for key in self.given if key not in self.names]
        self.problems += [unknown_key(self.rules, key, known) for key in own if key not in known]
        self._zones()
        self._fill(position)
        self._dealer(position, dealer)
        self._away(position)
        if self.machine is not None:
            start = self.machine.start_table if several else self.machine.start
            assert start is not None
            start(position)
        self.variables(position)
        self._facing(position)
        if several and self.own("phase") == OVER:
            position.pc = -1
        else:
            self._scene(position)
        if self.machine is not None and self.machine.records:
            self._knowledge(position)

    @property
    def names(self) -> set[str]:
        """The names of zones and variables; they take precedence over the keys of a position."""
        return {*self.program.zones, *self.program.variables}

    def own(self, key: str) -> object:
        """Return the value of a key in `OWN_KEYS`; None if it is not given."""
        return None if key in self.names else self.given.get(key)

    # -- cards

    def _zones(self) -> None:
        for index, zone in enumerate(self.program.zones.values()):
            seats = range(self.rules.players) if zone.each else (-1,)
            for seat in seats:
                where = Where(zone.name, seat if zone.each else None)
                place = self.rules.recorder.place(index, seat)
                if zone.piles:
                    self.piles[place] = []
                else:
                    self.held[place] = _Pile([], where)
        for key, value in self.given.items():
            zone = self.program.zones.get(key)
            if zone is None:
                continue
            if not zone.each:
                put = self._side_by_side if zone.piles else self._pile
                put(zone, -1, value, Where(key))
                continue
            where, owners = Where(key, team=zone.team), self.program.owners(zone)
            entries = per_seat(value, owners, where, piles=bool(zone.piles))
            if isinstance(entries, Problem):
                self.problems.append(entries)
                continue
            for index, (seat, entry) in enumerate(entries):
                if seat in self.seats:
                    put = self._side_by_side if zone.piles else self._pile
                    put(zone, seat, entry, Where(key, index, team=zone.team))
        self._draws()

    def _place(self, zone: str, seat: int = -1) -> int:
        return self.rules.recorder.place(list(self.program.zones).index(zone), seat)

    def _pile(self, zone: Zone, seat: int, value: object, where: Where) -> None:
        pile = self.held[self._place(zone.name, seat)]
        pile.where = where
        value = in_words(self.program.pack, value)
        words, number = words_of(value), number_of(value)
        if number is not None and number >= 0:
            pile.others = number
            self.numbered[zone.name] = where
        elif number is not None:
            message = f"A zone cannot hold {brief(value)} cards."
            self.problems.append(Problem("CR704", message, where, "Write 0 or more."))
        elif words is None:
            message = f"{shown(value)} is neither cards nor a number of cards."
            self.problems.append(Problem("CR705", message, where, "Write, for example, '4S 7C'."))
        else:
            pile.cards = self._cards(words, where)

    def _side_by_side(self, zone: Zone, seat: int, value: object, where: Where) -> None:
        """Read the piles of a zone of piles, or of one seat's part of it."""
        piles = entries_of_piles(in_words(self.program.pack, value), where)
        if isinstance(piles, list) and zone.fixed and len(piles) > zone.fixed:
            message = f"'{zone.name}' has {zone.fixed} piles, but {len(piles)} are given."
            piles = Problem("CR704", message, where, "Leave out the others.")
        if isinstance(piles, Problem):
            self.problems.append(piles)
            return
        place = self._place(zone.name, seat)
        for index, words in enumerate(piles):
            self.piles[place].append(self._cards(words, replace(where, pile=index)))

    def _cards(self, words: Sequence[str], where: Where) -> list[int]:
        cards: list[int] = []
        for index, word in enumerate(words):
            here = where.at(index)
            if word == ANY:
                message = f"'{ANY}' does not tell which cards are there."
                self.problems.append(Problem("CR705", message, here, "Name the cards, or write only their number."))
                continue
            card = self.faces.take(word, here)
            if isinstance(card, Problem):
                self.problems.append(card)
            else:
                cards.append(card)
        return cards

    def _draws(self) -> None:
        value = self.own("draws")
        if value is None:
            return
        where = Where("draws")
        words = words_of(value)
        zone = self.program.zones[self.program.pack_zone]
        if words is None:
            message = f"{shown(value)} names no cards."
            self.problems.append(Problem("CR705", message, where, "Write, for example, 'KC 8D'."))
            return
        if not zone.ordered:
            message = f"The cards in '{zone.name}' have no order, so none of them is the next."
            self.problems.append(Problem("CR701", message, where, f"Name the cards of '{zone.name}' instead."))
            return
        cards = self._cards(words, where)
        pile = self.held[self._place(zone.name)]
        if zone.name in self.numbered and pile.others < len(cards):
            message = f"{len(cards)} cards are to be drawn from '{zone.name}', which has only "
            message += f"{pile.others}."
            way_out = f"Leave out '{zone.name}', or write {len(cards)} or more there."
            self.problems.append(Problem("CR704", message, where, way_out))
        pile.others = max(pile.others - len(cards), 0)
        pile.cards += cards[::-1]

    def _fill(self, position: Position) -> None:
        """Place the named cards, then other cards by number, then the rest."""
        wanted = sum(pile.others for pile in self.held.values())
        left = len(self.faces.rest())
        if wanted > left:
            last = [pile for pile in self.held.values() if pile.others][-1]
            message = f"{brief(wanted)} cards are asked for by number, and only {left} are left."
            self.problems.append(Problem("CR704", message, last.where, "Write smaller numbers, or name fewer cards."))
            return
        order = {key: number for number, key in enumerate(self.given)}
        for pile in sorted(self.held.values(), key=lambda p: order.get(p.where.key, len(order))):
            pile.cards = self.faces.any(pile.others) + pile.cards
        self._rest()
        for place, pile in self.held.items():
            there = self.rules.recorder.places[place]
            held: object = pile.cards
            if not there.ordered:
                held = set_of(pile.cards)
            if there.seat < 0:
                setattr(position, there.slot, held)
            else:
                getattr(position, there.slot)[there.seat] = held

        for zone in self.program.zones.values():
            if not zone.piles:
                continue
            piles: list[list[int]] = []
            for seat in range(self.rules.players) if zone.each else (-1,):
                given = self.piles[self._place(zone.name, seat)]
                piles += [*given, *([] for _ in range(zone.fixed - len(given)))]
            setattr(position, f"z_{zone.name}", piles)
            # As if the cards of a pile were laid together.
            sizes = [(len(pile),) if pile else () for pile in piles]
            setattr(position, f"g_{zone.name}", sizes)

    def _rest(self) -> None:
        zones = self.program.zones.values()
        tables = [zone.name for zone in zones if not zone.each and not zone.piles]
        name = self.own("rest")
        home = self.program.pack_zone
        if name is None:
            name = tables[-1] if home in self.given or home not in tables else home
        elif name not in tables:
            near, way_out = guess(str(name), tables), f"The table has {listed(tables)}."
            message = f"{shown(name)} is not a zone of the table."
            if name in [zone.name for zone in zones if zone.piles]:
                message = f"'{name}' consists of piles, so the rest of the cards cannot lie there."
            if name in [zone.name for zone in zones if zone.each]:
                message = f"'{name}' is a zone of each player, so it does not say who has the rest of the cards."
                way_out = f"Write how many each player has, such as '{name}: [4, 4]', or name a zone of the table: "
                way_out += f"{listed(tables)}."
            self.problems.append(Problem("CR701", message, Where("rest"), way_out, near=near))
            return
        rest = self.faces.rest()
        if rest and str(name) in self.numbered:
            message = f"{len(rest)} cards are left over and lie in '{name}' as well."
            way_out = f"Leave out '{name}', or write with 'rest' which zone they go to."
            self.problems.append(Problem("CR704", message, self.numbered[str(name)], way_out))
            return
        pile = self.held[self._place(str(name))]
        pile.cards = rest + pile.cards

    # -- values

    def _dealer(self, position: Position, dealer: int | None) -> None:
        actor = self.own("actor")
        first = actor if type(actor) is int else self.seats[0]
        named = self.own("dealer")
        if named is not None:
            problem = seat_problem(named, self.rules.players, Where("dealer"))
            problem = problem or self._stranger(named, Where("dealer"))
        elif dealer is None:
            before = [seat for seat in self.seats if seat < first] or self.seats
            named, problem = before[-1], None
        else:
            named = dealer
            problem = seat_problem(dealer, self.rules.players, Where("dealer"))
        if problem:
            self.problems.append(problem)
            named = self.seats[0]
        position.dealer = cast(int, named)

    def _stranger(self, seat: object, where: Where) -> Problem | None:
        """Return the problem of a seat that is not at this table; None if it is."""
        if seat in self.seats:
            return None
        some = " and ".join(map(str, self.seats))
        message = f"Seat {seat} sits at another table."
        return Problem("CR706", message, where, f"At this one sit {some}.")

    def _away(self, position: Position) -> None:
        value = self.own("away")
        if value is None:
            return
        where = Where("away")
        if not isinstance(value, list):
            message = f"{shown(value)} is not a list of seats."
            self.problems.append(Problem("CR706", message, where, "Write, for example, '[2]'."))
            return
        for index, seat in enumerate(cast("list[object]", value)):
            problem = seat_problem(seat, self.rules.players, replace(where, entry=index))
            if problem is not None:
                self.problems.append(problem)
            elif isinstance(seat, int):
                position.away |= 1 << seat

    def variables(self, position: Position) -> None:
        """Set the variables and scores."""
        for variable in self.program.variables.values():
            if variable.piles or variable.name in self.given:
                self._variable(position, variable, self.given.get(variable.name, []))
        score = self.own("score")
        if score is not None:
            where = Where("score", team=self.program.shares_scores)
            self._each(position, "v_score", self.program.points, score, where, self.program.scorers)

    def _variable(self, position: Position, variable: Variable, value: object) -> None:
        slot, where = f"v_{variable.name}", Where(variable.name, team=variable.team)
        if variable.each:
            owners = self.program.owners(variable)
            self._each(position, slot, variable.type, value, where, owners, variable.columns)
            return
        found = self._value(variable.type, value, where, variable.columns)
        if variable.piles and isinstance(found, tuple):
            found = self._of_piles(position, variable, found, where)
        if found is not None:
            setattr(position, slot, found)

    def _of_piles(
        self, position: Position, variable: Variable, given: tuple[int, ...], where: Where
    ) -> tuple[int, ...] | None:
        """Return the entries of a variable for all piles of a zone; those that are not given are as of new piles."""
        piles = len(getattr(position, f"z_{variable.piles}"))
        if len(given) > piles:
            message = f"{variable.name} has more values ({len(given)}) than {variable.piles} has piles ({piles})."
            way_out = "Write at most one value for each pile, in the order of their numbers."
            self.problems.append(Problem("CR705", message, where, way_out))
            return None
        new = 0 if variable.entry is None else cast(int, variable.entry.value)
        return (*given, *[new] * (piles - len(given)))

    def _value(self, kind: ty.Type, value: object, where: Where, columns: int) -> int | tuple[int, ...] | None:
        """Return the raw value of a variable, or None if a problem was reported."""
        found = read_value(self.rules, kind, value, where)
        if columns and isinstance(found, tuple) and len(found) != columns:
            message = f"There are {len(found)} numbers for the {columns} columns of {where}."
            way_out = "Write one number for each column, such as [10, 0, 0]."
            found = Problem("CR705", message, where, way_out)
        if isinstance(found, Problem):
            self.problems.append(found)
            return None
        return found

    def _each(
        self,
        position: Position,
        slot: str,
        kind: ty.Type,
        value: object,
        where: Where,
        owners: Sequence[int],
        columns: int = 0,
    ) -> None:
        entries = per_seat(value, owners, where)
        if isinstance(entries, Problem):
            self.problems.append(entries)
            return
        for index, (seat, entry) in enumerate(entries):
            found = self._value(kind, entry, replace(where, seat=index), columns)
            if found is not None:
                values = getattr(position, slot)
                changed = [found if p == seat else old for p, old in enumerate(values)]
                setattr(position, slot, type(values)(changed))

    def _facing(self, position: Position) -> None:
        """Report cards that are said to lie face up where cards have no sides."""
        if self.problems:  # the cards may lie where they should, but be written wrongly there
            return
        turned = {f"z_{zone.name}" for zone in self.program.zones.values() if zone.faces == "turned"}
        places = self.rules.recorder.places
        there = {card for index, card, _ in self._placed() if places[index].slot in turned}
        for card in self._up(position):
            if card not in there:
                message = f"{self.program.pack.text[card]} lies in a zone without 'faces: turned'."
                way_out = "Name only cards that can lie face up or face down."
                self.problems.append(Problem("CR705", message, Where(FACE_UP), way_out))

    # -- who acts

    def _scene(self, position: Position) -> None:
        """Set the current decision: the phase and the actor."""
        phases = list(self.program.phases)
        name = self.own("phase")
        found = find_site(self.program, phases[-1] if name is None else name)
        if found is None:
            self.problems.append(unknown_phase(self.program, name, Where("phase")))
            return
        position.pc, phase = found
        position.phase = phases.index(phase)
        actor = self._actor(position, phase)
        if actor is not None:
            position.actor = position.turn = actor

    def _actor(self, position: Position, phase: str) -> int | None:
        wanted = self.own("actor")
        where = Where("actor")
        if wanted is not None:
            problem = seat_problem(wanted, self.rules.players, where)
            problem = problem or self._stranger(wanted, where)
            if problem is not None:
                self.problems.append(problem)
                return None
        if self.problems:  # the actor may depend on the values that are wrong
            return None
        scheme = self.program.phases[phase].scheme
        if scheme == "in turn" and self.program.phases[phase].order is None:
            return self.seats[0] if wanted is None else cast(int, wanted)
        if self.machine is None:
            self.undecided = True
            return None
        seats = self.machine.seats[phase]
        try:
            if scheme == "one":
                position.queue = ()
                first = cast(int, seats(position) if wanted is None else wanted)
            else:
                queue = cast("Sequence[int]", seats(position))
                position.queue = tuple(queue)
                first = queue[0] if queue else NONE
        except NobodyError:  # such as the players from a leader, if nobody leads
            first = NONE
        if first == NONE:
            message = f"Nobody acts in the phase '{phase}' in this position."
            names = _variables(self.program.phases[phase].players)
            chosen = listed(names) if names else "the variables that decide who acts"
            way_out = f"Set {chosen}, or choose another phase."
            self.problems.append(Problem("CR711", message, Where("phase"), way_out))
            return None
        if scheme == "one":
            return first
        actor = first if wanted is None else cast(int, wanted)
        if actor not in position.queue:
            some = ", ".join(map(str, position.queue))
            message = f"Seat {actor} does not act in the phase '{phase}'."
            self.problems.append(Problem("CR711", message, where, f"Those who do: {some}."))
            return None
        position.asked = 0 if scheme == "in turn" else position.queue.index(actor)
        if scheme == "at once" and position.asked:
            message = "Seats before this one choose first, in secret, and have not chosen yet."
            way_out = f"Begin with seat {first}, and play the choices."
            self.problems.append(Problem("CR711", message, where, way_out))
            return None
        return actor

    # -- knowledge

    def _knowledge(self, position: Position) -> None:
        """Set the knowledge of each seat: the cards whose faces it can see, and no others."""
        recorder = self.rules.recorder
        know, spot = [0] * recorder.size, [0] * recorder.size
        for index, card, top in self._placed():
            place = recorder.places[index]
            seen = (top and place.top_shown) or card in self._up(position)
            seats = recorder.everyone if seen else place.watchers
            know[card] = seats
            spot[card] = seats if place.ordered else 0
        position.know, position.spot = know, spot
        if self.program.tells:
            position.excluded = recorder.untold()

    def _up(self, position: Position) -> list[int]:
        """Return the cards that lie face up in zones of turned cards."""
        if FACE_UP not in self.program.variables:
            return []
        return cards_of(getattr(position, f"v_{FACE_UP}"))

    def _placed(self) -> Iterator[tuple[int, int, bool]]:
        """Yield each card with its place, and whether it is the top card."""
        for index, pile in self.held.items():
            for number, card in enumerate(pile.cards, 1):
                yield index, card, number == len(pile.cards)
        for index, piles in self.piles.items():
            for cards in piles:
                for card in cards:
                    yield index, card, card == cards[-1]


def _variables(players: ir.Expr) -> list[str]:
    """Return the variables that an expression names."""
    from ...program.tree_walk import walk  # only for a diagnostic

    used = (each.variable for each in walk(players) if isinstance(each, ir.VarRef))
    return list(dict.fromkeys(used))
