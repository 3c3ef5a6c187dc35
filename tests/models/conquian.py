"""Conquian (cooncan), after Bicycle, rummy-games.com, rummy.com, playginrummyonline.com and Foster's Hoyle (bitlit.ru).

Two players, ten cards each of forty; ace low, seven and jack in sequence. Melds are three or four of a rank, or three
to eight of a suit in sequence (`longest`; old Wikipedia: ten). Who has eleven cards melded wins; if the stock runs out
first, nobody does. The seat after the dealer begins.

A card from the stock is turned up for both to see and is never taken into a hand. Who turned it melds it with cards of
the hand or adds it to an own meld, and then throws a card; or passes. The other player may use a card that was passed
or thrown in the same way, or else turns up the next. Cards of own melds may be borrowed for a new meld, or moved to
another meld after the face-up card was used, if valid melds remain (`borrowing`).

Forcing: a card that a player passes and that would fit one of that player's melds is added to it if the opponent says
so, and the player throws a card (`forcing`). In Foster the opponent may also put a thrown card there at once; here
forcing waits until the card is declined. Where the sources differ: before passing a card one has turned up, one may
meld and add to melds from the hand alone (Bicycle; `hand_melds`).

Moves: `pass`; `meld` with the cards of a new meld; `add` with a card and the first card of the meld it joins; `force`
with the first card of the meld that the face-up card joins; `throw`.
"""

from itertools import combinations

Move = tuple[str, ...]
RANKS = "A234567JQK"


def place(card: str) -> int:
    """Returns the place of a card in its suit."""
    return RANKS.index(card[0])


def in_order(cards: list[str] | tuple[str, ...]) -> list[str]:
    """Returns cards from low to high, suits by letter."""
    return sorted(cards, key=lambda card: (place(card), card[1]))


def rows(cards: list[str]) -> list[list[str]]:
    """Returns the unbroken rows that cards of one suit fall into."""
    found: list[list[str]] = []
    for card in in_order(cards):
        if found and place(found[-1][-1]) + 1 == place(card):
            found[-1].append(card)
        else:
            found.append([card])
    return found


