"""The public API of a game in play: who decides, which actions are legal, what has happened.

A `State` holds a position of the recording build and the chain of steps that led to it. Copies
share the chain: `clone` copies the position and one reference.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..diagnostics import brief
from ..errors import CardrulesError, IllegalActionError, SaveFileError, SetupError
from ..explanation.refusals.refusals import refusal
from ..game import saving
from ..game.action import Action, Raw
from ..game.knowledge import reveals
from ..game.observation.facts import facts_for
from ..game.observation.journal import Entry, SeenAction, actions_for, history_for, journal_for
from ..game.observation.view import Observation, observe
from ..game.saving import position_data
from ..game.step import Step, chain
from ..notebooks import text
from ..runtime import journal
from ..runtime.teams import points
from .playouts import Returns, playouts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..game.rules import Rules
    from ..game.setup.opening import Opening
    from ..runtime.position import Position

MOST_KEPT = 700_000_000
"""A state keeps each position of its game, and what happened. A game of which that takes more than
about so many bytes is taken for endless."""


class State:
    """A position with its history; made by `Game.new_initial_state`.

    >>> import cardrules
    >>> game = cardrules.load("gin_slaughtre", options={"exchange": "none"})
    >>> state = game.new_initial_state(seed=7)
    >>> state.is_terminal(), len(state.legal_actions()) > 0
    (False, True)
    """

    __slots__ = ("_legal", "game", "last", "opening", "position")

    def __init__(self, game: Rules, position: Position, last: Step | None, opening: Opening | None = None) -> None:
        """Make a state; users call `Game.new_initial_state` instead.

        Args:
            game: the game.
            position: the position, in the recording build.
            last: the step that led to it; None at the beginning.
            opening: how the game began; without it the state cannot be saved.
        """
        self.game = game
        self.position = position
        self.last = last
        self.opening = opening
        self._legal: list[Raw] | None = None

    @classmethod
    def begun(cls, rules: Rules, opening: Opening) -> State:
        """Return the first state of a game.

        Raises:
            PositionError: the given position is not possible.
        """
        position, events = opening.first(rules)
        return cls(rules, position, None, replace(opening, events=events))

    @classmethod
    def from_json(cls, rules: Rules, text: str) -> State:
        """Return the state that `to_json` saved, by playing its actions again.

        Raises:
            SaveFileError: the text is damaged, edited, or of another game.
        """
        save = saving.read(rules, text)
        try:
            state = cls.begun(rules, save.opening)
        except CardrulesError as error:
            raise SaveFileError(f"{save.since.reason}the saved game cannot begin: {error}") from None
        for number, action in enumerate(save.actions, 1):
            try:
                state.apply_action(action)
            except CardrulesError as error:
                message = f"action {number} of the saved game cannot be played: {error}"
                raise SaveFileError(save.since.reason + message) from None
        if position_data(state.position) != save.position:
            blamed = save.since.reason or f"{saving.EDITED}, or cardrules has changed since: "
            raise SaveFileError(f"{blamed}its actions lead to another position")
        return state

    # ------------------------------------------------------------------------------ questions

    def current_player(self) -> int | None:
        """Return the seat that makes the current decision, or None if the game is over."""
        return self.position.actor if self.position.pc >= 0 else None

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.pc < 0

    @property
    def phase(self) -> str:
        """The name of the current phase, or of its current step; `over` at the end."""
        return self.game.phase_at(self.position)

    def raw_legal_actions(self) -> list[Raw]:
        """Return the legal actions in raw form, as tuples of integers."""
        if self._legal is None:
            self._legal = self.game.machine.legal[self.position.pc](self.position) if self.position.pc >= 0 else []
            if self.position.pc >= 0 and not self._legal:
                self._legal = None
                self.game.no_legal_action(self.position)
        return self._legal

    def legal_actions(self) -> list[Action]:
        """Return each legal action once, in canonical order; none if the game is over.

        Raises:
            RulesetError: the game is not over, and there is no legal action.
            StepBudgetError: a rule takes too many steps.
        """
        notation = self.game.notation
        return [notation.action(raw) for raw in self.raw_legal_actions()]

    def scores(self) -> list[int | float]:
        """Return the score of each seat, or of its side, as the rules count it: 30.5 for 30½ points."""
        return points(self.game.program, self.position)

    def returns(self) -> list[int | float]:
        """Return the value that each seat maximizes.

        This is its score, less what it began the match with (`match.start`), and negated where the
        lowest score wins. In a game without scores it is 1 for winners, -1 for losers, and 0 after
        a draw or before the end.
        """
        return self.game.returns(self.position)

    def winners(self) -> list[int]:
        """Return the seats that have won; none before the end and after a draw."""
        return [seat for seat, mark in enumerate(self.position.result or ()) if mark > 0]

    def history(self) -> list[Action]:
        """Return all actions so far, oldest first."""
        return [self.game.notation.action(step.raw) for step in self.steps()]

    def steps(self) -> list[Step]:
        """Return the chain of steps, oldest first."""
        return chain(self.last)

    def history_for(self, seat: int) -> list[tuple[int, str]]:
        """Return the seat and notation of each action, as far as a seat saw it.

        Cards that it did not see are `??`, and so are actions at a table that it cannot see.

        Raises:
            SetupError: there is no such seat.
        """
        seat = self.game.check_seat(seat)
        return history_for(self.game, self.last, self.position, seat)

    def journal_for(self, seat: int | None, first: int = 0) -> list[Entry]:
        """Return the steps with their events, as far as a seat saw them.

        Args:
            seat: the seat; None for all information.
            first: the step to begin with, from 0.

        Raises:
            SetupError: there is no such seat.
        """
        if seat is not None:
            seat = self.game.check_seat(seat)
        return journal_for(self.game, self.last, self.position, seat, first)

    def actions_since(self, end: int, seat: int) -> list[SeenAction] | None:
        """Return the actions after a step or after the opening, as a seat saw them.

        Args:
            end: the `id` of the step or opening, which must still exist.
            seat: the seat.

        Returns:
            The actions; None if it is not in the history.
        """
        step = self.last
        while step is not None and id(step) != end:
            step = step.previous
        if step is None and (self.opening is None or id(self.opening) != end):
            return None
        first = step.number if step is not None else 0
        return actions_for(self.game, self.last, self.position, seat, first)

    def observation(self, seat: int) -> Observation:
        """Return what a seat knows of the position and the history.

        Raises:
            SetupError: there is no such seat.
        """
        return self._observed(self.game.check_seat(seat))

    def open_observation(self) -> Observation:
        """Return an observation with all cards open, for onlookers."""
        return self._observed(None)

    def _observed(self, seat: int | None) -> Observation:
        current = self.current_player()
        turn = current is not None and seat in (None, current)
        legal = map(str, self.legal_actions()) if turn else ()
        history = history_for(self.game, self.last, self.position, seat)
        told = facts_for(self.game, self.opening, self.last, self.position, seat)
        return observe(self.game, self.position, seat, legal, history, told)

    def playouts(self, n: int = 1, *, policy: str = "random", seed: int = 0) -> Returns:
        """Play copies of the state to their ends, and return what the games return to the seats.

        The cards lie where they lie in this state, also those that nobody sees. All chance that follows is new in each
        playout, such as later deals. A playout depends on nothing but the state and its seed, which is `seed` in the
        first one, and one more in each later one. Native code plays, once it pays. The state stays as it is.

        Args:
            n: how many playouts.
            policy: how all players choose: `random`, among all legal actions alike, or `quick`, as the hints under
                `bots.prefer` of the ruleset say, without regard to who sees which cards.
            seed: the seed of the first playout; each later one has the next.

        Returns:
            A sequence with a list for each playout, which has a number for each seat; `numpy.asarray` makes an array of
            it, with shape (n, players).

        Raises:
            CardrulesError: the rules fail in a playout, or a playout never ends.
            SetupError: an argument is wrong.

        >>> import cardrules
        >>> state = cardrules.load("hearts", single_deal=True).new_initial_state(seed=1)
        >>> state.playouts(2)[1] == state.playouts(1, seed=1)[0]
        True
        """
        return playouts(self.game, [self.position], n, policy, seed, several=False)

    # -------------------------------------------------------------------------------- changes

    def apply_action(self, action: Action | str) -> None:
        """Play an action.

        Args:
            action: a legal action, or its notation with cards in any order and spelling.

        Raises:
            IllegalActionError: the rules do not allow it now; the state is unchanged.
            RulesetError: the next decision has no legal action.
            StepBudgetError: a rule takes too many steps.
        """
        self._do(self.find(action))

    def find(self, action: Action | str) -> Raw:
        """Return the raw form of a legal action.

        Raises:
            IllegalActionError: the rules do not allow the action now.
        """
        text = action.text if isinstance(action, Action) else action
        if self.position.pc < 0:
            raise IllegalActionError(f"the game is over, so {brief(text)} comes too late")
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise IllegalActionError(f"an action is an Action or its text, not {brief(action)}")
        notation, legal = self.game.notation, self.raw_legal_actions()
        if isinstance(action, Action) and action.raw in legal and notation.text(action.raw) == text:
            return action.raw  # otherwise an action of another position or game with this text
        wanted = notation.normal(text)
        texts = list(map(notation.text, legal))
        if wanted in texts:
            return legal[texts.index(wanted)]
        raise refusal(self.game, self.position, texts, wanted, text)

    def apply_raw(self, raw: Raw) -> None:
        """Play an action in raw form, one of `raw_legal_actions()`.

        Raises:
            IllegalActionError: the rules do not allow it now; the state is unchanged.
        """
        if raw not in self.raw_legal_actions():
            over = "the game is over, and " if self.position.pc < 0 else ""
            raise IllegalActionError(f"{over}{brief(raw)} is not a legal action in raw form")
        self._do(raw)

    def _do(self, raw: Raw) -> None:
        position = self.position
        number, kept = (self.last.number, self.last.kept) if self.last is not None else (0, 0)
        if kept > MOST_KEPT:
            self.game.never_ends(position, number)
        before = position.clone()
        position.log = []
        site = self.game.machine.sites[position.pc]
        try:
            self.game.machine.play(position, raw)
        except BaseException:
            self.position = before
            raise
        events = tuple(position.log)
        position.log = None
        secret = site.is_secret(raw)
        # Who can take back what must not depend on a question of which others do not know.
        shown = self.last.reveals if secret and self.last else reveals(self.game.recorder, before, events, position)
        self._legal = None
        kept += self.game.step_size + journal.kept(events)
        self.last = Step(self.last, before.actor, raw, before, events, shown, site.sealed, secret, number + 1, kept)

    def can_undo(self, seats: Iterable[int] | None = None) -> bool:
        """Return whether the last action can be taken back: whether it revealed nothing hidden.

        Args:
            seats: the seats to which it must not have revealed anything; by default all.
        """
        return self.last is not None and not self.last.reveals & self._set_of(seats)

    def undo(self, seats: Iterable[int] | None = None) -> None:
        """Take the last action back.

        Args:
            seats: the seats to which it must not have revealed anything; by default all.

        Raises:
            IllegalActionError: there is no action yet, or the last one revealed something hidden: a
                card, or a value that was computed from hidden cards or chance.
            SetupError: there is no such seat.
        """
        if self.last is None:
            raise IllegalActionError("there is nothing to take back")
        if self.last.reveals & self._set_of(seats):
            text = self.game.notation.text(self.last.raw)
            told = any(isinstance(event, journal.Disclosed) for event in self.last.events)
            why = "it told something hidden" if told else "it showed a hidden card"
            raise IllegalActionError(f"'{text}' cannot be taken back: {why}")
        self.position = self.last.before.clone()
        self.last = self.last.previous
        self._legal = None

    def _set_of(self, seats: Iterable[int] | None) -> int:
        """Return seats as a set of bits; all seats for None."""
        if seats is None:
            return self.game.recorder.everyone
        found = 0
        for seat in seats:
            found |= 1 << self.game.check_seat(seat)
        return found

    def clone(self) -> State:
        """Return an independent copy."""
        return State(self.game, self.position.clone(), self.last, self.opening)

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> State:
        """Return an independent copy; the game, which never changes, is shared."""
        return self.clone()

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickle the state as its game and its JSON text."""
        return State.from_json, (self.game, self.to_json())

    # ------------------------------------------------------------------------ text and equality

    def __eq__(self, other: object) -> bool:
        """Return whether two states have equal games, positions and histories."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game.key == other.game.key and self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]

    def _identity(self) -> tuple[Any, ...]:
        return (position_data(self.position), tuple(step.raw for step in self.steps()))

    def to_json(self) -> str:
        """Return the state as JSON text; `Game.state_from_json` reads it.

        Raises:
            SetupError: the state was not made by a game, so its opening is not known.
        """
        if self.opening is None:
            raise SetupError("this state was not made by a game, so it cannot be saved")
        data = saving.dump(self.game, self.opening, self.history(), self.position)
        return json.dumps(data, ensure_ascii=False)

    def _repr_html_(self) -> str:
        """Return the position with all cards open, for a notebook."""
        return text(repr(self), str(self.open_observation()))

    def __repr__(self) -> str:
        """Return the state in one line; `to_json` has all of it.

        >>> from .game import load
        >>> load("hearts").new_initial_state(7)
        <State of hearts: seed 7, deal 1, no actions yet, seat 3 to act (passing)>
        """
        count = len(self.steps())
        actions = "1 action" if count == 1 else f"{count} actions" if count else "no actions yet"
        began = (
            []
            if self.opening is None
            else [f"seed {self.opening.seed}" if self.opening.given is None else "from a given position"]
        )
        seat = self.current_player()
        now = f"over, returns {self.returns()}" if seat is None else (f"seat {seat} to act ({self.phase})")
        parts = [*began, f"deal {self.position.deal}", actions, now]
        return f"<State of {self.game.program.id}: {', '.join(parts)}>"
