"""Why an action is not legal, in a player's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import brief, suggest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..runtime.core import Core
    from .rules import Rules


def refusal(rules: Rules, core: Core, legal: Sequence[str], wanted: str, typed: str) -> str:
    """Return why an action is not legal, in one sentence with what is."""
    verb = wanted.partition(" ")[0]
    site = rules.machine.sites[core.pc]
    some = ", ".join(legal[:6]) + (", …" if len(legal) > 6 else "")
    if verb not in rules.program.actions:
        nearest = suggest(verb, list(rules.program.actions))
        hint = f"; did you mean '{nearest}'?" if nearest else ""
        return f"{brief(typed)} is no action of this game{hint}; legal now: {some}"
    if verb not in site.actions:
        return f"'{verb}' does not belong in the phase '{site.step}'; legal now: {some}"
    same = [text for text in legal if text.partition(" ")[0] == verb]
    if not same:
        address = f"actions.{verb}"
        return f"'{verb}' is not possible now ({address}.when); legal now: {some}"
    closest = ", ".join(same[:6]) + (", …" if len(same) > 6 else "")
    address = f"{brief(wanted)} is not legal here (actions.{verb})"
    return f"{address}; with '{verb}' these are: {closest}"
