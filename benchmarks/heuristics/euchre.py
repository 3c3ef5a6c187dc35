"""Euchre: orders up with three trumps or two bowers, leads high, wins cheaply."""

ORDER = "9TJQKA"
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
SAME = {"C": "S", "S": "C", "D": "H", "H": "D"}


def strength(card, trump):
    """Return the order of a card; trumps are above 10."""
    if card == "J" + trump:
        return 20
    if card == "J" + SAME[trump]:
        return 19
    return ORDER.index(card[0]) + 11 * (card[1] == trump)


def worth(hand, trump):
    """Return about how many tricks a hand makes with a trump suit."""
    points = {20: 1.2, 19: 1.1, 16: 0.9, 15: 0.7, 14: 0.6}
    total = sum(points.get(strength(card, trump), 0.5) for card in hand if strength(card, trump) > 10)
    return total + sum(0.7 for card in hand if card[0] == "A" and card[1] != trump)


class Bot:
    def choose(self, view):
        actions, seen = view.actions(), view.observation
        hand = seen.zones["hand"][view.seat]
        texts = {each.text: each for each in actions}
        verbs = {each.verb for each in actions}
        trump = SUITS.get(seen.variables["trump"] or "")
        if "order_up" in verbs:
            suit = seen.zones["turned"][0][1]
            ours = (seen.dealer - view.seat) % 2 == 0
            good = worth(hand, suit) + (0.5 if ours else -0.4) >= 2.3
            return texts["order_up"] if good else texts["pass"]
        if "go_alone" in verbs:
            return texts["go_alone" if worth(hand, trump) >= 4 else "with_partner"]
        if "discard" in verbs:
            return min(actions, key=lambda each: strength(each.text.split()[1], trump))
        if actions[0].verb != "play":
            named = {each: SUITS.get(each.text.split()[-1]) for each in actions}
            best = max(actions, key=lambda each: worth(hand, named[each]) if named[each] else 2.2)
            return best
        return self.play(view, seen, actions, trump)

    def play(self, view, seen, actions, trump):
        played = seen.zones["played"]
        cards = {each.text.split()[1]: each for each in actions}
        led = played[seen.variables["leader"]]

        def follows(card):
            return "trump" if strength(card, trump) > 10 else card[1]

        if not led:
            return cards[max(cards, key=lambda card: strength(card, trump) + 5 * (card[0] == "A"))]

        def power(card):
            inside = follows(card) in ("trump", follows(led[0]))
            return strength(card, trump) - 30 * (not inside)

        best = max(power(card) for trick in played for card in trick)
        partner = played[(view.seat + 2) % 4]
        winners = [card for card in cards if power(card) > best]
        if winners and not (partner and power(partner[0]) == best):
            return cards[min(winners, key=power)]
        return cards[min(cards, key=lambda card: strength(card, trump))]
