"""Actions that can be undone have revealed nothing.

The test does not ask which cards a rule looks at. It samples worlds that a seat cannot tell from
the real one and does the same there: if an action can be taken back, what everybody sees of it must
come out the same in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.determinization.worlds import Sampler
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random as Chance
from cardrules.interpreter.runtime.position import Position, at
from cardrules.interpreter.syntax import types as ty

TELLING = Path(__file__).parents[1] / "games" / "telling.yaml"
WORLDS = 6


def seen(game: Rules, position: Position) -> list[Any]:
    """The public part of a position: no cards, but the number of cards in each zone."""
    found: list[Any] = [
        position.pc,
        position.deal,
        position.dealer,
        position.result,
        position.turns,
    ]
    for table in range(len(position.tables)):
        here = at(position, table)
        found += [here.actor if not here.pending else None, here.phase, len(here.pending)]
        for place in range(len(game.recorder.places)):
            found.append(len(game.recorder.cards(here, place)))
        for variable in game.program.variables.values():
            if variable.type not in ty.OF_CARDS:
                found.append(getattr(here, f"v_{variable.name}"))
    return [*found, list(position.v_score)]  # type: ignore[attr-defined]


def told(state: cardrules.State, raw: tuple[int, ...], rng: Random, worlds: int = WORLDS) -> str | None:
    """How an action that was done from a state could tell a seat something, None if it cannot."""
    game = state.game
    real = game.bare.legal[state.position.pc]
    after = state.clone()
    after.apply_raw(raw)
    expected = seen(game, after.position)
    for seat in range(game.players):
        sampler = Sampler(state, seat)
        for _ in range(worlds):
            world = sampler.sample(Chance(rng.randrange(1 << 30)))
            if not world.consistent or raw not in real(world.position):
                continue
            game.bare.play(world.position, raw)
            if seen(game, world.position) != expected:
                return f"seat {seat} learns from '{game.notation.text(raw)}' what was hidden"
    return None


@pytest.mark.sample(4)
def test_what_can_be_undone_has_told_nothing(
    game: cardrules.Game, pairs: int, amount: Callable[[int, int], int]
) -> None:
    rng = Random(rules_of(game).program.id)
    looked = 0
    for seed in range(pairs):
        state = game.new_initial_state(seed)
        for _ in range(60):
            if state.is_terminal() or looked > 5 * pairs:
                break
            before = state.clone()
            raw = rng.choice(state.raw_legal_actions())
            state.apply_raw(raw)
            if state.can_undo():
                looked += 1
                assert told(before, raw, rng, amount(3, WORLDS)) is None


def test_every_way_of_telling_is_found() -> None:
    """The test itself finds what is told, and all that it finds cannot be taken back."""
    game = cardrules.load(TELLING)
    rng = Random(1)
    undone: dict[str, set[bool]] = {}
    telling: set[str] = set()
    for seed in range(40):
        state = game.new_initial_state(seed)
        for _ in range(20):
            if state.is_terminal():
                break
            before = state.clone()
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            undone.setdefault(action.verb, set()).add(state.can_undo())
            found = told(before, action.raw, rng)
            if found is not None:
                telling.add(action.verb)
                assert not state.can_undo(), found
    harmless = {"sizes", "seen", "pass", "back", "keep", "pick_other"}
    # In worlds the same card is chosen, so that what is said of it comes out the same.
    assert telling == set(undone) - harmless - {"bury", "show", "whisper"}
    assert undone["whisper"] == {False}
    assert all(undone[verb] == {True} for verb in harmless)
    assert undone["bury"] == {True}
