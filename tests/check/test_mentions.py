"""Addresses in prose: each file is checked for its own, against the merged ruleset."""

from __future__ import annotations

from pathlib import Path

from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.diagnostics import concise


def said(text: str, folder: Path) -> list[str]:
    loaded = load_text(f"cardrules: 1\nextends: gin_slaughtre\n{text}", str(folder / "child.yaml"))
    return [concise(each, loaded.resolved.sources) for each in loaded.diagnostics]


def test_what_a_parent_says_of_a_removed_rule_is_not_reported(tmp_path: Path) -> None:
    found = said("remove: [effects.joker_played, options.joker_turn]\n", tmp_path)
    assert not [each for each in found if "CR218" in each]


def test_a_child_may_speak_of_what_it_inherits_and_adds(tmp_path: Path) -> None:
    text = (
        "notes: {sevens: effects.seven and ADDRESS}\n"
        "add: {effects: {seven: {on: play, do: opponent draws 1}}}\n"
    )
    assert not said(text.replace("ADDRESS", "actions.draw.when"), tmp_path)
    found = said(text.replace("ADDRESS", "actions.drew.when"), tmp_path)
    assert len(found) == 1
    assert "3:43: warning CR218 There is no 'actions.drew'" in found[0]


def test_a_ruleset_with_errors_is_not_asked_for_its_notes(tmp_path: Path) -> None:
    found = said("notes: {one: actions.drew}\nchange: {actions: {drew: {do: draw 2}}}\n", tmp_path)
    assert [each.split()[2] for each in found] == ["CR203"]
