"""The vector environment of Stable-Baselines3: one seat of many games; the other seats choose at random."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode

from ..interpreter.errors import SetupError
from .vector_env import SeatVector

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules
    from .environment import Observed

Base: Any = import_module("stable_baselines3.common.vec_env").VecEnv  # which has types only where it is installed


class SeatVecEnv(Base):
    """One seat of many games, for the algorithms of Stable-Baselines3 and sb3-contrib.

    A game that has ended is followed by a new one in the same step; its last observation is `terminal_observation` in
    the `info` of the game.

    Attributes:
        games: the vector environment of Gymnasium that plays.
    """

    num_envs: int
    _seeds: list[int | None]

    def __init__(
        self, game: Rules, n: int, seat: int = 0, *, engine: str | None = None, threads: int | None = None
    ) -> None:
        """Prepare the games; `reset` deals them. The arguments and errors are those of `SeatVector`."""
        self.games = SeatVector(game, n, seat, autoreset_mode=AutoresetMode.SAME_STEP, engine=engine, threads=threads)
        self._actions: Any = None
        games: Any = self.games
        Base.__init__(self, games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> Observed:
        """Begin new games; those after `seed(…)` have successive seeds."""
        seen, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: Any) -> None:
        """Take the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Observed, Any, Any, list[dict[str, Any]]]:
        """Do the step; return observations, rewards, which games have ended, and a mapping for each game.

        Raises:
            IllegalActionError: an action is masked; nothing is changed.
        """
        seen, rewards, over, _, told = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        for at in np.flatnonzero(over).tolist():
            infos[at]["terminal_observation"] = told["final_obs"][at]
        return seen, rewards.astype(np.float32), over, infos

    def action_masks(self) -> Any:
        """Return for each game and action whether it may be chosen now."""
        return self.games.action_masks()

    def close(self) -> None:
        """Free the games."""
        self.games.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for each of some games, which is the same for all.

        Raises:
            AttributeError: there is none.
        """
        return [getattr(self.games, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse to set an attribute: games have none of their own.

        Raises:
            SetupError: always.
        """
        raise SetupError(f"the games of a vector have no attributes of their own, so {attr_name!r} cannot be set")

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        """Call a method that returns a row for each game, such as `action_masks`, and return the rows of some games."""
        found = getattr(self.games, method_name)(*arguments, **named)
        return [found[at] for at in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return for each of some games whether it is wrapped: no."""
        return [False] * len(self._chosen(indices))

    def _chosen(self, indices: int | Iterable[int] | None) -> list[int]:
        if indices is None:
            return [*range(self.games.num_envs)]
        return [indices] if isinstance(indices, int) else [*indices]
