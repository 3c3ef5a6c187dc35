"""What plays a series of games that need no search: generated Python, and later native code."""

from __future__ import annotations

from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Final

from ..native.availability import Attempts, missing

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable

    from ..native.engine import Native
    from ..native.playing.played import Played

SEARCHING: Final = "bots search in Python, native playouts if possible"
"""Why Python plays games of such bots."""

FIRST: Final = 20
_SOON: Final = 1.0
"""The first so many games are played by Python unless an engine is chosen, or as many as it plays
in so many seconds: making native code takes longer than to play them."""

MANY: Final = 1_000
"""Where so many games are to be played at once, native code plays from the first one on."""

_MAKING: Final = 0.4
"""In a series of known length native code takes over where Python would play longer than that, in
seconds: about how long it takes to make native code for trial games."""

_CALL: Final = 0.25
"""How long a call of native code shall take, in seconds: games are added up between calls, and the
thread that waits for a call needs time to wake up."""

_FASTER: Final = 8  # by how much the number of games of a call may grow


class Engine:
    """Plays the games of a series that native code plays, and tells which these are.

    Attributes:
        choice: `native` or `python` if the user has chosen; None if native code is to play where
            that is faster.
        spent: The seconds in which Python played games of the series.
        at_once: How many games the next call of native code plays.
        by_native: How many games of the series native code played to their ends.
        attempts: In how many games it had to stop, and where.
    """

    def __init__(
        self,
        choice: str | None,
        make: Callable[[], Native],
        hindrance: str | None = None,
        *,
        length: int | None = None,
    ) -> None:
        """Translate nothing yet.

        Args:
            choice: What the user has chosen.
            make: Translates the game; it raises `Refused` if that is not possible.
            hindrance: Why native code cannot play, if that is known.
            length: How many games there are, if that is known.
        """
        self.choice = choice
        self.spent = 0.0
        self.at_once = FIRST
        self.by_native = 0
        self._make = make
        self._given = hindrance
        self._length = length
        self.attempts = Attempts()

    @cached_property
    def native(self) -> Native | None:
        """The game as native code; None if Python plays all games."""
        return None if self.hindrance is not None else self._translated[0]

    @cached_property
    def hindrance(self) -> str | None:
        """Why Python plays all games; None if native code plays the later ones."""
        return self._known_hindrance or self._translated[1]

    @cached_property
    def _known_hindrance(self) -> str | None:
        """The reason if it is known before the game is translated."""
        if self.choice == "python":
            return "it was chosen"
        return missing() or self._given

    @cached_property
    def _translated(self) -> tuple[Native | None, str | None]:
        from ..native.dialect import Refused

        try:
            return self._make(), None
        except Refused as refused:
            return None, f"native code cannot do {refused}"

    def used(self, games: int) -> str:
        """Return what plays so many games: `native`, or `python` and why native code does not."""
        asked = self.choice is not None or "native" in vars(self)
        if self._length is not None and self._known_hindrance is None and not asked:
            return "python: to make native code would take longer"
        if self._known_hindrance is None and not asked and games <= FIRST:
            return f"python: native code takes over after {FIRST} games or a second"
        if self.attempts.are_hopeless:
            return f"python: {self.attempts}"
        return "native" if self.hindrance is None else f"python: {self.hindrance}"

    @property
    def stops(self) -> Counter[str]:
        """How often native code had to stop, by the rule in which it did."""
        return self.attempts.rules

    def plays(self, number: int, count: int = 1) -> bool:
        """Return whether native code plays the game with a number.

        Args:
            number: Which game.
            count: How many games are to be played now, this one included.
        """
        late = self._is_late(number) or (self._length is None and count >= MANY)
        return late and self.native is not None and not self.attempts.are_hopeless

    def _is_late(self, number: int) -> bool:
        if self.choice is not None or "native" in vars(self):
            return True
        if self._length is not None:
            return self.spent * (self._length - number) > _MAKING * number
        return number >= FIRST or self.spent >= _SOON

    def games(self, seed: int, most: int) -> Played:
        """Play some games by native code, and choose how many a later call plays.

        Args:
            seed: The seed of the first game.
            most: The most games to play.
        """
        assert self.native is not None
        start = perf_counter()
        played = self.begun(seed, min(most, self.at_once))
        if played.count == self.at_once:
            pace = min(_CALL / max(perf_counter() - start, 1e-6), _FASTER)
            self.at_once = min(max(int(self.at_once * pace), 1), self.native.most)
        return played

    def begun(self, seed: int, count: int) -> Played:
        """Play some games by native code, and note whether it stopped in one.

        Args:
            seed: The seed of the first game.
            count: How many.
        """
        assert self.native is not None
        played = self.native.games(seed, count)
        self.by_native += played.count
        stopped_in = self.native.stopped_in if played.stopped else None
        self.attempts.add(played.count + played.stopped, stopped_in)
        return played
