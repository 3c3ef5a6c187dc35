"""Classic canasta for partners, after ourpastimes.com, krotbat.blogg.se, socionics-nsk.ru, gamevelvet.com and others.

Also emcpa.eu and automationsystem.se (Hoyle), hanna-barbera.info, casinospielemitechtgeld.win, edocr.com, and the rules
and an engine of two public programs. 108 cards, jokers `XX` and twos wild, eleven each; partners sit opposite. Red
threes are laid down and replaced. One card is turned, and others on it until it is neither wild nor a red three.

A turn: draw one card, or take the whole pile by melding its top card, neither a wild card nor a three. Then meld as
one likes and discard. A meld is three or more of a rank, two natural ones and no more than three wild ones at least,
one of each rank for a side; seven make a canasta. Black threes are melded without wild cards when going out only. The
first melds of a side must be worth its minimum, for which only the top card of the pile counts. The pile is frozen by a
wild card or red three in it, and for a side without a meld: it is then taken with two natural cards; otherwise also
with a natural and a wild one, or by adding the top card to a meld. Who has one card may not take a pile of one card.

Who goes out, with or without a discard, needs a canasta of the side. Without a stock the turn is to take the pile,
which must be taken if the top card can be added to a meld, or to end the deal. A red three that is drawn as the last
card ends it as well (automationsystem.se).

A side scores its melds, 500 for a canasta without and 300 for one with wild cards, 100 for each red three or 800 for
all four, 100 for going out, 200 if the player had not melded before and did not add to the partner's melds; less the
cards held. Red threes are taken off if the side has no meld. Where the sources differ:

- the pile is frozen for a side without a meld (krotbat.blogg.se), or not (an engine): `closed`.
- no more wild than natural cards (edocr.com, one program), or only three: `balanced`.

- first melds that are too little cannot be begun, or are taken back with the discard: `take_back`.

Asking the partner is left out. Here cards are added to melds one by one.
"""

from functools import lru_cache
from itertools import combinations

Move = tuple[str, ...]
RANKS = "456789TJQKA"
WORTH = {"X": 50, "2": 20, "A": 20} | dict.fromkeys("89TJQK", 10) | dict.fromkeys("34567", 5)
REDS = {"3H", "3D"}
Held = tuple[tuple[int, int, int, str], ...]
"""Of each rank: the natural cards held, those melded, the wild cards melded, and the rank."""


def wild(card: str) -> bool:
    """Tells whether a card is wild."""
    return card[0] in "X2"


@lru_cache(maxsize=100_000)
def most(held: Held, jokers: int, twos: int, spare: int, *, canasta: bool, balanced: bool) -> int:
    """Returns the most points that can be melded; -1 if there is no way.

    Args:
        held: The ranks.
        jokers: The jokers held.
        twos: The twos held.
        spare: How many cards may be melded without a canasta.
        canasta: There is a canasta.
        balanced: No more wild than natural cards.
    """
    if not held:
        return 0 if canasta or spare >= 0 else -1
    naturals, melded, wilds, rank = held[0]
    best = -1
    for number in range(naturals + 1):
        for joker in range(min(jokers, 3) + 1):
            for two in range(min(twos, 3) + 1):
                used, total = number + joker + two, number + melded + wilds + joker + two
                with_wild = wilds + joker + two
                if used and (number + melded < 2 or total < 3 or with_wild > 3):
                    continue
                if used and balanced and with_wild > number + melded:
                    continue
                rest = most(
                    held[1:],
                    jokers - joker,
                    twos - two,
                    spare - used,
                    canasta=canasta or total >= 7,
                    balanced=balanced,
                )
                if rest >= 0:
                    best = max(best, rest + number * WORTH[rank] + 50 * joker + 20 * two)
    return best


