"""Uno of RLCard: two players, from the position after the deal.

The engine plays a card that was drawn itself, and takes the cards that must be taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cardrules

from ..adapter import Adapter, Start, sequences

SUITS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
RANKS = {"draw_2": "draw2", "wild_draw_4": "wild4"}
ENGINES = {ours: theirs for theirs, ours in RANKS.items()}


class Game(Adapter):
    engine = "rlcard"
    game = "uno"

    def start(self) -> Start:
        deal = self.record["deal"]
        top = deal["top"]
        position = {
            "hand": [" ".join(map(_card, hand)) for hand in deal["hands"]],
            "pile": _card(top),
            "stock": " ".join(_card(card) for card in reversed(deal["draw_pile"])),
            "colour_now": SUITS[top[0]],
            "sign": _rank(top),
            "actor": deal["first"],
        }
        return Start(2, position=position)

    def moves(self, state: cardrules.State) -> Mapping[str, Sequence[str]]:
        found: dict[str, Sequence[str]] = {}
        for action in map(str, state.legal_actions()):
            wild = action.startswith("play wild")
            for moves, _ in sequences(state, [action], 2 if wild else 1):
                found.setdefault(_name(moves), moves)
        return found

    def between(self, state: cardrules.State) -> str | None:
        legal = list(map(str, state.legal_actions()))
        if legal[:1] == ["name red"]:
            chosen = next(each["choice"] for each in self.outcomes if "choice" in each)
            return f"name {SUITS[chosen]}"
        if state.is_terminal():
            return None
        if getattr(state.position, "v_debt"):  # noqa: B009
            return "draw"
        return legal[0] if "keep" in legal else None

    def shuffled(self, state: cardrules.State) -> Sequence[str | None] | None:
        piles = [each["shuffle"] for each in self.outcomes if "shuffle" in each]
        return [_card(card) for card in reversed(piles[0])] if piles else None


def _rank(text: str) -> str:
    """The rank of a card as RLCard writes it: `r-5`, `g-draw_2`, `b-wild`."""
    rank = text.partition("-")[2]
    return RANKS.get(rank, rank)


def _card(text: str) -> str:
    rank = _rank(text)
    return rank if rank.startswith("wild") else rank + text[0].upper()


def _name(moves: Sequence[str]) -> str:
    """The engine's string for a draw, a card, or a wild card and its colour."""
    if moves[0] == "draw":
        return "draw"
    card = moves[0].removeprefix("play ")
    rank, colour = card[:-1], card[-1].lower()
    if card.startswith("wild"):
        rank, colour = card, moves[1].removeprefix("name ")[0]
    return f"{colour}-{ENGINES.get(rank, rank)}"
