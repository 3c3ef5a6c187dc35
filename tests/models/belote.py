"""Belote, after the official rules of the Fédération française de belote as vareversat/carg on GitHub gives them.

Also CyberFoxar/CardWeb on GitHub, exoty.com, club-belote.com, belotejeu.fr and belotegame.fr. 32 cards, partners sit
opposite. Five cards each and one turned up; from the player after the dealer on everybody may take it with its suit as
trumps, and if nobody does, take it and name another suit; if nobody does that either, there is no play. The taker gets
the card turned up and two more, the others three. Trumps rank J 9 A 10 K Q 8 7 and count 20 14 11 10 4 3 0 0, other
suits rank A 10 K Q J 9 8 7 and count 11 10 4 3 2 0 0 0; the last trick is worth 10. The player after the dealer leads.
To a trump lead trumps must be played, higher ones if possible; another suit must be followed. Who cannot, plays
anything if the partner is winning; otherwise a trump, higher than those of an opponent if possible, or else a lower one
(discards of any kind are free then at doczz.fr: `undertrump=False`). With a partner winning by a trump, a lower one may
be played (`under_partner=False`: only for want of anything else, after "always obliged to go higher" at CardWeb).

King and queen of trumps in one hand count 20, whatever happens. The takers need more than the opponents, with these 20
(without: devenirparent.net; `belote_counts=False`). Otherwise the opponents get all 162. All tricks: 252 in place of
162 (250: CardWeb, club-belote.com; `capot`). At a tie the opponents score theirs, and the points of the takers go to
the side that wins the next contract (`held`, `carried`); or it counts as made or failed (`tie`).

Declarations are not in the official rules (`declarations`; CardWeb, belotegame.fr): three cards in sequence (A K Q J 10
9 8 7) 20, four 50, more 100; four jacks 200, nines 150, aces, tens, kings, queens 100, and a card may be in both kinds.
The side with the best scores all of its own: most points, then the higher rank, then trumps, then who plays earlier.
Not said in so many words, and settled here: four of a kind before a sequence of 100, everything is declared, a sequence
is not divided, and the king and queen of trumps are always declared. If the takers fail, the opponents get both sides'.
"""

from .tricks import Move, Tricks

TRUMPS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
PLAIN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ROW = "789TJQKA"
FOURS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
Declaration = tuple[int, bool, int, bool]
"""Points, four of a kind, the place of the rank, trumps."""


