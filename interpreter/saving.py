"""States as JSON and back, with every damage found.

A save holds the position at the start, the actions since, and the position they led to. It is
read by playing the actions again: what was cut off or edited does not come out the same.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from .core import Core, blank
from .errors import CardrulesError, SaveFileError
from .state import State, core_data

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1


def dump(state: State) -> dict[str, Any]:
    """Return a state as data for JSON."""
    game = state.game
    steps = state.steps()
    start = steps[0].before if steps else state.core
    return {
        "cardrules_save": FORMAT,
        "game": game.settings(),
        "start": core_data(start),
        "actions": [game.notation.text(step.raw) for step in steps],
        "position": core_data(state.core),
    }


def parse(text: str) -> dict[str, Any]:
    """Read the outer form of a save.

    Raises:
        SaveFileError: it is no save, or was cut off.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveFileError(f"this is no saved game, or it was cut off: {error}") from None
    wanted = {"cardrules_save", "game", "start", "actions", "position"}
    if not isinstance(data, dict) or not wanted <= set(cast("dict[str, Any]", data)):
        raise SaveFileError("this is no saved game: some of its parts are missing")
    found = cast("dict[str, Any]", data)
    if found["cardrules_save"] != FORMAT:
        version = found["cardrules_save"]
        raise SaveFileError(f"this saved game has format {version!r}, and only {FORMAT} is known")
    if not isinstance(found["game"], dict) or not isinstance(found["actions"], list):
        raise SaveFileError("this is no saved game: some of its parts have the wrong form")
    return found


def load(game: Game, text: str) -> State:
    """Return the state that a save holds.

    Raises:
        SaveFileError: the save is damaged, edited, or of another game.
    """
    data = parse(text)
    if data["game"] != json.loads(json.dumps(game.settings())):
        raise SaveFileError(
            "this game was saved under other rules: the ruleset, its options or the number of "
            "players differ"
        )
    core = _core(game, data["start"])
    state = State(game, core, None)
    for number, action in enumerate(data["actions"], 1):
        try:
            state.apply_action(str(action))
        except CardrulesError as error:
            message = f"action {number} of the saved game cannot be played: {error}"
            raise SaveFileError(message) from None
    if core_data(state.core) != data["position"]:
        raise SaveFileError("this saved game was changed: its actions lead to another position")
    return state


def _core(game: Game, data: Any) -> Core:
    core = blank(game.machine.core_class, game.program, game.machine.frame_size)
    model = core_data(core)
    broken = SaveFileError("this saved game was changed: its start is no position of the game")
    if not isinstance(data, dict) or set(cast("dict[str, Any]", data)) != set(model):
        raise broken
    for key, value in cast("dict[str, Any]", data).items():
        setattr(core, key, _restored(key, value))
    try:
        game.check_position(core)
    except (TypeError, ValueError, IndexError, AttributeError):
        raise broken from None
    return core


def _restored(key: str, value: Any) -> Any:
    """Lists where the machine changes them in place, tuples where it does not."""
    if not isinstance(value, list):
        return value
    items = cast("list[Any]", value)
    if key.startswith("g_"):
        return [tuple(cast("list[Any]", i)) for i in items]
    if key in ("deck", "queue", "pending", "events", "result"):
        return tuple(tuple(cast("list[Any]", i)) if isinstance(i, list) else i for i in items)
    return [list(cast("list[Any]", i)) if isinstance(i, list) else i for i in items]
