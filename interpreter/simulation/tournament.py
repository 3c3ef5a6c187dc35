"""Tournaments: each pair of bots plays the same deals twice, with the seats exchanged.

What a pair plays is a duplicate match: in the second game of a deal every seat belongs to the other
bot, so that luck with the cards cancels out in the differences. A bot that fails loses that game,
and the tournament goes on. `docs/simulation.md` defines the figures.
"""

from __future__ import annotations

from itertools import combinations
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Final

from ..bots.bots import make_bot
from ..bots.clock import DEFAULT_BUDGET
from ..bots.own_bots import LIMIT
from ..bots.view import View
from ..errors import BotError, CardrulesError, SetupError
from .estimates import mean, part, ratings, rounded
from .simulate import MOST_DECISIONS
from .tally import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bots.view import Bot
    from ..play.game import Game
    from .estimates import Estimate
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
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        *,
        seed: int = 0,
        budget: int = DEFAULT_BUDGET,
        limit: float = LIMIT,
    ) -> None:
        """Prepare to play.

        Args:
            game: The game.
            bots: The names of at least two bots.
            seed: The seed of the first deal; each later deal has the next.
            budget: Simulations for each decision, for bots that simulate.
            limit: The most seconds for a decision of a bot of one's own.
        """
        self.game = game
        self.bots = tuple(bots)
        self.pairs = tuple(combinations(range(len(bots)), 2))
        self.seed = seed
        self.budget = budget
        self.limit = limit

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules without the compiled code."""
        return _again, (self.game, self.bots, self.seed, self.budget, self.limit)

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

    def play(self, number: int, tally: Tally, row: Row | None = None) -> None:
        """Let a pair play a deal twice, and add the measures to a tally.

        Args:
            number: Which deal of which pair, from 0.
            tally: Gets the measures.
            row: Not used: a tournament has no measures of single games.
        """
        deal, which = divmod(number, len(self.pairs))
        pair = self.pairs[which]
        measures: dict[str, int] = {"deals": 1}
        points: list[int] = []
        differences: list[int] = []
        for first, second in (pair, pair[::-1]):
            seating = self.seating(first, second)
            try:
                returns = self._play(self.seed + deal, seating, tally)
            except _FailedError as failed:
                loser = seating[failed.seat]
                points.append(2 * (loser == pair[1]))
                tally.add({f"{which} failed {loser}": 1, f"failure {loser} {failed}": 1})
                continue
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

    def _play(self, seed: int, seating: list[int], tally: Tally) -> list[int]:
        """Play a game and return what each seat got.

        Raises:
            _FailedError: A bot failed.
            CardrulesError: The rules failed.
        """
        state = self.game.new_initial_state(seed)
        bots: dict[int, Bot] = {}
        spent, asked = [0] * len(self.bots), [0] * len(self.bots)
        while (seat := state.current_player()) is not None:
            if sum(asked) >= MOST_DECISIONS:
                self.game.never_ends(state.position, MOST_DECISIONS)
            mine = seating[seat]
            start = perf_counter_ns()
            try:
                if seat not in bots:
                    own, name = seed * 64 + seat, self.bots[mine]
                    bots[seat] = make_bot(name, own, self.budget, limit=self.limit)
                action = bots[seat].choose(View(state, seat))
            except (BotError, SetupError) as error:
                raise _FailedError(seat, str(error)) from error
            spent[mine] += (perf_counter_ns() - start) // 1000
            asked[mine] += 1
            state.apply_raw(action.raw)
        for bot in set(seating):
            tally.add({f"time {bot}": spent[bot], f"asked {bot}": asked[bot]})
        return state.returns()


class _FailedError(Exception):
    """A bot failed."""

    def __init__(self, seat: int, message: str) -> None:
        super().__init__(message)
        self.seat = seat


def _mean(returns: list[int], seating: list[int], bot: int) -> int:
    """Return what the seats of a bot got on average, in millionths; 0 if it has no seat."""
    mine = [got for got, owner in zip(returns, seating, strict=True) if owner == bot]
    return SCALE * sum(mine) // len(mine) if mine else 0


def _again(game: Game, bots: tuple[str, ...], seed: int, budget: int, limit: float) -> Tournament:
    return Tournament(game, bots, seed=seed, budget=budget, limit=limit)


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
