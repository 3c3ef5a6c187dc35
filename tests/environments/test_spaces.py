"""Action spaces and observation spaces of all bundled games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

import cardrules
from cardrules import rulesets
from cardrules.environments.actions import FEW
from cardrules.environments.episode import Episode
from cardrules.environments.game_spaces import Spaces
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded

Amount = Callable[[int, int], int]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", rulesets.bundled())
def test_an_episode_is_the_game_of_its_actions(name: str, amount: Amount) -> None:
    """Play by numbers leads to the position, the returns and the texts of the public API.

    Every legal action has numbers of its own, none are the beginning of another's, and a number
    that is masked is refused with what is legal.
    """
    spaces, chance = Spaces(rules_of(loaded(name))), Random(9)
    episode = Episode(spaces, seed=6)
    assert len(set(spaces.names)) == len(spaces.names) == spaces.size
    for _ in range(amount(30, 3000)):
        if episode.player is None:
            break
        seen = episode.observe(episode.player)
        assert seen.shape == (spaces.size,)
        assert seen[spaces.names.index("player 0 acts")] == 1
        legal = episode.legal()
        mask = episode.mask()
        assert mask.nonzero()[0].tolist() == legal
        if not episode.chosen:
            raws = episode.state.raw_legal_actions()
            numbers = sorted(map(spaces.actions.steps, raws))
            assert all(following[: len(one)] != one for one, following in pairwise(numbers))
        if not mask.all():
            with pytest.raises(cardrules.IllegalActionError, match="legal are for example"):
                episode.step(int((mask == 0).argmax()))
        episode.step(chance.choice(legal))
    assert episode.player == episode.state.current_player()
    assert episode.returns() == episode.state.returns()
    assert episode.clone().information_state(0) == episode.information_state(0)
    with pytest.raises(cardrules.IllegalActionError, match=r"numbered 0 to|is over"):
        episode.step(spaces.actions.size)


def test_actions_with_many_forms_are_chosen_in_steps() -> None:
    spaces = Spaces(rules_of(loaded("hearts")))
    names = spaces.actions.names
    assert len(names) < FEW
    episode = Episode(spaces)
    actor = episode.player
    assert actor is not None
    cards = episode.state.observation(actor).cards("hand")[:3]
    for name in ("give …", *cards, "(done)"):
        assert episode.player == actor
        episode.step(names.index(name))
    assert episode.player != actor
    assert str(episode.state.history()[0]) == " ".join(["give", *cards])


def test_numbers_without_a_known_limit_are_chosen_by_digits() -> None:
    spaces = Spaces(rules_of(loaded("holdem")))
    names = spaces.actions.names
    assert {"raise …", "0", "9", "(done)"} <= set(names)


BIDS = """
cardrules: 1
name: Bids
summary: Who bids, wins.
players: 2
deck: {{ranks: 0 1 2, suits: spades}}
zones: {{stock: {{faces: hidden}}}}
deal: {{do: shuffle stock}}
phases: {{play: {{players: each once}}}}
actions:
  bid:
    phase: play
    choose: {{n: a number from {first} to {last} by 20}}
    do: actor wins
match: {{deals: 1}}
"""


@pytest.mark.parametrize(
    ("first", "last", "count", "name"),
    [
        ("20", "60", 3, "bid 60"),
        ("20", "40000", 2_000, "bid 40000"),
        ("20", "60000", 13, "minus"),
        ("(20 if turn_number is 1 else 40)", "60", 41, "bid 60"),
        ("(20 if turn_number is 1 else 40)", "40000", 13, "minus"),
    ],
)
def test_numbers_have_names_if_they_are_few(first: str, last: str, count: int, name: str) -> None:
    """Where the first number is not fixed, all numbers between the limits count."""
    ruleset = load_text(BIDS.format(first=first, last=last))
    names = Spaces(rules_of(cardrules.Game(Rules(ruleset, "bids.yaml")))).actions.names
    assert name in names
    assert len(names) == count


def test_information_states_tell_apart_what_a_seat_can(amount: Amount) -> None:
    """Equal texts mean equal knowledge, own choices and history; other hands do not matter."""
    spaces = Spaces(rules_of(cardrules.load("tests/peers/rulesets/kuhn_poker.yaml", players=2)))
    texts: dict[str, set[tuple[str, ...]]] = {}
    for order in ("0S 1S 2S", "0S 2S 1S", "1S 0S 2S", "1S 2S 0S", "2S 0S 1S", "2S 1S 0S"):
        for moves in ((), ("pass",), ("bet",), ("pass", "bet")):
            episode = Episode(spaces, deck=order)
            for move in moves:
                episode.step(spaces.actions.names.index(move))
            for seat in range(2):
                own = str(episode.state.observation(seat).zones["hand"][seat])
                text = episode.information_state(seat)
                texts.setdefault(text, set()).add((str(seat), own, *moves))
    assert all(len(found) == 1 for found in texts.values())
    assert len(texts) == 2 * 3 * 4
