"""Options that several commands share."""

from __future__ import annotations

from typing import Final

import click

MOST_PLAYERS: Final = 100  # a limit for the command line; a ruleset has its own

settings = click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option of the game."
)
variant = click.option("--variant", metavar="NAME", help="Choose a variant that the ruleset names.")
player_count = click.option(
    "--players", type=click.IntRange(1, MOST_PLAYERS), help="The number of players."
)
