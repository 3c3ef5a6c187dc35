"""The tree of a search, which can be kept from one decision of a bot to the next.

A node is what a seat has seen since the beginning of the tree. As long as all seats see the same,
they are at one node. Where an action is hidden from some of them, their ways part: those who saw
it go on at another node than the others. Choices at a node are those of the seat that decides
there, which knows its own hidden actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...core.machine import Raw
    from ...game.observation.journal import SeenAction


class Choice:
    """What is known of an action at a node.

    Attributes:
        visits: how often it was chosen.
        available: how often it could have been.
        total: the sum of the results for the seat.
        points: the sum of the points that the seat gained.
        regret: for a secret choice, how much better it would have been to choose it always.
        chance: for a secret choice, the sum of the probabilities with which it was to be chosen.
    """

    __slots__ = ("available", "chance", "points", "regret", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 1
        self.total = 0.0
        self.points = 0.0
        self.regret = 0.0
        self.chance = 0.0

    @property
    def mean(self) -> float:
        """The mean result."""
        return self.total / self.visits


class Node:
    """What a seat has seen.

    Attributes:
        visits: how often a decision was made here.
        choices: the actions that were tried.
        after: the nodes after it, by how the next action looks.
    """

    __slots__ = ("after", "choices", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.choices: dict[Raw, Choice] = {}
        self.after: dict[Raw, Node] = {}

    def then(self, look: Raw) -> Node:
        """Return the node after an action that looks so; make it if it is new."""
        node = self.after.get(look)
        if node is None:
            node = self.after[look] = Node()
        return node


class Tree:
    """A tree for one decision.

    Attributes:
        root: the decision.
        scores: the scores there, from which results count.
        sizes: the points of the first playouts, which tell how many are very many.
        cut: whether a playout has ended before the deal.
    """

    __slots__ = ("cut", "root", "scores", "sizes")

    def __init__(self, scores: list[int]) -> None:
        self.root = Node()
        self.scores = scores
        self.sizes: list[float] = []
        self.cut = False

    def descend(self, looks: Iterable[Raw]) -> bool:
        """Go down to a later decision, and drop the rest; return whether the tree knows it.

        Args:
            looks: the actions until then, as the seat saw them.
        """
        node: Node | None = self.root
        for look in looks:
            node = node.after.get(look) if node is not None else None
        if node is None or not node.choices:
            return False
        self.root = node
        return True


def way_down(seen: Sequence[SeenAction] | None, then: list[int], now: Callable[[], list[int]]) -> list[Raw] | None:
    """Return the way from the root of a kept tree to the present decision, if it may be used.

    It may not if the seat has learnt of other cards since, or if a score has changed.

    Args:
        seen: the actions since, as the seat saw them; None if they are not known.
        then: the scores at the root.
        now: returns the present scores.
    """
    if not seen or any(each.news for each in seen) or then != now():
        return None
    return [each.look for each in seen]
