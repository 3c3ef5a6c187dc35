"""Results of scenarios: tests that passed, and tests that failed with their differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ..diagnostics import Diagnostic, Span, has_errors
from ..source.located import PlainData

if TYPE_CHECKING:
    from ..diagnostics import Sources
    from ..play.state import State
    from .coverage import Coverage
    from .setting import Played


@dataclass(frozen=True, slots=True)
class Difference:
    """One expectation of a test that the game does not meet.

    Attributes:
        what: what was compared, such as "hand of seat 0".
        expected: the expected value, as text; empty if a rule has stopped the game.
        actual: the value in the game, as text; or what has stopped the game.
        span: where the expectation is written.
        written: the value that would make the expectation hold, for `--update`; None where the
            moves of the test are wrong.
        actions: the actions whose legality differs from what the test expects.
    """

    what: str
    expected: str
    actual: str
    span: Span
    written: PlainData = None
    actions: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The difference as a clause."""
        return f"{self.what}: expected {self.expected}, but it is {self.actual}" if self.expected else self.actual


Check: TypeAlias = Callable[["State"], "Difference | None"]
"""Compares a state with one expectation; returns None if the expectation holds."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A test that passed.

    Attributes:
        address: the address of its scenario, such as `scenarios.GS-01`.
        test: its number in the scenario, from 1.
        span: where the scenario begins.
    """

    address: str
    test: int
    span: Span


@dataclass(frozen=True, slots=True)
class Failed:
    """A test that failed.

    Attributes:
        address: the address of its scenario.
        test: its number in the scenario, from 1.
        differences: the expectations that do not hold, at least one.
        played: the test with its game, so that it can be played again.
    """

    address: str
    test: int
    differences: tuple[Difference, ...]
    played: Played | None = field(default=None, compare=False, repr=False)

    @property
    def span(self) -> Span:
        """Where the first expectation that does not hold is written."""
        return self.differences[0].span


Result: TypeAlias = Passed | Failed


@dataclass(frozen=True, slots=True)
class Report:
    """The results of the scenarios of one file.

    Attributes:
        file: the file, or the name of the bundled ruleset.
        results: one for each test that could be run.
        diagnostics: what is wrong with the ruleset or with the text of the scenarios.
        sources: the texts that the spans of results and diagnostics refer to.
        coverage: which rules the tests ran, if coverage was requested.
    """

    file: str
    results: tuple[Result, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Sources
    coverage: Coverage | None = None

    @property
    def failed(self) -> tuple[Failed, ...]:
        """The tests that failed."""
        return tuple(each for each in self.results if isinstance(each, Failed))

    @property
    def ok(self) -> bool:
        """Whether every test passed and there is no error in any text."""
        return not self.failed and not has_errors(self.diagnostics)


MANY = 8
"""Longer lists of actions or cards are shortened in a difference."""
