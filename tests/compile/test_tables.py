"""Tables: the value for each thing that they are looked up by, in both builds."""

from __future__ import annotations

from functools import cache

import pytest

from cardrules.interpreter.play.game import Game

from .playing import Play, game

BODY = """
options:
  mode: {type: choice, choices: [none, fast, slow], default: slow}
  limit: {type: integer, default: 4}
variables:
  n: {type: number, help: x}
  who: {type: player, help: x}
  held: {type: cards, help: x}
  suited: {type: suit, help: x}
  bid: {type: choice, choices: [low, middle, high], help: x}
define:
  steps: {with: number x, table: {below -1: 1, -1 to 2: 2, 5: 3, 3 4: 4, 6 or more: 5}}
  upside_down: {with: number x, table: {10 or more: 1, 3 to 9: 2, 0 to 2: 3, below 0: 4}}
  mixed: {with: number x, table: {1 3 8 to 9: 1, 20 to 24 30: 2, otherwise: 3}}
  worth: {with: card c, by: rank of c, table: {5 to 6: 1, 4 7: 2, 2: -n, otherwise: 5}}
  sister: {with: suit s, table: {clubs: hearts, hearts: clubs}}
  order: {with: suit s, table: {hearts: 1, clubs: 2}}
  with_none: {with: suit s, table: {clubs: 1, none: 7, otherwise: 3}}
  trumps:
    with: card c, suit trump
    by: [suit of c is trump, rank of c]
    table: {yes: {7: 20, 6: 14, otherwise: value of c}, no: value of c}
  costs: {by: bid, table: {low: 1, middle high: 2}}
  by_mode: {by: mode, table: {none: 1, fast: 2, slow: 3}}
  by_limit: {by: limit, table: {4: 1, 5: 2}}
  some_cards: {with: card c, table: {5H 6H: hand, 7C: hand - 7C, otherwise: '[c]'}}
  counted: {by: size of hand, table: {0 to 2: 1, 3: 2, 4 or more: 3}}
  answers: {with: number x, table: {1 2: true, otherwise: false}}
  somebody: {with: number x, table: {0: dealer, 1: nobody, otherwise: eldest}}
deal: {do: deal 3 each to hand}
phases: {turn: {players: in turn}}
actions:
  act: {phase: turn, do: "@"}
  finish: {phase: turn, do: actor wins}
"""
# Hands: 5H 6H 7H and 5C 6C 7C (seat 1 deals, seat 0 acts).

NUMBERS = {
    **{f"steps({n})": value for n, value in {-9: 1, -2: 1, -1: 2, 0: 2, 2: 2, 3: 4, 4: 4, 5: 3, 6: 5, 99: 5}.items()},
    **{f"upside_down({n})": value for n, value in {-1: 4, 0: 3, 2: 3, 3: 2, 9: 2, 10: 1}.items()},
    **{f"mixed({n})": v for n, v in {0: 3, 1: 1, 2: 3, 3: 1, 8: 1, 9: 1, 19: 3, 20: 2, 24: 2, 25: 3, 30: 2}.items()},
    **{f"worth({c})": value for c, value in {"5H": 1, "6C": 1, "4H": 2, "7C": 2, "2H": 0, "3H": 5}.items()},
    **{f"order({s})": n for s, n in {"clubs": 2, "hearts": 1, "suited": 0}.items()},
    **{f"with_none({s})": n for s, n in {"clubs": 1, "hearts": 3, "suited": 7}.items()},
    "trumps(7H, hearts)": 20,
    "trumps(7H, clubs)": 7,
    "trumps(6H, hearts)": 14,
    "trumps(5H, hearts)": 5,
    "total trumps(it, hearts) over hand": 39,
    "total trumps(it, clubs) over hand": 18,
    "costs": 0,  # nothing is bid
    "by_mode": 3,
    "by_limit": 1,
    "counted": 2,
    "1 if answers(2) else 0": 1,
    "1 if answers(3) else 0": 0,
    "size of some_cards(6H)": 3,
    "size of some_cards(7C)": 3,
    "size of some_cards(first of hand)": 3,
    "size of some_cards(last of hand)": 1,
    "position of sister(hearts)": 1,
    "1 if somebody(1) is nobody else 0": 1,
    "1 if somebody(2) is eldest else 0": 1,
}


@cache
def computing(players: int = 2) -> Game:
    actions = (f'  act_{number}: {{phase: turn, do: "n becomes {text}"}}' for number, text in enumerate(NUMBERS))
    return game(BODY.replace("""  act: {phase: turn, do: "@"}""", "\n".join(actions)), players=players)


@pytest.mark.parametrize("text", NUMBERS)
def test_a_table_has_this_value(text: str) -> None:
    play = Play(computing())
    assert play(f"act_{list(NUMBERS).index(text)}").variable("n") == NUMBERS[text]
