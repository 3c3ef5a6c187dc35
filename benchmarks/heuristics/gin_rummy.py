"""Gin rummy: knocks as soon as it may, throws the highest deadwood, takes what makes a meld."""

from itertools import combinations

RANKS = "A23456789TJQK"


def value(card):
    return min(RANKS.index(card[0]) + 1, 10)


def melds(cards):
    """Return all sets and runs of three and more cards, as sets."""
    found = []
    for rank in RANKS:
        same = [card for card in cards if card[0] == rank]
        found += [frozenset(some) for size in (3, 4) for some in combinations(same, size)]
    for suit in "CDHS":
        own = sorted(RANKS.index(card[0]) for card in cards if card[1] == suit)
        for start in own:
            end = start
            while end in own:
                end += 1
                if end - start >= 3:
                    found.append(frozenset(RANKS[rank] + suit for rank in range(start, end)))
    return found


def deadwood(cards, left=None):
    """Return the least value of the cards outside of melds, and these cards."""
    cards, best = frozenset(cards), None
    left = melds(cards) if left is None else left
    best = (sum(map(value, cards)), cards)
    for index, meld in enumerate(left):
        if meld <= cards:
            rest = [other for other in left[index + 1 :] if not other & meld]
            best = min(best, deadwood(cards - meld, rest), key=lambda found: found[0])
    return best


def nearly(card, hand):
    """Return whether a card has a pair or a neighbour in a hand."""
    rank = RANKS.index(card[0])
    return any(
        other != card and (other[0] == card[0] or (other[1] == card[1] and abs(RANKS.index(other[0]) - rank) <= 2))
        for other in hand
    )


class Bot:
    def choose(self, view):
        actions, seen = view.actions(), view.observation
        verbs = {}
        for each in actions:
            verbs.setdefault(each.verb, []).append(each)
        hand = seen.zones["hand"][view.seat]
        for name in ("big_gin", "gin"):
            if name in verbs:
                return verbs[name][0]
        for name in ("knock", "discard"):
            if name in verbs:
                return min(verbs[name], key=lambda each: self.after(each, hand))
        for take, leave in (("take_upcard", "pass"), ("draw_discard", "draw_stock")):
            if take in verbs and leave in verbs:
                card = seen.zones["discards"][-1]
                helps = any(card in meld for meld in melds([*hand, card]))
                return verbs[take if helps else leave][0]
        return actions[0]

    def after(self, action, hand):
        """Return the deadwood after a discard, and whether a card that may still fit is lost."""
        words = [word for word in action.text.split()[1:] if word in hand]
        rest = [card for card in hand if card not in words[:1]]
        lost = words[0] if words else None
        return deadwood(rest)[0], lost is not None and nearly(lost, hand)
