"""`ismcts`: Monte Carlo tree search over information sets.

Each simulation samples a world that agrees with the knowledge of the bot's seat, and goes down one
tree that all worlds share (P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo
Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012). Where
all seats see all actions this is the single-observer form. After a hidden action, those who saw it
and those who did not are at different nodes (`tree.py`): the multiple-observer form, in one tree.
The tree is kept for the next decision, unless the seat has learnt of other cards until then or a
score has changed.

A node's children are chosen by UCB, where an action counts as available only in worlds in which it
is legal. A node gets more children the more often it is visited (progressive widening): those first
that the ruleset's `bots.prefer` prefers, and of these the ones whose parts have had the best
results so far (`action_parts.py`).

Secret choices, which all make before any is shown, are made by regret matching. The regrets are
estimated from the sampled choices with the mean results as baselines (M. Schmid and others,
"Variance Reduction in Monte Carlo Counterfactual Regret Minimization", AAAI 2019).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, Final

from ...errors import CardrulesError
from ...native.playing.uct import DEEPEST, FEW, FIRST_SPREAD, KNOWN, LEAST_SPREAD, POWER, ROOT
from ...runtime.chance import Random
from ..assessment import Assessment, Candidate
from .action_parts import ActionParts
from .candidates import candidates_of
from .clock import OutOfTimeError
from .grown import Grower, Kept, native_tree
from .playouts import NOTHING
from .search import Limited
from .tree import Choice, Node, Tree, way_down

if TYPE_CHECKING:
    from ...core.machine import Raw
    from ...game.action import Action
    from ...runtime.position import Position
    from ..view import View
    from .clock import Clock
    from .playouts import Playouts

_EXPLORATION: Final = 1.0  # the weight of UCB's second part, in standard deviations of results
_TRUST: Final = 4  # of so many new children, all but one are chosen by their parts
_MIXED: Final = 0.2  # the part of secret choices that is made at random


@dataclass(frozen=True, slots=True)
class _Step:
    """A choice of a simulation.

    Attributes:
        raw: the action.
        seat: who chose it.
        place: the site of the decision.
        node: the node at which it was chosen.
        chances: for a secret choice, the probability of each action that was tried.
    """

    raw: Raw
    seat: int
    place: int
    node: Node
    chances: dict[Raw, float] | None


class IsmctsBot(Limited):
    """Plays the action that its tree search visits most often."""

    _kept: tuple[View, Tree | Kept] | None = None

    def _search(
        self, view: View, actions: list[Action], playouts: Playouts, rng: Random, clock: Clock
    ) -> Assessment | None:
        """Return what is found out; None if nothing.

        The first action is the one that was visited most often; of secret ones the most probable.
        """
        raws = [each.raw for each in actions]
        native = native_tree(playouts, raws, clock)
        if native is not None:
            found = self._grown(view, actions, Grower(native, playouts, view.seat, rng, clock))
            if found is not None:  # else positions have no room in native code
                return found
        tree = self._tree(view, playouts.scores(playouts.worlds.sample()))
        playouts.sizes, playouts.cut = tree.sizes, tree.cut
        search = _Search(playouts, ActionParts(view.program), rng, view.seat, tree, raws)
        spent = 0
        with suppress(OutOfTimeError):
            chosen, spent = candidates_of(playouts, view, raws, self._budget, rng, clock)
            search.candidates = list(chosen)
            clock.begin_round(1)
            for number in range(spent, self._budget):
                clock.tell(number / self._budget)
                search.simulate()
                if clock.late():
                    break
        tried = {raw: choice for raw in raws if (choice := tree.root.choices.get(raw)) is not None}
        if not tried:
            return None
        self._kept = view, tree
        tree.cut = playouts.cut

        def rank(action: Action) -> tuple[float, float, float]:
            choice = tried.get(action.raw)
            return (choice.chance, choice.visits, choice.mean) if choice is not None else (0.0, 0.0, 0.0)

        ranked = sorted(actions, key=rank, reverse=True)
        return Assessment(
            tuple(
                Candidate(
                    each,
                    choice.visits,
                    choice.mean,
                    choice.points / choice.visits / playouts.per_point if playouts.scored else None,
                )
                for each in ranked
                if (choice := tried.get(each.raw)) is not None
            ),
            len(actions),
            tree.root.visits + spent,
        )

    def _grown(self, view: View, actions: list[Action], grower: Grower) -> Assessment | None:
        """Return what a search in native code finds out; None if nothing."""
        kept, seen = None, None
        if self._kept is not None:
            earlier, tree = self._kept
            kept, seen = tree if isinstance(tree, Kept) else None, view.since(earlier)
            self._kept = None
        with grower.alone():
            with suppress(OutOfTimeError):
                grower.begin(actions, kept, seen)
                grower.grow()
            found = grower.assessment(actions)
            tree = grower.keep()
        if tree is not None:
            self._kept = view, tree
        return found

    def _tree(self, view: View, scores: list[int]) -> Tree:
        """Return the tree of the last decision, from the present one on, or else a new tree."""
        if self._kept is not None:
            earlier, tree = self._kept
            self._kept = None
            if isinstance(tree, Tree):
                looks = way_down(view.since(earlier), tree.scores, lambda: scores)
                if looks is not None and tree.descend(looks):
                    return tree
        return Tree(scores)


class _Search:
    """A search for one decision.

    Attributes:
        candidates: the actions of the decision that are tried.
    """

    def __init__(
        self,
        playouts: Playouts,
        parts: ActionParts,
        rng: Random,
        seat: int,
        tree: Tree,
        candidates: list[Raw],
    ) -> None:
        self.candidates = candidates
        self._playouts = playouts
        self._parts = parts
        self._worlds = playouts.worlds
        self._rng = rng
        self._seat = seat
        self._tree = tree
        self._results = 0, 0.0, 0.0  # the number, the mean, the sum of squares around it

    def simulate(self) -> None:
        """Go down the tree in a new world, add a choice, play on at random, count the result."""
        playouts, worlds = self._playouts, self._worlds
        position = worlds.sample()
        deal = position.deal
        leads = playouts.leads(position)
        path: list[_Step] = []
        nodes = [self._tree.root] * len(leads)
        leaf: Raw | None = None
        try:
            for _ in range(DEEPEST):
                if position.pc < 0 or position.deal != deal:
                    break
                legal = worlds.legal(position) if path else self.candidates
                if not legal:
                    break
                seat, place = position.actor, position.pc
                secret = worlds.sealed(position)
                raw, chances, new = self._choose(nodes[seat], position, legal, secret)
                path.append(_Step(raw, seat, place, nodes[seat], chances))
                if new and (seat == self._seat or worlds.open(position, raw)):
                    leaf = raw
                    break
                looks = worlds.play_seen(position, raw)
                nodes = [node.then(look) for node, look in zip(nodes, looks, strict=True)]
            before = {step.seat: leads[step.seat] for step in path}
            outcomes = playouts.follow(position, leaf, before, self._rng)
        except CardrulesError:  # an error of the rules in a later position is not counted
            outcomes = {step.seat: [NOTHING] for step in path}
            if not path:  # an error at the decision itself is one of the game
                raise
        results: dict[int, tuple[float, float]] = {}
        for seat, found in outcomes.items():
            total = sum(map(playouts.early_result, found))
            points = sum([each.points for each in found])
            results[seat] = total / len(found), points / len(found)
        mine, _ = results[self._seat]
        count, mean, squares = self._results
        away = mine - mean
        mean += away / (count + 1)
        squares += away * (mine - mean)
        self._results = count + 1, mean, squares
        for step in path:
            self._learn(step, *results[step.seat])

    def _learn(self, step: _Step, result: float, points: float) -> None:
        """Count the result of a choice, and the points that its seat gained."""
        choices = step.node.choices
        if step.chances is not None:
            means = {raw: choices[raw].mean for raw in step.chances}
            surprise = result - means[step.raw]
            expected = sum(means[raw] * chance for raw, chance in step.chances.items()) + surprise
            for raw, chance in step.chances.items():
                choices[raw].regret += means[raw] - expected
                choices[raw].chance += chance
            choices[step.raw].regret += surprise / step.chances[step.raw]
        choice = choices.get(step.raw)
        if choice is None:
            choice = choices[step.raw] = Choice()
        step.node.visits += 1
        choice.visits += 1
        choice.total += result
        choice.points += points
        self._parts.add(step.place, step.raw, result)

    def _choose(
        self, node: Node, position: Position, legal: list[Raw], secret: bool
    ) -> tuple[Raw, dict[Raw, float] | None, bool]:
        """Return an action, for a secret choice the probabilities, and whether it is new."""
        choices = node.choices
        tried = [raw for raw in legal if raw in choices]
        if len(tried) < len(legal) and len(tried) < FEW + node.visits ** (POWER / ROOT):
            raw = self._fresh(node, position, legal)
            if raw is not None:
                return raw, None, True
        if secret:
            chances = _mixture({raw: choices[raw].regret for raw in tried})
            return self._drawn(chances), chances, False
        weight = _EXPLORATION * self._spread()
        for raw in tried:
            choices[raw].available += 1

        def bound(raw: Raw) -> float:
            choice = choices[raw]
            return choice.mean + weight * sqrt(log(choice.available + 1) / choice.visits)

        return max(tried, key=bound), None, False

    def _spread(self) -> float:
        """Return the standard deviation of the results so far."""
        count, _, squares = self._results
        if count < KNOWN:
            return FIRST_SPREAD
        return sqrt(max(squares / count, LEAST_SPREAD**2))

    def _fresh(self, node: Node, position: Position, legal: list[Raw]) -> Raw | None:
        """Return an action that was not tried at a node and seems good; None if there is none."""
        sensible = self._playouts.sensible(position, legal)
        for choice in (self._worlds.preferred(position, sensible), sensible):
            fresh = [raw for raw in choice if raw not in node.choices]
            if fresh:
                if len(legal) > FEW and self._rng.below(_TRUST):
                    self._rng.shuffle(fresh)
                    return self._parts.best(position.pc, fresh)
                return fresh[self._rng.below(len(fresh))]
        return None

    def _drawn(self, chances: dict[Raw, float]) -> Raw:
        """Return an action by chance."""
        number = self._rng.below(1 << 30) / (1 << 30)
        for raw, chance in chances.items():
            number -= chance
            if number < 0:
                return raw
        return next(iter(chances))  # by rounding


def _mixture(regrets: dict[Raw, float]) -> dict[Raw, float]:
    """Return the probabilities of regret matching, with a part of random choices."""
    positive = {raw: max(regret, 0.0) for raw, regret in regrets.items()}
    total = sum(positive.values())
    even = 1 / len(regrets)
    if not total:
        return dict.fromkeys(regrets, even)
    return {raw: (1 - _MIXED) * regret / total + _MIXED * even for raw, regret in positive.items()}
