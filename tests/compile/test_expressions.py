"""Every expression of the language: its value in both builds."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import cache

import pytest

from cardrules.interpreter.play.game import Game

from .playing import Play, game, problems

BODY = """
options:
  size_limit: {type: integer, default: 4}
  mode: {type: choice, choices: [fast, slow], default: slow}
  modes: {type: list, items: choice, choices: [red_ones, black_ones], default: [red_ones]}
  steps: {type: list, items: integer, default: [3, 5]}
variables:
  n: {type: number, help: x}
  yes: {type: boolean, help: x}
  who: {type: player, help: x}
  which: {type: card, help: x}
  some: {type: players, help: x}
  held: {type: pile, help: x}
  suited: {type: suit, help: x}
melds:
  pair: {same: rank, size: 2}
  run: {same: suit, consecutive: rank, size: 3 or more}
define:
  double: {with: number k, is: k * 2}
  worth: {with: card c, is: value of c}
  held_by: {with: player p, is: size of hand of p}
deal: {do: deal 3 each to hand}
phases: {turn: {players: in turn}}
actions:
  act: {phase: turn, do: "@"}
  finish: {phase: turn, do: actor wins}
  never: {phase: turn, when: stock is empty, do: actor wins}
"""
# Hands: 5H 6H 7H and 5C 6C 7C (seat 1 deals); the stock, bottom to top: 2C 2H 3C 3H 4C 4H.


def value(variable: str, text: str, players: int = 2) -> object:
    return Play(computing(variable, (text,), players))("act_0").variable(variable)


@cache
def computing(variable: str, texts: tuple[str, ...], players: int = 2) -> Game:
    """Return a game with an action for each expression, which gives a variable its value."""
    actions = (
        f"""  act_{number}: {{phase: turn, do: "{variable} becomes {text}"}}""" for number, text in enumerate(texts)
    )
    return game(BODY.replace("""  act: {phase: turn, do: "@"}""", "\n".join(actions)), players=players)


class Values:
    """The values of expressions that one ruleset computes, each by an action of its own."""

    def __init__(self, variable: str, texts: Iterable[str]) -> None:
        self.variable = variable
        self.texts = tuple(texts)

    def __getitem__(self, text: str) -> object:
        play = Play(computing(self.variable, self.texts))
        return play(f"act_{self.texts.index(text)}").variable(self.variable)


NUMBERS = {
    "2 + 3 * 4 - 1": 13,
    "(2 + 3) * 4": 20,
    "-3 + 1": -2,
    "17 div 5": 3,
    "17 mod 5": 2,
    "0 - 7 div 2": -3,
    "n div n": 0,  # to divide by zero is zero, for want of a better
    "n mod n": 0,
    "min(4, 2, 3)": 2,
    "max(n, 2)": 2,
    "size of hand": 3,
    "size of stock": 6,
    "size of players": 2,
    "position of hearts": 2,
    "position of suit of first of hand": 2,
    "position of suit of top of pile": 0,
    "position of mode": 2,
    "size of [4, 5]": 2,
    "size of steps": 2,
    "size_limit": 4,
    "double(3)": 6,
    "double of 4": 8,
    "worth of first of hand": 5,
    "held_by(opponent)": 3,
    "value of last of hand": 7,
    "value of top of stock": 4,
    "value of bottom of stock": 2,
    "value of first of hand of opponent": 5,
    "place of top of stock": 6,
    "place of first of hand": 0,
    "total value over hand": 18,
    "total value of it over stock": 18,
    "total size of hand of it over players": 6,
    "total it over [1, 2, 3]": 6,
    "total double(value) over hand": 36,
    "total value over hand where rank is not 6": 12,
    "highest value over hand": 7,
    "lowest value over hand": 5,
    "highest (value * 2) over hand where suit is hearts": 14,
    "lowest size of hand of it over players": 3,
    "highest it over [3, 7, 5]": 7,
    "highest value over pile": 0,
    "lowest size of hand of it over players where it is nobody": 0,
    "size of (hand where suit is hearts)": 3,
    "size of hand where suit is clubs": 0,
    "size of stock where rank is in [2, 4]": 4,
    "size of stock where colour is red": 3,
    "size of stock where colour is black and rank > 2": 2,
    "size of stock where value >= 3 or suit is hearts": 5,
    "size of (stock where not rank is 3)": 4,
    "size of stock where rank is rank of it": 6,
    "size of (hand of players) where rank is 5": 2,
    "size of first (-1) of hand": 0,
    "size of bottom (n - 1) of stock": 0,
    "size of top (-1) of stock": 0,
    "size of (held + stock)": 6,
    "size of first 2 of held": 0,
    "size of (hand + stock)": 9,
    "size of (stock - top 2 of stock)": 4,
    "size of (hand otherwise stock)": 3,
    "size of (pile otherwise stock)": 6,
    "size of ((stock where rank is 7) otherwise (stock where rank is 2))": 2,
    "1 if stock is empty else 2": 2,
    "1 if mode is slow else 2": 1,
    "size of (stock with highest rank)": 2,
    "size of (stock with lowest value)": 2,
    "size of (players with highest size of hand of it)": 2,
    "size of top 2 of stock": 2,
    "size of top 99 of stock": 6,
    "size of top 0 of stock": 0,
    "size of first 2 of hand": 2,
    "value of first of (top 2 of stock)": 4,
    "deal_number": 1,
    "turn_number": 1,
    "score": 0,
    "score of opponent + 2": 2,
    "size of first 2 of stock": 2,
}


NUMBER = Values("n", NUMBERS)


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers(text: str) -> None:
    assert NUMBER[text] == NUMBERS[text]


TRUE = """hand is not empty
pile is empty
not stock is empty
first of hand is 5H
first of hand is in hand
7C is in hand of opponent
top of stock is not in hand
rank of first of hand is 5
rank of first of hand is in [2, 5]
rank of first of hand < rank of last of hand
rank of 7H >= 7
rank of 5H <= 5
suit of 5H is hearts
suit of 5H is not clubs
colour of 5H is red
colour of 5C is black
owner of 5H is actor
owner of 7C is opponent
owner of 2C is nobody
mode is slow
mode is not fast
mode is in [slow]
red_ones is in modes
black_ones is not in modes
5 is in steps
4 is not in steps
hand has suit hearts
hand has no suit clubs
hand has rank 7
5H has rank 5
top 2 of stock share a rank
hand share a suit
hand share a colour
hand share no rank
hand is a run
hand is not a pair
top 2 of stock is a pair
[4C, 4H] is a pair
hand is hand
hand is not stock
[5H, 6H, 7H] is hand
finish is possible
never is not possible
actor is eldest
opponent is dealer
left of actor is opponent
left of who is nobody
partner of who is nobody
player after actor is opponent
player before opponent is actor
player after who is nobody
highest rank over hand is 7
lowest rank over pile is none
highest suit over stock is hearts
highest it over hand is 7H
right of left of actor is actor
dealer is (player from dealer where true)
player from actor where it is not actor is opponent
first of players is actor
first of players from dealer is dealer
last of players is dealer
actor is in players where size of hand of it is 3
who is nobody
which is none
suited is none
some is empty
yes is false
not yes
true and not false
yes or n is 0
yes is yes
1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3
(true if yes else not yes)
players - actor is players where it is opponent
(players - actor) + actor is not empty
held is pile
held + top 1 of stock is top 1 of stock
some is players where size of hand of it is 9
double(2) is 4
first of (hand with highest rank) is 7H
first of (hand with lowest rank) is 5H
(stock where it is 2C) is not empty
loose of hand is empty
deadwood of hand is 0
suits is [clubs, hearts]
size of ranks is 6
black is in colours and size of colours is 2
highest size of (hand where suit is s) over s in suits is 3
first of (s in suits with highest size of (c in hand where suit of c is s)) is hearts
c in hand where rank of c is 6 is [6H]
(c in hand where rank of c > 5) sorted by highest rank of it is [7H, 6H]
total size of (d in hand where rank of d > rank of c) over c in hand is 3
total value of c over c in (hand where rank > 5) is 13
suit of every card of hand is in suits
rank of any card of hand is 6
rank of every card of hand >= 5
rank of no card of hand is 2
rank of exactly 1 card of hand is 6
rank of exactly 2 cards of stock is (4 if true else 2)
colour of every card of pile is black
size of hand of every player is 3
hand of no player is empty
owner of any card of (hand + stock) is actor
double(value of any card of hand) is 12
every card of hand is in hand of any player
rank of any card of hand > rank of every card of stock
suit of every card of hand is hearts or suit of any card of hand is clubs
deadwood of (hand - any card of hand) is 11
5 is value of first of hand
first of pile is none
7H is not a joker""".splitlines()


HOLDS = Values("yes", [*TRUE, *(f"not ({text})" for text in TRUE)])


@pytest.mark.parametrize("text", TRUE)
def test_conditions_that_hold_and_their_opposites(text: str) -> None:
    assert HOLDS[text] is True
    assert HOLDS[f"not ({text})"] is False


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("players", (0, 1, 2)),
        ("players from dealer", (2, 0, 1)),
        ("players from (left of actor)", (1, 2, 0)),
        ("players - actor", (1, 2)),
        ("eldest + dealer", (0, 2)),
        ("players where size of hand of it is 4", ()),
        ("players with highest score", None),
        ("players with highest score of it", (0, 1, 2)),
        ("dealer", (2,)),
    ],
)
def test_players(text: str, seats: tuple[int, ...] | None) -> None:
    if seats is None:
        assert "CR427" in problems(BODY.replace("@", f"some becomes {text}"))
    else:
        assert value("some", text, players=3) == seats


def test_jokers() -> None:
    head = (
        "\ncardrules: 1\nname: Jokers\nplayers: {players}\n"
        "deck: {{ranks: 2 3, suits: clubs, jokers: 2, orders: {{odd: 3 joker 2}}}}\n"
        "zones: {{stock: {{}}, pile: {{faces: shown}}}}\n"
    )
    for text, expected in (
        ("size of stock where rank is joker", 2),
        ("size of (stock where it is a joker)", 2),
        ("size of (stock where it is not a joker)", 2),
        ("size of (stock with highest rank)", 2),
        ("size of (stock with highest rank by odd)", 1),
        ("1 if rank of top of stock > 3 else 0", 1),
        ("1 if rank of 2C > 3 by odd else 0", 1),
        ("1 if rank of 2C > joker by odd else 0", 1),
        ("1 if top 2 of stock share a rank else 0", 0),
        ("1 if stock has suit clubs else 0", 1),
        ("1 if suit of top of stock is none else 0", 1),
    ):
        body = (
            "variables: {n: {type: number, help: x}}\nphases: {turn: {players: in turn}}\n"
            'actions:\n  act: {phase: turn, do: "move pile to stock\\nn becomes ' + text + '"}\n'
            "  finish: {phase: turn, do: actor wins}\n"
        )
        assert Play(body, head=head)("act").variable("n") == expected, text


CHOICES = {
    "a card from hand": ["5H", "6H", "7H"],
    "a card from hand where rank > 5": ["6H", "7H"],
    "a card from top 2 of stock": ["4C", "4H"],
    "2 cards from hand": ["5H 6H", "5H 7H", "6H 7H"],
    "0 to 1 cards from hand": ["", "5H", "6H", "7H"],
    "2 or more cards from hand": ["5H 6H", "5H 7H", "6H 7H", "5H 6H 7H"],
    "a run from hand": ["5H 6H 7H"],
    "a pair from stock": ["2C 2H", "3C 3H", "4C 4H"],
    "a pair or run from hand": ["5H 6H 7H"],
    "a pair or pair or run from hand": ["5H 6H 7H"],
    "a number from 2 to 4": ["2", "3", "4"],
    "a number from 2 to 1": [],
    "a player from players": ["0", "1"],
    "a player from players - actor": ["1"],
    "a suit": ["clubs", "hearts"],
    "a suit from [hearts]": ["hearts"],
    "a rank": ["2", "3", "4", "5", "6", "7"],
    "a rank from [7, 5]": None,
}


@pytest.mark.parametrize("text", CHOICES)
def test_choices(text: str) -> None:
    body = BODY.replace("@", "n becomes 1").replace(
        "  never:",
        f"  pick: {{phase: turn, choose: {{it_is: '{text}'}}, do: actor wins}}\n  never:",
    )
    found = [action for action in Play(body).legal if action.startswith("pick")]
    expected = CHOICES[text]
    if expected is None:
        expected = ["7", "5"]
    assert found == [f"pick {each}".strip() for each in expected]


def test_later_choices_may_depend_on_earlier_ones() -> None:
    body = BODY.replace("@", "n becomes 1").replace(
        "  never:",
        "  pick:\n    phase: turn\n    choose: {c: a card from hand, k: a number from 1 to value of c - 4}\n"
        "    when: k < 3 and rank of c > 5\n    do: actor wins\n  never:",
    )
    found = [action for action in Play(body).legal if action.startswith("pick")]
    assert found == ["pick 6H 1", "pick 6H 2", "pick 7H 1", "pick 7H 2"]


RELATIONS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.eq,
    "is not": operator.ne,
}


def test_values_are_compared_with_numbers_beyond_those_of_the_pack() -> None:
    """Tables end where values do; at their ends and beyond, on both sides, they must go on alike."""
    bounds = (-1000, -1, 0, 1, 2, 3, 6, 7, 8, 9, 1000)
    wanted = {
        f"size of ((stock + (hand of players)) where value of it {sign} (n + {bound}))": 2
        * sum(relation(value, bound) for value in range(2, 8))
        for sign, relation in RELATIONS.items()
        for bound in bounds
    }
    found = Values("n", wanted)
    assert {text: found[text] for text in wanted} == wanted
