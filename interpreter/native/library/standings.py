"""Python text, for code that is translated, that asks which sides there are and how they stand.

It says for a position what `sides_in` and `scores` of `runtime/teams.py` return.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...program.program import Program


def sides(program: Program) -> str:
    """Return what has the value of `sides_in` in the position `s`."""
    if program.teams is None:
        return str(tuple(range(program.players)))
    return "s.v_teams" if program.teams.scope else str(program.teams.sides)


def score(program: Program, seat: str | int) -> str:
    """Return what has the value of the score of a seat in the position `s`.

    Args:
        program: the program.
        seat: the text of the seat.
    """
    return f"s.v_score[{sides(program)}[{seat}]]" if program.shares_scores else f"s.v_score[{seat}]"


def advantage(program: Program, seat: str | int) -> str:
    """Return what has the score of a seat as its value, or minus that where low scores win."""
    return f"-{score(program, seat)}" if program.low_wins else score(program, seat)


def gain(program: Program, seat: str | int) -> str:
    """Return what has the value of `Rules.returns` for a seat, in a game with scores; halves count as one."""
    if not program.match_start:
        return advantage(program, seat)
    return f"{advantage(program, seat)} {'+' if program.low_wins else '-'} {program.match_start}"
