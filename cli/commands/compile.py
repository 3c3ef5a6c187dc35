"""`cardrules compile`: the generated code of a ruleset."""

from __future__ import annotations

import click

from .. import options


@click.command("compile")
@click.argument("file")
@options.player_count
@options.settings
@options.variant
@click.option("--show", is_flag=True, help="Print the generated Python.")
@click.option(
    "--record",
    is_flag=True,
    help="The build that records what happens, instead of the bare one.",
)
def command(
    file: str,
    players: int | None,
    settings: tuple[str, ...],
    variant: str | None,
    show: bool,
    record: bool,
) -> None:
    """Compile FILE and print what the generated code consists of.

    Each rule becomes a Python function, in which options are constants. --show prints them.
    """
    from time import perf_counter

    from ...interpreter.core.listing import listing
    from ...interpreter.diagnostics import printable
    from ..loading import load

    start = perf_counter()
    game = load(file, players=players, settings=settings, variant=variant)
    loaded = perf_counter()
    machine = game.machine if record else game.bare
    functions = machine.functions.trees()
    seconds = perf_counter() - loaded
    if show:
        click.echo(listing(machine))
        return
    program = game.program
    blocks = sum(block is not None for block in machine.blocks)
    lines = [
        ("players", str(game.players)),
        ("cards", str(program.pack.size)),
        ("rules", f"{len(program.actions)} actions, {len(program.definitions)} definitions"),
        ("decisions", ", ".join(site.step for site in machine.sites)),
        ("functions", f"{len(functions)}, {blocks} of them between decisions"),
        ("state", f"{len(machine.position_class.__slots__)} slots of its own"),
        ("time", f"{(loaded - start) * 1000:.0f} ms to load and compile"),
    ]
    if not record:
        lines[-1] = (lines[-1][0], f"{lines[-1][1]}, {seconds * 1000:.0f} ms for the bare build")
    click.echo(f"{printable(program.title)} compiles.")
    for name, value in lines:
        click.echo(f"  {name:<10} {value}")
