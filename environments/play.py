"""Games one after the other, played by the engine that is faster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..interpreter.errors import SetupError
from ..interpreter.native.stepping.stepping import LUCK
from .arguments import NOT_BEGUN
from .engine import Engine
from .episode import Episode, rewards
from .native_episode import NativeEpisode
from .stepped import Refused

if TYPE_CHECKING:
    from ..interpreter.runtime.chance import Random
    from .choice import Counts, Mask
    from .game_spaces import Spaces
    from .observations import Array


class Play:
    """The games of an environment, of which one at a time is in play.

    Attributes:
        spaces: the spaces of the game.
    """

    def __init__(self, spaces: Spaces, wanted: str | None) -> None:
        """Prepare games.

        Args:
            spaces: the spaces of the game.
            wanted: `native` or `python`; by default native code where it can play, once it pays.

        Raises:
            SetupError: there is no such engine, or native code cannot play.
        """
        self.spaces = spaces
        self._engine = Engine(spaces, 1, wanted)
        self._game: Episode | NativeEpisode | None = None
        self._episode: Episode | None = None  # the same, if native code plays it and it was asked

    @property
    def engine(self) -> str:
        """What plays the games that begin now: `native` or `python`."""
        return self._engine.name

    @property
    def episode(self) -> Episode:
        """The game in play as Python has it.

        Raises:
            SetupError: no game has begun.
        """
        game = self._playing()
        if isinstance(game, Episode):
            return game
        if self._episode is None:
            self._episode = game.in_python()
        return self._episode

    def deal(self, seed: int) -> None:
        """Begin a new game.

        Args:
            seed: the seed of all chance.
        """
        self._episode = None
        engine = self._engine
        if engine.is_hopeless:
            engine.give_up()
        if engine.native is not None:
            engine.attempts.begun += 1
            try:
                self._game = NativeEpisode(self.spaces, engine.native, seed)
            except Refused:
                engine.attempts.stopped += 1
            else:
                return
        self._game = Episode(self.spaces, seed)

    @property
    def player(self) -> int | None:
        """The seat that chooses; None if the game is over.

        Raises:
            SetupError: no game has begun.
        """
        return self._playing().player

    def mask(self) -> Mask:
        """Return 1 for each number that may be chosen now, and 0 for the others."""
        return self._playing().mask()

    def completions(self) -> Counts:
        """Return for each number how many legal actions it may become."""
        return self._playing().completions()

    def observe(self, seat: int) -> Array:
        """Return what a seat knows, as an array of `spaces.size` numbers."""
        return self._playing().observe(seat)

    def step(self, action: object) -> list[float]:
        """Choose a number, and return by how much the returns of each seat changed.

        Raises:
            IllegalActionError: the number may not be chosen now; nothing is changed.
            SetupError: no game has begun.
        """
        return self._stepped(lambda game: game.step(action))

    def step_at_random(self, rng: Random) -> list[float]:
        """Let the player do a legal action, each with the same probability.

        Returns:
            By how much the returns of each seat changed.
        """
        luck = rng.below(LUCK)
        return self._stepped(lambda game: game.step_at_random(luck))

    def _stepped(self, step: Callable[[Episode | NativeEpisode], list[float] | None]) -> list[float]:
        game = self._playing()
        found: list[float] | None = None
        if isinstance(game, NativeEpisode):
            try:
                found = step(game)
            except Refused:  # native code stops here, and changed nothing
                self._engine.attempts.stopped += 1
                self._game = game = game.in_python()
        if isinstance(game, Episode):
            before = game.rewarded()
            step(game)
            found = rewards(before, game.rewarded())
        self._episode = None
        self._engine.count(1)
        assert found is not None
        return found

    def _playing(self) -> Episode | NativeEpisode:
        """Return the game in play.

        Raises:
            SetupError: no game has begun.
        """
        if self._game is None:
            raise SetupError(NOT_BEGUN)
        return self._game

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle the game in play as Python has it."""
        game = self.episode if self._game is not None else None
        engine = self._engine.again()
        return self.__dict__ | {"_game": game, "_episode": None, "_engine": engine}
