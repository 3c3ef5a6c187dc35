"""Where there are too many actions to try each often: which are tried, and what is known of them.

Kind of mistake: the search still plays, only worse; so these games have moves whose worth is known.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from cardrules import Game, View, load, make_bot
from cardrules.interpreter.bots.assessment import Assessment
from cardrules.interpreter.bots.search.action_parts import ActionParts
from cardrules.interpreter.play.game import rules_of

RULES = """\
cardrules: 1
name: Handing over
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
deal: {do: shuffle stock then deal 8 each to hand}
phases: {turn: {players: each once}}
actions:
  hand_in:
    phase: turn
    choose: {cards: 3 cards from hand}
    do: |
      move cards to pile
      add SCORED to score of actor
match: {deals: 1, winner: highest}
"""
"""Of eight cards three are handed in, which is worth what they are worth: of 56 choices one is best."""


WORTH = "total value over cards"


@cache
def game(folder: Path, scored: str, prefer: str = "", number: int = 3) -> Game:
    path = folder / "handing.yaml"
    path.write_text(RULES.replace("SCORED", scored).replace("3 cards", f"{number} cards") + prefer, "utf-8")
    return load(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("handing")


def chosen(game: Game, bot: str, seed: int) -> tuple[Assessment, int]:
    """Return what a bot finds out about the first decision, and how good its choice is, from 0."""
    state = game.new_initial_state(seed)
    found = make_bot(bot, seed)
    action = found.choose(View(state, state.current_player() or 0))
    assert found.assessment is not None
    ranks = sorted((sum(map(rank, text(each.text))) for each in state.legal_actions()), reverse=True)
    return found.assessment, ranks.index(sum(map(rank, text(action.text))))


def text(action: str) -> list[str]:
    return action.split()[1:]


def rank(card: str) -> int:
    return int(card[0])


@pytest.mark.parametrize("bot", ["rollout:120", "ismcts:120"])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_best_of_many_sets_is_found(folder: Path, bot: str, sign: int) -> None:
    """Two trials a set tell which cards are good; each set is not tried often enough for that."""
    places = [chosen(game(folder, f"{sign} * {WORTH}"), bot, seed)[1] for seed in range(6)]
    best = [0 if sign > 0 else 55] * 6
    assert sum(abs(place - goal) for place, goal in zip(places, best, strict=True)) <= 12, places


def test_no_more_than_the_budget_is_simulated(folder: Path) -> None:
    for budget in (1, 2, 3, 9, 16, 31, 60, 120, 230):
        for bot in ("rollout", "ismcts"):
            found, _ = chosen(game(folder, WORTH), f"{bot}:{budget}", 1)
            assert 1 <= found.simulations <= budget
            assert found.legal == 56
            assert sum(each.tried for each in found.candidates) <= found.simulations
            # All are tried where there is enough for each, and else those with good parts.
            assert bot == "ismcts" or (len(found.candidates) == 56) == (budget >= 4 * 56)


@pytest.mark.parametrize("bot", ["rollout", "ismcts"])
@pytest.mark.parametrize("budget", [1, 2, 9, 15, 31, 120])
@pytest.mark.parametrize("hint", ["highest", "lowest"])
@pytest.mark.parametrize("number", [1, 3])
def test_what_the_ruleset_prefers_is_tried(folder: Path, bot: str, budget: int, hint: str, number: int) -> None:
    """Also if its parts look bad, and where there is time for a few actions only."""
    preferring = game(folder, WORTH, f"bots: {{prefer: [hand_in: {hint} {WORTH}]}}\n", number)
    found, _ = chosen(preferring, f"{bot}:{budget}", 1)
    state = preferring.new_initial_state(1)
    totals = [sum(map(rank, text(each.text))) for each in state.legal_actions()]
    tried = [sum(map(rank, text(each.action.text))) for each in found.candidates]
    assert (max if hint == "highest" else min)(totals) in tried


@pytest.mark.parametrize("bot", ["rollout:160", "ismcts:400"])
def test_the_luck_of_a_world_is_not_that_of_an_action(folder: Path, bot: str) -> None:
    """A card that nobody sees brings ten times as much as any choice."""
    lucky = game(folder, f"{WORTH} + 20 * value of first of hand of opponent")
    places = [chosen(lucky, bot, seed)[1] for seed in range(6)]
    assert sum(places) <= 20, places


def results(raw: tuple[int, int]) -> float:
    return sum((raw[1] >> card & 1) * (card - 3) for card in range(8))


def parts(folder: Path) -> ActionParts:
    return ActionParts(rules_of(game(folder, WORTH)).program)


def test_an_action_is_worth_what_its_parts_bring(folder: Path) -> None:
    every = [(0, sum(1 << card for card in cards)) for cards in combinations(range(8), 3)]
    found, rng = parts(folder), Random(1)
    assert found.combined == {0}
    for _ in range(3000):
        raw = rng.choice(every[:-1])  # the best one is never tried
        found.add(7, raw, results(raw))
    assert found.best(7, every) == every[-1] == max(every, key=results)
    ranked = sorted(every, key=lambda raw: found.worth(7, raw))
    assert ranked[0] == min(every, key=results)
    usual = sum(map(results, every)) / len(every)
    for raw in every:  # of eight cards three are chosen, so that the others bring less by 2/7 each
        assert found.worth(7, raw) - usual == pytest.approx((results(raw) - usual) * 5 / 7, abs=0.8)


def test_little_is_believed_of_a_part_that_was_tried_little(folder: Path) -> None:
    found, good, bad = parts(folder), (0, 0b111), (0, 0b111000)
    assert found.worth(0, good) == 0
    seen: list[float] = []
    for _ in range(200):
        found.add(0, good, 1.0)
        found.add(0, bad, -1.0)
        assert found.worth(0, good) == pytest.approx(-found.worth(0, bad))
        seen.append(found.worth(0, (0, 0b1)))
    assert seen == sorted(seen)
    assert seen[0] < 0.2 < 0.9 < seen[-1] < 1
    assert found.worth(1, good) == 0  # another decision
    assert found.worth(0, (0, 0b11000000)) == 0  # cards that were never tried
    assert found.best(0, [bad, (0, 0b11000000), good]) == good
