"""Every command that a document tells can be given: the program, the option, the package exist.

The kind of mistake: examples installed a package that is not published, and named a version that no
repository has.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cardrules.cli.main import COMMANDS, group

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path
    for path in (
        *ROOT.glob("*.md"),
        *ROOT.glob("*.yml"),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "docs" / "codes").glob("*.md"),
        *(ROOT / "docs" / "language").glob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
        *(path for path in (ROOT / "examples").rglob("*") if path.is_file()),
        *(ROOT / "cli").rglob("*.py"),
        *(ROOT / "environments").rglob("*.py"),
        *(ROOT / "interpreter").rglob("*.py"),
        *(ROOT / "table").rglob("*.py"),
    )
    if path.suffix in {".md", ".yml", ".yaml", ".py", ".ipynb"}
)
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
PUBLISHED = {"matplotlib", "jupyter", "pre-commit"}
"""Packages of others that documents name."""

INSTALL = re.compile(r"\b(?:pip|pipx)3? install\s+([^`\n]*)")
COMMAND = re.compile(r"(?:^\s*(?:\$ |- (?:run: )?|run: )?|`)(cardrules [^`\n]+)", re.MULTILINE)
HERE = re.compile(r"\.(?:\[([\w,]+|\{extra\})\])?|\$GITHUB_ACTION_PATH|git\+https://\S+")


def packages(text: str) -> Iterator[str]:
    """Yield what a document says to install."""
    for match in INSTALL.finditer(text):
        words = re.split(r"  +|\s#|[;)]|\. |, ", match[1].replace('"', " ").replace("'", " "))[0]
        yield from (word for word in words.split() if not word.startswith("-") and word != "in")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_installed_exists(path: Path) -> None:
    text = path.read_text("utf-8")
    for package in packages(text):
        if package in PUBLISHED or package in {"a", "checkout", "of", "cardrules:", "brings"}:
            continue
        here = HERE.fullmatch(package)
        assert here, f"{path.name} installs {package}"
        assert set(filter(None, (here[1] or "").split(","))) <= EXTRAS.keys() | {"{extra}"}
    for version in re.findall(r"\brev: *(\S+)|cardrules@(\S+)", text):
        assert not re.fullmatch(r"v?\d+(\.\d+)*", "".join(version)), "no version is published yet"


@pytest.mark.parametrize(
    "path",
    [each for each in DOCUMENTS if each.suffix != ".py"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_what_is_called_exists(path: Path) -> None:
    context = click.Context(group)
    for match in COMMAND.finditer(path.read_text("utf-8")):
        line = match[1].split(" | ")[0].split(" > ")[0].split(" && ")[0]
        words = line.replace("…", "").split()[1:]
        if not words or not re.fullmatch(r"[a-z]+", words[0]) or words[0] in {"has", "is"}:
            continue  # a sentence
        command = group.get_command(context, words[0])
        assert words[0] in COMMANDS, f"{path.name}: {line}"
        assert command is not None
        known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
        for word in words[1:]:
            option = re.match(r"--[a-z][a-z-]*", word)
            assert option is None or option[0] in known | {"--help"}, f"{path.name}: {line}"