class Canasta:
    """One deal of canasta."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        pile: list[str],
        stock: list[str],
        *,
        reds: tuple[int, int] = (0, 0),
        minimum: tuple[int, int] = (50, 50),
        closed: bool = True,
        balanced: bool = False,
        take_back: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Eleven cards each.
            dealer: The seat that dealt.
            pile: The cards turned.
            stock: The cards left, the next to be drawn first.
            reds: How many red threes each side has already laid down.
            minimum: What the first melds of each side must be worth.
            closed: The pile is frozen for a side without a meld.
            balanced: No more wild than natural cards in a meld.
            take_back: First melds that are too little go back to the hand with the discard.
        """
        self.take_back, self.taken = take_back, False
        self.hands = [list(hand) for hand in hands]
        self.turn = (dealer + 1) % 4
        self.pile, self.stock = list(pile), list(stock)
        self.reds: list[list[str]] = [[], []]
        self.before = reds
        self.minimum, self.closed, self.balanced = minimum, closed, balanced
        self.melds: list[dict[str, list[str]]] = [{}, {}]
        self.pending: list[str] = []
        self.drawn = self.over = False
        self.laid = 0
        self.opened = [False, False]
        self.fresh = [True] * 4
        self.own: set[str] = set()
        self.added = False
        self.out: int | None = None
        self.concealed = False
        for place in range(1, 5):
            self.lay_reds((dealer + place) % 4, replace=True)
        while self.stock and (wild(self.pile[-1]) or self.pile[-1] in REDS):
            self.pile.append(self.stock.pop(0))

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.over else [self.turn]

    def lay_reds(self, seat: int, *, replace: bool) -> None:
        """Lays red threes down and draws others for them."""
        hand = self.hands[seat]
        while reds := [card for card in hand if card in REDS]:
            hand.remove(reds[0])
            self.reds[seat % 2].append(reds[0])
            if replace and self.stock:
                hand.append(self.stock.pop(0))

    def canasta(self, side: int) -> bool:
        """Tells whether a side has a canasta."""
        return any(len(cards) >= 7 for cards in self.melds[side].values())

    def fits(self, cards: list[str]) -> bool:
        """Tells whether cards of one rank, and wild ones, make a meld."""
        wilds = sum(map(wild, cards))
        naturals = len(cards) - wilds
        return naturals >= 2 and len(cards) >= 3 and wilds <= (min(3, naturals) if self.balanced else 3)

    def possible(
        self, side: int, rank: str, cards: list[str], hand: list[str], coming: int, *, taken: bool = False
    ) -> bool:
        """Tells whether cards may be melded.

        Args:
            side: The side that melds.
            rank: The rank of the meld.
            cards: All cards that are added to the meld.
            hand: The cards left in the hand.
            coming: How many cards of the pile are to come into the hand.
            taken: The pile is being taken.
        """
        melds = {**self.melds[side], rank: self.melds[side].get(rank, []) + cards}
        if not self.fits(melds[rank]):
            return False
        canasta = any(len(each) >= 7 for each in melds.values())
        if self.opened[side] and (canasta or len(hand) + coming >= 2):
            return True
        held = tuple(
            (
                sum(card[0] == each for card in hand),
                sum(card[0] == each for card in melds.get(each, [])),
                sum(map(wild, melds.get(each, []))),
                each,
            )
            for each in RANKS
        )
        jokers, twos = (sum(card[0] == each for card in hand) for each in "X2")
        spare = len(hand) + coming - 2
        if self.take_back and not taken and not self.taken and spare >= 0:
            spare = len(hand)
        rest = most(held, jokers, twos, spare, canasta=canasta, balanced=self.balanced)
        laid = self.laid + sum(WORTH[card[0]] for card in cards)
        return rest >= 0 and (self.opened[side] or laid + rest >= self.minimum[side])

    def takes(self, seat: int) -> set[Move]:
        """Returns the ways to take the pile."""
        if not self.pile or wild(self.pile[-1]) or self.pile[-1][0] == "3":
            return set()
        hand, side, top = self.hands[seat], seat % 2, self.pile[-1]
        frozen = any(wild(card) or card in REDS for card in self.pile) or (self.closed and not self.opened[side])
        same = sorted(card for card in hand if card[0] == top[0])
        wilds = sorted(card for card in hand if wild(card))
        ways: set[tuple[str, ...]] = set(combinations(same, 2))
        if not frozen and top[0] in self.melds[side]:
            if len(hand) > 1 or len(self.pile) > 1:
                ways.add(())
        elif not frozen:
            ways |= {(natural, joker) for natural in same for joker in wilds}
        coming = sum(card not in REDS for card in self.pile[:-1])
        found: set[Move] = set()
        for way in ways:
            if self.possible(side, top[0], [top, *way], without(hand, way), coming, taken=True):
                found.add(("take", *way))
        return found

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        hand, side = self.hands[seat], seat % 2
        if not self.drawn:
            takes = self.takes(seat)
            if self.stock:
                return takes | {("draw",)}
            return takes if ("take",) in takes else takes | {("end",)}
        coming = sum(card not in REDS for card in self.pending)
        found: set[Move] = set()
        wilds = sorted(card for card in hand if wild(card))
        for rank in RANKS:
            same = sorted(card for card in hand if card[0] == rank)
            if rank in self.melds[side]:
                found |= {
                    ("add", card, rank)
                    for card in {*same, *wilds}
                    if self.possible(side, rank, [card], without(hand, (card,)), coming)
                }
                continue
            sets = {
                (*naturals, *jokers)
                for number in range(2, len(same) + 1)
                for naturals in combinations(same, number)
                for wanted in range(max(0, 3 - number), 4)
                for jokers in combinations(wilds, wanted)
            }
            found |= {
                ("meld", *cards)
                for cards in sets
                if self.possible(side, rank, list(cards), without(hand, cards), coming)
            }
        black = sorted(card for card in hand if card[0] == "3")
        if self.opened[side] and self.canasta(side):
            for size in (3, 4):
                if len(hand) - size in (0, 1):
                    found |= {("meld", *cards) for cards in combinations(black, size)}
        free = self.take_back and not self.taken
        if (self.opened[side] or free or not self.laid) and (len(hand) > 1 or self.canasta(side)):
            found |= {("discard", card) for card in hand}
        return found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        hand, cards = self.hands[seat], move[1:]
        match move[0]:
            case "end":
                self.over = True
            case "draw":
                self.drawn = True
                before = len(hand)
                hand.append(self.stock.pop(0))
                self.lay_reds(seat, replace=True)
                self.over = len(hand) == before
            case "take":
                self.drawn = self.taken = True
                top = self.pile.pop()
                self.pending, self.pile = self.pile, []
                hand.append(top)
                self.put(seat, top[0], [top, *cards])
            case "meld":
                self.put(seat, next(card[0] for card in cards if not wild(card)), list(cards))
            case "add":
                self.put(seat, cards[1], [cards[0]])
            case _:
                if not self.opened[seat % 2]:
                    hand += [card for meld in self.melds[seat % 2].values() for card in meld]
                    self.melds[seat % 2], self.laid = {}, 0
                hand.remove(cards[0])
                self.pile.append(cards[0])
                if hand:
                    self.next_turn(seat)
                else:
                    self.go_out(seat)

    def put(self, seat: int, rank: str, cards: list[str]) -> None:
        """Melds cards."""
        side = seat % 2
        if rank not in self.melds[side]:
            self.own.add(rank)
        elif rank not in self.own:
            self.added = True
        self.hands[seat] = without(self.hands[seat], tuple(cards))
        self.melds[side].setdefault(rank, []).extend(cards)
        self.laid += sum(WORTH[card[0]] for card in cards)
        if self.opened[side] or self.laid >= self.minimum[side]:
            self.opened[side] = True
            self.hands[seat] += self.pending
            self.pending = []
            self.lay_reds(seat, replace=False)
        if not self.hands[seat] and not self.pending:
            self.go_out(seat)

    def next_turn(self, seat: int) -> None:
        """Goes on to the next seat."""
        if self.laid:
            self.fresh[seat] = False
        self.drawn = self.taken = self.added = False
        self.laid, self.own = 0, set()
        self.turn = (seat + 1) % 4

    def go_out(self, seat: int) -> None:
        """Ends the deal."""
        self.over, self.out = True, seat
        whole = any(len(self.melds[seat % 2][rank]) >= 7 for rank in self.own)
        self.concealed = self.fresh[seat] and not self.added and whole

    def scores(self) -> list[int]:
        """Returns the points of each side, to both partners."""
        points = [0, 0]
        for side in (0, 1):
            for cards in self.melds[side].values():
                points[side] += sum(WORTH[card[0]] for card in cards)
                if len(cards) >= 7:
                    points[side] += 300 if any(map(wild, cards)) else 500
            reds = self.before[side] + len(self.reds[side])
            bonus = 800 if reds == 4 else 100 * reds
            points[side] += bonus if self.melds[side] else -bonus
            points[side] -= sum(WORTH[card[0]] for seat in (side, side + 2) for card in self.hands[seat])
        if self.out is not None:
            points[self.out % 2] += 200 if self.concealed else 100
        return [points[seat % 2] for seat in range(4)]


def without(hand: list[str], cards: tuple[str, ...]) -> list[str]:
    """Returns a hand without cards, each taken out once."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left
