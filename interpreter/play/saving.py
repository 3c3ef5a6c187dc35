"""States as JSON and back, with every damage found.

A save holds how the game began (a seed, a deck or a given position), the actions since, and the
position they led to. It is read by playing the actions again, so nothing in it is trusted: what was
cut off does not come out the same, and what was edited is at most another game that the rules
allow. A save does not prove who played it, or that nobody tried several seeds.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ..diagnostics import brief
from ..errors import CardrulesError, SaveFileError
from .setup.opening import Opening, opening_from_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..runtime.core import Core
    from .action import Action
    from .rules import Rules

FORMAT = 2
EDITED = "this saved game was changed"


@dataclass(frozen=True, slots=True)
class Save:
    """What a save says; whether the actions can be played is not known yet.

    Attributes:
        opening: how the game began.
        actions: what was done, in notation.
        position: what it led to, as `core_data` gives it.
    """

    opening: Opening
    actions: tuple[str, ...]
    position: Any


def dump(rules: Rules, opening: Opening, actions: Sequence[Action], core: Core) -> dict[str, Any]:
    """Return a game as data for JSON: how it began, what was done, and where that led."""
    data = {
        "cardrules_save": FORMAT,
        "game": rules.settings(),
        "start": opening.data(rules),
        "actions": [action.text for action in actions],
        "position": core_data(core),
    }
    return {**data, "check": _check(data)}


def _check(data: dict[str, Any]) -> int:
    """Return a number that another text hardly has, so that no edit goes unnoticed."""
    parts = {key: value for key, value in data.items() if key != "check"}
    return zlib.crc32(json.dumps(parts, sort_keys=True).encode())


def _parse(text: str) -> dict[str, Any]:
    """Read the outer form of a save.

    Raises:
        SaveFileError: it is no save, or was cut off.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise SaveFileError(f"a saved game is a text, not {brief(text)}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveFileError(f"this is no saved game, or it was cut off: {error}") from None
    wanted = {"cardrules_save", "game", "start", "actions", "position", "check"}
    if not isinstance(data, dict) or not wanted <= set(cast("dict[str, Any]", data)):
        raise SaveFileError("this is no saved game: some of its parts are missing")
    found = cast("dict[str, Any]", data)
    if found["cardrules_save"] != FORMAT:
        version = found["cardrules_save"]
        raise SaveFileError(f"this saved game has format {version!r}, and only {FORMAT} is known")
    if not isinstance(found["game"], dict) or not isinstance(found["actions"], list):
        raise SaveFileError("this is no saved game: some of its parts have the wrong form")
    return found


def read(rules: Rules, text: str) -> Save:
    """Return what a save says.

    Raises:
        SaveFileError: the save is damaged, edited, or of another game.
    """
    data = _parse(text)
    if data["game"] != json.loads(json.dumps(rules.settings())):
        raise SaveFileError(
            "this game was saved under other rules: the ruleset, its options or the number of "
            "players differ"
        )
    if data["check"] != _check(data):
        raise SaveFileError(f"{EDITED}, by hand or by accident, since it was written")
    actions = cast("list[object]", data["actions"])
    if not all(isinstance(action, str) for action in actions):
        raise SaveFileError(f"{EDITED}: an action is a text")
    try:
        opening = opening_from_data(rules, data["start"])
    except CardrulesError as error:
        raise SaveFileError(f"{EDITED}: {error}") from None
    return Save(opening, tuple(cast("list[str]", actions)), data["position"])


def core_data(core: Core, *, known: bool = True) -> dict[str, Any]:
    """Return the slots of a core as plain data; not the journal and what lasts for one decision.

    Without `known`, what seats know is left out, so that cores of both builds can be compared.
    """
    data: dict[str, Any] = {}
    for cls in type(core).__mro__:
        for slot in getattr(cls, "__slots__", ()):
            if slot not in ("log", "steps"):
                data[slot] = _plain(getattr(core, slot))
    if not known:
        for slot in ("know", "spot"):
            del data[slot]
            for waiting in filter(None, data.get("tables", ())):
                waiting[core.own.index(slot)] = None
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value
