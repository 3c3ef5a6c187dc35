"""Rummy 500 or 500 rum, after howstuffworks.com, bufton.org/meggiesoft, zoboko.com and yeezyboost350v2.us.org (Hoyle).

Thirteen cards each for two players (ten at howstuffworks.com), seven for more; one card begins the pile. A turn: draw
the top card of the stock, or take any card of the pile with all that lie on it, if that card is melded or laid off at
once. Then meld and lay off as one likes, and throw a card on the pile, unless none is left. Melds are three or four of
a rank, or three or more of a suit in sequence; the ace is high or low, but nothing goes round the corner. Cards may be
laid off on anybody's melds, and score for who lays them off. The deal ends when a hand is empty, or when the stock is
empty at the beginning of a turn (bufton.org).

Cards melded score, cards in the hand are taken off: pictures and tens 10, others as marked (`fives`: two to nine 5, as
at bellaonline.com), aces 15, but 1 in a low sequence. Where the sources differ: the top card of the pile may always be
taken (bufton.org; `top_free`), or only to be used at once.
"""

from dataclasses import dataclass
from itertools import combinations

Move = tuple[str, ...]
RANKS = "A23456789TJQKA"


@dataclass
class Meld:
    """A meld on the table.

    Attributes:
        cards: its cards; those of a sequence from low to high.
        low: where a sequence begins, 0 for a low ace; -1 for cards of a rank.
    """

    cards: list[str]
    low: int = -1

    def place(self, card: str) -> int | None:
        """Returns where a card may be laid off: 0 for the front, 1 for the end, None if it may not."""
        if self.low < 0:
            return 1 if card[0] == self.cards[0][0] else None
        if card[1] != self.cards[0][1]:
            return None
        if self.low > 0 and card[0] == RANKS[self.low - 1]:
            return 0
        after = self.low + len(self.cards)
        return 1 if after < len(RANKS) and card[0] == RANKS[after] else None


def meld_of(cards: tuple[str, ...]) -> Meld | None:
    """Returns the meld that cards make, if they make one."""
    if len(cards) >= 3 and len({card[0] for card in cards}) == 1:
        return Meld(sorted(cards))
    if len(cards) < 3 or len({card[1] for card in cards}) > 1:
        return None
    for low in range(len(RANKS) - len(cards) + 1):
        row = RANKS[low : low + len(cards)]
        if {card[0] for card in cards} == set(row) and len(set(row)) == len(cards):
            return Meld([rank + cards[0][1] for rank in row], low)
    return None


def melds(hand: list[str], needed: str | None = None) -> set[tuple[str, ...]]:
    """Returns the cards of all melds that a hand can make, with a card that is needed."""
    found: set[tuple[str, ...]] = set()
    for rank in set(RANKS):
        same = [card for card in hand if card[0] == rank]
        found |= {group for size in (3, 4) for group in combinations(sorted(same), size)}
    for suit in "CDHS":
        for low in range(12):
            for high in range(low + 3, 15):
                row = [rank + suit for rank in RANKS[low:high]]
                if len(set(row)) == len(row) and set(row) <= set(hand):
                    found.add(tuple(sorted(row)))
    return {group for group in found if needed is None or needed in group}


class Rummy500:
    """One deal of rummy 500."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        pile: str,
        stock: list[str],
        *,
        top_free: bool = True,
        fives: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            dealer: The seat that dealt; the next one begins.
            pile: The card that begins the pile.
            stock: The cards left, the next to be drawn first.
            top_free: The top card of the pile may be taken without being used at once.
            fives: Two to nine are worth 5.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = (dealer + 1) % len(hands)
        self.pile, self.stock = [pile], list(stock)
        self.table: list[Meld] = []
        self.gained = [0 for _ in hands]
        self.top_free, self.fives = top_free, fives
        self.drawn = False
        self.needed: str | None = None
        self.over = False

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.over else [self.turn]

    def worth(self, card: str, *, low: bool = False) -> int:
        """Returns the points of a card."""
        if card[0] == "A":
            return 1 if low else 15
        return 10 if card[0] in "TJQK" else 5 if self.fives else int(card[0])

    def usable(self, hand: list[str], card: str) -> bool:
        """Tells whether a card can be melded or laid off at once."""
        same = sum(other[0] == card[0] for other in hand) >= 3
        rows = [[rank + card[1] for rank in RANKS[low : low + 3]] for low in range(12)]
        row = any(card in cards and set(cards) <= set(hand) for cards in rows)
        return same or row or any(meld.place(card) is not None for meld in self.table)

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        hand = self.hands[seat]
        if not self.drawn:
            found: set[Move] = {("draw",)}
            for place, card in enumerate(self.pile):
                free = self.top_free and place == len(self.pile) - 1
                if free or self.usable(hand + self.pile[place:], card):
                    found.add(("take", card))
            return found
        found = {("meld", *group) for group in melds(hand, self.needed)}
        for number, meld in enumerate(self.table):
            for card in hand if self.needed is None else [self.needed]:
                if meld.place(card) is not None:
                    found.add(("lay_off", card, str(number + 1)))
        return found if self.needed else found | {("throw", card) for card in hand}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        hand = self.hands[seat]
        match move[0]:
            case "draw":
                hand.append(self.stock.pop(0))
                self.drawn = True
            case "take":
                place = self.pile.index(move[1])
                free = self.top_free and place == len(self.pile) - 1
                self.needed = None if free else move[1]
                hand += self.pile[place:]
                del self.pile[place:]
                self.drawn = True
            case "meld":
                meld = meld_of(move[1:])
                assert meld is not None
                self.table.append(meld)
                self.gained[seat] += sum(self.worth(card, low=meld.low == 0) for card in meld.cards)
                self.used(seat, move[1:])
            case "lay_off":
                card, meld = move[1], self.table[int(move[2]) - 1]
                if meld.place(card) == 0:
                    meld.low -= 1
                    meld.cards.insert(0, card)
                    self.gained[seat] += self.worth(card, low=meld.low == 0)
                else:
                    meld.cards.append(card)
                    self.gained[seat] += self.worth(card)
                self.used(seat, (card,))
            case _:
                hand.remove(move[1])
                self.pile.append(move[1])
                self.drawn = False
                self.turn = (seat + 1) % len(self.hands)
                self.over = not hand or not self.stock

    def used(self, seat: int, cards: tuple[str, ...]) -> None:
        """Takes cards that were melded or laid off out of a hand."""
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.needed = None
        self.over = not self.hands[seat]

    def scores(self) -> list[int]:
        """Returns the points of the cards melded less those in the hand."""
        held = [sum(map(self.worth, hand)) for hand in self.hands]
        return [gained - lost for gained, lost in zip(self.gained, held, strict=True)]
