"""Whether this machine has native code, as far as that is known without loading it.

And whether it is of use for a game: whether it plays the games that it begins to their ends.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from typing import Final

from ..installing import how_to_install

ENGINES: Final = ("native", "python")
"""What can play games at random: WebAssembly, or the generated Python."""

_FEW: Final = 20
"""Native code is given up at the earliest when it had to stop in so many games."""

_OLDEST: Final = 50
"""The first version of wasmtime that does what native code needs."""


def missing() -> str | None:
    """Return why there is no native code on this machine; None if nothing is known against it."""
    if sys.platform == "emscripten":  # a browser has WebAssembly of its own
        return None
    if find_spec("wasmtime") is None:
        return f"wasmtime is not installed ({how_to_install('fast')})"
    if not _is_new_enough():
        return f"wasmtime is older than version {_OLDEST} ({how_to_install('fast')})"
    return None


@dataclass(slots=True)
class Attempts:
    """The games of a series that native code began.

    Attributes:
        begun: how many games.
        stopped: in how many of them it had to stop, so that Python plays them.
        rules: how often it stopped in which rule, as far as that is known.
    """

    begun: int = 0
    stopped: int = 0
    rules: Counter[str] = field(default_factory=Counter[str])

    def add(self, begun: int, stopped_in: str | None) -> None:
        """Count games.

        Args:
            begun: how many games native code began.
            stopped_in: in which rule it had to stop in the last of them; None if it did not.
        """
        self.begun += begun
        if stopped_in is not None:
            self.stopped += 1
            self.rules[stopped_in or "a rule"] += 1

    @property
    def are_hopeless(self) -> bool:
        """Whether native code had to stop in nearly all games, so that it is of no use."""
        return self.stopped >= _FEW and 10 * self.stopped > 9 * self.begun

    def __str__(self) -> str:
        """Return why native code is given up."""
        told = f"native code had to stop in {self.stopped} of {self.begun} games"
        return f"{told}, mostly in {self.rules.most_common(1)[0][0]}" if self.rules else told


@cache
def _is_new_enough() -> bool:
    from importlib.metadata import PackageNotFoundError, version  # which takes a while to load

    try:
        major, _, _ = version("wasmtime").partition(".")
        return int(major) >= _OLDEST
    except (PackageNotFoundError, ValueError):
        return True  # it may do
