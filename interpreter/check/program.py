"""A checked game: what the checker hands to the compiler, the runtime and the tools.

Everything is typed, options are put in, and names are known to exist.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Span
from ..syntax.nodes import NOWHERE
from ..syntax.types import Type
from . import ir
from .cards import Pack


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of the table, or one for each player; `faces` says who sees the cards in it.

    With `piles` it holds any number of piles side by side, such as melds on the table. `sorted` is
    how a screen shows its cards if they keep no order: by `rank`, by `suit`, or in `melds`.
    """

    name: str
    each: bool
    faces: str
    ordered: bool
    help: str
    piles: bool = False
    sorted: str = "rank"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; `start` is what it is at the beginning of its scope.

    An `internal` one only serves the rules: screens do not tell of it. One with `columns` holds a
    list of so many numbers.
    """

    name: str
    type: Type
    each: bool
    start: ir.Expr
    scope: str
    internal: bool = False
    columns: int = 0

    @property
    def own(self) -> bool:
        """Whether each of several tables has one of its own."""
        return not self.each and self.scope != "match"

    @property
    def lasting(self) -> bool:
        """Whether it has a value for each player that hardly changes: those of the match.

        In a state these are tuples, which copies share; the others are lists, changed in place.
        """
        return self.each and self.scope == "match"


@dataclass(frozen=True, slots=True)
class Meld:
    """A pattern of cards that belong together.

    Attributes:
        same: `rank` or `suit`, what all the cards have in common; None for nothing.
        consecutive: whether their ranks follow one another.
        least, most: how many cards it has.
        present: whether the options allow it at all.
        orders: the named rank orders in which runs lie; none means the deck's.
        around: whether a run may pass from the last rank to the first.
        wild: the ranks whose cards may stand for any other.
        most_wild: how many of them may.
        least_suits, most_suits: how many different suits the cards have.
        roles: whether a wild card that lies keeps what it can stand for (`shrinking`: what grows
            past it narrows that down), is one card from the start (`fixed`: where several would do,
            the wild cards stand as high as they can) or may be anything anew (`free`).
    """

    name: str
    same: str | None
    consecutive: bool
    least: int
    most: int
    present: bool
    orders: tuple[str, ...] = ()
    around: bool = False
    wild: tuple[int, ...] = ()
    most_wild: int = 0
    least_suits: int = 1
    most_suits: int = 1_000
    roles: str = "shrinking"


@dataclass(frozen=True, slots=True)
class Definition:
    """A value or a procedure with parameters."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    value: ir.Expr | None
    do: tuple[ir.Stmt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing an action chooses: what kind, and from what."""

    name: str
    kind: str
    type: Type
    source: ir.Expr
    last: ir.Expr | None = None
    least: ir.Expr | None = None
    most: ir.Expr | None = None
    melds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows an event, if its condition holds."""

    name: str
    when: ir.Expr | None
    do: tuple[ir.Stmt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may choose to do, and what follows.

    It `declines` if the ruleset says nothing of what it does: in a poll, that is to pass.
    """

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    when: ir.Expr | None
    do: tuple[ir.Stmt, ...]
    effects: tuple[Effect, ...]
    span: Span
    declines: bool


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of play; `steps` are the actions of each step of a turn, at least one."""

    name: str
    help: str
    scheme: str
    players: ir.Expr
    among: ir.Expr | None
    when: ir.Expr | None
    before: tuple[ir.Stmt, ...]
    until: ir.Expr | None
    after: tuple[ir.Stmt, ...]
    next: str | None
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    span: Span = field(default=NOWHERE)


@dataclass(frozen=True, slots=True)
class Tables:
    """Several tables at which each deal is played at once.

    Attributes:
        number: how many.
        player: the name that `seat` has for a player.
        seat: at which table that player sits in a deal, from 1.
        open: whether what lies open at one table is seen at the others.
    """

    number: int
    player: str
    seat: ir.Expr
    open: bool


@dataclass(frozen=True, slots=True)
class Preference:
    """A verb that quick players like, and how to choose among its forms: the best `key`."""

    action: str
    highest: bool
    key: ir.Expr | None


@dataclass(frozen=True, slots=True)
class Program:
    """A whole game, ready to compile."""

    id: str
    title: str
    summary: str
    players: int
    options: dict[str, object]
    option_help: dict[str, str]
    pack: Pack
    pack_zone: str
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    melds: dict[str, Meld]
    definitions: dict[str, Definition]
    phases: dict[str, Phase]
    actions: dict[str, Action]
    events: dict[str, tuple[Effect, ...]]
    deal_do: tuple[ir.Stmt, ...]
    deal_after: tuple[ir.Stmt, ...]
    deal_together: tuple[ir.Stmt, ...]
    dealer: ir.Expr
    first_dealer: ir.Expr | None
    match_until: ir.Expr | None
    match_result: tuple[ir.Stmt, ...]
    match_deals: int
    low_wins: bool
    uses_scores: bool
    turn_limit: int
    step_limit: int
    limit_result: tuple[ir.Stmt, ...]
    departures: bool
    tables: Tables | None
    prefer: tuple[Preference, ...]
    value: ir.Expr | None
