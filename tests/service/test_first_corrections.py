"""What authors write first, and what `--fix` and the sure correction in an editor make of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardrules.interpreter.authoring.fixing import fixed
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.diagnostics import Source, Span, Survey
from cardrules.interpreter.service.corrections import actions

TEXT = (Path(__file__).parent / "eights.yaml").read_text("utf-8")
DRAW = "    do: draw 1 then play again\n"
OUT = "when: hand is empty, do: end deal}"
LOOP = "    do: |\n      for each p in players:\n        p draws 1\n"

CASES = {
    "loop": (DRAW, "    do: for each p in players: p draws 1\n", LOOP),
    "loop on the next line": (DRAW, "    do: for each p in players:\n      p draws 1\n", LOOP),
    "loop further in": (DRAW, "    do: for each p in players:\n          p draws 1\n", LOOP),
    "loop with a comment": (
        DRAW,
        "    do: for each p in players: p draws 1  # all\n",
        LOOP.replace(" 1\n", " 1  # all\n"),
    ),
    "other case": (
        DRAW,
        "    do: if pile is empty: draw 1 else: draw 2\n",
        "    do: |\n      if pile is empty:\n        draw 1\n      else:\n        draw 2\n",
    ),
    "then": (
        DRAW,
        "    do: draw 1 then if pile is empty: draw 2\n",
        "    do: |\n      draw 1\n      if pile is empty:\n        draw 2\n",
    ),
    "case in a loop": (
        DRAW,
        "    do: for each p in players: if hand of p is empty: p draws 1 else: p draws 2\n",
        "    do: |\n      for each p in players:\n        if hand of p is empty:\n          p draws 1\n"
        "        else:\n          p draws 2\n",
    ),
    "no bar": (DRAW, "    do:\n      for each p in players: p draws 1\n", LOOP.replace(":\n        ", ": ")),
    "no bar before lines": (
        DRAW,
        "    do:\n      draw 1\n      for each p in players:\n        p draws 1\n",
        "    do: |\n      draw 1\n      for each p in players:\n        p draws 1\n",
    ),
    "first statement beside the key": (
        DRAW,
        "    do: draw 1\n      for each p in players: p draws 1\n",
        "    do: |\n      draw 1\n      for each p in players: p draws 1\n",
    ),
    "in braces": (
        OUT,
        "do: if hand is empty: end deal, when: hand is empty}",
        "do: 'if hand is empty: end deal', when: hand is empty}",
    ),
}
"""The right text, the wrong one in its place, and the corrected one."""


OTHERS = {
    "others draw 1": "for each p in players - actor: p draws 1",
    "everybody else draws 1": "for each p in players - actor: p draws 1",
    "all other players draw 1": "for each p in players - actor: p draws 1",
    "opponents draw 1": "for each p in players - actor: p draws 1",
    "for each p in the others: p draws 1": "for each p in players - actor: p draws 1",
    "for each p in others: p draws 1": "for each p in (players - actor): p draws 1",
    "for each p in opponents: p draws 1": "for each p in (players - actor): p draws 1",
    "for each other player: draw 1": "for each p in players - actor: draw 1",
    "for each p in players other than actor: p draws 1": "for each p in players - actor: p draws 1",
    "add 1 to score of each opponent": "for each p in players - actor: add 1 to score of p",
    "if any opponent has no cards: draw 1": "if hand of any player of (players - actor) is empty: draw 1",
    "if hand of any other player is empty: draw 1": "if hand of any player of (players - actor) is empty: draw 1",
    "move hand of the others to pile": "move hand of (players - actor) to pile",
    "ask the others to pass": "ask whoever can among (players - actor) to pass",
    "everyone draws 1": "",
    "add 1 to score of others": "",
}
"""The others in plain English, and in this language; nothing where a loop is needed, which is only said."""


@pytest.mark.parametrize("wrong", OTHERS)
@pytest.mark.parametrize("form", ["    do: |\n      {}\n", "    do: {}\n"], ids=["block", "line"])
def test_the_others_are_players_without_the_actor(wrong: str, form: str) -> None:
    right = OTHERS[wrong]
    if ": " in wrong:
        form = form.replace(": {}", ": '{}'")
    text = TEXT.replace(DRAW, form.format(wrong))
    first = load_text(text, "game.yaml")
    (problem,) = (each for each in first.diagnostics if each.severity == "error")
    if not right:
        assert problem.help is not None
        assert "for each p in players" in problem.help
        return
    offered = actions(Survey((problem,), {"game.yaml": Source("game.yaml", text)}), problem.span)
    (edit,) = offered[0].edits
    changed = text[: edit.span.start] + edit.text + text[edit.span.end :]
    whole = form.replace(": {}", ": '{}'") if ": " in right else form
    assert changed == TEXT.replace(DRAW, whole.format(right))
    left = {each.code for each in load_text(changed, "game.yaml").diagnostics}
    assert left <= {"CR519"}  # who is asked must be able to decline: another matter


INDENTED = {
    "key too far": ("    when: stock", "      when: stock"),
    "key too little": ("    when: stock", "   when: stock"),
    "key at the level of its rule": ("    when: stock", "  when: stock"),
    "key without indentation": ("    do: draw 1", "do: draw 1"),
    "first key too far": ("  draw:\n    phase:", "  draw:\n      phase:"),
    "first key too little": ("  draw:\n    phase:", "  draw:\n  phase:"),
    "last key too far": ("    do: draw 1", "      do: draw 1"),
    "last key at the level of its rule": ("    do: draw 1", "  do: draw 1"),
    "rule below another one": ("  draw:\n    phase:", "    draw:\n    phase:"),
    "rule on one line below another one": ("  pass: {", "    pass: {"),
    "section below another one": ("\neffects:", "\n  effects:"),
    "statement too little": ("      move eight", "    move eight"),
    "statement too far": ("      wanted becomes named", "        wanted becomes named"),
    "member of a list": ("      - play: [crazy", "    - play: [crazy"),
    "tab": ("    when: stock", "\twhen: stock"),
    "tab after spaces": ("    when: stock", "  \twhen: stock"),
    "tab before a statement": ("      wanted becomes named", "\twanted becomes named"),
}
"""Right and wrong indentations."""


@pytest.mark.parametrize("case", [*CASES, *INDENTED, "tabs everywhere"])
def test_it_becomes_what_was_meant(case: str) -> None:
    text = expected = TEXT
    if case in CASES:
        right, wrong, corrected = CASES[case]
        text, expected = TEXT.replace(right, wrong), TEXT.replace(right, corrected)
    elif case in INDENTED:
        text = TEXT.replace(*INDENTED[case])
    else:
        text = re.sub(r"(?m)^ +", lambda found: "\t" * (len(found[0]) // 2), TEXT)
    assert text != expected
    problems = load_text(text, "game.yaml").diagnostics
    offered = actions(Survey(problems, {"game.yaml": Source("game.yaml", text)}), Span("game.yaml", 0, len(text)))
    sure = [(each, edit) for each in offered for edit in each.edits if each.sure]
    changed = [text[: edit.span.start] + edit.text + text[edit.span.end :] for _, edit in sure]
    assert changed == [expected]
    assert all("\n" not in each.title for each in offered)
    if case not in CASES:
        assert any(re.search(r"column \d|as much as", each.help or "") for each in problems)


@pytest.mark.parametrize("case", ["loop", "no bar", "in braces"])
def test_the_command_line_corrects_it(case: str) -> None:
    right, wrong, corrected = CASES[case]
    result = fixed(Source("game.yaml", TEXT.replace(right, wrong)))
    assert (result.text, result.left.diagnostics) == (TEXT.replace(right, corrected), ())
