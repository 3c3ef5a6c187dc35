"""Native code plays the scenarios of all bundled games as Python does."""

from __future__ import annotations

import pytest

from cardrules import rulesets
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.play.game import Game
from cardrules.interpreter.scenarios.scenario import Scenario
from cardrules.interpreter.scenarios.setting import Setting, prepare

from ..scenarios.bundled import games, is_plain, scenarios, share
from .playing import stepping, unlike

pytest.importorskip("wasmtime")


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", rulesets.bundled())
def test_scenarios(name: str, pytestconfig: pytest.Config) -> None:
    """By default a sixteenth of the scenarios with default options; of the others some of soak."""
    soak = bool(pytestconfig.getoption("--soak"))
    codes: dict[str, Native] = {}
    for scenario in scenarios(name).values():
        if soak or (is_plain(scenario) and share(name, scenario.name, 16)):
            setting, _ = prepare(scenario, games(name))
            assert isinstance(setting, Setting)
            if setting.game.key not in codes:
                codes[setting.game.key] = stepping(Game(setting.game))
            plays_the_same(scenario, setting, codes[setting.game.key])


def plays_the_same(scenario: Scenario, setting: Setting, code: Native) -> None:
    """Compare legal actions and positions before and after each action of the tests."""
    game = setting.game
    for test in scenario.tests:
        position = setting.position(game.bare)
        for line in test.play:
            legal = game.bare.legal[position.pc](position)
            wanted = game.notation.normal(line.text)
            action = next(raw for raw in legal if game.notation.text(raw) == wanted)
            assert code.legal(position) is not None
            assert code.step(position, action) is not None
            assert unlike(code, Game(game), position, action) is None, (scenario.name, line.text)
        if position.pc >= 0:
            assert unlike(code, Game(game), position, None) is None, scenario.name
