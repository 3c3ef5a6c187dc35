"""Which of many actions a search tries: those that are made of good parts."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from ...game.preferring import MANY_FORMS
from .action_parts import ActionParts
from .clock import UNLIMITED

if TYPE_CHECKING:
    from ...core.machine import Raw
    from ...runtime.chance import Random
    from ..view import View
    from .clock import Clock
    from .playouts import Playouts

MANY: Final = 100
"""More actions than these are too many in any case."""

_SOME: Final = 4  # so many simulations of each action are enough to begin with
_OFTEN: Final = 6  # simulations of a candidate, if there are too many of them
_GROUP: Final = 8  # actions that are tried in the same world


def candidates_of(
    playouts: Playouts, view: View, raws: list[Raw], budget: int, rng: Random, clock: Clock
) -> tuple[dict[Raw, float], int]:
    """Return the actions to search, in their order, and how many simulations it took to find them.

    If there are too many to try each of them some times, up to half of the simulations try random
    ones, and those with the best parts are chosen, with one that the ruleset prefers. Each comes
    with what its parts say about its result, or 0 if they were not tried.

    Args:
        playouts: plays on.
        view: the view of the bot.
        raws: the legal actions.
        budget: the number of simulations for the decision.
        rng: the random numbers.
        clock: tells when to stop; this is the first of two rounds of its time.

    Raises:
        OutOfTimeError: the time for the decision is over.
    """
    parts = ActionParts(view.program)
    if len(raws) > MANY_FORMS:
        sensible = playouts.sensible(playouts.worlds.sample(), raws)
        combined = parts.combined if len(raws) <= budget // _SOME else frozenset[int]()
        raws = _of_each_verb(raws, sensible, combined)
    if len(raws) <= min(budget // _SOME, MANY):
        return dict.fromkeys(raws, 0.0), 0
    if budget < 2 * _GROUP:
        return dict.fromkeys(_few(raws, playouts, max(budget // 2, 1), rng), 0.0), 0
    clock.begin_round(2)
    tries = min(budget // 2, _OFTEN * len(raws))
    some = partial(_some, raws, rng)
    tried = playouts.trials(view.seat, some, -(-tries // _GROUP), rng)
    number = 0
    while not clock.late() and (group := list(islice(tried, _GROUP * playouts.repeats))):
        values = [playouts.early_result(outcome) for _, outcome in group]
        mean = sum(values) / len(values)  # the luck of this world, which all had
        for (raw, _), value in zip(group, values, strict=True):
            parts.add(0, raw, value - mean)
        number += len(group)
        clock.tell(number / budget)
    mixed = raws[:]
    rng.shuffle(mixed)  # so that of equal ones not always the first are chosen
    worth = {raw: parts.worth(0, raw) for raw in raws}
    mixed.sort(key=lambda raw: -worth[raw])
    # Where only time is limited, there is as much of it left as it took so far.
    left = number if budget == UNLIMITED else budget - tries
    best = set(mixed[: max(min(left // playouts.repeats // _OFTEN, MANY), 2)])
    liked = set(playouts.worlds.preferred(playouts.worlds.sample(), raws))
    best.update([raw for raw in mixed if raw in liked][:1])
    return {raw: worth[raw] for raw in raws if raw in best}, number


def _few(raws: list[Raw], playouts: Playouts, count: int, rng: Random) -> list[Raw]:
    """Return so many actions, those that the ruleset prefers before others."""
    mixed = raws[:]
    rng.shuffle(mixed)
    liked = set(playouts.worlds.preferred(playouts.worlds.sample(), raws))
    mixed.sort(key=lambda raw: raw not in liked)
    return mixed[:count]


def _some(raws: list[Raw], rng: Random) -> list[Raw]:
    """Return some random actions."""
    return [rng.choice(raws) for _ in range(_GROUP)]


def _of_each_verb(raws: list[Raw], sensible: list[Raw], combined: frozenset[int]) -> list[Raw]:
    """Return the sensible actions, sets of cards, and the first form of any other verb.

    In an auction the first form is the lowest bid: whether it is too high is found by trying it.
    Which cards are good is found by trying some sets, also where the ruleset prefers one of them.

    Args:
        raws: the actions.
        sensible: those that are worth a thought.
        combined: the numbers of the actions of which all sets of cards are kept.
    """
    kept = {*sensible, *(raw for raw in raws if raw[0] in combined)}
    verbs = {raw[0] for raw in kept}
    for raw in raws:
        if raw[0] not in verbs:
            verbs.add(raw[0])
            kept.add(raw)
    return [raw for raw in raws if raw in kept]
