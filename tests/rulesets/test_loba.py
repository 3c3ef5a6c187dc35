"""Loba de menos against a model of its own: what may be laid, what may be added, what is scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of

JOKER = "Jo"
RANKS = "A23456789TJQK"
LIMIT = 100

Reading = tuple[int, int, frozenset[int]]
"""Where a run begins and ends, the ace being 1 or 14, and the places of its jokers."""


def is_pierna(cards: list[str]) -> bool:
    suits = {card[1] for card in cards}
    if JOKER in cards:
        return False
    return len(cards) >= 3 and len({card[0] for card in cards}) == 1 and len(suits) == 3


def readings(cards: list[str], least: int = 4) -> set[Reading]:
    """Every way to read cards as an escalera."""
    naturals = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(naturals)
    if len(cards) < least or jokers > 2 or not naturals or len({c[1] for c in naturals}) > 1:
        return set()
    found: set[Reading] = set()
    for high in (False, True):
        places = [14 if high and c[0] == "A" else RANKS.index(c[0]) + 1 for c in naturals]
        if len(set(places)) < len(places):
            continue
        for start in range(2 if high else 1, 16 - len(cards) if high else 15 - len(cards)):
            window = set(range(start, start + len(cards)))
            if set(places) <= window:
                found.add((start, start + len(cards) - 1, frozenset(window - set(places))))
    return found


def grown(reading: Reading, card: str) -> Iterator[Reading]:
    """The readings of a run after a card was put to one of its ends."""
    start, end, jokers = reading
    for place in (start - 1, end + 1):
        low, high = min(start, place), max(end, place)
        if low < 1 or high > 14 or high - low > 12:
            continue
        if card == JOKER and len(jokers) < 2:
            yield low, high, jokers | {place}
        elif card != JOKER and RANKS[(place - 1) % 13] == card[0]:
            yield low, high, jokers


@dataclass
class Pile:
    """A meld on the table, and the readings it has left."""

    cards: list[str]
    readings: set[Reading] = field(default_factory=set[Reading])

    @classmethod
    def laid(cls, cards: list[str]) -> Pile:
        pile = cls(cards, readings(cards))
        assert pile.readings or is_pierna(cards), cards
        return pile

    def after(self, card: str) -> set[Reading]:
        suits = {c[1] for c in self.cards if c != JOKER}
        if card != JOKER and card[1] not in suits:
            return set()
        return {new for old in self.readings for new in grown(old, card)}

    def takes(self, card: str) -> bool:
        if self.readings:
            return bool(self.after(card))
        return card != JOKER and is_pierna([*self.cards, card])

    def add(self, card: str) -> None:
        assert self.takes(card)
        self.readings = self.after(card)
        self.cards.append(card)


def all_melds(hand: list[str]) -> set[tuple[str, ...]]:
    """Every meld in a hand, by trying all sets of cards."""
    return {
        tuple(sorted(chosen))
        for size in range(3, len(hand) + 1)
        for chosen in combinations(hand, size)
        if is_pierna(list(chosen)) or readings(list(chosen))
    }


def cost(card: str) -> int:
    if card == JOKER or card[0] in "ATJQK":
        return 10
    return int(card[0])


class Model:
    """Keeps the hands, the table and the scores of a match by what is done, in texts."""

    def __init__(self, state: cardrules.State) -> None:
        self.state = state
        self.players = len(state.scores())
        self.inside = list(range(self.players))
        self.scores = [0] * self.players
        self.reentries = [0] * self.players
        self.deal()

    def deal(self) -> None:
        self.number = self.state.position.deal
        self.hands = [self.real_hand(seat) for seat in range(self.players)]
        for seat, hand in enumerate(self.hands):
            assert len(hand) == (9 if seat in self.inside else 0)
        self.piles: list[Pile] = []
        self.laid_before = [False] * self.players
        self.laid_now = False
        self.waiting: list[int] = []

    def _texts(self, cards: list[int]) -> list[str]:
        return [self.state.game.program.pack.text[card] for card in cards]

    def real_hand(self, seat: int) -> list[str]:
        position: Any = self.state.position
        mask: int = position.z_hand[seat]
        return self._texts([card for card in range(mask.bit_length()) if mask >> card & 1])

    def real_discards(self) -> list[str]:
        position: Any = self.state.position
        return self._texts(position.z_discards)

    def check_legal(self, every: bool) -> None:
        actor = self.state.position.actor
        hand = self.hands[actor]
        assert Counter(hand) == Counter(self.real_hand(actor))
        legal = [str(action) for action in self.state.legal_actions()]
        verbs = {text.split()[0] for text in legal}
        if self.waiting:
            assert actor == self.waiting[0]
            assert legal == ["reenter", "leave"]
            return
        if "draw_stock" in verbs:
            expected = {"draw_stock"}
            top = self.real_discards()[-1] if self.real_discards() else ""
            melds = all_melds([*hand, top]) if top and every else set[tuple[str, ...]]()
            own = Counter(hand)
            expected |= {_text("take_discard", m) for m in melds if top in m and (Counter(m) - Counter([top])) <= own}
        else:
            naturals = [card for card in hand if card != JOKER]
            throwable = set(hand) if len(hand) == 1 else set(naturals)
            expected = {f"discard {card}" for card in throwable}
            if not naturals and len(hand) > 1:
                expected.add("skip_discard")
            for number, pile in enumerate(self.piles):
                expected |= {f"lay_off {c} #{number + 1}" for c in set(hand) if pile.takes(c)}
            if every:
                expected |= {_text("meld", meld) for meld in all_melds(hand)}
        if not every:
            legal = [text for text in legal if text.split()[0] not in ("meld", "take_discard")]
        assert {_sorted(text) for text in legal} == expected
        assert len(set(legal)) == len(legal)

    def play(self, text: str) -> None:
        verb, *words = text.split()
        actor = self.state.position.actor
        hand = self.hands[actor]
        stock = len(self.state.position.z_stock)  # type: ignore[attr-defined]
        last = len(self.real_discards()) < 2 and stock == 0
        last = last or (stock == 0 and self.state.position.v_reshuffles == 2)  # type: ignore[attr-defined]
        self.state.apply_action(text)
        over = False
        if verb in ("reenter", "leave"):
            self.answer(actor, verb)
            return
        if verb == "draw_stock":
            if last:
                over = True
            else:
                new = Counter(self.real_hand(actor)) - Counter(hand)
                assert new.total() == 1
                hand += list(new)
        elif verb in ("meld", "take_discard"):
            if verb == "take_discard":
                rest = Counter(words) - Counter(hand)
                if not rest:  # the discard looks like a card of the hand, which stays
                    over_hand = Counter(hand) - Counter(words)
                    top = next(c for c in words if over_hand + Counter([c]) == Counter(self.real_hand(actor)))
                    rest = Counter([top])
                hand += list(rest)
            for card in words:
                hand.remove(card)
            self.piles.append(Pile.laid(words))
            self.laid_now = True
        elif verb == "lay_off":
            hand.remove(words[0])
            self.piles[int(words[1][1:]) - 1].add(words[0])
            self.laid_now = True
        elif verb == "discard":
            hand.remove(words[0])
        if over:
            self.score(None)
        elif not hand:
            self.score(actor)
        elif verb in ("discard", "skip_discard"):
            self.laid_before[actor] |= self.laid_now
            self.laid_now = False
            behind = [(actor + step) % self.players for step in range(1, self.players)]
            assert self.state.position.actor == next(s for s in behind if s in self.inside)

    def score(self, goer: int | None) -> None:
        for seat in self.inside:
            if seat != goer:
                self.scores[seat] += sum(map(cost, self.hands[seat]))
        if goer is not None and not self.laid_before[goer]:
            self.scores[goer] -= 10
        dealer = self.state.position.dealer if self.state.position.deal == self.number else None
        below = [self.scores[seat] for seat in self.inside if self.scores[seat] < LIMIT]
        bust = [seat for seat in self.inside if self.scores[seat] >= LIMIT]
        if below and bust:
            for seat in bust:
                if self.reentries[seat] == 2:
                    self.inside.remove(seat)
            bust = [seat for seat in bust if seat in self.inside]
            if bust:
                assert dealer is not None
                self.waiting = sorted(bust, key=lambda seat: (seat - dealer - 1) % self.players)
                return
        self.next_deal()

    def answer(self, seat: int, verb: str) -> None:
        assert self.waiting.pop(0) == seat
        if verb == "reenter":
            below = [self.scores[s] for s in self.inside if self.scores[s] < LIMIT]
            self.scores[seat] = max(below)
            self.reentries[seat] += 1
        else:
            self.inside.remove(seat)
        if not self.waiting:
            self.next_deal()

    def next_deal(self) -> None:
        assert self.state.scores() == self.scores
        below = [seat for seat in self.inside if self.scores[seat] < LIMIT]
        if len(self.inside) == 1 or not below:
            assert self.state.is_terminal()
            best = min(self.scores[seat] for seat in self.inside)
            assert self.state.winners() == [s for s in self.inside if self.scores[s] == best]
        else:
            assert not self.state.is_terminal()
            assert self.state.position.deal == self.number + 1
            self.deal()


def _text(verb: str, cards: tuple[str, ...]) -> str:
    return " ".join([verb, *sorted(cards)])


def _sorted(text: str) -> str:
    verb, *words = text.split()
    return _text(verb, tuple(words)) if verb in ("meld", "take_discard") else text


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_model_plays_along(players: int, amount: Callable[[int, int], int]) -> None:
    game = cardrules.load("loba_de_menos", players=players)
    for seed in range(amount(1, 500)):
        chance = Random(f"{players} {seed}")
        model = Model(game.new_initial_state(seed=seed))
        count = 0
        while not model.state.is_terminal():
            count += 1
            model.check_legal(every=count % 19 == 0)
            legal = [str(action) for action in model.state.legal_actions()]
            laying = [t for t in legal if t.startswith(("meld", "take_discard", "lay_off"))]
            eager = laying and chance.random() < 0.8
            model.play(chance.choice(laying if eager else legal))
            if count % 10 == 0:
                rules_of(game).check_position(model.state.position)


def test_every_meld_of_many_hands() -> None:
    game = cardrules.load("loba_de_menos", players=2)
    pack = [f"{rank}{suit}" for rank in RANKS for suit in "CDHS"] * 2 + [JOKER] * 4
    chance = Random(0)
    for _ in range(40):
        few = chance.sample(["CDHS", "CH", "S"], 1)[0]
        hand = chance.sample([card for card in pack if card[1] in few or card == JOKER], 9)
        state = game.state_from_position({"phase": "playing", "hand": [" ".join(hand), 3]})
        melds = [str(a) for a in state.legal_actions() if a.verb == "meld"]
        assert {_sorted(text) for text in melds} == {_text("meld", m) for m in all_melds(hand)}
        assert len(set(melds)) == len(melds)
