"""Where games are kept: what a store does, and the store of a server, which is a file of SQLite.

A game is its settings, its seed and its actions, so a server that was killed finds every game as it
was after the last action. A file has a row for each game, and a row for each of its actions.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from ..interpreter.errors import CardrulesError

if TYPE_CHECKING:
    from collections.abc import Generator

VERSION: Final = 3
_ADDED: Final = {
    1: "ALTER TABLE game ADD COLUMN rules TEXT",
    2: """
ALTER TABLE game ADD COLUMN maker TEXT;
ALTER TABLE game ADD COLUMN turn INTEGER;
ALTER TABLE seat ADD COLUMN holder TEXT""",
}
"""What makes a file of the next version of one with a number."""
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS game (
  id TEXT PRIMARY KEY, settings TEXT NOT NULL, watch TEXT NOT NULL, began REAL NOT NULL,
  finished INTEGER NOT NULL DEFAULT 0, next TEXT, rules TEXT, maker TEXT, turn INTEGER);
CREATE TABLE IF NOT EXISTS seat (
  game TEXT NOT NULL REFERENCES game(id), number INTEGER NOT NULL, kind TEXT NOT NULL,
  name TEXT NOT NULL, key TEXT, holder TEXT, PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS action (
  game TEXT NOT NULL REFERENCES game(id), number INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (game, number)) WITHOUT ROWID;
"""
_INDEXES: Final = """
CREATE INDEX IF NOT EXISTS seat_key ON seat(key);
CREATE INDEX IF NOT EXISTS seat_holder ON seat(holder);
CREATE INDEX IF NOT EXISTS game_watch ON game(watch);
CREATE INDEX IF NOT EXISTS game_maker ON game(maker);
"""


