"""What authors write first, and what `--fix` and the sure correction in an editor make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.interpreter.authoring.fixing import fixed
from cardrules.interpreter.diagnostics import Source, Span
from cardrules.interpreter.service.corrections import actions
from cardrules.interpreter.service.workspace import Workspace

TEXT = (Path(__file__).parents[2] / "examples" / "crazy_eights.yaml").read_text("utf-8")
DRAW = "    do: draw 1 then play again\n"
OUT = "when: hand is empty, do: end deal}"
LOOP = "    do: |\n      for each p in players:\n        p draws 1\n"

CASES = {
    "loop": (DRAW, "    do: for each p in players: p draws 1\n", LOOP),
    "loop on the next line": (DRAW, "    do: for each p in players:\n      p draws 1\n", LOOP),
    "loop further in": (DRAW, "    do: for each p in players:\n          p draws 1\n", LOOP),
    "loop with a comment": (
        DRAW,
        "    do: for each p in players: p draws 1  # all\n",
        LOOP.replace(" 1\n", " 1  # all\n"),
    ),
    "other case": (
        DRAW,
        "    do: if pile is empty: draw 1 else: draw 2\n",
        "    do: |\n      if pile is empty:\n        draw 1\n      else:\n        draw 2\n",
    ),
    "then": (
        DRAW,
        "    do: draw 1 then if pile is empty: draw 2\n",
        "    do: |\n      draw 1\n      if pile is empty:\n        draw 2\n",
    ),
    "case in a loop": (
        DRAW,
        "    do: for each p in players: if hand of p is empty: p draws 1 else: p draws 2\n",
        "    do: |\n      for each p in players:\n        if hand of p is empty:\n          p draws 1\n"
        "        else:\n          p draws 2\n",
    ),
    "no bar": (DRAW, "    do:\n      for each p in players: p draws 1\n", LOOP.replace(":\n        ", ": ")),
    "no bar before lines": (
        DRAW,
        "    do:\n      draw 1\n      for each p in players:\n        p draws 1\n",
        "    do: |\n      draw 1\n      for each p in players:\n        p draws 1\n",
    ),
    "first statement beside the key": (
        DRAW,
        "    do: draw 1\n      for each p in players: p draws 1\n",
        "    do: |\n      draw 1\n      for each p in players: p draws 1\n",
    ),
    "in braces": (
        OUT,
        "do: if hand is empty: end deal, when: hand is empty}",
        "do: 'if hand is empty: end deal', when: hand is empty}",
    ),
}
"""The right text, the wrong one in its place, and the corrected one."""


@pytest.mark.parametrize("case", CASES)
def test_it_becomes_what_was_meant(case: str) -> None:
    right, wrong, corrected = CASES[case]
    assert right in TEXT
    text, expected = TEXT.replace(right, wrong), TEXT.replace(right, corrected)
    result = fixed(Source("game.yaml", text))
    assert (result.text, result.left.diagnostics) == (expected, ())
    workspace = Workspace()
    workspace.open("game.yaml", text)
    offered = actions(workspace.diagnostics("game.yaml"), Span("game.yaml", 0, len(text)))
    changed = [
        text[: edit.span.start] + edit.text + text[edit.span.end :]
        for each in offered
        for edit in each.edits
        if each.sure
    ]
    assert changed == [expected]
    assert all("\n" not in each.title for each in offered)
