"""Sevens (parliament, fan tan), after Wikipedia and the Bicycle rules of fan tan: ace low, whoever can play must."""

Move = tuple[str, ...]
ORDER = "A23456789TJQK"


class Sevens:
    """One deal of sevens, until somebody is out."""

    def __init__(self, hands: list[list[str]], dealer: int, *, opening: str = "") -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            dealer: The seat that dealt.
            opening: The seven that must be played first, by its holder; without it the seat after the dealer begins.
        """
        self.hands = [list(hand) for hand in hands]
        self.opening = opening
        holders = [seat for seat, hand in enumerate(hands) if opening in hand]
        self.turn = holders[0] if holders else (dealer + 1) % len(hands)
        self.table: set[str] = set()
        self.paid = [1] * len(hands)

    def actors(self) -> list[int]:
        """Returns the seats to move; none when a hand is empty."""
        return [self.turn] if all(self.hands) else []

    def fits(self, card: str) -> bool:
        """Tells whether a card may be laid: a seven, or next to a card of its suit on the side away from the seven."""
        if self.opening and not self.table:
            return card == self.opening
        if card[0] == "7":
            return True
        place = ORDER.index(card[0])
        inner = ORDER[place + 1] if place < ORDER.index("7") else ORDER[place - 1]
        return inner + card[1] in self.table

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: a player who can play must."""
        return {("play", card) for card in self.hands[seat] if self.fits(card)} or {("pass",)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            self.hands[seat].remove(move[1])
            self.table.add(move[1])
        else:
            self.paid[seat] += 1
        self.turn = (seat + 1) % len(self.hands)

    def scores(self) -> list[int]:
        """Returns the chips won: one paid at the start, for each pass and for each card left; all go to who is out."""
        costs = [paid + len(hand) for paid, hand in zip(self.paid, self.hands, strict=True)]
        return [-cost if hand else sum(costs) - cost for cost, hand in zip(costs, self.hands, strict=True)]
