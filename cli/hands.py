"""How a hand is sorted on the screen: by rank, by suit, or in the melds that leave the least."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..interpreter.cards import NONE
from ..interpreter.melds import cards_of
from ..interpreter.observation import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..interpreter.game import Game
    from ..interpreter.program import Zone


def sort_hand(game: Game, zone: Zone, cards: Sequence[str]) -> tuple[list[list[str]], str]:
    """Return the cards of a zone in groups as its `sorted` wants it, and what to note beside them.

    Cards that are not all seen, or that lie in an order, stay as they are.

    Args:
        game: The game, for its suits and melds.
        zone: The zone.
        cards: Texts of the cards, lowest first if they keep no order.
    """
    if zone.ordered or zone.sorted == "rank" or not cards or UNKNOWN in cards:
        return [list(cards)], ""
    pack = game.program.pack
    left: dict[str, list[int]] = {}
    for card in range(pack.size - 1, -1, -1):
        left.setdefault(pack.text[card], []).append(card)
    numbers = [left[text].pop() for text in cards]
    if zone.sorted == "suit":
        suits = sorted({pack.suit[card] for card in numbers}, key=lambda s: (s == NONE, s))
        return [[pack.text[c] for c in numbers if pack.suit[c] == suit] for suit in suits], ""
    arranger = game.machine.arranger
    held = sum(1 << card for card in numbers)
    melds = [cards_of(meld) for meld in arranger.melding(held)]
    loose = cards_of(arranger.loose(held))
    groups = [[pack.text[card] for card in group] for group in (*melds, loose) if group]
    return groups, f"deadwood {sum(pack.value[card] for card in loose)}"
