"""The environments pass the tests of the libraries that they are made for."""

# Some of these libraries have no types.
# pyright: basic

from __future__ import annotations

import copy
import io
import pickle
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import partial
from itertools import count, permutations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import yaml
from gymnasium.utils.seeding import np_random
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import cardrules
from cardrules import environments, rulesets
from cardrules.environments.arguments import MOST_SEEDS
from cardrules.environments.seat import Seat
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.rewriting.undealt import most_seen

from ..loading import loaded

pyspiel = pytest.importorskip("pyspiel")

PEERS = Path(__file__).parents[1] / "peers" / "rulesets"
SAMPLE = (("hearts", None), ("gin_rummy_partnership", None), ("klondike", None), ("holdem", None))
"""What is always tried: sealed choices, several tables, one player, numbers in digits."""

Amount = Callable[[int, int], int]


def every() -> Iterator[tuple[str, str | None]]:
    """All bundled games with all variants that their files name."""
    for name in rulesets.bundled():
        file = rulesets.path(name)
        assert file is not None
        own = yaml.load(file.read_text("utf-8"), yaml.CSafeLoader).get("variants") or {}
        for variant in (None, *own):
            yield name, variant


@contextmanager
def quietly() -> Iterator[io.StringIO]:
    """Without the prints of the tests, and their advice on observations that are mappings."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()) as printed:
        warnings.simplefilter("ignore")
        yield printed


def passes_pettingzoo(name: str, variant: str | None, amount: Amount) -> None:
    table: Any = partial(environments.pettingzoo, name, variant=variant)
    with quietly():
        api_test(table(), num_cycles=amount(20, 1000))
        seed_test(table, num_cycles=amount(5, 500))
        render_test(table)


@pytest.mark.parametrize(("name", "variant"), SAMPLE)
def test_pettingzoo(name: str, variant: str | None, amount: Amount) -> None:
    passes_pettingzoo(name, variant, amount)


@pytest.mark.sample(20)
@pytest.mark.parametrize(("name", "variant"), [each for each in every() if each not in SAMPLE])
def test_pettingzoo_with_variants(name: str, variant: str | None, amount: Amount) -> None:
    passes_pettingzoo(name, variant, amount)


@pytest.mark.soak
def test_performance_benchmark_of_pettingzoo(amount: Amount, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays until its clock says five seconds; here the clock counts how often it is asked."""
    for name, variant in every() if amount(0, 1) else SAMPLE[:1]:
        ticks = count(0, 6 / amount(20, 500))
        clock = SimpleNamespace(time=partial(next, ticks))
        monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
        with quietly() as printed:
            performance_benchmark(environments.pettingzoo(name, variant=variant))
        assert "turns per second" in printed.getvalue()


@pytest.mark.parametrize("name", ["oh_hell", "holdem"])
def test_rewards_add_up_to_the_returns(name: str) -> None:
    """Also where something is put in before anybody has a choice, such as blinds."""
    table = environments.pettingzoo(name, players=3, single_deal=True)
    table.reset(seed=3)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        assert seen is not None
        total[agent] += reward
        table.step(None if over else int(seen["action_mask"].argmax()))
    assert table.episode is not None
    assert list(total.values()) == table.episode.returns()
    assert name != "holdem" or sum(total.values()) == 0


@pytest.mark.parametrize("engine", ["python", "native"])
def test_the_first_rewards_count_from_the_beginning(engine: str) -> None:
    """Who folds the small blind loses it to the other player."""
    table = environments.pettingzoo("holdem", players=2, single_deal=True, engine=engine)
    table.reset(seed=1)
    small = table.agent_selection
    table.step(table.spaces.actions.names.index("fold"))
    assert sorted(table.rewards.values()) == [-1, 1]
    assert table.rewards[small] == -1
    batch = environments.vector("holdem", 3, players=2, single_deal=True, engine=engine)
    batch.reset()
    rewards = batch.step([0, 0, 0]).rewards
    assert np.array_equal(np.abs(rewards), np.ones((3, 2)))
    assert not rewards.sum()


