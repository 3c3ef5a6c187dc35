"""Gin rummy by hand: what a person would write in Python for speed alone.

One deal with random play, by the rules of the comparison in `games.py`, up to the knock: the few
hands that are knocked (three of a hundred) are scored at once by the least deadwood of both,
without the choices of melding and laying off. Hands are sets of cards as integers, card `c` has
rank `c >> 2` and suit `c & 3`.
"""

from __future__ import annotations

from collections.abc import Callable

BIT = [1 << card for card in range(52)]
VALUE = [min(card // 4 + 1, 10) for card in range(52)]
ONES = sum(1 << 4 * rank for rank in range(13))
FROM = [sum(BIT[c] for c in range(52) if VALUE[c] >= least) for least in range(12)]
DIGITS = [sum(BIT[c] for c in range(52) if VALUE[c] >> digit & 1) for digit in range(4)]
KNOCK, MOST_UPCARDS = 10, 50


def worth(cards: int) -> int:
    """Return the value of a set of cards."""
    one, two, four, eight = DIGITS
    return (
        (cards & one).bit_count()
        + 2 * (cards & two).bit_count()
        + 4 * (cards & four).bit_count()
        + 8 * (cards & eight).bit_count()
    )


def melds(hand: int) -> list[int]:
    """Return every meld in a hand."""
    found: list[int] = []
    three = (hand & ONES) + (hand >> 1 & ONES) + (hand >> 2 & ONES) + (hand >> 3 & ONES) + ONES
    three &= ONES << 2
    while three:
        low = (three & -three).bit_length() - 3
        three &= three - 1
        same = hand & 15 << low
        found.append(same)
        if same == 15 << low:
            found += [same ^ 1 << low + suit for suit in range(4)]
    starts = hand & hand >> 4 & hand >> 8
    while starts:
        low = (starts & -starts).bit_length() - 1
        starts &= starts - 1
        run, card = BIT[low] | BIT[low] << 4, low + 8
        while card < 52 and hand >> card & 1:
            run |= BIT[card]
            found.append(run)
            card += 4
    return found


def covered(free: list[int]) -> int:
    """Return the greatest value that disjoint melds cover."""
    best = 0
    for index, meld in enumerate(free, 1):
        rest = covered([other for other in free[index:] if not other & meld])
        best = max(best, worth(meld) + rest)
    return best


def throwable(hand: int) -> int:
    """Return the cards with which a hand of eleven can knock."""
    total, found = worth(hand), melds(hand)
    melded = 0
    for meld in found:
        melded |= meld
    over = total - KNOCK - worth(melded)
    if over > 10 or (over > 0 and not hand & ~melded & FROM[over]):
        return 0
    good, rest = 0, hand
    while rest:
        card = rest & -rest
        rest ^= card
        free = [meld for meld in found if not meld & card]
        if total - worth(card) - covered(free) <= KNOCK:
            good |= card
    return good


def play(draw: Callable[[], float]) -> tuple[int, int]:
    """Play a deal; return how many decisions there were, and what the one who begins gets."""
    deck = list(range(52))
    for last in range(51, 0, -1):
        other = int(draw() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    hands = [sum(BIT[c] for c in deck[-10:]), sum(BIT[c] for c in deck[-20:-10])]
    upcard = deck[-21]
    pile = [upcard]
    del deck[-21:]
    seat = decisions = upcards = 0
    repeated = False
    taken = -1
    for player in (0, 1):
        decisions += 1
        if draw() < 0.5:
            seat, taken = player, pile.pop()
            hands[player] |= BIT[taken]
            break
    first = taken < 0
    while True:
        if taken < 0:
            if len(deck) == 2:
                decisions += 1
                knocks = throwable(hands[seat] | BIT[pile[-1]])
                if not knocks or draw() < 0.5:
                    return decisions, 0
                hands[seat] |= BIT[pile.pop()]
                return decisions + 1, _score(hands, seat, knocks, draw)
            decisions += 1
            if first or draw() < 0.5:
                hands[seat] |= BIT[deck.pop()]
            else:
                upcards += 1
                if upcards == MOST_UPCARDS:
                    return decisions, 0
                taken = pile.pop()
                hands[seat] |= BIT[taken]
        first = False
        hand = hands[seat]
        knocks = throwable(hand)
        decisions += 1
        number = int(draw() * (11 + knocks.bit_count()))
        if number >= 11:
            return decisions, _score(hands, seat, knocks, draw)
        cards = hand
        while number:
            cards &= cards - 1
            number -= 1
        thrown = (cards & -cards).bit_length() - 1
        hands[seat] = hand ^ BIT[thrown]
        pile.append(thrown)
        if thrown == taken:
            if repeated:
                return decisions, 0
            repeated = True
        else:
            repeated = False
        taken = -1
        seat = 1 - seat


def _score(hands: list[int], seat: int, knocks: int, draw: Callable[[], float]) -> int:
    for _ in range(int(draw() * knocks.bit_count())):
        knocks &= knocks - 1
    hands[seat] ^= knocks & -knocks
    mine, other = (worth(hand) - covered(melds(hand)) for hand in (hands[seat], hands[1 - seat]))
    won = other + 25 if not mine else other - mine if other > mine else other - mine - 25
    return won if seat == 0 else -won
