"""Saved simulations: a file with a line for each part that was played.

The first line describes the simulation. Each line has a checksum, so that damaged or edited files
are refused. If the last line was cut off, for instance because the machine lost power, it is
ignored, and its games are played again.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from ... import __version__
from ...interpreter.errors import SaveFileError
from ...interpreter.simulation.tally import Tally
from ..files import named, replace_file

if TYPE_CHECKING:
    from typing import BinaryIO

    from ...interpreter.simulation.spread import Part, Row

FORMAT: Final = 2
ENDING: Final = ".simulation.jsonl"


@dataclass(slots=True)
class Done:
    """The results so far.

    Attributes:
        ranges: The numbers of the games: the first of each range, and the number after its last.
        rows: The measures of each game by its number, if they are wanted.
    """

    tally: Tally = field(default_factory=Tally)
    ranges: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    rows: dict[int, Row] = field(default_factory=dict[int, "Row"])

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return sum(last - first for first, last in self.ranges)

    def add(self, part: Part) -> None:
        """Add a part that was just played."""
        self.tally.merge(part.tally)
        self.rows.update(enumerate(part.rows, part.first))
        self._cover(part.first, part.last)

    def _cover(self, first: int, last: int) -> None:
        """Add a range, and join adjacent ranges."""
        merged: list[tuple[int, int]] = []
        for start, end in sorted([*self.ranges, (first, last)]):
            if merged and merged[-1][1] == start:
                merged[-1] = (merged[-1][0], end)
            elif merged and merged[-1][1] > start:
                raise ValueError("games that are there twice")
            else:
                merged.append((start, end))
        self.ranges = merged

    def missing(self, games: int) -> list[tuple[int, int]]:
        """Return the ranges that were not played yet.

        >>> Done(ranges=[(2, 3), (5, 9)]).missing(7)
        [(0, 2), (3, 5)]
        """
        edges = [0, *(edge for span in self.ranges for edge in span), games]
        pairs = zip(edges[::2], edges[1::2], strict=True)
        return [(first, min(last, games)) for first, last in pairs if first < min(last, games)]

    def line(self) -> str:
        """Return all results as a line of the file."""
        rows = [self.rows[number] for number in sorted(self.rows)]
        return _line({"ranges": self.ranges, "tally": self.tally.data(), "rows": rows})

    def add_line(self, text: str) -> None:
        """Add the results of a line.

        Raises:
            ValueError, TypeError, KeyError, AttributeError: The line is damaged.
        """
        data = _parsed(text)
        ranges = [(int(first), int(last)) for first, last in data["ranges"]]
        tally, rows = Tally.from_data(data["tally"]), cast("list[Row]", data["rows"])
        numbers = (number for first, last in ranges for number in range(first, last))
        for first, last in ranges:
            if not 0 <= first < last:
                raise ValueError("no games")
            self._cover(first, last)
        self.tally.merge(tally)
        self.rows.update(zip(numbers, rows, strict=False))


class Checkpoint:
    """The file of a running simulation."""

    def __init__(self, path: Path, head: dict[str, Any], done: Done) -> None:
        """Write the results so far. An existing file is replaced when the new one is complete.

        Raises:
            OSError: It cannot be written.
            SaveFileError: Another process is writing the file.
        """
        self.path = path
        text = _line({"cardrules_simulation": FORMAT, **head})
        if done.ranges:
            text += done.line()
        with _locked(path):
            replace_file(path, text.encode("utf-8"))
            self._file = _locked(path)

    def add(self, part: Part) -> None:
        """Add a part.

        Raises:
            OSError: It cannot be written.
        """
        rows, ranges = part.rows, [[part.first, part.last]]
        line = _line({"ranges": ranges, "tally": part.tally.data(), "rows": rows})
        with named(self.path):
            self._file.write(line.encode("utf-8"))
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(OSError):  # the error was reported when writing failed
            self._file.close()


def _locked(path: Path) -> BinaryIO:
    """Open a file for appending, and lock it if the system supports that.

    Raises:
        OSError: It cannot be opened.
        SaveFileError: Another process has locked it.
    """
    file = path.open("ab")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise SaveFileError(f"'{path}' is being written by another cardrules process.") from None
    except (ImportError, OSError):
        pass  # Windows, or a file system without locks
    return file


def read(path: Path) -> tuple[dict[str, Any], Done]:
    """Read the description of a simulation and its results.

    Raises:
        SaveFileError: There is no such file, or it is not a saved simulation.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SaveFileError(f"'{path}' cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise SaveFileError(f"'{path}' is not a saved simulation: it is not text.") from None
    lines = text.splitlines()
    try:
        version = json.loads(lines[0])["cardrules_simulation"]
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise SaveFileError(f"'{path}' is not a saved simulation.") from None
    if version != FORMAT:
        raise SaveFileError(f"'{path}' was saved by another version of cardrules.")
    head: dict[str, Any] = {}
    done = Done()
    for number, line in enumerate(lines, 1):
        try:
            if number == 1:
                head = _parsed(line)
            else:
                done.add_line(line)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            if 1 < number == len(lines) and not text.endswith("\n"):
                break  # the last line was cut off
            message = f"'{path}' is damaged or was changed in line {number}."
            raise SaveFileError(message) from None
    return head, done


def head(command: str, games: int, *, rows: bool) -> dict[str, Any]:
    """Return the part of the first line that all simulations have.

    Args:
        command: The command that plays.
        games: The wanted number of games.
        rows: Whether the measures of each game are saved as well.
    """
    return {"command": command, "version": __version__, "games": games, "rows": rows}


def expect(head: dict[str, Any], command: str, source: str, *, rows: bool) -> None:
    """Refuse a file of another command or version, or without the measures that are needed.

    Raises:
        SaveFileError: The simulation cannot be continued.
    """
    if head.get("command") != command:
        raise SaveFileError(f"'{source}' was begun by another command than 'cardrules {command}'.")
    if head.get("version") != __version__:
        raise SaveFileError(f"'{source}' was begun by cardrules {head.get('version')}, this is {__version__}.")
    if type(head.get("games")) is not int or head["games"] < 1:
        raise SaveFileError(f"'{source}' is damaged: its first line lacks the number of games.")
    if rows and not head.get("rows"):
        raise SaveFileError(f"'{source}' was begun without --csv, so the measures of each game are not known.")


def _line(data: dict[str, Any]) -> str:
    """Return data as a line, with a checksum."""
    return _text(data | {"check": zlib.crc32(_text(data).encode())}) + "\n"


def _parsed(line: str) -> dict[str, Any]:
    """Return the data of a line.

    Raises:
        ValueError, TypeError, KeyError, RecursionError: The line is damaged.
    """
    data: dict[str, Any] = json.loads(line)
    check = data.pop("check")
    if check != zlib.crc32(_text(data).encode()):
        raise ValueError("another checksum")
    return data


def _text(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))
