"""The numbers of the tree search, in Python (`ismcts.py`) and in native code (`searching.py`).

Where native code computes with a number as it stands here, it is whole.
"""

from __future__ import annotations

from typing import Final

FEW: Final = 3
"""How many children a node has before widening counts."""

POWER: Final = 3
ROOT: Final = 5
"""A node with n visits has about n^(3/5) children more."""

KNOWN: Final = 8
"""So many results tell their standard deviation."""

FIRST_SPREAD: Final = 0.4
"""The standard deviation of the first results, which are from -1 to 1."""

LEAST_SPREAD: Final = 0.001
"""The least standard deviation that counts."""

DEEPEST: Final = 60
"""Decisions in the tree."""

WON: Final = 2
"""Where a game with scores is over, one part in so many of a result is who won."""

UNFINISHED: Final = 10
"""Where a game is not over, points count less by one part in so many."""
