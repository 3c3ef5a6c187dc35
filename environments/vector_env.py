"""The vector environment of Gymnasium: one seat of many games; the other seats choose at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..interpreter.diagnostics import brief
from ..interpreter.errors import SetupError
from .arguments import MOST_SEEDS, NOT_BEGUN, library_seed
from .batch import Vector
from .environment import Observed, space_of

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules
    from .rows import Batch

Stepped = tuple[Observed, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class SeatVector(VectorEnv[Any, Any, Any]):
    """One seat of many games; each game is one of `environments.gymnasium` with the same seed.

    Observations are `Observed`, with one row for each game. All arrays are new in each step and own their memory, so
    they may be kept. A reward is the change of the seat's `returns`. No game is truncated.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
    """

    def __init__(
        self,
        game: Rules,
        n: int,
        seat: int = 0,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        engine: str | None = None,
        threads: int | None = None,
    ) -> None:
        """Prepare the games; `reset` deals them.

        Args:
            game: the game.
            n: how many games are played at once.
            seat: the seat of the learner, from 0.
            autoreset_mode: how a game that has ended is followed by a new one, as Gymnasium defines it.
            engine: `native` or `python`; by default native code where it can play, once it pays.
            threads: how many threads step the games in native code, as for `Vector`.

        Raises:
            SetupError: an argument is wrong, or native code cannot play.
        """
        self._seat = game.check_seat(seat)
        games = Vector(game, n, engine=engine, seat=self._seat, threads=threads)
        self._games: Vector | None = games
        self._mode = _mode(autoreset_mode)
        self._over: NDArray[np.bool_] | None = None  # which games have ended; None if none has begun
        self._last: Batch | None = None
        self.spaces, self.num_envs = games.spaces, games.n
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": self._mode}
        self.single_observation_space = space_of(self.spaces, scaled=False)
        self.single_action_space = spaces.Discrete(self.spaces.actions.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def engine(self) -> str:
        """What plays the games that begin now: `native` or `python`."""
        return self._open().engine

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin new games, and play until the seat has a decision in each.

        Games have successive seeds; those that end before the seat has a decision are skipped.

        Args:
            seed: the seed of the first game; by default games go on with the next seed, at first with a random one.
            options: with `reset_mask`, an array of truth values, only these games begin anew.

        Raises:
            SetupError: the seed is negative, or no integer; the mask is wrong; or the seat never has a decision.
        """
        start = library_seed(seed)
        super().reset(seed=start)
        if start is None and self._over is None:
            start = int(self.np_random.integers(MOST_SEEDS))
        mask = (options or {}).get("reset_mask")
        games = self._open()
        if mask is None or self._last is None:
            self._last = games.reset(start)
        else:
            chosen = np.asarray(mask)
            if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,) or not chosen.any():
                raise SetupError(f"reset_mask has a truth value for each of {self.num_envs} games, one of them True")
            self._last = self._last._replace(observation=self._last.observation.copy(), mask=self._last.mask.copy())
            games.begin_again(np.flatnonzero(chosen), self._last, start)
        self._over = games.waiting
        return self._seen(self._last), {}

    def step(self, actions: Any) -> Stepped:
        """Let the seat act in each game, and play until it has another decision or the game is over.

        Raises:
            IllegalActionError: an action is masked; nothing is changed.
            SetupError: no game has begun, a game is over and must be reset, or there are not as many actions as games.
        """
        games = self._open()
        if self._over is None:
            raise SetupError(NOT_BEGUN)
        if self._mode == AutoresetMode.DISABLED and self._over.any():
            at = int(self._over.argmax())
            raise SetupError(f"game {at} is over; call reset(options={{'reset_mask': …}}) for a new one")
        batch = games.step(actions)
        over, infos = batch.over, dict[str, Any]()
        if self._mode == AutoresetMode.SAME_STEP and over.any():
            for at in np.flatnonzero(over).tolist():
                end = {"observation": batch.observation[at].copy(), "action_mask": batch.mask[at].copy()}
                infos = self._add_info(infos, {"final_obs": end, "final_info": {}}, at)
            games.begin_again(np.flatnonzero(over), batch)
        self._last, self._over = batch, games.waiting
        rewards = batch.rewards[:, self._seat].astype(np.float64)
        return self._seen(batch), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each game and action whether it may be chosen now, as MaskablePPO of sb3-contrib asks.

        Raises:
            SetupError: no game has begun.
        """
        if self._last is None:
            raise SetupError(NOT_BEGUN)
        return self._last.mask.astype(np.bool_)

    def sample(self, rng: np.random.Generator | None = None) -> NDArray[np.int64]:
        """Return a random number for each game: all legal actions are equally likely; any for a game that is over.

        Args:
            rng: the random numbers; by default those of the environment.

        Raises:
            SetupError: no game has begun.
        """
        return self._open().sample(self.np_random if rng is None else rng)

    def close_extras(self, **_: Any) -> None:
        """Free the games, and end their threads."""
        if self._games is not None:
            self._games.close()
        self._games = self._last = self._over = None

    def _open(self) -> Vector:
        if self._games is None:
            raise SetupError("this environment is closed")
        return self._games

    @staticmethod
    def _seen(batch: Batch) -> Observed:
        return {"observation": batch.observation, "action_mask": batch.mask}


def _mode(mode: object) -> AutoresetMode:
    """Return a mode that may be given by its name.

    Raises:
        SetupError: there is no such mode.
    """
    if isinstance(mode, AutoresetMode):
        return mode
    for each in AutoresetMode:
        if isinstance(mode, str) and mode in (each.value, each.name):
            return each
    known = ", ".join(each.value for each in AutoresetMode)
    raise SetupError(f"autoreset_mode is one of {known}, not {brief(mode)}")
