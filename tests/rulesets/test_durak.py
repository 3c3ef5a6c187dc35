"""Durak against a model of its own: covering, throwing in, passing, taking, refilling, the fool.

The model is written from the rules alone and keeps its own hands and stock from the order of the
pack on. What it finds legal, and who acts when, must be what the engine says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.game.saving import position_data
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of

RANKS, SUITS = "23456789TJQKA", "CDHS"
PLAYERS = range(2, 9)
HOUSE: list[dict[str, Any]] = [
    {},
    {"passing": True},
    {"draw_order": "defender_last", "throw_in_by": "neighbours", "first_bout_cap": 5},
    {"throw_in_timing": "anytime", "initial_attack": "same_rank_group", "cap": 4},
    {"passing": True, "throw_in_timing": "anytime", "pass_fit": False, "trump_exchange": True},
    {"passing": True, "show_trump_pass": True, "pass_cards": "one", "throw_in_on_take": False},
    {"passing": True, "pass_chain_max": 1, "pass_first_bout": False, "throw_in_by": "attacker"},
    {"cap_basis": "current_uncovered", "simultaneous_out": "defender_is_fool", "hand": 4},
    {"teams": "alternate", "passing": True, "show_trump_pass": True, "deck": "full"},
    {"no_trump_start": "lowest_card", "deck": "short", "hand": 2, "cap": 4},
]


def canonical(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])


class Model:
    """One game of Durak.

    Attributes:
        turn: who decides, None when the game is over.
        fools: who has lost then.
    """

    def __init__(self, players: int, options: dict[str, Any], pack: list[str], dealer: int) -> None:
        self.n, self.o = players, options
        left = (dealer + 1) % players
        dealt: int = options["hand"] * players
        self.hands = [pack[(seat - left) % players : dealt : players] for seat in range(players)]
        self.stock = [*pack[dealt + 1 :], pack[dealt]]
        self.trump = self.stock[-1][1]
        self.lowest = min((card for card in pack if card[1] == self.trump), key=canonical)
        self.shown: set[int] = set()
        self.bout = 0
        self.open: list[str] = []
        self.pairs: list[str] = []
        self.fools: list[int] = []
        self.turn: int | None = None
        self._open(self._starter(left))

    def _starter(self, left: int) -> int:
        held = [(card, seat) for seat in self._from(left) for card in self.hands[seat]]
        trumps = [entry for entry in held if entry[0][1] == self.trump]
        if trumps:
            return min(trumps, key=lambda entry: canonical(entry[0]))[1]
        if self.o["no_trump_start"] == "lowest_card":
            return min(held, key=lambda entry: canonical(entry[0])[0])[1]
        return left

    def _from(self, seat: int) -> list[int]:
        return [(seat + step) % self.n for step in range(self.n)]

    def _foes(self, a: int, b: int) -> bool:
        if self.o["teams"] == "alternate" and self.n % 2 == 0:
            return (a - b) % 2 == 1
        return a != b

    def _next(self, seat: int) -> int | None:
        """The next opponent with cards."""
        later = self._from(seat)[1:]
        return next((p for p in later if self.hands[p] and self._foes(p, seat)), None)

    # -- a bout

    def _open(self, attacker: int) -> None:
        self.bout += 1
        self.opener = self.attacker = self.turn = attacker
        target = self._next(attacker)
        assert target is not None
        self.step = "open"
        self.taking = False
        self.passes = 0
        self.open, self.pairs = [], []
        self._face(target)

    def _face(self, defender: int) -> None:
        self.defender = defender
        self.began_with = len(self.hands[defender])

    @property
    def most(self) -> int:
        cap: int = self.o["cap"]
        return min(cap, self.o["first_bout_cap"]) if self.bout == 1 else cap

    def _room(self) -> int:
        if self.o["cap_basis"] == "current_uncovered":
            return min(self.most, len(self.hands[self.defender])) - len(self.open)
        return min(self.most, self.began_with) - len(self.open) - len(self.pairs) // 2

    def _covers(self, card: str, attack: str) -> bool:
        if card[1] == attack[1]:
            return canonical(card) > canonical(attack)
        return card[1] == self.trump

    # -- what is legal

    def legal(self) -> set[str]:
        assert self.turn is not None
        hand = sorted(self.hands[self.turn], key=canonical)
        match self.step:
            case "open":
                most = 4 if self.o["initial_attack"] == "same_rank_group" else 1
                texts = {f"attack {cards}" for cards in self._alike(hand, min(most, self._room()))}
                if self.o["trump_exchange"] and self.stock and self.lowest in hand:
                    texts.add("exchange")
                return texts
            case "defend":
                covers = {f"cover {a} {c}" for a in self.open for c in hand if self._covers(c, a)}
                return covers | {"take"} | self._passes(hand)
            case _:
                ranks = {card[0] for card in self.open + self.pairs}
                return {"done"} | {f"add {card}" for card in hand if card[0] in ranks}

    @staticmethod
    def _alike(hand: list[str], most: int) -> set[str]:
        """Cards of one rank, up to so many."""
        return {
            " ".join(cards)
            for size in range(1, most + 1)
            for cards in combinations(hand, size)
            if len({card[0] for card in cards}) == 1
        }

    def _passes(self, hand: list[str]) -> set[str]:
        o, rank = self.o, self.open[0][0]
        receiver = self._next(self.defender)
        if not o["passing"] or self.pairs or receiver is None:
            return set()
        if self.bout == 1 and not o["pass_first_bout"]:
            return set()
        if o["pass_chain_max"] is not None and self.passes >= o["pass_chain_max"]:
            return set()
        most = min(self.most, len(self.hands[receiver])) if o["pass_fit"] else self.most
        room = most - len(self.open)
        mine = [card for card in hand if card[0] == rank]
        texts = {f"pass {cards}" for cards in self._alike(mine, min(room, 1 if o["pass_cards"] == "one" else 4))}
        showable = o["show_trump_pass"] and self.defender not in self.shown and room >= 0
        if showable and rank + self.trump in mine:
            texts.add(f"show {rank}{self.trump}")
        return texts

    # -- what happens

    def apply(self, text: str) -> None:
        verb, *cards = text.split()
        assert self.turn is not None
        hand = self.hands[self.turn]
        anytime = self.o["throw_in_timing"] == "anytime"
        match verb:
            case "exchange":
                hand.remove(self.lowest)
                hand.append(self.stock.pop())
                self.stock.append(self.lowest)
            case "attack":
                self._lay(cards)
                self._poll() if anytime else self._defend()
            case "cover":
                hand.remove(cards[1])
                self.open.remove(cards[0])
                self.pairs += cards
                self._poll() if anytime or not self.open else self._defend()
            case "take":
                self.taking = True
                self._poll()
            case "pass" | "show":
                receiver = self._next(self.defender)
                assert receiver is not None
                if verb == "pass":
                    self._lay(cards)
                else:
                    self.shown.add(self.turn)
                self.passes += 1
                self.attacker = self.turn
                self._face(receiver)
                self._poll() if anytime else self._defend()
            case "add":
                self._lay(cards)
                self._poll() if anytime or self.taking else self._defend()
            case _:
                self.asked += 1
                self._ask()

    def _lay(self, cards: list[str]) -> None:
        assert self.turn is not None
        for card in cards:
            self.hands[self.turn].remove(card)
        self.open += cards

    def _defend(self) -> None:
        self.step, self.turn = "defend", self.defender

    def _poll(self) -> None:
        """Begin to ask who throws in, the attacker first."""
        self.step, self.asked = "add", 0
        sides = {
            "all": range(self.n),
            "neighbours": (self.attacker, self._next(self.defender)),
            "attacker": (self.attacker,),
        }[self.o["throw_in_by"]]
        self.queue = [
            seat
            for seat in self._from(self.attacker)
            if seat in sides and self.hands[seat] and self._foes(seat, self.defender)
        ]
        self._ask()

    def _ask(self) -> None:
        full = self._room() <= 0 or not self.hands[self.defender]
        shut = self.taking and not self.o["throw_in_on_take"]
        if self.asked < len(self.queue) and not full and not shut:
            self.turn = self.queue[self.asked]
        elif self.open and not self.taking:
            self._defend()
        else:
            self._end_bout()

    def _end_bout(self) -> None:
        if self.taking:
            self.hands[self.defender] += self.open + self.pairs
        order = self._from(self.opener)
        if self.o["draw_order"] == "defender_last":
            order.remove(self.defender)
            order.append(self.defender)
        for seat in order:
            while self.stock and len(self.hands[seat]) < self.o["hand"]:
                self.hands[seat].append(self.stock.pop(0))
        left = [seat for seat in self._from(self.defender) if self.hands[seat]]
        if not any(self._foes(a, b) for a, b in combinations(left, 2)):
            self.turn = None
            if not left and self.o["simultaneous_out"] == "defender_is_fool":
                left = [self.defender]
            if left:
                partners = [p for p in range(self.n) if not self._foes(p, left[0])]
                self.fools = sorted({left[0], *partners})
        elif self.bout == self.o["max_bouts"]:
            self.turn = None
        else:
            self._open(left[1] if self.taking and left[0] == self.defender else left[0])


@cache
def load(players: int, number: int) -> cardrules.Game:
    return cardrules.load("durak", players=players, options=HOUSE[number])


def look(state: cardrules.State, model: Model) -> None:
    """Whoever is to decide knows the own hand, and the trump card under the stock."""
    assert model.turn is not None
    known = state.observation(model.turn).zones
    assert sorted(known["hand"][model.turn]) == sorted(model.hands[model.turn])
    assert len(known["stock"]) == len(model.stock)
    if model.stock:
        assert known["stock"][0] == model.stock[-1]


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_games(players: int, amount: Callable[[int, int], int]) -> None:
    for seed in range(amount(1, 600)):
        game = load(players, (seed + 3 * players) % len(HOUSE))
        options = rules_of(game).program.options
        chance = Random(seed)
        pack = chance.sample(rules_of(game).program.pack.text, rules_of(game).program.pack.size)
        dealer = chance.randrange(players)
        state = game.new_initial_state(deck=pack, dealer=dealer)
        model = Model(players, options, pack, dealer)
        bare = rules_of(game).bare
        position = initial_position(rules_of(game), bare, deck=pack, dealer=dealer)
        bare.advance(position, START_OF_DEAL)
        while model.turn is not None:
            assert state.current_player() == model.turn
            assert {str(action) for action in state.legal_actions()} == model.legal()
            assert state.raw_legal_actions() == bare.legal[position.pc](position)
            rules_of(game).check_position(state.position)
            if chance.random() < 0.02:
                look(state, model)
            raw = chance.choice(state.raw_legal_actions())
            model.apply(rules_of(game).notation.text(raw))
            state.apply_raw(raw)
            bare.play(position, raw)
        assert state.is_terminal()
        assert state.scores() == [int(seat in model.fools) for seat in range(players)]
        others = [seat for seat in range(players) if seat not in model.fools]
        assert state.winners() == (others if model.fools else [])
        mine, other = position_data(state.position), position_data(position)
        for slot in ("know", "spot"):
            mine.pop(slot)
            other.pop(slot)
        assert mine == other
        assert game.state_from_json(state.to_json()) == state
        assert state.position.turns < rules_of(game).program.turn_limit


def test_a_match_ends_with_the_fewest_losses() -> None:
    game = cardrules.load("durak", players=3, options={"games": 4})
    for seed in range(5):
        chance = Random(seed)
        state = game.new_initial_state(seed)
        fools: list[int | None] = []
        while not state.is_terminal():
            deal, scores = state.position.deal, state.scores()
            state.apply_raw(chance.choice(state.raw_legal_actions()))
            if state.is_terminal() or state.position.deal > deal:
                lost = [p for p in range(3) if state.scores()[p] > scores[p]]
                fools.append(lost[0] if lost else None)
                if not state.is_terminal() and lost:
                    assert state.position.dealer == lost[0]
                    assert state.current_player() == (lost[0] + 1) % 3
        assert len(fools) == 4
        assert state.scores() == [fools.count(seat) for seat in range(3)]
        fewest = [p for p in range(3) if state.scores()[p] == min(state.scores())]
        assert state.winners() == (fewest if len(fewest) < 3 else [])
