"""Loba de menos, after gambiter.com, rummyrulebook.com, thanoscardgames.jimdofree.com and en.shram.kiev.ua.

Two packs with four jokers; nine cards each, and one begins the pile. A turn: draw from the stock, or take the top of
the pile for a new meld with cards of the hand, which is melded at once. Then meld, and lay off on anybody's melds, as
one likes, and throw a card; a joker only as the last card. A meld is a pierna, three to six cards of a rank in exactly
three suits, without jokers; or an escalera, four or more of a suit in sequence, the ace low or high, with at most two
jokers. A joker that has been laid stays where it is. Who holds only jokers does not throw. Whose hand is empty ends the
deal, and gets -10 if all cards went in one turn; the others get what they hold: pictures, aces and jokers 10.

Where the sources differ: escaleras of four (thanoscardgames) or three (the others; `shortest`), jokers that count 25
(`joker`), aces 15 (`ace`), laying off only after a meld of one's own (en.shram.kiev.ua; `own_first`). The deal ends
when a card is to be drawn from an empty stock: a model shuffles nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

Move = tuple[str, ...]
RANKS = "A23456789TJQKA"
JOKER = "XX"


@dataclass
class Meld:
    """A meld on the table.

    Attributes:
        cards: its cards.
        roles: for an escalera, its possible first and last places and those of its jokers.
    """

    cards: list[str]
    roles: set[tuple[int, int, frozenset[int]]] = field(default_factory=set[tuple[int, int, frozenset[int]]])

    def extended(self, card: str) -> set[tuple[int, int, frozenset[int]]]:
        """Returns the roles that are left with a card at one of the ends."""
        found: set[tuple[int, int, frozenset[int]]] = set()
        suit = next(other[1] for other in self.cards if other != JOKER)
        jokers = self.cards.count(JOKER)
        for first, last, places in self.roles:
            for place in (first - 1, last + 1):
                if 0 <= place < len(RANKS):
                    ends = min(first, place), max(last, place)
                    if card == JOKER and jokers < 2:
                        found.add((*ends, places | {place}))
                    elif card == RANKS[place] + suit:
                        found.add((*ends, places))
        return found

    def takes(self, card: str) -> bool:
        """Tells whether a card may be laid off."""
        if self.roles:
            return bool(self.extended(card))
        return card in self.cards and len(self.cards) < 6

    def add(self, card: str) -> None:
        """Lays a card off."""
        if self.roles:
            self.roles = self.extended(card)
        self.cards.append(card)


def piernas(hand: Iterable[str]) -> set[tuple[str, ...]]:
    """Returns the piernas that can be made of cards."""
    held = sorted(card for card in hand if card != JOKER)
    found: set[tuple[str, ...]] = set()
    for rank in set(RANKS):
        same = [card for card in held if card[0] == rank]
        for size in range(3, min(len(same), 6) + 1):
            found |= {group for group in combinations(same, size) if len(set(group)) == 3}
    return found


def escaleras(hand: Iterable[str], shortest: int = 4) -> dict[tuple[str, ...], set[tuple[int, int, frozenset[int]]]]:
    """Returns the escaleras that can be made of cards, with what their jokers may be."""
    held = list(hand)
    most = min(held.count(JOKER), 2)
    found: dict[tuple[str, ...], set[tuple[int, int, frozenset[int]]]] = {}
    for suit in "CDHS":
        for first in range(len(RANKS)):
            for last in range(first + shortest - 1, len(RANKS)):
                row = range(first, last + 1)
                lacking = [place for place in row if RANKS[place] + suit not in held]
                if len(lacking) > most:
                    break
                for more in range(most - len(lacking) + 1):
                    for extra in combinations([place for place in row if place not in lacking], more):
                        jokers = frozenset((*lacking, *extra))
                        plain = [RANKS[place] + suit for place in row if place not in jokers]
                        if plain and all(plain.count(card) <= held.count(card) for card in plain):
                            cards = tuple(sorted([*plain, *[JOKER] * len(jokers)]))
                            found.setdefault(cards, set()).add((first, last, jokers))
    return found


class LobaDeMenos:
    """One deal of loba de menos."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        pile: str,
        stock: list[str],
        *,
        shortest: int = 4,
        joker: int = 10,
        ace: int = 10,
        own_first: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Nine cards each; a joker is XX.
            dealer: The seat that dealt; the next one begins.
            pile: The card that begins the pile.
            stock: The cards left, the next to be drawn first.
            shortest: How many cards an escalera needs.
            joker: What a joker in the hand counts.
            ace: What an ace in the hand counts.
            own_first: Cards may be laid off by those only who have melded.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = (dealer + 1) % len(hands)
        self.pile, self.stock = [pile], list(stock)
        self.table: list[Meld] = []
        self.shortest, self.joker, self.ace, self.own_first = shortest, joker, ace, own_first
        self.melded = [False for _ in hands]
        self.before = [False for _ in hands]
        self.drawn = self.over = False
        self.bonus = False

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.over else [self.turn]

    def melds(self, cards: list[str]) -> set[tuple[str, ...]]:
        """Returns the melds that can be made of cards."""
        return piernas(cards) | set(escaleras(cards, self.shortest))

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        hand = self.hands[seat]
        found: set[Move] = set()
        if not self.drawn:
            if self.pile:
                top = self.pile[-1]
                for cards in self.melds([*hand, top]):
                    if cards.count(top) > 0:
                        found.add(("take", *cards))
            return found | {("draw",)}
        found |= {("meld", *cards) for cards in self.melds(hand)}
        if self.melded[seat] or not self.own_first:
            found |= {
                ("lay_off", card, str(number + 1))
                for number, meld in enumerate(self.table)
                for card in hand
                if meld.takes(card)
            }
        plain = {card for card in hand if card != JOKER}
        if len(hand) == 1:
            plain = set(hand)
        return found | ({("throw", card) for card in plain} or {("end",)})

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        hand = self.hands[seat]
        match move[0]:
            case "draw" if not self.stock:
                self.over = True
            case "draw":
                hand.append(self.stock.pop(0))
                self.drawn = True
            case "take":
                hand.append(self.pile.pop())
                self.drawn = True
                self.meld(seat, move[1:])
            case "meld":
                self.meld(seat, move[1:])
            case "lay_off":
                hand.remove(move[1])
                self.table[int(move[2]) - 1].add(move[1])
                self.melded[seat] = True
                self.check(seat)
            case "throw":
                hand.remove(move[1])
                self.pile.append(move[1])
                self.check(seat)
                self.pass_on(seat)
            case _:
                self.pass_on(seat)

    def meld(self, seat: int, cards: tuple[str, ...]) -> None:
        """Lays a new meld."""
        self.table.append(Meld(list(cards), escaleras(cards, self.shortest).get(cards, set())))
        for card in cards:
            self.hands[seat].remove(card)
        self.melded[seat] = True
        self.check(seat)

    def check(self, seat: int) -> None:
        """Ends the deal if a hand is empty."""
        if not self.hands[seat]:
            self.over = True
            self.bonus = not self.before[seat]

    def pass_on(self, seat: int) -> None:
        """Ends a turn."""
        self.before[seat] = self.melded[seat]
        self.drawn = False
        self.turn = (seat + 1) % len(self.hands)

    def worth(self, card: str) -> int:
        """Returns what a card in the hand counts."""
        if card == JOKER:
            return self.joker
        return self.ace if card[0] == "A" else min(RANKS.index(card[0]) + 1, 10)

    def scores(self) -> list[int]:
        """Returns what each player gets; the fewer the better."""
        return [sum(map(self.worth, hand)) if hand else -10 * self.bonus for hand in self.hands]
