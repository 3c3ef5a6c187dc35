"""What may be written in scenarios: zones and variables, cards, and the moves that are legal at a place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..check.load import checked
from ..errors import CardrulesError
from ..game.setup.placement import OWN_KEYS
from ..play.state import State
from ..resolve.resolve import resolve_tree
from ..scenarios.expectations import KEYS
from ..scenarios.scenario import read_scenarios
from ..scenarios.setting import prepare
from ..source.located import Mapping
from ..syntax import types as ty
from .reading import Path, rebuilt
from .words import Named, named

if TYPE_CHECKING:
    from ..program.program import Program
    from .workspace import Document, Workspace

_ACTIONS = ("play", "legal", "includes", "excludes")


def keys_of(document: Document, path: Path) -> Iterator[tuple[str, Named]]:
    """Yield the keys of a position that is given or expected: zones and variables first, then what else it tells."""
    if not _is_position(path) or document.loaded is None or document.loaded.ruleset is None:
        return
    for kind, name, _ in document.loaded.ruleset.declared:
        if kind in ("zone", "variable"):
            yield name, named(document.loaded, name) or Named(kind)
    for name in OWN_KEYS if path[2] == "given" else KEYS:
        yield name, Named("key", help=KEY_MEANINGS[name])


KEY_MEANINGS: Final = {
    "actor": "The seat of the player who acts now. Seats are counted from 0: 0 is the first player.",
    "phase": "The phase of the game.",
    "draws": "The cards that are drawn next, in their order.",
    "rest": "The zone in which all cards lie that are not named.",
    "score": "The points of each player, in the order of the seats.",
    "away": "The seats of the players who have left the deal.",
    "dealer": "The seat of the dealer. Seats are counted from 0.",
    "deal": "The number of the deal; the first one is 1.",
    "winner": "The seat of the player who has won, or nobody. Seats are counted from 0.",
    "over": "Whether the game is over.",
}
"""What the keys of a position mean besides zones and variables."""


def words_of(workspace: Workspace, document: Document, path: Path) -> Iterator[tuple[str, Named]]:
    """Yield the words that may stand in the value of a position: cards of a zone, values of a variable, phases."""
    place = next((path[end] for end in range(3, len(path)) if _is_position(path[:end])), None)
    program = _program(workspace, document) if place is not None else None
    if program is None:
        return
    zone, variable = program.zones.get(str(place)), program.variables.get(str(place))
    if zone is not None:
        yield from ((card, Named("card")) for card in dict.fromkeys(program.pack.text))
    elif variable is not None:
        what = named(document.loaded, variable.name)
        yield from _values(program, variable.type, Named("value", what.detail if what is not None else ""))
    elif place == "phase":
        for phase in program.phases.values():
            yield from ((step, Named("phase")) for step, _ in phase.steps)
    elif place in _OF_KEYS:
        yield from _values(program, _OF_KEYS[str(place)], Named("value"))


_OF_KEYS: Final = dict.fromkeys(("actor", "dealer", "winner", "away"), ty.PLAYER) | {"over": ty.BOOLEAN}
"""The types of the keys of a position besides zones and variables, where these have names or few values."""


def _values(program: Program, kind: ty.Type, what: Named) -> Iterator[tuple[str, Named]]:
    """Yield the values of a type as a position has them, if it is clear what these are."""
    if kind.name in ("player", "players"):
        for seat in range(program.players):
            yield str(seat), replace(what, detail=f"seat {seat}, player number {seat + 1}")
    elif kind == ty.BOOLEAN:
        yield from ((word, what) for word in ("true", "false"))
    elif kind.name in ("card", "cards", "pile"):
        yield from ((card, Named("card")) for card in dict.fromkeys(program.pack.text))
    else:
        yield from ((name, what) for name in program.pack.names(kind))
    if kind.name in ty.NULLABLE:
        yield ("nobody" if kind == ty.PLAYER else "none"), replace(what, detail="no value yet")


def _program(workspace: Workspace, document: Document) -> Program | None:
    """Return the program of a document, also if its scenarios are not finished yet."""
    loaded = document.loaded
    if loaded is None or loaded.program is not None or document.kind == "suite":
        return None if loaded is None else loaded.program
    tree = document.tree
    rules = Mapping({key: entry for key, entry in tree.entries.items() if key != "scenarios"}, tree.span)
    return checked(resolve_tree(rules, document.source.file, loader=workspace.read)).program


def moves_at(workspace: Workspace, document: Document, path: Path) -> list[str]:
    """Return the moves that are legal at a place of a test: after those that stand before it."""
    if document.loaded is None or document.loaded.failure() is not None or not _is_move(path):
        return []
    section = rebuilt(workspace.text(document.source.file)).get("scenarios")
    scenarios = read_scenarios(section if isinstance(section, Mapping) else None)
    scenario = next((each for each in scenarios if each.name == path[1]), None)
    number = path[3]
    if scenario is None or not isinstance(number, int) or number >= len(scenario.tests):
        return []
    before = [line.text for line in scenario.tests[number].play]
    if path[4] == "play":
        before = before[: path[5]] if len(path) > 5 and isinstance(path[5], int) else []
    setting, _ = prepare(scenario, workspace.games(document.loaded))
    if setting is None:
        return []
    try:
        state = State.begun(setting.game, setting.opening())
        for move in before:
            state.apply_action(move)
    except CardrulesError:  # a move before it is wrong, which is told at its place
        return []
    return [str(each) for each in state.legal_actions()]


def _is_position(path: Path) -> bool:
    return path[2:] == ("given",) or (path[2:3] == ("tests",) and path[4:] == ("then",))


def _is_move(path: Path) -> bool:
    return path[2:3] == ("tests",) and len(path) in (5, 6) and path[4] in _ACTIONS
