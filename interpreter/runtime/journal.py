"""The journal: what happened, as frozen records that logs, screens and replays read.

A place is a number that `knowledge.Recorder` gives to a zone, or to one player's part of it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Moved:
    """The journal's record of a move: cards, from where to where, and who saw each face."""

    cards: tuple[int, ...]
    source: int
    target: int
    seen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The journal's record of a shuffle."""

    place: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The journal's record of cards shown where they lie, to a set of seats."""

    cards: tuple[int, ...]
    place: int
    to: int


@dataclass(frozen=True, slots=True)
class Changed:
    """The journal's record of a variable's new value.

    With a value that names cards comes who knew then, for each card, in which zone it was.
    """

    variable: str
    seat: int
    value: object
    know: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Gathered:
    """The journal's record of a new deal: all cards are back in the pack."""

    deal: int


@dataclass(frozen=True, slots=True)
class AtTable:
    """The journal's record that what follows happens at another table, counted from 1."""

    table: int


@dataclass(frozen=True, slots=True)
class Disclosed:
    """The journal's record that a rule made something of hidden cards, or of chance.

    Whoever sees what was made of them may have learnt something, so that it is not undone.
    """


Event = Disclosed | Moved | Shuffled | Revealed | Changed | Gathered | AtTable
"""Anything that can happen to a position."""
