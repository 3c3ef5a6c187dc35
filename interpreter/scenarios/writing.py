"""Writes a move of a game as a scenario: the position before it, the move, and what it changed.

What is written was tried: it has no mistake, its test passes, and the same moves are legal at its beginning. Where a
position cannot be given, as in the middle of a rule or of sealed choices, the scenario begins some moves earlier; or
else with the game, so that chance is the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..diagnostics import Source, has_errors
from ..errors import CardrulesError
from ..game.saving import position_data
from ..game.setup.given_position import build
from ..play.state import State
from ..resolve.resolve import again
from ..source.layout import write
from ..source.located import Mapping
from ..source.schema import examine
from ..source.yaml_parser import parse
from . import describing
from .results import Failed
from .running import run_prepared
from .scenario import read_scenarios
from .setting import Setting
from .updating import written

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..source.located import PlainData

_EARLIER: Final = 8  # moves before the last one with which a scenario may begin
_MOST: Final = 2_000  # legal actions that are compared; of more only the number is
_NAME: Final = 48  # characters of a name
_HEAD: Final = "scenarios:\n"


@dataclass(frozen=True, slots=True)
class Written:
    """A scenario as text.

    Attributes:
        name: its name.
        text: its lines, indented as below `scenarios:`.
        suite: a whole suite with this scenario alone.
        from_start: whether it begins with the game, and plays all of its moves.
    """

    name: str
    text: str
    suite: str
    from_start: bool


def move_as_scenario(state: State, number: int) -> Written:
    """Return a move of a game as a scenario.

    Args:
        state: the game.
        number: the number of the move, from 1.
    """
    steps = state.steps()
    if number < len(steps):
        state = State(state.game, steps[number].before, steps[number - 1], state.opening)
    steps = steps[:number]
    moves = [state.game.notation.text(step.raw) for step in steps]
    name = re.sub(r"[^a-z0-9]+", "-", f"seat {steps[-1].seat} {moves[-1]}".lower())[:_NAME].strip("-")
    for number in range(1, min(len(steps), 1 + _EARLIER) + 1):
        first = steps[-number]
        before = State(state.game, first.before, first.previous, state.opening)
        for exact in (False, True):
            found = _from_position(before, state, moves[-number:], exact=exact)
            if found is not None:
                return _written(state, name, found, from_start=False)
    return _written(state, name, _from_beginning(state, moves), from_start=True)


def _from_position(before: State, after: State, moves: list[str], *, exact: bool) -> dict[str, PlainData] | None:
    """Return a scenario that begins with a position; None if it is not the same game from there."""
    given = describing.given(before, after, exact=exact)
    if given is None:
        return None
    position = before.position
    start: dict[str, PlainData] = {"dealer": position.dealer, "deal": position.deal}
    given, start = _leanest(before.game, given, start)
    then = describing.then(before, after, exact=exact)
    found: dict[str, PlainData] = {**start, "given": given, "tests": [_test(moves, then)]}
    setting = _setting(before.game, {**_settings(before.game), **found})
    return found if setting is not None and _begins_as(setting, before) and _passes(setting) else None


def _from_beginning(state: State, moves: list[str]) -> dict[str, PlainData]:
    """Return a scenario that plays the whole game."""
    assert state.opening is not None
    data: dict[str, Any] = state.opening.data(state.game)
    found: dict[str, PlainData] = {"seed": data["seed"]}
    if data["dealer"] is not None:
        found["dealer"] = data["dealer"]
    if data["deal"] != 1:
        found["deal"] = data["deal"]
    if "position" in data:
        found["given"] = data["position"]
    elif "deck" in data:
        decks = data["deck"]
        found["deck"] = " ".join(decks) if isinstance(decks[0], str) else [" ".join(deck) for deck in decks]
    last = state.last
    assert last is not None
    before = State(state.game, last.before, last.previous, state.opening)
    then: dict[str, PlainData] = {}
    if state.game.program.tables is None:
        then = describing.then(before, state, exact=True)
    elif not state.is_terminal():
        then = {"actor": state.position.actor}
    else:
        then = {"over": True}
    return {**found, "tests": [_test(moves, then)]}


def _test(moves: list[str], then: dict[str, PlainData]) -> PlainData:
    played: list[PlainData] = [*moves]
    return {"play": played if len(moves) > 1 else played[0], "then": then}


def _leanest(
    rules: Rules, given: dict[str, PlainData], start: dict[str, PlainData]
) -> tuple[dict[str, PlainData], dict[str, PlainData]]:
    """Leave out what a position has anyway: variables with their first values, the usual phase, dealer and deal."""
    whole = _built(rules, given, start)
    if whole is None:
        return given, start
    for part in (given, start):
        for key in list(part):
            value = part.pop(key)
            if _built(rules, given, start) != whole:
                part[key] = value
    return given, start


def _built(rules: Rules, given: dict[str, PlainData], start: dict[str, Any]) -> dict[str, Any] | None:
    try:
        position, _ = build(rules, rules.machine, given, **start)
    except CardrulesError:
        return None
    return None if position is None else position_data(position)


# ------------------------------------------------------------------------------------ trying


def _setting(rules: Rules, scenario: dict[str, PlainData]) -> Setting | None:
    """Return a scenario with its game as a file would give it; None if it has a mistake."""
    source = Source("<scenario>", f"cardrules_suite: 1\nruleset: x\n{_HEAD}{_lines('x', scenario)}")
    tree, problems = parse(source)
    found, sound = examine(tree, "suite") if tree is not None else ([], None)
    section = sound.get("scenarios") if isinstance(sound, Mapping) else None
    if has_errors([*problems, *found]) or not isinstance(section, Mapping):
        return None
    setting = Setting(read_scenarios(section)[0], rules, None)
    return None if setting.examined() else setting


def _begins_as(setting: Setting, before: State) -> bool:
    """Return whether the same player decides between the same moves as in the game."""
    try:
        start = State.begun(setting.game, setting.opening())
        found, wanted = start.raw_legal_actions(), before.raw_legal_actions()
    except CardrulesError:
        return False
    if (start.position.pc, start.position.actor) != (before.position.pc, before.position.actor):
        return False
    if len(found) != len(wanted):
        return False
    text = setting.game.notation.text
    return len(found) > _MOST or {*map(text, found)} == {*map(text, wanted)}


def _passes(setting: Setting) -> bool:
    results, problems = run_prepared(setting)
    return bool(results) and not problems and not any(isinstance(each, Failed) for each in results)


# ----------------------------------------------------------------------------------- writing


def _settings(rules: Rules) -> dict[str, PlainData]:
    """Return the keys of a scenario for a game whose settings are not the usual ones."""
    resolved = rules.loaded.resolved
    usual = again(resolved, variant=resolved.variant)
    found: dict[str, PlainData] = {}
    if resolved.variant is not None:
        found["variant"] = resolved.variant
    if rules.players != again(resolved).players:
        found["players"] = rules.players
    options: dict[str, PlainData] = {
        name: [*value] if isinstance(value, tuple) else value
        for name, value in resolved.options.items()
        if value != usual.options.get(name)
    }
    if options:
        found["options"] = options
    if rules.single_deal:
        found["single_deal"] = True
    return found


def _written(state: State, name: str, scenario: dict[str, PlainData], *, from_start: bool) -> Written:
    """Return a scenario as `cardrules fmt` would lay it out."""
    rules = state.game
    lines = _lines(name, {**_settings(rules), **scenario})
    source = Source("<scenario>", f"cardrules_suite: 1\nruleset: {written(rules.source)}\n{_HEAD}{lines}")
    tree, _ = parse(source)
    assert isinstance(tree, Mapping)
    suite = write(tree, {source.file: source}, kind="suite")
    return Written(name, suite.partition(f"\n{_HEAD}")[2], suite, from_start)


def _lines(name: str, scenario: dict[str, PlainData]) -> str:
    """Return a scenario with a line for each of its keys."""
    lines = [f"  {name}:"]
    for key, value in scenario.items():
        if key != "tests":
            lines.append(f"    {key}: {written(value)}")
            continue
        assert isinstance(value, list)
        lines.append("    tests:")
        for test in value:
            assert isinstance(test, dict)
            first = True
            for part, content in test.items():
                lines.append(f"      {'- ' if first else '  '}{part}: {written(content)}")
                first = False
    return "".join(f"{line}\n" for line in lines)
