"""Strategies of small games: known values, known numbers of information states, and what seats can tell apart."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules
from cardrules import SetupError
from cardrules.interpreter.equilibrium.course import course_of, legal_by_text
from cardrules.interpreter.equilibrium.regrets import best_responses, solve, uniform, values
from cardrules.interpreter.equilibrium.strategy import strategy_of
from cardrules.interpreter.equilibrium.tree import MOST_POSITIONS, is_small, tree_of
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.state import State
from cardrules.rulesets import path
from tests.loading import loaded

PENNIES = """
cardrules: 1
name: Pennies
players: 2
deck: {ranks: 1 2, suits: hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
variables: {said: {each: player}}
deal:
  do: |
    shuffle stock
    deal 1 each to hand
  after: |
    if said of eldest is not said of dealer: add -1 to score of eldest
    else if said of eldest is 1: add 3 to score of eldest
    else: add 1 to score of eldest
    add 0 - score of eldest to score of dealer
phases:
  saying: {players: all at once}
actions:
  say: {phase: saying, choose: {amount: a number from 1 to 2}, do: said becomes amount}
match: {deals: 1, winner: highest}
"""
"""Both say a number in secret; the cards do not matter. The first wins 3 or 1 if they are equal, and else loses 1."""


def rules(text: str, folder: Path) -> cardrules.Game:
    """Return the game of a text."""
    file = folder / "game.yaml"
    file.write_text(text, "utf-8")
    return cardrules.load(file)


def test_kuhn_poker_has_its_value() -> None:
    tree = tree_of(rules_of(loaded("kuhn_poker")), dealer=1)
    assert len(tree.information) == 12
    assert values(tree, uniform(tree)) == pytest.approx([1 / 8, -1 / 8])
    policy = solve(tree, 300)
    assert values(tree, policy) == pytest.approx([-1 / 18, 1 / 18], abs=1e-3)
    first, second = best_responses(tree, policy)
    assert -1 / 18 <= first < -1 / 18 + 2e-3
    assert 1 / 18 <= second < 1 / 18 + 2e-3


def test_leduc_poker_as_others_know_it() -> None:
    # OpenSpiel counts as many information states, and finds the same exploitability of uniform play
    # (2.3736 chips) and the same value of the game (-0.0856 chips).
    tree = tree_of(rules_of(loaded("leduc_poker")), dealer=1)
    assert len(tree.information) == 936
    assert sum(best_responses(tree, uniform(tree))) / 2 / 12 == pytest.approx(2.3736, abs=1e-4)
    policy = solve(tree, 30)
    assert values(tree, policy)[0] / 12 == pytest.approx(-0.0856, abs=0.02)
    low, high = best_responses(tree, policy)
    assert 0 < (low + high) / 2 / 12 < 0.1


def test_sealed_choices_are_not_known(tmp_path: Path) -> None:
    tree = tree_of(rules_of(rules(PENNIES, tmp_path)), dealer=1)
    assert len(tree.information) == 4  # one for each card of each seat
    policy = solve(tree, 300)
    # The value is 1/3: the first says 1 with probability 1/3, and so does the other.
    assert values(tree, policy)[0] == pytest.approx(1 / 3, abs=0.01)
    assert best_responses(tree, policy) == pytest.approx([1 / 3, -1 / 3], abs=0.02)


def test_equal_cards_are_one_card(tmp_path: Path) -> None:
    text = Path(path("kuhn_poker") or "").read_text("utf-8")
    alone = "without: {3: size of players <= 2, 4: size of players <= 3}"
    assert alone in text
    game = rules(text.replace(alone, "packs: 2"), tmp_path)
    tree = tree_of(rules_of(game), dealer=1)
    assert len(tree.information) == 2 * 2 * 5  # two choices of two seats, for each of five ranks
    for seed in range(8):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            strategy = strategy_of(rules_of(game), state.position.dealer, 5, lambda _: None)
            assert strategy.at(course_of(state)) is not None
            state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize(("name", "players"), [("kuhn_poker", 2), ("kuhn_poker", 3), ("pennies", 2)])
def test_seats_tell_games_apart_as_by_their_information_states(name: str, players: int, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    from cardrules.environments.episode import Episode
    from cardrules.environments.game_spaces import Spaces

    game = rules(PENNIES, tmp_path) if name == "pennies" else loaded(name, players=players)
    spaces = Spaces(rules_of(game))
    ours: dict[object, set[str]] = {}
    theirs: dict[str, set[object]] = {}

    def visit(episode: Episode) -> None:
        seat = episode.player
        if seat is None:
            return
        course, text = course_of(episode.state), f"{seat} {episode.information_state(seat)}"
        ours.setdefault(course, set()).add(text)
        theirs.setdefault(text, set()).add(course)
        for number in episode.legal():
            after = episode.clone()
            after.step(number)
            visit(after)

    for seed in range(40):
        visit(Episode(spaces, deck=game.first_deck(seed), dealer=seed % players))
    assert len(ours) > 4
    assert {len(each) for each in (*ours.values(), *theirs.values())} == {1}


def test_a_deal_of_a_match_is_looked_up_as_a_deal_alone() -> None:
    match = cardrules.load("kuhn_poker", options={"deals": 6})
    alone = rules_of(loaded("kuhn_poker"))
    state = match.new_initial_state(3)
    seen: set[int] = set()
    while not state.is_terminal():
        course = course_of(state)
        seen.add(state.position.deal)
        found = [strategy_of(each, course.dealer, 20, lambda _: None).at(course) for each in (rules_of(match), alone)]
        assert found[0] is not None
        assert found[0] == found[1]
        assert list(found[0]) == list(legal_by_text(state))
        state.apply_action(state.legal_actions()[state.position.deal % 2])
    assert len(seen) == 6


def test_strategies_are_computed_once() -> None:
    game = rules_of(loaded("kuhn_poker"))
    told: list[float] = []
    first = strategy_of(game, 0, 3, told.append)
    assert told[-1] == 1
    assert told == sorted(told)
    assert strategy_of(game, 0, 3, lambda _: pytest.fail("computed again")) is first


@pytest.mark.parametrize(
    ("name", "players", "problem"),
    [
        ("hearts", None, "Hearts has more than 20,000 different deals, too many"),
        ("cuckoo", None, "chance in Cuckoo is more than the cards that are dealt from a pack shuffled once"),
        ("leduc_poker", 3, f"can come to more than {MOST_POSITIONS:,} positions, too many"),
    ],
)
def test_a_game_that_is_too_large_is_refused(name: str, players: int | None, problem: str) -> None:
    game = rules_of(loaded(name, players=players))
    assert not is_small(game)
    with pytest.raises(SetupError, match=problem) as refused:
        tree_of(game, dealer=0)
    assert "use rollout or ismcts" in str(refused.value)


def test_a_given_position_has_no_strategy() -> None:
    game = loaded("kuhn_poker")
    state: State = game.state_from_position({"phase": "opening", "hand": [["1S"], ["2S"]], "actor": 0})
    assert strategy_of(rules_of(game), state.position.dealer, 1, lambda _: None).at(course_of(state)) is None
