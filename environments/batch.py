"""Vectors: many games of one ruleset that are stepped together, with arrays in and out."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..interpreter.diagnostics import brief
from ..interpreter.errors import IllegalActionError, SetupError
from ..interpreter.game.setup.opening import Opening
from ..interpreter.native.stepping.stepping import LUCK
from ..interpreter.play.state import State
from ..interpreter.runtime.chance import Random
from .arguments import MOST_SKIPPED, NO_DECISION, NOT_BEGUN, integer, whole, whole_seed
from .choice import refusal
from .engine import Engine
from .episode import Episode
from .game_spaces import Spaces
from .stepped import Batch, Kept, blank

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from ..interpreter.game.rules import Rules
    from .choice import Mask
    from .stepped import Stepped


class Saved(NamedTuple):
    """The games of a vector as they were when they were saved; nobody changes them.

    Attributes:
        batch: what was shown of them.
        native: the games of native code; None if it played none.
        episodes: for each game its episode, or None where native code played it.
        seed: the seed of the next game that begins.
    """

    batch: Batch
    native: Kept | None
    episodes: Sequence[Episode | None]
    seed: int


class Vector:
    """Games of one ruleset; a game that ends is followed by a new one with the next seed.

    A game in which nobody has a decision is skipped.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
        n: the number of games.

    >>> import cardrules, numpy
    >>> games = cardrules.environments.vector("oh_hell", 3, seed=5)
    >>> batch = games.reset()
    >>> batch = games.step(batch.mask.argmax(axis=1))
    >>> batch.observation.shape[0], batch.rewards.shape
    (3, (3, 4))
    """

    def __init__(
        self, game: Rules, n: int, seed: int = 0, engine: str | None = None, *, seat: int | None = None
    ) -> None:
        """Prepare the games; `reset` deals them.

        Args:
            game: the game.
            n: how many games are played at once.
            seed: the seed of the first game.
            engine: `native` or `python`; by default native code where it can play, once it pays.
            seat: the only seat whose choices are given, if the others choose at random. Arrays are then of this seat,
                and a game that has ended shows its end until the next step, which begins a new one.

        Raises:
            SetupError: there must be at least one game; there is no such engine, or native code
                cannot play.
        """
        number = integer(n)
        if number is None:
            raise SetupError(f"the number of games is an integer, not {brief(n)}")
        if number < 1:
            raise SetupError(f"a vector has at least one game, not {number}")
        self._seed = whole_seed(seed)
        self.spaces = Spaces(game)
        self.n = number
        self._engine = Engine(self.spaces, number, engine, seat)
        self._seat = seat
        # Where others choose at random: which games have ended, and for each game that Python plays the random numbers
        # of the seats and the choices so far.
        self._waiting = np.zeros(0, np.bool_)
        self._learnt: dict[int, tuple[list[Random], list[int]]] = {}
        # For each game its episode, or None where native code plays it.
        self._episodes: list[Episode | None] = []
        self._mask: Mask | None = None  # what may be chosen in each game; None if none has begun

    @property
    def engine(self) -> str:
        """What plays the games that begin now: `native` or `python`."""
        return self._engine.name

    @property
    def refusal(self) -> str:
        """Why native code cannot play the games; empty if it can, or was not asked."""
        return self._engine.refusal

    @property
    def waiting(self) -> NDArray[np.bool_]:
        """Which games have ended and wait for the next step: none, unless others choose at random."""
        return self._waiting.copy()

    def reset(self, seed: int | None = None) -> Batch:
        """Deal all games anew, each with the next seed.

        Args:
            seed: the seed of the first game; by default the next one.

        Raises:
            RulesetError: the rules leave a player without a legal action.
            SetupError: the seed is not an integer, there is no memory for so many games, or nobody ever has a decision.
        """
        if seed is not None:
            self._seed = whole_seed(seed)
        self._mask = None
        batch = blank(self.spaces, self.n)
        self._episodes = [None] * self.n
        self._waiting = np.zeros(self.n, np.bool_)
        if self._engine.is_hopeless:
            self._engine.give_up()
        at = 0
        while at < self.n:
            at += self._begin(at, self.n - at, batch)
        return self._show(batch)

    def _show(self, batch: Batch) -> Batch:
        """Keep what the games show, and return it to the caller, who may change the arrays."""
        self._mask, self._shown = batch.mask.copy(), batch
        return batch

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> Batch:
        """Do one action in each game.

        Args:
            actions: the number of the action of each game, shape (n,).

        Raises:
            IllegalActionError: an action is masked or no integer; nothing is changed.
            RulesetError: the rules leave a player without a legal action; all games are over.
            SetupError: no game has begun, there are not as many actions as games, or nobody ever
                has a decision.
        """
        mask = self._mask
        if mask is None:
            raise SetupError(NOT_BEGUN)
        numbers = _numbers(actions)
        if len(numbers) != self.n:
            raise SetupError(f"step needs {self.n} actions, one for each game, and was given {len(numbers)}")
        numbers = self._legal(numbers, mask)
        batch = blank(self.spaces, self.n)
        self._mask = None
        if self._engine.count(self.n):
            self._hand_over()
        if self._engine.is_hopeless:
            self._take_back()
        native = self._engine.native
        if native is not None:
            native.prepare()
        by_python = [at for at, episode in enumerate(self._episodes) if episode is not None]
        start = 0
        for end in (*by_python, self.n):
            while start < end:
                start += self._step_natively(start, end - start, numbers, batch)
            if end < self.n:
                self._step(end, numbers[end], batch)
            start = end + 1
        if self._seat is not None:
            self._waiting = batch.over.copy()
        return self._show(batch)

    def begin_again(self, games: Iterable[int], batch: Batch, seed: int | None = None) -> None:
        """Begin a new game in the place of each of some, and write what it shows.

        Args:
            games: the numbers of these games.
            batch: where it is written.
            seed: the seed of the first of them; by default the next one.

        Raises:
            RulesetError: the rules leave a player without a legal action.
            SetupError: nobody ever has a decision.
        """
        if seed is not None:
            self._seed = whole_seed(seed)
        for at in games:
            self._begin(at, 1, batch)
            self._waiting[at] = False
        self._mask = batch.mask.copy()

    def save(self) -> Saved:
        """Return a copy of all games, from which `load` goes on as often as it is wanted.

        What the last step told of observations and players is part of it, so these arrays must not have been changed.

        Raises:
            SetupError: no game has begun.
        """
        if self._mask is None:
            raise SetupError(NOT_BEGUN)
        native = self._engine.native
        episodes = [episode and episode.clone() for episode in self._episodes]
        seen, _, player, rewards, over = self._shown
        shown = Batch(seen, self._mask, player, np.zeros_like(rewards), np.zeros_like(over))
        return Saved(shown, None if native is None else native.save(), episodes, self._seed)

    def load(self, saved: Saved, indices: NDArray[np.integer[Any]] | Sequence[int] | None = None) -> Batch:
        """Go on from games that were saved.

        A copy is dealt what the game would be dealt, as with `State.clone`. Games that begin later have the seeds that
        they would have had.

        Args:
            saved: what `save` of this vector has returned.
            indices: for each game the number of the saved game that it copies; by default its own.

        Returns:
            What the games show; nobody is rewarded.

        Raises:
            SetupError: there are not as many indices as games, or one is not the number of a game.
        """
        if not isinstance(saved, Saved) or len(saved.episodes) != self.n:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(f"load takes what `save` of a vector of {self.n} games has returned, not {brief(saved)}")
        chosen = np.arange(self.n) if indices is None else _numbers(indices)
        if len(chosen) != self.n or (chosen < 0).any() or (chosen >= self.n).any():
            raise SetupError(f"indices are {self.n} numbers of games from 0 to {self.n - 1}")
        chosen = chosen.astype(np.int64)
        self._episodes = [None] * self.n
        native = self._engine.native
        for at, game in enumerate(chosen.tolist()):
            episode = saved.episodes[game]
            if episode is not None:
                self._episodes[at] = episode.clone()
                continue
            assert saved.native is not None
            if saved.native.native is native and native is not None:
                native.load(at, saved.native, game)
            else:  # native code was given up meanwhile
                seed, choices = saved.native.course.past(game)
                self._episodes[at] = self._played(at, seed, choices)
        self._seed = saved.seed
        seen, mask, player, rewards, over = saved.batch
        return self._show(Batch(seen[chosen], mask[chosen], player[chosen], rewards[chosen], over[chosen]))

    def begin(self, states: Sequence[State]) -> Batch:
        """Go on from states of this game, one for each game of the vector.

        Args:
            states: states that were dealt from a seed and are not over.

        Raises:
            SetupError: there are not as many states as games; one of them is over, of another game, or began otherwise.
        """
        if len(states) != self.n:
            raise SetupError(f"begin needs {self.n} states, one for each game, and was given {len(states)}")
        for at, state in enumerate(states):
            _check_state(self.spaces, at, state)
        self._mask = None
        batch = blank(self.spaces, self.n)
        self._episodes = [None] * self.n
        self._waiting = np.zeros(self.n, np.bool_)
        for at, state in enumerate(states):
            seed = 0 if state.opening is None else state.opening.seed
            steps = (self.spaces.actions.steps(step.raw) for step in state.steps())
            numbers = [number for each in steps for number in each]
            native = self._engine.native
            if native is None or not native.replay(at, seed, numbers, batch):
                self._episodes[at] = self._played(at, seed, numbers)
                self._tell(at, batch)
        return self._show(batch)

    def completions(self) -> NDArray[np.int32]:
        """Return for each game and number how many legal actions it may become, shape (n, actions).

        It is 0 where a number is masked, and 1 where an action is chosen in one step.

        Raises:
            SetupError: no game has begun.
        """
        if self._mask is None:
            raise SetupError(NOT_BEGUN)
        counts = self._mask.astype(np.int32)
        native = self._engine.native
        for at in np.flatnonzero(~self._waiting).tolist() if self.spaces.actions.has_steps else ():
            episode = self._episodes[at]
            if episode is None:
                assert native is not None
                found = native.completions(at)
                if found is not None:
                    counts[at] = found
                    continue
                episode = self._in_python(at, native)
            counts[at] = episode.completions()
        return counts

    def sample(self, rng: np.random.Generator | None = None) -> NDArray[np.int64]:
        """Return a random number for each game: all legal actions are equally likely.

        A number drawn from the mask prefers actions that are chosen in several steps less or more.

        Args:
            rng: the random numbers; by default others in each call.

        Raises:
            SetupError: no game has begun.
        """
        sums = self.completions().cumsum(axis=1, dtype=np.int64)
        luck = (rng or np.random.default_rng()).random(self.n)
        return (sums > (luck * sums[:, -1]).astype(np.int64)[:, None]).argmax(axis=1)

    def _legal(self, numbers: NDArray[Any], mask: Mask) -> NDArray[np.int64]:
        """Return the actions of all games as numbers of 64 bits.

        Raises:
            IllegalActionError: one of them is masked.
        """
        known = (numbers >= 0) & (numbers < self.spaces.actions.size)
        actions = np.where(known, numbers, 0).astype(np.int64)
        allowed = known & (mask[np.arange(self.n), actions] != 0) | self._waiting
        if not allowed.all():
            at = int(allowed.argmin())
            legal = np.flatnonzero(mask[at]).tolist()
            wrong = refusal(self.spaces.actions, 0, legal, int(numbers[at]))
            raise IllegalActionError(f"game {at}: {wrong}")
        return actions

    def _begin(self, at: int, count: int, batch: Batch) -> int:
        """Begin some games, each with the next seed, and return how many have begun.

        Raises:
            SetupError: nobody has a decision in many games in succession.
        """
        engine = self._engine
        for _ in range(MOST_SKIPPED):
            if engine.native is not None:
                done = engine.native.begin(at, count, self._seed, batch)
                if done:
                    self._episodes[at : at + done] = [None] * done
                    self._seed += done
                    engine.attempts.begun += done
                    return done
            self._episodes[at] = episode = self._dealt(at, self._seed)
            self._seed += 1
            if episode.player is not None:
                if engine.native is not None:
                    engine.attempts.begun += 1
                    engine.attempts.stopped += 1
                self._tell(at, batch)
                return 1
        raise SetupError(NO_DECISION)

    def _tell(self, at: int, batch: Batch) -> None:
        """Write what an episode shows."""
        episode = self._episodes[at]
        assert episode is not None
        batch.player[at] = seat = (episode.player or 0) if self._seat is None else self._seat
        batch.observation[at] = episode.observe(seat)
        batch.mask[at] = episode.mask()

    def _step(self, at: int, action: object, batch: Batch) -> None:
        """Do an action in a game that Python plays."""
        episode = self._episodes[at]
        assert episode is not None
        if self._waiting[at]:
            self._begin(at, 1, batch)
            return
        before = self._rewarded(at, episode)
        self._choose(at, episode, action)
        batch.rewards[at] = np.subtract(self._rewarded(at, episode), before)
        batch.over[at] = episode.player is None
        if episode.player is None and self._seat is None:
            self._begin(at, 1, batch)
        else:
            self._tell(at, batch)

    def _dealt(self, at: int, seed: int) -> Episode:
        """Deal a game that Python plays."""
        episode = Episode(self.spaces, seed)
        if self._seat is not None:
            players = self.spaces.game.players
            self._learnt[at] = [Random(seed * players + seat) for seat in range(players)], []
            self._let_others(at, episode)
        return episode

    def _choose(self, at: int, episode: Episode, action: object) -> None:
        """Do an action, and those of the others after it if they choose at random."""
        episode.step(action)
        if self._seat is not None:
            self._learnt[at][1].append(whole(action))
            self._let_others(at, episode)

    def _let_others(self, at: int, episode: Episode) -> None:
        """Let the other seats choose at random until a seat has a decision."""
        while (player := episode.player) is not None and player != self._seat:
            episode.step_at_random(self._learnt[at][0][player].below(LUCK))

    def _rewarded(self, at: int, episode: Episode) -> Sequence[float]:
        """Return the rewards so far, which count from the first choice that is given."""
        if self._seat is None or self._learnt[at][1]:
            return episode.rewarded()
        return [0] * self.spaces.game.players

    # -- native code

    def _step_natively(self, at: int, count: int, actions: NDArray[np.int64], batch: Batch) -> int:
        """Do an action in some games that native code plays; return in how many.

        Where native code stops, Python plays the game again up to there, and goes on.

        Args:
            at: the first game.
            count: how many of the games from there on native code plays.
            actions: the actions of all games.
            batch: where is written what follows.
        """
        native = self._engine.native
        assert native is not None
        waiting = None if self._seat is None else self._waiting
        done = native.step(at, count, actions, self._seed, batch, waiting)
        ended = int((batch.over if waiting is None else waiting)[at : at + done].sum())
        self._seed += ended
        self._engine.attempts.begun += ended
        if done:
            return done
        self._episodes[at] = self._in_python(at, native)
        native.leave(at)
        self._engine.attempts.stopped += 1
        self._step(at, actions[at], batch)
        return 1

    def _in_python(self, at: int, native: Stepped) -> Episode:
        """Return a game that native code plays as Python has it."""
        return self._played(at, *native.past(at))

    def _played(self, at: int, seed: int, choices: Sequence[int]) -> Episode:
        """Return a game that Python plays up to where it is now."""
        episode = self._dealt(at, seed)
        for number in choices:
            self._choose(at, episode, number)
        return episode

    def _all_in_python(self) -> list[Episode | None]:
        """Return all games as Python has them."""
        native = self._engine.native
        if native is None:
            return list(self._episodes)
        return [
            self._in_python(at, native) if episode is None else episode for at, episode in enumerate(self._episodes)
        ]

    def _take_back(self) -> None:
        """Let Python go on with all games."""
        self._episodes = self._all_in_python()
        self._engine.give_up()

    def __copy__(self) -> Self:
        """Return an independent copy; one that shared the games would see them change."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle the games as Python has them."""
        episodes = self._all_in_python() if self._mask is not None else []
        return self.__dict__ | {"_episodes": episodes, "_engine": self._engine.again()}

    def _hand_over(self) -> None:
        """Let native code go on with the games that Python plays, as far as it can."""
        native = self._engine.native
        assert native is not None
        for at, episode in enumerate(self._episodes):
            assert episode is not None
            if self._seat is None:
                raws = (self.spaces.actions.steps(raw) for raw in episode.actions)
                numbers = [*(number for raw in raws for number in raw), *episode.chosen]
            else:
                numbers = self._learnt[at][1]
            self._engine.attempts.begun += 1
            if native.replay(at, episode.seed, numbers):
                self._episodes[at] = None
            else:
                self._engine.attempts.stopped += 1