class Conquian:
    """One deal of conquian."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        stock: list[str],
        *,
        longest: int = 8,
        borrowing: bool = True,
        forcing: bool = True,
        hand_melds: bool = True,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Ten cards each.
            dealer: The seat that dealt; the other begins.
            stock: The cards left, the next to be turned up first.
            longest: The most cards of a sequence.
            borrowing: Cards may be borrowed from own melds.
            forcing: The opponent may make a player use a card.
            hand_melds: Melds may be made from the hand alone before a card from the stock is passed.
        """
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.table: list[list[list[str]]] = [[], []]
        """The melds of each seat."""
        self.shown: list[str] = []
        self.dead: list[str] = []
        self.longest, self.borrowing, self.forcing, self.hand_melds = longest, borrowing, forcing, hand_melds
        self.winner: int | None = None
        self.over = False
        self.turn = 1 - dealer
        self.phase = ""
        """The seat in turn has `turned` up a card, is `offered` one, may `force`, has `used` one or was `forced`."""
        self.declined = False
        """The card offered was turned up and passed by the other player."""
        self.turn_up(self.turn)

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.over else [self.turn]

    def turn_up(self, seat: int) -> None:
        """Turns up the next card of the stock for a seat, or ends the deal."""
        self.dead += self.shown
        self.shown = []
        if not self.stock:
            self.over = True
            return
        self.shown = [self.stock.pop(0)]
        self.turn, self.phase = seat, "turned"

    def valid(self, cards: list[str]) -> bool:
        """Tells whether cards are a meld."""
        if len(cards) < 3:
            return False
        if len({card[0] for card in cards}) == 1:
            return True
        return len({card[1] for card in cards}) == 1 and len(rows(cards)) == 1 and len(cards) <= self.longest

    def without(self, meld: list[str], cards: set[str]) -> list[list[str]] | None:
        """Returns what a meld becomes when cards are borrowed: nothing if all are; None if that is not a meld."""
        rest = [card for card in meld if card not in cards]
        if len(rest) == len(meld):
            return [meld]
        if not rest:
            return []
        parts = [rest] if len({card[0] for card in meld}) == 1 else rows(rest)
        return parts if all(self.valid(part) for part in parts) else None

    def fitting(self, seat: int, card: str) -> list[list[str]]:
        """Returns the melds of a seat that a card may be added to."""
        return [meld for meld in self.table[seat] if card not in meld and self.valid([*meld, card])]

    def possible(self, cards: list[str]) -> set[tuple[str, ...]]:
        """Returns all melds that can be made of cards."""
        found: set[tuple[str, ...]] = set()
        for rank in RANKS:
            same = [card for card in cards if card[0] == rank]
            found |= {tuple(sorted(group)) for size in (3, 4) for group in combinations(same, size)}
        for suit in "CDHS":
            for row in rows([card for card in cards if card[1] == suit]):
                for low in range(len(row)):
                    found |= {
                        tuple(sorted(row[low:high])) for high in range(low + 3, min(len(row), low + self.longest) + 1)
                    }
        return found

    def new_melds(self, seat: int) -> set[tuple[str, ...]]:
        """Returns the new melds a seat may make now: with the face-up card, or from the hand where that is allowed."""
        hand = self.hands[seat]
        borrowed = {card for meld in self.table[seat] for card in meld} if self.borrowing else set[str]()
        found: set[tuple[str, ...]] = set()
        for cards in self.possible([*hand, *self.shown, *borrowed]):
            fresh = [card for card in cards if card in hand]
            shown = any(card in cards for card in self.shown)
            alone = bool(fresh) and (not self.shown or (self.phase == "turned" and self.hand_melds))
            if not (shown or alone):
                continue
            if all(self.without(meld, set(cards)) is not None for meld in self.table[seat]):
                found.add(cards)
        return found

    def additions(self, seat: int) -> set[Move]:
        """Returns the moves that add a card to an own meld."""
        cards = list(self.shown)
        if not self.shown or (self.phase == "turned" and self.hand_melds):
            cards += self.hands[seat]
        found = {("add", card, in_order(meld)[0]) for card in cards for meld in self.fitting(seat, card)}
        if self.borrowing and self.phase == "used":
            for source in self.table[seat]:
                for card in source:
                    if self.without(source, {card}) is not None:
                        found |= {("add", card, in_order(meld)[0]) for meld in self.fitting(seat, card)}
        return found

    def forced(self, seat: int, other: int) -> set[Move]:
        """Returns the moves by which a seat makes the other use the face-up card."""
        return {("force", in_order(meld)[0]) for meld in self.fitting(other, self.shown[0])}

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        throws: set[Move] = {("throw", card) for card in self.hands[seat]}
        match self.phase:
            case "forced":
                return throws
            case "force":
                return {("pass",)} | self.forced(seat, 1 - seat)
            case _:
                found: set[Move] = {("meld", *cards) for cards in self.new_melds(seat)} | self.additions(seat)
                if self.phase == "used":
                    return found | throws
                if self.phase == "offered" and self.declined and self.forcing:
                    found |= self.forced(seat, 1 - seat)
                return found | {("pass",)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move[0]:
            case "pass":
                self.decline(seat)
            case "meld":
                self.borrow(seat, set(move[1:]))
                self.table[seat].append(in_order(move[1:]))
                self.spend(seat, set(move[1:]))
            case "add":
                target = self.named(seat, move[2], move[1])
                self.table[seat].remove(target)
                self.borrow(seat, {move[1]})
                self.table[seat].append(in_order([*target, move[1]]))
                self.spend(seat, {move[1]})
            case "force":
                other, card = 1 - seat, self.shown[0]
                self.named(other, move[1], card).append(card)
                self.turn = other
                self.spend(other, {card})
                self.phase = "forced"
            case _:
                self.hands[seat].remove(move[1])
                self.shown = [move[1]]
                self.turn, self.phase, self.declined = 1 - seat, "offered", False

    def decline(self, seat: int) -> None:
        """Passes the face-up card, or lets the other player do without it."""
        if self.phase == "turned":
            self.turn, self.phase, self.declined = 1 - seat, "offered", True
        elif self.phase == "offered" and self.forcing and self.fitting(seat, self.shown[0]):
            self.turn, self.phase = 1 - seat, "force"
        else:
            self.turn_up(1 - seat if self.phase == "force" else seat)

    def named(self, seat: int, first: str, card: str) -> list[str]:
        """Returns the meld with a certain first card that a card fits."""
        return next(meld for meld in self.fitting(seat, card) if in_order(meld)[0] == first)

    def borrow(self, seat: int, cards: set[str]) -> None:
        """Takes cards out of the melds of a seat."""
        self.table[seat] = [part for meld in self.table[seat] for part in self.without(meld, cards) or []]

    def spend(self, seat: int, cards: set[str]) -> None:
        """Takes cards that were melded out of the hand, and the face-up card if it is among them."""
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        if self.shown and self.shown[0] in cards:
            self.shown = []
            self.phase = "used"
        if sum(map(len, self.table[seat])) == 11:
            self.winner, self.over = seat, True

    def scores(self) -> list[int]:
        """Returns 1 for the winner and -1 for the loser, or nothing."""
        return [0, 0] if self.winner is None else [1 if seat == self.winner else -1 for seat in (0, 1)]
