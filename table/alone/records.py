"""The store of a browser: games in memory, each of which is handed to the page to be kept whenever it has changed."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from ..store import Record, Seat, Settings, Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Records(Store):
    """Games in memory.

    Args:
        kept: games as they were handed over earlier.
        keep: takes the name of a game, and the game as text.
    """

    def __init__(self, kept: Iterable[str], keep: Callable[[str, str], object]) -> None:
        """Take up the games; those that another version has written are left alone."""
        self._keep = keep
        self._games: dict[str, tuple[float, Record]] = {}
        for text in kept:
            with suppress(ValueError, TypeError, KeyError):
                began, record = _read(text)
                self._games[record.id] = began, record

    def close(self) -> None:
        """Do nothing: every game is kept already."""

    def add(self, record: Record, began: float) -> None:
        """Keep a new game, which began at a time."""
        self._games[record.id] = began, record
        self._keep(record.id, json.dumps({**asdict(record), "began": began}))

    def _change(self, game: str, **values: Any) -> None:
        began, record = self._games[game]
        self.add(replace(record, **values), began)

    def played(self, game: str, number: int, text: str, turn: int | None) -> None:
        """Keep an action, which is the one with a number, from 0."""
        self._change(game, actions=(*self._games[game][1].actions, text), turn=turn, finished=turn is None)

    def undone(self, game: str, number: int, turn: int | None) -> None:
        """Forget the actions from a number on, and keep whose turn it is."""
        self._change(game, actions=self._games[game][1].actions[:number], turn=turn, finished=turn is None)

    def seated(self, game: str, number: int, seat: Seat) -> None:
        """Keep who sits at a seat now."""
        seats = list(self._games[game][1].seats)
        seats[number] = seat
        self._change(game, seats=tuple(seats))

    def followed(self, game: str, after: str) -> None:
        """Keep which game followed a game."""
        self._change(game, next=after)

    def ruled(self, game: str, rules: str) -> None:
        """Keep under which rules a game goes on."""
        self._change(game, rules=rules)

    def find(self, secret: str) -> str | None:
        """Return the game of a person's or an onlooker's secret."""
        for name, (_, record) in self._games.items():
            if secret in (record.watch, record.maker, *(seat.key for seat in record.seats)):
                return name
        return None

    def read(self, game: str) -> Record | None:
        """Return a game; None if there is no such game."""
        return self._games[game][1] if game in self._games else None

    def latest(self, count: int, holder: str | None = None) -> list[str]:
        """Return the games that began last, the latest first; with a holder those in which it has a seat."""
        found = [
            name
            for name, (_, record) in self._games.items()
            if holder is None or any(seat.holder == holder for seat in record.seats)
        ]
        return sorted(found, key=lambda name: self._games[name][0], reverse=True)[:count]

    def running(self) -> list[str]:
        """Return the games that are not over."""
        return [name for name, (_, record) in self._games.items() if not record.finished]


def _read(text: str) -> tuple[float, Record]:
    """Return when a game began, and the game that a text holds.

    Raises:
        ValueError, TypeError, KeyError: it was written by another version.
    """
    data: dict[str, Any] = json.loads(text)
    began = float(data.pop("began"))
    settings: dict[str, Any] = {**data["settings"], "options": tuple(data["settings"]["options"])}
    data["settings"] = Settings(**settings)
    data["seats"] = tuple(Seat(**seat) for seat in data["seats"])
    data["actions"] = tuple(data["actions"])
    return began, Record(**data)
