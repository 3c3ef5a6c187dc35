"""A tree search (UCT) in sampled worlds, whose leaves are valued by playouts in native code.

    python examples/search_hearts.py [--ruleset hearts] [--worlds 10] [--simulations 100] [--playouts 8] [--deals 4]

For each decision it samples worlds that the seat cannot tell from the real one, grows a tree in each, and plays what
was tried most in all of them together (perfect information Monte Carlo). The others choose at random.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from math import log, sqrt

import cardrules


@dataclass
class Node:
    """A position in the tree of a world."""

    visits: int = 0
    total: list[float] = field(default_factory=list[float])
    children: dict[str, Node] = field(default_factory=dict[str, "Node"])


def simulate(world: cardrules.World, node: Node, playouts: int, seed: int, scale: float) -> list[float]:
    """Go down the tree in a world, add a node, and return what playouts from there return to the seats."""
    seat = world.current_player()
    if seat is None:
        found = [float(value) for value in world.returns()]
    elif not node.visits:
        found = world.playouts(playouts, policy="quick", seed=seed).means()
    else:
        actions = {str(action): action for action in world.legal_actions()}
        untried = [text for text in actions if text not in node.children]

        def bound(text: str) -> float:
            child = node.children[text]
            return child.total[seat] / child.visits + scale * sqrt(log(node.visits) / child.visits)

        text = untried[0] if untried else max(actions, key=bound)
        world.apply_action(actions[text])
        found = simulate(world, node.children.setdefault(text, Node()), playouts, seed, scale)
    node.visits += 1
    node.total = [mine + value for mine, value in zip(node.total or [0.0] * len(found), found, strict=True)]
    return found


def best_action(view: cardrules.View, worlds: int, simulations: int, playouts: int) -> str:
    """Return the action that was tried most."""
    tried, rng = Counter[str](), view.rng(0)
    for _ in range(worlds):
        world, root = view.world(rng), Node()
        scale = max(max(map(abs, world.playouts(20).means())), 1.0)
        for seed in range(simulations):
            simulate(world.clone(), root, playouts, seed * playouts, scale)
        tried.update({text: child.visits for text, child in root.children.items()})
    return tried.most_common(1)[0][0]


def main() -> None:
    """Play deals with the search at seat 0, and print what it got on average, beside a random player."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--ruleset", default="hearts")
    for name, usual in (("worlds", 10), ("simulations", 100), ("playouts", 8), ("deals", 4)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    given = parser.parse_args()
    game = cardrules.load(given.ruleset, single_deal=True)
    searched, chance = 0.0, 0.0
    for seed in range(given.deals):
        state, other = game.new_initial_state(seed), cardrules.make_bot("random", seed=seed)
        chance += state.playouts(200, seed=1).means()[0]
        while (seat := state.current_player()) is not None:
            view = cardrules.View(state, seat)
            if seat or len(state.legal_actions()) == 1:
                state.apply_action(other.choose(view))
            else:
                state.apply_action(best_action(view, given.worlds, given.simulations, given.playouts))
        searched += float(state.returns()[0])
    print(f"search {searched / given.deals:.1f}, at random {chance / given.deals:.1f}")


if __name__ == "__main__":
    main()
