"""Why a bot would choose a move, in a player's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics import counted

if TYPE_CHECKING:
    from ..bots.assessment import Assessment, Candidate
    from .faces import Style
    from .table_view import Painter


_ENOUGH: Final = 8
"""Of a move that was tried less often, little is known."""


def reason(painter: Painter, assessment: Assessment | None, moves: int) -> str:
    """Return what a search found out about the move that it chose, and about the next best one.

    Args:
        painter: draws the cards.
        assessment: what the search found out; None where it found nothing out.
        moves: the number of possible moves.
    """
    if assessment is None:
        return "there was no time to try the moves out" if moves > 1 else "it is the only move"
    chosen, others = assessment.chosen, assessment.candidates[1:]
    found = f"{_expected(chosen, painter)}, by {_tries(assessment)}"
    if not others:
        return found
    best = others[0]
    move = painter.words(best.action.text).plain
    if _value(best) >= _value(chosen):
        return f"{found}; {move} is about as good"
    if best.points is not None:
        return f"{found}; next best is {move} with {_points(best.points, painter.style)}"
    return f"{found}; next best is {move} with {_percent(best)}"


def _tries(assessment: Assessment) -> str:
    games = f"{counted(assessment.simulations, 'game')} played on from here"
    few = assessment.chosen.tried < _ENOUGH
    return f"{games}, only {assessment.chosen.tried} of them with it: a guess" if few else games


def _expected(candidate: Candidate, painter: Painter) -> str:
    """Return what may be expected of a move."""
    if candidate.points is None:
        return f"chance to win {_percent(candidate)}"
    rivals = "the others" if painter.game.players > 2 else "the other player"
    return f"on average {_points(candidate.points, painter.style)} against {rivals} in this deal"


def _value(candidate: Candidate) -> float:
    """Return the figure that is told of a move, as exactly as it is told."""
    if candidate.points is None:
        return round((1 + candidate.result) * 50)
    return round(candidate.points, 1)


def _percent(candidate: Candidate) -> str:
    return f"{round((1 + candidate.result) * 50)} %"


def _points(points: float, style: Style) -> str:
    """Return points with their sign: `+1.5 points`."""
    shown = f"{abs(points):.1f}".removesuffix(".0")
    sign = "" if shown == "0" else "+" if points > 0 else style.minus
    return f"{sign}{shown} {'point' if shown == '1' else 'points'}"
