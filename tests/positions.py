"""Positions as plain data, so that those of both builds can be compared."""

from __future__ import annotations

from typing import Any

from cardrules.interpreter.game.saving import NEWER, position_data
from cardrules.interpreter.rewriting.running_totals import KEPT
from cardrules.interpreter.runtime.position import KNOWLEDGE, Position


def in_both_builds(position: Position, unshuffled: str | None = None) -> dict[str, Any]:
    """Return a position without what seats know, and without totals that one build keeps.

    Args:
        position: the position.
        unshuffled: the pile whose order no rule looks at, if there is one: it is left as it comes.
    """
    data = {
        slot: value
        for slot, value in position_data(position).items()
        if slot not in KNOWLEDGE and not slot.startswith(f"v_{KEPT}")
    }
    own = [slot for slot in position.own if slot not in NEWER]
    for waiting in filter(None, data.get("tables", ())):
        for index, slot in enumerate(own):
            if slot in KNOWLEDGE:
                waiting[index] = None
    if unshuffled is not None:
        data[unshuffled] = sorted(data[unshuffled])
    return data
