"""Gin rummy, after rubl.com, ccstocker.com, groupgames.xyz, spielegratis24.de and docs.rs/gin-rummy.

Ten cards each, and one begins the pile. The opponent of the dealer may take it or pass, then the dealer; after two
passes the opponent draws from the stock. A turn: draw from the stock or take the top of the pile, and throw another
card. With ten points or fewer outside melds after throwing a card a player may knock; with none it is gin. The opponent
lays down melds, and after a knock that is not gin lays off cards on the knocker's melds. The lower count scores the
difference; the opponent scores a bonus besides when it is not higher (undercut), as does the knocker with gin. The hand
is void when two cards are left in the stock after a throw. Melds are three or four of a rank, or three or more of a
suit in sequence with the ace low. Ace 1, pictures 10, others as marked.

Where the sources differ: bonuses of 25 and 25 (groupgames.xyz, spielegratis24.de) or 20 and 10 (docs.rs/gin-rummy,
classic); 6 points more than gin for eleven melded cards (spielegratis24.de) or no such thing (groupgames.xyz; None); an
undercut when equal (groupgames.xyz) or only with less (spielegratis24.de); whether the last card thrown may be taken to
knock (ccstocker.com, rubl.com: `last_chance`). In OpenSpiel the hand is void when a fiftieth card is taken from the
pile, not counting the first one.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations

Move = tuple[str, ...]
Meld = tuple[str, ...]
RANKS = "A23456789TJQK"


def points(cards: tuple[str, ...]) -> int:
    """Returns what cards outside melds count."""
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


def melds(hand: tuple[str, ...]) -> list[Meld]:
    """Returns all melds that can be made of a hand; sequences from low to high."""
    found: list[Meld] = []
    for rank in RANKS:
        same = [card for card in hand if card[0] == rank]
        found += [group for size in (3, 4) for group in combinations(same, size)]
    for suit in "CDHS":
        for low in range(11):
            row: Meld = ()
            for rank in RANKS[low:]:
                if rank + suit not in hand:
                    break
                row = (*row, rank + suit)
                if len(row) >= 3:
                    found.append(row)
    return found


@cache
def arrangements(hand: tuple[str, ...]) -> list[tuple[tuple[Meld, ...], tuple[str, ...]]]:
    """Returns all ways to meld some of a hand, none too, each with the cards that are left."""
    possible = melds(hand)
    found: list[tuple[tuple[Meld, ...], tuple[str, ...]]] = []

    def add(chosen: tuple[Meld, ...], rest: tuple[str, ...], first: int) -> None:
        found.append((chosen, rest))
        for number in range(first, len(possible)):
            meld = possible[number]
            if set(meld) <= set(rest):
                add((*chosen, meld), tuple(card for card in rest if card not in meld), number + 1)

    add((), hand, 0)
    return found


@cache
def deadwood(hand: tuple[str, ...]) -> int:
    """Returns the least that a hand counts."""
    return min(points(rest) for _, rest in arrangements(hand))


def without_each(hand: tuple[str, ...]) -> dict[str, int]:
    """Returns the least that a hand counts without each of its cards."""
    least = dict.fromkeys(hand, points(hand))
    for _, rest in arrangements(hand):
        count = points(rest)
        for card in rest:
            least[card] = min(least[card], count - points((card,)))
    return least


def grown(meld: Meld, card: str) -> Meld | None:
    """Returns a meld with a card laid off on it, if that may be done."""
    if meld[0][0] == meld[1][0]:
        return (*meld, card) if card[0] == meld[0][0] else None
    if card[1] != meld[0][1]:
        return None
    place = RANKS.index(card[0])
    if place == RANKS.index(meld[0][0]) - 1:
        return (card, *meld)
    return (*meld, card) if place == RANKS.index(meld[-1][0]) + 1 else None


@cache
def laid_off(rest: tuple[str, ...], table: tuple[Meld, ...]) -> int:
    """Returns the least that cards count after some are laid off on melds."""
    least = points(rest)
    for card in rest:
        for number, meld in enumerate(table):
            more = grown(meld, card)
            if more is not None:
                left = tuple(other for other in rest if other != card)
                least = min(least, laid_off(left, (*table[:number], more, *table[number + 1 :])))
    return least


def defence(hand: tuple[str, ...], table: tuple[Meld, ...]) -> int:
    """Returns the least that a hand counts against melds on the table."""
    return min(laid_off(rest, table) for _, rest in arrangements(hand))


def exposed(table: tuple[Meld, ...], hand: tuple[str, ...]) -> int:
    """Returns how many cards not in the hand fit on melds."""
    others = [rank + suit for rank in RANKS for suit in "CDHS" if rank + suit not in hand]
    return sum(any(grown(meld, card) for meld in table) for card in others)


def best(hand: tuple[str, ...], against: tuple[str, ...]) -> tuple[Meld, ...]:
    """Returns the melds of the lowest count that are best against a hand."""
    least = deadwood(hand)
    tables = [table for table, rest in arrangements(hand) if points(rest) == least]
    return max(tables, key=lambda table: defence(against, table))


def guarded(hand: tuple[str, ...], against: tuple[str, ...]) -> tuple[Meld, ...]:
    """Returns the melds of the lowest count on which the fewest cards fit."""
    least = deadwood(hand)
    tables = [table for table, rest in arrangements(hand) if points(rest) == least]
    return min(tables, key=lambda table: exposed(table, hand))


class GinRummy:
    """One hand of gin rummy."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        upcard: str,
        stock: list[str],
        *,
        limit: int = 10,
        gin: int = 25,
        undercut: int = 25,
        big_gin: int | None = 31,
        tie: bool = True,
        last_chance: bool = False,
        most: int = 50,
        shown: Callable[[tuple[str, ...], tuple[str, ...]], tuple[Meld, ...]] = guarded,
    ) -> None:
        """Starts the hand.

        Args:
            hands: Ten cards each.
            dealer: The seat that dealt.
            upcard: The card that begins the pile.
            stock: The cards left, the next to be drawn first.
            limit: With how much a player may knock.
            gin: The bonus for gin.
            undercut: The bonus for not counting more than the knocker.
            big_gin: The bonus for eleven cards melded, None if they are not shown.
            tie: An equal count is an undercut.
            last_chance: The last card thrown may be taken to knock at once.
            most: The hand is void when so many cards are taken from the pile, the first one not counted.
            shown: Which melds the knocker lays down, of those that leave the least.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = self.first = 1 - dealer
        self.pile, self.stock = [upcard], list(stock)
        self.limit, self.gin, self.undercut, self.big_gin, self.tie = limit, gin, undercut, big_gin, tie
        self.last_chance, self.most, self.shown = last_chance, most, shown
        self.stage = "offer"
        self.taken: str | None = None
        self.takes = 0
        self.result = [0, 0]

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the hand is over."""
        return [] if self.stage == "over" else [self.turn]

    def ends(self, seat: int) -> set[Move]:
        """Returns the moves of a seat with eleven cards that end the hand."""
        hand = tuple(sorted(self.hands[seat]))
        counts = without_each(hand)
        found: set[Move] = {("knock", card) for card in hand if card != self.taken and counts[card] <= self.limit}
        if self.big_gin is not None and deadwood(hand) == 0:
            found.add(("big_gin",))
        return found

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        match self.stage:
            case "offer":
                return {("take",), ("pass",)}
            case "must_draw":
                return {("draw",)}
            case "draw":
                return {("draw",), ("take",)}
            case "last":
                self.hands[seat].append(self.pile[-1])
                self.taken = self.pile[-1]
                knocks = self.ends(seat)
                self.hands[seat].pop()
                return {("pass",), ("take",)} if knocks else {("pass",)}
            case "last_knock":
                return self.ends(seat)
            case _:
                return self.ends(seat) | {("discard", card) for card in self.hands[seat] if card != self.taken}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        hand = self.hands[seat]
        match move[0]:
            case "take":
                self.takes += self.stage != "offer"
                if self.takes >= self.most:
                    self.stage = "over"
                    return
                self.taken = self.pile.pop()
                hand.append(self.taken)
                self.stage = "last_knock" if self.stage == "last" else "throw"
            case "draw":
                self.taken = None
                hand.append(self.stock.pop(0))
                self.stage = "throw"
            case "pass":
                if self.stage == "last":
                    self.stage = "over"
                elif seat != self.first:
                    self.stage = "must_draw"
                self.turn = 1 - seat
            case "discard":
                hand.remove(move[1])
                self.pile.append(move[1])
                self.turn, self.stage = 1 - seat, "draw"
                if len(self.stock) <= 2:
                    self.stage = "last" if self.last_chance else "over"
            case "knock":
                hand.remove(move[1])
                self.pile.append(move[1])
                self.score(seat, self.gin)
            case _:
                self.score(seat, self.big_gin or 0)

    def score(self, seat: int, bonus: int) -> None:
        """Compares the hands after a knock."""
        self.stage = "over"
        mine, theirs = tuple(sorted(self.hands[seat])), tuple(sorted(self.hands[1 - seat]))
        held = deadwood(mine)
        if held == 0:
            self.result[seat] = bonus + deadwood(theirs)
            return
        left = defence(theirs, self.shown(mine, theirs))
        if left > held:
            self.result[seat] = left - held
        elif left < held or self.tie:
            self.result[1 - seat] = self.undercut + held - left

    def scores(self) -> list[int]:
        """Returns the points of each player."""
        return self.result
