"""What is said about names, where they are declared and used, and what becomes of them under another name."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from cardrules import rulesets
from cardrules.interpreter.diagnostics import Span
from cardrules.interpreter.service.hover import hints, hover, signature
from cardrules.interpreter.service.names import RenameError, definition, references, rename, tokens
from cardrules.interpreter.service.workspace import Workspace

PLACES = cast("list[dict[str, Any]]", yaml.safe_load((Path(__file__).parent / "hovers.yaml").read_text("utf-8")))
CHILD = "cardrules: 1\nextends: durak\nchange:\n  actions:\n    attack:\n      "


def opened(marked: str, file: str = "child.yaml") -> tuple[Workspace, str, int]:
    """Return a workspace with a document, its name, and the place of the mark."""
    before, after = marked.split("^")
    workspace = Workspace()
    workspace.open(file, before + after)
    return workspace, file, len(before)


def bundled(name: str) -> tuple[Workspace, str, str]:
    """Return a workspace with a bundled game, the name of its file, and its text."""
    path = rulesets.path(name)
    assert path is not None
    text = path.read_text("utf-8")
    workspace = Workspace()
    workspace.open(str(path), text)
    return workspace, str(path), text


def excerpt(workspace: Workspace, span: Span) -> str:
    """Return the text at a place."""
    return workspace.text(span.file).excerpt(span)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place["help"])
def test_what_is_said(place: dict[str, Any]) -> None:
    found = hover(*opened(place["file"] if "file" in place else CHILD + place["rule"]))
    if not place["says"]:
        assert found is None
        return
    assert found is not None
    for text in place["says"]:
        assert text in found.text


@pytest.mark.parametrize(
    ("marked", "file", "name"),
    [
        (CHILD + "when: size of st^ock > 3", "durak", "stock"),
        (CHILD + "when: next_^against(attacker) is defender", "durak", "next_against"),
        ("cardrules: 1\nextends: durak\nchange:\n  actions:\n    att^ack: {}\n", "durak", "attack"),
        ("cardrules: 1\nextends: durak\nremove: [actions.pa^ss]\n", "durak", "pass"),
        ("cardrules: 1\nextends: du^rak\n", "durak", ""),
        (CHILD + "do: |\n        let seen be top of stock\n        move se^en to hand", "child", "seen"),
        (CHILD + "phase: open^ing", "durak", "opening"),
    ],
)
def test_where_a_name_is_declared(marked: str, file: str, name: str) -> None:
    workspace, document, offset = opened(marked)
    found = definition(workspace, document, offset)
    assert found is not None
    assert Path(found.file).stem == file
    assert excerpt(workspace, found) == name


def test_a_name_is_found_wherever_it_is_used() -> None:
    workspace, file, text = bundled("durak")
    found = references(workspace, file, text.index("next_against(defender)"))
    assert {excerpt(workspace, each) for each in found} == {"next_against"}
    assert len(found) == text.count("next_against")


def test_a_parameter_is_found_in_its_rule_alone() -> None:
    workspace, file, text = bundled("durak")
    begin = text.index("next_against(player p)")
    found = references(workspace, file, begin + len("next_against(player "))
    assert len(found) > 1
    assert all(begin <= each.start < begin + 400 and excerpt(workspace, each) == "p" for each in found)


def test_a_name_is_changed_in_the_document_and_its_children() -> None:
    workspace, file, text = bundled("durak")
    child = str(Path(file).with_name("my_child.yaml"))
    workspace.open(
        child, "cardrules: 1\nextends: durak\nname: Mine\nadd:\n  effects:\n    x: {on: take, do: bout_over}\n"
    )
    assert not workspace.first_diagnostics(child).diagnostics
    edits = rename(workspace, file, text.index("bout_over"), "bout_ends")
    assert {edit.span.file for edit in edits} == {file, child}
    for each in (file, child):
        changed = workspace.text(each).text
        for edit in sorted((e for e in edits if e.span.file == each), key=lambda e: -e.span.start):
            changed = changed[: edit.span.start] + edit.text + changed[edit.span.end :]
        workspace.open(each, changed)
    assert not workspace.first_diagnostics(child).diagnostics
    assert "bout_over" not in workspace.text(file).text


@pytest.mark.parametrize("name", ["hand", "Size", "size", "is", "two words"])
def test_a_name_that_cannot_be_taken_is_refused(name: str) -> None:
    workspace, file, text = bundled("durak")
    with pytest.raises(RenameError):
        rename(workspace, file, text.index("bout_over"), name)


def test_a_name_of_a_parent_that_is_not_open_is_not_changed() -> None:
    workspace, file, offset = opened(CHILD + "when: size of st^ock > 3")
    with pytest.raises(RenameError, match="declared in"):
        rename(workspace, file, offset, "talon")


@pytest.mark.parametrize("name", rulesets.bundled()[::4])
def test_every_declared_name_is_coloured_as_what_it_is(name: str) -> None:
    workspace, file, _ = bundled(name)
    found = {each.span.start: each for each in tokens(workspace, file)}
    loaded = workspace.document(file).loaded
    assert loaded is not None
    assert loaded.ruleset is not None
    for kind, word, span in loaded.ruleset.declared:
        if kind in ("zone", "variable", "phase", "action") and span.file == file and excerpt(workspace, span) == word:
            assert found[span.start].kind == kind


def test_what_the_parent_has_is_shown_beside_a_change() -> None:
    workspace = Workspace()
    text = "cardrules: 1\nextends: durak\nchange:\n  options:\n    cap: {default: 7}\n"
    workspace.open("child.yaml", text)
    (hint,) = hints(workspace, "child.yaml")
    assert (hint.text, text[: hint.place.start][-1]) == ("was: 6", "7")


@pytest.mark.parametrize(
    ("marked", "label", "active"),
    [
        (CHILD + "when: next_against(^", "next_against(player p)", 0),
        (CHILD + "when: beats(top of stock, ^", "beats(card c, card attack)", 1),
        (CHILD + "when: max(1, ^", "max(A NUMBER, A NUMBER, …)", 1),
        (CHILD + "do: move hand to ^", "move CARDS to TARGET", 1),
        (CHILD + "do: deal 3 each ^", "deal COUNT each [from SOURCE] to TARGET", 1),
    ],
)
def test_how_a_call_or_a_statement_is_written(marked: str, label: str, active: int) -> None:
    found = signature(*opened(marked))
    assert found is not None
    assert (found.label, found.active) == (label, active)
