"""What is said about a test that fails: the rules that decided, and expectations written anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.play.state import State
from cardrules.interpreter.scenarios.failures import account, contents
from cardrules.interpreter.scenarios.running import run_ruleset, run_suite
from cardrules.interpreter.scenarios.updating import update

RULES = """\
cardrules: 1
name: Small
players: 2
deck: {ranks: 2 3 4, suits: clubs hearts, jokers: 1}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  table: {faces: shown, piles: true}
  hand:  {each: player, faces: owner}
variables:
  held:  {type: card}
  count: {type: number, each: player}
  gone:  {type: players}
phases:
  turn:
    players: in turn from eldest
    steps: [drawing, playing]
actions:
  draw: {phase: drawing, do: draw 1}
  play:
    phase: playing
    choose: {card: a card from hand}
    when: rank of card >= rank of top of pile and card is not a joker
    do: |
      move card to pile
      held becomes card
  lay:
    phase: playing
    choose: {cards: 2 or more cards from hand}
    do: lay cards on table
  pass: {phase: playing}
effects:
  four: {on: play, when: rank of card is 4, do: play again}
  counted: {on: [play, lay], do: add 1 to count of actor}
  out: {on: [play, lay], when: hand is empty, do: actor wins}
  done: {on: pass, do: gone becomes gone + actor}
limits: {turns: 50, result: nobody wins}
scenarios:
  one:
    given: {phase: playing, pile: 3C, hand: [2H 3H 4C, 2C], rest: stock}
    tests:
"""


def failed(test: str, rules: str = RULES):
    text = f"{rules}      - {test}\n"
    report = run_ruleset(load_text(text, "small.yaml"), "small.yaml")
    assert not report.diagnostics, report.diagnostics
    (found,) = report.failed
    return found, Source("small.yaml", text)


@pytest.mark.parametrize(
    ("test", "decided"),
    [
        ("{legal: [pass]}", ["rank of card >= rank of top of pile", "card is not a joker"]),
        ("{includes: play 2H}", ["rank of card >= rank of top of pile", "card is not a joker"]),
        ("{includes: draw}", ["actions.draw"]),
        ("{excludes: pass}", ["actions.pass"]),
        ("{play: play 2H}", ["rank of card >= rank of top of pile", "card is not a joker"]),
        ("{play: play 3H, then: {pile: 0}}", ["move card to pile"]),
        ("{play: play 3H, then: {hand: [0, ...]}}", ["move card to pile"]),
        ("{play: play 3H, then: {held: 2C}}", ["held becomes card"]),
        ("{play: play 3H, then: {count: [0, 0]}}", ["add 1 to count of actor"]),
        ("{play: lay 2H 3H, then: {table: 0}}", ["lay cards on table"]),
        ("{play: play 4C, then: {actor: 1}}", ["play again"]),
        ("{play: play 3H, then: {actor: 0}}", ["phases.turn"]),
        ("{play: lay 2H 3H 4C, then: {winner: 1}}", ["actor wins"]),
        ("{play: pass, then: {gone: []}}", ["gone becomes gone + actor"]),
        ("{play: pass, then: {pile: 0}}", []),
    ],
)
def test_the_rules_that_decided(test: str, decided: list[str]) -> None:
    found, _ = failed(test)
    ((_, points),) = account(found).decided
    assert [point.text for point in points][: len(decided) or None] == decided


def test_piles_of_a_position_have_their_numbers() -> None:
    rules = RULES.replace("piles: true", "piles: 3").replace("pile: 3C,", "table: [0, 4H],")
    found, _ = failed("{legal: 99}", rules)
    assert dict(account(found).position)["table"] == "#1 -, #2 4H"


def test_a_deal_that_has_begun_in_the_test_is_told() -> None:
    rules = RULES.replace("limits:", "match: {deals: 2}\nlimits:").replace(
        "  out: {", "  over: {on: pass, do: end deal}\n  out: {"
    )
    found, _ = failed("{play: pass, then: {pile: 3C}}", rules)
    assert ("deal", "2, which began in this test; `single_deal: true` ends the match first") in (
        account(found).position
    )
    found, _ = failed("{then: {pile: 4C}}", rules)
    assert "deal" not in dict(account(found).position)


def test_the_position() -> None:
    found, _ = failed("{play: [play 4C, lay 2H 3H], then: {count: [0, 0]}}")
    assert dict(account(found).position) == {
        "over": "seat 0 won",
        "stock": "4C Jo".replace("4C ", "4H "),
        "pile": "3C 4C",
        "table": "#1 2H 3H",
        "hand of seat 1": "2C",
        "held": "4C",
        "count": "[2, 0]",
    }


def test_what_a_position_keeps_of_suits_is_told_without_empty_entries() -> None:
    variables = """\
  doer:  {type: player}
  by:    {type: player, each: suit}
  twice: {type: boolean, each: rank}
  tally: {each: suit}
