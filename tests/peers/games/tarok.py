"""Tarok of OpenSpiel: one deal of Slovenian tarok for three or four players."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start, interleaved

RANKS = {"J": "Jack", "C": "Knight", "Q": "Queen", "K": "King", "T": "10"}
SUITS = {"H": "Hearts", "D": "Diamonds", "S": "Spades", "C": "Clubs"}


class Game(Adapter):
    game = "tarok"

    def start(self) -> Start:
        dealt, count = self.record["deal"], self.record["players"]
        names = [*interleaved(dealt["hands"]), *dealt["talon"]]
        return Start(count, deck=[_ours(name) for name in names], dealer=count - 1)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, _, rest = action.partition(" ")
        match verb:
            case "bid":
                return rest.replace("_", " ").capitalize()
            case "call_king":
                return f"King of {rest.capitalize()}"
            case "take":
                return f"Talon set {rest.removeprefix('#')}"
            case "put_away" | "play":
                return _theirs(rest)
            case _:
                return "Pass"


def _theirs(card: str) -> str:
    """The engine's name of a card, such as `King of Hearts` of `KH` or `Mond` of `mondT`."""
    rank, suit = card[:-1], card[-1]
    if suit == "T":
        return rank if rank.isupper() else rank.capitalize()
    return f"{RANKS.get(rank, rank)} of {SUITS[suit]}"


def _ours(name: str) -> str:
    """A card by the engine's name of it."""
    rank, of, suit = name.partition(" of ")
    if not of:
        return f"{rank if rank.isupper() else rank.lower()}T"
    return {long: short for short, long in RANKS.items()}.get(rank, rank) + suit[0]
