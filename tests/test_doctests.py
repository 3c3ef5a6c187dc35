"""Runs the examples in docstrings.

They are found by walking the installed package: pytest's own `--doctest-modules` would import the
files a second time, under other names.
"""

import doctest
import pkgutil
from importlib import import_module

import pytest

import cardrules

MODULES = [
    "cardrules",
    *sorted(module.name for module in pkgutil.walk_packages(cardrules.__path__, "cardrules.")),
]
NEEDS = {"cardrules.environments.sb3": "stable_baselines3"}
"""Modules that need a library which the tests do not install."""


def test_the_walk_finds_the_package() -> None:
    assert "cardrules.interpreter.errors" in MODULES
    assert "cardrules.cli.main" in MODULES


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    results = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert results.failed == 0, "see the report on standard output"
