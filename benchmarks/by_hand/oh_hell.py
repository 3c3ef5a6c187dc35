"""Oh Hell by hand: what a person would write in Python for four players and speed alone.

One deal with random play, by the rules of `rulesets/oh_hell.yaml` with the dealer's bid restricted,
no state that could be looked at, copied or saved. Hands are sets of cards as integers, card `c` has
rank `c >> 2` and suit `c & 3`.
"""

from __future__ import annotations

from collections.abc import Callable

SUITS = [sum(1 << card for card in range(suit, 52, 4)) for suit in range(4)]
BIT = [1 << card for card in range(52)]


def play(size: int, draw: Callable[[], float]) -> tuple[int, list[int]]:
    """Play a deal of so many cards each; return how many decisions there were, and the scores."""
    deck = list(range(52))
    hands = [0, 0, 0, 0]
    left = 52
    for _ in range(size):
        for seat in range(4):
            at = int(draw() * left)
            left -= 1
            hands[seat] |= BIT[deck[at]]
            deck[at] = deck[left]
    trump = deck[int(draw() * left)] & 3
    bids = [int(draw() * (size + 1)) for _ in range(3)]
    forbidden = size - sum(bids)
    if 0 <= forbidden <= size:
        last = int(draw() * size)
        bids.append(last + (last >= forbidden))
    else:
        bids.append(int(draw() * (size + 1)))
    tricks = [0, 0, 0, 0]
    leader = 0
    for _ in range(size):
        led, best, winner = -1, -1, leader
        for seat in (leader, leader + 1 & 3, leader + 2 & 3, leader + 3 & 3):
            hand = hands[seat]
            cards = hand & SUITS[led] or hand if led >= 0 else hand
            number = int(draw() * cards.bit_count())
            while number:
                cards &= cards - 1
                number -= 1
            card = (cards & -cards).bit_length() - 1
            hands[seat] = hand ^ BIT[card]
            suit = card & 3
            if led < 0:
                led = suit
            strength = card + 100 if suit == trump else card if suit == led else -1
            if strength > best:
                best, winner = strength, seat
        tricks[winner] += 1
        leader = winner
    scores = [tricks[s] + 10 * (tricks[s] == bids[s]) for s in range(4)]
    return 4 + 4 * size, scores