"""
    done = """\
      held becomes card
      doer becomes first of everybody
      by of hearts becomes doer
      twice of 3 becomes true
"""
    rules = RULES.replace("phases:\n", f"{variables}phases:\n", 1)
    rules = rules.replace("      held becomes card\n", done)
    found, _ = failed("{play: play 3H, then: {pile: 0}}", rules)
    position = dict(account(found).position)
    assert (position["doer"], position["by"]) == ("0", "{hearts: 0}")
    assert position["twice"] == "{3: true}"
    assert "tally" not in position


@pytest.mark.parametrize(
    ("test", "after"),
    [
        ("{legal: [pass]}", "{legal: [play 3H, play 4C,"),
        ("{legal: 1}", "{legal: 7}"),
        ("{play: play 3H, then: {pile: 0}}", "{pile: 2}"),
        ("{play: play 3H, then: {pile: ... 2C}}", "{pile: 3C 3H}"),
        ("{play: play 3H, then: {hand: [2H, ...]}}", "{hand: [2H 4C, ...]}"),
        ("{play: play 3H, then: {held: none, actor: 0}}", "{held: 3H, actor: 1}"),
        ("{play: lay 2H 3H, then: {table: []}}", "{table: [2H 3H]}"),
        ("{play: lay 2H 3H 4C, then: {winner: 1, over: false}}", "{winner: 0, over: true}"),
        ("{play: pass, then: {gone: []}}", "{gone: [0]}"),
        (
            "{play: play 4C, then: {phase: drawing, count: [0, 1]}}",
            "{phase: playing, count: [1, 0]}",
        ),
    ],
)
def test_expectations_written_anew(test: str, after: str) -> None:
    found, source = failed(test)
    new = update([found], source)
    assert after in new.text
    assert new.done
    assert not new.left
    assert run_ruleset(load_text(new.text, "small.yaml"), "small.yaml").ok


@pytest.mark.parametrize(
    "test",
    [
        "{play: play 2H}",
        "{includes: draw}",
        "{excludes: pass}",
        "legal:\n          - pass\n          # a remark\n          - draw",
    ],
)
def test_what_a_person_must_look_at_is_left(test: str) -> None:
    found, source = failed(test)
    new = update([found], source)
    assert new.text == source.text
    assert new.left


SETTINGS = [
    (
        "hearts",
        ["single_deal: true", "given: {leader: 0, hand: [AC, 2C, 3C, 4C]}"],
        "play: [play AC, play 2C, play 3C, play 4C], then: {score: [9, 9, 9, 9]}",
    ),
    (
        "hearts",
        ["given: {leader: 0, hand: [AC, 2C, 3C, 4C]}"],
        "play: [play AC, play 2C, play 3C, play 4C], then: {score: [9, 9, 9, 9]}",
    ),
    ("oh_hell", ["players: 3", "seed: 4", "dealer: 1", "deal: 3"], "then: {actor: 1}"),
    ("gin_slaughtre", ["options: {refill_to: 6}", "seed: 2"], "then: {stock: 0}"),
    ("gin_rummy", ["single_deal: true", "deck: AC 2D"], "then: {stock: 0}"),
]


@pytest.mark.parametrize(("name", "setting", "test"), SETTINGS)
def test_the_account_is_of_the_game_that_was_tested(name: str, setting: list[str], test: str) -> None:
    """The test was played again without a setting of its scenario, so another game was told."""
    lines = "".join(f"    {line}\n" for line in setting)
    text = f"cardrules_suite: 1\nruleset: {name}\nscenarios:\n  one:\n{lines}"
    report = run_suite(Source("one.yaml", f"{text}    tests:\n      - {{{test}}}\n"))
    assert not report.diagnostics, report.diagnostics
    (found,) = report.failed
    assert found.played is not None
    start = State.begun(found.played.setting.game, found.played.setting.opening())
    state = start.clone()
    for line in found.played.test.play:
        state.apply_action(line.text)
    told, there = account(found).position, tuple(contents(state))
    assert told[-len(there) :] == there
    assert ("deal" in dict(told)) == (state.position.deal > start.position.deal)


DUELS = """\
cardrules: 1
name: Duels
players: 2
deck: {ranks: 2 3 4, suits: clubs hearts}
zones: {stock: {faces: hidden}, pile: {faces: shown}, hand: {each: player}}
variables: {second: {type: player, internal: true}, count: {}}
phases:
  duel:
    players: each once
    before: second becomes left of dealer
    turn: {before: add 1 to count}
