"""Counterfactual regret minimization: strategies that come close to an equilibrium.

This is CFR+ (O. Tammelin, N. Burch, M. Johanson and M. Bowling, "Solving Heads-up Limit Texas
Hold'em", IJCAI 2015): seats learn in turn, regrets do not fall below 0, and later strategies weigh
more in the average. With two seats whose gains add up to 0 the average comes as close to an
equilibrium as one likes; with more seats nothing is promised, but it plays well (N. Risk and D.
Szafron, "Using Counterfactual Regret Minimization to Create Competitive Multiplayer Poker Agents",
AAMAS 2010).
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .tree import Tree

Policy = list[list[float]]
"""The probabilities of the actions, by information state."""


class Form:
    """A tree as lists, which are quick to go through.

    Attributes:
        tree: The tree.
        own: For each seat its information states, earlier ones first.
    """

    def __init__(self, tree: Tree) -> None:
        """Take the tables of a tree apart."""
        self.tree = tree
        seats = range(len(tree.sequences))
        self.own = [[(n, each) for n, each in enumerate(tree.information) if each.seat == seat] for seat in seats]
        self._sequences = [[sequences[seat] for sequences in tree.ends] for seat in seats]
        self._gains = [[gains[seat] for gains in tree.ends.values()] for seat in seats]

    def reach(self, policy: Policy, seat: int) -> list[float]:
        """Return for each sequence of a seat the probability that the seat plays it, if others let it."""
        found = [1.0] * self.tree.sequences[seat]
        for number, (_, before, first, _) in self.own[seat]:
            weight = found[before]
            for sequence, probability in enumerate(policy[number], first):
                found[sequence] = weight * probability
        return found

    def worth(self, seat: int, reach: Sequence[Sequence[float]]) -> list[float]:
        """Return for each sequence of a seat what it gains where the game ends with it.

        Args:
            seat: The seat.
            reach: The probabilities of the sequences of all seats.
        """
        gains = self._gains[seat]
        for other, sequences in enumerate(self._sequences):
            if other != seat:
                gains = list(map(mul, gains, map(reach[other].__getitem__, sequences)))
        found = [0.0] * self.tree.sequences[seat]
        for sequence, gain in zip(self._sequences[seat], gains, strict=True):
            found[sequence] += gain
        return found


def solve(tree: Tree, iterations: int, tell: Callable[[float], object] = lambda _: None) -> Policy:
    """Return the average strategy after some iterations.

    Args:
        tree: The tree of the game.
        iterations: How often each seat learns.
        tell: Called with the part that is done.
    """
    form = Form(tree)
    seats = range(len(tree.sequences))
    policy = uniform(tree)
    regrets = [[0.0] * len(each.actions) for each in tree.information]
    reach = [form.reach(policy, seat) for seat in seats]
    sums = [[0.0] * count for count in tree.sequences]
    for weight in range(1, iterations + 1):
        for seat in seats:
            _learn(form, seat, form.worth(seat, reach), policy, regrets)
            reach[seat] = form.reach(policy, seat)
            sums[seat] = [total + weight * each for total, each in zip(sums[seat], reach[seat], strict=True)]
        tell(weight / iterations)
    return [_shares(sums[each.seat][each.first : each.first + len(each.actions)]) for each in tree.information]


def _learn(form: Form, seat: int, worth: list[float], policy: Policy, regrets: list[list[float]]) -> None:
    """Change the strategy of a seat by what its actions would have been worth.

    Args:
        form: The tree.
        seat: The seat.
        worth: What it gains at the ends of its sequences; it is changed.
        policy: The strategy of all seats; that of the seat is changed.
        regrets: How much better each action would have been so far; changed as well.
    """
    for number, (_, before, first, actions) in reversed(form.own[seat]):
        found = worth[first : first + len(actions)]
        value = sum(map(mul, policy[number], found))
        worth[before] += value
        new = [max(regret + each - value, 0.0) for regret, each in zip(regrets[number], found, strict=True)]
        regrets[number] = new
        policy[number] = _shares(new)


def uniform(tree: Tree) -> Policy:
    """Return the strategy that plays all actions with the same probability."""
    return [[1 / len(each.actions)] * len(each.actions) for each in tree.information]


def _shares(weights: list[float]) -> list[float]:
    """Return weights as probabilities; all are equal if there are no weights."""
    total = sum(weights)
    return [each / total for each in weights] if total > 0 else [1 / len(weights)] * len(weights)


def values(tree: Tree, policy: Policy) -> list[float]:
    """Return what each seat gains on average if all play a strategy."""
    form = Form(tree)
    seats = range(len(tree.sequences))
    reach = [form.reach(policy, seat) for seat in seats]
    return [sum(map(mul, form.worth(seat, reach), reach[seat])) for seat in seats]


def best_responses(tree: Tree, policy: Policy) -> list[float]:
    """Return what each seat gains on average if it plays as well as possible against a strategy of the others."""
    form = Form(tree)
    seats = range(len(tree.sequences))
    reach = [form.reach(policy, seat) for seat in seats]
    found: list[float] = []
    for seat in seats:
        worth = form.worth(seat, reach)
        for _, (_, before, first, actions) in reversed(form.own[seat]):
            worth[before] += max(worth[first : first + len(actions)])
        found.append(worth[0])
    return found
