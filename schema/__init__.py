"""The JSON Schemas (draft 2020-12) that say how the files of cardrules are built.

An editor that is given `ruleset.schema.json` completes the keys of a ruleset, explains them and
marks the wrong ones; `suite.schema.json` does the same for scenarios in a file of their own.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, cast


@cache
def ruleset_schema() -> dict[str, Any]:
    """Return the schema of a ruleset as plain data; it is read once, so do not change it.

    >>> ruleset_schema()["title"]
    'a ruleset'
    """
    return _read("ruleset.schema.json")


@cache
def suite_schema() -> dict[str, Any]:
    """Return the schema of a suite of scenarios, in the same way.

    >>> suite_schema()["title"]
    'a suite'
    """
    return _read("suite.schema.json")


def _read(name: str) -> dict[str, Any]:
    text = (files(__name__) / name).read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))
