"""The environment of Gymnasium: one seat of a game; bots play the other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import Env, spaces

from ..interpreter.bots.bots import make_bot
from ..interpreter.bots.own_bots import OwnBot
from ..interpreter.bots.view import Bot, Chooser, View
from ..interpreter.diagnostics import brief
from ..interpreter.errors import SetupError
from ..interpreter.runtime.chance import Random
from .arguments import (
    MOST_SEEDS,
    MOST_SKIPPED,
    RENDER_MODES,
    check_render_mode,
    library_seed,
)
from .environment import Environment, Observed, observation_space
from .episode import Spaces
from .play import Play

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules

Other = str | Chooser
"""The name of a bot, or a bot."""

Others = Other | Sequence[Other] | Mapping[int, Other]
"""One bot for all other seats, a list with one for each of them in their order, or one by seat."""


class Seat(Environment, Env[Any, Any]):
    """One seat of a game.

    An observation is `Observed`; a reward is the change of the seat's `returns`
    since its last step, so that the other players' actions count too.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
    """

    def __init__(
        self,
        game: Rules,
        seat: int,
        others: Others,
        *,
        render_mode: str | None = None,
        engine: str | None = None,
    ) -> None:
        """Prepare a seat.

        Args:
            game: the game.
            seat: the seat of the learner, from 0.
            others: a bot or its name for all other seats, a list with one for each of them in
                their order, or a mapping of each of them to one.
            render_mode: `ansi` or `human`.
            engine: `native` or `python`; by default native code where it can play, once it pays.

        Raises:
            SetupError: there is no such seat, bot, mode or engine, or native code cannot play.
        """
        seat = game.check_seat(seat)
        seats = [other for other in range(game.players) if other != seat]
        self._others = _by_seat(others, seats)
        check_render_mode(render_mode)
        self.metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES]}
        self.render_mode = render_mode
        self.spaces = Spaces(game)
        self._seat = seat
        # For each other seat its bot, or random numbers if it plays at random.
        self._bots: dict[int, Bot | Random] = {}
        self._gained = 0
        if any(not _is_random(other) for other in self._others.values()):
            if isinstance(engine, str) and engine == "native":
                raise SetupError("native code cannot play this: the bots of the other seats are not 'random'")
            engine = "python" if engine is None else engine
        self._play = Play(self.spaces, engine)
        self._chance = np.random.default_rng()
        self.action_space = spaces.Discrete(self.spaces.actions.size)
        self.observation_space = observation_space(self.spaces)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin a new game, and play until the seat has a decision.

        A game that ends before that is skipped.

        Args:
            seed: the seed from which this game and later ones draw theirs.
            options: nothing is read from it.

        Returns:
            An observation, and a mapping with the `seed` of the game.

        Raises:
            BotError: a bot failed.
            SetupError: the seed is negative, or no integer; or the seat never has a decision.
        """
        start = library_seed(seed)
        super().reset(seed=start)
        if start is not None:
            self._chance = np.random.default_rng((start, 1))
        for _ in range(MOST_SKIPPED):
            number = int(self.np_random.integers(MOST_SEEDS))
            self._deal(number)
            self._play_on()
            if self._play.player is not None:
                return self._observation(), {"seed": number}
        raise SetupError(
            f"seat {self._seat} has no decision in {MOST_SKIPPED} games in succession; choose "
            "another seat or change the rules"
        )

    def _deal(self, number: int) -> None:
        """Begin the game with a seed."""
        self._play.deal(number)
        self._gained = 0
        for seat, other in self._others.items():
            seed = number * self.spaces.game.players + seat
            if not isinstance(other, str):
                self._bots[seat] = OwnBot(type(other).__name__, other)
            else:
                self._bots[seat] = Random(seed) if _is_random(other) else make_bot(other, seed)

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Let the seat act, and play until it has another decision or the game is over.

        Raises:
            BotError: a bot failed, so that the game cannot go on.
            IllegalActionError: the action is masked; nothing is changed.
            SetupError: no game has begun, or it broke off when another seat failed to act.
        """
        player = self._play.player
        if player not in (None, self._seat):
            raise SetupError(f"this game broke off in the turn of seat {player}; call reset() for the next one")
        self._gained += self._play.step(action)[self._seat]
        self._play_on()
        reward, self._gained = float(self._gained), 0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._play.player is None, False, {}

    def action_masks(self) -> Any:
        """Return for each action whether it may be chosen now, as sb3-contrib's MaskablePPO asks.

        Raises:
            SetupError: no game has begun.
        """
        return self._play.mask().astype(bool)

    def _play_on(self) -> None:
        """Let the other seats act."""
        play = self._play
        while (player := play.player) is not None and player != self._seat:
            bot = self._bots[player]
            if isinstance(bot, Random):
                self._gained += play.step_at_random(bot)[self._seat]
                continue
            view = View(play.episode.state, player)
            for number in self.spaces.actions.steps(bot.choose(view).raw):
                self._gained += play.step(number)[self._seat]

    def _observation(self) -> Observed:
        play = self._play
        return {"observation": play.observe(self._seat), "action_mask": play.mask()}

    def render(self) -> Any:
        """Show the table as the seat sees it: printed, or returned as text."""
        return self._show(self._play.episode.state.observation(self._seat))


def _is_random(other: Other) -> bool:
    return isinstance(other, str) and other == "random"


def _by_seat(others: Others, seats: Sequence[int]) -> dict[int, Other]:
    """Return the bot or the name of a bot for each other seat.

    Args:
        others: what the caller gives.
        seats: the other seats.

    Raises:
        SetupError: a seat has no bot, or there is no such bot.
    """
    if isinstance(others, np.ndarray):
        others = others.tolist()
    if isinstance(others, str) or not isinstance(others, Mapping | Sequence):
        _check_bot(others)
        return dict.fromkeys(seats, others)
    found = dict(others if isinstance(others, Mapping) else zip(seats, others, strict=False))
    if len(others) != len(seats) or found.keys() != {*seats}:
        raise SetupError(
            "others as a list or a mapping has one bot for each other seat "
            f"({', '.join(map(str, seats))}), not {brief(others)}"
        )
    for other in found.values():
        _check_bot(other)
    return {seat: found[seat] for seat in seats}


def _check_bot(other: object) -> None:
    """Check what is given as a bot.

    Raises:
        SetupError: there is no such bot.
    """
    if isinstance(other, str):
        make_bot(other)  # refuses unknown ones
    elif isinstance(other, type) or not callable(getattr(other, "choose", None)):
        raise SetupError(f"others is the name of a bot, or a bot with a method choose(view), not {brief(other)}")
