"""The games of a simulation as a CSV file."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from ...interpreter.simulation.results import told_name, told_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .checkpoint import Done


def write(file: str, columns: Sequence[str], done: Done, marks: dict[str, str]) -> None:
    """Write a line for each game; a measure that does not apply to a game stays empty.

    The last columns are the same in each line: a comment would confuse spreadsheets.

    Args:
        file: Where to write.
        columns: The names of the measures; in a comparison, each follows the name of its side.
        done: The games that were played.
        marks: The fingerprint of the rules by the name of its column; in a comparison, there are
            two.

    Raises:
        OSError: The file cannot be written.
    """
    with Path(file).open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target)
        writer.writerow(["game", *map(told_name, columns), *marks])
        for number in sorted(done.rows):
            row = told_values(columns, done.rows[number])
            writer.writerow([number, *row, *marks.values()])
