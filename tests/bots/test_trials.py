"""Trial games: they find known faults, and their seeds reproduce the faults."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardrules.cli.commands.check import command
from cardrules.cli.commands.new import command as new
from cardrules.interpreter.authoring.pairwise import combine
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.authoring.trials import Setting, Trials, settings
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.view import Bot
from cardrules.interpreter.check.load import load_ruleset, load_text
from cardrules.interpreter.diagnostics import Diagnostic
from cardrules.interpreter.scenarios.games import Games
from cardrules.interpreter.scenarios.scenario import read_scenarios
from cardrules.interpreter.scenarios.suite import opened
from cardrules.rulesets import bundled

SUITES = Path(__file__).parents[1] / "rulesets" / "suites"

RULES = """\
cardrules: 1
name: Small
players: {least: 2, most: 3}
options:
  strict: {type: boolean, default: false}
  dealt:  {type: integer, default: 3, minimum: 1, maximum: 4}
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
variables:
  leader: {type: player}
  count:  {type: number}
deal:
  do: |
    shuffle stock
    deal dealt each to hand
    deal 1 to pile
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    when: CONDITION
    do: |
      move card to pile
      leader becomes actor
  draw:
    phase: turn
    when: stock is not empty
    do: draw 1
  pass: {phase: turn}
effects:
  out: {on: play, when: hand is empty, do: actor wins}
limits: {turns: 60, result: players with lowest size of hand of it wins}
bots: {prefer: [play, draw], value: 0 - size of hand}
"""
GOOD = RULES.replace("CONDITION", "not strict or rank of card > 3 or rank of card >= rank of top of pile").replace(
    "leader becomes actor", "leader becomes actor\n      count becomes size of hand of leader"
)


def found(text: str, games: int = 10) -> dict[str, str]:
    return {each.code: each.message for each in diagnostics(text, games)}


def diagnostics(text: str, games: int = 20) -> list[Diagnostic]:
    loaded = load_text(text, "small.yaml")
    assert loaded.failure() is None, loaded.diagnostics
    assert loaded.ruleset is not None
    scenarios = read_scenarios(loaded.ruleset.scenarios)
    trials = Trials(Games(loaded, "small.yaml"), "small.yaml", scenarios)
    for setting in settings(loaded):
        trials.play(setting, games, 0)
    return [each.diagnostic for each in trials.findings(complete=True)]


def test_nothing_is_found_in_a_good_game() -> None:
    assert found(GOOD) == {}


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("  pass: {phase: turn}\n", "", "CR801", "no legal action"),
        ("hand is empty, do", "size of hand > 9, do", "CR905", "effects.out is never reached"),
        ("not strict or", "pile is not empty and", "CR906", "`pile is not empty` is always true"),
        ("hand is empty, do", "size of pile > 20, do", "CR907", "of 5 games"),
        ("stock is not empty", "rank of top of stock > 5", "CR908", "Whether 'draw' is legal"),
        (
            "      move card",
            "      add size of hand of leader to count\n      move card",
            "CR909",
            "The game stops with an error",
        ),
        ("do: draw 1", "do: count becomes count", "CR910", "actions.draw changed nothing"),
    ],
)
def test_what_is_found(old: str, new: str, code: str, words: str) -> None:
    messages = found(GOOD.replace(old, new))
    assert code in messages, messages
    assert words in messages[code]


@pytest.mark.parametrize(
    ("do", "reported"),
    [
        ("told becomes hand has rank 5", True),
        ("if top of stock is 5H: told becomes true", True),
        ("for each p in players where 5H is in hand of it: add 1 to seen", True),
        ("for each c in hand: seen becomes position of rank of c", True),
        ("lay_down", True),  # a procedure that keeps it
        ("told becomes top of pile is 5H", False),
        ("seen becomes size of hand of left of actor", False),
        ("kept becomes top of stock", False),
        ("opener becomes owner of 5H", False),
        ("open becomes hand has rank 5", False),
    ],
)
def test_internal_variables_that_tell_hidden_cards(do: str, reported: bool) -> None:
    variables = """\
  told: {type: boolean, internal: true}
  seen: {internal: true}
  kept: {type: card, internal: true}
  opener: {type: player, start: eldest, internal: true}
  open: {type: boolean}
