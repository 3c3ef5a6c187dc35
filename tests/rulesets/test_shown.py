"""What the rules of the bundled games show to others, which scenarios do not tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of

ALL_SPADES_LAST = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
NO_TRUMP = "QS 6D 6H 7S 7D 7H 8S 8D 8H 9S 9D 9H TS TD TH JS JD JH KC".split()
DEFENCE = {"phase": "defence", "attacker": 0, "defender": 1, "opener": 0, "trump": "hearts"}
OPENING = {"phase": "opening", "attacker": 0, "defender": 1, "opener": 0, "trump": "hearts"}
KNOCK = {
    "phase": "shedding",
    "hand": ["5S 6S 7S QC QD QH 3C 3D 3H 4D TC", "KC KD KH QS 8S 4S 2C 2D 9H AH"],
    "stock": 20,
}


@dataclass(frozen=True)
class Case:
    """What a seat must see, each card with its owner; -1 is the bottom of the stock."""

    game: str
    options: dict[str, Any]
    start: dict[str, Any]
    play: str
    seen: list[tuple[int, str]]
    seat: int = 1
    load: dict[str, Any] = field(default_factory=dict[str, Any])


CASES = {
    "the turned trump": Case("durak", {}, {"deck": NO_TRUMP, "dealer": 0}, "", [(-1, "KC")], load={"players": 3}),
    "the lowest trump": Case(
        "durak", {}, {"deck": ["JC", "6C", *NO_TRUMP[2:]], "dealer": 0}, "", [(2, "6C")], load={"players": 3}
    ),
    "the lowest card": Case(
        "durak",
        {"no_trump_start": "lowest_card"},
        {"deck": NO_TRUMP, "dealer": 0},
        "",
        [(2, "6D")],
        load={"players": 3},
    ),
    "an exchanged trump": Case(
        "durak",
        {"trump_exchange": True},
        OPENING | {"hand": ["6H 9S", 6, 6, 6], "draws": "7C 8C KH"},
        "exchange",
        [(-1, "6H")],
    ),
    "a trump shown to pass": Case(
        "durak",
        {"passing": True, "show_trump_pass": True},
        DEFENCE | {"attacks": "7S", "hand": [5, "7H KC", 6, 6]},
        "show 7H",
        [(1, "7H")],
        seat=2,
    ),
    "the dealer's last card": Case(
        "oh_hell",
        {"max_hand": "use_all", "peak_trump": "dealer_last_card"},
        {"deck": ALL_SPADES_LAST, "dealer": 0, "deal": 13},
        "",
        [(0, "AS")],
    ),
    "a blind card that is too low": Case(
        "gin_slaughtre",
        {"upcards": "blind"},
        {"pile": "6S QD", "hand": [0, 4], "reserve": ["3C", 3], "stock": 0},
        "flip",
        [(0, "3C")],
    ),
    "the defender's hand": Case(
        "gin_rummy", {}, KNOCK, "knock TC", [(1, "9H"), (1, "KC")], seat=0, load={"single_deal": True}
    ),
    "the knocker's hand": Case("gin_rummy", {}, KNOCK, "knock TC", [(0, "4D")], load={"single_deal": True}),
    "a challenged hand": Case(
        "uno",
        {},
        {"pile": "5R", "colour_now": "red", "hand": ["wild4 8G 8Y", 3, 3, 3], "rest": "stock"},
        "play wild4, name red, challenge",
        [(0, "8G"), (0, "8Y")],
    ),
    "a hand at the showdown": Case(
        "holdem",
        {"deals": 1},
        {
            "phase": "betting",
            "round": 4,
            "hand": ["AC AD", "KC KD"],
            "board": "2C 5D 8H 9S JC",
            "bet": [4, 2],
            "score": [9, 9],
            "spoken": [True, False],
            "actor": 1,
            "rest": "stock",
        },
        "call",
        [(0, "AC"), (0, "AD")],
        load={"players": 2},
    ),
    "a card that a priest sees": Case(
        "love_letter",
        {},
        {"hand": ["priest king", "baron", "guard"], "stock": 6, "rest": "aside"},
        "play priest, look 1",
        [(1, "baron")],
        seat=0,
        load={"players": 3},
    ),
    "the lower of two cards": Case(
        "love_letter",
        {},
        {"hand": ["baron prince", "king", "prince"], "stock": 6, "rest": "aside"},
        "play baron, compare 2",
        [(0, "prince")],
        seat=2,
        load={"players": 3},
    ),
    "the dummy": Case(
        "bridge", {}, {"deck": ["2C", "3C"], "dealer": 3}, "bid 1 clubs, pass, pass, pass, play 2C", [(1, "3C")], seat=0
    ),
    "melds": Case(
        "pinochle",
        {},
        {"phase": "naming", "holder": 0, "actor": 0, "hand": ["KH QH 9C", "9H QS JD", 3, 3]},
        "name hearts",
        [(0, "KH"), (0, "QH")],
    ),
    "a run and a dix": Case(
        "pinochle",
        {},
        {"phase": "naming", "holder": 0, "actor": 0, "hand": ["AH TH KH QH JH 9H AC", 3, 3, 3]},
        "name hearts",
        [(0, card) for card in "AH TH KH QH JH 9H".split()],
    ),
    "jacks around": Case(
        "pinochle",
        {},
        {"phase": "naming", "holder": 0, "actor": 0, "hand": ["JH JC JD JS AC", 3, 3, 3]},
        "name hearts",
        [(0, card) for card in "JH JC JD JS".split()],
    ),
    "a meld of the opponents": Case(
        "pinochle",
        {},
        {"phase": "naming", "holder": 0, "actor": 0, "hand": ["KH QH 9C", "9H QS JD", 3, 3]},
        "name hearts",
        [(1, "9H"), (1, "JD")],
        seat=2,
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_is_shown(case: Case) -> None:
    game = cardrules.load(case.game, options=case.options, **case.load)
    if "deck" in case.start:
        first: list[str] = case.start["deck"]
        deck = [*first, *(card for card in rules_of(game).program.pack.text if card not in first)]
        start: dict[str, Any] = case.start | {"deck": deck}
        state = game.new_initial_state(**start)
    else:
        state = game.state_from_position(case.start)
    for action in filter(None, case.play.split(", ")):
        state.apply_action(action)
    zones = state.observation(case.seat).zones
    for owner, card in case.seen:
        assert card in (zones["hand"][owner] if owner >= 0 else zones["stock"][:1])


@pytest.mark.parametrize(
    ("hand", "seen"),
    [
        ("AH TH KH QH JH 9H 9H AC", "9H 9H JH QH KH TH AH"),
        ("AH TH KH KH QH JH AC 9C", "JH QH KH TH AH"),
        ("KC QC QC KD JC TC", "QC KC"),
        ("JH JC JD JS AC AD QH", "JC JD JH JS"),
        ("KH KC KD KS TC TD TH TS", "KC KD KH KS"),
        ("QS QS JD JC QH KC", "JD QS"),
        ("QS JS QD JD 9C 9D", "JD QS"),
        ("AH TH KC QH JH 9D", ""),
    ],
)
def test_the_melds_of_pinochle_are_shown_and_nothing_else(hand: str, seen: str) -> None:
    game = cardrules.load("pinochle")
    others: list[Any] = ["AS", "AS", "AS"] if "AS" not in hand else [0, 0, 0]
    start = {"phase": "naming", "holder": 0, "actor": 0, "hand": [hand, *others[:2], 0]}
    state = game.state_from_position(start)
    state.apply_action("name hearts")
    known = [card for card in state.observation(1).zones["hand"][0] if card != "??"]
    assert known == seen.split()