class Belote(Tricks):
    """One deal of belote."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        turned: str,
        stock: list[str],
        *,
        singly: bool = False,
        undertrump: bool = True,
        under_partner: bool = True,
        belote_counts: bool = True,
        capot: int = 252,
        tie: str = "held",
        carried: int = 0,
        declarations: bool = False,
        rounded: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Five cards each.
            dealer: The seat that dealt; the next one speaks and leads first.
            turned: The card turned up.
            stock: The eleven cards left, the next to be dealt first.
            singly: They are dealt one at a time, the turned card being the taker's first, instead of in packets.
            undertrump: Who must trump and cannot go higher than an opponent plays a lower trump.
            under_partner: A lower trump may be played when the partner is winning with one.
            belote_counts: King and queen of trumps count for the contract.
            capot: What all tricks are worth.
            tie: "held", "made" or "failed".
            carried: The points held from a deal before.
            declarations: Sequences and fours of a kind count.
            rounded: Scores are rounded to tens.
        """
        self.first = (dealer + 1) % 4
        super().__init__(hands, self.first)
        self.trump: str | None = None
        self.turned, self.stock = [turned], list(stock)
        self.singly, self.undertrump, self.under_partner = singly, undertrump, under_partner
        self.belote_counts, self.capot, self.tie, self.carried = belote_counts, capot, tie, carried
        self.declarations, self.rounded = declarations, rounded
        self.passes = 0
        self.taker: int | None = None
        self.belote: int | None = None
        self.declared: list[tuple[Declaration, int]] = []

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over or nobody has taken."""
        return [] if self.passes == 8 else super().actors()

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal calls, then the legal cards."""
        if self.taker is not None:
            return super().legal(seat)
        if self.passes < 4:
            return {("take",), ("pass",)}
        return {("name", suit) for suit in "CDHS" if suit != self.turned[0][1]} | {("pass",)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            super().apply(seat, move)
        elif move[0] == "pass":
            self.passes += 1
            self.turn = self.following(seat)
        else:
            self.taker, self.turn = seat, self.first
            self.trump = move[1] if move[0] == "name" else self.turned[0][1]
            self.deal_rest(seat)

    def deal_rest(self, taker: int) -> None:
        """Deals the card turned up and the rest, and notes who has what to declare."""
        self.hands[taker].append(self.turned.pop())
        seats = [(self.first + far) % 4 for far in range(4)]
        for around in range(3 if self.singly else 1):
            for seat in seats:
                number = int(around > 0 or seat != taker) if self.singly else 8 - len(self.hands[seat])
                self.hands[seat] += self.stock[:number]
                del self.stock[:number]
        for seat in seats:
            hand = self.hands[seat]
            if {f"K{self.trump}", f"Q{self.trump}"} <= set(hand):
                self.belote = seat
            if self.declarations:
                self.declared += [(declaration, seat) for declaration in self.found(hand)]

    def found(self, hand: list[str]) -> list[Declaration]:
        """Returns the declarations of a hand."""
        ranks = [card[0] for card in hand]
        found = [(points, True, ROW.index(rank), False) for rank, points in FOURS.items() if ranks.count(rank) == 4]
        for suit in "CDHS":
            held = "".join(rank if rank + suit in hand else " " for rank in ROW)
            for run in held.split():
                if len(run) >= 3:
                    points = {3: 20, 4: 50}.get(len(run), 100)
                    found.append((points, False, ROW.index(run[-1]), suit == self.trump))
        return found

    def rank(self, card: str) -> int:
        """Returns the place of a card within its suit, low to high."""
        return ("78QKTA9J" if card[1] == self.trump else "789JQKTA").index(card[0])

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        same = [card for card in hand if card[1] == led]
        trumps = [card for card in hand if card[1] == self.trump]
        highest = max((self.rank(card) for _, card in self.trick if card[1] == self.trump), default=-1)
        higher = [card for card in trumps if self.rank(card) > highest]
        if led == self.trump:
            return higher or same or hand
        if same:
            return same
        others = [card for card in hand if card[1] != self.trump]
        if (self.turn - self.winning()) % 2 == 0:
            return hand if self.under_partner else others + higher or hand
        return higher or (trumps if self.undertrump else []) or hand

    def winning(self) -> int:
        """Returns the seat that is winning the trick."""
        trumps = [entry for entry in self.trick if entry[1][1] == self.trump]
        same = [entry for entry in self.trick if entry[1][1] == self.trick[0][1][1]]
        return max(trumps or same, key=lambda entry: self.rank(entry[1]))[0]

    def declared_points(self) -> list[int]:
        """Returns the points that the sides have declared; only the better side has any."""
        points = [0, 0]
        if self.declared:
            # The first of the best: they are in order of play.
            best = max(self.declared, key=lambda entry: entry[0])[1] % 2
            points[best] = sum(declaration[0] for declaration, seat in self.declared if seat % 2 == best)
        return points

    def scores(self) -> list[int]:
        """Returns the points of each side, to both partners."""
        sides = self.totals()[0]
        return [(sides[seat % 2] + 5) // 10 * 10 if self.rounded else sides[seat % 2] for seat in range(4)]

    def held(self) -> int:
        """Returns the points that are kept for the next deal."""
        return self.totals()[1]

    def totals(self) -> tuple[list[int], int]:
        """Returns the points of each side, and those that are held."""
        if self.taker is None:
            return [0, 0], self.carried
        cards, belote, declared = [0, 0], [0, 0], self.declared_points()
        for seat, won in enumerate(self.won):
            for card in (card for trick in won for card in trick):
                cards[seat % 2] += (TRUMPS if card[1] == self.trump else PLAIN).get(card[0], 0)
        if self.last_winner is not None:
            cards[self.last_winner % 2] += 10
        for side in (0, 1):
            if len(self.won[side]) + len(self.won[side + 2]) == 8:
                cards[side] = self.capot
        if self.belote is not None:
            belote[self.belote % 2] = 20
        total = [cards[side] + declared[side] + belote[side] for side in (0, 1)]
        takers = self.taker % 2
        others = 1 - takers
        margin = total[takers] - total[others]
        if not self.belote_counts:
            margin -= belote[takers] - belote[others]
        if margin == 0 and self.tie == "held":
            held, total[takers] = total[takers], 0
            return total, self.carried + held
        if margin < 0 or (margin == 0 and self.tie == "failed"):
            total[takers] = belote[takers]
            total[others] = sum(cards) + sum(declared) + belote[others]
            total[others] += self.carried
        else:
            total[takers] += self.carried
        return total, 0
