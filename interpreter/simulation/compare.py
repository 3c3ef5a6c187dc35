"""Two rulesets played side by side: the same seeds and the same bots, and what differs."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from ..errors import PlayerCountError
from .estimates import LEVEL, Estimate, change, mean
from .simulate import scale_of

if TYPE_CHECKING:
    from .simulate import Simulation
    from .spread import Row
    from .tally import Moments, Tally

BASE: Final = "base "
VARIANT: Final = "variant "
DIFFERENCE: Final = "difference "


class Comparison:
    """Plays each game twice, under the rules of both sides; it can be pickled.

    The game with a number has the same seed on both sides: the same deal, as long as the rules
    deal the same pack in the same way, and the same chance for the bots.
    """

    def __init__(self, base: Simulation, variant: Simulation) -> None:
        """Compare two simulations of games for as many players.

        Raises:
            PlayerCountError: The games are not for as many players.
        """
        if base.game.players != variant.game.players:
            raise PlayerCountError(
                f"{base.game.program.id} is played by {base.game.players} here and "
                f"{variant.game.program.id} by {variant.game.players}; choose a number for both "
                "with --players"
            )
        self.base = base
        self.variant = variant

    def play(self, number: int, tally: Tally, row: Row | None = None) -> None:
        """Play a game on both sides and add what was measured, and how it differs.

        Raises:
            CardrulesError: The rules got stuck on one of the sides.
        """
        base = self.base.measure(number, tally, BASE)
        variant = self.variant.measure(number, tally, VARIANT)
        tally.add({BASE + name: value for name, value in base.items()})
        tally.add({VARIANT + name: value for name, value in variant.items()})
        both = base.keys() & variant.keys()
        tally.add({DIFFERENCE + name: variant[name] - base[name] for name in both})
        if row is not None:
            row += [base.get(name) for name in self.base.columns()]
            row += [variant.get(name) for name in self.variant.columns()]

    def columns(self) -> tuple[str, ...]:
        """Return the names of what is measured in a pair of games, in a fixed order."""
        base = (BASE + name for name in self.base.columns())
        return (*base, *(VARIANT + name for name in self.variant.columns()))

    def settings(self) -> dict[str, Any]:
        """Return what decides the course of each game, as data for JSON."""
        return {"base": self.base.settings(), "variant": self.variant.settings()}


@dataclass(frozen=True, slots=True)
class Difference:
    """How a measure differs between the sides.

    Attributes:
        measure: Its name.
        base, variant: Its mean on each side.
        shift: By how much it differs.
        relative: By which part of the base's mean it differs, where that says something.
        found: Whether it differs for sure: whether 0 lies outside an interval that is so wide
            that all such statements of the comparison hold together with the level of confidence
            (Bonferroni).
    """

    measure: str
    base: float
    variant: float
    shift: Estimate
    relative: Estimate | None
    found: bool

    def data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        relative = self.relative
        return {
            "measure": self.measure,
            "base": round(self.base, 6),
            "variant": round(self.variant, 6),
            "difference": round(self.shift.value, 6),
            "interval": [round(self.shift.low, 6), round(self.shift.high, 6)],
            "relative": None if relative is None else round(relative.value, 6),
            "relative_interval": (
                None if relative is None else [round(relative.low, 6), round(relative.high, 6)]
            ),
            "found": self.found,
        }


class Sides:
    """What two sides gave, measure by measure."""

    def __init__(self, tally: Tally) -> None:
        """Take a tally of a comparison apart."""
        self.base = tally.side(BASE)
        self.variant = tally.side(VARIANT)
        self._shifts = tally.side(DIFFERENCE)

    @property
    def games(self) -> int:
        """How many pairs of games were played."""
        return self._shifts.of("decisions").count

    def differences(self) -> dict[str, Difference]:
        """Return how the measures differ that both sides have."""
        names = [
            name
            for name, found in sorted(self._shifts.moments.items(), key=_rank)
            if found.count > 1
            and not name.startswith(_ASIDE)
            and (found.squares or name.startswith(_MAIN))
        ]
        level = 1 - (1 - LEVEL) / max(len(names), 1)
        return {name: self._difference(name, level) for name in names}

    def _difference(self, name: str, level: float) -> Difference:
        shift, scale = self._shifts.of(name), scale_of(name)
        base, variant = self.base.of(name), self.variant.of(name)
        sure = mean(shift, scale, level)
        relative = None
        if base.total > 0 and not name.startswith(_SHARES):
            relative = change(base, variant, shift)
        return Difference(
            name,
            base.mean(scale),
            variant.mean(scale),
            mean(shift, scale),
            relative,
            sure.low > 0 or sure.high < 0,
        )

    def needed(self, precision: float) -> int:
        """Return how many games it takes to know the main differences so precisely.

        Args:
            precision: How far intervals may reach to each side: of differences of shares as a part
                of all games, of the length as a part of the base's length.
        """
        widths = [
            difference.shift.high - difference.shift.value
            for name, difference in self.differences().items()
            if name in ("drawn", "limited", "first_share") or name.startswith("share.")
        ]
        length = self.differences()["decisions"].relative
        widths += [] if length is None else [length.high - length.value]
        return max(ceil(self.games * (max(widths) / precision) ** 2), self.games)


_MAIN: Final = ("decisions", "first_share", "share.")
"""What is told also if it never differs."""

_ASIDE: Final = ("seed", "first_seat", "choices", "win.", "watched", "offered.", "held.", "ahead.")
"""What is measured, but of which a difference says nothing that another does not say better."""

_SHARES: Final = ("drawn", "limited", "first_share", "share.", "bot.", "comeback", "behind",
                  "turning_point", "drama", "score.")  # fmt: skip
"""What would not become clearer as a part of what it was."""

_ORDER: Final = ("decisions", "branching", "forced", "deals", "first_share", "share", "bot",
                 "score", "drawn", "limited", "lead_changes", "behind", "drama", "comeback",
                 "turning_point", "actions", "effects", "define")  # fmt: skip


def _rank(item: tuple[str, Moments]) -> tuple[int, str]:
    """Return where a measure stands among the others."""
    name = item[0]
    kind = name.partition(".")[0]
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER), name
