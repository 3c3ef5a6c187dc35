"""What a test of a scenario expects, as checks that tell what differs.

What a text expects is settled before anything is played, so that a misspelt name or card is a
diagnostic and never an expectation that happens to hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, cast

from ..diagnostics import Diagnostic, Label, Span, error, guess, printable
from ..errors import IllegalActionError
from ..play.observation.redaction import show_value
from ..play.setup.values import (
    ANY,
    NOBODY,
    Faces,
    Problem,
    Where,
    entries_of_piles,
    find_site,
    number_of,
    per_seat,
    read_value,
    seat_problem,
    unknown_key,
    unknown_phase,
    words_of,
)
from ..resolve.options import show
from ..runtime.core import at, at_seat
from ..runtime.melds import cards_of
from ..source.schema import listed
from ..source.source import Mapping, Node, PlainData, Scalar, Sequence, plain
from ..syntax import types as ty

if TYPE_CHECKING:
    from ..check.program import Action, Zone
    from ..play.game import Game
    from ..play.state import State
    from ..runtime.core import Core

KEYS = ("actor", "phase", "dealer", "deal", "draws", "score", "winner", "over")
"""What `then` may ask for beside zones and variables."""

OF_A_TABLE = ("actor", "phase", "dealer")
"""Those that may also be asked of one of several tables."""

_WORD = re.compile(r"[^\s,]+")
_MANY = 8  # so many actions that agree are not listed


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as a scenario says.

    Attributes:
        what: what it is about, such as "hand of seat 0".
        expected: what the scenario says.
        actual: what is so.
        span: where the scenario says it.
        written: what the scenario would have to say instead; None where the moves themselves are
            at fault.
        actions: the actions that are legal, but should not be, or the other way round.
    """

    what: str
    expected: str
    actual: str
    span: Span
    written: PlainData = None
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """An action's text and its place."""

    text: str
    node: Scalar

    @property
    def span(self) -> Span:
        """The place of the text."""
        return self.node.span


Check: TypeAlias = Callable[["State"], "Difference | None"]
"""Looks at a state; None if it is as expected."""


# -- places


def located(problem: Problem, tree: Mapping, elsewhere: Span) -> Diagnostic:
    """Return the diagnostic of a position's problem.

    Args:
        problem: what is wrong.
        tree: the position as it is written.
        elsewhere: the place of what is not in the position, such as the dealer.
    """
    span = _span(problem.where, tree, elsewhere)
    labels = [Label(_span(problem.first, tree, elsewhere), "first here")] if problem.first else []
    fix = problem.fix.fix(span) if problem.fix else None
    severity, message = problem.severity, problem.message
    return Diagnostic(problem.code, severity, message, span, tuple(labels), problem.help, fix)


def _span(where: Where, tree: Mapping, elsewhere: Span) -> Span:
    if where.table is not None:
        tables = tree.get("tables")
        assert isinstance(tables, Sequence)
        return _span(
            replace(where, table=None), cast(Mapping, tables.items[where.table]), elsewhere
        )
    entry = tree.entries.get(where.key)
    if entry is None:
        return elsewhere
    if where.name:
        return entry.key_span
    node: Node = entry.value
    if where.entry is not None and isinstance(node, Sequence):
        node = node.items[where.entry]
    return node.span if where.word is None else word_spans(node)[where.word]


def word_spans(node: Node) -> list[Span]:
    """Return the places of the words of a text, or of a list of texts."""
    if isinstance(node, Sequence):
        return [span for item in node.items for span in word_spans(item)]
    if not isinstance(node, Scalar):
        return [node.span]
    return [node.span_of(*found.span()) for found in _WORD.finditer(node.text)]


# -- actions


def action_problems(game: Game, line: Line) -> Iterator[Diagnostic]:
    """Yield what is wrong with an action's text, whatever is legal."""
    words = [found.group() for found in _WORD.finditer(line.text)]
    spans = word_spans(line.node)
    verbs = game.program.actions
    verb = next((name for name in verbs if words and name.lower() == words[0].lower()), None)
    if verb is None:
        first = words[0] if words else ""
        near = guess(first, verbs)
        yield error(
            "CR708",
            f"There is no action '{printable(first)}'.",
            spans[0] if spans else line.span,
            help=f"Did you mean '{near.word}'?" if near else f"The ruleset has {listed(verbs)}.",
            fix=near.fix(spans[0]) if near and spans else None,
        )
        return
    yield from _argument_problems(game, verbs[verb], words[1:], spans[1:], line)


