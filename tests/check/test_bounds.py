"""Numbers of a ruleset that would fill the memory: each is refused with a sentence, or is harmless.

Two kinds of mistake: a number that says how many things there are is taken as it stands, and many
small things together are more than a computer holds.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.check.deck import MOST_CARDS
from cardrules.interpreter.check.declarations import MOST_COLUMNS, MOST_PLACES, MOST_VALUES
from cardrules.interpreter.check.load import load_text

from ..pace import within

HUGE = 1_000_000_000
SECONDS = 3.0  # of the processor

RULES = """\
cardrules: 1
name: Bounds
players: 2
options: {most: {type: integer, default: 1000000000}}
deck:
  ranks: A 2 3
  suits: clubs hearts
zones:
  hand: {each: player, faces: owner}
  stock: {faces: hidden}
variables:
  n: {start: 0}
deal: {do: deal 1 each to hand}
phases: {turn: {players: in turn}}
actions:
  win: {phase: turn, do: actor wins}
limits: {turns: 9, result: nobody wins}
"""


def with_rule(section: str, *rules: str, players: int = 2) -> str:
    """Return the ruleset with more rules in a section."""
    lines = "".join(f"\n  {rule}" for rule in rules)
    text = RULES.replace(f"{section}:\n", f"{section}:{lines}\n")
    return text.replace("players: 2", f"players: {players}")


def many(count: int, rule: str) -> list[str]:
    return [f"x{number}: {rule}" for number in range(count)]


RANKS = " ".join(f"r{number}" for number in range(9_999))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            with_rule("variables", f"c: {{columns: {HUGE}, each: player}}"),
            f"this is {HUGE}, but a variable has at most {MOST_COLUMNS} columns",
        ),
        (
            with_rule("variables", "c: {columns: most}"),
            f"this is {HUGE}, but a variable has at most {MOST_COLUMNS} columns",
        ),
        (
            with_rule("variables", *many(9, "{columns: 900, each: player}"), players=32),
            f"the variables have more than {MOST_VALUES} values up to here",
        ),
        (with_rule("zones", f"row: {{piles: {HUGE}}}"), f"this is {HUGE}, but a zone holds at most"),
        (
            with_rule("zones", *many(9, "{piles: 99, each: player}"), players=32),
            f"the zones have more than {MOST_PLACES} places for cards up to here",
        ),
        (with_rule("deck", f"jokers: {HUGE}"), "a pack may hold at most 32 copies of a card"),
        (with_rule("deck", f"packs: {HUGE}"), "a pack may hold at most 32 copies of a card"),
        (with_rule("deck", "copies: {clubs: most}"), "a pack may hold at most 32 copies of a card"),
        (with_rule("deck", "packs: 16").replace("A 2 3", RANKS[:400]), f"cards; a game has at most {MOST_CARDS}"),
        (RULES.replace("A 2 3", RANKS), f"the deck has {9_999 * 2} different cards; a game has at most {MOST_CARDS}"),
        (RULES.replace("A 2 3", "1" * 9_999), "this name has 9999 characters; 60 are the most"),
    ],
)
def test_what_would_fill_the_memory_is_refused(text: str, sentence: str) -> None:
    with within(SECONDS):
        loaded = load_text(text, "bounds.yaml")
    assert loaded.program is None
    told = "\n".join(each.message for each in loaded.diagnostics)
    assert sentence in told.lower()


@pytest.mark.parametrize(
    "meld",
    [
        f"{{same: rank, size: {HUGE}}}",
        f"{{consecutive: rank, size: 3 to {HUGE}, wild: A}}",
        f"{{consecutive: rank, size: 2, wild: A, most_wild: {HUGE}}}",
        f"{{consecutive: rank, size: 2 or more, each: {HUGE}}}",
        f"{{same: rank, size: 2, suits: 1 to {HUGE}}}",
        f"{{same: rank, size: 2, wild: A, least_natural: {HUGE}}}",
    ],
)
def test_a_meld_is_never_larger_than_the_pack(tmp_path: Path, meld: str) -> None:
    action = "meld: {phase: turn, choose: {c: a m from hand}}"
    file = tmp_path / "melds.yaml"
    file.write_text(f"{with_rule('actions', action)}melds: {{m: {meld}}}\n", "utf-8")
    with within(SECONDS):
        legal = cardrules.load(file).new_initial_state().legal_actions()
    assert [action.text for action in legal] == ["win"]
