"""Spades: bids high cards and long spades, never nil; takes what the partnership needs, cheaply."""

ORDER = "23456789TJQKA"


class Bot:
    def choose(self, view):
        actions, seen = view.actions(), view.observation
        hand = seen.zones["hand"][view.seat]
        verbs = {each.verb: each for each in actions}
        if "look" in verbs:
            return verbs["look"]
        bids = [each for each in actions if each.verb == "bid" and len(each.text.split()) > 1]
        if bids:
            wanted = max(1, self.worth(hand))
            return min(bids, key=lambda each: abs(int(each.text.split()[1]) - wanted))
        cards = {each.text.split()[-1]: each for each in actions}
        if actions[0].verb != "play":
            return actions[0]
        bids, tricks = seen.variables["bids"], seen.variables["tricks"]
        ours = (view.seat, (view.seat + 2) % 4)
        needs = sum(bids[seat] for seat in ours) > sum(tricks[seat] for seat in ours)
        played = seen.zones["played"]
        trick = [card for cards_of in played for card in cards_of]
        led = played[seen.variables["leader"]]
        suit = led[0][1] if led else None

        def power(card, suit):
            return ORDER.index(card[0]) + 20 * (card[1] == "S") - 40 * (card[1] not in (suit, "S"))

        strong = {card: power(card, suit or card[1]) for card in cards}
        best = max((power(card, suit) for card in trick), default=-99)
        partner = played[ours[1]]
        partners = bool(partner) and power(partner[0], suit) == best
        winners = [card for card in cards if strong[card] > best]
        losers = [card for card in cards if strong[card] < best]
        if not trick:
            if not needs:
                return cards[min(cards, key=strong.get)]
            side = [card for card in cards if card[0] == "A"] or list(cards)
            return cards[max(side, key=lambda card: strong[card] - 30 * (card[1] == "S"))]
        if needs and winners and not partners:
            last = len(trick) == 3 or suit != winners[0][1]
            return cards[(min if last else max)(winners, key=strong.get)]
        if needs:
            return cards[min(cards, key=strong.get)]
        return cards[max(losers, key=strong.get) if losers else min(cards, key=strong.get)]

    def worth(self, hand):
        spades = [card for card in hand if card[1] == "S"]
        total = sum(card[0] in "AKQ" for card in spades) + 0.6 * max(len(spades) - 3, 0)
        for suit in "CDH":
            ranks = [card[0] for card in hand if card[1] == suit]
            total += ("A" in ranks) * 0.95 + ("K" in ranks and len(ranks) > 1) * 0.6
            total += (len(ranks) < 2 and len(spades) > 2) * 0.5
        return round(total)
