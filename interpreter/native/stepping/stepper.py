"""Games in native code that are stepped together."""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from ..loading import Loaded, contained
from ..memory.memory_map import DONE
from .stepping import ASKED, UNDECIDED
from .stepping_module import stepped

if TYPE_CHECKING:
    from ...core.machine import Machine
    from .stepping import Arrays
    from .stepping_module import SteppingModule

_LONG: Final = Struct("<q")
_ASKED: Final = Struct("<qqQq")
_MASK: Final = (1 << 64) - 1


class Stepper:
    """Games of a recording build that are stepped together, as native code in one memory.

    Attributes:
        desk: where games and arrays lie in memory.
        games: for how many games there is room.
        memory: the memory.
    """

    def __init__(self, module: SteppingModule, like: Stepper | None = None) -> None:
        """Compile a module.

        Args:
            module: it.
            like: another stepper of this module, whose machine code both have then.

        Raises:
            Refused: the code is wrong, or there is no memory.
        """
        self.desk, self.games = module.desk, module.games
        self._loaded = loaded = Loaded(
            module.code, module.exports, module.size, like=None if like is None else like._loaded
        )
        self._store, self._wrong = loaded.store, loaded.wrong
        self._begin: Any = loaded.exports["begin"]
        self._step: Any = loaded.exports["step"]
        self._look: Any = loaded.exports["look"]
        self._count: Any = loaded.exports["count"]
        self.memory = loaded.memory

    def begin(self, count: int, seed: int) -> int:
        """Begin the games whose numbers are in the place of actions, each with the next seed.

        Args:
            count: how many games; at most as many as there are rows.
            seed: the seed of the first game.

        Returns:
            How many have begun; the one after these does not begin here.
        """
        return self._called(self._begin, 0, count, seed, 1)

    @property
    def undecided(self) -> bool:
        """Whether the last call ended at a game that is over before anyone decides."""
        return _LONG.unpack_from(self.memory, UNDECIDED)[0] != 0

    def step(self, first: int, count: int, seed: int | None) -> int:
        """Do a choice in each of several games; return in how many, up to one that is for Python.

        Args:
            first: the number of the first game.
            count: how many games; at most as many as there are rows.
            seed: the seed of the first game that begins in the place of one that has ended; None if none begins.
        """
        return self._called(self._step, first, count, seed or 0, seed is not None)

    def look(self, game: int, seat: int) -> bool:
        """Write what a seat knows into the first row; return False if Python must do it.

        Args:
            game: the number of the game.
            seat: the seat.
        """
        desk = self.desk
        _ASKED.pack_into(self.memory, ASKED, desk.games + game * desk.stride, seat, 0, 0)
        try:
            self._look(self._store)
        except self._wrong:
            return False
        return True

    def count(self, game: int) -> bool:
        """Count the actions that each number may become into their row; return False if it fails.

        Args:
            game: the number of the game.
        """
        desk = self.desk
        _ASKED.pack_into(self.memory, ASKED, desk.games + game * desk.stride, 0, 0, 0)
        try:
            self._count(self._store)
        except self._wrong:
            return False
        return True

    def _called(self, function: Any, first: int, count: int, seed: int, at_once: int) -> int:
        _ASKED.pack_into(self.memory, ASKED, first, count, seed & _MASK, at_once)
        try:
            function(self._store)
        except self._wrong:
            return _LONG.unpack_from(self.memory, DONE)[0]
        return count


def steppers(
    machine: Machine, arrays: Arrays, rows: int, games: int, seat: int | None = None, parts: int = 1
) -> list[Stepper]:
    """Translate and compile a game; return a stepper for each part of so many games.

    All parts but the last have as many games as there is room for in each. The arguments are those of `stepped`.

    Raises:
        Refused: the game needs something that native code cannot do; the text says what.
    """
    with contained():
        module = stepped(machine, arrays, rows, games, seat, parts)
    found = [Stepper(module)]
    while len(found) * module.games < games:
        found.append(Stepper(module, found[0]))
    return found
