"""What native code tells of games that it has played."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from operator import mul
from struct import Struct
from typing import Any, Final

from ..library.routines import HEAD
from ..memory.memory_map import HEADER, NO_RESULT

_LONGEST: Final = 1 << 63
"""Numbers of native code are less than that."""

_LENGTH: Final = Struct("<I")


@dataclass(frozen=True, slots=True)
class Played:
    """Some games that were played.

    Attributes:
        rows: the reports about all games, as numbers.
        sums: three numbers for each place in the rows; see `moments`.
        width: how many of them belong to each game.
        choices: how often there were how many legal actions.
        stopped: whether Python must play the next game, which then tells what is wrong with it.
        slots: returns the slots that are reported about a game, from the rows and the place of its own.
    """

    rows: array[int]
    sums: array[int]
    width: int
    choices: dict[int, int]
    stopped: bool
    slots: Callable[[array[int], int], list[Any]]

    @property
    def count(self) -> int:
        """The number of games."""
        return len(self.rows) // self.width

    def column(self, place: int) -> array[int]:
        """Return one of the numbers that are reported about a game, of all games.

        Args:
            place: which: 0 for the number of decisions, 1 for the seat that had the first turn, 2
                for the sum of the numbers of legal actions, 3 for how often there was one, 4 for
                their mean in millionths; then the slots of the last position follow.
        """
        return self.rows[place :: self.width]

    def moments(self, place: int) -> tuple[int, int]:
        """Return the sum of one of the numbers that are reported about a game, and that of its squares.

        Args:
            place: which, as for `column`.
        """
        total, squares, _ = self.sums[3 * place : 3 * place + 3]
        if (self.bits(place) + 1) ** 2 * self.count < _LONGEST:
            return total, squares
        values = self.column(place)
        return sum(values), sum(map(mul, values, values))

    def bits(self, place: int) -> int:
        """Return a number n so that all numbers of a column lie between -1 - n and n."""
        return self.sums[3 * place + 2]

    def parts(self, place: int, capacity: int) -> list[bytes]:
        """Return the reports about a slot that holds a sequence of numbers, of all games, as bytes.

        They are the same where the sequences are the same; see `members`.

        Args:
            place: where the report about the slot begins.
            capacity: how many numbers there is room for.
        """
        told, size, width = self.rows.tobytes(), HEADER + 8 * capacity, 8 * self.width
        return [told[at : at + size] for at in range(8 * place, len(told), width)]

    @staticmethod
    def members(part: bytes) -> array[int] | None:
        """Return the numbers of a sequence, from one of its `parts`; None if there was none."""
        (length,) = _LENGTH.unpack_from(part)
        return None if length == NO_RESULT else array("q", part[HEADER : HEADER + 8 * length])

    @staticmethod
    def member(place: int, index: int) -> int:
        """Return the place of a member of a sequence, from where the report about it begins."""
        return place + HEADER // 8 + index

    @property
    def games(self) -> list[tuple[int, int, int, int, list[Any]]]:
        """The report about each game: the first four numbers, and slots of the last position."""
        starts = range(0, len(self.rows), self.width)
        heads = zip(*map(self.column, range(4)), strict=True)
        return [(*head, self.slots(self.rows, start + HEAD)) for head, start in zip(heads, starts, strict=True)]


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """A playout.

    Attributes:
        decisions: how many there were after the action with which it began.
        code: the number of the decision at which it ended; negative if the game is over.
        worth: what the ruleset says that the last position is worth; 0 if the game is over, or
            a deal that scores settle.
        slots: slots of the last position.
    """

    decisions: int
    code: int
    worth: int
    slots: dict[str, Any]
