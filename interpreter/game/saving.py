"""Saved games: states as JSON text, and back with a check for damage.

A save holds the opening (a seed, a deck or a given position), the actions since, and the position
that they led to; and where it comes from: the fingerprint of the rules, a mark of each rule, and
the version of cardrules, so that a reader can see what has changed since. It is read by playing the
actions again, and the positions are compared. So damaged saves are refused, and an edited save is
at most another game that the rules allow. A save does not prove who played it, nor that only one
seed was tried.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..diagnostics import brief
from ..errors import CardrulesError, SaveFileError
from ..speech.english import listed
from .setup.opening import Opening, opening_from_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..runtime.position import Position
    from .action import Action
    from .rules import Rules

FORMAT = 2
EDITED = "this saved game was changed"

_MOST_NAMED = 6  # rules that have changed, which are named
_WORDS = ("name", "summary", "about", "labels", "phrases", "bots")  # sections that allow and score nothing


class Since(NamedTuple):
    """What has changed since a game was saved.

    Attributes:
        text: a sentence without its full stop; empty if nothing has changed, as far as known.
        rules: whether it may be the rules, not only the version of cardrules.
        changed: the addresses of the rules that have changed, if they are known.
    """

    text: str
    rules: bool
    changed: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """The text as the reason of what follows it."""
        return f"{self.text}: " if self.text else ""


@dataclass(frozen=True, slots=True)
class Save:
    """The contents of a save, before its actions are played.

    Attributes:
        opening: how the game began.
        actions: the notations of the actions.
        position: the position after them, as `position_data` returns it.
        since: what has changed since it was saved.
    """

    opening: Opening
    actions: tuple[str, ...]
    position: Any
    since: Since


def provenance(rules: Rules) -> dict[str, Any]:
    """Return where a game comes from, as data for JSON; `changes` compares it later."""
    return {**rules.origin, "rules": rules.marks}


def dump(rules: Rules, opening: Opening, actions: Sequence[Action], position: Position) -> dict[str, Any]:
    """Return a saved game as data for JSON.

    Args:
        rules: the game.
        opening: how it began.
        actions: the actions since.
        position: the position after them.
    """
    data = {
        "cardrules_save": FORMAT,
        "game": rules.settings(),
        **provenance(rules),
        "start": opening.data(rules),
        "actions": [action.text for action in actions],
        "position": position_data(position),
        **({"half_points": True} if rules.program.half_points else {}),
    }
    return {**data, "check": _check(data)}


def _check(data: dict[str, Any]) -> int:
    """Return a checksum of a save."""
    parts = {key: value for key, value in data.items() if key != "check"}
    return zlib.crc32(json.dumps(parts, sort_keys=True).encode())


def _parse(text: str) -> dict[str, Any]:
    """Parse the JSON of a save and check its structure.

    Raises:
        SaveFileError: it is not a save, or it was cut off.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise SaveFileError(f"a saved game is a text, not {brief(text)}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveFileError(f"this is not a saved game, or it was cut off: {error}") from None
    wanted = {"cardrules_save", "game", "start", "actions", "position", "check"}
    if not isinstance(data, dict) or not wanted <= set(cast("dict[str, Any]", data)):
        raise SaveFileError("this is not a saved game: some of its parts are missing")
    found = cast("dict[str, Any]", data)
    if found["cardrules_save"] != FORMAT:
        version = found["cardrules_save"]
        raise SaveFileError(f"this saved game has format {version!r}; only {FORMAT} is supported")
    mark, number = found.get("fingerprint"), found.get("version")
    if (mark, number) != (None, None) and not (  # older saves have neither
        re.fullmatch(r"[0-9a-f]{32}", str(mark)) and re.fullmatch(r"\d[\w.+-]*", str(number))
    ):
        raise SaveFileError("this is not a saved game: where it comes from has the wrong form")
    if not isinstance(found["game"], dict) or not isinstance(found["actions"], list):
        raise SaveFileError("this is not a saved game: some of its parts have the wrong form")
    return found


def read(rules: Rules, text: str) -> Save:
    """Return the contents of a save.

    Args:
        rules: the game.
        text: the JSON text.

    Raises:
        SaveFileError: the save is damaged, edited, or of another game.
    """
    data = _parse(text)
    now = json.loads(json.dumps(rules.settings()))
    then = cast("dict[str, Any]", data["game"])
    if isinstance(options := then.get("options"), dict):  # the ruleset may have got further ones
        then = {**then, "options": {**now["options"], **cast("dict[str, Any]", options)}}
    if then != now:
        raise SaveFileError(
            "this game was saved under other rules: the ruleset, its options or the number of players differ"
        )
    if data["check"] != _check(data):
        raise SaveFileError(f"{EDITED} after it was written")
    actions = cast("list[object]", data["actions"])
    if not all(isinstance(action, str) for action in actions):
        raise SaveFileError(f"{EDITED}: its actions are not all texts")
    since = changes(rules, data)
    try:
        opening = opening_from_data(rules, data["start"])
    except CardrulesError as error:
        raise SaveFileError(f"{since.reason or f'{EDITED}: '}{error}") from None
    played = tuple(map(rules.notation.modern, cast("list[str]", actions)))
    return Save(opening, played, data["position"], since)


def changes(rules: Rules, data: dict[str, Any]) -> Since:
    """Return what has changed since a game was saved.

    Args:
        rules: the game as it is now.
        data: the save, or what `provenance` returned then.
    """
    mark, number, marks = (data.get(key) for key in ("fingerprint", "version", "rules"))
    if mark in (None, rules.origin["fingerprint"]):
        return Since("", rules=False)
    other = number != rules.origin["version"]
    if not isinstance(marks, dict):
        what = "the ruleset or cardrules has" if other else "the rules have"
        return Since(f"{what} changed since this game was saved", rules=True)
    now, before = rules.marks, cast("dict[str, object]", marks)
    changed = [address for address in {**before, **now} if before.get(address) != now.get(address)]
    if not changed and other:
        return Since(f"this game was saved by cardrules {number}", rules=False)
    named = changed
    if len(changed) > _MOST_NAMED + 1:
        named = [*changed[:_MOST_NAMED], f"{len(changed) - _MOST_NAMED} more"]
    what = listed(named) or "their order"
    text = f"the rules have changed since this game was saved ({what})"
    played = not changed or any(each.partition(".")[0] not in _WORDS for each in changed)
    return Since(text, rules=played, changed=tuple(changed))


NEWER = ("excluded", "dealt", "homes", "traces")
"""Slots that older versions did not have."""


def position_data(position: Position) -> dict[str, Any]:
    """Return the slots of a position as plain data.

    The journal and the step budget are left out, and so is what older versions did not keep: what seats were told, and
    the last deal.
    """
    data: dict[str, Any] = {}
    for cls in type(position).__mro__:
        for slot in getattr(cls, "__slots__", ()):
            if slot not in ("log", "work", *NEWER):
                data[slot] = _plain(getattr(position, slot))
    if position.seated:
        kept = [index for index, slot in enumerate(position.own) if slot not in NEWER]
        data["tables"] = [waiting and [waiting[index] for index in kept] for waiting in data["tables"]]
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value
