"""Every command with every option, on files and words of every kind: never an internal error.

Options are read from the commands themselves, so that new ones are tried as well.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, cast

import click
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cardrules.cli.main import COMMANDS, INTERNAL_ERROR, group, main

from ..pace import within
from .test_fuzz import SMALL

SECONDS = 30.0  # of the processor, for one command
FILES = {
    "good.yaml": SMALL,
    "variant.yaml": "extends: good.yaml\nname: Other\noptions: {number_of: {default: 3}}\n",
    "misspelt.yaml": SMALL.replace("faces: owner", "fases: owner"),
    "orphan.yaml": "extends: nowhere.yaml\nname: Orphan\n",
    "broken.yaml": "cardrules: 1\nname: [\n",
    "empty.yaml": "",
    "binary.yaml": "\x00\x01",
    "saved.json": json.dumps({"cardrules": 1, "actions": [], "seed": 3}),
    "list.json": "[]",
    "folder/inner.yaml": SMALL,
}
BARE = {"--jobs": "1", "--games": "2", "--budget": "2"}
"""What keeps a command short; the last of an option counts."""

FAR = {"--scheduler"}
"""Options that go out to other machines, which takes its time."""

words = st.one_of(
    st.sampled_from(
        """good.yaml variant.yaml misspelt.yaml orphan.yaml broken.yaml empty.yaml binary.yaml
        saved.json list.json folder nowhere.yaml out.html out.csv out.json out.svg out/deep.xml
        number_of=3 number_of=9 number_of= mode=slow mode=fats taken=one,two =1 slowly random
        random,quick human,random 2 3 0 -1 99999999999999999999 1e9 nan CR101 CR999 actions.play
        actions zones.hand name a.b.c .""".split()
    ),
    st.text(max_size=6).filter(lambda text: "\0" not in text),
)
files = st.sampled_from([*FILES, "folder", "nowhere.yaml", ""])


@st.composite
def command_line(draw: st.DrawFn) -> list[str]:
    """Return a command with some of its options."""
    name = draw(st.sampled_from(sorted({*COMMANDS} - {"lsp"})))
    command = group.get_command(click.Context(group), name)
    assert command is not None
    arguments = [name]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            count = draw(st.sampled_from([1, 1, 1, 1, 2, 0]))
            arguments += [draw(files if draw(st.integers(0, 3)) else words) for _ in range(count)]
    options = [each for each in command.params if isinstance(each, click.Option)]
    for _ in range(draw(st.integers(0, 3))):
        option = draw(st.sampled_from(options)) if options else None
        if option is None or FAR & set(option.opts):
            continue
        arguments.append(option.opts[-1])
        if not option.is_flag:
            arguments.append(draw(words | _fitting(option.type)))
    names = {name for option in options for name in option.opts}
    for option, value in BARE.items():
        if option in names:
            arguments += [option, value]
    if name == "serve":
        arguments += ["--store", "folder"]  # which it refuses: else it would not end
    if name == "check":
        arguments += ["--players", "2"]
    if name == "test" and len(arguments) > 1 and not set(arguments) & set(FILES):
        arguments.append("good.yaml")  # without a file, all bundled rulesets would be mutated
    return arguments


def _fitting(kind: object) -> st.SearchStrategy[str]:
    """Words that an option takes."""
    if isinstance(kind, click.Choice):
        choices = cast("tuple[object, ...]", kind.choices)
        return st.sampled_from([str(choice) for choice in choices])
    if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        return st.integers(0, 6).map(str)
    return files


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    where = tmp_path_factory.mktemp("commands")
    patch = pytest.MonkeyPatch()
    patch.chdir(where)
    patch.setenv("XDG_STATE_HOME", str(where / "state"))
    patch.setattr(sys, "stdin", io.StringIO(""))
    yield where
    patch.undo()


def run(arguments: list[str]) -> tuple[Any, str]:
    """Run a command in this process; return its status and what it said."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
        main(arguments)
    said = [each.buffer.getvalue().decode("utf-8", "replace") for each in (out, err)]  # type: ignore[attr-defined]
    return left.value.code, "".join(said)


@pytest.mark.soak
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(command_line())
@example(["run", "good.yaml", "--resume", "saved.json"])
@example(["simulate", "good.yaml", "--resume", "list.json", "--games", "2", "--jobs", "1"])
@example(["show", "good.yaml", "--origin", ""])
@example(["diff", "good.yaml", "orphan.yaml"])
@example(["new", "slowly", "--extends", "good.yaml"])
@example(["fmt", "list.json", "--diff"])
def test_no_command_fails_unexpectedly(folder: Path, arguments: list[str]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.name.startswith("XDG"):
            shutil.rmtree(entry)
        elif entry.is_file():
            entry.unlink()
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    with within(SECONDS):
        status, said = run(arguments)
    assert status != INTERNAL_ERROR, said
    assert "Traceback" not in said, said
    assert status in (0, 1, 2), said
    assert status == 0 or said.strip()
