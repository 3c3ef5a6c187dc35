"""Native code plays generated rulesets as the definitional interpreter does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import cardrules
from cardrules.interpreter.check.load import Loaded, load_text
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.play.game import rules_of

from ..generated.compare import Played, compare
from ..generated.players import Players
from ..generated.rulesets import generate
from .playing import Stepped, stepping

pytest.importorskip("wasmtime")


def translated(number: int) -> tuple[Loaded, cardrules.Game, Native] | str | None:
    """Return a ruleset with its game in native code, or why there is none; None for mistakes."""
    loaded = load_text(generate(number), f"{number}.yaml")
    if loaded.program is None:
        return None
    game = cardrules.Game(Rules(loaded, f"{number}.yaml"))
    try:
        return loaded, game, stepping(game)
    except Refused as refused:
        return str(refused)


def compared(loaded: Loaded, game: cardrules.Game, code: Native, seed: int) -> tuple[int, int]:
    """Compare a game; return how many decisions it had, and how often Python had to help."""
    begun: list[Stepped] = []

    def begin(seed: int) -> Stepped:
        begun.append(Stepped(game, code, seed))
        return begun[-1]

    players = Players(loaded, traced=False)
    del players.makers["bare"]
    players.makers["native"] = begin
    played = compare(players, seed)
    assert isinstance(played, Played), f"{rules_of(game).source}: {played}"
    return played.decisions, begun[-1].left if begun else 0  # a game may fail before it begins


def test_native_code_plays_as_the_definition_says(amount: Callable[[int, int], int]) -> None:
    """Compared are legal actions, positions, who acts, and how a game ends, after each action."""
    decisions = left = 0
    # Both ask for what is nobody's by the rules: that stops the game, at once in the second.
    for number in (41_005_946, 41_008_553, *range(amount(8, 3000))):
        found = translated(number)
        if isinstance(found, tuple):
            for seed in range(amount(1, 3)):
                more, helped = compared(*found, seed)
                decisions += more
                left += helped
    assert decisions > 50
    assert left < decisions / 20


def test_nothing_is_refused(amount: Callable[[int, int], int]) -> None:
    for number in range(amount(5, 1000)):
        assert not isinstance(translated(number), str), number
