"""Six-card golf, after bicyclecards.com (as noted at nathanmfast.com), funcardgameswithfriends.com, rversofidaho.org.

Six cards each in two rows of three, face down; everybody turns up two. A turn: take the top card of the stock or of the
pile, and lay it face up in place of one of the six, which goes to the pile; a card of the stock may go to the pile at
once, after which one of the six may be turned up if `flip_after` (funcardgameswithfriends.com). A card of the pile must
be used. The deal ends when all six cards of a player lie face up; with `last_turn` (joshpearlson.com) all others have
one more turn. It also ends when the stock is empty at the beginning of a turn (joshpearlson.com). Ace 1, two -2, three
to ten as marked, jack and queen 10, king 0; equal cards in a column nothing. The lowest score is best.
"""

Move = tuple[str, ...]
POINTS = {"A": 1, "2": -2, "T": 10, "J": 10, "Q": 10, "K": 0}


class GolfSix:
    """One deal of six-card golf. Places are numbered from 1 to 6, the upper row first."""

    def __init__(
        self,
        layouts: list[list[str]],
        dealer: int,
        pile: str,
        stock: list[str],
        *,
        flip_after: bool = False,
        last_turn: bool = False,
        turned: int = 2,
    ) -> None:
        """Starts the deal.

        Args:
            layouts: Six cards each.
            dealer: The seat that dealt; the next one begins.
            pile: The first card of the pile.
            stock: The cards left, the next to be drawn first.
            flip_after: Who throws a card of the stock away may turn up another card.
            last_turn: The others have one more turn after somebody is ready.
            turned: How many cards everybody turns up at the start.
        """
        self.layouts = [list(layout) for layout in layouts]
        self.up: list[set[int]] = [set() for _ in layouts]
        self.turn = (dealer + 1) % len(layouts)
        self.pile, self.stock = [pile], list(stock)
        self.flip_after, self.last_turn, self.turned = flip_after, last_turn, turned
        self.drawn: list[str] = []
        self.origin = ""
        self.ready: int | None = None
        self.over = False

    def opening(self, seat: int) -> bool:
        """Tells whether a seat still has to turn up cards at the start."""
        return self.origin == "" and len(self.up[seat]) < self.turned and self.ready is None

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the deal is over."""
        opening = [seat for seat in range(len(self.layouts)) if self.opening(seat)]
        return [] if self.over else opening or [self.turn]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        hidden = {("turn_up", str(place + 1)) for place in range(6) if place not in self.up[seat]}
        if self.opening(seat):
            return {*hidden}
        if self.origin == "flip":
            return hidden | {("leave",)}
        if not self.drawn:
            return {("draw",), ("take",)}
        found: set[Move] = {("replace", str(place + 1)) for place in range(6)}
        return found | {("throw",)} if self.origin == "stock" else found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move[0]:
            case "turn_up":
                opening = self.opening(seat)
                self.up[seat].add(int(move[1]) - 1)
                if not opening:
                    self.end_turn(seat)
            case "draw":
                self.drawn, self.origin = [self.stock.pop(0)], "stock"
            case "take":
                self.drawn, self.origin = [self.pile.pop()], "pile"
            case "replace":
                place = int(move[1]) - 1
                self.pile.append(self.layouts[seat][place])
                self.layouts[seat][place] = self.drawn.pop()
                self.up[seat].add(place)
                self.end_turn(seat)
            case "throw":
                self.pile.append(self.drawn.pop())
                if self.flip_after:
                    self.origin = "flip"
                else:
                    self.end_turn(seat)
            case _:
                self.end_turn(seat)

    def end_turn(self, seat: int) -> None:
        """Ends a turn, and perhaps the deal."""
        self.origin = "turn"
        self.turn = (seat + 1) % len(self.layouts)
        if self.ready is None and len(self.up[seat]) == 6:
            self.ready = seat
            self.over = not self.last_turn
        self.over = self.over or self.turn == self.ready or not self.stock

    def scores(self) -> list[int]:
        """Returns the points; the lowest are best."""
        points: list[int] = []
        for layout in self.layouts:
            columns = [(layout[place], layout[place + 3]) for place in range(3)]
            unlike = [card for pair in columns if pair[0][0] != pair[1][0] for card in pair]
            points.append(sum(POINTS[card[0]] if card[0] in POINTS else int(card[0]) for card in unlike))
        return points
