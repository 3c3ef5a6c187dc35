"""Skat: bids what its best suit is worth with enough jacks and aces; counts points in tricks."""

PLAIN = "789QKTA"
VALUE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SUITS = {"diamonds": ("D", 9), "hearts": ("H", 10), "spades": ("S", 11), "clubs": ("C", 12)}
JACKS = ("JC", "JS", "JH", "JD")


def trumps(hand, suit):
    return [card for card in hand if card[0] == "J" or card[1] == suit]


def best_game(hand):
    """Return the best suit, how good the hand is in it, and what the game is worth."""

    def good(name):
        suit = SUITS[name][0]
        aces = sum(card[0] == "A" and card[1] != suit for card in hand)
        tens = sum(card[0] == "T" and "A" + card[1] in hand and card[1] != suit for card in hand)
        return len(trumps(hand, suit)) + aces + 0.5 * tens + 0.5 * ("JC" in hand)

    name = max(SUITS, key=lambda each: (good(each), SUITS[each][1]))
    first = "JC" in hand
    matadors = next((i for i, jack in enumerate(JACKS) if (jack in hand) != first), 4)
    return name, good(name), SUITS[name][1] * (matadors + 1)


class Bot:
    def choose(self, view):
        actions, seen = view.actions(), view.observation
        texts = {each.text: each for each in actions}
        verbs = {each.verb for each in actions}
        hand = seen.zones["hand"][view.seat]
        name, good, worth = best_game(hand)
        if verbs & {"bid", "hold", "accept"}:
            bids = sorted(int(text.split()[1]) for text in texts if text.startswith("bid "))
            if good >= 7 and bids and bids[0] <= worth:
                return texts[f"bid {bids[0]}"]
            if good >= 7 and "hold" in texts and seen.variables["stake"] <= worth:
                return texts["hold"]
            return texts["pass"] if "pass" in texts else actions[0]
        if "take_skat" in texts:
            return texts["take_skat"]
        if "put_away" in verbs:
            suit = SUITS[name][0]

            def keep(action):
                away = action.text.split()[1:]
                rest = [card for card in hand if card not in away]
                lost = sum(card in trumps(hand, suit) or card[0] == "A" for card in away)
                suits = len({card[1] for card in rest if card not in trumps(hand, suit)})
                return lost, suits, -sum(VALUE.get(card[0], 0) for card in away)

            return min(actions, key=keep)
        if "declare" in verbs:
            jacks = sum(card[0] == "J" for card in hand)
            aces = sum(card[0] == "A" for card in hand)
            grand = texts.get("declare grand normal")
            return grand if grand and jacks >= 2 and jacks + aces >= 6 else texts[f"declare {name} normal"]
        if actions[0].verb != "play":
            return actions[0]
        return self.play(view, seen, actions)

    def play(self, view, seen, actions):
        facts, played = seen.variables, seen.zones["played"]
        contract = facts["contract"]
        suit = SUITS[contract][0] if contract in SUITS else "-"
        cards = {each.text.split()[1]: each for each in actions}
        value = {card: VALUE.get(card[0], 0) for card in cards}
        led = played[facts["leader"]]
        alone = view.seat == facts["declarer"]

        def power(card):
            if contract == "null":
                inside = bool(led) and card[1] == led[0][1]
                return "789TJQKA".index(card[0]) - 40 * (bool(led) and not inside)
            if card[0] == "J":
                return 60 - JACKS.index(card)
            if card[1] == suit:
                return 40 + PLAIN.index(card[0])
            inside = not led or card[1] == led[0][1]
            return PLAIN.index(card[0]) - 20 * (not inside)

        if contract == "null":
            return cards[(min if alone else max)(cards, key=power)]
        if not led:
            if alone and trumps(cards, suit):
                return cards[max(trumps(cards, suit), key=power)]
            aces = [card for card in cards if card[0] == "A" and card[1] != suit]
            return cards[aces[0] if aces else min(cards, key=lambda card: (value[card], power(card)))]
        trick = {seat: cards_of[0] for seat, cards_of in enumerate(played) if cards_of}
        owner = max(trick, key=lambda seat: power(trick[seat]))
        best = power(trick[owner])
        winners = [card for card in cards if power(card) > best]
        last = len(trick) == 2
        friend = not alone and owner != facts["declarer"]
        if friend and (last or best >= 5):
            return cards[max(cards, key=lambda card: (value[card], -power(card)))]
        lies = sum(VALUE.get(card[0], 0) for card in trick.values())
        if winners and (last or lies >= 3 or power(winners[0]) < 40):
            return cards[max(winners, key=lambda card: (value[card] if last else power(card), power(card)))]
        return cards[min(cards, key=lambda card: (value[card], power(card)))]
