"""A single deal has a result, or it is refused.

The kind of mistake: where a match goes by something else than scores, such as the games of
Cribbage, a single deal always returned 0, and tournaments and environments learnt nothing from it.
"""

from __future__ import annotations

from random import Random

import pytest

import cardrules
from cardrules import environments, rulesets
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import Game, rules_of

UNDECIDED = """
cardrules: 1
name: Undecided
players: 2
deck: {ranks: 6 7 8, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
variables: {won: {each: player, scope: match}}
deal:
  do: shuffle stock then deal 1 each to hand
phases: {turn: {players: each once}}
actions: {show: {phase: turn, do: add value of first of hand to won}}
match: {until: won of eldest > 20, result: 'if decided: players with highest won of it wins'}
limits: {turns: 9, result: nobody wins}
options: {decided: {type: boolean, help: Whether somebody wins., default: false}}
"""


def returns(game: Game, seed: int) -> list[int | float]:
    """What a deal returns to players who choose by chance among what the rules prefer."""
    machine, chance = rules_of(game).bare, Random(seed)
    position = initial_position(rules_of(game), machine, seed)
    machine.advance(position, START_OF_DEAL)
    while position.pc >= 0:
        legal = machine.legal[position.pc](position)
        machine.play(position, chance.choice(machine.preferred(position, legal)))
    return rules_of(game).returns(position)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", sorted(rulesets.bundled()))
def test_a_deal_of_each_bundled_game_is_worth_something_to_somebody(name: str) -> None:
    game = cardrules.load(name, single_deal=True)
    # Who plays a patience by chance may never bring a card home.
    assert game.players == 1 or any(any(returns(game, seed)) for seed in range(5))


def test_a_single_deal_counts_what_the_rules_score() -> None:
    game = cardrules.load("cribbage", single_deal=True)
    state = game.new_initial_state(3)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == state.scores()
    assert any(state.scores())
    games = environments.vector(game, 4, seed=3)
    batch = games.reset()
    gained = 0.0
    for _ in range(60):
        batch = games.step(batch.mask.argmax(axis=1))
        gained += float(batch.rewards.sum())
    assert gained > 0


def test_a_single_deal_without_a_result_is_refused(tmp_path: object) -> None:
    file = f"{tmp_path}/undecided.yaml"
    with open(file, "w") as out:
        out.write(UNDECIDED)
    assert cardrules.load(file).new_initial_state().returns() == [0, 0]
    with pytest.raises(SetupError, match="a single deal of Undecided has no result"):
        cardrules.load(file, single_deal=True)


RACE = """
cardrules: 1
name: Race
players: 2
deck: {ranks: 6 7 8, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
variables: {stage: {each: player, scope: match, start: 1}}
define: {settle: {do: '(players where stage of it > 10) with lowest score of it wins'}}
deal:
  do: deal 1 each to hand
  after: add 5 to score of eldest then add 1 to stage of eldest
phases: {turn: {players: each once from eldest}}
actions: {show: {phase: turn}}
match: {until: stage of any player > 10, deals: 99, result: RESULT}
limits: {turns: 9, result: nobody wins}
"""


@pytest.mark.parametrize(
    ("result", "winners"),
    [
        ("(players where stage of it > 10) with lowest score of it wins", []),
        ("settle", []),
        ("players with lowest score of it wins", [1]),
        ('"if stage of eldest is 2: end game\\neldest wins"', []),
    ],
)
def test_without_match_winner_the_result_of_the_match_decides(
    result: str, winners: list[int], tmp_path: object
) -> None:
    """The highest score won where the rules say in `match.result` who does."""
    file = f"{tmp_path}/race.yaml"
    with open(file, "w") as out:
        out.write(RACE.replace("RESULT", result))
    game = cardrules.load(file, single_deal=True)
    state = game.new_initial_state(dealer=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == state.scores() == [5, 0]
    assert state.winners() == winners
