"""Vectors: many games of one ruleset that are stepped together, with arrays in and out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..interpreter.diagnostics import brief
from ..interpreter.errors import IllegalActionError, SetupError
from ..interpreter.game.setup.opening import Opening
from ..interpreter.native.stepping.stepping import LUCK, PASSED_OVER
from ..interpreter.play.state import State
from ..interpreter.runtime.chance import Random
from .arguments import MOST_SKIPPED, NO_DECISION, NOT_BEGUN, integer, whole, whole_seed
from .choice import refusal
from .engine import Engine
from .episode import Episode
from .game_spaces import Spaces
from .rows import Batch, blank

if TYPE_CHECKING:
    from typing import Self

    from ..interpreter.game.rules import Rules
    from .choice import Mask
    from .stepped import Kept, Stepped


class Saved(NamedTuple):
    """The games of a vector as they were when they were saved; nobody changes them.

    Attributes:
        batch: what was shown of them.
        native: the games of native code; None if it played none.
        episodes: the games that Python played, by their numbers.
        seed: the seed of the next game that begins.
    """

    batch: Batch
    native: Kept | None
    episodes: Mapping[int, Episode]
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
        self,
        game: Rules,
        n: int,
        seed: int = 0,
        engine: str | None = None,
        *,
        seat: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Prepare the games; `reset` deals them.

        Args:
            game: the game.
            n: how many games are played at once.
            seed: the seed of the first game.
            engine: `native` or `python`; by default native code where it can play, once it pays.
            seat: the only seat whose choices are given, if the others choose at random. Arrays are then of this seat,
                and a game that has ended shows its end until the next step, which begins a new one.
            threads: how many threads step the games in native code; by default one, and where games are so many that
                others pay, as many as there are cores. What the games lead to does not depend on it.

        Raises:
            SetupError: there must be at least one game, and one thread; there is no such engine, or native code
                cannot play.
        """
        number = integer(n)
        if number is None:
            raise SetupError(f"the number of games is an integer, not {brief(n)}")
        if number < 1:
            raise SetupError(f"a vector has at least one game, not {number}")
        self._seed: int = whole_seed(seed)
        self.spaces = Spaces(game)
        self.n = number
        self._engine = Engine(self.spaces, number, engine, seat, _threads(threads))
        self._seat = seat
        # Where others choose at random: which games have ended, and for each game that Python plays the random numbers
        # of the seats and the choices so far.
        self._waiting = np.zeros(0, np.bool_)
        self._learnt: dict[int, tuple[list[Random], list[int]]] = {}
        self._episodes: dict[int, Episode] = {}  # the games that Python plays, by their numbers
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
    def threads(self) -> int:
        """How many threads step the games: 1 as long as Python plays them."""
        return self._engine.threads

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
        self._episodes = {}
        self._waiting = np.zeros(self.n, np.bool_)
        if self._engine.is_hopeless:
            self._engine.give_up()
        self._engine.count(self.n)
        self._begin(np.arange(self.n), batch)
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
        begun = self._step_natively(numbers, batch)
        for at in sorted(self._episodes):
            self._step(at, numbers[at], batch)
        ended = np.flatnonzero(batch.over if self._seat is None else self._waiting)
        self._begin(ended[begun:], batch)
        if self._seat is not None:
            self._waiting = batch.over.copy()
        return self._show(batch)

    def begin_again(self, games: NDArray[np.intp], batch: Batch, seed: int | None = None) -> None:
        """Begin a new game in the place of each of some, and write what it shows.

        Args:
            games: the numbers of these games, in ascending order.
            batch: where it is written.
            seed: the seed of the first of them; by default the next one.

        Raises:
            RulesetError: the rules leave a player without a legal action.
            SetupError: nobody ever has a decision.
        """
        if seed is not None:
            self._seed = whole_seed(seed)
        self._begin(games, batch)
        self._waiting[games] = False
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
        episodes = {at: episode.clone() for at, episode in self._episodes.items()}
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
        if not isinstance(saved, Saved) or len(saved.batch.player) != self.n:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(f"load takes what `save` of a vector of {self.n} games has returned, not {brief(saved)}")
        chosen = np.arange(self.n) if indices is None else _numbers(indices)
        if len(chosen) != self.n or (chosen < 0).any() or (chosen >= self.n).any():
            raise SetupError(f"indices are {self.n} numbers of games from 0 to {self.n - 1}")
        chosen = chosen.astype(np.int64)
        self._episodes = {}
        native = self._engine.native
        for at, game in enumerate(chosen.tolist()):
            episode = saved.episodes.get(game)
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
        self._episodes = {}
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
            episode = self._episodes.get(at)
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

    def _begin(self, games: NDArray[np.intp], batch: Batch) -> None:
        """Begin some games, each with the next seed; a game in which nobody has a decision is skipped.

        Raises:
            SetupError: nobody has a decision in many games in succession.
        """
        engine, native = self._engine, self._engine.native
        at = skipped = 0
        while at < len(games):
            done = 0 if native is None else native.begin(games[at:], self._seed, batch)
            self._seed += done
            engine.attempts.begun += done
            for game in games[at : at + done].tolist() if self._episodes else ():
                self._episodes.pop(game, None)
            at += done
            if at == len(games):
                return
            if done:
                skipped = 0
            if native is None or not native.undecided:
                game = int(games[at])
                self._episodes[game] = episode = self._dealt(game, self._seed)
                if episode.player is not None:
                    if native is not None:
                        native.leave(game)
                        engine.attempts.begun += 1
                        engine.attempts.stopped += 1
                    self._seed += 1
                    self._tell(game, batch)
                    at, skipped = at + 1, 0
                    continue
            self._seed += 1
            skipped += 1
            if skipped == MOST_SKIPPED:
                raise SetupError(NO_DECISION)

    def _tell(self, at: int, batch: Batch) -> None:
        """Write what an episode shows."""
        episode = self._episodes[at]
        batch.player[at] = seat = (episode.player or 0) if self._seat is None else self._seat
        batch.observation[at] = episode.observe(seat)
        batch.mask[at] = episode.mask()

    def _step(self, at: int, action: object, batch: Batch) -> None:
        """Do an action in a game that Python plays, unless it waits for a new one."""
        if self._waiting[at]:
            return
        episode = self._episodes[at]
        before = self._rewarded(at, episode)
        self._choose(at, episode, action)
        batch.rewards[at] = np.subtract(self._rewarded(at, episode), before)
        batch.over[at] = episode.player is None
        if episode.player is not None or self._seat is not None:
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

    def _step_natively(self, actions: NDArray[np.int64], batch: Batch) -> int:
        """Do an action in each game that native code plays; new games may begin at once.

        Where native code stops, Python plays the game again up to there.

        Args:
            actions: the actions of all games.
            batch: where is written what follows.

        Returns:
            In how many places of those that ended or waited new games have begun: in the first ones.
        """
        native = self._engine.native
        if native is None:
            return 0
        chosen = actions
        if self._episodes or self._seat is not None:
            passed = self._waiting.copy()
            passed[[*self._episodes]] = True
            chosen = np.where(passed, PASSED_OVER, actions)
        stopped, begun = native.step(chosen, None if self._episodes else self._seed, batch)
        self._seed += begun
        self._engine.attempts.begun += begun
        for at in stopped:
            if not self._waiting[at]:
                self._episodes[at] = self._in_python(at, native)
                native.leave(at)
                self._engine.attempts.stopped += 1
        return begun

    def _in_python(self, at: int, native: Stepped) -> Episode:
        """Return a game that native code plays as Python has it."""
        return self._played(at, *native.past(at))

    def _played(self, at: int, seed: int, choices: Sequence[int]) -> Episode:
        """Return a game that Python plays up to where it is now."""
        episode = self._dealt(at, seed)
        for number in choices:
            self._choose(at, episode, number)
        return episode

    def _all_in_python(self) -> dict[int, Episode]:
        """Return all games as Python has them."""
        native = self._engine.native
        if native is None:
            return self._episodes
        return {at: self._episodes.get(at) or self._in_python(at, native) for at in range(self.n)}

    def _take_back(self) -> None:
        """Let Python go on with all games."""
        self._episodes = self._all_in_python()
        self._engine.give_up()

    def close(self) -> None:
        """End the threads, and free the games: they can be used no more, unless `reset` begins others."""
        self._mask, self._episodes = None, {}
        self._engine.close()
        self._engine = self._engine.again()

    def __copy__(self) -> Self:
        """Return an independent copy; one that shared the games would see them change."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle the games as Python has them."""
        episodes = self._all_in_python() if self._mask is not None else {}
        return self.__dict__ | {"_episodes": episodes, "_engine": self._engine.again()}

    def _hand_over(self) -> None:
        """Let native code go on with the games that Python plays, as far as it can."""
        native = self._engine.native
        assert native is not None
        for at, episode in [*self._episodes.items()]:
            if self._seat is None:
                raws = (self.spaces.actions.steps(raw) for raw in episode.actions)
                numbers = [*(number for raw in raws for number in raw), *episode.chosen]
            else:
                numbers = self._learnt[at][1]
            self._engine.attempts.begun += 1
            if native.replay(at, episode.seed, numbers):
                del self._episodes[at]
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


def _threads(threads: object) -> int | None:
    """Return a number of threads; None if none is given.

    Raises:
        SetupError: it is not positive, or no integer.
    """
    if threads is None:
        return None
    number = integer(threads)
    if number is None or number < 1:
        raise SetupError(f"threads is a positive integer, not {brief(threads)}")
    return number


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
