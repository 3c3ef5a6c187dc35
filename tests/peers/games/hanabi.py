"""Hanabi of OpenSpiel: positions in a hand count from 0; hints name the player by the distance."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start, interleaved


class Game(Adapter):
    game = "hanabi"

    def start(self) -> Start:
        params = self.record["all_params"]
        players = self.record["players"]
        size = params.get("hand_size", 5 if players <= 3 else 4)
        colours = params.get("colors", 5)
        cards = [_card(outcome) for outcome in self.chance]
        hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
        options = {
            "hints": params.get("max_information_tokens", 8),
            "lives": params.get("max_life_tokens", 3),
            "colours": colours,
            "ranks": params.get("ranks", 5),
            "cards_each": size,
        }
        deck = interleaved(hands) + cards[players * size :]
        return Start(players, options, deck=deck, dealer=players - 1)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, *words = action.split()
        if verb in ("play", "discard"):
            return f"({verb.capitalize()} {int(words[0]) - 1})"
        seat = state.current_player()
        assert seat is not None
        away = (int(words[0]) - seat) % self.record["players"]
        kind, what = ("color", words[1][0].upper()) if verb == "hint_colour" else ("rank", words[1])
        return f"(Reveal player +{away} {kind} {what})"


def _card(outcome: str) -> str:
    colour, rank = outcome.removeprefix("(Deal ").removesuffix(")")
    return rank + colour
