"""Action spaces and observation spaces as functions that native code can have.

They write the same numbers as `actions.py` and `observations.py`; a test compares them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..interpreter.core.reading import functions_of
from ..interpreter.game.action import LISTS
from ..interpreter.native.dialect import Refused
from ..interpreter.native.library.standings import score
from ..interpreter.native.stepping.stepping import Arrays
from ..interpreter.program.program import Variable, Zone
from ..interpreter.syntax import types as ty
from ..interpreter.syntax.types import Type
from .actions import DONE, Domain, Token
from .observations import MOST_PILES, RECENT, TOP
from .told import FACTS, MOST_POSITIONS, around

if TYPE_CHECKING:
    from .game_spaces import Spaces


def arrays(spaces: Spaces) -> Arrays:
    """Return how native code writes the actions and observations of a game.

    Args:
        spaces: the spaces of the game.

    Raises:
        Refused: an action has no numbers that native code can find.
    """
    program = spaces.game.program
    trees = functions_of(_Actions(spaces).text() + _Observations(spaces).text())
    players = range(program.players)
    numbers = {face: at for at, face in enumerate(dict.fromkeys(program.pack.face))}
    given = {
        "e_faces": tuple(numbers[face] for face in program.pack.face),
        "e_around": tuple(tuple(around(players, seat, len(players))) for seat in players),
        "e_places": tuple(map(tuple, spaces.observations.told.places)),
        "e_placed": placed,
        "e_found": found,
    }
    return Arrays(
        trees,
        given,
        spaces.actions.size,
        spaces.size,
        planes=spaces.observations.planes,
        recent=RECENT,
        facts=FACTS,
        positions=MOST_POSITIONS,
    )


def placed(value: int, values: tuple[int, ...]) -> int:
    """Return the place of a value among others in ascending order."""
    low = 0
    high = len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < value:
            low = middle + 1
        else:
            high = middle
    if values[low] != value:
        raise ValueError(value)
    return low


def found(value: int, values: tuple[int, ...]) -> int:
    """Return the place of a value among others."""
    for place, each in enumerate(values):
        if each == value:
            return place
    raise ValueError(value)


class _Actions:
    """Writes the functions that number actions."""

    def __init__(self, spaces: Spaces) -> None:
        self._space = spaces.actions
        self._faces = len(set(spaces.game.program.pack.face))

    def text(self) -> str:
        """Return the functions."""
        first = ["def e_first(action):"]
        after = ["def e_after(action, chosen):", "    place = 0"]
        cards = ["def e_cards(action):"]
        for verb, (kinds, domains, start) in enumerate(self._space.verbs):
            test = f"    if action[0] == {verb}:"
            held = ["0"]
            for place, kind in enumerate(kinds, 1):
                held += [f"1 << action[{place}]"] if kind == "card" else []
                held += [f"action[{place}]"] if kind in LISTS else []
            cards += [test, f"        return {' | '.join(held)}"]
            first.append(test)
            after.append(test)
            number, direct = start
            if direct:
                code = "0"
                for place, (kind, domain) in enumerate(zip(kinds, domains, strict=True), 1):
                    index = self._index(kind, domain, f"action[{place}]")
                    code = f"({code}) * {len(domain.names)} + {index}"
                first.append(f"        return {number} + {code}")
                after += _step("        ", "e_first(action)")
            else:
                first.append(f"        return {number}")
                after += _step("        ", str(number))
                for place, (kind, domain) in enumerate(zip(kinds, domains, strict=True), 1):
                    after += self._steps(kind, domain, f"action[{place}]")
            after.append("        return -2 if place == len(chosen) else -1")
        return "\n".join(
            line for lines in (first, after, cards) for line in [*lines, "    raise ValueError(action)", ""]
        )

    def _index(self, kind: str, domain: Domain, value: str) -> str:
        """Return the code for the place of a value among those of a choice."""
        if kind == "card":
            return f"e_faces[{value}]"
        assert domain.index is not None
        if kind in LISTS:
            keys: list[int] = []
            for chosen in domain.index:
                assert isinstance(chosen, tuple)
                key = 0
                for face in chosen:
                    key = key * self._faces + face
                keys.append(key)
            return f"e_placed(e_key({value}), {_listed(keys)})"
        values = [each for each in domain.index if isinstance(each, int)]
        rising = values == sorted(values)
        value = f"({value} % {domain.again})" if domain.again else value
        return f"{'e_placed' if rising else 'e_found'}({value}, {_listed(values)})"

    def _steps(self, kind: str, domain: Domain, value: str) -> list[str]:
        """Return the code for the steps of one value."""
        here, inside = " " * 8, " " * 12
        if kind in LISTS:
            card, done = self._token("card", 0), self._token(DONE, 0)
            each = [f"{here}for card in cards_of({value}):", *_step(inside, f"{card} + e_faces[card]")]
            return each + _step(here, str(done))
        if kind == "card":
            return _step(here, f"{self._token('card', 0)} + e_faces[{value}]")
        if domain.names:
            assert domain.index is not None
            values = [each for each in domain.index if isinstance(each, int)]
            start = self._token(domain.kind, values[0])
            if [self._token(domain.kind, each) for each in values] != [*range(start, start + len(values))]:
                raise Refused("the numbers of a choice in several steps")
            return _step(here, f"{start} + {self._index(kind, domain, value)}")
        minus, zero, done = (self._token(*token) for token in (("digit", -1), ("digit", 0), (DONE, 0)))
        return [
            f"{here}rest = {value}",
            f"{here}if rest < 0:",
            *_step(inside, str(minus)),
            f"{here}rest = abs(rest)",
            f"{here}digits = [rest % 10]",
            f"{here}while rest > 9:",
            f"{here}    rest //= 10",
            f"{here}    digits.append(rest % 10)",
            f"{here}for digit in range(len(digits) - 1, -1, -1):",
            *_step(inside, f"{zero} + digits[digit]"),
            *_step(here, str(done)),
        ]

    def _token(self, kind: str, value: int) -> int:
        token: Token = kind, value
        return self._space.token(token)


def _step(indent: str, number: str) -> list[str]:
    """Return the code that compares the next number of an action with the next that is chosen, if there is one."""
    lines = (
        f"number = {number}",
        "if place == len(chosen): return number",
        "if chosen[place] != number: return -1",
        "place += 1",
    )
    return [indent + line for line in lines]


def _listed(values: list[int]) -> str:
    return f"({', '.join(map(str, values))},)"


class _Observations:
    """Writes the function that writes what the seat knows that acts."""

    def __init__(self, spaces: Spaces) -> None:
        self._spaces = spaces
        self._rules = spaces.game
        self._program = self._rules.program
        self._players = self._program.players
        self._tables = self._program.tables
        self._lines: list[str] = []
        self._indent = "    "

    def text(self) -> str:
        """Return the function, and those that it calls."""
        program, players = self._program, self._players
        sites = self._rules.machine.sites
        steps = tuple(dict.fromkeys(site.step for site in sites))
        of_site = tuple(steps.index(site.step) for site in sites)
        self._add("bit = 1 << seat")
        secret = tuple(number for number, site in enumerate(sites) if site.declining)
        known = f"s.pc >= 0 and (s.actor == seat or s.pc not in {secret})" if secret else "s.pc >= 0"
        self._one(f"(s.actor - seat) % {players} if {known} else -1", players)
        if self._tables is not None:
            self._add("s.turn_to(s.seated[seat])")
        self._known()
        self._seat("s.dealer")
        step = f"({', '.join(map(str, of_site))},)[s.pc]"
        self._one(f"{step} if s.pc >= 0 else -1", len(steps))
        self._add("put(s.deal)")
        self._add("for each in e_around[seat]:", f"    put({score(program, 'each')})")
        for zone in program.zones.values():
            self._zone(zone)
        for variable in program.variables.values():
            self._variable(variable)
        verbs = len(program.actions)
        self._add(
            f"for place in range({RECENT}):",
            "    who = s.e_seats[place]",
            f"    seen = s.e_seen[place * {players} + seat]",
            "    if who < 0:",
            f"        put_zeros({players + verbs}, 1)",
            "        continue",
            f"    put_one((who - seat) % {players}, {players})",
            f"    put_one(s.e_verbs[place] if seen >= 0 else -1, {verbs})",
            "    put_cards(seen if seen >= 0 else 0)",
        )
        if self._spaces.observations.told.numbers:
            self._told()
        faces = len(set(program.pack.face))
        return (
            "def e_known(seats, bit):\n"
            "    found = 0\n"
            "    for card, each in enumerate(seats):\n"
            "        if each & bit: found |= 1 << card\n"
            "    return found\n"
            "def e_key(cards):\n"
            "    key = 0\n"
            f"    for card in cards_of(cards): key = key * {faces} + e_faces[card]\n"
            "    return key\n"
            "def e_observe(s, seat):\n" + "\n".join(self._lines) + "\n"
        )

    def _add(self, *lines: str) -> None:
        self._lines += [self._indent + line for line in lines]

    def _known(self) -> None:
        self._add("know = e_known(s.know, bit)", "spot = e_known(s.spot, bit)")

    def _one(self, index: object, count: int) -> None:
        self._add(f"put_one({index}, {count})")

    def _seat(self, value: str) -> None:
        players = self._players
        self._add(f"put_one(({value} - seat) % {players} if {value} >= 0 else -1, {players})")

    def _owners(self, each: Zone | Variable) -> str:
        """Return the owners of something by the seat that counts them."""
        owners = self._program.owners(each)
        orders = [around(owners, seat, self._players) for seat in range(self._players)]
        return repr(tuple(map(tuple, orders)))

    # -- zones

    def _zone(self, zone: Zone) -> None:
        piles = 0 if not zone.piles else zone.fixed or MOST_PILES
        tops = TOP if zone.ordered and not zone.piles else 0
        if not zone.each:
            self._held(zone, f"s.z_{zone.name}", piles, tops)
            return
        self._add(f"for owner in {self._owners(zone)}[seat]:")
        self._indent = "        "
        held = f"s.z_{zone.name}[owner]"
        if zone.piles:
            first, last = f"owner * {zone.fixed}", f"(owner + 1) * {zone.fixed}"
            held = f"s.z_{zone.name}[{first}:{last}]"
        if self._tables is None:
            self._held(zone, held, piles, tops)
        else:
            self._add("s.turn_to(s.seated[owner])")
            self._known()
            if not self._tables.open:
                self._add("if s.seated[seat] == s.table:")
                self._indent += "    "
            self._held(zone, held, piles, tops)
            if not self._tables.open:
                self._indent = self._indent[4:]
                self._add("else:", f"    put_zeros({1 + piles}, {1 + piles + tops})")
        self._indent = "    "
        self._back()

    def _back(self) -> None:
        """Put the table of the seat in place again."""
        if self._tables is not None:
            self._add("s.turn_to(s.seated[seat])")
            self._known()

    def _held(self, zone: Zone, held: str, piles: int, tops: int) -> None:
        if zone.piles:
            self._add(
                "total = 0",
                "whole = 0",
                f"for pile in {held}:",
                "    total += len(pile)",
                "    whole |= set_of(pile)",
                "put(total)",
                "put_cards(whole & know)",
                f"for place in range({piles}):",
                f"    if place < len({held}):",
                f"        put(len({held}[place]))",
                f"        put_cards(set_of({held}[place]) & spot)",
                "    else: put_zeros(1, 1)",
            )
        elif zone.ordered:
            self._add(
                f"put(len({held}))",
                f"put_cards(set_of({held}) & know)",
                f"for place in range(1, {tops + 1}):",
                f"    if place <= len({held}): put_cards(1 << {held}[-place] & spot)",
                "    else: put_cards(0)",
            )
        else:
            self._add(f"put({held}.bit_count())", f"put_cards({held} & know)")

    # -- what a seat was told

    def _told(self) -> None:
        """Write what the seat was told; see `told.py`."""
        space, program = self._spaces.observations.told, self._program
        for zone, count in space.tops:
            self._add(f"for owner in {self._owners(zone) if zone.each else '((0,),)'}[{'seat' if zone.each else 0}]:")
            self._indent = "        "
            if zone.each and self._tables is not None:
                self._add("s.turn_to(s.seated[owner])")
            if not (self._tables is None or self._tables.open):
                self._add("if s.seated[seat] != s.table:", f"    put_zeros(0, {count})", "    continue")
            held = f"s.z_{zone.name}" + ("[owner]" if zone.each and not zone.piles else "")
            top = f"{held}[-place - 1]"
            if zone.piles:
                held += f"[owner * {zone.fixed}:(owner + 1) * {zone.fixed}]" if zone.each else ""
                top = f"{held}[place][-1]"
            self._add(
                f"for place in range({count}):",
                f"    if place < len({held}){f' and {held}[place]' if zone.piles else ''}:",
                f"        put_cards(s.excluded[seat * {program.pack.size} + {top}])",
                "    else: put_cards(0)",
            )
            self._indent = "    "
            if self._tables is not None:
                self._add("s.turn_to(s.seated[seat])")
        count = len(space.numbers) // FACTS - 2 - space.positions
        self._add(
            f"for number in range({FACTS}):",
            f"    fact = seat * {FACTS} + number",
            "    place = s.k_facts_place[fact]",
            f"    put_one(e_places[seat][place] if place >= 0 else -1, {count})",
            "    put(s.k_facts_among[fact])",
            "    put(s.k_facts_fits[fact])",
            f"    for at in range({space.positions}): put(s.k_facts_where[fact] >> at & 1)",
            "    put_cards(s.k_facts_faces[fact])",
        )

    # -- variables

    def _variable(self, variable: Variable) -> None:
        slot = f"s.v_{variable.name}"
        kind, columns = variable.type, variable.columns
        if not (variable.each and self._program.owners(variable)):
            self._value(kind, columns, slot)
            return
        self._add(f"for owner in {self._owners(variable)}[seat]:")
        self._indent = "        "
        if self._tables is None:
            self._value(kind, columns, f"{slot}[owner]")
        else:
            self._of_a_table(variable, f"{slot}[owner]")
        self._indent = "    "
        self._back()

    def _of_a_table(self, variable: Variable, value: str) -> None:
        """Write a value as the table of the seat has it.

        The table of its owner says which cards are known.
        """
        self._add("s.turn_to(s.seated[owner])")
        self._known()
        self._add("seen = s.seated[seat] == s.table", "s.turn_to(s.seated[seat])")
        assert self._tables is not None
        hidden = variable.scope != "match" and not self._tables.open
        if hidden:
            self._add("if seen:")
            self._indent += "    "
        self._value(variable.type, variable.columns, value)
        if hidden:
            self._indent = self._indent[4:]
            numbers, planes = self._spaces.observations.entries(variable.type, variable.columns)
            self._add("else:", f"    put_zeros({numbers}, {planes})")

    def _value(self, kind: Type, columns: int, value: str) -> None:
        """Write a value of a type; a value that has several numbers may have none yet."""
        inner = ty.element(kind)
        if columns:
            self._add(f"for each in {value}: put(each)", f"if not len({value}): put_zeros({columns}, 0)")
        elif kind.choices and inner is not None:
            numbers, planes = self._spaces.observations.entries(kind, 0)
            self._add(f"if len({value}):")
            self._indent += "    "
            for place in range(len(kind.choices)):
                self._value(inner, 0, f"{value}[{place}]")
            self._indent = self._indent[4:]
            self._add("else:", f"    put_zeros({numbers}, {planes})")
        elif kind == ty.CARD:
            self._add(f"put_cards(1 << {value} & know if {value} >= 0 else 0)")
        elif ty.holds_cards(kind):
            self._cards(kind, value)
        elif kind == ty.PLAYER:
            self._seat(value)
        elif kind == ty.PLAYERS:
            self._add("for other in e_around[seat]:", f"    put(1 if other in {value} else 0)")
        elif kind in (ty.NUMBER, ty.BOOLEAN):
            self._add(f"put({value})")
        elif inner is not None:
            self._add(f"put(len({value}))")
        else:
            self._one(value, len(self._program.pack.names(kind)))

    def _cards(self, kind: Type, value: str) -> None:
        if kind == ty.CARDS:
            self._add(f"put({value}.bit_count())", f"put_cards({value} & know)")
            return
        each = "1 << each" if kind == ty.PILE else "each"
        self._add(
            "found = 0",
            f"for each in {value}: found |= {each}",
            "put(found.bit_count())",
            "put_cards(found & know)",
        )
