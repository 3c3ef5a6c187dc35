"""How actions look to the seats in a world: which of their cards another seat does not see.

The bare build keeps no knowledge, so it follows from the rules and from the places of cards. A card
that a player chooses stays hidden if the rules only move it, and to places that not all see: put
away, laid face down, passed on. Then those know it who see the place where it was or the one where
it is. A card that the rules may show counts as shown. A sealed choice is seen by nobody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..game.action import CARDS
from ..game.observation.journal import UNSEEN
from ..game.observation.redaction import sees
from ..program import ir
from ..program.tree_walk import inside, parts
from ..runtime.melds import cards_of
from ..shared import kept_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..core.machine import Raw
    from ..game.rules import Rules
    from ..program.program import Action, Parameter, Program
    from ..runtime.position import Position

_CLOSED: Final = ("hidden", "owner", "others")  # what zones show whose cards not all see


class Looks:
    """How the actions of one game look."""

    def __init__(self, rules: Rules) -> None:
        """Find the actions with cards that may stay hidden; bots call `View.worlds` instead."""
        self._rules = rules
        self._sites = rules.bare.sites
        self._hiding = kept_with(rules, "hiding", lambda rules: _hiding(rules.program))
        self._everyone = range(rules.players)

    @property
    def hidden(self) -> frozenset[int]:
        """The numbers of the actions with cards that may stay hidden."""
        return frozenset(self._hiding)

    def open(self, position: Position, raw: Raw) -> bool:
        """Return whether all seats see an action; at another table it counts as seen."""
        return not self._sites[position.pc].sealed and raw[0] not in self._hiding

    def play(self, position: Position, raw: Raw, play: Callable[[Position, Raw], None]) -> list[Raw]:
        """Play an action, and return how it looks to each seat.

        Args:
            position: a position of the bare build.
            raw: the action.
            play: plays it.
        """
        rules, seat, table = self._rules, position.actor, position.table
        if self._sites[position.pc].sealed:
            play(position, raw)
            return [raw if each == seat else UNSEEN for each in self._everyone]
        hiding = self._hiding.get(raw[0])
        if hiding is None and rules.program.tables is None:
            play(position, raw)
            return [raw] * rules.players
        chosen = 0
        for index, several in hiding or ():
            chosen |= raw[index] if several else 1 << raw[index]
        watched = self._watched(position, chosen)
        shown = [each == seat or sees(rules, position, each, table) for each in self._everyone]
        play(position, raw)
        for each, cards in enumerate(self._watched(position, chosen)):
            watched[each] |= cards
        watched[seat] = chosen
        look = rules.notation.look
        return [look(raw, chosen & ~cards) if seen else UNSEEN for cards, seen in zip(watched, shown, strict=True)]

    def _watched(self, position: Position, cards: int) -> list[int]:
        """Return for each seat which of some cards it sees where they are."""
        watched = [0] * self._rules.players
        recorder = self._rules.recorder
        for card in cards_of(cards):
            place = recorder.places[recorder.where(position, card)]
            for seat in self._everyone:
                if place.watchers >> seat & 1 or place.top_shown:
                    watched[seat] |= 1 << card
        return watched


def _hiding(program: Program) -> dict[int, list[tuple[int, bool]]]:
    """Return the arguments with hidden cards, and whether they are sets, by number of action."""
    found = {
        verb: [
            (index, parameter.kind != "card")
            for index, parameter in enumerate(action.parameters, 1)
            if parameter.kind in CARDS and _stays_hidden(program, action, parameter)
        ]
        for verb, action in enumerate(program.actions.values())
    }
    return {verb: arguments for verb, arguments in found.items() if arguments}


def _stays_hidden(program: Program, action: Action, chosen: Parameter) -> bool:
    """Return whether the rules only move chosen cards, to places that not all see."""
    moves = False
    for body in (action.do, *(effect.do for effect in action.effects)):
        for node in inside(body):
            if isinstance(node, ir.If | ir.ForEach | ir.Repeat):
                continue  # what is in them comes next
            if all(local.name != chosen.name for local in parts(node, ir.Local)):
                continue
            if not isinstance(node, ir.Move) or program.zones[node.target.zone].faces not in _CLOSED:
                return False
            moves = True
    return moves
