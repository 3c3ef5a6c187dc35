"""Scopa, after Coletti (viniciocoletti.it) and spazioinwind.libero.it; coins are written as diamonds (D)."""

from itertools import combinations

Move = tuple[str, ...]
VALUE = {rank: value for value, rank in enumerate("A234567JQK", 1)}
PRIME = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}


class Scopa:
    """One deal of scopa for two."""

    def __init__(self, hands: list[list[str]], first: int, table: list[str], stock: list[str]) -> None:
        """Starts the deal.

        Args:
            hands: Three cards each.
            first: The seat that plays first.
            table: The four cards face up.
            stock: The cards left, the next to be dealt first.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = self.first = first
        self.table, self.stock = list(table), list(stock)
        self.taken: list[list[str]] = [[] for _ in hands]
        self.sweeps = [0] * len(hands)
        self.last: int | None = None

    def actors(self) -> list[int]:
        """Returns the seats to move; none when all cards are played."""
        return [self.turn] if any(self.hands) else []

    def captures(self, card: str) -> list[tuple[str, ...]]:
        """Returns the choices of cards a card takes: one of its value if there is one, else any that add up to it."""
        value = VALUE[card[0]]
        single = [(other,) for other in sorted(self.table) if VALUE[other[0]] == value]
        sums = [
            some
            for size in range(2, len(self.table) + 1)
            for some in combinations(sorted(self.table), size)
            if sum(VALUE[other[0]] for other in some) == value
        ]
        return single or sums

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: a card and what it takes; nothing only if it cannot take anything."""
        return {("play", card, *taken) for card in self.hands[seat] for taken in self.captures(card) or [()]}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        _, card, *taken = move
        self.hands[seat].remove(card)
        if taken:
            self.table = [other for other in self.table if other not in taken]
            self.taken[seat] += [card, *taken]
            self.last = seat
        else:
            self.table.append(card)
        self.turn = (seat + 1) % len(self.hands)
        last_play = not any(self.hands) and not self.stock
        if taken and not self.table and not last_play:
            self.sweeps[seat] += 1
        if last_play and self.last is not None:
            self.taken[self.last] += self.table
        elif not any(self.hands):
            self.deal_again()

    def deal_again(self) -> None:
        """Gives everybody three more cards, one at a time, beginning with the first player."""
        number = len(self.hands)
        dealt, self.stock = self.stock[: 3 * number], self.stock[3 * number :]
        for step in range(number):
            self.hands[(self.first + step) % number] = dealt[step::number]

    def scores(self) -> list[int]:
        """Returns the points: most cards, most coins, seven of coins, best prime (a card of each suit), sweeps."""
        points = list(self.sweeps)
        contests = [
            [len(pile) for pile in self.taken],
            [sum(card[1] == "D" for card in pile) for pile in self.taken],
            [int("7D" in pile) for pile in self.taken],
            [self.prime(pile) for pile in self.taken],
        ]
        for contest in contests:
            if contest.count(max(contest)) == 1:
                points[contest.index(max(contest))] += 1
        return points

    def prime(self, pile: list[str]) -> int:
        """Returns the best card of each suit added up; nothing without a card of each suit."""
        suits = {card[1] for card in pile}
        return sum(max(PRIME[card[0]] for card in pile if card[1] == suit) for suit in suits) if len(suits) == 4 else 0
