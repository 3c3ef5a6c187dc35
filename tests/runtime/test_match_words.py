"""What players are told of a match: what decided a deal, to how much a match goes, how it ended.

Kinds of mistake: a fact that is left out, told of what is hidden, or told twice; a goal that is not the rules';
a winner who is said to have the highest score although the lowest wins; a lost patience without a word.
"""

from __future__ import annotations

import pytest

import cardrules
from cardrules.interpreter.explanation.points.closing import target
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.counting import goal, tally
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.match_end import aim, result
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.story import Story

from ..loading import loaded


def painter_of(state: cardrules.State) -> Painter:
    """Return a painter for a person in seat 0 and bots."""
    kinds = ("human", *["random"] * (state.game.players - 1))
    return Painter(state.game, Players.named(kinds), Style(symbols=True, colour=False))


def told(state: cardrules.State, viewer: int | None = 0) -> list[str]:
    """Return what followed from the last step, as a player or an onlooker is told."""
    assert state.last is not None
    lines = Story(painter_of(state), state, viewer, state.last.number - 1).lines()
    return [line.plain.strip() for line in lines]


BRIDGE = {
    "declarer": 1,
    "strain": "notrump",
    "level": 3,
    "stake": 2,
    "leader": 1,
    "hand": ["AD", "5D", "7S", "9D"],
    "tricks": [5, 7],
    "games": [0, 1],
}


def test_what_decided_a_deal_is_told_at_its_end() -> None:
    state = loaded("bridge").state_from_position(BRIDGE)
    for move in ("play 5D", "play 7S", "play 9D", "play AD"):
        state.apply_action(move)
    facts = "trump: no trump; level: 3; declarer: Anna; tricks: you and Ben 6, Anna and Clara 7; doubled"
    assert facts in " ".join(told(state))
    assert "trump: no trump" not in " ".join(told(state, None))


def test_who_has_as_much_as_ends_the_match() -> None:
    state = loaded("bridge").state_from_position(BRIDGE | {"stake": 1, "level": 1, "below": [0, 90]})
    for move in ("play 5D", "play 7S", "play 9D", "play AD"):
        state.apply_action(move)
    assert told(state)[-1] == "the match ends: Anna and Clara have 2 games"


def test_who_has_reached_the_goal_is_told_where_a_statement_ends_the_match() -> None:
    given = {"hand": ["7C KD", "8C KH"], "leader": 0, "starter": "2D", "score": [100, 119], "phase": "pegging"}
    state = loaded("cribbage").state_from_position(given)
    state.apply_action("play 7C")
    state.apply_action("play 8C")
    assert told(state)[-1] == "the match ends: Anna has reached 121"


def test_what_decided_a_deal_is_not_told_where_the_match_is_one_deal() -> None:
    state = loaded("kuhn_poker").new_initial_state(1)
    for move in ("pass", "pass"):
        state.apply_action(move)
    assert state.is_terminal()
    assert not any("put in" in line for line in told(state))


@pytest.mark.parametrize(
    ("name", "limit", "words", "sentence"),
    [
        ("cribbage", 121, "to 121 points", "The match goes to 121 points."),  # a statement ends it
        ("spades", 500, "to 500 points", "The match goes to 500 points; the highest score wins."),  # by definitions
        ("hearts", 100, "to 100 points", "The match goes to 100 points; the lowest score wins."),
        ("switch", 1, "to 1 point", "The match goes to 1 point; the highest score wins."),
        ("oh_hell", None, "", "The highest score wins."),
        ("cuckoo", None, "", ""),
        ("klondike", None, "", ""),
    ],
)
def test_to_how_much_a_match_goes(name: str, limit: int | None, words: str, sentence: str) -> None:
    state = loaded(name).new_initial_state(1)
    painter = painter_of(state)
    assert (target(state.game.program), goal(state.game), aim(painter)) == (limit, words, sentence)


@pytest.mark.parametrize(("name", "counted"), [("cuckoo", "lives"), ("cribbage", "score"), ("old_maid", "")])
def test_what_is_counted_of_each_player(name: str, counted: str) -> None:
    assert tally(rules_of(loaded(name))) == counted


def test_the_end_says_that_the_lowest_score_wins() -> None:
    state = loaded("hearts").state_from_position(
        {"phase": "trick_taking", "hand": ["2C", "3C", "QS", "4C"], "leader": 3, "score": [10, 20, 30, 99]}
    )
    for move in ("play 4C", "play 2C", "play 3C", "play QS"):
        state.apply_action(move)
    assert result(painter_of(state), state, 0).startswith("You win with the lowest score! Scores: you 10, ")


def test_lives_are_told_at_the_end() -> None:
    state = loaded("cuckoo", players=2).state_from_position(
        {"phase": "swapping", "hand": ["2C", "9D"], "actor": 0, "lives": [1, 3], "stock": "AS"}, dealer=0
    )
    state.apply_action("keep")
    assert result(painter_of(state), state, 0) == "Anna wins. Lives: you 0, Anna 3."
    assert "your lives: 0" in told(state)


@pytest.mark.parametrize(
    ("name", "position", "move", "end"),
    [
        (
            "golf_patience",
            {"columns": ["5C", "9D 9H", "", "", "", "", ""], "waste": "4C", "stock": ""},
            "play 5C",
            "You did not get out: there are two cards in the columns.",
        ),
        (
            "freecell",
            {"cells": ["2S", "2D", "2H", "2C"], "columns": ["4C", "4D", "6C", "6D", "8C", "8D", "TC", "TD"]},
            "give_up",
            "You did not get out: the foundations are empty. Score: 0.",
        ),
    ],
)
def test_a_lost_patience_tells_what_is_left(name: str, position: dict[str, object], move: str, end: str) -> None:
    state = loaded(name).state_from_position(position)
    state.apply_action(move)
    assert end in result(painter_of(state), state, 0)
