"""Switch, two-four-jacks: after Wikipedia, family-games-treasurehouse.com, hobbylark.com and others named below.

Seven cards each, one turned up, which must be a plain card: another is turned up instead of a special one. In turn
everybody plays one card of the suit or the rank of the last; who cannot draws one. Who is out of cards first wins.

- An ace goes on any card (trapapps.com, liquisearch.com; on one that it matches: `wild_any=False`), and who plays it
  names the suit to be followed.
- After a two, the next player plays another two or draws two; after that the next plays a two or draws four, and so on.
  A four is the same with four cards (family-games-treasurehouse.com). Who draws so does not play.
- A jack turns the direction of play. With two players that changes nothing; `again` lets the same one play on.
- An eight, which passes over the next player, is in some lists (Wikipedia, hobbylark.com) as well; `skips="8"`.

Where descriptions differ: one may draw instead of playing (`free_draw`; Wikipedia) or not; what is drawn is kept until
the next turn, may or must be played at once if it fits (Wikipedia), or one draws until one can play (w.owiki.org), see
`drawn`; a deal may not be ended with a special card (liquisearch.com on jacks, twos and eights; `plain_last`). When the
stock is used up, the pile but for its last card is the new one (duderay.blogspot.com; `refill`). The winner scores, or
the cards left are charged (wikihow.com on jacks, twos and eights; `charges`). Runs, sevens and declaring the last card,
which some have, are not here. Nothing was found on a two that is answered by a four (`mixed`).
"""

from collections.abc import Callable

Move = tuple[str, ...]


class Switch:
    """One deal of switch."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        starter: str,
        stock: list[str],
        *,
        draws: dict[str, int] | None = None,
        wild: str = "A",
        reverses: str = "J",
        skips: str = "",
        wild_any: bool = True,
        again: bool = False,
        mixed: bool = False,
        free_draw: bool = False,
        drawn: str = "keep",
        plain_last: bool = False,
        any_starter: bool = False,
        charges: dict[str, int] | None = None,
        refill: Callable[[list[str]], list[str]] | None = None,
    ) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            dealer: The seat that dealt; the next one begins.
            starter: The card turned up.
            stock: The cards left, the next to be drawn first.
            draws: The ranks that make the next player draw, and how many cards; None: two and four.
            wild: The ranks that name a suit.
            reverses: The ranks that turn the direction of play.
            skips: The ranks that pass over the next player.
            wild_any: A card that names a suit goes on any other, except when cards are to be drawn.
            again: With two players, who turns the direction plays on.
            mixed: Drawing is answered by any card that makes draw, if it matches; not only by the same rank.
            free_draw: Who could play may draw.
            drawn: "keep", "may", "must" or "until": what becomes of a card drawn for want of another.
            plain_last: A special card may not be the last of a hand.
            any_starter: A special card may be turned up, and does nothing.
            charges: The points for cards left, by rank; None: who is out scores 1.
            refill: Makes a new stock of the pile but for its last card; None: without a stock nobody draws.

        Raises:
            ValueError: The starter is a special card.
        """
        self.draws = {"2": 2, "4": 4} if draws is None else draws
        self.wild, self.reverses, self.skips = wild, reverses, skips
        if self.special(starter) and not any_starter:
            raise ValueError(starter)
        self.hands = [list(hand) for hand in hands]
        self.turn = (dealer + 1) % len(hands)
        self.pile, self.suit = [starter], starter[1]
        self.stock: list[str] = list(stock)
        self.wild_any, self.again, self.mixed = wild_any, again, mixed
        self.free_draw, self.drawn, self.plain_last = free_draw, drawn, plain_last
        self.charges, self.refill = charges, refill
        self.step, self.due, self.passes = 1, 0, 0
        self.fresh: str | None = None

    def special(self, card: str) -> bool:
        """Tells whether a card does something."""
        return card[0] in self.draws or card[0] in self.wild + self.reverses + self.skips

    def actors(self) -> list[int]:
        """Returns the seat to move; none when a hand is empty or everybody has passed."""
        over = not all(self.hands) or self.passes == len(self.hands)
        return [] if over else [self.turn]

    def fits(self, card: str) -> bool:
        """Tells whether a card may be played on the last one."""
        same = card[0] == self.pile[-1][0]
        if self.due:
            return same or (self.mixed and card[0] in self.draws and card[1] == self.suit)
        return same or card[1] == self.suit or (self.wild_any and card[0] in self.wild)

    def plays(self, cards: list[str], held: int) -> set[Move]:
        """Returns the plays of cards out of a hand of so many."""
        moves: set[Move] = set()
        for card in cards:
            if self.fits(card) and not (self.plain_last and held == 1 and self.special(card)):
                moves |= {("play", card, suit) for suit in "CDHS"} if card[0] in self.wild else {("play", card)}
        return moves

    def supply(self) -> bool:
        """Tells whether there are cards to be drawn."""
        return bool(self.stock) or (self.refill is not None and len(self.pile) > 1)

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: cards that fit, drawing, or passing if neither is possible."""
        hand = self.hands[seat]
        if self.fresh:
            moves = self.plays([self.fresh], len(hand))
            return moves | {("pass",)} if self.drawn == "may" else moves
        moves = self.plays(hand, len(hand))
        if self.due:
            return moves | {("draw",)}
        if self.supply() and (self.free_draw or not moves):
            moves.add(("draw",))
        return moves or {("pass",)}

    def take(self, seat: int, number: int) -> None:
        """Draws cards, as many as there are."""
        for _ in range(number):
            if not self.stock and self.refill:
                self.stock = self.refill(self.pile[:-1])
                self.pile = self.pile[-1:]
            if self.stock:
                self.hands[seat].append(self.stock.pop(0))

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        fresh, self.fresh = self.fresh, None
        if move[0] == "pass":
            self.passes = 0 if fresh else self.passes + 1
            self.advance(1)
            return
        self.passes = 0
        if move[0] == "draw":
            due, self.due = self.due, 0
            self.take(seat, due or 1)
            if due == 0 and self.drawn != "keep":
                if self.drawn == "until":
                    return
                card = self.hands[seat][-1]
                if self.plays([card], len(self.hands[seat])):
                    self.fresh = card
                    return
            self.advance(1)
            return
        card = move[1]
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.suit = move[2] if len(move) > 2 else card[1]
        self.due += self.draws.get(card[0], 0)
        far = 2 if card[0] in self.skips else 1
        if card[0] in self.reverses:
            self.step = -self.step
            far += self.again and len(self.hands) == 2
        self.advance(far)

    def advance(self, far: int) -> None:
        """Gives the turn to the next player, or to one further on."""
        self.turn = (self.turn + far * self.step) % len(self.hands)

    def scores(self) -> list[int]:
        """Returns 1 for who is out and 0 for the others, or what everybody is charged for the cards left."""
        if self.charges is None:
            return [int(not hand) for hand in self.hands]
        return [sum(self.charges[card[0]] for card in hand) for hand in self.hands]
