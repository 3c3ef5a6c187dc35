"""Positions that are given rather than dealt: what lies where, who acts, what is remembered.

A position is plain data, the same in a scenario's `given` and in a call of the API: zones and
variables by name, and beside them

    actor   the seat that is to decide (default: 0, or whoever acts first in the phase)
    phase   the phase, or the step of one (default: the last phase of the ruleset)
    draws   the next cards of the pack's zone, the first to be drawn first
    rest    the zone for all cards that are left over (default: the last zone of the table)
    score   the score of each seat

A zone is a text, its top card last, or a number: so many cards, whichever. A player's zone or
variable is a list, one entry a seat. Who knows which card is read off the faces of the zones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from . import chance
from . import types as ty
from .cards import COLOURS, NONE, Pack
from .core import Core, blank
from .diagnostics import printable, suggest
from .errors import PositionError
from .melds import set_of
from .options import show
from .schema import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .compiler import Machine, Site
    from .game import Game
    from .program import Variable, Zone
    from .state import State

OWN_KEYS = ("actor", "phase", "draws", "rest", "score")
"""The keys of a position beside the names of zones and variables."""

BESIDE = ("dealer", "deal", "seed")
"""What a scenario, or a call, says beside the position."""

NOBODY = ("nobody", "none")
ANY = "..."
"""Stands for any cards, where a position is described and not given."""


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a position: what a key has, in a list the entry of a seat, in a text a word.

    With `name`, it is the key itself.
    """

    key: str
    seat: int | None = None
    word: int | None = None
    name: bool = False

    def __str__(self) -> str:
        """Return the place in words.

        >>> str(Where("hand", 1, 2))
        "'hand' of seat 1"
        """
        return f"'{self.key}'" + ("" if self.seat is None else f" of seat {self.seat}")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a position: code and message of a diagnostic, and the way out."""

    code: str
    message: str
    where: Where
    help: str
    first: Where | None = None
    fix: str | None = None


def state_from_position(
    game: Game,
    position: Mapping[str, object],
    *,
    seed: int = 0,
    dealer: int | None = None,
    deal: int = 1,
) -> State:
    """Return the state of a position; `Game.state_from_position` explains the arguments.

    Raises:
        PositionError: there is no such position.
    """
    from .state import State

    core, problems = build(game, game.machine, position, seed=seed, dealer=dealer, deal=deal)
    if core is None:
        raise PositionError(" ".join(f"In {each.where}: {each.message}" for each in problems))
    return State(game, core, None)


def build(
    game: Game,
    machine: Machine,
    position: Mapping[str, object],
    *,
    seed: int = 0,
    dealer: int | None = None,
    deal: int = 1,
) -> tuple[Core | None, list[Problem]]:
    """Return the core of a position for either build, or None and what is wrong with it."""
    builder = _Builder(game, machine, position)
    core = builder.core(seed, dealer, deal)
    return (None if builder.problems else core), builder.problems


# -- words that positions, decks, actions and expectations have in common


def words_of(value: object) -> list[str] | None:
    """Return the words of a text or of a list of texts, None for anything else.

    >>> words_of("4S 7C"), words_of(["4S", "7C"]), words_of(3)
    (['4S', '7C'], ['4S', '7C'], None)
    """
    if isinstance(value, str):
        return value.replace(",", " ").split()
    if isinstance(value, list):
        items = cast("list[object]", value)
        if all(isinstance(item, str) for item in items):
            return [word for item in cast("list[str]", items) for word in item.split()]
    return None


class Faces:
    """The cards of a pack that are still to be had, face by face."""

    def __init__(self, pack: Pack) -> None:
        """Begin with the whole pack."""
        self._pack = pack
        self._left: dict[int, list[int]] = {}
        self._first: dict[int, Where] = {}
        for card in range(pack.size):
            self._left.setdefault(pack.face[card], []).append(card)

    def take(self, word: str, where: Where) -> int | Problem:
        """Return the lowest card that is left of a face, or why there is none."""
        found = self._pack.cards_of(word)
        if not found:
            return unknown_card(self._pack, word, where)
        face = self._pack.face[found[0]]
        if self._left[face]:
            self._first.setdefault(face, where)
            return self._left[face].pop(0)
        text, copies = self._pack.text[found[0]], len(found)
        only = "only one" if copies == 1 else f"only {copies}"
        return Problem(
            "CR703",
            f"'{text}' is named {'twice' if copies == 1 else 'too often'}; the pack has {only}.",
            where,
            "Leave it out in all places but one." if copies == 1 else "Leave one out.",
            first=self._first[face],
        )

    def rest(self) -> list[int]:
        """Return the cards that are left, in the order of the pack."""
        return sorted(card for cards in self._left.values() for card in cards)

    def any(self, count: int) -> list[int]:
        """Take so many of the cards that are left, in the order of the pack."""
        taken = self.rest()[:count]
        for card in taken:
            self._left[self._pack.face[card]].remove(card)
        return taken


def unknown_card(pack: Pack, word: str, where: Where) -> Problem:
    """Return what is wrong with a word that is no card of the pack."""
    near = suggest(word, pack.text)
    way_out = f"Did you mean '{near}'?" if near else f"A card is written like '{pack.text[0]}'."
    return Problem(
        "CR702", f"There is no card '{printable(word)}' in this game.", where, way_out, fix=near
    )


def seat_problem(value: object, players: int, where: Where) -> Problem | None:
    """Return what is wrong with a value that should be a seat."""
    if type(value) is int and 0 <= value < players:
        return None
    return Problem(
        "CR706",
        f"There is no seat {_shown(value)}.",
        where,
        f"Seats are counted from 0 to {players - 1}.",
    )


def find_site(machine: Machine, name: str) -> int | None:
    """Return the number of the first decision of a phase or step."""
    own = [(i, site) for i, site in enumerate(machine.sites) if not site.asked]
    named = [i for i, site in own if site.step == name] or [i for i, s in own if s.phase == name]
    return named[0] if named else None


def unknown_phase(machine: Machine, name: object, where: Where) -> Problem:
    """Return what is wrong with a text that names no phase."""
    known = list(dict.fromkeys(n for s in machine.sites if not s.asked for n in (s.phase, s.step)))
    near = suggest(str(name), known)
    way_out = f"Did you mean '{near}'?" if near else f"The ruleset has {listed(known)}."
    message = f"There is no phase {_shown(name)}."
    return Problem("CR707", message, where, way_out, fix=near)


def unknown_key(game: Game, key: str, others: Iterable[str]) -> Problem:
    """Return what is wrong with a key that names neither a zone nor a variable."""
    program = game.program
    known = [*program.zones, *program.variables, *others]
    near = suggest(key, known)
    message = f"There is no zone or variable '{printable(key)}'."
    way_out = f"Did you mean '{near}'?" if near else f"Possible here: {listed(known)}."
    if key in BESIDE:
        near, way_out = None, f"Say '{key}' beside the position, not in it."
    return Problem("CR701", message, Where(key, name=True), way_out, fix=near)


def per_seat(value: object, players: int, where: Where) -> list[object] | Problem:
    """Return the entries of a list by seat; it may be shorter than there are players."""
    if not isinstance(value, list):
        return Problem(
            "CR706",
            f"{str(where)[:1].upper()}{str(where)[1:]} belongs to each player, so it is a list.",
            where,
            "Write a list with one entry a seat, seat 0 first.",
        )
    entries = cast("list[object]", value)
    if len(entries) > players:
        return Problem(
            "CR706",
            f"The list has {len(entries)} entries, and there are {players} seats.",
            where,
            "Write one entry a seat, seat 0 first.",
        )
    return entries


def read_value(
    game: Game, kind: ty.Type, value: object, where: Where
) -> int | tuple[int, ...] | Problem:
    """Return a variable's value as the machine has it, or what is wrong with it."""
    pack = game.program.pack
    if kind == ty.NUMBER and type(value) is int:
        return value
    if kind == ty.BOOLEAN and type(value) is bool:
        return value
    if kind.name in ty.NULLABLE and (value is None or value in NOBODY):
        return NONE
    if kind == ty.PLAYER and type(value) is int:
        return seat_problem(value, game.players, where) or value
    if kind == ty.PLAYERS and isinstance(value, list):
        seats = cast("list[object]", value)
        wrong = [seat_problem(seat, game.players, where) for seat in seats]
        return next(filter(None, wrong), tuple(cast("list[int]", seats)))
    if kind in (ty.CARD, ty.CARDS, ty.PILE):
        return _card_value(pack, kind, value, where)
    if kind == ty.RANK and pack.rank_index(str(value)) is not None:
        return cast(int, pack.rank_index(str(value)))
    if kind == ty.SUIT and value in pack.suits:
        return pack.suits.index(str(value))
    if kind == ty.COLOUR and value in COLOURS:
        return COLOURS.index(str(value))
    return Problem("CR705", f"{_shown(value)} is not {kind}.", where, _example(game, kind))


