"""The builds and the definitional interpreter under one protocol, for step-by-step comparison.

The builds without a state are those of `tests/reference/builds.py`. Positions are plain data with
cards by name, so that cards which look alike cannot be told apart in them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from cardrules.interpreter.check.load import Loaded
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.native.dialect import ERROR, Refused
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.program.coverage_points import points
from cardrules.interpreter.program.trace import Trace

from ..native.playing import Stepped, stepping
from ..reference import game as reference
from ..reference.builds import Build

Position = dict[str, Any]


class Player(Protocol):
    """A game in play."""

    def current_player(self) -> int | None:
        """Return who decides; None when the game is over."""
        ...

    def legal_actions(self) -> list[str]:
        """Return what may be done."""
        ...

    def apply(self, text: str) -> None:
        """Do a legal action."""
        ...

    def contents(self) -> Position:
        """Return all that rules can tell."""
        ...

    def result(self) -> list[int] | None:
        """Return who has won (1), lost (-1) or neither (0), once the game is over."""
        ...


class Recording(Build):
    """The recording build, as a `State`."""

    def __init__(self, game: Game, seed: int) -> None:
        """Begin a game."""
        self.game = game
        self.machine = rules_of(game).machine
        self.state = game.new_initial_state(seed)
        self.position = self.state.position

    def apply(self, text: str) -> None:
        """Do a legal action."""
        self.state.apply_action(text)
        self.position = self.state.position


class Players:
    """All that can play one ruleset.

    Attributes:
        game: the game.
        makers: for each player, what begins a game with a seed.
    """

    def __init__(self, loaded: Loaded, *, traced: bool = True, native: bool = False) -> None:
        """Prepare to compile a ruleset without errors; a build is made when it is first used.

        Args:
            loaded: the ruleset.
            traced: whether the build with a trace is among them.
            native: whether native code is, unless it refuses the ruleset.
        """
        game = self.game = Game(Rules(loaded, "generated.yaml"))
        self.makers: dict[str, Callable[[int], Player]] = {
            "recording": lambda seed: Recording(game, seed),
            "bare": lambda seed: Build(game, seed, record=False),
            "reference": lambda seed: reference.Player(rules_of(game).program, seed=seed),
        }
        if traced and loaded.ruleset is not None:
            watched = Game(Rules(loaded, rules_of(game).source, trace=Trace(points(loaded.ruleset))))
            self.makers["traced"] = lambda seed: Build(watched, seed, record=False)
        if native:
            try:
                code = stepping(game)
            except Refused as refused:
                if str(refused).startswith(ERROR):
                    raise
            else:
                self.makers["native"] = lambda seed: Stepped(game, code, seed)

    def playout(self, seed: int, draw: Callable[[], float], most: int) -> tuple[Position, int]:
        """Play a game by `Machine.playout`; return where it ends, and after how many decisions."""
        build = Build(self.game, seed, record=False)
        build.position = initial_position(rules_of(self.game), rules_of(self.game).bare, seed)
        decisions = rules_of(self.game).bare.playout(build.position, draw, START_OF_DEAL, most)
        return build.contents(), decisions
