"""Messages that tell a player why a card may not be played to a trick.

They use the definitions that `syntax/tricks.py` makes of the section `tricks`, and are as short as
what players say: hearts were led, and you hold one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..check import ir
from ..check.cards import NONE
from ..compile.tree_walk import parts
from ..runtime.melds import cards_of, set_of

if TYPE_CHECKING:
    from ..check.program import Program
    from .wording import Wording


def why_not_playable(wording: Wording, program: Program, source: ir.Expr, card: int) -> str | None:
    """Return why a card of the seat's hand is not among `playable`; None if that is not so.

    Args:
        wording: describes values to the seat.
        program: the game.
        source: the cards that can be chosen.
        card: the card that was chosen.
    """
    if not any(node.definition == "playable" for node in parts(source, ir.Use)):
        return None
    asked = _Asked(wording, program)
    playable, hand = asked.cards("playable"), asked.cards("·hand")
    if playable is None or hand is None or not hand >> card & 1 or playable >> card & 1:
        return None
    text = program.pack.text
    instead = text[cards_of(playable)[0]] if playable else ""
    begins, trumps, suited = asked.value("·begins"), asked.cards("·trumps"), asked.cards("·suited")
    if begins or trumps is None or suited is None:
        return f"{text[card]} may not be led now" if begins else None
    best = asked.value("best")
    high = text[best] if isinstance(best, int) and best != NONE else "the trick"
    if suited and not suited >> card & 1:
        suit = asked.value("led")
        pack = program.pack
        led = "trumps"
        if isinstance(suit, int) and suit != NONE and not suited & ~pack.mask(pack.suit, suit):
            led = pack.suits[suit]
        return f"{led} were led, and you hold {text[cards_of(suited)[0]]}"
    if suited:
        return f"you must play a card that is higher than {high}, and you hold {instead}"
    if trumps >> card & 1:
        higher = cards_of(trumps & playable)
        held = f", and you hold {text[higher[0]]}" if higher else ""
        return f"a trump must be higher than {high}{held}"
    if playable & ~trumps == 0:
        return f"you cannot follow, and must play a trump: you hold {instead}"
    return f"{text[card]} may not be discarded to this trick"


class _Asked:
    """Computes the definitions of the section, as far as the seat may know them."""

    def __init__(self, wording: Wording, program: Program) -> None:
        self._wording = wording
        self._program = program

    def value(self, name: str) -> object:
        """Return a value; None if it does not exist, or if the seat does not know it."""
        definition = self._program.definitions.get(name)
        if definition is None or definition.value is None:
            return None
        use = ir.Use(name, (), type=definition.value.type)
        return self._wording.value(use) if self._wording.knows(use, named=False) else None

    def cards(self, name: str) -> int | None:
        """Return a set of cards; None if it does not exist, or if the seat does not know it."""
        value: Any = self.value(name)
        return value if value is None or isinstance(value, int) else set_of(value)