def _check_state(spaces: Spaces, at: int, state: object) -> None:
    """Check a state from which a game goes on.

    Raises:
        SetupError: it is over, of another game, or does not begin with a seed alone.
    """
    if not isinstance(state, State):
        raise SetupError(f"states[{at}] is a State, not {brief(state)}")
    if state.game.key != spaces.game.key:
        raise SetupError(f"states[{at}] is of another game: {state.game.arguments()}")
    if state.is_terminal():
        raise SetupError(f"states[{at}] is over")
    opening = state.opening
    if opening is None or replace(opening, seed=0, events=()) != Opening(0, None, 1):
        raise SetupError(f"states[{at}] was not dealt from a seed alone, as a vector deals its games")


def _numbers(actions: Any) -> NDArray[Any]:
    """Return the actions of all games as an array of integers.

    Raises:
        IllegalActionError: one of them is not an integer.
        SetupError: they are neither a list nor an array.
    """
    given = actions
    if not isinstance(actions, list | tuple):
        array: NDArray[Any] = np.asarray(actions)
        if array.ndim == 1 and array.dtype.kind in "iu":
            return array
        if not array.ndim:
            raise SetupError(f"actions are a list or an array of integers, one for each game, not {brief(actions)}")
        given = array.tolist()
    return np.array([whole(each) for each in given], object)  # some may have no room in 64 bits
