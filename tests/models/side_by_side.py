"""A ruleset and a model of the same game, played side by side: the same legal moves, actors and scores.

The modules of this folder that are named after games are models, written from published descriptions by somebody who
had not seen the ruleset, and run like an engine of others. A model takes the deal of a game played with a ruleset, says
who is to act, which moves are legal, and what everybody scores when the deal is over. Cards are two letters, rank and
suit: `TH` is the ten of hearts. A move is a tuple of words: `("play", "TH")`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

import cardrules

from ..peers.adapter import cards

Move = tuple[str, ...]


SELDOM = 0.05


class Model(Protocol):
    """One deal of a game."""

    def actors(self) -> list[int]: ...
    def legal(self, seat: int) -> set[Move]: ...
    def apply(self, seat: int, move: Move) -> None: ...
    def scores(self) -> Sequence[float]: ...


def plain(state: cardrules.State, words: Move) -> Move:
    """The model's move is the action, word for word."""
    return words


@dataclass(frozen=True)
class Pair:
    """A ruleset and the model of it.

    Attributes:
        ruleset: the game.
        begin: makes the model of a deal that has just begun.
        move: the model's move for an action, given as words.
        players: how many play.
        options: the values of options.
        skipped: phases that the model does not have.
        seldom: actions that are chosen seldom, for they end most deals soon.
        score: what the model's scores are to be compared with; None: what the deal added to the scores.
        limit: the decisions after which the ruleset stops a deal, which has no result then; 0 if none is so long.
    """

    ruleset: str | Path
    begin: Callable[[cardrules.State], Model]
    move: Callable[[cardrules.State, Move], Move] = plain
    players: int = 4
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    skipped: frozenset[str] = frozenset()
    seldom: frozenset[str] = frozenset()
    score: Callable[[cardrules.State], Sequence[float]] | None = None
    limit: int = 0


def variable(state: cardrules.State, name: str) -> Any:
    """The value of a variable of the rules, whoever may see it."""
    return getattr(state.position, f"v_{name}")


def hands(state: cardrules.State, zone: str = "hand") -> list[list[str]]:
    return [cards(state, zone, seat) for seat in range(len(state.returns()))]


def stock(state: cardrules.State) -> list[str]:
    """The stock, the next card to be drawn first."""
    return cards(state, "stock")[::-1]


def dealer(state: cardrules.State) -> int:
    return state.position.dealer


def jokers(texts: Sequence[str]) -> list[str]:
    """Cards with the model's name of jokers."""
    return ["XX" if text == "Jo" else text for text in texts]


def differences(pair: Pair, deals: int, seed: int = 0) -> tuple[int, list[str]]:
    """Plays random games with a ruleset and the model of it, until something differs.

    Returns:
        How many decisions were compared, and what differs first.
    """
    game = cardrules.load(pair.ruleset, players=pair.players, options=pair.options)
    chance = Random(seed)
    decisions = played = 0
    state: cardrules.State | None = None
    while played < deals:
        if state is None or state.is_terminal():
            seed += 1
            state = game.new_initial_state(seed)
        while state.phase in pair.skipped:
            state.apply_action(chance.choice(state.legal_actions()))
        model, before, deal = pair.begin(state), state.scores(), state.position.deal
        where, begun = f"seed {seed}, deal {deal}", decisions
        while not state.is_terminal() and state.position.deal == deal:
            seat, actions = state.current_player(), state.legal_actions()
            moves = {str(action): pair.move(state, tuple(str(action).split())) for action in actions}
            if seat not in model.actors():
                return decisions, [f"{where}: seat {seat} is to act, in the model {model.actors()}"]
            decisions += 1
            legal = model.legal(seat)
            if legal != set(moves.values()):
                only, lacking = set(moves.values()) - legal, legal - set(moves.values())
                return decisions, [f"{where}: only the ruleset allows {only}, only the model {lacking}"]
            kinds = {str(action).split()[0] for action in actions}
            if kinds - pair.seldom and chance.random() > SELDOM:
                kinds -= pair.seldom
            kind = chance.choice(sorted(kinds))
            action = chance.choice([each for each in actions if str(each).split()[0] == kind])
            model.apply(seat, moves[str(action)])
            state.apply_action(action)
        if pair.limit and decisions - begun >= pair.limit:
            played += 1
            continue
        if model.actors():
            return decisions, [f"{where}: the deal is over, but in the model {model.actors()} are to act"]
        gained = (
            pair.score(state) if pair.score else [new - old for old, new in zip(before, state.scores(), strict=True)]
        )
        if gained != model.scores():
            return decisions, [f"{where}: the scores are {gained}, in the model {model.scores()}"]
        played += 1
    return decisions, []
