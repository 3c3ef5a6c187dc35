"""Why a bot would choose a move, in a player's words.

How many points a move brings is said only as the difference to another one, and only if all of them
are points of the score. What the ruleset says that a position is worth may count something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics import counted
from ..speech.english import singular_noun

if TYPE_CHECKING:
    from ..bots.assessment import Assessment, Candidate
    from .painter import Painter


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
    if not others:  # where there are very many moves, the ruleset's hints may leave only one
        return "a rule of thumb for this game"
    return f"{_compared(painter, assessment, chosen, others[0])}, {_tries(assessment)}"


def _tries(assessment: Assessment) -> str:
    games = f"after {counted(assessment.simulations, 'trial game')} from here"
    few = assessment.chosen.tried < _ENOUGH
    return f"{games}, only {assessment.chosen.tried} of them with it: a guess" if few else games


def _compared(painter: Painter, assessment: Assessment, chosen: Candidate, other: Candidate) -> str:
    """Return by how much a move is better for the player than the next best one."""
    move = painter.words(other.action.text).plain
    if assessment.estimated if chosen.points is not None else not assessment.decided:
        better = _percent(other) < _percent(chosen)
        return f"looks better than {move}" if better else f"about as good as {move}"
    if chosen.points is None:
        chance = f"chance to win {_percent(chosen)} %"
        if _percent(other) == _percent(chosen):
            return f"{chance}, as with {move}"
        return f"{chance}, with {move} {_percent(other)} %"
    better = round(chosen.points - (other.points or 0.0), 1)
    if better <= 0:
        return f"about as good for you as the next best, {move}"
    shown = f"{better:.1f}".removesuffix(".0")
    points = painter.game.program.labels.get("score", "points")
    points = singular_noun(points) if shown == "1" else points
    if painter.game.program.low_wins:
        fewer = f"about {shown} fewer {points}, compared with the other players,"
        return f"{fewer} than with the next best, {move}"
    return f"about {shown} {points} better for you than the next best, {move}"


def _percent(candidate: Candidate) -> int:
    return round((1 + candidate.result) * 50)