"""
    if do == "lay_down":
        variables += "define: {lay_down: {do: told becomes hand has rank 5}}\n"
    text = GOOD.replace("deal:\n", f"{variables}deal:\n", 1).replace("from eldest", "from opener")
    text = text.replace("      leader becomes actor", f"      leader becomes actor\n      {do}")
    loaded = load_text(text, "small.yaml")
    assert loaded.failure() is None, loaded.diagnostics
    trials = Trials(Games(loaded, "small.yaml"), "small.yaml")
    trials.play(next(iter(settings(loaded))), 0, 0)
    findings = [each.diagnostic.code for each in trials.findings(complete=False)]
    assert ("CR911" in findings) == reported


def test_an_error_in_what_may_be_chosen_is_found_there_and_not_at_the_last_statement() -> None:
    many = GOOD.replace("2 3 4 5 6 7 8 9", "2 to 20").replace("default: 3", "default: 18")
    many = many.replace("maximum: 4", "maximum: 19").replace("least: 2, most: 3", "least: 2, most: 2")
    action = """\
  give:
    phase: turn
    choose: {gift: 1 to 4 * size of pile cards from hand}
    do: |
      move gift to pile
      add 1 to count
"""
    text = many[: many.index("  play:")] + action + many[many.index("effects:") :]
    text = text.replace("[play, draw]", "[give]").replace("on: play", "on: give")
    loaded = load_text(text, "small.yaml")
    assert loaded.failure() is None, loaded.diagnostics
    trials = Trials(Games(loaded, "small.yaml"), "small.yaml")
    trials.play(next(iter(settings(loaded))), 1, 0)
    (finding,) = (each.diagnostic for each in trials.findings(complete=True))
    assert finding.code == "CR909"
    assert finding.message.endswith("offer fewer at once (actions.give).")
    assert text[finding.span.start :].startswith("give:")


def test_games_that_stop_tell_nothing_of_rules_that_they_do_not_reach() -> None:
    endless = "    do: |\n      move card to pile\n      repeat until hand is empty: add 1 to count\n"
    text = GOOD.replace("    do: |\n      move card to pile\n", endless)
    assert found(text).keys() == {"CR909"}


def test_an_error_in_a_position_that_is_only_possible_is_told_so() -> None:
    lost = "(hand of left of actor) has rank 9 and size of hand of leader > 9"
    text = GOOD.replace("  pass:", f"  rare: {{phase: turn, when: {lost}, do: draw 1}}\n  pass:")
    loaded = load_text(text, "small.yaml")
    assert loaded.failure() is None, loaded.diagnostics
    messages = set[str]()
    for seed in range(6):
        trials = Trials(Games(loaded, "small.yaml"), "small.yaml")
        trials.play(next(iter(settings(loaded))), 0, seed)
        messages |= {each.diagnostic.message for each in trials.findings(complete=False)}
    assert any("in a position that its player takes for possible" in each for each in messages)
    assert all("(actions.rare.when)" in each for each in messages)


def test_what_only_asks_somebody_is_not_idle() -> None:
    text = GOOD.replace("do: draw 1", "do: ask right of actor to nod or shake").replace(
        "actions:\n", "actions:\n  nod: {do: draw 1}\n  shake: {}\n"
    )
    assert "CR910" not in found(text)


RARE = GOOD.replace("players: {least: 2, most: 3}", "players: 3").replace(
    "hand is empty, do", "hand is empty or size of pile > 14, do"
)
SHOWN = """\
scenarios:
  fifteen:
    given: {pile: 14, hand: [9C 9H, 0, 0]}
    tests:
      - {play: play 9C, then: {winner: 0}}
