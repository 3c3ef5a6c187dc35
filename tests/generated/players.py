"""The builds of a game as players of one protocol, so that they can be compared step by step.

A player stands for one game in play: who decides, what is legal, what lies where. Positions are
plain data, with cards by name; cards that look alike cannot be told apart in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cardrules.interpreter.check.cards import COLOURS, NONE
from cardrules.interpreter.check.program import Program
from cardrules.interpreter.compile.machine import Machine
from cardrules.interpreter.play.game import START_OF_DEAL, Game
from cardrules.interpreter.play.state import State
from cardrules.interpreter.runtime.core import Core, at
from cardrules.interpreter.runtime.melds import cards_of
from cardrules.interpreter.syntax import types as ty

Position = dict[str, Any]


class Player(Protocol):
    """A game in play."""

    def current_player(self) -> int | None:
        """Return who decides; None when the game is over."""
        ...

    def legal_actions(self) -> list[str]:
        """Return what may be done, in order."""
        ...

    def apply(self, text: str) -> None:
        """Do a legal action."""
        ...

    def position(self) -> Position:
        """Return all that rules can tell."""
        ...

    def result(self) -> Any:
        """Return who has won (1), lost (-1) or neither, once the game is over."""
        ...


class Stuck(Exception):
    """Somebody has no legal action."""


class Recording:
    """The recording build: a `State`."""

    def __init__(self, game: Game, seed: int) -> None:
        """Begin a game."""
        self.game = game
        self.state: State = game.new_initial_state(seed)

    def current_player(self) -> int | None:
        """Return who decides."""
        return self.state.current_player()

    def legal_actions(self) -> list[str]:
        """Return what may be done."""
        core = self.state.core
        if core.pc < 0:
            return []
        actions = self.game.machine.legal[core.pc](core)
        return [self.game.notation.text(raw) for raw in actions]

    def apply(self, text: str) -> None:
        """Do a legal action."""
        self.state.apply_action(text)

    def position(self) -> Position:
        """Return what lies where."""
        return position_of(self.game.program, self.state.core)

    def result(self) -> Any:
        """Return who has won."""
        return self.state.core.result


class Bare:
    """The build that keeps no record, with or without probes."""

    def __init__(self, game: Game, seed: int) -> None:
        """Begin a game."""
        self.game = game
        self.machine = game.bare
        self.core = self.game.initial_core(self.machine, seed)
        self.machine.advance(self.core, START_OF_DEAL)

    def current_player(self) -> int | None:
        """Return who decides."""
        return self.core.actor if self.core.pc >= 0 else None

    def legal_actions(self) -> list[str]:
        """Return what may be done."""
        if self.core.pc < 0:
            return []
        actions = self.machine.legal[self.core.pc](self.core)
        self.raw = {self.game.notation.text(raw): raw for raw in actions}
        return [self.game.notation.text(raw) for raw in actions]

    def apply(self, text: str) -> None:
        """Do a legal action."""
        self.machine.play(self.core, self.raw[text])

    def position(self) -> Position:
        """Return what lies where."""
        return position_of(self.game.program, self.core)

    def result(self) -> Any:
        """Return who has won."""
        return self.core.result


def playout(game: Game, seed: int, draw: Any, most: int) -> tuple[Position, int]:
    """Play a game by `Machine.playout`, and return where it ends and how many decisions it took."""
    machine: Machine = game.bare
    core = game.initial_core(machine, seed)
    decisions = machine.playout(core, draw, START_OF_DEAL, most)
    return position_of(game.program, core), decisions


def position_of(program: Program, core: Core) -> Position:
    """Return what lies where in a position of a machine.

    Where there are several tables, what each has of its own is a list with an entry for each.
    """
    tables = [_table(program, at(core, table)) for table in range(len(core.tables))]
    shown: Position = tables[0] if len(tables) == 1 else {
        key: [table[key] for table in tables] for key in tables[0]
    }  # fmt: skip
    shown["player"] = core.actor if core.pc >= 0 else None
    shown["scores"] = list(core.v_score)  # type: ignore[attr-defined]
    shown["deal"] = core.deal
    shown["random"] = core.rng
    return shown


def _table(program: Program, core: Core) -> Position:
    pack = program.pack
    zones: dict[str, Any] = {}
    for zone in program.zones.values():
        held: Any = getattr(core, f"z_{zone.name}")
        if zone.each or zone.piles:
            zones[zone.name] = [_cards(pack.text, each) for each in held]
        else:
            zones[zone.name] = _cards(pack.text, held)
    variables: dict[str, Any] = {}
    for variable in program.variables.values():
        value: Any = getattr(core, f"v_{variable.name}")
        variables[variable.name] = (
            [_value(program, variable.type, each) for each in value]
            if variable.each
            else _value(program, variable.type, value)
        )
    return {
        "zones": zones,
        "variables": variables,
        "dealer": core.dealer,
        "turn": core.turns,
        "direction": core.direction,
        "away": [seat for seat in range(program.players) if core.away >> seat & 1],
    }


def _cards(names: Sequence[str], held: int | Sequence[int]) -> list[str]:
    return [names[card] for card in (cards_of(held) if isinstance(held, int) else held)]


def _value(program: Program, kind: ty.Type, value: Any) -> Any:
    """Return the value of a variable as plain data: names, numbers, truth values and lists."""
    pack = program.pack
    if kind == ty.BOOLEAN:
        return bool(value)
    if kind in (ty.CARDS, ty.PILE):
        return _cards(pack.text, value)
    if kind == ty.MELDS:
        return [_cards(pack.text, each) for each in value]
    if kind == ty.PLAYERS:
        return list(value)
    if kind == ty.NUMBER:
        return value
    if value == NONE:
        return None
    names = {"card": pack.text, "rank": pack.ranks, "suit": pack.suits, "colour": COLOURS}
    return names[kind.name][value] if kind.name in names else value
