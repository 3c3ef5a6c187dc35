"""Durak: attacks with the lowest card, defends with the cheapest, keeps trumps back."""

ORDER = "23456789TJQKA"


class Bot:
    def choose(self, view):
        actions, seen = view.actions(), view.observation
        trump = seen.variables["trump"][0].upper()
        stock = len(seen.zones["stock"])

        def price(card):
            return ORDER.index(card[0]) + 20 * (card[1] == trump)

        def cost(action):
            return price(action.text.split()[-1])

        verbs = {each.verb: each for each in actions}
        cards = [each for each in actions if each.text.split()[-1][0] in ORDER]
        stop = next((verbs[name] for name in ("done", "take", "pass") if name in verbs), None)
        if not cards:
            return actions[0]
        best = min(cards, key=cost)
        if "take" in verbs:  # a defender beats with the cheapest card, and takes before high trumps
            return verbs["take"] if cost(best) >= 30 and stock > 4 else best
        if stop is not None:  # throwing in: nothing dear, and no trump for who takes
            dear = 20 if stock <= 2 else 9
            return stop if cost(best) >= dear or (seen.variables["taking"] and cost(best) >= 20) else best
        return best
