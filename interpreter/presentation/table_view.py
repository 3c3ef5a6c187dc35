"""The table as a seat sees it, drawn with rich: cards, zones, variables and legal moves.

Nothing here knows a particular game. Other players are above, what lies on the table is in the
middle, and the viewer is at the bottom. Everything comes from an observation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from rich.rule import Rule
from rich.text import Text

from ..check import ir
from ..compile.analysis.tree_walk import rules
from ..diagnostics import counted, printable
from ..play.action import END
from ..play.observation.redaction import UNKNOWN
from ..play.observation.shown import shown_values
from ..play.told import with_told
from ..runtime.journal import AtTable, Changed, Gathered, Moved
from ..runtime.position import at
from ..runtime.seats import beside
from ..runtime.teams import team
from ..speech.book import Book
from ..speech.english import listed, singular_noun
from ..speech.speech import Speech
from .card_order import in_order, sort_hand
from .faces import NBSP, Faces, Style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType

    from ..check.program import Variable, Zone
    from ..play.observation.view import Observation
    from ..play.rules import Rules
    from ..play.state import State
    from .players import Players

__all__ = ("Painter", "Style")

_MOST_BACKS: Final = 5  # backs that are drawn; more are counted
_MOST_FACES: Final = 8  # cards that are drawn of a pile; a larger pile shows its top cards
_MOST_COUNTED: Final = 12  # cards of a hand that are counted; behind more there is no room
_TOPMOST: Final = 4
_CROWD: Final = 4  # other players from which on no lines are left empty
_SEAT: Final = re.compile(r"\b[sS]eat (\d{1,2})\b")
_BETWEEN: Final = ("│ ", "| ")  # stands between groups of cards
_WORDS: Final = ("suit", "colour", "choice")  # kinds of choices that a number may stand before
_CALLED: Final = frozenset(("player", "number"))  # of which a move is called otherwise
_UNBROKEN: Final = "\ue000"  # stands for a no-break space while lines are broken
TABLE: Final = "table"
"""What the line is called that shows what lies between the players, and what holds for all."""

_TALL: Final = 3  # cards of a pile from which each pile of a layout has a line of its own

Said: TypeAlias = str | tuple[str | None, ...] | None
"""A value in words, or one for each player; None where it says nothing."""


class Painter:
    """Draws one game for a kind of screen.

    Args:
        game: The game.
        players: Who sits at each seat.
        style: What the screen can do.
    """

    def __init__(self, game: Rules, players: Players, style: Style) -> None:
        self.game = game
        self.players = players
        self.style = style
        self.faces = Faces(game.program, style)
        self.word = self.faces.word
        self.cards = self.faces.cards

    # ------------------------------------------------------------------------------- names

    def label(self, name: str) -> str:
        """Return what something in the rules is called."""
        return self.game.program.label(name)

    def who(self, seat: int, viewer: int | None) -> str:
        """Return what a seat is called: "you", or its name."""
        return self.players.who(seat, viewer)

    def whose(self, seat: int, viewer: int | None, thing: str) -> str:
        """Return a thing with its owner: "your hand"."""
        return self.players.whose(seat, viewer, thing)

    def marks(self, state: State, seen: Observation, seat: int, viewer: int | None) -> list[str]:
        """Return what is noted of a player besides variables: whether out, the dealer, the score.

        Args:
            state: The position.
            seen: What the viewer sees of it.
            seat: The player.
            viewer: The seat of the viewer; None for somebody who does not play.
        """
        program, scores, notes = self.game.program, state.scores(), list[str]()
        if viewer not in (None, seat) and program.teams is not None and not program.teams.scope:
            notes += ["partner"] if seat in team(viewer, program.teams.sides) else []
        position = at(state.position, seen.table - 1)
        if (position.gone | position.away) >> seat & 1:
            notes.append(f"out of {'the game' if position.gone >> seat & 1 else 'this deal'}")
        if seen.dealer == seat and self.game.players > 1 and program.match_deals != 1:
            notes.append("dealer")
        if program.uses_scores or any(scores):
            score = str(scores[seat]).replace("-", self.style.minus)
            notes.append(f"{self.label('score')} {score}")
        return notes

    def help(self, text: str) -> str:
        """Return a help text of the rules, with the values of the options that it names."""
        return printable(self._book.prose(text))

    def kind(self, cards: Iterable[str]) -> str:
        """Return what several cards are called: "hearts" if all of them are."""
        pack = self.game.program.pack
        suits = {pack.suit[pack.text.index(card)] for card in cards}
        (suit, *others) = suits
        return "cards" if others or suit < 0 else self._book.of_suit(suit).several

    @cached_property
    def _book(self) -> Book:
        ruleset = self.game.loaded.ruleset
        assert ruleset is not None
        return Book(self.game.program, ruleset)

    def clause(self, variable: str, *, holds: bool) -> str:
        """Return a clause that says of something in the rules that it is so, or is not."""
        said = self._book.called("variables", variable)
        if not said:
            return f"{self.label(variable)} {'yes' if holds else 'no'}"
        declared = self.game.program.variables[variable]
        node = ir.VarRef(variable, None, type=declared.type)
        return printable(Speech(self._book).clause(node, holds=holds))

    def sentence(self, text: str, viewer: int | None) -> str:
        """Return a message of the rules with cards, names and players as they are shown."""
        named = _SEAT.sub(lambda found: self._seated(found, viewer), text)
        return self.faces.sentence(named)

    def _seated(self, found: re.Match[str], viewer: int | None) -> str:
        seat = int(found[1])
        return self.who(seat, viewer) if seat < self.game.players else found[0]

    def called(self, action: str) -> str:
        """Return the notation of an action, with names for seats, and "1 spade" for "1 spades"."""
        notation, actions = self.game.notation, self.game.program.actions
        verb, *words = action.split(" ")
        kinds = [each.kind for each in actions[verb].parameters] if verb in actions else []
        if not _CALLED.intersection(kinds) or END in words:
            return action
        parts, _ = notation.divided(verb, words)
        before: list[str] = []
        for kind, part in zip(kinds, parts, strict=True):
            if kind == "player":
                part[:] = [self._name(int(seat)) for seat in part]
            elif kind in _WORDS and before == ["1"]:
                part[:] = map(singular_noun, map(self.label, part))
            before = part if kind == "number" else []
        return " ".join([verb, *(word for part in parts for word in part)])

    def _name(self, seat: int) -> str:
        """Return the name of a player in the middle of a sentence."""
        name = self.players.names[seat]
        return "you" if name == "You" else name

    def words(self, action: str) -> Text:
        """Return an action in words, with its cards in colour."""
        return self.faces.words(self.called(action))

    def sides(self) -> list[list[int]]:
        """Return the seats of each side that has a score; without sides each seat alone."""
        program = self.game.program
        if program.teams is not None and program.shares_scores and not program.teams.scope:
            return [list(team(first, program.teams.sides)) for first in program.scorers]
        return [[seat] for seat in range(self.game.players)]

    def sheet(self, scores: Sequence[int], name: Callable[[int], str]) -> str:
        """Return the score of each side behind the names of its players: "you and Clara 120"."""
        groups = self.sides()
        if len(groups) == 1:
            text = str(scores[0])
        else:
            each = (f"{' and '.join(map(name, group))} {scores[group[0]]}" for group in groups)
            text = ", ".join(each)
        return re.sub(r"(?<!\w)-(?=\d)", self.style.minus, text)

    @cached_property
    def _turns_round(self) -> bool:
        """Whether a rule can reverse the direction of play, and that matters."""
        reversing = any(isinstance(each, ir.Reverse) for each in rules(self.game.program))
        return reversing and self.game.players > 2

    def direction(self, state: State, viewer: int | None) -> str:
        """Return to which side play goes, if the rules can reverse that; else nothing.

        Args:
            state: The game.
            viewer: Who reads it; the next player after this one is named.
        """
        position = state.position
        if not self._turns_round or state.is_terminal():
            return ""
        step = position.direction
        text = f"play goes to the {'left' if step > 0 else 'right'}"
        out = position.away | position.gone
        if viewer is None or out >> viewer & 1:
            return text
        after = beside(out, viewer, step, self.game.players)
        return text if after == viewer else f"{text}, from you to {self.who(after, viewer)}"

    def value(self, kind: str, value: object, viewer: int | None) -> str | None:
        """Return a variable's value in words, None if it says nothing: none, no, zero of all."""
        if value is None or value is False or value in ((), UNKNOWN):
            return None
        if value is True:
            return "yes"
        if kind == "player" and isinstance(value, int):
            return self.who(value, viewer) if value >= 0 else None
        if isinstance(value, dict):
            entries = cast("dict[str, object]", value)
            said = {word: self.value("", each, viewer) for word, each in entries.items()}
            shown = [
                f"{self.label(word)} {each}"
                for word, each in said.items()
                if each not in (None, "0")
            ]
            return ", ".join(shown) or None
        if isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if kind == "players":
                return ", ".join(self.who(cast(int, item), viewer) for item in items)
            if all(isinstance(item, int) for item in items):  # columns; the empty ones are last
                return " ".join(map(str, _filled(cast("tuple[int, ...]", items)))) or None
            return " ".join(self.faces.plain(str(item)) for item in items)
        text = str(value)
        if isinstance(value, int):
            return text.replace("-", self.style.minus)
        return self.faces.plain(text) if self.faces.plain(text) != text else self.label(text)

    def type_of(self, name: str) -> str:
        """Return the name of the type of a variable's or a definition's value; empty if none."""
        program = self.game.program
        if name in program.variables:
            return program.variables[name].type.name
        value = program.definitions[name].value
        return value.type.name if value is not None else ""

    def values(self, given: Mapping[str, Any], viewer: int | None) -> dict[str, Said]:
        """Return the values of variables and definitions in words, but for internal ones.

        Args:
            given: The values by name, as observations and `shown_values` have them.
            viewer: Who reads them; None knows everything.
        """
        program = self.game.program
        found: dict[str, Said] = {}
        for name, value in given.items():
            variable, kind = program.variables.get(name), self.type_of(name)
            if variable is not None and variable.internal:
                continue
            several = program.definitions[name].parameters if variable is None else variable.each
            if several:
                found[name] = tuple(self.value(kind, each, viewer) for each in value)
            else:
                found[name] = self.value(kind, value, viewer)
        return found

    def note(self, name: str, value: str | None, together: str = "") -> str:
        """Return a value with its name as a note; nothing where it says nothing.

        Args:
            name: The variable or definition.
            value: Its value in words.
            together: What stands behind the name.
        """
        if value is None or value == "0":
            return ""
        label = f"{self.label(name)}{together}"
        return label if value == "yes" else f"{label} {value}"

    # ------------------------------------------------------------------------------- table

    def table(self, state: State, viewer: int | None) -> RenderableType:
        """Return the table as a seat sees it; with `viewer` None, with all cards open."""
        return _Table(self, state, viewer).drawn()

    def heading(self, state: State) -> RenderableType:
        """Return the line above the table: the game, the deal, the phase."""
        title = Text(printable(self.game.program.title), "bold")
        if self.game.program.match_deals != 1 and state.position.deal > 1:
            title.append(f", deal {state.position.deal}", "not bold")
        if len(self.game.machine.sites) > 1 and not state.is_terminal():
            site = self.game.machine.sites[state.position.pc]
            asked = " or ".join(map(self.label, site.actions))
            title.append(f", {asked if site.asked else self.label(state.phase)}", "not bold")
        characters = "─" if self.style.symbols else "-"
        return Rule(title, align="left", characters=characters, style="dim")


