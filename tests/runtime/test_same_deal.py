"""What seats know when the same cards are dealt again: no more than follows from what they saw, and all that they saw.

Each order of a small pack is tried. It is possible for a seat if the seat would have seen the same
of the last deal, whatever the others may have chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations
from pathlib import Path
from random import Random

import pytest

import cardrules
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random as Chance

from ..loading import loaded

RULES = """\
cardrules: 1
name: Same Cards
summary: The same cards twice.
players: 2
deck: {ranks: A 2 3, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: top}
  chest: {faces: hidden, ordered: false}
  hand:  {each: player, faces: owner}
deal:
  dealer: DEALER
  do: |
    if deal_number is 1: shuffle stock
    else: arrange stock as in the last deal
    deal 1 to chest
    deal COUNT each to hand
phases:
  turn: {players: in turn, until: turn_number > 3 or deal_number is 2 and turn_number > 0}
actions:
  draw:  {phase: turn, when: stock is not empty, do: draw 1}
  give:  {phase: turn, choose: {card: a card from hand}, do: move card to hand of left of actor}
  throw: {phase: turn, choose: {card: a card from hand}, do: move card to pile}
  bury:  {phase: turn, choose: {card: a card from hand}, do: move card to bottom of stock}
  keep:  {phase: turn, choose: {card: a card from hand}, do: move card to chest}
  show:  {phase: turn, choose: {card: a card from hand}, do: reveal card}
  look:  {phase: turn, when: turn_number < 2, do: reveal hand of left of actor to actor}
  rest:  {phase: turn}
match: {deals: 2, winner: highest}
"""


def seen(state: cardrules.State, seat: int) -> object:
    """What a seat sees: of the second deal only its own cards and what is open."""
    view = state.observation(seat)
    if state.position.deal == 1:
        return view.zones, view.history
    return view.zones["hand"][seat], view.zones["pile"], view.history


def possible(real: Sequence[cardrules.State], found: Iterable[cardrules.State], seat: int) -> list[cardrules.State]:
    """The states that may be the last one of a game as well, as far as a seat has seen it."""
    found = [state for state in found if seen(state, seat) == seen(real[0], seat)]
    for before, after in pairwise(real):
        verb = after.history()[-1].verb
        following: list[cardrules.State] = []
        for state in found:
            for action in state.legal_actions():
                if action.verb == verb and state.current_player() == before.current_player():
                    then = state.clone()
                    then.apply_action(action)
                    if seen(then, seat) == seen(after, seat):
                        following.append(then)
        found = following
    return found


def lying(state: cardrules.State) -> dict[int, int]:
    """Where each card lies."""
    recorder = state.game.recorder
    return {card: place for place in range(len(recorder.places)) for card in recorder.cards(state.position, place)}


@pytest.mark.parametrize(
    ("dealer", "count"), [("left of dealer", "2"), ("dealer", "2"), ("dealer", "3 - deal_number")], ids="abc"
)
def test_seats_know_what_follows_from_the_last_deal(dealer: str, count: str, tmp_path: Path) -> None:
    file = tmp_path / "same_cards.yaml"
    file.write_text(RULES.replace("DEALER", dealer).replace("COUNT", count), "utf-8")
    rules, rng = cardrules.load(file), Random(5)
    cards = sorted(rules_of(rules).program.pack.text)
    begun = [rules.new_initial_state(1, deck=list(order), dealer=0) for order in permutations(cards)]
    known = certain = 0
    for _ in range(6):
        rng.shuffle(cards)
        path = [rules.new_initial_state(1, deck=cards, dealer=0)]
        while path[-1].position.deal == 1:
            state = path[-1].clone()
            state.apply_action(rng.choice(state.legal_actions()))
            path.append(state)
        state = path[-1]
        for seat in range(2):
            worlds = [lying(world) for world in possible(path, begun, seat)]
            assert lying(state) in worlds
            for card, place in lying(state).items():
                if place in (0, 1):  # nobody need know where in the pack a card lies
                    continue
                sure = all(world[card] == place for world in worlds)
                claimed = bool((state.position.know or [])[card] >> seat & 1)
                assert sure or not claimed
                known, certain = known + claimed, certain + sure
    assert 0 < 0.6 * certain <= known <= certain


def test_all_is_known_of_hands_that_were_played_to_the_end() -> None:
    same = loaded("tests/games/duplicate.yaml")
    state, rng = same.new_initial_state(3), Random(1)
    while state.position.deal == 1:
        state.apply_action(rng.choice(state.legal_actions()))
    hands = state.observation(0).zones["hand"]
    assert "??" not in str(hands)
    assert {state.observation(seat).zones["hand"] for seat in range(3)} == {hands}


def test_worlds_deal_what_they_hold() -> None:
    """The last deal of a world has the cards of the world, not those that a seat cannot know."""
    state = loaded("tests/games/duplicate.yaml").new_initial_state(3)
    recorder = state.game.recorder
    hands = [place for place, each in enumerate(recorder.places) if each.slot == "z_hand"]
    for seed in range(10):
        world = sample_world(state, 0, Chance(seed))
        held = {card for place in hands for card in recorder.cards(world.position, place)}
        assert world.consistent
        assert sorted(world.position.dealt) == sorted(state.position.dealt)
        assert set(world.position.dealt[-15:]) == held
