"""The results of a simulation as data for JSON; docs/simulation.md describes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..source import halves
from .estimates import Estimate, evenness, interval, mean, part, quantiles, rounded, share
from .simulate import scale_of, score_measure
from .tally import SCALE
from .watching import AHEAD

if TYPE_CHECKING:
    from .simulate import Simulation
    from .tally import Tally

FORMAT = 1


def report(simulation: Simulation, tally: Tally) -> dict[str, Any]:
    """Return the results of a simulation; without games, settings and counts only.

    Args:
        simulation: what was played.
        tally: what was measured.

    >>> from cardrules import load
    >>> from cardrules.interpreter.play.game import rules_of
    >>> from cardrules.interpreter.simulation.simulate import Simulation
    >>> from cardrules.interpreter.simulation.tally import Tally
    >>> simulation = Simulation(rules_of(load("gin_slaughtre")), ("random", "random"))
    >>> report(simulation, Tally())["games"]
    0
    """
    decisions = tally.of("decisions")
    games = decisions.count
    result: dict[str, Any] = {
        "format": FORMAT,
        **simulation.settings(),
        "games": games,
        "seats": [_seat(simulation, tally, seat) for seat in range(simulation.game.players)],
        "draws": tally.of("drawn").total,
        "limit_decided": tally.of("limited").total,
        "deals": tally.of("deals").total,
        "decisions": decisions.total,
    }
    if not games:
        return result
    if simulation.kinds():
        result["kinds"] = [_kind(simulation, tally, kind) for kind in simulation.kinds()]
    result["length"] = _length(tally)
    if decisions.total:
        result["branching"] = {
            "mean": round(tally.of("choices").total / decisions.total, 3),
            "most": max(tally.histograms["choices"]),
            "forced": round(tally.of("forced").total / decisions.total, 4),
        }
    result["fairness"] = _fairness(simulation, tally)
    if tally.of("lead_changes").count:
        result["course"] = _course(tally)
    result["rules"] = _rules(tally)
    result["histograms"] = histograms = tally.data()["histograms"]
    if simulation.game.program.half_points and "scores" in histograms:
        histograms["scores"] = [(halves.number(score), times) for score, times in histograms["scores"]]
    return result


def _seat(simulation: Simulation, tally: Tally, seat: int) -> dict[str, Any]:
    wins = tally.of(f"win.{seat}")
    won = share(wins)
    result: dict[str, Any] = {"seat": seat, "player": simulation.players[seat], "wins": wins.total}
    result["share"] = round(won.value, 4) if wins.count else None
    result["interval"] = interval(won)
    if wins.count:
        if simulation.game.players > 1 and not simulation.game.program.plays_together:
            result["part"] = rounded(part(tally.of(f"share.{seat}"), SCALE))
        if simulation.game.program.uses_scores:
            measure = score_measure(simulation.game.program, seat)
            score = mean(tally.of(measure), scale_of(measure))
            result["mean_score"] = round(score.value, 3)
            result["score_interval"] = interval(score, 3)
    return result


def _kind(simulation: Simulation, tally: Tally, kind: str) -> dict[str, Any]:
    seats = [seat for seat, player in enumerate(simulation.players) if player == kind]
    return {
        "player": kind,
        "seats": seats,
        "wins": sum(tally.of(f"win.{seat}").total for seat in seats),
        "part": rounded(part(tally.of(f"bot.{kind}"), SCALE)),
        "expected": round(len(seats) / simulation.game.players, 4),
    }


def _length(tally: Tally) -> dict[str, Any]:
    length = mean(tally.of("decisions"))
    shortest, early, median, late, longest = quantiles(tally.histograms["decisions"], (0, 0.05, 0.5, 0.95, 1))
    return {
        "mean": round(length.value, 2),
        "interval": interval(length, 2),
        "shortest": shortest,
        "p5": early,
        "median": median,
        "p95": late,
        "longest": longest,
    }


def _fairness(simulation: Simulation, tally: Tally) -> dict[str, Any]:
    seats = simulation.game.players
    first = part(tally.of("first_share"), SCALE)
    parts = [tally.of(f"share.{seat}").mean(SCALE) for seat in range(seats)]
    edge = Estimate(first.value - 1 / seats, first.low - 1 / seats, first.high - 1 / seats)
    return {
        "first_player": rounded(first),
        "edge": rounded(edge),
        "spread": round(max(parts) - min(parts), 4),
        "evenness": round(evenness(parts), 4),
    }


def _course(tally: Tally) -> dict[str, Any]:
    result: dict[str, Any] = {
        "watched": tally.of("lead_changes").count,
        "lead_changes": rounded(mean(tally.of("lead_changes")), 3),
    }
    if tally.of("drama").count:
        for name in ("behind", "drama", "turning_point"):
            result[name] = rounded(part(tally.of(name), SCALE))
        result["comeback"] = rounded(share(tally.of("comeback")))
        result["ahead"] = [round(tally.of(name).mean(), 4) for name in AHEAD]
    return result


def _rules(tally: Tally) -> dict[str, Any]:
    """Return how often each rule ran, by address."""
    result: dict[str, Any] = {}
    moments = tally.of("watched").total
    for name, found in tally.moments.items():
        kind, _, rest = name.partition(".")
        if kind in ("actions", "effects", "define"):
            times = mean(found)
            entry = {"per_game": round(times.value, 4), "interval": interval(times)}
            offered = tally.of(f"offered.{rest}") if kind == "actions" else None
            if offered is not None and offered.total:
                entry["offered"] = round(offered.total / moments, 4)
                # Choices are counted in all games, offers only in the watched ones.
                entry["taken"] = round(min(times.value / offered.mean(), 1.0), 4)
            result[name] = entry
        elif kind == "held" and moments:
            result[f"define.{rest}"] = {"holds": round(found.total / moments, 4)}
    return dict(sorted(result.items()))
