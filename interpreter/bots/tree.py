"""The tree of a search, which can be kept from one decision of a bot to the next.

A node is what a seat has seen since the beginning of the tree. As long as all seats see the same,
they are at one node. Where an action is hidden from some of them, their ways part: those who saw
it go on at another node than the others. Choices at a node are those of the seat that decides
there, which knows its own hidden actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..compile.machine import Raw


class Choice:
    """What is known of an action at a node.

    Attributes:
        seat: who chooses it.
        visits: how often it was chosen.
        available: how often it could have been.
        total: the sum of the results for the seat.
        points: the sum of the points that the seat gained.
        slope: by how much the sum of the results grows if each gain is a point larger.
        regret: for a secret choice, how much better it would have been to choose it always.
        chance: for a secret choice, the sum of the probabilities with which it was to be chosen.
    """

    __slots__ = (
        "available", "chance", "points", "regret", "seat", "slope", "total", "visits",
    )  # fmt: skip

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.visits = 0
        self.available = 1
        self.total = 0.0
        self.points = 0.0
        self.slope = 0.0
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

    def move_zero(self, gains: Mapping[int, float]) -> None:
        """Let results count from a later lead, at this node and all after it.

        Args:
            gains: by how much the lead of each seat has grown since.
        """
        waiting = [self]
        while waiting:
            node = waiting.pop()
            waiting += node.after.values()
            for choice in node.choices.values():
                gain = gains[choice.seat]
                choice.total -= choice.slope * gain
                choice.points -= choice.visits * gain


class Tree:
    """A tree for one decision.

    Attributes:
        root: the decision.
        leads: the lead of each seat from which its gains count.
        sizes: the points of the first playouts, which tell how many are very many.
    """

    __slots__ = ("leads", "root", "sizes")

    def __init__(self, leads: Mapping[int, float]) -> None:
        self.root = Node()
        self.leads = leads
        self.sizes: list[float] = []

    def descend(self, looks: Iterable[Raw], leads: Mapping[int, float]) -> bool:
        """Go down to a later decision, and drop the rest; return whether the tree knows it.

        Args:
            looks: the actions until then, as the seat saw them.
            leads: the leads of the seats there.
        """
        node: Node | None = self.root
        for look in looks:
            node = node.after.get(look) if node is not None else None
        if node is None or not node.choices:
            return False
        gains = {seat: lead - self.leads[seat] for seat, lead in leads.items()}
        if any(gains.values()):
            node.move_zero(gains)
        self.root, self.leads = node, leads
        return True
