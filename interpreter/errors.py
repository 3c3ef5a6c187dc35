"""The exceptions that cardrules raises, in one class hierarchy.

    CardrulesError
    +-- RulesetError        a ruleset has errors; `.diagnostics` lists them
    +-- OptionError         an option, variant or value that the game does not offer
    +-- PlayerCountError    the game is not for that many players
    +-- SetupError          a ruleset, seat, deal or seed that is not possible
    +-- DeckError           a given deck lacks a card, or has one too many or unknown
    +-- PositionError       a given position is impossible: a card in two places, an unknown zone
    +-- SaveFileError       a saved state is damaged, edited, or of another game
    +-- IllegalActionError  the rules do not allow that action now; the state is unchanged
    +-- StepBudgetError     a rule ran longer than its step budget allows
    +-- NobodyError         a rule asked for the cards or the score of nobody
    +-- ColumnError         a rule asked for a column that a variable does not have
    +-- PileError           a rule asked for a pile on the table that does not exist
    +-- SeatingError        a rule sent a player to a table that does not exist
    +-- BotError            a bot raised an exception, chose an illegal action, or took too long
    +-- WorkersLostError    the processes that play a simulation die again and again

All but the last seven mean that a value was wrong, and are also `ValueError`s. The public functions
and methods raise no other exceptions because of what an author or a player wrote, or because an
argument has a wrong type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .diagnostics import concise, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .diagnostics import Diagnostic, Sources


class CardrulesError(Exception):
    """The base of all exceptions of cardrules."""


class RulesetError(CardrulesError, ValueError):
    """A ruleset cannot be played as it is written.

    `str()` gives one line for each diagnostic: place, code, message and help.

    Attributes:
        diagnostics: The errors, in the order of the file.
        sources: The texts that the diagnostics point into, by file name.
    """

    diagnostics: tuple[Diagnostic, ...]
    sources: Sources

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Sources) -> None:
        """Keep the diagnostics and the sources they point into."""
        self.diagnostics = tuple(diagnostics)
        self.sources = dict(sources)
        # Both go into args, so that the error survives pickling between processes.
        super().__init__(self.diagnostics, self.sources)

    def __str__(self) -> str:
        """Return the diagnostics, one to a line."""
        return "\n".join(self._line(each) for each in self.diagnostics)

    def _line(self, diagnostic: Diagnostic) -> str:
        line = concise(diagnostic, self.sources)
        if not diagnostic.help:
            return line
        return f"{line}{' ' if line.endswith('.') else '; '}{printable(diagnostic.help)}"


class OptionError(CardrulesError, ValueError):
    """An option or variant is unknown, or an option's value is not among those it allows."""


class PlayerCountError(CardrulesError, ValueError):
    """The ruleset is not for that many players."""


class SetupError(CardrulesError, ValueError):
    """An argument has a wrong type, or is a seat or deal that the game does not have."""


class DeckError(CardrulesError, ValueError):
    """A given deck does not hold exactly the cards of the game."""


class PositionError(CardrulesError, ValueError):
    """A given position is impossible, or names something that the game does not have."""


class SaveFileError(CardrulesError, ValueError):
    """A saved state is cut off, edited, of another version, or of another ruleset."""


class IllegalActionError(CardrulesError, ValueError):
    """The action is not legal in this state, or is not an action at all; the message says why.

    The state that refused it is unchanged.

    Attributes:
        reason: why it is not legal, without the legal actions that the message names.
    """

    def __init__(self, reason: str, legal: str = "") -> None:
        """Prepare the error: the reason, and the legal actions as the end of its message."""
        super().__init__(f"{reason}{legal}")
        self.reason = reason


class StepBudgetError(CardrulesError):
    """Rules took more steps than their budget, or made a number too big: they may never end."""


class ColumnError(CardrulesError):
    """A rule asked for a column that a variable does not have."""


class PileError(CardrulesError):
    """A rule asked for a pile on the table that does not exist."""


class SeatingError(CardrulesError):
    """A rule sent a player to a table that does not exist, or left a table without players."""


class NobodyError(CardrulesError):
    """A rule asked for a zone or variable of a player, but the player was nobody."""


class BotError(CardrulesError):
    """A bot raised an exception, chose an illegal action, or took too long."""


class WorkersLostError(CardrulesError):
    """The processes that play the games of a simulation die again and again."""