def test_holdem_is_a_zero_sum_game() -> None:
    _, state = deal("holdem", players=3, single_deal=True, zero_sum=True)
    for seed in range(10):
        after = state.clone()
        at_random(after, Random(seed), 1000)
        assert after.is_terminal()
        assert sum(after.returns()) == 0


@pytest.mark.parametrize(("name", "seat"), [("klondike", 0), ("hearts", 2)])
def test_gymnasium(name: str, seat: int) -> None:
    env = environments.gymnasium(name, seat=seat, single_deal=True)
    seen, _ = env.reset(seed=7)
    again = environments.gymnasium(name, seat=seat, single_deal=True)
    assert np.array_equal(seen["observation"], again.reset(seed=7)[0]["observation"])
    assert env.observation_space.contains(seen)
    chance, total, over = Random(1), 0.0, False
    for _ in range(300):
        number = chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, reward, over, _, _ = env.step(number)
        total += float(reward)
        if over:
            break
    if name == "hearts":
        assert over
        assert isinstance(env, Seat)
        assert env.episode is not None
        assert total == env.episode.returns()[seat]


@pytest.mark.parametrize("engine", ["native", "python"])
def test_games_in_which_the_seat_has_no_decision_are_skipped(engine: str) -> None:
    """The dealer of three may sit out, so that the others play the deal without that seat."""
    make = partial(environments.gymnasium, "gin_rummy_three", single_deal=True)
    env, other = make(engine=engine), make(engine="python")
    seeds: list[int] = []
    for seed in range(8):
        (seen, info), (expected, told) = env.reset(seed=seed), other.reset(seed=seed)
        assert seen["action_mask"].any()
        assert np.array_equal(seen["observation"], expected["observation"])
        assert info == told == {"seed": env.episode.seed}  # type: ignore[attr-defined]
        seeds.append(info["seed"])
    firsts = [int(np_random(seed)[0].integers(MOST_SEEDS)) for seed in range(8)]
    assert 0 < sum(seed != first for seed, first in zip(seeds, firsts, strict=True)) < 8


