"""What native code of a game is wanted for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..library.trials import Trial
    from .policies import Policy
    from .searching import Searched
    from .watching import Watched


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a module must be able to do besides playing games at random.

    Attributes:
        told: the slots of the last position that are reported about each game.
        turns: the sites at which the seat to act has a turn.
        watched: what is observed before each decision, if anything is.
        policy: how players choose; by default all choose at random.
        playouts: whether it also plays on from given positions, which needs a policy.
        searched: what tree searches must know, if there are any; they need playouts.
        actions: whether it also lists and does the legal actions of a given position.
        returns: whether it also plays copies of given positions to their ends, and tells what they return.
        trial: how games are played if they are trial games, by a build with a trace.
    """

    told: Sequence[str] = ()
    turns: frozenset[int] = frozenset()
    watched: Watched | None = None
    policy: Policy | None = None
    playouts: bool = False
    searched: Searched | None = None
    actions: bool = False
    returns: bool = False
    trial: Trial | None = None
