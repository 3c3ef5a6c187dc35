"""Gin Slaughtre, after the draft of its author, and Wikipedia on Shithead and Gin rummy, from which the draft comes.

54 cards; seven each, one by one: three lie open before the player, four are the hand. First both may swap cards between
the two. Who was dealt a 3 begins (open before in a hand, then the first dealt; if nobody was, a 4, and so on to 2 and
joker). A turn: play a card, a set of three or four, or a run of three or more of a suit, of which the first card laid
is not lower than the top of the pile; ace low, joker high. Anything may follow a 2, and 2 and 9 may follow anything. Or
take the pile; with nothing to play, also draw a card instead. After a play the hand is filled up to four. With hand
and stock empty the open cards are played; who has no card left wins.

A 9, or four cards of a rank or suit on top, takes the pile out of the game, and the player goes on. A red 5 obliges the
opponent to play a 5 or lower, 2 and 9; for each black 5 the opponent draws a card, for a jack cards until one of them
is a 5 or lower. A joker gives the opponent the pile instead of a turn.

Where the draft contradicts itself: the hand is filled up to four or three (`refill`), four of a suit on top count or
not (`suits`). In Shithead, pairs may be played too (`pairs`).
"""

from collections.abc import Iterable
from itertools import combinations

Move = tuple[str, ...]
RANKS = "A23456789TJQKX"
SUITS = "CDHS"
BEGIN = "3456789TJQKA2X"
"""With which rank one begins."""


def order(card: str) -> tuple[int, int]:
    """Returns the place of a card; jokers have the rank X."""
    return RANKS.index(card[0]), SUITS.find(card[1])


def tricks(cards: Iterable[str], *, pairs: bool = False) -> set[tuple[str, ...]]:
    """Returns what may be played together, in the order in which it is laid."""
    held = sorted(cards, key=order)
    plain = [card for card in held if card[0] != "X"]
    found = {(card,) for card in held} | set[tuple[str, ...]]()
    for rank in RANKS:
        same = [card for card in plain if card[0] == rank]
        found |= {group for size in (2, 3, 4) if size > 2 or pairs for group in combinations(same, size)}
    for suit in SUITS:
        for low in range(11):
            for high in range(low + 3, 14):
                row = tuple(rank + suit for rank in RANKS[low:high])
                if set(row) <= set(plain):
                    found.add(row)
    return found


class GinSlaughtre:
    """One game of Gin Slaughtre."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        open_cards: list[list[str]],
        stock: list[str],
        *,
        refill: int = 4,
        suits: bool = True,
        pairs: bool = False,
        most: int = 2000,
    ) -> None:
        """Starts the game.

        Args:
            hands: Four cards each, in the order of the deal.
            dealer: The seat that dealt.
            open_cards: Three cards each, in the order of the deal.
            stock: The cards left, the next to be drawn first.
            refill: Up to how many cards a hand is filled.
            suits: Four of a suit on top of the pile take it out of the game.
            pairs: Two of a rank may be played.
            most: After how many moves the game is over; who has fewer cards wins.
        """
        self.hands = [list(hand) for hand in hands]
        self.open = [list(cards) for cards in open_cards]
        self.stock, self.pile, self.gone = list(stock), list[str](), list[str]()
        self.refill, self.suits, self.pairs, self.most = refill, suits, pairs, most
        self.turn = self.starter(1 - dealer)
        self.chosen: set[int] = set()
        self.bound: int | None = None
        self.moves = 0
        self.winner: int | None = None
        self.over = False

    def starter(self, first: int) -> int:
        """Returns who begins."""
        for rank in BEGIN:
            for place in range(3):
                for seat in (first, 1 - first):
                    if self.open[seat][place][0] == rank:
                        return seat
            for seat in (first, 1 - first):
                if any(card[0] == rank for card in self.hands[seat]):
                    return seat
        raise AssertionError

    def actors(self) -> list[int]:
        """Returns who may move: both, until they have swapped cards."""
        if len(self.chosen) < 2:
            return [seat for seat in (0, 1) if seat not in self.chosen]
        return [] if self.over else [self.turn]

    def fits(self, seat: int, card: str) -> bool:
        """Tells whether a card may be laid first."""
        if card[0] in "29":
            return True
        if seat == self.bound:
            return card[0] in "A2345"
        return not self.pile or self.pile[-1][0] == "2" or order(card)[0] >= order(self.pile[-1])[0]

    def source(self, seat: int) -> list[str]:
        """Returns the cards of which a seat plays."""
        return self.hands[seat] if self.hands[seat] or self.stock else self.open[seat]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if len(self.chosen) < 2:
            held = sorted(self.hands[seat] + self.open[seat])
            return {("open", *cards) for cards in combinations(held, 3)}
        possible = tricks(self.source(seat), pairs=self.pairs)
        found: set[Move] = {("play", *sorted(trick)) for trick in possible if self.fits(seat, trick[0])}
        if not found and self.stock:
            found.add(("draw",))
        if self.pile:
            found.add(("take",))
        return found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move[0]:
            case "open":
                held = self.hands[seat] + self.open[seat]
                for card in move[1:]:
                    held.remove(card)
                self.hands[seat], self.open[seat] = held, list(move[1:])
                self.chosen.add(seat)
                return
            case "take":
                self.hands[seat] += self.pile
                self.pile = []
                self.pass_on(seat)
            case "draw":
                self.draw(seat)
                self.pass_on(seat)
            case _:
                self.play(seat, sorted(move[1:], key=order))
        self.moves += 1
        if self.moves >= self.most and not self.over:
            self.over = True
            left = [len(self.hands[each]) + len(self.open[each]) for each in (0, 1)]
            self.winner = None if left[0] == left[1] else left.index(min(left))

    def pass_on(self, seat: int) -> None:
        """Ends a turn."""
        if self.bound == seat:
            self.bound = None
        self.turn = 1 - seat

    def draw(self, seat: int) -> str | None:
        """Draws a card, if there is one."""
        if not self.stock:
            return None
        self.hands[seat].append(self.stock.pop(0))
        return self.hands[seat][-1]

    def play(self, seat: int, cards: list[str]) -> None:
        """Lays cards on the pile, with what follows from it."""
        source, other = self.source(seat), 1 - seat
        for card in cards:
            source.remove(card)
        self.pile += cards
        self.bound = None
        if not self.hands[seat] and not self.open[seat] and not self.stock:
            self.winner, self.over = seat, True
            return
        ranks = [card[0] for card in cards]
        removed = "9" in ranks or self.four()
        if removed:
            self.gone += self.pile
            self.pile = []
        else:
            for card in cards:
                if card in ("5C", "5S"):
                    self.draw(other)
            if "J" in ranks:
                drawn = self.draw(other)
                while drawn is not None and drawn[0] not in "A2345":
                    drawn = self.draw(other)
            if "5D" in cards or "5H" in cards:
                self.bound = other
        while len(self.hands[seat]) < self.refill and self.stock:
            self.draw(seat)
        if removed:
            return
        if ranks == ["X"]:
            self.hands[other] += self.pile
            self.pile = []
            return
        self.turn = other

    def four(self) -> bool:
        """Tells whether the top four cards are alike."""
        top = self.pile[-4:]
        if len(top) < 4 or any(card[0] == "X" for card in top):
            return False
        return len({card[0] for card in top}) == 1 or (self.suits and len({card[1] for card in top}) == 1)

    def scores(self) -> list[int]:
        """Returns 1 for who won."""
        return [int(seat == self.winner) for seat in (0, 1)]
