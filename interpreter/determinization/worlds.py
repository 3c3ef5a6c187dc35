"""Sampled worlds: random positions that a seat cannot distinguish from the real one.

This is determinization, as in Monte Carlo search for games with hidden information. A world is
made in these steps:

1. *Deal* (`dealing.py`). The cards whose place the seat does not know are shuffled and dealt to
   the slots whose card it does not know; zones keep their sizes. In an ordered zone, cards that
   are known to be there at an unknown position fill unknown positions. Everything else stays.
2. *Walk back* (`walk_back.py`). The moves since the beginning of the deal are taken back, the last
   one first. A card that the seat saw move is that card. For a card that it did not see, a card of
   the target is chosen at random, among those that can have come there. So the world gets a past:
   it is part of the world which of its cards a hand drew when.
3. *Check*. Each decision of another seat must have been legal in that past, and cards that the
   seat once knew to be in a place must have been there.
4. *Exclusions* (`exclusions.py`). For each of these decisions, `past.py` finds the single cards
   that would have made it illegal: a player who draws because nothing can be played has no
   playable card. A card that is excluded from a hand at some time is not dealt to it unless it can
   have come later, and is the first to be taken back. If a world is still inconsistent, because a
   condition depends on several cards at once, a new one is dealt, within a budget.
5. *Choices and chance*. Sealed choices of other seats that are pending are replaced by random
   legal ones, without cards that are known to have come since. The random number generator gets
   a new seed. A given deck is removed.

Nothing depends on a hidden card, only on numbers of hidden cards. Seats with equal knowledge get
worlds of the same distribution.

What the seat was told about cards in a place with an order belongs to the card at that position,
and stays with it as long as the seat can follow its moves; it is dealt a card for which this holds.
Of a place without order it is known how many cards fulfilled the condition.

Limits:

- Without decisions to check, worlds are exactly uniform. With them, the exclusions make some
  worlds slightly more likely than others. How *probable* a decision was is not used: a bot that
  never takes the pile is not recognized.
- Decisions are checked, but not their effects. If a search for a low card ended with the third
  drawn card, this card need not be low in the world.
- For an action that the seat saw only in part, some legal action must look the same.
- Whether a decision depends on hidden cards is found by trying hands that together contain each of
  them once; a decision that is legal with all these hands is not checked again.
- If the budget is used up, `World.consistent` is false, and the world is the best that was found.
- Where time is limited, past decisions are examined for a part of it only, the latest first, and
  the others at a later decision of the seat.
- Variables and values in the frame (a `let` before an `ask`) that name hidden cards name those
  that are at the same places in the world (`renaming.py`). Numbers, ranks, suits and players that
  a rule computed from hidden cards stay.
- A table that the seat cannot see keeps its phase, its numbers of cards and its variables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..game.observation.redaction import sees
from ..runtime.position import Position
from .dealing import Spent, TableSampler

if TYPE_CHECKING:
    from ..play.state import State
    from ..runtime.chance import Random

BUDGET = 24
"""The most deals that are tried for a consistent world."""


@dataclass(frozen=True, slots=True)
class World:
    """A sampled world.

    Attributes:
        position: the position, in the bare build.
        consistent: whether everything that the seat saw is possible in the world.
    """

    position: Position
    consistent: bool


def sample_world(state: State, seat: int, rng: Random) -> World:
    """Return a random position that may be the real one, as far as a seat knows.

    Args:
        state: the real state; its hidden cards have no influence.
        seat: the seat.
        rng: the random numbers.

    >>> from ..runtime.chance import Random
    >>> from ..play.game import load
    >>> state = load("gin_slaughtre", options={"exchange": "none"}).new_initial_state(seed=7)
    >>> world = sample_world(state, 0, Random(1))
    >>> world.consistent, world.position.z_hand[0] == state.position.z_hand[0]
    (True, True)
    """
    return Sampler(state, seat).sample(rng)


class Sampler:
    """Samples many worlds for one seat in one position."""

    def __init__(self, state: State, seat: int, spent: Spent = lambda part: False) -> None:
        """Read what the seat knows.

        Args:
            state: the real state.
            seat: the seat.
            spent: tells whether a part of the time is over; without it there is no limit.
        """
        position = state.position
        self._tables = [TableSampler(state, seat, table, spent) for table in range(len(position.tables))]
        self._template = state.game.bare_position(position)
        for table in range(len(position.tables)):
            self._template.turn_to(table)
            self._template.deck = ()
        self._template.turn_to(position.table)
        self._reset_unseen(state, seat)

    def _reset_unseen(self, state: State, seat: int) -> None:
        """Reset the variables of players at tables that the seat cannot see."""
        fresh = self._template.clone()
        unseen = [other for other, table in enumerate(fresh.seated) if not sees(state.game, fresh, seat, table)]
        if not unseen:
            return
        state.game.bare.start(fresh)
        for variable in state.game.program.variables.values():
            if variable.each and variable.scope != "match":
                slot = f"v_{variable.name}"
                for other in unseen:
                    getattr(self._template, slot)[other] = getattr(fresh, slot)[other]

    def sample(self, rng: Random) -> World:
        """Return one world, made with these random numbers."""
        position = self._template.clone()
        consistent = True
        for number, table in enumerate(self._tables):
            position.turn_to(number)
            consistent &= table.fill(position, rng, BUDGET)
        position.turn_to(self._template.table)
        position.rng = rng.below(1 << 32) << 32 | rng.below(1 << 32)
        return World(position, consistent)
