"""Tournaments: each pair of bots plays the same deals twice, with the seats exchanged.

What a pair plays is a duplicate match: in the second game of a deal every seat belongs to the other
bot, so that luck with the cards cancels out in the differences. A bot that fails to choose loses
that game, and the tournament goes on. `docs/simulation.md` defines the figures.

Random and quick players play each other as in a simulation, if players know what the preferences of
the ruleset depend on. So native code can play them. All other bots get what their seats see.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..analysis.open_hints import hints_are_open
from ..bots.batches import batches_of
from ..bots.bots import make_bot
from ..bots.own_bots import LIMIT
from ..bots.search.clock import DEFAULT_BUDGET
from ..bots.view import View
from ..errors import BotError, CardrulesError, SetupError
from ..native.availability import missing
from ..play.game import Game
from .engines import SEARCHING
from .estimates import mean, part, ratings, rounded
from .simulate import MOST_DECISIONS, WITHOUT_THOUGHT, Simulation
from .tally import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bots.view import Bot
    from ..game.rules import Rules
    from .estimates import Estimate
    from .simulate import End
    from .spread import Row
    from .tally import Tally

FORMAT: Final = 1

_RESULTS: Final = ("lost", "drawn", "won")


class Tournament:
    """A game and the bots that play it; it can be pickled and sent to other processes.

    Attributes:
        game: The game.
        bots: The names of the bots.
        pairs: The pairs of their numbers, in the order in which they play a deal.
        games_each: How many games a number is: a deal is played twice.
        by_native: How many games native code has played in this process.
    """

    games_each: ClassVar[int] = 2

    def __init__(
        self,
        game: Rules,
        bots: Sequence[str],
        *,
        seed: int = 0,
        budget: int = DEFAULT_BUDGET,
        limit: float = LIMIT,
        engine: str | None = None,
    ) -> None:
        """Prepare to play.

        Args:
            game: The game.
            bots: The names of at least two bots.
            seed: The seed of the first deal; each later deal has the next.
            budget: Simulations for each decision, for bots that simulate.
            limit: The most seconds for a decision of a bot of one's own.
            engine: `native` or `python`: what plays random and quick players; by default native
                code, where it can play the game. The results are the same.
        """
        self.game = game
        self.bots = tuple(bots)
        self.pairs = tuple(combinations(range(len(bots)), 2))
        self.seed = seed
        self.budget = budget
        self.limit = limit
        self.engine = engine
        if engine == "python":
            batches_of(game).use_python()
        self._simulations: dict[tuple[int, ...], Simulation] = {}  # by the bots at the seats
        self._ahead: dict[tuple[int, ...], _Ahead] = {}  # games that were played together
        self.by_native = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules without the compiled code."""
        given = self.game, self.bots, self.seed, self.budget, self.limit, self.engine
        return _again, given

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine each game, as data for JSON."""
        return {
            **self.game.settings(),
            **self.game.origin,
            "bots": list(self.bots),
            "seed": self.seed,
            "budget": self.budget,
            "limit": self.limit,
        }

    def seating(self, first: int, second: int) -> list[int]:
        """Return the bot at each seat: sides belong to the two in turn, or seats without sides."""
        teams, seats = self.game.program.teams, range(self.game.players)
        sides = teams.sides if teams is not None and not teams.scope else tuple(seats)
        order = list(dict.fromkeys(sides))
        return [(first, second)[order.index(sides[seat]) % 2] for seat in seats]

    # -- engines

    @cached_property
    def _quickly(self) -> int | None:
        """The pair that plays as in a simulation; None if there is none.

        All bots are different, so there is one pair of a random and a quick player.
        """
        for which, pair in enumerate(self.pairs):
            if all(self.bots[bot] in WITHOUT_THOUGHT for bot in pair):
                return which if hints_are_open(self.game.program) else None
        return None

    @property
    def hindrance(self) -> str | None:
        """Why Python plays all games; None if native code plays some of them."""
        if self.engine == "python":
            return "it was chosen"
        if self._quickly is not None:
            return self._simulation(self._seatings(self._quickly)[0]).hindrance
        if all(bot in WITHOUT_THOUGHT for bot in self.bots):
            return "what quick players prefer can depend on cards that they do not see"
        return missing() or f"{SEARCHING}; only random against quick is native"

    def engine_used(self, numbers: int) -> str:
        """Return what plays so many numbers: `native`, or `python` and why native code does not."""
        if self._quickly is None or self.engine == "python":
            return f"python: {self.hindrance}"
        deals = -(-numbers // len(self.pairs))
        used = self._simulation(self._seatings(self._quickly)[0]).engine_used(deals)
        others = len(self.pairs) > 1 and used == "native"
        return f"{used} for random against quick, python for all others" if others else used

    def written(self) -> bytes:
        """Return nothing: no decisions are written down."""
        return b""

    @property
    def stops(self) -> Counter[str]:
        """How often native code had to stop in this process, by the rule in which it did."""
        return sum((each.stops for each in self._simulations.values()), Counter[str]())

    def _simulation(self, seating: tuple[int, ...]) -> Simulation:
        """Return what plays random and quick players at certain seats."""
        if seating not in self._simulations:
            self._simulations[seating] = Simulation(
                self.game,
                [self.bots[bot] for bot in seating],
                seed=self.seed,
                engine=self.engine,
                counting=False,
            )
        return self._simulations[seating]

    # -- games

    def play_on(self, first: int, last: int, tally: Tally, rows: list[Row] | None = None) -> int:
        """Let pairs play deals, and add the measures to a tally.

        Args:
            first: The number of the first deal of a pair.
            last: The last number that may be played, plus 1.
            tally: Gets the measures.
            rows: Not used: a tournament has no measures of single games.

        Returns:
            The next number.
        """
        pairs = len(self.pairs)
        number = first
        while True:
            deal, which = divmod(number, pairs)
            self._match(deal, which, -(-(last - which) // pairs), tally)
            number += 1
            deal, which = divmod(number, pairs)
            if number >= last or which != self._quickly or not self._is_known(deal):
                return number

    def _is_known(self, deal: int) -> bool:
        """Return whether random and quick players have played a deal already."""
        assert self._quickly is not None
        return all(
            seating in self._ahead and self._ahead[seating].has(deal) for seating in self._seatings(self._quickly)
        )

    def _seatings(self, which: int) -> list[tuple[int, ...]]:
        """Return the bots at the seats in the two games of a pair."""
        first, second = self.pairs[which]
        return [tuple(self.seating(first, second)), tuple(self.seating(second, first))]

    def _match(self, deal: int, which: int, last: int, tally: Tally) -> None:
        """Let a pair play a deal twice.

        Args:
            deal: The number of the deal.
            which: The number of the pair.
            last: The number of the last deal that may be played with it, plus 1.
            tally: Gets the measures.
        """
        pair = self.pairs[which]
        measures: dict[str, int] = {"deals": 1}
        points: list[int] = []
        differences: list[int] = []
        for seating in self._seatings(which):
            try:
                returns = (
                    self._play_quickly(deal, last, seating, tally)
                    if which == self._quickly
                    else self._play(self.seed + deal, seating, tally)
                )
            except _FailedError as failed:
                loser = seating[failed.seat]
                points.append(2 * (loser == pair[1]))
                tally.add({f"{which} failed {loser}": 1, f"failure {loser} {failed}": 1})
                continue
            except SetupError:  # the same in each game, so it says nothing about the bot's play
                raise
            except CardrulesError as error:
                message = str(error).partition("\n")[0]
                tally.add({f"{which} stopped": 1, f"failure -1 {message}": 1})
                continue
            one, other = (_mean(returns, seating, bot) for bot in pair)
            points.append(1 + (one > other) - (one < other))
            differences.append(one - other)
            tally.add({f"return {pair[0]}": one, f"return {pair[1]}": other})
        for result in points:
            tally.add({f"{which} {_RESULTS[result]}": 1})
        if points:
            measures[f"{which} points"] = SCALE * sum(points) // (2 * len(points))
        if len(differences) == 2:
            measures[f"{which} difference"] = sum(differences) // 2
        tally.add(measures)

    def _play_quickly(self, deal: int, last: int, seating: tuple[int, ...], tally: Tally) -> list[int | float]:
        """Play a game of random and quick players, and return what each seat got.

        Native code plays further deals in the same call, which are kept for later.

        Raises:
            CardrulesError: The rules failed.
        """
        simulation = self._simulation(seating)
        if seating not in self._ahead or not self._ahead[seating].has(deal):
            before, start = simulation.by_native, perf_counter_ns()
            ends = simulation.ends(deal, last)
            spent = (perf_counter_ns() - start) // (1000 * len(ends))
            native = simulation.by_native > before
            self._ahead[seating] = _Ahead(deal, ends, spent, native)
        ahead = self._ahead[seating]
        self.by_native += ahead.native
        end = ahead.ends[deal - ahead.first]
        for bot in set(seating):
            tally.add({f"time {bot}": ahead.spent, f"asked {bot}": end.decisions})
        return simulation.returns(end)

    def _play(self, seed: int, seating: tuple[int, ...], tally: Tally) -> list[int | float]:
        """Play a game and return what each seat got.

        Raises:
            _FailedError: A bot failed.
            SetupError: A bot cannot be made.
            CardrulesError: The rules failed.
        """
        state = Game(self.game).new_initial_state(seed)
        bots: dict[int, Bot] = {}
        spent, asked = [0] * len(self.bots), [0] * len(self.bots)
        while (seat := state.current_player()) is not None:
            if sum(asked) >= MOST_DECISIONS:
                self.game.never_ends(state.position, MOST_DECISIONS)
            mine = seating[seat]
            start = perf_counter_ns()
            if seat not in bots:
                own, name = seed * 64 + seat, self.bots[mine]
                bots[seat] = make_bot(name, own, self.budget, limit=self.limit)
            try:
                action = bots[seat].choose(View(state, seat))
            except BotError as error:
                raise _FailedError(seat, str(error)) from error
            spent[mine] += (perf_counter_ns() - start) // 1000
            asked[mine] += 1
            state.apply_raw(action.raw)
        for bot in set(seating):
            tally.add({f"time {bot}": spent[bot], f"asked {bot}": asked[bot]})
        return self.game.returns(state.position)


@dataclass(frozen=True, slots=True)
class _Ahead:
    """Games of successive deals that were played together.

    Attributes:
        first: The number of the first deal.
        ends: How each game ended.
        spent: How long one of them took, in microseconds.
        native: Whether native code played them.
    """

    first: int
    ends: list[End]
    spent: int
    native: bool

    def has(self, deal: int) -> bool:
        """Return whether a deal is among them."""
        return self.first <= deal < self.first + len(self.ends)


class _FailedError(Exception):
    """A bot failed."""

    def __init__(self, seat: int, message: str) -> None:
        super().__init__(message)
        self.seat = seat


def _mean(returns: Sequence[float], seating: tuple[int, ...], bot: int) -> int:
    """Return what the seats of a bot got on average, in millionths; 0 if it has no seat."""
    mine = [got for got, owner in zip(returns, seating, strict=True) if owner == bot]
    return int(SCALE * sum(mine) // len(mine)) if mine else 0


def _again(game: Rules, bots: tuple[str, ...], seed: int, budget: int, limit: float, engine: str | None) -> Tournament:
    return Tournament(game, bots, seed=seed, budget=budget, limit=limit, engine=engine)


def report(tournament: Tournament, tally: Tally) -> dict[str, Any]:
    """Return the results of a tournament as data for JSON; `tournament.schema.json` describes them.

    Args:
        tournament: What was played.
        tally: What was measured.
    """
    numbers = range(len(tournament.bots))
    pairs = [_pair(tournament, tally, which) for which in range(len(tournament.pairs))]
    points = [[0.0 for _ in numbers] for _ in numbers]
    for pair, (one, other) in zip(pairs, tournament.pairs, strict=True):
        points[one][other] = pair["won"] + pair["drawn"] / 2
        points[other][one] = pair["lost"] + pair["drawn"] / 2
    rated = ratings(points)
    return {
        "format": FORMAT,
        **tournament.settings(),
        "games": sum(pair["won"] + pair["drawn"] + pair["lost"] for pair in pairs),
        "results": [_result(tournament, tally, bot, rated[bot]) for bot in numbers],
        "pairs": pairs,
        "failures": _failures(tournament, tally),
    }


def _result(tournament: Tournament, tally: Tally, bot: int, rating: Estimate) -> dict[str, Any]:
    """Return what a bot achieved."""
    got, time = tally.of(f"return {bot}"), tally.of(f"time {bot}")
    pairs = range(len(tournament.pairs))
    return {
        "player": tournament.bots[bot],
        "rating": rounded(rating, 1),
        "mean_return": round(got.mean(SCALE), 4) if got.count else None,
        "failures": sum(tally.of(f"{which} failed {bot}").total for which in pairs),
        "milliseconds": round(time.total / max(tally.of(f"asked {bot}").total, 1) / 1000, 3),
    }


def _pair(tournament: Tournament, tally: Tally, which: int) -> dict[str, Any]:
    """Return what a pair of bots played."""
    pair = tournament.pairs[which]
    points, difference = tally.of(f"{which} points"), tally.of(f"{which} difference")
    return {
        "players": [tournament.bots[bot] for bot in pair],
        "deals": points.count,
        **{name: tally.of(f"{which} {name}").count for name in reversed(_RESULTS)},
        "share": rounded(part(points, SCALE)),
        "difference": rounded(mean(difference, SCALE)) if difference.count else None,
        "failures": [tally.of(f"{which} failed {bot}").total for bot in pair],
        "stopped": tally.of(f"{which} stopped").total,
    }


def _failures(tournament: Tournament, tally: Tally) -> list[dict[str, Any]]:
    """Return each message of a failure with its number, the most frequent first."""
    found: list[tuple[int, str, str]] = []
    for name, moments in tally.moments.items():
        kind, _, rest = name.partition(" ")
        if kind == "failure":
            bot, _, message = rest.partition(" ")
            found.append((-moments.count, message, bot))
    return [
        {
            "player": tournament.bots[int(bot)] if int(bot) >= 0 else None,
            "message": message,
            "times": -times,
        }
        for times, message, bot in sorted(found)
    ]
