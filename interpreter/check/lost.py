"""What of a ruleset was refused before it is checked, so that the checker cannot know it.

A rule that cannot be read may use what seems unused, and `cards: wild fool`, which is refused, declares
nothing, so that `wild` seems unknown wherever it is used. Such consequences are not reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..diagnostics import Diagnostic, Source, has_errors
from ..syntax.turns import CLOSER

if TYPE_CHECKING:
    from ..diagnostics import Sources, Span

_STRUCTURE: Final = "CR1"
"""How the codes of mistakes in the structure of a file begin."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What was refused.

    Attributes:
        anything: whether a text or a part of the structure was refused.
        names: the words of the forms that are refused.
        sources: the texts of the ruleset.
    """

    anything: bool = False
    names: frozenset[str] = frozenset()
    sources: Sources = field(default_factory=dict[str, Source])

    def hides(self, name: Span) -> bool:
        """Return whether a name that does not exist may have been declared in what was refused."""
        source = self.sources.get(name.file) if self.names else None
        return source is not None and source.excerpt(name) in self.names


def lost_in(structure: Iterable[Diagnostic], unread: Iterable[Diagnostic], sources: Sources) -> Lost:
    """Return what was refused.

    Args:
        structure: what is wrong with the structure of the file, among other diagnostics.
        unread: what is wrong with its texts.
        sources: the texts that the diagnostics point into.
    """
    unreadable = has_errors(unread)
    refused = [each.span for each in structure if each.code.startswith(_STRUCTURE)]
    names = {CLOSER} if unreadable else set[str]()  # a statement that cannot be read may be one that gives this word
    for span in refused:
        if span.file in sources:
            text = sources[span.file].excerpt(span)
            names |= {text, *re.findall(r"\w+", text), re.sub(r"\W+", "_", text)}
    return Lost(bool(refused) or unreadable, frozenset(names), sources)
