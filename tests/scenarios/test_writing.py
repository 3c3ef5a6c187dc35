"""The last move of a game, written as a scenario: it is valid, it passes, and it is the same decision.

Kinds of mistake: a scenario that cannot be pasted; one that fails; one of another position; one that names more than
its move needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import cardrules
from cardrules import rulesets
from cardrules.interpreter.authoring.survey import survey, variants
from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.play.state import State
from cardrules.interpreter.scenarios.running import run
from cardrules.interpreter.scenarios.writing import Written, move_as_scenario

from .bundled import TESTS

OTHERS = sorted((TESTS / "games").glob("*.yaml"))


def begun(source: str, chance: random.Random) -> State:
    """Return the beginning of a game of a ruleset, now and then in a variant or with another number of players."""
    loaded = load_ruleset(source)
    assert loaded.ruleset is not None
    players = range(loaded.ruleset.least, loaded.ruleset.most + 1)
    variant = chance.choice([None, None, *variants(loaded.resolved)])
    count = chance.choice([None, None, *players]) if variant is None else None
    return cardrules.load(source, variant=variant, players=count).new_initial_state(chance.randrange(1000))


def moved(state: State, moves: int, chance: random.Random) -> State:
    """Play at random."""
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def written(state: State) -> Written:
    assert state.last is not None
    return move_as_scenario(state, state.last.number)


def pasted(parent: str, scenarios: list[Written], folder: Path) -> Path:
    """Return a child of a ruleset into which scenarios were pasted."""
    file = folder / "child.yaml"
    texts = [each.text.replace(each.name, f"{each.name}-{number}", 1) for number, each in enumerate(scenarios)]
    file.write_text(f"cardrules: 1\nextends: {parent}\nname: Child\nscenarios:\n{''.join(texts)}", "utf-8")
    return file


@pytest.mark.sample(9)
@pytest.mark.parametrize("source", [*rulesets.bundled(), *map(str, OTHERS)], ids=lambda each: Path(each).stem)
def test_what_is_written_passes_in_a_child(source: str, tmp_path: Path, amount: Callable[[int, int], int]) -> None:
    chance = random.Random(Path(source).stem)
    scenarios: list[Written] = []
    for _ in range(amount(2, 40)):
        scenarios.append(written(moved(begun(source, chance), chance.choice([1, 4, 12, 40, 200]), chance)))
    child = pasted(source, scenarios, tmp_path)
    assert [each for each in survey(str(child)).diagnostics if each.code != "CR503"] == []  # of some nobody can win
    report = run(child)
    assert report.diagnostics == ()
    assert report.failed == ()
    assert len(report.results) == len(scenarios)


def test_a_scenario_names_what_its_move_needs() -> None:
    """Cards that the player does not see are counted; values are given that are not the first ones."""
    state = cardrules.load("gin_slaughtre", options={"exchange": "none"}).new_initial_state(7)
    state.apply_action("play AH")
    assert written(state).text == GIN


GIN = """\
  seat-0-play-ah:
    options: {exchange: none}
    given: {hand: [AH 8H TD JC, 4], reserve: [4D AS 8S, 2S KH 4S], draws: KD, opener: 0}
    tests:
      - play: play AH
        then: {stock: 39, pile: AH, hand: [8H TD JC KD], actor: 1}
"""


def test_a_move_of_which_only_more_moves_tell_begins_earlier() -> None:
    """A card of a sealed choice is passed on when all have chosen."""
    state = cardrules.load("hearts").new_initial_state(7)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    found = written(state)
    assert not found.from_start
    assert found.text.count("give ") == 4


def test_a_game_whose_positions_cannot_be_given_is_played_from_its_start(tmp_path: Path) -> None:
    source = str(TESTS / "games" / "two_tables.yaml")
    state = moved(cardrules.load(source).new_initial_state(5), 3, random.Random(1))
    found = written(state)
    assert found.from_start
    assert "seed: 5" in found.text
    assert run(pasted(source, [found], tmp_path)).failed == ()


def test_settings_that_are_not_the_usual_ones_are_written() -> None:
    game = cardrules.load("scopa", players=3, options={"napola": True}, single_deal=True)
    text = written(moved(game.new_initial_state(2), 5, random.Random(2))).text
    assert "players: 3" in text
    assert "options: {napola: true}" in text
    assert "single_deal: true" in text
    usual = written(moved(cardrules.load("scopa").new_initial_state(2), 5, random.Random(2))).text
    assert not any(key in usual for key in ("players", "options", "variant", "single_deal"))


def test_an_earlier_move_is_written_as_if_it_were_the_last() -> None:
    state = moved(cardrules.load("scopa").new_initial_state(1), 5, random.Random(1))
    wanted = written(state)
    assert move_as_scenario(moved(state, 6, random.Random(1)), 5) == wanted


def test_a_game_from_a_given_position_is_written(tmp_path: Path) -> None:
    given = {"pile": "5C", "hand": ["7D 8H JC KD", "4D 6H TS JD"], "stock": 6}
    state = cardrules.load("gin_slaughtre").state_from_position(given)
    state.apply_action("play 7D")
    assert run(pasted("gin_slaughtre", [written(state)], tmp_path)).failed == ()
