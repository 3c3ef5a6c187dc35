"""The past of a game as one seat saw it: how to take each move back, and what decisions prove.

A sampled world must have a possible past. `Past` makes an outline of it from the chain of steps:
which cards the seat saw move, how many it did not see, and which decisions of other seats give
information about hidden cards (a player who draws because nothing can be played has no playable
card). The outline contains only what the seat knows. `walk_back.py` fills it with the cards of a
world.

The outline of each action is made once, and the outline grows with the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..core.machine import Machine, Raw
from ..errors import CardrulesError
from ..game.action import CARDS, Notation
from ..game.knowledge import Recorder
from ..runtime.journal import Event, Gathered, Moved, Revealed, Shuffled, Told
from ..runtime.melds import cards_of, set_of
from ..runtime.position import Position, at

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..game.step import Step
    from ..play.state import State

Content = int | list[int]
"""The cards of a place: a set if the place has no order, else a list, bottom to top."""


@dataclass(frozen=True, slots=True)
class Back:
    """How to take one event back. "Before" and "after" mean before and after the event.

    Attributes:
        source, target: the places from which and to which cards moved; equal for a shuffle.
        cards: the moved cards, in order; -1 is a card that the seat did not see. Empty for a
            shuffle.
        elsewhere: the cards that the seat knew not to be in the source before.
        surely: the cards that the seat knew to be in the source before.
        landed: the positions of the cards in the target after; None if the target has no order or
            the cards are on top.
        spots: pairs of a position and the card that the seat knew to be there in the source before;
            None if the cards were taken from the top, so that they go back there.
        taken: the positions of the cards in the source before, which the seat need not know; None
            if the cards were taken from the top.
        regained: pairs of a place and cards that the seat knew to be in it before and no longer
            knows after: the cards must be there when the event has been taken back.
        mistaken: pairs of cards with the same face. The seat saw the first card move, and takes it
            for the second card, which it knew to be in the source. In all earlier events, the
            names of the two must be exchanged.
        chosen: the set of places from which the cards were chosen while choices were sealed; 0 if
            they were not chosen so.
        seen: the set of the moved cards if the seat saw them all and they only moved on: between
            places without order, or from the top to the top; else 0.
    """

    source: int
    target: int
    cards: tuple[int, ...]
    elsewhere: int
    surely: int
    landed: tuple[int, ...] | None
    spots: tuple[tuple[int, int], ...] | None
    regained: tuple[tuple[int, int], ...]
    mistaken: tuple[tuple[int, int], ...] = ()
    chosen: int = 0
    taken: tuple[int, ...] | None = None
    seen: int = field(init=False)

    def __post_init__(self) -> None:
        """Find the cards that were seen."""
        plain = self.landed is None and self.spots is None and -1 not in self.cards
        object.__setattr__(self, "seen", set_of(self.cards) if plain else 0)

    @property
    def shuffle(self) -> bool:
        """Whether the event is a shuffle."""
        return not self.cards

    @property
    def unseen(self) -> int:
        """The number of cards that moved unseen."""
        return self.cards.count(-1)


@dataclass(frozen=True, slots=True)
class Fact:
    """What the seat was told about cards in a place without order.

    Attributes:
        place: the place.
        fitting: the set of all cards that fulfil the condition.
        fits: how many of the cards in question do.
        among: how many cards are in question.
        whole: whether these are all cards of the place.
    """

    place: int
    fitting: int
    fits: int
    among: int
    whole: bool

    def holds(self, cards: int) -> bool:
        """Return whether the place can have contained a set of cards."""
        found = (cards & self.fitting).bit_count()
        others = cards.bit_count() - found
        return found >= self.fits and others >= self.among - self.fits


@dataclass(slots=True)
class Check:
    """A decision of another seat, which must have been legal in a sampled past.

    Attributes:
        seat: the seat that decided.
        raw: the action in raw form; only the part that was seen is used.
        hidden: the set of cards in the action that the observer did not see.
        position: the position before the action, in the bare build; its hidden places are filled
            with the cards of a world.
        before: the real position before the action.
        places: the hidden places.
        ruled_out: for each hidden place of the deciding seat on which the action depends, the cards
            that make it illegal as single cards. Without entries, any cards allow the action.
        sealed: whether the action is a sealed choice.
        examined: whether `ruled_out` was looked for (`Past.examine`).
    """

    seat: int
    raw: Raw
    hidden: int
    position: Position
    before: Position
    places: tuple[int, ...]
    ruled_out: dict[int, int]
    sealed: bool
    examined: bool = False


@dataclass(slots=True)
class Turn:
    """The outline of one action.

    Attributes:
        backs: its events, the last one first, and the facts that the seat was told.
        check: the decision to check, if it gives information.
        known: the set of cards whose places the seat knew before the action.
        elsewhere: for each place without order, the cards that the seat knew not to be in it.
        opens: whether a deal began with the action, so that earlier actions do not matter.
        possible: for each card the set of places where it can be after the action, according to
            the moves that the seat saw.
        sealed: the same as `possible`, for the time when the sealed choices were made that are
            being carried out.
        continues: whether it goes on to carry out sealed choices of the turn before.
    """

    backs: tuple[Back | Fact, ...]
    check: Check | None
    known: int
    elsewhere: dict[int, int]
    opens: bool
    possible: list[int]
    sealed: list[int]
    continues: bool


@dataclass(slots=True)
class _Moment:
    """What the seat knows in a position.

    Attributes:
        known: the set of cards whose places it knows.
        spots: the set of cards whose positions it knows.
        contents: the real cards of each place.
    """

    known: int
    spots: int
    contents: list[Content]


class Past:
    """The past of one table of one game, for one seat.

    Attributes:
        turns: the outlines of the actions so far, oldest first.
    """

    def __init__(self, rules: Rules, seat: int, table: int = 0) -> None:
        """Start without actions.

        Args:
            rules: the game.
            seat: the seat.
            table: the table, from 0.
        """
        self.table = table
        self._rules = rules
        self.recorder: Recorder = rules.recorder
        self.notation: Notation = rules.notation
        self.machine: Machine = rules.machine
        self.bare: Machine = rules.bare
        self.pack = rules.program.pack
        self.seat = seat
        self.bit = 1 << seat
        self.every = (1 << self.pack.size) - 1
        self.loose = [index for index, place in enumerate(self.recorder.places) if not place.ordered]
        self.twins = len(set(self.pack.face)) < self.pack.size
        self.steps: list[Step] = []
        self.turns: list[Turn] = []
        self._found: list[Turn | None] = []  # for each step; None if at another table

    def follow(self, state: State) -> list[Turn]:
        """Return the outlines of a state's actions, oldest first; known steps are not repeated."""
        fresh: list[Step] = []
        step = state.last
        while step is not None:
            index = step.number - 1
            if index < len(self.steps) and self.steps[index] is step:
                break
            fresh.append(step)
            step = step.previous
        kept = step.number if step is not None else 0
        del self.steps[kept:], self._found[kept:]
        self.turns = [turn for turn in self._found if turn is not None]
        for new in reversed(fresh):
            self.steps.append(new)
            self._found.append(self._turn(new) if self._concerns(new) else None)
            self.turns += filter(None, self._found[-1:])
        return self.turns

    def _concerns(self, step: Step) -> bool:
        """Return whether a step matters at the table: it was played there, or a new deal began."""
        return step.before.table == self.table or any(isinstance(event, Gathered) for event in step.events)

    def moment(self, position: Position) -> _Moment:
        """Return what the seat knows in a position of the recording build."""
        bit = self.bit
        known = spots = 0
        for card, seats in enumerate(position.know or ()):
            if seats & bit:
                known |= 1 << card
        for card, seats in enumerate(position.spot or ()):
            if seats & bit:
                spots |= 1 << card
        contents: list[Content] = []
        for index in range(len(self.recorder.places)):
            held = self.recorder.held(position, index)
            contents.append(held if isinstance(held, int) else self.recorder.cards(position, index))
        return _Moment(known, spots & known, contents)

    def came(self, position: Position) -> int:
        """Return the cards that the seat knows to have moved since sealed choices were made."""
        origin, traced = position.origin, position.traced
        return set_of(
            card
            for place in range(len(self.recorder.places) if origin else 0)
            for card in self.recorder.cards(position, place)
            if traced[card] & self.bit and origin[card] != place
        )

    def fill(self, position: Position, place: int, content: Content) -> None:
        """Set the cards of a place in a position."""
        where = self.recorder.places[place]
        if where.piles and isinstance(content, list):
            cards = iter(content)
            for pile in self.recorder.piles(position, place):
                pile[:] = [next(cards) for _ in pile]
        elif where.seat < 0:
            setattr(position, where.slot, content)
        else:
            getattr(position, where.slot)[where.seat] = content

    # ------------------------------------------------------------------------------ one action

    def _turn(self, step: Step) -> Turn:
        position = step.before.clone()
        before = self.moment(at(position, self.table))
        possible = self.turns[-1].possible[:] if self.turns else self._anywhere(before)
        continues = bool(self.turns) and bool(at(position, self.table).origin)
        sealed = self.turns[-1].sealed if continues else possible[:]
        watch = _Watch(self, position, before, possible, sealed)
        position.log = watch
        self.machine.play(position, step.raw)
        known = before.known
        elsewhere = {place: away for place in self.loose if (away := known & ~_mask(before.contents[place]))}
        check = None
        if step.seat != self.seat and not watch.opens and not step.secret:
            check = self._check(step, before, at(position, self.table))
        return Turn(
            tuple(reversed(watch.backs)),
            check,
            known,
            elsewhere,
            watch.opens,
            watch.possible,
            watch.sealed,
            continues,
        )

    def possible_faces(self, position: Position) -> dict[int, int]:
        """Return for cards in places with an order what they can be, as the seat was told."""
        size = len(self.recorder.twins)
        of_seat = (position.excluded or [])[self.seat * size : (self.seat + 1) * size]
        return {card: self.every & ~other for card, other in enumerate(of_seat) if other}

    def possible_now(self, position: Position) -> list[int]:
        """Return for each card the set of places where it can be, from one position only."""
        return self._anywhere(self.moment(position))

    def _anywhere(self, moment: _Moment) -> list[int]:
        """Return for each card the set of places where it can be, without knowledge of the past."""
        possible = [0] * self.pack.size
        hidden = 0
        for place, held in enumerate(moment.contents):
            for card in cards_of(_mask(held)):
                if moment.known >> card & 1:
                    possible[card] = 1 << place
                else:
                    hidden |= 1 << place
        return [places or hidden for places in possible]

    def _check(self, step: Step, before: _Moment, after: Position) -> Check | None:
        places = self.recorder.places
        unknown = self.every & ~before.known
        hidden_places = tuple(index for index, held in enumerate(before.contents) if _mask(held) & unknown)
        if not any(places[index].seat == step.seat for index in hidden_places):
            return None
        position = self._rules.bare_position(step.before)
        position.pending = ()
        position.deck = ()
        position.rng = 0
        hidden = self.every & ~before.known
        for card, seats in enumerate(after.know or ()):
            if seats & self.bit:
                hidden &= ~(1 << card)
        return Check(step.seat, step.raw, hidden, position, step.before, hidden_places, {}, step.sealed)

    def examine(self, check: Check, late: Callable[[], bool]) -> None:
        """Find the hidden cards that, as single cards, would have made an action illegal.

        A place gets an entry, perhaps without cards, if the action is not always legal. First the
        hidden places are filled with arbitrary cards, so that the real ones have no influence.

        Args:
            check: the decision; if it was examined before, nothing is done.
            late: tells whether there is no more time; then the decision stays unexamined.
        """
        if check.examined:
            return
        before = self.moment(at(check.before, self.table))
        unknown = self.every & ~before.known
        named = self.notation.cards(check.raw) & ~check.hidden
        spare = cards_of(unknown & ~named)
        mine = [
            place
            for place in check.places
            if self.recorder.places[place].seat == check.seat and isinstance(before.contents[place], int)
        ]
        for place in check.places:
            held = before.contents[place]
            if isinstance(held, list):
                filled = [card if before.spots >> card & 1 else -1 for card in held]
                pool = iter(
                    [card for card in held if not before.spots >> card & 1 and before.known >> card & 1] + spare
                )
                self.fill(check.position, place, [card if card >= 0 else next(pool, 0) for card in filled])
            else:
                self.fill(check.position, place, held & before.known)
        for place in mine:
            held = before.contents[place]
            assert isinstance(held, int)
            # The cards of the action were in one of the actor's places; assume that it was this.
            base = held & before.known | named & unknown
            # Try hands of the right size that together contain each hidden card once. A hand of all
            # hidden cards, or of all with the same ranks, would make searches for melds very slow.
            size = max(held.bit_count() - base.bit_count(), 1)
            suspects: list[int] = []
            hands = -(-len(spare) // size)
            for number in range(hands):
                some = spare[number::hands]
                self.fill(check.position, place, base | set_of(some))
                if late():
                    check.ruled_out.clear()
                    return
                if not self.allows(check):
                    suspects += some
            if suspects:
                self.fill(check.position, place, base)
                out = 0
                if self.allows(check):
                    for card in suspects:
                        self.fill(check.position, place, base | 1 << card)
                        if not self.allows(check):
                            out |= 1 << card
                check.ruled_out[place] = out
            self.fill(check.position, place, held & before.known)
        check.examined = True

    def allows(self, check: Check) -> bool:
        """Return whether the action of a check is legal with the cards now in its position.

        If the action was only seen in part, any legal action that looks the same suffices. Where
        the rules fail with these cards, which nobody may ever hold, nothing is known against it.
        """
        position = check.position
        try:
            legal = self.bare.legal[position.pc](position)
        except CardrulesError:
            return True
        if check.raw in legal:
            return True
        if not check.hidden and not self.twins and not check.sealed:
            return False
        return any(self._alike(check, raw) for raw in legal if raw[0] == check.raw[0])

    def _alike(self, check: Check, other: Raw) -> bool:
        """Return whether another action looks to the seat like the action of a check.

        It does if it has the same number of cards, with the faces that the seat saw among them.
        """
        face = self.pack.face
        kinds = self.notation.kinds(other[0])
        for kind, done, value in zip(kinds, check.raw[1:], other[1:], strict=True):
            if kind not in CARDS:
                if done != value:
                    return False
                continue
            cards = 1 << done if kind == "card" else done
            named = cards_of(1 << value if kind == "card" else value)
            if len(named) != cards.bit_count():
                return False
            faces = [face[card] for card in named]
            for card in cards_of(cards & ~check.hidden):
                if face[card] not in faces:
                    return False
                faces.remove(face[card])
        return True


class _Watch(list[Event]):
    """A journal that records for each event how to take it back."""

    def __init__(
        self,
        past: Past,
        position: Position,
        before: _Moment,
        possible: list[int],
        sealed: list[int],
    ) -> None:
        super().__init__()
        self.possible = possible
        self.sealed = sealed
        self.past = past
        self.position = position
        self.before = before
        self.backs: list[Back | Fact] = []
        self.opens = False

    def append(self, event: Event, /) -> None:
        """Record an event, immediately after it happened."""
        if self.position.table != self.past.table:
            return
        if isinstance(event, Gathered):
            self.backs.clear()
            self.opens = True
            self.possible = self.past.possible_now(self.position)
        elif not isinstance(event, Moved | Shuffled):
            # No card moves, so there is nothing to take back; a shown card becomes known.
            if isinstance(event, Told) and event.knowing & self.past.bit and not event.positions:
                fits = (set_of(event.cards) & event.fitting).bit_count()
                fact = Fact(event.place, event.fitting, fits, len(event.cards), event.whole)
                self.backs.append(fact)
            if isinstance(event, Revealed):
                before, self.before = self.before, self.past.moment(self.position)
                self._placed(before)
            return
        before, self.before = self.before, self.past.moment(self.position)
        if isinstance(event, Moved):
            self._spread(event, before)
            self._placed(before)
            self.backs.append(self._moved(event, before))
        elif isinstance(event, Shuffled):
            spots = _spots(before, event.place)
            self.backs.append(Back(event.place, event.place, (), 0, 0, None, spots, self._regained(before)))

    def _placed(self, before: _Moment) -> None:
        """Record the places of cards that have just become known."""
        fresh = self.before.known & ~before.known
        if fresh:
            for place, held in enumerate(self.before.contents):
                for card in cards_of(_mask(held) & fresh):
                    self.possible[card] = 1 << place

    def _spread(self, event: Moved, before: _Moment) -> None:
        """Record where cards can be after a move."""
        possible, bit = self.possible, self.past.bit
        source, target = 1 << event.source, 1 << event.target
        if any(not seats & bit for seats in event.seen):
            whole = not _mask(self.before.contents[event.source])
            others = self._others(event)
            for card, places in enumerate(possible):
                if places & source and not (self.before.known | others) >> card & 1:
                    possible[card] = (places & ~source if whole else places) | target
        for card, twin in self._mistaken(event, before):
            possible[twin] = possible[card]
            self.sealed = self.sealed[:]
            self.sealed[card], self.sealed[twin] = self.sealed[twin], self.sealed[card]
        for card, seats in zip(event.cards, event.seen, strict=True):
            if seats & bit:
                possible[card] = target

    def _others(self, event: Moved) -> int:
        """Return the cards that were elsewhere when the moved cards were chosen, if they were."""
        if not event.chosen:
            return 0
        chosen = set_of(event.chosen)
        return set_of(card for card, places in enumerate(self.sealed) if not places & chosen)

    def _mistaken(self, event: Moved, before: _Moment) -> tuple[tuple[int, int], ...]:
        """See `Back.mistaken`."""
        lost = before.known & ~self.before.known & _mask(before.contents[event.source])
        pairs: list[tuple[int, int]] = []
        for card, seats in zip(event.cards, event.seen, strict=True):
            if not seats & self.past.bit or before.known >> card & 1:
                continue
            for twin in self.past.recorder.twins[card]:
                if lost >> twin & 1 and twin not in event.cards:
                    lost ^= 1 << twin
                    pairs.append((card, twin))
                    break
        return tuple(pairs)

    def _moved(self, event: Moved, before: _Moment) -> Back:
        bit = self.past.bit
        held = before.contents[event.source]
        inside = _mask(held)
        taken = None
        if isinstance(held, list) and held[-len(event.cards) :] != list(event.cards):
            taken = tuple([held.index(card) for card in event.cards])
        now = self.before.contents[event.target]
        landed = None
        if isinstance(now, list) and now[-len(event.cards) :] != list(event.cards):
            landed = tuple(now.index(card) for card in event.cards)
        return Back(
            source=event.source,
            target=event.target,
            cards=tuple(card if seats & bit else -1 for card, seats in zip(event.cards, event.seen, strict=True)),
            elsewhere=before.known & ~inside | self._others(event),
            surely=before.known & inside,
            landed=landed,
            spots=None if taken is None else _spots(before, event.source),
            regained=self._regained(before),
            mistaken=self._mistaken(event, before),
            chosen=set_of(event.chosen),
            taken=taken,
        )

    def _regained(self, before: _Moment) -> tuple[tuple[int, int], ...]:
        lost = before.known & ~self.before.known
        if not lost:
            return ()
        found = ((place, _mask(held) & lost) for place, held in enumerate(before.contents))
        regained = tuple((place, cards) for place, cards in found if cards)
        # Who knew all cards, as before a deal, and loses sight of those in one place, knows the
        # others still. So the place has the rest in every world.
        whole = before.known == self.past.every and len(regained) == 1
        return () if whole else regained


def _mask(content: Content) -> int:
    return content if isinstance(content, int) else set_of(content)


def _spots(moment: _Moment, place: int) -> tuple[tuple[int, int], ...]:
    held = moment.contents[place]
    if isinstance(held, int):
        return ()
    return tuple((i, card) for i, card in enumerate(held) if moment.spots >> card & 1)
