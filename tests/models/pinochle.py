"""Partnership auction pinochle, after bicyclecards.com, gruntose.com, geocities.ws/kinky_pino_page and others.

Also pcprosoft.blogspot.com, webcasty.com, britannica.com and design notes that follow playingcarddecks.com.

48 cards, twice A 10 K Q J 9 (from high to low) of each suit, twelve each; partners sit opposite. Beginning after the
dealer everybody bids or passes until all but one have passed; who passed is out. The highest bidder names trumps. The
melds of both partners count, if they win a trick:

- A 10 K Q J of trumps 150, K Q of trumps 40 (not those of the row of five), K Q of another suit 20, 9 of trumps 10;
- four of different suits: aces 100, kings 80, queens 60, jacks 40; all eight ten times that;
- queen of spades and jack of diamonds 40, both pairs 300.

Who leads a trump must be beaten, if that is possible; a suit must be followed; who cannot must trump. Of two cards of a
kind the first is the higher. The last trick counts 10. A bidding side that makes less than its bid, melds and all,
loses the bid; otherwise both sides score what they made. Where the sources differ:

- the lowest bid: 100 (bicyclecards.com), 250 (playingcarddecks.com), others more or less: `least`.
- all passed: nobody scores (playingcarddecks.com), or the dealer must bid (kinky_pino_page): `stuck`.
- trumps: any suit (bicyclecards.com), or only with a king and queen of it: `marriage`. Who has none at all loses the
  bid at once (gruntose.com, kinky_pino_page).
- the first lead: the player after the dealer (bicyclecards.com), or the bidder (kinky_pino_page): `bidder_leads`.
- every trick must be beaten if possible, with the suit or trumps (gruntose.com, kinky_pino_page), or trumps only when
  trumps are led (bicyclecards.com, pcprosoft.blogspot.com): `heading`.
- tricks: A 11, 10 10, K 4, Q 3, J 2 (webcasty.com), or A, 10 and K 10 each (simple.wikipedia.org, britannica.com in
  tens), or A and 10 10, K and Q 5 (named by the ruleset only): `values`.
- two rows of five: 1500 (bicyclecards.com), elsewhere twice 150: `double_run`.
- after trumps are named the partner gives the bidder four cards, and gets four back (playingcarddecks.com): `given`.
"""

from itertools import combinations

from .tricks import Move, Tricks

AROUND = {"A": 100, "K": 80, "Q": 60, "J": 40}
WORTH = {
    "old": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "tens": {"A": 10, "T": 10, "K": 10},
    "fives": {"A": 10, "T": 10, "K": 5, "Q": 5},
}


def meld(hand: list[str], trump: str, double_run: int = 1500) -> int:
    """Returns what the melds of a hand are worth."""
    runs = min(hand.count(rank + trump) for rank in "ATKQJ")
    points = {0: 0, 1: 150, 2: double_run}[runs] + 10 * hand.count("9" + trump)
    for suit in "CDHS":
        pairs = min(hand.count("K" + suit), hand.count("Q" + suit))
        points += 40 * (pairs - runs) if suit == trump else 20 * pairs
    for rank, value in AROUND.items():
        points += {0: 0, 1: 1, 2: 10}[min(hand.count(rank + suit) for suit in "CDHS")] * value
    return points + {0: 0, 1: 40, 2: 300}[min(hand.count("QS"), hand.count("JD"))]


