"""Saved games of `cardrules run`: where they are kept, and how they are written and read.

A save holds the state (`State.to_json`) and what the state does not know: the ruleset's file, who
plays, and the seed of the bots.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from ...interpreter.errors import SaveFileError

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT: Final = 1
ENDING: Final = ".cardrules.json"
_LARGEST: Final = 64 * 1024 * 1024
_KEYS: Final = {
    "cardrules_run": int,
    "ruleset": str,
    "players": list,
    "seed": int,
    "budget": int,
    "state": dict,
}


@dataclass(frozen=True, slots=True)
class Save:
    """A game as it is saved.

    Attributes:
        ruleset: A bundled ruleset's name, or a file's absolute path.
        players: `human` or the name of a bot, by seat.
        seed: The seed of the game and of its bots.
        budget: Simulations of a bot for each decision.
        state: What `State.to_json` wrote, as data.
    """

    ruleset: str
    players: tuple[str, ...]
    seed: int
    budget: int
    state: dict[str, Any]

    @property
    def settings(self) -> dict[str, Any]:
        """The players, options and variant with which the ruleset is loaded."""
        return cast("dict[str, Any]", self.state["game"])


def read(path: Path) -> Save:
    """Read a save.

    Raises:
        SaveFileError: There is no such file, or it is not what `write` wrote.
    """
    try:
        if path.is_file() and path.stat().st_size > _LARGEST:
            raise SaveFileError(f"'{path}' is too large for a saved game.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SaveFileError(f"'{path}' cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise SaveFileError(f"'{path}' is no saved game: it is not text.") from None
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveFileError(f"'{path}' is no saved game, or it was cut off.") from None
    if not isinstance(data, dict) or not _has_form(cast("dict[str, Any]", data)):
        raise SaveFileError(f"'{path}' is no game that was saved by 'cardrules run'.")
    found = cast("dict[str, Any]", data)
    if found["cardrules_run"] != FORMAT:
        raise SaveFileError(f"'{path}' was saved by another version of cardrules.")
    return Save(
        ruleset=found["ruleset"],
        players=tuple(found["players"]),
        seed=found["seed"],
        budget=found["budget"],
        state=found["state"],
    )


def _has_form(data: dict[str, Any]) -> bool:
    """Return whether a save has all its parts, each of its type."""
    if any(type(data.get(key)) is not kind for key, kind in _KEYS.items()):
        return False
    settings = data["state"].get("game")
    if not isinstance(settings, dict):
        return False
    game = cast("dict[str, Any]", settings)
    names = all(isinstance(name, str) for name in data["players"])
    options = game.get("options")
    return (
        names
        and type(game.get("players")) is int
        and len(data["players"]) == game["players"]
        and isinstance(options, dict)
        and isinstance(game.get("variant"), str | None)
        and isinstance(game.get("single_deal"), bool)
    )


def write(save: Save, path: Path) -> None:
    """Write a save; a file of that name is replaced only when the new one is complete.

    Raises:
        OSError: The file cannot be written.
    """
    data = {
        "cardrules_run": FORMAT,
        "ruleset": save.ruleset,
        "players": list(save.players),
        "seed": save.seed,
        "budget": save.budget,
        "state": save.state,
    }
    text = json.dumps(data, ensure_ascii=True) + "\n"
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".cardrules-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def places(ruleset: str, ending: str = ENDING) -> Iterator[Path]:
    """Yield where to save what the user has named no file for: free names, the nearest first."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    for folder in (Path(), Path(state) / "cardrules"):
        yield from _free(folder, ruleset, ending)


def _free(folder: Path, ruleset: str, ending: str) -> Iterator[Path]:
    """Yield a name in a folder that no file has yet: what is there is kept."""
    for number in range(1, 1000):
        name = ruleset if number == 1 else f"{ruleset}-{number}"
        path = folder / f"{name}{ending}"
        if not path.exists():
            yield path
            return
