"""How the points of a deal came about, as a player is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.explanation.points.reckoning import reckoning
from cardrules.interpreter.explanation.points.terms import Term, added, multiplied, negative
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.points import told
from cardrules.interpreter.presentation.story import Story

HIDDEN = """\
cardrules: 1
name: Hidden
summary: Points for hidden cards.
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
define:
  lucky: {with: player p, is: 3 if hand of p has rank 9 else 0}
deal:
  do: shuffle stock then deal 2 each to hand
  after: |
    for each p in players: add value of first of hand of p + bonus + MORE to score of p
phases:
  turn: {players: in turn from left of dealer}
actions:
  stop: {phase: turn, do: end deal}
match: {deals: 3, winner: highest}
options:
  bonus: {type: integer, default: 20, minimum: 0}
"""


def end(name: str, position: dict[str, Any], *moves: str) -> cardrules.State:
    """Return a game at the end of a deal."""
    state = cardrules.load(name).state_from_position(position)
    for move in moves:
        state.apply_action(move)
    return state


def lines(state: cardrules.State, viewer: int = 0) -> list[str]:
    """Return how the points of the last step are told to a player."""
    players = Players.named(("human",) * state.game.players)
    painter = Painter(state.game, players, Style(symbols=True, colour=False))
    assert state.last is not None
    found = reckoning(state.game, state.last, viewer)
    return [f"{who}: {told(painter, term, who)}" for seat, term in found.items() for who in [painter.who(seat, viewer)]]


def test_the_terms_of_a_sum_have_the_names_of_the_ruleset() -> None:
    hands = ["5S 6S 7S QC QD QH 3C 3D 3H 4S TC", "KC KD KH QS 8S 4C 2C 2D 9H AH"]
    state = end("gin_rummy", {"phase": "shedding", "hand": hands, "stock": 20}, "knock TC")
    assert state.last is not None
    (term,) = reckoning(state.game, state.last, 0).values()
    assert term.parts == (Term("deadwood", 36), Term("gin", 25))
    assert lines(state) == ["you: 36 deadwood + 25 gin = 61"]


def test_it_is_told_whose_doing_it_was_that_others_score() -> None:
    """The player who did it has a line as well."""
    first = "2C AC AD KD AS KS QS AH KH QH JH TH 9H".split()
    rest = [f"{rank}{suit}" for suit in "CDSH" for rank in "23456789TJQKA"]
    rest = [card for card in rest if card not in first]
    hands = [first, *(rest[start::3] for start in range(3))]
    game = cardrules.load("hearts", options={"pass": "none"})
    state = game.state_from_position({"phase": "trick_taking", "leader": 0, "hand": hands})
    while state.position.deal == 1:
        legal = {action.text[-2:]: action for action in state.legal_actions()}
        state.apply_action(legal[next(card for card in (*first, *rest) if card in legal)])
    painter = Painter(rules_of(game), Players.named(("human",) * 4), Style(symbols=True, colour=False))
    told = [line.plain.strip() for line in Story(painter, state, 1, 51).lines()]
    assert told[2:6] == [
        "you: 26 (Anna shot the moon)",
        "Clara: 26 (Anna shot the moon)",
        "David: 26 (Anna shot the moon)",
        "Anna: 0 (shot the moon)",
    ]


@pytest.mark.parametrize(
    ("name", "position", "moves", "expected"),
    [
        pytest.param(
            "hearts",
            {
                "phase": "trick_taking",
                "hand": ["2H", "QS", "4H", "5C"],
                "won": ["", "", "", "6H 7H"],
                "leader": 0,
            },
            ("play 2H", "play QS", "play 4H", "play 5C"),
            ["Clara: Q♠ 13 + 2♥ 4♥ 1 each = 15", "David: 2 points taken"],  # not seen by whom
            id="cards that count the same stand together",
        ),
        pytest.param(
            "hearts",
            {
                "phase": "trick_taking",
                "hand": ["2C", "3C", "4C", "5C"],
                "won": ["", "QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", ""],
                "leader": 0,
            },
            ("play 2C", "play 3C", "play 4C", "play 5C"),
            [f"{name}: 26 (somebody shot the moon)" for name in ("you", "Clara", "David")],
            id="a number has the name of what it depends on",
        ),
        pytest.param(
            "cribbage",
            {
                "phase": "pegging",
                "actor": 1,
                "leader": 1,
                "hand": ["", "JH"],
                "played": ["2C 4C 6C 8C", "4H 5H 6H"],
                "crib": ["2D 9S KD AS"],
                "starter": ["TH"],
            },
            ("play JH",),
            [
                "Ben: 1 for the last card + 6 for fifteens + 3 for runs + 5 for a flush + 1 for "
                "the jack of the starter's suit = 16",
                "you: 4 for a flush",
            ],
            id="what a hand counts is told part by part",
        ),
        pytest.param(
            "five_hundred",
            {
                "bidder": 0,
                "leader": 0,
                "level": 7,
                "strain": "hearts",
                "hand": ["AH", "6S", "7S", "8S"],
                "tricks": [6, 3],
            },
            ("play AH", "play 6S", "play 7S", "play 8S"),
            ["you: 200 for the contract", "Ben: 10 × 3 tricks = 30"],
            id="a sum with numbers without names is told by its name",
        ),
        pytest.param(
            "bridge",
            {
                "declarer": 1,
                "strain": "notrump",
                "level": 1,
                "stake": 1,
                "leader": 1,
                "hand": ["AD", "5D", "7S", "9D"],
                "tricks": [6, 6],
                "games": [0, 1],
            },
            ("play 5D", "play 7S", "play 9D", "play AD"),
            ["you: 1 undertrick × 100 vulnerable = 100"],
            id="one thing that is counted stays in a product",
        ),
        pytest.param(
            "blackjack",
            {
                "phase": "playing",
                "hands": [[["TH", "9H"]]],
                "house": ["TC", "8D"],
                "stake": [[10, 0, 0, 0]],
            },
            ("stand",),
            ["you: 10 won"],
            id="a quotient has the name of its factor",
        ),
        pytest.param(
            "oh_hell",
            {
                "phase": "trick_taking",
                "hand": ["2H", "3H", "4H", "5H"],
                "bids": [1, 0, 0, 1],
                "trump": "clubs",
                "leader": 0,
            },
            ("play 2H", "play 3H", "play 4H", "play 5H"),
            [
                "Ben: 10 for the exact bid",
                "Clara: 10 for the exact bid",
                "David: 1 trick + 10 for the exact bid = 11",
            ],
            id="definitions are written out",
        ),
    ],
)
def test_every_ruleset_says_how_points_came_about(
    name: str, position: dict[str, Any], moves: tuple[str, ...], expected: list[str]
) -> None:
    assert lines(end(name, position, *moves)) == expected


@pytest.mark.parametrize(
    ("name", "position", "moves", "expected"),
    [
        pytest.param(
            "love_letter",
            {"phase": "turn", "hand": ["baron king", "priest"], "stock": "guard guard"},
            ("play baron", "compare 1"),
            ["you: 1 for winning the deal"],
            id="a local name with a label",
        ),
        pytest.param(
            "euchre",
            {
                "phase": "trick_taking",
                "trump": "hearts",
                "maker": 0,
                "alone": True,
                "leader": 0,
                "tricks": [4, 0],
                "hand": ["JH", "9C", "", "QC"],
            },
            ("play JH", "play 9C", "play QC"),
            ["you: 4 for the march alone"],
            id="a march alone",
        ),
    ],
)
def test_what_a_player_has_done_is_what_points_are_for(
    name: str, position: dict[str, Any], moves: tuple[str, ...], expected: list[str]
) -> None:
    assert lines(end(name, position, *moves)) == expected


def test_a_sum_below_zero_in_a_product_has_its_sign_before_it() -> None:
    state = cardrules.load("spades").new_initial_state(1)
    painter = Painter(state.game, Players.named(("human",) * 4), Style(symbols=True, colour=False))
    lost = added([Term("short", -34), Term("petit", -10)])
    for factor, shown in ((6, "−6 × (34 short + 10 petit) = −264"), (-6, "6 × (34 short + 10 petit) = 264")):
        assert told(painter, multiplied([Term("", factor), lost]), "you") == shown


def test_a_product_that_is_lost_is_still_written_out() -> None:
    state = cardrules.load("spades").new_initial_state(1)
    painter = Painter(state.game, Players.named(("human",) * 4), Style(symbols=True, colour=False))
    product = multiplied([added([Term("", -25), Term("short", -19)]), Term("contract", 2)])
    assert told(painter, negative(product), "you") == "(25 + 19 short) × 2 contract = 88"


def test_what_most_of_something_scores_is_said_so() -> None:
    painter = Painter(rules_of(cardrules.load("scopa")), Players.named(("human",) * 2), Style(True, False))
    assert told(painter, Term("for most coins", 1), "you") == "1 for most coins"


def test_products_and_reasons() -> None:
    hands = ["2H", "3H", "4H", "5H"]
    state = end(
        "spades",
        {
            "phase": "trick_taking",
            "hand": hands,
            "bids": [2, 3, 2, 1],
            "tricks": [2, 3, 4, 3],
            "leader": 0,
        },
        *(f"play {hand}" for hand in hands),
    )
    assert lines(state) == ["you: 10 × 4 contract + 2 bags = 42", "Ben: 10 × 4 contract + 3 bags = 43"]


@pytest.mark.parametrize(
    ("more", "own", "others"),
    [
        ("0", (4, 20), (0, 20)),  # what is left is known from the total
        ("value of last of hand of p", (4, 20, 5), ()),  # that would tell which is which
        ("lucky(p)", (4, 20), ()),
    ],
)
def test_what_is_hidden_is_told_as_far_as_the_total_tells_it(
    tmp_path: Path, more: str, own: tuple[int, ...], others: tuple[int, ...]
) -> None:
    file = tmp_path / "hidden.yaml"
    file.write_text(HIDDEN.replace("MORE", more), encoding="utf-8")
    game = cardrules.load(file)
    state = game.state_from_position({"hand": ["4C 5C", "7H 9H"]})
    state.apply_action("stop")
    assert state.last is not None
    everything = reckoning(rules_of(game), state.last, None)
    assert set(everything) == {0, 1}
    seen = reckoning(rules_of(game), state.last, 0)
    assert tuple(part.value for part in seen[0].parts) == own
    if others:
        assert [part.closed for part in seen[1].parts] == list(everything[1].parts)
    else:
        assert 1 not in seen
