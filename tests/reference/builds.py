"""The builds of the engine, played with the same calls as the definitional interpreter."""

from __future__ import annotations

from typing import Any

from cardrules.interpreter.core.machine import Raw
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.program.cards import COLOURS, NONE
from cardrules.interpreter.program.program import Program
from cardrules.interpreter.runtime.melds import cards_of
from cardrules.interpreter.runtime.position import Position, at
from cardrules.interpreter.syntax import types as ty


class Build:
    """A game in the recording build, or in the bare one."""

    def __init__(self, game: Game, seed: int, *, record: bool) -> None:
        self.game = game
        self.machine = rules_of(game).machine if record else rules_of(game).bare
        self.position = initial_position(rules_of(game), self.machine, seed)
        if record:
            self.position.log = []
        self.machine.advance(self.position, START_OF_DEAL)

    def current_player(self) -> int | None:
        return self.position.actor if self.position.pc >= 0 else None

    def legal_actions(self) -> list[str]:
        return [rules_of(self.game).notation.text(raw) for raw in self._legal()]

    def _legal(self) -> list[Raw]:
        return [] if self.position.pc < 0 else self.machine.legal[self.position.pc](self.position)

    def apply(self, text: str) -> None:
        raw = next(raw for raw in self._legal() if rules_of(self.game).notation.text(raw) == text)
        self.machine.play(self.position, raw)

    def result(self) -> list[int] | None:
        return None if self.position.result is None else list(self.position.result)

    def contents(self) -> dict[str, Any]:
        """The position as the definitional interpreter gives it.

        Of a pile in which the bare build leaves the cards that are never dealt as they come, the
        cards are sorted.
        """
        position, program = self.position, rules_of(self.game).program
        tables = [_table(program, at(position, number)) for number in range(len(position.tables))]
        found: dict[str, Any] = dict(tables[0])
        if len(tables) > 1:
            found = {key: [table[key] for table in tables] for key in tables[0]}
        found["player"] = self.current_player()
        found["scores"] = list(position.v_score)  # type: ignore[attr-defined]
        found["deal"] = position.deal
        found["random"] = position.rng
        return found


def _table(program: Program, position: Position) -> dict[str, Any]:
    names = program.pack.text
    zones: dict[str, Any] = {}
    for zone in program.zones.values():
        held: Any = getattr(position, f"z_{zone.name}")
        several = zone.each or zone.piles
        zones[zone.name] = [_cards(names, x) for x in held] if several else _cards(names, held)
    variables: dict[str, Any] = {}
    for variable in program.variables.values():
        held = getattr(position, f"v_{variable.name}")
        kind = variable.type
        variables[variable.name] = (
            [_value(program, kind, each) for each in held] if variable.each else _value(program, kind, held)
        )
    return {
        "zones": zones,
        "variables": variables,
        "dealer": None if position.dealer == NONE else position.dealer,
        "turn": position.turns,
        "direction": position.direction,
        "away": [seat for seat in range(program.players) if position.away >> seat & 1],
    }


def _cards(names: tuple[str, ...], held: Any) -> list[str]:
    return [names[card] for card in (cards_of(held) if isinstance(held, int) else held)]


def _value(program: Program, kind: ty.Type, held: Any) -> Any:
    pack = program.pack
    tables: dict[str, tuple[str, ...]] = {
        "card": pack.text,
        "rank": pack.ranks,
        "suit": pack.suits,
        "colour": COLOURS,
        "choice": kind.choices,
    }
    if kind.of is not None and kind != ty.MELDS:
        return [_value(program, kind.of, each) for each in held]
    if kind == ty.BOOLEAN:
        return bool(held)
    if kind in (ty.CARDS, ty.PILE):
        return _cards(pack.text, held)
    if kind == ty.MELDS:
        return [_cards(pack.text, each) for each in held]
    if kind == ty.PLAYERS:
        return list(held)
    if kind == ty.NUMBER:
        return held
    if held == NONE:
        return None
    return tables[kind.name][int(held)] if kind.name in tables else held
