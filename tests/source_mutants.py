"""Changes the source a little, and asks whether the tests beside it notice.

    python -m tests.source_mutants [--each N] [--seed S] [--seconds T] [ROOM or FILE ...]

Each room is a folder of the source with the tests that stand beside it. Of each room, N changes
(*mutants*) are tried in a copy of the checkout: a comparison, a sign, a number, a condition. What
is printed is the share that no test notices, and each of those. A mutant with which the tests take
much longer counts as noticed. `make mutants` calls this, and `make soak` does so for all rooms.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import cast

ROOT = Path(__file__).parents[1]
LEFT_OUT = (
    ".git",
    ".venv*",
    ".editable",
    ".*_cache",
    ".hypothesis",
    "build",
    "dist",
    "*.egg-info",
    "website",
)

ROOMS = {
    "interpreter/source": "source formatting",
    "interpreter/resolve": "resolve check/test_mentions.py",
    "interpreter/syntax": "syntax formatting",
    "interpreter/check": "check diagnostics",
    "interpreter/runtime": "runtime compile",
    "interpreter/program": "check",
    "interpreter/analysis": "compile core",
    "interpreter/rewriting": "compile core",
    "interpreter/core": "core compile",
    "interpreter/compile": "compile core generated reference",
    "interpreter/native": "native/test_searches.py native/test_library.py native/test_wide.py "
    "native/test_limits.py native/test_core.py native/test_dialect.py native/test_scenarios.py native/test_games.py",
    "interpreter/play": "runtime properties",
    "interpreter/game": "runtime properties",
    "interpreter/determinization": "bots",
    "interpreter/equilibrium": "equilibrium bots/test_cfr.py",
    "interpreter/bots": "bots native/test_rollouts.py native/test_trees.py",
    "interpreter/simulation": "simulation cli/test_simulate.py cli/test_tournament.py",
    "interpreter/scenarios": "scenarios",
    "interpreter/rulebook": "rulebook",
    "interpreter/speech": "rulebook",
    "interpreter/explanation": "scenarios cli",
    "interpreter/presentation": "cli",
    "interpreter/authoring": "cli diagnostics",
    "cli": "cli simulation diagnostics",
    "environments": "environments",
    "table": "table",
}
"""The rooms, and the folders and files of `tests/` that stand beside them."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
"""What stands in the place of an operator."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one expression: the file, the place of its bytes, and the new text."""

    file: Path
    line: int
    start: int
    end: int
    old: str
    new: str

    def applied(self, content: bytes) -> bytes:
        """Return the content of the file with the change."""
        return content[: self.start] + self.new.encode() + content[self.end :]

    def __str__(self) -> str:
        """Return the change on one line."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.file.relative_to(ROOT)}:{self.line}: {old}  ->  {new}"


def changes(node: ast.AST) -> Iterator[str]:
    """Yield what could stand in the place of an expression."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            other: ast.expr = ast.Compare(left, [SWAPPED[type(operator)]()], [right])  # type: ignore[list-item]
            yield ast.unparse(other)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in SWAPPED:
            yield ast.unparse(ast.BinOp(left, SWAPPED[type(operator)](), right))  # type: ignore[arg-type]
            if isinstance(operator, ast.BitAnd | ast.BitOr | ast.Add | ast.Sub):
                yield ast.unparse(left)
        case ast.BoolOp(op=operator, values=values):
            yield ast.unparse(ast.BoolOp(SWAPPED[type(operator)](), values))  # type: ignore[arg-type]
            for number in range(len(values)):
                left_out = [each for place, each in enumerate(values) if place != number]
                one = left_out[0] if len(left_out) == 1 else ast.BoolOp(operator, left_out)
                yield ast.unparse(one)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield ast.unparse(operand)
        case ast.IfExp(body=body, orelse=other):
            yield ast.unparse(body)
            yield ast.unparse(other)
        case ast.Constant(value=bool() as value):
            yield repr(not value)
        case ast.Constant(value=int() as value):
            yield repr(value + 1)
        case _:
            pass


def mutants(file: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    content = file.read_bytes()
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in running(ast.parse(content)):
        if not isinstance(node, ast.expr) or node.end_lineno is None:
            continue
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + (node.end_col_offset or 0)
        for new in changes(node):
            yield Mutant(file, node.lineno, start, end, content[start:end].decode(), f"({new})")


def running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of code that runs: no annotations, and nothing for the type checker."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or isinstance(node, ast.JoinedStr):
            continue
        children = cast("list[object]", value) if isinstance(value, list) else [value]
        for child in children:
            if isinstance(child, ast.AST):
                yield from running(child)


def room_of(file: Path) -> str | None:
    """Return the room that a file is in."""
    name = file.relative_to(ROOT).as_posix()
    return next((room for room in ROOMS if name.startswith(f"{room}/")), None)


class Copy:
    """A copy of the checkout, in which the tests of a room are run with one file changed."""

    def __init__(self, folder: Path) -> None:
        """Copy the checkout into an empty folder, under the name of the package."""
        self._root = folder / "cardrules"
        shutil.copytree(ROOT, self._root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self._variables = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}

    def passes(self, tests: list[str], seconds: float) -> bool:
        """Return whether tests pass in this time."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        try:
            done = subprocess.run(command, cwd=self._root, env=self._variables, capture_output=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def survives(self, mutant: Mutant, tests: list[str], seconds: float) -> bool:
        """Return whether no test notices a mutant."""
        file = self._root / mutant.file.relative_to(ROOT)
        content = file.read_bytes()
        try:
            file.write_bytes(mutant.applied(content))
            return self.passes(tests, seconds)
        finally:
            file.write_bytes(content)


def tried(copy: Copy, room: str, chosen: list[Mutant], limit: float) -> str:
    """Try the mutants of a room; return its line of the report, and those that survive."""
    tests = [f"tests/{each}" for each in ROOMS[room].split()]
    began = perf_counter()
    if not copy.passes(tests, limit):
        return f"{room}: the tests beside it fail without a change, or take longer than {limit:g} s"
    usual = perf_counter() - began
    alive = [each for each in chosen if copy.survives(each, tests, 3 * usual + 20)]
    share = f"{len(alive)} of {len(chosen)} survive ({100 * len(alive) / len(chosen):.0f} %)"
    return "\n".join([f"{room}: {share}", *(f"  {each}" for each in alive)])


def main() -> None:
    """Try mutants, and print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", nargs="*", metavar="ROOM or FILE", default=list(ROOMS))
    parser.add_argument("--each", type=int, default=5, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=0, help="which of them")
    parser.add_argument("--seconds", type=float, default=900, help="the most for the tests once")
    given = parser.parse_args()
    every: dict[str, list[Mutant]] = {}
    for each in given.what:
        path = ROOT / each
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if room := room_of(file):
                every.setdefault(room, []).extend(mutants(file))
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for room, own in every.items():
            chosen = Random(given.seed).sample(own, min(given.each, len(own)))
            sys.stdout.write(tried(copy, room, chosen, given.seconds) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
