"""Native code plays every game as Python does: the same final position, decision by decision."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import cardrules
from cardrules.interpreter.authoring.trials import settings
from cardrules.interpreter.check.load import load_ruleset, load_text
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.native.code import encoding as wasm
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.library import routines
from cardrules.interpreter.native.loading import ERROR
from cardrules.interpreter.native.memory import constants
from cardrules.interpreter.native.translation import conditions, remembering
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime import chance
from cardrules.interpreter.simulation.engines import SEARCHING
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import Tally
from cardrules.rulesets import bundled

from ..generated.rulesets import generate
from ..loading import loaded
from ..perft import opening
from .playing import differences, native, stepping, unlike

pytest.importorskip("wasmtime")

ROOT = Path(__file__).parents[2]
SMALL = sorted(path for folder in ("games", "reference/rulesets") for path in (ROOT / "tests" / folder).glob("*.yaml"))


def compared(game: cardrules.Game, seeds: range) -> str | None:
    """Compare some games; return what native code refuses, or None."""
    try:
        code = native(game)
    except Refused as refused:
        reason = str(refused)
    else:
        assert not [found for seed in seeds if (found := differences(game, code, seed))]
        return None
    assert not reason.startswith(ERROR)
    return reason


def test_bundled_games(amount: Callable[[int, int], int]) -> None:
    games = sorted(bundled())
    for name in Random(0).sample(games, amount(2, len(games))):
        assert compared(loaded(name), range(amount(3, 200))) is None


def test_settings_of_bundled_games(amount: Callable[[int, int], int]) -> None:
    """All numbers of players and variants, and every pair of values of two options."""
    games = sorted(bundled())
    games = Random(1).sample(games, amount(1, len(games)))
    cases = [(name, setting) for name in games for setting in settings(load_ruleset(name))]
    for name, each in Random(1).sample(cases, amount(1, len(cases))):
        game = cardrules.load(name, players=each.players, options=each.options)
        assert compared(game, range(amount(2, 20))) is None


def test_lists_of_actions_under_settings(amount: Callable[[int, int], int]) -> None:
    """Not only how many actions are legal, but which, in their order."""
    games, chance = sorted(bundled()), Random(6)
    games = chance.sample(games, amount(1, len(games)))
    cases = [(name, setting) for name in games for setting in settings(load_ruleset(name))]
    for name, each in chance.sample(cases, amount(2, len(cases))):
        game = cardrules.load(name, players=each.players, options=each.options)
        code, listed = stepping(game), 0
        for seed in range(amount(1, 3)):
            try:
                position = opening(game, rules_of(game).bare, seed)
            except SetupError:  # hold'em with fewer chips than blinds: there are no decisions
                listed = -1
                break
            for _ in range(amount(60, 200)):
                if position.pc < 0:
                    break
                action = chance.choice(rules_of(game).bare.legal[position.pc](position))
                listed += code.legal(position) is not None
                assert unlike(code, game, position, action) is None, (name, each)
        assert listed


def test_small_games_have_no_mistakes() -> None:
    """Only a sample of them is played each time."""
    faulty = [path.name for path in SMALL if load_ruleset(str(path)).program is None]
    assert faulty == []


def test_small_games(amount: Callable[[int, int], int]) -> None:
    for path in Random(2).sample(SMALL, amount(2, len(SMALL))):
        found = compared(cardrules.load(str(path)), range(amount(3, 50)))
        assert found is None, path


def test_small_games_with_several_packs(amount: Callable[[int, int], int]) -> None:
    """Sets of up to 511 cards have several words."""
    played = 0
    cases = [(path, packs) for path in SMALL for packs in (2, 3, 4, 5, 8, 12)]
    tried = Random(3).sample(cases, amount(1, len(cases)))
    for path, packs in tried:
        game = of_several_packs(path, packs)
        if game is not None:
            played += compared(game, range(amount(3, 20))) is None
    assert 3 * played > len(tried)


def of_several_packs(path: Path, packs: int) -> cardrules.Game | None:
    """A game with so many packs; None if that is a mistake in it."""
    text = path.read_text("utf-8")
    ruleset = load_text(re.sub(r"^deck: \{", f"deck: {{packs: {packs}, ", text, flags=re.M), path.name)
    return None if ruleset.program is None else cardrules.Game(Rules(ruleset, path.name))


@pytest.mark.parametrize(("name", "packs"), [("shrinking_piles", 5), ("sets_of_cards", 3)], ids=["loop", "list"])
def test_sets_of_several_words(name: str, packs: int) -> None:
    """Loops over them are not written out with numbers of one word; lists of them grow."""
    game = of_several_packs(ROOT / "tests/reference/rulesets" / f"{name}.yaml", packs)
    assert game is not None
    assert compared(game, range(3)) is None


def test_what_is_remembered_for_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for two numbers; all others take their places."""
    for module in (constants, remembering):
        monkeypatch.setattr(module, "REMEMBERED", 2)
    path = ROOT / "tests" / "peers" / "rulesets" / "cribbage.yaml"
    assert compared(cardrules.load(str(path), players=2), range(2)) is None


