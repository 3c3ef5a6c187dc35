"""Rulesets that ask for very much work: each decision ends, or is stopped with a sentence, in time.

This holds in all builds and in native code, and `validate` and `check` end too. The definitional
interpreter, which is slow on purpose, is left out. `make soak` tries all of them, `make test` a few.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import TypeVar

import pytest

from cardrules.interpreter.authoring.trials import Trials
from cardrules.interpreter.authoring.trials import settings as settings_of
from cardrules.interpreter.check.load import Loaded, load_text
from cardrules.interpreter.errors import CardrulesError
from cardrules.interpreter.scenarios.games import Games

from ..generated.players import Player, Players
from ..pace import within
from .heavy import heavy

SECONDS = 5.0
"""How long a decision may take, of the processor."""

COUNT = 200
DECISIONS = 12
T = TypeVar("T")


def timed(what: str, deed: Callable[[], T]) -> T:
    """Do something that must not take long."""
    with within(SECONDS, what):
        return deed()


def accepted(seed: int) -> Loaded | None:
    """Return a heavy ruleset, if `validate` finds no error in it."""
    loaded = timed("validate", lambda: load_text(heavy(seed), "heavy.yaml"))
    return loaded if loaded.program is not None else None


def play(begin: Callable[[], Player], seed: int) -> None:
    """Play some decisions at random, preferring actions that do something."""
    chance = Random(seed)
    player = timed("to begin", begin)
    for number in range(DECISIONS):
        legal = timed(f"listing {number}", player.legal_actions)
        if not legal:
            return
        some = chance.sample(legal, min(5, len(legal)))
        action = next((each for each in some if each not in ("rest", "other")), some[0])
        timed(action, lambda action=action: player.apply(action))


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(COUNT))
def test_every_decision_ends_in_time(seed: int) -> None:
    loaded = accepted(seed)
    if loaded is None:
        return
    players = Players(loaded, native=True)
    for name, make in players.makers.items():
        if name == "reference":
            continue
        with suppress(CardrulesError):
            play(lambda make=make: make(seed), seed)


@pytest.mark.sample(40)
@pytest.mark.parametrize("seed", range(COUNT))
def test_trial_games_end(seed: int) -> None:
    loaded = accepted(seed)
    if loaded is not None:
        Trials(Games(loaded, "heavy.yaml"), "heavy.yaml").play(settings_of(loaded)[0], 1, seed)
