"""Big two, after big2.win, kingplay.net, nicholasc.info, academickids.com, denexa.com and a book at trantor.is.

Cards rank 3 to 2, suits diamonds, clubs, hearts, spades from low to high. Single cards, pairs, triplets and hands of
five: straight, flush, full house, four with one card, straight flush, from low to high; only as many cards beat a
play. The holder of the three of diamonds begins and plays it. A pass bars nobody; when all others pass in turn, the
last player leads. Where the sources differ:

- `straights`: "two_high" (big2.win, kingplay.net) from 3-4-5-6-7 to J-Q-K-A-2 in the order of the cards; "poker" (the
  book) from A-2-3-4-5 and 2-3-4-5-6 to 10-J-Q-K-A; "low_high" the same, but 2-3-4-5-6 and A-2-3-4-5 are the highest.
  Equal straights are told apart by the suit of the highest card: the card that ends the row in "poker", elsewhere the
  highest single card of it.
- `flush`: "top" by the highest card, "ranks" by all ranks and then the suit, "suit" by the suit (the book) and then
  the highest card.
- scores: a point for each card left, two from `double` cards on (10), three for all 13 (the book: 39; big2.win doubles
  these too). `score` "winner" gives the sum to the winner and takes it from the others, "penalty" counts only points
  against, "pairs" makes each two players settle the difference.
"""

from itertools import combinations

Move = tuple[str, ...]
ORDER = "3456789TJQKA2"
SUITS = "DCHS"
ROWS = {
    "two_high": [ORDER[first : first + 5] for first in range(9)],
    "poker": ["A2345", "23456", *(ORDER[first : first + 5] for first in range(8))],
    "low_high": [*(ORDER[first : first + 5] for first in range(8)), "23456", "A2345"],
}
Worth = tuple[int, ...]


def strength(card: str) -> Worth:
    """Returns the place of a card among all cards."""
    return ORDER.index(card[0]), SUITS.index(card[1])


class BigTwo:
    """One deal of big two."""

    def __init__(
        self,
        hands: list[list[str]],
        leader: int | None = None,
        *,
        straights: str = "two_high",
        flush: str = "top",
        pass_is_final: bool = False,
        score: str = "winner",
        double: int = 10,
        triple: int = 13,
    ) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            leader: The seat that leads with any cards; None for the holder of the lowest card, who must play it.
            straights: Which rows there are, and their order.
            flush: What tells flushes apart.
            pass_is_final: Who has passed may not play before the next lead.
            score: How the points are settled.
            double: How many cards left count double.
            triple: How many cards left count three times.
        """
        self.hands = [list(hand) for hand in hands]
        self.played: list[str] = []
        lowest = min((card for hand in hands for card in hand), key=strength)
        self.must = lowest if leader is None else None
        self.turn = next(s for s, hand in enumerate(hands) if lowest in hand) if leader is None else leader
        self.straights, self.flush = straights, flush
        self.pass_is_final, self.score, self.double, self.triple = pass_is_final, score, double, triple
        self.best: tuple[int, Worth] | None = None
        self.last: int | None = None
        self.passed: set[int] = set()

    def actors(self) -> list[int]:
        """Returns the seat to move; none when a seat has no cards."""
        return [self.turn] if all(self.hands) else []

    def worth(self, cards: tuple[str, ...]) -> Worth | None:
        """Returns the strength of a combination among those of as many cards, None if it is none."""
        high = max(map(strength, cards))
        if len(cards) <= 3:
            same = len({card[0] for card in cards}) == 1
            return high if same else None
        if len(cards) != 5:
            return None
        ranks = [card[0] for card in cards]
        different = set(ranks)
        if len(different) == 2:
            most = max(different, key=ranks.count)
            return 3 if ranks.count(most) == 4 else 2, ORDER.index(most)
        if len(different) != 5:
            return None
        suited = len({card[1] for card in cards}) == 1
        rows = ROWS[self.straights]
        row = next((place for place, row in enumerate(rows) if set(row) == different), None)
        if row is not None:
            end = next(strength(card) for card in cards if card[0] == rows[row][-1])
            return 4 if suited else 0, row, *(end if self.straights == "poker" else high)
        if not suited:
            return None
        places = sorted((ORDER.index(rank) for rank in ranks), reverse=True)
        suit = SUITS.index(cards[0][1])
        return 1, *{"top": high, "ranks": (*places, suit), "suit": (suit, *places)}[self.flush]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: combinations as large as and higher than the last; or a pass."""
        found: set[Move] = set() if self.best is None else {("pass",)}
        for size in (1, 2, 3, 5) if self.best is None else (self.best[0],):
            for cards in combinations(sorted(self.hands[seat]), size):
                worth = self.worth(cards)
                if worth is None or (self.must and self.must not in cards):
                    continue
                if self.best is None or worth > self.best[1]:
                    found.add(("play", *cards))
        return found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        cards = move[1:]
        if cards:
            worth = self.worth(cards)
            assert worth is not None
            self.best, self.last, self.must = (len(cards), worth), seat, None
            self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
            self.played += cards
            if not self.pass_is_final:
                self.passed = set()
        else:
            self.passed.add(seat)
        others = [other for other in range(len(self.hands)) if other != self.last]
        if all(other in self.passed for other in others):
            self.best, self.passed = None, set()
            self.turn = self.last if self.last is not None else seat
        else:
            order = [(seat + step) % len(self.hands) for step in range(1, len(self.hands) + 1)]
            self.turn = next(s for s in order if s not in self.passed or not self.pass_is_final)

    def penalties(self) -> list[int]:
        """Returns the points for the cards left."""
        counts = [len(hand) for hand in self.hands]
        return [count * (3 if count >= self.triple else 2 if count >= self.double else 1) for count in counts]

    def scores(self) -> list[int]:
        """Returns what the deal is worth to each seat."""
        lost = self.penalties()
        if self.score == "penalty":
            return lost
        if self.score == "pairs":
            return [sum(lost) - len(lost) * mine for mine in lost]
        return [-mine if mine else sum(lost) for mine in lost]
