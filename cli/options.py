"""Options that several commands share."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from click import Context, Parameter

MOST_PLAYERS: Final = 100  # a limit for the command line; a ruleset has its own


class NumberRange(click.FloatRange):
    """A number in a range. `nan` is in none; click does not notice, as no comparison holds."""

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> float:
        """Return the number that was typed.

        Raises:
            click.BadParameter: It is not a number in the range.
        """
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{number} is not in the range {self._describe_range()}.", param, ctx)
        return number


settings = click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option of the game.")
variant = click.option("--variant", metavar="NAME", help="Choose a variant that the ruleset names.")
player_count = click.option("--players", type=click.IntRange(1, MOST_PLAYERS), help="The number of players.")
single_deal = click.option("--single-deal", is_flag=True, help="A game is one deal, which returns its scores.")
think = click.option(
    "--think",
    type=NumberRange(0.01, 60),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a bot thinks about a move.",
)
pace = click.option(
    "--pace",
    type=NumberRange(0, 10),
    default=0.6,
    show_default=True,
    metavar="SECONDS",
    help="The pause before a bot's move, so that people can follow.",
)
