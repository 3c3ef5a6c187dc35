"""One deal of knockout whist, after gambiter.com, gamerules.com, coololdgames.com and earthanomaly.com.

As many cards each as the deal has, seven at first; a card turned up makes trumps in the first deal, later whoever took
most tricks in the deal before names them. The player after the dealer leads, and suit is followed. Who takes no trick
is out; the first time, a player has a dog's life: one card in the next deal, to be played to a trick of choice. Where
the sources say nothing: the dog may let any trick but the last pass, also the lead, which then is the next player's;
after a trick won by the dog the next player with cards leads.
"""

from .tricks import Move, Tricks


class KnockoutWhist(Tricks):
    """One deal of knockout whist."""

    def __init__(
        self,
        hands: list[list[str]],
        leader: int,
        trump: str | None = None,
        *,
        chooser: int | None = None,
        dogs: frozenset[int] = frozenset(),
    ) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat, none for those who are out.
            leader: The seat that leads to the first trick.
            trump: The suit of trumps, if a card turned up names it.
            chooser: The seat that names trumps, otherwise.
            dogs: The seats with a single card, to be played when they like.
        """
        super().__init__(hands, leader, trump)
        self.trump: str | None = trump
        self.chooser, self.dogs = chooser, dogs
        self.size = max(map(len, hands))
        self.playing = [seat for seat, hand in enumerate(hands) if hand]
        self.acted: set[int] = set()
        self.turn = leader if hands[leader] else self.next_with_cards(leader)

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [self.chooser] if self.trump is None and self.chooser is not None else super().actors()

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if self.trump is None and self.chooser is not None:
            return {("name", suit) for suit in "CDHS"}
        return super().legal(seat) | ({("pass",)} if seat in self.dogs and not self.last_trick() else set())

    def last_trick(self) -> bool:
        """Tells whether this is the last trick of the deal."""
        return sum(map(len, self.won)) == self.size - 1

    def next_with_cards(self, seat: int) -> int:
        """Returns the next seat that has cards and has not acted in this trick."""
        order = [(seat + step) % len(self.hands) for step in range(1, len(self.hands) + 1)]
        return next((other for other in order if self.hands[other] and other not in self.acted), seat)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "name":
            self.trump = move[1]
            return
        self.acted.add(seat)
        if move[0] == "play":
            self.hands[seat].remove(move[1])
            self.trick.append((seat, move[1]))
        if any(hand and other not in self.acted for other, hand in enumerate(self.hands)):
            self.turn = self.next_with_cards(seat)
            return
        self.acted = set()
        self.gather()
        if not self.hands[self.turn]:
            self.turn = self.next_with_cards(self.turn)

    def without_trick(self) -> list[int]:
        """Returns the seats that played and took no trick."""
        return [seat for seat in self.playing if not self.won[seat]]

    def scores(self) -> list[int]:
        """Returns the tricks of each seat."""
        return [len(won) for won in self.won]
