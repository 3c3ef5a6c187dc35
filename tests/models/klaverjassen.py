"""Klaverjassen, after gambiter.com, the Penguin Book of Card Games (Parlett), spelpunt.nl and boardgamearena.com.

32 cards, eight each; partners sit opposite. Trumps rank J 9 A 10 K Q 8 7 and count 20 14 11 10 4 3 0 0, other suits
rank A 10 K Q J 9 8 7 and count 11 10 4 3 2 0 0 0; the last trick is worth 10. The player after the dealer leads. To a
trump lead trumps must be played, higher ones if possible; another suit must be followed. Who cannot:

- "rotterdam": plays a trump, a higher one than those in the trick if possible, whoever is winning.
- "amsterdam": if an opponent is winning, plays a trump, higher than those in the trick; a lower one only if the hand
  has nothing else. If the partner is winning, plays anything but a lower trump than one in the trick, unless that is
  all there is.

Roem of a trick goes to who wins it: 20 for three cards in sequence (7 8 9 10 J Q K A), 50 for four, 100 for four of a
rank (`jacks` for four jacks: 200 at spelpunt.nl and boardgamearena.com, 100 elsewhere), 20 for king and queen of
trumps. The makers must have more than half of all points with roem; otherwise the opponents get all of them. Who wins
every trick gets 100 more.

Trumps are named by the player after the dealer (gambiter.com; `proposed=None`), or a suit is proposed, which each may
take in turn, and if nobody does the first names any suit (spelpunt.nl).
"""

from .tricks import Move, Tricks

TRUMPS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
PLAIN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ROW = "789TJQKA"


class Klaverjassen(Tricks):
    """One deal of klaverjassen."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        *,
        rules: str = "amsterdam",
        trump: str | None = None,
        maker: int | None = None,
        proposed: str | None = None,
        jacks: int = 200,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Eight cards each.
            dealer: The seat that dealt.
            rules: "amsterdam" or "rotterdam".
            trump: The suit of trumps if it is settled already.
            maker: The seat that made it then; None for the player after the dealer.
            proposed: A suit that is proposed as trumps.
            jacks: The roem for four jacks.
        """
        self.first = (dealer + 1) % 4
        super().__init__(hands, self.first, trump)
        self.rules, self.proposed, self.jacks = rules, proposed, jacks
        self.maker = self.first if maker is None else maker
        self.trump: str | None = trump
        self.passes = 0
        self.roem = [0, 0]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if self.trump is None:
            if self.proposed is not None and self.passes < 4:
                return {("accept",), ("pass",)}
            return {("name", suit) for suit in "CDHS"}
        return super().legal(seat)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            super().apply(seat, move)
        elif move[0] == "pass":
            self.passes += 1
            self.turn = self.following(seat)
        else:
            self.maker, self.turn = seat, self.first
            self.trump = self.proposed if move[0] == "accept" else move[1]

    def rank(self, card: str) -> int:
        """Returns the place of a card within its suit, low to high."""
        return ("78QKTA9J" if card[1] == self.trump else "789JQKTA").index(card[0])

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        same = [card for card in hand if card[1] == led]
        trumps = [card for card in hand if card[1] == self.trump]
        highest = max((self.rank(card) for _, card in self.trick if card[1] == self.trump), default=-1)
        higher = [card for card in trumps if self.rank(card) > highest]
        if led == self.trump:
            return higher or same or hand
        if same:
            return same
        if self.rules == "rotterdam":
            return higher or trumps or hand
        others = [card for card in hand if card[1] != self.trump]
        if (self.turn - self.winning()) % 2 == 0:
            return others + higher or hand
        return higher or others or hand

    def winning(self) -> int:
        """Returns the seat that is winning the trick."""
        led = self.trick[0][1][1]
        return max(self.trick, key=lambda entry: (entry[1][1] == self.trump, entry[1][1] == led, self.rank(entry[1])))[
            0
        ]

    def worth(self, cards: list[str]) -> int:
        """Returns the roem of a trick."""
        points = 0
        for suit in "CDHS":
            held = "".join(rank if rank + suit in cards else " " for rank in ROW)
            longest = max(map(len, held.split()), default=0)
            points += {3: 20, 4: 50}.get(longest, 0)
        if len({card[0] for card in cards}) == 1:
            points += self.jacks if cards[0][0] == "J" else 100
        return points + 20 * ({f"K{self.trump}", f"Q{self.trump}"} <= set(cards))

    def gather(self) -> None:
        """Gives the trick and its roem to the winner."""
        cards = [card for _, card in self.trick]
        super().gather()
        self.roem[self.turn % 2] += self.worth(cards)

    def scores(self) -> list[int]:
        """Returns the points of each side, to both partners."""
        points = list(self.roem)
        for seat, won in enumerate(self.won):
            cards = [card for trick in won for card in trick]
            points[seat % 2] += sum((TRUMPS if card[1] == self.trump else PLAIN).get(card[0], 0) for card in cards)
        if self.last_winner is not None:
            points[self.last_winner % 2] += 10
        for side in (0, 1):
            if len(self.won[side]) + len(self.won[side + 2]) == 8:
                points[side] += 100
        makers = self.maker % 2
        if points[makers] <= points[1 - makers]:
            points[1 - makers] += points[makers]
            points[makers] = 0
        return [points[seat % 2] for seat in range(4)]
