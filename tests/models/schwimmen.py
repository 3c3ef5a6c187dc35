"""Schwimmen or thirty-one, after Wikipedia (as copied at kiddle.co and twiki.owiki.org) and two programs' guides.

The programs are DominikFischer86/schwimmen and salem501/SwimGameApp on GitHub. 32 cards; three each, and the dealer has
a second packet: he looks at one and keeps it or takes the other unseen, what is left lies open. The player after the
dealer begins. A turn: swap a card of the hand for one on the table, swap all three, push, or knock. When all push one
after another, three new cards replace those on the table; the deal ends if there are not three (SwimGameApp). After a
knock the others have one more turn each. A hand of 31 or three aces ends the deal at once. Suits count: ace 11, tens
and pictures 10; three of a rank 30½, among which the higher rank is better (kiddle.co). Who has the lowest hand loses
a life, several if equal; three aces take one from all others. A knock is possible at any turn (Wikipedia); with
`knock_from=2` only from the second round on (schwimmen).
"""

Move = tuple[str, ...]
ORDER = "789TJQKA"
POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}


def value(hand: list[str]) -> tuple[float, int]:
    """Returns the points of a hand, and the rank of three equal cards."""
    ranks = {card[0] for card in hand}
    if ranks == {"A"}:
        return 33, 0
    if len(ranks) == 1:
        return 30.5, ORDER.index(hand[0][0])
    suits = {card[1] for card in hand}
    worth = {card: POINTS[card[0]] if card[0] in POINTS else int(card[0]) for card in hand}
    return max(sum(worth[card] for card in hand if card[1] == suit) for suit in suits), 0


class Schwimmen:
    """One deal of schwimmen."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        other: list[str],
        stock: list[str],
        *,
        choosing: bool = True,
        knock_from: int = 1,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Three cards each, the dealer's the packet that he sees.
            dealer: The seat that dealt.
            other: The dealer's other packet, or the cards on the table if he does not choose.
            stock: The cards left, the next to come first.
            choosing: Whether the dealer chooses between two packets.
            knock_from: The round in which a knock is first possible.
        """
        self.hands = [list(hand) for hand in hands]
        self.dealer = dealer
        self.table, self.stock, self.gone = list(other), list(stock), list[str]()
        self.choosing, self.knock_from = choosing, knock_from
        self.turn = dealer
        self.turns = self.pushes = 0
        self.left: int | None = None
        self.over = False
        if not choosing:
            self.begin()

    def begin(self) -> None:
        """Begins the exchange, unless somebody was dealt a hand that ends the deal."""
        self.choosing = False
        self.turn = (self.dealer + 1) % len(self.hands)
        self.over = any(value(hand)[0] >= 31 for hand in self.hands)

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.over else [self.turn]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if self.choosing:
            return {("keep",), ("other",)}
        found: set[Move] = {("swap", mine, theirs) for mine in self.hands[seat] for theirs in self.table}
        may_knock = self.left is None and self.turns // len(self.hands) + 1 >= self.knock_from
        found |= {("swap_all",), ("push",)}
        return found | {("knock",)} if may_knock else found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if self.choosing:
            if move[0] == "other":
                self.hands[seat], self.table = self.table, self.hands[seat]
            self.begin()
            return
        self.pushes = self.pushes + 1 if move[0] == "push" else 0
        if move[0] == "swap":
            self.hands[seat][self.hands[seat].index(move[1])] = move[2]
            self.table[self.table.index(move[2])] = move[1]
        elif move[0] == "swap_all":
            self.hands[seat], self.table = self.table, self.hands[seat]
        self.turns += 1
        if self.left is not None:
            self.left -= 1
        elif move[0] == "knock":
            self.left = len(self.hands) - 1
        elif self.pushes == len(self.hands):
            self.renew()
        if self.left == 0 or value(self.hands[seat])[0] >= 31:
            self.over = True
        self.turn = (seat + 1) % len(self.hands)

    def renew(self) -> None:
        """Lays three new cards on the table, or ends the deal if there are too few."""
        self.pushes = 0
        if len(self.stock) < 3:
            self.over = True
            return
        self.gone += self.table
        self.table, self.stock = self.stock[:3], self.stock[3:]

    def scores(self) -> list[int]:
        """Returns how many lives each seat loses."""
        values = [value(hand) for hand in self.hands]
        if max(values)[0] == 33:
            return [int(each[0] != 33) for each in values]
        return [int(each == min(values)) for each in values]
