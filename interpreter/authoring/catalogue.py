"""Which games there are, by what rulesets tell about themselves; their rules are not read.

Even so a ruleset and its parents take a twentieth of a second. So what the bundled ones tell is kept as JSON beside
this module. The file has a hash of each ruleset, and of the modules that read them; a game whose file has changed since
is read. This module never writes a file by itself: the build of the package (`setup.py`), `make` and the test suite
call `refresh`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

from ... import rulesets
from ..source.files import write_whole
from ..syntax.ruleset import About, Head

INDEX: Final = Path(__file__).with_name("catalogue.index.json")
"""Where it is kept what the bundled rulesets tell."""

_PACKAGE: Final = Path(__file__).parents[2]
_READERS: Final = (
    "interpreter/authoring/catalogue.py",
    "interpreter/resolve",
    "interpreter/syntax/ruleset_reader.py",
    "schema/ruleset.schema.json",
)
"""What reads a ruleset as far as it is kept."""


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
        yield _kept(name) or _read(name)[0]


def _read(name: str) -> tuple[Listed, tuple[Path, ...]]:
    """Return a ruleset as a list shows it, and its files."""
    # Imported here: where everything is kept, a list needs no more than the names.
    from ..resolve.resolve import resolve
    from ..syntax.ruleset_reader import read_head
    from .survey import variants

    resolved = resolve(name)
    files = tuple(Path(each.file) for each in resolved.sources.values())
    if resolved.failure() is not None:
        return Listed(name, None), files
    return Listed(name, read_head(resolved.tree, resolved.name), tuple(variants(resolved))), files


def _kept(name: str) -> Listed | None:
    """Return a ruleset as it is kept; None if it is not, or if one of its files has changed."""
    kept = content().get(name)
    if kept is None or len(rulesets.places(name)) != 1:
        return None
    with suppress(OSError, LookupError, TypeError):
        if all(_hash(_PACKAGE / file) == known for file, known in kept["files"].items()):
            head: dict[str, Any] = kept["head"]
            about: dict[str, Any] = head["about"]
            lists = {key: tuple(cast("list[Any]", value)) for key, value in about.items() if isinstance(value, list)}
            told: dict[str, Any] = {**head, "about": About(**cast("dict[str, Any]", {**about, **lists}))}
            return Listed(name, Head(**told), tuple(kept["variants"]))
    return None


@cache
def content() -> dict[str, Any]:
    """Return what is kept, by the names of the rulesets; nothing if other modules have written it."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        kept = json.loads(INDEX.read_bytes())
        if kept["for"] == _made_for():
            return kept["games"]
    return {}


def _made_for() -> str:
    """Return a hash of what reads rulesets."""
    files = [file for each in _READERS for file in _files(_PACKAGE / each)]
    return sha256("".join(map(_hash, files)).encode()).hexdigest()


def _files(place: Path) -> list[Path]:
    return sorted(place.glob("*.py")) if place.is_dir() else [place]


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def refresh(index: Path = INDEX) -> bool:
    """Write what the bundled rulesets tell, unless the file holds it already.

    Returns:
        Whether the file was written.

    Raises:
        OSError: it cannot be written.
    """
    made_for, old = _made_for(), dict[str, Any]()
    with suppress(OSError, ValueError, LookupError, TypeError):
        kept = json.loads(index.read_bytes())
        if kept["for"] == made_for:
            old = kept["games"]
    games = {name: _fresh(old.get(name)) or _told(name) for name in rulesets.bundled()}
    games = {name: told for name, told in games.items() if told is not None}
    if games == old:
        return False
    write_whole(index, {"for": made_for, "games": games})
    content.cache_clear()
    return True


def _fresh(told: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return what a ruleset tells if its files are as they were."""
    with suppress(OSError, LookupError):
        if told is not None and all(_hash(_PACKAGE / file) == known for file, known in told["files"].items()):
            return told
    return None


def _told(name: str) -> dict[str, Any] | None:
    """Return what a bundled ruleset tells, as data for JSON; None if it has errors."""
    listed, files = _read(name)
    if listed.head is None:
        return None
    known = {file.resolve().relative_to(_PACKAGE.resolve()).as_posix(): _hash(file) for file in files}
    return {"files": known, "head": asdict(listed.head), "variants": listed.variants}


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


if __name__ == "__main__":
    refresh()
