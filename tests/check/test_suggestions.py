"""What a diagnostic suggests is not a mistake itself.

Each suggestion is made in a copy of the text, which is checked again. The mistake is then gone, and
there is no error in its place: a name that resembles a misspelt one may belong elsewhere only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.diagnostics import Diagnostic, Fix, Survey
from cardrules.rulesets import bundled, path

TESTS = Path(__file__).parent.parent
BAD = sorted(TESTS.glob("*/bad/*.yaml"))


def followed(text: str, fix: Fix) -> str:
    return text[: fix.span.start] + fix.replacement + text[fix.span.end :]


def left(found: Survey, problem: Diagnostic, fix: Fix, then: Survey) -> list[Diagnostic]:
    """Return the errors at the place of a suggestion that was followed.

    After a mistake in YAML or in the form of a text others come to light; there it is enough that
    the mistake itself is gone.
    """
    end = fix.span.start + max(len(fix.replacement), 1)
    there = [
        each
        for each in then.diagnostics
        if each.severity == "error"
        if any(
            place.file == fix.span.file and place.start < end and place.end > fix.span.start
            for place in (each.span, *(label.span for label in each.labels))
        )
    ]
    if problem.code[:3] in ("CR0", "CR3"):
        return [each for each in there if (each.code, each.message) == (problem.code, problem.message)]
    known = {(each.code, each.message) for each in found.diagnostics if each != problem}
    return [each for each in there if (each.code, each.message) not in known]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: f"{bad.parts[-3]}-{bad.stem}")
def test_suggestions_of_bad_files(bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bad.parent)
    found = survey(bad.name)
    for problem in found.diagnostics:
        fix = problem.fix
        if fix is not None and fix.span.file == bad.name:
            then = survey(bad.name, followed(found.sources[bad.name].text, fix))
            assert not left(found, problem, fix, then), problem


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: f"{bad.parts[-3]}-{bad.stem}")
def test_each_question_can_be_followed(bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each "Did you mean …?" carries an edit. An edit is tried before it is offered.

    A keyword of the grammar is asked for only where the grammar takes it.
    """
    monkeypatch.chdir(bad.parent)
    for problem in survey(bad.name).diagnostics:
        asked = re.search(r"\b[Dd]id you mean [`']([^`']+)[`']", problem.help or "")
        if asked and problem.code != "CR304":
            assert problem.fix is not None, problem
            assert asked[1].startswith(problem.fix.replacement), problem


WORDS = re.compile(r"(?<![\w·])[a-z_]{4,}(?![\w:])")


def misspelt(word: str, random: Random) -> str:
    """Return a word with a letter left out, exchanged, doubled or replaced by another one."""
    at = random.randrange(len(word) - 1)
    return random.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + 2 * word[at] + word[at + 1 :],
            word[:at] + random.choice("aeiorst") + word[at + 1 :],
            word.removesuffix("s") if word.endswith("s") else word + "s",
        )
    )


SUITES = sorted([*TESTS.glob("rulesets/suites/*.yaml"), *TESTS.glob("scenarios/suites/*.yaml")])
RULES = [Path(path(name) or "") for name in bundled()]


@pytest.mark.parametrize("files", [RULES, SUITES], ids=["rules", "scenarios"])
def test_suggestions_for_words_misspelt_anywhere(files: list[Path], amount: Callable[[int, int], int]) -> None:
    """Names of all kinds in all sections of real rulesets and suites, and the words of the language."""
    random = Random(5)
    for _ in range(amount(12, 400)):
        file = random.choice(files)
        text = file.read_text("utf-8")
        places = list(WORDS.finditer(text))
        place = random.choice(places)
        word = misspelt(place.group(), random)
        wrong = text[: place.start()] + word + text[place.end() :]
        found = survey(file, wrong)
        for problem in found.diagnostics:
            fix = problem.fix
            if fix is not None and fix.span.file == str(file):
                then = survey(file, followed(wrong, fix))
                assert not left(found, problem, fix, then), (file, place.group(), word, problem)


def test_what_is_right_in_one_variant_alone_is_not_suggested() -> None:
    """With more than two players nobody has one opponent."""
    text = (TESTS / "check" / "bad" / "opponents.yaml").read_text("utf-8")
    always, longer = (each for each in survey("opponents.yaml", text).diagnostics if each.code == "CR401")
    assert always.fix is None
    assert "exactly two players" in (always.help or "")
    assert longer.fix is not None


@pytest.mark.parametrize(
    "text",
    [
        "hand where rank is card",
        "hand where suit is each",
        "players where hand of it is it",
        "hand where card is rank",
        "hand where value is card",
        "hand where rank is suits",
    ],
)
def test_it_is_suggested_only_where_it_can_stand(text: str) -> None:
    ruleset = f"cardrules: 1\nextends: gin_slaughtre\nadd: {{define: {{some: size of ({text})}}}}\n"
    errors = [each for each in load_text(ruleset).diagnostics if each.severity == "error"]
    assert errors
    assert not any("'it'" in (each.help or "") and each.fix for each in errors), errors
