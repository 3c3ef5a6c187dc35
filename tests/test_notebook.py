"""The notebook in examples: its cells run from top to bottom, and what they show can be shown."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = json.loads((Path(__file__).parents[1] / "examples" / "first_steps.ipynb").read_text("utf-8"))


def run(source: str, names: dict[str, Any]) -> object:
    """Run a cell, and return the value of its last line, which Jupyter shows."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        body, last = [*body, last], ast.Expr(ast.Constant(None))
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_all_cells_run_in_order() -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib").use("Agg")
    names: dict[str, Any] = {}
    shown: list[object] = []
    for cell in NOTEBOOK["cells"]:
        if cell["cell_type"] == "code":
            shown.append(run("".join(cell["source"]), names))
    html = [each for each in shown if hasattr(each, "_repr_html_")]
    assert [type(each).__name__ for each in html] == "Game State Result DataFrame DataFrame Figure DataFrame".split()
    (axes,) = names["figure"].axes
    assert sum(patch.get_height() for patch in axes.patches) == len(names["games"])


def test_it_is_stored_without_what_it_shows() -> None:
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in NOTEBOOK["cells"])
