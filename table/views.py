"""The pages of a game, as they were drawn last: what each person's page shows, part by part.

A page that is open is sent only the parts that are new to it. A part is drawn only if what it shows
has changed, and once for all pages with the same secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from .past import Past

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the table's page: the macro of `parts.html` that draws it, and its arguments."""

    macro: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A part of a page that was drawn: what it shows, its HTML, and since which version."""

    part: Part
    html: str
    since: int


class View:
    """What the person with a secret sees of a game.

    Attributes:
        stale: whether something may have changed since it was drawn.
        version: the version of the game that was drawn; -1 before the first drawing.
        readers: how many open pages hear of changes.
        base: with what links begin that the person passes on; empty where there are none.
    """

    def __init__(self) -> None:
        self.stale = True
        self.version = -1
        self.readers = 0
        self.base = ""
        self._drawn: dict[str, _Drawn] = {}
        self._ruled = -1  # the version since which the rules are what they are
        self._layout = -1  # the version since which the page has the same parts
        self._pasts: dict[tuple[int, ...], Past] = {}
        self._made: dict[str, tuple[object, Any]] = {}

    def update(self, version: int, parts: Mapping[str, Part], draw: Callable[[Part], str]) -> None:
        """Draw what has changed.

        Args:
            version: the version of the game.
            parts: what each part shows, by name.
            draw: returns a part as HTML.
        """
        if list(parts) != list(self._drawn):
            self._layout = version
        drawn: dict[str, _Drawn] = {}
        for name, part in parts.items():
            old = self._drawn.get(name)
            if old is None or old.part != part:
                html = draw(part)
                since = old.since if old is not None and old.html == html else version
                old = _Drawn(part, html, since)
            drawn[name] = old
        self._drawn = drawn
        self.version, self.stale = version, False

    def begin_anew(self, version: int) -> None:
        """Forget what was drawn and computed: other rules hold from a version on."""
        self._ruled, self.stale = version, True
        self._drawn.clear()
        self._pasts.clear()
        self._made.clear()

    def is_of_other_rules(self, known: int) -> bool:
        """Return whether a page that shows a version was made for the rules before."""
        return known < self._ruled

    @property
    def html(self) -> dict[str, str]:
        """All parts as HTML, by name."""
        return {name: each.html for name, each in self._drawn.items()}

    def since(self, known: int) -> dict[str, str] | None:
        """Return the parts that have changed since a version; None if the page has other parts."""
        if known < self._layout or known > self.version:
            return None
        return {name: each.html for name, each in self._drawn.items() if each.since > known}

    # ------------------------------------------------------------------- what is computed once

    def past(self, seats: tuple[int, ...]) -> Past:
        """Return what some seats have seen of the deal."""
        return self._pasts.setdefault(seats, Past(seats))

    def once(self, name: str, key: object, make: Callable[[], _Value]) -> _Value:
        """Return a value that is computed anew only if its key has changed."""
        known = self._made.get(name)
        if known is None or known[0] != key:
            known = self._made[name] = (key, make())
        return known[1]