def _card_value(
    pack: Pack, kind: ty.Type, value: object, where: Where
) -> int | tuple[int, ...] | Problem:
    words = words_of(value)
    if words is None or (kind == ty.CARD and len(words) != 1):
        return Problem(
            "CR705", f"{_shown(value)} is not {kind}.", where, f"Write '{pack.text[0]}'."
        )
    faces = Faces(pack)
    cards: list[int] = []
    for index, word in enumerate(words):
        card = faces.take(word, Where(where.key, where.seat, index))
        if isinstance(card, Problem):
            return card
        cards.append(card)
    if kind == ty.CARD:
        return cards[0]
    return tuple(cards) if kind == ty.PILE else set_of(cards)


def _example(game: Game, kind: ty.Type) -> str:
    pack = game.program.pack
    choices = {"rank": pack.ranks, "suit": pack.suits, "colour": COLOURS}.get(kind.name)
    if choices:
        return f"Write one of {listed(choices)}."
    if kind == ty.BOOLEAN:
        return "Write true or false."
    if kind in (ty.PLAYER, ty.PLAYERS):
        return f"Write a seat from 0 to {game.players - 1}."
    return "Write a whole number."


def _shown(value: object) -> str:
    return f"'{show(value)}'" if isinstance(value, str) else show(value)


