"""`cardrules validate`: formats, corrections, suppression, many files."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from cardrules.cli.diagnostics import batch as checking
from cardrules.cli.main import main, run
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.diagnostics import Survey

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = """\
cardrules: 1
name: Good
players: 2
deck: {ranks: A 2 3 4, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
deal: {do: deal 3 each to hand}
phases:
  turn: {players: in turn}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to pile
      if hand is empty: actor wins
"""
UNUSED = GOOD.replace("  hand:", "  spare: {faces: shown}\n  hand:")
WHY = "# cardrules: ignore CR510 kept for a house rule"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def cardrules(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return int(str(ended.value.code))


def codes(text: str) -> list[str]:
    return [each.code for each in survey("t.yaml", text).diagnostics]


# formats


def test_under_github_actions_its_format_is_the_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("g.yaml").write_text(UNUSED)
    assert cardrules("validate", "g.yaml") == 1
    assert "warning CR510" in capsys.readouterr().out
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert cardrules("validate", "g.yaml") == 1
    assert capsys.readouterr().out.startswith("::warning file=g.yaml,line=8,endLine=8,col=3,")
    assert cardrules("validate", "g.yaml", "--format", "concise") == 1
    assert capsys.readouterr().out.startswith("g.yaml:8:3: warning CR510")


def test_junit_lists_the_clean_files_too(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.yaml").write_text(GOOD)
    Path("b.yaml").write_text(UNUSED)
    assert cardrules("validate", ".", "--format", "junit") == 1
    shown = capsys.readouterr().out
    assert 'tests="2" failures="1" errors="0"' in shown
    assert '<testcase name="valid" classname="a.yaml"' in shown


# --fix


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("phase: turn", "phsae: turn"),
        ("move card", "mvoe card"),
        ("card to pile", "card to plie"),
        ("  pile:", "  pile"),
        ("faces: hidden", "faces: hiddn"),
        ("name: Good", "name: \u200bGood"),
    ],
)
def test_a_safe_suggestion_is_applied_once(wrong: str, right: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("g.yaml")
    path.write_text(GOOD.replace(wrong, right), "utf-8")
    assert cardrules("validate", "--fix", "g.yaml") == 0
    assert path.read_text("utf-8") == GOOD
    assert capsys.readouterr().err.startswith("g.yaml:")
    before = path.stat()
    assert cardrules("validate", "--fix", "g.yaml") == 0
    assert capsys.readouterr().err == ""
    assert path.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("add: {define: {d: {is: max(3, 4)}}}", "add: {define: {d: {is: 'max(3, 4)'}}}"),
        ("add: {define: {d: {is: last of [3, 4]}}}", "add: {define: {d: {is: 'last of [3, 4]'}}}"),
        (
            "scenarios: {a: {tests: [{play: lay_off 4C #1\n}]}}",
            "scenarios: {a: {tests: [{play: 'lay_off 4C #1'\n}]}}",
        ),
    ],
)
def test_a_text_that_yaml_cuts_gets_quotation_marks(cut: str, whole: str) -> None:
    path = Path("g.yaml")
    path.write_text(f"cardrules: 1\nextends: loba_de_menos\nname: N\n{cut}\n")
    cardrules("validate", "--fix", "g.yaml")
    assert path.read_text() == f"cardrules: 1\nextends: loba_de_menos\nname: N\n{whole}\n"


def test_several_mistakes_are_corrected_in_turn() -> None:
    path = Path("g.yaml")
    spoilt = GOOD.replace("phase: turn", "phsae: turn").replace("  pile:", "  pile")
    path.write_text(spoilt.replace("move card", "mvoe card"))
    assert cardrules("validate", "--fix", "g.yaml") == 0
    assert path.read_text() == GOOD


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("to pile", "to xyzzy"),
        GOOD.replace("[", "").replace("card from hand", "card from hnad stock"),
        GOOD.replace("deal 3 each to hand", "deal 3 each to hand2").replace(
            "  pile:", "  hand1: {each: player}\n  pile:"
        ),
        UNUSED,
        "cardrules: 1\nname: [\n",
    ],
)
def test_what_is_not_certain_is_left_alone(text: str) -> None:
    path = Path("g.yaml")
    path.write_text(text)
    assert cardrules("validate", "--fix", "g.yaml") == 1
    assert path.read_text() == text


def test_a_corrected_file_keeps_its_rights_line_ends_and_mark() -> None:
    path = Path("g.yaml")
    spoilt = GOOD.replace("phase: turn", "phsae: turn").replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + spoilt.encode())
    path.chmod(0o640)
    link = Path("link.yaml")
    link.symlink_to(path)
    assert cardrules("validate", "--fix", "link.yaml") == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(each.name for each in Path().glob("*.yaml")) == ["g.yaml", "link.yaml"]


# suppression


@pytest.mark.parametrize(
    "text",
    [
        UNUSED.replace("{faces: shown}\n  hand", f"{{faces: shown}}   {WHY}\n  hand"),
        UNUSED.replace("  spare:", f"  {WHY}\n  spare:"),
        UNUSED.replace("  spare:", f"  {WHY}\n  # and another comment\n\n  spare:"),
    ],
)
def test_a_comment_with_a_reason_suppresses_a_warning(text: str) -> None:
    assert codes(UNUSED) == ["CR510"]
    assert codes(text) == []


def test_a_comment_in_a_rule_suppresses_as_well() -> None:
    rule = GOOD.replace("actor wins", "actor wins\n      announce end  COMMENT")
    assert codes(rule.replace("COMMENT", "")) == ["CR512"]
    assert codes(rule.replace("COMMENT", "# cardrules: ignore CR512 for variants")) == []


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("# cardrules: ignore CR510", ["CR510", "CR021"]),
        ("# cardrules: ignore", ["CR510", "CR021"]),
        ("# cardrules: igonre CR510 why", ["CR510", "CR021"]),
        ("# cardrules: ignore CR51O why", ["CR510", "CR021"]),
        ("# cardrules: ignore CR511 why", ["CR510", "CR020"]),
        ("# cardrules: ignore CR510, CR511 why", ["CR020"]),
        ("# cardrules is not meant here", ["CR510"]),
    ],
)
def test_an_incomplete_or_unused_comment_is_reported(comment: str, expected: list[str]) -> None:
    text = UNUSED.replace("{faces: shown}\n  hand", f"{{faces: shown}}   {comment}\n  hand")
    assert codes(text) == expected


@pytest.mark.parametrize(("written", "asked"), [("CR51O", "CR510"), ("CR51", "CR510"), ("CR9O5", "CR905")])
def test_a_comment_is_asked_only_for_what_it_could_suppress(written: str, asked: str) -> None:
    """Other codes resemble these as much, but there is no such warning on the line."""
    text = UNUSED.replace("{faces: shown}\n  hand", f"{{faces: shown}}   # cardrules: ignore {written} why\n  hand")
    (found,) = (each for each in survey("game.yaml", text).diagnostics if each.code == "CR021")
    assert found.help == f"Did you mean '{asked}'?"


def test_errors_cannot_be_suppressed() -> None:
    text = GOOD.replace("phase: turn", "phase: trun  # cardrules: ignore CR403 because")
    assert set(codes(text)) >= {"CR403", "CR021"}


def test_an_unused_comment_of_a_parent_is_not_the_childs_problem() -> None:
    Path("parent.yaml").write_text(UNUSED.replace("  spare:", f"  {WHY}\n  spare:"))
    child = "cardrules: 1\nname: Child\nextends: ./parent.yaml\nremove: [zones.spare]\n"
    Path("child.yaml").write_text(child)
    assert survey("child.yaml").diagnostics == ()


# nothing is kept


def test_nothing_is_written_but_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TMPDIR"):
        monkeypatch.setenv(variable, str(tmp_path))
    Path("g.yaml").write_text(UNUSED)
    assert cardrules("validate", "g.yaml") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["g.yaml"]
    Path("g.yaml").write_text(GOOD)
    assert cardrules("validate", "g.yaml") == 0


# many files


def test_files_are_checked_in_parallel_and_shown_in_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for number in range(8):
        Path(f"{number}.yaml").write_text(UNUSED if number % 2 else GOOD)
    assert cardrules("validate", ".", "--jobs", "2", "--format", "concise") == 1
    files = [line[0] for line in capsys.readouterr().out.splitlines()]
    assert files == ["1", "3", "5", "7"]


def test_a_failure_of_cardrules_in_one_file_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(file: str) -> Survey:
        if file == "2.yaml":
            raise RuntimeError("boom")
        return survey(file)

    monkeypatch.setattr(checking, "_survey", failing)
    for number in range(4):
        Path(f"{number}.yaml").write_text(UNUSED)
    assert cardrules("validate", ".", "--jobs", "1", "--format", "concise") == 3
    shown = capsys.readouterr()
    assert "2.yaml: cardrules failed unexpectedly" in shown.err
    assert [line[0] for line in shown.out.splitlines()] == ["0", "1", "3"]


CHILDREN = {
    "rulesets/parent.yaml": """
cardrules: 1
name: Parent
players: 2
deck: {ranks: 6 7 8, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
deal: {do: shuffle stock then deal 1 each to hand}
phases: {turn: {players: each once}}
actions: {show: {phase: turn, do: add worth(first of hand) to score}}
define: {worth: {with: card c, is: value of c}}
match: {deals: 1, winner: highest}
limits: {turns: 9, result: nobody wins}
""",
    "variants/child.yaml": """
cardrules: 1
extends: "../rulesets/parent.yaml"   # in another folder
name: Child
change: {define: {worth: {is: 2 * value of c}}}
scenarios:
  some:
    given: {hand: [6C, 7H]}
    tests: [{play: show, then: {score: [12, 0]}}]
""",
    "variants/grandchild.yaml": """
cardrules: 1
extends: child.yaml
name: Grandchild
""",
    "suites/child.yaml": """
cardrules_suite: 1
ruleset: ../variants/child.yaml
scenarios:
  other:
    given: {hand: [6C, 7H]}
    tests: [{play: show, then: {score: [12, 0]}}]
""",
    "rulesets/other.yaml": "nothing: valid\n",
    "services.yaml": "extends: rulesets/parent.yaml\n",
}


def test_what_extends_a_changed_file_is_checked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The kind of mistake: a hook passed although a changed parent had broken its children."""
    (tmp_path / ".git").mkdir()
    for name, text in CHILDREN.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)

    def ran(*arguments: str) -> tuple[int, str]:
        status = run([*arguments])
        return status, capsys.readouterr().out

    parent = "rulesets/parent.yaml"
    assert ran("validate", parent) == (0, "4 files checked: no problems.\n")
    assert ran("validate", parent, "variants") == (0, "4 files checked: no problems.\n")
    assert ran("validate", "--alone", parent) == (0, "1 file checked: no problems.\n")
    status, out = ran("test", "--children", parent)
    assert status == 0
    assert out.startswith("2 tests passed")
    text = CHILDREN[parent].replace("worth", "price")
    Path(parent).write_text(text)
    status, out = ran("validate", "--format", "concise", parent)
    assert status == 1
    assert "variants/child.yaml" in out.replace("\\", "/")
    assert ran("validate", "--alone", parent)[0] == 0
    Path(parent).write_text(CHILDREN[parent].replace("add worth", "add 1 + worth"))
    assert ran("test", parent)[0] == 0
    assert ran("test", "--children", parent)[0] == 1
