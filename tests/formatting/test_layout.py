"""The canonical layout: small examples, and properties of all rulesets and of damaged ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules import rulesets
from cardrules.interpreter.authoring.formatting import format_text
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.resolve.resolve import resolve_text
from cardrules.interpreter.source.comments import find
from cardrules.interpreter.source.located import plain
from cardrules.interpreter.source.yaml_parser import parse
from cardrules.interpreter.syntax.ruleset import Bots, Rule
from cardrules.interpreter.syntax.ruleset_reader import read

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILES = sorted(
    [
        *Path(rulesets.__file__).parent.glob("*.yaml"),
        *(ROOT / "examples").glob("*.yaml"),
        *(ROOT / "tests" / "scenarios" / "suites").glob("*.yaml"),
    ]
)


def laid_out(text: str) -> str:
    found, problems = format_text(Source("file.yaml", text))
    assert found is not None, problems
    return found


CASES = [path.stem for path in sorted(HERE.glob("*.before.yaml"))]


@pytest.mark.parametrize("case", CASES)
def test_examples(case: str) -> None:
    before = HERE / f"{case}.yaml"
    after = HERE / f"{case.removesuffix('.before')}.after.yaml"
    assert laid_out(before.read_text("utf-8")) == after.read_text("utf-8")


@pytest.mark.sample(4)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_keeps_its_meaning_and_its_comments(path: Path) -> None:
    text = path.read_text("utf-8")
    again = laid_out(text)
    assert laid_out(again) == again
    assert meaning(text, path) == meaning(again, path)
    assert comment_words(text) == comment_words(again)


def meaning(text: str, path: Path) -> object:
    """What a file stands for: its resolved data, the order of its rules, its syntax trees."""
    if "cardrules_suite:" in text:
        tree, _ = parse(Source(str(path), text))
        assert tree is not None
        return plain(tree)
    resolved = resolve_text(text, str(path))
    assert not resolved.diagnostics
    rules, problems = read(resolved.tree, "same")
    assert not problems
    named = {
        key: [(name, without_place(each)) for name, each in getattr(rules, key).items()]
        for key in ("zones", "variables", "melds", "definitions", "phases", "actions", "effects")
    }
    rest = (
        rules.deal.do,
        rules.deal.after,
        rules.match.result,
        rules.limits.result,
        without_place(rules.bots),
    )
    texts = (rules.title, rules.summary, rules.about, rules.notes, rules.least, rules.most, resolved.options)
    scenarios = plain(rules.scenarios) if rules.scenarios else None
    return named, rest, texts, scenarios


def without_place(rule: object) -> object:
    """A rule's contents: words as text, syntax trees (which compare without their places)."""
    if hasattr(rule, "__slots__") and hasattr(rule, "text"):
        return rule.text  # type: ignore[attr-defined]
    if isinstance(rule, tuple):
        return tuple(map(without_place, rule))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(rule, Rule | Bots):
        names = [name for name in rule.__dataclass_fields__ if name != "span"]
        return {name: without_place(getattr(rule, name)) for name in names}
    return rule


def comment_words(text: str) -> list[str]:
    source = Source("file.yaml", text)
    tree, _ = parse(source)
    assert tree is not None
    found = find(tree, source)
    lists = [found.top, found.end, *found.before.values(), *found.within.values()]
    lines = [line for each in lists for line in each]
    return sorted(filter(None, [*lines, *found.beside.values(), *found.beside_key.values()]))


# Comments and blank lines wherever they can stand, and odd layouts of the same file.
SAMPLE = """\
cardrules: 1
name: Sample
players: {least: 2, most: 4}
deck: {ranks: 2 3 4 5, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand: {each: player, faces: owner}
define:
  few: size of hand < 3
    or size of hand > 20
phases:
  turn: {players: in turn from eldest}
actions:
  draw:
    phase: turn
    do: |
      draw 1
      if hand is empty: draw 1
  wait:
    phase: [turn]
effects:
  out: {on: draw, when: few, do: actor wins}
limits: {turns: 9, result: nobody wins}
scenarios:
  one:
    tests:
      - play: [draw, wait]
        then: {hand: [0, 0]}
      - legal: 2
"""