def test_a_list_that_another_function_fills() -> None:
    """What a caller knows of a list must not outlast a call that changes it."""
    path = ROOT / "tests" / "reference" / "rulesets" / "meld_with_a_card.yaml"
    assert compared(cardrules.load(str(path)), range(4)) is None


def test_a_name_keeps_a_list_that_is_replaced() -> None:
    """Also where that happens in the very next statement."""
    path = ROOT / "tests" / "reference" / "rulesets" / "named_before_it_changes.yaml"
    assert compared(cardrules.load(str(path)), range(3)) is None


def test_random_rulesets(amount: Callable[[int, int], int]) -> None:
    # 21 compares what is never there, 62 offers numbers below zero with cards that are alike, 90
    # passes a truth value to a function.
    for number in (21, 62, 90, *range(amount(1, 2000))):
        ruleset = load_text(generate(number), f"{number}.yaml")
        if ruleset.program is None:  # some have mistakes
            continue
        compared(cardrules.Game(Rules(ruleset, f"{number}.yaml")), range(amount(2, 10)))


@pytest.mark.parametrize("players", ["random", "quick", "quick,random"])
def test_results_do_not_depend_on_the_engine(players: str) -> None:
    game = loaded("hearts")
    seats = (players.split(",") * 4)[:4]
    tallies: list[dict[str, object]] = []
    for engine in ("native", "python"):
        simulation, tally = Simulation(rules_of(game), seats, seed=3, engine=engine), Tally()
        assert simulation.hindrance == (None if engine == "native" else "it was chosen")
        rows: list[list[int | None]] = []
        number = 997  # until 1000 all games are watched closely, then one in ten
        while number < 1012:
            number = simulation.play_on(number, 1012, tally, rows)
        tallies.append({**tally.data(), "rows": rows})
    assert tallies[0] == tallies[1]


_LARGE = """
cardrules: 1
name: Large scores
players: 2
deck: {ranks: 2 3 4, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
deal:
  do: deal 3 each to hand
phases:
  turn: {players: in turn}
actions:
  gain:  {phase: turn, do: add 800000000 to score}
  lose:  {phase: turn, do: add -3 to score}
match: {winner: highest}
limits: {turns: 12, result: nobody wins}
"""


def test_sums_of_large_numbers() -> None:
    """Native code adds up squares in 64 bits; Python does so where these are not enough."""
    game = cardrules.Game(Rules(load_text(_LARGE, "large.yaml"), "large.yaml"))
    tallies: list[dict[str, object]] = []
    for engine in ("native", "python"):
        simulation, tally = Simulation(rules_of(game), ["random"] * 2, engine=engine), Tally()
        number = 1001
        while number < 1100:
            number = simulation.play_on(number, 1100, tally)
        tallies.append(tally.data())
    assert tallies[0] == tallies[1]


@pytest.mark.parametrize(
    ("module", "name", "wrong", "traps"),
    [
        (conditions, "_COMPARISONS", {**conditions._COMPARISONS, "<": wasm.I64_LE_S}, False),  # pyright: ignore[reportPrivateUsage]
        (routines, "STEP", chance.STEP + 2, False),
        (wasm, "I64_POPCNT", wasm.I64_CTZ, True),
    ],
    ids=["comparison", "chance", "size of a set"],
)
def test_a_bug_of_the_translator_is_found(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, wrong: object, traps: bool
) -> None:
    """What these tests compare tells of it, unless the game traps; then Python plays it."""
    monkeypatch.setattr(module, name, wrong)
    game = loaded("oh_hell")
    code = native(game)
    for seed in range(2):
        assert (code.last(seed) is None) == traps
        assert traps or differences(game, code, seed)


def test_python_plays_what_traps_and_says_what_is_wrong() -> None:
    game = cardrules.load(str(ROOT / "tests/reference/rulesets/top_of_nobody.yaml"))
    simulation = Simulation(rules_of(game), ["random"] * game.players, engine="native")
    assert simulation.hindrance is None
    with pytest.raises(cardrules.NobodyError, match=r"top_of_nobody.yaml:\d+:\d+") as caught:
        simulation.play_on(1001, 1005, Tally())
    assert caught.value.__notes__ == ["This is game 1001 of the simulation, with the seed 1001."]


def test_quick_players_of_bundled_games(amount: Callable[[int, int], int]) -> None:
    """They leave out bids that are hardly worth a thought, and prefer what the ruleset prefers."""
    for name in Random(4).sample(sorted(bundled()), amount(1, 20)):
        game = loaded(name)
        players = [("quick", "random")[seat % 3 == 2] for seat in range(game.players)]
        tallies: list[dict[str, object]] = []
        for engine in ("native", "python"):
            simulation, tally = Simulation(rules_of(game), players, seed=3, engine=engine), Tally()
            number, last = 1001, 1001 + amount(2, 8)
            while number < last:
                number = simulation.play_on(number, last, tally)
            tallies.append(tally.data())
        assert tallies[0] == tallies[1], name


def test_bots_that_search_play_in_python() -> None:
    simulation = Simulation(rules_of(loaded("hearts")), ["quick", "rollout", "quick", "quick"])
    assert simulation.engine_used(1000) == f"python: {SEARCHING}"
