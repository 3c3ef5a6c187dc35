"""Which engine plays the games of an environment: Python at first, native code once it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..interpreter.diagnostics import brief
from ..interpreter.errors import SetupError
from ..interpreter.native.availability import ENGINES, Attempts
from .stepped import Refused, Stepped

if TYPE_CHECKING:
    from .game_spaces import Spaces

BEFORE_NATIVE = 5_000
"""So many choices are made in Python before native code is made, unless an engine is chosen."""


class Engine:
    """The engine of some games that are stepped together.

    Attributes:
        native: the games in native code; None as long as there are none.
        refusal: why native code cannot play the games; empty if it can, or was not asked.
        attempts: the games that native code began.
    """

    def __init__(
        self, spaces: Spaces, n: int, wanted: str | None, seat: int | None = None, threads: int | None = 1
    ) -> None:
        """Choose an engine.

        Args:
            spaces: the spaces of the game.
            n: the number of games.
            wanted: `native` or `python`; by default native code where it can play, once it pays.
            seat: the seat whose choices are given, if the others choose at random.
            threads: how many threads step games in native code; by default as many as pay.

        Raises:
            SetupError: there is no such engine, or native code cannot play.
        """
        if wanted is not None and not (isinstance(wanted, str) and wanted in ENGINES):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(f"engine is {' or '.join(ENGINES)}, not {brief(wanted)}")
        self.native: Stepped | None = None
        self.refusal = ""
        self.attempts = Attempts()
        self._spaces, self._wanted = spaces, wanted
        self._n, self._seat, self._threads = n, seat, threads
        self._left = BEFORE_NATIVE
        self._asked = wanted == "python"  # whether native code was asked for, or is not wanted
        if wanted == "native":
            self._ask()
            if self.native is None:
                raise SetupError(f"native code cannot play this: {self.refusal}")

    @property
    def name(self) -> str:
        """What plays the games that begin now: `native` or `python`."""
        return "python" if self.native is None else "native"

    def again(self) -> Engine:
        """Return an engine for a copy of the games, which Python plays at first."""
        wanted = "python" if self._wanted == "python" else None
        return Engine(self._spaces, self._n, wanted, self._seat, self._threads)

    def count(self, choices: int) -> bool:
        """Count choices that are to be made; return whether native code was made for them."""
        self._left -= choices
        if self._asked or self._left >= 0:
            return False
        self._ask()
        return self.native is not None

    @property
    def is_hopeless(self) -> bool:
        """Whether native code had to stop in nearly all games, so that it is of no use."""
        return self.native is not None and self.attempts.are_hopeless

    @property
    def threads(self) -> int:
        """How many threads step the games."""
        return 1 if self.native is None else self.native.threads.number

    def give_up(self) -> None:
        """Let Python play from now on."""
        self.close()
        self.refusal = str(self.attempts)

    def close(self) -> None:
        """Free native code, and end its threads."""
        if self.native is not None:
            self.native.threads.close()
        self.native = None

    def _ask(self) -> None:
        """Make native code, if it can play the games."""
        self._asked = True
        try:
            self.native = Stepped(self._spaces, self._n, self._seat, self._threads)
        except Refused as refused:
            self.refusal = str(refused)
