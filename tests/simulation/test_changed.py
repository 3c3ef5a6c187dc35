"""How often the rules apply that a change has touched: the counts of games, in a player's words."""

from __future__ import annotations

import pytest

from cardrules.interpreter.check.load import Loaded, load_ruleset, load_text
from cardrules.interpreter.presentation.changed import told, touched
from cardrules.interpreter.simulation.tally import Tally

CHILD = "cardrules: 1\nextends: gin_slaughtre\nname: Mine\n"
SEVEN = CHILD + "add: {effects: {seven: {on: play, when: trick has rank 7, do: opponent draws 1}}}\n"


@pytest.fixture(scope="module")
def base() -> Loaded:
    return load_ruleset("gin_slaughtre")


def tally(**counts: int) -> Tally:
    found = Tally()
    found.add({name.replace("__", "."): count for name, count in counts.items()})
    return found


@pytest.mark.parametrize(
    ("text", "before", "after", "said"),
    [
        (
            SEVEN,
            {},
            {"actions__play": 9000, "effects__seven": 1100},
            "In 50 games “Play” was chosen 9,000 times; the rule “Seven” applied 1,100 times.",
        ),
        (
            SEVEN,
            {},
            {"actions__play": 9, "effects__seven": 9},
            "In 50 games “Play” was chosen 9 times; the rule “Seven” applied each time.",
        ),
        (SEVEN, {}, {}, "In 50 games “Seven” never applied."),
        (
            CHILD + "change: {actions: {draw: {when: stock is not empty}}}\n",
            {"actions__draw": 700},
            {"actions__draw": 1},
            "In 50 games “Draw” was chosen once, and 700 times without your change.",
        ),
        (
            CHILD + "remove: [effects.jack]\n",
            {"effects__jack": 2},
            {},
            "In 50 games without your change “Jack” applied twice; now it is gone.",
        ),
        (  # the rule that reads the option
            CHILD + "change: {options: {refill_to: {default: 5}}}\n",
            {"effects__refill": 30},
            {"actions__play": 40, "effects__refill": 40},
            "In 50 games “Play” was chosen 40 times; the rule “Refill” applied each time, "
            "and 30 times without your change.",
        ),
        (CHILD, {}, {}, "In 50 games no single rule is counted that the change touches."),
    ],
    ids=["new", "each time", "never", "changed", "removed", "option", "only the name"],
)
def test_a_change_is_told_by_how_often_its_rules_applied(
    base: Loaded, text: str, before: dict[str, int], after: dict[str, int], said: str
) -> None:
    rules = touched(base, load_text(text, "mine.yaml"))
    assert told(rules, 50, tally(**before), tally(**after))[0] == said
