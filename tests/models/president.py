"""President, after palace-of-cards.com and uno-online.co: beat single cards or sets; a pass bars nobody."""

Move = tuple[str, ...]
ORDER = "3456789TJQKA2"


class President:
    """One deal of president after the exchange of cards."""

    def __init__(self, hands: list[list[str]], leader: int, *, pass_is_final: bool = False) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            leader: The seat that leads.
            pass_is_final: A player who has passed may not play before the next lead.
        """
        self.hands = [[card[0] for card in hand] for hand in hands]
        self.turn = leader
        self.pass_is_final = pass_is_final
        self.best: tuple[int, str] | None = None
        self.last: int | None = None
        self.passed: set[int] = set()
        self.out: list[int] = []

    def actors(self) -> list[int]:
        """Returns the seats to move; none when only one player has cards."""
        return [self.turn] if sum(map(bool, self.hands)) > 1 else []

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: sets of equal rank, as many as and higher than the last; or a pass."""
        hand = self.hands[seat]
        sets = {(count, rank) for rank in set(hand) for count in range(1, hand.count(rank) + 1)}
        if self.best is None:
            return {("play", str(count), rank) for count, rank in sets}
        count, rank = self.best
        beating = {("play", str(n), r) for n, r in sets if n == count and ORDER.index(r) > ORDER.index(rank)}
        return beating | {("pass",)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            count, rank = int(move[1]), move[2]
            for _ in range(count):
                self.hands[seat].remove(rank)
            self.best, self.last = (count, rank), seat
            if not self.pass_is_final:
                self.passed = set()
            if not self.hands[seat]:
                self.out.append(seat)
        else:
            self.passed.add(seat)
        if all(other in self.passed or other == self.last for other in self.playing()):
            self.best, self.passed = None, set()
            self.turn = self.last if self.last in self.playing() else self.after(self.last or 0)
        else:
            self.turn = self.after(seat)

    def playing(self) -> list[int]:
        """Returns the seats with cards."""
        return [seat for seat, hand in enumerate(self.hands) if hand]

    def after(self, seat: int) -> int:
        """Returns the next seat that has cards and may still play to this round."""
        number = len(self.hands)
        order = [(seat + step) % number for step in range(1, number + 1)]
        return next((s for s in order if self.hands[s] and not (self.pass_is_final and s in self.passed)), seat)

    def scores(self) -> list[int]:
        """Returns the place of each seat: 1 for the president."""
        places = self.out + [seat for seat in range(len(self.hands)) if seat not in self.out]
        return [places.index(seat) + 1 for seat in range(len(self.hands))]
