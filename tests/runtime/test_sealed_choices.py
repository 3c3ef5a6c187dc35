"""Who knows what of cards that all chose at once: no card that came since is one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random as Chance
from cardrules.interpreter.runtime.melds import cards_of

from ..loading import loaded

Make = Callable[..., cardrules.Game]

PASSING = """
cardrules: 1
name: Passing in Secret
players: 4
deck: {ranks: A 2 3 4, suits: SUITS}
zones:
  stock: {faces: hidden}
  open:  {faces: shown}
  hand:  {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 3 each to hand
phases:
  passing: {players: all at once}
  turn: {players: in turn from eldest}
match: {deals: 1, winner: highest}
limits: {turns: 20, result: nobody wins}
actions:
  wait: {phase: turn, do: add 1 to score of actor}
  accept: {}
"""

DECK = "AC 2C 3C 4C AH 2H 3H 4H AD 2D 3D 4D AS 2S 3S 4S".split()
"""Seat 0 is dealt the aces, seat 1 the twos, seat 2 the threes, seat 3 the fours."""

GIVEN = ("give AC AH", "give 2C 2H", "give 3C 3H", "give 4C 4H")

GIVE = "  give:\n    phase: passing\n    choose: {gift: 2 cards from hand}\n    do: |\n      "
PASS = "move gift to hand of next\n"


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(
        actions: str = GIVE + PASS, dealt: str = "", suits: str = "clubs hearts diamonds spades"
    ) -> cardrules.Game:
        text = PASSING.replace("to hand\n", f"to hand\n{dealt}").replace("SUITS", suits) + actions
        file = tmp_path / "passing.yaml"
        file.write_text(text.replace("of next", "of left of actor"), encoding="utf-8")
        return cardrules.load(file)

    return made


def after(game: cardrules.Game, *actions: str) -> cardrules.State:
    """The position after some actions; seat 0 begins."""
    state = game.new_initial_state(deck=DECK, dealer=3)
    for action in actions:
        state.apply_action(action)
    return state


def hand(state: cardrules.State, seat: int, owner: int) -> Sequence[str]:
    """What a seat knows of a hand."""
    return [face for face in state.observation(seat).cards("hand", owner) if face != "??"]


def worlds(state: cardrules.State, seat: int, owner: int, count: int) -> list[list[str]]:
    """A hand as it is in some worlds that a seat deems possible."""
    text = state.game.program.pack.text
    place = state.game.recorder.place(list(state.game.program.zones).index("hand"), owner)
    drawn = [sample_world(state, seat, Chance(number)).position for number in range(count)]
    return [[text[card] for card in state.game.recorder.cards(each, place)] for each in drawn]


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("deal", "steps"), [(1, 1), (2, 3), (3, 2)])
def test_who_passed_cards_in_hearts_knows_where_they_are(dealer: int, deal: int, steps: int) -> None:
    hands = {"phase": "passing", "hand": [13] * 4}
    state = loaded("hearts").state_from_position(hands, dealer=dealer, deal=deal)
    given: dict[int, list[str]] = {}
    while state.phase == "passing":
        seat = state.position.actor
        action = state.legal_actions()[-7 * dealer - 1]
        given[seat] = str(action).split()[1:]
        state.apply_action(action)
    assert len(given) == 4
    for giver, cards in given.items():
        taker = (giver + steps) % 4
        assert hand(state, giver, taker) == cards
        assert all(set(cards) <= set(held) for held in worlds(state, giver, taker, 2))
        for seat in {0, 1, 2, 3} - {giver, taker}:
            assert hand(state, seat, taker) == []


@pytest.mark.parametrize(
    "do",
    [
        "for each card in gift: move card to hand of next",
        "let low be gift where rank is A\n      move gift - low to hand of next\n      move low to hand of next",
        "pass_on(gift)",
        "move gift to hand of next\n      ask left of actor to accept",
    ],
)
def test_it_does_not_matter_how_the_cards_are_moved(make: Make, do: str) -> None:
    define = "\ndefine:\n  pass_on: {with: cards gift, do: move gift to hand of next}\n"
    state = after(make(GIVE + do + define), *GIVEN)
    while state.phase != "turn":
        assert hand(state, 0, 1) == ["AC", "AH"]
        state.apply_action("accept")
    assert [hand(state, seat, (seat + 1) % 4) for seat in range(4)] == [
        ["AC", "AH"],
        ["2C", "2H"],
        ["3C", "3H"],
        ["4C", "4H"],
    ]


def test_a_card_that_was_in_the_hand_before_may_have_been_chosen(make: Make) -> None:
    game = make(dealt="    reveal hand of left of eldest\n")
    state = after(game, *GIVEN)
    assert hand(state, 0, 1) == ["AC", "AH"]
    assert hand(state, 3, 1) == []


def test_if_all_that_was_there_is_known_and_chosen_all_see_it(make: Make) -> None:
    game = make((GIVE + PASS).replace("2 cards", "3 cards"), "    reveal hand of left of eldest\n")
    state = after(game, *(f"give {n}C {n}H {n}D" for n in "A234"))
    assert all(hand(state, seat, 2) == ["2C", "2H", "2D"] for seat in range(4))
    assert hand(state, 3, 1) == []


def test_a_known_card_was_passed_once_at_most(make: Make) -> None:
    game = make(dealt="    reveal first of hand of eldest\n")
    state = after(game, *GIVEN)
    shown = rules_of(game).program.pack.cards_of("AC")[0]
    assert state.position.z_hand[1] >> shown & 1  # type: ignore[attr-defined]
    assert hand(state, 3, 1) == []  # it may be there, or still with seat 0
    owners = set[int]()
    for number in range(30):
        world = sample_world(state, 3, Chance(number))
        assert world.consistent
        owners.add(rules_of(game).bare.owner(world.position, shown))
    assert owners == {0, 1}


def test_of_two_like_cards_the_one_that_came_since_was_not_chosen(make: Make) -> None:
    show = "  show: {phase: passing, choose: {gift: a card from hand}, do: move gift to open}\n"
    game = make(GIVE + PASS + show, suits="clubs hearts, packs: 2")
    deck = "AC 2C 3C 4C AH 2H 3H 4H 2C 3C 4C AC 2H 3H 4H AH"  # both 2C at seats 0 and 1
    state = game.new_initial_state(deck=deck.split(), dealer=3)
    for action in ("give AC 2C", "show 2C", "give 3C 3H", "give 4C 4H"):
        state.apply_action(action)
    assert hand(state, 0, 1) == ["AC", "2C"]


def test_a_rule_may_move_cards_that_nobody_chose(make: Make) -> None:
    rest = "  give_rest: {phase: passing, do: move random 2 of hand to hand of next}\n"
    state = after(make(GIVE + PASS + rest), GIVEN[0], "give_rest", *GIVEN[2:])
    assert hand(state, 0, 1) == []
    assert hand(state, 2, 3) == ["3C", "3H"]


def test_no_choice_is_told_before_all_have_been_carried_out(make: Make) -> None:
    asks = GIVE + PASS + "      ask left of actor to accept\n"
    state = after(make(asks, "    reveal hand of eldest\n"), *GIVEN)
    for _ in range(3):
        assert [text for _, text in state.history_for(3)[:3]] == ["??"] * 3
        state.apply_action("accept")
    state.apply_action("accept")
    assert state.history_for(3)[:4] == [
        (0, "give ?? ??"),
        (1, "give ?? ??"),
        (2, "give 3C 3H"),
        (3, "give 4C 4H"),
    ]
    assert state.history_for(1)[:2] == [(0, "give AC AH"), (1, "give 2C 2H")]


def test_choices_that_are_still_to_be_carried_out_are_made_anew(make: Make) -> None:
    """Without the cards that are known to have come since; one's own choice stays as it is."""
    asks = GIVE + PASS + "      ask left of actor to accept\n"
    state = after(make(asks), *GIVEN)
    game, real = state.game, state.position.pending
    given = state.history()[0].raw[1]
    chosen = set[int]()
    for number in range(20):
        world = sample_world(state, 0, Chance(number)).position
        (_, cards), *_ = world.pending
        assert all(game.bare.owner(world, card) == 1 for card in cards_of(cards))
        assert not cards & given
        chosen.add(cards)
        assert sample_world(state, 2, Chance(number)).position.pending[1] == real[1]
        while game.bare.sites[world.pc].asked:
            game.bare.play(world, game.bare.legal[world.pc](world)[0])
    assert len(chosen) > 3
