"""The games that every property is tried on: bundled rulesets with several options, small ones.

A test that asks for `game` gets each of them in turn; `share` says how many plays of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import cardrules
from cardrules import rulesets

SMALL = sorted((Path(__file__).parent / "rulesets").glob("*.yaml"))
"""Rulesets for what the bundled games do not do with hidden cards."""

OPTION_SETS = (2, 8)
"""How many sets of options of a bundled ruleset are tried, the default included: sample, full."""

Case = tuple[str, dict[str, Any]]


def _values(option: dict[str, Any]) -> list[Any]:
    """Some values of an option; of a number only small ones, so that games stay short."""
    match option["type"]:
        case "boolean":
            return [True, False]
        case "choice":
            return list(option["choices"])
        case "integer":
            default: int = option["default"]
            least: int = option.get("minimum", default)
            most: int = option.get("maximum", default)
            return [default, *(n for n in range(1, 7) if least <= n <= most)]
        case _:
            return [option["default"]]


def _cases(count: int) -> Iterator[Case]:
    for name in rulesets.bundled():
        file = rulesets.path(name)
        assert file is not None
        options: dict[str, Any] = yaml.safe_load(file.read_text("utf-8")).get("options") or {}
        yield name, {}
        chance = Random(name)
        for _ in range(count - 1 if options else 0):
            yield (
                name,
                {
                    # A limit on turns would cut every game off before much has happened.
                    key: chance.choice(_values(option))
                    for key, option in options.items()
                    if "limit" not in key
                },
            )
    for file in SMALL:
        yield str(file), {}


def cases(config: pytest.Config) -> list[Case]:
    """Return every ruleset with every set of options that is tried."""
    return list(_cases(OPTION_SETS[bool(config.getoption("--soak"))]))


def _labels(every: list[Case]) -> list[str]:
    """`durak`, `durak-1`, …; the sets of options are the same in every run."""
    names = [Path(name).stem for name, _ in every]
    return [
        f"{name}-{before}" if (before := names[:index].count(name)) else name
        for index, name in enumerate(names)
    ]


_loaded: dict[str, cardrules.Game] = {}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        every = cases(metafunc.config)
        metafunc.parametrize("game", every, indirect=True, ids=_labels(every))


@pytest.fixture
def game(request: pytest.FixtureRequest) -> cardrules.Game:
    case: Case = request.param
    label = repr(case)
    if label not in _loaded:
        _loaded[label] = cardrules.load(case[0], options=case[1])
    return _loaded[label]


@pytest.fixture
def share(
    amount: Callable[[int, int], int], pytestconfig: pytest.Config
) -> Callable[[int, int], range]:
    """The seeds of one game's part of so many plays in all: `share(sample, full)`."""

    def seeds(sample: int, full: int) -> range:
        return range(-(-amount(sample, full) // len(cases(pytestconfig))))

    return seeds