def test_deals_in_which_nobody_has_a_decision_are_skipped_in_pettingzoo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody plays the deal of French Tarot with the seed 52."""
    for engine in ("native", "python"):
        table: Any = environments.pettingzoo("french_tarot", single_deal=True, engine=engine)
        numbers = count(52)
        chance = SimpleNamespace(integers=lambda most, numbers=numbers: next(numbers))
        monkeypatch.setattr(table, "_seeds", chance)
        table.reset()
        assert table.episode.seed == 53
        assert table.last()[0]["action_mask"].any()


def test_each_other_seat_has_its_bot() -> None:
    for others in (
        [Last(), "random", "quick"],
        {3: "quick", np.int64(0): Last(), 2: "random"},
    ):
        env: Any = environments.gymnasium("oh_hell", seat=1, others=others)
        seen, _ = env.reset(seed=3)
        for _ in range(10):
            seen = env.step(int(seen["action_mask"].argmax()))[0]
        steps = env.episode.state.steps()
        assert {step.seat for step in steps} == {0, 1, 2, 3}
        for step in steps:
            if step.seat == 0:
                state = cardrules.State(env.spaces.game, step.before, step.previous)
                assert state.raw_legal_actions()[-1] == step.raw


class Last:
    """A bot that does its last action."""

    def choose(self, view: Any) -> Any:
        """Choose."""
        return view.actions()[-1]


class Fails(Last):
    """A bot that can be told to fail."""

    fails = False

    def choose(self, view: Any) -> Any:
        """Choose, or fail."""
        if self.fails:
            raise ValueError
        return super().choose(view)


def test_after_a_bot_has_failed_the_game_cannot_go_on() -> None:
    """Its turn is not played with the action of the caller."""
    bot = Fails()
    env: Any = environments.gymnasium("oh_hell", others=bot)
    seen, _ = env.reset(seed=1)
    bot.fails = True
    action = int(seen["action_mask"].argmax())
    while True:
        try:
            action = int(env.step(action)[0]["action_mask"].argmax())
        except cardrules.BotError:
            break
    before = env.episode.actions[:]
    for number in range(3):
        with pytest.raises(cardrules.SetupError, match=r"broke off in the turn of seat \d"):
            env.step(number)
    assert env.episode.actions == before
    bot.fails = False
    env.step(int(env.reset()[0]["action_mask"].argmax()))


def test_functions_can_be_called_again() -> None:
    for _ in range(2):  # the import of a module must not take the name of a function
        assert environments.vector("oh_hell", 1).n == 1
        assert environments.gymnasium("oh_hell") is not environments.pettingzoo("oh_hell")
        assert environments.openspiel() == environments.openspiel()


def test_vectors_go_on_with_the_next_game() -> None:
    games = environments.vector("hanabi", 3, seed=1)
    batch, ended = games.reset(), 0
    for _ in range(60):
        batch = games.step(batch.mask.argmax(axis=1))
        ended += int(batch.over.sum())
        assert batch.observation.shape == (3, games.spaces.size)
        assert batch.mask.any(axis=1).all()
    assert ended


def openspiel(name: str, **parameters: object) -> object:
    """A ruleset beside the tests as a game of OpenSpiel, in which seat 0 begins."""
    environments.openspiel()
    file = str(PEERS / f"{name}.yaml")
    given = {"ruleset": file, "players": 2, "zero_sum": True, **parameters}
    return pyspiel.load_game("python_cardrules", given)


def plays_and_saves(game: object) -> None:
    with quietly():
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_openspiel_plays_and_saves_poker(name: str) -> None:
    plays_and_saves(openspiel(name))


@pytest.mark.sample(15)
@pytest.mark.parametrize(("name", "variant"), list(every()))
def test_openspiel_plays_and_saves(name: str, variant: str | None) -> None:
    given = {"variant": variant or "", "seeds": 50, "single_deal": True}
    plays_and_saves(deal(name, **given)[0])


def test_information_states_are_texts_only() -> None:
    game, state = deal("oh_hell", seeds=5)
    state.apply_action(1)
    assert not game.get_type().provides_information_state_tensor
    with pytest.raises(cardrules.SetupError, match="information states of this game are texts"):
        state.information_state_tensor(0)
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()


def test_an_example_of_a_game_can_be_written() -> None:
    """OpenSpiel writes what its observers tell of a game, if they have texts and no arrays, too."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    for name, recalled in ((str(PEERS / "kuhn_poker.yaml"), True), ("red_dog", False)):
        game, _ = deal(name, seeds=5, single_deal=recalled)
        told = playthrough(str(game), [1, 2, 0, 0] if recalled else [1])
        assert "InformationStateString(0) = " in told
        assert ("InformationStateTensor(0)" in told) == recalled
        assert "ObservationTensor(0)" in told


def test_chance_has_outcomes_only_where_it_chooses() -> None:
    for game in ("oh_hell", str(PEERS / "kuhn_poker.yaml")):
        _, state = deal(game)
        at_random(state, Random(1), 2)
        message = f"chance does not choose now; player {state.current_player()} does"
        with pytest.raises(cardrules.SetupError, match=message):
            state.chance_outcomes()
        at_random(state, Random(1), 10_000)
        with pytest.raises(cardrules.SetupError, match="chance does not choose now; the game is over"):
            state.chance_outcomes()


def test_a_saved_state_is_not_played_again() -> None:
    """A test of OpenSpiel saves each state, so that long games would take minutes."""
    game, state = deal("klondike", seeds=50, single_deal=True)
    at_random(state, Random(1), 60)
    again = game.deserialize_state(state.serialize())
    assert again.point is state.point
    assert len(state.serialize()) < 4_000
    other = pickle.loads(pickle.dumps(state))
    assert str(other) == str(state)


