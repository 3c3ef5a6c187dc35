"""A game in native code and in Python, to be compared."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import cardrules
from cardrules.interpreter.core.machine import Raw
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.native.playing.policies import Policy
from cardrules.interpreter.native.playing.wanted import Wanted
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.runtime.position import Position

from ..reference.builds import Build

TOLD = ("deal", "turns", "result", "v_score")


def native(game: cardrules.Game) -> Native:
    """Return a game as native code; it may be refused."""
    return Native(rules_of(game).bare, Wanted(TOLD))


def stepping(game: cardrules.Game) -> Native:
    """Return a game as native code that lists and does actions; it may be refused."""
    policy = Policy((False,) * game.players, 8, frozenset(), 20)
    return Native(rules_of(game).bare, Wanted(policy=policy, playouts=True, actions=True))


def contents(position: Position) -> dict[str, object]:
    """The slots of a position but for the work that rules may still do."""
    slots = [slot for cls in type(position).__mro__ for slot in getattr(cls, "__slots__", ())]
    found: dict[str, object] = {slot: getattr(position, slot, None) for slot in slots}
    return {slot: value for slot, value in found.items() if slot not in ("work", "frame", "deck")}


class Stepped(Build):
    """A game in native code, action by action; Python does what native code cannot.

    Attributes:
        left: how often Python did something.
    """

    def __init__(self, game: cardrules.Game, code: Native, seed: int) -> None:
        super().__init__(game, seed, record=False)
        self.code = code
        self.left = 0

    def _legal(self) -> list[Raw]:
        found: list[Raw] | None = None
        with suppress(Refused):  # the position has no room in native code
            found = self.code.legal(self.position) if self.position.pc >= 0 else []
        self.left += found is None
        return super()._legal() if found is None else found

    def apply(self, text: str) -> None:
        raw = next(raw for raw in self._legal() if rules_of(self.game).notation.text(raw) == text)
        self.do(raw)

    def do(self, raw: Raw) -> None:
        """Do a legal action."""
        found: Position | None = None
        with suppress(Refused):
            found = self.code.step(self.position, raw)
        if found is None:
            self.left += 1
            self.machine.play(self.position, raw)
        else:
            self.position = found


def unlike(code: Native, game: cardrules.Game, position: Position, action: Raw | None) -> str | None:
    """Return how native code differs in a decision; None if it does not, or leaves it to Python.

    Args:
        code: the game in native code.
        game: the game.
        position: a position that waits for a decision; the action is played in it.
        action: one of the legal actions; None to compare these alone.
    """
    machine = rules_of(game).bare
    mine, right = code.legal(position), machine.legal[position.pc](position)
    if mine not in (None, right):
        return f"{mine} is legal, not {right}"
    if action is not None:
        found = code.step(position, action)
        machine.play(position, action)
        if found is not None and contents(found) != contents(position):
            return f"{contents(found)} follows from {action}, not {contents(position)}"
    return None


class Counted:
    """The random numbers of a playout, as simulations draw them; it counts the legal actions."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(~seed)
        self.counts: list[int] = []

    def __call__(self) -> Counted:
        """Return a number to be multiplied."""
        self.output = self.rng.below(1 << 32)
        self.counts.append(1)
        return self

    def __mul__(self, count: int) -> int:
        self.counts[-1] = count
        return self.output * count >> 32


def by_python(game: cardrules.Game, seed: int) -> tuple[Position, list[int]] | None:
    """Return the last position of a game, and the numbers of legal actions; None for an error."""
    position, drawn = initial_position(rules_of(game), rules_of(game).bare, seed), Counted(seed)
    try:
        rules_of(game).bare.playout(position, drawn, START_OF_DEAL)  # type: ignore[arg-type]
    except cardrules.CardrulesError:
        return None
    return (position, drawn.counts) if position.result is not None else None


def differences(game: cardrules.Game, code: Native, seed: int) -> str | None:
    """Return how a game differs in native code; None if it does not, or if Python must play it."""
    found = code.last(seed)
    if found is None:  # perhaps a match that never ends
        return None
    expected = by_python(game, seed)
    if expected is None:
        return "native code played what Python does not"
    position, counts = expected
    skipped = ("pc", "frame", "deck", "work")  # what is computed once, and so drawn once, differs
    slots = [slot for cls in type(position).__mro__ for slot in getattr(cls, "__slots__", ())]
    for slot in slots:
        mine, right = getattr(found, slot, None), getattr(position, slot, None)
        if slot not in skipped and mine != right:
            return f"seed {seed}: {slot} is {mine}, not {right}"
    told = code.games(seed, 1)
    columns = [position.deal, position.turns, list(position.result or ()), getattr(position, TOLD[-1])]
    whole: list[Any] = [(len(counts), told.games[0][1], sum(counts), counts.count(1), columns)]
    if told.games != whole:
        return f"seed {seed}: {told.games} is told, not {whole}"
    expected_choices = {number: counts.count(number) for number in set(counts)}
    if told.choices != expected_choices:
        return f"seed {seed}: {told.choices} is counted, not {expected_choices}"
    return None
