"""What bots are asked at the table, and how they answer.

They think in workers (`processes.py`), so that no table waits for another one's bots. A worker is sent the rules of
the game that it thinks about, whatever their files say meanwhile. It keeps the rules and positions that it met last:
of a game that goes on it plays only the new actions.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

from ..interpreter.bots.bots import make_bot
from ..interpreter.bots.search.clock import DEFAULT_BUDGET
from ..interpreter.bots.view import View
from ..interpreter.errors import CardrulesError
from ..interpreter.shared import shared
from .loading import begun

if TYPE_CHECKING:
    from ..interpreter.bots.assessment import Assessment
    from ..interpreter.game.rules import Rules
    from ..interpreter.play.state import State

_KEPT: Final = 64  # games whose last position a worker keeps


class ThinkingError(CardrulesError):
    """A bot could not choose an action; the message says why."""


@shared(most=32)
def packed(rules: Rules) -> bytes:
    """Return rules as a worker is sent them."""
    return pickle.dumps(rules)


@lru_cache(maxsize=32)
def _unpacked(rules: bytes) -> Rules:
    return pickle.loads(rules)


_positions: dict[tuple[str, Rules], tuple[tuple[str, ...], State]] = {}


def _position(asked: Question) -> State:
    """Return the game that a question is about, as it stands."""
    rules, actions = _unpacked(asked.rules), asked.actions
    known, state = _positions.pop((asked.name, rules), ((), None))
    if state is None or known != actions[: len(known)]:
        known, state = (), begun(rules, asked.seed, asked.deck)
    for action in actions[len(known) :]:
        state.apply_action(action)
    _positions[asked.name, rules] = (actions, state)
    if len(_positions) > _KEPT:
        del _positions[next(iter(_positions))]
    return state


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a bot is asked to make.

    Attributes:
        name: the name of the game in the store.
        rules: the rules of the game, as `packed` returns them.
        seed: the seed of the game.
        deck: the first deal, if another program names it.
        actions: its actions so far.
        seat: the bot's seat.
        bot: the name of the bot.
        seconds: the time for the decision.
    """

    name: str
    rules: bytes
    seed: int
    deck: str
    actions: tuple[str, ...]
    seat: int
    bot: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot chose: an action in notation, and what its search found out, if it searched."""

    text: str
    assessment: Assessment | None = None


def choose(asked: Question) -> Answer:
    """Return the choice of a bot; a worker calls this."""
    state = _position(asked)
    player = make_bot(asked.bot, asked.seed + asked.seat, DEFAULT_BUDGET, asked.seconds)
    action = player.choose(View(state, asked.seat))
    return Answer(action.text, player.assessment)


class Thinkers(Protocol):
    """Where bots think."""

    async def choose(self, asked: Question) -> Answer:
        """Return what a bot chooses.

        Raises:
            ThinkingError: the bot, its worker or a rule failed.
        """
        ...

    def close(self) -> None:
        """Stop all that think."""
        ...
