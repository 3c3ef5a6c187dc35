"""The JSON that commands print, beside the schemas that are published for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import click
import pytest
import referencing
from jsonschema import Draft202012Validator

from cardrules import schema
from cardrules.cli.main import COMMANDS
from cardrules.schema import Kind

from .conftest import Cardrules

BROKEN = """\
cardrules: 1
extends: leduc_poker
name: Broken
add: {effects: {none: {on: bett, do: end deal}}}
"""
"""A name that is misspelt, for which there is a correction."""

FILES: Final = {
    "broken.yaml": BROKEN,
    "lost.yaml": "cardrules: [\n",
    "bots.py": "class Fails:\n    def choose(self, view):\n        return 1 / 0\n",
}
"""What the commands below read."""

OUTPUTS: Final[dict[Kind, tuple[str, ...]]] = {
    "simulation": (
        "simulate leduc_poker --games 30 --jobs 1 --json",
        "simulate leduc_poker --games 1 --jobs 1 --json --players quick,random",
        "simulate hearts --single-deal --games 25 --jobs 1 --json",
        "simulate klondike --games 1 --jobs 1 --json",
        "simulate beggar_my_neighbour --games 2 --jobs 1 --json",
    ),
    "comparison": (
        "compare leduc_poker kuhn_poker --games 30 --jobs 1 --json",
        "compare agram --variant sink_sink --games 2 --jobs 1 --json",
    ),
    "tournament": (
        "tournament leduc_poker --players random,quick --games 4 --jobs 1 --json",
        "tournament leduc_poker --players random,bots.py:Fails --games 2 --jobs 1 --json",
    ),
    "list": ("list --json", "list --json no_such_game"),
    "measures": ("measure leduc_poker agram --games 2 --json",),
    "decks": ("decks oh_hell --games 2", "decks leduc_poker --players 2 --seed 5"),
    "diagnostics": (
        "validate broken.yaml lost.yaml --format json",
        "validate leduc_poker --format json",
        "check agram --games 1 --players 2 --format json",
    ),
    "differences": (
        "diff agram agram --variant sink_sink --format json",
        "diff agram agram --format json",
        "diff leduc_poker hearts --format json",
    ),
}
"""For each schema commands whose output it describes."""

DOCUMENTS: Final = {
    kind: json.loads(schema.path(kind).read_text("utf-8"))
    for kind in (*OUTPUTS, "dataset")  # pyright: ignore[reportArgumentType]
}
FOUND = cast("Any", referencing).Registry()  # a schema may refer to another one by the name of its file
REGISTRY: Any = FOUND.with_contents((f"{kind}.schema.json", document) for kind, document in DOCUMENTS.items())


def validator(kind: Kind) -> Any:
    """Return what finds the differences between data and a schema."""
    return Draft202012Validator(DOCUMENTS[kind], registry=REGISTRY)


@pytest.mark.parametrize(("kind", "line"), [(kind, line) for kind, lines in OUTPUTS.items() for line in lines])
def test_what_a_command_prints_fits_its_schema(cardrules: Cardrules, tmp_path: Path, kind: Kind, line: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    done = cardrules(*line.split())
    assert done.returncode in (0, 1), done.stderr
    found = [error.message for error in validator(kind).iter_errors(json.loads(done.stdout))]
    assert not found


def test_every_command_that_prints_json_has_a_schema() -> None:
    tried = {line.split()[0] for lines in OUTPUTS.values() for line in lines}
    assert {name for name in COMMANDS if prints_json(name)} | {"decks"} == tried


def prints_json(name: str) -> bool:
    """Return whether a command has an option that asks for JSON."""
    command: click.Command = import_module(f"cardrules.cli.commands.{name}").command
    return any(
        "--json" in each.opts or (isinstance(each.type, click.Choice) and "json" in each.type.choices)
        for each in command.params
    )


def test_every_schema_is_published_under_its_name() -> None:
    files = {path.name for path in schema.path("ruleset").parent.glob("*.json")}
    assert files == {f"{kind}.schema.json" for kind in schema.KINDS}
    assert {*OUTPUTS, "dataset", "ruleset", "suite"} == {*schema.KINDS}
    for document in DOCUMENTS.values():
        Draft202012Validator.check_schema(document)


def objects(part: Any) -> Iterator[dict[str, Any]]:
    """Yield all parts of a schema that describe objects with named keys."""
    if isinstance(part, dict):
        if "properties" in part:
            yield part
        for each in part.values():  # pyright: ignore[reportUnknownVariableType]
            yield from objects(each)
    elif isinstance(part, list):
        for each in part:  # pyright: ignore[reportUnknownVariableType]
            yield from objects(each)


def test_a_schema_tells_all_keys_and_which_may_be_missing() -> None:
    for document in DOCUMENTS.values():
        for each in objects(document):
            assert each["additionalProperties"] is False
            assert {*each["required"]} <= {*each["properties"]}


@pytest.mark.parametrize("kind", [kind for kind in OUTPUTS if kind not in ("list", "measures")])
def test_a_schema_refuses_what_a_command_does_not_print(kind: Kind) -> None:
    assert not validator(kind).is_valid({})
    assert not validator(kind).is_valid([])
