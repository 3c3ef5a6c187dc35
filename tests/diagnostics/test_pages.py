"""The pages of diagnostic codes: there is one for each, and its examples are wrong and right."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.diagnostics import CODES
from cardrules.interpreter.errors import RulesetError
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import Game
from cardrules.interpreter.scenarios.running import run

PAGES = Path(__file__).parents[2] / "docs" / "codes"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
IN_PLAY = {code for code in CODES if code.startswith("CR9")}
"""What trial games, coverage and mutation show: their examples must be good for `validate`."""
SECTION = re.compile(r"^(?=[a-z]+:)", re.M)
GAMES = 20  # and so many moves of each


def examples(code: str) -> list[tuple[str, str]]:
    """Return the language and the text of the examples of a page, the wrong one first."""
    return BLOCK.findall((PAGES / f"{code}.md").read_text("utf-8"))


def whole(part: str) -> str:
    """Return a part of a ruleset in the place of the same sections of the small game."""
    if part.startswith("cardrules:"):
        return part
    _, small = BLOCK.findall((PAGES / "README.md").read_text("utf-8"))[0]
    own = dict.fromkeys(re.findall(r"^([a-z]+):", part, re.M))
    kept = [each for each in SECTION.split(small) if each.split(":")[0] not in own]
    return "".join(kept) + part


def codes(language: str, text: str, folder: Path) -> set[str]:
    """Return the codes that an example gives."""
    path = folder / "example.yaml"
    if language == "sh":
        words = shlex.split(text)
        settings = [b for a, b in pairwise(words) if a == "--set"]
        return {each.code for each in load_ruleset(words[2], settings=settings).diagnostics}
    if language == "python":
        made: object = eval(text, {"SMALL_GAME": whole("")})  # an expression of our own pages
        path.write_bytes(made if isinstance(made, bytes) else str(made).encode("utf-8"))
    else:
        path.write_text(whole(text), "utf-8")
    return {each.code for each in survey(path).diagnostics}


def played(path: Path) -> set[str]:
    """Return the code of what goes wrong in play."""
    loaded = load_ruleset(path)
    if loaded.failure() is not None:
        return set()
    try:
        for seed in range(GAMES):
            state = Game(Rules(loaded, str(path))).new_initial_state(seed)
            while not state.is_terminal() and len(state.history()) < GAMES:
                state.apply_action(state.legal_actions()[0])
    except RulesetError as error:
        return {each.code for each in error.diagnostics}
    return set()


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {path.stem for path in PAGES.glob("CR*.md")} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_page_has_the_title_of_its_code(code: str) -> None:
    first = (PAGES / f"{code}.md").read_text("utf-8").splitlines()[0]
    assert first == f"# {code}: {CODES[code]}"


@pytest.mark.sample(2)
@pytest.mark.parametrize("code", CODES)
def test_the_wrong_example_gives_this_code_alone_and_the_right_one_not(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong, right = examples(code)
    (tmp_path / "parent.yaml").write_text(whole("required: [zones.pile]\n"))
    if code == "CR206":
        (tmp_path / "hearts.yaml").write_text(whole(""))
        monkeypatch.setenv("CARDRULES_PATH", str(tmp_path))
    found = codes(*wrong, tmp_path)
    example = tmp_path / "example.yaml"
    if code == "CR711":
        found = {each.code for each in run(example).diagnostics}
    if code == "CR801":
        found = played(example)
    # A hundred problems are needed to have too many.
    expected = set[str]() if code in IN_PLAY else {code}
    assert found == expected or (code == "CR019" and code in found), found
    monkeypatch.delenv("CARDRULES_PATH", raising=False)
    others = codes(*right, tmp_path)
    assert not others, others