def _argument_problems(
    game: Game, action: Action, words: list[str], spans: list[Span], line: Line
) -> Iterator[Diagnostic]:
    faces = Faces(game.program.pack, words)
    kinds = [parameter.kind for parameter in action.parameters]
    position = 0
    for index, kind in enumerate(kinds):
        others = len(kinds) - index - 1
        several = kind in ("cards", "meld")
        count = max(len(words) - position - others, 0) if several else 1
        mine = range(position, min(position + count, len(words)))
        position += count
        if not mine and kind != "cards":
            wanted = action.parameters[index].name
            message = f"'{action.name}' lacks its '{wanted}'."
            way_out = f"Write, after '{action.name}', {_forms(action)}."
            yield error("CR709", message, line.span, help=way_out)
            return
        for each in mine:
            problem = _word_problem(game, kind, words[each], faces)
            if problem is not None:
                fix = problem.fix.fix(spans[each]) if problem.fix else None
                yield error(problem.code, problem.message, spans[each], help=problem.help, fix=fix)
    if position < len(words):
        way_out = f"Write, after '{action.name}', {_forms(action)}."
        if not kinds:
            way_out = f"Write only '{action.name}'."
        message = f"'{action.name}' does not take '{printable(words[position])}'."
        yield error("CR709", message, spans[position], help=way_out)


def _word_problem(game: Game, kind: str, word: str, faces: Faces) -> Problem | None:
    pack, where = game.program.pack, Where(word)
    match kind:
        case "card" | "cards" | "meld":
            found = faces.take(word, where)
            return found if isinstance(found, Problem) else None
        case "number" if not re.fullmatch(r"-?\d+", word):
            message = f"'{printable(word)}' is not a number."
            return Problem("CR709", message, where, "Write a whole number.")
        case "player":
            return seat_problem(int(word) if word.isdecimal() else word, game.players, where)
        case "rank" if pack.rank_index(word) is None:
            message = f"There is no rank '{printable(word)}'."
            return Problem("CR709", message, where, f"The ranks are {listed(pack.ranks)}.")
        case "suit" if not [s for s in (*pack.suits, "none") if s.startswith(word.lower())]:
            message = f"There is no suit '{printable(word)}'."
            return Problem("CR709", message, where, f"The suits are {listed(pack.suits)}.")
        case _:
            return None


def _forms(action: Action) -> str:
    forms = {"card": "a card", "cards": "cards", "meld": "the cards", "number": "a number"}
    return " and ".join(forms.get(each.kind, f"a {each.kind}") for each in action.parameters)


def legal_check(lines: tuple[Line, ...] | int, span: Span) -> Check:
    """Return the check that exactly these actions are legal, or so many."""

    def check(state: State) -> Difference | None:
        legal = [str(action) for action in state.legal_actions()]
        if isinstance(lines, int):
            if len(legal) == lines:
                return None
            counts = _count(lines, "action"), _count(len(legal), "action")
            return Difference("legal", *counts, span, len(legal))
        wanted = list(dict.fromkeys(state.game.notation.normal(line.text) for line in lines))
        if set(wanted) == set(legal):
            return None
        both = set(wanted) & set(legal)
        missing = [each for each in wanted if each not in both]
        surplus = [each for each in legal if each not in both]
        expected, actual = _joined(wanted), _joined(legal)
        if len(both) >= _MANY:
            more = f"and {len(both)} that are"
            expected, actual = _joined([*missing, more]), _joined([*surplus, more])
        return Difference("legal", expected, actual, span, [*legal], (*missing, *surplus))

    return check


def includes_check(line: Line) -> Check:
    """Return the check that an action is legal."""

    def check(state: State) -> Difference | None:
        reason = _refused(state, line)
        if reason is None:
            return None
        return Difference("includes", line.text, reason, line.span, actions=(line.text,))

    return check


def excludes_check(line: Line) -> Check:
    """Return the check that an action is not legal."""

    def check(state: State) -> Difference | None:
        if _refused(state, line) is not None:
            return None
        wanted = f"not {line.text}"
        return Difference("excludes", wanted, "it is legal", line.span, actions=(line.text,))

    return check


def _refused(state: State, line: Line) -> str | None:
    try:
        state.find(line.text)
    except IllegalActionError as refusal:
        return str(refusal)
    return None


# -- what holds then


