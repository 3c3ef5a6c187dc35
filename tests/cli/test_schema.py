"""`cardrules schema`; `new` does not name what it prints."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardrules.schema import path, ruleset_schema, suite_schema

from .conftest import Cardrules


@pytest.mark.parametrize(("option", "schema"), [((), ruleset_schema), (("suite",), suite_schema)])
def test_the_path_is_that_of_the_schema(
    cardrules: Cardrules, option: tuple[str, ...], schema: Callable[[], dict[str, Any]]
) -> None:
    done = cardrules("schema", *option)
    assert json.loads(Path(done.stdout.rstrip("\n")).read_text("utf-8"))["$id"] == schema()["$id"]


def test_a_new_ruleset_names_no_place_of_this_machine(cardrules: Cardrules, tmp_path: Path) -> None:
    cardrules("new", "mine")
    cardrules("new", "my_durak", "--extends", "durak")
    for name in ("mine", "my_durak"):
        text = (tmp_path / f"{name}.yaml").read_text("utf-8")
        assert "$schema" not in text
        assert str(path("ruleset").parent) not in text
