"""Labels: names for the blocks that run between decisions, and the codes by which they are reached.

A generated function returns a code: 0 or more is the number of a site, where the game waits for a
decision; a negative code is a block's number, negated. Some blocks are in every machine, and their
codes are the same in all of them (`OVER`, `DEAL`, …); the others belong to a phase, to a step of
one, or to a rule that waits for a decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, auto
from typing import Final


class Kind(IntEnum):
    """The kinds of labels. Each of the first kinds has one label, whose code is `-kind`."""

    OVER = auto()  # the game is over; no block
    END_TURN = auto()
    END_PHASE = auto()
    END_DEAL = auto()  # the deal is scored
    END_GAME = auto()  # the result is found
    LIMIT = auto()  # the turn limit is reached
    DEAL = auto()  # the next deal
    TOGETHER = auto()  # the deal is over at all tables
    OPENING = auto()  # the deal begins at one table
    SCORED = auto()  # the deal has been scored
    COMPARE = auto()  # scores are compared, if the rules named no result

    # Of a phase
    ENTER = auto()  # the phase begins
    BEGIN = auto()  # what comes before the phase is done
    TURN = auto()  # it is settled whose turn comes
    OPEN = auto()  # a turn begins
    BEGUN = auto()  # what comes before a turn is done
    NEXT = auto()  # a rule ends a turn early
    CLOSE = auto()  # a turn ends
    CLOSED = auto()  # what comes after a turn is done
    AFTER = auto()  # the phase ends
    OPENED = auto()  # sealed choices are done, one after the other

    # Of a step
    STEP = auto()  # a rule leads to the step
    TAIL = auto()  # an action of the step is done

    # Of a rule that waits for a decision
    PIECE = auto()  # the part of the rule that is run next


FIXED: Final = tuple(kind for kind in Kind if kind < Kind.ENTER)
"""The kinds of which each machine has one."""

ONCE_A_DEAL: Final = frozenset(FIXED) - {Kind.END_TURN, Kind.END_PHASE}
"""The kinds of blocks that run at most once in a deal, so that their speed matters little."""

OVER: Final = -Kind.OVER.value
END_TURN: Final = -Kind.END_TURN.value
END_PHASE: Final = -Kind.END_PHASE.value
END_DEAL: Final = -Kind.END_DEAL.value
END_GAME: Final = -Kind.END_GAME.value
LIMIT: Final = -Kind.LIMIT.value
DEAL: Final = -Kind.DEAL.value
TOGETHER: Final = -Kind.TOGETHER.value
OPENING: Final = -Kind.OPENING.value
SCORED: Final = -Kind.SCORED.value
COMPARE: Final = -Kind.COMPARE.value


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a block.

    Attributes:
        kind: what kind of block it is.
        of: the phase or step that it belongs to; for a piece a word that says what it does.
        number: tells the pieces of rules apart.
    """

    kind: Kind
    of: str = ""
    number: int = 0

    @property
    def function(self) -> str:
        """The name of the block's generated function."""
        parts = ["block", self.kind.name.lower()]
        parts += [str(self.number)] if self.kind is Kind.PIECE else []
        parts += [self.of] if self.of else []
        return "_".join(parts)


class Labels:
    """The labels of one machine, in the order of their codes; labels are only ever added."""

    def __init__(self) -> None:
        """Start with the labels of every machine."""
        self._codes: dict[Label, int] = {Label(kind): -kind.value for kind in FIXED}

    def code(self, kind: Kind, of: str = "") -> int:
        """Return the code of a label."""
        return self._codes.setdefault(Label(kind, of), -len(self._codes) - 1)

    def piece(self, hint: str) -> int:
        """Return the code of a new piece of a rule; `hint` says what it does."""
        number = len(self._codes) + 1
        self._codes[Label(Kind.PIECE, hint, number)] = -number
        return -number

    def function(self, code: int) -> str:
        """Return the name of the function of the block with a code."""
        return self.in_order()[-code - 1].function

    def in_order(self) -> list[Label]:
        """Return all labels: the first has the code -1."""
        return list(self._codes)
