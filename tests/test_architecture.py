"""docs/architecture.md is true: each file stands on one floor and imports from there down."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
TABLE = PAGE.partition("### Floors")[2].partition("###")[0]
FLOORS = [
    re.findall(r"`([\w/]+)`", row.split("|")[2])
    for row in TABLE.splitlines()
    if row.startswith("| ") and "`" in row and not row.startswith("| floor")
]
LEVEL = {name.rstrip("/"): level for level, names in enumerate(FLOORS) for name in names}
FILES = sorted((ROOT / "interpreter").glob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Yield what a file of `interpreter/` imports of the package, not for types alone."""
    tree = ast.parse(path.read_text("utf-8"))
    typing = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level or node in typing:
            continue
        yield from [node.module] if node.module else (alias.name for alias in node.names)


def test_every_file_stands_on_one_floor() -> None:
    listed = [name for names in FLOORS for name in names]
    assert len(listed) == len(set(listed))
    modules = {path.stem for path in FILES} - {"__init__"}
    folders = {"cli/", "schema/", "rulesets/"}
    assert modules | folders - {"schema/"} <= set(listed)
    assert set(listed) - folders - modules == set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_imports_only_from_its_floor_or_below(path: Path) -> None:
    if path.stem == "__init__":
        return
    for name in imported(path):
        assert LEVEL[path.stem] <= LEVEL[name.split(".")[0]], name
