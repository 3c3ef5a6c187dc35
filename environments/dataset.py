"""The file of a data set: Parquet, written while games are played, in the order of their numbers.

Processes play games in any order. What comes too early waits in a second file that has no name. Groups of rows have
a fixed size, so the bytes of the file do not depend on the number of processes.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Final

from .recording import arrow, schema

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Self

    from .recording import Recording

FORMAT: Final = 1
KEY: Final = "cardrules"
"""The key of the metadata, whose value is one JSON object."""

_GROUP: Final = 32 << 20  # about so many bytes a group of rows has before it is compressed
_MOST_ROWS: Final = 50_000


class Dataset:
    """A data set that is being written; it appears under its name when it is complete.

    Attributes:
        games: how many games it has.
    """

    def __init__(self, path: Path, recording: Recording, settings: Mapping[str, Any]) -> None:
        """Describe a file.

        Args:
            path: its name; a file of this name is replaced when the new one is complete.
            recording: writes the rows.
            settings: what determines the games, as data for JSON.
        """
        spaces = recording.spaces
        self.games = 0
        self._head = {
            "format": FORMAT,
            **settings,
            "actions": list(spaces.actions.names),
            "observations": list(spaces.names) if recording.told == "arrays" else None,
        }
        each = 4 * spaces.size + spaces.actions.size
        self._rows = min(_MOST_ROWS, max(1, _GROUP // each))
        self._schema = schema(spaces, recording.told)
        self._pending: list[Any] = []  # tables of rows that are not yet a whole group
        self._waiting: dict[int, tuple[int, int, int]] = {}  # by first game: the game after the last, place, length
        self._aside: Any = None
        self._target = target = path.resolve()
        self._temporary = target.with_name(f".{target.name[:100]}.{os.getpid()}")
        self._opened = ExitStack()

    def add(self, first: int, last: int, data: bytes) -> None:
        """Add games, in any order.

        Args:
            first: the number of the first game.
            last: the number of the last game, plus 1.
            data: their rows, as `Recording.taken` returns them.

        Raises:
            OSError: the file cannot be written.
        """
        if first != self.games:
            if self._aside is None:
                aside = TemporaryFile(dir=self._target.parent)  # noqa: SIM115 - the stack closes it
                self._aside = self._opened.enter_context(aside)
            self._waiting[first] = last, self._aside.seek(0, os.SEEK_END), len(data)
            self._aside.write(data)
            return
        self._append(last, data)
        while self.games in self._waiting:
            last, place, length = self._waiting.pop(self.games)
            self._aside.seek(place)
            self._append(last, self._aside.read(length))

    def _append(self, last: int, data: bytes) -> None:
        """Add the games that come next, and write groups of rows that are complete."""
        pa = arrow()
        with pa.ipc.open_stream(data) as stream:
            for batch in stream:
                self._pending.append(pa.Table.from_batches([batch]))
                if sum(each.num_rows for each in self._pending) >= self._rows:
                    self._write_groups()
        self.games = last

    def _write_groups(self, least: int | None = None) -> None:
        """Write what is pending, in groups; fewer rows than `least` stay pending."""
        least = self._rows if least is None else least
        table = arrow().concat_tables([self._schema.empty_table(), *self._pending])
        while table.num_rows >= least:
            self._writer.write_table(table.slice(0, self._rows).combine_chunks(), self._rows)
            table = table.slice(self._rows)
        self._pending = [table] if table.num_rows else []

    def __enter__(self) -> Self:
        """Begin the file, and enter the block in which games are played.

        Raises:
            OSError: the file cannot be written.
        """
        file = self._opened.enter_context(self._temporary.open("wb"))
        parquet = arrow("pyarrow.parquet")
        self._writer = self._opened.enter_context(parquet.ParquetWriter(file, self._schema, compression="zstd"))
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Complete the file with the games that follow each other from the first one; after an error leave none."""
        complete = kind is None and self.games > 0
        try:
            with self._opened:
                if complete:
                    if self._pending:
                        self._write_groups(least=1)
                    self._writer.add_key_value_metadata({KEY: json.dumps(self._head | {"games": self.games})})
            if complete:
                os.replace(self._temporary, self._target)
        finally:
            self._temporary.unlink(missing_ok=True)