actions:
  play: {phase: duel, choose: {card: a card from hand}, do: move card to pile}
effects: {ends: {on: play, when: actor is second, do: actor wins}}
scenarios:
  one:
    given: {hand: [2H 3H, 2C 3C], actor: 0}
    tests:
"""


def test_what_a_position_leaves_out_is_told() -> None:
    """A position lies after `before`, whose variables are then nobody; a failure was silent."""
    found, _ = failed("{play: play 2H, then: {pile: 2C, winner: 1}}", DUELS)
    told = account(found)
    assert dict(told.position)["given"] == (
        "the position comes after 'phases.duel.before' and 'phases.duel.turn.before', which were not done"
    )
    assert told.nobody == ("second",)
    found, _ = failed("{play: play 2H, then: {pile: 2C}}", DUELS.replace("{hand", "{second: 1, hand"))
    assert account(found).nobody == ()


def test_the_rule_by_which_somebody_left_is_told() -> None:
    path = Path(__file__).parent / "suites" / "two_lists.yaml"
    rules = path.read_text("utf-8") + "      - {play: [go, pass], then: {away: [1]}}\n"
    report = run_ruleset(load_text(rules, "two_lists.yaml"), "two_lists.yaml")
    (found,) = report.failed
    assert found.differences[0].actual == "seat 0"
    assert [each.text for each in account(found).decided[0][1]] == ["actor leaves"]
    source = Source("two_lists.yaml", rules)
    assert "away: [0]}}" in update(report.failed, source).text


@pytest.mark.parametrize(
    ("piles", "failed"),
    [
        ("[2H 3H, ...]", ""),
        ("[2H 3H, 2C 4C, ...]", ""),
        ("[...]", ""),
        ("[..., 2C 4C]", ""),  # before the end it is a pile of any cards
        ("[2H 3H, 2C 4C, 3C, ...]", "3 piles or more | 2 piles"),
        ("[2H 3H, 2C, ...]", "2C | 2C 4C"),
    ],
)
def test_dots_at_the_end_of_a_list_of_piles_are_any_further_piles(piles: str, failed: str) -> None:
    given = RULES.replace("pile: 3C, hand: [2H 3H 4C, 2C]", "table: [2H 3H, 2C 4C], hand: [4H, 3C]")
    report = run_ruleset(load_text(f"{given}      - then: {{table: {piles}}}\n", "small.yaml"), "small.yaml")
    assert not report.diagnostics, report.diagnostics
    told = [f"{each.expected} | {each.actual}" for test in report.failed for each in test.differences]
    assert told[:1] == ([failed] if failed else [])
