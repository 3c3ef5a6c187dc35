"""The option `--deck`: the deal that a game begins with, as a text or from a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from ...interpreter.game.rules import Rules
    from ...interpreter.interchange.pbn import Board
    from ...interpreter.play.state import State

_LARGEST: Final = 50_000_000  # bytes of a file
_WAYS: Final = (
    "Write 'microsoft 617', 'pysol 12345', a file such as club.pbn or club.pbn:12, four hands, or all cards in order."
)


@dataclass(frozen=True, slots=True)
class Given:
    """The deal of a game.

    Attributes:
        deck: the cards, or the name of the deal.
        dealer: the seat of the dealer; None if the rules decide.
        title: what a person calls the deal; empty where only cards are given.
    """

    deck: str
    dealer: int | None = None
    title: str = ""

    def begun(self, game: Rules, seed: int) -> State:
        """Return the first state of a game with this deal.

        Args:
            game: the rules.
            seed: the seed of all later chance.

        Raises:
            click.ClickException: the game has no such deal.
        """
        from ...interpreter.errors import DeckError
        from ...interpreter.play.game import Game

        try:
            return Game(game).new_initial_state(seed, deck=self.deck, dealer=self.dealer)
        except DeckError as error:
            raise click.ClickException(f"--deck: {error}. {_WAYS}") from None


def given_deck(text: str) -> Given:
    """Return the deal that was asked for.

    Args:
        text: cards, the name of a deal, or a file of Portable Bridge Notation and perhaps the number of a board, as in
            `club.pbn:12`.

    Raises:
        click.ClickException: there is no such file or board.
    """
    from ...interpreter.interchange.decks import numbered

    file, _, number = text.rpartition(":")
    if not (file.lower().endswith(".pbn") and number.isascii() and number.isdecimal()):
        file, number = text, ""
    if not file.lower().endswith(".pbn"):
        return Given(text, title=" ".join(text.split()) if numbered(text) is not None else "")
    board = _board(file, int(number[:9]) if number else None)
    named = f"board {board.number} of {Path(file).name}" if board.number else Path(file).name
    return Given(board.hands, board.dealer, named)


def _board(file: str, number: int | None) -> Board:
    """Return a board of a file; the first one if no number is given."""
    from ...interpreter.interchange.pbn import boards

    path = Path(file).expanduser()
    try:
        if path.stat().st_size > _LARGEST:
            raise click.ClickException(f"'{file}' is larger than {_LARGEST // 1_000_000} MB.")
        text = path.read_text("utf-8", errors="replace")
    except OSError as error:
        raise click.ClickException(f"'{file}' cannot be read: {error.strerror or error}.") from None
    found = list(boards(text))
    if not found:
        raise click.ClickException(f"'{file}' has no deal: no line is a tag such as [Deal \"N:…\"].")
    if number is None:
        return found[0]
    for board in found:
        if board.number == number:
            return board
    numbers = [str(board.number) for board in found if board.number is not None]
    some = f"it has {', '.join(numbers[:10])}{', …' * (len(numbers) > 10)}" if numbers else "its boards have no numbers"
    raise click.ClickException(f"'{file}' has no board {number}; {some}.")
