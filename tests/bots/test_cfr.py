"""The bot `cfr`, and how much bots can be exploited."""

from __future__ import annotations

from collections import Counter

import pytest

import cardrules
from cardrules import SetupError, View, make_bot
from cardrules.interpreter.bots.cfr import DEFAULT_ITERATIONS, CfrBot
from tests.loading import loaded


def at(deck: str, *actions: str) -> View:
    """Return what the seat sees that is to act in Kuhn poker, where seat 0 begins."""
    state = loaded("kuhn_poker").new_initial_state(deck=deck, dealer=1)
    for action in actions:
        state.apply_action(action)
    seat = state.current_player()
    assert seat is not None
    return View(state, seat)


def test_it_plays_as_it_should() -> None:
    bot = CfrBot(iterations=200)
    lowest, highest = "0S 1S 2S", "2S 0S 1S"
    assert at(highest).observation.cards("hand") == ("2S",)  # the first card goes to the seat that begins
    assert bot.policy(at(lowest, "pass", "bet"))["bet"] == pytest.approx(0, abs=0.01)
    assert bot.policy(at(highest, "pass", "bet"))["bet"] == pytest.approx(1, abs=0.01)
    bluff, value = bot.policy(at(lowest))["bet"], bot.policy(at(highest))["bet"]
    assert value == pytest.approx(3 * bluff, abs=0.05)  # so it is in every equilibrium


def test_it_chooses_by_its_probabilities() -> None:
    view = at("0S 2S 1S", "pass")  # the second seat has the highest card and always bets
    assert {CfrBot(seed, 100).choose(view).text for seed in range(20)} == {"bet"}
    view = at("2S 0S 1S", "pass")  # it has the lowest card, and bluffs with one in three
    chosen = Counter(CfrBot(seed, 200).choose(view).text for seed in range(600))
    assert chosen["bet"] / 600 == pytest.approx(1 / 3, abs=0.08)


def test_it_tells_how_far_it_is() -> None:
    bot, told = CfrBot(iterations=7), list[float]()
    bot.progress = told.append
    bot.choose(at("0S 1S 2S"))
    assert told[-1] == 1
    assert bot.assessment is None


def test_names() -> None:
    assert isinstance(make_bot("cfr"), CfrBot)
    assert isinstance(make_bot("cfr:50"), CfrBot)
    assert DEFAULT_ITERATIONS == 200
    for name in ("cfr:0", "cfr:2s", "cfr:x", "cfr:"):
        with pytest.raises(SetupError, match=rf"the number of iterations of the bot '{name}' is not understood"):
            make_bot(name)


def test_where_it_knows_no_strategy_it_plays_as_quick() -> None:
    game = loaded("kuhn_poker")
    state = game.state_from_position({"phase": "opening", "hand": [["2S"], ["1S"]], "actor": 0})
    for seed in range(20):
        view = View(state, 0)
        assert CfrBot(seed, 3).choose(view) == make_bot("quick", seed).choose(view)
    assert CfrBot(0, 3).policy(View(state, 0)) == pytest.approx({"bet": 15 / 16, "pass": 1 / 16})


def test_too_large() -> None:
    state = loaded("hearts").new_initial_state(1)
    seat = state.current_player()
    assert seat is not None
    with pytest.raises(SetupError, match="Hearts has more than 20,000 different deals"):
        make_bot("cfr").choose(View(state, seat))


def test_exploitability_of_the_bots() -> None:
    game = loaded("kuhn_poker")
    found = {
        name: cardrules.exploitability(game, name, samples=20)
        for name in ("random", "quick", "rollout:20", "cfr:10", "cfr:100")
    }
    # Uniform play: each seat gains 1/8 or loses it; best responses gain 1/2 and 5/12.
    assert found["random"].value == pytest.approx((1 / 2 + 5 / 12) / 2)
    assert found["random"].returns == pytest.approx((0, 0))  # each seat deals as often
    values = {name: each.value for name, each in found.items()}
    assert 0 < values["cfr:100"] < 0.003 < values["cfr:10"] < 0.05
    assert 0.05 < values["quick"] < values["random"]
    assert values["rollout:20"] > 0.05


def test_with_one_dealer() -> None:
    found = cardrules.exploitability(loaded("kuhn_poker"), "cfr:300", dealer=1)
    assert found.returns == pytest.approx((-1 / 18, 1 / 18), abs=1e-3)
    assert found.value < 1e-3
    # With three seats the strategy need not be an equilibrium, but here it is close to one.
    assert cardrules.exploitability(loaded("kuhn_poker", players=3), "cfr:100", dealer=2).value < 0.02


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"bot": "nobody"}, "there is no bot 'nobody'"),
        ({"samples": 0}, "samples is a number from 1 to 1,000,000, not 0"),
        ({"dealer": 2}, "there is no seat 2"),
        ({"game": "kuhn_poker"}, "exploitability is that of a bot in a Game, not in 'kuhn_poker'"),
        ({"game": "hearts"}, "exploitability is that of a bot in a Game"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], problem: str) -> None:
    given = {"game": loaded("kuhn_poker"), "bot": "random", **arguments}
    with pytest.raises(SetupError, match=problem):
        cardrules.exploitability(**given)  # pyright: ignore[reportArgumentType]
