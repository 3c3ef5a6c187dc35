"""What a bot gets by its view is what the environments give its seat, number for number."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import cardrules
from cardrules import SetupError, View, environments, make_bot, rulesets
from cardrules.environments.episode import Episode
from cardrules.environments.game_spaces import Spaces
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.tally import Tally
from cardrules.interpreter.simulation.tournament import Tournament, report

from ..loading import loaded

Amount = Callable[[int, int], int]

FILE = """
from cardrules import environments
asked = []
class Last:
    "Chooses the last number of the mask."
    def choose(self, view):
        spaces = environments.spaces(view)
        def policy(observation, mask):
            asked.append((observation, mask))
            assert observation.shape == (spaces.size,)
            return mask.nonzero()[0][-1]
        return spaces.choose(view, policy)
class Masked:
    def choose(self, view):
        return environments.spaces(view).choose(view, lambda observation, mask: mask.argmin())
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("policies") / "policy.py"
    path.write_text(FILE)
    return str(path)


def compared(game: cardrules.Game, steps: int, seed: int = 5) -> int:
    """Play by numbers, and compare what each seat gets; return how many steps were those of several."""
    spaces, chance = Spaces(rules_of(game)), Random(seed)
    episode, partial = Episode(spaces, seed), 0
    for step in range(steps + 1):
        partial += bool(episode.chosen)
        for seat in range(game.players):
            view = View(episode.state, seat)
            chosen = episode.chosen if seat == episode.player else ()
            assert np.array_equal(spaces.observe(view, chosen), episode.observe(seat))
            wanted = episode.mask() if seat == episode.player else np.zeros_like(episode.mask())
            assert np.array_equal(spaces.mask(view, chosen), wanted)
        if episode.player is None or step == steps:
            break
        episode.step(chance.choice(episode.legal()))
    return partial


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", rulesets.bundled())
def test_a_view_and_an_episode_tell_the_same(name: str, amount: Amount) -> None:
    compared(loaded(name), amount(25, 1500))


def test_also_with_hints_secrets_steps_and_settings() -> None:
    assert compared(loaded("hearts"), 20)
    compared(loaded("hanabi"), 15)
    compared(cardrules.load("leduc_poker", players=3, single_deal=True), 20)


def test_the_steps_of_an_action_lead_to_it() -> None:
    state = loaded("hearts").new_initial_state(seed=1)
    player = state.current_player()
    assert player is not None
    view = View(state, player)
    spaces = environments.spaces(view)
    names = spaces.actions.names
    for action in view.actions()[:3]:
        steps = [names.index(word) for word in ("give …", *str(action).split()[1:], "(done)")]
        assert [spaces.action(view, steps[:at]) for at in range(len(steps))] == [None] * len(steps)
        assert spaces.action(view, steps) == spaces.action(view, np.array(steps)) == action
        assert spaces.mask(view, steps[:2])[steps[2]] == 1
    assert spaces.action(view, np.int64(names.index("give …"))) is None


def test_spaces_are_those_of_a_game_however_it_is_named() -> None:
    view = View(loaded("hearts").new_initial_state(), 0)
    one, other = environments.spaces(view), environments.spaces("hearts", single_deal=True)
    assert environments.spaces(loaded("hearts")) is one
    assert one.mark == other.mark
    assert np.array_equal(other.observe(view), one.observe(view))  # a policy of deals plays matches


MISTAKES: list[tuple[Callable[[Any, Any], object], str]] = [
    (lambda spaces, view: spaces.observe(3), "a bot's View is needed, not 3"),
    (lambda spaces, view: environments.spaces("oh_hell").mask(view), r"of oh_hell, and the view has others"),
    (lambda spaces, view: spaces.observe(view, None), "are a number or a list of numbers, not None"),
    (lambda spaces, view: spaces.action(view, [0, 1]), "has more steps than the action"),
    (lambda spaces, view: spaces.observe(view, 0), "0 is a whole action, so nothing more is chosen"),
    (lambda spaces, view: environments.spaces(view, players=2), "give players, options"),
]


@pytest.mark.parametrize(("call", "message"), MISTAKES)
def test_mistakes_are_told(call: Callable[[Any, Any], object], message: str) -> None:
    state = loaded("gin_rummy").new_initial_state(seed=1)
    player = state.current_player()
    assert player is not None
    view = View(state, player)
    with pytest.raises(SetupError, match=message):
        call(environments.spaces(view), view)


def test_a_seat_that_is_not_to_act_has_nothing_to_choose() -> None:
    state = loaded("gin_rummy").new_initial_state(seed=1)
    view = View(state, 1 - (state.current_player() or 0))
    spaces = environments.spaces(view)
    assert not spaces.mask(view).any()
    for call in (lambda: spaces.action(view, 0), lambda: spaces.choose(view, lambda observation, mask: 0)):
        with pytest.raises(SetupError, match="is not to act, so that a bot has nothing to choose"):
            call()


def test_a_policy_in_a_file_is_a_bot(file: str) -> None:
    """It chooses an action of several steps at once, and plays in tournaments and beside a learner."""
    state = loaded("hearts").new_initial_state(seed=2)
    player = state.current_player()
    assert player is not None
    view = View(state, player)
    chosen = make_bot(f"{file}:Last").choose(view)
    assert str(chosen) == str(view.actions()[-1])
    with pytest.raises(cardrules.BotError, match=r"IllegalActionError: action \d+ .* is not legal now"):
        make_bot(f"{file}:Masked").choose(view)
    env = environments.gymnasium("hearts", seat=1, others=f"{file}:Last", single_deal=True)
    seen, _ = env.reset(seed=3)
    over = False
    while not over:
        seen, _, over, _, _ = env.step(int(seen["action_mask"].argmax()))
    tournament = Tournament(rules_of(loaded("oh_hell")), [f"{file}:Last", "random"])
    tally = Tally()
    tournament.play_on(0, 1, tally)
    assert not report(tournament, tally)["failures"]
