"""The table as a seat sees it, drawn with rich: cards, zones and variables.

Nothing here knows a particular game. Other players are above, what lies on the table is in the
middle, and the viewer is at the bottom. Everything comes from an observation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from ..diagnostics import counted
from ..explanation.shown import shown_values
from ..game.observation.journal import SeenPlace
from ..game.observation.redaction import UNKNOWN
from ..runtime.journal import AtTable, Changed, Gathered, Moved
from ..runtime.position import at
from ..speech.english import listed
from .card_order import in_order, sort_hand
from .faces import NBSP
from .told import notes_of, some_of, with_told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from ..play.state import State
    from ..program.program import Variable, Zone

from .painter import Painter, Said
from .rows import BETWEEN, Row, Rows

_MOST_BACKS: Final = 5  # backs that are drawn; more are counted
_MOST_FACES: Final = 8  # cards that are drawn of a pile; a larger pile shows its top cards
_MOST_COUNTED: Final = 12  # cards of a hand that are counted; after more there is no room
_TOPMOST: Final = 4
_CROWD: Final = 4  # other players from which on no lines are left empty
_MOST_LINES: Final = 12  # piles of a layout below each other
_TALL: Final = 3  # cards of a pile from which each pile of a layout has a line of its own

TABLE: Final = "table"
"""What the line is called that shows what lies between the players, and what holds for all."""


def table(painter: Painter, state: State, viewer: int | None) -> RenderableType:
    """Return the table as a seat sees it.

    Args:
        painter: knows what things are called.
        state: the game.
        viewer: the seat; None for somebody who sees all cards.
    """
    return _Table(painter, state, viewer).drawn()


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
        self._seen = with_told(self._program.pack, seen)
        self._told = notes_of(state, seen)
        self._used, self._named = self._of_this_deal()
        self._views = self._all_views()
        self._values = self._all_values()

    def drawn(self) -> RenderableType:
        seen, viewer, count = self._seen, self._viewer, self._game.players
        first = 0 if viewer is None else viewer + 1
        others = [(first + i) % count for i in range(count - (viewer is not None))]
        if seen.tables:
            seated = seen.tables[seen.table - 1].seats
            others = [seat for seat in others if seat in seated]
        rows = Rows()
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
        acting = self._state.game.acting(self._state.position, self._viewer) == seat
        return Text(self._painter.who(seat, self._viewer), "bold green" if acting else "bold")

    def _middle(self) -> list[Row]:
        """Return what lies on the table, with the trick that is being played."""
        rows = Rows()
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
            self._painter.note(each, value) for each, value in self._values.items() if not isinstance(value, tuple)
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
            cards = self._seen.cards(tricks.played, seat)
            if cards:
                name = self._painter.who(seat, self._viewer)
                cells.append(Text.assemble(f"{name} ", self._painter.faces.blocks(cards)))
        return cells

    def _layout(self, zone: Zone) -> list[tuple[Text, Text]]:
        """Return the rows of a layout, or each pile in a line if some piles are tall; else nothing."""
        if not zone.fixed:
            return []
        piles = self._seen.piles(zone.name)
        if max(map(len, piles)) <= _TALL and not zone.rows:
            return []
        label = self._painter.label(zone.name)
        lines = self._piles(zone, piles)
        lines = _pictured(zone.rows, lines, piles) if zone.rows else _beside(lines)
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
            piles = self._piles(zone, self._seen.piles(zone.name, seat), seat)
            first, *others = self._in_rows(zone, piles) if zone.rows else piles
            return [self._labelled(zone, first), *others]
        place = self._game.recorder.place(list(self._program.zones).index(zone.name), seat)
        if cards is None and place not in self._used:
            return []
        if cards is None and self._painter.label(zone.name) == TABLE:
            return [Text("no cards", "dim")]  # there is no name before them
        return [self._labelled(zone, self._style.nothing if cards is None else cards)]

    def _in_rows(self, zone: Zone, piles: Sequence[Text]) -> Iterator[Text]:
        """Yield the rows of piles before a player, each row after the first as below another."""
        across, space = zone.rows[0].count("x"), NBSP if self._style.symbols else " "
        for first in range(0, len(piles), across):
            row = Text(space).join(piles[first : first + across])
            yield Text.assemble(("below" + space, "dim"), row) if first else row

    def _labelled(self, zone: Zone, cards: Text) -> Text:
        """Return cards after the name of their zone, unless the line begins with that name."""
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
        """Return what stands after the name of something that is a side's: all its players'."""
        owners = len(self._program.owners(each))
        if self._program.teams is None or owners in (0, self._game.players):
            return ""
        return " (both)" if owners * 2 == self._game.players else " (side)"

    def _elsewhere(self, table: int) -> Row:
        """Return a row about another table: its players, its phase and its open cards."""
        seen = self._seen
        there = seen.tables[table - 1]
        who = Text(" and ".join(self._painter.who(seat, seen.seat) for seat in there.seats))
        row = Row(Text(f"{TABLE} {table}", "bold"), [who])
        if there.phase is None:  # out of sight
            return row
        who.append(f", {self._painter.label(there.phase)}")
        for zone in self._program.zones.values():
            if zone.each or zone.faces == "hidden":
                continue
            cards = there.zones[zone.name]
            if cards and isinstance(top := cards[-1], str):
                row.cells.append(self._labelled(zone, self._painter.faces.block(top)))
        for zone in self._program.zones.values():
            if zone.each and zone.faces != "shown":
                for seat in there.seats:  # with several tables, no zone is a team's
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
            name, owners = zone.name, self._program.owners(zone) or (-1,)
            if zone.piles:
                drawn[name] = [self._side_by_side(zone, self._seen.piles(name, seat), seat) for seat in owners]
            else:
                drawn[name] = [
                    self._pile(zone, self._seen.cards(name, seat), self._seen.located_in(name, seat)) for seat in owners
                ]
        for place, notes in self._told.items():
            zone = self._program.zones[place.zone]
            if zone.piles:
                continue  # they have their notes
            owner = 0 if place.seat is None else self._program.owners(zone).index(place.seat)
            view = drawn[zone.name][owner]
            if view is not None:
                view.append(f" ({', '.join(notes)})", "dim")
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
            between = BETWEEN[not style.symbols].strip()
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
            parts[-1] = Text.assemble(parts[-1], ",")
            parts += [Text(some_of(located, len(cards)), "dim"), self._painter.cards(located)]
        return Text(" ").join(parts)

    def _side_by_side(self, zone: Zone, piles: Sequence[Sequence[str]], seat: int) -> Text | None:
        """Return piles side by side; of a player's only those that are not empty."""
        if not any(piles) and (zone.each or not zone.fixed):
            return None
        return Text("  ").join(self._piles(zone, piles, seat))

    def _piles(self, zone: Zone, piles: Sequence[Sequence[str]], seat: int = -1) -> list[Text]:
        """Return piles, each after its number if actions name it by that."""
        numbered = zone.name in self._game.notation.numbered
        position = at(self._state.position, self._seen.table - 1)
        faces, drawn = self._painter.faces, list[Text]()
        for index, pile in enumerate(piles):
            number = max(seat, 0) * zone.fixed + index
            if not pile and (zone.each or not zone.fixed):
                continue  # an emptied pile is gone
            space = NBSP if self._style.symbols else " "
            cards = Text(space).join(
                faces.block(card) + Text(self._stands_for(roles))
                for card, roles in in_order(self._game, position, zone.name, number, pile)
            )
            shown = cards if pile else self._style.nothing
            drawn.append(Text.assemble((f"#{index + 1} ", "cyan"), shown) if numbered else shown)
        notes = self._told.get(SeenPlace(zone.name, seat if zone.each else None))
        if notes and drawn:
            drawn[-1].append(f" ({', '.join(notes)})", "dim")
        return drawn

    def _stands_for(self, roles: Sequence[str]) -> str:
        """Return in brackets, after a wild card, which cards it may stand for."""
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
        return self._painter.values({**self._seen.variables, **shown}, self._viewer)


def _beside(drawn: Sequence[Text]) -> list[Text]:
    """Return piles below each other; if there are many, the second half stands beside the first."""
    if len(drawn) <= _MOST_LINES:
        return [*drawn]
    half = (len(drawn) + 1) // 2
    width = max(each.cell_len for each in drawn[:half]) + 3
    lines = [each.copy() for each in drawn[:half]]
    for line, other in zip(lines, drawn[half:], strict=False):
        line.append(NBSP * (width - line.cell_len))
        line.append_text(other)
    return lines


def _pictured(rows: Sequence[str], drawn: Sequence[Text], piles: Sequence[Sequence[str]]) -> list[Text]:
    """Return piles in rows, each where a picture has an x; an empty one is a gap."""
    half = (max(each.cell_len for each in drawn) + 2) // 2
    found, waiting = list[Text](), zip(drawn, piles, strict=True)
    for row in rows:
        line = Text()
        for place, mark in enumerate(row):
            if mark == "x":
                shown, cards = next(waiting)
                line.append(NBSP * (place * half - line.cell_len))
                line.append_text(shown if cards else Text(NBSP * shown.cell_len))
        found.append(line)
    return found
