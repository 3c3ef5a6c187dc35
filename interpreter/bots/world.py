"""A sampled world, as bots of one's own use it: a position that can be played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import IllegalActionError
from ..game.action import Action
from ..game.observation.view import observe
from ..play.playouts import Returns, playouts

if TYPE_CHECKING:
    from ..game.observation.view import Observation
    from ..game.rules import Rules
    from ..runtime.position import Position


class World:
    """A position with all cards open that may be the real one, as far as a seat knows.

    Its methods are those of `State`, except that it keeps no history. Chance in a world is not the
    chance of the real game.

    >>> import cardrules
    >>> view = cardrules.View(cardrules.load("gin_slaughtre").new_initial_state(seed=7), 0)
    >>> world = view.world(view.rng(1))
    >>> while not world.is_terminal():
    ...     world.apply_action(world.legal_actions()[0])
    >>> sorted(world.returns())
    [-1, 1]
    """

    __slots__ = ("_game", "_position")

    def __init__(self, game: Rules, position: Position) -> None:
        """Make a world; bots call `View.world` instead.

        Args:
            game: The rules.
            position: The sampled position, in the bare build.
        """
        self._game = game
        self._position = position

    @property
    def deal(self) -> int:
        """The number of the deal, from 1."""
        return self._position.deal

    @property
    def observation(self) -> Observation:
        """The world as an observation with all cards open."""
        actions = () if self.is_terminal() else map(str, self.legal_actions())
        return observe(self._game, self._position, None, actions, ())

    def current_player(self) -> int | None:
        """Return the seat that makes the current decision, or None if the game is over."""
        return self._position.actor if self._position.pc >= 0 else None

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._position.pc < 0

    def legal_actions(self) -> list[Action]:
        """Return each legal action once, in canonical order; none if the game is over.

        Raises:
            RulesetError: the game is not over, and there is no legal action.
            StepBudgetError: a rule takes too many steps.
        """
        position = self._position
        if position.pc < 0:
            return []
        raws = self._game.bare.legal[position.pc](position)
        if not raws:
            self._game.no_legal_action(position)
        return list(map(self._game.notation.action, raws))

    def preferred_actions(self) -> list[Action]:
        """Return the legal actions that the ruleset's `bots.prefer` prefers; without it, all."""
        position, bare = self._position, self._game.bare
        if position.pc < 0:
            return []
        raws = bare.preferred(position, bare.legal[position.pc](position))
        return list(map(self._game.notation.action, raws))

    def apply_action(self, action: Action | str) -> None:
        """Play a legal action, given as such or by its notation.

        Raises:
            IllegalActionError: the action is not legal in this world.
            CardrulesError: the rules fail.
        """
        position, bare = self._position, self._game.bare
        legal = bare.legal[position.pc](position) if position.pc >= 0 else []
        raw = action.raw if isinstance(action, Action) else None
        if raw not in legal:
            wanted, text = str(action), self._game.notation.text
            raw = next((each for each in legal if text(each) == wanted), None)
            if raw is None:
                raise IllegalActionError(f"'{wanted}' is not legal in this world")
        assert raw is not None
        bare.play(position, raw)

    def returns(self) -> list[int | float]:
        """Return the value that each seat maximizes, as `State.returns`."""
        return self._game.returns(self._position)

    def playouts(self, n: int = 1, *, policy: str = "random", seed: int = 0) -> Returns:
        """Play copies of the world to their ends, and return what the games return; see `State.playouts`.

        Raises:
            CardrulesError: the rules fail in a playout, or a playout never ends.
            SetupError: an argument is wrong.
        """
        return playouts(self._game, [self._position], n, policy, seed, several=False)

    def value(self, seat: int) -> float:
        """Return what the ruleset's `bots.value` says the position is worth to a seat; else 0.

        It is in points that are added to `returns()`.

        Raises:
            SetupError: there is no such seat.
        """
        seat = self._game.check_seat(seat)
        evaluate = self._game.bare.evaluate
        if evaluate is None:
            return 0.0
        position = self._position
        if position.seated:
            position = position.clone()
            position.turn_to(position.seated[seat])
        return evaluate(position, seat) / self._game.program.per_point

    def clone(self) -> World:
        """Return an independent copy."""
        return World(self._game, self._position.clone())
