"""Episodes: one game in play, as every environment sees it.

An episode drives the recording build of a game directly. It keeps no history of positions, so a
step costs little; the `State` of the public API is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..interpreter.errors import IllegalActionError, SetupError
from ..interpreter.game.knowledge import witnesses
from ..interpreter.game.observation.view import observe
from ..interpreter.game.setup.opening import START_OF_DEAL, Deck, initial_position
from ..interpreter.native.stepping.stepping import LUCK
from ..interpreter.play.game import Game
from ..interpreter.runtime.melds import cards_of
from ..interpreter.runtime.position import peek
from ..interpreter.shared import Locks
from ..interpreter.source.scalars import MAX_NUMBER
from .actions import ActionSpace
from .arguments import whole
from .observations import RECENT, Array, ObservationSpace, Recent
from .told import told_to

if TYPE_CHECKING:
    from ..interpreter.core.machine import Raw
    from ..interpreter.determinization.retelling import Retold
    from ..interpreter.game.rules import Rules
    from ..interpreter.play.state import State
    from ..interpreter.runtime.journal import Event
    from ..interpreter.runtime.position import Position
    from .told import Fact

Mask = NDArray[np.int8]
Counts = NDArray[np.int32]


class Spaces:
    """The action space and the observation space of a game.

    Attributes:
        game: the game.
        actions: the numbers of its actions.
        observations: the entries of its observations.
        size: the length of an observation: what a seat knows, and one entry for each number of the
            action space, 1 for the steps of an unfinished action of that seat.
    """

    def __init__(self, game: Rules) -> None:
        """Derive the spaces from a game."""
        self.game = game
        self.actions = ActionSpace(game.program)
        self.observations = ObservationSpace(game)
        self.size = self.observations.size + self.actions.size

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game only."""
        return _spaces, (self.game,)

    @property
    def names(self) -> tuple[str, ...]:
        """What each entry of an observation is."""
        chosen = (f"chosen: {name}" for name in self.actions.names)
        return (*self.observations.names, *chosen)

    @cached_property
    def limits(self) -> tuple[Array, Array]:
        """The least and the greatest value of each entry; 10¹⁸ where the rules set no limit."""
        observed = self.observations
        first, planes = np.array(observed.limits, np.float32), np.array(observed.most_of_planes, np.float32)
        chosen = np.ones(self.actions.size, np.float32)
        most = np.concatenate((first[:, 1], planes, chosen))
        least = np.zeros_like(most)
        least[: len(first)] = first[:, 0]
        return least, most

    @cached_property
    def scaled_limits(self) -> tuple[Array, Array]:
        """The least and the greatest value of each entry of scaled observations."""
        return self.scaled(self.limits[0]), self.scaled(self.limits[1])

    @cached_property
    def _scale(self) -> tuple[Array, NDArray[np.intp]]:
        """By what each entry is multiplied, and which entries have no limit."""
        size = np.abs(self.limits).max(axis=0)
        endless = size >= MAX_NUMBER
        return (1 / np.where(endless, 1, size)).astype(np.float32), np.flatnonzero(endless)

    def scaled(self, observation: Array) -> Array:
        """Return observations whose entries are of like size, as neural networks want them.

        An entry with limits lies between -1 and 1. Where the rules set no limit, it becomes the
        logarithm of 1 plus its size, with its sign.

        Args:
            observation: one observation, or several in rows.

        >>> import cardrules
        >>> from cardrules.interpreter.play.game import rules_of
        >>> spaces = Spaces(rules_of(cardrules.load("oh_hell")))
        >>> episode = Episode(spaces, seed=3)
        >>> at = spaces.names.index("size of hand of player 0")
        >>> float(episode.observe(0)[at]), float(spaces.scaled(episode.observe(0))[at] * 52)
        (1.0, 1.0)
        """
        factors, endless = self._scale
        found = observation * factors
        if endless.size:
            given = observation[..., endless]
            found[..., endless] = np.copysign(np.log1p(np.abs(given)), given)
        return found


