"""Games in native code that are stepped together."""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from ..code.encoding import MOST_PAGES, PAGE
from ..loading import Loaded, contained
from ..memory.memory_map import DONE
from .stepping import ASKED
from .stepping_module import stepped

if TYPE_CHECKING:
    from ...core.machine import Machine
    from .stepping import Arrays

_LONG: Final = Struct("<q")
_ASKED: Final = Struct("<qqQ")
_MASK: Final = (1 << 64) - 1


class Stepper:
    """Games of a recording build that are stepped together, as native code.

    Attributes:
        desk: where games and arrays lie in memory.
        memory: the memory.
    """

    def __init__(self, machine: Machine, arrays: Arrays, rows: int, games: int, seat: int | None = None) -> None:
        """Translate and compile a game.

        Args:
            machine: its recording build.
            arrays: how actions and observations are written as numbers.
            rows: for how many games there are arrays at once.
            games: for how many games there is room.
            seat: the seat whose choices are given, if the others choose at random.

        Raises:
            Refused: the game needs something that native code cannot do; the text says what.
        """
        with contained():
            module = stepped(machine, arrays, rows, games, seat)
        self.desk = module.desk
        self._loaded = loaded = Loaded(module.code, module.exports, MOST_PAGES * PAGE)
        self._store, self._wrong = loaded.store, loaded.wrong
        self._begin: Any = loaded.exports["begin"]
        self._step: Any = loaded.exports["step"]
        self._look: Any = loaded.exports["look"]
        self._count: Any = loaded.exports["count"]
        self.memory = loaded.memory

    def begin(self, first: int, count: int, seed: int) -> int:
        """Begin games, each with the next seed; return how many, up to one that Python must play.

        Args:
            first: the number of the first game.
            count: how many games; at most as many as there are rows.
            seed: the seed of the first game.
        """
        return self._called(self._begin, first, count, seed)

    def step(self, first: int, count: int, seed: int) -> int:
        """Do a choice in each of several games; return in how many, up to one that is for Python.

        The arguments are those of `begin`; the seeds are for games that follow those that end.
        """
        return self._called(self._step, first, count, seed)

    def look(self, game: int | None, seat: int) -> bool:
        """Write what a seat knows into the first row; return False if Python must do it.

        Args:
            game: the number of the game; None for the end of the one that ended last.
            seat: the seat.
        """
        desk = self.desk
        address = desk.last if game is None else desk.games + game * desk.stride
        _ASKED.pack_into(self.memory, ASKED, address, seat, 0)
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
        _ASKED.pack_into(self.memory, ASKED, desk.games + game * desk.stride, 0, 0)
        try:
            self._count(self._store)
        except self._wrong:
            return False
        return True

    def _called(self, function: Any, first: int, count: int, seed: int) -> int:
        _ASKED.pack_into(self.memory, ASKED, first, count, seed & _MASK)
        try:
            function(self._store)
        except self._wrong:
            return _LONG.unpack_from(self.memory, DONE)[0]
        return count