class Expected:
    """Turns a `then` into checks.

    Attributes:
        checks: one for each thing that it says.
        problems: what is wrong with its text.
    """

    def __init__(self, game: Game, then: Mapping, table: int | None = None) -> None:
        """Read a `then` for one game, or what it says of one table."""
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
            self._variable(key, f"v_{key}", variable.type, node, each=variable.each)
        elif key == "score":
            self._variable(key, "v_score", ty.NUMBER, node, each=True)
        elif key == "draws":
            self._draws(node)
        elif key in KEYS:
            self._scene(key, node)
        else:
            self._problem(unknown_key(self.game, key, KEYS))

    def _in_place(self, key: str) -> bool:
        """Whether a key may stand where it does: beside `tables`, or in the entry of one."""
        program = self.game.program
        zone, variable = program.zones.get(key), program.variables.get(key)
        own = (zone is not None and not zone.each) or (variable is not None and variable.own)
        own = own or key == "draws"
        shared = zone is not None or variable is not None or key in (*KEYS, "tables")
        if self.table is None and own:
            message = f"Each table has '{key}' of its own."
            way_out = "Write it under 'tables', in the entry of its table."
        elif self.table is not None and shared and not own and key not in OF_A_TABLE:
            message = f"'{key}' is not the table's: it is said once for all of them."
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

    def _core(self, state: State) -> Core:
        """Return the position with the table in place of which something is said."""
        return state.core if self.table is None else at(state.core, self.table)

    def _problem(self, problem: Problem) -> None:
        self.problems.append(located(problem, self.tree, self.tree.span))

    def _entries(self, key: str, node: Node) -> Iterator[tuple[int, Node]]:
        """Yield the entries of a list by seat; those that are `...` are left out."""
        found = per_seat(plain(node), self.game.players, Where(key))
        if isinstance(found, Problem):
            self._problem(found)
            return
        for seat, item in enumerate(cast(Sequence, node).items):
            if found[seat] != ANY:
                yield seat, item

    # -- cards

    def _zone(self, zone: Zone, node: Node) -> None:
        slot = f"z_{zone.name}"
        if zone.piles:
            self._side_by_side(zone, node)
            return
        if not zone.each:
            self._pile(zone.name, node, Where(zone.name), zone.ordered, lambda c: getattr(c, slot))
            return
        for seat, item in self._entries(zone.name, node):
            where = Where(zone.name, seat)

            def read(core: Core, seat: int = seat) -> object:
                return getattr(at_seat(core, seat), slot)[seat]

            self._pile(f"{zone.name} of seat {seat}", item, where, zone.ordered, read)

    def _pile(
        self, what: str, node: Node, where: Where, ordered: bool, read: Callable[[Core], object]
    ) -> None:
        """Expect cards, or their number, in a place."""
        value, texts = plain(node), self.game.program.pack.text
        number = number_of(value)

        def held(state: State) -> list[int]:
            found = read(self._core(state))
            return cards_of(found) if isinstance(found, int) else cast("list[int]", found)

        if number is not None:

            def count(state: State) -> Difference | None:
                actual = held(state)
                if len(actual) == number:
                    return None
                listing = f" ({' '.join(texts[c] for c in actual)})" if actual else ""
                shown = _count(len(actual), "card") + (listing if len(actual) <= _MANY else "")
                return Difference(what, _count(number, "card"), shown, node.span, len(actual))

            self.checks.append(count)
            return
        words = words_of(value)
        if words is None:
            message = f"{show(value)} is neither cards nor a number of cards."
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

    def _side_by_side(self, zone: Zone, node: Node) -> None:
        """Expect piles, or their number, in a zone of piles."""
        value, slot, what = plain(node), f"z_{zone.name}", zone.name

        def piles(core: Core) -> list[list[int]]:
            return getattr(core, slot)

        if type(value) is int:
            wanted = value
        elif isinstance(value, list):
            wanted = len(value)
        else:
            problem = entries_of_piles(value, Where(what))
            assert isinstance(problem, Problem)
            self._problem(problem)
            return

        def count(state: State) -> Difference | None:
            found = piles(self._core(state))
            if len(found) == wanted:
                return None
            counts = _count(wanted, "pile"), _count(len(found), "pile")
            texts = self.game.program.pack.text
            listed: list[PlainData] = [" ".join(texts[card] for card in pile) for pile in found]
            written = len(found) if isinstance(node, Scalar) else listed
            return Difference(what, *counts, node.span, written)

        self.checks.append(count)
        for index, item in enumerate(node.items if isinstance(node, Sequence) else ()):

            def read(core: Core, index: int = index) -> object:
                held = piles(core)
                return held[index] if index < len(held) else []

            where = Where(what, pile=index)
            self._pile(f"pile {index + 1} of {what}", item, where, zone.ordered, read)

    def _pattern(self, words: list[str], where: Where) -> list[str] | None:
        """Return the cards' canonical texts with at most one `...` among them."""
        pack, faces = self.game.program.pack, Faces(self.game.program.pack, words)
        pattern: list[str] = []
        sound = True
        for index, word in enumerate(words):
            here = where.at(index)
            if word == ANY:
                if ANY in pattern:
                    message = f"'{ANY}' stands there twice."
                    self._problem(Problem("CR705", message, here, "Leave one of the two out."))
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
        words = words_of(plain(node))
        if words is None or not zone.ordered:
            message = f"{show(plain(node))} names no cards." if zone.ordered else (
                f"The cards in '{zone.name}' have no order, so none of them is the next."
            )  # fmt: skip
            way_out = "Write, for example, 'KC 8D'." if zone.ordered else f"Ask for '{zone.name}'."
            self._problem(Problem("CR705", message, Where("draws"), way_out))
            return
        pattern = self._pattern(words, Where("draws"))

        def check(state: State) -> Difference | None:
            held = cast("list[int]", getattr(self._core(state), f"z_{zone.name}"))
            wanted = [word for word in pattern or [] if word != ANY]
            actual = [program.pack.text[card] for card in held[::-1][: len(wanted)]]
            if actual == wanted:
                return None
            written = " ".join(actual) or 0
            return Difference("draws", _cards(wanted), _cards(actual), node.span, written)

        if pattern is not None:
            self.checks.append(check)

    # -- values

    def _variable(self, key: str, slot: str, kind: ty.Type, node: Node, *, each: bool) -> None:
        if not each:
            self._value(key, kind, node, Where(key), lambda core: getattr(core, slot))
            return
        for seat, item in self._entries(key, node):

            def read(core: Core, seat: int = seat) -> object:
                return getattr(core, slot)[seat]

            self._value(f"{key} of seat {seat}", kind, item, Where(key, seat), read)

    def _value(
        self,
        what: str,
        kind: ty.Type,
        node: Node,
        where: Where,
        read: Callable[[Core], object],
    ) -> None:
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
            expected, actual = plain_value(wanted), plain_value(read(self._core(state)))
            if expected == actual:
                return None
            return Difference(what, show(expected), show(actual), node.span, actual)

        self.checks.append(check)

    # -- the scene

    def _scene(self, key: str, node: Node) -> None:
        value, where = plain(node), Where(key)
        match key:
            case "phase":
                self._phase(value, where, node.span)
            case "winner":
                self._winner(value, where, node.span)
            case "over":
                if type(value) is not bool:
                    message = f"{show(value)} is not true or false."
                    self._problem(Problem("CR705", message, where, "Write true or false."))
                    return
                self._plain(key, node, lambda state: state.is_terminal())
            case "deal":
                if type(value) is not int:
                    message = f"{show(value)} is not a number."
                    self._problem(Problem("CR705", message, where, "Write which deal it is."))
                    return
                self._plain(key, node, lambda state: state.core.deal)
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
            core = self._core(state)
            seat = core.dealer if key == "dealer" else core.actor if core.pc >= 0 else None
            actual = "nobody" if seat is None else f"seat {seat}"
            if expected == actual:
                return None
            written = "nobody" if seat is None else seat
            return Difference(key, expected, actual, node.span, written)

        self.checks.append(check)

    def _phase(self, value: object, where: Where, span: Span) -> None:
        program = self.game.program
        if value != "over" and find_site(program, str(value)) is None:
            self._problem(unknown_phase(program, value, where))
            return

        def check(state: State) -> Difference | None:
            core = self._core(state)
            site = self.game.machine.sites[core.pc] if core.pc >= 0 else None
            step = self.game.phase_at(core)
            if value == step or (site is not None and value == site.phase):
                return None
            return Difference("phase", str(value), step, span, step)

        self.checks.append(check)

    def _winner(self, value: object, where: Where, span: Span) -> None:
        wanted: list[object] = []
        if value is not None and value not in NOBODY:
            wanted = cast("list[object]", value) if isinstance(value, list) else [value]
        problems = [seat_problem(seat, self.game.players, where) for seat in wanted]
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
    """Return a check that says, where something differs, at which table."""

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


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _joined(texts: list[str]) -> str:
    return ", ".join(texts) or "nothing"


def _seats(seats: list[int]) -> str:
    return ", ".join(f"seat {seat}" for seat in seats) or "nobody"
