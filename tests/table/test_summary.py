"""The end of a deal on a page: the cards that decided it, how the points came about, how the match stands.

Kinds of mistake: cards that the reader must not know; points that do not add up; a term that is not told.
"""

from __future__ import annotations

from random import Random

import pytest

from cardrules.interpreter.explanation.points.closing import target
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.state import State
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.runtime.rankings import Ranks
from cardrules.rulesets import bundled, path
from cardrules.table.board import board, story
from cardrules.table.match import STYLE
from cardrules.table.summary import Summary, summary
from cardrules.table.viewers import PUBLIC, seen

from ..loading import loaded


def ended(name: str, seed: int = 7) -> State:
    """Return a game at the end of its first deal, after random play."""
    state, rng = loaded(name).new_initial_state(seed), Random(5)
    deal = state.position.deal
    while not state.is_terminal() and state.position.deal == deal:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def told(state: State, viewer: int) -> Summary:
    names = tuple(f"Player {seat}" for seat in range(state.game.players))
    assert state.last is not None
    return summary(state, Painter(state.game, Players(("human",) * len(names), names), STYLE), viewer, state.last)


@pytest.mark.parametrize("name", bundled())
def test_points_add_up_and_no_hidden_card_is_shown(name: str) -> None:
    state = ended(name)
    for viewer in (PUBLIC, 0, state.game.players - 1):
        found = told(state, viewer)
        assert found.title
        for side in found.sides:
            value = sum(row.value for row in side.rows)
            assert not side.rows or side.lately or value == side.gain
            assert 0 <= side.before <= 100
            assert 0 <= side.now <= 100
        shown = [card for side in found.sides for group in side.groups for card in group.cards]
        assert viewer != PUBLIC or not shown
        assert all(card.text for card in shown)


def test_the_cards_that_count_stand_beside_their_points() -> None:
    found = told(ended("hearts"), 0)
    counted = {card.text for side in found.sides for row in side.rows for card in row.cards}
    assert counted == {"QS", *(f"{rank}H" for rank in "23456789TJQKA")}
    assert found.match == "The match, to 100: the lowest score wins"
    assert [side.total for side in found.sides] == sorted(side.total for side in found.sides)
    assert found.title == "Player 2 gets 21 points"


def test_ranked_hands_are_shown_with_their_best_cards() -> None:
    found = told(ended("holdem"), 0)
    (board,) = found.table
    assert len(board.cards) == 5
    groups = {side.name: side.groups for side in found.sides}
    (own,) = groups["You"]
    assert own.words == "two pairs"
    assert sorted(card.text[0] for card in own.cards if card.text) == ["3", "3", "5", "5", "J"]
    assert not groups["Player 1"]  # who has folded shows nothing


def test_melds_and_what_is_left_of_a_hand() -> None:
    state = ended("canasta")
    found = told(state, 0)
    own = next(side for side in found.sides if side.name.startswith("You"))
    *melds, left = own.groups
    assert all(len(group.cards) >= 3 for group in melds)
    assert [card.text for card in left.cards]
    assert {row.words for row in own.rows} >= {"melds", "in hand"}
    assert seen(state, 0)


def test_a_player_who_is_meant_by_a_move_is_called_you() -> None:
    """Whatever a player is called, a sentence to that player says "you"."""
    for seed in range(20):
        state = loaded("love_letter").new_initial_state(seed)
        while not state.is_terminal():
            number = len(state.history())
            state.apply_action(state.legal_actions()[-1].text)
            if state.history()[-1].text == "look 0":
                painter = Painter(state.game, Players(("human", "bot"), ("Player", "Anna")), STYLE)
                assert next(story(state, painter, 0, number)).startswith("Anna: look at you")
                assert next(story(state, painter, 1, number)).startswith("You: look at Player")
                return
    raise AssertionError("nobody has looked at the first player")


POKER = [name for name in bundled() if (file := path(name)) and "family: poker" in file.read_text("utf-8")]


def showdown(name: str, seed: int) -> State:
    """Return a game at the end of a deal in which nobody folds or raises."""
    state, rng = loaded(name).new_initial_state(seed), Random(seed)
    while not state.is_terminal() and state.position.deal == 1:
        legal = state.legal_actions()
        calm = [each for each in legal if each.text.split()[0] in ("check", "call", "bring_in", "stand")]
        state.apply_action(rng.choice(calm or legal))
    return state


@pytest.mark.parametrize("name", POKER)
@pytest.mark.parametrize("seed", range(4))
def test_the_cards_of_a_hand_are_what_it_is_called(name: str, seed: int) -> None:
    """The cards that are shown make the combination that is named, and are those that the rules allow."""
    state = showdown(name, seed)
    found = told(state, 0)
    program = state.game.program
    rankings = [Ranks(program.pack, each) for each in program.rankings.values()]
    groups = [group for side in found.sides for group in side.groups]
    assert len(groups) > 1 or not rankings  # of some games only single cards are compared
    for group in groups:
        cards = sum(1 << program.pack.text.index(card.text) for card in group.cards if card.text)
        assert group.words in {program.label(each.ranking.patterns[each.pattern(cards)]) for each in rankings}


def test_a_hand_of_omaha_has_two_own_cards() -> None:
    state = showdown("omaha", 0)
    found = told(state, 0)
    board = {card.text for card in found.table[0].cards}
    for group in (group for side in found.sides for group in side.groups):
        assert len({card.text for card in group.cards} - board) == 2


@pytest.mark.parametrize(
    ("name", "limit"), [("hearts", 100), ("cribbage", 121), ("spades", 500), ("klondike", None), ("skat", None)]
)
def test_to_which_score_a_match_goes(name: str, limit: int | None) -> None:
    assert target(rules_of(loaded(name)).program) == limit


def test_lives_stand_for_scores() -> None:
    state = ended("cuckoo")
    found = told(state, 0)
    lost = [side for side in found.sides if side.gain]
    assert lost
    assert all((side.gain, side.total) == (-1, 2) for side in lost)
    assert {side.total for side in found.sides if not side.gain} == {3}
    assert found.match == "The match"
    names = tuple(f"Player {seat}" for seat in range(state.game.players))
    shown = board(state, Painter(state.game, Players(("human",) * len(names), names), STYLE), 0)
    lives = {plate.name.removeprefix("You (").rstrip(")"): str(plate.score) for plate in shown.plates}
    assert lives[names[lost[0].seat]] == "lives 2"
    assert not any("lives" in str(sign) for plate in shown.plates for sign in (*plate.line, *plate.signs))
