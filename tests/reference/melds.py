"""Melds, from their definition: a pattern fits cards if the wild ones can stand for what it lacks.

Everything is found by trying all that could be.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from cardrules.interpreter.program.cards import Pack
from cardrules.interpreter.program.program import Meld, Program

from .position import Card, Pile, canonical

MOST_DIVIDED = 9
"""The most cards that are divided in melds; some rulesets try the sets of a whole hand."""

MOST_LAID = 30
"""The most melds on which cards are laid off; some rulesets try all melds of two hands."""

Reading = dict[Card, tuple[int, int | None]]
"""What each card of a run stands for: a rank and a suit, or any suit where suits do not matter."""


# ------------------------------------------------------------------------------ is it a meld?


MOST_KNOWN = 50_000
"""For how many sets of cards an answer is remembered."""

_Question = tuple[int, int, tuple[Card, ...]]

_known: dict[_Question, tuple[Meld, Pack, bool]] = {}
"""Answers by the identities of the meld and the pack, which are held, and by the cards."""


def is_meld(cards: list[Card], meld: Meld, pack: Pack) -> bool:
    """Whether cards are a meld; divisions of a hand ask this again and again."""
    key = id(meld), id(pack), tuple(cards)
    known = _known.get(key)
    if known is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        known = _known[key] = meld, pack, is_meld_anew(cards, meld, pack)
    return known[2]


def is_meld_anew(cards: list[Card], meld: Meld, pack: Pack) -> bool:
    """Whether cards are a meld, by definition."""
    if not meld.present or not meld.least <= len(cards) <= meld.most:
        return False
    if meld.parts:
        return any(True for _ in divisions(cards, list(meld.parts), pack))
    if meld.each > 1:
        return bool(tops_of_several(cards, meld, pack))
    if meld.consecutive:
        return bool(readings(cards, meld, pack))
    if meld.same is None:
        fit = not meld.ranks or all(card.rank in meld.ranks for card in cards)
        return fit and right_suits(cards, meld)
    return any(is_set(natural, meld) for natural in natural_parts(cards, meld))


def divisions(cards: list[Card], parts: list[Meld], pack: Pack) -> Iterator[list[list[Card]]]:
    """The ways to divide cards in melds of the given kinds.

    Raises:
        TooManyError: there are too many cards to try all ways.
    """
    if len(cards) > MOST_DIVIDED:
        raise TooManyError
    if not parts:
        if not cards:
            yield []
        return
    for size in range(parts[0].least, min(parts[0].most, len(cards)) + 1):
        for chosen in combinations(cards, size):
            if is_meld(list(chosen), parts[0], pack):
                rest = [card for card in cards if card not in chosen]
                yield from ([list(chosen), *more] for more in divisions(rest, parts[1:], pack))


def parts_of(cards: list[Card], kinds: list[Meld], pack: Pack) -> list[list[Card]]:
    """The melds of which cards are made: the first way to divide the first kind that they are."""
    for meld in kinds:
        if is_meld(cards, meld, pack):
            parts = list(meld.parts) or [meld]
            return next(divisions(canonical(cards), parts, pack))
    return []


def tops_of_several(cards: list[Card], meld: Meld, pack: Pack) -> list[int]:
    """The highest ranks of all runs with several cards of each rank that some cards are."""
    length, more = divmod(len(cards), meld.each)
    tops: list[int] = []
    for natural in natural_parts(cards, meld) if not more else ():
        ranks = [card.rank for card in natural]
        for window in windows(length, meld, None, pack):
            if all(rank in window and ranks.count(rank) <= meld.each for rank in ranks):
                tops.append(window[-1])
    return tops


def natural_parts(cards: list[Card], meld: Meld) -> Iterator[list[Card]]:
    """The ways to take some cards as wild: those that stand for themselves, one at least."""
    wild = [card for card in cards if card.rank in meld.wild]
    for count in range(min(len(wild), meld.most_wild) + 1):
        for chosen in combinations(wild, count):
            natural = [card for card in cards if card not in chosen]
            right = all(fits_alone(card, meld) for card in natural)
            if len(natural) >= meld.least_natural and right:
                yield natural


def fits_alone(card: Card, meld: Meld) -> bool:
    """Whether a card can stand for itself."""
    return not card.named and (not meld.ranks or card.rank in meld.ranks)


def is_set(natural: list[Card], meld: Meld) -> bool:
    """Whether cards have their rank or suit in common; what a card does not have is not common."""
    alike = {card.rank if meld.same == "rank" else card.suit for card in natural}
    return len(alike) == 1 and None not in alike and right_suits(natural, meld)


def right_suits(natural: list[Card], meld: Meld) -> bool:
    """Whether cards have as many different suits as they should; wild ones do not count."""
    suits = {card.suit for card in natural if card.suit is not None}
    return meld.least_suits <= max(len(suits), 1) <= meld.most_suits


def readings(cards: list[Card], meld: Meld, pack: Pack) -> list[Reading]:
    """Every way in which cards are a run, however many they are."""
    found: list[Reading] = []
    for natural in natural_parts(cards, meld):
        ranks = [card.rank for card in natural]
        suits = {card.suit for card in natural}
        one_suit = meld.same != "suit" or (len(suits) == 1 and None not in suits)
        if not one_suit or not right_suits(natural, meld) or len(set(ranks)) < len(ranks):
            continue
        wild = [card for card in cards if card not in natural]
        suit = natural[0].suit if meld.same == "suit" else None
        for window in windows(len(cards), meld, suit, pack):
            missing = [rank for rank in window if rank not in ranks]
            if len(missing) == len(wild):
                found += [
                    {card: (card.rank, suit) for card in natural}
                    | {card: (rank, suit) for card, rank in zip(some, missing, strict=True)}
                    for some in orders_of(wild)
                ]
    return [reading for number, reading in enumerate(found) if reading not in found[:number]]


def orders_of(cards: list[Card]) -> Iterator[list[Card]]:
    """The orders in which cards can stand."""
    if not cards:
        yield []
    for card in cards:
        for rest in orders_of([other for other in cards if other != card]):
            yield [card, *rest]


def windows(length: int, meld: Meld, suit: int | None, pack: Pack) -> Iterator[tuple[int, ...]]:
    """The ranks of every run of a length, in every order in which runs may lie."""
    for line in lines(meld, suit, pack):
        yield from in_line(line, length, meld)


def in_line(line: list[int], length: int, meld: Meld) -> Iterator[tuple[int, ...]]:
    """The ranks of every run of a length in one order of ranks."""
    starts = range(len(line)) if meld.around else range(len(line) - length + 1)
    if length <= len(line):
        yield from (tuple((line + line)[start : start + length]) for start in starts)


def lines(meld: Meld, suit: int | None, pack: Pack) -> list[list[int]]:
    """The orders of ranks in which runs may lie, of a suit or of any; a joker is in none."""
    ranks = list(range(pack.ranked) if suit is None else pack.lines[suit])
    if not meld.orders:
        return [ranks]
    orders = [pack.orders[name] for name in meld.orders]
    return [sorted((rank for rank in ranks if order[rank] >= 0), key=lambda rank: order[rank]) for order in orders]


# ----------------------------------------------------------------------------- melds in a hand


MOST = 20_000
"""How many sets of cards of one hand are looked at."""


class TooManyError(Exception):
    """A hand has too many sets of cards to look at each."""


def melds_in(hand: list[Card], meld: Meld, pack: Pack) -> list[list[Card]]:
    """Every meld of a kind among some cards: smaller ones first, then in canonical order.

    Raises:
        TooManyError: There are too many sets of cards to look at.
    """
    seen: dict[tuple[int, ...], list[Card]] = {}
    looks = 0
    for cards in made_of(hand, list(meld.parts), pack) if meld.parts and meld.present else ():
        looks += 1
        if looks > MOST:
            raise TooManyError
        seen[tuple(card.number for card in canonical(cards))] = canonical(cards)
    for part in parts(hand, meld) if not meld.parts else ():
        for size in range(meld.least, min(meld.most, len(part)) + 1):
            for cards in combinations(part, size):
                looks += 10 if meld.compound else 1  # whose parts are tried for each
                if looks > MOST:
                    raise TooManyError
                key = tuple(card.number for card in cards)
                if key not in seen and is_meld(list(cards), meld, pack):
                    seen[key] = list(cards)
    return [seen[key] for key in sorted(seen, key=lambda key: (len(key), key))]


def made_of(hand: list[Card], kinds: list[Meld], pack: Pack) -> Iterator[list[Card]]:
    """The cards of every choice of melds of the given kinds that have no card in common."""
    if not kinds:
        yield []
        return
    for chosen in melds_in(hand, kinds[0], pack):
        yield from ([*chosen, *more] for more in made_of(without(hand, chosen), kinds[1:], pack))


def parts(hand: list[Card], meld: Meld) -> Iterator[list[Card]]:
    """Cards with something in common and the wild ones: all cards of a meld lie in one part."""
    wild = [card for card in hand if card.rank in meld.wild]
    if meld.compound:
        yield hand
    elif meld.consecutive:  # at most one card of each rank stands for itself
        own = [card for card in hand if not card.named]
        suits = {card.suit for card in own} if meld.same == "suit" else {None}
        for suit in sorted(suits, key=str):
            of_suit = [card for card in own if suit in (None, card.suit)]
            ranks = {card.rank for card in of_suit}
            choices = [[card for card in of_suit if card.rank == rank] for rank in sorted(ranks)]
            for chosen in product(*choices):
                yield canonical([*chosen, *wild])
    elif meld.same is None:
        yield hand
    else:
        alike = {getattr(card, meld.same) for card in hand if not card.named}
        for one in sorted(alike - {None}):
            own = [card for card in hand if not card.named]
            yield canonical([*wild, *(card for card in own if getattr(card, meld.same) == one)])


# ---------------------------------------------------------------------------- melds that grow


def extends(cards: list[Card], pile: Pile, program: Program) -> bool:
    """Whether a pile on the table remains a meld with some cards, which do not lie in it."""
    if any(each.number == card.number for each in pile.cards for card in cards):
        return False
    whole = canonical([*pile.cards, *cards])
    before = canonical(pile.cards)
    return (
        bool(cards)
        and any(is_meld(before, meld, program.pack) for meld in several(program))
        and any(
            is_meld(whole, meld, program.pack) and keeps_roles([*pile.settled, cards], meld, program.pack)
            for meld in several(program)
        )
    )


def extends_as(cards: list[Card], pile: Pile, meld: Meld, pack: Pack) -> bool:
    """Whether a pile on the table is a meld of a kind that grows, and remains it with some cards."""
    grows = meld.most > 1 and not meld.parts and meld.each == 1
    grows = grows and not any(each.number == card.number for each in pile.cards for card in cards)
    both = [canonical(pile.cards), canonical([*pile.cards, *cards])]
    are = bool(cards) and grows and all(is_meld(whole, meld, pack) for whole in both)
    return are and keeps_roles([*pile.settled, cards], meld, pack)


def keeps_roles(layings: list[list[Card]], meld: Meld, pack: Pack) -> bool:
    """Whether wild cards of a run can go on standing for what they stood for before."""
    if not meld.consecutive or not meld.wild or meld.roles == "free":
        return True
    before: list[Reading] = [{}]
    cards: list[Card] = []
    for laying in filter(None, layings):
        cards = [*cards, *laying]
        before = [
            reading for reading in readings(cards, meld, pack) if any(old.items() <= reading.items() for old in before)
        ]
        if meld.roles == "fixed":  # settled at once, as high as can be
            heights = [highest(each, meld, pack) for each in before]
            before = [each for each, height in zip(before, heights, strict=True) if height == max(heights)]
    return bool(before)


def highest(reading: Reading, meld: Meld, pack: Pack) -> list[int]:
    """How high the cards that can be wild stand in a run, the highest first."""
    taken = {rank for rank, _ in reading.values()}
    ranks = [rank for card, (rank, _) in reading.items() if card.rank in meld.wild]
    suit = next(suit for _, suit in reading.values())
    return max(
        sorted((line.index(rank) for rank in ranks), reverse=True)
        for line in lines(meld, suit, pack)
        if any(taken == set(window) for window in in_line(line, len(taken), meld))
    )


# -------------------------------------------------------------------- the best arrangement


def several(program: Program) -> list[Meld]:
    """The melds of more than one card, which arrangements are made of."""
    several = [meld for meld in program.melds.values() if meld.present and meld.most > 1]
    return [meld for meld in several if not meld.parts and meld.each == 1]


def worth(cards: list[Card]) -> int:
    return sum(card.value for card in cards)


def all_melds(hand: list[Card], program: Program) -> list[list[Card]]:
    found = [cards for meld in several(program) for cards in melds_in(hand, meld, program.pack)]
    return [cards for number, cards in enumerate(found) if cards not in found[:number]]


def arrangements(melds: list[list[Card]]) -> Iterator[list[list[Card]]]:
    """Every choice of melds that have no card in common."""
    if not melds:
        yield []
        return
    first, *others = melds
    yield from arrangements(others)
    apart = [meld for meld in others if not set(meld) & set(first)]
    yield from ([first, *rest] for rest in arrangements(apart))


def deadwood(hand: list[Card], program: Program) -> int:
    """The least total of values that is left over when the cards are laid out in melds."""
    return left_over(hand, all_melds(hand, program))


def left_over(hand: list[Card], melds: list[list[Card]]) -> int:
    """The least total of values that is left over when the cards are laid out in some melds."""
    return worth(hand) - max(sum(map(worth, chosen)) for chosen in arrangements(melds))


def melding(hand: list[Card], program: Program, cards: list[Card]) -> list[list[Card]]:
    """The melds of the best arrangement: of equal ones that on which fewest cards can be laid."""
    least = deadwood(hand, program)
    best = [
        sorted(chosen, key=from_the_top)
        for chosen in arrangements(all_melds(hand, program))
        if worth(hand) - sum(map(worth, chosen)) == least
    ]
    others = [card for card in cards if card not in hand]
    return min(
        best,
        key=lambda chosen: (
            sum(any(fits(card, meld, program) for meld in chosen) for card in others),
            [[card.number for card in meld] for meld in chosen],
        ),
    )


def from_the_top(cards: list[Card]) -> list[int]:
    """Sets of cards are listed by their highest cards."""
    return sorted((card.number for card in cards), reverse=True)


def fits(card: Card, meld: list[Card], program: Program) -> bool:
    """Whether a card could be laid off on a meld."""
    return any(is_meld(meld, kind, program.pack) for kind in several(program)) and any(
        is_meld(canonical([*meld, card]), kind, program.pack) for kind in several(program)
    )


def loose(hand: list[Card], program: Program, cards: list[Card]) -> list[Card]:
    """The cards that the best arrangement leaves over."""
    melded = [card for meld in melding(hand, program, cards) for card in meld]
    return [card for card in hand if card not in melded]


def against(hand: list[Card], laid: list[list[Card]], program: Program) -> int:
    """The least that is left over when cards may be laid off on melds on the table too."""
    melds = all_melds(hand, program)
    return min(left_without(hand, off, melds) for off in laid_off_ways(hand, laid, program))


def laid_off(hand: list[Card], laid: list[list[Card]], program: Program) -> list[Card]:
    """The cards that are laid off then: of equal ways that with the fewest, lowest cards."""
    melds = all_melds(hand, program)
    return min(
        laid_off_ways(hand, laid, program),
        key=lambda off: (left_without(hand, off, melds), len(off), from_the_top(off)),
    )


def left_without(hand: list[Card], off: list[Card], melds: list[list[Card]]) -> int:
    """The least that is left over without some cards, of a hand with these melds."""
    return left_over(without(hand, off), [meld for meld in melds if not set(meld) & set(off)])


def without(hand: list[Card], others: list[Card]) -> list[Card]:
    return [card for card in hand if card not in others]


def laid_off_ways(hand: list[Card], laid: list[list[Card]], program: Program) -> list[list[Card]]:
    """Every set of cards that can be laid off on some melds.

    Raises:
        TooManyError: there are too many melds to try all of them.
    """
    if len(laid) > MOST_LAID:
        raise TooManyError
    ways: list[list[Card]] = [[]]
    for meld in laid:
        larger = all_melds(canonical([*meld, *hand]), program)
        able = [without(cards, meld) for cards in larger if set(cards) > set(meld)]
        able = [added for added in able if extends(added, Pile([meld], len(meld)), program)]
        apart = [(way, added) for way in ways for added in able if not set(way) & set(added)]
        ways += [canonical([*way, *added]) for way, added in apart]
    return ways
