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
    text = "notes: {sevens: effects.seven and ADDRESS}\nadd: {effects: {seven: {on: play, do: opponent draws 1}}}\n"
    assert not said(text.replace("ADDRESS", "actions.draw.when"), tmp_path)
    found = said(text.replace("ADDRESS", "actions.drew.when"), tmp_path)
    assert len(found) == 1
    assert "3:43: warning CR218 There is no 'actions.drew'" in found[0]


def test_a_ruleset_with_errors_is_not_asked_for_its_notes(tmp_path: Path) -> None:
    found = said("notes: {one: actions.drew}\nchange: {actions: {drew: {do: draw 2}}}\n", tmp_path)
    assert [each.split()[2] for each in found] == ["CR203"]


def test_parts_of_a_note_name_options(tmp_path: Path) -> None:
    fine = "notes: {one: '{pairs and refill_to is 4: Two}{players is not 2: more}, and deal.do'}\n"
    assert not said(fine, tmp_path)
    found = said("notes: {one: 'Now {not pair: none}{pairs and jakcs is 3: some}.'}\n", tmp_path)
    assert [each.split(": ", 1)[1] for each in found] == [
        "warning CR218 There is no option 'pair', on which these words depend.",
        "warning CR218 There is no option 'jakcs', on which these words depend.",
    ]
    assert ":3:24: " in found[0]
    assert ":3:46: " in found[1]


def test_parts_of_a_note_do_not_stand_in_one_another(tmp_path: Path) -> None:
    for note, column in (
        ("Now {pairs: two {players is 2: or three} cards}.", 19),
        ("Now {pairs: two cards.", 19),
        ("Now {pairs: two} cards}.", 37),
        ("Now {two cards}.", 19),
    ):
        found = said(f"notes: {{one: '{note}'}}\n", tmp_path)
        assert len(found) == 1, note
        assert f":3:{column}: warning CR303 This brace belongs to no part of a note." in found[0]
    assert not said("change: {notes: {actions: 'draw {1}   draw a card'}}\n", tmp_path)