@given(st.data())
def test_comments_anywhere(data: st.DataObject) -> None:
    lines: list[str] = [*map(str, SAMPLE.splitlines())]
    inside_block = {number for number, line in enumerate(lines) if line.startswith("      ")}
    places = [number for number in range(len(lines) + 1) if number not in {15, 16, 17, 8, 9}]
    for number in sorted(data.draw(st.sets(st.sampled_from(places), max_size=6)), reverse=True):
        indent = data.draw(st.integers(0, 6)) * " "
        lines.insert(number, data.draw(st.sampled_from([f"{indent}# note {number}", "", "  "])))
    beside = data.draw(st.sets(st.integers(0, len(lines) - 1), max_size=4))
    for number in beside:
        if lines[number].strip() and "few:" not in lines[number] and number not in inside_block:
            lines[number] += f"  # beside {number}"
    text = "\n".join(lines) + "\n"
    if parse(Source("file.yaml", text))[1]:
        return
    again = laid_out(text)
    assert laid_out(again) == again
    assert comment_words(text) == comment_words(again)
    tree, other = (parse(Source("f", each))[0] for each in (text, again))
    assert tree is not None
    assert other is not None
    assert plain(tree) == plain(other)


TEXTS = st.text(st.sampled_from("ab1 :#,'\"[]{}-?!&*%@`|>\\\n\té"), max_size=12)


@given(st.lists(TEXTS, max_size=3), TEXTS)
def test_texts_of_any_kind(items: list[str], note: str) -> None:
    import json

    text = f'cardrules: 1\nnotes: {{a: {json.dumps(note)}, "b c": {json.dumps(items)}}}\n'
    if parse(Source("file.yaml", text))[1]:
        return
    again = laid_out(text)
    tree = parse(Source("file.yaml", again))[0]
    assert tree is not None
    assert plain(tree) == {"cardrules": 1, "notes": {"a": note, "b c": items}}
    assert laid_out(again) == again


def test_a_file_with_mistakes_keeps_its_diagnostics() -> None:
    """What depends on the place of a key: keys stay in their order beside one that is unknown."""
    text = """\
cardrules: 1
extends: president
change:
  rankings:
  target:
    upper: {patterns: [[single, pair]]}
  actions: {play: {choose: {cards: 'a single or pair from hand'}}}
  deck: {ranks: 3 4 5}
"""
    assert any(each.startswith("CR109") for each in messages(text))
    assert messages(laid_out(text)) == messages(text)


def messages(text: str) -> list[str]:
    return sorted(f"{each.code} {each.message}" for each in load_text(text, "slip.yaml").diagnostics)


SLIPS: dict[str, Callable[[str], str]] = {
    "indented": lambda line: "  " + line,
    "outdented": lambda line: line.removeprefix("  "),
    "misspelt": lambda line: re.sub(r"^(\s*)(\w)", r"\1x\2", line),
    "emptied": lambda line: line.partition(":")[0] + ":",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_are_told_alike_before_and_after(slip: str) -> None:
    lines = (ROOT / "rulesets" / "president.yaml").read_text("utf-8").splitlines()
    for place in range(3, len(lines), 17):
        text = "\n".join([*lines[:place], SLIPS[slip](lines[place]), *lines[place + 1 :]])
        changed, _ = format_text(Source("slip.yaml", text))
        if changed is not None:
            assert messages(changed) == messages(text)


def test_facts_about_the_game_stand_before_its_rules() -> None:
    text = "about: {minutes: 5, family: rummy}\ndeck: {}\nplayers: 2\nname: X\ncardrules: 1\n"
    written, _ = format_text(Source("g.yaml", text))
    lines = [line.strip() for line in (written or "").splitlines() if line]
    assert lines == ["cardrules: 1", "name: X", "players: 2", "about: {family: rummy, minutes: 5}", "deck: {}"]
