"""Rules whose every round is long: the budget counts what a round does, not rounds alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules

from ..pace import within

RULES = """\
cardrules: 1
name: Work
players: 2
deck: {{ranks: 2 3 4 5 6 7 8 9 T J Q K A, suits: clubs diamonds hearts spades, packs: 16}}
zones:
  stock: {{faces: hidden}}
  hand: {{each: player, faces: owner}}
variables: {{n: {{start: 3}}, sheet: {{columns: 1000}}}}
deal: {{do: deal 5 each to hand}}
phases: {{turn: {{players: in turn}}}}
actions:
  act:
    phase: turn
    do: |
      {loop}
  win: {{phase: turn, do: actor wins}}
define: {{mix: {{do: shuffle stock}}}}
limits: {{steps: {steps}, turns: 50, result: nobody wins}}
"""


@pytest.mark.parametrize(
    ("steps", "loop"),
    [
        (3_000, "repeat 9000 times: n becomes size of every end of stock where total value over it is 15"),
        (1_000_000, "repeat 999990 times: shuffle stock"),
        (1_000_000, "repeat 999990 times: mix"),
        (1_000_000, "repeat 999990 times: column 3 of sheet becomes n"),
    ],
)
def test_long_rounds_are_stopped_in_time(tmp_path: Path, steps: int, loop: str) -> None:
    file = tmp_path / "work.yaml"
    file.write_text(RULES.format(steps=steps, loop=loop), "utf-8")
    state = cardrules.load(file).new_initial_state()
    stopped = pytest.raises(cardrules.StepBudgetError, match=r"work.yaml:\d+:\d+: (this|the loop)")
    with within(5), stopped:
        state.apply_action("act")


def test_short_rounds_cost_one_step_each(tmp_path: Path) -> None:
    file = tmp_path / "work.yaml"
    file.write_text(RULES.format(steps=1_000, loop="repeat 999 times: add 1 to n"), "utf-8")
    state = cardrules.load(file).new_initial_state()
    state.apply_action("act")
    assert state.observation(0).variables["n"] == 1_002


@pytest.mark.parametrize("lay", ["lay top of stock on table", "lay first 0 of hand of actor on table"])
def test_laying_again_and_again_takes_no_more_room(tmp_path: Path, lay: str) -> None:
    """What is noted of a pile is bounded by its cards, however often cards are laid and taken away."""
    file = tmp_path / "laying.yaml"
    rules = RULES.replace("zones:\n", "zones:\n  table: {{piles: 2, faces: shown}}\n")
    rules = rules.replace("define:", "melds: {{set: {{same: rank, size: 2 or more}}}}\ndefine:")
    rules = rules.replace("packs: 16", "packs: 1")
    loop = f"repeat 3000 times:\n        {lay}\n        move cards of table to stock"
    file.write_text(rules.format(steps=1_000_000, loop=loop), "utf-8")
    state = cardrules.load(file).new_initial_state()
    state.apply_action("act")
    layings: list[tuple[int, ...]] = getattr(state.position, "g_table")  # noqa: B009
    assert max(map(len, layings)) <= 53  # one more than the pack has cards
