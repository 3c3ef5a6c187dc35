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


KNOWN: tuple[Known, ...] = (
    Known(
        r"differs \((bare|probed|playout)\)",
        r"random|ordered: false|\beach\b",
        "what `random` draws, in `reveal` and `shuffle`, is drawn again or not at all",
    ),
    Known(
        r"(Unbound|Index|Attribute|Type|Key|Value)Error",
        "",
        "rules that end in an error of Python: sealed phases with steps, polls of nobody, …",
    ),
    Known(
        r"differs \(reference\)",
        "",
        "the builds differ from the definition: variables before their scope, asking nobody, …",
    ),
)


def known(found: Failure, text: str) -> Known | None:
    """Return the family that a failure belongs to."""
    for each in KNOWN:
        if re.search(each.kind, found.kind) and re.search(each.text, text):
            return each
    return None
