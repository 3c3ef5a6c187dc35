"""The section `tricks`, defined in plain Python.

The section is written out before the typed program exists, so that the definitional interpreter
sees what the compiler sees. This definition shares nothing with it. Cards are texts such as `7H`;
a joker is `Jo`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

PLAIN, TENS, JACKS = "789TJQKA", "789JQKTA", "78QKTA9J"
SUITS = "DHSC"
"""The suits, from low to high."""

Test = Callable[[str], bool]


def never(card: str) -> bool:
    """The condition on a card that is not there."""
    del card
    return False


def always(card: str) -> bool:
    """The condition on a card that is not there, where all cards are allowed."""
    del card
    return True


def rank_is(rank: str) -> Test:
    return lambda card: card[0] == rank and card != "Jo"


def no_suit(letter: str) -> Test:
    return lambda card: card[1:] != letter


@dataclass(frozen=True)
class Rules:
    """What the keys of the section say.

    Attributes:
        trump: the letter of the trump suit; empty if there is none.
        tops: conditions for the highest trumps, the highest first.
        order: the ranks of plain suits, from low to high.
        trump_order: those of the trump suit.
        leads, discards: which cards may be led, and discarded, if there are any.
    """

    trump: str = ""
    tops: tuple[Test, ...] = ()
    order: str = PLAIN
    trump_order: str = PLAIN
    exempt: Test = never
    leads: Test = always
    discards: Test = always
    follow: bool = True
    must_trump: bool = False
    overtrump: bool = False
    head: bool = False
    may_trump: bool = False

    def top(self, card: str) -> int:
        """How high a card is among the highest trumps; 0 for all others."""
        found = [len(self.tops) - place for place, test in enumerate(self.tops) if test(card)]
        return max(found, default=0)

    def is_trump(self, card: str) -> bool:
        return self.top(card) > 0 or (self.trump != "" and card[1:] == self.trump)

    def suit(self, card: str) -> str:
        """The suit that a card belongs to; all trumps are one suit."""
        return "trump" if self.is_trump(card) else "" if card == "Jo" else card[1]

    def strength(self, card: str, led: str) -> tuple[int, ...]:
        """What decides who takes a trick to which a suit was led."""
        if self.exempt(card):
            return (0,)
        if self.top(card):
            return (2 + self.top(card), SUITS.find(card[1]))
        if self.is_trump(card):
            return (2, self.trump_order.index(card[0]))
        return (1, self.order.find(card[0])) if self.suit(card) == led else (0,)

    def best(self, trick: Sequence[str]) -> str:
        """The card that takes a trick."""
        asking = [card for card in trick if not self.exempt(card)]
        if not asking:
            return trick[0]
        led = self.suit(asking[0])
        return max(asking, key=lambda card: self.strength(card, led))

    def takes(self, card: str, trick: Sequence[str]) -> bool:
        """Whether a card would take a trick as it is."""
        asking = [each for each in trick if not self.exempt(each)]
        if self.exempt(card) or not asking:
            return not self.exempt(card)
        led = self.suit(asking[0])
        return self.strength(card, led) > self.strength(self.best(asking), led)

    def playable(self, hand: Sequence[str], trick: Sequence[str]) -> set[str]:
        """The cards of a hand that may be played to a trick."""
        asking = [card for card in trick if not self.exempt(card)]
        return self._allowed(set(hand), asking) | {card for card in hand if self.exempt(card)}

    def _allowed(self, hand: set[str], asking: list[str]) -> set[str]:
        if not asking:
            return set(filter(self.leads, hand)) or hand
        if not self.follow:  # without this duty there is none
            return hand
        led = self.suit(asking[0])
        bound = {card for card in hand if not self.exempt(card)}
        following = {card for card in bound if self.suit(card) == led}
        trumps = {card for card in bound if self.is_trump(card)}
        above = {card for card in bound if self.takes(card, asking)}
        if following:
            higher = self.head or (self.overtrump and led == "trump")
            allowed = (following & above or following) if higher else following
            if self.may_trump and led != "trump":
                allowed |= trumps & above if self.overtrump else trumps
            return allowed
        if self.must_trump and trumps:
            return (trumps & above or trumps) if self.overtrump else trumps
        left = hand - (trumps - above) or hand if self.overtrump else hand
        return set(filter(self.discards, left)) or left
