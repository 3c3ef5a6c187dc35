"""What searching bots do where there are many actions, or where one is clearly bad."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardrules import View, load, make_bot
from cardrules.interpreter.bots import batches
from cardrules.interpreter.bots.search.action_parts import ActionParts
from cardrules.interpreter.bots.search.candidates import candidates_of
from cardrules.interpreter.bots.search.clock import Clock
from cardrules.interpreter.bots.search.playouts import Playouts
from cardrules.interpreter.bots.search.rollout import RolloutBot
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.simulation.tally import Tally
from cardrules.interpreter.simulation.tournament import Tournament, report

SEARCHES = ["rollout:60", "ismcts:60"]
HEURISTICS = Path(__file__).parents[2] / "benchmarks" / "heuristics"


@pytest.mark.parametrize("bot", SEARCHES)
def test_of_many_actions_the_good_ones_are_found(bot: str) -> None:
    """Of 286 sets of three cards of this hand, a good one has no two low cards."""
    state = load("hearts", single_deal=True).new_initial_state(0)
    view = View(state, 3)
    assert view.observation.zones["hand"][3] == tuple("2D 4D 5C 6H 8D 8H TH JC JD JH QC KH KS".split())
    low = 0
    for seed in range(2):
        cards = make_bot(bot, seed).choose(view).text.split()[1:]
        low += sum(card in ("2D", "4D", "5C") for card in cards)
    assert low <= 1


def test_of_sets_of_cards_more_are_tried_than_the_preferred_one() -> None:
    """Where there are enough simulations: here four for each of 35 sets."""
    game = load("hearts", single_deal=True)
    state = game.state_from_position({"phase": "passing", "hand": ["2C 5D 8H 9S TC JD KS", 7, 7, 7]})
    view = View(state, 0)
    raws = [each.raw for each in view.actions()]
    rng, clock = Random(1), Clock(None, None)
    playouts = Playouts(view, rng, clock, counted=True)
    preferred = playouts.worlds.preferred(playouts.worlds.sample(), raws)
    few, _ = candidates_of(playouts, view, raws, 139, rng, clock)
    many, _ = candidates_of(playouts, view, raws, 140, rng, clock)
    assert [*few] == preferred
    assert len(preferred) < len(many) == len(raws) == 35


def test_of_many_actions_a_preferred_one_is_tried() -> None:
    """In Hanabi with five players there are too many actions for 60 simulations."""
    state = load("hanabi", players=5).new_initial_state(5)
    view = View(state, state.current_player() or 0)
    liked = {str(action) for action in view.world(view.rng(1)).preferred_actions()}
    assert 0 < len(liked) < 8 < 25 < len(view.actions())
    for seed in range(2):
        bot = make_bot("rollout:60", seed)
        bot.choose(view)
        assert bot.assessment is not None
        assert liked & {str(each.action) for each in bot.assessment.candidates}


def durak(phase: str, **given: object) -> View:
    game = load("durak", players=3)
    position = {"phase": phase, "trump": "spades", "attacker": 0, "defender": 1, "opener": 0}
    state = game.state_from_position({**position, **given})
    seat = state.current_player()
    assert seat is not None
    return View(state, seat)


def test_trumps_are_kept_in_durak() -> None:
    opening = durak("opening", hand=["7S 9S KS 6H 8D JC", 6, 6], stock=12, actor=0)
    adding = durak("adding", hand=["9S KS QH 8D JC", 6, 6], attacks="KD", taking=True, stock=12, actor=0)
    assert adding.observation.legal == ("add KS", "done")
    assert not make_bot("rollout:60", 1).choose(opening).text.endswith("S")
    assert make_bot("rollout:200", 1).choose(adding).text == "done"


def test_parts_of_actions_tell_which_are_good() -> None:
    """Two cards of four: the parts of some pairs tell which of the others is best."""
    game = load("hearts")
    parts = ActionParts(rules_of(game).program)
    give = list(rules_of(game).program.actions).index("give")
    worth = {1: 1.0, 2: 0.0, 4: 0.0, 8: 1.0}

    def pair(one: int, other: int) -> tuple[int, int]:
        return give, one | other

    for one, other in ((1, 2), (8, 4), (1, 4), (8, 2), (2, 4)):
        parts.add(0, pair(one, other), worth[one] + worth[other])
    assert parts.best(0, [pair(2, 4), pair(1, 2), pair(1, 8), pair(4, 8)]) == pair(1, 8)
    assert parts.worth(1, pair(1, 8)) == parts.worth(1, pair(2, 4))  # another place


def played(game: str, bots: tuple[str, str], deals: int) -> dict[str, Any]:
    """Return the result of a tournament of two bots in single deals; no bot may fail."""
    tournament, tally = Tournament(rules_of(load(game, single_deal=True)), bots, seed=40), Tally()
    for number in range(deals):
        tournament.play_on(number, number + 1, tally)
    found = report(tournament, tally)
    assert found["failures"] == []
    return found["pairs"][0]


@pytest.mark.sample(5)
@pytest.mark.parametrize("game", ["euchre", "gin_rummy", "hearts", "spades", "skat"])
@pytest.mark.parametrize("bot", ["rollout:20", "ismcts:20"])
def test_searches_beat_random(game: str, bot: str, amount: Callable[[int, int], int]) -> None:
    assert played(game, (bot, "random"), amount(2, 20))["difference"]["value"] > 0


def test_a_search_beats_a_heuristic_in_spades(amount: Callable[[int, int], int]) -> None:
    """A few deals of what `benchmarks/strength.py` measures: the lead is large there."""
    pair = played("spades", ("rollout:30", f"{HEURISTICS / 'spades.py'}:Bot"), amount(2, 20))
    assert pair["difference"]["value"] > 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", sorted(path.stem for path in HEURISTICS.glob("*.py")))
def test_heuristics_play_their_games(game: str) -> None:
    played(game, (f"{HEURISTICS / game}.py:Bot", "quick"), 1)


def answers(game: str, verb: str, bot: str, times: int) -> list[str]:
    """Return what a search answers where it may do something, in games of quick bots."""
    loaded = load(game, single_deal=True)
    found: list[str] = []
    for seed in range(400):
        state = loaded.new_initial_state(seed)
        while (seat := state.current_player()) is not None and len(found) < times:
            view = View(state, seat)
            asked = len(view.actions()) > 1 and any(each.verb == verb for each in view.actions())
            action = make_bot(bot if asked else "quick", seed * 64 + seat).choose(view)
            if asked:
                found.append(action.text)
            state.apply_action(action)
        if len(found) == times:
            break
    return found


def test_no_slam_is_announced_with_ordinary_cards() -> None:
    assert answers("french_tarot", "announce_slam", "rollout:20", 1) == ["no_slam"]


def test_insurance_is_rarely_bought_in_blackjack() -> None:
    given = answers("blackjack", "insure", "rollout:100", 3)
    assert given.count("decline") >= 2


def test_cards_are_played_in_hanabi() -> None:
    """Who is told that a card is a one plays it."""
    game, verbs = load("hanabi"), list[str]()
    for seed in range(6):
        state = game.new_initial_state(seed)
        told = [each for each in state.legal_actions() if str(each) == "hint_rank 1 1"]
        if told:
            state.apply_action(told[0])
            verbs.append(make_bot("rollout:100", seed).choose(View(state, 1)).verb)
    assert len(verbs) > 1
    assert verbs.count("play") > len(verbs) / 2, verbs


def test_bids_stop_far_below_the_cap_in_pinochle() -> None:
    bids = [text for text in answers("pinochle", "bid", "rollout:20", 4) if text != "pass"]
    assert bids
    assert all(int(text.split()[1]) <= 350 for text in bids)


def test_the_hand_of_the_next_deal_does_not_count() -> None:
    """Who goes out gains what the others hold; that new cards are dealt then is not a loss."""
    hands = ["4H QH", "2C 3D 9S TC KD", "2D 3C 9C TD KC", "2S 3S 8D TS KS"]
    state = load("loba_de_menos").state_from_position(
        {"phase": "playing", "hand": hands, "table": ["8H 9H TH JH"], "stock": 30, "discards": "7C"}
    )
    bot = RolloutBot(1, 60)
    assert bot.choose(View(state, 0)).text == "lay_off QH #1"
    assert bot.assessment is not None
    assert (bot.assessment.chosen.points or 0.0) > 30


@pytest.mark.parametrize("name", ["cribbage", "loba_de_menos"])
def test_the_end_of_a_deal_counts_its_scores_or_else_its_value(name: str) -> None:
    """Cribbage has no `match.winner`: only `bots.value` knows how far the pegs are."""
    view = View(load(name).new_initial_state(3), 0)
    playouts = Playouts(view, Random(3), Clock(None, None), counted=True)
    position = before = playouts.worlds.sample()
    luck, raw = Random(5), (0,)
    while position.deal == 1:
        before = position.clone()
        raw = luck.choice(playouts.worlds.preferred(position, playouts.worlds.legal(position)))
        playouts.worlds.play(position, raw)
    assert playouts.worlds.worth(position, 0)
    rivals = playouts.rivals(before, 0)
    lead = playouts.lead(before, 0, rivals)
    (found,) = playouts.follow(before, raw, {0: lead}, luck)[0]
    gained = playouts.lead(before, 0, rivals) - lead
    assert found.points == (gained if playouts.scored else playouts.worlds.worth(before, 0))


@pytest.mark.parametrize("single_deal", [False, True])
@pytest.mark.parametrize("native", [False, True])
def test_cards_for_the_crib_differ_in_their_results(
    native: bool, single_deal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All playouts from there end with the deal; in a single deal, scores count beside `bots.value`."""
    monkeypatch.setattr(batches, "WORTHWHILE", 0 if native else 1 << 60)
    bot = RolloutBot(1, 30)
    bot.choose(View(load("cribbage", single_deal=single_deal).new_initial_state(3), 0))
    assert bot.assessment is not None
    assert len({each.result for each in bot.assessment.candidates}) > 1


@pytest.mark.parametrize("native", [False, True])
def test_a_bag_counts_at_the_end_of_a_deal(native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trick too many scores one point, but bags last for the match, and ten of them cost 100."""
    monkeypatch.setattr(batches, "WORTHWHILE", 0 if native else 1 << 60)
    position = {
        "phase": "trick_taking",
        "leader": 1,
        "broken": True,
        "hand": ["7C 8C", "AD 2D", "3D 5S", "5C 6C"],
        "bids": [3, 3, 2, 2],
        "tricks": [3, 3, 3, 2],
    }
    bot = RolloutBot(1, 20)
    assert bot.choose(View(load("spades").state_from_position(position), 1)).text == "play 2D"
