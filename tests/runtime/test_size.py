"""What a state takes: searches keep millions of them."""

from __future__ import annotations

import sys
from random import Random
from typing import Any, cast

import cardrules
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of


def parts(value: Any) -> dict[int, int]:
    """The bytes of a value and of all that is in it, each object once.

    Small numbers and the empty tuple, which Python has only once, are left out.
    """
    if value is None or isinstance(value, bool) or value == ():
        return {}
    if isinstance(value, int):
        return {} if -5 <= value <= 256 else {id(value): sys.getsizeof(value)}
    found = {id(value): sys.getsizeof(value)}
    for inner in cast("list[Any]", value):
        found |= parts(inner)
    return found


def test_a_state_of_gin_without_journal_takes_two_kilobytes_at_most() -> None:
    game = cardrules.load("gin_rummy")
    for seed in range(20):
        position = initial_position(rules_of(game), rules_of(game).bare, seed)
        rules_of(game).bare.playout(position, Random(seed).random, START_OF_DEAL, seed)
        found: dict[int, int] = {}
        for cls in type(position).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                found |= parts(getattr(position, slot))
        assert sys.getsizeof(position) + sum(found.values()) <= 2048