@dataclass(frozen=True, slots=True)
class _Row:
    """What stands beside a name: cells, which a line break does not separate if they fit."""

    name: Text
    cells: list[Text]


@dataclass(slots=True)
class _Rows:
    """Rows under one another; the cells of a row fill as many lines as they need."""

    rows: list[_Row] = field(default_factory=list)

    def add(self, name: Text, cells: Iterable[Text]) -> None:
        self.rows.append(_Row(name, list(cells)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        margin = max((row.name.cell_len for row in self.rows), default=0) + 3
        room = max(options.max_width - margin, 20)
        for row in self.rows:
            name = row.name
            for line in self._lines(console, row.cells, room) or [Text()]:
                space = " " * (margin - 1 - name.cell_len)
                yield Text.assemble(" ", name, space, line)
                name = Text()

    def _lines(self, console: Console, cells: list[Text], room: int) -> list[Text]:
        """Return cells in lines; a cell that is too long for a line is broken between words."""
        lines: list[Text] = []
        for cell in cells:
            if lines and lines[-1].cell_len + 3 + cell.cell_len <= room:
                lines[-1] = Text.assemble(lines[-1], "   ", cell)
            elif cell.cell_len <= room:
                lines += _wrapped(cell, console, room)
            else:  # cards stand under cards, not under the name before them
                label = min((each.end for each in cell.spans if each.start == 0), default=0)
                first, *others = _wrapped(cell, console, room - label)
                lines += [first, *(Text.assemble(" " * label, line) for line in others)]
        return lines


def _wrapped(text: Text, console: Console, room: int) -> list[Text]:
    """Return a text in lines, which end between groups of cards where they can."""
    groups = text.split(next((sign for sign in _BETWEEN if sign in text.plain), "\n"),
                        include_separator=True)  # fmt: skip
    if len(groups) == 1 or text.cell_len <= room:
        return _broken(text, console, room)
    lines: list[Text] = []
    for group in groups:
        if lines and lines[-1].cell_len + group.cell_len <= room:
            lines[-1] = Text.assemble(lines[-1], group)
        else:
            lines += _broken(group, console, room)
    return lines


def _broken(text: Text, console: Console, room: int) -> list[Text]:
    """Return a text in lines. Rich would break it at no-break spaces even if it need not."""
    text = text.copy()
    words = text.plain.split(" ")
    text.plain = " ".join(w.replace(NBSP, _UNBROKEN) if len(w) <= room else w for w in words)
    lines = list(text.wrap(console, room))
    for line in lines:
        line.plain = line.plain.replace(_UNBROKEN, NBSP)
    return lines


class _Table:
    """One drawing of the table, for one viewer."""

    def __init__(self, painter: Painter, state: State, viewer: int | None) -> None:
        self._painter = painter
        self._game = painter.game
        self._program = painter.game.program
        self._style = painter.style
        self._state = state
        self._viewer = viewer
        seen = state.open_observation() if viewer is None else state.observation(viewer)
        self._seen = with_told(state, seen)
        self._used, self._named = self._of_this_deal()
        self._views = self._all_views()
        self._values = self._all_values()

    def drawn(self) -> RenderableType:
        seen, viewer, count = self._seen, self._viewer, self._game.players
        first = 0 if viewer is None else viewer + 1
        others = [(first + i) % count for i in range(count - (viewer is not None))]
        if seen.tables:
            seated = seen.tables[seen.table - 1]["seats"]
            others = [seat for seat in others if seat in seated]
        rows = _Rows()
        for seat in others:
            zones = [cell for _, cell in self._zones_of(seat)]
            rows.add(self._name(seat), [*zones, *self._notes_of(seat)])
        middle = self._middle()
        if len(others) < _CROWD and others and middle:
            rows.add(Text(), [])
        rows.rows += middle
        if viewer is not None:
            own = self._zones_of(viewer)
            hand = [cell for zone, cell in own if zone.faces == "owner"]
            rest = [cell for zone, cell in own if zone.faces != "owner"]
            notes = [*rest, *self._notes_of(viewer)]
            name = self._name(viewer)
            if len(others) < _CROWD and (notes or hand):
                rows.add(Text(), [])
            if notes:
                rows.add(name, notes)
                name = Text()
            for cell in hand:
                rows.add(name, [cell])
                name = Text()
        away = [table for table in range(1, len(seen.tables) + 1) if table != seen.table]
        if away:
            rows.add(Text(), [])
        rows.rows += map(self._elsewhere, away)
        return rows

    def _of_this_deal(self) -> tuple[set[int], set[tuple[str, int]]]:
        """Return the places that cards have left in this deal, and the variables that were set.

        What happens while cards are dealt does not count. Each variable comes with the seat.
        """
        used: set[int] = set()
        named: set[tuple[str, int]] = set()
        step = self._state.last
        while step is not None and step.before.deal == self._state.position.deal:
            table = step.before.table
            for event in step.events:
                match event:
                    case AtTable(table=number):
                        table = number - 1
                    case Gathered():
                        break
                    case Moved(source=source) if table == self._seen.table - 1:
                        used.add(source)
                    case Changed(variable=variable, seat=seat):
                        named.add((variable, seat))
                    case _:
                        pass
            step = step.previous
        return used, named

    # ------------------------------------------------------------------------------- rows

    def _name(self, seat: int) -> Text:
        acting = self._state.current_player() == seat
        return Text(self._painter.who(seat, self._viewer), "bold green" if acting else "bold")

    def _middle(self) -> list[_Row]:
        """Return what lies on the table, with the trick that is being played."""
        rows = _Rows()
        trick = self._trick()
        if trick:
            rows.add(Text("trick", "bold"), trick)
        name = f"{TABLE} {self._seen.table}" if self._seen.tables else TABLE
        cells: list[Text] = []
        melds: list[Text] = []  # in lines of their own, so that nothing seems to belong to the last
        layouts: list[tuple[Text, Text]] = []
        for zone in self._program.zones.values():
            if not zone.each:
                layout = self._layout(zone)
                layouts += layout
                growing = zone.piles and not zone.fixed
                drawn = [] if layout else self._cell(zone, self._views[zone.name][0], -1)
                (melds if growing else cells).extend(drawn)
        shared = [
            self._painter.note(each, value)
            for each, value in self._values.items()
            if not isinstance(value, tuple)
        ]
        shared.append(self._painter.direction(self._state, self._viewer))
        cells += [Text(note, "yellow") for note in shared if note]
        for row in (cells, melds):
            if row:
                rows.add(Text(name, "bold"), row)
                name = ""
        for label, line in layouts:
            rows.add(label, [line])
        return rows.rows

    def _trick(self) -> list[Text]:
        """Return who has played which card to the present trick, in the order of play."""
        tricks = self._program.tricks
        if tricks is None:
            return []
        leader = getattr(self._state.position, "v_leader", 0)
        count = self._game.players
        cells: list[Text] = []
        for seat in ((max(leader, 0) + i) % count for i in range(count)):
            cards = self._seen.zones[tricks.played][seat]
            if cards:
                name = self._painter.who(seat, self._viewer)
                cells.append(Text.assemble(f"{name} ", self._painter.faces.blocks(cards)))
        return cells

    def _layout(self, zone: Zone) -> list[tuple[Text, Text]]:
        """Return each pile of a layout in a line, if some piles are tall; else nothing."""
        piles = self._seen.zones[zone.name]
        if not zone.fixed or max(map(len, piles)) <= _TALL:
            return []
        label = self._painter.label(zone.name)
        lines = self._piles(zone, piles, 0)
        return [(Text(label if i == 0 else "", "bold"), line) for i, line in enumerate(lines)]

    def _zones_of(self, seat: int) -> list[tuple[Zone, Text]]:
        """Return a player's zones that have something to show, the hand of others first."""
        owners, tricks = self._program.owners, self._program.tricks
        zones = [zone for zone in self._program.zones.values() if zone.each]
        zones = [zone for zone in zones if tricks is None or zone.name != tricks.played]
        zones.sort(key=lambda zone: zone.faces != "owner")
        found: list[tuple[Zone, Text]] = []
        for zone in zones:
            keeper = self._keeper(zone, seat)
            if keeper == seat or zone.drawn == "number" or zone.faces == "hidden":
                cards = self._views[zone.name][owners(zone).index(keeper)]
                found += ((zone, cell) for cell in self._cell(zone, cards, keeper))
        return found

    def _keeper(self, each: Zone | Variable, seat: int) -> int:
        """Return at which seat a player's zone or variable is kept; for a side it is one of it."""
        owners, teams = self._program.owners(each), self._program.teams
        return seat if seat in owners or teams is None else teams.sides[seat]

    def _cell(self, zone: Zone, cards: Text | None, seat: int) -> list[Text]:
        """Return a zone with its name; nothing for one that was empty in the whole deal."""
        if zone.drawn == "nothing":
            return []
        if zone.piles and cards is not None:
            owner = self._program.owners(zone).index(seat) if zone.each else 0
            piles = self._seen.zones[zone.name]
            first, *others = self._piles(zone, piles[owner] if zone.each else piles, owner)
            return [self._labelled(zone, first), *others]
        place = self._game.recorder.place(list(self._program.zones).index(zone.name), seat)
        if cards is None and place not in self._used:
            return []
        if cards is None and self._painter.label(zone.name) == TABLE:
            return [Text("no cards", "dim")]  # there is no name before them
        return [self._labelled(zone, self._style.nothing if cards is None else cards)]

    def _labelled(self, zone: Zone, cards: Text) -> Text:
        """Return cards behind the name of their zone, unless the line begins with that name."""
        label = self._painter.label(zone.name) + self._together(zone)
        return cards if label == TABLE else Text.assemble((f"{label} ", "dim"), cards)

    def _notes_of(self, seat: int) -> list[Text]:
        """Return what is noted of a player: the part that the player has, scores, variables."""
        notes = self._painter.marks(self._state, self._seen, seat, self._viewer)
        for name, value in self._values.items():
            if not isinstance(value, tuple):
                continue
            variable = self._program.variables.get(name)
            keeper = seat
            if variable is not None:
                keeper = self._keeper(variable, seat)
                shown = value[self._program.owners(variable).index(keeper)]
            else:
                shown = value[seat]
            if shown == "0" and (name, keeper) in self._named:
                notes.append(f"{self._painter.label(name)} 0")  # such as a bid of 0
            else:
                together = self._together(variable) if variable is not None else ""
                notes += [note] if (note := self._painter.note(name, shown, together)) else []
        return [Text(note, "yellow") for note in notes]

    def _together(self, each: Zone | Variable) -> str:
        """Return what stands behind the name of something that is a side's: all its players'."""
        owners = len(self._program.owners(each))
        if self._program.teams is None or owners in (0, self._game.players):
            return ""
        return " (both)" if owners * 2 == self._game.players else " (side)"

    def _elsewhere(self, table: int) -> _Row:
        """Return a row about another table: its players, its phase and its open cards."""
        seen = self._seen
        there = seen.tables[table - 1]
        seats: tuple[int, ...] = there["seats"]
        who = Text(" and ".join(self._painter.who(seat, seen.seat) for seat in seats))
        row = _Row(Text(f"{TABLE} {table}", "bold"), [who])
        if there["phase"] is None:  # out of sight
            return row
        who.append(f", {self._painter.label(there['phase'])}")
        for zone in self._program.zones.values():
            if zone.each or zone.faces == "hidden" or zone.piles:
                continue
            cards = there["zones"][zone.name]
            if cards:
                row.cells.append(self._labelled(zone, self._painter.faces.block(cards[-1])))
        for zone in self._program.zones.values():
            if zone.each and zone.faces != "shown":
                for seat in seats:  # with several tables, no zone is a team's
                    label = self._painter.label(zone.name)
                    whose = self._painter.whose(seat, seen.seat, label)
                    view = self._views[zone.name][seat] or self._style.nothing
                    row.cells.append(Text.assemble((f"{whose} ", "dim"), view))
        return row

    # ------------------------------------------------------------------------------- cards

    def _all_views(self) -> dict[str, list[Text | None]]:
        """Return every zone as drawn: one entry for the table's, one for each owner otherwise.

        An empty zone is None.
        """
        drawn: dict[str, list[Text | None]] = {}
        for zone in self._program.zones.values():
            cards, located = self._seen.zones[zone.name], self._seen.located[zone.name]
            if zone.piles:
                views = cards if zone.each else [cards]
                drawn[zone.name] = [
                    self._side_by_side(zone, piles, owner) for owner, piles in enumerate(views)
                ]
            elif zone.each:
                both = zip(cards, located, strict=True)
                drawn[zone.name] = [self._pile(zone, pile, known) for pile, known in both]
            else:
                drawn[zone.name] = [self._pile(zone, cards, located)]
        return drawn

    def _pile(self, zone: Zone, cards: Sequence[str], located: Sequence[str]) -> Text | None:
        """Return the cards of a zone; of a large zone only some, and the number."""
        if not cards:
            return None
        if zone.drawn == "number":
            return Text(counted(len(cards), "card"))
        faces, style = self._painter.faces, self._style
        hidden = sum(card == UNKNOWN for card in cards)
        known = [card for card in cards if card != UNKNOWN]
        if hidden and known and zone.each and not zone.ordered:
            return Text.assemble(
                *(faces.back(), " "),
                (f"{style.times}{len(cards)}, among them ", "dim"),
                Text(" ").join(map(faces.block, known)),
            )
        parts: list[Text] = []
        notes: list[str] = []
        if hidden > 1 and (hidden > _MOST_BACKS or (hidden == len(cards) and not zone.ordered)):
            parts = [faces.block(card) for card in known]
            space = NBSP if style.symbols else " "
            parts.append(Text.assemble(faces.back(), (f"{space}{style.times}{hidden}", "dim")))
        elif zone.faces == "top" and self._viewer is not None and len(cards) > 1:
            parts, notes = [faces.block(cards[-1])], [f"({counted(len(cards), 'card')})"]
        elif zone.ordered and not zone.each and len(cards) > _MOST_FACES:
            dots = Text("…" if style.symbols else "...", "dim")
            parts = [dots, *map(faces.block, cards[-_TOPMOST:])]
            notes = [f"({counted(len(cards), 'card')})"]
        else:
            groups, note = sort_hand(self._state, zone, cards, self._viewer)
            between = _BETWEEN[not style.symbols].strip()
            for group in groups:
                parts += [Text(between, "dim")] if parts else []
                parts += [faces.block(card) for card in group]
            own = zone.faces == "owner" and len(cards) > _MOST_COUNTED
            counts = len(cards) > _TOPMOST and not own
            notes = [f"({counted(len(cards), 'card')})"] if counts else []
            notes += [note] if note else []
        if notes:
            space = NBSP if style.symbols else " "
            parts.append(Text(" ".join(notes).replace(" ", space), "dim"))
        if located and len(cards) < self._program.pack.size:  # of the whole pack all know it
            parts += [Text("with", "dim"), self._painter.cards(located)]
        return Text(" ").join(parts)

    def _side_by_side(self, zone: Zone, piles: Sequence[Sequence[str]], owner: int) -> Text | None:
        """Return piles side by side; of a player's only those that are not empty."""
        if not any(piles) and (zone.each or not zone.fixed):
            return None
        return Text("  ").join(self._piles(zone, piles, owner))

    def _piles(self, zone: Zone, piles: Sequence[Sequence[str]], owner: int) -> list[Text]:
        """Return piles, each behind its number if actions name it by that."""
        numbered = zone.name in self._game.notation.numbered
        position = at(self._state.position, self._seen.table - 1)
        faces, drawn = self._painter.faces, list[Text]()
        for number, pile in enumerate(piles, owner * zone.fixed):
            if not pile and (zone.each or not zone.fixed):
                continue  # an emptied pile is gone
            space = NBSP if self._style.symbols else " "
            cards = Text(space).join(
                faces.block(card) + Text(self._stands_for(roles))
                for card, roles in in_order(self._game, position, zone.name, number, pile)
            )
            shown = cards if pile else self._style.nothing
            drawn.append(Text.assemble((f"#{number + 1} ", "cyan"), shown) if numbered else shown)
        return drawn

    def _stands_for(self, roles: Sequence[str]) -> str:
        """Return in brackets, behind a wild card, which cards it may stand for."""
        space = NBSP if self._style.symbols else " "
        cards = listed([*map(self._painter.faces.plain, roles)], "or").replace(" ", space)
        return f"{space}(as{space}{cards})" if roles else ""

    # ------------------------------------------------------------------------------- values

    def _all_values(self) -> dict[str, Said]:
        """Return the variables and definitions that are shown, in words."""
        if self._state.is_terminal() and self._program.match_deals > 1:
            shown = {}  # counts of the last deal, which is scored
        else:
            shown = shown_values(self._game, self._state.position, self._viewer)
        return self._painter.values(self._seen.variables | shown, self._viewer)


def _filled(columns: tuple[int, ...]) -> tuple[int, ...]:
    """Return columns without the zeros at their end."""
    while columns and columns[-1] == 0:
        columns = columns[:-1]
    return columns
