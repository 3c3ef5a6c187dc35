"""`cardrules run` without a terminal: lines in, plain text out, and no game is lost."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardrules as package
from cardrules.cli.commands.run import chosen_game
from cardrules.interpreter.authoring.trials import Setting, Trials
from cardrules.rulesets import bundled

from .conftest import Cardrules, games

SAVE = "gin_slaughtre.cardrules.json"


def moves(output: str) -> list[str]:
    """Return what was done, from the narration of a game of bots."""
    return re.findall(r"^ (?:Anna|Ben): (.*)$", output, re.MULTILINE)


def test_bots_play_to_the_end(cardrules: Cardrules) -> None:
    done = cardrules("run", "durak", "--players", "random,random", "--seed", "3")
    assert done.returncode == 0
    assert re.search(r"^((Anna|Ben) \(random\) wins|Nobody wins|A draw)", done.stdout, re.MULTILINE)
    state = package.load("durak", players=2).new_initial_state(3)
    for move in moves(done.stdout):
        state.apply_action(move)  # what was told is the game, whole
    assert state.is_terminal()


def test_a_seed_gives_the_same_game(cardrules: Cardrules) -> None:
    arguments = ("run", "durak", "--players", "random,random", "--seed", "5")
    first, second = cardrules(*arguments), cardrules(*arguments)
    assert first.stdout == second.stdout


def test_plain_text_is_plain(cardrules: Cardrules) -> None:
    done = cardrules("run", "gin_slaughtre", stdin="1\n?\nlog\n")
    assert "\x1b" not in done.stdout
    assert done.stdout.isascii()
    lines = done.stdout.splitlines()[:-3]  # the last three name the file that was saved
    assert max(map(len, lines)) <= 80


def test_the_other_hand_stays_hidden(cardrules: Cardrules) -> None:
    done = cardrules("run", "gin_slaughtre", "--seed", "7", "--players", "human,random")
    hidden = package.load("gin_slaughtre").new_initial_state(7).observation(1).zones["hand"][1]
    assert "?? x4" in done.stdout
    assert not any(re.search(rf"\b{card}\b", done.stdout) for card in hidden)


STUCK = """\
cardrules: 1
name: Stuck
summary: Ends where nobody can do anything.
players: 2
deck: {ranks: A 2 3, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
deal: {do: deal 1 each to hand}
phases:
  turn: {players: in turn from left of dealer}
match: {deals: 1, winner: highest}
limits: {turns: 20, result: end deal}
actions:
  play: {phase: turn, choose: {card: a card from hand}, do: move card to stock}
"""


def test_rules_that_get_stuck_are_saved_and_go_on_when_they_are_mended(cardrules: Cardrules, tmp_path: Path) -> None:
    file = tmp_path / "stuck.yaml"
    file.write_text(STUCK, encoding="utf-8")
    done = cardrules("run", "stuck.yaml", "--players", "random,random", "--seed", "1")
    assert done.returncode == 1
    assert "CR801" in done.stderr
    assert "such as a pass" in done.stderr
    hint = "After correcting the ruleset, go on with:\n  cardrules run --resume "
    saved = done.stdout.partition(hint)[2].strip()
    saved, insists = saved.rsplit(" ", 1)
    assert insists == "--new-rules"
    assert "CR801" in cardrules("run", "--resume", saved).stderr
    file.write_text(STUCK + "  pass: {phase: turn}\n", encoding="utf-8")
    assert "actions.pass" in cardrules("run", "--resume", saved).stderr
    again = cardrules("run", "--resume", saved, insists)
    assert again.returncode == 0
    assert "continues after 2 moves" in again.stdout


def test_what_is_explained_has_no_blanks_at_the_ends_of_lines(cardrules: Cardrules) -> None:
    done = cardrules("run", "gin_slaughtre", "--players", "human,random", stdin="?\n? play\nlog\n")
    assert "Commands" in done.stdout or "undo" in done.stdout
    assert not [line for line in done.stdout.splitlines() if line != line.rstrip()]


def test_the_end_of_piped_input_leaves_no_file_that_nobody_named(cardrules: Cardrules, tmp_path: Path) -> None:
    """Files that a program leaves behind although nobody asked for them."""
    start = ("run", "scopa", "--players", "human,random")
    done = cardrules(*start, stdin="1\n")
    assert done.returncode == 0
    assert "The game is not over. To save it, end with 'quit' or name a file" in done.stdout
    assert games(tmp_path) == []
    cardrules(*start, "--save", "mine.json", stdin="1\n")
    assert (tmp_path / "mine.json").exists()
    cardrules(*start, stdin="save\n")
    assert len(games(tmp_path)) == 1


def test_quit_saves_and_resume_goes_on(cardrules: Cardrules, tmp_path: Path) -> None:
    whole = cardrules(
        *"run gin_slaughtre --seed 7 --players human,random --set pairs=true".split(),
        stdin="1\n1\n1\nlog\nquit\n",
    )
    log = whole.stdout.rpartition("> log\n")[2].partition("> quit")[0]
    (kept,) = games(tmp_path)
    kept.unlink()
    first = cardrules(
        *"run gin_slaughtre --seed 7 --players human,random --set pairs=true".split(),
        stdin="1\n1\nquit\n",
    )
    assert f"Saved as {kept}.\n" in first.stdout
    assert "Go on with:\n  cardrules run --resume gin_slaughtre\n" in first.stdout
    second = cardrules("run", "--resume", str(kept), stdin="1\nlog\nquit\n")
    assert second.returncode == 0
    assert second.stdout.rpartition("> log\n")[2].partition("> quit")[0] == log
    assert json.loads(kept.read_text())["state"]["game"]["options"]["pairs"] is True


def test_the_game_of_before_is_kept(cardrules: Cardrules, tmp_path: Path) -> None:
    cardrules("run", "gin_slaughtre", stdin="quit\n")
    (first,) = games(tmp_path)
    before = first.read_text()
    done = cardrules("run", "gin_slaughtre", "--seed", "2", stdin="quit\n")
    assert [path.name for path in games(tmp_path)] == ["gin_slaughtre-2.cardrules.json", SAVE]
    assert "gin_slaughtre-2.cardrules.json" in done.stdout
    assert first.read_text() == before


def test_resume_without_a_name(cardrules: Cardrules, tmp_path: Path) -> None:
    none = cardrules("run", "--resume")
    assert (none.returncode, none.stderr) == (1, "Error: There is no saved game.\n")
    cardrules("run", "gin_slaughtre", "--seed", "7", stdin="keep ah as 4d\nquit\n")
    one = cardrules("run", "--resume")
    assert "continues after 2 moves" in one.stdout
    assert len(games(tmp_path)) == 1
    cardrules("run", "gin_slaughtre", "--seed", "2", stdin="quit\n")
    several = cardrules("run", "--resume")
    assert (several.returncode, several.stdout) == (1, "")
    commands = re.findall(r"cardrules (run --resume .*)", several.stderr)
    assert len(commands) == 2
    for each in commands:
        assert cardrules(*shlex.split(each)).returncode == 0
    named = cardrules("run", "--resume", "gin_slaughtre-2")
    assert (named.returncode, "seed 2" in cardrules("run", "--resume").stderr) == (0, False)


def test_a_game_that_is_over_is_not_offered_any_more(cardrules: Cardrules, tmp_path: Path) -> None:
    cardrules("run", "durak", "--players", "human,random", "--seed", "1", stdin="1\nquit\n")
    assert len(games(tmp_path)) == 1
    done = cardrules("run", "--resume", "--players", "random,random")
    assert "win" in done.stdout.splitlines()[-1]
    assert games(tmp_path) == []
    cardrules("run", "durak", "--seed", "1", "--save", "mine.json", stdin="1\n")
    cardrules("run", "--resume", "mine.json", "--players", "random,random")
    assert (tmp_path / "mine.json").exists()  # its name was the user's choice


def test_players_have_names(cardrules: Cardrules) -> None:
    first = cardrules(
        *"run gin_slaughtre --players human,human --names Kim,Bo --save s.json".split(),
        stdin="1 2 3\ndone\n",
    )
    assert re.search(r"^(Kim|Bo), your move", first.stdout, re.MULTILINE)
    again = cardrules("run", "--resume", "s.json")
    assert re.search(r"^ (Kim|Bo)(: keep| has chosen)", again.stdout, re.MULTILINE)
    other = cardrules("run", "--resume", "s.json", "--names", "Al,Cy")
    assert re.search(r"^ (Al|Cy)(: keep| has chosen)", other.stdout, re.MULTILINE)


def test_the_mean_score_is_told_of_games_that_all_play_together(cardrules: Cardrules) -> None:
    moves = "play 1\nplay 2\nplay 3\nplay 4\nplay 5\n" * 8
    done = cardrules("run", "hanabi", "--players", "human,random", "--seed", "1", stdin=moves)
    assert re.search(r"^The game is over\. Score: \d+\.$", done.stdout, re.MULTILINE)
    told = r"^The mean score of 1 game of Hanabi is \d+\.0\.$"
    assert re.search(told, done.stdout, re.MULTILINE)


def test_games_that_are_over_are_counted(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(STUCK + "  pass: {phase: turn}\n", encoding="utf-8")
    none = cardrules("stats")
    assert (none.returncode, none.stdout[:18]) == (0, "No game was played")
    play = ("run", "mine.yaml", "--players", "human,random")
    one = cardrules(*play, stdin="pass\n" * 20)
    assert re.search(r"^You have won [01] of 1 game of Stuck\.$", one.stdout, re.MULTILINE)
    cardrules(*play, "--names", "Kim", stdin="pass\n" * 20)
    again = cardrules(*play, stdin="pass\n" * 20)
    assert re.search(r"^You have won [0-2] of 2 games of Stuck\.$", again.stdout, re.MULTILINE)
    cardrules(*play, "--practice", stdin="pass\n" * 20)  # is not counted
    lines = cardrules("stats", "mine").stdout.splitlines()
    assert [line.split()[:3] for line in lines[1:]] == [["mine", "You", "2"], ["mine", "Kim", "1"]]
    with (tmp_path / "state" / "cardrules" / "statistics" / "games.jsonl").open("a") as file:
        file.write('{"game": 1}\nnoise\n')
    assert cardrules("stats", "mine").stdout.splitlines() == lines
    assert "No game of 'hearts'" in cardrules("stats", "hearts").stdout


def test_practice_takes_anything_back_and_says_so(cardrules: Cardrules, tmp_path: Path) -> None:
    arguments = "run durak --seed 1 --players human,random --save s.json".split()
    first = cardrules(*arguments, stdin="1\nundo\n")
    assert "Nothing is taken back, because" in first.stdout
    (tmp_path / "s.json").unlink()
    done = cardrules(*arguments, "--practice", stdin="1\nundo\nundo\nlog\n")
    assert done.stdout.count("Taken back.") == 1
    assert "A game for practice: moves were taken back 1 time." in done.stdout
    assert json.loads((tmp_path / "s.json").read_text())["practice"] == 1
    again = cardrules("run", "--resume", "s.json", stdin="log\n")
    assert "A game for practice" in again.stdout


def test_a_file_to_save_in(cardrules: Cardrules, tmp_path: Path) -> None:
    cardrules("run", "gin_slaughtre", "--save", "mine.json", stdin="save other.json\nquit\n")
    assert (tmp_path / "other.json").exists()
    cardrules("run", "gin_slaughtre", "--save", "mine.json", stdin="quit\n")
    before = (tmp_path / "mine.json").read_text()
    done = cardrules("run", "durak", "--save", "mine.json", stdin="quit\n")
    assert done.returncode == 2
    assert "--save: 'mine.json' exists already; go on with it by --resume" in done.stderr
    assert (tmp_path / "mine.json").read_text() == before
    done = cardrules("run", "--resume", "other.json", "--save", "mine.json", stdin="quit\n")
    assert (done.returncode, (tmp_path / "mine.json").read_text()) == (2, before)
    assert cardrules("run", "--resume", "mine.json", "--save", "mine.json").returncode != 2


def test_a_file_that_cannot_be_written(cardrules: Cardrules, tmp_path: Path) -> None:
    done = cardrules("run", "gin_slaughtre", "--save", "no/such/folder.json")
    assert "cannot be written" in done.stderr
    assert [path.name for path in games(tmp_path)] == [SAVE]


def test_a_resumed_game_of_a_ruleset_that_was_moved(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("cardrules: 1\nextends: gin_slaughtre\nname: Mine\n")
    cardrules("run", "mine.yaml", "--save", "s.json", stdin="1\n")
    (tmp_path / "mine.yaml").rename(tmp_path / "there.yaml")
    lost = cardrules("run", "--resume", "s.json")
    assert lost.returncode == 1
    (tmp_path / "there.yaml").rename(tmp_path / "sub.yaml")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub.yaml").rename(tmp_path / "sub" / "mine.yaml")
    found = cardrules("run", "sub/mine.yaml", "--resume", "s.json")
    assert found.returncode == 0


# What is replaced by what in a save; without a first text, the whole by the second.
DAMAGES = [
    ("", ""),
    ("", "[]"),
    ("", "[" * 100_000),
    ("", "{}"),
    ('"pc"', '"cp"'),
    ('"actions": [', '"actions": ["play 2C", '),
    ('"rng": ', '"rng": 1'),
    ('"human"', '"humam"'),
    ('"human", ', ""),
    ('"pairs": false', '"pairs": 7'),
    ('"pairs": false', '"pears": false'),
    ('"players": 2', '"players": 2000000'),
    ('"names": ["You", ', '"names": ['),
    ('"cardrules_run": 2', '"cardrules_run": 1'),
    ('"variant": null', '"variant": "x"'),
    ('"ruleset": "gin_slaughtre"', '"ruleset": "gin"'),
    ('"know": ', '"know": \ud800'),
    ('"seed": 0', '"seed": ' + "9" * 5000),
]


@pytest.mark.parametrize(("old", "new"), DAMAGES)
def test_a_damaged_save_is_one_sentence(cardrules: Cardrules, tmp_path: Path, saved: str, old: str, new: str) -> None:
    assert old in saved
    damaged = saved.replace(old, new) if old else new
    (tmp_path / SAVE).write_bytes(damaged.encode("utf-8", "surrogatepass"))
    done = cardrules("run", "--resume", SAVE)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(("Error: ", "error CR201"))
    assert done.stderr.count("\n") <= 3


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_save_that_was_cut_off(cardrules: Cardrules, tmp_path: Path, saved: str, share: float) -> None:
    (tmp_path / SAVE).write_text(saved[: int(len(saved) * share)])
    done = cardrules("run", "--resume", SAVE)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: '{SAVE}' is not a saved game, or it was cut off.\n"


@pytest.mark.parametrize("file", ["nothing.json", ".", "noise"])
def test_what_is_no_save(cardrules: Cardrules, tmp_path: Path, file: str) -> None:
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    done = cardrules("run", "--resume", file)
    assert done.returncode == 1
    assert re.fullmatch(r"Error: .*\.\n", done.stderr)


TYPED = [
    ("foo", "This game has no move 'foo'"),
    ("99", "There is no number 99; they go from 1 to 7."),
    ("0", "There is no number 0"),
    ("9" * 5000, "There is no number"),
    ("keep AH", "chosen: AH choose 2 more"),
    ("done", "2 are missing."),
    ("as", "chosen: AH AS choose 1 more"),
    ("AH", "chosen: AS choose 2 more"),
    ("1 2", "chosen: AS AH 8H Enter or 'done': keep"),
    ("2c", "You do not hold 2C"),
    ("undo", "chosen: AS AH choose 1 more"),
    ("k", "keep: choose 3 cards"),
    ("keep 2C 3C 4C", "You do not hold 2C"),
    ("play AH", "this is 'arranging the reserve'"),
    ("undo", "Your move"),
    ("undo", "Nothing is taken back"),
    ("log", "There are no moves yet."),
    ("hnt", "Did you mean 'hint'?"),
    ("? refill_to", "refill_to: After a play"),
    ("?refill", "Refill: Fill up your hand"),
    ("? refil", "Did you mean 'refill'?"),
    ("? nine", "A nine clears the pile"),
    ("? two", "Twos and nines always fit"),
    ("? " + "x" * 500, "The rules do not mention"),
    ("help", "Arranging the reserve"),
    ("\x1b[31mred", "[31mred"),
    ("# a comment", "The game is not over."),
]


def test_what_is_typed_is_answered(cardrules: Cardrules) -> None:
    """Several inputs in one session: none of them changes the position."""
    arguments = "run gin_slaughtre --seed 7 --players human,random".split()
    done = cardrules(*arguments, stdin="".join(f"{typed}\n" for typed, _ in TYPED))
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    replies = re.split(r"^> ", done.stdout, flags=re.MULTILINE)[1:]
    wanted = [answer for typed, answer in TYPED if not typed.startswith("#")] + [TYPED[-1][1]]
    assert len(replies) == len(wanted)
    for reply, answer in zip(replies, wanted, strict=True):
        assert answer in " ".join(reply.split())


@pytest.mark.parametrize(
    "typed",
    [
        "keep ah as 4d",
        "KEEP 4♦ A♠ A♥",
        "k AH AS 4D",
        "ah as 4d",
        "  keep  AH,AS,4D ",
        "1 5 6\ndone",
        "ah\nas\n\n4d\n\n",
        "k ah\n4d as\ndone",
        "8h ah\n8h\nas 4d\nDONE",
    ],
)
def test_the_ways_to_type_a_move(cardrules: Cardrules, typed: str) -> None:
    done = cardrules(*"run gin_slaughtre --seed 7 --players human,random".split(), stdin=f"{typed}\nlog\n")
    assert "You: keep AH AS 4D" in done.stdout


def test_noise_is_answered(cardrules: Cardrules) -> None:
    done = cardrules("run", "gin_slaughtre", stdin=b"\xff\xfe\n\x00\n\x80play\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_hint_is_a_legal_move(cardrules: Cardrules) -> None:
    done = cardrules(*"run gin_slaughtre --seed 7 --players human,random".split(), stdin="hint\n")
    hint = re.search(r"^Hint: (.*?) - (.*?)$", done.stdout, re.MULTILINE)
    assert hint is not None
    assert re.match(r"(looks better than|about as good as) keep ", hint[2])
    state = package.load("gin_slaughtre").new_initial_state(7)
    assert hint[1] in [str(action) for action in state.legal_actions()]


def test_undo_goes_back_past_what_bots_did_in_the_open(cardrules: Cardrules) -> None:
    arguments = "run oh_hell --seed 6 --players human,random,random,random".split()
    done = cardrules(*arguments, stdin="1\nundo\n0\nlog\n")
    assert "Taken back." in done.stdout  # the bots have only bid since
    assert "You: bid 0" in done.stdout.rpartition("> log\n")[2]


def test_undo(cardrules: Cardrules) -> None:
    arguments = "run gin_slaughtre --set exchange=sequential --players human,human --seed 7".split()
    done = cardrules(*arguments, stdin="pass\nundo\nlog\n")
    assert "Nothing is taken back: you have not decided anything yet." in done.stdout  # not the other's
    done = cardrules(*arguments, stdin="swap AH 4D\nlog\n")
    assert "1 Anna: swap" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ("run", 2, "Missing argument 'FILE'"),
        ("run nope", 1, "There is no ruleset 'nope'"),
        ("run gin_slaughtre --players human,rolout", 2, "Did you mean 'rollout'?"),
        ("run gin_slaughtre --names a,b,c", 2, "there are 3 names for 2 players"),
        ("run gin_slaughtre --names 1,b", 2, "a name is one word that begins with a letter"),
        ("run gin_slaughtre --names you", 2, "nobody can be called"),
        ("run gin_slaughtre --names Al,al", 2, "two players have the same name"),
        ("run gin_slaughtre --players 3", 2, "for 2 players, not for 3. Choose 2 players.\n"),
        ("run gin_slaughtre --players human", 2, "Choose 2 players. --players names one for each"),
        ("run gin_slaughtre --players ,", 2, "there is no player ''"),
        ("run gin_slaughtre --set pears=true", 2, "Did you mean 'pairs'?"),
        ("run gin_slaughtre --set pairs", 2, ""),
        ("run gin_slaughtre --set refill_to=11", 2, "from 1 to 10"),
        ("run gin_slaughtre --variant hard", 2, "There is no variant 'hard'."),
        ("run gin_slaughtre --seed x", 2, "'x' is not a valid integer"),
        ("run gin_slaughtre --budget 0", 2, "0 is not in the range"),
        ("run hearts --set limit=30", 2, "'deal_limit'? The ruleset has 'pass', 'moon',"),
        ("run hearts --set taget=30", 2, "Did you mean 'target'?\n"),
        ("run loba", 1, "Did you mean 'loba_de_menos'?"),
        ("run hearts --players anna,me", 2, "'--names' says what the players are called."),
        ("run cuckoo --players human,cfr", 1, "chance in Cuckoo is more than the cards that are dealt"),
        ("run --resume nosuch", 1, "No saved game is called 'nosuch'; "),
        ("run --resume x --seed 3", 2, "--seed cannot be used with --resume"),
    ],
)
def test_wrong_usage(cardrules: Cardrules, arguments: str, status: int, message: str) -> None:
    done = cardrules(*arguments.split())
    assert done.returncode == status
    assert message in done.stderr


def test_a_broken_ruleset_is_shown(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("cardrules: 1\nnaem: x\n")
    done = cardrules("run", "bad.yaml")
    assert done.returncode == 1
    assert "--> bad.yaml:2:1" in done.stderr


def test_a_game_is_chosen_from_a_list() -> None:
    """At a terminal, `run` without a file asks for a game until one is named."""
    typed = "poker\n999\nGin Rumy\n Gin Rummy \n"
    with CliRunner().isolation(input=typed) as (out, *_):
        assert chosen_game(terminal=True) == "gin_rummy"
        shown = out.getvalue().decode()
    assert "There is no game 'poker'." in shown
    assert f"There is no game '999'. Type a number from 1 to {len(bundled())}, or a name." in shown
    assert "Did you mean 'gin rummy'?" in shown
    with CliRunner().isolation(input="3\n"):
        assert chosen_game(terminal=True) == bundled()[2]


def test_a_command_is_no_move_with_a_longer_name(cardrules: Cardrules) -> None:
    """`hint` is a command, but `hint colour` an action of Hanabi."""
    start = "run hanabi --players human,random --seed 1 --think 0.01".split()
    done = cardrules(*start, stdin="hint\n:hint\nhint colour anna blue\nlog\n")
    assert done.stdout.count("Hint: ") == 2
    assert "You: hint colour Anna blue" in done.stdout.rpartition("> log")[2]


def test_a_game_must_be_named_where_nobody_can_be_asked(cardrules: Cardrules) -> None:
    done = cardrules("run")
    assert done.returncode == 2
    assert "cardrules list" in done.stderr


def test_who_has_decided_nothing_takes_nothing_back(cardrules: Cardrules) -> None:
    """A bot has played a card before, but that is not what stands in the way."""
    start = "run scopa --seed 11 --players human,random".split()
    shown = cardrules(*start, stdin="undo\n").stdout
    assert "\n Anna: " in shown
    assert "you have not decided anything yet" in shown
    assert "--practice" not in shown.rpartition("> undo\n")[2]


def test_what_stands_between_a_player_and_an_undo(cardrules: Cardrules) -> None:
    """A card was drawn; in games for practice that does not matter."""
    start = "run gin_slaughtre --seed 7 --players human,random".split()
    moves = "1 2 3\ndone\n1\nundo\n"
    refused = cardrules(*start, stdin=moves).stdout.rpartition("> undo\n")[2]
    assert "seen something since that was hidden:\n You: play AS" in refused
    assert "--practice" in refused
    nothing = cardrules(*start, stdin="undo\n").stdout
    assert "you have not decided anything yet" in nothing
    assert "Taken back." in cardrules(*start, "--practice", stdin=moves).stdout


@pytest.mark.parametrize(("game", "ending"), [("gin_rummy", "Anna: knock"), ("love_letter", "deal 2")])
def test_how_a_deal_and_a_game_ended_is_not_cut(cardrules: Cardrules, game: str, ending: str) -> None:
    players = ",".join(["human", *["quick"] * (1 + (game == "love_letter"))])
    done = cardrules("run", game, "--players", players, "--seed", "4", stdin="1\n" * 90)
    assert ending in done.stdout
    blocks = re.split(r"^> .*$", done.stdout, flags=re.MULTILINE)
    told = next(block for block in blocks if ending in block)
    assert "more before that" not in told.partition(ending)[0]
    assert "more before that" not in done.stdout.rpartition("> 1")[2]


def test_the_pot_and_what_a_call_costs_are_shown(cardrules: Cardrules) -> None:
    players = ("--players", "human,quick,quick,quick")
    done = cardrules("run", "holdem", *players, "--seed", "2", stdin="raise 10\nraise 20\n")
    first, _, second = done.stdout.partition("> raise 10")
    assert re.search("pot 8$", first, re.MULTILINE)
    assert "bet in all 2" in first
    assert "raise to  a number from 4 to 200" in first
    assert "You: raise to 10" in second
    facing = cardrules("run", "holdem", "--players", "human,random,random", "--seed", "3")
    assert "bet in all 2   to call 198" in facing.stdout


CHANGED = """\
cardrules: 1
extends: hearts
name: Mine
"""


@pytest.fixture
def changed(cardrules: Cardrules, tmp_path: Path) -> str:
    """A saved game whose rules have changed since."""
    file = tmp_path / "mine.yaml"
    file.write_text(CHANGED, encoding="utf-8")
    cardrules("run", "mine.yaml", "--save", "s.json", stdin="1\n2\n3\ndone\nquit\n")
    file.write_text(f"{CHANGED}change: {{match: {{deals: 40}}}}\n", encoding="utf-8")
    return (tmp_path / "s.json").read_text()


def test_a_saved_game_does_not_go_on_under_other_rules_without_a_word(
    cardrules: Cardrules, tmp_path: Path, changed: str
) -> None:
    """Rules that change between two parts of a game, though the moves so far stay legal."""
    refused = cardrules("run", "--resume", "s.json", stdin="quit\n")
    assert (refused.returncode, refused.stdout) == (1, "")
    said = "The rules have changed since this game was saved (match.deals). To go on under the "
    assert said in refused.stderr
    assert (tmp_path / "s.json").read_text() == changed
    (how,) = re.findall(r"^  cardrules (.*)", refused.stderr, flags=re.MULTILINE)
    accepted = cardrules(*shlex.split(how), stdin="quit\n")
    assert "Mine: continues after" in accepted.stdout
    asked_no_more = cardrules("run", "--resume", "s.json", stdin="quit\n")
    assert asked_no_more.returncode == 0


def test_one_deal_is_played(cardrules: Cardrules) -> None:
    """An option that other commands have, and one lacks."""
    done = cardrules("run", "hearts", "--players", ",".join(["random"] * 4), "--single-deal")
    assert done.returncode == 0
    assert "deal 2" not in done.stdout
    resumed = cardrules("run", "--resume", "s.json", "--single-deal")
    assert "--single-deal cannot be used with --resume" in resumed.stderr


def test_a_word_that_several_games_begin_with_offers_them_all(cardrules: Cardrules) -> None:
    """A suggestion that picks one of several names without a reason."""
    said = cardrules("run", "gin").stderr
    for name in ("gin_rummy", "gin_rummy_partnership", "gin_rummy_three", "gin_slaughtre"):
        assert f"'{name}'" in said


def test_several_files_are_checked_one_after_the_other(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "stuck.yaml").write_text(STUCK, encoding="utf-8")
    done = cardrules("check", "gin_slaughtre", "stuck.yaml", "--players", "2", "--games", "1")
    assert done.returncode == 1
    assert done.stdout.index("gin_slaughtre: 2 games") < done.stdout.index("CR801") < done.stdout.index("stuck.yaml: ")


def test_a_check_that_is_stopped_shows_what_it_has_found(
    cardrules: Cardrules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work that is lost because a command is stopped."""
    rules = STUCK.replace("players: 2", "players: {least: 2, most: 3, default: 2}")
    (tmp_path / "stuck.yaml").write_text(rules, encoding="utf-8")
    play, played = Trials.play, list[object]()

    def stopped(trials: Trials, setting: Setting, games: int, seed: int) -> None:
        if played:
            raise KeyboardInterrupt
        played.append(setting)
        play(trials, setting, games, seed)

    monkeypatch.setattr(Trials, "play", stopped)
    done = cardrules("check", "stuck.yaml")
    assert done.returncode == 130
    assert "CR801" in done.stdout
    assert "Stopped after 1 of " in done.stderr
