"""The language service finds the same mistakes as `cardrules validate`, and says what may be changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules import rulesets
from cardrules.interpreter.authoring.fixing import fixed
from cardrules.interpreter.authoring.formatting import format_text
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.diagnostics import Source, Span
from cardrules.interpreter.service.corrections import actions, formatting
from cardrules.interpreter.service.values import Edit
from cardrules.interpreter.service.workspace import Workspace
from cardrules.interpreter.source.files import read_source

TESTS = Path(__file__).parents[1]
BAD = [path for path in sorted(TESTS.glob("*/bad/*.yaml")) if read_source(path)[0] is not None]


def opened(path: Path) -> tuple[Workspace, str]:
    """Return a workspace with a file as a document that is open in it."""
    workspace = Workspace()
    source, _ = read_source(path)
    assert source is not None
    workspace.open(str(path), source.text)
    return workspace, str(path)


@pytest.mark.parametrize("path", BAD, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_bad_file_gets_the_diagnostics_of_validate(path: Path) -> None:
    workspace, file = opened(path)
    assert workspace.diagnostics(file).diagnostics == survey(path).diagnostics


@pytest.mark.parametrize("path", BAD[::9], ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_the_first_diagnostics_are_among_all_of_them(path: Path) -> None:
    workspace, file = opened(path)
    complete = {(each.code, each.span) for each in workspace.diagnostics(file).diagnostics}
    assert {(each.code, each.span) for each in workspace.first_diagnostics(file).diagnostics} <= complete


def test_a_parent_is_read_as_it_is_being_written(tmp_path: Path) -> None:
    workspace = Workspace()
    parent, child = tmp_path / "parent.yaml", tmp_path / "child.yaml"
    durak = rulesets.path("durak")
    assert durak is not None
    text = durak.read_text("utf-8")
    workspace.open(str(child), "cardrules: 1\nextends: parent.yaml\nname: Mine\n")
    assert [each.code for each in workspace.diagnostics(str(child)).diagnostics] == ["CR201"]
    workspace.open(str(parent), text)
    assert not workspace.diagnostics(str(child)).diagnostics
    workspace.open(str(parent), text.replace("zones:", "zoness:"))
    assert workspace.diagnostics(str(child)).diagnostics
    workspace.close(str(parent))
    assert [each.code for each in workspace.diagnostics(str(child)).diagnostics] == ["CR201"]


@pytest.mark.parametrize("path", BAD[::7], ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_sure_corrections_are_those_of_fix(path: Path) -> None:
    workspace, file = opened(path)
    source = workspace.text(file)
    found = workspace.diagnostics(file)
    offered = actions(found, Span(file, 0, len(source.text)))
    made = {each.fix for each, text in fixed(source).done if text.text == source.text}
    sure = {edit for action in offered if action.sure for edit in action.edits}
    assert {Edit(fix.span, fix.replacement) for fix in made if fix is not None} <= sure


def test_every_suggestion_is_offered() -> None:
    workspace, file = opened(TESTS / "check" / "bad" / "names.yaml")
    found = workspace.diagnostics(file)
    for each in found.diagnostics:
        if "did you mean" in (each.help or "").lower():
            assert actions(found, each.span), each


def test_formatting_is_that_of_fmt() -> None:
    path = next((TESTS / "formatting").glob("*.yaml"))
    workspace, file = opened(path)
    source = workspace.text(file)
    edit = formatting(workspace, file)
    expected, _ = format_text(source)
    assert expected is not None
    if edit is not None:
        assert source.text[: edit.span.start] + edit.text + source.text[edit.span.end :] == expected
    workspace.open(file, expected)
    assert formatting(workspace, file) is None


def test_a_text_that_is_no_yaml_is_not_formatted() -> None:
    workspace = Workspace()
    workspace.open("game.yaml", "cardrules: 1\nname: [")
    assert formatting(workspace, "game.yaml") is None
    assert Source("game.yaml", "").text == workspace.text("none.yaml").text
