"""`cardrules dev`: a game at a terminal whose rules are edited while it is played.

Kinds of mistake: a rule that was saved is not in the game; a game that is lost by an edit, or goes on under rules that
do not allow it, without a word; a broken file that ends the command.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.going_on import go_on, moves_of

from .conftest import Cardrules

RULES = """\
cardrules: 1
name: Layers
summary: Lay cards away.
players: 2
deck: {ranks: 2 3 4 5 6 7, suits: spades hearts}
zones: {stock: {faces: hidden}, pile: {faces: shown}, hand: {each: player, faces: owner}}
deal: {do: deal 4 each to hand}
phases: {turn: {players: in turn}}
actions:
  lay: {phase: turn, choose: {card: a card from hand}, do: move card to pile}
effects: {out: {on: lay, when: hand is empty, do: add 1 to score of actor then end deal}}
match: {deals: 1, winner: highest}
scenarios:
  a-card-is-laid:
    given: {hand: [2S 3S, 4S]}
    tests: [{play: lay 2S, then: {pile: 2S, actor: 1}}]
"""
TWICE = RULES.replace("do: move card to pile}", "do: move card to pile then actor draws 1}")
HIGHER = RULES.replace("a card from hand}", "a card from hand where rank of it > 4}")
BROKEN = RULES.replace("move card", "move crad")
PLAYED = ("dev", "layers.yaml", "--seed", "7", "--players", "human,random")
FIRST = "lay 5H\n"
"""A move that Anna answers with `lay 4S`."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "layers.yaml"
    found.write_text(RULES, "utf-8")
    return found


# ------------------------------------------------------------------------------- moves again


def loaded(tmp_path: Path, text: str) -> cardrules.Game:
    file = tmp_path / "layers.yaml"
    file.write_text(text, "utf-8")
    return cardrules.load(file)


@pytest.mark.parametrize(
    ("text", "moves", "told"),
    [
        (RULES, 3, "The game goes on after move 3."),
        (TWICE, 3, "The game goes on after move 3."),
        (HIGHER, 1, "Move 2, 'lay 4S', is not legal any more: .*4S.* The game stands after move 1."),
        (re.sub(r"\blay\b", "put", RULES), 0, "Move 1, 'lay 5H', .* its beginning."),
        (
            RULES.replace("players: in turn}", "players: in turn from dealer}"),
            0,
            "Move 1, 'lay 5H' of Bo, is not legal any more: Kim is to move there now. .* its beginning.",
        ),
        (
            RULES.replace("hand is empty", "size of pile is 2"),
            2,
            "Move 3, 'lay 6H', is not legal any more: the game is over before it. The game stands after move 2.",
        ),
    ],
)
def test_moves_are_played_again_as_far_as_the_rules_allow(tmp_path: Path, text: str, moves: int, told: str) -> None:
    before = rules_of(loaded(tmp_path, RULES))
    state = cardrules.Game(before).new_initial_state(1)
    for action in ("lay 5H", "lay 4S", "lay 6H"):
        state.apply_action(action)
    played = moves_of(state)
    assert state.opening is not None
    found = go_on(before, state.opening, played, rules_of(loaded(tmp_path, text)))
    assert moves_of(found.state) == played[:moves]
    assert re.fullmatch(told, found.told(played, ("Kim", "Bo")))
    assert found.refused == (0 if moves == 3 else moves + 1)


# ------------------------------------------------------------------------------ without a terminal


def test_moves_come_from_a_pipe(cardrules: Cardrules, file: Path) -> None:
    done = cardrules(*PLAYED, stdin=f"{FIRST}scenario\nundo\nseed 3\nseed x\nagain\nquit\n")
    assert done.returncode == 0
    assert "1 file checked: no problems. 1 test passed in 1 file." in done.stdout
    assert "Layers, seed 7." in done.stdout
    assert "You: lay 5H, Anna: 4S" in done.stdout
    assert "play: lay 4S" in done.stdout
    assert "Taken back." in done.stdout
    assert "Layers, seed 3." in done.stdout
    assert "The seed of this game is 3." in done.stdout
    assert done.stdout.count("Layers, seed") == 3
    assert not (file.parent / "state").exists()  # nothing is saved


def test_a_scenario_that_is_printed_passes_where_it_is_pasted(cardrules: Cardrules, file: Path) -> None:
    done = cardrules(*PLAYED, stdin=f"{FIRST}scenario\nscenario 1\nscenario 9\nscenario x\n")
    first, second = (part.partition("\n>")[0] for part in done.stdout.split("or in a suite:\n")[1:])
    assert "play: lay 4S" in first
    assert "play: lay 5H" in second
    assert "There is no move 9 to write; the moves have the numbers 1 to 2." in done.stdout
    assert "There is no move x to write" in done.stdout
    file.write_text(f"{RULES}{first}\n{second}\n", "utf-8")
    assert "3 tests passed" in cardrules("test", "layers.yaml").stdout


