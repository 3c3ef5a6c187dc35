"""Whole matches of every bundled game, its variants and player counts, at random to the end.

Played as the ruleset says a quick player would (`bots.prefer`), for uniform play hardly ever ends
some games. `make soak` plays 10,000 games of Gin Slaughtre, two seats choosing uniformly, and
2,000 matches of every other game and variant; `make test` one of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

import cardrules
from cardrules import rulesets
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded
from ..positions import in_both_builds
from .conftest import own_variants, plain

BLOCKS = (1, 8)
"""Into how many tests the matches of one variant are divided, so that all cores have work."""

Case = tuple[str, str | None, int]


def counts(name: str) -> int:
    """How many matches a game owes in full."""
    return 10_000 if name == "gin_slaughtre" else 2000


def _cases(soak: bool) -> Iterator[Case]:
    for name in rulesets.bundled():
        for variant in (None, *(own_variants(name) if soak else ())):
            for block in range(BLOCKS[soak]):
                yield name, variant, block


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    cases = list(_cases(bool(metafunc.config.getoption("--soak"))))
    metafunc.parametrize("case", cases, ids=lambda c: f"{c[0]}-{c[1]}-{c[2]}")


@pytest.mark.sample(3)
def test_a_match_is_whole(case: Case, amount: Callable[[int, int], int]) -> None:
    name, variant, block = case
    rules = plain(name).ruleset
    assert rules is not None
    seats = range(rules.least, rules.most + 1)
    number = amount(1, -(-counts(name) // BLOCKS[1]))
    for seed in range(block * number, (block + 1) * number):
        game = loaded(name, variant, seats[seed % len(seats)])
        check_match(game, seed, quick=name != "gin_slaughtre")


def check_match(game: cardrules.Game, seed: int, *, quick: bool) -> None:
    """Cards are conserved at every step, the match ends, is saved and replayed to the same end."""
    chance = Random(seed)
    halt = chance.randrange(1, 400)
    state = game.new_initial_state(seed=seed)
    while not state.is_terminal():
        rules_of(game).check_position(state.position)
        halt -= 1
        if not halt:
            saved = state.to_json()
            state = game.state_from_json(saved)
            assert state.to_json() == saved
        actions = state.raw_legal_actions()
        if quick and chance.randrange(8):
            actions = rules_of(game).machine.preferred(state.position, actions)
        state.apply_raw(chance.choice(actions))
    rules_of(game).check_position(state.position)
    assert state.position.turns <= rules_of(game).program.turn_limit

    position = initial_position(rules_of(game), rules_of(game).bare, seed)
    rules_of(game).bare.advance(position, START_OF_DEAL)
    for step in state.steps():
        rules_of(game).bare.play(position, step.raw)
    pile = rules_of(game).bare.unshuffled
    assert in_both_builds(position, pile) == in_both_builds(state.position, pile)
