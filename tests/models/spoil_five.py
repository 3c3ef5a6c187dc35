"""Spoil five, after the Encyclopaedia Britannica (1911), playingcardgames.net, gathertogethergames.com, gamerules.com.

Five cards each, a card turned up makes trumps. Trumps: five, jack, ace of hearts (of whatever suit trumps are), ace,
king, queen, then the highest in red, the lowest in black. Other suits: king, queen, jack, then ten to ace in red and
ace to ten in black. To a trump lead trumps must be played, except that the five, the jack and the ace of hearts need
not be played to a lower trump led. To another suit one follows or trumps; who can do neither, or has none of the suit,
plays anything. Who has the ace of trumps robs: puts any card out for the card turned up; so does the dealer if the card
turned up is the ace, before the first lead. `must_rob`: robbing may not be refused. Three tricks win the pool, and end
the deal unless `play_on`.
"""

from .tricks import Move, Tricks

RED = "DH"


class SpoilFive(Tricks):
    """One deal of spoil five."""

    def __init__(
        self, hands: list[list[str]], dealer: int, turned: str, *, must_rob: bool = True, play_on: bool = False
    ) -> None:
        """Starts the deal.

        Args:
            hands: Five cards each.
            dealer: The seat that dealt.
            turned: The card turned up.
            must_rob: Who may rob has to.
            play_on: All five tricks are played.
        """
        self.first = (dealer + 1) % len(hands)
        super().__init__(hands, self.first, turned[1])
        self.turned, self.must_rob, self.play_on = [turned], must_rob, play_on
        self.out: list[str] = []
        ace = "A" + turned[1]
        holder = dealer if turned[0] == "A" else next((s for s, hand in enumerate(hands) if ace in hand), None)
        self.robber: int | None = holder

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        if self.robber is not None:
            return [self.robber]
        won = any(len(tricks) >= 3 for tricks in self.won)
        return [] if won and not self.play_on else super().actors()

    def suit(self, card: str) -> str:
        """Returns the suit a card belongs to: the ace of hearts to the trumps."""
        return self.turned_suit() if card == "AH" else card[1]

    def turned_suit(self) -> str:
        """Returns the suit of trumps."""
        return self.trump or ""

    def rank(self, card: str) -> int:
        """Returns the place of a card within its suit, low to high."""
        rank, suit = card
        low_to_high = "23456789T" if suit in RED else "T98765432"
        if self.suit(card) != self.trump:
            row = ("A" + low_to_high if suit in RED else low_to_high + "A") + "JQK"
            return row.index(rank)
        if card == "AH":
            return 20
        return {"5": 22, "J": 21, "A": 19, "K": 18, "Q": 17}.get(rank, low_to_high.find(rank))

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        if not self.trick:
            return hand
        led = self.trick[0][1]
        trumps = [card for card in hand if self.suit(card) == self.trump]
        if self.suit(led) == self.trump:
            bound = [card for card in trumps if self.rank(card) < max(20, self.rank(led))]
            return trumps if bound else hand
        same = [card for card in hand if self.suit(card) == self.suit(led)]
        return same + trumps if same else hand

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if self.robber is not None:
            found: set[Move] = {("rob", card) for card in self.hands[seat]}
            return found if self.must_rob else found | {("pass",)}
        return super().legal(seat)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            super().apply(seat, move)
            return
        self.robber = None
        if move[0] == "rob":
            self.hands[seat].remove(move[1])
            self.hands[seat] += self.turned
            self.turned, self.out = [], [move[1]]

    def scores(self) -> list[int]:
        """Returns a point for who won the pool."""
        return [int(len(tricks) >= 3) for tricks in self.won]
