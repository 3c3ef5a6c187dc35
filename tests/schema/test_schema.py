"""The schema stage: one diagnostic for each mistake, and a schema that an editor can explain."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cardrules import rulesets
from cardrules.cli.diagnostics.render import full
from cardrules.interpreter.diagnostics import CODES, Diagnostic, Fix, Source
from cardrules.interpreter.resolve.merge import INHERITING
from cardrules.interpreter.resolve.options import read_option
from cardrules.interpreter.source import schema
from cardrules.interpreter.source.fast_schema import is_valid
from cardrules.interpreter.source.files import read_source
from cardrules.interpreter.source.located import Mapping, Node, Sequence, plain
from cardrules.interpreter.source.schema import check, examine, schema_at
from cardrules.interpreter.source.yaml_parser import parse
from cardrules.interpreter.syntax import ruleset_reader
from cardrules.interpreter.syntax.types import NAMED
from cardrules.schema import ruleset_schema, suite_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypothesis.strategies import SearchStrategy

Schema = dict[str, Any]

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))
ANNOTATIONS = {"$ref", "title", "description", "examples", "enumDescriptions", "x-bare", "doNotSuggest"}


def tree(text: str) -> Node:
    """Return the data of a text; what is wrong with it as YAML is left out."""
    node, _ = parse(Source("t.yaml", text))
    assert node is not None
    return node


def read(path: Path) -> tuple[Source, list[Diagnostic]]:
    """Return a file's text and what is wrong with it up to this stage."""
    source, problems = read_source(path, path.name)
    assert source is not None
    node, found = parse(source)
    return source, [*problems, *found, *(check(node) if node else [])]


# Bad files: the expected output stands beside each. After a wanted change of wording, write them
# anew with UPDATE_EXPECTED=1 and read the difference.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_file_gets_the_output_beside_it(path: Path) -> None:
    source, problems = read(path)
    shown = full(problems, {path.name: source})
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(shown, encoding="utf-8")
    assert problems
    assert shown == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_problem_has_a_code_a_place_and_a_way_out(path: Path) -> None:
    source, problems = read(path)
    for problem in problems:
        assert problem.code in CODES
        assert problem.help, problem.message
        assert problem.span.file == path.name
        assert 0 <= problem.span.start <= problem.span.end <= len(source.text)
    assert len({(each.span, each.message) for each in problems}) == len(problems)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_fix_removes_its_problem_and_brings_no_other(path: Path) -> None:
    source, problems = read(path)
    for problem in problems:
        if problem.fix is not None:
            node, _ = parse(Source("t.yaml", apply(problem.fix, source.text)))
            assert len(check(node) if node else []) < len(problems), problem.message


def apply(fix: Fix, text: str) -> str:
    """Return the text after the edit."""
    return text[: fix.span.start] + fix.replacement + text[fix.span.end :]


@pytest.mark.parametrize("name", rulesets.bundled())
def test_bundled_rulesets_have_no_problem(name: str) -> None:
    path = rulesets.path(name)
    assert path is not None
    source, problems = read(path)
    assert not problems, full(problems, {path.name: source})


# What is wrong is left out, so that later stages can go on.


def test_a_misspelt_key_is_taken_for_the_one_meant() -> None:
    problems, sound = examine(tree("cardrules: 1\nzoens: {stock: {fases: top}}\n"))
    assert {"zones": {"stock": {"faces": "top"}}}.items() <= cast(Schema, plain(sound)).items()
    assert [each.message for each in problems if each.code == "CR101"] == [
        "Unknown key 'zoens' in the ruleset.",
        "Unknown key 'fases' in 'zones.stock'.",
    ]


def test_two_keys_are_never_taken_for_the_same_one() -> None:
    problems, sound = examine(tree("zones: {a: {face: owner, fases: hidden}}"))
    fixes = [each.fix.replacement if each.fix else None for each in problems]
    assert fixes.count("faces") == 1
    assert cast(Schema, plain(sound))["zones"] == {"a": {"faces": "owner"}}


def test_an_entry_of_the_wrong_type_keeps_its_name() -> None:
    _, sound = examine(tree("zones: {stock: [1], hand: {each: player}}\ndeck: [1]\n"))
    assert plain(sound) == {"zones": {"stock": {}, "hand": {"each": "player"}}}


