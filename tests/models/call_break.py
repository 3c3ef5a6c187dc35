"""Call break, after apprecs.com (1605388148), callbreak.xyz, cardrulesplus.com and 1103.in.

Spades are trumps. The player after the dealer calls first and leads first. Suit is followed; who cannot must play a
spade that beats those of the trick, and who has none plays any card. Where the sources differ: with `must_beat`
(callbreak.xyz, cardrulesplus.com) who follows suit must also play higher than the trick if able, which a trick with a
spade on another suit asks of nobody; without it (apprecs.com) nobody is obliged to. A call is made by as many tricks or
more: it scores the call and a tenth for each trick above, a call missed loses it. Calls go from 1 (`least`) to 13
(`most`); 8 is the highest at callbreak.xyz, 2 the lowest at cardrulesplus.com.
"""

from .tricks import Move, Tricks


class CallBreak(Tricks):
    """One deal of call break for four."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        *,
        must_beat: bool = False,
        least: int = 1,
        most: int = 13,
        tenths: bool = True,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Thirteen cards each.
            dealer: The seat that dealt.
            must_beat: Who follows suit must beat the trick if able.
            least: The lowest call.
            most: The highest call.
            tenths: Tricks above the call score a tenth each.
        """
        super().__init__(hands, (dealer + 1) % len(hands), "S")
        self.must_beat, self.least, self.most, self.tenths = must_beat, least, most, tenths
        self.calls: dict[int, int] = {}

    def beats(self, card: str) -> bool:
        """Tells whether a card would win the trick as it lies."""
        led = self.trick[0][1][1]
        keys = [(other[1] == "S", other[1] == led, self.rank(other)) for _, other in self.trick]
        return (card[1] == "S", card[1] == led, self.rank(card)) > max(keys)

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        following = [card for card in hand if card[1] == led]
        if following:
            return ([card for card in following if self.beats(card)] if self.must_beat else []) or following
        return [card for card in hand if card[1] == "S" and self.beats(card)] or hand

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal calls, then the legal cards."""
        if len(self.calls) < len(self.hands):
            return {("call", str(number)) for number in range(self.least, self.most + 1)}
        return super().legal(seat)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "call":
            self.calls[seat] = int(move[1])
            self.turn = self.following(seat)
        else:
            super().apply(seat, move)

    def scores(self) -> list[float]:
        """Returns the points, rounded to tenths."""
        points: list[float] = []
        for seat, won in enumerate(self.won):
            call, above = self.calls[seat], len(won) - self.calls[seat]
            points.append(-call if above < 0 else round(call + above / 10, 1) if self.tenths else call)
        return points