class Episode:
    """A game in play, driven by the numbers of its action space.

    Attributes:
        spaces: the spaces of the game.
        seed: the seed of all chance.
        actions: all actions so far, in raw form.
        chosen: the steps of an unfinished action.
        sampled: whether it is a sampled game, or what was played after one.

    >>> import cardrules
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
        found._recent = [
            found.recent_of(step.seat, step.raw, step.before, step.events, step.sealed)
            for step in [step for step in steps if not step.secret][-RECENT:]
        ]
        opening = game.first.opening
        found._hear(opening.events if opening is not None else ())
        for step in steps:
            found._hear(step.events)
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
        self.chosen: tuple[int, ...] = ()
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

    def _list(self) -> None:
        """List the legal actions by the steps in which they are chosen."""
        self._texts: dict[int, str] = {}
        self._open: dict[tuple[int, ...], Raw] = {}
        if self._position.pc < 0:
            return
        legal = self._machine.legal[self._position.pc](self._position)
        if not legal:
            self.spaces.game.no_legal_action(self._position)
        steps = self.spaces.actions.steps
        self._open = {steps(raw): raw for raw in legal}

    def legal(self) -> list[int]:
        """Return the numbers that may be chosen now, in ascending order."""
        at = len(self.chosen)
        return sorted({steps[at] for steps in self._open})

    def mask(self) -> Mask:
        """Return 1 for each number that may be chosen now, and 0 for the others."""
        mask = np.zeros(self.spaces.actions.size, np.int8)
        if self._open:
            mask[self.legal()] = 1
        return mask

    def completions(self) -> NDArray[np.int32]:
        """Return for each number how many legal actions it may become; 0 if it is masked.

        A number drawn in proportion to these, at each step, makes all actions equally likely.
        """
        counts = np.zeros(self.spaces.actions.size, np.int32)
        at = len(self.chosen)
        for steps in self._open:
            counts[steps[at]] += 1
        return counts

    def step(self, action: object) -> None:
        """Choose a number: an action, or the next step of one.

        Args:
            action: an integer of Python or numpy.

        Raises:
            IllegalActionError: the number may not be chosen now; nothing is changed.
            RulesetError: the rules leave a player without a legal action.
            StepBudgetError: a rule takes too many steps.
        """
        number = whole(action)
        chosen = (*self.chosen, number)
        at = len(chosen)
        left = {steps: raw for steps, raw in self._open.items() if steps[:at] == chosen}
        if not left:
            raise refusal(self.spaces, self.player, self.legal(), number)
        raw = left.get(chosen)
        if raw is None:
            self.chosen, self._open, self._texts = chosen, left, {}
        else:
            self.apply(raw)

    def step_at_random(self, luck: int) -> None:
        """Do one of the legal actions.

        Args:
            luck: tells which of them, a number below `LUCK`.
        """
        raws = list(self._open.values())
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
            recent = self.recent_of(actor, raw, before, events, sealed)
            self._recent = [*self._recent[-RECENT + 1 :], recent]
        self._hear(events)
        self.actions.append(raw)
        self.chosen = ()
        self._list()

    def _hear(self, events: Sequence[Event]) -> None:
        """Remember what seats were told."""
        if self.spaces.game.program.tells:
            self._facts = told_to(self.spaces.game.players, self._facts, events)

    def recent_of(self, actor: int, raw: Raw, before: Position, events: Sequence[Event], sealed: bool) -> Recent:
        """Return what each seat saw of an action.

        Args:
            actor: who did it.
            raw: the action.
            before: the position before it, if it names cards that others may have seen.
            events: what it caused.
            sealed: whether it is a sealed choice.
        """
        game = self.spaces.game
        cards = game.notation.cards(raw)
        seats = range(game.players)
        if sealed:
            seen = tuple(cards if seat == actor else -1 for seat in seats)
        elif cards:
            watchers = witnesses(game.recorder, before, events)
            seen = tuple(
                cards if seat == actor else sum(1 << card for card in cards_of(cards) if watchers[card] >> seat & 1)
                for seat in seats
            )
        else:
            seen = (0,) * game.players
        return Recent(actor, raw[0], seen)

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


_known: dict[str, Spaces] = {}
"""The spaces of games that were unpickled in this process."""

_making = Locks()


def _spaces(game: Rules) -> Spaces:
    """Return the spaces of a game that was unpickled: the same for equal games."""
    key = f"{game.source} {game.key}"
    with _making.of(key):
        if key not in _known:
            _known[key] = Spaces(game)
        return _known[key]


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


def refusal(spaces: Spaces, player: int | None, legal: Sequence[int], number: int) -> IllegalActionError:
    """Return the error for an action that may not be chosen.

    Args:
        spaces: the spaces of the game.
        player: the seat that chooses; None if the game is over.
        legal: what may be chosen.
        number: the action.
    """
    names = spaces.actions.names
    if player is None:
        return IllegalActionError(f"the game is over, so action {number} comes too late")
    if not 0 <= number < len(names):
        return IllegalActionError(f"there is no action {number}; actions are numbered 0 to {len(names) - 1}")
    if not legal:
        return IllegalActionError(f"the rules leave player {player} no action, so that this game cannot go on")
    allowed = ", ".join(f"{each} ({names[each]})" for each in legal[:5])
    return IllegalActionError(f"action {number} ({names[number]}) is not legal now; legal are for example {allowed}")


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
