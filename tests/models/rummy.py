"""Rummy (basic or straight rummy), after pagat.com as copied in ljc2154/Rummy, Bicycle, cardgamenews.com, we-mobi.com.

Ten cards each for two players, seven for three or four, six for five or six; one card begins the pile. A turn: draw
the top card of the stock or take the top card of the pile; then meld, and lay off on anybody's melds, as one likes;
then throw a card, but not the one just taken from the pile. Melds are three or four of a rank, or three or more of a
suit in sequence. The deal ends when a hand is empty, with or without a card thrown at last. When the stock is empty,
who does not want the top card of the pile turns the pile over, without shuffling, and draws (pagat.com, Bicycle).

The winner scores what the others hold: pictures 10, aces 1, others as marked; twice that for going rummy, all cards
in one turn by a player who had neither melded nor laid off before.

Where the sources differ: one meld in a turn (pagat.com, cardgamenews.com; `one_meld`), or any (Bicycle). The ace is
low (pagat.com, Bicycle), or high or low and then worth 11 (we-mobi.com; `ace_high`, `ace`). The last card must be
thrown (`must_throw`). Laying off only for who has melded (`melds_first`). The top card stays when the pile is turned
over (`keep_top`), which happens so many times at most (`turnovers`): then the deal ends with the stock, for nothing.
No source says what follows when all that is left after laying off is the card taken from the pile: here nothing may
be laid that leaves it alone, unless it can be laid off itself.
"""

from .rummy_500 import Meld, meld_of, melds

Move = tuple[str, ...]


class Rummy:
    """One deal of rummy."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        pile: str,
        stock: list[str],
        *,
        one_meld: bool = False,
        ace_high: bool = False,
        ace: int = 1,
        must_throw: bool = False,
        melds_first: bool = False,
        keep_top: bool = False,
        turnovers: int | None = None,
        rummy: int = 2,
        paid: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            dealer: The seat that dealt; the next one begins.
            pile: The card that begins the pile.
            stock: The cards left, the next to be drawn first.
            one_meld: One meld in a turn.
            ace_high: Aces are high too, but not both ways at once.
            ace: The points of an ace.
            must_throw: The last card must be thrown.
            melds_first: Only who has melded may lay off.
            keep_top: The top card of the pile stays when the pile is turned over.
            turnovers: How many times the pile may be turned over; None: any number.
            rummy: What the points are multiplied by for going rummy.
            paid: The others lose what they hold, times the same.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = (dealer + 1) % len(hands)
        self.pile, self.stock = [pile], list(stock)
        self.table: list[Meld] = []
        self.one_meld, self.ace_high, self.ace = one_meld, ace_high, ace
        self.must_throw, self.melds_first = must_throw, melds_first
        self.keep_top, self.turnovers = keep_top, turnovers
        self.rummy, self.paid = rummy, paid
        self.drawn = self.melded = False
        self.taken: str | None = None
        self.down = [False for _ in hands]
        """Who has melded or laid off."""
        self.has_meld = [False for _ in hands]
        self.fresh = True
        """The player in turn had nothing down when the turn began."""
        self.winner: int | None = None
        self.blocked = False

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.winner is not None or self.blocked else [self.turn]

    def fits(self, meld: Meld, card: str) -> bool:
        """Tells whether a card may be added to a meld."""
        place = meld.place(card)
        return place is not None and (self.ace_high or card[0] != "A" or meld.low < 0 or place == 0)

    def may_leave(self, rest: list[str], table: list[Meld]) -> bool:
        """Tells whether cards may be left in the hand."""
        if not rest:
            return not self.must_throw
        if rest != [self.taken]:
            return True
        return not self.must_throw and any(self.fits(meld, rest[0]) for meld in table)

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        hand = self.hands[seat]
        if not self.drawn:
            left = self.stock or len(self.pile) > int(self.keep_top)
            return {("take",), ("draw",)} if left else {("take",)}
        found: set[Move] = {("throw", card) for card in hand if card != self.taken}
        if not (self.one_meld and self.melded):
            for cards in melds(hand):
                meld = meld_of(cards)
                assert meld is not None
                high = meld.low >= 0 and meld.low + len(cards) > 13
                rest = [card for card in hand if card not in cards]
                if (self.ace_high or not high) and self.may_leave(rest, [*self.table, meld]):
                    found.add(("meld", *cards))
        if self.has_meld[seat] or not self.melds_first:
            for number, meld in enumerate(self.table):
                for card in hand:
                    if self.fits(meld, card) and self.may_leave_off(hand, card, number):
                        found.add(("lay_off", card, str(number + 1)))
        return found

    def may_leave_off(self, hand: list[str], card: str, number: int) -> bool:
        """Tells whether a card may be laid off on a meld, seen by what is left."""
        rest = [other for other in hand if other != card]
        longer = self.extended(self.table[number], card)
        return self.may_leave(rest, [*self.table[:number], longer, *self.table[number + 1 :]])

    def extended(self, meld: Meld, card: str) -> Meld:
        """Returns a meld with a card more."""
        if meld.place(card) == 0:
            return Meld([card, *meld.cards], meld.low - 1)
        return Meld([*meld.cards, card], meld.low)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        hand = self.hands[seat]
        match move[0]:
            case "draw":
                if not self.stock:
                    self.turn_over()
                hand.append(self.stock.pop(0))
                self.begin(seat)
            case "take":
                self.taken = self.pile.pop()
                hand.append(self.taken)
                self.begin(seat)
            case "meld":
                meld = meld_of(move[1:])
                assert meld is not None
                self.table.append(meld)
                self.melded = self.has_meld[seat] = True
                self.used(seat, move[1:])
            case "lay_off":
                number = int(move[2]) - 1
                self.table[number] = self.extended(self.table[number], move[1])
                self.used(seat, (move[1],))
            case _:
                hand.remove(move[1])
                self.pile.append(move[1])
                self.drawn, self.taken = False, None
                if not hand:
                    self.winner = seat
                self.turn = (seat + 1) % len(self.hands)
                self.blocked = self.winner is None and not self.stock and self.turnovers == 0

    def begin(self, seat: int) -> None:
        """Goes on after a card was drawn or taken."""
        self.drawn, self.melded, self.fresh = True, False, not self.down[seat]

    def turn_over(self) -> None:
        """Makes the pile the stock: the card thrown first is drawn first."""
        kept = self.pile[-1:] if self.keep_top else []
        self.stock = self.pile[: len(self.pile) - len(kept)]
        self.pile = kept
        if self.turnovers is not None:
            self.turnovers -= 1

    def used(self, seat: int, cards: tuple[str, ...]) -> None:
        """Takes cards that were melded or laid off out of a hand."""
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.down[seat] = True
        if not self.hands[seat]:
            self.winner = seat

    def worth(self, card: str) -> int:
        """Returns the points of a card."""
        return self.ace if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])

    def scores(self) -> list[int]:
        """Returns the points."""
        if self.winner is None:
            return [0 for _ in self.hands]
        times = self.rummy if self.fresh else 1
        held = [times * sum(map(self.worth, hand)) for hand in self.hands]
        return [sum(held) if seat == self.winner else -points if self.paid else 0 for seat, points in enumerate(held)]