class Pinochle(Tricks):
    """One deal of partnership auction pinochle."""

    order = "9JQKTA"

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        *,
        least: int = 100,
        most: int = 1000,
        step: int = 10,
        stuck: bool = False,
        marriage: bool = False,
        bidder_leads: bool = False,
        heading: bool = False,
        values: str = "old",
        given: int = 0,
        double_run: int = 1500,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Twelve cards each.
            dealer: The seat that dealt.
            least: The lowest bid.
            most: The highest bid.
            step: Bids are multiples of this.
            stuck: The dealer must bid if the others pass.
            marriage: Trumps must be a suit of which the bidder has a king and a queen.
            bidder_leads: The bidder leads to the first trick.
            heading: Every trick must be beaten if possible.
            values: What cards count in tricks: a key of `WORTH`.
            given: How many cards the partner gives the bidder, and gets back.
            double_run: What two rows of five are worth.
        """
        self.first = (dealer + 1) % 4
        super().__init__(hands, self.first)
        self.dealer, self.least, self.most, self.step, self.stuck = dealer, least, most, step, stuck
        self.marriage, self.bidder_leads, self.heading = marriage, bidder_leads, heading
        self.values, self.double_run = WORTH[values], double_run
        self.gifts = [given] * 2 if given else []
        self.trump: str | None = None
        self.bid = 0
        self.bidder: int | None = None
        self.passed: set[int] = set()
        self.over = False
        self.melded = [0, 0]

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.over else super().actors()

    def bidding(self) -> bool:
        """Tells whether the auction goes on."""
        return len(self.passed) < (4 if self.bidder is None else 3)

    def suits(self, seat: int) -> list[str]:
        """Returns the suits that a seat may name."""
        hand = self.hands[seat]
        return [suit for suit in "CDHS" if not self.marriage or {"K" + suit, "Q" + suit} <= set(hand)]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if self.bidding():
            lowest = self.least if self.bidder is None else self.bid + self.step
            bids: set[Move] = {("bid", str(bid)) for bid in range(lowest, self.most + 1, self.step)}
            return bids if self.stuck and self.bidder is None and seat == self.dealer else bids | {("pass",)}
        if self.trump is None:
            return {("name", suit) for suit in self.suits(seat)}
        if self.gifts:
            return {("give", *cards) for cards in combinations(sorted(self.hands[seat]), self.gifts[0])}
        return super().legal(seat)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move[0]:
            case "bid":
                self.bid, self.bidder = int(move[1]), seat
                self.proceed(seat)
            case "pass":
                self.passed.add(seat)
                self.proceed(seat)
            case "name":
                self.trump = move[1]
                self.turn = (seat + 2) % 4
                if not self.gifts:
                    self.show(seat, self.trump)
            case "give" if self.trump:
                partner = (seat + 2) % 4
                for card in move[1:]:
                    self.hands[seat].remove(card)
                    self.hands[partner].append(card)
                self.gifts.pop()
                self.turn = partner
                if not self.gifts:
                    self.show(seat, self.trump)
            case _:
                super().apply(seat, move)

    def show(self, bidder: int, trump: str) -> None:
        """Counts the melds of all, and goes on to the tricks."""
        for seat, hand in enumerate(self.hands):
            self.melded[seat % 2] += meld(hand, trump, self.double_run)
        self.turn = bidder if self.bidder_leads else self.first

    def proceed(self, seat: int) -> None:
        """Goes on to who bids next, or names trumps."""
        if self.bidding():
            self.turn = self.following(seat)
            while self.turn in self.passed:
                self.turn = self.following(self.turn)
        elif self.bidder is None:
            self.over = True
        else:
            self.turn = self.bidder
            self.over = not self.suits(self.bidder)

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        same = [card for card in hand if card[1] == led]
        trumps = [card for card in hand if card[1] == self.trump]
        played = [card for _, card in self.trick]
        ruffed = [self.rank(card) for card in played if card[1] == self.trump]
        if same:
            if led != self.trump and (ruffed or not self.heading):
                return same
            highest = max(self.rank(card) for card in played if card[1] == led)
            return [card for card in same if self.rank(card) > highest] or same
        if trumps and self.heading:
            return [card for card in trumps if self.rank(card) > max(ruffed, default=-1)] or trumps
        return trumps or hand

    def scores(self) -> list[int]:
        """Returns the points of each side, to both partners."""
        if self.bidder is None:
            return [0, 0, 0, 0]
        points = [0, 0]
        for seat, tricks in enumerate(self.won):
            for trick in tricks:
                for card in trick:
                    points[seat % 2] += self.values.get(card[0], 0)
        if self.last_winner is not None:
            points[self.last_winner % 2] += 10
        for side in (0, 1):
            if self.won[side] or self.won[side + 2]:
                points[side] += self.melded[side]
        side = self.bidder % 2
        if points[side] < self.bid:
            points[side] = -self.bid
        return [points[seat % 2] for seat in range(4)]
