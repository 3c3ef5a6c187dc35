"""Episodes: one game in play, as every environment sees it.

An episode drives the recording build of a game directly. It keeps no history of positions, so a
step costs little; the `State` of the public API is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..interpreter.errors import SetupError
from ..interpreter.game.observation.view import observe
from ..interpreter.game.setup.opening import START_OF_DEAL, Deck, initial_position
from ..interpreter.native.stepping.stepping import LUCK
from ..interpreter.play.game import Game
from ..interpreter.runtime.position import peek
from .choice import Choice
from .observations import RECENT
from .past import last_actions, last_facts, recent_of
from .told import told_to

if TYPE_CHECKING:
    from ..interpreter.core.machine import Raw
    from ..interpreter.determinization.retelling import Retold
    from ..interpreter.play.state import State
    from ..interpreter.runtime.journal import Event
    from ..interpreter.runtime.position import Position
    from .choice import Counts, Mask
    from .game_spaces import Spaces
    from .observations import Array, Recent
    from .told import Fact


class Episode:
    """A game in play, driven by the numbers of its action space.

    Attributes:
        spaces: the spaces of the game.
        seed: the seed of all chance.
        actions: all actions so far, in raw form.
        chosen: the steps of an unfinished action.
        sampled: whether it is a sampled game, or what was played after one.

    >>> import cardrules
    >>> from cardrules.environments.game_spaces import Spaces
    >>> from cardrules.interpreter.play.game import rules_of
    >>> episode = Episode(Spaces(rules_of(cardrules.load("oh_hell"))), seed=3)
    >>> while episode.player is not None:
    ...     episode.step(episode.legal()[0])
    >>> len(episode.returns())
    4
    """

    def __init__(self, spaces: Spaces, seed: int = 0, deck: Deck | None = None, dealer: int | None = None) -> None:
        """Deal a new game.

        Args:
            spaces: the spaces of the game.
            seed: the seed of all chance, any integer.
            deck: the order of the pack after the first shuffle, as for `Game.new_initial_state`.
            dealer: the seat of the dealer, as there.

        Raises:
            RulesetError: the rules leave a player without a legal action.
            StepBudgetError: a rule takes too many steps.
        """
        self.seed = seed
        self._deck, self._dealer = deck, dealer
        game = spaces.game
        self._begin(spaces, initial_position(game, game.machine, seed, deck=deck, dealer=dealer))
        self._position.log = [] if game.program.tells else None
        self._machine.advance(self._position, START_OF_DEAL)
        self._hear(self._position.log or ())
        self._position.log = None
        self._list()

    @classmethod
    def retold(cls, spaces: Spaces, game: Retold, chosen: Sequence[int]) -> Episode:
        """Return a sampled game; it cannot be pickled, for no seed or deck leads to it.

        Args:
            spaces: the spaces of the game.
            game: the game, with its history.
            chosen: the steps of an unfinished action.
        """
        steps = game.state.steps()
        found = object.__new__(cls)
        found._begin(spaces, game.state.position.clone())
        found.seed, found._deck, found._dealer = 0, None, None
        found.actions = [step.raw for step in steps]
        found._recent, found._facts = last_actions(game.state), last_facts(game.state, game.first.opening)
        found._state, found._first = game.state, game.first
        found.sampled = True
        found._list()
        for number in chosen:
            found.step(number)
        return found

    def _begin(self, spaces: Spaces, position: Position) -> None:
        """Begin with a position, without its past."""
        self.spaces = spaces
        self._machine = spaces.game.machine
        self._position = position
        self.actions: list[Raw] = []
        self._recent: list[Recent] = []
        # For each seat what it was told last in this deal, the latest last.
        self._facts: Sequence[Sequence[Fact]] = [()] * spaces.game.players
        self._state: State | None = None
        self._first: State | None = None
        self.sampled = False
        # For each seat the number of steps whose text can no longer change, and the text.
        self._told: dict[int, tuple[int, str]] = {}

    @property
    def player(self) -> int | None:
        """The seat that chooses; None if the game is over."""
        return self._position.actor if self._position.pc >= 0 else None

    @property
    def deal(self) -> int:
        """The number of the deal in the match, from 1."""
        return self._position.deal

    @property
    def awaits_choices(self) -> bool:
        """Whether sealed choices were made that are not carried out before others are made, too."""
        position = self._position
        return any(peek(position, table, "pending") for table in range(len(position.tables)))

    @property
    def chosen(self) -> tuple[int, ...]:
        """The steps of an unfinished action."""
        return self._choice.chosen

    def _list(self) -> None:
        """List the legal actions by the steps in which they are chosen."""
        self._texts: dict[int, str] = {}
        self._choice = Choice(self.spaces.actions, ())
        if self._position.pc < 0:
            return
        legal = self._machine.legal[self._position.pc](self._position)
        if not legal:
            self.spaces.game.no_legal_action(self._position)
        self._choice = Choice(self.spaces.actions, legal)

    def legal(self) -> list[int]:
        """Return the numbers that may be chosen now, in ascending order."""
        return self._choice.legal()

    def mask(self) -> Mask:
        """Return 1 for each number that may be chosen now, and 0 for the others."""
        return self._choice.mask()

    def completions(self) -> Counts:
        """Return for each number how many legal actions it may become; 0 if it is masked.

        A number drawn in proportion to these, at each step, makes all actions equally likely.
        """
        return self._choice.completions()

    def step(self, action: object) -> None:
        """Choose a number: an action, or the next step of one.

        Args:
            action: an integer of Python or numpy.

        Raises:
            IllegalActionError: the number may not be chosen now; nothing is changed.
            RulesetError: the rules leave a player without a legal action.
            StepBudgetError: a rule takes too many steps.
        """
        found = self._choice.step(action, self.player)
        if isinstance(found, Choice):
            self._choice, self._texts = found, {}
        else:
            self.apply(found)

    def step_at_random(self, luck: int) -> None:
        """Do one of the legal actions.

        Args:
            luck: tells which of them, a number below `LUCK`.
        """
        raws = self._choice.actions
        self.apply(raws[luck * len(raws) // LUCK])

    def apply(self, raw: Raw) -> None:
        """Play a legal action in raw form, and remember what each seat saw of it."""
        position = self._position
        site = self._machine.sites[position.pc]
        sealed = site.sealed
        before = position
        if not sealed and self.spaces.game.notation.cards(raw):
            before, position.log = position.clone(), []
        elif self.spaces.game.program.tells:
            position.log = []
        actor = position.actor
        self._machine.play(position, raw)
        events, position.log = position.log or (), None
        if not site.is_secret(raw):
            recent = recent_of(self.spaces.game, actor, raw, before, events, sealed)
            self._recent = [*self._recent[-RECENT + 1 :], recent]
        self._hear(events)
        self.actions.append(raw)
        self._list()

    def _hear(self, events: Sequence[Event]) -> None:
        """Remember what seats were told."""
        if self.spaces.game.program.tells:
            self._facts = told_to(self.spaces.game.players, self._facts, events)

    def observe(self, seat: int) -> Array:
        """Return what a seat knows, as an array of `spaces.size` numbers.

        Raises:
            SetupError: there is no such seat.
        """
        seat = self.spaces.game.check_seat(seat)
        chosen = np.zeros(self.spaces.actions.size, np.float32)
        if seat == self.player:
            chosen[list(self.chosen)] = 1.0
        observations, facts = self.spaces.observations, self._facts[seat]
        known = observations.observe(self._position, seat, self._recent, facts)
        return np.concatenate((known, chosen))

    def returns(self) -> list[int | float]:
        """Return the value that each seat maximizes, as `State.returns`."""
        return self.spaces.game.returns(self._position)

    def rewarded(self) -> list[int | float]:
        """Return the rewards so far: the returns, but 0 before the first choice.

        So the first rewards count from the beginning of the game, and all of them add up to the
        returns, also where chips are put in before anybody has a choice.
        """
        return self.returns() if self.actions or self.chosen else [0] * self.spaces.game.players

    @property
    def state(self) -> State:
        """The same game as a `State` of the public API; it must not be changed."""
        state = self._state
        done = state.last.number if state is not None and state.last is not None else 0
        if state is None or done < len(self.actions):
            state = (state or self.beginning).clone()
            for raw in self.actions[done:]:
                state.apply_raw(raw)
            self._state = state  # as a whole, for other threads
        return state

    @property
    def beginning(self) -> State:
        """The game before its first action; it must not be changed."""
        if self._first is None:
            self._first = Game(self.spaces.game).new_initial_state(self.seed, deck=self._deck, dealer=self._dealer)
        return self._first

    def information_state(self, seat: int) -> str:
        """Return all that a seat knows and has seen, as a text.

        Two texts are equal exactly if the seat cannot tell the two games apart: what it saw at the
        beginning, every action and event since, and its own choices are equal (perfect recall).

        Raises:
            SetupError: there is no such seat.
        """
        seat = self.spaces.game.check_seat(seat)
        found = self._texts.get(seat)
        if found is None:
            game, position = self.spaces.game, self._position
            lines = [self._story(seat)]
            if seat == self.player:
                names = self.spaces.actions.names
                lines.append(" ".join([names[number] for number in self.chosen]))
            legal = map(str, self.state.legal_actions()) if seat == self.player else ()
            lines.append(str(observe(game, position, seat, legal, ())))
            found = self._texts[seat] = "\n".join(lines)
        return found

    def _story(self, seat: int) -> str:
        """Return what a seat saw at the beginning and since; known parts are not written again."""
        state = self.state
        if seat not in self._told:
            self._told[seat] = 0, str(self.beginning.observation(seat))
        first, text = self._told[seat]
        entries = state.journal_for(seat, first)
        text = "\n".join([text, *(f"{entry.seat}: {entry.action} {entry.events}" for entry in entries)])
        if not self.awaits_choices:  # for sealed choices are shown later than they were made
            self._told[seat] = len(self.actions), text
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle how the game began, and all choices.

        Raises:
            SetupError: the game is sampled.
        """
        if self.sampled:
            raise SetupError("a sampled game cannot be saved, for no seed or deck leads to it")
        opening = self.seed, self._deck, self._dealer
        return _again, (self.spaces, opening, self.actions, self.chosen)

    def clone(self) -> Episode:
        """Return an independent copy."""
        copy = object.__new__(Episode)
        copy.__dict__.update(self.__dict__)
        copy._position = self._position.clone()
        copy.actions = self.actions[:]
        copy._state = self._state and self._state.clone()
        copy._told = self._told.copy()
        return copy

    def __deepcopy__(self, memo: object) -> Episode:
        """Return an independent copy."""
        return self.clone()


def _again(
    spaces: Spaces,
    opening: tuple[int, Deck | None, int | None],
    actions: list[Raw],
    chosen: tuple[int, ...],
) -> Episode:
    """Return an episode by playing its actions again."""
    episode = Episode(spaces, *opening)
    for number in (*(step for raw in actions for step in spaces.actions.steps(raw)), *chosen):
        episode.step(number)
    return episode


def rewards(before: Sequence[float], after: Sequence[float]) -> list[float]:
    """Return by how much the returns of each seat changed."""
    return [new - old for old, new in zip(before, after, strict=True)]


def drawn(completions: NDArray[np.int32], luck: float) -> int:
    """Return a number, each in proportion to the actions that it may become.

    Args:
        completions: how many these are.
        luck: a random number from 0 up to 1.

    Raises:
        SetupError: there is none.
    """
    sums = completions.cumsum(dtype=np.int64)
    if not sums[-1]:
        raise SetupError("the game is over; call reset() for the next one")
    return int(sums.searchsorted(int(luck * sums[-1]), side="right"))
