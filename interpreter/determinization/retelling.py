"""Retold games: whole games that may have been played, as far as a seat knows.

A sampled world is a position only. A retold game also has a history: what each seat knows and has
seen of it. It is made in these steps:

1. The hidden cards are dealt, and the moves are taken back to the beginning of the deal, as for a
   sampled world. So it is known which card each hidden move has moved.
2. The order of the pack follows from the cards after the deal: each place of the shuffled pack gets
   the card that came to the same place of the table.
3. The deal is played again from there, with the actions of all seats. Hidden cards in them are
   those of the sampled world. Sealed choices that are not revealed yet are chosen at random. Where the
   rules ask only who can do something, other seats may be asked than in the real game; they decline.

Chance after the deal is new. Where it decided something during the deal that the walk back tells,
such as the order of a pile that was shuffled again, it is made to decide the same. Deals before the
present one are the real ones; what was hidden in them is no longer hidden in a retold game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.labels import DEAL
from ..errors import SetupError
from ..game.action import LISTS
from ..game.setup.shuffles import Shuffles
from ..play.state import State
from ..runtime.journal import Gathered, Moved, Shuffled
from ..runtime.melds import cards_of, set_of
from .dealing import TableSampler
from .past import Content
from .walk_back import Walked, renamed

if TYPE_CHECKING:
    from ..core.machine import Raw
    from ..game.step import Step
    from ..runtime.chance import Random
    from ..runtime.position import Position

BUDGET = 24
"""The most deals that are tried for one whose past is possible."""

EXCHANGES = 30
"""How often two cards are exchanged to make an action legal."""

DRAWS = 100
"""How often an action in which chance decides is tried until it goes as the walk back tells."""


@dataclass(frozen=True, slots=True)
class Retold:
    """A game that may have been played.

    Attributes:
        first: the game before its first action.
        state: the game now.
        deck: the order of the pack in the present deal, the card that is dealt first at the front.
    """

    first: State
    state: State
    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Exchange:
    """Two hidden cards of which one must have been in the place of the other before a step.

    Attributes:
        step: the number of the step, from 0.
        wanted: the card that is played in it.
        instead: a card that could be played.
    """

    step: int
    wanted: int
    instead: int


class Retelling:
    """Samples games with their history that one seat cannot distinguish from the real one."""

    def __init__(self, state: State, first: State, seat: int) -> None:
        """Read what the seat knows.

        Args:
            state: the real game.
            first: the real game before its first action.
            seat: the seat.

        Raises:
            SetupError: there are several tables, or the deal did not begin with a shuffle.
        """
        rules = self._rules = state.game
        if rules.program.tables is not None:
            raise SetupError("a game at several tables cannot be sampled with its history")
        self._state, self._first, self._seat = state, first, seat
        steps = state.steps()
        began = max(
            (step.number for step in steps if any(isinstance(e, Gathered) for e in step.events)),
            default=0,
        )
        self._opened = steps[began - 1] if began else None
        self._steps = steps[began:]
        self._deck = self._real_deck()
        self._sampler = TableSampler(state, seat, 0, lambda part: False, whole=True)
        now = state.position
        sealed = [step.number for step in self._steps if step.sealed]
        self._waiting = sealed[len(sealed) - len(now.pending) :]
        self._arrived = self._sampler.past.came(now)
        past = self._sampler.past
        self._real = [past.moment(each) for each in [*(s.before for s in self._steps), now]]

    def _real_deck(self) -> tuple[int, ...]:
        """Return the order of the pack after the first shuffle of the present deal."""
        machine = self._rules.machine
        if self._opened is None:
            opening = self._state.opening
            if opening is None or opening.given is not None:
                raise SetupError("a game that began with a given position has no deal to sample")
            position = opening.undealt(machine)
            position.log = found = Shuffles(self._rules, position)
            machine.advance(position, DEAL)
        else:
            position = self._opened.before.clone()
            position.log = found = Shuffles(self._rules, position)
            machine.play(position, self._opened.raw)
        if 0 not in found.decks:
            raise SetupError("a deal that begins without a shuffle cannot be sampled")
        return found.decks[0]

    def sample(self, rng: Random) -> Retold | None:
        """Return a game that may have been played; None if the cards that were tried do not fit.

        Whether the seat cannot tell it from the real one is up to the caller to check: it may have
        been told something that sampling does not consider.

        Args:
            rng: the random numbers.
        """
        told = self._sampler.retell(rng, BUDGET)
        if told is None:
            return None
        now, walked = told
        # The turn that opened the deal is left out: it is played from the deck.
        turns = walked[: len(self._steps)][::-1]
        contents = [*(turn.before for turn in turns), now]
        deck = self._renamed_deck(contents[0], rng)
        for _ in range(EXCHANGES):
            found = self._replayed(deck, turns, contents, rng)
            if found is None or isinstance(found, Retold):
                return found
            names = {found.wanted: found.instead, found.instead: found.wanted}
            deck = tuple(names.get(card, card) for card in deck)
            turns = [turn if number >= found.step else turn.renamed(names) for number, turn in enumerate(turns)]
            contents = [held if number > found.step else renamed(held, names) for number, held in enumerate(contents)]
        return None

    def _replayed(
        self, deck: tuple[int, ...], turns: list[Walked], contents: list[list[Content]], rng: Random
    ) -> Retold | _Exchange | None:
        """Play the deal again; return what may help if an action is not legal."""
        state = self._begun(deck)
        first = self._first if self._opened is not None else state.clone()
        state.position.rng = _seed(rng)
        names = self._names(turns)
        for number, step in enumerate(self._steps):
            if step.secret and step.seat != self._seat:
                continue
            self._decline(state, step.before)
            if state.current_player() != step.seat:
                return None
            raw = self._action(state, step, number, names[number], contents[number], rng)
            if raw not in state.raw_legal_actions():
                return self._exchange(state, number, raw, rng)
            played = self._played(state, step, raw, turns[number], rng)
            if played is None:
                return None
            state = played
        self._decline(state, self._state.position)
        return Retold(first, state, deck)

    def _decline(self, state: State, real: Position) -> None:
        """Let others decline who are asked in this world, until the decision of the real position."""
        sites = self._rules.machine.sites
        while state.position.pc >= 0:
            acting, place = state.position.actor, state.position.pc
            if acting == self._seat or not sites[place].declining or (acting, place) == (real.actor, real.pc):
                return
            state.apply_raw(next(raw for raw in state.raw_legal_actions() if sites[place].is_secret(raw)))

    def _exchange(self, state: State, number: int, raw: Raw, rng: Random) -> _Exchange | None:
        """Return which hidden card a seat must have had instead, so that its action is legal.

        For example, it may play only the card that it has just drawn.
        """
        kinds = self._rules.notation.kinds(raw[0])
        unknown = ~self._real[number].known
        found: list[_Exchange] = []
        for other in state.raw_legal_actions():
            if other[0] != raw[0]:
                continue
            wrong = [(kind, one, two) for kind, one, two in zip(kinds, raw[1:], other[1:], strict=True) if one != two]
            if len(wrong) != 1:
                continue
            kind, wanted, instead = wrong[0]
            if kind == "card" and unknown >> wanted & unknown >> instead & 1:
                found.append(_Exchange(number, wanted, instead))
        return rng.choice(found) if found else None

    def _renamed_deck(self, world: list[Content], rng: Random) -> tuple[int, ...]:
        """Return the deck that deals the cards of a world, from those right after the deal."""
        names: dict[int, int] = {}
        for real, filled in zip(self._real[0].contents, world, strict=True):
            if isinstance(real, int):
                assert isinstance(filled, int)
                names.update((card, card) for card in cards_of(real & filled))
                others = cards_of(filled & ~real)
                rng.shuffle(others)
                names.update(zip(cards_of(real & ~filled), others, strict=True))
            else:
                assert isinstance(filled, list)
                names.update(zip(real, filled, strict=True))
        return tuple(names.get(card, card) for card in self._deck)

    def _begun(self, deck: tuple[int, ...]) -> State:
        """Return the game after the present deal began with a deck."""
        rules = self._rules
        if self._opened is not None:
            state = State(rules, self._opened.before.clone(), self._opened.previous)
            state.position.deck = deck
            state.apply_raw(self._opened.raw)
            return state
        assert self._state.opening is not None
        position = self._state.opening.undealt(rules.machine)
        position.deck = deck
        rules.machine.advance(position, DEAL)
        return State(rules, position, None)

    def _names(self, turns: list[Walked]) -> list[dict[int, int]]:
        """Return for each step the cards of the world for the cards that its action moves.

        A sealed choice moves its cards in a later step.
        """
        found: list[dict[int, int]] = []
        sealed: dict[int, int] = {}
        for step, turn in zip(reversed(self._steps), reversed(turns), strict=True):
            names: dict[int, int] = {}
            events = [event for event in step.events if isinstance(event, Moved | Shuffled)]
            for event, cards in zip(events, reversed(turn.moved), strict=True):
                if isinstance(event, Moved):
                    for card, name in zip(event.cards, cards, strict=True):
                        names.setdefault(card, name)
                        if event.chosen:
                            sealed.setdefault(card, name)
            found.append({**names, **sealed} if step.sealed else names)
            if not step.before.pending:  # the first of the choices that are sealed together
                sealed.clear()
        return found[::-1]

    def _action(
        self,
        state: State,
        step: Step,
        number: int,
        names: dict[int, int],
        world: list[Content],
        rng: Random,
    ) -> Raw:
        """Return the action of a step with the cards of a world; it need not be legal there."""
        legal = state.raw_legal_actions()
        notation = self._rules.notation
        if step.number in self._waiting and step.seat != self._seat:
            kept = [each for each in legal if not notation.cards(each) & self._arrived]
            return rng.choice(kept or legal)
        raw = step.raw
        cards = notation.cards(raw)
        if cards:
            names = self._completed(cards, names, number, world, rng)
            kinds = notation.kinds(raw[0])
            values = (
                names[value]
                if kind == "card"
                else set_of(names[card] for card in cards_of(value))
                if kind in LISTS
                else value
                for kind, value in zip(kinds, raw[1:], strict=True)
            )
            raw = (raw[0], *values)
        if raw in legal:
            return raw
        text = notation.text(raw)
        return next((each for each in legal if notation.text(each) == text), raw)

    def _completed(
        self, cards: int, names: dict[int, int], number: int, world: list[Content], rng: Random
    ) -> dict[int, int]:
        """Return names for all cards of an action, also for those that it does not move."""
        names = dict(names)
        moment = self._real[number]
        used = set_of(names[card] for card in cards_of(cards) if card in names)
        for card in cards_of(cards):
            if card in names:
                continue
            name = card
            if not moment.known >> card & 1:
                for real, filled in zip(moment.contents, world, strict=True):
                    if isinstance(real, list) and isinstance(filled, list):
                        if card in real:
                            name = filled[real.index(card)]
                    elif isinstance(real, int) and isinstance(filled, int) and real >> card & 1:
                        hidden = cards_of(filled & ~moment.known & ~used)
                        name = rng.choice(hidden) if hidden else card
            names[card] = name
            used |= 1 << name
        return names

    def _played(self, state: State, step: Step, raw: Raw, turn: Walked, rng: Random) -> State | None:
        """Play an action; return None if it does not move the cards that the walk back tells."""
        face = self._rules.program.pack.face
        events = [event for event in step.events if isinstance(event, Moved | Shuffled)]
        expected: list[list[int]] = []
        deck: tuple[int, ...] = ()
        for event, cards in zip(events, reversed(turn.moved), strict=True):
            if isinstance(event, Moved):
                expected.append(sorted(face[card] for card in cards))
            else:
                deck = deck or cards[::-1]
        for _ in range(DRAWS):
            state.position.deck = deck
            state.apply_raw(raw)
            last = state.last
            assert last is not None
            moved = [sorted(face[card] for card in event.cards) for event in last.events if isinstance(event, Moved)]
            if moved == expected:
                return state
            if state.position.rng == last.before.rng:
                return None
            state = State(self._rules, last.before.clone(), last.previous)
            state.position.rng = _seed(rng)
        return None


def _seed(rng: Random) -> int:
    """Return a random state of the generator of a game."""
    return rng.below(1 << 32) << 32 | rng.below(1 << 32)
