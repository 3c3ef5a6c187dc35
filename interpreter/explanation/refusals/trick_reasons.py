"""Messages that tell a player why a card may not be played to a trick.

They use the definitions that `syntax/tricks.py` makes of the section `tricks`, and are as short as
what players say: hearts were led, and you hold one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...program import ir
from ...program.cards import NONE
from ...program.tree_walk import parts
from ...runtime.melds import cards_of, set_of
from ...speech.grammar import YOU, Explained, NounPhrase, Part, be, phrase, the, together
from ...syntax import types as ty
from ...syntax.tricks import TURN_OF

if TYPE_CHECKING:
    from ...program.program import Program
    from .choice_reasons import ChoiceReasons
    from .wording import Wording


def why_not_playable(reasons: ChoiceReasons, source: ir.Expr, card: int) -> Part | None:
    """Return why a card of the seat's hand is not among `playable`; None if that is not so.

    Args:
        reasons: explains conditions to the seat.
        source: the cards that can be chosen.
        card: the card that was chosen.
    """
    wording, program = reasons.wording, reasons.wording.rules.program
    if not any(node.definition == "playable" for node in parts(source, ir.Use)):
        return None
    asked = _Asked(wording, program)
    playable, hand = asked.cards("playable"), asked.cards("·hand")
    nouns = [NounPhrase(text) for text in program.pack.text]
    if playable is None or hand is None or playable >> card & 1:
        return None
    if not hand >> card & 1:
        owner = asked.value(TURN_OF) if TURN_OF in program.definitions else wording.seat
        return wording.not_held(program.pack.text[card], owner) if isinstance(owner, int) else None
    instead = nouns[cards_of(playable)[0]] if playable else NounPhrase("")
    begins, trumps, suited = asked.value("·begins"), asked.cards("·trumps"), asked.cards("·suited")
    if begins:
        why = _why(reasons, "·leads", card)
        if playable and why == be(nouns[card], instead, False):
            return YOU.verb("must", phrase("lead", instead, "now"))
        return _because(nouns[card].verb("may", "be led now", holds=False), why)
    if trumps is None or suited is None:
        return None
    best = asked.value("best")
    high = nouns[best] if isinstance(best, int) and best != NONE else the("trick")
    bound = asked.value("·must.overtrump") and (not suited or asked.value("·may_trump"))
    if bound and (trumps & ~suited) >> card & 1 and not asked.takes(card):
        higher = cards_of(trumps & playable)
        if all(map(asked.takes, higher)):
            rule = NounPhrase("trump", "a").verb("must", phrase("be higher than", high))
            return together(rule, YOU.verb("holds", nouns[higher[0]])) if higher else rule
    if suited and not suited >> card & 1:
        suit = asked.value("led")
        pack = program.pack
        led = "trumps"
        if isinstance(suit, int) and suit != NONE and not suited & ~pack.mask(pack.suit, suit):
            led = wording.label(pack.suits[suit])
        return together(NounPhrase(led, plural=True).verb("was", "led"), YOU.verb("holds", nouns[cards_of(suited)[0]]))
    if suited:
        rule = YOU.verb("must", phrase("play a card that is higher than", high))
        return together(rule, YOU.verb("holds", instead))
    if asked.value("·must.trump") and not trumps >> card & 1 and playable & ~trumps == 0:
        rule = together(YOU.verb("can", "follow", holds=False), "must play a trump")
        return Explained(rule, YOU.verb("holds", instead))
    return _because(nouns[card].verb("may", "be played to this trick", holds=False), _why(reasons, "·discards", card))


def _why(reasons: ChoiceReasons, part: str, card: int) -> Part | None:
    """Return why a card is not among those that a part of the section allows; None if it is."""
    definition = reasons.wording.rules.program.definitions.get(part)
    value = None if definition is None else definition.value
    return None if value is None else replace(reasons, within=True).why_outside(value, card)


def _because(what: Part, why: Part | None) -> Part:
    """Return what may not be done, and why, if that is known."""
    return what if why is None else Explained(what, why)


class _Asked:
    """Computes the definitions of the section, as far as the seat may know them."""

    def __init__(self, wording: Wording, program: Program) -> None:
        self._wording = wording
        self._program = program

    def value(self, name: str, *cards: int) -> object:
        """Return a value; None if it does not exist, or if the seat does not know it."""
        definition = self._program.definitions.get(name)
        if definition is None or definition.value is None:
            return None
        given = tuple(ir.Const(card, type=ty.CARD) for card in cards)
        use = ir.Use(name, given, type=definition.value.type)
        known = self._wording.knows(use, named=False) or self._sees_the_hand()
        return self._wording.value(use) if known else None

    def takes(self, card: int) -> bool:
        """Return whether a card would take the trick."""
        return bool(self.value("takes", card))

    def _sees_the_hand(self) -> bool:
        """Return whether the seat plays from a hand that it sees, which may be another player's.

        What such a hand may play is not secret then: the seat has the list of its legal actions.
        """
        hand = self._program.definitions.get("·hand")
        if hand is None or hand.value is None or TURN_OF not in self._program.definitions:
            return False
        return not self._wording.is_secret(self._wording.value(hand.value))

    def cards(self, name: str) -> int | None:
        """Return a set of cards; None if it does not exist, or if the seat does not know it."""
        value: Any = self.value(name)
        return value if value is None or isinstance(value, int) else set_of(value)
