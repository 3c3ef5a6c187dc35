"""What one ruleset has otherwise than another, and a ruleset printed with all that it inherits."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules import rulesets
from cardrules.interpreter.authoring.differences import compare, sentence
from cardrules.interpreter.resolve.origins import origins
from cardrules.interpreter.resolve.resolve import Resolved, resolve, resolve_text
from cardrules.interpreter.source.layout import write

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BASE = HERE / "bad" / "parents" / "base.yaml"
CHILD = """\
cardrules: 1
extends: base.yaml
name: Child
change:
  actions: {draw: {do: "draw   (1)", when: pile is empty}}
  options: {refill: {default: 5}, unable: {choices: [take, draw]}}
add:
  effects: {seven: {on: take, before: jack, help: A seven counts., do: "draw 2\\ndraw 3"}}
remove: [options.pairs]
"""


def child(text: str = CHILD) -> Resolved:
    resolved = resolve_text(text, str(BASE.parent / "child.yaml"))
    assert not resolved.diagnostics
    return resolved


def test_sentences() -> None:
    assert [sentence(each) for each in compare(resolve(BASE), child())] == [
        "name: `Base` becomes `Child`.",
        "options.pairs is removed.",
        "The option refill is 5 by default, not 4.",
        "options.unable.choices: [draw, take] becomes [take, draw].",
        "actions.draw.when: `able` becomes `pile is empty`.",
        "effects.seven is new. A seven counts.",
    ]


def test_facts_about_the_game_are_no_difference() -> None:
    text = "cardrules: 1\nextends: hearts\nname: Short Hearts\nabout: {minutes: 5}\n"
    changes = compare(resolve("hearts"), resolve_text(text, "child.yaml"))
    assert [each.address for each in changes] == ["name"]


def test_the_other_way_round() -> None:
    there, back = compare(resolve(BASE), child()), compare(child(), resolve(BASE))
    assert {each.address for each in there} == {each.address for each in back}
    assert [each.kind for each in back if each.address == "effects.seven"] == ["removed"]


def test_options_that_the_caller_sets() -> None:
    one = resolve(BASE)
    changes = compare(one, resolve(BASE, variant="quick", settings=["sizes=1 2"]))
    assert [sentence(each) for each in changes] == [
        "The option refill is 3, not 4.",
        "The option sizes is [1, 2], not [7, 6].",
        "The option limit is null, not 100.",
    ]


def test_the_order_of_rules_is_told() -> None:
    text = BASE.read_text("utf-8")
    other = text.replace("  stock: {faces: hidden}\n", "").replace(
        "  pile: {faces: shown}\n", "  pile: {faces: shown}\n  stock: {faces: hidden}\n"
    )
    (change,) = compare(resolve_text(text), resolve_text(other))
    assert sentence(change) == "zones: the order is now pile, stock, hand, not stock, pile, hand."


FILES = sorted([*Path(rulesets.__file__).parent.glob("*.yaml"), *(ROOT / "examples").glob("*.yaml")])


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_shown_is_the_same_ruleset(path: Path) -> None:
    one = resolve(path)
    other = resolve_text(write(one.tree, one.sources), "shown.yaml")
    assert not other.diagnostics
    assert not compare(one, other)


def test_every_part_has_a_place() -> None:
    places = dict(origins(child()))
    assert places["actions.draw.when"].file.endswith("child.yaml")
    assert places["actions.draw.phase"].file.endswith("base.yaml")
    assert list(dict(origins(child(), "effects"))) == [
        *("effects", "effects.jack", "effects.jack.on", "effects.jack.do", "effects.seven"),
        *(f"effects.seven.{key}" for key in ("on", "before", "help", "do")),
    ]
    for address, message in {
        "effects.jakc": "There is no 'jakc' in 'effects'. Did you mean 'jack'?",
        "name.x": "'name' has no parts.",
        "x.": "There is no 'x'. It has: cardrules",
    }.items():
        with pytest.raises(ValueError, match=message.split("?")[0]):
            origins(child(), address)
