"""Searches for sets find what a look at all sets finds, in the same order."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.runtime.subsets import comes_before, either, subsets

RULES = """
cardrules: 1
name: Many cards
players: 2
deck: {ranks: A 2 3 4 5 6 7 8 9 T J Q K, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  hand: {each: player, faces: owner}
melds:
  set: {same: rank, size: 3 or more}
  run: {same: suit, consecutive: rank, size: 3 or more}
deal:
  do: |
    shuffle stock
    deal 26 each to hand
phases: {turn: {players: each once}}
actions:
  count:
    phase: turn
    do: add size of (sets of 3 or more of hand where it is a set or it is a run) to score
match: {winner: highest}
"""


def test_or_between_melds_directs_the_search() -> None:
    """Of 26 cards there are 67 million sets, more than can be listed."""
    loaded = load_text(RULES, "many.yaml")
    state = cardrules.Game(Rules(loaded, "many.yaml")).new_initial_state(seed=1)
    seat = state.current_player()
    assert seat is not None
    hand = [str(card) for card in state.observation(seat).zones["hand"][seat]]
    state.apply_action("count")
    ranks = "A23456789TJQK"
    held = {(ranks.index(card[0]), card[1]) for card in hand}
    sets = sum(
        len(list(combinations(suits, size)))
        for rank in range(13)
        if (suits := [suit for suit in "CDHS" if (rank, suit) in held])
        for size in (3, 4)
    )
    runs = sum(
        all((rank, suit) in held for rank in range(low, high + 1))
        for suit in "CDHS"
        for low in range(13)
        for high in range(low + 2, 13)
    )
    assert state.returns()[seat] == sets + runs


def test_the_order_is_that_of_all_sets() -> None:
    every = subsets(0b1101101, 0, 5)
    for one, other in combinations(every, 2):
        assert comes_before(one, other)
        assert not comes_before(other, one)
    rng = Random(1)
    for _ in range(20):
        parts = [[each for each in every if rng.random() < 0.4] for _ in range(2)]
        assert either(*parts) == [each for each in every if each in parts[0] or each in parts[1]]


@pytest.mark.parametrize(
    "condition",
    [
        "it is a set or total value over it is 11",
        "total value over it is 11 or it is a set",
        "it is a run or size of it is 3",  # one side directs the search, the other one does not
        "size of it is 3 or it is a run",
        "size of it is 2 and 9H is in it or size of it is 3",
        "it is a set or it is a run or total value over it is 7",
        "(it is a set or it is a run) and total value over it > 11",
        "(it is a set or 9H is in it) and (total value over it is 21 or it is a run)",
        "not (it is a set or it is a run) and total value over it is 21",
    ],
)
def test_conditions_find_the_sets_for_which_they_hold(condition: str) -> None:
    """As many as a look at each set counts, whatever directs the search."""
    text = RULES.replace("deal 26 each", "deal 9 each").replace("it is a set or it is a run", condition)
    every = text.replace("size of (sets", "total (1 if CONDITION else 0) over (sets").replace(f" where {condition}", "")
    every = every.replace("CONDITION", condition)
    found = 0
    for seed in range(8):
        scores: list[list[int | float]] = []
        for each in (text, every):
            state = cardrules.Game(Rules(load_text(each, "some.yaml"), "some.yaml")).new_initial_state(seed)
            while not state.is_terminal():
                state.apply_action("count")
            scores.append(state.scores())
        assert scores[0] == scores[1]
        found += sum(scores[0])
    assert found
