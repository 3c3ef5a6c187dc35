"""The table as a seat sees it, drawn with rich: cards, zones, variables and legal moves.

Nothing here knows a particular game. The zones of a player are beside the player, those of the
table in the middle, and the viewer is at the bottom. Everything comes from an observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from rich.color import ANSI_COLOR_NAMES
from rich.console import Group
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ...interpreter.check.cards import COLOURS
from ...interpreter.diagnostics import printable, spaced
from ...interpreter.play.observation.redaction import UNKNOWN
from ...interpreter.runtime.journal import Changed
from ...interpreter.runtime.position import at
from ...interpreter.runtime.teams import team
from .card_order import in_order, sort_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rich.console import RenderableType

    from ...interpreter.check.program import Zone
    from ...interpreter.play.observation.view import Observation
    from ...interpreter.play.rules import Rules
    from ...interpreter.play.state import State
    from ..players import Players

_SYMBOLS: Final = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_MOST_BACKS: Final = 5  # backs that are drawn; more are counted
_MOST_FACES: Final = 8  # cards that are drawn of a pile; a larger pile shows its top cards
_TOPMOST: Final = 4
_NBSP: Final = "\N{NO-BREAK SPACE}"  # prevents a line break


@dataclass(frozen=True, slots=True)
class Style:
    """What the screen can do.

    Attributes:
        symbols: Draw suits as ♣♦♥♠ and backs as ▒▒; otherwise use the letters of the notation.
        colour: Draw cards as coloured blocks.
    """

    symbols: bool
    colour: bool


class Painter:
    """Draws one game for a kind of screen.

    Args:
        game: The game.
        players: Who sits at each seat.
        style: What the screen can do.
    """

    def __init__(self, game: Rules, players: Players, style: Style) -> None:
        """Prepare the faces of all cards."""
        self.game = game
        self.players = players
        self.style = style
        pack = game.program.pack
        tables = game.program.tables
        self._many = game.players // (tables.number if tables is not None else 1) > 3
        self._faces: dict[str, tuple[str, str]] = {}  # text -> as shown, and its colour
        for card, text in enumerate(pack.text):
            suit = pack.suits[pack.suit[card]] if pack.suit[card] >= 0 else ""
            shown, colour = text, "black" if suit else "magenta"
            if suit in ANSI_COLOR_NAMES:
                colour = suit
            elif pack.colour[card] >= 0:
                colour = COLOURS[pack.colour[card]]
            if style.symbols and suit in _SYMBOLS:
                rank = "10" if text[:-1] == "T" else text[:-1]
                shown = rank + _SYMBOLS[suit]
            self._faces[text] = (shown, colour)

    # ------------------------------------------------------------------------------- names

    def who(self, seat: int, viewer: int | None) -> str:
        """Return what a seat is called: "you", or its name."""
        return self.players.who(seat, viewer)

    def whose(self, seat: int, viewer: int | None, thing: str) -> str:
        """Return a thing with its owner: "your hand"."""
        return self.players.whose(seat, viewer, thing)

    def sheet(self, scores: Sequence[int], name: Callable[[int], str]) -> str:
        """Return the score of each side behind the names of its players: "you and seat 2 120"."""
        program = self.game.program
        groups = [[seat] for seat in range(self.game.players)]
        if program.teams is not None and program.shares_scores and not program.teams.scope:
            sides = program.teams.sides
            groups = [list(team(first, sides)) for first in program.scorers]
        return ", ".join(f"{' and '.join(map(name, group))} {scores[group[0]]}" for group in groups)

    # ------------------------------------------------------------------------------- cards

    def word(self, text: str) -> Text:
        """Return a word of an action; a card in its colour, `??` as it is."""
        if text not in self._faces:
            return Text(text)
        shown, colour = self._faces[text]
        return Text(shown, "bold" if colour == "black" else f"bold {colour}")

    def words(self, text: str) -> Text:
        """Return an action's notation with its cards in colour."""
        return Text(" ").join(self.word(word) for word in text.split(" "))

    def cards(self, cards: Sequence[str]) -> Text:
        """Return cards of a sentence, in the form in which actions name them."""
        return Text(" ").join(self.word(card) for card in cards)

    def _block(self, text: str) -> Text:
        """Return a card as it lies on the table."""
        if text == UNKNOWN:
            return self._back()
        shown, colour = self._faces.get(text, (text, "black"))
        if not self.style.colour:
            return Text(shown)
        return Text(f"{_NBSP}{shown}{_NBSP}", f"{colour} on bright_white")

    def _back(self) -> Text:
        if self.style.colour:
            return Text(f"{_NBSP}▒▒{_NBSP}", "bright_blue on blue")
        return Text("▒▒" if self.style.symbols else UNKNOWN)

    def _pile(self, zone: Zone, cards: Sequence[str], located: Sequence[str]) -> Text:
        """Return the cards of a zone; of a large zone only some, and the number."""
        if not cards:
            return Text("–" if self.style.symbols else "-", "dim")
        times, space = ("×", _NBSP) if self.style.symbols else ("x", " ")
        hidden = sum(card == UNKNOWN for card in cards)
        parts: list[Text] = []
        notes: list[str] = []
        if hidden == len(cards) and hidden > _MOST_BACKS:
            parts, notes = [self._back()], [f"{times}{hidden}"]
        elif hidden > _MOST_BACKS:
            parts = [self._block(card) for card in cards if card != UNKNOWN]
            parts.append(Text.assemble(self._back(), (f"{space}{times}{hidden}", "dim")))
        elif zone.ordered and not zone.each and len(cards) > _MOST_FACES:
            parts = [
                Text("…" if self.style.symbols else "...", "dim"),
                *map(self._block, cards[-_TOPMOST:]),
            ]
            notes = [f"({len(cards)})"]
        else:
            groups, note = sort_hand(self.game, zone, cards)
            between = "│" if self.style.symbols else "|"
            for group in groups:
                parts += [Text(between, "dim")] if parts else []
                parts += [self._block(card) for card in group]
            notes = [f"({len(cards)})"] if len(cards) > _TOPMOST else []
            notes += [note] if note else []
        if notes:
            parts.append(Text(" ".join(notes), "dim"))
        if located and len(cards) < self.game.program.pack.size:  # of the whole pack all know it
            parts += [Text("with", "dim"), self.cards(located)]
        return Text(" ").join(parts)

    # ------------------------------------------------------------------------------- table

    def table(self, state: State, viewer: int | None) -> RenderableType:
        """Return the table as a seat sees it; with `viewer` None, with all cards open."""
        grid = Table.grid(padding=(0, 2), expand=False)
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        count = self.game.players
        first = 0 if viewer is None else viewer + 1
        others = [(first + i) % count for i in range(count - (viewer is not None))]
        seen = state.open_observation() if viewer is None else state.observation(viewer)
        if seen.tables:
            seated = seen.tables[seen.table - 1]["seats"]
            others = [seat for seat in others if seat in seated]
        views = self._views(state, seen)
        values = self._values(seen)
        for seat in others:
            self._add_player(grid, state, seat, viewer, views, values)
        if not self._many:
            grid.add_row()
        name = Text(f"table {seen.table}" if seen.tables else "table", "bold")
        for zone in self.game.program.zones.values():
            if not zone.each:
                grid.add_row(name, Text(spaced(zone.name), "dim"), views[zone.name][0])
                name = Text()
        shared = [_said(each, value) for each, value in values.items() if not _each(value)]
        notes = [note for note in shared if note]
        if notes:
            grid.add_row(name, Text(), Text(", ".join(notes), "yellow"))
        if viewer is not None:
            if not self._many:
                grid.add_row()
            self._add_player(grid, state, viewer, viewer, views, values)
        away = [table for table in range(1, len(seen.tables) + 1) if table != seen.table]
        return Group(grid, *(self._elsewhere(seen, table, views) for table in away))

    def _elsewhere(self, seen: Observation, table: int, views: dict[str, list[Text]]) -> Text:
        """Return a line about another table: its players, its phase and its open cards."""
        there = seen.tables[table - 1]
        line = Text.assemble((f"table {table}", "bold"), ": ")
        seats: tuple[int, ...] = there["seats"]
        line.append(" and ".join(self.who(seat, seen.seat) for seat in seats))
        if there["phase"] is None:  # out of sight
            return line
        line.append(f", {spaced(there['phase'])}")
        for zone in self.game.program.zones.values():
            if zone.each or zone.faces == "hidden" or zone.piles:
                continue
            cards = there["zones"][zone.name]
            if cards:
                line.append_text(Text.assemble(f", {spaced(zone.name)} ", self._block(cards[-1])))
        for zone in self.game.program.zones.values():
            if zone.each and zone.faces != "shown":
                for seat in seats:  # with several tables, no zone is a team's
                    whose = self.whose(seat, seen.seat, spaced(zone.name))
                    line.append_text(Text.assemble(f", {whose} ", views[zone.name][seat]))
        return line

    def heading(self, state: State) -> RenderableType:
        """Return the line above the table: the game, the deal, the phase."""
        title = Text(printable(self.game.program.title), "bold")
        if self.game.program.match_deals != 1 and state.position.deal > 1:
            title.append(f", deal {state.position.deal}", "not bold")
        if len(self.game.machine.sites) > 1 and not state.is_terminal():
            title.append(f", {spaced(state.phase)}", "not bold")
        characters = "─" if self.style.symbols else "-"
        return Rule(title, align="left", characters=characters, style="dim")

    def _add_player(
        self,
        grid: Table,
        state: State,
        seat: int,
        viewer: int | None,
        views: dict[str, list[Text]],
        values: dict[str, Any],
    ) -> None:
        """Add the zones of a player, one on each line; the hand of the viewer comes last."""
        kind = self.players.kinds[seat]
        acting = "bold green" if state.current_player() == seat else "bold"
        name = Text(self.who(seat, viewer), acting)
        if kind != "human":
            name.append(f" ({kind})", "not bold dim")
        owners = self.game.program.owners
        zones = [zone for zone in self.game.program.zones.values() if seat in owners(zone)]
        zones.sort(key=lambda zone: (zone.faces == "owner") == (seat == viewer))
        notes: list[str] = []
        if self.game.program.uses_scores:
            notes.append(f"score: {state.scores()[seat]}")
        named = _named(state)
        for variable, value in values.items():
            holders = owners(self.game.program.variables[variable])
            if seat in holders:
                shown = value[1][holders.index(seat)]
                if shown == "0" and (variable, seat) in named:
                    notes.append(f"{spaced(variable)}: 0")  # for example a bid of 0 is shown
                else:
                    notes += [note] if (note := _said(variable, shown)) else []
        text = Text(", ".join(notes), "yellow")
        lines = [
            (Text(spaced(zone.name), "dim"), views[zone.name][owners(zone).index(seat)])
            for zone in zones
        ]
        if self._many and seat != viewer and lines:  # little space: one line each
            label, pile = lines[0]
            rest = [Text.assemble(name, " ", cards) for name, cards in lines[1:]]
            rest += [text] if notes else []
            lines = [(label, Text("   ").join([pile, *rest]))]
        elif notes:
            lines.insert(0, (Text(), text))
        for label, content in lines or [(Text(), Text())]:
            grid.add_row(name, label, content)
            name = Text()

    def _views(self, state: State, seen: Observation) -> dict[str, list[Text]]:
        """Return every zone as drawn: one entry for the table's, one for each seat otherwise."""
        drawn: dict[str, list[Text]] = {}
        for zone in self.game.program.zones.values():
            cards, located = seen.zones[zone.name], seen.located[zone.name]
            if zone.piles:
                views = cards if zone.each else [cards]
                drawn[zone.name] = [
                    self._side_by_side(state, seen, zone, piles, seat)
                    for seat, piles in enumerate(views)
                ]
            elif zone.each:
                both = zip(cards, located, strict=True)
                drawn[zone.name] = [self._pile(zone, pile, known) for pile, known in both]
            else:
                drawn[zone.name] = [self._pile(zone, cards, located)]
        return drawn

    def _side_by_side(
        self,
        state: State,
        seen: Observation,
        zone: Zone,
        piles: Sequence[Sequence[str]],
        owner: int,
    ) -> Text:
        """Return piles, each behind the number by which actions name it."""
        empty = Text("–" if self.style.symbols else "-", "dim")
        position = at(state.position, seen.table - 1)
        drawn: list[Text] = []
        for number, pile in enumerate(piles, owner * zone.fixed):
            if not pile and not zone.fixed:
                continue  # an emptied pile is gone
            cards = Text(_NBSP if self.style.symbols else " ").join(
                self._block(card) + Text("=" + "/".join(map(self._shown, roles)) if roles else "")
                for card, roles in in_order(self.game, position, zone.name, number, pile)
            )
            drawn.append(Text.assemble((f"#{number + 1} ", "cyan"), cards if pile else empty))
        return Text("   ").join(drawn) if drawn else empty

    def _values(self, seen: Observation) -> dict[str, Any]:
        """Return the variables in words; one for each player as ("each", values)."""
        variables = self.game.program.variables
        result: dict[str, Any] = {}
        for name, value in seen.variables.items():
            if variables[name].internal:
                continue
            kind = variables[name].type.name
            items = value if variables[name].each else (value,)
            shown = tuple(self.value(kind, item, seen.seat) for item in items)
            result[name] = ("each", shown) if variables[name].each else shown[0]
        return result

    def value(self, kind: str, value: object, viewer: int | None) -> str | None:
        """Return a variable's value in words, None if it says nothing: none, no, zero of all."""
        if value is None or value is False or value == ():
            return None
        if value is True:
            return "yes"
        if kind == "player" and isinstance(value, int):
            return self.who(value, viewer) if value >= 0 else None
        if isinstance(value, dict):
            entries = cast("dict[str, object]", value)
            said = {word: self.value("", each, viewer) for word, each in entries.items()}
            shown = [f"{word} {each}" for word, each in said.items() if each not in (None, "0")]
            return ", ".join(shown) or None
        if isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if kind == "players":
                return ", ".join(self.who(cast(int, item), viewer) for item in items)
            return " ".join(self._shown(str(item)) for item in items)
        return self._shown(str(value))

    def _shown(self, text: str) -> str:
        return self._faces[text][0] if text in self._faces else text

    # ------------------------------------------------------------------------------- moves

    def moves(self, texts: Sequence[str], most: int, width: int) -> Iterable[Text]:
        """Return the lines that number the legal moves, in columns, at most so many of them."""
        shown = texts[:most]
        digits = len(str(len(shown)))
        cells = [
            Text.assemble((f"{number:>{digits}} ", "cyan"), self.words(text))
            for number, text in enumerate(shown, 1)
        ]
        widest = max((cell.cell_len for cell in cells), default=0) + 3
        columns = max(min((width - 1) // widest, -(-len(cells) // 3)), 1)
        height = -(-len(cells) // columns)
        for row in range(height):
            line = Text(" ")
            for cell in cells[row::height]:
                line.append_text(cell)
                line.append(" " * (widest - cell.cell_len))
            line.rstrip()
            yield line
        if len(texts) > len(shown):
            yield Text(f" and {len(texts) - len(shown)} more: type one, or its beginning", "dim")


def _named(state: State) -> set[tuple[str, int]]:
    """Return the variables of players that were set in this deal, each with the seat."""
    named: set[tuple[str, int]] = set()
    step = state.last
    while step is not None and step.before.deal == state.position.deal:
        named |= {(e.variable, e.seat) for e in step.events if isinstance(e, Changed)}
        step = step.previous
    return named


def _each(value: object) -> bool:
    """Return whether a value of `Painter._values` is one for each player."""
    return isinstance(value, tuple)


def _said(name: str, value: str | None) -> str:
    """Return a variable and its value as a note, nothing where it says nothing."""
    if value is None or value == "0":
        return ""
    return spaced(name) if value == "yes" else f"{spaced(name)}: {value}"