def test_kuhn_poker_has_its_published_value() -> None:
    """H. W. Kuhn, "A Simplified Two-Person Poker" (1950): the first player loses 1/18."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = openspiel("kuhn_poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])  # type: ignore[attr-defined]
    assert values[0] == pytest.approx(-1 / 18, abs=0.003)
    assert exploitability.exploitability(game, policy) < 0.01


@pytest.mark.soak
def test_leduc_poker_is_solved(amount: Amount) -> None:
    """From its YAML; the stakes of the ruleset count 12 for a chip."""
    from open_spiel.python.algorithms import cfr, exploitability

    if not amount(0, 1):
        pytest.skip("a minute of training")
    game = openspiel("leduc_poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) / 12 < 0.05


def test_ismcts_of_openspiel_plays_leduc() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = openspiel("leduc_poker")
    state = game.new_initial_state()  # type: ignore[attr-defined]
    for card in (0, 5, 2):
        state.apply_action(card)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(0))
    bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 10, -1, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_what_is_played_after_a_resampled_state_can_be_resampled_by_others() -> None:
    """A position that is reached by the same choices is a deal of its own."""
    _, state = deal(str(PEERS / "leduc_poker.yaml"))
    for card in (0, 5, 2):
        state.apply_action(card)
    chance = Random(1).random
    for _ in range(60):
        other = state.resample_from_infostate(0, chance)
        other.apply_action(1)
    for cards in permutations(range(1, 6), 2):
        _, again = deal(str(PEERS / "leduc_poker.yaml"))
        for choice in (0, *cards, 1):
            again.apply_action(choice)
        assert again.resample_from_infostate(1, chance).history()[1] == cards[0]


def deal(ruleset: str, **parameters: object) -> tuple[Any, Any]:
    """A bundled game of OpenSpiel, and its first state."""
    environments.openspiel()
    game = pyspiel.load_game("python_cardrules", {"ruleset": ruleset, **parameters})
    return game, game.new_initial_state()


@pytest.mark.parametrize("seeds", [0, 10_000_001])
def test_seeds_of_openspiel_are_limited(seeds: int) -> None:
    message = f"'seeds' is a number from 1 to 10,000,000, not {seeds:,}"
    with pytest.raises(cardrules.SetupError, match=message):
        deal("oh_hell", seeds=seeds)


def test_an_observer_has_a_type_of_openspiel() -> None:
    game, _ = deal("oh_hell")
    with pytest.raises(cardrules.SetupError, match=r"takes a pyspiel\.IIGObservationType, not 3"):
        game.make_py_observer(3)


def at_random(state: Any, chance: Random, steps: int) -> None:
    """Let chance and the players act, at most so many times."""
    for _ in range(steps):
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.soak
def test_a_resampled_state_is_another_game_that_a_player_cannot_tell_apart(amount: Amount) -> None:
    """Its cards are others, and it can be played on to the end.

    Sometimes what was public followed from hidden cards in a way that sampling does not find, such
    as whether a wild card was allowed in Uno. Such states are refused, but not most of them.
    """
    names = ("oh_hell", "gin_rummy", "love_letter", "euchre", "hanabi", "cribbage")
    for name in rulesets.bundled() if amount(0, 1) else names:
        chance, same, sampled, refused = Random(4), 0, 0, 0
        for _ in range(amount(2, 8)):
            _, state = deal(name, single_deal=True)
            while state.is_chance_node():
                at_random(state, chance, 1)
            at_random(state, chance, chance.randrange(1, 40))
            if state.is_terminal():
                continue
            before = str(state)
            for player in range(state.num_players()):
                try:
                    other = state.resample_from_infostate(player, chance.random)
                except cardrules.SetupError:
                    refused += 1
                    continue
                sampled += 1
                same += str(other) == before
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.current_player() == state.current_player()
                assert str(state) == before
                at_random(other.clone(), chance, 400)
        assert same <= sampled / 4, (name, same, sampled)
        assert refused <= sampled or name == "gin_rummy_partnership", (name, refused, sampled)


def test_resampled_states_differ_in_later_deals_too() -> None:
    _, state = deal("hearts", players=4)
    chance = Random(2)
    while state.episode is None or state.episode.state.position.deal < 2:
        at_random(state, chance, 1)
    at_random(state, chance, 25)
    for player in range(4):
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert str(other) != str(state)
    with pytest.raises(Exception, match="a resampled state cannot be saved"):
        other.serialize()


def test_each_number_that_is_drawn_gives_a_sample_of_its_own() -> None:
    """And equal ones give equal samples; numbers lie between 0 and 1."""
    _, state = deal("hearts", players=4)
    at_random(state, Random(2), 20)
    player = state.current_player()

    def sampled() -> list[str]:
        numbers = iter([part / 20 for part in range(20)])
        return [str(state.resample_from_infostate(player, numbers.__next__)) for _ in range(20)]

    assert len(set(sampled())) == 20
    assert sampled() == sampled()


def test_states_are_resampled_after_a_pile_was_shuffled_again() -> None:
    """With two packs a card that is played again can be the twin of the real one."""
    _, state = deal("loba_de_menos")
    state.apply_action(3)
    at_random(state, Random(3), 197)
    player = state.current_player()
    for luck in range(3):
        other = state.resample_from_infostate(player, Random(luck).random)
        assert other.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("player", [-1, 4, 1.0, True, None])
def test_only_players_have_something_to_sample(player: Any) -> None:
    _, state = deal("hearts", players=4)
    at_random(state, Random(1), 3)
    with pytest.raises(cardrules.SetupError, match=f"a number from 0 to 3, not {player}"):
        state.resample_from_infostate(player)


def test_several_tables_are_not_resampled() -> None:
    _, state = deal("gin_rummy_partnership")
    state.apply_action(1)
    with pytest.raises(cardrules.SetupError, match="at several tables cannot be sampled"):
        state.resample_from_infostate(0)


@pytest.mark.parametrize("name", ["oh_hell", "hearts"])
def test_ismcts_of_openspiel_plays_a_whole_deal(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, state = deal(name, single_deal=True, seeds=100)
    numbers = np.random.RandomState(3)
    rollouts = mcts.RandomRolloutEvaluator(1, numbers)
    bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 2, -1, random_state=numbers)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(numbers.choice([face for face, _ in state.chance_outcomes()])))
        else:
            state.apply_action(int(bot.step(state)))
    assert any(state.returns())


def test_where_chance_is_cards() -> None:
    """The documentation names these games."""
    found = [name for name in rulesets.bundled() if most_seen(rules_of(loaded(name)).program) is not None]
    assert found == [
        "agram",
        "beggar_my_neighbour",
        "big_two",
        "call_break",
        "five_hundred",
        "french_tarot",
        "hearts",
        "holdem",
        "klaverjassen",
        "kuhn_poker",
        "leduc_poker",
        "nap",
        "ninety_nine",
        "omaha",
        "omaha_hi_lo",
        "pitch",
        "royal_holdem",
        "short_deck",
        "skat",
        "tressette",
        "war",
    ]


def test_chance_chooses_the_dealer() -> None:
    """Its number is none of a card, so that each number means one thing."""
    given = {"ruleset": str(PEERS / "kuhn_poker.yaml"), "players": 2}
    for ruleset, single_deal in ((given["ruleset"], False), ("hearts", True), ("skat", True)):
        game, state = deal(
            **{**given, "ruleset": ruleset, "players": 0, "single_deal": single_deal},
            random_dealer=True,
        )
        seats = game.num_players()
        faces = len(game.setup.faces)
        assert state.chance_outcomes() == [(faces + seat, 1 / seats) for seat in range(seats)]
        assert game.max_chance_outcomes() == faces + seats
        for seat in range(seats):
            child = state.child(faces + seat)
            assert state.action_to_string(faces + seat) == f"dealer {seat}"
            assert child.chance_outcomes()[0][0] == 0
            at_random(child, Random(seat), game.setup.cards)
            assert child.episode.state.position.dealer == seat
            again = pickle.loads(pickle.dumps(child))
            assert str(again) == str(child)
            if seats == 2:
                other = child.resample_from_infostate(0)
                assert other.history()[0] == faces + seat
                assert pickle.loads(pickle.dumps(other)).history() == other.history()
    with pytest.raises(cardrules.IllegalActionError, match=re.escape("example 3 (dealer 0), 4")):
        deal(**given, random_dealer=True)[1].apply_action(0)


def test_seat_0_begins_where_nothing_else_is_said() -> None:
    for ruleset, seats in ((str(PEERS / "kuhn_poker.yaml"), 2), ("skat", 3)):
        _, state = deal(ruleset, players=seats, single_deal=True)
        assert "dealer" not in state.action_to_string(state.chance_outcomes()[0][0])
        at_random(state, Random(1), state.get_game().setup.cards)
        assert state.episode.state.position.dealer == seats - 1


@pytest.mark.parametrize("ruleset", ["hearts", "oh_hell"])
def test_a_dealer_can_be_given(ruleset: str) -> None:
    _, state = deal(ruleset, dealer=2, single_deal=True, seeds=20)
    at_random(state, Random(1), 52 if ruleset == "hearts" else 1)
    assert state.episode.state.position.dealer == 2
    assert pickle.loads(pickle.dumps(state)).episode.beginning.position.dealer == 2
    for wrong in (4, -2):
        with pytest.raises(cardrules.SetupError, match=f"there is no seat {wrong}"):
            deal(ruleset, dealer=wrong)


@pytest.mark.parametrize(
    ("path", "wrong", "message"),
    [
        ((), 77, "cannot choose 77 now; it can choose for example 0 (deal 0S), 1 (deal 1S)"),
        ((1,), 1, "cannot choose 1 now; it can choose for example 0 (deal 0S), 2 (deal 2S)"),
        ((1, 0), 77, "there is no action 77; actions are numbered 0 to 1"),
        ((1, 0, 0, 0), 1, "the game is over, so action 1 comes too late"),
    ],
)
def test_openspiel_refuses_wrong_choices(path: tuple[int, ...], wrong: int, message: str) -> None:
    """Nothing is changed."""
    state: Any = openspiel("kuhn_poker").new_initial_state()  # type: ignore[attr-defined]
    for choice in path:
        state.apply_action(choice)
    with pytest.raises(cardrules.IllegalActionError, match=re.escape(message)):
        state.apply_action(wrong)
    assert state.history() == [*path]


def test_openspiel_refuses_seeds_and_names_that_it_does_not_have() -> None:
    _, state = deal("oh_hell", seeds=5)
    message = "there is no seed 100000; seeds are numbered 0 to 4"
    with pytest.raises(cardrules.IllegalActionError, match=message):
        state.apply_action(100_000)
    for game, player, names in (
        ("oh_hell", 0, "there is no action 77; actions are numbered 0 to 64"),
        ("kuhn_poker", pyspiel.PlayerId.CHANCE, "there is no card 77; cards are numbered 0 to 2"),
    ):
        ruleset = str(PEERS / f"{game}.yaml") if game == "kuhn_poker" else game
        with pytest.raises(cardrules.IllegalActionError, match=names):
            deal(ruleset)[1].action_to_string(player, 77)


def test_options_of_openspiel() -> None:
    """A game with options can be loaded from its text, saved and copied."""
    text = "hook:must_equal; peak_hands: 2"
    game, state = deal("oh_hell", options=text, seeds=9, single_deal=True)
    given = {"hook": "must_equal", "peak_hands": 2}
    key = rules_of(cardrules.load("oh_hell", options=given, single_deal=True)).key
    again = (pyspiel.load_game(str(game)), copy.deepcopy(game), pickle.loads(pickle.dumps(game)))
    assert [each.setup.rules.key for each in (game, *again)] == [key] * 4
    at_random(state, Random(1), 5)
    saved = pyspiel.serialize_game_and_state(game, state)
    other, same = pyspiel.deserialize_game_and_state(saved)
    assert (other.setup.rules.key, str(same)) == (key, str(state))
    plays_and_saves(game)
    _, other = deal("oh_hell", options=text.replace(":", "="), seeds=9, single_deal=True)
    assert str(other.get_game()) == str(game)
    form = "write options as name:value;name:value without ( ) and comma, not "
    for options, message in (
        ("hook", form + "'hook'"),
        ("hook:(none)", form),
        ("hook:none;peak_hands:2;hook: none", "the option 'hook' is given twice; give it once"),
        ("hook:[", "not YAML: '['"),
    ):
        with pytest.raises(cardrules.SetupError, match=re.escape(message)):
            deal("oh_hell", options=options)


@pytest.mark.parametrize("name", ["a(b", "a)b", "a,b", "a=b"])
def test_a_game_with_any_path_is_copied(name: str, tmp_path: Path) -> None:
    """OpenSpiel's text of a game cannot hold such a path, so copies are made without it."""
    file = tmp_path / f"{name}.yaml"
    file.write_bytes((PEERS / "kuhn_poker.yaml").read_bytes())
    game, state = deal(str(file))
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again.setup is game.setup
    assert str(copy.deepcopy(state)) == str(state)


