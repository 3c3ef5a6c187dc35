"""French tarot for four, after le-tarot.fr, bric-a-brac.org, tarotjeu.com and tarometre.fr (the federation).

A trump is its number, the excuse `XX`, the knight of hearts `CH`. Everybody bids once. For a prise or a garde the taker
takes the six cards of the dog and puts six aside, no king or bout, and trumps only for want of other cards. Trumps must
be played by who cannot follow, and higher than those in the trick if possible. Where the sources differ:

`excuse_last`: the excuse in the last trick goes to the other side (le-tarot.fr) or to who wins the trick
(bric-a-brac.org: `winner`). By the federation's rules it wins the trick if its side has all the others.
`petit_sec`: with the petit as the only trump, without the excuse, the cards are dealt again (the federation's rules).
`misere`: rencontrestarot.org pays for a hand without trumps or court cards; not here.
`defence_slam`: the taker pays 200 for losing all tricks (the federation's rules).
"""

Move = tuple[str, ...]
ORDER = "A23456789TJCQK"
BIDS = ("prise", "garde", "sans", "contre")
FACTORS = (1, 2, 4, 6)
VALUES = {"K": 9, "Q": 7, "C": 5, "J": 3}
BOUTS = ("1", "21", "XX")
NEEDED = (56, 51, 41, 36)
HANDFULS = {"10": 20, "13": 30, "15": 40}
SLAM = 200


def trump(card: str) -> bool:
    """Whether a card is a trump; the excuse is not."""
    return card.isdigit()


def halves(card: str) -> int:
    """Returns the value of a card, in half points."""
    return 9 if card in BOUTS else 1 if trump(card) else VALUES.get(card[0], 1)


