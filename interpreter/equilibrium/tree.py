"""The tree of a deal in sequence form: information states, and what the ends of games are worth.

All deals are dealt and all actions are tried, once. What an algorithm needs of it are two tables.
A seat's *information states* are the choices that it can tell apart; each action in one of them
ends a *sequence* of own actions, and the empty sequence has the number 0. An *end* has a sequence
for each seat, and what the seats get there, times the probability of its cards (D. Koller, N.
Megiddo and B. von Stengel, "Fast Algorithms for Finding Randomized Strategies in Game Trees", STOC
1994).
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from ..errors import CardrulesError, SetupError
from ..game.rules import Rules
from ..game.setup.opening import Opening
from ..play.state import State
from ..rewriting.undealt import most_seen
from ..shared import kept_with
from .course import legal_by_text, settled, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MOST_DEALS: Final = 20_000
MOST_POSITIONS: Final = 200_000
"""A tree with more deals or positions is not built."""

_FIRST: Final = MOST_POSITIONS // 20
"""After so many positions it is clear how large a tree will be: twice as many as allowed, or not."""

INSTEAD: Final = "use rollout or ismcts"


class Information(NamedTuple):
    """An information state: a choice of a seat, as far as it knows the game.

    Attributes:
        seat: The seat.
        before: The sequence of its actions that leads there.
        first: The sequence that its first action makes; the others follow.
        actions: The legal actions, in notation.
    """

    seat: int
    before: int
    first: int
    actions: tuple[str, ...]


class Tree:
    """The tree of a deal.

    Attributes:
        information: The information states. Those to which a seat comes earlier stand before those
            to which it comes later.
        known: Their numbers, by the seat, the sequence before, what the seat was told since its
            last choice, and the legal actions.
        sequences: How many sequences each seat has.
        ends: What each seat gets, times probability, by the sequences of the seats.
    """

    def __init__(self, seats: int) -> None:
        """Make the tree of a game without positions."""
        self.information: list[Information] = []
        self.known: dict[tuple[int, int, str, tuple[str, ...]], int] = {}
        self.sequences = [1] * seats
        self.ends: dict[tuple[int, ...], list[float]] = {}

    def grow(self, state: State, probability: float, met: Callable[[State], object]) -> int:
        """Add all games that begin with a deal.

        Args:
            state: The game after the deal.
            probability: The probability of the deal.
            met: Called with the first game that is found for an information state.

        Returns:
            The number of positions.

        Raises:
            CardrulesError: The rules fail.
        """
        seats = state.game.players
        waiting = [(state, (0,) * seats, (0,) * seats, 0)]
        count = 0
        while waiting and count <= MOST_POSITIONS:
            state, sequences, marks, begun = waiting.pop()
            count += 1
            seat = state.current_player()
            if seat is None:
                found = self.ends.setdefault(sequences, [0.0] * seats)
                found[:] = [sum_ + probability * gain for sum_, gain in zip(found, state.returns(), strict=True)]
                continue
            first = not begun >> seat & 1
            legal = legal_by_text(state)
            actions = tuple(legal)
            key = seat, sequences[seat], told(state, seat, marks[seat], begun=0 if first else None), actions
            number = self.known.get(key)
            if number is None:
                number = self.known[key] = len(self.information)
                self.information.append(Information(seat, sequences[seat], self.sequences[seat], actions))
                self.sequences[seat] += len(actions)
                met(state)
            marks = _with(marks, seat, settled(state, marks[seat]))
            for sequence, raw in enumerate(legal.values(), self.information[number].first):
                after = state.clone()
                after.apply_raw(raw)
                waiting.append((after, _with(sequences, seat, sequence), marks, begun | 1 << seat))
        return count


def _with(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def tree_of(
    rules: Rules,
    dealer: int,
    met: Callable[[State], object] = lambda _: None,
    tell: Callable[[float], object] = lambda _: None,
) -> Tree:
    """Return the tree of one deal.

    Args:
        rules: The game; of a match it is the tree of a deal.
        dealer: Who deals.
        met: Called once for each information state, with a game in which it is reached.
        tell: Called with the part of the deals that is done.

    Raises:
        SetupError: The game is too large, or its deals cannot be listed.
        CardrulesError: The rules fail.
    """
    rules = one_deal(rules)
    deals = list(_deals(rules))
    tree, count = Tree(rules.players), 0
    for done, (deck, probability) in enumerate(deals, 1):
        count += tree.grow(_dealt(rules, dealer, deck), probability, met)
        soon = count > _FIRST and count * len(deals) > 2 * MOST_POSITIONS * done
        if soon or count > MOST_POSITIONS:
            raise _too_large(rules)
        tell(done / len(deals))
    return tree


def is_small(rules: Rules) -> bool:
    """Return whether a tree of a deal can be built, as far as the first deal tells."""
    return kept_with(rules, "is small", _fits)


def _fits(rules: Rules) -> bool:
    try:
        check(rules)
    except CardrulesError:
        return False
    return True


def check(rules: Rules) -> None:
    """Refuse a game that is too large, as far as the first deal tells.

    Raises:
        SetupError: The game is too large, or its deals cannot be listed.
        CardrulesError: The rules fail.
    """
    rules = one_deal(rules)
    deals = list(_deals(rules))
    count = Tree(rules.players).grow(_dealt(rules, 0, deals[0][0]), 1.0, lambda _: None)
    if count * len(deals) > 2 * MOST_POSITIONS:
        raise _too_large(rules)


def _too_large(rules: Rules) -> SetupError:
    return SetupError(
        f"a deal of {rules.program.title} can come to more than {MOST_POSITIONS:,} positions, too many to "
        f"compute a strategy; {INSTEAD}"
    )


def _dealt(rules: Rules, dealer: int, deck: tuple[int, ...]) -> State:
    return State.begun(rules, Opening(0, dealer, 1, (deck,)))


def one_deal(rules: Rules) -> Rules:
    """Return the rules of one deal.

    Raises:
        SetupError: A deal alone has no result.
    """
    if rules.single_deal or rules.program.match_deals == 1:
        return rules
    single = kept_with(rules, "one deal", lambda rules: Rules(rules.loaded, rules.source, single_deal=True))
    if not single.has_result():
        raise SetupError(
            f"a deal of {rules.program.title} alone has no result, so that there is no strategy for it; {INSTEAD}"
        )
    return single


def _deals(rules: Rules) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the different orders of the pack, as far as they matter, and their probabilities.

    Raises:
        SetupError: There are too many, or the rules do not tell how many cards matter.
    """
    program = rules.program
    count = most_seen(program)
    if count is None:
        raise SetupError(
            f"chance in {program.title} is more than the cards that are dealt from a pack shuffled once, so that its "
            f"deals cannot be listed to compute a strategy; {INSTEAD}"
        )
    cards: dict[str, list[int]] = {}
    for card, face in enumerate(program.pack.text):
        cards.setdefault(face, []).append(card)
    if _number_of_orders(map(len, cards.values()), count) > MOST_DEALS:
        raise SetupError(
            f"{program.title} has more than {MOST_DEALS:,} different deals, too many to compute a strategy; {INSTEAD}"
        )
    for faces, probability in _orders(Counter({face: len(copies) for face, copies in cards.items()}), count):
        copies = {face: iter(each) for face, each in cards.items()}
        dealt = [next(copies[face]) for face in faces]
        yield (*dealt, *sorted({*range(program.pack.size)} - {*dealt})), probability


def _number_of_orders(copies: Iterable[int], count: int) -> int:
    """Return how many different orders some cards from a pack can have.

    Args:
        copies: How many cards the pack has of each face.
        count: How many cards are taken.

    >>> _number_of_orders([1, 1, 1], 2), _number_of_orders([2, 2], 3)
    (6, 6)
    """
    ways = [1, *[0] * count]  # by the number of cards, of the faces so far
    for number in copies:
        ways = [
            sum(comb(size, taken) * ways[size - taken] for taken in range(min(number, size) + 1))
            for size in range(count + 1)
        ]
    return ways[count]


def _orders(left: Counter[str], count: int) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the different orders of some cards from a pack with their probabilities."""
    if not count:
        yield (), 1.0
        return
    for face, copies in left.items():
        for faces, probability in _orders(left - Counter([face]), count - 1):
            yield (face, *faces), probability * copies / left.total()
