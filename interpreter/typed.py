"""The typed tree: what the checker makes of the syntax tree, and all that the compiler sees.

Sugar is gone: a bare `hand` has become the actor's hand, a numeral a rank, an option its value.
Every node has its type and its place in the file.
"""

from __future__ import annotations

from dataclasses import field

from .diagnostics import Span
from .frozen import frozen
from .nodes import NOWHERE
from .types import Type


@frozen(kw_only=True)
class Typed:
    """Any typed expression."""

    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@frozen()
class Const(Typed):
    """A value known before play: numbers, truth values, and the index of a rank, suit or card."""

    value: int | bool | tuple[int, ...]


@frozen()
class Local(Typed):
    """A name bound by `let`, `for each`, a parameter, `it`, `drawn`; also `actor`."""

    name: str


@frozen()
class ZoneRef(Typed):
    """The cards of a zone; `seat` is None for a zone of the table."""

    zone: str
    seat: Expr | None


@frozen()
class PileRef(Typed):
    """The cards of one pile in a zone of piles, by the pile's number."""

    zone: str
    pile: Expr


@frozen()
class AllSeats(Typed):
    """The cards of several players' zones of that name together, player after player."""

    zone: str
    players: Expr


@frozen()
class VarRef(Typed):
    """A variable; `seat` is None for one of the table."""

    variable: str
    seat: Expr | None


@frozen()
class Op(Typed):
    """A built-in operation on its arguments; `codegen.py` knows each by name."""

    name: str
    arguments: tuple[Expr, ...]


@frozen()
class Filter(Typed):
    """The members of a collection for which a condition on `name` holds."""

    collection: Expr
    name: str
    condition: Expr


@frozen()
class Best(Typed):
    """All members with the highest or lowest key, in the collection's order."""

    collection: Expr
    name: str
    key: Expr
    highest: bool


@frozen()
class Sum(Typed):
    """The sum of a key over a collection."""

    collection: Expr
    name: str
    key: Expr


@frozen()
class Cond(Typed):
    """`then if test else other`."""

    test: Expr
    then: Expr
    other: Expr


@frozen()
class Logic(Typed):
    """`and`, `or`: the right side is looked at only when it matters."""

    conjunction: bool
    left: Expr
    right: Expr


@frozen()
class Use(Typed):
    """The value of a definition for these arguments."""

    definition: str
    arguments: tuple[Expr, ...]


@frozen()
class Can(Typed):
    """Whether the actor has a legal way to do an action."""

    action: str


@frozen()
class IsMeld(Typed):
    """Whether cards form a meld of a kind."""

    cards: Expr
    meld: str


Expr = (
    Const | Local | ZoneRef | PileRef | AllSeats | VarRef | Op | Filter | Best | Sum | Cond
    | Logic | Use | Can | IsMeld
)  # fmt: skip


@frozen(kw_only=True)
class Statement:
    """Any typed statement."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@frozen()
class Move(Statement):
    """Cards to a zone, in their order, on top of what is there or beneath it."""

    cards: Expr
    target: ZoneRef | PileRef
    beneath: bool = False


@frozen()
class Lay(Statement):
    """Cards as a new pile of a zone of piles."""

    cards: Expr
    zone: str


@frozen()
class DealOut(Statement):
    """`count` cards, one at a time: to each player from the dealer's left, or to one zone."""

    count: Expr
    each: bool
    source: ZoneRef
    target: ZoneRef
    players: Expr | None = None


@frozen()
class Draw(Statement):
    """A player draws a number of cards, or until a condition on `drawn` holds."""

    player: Expr
    count: Expr | None
    until: Expr | None
    source: ZoneRef
    target: ZoneRef


@frozen()
class Shuffle(Statement):
    """A zone's cards in random order."""

    zone: ZoneRef


@frozen()
class Reveal(Statement):
    """Cards shown where they lie, to some players or to all."""

    cards: Expr
    audience: Expr | None


@frozen()
class Assign(Statement):
    """A new value of a variable."""

    target: VarRef
    value: Expr


@frozen()
class Let(Statement):
    """A name for a value."""

    name: str
    value: Expr


@frozen()
class GoTo(Statement):
    """On to a phase, or to a step of one."""

    phase: str


@frozen()
class PlayAgain(Statement):
    """The actor acts again."""


@frozen()
class End(Statement):
    """The end of a `turn`, `phase`, `deal` or `game`."""

    scope: str


@frozen()
class Outcome(Statement):
    """The game's result: these players win (or lose); None is a draw."""

    players: Expr | None
    wins: bool


@frozen()
class Leave(Statement):
    """Players who are out, for the rest of the deal or for good."""

    players: Expr
    for_good: bool


@frozen()
class Ask(Statement):
    """A decision of a seat between actions."""

    player: Expr
    actions: tuple[str, ...]


@frozen()
class Announce(Statement):
    """An event, queued."""

    event: str


@frozen()
class SkipTo(Statement):
    """On to a later effect of this event."""

    effect: str


@frozen()
class SkipPlayers(Statement):
    """Seats that lose their next turn."""

    count: Expr


@frozen()
class Reverse(Statement):
    """Turns go round the other way."""


@frozen()
class Stop(Statement):
    """No more effects of this event."""


@frozen()
class Perform(Statement):
    """A definition's deed."""

    definition: str
    arguments: tuple[Expr, ...]


@frozen()
class If(Statement):
    """One of two blocks."""

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...]


@frozen()
class ForEach(Statement):
    """A block for each member, or for each number up to `last`."""

    name: str
    series: Expr
    last: Expr | None
    body: tuple[Stmt, ...]


@frozen()
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