def test_too_many_actions_are_counted() -> None:
    """So many in one phase would be deeper inside each other than Python can go."""
    head = "cardrules: 1\nextends: hearts\nname: Many\nadd:\n  actions:"
    for count in (250, 251):
        entries = "".join(f"\n    a{number}: {{phase: play}}" for number in range(count))
        found = check(tree(f"{head}{entries}\n"))
        messages = [each.message for each in found if each.code == "CR106"]
        wanted = ["'add.actions' has 251 entries, and may have 250."]
        assert messages == (wanted if count > 250 else [])


def test_a_whole_number_is_written_as_one() -> None:
    assert any("number 2.0" in each.message for each in check(tree("players: 2.0")))
    assert any("true" in each.message for each in check(tree("players: true")))


# Valid data is accepted without jsonschema, which must agree.


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", rulesets.bundled())
def test_a_changed_ruleset_is_valid_if_jsonschema_says_so(name: str, amount: Callable[[int, int], int]) -> None:
    path = rulesets.path(name)
    assert path is not None
    text, rng = path.read_text("utf-8"), Random(name)
    assert is_valid(plain(tree(text)), schema_at("ruleset", ()))
    for _ in range(amount(2, 400)):
        data = changed(plain(tree(text)), rng)
        assert (not check(tree(json.dumps(data)))) == valid(data, ruleset_schema())


def changed(data: Any, rng: Random) -> Any:
    """Return data with one thing in it left out, added or put in the place of another."""
    places = list(places_in(data))
    holder, key = rng.choice(places)
    source, there = rng.choice(places)
    others: list[Any] = [source[there], "", "Ab c", 0, -3, 2.5, True, None, [], {}, ["a", "a"], [0]]
    other = deepcopy(rng.choice(others))
    way = rng.randrange(4)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, dict):
        holder[rng.choice(["extends", "choices", "do", "x", "Bad Name", there])] = other
    else:
        holder[key] = other
    return data


