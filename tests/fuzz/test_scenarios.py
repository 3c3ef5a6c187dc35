"""Damaged scenarios and positions of the bundled games: diagnostics, results, or a `PositionError`.

The scenarios of the suites are damaged as data: values are exchanged, dropped, repeated, or
replaced by others. `make soak` tries hundreds for each game; `make test` a few for two games.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from cardrules import rulesets
from cardrules.cli.diagnostics.render import full
from cardrules.cli.scenarios.results import failure
from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.diagnostics import CODES, Source
from cardrules.interpreter.errors import CardrulesError, PositionError, SetupError
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.setup.placement import OWN_KEYS
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.scenarios.expectations import KEYS
from cardrules.interpreter.scenarios.games import Games
from cardrules.interpreter.scenarios.results import Failed, Report
from cardrules.interpreter.scenarios.running import run_scenario
from cardrules.interpreter.scenarios.scenario import read_scenarios
from cardrules.interpreter.scenarios.updating import update
from cardrules.interpreter.source.located import Mapping, plain
from cardrules.interpreter.source.schema import examine
from cardrules.interpreter.source.yaml_parser import parse

from ..pace import within

SUITES = Path(__file__).parents[1] / "rulesets" / "suites"
SAMPLE = ("hearts", "oh_hell")
"""The games of which a few are tried each time; all others only in full."""

SECONDS = 200.0  # of the processor; a hand of a hundred cards can be laid in very many ways
ENOUGH = 5.0  # seconds to play a position for
MOVES = 8
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    3,
    99,
    10**17,
    2.5,
    "",
    " ",
    "...",
    "... ...",
    "nobody",
    "none",
    "over",
    "Jo",
    "5H",
    "AC AC",
    "4 cards",
    "zz",
    "#1",
    "1",
    [],
    [[]],
    {},
    [0, 0, 0, 0],
    ["5H"],
    {"actor": 0},
    [[5, 5], 3],
    "play 5H",
    "pass",
]


@cache
def games(name: str) -> Games:
    return Games(load_ruleset(name), name)


@cache
def scenarios(name: str) -> list[dict[str, Any]]:
    """Return the scenarios of a game's suite and of its ruleset, as plain data."""
    found: list[dict[str, Any]] = []
    ruleset = rulesets.path(name)
    assert ruleset is not None
    for path in (SUITES / f"{name}.yaml", ruleset):
        tree, _ = parse(Source(path.name, path.read_text("utf-8")))
        section = tree.get("scenarios") if isinstance(tree, Mapping) else None
        if section is not None:
            found += cast("dict[str, dict[str, Any]]", plain(section)).values()
    return found


@cache
def pool(name: str) -> tuple[list[Any], list[str]]:
    """Return the values and the keys of all scenarios of a game."""
    program = games(name).loaded.program
    assert program is not None
    values = [part[key] for each in scenarios(name) for part, key in parts(each)]
    keys = [key for each in scenarios(name) for _, key in parts(each) if isinstance(key, str)]
    keys += [*program.zones, *program.variables, *OWN_KEYS, *KEYS]
    return values, sorted(set(keys))


