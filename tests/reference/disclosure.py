"""What an action tells, by definition: what all see of it depends on what somebody does not know.

The game is played again up to the action. There two cards that a seat cannot tell apart change
places, or chance goes another way. An action that then comes out differently cannot be taken back.
"""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

from cardrules.interpreter.errors import CardrulesError
from cardrules.interpreter.play.state import State
from cardrules.interpreter.syntax import types as ty

from .game import Player
from .position import Card, Position, canonical

FACE = tuple(field.name for field in fields(Card))


def told(state: State, seed: int, action: str, rng: Random) -> str | None:
    """Return how an action tells something hidden; None if no attempt shows that it does.

    Args:
        state: the position before the action, which says what each seat knows.
        seed: the seed of the game.
        action: a legal action.
        rng: chooses the cards that change places.
    """
    if state.position.pending:  # others have made a secret choice, which fits their own cards
        return None
    if state.game.program.tables is not None:  # each card is there once for each table
        return None
    done = [each.text for each in state.history()]

    def again() -> Player:
        player = Player(state.game.program, seed=seed)
        for text in done:
            player.apply(text)
        return player

    expected = outcome(again(), action)
    other = again()
    other.here.chance.state ^= 1 << 40
    if outcome(other, action) != expected:
        return f"'{action}' depends on chance"
    for seat in range(state.game.players):
        for one, two in pairs(state, seat, action, rng):
            world = again()
            exchange(world.here, one, two)
            if action in world.legal_actions() and outcome(world, action) != expected:
                cards = state.game.program.pack.text
                return f"'{action}' tells seat {seat} apart {cards[one]} and {cards[two]}"
    return None


def pairs(state: State, seat: int, action: str, rng: Random) -> list[tuple[int, int]]:
    """Return some pairs of cards that a seat cannot tell apart.

    The cards that were chosen are not among them. Who may not see them does not know that it was
    these that moved.
    """
    position, recorder, text = state.position, state.game.recorder, state.game.program.pack.text
    chosen = action.split()
    hidden = [
        card for card in range(len(text)) if text[card] not in chosen and recorder.is_secret(position, [card], seat)
    ]
    return [(rng.choice(hidden), rng.choice(hidden)) for _ in range(2)] if hidden else []


def exchange(here: Position, one: int, two: int) -> None:
    """Let two cards change places, wherever they lie, are kept or have a name."""
    a, b = here.cards[one], here.cards[two]
    for name in FACE:
        of_a, of_b = getattr(a, name), getattr(b, name)
        object.__setattr__(a, name, of_b)
        object.__setattr__(b, name, of_a)
    here.cards[one], here.cards[two] = b, a
    for name, _, held in here.places():
        if not here.program.zones[name].ordered:
            held[:] = canonical(held)


def outcome(player: Player, action: str) -> Any:
    """Do an action, and return what all see of the position after it, or the error."""
    try:
        player.apply(action)
    except CardrulesError as error:
        return type(error)
    here = player.here
    found = player.contents()
    del found["random"]
    found["zones"] = [len(held) for _, _, held in here.places()]
    for variable in here.program.variables.values():
        if variable.type in ty.OF_CARDS:
            held = found["variables"].pop(variable.name)
            if variable.type != ty.CARD:
                found[variable.name] = list(map(len, held)) if variable.each else len(held)
    return found, here.table.phase, player.result()
