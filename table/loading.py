"""Rulesets as their files are now.

What was read is kept as long as the files are not edited. A game in play keeps the rules that it
began with; the games that begin later have the edited ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..interpreter.play import game
from ..interpreter.resolve.resolve import unedited
from ..interpreter.shared import shared

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules
    from ..interpreter.play.state import State
    from .store import Settings


def load(settings: Settings) -> Rules:
    """Return the game with some settings.

    Raises:
        CardrulesError: it cannot be loaded.
    """
    return rules_of(settings.ruleset, settings.players, settings.variant, settings.options)


def begun(rules: Rules, seed: int, deck: str) -> State:
    """Return the first state of a game.

    Args:
        rules: the game.
        seed: its seed.
        deck: the first deal as another program names it; empty if the seed decides.

    Raises:
        DeckError: the game has no such deal.
    """
    return game.Game(rules).new_initial_state(seed, deck=deck or None)


def _unedited(rules: Rules) -> bool:
    return unedited(rules.loaded.resolved.sources)


@shared(most=64, holds=_unedited)
def rules_of(ruleset: str, players: int | None, variant: str | None, options: tuple[str, ...] = ()) -> Rules:
    """Return the game of a ruleset.

    Args:
        ruleset: a bare name or a path.
        players: the number of players; None for the one that the ruleset prefers.
        variant: the name of a variant.
        options: values of options, as texts `option=value`.

    Raises:
        CardrulesError: it cannot be loaded.
    """
    return game.rules_of(game.load(ruleset, players=players, variant=variant, settings=options))