def test_a_game_that_counts_shows_no_hidden_cards(cardrules: Cardrules) -> None:
    """Without a terminal, nobody plays against anybody."""
    assert "There are no moves yet." in cardrules("run", "scopa", stdin="scenario\nquit\n").stdout


@pytest.mark.parametrize("text", [BROKEN, "", "cardrules: [", "players: 2\n"])
def test_a_broken_file_ends_where_nobody_can_mend_it(cardrules: Cardrules, file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
    done = cardrules(*PLAYED, stdin=FIRST)
    assert done.returncode == 1
    assert "error CR" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing.yaml",), "nothing.yaml"),
        (("layers.yaml", "--players", "random,random"), "must be human"),
        (("layers.yaml", "--players", "human,random,random"), "3"),
        (("layers.yaml", "--names", "A,B,C"), "3 names for 2 players"),
        (("layers.yaml", "--set", "moon=1"), "moon"),
        (("layers.yaml", "--variant", "none"), "none"),
        (("layers.yaml", "--port", "80"), "add --table"),
        (("layers.yaml", "--table", "--seed", "3"), "--seed cannot be used with --table"),
    ],
)
def test_what_cannot_be_played_is_refused(
    cardrules: Cardrules, file: Path, arguments: tuple[str, ...], words: str
) -> None:
    done = cardrules("dev", *arguments, stdin=FIRST)
    assert done.returncode in (1, 2)
    assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


ENDLESS = (
    RULES.replace("move card to pile", "move card to pile then spin")
    + """\
define:
  spin: {do: "for each k in 1 to 900: turn_round"}
  turn_round: {do: "for each k in 1 to 900: turn_again"}
  turn_again: {do: "for each k in 1 to 900: add 0 to score of actor"}
"""
)
"""A rule that takes too many steps in each move."""


def test_an_error_in_the_rules_is_shown_and_the_game_stands(cardrules: Cardrules, file: Path) -> None:
    file.write_text(ENDLESS, "utf-8")
    done = cardrules(*PLAYED, stdin=f"{FIRST}hm\nseed 3\nquit\n")
    assert done.returncode == 0
    assert "the loop does not end" in done.stdout
    assert done.stdout.count("type 'undo', 'again' (another hand), 'seed 7' or 'quit'") == 2
    assert "Layers, seed 3." in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


# --------------------------------------------------------------------------------- at a terminal

Start = Callable[..., "Terminal"]

pty = pytest.importorskip("pty")
from .test_terminal import READY, Terminal  # noqa: E402


@pytest.fixture
def terminal(command: list[str], tmp_path: Path, file: Path) -> Iterator[Start]:
    opened: list[Terminal] = []

    def start(*arguments: str, **variables: str) -> Terminal:
        opened.append(Terminal(tmp_path, [*command, *(arguments or PLAYED)], **variables))
        return opened[-1]

    yield start
    for each in opened:
        each.process.kill()
        each.process.wait()
        os.close(each.master)


def save(file: Path, text: str) -> None:
    """Save a file as editors do: a new one takes its place."""
    new = file.with_suffix(".new")
    new.write_text(text, "utf-8")
    new.replace(file)


def test_the_game_goes_on_under_rules_that_were_saved(terminal: Start, file: Path) -> None:
    screen = terminal()
    screen.wait_for(READY)
    assert "1 test passed" in screen.seen
    assert "Anna: 4♠" in screen.type(FIRST.strip()).replace("lay ", "")
    save(file, TWICE)
    screen.wait_for("Changed: actions.lay.")
    screen.wait_for("The game goes on after move 2.")
    assert "3♥" in screen.wait_for(READY)  # the card that was drawn with the first move
    screen.type("undo")  # any move can be taken back, also one after which a card was drawn
    screen.type("undo")
    assert "Nothing is taken back" in screen.seen
    save(file, RULES)
    screen.wait_for("The game goes on at its beginning.")
    screen.press("quit\r")
    assert screen.status() == 0
    assert "Traceback" not in screen.text


