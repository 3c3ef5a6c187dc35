"""The spaces of a game: its actions and observations by number, also for a bot by its view."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

from ..interpreter.bots.view import View, choices, read_game
from ..interpreter.diagnostics import brief
from ..interpreter.errors import SetupError
from ..interpreter.shared import Locks, kept_with
from ..interpreter.source.scalars import MAX_NUMBER
from .actions import ActionSpace
from .arguments import integer
from .choice import Choice
from .observations import Array, ObservationSpace
from .past import last_actions, last_facts

if TYPE_CHECKING:
    from ..interpreter.core.machine import Raw
    from ..interpreter.game.action import Action
    from ..interpreter.game.rules import Rules
    from ..interpreter.play.state import State
    from .choice import Mask

METADATA = "cardrules"
"""The key under which a file of a network says for which spaces it was made."""

Steps = SupportsIndex | Sequence[int] | NDArray[Any]
"""The number of an action, or those of its steps so far."""

Policy = Callable[[Array, "Mask"], Any]
"""Chooses a number, given an observation and a mask."""


class Spaces:
    """The action space and the observation space of a game.

    Attributes:
        game: the game.
        actions: the numbers of its actions.
        observations: the entries of its observations.
        size: the length of an observation: what a seat knows, and one entry for each number of the
            action space, 1 for the steps of an unfinished action of that seat.

    A bot gets by its view what an environment gives its seat:

    >>> import cardrules
    >>> state = cardrules.load("hearts").new_initial_state(seed=1)
    >>> view = cardrules.View(state, state.current_player())
    >>> spaces = cardrules.environments.spaces(view)
    >>> spaces.observe(view).shape == (spaces.size,)
    True
    >>> first = int(spaces.mask(view).argmax())
    >>> spaces.actions.names[first], spaces.action(view, first)
    ('give …', None)
    >>> spaces.choose(view, lambda observation, mask: mask.argmax()) == view.actions()[0]
    True
    """

    def __init__(self, game: Rules) -> None:
        """Derive the spaces from a game."""
        self.game = game
        self.actions = ActionSpace(game.program)
        self.observations = ObservationSpace(game)
        self.size = self.observations.size + self.actions.size

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game only."""
        return _unpickled, (self.game,)

    @property
    def names(self) -> tuple[str, ...]:
        """What each entry of an observation is."""
        chosen = (f"chosen: {name}" for name in self.actions.names)
        return (*self.observations.names, *chosen)

    @cached_property
    def limits(self) -> tuple[Array, Array]:
        """The least and the greatest value of each entry; 10¹⁸ where the rules set no limit."""
        observed = self.observations
        first, planes = np.array(observed.limits, np.float32), np.array(observed.most_of_planes, np.float32)
        chosen = np.ones(self.actions.size, np.float32)
        most = np.concatenate((first[:, 1], planes, chosen))
        least = np.zeros_like(most)
        least[: len(first)] = first[:, 0]
        return least, most

    @cached_property
    def scaled_limits(self) -> tuple[Array, Array]:
        """The least and the greatest value of each entry of scaled observations."""
        return self.scaled(self.limits[0]), self.scaled(self.limits[1])

    @cached_property
    def _scale(self) -> tuple[Array, NDArray[np.intp]]:
        """By what each entry is multiplied, and which entries have no limit."""
        size = np.abs(self.limits).max(axis=0)
        endless = size >= MAX_NUMBER
        return (1 / np.where(endless, 1, size)).astype(np.float32), np.flatnonzero(endless)

    def scaled(self, observation: Array) -> Array:
        """Return observations whose entries are of like size, as neural networks want them.

        An entry with limits lies between -1 and 1. Where the rules set no limit, it becomes the
        logarithm of 1 plus its size, with its sign.

        Args:
            observation: one observation, or several in rows.

        >>> import cardrules
        >>> from cardrules.environments.episode import Episode
        >>> from cardrules.interpreter.play.game import rules_of
        >>> spaces = Spaces(rules_of(cardrules.load("oh_hell")))
        >>> episode = Episode(spaces, seed=3)
        >>> at = spaces.names.index("size of hand of player 0")
        >>> float(episode.observe(0)[at]), float(spaces.scaled(episode.observe(0))[at] * 52)
        (1.0, 1.0)
        """
        factors, endless = self._scale
        found = observation * factors
        if endless.size:
            given = observation[..., endless]
            found[..., endless] = np.copysign(np.log1p(np.abs(given)), given)
        return found

    @cached_property
    def mark(self) -> str:
        """A short hash of `names`: a network fits the games that have the same."""
        return sha256("\n".join(self.names).encode()).hexdigest()[:16]

    @property
    def metadata(self) -> dict[str, str]:
        """What a file of a network says of itself, so that it is not asked about other games."""
        data = {
            "game": self.game.program.id,
            "players": self.game.players,
            "observation": self.size,
            "actions": self.actions.size,
            "names": self.mark,
        }
        return {METADATA: json.dumps(data)}

    # ---------------------------------------------------------------------------- by a view

    def observe(self, view: View, chosen: Steps = ()) -> Array:
        """Return what the seat of a view knows, as the environments give it.

        Args:
            view: the view.
            chosen: the steps of an unfinished action so far.

        Raises:
            IllegalActionError: a step may not be chosen.
            SetupError: that is not a view, or it is of a game with other spaces; or the action is
                finished.
        """
        own = self._own(view)
        seen = own._seen(view)
        seen[own._places(own._unfinished(view, chosen))] = 1.0
        return seen

    def mask(self, view: View, chosen: Steps = ()) -> Mask:
        """Return 1 for each number that the seat of a view may choose now, and 0 for the others.

        The arguments and errors are those of `observe`. All are 0 for a seat that does not act.
        """
        return self._own(view)._unfinished(view, chosen).mask()

    def action(self, view: View, chosen: Steps) -> Action | None:
        """Return the action of a number, or of the steps of one; None if steps are missing.

        Args:
            view: the view.
            chosen: the number, or the steps.

        Raises:
            IllegalActionError: a number may not be chosen.
            SetupError: that is not a view, or it is of a game with other spaces; or the action is
                finished before the last step.
        """
        own = self._own(view)
        found = own._after(view, chosen)
        return None if isinstance(found, Choice) else own.game.notation.action(found)

    def choose(self, view: View, policy: Policy) -> Action:
        """Return the action that a policy chooses, which is asked again for each step of one.

        Args:
            view: the view.
            policy: called with the observation and the mask; returns a number of the mask.

        Raises:
            IllegalActionError: the policy chose a number that is masked.
            SetupError: that is not a view, its seat is not to act, or it is of a game with other
                spaces.
        """
        own = self._own(view)
        choices(view)  # which refuses a seat that is not to act
        seen, found = own._seen(view), own._begun(view)
        while isinstance(found, Choice):
            observation = seen.copy()
            observation[own._places(found)] = 1.0
            found = found.step(policy(observation, found.mask()), view.seat)
        return own.game.notation.action(found)

    def _own(self, view: View) -> Spaces:
        """Return the spaces of the game of a view.

        Raises:
            SetupError: that is not a view, or those spaces are others.
        """
        own = spaces_of(view)
        if own is not self and own.mark != self.mark:
            raise SetupError(
                f"these spaces are of {self.game.program.id}, and the view has others, of {own.game.program.id} "
                "or with other options or players: take environments.spaces(view)"
            )
        return own

    def _seen(self, view: View) -> Array:
        """Return what the seat knows, without the steps of an unfinished action."""

        def seen(state: State, seat: int) -> Array:
            recent, facts = last_actions(state), last_facts(state, state.opening)[seat]
            observed = self.observations.observe(state.position, seat, recent, facts)
            return np.concatenate((observed, np.zeros(self.actions.size, np.float32)))

        return read_game(view, seen)

    def _places(self, choice: Choice) -> list[int]:
        """Return the entries of an observation for the steps so far."""
        return [self.observations.size + number for number in choice.chosen]

    def _begun(self, view: View) -> Choice:
        """Return the choice of the seat before its first step."""

        def legal(state: State, seat: int) -> list[Raw]:
            return state.raw_legal_actions() if state.current_player() == seat else []

        return Choice(self.actions, read_game(view, legal))

    def _after(self, view: View, chosen: Steps) -> Choice | Raw:
        """Return the choice after some steps, or the action that they complete."""
        given: Any = chosen
        number = integer(given)
        if number is None and not isinstance(given, Sequence | np.ndarray):
            raise SetupError(f"the steps of an action are a number or a list of numbers, not {brief(chosen)}")
        steps: list[object] = [number] if number is not None else [*cast("Sequence[object]", given)]
        if steps:
            choices(view)  # which refuses a seat that is not to act
        found: Choice | Raw = self._begun(view)
        for step in steps:
            if not isinstance(found, Choice):
                raise SetupError(f"{brief(chosen)} has more steps than the action; leave out those that come too late")
            found = found.step(step, view.seat)
        return found

    def _unfinished(self, view: View, chosen: Steps) -> Choice:
        """Return the choice after some steps, which do not complete an action."""
        found = self._after(view, chosen)
        if not isinstance(found, Choice):
            raise SetupError(f"{brief(chosen)} is a whole action, so nothing more is chosen; see spaces.action")
        return found


def spaces_of(view: View) -> Spaces:
    """Return the spaces of the game of a view; they are kept with the game.

    Raises:
        SetupError: that is not a view.
    """
    if not isinstance(view, View):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise SetupError(f"a bot's View is needed, not {brief(view)}")
    return kept_spaces(read_game(view, lambda state, seat: state.game))


def kept_spaces(game: Rules) -> Spaces:
    """Return the spaces of a game; they are kept with it."""
    return kept_with(game, "spaces", Spaces)


_known: dict[str, Spaces] = {}
"""The spaces of games that were unpickled in this process."""

_making = Locks()


def _unpickled(game: Rules) -> Spaces:
    """Return the spaces of a game that was unpickled: the same for equal games."""
    key = f"{game.source} {game.key}"
    with _making.of(key):
        if key not in _known:
            _known[key] = Spaces(game)
        return _known[key]