class StoreError(CardrulesError):
    """The file of games cannot be used; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """With what a game is loaded and begun.

    Attributes:
        ruleset: the bare name of a ruleset, or the path of its file.
        players: the number of seats.
        variant: the name of a variant, if one was chosen.
        options: values of options as texts `option=value`.
        seed: the seed of the game and of its bots.
        deck: the first deal as another program names it; empty if the seed decides.
    """

    ruleset: str
    players: int
    variant: str | None
    options: tuple[str, ...]
    seed: int
    deck: str = ""

    def text(self) -> str:
        """Return the settings as JSON."""
        return json.dumps([self.ruleset, self.players, self.variant, self.options, self.seed, self.deck])

    @classmethod
    def of(cls, text: str) -> Settings:
        """Return the settings that `text` wrote; an older version wrote no deck."""
        ruleset, players, variant, options, seed, *deck = json.loads(text)
        return cls(ruleset, players, variant, tuple(options), seed, *deck)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat.

    Attributes:
        kind: `human`, or the name of the bot that plays.
        name: what the player is called.
        key: the secret of the link to the seat; None if only a bot can play there. Several seats
            that share a screen share a key.
        holder: the browser that has taken the seat, as `browser_of` names it; None while nobody has.
    """

    kind: str
    name: str
    key: str | None
    holder: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is kept.

    Attributes:
        id: its name in the store.
        settings: with what it is begun.
        seats: who plays, by seat.
        watch: the secret of the link for onlookers.
        actions: its actions in notation, oldest first.
        finished: whether it is over.
        next: the game that followed it at the same table.
        rules: under which rules it is played, as JSON; None in games of older versions.
        maker: the secret of the person who opened the table; None in games of older versions.
        turn: the seat whose turn it is, as far as it is known.
    """

    id: str
    settings: Settings
    seats: tuple[Seat, ...]
    watch: str
    actions: tuple[str, ...] = ()
    finished: bool = False
    next: str | None = None
    rules: str | None = None
    maker: str | None = None
    turn: int | None = None

    @property
    def host(self) -> str:
        """The secret of the person who opened the table."""
        return self.maker or next((seat.key for seat in self.seats if seat.key is not None), self.watch)


class Store(Protocol):
    """Games that are kept."""

    def close(self) -> None:
        """Keep nothing more."""
        ...

    def add(self, record: Record, began: float) -> None:
        """Keep a new game, which began at a time."""
        ...

    def played(self, game: str, number: int, text: str, turn: int | None) -> None:
        """Keep an action, which is the one with a number, from 0.

        Args:
            game: the game.
            number: the number of the action.
            text: the action in notation.
            turn: whose turn it is then; None if the game is over.
        """
        ...

    def undone(self, game: str, number: int, turn: int | None) -> None:
        """Forget the actions from a number on, and keep whose turn it is."""
        ...

    def seated(self, game: str, number: int, seat: Seat) -> None:
        """Keep who sits at a seat now."""
        ...

    def followed(self, game: str, after: str) -> None:
        """Keep which game followed a game."""
        ...

    def ruled(self, game: str, rules: str) -> None:
        """Keep under which rules a game goes on."""
        ...

    def find(self, secret: str) -> str | None:
        """Return the game of a person's or an onlooker's secret."""
        ...

    def read(self, game: str) -> Record | None:
        """Return a game; None if there is no such game."""
        ...

    def latest(self, count: int, holder: str | None = None) -> list[str]:
        """Return the games that began last, the latest first.

        Args:
            count: how many at most.
            holder: the browser that has a seat in them; None for all games.
        """
        ...

    def running(self) -> list[str]:
        """Return the games that are not over."""
        ...


class Database(Store):
    """The games in one SQLite file, which one server uses at a time, in one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it.

        Raises:
            StoreError: another server uses it, or it is not a file of games.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._database = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.execute("PRAGMA foreign_keys = ON")
            self._database.execute("BEGIN IMMEDIATE")
            found = self._database.execute("PRAGMA user_version").fetchone()[0]
            if not 0 <= found <= VERSION:
                raise StoreError(f"'{path}' was written by another version of cardrules.")
            added = [_ADDED[older] for older in range(found or VERSION, VERSION)]
            for statement in ";".join((_TABLES, *added, _INDEXES)).split(";"):
                self._database.execute(statement)
            self._database.execute(f"PRAGMA user_version = {VERSION}")
            self._database.execute("COMMIT")
        except sqlite3.OperationalError as error:
            locked = "locked" in str(error)
            why = "another server uses it" if locked else str(error)
            way = (
                "Stop that server, or name another file with --store."
                if locked
                else ("Name another file with --store.")
            )
            raise StoreError(f"'{path}' cannot be opened: {why}. {way}") from None
        except sqlite3.DatabaseError:
            raise StoreError(f"'{path}' is not a file of games. Name another file with --store.") from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(f"'{path}' cannot be opened: {reason}.") from None
        for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            with suppress(OSError):
                file.chmod(0o600)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def add(self, record: Record, began: float) -> None:
        """Keep a new game."""
        with self._transaction() as database:
            database.execute(
                "INSERT INTO game (id, settings, watch, began, rules, maker) VALUES (?, ?, ?, ?, ?, ?)",
                (record.id, record.settings.text(), record.watch, began, record.rules, record.maker),
            )
            database.executemany(
                "INSERT INTO seat (game, number, kind, name, key, holder) VALUES (?, ?, ?, ?, ?, ?)",
                [(record.id, number, *astuple(seat)) for number, seat in enumerate(record.seats)],
            )
            database.executemany(
                "INSERT INTO action VALUES (?, ?, ?)",
                [(record.id, number, text) for number, text in enumerate(record.actions)],
            )

    def played(self, game: str, number: int, text: str, turn: int | None) -> None:
        """Keep an action, which is the one with a number, from 0."""
        with self._transaction() as database:
            database.execute("INSERT INTO action VALUES (?, ?, ?)", (game, number, text))
            database.execute("UPDATE game SET turn = ?, finished = ? WHERE id = ?", (turn, turn is None, game))

    def undone(self, game: str, number: int, turn: int | None) -> None:
        """Forget the actions from a number on, and keep whose turn it is."""
        with self._transaction() as database:
            database.execute("DELETE FROM action WHERE game = ? AND number >= ?", (game, number))
            database.execute("UPDATE game SET turn = ?, finished = ? WHERE id = ?", (turn, turn is None, game))

    def seated(self, game: str, number: int, seat: Seat) -> None:
        """Keep who sits at a seat now."""
        with self._transaction() as database:
            database.execute(
                "UPDATE seat SET kind = ?, name = ?, key = ?, holder = ? WHERE game = ? AND number = ?",
                (*astuple(seat), game, number),
            )

    def followed(self, game: str, after: str) -> None:
        """Keep which game followed a game."""
        with self._transaction() as database:
            database.execute("UPDATE game SET next = ? WHERE id = ?", (after, game))

    def ruled(self, game: str, rules: str) -> None:
        """Keep under which rules a game goes on."""
        with self._transaction() as database:
            database.execute("UPDATE game SET rules = ? WHERE id = ?", (rules, game))

    def find(self, secret: str) -> str | None:
        """Return the game of a person's or an onlooker's secret."""
        row = self._database.execute(
            "SELECT game FROM seat WHERE key = ?1 UNION SELECT id FROM game WHERE watch = ?1 OR maker = ?1",
            (secret,),
        ).fetchone()
        return row[0] if row else None

    def read(self, game: str) -> Record | None:
        """Return a game; None if there is no such game."""
        row = self._database.execute(
            "SELECT settings, watch, finished, next, rules, maker, turn FROM game WHERE id = ?", (game,)
        ).fetchone()
        if row is None:
            return None
        seats = self._database.execute(
            "SELECT kind, name, key, holder FROM seat WHERE game = ? ORDER BY number", (game,)
        )
        actions = self._database.execute("SELECT text FROM action WHERE game = ? ORDER BY number", (game,))
        return Record(
            game,
            Settings.of(row[0]),
            tuple(Seat(*each) for each in seats),
            row[1],
            tuple(text for (text,) in actions),
            bool(row[2]),
            *row[3:],
        )

    def latest(self, count: int, holder: str | None = None) -> list[str]:
        """Return the games that began last, the latest first; with a holder those in which it has a seat."""
        held = "WHERE id IN (SELECT game FROM seat WHERE holder = ?2)" if holder is not None else ""
        rows = self._database.execute(
            f"SELECT id FROM game {held} ORDER BY began DESC LIMIT ?1", (count, holder)[: 2 if held else 1]
        )
        return [game for (game,) in rows]

    def running(self) -> list[str]:
        """Return the games that are not over."""
        rows = self._database.execute("SELECT id FROM game WHERE NOT finished ORDER BY began")
        return [game for (game,) in rows]

    @contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        """Do all that a block does in the database, or nothing if it fails."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield self._database
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # on a full disk SQLite may have done so itself
                self._database.execute("ROLLBACK")
            raise
