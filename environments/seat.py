"""The environment of Gymnasium: one seat of a game; bots play the other seats."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import Env, spaces

from ..interpreter.bots.bots import make_bot
from ..interpreter.bots.own_bots import OwnBot
from ..interpreter.bots.view import Bot, Chooser, View
from ..interpreter.diagnostics import brief
from ..interpreter.errors import SetupError
from ..interpreter.runtime.chance import Random
from .arguments import MOST_SEEDS, RENDER_MODES, check_render_mode, library_seed
from .episode import Episode, Spaces
from .play import Play

if TYPE_CHECKING:
    from ..interpreter.play.game import Game


class Seat(Env[Any, Any]):
    """One seat of a game.

    An observation is a mapping as in `aec.Table`; a reward is the change of the seat's `returns`
    since its last step, so that the other players' actions count too.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
    """

    def __init__(
        self, game: Game, seat: int, others: str | Chooser, *, render_mode: str | None = None,
        engine: str | None = None,
    ) -> None:  # fmt: skip
        """Prepare a seat.

        Args:
            game: the game.
            seat: the seat of the learner, from 0.
            others: the name of a bot, or a bot, for the other seats.
            render_mode: `ansi` or `human`.
            engine: `native` or `python`; by default native code where it can play, once it pays.

        Raises:
            SetupError: there is no such seat, bot, mode or engine, or native code cannot play.
        """
        game.check_seat(seat)
        if isinstance(others, str):
            make_bot(others)  # refuses unknown ones
        elif isinstance(others, type) or not callable(getattr(others, "choose", None)):
            raise SetupError(
                "others is the name of a bot, or a bot with a method choose(view), not "
                f"{brief(others)}"
            )
        check_render_mode(render_mode)
        self.metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES]}
        self.render_mode = render_mode
        self.spaces = Spaces(game)
        self._seat = seat
        self._others = others
        self._bots: list[Bot] = []
        self._chance: list[Random] = []  # of each seat that plays at random
        self._gained = 0
        if engine is None and not self._is_native:
            engine = "python"
        if engine == "native" and not self._is_native:
            raise SetupError(
                "native code cannot play this: the bots of the other seats are not 'random'"
            )
        self._play = Play(self.spaces, engine)
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

        Raises:
            SetupError: the seed is negative, or no integer.
        """
        super().reset(seed=library_seed(seed))
        number = int(self.np_random.integers(MOST_SEEDS))
        self._play.deal(number)
        players = self.spaces.game.players
        seeds = [number * players + seat for seat in range(players)]
        others = self._others
        self._chance = [Random(seed) for seed in seeds]
        if others != "random":
            self._bots = [
                make_bot(others, seed)
                if isinstance(others, str)
                else OwnBot(type(others).__name__, others)
                for seed in seeds
            ]
        self._gained = 0
        self._play_on()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Let the seat act, and play until it has another decision or the game is over.

        Raises:
            IllegalActionError: the action is masked; nothing is changed.
            SetupError: no game has begun.
        """
        self._gained += self._play.step(action)[self._seat]
        self._play_on()
        reward, self._gained = float(self._gained), 0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._play.player is None, False, {}

    def _play_on(self) -> None:
        """Let the other seats act."""
        play = self._play
        while (player := play.player) is not None and player != self._seat:
            if self._others == "random":
                self._gained += play.step_at_random(self._chance[player])[self._seat]
                continue
            view = View(play.episode.state, player)
            for number in self.spaces.actions.steps(self._bots[player].choose(view).raw):
                self._gained += play.step(number)[self._seat]

    def _observation(self) -> dict[str, Any]:
        play = self._play
        return {"observation": play.observe(self._seat), "action_mask": play.mask()}

    @property
    def engine(self) -> str:
        """What plays the games that begin now: `native` or `python`."""
        return self._play.engine

    @property
    def episode(self) -> Episode:
        """The game in play.

        Raises:
            SetupError: no game has begun.
        """
        return self._play.episode

    @property
    def _is_native(self) -> bool:
        """Whether native code can play, as far as the other seats are concerned."""
        return self._others == "random" or self.spaces.game.players == 1

    def render(self) -> Any:
        """Show the table as the seat sees it: printed, or returned as text."""
        seen = str(self._play.episode.state.observation(self._seat))
        if self.render_mode == "ansi":
            return seen
        if self.render_mode == "human":
            sys.stdout.write(f"{seen}\n")
        return None