def parts(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each mapping or list with each of its keys."""
    inside = cast("dict[str, Any]", data) if isinstance(data, dict) else range(len(data))
    for key in inside:
        yield data, key
        if isinstance(data[key], dict | list):
            yield from parts(data[key])


def spoilt(data: dict[str, Any], name: str, chance: random.Random) -> dict[str, Any]:
    """Return a scenario or position with one to three changes."""
    data = deepcopy(data)
    values, keys = pool(name)
    for _ in range(chance.randint(1, 3)):
        places = list(parts(data))
        if not places:
            break
        part, key = chance.choice(places)
        other = deepcopy(chance.choice(values if chance.random() < 0.6 else ODD))
        match chance.randrange(7):
            case 0:
                del part[key]
            case 1 if isinstance(part, dict):
                part[chance.choice(keys)] = other
            case 2 if isinstance(part, dict):
                other = cast(Any, part[key])
                del part[key]
                part[chance.choice(keys)] = other
            case 3 if isinstance(part[key], int):
                part[key] += chance.choice([-1, 1])
            case 4 if isinstance(part[key], str):
                words = part[key].split()
                more = str(other).split() or ["5H"]
                words[chance.randint(0, len(words)) :][:1] = [chance.choice(more)]
                part[key] = " ".join(words)
            case 5 if isinstance(part[key], list):
                part[key].append(other)
            case _:
                part[key] = other
    return data


@pytest.mark.soak
@pytest.mark.parametrize("name", rulesets.bundled())
def test_spoilt_scenarios(name: str, amount: Callable[[int, int], int]) -> None:
    chance = random.Random(name)
    for _ in range(amount(15 if name in SAMPLE else 0, 500)):
        check_scenario(name, spoilt(chance.choice(scenarios(name)), name, chance))


@within(SECONDS)
def check_scenario(name: str, data: dict[str, Any]) -> None:
    """Run a scenario: it gives diagnostics or results, and both can be shown."""
    text = json.dumps({"cardrules_suite": 1, "ruleset": name, "scenarios": {"x": data}})
    source = Source("spoilt.yaml", text)
    sources = {**games(name).loaded.resolved.sources, source.file: source}
    tree, problems = parse(source)
    assert tree is not None
    found, sound = examine(tree, "suite")
    problems = [*problems, *found]
    section = sound.get("scenarios") if isinstance(sound, Mapping) else None
    for scenario in read_scenarios(section if isinstance(section, Mapping) else None):
        results, wrong = run_scenario(scenario, games(name))
        assert results or wrong or not scenario.tests, text
        problems += wrong
        failed = [each for each in results if isinstance(each, Failed)]
        report = Report("spoilt.yaml", results, (), sources)
        for each in failed:
            assert list(failure(report, each, colour=False)), text
        again, _ = parse(Source("spoilt.yaml", update(failed, source).text))
        assert again is not None, text
    for problem in problems:
        assert problem.code in CODES, text
        assert problem.help, text
        assert 0 <= problem.span.start <= problem.span.end <= len(sources[problem.span.file].text)
    assert full(problems, sources) or not problems


@pytest.mark.soak
@pytest.mark.parametrize("name", rulesets.bundled())
def test_spoilt_positions(name: str, amount: Callable[[int, int], int]) -> None:
    chance = random.Random(name)
    given = [each["given"] for each in scenarios(name) if isinstance(each.get("given"), dict)]
    given += [{"actor": 1}, {"phase": "over"}, {}]
    for _ in range(amount(15 if name in SAMPLE else 0, 500)):
        check_position(name, spoilt(chance.choice(given), name, chance), chance)


@within(SECONDS)
def check_position(name: str, data: dict[str, Any], chance: random.Random) -> None:
    """Set up a position: it is refused, or it can be shown, saved and played."""
    begin = time.process_time()
    game = usual(name)
    seed, dealer, deal = chance.choice([0, 7]), chance.choice([None, 0, 1]), chance.choice([1, 3])
    try:
        state = game.state_from_position(data, seed=seed, dealer=dealer, deal=deal)
    except (PositionError, SetupError):
        return
    try:
        rules_of(game).check_position(state.position)
        for _ in range(MOVES):
            if state.is_terminal() or time.process_time() - begin > ENOUGH:
                break
            for seat in range(game.players):
                assert str(state.observation(seat)), data
            state.apply_action(chance.choice(state.legal_actions()))
        assert game.state_from_json(state.to_json()) == state, data
    except CardrulesError:
        pass  # a rule of the game does not expect such a position


@cache
def usual(name: str) -> Game:
    """Return a game with its default options."""
    known = games(name)
    game = known.compiled(dict(known.loaded.resolved.options), None, known.loaded.resolved.players)
    assert isinstance(game, Rules)
    return Game(game)
