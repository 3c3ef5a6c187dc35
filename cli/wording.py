"""Words that several commands use in their output."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "file"), count(1200, "test")
    ('1 file', '1200 tests')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def spaced(name: str) -> str:
    """Return a name of a ruleset as words.

    >>> spaced("draw_pile")
    'draw pile'
    """
    return name.replace("_", " ")
