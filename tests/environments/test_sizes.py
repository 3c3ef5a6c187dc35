"""The sizes of a game as an environment."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import cardrules
from cardrules.environments.episode import Episode
from cardrules.environments.game_spaces import Spaces
from cardrules.environments.sizes import measure
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.play.game import rules_of

from ..calling import call

LEDUC = "leduc_poker"


def test_information_states_are_counted_as_the_episodes_tell_them() -> None:
    game = cardrules.load(LEDUC, players=2)
    sizes = measure(rules_of(game), 60)
    spaces, met, steps = Spaces(rules_of(game)), set[tuple[int, str]](), 0
    rng = Random(0)
    for seed in range(60):
        episode = Episode(spaces, seed)
        while episode.player is not None:
            steps += 1
            met.add((episode.player, episode.information_state(episode.player)))
            episode.step(rng.choice(episode.legal()))
    assert sizes.information_states == len(met) < steps
    assert sizes.steps == steps / 60


def test_the_sizes_of_leduc_poker_are_known() -> None:
    sizes = measure(rules_of(cardrules.load(LEDUC, players=2)), 200)
    assert (sizes.players, sizes.actions, sizes.widest) == (2, 3, 3)
    assert 0.4 < sizes.repeated < 1


def test_at_least_one_game() -> None:
    with pytest.raises(SetupError, match="at least one game is played, not 0"):
        measure(rules_of(cardrules.load(LEDUC)), 0)


def test_the_command(tmp_path: Path) -> None:
    done = call(["measure", str(LEDUC), "--players", "2", "--games", "3"], tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].split()[:4] == ["game", "players", "actions", "observation"]
    done = call(["measure", str(LEDUC), "--games", "3", "--json"], tmp_path)
    found = json.loads(done.stdout)[str(LEDUC)]
    assert (found["games"], found["seed"], found["version"]) == (3, 0, cardrules.__version__)
    assert found["fingerprint"] == cardrules.load(LEDUC).fingerprint()
    assert found["single_deal"] is False
    assert {"options", "variant", "fingerprint"} <= set(found)
    late = call(["measure", str(LEDUC), "nothing"], tmp_path)
    assert (late.returncode, late.stdout) == (1, "")  # all names are looked up before games begin
