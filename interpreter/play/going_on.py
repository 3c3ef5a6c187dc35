"""A game that goes on under other rules: its moves are played again, as far as the new rules allow them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics import printable
from ..errors import CardrulesError, IllegalActionError
from ..game.setup.opening import opening_from_data
from .state import State

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..game.rules import Rules
    from ..game.setup.opening import Opening


class Move(NamedTuple):
    """A move that was played: the seat, None if that is not known, and the action in notation."""

    seat: int | None
    text: str


class Continued(NamedTuple):
    """A game under other rules.

    Attributes:
        state: the game after the moves that could be played again.
        refused: the number of the first move that could not, from 1; 0 if there is none.
        reason: why it could not, a sentence without its full stop.
        actor: who has to move there instead, if that is why.
    """

    state: State
    refused: int = 0
    reason: str = ""
    actor: int | None = None

    def told(self, moves: Sequence[Move], names: Sequence[str]) -> str:
        """Return what became of the game, in sentences.

        Args:
            moves: the moves that were played again.
            names: what the players are called.
        """
        stands = f"after move {len(moves)}" if moves else "at its beginning"
        if not self.refused:
            return f"The game goes on {stands}."
        seat = moves[self.refused - 1].seat
        whose = "" if self.actor is None or seat is None else f" of {names[seat]}"
        reason = self.reason if self.actor is None else f"{names[self.actor]} is to move there now"
        move = printable(moves[self.refused - 1].text)
        stands = f"after move {self.refused - 1}" if self.refused > 1 else "at its beginning"
        what = f"Move {self.refused}, '{move}'{whose}, is not legal any more: {printable(reason)}."
        return f"{what} The game stands {stands}."


class Script:
    """The moves of a game whose rules change, also those that were refused the last time.

    They are tried again as long as no person has moved since.
    """

    def __init__(self) -> None:
        """Begin without moves."""
        self._whole: tuple[Move, ...] = ()
        self._reached: tuple[Move, ...] = ()  # those of them that were played again

    def moves(self, state: State, people: Collection[int]) -> tuple[Move, ...]:
        """Return the moves to play under other rules.

        Args:
            state: the game as it stands.
            people: the seats of people.
        """
        moves, reached = moves_of(state), self._reached
        since = moves[len(reached) :]
        again = moves[: len(reached)] == reached and not any(move.seat in people for move in since)
        return self._whole if self._whole and again else moves

    def note(self, moves: tuple[Move, ...], found: Continued) -> None:
        """Note how far moves could be played."""
        self._whole = moves if found.refused else ()
        self._reached = moves_of(found.state)

    def stands(self, state: State) -> bool:
        """Return whether a game stands where its next move was refused."""
        return bool(self._whole) and moves_of(state) == self._reached


def moves_of(state: State) -> tuple[Move, ...]:
    """Return the moves of a game."""
    return tuple(Move(step.seat, state.game.notation.text(step.raw)) for step in state.steps())


def go_on(before: Rules, opening: Opening, moves: Sequence[Move], rules: Rules) -> Continued:
    """Play the moves of a game again under other rules, up to the first that they do not allow.

    Args:
        before: the rules until now.
        opening: how the game began.
        moves: its moves.
        rules: the new rules.

    Raises:
        CardrulesError: the game cannot even begin as it did.
    """
    return play_again(State.begun(rules, opening_from_data(rules, opening.data(before))), moves)


def play_again(state: State, moves: Sequence[Move]) -> Continued:
    """Play moves from a state on, up to the first that its rules do not allow.

    Args:
        state: the game at its beginning.
        moves: what was played in it under other rules.
    """
    for number, move in enumerate(moves, 1):
        actor = state.current_player()
        if actor is None:
            return Continued(state, number, "the game is over before it")
        if move.seat not in (None, actor):
            return Continued(state, number, "another player is to move", actor)
        after = state.clone()
        try:
            after.apply_action(state.game.notation.modern(move.text))
            after.legal_actions()  # nobody can go on from a position without any
        except IllegalActionError as error:
            return Continued(state, number, error.reason)
        except CardrulesError as error:
            return Continued(state, number, str(error).rstrip("."))
        state = after
    return Continued(state)
