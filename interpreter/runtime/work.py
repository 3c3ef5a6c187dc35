"""How much rules may do between two decisions; `analysis/costs.py` says what they do."""

from __future__ import annotations

MOST_WORK = 300_000_000
"""The work that rules may do between two decisions, in units of 10 nanoseconds or less."""


def of_a_step(step_limit: int) -> int:
    """Return the work of a step; all steps together are no more than `MOST_WORK`."""
    return MOST_WORK // step_limit


def budget(step_limit: int) -> int:
    """Return the work of all steps that rules may take between two decisions."""
    return step_limit * of_a_step(step_limit)
