"""Traces: what they count, and that a game with a trace is the same game."""

from __future__ import annotations

import random

import pytest

from cardrules.interpreter.check.load import load_ruleset, load_text
from cardrules.interpreter.explanation.refusals.refusals import refusal
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.saving import position_data
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.program.coverage_points import points
from cardrules.interpreter.program.trace import Trace
from cardrules.interpreter.scenarios.coverage import merged, of_file
from cardrules.interpreter.scenarios.running import run_ruleset

RULES = """\
cardrules: 1
name: Small
players: 2
options:
  strict: {type: boolean, default: true}
  least: {type: integer, default: 3}
deck: {ranks: 2 3 4, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
define:
  by_option: 1 if strict else 2
  fits: {with: card c, is: rank of c >= rank of top of pile and not (c is 2C or strict and c is 2H)}
  unused_but_by_bots: size of hand
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    when: fits(card)
    do: |
      if strict: move card to pile
      else: move card to bottom of pile
  draw:
    phase: turn
    when: size of hand < least and (not strict or stock is not empty)
    do: draw by_option
  pass: {phase: turn}
effects:
  out: {on: play, when: hand is empty, do: actor wins}
limits: {turns: 50, result: nobody wins}
bots: {value: unused_but_by_bots}
scenarios:
"""

MELDS = """\
melds:
  three: {same: rank, size: 3}
  pair: {same: rank, size: 2}
"""

COUNT = """\
  count:
    phase: turn
    do: |
      add size of (sets of 2 or more of hand
        where it is a three or total value over it is 4 and it is a pair) to score
"""


def seen(scenarios: str, rules: str = RULES) -> dict[str, tuple[int, int]]:
    loaded = load_text(rules + scenarios, "small.yaml")
    report = run_ruleset(loaded, "small.yaml", watch=True)
    assert report.ok, report
    assert report.coverage is not None
    return {
        f"{point.address}: {point.text}" if point.kind == "condition" else point.text: counts
        for point, counts in report.coverage
        if point.kind != "statement"
    }


def test_points_are_rules_and_conditions_that_options_do_not_decide() -> None:
    assert list(seen("  none: {tests: []}\n".replace("[]", "[{legal: [draw, pass]}]"))) == [
        "define.fits",
        "actions.play",
        "actions.draw",
        "actions.pass",
        "effects.out",
        "define.fits.is: rank of c >= rank of top of pile",
        "define.fits.is: c is 2C",
        "define.fits.is: c is 2H",
        "actions.play.when: fits(card)",
        "actions.draw.when: size of hand < least",
        "actions.draw.when: stock is not empty",
        "effects.out.when: hand is empty",
    ]


def test_what_is_counted() -> None:
    found = seen(
        "  one:\n"
        "    given: {pile: 3C, hand: [2H 3H 4C, 1]}\n"
        "    tests:\n"
        "      - play: play 3H\n"
        "        then: {actor: 1}\n"
    )
    assert found["actions.play"] == (1, 0)
    assert found["actions.draw"] == (0, 0)
    assert found["effects.out"] == (0, 0)
    assert found["effects.out.when: hand is empty"] == (0, 1)
    assert found["actions.draw.when: size of hand < least"] == (0, 1)
    assert found["actions.draw.when: stock is not empty"] == (0, 0)
    assert found["define.fits.is: rank of c >= rank of top of pile"] == (2, 1)
    assert found["define.fits.is: c is 2C"] == (0, 2)


def test_what_is_counted_of_sets_that_a_search_passes_over() -> None:
    """A search finds the sets for which a part of `or` holds; for others no part holds."""
    rules = RULES.replace("define:", f"{MELDS}define:").replace("  pass:", f"{COUNT}  pass:")

    def counted(hand: str) -> list[tuple[int, int]]:
        given = f"  one: {{given: {{hand: [{hand}, 1]}}, tests: [{{play: count}}]}}\n"
        found = seen(given, rules)
        parts = ("it is a three", "total value over it is 4", "it is a pair")
        return [found[f"actions.count.do: {part}"] for part in parts]

    assert counted("2C 3H 4C") == [(0, 1), (0, 1), (0, 0)]
    assert counted("2C 2H 4C") == [(0, 2), (1, 1), (1, 0)]


