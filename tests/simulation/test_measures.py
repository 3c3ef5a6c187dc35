"""What is measured in a game, and that measuring changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import cardrules
from cardrules import rulesets
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.simulation import simulate
from cardrules.interpreter.simulation.report import report
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import SCALE, Tally
from cardrules.interpreter.simulation.watching import Watch

from .conftest import EMPTYING, compiled


def measured(game: Game, number: int, *players: str, **more: Any) -> dict[str, int]:
    """Play a game and return its measures."""
    return Simulation(rules_of(game), players or ["random"] * game.players, **more).measure(number, Tally())


def test_a_game_whose_figures_are_known(emptying: Game) -> None:
    for number in range(5):
        found = measured(emptying, number)
        assert found["decisions"] == found["actions.play"] == found["offered.play"] == 12
        assert found["choices"] == 2 * (6 + 5 + 4 + 3 + 2 + 1)
        assert found["branching"] == SCALE * 42 // 12
        assert found["forced"] == 2
        assert found["effects.red"] == found["define.cheer"] == 6
        assert found["effects.last"] == 1
        # What was announced with the last card is dropped when the deal ends.
        assert found["effects.cheering"] in (5, 6)
        assert found["held.pile_lies"] == 11  # of the twelve decisions all but the first
        assert found["score.0"] + found["score.1"] == found["effects.cheering"]
        assert found["first_seat"] in (0, 1)
        assert found["first_share"] == found[f"share.{found['first_seat']}"]
        assert (found["deals"], found["limited"]) == (1, 0)
        equal = found["score.0"] == found["score.1"]
        assert found["drawn"] == 0  # equal scores are won by both
        assert found["share.0"] + found["share.1"] == SCALE
        assert (found["share.0"] == SCALE // 2) == equal
        assert found["win.0"] + found["win.1"] == 1 + equal
        assert ("drama" in found) == (not equal)


def test_a_leader_is_behind_as_long_as_the_other_has_more() -> None:
    game = compiled(EMPTYING)
    watch = Watch(rules_of(game), rules_of(game).bare)
    position = initial_position(rules_of(game), rules_of(game).bare, 1)
    rules_of(game).bare.advance(position, START_OF_DEAL)
    for scores in ([0, 0], [0, 3], [1, 3], [4, 3]):
        position.v_score = scores  # type: ignore[attr-defined]
        watch.look(position, rules_of(game).bare.legal[position.pc](position))
    found = watch.measures((1, -1))
    assert found["lead_changes"] == 1
    assert found["behind"] == SCALE // 2
    assert found["turning_point"] == 3 * SCALE // 4
    assert found["comeback"] == 1
    assert found["drama"] == round(SCALE * (1 + (2 / 3) ** 0.5) / 2)
    assert [found[f"ahead.{part}"] for part in range(10)] == [1, 1, 0, 0, 0, 0, 0, 1, 1, 1]


def test_low_scores_lead_where_low_wins() -> None:
    game = compiled(EMPTYING.replace("winner: highest", "winner: lowest"))
    watch = Watch(rules_of(game), rules_of(game).bare)
    position = initial_position(rules_of(game), rules_of(game).bare, 1)
    rules_of(game).bare.advance(position, START_OF_DEAL)
    position.v_score = [5, 2]  # type: ignore[attr-defined]
    watch.look(position, rules_of(game).bare.legal[position.pc](position))
    assert watch.measures((1, -1))["behind"] == SCALE


@pytest.mark.soak
@pytest.mark.parametrize("name", rulesets.bundled())
def test_to_count_and_to_watch_changes_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch, amount: Callable[[int, int], int]
) -> None:
    if name not in rulesets.bundled()[:: amount(5, 1)]:
        pytest.skip("every third game by default")
    game = cardrules.load(name, single_deal=True)
    machine = rules_of(game).bare
    number = 7
    position, rng = initial_position(rules_of(game), machine, number), Random(~number)
    choices: list[int] = []
    verbs: Counter[str] = Counter()
    machine.advance(position, START_OF_DEAL)
    while position.pc >= 0:
        actions = machine.legal[position.pc](position)
        action = actions[rng.below(len(actions))]
        choices.append(len(actions))
        verbs[machine.verbs[action[0]]] += 1
        machine.play(position, action)
    for closely in (0, 10):
        monkeypatch.setattr(simulate, "ALL_WATCHED", closely)
        found = measured(game, number)
        assert found["decisions"] == len(choices)
        assert found["choices"] == sum(choices)
        assert found["forced"] == choices.count(1)
        assert all(found[f"actions.{verb}"] == verbs[verb] for verb in rules_of(game).program.actions)
        assert ("watched" in found) == bool(closely)
        if rules_of(game).program.uses_scores:
            scores = [found[f"score.{seat}"] for seat in range(game.players)]
            kept = position.v_score  # type: ignore[attr-defined]
            teams = rules_of(game).program.teams if rules_of(game).program.shares_scores else None
            sides = range(game.players) if teams is None else teams.sides
            assert scores == [kept[side] for side in sides]


@pytest.mark.parametrize("players", ["random,random", "quick,random", "rollout,quick", "random,rollout"])
def test_a_game_follows_from_its_number(emptying: Game, players: str) -> None:
    kinds = players.split(",")
    first = measured(emptying, 3, *kinds, seed=10, budget=4)
    second = measured(emptying, 13, *kinds, seed=0, budget=4)
    assert first == second
    assert first["seed"] == 13


def test_the_columns_are_what_is_measured() -> None:
    for name, players in (("gin_slaughtre", 2), ("durak", 3)):
        game = cardrules.load(name, players=players)
        simulation = Simulation(rules_of(game), ["quick", *["random"] * (players - 1)])
        row: list[int | None] = []
        tally = Tally()
        simulation.play(0, tally, row)
        assert len(row) == len(simulation.columns()) == len(set(simulation.columns()))
        assert set(tally.moments) <= set(simulation.columns())


def test_quick_players_are_better(amount: Callable[[int, int], int]) -> None:
    simulation = Simulation(rules_of(cardrules.load("gin_slaughtre")), ["quick", "random"], seed=5)
    tally = Tally()
    for number in range(amount(12, 200)):
        simulation.play(number, tally)
    assert tally.of("share.0").mean(SCALE) > 0.7


def test_rules_that_get_stuck_name_the_seed() -> None:
    game = compiled(EMPTYING.replace("    do: move card to pile", "    when: pile is empty\n    do: move card to pile"))
    with pytest.raises(cardrules.RulesetError) as caught:
        measured(game, 4, seed=100)
    assert "no legal action" in str(caught.value)
    assert caught.value.__notes__ == ["This is game 4 of the simulation, with the seed 104."]


def test_a_report_adds_up(emptying: Game) -> None:
    simulation = Simulation(rules_of(emptying), ["random", "quick"], seed=1)
    tally = Tally()
    for number in range(40):
        simulation.play(number, tally)
    found = report(simulation, tally)
    assert found["games"] == 40
    assert found["length"]["mean"] == found["length"]["median"] == 12
    assert found["length"]["interval"] == [12, 12]
    assert found["branching"] == {"mean": 3.5, "most": 6, "forced": round(1 / 6, 4)}
    assert sum(seat["part"]["value"] for seat in found["seats"]) == pytest.approx(1)
    assert [kind["player"] for kind in found["kinds"]] == ["random", "quick"]
    assert found["rules"]["effects.red"]["per_game"] == 6
    assert found["rules"]["actions.play"] | {"interval": None} == {
        "per_game": 12,
        "interval": None,
        "offered": 1,
        "taken": 1,
    }
    assert found["rules"]["define.pile_lies"] == {"holds": round(11 / 12, 4)}
    assert dict(found["histograms"]["decisions"]) == {12: 40}
    assert sum(times for _, times in found["histograms"]["scores"]) == 80
    edge, share = found["fairness"]["edge"], found["fairness"]["first_player"]
    assert share["value"] - edge["value"] == pytest.approx(0.5)


@pytest.mark.parametrize(("until", "deals", "limited"), [("1 > 2", 3, 1), ("1 < 2", 1, 0)])
def test_the_number_of_deals_stops_a_match_that_is_not_decided(until: str, deals: int, limited: int) -> None:
    match = f"match: {{deals: 3, until: {until}, winner: highest}}"
    game = compiled(EMPTYING.replace("match: {deals: 1, winner: highest}", match))
    found = measured(game, 0)
    assert (found["deals"], found["limited"]) == (deals, limited)
    assert "match.deals" not in found


def test_intervals_of_shares_stay_between_0_and_1(emptying: Game) -> None:
    tally = Tally()
    simulation = Simulation(rules_of(emptying), ("random", "quick"))
    for number in range(2):
        simulation.play(number, tally)
    found = report(simulation, tally)
    intervals = [seat["part"]["interval"] for seat in found["seats"]]
    intervals += [kind["part"]["interval"] for kind in found["kinds"]]
    intervals += [
        found["fairness"]["first_player"]["interval"],
        found["course"]["drama"]["interval"],
    ]
    assert all(0 <= low <= high <= 1 for low, high in intervals)
