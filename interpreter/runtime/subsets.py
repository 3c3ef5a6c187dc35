"""Sets of cards among which a player chooses: listed, counted, and by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NoReturn

from ..source.scalars import MAX_NUMBER
from .budgets import MAX_CHOICES, flooded
from .effects import effects
from .effort import WORK_OF_A_SET, too_much
from .melds import CardSet, cards_of

if TYPE_CHECKING:
    from .position import Position


@effects(stops=True)
def subsets(cards: CardSet, least: int, most: int) -> list[CardSet]:
    """Return the subsets with `least` to `most` cards, smaller ones first.

    Raises:
        StepBudgetError: there are more than `MAX_CHOICES`.
    """
    pool = cards_of(cards)
    sizes = range(max(least, 0), min(most, len(pool)) + 1)
    if sum(comb(len(pool), size) for size in sizes) > MAX_CHOICES:
        _flooded(least, most, len(pool))
    bits = [1 << card for card in pool]
    return [sum(chosen) for size in sizes for chosen in combinations(bits, size)]


def sets(position: Position, least: int, most: int, cards: CardSet) -> list[CardSet]:
    """Return `subsets`, and charge its work to the step budget.

    Raises:
        StepBudgetError: there are more than `MAX_CHOICES`, or the budget is used up.
    """
    found = subsets(cards, least, most)
    position.work -= len(found) * WORK_OF_A_SET
    if position.work < 0:
        too_much("finding sets of cards takes more steps than `limits.steps` allows")
    return found


@effects(stops=True)
def adding(
    position: Position,
    least: int,
    most: int,
    cards: CardSet,
    worth: Sequence[int],
    relation: str,
    bound: int,
) -> list[CardSet]:
    """Return the subsets with `least` to `most` cards whose total has a relation to a number.

    Args:
        position: the position, whose step budget is charged.
        least: the smallest number of cards.
        most: the largest number of cards.
        cards: the cards to choose from.
        worth: what each card adds to the total.
        relation: `eq`, `lt`, `le`, `gt` or `ge`.
        bound: the number.

    Raises:
        StepBudgetError: there are more than `MAX_CHOICES`, or the budget is used up.
    """
    low = {"eq": bound, "ge": bound, "gt": bound + 1}.get(relation, -MAX_NUMBER)
    high = {"eq": bound, "le": bound, "lt": bound - 1}.get(relation, MAX_NUMBER)
    pool = [(worth[card], 1 << card) for card in cards_of(cards)]
    # What the cards from a place on can take from the total and add to it.
    takes, adds = [0], [0]
    for value, _ in reversed(pool):
        takes.append(takes[-1] + min(value, 0))
        adds.append(adds[-1] + max(value, 0))
    takes.reverse()
    adds.reverse()
    found: list[CardSet] = []
    count, looks = len(pool), 0
    longest = position.work // WORK_OF_A_SET
    # Each entry: the set so far, its size and total, and the place of the next card.
    waiting = [(0, 0, 0, 0)]
    while waiting:
        chosen, size, total, place = waiting.pop()
        looks += 1
        if size >= least and low <= total <= high:
            found.append(chosen)
            if len(found) > MAX_CHOICES:
                _flooded(least, most, count)
        if looks > longest:
            too_much("finding sets of cards takes more steps than `limits.steps` allows")
        if size >= most:
            continue
        for index in range(count - 1, place - 1, -1):
            value, card = pool[index]
            new = total + value
            if new + takes[index + 1] <= high and new + adds[index + 1] >= low and size + count - index >= least:
                waiting.append((chosen | card, size + 1, new, index + 1))
    position.work -= looks * WORK_OF_A_SET
    found.sort(key=int.bit_count)  # sets of one size stand in canonical order
    return found


def noted(
    find: Callable[[int, int, CardSet], list[CardSet]],
    least: int,
    most: int,
    cards: CardSet,
    saw: Callable[[int, bool], bool],
    index: int | None,
) -> list[CardSet]:
    """Find sets of cards, and count that a condition is false for others of these sizes.

    Args:
        find: finds the subsets of some cards for which the condition holds.
        least: the smallest number of cards.
        most: the largest number of cards.
        cards: the cards.
        saw: counts outcomes of conditions.
        index: the number of the condition; None if it is not counted.
    """
    found = find(least, most, cards)
    held = cards.bit_count()
    sizes = range(max(least, 0), min(most, held) + 1)
    if index is not None and sum(comb(held, size) for size in sizes) > len(found):
        saw(index, False)
    return found


def saw_each(held: CardSet, among: CardSet, saw: Callable[[int, bool, int], bool], index: int) -> CardSet:
    """Note of how many of some cards a condition is true and false; return all for which it is true.

    Args:
        held: all cards for which it is true, also others.
        among: the cards.
        saw: counts outcomes of conditions.
        index: the number of the condition.
    """
    if held & among:
        saw(index, True, (held & among).bit_count())
    if among & ~held:
        saw(index, False, (among & ~held).bit_count())
    return held


def of_sizes(least: int, most: int, found: list[CardSet]) -> list[CardSet]:
    """Return those of some sets that have `least` to `most` cards."""
    return [cards for cards in found if least <= cards.bit_count() <= most]


def either(left: Sequence[CardSet], right: Sequence[CardSet]) -> list[CardSet]:
    """Return the sets that are in one of two lists, each once, in the order of `subsets`.

    Args:
        left: sets in this order.
        right: others.

    >>> either([0b11, 0b0111], [0b11, 0b110])
    [3, 6, 7]
    """
    found: list[CardSet] = []
    here = there = 0
    while here < len(left) and there < len(right):
        if comes_before(right[there], left[here]):
            found.append(right[there])
            there += 1
        else:
            there += left[here] == right[there]
            found.append(left[here])
            here += 1
    return [*found, *left[here:], *right[there:]]


def comes_before(one: CardSet, other: CardSet) -> bool:
    """Return whether a set comes before another one in the order of `subsets`."""
    if one.bit_count() != other.bit_count():
        return one.bit_count() < other.bit_count()
    apart = one ^ other
    return one & apart & -apart != 0


def _flooded(least: int, most: int, held: int) -> NoReturn:
    """Raise the error for too many sets of `least` to `most` of so many cards."""
    sizes = f"{least}" if least == most else f"{least} to {min(most, held)}"
    flooded(f"{sizes} of {held} cards")


@effects(stops=True)
def choices(cards: CardSet, least: int, most: int) -> int:
    """Return the number of sets that `subsets` returns; it raises the same error."""
    held = cards.bit_count()
    if least == most:
        count = comb(held, least) if least >= 0 else 0
    else:
        sizes = range(max(least, 0), min(most, held) + 1)
        count = sum([comb(held, size) for size in sizes])
    if count > MAX_CHOICES:
        _flooded(least, most, held)
    return count


@effects(stops=True)
def choice(cards: CardSet, least: int, most: int, number: int) -> CardSet:
    """Return the set with an index in the result of `subsets`.

    >>> [choice(0b1101, 2, 3, k) for k in range(4)] == subsets(0b1101, 2, 3)
    True
    """
    size, held = max(least, 0), cards.bit_count()
    while number >= (count := comb(held, size)):
        number -= count
        size += 1
    chosen = 0
    while size:
        low = cards & -cards
        cards ^= low
        held -= 1
        # The sets with the lowest card come first.
        count = comb(held, size - 1)
        if number < count:
            chosen |= low
            size -= 1
        else:
            number -= count
    return chosen


@effects(changes=(0,))
def unlike(actions: list[tuple[int, ...]], start: int, kinds: tuple[str, ...], faces: Sequence[int]) -> None:
    """Remove actions that have the same faces as an earlier action, from index `start` on."""
    if len(actions) < start + 2:
        return
    seen: set[tuple[object, ...]] = set()
    kept: list[tuple[int, ...]] = []
    for action in actions[start:]:
        look: list[object] = []
        for kind, value in zip(kinds, action[1:], strict=True):
            if kind == "card":
                look.append(faces[value])
            elif kind in ("cards", "meld"):
                look.append(tuple(sorted(faces[card] for card in cards_of(value))))
            else:
                look.append(value)
        key = tuple(look)
        if key not in seen:
            seen.add(key)
            kept.append(action)
    actions[start:] = kept


def distinct(cards: CardSet, alike: Sequence[CardSet]) -> CardSet:
    """Return the lowest card of each face in a set.

    Args:
        cards: the set.
        alike: for each distance d, from 1 on, the set of cards with the same face as the card
            whose number is less by d.
    """
    higher: CardSet = 0
    distance = 1
    for above in alike:
        higher |= cards << distance & above
        distance += 1
    return cards & ~higher
