"""Sums of the measures of many games, as exact integers, so that the order does not matter."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SCALE: Final = 1_000_000
"""Fractions are measured in millionths."""


@dataclass(slots=True)
class Moments:
    """The number of values of a measure, their sum, and the sum of their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def mean(self, scale: int = 1) -> float:
        """Return the mean, or 0 if there are no values; values are divided by `scale`.

        >>> Moments(2, 3_000_000).mean(SCALE)
        1.5
        """
        return self.total / self.count / scale if self.count else 0.0

    def variance(self, scale: int = 1) -> float:
        """Return the sample variance, or 0 for fewer than two values.

        >>> Moments(2, 4, 10).variance()
        2.0
        """
        if self.count < 2:
            return 0.0
        spread = self.count * self.squares - self.total * self.total  # exact, and never negative
        return spread / (self.count * (self.count - 1)) / scale**2


@dataclass(slots=True)
class Tally:
    """The measures of some games, added up.

    Attributes:
        moments: The moments of each measure, by name.
        histograms: For each distribution, by name, how often each value occurred.

    >>> tally = Tally()
    >>> for decisions in (10, 14):
    ...     tally.add({"decisions": decisions})
    >>> tally.moments["decisions"].mean()
    12.0
    >>> Tally.from_data(tally.data()) == tally
    True
    """

    moments: dict[str, Moments] = field(default_factory=dict[str, Moments])
    histograms: dict[str, Counter[int]] = field(default_factory=dict[str, "Counter[int]"])

    def add(self, measures: Mapping[str, int]) -> None:
        """Add the measures of one game."""
        moments = self.moments
        for name, value in measures.items():
            if (found := moments.get(name)) is None:
                found = moments[name] = Moments()
            found.count += 1
            found.total += value
            found.squares += value * value

    def add_all(self, games: Sequence[Mapping[str, int]], prefix: str = "") -> None:
        """Add the measures of several games, under names with a prefix."""
        for name in dict.fromkeys(chain.from_iterable(games)):
            values = [each[name] for each in games if name in each]
            self.add_moments(prefix + name, len(values), sum(values), sum(map(mul, values, values)))

    def add_moments(self, name: str, count: int, total: int, squares: int) -> None:
        """Add a measure of many games: the sum of its values, and that of their squares."""
        found = self.moments.setdefault(name, Moments())
        found.count += count
        found.total += total
        found.squares += squares

    def count(self, name: str, values: Iterable[int]) -> None:
        """Count values in the distribution `name`."""
        if (found := self.histograms.get(name)) is None:
            found = self.histograms[name] = Counter()
        found.update(values)

    def add_counts(self, name: str, counts: Mapping[int, int]) -> None:
        """Add to the distribution `name` how often values occurred."""
        self.histograms.setdefault(name, Counter()).update(counts)

    def merge(self, other: Tally) -> None:
        """Add the contents of another tally."""
        for name, theirs in other.moments.items():
            self.add_moments(name, theirs.count, theirs.total, theirs.squares)
        for name, values in other.histograms.items():
            self.histograms.setdefault(name, Counter()).update(values)

    def side(self, prefix: str) -> Tally:
        """Return the entries whose names begin with a prefix, without that prefix."""
        rest = len(prefix)
        return Tally(
            {k[rest:]: value for k, value in self.moments.items() if k.startswith(prefix)},
            {k[rest:]: value for k, value in self.histograms.items() if k.startswith(prefix)},
        )

    def of(self, name: str) -> Moments:
        """Return the moments of a measure; they are zero if it never occurred."""
        return self.moments.get(name) or Moments()

    def data(self) -> dict[str, Any]:
        """Return the tally as data for JSON, in an order that depends on the content only."""
        return {
            "moments": {name: [each.count, each.total, each.squares] for name, each in sorted(self.moments.items())},
            "histograms": {name: sorted(values.items()) for name, values in sorted(self.histograms.items())},
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Tally:
        """Return the tally from which `data` made these data."""
        return cls(
            {name: Moments(*map(int, values)) for name, values in data["moments"].items()},
            {
                name: Counter({int(value): int(times) for value, times in pairs})
                for name, pairs in data["histograms"].items()
            },
        )
