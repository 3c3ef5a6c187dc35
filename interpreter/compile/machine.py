"""A compiled program: sites where a decision is waited for, and blocks between them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..check.program import Program
from ..runtime.core import Core
from ..runtime.primitives import StuckError
from ..syntax.types import Type
from .codegen import OVER

if TYPE_CHECKING:
    from ..runtime.growth import Growth
    from ..runtime.meld_solver import MeldSolver

Raw = tuple[int, ...]
"""An action in the machine: the number of its verb, then its arguments as integers."""

MAX_BLOCKS = 100_000
"""How many blocks may follow one another without a decision."""


MAX_DECISIONS = 1 << 62


@dataclass(frozen=True, slots=True)
class Site:
    """A place where the game waits for a decision."""

    phase: str
    step: str
    actions: tuple[str, ...]
    sealed: bool
    asked: bool = False


@dataclass(slots=True)
class Machine:
    """A compiled program in one build.

    Attributes:
        sites: the decisions, by number.
        legal, apply: by site, the actions that are legal, and what an action does.
        blocks: what runs between decisions, by negated number.
        random: by site, a function that does one of the legal actions by chance; bare build only.
        preferred: the legal actions that the ruleset says a quick player would take.
        frame_size, frame_cards: how many slots `core.frame` has, and which of them hold cards.
        blank: a core before the first deal, of which games get copies.
        trees: the generated functions, for `cardrules compile --show`.
        unshuffled: the slot of a pile whose cards lie as they come below those that are dealt, for
            no rule looks at them; bare build only.
    """

    program: Program
    core_class: type[Core]
    verbs: tuple[str, ...]
    sites: tuple[Site, ...] = ()
    legal: list[Callable[[Core], list[Raw]]] = field(default_factory=list)
    apply: list[Callable[[Core, Raw], int]] = field(default_factory=list)
    blocks: list[Callable[[Core], int] | None] = field(default_factory=list)
    random: list[Callable[[Core, Callable[[], float]], int] | None] = field(default_factory=list)
    namespace: dict[str, Any] = field(default_factory=dict)
    trees: list[tuple[str, ast.FunctionDef]] = field(default_factory=list)
    unshuffled: str | None = None
    frame_size: int = 0
    frame_cards: tuple[tuple[int, Type], ...] = ()
    blank: Core = field(default_factory=Core)
    preferred: Callable[[Core, list[Raw]], list[Raw]] = lambda _, actions: actions

    @property
    def arranger(self) -> MeldSolver:
        """The solver for the ruleset's melds."""
        return self.namespace["ARRANGE"]

    @property
    def growth(self) -> Growth:
        """What lies on the table in the ruleset's melds, and what it can grow by."""
        return self.namespace["GROW"]

    def advance(self, core: Core, code: int) -> None:
        """Run blocks until the next decision, or the end of the game."""
        blocks = self.blocks
        left = MAX_BLOCKS
        while code < OVER:
            code = blocks[-code](core)  # type: ignore[misc]
            left -= 1
            if left < 0:
                self.namespace["_unending"](self.namespace["PLACES"][core.phase])
        core.pc = code

    def play(self, core: Core, action: Raw) -> None:
        """Apply a legal action; the caller answers for its being legal."""
        code = self.apply[core.pc](core, action)
        if code >= 0:
            core.pc = code
        else:
            self.advance(core, code)

    def playout(
        self,
        core: Core,
        draw: Callable[[], float],
        code: int | None = None,
        most: int = MAX_DECISIONS,
    ) -> int:
        """Play on at random until the game is over, and return how many decisions that took.

        The play is that of `actions[int(draw() * len(actions))]` with the lists that `legal` gives.
        Only the bare build can do it.

        Args:
            core: a position; it is at its end afterwards, or where nobody can act (`pc` tells).
            draw: gives numbers from 0 up to but not 1, such as `random.Random(seed).random`.
            code: where to begin: a block's negated number; by default at the decision awaited.
            most: after how many decisions to stop in any case.
        """
        random = self.random
        code = core.pc if code is None else code
        decisions = 0
        if code < 0:
            self.advance(core, code)
            code = core.pc
        try:
            while code >= 0 and decisions < most:
                code = random[code](core, draw)  # type: ignore[misc]
                decisions += 1
                if code < OVER:
                    self.advance(core, code)
                    code = core.pc
        except StuckError as stuck:
            code = stuck.site
        core.pc = code
        return decisions

    def show(self) -> str:
        """Return the generated Python as text."""
        return "\n\n".join(ast.unparse(tree) for _, tree in self.trees)
