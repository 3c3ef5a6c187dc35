"""Strategies for a deal, computed once for a game and kept with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..shared import kept_with
from .regrets import solve
from .tree import tree_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..game.rules import Rules
    from .course import Course
    from .regrets import Policy
    from .tree import Information


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy for all seats in a deal.

    Attributes:
        information: The information states, as in a `Tree`.
        known: Their numbers, as there.
        policy: The probabilities of the actions in each.
    """

    information: list[Information]
    known: dict[tuple[int, int, str, tuple[str, ...]], int]
    policy: Policy

    def at(self, course: Course) -> Mapping[str, float] | None:
        """Return the probabilities of the legal actions, by notation; None if the strategy does not know the choice.

        Args:
            course: The deal as the seat saw it.
        """
        sequence, number = 0, None
        for told, actions, chosen in course.choices:
            number = self.known.get((course.seat, sequence, told, actions))
            if number is None:
                return None
            if chosen:
                sequence = self.information[number].first + actions.index(chosen)
        assert number is not None
        return dict(zip(self.information[number].actions, self.policy[number], strict=True))


def strategy_of(rules: Rules, dealer: int, iterations: int, tell: Callable[[float], object]) -> Strategy:
    """Return the strategy for a deal; it is computed when it is first asked for.

    Args:
        rules: The game.
        dealer: Who deals.
        iterations: How often each seat learns.
        tell: Called with the part of the work that is done.

    Raises:
        SetupError: The game is too large.
        CardrulesError: The rules fail.
    """

    def make(rules: Rules) -> Strategy:
        tree = tree_of(rules, dealer, tell=lambda part: tell(part / 2))
        policy = solve(tree, iterations, lambda part: tell((1 + part) / 2))
        return Strategy(tree.information, tree.known, policy)

    return kept_with(rules, ("strategy", dealer, iterations), make)
