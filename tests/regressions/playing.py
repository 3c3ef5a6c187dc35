"""Plays a ruleset in every way in which it can be played, and says where two ways differ."""

from __future__ import annotations

import random

import cardrules
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.game.saving import position_data
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.runtime.position import Position

from ..positions import in_both_builds

LONGEST = 60
"""A game is broken off after so many decisions."""


def play(game: cardrules.Game, seed: int) -> int:
    """Play one random game in the recording build, and whatever else must agree beside it.

    Returns:
        How many decisions it had, one more than `LONGEST` if it was broken off.

    Raises:
        AssertionError: two builds differ, a card is lost, or a save is not the same game.
        CardrulesError: the rules get stuck.
    """
    state = game.new_initial_state(seed)
    bare = initial_position(rules_of(game), rules_of(game).bare, seed)
    rules_of(game).bare.advance(bare, START_OF_DEAL)
    chance = Random(seed)
    number = 0
    while True:
        assert _seen(game, bare) == _seen(game, state.position)
        rules_of(game).check_position(state.position)
        for seat in range(game.players):
            state.observation(seat)
        if state.is_terminal() or number > LONGEST:
            break
        actions = state.raw_legal_actions()
        assert rules_of(game).bare.legal[bare.pc](bare) == actions
        texts = [str(action) for action in state.legal_actions()]
        assert len(set(texts)) == len(texts)
        if number % 7 == 3:
            _look_into_worlds(state, number)
        raw = chance.choice(actions)
        _undo(state, raw)
        state.apply_raw(raw)
        rules_of(game).bare.play(bare, raw)
        number += 1
    _save_and_load(game, state)
    _play_without_lists(game, seed)
    return number


def _seen(game: cardrules.Game, position: Position) -> dict[str, object]:
    """A position, but for what seats know and the order of cards that no rule looks at."""
    data = in_both_builds(position, rules_of(game).bare.unshuffled)
    del data["frame"]  # where a rule goes on has another number in each build
    return data


def _look_into_worlds(state: cardrules.State, seed: int) -> None:
    """In a world that a seat believes in, the position is one of the game, and can be played on."""
    game = state.game
    for seat in range(game.players):
        position = sample_world(state, seat, Random(seed)).position
        game.check_position(position)
        if seat == state.current_player():
            legal = [game.notation.text(raw) for raw in game.bare.legal[position.pc](position)]
            assert legal == [str(action) for action in state.legal_actions()]
        game.bare.playout(position, random.Random(seed).random, most=LONGEST)


def _undo(state: cardrules.State, raw: tuple[int, ...]) -> None:
    before = position_data(state.position)
    copy = state.clone()
    copy.apply_raw(raw)
    if copy.can_undo():
        copy.undo()
        assert position_data(copy.position) == before


def _save_and_load(game: cardrules.Game, state: cardrules.State) -> None:
    """A save is the same game, and what seats see of it too."""
    again = game.state_from_json(state.to_json())
    assert again == state
    for seat in range(game.players):
        assert again.observation(seat) == state.observation(seat)
        assert again.history_for(seat) == state.history_for(seat)


def _play_without_lists(game: cardrules.Game, seed: int) -> None:
    """Random play of the bare build without lists of legal actions is that with them."""
    machine = rules_of(game).bare
    listed, played = initial_position(rules_of(game), machine, seed), initial_position(rules_of(game), machine, seed)
    machine.advance(listed, START_OF_DEAL)
    draw, decisions = random.Random(seed).random, 0
    while listed.pc >= 0 and decisions < LONGEST:
        actions = machine.legal[listed.pc](listed)
        machine.play(listed, actions[int(draw() * len(actions))])
        decisions += 1
    assert machine.playout(played, random.Random(seed).random, START_OF_DEAL, LONGEST) == decisions
    assert position_data(played) == position_data(listed)
