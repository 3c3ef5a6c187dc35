"""`cardrules publish`: a table that needs no server."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from .. import options

_KNOWN = "static/table.pack"  # a folder that has it was written by this command
_BEGIN = b'<!doctype html>\n<html lang="en" data-table='  # and a page that begins so


@click.command("publish")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--output",
    "-o",
    metavar="OUTPUT",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder to write; with --one-file, the page.",
)
@click.option("--one-file", is_flag=True, help="Write one HTML page, which plays from the disk, too.")
@options.think
@options.pace
@click.option(
    "--pyodide",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the package of Pyodide is kept, which is fetched once; by default the user's cache folder.",
)
def command(
    files: tuple[str, ...], output: Path, one_file: bool, think: float, pace: float, pyodide: Path | None
) -> None:
    """Write a table that needs no server: all is played in the browser, against bots or at one screen.

    FILE is a ruleset's path or the name of a bundled one; without any, all bundled rulesets can be
    played. Any web host can serve the folder; after the first visit it is played without a network,
    too. Rules, options and the rulebook are those of `serve`.
    """
    from ...interpreter.errors import SetupError
    from ...interpreter.installing import how_to_install
    from ...rulesets import bundled
    from ..files import replace_file
    from ..loading import load
    from ..state_folder import cache_folder

    try:
        from ...table.alone.publishing import Table
        from ...table.alone.pyodide import pyodide as fetched
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] == "cardrules":
            raise
        raise SetupError(f"a table needs the package {error.name}: {how_to_install('publish')}") from None
    _check(output, one_file=one_file)
    for file in files:
        load(file)
    table = Table(files or bundled(), fetched(pyodide or cache_folder()), think, pace)
    output.parent.mkdir(parents=True, exist_ok=True)
    if one_file:
        replace_file(output, table.page().encode())
        size = output.stat().st_size
        click.echo(f"Wrote {output} ({_megabytes(size)}). Open it in a browser; it needs nothing else.")
        return
    contents = table.folder()
    for name, content in contents.items():
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        (output / name).write_bytes(content)
    size = sum(map(len, contents.values()))
    click.echo(f"Wrote {output} ({_megabytes(size)}). Any web host can serve it; to try it here:")
    click.echo(f"python3 -m http.server --bind localhost --directory {shlex.quote(str(output))}")


def _check(output: Path, *, one_file: bool) -> None:
    """Refuse a place where something else is."""
    if one_file:
        message = "With --one-file it names a page, such as hearts.html."
        if not output.is_dir() and output.suffix.lower() in (".html", ".htm"):
            if not output.exists() or _begins(output):
                return
            message = f"'{output}' exists already, and is not a table; name a new page."
        raise click.BadParameter(message, param_hint="'--output' / '-o'")
    if output.exists() and not (output / _KNOWN).exists() and not (output.is_dir() and not any(output.iterdir())):
        message = f"'{output}' exists already, and is not a table; name a new folder."
        raise click.BadParameter(message, param_hint="'--output' / '-o'")


def _begins(page: Path) -> bool:
    """Return whether a page begins as this command writes them."""
    with page.open("rb") as file:
        return file.read(len(_BEGIN)) == _BEGIN


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
