"""What was done, as far as one seat saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.core import peek
from ...runtime.melds import cards_of, set_of
from ..knowledge import witnesses
from .redaction import UNKNOWN, sees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.core import Core
    from ..rules import Rules
    from ..step import Step


def history_for(rules: Rules, steps: Sequence[Step], now: Core, seat: int) -> list[tuple[int, str]]:
    """Return who did what; unseen cards are `??`, and so is what was done out of sight.

    Args:
        rules: the game.
        steps: all steps, oldest first.
        now: the position after the last one.
        seat: who asks.
    """
    after: list[Core] = [*(step.before for step in steps[1:]), now]
    notation = rules.notation
    # A sealed choice is seen when all at its table have chosen.
    settling: dict[int, Step] = {}
    texts: list[str] = []
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        table = step.before.table
        if not step.sealed or not peek(after[index], table, "pending"):
            settling[table] = step
        if step.seat == seat:
            texts.append(notation.text(step.raw))
        elif table not in settling or not sees(rules, step.before, seat, table):
            texts.append(UNKNOWN)
        else:
            seen = witnesses(settling[table].before, settling[table].events)
            named = cards_of(notation.cards(step.raw))
            hidden = set_of(card for card in named if not seen[card] >> seat & 1)
            texts.append(notation.text(step.raw, hidden))
    return [(step.seat, text) for step, text in zip(steps, reversed(texts), strict=True)]
