"""Bots: their observations, their repeatability, and the strength of rollout."""

from collections import Counter
from collections.abc import Callable
from time import monotonic

import pytest

import cardrules
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.search import clock
from cardrules.interpreter.bots.search.rollout import RolloutBot
from cardrules.interpreter.bots.view import View, Worlds
from cardrules.interpreter.core.machine import Raw
from cardrules.interpreter.game.setup.opening import initial_position
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.runtime.position import Position
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import Tally


@pytest.fixture(scope="module")
def game() -> cardrules.Game:
    return cardrules.load("gin_slaughtre")


@pytest.mark.parametrize("name", ["ismcts", "rollout", "quick", "random"])
def test_the_same_seed_gives_the_same_choice(game: cardrules.Game, name: str) -> None:
    state = game.new_initial_state(1)
    for _ in range(6):
        seat = state.current_player()
        assert seat is not None
        view = View(state, seat)
        first, second = (make_bot(name, 5, 20).choose(view) for _ in range(2))
        assert first == second
        assert first in state.legal_actions()
        state.apply_action(first)


def test_a_choice_does_not_depend_on_what_is_hidden(game: cardrules.Game) -> None:
    state, other = game.new_initial_state(1), game.new_initial_state(1)
    for each in (state, other):
        each.apply_action(each.legal_actions()[0])
        each.apply_action(each.legal_actions()[0])
    seat = state.current_player()
    assert seat is not None
    position = other.position
    # The first two cards of the stock that will be drawn change places with deeper ones.
    stock: list[int] = position.z_stock  # type: ignore[attr-defined]
    stock[:] = stock[::-1]
    position.rng += 12345
    assert other.observation(seat) == state.observation(seat)
    choices = [RolloutBot(3, 30).choose(View(each, seat)) for each in (state, other)]
    assert choices[0] == choices[1]


def test_a_view_shows_no_state(game: cardrules.Game) -> None:
    view = View(game.new_initial_state(1), 0)
    assert not hasattr(view, "state")
    assert not hasattr(view, "position")
    assert View(game.new_initial_state(1), 1 - view.seat).observation.seat == 1


def test_who_is_not_asked_has_no_actions(game: cardrules.Game) -> None:
    state = game.new_initial_state(1)
    other = 1 - (state.current_player() or 0)
    assert View(state, other).actions() == []


def test_a_bot_keeps_to_its_time_and_tells_how_far_it_is(game: cardrules.Game) -> None:
    state = game.new_initial_state(1)
    view = View(state, state.current_player() or 0)
    RolloutBot(1, 1).choose(view)  # compiles
    for budget in (None, 1_000_000):
        told: list[float] = []
        bot = RolloutBot(1, budget, 0.05)
        bot.progress = told.append
        start = monotonic()
        assert bot.choose(view) in state.legal_actions()
        assert 0.04 < monotonic() - start < 5  # machines can be busy; else it takes minutes
        assert told == sorted(told)
        assert told[-1] > 0.5
    quick = RolloutBot(1, 20, 60)  # simulations can end before the time
    assert quick.choose(view) == RolloutBot(1, 20).choose(view)


@pytest.mark.parametrize("name", ["ismcts", "rollout"])
@pytest.mark.parametrize("enough", [2, 4, 5, 20, 300])
def test_the_time_is_looked_at_everywhere(
    game: cardrules.Game, name: str, enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = game.new_initial_state(1)
    for _ in range(40):  # others have decided what must be examined before a world is sampled
        state.apply_action(state.legal_actions()[0])
    seat = state.current_player()
    assert seat is not None
    looks = 0

    def now() -> float:
        nonlocal looks
        looks += 1
        return 0.0 if looks < enough else 1e9  # the time is over after so many looks at the clock

    monkeypatch.setattr(clock, "monotonic", now)
    plays = Counter[bool]()
    play = Worlds.play

    def counted(worlds: Worlds, position: Position, raw: Raw) -> None:
        plays[looks >= enough] += 1
        play(worlds, position, raw)

    monkeypatch.setattr(Worlds, "play", counted)
    assert make_bot(name, 5, 200, 1.0).choose(View(state, seat)) in state.legal_actions()
    assert plays[True] <= 1, "a simulation went on when the time was over"


@pytest.mark.soak
def test_rollout_beats_random(game: cardrules.Game, amount: Callable[[int, int], int]) -> None:
    wins = 0
    games = amount(1, 200)
    for number in range(games):
        seats = ["random", "random"]
        seats[number % 2] = "rollout"
        simulation = Simulation(rules_of(game), seats, seed=number, budget=20)
        tally = Tally()
        simulation.play(0, tally)
        wins += tally.of(f"win.{number % 2}").total
    assert wins >= 0.8 * games


def test_random_play_is_the_same_in_both_builds(game: cardrules.Game) -> None:
    state = game.new_initial_state(4)
    position = initial_position(rules_of(game), rules_of(game).bare, 4)
    rules_of(game).bare.advance(position, -7)
    rng = Random(9)
    while not state.is_terminal():
        legal = state.raw_legal_actions()
        assert legal == rules_of(game).bare.legal[position.pc](position)
        raw = rng.choice(legal)
        state.apply_raw(raw)
        rules_of(game).bare.play(position, raw)
    assert position.result == state.position.result


@pytest.mark.parametrize("name", ["ismcts", "rollout"])
def test_a_search_tells_what_it_found_out(game: cardrules.Game, name: str) -> None:
    state = game.new_initial_state(1)
    bot = make_bot(name, 5, 40)
    told: list[float] = []
    bot.progress = told.append
    while len(state.legal_actions()) < 3:
        state.apply_action(state.legal_actions()[0])
    seat = state.current_player()
    assert seat is not None
    chosen = bot.choose(View(state, seat))
    found = bot.assessment
    assert found is not None
    assert found.chosen.action == chosen
    assert found.legal == len(state.legal_actions())
    assert 15 <= sum(each.tried for each in found.candidates) <= found.simulations <= 40
    assert all(-1 <= each.result <= 1 and each.tried > 0 for each in found.candidates)
    assert all(found.instead(each.action) == each for each in found.candidates)
    assert make_bot("quick").assessment is None
