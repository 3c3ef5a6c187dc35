"""The engine plays as the definitional interpreter does, in both builds, decision by decision.

The legal actions, the position after each action and the result are the same, and so is the
error where a rule breaks the game off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules import rulesets
from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.errors import CardrulesError, PlayerCountError
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.source.located import Mapping

from ..loading import loaded
from .builds import Build
from .chance import Chance
from .disclosure import told
from .game import Player

ROOT = Path(__file__).parents[2]
FILES = [
    *rulesets.bundled(),
    *(str(path) for folder in ("tests/games", "examples") for path in sorted((ROOT / folder).glob("*.yaml"))),
]
MOST_PLAYERS = 8

LONGEST = {"canasta": 5, "dou_dizhu": 2}
"""How many decisions are compared, of other games 60: to try each set of cards takes long.

Of Dou Dizhu only bids are compared here; recorded games prove its play.
"""


def settings(name: str) -> Iterator[tuple[str | None, int]]:
    """Every variant of a ruleset with every number of players."""
    tree = load_ruleset(name).resolved.tree
    section = tree.get("variants")
    variants = list(section.entries) if isinstance(section, Mapping) else []
    for variant in [None, *variants]:
        for players in range(1, MOST_PLAYERS + 1):
            try:
                cardrules.load(name, variant=variant, players=players)
            except PlayerCountError:
                continue
            yield variant, players


def names_in(zones: Any) -> list[str]:
    """All cards in some zones."""
    if isinstance(zones, str):
        return [zones]
    items: list[Any] = list(zones.values()) if isinstance(zones, dict) else zones  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return [name for item in items for name in names_in(item)]


def compare(game: cardrules.Game, seed: int, longest: int) -> None:
    """Play a game at random in the reference and in both builds."""
    program = rules_of(game).program
    reference = Player(program, seed=seed)
    builds = [Build(game, seed, record=record) for record in (True, False)]
    tables = 1 if program.tables is None else program.tables.number
    pack = Counter(program.pack.text * tables)
    chance = Random(seed)
    for _ in range(longest):
        position = reference.contents()
        assert Counter(names_in(position["zones"])) == pack
        for build in builds:
            assert of_build(build, position) == position
        actions = reference.legal_actions()
        listed = [build.legal_actions() for build in builds]
        assert listed[0] == listed[1]
        assert sorted(listed[0]) == sorted(actions)
        if reference.current_player() is None:
            assert [build.result() for build in builds] == [reference.result()] * 2
            return
        if not actions:
            return
        chosen = chance.choice(actions)
        errors = [failure(player, chosen) for player in (reference, *builds)]
        assert errors == errors[:1] * 3
        if errors[0] is not None:
            return


def of_build(build: Build, position: dict[str, Any]) -> dict[str, Any]:
    """A build's position; what no rule can tell from the reference's is as there.

    The bare build leaves the cards of a pile that are never dealt as they come.
    """
    found = build.contents()
    slot = getattr(build.machine, "unshuffled", None)
    if slot is not None:
        zone = slot.removeprefix("z_")
        if sorted(found["zones"][zone]) == sorted(position["zones"][zone]):
            found["zones"][zone] = position["zones"][zone]
    return found


def failure(player: Player | Build, text: str) -> type[CardrulesError] | None:
    """Do an action; the kind of error in which it ends, if it does."""
    try:
        player.apply(text)
    except CardrulesError as error:
        return type(error)
    return None


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", FILES, ids=lambda name: Path(name).stem)
def test_the_engine_plays_by_the_definition(name: str) -> None:
    compare(loaded(name), 1, LONGEST.get(name, 60))


@pytest.mark.soak
@pytest.mark.parametrize("name", FILES, ids=lambda name: Path(name).stem)
def test_in_every_variant_with_any_number_of_players(name: str, amount: Callable[[int, int], int]) -> None:
    for variant, players in settings(name) if amount(0, 1) else ():
        for seed in range(2, 22):
            compare(loaded(name, variant, players), seed, 600)


@pytest.mark.soak
def test_what_tells_something_cannot_be_taken_back(amount: Callable[[int, int], int]) -> None:
    """By definition all rules of `telling` tell something but those that are named here."""
    game = loaded(str(ROOT / "tests/games/telling.yaml"))
    rng = Random(1)
    telling: set[str] = set()
    played: Counter[str] = Counter()
    seeds = amount(15, 120)
    for seed in range(seeds):
        state = game.new_initial_state(seed)
        for _ in range(8):
            before, legal = state.clone(), state.legal_actions()
            rng.shuffle(legal)
            action = min(legal, key=lambda each: played[each.verb])
            state.apply_action(action)
            played[action.verb] += 1
            if action.verb not in telling or state.can_undo():
                found = told(before, seed, str(action), rng)
                if found is not None:
                    telling.add(action.verb)
                    assert not state.can_undo(), found
    silent = {"sizes", "seen", "pass", "back", "keep", "pick_other", "bury", "show", "whisper"}
    assert telling <= set(played) - silent
    if seeds == 120:
        assert telling == set(played) - silent


def test_chance_is_that_of_the_specification() -> None:
    states = {0: 0x4D73B3E7A274223E, 1: 0xB0AC524A4192A881, 7: 0x41A4038D7668B6A8}
    assert {seed: Chance(seed).state for seed in states} == states
    chance = Chance(7)
    assert [chance.below(6) for _ in range(10)] == [3, 1, 0, 0, 5, 3, 1, 0, 2, 3]
    chance = Chance(7)
    assert chance.shuffled(list(range(10))) == [4, 8, 6, 7, 3, 9, 0, 1, 2, 5]
    assert chance.state == 0xCDD03D33E48315F
