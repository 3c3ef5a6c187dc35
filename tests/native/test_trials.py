"""Native code plays trial games as Python does, so that `cardrules check` finds the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import pytest

from cardrules.interpreter.authoring.trials import Setting, Trials, settings
from cardrules.interpreter.check.load import Loaded, load_ruleset, load_text
from cardrules.interpreter.core.python import compiled
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.native.library import trials as native_trials
from cardrules.interpreter.native.loading import ERROR
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime import melds
from cardrules.interpreter.scenarios.games import Games
from cardrules.rulesets import bundled

from ..calling import call
from ..generated.rulesets import generate
from ..loading import loaded as loaded_game

pytest.importorskip("wasmtime")

SMALL = sorted(
    path
    for folder in ("games", "reference/rulesets", "peers/rulesets")
    for path in (Path(__file__).parents[1] / folder).glob("*.yaml")
)


def tried(loaded: Loaded, engine: str, ways: list[Setting], games: int, seed: int = 0) -> tuple[Trials, dict[str, Any]]:
    """Play trial games; return what was reached and found."""
    trials = Trials(Games(loaded, "small.yaml"), "small.yaml", engine=engine)
    for setting in ways:
        trials.play(setting, games, seed)
    trace = trials.games.trace
    assert trace is not None
    reached = [tuple(map(bool, count)) for count in trace.counts]
    return trials, {
        "reached": reached,
        "played": (trials.played, trials.decisions),
        "findings": trials.findings(complete=True),
    }


def compared(loaded: Loaded, games: int, ways: list[Setting] | None = None) -> Trials:
    """Play the same games in both engines; return the trials of native code."""
    ways = settings(loaded)[:1] if ways is None else ways
    native, python = (tried(loaded, engine, ways, games) for engine in ("native", "python"))
    assert native[1] == python[1]
    assert not any(ERROR in each for each in native[0].engines)
    assert python[0].natively == 0
    return native[0]


def test_bundled_games(amount: Callable[[int, int], int]) -> None:
    games = sorted(set(bundled()) - {"canasta", "klondike", "pinochle", "french_tarot"})
    for name in Random(7).sample(games, amount(2, len(games))):
        loaded = load_ruleset(name)
        ways = Random(8).sample(settings(loaded), 1)
        native = compared(loaded, amount(5, 30), ways)
        assert loaded.program is not None
        assert ("native" in native.engines) == (loaded.program.tables is None), name


def test_small_games(amount: Callable[[int, int], int]) -> None:
    for path in Random(9).sample(SMALL, amount(4, len(SMALL))):
        loaded = load_ruleset(str(path))
        if loaded.program is not None:
            compared(loaded, amount(4, 20))


def test_random_rulesets(amount: Callable[[int, int], int]) -> None:
    for number in range(amount(3, 500)):
        loaded = load_text(generate(number), f"{number}.yaml")
        if loaded.program is not None:
            compared(loaded, amount(2, 10))


RULES = """\
cardrules: 1
name: Rare
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
variables:
  count: {type: number}
deal:
  do: |
    shuffle stock
    deal 4 each to hand
define:
  rare: 2C is in hand and 2H is in hand and 3C is in hand
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: move card to pile
  draw:
    phase: turn
    when: stock is not empty
    do: draw 1
  pass: {phase: turn, when: stock is empty}
effects:
  out: {on: play, when: hand is empty, do: actor wins}
limits: {turns: 60, result: players with lowest size of hand of it wins}
bots: {prefer: [play: lowest position of rank of card]}
"""

DRAW = """\
    do: move card to pile
  draw:
    phase: turn
    when: stock is not empty
