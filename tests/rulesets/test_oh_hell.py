"""Oh Hell against a model of its own: schedule, bids, following suit, tricks, scores, dealing.

The model is written from the rules alone. It is told the pack and what the players did, never what
the engine thinks; what it finds legal and how it scores must be what the engine says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.game.saving import position_data
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of

RANKS, SUITS = "23456789TJQKA", "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
PLAYERS = range(2, 8)
VARIANTS = [None, "screw_the_dealer", "up_and_down", "hoyle"]
HOUSE: list[dict[str, Any]] = [
    {"max_hand": "use_all", "peak_trump": "dealer_last_card", "peak_hands": 2, "ace": "low"},
    {"hook": "must_equal", "sequence": "down_up", "no_trump_hand": "peak"},
    {"hook": "must_equal", "must_equal_fallback": "free", "sequence": "up_only", "peak_hands": 2},
    {"bidding": "simultaneous", "sequence": "down_only", "max_hand": "use_all"},
    {"scoring": "up_down", "up_down_keep_tricks": True, "zero_bonus": 5, "hook": "must_not_equal"},
    {"scoring": "hoyle", "no_trump_hand": "final", "sequence": "up_only"},
]


def schedule(players: int, options: dict[str, Any]) -> list[int]:
    """The sizes of all hands of a match."""
    largest = (51 if options["max_hand"] == "reserve_trump" else 52) // players
    up = list(range(1, largest))
    peak = [largest] * options["peak_hands"]
    match options["sequence"]:
        case "up_down":
            return [*up, *peak, *reversed(up)]
        case "down_up":
            return [largest, *reversed(up), *up[1:], largest] if largest > 1 else [1]
        case "up_only":
            return [*up, *peak]
        case _:
            return [*peak, *reversed(up)]


class Deal:
    """One hand, from the order of the pack."""

    def __init__(self, players: int, options: dict[str, Any], deal: int, dealer: int) -> None:
        self.n, self.options, self.dealer = players, options, dealer
        sizes = schedule(players, options)
        self.size = sizes[deal - 1]
        final = options["no_trump_hand"] == "final" and deal == len(sizes)
        peak = options["no_trump_hand"] == "peak" and self.size == max(sizes)
        self.plain = final or peak
        self.hands: list[list[str]] = []
        self.trump: str | None = None
        self.bids: dict[int, int] = {}
        self.tricks = [0] * players
        self.table: list[tuple[int, str]] = []
        self.turn = (dealer + 1) % players
        self.leader = self.turn

    def from_pack(self, pack: list[str]) -> Deal:
        """Deal one card at a time from the dealer's left, and turn the next."""
        left = (self.dealer + 1) % self.n
        dealt = pack[: self.size * self.n]
        self.hands = [dealt[(seat - left) % self.n :: self.n] for seat in range(self.n)]
        if not self.plain:
            if len(dealt) < 52:
                self.trump = pack[len(dealt)][1]
            elif self.options["peak_trump"] == "dealer_last_card":
                self.trump = dealt[-1][1]
        return self

    @property
    def over(self) -> bool:
        return sum(self.tricks) == self.size

    def legal(self) -> set[str]:
        if len(self.bids) < self.n:
            return {f"bid {number}" for number in range(self.size + 1) if self._may_bid(number)}
        hand = self.hands[self.turn]
        led = self.table[0][1][1] if self.table else None
        follows = [card for card in hand if card[1] == led]
        return {f"play {card}" for card in follows or hand}

    def _may_bid(self, number: int) -> bool:
        if self.turn != self.dealer or self.options["bidding"] == "simultaneous":
            return True
        free = self.size - sum(self.bids.values())
        match self.options["hook"]:
            case "must_not_equal":
                return number != free
            case "must_equal" if free >= 0:
                return number == free
            case "must_equal":
                return number == 0 or self.options["must_equal_fallback"] == "free"
            case _:
                return True

    def apply(self, text: str) -> None:
        verb, argument = text.split()
        if verb == "bid":
            self.bids[self.turn] = int(argument)
            self.turn = (self.turn + 1) % self.n
            return
        self.hands[self.turn].remove(argument)
        self.table.append((self.turn, argument))
        self.turn = (self.turn + 1) % self.n
        if len(self.table) == self.n:
            self.turn = max(self.table, key=lambda entry: self._strength(entry[1]))[0]
            self.tricks[self.turn] += 1
            self.table = []

    def _strength(self, card: str) -> int:
        ranks = RANKS if self.options["ace"] == "high" else "A23456789TJQK"
        rank = ranks.index(card[0])
        if card[1] == self.trump:
            return 100 + rank
        return rank if card[1] == self.table[0][1][1] else -1

    def points(self) -> list[int]:
        return [self._points(self.bids[seat], self.tricks[seat]) for seat in range(self.n)]

    def _points(self, bid: int, taken: int) -> int:
        match self.options["scoring"]:
            case "base":
                return taken + 10 * (bid == taken)
            case "hoyle":
                return bid + 10 if bid == taken else 0
            case _ if bid == taken:
                return bid or self.options["zero_bonus"]
            case _:
                loss = taken - bid if taken > bid else 2 * (bid - taken)
                return (taken if self.options["up_down_keep_tricks"] else 0) - loss


