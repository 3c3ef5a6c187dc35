"""Statistics over the games that people have played to their end, kept in the state folder."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, cast

from ..state_folder import state_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ...interpreter.play.state import State
    from ...interpreter.presentation.players import Players

_FILE: Final = "games.jsonl"


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end.

    Attributes:
        game: The name of the ruleset.
        variant: Its variant, if one was chosen.
        ended: When it was over, as ISO 8601 writes it.
        people: What the people were called.
        won: Who of them won.
        scores: The score of each of them; none in a game without scores.
    """

    game: str
    variant: str | None
    ended: str
    people: tuple[str, ...]
    won: tuple[str, ...]
    scores: tuple[int | float, ...]

    def is_like(self, other: Played) -> bool:
        """Return whether the same people have played the same game."""
        return (self.game, self.variant, self.people) == (other.game, other.variant, other.people)


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of one person with one ruleset."""

    game: str
    name: str
    played: int
    won: int
    mean: float | None
    last: str


def add(state: State, players: Players) -> Played:
    """Add a game that is over; if that fails, it is not counted."""
    program = state.game.program
    scores = state.scores()
    humans = players.humans
    played = Played(
        game=program.id,
        variant=state.game.loaded.resolved.variant,
        ended=datetime.now(UTC).isoformat(timespec="seconds"),
        people=tuple(players.names[seat] for seat in humans),
        won=tuple(players.names[seat] for seat in humans if seat in state.winners()),
        scores=tuple(scores[seat] for seat in humans) if program.uses_scores else (),
    )
    with suppress(OSError, RuntimeError):
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        line = json.dumps(asdict(played)) + "\n"
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(file, line.encode("ascii"))  # one write: two processes do not mix lines
        finally:
            os.close(file)
    return played


def games() -> list[Played]:
    """Return the games, the earliest first; lines that are damaged are left out."""
    try:
        lines = _path().read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, RuntimeError):
        return []
    return [played for played in map(_read, lines) if played is not None]


def tallies(played: Iterable[Played]) -> list[Tally]:
    """Return the games of each person with each ruleset, those that were played last first."""
    found: dict[tuple[str, str], list[tuple[Played, int]]] = {}
    for each in played:
        game = each.game if each.variant is None else f"{each.game} ({each.variant})"
        for index, name in enumerate(each.people):
            found.setdefault((game, name), []).append((each, index))
    result: list[Tally] = []
    for (game, name), entries in found.items():
        scores = [each.scores[index] for each, index in entries if each.scores]
        won = sum(name in each.won for each, _ in entries)
        mean = sum(scores) / len(scores) if scores else None
        result.append(Tally(game, name, len(entries), won, mean, entries[-1][0].ended))
    return sorted(result, key=lambda tally: tally.last, reverse=True)


def _path() -> Path:
    return state_folder("statistics") / _FILE


def _score(value: float) -> int | float:
    return int(value) if float(value).is_integer() else float(value)


def _read(line: str) -> Played | None:
    try:
        data: Any = json.loads(line)
        entry = cast("dict[str, Any]", data)
        people, won = tuple(map(str, entry["people"])), tuple(map(str, entry["won"]))
        scores = tuple(map(_score, entry["scores"]))
        variant = None if entry["variant"] is None else str(entry["variant"])
        game, ended = str(entry["game"]), str(entry["ended"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if scores and len(scores) != len(people):
        return None
    return Played(game, variant, ended, people, won, scores)
