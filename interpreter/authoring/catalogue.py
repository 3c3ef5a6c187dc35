"""Which games there are, by what rulesets tell about themselves; their rules are not read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..resolve.resolve import resolve
from ..syntax.ruleset import About, Head
from ..syntax.ruleset_reader import read_head
from .survey import variants


@dataclass(frozen=True, slots=True)
class Listed:
    """A ruleset in a list.

    Attributes:
        name: its bare name, or the path of its file.
        head: what it tells about its game; None if its structure has errors.
        variants: the names of its variants.
    """

    name: str
    head: Head | None
    variants: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        if self.head is None:
            return {"name": self.name, "errors": True}
        head = self.head
        players = {"least": head.least, "most": head.most, "default": head.default_players}
        return {
            "name": self.name,
            "title": head.title,
            "summary": head.summary,
            "players": players,
            "about": facts(head.about),
            "variants": list(self.variants),
        }


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for; all of it must hold.

    Attributes:
        family: a family of games.
        players: a number of players.
        minutes: the most minutes that a match may take.
        difficulty: how hard the game may be to learn.
        words: words or parts of words, which its names, its summary or its family must have.
    """

    family: str | None = None
    players: int | None = None
    minutes: int | None = None
    difficulty: str | None = None
    words: tuple[str, ...] = ()

    def fits(self, listed: Listed) -> bool:
        """Return whether a game is wanted; where something is not known of it, it is not."""
        head = listed.head
        if head is None:
            return self == Wanted()
        about = head.about
        text = " ".join((listed.name, head.title, *about.aliases, about.family, head.summary)).lower()
        return (
            self.family in (None, about.family)
            and (self.players is None or head.least <= self.players <= head.most)
            and (self.minutes is None or 0 < about.minutes <= self.minutes)
            and self.difficulty in (None, about.difficulty)
            and all(word.lower() in text for word in self.words)
        )


def catalogue(names: Iterable[str]) -> Iterator[Listed]:
    """Yield rulesets as a list shows them.

    >>> [each.head.title for each in catalogue(["hearts"]) if each.head]
    ['Hearts']
    """
    for name in names:
        resolved = resolve(name)
        if resolved.failure() is not None:
            yield Listed(name, None)
        else:
            yield Listed(name, read_head(resolved.tree, resolved.name), tuple(variants(resolved)))


def facts(about: About) -> dict[str, Any]:
    """Return the facts about a game that are told, as they are written in a ruleset.

    >>> facts(About(family="rummy", best=(3, 4)))
    {'family': 'rummy', 'best': {'least': 3, 'most': 4}}
    """
    best = about.best
    number = None if best is None else best[0] if best[0] == best[1] else {"least": best[0], "most": best[1]}
    found = {
        "family": about.family,
        "aliases": list(about.aliases),
        "best": number,
        "minutes": about.minutes,
        "difficulty": about.difficulty,
        "origin": about.origin,
        "sources": list(about.sources),
    }
    return {key: value for key, value in found.items() if value}
