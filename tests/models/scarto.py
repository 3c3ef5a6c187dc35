"""Scarto, tarot of Piedmont for three, after Wikipedia, cardgamesplanet.com, genovagioca.it, Valet and others.

A trump is its number, the Fool `XX`, the knight of swords `CS`. The suits are spade (swords), bastoni (batons), coppe
(cups) and denari (coins). In cups and coins the ace is the highest card below the knave, and the ten the lowest. The
dealer has three cards more than the others, and puts three aside, which count with the dealer's tricks. Who cannot
follow suit must play a trump, not necessarily a higher one. The Fool may be played at any time; it takes no trick, and
stays with its player. Cards are counted in threes, each three for its sum less two. Where the sources differ:

`highest`: the Angel (20) beats the World (21); in cardgamesplanet.com the World is the highest trump.
`honour`: the Angel counts five, and may not be put aside (Wikipedia); or the World does (cardgamesplanet.com,
genovagioca.it).
`lone`: the card that may be put aside by a dealer who has no other trump: the 1, where the Fool is a trump (Wikipedia,
the Codice piemontese), or the Fool (cardgamesplanet.com, incompleatgamester.com).
`counted`: Wikipedia does not say whether trumps count as the dealer's that have just been put aside: they do, or not.
`fool`: the winner of the trick has two cards of it (Wikipedia), or gets an empty card for the Fool from the tricks of
its player (cardgamesplanet.com). Nobody says what happens if there is none; here nothing is given.
`single`: two cards that are left count their sum less one, for only one card of a group keeps all it counts
(genovagioca.it). So the Fool that is left alone counts four, and a deal 78 points; in Valet it loses one: 77 points.
`par`: everybody scores the difference from 26, a third of the points, or all points (0).

After three deals the highest total wins (Wikipedia); what the lowest pays (Glimne) is not here.
"""

from collections.abc import Sequence

Move = tuple[str, ...]
LONG = "A23456789TJCQK"
ROUND = "T98765432AJCQK"
FOOL = "XX"
VALUES = {"K": 5, "Q": 4, "C": 3, "J": 2}


def trump(card: str) -> bool:
    """Whether a card is a trump; the Fool is not."""
    return card.isdigit()


def suit(card: str) -> str:
    """Returns the suit of a card; trumps are one, and the Fool is alone in another."""
    return "trumps" if trump(card) else card[1]


class Scarto:
    """One deal of scarto. Seats count in the order of play."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        *,
        highest: str = "20",
        honour: str = "20",
        lone: str = "1",
        counted: bool = True,
        fool: str = "kept",
        single: int = 0,
        par: int = 26,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Twenty-five cards each, and the last three in the dealer's hand.
            dealer: The seat that dealt; the next one leads.
            highest: The trump that beats all others.
            honour: The trump that counts five, besides the 1.
            lone: What may be put aside as the only trump, the "1" or the Fool "XX".
            counted: Trumps that the dealer has put aside are still counted for that.
            fool: Whether the Fool is "kept", or "exchanged" for an empty card.
            single: What a card that is left alone loses when cards are counted in threes.
            par: What is taken off everybody's points.
        """
        self.hands = [list(hand) for hand in hands]
        self.dealer = self.turn = dealer
        self.highest, self.honour, self.lone, self.counted = highest, honour, lone, counted
        self.fool, self.single, self.par = fool, single, par
        self.aside: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[tuple[int, list[tuple[int, str]]]] = []

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the deal is over."""
        return [self.turn] if any(self.hands) else []

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: three times a card to put aside, then the cards that may be played."""
        hand = self.hands[seat]
        if len(self.aside) < 3:
            return {("discard", card) for card in hand if self.spare(card)}
        return {("play", card) for card in self.playable(hand)}

    def spare(self, card: str) -> bool:
        """Whether the dealer may put a card aside."""
        if card == self.lone:
            had = self.hands[self.dealer] + (self.aside if self.counted else [])
            return [other for other in had if trump(other) or other == FOOL] == [card]
        return card[0] != "K" and card not in ("1", self.honour, FOOL)

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        led = next((suit(card) for _, card in self.trick if card != FOOL), None)
        for wanted in (led, "trumps") if led else ():
            cards = [card for card in hand if suit(card) == wanted]
            if cards:
                return cards + [card for card in hand if card == FOOL]
        return hand

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        self.hands[seat].remove(move[1])
        if move[0] == "discard":
            self.aside.append(move[1])
            self.turn = (seat + 1) % 3 if len(self.aside) == 3 else seat
            return
        self.trick.append((seat, move[1]))
        self.turn = (seat + 1) % 3
        if len(self.trick) == 3:
            self.turn = self.winner()
            self.tricks.append((self.turn, self.trick))
            self.trick = []

    def winner(self) -> int:
        """Returns the seat that wins the trick."""
        led = next(suit(card) for _, card in self.trick if card != FOOL)

        def strength(entry: tuple[int, str]) -> tuple[int, int]:
            card = entry[1]
            if trump(card):
                return 2, 22 if card == self.highest else int(card)
            order = ROUND if card[1] in "CD" else LONG
            return (1, order.index(card[0])) if card[1] == led else (0, 0)

        return max(self.trick, key=strength)[0]

    def value(self, card: str) -> int:
        """Returns what a card counts before anything is taken off."""
        if trump(card):
            return 5 if card in ("1", self.honour) else 1
        return 4 if card == FOOL else VALUES.get(card[0], 1)

    def taken(self) -> list[list[str]]:
        """Returns what everybody has in the end, the dealer with what was put aside."""
        piles: list[list[str]] = [[], [], []]
        piles[self.dealer] += self.aside
        fool = None
        for winner, trick in self.tricks:
            for seat, card in trick:
                piles[seat if card == FOOL else winner].append(card)
                if card == FOOL:
                    fool = seat, winner
        if fool and self.fool == "exchanged":
            owner, winner = fool
            empty = [card for card in piles[owner] if self.value(card) == 1][:1]
            for card in empty:
                piles[owner].remove(card)
                piles[winner].append(card)
        return piles

    def points(self, pile: list[str]) -> int:
        """Returns the points of cards counted in threes."""
        groups, left = divmod(len(pile), 3)
        return sum(map(self.value, pile)) - 2 * groups - (0, self.single, 1)[left]

    def scores(self) -> list[int]:
        """Returns what everybody scores."""
        return [self.points(pile) - self.par for pile in self.taken()]


class Match:
    """Three deals, one by each player; their scores are added."""

    def __init__(self, dealer: int, totals: Sequence[int] = (0, 0, 0), played: int = 0) -> None:
        """Starts or continues the match.

        Args:
            dealer: The seat that deals next.
            totals: The scores so far.
            played: How many deals are over.
        """
        self.dealer, self.totals, self.played = dealer, list(totals), played

    def add(self, scores: Sequence[int]) -> None:
        """Adds the scores of a deal; the next player deals."""
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.dealer = (self.dealer + 1) % 3
        self.played += 1

    def winners(self) -> list[int]:
        """Returns the seats with the highest total; none before the end."""
        return [seat for seat in range(3) if self.played == 3 and self.totals[seat] == max(self.totals)]
