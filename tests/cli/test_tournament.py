"""`cardrules tournament`: results, failures, resuming, and wrong calls."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cardrules import load
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.engines import SEARCHING
from cardrules.interpreter.simulation.tally import Tally
from cardrules.interpreter.simulation.tournament import Tournament, report
from cardrules.schema import path as schema_path

from .conftest import Cardrules

RULES = """\
cardrules: 1
name: Highest
players: {least: 2, most: 5}
deck: {ranks: 2 3 4 5 6 7 8 9 T J Q K A, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 3 each to hand
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to pile
      add value of card to score of actor
effects:
  last: {on: play, when: size of pile is 2 * size of players, do: end deal}
match: {deals: 1, winner: highest}
"""
"""Each player chooses two of three cards; the higher ones win."""

BOTS = """\
class High:
    def choose(self, view):
        return max(view.actions(), key=lambda action: "A23456789TJQK".index(action.text[5]))
class Low:
    def choose(self, view):
        return min(view.actions(), key=lambda action: "A23456789TJQK".index(action.text[5]))
class Fails(High):
    def choose(self, view):
        return super().choose(view) if view.observation.scores[view.seat] == 0 else 1 / 0
class Unmade(High):
    times = 0
    def __init__(self):
        Unmade.times += 1
        1 / (Unmade.times < 5)
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.chdir(tmp_path)
    Path("highest.yaml").write_text(RULES)
    Path("bots.py").write_text(BOTS)


def result(cardrules: Cardrules, *arguments: str) -> dict[str, Any]:
    done = cardrules("tournament", *arguments, "--json", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    schema = json.loads(schema_path("tournament").read_text())
    jsonschema.validate(found, schema)
    return found


def test_the_better_bot_wins_and_failures_are_counted(cardrules: Cardrules) -> None:
    found = result(
        cardrules,
        "highest.yaml",
        "--games",
        "20",
        "--players",
        "bots.py:High,bots.py:Low,bots.py:Fails",
    )
    high, low, fails = found["results"]
    assert high["rating"]["value"] > low["rating"]["value"] > fails["rating"]["value"]
    assert (found["games"], high["failures"], fails["failures"]) == (60, 0, 40)
    against_low, against_fails = found["pairs"][:2]
    assert against_low["deals"] == 10
    assert against_low["won"] > against_low["lost"]
    assert against_low["difference"]["interval"][0] > 0
    assert (against_fails["won"], against_fails["failures"]) == (20, [0, 20])
    (failure,) = found["failures"]
    assert failure["times"] == 40
    assert failure["message"].endswith("raised ZeroDivisionError: division by zero (bots.py, line 9)")


def test_a_strategy_is_played_in_each_deal_of_a_match(cardrules: Cardrules) -> None:
    found = result(cardrules, "kuhn_poker", "--set", "deals=10", "--games", "60", "--players", "cfr:50,random")
    (pair,) = found["pairs"]
    assert pair["failures"] == [0, 0]
    assert pair["difference"]["interval"][0] > 0


def test_a_game_that_is_too_large_for_a_bot_ends_the_tournament(cardrules: Cardrules) -> None:
    done = cardrules("tournament", "hearts", "--players", "cfr,random", "--games", "2", "--jobs", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "Error: Hearts has more than 20,000 different deals, too many to compute a strategy; use rollout or ismcts\n"
    )


def test_a_bot_that_cannot_be_made_ends_the_tournament(cardrules: Cardrules) -> None:
    """It has not played badly: something is wrong with it, or with the machine."""
    done = cardrules("tournament", "highest.yaml", "--players", "bots.py:Unmade,bots.py:Low", "--jobs", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.match(r"Stopped after [02468] of 100 games\.\n", done.stderr), done.stderr
    assert done.stderr.splitlines()[-1] == (
        "Error: the bot 'bots.py:Unmade' cannot be made: ZeroDivisionError: division by zero (bots.py, line 14)"
    )


def test_equal_bots_draw_each_deal() -> None:
    """The two games of a deal cancel out, also where one of the bots has more seats."""
    for players in (2, 3):
        tournament = Tournament(rules_of(load("highest.yaml", players=players)), ("bots.py:High", "quick"))
        tournament.bots = ("bots.py:High", "bots.py:High")
        tally = Tally()
        for number in range(8):
            tournament.play_on(number, number + 1, tally)
        (pair,) = report(tournament, tally)["pairs"]
        assert pair["won"] == pair["lost"]
        assert pair["share"]["value"] == 0.5
        if players == 2:
            assert pair["difference"] == {"value": 0.0, "interval": [0.0, 0.0]}


def test_partners_belong_to_one_bot() -> None:
    tournament = Tournament(rules_of(load("spades")), ("quick", "random"))
    assert tournament.seating(0, 1) == [0, 1, 0, 1]
    three = Tournament(rules_of(load("highest.yaml", players=3)), ("a", "b", "c"))
    assert three.seating(0, 2) == [0, 2, 0]
    assert three.pairs == ((0, 1), (0, 2), (1, 2))


def test_a_tournament_goes_on(cardrules: Cardrules) -> None:
    arguments = ("highest.yaml", "--players", "quick,random,bots.py:Low")
    begun = result(cardrules, *arguments, "--games", "4", "--save", "games.jsonl")
    assert begun["games"] == 12
    whole = result(cardrules, *arguments, "--games", "12")
    again = result(cardrules, "--resume", "games.jsonl", "--games", "12")
    for each in (again, whole):
        del each["seconds"], each["engine"]  # which may depend on how long games took
        for bot in each["results"]:
            del bot["milliseconds"]
    assert again == whole
    done = cardrules("simulate", "--resume", "games.jsonl")
    assert "by another command than 'cardrules simulate'" in done.stderr


@pytest.mark.parametrize("command", ["tournament", "simulate"])
def test_a_bot_that_has_changed_does_not_go_on(cardrules: Cardrules, command: str) -> None:
    begun = (command, "highest.yaml", "--players", "random,bots.py:Low", "--jobs", "1")
    assert cardrules(*begun, "--games", "4", "--save", "kept").returncode == 0
    Path("bots.py").write_text(BOTS.replace("max", "min"))
    done = cardrules(command, "--resume", "kept")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: 'kept' cannot be continued: 'bots.py' has been changed since; start anew.\n",
    )


def test_a_tournament_goes_on_where_its_bots_are(cardrules: Cardrules) -> None:
    begun = "tournament highest.yaml --players random,bots.py:Low --games 4 --jobs 1 --save kept"
    assert cardrules(*begun.split()).returncode == 0
    Path("bots.py").unlink()
    done = cardrules("tournament", "--resume", "kept")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: 'kept' cannot be continued: there is no file 'bots.py' here; "
        "continue in the folder in which it was begun.\n",
    )


def test_numbers_of_games_that_are_not_played_are_told(cardrules: Cardrules) -> None:
    begun = "tournament highest.yaml --players random,quick --jobs 1 --save kept --games"
    done = cardrules(*begun.split(), "7")
    assert done.stdout.startswith("Highest: 8 games")
    assert "Each deal is played twice, so each pair plays 8 games.\n" in done.stderr
    done = cardrules(*"tournament --resume kept --games 4 --jobs 1".split())
    assert done.stdout.startswith("Highest: 8 games")
    assert "'kept' has 8 games already, so no further one is played.\n" in done.stderr


def test_in_words(cardrules: Cardrules) -> None:
    done = cardrules(
        "tournament",
        "highest.yaml",
        "--players",
        "bots.py:Fails,random",
        "--games",
        "5",
        "--seats",
        "3",
        "--jobs",
        "1",
    )
    assert done.returncode == 0
    for words in (
        "Highest: 6 games, 3 seats",
        "W-D-L",
        "0-0-6",
        "Failure: the bot",
        f"Engine: python: {SEARCHING}; only random against quick is native.",
    ):
        assert words in done.stdout


def test_names_are_short_but_distinct_and_whole(cardrules: Cardrules) -> None:
    for folder in ("here", "a_folder_with_a_long_name"):
        Path(folder).mkdir()
        Path(folder, "bots.py").write_text(BOTS)
    bots = [str(Path(each).resolve()) for each in ("here/bots.py:Low", "bots.py:High")]
    bots += ["a_folder_with_a_long_name/bots.py:Low", "bots.py:Low"]
    done = cardrules("tournament", "highest.yaml", "--players", ",".join(bots), "--games", "2", "--jobs", "1")
    lines = done.stdout.splitlines()
    table = lines[3 : lines.index("", 3)]
    assert max(map(len, table)) <= 80
    column = "".join(line.partition("  ")[0] for line in table)
    names = ["bots.py:High", "here/bots.py:Low", "a_folder_with_a_long_name/bots.py:Low"]
    for name in (*names, "bots.py:Low"):
        assert name in column
        column = column.replace(name, "", 1)
    assert column == ""


def test_one_seat(cardrules: Cardrules) -> None:
    done = cardrules(*"tournament klondike --players quick,random --games 2 --jobs 1".split())
    assert done.stdout.startswith("Klondike: 2 games, 1 seat, from seed 0\n")


def test_no_game_that_counts(cardrules: Cardrules) -> None:
    stuck = RULES.replace("from hand}\n", "from hand}\n    when: value of card <= 0\n")
    Path("highest.yaml").write_text(stuck)
    arguments = "tournament highest.yaml --players quick,random --games 2 --jobs 1"
    done = cardrules(*arguments.split())
    assert done.stdout.startswith("Highest: no game was finished.\nFailure: highest.yaml:")
    assert "one game only" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("highest.yaml", "--players: name at least two different bots"),
        ("highest.yaml --players random", "--players: name at least two different bots"),
        ("highest.yaml --players random,random", "--players: name at least two different bots"),
        ("highest.yaml --players 2", "--players: name at least two different bots"),
        ("highest.yaml --players random,human", "there is no player 'human'"),
        ("highest.yaml --players random,bots.py:Bot", "'bots.py' has no class 'Bot'"),
        ("highest.yaml --players random,bots.py", "'bots.py' is a file; add the name of a class"),
        ("highest.yaml --players random,xyzzy", "random, easy, normal, hard, FILE.py:CLASS, and onnx:FILE."),
        ("highest.yaml --players random,rollout:-1", "write rollout:200 for 200 simulations"),
        ("highest.yaml --players random,rollout:1.5", "or rollout:0.5s for half a second"),
        ("highest.yaml --players random,ismcts:1S", "the bot 'ismcts:1S' is not understood"),
        ("highest.yaml --players random,ismcts:500ms", "the bot 'ismcts:500ms' is not understood"),
        ("highest.yaml --players random,quick --seats 9", "2 to 5 players"),
        ("", "Missing argument 'FILE'"),
        ("--resume x --limit 3", "--limit cannot be used with --resume"),
    ],
)
def test_wrong_calls(cardrules: Cardrules, arguments: str, words: str) -> None:
    done = cardrules("tournament", *arguments.split())
    assert (done.returncode, words in done.stderr) == (2, True), done.stderr
