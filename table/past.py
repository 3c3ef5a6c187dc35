"""What a viewer has seen of the present deal: each step is read once, however often it is drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from ..interpreter.game.observation.journal import SeenMove
from ..interpreter.game.observation.redaction import UNKNOWN
from ..interpreter.runtime.journal import Gathered, Moved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..interpreter.game.observation.journal import Entry, SeenEvent
    from ..interpreter.game.step import Step
    from ..interpreter.play.state import State

SeenTrick: TypeAlias = tuple[int | None, tuple[tuple[int, str], ...]]
"""The seat that took a trick, and its cards, each with the seat that played it."""


class Past:
    """The steps of the present deal, as some seats saw them.

    Args:
        seats: the seats that see the same page: one, or all for an onlooker, who sees what all of
            them see; none for everything.

    Attributes:
        tricks: the tricks that were taken, oldest first.
        left: the zones that cards have left since the deal.
    """

    def __init__(self, seats: tuple[int, ...]) -> None:
        self._seats: tuple[int | None, ...] = seats or (None,)
        self._deal = -1
        self._last: Step | None = None
        self.tricks: list[SeenTrick] = []
        self.left: set[str] = set()

    def read(self, state: State) -> None:
        """Read the steps that are new; all of the deal, if others were taken back."""
        deal = state.position.deal
        fresh: list[Step] = []
        step = state.last
        while step is not None and step is not self._last and step.before.deal == deal:
            fresh.append(step)
            step = step.previous
        if step is not self._last or deal != self._deal:
            self._deal, self.tricks, self.left = deal, [], set()
        self._last = state.last
        if not fresh:
            return
        for each in reversed(fresh):
            self._note_left(state, each)
        if state.game.program.tricks is not None:
            before = fresh[-1].number - 1
            seen = [_tricks(state, seat, before) for seat in self._seats]
            self.tricks += seen[0] if len(seen) == 1 else map(_shared, *seen)

    def _note_left(self, state: State, step: Step) -> None:
        recorder = state.game.recorder
        names = {recorder.place(index, -1): name for index, name in enumerate(state.game.program.zones)}
        for event in step.events:
            if isinstance(event, Gathered):
                self.left.clear()
                return
            if isinstance(event, Moved) and event.source in names:
                self.left.add(names[event.source])


def _tricks(state: State, seat: int | None, first: int) -> list[SeenTrick]:
    """Return the tricks that were taken since a step, as a seat saw them."""
    tricks = state.game.program.tricks
    assert tricks is not None
    found: list[SeenTrick] = []
    for entry in state.journal_for(seat, first):
        moves = [
            event
            for event in entry.events
            if isinstance(event, SeenMove) and event.source.zone == tricks.played and event.target.zone == tricks.won
        ]
        if moves:
            cards = [(move.source.seat, card) for move in moves if move.source.seat is not None for card in move.cards]
            found.append((moves[0].target.seat, tuple(cards)))
    return found


def _shared(*views: SeenTrick) -> SeenTrick:
    """Return what several seats saw of one trick."""
    taker, cards = views[0]
    others = [view[1] for view in views[1:]]
    return taker, tuple(
        (seat, card if all(other[at : at + 1] == ((seat, card),) for other in others) else UNKNOWN)
        for at, (seat, card) in enumerate(cards)
    )


# --------------------------------------------------------------------------------- onlookers


def common(state: State, first: int) -> list[Entry]:
    """Return the steps since one with what every seat saw of them; what is secret is left out."""
    steps = state.steps()[first:]
    journals: list[list[Entry]] = []
    for seat in range(state.game.players):
        known = (step for step in steps if step.is_known_to(seat))
        entries = zip(known, state.journal_for(seat, first), strict=True)
        journals.append([entry for step, entry in entries if not step.secret])
    return [_common_entry(views) for views in zip(*journals, strict=True)]


def _common_entry(views: Sequence[Entry]) -> Entry:
    """Return what several seats saw of one step."""
    shown = not any(UNKNOWN in view.action.split(" ") for view in views)
    named = Counter(views[0].named)
    for view in views[1:]:
        named &= Counter(view.named)
    return replace(
        views[0],
        action=views[0].action if shown else UNKNOWN,
        named=tuple(named.elements()),
        events=tuple(_common_events([list(view.events) for view in views])),
    )


def _common_events(views: list[list[SeenEvent]]) -> Iterator[SeenEvent]:
    """Yield the events that all seats saw, in their order; of moves the cards that all saw."""
    for event in views[0]:
        found = [next((at for at, each in enumerate(view) if _like(event, each)), -1) for view in views]
        if -1 in found:
            continue
        likes = [view[at] for view, at in zip(views, found, strict=True)]
        for view, at in zip(views[1:], found[1:], strict=True):
            del view[: at + 1]
        if isinstance(event, SeenMove):
            cards = Counter(event.cards)
            for each in likes[1:]:
                assert isinstance(each, SeenMove)
                cards &= Counter(each.cards)
            del cards[UNKNOWN]
            seen = tuple(cards.elements())
            hidden = (UNKNOWN,) * (len(event.cards) - len(seen))
            yield replace(event, cards=seen + hidden)
        else:
            yield event


def _like(event: SeenEvent, other: SeenEvent) -> bool:
    """Return whether two events are one, as two seats saw it."""
    if isinstance(event, SeenMove) and isinstance(other, SeenMove):
        places = event.source == other.source and event.target == other.target
        return places and len(event.cards) == len(other.cards)
    return event == other
