"""The tutorial: each task is open at first, and done by its solution."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardrules.playground.publishing import tutorial

from .test_answering import Answers, ask

STEPS = tutorial()
GUIDE = (Path(__file__).parents[2] / "docs" / "guide.md").read_text("utf-8")


def holding(step: dict[str, Any], text: str) -> list[bool]:
    conditions = [{kind: value for kind, value in each.items() if kind != "says"} for each in step["conditions"]]
    return ask(Answers(), "check", text, conditions=conditions)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["title"])
def test_a_task_is_open_at_first_and_done_by_its_solution(step: dict[str, Any]) -> None:
    assert not all(holding(step, step["begin"]))
    assert all(holding(step, step["solution"]))
    assert not any(holding(step, "["))


def test_the_steps_are_those_of_the_guide() -> None:
    titles = [f"{number}. {step['title']}" for number, step in enumerate(STEPS, 1)]
    assert titles == re.findall(r"^## (\d.*)", GUIDE, re.MULTILINE)
