"""Five hundred for four, after pwinckles/card-game-rules on GitHub, thatbiz.org, asoliduniverse.com, reference.com.

43 cards: four to ace in red, five to ace in black, and a joker; ten each and three in the kitty; partners sit opposite.
Bids are six to ten tricks with spades, clubs, diamonds, hearts as trumps or none (N), from low to high; misère (no
trick) after a bid of seven, below all bids of eight; open misère above ten diamonds and below ten hearts. Who passes is
out of the bidding; it ends when all but the bidder have passed (`once`: everybody has one chance). All pass: no score.

The bidder takes the kitty, puts three cards out and leads. Trumps: joker, jack, jack of the same colour, ace and so on.
Without trumps the joker is the only trump; who leads it names the suit to be followed. In misère the partner does not
play. A contract made scores its value, one that fails loses it; the opponents score 10 a trick, not against misère
(`misere_tricks` otherwise). All ten tricks make a contract worth less than 250 score 250 (`slam`).
"""

from itertools import combinations

from .tricks import Move, Tricks

JOKER = "XX"
SUITS = "SCDHN"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def value(bid: str) -> int:
    """Returns what a bid such as "7H", "misere" or "open_misere" is worth."""
    if bid in {"misere", "open_misere"}:
        return 250 if bid == "misere" else 500
    tricks, suit = int(bid[:-1]), bid[-1]
    return 40 + 100 * (tricks - 6) + 20 * SUITS.index(suit)


def height(bid: str) -> float:
    """Returns the place of a bid in the bidding."""
    return {"misere": 230, "open_misere": 490}.get(bid, value(bid))


class FiveHundred(Tricks):
    """One deal of five hundred."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        kitty: list[str],
        *,
        joker: str = JOKER,
        miseres: bool = True,
        once: bool = False,
        slam: int = 250,
        misere_tricks: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Ten cards each.
            dealer: The seat that dealt; the next one bids first.
            kitty: The three cards left.
            joker: How the joker is written.
            miseres: Whether misère may be bid.
            once: Everybody has one chance to bid.
            slam: What all tricks are worth at least.
            misere_tricks: Tricks score against misère.
        """
        super().__init__(hands, (dealer + 1) % 4)
        self.trump: str | None = None
        self.kitty, self.joker, self.miseres, self.once = list(kitty), joker, miseres, once
        self.slam, self.misere_tricks = slam, misere_tricks
        self.bids: list[str] = []
        self.passed: set[int] = set()
        self.bid, self.bidder = "", -1
        self.stage = "bid"
        self.led = ""
        self.out: list[str] = []
        self.resting = -1

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        if self.stage == "over":
            return []
        playing = any(hand for seat, hand in enumerate(self.hands) if seat != self.resting)
        return [self.turn] if self.stage != "play" or playing else []

    @property
    def unseen(self) -> list[str]:
        """The kitty, until the bidder takes it."""
        return self.kitty if self.stage in {"bid", "over"} else []

    def contracts(self) -> set[str]:
        """Returns the bids that may be made now."""
        found = {f"{tricks}{suit}" for tricks in range(6, 11) for suit in SUITS}
        if self.miseres:
            found.add("open_misere")
            if any(bid[0] == "7" for bid in self.bids):
                found.add("misere")
        return {bid for bid in found if not self.bid or height(bid) > height(self.bid)}

    def suit(self, card: str) -> str:
        """Returns the suit a card belongs to."""
        if card == self.joker:
            return self.trump or "N"
        left_bower = self.trump is not None and card == "J" + SAME_COLOUR[self.trump]
        return self.trump if left_bower and self.trump else card[1]

    def rank(self, card: str) -> int:
        """Returns the place of a card within its suit, low to high."""
        if card == self.joker:
            return 20
        if card[0] == "J" and self.suit(card) == self.trump:
            return 19 if card[1] == self.trump else 18
        return self.order.index(card[0])

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        if not self.trick:
            return hand
        return [card for card in hand if self.suit(card) == self.led] or hand

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if self.stage == "bid":
            return {("pass",)} | {("bid", bid) for bid in self.contracts()}
        if self.stage == "exchange":
            return {("put_out", *cards) for cards in combinations(sorted(self.hands[seat]), len(self.kitty))}
        cards = self.playable(self.hands[seat])
        names_suit = not self.trick and self.trump is None
        found: set[Move] = {("play", card) for card in cards if card != self.joker or not names_suit}
        if names_suit and self.joker in cards:
            found |= {("play", self.joker, suit) for suit in "SCDH"}
        return found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move[0]:
            case "bid" | "pass":
                if move[0] == "pass":
                    self.passed.add(seat)
                else:
                    self.bid, self.bidder = move[1], seat
                    self.bids.append(move[1])
                    if self.once:
                        self.passed.add(seat)
                self.next_bidder(seat)
            case "put_out":
                self.out = list(move[1:])
                self.hands[seat] = [card for card in self.hands[seat] if card not in self.out]
                self.stage = "play"
            case _:
                if not self.trick:
                    self.led = move[2] if len(move) == 3 else self.suit(move[1])
                super().apply(seat, move[:2])

    def next_bidder(self, seat: int) -> None:
        """Passes the turn in the bidding, or ends it."""
        waiting = [other for other in range(4) if other not in self.passed]
        if waiting and waiting != [self.bidder]:
            self.turn = next(s for s in ((seat + step) % 4 for step in range(1, 5)) if s in waiting)
        elif self.bidder < 0:
            self.stage = "over"
        else:
            self.stage, self.turn = "exchange", self.bidder
            self.hands[self.bidder] += self.kitty
            if "misere" in self.bid:
                self.resting = (self.bidder + 2) % 4
            elif self.bid[-1] != "N":
                self.trump = self.bid[-1]

    def following(self, seat: int) -> int:
        """Returns the seat that plays after a seat."""
        after = (seat + 1) % 4
        return (after + 1) % 4 if after == self.resting else after

    def cards_a_trick(self) -> int:
        """Returns how many cards make a trick."""
        return 3 if self.resting >= 0 else 4

    def gather(self) -> None:
        """Gives the trick to its winner, who leads next."""
        highest = self.trump or "N"

        def strength(entry: tuple[int, str]) -> tuple[bool, bool, int]:
            suit = self.suit(entry[1])
            return suit == highest, suit == self.led, self.rank(entry[1])

        winner = max(self.trick, key=strength)[0]
        self.won[winner].append([card for _, card in self.trick])
        self.trick = []
        self.turn = self.last_winner = winner

    def scores(self) -> list[int]:
        """Returns the points of each side, to both partners."""
        if self.bidder < 0:
            return [0, 0, 0, 0]
        worth = value(self.bid)
        tricks = [len(self.won[side]) + len(self.won[side + 2]) for side in (0, 1)]
        side = self.bidder % 2
        points = [10 * count for count in tricks]
        if "misere" in self.bid:
            points[side] = -worth if tricks[side] else worth
            points[1 - side] *= self.misere_tricks
        else:
            made = tricks[side] >= int(self.bid[:-1])
            points[side] = max(worth, self.slam) if tricks[side] == 10 else worth if made else -worth
        return [points[seat % 2] for seat in range(4)]
