"""What has happened, in sentences: the entries of the journal that a seat may read, phrased."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.text import Text

from ...interpreter.diagnostics import counted, spaced
from ...interpreter.play.observation.journal import (
    SeenChange,
    SeenDeal,
    SeenMove,
    SeenReveal,
    SeenShuffle,
    SeenTold,
)
from ...interpreter.play.observation.redaction import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...interpreter.play.observation.journal import Entry, SeenPlace
    from ...interpreter.play.state import State
    from .table_view import Painter

_MOST = 13  # cards that are named one by one


@dataclass(frozen=True, slots=True)
class _Moves:
    """Cards that went from places of one zone to one place, in one sentence."""

    sources: tuple[SeenPlace, ...]
    target: SeenPlace
    cards: tuple[str, ...]


class Story:
    """Tells the steps of a game to one seat, or to onlookers who see everything.

    Args:
        painter: Draws the cards.
        state: The game; it is read up to where it stands now.
        viewer: The seat, None to tell everything.
        first: The step to begin with, counted from 0.
    """

    def __init__(self, painter: Painter, state: State, viewer: int | None, first: int = 0) -> None:
        """Read the journal as the seat saw it."""
        self._painter = painter
        self._program = state.game.program
        self._viewer = viewer
        self._entries = state.journal_for(viewer, first)

    def lines(self) -> Iterator[Text]:
        """Yield who did what, and what followed."""
        for entry in self._entries:
            yield self._action(entry)
            for detail in self._details(entry):
                yield Text.assemble("     ", detail, style="dim")

    def actions(self) -> Iterator[Text]:
        """Yield who did what, a line for each step."""
        return map(self._action, self._entries)

    def _action(self, entry: Entry) -> Text:
        name = self._painter.who(entry.seat, self._viewer)
        name = name[:1].upper() + name[1:]
        unseen = entry.action == UNKNOWN
        what = Text("has chosen, unseen") if unseen else self._painter.words(entry.action)
        where = f" table {entry.table}, " if self._program.tables else " "
        return Text.assemble(where, (name, "bold"), ": ", what)

    def _details(self, entry: Entry) -> Iterator[Text]:
        """Yield what followed from an action, besides the move of the cards that it names."""
        named = Counter(entry.named)
        scores = told_scores = entry.scores
        dealing = False
        pending: _Moves | SeenReveal | None = None
        for event in entry.events:
            fresh: _Moves | SeenReveal | None = None
            if dealing and isinstance(event, SeenMove | SeenReveal | SeenTold | SeenShuffle):
                continue
            if isinstance(event, SeenMove):
                cards = Counter(event.cards)
                if cards <= named:
                    named -= cards
                    continue
                fresh = _Moves((event.source,), event.target, event.cards)
            elif isinstance(event, SeenReveal):
                fresh = event
            if pending is not None:
                joined = _joined(pending, fresh)
                if joined is not None:
                    pending = joined
                    continue
                yield self._told(pending)
            pending = fresh
            match event:
                case SeenDeal(deal=deal):
                    if scores != told_scores:
                        yield self._sheet(scores)
                        told_scores = scores
                    dealing = True
                    yield Text(f"deal {deal} begins")
                case SeenChange(variable="score", seat=seat, value=value):
                    scores = tuple(value if s == seat else old for s, old in enumerate(scores))
                case SeenChange(variable=variable) if not self._program.variables[
                    variable
                ].internal:
                    yield self._changed(event)
                case SeenTold():
                    yield self._hint(event)
                case SeenShuffle(place=place):
                    yield Text.assemble(self._place(place), " is shuffled")
                case _:
                    pass
        if pending is not None:
            yield self._told(pending)
        if scores != told_scores:
            yield self._sheet(scores)

    def _hint(self, event: SeenTold) -> Text:
        """Return which cards somebody was told about."""
        place = self._place(event.place)
        if not event.cards:
            return Text(f"none of {counted(event.among, 'card')} in {place}")
        if not event.positions:
            return Text.assemble(self._cards(event.cards), f" of {event.among} in {place}")
        word = "card" if len(event.positions) == 1 else "cards"
        return Text(f"{word} {' '.join(map(str, event.positions))} in {place}")

    def _told(self, record: _Moves | SeenReveal) -> Text:
        cards = self._cards(record.cards)
        if isinstance(record, SeenReveal):
            verb = " is shown in " if len(record.cards) == 1 else " are shown in "
            return Text.assemble(cards, verb, self._place(record.place))
        first, *others = record.sources
        source = _name(first) if others else self._place(first)  # several players' parts of a zone
        return Text.assemble(cards, " from ", source, " to ", self._place(record.target))

    def _sheet(self, scores: Sequence[int]) -> Text:
        """Return the score sheet after a change."""
        return Text(f"scores: {self._painter.sheet(scores, self._who)}")

    def _who(self, seat: int) -> str:
        return self._painter.who(seat, self._viewer)

    def _cards(self, cards: Sequence[str]) -> Text:
        shown = [card for card in cards if card != UNKNOWN]
        hidden = len(cards) - len(shown)
        if not shown or len(cards) > _MOST:
            return Text("a card" if len(cards) == 1 else f"{len(cards)} cards")
        named = self._painter.cards(shown)
        if hidden:
            named.append(f" and {hidden} unseen")
        return named

    def _place(self, place: SeenPlace) -> str:
        name = _name(place)
        return name if place.seat is None else self._painter.whose(place.seat, self._viewer, name)

    def _changed(self, event: SeenChange) -> Text:
        """Return a variable's new value in words."""
        value = event.value
        if isinstance(value, bool):
            shown = "yes" if value else "no"
        else:
            shown = self._painter.value(event.kind, value, self._viewer) or "none"
        name = spaced(event.variable)
        if event.seat is not None:
            name = self._painter.whose(event.seat, self._viewer, name)
        return Text(f"{name}: {shown}")


def _joined(
    before: _Moves | SeenReveal, after: _Moves | SeenReveal | None
) -> _Moves | SeenReveal | None:
    """Return two records as one if both can be told in one sentence, else None."""
    if isinstance(before, SeenReveal) and isinstance(after, SeenReveal):
        if before.place != after.place:
            return None
        return replace(before, cards=(*before.cards, *after.cards))
    if isinstance(before, _Moves) and isinstance(after, _Moves):
        zones = {source.zone for source in (*before.sources, *after.sources)}
        if before.target != after.target or len(zones) > 1:
            return None
        sources = (*before.sources, *(s for s in after.sources if s not in before.sources))
        return _Moves(sources, before.target, (*before.cards, *after.cards))
    return None


def _name(place: SeenPlace) -> str:
    return spaced(place.zone)
