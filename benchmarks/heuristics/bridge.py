"""Bridge: bids by points and length, and plays second hand low, third hand high."""

ORDER = "23456789TJQKA"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def points(hand):
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card[0], 0) for card in hand)


class Bot:
    def choose(self, view):
        actions, seen = view.actions(), view.observation
        texts = {each.text: each for each in actions}
        if actions[0].verb == "play":
            return self.play(view, seen, actions)
        if "pass" not in texts:
            return actions[0]
        bid = self.bid(view, seen)
        return texts.get(bid, texts["pass"])

    def bid(self, view, seen):
        hand, facts = seen.zones["hand"][view.seat], seen.variables
        high, partner = points(hand), (view.seat + 2) % 4
        lengths = {suit: sum(card[1] == suit for card in hand) for suit in "CDHS"}
        long = max("CDHS", key=lambda suit: (lengths[suit], "CDHS".index(suit)))
        bids = [(seat, text.split()[1:]) for seat, text in seen.history if text.startswith("bid")]
        mine = [bid for seat, bid in bids if seat == view.seat]
        theirs = [bid for seat, bid in bids if seat == partner]
        level = facts["level"]
        if not mine and not theirs:
            if 15 <= high <= 17 and min(lengths.values()) >= 2 and not level:
                return "bid 1 notrump"
            least = 12 if not level else 13
            if high >= least and lengths[long] >= (4 if not level else 5):
                return f"bid {self.lowest(facts, SUITS[long])} {SUITS[long]}"
            return "pass"
        if not theirs:
            return "pass"
        strain = theirs[-1][1]
        together = high + (16 if theirs[0][1] == "notrump" else 13 if not mine else 8)
        fit = next((SUITS[suit] for suit in "SH" if SUITS[suit] == strain and lengths[suit] >= 3), None)
        if len(mine) > 1 or together < 20:
            return "pass"
        aim = 4 if fit and together >= 26 else 3 if together >= 26 else 2
        if fit:
            return f"bid {aim} {fit}" if aim > level else "pass"
        if together >= 26:
            return "bid 3 notrump"
        if not mine and lengths[long] >= 4 and SUITS[long] != strain:
            lowest = self.lowest(facts, SUITS[long])
            return f"bid {lowest} {SUITS[long]}" if lowest <= 2 else "pass"
        return "bid 1 notrump" if level == 1 and strain != "notrump" and not mine else "pass"

    def lowest(self, facts, strain):
        """Return the lowest level at which a strain can be bid."""
        order = [*SUITS.values(), "notrump"]
        now = facts["strain"]
        return max(facts["level"] + (now is not None and order.index(strain) <= order.index(now)), 1)

    def play(self, view, seen, actions):
        facts, played = seen.variables, seen.zones["played"]
        trump = facts["strain"][0].upper() if facts["strain"] not in (None, "notrump") else "-"
        cards = {each.text.split()[-1]: each for each in actions}
        rank = {card: ORDER.index(card[0]) for card in cards}
        led = played[facts["leader"]]
        trick = [card for cards_of in played for card in cards_of]
        if not led:
            best = max(cards, key=lambda card: (card[0] == "A", self.length(card, cards), rank[card]))
            return cards[best]
        suit = led[0][1]

        def power(card):
            return ORDER.index(card[0]) + 20 * (card[1] == trump) - 40 * (card[1] not in (suit, trump))

        best = max(map(power, trick))
        winners = [card for card in cards if power(card) > best]
        place = len(trick)
        partner = played[trick_seat(facts["leader"], place - 2)] if place >= 2 else ()
        if partner and power(partner[0]) == best and (place == 3 or rank_of(partner[0]) >= 10):
            return cards[min(cards, key=lambda card: (card[1] == trump, rank[card]))]
        if winners and place == 1 and cards[winners[0]] and winners[0][1] == suit:
            return cards[min(cards, key=lambda card: rank[card])]
        if winners:
            return cards[(min if place == 3 else max)(winners, key=power)]
        return cards[min(cards, key=lambda card: (card[1] == trump, rank[card]))]

    def length(self, card, cards):
        return sum(other[1] == card[1] for other in cards)


def trick_seat(leader, turn):
    return (leader + turn) % 4


def rank_of(card):
    return ORDER.index(card[0])
