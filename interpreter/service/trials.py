"""What scenarios and trial games show about the rules of a document: it takes seconds to find out.

An editor asks for it when nothing is typed. `lenses.py` and `hover.py` show what was found last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Final

from ..check.load import load_text
from ..errors import CardrulesError
from ..game.rules import Rules
from ..scenarios.games import Games
from ..scenarios.running import run_scenario
from ..scenarios.suite import open_suite, own_scenarios
from ..simulation.simulate import Simulation
from .reading import Item, structure
from .values import Trials

if TYPE_CHECKING:
    from ..check.load import Loaded
    from ..scenarios.scenario import Scenario
    from .workspace import Workspace

GAMES: Final = 1_000
SECONDS: Final = 10.0
_SECTIONS: Final = ("actions", "effects", "define")


def tried(
    workspace: Workspace, file: str, wanted: Callable[[], bool], games: int = GAMES, seconds: float = SECONDS
) -> Trials | None:
    """Play the scenarios of a ruleset, then games of it.

    Args:
        workspace: the open documents; suites among them for this ruleset count, too.
        file: the ruleset.
        wanted: whether the answer is still wanted; it is asked again and again.
        games: the number of games.
        seconds: after so much time no further game is begun.

    Returns:
        What was found out; None if the document cannot be played, or it is not wanted any more.
    """
    loaded = load_text(workspace.text(file).text, file, loader=workspace.read)
    if loaded.failure() is not None:
        return None
    unreached = _unreached(loaded, [*_scenarios(workspace, loaded, file)], wanted)
    rules = Games(loaded, file).compiled(dict(loaded.resolved.options), None, loaded.resolved.players)
    if unreached is None or not isinstance(rules, Rules):
        return None
    played, times = _games(rules, wanted, games, monotonic() + seconds)
    return Trials(played, times, unreached) if wanted() else None


def _scenarios(workspace: Workspace, loaded: Loaded, file: str) -> Iterator[Scenario]:
    """Yield the scenarios of a ruleset, and those of open suites for it."""
    yield from own_scenarios(loaded, file).scenarios
    for other in workspace.files():
        document = workspace.document(other)
        rules = document.loaded
        if document.kind == "suite" and rules is not None and workspace.is_same(str(rules.resolved.path), file):
            yield from open_suite(document.source, workspace.read).scenarios


def _unreached(loaded: Loaded, scenarios: list[Scenario], wanted: Callable[[], bool]) -> frozenset[str] | None:
    """Return the addresses of the rules that no scenario reaches; None if that is not wanted any more."""
    games = Games(loaded, str(loaded.resolved.path))
    games.watch()
    for scenario in scenarios:
        if not wanted():
            return None
        run_scenario(scenario, games)
    coverage = games.coverage() if scenarios else None
    rules = [] if coverage is None else [each for each in coverage if each[0].kind not in ("condition", "statement")]
    return frozenset(point.address for point, (yes, _) in rules if not yes)


def _games(rules: Rules, wanted: Callable[[], bool], most: int, end: float) -> tuple[int, dict[str, int]]:
    """Play games until a time; return how many, and how often each rule was carried out."""
    simulation = Simulation(rules, ("quick",) * rules.players)
    number, times = 0, dict[str, int]()
    while number < most and monotonic() < end and wanted():
        try:
            ends = simulation.ends(number, most)
        except CardrulesError:  # the rules stop a game; `cardrules check` says why
            break
        number += len(ends)
        for each in ends:
            for address, count in simulation.applied(each).items():
                times[address] = times.get(address, 0) + count
    return number, times


def rules_of(text: str) -> Iterator[tuple[Item, str]]:
    """Yield the rules that a text contains, each with its address."""
    for item in structure(text).items:
        path = item.path[1:] if item.path[0] in ("change", "add") else item.path
        if len(path) == 2 and path[0] in _SECTIONS:
            yield item, f"{path[0]}.{str(path[1]).partition('(')[0]}"
