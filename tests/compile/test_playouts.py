"""The playout counts the forms of an action without listing them, and plays what the list would give.

Kind of mistake: a form that is counted although its action is not possible now, or another one than
that which was drawn. Each kind of choice stands beside each kind of condition.
"""

from __future__ import annotations

from itertools import product

import pytest

from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation import simulate
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import Tally

from .playing import HEAD, game

BODY = """
melds:
  pair: {{same: rank, size: 2}}
variables: {{n: {{type: number}}, kept: {{type: number}}}}
deal: {{do: shuffle stock then deal 5 each to hand}}
phases: {{turn: {{players: in turn from eldest}}}}
actions:
  go:
    phase: turn
    {choose}
    {when}
    do: |
      {do}
      if n mod 3 is 0 and hand is not empty: move first of hand to pile
  rest: {{phase: turn, do: add 1 to score of eldest}}
effects:
  next: {{on: go, do: add 1 to n}}
  again: {{on: rest, do: add 1 to n}}
  end: {{on: go, when: n > 9, do: end deal}}
  stop: {{on: rest, when: n > 9, do: end deal}}
match: {{deals: 1, winner: highest}}
"""

CHOICES = {
    "nothing": ("", "add 1 to kept"),
    "a card": ("{card: a card from hand}", "add value of card to score"),
    "some cards": ("{card: a card from hand where suit is hearts or value > n}", "add value of card to score"),
    "cards": ("{cards: 1 to 2 cards from hand}", "add total value over cards to score"),
    "cards where": ("{cards: 2 cards from hand where suit is hearts}", "add total value over cards to score"),
    "cards with": ("{cards: 1 or more cards from hand}", "add size of cards to score", "total value over cards is 9"),
    "a card with": ("{card: a card from hand}", "add value of card to score", "value of card > n"),
    "a number with": ("{number: a number from 0 to 6}", "add number to score", "number mod 2 is n mod 2"),
    "a meld": ("{both: a pair from hand}", "add value of first of both to score"),
    "a number": ("{number: a number from 1 to 3}", "add number to score"),
    "a number from": ("{number: a number from n to 5}", "add number to score"),
    "one number": ("{number: a number from n to n}", "add number to score"),
    "steps": ("{number: a number from 0 to 6 by 2}", "add number to score"),
    "a player": ("{p: a player from players}", "add 1 to score of p"),
    "a player where": ("{p: a player from players where size of hand of it > 3}", "add 1 to score of p"),
    "a suit": ("{s: a suit}", "add size of (hand where suit is s) to score"),
    "a rank": ("{r: a rank}", "add size of (hand where rank is r) to score"),
    "a number and a card": (
        "{number: a number from 2 to 5, card: a card from hand where value >= number}",
        "add number * value of card to score",
    ),
    "a player and a card": ("{p: a player from players, card: a card from hand}", "add value of card to score of p"),
    "a card and a card": (
        "{one: a card from hand, two: a card from hand where rank of it is rank of one and it is not one}",
        "add value of two to score",
    ),
    "a card and a number": (
        "{card: a card from hand, number: a number from 1 to value of card}",
        "add number to score",
    ),
}
CONDITIONS = {
    "always": "",
    "at times": "n mod 2 is 0",
    "of the hand": "size of hand > 3",
    "never": "n > 50",
    "of the seat": "actor is eldest or n > 4",
}


def measured(condition: str, head: str, choose: str, do: str, own: str = "") -> dict[str, object]:
    """Return what is measured of some games."""
    when = " and ".join(filter(None, (condition, own)))
    body = BODY.format(choose=f"choose: {choose}" if choose else "", when=f"when: {when}" if when else "", do=do)
    simulation = Simulation(rules_of(game(body, head=head)), ("random",) * 2, engine="python")
    tally, number = Tally(), 0
    while number < 8:
        number = simulation.play_on(number, 8, tally, None)
    shared = ("decisions", "choices", "forced", "branching", "score.0", "score.1", "actions.go", "actions.rest")
    return {name: tally.of(name) for name in shared}


@pytest.mark.parametrize("copies", ["", ", packs: 2"], ids=["one pack", "two packs"])
@pytest.mark.parametrize(("choice", "condition"), list(product(CHOICES, CONDITIONS)))
def test_playouts_play_what_lists_of_actions_say(
    choice: str, condition: str, copies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the playout, which draws one of so many forms, and by lists, from which one is drawn."""
    head = HEAD.replace("suits: clubs hearts}}", f"suits: clubs hearts{copies}}}}}")
    found: list[dict[str, object]] = []
    for watched in (0, 1 << 20):
        monkeypatch.setattr(simulate, "ALL_WATCHED", watched)
        found.append(measured(CONDITIONS[condition], head, *CHOICES[choice]))
    assert found[0] == found[1]
