"""The environment of PettingZoo in which all agents choose at once (the parallel API).

A game can be played so if all its decisions are sealed choices of one number each, as in Goofspiel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import ParallelEnv  # pyright: ignore[reportMissingTypeStubs]

from ..interpreter.diagnostics import brief
from ..interpreter.errors import SetupError
from .aec import Table
from .arguments import NOT_BEGUN, whole
from .choice import refusal
from .environment import Observed
from .episode import rewards

if TYPE_CHECKING:
    from gymnasium import spaces

    from ..interpreter.game.rules import Rules
    from .choice import Mask
    from .episode import Episode

_Steps = tuple[
    dict[str, Observed],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class Simultaneous(ParallelEnv[str, Any, Any]):
    """A table at which all agents choose at once: `player_0`, `player_1` and so on.

    An observation is `Observed`. A reward is the change of the agent's `returns`. An agent that does
    not choose now has no legal action in its mask, and its action is not read.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
    """

    def __init__(self, game: Rules, *, render_mode: str | None = None, scaled: bool = False) -> None:
        """Prepare a table for a game.

        Args:
            game: the game.
            render_mode: `ansi` or `human`.
            scaled: whether observations are scaled (`Spaces.scaled`).

        Raises:
            SetupError: there is no such mode, or not all players choose at once.
        """
        self._table = table = Table(game, render_mode=render_mode, scaled=scaled, engine="python")
        self.spaces = table.spaces
        if table.spaces.actions.has_steps or not all(site.sealed for site in game.machine.sites):
            raise SetupError(
                f"{game.program.title} cannot be played in parallel, because players choose one after the other or in "
                "several steps; use cardrules.environments.pettingzoo"
            )
        self.metadata: dict[str, Any] = {**table.metadata, "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents = table.possible_agents
        self.agents: list[str] = []
        self._masks: dict[int, Mask] = {}  # of the seats that choose now, in their order

    @property
    def episode(self) -> Episode:
        """The game in play.

        Raises:
            SetupError: no game has begun.
        """
        return self._table.episode

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, the same object in each call.

        Raises:
            SetupError: there is no such agent.
        """
        return self._table.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, the same object in each call.

        Raises:
            SetupError: there is no such agent.
        """
        return self._table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin a new game; one in which nobody has a decision is skipped.

        Args:
            seed: the seed from which this game and later ones draw theirs; without it the next one.
            options: nothing is read from it.

        Returns:
            What each agent observes, and an empty mapping for each.

        Raises:
            SetupError: the seed is negative, or no integer; or nobody ever has a decision.
        """
        self._table.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, object]) -> _Steps:
        """Let all agents act.

        Args:
            actions: a number for each agent that chooses.

        Returns:
            For each agent: what it observes, its reward, whether the game is over, False, and an
            empty mapping.

        Raises:
            IllegalActionError: an action is masked; nothing is changed.
            SetupError: an action is missing, no game has begun, or the last one is over.
        """
        if not self.agents:
            raise SetupError("the game is over; call reset() for the next one" if self._masks else NOT_BEGUN)
        chosen = [self._checked(seat, mask, actions) for seat, mask in self._masks.items()]
        episode = self.episode
        before = episode.rewarded()
        for number in chosen:
            episode.step(number)
        gained = rewards(before, episode.rewarded())
        agents, over = self.agents, episode.player is None
        seen = self._observations()
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            dict(zip(agents, gained, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _checked(self, seat: int, mask: Mask, actions: Mapping[str, object]) -> int:
        """Return the number that a seat has chosen.

        Raises:
            IllegalActionError: it is masked.
            SetupError: it is missing.
        """
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise SetupError(
                f"there is no action for {agent}, who chooses now; given are those of {brief(list(actions))}"
            )
        number = whole(actions[agent])
        if not (0 <= number < mask.size and mask[number]):
            raise refusal(self.spaces.actions, seat, np.flatnonzero(mask).tolist(), number)
        return number

    def _observations(self) -> dict[str, Observed]:
        """Return what each agent observes, and note who chooses.

        Each who chooses sees the table as in its turn. What the others choose before does not matter:
        nobody sees it, and nothing happens before all have chosen.
        """
        table = self._table
        seen = {agent: table.observe(agent) for agent in self.possible_agents}
        ahead = self.episode.clone()
        if ahead.player is not None:
            self._masks = {}
        chooses: int | None = ahead.player
        while chooses is not None and chooses not in self._masks:
            self._masks[chooses] = mask = ahead.mask()
            shown = table.shown(ahead.observe(chooses))
            seen[self.possible_agents[chooses]] = {"observation": shown, "action_mask": mask.copy()}
            ahead.step(int(mask.argmax()))
            chooses = ahead.player if ahead.awaits_choices else None
        return seen

    def render(self) -> str | None:
        """Show the table as the agent who chooses first sees it: printed, or returned as text."""
        return self._table.render()

    def close(self) -> None:
        """Do nothing: there is no window."""
