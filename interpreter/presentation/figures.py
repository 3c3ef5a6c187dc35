"""Measures as text, and tables of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Table:
    """A table. The first `words` columns contain words, the others numbers."""

    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    words: frozenset[str]


def percent(value: float) -> str:
    """Return a share as text.

    >>> percent(0.1234), percent(0.0004)
    ('12.3%', '0.04%')
    """
    return f"{value:.1%}" if value >= 0.001 or not value else f"{value:.2%}"


def points(value: float) -> str:
    """Return a difference of shares in percentage points."""
    return f"{100 * value:+.1f}"


def fine(value: float) -> str:
    """Return a number between 0 and 1 with three digits."""
    return f"{value:.3f}"


def plain(value: float, digits: int = 1) -> str:
    """Return a number as text."""
    return f"{value:,.{digits}f}"


def between(interval: Sequence[float] | None, text: Any) -> str:
    """Return an interval as text."""
    return f"{text(interval[0])} to {text(interval[1])}" if interval else "one game only"
