"""A game in native code and in Python, to be compared."""

from __future__ import annotations

from typing import Any

import cardrules
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.play.game import START_OF_DEAL
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.runtime.position import Position

TOLD = ("deal", "turns", "result", "v_score")


def native(game: cardrules.Game) -> Native:
    """Return a game as native code; it may be refused."""
    return Native(game.bare, frozenset(), TOLD)


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
    position, drawn = game.initial_position(game.bare, seed), Counted(seed)
    try:
        game.bare.playout(position, drawn, START_OF_DEAL)  # type: ignore[arg-type]
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
    skipped = ("pc", "frame", "deck")
    slots = [slot for cls in type(position).__mro__ for slot in getattr(cls, "__slots__", ())]
    for slot in slots:
        mine, right = getattr(found, slot, None), getattr(position, slot, None)
        if slot not in skipped and mine != right:
            return f"seed {seed}: {slot} is {mine}, not {right}"
    told = code.games(seed, 1)
    whole: list[Any] = [
        (len(counts), told.games[0][1], sum(counts), counts.count(1),
         [position.deal, position.turns, list(position.result or ()), position.v_score])  # type: ignore[attr-defined]
    ]  # fmt: skip
    if told.games != whole:
        return f"seed {seed}: {told.games} is told, not {whole}"
    expected_choices = {number: counts.count(number) for number in set(counts)}
    if told.choices != expected_choices:
        return f"seed {seed}: {told.choices} is counted, not {expected_choices}"
    return None
