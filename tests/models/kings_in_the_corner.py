"""Kings in the corner, after gambiter.com (as pagat.com), howstuffworks.com, denexa.com, gathertogethergames.com.

Seven cards each, and four face up around the stock: north, east, south and west. In a turn one makes any number of
moves: a card of the hand goes on a pile whose last card is one higher and of the other colour (ace low); a king starts
a pile in an empty corner; a pile moves onto another if its first card would fit there; any card fills one of the
four sides that has become empty; a king dealt to a side may be moved to a corner (howstuffworks.com; or the dealer does
that before, gathertogethergames.com, `corners`). Whoever has no cards left ends the deal at once; the others are
charged 10 for a king, 1 for any other card (gathertogethergames.com; visualfoodie.com counts otherwise, `charges`).

Where the descriptions differ: a card is drawn at the end of a turn (gambiter.com, howstuffworks.com, ourpastimes.com)
or at its start (`draw_first`; gathertogethergames.com, reference.com, everything2.com). Kings must be played at once
(`kings_at_once`; ourpastimes.com, livestrongbay.blogspot.com), also when drawn at the end of a turn. Who makes no play
puts a chip in a pool (howstuffworks.com, ourpastimes.com; `fine`), everybody puts in one at the start (ourpastimes.com;
`ante`), and who is out gets it with what the others pay. Without a stock nobody draws (gathertogethergames.com); the
deal ends if then everybody in turn makes no move (ourpastimes.com: when none is left).
"""

Move = tuple[str, ...]
ORDER = "A23456789TJQK"
SIDES = ("N", "E", "S", "W")
CORNERS = ("NE", "SE", "SW", "NW")


class KingsInTheCorner:
    """One deal of kings in the corner."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        layout: list[str],
        stock: list[str],
        *,
        corners: list[str] | None = None,
        draw_first: bool = False,
        kings_at_once: bool = False,
        move_kings: bool = True,
        charges: dict[str, int] | None = None,
        ante: int = 0,
        fine: int = 0,
        pool: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            dealer: The seat that dealt; the next one begins.
            layout: The cards north, east, south and west.
            stock: The cards left, the next to be drawn first.
            corners: The kings that the dealer has put in corners already.
            draw_first: A card is drawn at the start of a turn instead of its end.
            kings_at_once: Kings go to the corners before anything else.
            move_kings: A pile that begins with a king may move from a side to a corner.
            charges: The points for cards left, by rank; None: 10 for a king, 1 for others.
            ante: The chips that everybody puts in the pool.
            fine: The chips for a turn without a move.
            pool: The scores are chips: who is out gets the pool and what the others pay.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = (dealer + 1) % len(hands)
        kings = [[king] for king in corners or []]
        empty: list[list[str]] = [[] for _ in range(4 - len(kings))]
        self.piles: dict[str, list[str]] = {}
        for name, pile in zip(SIDES + CORNERS, [[card] for card in layout] + kings + empty, strict=True):
            self.piles[name] = pile
        self.stock = list(stock)
        self.draw_first, self.kings_at_once, self.move_kings = draw_first, kings_at_once, move_kings
        self.charges = dict.fromkeys(ORDER, 1) | {"K": 10} if charges is None else charges
        self.paid, self.fine, self.pool = [ante] * len(hands), fine, pool
        self.moved, self.ended = False, False
        self.idle = 0
        if draw_first:
            self.draw()

    def actors(self) -> list[int]:
        """Returns the seat to move; none when a hand is empty, or nobody has moved and there is no stock."""
        return [self.turn] if all(self.hands) and self.idle < len(self.hands) else []

    def draw(self) -> None:
        """Draws a card for the player whose turn it is."""
        if self.stock:
            self.hands[self.turn].append(self.stock.pop(0))

    def empty(self, names: tuple[str, ...]) -> list[str]:
        """Returns the places that have no pile."""
        return [name for name in names if not self.piles[name]]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: `play CARD PLACE`, `move PLACE PLACE`, `end`."""
        hand = self.hands[seat]
        kings = [card for card in hand if card[0] == "K"]
        crowns: set[Move] = {("play", king, place) for king in kings for place in self.empty(CORNERS)}
        if crowns and (self.kings_at_once or self.ended):
            return crowns
        moves = crowns | {("end",)}
        moves |= {("play", card, place) for card in hand for place in self.empty(SIDES)}
        for name, pile in self.piles.items():
            if not pile:
                continue
            moves |= {("play", card, name) for card in hand if follows(card, pile[-1])}
            others = [other for other in self.piles if other != name and self.piles[other]]
            moves |= {("move", other, name) for other in others if follows(self.piles[other][0], pile[-1])}
            if self.move_kings and name in SIDES and pile[0][0] == "K":
                moves |= {("move", name, place) for place in self.empty(CORNERS)}
        return moves

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            self.hands[seat].remove(move[1])
            self.piles[move[2]].append(move[1])
            self.moved = True
            if self.ended:
                self.close(seat)
        elif move[0] == "move":
            self.piles[move[2]] += self.piles[move[1]]
            self.piles[move[1]] = []
            self.moved = True
        else:
            if not self.moved:
                self.paid[seat] += self.fine
            self.idle = 0 if self.moved or self.stock else self.idle + 1
            if self.stock and not self.draw_first:
                self.draw()
                if self.kings_at_once and self.hands[seat][-1][0] == "K":
                    self.ended = True
                    return
            self.close(seat)

    def close(self, seat: int) -> None:
        """Ends the turn."""
        self.moved = self.ended = False
        if self.hands[seat]:
            self.turn = (seat + 1) % len(self.hands)
            if self.draw_first and self.actors():
                self.draw()

    def scores(self) -> list[int]:
        """Returns what everybody is charged for the cards left, or the chips won and lost."""
        charged = [sum(self.charges[card[0]] for card in hand) for hand in self.hands]
        if not self.pool:
            return charged
        if all(self.hands):
            return [-paid for paid in self.paid]
        costs = [paid + points for paid, points in zip(self.paid, charged, strict=True)]
        return [-cost if hand else sum(costs) - cost for cost, hand in zip(costs, self.hands, strict=True)]


def follows(card: str, last: str) -> bool:
    """Tells whether a card goes on the last one of a pile: one lower and of the other colour."""
    return ORDER.index(card[0]) + 1 == ORDER.index(last[0]) and (card[1] in "DH") != (last[1] in "DH")
