"""Durak (podkidnoy), after durak.app, travelswithchelsea.com and Wikipedia's text at piglix.com: 36 cards, six each.

The defender beats every attacking card, or takes all cards of the bout; further cards need a rank that is in the bout.
There are never more of them than six, nor than the defender held before. Everybody draws up to six afterwards, first
who attacked. Who has no card when the stock is used up is out; who is left is the fool. Where the sources differ:

`others`: everybody but the defender throws in (durak.app, Wikipedia); else only the attacker (Game::Durak is for two).
`pile_on`: the cards can still be added to those that the defender takes (durak.app); else taking ends the bout
(takegame.com, when it is the first card).
`first_limit`: five attacking cards at most in the first bout (durak.app); elsewhere six as ever.
`defender_last`: the defender draws when all others have drawn (as Wikipedia has it); else in the order of the seats.
`first`: who attacks first. The lowest trump does everywhere; nobody says who does when nobody has been dealt a trump,
which is the player to the dealer's left here.
`able_only`: whether who cannot throw in is passed over without being asked; no source minds.
"""

Move = tuple[str, ...]
ORDER = "6789TJQKA"


class Durak:
    """One deal of durak, everybody playing alone, the attacking cards laid one at a time."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        stock: list[str],
        turned: str,
        *,
        first: int | None = None,
        others: bool = True,
        pile_on: bool = True,
        first_limit: int = 6,
        defender_last: bool = True,
        able_only: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Six cards each.
            dealer: The seat that dealt.
            stock: The cards left without the one turned up, the next to be drawn first.
            turned: The card turned up, whose suit is trumps and which is drawn last.
            first: The seat that attacks first, if not the holder of the lowest trump.
            others: All but the defender may throw in cards, not only the attacker.
            pile_on: Cards may be thrown in after the defender has decided to take.
            first_limit: How many cards may attack in the first bout.
            defender_last: The defender is the last to draw.
            able_only: Only who holds a card that may be thrown in is asked for one.
        """
        self.hands = [list(hand) for hand in hands]
        self.stock = [*stock, turned]
        self.trump = turned[1]
        self.others, self.pile_on, self.able_only = others, pile_on, able_only
        self.defender_last = defender_last
        self.out: list[str] = []
        self.attacks: list[str] = []
        self.beaten: list[str] = []
        self.passed: set[int] = set()
        self.taking = False
        trumps = [(ORDER.index(card[0]), s) for s, hand in enumerate(hands) for card in hand if card[1] == self.trump]
        lowest = min(trumps)[1] if trumps else (dealer + 1) % len(hands)
        self.begin(lowest if first is None else first, first_limit)

    def begin(self, attacker: int, limit: int = 6) -> None:
        """Begins a bout."""
        self.attacker = self.turn = attacker
        self.defender = self.after(attacker)
        self.most = min(limit, len(self.hands[self.defender]))
        self.attacks, self.beaten, self.passed, self.taking = [], [], set(), False

    def after(self, seat: int) -> int:
        """Returns the next seat with cards."""
        number = len(self.hands)
        return next((s % number for s in range(seat + 1, seat + number) if self.hands[s % number]), seat)

    def over(self) -> bool:
        """Whether at most one player has cards between two bouts."""
        return not self.attacks and not self.stock and sum(map(bool, self.hands)) < 2

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the deal is over."""
        return [] if self.over() else [self.turn]

    def beats(self, card: str, attack: str) -> bool:
        """Whether a card beats an attacking card."""
        if card[1] == attack[1]:
            return ORDER.index(card[0]) > ORDER.index(attack[0])
        return card[1] == self.trump

    def additions(self, seat: int) -> list[str]:
        """Returns the cards that a seat may attack with."""
        if not self.attacks:
            return self.hands[seat]
        ranks = {card[0] for card in self.attacks + self.beaten}
        room = len(self.attacks) < self.most
        return [card for card in self.hands[seat] if room and card[0] in ranks]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if seat == self.defender:
            return {("beat", card) for card in self.hands[seat] if self.beats(card, self.attacks[-1])} | {("take",)}
        cards = {("attack", card) for card in self.additions(seat)}
        return cards | {("pass",)} if self.attacks else cards

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move:
            case ("attack", card):
                self.hands[seat].remove(card)
                self.attacks.append(card)
                self.passed = set()
                if self.taking:
                    self.ask()
                else:
                    self.turn = self.defender
            case ("beat", card):
                self.hands[seat].remove(card)
                self.beaten.append(card)
                self.ask()
            case ("take",):
                self.taking = True
                self.ask()
            case _:
                self.passed.add(seat)
                self.ask()

    def ask(self) -> None:
        """Turns to the next who may throw in a card, the attacker first; ends the bout when there is nobody."""
        number = len(self.hands)
        if len(self.attacks) < self.most and (self.pile_on or not self.taking):
            for seat in [(self.attacker + step) % number for step in range(number if self.others else 1)]:
                held = self.additions(seat) if self.able_only else self.hands[seat]
                if seat != self.defender and seat not in self.passed and held:
                    self.turn = seat
                    return
        self.end()

    def end(self) -> None:
        """Ends the bout: the cards are taken or put away, everybody draws, and the next bout begins."""
        if self.taking:
            self.hands[self.defender] += self.attacks + self.beaten
        else:
            self.out += self.attacks + self.beaten
        self.attacks, self.beaten = [], []
        number = len(self.hands)
        drawing = [(self.attacker + step) % number for step in range(number)]
        if self.defender_last:
            drawing.append(drawing.pop(1))
        for seat in drawing:
            while self.stock and len(self.hands[seat]) < 6:
                self.hands[seat].append(self.stock.pop(0))
        if not self.over():
            goes_on = not self.taking and self.hands[self.defender]
            self.begin(self.defender if goes_on else self.after(self.defender))

    def scores(self) -> list[int]:
        """Returns 1 for the fool and 0 for everybody else; there is no fool if the last cards went out together."""
        return [int(bool(hand)) for hand in self.hands]
