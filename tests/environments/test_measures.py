"""The page with the sizes of the bundled games: it has them all, as they were recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardrules.rulesets import bundled
from cardrules.schema import path

from . import measures

RECORD: dict[str, dict[str, Any]] = measures.recorded()


def test_the_page_has_all_games_as_they_were_recorded() -> None:
    assert list(RECORD) == list(bundled())
    assert measures.PAGE.read_text("utf-8") == measures.page(RECORD)
    Draft202012Validator(json.loads(path("measures").read_text("utf-8"))).validate(RECORD)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.sample(23)
@pytest.mark.parametrize("name", bundled())
def test_a_game_has_the_size_that_is_recorded(name: str) -> None:
    assert RECORD[name] == measures.measured(name), "make measures"
