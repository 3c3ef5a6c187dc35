"""The environment of PettingZoo: one agent for each seat, who act one after the other (AEC).

Simultaneous decisions, such as passing cards, are made in the order of the seats; no agent sees the
choice of another before all have chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]

from ..interpreter.diagnostics import brief
from ..interpreter.errors import SetupError
from .arguments import (
    MOST_SEEDS,
    MOST_SKIPPED,
    NO_DECISION,
    NOT_BEGUN,
    RENDER_MODES,
    check_render_mode,
    library_seed,
)
from .environment import Environment, Observed, observation_space
from .episode import Spaces
from .play import Play

if TYPE_CHECKING:
    from pettingzoo.utils.env import AECIterable  # pyright: ignore[reportMissingTypeStubs]

    from ..interpreter.game.rules import Rules

_OF_A_GAME: Final = {"agent_selection", "rewards", "terminations", "truncations", "infos"}
"""The attributes that `reset` makes."""


class Table(Environment, AECEnv[str, Any, Any]):
    """A table with an agent `player_0`, `player_1` and so on for each seat.

    An observation is `Observed`. A reward is the change of the agent's `returns`.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
    """

    def __init__(self, game: Rules, *, render_mode: str | None = None, engine: str | None = None) -> None:
        """Prepare a table for a game.

        Args:
            game: the game.
            render_mode: `ansi` or `human`.
            engine: `native` or `python`; by default native code where it can play, once it pays.

        Raises:
            SetupError: there is no such mode or engine, or native code cannot play.
        """
        super().__init__()
        check_render_mode(render_mode)
        self.metadata: dict[str, Any] = {
            "render_modes": [*RENDER_MODES],
            "name": game.program.id,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.spaces = Spaces(game)
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        count = self.spaces.actions.size
        self._observations = {agent: observation_space(self.spaces) for agent in self.possible_agents}
        # Each has random numbers of its own, so that seeding one does not seed the others.
        self._choices = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._chance = np.random.default_rng()
        self._play = Play(self.spaces, engine)

    def __getattr__(self, name: str) -> Any:
        """Say why there is no such attribute."""
        if name in _OF_A_GAME:
            raise AttributeError(f"there is no {name} yet: {NOT_BEGUN}", name=name, obj=self)
        message = f"'{type(self).__name__}' object has no attribute '{name}'"
        raise AttributeError(message, name=name, obj=self)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, the same object in each call.

        Raises:
            SetupError: there is no such agent.
        """
        self._seat(agent)
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, the same object in each call.

        Raises:
            SetupError: there is no such agent.
        """
        self._seat(agent)
        return self._choices[agent]

    def _seat(self, agent: str) -> int:
        """Return the seat of an agent.

        Raises:
            SetupError: there is no such agent.
        """
        agents = self.possible_agents
        if agent not in agents:
            raise SetupError(f"there is no agent {brief(agent)}; agents are {agents[0]} to {agents[-1]}")
        return agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; one in which nobody has a decision is skipped.

        Args:
            seed: the seed from which this game and later ones draw theirs; without it the next one.
            options: nothing is read from it.

        Raises:
            SetupError: the seed is negative, or no integer; or nobody ever has a decision.
        """
        number = library_seed(seed)
        if number is not None:
            self._seeds = np.random.default_rng(number)
            self._chance = np.random.default_rng((number, 1))
        for _ in range(MOST_SKIPPED):
            self._play.deal(int(self._seeds.integers(MOST_SEEDS)))
            if self._play.player is not None:
                break
        else:
            raise SetupError(NO_DECISION)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observed:
        """Return what an agent knows, and its mask.

        Raises:
            SetupError: there is no such agent, or no game has begun.
        """
        play, seat = self._play, self._seat(agent)
        count = self.spaces.actions.size
        mask = play.mask() if seat == play.player else np.zeros(count, np.int8)
        return {"observation": play.observe(seat), "action_mask": mask}

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Any, Any]:
        """Return the agents in the order in which they act: see `AECEnv.agent_iter`.

        Raises:
            SetupError: no game has begun.
        """
        if not hasattr(self, "agent_selection"):
            raise SetupError(NOT_BEGUN)
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[Observed | None, float, bool, bool, dict[str, Any]]:
        """Return what the selected agent is told: see `AECEnv.last`.

        Raises:
            SetupError: no game has begun, or the last one is over for all agents.
        """
        self._check_agents()
        return super().last(observe)

    def _check_agents(self) -> None:
        """Check that there is an agent to be asked.

        Raises:
            SetupError: no game has begun, or the last one is over for all agents.
        """
        if self._play.player is None and not self.agents:
            raise SetupError("the game is over; call reset() for the next one")

    def step(self, action: int | None) -> None:
        """Let the selected agent act.

        Raises:
            IllegalActionError: the action is masked; nothing is changed.
            SetupError: no game has begun, or the last one is over for all agents.
        """
        self._check_agents()
        play = self._play
        over = play.player is None
        agent = self.agent_selection
        if over:
            self._was_dead_step(action)
            return
        gained = play.step(action)
        self._cumulative_rewards[agent] = 0
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        if play.player is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._play.player or 0]

    def render(self) -> str | None:
        """Show the table as the agent who acts sees it: printed, or returned as text."""
        episode = self._play.episode
        state = episode.state
        seen = state.open_observation() if episode.player is None else state.observation(episode.player)
        return self._show(seen)

    def close(self) -> None:
        """Do nothing: there is no window."""
