"""`cardrules schema`, and the comment with which `new` names the schema to an editor."""

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from cardrules.interpreter.authoring.templates import new_game
from cardrules.schema import path, ruleset_schema, suite_schema

from .conftest import Cardrules


@pytest.mark.parametrize(("option", "schema"), [((), ruleset_schema), (("--suite",), suite_schema)])
def test_the_path_is_that_of_the_schema(
    cardrules: Cardrules, option: tuple[str, ...], schema: Callable[[], object]
) -> None:
    done = cardrules("schema", *option)
    assert json.loads(Path(done.stdout.rstrip("\n")).read_text("utf-8")) == schema()


def test_a_new_ruleset_names_the_schema_to_an_editor() -> None:
    first = new_game("mine").splitlines()[0]
    comment, _, place = first.partition("$schema=")
    assert comment == "# yaml-language-server: "
    assert not set(place) & set(" \t")
    assert Path(unquote(urlparse(place).path)) == path("ruleset")
