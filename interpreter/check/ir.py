"""The typed tree: what the checker makes of the syntax tree, and all that the compiler sees.

Sugar is gone: a bare `hand` has become the actor's hand, a numeral a rank, an option its value.
Every node has its type and its place in the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Span
from ..syntax import nodes as n
from ..syntax.nodes import (
    NOWHERE,
    Announce,
    End,
    GoTo,
    PlayAgain,
    Reverse,
    SkipTo,
    Statement,
    Stop,
)  # fmt: skip
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
class Fold(Typed):
    """One value made of a key of each member of a collection, such as their sum."""

    collection: Expr
    name: str
    key: Expr
    operation: str


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
    Const | Local | ZoneRef | PileRef | AllSeats | VarRef | Op | Filter | Best | Fold | Cond
    | Logic | Use | Can | IsMeld
)  # fmt: skip


# -------------------------------------------------------------------------------------- statements
#
# Those that say the same in the text are the classes of the syntax tree, here with typed parts.


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """Cards to a zone, in their order, on top of what is there or beneath it."""

    cards: Expr
    target: ZoneRef | PileRef
    beneath: bool = False


class Lay(n.Lay[Expr, str]):
    """Cards as a new pile of a zone of piles."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DealOut(Statement):
    """`count` cards, one at a time: to each player from the dealer's left, or to one zone."""

    count: Expr
    each: bool
    source: ZoneRef
    target: ZoneRef
    players: Expr | None = None


class Draw(n.Draw[Expr, Expr, ZoneRef]):
    """A player draws a number of cards, or until a condition on `drawn` holds."""

    __slots__ = ()


class Shuffle(n.Shuffle[ZoneRef]):
    """A zone's cards in random order."""

    __slots__ = ()


class Reveal(n.Reveal[Expr]):
    """Cards shown where they lie, to some players or to all."""

    __slots__ = ()


class Assign(n.Assign[Expr, VarRef]):
    """A new value of a variable."""

    __slots__ = ()


class Let(n.Let[Expr]):
    """A name for a value."""

    __slots__ = ()


class Outcome(n.Outcome[Expr]):
    """The game's result: these players win (or lose); None is a draw."""

    __slots__ = ()


class Leave(n.Leave[Expr]):
    """Players who are out, for the rest of the deal or for good."""

    __slots__ = ()


class Ask(n.Ask[Expr]):
    """A decision of a seat between actions."""

    __slots__ = ()


class SkipPlayers(n.SkipPlayers[Expr]):
    """Seats that lose their next turn."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """The statements of a definition for these arguments."""

    definition: str
    arguments: tuple[Expr, ...]


class If(n.If[Expr, "tuple[Stmt, ...]", "tuple[Stmt, ...]"]):
    """One of two blocks."""

    __slots__ = ()


class ForEach(n.ForEach[Expr, "tuple[Stmt, ...]"]):
    """A block for each member, or for each number up to `last`."""

    __slots__ = ()


class Repeat(n.Repeat[Expr, "tuple[Stmt, ...]"]):
    """A block some times, or until a condition holds (looked at before each time)."""

    __slots__ = ()


Stmt = (
    Move | Lay | DealOut | Draw | Shuffle | Reveal | Assign | Let | GoTo | PlayAgain | End
    | Outcome | Leave | Ask | Announce | SkipTo | SkipPlayers | Reverse | Stop | Perform | If
    | ForEach | Repeat
)  # fmt: skip
