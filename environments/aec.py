"""The environment of PettingZoo: one agent for each seat, who act one after the other (AEC).

Simultaneous decisions, such as passing cards, are made in the order of the seats; no agent sees the
choice of another before all have chosen.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]

from ..interpreter.errors import SetupError
from .engine import Engine
from .episode import Episode, Spaces, rewards
from .native_episode import NativeEpisode
from .stepped import Refused

if TYPE_CHECKING:
    from ..interpreter.play.game import Game

MOST_SEEDS = 1 << 62


class Table(AECEnv[str, Any, Any]):
    """A table with an agent `player_0`, `player_1` and so on for each seat.

    An observation is a mapping: `observation` is the array of `Episode.observe`, `action_mask` has
    a 1 for each legal action. The mask of an agent who does not act now is all zeros. A reward is
    the change of the agent's `returns`.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
    """

    def __init__(
        self, game: Game, *, render_mode: str | None = None, engine: str | None = None
    ) -> None:
        """Prepare a table for a game.

        Args:
            game: the game.
            render_mode: `ansi` or `human`.
            engine: `native` or `python`; by default native code where it can play, once it pays.

        Raises:
            SetupError: there is no such engine, or native code cannot play.
        """
        super().__init__()
        self.metadata: dict[str, Any] = {
            "render_modes": ["human", "ansi"],
            "name": game.program.id,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.spaces = Spaces(game)
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        count = self.spaces.actions.size
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (self.spaces.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        # Each has random numbers of its own, so that seeding one does not seed the others.
        self._choices = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._engine = Engine(self.spaces, 1, engine)
        self._game: Episode | NativeEpisode | None = None
        self._episode: Episode | None = None  # the same, if native code plays it and it was asked

    @property
    def engine(self) -> str:
        """What plays the games that begin now: `native` or `python`."""
        return self._engine.name

    @property
    def episode(self) -> Episode | None:
        """The game in play; None before the first one."""
        if not isinstance(self._game, NativeEpisode):
            return self._game
        if self._episode is None:
            self._episode = self._game.in_python()
        return self._episode

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, the same object in each call."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, the same object in each call."""
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: the seed of this game and of the seeds of later games; without it the next seed.
            options: nothing is read from it.
        """
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._game = game = self._dealt(int(self._seeds.integers(MOST_SEEDS)))
        self._episode = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, game.player is None)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _dealt(self, seed: int) -> Episode | NativeEpisode:
        """Return a new game."""
        native = self._engine.native
        if native is not None:
            with suppress(Refused):
                return NativeEpisode(self.spaces, native, seed)
        return Episode(self.spaces, seed)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and its mask."""
        game = self._playing()
        seat = self.possible_agents.index(agent)
        count = self.spaces.actions.size
        mask = game.mask() if seat == game.player else np.zeros(count, np.int8)
        return {"observation": game.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the selected agent act.

        Raises:
            IllegalActionError: the action is masked; nothing is changed.
            SetupError: no game has begun.
        """
        game = self._playing()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        gained = self._gained(game, action)
        self._episode = None
        self._engine.count(1)
        self._cumulative_rewards[agent] = 0
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        if self._playing().player is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _gained(self, game: Episode | NativeEpisode, action: int | None) -> list[int]:
        """Let the player act, and return by how much the returns of each seat changed."""
        if isinstance(game, NativeEpisode):
            try:
                return game.step(action)
            except Refused:  # native code stops here, and changed nothing
                self._game = game = game.in_python()
        before = game.returns()
        game.step(action)
        return rewards(before, game.returns())

    def _select(self) -> None:
        player = self._playing().player
        self.agent_selection = self.possible_agents[player or 0]

    def _playing(self) -> Episode | NativeEpisode:
        if self._game is None:
            raise SetupError("no game has begun; call reset() first")
        return self._game

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle the game in play as Python has it."""
        return self.__dict__ | {
            "_game": self.episode, "_episode": None, "_engine": Engine(self.spaces, 1, None)
        }  # fmt: skip

    def render(self) -> str | None:
        """Show the table as the agent who acts sees it: printed, or returned as text."""
        self._playing()
        episode = self.episode
        assert episode is not None
        state = episode.state
        seen = state.open_observation() if episode.player is None else state.observation(
            episode.player
        )  # fmt: skip
        if self.render_mode == "ansi":
            return str(seen)
        if self.render_mode == "human":
            sys.stdout.write(f"{seen}\n")
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""
