"""Texas hold'em of OpenSpiel (universal_poker): no-limit bets are counted over the whole hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import cardrules

from ..adapter import Adapter, Start, interleaved

UNLIMITED = 1_000_000


class Game(Adapter):
    game = "universal_poker"

    def start(self) -> Start:
        players = self.record["players"]
        blinds = [int(blind) for blind in self.params["blind"].split()]
        cards = [_card(outcome) for outcome in self.chance]
        hands = [cards[2 * seat : 2 * seat + 2] for seat in range(players)]
        self.stacks: list[int] = [int(chips) for chips in self.params.get("stack", "").split()]
        self.stacks = self.stacks or [UNLIMITED] * players
        names = ("chips", "second_chips", "third_chips")
        options: dict[str, object] = dict(zip(names, self.stacks, strict=False))
        options["big_blind"] = max(blinds)
        options["bets"] = "limit" if self.params["betting"] == "limit" else "no_limit"
        deck = interleaved(hands) + cards[2 * players :]
        return Start(players, options, deck, dealer=players - 1, single_deal=True)

    def moves(self, state: cardrules.State) -> Mapping[str, Sequence[str]]:
        seat = state.current_player()
        assert seat is not None
        found: dict[str, Sequence[str]] = {}
        for action in map(str, state.legal_actions()):
            verb, _, level = action.partition(" ")
            if verb != "raise":
                name = "Fold" if verb == "fold" else "Call"
            else:
                name = self._bet(state, seat, int(level))
            if name:
                found.setdefault(f"player={seat} move={name}", [action])
        return found

    def _bet(self, state: cardrules.State, seat: int, total: int) -> str:
        """The engine's name for a bet, of so many chips in all; empty if it does not offer it."""
        if self.params["betting"] == "limit":
            return "Bet"
        if self.params["bettingAbstraction"] == "fullgame":
            return f"Bet{total}"
        bets: list[int] = cast("Any", state.position).v_bet
        highest, pot = max(bets), sum(bets)
        to_call = highest - bets[seat]
        if total == highest + pot + to_call:
            return "Bet"
        return "AllIn" if total == self.stacks[seat] else ""

    def returns(self, state: cardrules.State) -> Sequence[float]:
        won: list[int] = cast("Any", state.position).v_sixtieths
        return [
            score + sixtieths / 60 - stack
            for score, sixtieths, stack in zip(state.scores(), won, self.stacks, strict=True)
        ]


def _card(outcome: str) -> str:
    return outcome.rpartition(" ")[2].upper()
