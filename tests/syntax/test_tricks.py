"""Whole games with the section `tricks`, against its definition in `tests/reference/tricks.py`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.errors import IllegalActionError
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.state import State

from ..reference.tricks import JACKS, PLAIN, TENS, Rules, Test, no_suit, rank_is

RULES = Path(__file__).parent.parent / "games" / "all_about_tricks.yaml"
SWITCHES = ("named", "jacks", "tens", "own_order", "follow", "trump", "overtrump", "head", "ruff")
OFF = {"jacks": False, "trump": False, "overtrump": False}


def rules_under(options: dict[str, bool], trump: str) -> Rules:
    """The rules under some options, in a deal with some trump suit."""
    order = TENS if options["tens"] else PLAIN
    jacks: tuple[Test, ...] = (rank_is("J"), "QS".__eq__)
    return Rules(
        trump=trump,
        tops=jacks if options["jacks"] else (),
        order=order,
        trump_order=JACKS if options["own_order"] else order,
        exempt="Jo".__eq__,
        leads=no_suit("H"),
        discards=lambda card: card[0] != "K",
        follow=options["follow"],
        must_trump=options["trump"],
        overtrump=options["overtrump"],
        head=options["head"],
        may_trump=options["ruff"],
    )


def playing(state: State) -> int:
    seat = state.current_player()
    assert seat is not None
    return seat


def trump_of(state: State) -> str:
    suit = state.observation(0).variables["strain"]
    return "" if suit is None else str(suit)[0].upper()


@pytest.mark.soak
def test_cards_that_may_be_played_and_takers(amount: Callable[[int, int], int]) -> None:
    for seed in range(amount(4, 240)):
        compare(seed)


def compare(seed: int) -> None:
    """Play a game with some of the switches on; the model must allow the same cards."""
    dice = random.Random(seed)
    options = {name: dice.random() < 0.5 for name in SWITCHES}
    options["follow"] = dice.random() < 0.8
    game = cardrules.load(RULES, options=options)
    state = game.new_initial_state(seed=seed)
    rules = rules_under(options, trump_of(state))
    leader = playing(state)
    trick: dict[int, str] = {}
    hands = {p: list(state.observation(p).cards("hand")) for p in range(3)}
    while not state.is_terminal():
        seat = playing(state)
        before = [trick[p] for p in ((leader + step) % 3 for step in range(3)) if p in trick]
        check_heights(game, state, rules, hands[seat], before)
        legal = {str(action).removeprefix("play ") for action in state.legal_actions()}
        assert legal == rules.playable(hands[seat], before), (options, rules.trump, before)
        for card in set(hands[seat]) - legal:
            with pytest.raises(IllegalActionError):
                state.apply_action(f"play {card}")
        card = dice.choice(sorted(legal))
        trick[seat] = card
        hands[seat].remove(card)
        state.apply_action(f"play {card}")
        if len(trick) == 3:
            leader, trick = next(p for p in trick if trick[p] == rules.best([*trick.values()])), {}
            assert state.is_terminal() or state.current_player() == leader
            assert state.observation(0).variables["latest"] == leader


def check_heights(game: cardrules.Game, state: State, rules: Rules, hand: list[str], trick: list[str]) -> None:
    """Compare the words `takes` and `height`; of cards of one suit the higher one is stronger."""
    takes, height = rules_of(game).machine.values["takes"], rules_of(game).machine.values["height"]
    number = {text: card for card, text in enumerate(rules_of(game).program.pack.text)}
    place = {text: height(state.position, state.current_player(), number[text]) for text in hand}
    for card in hand:
        mine = takes(state.position, state.current_player(), number[card])
        assert mine == rules.takes(card, trick), (rules, card, trick)
        for other in hand:
            if "Jo" not in (card, other) and rules.suit(card) == rules.suit(other):
                led = rules.suit(card)
                stronger = rules.strength(card, led) > rules.strength(other, led)
                assert (place[card] > place[other]) == stronger, (card, other)
        assert (place.get(card, 0) > 100) == rules.is_trump(card)


def refused(position: Mapping[str, object], action: str, **options: bool) -> str:
    """Return the reason why a card may not be played."""
    game = cardrules.load(RULES, options={**OFF, **options})
    state = game.state_from_position({"strain": "hearts", "leader": 0, "actor": 1, **position})
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(action)
    return str(caught.value).partition(";")[0]


def test_a_reason_calls_the_suit_led_by_its_label(tmp_path: Path) -> None:
    file = tmp_path / "coins.yaml"
    file.write_text(
        f"cardrules: 1\nextends: {RULES}\nname: Coins\nsummary: A label.\nadd: {{labels: {{diamonds: coins}}}}\n"
    )
    state = cardrules.load(file, options=OFF).state_from_position(
        {"strain": "hearts", "leader": 0, "actor": 1, "played": ["9D", 0, 0], "hand": [1, "7D KC", 2]}
    )
    with pytest.raises(IllegalActionError, match="coins were led, and you hold 7D"):
        state.apply_action("play KC")


def test_reasons_are_those_of_players() -> None:
    led = {"played": ["9D", 0, 0]}
    assert refused({**led, "hand": [1, "7D KC", 2]}, "play KC") == ("diamonds were led, and you hold 7D")
    assert refused({**led, "hand": [1, "7D TD", 2]}, "play 7D", head=True) == (
        "you must play a card that is higher than 9D, and you hold TD"
    )
    assert refused({**led, "hand": [1, "7H KC", 2]}, "play KC", trump=True) == (
        "you cannot follow, and must play a trump: you hold 7H"
    )
    ruffed = {"leader": 2, "actor": 1, "hand": [1, "7H AH 8C", 1]}
    assert refused({**ruffed, "played": ["9H", 0, "9D"]}, "play 7H", overtrump=True) == (
        "a trump must be higher than 9H, and you hold AH"
    )
    trumps = {"played": ["JD", 0, 0], "hand": [1, "JC 8C 8D", 2]}
    assert refused(trumps, "play 8D", jacks=True) == "trumps were led, and you hold JC"
    lead = refused({"hand": [2, "7H KC", 2], "leader": 1}, "play 7H")
    assert lead == "7H may not be led now: 7H is a heart"
    assert refused({**led, "hand": [1, "7S KC", 2]}, "play KC") == ("KC may not be played to this trick: KC is a king")


def test_the_reason_is_the_key_that_forbids_the_card() -> None:
    """The reason was told of another key, where several bind the same player."""
    led = {"played": ["9D", 0, 0]}
    low = {"leader": 2, "actor": 1, "hand": [1, "7H AH 8D", 1], "played": ["9H", 0, "9D"]}
    assert refused(low, "play 7H", overtrump=True, ruff=True) == ("a trump must be higher than 9H, and you hold AH")
    assert refused(low, "play 7H", overtrump=True) == "diamonds were led, and you hold 8D"
    lower = {**low, "hand": [1, "7H KH 8C", 1]}
    assert refused(lower, "play KH", overtrump=True) == ("KH may not be played to this trick: KH is a king")
    assert refused({**led, "hand": [1, "7H KH KC", 2]}, "play KH") == (
        "KH may not be played to this trick: KH is a king"
    )
    assert refused({**led, "hand": [1, "7H KH KC", 2]}, "play KC") == (
        "KC may not be played to this trick: KC is a king"
    )


def test_reasons_for_the_cards_of_a_dummy() -> None:
    game = cardrules.load(RULES.with_name("dummy.yaml"))

    def reason(state: State, action: str) -> str:
        with pytest.raises(IllegalActionError) as caught:
            state.apply_action(action)
        return str(caught.value).partition(";")[0]

    hands = ["7C 9H", "KC 7D", "8C TD", "AC QC 8H"]
    state = game.state_from_position({"hand": hands, "leader": 1, "actor": 1})
    state.apply_action("play KC")
    assert reason(state, "play 7C") == "you do not hold 7C"
    assert reason(state, "play TD") == "clubs were led, and you hold 8C"
    state = game.new_initial_state(seed=1, dealer=0)
    own = state.observation(1).zones["hand"][1]
    state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1  # for seat 3
    assert reason(state, f"play {own[-1]}") == f"{own[-1]} is not in seat 3's hand"
