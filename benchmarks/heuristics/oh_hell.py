"""Oh Hell: bids its aces, kings and trumps, wins while it needs tricks, and then ducks."""

ORDER = "23456789TJQKA"


class Bot:
    def choose(self, view):
        actions, seen = view.actions(), view.observation
        letter = (seen.variables["trump"] or "-")[0].upper()
        hand = seen.zones["hand"][view.seat]
        if actions[0].verb == "bid":
            wanted = self.worth(hand, letter)
            return min(actions, key=lambda each: abs(int(each.text.split()[1]) - wanted))
        needs = seen.variables["bids"][view.seat] > seen.variables["tricks"][view.seat]
        trick = [card for played in seen.zones["played"] for card in played]
        led = seen.zones["played"][seen.variables["leader"]]

        def power(card, suit):
            return ORDER.index(card[0]) + 20 * (card[1] == letter) - 40 * (card[1] not in (suit, letter))

        suit = led[0][1] if led else None
        best = max((power(card, suit) for card in trick), default=-99)
        cards = {each.text.split()[1]: each for each in actions}
        strong = {card: power(card, suit or card[1]) for card in cards}
        winners = [card for card in cards if strong[card] > best]
        losers = [card for card in cards if strong[card] < best]
        if needs:
            last = len(trick) == seen.players - 1
            card = (min if last else max)(winners, key=strong.get) if winners else min(cards, key=strong.get)
        elif not trick:
            card = min(cards, key=strong.get)
        else:
            card = max(losers, key=strong.get) if losers else max(cards, key=strong.get)
        return cards[card]

    def worth(self, hand, letter):
        total = 0.0
        for card in hand:
            rank = ORDER.index(card[0])
            if card[1] == letter:
                total += 1.0 if rank >= 9 else 0.6 if rank >= 5 else 0.35
            else:
                total += {12: 0.85, 11: 0.55, 10: 0.2}.get(rank, 0.02)
        return total
