"""Écarté, after the Encyclopaedia Britannica (9th edition), boardgamearena.com and childrensnursery.org.uk (Hoyle).

32 cards, K Q J A 10 9 8 7; five each, a card turned up makes trumps; if it is a king the dealer marks a point. The
other player leads, or proposes an exchange, which the dealer accepts or refuses. In an exchange first he, then the
dealer puts out one to five cards and draws as many, and he may propose again. Suit must be followed and the trick be
won if possible; who has none of it trumps. Who holds the king of trumps when play begins marks a point (by itself).
Three or four tricks are a point, five two. Who led without proposing, or refused the first proposal, and wins fewer
than three tricks gives two points.

Where the sources say nothing or differ: the dealer may put out no card (`dealer_least=0`; boardgamearena.com: one at
least); there is no proposal when the stock is empty, and nobody may put out more cards than it has.
"""

from itertools import combinations

from .tricks import Move, Tricks


class Ecarte(Tricks):
    """One deal of écarté."""

    order = "789TAJQK"

    def __init__(
        self, hands: list[list[str]], dealer: int, turned: str, stock: list[str], *, dealer_least: int = 1
    ) -> None:
        """Starts the deal.

        Args:
            hands: Five cards each.
            dealer: The seat that dealt.
            turned: The card turned up.
            stock: The cards left, the next to be drawn first.
            dealer_least: How many cards the dealer must put out at least.
        """
        super().__init__(hands, 1 - dealer, turned[1])
        self.dealer, self.stock, self.turned = dealer, list(stock), turned
        self.dealer_least = dealer_least
        self.out: list[str] = []
        self.stage = "propose"
        self.exchanges = 0
        self.bold: int | None = None
        self.marks = [0, 0]
        if turned[0] == "K":
            self.marks[dealer] += 1

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        if not self.trick:
            return hand
        led = self.trick[0][1]
        same = [card for card in hand if card[1] == led[1]]
        higher = [card for card in same if self.rank(card) > self.rank(led)]
        return higher or same or [card for card in hand if card[1] == self.trump] or hand

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if self.stage == "propose":
            return {("propose",), ("stand",)} if self.stock else {("stand",)}
        if self.stage == "answer":
            return {("accept",), ("refuse",)}
        if self.stage == "exchange":
            least = self.dealer_least if seat == self.dealer else 1
            sizes = range(min(least, len(self.stock)), min(5, len(self.stock)) + 1)
            return {("put_out", *cards) for size in sizes for cards in combinations(sorted(self.hands[seat]), size)}
        return super().legal(seat)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move[0]:
            case "propose":
                self.stage, self.turn = "answer", self.dealer
            case "stand":
                self.begin(seat if self.exchanges == 0 else None)
            case "refuse":
                self.begin(seat if self.exchanges == 0 else None)
            case "accept":
                self.stage, self.turn = "exchange", 1 - self.dealer
            case "put_out":
                for card in move[1:]:
                    self.hands[seat].remove(card)
                self.out += move[1:]
                self.hands[seat] += self.stock[: len(move) - 1]
                del self.stock[: len(move) - 1]
                self.turn = 1 - seat
                if seat == self.dealer:
                    self.exchanges += 1
                    self.stage = "propose"
            case _:
                super().apply(seat, move)

    def begin(self, bold: int | None) -> None:
        """Begins the play.

        Args:
            bold: The seat that prevented the first exchange.
        """
        self.stage, self.turn, self.bold = "play", 1 - self.dealer, bold
        for seat in (0, 1):
            self.marks[seat] += f"K{self.trump}" in self.hands[seat]

    def scores(self) -> list[int]:
        """Returns the points of the deal."""
        points = list(self.marks)
        tricks = [len(won) for won in self.won]
        winner = tricks.index(max(tricks))
        points[winner] += 2 if max(tricks) == 5 or self.bold == 1 - winner else 1
        return points
