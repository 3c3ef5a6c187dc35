"""What a change of the rules does to a game: many games with and without it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ..interpreter.presentation import changed, conclusions
from ..interpreter.simulation.compare import Comparison, Sides
from ..interpreter.simulation.simulate import Simulation
from ..interpreter.simulation.tally import Tally

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules

_PLAYER: Final = "quick"
"""The bot at each seat, which native code can play."""


_AT_ONCE: Final = 200
"""So many pairs of games are played at once at most: other questions wait for them."""


class Trial:
    """Games under two sets of rules, played a few at a time.

    Args:
        text: the rules with the change.
        base: the game without the change.
        variant: the game with it.

    Raises:
        CardrulesError: the games have different numbers of players.
    """

    def __init__(self, text: str, base: Rules, variant: Rules) -> None:
        """Begin."""
        self.text = text
        sides = (Simulation(each, (_PLAYER,) * each.players, engine="native", watched=0) for each in (base, variant))
        self._comparison = Comparison(*sides)
        self._touched = changed.touched(base.loaded, variant.loaded)
        self._tally = Tally()
        self._games = 0

    def play(self, seconds: float) -> None:
        """Play pairs of games for some time, at least one.

        Raises:
            CardrulesError: a game cannot go on.
        """
        until = monotonic() + seconds
        while True:
            self._games = self._comparison.play_on(self._games, self._games + _AT_ONCE, self._tally)
            if monotonic() >= until:
                return

    def told(self) -> dict[str, Any]:
        """Return the number of pairs so far, what they show in words, and the table of `cardrules compare`."""
        sides, players = Sides(self._tally), self._comparison.base.players
        differences = sides.differences()
        table = conclusions.table(differences, players)
        return {
            "games": self._games,
            "sentences": [
                *changed.told(self._touched, self._games, sides.base, sides.variant),
                *conclusions.in_short(differences, len(players)),
            ],
            "columns": table.columns,
            "rows": table.rows,
        }