def test_a_ruleset_that_has_changed_is_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of a ruleset are compared, with the one that it extends, and no relative path."""
    kuhn = (PEERS / "kuhn_poker.yaml").read_text("utf-8")
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "kuhn.yaml").write_text(kuhn, "utf-8")
    child = "cardrules: 1\nname: Child\nsummary: The same.\nextends: kuhn.yaml\n"
    (tmp_path / "one" / "child.yaml").write_text(child, "utf-8")
    monkeypatch.chdir(tmp_path / "one")
    first = deal("kuhn.yaml")[0].setup
    inherited = deal("child.yaml")[0].setup
    assert deal("kuhn.yaml")[0].setup is first
    assert deal("child.yaml")[0].setup is inherited
    changed = f"{kuhn}change:\n  players: 3\n"
    (tmp_path / "one" / "kuhn.yaml").write_text(changed, "utf-8")
    assert deal("kuhn.yaml")[0].num_players() == 3
    assert deal("child.yaml")[0].num_players() == 3
    monkeypatch.chdir(tmp_path / "two")
    assert deal("kuhn.yaml")[0].num_players() == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: environments.gymnasium("hearts", others="nobody"), "there is no bot 'nobody'"),
        (lambda: environments.gymnasium("hearts", seat=4), "seat"),
        (lambda: environments.vector("hearts", 0), "at least one game"),
        (lambda: environments.vector("hearts", "x"), "of games is an integer, not 'x'"),  # type: ignore[arg-type]
        (lambda: environments.vector("hearts", 1, seed=None), "a seed is a whole number"),  # type: ignore[arg-type]
        (lambda: environments.pettingzoo("hearts").step(0), r"no game has begun; call reset\(\)"),
        (lambda: environments.gymnasium("hearts").step(0), r"no game has begun; call reset\(\)"),
        (lambda: environments.pettingzoo("hearts", 9), "players"),
        (lambda: environments.pettingzoo(cardrules.load("hearts"), 4), "cardrules.load"),
    ],
)
def test_wrong_arguments(call: Callable[[], object], message: str) -> None:
    with pytest.raises(cardrules.CardrulesError, match=message):
        call()


def test_masks_as_truth_values() -> None:
    env: Any = environments.gymnasium("oh_hell")
    with pytest.raises(cardrules.SetupError, match="no game has begun"):
        env.action_masks()
    seen, _ = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == bool
    assert masks.tolist() == [bool(each) for each in seen["action_mask"]]


def test_wrong_actions_change_nothing() -> None:
    made: Any
    for made in (environments.pettingzoo("gin_rummy"), environments.gymnasium("gin_rummy")):
        made.reset(seed=1)
        for action, message in (
            (100_000, "there is no action 100000"),
            (-1, "there is no action -1"),
            (2, "action 2 (draw_stock) is not legal now"),
            (0.5, "an action is an integer, not 0.5"),
            (None, "an action is an integer, not None"),
        ):
            with pytest.raises(cardrules.IllegalActionError, match=re.escape(message)):
                made.step(action)
        made.step(0)
