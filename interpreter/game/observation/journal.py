"""The history of a game as one seat saw it: actions and events without hidden cards.

The events of a step contain all cards. The entries here contain only those that the seat saw, so
screens, logs and files can show them unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ...runtime.journal import (
    AtTable,
    Changed,
    Disclosed,
    Gathered,
    Moved,
    Revealed,
    Shuffled,
    Told,
)
from ...runtime.melds import cards_of, set_of
from ...runtime.position import at, peek
from ...runtime.teams import points
from ...syntax import types as ty
from ..knowledge import witnesses
from .redaction import UNKNOWN, sees, show_value

if TYPE_CHECKING:
    from ...core.machine import Raw
    from ...runtime.position import Position
    from ..rules import Rules
    from ..step import Step


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """A zone, or the part of a zone that belongs to a seat."""

    zone: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class SeenMove:
    """Cards moved from one place to another; unseen cards are `??` and come last."""

    cards: tuple[str, ...]
    source: SeenPlace
    target: SeenPlace


@dataclass(frozen=True, slots=True)
class SeenReveal:
    """Cards were shown to the seat without being moved."""

    cards: tuple[str, ...]
    place: SeenPlace


@dataclass(frozen=True, slots=True)
class SeenTold:
    """The seat was told which of some cards fulfil a condition.

    Attributes:
        place: where they are.
        cards: the cards that do, as far as the seat sees them.
        positions: their positions from 1, if the place keeps an order.
        among: how many cards it was told about.
        faces: the faces that fulfil the condition; None if the seat does not know them.
    """

    place: SeenPlace
    cards: tuple[str, ...]
    positions: tuple[int, ...]
    among: int
    faces: tuple[str, ...] | None

    def __str__(self) -> str:
        """Return the fact as text: `2 of 5 in hand of 1 are 3R 3Y: 1 4`."""
        seat = self.place.seat
        where = self.place.zone if seat is None else f"{self.place.zone} of {seat}"
        fit = "fit" if self.faces is None else f"are {' '.join(self.faces) or 'nothing'}"
        which = [str(place) for place in self.positions] or [card for card in self.cards if card != UNKNOWN]
        return f"{len(self.cards)} of {self.among} in {where} {fit}: {' '.join(which) or '-'}"


@dataclass(frozen=True, slots=True)
class SeenShuffle:
    """The cards of a place were shuffled."""

    place: SeenPlace


@dataclass(frozen=True, slots=True)
class SeenChange:
    """A variable or a score changed, as far as the seat can tell.

    Attributes:
        variable: its name; `score` for a score.
        seat: the seat whose value it is; None for a variable of the table.
        kind: its type.
        value: the new value, as in an observation.
    """

    variable: str
    seat: int | None
    kind: ty.Type
    value: Any


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """A deal began; the following events of the step belong to it."""

    deal: int


SeenEvent = SeenMove | SeenReveal | SeenTold | SeenShuffle | SeenChange | SeenDeal
"""Any event, as a seat saw it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One step as a seat saw it.

    Attributes:
        seat: the seat that acted.
        table: the table at which it acted, from 1.
        action: the notation of the action; `??` if the seat did not see it.
        named: the cards in the notation, and in those of sealed choices that the action reveals.
        scores: the scores before the action.
        events: the events that it caused.
        settles: whether it was the last of some sealed choices, and so carried them all out.
    """

    seat: int
    table: int
    action: str
    named: tuple[str, ...]
    scores: tuple[int | float, ...]
    events: tuple[SeenEvent, ...]
    settles: bool


@dataclass(frozen=True, slots=True)
class SeenAction:
    """An action as a seat saw it, for programs.

    Attributes:
        seat: the seat that acted.
        look: the action in raw form, as `Notation.look` returns it; `UNSEEN` if the seat did not
            see it, such as a sealed choice, also when it has been revealed.
        news: whether the seat learnt of cards that the action does not name, such as a card that
            was drawn or dealt.
    """

    seat: int
    look: Raw
    news: bool


UNSEEN: Final[Raw] = ()
"""How an action looks to a seat that does not see it at all."""


def history_for(rules: Rules, last: Step | None, now: Position, seat: int | None) -> list[tuple[int, str]]:
    """Return the seat and notation of each action, as a seat saw it.

    Cards that it did not see are `??`, and so are actions at a table that it cannot see. An action that
    is secret is left out.

    Args:
        rules: the game.
        last: the last step.
        now: the position after it.
        seat: the seat; None for all information.
    """
    return [(step.seat, each.text) for step, each in _actions(rules, last, now, seat)]


def journal_for(rules: Rules, last: Step | None, now: Position, seat: int | None, first: int = 0) -> list[Entry]:
    """Return each step with its events, as a seat saw it; what is secret is left out.

    Args:
        rules: the game.
        last: the last step.
        now: the position after it.
        seat: the seat; None for all information.
        first: the step to begin with, from 0.
    """
    read = _actions(rules, last, now, seat, first)
    named: dict[int, list[str]] = {}
    for _, each in read:
        if each.settled is not None:
            named.setdefault(each.settled.number, []).extend(each.cards)
    return [
        Entry(
            step.seat,
            step.table,
            each.text,
            tuple(named.get(step.number, ())),
            tuple(points(rules.program, step.before)),
            tuple(_Reader(rules, step, seat).events()),
            step.sealed and each.settled is step,
        )
        for step, each in read
        if step.number > first
    ]


def events_for(rules: Rules, step: Step, seat: int | None) -> list[SeenEvent]:
    """Return the events of one step, as a seat saw them; seat None sees everything."""
    return list(_Reader(rules, step, seat).events())


def actions_for(rules: Rules, last: Step | None, now: Position, seat: int, first: int) -> list[SeenAction]:
    """Return the actions from a step on, as a seat saw them; what is secret is left out.

    Args:
        rules: the game.
        last: the last step.
        now: the position after it.
        seat: the seat.
        first: the step to begin with, from 0.
    """
    return [
        SeenAction(step.seat, look, _learns(step, look, rules.notation.cards(step.raw), seat))
        for step, each in _actions(rules, last, now, seat, first)
        if step.number > first
        for look in (UNSEEN if step.sealed and step.seat != seat else each.look,)
    ]


def _learns(step: Step, look: Raw, named: int, seat: int) -> bool:
    """Return whether a seat learns of cards that an action, as the seat saw it, does not name."""
    seen = 0
    for event in step.events:
        match event:
            case Moved(cards=cards, seen=watchers):
                seen |= set_of(c for c, seats in zip(cards, watchers, strict=True) if seats >> seat & 1)
            case Revealed(cards=cards, to=to) if to >> seat & 1:
                seen |= set_of(cards)
            case Told(to=to) if to >> seat & 1:
                return True
            case Gathered():
                return True
            case _:
                pass
    known = set_of(card for card, seats in enumerate(step.before.know or ()) if seats >> seat & 1)
    return bool(seen & ~known & ~(named if look else 0))


@dataclass(frozen=True, slots=True)
class _Action:
    """An action as a seat saw it.

    Attributes:
        text: its notation.
        look: its raw form.
        cards: its cards.
        settled: the step that revealed them.
    """

    text: str
    look: Raw
    cards: tuple[str, ...]
    settled: Step | None


def _actions(
    rules: Rules, last: Step | None, now: Position, seat: int | None, first: int = 0
) -> list[tuple[Step, _Action]]:
    """Return the actions as a seat saw them, from the first on, and what that one may reveal."""
    notation, text = rules.notation, rules.program.pack.text
    # Sealed choices are revealed when all those at the table have been carried out, which may need
    # answers. For each table these are the steps from a choice to that end, the latest first.
    settling: dict[int, list[Step]] = {}
    found: list[tuple[Step, _Action]] = []
    previous, after = last, now
    while previous is not None and (
        previous.number > first or any(each[0].number > first for each in settling.values())
    ):
        step = previous
        table = step.before.table
        if not peek(after, table, "pending"):
            settling[table] = [step]
        elif table in settling:
            settling[table].append(step)
        previous, after = step.previous, step.before
        steps = settling.get(table, []) if step.sealed else [step]
        settled = steps[0] if steps else None
        if not step.is_known_to(seat):
            continue
        cards = notation.cards(step.raw)
        if seat is None or step.seat == seat:
            hidden = 0
        elif settled is None or not sees(rules, step.before, seat, table):
            found.append((step, _Action(UNKNOWN, UNSEEN, (), None)))
            continue
        else:
            events = [event for each in reversed(steps) for event in each.events]
            seen = witnesses(rules.recorder, step.before, events)
            hidden = set_of(card for card in cards_of(cards) if not seen[card] >> seat & 1)
        named = [text[card] for card in cards_of(cards & ~hidden)]
        words = (*named, *[UNKNOWN] * hidden.bit_count())
        shown = notation.text(step.raw, hidden), notation.look(step.raw, hidden)
        found.append((step, _Action(*shown, words, settled)))
    return found[::-1]


def heard(rules: Rules, event: Told, seat: int | None) -> SeenTold:
    """Return what a seat was told by an event.

    Args:
        rules: the game.
        event: the event.
        seat: one of the seats that were told; None sees everything.
    """
    text = rules.program.pack.text
    fits = [event.fitting >> card & 1 == 1 for card in event.cards]
    cards = [card for card, fit in zip(event.cards, fits, strict=True) if fit]
    known = [seats for seats, fit in zip(event.know, fits, strict=True) if fit]
    positions = (place for place, fit in zip(event.positions, fits, strict=False) if fit)
    faces = tuple(dict.fromkeys(text[card] for card in cards_of(event.fitting)))
    # In ascending order, because that of the cards would reveal something about them.
    return SeenTold(
        _place(rules, event.place),
        _faces(rules, seat, cards, known),
        tuple(sorted(positions)),
        len(event.cards),
        faces if _is_in(seat, event.knowing) else None,
    )


def _is_in(seat: int | None, seats: int) -> bool:
    return seat is None or bool(seats >> seat & 1)


def _faces(rules: Rules, seat: int | None, cards: Sequence[int], seen: Sequence[int]) -> tuple[str, ...]:
    # Unseen cards come last, because their positions would reveal something about them.
    text = rules.program.pack.text
    known = [text[c] for c, seats in zip(cards, seen, strict=True) if _is_in(seat, seats)]
    return (*known, *[UNKNOWN] * (len(cards) - len(known)))


def _place(rules: Rules, place: int) -> SeenPlace:
    found = rules.recorder.places[place]
    return SeenPlace(found.slot.removeprefix("z_"), found.seat if found.seat >= 0 else None)


class _Reader:
    """Reads the events of one step as a seat saw them."""

    def __init__(self, rules: Rules, step: Step, seat: int | None) -> None:
        self.rules = rules
        self.step = step
        self.seat = seat
        self.table = step.before.table
        self.values: dict[tuple[str, int], Any] = {}

    def events(self) -> Iterator[SeenEvent]:
        """Yield them in their order, a card that is shown several times where it lies only once."""
        dealing = False
        shown: set[int] = set()
        for event in self.step.events:
            if isinstance(event, AtTable | Gathered | Moved | Shuffled):
                shown.clear()  # what is shown now may lie somewhere else
            match event:
                case AtTable(table=table):
                    self.table = table - 1
                case Gathered(deal=deal):
                    if not dealing:  # a deal begins at every table
                        yield SeenDeal(deal)
                    dealing = True
                case _ if not self._sees_table(dealing):
                    pass
                case Moved(cards=cards, source=source, target=target, seen=seen):
                    yield SeenMove(self._faces(cards, seen), self._place(source), self._place(target))
                case Revealed(cards=cards, place=place, to=to):
                    fresh = [card for card in cards if card not in shown]
                    if fresh and self._is_in(to):
                        shown.update(fresh)
                        yield SeenReveal(self._faces(fresh, (to,) * len(fresh)), self._place(place))
                case Told(to=to):
                    if self._is_in(to):
                        yield heard(self.rules, event, self.seat)
                case Shuffled(place=place):
                    yield SeenShuffle(self._place(place))
                case Changed():
                    yield from self._change(event)
                case Disclosed():
                    pass  # the other events show what the seat saw

    def _sees_table(self, dealing: bool) -> bool:
        """Return whether the seat sees this table's events; deals at other tables are not shown."""
        if dealing and self.rules.program.tables is not None:
            return False
        return sees(self.rules, self.step.before, self.seat, self.table)

    def _is_in(self, seats: int) -> bool:
        return _is_in(self.seat, seats)

    def _faces(self, cards: Sequence[int], seen: Sequence[int]) -> tuple[str, ...]:
        return _faces(self.rules, self.seat, cards, seen)

    def _place(self, place: int) -> SeenPlace:
        return _place(self.rules, place)

    def _change(self, event: Changed) -> Iterator[SeenChange]:
        key = event.variable, event.seat
        variable = self.rules.program.variables.get(event.variable)
        kind = variable.type if variable is not None else self.rules.program.points
        if key not in self.values:
            before = at(self.step.before, self.table)
            value = getattr(before, f"v_{event.variable}")
            value = value[event.seat] if event.seat >= 0 else value
            self.values[key] = show_value(self.rules, kind, value, before.know, self.seat)
        shown = show_value(self.rules, kind, event.value, event.know, self.seat)
        if shown != self.values[key]:
            self.values[key] = shown
            seat = event.seat if event.seat >= 0 else None
            yield SeenChange(event.variable, seat, kind, shown)
