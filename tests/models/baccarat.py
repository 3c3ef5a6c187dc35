"""Baccarat as punto banco, after theartstables.info, canadiancasinoservice.com and a text on scribd.com (236968643).

Aces count 1, tens and pictures nothing, only the last digit of a sum counts. The player's and the banker's hand get two
cards each in turn, player first. Nobody draws if either has 8 or 9. Otherwise the player's hand draws with 5 or less;
the banker's by the table below. Bets: the player's hand is paid 1 to 1, the banker's likewise less 5 %, a tie 8 to 1;
at a tie other bets come back.
"""

Move = tuple[str, ...]
DRAWS = {0: "0123456789", 1: "0123456789", 2: "0123456789", 3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
"""The values of the player's third card with which the banker's hand draws, by its own total."""


def value(card: str) -> int:
    """Returns the points of a card."""
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0


def total(cards: list[str]) -> int:
    """Returns the points of a hand."""
    return sum(map(value, cards)) % 10


def coup(shoe: list[str]) -> tuple[list[str], list[str]]:
    """Returns the player's and the banker's cards when they are dealt from a shoe, the next card first."""
    cards = list(shoe)
    player, banker = [cards.pop(0)], [cards.pop(0)]
    player.append(cards.pop(0))
    banker.append(cards.pop(0))
    if max(total(player), total(banker)) >= 8:
        return player, banker
    if total(player) <= 5:
        third = cards.pop(0)
        draws = str(value(third)) in DRAWS[total(banker)]
        player.append(third)
    else:
        draws = total(banker) <= 5
    if draws:
        banker.append(cards.pop(0))
    return player, banker


class Baccarat:
    """One coup of baccarat; every seat bets on the player's hand, the banker's or a tie."""

    def __init__(self, shoe: list[str], seats: int, *, stake: int = 20, tie: int = 8, commission: int = 5) -> None:
        """Starts the coup.

        Args:
            shoe: The cards, the next to be dealt first.
            seats: How many bet.
            stake: What everybody bets.
            tie: What a tie is paid, to one.
            commission: How many per cent are kept of what is won with the banker's hand.
        """
        self.shoe = list(shoe)
        self.bets: list[str | None] = [None] * seats
        self.stake, self.tie, self.commission = stake, tie, commission

    def actors(self) -> list[int]:
        """Returns the seats that have not bet."""
        return [seat for seat, bet in enumerate(self.bets) if bet is None]

    def legal(self, seat: int) -> set[Move]:
        """Returns the bets."""
        return {("bet", "player"), ("bet", "banker"), ("bet", "tie")}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a bet."""
        self.bets[seat] = move[1]

    def outcome(self) -> str:
        """Returns which bet wins."""
        player, banker = map(total, coup(self.shoe))
        return "tie" if player == banker else "player" if player > banker else "banker"

    def scores(self) -> list[float]:
        """Returns what everybody wins or loses."""
        outcome = self.outcome()
        paid = {
            "player": self.stake,
            "banker": self.stake * (100 - self.commission) / 100,
            "tie": self.stake * self.tie,
        }
        lost = 0 if outcome == "tie" else -self.stake
        return [paid[outcome] if bet == outcome else -self.stake if bet == "tie" else lost for bet in self.bets]
