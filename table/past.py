"""What a viewer has seen of the present deal: each step is read once, however often it is drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from ..interpreter.game.observation.journal import SeenDeal, SeenMove
from ..interpreter.game.observation.redaction import UNKNOWN
from ..interpreter.game.step import chain
from ..interpreter.runtime.journal import Changed, Gathered, Revealed
from .layout import HAND, layout

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

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
        named: the variables that were set in this deal, each with the seat.
        shown: the seats that have shown cards of their hand.
        calls: the actions of phases in which players only call, each with the seat.
        moves: the moves of cards of the last steps, each with its table; without those with which a deal begins.
        dealt: whether a deal has begun in these steps.
        said: the last move of each seat in the phase of the last move, and in calls before it: phase and action.
        received: the moves of cards to the seat's hand since its last action, each with who moved; none for onlookers.
    """

    def __init__(self, seats: tuple[int, ...]) -> None:
        self._seats: tuple[int | None, ...] = seats or (None,)
        self._deal = -1
        self._last: Step | None = None
        self.tricks: list[SeenTrick] = []
        self.named: set[tuple[str, int]] = set()
        self.shown: set[int] = set()
        self.calls: list[tuple[int, str]] = []
        self.said: dict[int, tuple[str, str]] = {}
        self.moves: list[tuple[int, SeenMove]] = []
        self.dealt = False
        self.received: list[tuple[int, SeenMove]] = []

    def read(self, state: State) -> None:
        """Read the steps that are new; all of the deal, if others were taken back."""
        deal = state.position.deal
        if state.last is self._last and deal == self._deal:
            return
        fresh: list[Step] = []
        step = state.last
        while step is not None and step is not self._last and step.before.deal == deal:
            fresh.append(step)
            step = step.previous
        first = fresh[-1] if fresh else state.last
        before = first.number - 1 if first is not None else 0
        entries = self._entries(state, before)
        back = self._last is not None and first is not None and self._last.number >= first.number
        self.moves, self.dealt = [], False
        if not (back and deal == self._deal):
            self._move(entries, deal)
        if step is not self._last or deal != self._deal:
            self._deal, self.tricks, self.calls, self.received = deal, [], [], []
            self.named, self.shown, self.said = set(), set(), {}
        self._last = state.last
        if not fresh:
            return
        calls = layout(state.game).calls
        for each in reversed(fresh):
            self._note(state, each, calls)
        if len(self._seats) == 1:
            self._receive(state, entries)
        if state.game.program.tricks is not None:
            single = len(self._seats) == 1
            seen = [_tricks(state, entries if single else state.journal_for(seat, before)) for seat in self._seats]
            self.tricks += seen[0] if single else map(_shared, *seen)

    def _entries(self, state: State, first: int) -> list[Entry]:
        """Return the steps since one, as the seats saw them."""
        return state.journal_for(self._seats[0], first) if len(self._seats) == 1 else common(state, first)

    def _move(self, entries: Iterable[Entry], deal: int) -> None:
        """Note the moves of cards of some steps, up to the end of a deal."""
        for entry in entries:
            for event in entry.events:
                if isinstance(event, SeenDeal):
                    if event.deal > deal:  # the deal that is looked at is over
                        return
                    self.moves.clear()
                    self.dealt = True
                elif isinstance(event, SeenMove) and not self.dealt:
                    self.moves.append((entry.table, event))

    def _receive(self, state: State, entries: Iterable[Entry]) -> None:
        """Note the moves of cards to the hand of the one seat in some steps; see `received`."""
        kinds = layout(state.game).kinds
        seat = self._seats[0]
        for entry in entries if seat is not None else ():
            if entry.seat == seat:
                self.received = []
            for event in entry.events:
                if isinstance(event, SeenDeal):
                    return
                if not isinstance(event, SeenMove) or event.source == event.target:
                    continue
                if event.target.seat == seat and kinds[event.target.zone] == HAND:
                    self.received.append((entry.seat, event))

    def _note(self, state: State, step: Step, calls: frozenset[str]) -> None:
        site = state.game.machine.sites[step.before.pc]
        if not (site.asked or step.secret or step.sealed):
            text = state.game.notation.text(step.raw)
            if self.said and not one_run(site.phase, next(iter(self.said.values()))[0], calls):
                self.said.clear()
            self.said[step.seat] = (site.phase, text.partition(" ")[0])
            if site.phase in calls:
                self.calls.append((step.seat, text))
        hands = _hands(state)
        for event in step.events:
            if isinstance(event, Gathered):
                if event.deal > state.position.deal:
                    break
                self.named.clear()
                self.shown.clear()
            elif isinstance(event, Changed):
                self.named.add((event.variable, event.seat))
            elif isinstance(event, Revealed):
                self.shown.add(hands.get(event.place, -1))


def one_run(phase: str, other: str, calls: Collection[str]) -> bool:
    """Return whether two phases are one, or both are phases in which players only call."""
    return phase == other or {phase, other} <= set(calls)


def _hands(state: State) -> dict[int, int]:
    """Return the places that are hands, each with its seat."""
    program, recorder = state.game.program, state.game.recorder
    return {
        recorder.place(index, seat): seat
        for index, zone in enumerate(program.zones.values())
        if zone.each and zone.faces == "owner"
        for seat in program.owners(zone)
    }


def _tricks(state: State, entries: Iterable[Entry]) -> list[SeenTrick]:
    """Return the tricks that were taken in some steps, as a seat saw them."""
    tricks = state.game.program.tricks
    assert tricks is not None
    found: list[SeenTrick] = []
    for entry in entries:
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
    steps = chain(state.last, first)
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
