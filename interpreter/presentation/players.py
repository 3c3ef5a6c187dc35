"""The players at a table: people and bots, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from ..diagnostics import brief, counted

if TYPE_CHECKING:
    from collections.abc import Iterable

HUMAN: Final = "human"

LONGEST_NAME: Final = 20
"""The most characters of a player's name."""

_NAMES: Final = tuple("Anna Ben Clara David Emma Felix Greta Henry Ida Jonas Kate Leo Mia Noah Olga Paul".split())
"""Names of players to whom `--names` gives none; further players are numbered."""


def number_of_players(least: int, most: int) -> str:
    """Return with how many players a game can be played, in words.

    >>> number_of_players(1, 1), number_of_players(2, 4)
    ('1 player', '2 to 4 players')
    """
    return counted(most, "player") if least == most else f"{least} to {most} players"


def name_problem(name: str, *, one_word: bool = False) -> str | None:
    """Return why nobody can be called so; None if a player can.

    Args:
        name: the name.
        one_word: whether it may have no blanks.

    >>> name_problem("Kim Lee"), name_problem("You")
    (None, "nobody can be called 'you'")
    """
    short = len(name) <= LONGEST_NAME and not (one_word and " " in name)
    if not (short and name.isprintable() and name[:1].isalpha()):
        begins = "is one word that begins" if one_word else "begins"
        return f"a name {begins} with a letter and has at most {LONGEST_NAME} characters, unlike {brief(name)}"
    return "nobody can be called 'you'" if name.lower() in ("you", "your") else None


def names_problem(names: Iterable[str]) -> str | None:
    """Return why players cannot have some names together; None if they can.

    >>> names_problem(["Kim", "kim"])
    'two players have the same name'
    """
    lower = [name.lower() for name in names]
    return "two players have the same name" if len({*lower}) < len(lower) else None


@dataclass(frozen=True, slots=True)
class Players:
    """The players of a game at the terminal.

    Attributes:
        kinds: `human` or the name of a bot, by seat.
        names: What each is called, by seat. No two names are equal.
    """

    kinds: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def named(cls, kinds: tuple[str, ...], names: tuple[str, ...] = ()) -> Players:
        """Return players of whom the first may have names; the others get names.

        >>> Players.named(("human", "rollout", "rollout"), ("", "Kim")).names
        ('You', 'Kim', 'Anna')
        >>> Players.named(("human", "human", "random")).names
        ('Anna', 'Ben', 'Clara')
        """
        taken = {name.lower() for name in names}
        usual = (name for name in _NAMES if name.lower() not in taken)
        alone = kinds.count(HUMAN) == 1
        found: list[str] = []
        for seat, (kind, name) in enumerate(zip_longest(kinds, names[: len(kinds)])):
            default = "You" if alone and kind == HUMAN else f"Player {seat + 1}"
            found.append(name or (default if default == "You" else next(usual, default)))
        return cls(kinds, tuple(found))

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == HUMAN]

    def who(self, seat: int, viewer: int | None) -> str:
        """Return what a seat is called in a sentence to a viewer: "you", or its name."""
        return "you" if seat == viewer else self.names[seat]

    def whose(self, seat: int, viewer: int | None, thing: str) -> str:
        """Return a thing with its owner: "your hand", "Ben's hand"."""
        return f"your {thing}" if seat == viewer else f"{self.names[seat]}'s {thing}"