def places_in(part: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each mapping or list with each of its keys."""
    keys = cast(Schema, part) if isinstance(part, dict) else range(len(part))
    for key in keys:
        yield part, key
        if isinstance(part[key], dict | list):
            yield from places_in(part[key])


ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text("aA1 .", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["a", "B", "is", "do", "top", "0", "type"]), inner)
    ),
    max_leaves=4,
)


def shaped(part: Schema, depth: int = 0) -> SearchStrategy[Any]:
    """Return data that is more or less as a schema wants it."""
    if depth > 6:
        return ANY
    chosen: SearchStrategy[Any] = ANY
    for example in part.get("examples", part.get("enum", [])):
        chosen |= st.just(example)
    fields = {key: shaped(resolved(each), depth + 1) for key, each in properties(part).items()}
    if fields:
        chosen |= st.fixed_dictionaries({}, optional={**fields, "falt": ANY})
    entry = part.get("additionalProperties")
    if isinstance(entry, dict):
        names = st.sampled_from(["x", "y", "Bad Name"])
        chosen |= st.dictionaries(names, shaped(resolved(cast(Schema, entry)), depth + 1))
    return chosen


@pytest.fixture(scope="module")
def strategy() -> SearchStrategy[Any]:
    return shaped(ruleset_schema())


@given(st.data())
def test_any_data_gets_diagnostics_and_what_remains_is_valid(
    strategy: SearchStrategy[Any], data: st.DataObject
) -> None:
    value = data.draw(strategy)
    node = tree(json.dumps(value))
    problems, sound = examine(node)
    assert len(set(problems)) == len(problems)
    assert all(each.code in CODES for each in problems)
    assert bool(problems) == (not valid(value, ruleset_schema()))
    # Leaving out what is wrong leaves gaps and bad names, and nothing else that is wrong.
    remaining = {each.code for each in check(sound)}
    assert remaining <= {"CR102", "CR103", "CR105", "CR107", "CR108", "CR110"}


# The schema itself.


def valid(value: Any, part: Schema) -> bool:
    """Return whether the schema, used plainly, admits a value."""
    validator = Draft202012Validator(part)
    return validator.is_valid(value)  # pyright: ignore[reportUnknownMemberType]


def resolved(part: Schema) -> Schema:
    """Return a part of the schema with what it refers to."""
    name = str(part.get("$ref", "")).removeprefix("#/$defs/")
    return {**ruleset_schema()["$defs"].get(name, {}), **part}


def properties(part: Schema) -> dict[str, Schema]:
    return cast("dict[str, Schema]", part.get("properties", {}))


def parts(part: object = None) -> Iterator[Schema]:
    """Yield every part of the schema that is a mapping."""
    part = ruleset_schema() if part is None else part
    if isinstance(part, dict):
        yield cast(Schema, part)
        part = list(cast(Schema, part).values())
    for each in cast("list[object]", part):
        if isinstance(each, dict | list):
            yield from parts(cast(object, each))


def records() -> dict[str, Schema]:
    """Return the definitions that admit certain keys and no others, by name."""
    return {
        name: part
        for name, part in {"ruleset": ruleset_schema(), **ruleset_schema()["$defs"]}.items()
        if part.get("additionalProperties") is False
    }


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(ruleset_schema())


def test_every_key_is_described() -> None:
    for name, record in records().items():
        for key, part in properties(record).items():
            assert resolved(part).get("description"), f"{name}.{key}"
            assert resolved(part).get("title"), f"{name}.{key}"


def test_no_mapping_admits_unknown_keys() -> None:
    for part in parts():
        if "title" in part and ("object" in part.get("type", []) or part.get("type") == "object"):
            named = "propertyNames" in part and isinstance(part["additionalProperties"], dict)
            assert named or part["additionalProperties"] is False, part["title"]


def test_references_lead_into_the_definitions_and_change_only_words() -> None:
    for part in parts():
        if "$ref" in part:
            assert part["$ref"].removeprefix("#/$defs/") in ruleset_schema()["$defs"]
            assert part.keys() <= ANNOTATIONS
        assert "oneOf" not in part  # its messages mislead
        assert not {"anyOf", "title"} <= part.keys()  # nothing explains which of them failed


def test_examples_are_right() -> None:
    # The definitions go along, for the references into them.
    for part in parts():
        for example in part.get("examples", []) if isinstance(part.get("examples"), list) else ():
            whole = {"$defs": ruleset_schema()["$defs"], **resolved(part)}
            assert valid(example, whole), part


def test_every_keyword_is_explained() -> None:
    explained = schema._EXPLAIN.keys()  # pyright: ignore[reportPrivateUsage]
    structural = set(
        "$schema $id $defs $ref title description examples enumDescriptions x-bare doNotSuggest properties "
        "patternProperties items additionalProperties propertyNames if then else anyOf allOf dependentSchemas".split()
    )
    keywords = {
        key for part in parts() for key in part if not ({"title", "$ref"}.isdisjoint(part) and key not in explained)
    }
    keys = {key for record in records().values() for key in properties(record)}
    assert keywords - structural - keys <= explained


def test_the_sections_of_a_child_are_those_of_a_ruleset() -> None:
    whole = properties(ruleset_schema())
    sections = properties(ruleset_schema()["$defs"]["sections"])
    assert whole.keys() - sections.keys() == {
        *("cardrules", "name", "summary", "about", "required", "scenarios"),
        *INHERITING,
    }
    of_a_child = properties(ruleset_schema()["$defs"]["child"])
    refused = {key for key, part in of_a_child.items() if part == {"$ref": "#/$defs/inherited"}}
    assert refused == sections.keys() - {"notes", "variants"}


def test_an_editor_is_offered_the_keys_of_one_kind_of_ruleset_alone() -> None:
    """yaml-language-server offers what the branches list, with the descriptions of the whole schema."""
    whole, branches = properties(ruleset_schema()), ruleset_schema()["$defs"]
    for branch in ("complete", "child"):
        for key, part in properties(branches[branch]).items():
            if "description" in part:
                assert whole[key]["doNotSuggest"]
                assert part["description"] == resolved(whole[key])["description"]
    listed = properties(branches["child"]).keys() | properties(branches["complete"]).keys()
    assert {key for key, part in whole.items() if part.get("doNotSuggest")} == listed - {"variants"}


def test_an_editor_is_offered_the_bundled_rulesets() -> None:
    assert properties(ruleset_schema())["extends"]["examples"] == rulesets.bundled()
    assert properties(suite_schema())["ruleset"]["examples"] == rulesets.bundled()


def test_the_reference_says_what_each_word_for_a_game_means() -> None:
    facts = properties(ruleset_schema()["$defs"]["about"])
    text = (Path(__file__).parents[2] / "docs" / "language" / "file.md").read_text("utf-8")
    for word, meaning in zip(facts["family"]["enum"], facts["family"]["enumDescriptions"], strict=True):
        assert f"| `{word}` | {meaning} |" in text
    assert len(facts["difficulty"]["enum"]) == len(facts["difficulty"]["enumDescriptions"])


def test_a_variable_can_have_every_type_with_a_name() -> None:
    offered = resolved(properties(records()["variable"])["type"])["examples"]
    assert set(offered) == {*NAMED, "choice"}


# The keys that the schema admits are the keys that are read.


class Recorder(Mapping):
    """A mapping that notes which of its keys are asked for."""

    __slots__ = ("reads",)

    def __init__(self, mapping: Mapping) -> None:
        entries = {
            key: type(entry)(key, entry.key_span, recorder(entry.value)) for key, entry in mapping.entries.items()
        }
        super().__init__(entries, mapping.span)
        object.__setattr__(self, "reads", set[str]())

    def get(self, key: str) -> Node | None:
        cast("set[str]", self.reads).add(key)  # pyright: ignore[reportAttributeAccessIssue]
        return super().get(key)


def recorder(node: Node) -> Node:
    if isinstance(node, Mapping):
        return Recorder(node)
    if isinstance(node, Sequence):
        return Sequence(tuple(map(recorder, node.items)), node.span)
    return node


def sample(part: Schema, depth: int = 0) -> Any:
    """Return data with every key that a schema admits, and one entry in every table."""
    part = resolved(part)
    if properties(part) and depth < 8:
        return {key: sample(each, depth + 1) for key, each in properties(part).items()}
    entry = part.get("additionalProperties")
    if isinstance(entry, dict) and depth < 8:
        return {"x": sample(cast(Schema, entry), depth + 1)}
    if part.get("type") == "array":
        return [sample(part["items"], depth + 1)]
    return next(iter(part.get("examples", part.get("enum", [part.get("const", 1)]))))


def reads(node: Node | None, *path: str) -> set[str]:
    """Return the keys that were asked for in the mapping at a path."""
    for step in path:
        assert isinstance(node, Mapping)
        node = node.entries[step].value
    return cast("set[str]", getattr(node, "reads", set[str]()))


RULESET_SECTIONS = {
    "players": "players",
    "about": "about",
    "deck": "deck",
    "zone": "zones.x",
    "variable": "variables.x",
    "meld": "melds.x",
    "definition": "define.x",
    "teams": "teams",
    "tables": "tables",
    "seats": "tables.seats",
    "tricks": "tricks",
    "plays_for": "tricks.plays_for",
    "must": "tricks.must",
    "deal": "deal",
    "phase": "phases.x",
    "action": "actions.x",
    "effect": "effects.x",
    "match": "match",
    "limits": "limits",
    "bots": "bots",
}


@pytest.fixture(scope="module")
def recorded() -> Node:
    """A tree with all keys, after the interpreter has read it."""
    whole = recorder(tree(json.dumps(sample(ruleset_schema()))))
    assert isinstance(whole, Mapping)
    ruleset_reader.read(whole, "x")
    return whole


@pytest.mark.parametrize("name", RULESET_SECTIONS)
def test_every_key_of_a_section_is_read_and_no_other(name: str, recorded: Node) -> None:
    read_keys = reads(recorded, *RULESET_SECTIONS[name].split("."))
    assert read_keys == set(properties(records()[name]))


def test_every_key_of_the_ruleset_is_read_and_no_other(recorded: Node) -> None:
    own = set(properties(ruleset_schema())) - {
        *INHERITING,
        "cardrules",
        "variants",
        "required",
    }  # resolve reads these
    assert reads(recorded) == own


def test_every_key_of_an_option_is_read_and_no_other(recorded: Node) -> None:
    assert isinstance(recorded, Mapping)
    options = recorded.get("options")
    assert isinstance(options, Mapping)
    definition = options.entries["x"].value
    assert isinstance(definition, Mapping)
    read_option(definition)
    # The default is a value rather than a part of the definition; the help is for people.
    assert reads(definition) | {"default", "help"} == set(properties(records()["option"]))
