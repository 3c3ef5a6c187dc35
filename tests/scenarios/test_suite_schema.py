"""The schema of suites says the same as that of rulesets, explains every key, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.source import schema
from cardrules.interpreter.source.located import Mapping
from cardrules.interpreter.source.yaml_parser import parse
from cardrules.schema import ruleset_schema, suite_schema


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(suite_schema())


def test_the_definitions_are_those_of_a_ruleset() -> None:
    whole = ruleset_schema()["$defs"]
    for name, part in suite_schema()["$defs"].items():
        assert part == whole[name], name


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():  # pyright: ignore[reportUnknownVariableType]
            if key == "$ref":
                yield str(value).removeprefix("#/$defs/")  # pyright: ignore[reportUnknownArgumentType]
            else:
                yield from references(value)
    elif isinstance(part, list):
        for item in part:  # pyright: ignore[reportUnknownVariableType]
            yield from references(item)


def test_every_definition_is_there_and_used() -> None:
    assert set(references(suite_schema())) == set(suite_schema()["$defs"])


def test_every_key_is_described() -> None:
    definitions = suite_schema()["$defs"]
    for record in (suite_schema(), *definitions.values()):
        for key, part in record.get("properties", {}).items():
            reference = str(part.get("$ref", "")).removeprefix("#/$defs/")
            assert part.get("description") or definitions[reference]["description"], key


def test_a_suite_is_not_taken_for_a_ruleset() -> None:
    text = "cardrules_suite: 1\nruleset: gin_slaughtre\nscenarios: {a: {tests: [{legal: []}]}}\n"
    tree, _ = parse(Source("suite.yaml", text))
    assert isinstance(tree, Mapping)
    assert schema.check(tree, "suite") == []
    assert schema.check(tree)
