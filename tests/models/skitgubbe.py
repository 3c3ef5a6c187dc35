"""Skitgubbe, after Wikipedia's copies (zalansite.site, qeeebo.com), mgoadric.github.io/valet and catsatcards.com.

Phase one: three cards each. Two players play to a trick: the leader, who is the one after the dealer at first, and the
next with cards. Each draws at once after playing, and may play the top card of the stock unseen instead of a card of
the hand, but not its last card. The higher rank wins both cards, ace high, and leads; equal ranks are played over again
by the same two, who win all. Who draws the last card of the stock lays it aside. The phase ends when fewer than two
players have cards; cards of a trick that cannot be decided go back to those who played them.

Phase two: everybody takes the cards won, those left in the hand, and the last card, whose suit is trumps; its owner
leads. A lay is a card or a sequence of a suit. It must be followed by a lay of that suit that begins above its highest
card, or by trumps, or else, also at will, cards are picked up: the last lay with what lies below in unbroken sequence
(`picked="run"`, qeeebo.com), the last lay only ("lay", valet), or the lowest lay with what lies above it in sequence
("lowest", in Garfield's version at magic.wizards.com). The next player goes on, or leads if nothing is left. As many
lays as there were players at the lead are put away; who completed them leads (`completer_leads`; at valet the next
player). Who has no cards is out, and the last one with cards is the skitgubbe.
"""

Move = tuple[str, ...]
ORDER = "23456789TJQKA"


def rank(card: str) -> int:
    """Returns the place of a card, low to high."""
    return ORDER.index(card[0])


class Skitgubbe:
    """One game of skitgubbe."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        stock: list[str],
        *,
        sequences: bool = True,
        picked: str = "run",
        completer_leads: bool = True,
        dare: bool = True,
    ) -> None:
        """Starts the game.

        Args:
            hands: Three cards each.
            dealer: The seat that dealt.
            stock: The cards left, the next to be drawn first.
            sequences: Sequences may be laid.
            picked: What is picked up: "run", "lay" or "lowest".
            completer_leads: Who completes a trick leads to the next.
            dare: The top card of the stock may be played.
        """
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.won: list[list[str]] = [[] for _ in hands]
        self.sequences, self.picked, self.completer_leads, self.dare = sequences, picked, completer_leads, dare
        self.phase = 1
        self.trick: list[tuple[int, str]] = []
        self.leader = self.holder((dealer + 1) % len(hands))
        self.second = self.holder((self.leader + 1) % len(hands))
        self.turn = self.leader
        self.last: list[str] = []
        self.last_owner = -1
        self.trump = ""
        self.lays: list[list[str]] = []
        self.away: list[str] = []
        self.size = len(hands)

    def holder(self, seat: int) -> int:
        """Returns the first seat with cards from a seat on."""
        order = [(seat + step) % len(self.hands) for step in range(len(self.hands))]
        return next((other for other in order if self.hands[other]), seat)

    def actors(self) -> list[int]:
        """Returns the seat to move; none when only one seat has cards."""
        return [self.turn] if self.phase == 1 or sum(map(bool, self.hands)) > 1 else []

    def runs(self, hand: list[str]) -> set[tuple[str, ...]]:
        """Returns the cards and sequences of a hand, from low to high."""
        found: set[tuple[str, ...]] = {(card,) for card in hand}
        for suit in "CDHS" if self.sequences else "":
            for low in range(len(ORDER) - 1):
                for high in range(low + 2, len(ORDER) + 1):
                    row = tuple(each + suit for each in ORDER[low:high])
                    if set(row) <= set(hand):
                        found.add(row)
        return found

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        hand = self.hands[seat]
        if self.phase == 1:
            found: set[Move] = {("play", card) for card in hand}
            return found | {("dare",)} if self.dare and len(self.stock) > 1 else found
        if not self.lays:
            return {("lay", *row) for row in self.runs(hand)}
        top = self.lays[-1][-1]
        found = {("pick_up",)}
        for row in self.runs(hand):
            higher = row[0][1] == top[1] and rank(row[0]) > rank(top)
            if higher or (row[0][1] == self.trump and top[1] != self.trump):
                found.add(("lay", *row))
        return found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move[0]:
            case "play":
                self.hands[seat].remove(move[1])
                self.trick.append((seat, move[1]))
                self.draw(seat)
                self.go_on(seat)
            case "dare":
                self.trick.append((seat, self.stock.pop(0)))
                self.go_on(seat)
            case "lay":
                self.hands[seat] = [card for card in self.hands[seat] if card not in move[1:]]
                if not self.lays:
                    self.size = sum(map(bool, self.hands)) + (not self.hands[seat])
                self.lays.append(list(move[1:]))
                after = self.holder((seat + 1) % len(self.hands))
                self.turn = after
                if len(self.lays) == self.size:
                    self.away += [card for lay in self.lays for card in lay]
                    self.lays = []
                    self.turn = self.holder(seat) if self.completer_leads else after
            case _:
                self.hands[seat] += self.pick_up()
                self.turn = self.holder((seat + 1) % len(self.hands))

    def draw(self, seat: int) -> None:
        """Draws a card of the stock; the last one is laid aside."""
        if len(self.stock) > 1:
            self.hands[seat].append(self.stock.pop(0))
        elif self.stock:
            self.last, self.last_owner = [self.stock.pop(0)], seat

    def go_on(self, seat: int) -> None:
        """Continues a trick of phase one after a card."""
        if seat == self.leader:
            self.turn = self.second
            if not self.hands[self.second]:
                self.undecided()
            return
        ranks = [rank(card) for _, card in self.trick[-2:]]
        if ranks[0] == ranks[1]:
            self.turn = self.leader
            if not self.hands[self.leader]:
                self.undecided()
            return
        winner = self.leader if ranks[0] > ranks[1] else self.second
        self.won[winner] += [card for _, card in self.trick]
        self.trick = []
        if sum(map(bool, self.hands)) < 2:
            self.begin_second()
            return
        self.leader = self.turn = self.holder(winner)
        self.second = self.holder((self.leader + 1) % len(self.hands))

    def undecided(self) -> None:
        """Gives the cards of a trick back that cannot be decided."""
        for seat, card in self.trick:
            self.won[seat].append(card)
        self.trick = []
        if sum(map(bool, self.hands)) < 2:
            self.begin_second()
            return
        self.leader = self.turn = self.holder(self.leader)
        self.second = self.holder((self.leader + 1) % len(self.hands))

    def begin_second(self) -> None:
        """Begins phase two."""
        self.phase = 2
        for seat, won in enumerate(self.won):
            self.hands[seat] += won
            self.won[seat] = []
        self.hands[self.last_owner] += self.last
        self.trump = self.last[0][1]
        self.last = []
        self.turn = self.last_owner

    def pick_up(self) -> list[str]:
        """Takes cards of the trick away to be picked up."""
        end = 0 if self.picked == "lowest" else -1
        cards = self.lays.pop(end)
        while self.lays and self.picked != "lay":
            pair = (cards, self.lays[0]) if end == 0 else (self.lays[-1], cards)
            joined = pair[0][-1][1] == pair[1][0][1] and rank(pair[0][-1]) + 1 == rank(pair[1][0])
            if not joined:
                break
            cards = [*pair[0], *pair[1]]
            self.lays.pop(end)
        return cards

    def scores(self) -> list[int]:
        """Returns 1 for the skitgubbe and 0 for all others."""
        return [int(bool(hand)) for hand in self.hands]
