"""What has happened, in words, from the journal; a seat reads of no card that it did not see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from rich.text import Text

from ...interpreter.play.observation.redaction import UNKNOWN, sees, show_value
from ...interpreter.runtime import journal as k
from ...interpreter.runtime.core import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...interpreter.play.state import State, Step
    from .table_view import Painter

_MOST = 13  # cards that are named one by one


@dataclass(slots=True)
class _Moves:
    """Cards that went from one zone to one place, in one sentence."""

    sources: list[int]
    target: int
    cards: tuple[int, ...]
    seen: tuple[int, ...]


@dataclass(slots=True)
class _Shown:
    """Cards that were shown in one place."""

    place: int
    cards: tuple[int, ...]
    seen: tuple[int, ...]


class Story:
    """Tells the steps of a game to one seat, or to onlookers who see everything.

    Args:
        painter: Draws the cards.
        state: The game; it is read up to where it stands now.
        viewer: The seat, None to tell everything.
    """

    def __init__(self, painter: Painter, state: State, viewer: int | None) -> None:
        """Read the history as the seat saw it."""
        self._painter = painter
        self._state = state
        self._viewer = viewer
        self._steps = state.steps()
        if viewer is None:
            self._texts = [str(action) for action in state.history()]
        else:
            self._texts = [text for _, text in state.history_for(viewer)]

    def lines(self, first: int) -> Iterator[Text]:
        """Yield who did what from step `first` on (counted from 0), and what followed."""
        for index in range(first, len(self._steps)):
            yield self.action(index)
            for detail in self._details(index):
                yield Text.assemble("     ", detail, style="dim")

    def action(self, index: int) -> Text:
        """Return who did what in one step."""
        step, text = self._steps[index], self._texts[index]
        name = self._painter.who(step.seat, self._viewer).capitalize()
        what = self._painter.words(text) if text != UNKNOWN else Text("has chosen, unseen")
        where = f" table {step.table}, " if self._state.game.program.tables else " "
        return Text.assemble(where, (name, "bold"), ": ", what)

    def _details(self, index: int) -> Iterator[Text]:
        """Yield what followed from an action, besides the move of the cards that it names."""
        step = self._steps[index]
        named = self._named(index)
        values: dict[tuple[str, int], Any] = {}
        scores = [_value(step.before, "score", p) for p in range(self._state.game.players)]
        told_scores = list(scores)
        dealing = False
        table = step.before.table
        open_to = self._viewer is None or sees(self._state.game, step.before, self._viewer, table)
        pending: _Moves | _Shown | None = None
        for event in step.events:
            fresh: _Moves | _Shown | None = None
            if isinstance(event, k.AtTable):
                table = event.table - 1
                continue
            if not open_to and not isinstance(event, k.Gathered):
                continue
            if dealing and not isinstance(event, k.Gathered | k.Changed):
                continue
            if isinstance(event, k.Moved):
                cards = {card for card in event.cards if card in named}
                if len(cards) == len(event.cards):
                    named -= cards
                    continue
                fresh = _Moves([event.source], event.target, event.cards, event.seen)
            elif isinstance(event, k.Revealed):
                if not self._sees(event.to):
                    continue
                fresh = _Shown(event.place, event.cards, (event.to,) * len(event.cards))
            if pending is not None and fresh is not None and self._join(pending, fresh):
                continue
            if pending is not None:
                yield self._told(pending)
            pending = fresh
            if isinstance(event, k.Gathered):
                if scores != told_scores:
                    yield self._sheet(scores)
                    told_scores = list(scores)
                told, dealing = dealing, True
                if not told:  # the deal begins at every table
                    yield Text(f"deal {event.deal} begins")
            elif isinstance(event, k.Changed):
                if dealing and self._state.game.program.tables is not None:
                    continue
                if event.variable == "score":
                    scores[event.seat] = event.value
                elif (said := self._changed(event, step, values, table)) is not None:
                    yield said
            elif isinstance(event, k.Shuffled):
                yield Text.assemble(self._place(event.place), " is shuffled")
        if pending is not None:
            yield self._told(pending)
        if scores != told_scores:
            yield self._sheet(scores)

    def _join(self, before: _Moves | _Shown, after: _Moves | _Shown) -> bool:
        """Add a record to the one before if both can be told in one sentence."""
        if isinstance(before, _Shown) and isinstance(after, _Shown):
            if before.place != after.place:
                return False
        elif isinstance(before, _Moves) and isinstance(after, _Moves):
            places = self._state.game.recorder.places
            slots = {places[source].slot for source in (*before.sources, *after.sources)}
            if before.target != after.target or len(slots) > 1:
                return False
            before.sources += [s for s in after.sources if s not in before.sources]
        else:
            return False
        before.cards += after.cards
        before.seen += after.seen
        return True

    def _told(self, record: _Moves | _Shown) -> Text:
        cards = self._cards(record.cards, record.seen)
        if isinstance(record, _Shown):
            verb = " is shown in " if len(record.cards) == 1 else " are shown in "
            return Text.assemble(cards, verb, self._place(record.place))
        if len(record.sources) > 1:  # several players' parts of one zone
            source = self._name(record.sources[0])
        else:
            source = self._place(record.sources[0])
        return Text.assemble(cards, " from ", source, " to ", self._place(record.target))

    def _sheet(self, scores: list[object]) -> Text:
        """Return the score sheet after a change."""
        shown = [f"{self._painter.who(seat, self._viewer)} {n}" for seat, n in enumerate(scores)]
        return Text(f"scores: {', '.join(shown)}")

    def _named(self, index: int) -> set[int]:
        """Return the cards that an action names; of sealed ones, all that come to light with it."""
        notation = self._state.game.notation
        steps = [self._steps[index]]
        if steps[0].sealed:
            steps += [step for step in self._steps[:index] if step.sealed]
        found = 0
        for step in steps:
            found |= notation.cards(step.raw)
        return {card for card in range(self._state.game.program.pack.size) if found >> card & 1}

    def _sees(self, seats: int) -> bool:
        return self._viewer is None or bool(seats >> self._viewer & 1)

    def _cards(self, cards: tuple[int, ...], seen: tuple[int, ...]) -> Text:
        texts = self._state.game.program.pack.text
        shown = [texts[c] for c, seats in zip(cards, seen, strict=True) if self._sees(seats)]
        hidden = len(cards) - len(shown)
        if not shown or len(cards) > _MOST:
            return Text("a card" if len(cards) == 1 else f"{len(cards)} cards")
        named = self._painter.cards(shown)
        if hidden:
            named.append(f" and {hidden} unseen")
        return named

    def _name(self, place: int) -> str:
        return self._state.game.recorder.places[place].slot.removeprefix("z_").replace("_", " ")

    def _place(self, place: int) -> str:
        where = self._state.game.recorder.places[place]
        name = self._name(place)
        return name if where.seat < 0 else self._painter.whose(where.seat, self._viewer, name)

    def _changed(
        self, event: k.Changed, step: Step, values: dict[tuple[str, int], Any], table: int
    ) -> Text | None:
        """Return a variable's new value in words, None where it is what it was."""
        key = event.variable, event.seat
        before = values[key] if key in values else _value(step.before, *key)
        values[key] = event.value
        variable = self._state.game.program.variables.get(event.variable)
        if before == event.value or (variable is not None and variable.internal):
            return None
        shown = self._shown(event, table)
        name = event.variable.replace("_", " ")
        if event.seat >= 0:
            name = self._painter.whose(event.seat, self._viewer, name)
        return Text(f"{name}: {shown}")

    def _shown(self, event: k.Changed, table: int) -> str:
        variable = self._state.game.program.variables.get(event.variable)
        if variable is None:  # the scores
            return str(event.value)
        know = at(self._state.core, table).know if self._viewer is not None else None
        shown = show_value(self._state.game, variable.type, event.value, know, self._viewer)
        if isinstance(shown, bool):
            return "yes" if shown else "no"
        return self._painter.value(variable.type.name, shown, self._viewer) or "none"


def _value(core: object, variable: str, seat: int) -> Any:
    """Return a variable's value in a position."""
    value: Any = getattr(core, f"v_{variable}", None)
    return cast("list[Any]", value)[seat] if seat >= 0 and isinstance(value, list) else value