class Both:
    """A game in both builds side by side."""

    def __init__(self, game: cardrules.Game, **start: Any) -> None:
        self.game = game
        self.state = game.new_initial_state(**start)
        self.bare = rules_of(game).bare
        self.position = initial_position(rules_of(game), self.bare, start.pop("seed", 0), **start)
        self.bare.advance(self.position, START_OF_DEAL)

    def legal(self) -> set[str]:
        assert self.state.raw_legal_actions() == self.bare.legal[self.position.pc](self.position)
        rules_of(self.game).check_position(self.state.position)
        return {str(action) for action in self.state.legal_actions()}

    def apply(self, text: str) -> None:
        raw = self.state.find(text)
        self.state.apply_raw(raw)
        self.bare.play(self.position, raw)

    def check(self) -> None:
        """The builds agree in all but knowledge, and the state survives being written down."""
        mine, other = position_data(self.state.position), position_data(self.position)
        for slot in ("know", "spot"):
            mine.pop(slot)
            other.pop(slot)
        undealt = self.bare.unshuffled  # the order of cards that no rule looks at
        if undealt is not None:
            assert sorted(mine.pop(undealt)) == sorted(other.pop(undealt))
        assert mine == other
        assert self.game.state_from_json(self.state.to_json()) == self.state


def play_deal(both: Both, model: Deal, chance: Random) -> None:
    while not model.over:
        assert both.state.current_player() == model.turn
        legal = both.legal()
        assert legal == model.legal()
        text = chance.choice(sorted(legal))
        both.apply(text)
        model.apply(text)


CASES: list[tuple[str | None, dict[str, Any]]] = [
    *((variant, {}) for variant in VARIANTS),
    *((None, house) for house in HOUSE),
]


@cache
def load(players: int, number: int, single_deal: bool) -> cardrules.Game:
    """The game under one of the cases, taken in turn; other players begin with other cases."""
    variant, options = CASES[(number + 5 * players) % len(CASES)]
    return cardrules.load("oh_hell", players=players, variant=variant, options=options, single_deal=single_deal)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_single_deals(players: int, amount: Callable[[int, int], int]) -> None:
    for seed in range(amount(1, 2000)):
        game = load(players, seed % len(CASES), True)
        options = rules_of(game).program.options
        chance = Random(seed)
        pack = chance.sample(PACK, 52)
        deal = chance.randint(1, len(schedule(players, options)))
        dealer = chance.randrange(players)
        both = Both(game, deck=pack, dealer=dealer, deal=deal)
        model = Deal(players, options, deal, dealer).from_pack(pack)
        for seat in range(players):
            known = both.state.observation(seat).zones["hand"][seat]
            assert sorted(known) == sorted(model.hands[seat])
        play_deal(both, model, chance)
        assert both.state.is_terminal()
        assert both.state.scores() == both.state.returns() == model.points()
        both.check()


@pytest.mark.sample(4)
@pytest.mark.parametrize("players", PLAYERS)
def test_matches(players: int, amount: Callable[[int, int], int]) -> None:
    for seed in range(amount(1, 6 * len(CASES))):
        game = load(players, seed % len(CASES), False)
        options = rules_of(game).program.options
        sizes = schedule(players, options)
        chance = Random(seed)
        both = Both(game, seed=seed)
        dealer = both.state.position.dealer
        scores = [0] * players
        for deal in range(1, len(sizes) + 1):
            position = both.state.position
            assert (position.deal, position.dealer) == (deal, dealer)
            model = Deal(players, options, deal, dealer)
            views = [both.state.observation(seat) for seat in range(players)]
            model.hands = [list(view.cards("hand")) for view in views]
            assert [len(hand) for hand in model.hands] == [sizes[deal - 1]] * players
            trump = views[0].variables["trump"]
            model.trump = trump and trump[0].upper()
            assert not (model.plain and trump)
            if views[0].zones["trump_card"]:
                assert views[0].zones["trump_card"][0][1] == model.trump
            play_deal(both, model, chance)
            scores = [old + new for old, new in zip(scores, model.points(), strict=True)]
            assert both.state.scores() == scores
            dealer = (dealer + 1) % players
        assert both.state.is_terminal()
        best = [seat for seat in range(players) if scores[seat] == max(scores)]
        assert both.state.winners() == (best if len(best) < players else [])
        both.check()


def test_schedule() -> None:
    options = rules_of(load(4, 0, True)).program.options
    assert schedule(4, options) == [*range(1, 13), *range(11, 0, -1)]
    assert len(schedule(3, options)) == 33
    assert len(schedule(2, options)) == 49


def test_extra_hands_settle_a_tie() -> None:
    options = {"tie": "extra_hand", "sequence": "up_only"}
    game = cardrules.load("oh_hell", players=7, options=options)
    for seed in range(10):
        chance = Random(seed)
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_raw(chance.choice(state.raw_legal_actions()))
        assert len(state.winners()) == 1
        scores = state.scores()
        assert state.position.deal >= 7
        assert scores.count(max(scores)) == 1
