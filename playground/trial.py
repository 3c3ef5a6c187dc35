"""What a change of the rules does to a game: many games with and without it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ..interpreter.presentation import conclusions
from ..interpreter.simulation.compare import Comparison, Sides
from ..interpreter.simulation.report import report
from ..interpreter.simulation.simulate import Simulation
from ..interpreter.simulation.tally import Tally

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules

_PLAYER: Final = "quick"
"""The bot at each seat, which native code can play."""


_WATCHED: Final = 100
"""So many pairs of games are watched; the others are only played, many at once."""

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
        sides = (Simulation(each, (_PLAYER,) * each.players, watched=_WATCHED) for each in (base, variant))
        self._comparison = Comparison(*sides)
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
        """Return the number of pairs so far, the sentences of `cardrules compare`, and its table."""
        comparison, sides = self._comparison, Sides(self._tally)
        pairs = ((comparison.base, sides.base), (comparison.variant, sides.variant))
        rules = [set[str](report(simulation, tally).get("rules", ())) for simulation, tally in pairs]
        differences = sides.differences()
        players = comparison.base.players
        table = conclusions.table(differences, players)
        return {
            "games": self._games,
            "sentences": conclusions.verdict(differences, players, (rules[0] - rules[1], rules[1] - rules[0])),
            "columns": table.columns,
            "rows": table.rows,
        }
