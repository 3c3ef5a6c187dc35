"""The JSON Schemas (draft 2020-12) that say how the files of cardrules are built.

An editor that is given `ruleset.schema.json` completes the keys of a ruleset, explains them and
marks the wrong ones; `suite.schema.json` does the same for scenarios in a file of their own.
The others describe the JSON that commands print; the `description` of each says which.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, cast, get_args

Kind: TypeAlias = Literal[
    "ruleset",
    "suite",
    "simulation",
    "comparison",
    "tournament",
    "dataset",
    "diagnostics",
    "differences",
    "list",
    "measures",
    "decks",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The schemas by their names."""


def path(kind: Kind) -> Path:
    """Return the file of a schema.

    >>> path("ruleset").name
    'ruleset.schema.json'
    """
    return Path(__file__).resolve().with_name(f"{kind}.schema.json")


@cache
def ruleset_schema() -> dict[str, Any]:
    """Return the schema of a ruleset as plain data; it is read once, so do not change it.

    >>> ruleset_schema()["title"]
    'a ruleset'
    """
    return _read("ruleset")


@cache
def suite_schema() -> dict[str, Any]:
    """Return the schema of a suite of scenarios, in the same way.

    >>> suite_schema()["title"]
    'a suite'
    """
    return _read("suite")


def words(fact: Literal["family", "difficulty"]) -> list[str]:
    """Return the words that a fact under `about` may be.

    >>> words("difficulty")
    ['easy', 'medium', 'hard']
    """
    return ruleset_schema()["$defs"]["about"]["properties"][fact]["enum"]


def _read(kind: Kind) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(path(kind).read_text(encoding="utf-8"), object_hook=_without_wrapping))


def _without_wrapping(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a schema with a `$ref` of its own, in the place of an `allOf` around that alone.

    yaml-language-server reads `doNotSuggest` only beside such an `allOf`.
    """
    wrapped = part.get("allOf", ())
    return {**wrapped[0], **{key: each for key, each in part.items() if key != "allOf"}} if len(wrapped) == 1 else part
