"""What one seat saw of a game, read backwards: how each move is taken back, and what it proves.

A sampled world must have a past. `Past` turns the chain of what was done into that past's outline:
which cards a seat saw move, how many it did not see, and which decisions of others say something
about cards that are hidden from it (who draws because nothing can be played shows a void). Only
what the seat knew enters, never a hidden card; `worlds` fills the outline with cards.

The outline is made once for each action and grows with the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...compile.machine import Machine
from ...runtime.core import Core, at
from ...runtime.journal import Event, Gathered, Moved, Revealed, Shuffled
from ...runtime.melds import cards_of, set_of
from ..action import Notation
from ..knowledge import Recorder

if TYPE_CHECKING:
    from ..rules import Rules
    from ..state import State
    from ..step import Step

Raw = tuple[int, ...]
Content = int | list[int]
"""A place's cards: a set where no order is kept, else a list with the top last."""


@dataclass(frozen=True, slots=True)
class Back:
    """How one event is taken back.

    Attributes:
        source, target: from which place to which the cards went; a shuffled place is both.
        cards: those that moved, in order; -1 is one that the seat did not see.
        elsewhere: cards of which the seat knew, before, that they were not in the source.
        surely: cards of which it knew, before, that they were in the source.
        landed: where in the target's order they came to lie; None where no order is kept or they
            lie on top.
        spots: where cards had known positions in the source before, (position, card); None where
            the cards were taken from the top, so that they go back there.
        mistaken: pairs of cards that look alike: the seat saw the first move and takes it for the
            second, which it knew to be there; before, the names of the two must be exchanged.
        regained: what the seat no longer knows after the event, (place, cards): these cards must
            be there again when it has been taken back.
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

    @property
    def shuffle(self) -> bool:
        """Whether nothing moved, and a place was shuffled."""
        return not self.cards

    @property
    def unseen(self) -> int:
        """How many cards moved unseen."""
        return self.cards.count(-1)


@dataclass(slots=True)
class Check:
    """A decision of another seat that a sampled past must allow.

    Attributes:
        seat: who decided.
        raw: the action, as the machine has it; only the part that was seen is looked at.
        hidden: the cards in it that the seat did not see.
        position: a position of the bare build in which the hidden places are to be filled.
        places: those places.
        ruled_out: for a place, the cards that, each alone, would have made the action illegal
            there; empty where no cards in the actor's places could.
        sealed: whether the choice was hidden from all when it was made.
    """

    seat: int
    raw: Raw
    hidden: int
    position: Core
    before: Core
    places: tuple[int, ...]
    ruled_out: dict[int, int]
    sealed: bool


@dataclass(slots=True)
class Turn:
    """One action in the outline.

    Attributes:
        backs: its events, the last one first.
        check: what it proves, if anything.
        known: the cards whose places the seat knew before it.
        elsewhere: for each place without order, the cards known not to be in it.
        opens: whether the deal began with it, so that nothing before it matters.
        possible: for each card the places (a set of bits) where it could be after it, for all that
            the seat saw of cards coming and going.
    """

    backs: tuple[Back, ...]
    check: Check | None
    known: int
    elsewhere: dict[int, int]
    opens: bool
    possible: list[int]


@dataclass(slots=True)
class _Moment:
    """What the seat knew at one moment, and the places as they were."""

    known: int
    spots: int
    contents: list[Content]


class Past:
    """The outline of one game's past for one seat; `turns` follows the chain of steps.

    Where a deal is played at several tables, it is the past of one of them.
    """

    def __init__(self, rules: Rules, seat: int, table: int = 0) -> None:
        """Start with an empty chain."""
        self.table = table
        self.recorder: Recorder = rules.recorder
        self.notation: Notation = rules.notation
        self.machine: Machine = rules.machine
        self.bare: Machine = rules.bare
        self.pack = rules.program.pack
        self.seat = seat
        self.bit = 1 << seat
        self.every = (1 << self.pack.size) - 1
        self.loose = [
            index for index, place in enumerate(self.recorder.places) if not place.ordered
        ]
        self.twins = len(set(self.pack.face)) < self.pack.size
        self.steps: list[Step] = []
        self.turns: list[Turn] = []
        self._found: list[Turn | None] = []  # for each step; None if it was at another table

    def follow(self, state: State) -> list[Turn]:
        """Return the outline of a state's past, made anew only where the chain is new."""
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
        """Return whether something happened at the table: if not there, a new deal."""
        return step.before.table == self.table or any(
            isinstance(event, Gathered) for event in step.events
        )

    def moment(self, core: Core) -> _Moment:
        """Return what the seat knows in a position of the recording build."""
        bit = self.bit
        known = spots = 0
        for card, seats in enumerate(core.know or ()):
            if seats & bit:
                known |= 1 << card
        for card, seats in enumerate(core.spot or ()):
            if seats & bit:
                spots |= 1 << card
        contents: list[Content] = []
        for index in range(len(self.recorder.places)):
            held = self.recorder.held(core, index)
            contents.append(held if isinstance(held, int) else self.recorder.cards(core, index))
        return _Moment(known, spots & known, contents)

    def bare_core(self, core: Core) -> Core:
        """Return a position as one of the bare build."""
        copy = core.clone()
        bare = object.__new__(self.bare.core_class)
        for cls in self.bare.core_class.__mro__:
            for slot in getattr(cls, "__slots__", ()):
                setattr(bare, slot, getattr(copy, slot))
        bare.know = bare.spot = bare.log = None
        for waiting in filter(None, bare.tables):
            waiting[bare.own.index("know")] = waiting[bare.own.index("spot")] = None
        return bare

    def fill(self, core: Core, place: int, content: Content) -> None:
        """Put cards into a place of a position."""
        where = self.recorder.places[place]
        if where.piles and isinstance(content, list):
            cards = iter(content)
            shape = self.recorder.piles(core, place)
            setattr(core, where.slot, [[next(cards) for _ in pile] for pile in shape])
        elif where.seat < 0:
            setattr(core, where.slot, content)
        else:
            getattr(core, where.slot)[where.seat] = content

    # ------------------------------------------------------------------------------ one action

    def _turn(self, step: Step) -> Turn:
        core = step.before.clone()
        before = self.moment(at(core, self.table))
        possible = self.turns[-1].possible[:] if self.turns else self._anywhere(before)
        watch = _Watch(self, core, before, possible)
        core.log = watch
        self.machine.play(core, step.raw)
        known = before.known
        elsewhere = {
            place: away for place in self.loose if (away := known & ~_mask(before.contents[place]))
        }
        check = None
        if step.seat != self.seat and not watch.opens:
            check = self._check(step, before, at(core, self.table))
        return Turn(
            tuple(reversed(watch.backs)), check, known, elsewhere, watch.opens, watch.possible
        )

    def possible_now(self, core: Core) -> list[int]:
        """Return where cards can be, from what the seat knows in one position."""
        return self._anywhere(self.moment(core))

    def _anywhere(self, moment: _Moment) -> list[int]:
        """Where cards can be when nothing is known of the past."""
        possible = [0] * self.pack.size
        hidden = 0
        for place, held in enumerate(moment.contents):
            for card in cards_of(_mask(held)):
                if moment.known >> card & 1:
                    possible[card] = 1 << place
                else:
                    hidden |= 1 << place
        return [places or hidden for places in possible]

    def _check(self, step: Step, before: _Moment, after: Core) -> Check | None:
        places = self.recorder.places
        unknown = self.every & ~before.known
        hidden_places = tuple(
            index for index, held in enumerate(before.contents) if _mask(held) & unknown
        )
        if not any(places[index].seat == step.seat for index in hidden_places):
            return None
        position = self.bare_core(step.before)
        position.pending = ()
        position.deck = ()
        position.rng = 0
        hidden = self.every & ~before.known
        for card, seats in enumerate(after.know or ()):
            if seats & self.bit:
                hidden &= ~(1 << card)
        check = Check(
            step.seat, step.raw, hidden, position, step.before, hidden_places, {}, step.sealed
        )
        self._rule_out(check, before, unknown, hidden)
        return check

    def _rule_out(self, check: Check, before: _Moment, unknown: int, hidden: int) -> None:
        """Find out which hidden cards, each alone, would have made the action illegal.

        A place is entered, even if with no card, where the action is not always legal. The hidden
        places are filled with any cards first, so that none of the real ones counts.
        """
        named = self.notation.cards(check.raw) & ~hidden
        spare = cards_of(unknown & ~named)
        mine = [
            place
            for place in check.places
            if self.recorder.places[place].seat == check.seat
            and isinstance(before.contents[place], int)
        ]
        for place in check.places:
            held = before.contents[place]
            if isinstance(held, list):
                filled = [card if before.spots >> card & 1 else -1 for card in held]
                pool = iter([card for card in held if not before.spots >> card & 1
                             and before.known >> card & 1] + spare)  # fmt: skip
                self.fill(check.position, place, [
                    card if card >= 0 else next(pool, 0) for card in filled
                ])  # fmt: skip
            else:
                self.fill(check.position, place, held & before.known)
        for place in mine:
            held = before.contents[place]
            assert isinstance(held, int)
            # What the action names was in one of the actor's places; this one is taken for it.
            base = held & before.known | named & unknown
            # Hands of the right size, which together hold every hidden card once: rules that search
            # a hand for melds would take for ever on all of them together.
            size = max(held.bit_count() - base.bit_count(), 1)
            suspects: list[int] = []
            for start in range(0, len(spare), size):
                some = spare[start : start + size]
                self.fill(check.position, place, base | set_of(some))
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

    def allows(self, check: Check) -> bool:
        """Return whether a check's action is legal in its position as it is filled now.

        Of an action that was not wholly seen, some legal action must look the same.
        """
        core = check.position
        legal = self.bare.legal[core.pc](core)
        if check.raw in legal:
            return True
        if not check.hidden and not self.twins and not check.sealed:
            return False
        return any(self._alike(check, raw) for raw in legal if raw[0] == check.raw[0])

    def _alike(self, check: Check, other: Raw) -> bool:
        """Return whether another action looks to the seat like the one that was done.

        It names as many cards, and among them the faces that the seat saw.
        """
        face = self.pack.face
        kinds = self.notation.kinds(other[0])
        for kind, done, value in zip(kinds, check.raw[1:], other[1:], strict=True):
            if kind not in ("card", "cards", "meld"):
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
    """A journal that notes, event by event, how to take it back."""

    def __init__(self, past: Past, core: Core, before: _Moment, possible: list[int]) -> None:
        super().__init__()
        self.possible = possible
        self.past = past
        self.core = core
        self.before = before
        self.backs: list[Back] = []
        self.opens = False

    def append(self, event: Event, /) -> None:
        """Note an event that has just happened."""
        if self.core.table != self.past.table:
            return
        if isinstance(event, Gathered):
            self.backs.clear()
            self.opens = True
            self.possible = self.past.possible_now(self.core)
        elif not isinstance(event, Moved | Shuffled):
            # Showing a card or changing a variable moves nothing; what was learnt is learnt.
            if isinstance(event, Revealed):
                before, self.before = self.before, self.past.moment(self.core)
                self._placed(before)
            return
        before, self.before = self.before, self.past.moment(self.core)
        if isinstance(event, Moved):
            self._spread(event, before)
            self._placed(before)
            self.backs.append(self._moved(event, before))
        elif isinstance(event, Shuffled):
            spots = _spots(before, event.place)
            self.backs.append(
                Back(event.place, event.place, (), 0, 0, None, spots, self._regained(before))
            )

    def _placed(self, before: _Moment) -> None:
        """Note where cards are that have just become known."""
        fresh = self.before.known & ~before.known
        if fresh:
            for place, held in enumerate(self.before.contents):
                for card in cards_of(_mask(held) & fresh):
                    self.possible[card] = 1 << place

    def _spread(self, event: Moved, before: _Moment) -> None:
        """Note where cards can be after a move."""
        possible, bit = self.possible, self.past.bit
        source, target = 1 << event.source, 1 << event.target
        if any(not seats & bit for seats in event.seen):
            whole = not _mask(self.before.contents[event.source])
            for card, places in enumerate(possible):
                if places & source and not self.before.known >> card & 1:
                    possible[card] = (places & ~source if whole else places) | target
        for card, twin in self._mistaken(event, before):
            possible[twin] = possible[card]
        for card, seats in zip(event.cards, event.seen, strict=True):
            if seats & bit:
                possible[card] = target

    def _mistaken(self, event: Moved, before: _Moment) -> tuple[tuple[int, int], ...]:
        """See `Back.mistaken`."""
        lost = before.known & ~self.before.known & _mask(before.contents[event.source])
        pairs: list[tuple[int, int]] = []
        for card, seats in zip(event.cards, event.seen, strict=True):
            if not seats & self.past.bit or before.known >> card & 1:
                continue
            for twin in self.past.recorder.twins(card):
                if lost >> twin & 1 and twin not in event.cards:
                    lost ^= 1 << twin
                    pairs.append((card, twin))
                    break
        return tuple(pairs)

    def _moved(self, event: Moved, before: _Moment) -> Back:
        bit = self.past.bit
        held = before.contents[event.source]
        inside = _mask(held)
        from_top = isinstance(held, int) or held[-len(event.cards) :] == list(event.cards)
        now = self.before.contents[event.target]
        landed = None
        if isinstance(now, list) and now[-len(event.cards) :] != list(event.cards):
            landed = tuple(now.index(card) for card in event.cards)
        return Back(
            source=event.source,
            target=event.target,
            cards=tuple(
                card if seats & bit else -1
                for card, seats in zip(event.cards, event.seen, strict=True)
            ),
            elsewhere=before.known & ~inside,
            surely=before.known & inside,
            landed=landed,
            spots=None if from_top else _spots(before, event.source),
            regained=self._regained(before),
            mistaken=self._mistaken(event, before),
        )

    def _regained(self, before: _Moment) -> tuple[tuple[int, int], ...]:
        lost = before.known & ~self.before.known
        if not lost:
            return ()
        found = ((place, _mask(held) & lost) for place, held in enumerate(before.contents))
        return tuple((place, cards) for place, cards in found if cards)


def _mask(content: Content) -> int:
    return content if isinstance(content, int) else set_of(content)


def _spots(moment: _Moment, place: int) -> tuple[tuple[int, int], ...]:
    held = moment.contents[place]
    if isinstance(held, int):
        return ()
    return tuple((i, card) for i, card in enumerate(held) if moment.spots >> card & 1)
