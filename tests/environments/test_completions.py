"""How many actions a number may become, and choices by which all actions are equally likely.

The kind of mistake: actions that are chosen in several steps share one number at the first, so that
random choices over masks preferred some actions to others (in Hearts they passed A♠ seven times as
often as 2♣).
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cardrules import environments
from cardrules.environments.episode import Episode, drawn
from cardrules.environments.game_spaces import Spaces
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded


@pytest.mark.parametrize("name", ["hearts", "gin_rummy", "holdem"])
@pytest.mark.parametrize("engine", ["native", "python"])
def test_completions_are_the_legal_actions_that_begin_so(name: str, engine: str) -> None:
    games = environments.vector(loaded(name), 3, seed=5, engine=engine)
    episodes = [Episode(games.spaces, 5 + at) for at in range(3)]
    batch, steps = games.reset(), games.spaces.actions.steps
    rng = np.random.default_rng(2)
    for _ in range(25):
        counts = games.completions()
        assert ((counts > 0) == (batch.mask > 0)).all()
        for at, episode in enumerate(episodes):
            chosen = episode.chosen
            found = Counter(
                numbers[len(chosen)]
                for numbers in map(steps, episode.state.raw_legal_actions())
                if numbers[: len(chosen)] == chosen
            )
            told = counts[at]
            assert found == {int(number): told[number] for number in np.flatnonzero(told)}
        numbers = games.sample(rng)
        batch = games.step(numbers)
        for episode, number in zip(episodes, numbers.tolist(), strict=True):
            episode.step(number)
        if batch.over.any():
            break


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_random_pass_in_hearts_takes_each_card_equally_often(engine: str) -> None:
    env = environments.gymnasium("hearts", seat=1, engine=engine)
    env.reset(seed=3)
    passed = Counter[str]()
    names = env.spaces.actions.names  # type: ignore[attr-defined]
    count = 250
    for number in range(count):
        env.reset(seed=3)
        env._chance = np.random.default_rng(number)  # type: ignore[attr-defined]
        while True:
            choice = env.sample()  # type: ignore[attr-defined]
            env.step(choice)
            if names[choice] == "(done)":
                break
            passed[names[choice]] += 1
    cards = {name: times for name, times in passed.items() if "…" not in name}
    assert len(cards) == 13
    assert all(abs(times / count - 3 / 13) < 0.12 for times in cards.values()), cards


def test_what_is_drawn_is_in_proportion_to_the_completions() -> None:
    counts = np.array([0, 3, 0, 1], np.int32)
    found = Counter(drawn(counts, luck / 100) for luck in range(100))
    assert found == {1: 75, 3: 25}
    with pytest.raises(SetupError):
        drawn(np.zeros(3, np.int32), 0.5)


def test_samples_follow_the_seed() -> None:
    table = environments.pettingzoo("hearts", single_deal=True)
    games: list[list[int]] = []
    for _ in range(2):
        table.reset(seed=4)
        games.append([])
        for _ in table.agent_iter(60):
            over = table.last()[2]
            games[-1].append(-1 if over else table.sample())
            table.step(None if over else games[-1][-1])
    assert games[0] == games[1]
    assert Spaces(rules_of(loaded("oh_hell"))).actions.has_steps is False
