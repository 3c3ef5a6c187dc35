"""Random games of the bundled patiences are played by models that do not know the rulesets: moves and results agree."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random

import pytest

import cardrules

from .patience import Cells, FreeCell, Patience, pack

MOST = 400
"""Moves of a game; random moves of a patience may go round and round."""

GAMES: dict[tuple[str, str], tuple[Callable[[Sequence[str]], Patience], list[str]]] = {
    ("freecell", "{}"): (partial(FreeCell, Cells()), pack()),
    ("freecell", '{"cells": 2}'): (partial(FreeCell, Cells(cells=2)), pack()),
    ("bakers_game", "{}"): (partial(FreeCell, Cells(in_suit=True)), pack()),
    ("eight_off", "{}"): (partial(FreeCell, Cells(8, 8, 4, in_suit=True, kings_only=True)), pack()),
    ("seahaven_towers", "{}"): (partial(FreeCell, Cells(4, 10, 2, in_suit=True, kings_only=True)), pack()),
}
"""The models: for each ruleset and its options the model and the cards."""


@cache
def load(name: str, options: str) -> cardrules.Game:
    return cardrules.load(name, options=json.loads(options))


def compare(name: str, options: str, deals: int, most: int = MOST) -> int:
    """Play random deals with a ruleset and the model of it; return the number of positions that were compared."""
    game, (made, cards), positions = load(name, options), GAMES[name, options], 0
    for seed in range(deals):
        chance = Random(seed)
        deck = chance.sample(cards, len(cards))
        state, model = game.new_initial_state(deck=deck), made(deck)
        for _ in range(most):
            legal = sorted(map(str, state.legal_actions()))
            assert legal == sorted(model.moves())
            positions += 1
            # Who gives up as soon as possible sees little of a game.
            move = chance.choice([each for each in legal if each != "give_up" or chance.random() < 0.05] or legal)
            state.apply_action(move)
            model.play(move)
            assert state.scores() == [model.homes]
            assert state.is_terminal() == bool(model.result)
            if state.is_terminal():
                assert (state.winners() == [0]) == (model.result == 1)
                break
    return positions


@pytest.mark.soak
@pytest.mark.parametrize(("name", "options"), GAMES, ids=map(" ".join, GAMES))
def test_random_games_agree_with_a_model(name: str, options: str, amount: Callable[[int, int], int]) -> None:
    assert compare(name, options, amount(2, 500), amount(100, MOST))