def test_what_is_counted_of_a_condition_that_is_asked_of_many_cards_at_once() -> None:
    """Each part is counted for the cards that it is asked about, and not at all if there are none."""
    low = "  low: hand where rank of it <= 3 and not (suit of it is hearts or even(it))\n"
    even = "  even: {with: card c, is: c is 2C or c is 4C}\n"
    rules = RULES.replace("  unused_but_by_bots:", f"{low}{even}  unused_but_by_bots:")
    rules = rules.replace("  pass:", "  count: {phase: turn, do: add size of low to score}\n  pass:")

    def counted(hand: str) -> list[tuple[int, int]]:
        found = seen(f"  one: {{given: {{hand: ['{hand}', 1]}}, tests: [{{play: count}}]}}\n", rules)
        parts = ("low.is: rank of it <= 3", "low.is: suit of it is hearts", "low.is: even(it)")
        more = ("even.is: c is 2C", "even.is: c is 4C")
        return [found["define.even"], *(found[f"define.{part}"] for part in (*parts, *more))]

    assert counted("2C 3C 2H 4C") == [(2, 0), (3, 1), (1, 2), (1, 1), (1, 1), (0, 1)]
    assert counted("") == [(0, 0)] * 6


def test_what_a_rule_does_before_and_after_a_question_is_counted_once() -> None:
    waiting = "  give:\n    phase: turn\n    do: |\n      draw 1\n      ask actor to pass\n      draw 1\n"
    loaded = load_text(
        RULES.replace("  pass:", f"{waiting}  pass:") + "  a: {tests: [{play: [give, pass]}]}\n", "small.yaml"
    )
    report = run_ruleset(loaded, "small.yaml", watch=True)
    assert report.coverage is not None
    counts = [yes for point, (yes, _) in report.coverage if point.address == "actions.give.do"]
    assert counts == [1, 1, 1]


def test_the_parts_of_several_suites_are_added_up() -> None:
    loaded = load_text(RULES + "  a: {tests: [{play: pass}]}\n", "small.yaml")
    report = run_ruleset(loaded, "small.yaml", watch=True)
    assert report.coverage is not None
    (both,) = merged([report.coverage, report.coverage])
    assert [yes for point, (yes, _) in both if point.text == "actions.pass"] == [2]
    assert both.percent == report.coverage.percent
    assert len(list(both.missed())) == len(list(report.coverage.missed())) > 0


def test_a_child_is_measured_by_its_own_file() -> None:
    report = run_ruleset(load_ruleset("gin_rummy_three"), "gin_rummy_three", watch=True)
    assert report.coverage is not None
    assert {point.address for point, _ in report.coverage} >= {"define.settle_up", "define.heir"}
    assert not any(point.address == "actions.knock" for point, _ in report.coverage)


def test_what_is_done_after_a_trick_is_reported_where_it_is_written() -> None:
    ruleset = load_ruleset("french_tarot").ruleset
    assert ruleset is not None
    addresses = {point.address for point in points(ruleset)}
    assert "tricks.do" in addresses
    assert "phases.trick_taking.after" not in addresses


@pytest.mark.parametrize("name", ["gin_slaughtre", "durak", "loba_de_menos"])
def test_a_game_with_a_trace_is_the_same_game(name: str) -> None:
    loaded = load_ruleset(name)
    assert loaded.ruleset is not None
    trace = Trace(points(loaded.ruleset))
    plain, watched = Rules(loaded, name), Rules(loaded, name, trace=trace)
    chance = random.Random(3)
    builds = [plain.machine, watched.machine, plain.bare, watched.bare]
    cores = [
        initial_position(watched if build in (watched.machine, watched.bare) else plain, build, 5) for build in builds
    ]
    for build, position in zip(builds, cores, strict=True):
        build.advance(position, START_OF_DEAL)
    for _ in range(150):
        if cores[0].pc < 0:
            break
        legal = [build.legal[c.pc](c) for build, c in zip(builds, cores, strict=True)]
        assert legal[0] == legal[1] == legal[2] == legal[3]
        action = chance.choice(legal[0])
        for build, position in zip(builds, cores, strict=True):
            build.play(position, action)
        assert position_data(cores[0]) == position_data(cores[1])
        assert position_data(cores[2]) == position_data(cores[3])
    assert of_file(trace, str(loaded.resolved.tree.span.file)).percent > 30


def test_the_reason_of_a_refusal_passes_no_point() -> None:
    loaded = load_ruleset("uno")
    assert loaded.ruleset is not None
    trace = Trace(points(loaded.ruleset))
    rules = Rules(loaded, "uno", trace=trace)
    position = initial_position(rules, rules.machine, 5)
    rules.machine.advance(position, START_OF_DEAL)
    trace.passed()
    reasons = [str(refusal(rules, position, [], f"play {card}", "play")) for card in rules.program.pack.text]
    assert any("does not fit" in reason for reason in reasons)
    assert not trace.passed()
