"""Choosing a move by tapping: every legal action can be reached, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from cardrules.interpreter.play.state import State
from cardrules.rulesets import bundled
from cardrules.table.picking import MOST_BUTTONS, Move, Picking
from cardrules.table.viewers import seen

from ..loading import loaded


@pytest.mark.parametrize("name", bundled())
@pytest.mark.sample(2)
def test_every_legal_action_can_be_tapped(name: str, amount: Callable[[int, int], int]) -> None:
    """Its cards lie face up before the player; its values are offered as buttons."""
    game, rng = loaded(name), Random(7)
    tried = 0
    for seed in range(amount(2, 40)):
        state = game.new_initial_state(seed)
        for _ in range(amount(50, 400)):
            if state.is_terminal():
                break
            if rng.random() < 0.2:
                moves = Picking(state).moves
                for move in rng.sample(moves, min(3, len(moves))):
                    tried += 1
                    reach(state, move)
            state.apply_action(rng.choice(state.legal_actions()))
    assert tried > 10


def reach(state: State, move: Move) -> None:
    """Choose a move as a person does."""
    seat = state.current_player()
    assert seat is not None
    assert move.cards <= seen(state, seat)
    picking = Picking(state)
    for card in move.cards.elements():
        assert picking.cards_that_fit()[card] > picking.cards.count(card)
        assert picking.tap(card)
    for value in move.values:
        offered = {(group.kind, word) for group in picking.groups() for word, _ in group.words}
        assert value in offered
        assert picking.choose(*value)
    complete = [each.action.text for each in picking.complete()]
    assert move.action.text in complete[:MOST_BUTTONS]


def test_a_card_that_fits_no_move_is_refused() -> None:
    state = loaded("hearts").new_initial_state(1)
    picking = Picking(state)
    held = list(picking.cards_that_fit())
    for card in held[:3]:
        assert picking.tap(card)
    assert not picking.tap(held[3])  # three are passed
    assert picking.still_wanted() == (0, 0)
    picking.put_back(held[0])
    assert picking.still_wanted() == (1, 1)


def test_one_card_takes_the_place_of_another() -> None:
    state = loaded("gin_rummy").new_initial_state(1)
    while state.legal_actions()[0].verb != "discard":
        state.apply_action(state.legal_actions()[0])
    picking = Picking(state)
    first, second = list(picking.cards_that_fit())[:2]
    assert picking.tap(first)
    assert picking.tap(second)
    assert picking.cards == [second]


def test_values_are_buttons_that_complete_a_move() -> None:
    state = loaded("oh_hell").new_initial_state(1)
    (group,) = Picking(state).groups()
    assert group.verb == "bid"
    assert [word for word, move in group.words if move is not None][:2] == ["0", "1"]
