"""The games for property tests: bundled rulesets with several options, and small rulesets.

A test that asks for `game` gets each of them in turn; `share` says how many plays of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
import yaml

import cardrules
from cardrules import rulesets
from cardrules.interpreter.check.load import Loaded, load_ruleset
from cardrules.interpreter.source.located import Mapping

from ..loading import loaded

SMALL = sorted((Path(__file__).parents[1] / "games").glob("*.yaml"))
"""Rulesets for uses of hidden cards that the bundled games do not have."""

OPTION_SETS = (0, 7)
"""How many sets of options of a bundled ruleset are tried besides its defaults: sample, full."""

Amount = Callable[[int, int], int]

Case = tuple[str, str | None, dict[str, Any]]
"""A ruleset's name or path, a variant, and options."""


@cache
def plain(name: str) -> Loaded:
    """A ruleset with its default options."""
    return load_ruleset(name)


def own_variants(name: str) -> list[str]:
    """The variants that a ruleset's own file names, not those that it inherits."""
    section = plain(name).resolved.tree.get("variants")
    entries = section.entries if isinstance(section, Mapping) else {}
    file = str(rulesets.path(name))
    return [variant for variant, entry in entries.items() if entry.value.span.file == file]


def _values(option: dict[str, Any]) -> list[Any]:
    """Some values of an option; of a number only small ones, so that games stay short."""
    match option["type"]:
        case "boolean":
            return [True, False]
        case "choice":
            return list(option["choices"])
        case "integer":
            default: int | None = option["default"]
            bound = 1 if default is None else default
            least: int = option.get("minimum", bound)
            most: int = option.get("maximum", bound)
            return [default, *(n for n in range(1, 7) if least <= n <= most)]
        case _:
            return [option["default"]]


def _cases(soak: bool) -> Iterator[Case]:
    for name in rulesets.bundled():
        file = rulesets.path(name)
        assert file is not None
        tree: dict[str, Any] = yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
        options: dict[str, Any] = tree.get("options") or {}
        yield name, None, {}
        for variant in own_variants(name) if soak else ():
            yield name, variant, {}
        chance = Random(name)
        for _ in range(OPTION_SETS[soak] if options else 0):
            yield (
                name,
                None,
                {
                    # A limit on turns would cut every game off before much has happened.
                    key: chance.choice(_values(option))
                    for key, option in options.items()
                    if "limit" not in key
                },
            )
    for file in SMALL:
        yield str(file), None, {}


def cases(config: pytest.Config) -> list[Case]:
    """Return every ruleset with every set of options that is tried."""
    return _all_cases(bool(config.getoption("--soak")))


@cache
def _all_cases(soak: bool) -> list[Case]:
    return list(_cases(soak))


def _labels(every: list[Case]) -> list[str]:
    """`durak`, `durak-passing`, `durak-1`, …; the sets of options are the same in every run."""
    names = ["-".join([Path(name).stem, *filter(None, [variant])]) for name, variant, _ in every]
    return [f"{name}-{before}" if (before := names[:index].count(name)) else name for index, name in enumerate(names)]


_loaded: dict[str, cardrules.Game] = {}  # with options


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        every = cases(metafunc.config)
        metafunc.parametrize("game", every, indirect=True, ids=_labels(every))


@pytest.fixture
def game(request: pytest.FixtureRequest) -> cardrules.Game:
    name, variant, options = case = cast("Case", request.param)
    if not options:
        return loaded(name, variant)
    label = repr(case)
    if label not in _loaded:
        _loaded[label] = cardrules.load(name, variant=variant, options=options)
    return _loaded[label]


@pytest.fixture
def pairs(request: pytest.FixtureRequest, amount: Amount) -> int:
    """How many pairs of games that look alike: in full 2,000 of each game and variant."""
    case: Case = request.node.callspec.params["game"]
    return amount(1, 300 if case[2] else 2000)


@pytest.fixture
def share(amount: Amount, pytestconfig: pytest.Config) -> Callable[[int, int], range]:
    """The seeds of one game's part of so many plays in all: `share(sample, full)`."""

    def seeds(sample: int, full: int) -> range:
        return range(-(-amount(sample, full) // len(cases(pytestconfig))))

    return seeds
