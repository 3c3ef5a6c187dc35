"""What a search found out about the actions that it compared: the reasons of its choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..game.action import Action


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that a search tried.

    Attributes:
        action: The action.
        tried: In how many simulations.
        result: The mean result, from -1 (lost) to 1 (won). Only comparisons within one assessment
            have a meaning.
        points: The mean of what the seat gained on the other sides in the deal; None in a game
            without scores. It may include the ruleset's `bots.value` (`Assessment.estimated`).
    """

    action: Action
    tried: int
    result: float
    points: float | None


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a search found out for one decision.

    Attributes:
        candidates: The actions that were tried, the chosen one first and the others by how long
            the search considered them.
        legal: The number of legal actions, which can be larger.
        simulations: How many games the search played on from here, in sampled worlds.
        decided: Whether most of them ended with the game, so that results without points are
            chances to win; else they also say what the ruleset's `bots.value` found.
        estimated: Whether the points include what `bots.value` found, which may be no points of
            the score: some simulations ended before the deal, or it counts what lasts for the match.
    """

    candidates: tuple[Candidate, ...]
    legal: int
    simulations: int
    decided: bool = True
    estimated: bool = False

    @property
    def chosen(self) -> Candidate:
        """What the search chose."""
        return self.candidates[0]

    def instead(self, action: Action) -> Candidate | None:
        """Return what was found out about an action; None if it was not tried."""
        return next((each for each in self.candidates if each.action == action), None)
