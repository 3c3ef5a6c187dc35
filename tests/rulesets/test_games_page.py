"""docs/games.md says of each game what its file does: options, choice points, actions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.source.located import Mapping, plain
from cardrules.rulesets import bundled

PAGE = (Path(__file__).parents[2] / "docs" / "games.md").read_text("utf-8")
SECTIONS = {
    match[1]: text
    for text in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    if (match := re.search(r"rulesets/(\w+)\.yaml", text))
}


def own(name: str, section: str) -> dict[str, Any]:
    """The entries of a section that the ruleset's own file has, not those that it inherits."""
    tree = load_ruleset(name).resolved.tree.get(section)
    if not isinstance(tree, Mapping):
        return {}
    return {
        key: plain(entry.value)
        for key, entry in tree.entries.items()
        if entry.value.span.file.endswith(f"{name}.yaml")
    }


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", bundled())
def test_every_option_stands_on_the_page_with_its_default(name: str) -> None:
    lines = [line for line in SECTIONS[name].splitlines() if line.startswith("| ")]
    rows = [[re.findall(r"`([^`]+)`", cell) for cell in line.split("|")[2:4]] for line in lines]
    stated = {
        option: default
        for options, defaults in rows
        if len(options) == len(defaults)
        for option, default in zip(options, defaults, strict=True)
    }
    listed = words(SECTIONS[name])
    for option, facts in own(name, "options").items():
        value = facts["default"]
        shown = str(value).lower() if value in (True, False) else str(value)
        default = "null" if value is None else shown
        assert stated.get(option) == default or f"`{option}` {default}" in listed, option


@pytest.mark.parametrize("name", bundled())
def test_every_choice_point_stands_on_the_page(name: str) -> None:
    text = words(SECTIONS[name])
    for point, note in own(name, "notes").items():
        if re.match(r"[A-Z][A-Z0-9]-C", point) and not re.fullmatch(r"options\.[\w, ]+", note):
            assert f"| {point} | {words(note)} |" in text
    for option, facts in own(name, "options").items():
        for point in re.findall(r"\b[A-Z][A-Z0-9]-C\d+", facts.get("help", "")):
            assert re.search(rf"\| {point} \|[^|]*`{option}`", text), (point, option)


@pytest.mark.parametrize("name", bundled())
def test_every_action_stands_on_the_page(name: str) -> None:
    named = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", SECTIONS[name], re.MULTILINE)
    shown = {text.split()[0] for row in named for text in re.findall(r"`([^`]+)`", row)}
    assert set(own(name, "actions")) <= shown


@pytest.mark.parametrize("name", bundled())
def test_every_action_stands_in_the_notes(name: str) -> None:
    """One a line, as it is typed; and the notes say how the cards are dealt."""
    tree = load_ruleset(name).resolved.tree
    notes, actions = tree.get("notes"), tree.get("actions")
    assert isinstance(notes, Mapping)
    assert isinstance(actions, Mapping)
    texts = {key: str(plain(entry.value)) for key, entry in notes.entries.items()}
    lines = texts["actions"].splitlines()
    assert sorted(actions.entries) == sorted(line.split()[0] for line in lines)
    assert "one card at a time" in words(texts["dealing"]).lower()