"""


def test_what_a_scenario_shows_can_come_to_pass() -> None:
    assert "is never true in" in found(RARE)["CR906"]
    assert found(RARE + SHOWN) == {}
    other = SHOWN.replace("pile: 14, hand: [9C 9H, 0, 0]", "pile: 2, hand: [9C, 1, 1]")
    assert "games or in a scenario (effects.out.when)" in found(RARE + other)["CR906"]


@pytest.mark.parametrize(("games", "few"), [(1, "games are few"), (120, "")])
def test_what_is_said_of_a_rule_that_is_not_reached(games: int, few: str) -> None:
    """After few games the advice is to play more of them first."""
    for old, other, code, said in (
        ("hand is empty, do", "size of hand > 9, do", "CR905", "is never reached in "),
        ("hand is empty, do", "size of hand > 9, do", "CR906", "is never true in "),
        ("not strict or", "pile is not empty and", "CR906", "is always true in "),
    ):
        told = [each for each in diagnostics(GOOD.replace(old, other), games) if each.code == code]
        assert any(said in each.message for each in told), told
        for each in told:
            assert "Show it in a scenario" in (each.help or "")
            assert ("games are few: play more with '--games'" in (each.help or "")) == bool(few)


def test_a_comment_says_that_it_is_meant_so() -> None:
    few = GOOD.replace("players: {least: 2, most: 3}", "players: 3")
    idle = few.replace("do: draw 1", "do: count becomes count")
    comment = "  draw:  # cardrules: ignore CR910 a way to wait"
    assert "CR910" in found(idle)
    marked = idle.replace("  draw:", comment)
    assert found(marked).keys().isdisjoint({"CR910", "CR020"})
    assert survey("small.yaml", marked).diagnostics == ()
    assert set(found(few.replace("  draw:", comment))) == {"CR020"}


def test_a_finding_comes_about_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = GOOD.replace("stock is not empty", "not strict or rank of top of stock > 5")
    Path("small.yaml").write_text(text)
    result = CliRunner().invoke(command, ["small.yaml", "--games", "4"])
    assert (result.exit_code, "warning CR908" in result.stdout) == (1, True)
    help = next(line for line in result.stdout.splitlines() if "Reproduce it with" in line)
    again = shlex.split(help.partition(": cardrules check ")[2])
    assert "strict=true" in again
    result = CliRunner().invoke(command, again)
    assert (result.exit_code, "warning CR908" in result.stdout) == (1, True)
    assert "CR905" not in result.stdout


def test_a_finding_has_the_fewest_settings_and_a_position() -> None:
    text = GOOD.replace("  pass: {phase: turn}\n", "  pass: {phase: turn, when: not strict}\n")
    loaded = load_text(text, "small.yaml")
    trials = Trials(Games(loaded, "small.yaml"), "small.yaml")
    trials.play(Setting(3, {"strict": True, "dealt": 4}), 20, 0)
    (found,) = trials.findings(complete=False)
    assert found.diagnostic.code == "CR801"
    assert found.diagnostic.help is not None
    assert found.diagnostic.help.endswith("--set strict=true")
    assert "--players 2 " in found.diagnostic.help
    position = dict(found.position)
    assert {"actor", "hand of seat 0", "pile"} <= position.keys()
    assert "stock" not in position  # otherwise there would be a legal action


def test_wrong_calls_and_broken_files(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("cardrules: 1\nnaem: x\n")
    result = CliRunner().invoke(command, [str(tmp_path / "bad.yaml")])
    assert (result.exit_code, "CR101" in result.stderr) == (1, True)


def test_a_new_game_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(new, ["fresh"]).exit_code == 0
    result = CliRunner().invoke(command, ["fresh.yaml"])
    assert result.exit_code == 0, result.stdout


def test_settings_are_all_pairs_of_options_and_players() -> None:
    loaded = load_ruleset("durak")
    found = settings(loaded)
    assert [each.players for each in found[:7]] == [4, 2, 3, 5, 6, 7, 8]
    assert found[7].variant == "passing"
    assert len(found) < 60
    pairs = {(each.players, each.options["deck"]) for each in found}
    assert len(pairs) == 7 * 3


@pytest.mark.soak
@pytest.mark.parametrize("name", bundled())
def test_nothing_is_found_in_the_bundled_games(name: str, amount: Callable[[int, int], int]) -> None:
    most = amount(1 if name == "hearts" else 0, 1000)
    if not most:
        pytest.skip("a game that --soak plays")
    suite = opened(SUITES / f"{name}.yaml")
    assert suite.games is not None
    trials = Trials(suite.games, name, suite.all_scenarios)
    ways = settings(suite.games.loaded)
    for setting in ways[:most]:
        trials.play(setting, amount(1, 10), 0)
    assert trials.findings(complete=most >= len(ways)) == []


def test_decisions_with_very_many_actions_take_no_simulations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A simulation lists the actions of many decisions: minutes, where they are thousands."""
    text = RULES.replace("deal dealt each", "deal 15 each").replace("CONDITION", "1 is 1")
    text = text.replace("suits: clubs hearts", "suits: clubs diamonds hearts spades")
    text = text.replace("{card: a card from hand}", "{cards: 1 to 4 cards from hand}")
    text = text.replace("most: 3", "most: 2").replace("move card to", "move cards to")
    loaded = load_text(text, "small.yaml")
    made: list[str] = []

    def noted(name: str, seed: int, budget: int) -> Bot:
        made.append(name)
        return make_bot(name, seed, budget)

    monkeypatch.setattr("cardrules.interpreter.authoring.trials.make_bot", noted)
    trials = Trials(Games(loaded, "small.yaml"), "small.yaml")
    trials.play(settings(loaded)[0], 1, 0)
    assert made[:4] == ["rollout", "rollout", "quick", "quick"]


@pytest.mark.parametrize("sizes", [(2, 2), (3, 3, 3, 3, 3), (2, 5, 1, 7, 3, 2, 2), (4,) * 9])
def test_every_pair_is_there(sizes: tuple[int, ...]) -> None:
    rows = combine({str(i): list(range(size)) for i, size in enumerate(sizes)})
    for one in range(len(sizes)):
        for other in range(one):
            together = {(row[str(one)], row[str(other)]) for row in rows}
            assert len(together) == sizes[one] * sizes[other]
    largest = sorted(sizes)[-2:]
    assert len(rows) <= max(16, 3 * largest[0] * largest[1])
