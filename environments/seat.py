"""The environment of Gymnasium: one seat of a game; bots play the other seats."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import Env, spaces

from ..interpreter.bots.bots import make_bot
from ..interpreter.bots.own_bots import OwnBot
from ..interpreter.bots.view import Bot, Chooser, View
from ..interpreter.errors import SetupError
from .episode import Episode, Spaces

if TYPE_CHECKING:
    from ..interpreter.play.game import Game

MOST_SEEDS = 1 << 62


class Seat(Env[Any, Any]):
    """One seat of a game.

    An observation is a mapping as in `aec.Table`; a reward is the change of the seat's `returns`
    since its last step, so that the other players' actions count too.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
        episode: the game in play.
    """

    def __init__(
        self, game: Game, seat: int, others: str | Chooser, *, render_mode: str | None = None
    ) -> None:
        """Prepare a seat.

        Args:
            game: the game.
            seat: the seat of the learner, from 0.
            others: the name of a bot, or a bot, for the other seats.
            render_mode: `ansi` or `human`.

        Raises:
            SetupError: there is no such seat or bot.
        """
        game.check_seat(seat)
        if isinstance(others, str):
            make_bot(others)  # refuses unknown ones
        self.metadata: dict[str, Any] = {"render_modes": ["human", "ansi"]}
        self.render_mode = render_mode
        self.spaces = Spaces(game)
        self._seat = seat
        self._others = others
        self._bots: list[Bot] = []
        self.episode: Episode | None = None
        self._returns = 0
        count = self.spaces.actions.size
        self.action_space = spaces.Discrete(count)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.spaces.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game, and play until the seat has a decision.

        Args:
            seed: the seed of this game and of the seeds of later games.
            options: nothing is read from it.
        """
        super().reset(seed=seed)
        number = int(self.np_random.integers(MOST_SEEDS))
        self.episode = Episode(self.spaces, number)
        players = self.spaces.game.players
        self._bots = [
            make_bot(self._others, number * players + seat)
            if isinstance(self._others, str)
            else OwnBot(type(self._others).__name__, self._others)
            for seat in range(players)
        ]
        self._returns = self.episode.returns()[self._seat]
        self._play_on()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Let the seat act, and play until it has another decision or the game is over.

        Raises:
            IllegalActionError: the action is masked; nothing is changed.
            SetupError: no game has begun.
        """
        episode = self._playing()
        episode.step(action)
        self._play_on()
        before, self._returns = self._returns, episode.returns()[self._seat]
        over = episode.player is None
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(self._returns - before), over, False, {}

    def _play_on(self) -> None:
        """Let the other seats act."""
        episode = self._playing()
        actions = self.spaces.actions
        while episode.player is not None and episode.player != self._seat:
            view = View(episode.state, episode.player)
            for number in actions.steps(self._bots[episode.player].choose(view).raw):
                episode.step(number)

    def _observation(self) -> dict[str, Any]:
        episode = self._playing()
        return {"observation": episode.observe(self._seat), "action_mask": episode.mask()}

    def _playing(self) -> Episode:
        if self.episode is None:
            raise SetupError("no game has begun; call reset() first")
        return self.episode

    def render(self) -> Any:
        """Show the table as the seat sees it: printed, or returned as text."""
        seen = str(self._playing().state.observation(self._seat))
        if self.render_mode == "ansi":
            return seen
        if self.render_mode == "human":
            sys.stdout.write(f"{seen}\n")
        return None
