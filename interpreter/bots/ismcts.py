"""`ismcts`: Monte Carlo tree search over information sets.

Each simulation samples a world that agrees with the knowledge of the bot's seat, and goes down one
tree that all worlds share (P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo
Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012: the
single-observer form). A node's children are chosen by UCB, where an action counts as available only
in worlds in which it is legal. A node gets more children the more often it is visited (progressive
widening), those first that the ruleset's `bots.prefer` prefers. Secret choices of other seats are
not nodes, because the bot does not see them; they are made as in playouts.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Final

from ..errors import CardrulesError
from ..runtime.chance import Random
from .clock import Clock, Limited
from .playouts import WHIM, Playouts
from .view import View

if TYPE_CHECKING:
    from ..compile.machine import Raw
    from ..play.action import Action
    from ..runtime.position import Position

_EXPLORATION: Final = 0.4  # the weight of UCB's second part; values are from -1 to 1
_FEW: Final = 3  # how many children a node has before widening counts
_WIDENING: Final = 0.6  # a node has about visits to this power children
_DEEPEST: Final = 60  # decisions in the tree


class _Node:
    """What is known of an action in the tree.

    Attributes:
        children: the actions after it that were tried.
        visits: how often it was chosen.
        available: how often it could have been.
        total: the sum of the results for the seat that chose it.
    """

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Raw, _Node] = {}
        self.visits = 0
        self.available = 0
        self.total = 0.0


class IsmctsBot(Limited):
    """Plays the action that its tree search visits most often."""

    def choose(self, view: View) -> Action:
        """Return the action that was visited most often."""
        actions = view.actions()
        if len(actions) == 1:
            return actions[0]
        rng = view.rng(self._seed)
        search = _Search(Playouts(view, rng), rng, view.seat)
        clock = Clock(self._seconds, self.progress)
        clock.begin_round(1)
        for number in range(self._budget):
            clock.tell(number / self._budget)
            search.simulate()
            if clock.late():
                break
        visits = search.root.children
        return max(actions, key=lambda each: visits[each.raw].visits if each.raw in visits else 0)


class _Search:
    """The tree of one decision.

    Attributes:
        root: the decision.
    """

    def __init__(self, playouts: Playouts, rng: Random, seat: int) -> None:
        self.root = _Node()
        self._playouts = playouts
        self._worlds = playouts.worlds
        self._rng = rng
        self._seat = seat

    def simulate(self) -> None:
        """Go down the tree in a new world, add a node, play on at random, and count the result."""
        playouts, worlds = self._playouts, self._worlds
        position = worlds.sample()
        deal = position.deal
        before: dict[int, float] = {}
        path: list[tuple[_Node, int]] = []
        node = self.root
        try:
            for _ in range(_DEEPEST):
                if position.pc < 0 or position.deal != deal:
                    break
                legal = worlds.legal(position)
                if not legal:
                    break
                seat = position.actor
                if seat != self._seat and worlds.sealed(position):
                    worlds.play(position, self._by_chance(position, legal))
                    continue
                if seat not in before:
                    rivals = playouts.rivals(position, seat)
                    before[seat] = playouts.lead(position, seat, rivals)
                raw, new = self._select(node, position, legal)
                node = node.children[raw]
                path.append((node, seat))
                worlds.play(position, raw)
                if new:
                    break
            playouts.play_on(position, deal, self._rng)
            gains = {
                seat: playouts.lead(position, seat, playouts.rivals(position, seat)) - lead
                for seat, lead in before.items()
            }
            results = {seat: playouts.judge(position, seat, gain) for seat, gain in gains.items()}
        except CardrulesError:  # an error of the rules in a later position is not counted
            results = dict.fromkeys(before, 0.0)
        self.root.visits += 1
        for reached, seat in path:
            reached.visits += 1
            reached.total += results[seat]

    def _by_chance(self, position: Position, legal: list[Raw]) -> Raw:
        """Return an action as in playouts."""
        chosen = self._worlds.preferred(position, legal) if self._rng.below(WHIM) else legal
        return chosen[self._rng.below(len(chosen))]

    def _select(self, node: _Node, position: Position, legal: list[Raw]) -> tuple[Raw, bool]:
        """Return the action to follow, and whether it is new in the tree."""
        children = node.children
        tried = [raw for raw in legal if raw in children]
        if len(tried) < len(legal) and len(tried) < _FEW + node.visits**_WIDENING:
            sensible = self._playouts.sensible(position, legal)
            better = self._worlds.preferred(position, sensible)
            for choice in (better, sensible):
                fresh = [raw for raw in choice if raw not in children]
                if fresh:
                    raw = fresh[self._rng.below(len(fresh))]
                    children[raw] = child = _Node()
                    child.available += 1
                    return raw, True
        for raw in tried:
            children[raw].available += 1

        def bound(raw: Raw) -> float:
            child = children[raw]
            mean = child.total / child.visits
            return mean + _EXPLORATION * sqrt(log(child.available + 1) / child.visits)

        return max(tried, key=bound), False