"""


DEAD_END = DRAW.replace("not empty", "not empty and not rare").replace(
    "    do: move", "    when: not rare\n    do: move"
)


@pytest.mark.parametrize(
    ("old", "new", "codes", "words"),
    [
        ("2C is in hand and", "2H is in hand and 2C is in hand and", "", ""),
        (
            "  pass: {phase: turn, when: stock is empty}\n",
            "  pass: {phase: turn, when: stock is empty and not rare}\n",
            "CR906",
            "`not rare`",
        ),
        (DRAW, DEAD_END, "CR801", "no legal action"),
        (
            "    do: draw 1",
            "    do: |\n      draw 1\n      if rare:\n        repeat until 1 is 2:\n          add 1 to count",
            "CR909",
            "the loop does not end",
        ),
        (
            "effects:",
            "effects:\n  poor: {on: play, when: rare, do: add size of hand of (random of "
            "players where size of hand of it > 9) to count}",
            "CR906 CR909",
            "belongs to nobody",
        ),
        ("    do: draw 1", "    do: count becomes count", "CR905 CR906 CR910", "changed nothing in any of 215 plays"),
        ("effects:", "effects:\n  seldom: {on: play, when: rare, do: add 1 to count}", "", ""),
        (
            "effects:",
            "effects:\n  never: {on: play, when: size of hand > 30, do: add 1 to count}",
            "CR905 CR906",
            "effects.never is never reached in 121 games",
        ),
        ("hand is empty, do", "size of pile > 20, do", "CR905 CR906 CR907", "60 of 60 games"),
    ],
    ids=["nothing", "a condition", "a dead end", "an endless rule", "an error", "idle", "seldom", "never", "limit"],
)
def test_planted_faults(old: str, new: str, codes: str, words: str) -> None:
    assert old in RULES
    loaded = load_text(RULES.replace(old, new), "small.yaml")
    assert loaded.failure() is None, loaded.diagnostics
    native = compared(loaded, 120)
    assert native.natively > 50
    found = [each.diagnostic for each in native.findings(complete=True)]
    assert {each.code for each in found} == set(codes.split())
    assert words in " ".join(each.message for each in found)


def test_a_fault_in_a_late_game_is_reproduced_by_its_seed(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(RULES.replace(DRAW, DEAD_END))
    found = list[str]()
    for engine in ("native", "python"):
        done = call(["check", "small.yaml", "--games", "60", "--seed", "20", "--engine", engine], tmp_path)
        assert done.returncode == 1, done.stderr
        text, _, line = done.stdout.strip().rpartition("\n")
        assert line.startswith(f"Engine: {engine}")
        found.append(text)
    assert found[0] == found[1]
    again = found[0].partition("Reproduce it with: cardrules ")[2].split("\n")[0]
    assert "--seed 20" not in again
    done = call(again.split(), tmp_path)
    assert (done.returncode, "CR801" in done.stdout) == (1, True)


def test_native_code_takes_over_where_python_would_take_long() -> None:
    loaded = load_text(RULES, "small.yaml")
    few, many = (Trials(Games(loaded, "small.yaml"), "small.yaml") for _ in range(2))
    few.play(settings(loaded)[0], 1, 0)  # how long it takes on a busy machine does not matter after the last game
    assert (few.natively, few.engines) == (0, {"python: to make native code would take longer": 1})
    many.play(settings(loaded)[0], 5000, 0)
    assert many.natively > 4000
    assert many.engines == {"native": 1}


def test_what_native_code_cannot_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.interpreter.native.library.trials.MOST_POINTS", 3)
    native = compared(load_text(RULES, "small.yaml"), 2)
    assert native.engines == {"python: native code cannot do more than 3 rules and conditions that are counted": 1}


@pytest.mark.parametrize(
    ("name", "zone", "part"),
    [("klondike", "columns", 6), ("loba_de_menos", "hand", 0), ("loba_de_menos", "stock", None)],
)
def test_a_card_that_is_missing_or_is_in_two_places(name: str, zone: str, part: int | None) -> None:
    """No rule can lose a card, so the function that looks for it is asked about wrong positions."""
    game = loaded_game(name)
    code = compiled(native_trials.intact(rules_of(game).program), "intact")
    intact = FunctionType(code, {"set_of": melds.set_of})
    position = initial_position(rules_of(game), rules_of(game).bare, 1)
    rules_of(game).bare.advance(position, START_OF_DEAL)
    assert intact(position) == 0
    whole: Any = getattr(position, f"z_{zone}")
    cards: int | list[int] = whole if part is None else whole[part]
    if isinstance(cards, list):
        cards[0] = cards[1]
    else:
        whole[part] = cards & (cards - 1)
    with pytest.raises(RuntimeError, match="No active exception"):
        intact(position)
