"""Failures that are known and not mended yet, each with the reason; the list is to become empty.

An entry names what goes wrong and a pattern that the ruleset must have, so that everything else
that goes wrong is still found. What is mended leaves the list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .compare import Failure


@dataclass(frozen=True, slots=True)
class Known:
    """A family of failures: patterns of its kind and of the ruleset's text, and what is wrong."""

    kind: str
    text: str
    reason: str


_DIFFERS = r"differs|playout|^cards|^TypeError"

KNOWN: tuple[Known, ...] = (
    Known(_DIFFERS, r"\brandom\b", "whose, where to and how many are looked up more than once"),
    Known(_DIFFERS, r"suits: \d", "`suits` is not looked at in melds of different ranks"),
    Known(_DIFFERS, "a (rank|player|suit) from", "a choice of one of a list offers things twice"),
)
"""See `TO_BE_MENDED` in tests/reference/test_reference.py."""


def known(found: Failure, text: str) -> Known | None:
    """Return the family that a failure belongs to."""
    for each in KNOWN:
        if re.search(each.kind, found.kind) and re.search(each.text, text):
            return each
    return None
