"""What can be run in a document: its scenarios, with their results; and how often its rules apply."""

from __future__ import annotations

from pathlib import Path

from ..check.load import load_text
from ..diagnostics import Span, times
from ..errors import CardrulesError
from ..play.state import State
from ..scenarios.results import Failed
from ..scenarios.running import run_scenario
from ..scenarios.setting import prepare
from ..scenarios.suite import Suite, open_suite, own_scenarios
from .reading import structure
from .trials import rules_of
from .values import Lens
from .workspace import Workspace


def lenses(workspace: Workspace, file: str) -> list[Lens]:
    """Return two lines for each scenario, by which it is run and played; and how often each rule was carried out.

    The latter is told of rules about which `tried` of `trials.py` has found something.
    """
    source = workspace.text(file)
    found: list[Lens] = []
    for item in structure(source.text).items:
        if item.path[:1] == ("scenarios",) and len(item.path) == 2:
            place = Span(file, item.start, item.stop)
            found.append(Lens(place, "Run this scenario", "run_scenario", item.name))
            found.append(Lens(place, "Play from here", "play_scenario", item.name))
    known = workspace.tried.get(file)
    if known is None or not known.games:
        return found
    for item, address in rules_of(source.text):
        count = known.times.get(address)
        if count is not None:
            found.append(Lens(Span(file, item.start, item.stop), _often(count, known.games), "", address))
    return found


def _often(count: int, games: int) -> str:
    """Return in words how often a rule was carried out.

    >>> _often(0, 1000), _often(20, 1000), _often(3141, 1000), _often(31415, 1000)
    ('never in 1,000 games', '20 times in 1,000 games', '3.1 times a game', '31 times a game')
    """
    if count < games:
        return f"{times(count)} in {games:,} games"
    each = count / games
    return f"{each:.1f} times a game" if each < 10 else f"{each:.0f} times a game"


def beginning(workspace: Workspace, file: str, name: str) -> State | str:
    """Return the game at the beginning of a scenario, to be played from there; else why there is none.

    The arguments are those of `results`.
    """
    suite = _opened(workspace, file)
    scenario = next((each for each in suite.scenarios if each.name == name), None)
    if suite.games is None:
        return "The scenario cannot be played: the ruleset has errors."
    if scenario is None:
        return f"There is no scenario '{name}'."
    setting, problems = prepare(scenario, suite.games)
    if setting is None:
        return problems[0].message
    try:
        return State.begun(setting.game, setting.opening())
    except CardrulesError as failure:
        return str(failure)


def results(workspace: Workspace, file: str, name: str) -> list[str]:
    """Return what came of the tests of a scenario, in sentences.

    Args:
        workspace: the open documents.
        file: a ruleset or a suite.
        name: the name of a scenario in it.
    """
    suite = _opened(workspace, file)
    scenario = next((each for each in suite.scenarios if each.name == name), None)
    if suite.games is None:
        return ["The scenario cannot be run: the ruleset has errors."]
    if scenario is None:
        return [f"There is no scenario '{name}'."]
    found, problems = run_scenario(scenario, suite.games)
    if not found:
        return [problem.message for problem in problems] or ["The scenario has no tests."]
    failed = [each for each in found if isinstance(each, Failed)]
    if not failed:
        return [f"All tests of '{name}' pass ({len(found)})."]
    return [
        f"Test {failure.test} of '{name}' fails: {each.told}." for failure in failed for each in failure.differences
    ]


def _opened(workspace: Workspace, file: str) -> Suite:
    source = workspace.text(file)
    if workspace.document(file).kind == "suite":
        return open_suite(source, workspace.read)
    return own_scenarios(load_text(source.text, file, loader=workspace.read), str(Path(file)))