class FrenchTarot:
    """One deal of French tarot for four. Seats count in the order of play."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        dog: list[str],
        *,
        excuse_last: str = "other",
        petit_sec: bool = True,
        defence_slam: bool = True,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Eighteen cards each.
            dealer: The seat that dealt; the next one bids and leads first.
            dog: The six cards left.
            excuse_last: To whom the excuse goes when it is played last: the "other" side or the "winner".
            petit_sec: A hand whose only trump is the petit, without the excuse, ends the deal.
            defence_slam: The defenders are paid for all tricks.
        """
        self.hands = [list(hand) for hand in hands]
        self.dog = list(dog)
        self.excuse_last, self.defence_slam = excuse_last, defence_slam
        self.leader = self.turn = (dealer + 1) % 4
        self.phase = "bid"
        if petit_sec and any([card for card in hand if card in BOUTS or trump(card)] == ["1"] for hand in hands):
            self.phase = "over"
        self.bids: list[str] = []
        self.taker, self.bid = -1, -1
        self.aside: list[str] = []
        self.slam = False
        self.handfuls: dict[int, str] = {}
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[tuple[int, list[tuple[int, str]]]] = []

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the deal is over."""
        return [] if self.phase == "over" else [self.turn]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: a bid, a card to put aside, whether a slam is announced, and in play the cards.

        Before the first card a handful may be shown once.
        """
        hand = self.hands[seat]
        match self.phase:
            case "bid":
                return {("pass",)} | {("bid", bid) for bid in BIDS[self.bid + 1 :]}
            case "discard":
                free = [card for card in hand if not trump(card) and card != "XX" and card[0] != "K"]
                return {("discard", c) for c in free or [card for card in hand if trump(card) and card not in BOUTS]}
            case "slam":
                return {("slam",), ("no_slam",)}
            case _:
                moves = {("play", card) for card in self.playable(hand)}
                trumps = sum(trump(card) or card == "XX" for card in hand)
                if len(hand) == 18 and seat not in self.handfuls:
                    moves |= {("show", size) for size in HANDFULS if trumps >= int(size)}
                return moves

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        laid = [card for _, card in self.trick if card != "XX"]
        if not laid:
            return hand
        excuse = [card for card in hand if card == "XX"]
        suited = [card for card in hand if not trump(laid[0]) and card[1:] == laid[0][1:] and card != "XX"]
        if suited and not trump(laid[0]):
            return [card for card in suited if not trump(card)] + excuse
        trumps = [card for card in hand if trump(card)]
        best = max((int(card) for card in laid if trump(card)), default=0)
        higher = [card for card in trumps if int(card) > best]
        return (higher or trumps) + excuse if trumps else hand

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move:
            case ("pass",) | ("bid", _):
                self.speak(seat, move)
            case ("discard", card):
                self.hands[seat].remove(card)
                self.aside.append(card)
                if len(self.aside) == 6:
                    self.phase = "slam"
            case ("slam",) | ("no_slam",):
                self.slam = move == ("slam",)
                self.turn, self.phase = seat if self.slam else self.leader, "play"
            case ("show", size):
                self.handfuls[seat] = size
            case _:
                self.play(seat, move[1])

    def speak(self, seat: int, move: Move) -> None:
        """Makes a bid; after four the highest bidder is the taker."""
        self.bids.append(move[-1])
        if move[0] == "bid":
            self.taker, self.bid = seat, BIDS.index(move[1])
        self.turn = (seat + 1) % 4
        if len(self.bids) == 4:
            self.turn = self.taker
            if self.taker < 0:
                self.phase = "over"
            elif self.bid < 2:
                self.phase = "discard"
                self.hands[self.taker] += self.dog
                self.dog = []
            else:
                self.phase = "slam"

    def play(self, seat: int, card: str) -> None:
        """Plays a card; the fourth ends the trick."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = (seat + 1) % 4
        if len(self.trick) == 4:
            self.turn = self.winner()
            self.tricks.append((self.turn, self.trick))
            self.trick = []
            if len(self.tricks) == 18:
                self.phase = "over"

    def side(self, seat: int) -> int:
        """Returns 0 for the taker and 1 for the defenders."""
        return int(seat != self.taker)

    def winner(self) -> int:
        """Returns the seat that wins the trick."""
        led = next(card for _, card in self.trick if card != "XX")
        excused = [seat for seat, card in self.trick if card == "XX" and len(self.tricks) == 17]
        if excused and all(self.side(seat) == self.side(excused[0]) for seat, _ in self.tricks):
            return excused[0]

        def strength(entry: tuple[int, str]) -> tuple[int, int]:
            card = entry[1]
            if card == "XX":
                return 0, 0
            if trump(card):
                return 2, int(card)
            return int(card[1] == led[1:]), ORDER.index(card[0])

        return max(self.trick, key=strength)[0]

    def taken(self) -> list[list[str]]:
        """Returns what each side has in the end; the excuse is given back, for a card that is not among these."""
        piles: list[list[str]] = [[], []]
        piles[self.bid == 3].extend(self.aside + self.dog)
        for number, (winner, trick) in enumerate(self.tricks):
            for seat, card in trick:
                to = self.side(winner)
                if card == "XX" and number < 17:
                    to = self.side(seat)
                elif card == "XX" and self.excuse_last == "other" and winner != seat:
                    to = 1 - self.side(seat)
                piles[to].append(card)
        return piles

    def points(self) -> int:
        """Returns the card points of the taker."""
        count = sum(map(halves, self.taken()[0]))
        for number, (winner, trick) in enumerate(self.tricks):
            owner = next((seat for seat, card in trick if card == "XX"), None)
            if owner is not None:
                side, kept = self.side(owner), number < 17
                if kept and side != self.side(winner):
                    count += 1 if side else -1
                if not kept and self.excuse_last == "other" and side == self.side(winner) and owner != winner:
                    count += 1 if side == 0 else -1
        return count // 2

    def petit_last(self) -> int:
        """Returns 1 if the taker has won the petit in the last trick, -1 if the defence has, else 0."""
        winner, trick = self.tricks[17]
        if any(seat == winner and card == "XX" for seat, card in trick):
            winner, trick = self.tricks[16]
        return (1 - 2 * self.side(winner)) * any(card == "1" for _, card in trick)

    def scores(self) -> list[int]:
        """Returns what everybody wins or loses."""
        if len(self.tricks) < 18:
            return [0] * 4
        margin = self.points() - NEEDED[sum(card in BOUTS for card in self.taken()[0])]
        sign = 1 if margin >= 0 else -1
        total = (margin + 25 * sign + 10 * self.petit_last()) * FACTORS[self.bid]
        total += sign * sum(HANDFULS[size] for size in self.handfuls.values())
        sides = {self.side(winner) for winner, _ in self.tricks}
        if sides == {0}:
            total += SLAM * (1 + self.slam)
        elif self.slam or (sides == {1} and self.defence_slam):
            total -= SLAM
        return [3 * total if seat == self.taker else -total for seat in range(4)]
