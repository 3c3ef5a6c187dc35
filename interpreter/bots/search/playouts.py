"""Playouts: play at random from a position in a sampled world, and a value of where it led."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Final, NamedTuple

from ...analysis.analysis import scores_settle
from ...errors import CardrulesError
from ...game.preferring import WHIM, policy_of, preferences, sensible
from ...native.playing.uct import UNFINISHED, WON
from ...runtime.chance import Random
from ...runtime.teams import Sides, opponents, scores, sides_in
from ..batches import Trial

if TYPE_CHECKING:
    from ...core.machine import Raw
    from ...native.engine import PlayedOn
    from ...runtime.position import Position
    from ..view import View
    from .clock import Clock

_TO_THE_END: Final = 400  # the most decisions of a playout without `bots.value`
_AFFORDABLE: Final = 60  # the same with it, if most deals end before
_HORIZON: Final = 20  # the same where deals are longer
_FIRST: Final = 4  # the number of playouts that tell whether deals are longer
_REPEATS: Final = 4  # playouts of an action in a world where they take little time
_TOGETHER: Final = 8  # worlds in which playouts are made in one call
_FEW: Final = 64  # the number of playouts that tell how many points are very many
_VERY_MANY: Final = 0.95  # the part of playouts that lead to less


class Outcome(NamedTuple):
    """Where a playout led, for one seat.

    Attributes:
        won: 1 if the game is over and won, -1 if it is lost; 0 if it is drawn, or not over.
        over: whether the game is over.
        points: what the seat gained on the other sides, with what the last position is worth.
    """

    won: float
    over: bool
    points: float


NOTHING: Final = Outcome(0.0, False, 0.0)
"""The outcome of a playout that an error of the rules has ended."""


def largest(sizes: Sequence[float]) -> float:
    """Return which numbers of points are very many.

    Args:
        sizes: the points of playouts, without signs, in order.
    """
    return sizes[int(_VERY_MANY * len(sizes))] if sizes else 0.0


class Playouts:
    """Plays on from one decision in sampled worlds, and rates the results for a seat.

    Attributes:
        worlds: the worlds that agree with what the bot knows.
        scored: whether the ruleset has scores.
        repeats: how many playouts of an action there are in one world. There are several where
            native code makes them and only time is limited: they take less time than a world, and
            the choices in playouts are often a larger part of the variance than the worlds.
        sizes: the points of the first playouts, without signs, in order.
        policy: how players choose in playouts.
        cut: whether a playout has ended before the deal.
    """

    def __init__(self, view: View, rng: Random, clock: Clock, *, counted: bool) -> None:
        """Prepare playouts from a view.

        Args:
            view: the view of the bot.
            rng: the random numbers for sampling worlds.
            clock: ends a playout in its middle when the time for the decision is over.
            counted: whether there is a limit to the number of playouts.
        """
        program = view.program
        self.worlds = view.worlds(rng, clock.spent)
        self._clock = clock
        self._program = program
        self._sign = -1 if program.low_wins else 1
        self.scored = program.uses_scores
        self.per_point = program.per_point
        self._settled = scores_settle(program)
        self._prefers = preferences(program)
        self.policy = policy_of(program, (bool(self._prefers),) * program.players)
        self._horizon = _TO_THE_END if program.value is None else _AFFORDABLE
        self._played, self._long = 0, 0
        self.cut = False
        # With a limit of time the game is translated only now, and that time does not count.
        with clock.stopped():
            self._native = self.worlds.batches.ready(self.policy)
            if clock.limited:
                self.worlds.batches.optimize()
        self.repeats = _REPEATS if self._native and not counted else 1
        self._pace = 0.0  # the seconds that a playout in native code takes; 0 without a limit
        self.sizes: list[float] = []
        self._leads: dict[Sides, list[float]] = {}

    @property
    def horizon(self) -> int:
        """The most decisions of a playout; the first playouts tell whether deals are longer."""
        return self._horizon

    @property
    def decided(self) -> bool:
        """Whether most playouts end with the game."""
        return self._horizon != _HORIZON and self._program.match_deals == 1

    @property
    def estimated(self) -> bool:
        """Whether points include what the ruleset says that the last position of a playout is worth."""
        return self._program.value is not None and (self.cut or not self._settled)

    def sensible(self, position: Position, actions: list[Raw]) -> list[Raw]:
        """Return the actions that are worth a simulation."""
        return sensible(position, actions, self.policy, self.worlds.preferred)

    def untried(self, actions: list[Raw], rng: Random) -> Raw:
        """Return an action for which there was no time to try any: a preferred one."""
        return rng.choice(self.worlds.preferred(self.worlds.sample(), actions))

    def play_on(self, position: Position, deal: int, rng: Random) -> None:
        """Play at random with the ruleset's preferences, to the end of a deal if it is not far.

        Whether it is far is found by the first playouts. Only a ruleset with `bots.value` can tell
        what the position is worth before.

        Raises:
            OutOfTimeError: the time for the decision is over.
        """
        self._note(self._decisions(position, deal, rng))

    def _note(self, decisions: int) -> None:
        """Note how many decisions a playout had."""
        self._played += 1
        self.cut |= decisions >= self._horizon
        if self._played <= _FIRST and self._horizon == _AFFORDABLE:
            self._long += decisions == _AFFORDABLE
            if self._played == _FIRST and 2 * self._long > _FIRST:
                self._horizon = _HORIZON

    def _decisions(self, position: Position, deal: int, rng: Random) -> int:
        """Play to the horizon or the end of a deal, and return the number of decisions."""
        worlds = self.worlds
        below, legal, play = rng.below, worlds.legal, worlds.play
        check = self._clock.check
        for number in range(self._horizon):
            check()
            if position.pc < 0 or position.deal != deal:
                return number
            actions = legal(position)
            if not actions:
                return number
            if self._prefers and len(actions) > 1:
                chosen = worlds.preferred if below(WHIM) else self.sensible
                actions = chosen(position, actions)
            play(position, actions[below(len(actions))])
        return self._horizon

    def outcome(self, world: Position, seat: int, raw: Raw, luck: int, before: float) -> Outcome:
        """Play an action in a copy of a world and play on.

        Args:
            world: the world.
            seat: the seat whose result it is.
            raw: the action.
            luck: the state of the random numbers of this playout.
            before: the lead of the seat from which its gain counts.

        Raises:
            OutOfTimeError: the time for the decision is over.
        """
        position = world.clone()
        deal = position.deal
        try:
            self.worlds.play(position, raw)
            self.play_on(position, deal, Random(luck))
        except CardrulesError:  # an error of the rules in a later position is not counted
            return NOTHING
        gain = self.lead(position, seat, self.rivals(world, seat)) - before
        return self.judge(position, seat, gain, self._known(position, deal))

    def trials(
        self, seat: int, choose: Callable[[], Sequence[Raw]], count: int, rng: Random
    ) -> Iterator[tuple[Raw, Outcome]]:
        """Play actions in new worlds and play on.

        Args:
            seat: the seat that acts.
            choose: returns the actions for the next world.
            count: the number of worlds.
            rng: the random numbers for the seeds of playouts.

        Returns:
            An iterator over actions and their outcomes: for each world in turn those of its
            actions, each as often as `repeats` says.

        Raises:
            OutOfTimeError: the time for the decision is over.
        """
        for first in range(0, count, _TOGETHER):
            worlds = [self.worlds.sample() for _ in range(min(count - first, _TOGETHER))]
            wanted: list[Trial] = []
            for world, _ in enumerate(worlds):
                raws, lucks = choose(), [rng.below(1 << 32) for _ in range(self.repeats)]
                wanted += (Trial(world, raw, seat, luck) for raw in raws for luck in lucks)
            found = self._outcomes(worlds, wanted)
            yield from zip((each.raw for each in wanted), found, strict=True)

    def follow(
        self, position: Position, raw: Raw | None, before: Mapping[int, float], rng: Random
    ) -> dict[int, list[Outcome]]:
        """Play an action and play on, and return where that led for some seats.

        Args:
            position: the position, which is used up.
            raw: the action; None if none is left to be played before the playout.
            before: the leads of the seats from which their gains count.
            rng: the random numbers for the seeds of playouts.

        Raises:
            CardrulesError: the rules fail.
            OutOfTimeError: the time for the decision is over.
        """
        if raw is not None and self._ready():
            return self._follow_together(position, raw, before, rng)
        self.worlds.batches.count(1)
        deal, luck = position.deal, rng.below(1 << 32)
        rivals = {seat: self.rivals(position, seat) for seat in before}
        if raw is not None:
            self.worlds.play(position, raw)
        self.play_on(position, deal, Random(luck))
        gains = {seat: self.lead(position, seat, rivals[seat]) - lead for seat, lead in before.items()}
        worth = self._known(position, deal)
        return {seat: [self.judge(position, seat, gain, worth)] for seat, gain in gains.items()}

    def _follow_together(
        self, position: Position, raw: Raw, before: Mapping[int, float], rng: Random
    ) -> dict[int, list[Outcome]]:
        """Do the same in native code, which plays on several times.

        A playout tells about all seats, unless it stops where the ruleset must tell what the
        position is worth to each.
        """
        lucks = [rng.below(1 << 32) for _ in range(self.repeats)]
        horizon, last = self._horizon, position.clone()
        rivals = {seat: self.rivals(position, seat) for seat in before}

        def played(seat: int) -> list[PlayedOn | None]:
            trials = [Trial(0, raw, seat, luck) for luck in lucks]
            return self.worlds.batches.play_on([position], trials, horizon)

        first, *others = before
        ends = played(first)
        for end in filter(None, ends):
            self._note(end.decisions)
        told = [(tuple(before), ends)]
        if not all(self._tells_all(end, horizon) for end in ends):
            told = [((first,), ends), *(((seat,), played(seat)) for seat in others)]
        found: dict[int, list[Outcome]] = {}
        for seats, ends in told:
            for seat in seats:
                found[seat] = [
                    self.outcome(position, seat, raw, luck, before[seat])
                    if end is None
                    else self._judged(last, end, seat, rivals[seat], before[seat])
                    for end, luck in zip(ends, lucks, strict=True)
                ]
        return found

    def _tells_all(self, end: PlayedOn | None, horizon: int) -> bool:
        """Return whether a playout tells how it ended for all seats."""
        return self._program.value is None or (end is not None and self._settled and end.decisions < horizon)

    def _ready(self) -> bool:
        """Return whether native code makes the playouts; without a limit of time, from now on."""
        if not self._clock.limited:
            self._native = self.worlds.batches.ready(self.policy)
        return self._native

    def _outcomes(self, worlds: Sequence[Position], wanted: Sequence[Trial]) -> Iterator[Outcome]:
        """Return the outcomes of trials in some worlds."""
        ends: Iterator[PlayedOn | None] = repeat(None, len(wanted))
        last = worlds[0]
        if self._ready():
            ends, last = self._ends(worlds, wanted), last.clone()
        else:
            self.worlds.batches.count(len(wanted))
        for (number, raw, seat, luck), end in zip(wanted, ends, strict=True):
            world = worlds[number]
            before = self.leads(world)[seat]
            if end is None:
                yield self.outcome(world, seat, raw, luck, before)
            else:
                yield self._judged(last, end, seat, self.rivals(world, seat), before)

    def _judged(self, last: Position, end: PlayedOn, seat: int, rivals: Sequence[int], before: float) -> Outcome:
        """Return the outcome of a playout in native code.

        Args:
            last: a position of the game, which gets what is reported about the last one.
            end: where the playout ended.
            seat: the seat whose result it is.
            rivals: the seats on other sides when it began.
            before: the lead from which its gain counts.
        """
        for slot, value in end.slots.items():
            setattr(last, slot, value)
        gain = self.lead(last, seat, rivals) - before
        return self.judge(last, seat, gain, float(end.worth))

    def _ends(self, worlds: Sequence[Position], wanted: Sequence[Trial]) -> Iterator[PlayedOn | None]:
        """Play trials in native code, and yield where they ended; None if Python must play one.

        Raises:
            OutOfTimeError: the time for the decision is over.
        """
        done, clock = 0, self._clock
        while done < len(wanted):
            clock.check()
            # The horizon is settled after the first playouts. A call must not last longer than the
            # decision may.
            few = max(_FIRST - self._played, 0) or len(wanted)
            if self._pace:
                few = max(min(few, int(clock.left / self._pace)), 1)
            asked = wanted[done : done + few]
            before = clock.left
            ends = self.worlds.batches.play_on(worlds, asked, self._horizon)
            if clock.limited:
                self._pace = (before - clock.left) / len(asked)
            for end in ends:
                done += 1
                if end is not None:
                    self._note(end.decisions)
                yield end

    def _known(self, position: Position, deal: int) -> float | None:
        """Return what a position is worth where that is known without the ruleset; else None.

        Where scores alone tell how a deal ended, the beginning of another deal is worth nothing
        besides: cards that were just dealt say little, and a bot must not shun the end of a deal
        because its next hand is full.

        Args:
            position: where a playout ended.
            deal: the number of the deal in which it began.
        """
        return 0.0 if self._settled and position.deal != deal else None

    def judge(self, position: Position, seat: int, gain: float, worth: float | None) -> Outcome:
        """Return the outcome of a world that is over, or an evaluation of the position.

        Args:
            position: where a playout ended; it cannot be played on.
            seat: the seat whose result it is.
            gain: by how much its lead grew.
            worth: what the ruleset says that the position is worth to the seat, if that is known.
        """
        if position.result is not None:
            mark = position.result[seat]
            return Outcome(float((mark > 0) - (mark < 0)), True, gain)
        if worth is None:
            self.cut = True
            worth = self.worlds.worth(position, seat) or 0.0
        return Outcome(0.0, False, gain + worth)

    def result(self, outcome: Outcome, most: float) -> float:
        """Return an outcome as a number from -1 (lost) to 1 (won).

        Points count evenly, so that risk is neither sought nor avoided; only very many do not
        count more than `most`.

        Args:
            outcome: the outcome.
            most: so many points, won or lost, count as everything.
        """
        if outcome.over and not self.scored:
            return outcome.won
        points = min(max(outcome.points / most, -1.0), 1.0) if most else 0.0
        if outcome.over:
            return (outcome.won + (WON - 1) * points) / WON
        return (UNFINISHED - 1) / UNFINISHED * points

    def early_result(self, outcome: Outcome) -> float:
        """Return an outcome as `result` does, by the points of the first playouts."""
        if len(self.sizes) < _FEW:
            insort(self.sizes, abs(outcome.points))
        return self.result(outcome, largest(self.sizes))

    def leads(self, world: Position) -> list[float]:
        """Return the lead of each seat in a new world; scores are equal in all, but not sides."""
        sides = sides_in(self._program, world)
        if sides not in self._leads:
            self._leads[sides] = [
                self.lead(world, seat, opponents(seat, sides)) for seat in range(self._program.players)
            ]
        return self._leads[sides]

    def scores(self, position: Position) -> list[int]:
        """Return the score of each seat."""
        return scores(self._program, position)

    def rivals(self, position: Position, seat: int) -> Sequence[int]:
        """Return the seats on other sides than a seat's."""
        return opponents(seat, sides_in(self._program, position))

    def lead(self, position: Position, seat: int, rivals: Sequence[int]) -> float:
        """Return a seat's score minus the mean score of the seats on other sides.

        In a game with several tables it is minus the mean of all scores, because other seats may
        be partners without being a side.
        """
        if not self.scored:
            return 0.0
        known = scores(self._program, position)
        others = known if position.seated else [known[each] for each in rivals]
        return self._sign * (known[seat] - (sum(others) / len(others) if others else 0))
