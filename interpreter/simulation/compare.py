"""Comparison of two rulesets by paired games: the same seeds and the same bots under both."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..errors import PlayerCountError
from .estimates import LEVEL, Estimate, change, mean
from .simulate import scale_of

if TYPE_CHECKING:
    from collections import Counter

    from .simulate import Simulation
    from .spread import Row
    from .tally import Moments, Tally

BASE: Final = "base "
VARIANT: Final = "variant "
DIFFERENCE: Final = "difference "


class Comparison:
    """Plays each game twice, once under each ruleset; it can be pickled.

    A pair of games has the same seed: the same deal, if both rulesets deal the same pack in the
    same way, and the same random numbers for the bots.

    Attributes:
        games_each: How many games a number is.
        base, variant: The simulations of the two sides.
    """

    games_each: ClassVar[int] = 2

    def __init__(self, base: Simulation, variant: Simulation) -> None:
        """Compare two simulations.

        Raises:
            PlayerCountError: The games have different numbers of players.
        """
        if base.game.players != variant.game.players:
            raise PlayerCountError(
                f"{base.game.program.id} is played by {base.game.players} here and "
                f"{variant.game.program.id} by {variant.game.players}; choose a number for both "
                "with --players"
            )
        self.base = base
        self.variant = variant

    @property
    def by_native(self) -> int:
        """How many games native code has played in this process."""
        return self.base.by_native + self.variant.by_native

    def written(self) -> bytes:
        """Return nothing: no decisions are written down."""
        return b""

    @property
    def stops(self) -> Counter[str]:
        """How often native code had to stop in this process, by the rule in which it did."""
        return self.base.stops + self.variant.stops

    def play_on(self, first: int, last: int, tally: Tally, rows: list[Row] | None = None) -> int:
        """Play a pair of games, or several, and add the measures of each and their differences to a tally.

        Args:
            first: Which pair, from 0.
            last: The last pair that may be played, plus 1.
            tally: Gets the measures.
            rows: Gets the measures of these pairs too, in the order of `columns`.

        Returns:
            The number of the next pair.

        Raises:
            CardrulesError: One of the games cannot go on.
        """
        bases = self.base.several(first, last, tally, BASE)
        variants: list[dict[str, int]] = []
        while len(variants) < len(bases):
            variants += self.variant.several(first + len(variants), first + len(bases), tally, VARIANT)
        pairs = [*zip(bases, variants, strict=True)]
        tally.add_all(bases, BASE)
        tally.add_all(variants, VARIANT)
        shifts = [{name: new - base[name] for name, new in variant.items() if name in base} for base, variant in pairs]
        tally.add_all(shifts, DIFFERENCE)
        if rows is not None:
            columns = self.base.columns(), self.variant.columns()
            rows += [
                [side.get(name) for names, side in zip(columns, pair, strict=True) for name in names] for pair in pairs
            ]
        return first + len(bases)

    def columns(self) -> tuple[str, ...]:
        """Return the names of the measures of a pair of games, in a fixed order."""
        base = (BASE + name for name in self.base.columns())
        return (*base, *(VARIANT + name for name in self.variant.columns()))

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine each game, as data for JSON."""
        return {"base": self.base.settings(), "variant": self.variant.settings()}


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of a measure between the two sides.

    Attributes:
        measure: The name of the measure.
        base, variant: Its mean on each side.
        shift: The mean difference, variant minus base.
        relative: The difference as a fraction of the base's mean; None where that is not useful.
        found: Whether the difference is significant: whether 0 lies outside its confidence
            interval, with Bonferroni's correction for the number of measures.
    """

    measure: str
    base: float
    variant: float
    shift: Estimate
    relative: Estimate | None
    found: bool

    def data(self) -> dict[str, Any]:
        """Return the difference as data for JSON."""
        relative = self.relative
        return {
            "measure": self.measure,
            "base": round(self.base, 6),
            "variant": round(self.variant, 6),
            "difference": round(self.shift.value, 6),
            "interval": [round(self.shift.low, 6), round(self.shift.high, 6)],
            "relative": None if relative is None else round(relative.value, 6),
            "relative_interval": (None if relative is None else [round(relative.low, 6), round(relative.high, 6)]),
            "found": self.found,
        }


class Sides:
    """The results of a comparison.

    Attributes:
        base, variant: The tally of each side.
    """

    def __init__(self, tally: Tally) -> None:
        """Split the tally of a comparison into those of the sides and of the differences."""
        self.base = tally.side(BASE)
        self.variant = tally.side(VARIANT)
        self._shifts = tally.side(DIFFERENCE)

    @property
    def games(self) -> int:
        """The number of pairs of games."""
        return self._shifts.of("decisions").count

    def differences(self) -> dict[str, Difference]:
        """Return the differences of all measures that both sides have, by name."""
        names = [
            name
            for name, found in sorted(self._shifts.moments.items(), key=_rank)
            if found.count > 1 and not name.startswith(_ASIDE) and (found.squares or name.startswith(_MAIN))
        ]
        level = 1 - (1 - LEVEL) / max(len(names), 1)
        found = [self._difference(name, level) for name in names]
        return {each.measure: each for each in found}

    def _difference(self, name: str, level: float) -> Difference:
        shift, scale = self._shifts.of(name), scale_of(name)
        base, variant = self.base.of(name), self.variant.of(name)
        sure = mean(shift, scale, level)
        relative = None
        if base.total > 0 and not name.startswith(_SHARES):
            relative = change(base, variant, shift)
        return Difference(
            name.removeprefix("half_"),
            base.mean(scale),
            variant.mean(scale),
            mean(shift, scale),
            relative,
            sure.low > 0 or sure.high < 0,
        )

    def needed(self, precision: float) -> int:
        """Estimate how many pairs of games are needed for narrow intervals of the main differences.

        Args:
            precision: The half-width of the intervals: for shares as a fraction of all games, for
                the length as a fraction of the base's length.
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
"""Measures that are reported even if they never differ."""

_ASIDE: Final = ("seed", "first_seat", "choices", "win.", "watched", "offered.", "held.", "ahead.")
"""Measures whose differences are not reported, because other measures contain them."""

_SHARES: Final = (
    "drawn",
    "limited",
    "first_share",
    "share.",
    "bot.",
    "comeback",
    "behind",
    "turning_point",
    "drama",
    "score.",
)
"""Measures without a relative difference."""

_ORDER: Final = (
    "decisions",
    "branching",
    "forced",
    "deals",
    "first_share",
    "share",
    "bot",
    "score",
    "drawn",
    "limited",
    "lead_changes",
    "behind",
    "drama",
    "comeback",
    "turning_point",
    "actions",
    "effects",
    "define",
)


def _rank(item: tuple[str, Moments]) -> tuple[int, str]:
    """Return the sort key of a measure."""
    name = item[0]
    kind = name.removeprefix("half_").partition(".")[0]
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER), name
