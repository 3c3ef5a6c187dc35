"""Casino for two, after nathanlong/rules on GitHub (the pagat.com rules rearranged), Britannica and others.

Four cards each and four on the table, four more each when the hands are empty. A card captures cards of its rank, sums
of cards that add up to it, and builds of its value, as many of them as one likes (ace 1; pictures only their rank). Or
it makes a build with loose cards: everything in it adds up to the build's value, for which one must hold another card.
A build of one such sum is single: a card of the hand, but none of the table, may raise it. What is worth as much may be
added to any build, also a whole build of that value. Builds are captured whole. Who last made or changed a build may
not trail, and must keep a card of its value as long as it lies there. Otherwise any card may be trailed (Britannica:
not one that can capture, `free_trail=False`). Who captured last gets what is left.

Three points for most cards and one for most spades (none at a tie), two for the ten of diamonds, one for the two of
spades and for each ace, one for each sweep of the table (`sweeps`). A picture captures one picture (`faces="one"`), or
as many as there are ("all", or any number: "any"); the sources tell of one only.

A move names all cards that it takes: `capture 8S 3C 5D`, `build 9 4S 5D` with the value first, `trail KH`.
"""

from dataclasses import dataclass
from itertools import combinations

Move = tuple[str, ...]
Cards = frozenset[str]


@dataclass
class Build:
    """A build on the table.

    Attributes:
        value: what captures it.
        cards: its cards.
        owner: who made or changed it last.
        single: whether it may be raised.
    """

    value: int
    cards: Cards
    owner: int
    single: bool


def worth(card: str) -> int:
    """Returns the value of a card, nothing for pictures."""
    return {"A": 1, "T": 10}.get(card[0], 0) if card[0] in "ATJQK" else int(card[0])


def unions(groups: list[Cards]) -> set[Cards]:
    """Returns all unions of disjoint groups, the empty one included."""
    found: set[Cards] = {frozenset()}
    for group in groups:
        found |= {each | group for each in found if not each & group}
    return found


class Casino:
    """One deal of casino for two."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        table: list[str],
        stock: list[str],
        *,
        builds: bool = True,
        sweeps: bool = True,
        free_trail: bool = True,
        faces: str = "one",
        batch: int = 4,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Four cards each.
            dealer: The seat that dealt; the other one begins.
            table: The four cards on the table.
            stock: The cards left, the next to be dealt first.
            builds: Whether there are builds.
            sweeps: Whether sweeps score.
            free_trail: Cards that could capture may be trailed.
            faces: How many pictures a picture captures: "one", "all" or "any".
            batch: How many cards are dealt at once to each.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = self.first = 1 - dealer
        self.table, self.stock = list(table), list(stock)
        self.built: list[Build] = []
        self.taken: list[list[str]] = [[], []]
        self.swept = [0, 0]
        self.last: int | None = None
        self.builds, self.sweeps, self.free_trail, self.faces = builds, sweeps, free_trail, faces
        self.batch = batch

    def actors(self) -> list[int]:
        """Returns the seat to move; none when all cards are played."""
        return [self.turn] if any(self.hands) else []

    def sums(self, value: int) -> list[Cards]:
        """Returns the groups of loose cards that add up to a value."""
        numbers = [card for card in self.table if worth(card)]
        sizes = range(1, len(numbers) + 1)
        return [
            frozenset(group)
            for size in sizes
            for group in combinations(numbers, size)
            if sum(map(worth, group)) == value
        ]

    def captures(self, card: str) -> set[Cards]:
        """Returns the sets of cards that a card may capture."""
        if not worth(card):
            same = [other for other in self.table if other[0] == card[0]]
            sizes = {"one": [1], "all": [len(same)], "any": range(1, len(same) + 1)}[self.faces]
            return {frozenset(group) for size in sizes for group in combinations(same, size)} - {frozenset()}
        builds = [build.cards for build in self.built if build.value == worth(card)]
        return unions(self.sums(worth(card)) + builds) - {frozenset()}

    def constructions(self, seat: int, card: str) -> set[tuple[int, Cards]]:
        """Returns the values and other cards of the builds that a card of the hand may make or change."""
        found: set[tuple[int, Cards]] = set()
        if not worth(card) or not self.builds:
            return found
        for value in {worth(other) for other in self.hands[seat] if other != card and worth(other)}:
            rest = value - worth(card)
            if rest < 0:
                continue
            whole = self.sums(value) + [build.cards for build in self.built if build.value == value]
            raised = [build.cards for build in self.built if build.single and build.value == rest]
            starts: list[Cards] = [frozenset()] if rest == 0 else self.sums(rest) + raised
            found |= {(value, start | more) for start in starts for more in unions(whole) if not start & more}
        return {(value, cards) for value, cards in found if cards}

    def keeps(self, seat: int, card: str, gone: Cards) -> bool:
        """Tells whether a seat keeps cards for its builds, if it plays a card and some cards leave the table."""
        left = [worth(other) for other in self.hands[seat] if other != card]
        return all(build.value in left for build in self.built if build.owner == seat and not build.cards <= gone)

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        found: set[Move] = set()
        bound = any(build.owner == seat for build in self.built)
        for card in self.hands[seat]:
            captures = self.captures(card)
            found |= {("capture", card, *sorted(cards)) for cards in captures if self.keeps(seat, card, cards)}
            for value, cards in self.constructions(seat, card):
                if self.keeps(seat, card, cards):
                    found.add(("build", str(value), card, *sorted(cards)))
            if not bound and (self.free_trail or not captures):
                found.add(("trail", card))
        return found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        card = move[2] if move[0] == "build" else move[1]
        gone = frozenset(move[1:]) - {card}
        self.hands[seat].remove(card)
        if move[0] == "trail":
            self.table.append(card)
        else:
            self.table = [other for other in self.table if other not in gone]
            self.built = [build for build in self.built if not build.cards <= gone]
        if move[0] == "capture":
            self.taken[seat] += [card, *gone]
            self.last = seat
            self.swept[seat] += not self.table and not self.built
        elif move[0] == "build":
            cards, value = gone - {move[1]} | {card}, int(move[1])
            self.built.append(Build(value, cards, seat, sum(map(worth, cards)) == value))
        self.turn = 1 - seat
        if not any(self.hands):
            self.deal_again()

    def deal_again(self) -> None:
        """Deals four more cards each, or gives the cards left to who captured last."""
        if not self.stock:
            if self.last is not None:
                left = self.table + [card for build in self.built for card in build.cards]
                self.taken[self.last] += left
                self.table, self.built = [], []
            return
        for _ in range(4 // self.batch):
            for seat in (self.first, 1 - self.first):
                self.hands[seat] += self.stock[: self.batch]
                del self.stock[: self.batch]

    def scores(self) -> list[int]:
        """Returns the points of each seat."""
        points = list(self.swept) if self.sweeps else [0, 0]
        spades = [sum(card[1] == "S" for card in taken) for taken in self.taken]
        for counts, worth_most in (([len(taken) for taken in self.taken], 3), (spades, 1)):
            if counts[0] != counts[1]:
                points[counts.index(max(counts))] += worth_most
        for seat, taken in enumerate(self.taken):
            points[seat] += 2 * ("TD" in taken) + ("2S" in taken) + sum(card[0] == "A" for card in taken)
        return points
