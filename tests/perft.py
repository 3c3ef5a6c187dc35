"""Perft: how many sequences of actions lead from a position to a depth.

Perft comes from chess programming, where it tests move generators: a change that makes one faster
must not change the numbers. Here a position is given by a seed and a number of random actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random

if TYPE_CHECKING:
    from cardrules.interpreter.core.machine import Machine
    from cardrules.interpreter.play.game import Game
    from cardrules.interpreter.runtime.position import Position


TRIES = 1000
"""The most games that are tried to reach a position after some actions."""


def perft(machine: Machine, position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` actions from a position.

    Sequences that end the game earlier are not counted. Random events use the generator of the
    position, so they happen as they would in play.

    Args:
        machine: either build of a game.
        position: a position of that build; it is not changed.
        depth: the length of the sequences, at least 1.
    """
    if position.pc < 0:
        return 0
    actions = machine.legal[position.pc](position)
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = position.clone()
        machine.play(after, action)
        count += perft(machine, after, depth - 1)
    return count


def opening(game: Game, machine: Machine, seed: int, played: int = 0) -> Position:
    """Return a dealt position after some random actions.

    If a game is over before the last of them, the game of the next seed is tried.

    Args:
        game: the game.
        machine: either build of it.
        seed: the seed of the deal and of the random actions.
        played: the number of random actions.

    Raises:
        SetupError: the game of each tried seed is over before.
        RulesetError: a decision has no legal action.
    """
    for offset in range(TRIES):
        position = initial_position(rules_of(game), machine, seed + offset)
        machine.advance(position, START_OF_DEAL)
        choice = Random(~(seed + offset)).choice
        for _ in range(played):
            if position.pc >= 0:
                actions = machine.legal[position.pc](position)
                if not actions:
                    rules_of(game).no_legal_action(position)
                machine.play(position, choice(actions))
        if position.pc >= 0:
            return position
    raise SetupError(f"{TRIES} games in a row are over before {played} actions are played")
