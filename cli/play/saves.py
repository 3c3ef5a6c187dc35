"""Saved games of `cardrules run`: finding, reading and writing them.

A save contains the state (`State.to_json`), and what the state does not: the name of the ruleset,
the kinds of players, and the seed of the bots.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from ...interpreter.diagnostics import counted, printable
from ...interpreter.errors import SaveFileError
from ...interpreter.source.halves import shown
from ..files import digest, replace_file
from ..signals import held
from ..state_folder import state_folder

FORMAT: Final = 2
ENDING: Final = ".cardrules.json"
_LARGEST: Final = 64 * 1024 * 1024
_KEYS: Final = {
    "cardrules_run": int,
    "ruleset": str,
    "players": list,
    "names": list,
    "seed": int,
    "state": dict,
}


@dataclass(frozen=True, slots=True)
class Save:
    """A game as it is saved.

    Attributes:
        ruleset: A bundled ruleset's name, or a file's absolute path.
        players: `human` or the name of a bot, by seat.
        names: What the players are called.
        seed: The seed of the game and of its bots.
        budget: Simulations of a bot for each decision; None for as many as its time allows.
        think: Seconds of a bot for each decision; None for as many as its simulations take.
        practice: In a game for practice, how many moves were taken back; else None.
        state: What `State.to_json` wrote, as data.
    """

    ruleset: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    seed: int
    budget: int | None
    think: float | None
    practice: int | None
    state: dict[str, Any]

    @property
    def settings(self) -> dict[str, Any]:
        """The players, options and variant with which the ruleset is loaded."""
        return cast("dict[str, Any]", self.state["game"])

    def text(self) -> str:
        """Return the content of the file."""
        data = {
            "cardrules_run": FORMAT,
            "ruleset": self.ruleset,
            "players": list(self.players),
            "names": list(self.names),
            "seed": self.seed,
            "budget": self.budget,
            "think": self.think,
            "practice": self.practice,
            "state": self.state,
        }
        return json.dumps(data)


def read(path: Path) -> Save:
    """Read a save.

    Raises:
        SaveFileError: There is no such file, or it is not a saved game.
    """
    try:
        if path.is_file() and path.stat().st_size > _LARGEST:
            raise SaveFileError(f"'{path}' is too large for a saved game.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SaveFileError(f"'{path}' cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise SaveFileError(f"'{path}' is not a saved game: it is not text.") from None
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveFileError(f"'{path}' is not a saved game, or it was cut off.") from None
    if not isinstance(data, dict) or not _has_form(cast("dict[str, Any]", data)):
        raise SaveFileError(f"'{path}' was not saved by 'cardrules run'.")
    found = cast("dict[str, Any]", data)
    if found["cardrules_run"] != FORMAT:
        raise SaveFileError(f"'{path}' was saved by another version of cardrules.")
    return Save(
        ruleset=found["ruleset"],
        players=tuple(found["players"]),
        names=tuple(found["names"]),
        seed=found["seed"],
        budget=found["budget"],
        think=found["think"],
        practice=found["practice"],
        state=found["state"],
    )


def _has_form(data: dict[str, Any]) -> bool:
    """Return whether a save has all its parts, with the right types."""
    if any(type(data.get(key)) is not kind for key, kind in _KEYS.items()):
        return False
    settings = data["state"].get("game")
    if not isinstance(settings, dict):
        return False
    game = cast("dict[str, Any]", settings)
    texts = all(isinstance(text, str) for text in (*data["players"], *data["names"]))
    options = game.get("options")
    return (
        texts
        and _is_number(data, "budget", int)
        and _is_number(data, "think", int, float)
        and _is_number(data, "practice", int)
        and type(game.get("players")) is int
        and len(data["players"]) == len(data["names"]) == game["players"]
        and isinstance(options, dict)
        and isinstance(game.get("variant"), str | None)
        and isinstance(game.get("single_deal"), bool)
    )


def _is_number(data: dict[str, Any], key: str, *kinds: type) -> bool:
    """Return whether an entry is a number that is not negative, or null."""
    value = data.get(key, -1)
    return value is None or (type(value) in kinds and value >= 0)


class Slot:
    """The file of a game.

    A slot remembers the content that this process last read or wrote. So it notices if another
    process has saved a game there since.
    """

    def __init__(self, path: Path) -> None:
        """Remember the content of a file, which need not exist yet."""
        self.path = path
        self._held = digest(path)

    @property
    def changed(self) -> bool:
        """Whether another process has written the file since, so that it holds something else."""
        return self.path.exists() and digest(self.path) != self._held

    @property
    def automatic(self) -> bool:
        """Whether the file is in the state folder, where games are saved by default."""
        try:
            return self.path.resolve().parent == state_folder("games").resolve()
        except RuntimeError:
            return False

    @property
    def name(self) -> str:
        """What `--resume` finds it by: a short name in the state folder, elsewhere the path."""
        name = bare_name(self.path)
        return name if self.automatic and find(name) == self.path else str(self.path)

    def write(self, save: Save) -> None:
        """Write a save; the file is replaced only when the new one is complete.

        Raises:
            OSError: The file cannot be written.
        """
        with held():  # else a signal could come before it is known what the file holds
            replace_file(self.path, f"{save.text()}\n".encode("ascii"))
            self._held = digest(self.path)


def saved_games() -> list[Path]:
    """Return the games in the state folder, the latest first."""
    try:
        found = [(path.stat().st_mtime, path) for path in state_folder("games").glob(f"*{ENDING}")]
    except (OSError, RuntimeError):
        return []
    return [path for _, path in sorted(found, reverse=True)]


def bare_name(path: Path) -> str:
    """Return the name by which a game in the state folder can be resumed."""
    return path.name.removesuffix(ENDING)


def described(path: Path) -> str:
    """Return when a game was saved, how far it is, who plays, and how it stands."""
    try:
        save = read(path)
        saved = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    except (SaveFileError, OSError):
        return "(damaged)"
    done = save.state.get("actions")
    count = len(cast("list[object]", done)) if isinstance(done, list) else 0
    names = ", ".join(printable(name) for name in save.names)
    return f"{saved}, {counted(count, 'move')}: {names}{_standing(save)}"


def _standing(save: Save) -> str:
    """Return the variant, the deal and the scores of a saved game, after a comma each."""
    position = save.state.get("position")
    found = cast("dict[str, object]", position) if isinstance(position, dict) else {}
    deal, scores, variant = found.get("deal"), found.get("v_score"), save.settings.get("variant")
    parts = [f"variant {variant}"] if variant else []
    parts += [f"deal {deal}"] if isinstance(deal, int) and deal > 1 else []
    if isinstance(scores, list) and any(cast("list[object]", scores)):
        unit = 2 if save.state.get("half_points") else 1
        shown_scores = [shown(score / unit) for score in cast("list[int]", scores)]
        parts.append(f"scores {' '.join(shown_scores)}")
    return printable("".join(f", {each}" for each in parts))


def find(name: str) -> Path:
    """Return the file for a path, or for the name of a game in the state folder."""
    path = Path(name).expanduser()
    if path.exists() or path.name != name:
        return path
    return next((each for each in saved_games() if each.name in (name, name + ENDING)), path)
