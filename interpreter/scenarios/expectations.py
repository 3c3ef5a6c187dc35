"""What the `then` of a test expects, as checks that report differences.

All names and cards of a `then` are resolved before anything is played. So a misspelt name or card
is a diagnostic, and never an expectation that happens to hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from ..diagnostics import Diagnostic, Span, counted
from ..game.observation.redaction import show_value
from ..game.setup.values import (
    ANY,
    NOBODY,
    Faces,
    Problem,
    Where,
    entries_of_piles,
    in_words,
    number_of,
    per_seat,
    phase_named,
    read_value,
    seat_problem,
    unknown_key,
    unknown_phase,
    words_of,
)
from ..resolve.options import show
from ..runtime.melds import cards_of
from ..runtime.position import at, at_seat
from ..runtime.seats import seated
from ..source.located import Mapping, Node, PlainData, Scalar, Sequence, plain
from ..syntax import types as ty
from .locating import located
from .results import MANY, Check, Difference

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..play.state import State
    from ..program.program import Zone
    from ..runtime.position import Position


Seats = tuple[int, ...]

KEYS = ("actor", "phase", "dealer", "deal", "draws", "away", "score", "winner", "over")
"""The keys of `then` besides the names of zones and variables."""

OF_A_TABLE = ("actor", "phase", "dealer")
"""Those of them that each table of a game has for itself."""

_ONLY_GIVEN = {
    "rest": "'rest' is only for a position that is given; name the zone with its cards.",
    "seed": "Write 'seed' beside 'given', in the scenario.",
    **{key: f"Write '{key}' beside 'then', in the test." for key in ("play", "legal", "includes", "excludes")},
}
"""Advice for keys that are not expectations."""


class Expected:
    """The checks of a `then`.

    Attributes:
        checks: one for each expectation.
        problems: what is wrong with the text.
    """

    def __init__(self, game: Rules, then: Mapping, table: int | None = None) -> None:
        """Read a `then`.

        Args:
            game: the game.
            then: the `then`, or an entry of its `tables`.
            table: the table of that entry, from 0.
        """
        self.game = game
        self.tree = then
        self.table = table
        self.checks: list[Check] = []
        self.problems: list[Diagnostic] = []
        for key, entry in then.entries.items():
            self._key(key, entry.value)

    def _key(self, key: str, node: Node) -> None:
        program = self.game.program
        if program.tables is not None and not self._in_place(key):
            return
        if key == "tables" and program.tables is not None:
            self._tables(node, program.tables.number)
        elif key in program.zones:
            self._zone(program.zones[key], node)
        elif key in program.variables:
            variable = program.variables[key]
            where = Where(key, team=variable.team)
            self._variable(where, variable.type, node, program.owners(variable))
        elif key == "score":
            where = Where(key, team=program.shares_scores)
            self._variable(where, program.points, node, program.scorers)
        elif key == "draws":
            self._draws(node)
        elif key in KEYS:
            self._scene(key, node)
        else:
            self._problem(unknown_key(self.game, key, KEYS, _ONLY_GIVEN))

    def _in_place(self, key: str) -> bool:
        """Return whether a key may be written here: beside `tables`, or in an entry of it."""
        program = self.game.program
        zone, variable = program.zones.get(key), program.variables.get(key)
        own = (zone is not None and not zone.each) or (variable is not None and variable.own)
        own = own or key in ("draws", "away")
        shared = zone is not None or variable is not None or key in (*KEYS, "tables")
        if self.table is None and own:
            message = f"Each table has its own '{key}'."
            way_out = "Write it under 'tables', in the entry of its table."
        elif self.table is not None and shared and not own and key not in OF_A_TABLE:
            message = f"'{key}' belongs to all tables together, not to one of them."
            way_out = "Write it beside 'tables'."
        else:
            return True
        self._problem(Problem("CR701", message, Where(key, name=True), way_out))
        return False

    def _tables(self, node: Node, number: int) -> None:
        items = node.items if isinstance(node, Sequence) else ()
        if len(items) > number:
            message = f"The list has {len(items)} entries, and there are {number} tables."
            way_out = "Write one entry a table, that of table 1 first."
            self._problem(Problem("CR706", message, Where("tables"), way_out))
            return
        for table, item in enumerate(items):
            if isinstance(item, Mapping):
                inner = Expected(self.game, item, table)
                self.checks += [_of_table(check, table) for check in inner.checks]
                self.problems += inner.problems

    def _position(self, state: State) -> Position:
        """Return the position, with the table of this `then` in place."""
        return state.position if self.table is None else at(state.position, self.table)

    def _problem(self, problem: Problem) -> None:
        self.problems.append(located(problem, self.tree, self.tree.span))

    def _entries(self, where: Where, owners: Seats, node: Node) -> Iterator[tuple[int, Where, Node]]:
        """Yield the entries of a list with their seats and places, except those that are `...`."""
        found = per_seat(plain(node), owners, where)
        if isinstance(found, Problem):
            self._problem(found)
            return
        items = cast(Sequence, node).items
        for index, ((seat, value), item) in enumerate(zip(found, items, strict=True)):
            if value != ANY:
                yield seat, replace(where, seat=index), item

    # -- cards

    def _zone(self, zone: Zone, node: Node) -> None:
        slot = f"z_{zone.name}"
        if zone.piles and not zone.each:
            self._side_by_side(zone, node, Where(zone.name), 0)
            return
        if not zone.each:
            self._pile(zone.name, node, Where(zone.name), zone.ordered, lambda c: getattr(c, slot))
            return
        owners, whole = self.game.program.owners(zone), Where(zone.name, team=zone.team)
        for seat, where, item in self._entries(whole, owners, node):
            if zone.piles:
                self._side_by_side(zone, item, where, seat * zone.fixed)
                continue

            def read(position: Position, seat: int = seat) -> object:
                return getattr(at_seat(position, seat), slot)[seat]

            self._pile(f"{zone.name} of seat {seat}", item, where, zone.ordered, read)

    def _pile(self, what: str, node: Node, where: Where, ordered: bool, read: Callable[[Position], object]) -> None:
        """Expect certain cards, or a number of cards, in a zone or pile.

        Args:
            what: the name of the zone or pile in a difference.
            node: the expectation.
            where: its key in the `then`.
            ordered: whether the order of the cards counts.
            read: returns the cards in a position, as a set of bits or a list.
        """
        pack = self.game.program.pack
        value, texts = in_words(pack, plain(node)), pack.text
        number = number_of(value)

        def held(state: State) -> list[int]:
            found = read(self._position(state))
            return cards_of(found) if isinstance(found, int) else cast("list[int]", found)

        if number is not None:

            def count(state: State) -> Difference | None:
                actual = held(state)
                if len(actual) == number:
                    return None
                listing = f" ({' '.join(texts[c] for c in actual)})" if actual else ""
                shown = counted(len(actual), "card") + (listing if len(actual) <= MANY else "")
                return Difference(what, counted(number, "card"), shown, node.span, len(actual))

            self.checks.append(count)
            return
        words = words_of(value)
        if words is None:
            message = f"The value {show(value)} is neither cards nor a number of cards."
            self._problem(Problem("CR705", message, where, "Write, for example, '4S 7C'."))
            return
        pattern = self._pattern(words, where)
        if pattern is None:
            return
        matches = _ordered(pattern) if ordered else _unordered(pattern)

        def same(state: State) -> Difference | None:
            actual = [texts[card] for card in held(state)]
            if matches(actual):
                return None
            shown = actual
            if ordered and pattern[:1] == [ANY] and len(actual) > len(pattern):
                shown = [ANY, *actual[-len(pattern) :]]
            written = " ".join(actual) or 0
            return Difference(what, _cards(pattern), _cards(shown), node.span, written)

        self.checks.append(same)

    def _side_by_side(self, zone: Zone, node: Node, where: Where, first: int) -> None:
        """Expect certain piles, or a number of piles, in a zone of piles.

        Args:
            zone: the zone.
            node: the piles that are expected; empty piles at the end may be left out, and `...` at the
                end stands for any further piles.
            where: the zone, or a seat's part of it.
            first: the number of the first pile.
        """
        value, slot = plain(node), f"z_{zone.name}"
        items = list(node.items) if isinstance(node, Sequence) else []
        further = bool(items) and plain(items[-1]) == ANY
        if further:
            items.pop()
        what = zone.name if where.seat is None else f"{zone.name} of seat {where.seat}"

        def piles(position: Position) -> list[list[int]]:
            held: list[list[int]] = getattr(position, slot)
            if not zone.fixed:
                return [pile for pile in held if pile]
            held = held[first : first + zone.fixed]
            last = max((index for index, pile in enumerate(held) if pile), default=-1)
            return held[: max(last + 1, len(items))]

        if type(value) is int:
            wanted = value
        elif isinstance(value, list):
            wanted = len(items)
        else:
            problem = entries_of_piles(value, where)
            assert isinstance(problem, Problem)
            self._problem(problem)
            return

        def count(state: State) -> Difference | None:
            found = piles(self._position(state))
            if len(found) == wanted or (further and len(found) > wanted):
                return None
            counts = f"{counted(wanted, 'pile')}{' or more' if further else ''}", counted(len(found), "pile")
            texts = self.game.program.pack.text
            listed: list[PlainData] = [" ".join(texts[card] for card in pile) for pile in found]
            written = len(found) if isinstance(node, Scalar) else listed
            return Difference(what, *counts, node.span, written)

        self.checks.append(count)
        for index, item in enumerate(items):

            def read(position: Position, index: int = index) -> object:
                held = piles(position)
                return held[index] if index < len(held) else []

            name = f"pile {index + 1} of {what}"
            self._pile(name, item, replace(where, pile=index), zone.ordered, read)

    def _pattern(self, words: list[str], where: Where) -> list[str] | None:
        """Return the cards in canonical spelling, with at most one `...` among them."""
        pack, faces = self.game.program.pack, Faces(self.game.program.pack, words)
        pattern: list[str] = []
        sound = True
        for index, word in enumerate(words):
            here = where.at(index)
            if word == ANY:
                if ANY in pattern:
                    message = f"'{ANY}' is written twice."
                    self._problem(Problem("CR705", message, here, "Delete one of the two."))
                    sound = False
                pattern.append(ANY)
                continue
            found = faces.take(word, here)
            if isinstance(found, Problem):
                self._problem(found)
                sound = False
            else:
                pattern.append(pack.text[found])
        return pattern if sound else None

    def _draws(self, node: Node) -> None:
        """Expect these cards to be drawn next."""
        program = self.game.program
        zone = program.zones[program.pack_zone]
        words = words_of(in_words(program.pack, plain(node)))
        if words is None or not zone.ordered:
            message = (
                f"{show(plain(node))} names no cards."
                if zone.ordered
                else (f"The cards in '{zone.name}' have no order, so none of them is the next.")
            )
            way_out = "Write, for example, 'KC 8D'." if zone.ordered else f"Ask for '{zone.name}'."
            self._problem(Problem("CR705", message, Where("draws"), way_out))
            return
        pattern = self._pattern(words, Where("draws"))

        def check(state: State) -> Difference | None:
            held = cast("list[int]", getattr(self._position(state), f"z_{zone.name}"))
            wanted = [word for word in pattern or [] if word != ANY]
            actual = [program.pack.text[card] for card in held[::-1][: len(wanted)]]
            if actual == wanted:
                return None
            written = " ".join(actual) or 0
            return Difference("draws", _cards(wanted), _cards(actual), node.span, written)

        if pattern is not None:
            self.checks.append(check)

    # -- values

    def _variable(self, where: Where, kind: ty.Type, node: Node, owners: Seats) -> None:
        slot = f"v_{where.key}"
        if not owners:
            self._value(where.key, kind, node, where, lambda position: getattr(position, slot))
            return
        for seat, there, item in self._entries(where, owners, node):

            def read(position: Position, seat: int = seat) -> object:
                return getattr(position, slot)[seat]

            self._value(f"{where.key} of seat {seat}", kind, item, there, read)

    def _value(
        self,
        what: str,
        kind: ty.Type,
        node: Node,
        where: Where,
        read: Callable[[Position], object],
    ) -> None:
        if kind.of is not None and kind.choices and isinstance(node, Mapping):
            self._named_entries(what, kind, node, where, read)
            return
        wanted = read_value(self.game, kind, plain(node), where)
        if isinstance(wanted, Problem):
            self._problem(wanted)
            return

        def plain_value(value: object) -> PlainData:
            words = cast("PlainData", show_value(self.game, kind, value, None, None))
            if words is None:
                return "nobody" if kind == ty.PLAYER else "none"
            if isinstance(words, tuple):
                listed = cast("tuple[PlainData, ...]", words)
                # Cards with one face are as good as each other.
                return sorted(listed, key=str) if kind == ty.CARDS else list(listed)
            return words

        def check(state: State) -> Difference | None:
            expected, actual = plain_value(wanted), plain_value(read(self._position(state)))
            if expected == actual:
                return None
            return Difference(what, show(expected), show(actual), node.span, actual)

        self.checks.append(check)

    def _named_entries(
        self,
        what: str,
        kind: ty.Type,
        node: Mapping,
        where: Where,
        read: Callable[[Position], object],
    ) -> None:
        """Expect values of the entries that are named."""
        problem = read_value(self.game, kind, plain(node), where)
        if isinstance(problem, Problem):
            self._problem(problem)
            return
        for word, entry in node.entries.items():
            index = kind.choices.index(word)

            def one(position: Position, index: int = index) -> object:
                return cast("tuple[object, ...]", read(position))[index]

            self._value(f"{what} of {word}", kind.of or ty.UNKNOWN, entry.value, where, one)

    # -- the scene

    def _scene(self, key: str, node: Node) -> None:
        value, where = plain(node), Where(key)
        match key:
            case "phase":
                self._phase(value, where, node.span)
            case "winner":
                self._winner(value, where, node.span)
            case "away":
                self._away(value, where, node.span)
            case "over":
                if type(value) is not bool:
                    message = f"{show(value)} is not true or false."
                    self._problem(Problem("CR705", message, where, "Write true or false."))
                    return
                self._plain(key, node, lambda state: state.is_terminal())
            case "deal":
                if type(value) is not int:
                    message = f"The value {show(value)} is not a number."
                    self._problem(Problem("CR705", message, where, "Write which deal it is."))
                    return
                self._plain(key, node, lambda state: state.position.deal)
            case _:
                self._seat(key, value, where, node)

    def _plain(self, key: str, node: Node, read: Callable[[State], bool | int]) -> None:
        expected = plain(node)

        def check(state: State) -> Difference | None:
            actual = read(state)
            if expected == actual:
                return None
            return Difference(key, show(expected), show(actual), node.span, actual)

        self.checks.append(check)

    def _seat(self, key: str, value: object, where: Where, node: Node) -> None:
        nobody = value is None or value in NOBODY
        problem = None if nobody else seat_problem(value, self.game.players, where)
        if problem is not None:
            self._problem(problem)
            return
        expected = "nobody" if nobody else f"seat {value}"

        def check(state: State) -> Difference | None:
            position = self._position(state)
            seat = position.dealer if key == "dealer" else position.actor if position.pc >= 0 else None
            actual = "nobody" if seat is None else f"seat {seat}"
            if expected == actual:
                return None
            written = "nobody" if seat is None else seat
            return Difference(key, expected, actual, node.span, written)

        self.checks.append(check)

    def _away(self, value: object, where: Where, span: Span) -> None:
        """Expect that these seats have left the deal."""
        wanted = read_value(self.game, ty.PLAYERS, value, where)
        if isinstance(wanted, Problem):
            self._problem(wanted)
            return
        expected = sorted(cast("tuple[int, ...]", wanted))

        def check(state: State) -> Difference | None:
            position = self._position(state)
            present = seated(position) or range(self.game.players)
            away = position.away | position.gone
            found = [seat for seat in present if away >> seat & 1]
            if found == expected:
                return None
            written: list[PlainData] = [*found]
            return Difference("away", _seats(expected), _seats(found), span, written)

        self.checks.append(check)

    def _phase(self, value: object, where: Where, span: Span) -> None:
        program = self.game.program
        wanted = "over" if value == "over" else phase_named(program, value)
        if wanted is None:
            self._problem(unknown_phase(program, value, where, ["over"]))
            return

        def check(state: State) -> Difference | None:
            position = self._position(state)
            site = self.game.machine.sites[position.pc] if position.pc >= 0 else None
            step = self.game.phase_at(position)
            if wanted == step or (site is not None and wanted == site.phase):
                return None
            return Difference("phase", str(value), step, span, step)

        self.checks.append(check)

    def _winner(self, value: object, where: Where, span: Span) -> None:
        wanted: list[object] = []
        if value is not None and value not in NOBODY:
            wanted = cast("list[object]", value) if isinstance(value, list) else [value]
        players = self.game.players
        problems = [seat_problem(seat, players, replace(where, entry=index)) for index, seat in enumerate(wanted)]
        for problem in filter(None, problems):
            self._problem(problem)
        if any(problems):
            return
        seats = sorted(cast("list[int]", wanted))

        def check(state: State) -> Difference | None:
            if state.is_terminal() and state.winners() == seats:
                return None
            winners = state.winners()
            if not state.is_terminal():
                return Difference("winner", _seats(seats), "the game is not over", span)
            written: PlainData = winners[0] if len(winners) == 1 else [*winners] or "nobody"
            return Difference("winner", _seats(seats), _seats(winners), span, written)

        self.checks.append(check)


def _of_table(check: Check, table: int) -> Check:
    """Return a check whose difference names the table."""

    def checked(state: State) -> Difference | None:
        found = check(state)
        return found and replace(found, what=f"{found.what} at table {table + 1}")

    return checked


def _ordered(pattern: list[str]) -> Callable[[list[str]], bool]:
    if ANY not in pattern:
        return lambda actual: actual == pattern
    middle = pattern.index(ANY)
    first, last = pattern[:middle], pattern[middle + 1 :]

    def matches(actual: list[str]) -> bool:
        end = len(actual) - len(last)
        return len(first) <= end and actual[: len(first)] == first and actual[end:] == last

    return matches


def _unordered(pattern: list[str]) -> Callable[[list[str]], bool]:
    wanted = Counter(word for word in pattern if word != ANY)
    if ANY in pattern:
        return lambda actual: not wanted - Counter(actual)
    return lambda actual: Counter(actual) == wanted


def _cards(texts: list[str]) -> str:
    return " ".join(texts) or "no cards"


def _seats(seats: list[int]) -> str:
    return ", ".join(f"seat {seat}" for seat in seats) or "nobody"
