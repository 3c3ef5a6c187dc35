"""What scenarios and trial games show in an editor: how often rules apply, and which rules no scenario reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules import load, rulesets
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.state import State
from cardrules.interpreter.service.hover import hints
from cardrules.interpreter.service.lenses import beginning, lenses
from cardrules.interpreter.service.trials import tried
from cardrules.interpreter.service.workspace import Workspace
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import Tally


def opened(text: str, file: str = "/nowhere/child.yaml") -> tuple[Workspace, str]:
    """Return a workspace with a document that is open in it."""
    workspace = Workspace()
    workspace.open(file, text)
    return workspace, file


def test_counts_are_those_of_a_simulation() -> None:
    path = rulesets.path("gin_slaughtre")
    assert path is not None
    workspace, file = opened(path.read_text("utf-8"), str(path))
    found = tried(workspace, file, lambda: True, games=25, seconds=60)
    assert found is not None
    assert found.games == 25
    rules = rules_of(load("gin_slaughtre"))
    tally = Tally()
    simulation = Simulation(rules, ("quick",) * rules.players)
    for number in range(25):
        simulation.play(number, tally)
    assert found.times == {address: tally.moments[address].total for address in found.times}
    assert any(found.times.values())


def test_nothing_is_shown_before_it_is_known(tmp_path: Path) -> None:
    path = rulesets.path("gin_slaughtre")
    assert path is not None
    text = path.read_text("utf-8")
    workspace, file = opened(text, str(tmp_path / "mine.yaml"))
    assert {each.command for each in lenses(workspace, file)} == {"run_scenario", "play_scenario"}
    assert not hints(workspace, file)
    found = tried(workspace, file, lambda: True, games=3, seconds=60)
    assert found is not None
    workspace.tried[file] = found
    told = {each.argument: each for each in lenses(workspace, file) if not each.command}
    assert set(told) == set(found.times)
    for address, each in told.items():
        assert text[each.span.start : each.span.end].partition("(")[0] == address.partition(".")[2]
        assert "game" in each.title
    assert len([each for each in hints(workspace, file) if "no scenario" in each.text]) == len(found.unreached)


def test_what_is_not_wanted_any_more_is_not_found_out() -> None:
    workspace, file = opened("cardrules: 1\nextends: durak\nname: Mine\n")
    assert tried(workspace, file, lambda: False) is None
    workspace.open(file, "cardrules: 1\nextends: durak\nnames: Mine\n")
    assert tried(workspace, file, lambda: True) is None


@pytest.mark.parametrize("name", ["durak", "hearts"])
def test_a_scenario_is_played_from_its_beginning(name: str) -> None:
    path = rulesets.path(name)
    assert path is not None
    workspace, file = opened(path.read_text("utf-8"), str(path))
    for lens in lenses(workspace, file):
        if lens.command == "play_scenario":
            found = beginning(workspace, file, lens.argument)
            assert isinstance(found, State)
            assert State.from_json(found.game, found.to_json()).legal_actions() == found.legal_actions()
    assert beginning(workspace, file, "none") == "There is no scenario 'none'."
