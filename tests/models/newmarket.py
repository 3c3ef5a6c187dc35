"""Newmarket, Michigan, boodle: after pagat.com (first part), bicyclecards.com, pokerwiner.com, ehow.co.uk and others.

All cards are dealt to the players and to one hand more, which stays face down. On the ace of hearts, king of clubs,
queen of diamonds and jack of spades of another pack, the dealer puts two chips each, the others one. The player after
the dealer plays the lowest card of any suit held; whoever has the next higher one of the suit must play it, and so on
until the ace, or until nobody has the next one. Who played last begins again with the lowest card of a suit. Who plays
a card like one of the four takes its chips; what is not taken stays for later deals. Who has no cards left ends it, and
gets a chip from everybody for each card they have left.

Where the descriptions differ: who begins again must change the suit, and who cannot leaves it to the player on the left
(bicyclecards.com, pokerwiner.com), or may take any (loverummy.com, shram.kiev.ua; `new_suit=False`). None says what is
done if nobody has another suit: here, who played last goes on with the same. Casinophant.com has a kitty for who is out
first (`kitty`). Exchanging or selling the spare hand (bicyclecards.com) and free stakes (pokerwiner.com) are not here.
"""

Move = tuple[str, ...]
BOODLE = ("AH", "KC", "QD", "JS")


class Newmarket:
    """One deal of newmarket."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        *,
        boodle: tuple[str, ...] = BOODLE,
        stakes: tuple[int, int] = (1, 2),
        left: dict[str, int] | None = None,
        new_suit: bool = True,
        kitty: int = 0,
        each: int = 1,
        order: str = "23456789TJQKA",
    ) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat, without the spare hand.
            dealer: The seat that dealt; the next one begins.
            boodle: The cards with chips on them.
            stakes: The chips that a player, and that the dealer puts on each of them.
            left: The chips that lie there from deals before.
            new_suit: Who begins again must change the suit.
            kitty: The chips of each player for who is out first.
            each: The chips that are paid for a card left.
            order: The ranks from low to high.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = (dealer + 1) % len(hands)
        self.order, self.new_suit, self.each = order, new_suit, each
        self.kitty = kitty * len(hands)
        staked = [stakes[seat == dealer] for seat in range(len(hands))]
        self.chips = {card: sum(staked) + (left or {}).get(card, 0) for card in boodle}
        self.won = [-chips * len(boodle) - kitty for chips in staked]
        self.played: list[str] = []
        self.next: str | None = None

    def actors(self) -> list[int]:
        """Returns the seat to move; none when a hand is empty."""
        return [self.turn] if all(self.hands) else []

    def starts(self, seat: int, barred: str = "") -> set[str]:
        """Returns the lowest cards of the suits of a hand but for one."""
        hand = sorted(self.hands[seat], key=lambda card: self.order.index(card[0]), reverse=True)
        return set({card[1]: card for card in hand if card[1] != barred}.values())

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: the next card of the suit, or the lowest ones of the suits."""
        if self.next:
            return {("play", self.next)}
        barred = self.played[-1][1] if self.played and self.new_suit else ""
        return {("play", card) for card in self.starts(seat, barred) or self.starts(seat)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        card = move[1]
        self.hands[seat].remove(card)
        self.played.append(card)
        self.won[seat] += self.chips.get(card, 0)
        if card in self.chips:
            self.chips[card] = 0
        if not self.hands[seat]:
            self.settle(seat)
            return
        place = self.order.index(card[0]) + 1
        higher = self.order[place] + card[1] if place < len(self.order) else ""
        holder = next((other for other, hand in enumerate(self.hands) if higher in hand), None)
        if holder is not None:
            self.next, self.turn = higher, holder
            return
        self.next = None
        if self.new_suit:
            number = len(self.hands)
            seats = [(seat + far) % number for far in range(number)]
            self.turn = next((other for other in seats if self.starts(other, card[1])), seat)

    def settle(self, seat: int) -> None:
        """Pays who is out."""
        for other, hand in enumerate(self.hands):
            self.won[other] -= self.each * len(hand)
            self.won[seat] += self.each * len(hand)
        self.won[seat] += self.kitty

    def scores(self) -> list[int]:
        """Returns the chips won or lost, with those put in at the start."""
        return list(self.won)
