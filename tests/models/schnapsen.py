"""Schnapsen, after the pagat.com rules as kept at bostjanspar/schnapzy, and pwinckles/card-game-rules (both on GitHub).

Twenty cards, A 10 K Q J. Five each; the card turned up names trumps and is drawn last. As long as the talon is open
anything may be played and both draw after a trick, the winner first; later suit must be followed and the trick be
won if possible, else trumped, also when the talon has been closed. On lead one may exchange the jack of trumps for the
card turned up, close the talon, or declare a marriage (20, in trumps 40) and lead one of its cards; its points count
from the first trick won. Who has 66 may claim on lead after having won a trick, or right after a marriage.

A right claim scores 1, or 2 if the opponent has less than 33, or 3 if none of the tricks. A wrong claim scores the
opponent 2, or 3 without a trick. If the talon was closed, what the opponent had then counts for the closer, and a
closer who fails gives 2, or 3 if the opponent had no trick then. Nobody closed or claimed: the last trick scores 1.

Where the sources differ: the talon may be closed with `close_with` cards or more (2 at pagat.com, 4 in the sharp game),
the jack exchanged with `exchange_with` or more (2; sharp more than 2), and on the first trick neither marriage nor
exchange if `sharp_start`. A claim is made by a move of its own, right or wrong (`claims="any"`), only if right
("right"), or by itself as soon as the points are there ("automatic"; so do many programs). After the last trick it is
always made by itself, as nobody is left to move.
"""

Move = tuple[str, ...]
POINTS = {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


class Schnapsen:
    """One deal of schnapsen."""

    order = "JQKTA"

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        stock: list[str],
        turned: str,
        *,
        claims: str = "any",
        close_with: int = 2,
        exchange_with: int = 2,
        sharp_start: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Five cards each.
            dealer: The seat that dealt; the other one leads.
            stock: The nine cards face down, the next to be drawn first.
            turned: The card turned up.
            claims: Which claims there are: "any", "right" or "automatic".
            close_with: How many cards the talon must have at least to be closed, with the card turned up.
            exchange_with: How many it must have for the exchange.
            sharp_start: Neither a marriage nor an exchange on the first trick.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = 1 - dealer
        self.talon = [*stock, turned]
        self.trump = turned[1]
        self.claims, self.close_with, self.exchange_with = claims, close_with, exchange_with
        self.sharp_start = sharp_start
        self.taken: list[list[str]] = [[], []]
        self.melds = [0, 0]
        self.led: str | None = None
        self.married: str | None = None
        self.closer: int | None = None
        self.at_closing = (0, 0)
        self.result: list[int] | None = None

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.result is not None else [self.turn]

    def points(self, seat: int) -> int:
        """Returns the points of a seat; marriages count only with a trick."""
        cards = sum(POINTS[card[0]] for card in self.taken[seat])
        return cards + self.melds[seat] if self.taken[seat] else 0

    def strict(self) -> bool:
        """Tells whether suit must be followed."""
        return self.closer is not None or not self.talon

    def following(self, seat: int) -> list[str]:
        """Returns the cards that may be played to the card led."""
        hand, led = self.hands[seat], self.led
        if led is None or not self.strict():
            return hand
        same = [card for card in hand if card[1] == led[1]]
        higher = [card for card in same if self.order.index(card[0]) > self.order.index(led[0])]
        return higher or same or [card for card in hand if card[1] == self.trump] or hand

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        hand = self.hands[seat]
        if self.led is not None:
            return {("play", card) for card in self.following(seat)}
        found: set[Move] = set()
        won_before = bool(self.taken[seat])
        may_claim = self.claims == "any" or (self.claims == "right" and self.points(seat) >= 66)
        if may_claim and (won_before or self.married):
            found.add(("claim",))
        if self.married:
            return found | {("play", rank + self.married) for rank in "KQ"}
        found |= {("play", card) for card in hand}
        first = not any(self.taken)
        if not (first and self.sharp_start):
            found |= {("marry", card[1]) for card in hand if card[0] == "K" and "Q" + card[1] in hand}
            if len(self.talon) >= self.exchange_with and self.closer is None and self.order[0] + self.trump in hand:
                found.add(("exchange",))
        if len(self.talon) >= self.close_with and self.closer is None:
            found.add(("close",))
        return found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move:
            case ("claim",):
                self.settle(seat, right=self.points(seat) >= 66)
            case ("marry", suit):
                self.married = suit
                self.melds[seat] += 40 if suit == self.trump else 20
                self.claim_by_itself(seat)
            case ("exchange",):
                self.hands[seat].remove(self.order[0] + self.trump)
                self.hands[seat].append(self.talon[-1])
                self.talon[-1] = self.order[0] + self.trump
            case ("close",):
                self.closer = seat
                self.at_closing = (self.points(1 - seat), len(self.taken[1 - seat]))
            case _:
                card = move[1]
                self.hands[seat].remove(card)
                self.married = None
                if self.led is None:
                    self.led, self.turn = card, 1 - seat
                else:
                    self.gather(seat, card)

    def gather(self, seat: int, card: str) -> None:
        """Gives the trick to its winner; both draw if the talon is open."""
        led = self.led or card
        if card[1] == led[1]:
            beats = self.order.index(card[0]) > self.order.index(led[0])
        else:
            beats = card[1] == self.trump
        winner = seat if beats else 1 - seat
        self.taken[winner] += [led, card]
        self.led, self.turn = None, winner
        if self.talon and self.closer is None:
            self.hands[winner].append(self.talon.pop(0))
            self.hands[1 - winner].append(self.talon.pop(0))
        if not any(self.hands):
            self.last_trick(winner)
        self.claim_by_itself(winner)
        if self.result is None and not any(self.hands):
            self.finish(winner)

    def last_trick(self, winner: int) -> None:
        """Counts the last trick, which is worth nothing more."""

    def claim_by_itself(self, seat: int) -> None:
        """Ends the deal if a claim is made without a move."""
        if self.claims == "automatic" and self.points(seat) >= 66:
            self.settle(seat, right=True)

    def finish(self, winner: int) -> None:
        """Settles the deal after the last trick."""
        if self.points(winner) >= 66:
            self.settle(winner, right=True)
        elif self.closer is not None:
            self.settle(self.closer, right=False)
        else:
            self.award(winner, 1)

    def settle(self, seat: int, *, right: bool) -> None:
        """Settles a claim, or the failure of the closer."""
        points, tricks = self.points(1 - seat), len(self.taken[1 - seat])
        if self.closer == seat:
            points, tricks = self.at_closing
        if not right:
            self.award(1 - seat, 2 if tricks else 3)
        elif self.closer == 1 - seat:
            self.award(seat, 2 if self.at_closing[1] else 3)
        else:
            self.award(seat, 1 if points >= 33 else 2 if tricks else 3)

    def award(self, seat: int, points: int) -> None:
        """Ends the deal with game points for a seat."""
        self.result = [points if each == seat else 0 for each in (0, 1)]

    def scores(self) -> list[int]:
        """Returns the game points."""
        return self.result or [0, 0]
