"""Poker beside pokerkit, an engine that shares nothing with this one.

Random matches are played by both. cardrules deals, and pokerkit is told which cards; who acts, every legal action with
every amount, every bet and every chip after each deal must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest

pytest.importorskip("pokerkit")

from pokerkit import Automation, BettingStructure, ChipsPushing, Deck, Folding, Opening, State, Street
from pokerkit import hands as kinds

import cardrules

CHIPS: Final = 60
DEALS: Final = 4
DEALING: Final = {Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING}
AUTOMATIC: Final = tuple(each for each in Automation if each not in DEALING)
BETTING: Final = {
    "limit": BettingStructure.FIXED_LIMIT,
    "pot_limit": BettingStructure.POT_LIMIT,
    "no_limit": BettingStructure.NO_LIMIT,
}


@dataclass(frozen=True)
class Game:
    """How pokerkit plays a bundled game.

    Attributes:
        hole: cards dealt to each player in each round of betting: `d` face down, `u` face up.
        board: cards for everybody before each round.
        draws: before which rounds cards are exchanged.
        opening: who speaks first in the first round, and who later.
        hands: what wins, or shares, the pot.
        most: the most players that are compared.
        big: the round, from 0, from which bets are twice as much.
        blinds: blinds, or an ante and a bring-in.
        button: whether the dealer has the only blind.
        deck: the pack.
        options: options of the ruleset.
    """

    hole: Sequence[str]
    hands: tuple[Any, ...]
    board: Sequence[int] = (0, 0, 0, 0, 0)
    draws: Sequence[int] = ()
    opening: tuple[Opening, Opening] = (Opening.POSITION, Opening.POSITION)
    most: int = 6
    big: int = 2
    blinds: tuple[int, ...] = (1, 2)
    button: bool = False
    deck: Deck = Deck.STANDARD
    options: dict[str, Any] = field(default_factory=dict[str, Any])


FLOP: Final = (0, 3, 1, 1)
STUD: Final = ("ddu", "u", "u", "u", "d")
GAMES: Final = {
    "holdem": Game(("dd", "", "", ""), (kinds.StandardHighHand,), FLOP),
    "omaha": Game(("dddd", "", "", ""), (kinds.OmahaHoldemHand,), FLOP),
    "omaha_hi_lo": Game(("dddd", "", "", ""), (kinds.OmahaHoldemHand, kinds.OmahaEightOrBetterLowHand), FLOP),
    "short_deck": Game(
        ("dd", "", "", ""), (kinds.ShortDeckHoldemHand,), FLOP, blinds=(2,), button=True, deck=Deck.SHORT_DECK_HOLDEM
    ),
    "short_deck, two blinds": Game(
        ("dd", "", "", ""),
        (kinds.ShortDeckHoldemHand,),
        FLOP,
        deck=Deck.SHORT_DECK_HOLDEM,
        options={"blinds": "small_and_big"},
    ),
    "royal_holdem": Game(("dd", "", "", ""), (kinds.StandardHighHand,), FLOP, deck=Deck.ROYAL_HOLDEM),
    "five_card_draw": Game(("ddddd", ""), (kinds.StandardHighHand,), draws=(1,), big=1),
    "triple_draw": Game(("ddddd", "", "", ""), (kinds.StandardLowHand,), draws=(1, 2, 3)),
    "single_draw": Game(("ddddd", ""), (kinds.StandardLowHand,), draws=(1,), big=1),
    "badugi": Game(("dddd", "", "", ""), (kinds.BadugiHand,), draws=(1, 2, 3)),
    "seven_card_stud": Game(
        STUD, (kinds.StandardHighHand,), opening=(Opening.LOW_CARD, Opening.HIGH_HAND), most=7, blinds=()
    ),
    "seven_card_stud_hi_lo": Game(
        STUD,
        (kinds.StandardHighHand, kinds.EightOrBetterLowHand),
        opening=(Opening.LOW_CARD, Opening.HIGH_HAND),
        most=7,
        blinds=(),
    ),
    "razz": Game(STUD, (kinds.RegularLowHand,), opening=(Opening.HIGH_CARD, Opening.LOW_HAND), most=7, blinds=()),
}


class Beside:
    """A match that both play.

    Attributes:
        deals, decisions: how many were compared.
        differences: what was not the same.
        untold: whether the last cards of a deal were drawn from a new stock, whose cards nobody tells afterwards.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.game, self.chance = GAMES[name], Random(seed)
        self.deals = self.decisions = 0
        self.differences: list[str] = []
        self.players = self.chance.randint(2, self.game.most)
        self.bets = self.chance.choice([*BETTING])
        self.ante = self.chance.choice([0, 1]) if self.game.blinds else 1
        self.options = {"bets": self.bets, "chips": CHIPS, "deals": DEALS, "ante": self.ante, **self.game.options}
        if self.game.blinds:
            self.options["full_blind"] = False  # pokerkit lets others call what was put in
        self.state = cardrules.load(
            name.partition(",")[0], players=self.players, options=self.options
        ).new_initial_state(seed)

    def seen(self) -> dict[str, Any]:
        """What lies on the table, with all cards, and what the rules remember."""
        seen = self.state.open_observation()
        return {**seen.zones, **seen.variables}

    def chips(self) -> list[int]:
        """The chips of the players, with those in the pot of a deal that has just begun."""
        bets = self.seen()["bet"]
        return [score + bet for score, bet in zip(self.state.scores(), bets, strict=True)]

    def play(self) -> None:
        while not self.state.is_terminal() and not self.differences and not self.short_bring_in():
            self.deal()

    def short_bring_in(self) -> bool:
        """Whether somebody has too few chips for a bring-in: pokerkit lets others call less, cardrules does not."""
        return not self.game.blinds and any(0 < each < self.ante + 2 for each in self.chips())

    def deal(self) -> None:
        """Play one deal with both."""
        chips, begun = self.chips(), self.seen()
        dealer = self.state.observation(0).dealer
        order = [(dealer + step) % self.players for step in range(1, self.players + 1)]
        self.seats = [seat for seat in order if chips[seat]]
        self.other = self.beside([chips[seat] for seat in self.seats])
        self.waiting = {seat: [*map(text, begun["hand"][seat])] for seat in self.seats}
        self.waiting_up = {seat: [*map(text, begun["up"][seat])] if "up" in begun else [] for seat in self.seats}
        number = self.state.observation(0).deal
        self.stock = [*map(text, begun["stock"])]
        self.untold = False
        self.hand_out()
        while not self.state.is_terminal() and self.state.observation(0).deal == number and not self.differences:
            self.decide()
        after = self.state.observation(0).deal
        at_once = after != number + (not self.state.is_terminal())  # a later deal without a decision is over as well
        if not self.differences and not at_once and not self.untold:
            self.deals += 1
            found, expected = self.chips(), [0] * self.players
            for player, left in enumerate(self.other.stacks):
                expected[self.seats[player]] = left + self.odd_chips(player)
            self.compare("still playing", self.other.status, False)
            self.compare("chips", found, expected)

    def beside(self, stacks: Sequence[int]) -> State:
        """Begin a deal of pokerkit."""
        game, bet = self.game, self.game.blinds[-1] if self.game.blinds else 4
        streets = tuple(
            Street(
                number > 0 and (bool(game.board[number]) or not game.blinds),
                tuple(each == "u" for each in hole),
                game.board[number],
                number in game.draws,
                game.opening[number > 0],
                2 * bet if self.bets == "limit" and number >= game.big else bet,
                None if self.bets != "limit" else 3 if number == 0 and game.blinds else 4,
            )
            for number, hole in enumerate(game.hole)
        )
        bring_in = 0 if game.blinds else 2
        others = (0,) * (len(stacks) - 1)
        # With two players pokerkit gives the first blind to the dealer.
        blinds = (game.blinds + others if len(stacks) == 2 else others + game.blinds) if game.button else game.blinds
        return State(
            AUTOMATIC,
            game.deck,
            game.hands,
            streets,
            BETTING[self.bets],
            False,
            self.ante,
            blinds,
            bring_in,
            stacks,
            len(stacks),
        )

    def hand_out(self) -> None:
        """Give pokerkit the cards that it asks for."""
        while True:
            if self.other.can_burn_card("??"):
                self.other.burn_card("??")
                self.stock.insert(0, self.stock.pop())
            elif self.other.can_deal_hole():
                player = self.other.hole_dealee_index
                assert player is not None
                up = self.other.hole_dealing_statuses[player][0]
                waiting = (self.waiting_up if up else self.waiting)[self.seats[player]]
                self.other.deal_hole(waiting.pop(0) if waiting else self.stock.pop())
            elif self.other.can_deal_board():
                self.other.deal_board(self.stock.pop())
            elif self.only_checks():
                self.other.check_or_call()
            else:
                return

    def only_checks(self) -> bool:
        """Whether pokerkit asks somebody who can only check, as if all others are all in: cardrules does not."""
        other = self.other
        return other.actor_index is not None and not (
            other.can_fold() or other.checking_or_calling_amount or other.can_complete_bet_or_raise_to()
        )

    def odd_chips(self, player: int) -> int:
        """What a player gets of chips that cannot be divided, which pokerkit gives to one winner, however many.

        It also divides pots together as soon as one player who could win only some of them has shown a lower hand;
        rulebooks divide each pot by itself.
        """
        found, pots = 0, self.pots()
        for each in self.other.operations:
            if isinstance(each, ChipsPushing):
                amount = sum(each.amounts)
                together = [amount] if len(self.game.hands) > 1 else []
                while sum(together) < amount:
                    together.append(pots.pop(0))
                assert sum(together) == amount
                winners = [winner for winner, won in enumerate(each.amounts) if won]
                if player in winners:
                    shares = (divmod(pot, len(winners)) for pot in together)
                    found += sum(share + (winners.index(player) < odd) for share, odd in shares) - each.amounts[player]
        return found

    def pots(self) -> list[int]:
        """The main pot and the side pots: what all have put in up to the stake of each player who has not folded."""
        other = self.other
        pushed = [each.amounts for each in other.operations if isinstance(each, ChipsPushing)]
        put_in = [
            before - after + sum(amounts[player] for amounts in pushed)
            for player, (before, after) in enumerate(zip(other.starting_stacks, other.stacks, strict=True))
        ]
        folded = {each.player_index for each in other.operations if isinstance(each, Folding)}
        levels = sorted({stake for player, stake in enumerate(put_in) if player not in folded} - {0})
        levels = [0, *levels[:-1], max(put_in)]
        return [sum(min(stake, up) - min(stake, low) for stake in put_in) for low, up in pairwise(levels)]

    def decide(self) -> None:
        """Compare one decision, and carry it out with both."""
        seat, seen, other = self.state.current_player(), self.seen(), self.other
        assert seat is not None
        drawing = other.stand_patter_or_discarder_index
        player = drawing if drawing is not None else other.actor_index
        self.compare("to act", seat, None if player is None else self.seats[player])
        if player is None or self.differences:
            return
        legal = [str(each) for each in self.state.legal_actions()]
        self.decisions += 1
        if drawing is not None:
            chosen = self.chance.choice(legal)
            discarded = [text(card) for card in chosen.split()[1:]]
            drawn = self.stock[::-1][: len(discarded)]
            kept = {text(card) for card in seen["hand"][seat]}.difference(discarded)
            deal = self.state.observation(0).deal
            self.state.apply_action(chosen)
            goes_on = self.state.observation(0).deal == deal and not self.state.is_terminal()
            if not goes_on and len(drawn) < len(discarded):
                self.untold = True
                return
            if goes_on:
                after = self.seen()
                drawn = [text(card) for card in after["hand"][seat] if text(card) not in kept]
                self.stock = [*map(text, after["stock"])]
            self.waiting[seat] = drawn
            other.stand_pat_or_discard("".join(discarded))
            self.hand_out()
            return
        base = seen["bet"][seat] - other.bets[player]
        expected = {"fold": other.can_fold(), "bring_in": other.can_post_bring_in()}
        if other.can_check_or_call():
            expected["call" if other.checking_or_calling_amount else "check"] = True
        least, most = (
            other.min_completion_betting_or_raising_to_amount,
            other.max_completion_betting_or_raising_to_amount,
        )
        if least is not None and most is not None:
            expected |= {f"raise {amount + base}": True for amount in range(least, most + 1)}
        if least is None and self.nobody_could_call(seat, seen):
            legal = [each for each in legal if not each.startswith("raise ")]
        allowed = {each for each, holds in expected.items() if holds}
        seen.pop("stock")
        self.compare(f"legal for seat {seat} at {seen}", sorted({*legal} - allowed), sorted(allowed - {*legal}))
        if self.differences:
            return
        self.act(self.choose(legal, seen), base)

    def nobody_could_call(self, seat: int, seen: dict[str, Any]) -> bool:
        """Whether all others need all their chips to call: pokerkit then allows no raise, cardrules a useless one."""
        scores, highest = self.state.scores(), max(seen["bet"])
        status = zip(self.seats, self.other.statuses, strict=True)
        return all(scores[each] + seen["bet"][each] <= highest for each, stays in status if stays and each != seat)

    def choose(self, legal: list[str], seen: dict[str, Any]) -> str:
        """Choose at random, but seldom to fold, and never a raise for less than a full one with the last chips.

        What such a raise allows to others, rulebooks see in several ways: the suites have examples of ours.
        """
        raises = [each for each in legal if each.startswith("raise ")]
        others = [each for each in legal if each not in raises]
        if len(raises) == 1 and self.short(int(raises[0].split()[1]), seen):
            raises = []
        quiet = [each for each in others if each != "fold"] or others
        return self.chance.choice(
            raises if raises and self.chance.random() < 0.3 else others if self.chance.random() < 0.2 else quiet
        )

    def short(self, level: int, seen: dict[str, Any]) -> bool:
        return level - max(seen["bet"]) < seen["increase"]

    def act(self, chosen: str, base: int) -> None:
        """Carry out a decision about chips."""
        self.state.apply_action(chosen)
        match chosen.split():
            case ["fold"]:
                self.other.fold()
            case ["bring_in"]:
                self.other.post_bring_in()
            case ["raise", level]:
                self.other.complete_bet_or_raise_to(int(level) - base)
            case _:
                self.other.check_or_call()
        self.hand_out()

    def compare(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            self.differences.append(f"{what}: {found}, and beside it {expected}")


def text(card: str) -> str:
    """The card as pokerkit writes it."""
    return f"{card[0]}{card[1].lower()}"


def compare(name: str, matches: int) -> tuple[int, int]:
    """Play random matches beside pokerkit; return how many deals and decisions were compared."""
    deals = decisions = 0
    for seed in range(matches):
        match = Beside(name, seed)
        match.play()
        assert match.differences == [], f"seed {seed}, {match.players} players, {match.options}"
        deals, decisions = deals + match.deals, decisions + match.decisions
    return deals, decisions


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_poker_is_played_as_pokerkit_plays_it(name: str, amount: Callable[[int, int], int]) -> None:
    assert compare(name, amount(3, 300))[1]
