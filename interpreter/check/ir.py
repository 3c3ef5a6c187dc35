"""The typed tree: what the checker makes of the syntax tree, and all that the compiler sees.

Sugar is gone: a bare `hand` has become the actor's hand, a numeral a rank, an option its value.
Every node has its type and its place in the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Span
from ..syntax.nodes import NOWHERE
from ..syntax.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Any typed expression."""

    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Const(Typed):
    """A value known before play: numbers, truth values, and the index of a rank, suit or card."""

    value: int | bool | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local(Typed):
    """A name bound by `let`, `for each`, a parameter, `it`, `drawn`; also `actor`."""

    name: str


@dataclass(frozen=True, slots=True)
class ZoneRef(Typed):
    """The cards of a zone; `seat` is None for a zone of the table."""

    zone: str
    seat: Expr | None


@dataclass(frozen=True, slots=True)
class PileRef(Typed):
    """The cards of one pile in a zone of piles, by the pile's number."""

    zone: str
    pile: Expr


@dataclass(frozen=True, slots=True)
class AllSeats(Typed):
    """The cards of several players' zones of that name together, player after player."""

    zone: str
    players: Expr


@dataclass(frozen=True, slots=True)
class VarRef(Typed):
    """A variable; `seat` is None for one of the table."""

    variable: str
    seat: Expr | None


@dataclass(frozen=True, slots=True)
class Op(Typed):
    """A built-in operation on its arguments; `compile/operations.py` has its code."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Filter(Typed):
    """The members of a collection for which a condition on `name` holds."""

    collection: Expr
    name: str
    condition: Expr


@dataclass(frozen=True, slots=True)
class Best(Typed):
    """All members with the highest or lowest key, in the collection's order."""

    collection: Expr
    name: str
    key: Expr
    highest: bool


@dataclass(frozen=True, slots=True)
class Sum(Typed):
    """The sum of a key over a collection."""

    collection: Expr
    name: str
    key: Expr


@dataclass(frozen=True, slots=True)
class Cond(Typed):
    """`then if test else other`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Logic(Typed):
    """`and`, `or`: the right side is looked at only when it matters."""

    conjunction: bool
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Use(Typed):
    """The value of a definition for these arguments."""

    definition: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Can(Typed):
    """Whether the actor has a legal way to do an action."""

    action: str


@dataclass(frozen=True, slots=True)
class IsMeld(Typed):
    """Whether cards form a meld of a kind."""

    cards: Expr
    meld: str


Expr = (
    Const | Local | ZoneRef | PileRef | AllSeats | VarRef | Op | Filter | Best | Sum | Cond
    | Logic | Use | Can | IsMeld
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Any typed statement."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """Cards to a zone, in their order, on top of what is there or beneath it."""

    cards: Expr
    target: ZoneRef | PileRef
    beneath: bool = False


@dataclass(frozen=True, slots=True)
class Lay(Statement):
    """Cards as a new pile of a zone of piles."""

    cards: Expr
    zone: str


@dataclass(frozen=True, slots=True)
class DealOut(Statement):
    """`count` cards, one at a time: to each player from the dealer's left, or to one zone."""

    count: Expr
    each: bool
    source: ZoneRef
    target: ZoneRef
    players: Expr | None = None


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """A player draws a number of cards, or until a condition on `drawn` holds."""

    player: Expr
    count: Expr | None
    until: Expr | None
    source: ZoneRef
    target: ZoneRef


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    """A zone's cards in random order."""

    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    """Cards shown where they lie, to some players or to all."""

    cards: Expr
    audience: Expr | None


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """A new value of a variable."""

    target: VarRef
    value: Expr


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """A name for a value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class GoTo(Statement):
    """On to a phase, or to a step of one."""

    phase: str


@dataclass(frozen=True, slots=True)
class PlayAgain(Statement):
    """The actor acts again."""


@dataclass(frozen=True, slots=True)
class End(Statement):
    """The end of a `turn`, `phase`, `deal` or `game`."""

    scope: str


@dataclass(frozen=True, slots=True)
class Outcome(Statement):
    """The game's result: these players win (or lose); None is a draw."""

    players: Expr | None
    wins: bool


@dataclass(frozen=True, slots=True)
class Leave(Statement):
    """Players who are out, for the rest of the deal or for good."""

    players: Expr
    for_good: bool


@dataclass(frozen=True, slots=True)
class Ask(Statement):
    """A decision of a seat between actions."""

    player: Expr
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Announce(Statement):
    """An event, queued."""

    event: str


@dataclass(frozen=True, slots=True)
class SkipTo(Statement):
    """On to a later effect of this event."""

    effect: str


@dataclass(frozen=True, slots=True)
class SkipPlayers(Statement):
    """Seats that lose their next turn."""

    count: Expr


@dataclass(frozen=True, slots=True)
class Reverse(Statement):
    """Turns go round the other way."""


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    """No more effects of this event."""


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """A definition's deed."""

    definition: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Statement):
    """One of two blocks."""

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    """A block for each member, or for each number up to `last`."""

    name: str
    series: Expr
    last: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """A block some times, or until a condition holds (looked at before each time)."""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


Stmt = (
    Move | Lay | DealOut | Draw | Shuffle | Reveal | Assign | Let | GoTo | PlayAgain | End
    | Outcome | Leave | Ask | Announce | SkipTo | SkipPlayers | Reverse | Stop | Perform | If
    | ForEach | Repeat
)  # fmt: skip
