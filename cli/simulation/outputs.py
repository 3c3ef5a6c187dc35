"""What simulations leave behind besides what they print: CSV, a page, plots."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...interpreter.simulation.simulate import scale_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .checkpoint import Done


def write_csv(file: str, columns: Sequence[str], done: Done) -> None:
    """Write a line for each game; what was not measured in it stays empty.

    Args:
        file: Where to write.
        columns: The names of the measures; of two sides, the side's name stands before it.
        done: What was played.

    Raises:
        OSError: The file cannot be written.
    """
    scales = [scale_of(column.rpartition(" ")[2]) for column in columns]
    with Path(file).open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target)
        writer.writerow(["game", *columns])
        for number in sorted(done.rows):
            row = [
                value if value is None or scale == 1 else value / scale
                for value, scale in zip(done.rows[number], scales, strict=True)
            ]
            writer.writerow([number, *row])


def write_plots(file: str, names: Sequence[str], reports: Sequence[dict[str, Any]]) -> None:
    """Write the plots of one or more simulations into a file.

    Raises:
        OSError: The file cannot be written.
    """
    from .charts import charts
    from .figures import draw

    plots = charts(reports)
    if plots:
        draw(plots, names, Path(file))
    else:
        click.echo(f"No game was finished, so there are no plots, and no '{file}'.", err=True)
