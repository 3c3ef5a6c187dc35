"""The tree search of `ismcts` in native code, where only time limits a decision.

Worlds are sampled in Python, some at a time; native code then makes several simulations in each of
them (`playing/searching.py`), about as long as the sampling took. Actions that not all seats see
wholly, and secret choices, end the way down its tree: so nobody chooses by what the seat cannot
know. With a limit of simulations `ismcts` searches in Python, whose tree goes on there.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

from ...native.dialect import Refused
from ..assessment import Assessment, Candidate
from .candidates import MANY
from .clock import OutOfTimeError
from .playouts import largest
from .tree import way_down

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ...core.machine import Raw
    from ...game.action import Action
    from ...game.observation.journal import SeenAction
    from ...native.tree import Edge, NativeTree
    from ...runtime.chance import Random
    from .clock import Clock
    from .playouts import Playouts

_TOGETHER: Final = 8  # worlds that are sampled at a time
_FIRST: Final = 8  # worlds for the playouts that tell how many points are very many
_MOST_REPEATS: Final = 16  # simulations in one world


@dataclass(frozen=True, slots=True)
class Kept:
    """A tree that is kept for the next decision.

    Attributes:
        content: the tree.
        scores: the scores from which its results count.
        sizes: the points of the first playouts, which tell how many are very many.
    """

    content: dict[str, bytes]
    scores: list[int]
    sizes: list[float]


def native_tree(playouts: Playouts, raws: Sequence[Raw], clock: Clock) -> NativeTree | None:
    """Return the tree in native code for a decision; None if the search is to be one in Python.

    Args:
        playouts: plays on.
        raws: the legal actions; if they are many, it is sought in Python which of them are good.
        clock: stands still while native code is made.
    """
    worlds = playouts.worlds
    if playouts.repeats == 1 or len(raws) > MANY or worlds.sealed(worlds.sample()):
        return None
    with clock.stopped():
        return worlds.batches.tree(playouts.policy, worlds.hidden)


class Grower:
    """A search for one decision."""

    def __init__(self, tree: NativeTree, playouts: Playouts, seat: int, rng: Random, clock: Clock) -> None:
        """Prepare a search.

        Args:
            tree: what is grown.
            playouts: samples worlds and knows how to play on.
            seat: the seat that decides.
            rng: random numbers.
            clock: tells when to stop.
        """
        self._tree = tree
        self._playouts = playouts
        self._seat = seat
        self._rng = rng
        self._clock = clock
        self._begun = False  # whether what lies in memory is the tree of this decision
        self._tried = 0

    @contextmanager
    def alone(self) -> Generator[None]:
        """Keep other threads from the memory of native code; to wait for it costs no time."""
        with self._clock.stopped():
            self._playouts.worlds.batches.busy.acquire()
        try:
            yield
        finally:
            self._playouts.worlds.batches.busy.release()

    def begin(self, actions: Sequence[Action], kept: Kept | None, seen: Sequence[SeenAction] | None) -> None:
        """Take a kept tree up again if it fits, or else begin a new one.

        Args:
            actions: the legal actions.
            kept: the tree that was kept.
            seen: the actions since; None if it is not known.

        Raises:
            OutOfTimeError: the time for the decision is over.
        """
        playouts, clock, rng = self._playouts, self._clock, self._rng
        clock.begin_round(1)
        if kept is not None:
            looks = way_down(seen, kept.scores, lambda: playouts.scores(playouts.worlds.sample()))
            if looks is not None and self._tree.plant_again(self._seat, kept.content, looks):
                self._begun = True
                playouts.sizes = kept.sizes
                return
        self._tree.plant(self._seat)
        self._begun = True
        raws = [each.raw for each in actions]

        def some() -> list[Raw]:
            return [rng.choice(raws) for _ in range(_FIRST)]

        for _, outcome in playouts.trials(self._seat, some, _FIRST, rng):
            playouts.early_result(outcome)
            self._tried += 1

    def grow(self) -> None:
        """Make simulations until the time is over."""
        playouts, clock, rng = self._playouts, self._clock, self._rng
        most = largest(playouts.sizes)
        repeats = playouts.repeats
        with suppress(OutOfTimeError, Refused):
            while not clock.late():
                start = perf_counter()
                worlds = [playouts.worlds.sample() for _ in range(_TOGETHER)]
                count = self._tree.place(worlds)
                placed = perf_counter()
                luck = rng.below(1 << 32)
                self._tree.grow(count, repeats * count, luck, playouts.horizon, most)
                each = (perf_counter() - placed) / (repeats * count)
                wanted = round((placed - start) / len(worlds) / each)
                repeats = min(max(wanted, 1), _MOST_REPEATS)
                clock.tell(0.0)

    def keep(self) -> Kept | None:
        """Return the tree for the next decision, if there is one and room left in it."""
        content = self._tree.kept() if self._begun else None
        playouts = self._playouts
        if content is None:
            return None
        return Kept(content, playouts.scores(playouts.worlds.sample()), playouts.sizes)

    def _choices(self) -> list[Edge]:
        return self._tree.choices() if self._begun else []

    def assessment(self, actions: Sequence[Action]) -> Assessment | None:
        """Return what was found out, the action that was visited most often first; None if nothing.

        Args:
            actions: the legal actions.
        """
        by_raw = {each.raw: each for each in actions}
        # What is legal may depend on hidden cards, so that worlds have actions of their own.
        tried = [each for each in self._choices() if each.raw in by_raw]
        if not tried:
            return None

        self._playouts.cut |= self._tree.estimated

        def rank(edge: Edge) -> tuple[int, float]:
            return edge.visits, edge.result

        scored, unit = self._playouts.scored, self._playouts.per_point
        candidates = tuple(
            Candidate(by_raw[each.raw], each.visits, each.result, each.points / unit if scored else None)
            for each in sorted(tried, key=rank, reverse=True)
        )
        return Assessment(candidates, len(actions), self._tree.visits + self._tried)
