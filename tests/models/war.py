"""War, after parentdish.com, gathertogethergames.com, familydinnernight.com and onlinesologames.com.

Both players turn up a card, the higher one takes both (ace high). At a tie each lays `hidden` cards face down and
another one face up; again at another tie. Who cannot: with `short="last_card"` (parentdish.com) the last card that
player has is the one face up, and a player without any card loses; with `short="loses"` (gathertogethergames.com) the
player loses at once. In what order the cards won go under the pack is nowhere laid down: `won` tells it.
"""

Move = tuple[str, ...]
ORDER = "23456789TJQKA"


class War:
    """A game of war for two."""

    def __init__(
        self,
        packs: list[list[str]],
        *,
        hidden: int = 3,
        short: str = "last_card",
        won: str = "winner_first",
        most: int | None = None,
    ) -> None:
        """Starts the game.

        Args:
            packs: The packs of the two players, the next card to be turned first.
            hidden: How many cards are laid face down at a tie.
            short: What happens to a player with too few cards at a tie: "last_card" or "loses".
            won: How cards go under the pack: "winner_first" or "loser_first" with all cards of one player before those
                of the other, each in the order laid; "laid" turn by turn, beginning with seat 0.
            most: The game ends after so many battles; a battle with its ties is one.
        """
        self.packs = [list(pack) for pack in packs]
        self.laid: list[list[str]] = [[], []]
        self.waiting = {0, 1}
        self.war = False
        self.hidden, self.short, self.won, self.most = hidden, short, won, most
        self.battles = 0
        self.loser: int | None = None
        self.over = False

    def actors(self) -> list[int]:
        """Returns the seats that have not yet turned up a card; none when the game is over."""
        return [] if self.over else sorted(self.waiting)

    def legal(self, seat: int) -> set[Move]:
        """Returns the only move."""
        return {("play",)}

    def apply(self, seat: int, move: Move) -> None:
        """Turns up a card, after those face down in a war."""
        pack = self.packs[seat]
        count = min(self.hidden * self.war + 1, len(pack))
        self.laid[seat] += pack[:count]
        del pack[:count]
        self.waiting.discard(seat)
        if not self.waiting:
            self.settle()

    def settle(self) -> None:
        """Compares the cards turned up."""
        ranks = [ORDER.index(laid[-1][0]) for laid in self.laid]
        if ranks[0] == ranks[1]:
            self.war = True
            need = self.hidden + 1 if self.short == "loses" else 1
            lacking = [seat for seat in (0, 1) if len(self.packs[seat]) < need]
            if lacking:
                self.finish(lacking)
            self.waiting = {0, 1}
            return
        winner = ranks.index(max(ranks))
        self.take(winner)
        self.war, self.waiting = False, {0, 1}
        self.battles += 1
        empty = [seat for seat in (0, 1) if not self.packs[seat]]
        if empty or self.battles == self.most:
            self.finish(empty)

    def take(self, winner: int) -> None:
        """Puts the cards laid under the pack of the winner."""
        first, second = (1, 0) if (winner == 1) == (self.won == "winner_first") else (0, 1)
        cards = self.laid[first] + self.laid[second]
        if self.won == "laid":
            longest = max(map(len, self.laid))
            cards = [laid[place] for place in range(longest) for laid in self.laid if place < len(laid)]
        self.packs[winner] += cards
        self.laid = [[], []]

    def finish(self, lacking: list[int]) -> None:
        """Ends the game; a single player who lacks cards has lost it."""
        self.over = True
        if len(lacking) == 1:
            self.loser = lacking[0]
            self.take(1 - self.loser)

    def scores(self) -> list[int]:
        """Returns 1 for the winner; if nobody ran out, for the one with more cards."""
        if self.loser is not None:
            return [int(seat != self.loser) for seat in (0, 1)]
        return [int(len(self.packs[seat]) > len(self.packs[1 - seat])) for seat in (0, 1)]
