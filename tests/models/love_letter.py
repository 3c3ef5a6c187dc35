"""Love letter with sixteen cards, after rubyrat.com, Board Game Arena's help (Gamehelploveletter), wingboardgame.com.

A turn draws a card and plays one of two: 1 guard, 2 priest, 3 baron, 4 handmaid, 5 prince, 6 king, 7 countess, 8
princess. A card that needs another player has no effect if handmaids protect all of them, but the prince then makes
its player discard. The highest hand wins when no card is left to draw. Where the sources differ:

`ties`: of the highest hands the higher sum of discards wins (rubyrat.com, Board Game Arena), else, with equal sums too,
nobody (`nobody`, Board Game Arena) or all of them (`all`; rubyrat.com is silent); or all share it whatever they
discarded (`hands`, wingboardgame.com, of the second edition).
"""

Move = tuple[str, ...]


class LoveLetter:
    """One round of love letter. A card is a digit, its value."""

    def __init__(self, hands: list[str], first: int, stock: list[str], aside: str, *, ties: str = "nobody") -> None:
        """Starts the round.

        Args:
            hands: One card each.
            first: The seat to play first.
            stock: The cards left, the next to be drawn first.
            aside: The card put aside face down.
            ties: Who wins with equal hands: the higher discards or else "nobody" or "all"; "hands" for all.
        """
        self.hands = [[hand] for hand in hands]
        self.discards: list[list[str]] = [[] for _ in hands]
        self.stock = list(stock)
        self.aside = [aside]
        self.ties = ties
        self.protected: set[int] = set()
        self.turn = first
        self.draw(first)

    def draw(self, seat: int) -> None:
        """Draws a card, if there is none from the stock the one put aside."""
        self.hands[seat].append((self.stock or self.aside).pop(0))

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the round is over."""
        return [self.turn] if any(len(hand) == 2 for hand in self.hands) else []

    def playing(self) -> list[int]:
        """Returns the seats that are still in the round."""
        return [seat for seat, hand in enumerate(self.hands) if hand]

    def targets(self, seat: int) -> list[str]:
        """Returns the other players who may be chosen."""
        return [str(other) for other in self.playing() if other != seat and other not in self.protected]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: a card, then whom it is for, then the guess; the countess if she must be played."""
        hand = self.hands[seat]
        if "7" in hand and ("5" in hand or "6" in hand):
            return {("play", "7")}
        others = self.targets(seat)
        moves: set[Move] = set()
        for card in hand:
            chosen = [*others, str(seat)] if card == "5" else others if card in "1236" else []
            if card == "1":
                moves |= {("play", card, other, guess) for other in chosen for guess in "2345678"}
            else:
                moves |= {("play", card, other) for other in chosen}
            if not chosen:
                moves.add(("play", card))
        return moves

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        self.hands[seat].remove(move[1])
        self.discards[seat].append(move[1])
        match move[1:]:
            case ("1", other, guess):
                if self.hands[int(other)] == [guess]:
                    self.discard(int(other))
            case ("3", other):
                mine, theirs = self.hands[seat], self.hands[int(other)]
                if mine != theirs:
                    self.discard(seat if mine < theirs else int(other))
            case ("4",):
                self.protected.add(seat)
            case ("5", other):
                if self.discard(int(other)) != "8":
                    self.draw(int(other))
            case ("6", other):
                self.hands[seat], self.hands[int(other)] = self.hands[int(other)], self.hands[seat]
            case ("8",):
                self.discard(seat)
            case _:
                pass
        self.proceed()

    def discard(self, seat: int) -> str:
        """Discards the hand of a seat, and returns the card."""
        card = self.hands[seat].pop()
        self.discards[seat].append(card)
        return card

    def proceed(self) -> None:
        """Begins the turn of the next player, if the round goes on."""
        if len(self.playing()) > 1 and self.stock:
            number = len(self.hands)
            self.turn = next(s % number for s in range(self.turn + 1, self.turn + number) if self.hands[s % number])
            self.protected.discard(self.turn)
            self.draw(self.turn)

    def scores(self) -> list[int]:
        """Returns 1 for who wins the round, for the others 0."""
        best = max(self.hands)
        winners = [seat for seat in self.playing() if self.hands[seat] == best]
        if self.ties != "hands":
            sums = {seat: sum(map(int, self.discards[seat])) for seat in winners}
            winners = [seat for seat in winners if sums[seat] == max(sums.values())]
            if len(winners) > 1 and self.ties == "nobody":
                winners = []
        return [int(seat in winners) for seat in range(len(self.hands))]