# -- building


@dataclass(slots=True)
class _Pile:
    """What a place is to hold: named cards, and how many others under them."""

    cards: list[int]
    where: Where
    others: int = 0


class _Builder:
    """Reads one position; use once."""

    def __init__(self, game: Game, machine: Machine, position: Mapping[str, object]) -> None:
        self.game = game
        self.machine = machine
        self.program = game.program
        self.position = position
        self.problems: list[Problem] = []
        self.faces = Faces(game.program.pack)
        self.piles: dict[int, _Pile] = {}
        self.numbered: dict[str, Where] = {}

    def core(self, seed: int, dealer: int | None, deal: int) -> Core:
        core = blank(self.machine.core_class, self.program, self.machine.frame_size)
        core.rng = chance.seeded(seed)
        core.deal = deal
        if deal < 1:
            message = f"There is no deal {deal}."
            self.problems.append(Problem("CR704", message, Where("deal"), "Count from 1."))
        own = [key for key in self.position if key not in self.names]
        self.problems += [
            unknown_key(self.game, key, OWN_KEYS) for key in own if key not in OWN_KEYS
        ]
        self._zones()
        self._fill(core)
        self._dealer(core, dealer)
        cast("Callable[[Core], object]", self.machine.namespace["start"])(core)
        self._variables(core)
        self._scene(core)
        if self.machine is self.game.machine:
            self._knowledge(core)
        return core

    @property
    def names(self) -> set[str]:
        """The ruleset's own names; they come before the keys of a position."""
        return {*self.program.zones, *self.program.variables}

    def own(self, key: str) -> object:
        """Return the value of one of the position's own keys."""
        return None if key in self.names else self.position.get(key)

    # -- cards

    def _zones(self) -> None:
        for index, zone in enumerate(self.program.zones.values()):
            seats = range(self.game.players) if zone.each else (-1,)
            for seat in seats:
                where = Where(zone.name, seat if zone.each else None)
                self.piles[self.game.recorder.place(index, seat)] = _Pile([], where)
        for key, value in self.position.items():
            zone = self.program.zones.get(key)
            if zone is None:
                continue
            if not zone.each:
                self._pile(zone, -1, value, Where(key))
                continue
            entries = per_seat(value, self.game.players, Where(key))
            if isinstance(entries, Problem):
                self.problems.append(entries)
                continue
            for seat, entry in enumerate(entries):
                self._pile(zone, seat, entry, Where(key, seat))
        self._draws()

    def _place(self, zone: str, seat: int = -1) -> int:
        return self.game.recorder.place(list(self.program.zones).index(zone), seat)

    def _pile(self, zone: Zone, seat: int, value: object, where: Where) -> None:
        pile = self.piles[self._place(zone.name, seat)]
        pile.where = where
        words = words_of(value)
        if type(value) is int and value >= 0:
            pile.others = value
            self.numbered[zone.name] = where
        elif type(value) is int:
            message = f"A zone cannot hold {value} cards."
            self.problems.append(Problem("CR704", message, where, "Write 0 or more."))
        elif words is None:
            message = f"{_shown(value)} is neither cards nor a number of cards."
            self.problems.append(Problem("CR705", message, where, "Write, for example, '4S 7C'."))
        else:
            pile.cards = self._cards(words, where)

    def _cards(self, words: Sequence[str], where: Where) -> list[int]:
        cards: list[int] = []
        for index, word in enumerate(words):
            here = Where(where.key, where.seat, index)
            if word == ANY:
                message = f"'{ANY}' says nothing about which cards are there."
                self.problems.append(
                    Problem("CR705", message, here, "Name the cards, or write only their number.")
                )
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
            message = f"{_shown(value)} is no cards."
            self.problems.append(Problem("CR705", message, where, "Write, for example, 'KC 8D'."))
            return
        if not zone.ordered:
            message = f"The cards in '{zone.name}' have no order, so none of them is the next."
            self.problems.append(
                Problem("CR701", message, where, f"Name the cards of '{zone.name}' instead.")
            )
            return
        cards = self._cards(words, where)
        pile = self.piles[self._place(zone.name)]
        if zone.name in self.numbered and pile.others < len(cards):
            message = f"{len(cards)} cards are to be drawn from '{zone.name}', which has only "
            message += f"{pile.others}."
            way_out = f"Leave out '{zone.name}', or write {len(cards)} or more there."
            self.problems.append(Problem("CR704", message, where, way_out))
        pile.others = max(pile.others - len(cards), 0)
        pile.cards += cards[::-1]

    def _fill(self, core: Core) -> None:
        """Put the cards where they are to be: the named ones, so many others, and the rest."""
        wanted = sum(pile.others for pile in self.piles.values())
        left = len(self.faces.rest())
        if wanted > left:
            last = [pile for pile in self.piles.values() if pile.others][-1]
            message = f"{wanted} cards are asked for by number, and only {left} are left."
            self.problems.append(
                Problem("CR704", message, last.where, "Write smaller numbers, or name fewer cards.")
            )
            return
        order = {key: number for number, key in enumerate(self.position)}
        for pile in sorted(self.piles.values(), key=lambda p: order.get(p.where.key, len(order))):
            pile.cards = self.faces.any(pile.others) + pile.cards
        self._rest()
        for place, pile in self.piles.items():
            there = self.game.recorder.places[place]
            held: object = pile.cards
            if not there.ordered:
                held = set_of(pile.cards)
            if there.seat < 0:
                setattr(core, there.slot, held)
            else:
                getattr(core, there.slot)[there.seat] = held

    def _rest(self) -> None:
        tables = [zone.name for zone in self.program.zones.values() if not zone.each]
        name = self.own("rest")
        if name is None:
            name = tables[-1]
        elif name not in tables:
            near = suggest(str(name), tables)
            way_out = f"Did you mean '{near}'?" if near else f"The table has {listed(tables)}."
            message = f"{_shown(name)} is no zone of the table."
            self.problems.append(Problem("CR701", message, Where("rest"), way_out, fix=near))
            return
        rest = self.faces.rest()
        if rest and str(name) in self.numbered:
            message = f"{len(rest)} cards are left over and lie in '{name}' as well."
            way_out = f"Leave out '{name}', or say with 'rest' which zone they go to."
            self.problems.append(Problem("CR704", message, self.numbered[str(name)], way_out))
            return
        pile = self.piles[self._place(str(name))]
        pile.cards = rest + pile.cards

    # -- values

    def _dealer(self, core: Core, dealer: int | None) -> None:
        actor = self.own("actor")
        first = actor if type(actor) is int else 0
        core.dealer = (first - 1) % self.game.players if dealer is None else dealer
        problem = seat_problem(core.dealer, self.game.players, Where("dealer"))
        if problem:
            self.problems.append(problem)
            core.dealer = 0

    def _variables(self, core: Core) -> None:
        for key, value in self.position.items():
            variable = self.program.variables.get(key)
            if variable is not None:
                self._variable(core, variable, value)
        score = self.own("score")
        if score is not None:
            self._each(core, "v_score", ty.NUMBER, score, Where("score"))

    def _variable(self, core: Core, variable: Variable, value: object) -> None:
        slot, where = f"v_{variable.name}", Where(variable.name)
        if variable.each:
            self._each(core, slot, variable.type, value, where)
            return
        found = read_value(self.game, variable.type, value, where)
        if isinstance(found, Problem):
            self.problems.append(found)
        else:
            setattr(core, slot, found)

    def _each(self, core: Core, slot: str, kind: ty.Type, value: object, where: Where) -> None:
        entries = per_seat(value, self.game.players, where)
        if isinstance(entries, Problem):
            self.problems.append(entries)
            return
        for seat, entry in enumerate(entries):
            found = read_value(self.game, kind, entry, Where(where.key, seat))
            if isinstance(found, Problem):
                self.problems.append(found)
            else:
                getattr(core, slot)[seat] = found

    # -- who acts

    def _scene(self, core: Core) -> None:
        """Say which decision is waited for."""
        phases = list(self.program.phases)
        name = self.own("phase")
        number = find_site(self.machine, str(phases[-1] if name is None else name))
        if number is None:
            self.problems.append(unknown_phase(self.machine, name, Where("phase")))
            return
        site = self.machine.sites[number]
        core.pc = number
        core.phase = phases.index(site.phase)
        actor = self._actor(core, site)
        if actor is not None:
            core.actor = core.turn = actor

    def _actor(self, core: Core, site: Site) -> int | None:
        wanted = self.own("actor")
        where = Where("actor")
        if wanted is not None:
            problem = seat_problem(wanted, self.game.players, where)
            if problem is not None:
                self.problems.append(problem)
                return None
        if self.problems:  # who is asked may depend on what is wrong
            return None
        seats = cast("Callable[[Core], object]", self.machine.namespace[f"seats_{site.phase}"])
        scheme = self.program.phases[site.phase].scheme
        if scheme == "in turn":
            return 0 if wanted is None else cast(int, wanted)
        if scheme == "one":
            core.queue = ()
            first = cast(int, seats(core) if wanted is None else wanted)
        else:
            core.queue = tuple(cast("Sequence[int]", seats(core)))
            first = core.queue[0] if core.queue else NONE
        if first == NONE:
            message = f"Nobody acts in the phase '{site.phase}' in this position."
            way_out = "Choose another phase, or give what says who acts in it."
            self.problems.append(Problem("CR711", message, Where("phase"), way_out))
            return None
        if scheme == "one":
            return first
        actor = first if wanted is None else cast(int, wanted)
        if actor not in core.queue:
            some = ", ".join(map(str, core.queue))
            message = f"Seat {actor} does not act in the phase '{site.phase}'."
            self.problems.append(Problem("CR711", message, where, f"Those who do: {some}."))
            return None
        core.asked = core.queue.index(actor)
        if site.sealed and core.asked:
            message = "Seats before this one choose first, in secret, and have not chosen yet."
            way_out = f"Begin with seat {core.queue[0]}, and play the choices."
            self.problems.append(Problem("CR711", message, where, way_out))
            return None
        return actor

    # -- knowledge

    def _knowledge(self, core: Core) -> None:
        """Let every seat know the faces that it can see where they lie, and no others."""
        recorder = self.game.recorder
        know, spot = [0] * recorder.size, [0] * recorder.size
        for index, card, top in self._placed():
            place = recorder.places[index]
            seats = recorder.everyone if top and place.top_shown else place.watchers
            know[card] = seats
            spot[card] = seats if place.ordered else 0
        core.know, core.spot = know, spot

    def _placed(self) -> Iterator[tuple[int, int, bool]]:
        """Yield place, card and whether it is the top one."""
        for index, pile in self.piles.items():
            for position, card in enumerate(pile.cards, 1):
                yield index, card, position == len(pile.cards)
