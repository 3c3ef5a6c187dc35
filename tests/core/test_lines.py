"""An error names the file and the line of the rule that runs, in a ruleset that extends another.

Kind of mistake: the code of one function, or a block that is put where another leads to it, comes from two files, and
a line of one of them is told as a line of the other.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.core.lines import Lines
from cardrules.interpreter.diagnostics import Source, Span
from cardrules.interpreter.errors import ColumnError

from ..reference.builds import Build

BASE = """\
cardrules: 1
name: Base
players: 2
deck: {ranks: A 2 3 4 5 6, suits: clubs diamonds}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
variables: {x: {start: 0}, sheet: {columns: 3}}
deal: {do: deal 3 each to hand}
phases:
  turn:
    players: in turn
    before: add 0 to x
    turn: {after: add 0 to x}
define:
  mark: {do: "add 1 to x\\nadd 1 to x"}
actions:
  act:
    phase: turn
    do: |-
      add column 1 of sheet to score of actor
      mark
effects:
  note: {on: act, do: add 1 to x}
limits: {turns: 14, result: nobody wins}
match: {winner: highest}
"""
CHILD = "cardrules: 1\nextends: base.yaml\nname: Child\n"
WRONG = "add 1 to x\n{space}column (x + 7) of sheet becomes 1"


@pytest.mark.parametrize("record", [True, False])
@pytest.mark.parametrize(
    "changed",
    [
        "change:\n  actions:\n    act:\n      do: |-\n        {wrong}",
        "change:\n  define:\n    mark:\n      do: |-\n        {wrong}",
        "change:\n  effects:\n    note:\n      do: |-\n        {wrong}",
        "change:\n  phases:\n    turn:\n      turn:\n        after: |-\n          {wrong}",
        "add:\n  effects:\n    more:\n      on: act\n      do: |-\n        {wrong}",
        "change:\n  phases:\n    turn:\n      before: |-\n        {wrong}",
        "",
    ],
)
def test_an_error_names_the_file_of_the_rule(tmp_path: Path, changed: str, record: bool) -> None:
    *_, last = changed.split("\n")
    wrong = WRONG.format(space=" " * (len(last) - len(last.lstrip())))
    base = BASE if changed else BASE.replace("add 1 to x}", "column (x + 7) of sheet becomes 1}")
    child = CHILD + changed.format(wrong=wrong)
    for name, text in (("base.yaml", base), ("child.yaml", child)):
        (tmp_path / name).write_text(text, "utf-8")
    name, text = ("child.yaml", child) if changed else ("base.yaml", base)
    line = next(number for number, each in enumerate(text.split("\n"), 1) if "column (x" in each)
    with pytest.raises(ColumnError) as caught:
        Build(cardrules.load(tmp_path / "child.yaml"), 0, record=record).apply("act")
    assert str(caught.value).startswith(f"{tmp_path / name}:{line}: ")


def test_the_lines_of_several_files_are_told_apart() -> None:
    texts = {"one": "a\nb\n", "two": "", "three": "c\n\nd"}
    lines = Lines({name: Source(name, text) for name, text in texts.items()})
    places = [(name, at) for name, text in texts.items() for at in range(len(text) + 1)]
    found = [lines.place(lines.number(Span(name, at, at))) for name, at in places]
    assert found == [f"{name}:{texts[name].count(chr(10), 0, at) + 1}" for name, at in places]
    assert lines.file == "one"
    assert lines.named(Span("three", 3, 3)) == "three:3:1"


def test_a_place_in_no_known_file_is_the_first_line() -> None:
    assert Lines({}).place(Lines({}).number(Span("", 0, 0))) == "<rules>:1"
