"""Hands in the PHH format: games become hands that pokerkit plays to the same chips, and hands become games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.errors import DeckError
from cardrules.interpreter.interchange import phh
from cardrules.interpreter.interchange.phh import Hand
from cardrules.interpreter.play.poker_hands import hands_of, played

from ..calling import call

IVEY = """\
# A big pot between Dwan and Ivey, from the page of the standard; Antonius folded unseen cards.
variant = "NT"
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500.0]
actions = [
  "d dh p1 Ac2d",  # Ivey
  "d dh p2 ????",  # Antonius
  "d dh p3 7h6h",  # Dwan
  "p3 cbr 7000",
  "p1 cbr 23000",
  "p2 f",
  "p3 cc # a comment",
  "",
  "d db Jc3d5c",
  "p1 cbr 35000",
  "p3 cc",
  "d db 4h",
  "p1 cbr 90000",
  "p3 cbr 232600",
  "p1 cbr 1067100",
  "p3 cc",
  "p1 sm Ac2d",
  "p3 sm 7h6h",
  "d db Jh",
]
players = ["Phil Ivey", "Patrik Antonius", "Tom Dwan"]
"""


def games(name: str, variant: phh.Variant, count: int) -> Iterator[dict[int, Hand]]:
    """Yield the hands of random matches of two deals."""
    for seed in range(count):
        chance = Random(seed)
        options: dict[str, Any] = {"chips": chance.choice([24, 60, 200]), "deals": 2, "bets": variant.bets}
        options |= {"ante": 1} if variant.stud else {"ante": chance.choice([0, 1]), "full_blind": False}
        state = cardrules.load(name, players=chance.randint(2, 6), options=options).new_initial_state(seed)
        while not state.is_terminal():
            legal = [str(action) for action in state.legal_actions()]
            quiet = [action for action in legal if not action.startswith(("raise", "fold"))] or legal
            state.apply_action(chance.choice(legal if chance.random() < 0.3 else quiet))
        yield hands_of(state, [f"N{seat}" for seat in range(state.game.players)])


@pytest.mark.filterwarnings("ignore::UserWarning")  # of pokerkit, where cards are dealt that were thrown away
@pytest.mark.parametrize("code", phh.VARIANTS)
def test_pokerkit_plays_a_hand_to_the_same_chips(code: str, amount: Callable[[int, int], int]) -> None:
    notation = pytest.importorskip("pokerkit.notation")
    variant = phh.VARIANTS[code]
    seen = 0
    for hands in games(variant.ruleset, variant, amount(6, 300)):
        text = phh.written(hands)
        assert phh.hands(text) == (hands if len(hands) > 1 else {1: next(iter(hands.values()))})
        for hand in hands.values():
            *_, last = notation.HandHistory.loads(phh.written({1: hand}))
            assert not last.status
            # Odd chips go to one winner there, and to one winner each here.
            odd = 0 if len({*hand.finishing} - {0}) < 2 else len(hand.stacks)
            for ours, theirs in zip(hand.finishing, last.stacks, strict=True):
                assert abs(ours - theirs) <= odd, phh.written({1: hand})
            assert sum(last.stacks) == sum(hand.finishing)
            seen += 1
    assert seen > 5


def in_order(action: str) -> str:
    """An action whose cards are in one order, because those of a player have none."""
    return re.sub("(?:[2-9TJQKA][cdhs])+", lambda found: "".join(sorted(re.findall("..", found[0]))), action)


@pytest.mark.parametrize("code", phh.VARIANTS)
def test_a_hand_becomes_a_game_that_is_saved(code: str, amount: Callable[[int, int], int]) -> None:
    variant = phh.VARIANTS[code]
    seen = 0
    for hands in games(variant.ruleset, variant, amount(2, 100)):
        for hand in hands.values():
            try:
                state = played(hand).state
            except DeckError as error:
                assert re.search("too few chips|shuffled again", str(error))  # noqa: PT017
                continue
            assert state.is_terminal()
            (again,) = hands_of(state, hand.players).values()
            assert replace(again, actions=()) == replace(hand, actions=())
            assert [*map(in_order, again.actions)] == [*map(in_order, hand.actions)]
            assert type(state).from_json(state.game, state.to_json()) == state
            seen += 1
    assert seen


def test_a_hand_with_a_player_whose_cards_nobody_knows() -> None:
    (hand,) = phh.hands(IVEY).values()
    game = played(hand)
    assert game.unknown == (1,)
    assert game.state.scores() == [5721, 19975, 11095]
    seen = game.state.open_observation()
    assert seen.cards("board") == ("JC", "3D", "5C", "4H", "JH")
    assert [set(seen.cards("hand", seat)) for seat in (0, 2)] == [{"AC", "2D"}, {"7H", "6H"}]


def test_cents_are_chips() -> None:
    text = re.sub(r"\b([0-9]{3,})\b(?:\.0)?", lambda found: str(int(found[1]) / 1000), IVEY)
    (hand,) = phh.hands(text).values()
    assert (str(hand.unit), hand.blinds) == ("1/10", (10, 20, 0))
    assert phh.hands(phh.written({1: hand})) == {1: hand}


def test_a_hand_that_is_not_over_goes_on() -> None:
    (hand,) = phh.hands(IVEY.replace('  "p1 cbr 1067100",\n  "p3 cc",\n', "").replace('  "d db Jh",\n', "")).values()
    state = played(hand).state
    assert state.current_player() == 0
    assert state.open_observation().variables["bet"] == (1485, 25, 2911)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("variant", "=", "this is not a file of hands, which is TOML"),
        ('variant = "NT"', "", "this file has no hand: nothing says which 'variant' is played"),
        ('"NT"', '"XX"', "no game here is the variant 'XX' of the hand; a variant is F2L3D, "),
        ("min_bet = 2000", "", "the hand does not say 'min_bet'"),
        ("min_bet = 2000", "min_bet = inf", "'min_bet' of the hand has 'Infinity', which is no number of chips"),
        ("[500, 500, 500]", "[500]", "'antes' of the hand has 1 entries, not one for each of the 3 players"),
        ("[500, 500, 500]", "[0, 500, 0]", "the antes of the hand are not equal"),
        ("[1000, 2000, 0]", "[1000, 2000, 4000]", "the blinds of the hand are not those of the game, [10, 20, 0]"),
        ("2000000", "2500", "a player has too few chips for 25 at the beginning"),
        ("7000", "7000.001", "a player has 2000000 chips, too many where 0.001 is the largest common unit"),
        ("p2 f", "p2 x", "action 6 of the hand, 'p2 x', has no meaning"),
        ("p2 f", "p4 f", "action 6 of the hand names 'p4'; players are p1 to p3"),
        ("Jc3d5c", "Jc3x5c", "action 9 of the hand has 'Jc3x5c', which are no cards such as 'Ah7c'"),
        ("Jc3d5c", "Jc3d??", "a card on the table is not known"),
        ("Jc3d5c", "Jc3d7h", "the hand deals 7H twice"),
        ("d dh p1 Ac2d", "d dh p1 Ac??", "cards of p1 are not known ('??'), and that player does not fold"),
        ("p3 cbr 7000", "p2 f", "decision 1 of the hand is 'p2 f', but p3 is to act there"),
        ("p1 cbr 23000", "p1 cbr 7100", "decision 2 of the hand is 'p1 cbr 71', but "),
        ('"d db Jh",', '"d db Jh8h",', "the hand deals 8H and the game does not"),
        ('"d db Jh",', '"d db Jh", "p1 cc",', "is 'p1 cc', but the hand is over there"),
    ],
)
def test_hands_that_cannot_be_played(old: str, new: str, message: str) -> None:
    assert old in IVEY
    with pytest.raises(DeckError, match=re.escape(message)):
        played(next(iter(phh.hands(IVEY.replace(old, new, 1)).values())))


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("holdem", {"bets": "pot_limit"}, "PHH has no variant for Texas Hold'em with these bets"),
        ("omaha", {"hole_cards": 5}, "PHH has no variant for Omaha with another 'hole_cards'"),
        ("hearts", {}, "PHH has no variant for Hearts with these bets"),
    ],
)
def test_games_that_the_format_does_not_have(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DeckError, match=re.escape(message)):
        hands_of(cardrules.load(name, options=options).new_initial_state(1))


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "ivey.phh").write_text(IVEY)
    done = call(["hands", "ivey.phh", "--save", "ivey.json"], tmp_path)
    assert done.stdout.splitlines() == [
        "Saved as ivey.json, after 10 moves. Go on with:",
        "  cardrules run --resume ivey.json",
        "One chip there stands for 100 of the hand.",
        "Cards of Patrik Antonius are not known; others stand for them.",
    ]
    assert json.loads((tmp_path / "ivey.json").read_text())["names"][0] == "Phil Ivey"
    again = call(["hands", "ivey.json"], tmp_path)
    (hand,) = phh.hands(again.stdout).values()
    assert hand.stacks == (11256, 20000, 5535)
    assert hand.players == ("Phil Ivey", "Patrik Antonius", "Tom Dwan")
    assert hand.actions[-1] == "p3 sm 6h7h"
    shown = call(["run", "--resume", "ivey.json"], tmp_path)
    assert "11095" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("none.phh --save x.json", "'none.phh' cannot be read: No such file or directory."),
        ("two.phhs --hand 3 --save x.json", "'two.phhs' has no hand 3; it has 1, 7."),
        ("two.phhs", "--save names the new file for the game of the hand."),
        ("two.json --hand 3", "--hand and --save are for files of hands, which end with .phh or .phhs."),
        ("bad.phh --save x.json", "'bad.phh': this is not a file of hands, which is TOML: "),
    ],
)
def test_what_the_command_cannot_do(arguments: str, message: str, tmp_path: Path) -> None:
    (hand,) = phh.hands(IVEY).values()
    (tmp_path / "two.phhs").write_text(phh.written({1: hand, 7: hand}))
    (tmp_path / "bad.phh").write_text("variant")
    done = call(["hands", *arguments.split()], tmp_path)
    assert done.returncode in (1, 2)
    assert message in done.stderr
