"""Ninety-eight, after shram.kiev.ua, safetytotoking.blogspot.com and the first part of pagat.com's page on 98.

Four cards each. In turn everybody plays a card onto a pile, tells what the pile is worth now, and draws a card. It
begins at nothing; an ace adds 1, two to nine what they show, a ten takes away 10, jack and queen change nothing, and a
king makes it 98. Who takes it above 98 loses, and that is the end. Where descriptions differ or are silent:

- any card may be played, or one that goes above 98 only when there is nothing else (`free=False`);
- the deal goes on until one player is left (shram.kiev.ua, gamerules.com for Arizona): `to_last`, where who has no card
  that fits is out, and the pile stays as it is (so a description of 99 at sites.google.com/site/gronemangames);
- nothing is said of a pile below zero; everything2.com has 99 stop at zero (`floor`);
- nothing is said of an empty stock; everything2.com shuffles the pile of 99 (`refill`), or nobody draws any more;
- variations at safetytotoking.blogspot.com: aces count 1 or 11, tens 10 more or less, nines nothing, and fours nothing
  but they turn the direction of play.
"""

from collections.abc import Callable

Move = tuple[str, ...]
MOST = 98


class NinetyEight:
    """One deal of ninety-eight."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        stock: list[str],
        *,
        free: bool = True,
        to_last: bool = False,
        floor: bool = False,
        eleven: bool = False,
        plus_ten: bool = False,
        nine_holds: bool = False,
        four_reverses: bool = False,
        refill: Callable[[list[str]], list[str]] | None = None,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Four cards each.
            dealer: The seat that dealt; the next one begins.
            stock: The cards left, the next to be drawn first.
            free: A card that goes above 98 may be played while others fit.
            to_last: Who has no card that fits is out, and the others go on until one is left.
            floor: The pile is worth nothing at least.
            eleven: An ace counts 1 or 11; the move tells which.
            plus_ten: A ten counts -10 or 10; the move tells which.
            nine_holds: A nine changes nothing.
            four_reverses: A four changes nothing, and turns the direction of play.
            refill: Makes a new stock of the pile; None: without a stock nobody draws.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = (dealer + 1) % len(hands)
        self.stock: list[str] = list(stock)
        self.pile: list[str] = []
        self.free, self.to_last, self.floor = free, to_last, floor
        self.eleven, self.plus_ten, self.nine_holds, self.four_reverses = eleven, plus_ten, nine_holds, four_reverses
        self.refill = refill
        self.total, self.step = 0, 1
        self.lost: list[int] = []

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is lost or no card is left."""
        most = len(self.hands) - 1 if self.to_last else 1
        return [self.turn] if len(self.lost) < most and self.hands[self.turn] else []

    def counts(self, card: str) -> list[str]:
        """Returns what a card may add, or the value it sets, with an equals sign."""
        match card[0]:
            case "A":
                return ["1", "11"] if self.eleven else ["1"]
            case "T":
                return ["-10", "10"] if self.plus_ten else ["-10"]
            case "J" | "Q":
                return ["0"]
            case "K":
                return [f"={MOST}"]
            case "9" if self.nine_holds:
                return ["0"]
            case "4" if self.four_reverses:
                return ["0"]
            case pips:
                return [pips]

    def after(self, count: str) -> int:
        """Returns what the pile is worth after a card that counts so."""
        if count[0] == "=":
            return int(count[1:])
        total = self.total + int(count)
        return max(total, 0) if self.floor else total

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: a card, with what it counts where there is a choice; or being out."""
        moves: dict[Move, int] = {}
        for card in self.hands[seat]:
            counts = self.counts(card)
            for count in counts:
                moves[("play", card, count) if len(counts) > 1 else ("play", card)] = self.after(count)
        fitting = {move for move, total in moves.items() if total <= MOST}
        if self.to_last:
            return fitting or {("out",)}
        return set(moves) if self.free else fitting or set(moves)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "out":
            self.lost.append(seat)
        else:
            card = move[1]
            self.hands[seat].remove(card)
            self.pile.append(card)
            self.total = self.after(move[2] if len(move) > 2 else self.counts(card)[0])
            if self.total > MOST:
                self.lost.append(seat)
            if card[0] == "4" and self.four_reverses:
                self.step = -self.step
            if not self.stock and self.refill:
                self.stock = self.refill(self.pile)
                self.pile = []
            if self.stock:
                self.hands[seat].append(self.stock.pop(0))
        number = len(self.hands)
        order = [(seat + self.step * far) % number for far in range(1, number + 1)]
        self.turn = next((other for other in order if self.hands[other] and other not in self.lost), seat)

    def scores(self) -> list[int]:
        """Returns -1 for who lost, 0 for the others."""
        return [-int(seat in self.lost) for seat in range(len(self.hands))]
