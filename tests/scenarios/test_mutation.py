"""Small changes to rules, and whether scenarios notice them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cardrules.cli.commands.test import command
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.scenarios.games import Games
from cardrules.interpreter.scenarios.mutation import OPERATORS, Mutant, Trial, mutants
from cardrules.interpreter.scenarios.scenario import read_scenarios

RULES = """\
cardrules: 1
name: Small
players: 2
deck: {ranks: 2 3 4, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand with highest rank}
    when: rank of card >= rank of top of pile and pile is not empty
    do: |
      move card to pile
      if size of hand < 1: actor wins
  pass: {phase: turn}
limits: {turns: 50, result: nobody wins}
bots: {prefer: [play], value: 3 - size of hand}
scenarios:
  one:
    given: {pile: 3C, hand: [3H 4C, 2C], rest: stock}
    tests:
      - legal: [play 4C, pass]
      - play: play 4C
        then: {pile: 3C 4C, hand: [3H, 2C], actor: 1}
  two:
    given: {pile: 4H, hand: [4C, 2C], rest: stock}
    tests:
      - play: play 4C
        then: {winner: 0}
"""


def changes() -> list[Mutant]:
    rules = load_text(RULES, "small.yaml").ruleset
    assert rules is not None
    return mutants(rules)


def told(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.operator, mutant.before, mutant.after


def test_what_is_changed() -> None:
    found = changes()
    assert [told(each) for each in found] == [
        ("extreme", "hand with highest rank", "hand with lowest rank"),
        ("when", "rank of card >= rank of top of pile and pile is not empty", ""),
        (
            "and/or",
            "rank of card >= rank of top of pile and pile is not empty",
            "rank of card >= rank of top of pile or pile is not empty",
        ),
        ("bound", "rank of card >= rank of top of pile", "rank of card > rank of top of pile"),
        ("extreme", "top of pile", "bottom of pile"),
        ("not", "pile is not empty", "pile is empty"),
        ("statement", "move card to pile", ""),
        ("statement", "if size of hand < 1: actor wins", ""),
        ("bound", "size of hand < 1", "size of hand <= 1"),
        ("number", "1", "2"),
        ("statement", "actor wins", ""),
        ("number", "50", "51"),
        ("statement", "nobody wins", ""),
    ]
    assert {each.operator for each in found} == set(OPERATORS)
    text = RULES
    for each in found:
        assert text[each.span.start : each.span.end].split()[0] in each.before


def test_what_is_noticed() -> None:
    loaded = load_text(RULES, "small.yaml")
    assert loaded.ruleset is not None
    games = Games(loaded, "small.yaml")
    trial = Trial(games, read_scenarios(loaded.ruleset.scenarios))
    unnoticed = [told(each) for each in changes() if trial.notices(each) is False]
    assert unnoticed == [
        ("when", "rank of card >= rank of top of pile and pile is not empty", ""),
        (
            "and/or",
            "rank of card >= rank of top of pile and pile is not empty",
            "rank of card >= rank of top of pile or pile is not empty",
        ),
        ("extreme", "top of pile", "bottom of pile"),
        ("number", "50", "51"),
        ("statement", "nobody wins", ""),
    ]


@pytest.mark.parametrize(
    ("text", "address"),
    [("open and pile is not empty", "actions.pass.when"), ("may_pass", "define.may_pass.is")],
)
def test_what_an_option_settles_is_noticed_as_well(text: str, address: str) -> None:
    # With the option off, nothing of this condition is looked at in play.
    rules = RULES.replace("  pass: {phase: turn}", f"  pass: {{phase: turn, when: {text}}}")
    more = """\
options: {open: {type: boolean, default: false}}
define: {may_pass: open and pile is not empty}
deck:"""
    rules = rules.replace("legal: [play 4C, pass]", "legal: [play 4C]").replace("deck:", more)
    loaded = load_text(rules, "small.yaml")
    assert loaded.ruleset is not None
    trial = Trial(Games(loaded, "small.yaml"), read_scenarios(loaded.ruleset.scenarios))
    found = [each for each in mutants(loaded.ruleset) if each.address == address]
    noticed = {each.operator: trial.notices(each) for each in found}
    assert noticed == {"and/or": True, "not": False} | ({} if text == "may_pass" else {"when": True})


def test_a_mutant_that_the_checker_refuses_is_left_out() -> None:
    text = RULES.replace("a card from hand with highest rank", "a card from hand")
    text = text.replace("size of hand < 1", "size of hand div 1 < 1 - 0")
    loaded = load_text(text.replace("div 1", "mod (0 - 1)"), "small.yaml")
    assert loaded.ruleset is not None
    trial = Trial(Games(loaded, "small.yaml"), read_scenarios(loaded.ruleset.scenarios))
    verdicts = {told(each): trial.notices(each) for each in mutants(loaded.ruleset)}
    assert None in verdicts.values()


def test_the_command_lists_survivors(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(RULES)
    result = CliRunner().invoke(command, [str(file), "--mutate"])
    assert result.exit_code == 0
    assert "warning CR903: No scenario fails if `50` becomes `51` (limits.turns)." in result.output
    assert result.output.endswith("11 changes to the rules tried, 6 noticed by scenarios.\n")
    file.write_text(RULES.replace("winner: 0", "winner: 1"))
    result = CliRunner().invoke(command, [str(file), "--mutate"])
    assert "no changes are tried before its tests pass" in result.output
