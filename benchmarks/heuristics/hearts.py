"""Hearts: passes high spades and high cards, ducks, and throws the most dangerous card away."""

ORDER = "23456789TJQKA"


def danger(card, hand):
    """Return how much a card is worth getting rid of."""
    rank, suit = ORDER.index(card[0]), card[1]
    spades = sum(other[1] == "S" for other in hand)
    if card == "QS":
        return 40 if spades < 5 else 5
    if card in ("KS", "AS"):
        return 30 if spades < 5 else 3
    length = sum(other[1] == suit for other in hand)
    return rank + 3 * (suit == "H") - length


class Bot:
    def choose(self, view):
        actions, seen = view.actions(), view.observation
        hand = seen.zones["hand"][view.seat]
        if actions[0].verb == "give":
            return max(actions, key=lambda each: sum(danger(c, hand) for c in each.text.split()[1:]))
        cards = {each.text.split()[1]: each for each in actions}
        trick = [card for played in seen.zones["played"] for card in played]
        return cards[self.play(list(cards), trick, seen, hand)]

    def play(self, cards, trick, seen, hand):
        rank = {card: ORDER.index(card[0]) for card in cards}
        leader = seen.variables["leader"]
        if not trick:
            return min(cards, key=lambda card: (card in ("QS", "KS", "AS"), rank[card]))
        suit = seen.zones["played"][leader][0][1]
        if cards[0][1] != suit:
            return max(cards, key=lambda card: danger(card, hand))
        best = max(ORDER.index(card[0]) for card in trick if card[1] == suit)
        under = [card for card in cards if rank[card] < best]
        if "QS" in under:
            return "QS"
        if under:
            return max(under, key=rank.get)
        if len(trick) == 3:  # it takes the trick in any case
            return max((card for card in cards if card != "QS"), key=rank.get, default=cards[0])
        return min(cards, key=lambda card: (card == "QS", rank[card]))
