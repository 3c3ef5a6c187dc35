"""How values lie in the memory of a module, and where: the addresses that are always the same.

A number takes 8 bytes, a wide integer as many words of 8 bytes as it has, the lowest first. A
sequence is the address of 16 bytes with its length (4 bytes), its capacity in words (4 bytes; 0 for
constants), and, for constants whose members have one word, a copy of the last one, because
generated code reads the entry for nobody or nothing as `table[-1]`. The members follow. Members
that are sequences themselves are addresses.
"""

from __future__ import annotations

from struct import Struct
from typing import Final

HEADER: Final = 16
"""The bytes of a sequence before its members."""

LENGTH_AND_ROOM: Final = Struct("<II")
"""The first 8 of these bytes: the length and the capacity."""

NO_RESULT: Final = 0xFFFFFFFF
"""The length of a sequence that stands for `None`, as the result of a game that is not over."""

MOST_CARDS: Final = 511
"""The largest pack; its sets take eight words."""

FACES: Final = 0
"""The address of the number of each card's face, with 16 bits each, where faces are written."""

DONE: Final = 1 << 10
"""The address of the number of games that came to their end, since the last call."""

MOST_CHOICES: Final = DONE + 8
"""The address of a number that is no less than any number of legal actions in these games: the bits
of all of them together."""

START: Final = MOST_CHOICES + 8
"""The address of the code with which games begin: a block, or a decision."""

POSITION: Final = 1 << 11
"""The address of the position."""

MOST_POSITION: Final = 1 << 20
"""The most bytes of a position."""

LOG: Final = POSITION + MOST_POSITION
"""The address of the numbers of legal actions at each decision, with 32 bits each."""

MOST_DECISIONS: Final = 1 << 16
"""The decisions of a game that native code plays; Python plays longer ones."""

HISTOGRAM: Final = LOG + 4 * MOST_DECISIONS
"""The address of how often there were how many legal actions."""

MOST_BRANCHES: Final = 1 << 15
"""Decisions have fewer legal actions, or Python plays the game."""

ROWS: Final = HISTOGRAM + 8 * MOST_BRANCHES
"""The address of the reports about games: a row of numbers for each."""

MOST_ROWS: Final = 1 << 20
"""The bytes of these rows. There is room for many rows, because waking the waiting thread takes
milliseconds; longer calls waste less."""

SUMS: Final = ROWS + MOST_ROWS
"""The address of three numbers for each place in the rows: the sum of what stands there, the sum of
its squares, and all its bits together, with those of `-1 - n` for a negative number n."""

WATCH: Final = SUMS + 3 * MOST_ROWS
"""The address of what is observed of a game."""

MOST_WATCH: Final = 1 << 21
"""The bytes of what is observed."""

MOST_STANDINGS: Final = 1 << 16
"""How many numbers the standings of a game may take."""

PASSED: Final = WATCH + MOST_WATCH
"""The address of two flags for each point of a ruleset, with 8 bits each: see `trials.py`."""

MOST_POINTS: Final = 1 << 14
"""The most points of a ruleset."""

LOOKED: Final = PASSED + 2 * MOST_POINTS
"""The address of a flag for each of these points, whether Python plays games that reach it."""

LEAPS: Final = LOOKED + MOST_POINTS
"""The address of what several steps of the random generator come to: see `routines.py`."""

ARENA: Final = LEAPS + 16 * (MOST_CARDS + 1)
"""The address of the lists that code makes between two decisions."""

ARENA_SIZE: Final = 1 << 26
"""The bytes of these lists."""

KEPT: Final = ARENA + ARENA_SIZE
"""The address of what code remembers from game to game; all of it is zero at first."""

MOST_KEPT: Final = 1 << 22
"""The bytes of what code remembers."""

REMEMBERED: Final = 1 << 15
"""For how many values of a definition there is room, at 16 bytes each."""

CONSTANTS: Final = KEPT + MOST_KEPT
"""The address of constants: see `constants.py`."""

MOST_CONSTANTS: Final = 1 << 24
"""The most bytes of constants."""

TREE: Final = CONSTANTS + MOST_CONSTANTS
"""The address of the tree of a search."""

MOST_TREE: Final = 1 << 25
"""The bytes of the tree."""