def test_a_move_that_is_refused_is_played_again_when_the_rule_is_mended(terminal: Start, file: Path) -> None:
    screen = terminal()
    screen.wait_for(READY)
    screen.type(FIRST.strip())
    save(file, HIGHER)
    screen.wait_for("The game stands after move 1.")
    seen = screen.wait_for("press Enter to let the game go on from here")
    assert "Move 2, 'lay 4S', is not legal any more" in " ".join(screen.text.split())
    assert "5♥" in seen  # the table shows where it stands
    save(file, RULES)
    screen.wait_for("The game goes on after move 2.")
    screen.wait_for(READY)
    save(file, HIGHER)
    screen.wait_for("press Enter to let the game go on from here")
    screen.press("\r")  # now Anna plays something else
    assert "4♠" not in screen.wait_for(READY).partition("pile")[2].partition("you")[0]


def test_a_broken_file_changes_nothing_in_the_game(terminal: Start, file: Path) -> None:
    screen = terminal()
    screen.wait_for(READY)
    for broken in (BROKEN, BROKEN[:200], "", RULES.replace("players: 2", "players: 3")):
        save(file, broken)
        screen.wait_for("The game stays under the rules as they were.")
        screen.wait_for(READY)
        screen.type("undo")  # another screen, so that the next answer is a new one
        screen.press("seed 7\r")
        screen.wait_for("Layers, seed 7.")
        screen.wait_for(READY)
    assert "Anna: 4♠" in screen.type(FIRST.strip()).replace("lay ", "")
    file.unlink()
    screen.wait_for("The game stays under the rules as they were.")
    save(file, RULES)
    screen.wait_for("1 test passed")
    assert "Traceback" not in screen.text


def test_a_file_that_is_broken_at_first_is_waited_for(terminal: Start, file: Path) -> None:
    save(file, BROKEN)
    screen = terminal()
    screen.wait_for("The game begins when the ruleset has no errors.")
    assert "'crad'" in screen.seen
    save(file, RULES)
    screen.wait_for(READY)
    screen.press("\x03")
    assert screen.status() == 130


def test_parents_and_suites_are_watched(terminal: Start, file: Path, tmp_path: Path) -> None:
    child = tmp_path / "child.yaml"
    child.write_text("cardrules: 1\nextends: layers.yaml\nname: Child\n", "utf-8")
    suite = tmp_path / "suite.yaml"
    wrong = "cardrules_suite: 1\nruleset: child.yaml\nscenarios:\n  s:\n    given: {hand: [3S 4S, 4H]}\n    tests:\n"
    suite.write_text(f"{wrong}      - {{play: lay 3S, then: {{pile: 4S}}}}\n", "utf-8")
    screen = terminal("dev", "child.yaml", "--seed", "7", "--players", "human,random")
    screen.wait_for(READY)
    assert "1 of 1 test failed in 2 files" in screen.seen
    assert "expected 4S | actual 3S" in screen.seen
    save(suite, f"{wrong}      - {{play: lay 3S, then: {{pile: 3S}}}}\n")
    screen.wait_for("1 test passed in 2 files")
    save(file, TWICE)
    screen.wait_for("Changed: actions.lay.")


def test_a_terminal_that_can_do_nothing_is_told_of_an_edit(terminal: Start, file: Path) -> None:
    screen = terminal(TERM="dumb")
    screen.wait_for("lay: choose a card")
    save(file, TWICE)
    screen.wait_for("Changed: actions.lay.")
    screen.press("lay 5h\n")
    screen.wait_for("You: lay 5")


def test_a_game_that_is_over_can_be_taken_back(terminal: Start, file: Path) -> None:
    save(file, RULES.replace("hand is empty", "size of pile is 1"))
    screen = terminal()
    screen.wait_for(READY)
    screen.press("lay 5h\r")
    screen.wait_for("The game is over.")
    screen.press("undo\r")
    screen.wait_for("Taken back.")
    screen.press("lay 6h\r")
    screen.wait_for("You: lay 6♥ – the deal ends")
    save(file, RULES)
    screen.wait_for("The game goes on after move 1.")
    screen.wait_for(READY)


def test_a_scenario_is_shown_in_a_game_for_practice(command: list[str], tmp_path: Path) -> None:
    """It names cards that others hold, so a game that counts does not show it."""
    arguments = ("run", "scopa", "--seed", "1", "--players", "human,random")
    screens = [Terminal(tmp_path, [*command, *arguments, *more]) for more in ((), ("--practice",))]
    try:
        for screen in screens:
            screen.wait_for(READY)
        plain, practice = screens
        assert "given:" not in plain.type("scenario")
        assert "--practice" in plain.seen
        assert "play: take 7D 7C" in practice.type("scenario")
    finally:
        for screen in screens:
            screen.process.kill()
            screen.process.wait()
            os.close(screen.master)
