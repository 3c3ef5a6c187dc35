"""Random games of the bundled patiences are played by models that do not know the rulesets: moves and results agree."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random

import pytest

import cardrules

from .canfield import Canfield
from .castle import KINDS, Castle
from .forecell import ForeCell
from .forty_thieves import Thieves
from .golf_patience import Golf
from .patience import Cells, FreeCell, Patience, pack
from .pyramid import Pyramid
from .scorpion import Scorpion
from .spider import Spider
from .tripeaks import TriPeaks
from .yukon import Yukon

MOST = 400
"""Moves of a game; random moves of a patience may go round and round."""


class NamedScorpion(Scorpion):
    """Scorpion with moves as the ruleset writes them: it also names the column that a card leaves."""

    def moves(self) -> set[str]:
        found = {"give_up"} if not self.stock else set[str]()
        for move in super().moves():
            match move.split():
                case ["carry", target, card]:
                    source = next(number for number, column in enumerate(self.columns) if card in column)
                    found.add(f"carry #{source + 1} {card} {target}")
                case ["deal"]:
                    found.add("deal_row")
                case _:
                    found.add(move)
        return found

    def play(self, move: str) -> None:
        match move.split():
            case ["carry", _, card, target]:
                super().play(f"carry {target} {card}")
            case ["deal_row"]:
                super().play("deal")
            case _:
                super().play(move)


class VainCanfield(Canfield):
    """Canfield that may also be given up when the waste was turned over and nothing was played since."""

    vain = False

    def moves(self) -> set[str]:
        found = super().moves()
        stuck = not self.stock and not any(move.startswith("home") for move in found)
        return found | {"give_up"} if stuck and (self.vain or "turn_over" not in found) else found

    def play(self, move: str) -> None:
        super().play(move)
        self.vain = move == "turn_over" or (move == "draw" and self.vain)


beginners = partial(VainCanfield, first_turned=False)


class LostPyramid(Pyramid):
    """Pyramid that is lost as soon as nothing can be done, as the ruleset has it: nobody needs to give up."""

    def play(self, move: str) -> None:
        super().play(move)
        if not self.result and self.moves() == {"give_up"}:
            self.result = -1


class LostTriPeaks(TriPeaks):
    """TriPeaks that is lost as soon as nothing can be played, as the ruleset has it: nobody needs to give up."""

    def play(self, move: str) -> None:
        super().play(move)
        if not self.result and self.moves() == {"give_up"}:
            self.result = -1


GAMES: dict[tuple[str, str], tuple[Callable[[Sequence[str]], Patience], list[str]]] = {
    **{(name, "{}"): (partial(Castle, kind), pack()) for name, kind in KINDS.items()},
    ("freecell", "{}"): (partial(FreeCell, Cells()), pack()),
    ("freecell", '{"cells": 2}'): (partial(FreeCell, Cells(cells=2)), pack()),
    ("bakers_game", "{}"): (partial(FreeCell, Cells(in_suit=True)), pack()),
    ("eight_off", "{}"): (partial(FreeCell, Cells(8, 8, 4, in_suit=True, kings_only=True)), pack()),
    ("seahaven_towers", "{}"): (partial(FreeCell, Cells(4, 10, 2, in_suit=True, kings_only=True)), pack()),
    ("forecell", "{}"): (ForeCell, pack()),
    ("spider", "{}"): (Spider, pack(copies=2)),
    ("spider", '{"suits": "two"}'): (Spider, pack("HS", 4)),
    ("spider", '{"suits": "one"}'): (Spider, pack("S", 8)),
    ("simple_simon", "{}"): (partial(Spider, simon=True), pack()),
    ("yukon", "{}"): (Yukon, pack()),
    ("russian", "{}"): (partial(Yukon, in_suit=True), pack()),
    ("scorpion", "{}"): (NamedScorpion, pack()),
    ("golf_patience", "{}"): (partial(Golf, on_kings=True), pack()),
    ("golf_patience", '{"on_kings": false}'): (Golf, pack()),
    ("golf_patience", '{"around": true}'): (partial(Golf, on_kings=True, around=True), pack()),
    ("canfield", "{}"): (beginners, pack()),
    ("canfield", '{"at_once": 1, "passes": 2, "any_part": true}'): (
        partial(beginners, at_once=1, redeals=1, moved="any"),
        pack(),
    ),
    ("pyramid", "{}"): (LostPyramid, pack()),
    ("pyramid", '{"whole": false}'): (partial(LostPyramid, whole=False), pack()),
    ("pyramid", '{"redeals": 0, "stock_up": false}'): (partial(LostPyramid, redeals=0, stock_up=False), pack()),
    ("tripeaks", "{}"): (LostTriPeaks, pack()),
    ("tripeaks", '{"around": false}'): (partial(LostTriPeaks, wraps=False), pack()),
    ("forty_thieves", "{}"): (Thieves, pack(copies=2)),
    ("forty_thieves", '{"building": "colours"}'): (partial(Thieves, in_suit=False), pack(copies=2)),
}
"""The models: for each ruleset and its options the model and the cards."""


@cache
def load(name: str, options: str) -> cardrules.Game:
    return cardrules.load(name, options=json.loads(options))


def compare(name: str, options: str, deals: int, most: int = MOST) -> int:
    """Play random deals with a ruleset and the model of it; return the number of positions that were compared."""
    game, (made, cards), positions = load(name, options), GAMES[name, options], 0
    for seed in range(deals):
        chance = Random(seed)
        deck = chance.sample(cards, len(cards))
        state, model = game.new_initial_state(deck=deck), made(deck)
        for _ in range(most):
            legal = sorted(map(str, state.legal_actions()))
            assert legal == sorted(model.moves())
            positions += 1
            # Who gives up as soon as possible sees little of a game.
            move = chance.choice([each for each in legal if each != "give_up" or chance.random() < 0.05] or legal)
            state.apply_action(move)
            model.play(move)
            assert state.scores() == [model.homes]
            assert state.is_terminal() == bool(model.result)
            if state.is_terminal():
                assert (state.winners() == [0]) == (model.result == 1)
                break
    return positions


@pytest.mark.soak
@pytest.mark.parametrize(("name", "options"), GAMES, ids=map(" ".join, GAMES))
def test_random_games_agree_with_a_model(name: str, options: str, amount: Callable[[int, int], int]) -> None:
    assert compare(name, options, amount(2, 500), amount(100, MOST))
