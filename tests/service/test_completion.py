"""What is offered at places of documents, and that what is offered is right."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from cardrules import rulesets
from cardrules.interpreter.authoring.formatting import start_of
from cardrules.interpreter.service.completion import complete
from cardrules.interpreter.service.reading import structure
from cardrules.interpreter.service.workspace import Workspace

PLACES = cast("list[dict[str, Any]]", yaml.safe_load((Path(__file__).parent / "completions.yaml").read_text("utf-8")))
CHILD = "cardrules: 1\nextends: durak\nchange:\n  actions:\n    attack:\n      "


def offered(marked: str, file: str = "child.yaml") -> list[str]:
    """Return the labels of what is offered at the mark of a document."""
    before, after = marked.split("^")
    workspace = Workspace()
    workspace.open(file, before + after)
    return [each.label for each in complete(workspace, file, len(before))]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place["help"])
def test_what_is_offered(place: dict[str, Any]) -> None:
    found = offered(place["file"] if "file" in place else CHILD + place["rule"])
    assert set(place.get("has", ())) <= set(found)
    assert not set(place.get("lacks", ())) & set(found)
    if "all" in place:
        assert sorted(found) == sorted(place["all"])
    assert len(found) == len(set(found))


OWN = """\
cardrules: 1
extends: gin_slaughtre
name: Mine
add:
  variables:
    colour_now: {type: colour, help: The colour that must be played.}
    mood: {type: choice, choices: [glad, sad]}
    ready: {type: boolean, each: player, start: false}
    last: {type: player}
scenarios:
  one:
"""


@pytest.mark.parametrize("place", ["    given: {NAME: ^}\n", "    tests:\n      - then: {NAME: ^}\n"])
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("colour_now", ["black", "none", "red"]),
        ("mood", ["glad", "none", "sad"]),
        ("ready", ["false", "true"]),
        ("last", ["0", "1", "nobody"]),
        ("actor", ["0", "1", "nobody"]),
    ],
)
def test_values_of_own_variables_in_a_scenario_that_is_being_written(place: str, name: str, values: list[str]) -> None:
    assert offered(OWN + place.replace("NAME", name)) == values


def test_own_variables_in_a_scenario_have_their_type_and_help() -> None:
    text = OWN + "    given: {"
    workspace = Workspace()
    workspace.open("child.yaml", text)
    found = {each.label: each for each in complete(workspace, "child.yaml", len(text))}
    assert (found["colour_now"].detail, found["colour_now"].help) == ("colour", "The colour that must be played.")
    assert found["ready"].detail == "boolean of each player"


def test_what_is_written_replaces_the_word_at_the_cursor() -> None:
    workspace = Workspace()
    text = CHILD + "when: size of ha and true"
    workspace.open("child.yaml", text)
    offset = text.index("ha and") + 2
    hand = next(each for each in complete(workspace, "child.yaml", offset) if each.label == "hand")
    span = hand.edit.span
    assert text[: span.start] + hand.edit.text + text[span.end :] == CHILD + "when: size of hand and true"


def test_a_word_of_a_list_comes_with_its_meaning() -> None:
    workspace = Workspace()
    text = "cardrules: 1\nextends: durak\nabout: {family: }\n"
    workspace.open("child.yaml", text)
    found = complete(workspace, "child.yaml", text.index("}"))
    assert (found[0].label, found[-1].label) == ("tricks", "patience")
    assert found[0].help.startswith("All play to a trick")


def test_a_key_comes_with_its_colon() -> None:
    workspace = Workspace()
    workspace.open("child.yaml", "cardrules: 1\nextends: durak\nch\n")
    found = {each.label: each for each in complete(workspace, "child.yaml", len("cardrules: 1\nextends: durak\nch"))}
    assert found["change"].edit.text == "change:\n  "
    assert found["name"].edit.text == "name: "
    assert found["change"].help


def test_names_of_the_document_are_offered_with_type_and_help() -> None:
    path = rulesets.path("durak")
    assert path is not None
    text = path.read_text("utf-8")
    workspace = Workspace()
    workspace.open(str(path), text.replace("zones:\n", "zones:\n  spare: {help: Cards laid aside.}\n", 1))
    text = workspace.text(str(path)).text
    offset = text.index("when:", text.index("\nactions:")) + len("when: ")
    found = {each.label: each for each in complete(workspace, str(path), offset)}
    assert (found["spare"].kind, found["spare"].help) == ("zone", "Cards laid aside.")
    assert found["trump"].detail == "a suit"


@pytest.mark.parametrize("name", ["durak", "gin_rummy", "hearts", "skat"])
def test_what_stands_in_a_ruleset_is_offered_there(name: str) -> None:
    """The words of effect text in bundled games, each looked for where it stands, without cards."""
    path = rulesets.path(name)
    assert path is not None
    text = path.read_text("utf-8")
    workspace = Workspace()
    workspace.open(str(path), text)
    missing: list[str] = []
    tried = 0
    for item in structure(text).items[::7]:
        if start_of("ruleset", item.path) not in ("expression", "preference") or item.form != "plain":
            continue
        start, stop = item.value
        word = text[start:stop].split()[0]
        if not word.isidentifier() or not word.islower() or text[start:stop].startswith(f"{word}("):
            continue
        tried += 1
        found = complete(workspace, str(path), start)
        labels = {each.label for each in found} | {each.label.split()[0].split("(")[0] for each in found}
        if word not in labels:
            missing.append(f"{'.'.join(map(str, item.path))}: {word}")
    assert tried
    assert not missing
