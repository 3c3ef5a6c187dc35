"""The section `tricks` against the rules of tricks, written out in plain Python.

The section is lowered before the typed program, so that the definitional interpreter sees what the
compiler sees. This definition shares nothing with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.errors import IllegalActionError
from cardrules.interpreter.play.state import State

RULES = Path(__file__).parent.parent / "games" / "all_about_tricks.yaml"
SWITCHES = ("named", "jacks", "tens", "own_order", "follow", "trump", "overtrump", "head", "ruff")
OFF = {"jacks": False, "trump": False, "overtrump": False}
PLAIN, TENS, JACKS = "789TJQKA", "789JQKTA", "78QKTA9J"
SUITS = "DHSC"  # low to high


class Rules:
    """The rules under some options, in a deal with some trump suit."""

    def __init__(self, options: dict[str, bool], trump: str) -> None:
        self.on = options
        self.trump = trump
        self.order = TENS if options["tens"] else PLAIN
        self.trump_order = JACKS if options["own_order"] else self.order

    def is_top(self, card: str) -> int:
        """2 for a jack, 1 for the queen of spades, while these are the highest trumps."""
        if not self.on["jacks"] or card == "Jo":
            return 0
        return 2 if card[0] == "J" else 1 if card == "QS" else 0

    def is_trump(self, card: str) -> bool:
        return card != "Jo" and (self.is_top(card) > 0 or card[1] == self.trump)

    def suit(self, card: str) -> str:
        """The suit that a card belongs to; all trumps are one suit."""
        return "trump" if self.is_trump(card) else card[1]

    def strength(self, card: str, led: str) -> tuple[int, ...]:
        """What decides who takes a trick."""
        if card == "Jo":
            return (0,)
        if self.is_top(card):
            return (2 + self.is_top(card), SUITS.index(card[1]))
        if self.is_trump(card):
            return (2, self.trump_order.index(card[0]))
        return (1, self.order.index(card[0])) if self.suit(card) == led else (0,)

    def playable(self, hand: list[str], trick: list[str]) -> set[str]:
        jokers = {card for card in hand if card == "Jo"}
        return self.without_jokers(hand, [c for c in trick if c != "Jo"]) | jokers

    def without_jokers(self, hand: list[str], trick: list[str]) -> set[str]:
        if not trick:
            return {card for card in hand if card == "Jo" or card[1] != "H"} or set(hand)
        if not self.on["follow"]:
            return set(hand)
        led = self.suit(trick[0])
        high = max(self.strength(card, led) for card in trick)
        mine = {card for card in hand if card != "Jo" and self.suit(card) == led}
        trumps = {card for card in hand if self.is_trump(card)}
        above = {card for card in hand if self.strength(card, led) > high}
        if mine:
            must_beat = self.on["head"] or (self.on["overtrump"] and led == "trump")
            best = (mine & above or mine) if must_beat else mine
            return best | trumps if self.on["ruff"] else best
        free = {card for card in hand if card[0] != "K"} or set(hand)
        if self.on["trump"] and trumps:
            return (trumps & above or trumps) if self.on["overtrump"] else trumps
        if self.on["overtrump"] and not self.on["trump"]:
            return set(hand) - (trumps - above) or set(hand)
        return free

    def takes(self, card: str, trick: list[str]) -> bool:
        """Whether a card would take the trick."""
        trick = [each for each in trick if each != "Jo"]
        if card == "Jo" or not trick:
            return card != "Jo"
        led = self.suit(trick[0])
        return self.strength(card, led) > max(self.strength(each, led) for each in trick)

    def taker(self, trick: dict[int, str], leader: int) -> int:
        seats = [(leader + step) % 3 for step in range(3)]
        suits = [self.suit(trick[seat]) for seat in seats if trick[seat] != "Jo"]
        return max(seats, key=lambda seat: self.strength(trick[seat], suits[0]))


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
    rules = Rules(options, trump_of(state))
    leader = playing(state)
    trick: dict[int, str] = {}
    hands = {p: list(state.observation(p).zones["hand"][p]) for p in range(3)}
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
            leader, trick = rules.taker(trick, leader), {}
            assert state.is_terminal() or state.current_player() == leader
            assert state.observation(0).variables["latest"] == leader


def check_heights(
    game: cardrules.Game, state: State, rules: Rules, hand: list[str], trick: list[str]
) -> None:
    """Compare the words `takes` and `height`; of cards of one suit the higher one is stronger."""
    takes, height = game.machine.values["takes"], game.machine.values["height"]
    number = {text: card for card, text in enumerate(game.program.pack.text)}
    place = {text: height(state.position, state.current_player(), number[text]) for text in hand}
    for card in hand:
        mine = takes(state.position, state.current_player(), number[card])
        assert mine == rules.takes(card, trick), (rules.on, rules.trump, card, trick)
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


def test_reasons_are_those_of_players() -> None:
    led = {"played": ["9D", 0, 0]}
    assert refused({**led, "hand": [1, "7D KC", 2]}, "play KC") == (
        "diamonds were led, and you hold 7D"
    )
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
    assert refused({**led, "hand": [1, "7S KC", 2]}, "play KC") == (
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
