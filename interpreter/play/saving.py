"""States as JSON and back, with every damage found.

A save holds the position at the start, the actions since, and the position they led to. It is
read by playing the actions again: what was cut off or edited does not come out the same.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any, cast

from ..check.cards import COLOURS
from ..diagnostics import brief
from ..errors import CardrulesError, SaveFileError
from ..runtime.core import Core, blank
from ..syntax import types as ty
from .state import State, core_data

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1
EDITED = "this saved game was changed"
_LARGEST = 1 << 1024  # no number of a game is larger; sets of cards are numbers too


def dump(state: State) -> dict[str, Any]:
    """Return a state as data for JSON."""
    game = state.game
    steps = state.steps()
    start = steps[0].before if steps else state.core
    data = {
        "cardrules_save": FORMAT,
        "game": game.settings(),
        "start": core_data(start),
        "actions": [game.notation.text(step.raw) for step in steps],
        "position": core_data(state.core),
    }
    return {**data, "check": _check(data)}


def _check(data: dict[str, Any]) -> int:
    """Return a number that another text hardly has, so that no edit goes unnoticed."""
    parts = {key: value for key, value in data.items() if key != "check"}
    return zlib.crc32(json.dumps(parts, sort_keys=True).encode())


def parse(text: str) -> dict[str, Any]:
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
    if data["check"] != _check(data):
        raise SaveFileError(f"{EDITED}, by hand or by accident, since it was written")
    core = _core(game, data["start"])
    state = State(game, core, None)
    for number, action in enumerate(data["actions"], 1):
        try:
            state.apply_action(str(action))
        except CardrulesError as error:
            message = f"action {number} of the saved game cannot be played: {error}"
            raise SaveFileError(message) from None
        except (
            ArithmeticError,
            AssertionError,
            AttributeError,
            LookupError,
            TypeError,
            ValueError,
        ):
            # The start was edited so that the rules, compiled for sound positions, trip over it.
            raise SaveFileError(f"{EDITED}: action {number} fails") from None
    if core_data(state.core) != data["position"]:
        raise SaveFileError(f"{EDITED}: its actions lead to another position")
    return state


def _core(game: Game, data: Any) -> Core:
    core = blank(game.machine.core_class, game.program, game.machine.frame_size)
    model = core_data(core)
    broken = SaveFileError(f"{EDITED}: its start is no position of the game")
    if not isinstance(data, dict) or set(cast("dict[str, Any]", data)) != set(model):
        raise broken
    for key, value in cast("dict[str, Any]", data).items():
        if not _possible(game, key, value, model[key]):
            raise broken
        setattr(core, key, _restored(core, key, value))
    try:
        game.check_position(core)
    except (TypeError, ValueError, IndexError, AttributeError):
        raise broken from None
    return core


def _possible(game: Game, key: str, value: Any, model: Any) -> bool:
    """Return whether a slot could hold a value, as far as its form tells.

    Args:
        game: The game.
        key: The slot.
        value: What is to be put there.
        model: What the slot holds in a blank core.
    """
    size, seats = game.program.pack.size, game.players
    if key in ("know", "spot"):
        return _are_numbers(value, 0, 1 << seats) and len(_items(value) or []) == size
    if key == "tables":
        waiting = _items(value) or []
        blanks = next(filter(None, cast("list[list[Any] | None]", model)), list[Any]())
        return len(waiting) == len(model) and all(
            each is None or _are_slots(game, each, blanks) for each in waiting
        )
    if key == "seated":
        return _are_numbers(value, 0, game.players) and len(_items(value) or []) == seats
    if key.startswith("z_"):
        zone = game.program.zones[key[2:]]
        ordered = zone.ordered or zone.piles
        if zone.each or zone.piles:
            held = _items(value)
            right = held is not None and (zone.piles or len(held) == seats)
        else:
            held, right = [value], True
        return right and all(
            _are_numbers(cards, 0, size) if ordered else _is_number(cards, 0, 1 << size)
            for cards in held or []
        )
    if key in ("actor", "turn", "dealer"):
        return _is_number(value, -2, seats)
    if key.startswith("v_"):
        variable = game.program.variables.get(key[2:])
        each = [value]
        if isinstance(model, list):
            each = _items(value) or []
            if len(each) != seats:
                return False
        kind = variable.type if variable is not None else ty.NUMBER
        return all(_fits(game, kind, item) for item in each)
    if key in ("queue", "deck"):
        return _are_numbers(value, 0, seats if key == "queue" else size)
    if key == "pending":
        choices = _items(value)
        return choices is not None and all(
            _are_numbers(choice, -_LARGEST, _LARGEST) for choice in choices
        )
    if key == "events":
        return _are_numbers(value, 0, len(game.program.events))
    if key == "result":
        return value is None or (_are_numbers(value, -1, 2) and len(value) == seats)
    if key == "frame":
        if not game.machine.frame_size:
            return value is None
        return _plain(value) and len(_items(value) or ()) == game.machine.frame_size
    if key == "asked":
        return _is_number(value, 0, _LARGEST)
    if isinstance(model, bool):
        return isinstance(value, bool)
    if isinstance(model, int):
        return _is_number(value, -_LARGEST, _LARGEST)
    return _plain(value)


def _are_slots(game: Game, values: Any, models: list[Any]) -> bool:
    """Return whether a list could be what waits of a table that is not in place."""
    own, items = game.machine.core_class.own, _items(values)
    return items is not None and len(items) == len(own) and all(
        map(_possible, [game] * len(own), own, items, models)
    )  # fmt: skip


def _fits(game: Game, kind: ty.Type, value: Any) -> bool:
    """Return whether a variable of a type can hold a value."""
    pack = game.program.pack
    if kind.of is not None:
        items = _items(value)
        return items is not None and all(_fits(game, kind.of, item) for item in items)
    if kind in (ty.PILE, ty.PLAYERS):
        return _are_numbers(value, 0, pack.size if kind == ty.PILE else game.players)
    if kind == ty.BOOLEAN:
        return isinstance(value, bool) or value == 0  # as it is before the first deal
    ends = {
        "card": pack.size, "player": game.players, "rank": len(pack.ranks),
        "suit": len(pack.suits), "colour": len(COLOURS),
    }  # fmt: skip
    if kind.name in ends:
        return _is_number(value, -1, ends[kind.name])
    return _is_number(value, *((0, 1 << pack.size) if kind == ty.CARDS else (-_LARGEST, _LARGEST)))


def _is_number(value: Any, least: int, end: int) -> bool:
    return type(value) is int and least <= value < end


def _are_numbers(value: Any, least: int, end: int) -> bool:
    items = _items(value)
    return items is not None and all(_is_number(item, least, end) for item in items)


def _items(value: Any) -> list[Any] | None:
    return cast("list[Any]", value) if isinstance(value, list) else None


def _plain(value: Any) -> bool:
    """Return whether a value is made of truth values, numbers of a sane size, and lists of them."""
    if isinstance(value, list):
        return all(_plain(item) for item in cast("list[Any]", value))
    return value is None or isinstance(value, bool) or _is_number(value, -_LARGEST, _LARGEST)


def _restored(core: Core, key: str, value: Any) -> Any:
    """Lists where the machine changes them in place, tuples where it does not."""
    if not isinstance(value, list):
        return value
    items = cast("list[Any]", value)
    if key == "tables":
        return [
            each
            and [_restored(core, slot, held) for slot, held in zip(core.own, each, strict=True)]
            for each in items
        ]
    if key.startswith("g_"):
        return [tuple(cast("list[Any]", i)) for i in items]
    lasting = key.startswith("v_") and isinstance(getattr(core, key), tuple)
    if lasting or key in ("seated", "deck", "queue", "pending", "events", "result"):
        return tuple(tuple(cast("list[Any]", i)) if isinstance(i, list) else i for i in items)
    return [list(cast("list[Any]", i)) if isinstance(i, list) else i for i in items]
