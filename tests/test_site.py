"""The site of the documentation: the parts of its build that can fail silently.

`make site` builds all of it, and fails for a link that leads nowhere.
"""

import doctest
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

WEBSITE = Path(__file__).parents[1] / "website"


@pytest.mark.parametrize("name", ["hooks", "docstrings"])
def test_examples_of_the_build(name: str) -> None:
    spec = spec_from_file_location(f"website_{name}", WEBSITE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0, "see the report on standard output"
