"""Rules that do not end, and games in which nobody can act: clean errors with their place."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.analysis.costs import Costs
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.memory import Memory

from ..pace import within

HEAD = """\
cardrules: 1
name: Limits
summary: Goes wrong.
players: 2
deck: {ranks: A 2 3, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
variables:
  count: {type: number, start: 0}
deal:
  do: deal 1 each to hand
  after: add 1 to score of dealer
phases:
  turn: {players: in turn from dealer}
match: {deals: 2, winner: highest}
limits: {turns: 20, steps: 1000, result: end deal}
actions:
"""

Make = Callable[[str], cardrules.Game]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(actions: str) -> cardrules.Game:
        file = tmp_path / "limits.yaml"
        file.write_text(HEAD + actions, encoding="utf-8")
        return cardrules.load(file)

    return made


ENDLESS = """\
  wait: {phase: turn, do: count becomes 1}
  spin:
    phase: turn
    do: |
      count becomes 2
      repeat until count is 0:
        add 1 to count
"""


@pytest.mark.parametrize(
    "loop",
    [
        "repeat 1000000000 times: add 1 to count",
        "for each k in 1 to 1000000000: add 1 to count",
        "repeat 100000 times:\n        repeat 100000 times: add 1 to count",
    ],
)
def test_no_loop_outlasts_the_budget(make: Make, loop: str) -> None:
    actions = f"  spin:\n    phase: turn\n    do: |\n      {loop}\n"
    state = make(actions).new_initial_state()
    with pytest.raises(cardrules.StepBudgetError, match="the loop does not end"):
        state.apply_action("spin")


NESTED = """\
  spin: {phase: turn, do: outer}
define:
  inner: {do: "for each k in 1 to 900: add 1 to count"}
  middle: {do: "for each k in 1 to 900: inner"}
  outer: {do: "for each k in 1 to 900: middle"}
"""


def test_loops_of_deeds_in_loops_share_one_budget(make: Make) -> None:
    state = make(NESTED).new_initial_state()
    line = (HEAD + NESTED).splitlines().index(NESTED.splitlines()[2]) + 1
    with pytest.raises(cardrules.StepBudgetError, match=rf"limits.yaml:{line}:16: the loop"):
        state.apply_action("spin")


@pytest.mark.parametrize(
    "loop",
    [
        "repeat 1000000000 times:\n        if count is 1: ask actor to wait",
        "for each k in 1 to 1000000000:\n        if count is 1: ask actor to wait",
        "repeat until count is 1:\n        if count is 1: ask actor to wait",
        "repeat 900 times:\n        sleep",
        "for each k in 1 to 900:\n        sleep",
    ],
)
def test_a_loop_that_may_ask_but_does_not_draws_on_the_budget(make: Make, loop: str) -> None:
    actions = f"""\
  spin:
    phase: turn
    do: |
      {loop}
  wait: {{}}
define:
  sleep:
    do: |
      for each k in 1 to 900:
        if count is 1: ask actor to wait
"""
    state = make(actions).new_initial_state()
    with pytest.raises(cardrules.StepBudgetError, match=r"limits.yaml:\d+:\d+: the loop"):
        state.apply_action("spin")


def test_a_decision_starts_the_budget_anew(make: Make) -> None:
    actions = """\
  spin:
    phase: turn
    do: |
      for each k in 1 to 5:
        for each m in 1 to 900: add 1 to count
        ask actor to wait
  wait: {}
"""
    state = make(actions).new_initial_state()
    state.apply_action("spin")
    for done in range(1, 6):
        assert state.observation(0).variables["count"] == done * 900
        state.apply_action("wait")


@pytest.mark.parametrize(
    "statement",
    [
        "deal 1000000000 each to hand",
        "deal 1000000000 to stock",
        "draw 1000000000 from stock to stock",
        "opponent draws 1000000000",
    ],
)
def test_no_more_cards_are_drawn_than_there_are(make: Make, statement: str) -> None:
    state = make(f"  spin: {{phase: turn, do: {statement}}}\n").new_initial_state()
    state.apply_action("spin")
    assert len(state.history()) == 1


def test_drawing_for_ever_draws_on_the_budget(make: Make) -> None:
    loop = "  spin: {phase: turn, do: draw until count is 1 from stock to stock}\n"
    with pytest.raises(cardrules.StepBudgetError, match=r"limits.yaml:\d+:27: the loop"):
        make(loop).new_initial_state().apply_action("spin")


@pytest.mark.parametrize("product", ["count * count", "count + count", "0 - count * count"])
def test_no_number_grows_for_ever(make: Make, product: str) -> None:
    actions = f"""\
  spin:
    phase: turn
    do: |
      count becomes 2
      repeat 500 times: count becomes {product}
"""
    with pytest.raises(cardrules.StepBudgetError, match=r"limits.yaml:\d+:\d+: a number of more"):
        make(actions).new_initial_state().apply_action("spin")


def test_an_effect_that_never_ends_is_stopped_at_its_line(make: Make) -> None:
    state = make(ENDLESS).new_initial_state()
    state.apply_action("wait")
    before = state.to_json()
    line = (HEAD + ENDLESS).splitlines().index("      repeat until count is 0:") + 1
    with pytest.raises(cardrules.StepBudgetError, match=rf"limits.yaml:{line}:7: "):
        state.apply_action("spin")
    assert state.to_json() == before
    assert [str(action) for action in state.history()] == ["wait"]
    state.apply_action("wait")  # the game goes on as if nothing had happened


def test_a_loop_within_its_budget_is_none(make: Make) -> None:
    loop = ENDLESS.replace("count is 0", "count is 900")
    state = make(loop).new_initial_state()
    state.apply_action("spin")
    assert state.observation(0).variables["count"] == 900


def test_phases_that_follow_one_another_for_ever_are_stopped(tmp_path: Path) -> None:
    file = tmp_path / "circle.yaml"
    circle = HEAD.replace(
        "phases:\n  turn: {players: in turn from dealer}\n",
        "phases:\n"
        "  first: {players: in turn, until: count is 0, next: second}\n"
        "  second: {players: in turn, until: count is 0, next: first}\n",
    )
    file.write_text(circle + "  pass: {phase: [first, second]}\n", encoding="utf-8")
    game = cardrules.load(file)
    with pytest.raises(cardrules.StepBudgetError, match="without end or decision"):
        game.new_initial_state()


def test_a_phase_in_which_nobody_can_act_is_reported_with_its_place(make: Make) -> None:
    state = make("  play: {phase: turn, choose: {card: a card from hand}, do: move card to stock}\n").new_initial_state(
        dealer=0
    )
    for _ in range(2):
        state.apply_raw(state.raw_legal_actions()[0])
    with pytest.raises(cardrules.RulesetError) as failure:
        state.legal_actions()
    (problem,) = failure.value.diagnostics
    assert problem.code == "CR801"
    assert "Player 0 has no legal action in the phase 'turn'" in problem.message
    line = HEAD.splitlines().index("  turn: {players: in turn from dealer}") + 1
    assert f":{line}:" in str(failure.value)
    assert problem.help
    with pytest.raises(cardrules.RulesetError):
        state.apply_action("play AC")


def test_the_limit_on_turns_ends_a_deal(make: Make) -> None:
    state = make("  pass: {phase: turn}\n").new_initial_state(dealer=0)
    for _ in range(20):
        assert state.observation(0).deal == 1
        state.apply_action("pass")
    assert state.observation(0).deal == 2
    for _ in range(20):
        state.apply_action("pass")
    assert state.is_terminal()


# ---------------------------------------------------------------------------------- melds

MELDS = """\
cardrules: 1
name: Melds
summary: Too many to find.
players: 2
deck:
  ranks: A 2 3 4 5 6 7 8 9 T J Q K
  suits: clubs diamonds hearts spades
  packs: 2
  jokers: 6
zones:
  stock: {faces: hidden}
  table: {faces: shown, piles: true}
  hand:  {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 26 each to hand
phases:
  turn: {players: in turn from dealer}
match: {winner: highest}
limits: {turns: 20, steps: 1000, result: nobody wins}
"""

ANYTHING = "{any: {size: 3 or more}}"
ALL_WILD = "{run: {same: suit, consecutive: rank, size: 3 or more, wild: A 2 3 4 5 6 7 8 joker}}"
WILD = "{set: {same: rank, size: 3 or more, wild: joker}}"


@pytest.mark.sample(2)
@pytest.mark.parametrize("melds", [ANYTHING, ALL_WILD])
@pytest.mark.parametrize(
    "action",
    [
        "{phase: turn, do: add deadwood of hand to score of actor}",
        "{phase: turn, do: move loose of hand to stock}",
        "{phase: turn, when: deadwood of hand <= 3}",
        "{phase: turn, choose: {card: a card from hand}, when: deadwood of (hand - card) <= 3}",
        "{phase: turn, choose: {cards: a MELD from hand}, do: lay cards on table}",
    ],
)
def test_melds_that_are_too_many_end_in_the_budget(tmp_path: Path, melds: str, action: str) -> None:
    file = tmp_path / "melds.yaml"
    name = melds[1:4]
    rules = f"{MELDS}melds: {melds}\nactions:\n  go: {action.replace('MELD', name)}\n"
    file.write_text(rules + "  pass: {phase: turn}\n", encoding="utf-8")
    line = len(rules.splitlines())
    stopped = pytest.raises(cardrules.StepBudgetError, match=rf"melds.yaml:{line}: finding melds")
    with within(10), stopped:
        always_the_first(cardrules.load(file).new_initial_state())


def always_the_first(state: cardrules.State) -> None:
    for _ in range(9):
        state.apply_action(state.legal_actions()[0])


NESTED_VALUES = """\
define:
  one: {with: card c, is: size of (hand where value of it > value of c)}
  two: {with: card c, is: size of (hand where one(it) > one(c))}
  three: {with: card c, is: size of (hand where two(it) > two(c))}
  four: {with: card c, is: size of (hand where three(it) > three(c))}
"""


@pytest.mark.parametrize(
    ("choose", "when"),
    [
        ("{these: 1 to 4 cards from hand, those: 1 to 4 cards from hand}", "size of those > 9"),
        (
            "{m1: a card from hand, m2: a card from hand, m3: a card from hand, m4: a card from hand}",
            "value of m1 + value of m2 + value of m3 + value of m4 > 999",
        ),
        ("{these: a run from hand, those: a run from hand}", "size of those > 9"),
        ("{wager: a number from 1 to 1000000000}", "wager > 999999999"),
        ("{m: a card from hand}", "four(m) > 99"),
        ("{m: a card from hand}", "total (total four(m) over hand) over hand > 99"),
    ],
)
def test_no_list_of_actions_is_without_end(tmp_path: Path, choose: str, when: str) -> None:
    file = tmp_path / "melds.yaml"
    rules = f"{MELDS}melds: {ALL_WILD}\n{NESTED_VALUES}actions:\n"
    rules += f"  go: {{phase: turn, choose: {choose}, when: '{when}'}}\n  pass: {{phase: turn}}\n"
    file.write_text(rules, encoding="utf-8")
    state = cardrules.load(file).new_initial_state()
    stopped = pytest.raises(cardrules.StepBudgetError, match=r"melds.yaml:\d+:")
    with within(5), nullcontext() if when == "four(m) > 99" else stopped:  # that one ends: hands are small
        state.legal_actions()


def test_nested_values_within_the_budget_can_be_asked_for_again(tmp_path: Path) -> None:
    file = tmp_path / "nested.yaml"
    rules = f"{MELDS}{NESTED_VALUES}actions:\n"
    rules += "  go: {phase: turn, choose: {m: a card from hand}, when: two(m) >= 0}\n"
    file.write_text(rules.replace("steps: 1000", "steps: 10000"), encoding="utf-8")
    state = cardrules.load(file).new_initial_state()
    for _ in range(3):
        assert state.clone().legal_actions()


def test_what_was_found_is_forgotten_before_it_fills_the_memory() -> None:
    memory: Memory[int, int] = Memory(lambda number: number % 7, 100, lambda value: 1 + value)
    for number in range(1000):
        assert memory[number] == number % 7
        assert sum(1 + value for value in memory.values()) <= 100
        assert number in memory


def test_looking_at_the_same_position_again_costs_nothing(tmp_path: Path) -> None:
    file = tmp_path / "melds.yaml"
    action = "{phase: turn, choose: {card: a card from hand}, when: deadwood of (hand - card) >= 0}"
    file.write_text(f"{MELDS}melds: {WILD}\nactions:\n  go: {action}\n", encoding="utf-8")
    state = cardrules.load(file).new_initial_state()
    state.clone().legal_actions()
    before = state.position.work
    for _ in range(100):
        state.clone().legal_actions()
    assert state.position.work == before


def test_a_list_costs_as_much_as_it_has_members(make: Make) -> None:
    """Lists are not as long as the pack, whether they have a name or not."""
    game = make(
        "  go: {phase: turn, do: count becomes 1}\n"
        "define:\n"
        "  few: '[1, 2, 3]'\n"
        "  named: {is: 'total it over few'}\n"
        "  written: {is: 'total it over [1, 2, 3]'}\n"
        "  cards: {is: 'total value over hand of players'}\n"
    )
    costs = Costs(rules_of(game).program)
    named, written, cards = (
        costs.cost(value)
        for name in ("named", "written", "cards")
        if (value := rules_of(game).program.definitions[name].value) is not None
    )
    assert max(named, written) < cards
