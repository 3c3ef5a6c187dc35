"""A compiled program: sites, where the game waits for a decision, and blocks between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..program.program import Program
from ..runtime.budgets import StuckError, unending
from ..runtime.position import Position
from ..syntax.types import Type
from .labels import OVER

if TYPE_CHECKING:
    from ..program.ir import Expr
    from ..runtime.growth import Growth
    from ..runtime.meld_solver import MeldSolver
    from .lazy_functions import LazyFunctions

Raw = tuple[int, ...]
"""An action in the machine: the number of its verb, then its arguments as integers."""

Block = Callable[[Position], int]
"""Code between decisions; it returns the code of the next block or site."""

MAX_BLOCKS = 20_000
"""The largest number of blocks without a decision between them."""

MAX_DECISIONS = 1 << 62


@dataclass(frozen=True, slots=True)
class Site:
    """A place where the game waits for a decision.

    Attributes:
        phase: its phase; empty for a decision in the middle of a rule.
        step: its step, or the actions that are asked for.
        actions: the actions.
        sealed: whether it is a sealed choice.
        asked: whether it is a decision in the middle of a rule.
        declining: the numbers of the actions with which a player declines who was only asked for being
            able to do something; others do not learn of it. Empty where everybody is asked.
    """

    phase: str
    step: str
    actions: tuple[str, ...]
    sealed: bool
    asked: bool = False
    declining: tuple[int, ...] = ()

    def is_secret(self, raw: Raw) -> bool:
        """Return whether nobody but the player learns of an action, nor that there was a question."""
        return raw[0] in self.declining


@dataclass(slots=True, kw_only=True)
class Outline:
    """The part of a compiled program that reads given positions.

    Attributes:
        program: the game.
        position_class: the class of its positions.
        blank: a position before the first deal.
        functions: the generated functions.
        records: whether positions record who knows what.
        start: gives variables the values with which they start; where there are several tables,
            those that these share.
        start_table: the same for those that the table in place has of its own.
        sit_down: seats all players at their tables.
        seats: by phase, tells who acts in it: a seat, or several in their order.
        totals: for each total over a pile that is kept, its slot, that of the pile, and what each
            card adds.
    """

    program: Program
    position_class: type[Position]
    blank: Position
    functions: LazyFunctions
    records: bool
    start: Callable[[Position], None]
    start_table: Callable[[Position], None] | None
    sit_down: Callable[[Position], None] | None
    seats: Mapping[str, Callable[[Position], int | Sequence[int]]]
    totals: tuple[tuple[str, str, tuple[int, ...]], ...]

    def settle(self, position: Position) -> None:
        """Compute the totals that are kept; a position whose piles were set otherwise needs it."""
        for slot, pile, worth in self.totals:
            cards: Sequence[int] = getattr(position, pile)
            setattr(position, slot, sum(worth[card] for card in cards))


@dataclass(slots=True, kw_only=True)
class Machine(Outline):
    """A compiled program in one build.

    Attributes:
        verbs: the names of actions, by the numbers with which raw actions begin.
        sites: the decisions, by number.
        legal, apply: by site, the actions that are legal, and what an action does.
        random: by site, a function that does one of the legal actions by chance; bare build only.
        preferred: the legal actions that the ruleset's hints prefer.
        blocks: the code between decisions, by negated code.
        over: by site with which turns of a phase begin, if `until` is tested directly before: tests
            it, and the code that follows if it holds.
        evaluate: the value of a position for a seat, if the ruleset defines one.
        values: the definitions that are values: functions of the position, the actor and arguments.
        question: an expression, and the local names in it, as a function of the position, the actor and the
            values of the names; it passes no point of a trace.
        owner: who has a card in a zone of players, -1 for nobody.
        arranger: arranges cards in the ruleset's melds.
        growth: the readings of melds on the table, and the cards that extend them.
        places: by phase, the place in the ruleset where it is declared.
        unshuffled: the slot whose cards are out of order below those that can be taken, if any are.
        frame: the types of the values that rules that wait can keep; None for other numbers.
    """

    verbs: tuple[str, ...]
    sites: tuple[Site, ...]
    legal: Sequence[Callable[[Position], list[Raw]]]
    apply: Sequence[Callable[[Position, Raw], int]]
    random: Sequence[Callable[[Position, Callable[[], float]], int] | None]
    preferred: Callable[[Position, list[Raw]], list[Raw]]
    blocks: Sequence[Block | None]
    over: Mapping[int, tuple[Callable[[Position], bool], int]]
    evaluate: Callable[[Position, int], int] | None
    values: Mapping[str, Callable[..., Any]]
    question: Callable[[Expr, tuple[str, ...]], Callable[..., Any]]
    owner: Callable[[Position, int], int]
    arranger: MeldSolver
    growth: Growth
    places: Sequence[str]
    unshuffled: str | None
    frame: tuple[Type | None, ...]

    def resume(self, position: Position) -> None:
        """Go on from a given position to a decision: its phase is over if its `until` holds."""
        test, after = self.over.get(position.pc, (None, 0))
        if test is not None and test(position):
            self.advance(position, after)

    def advance(self, position: Position, code: int) -> None:
        """Run blocks until the next decision, or the end of the game."""
        blocks = self.blocks
        left = MAX_BLOCKS
        while code < OVER:
            code = blocks[-code](position)  # type: ignore[misc]
            left -= 1
            if left < 0:
                unending(self.places[position.phase])
        position.pc = code

    def play(self, position: Position, action: Raw) -> None:
        """Apply a legal action. The caller is responsible for its legality."""
        code = self.apply[position.pc](position, action)
        if code >= 0:
            position.pc = code
        else:
            self.advance(position, code)

    def playout(
        self,
        position: Position,
        draw: Callable[[], float],
        code: int | None = None,
        most: int = MAX_DECISIONS,
    ) -> int:
        """Play at random until the game is over, and return the number of decisions.

        The play is that of `actions[int(draw() * len(actions))]` with the lists that `legal` gives.
        Only the bare build can do it.

        Args:
            position: a position; it is at its end afterwards, or where nobody can act (`pc` tells).
            draw: gives numbers from 0 up to but not 1, such as `random.Random(seed).random`.
            code: the block to begin with, as a negated number; by default the present decision.
            most: the largest number of decisions.
        """
        random, blocks = self.random, self.blocks
        code = position.pc if code is None else code
        decisions = 0
        try:
            while True:
                if code < 0:  # what `advance` does
                    left = MAX_BLOCKS
                    while code < OVER:
                        code = blocks[-code](position)  # type: ignore[misc]
                        left -= 1
                        if left < 0:
                            unending(self.places[position.phase])
                    if code < 0:
                        break
                if decisions >= most:
                    break
                code = random[code](position, draw)  # type: ignore[misc]
                decisions += 1
        except StuckError as stuck:
            code = stuck.site
        position.pc = code
        return decisions
