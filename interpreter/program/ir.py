"""The typed tree: the checker's output and the compiler's only input.

Names are resolved: a bare `hand` is the actor's hand, a numeral may be a rank, an option is its
value. Statements that others can say are `Sugar`, with both forms. Every node has its type and its
place in the file.
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
)
from ..syntax.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """The base of typed expressions."""

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
    """The cards of several players' zones of one name, one player after the other."""

    zone: str
    players: Expr


@dataclass(frozen=True, slots=True)
class VarRef(Typed):
    """A variable; `seat` is None for one of the table."""

    variable: str
    seat: Expr | None


@dataclass(frozen=True, slots=True)
class Op(Typed):
    """A built-in operation on its arguments; `compile/values/operations.py` has its code."""

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
    """All members with the highest or lowest key, in the collection's order.

    With `every`, all members in the order of the key, from the highest or from the lowest.
    """

    collection: Expr
    name: str
    key: Expr
    highest: bool
    every: bool = False


@dataclass(frozen=True, slots=True)
class Fold(Typed):
    """One value computed from a key of each member of a collection, such as their sum."""

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
    """`and`, `or`: the right side is evaluated only if needed."""

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
    """Whether the actor could legally play an action."""

    action: str


@dataclass(frozen=True, slots=True)
class IsMeld(Typed):
    """Whether cards form a meld of one of the given kinds."""

    cards: Expr
    meld: str


@dataclass(frozen=True, slots=True)
class Noted(Typed):
    """A value that is noted at a point of a trace; only builds with a trace have it."""

    point: int
    value: Expr


Expr = (
    Const
    | Local
    | ZoneRef
    | PileRef
    | AllSeats
    | VarRef
    | Op
    | Filter
    | Best
    | Fold
    | Cond
    | Logic
    | Use
    | Can
    | IsMeld
    | Noted
)


# -------------------------------------------------------------------------------------- statements
#
# Statements with the same parts as in the syntax tree use its classes, with typed parts.


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """Moves cards to a zone, in their order, on top or to the bottom."""

    cards: Expr
    target: ZoneRef | PileRef
    beneath: bool = False


class Lay(n.Lay[Expr, str]):
    """Puts cards down as a new pile of a zone of piles."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DealOut(Statement):
    """Deals `count` cards, one at a time: to each player from the dealer's left, or to one zone."""

    count: Expr
    each: bool
    source: ZoneRef
    target: ZoneRef
    players: Expr | None = None


class Draw(n.Draw[Expr, Expr, ZoneRef]):
    """A player draws a number of cards, or until a condition on `drawn` holds."""

    __slots__ = ()


class Shuffle(n.Shuffle[ZoneRef]):
    """Puts a zone's cards in random order; or `again` in that of the last deal, if there is one."""

    __slots__ = ()


class Reveal(n.Reveal[Expr]):
    """Shows cards to some players or to all; the cards do not move."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Tell(n.Statement):
    """Tells players which of some cards are among all that fulfil a condition.

    The recording build adds what players must know to know which faces these are.
    """

    audience: Expr
    cards: Expr
    fitting: Expr
    sources: tuple[Expr, ...] = ()


class Assign(n.Assign[Expr, VarRef]):
    """Assigns a value to a variable."""

    __slots__ = ()


class Let(n.Let[Expr]):
    """Binds a name to a value."""

    __slots__ = ()


class Refill(n.Refill[Expr, ZoneRef, ZoneRef]):
    """A zone is filled up to a number of cards from another zone."""

    __slots__ = ()


class Exchange(n.Exchange[Expr]):
    """Cards of two places change places."""

    __slots__ = ()


class Sides(n.Sides[Expr]):
    """Groups of players make sides; with `rest` all others make one more."""

    __slots__ = ()


class LastRound(n.LastRound[Expr]):
    """The phase is over when the turn comes back to a player; None is the acting one."""

    __slots__ = ()


class PlaysNext(n.PlaysNext[Expr]):
    """A player has the next turn."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Section(Statement):
    """Statements that the author wrote at another address, such as `tricks.do`."""

    address: str


Meaning = Refill | Exchange | Sides | LastRound | PlaysNext | Section
"""Statements that are written out with others."""


@dataclass(frozen=True, slots=True)
class Sugar(Statement):
    """A statement that others can say.

    The rulebook tells what was meant; `rewriting/lowering.py` puts the body in its place.

    Attributes:
        meant: what the author wrote.
        body: the statements that say the same.
    """

    meant: Meaning
    body: tuple[Stmt, ...]


class Outcome(n.Outcome[Expr]):
    """Ends the game: these players win (or lose); None is a draw."""

    __slots__ = ()


class Leave(n.Leave[Expr]):
    """Takes players out, for the rest of the deal or of the match."""

    __slots__ = ()


class Ask(n.Ask[Expr]):
    """Asks a seat for a decision."""

    __slots__ = ()


class SkipPlayers(n.SkipPlayers[Expr]):
    """Skips the next turns of some seats."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """Runs the statements of a definition for these arguments."""

    definition: str
    arguments: tuple[Expr, ...]


class If(n.If[Expr, "tuple[Stmt, ...]", "tuple[Stmt, ...]"]):
    """Runs one of two blocks."""

    __slots__ = ()


class ForEach(n.ForEach[Expr, "tuple[Stmt, ...]"]):
    """Runs a block for each member, or for each number up to `last`."""

    __slots__ = ()


class Repeat(n.Repeat[Expr, "tuple[Stmt, ...]"]):
    """Repeats a block a number of times, or until a condition holds (tested before each round)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Note(Statement):
    """Notes that a point of a trace is passed, and a value there; only builds with a trace have it."""

    point: int
    value: Expr | None = None


Stmt = (
    Move
    | Lay
    | DealOut
    | Draw
    | Shuffle
    | Reveal
    | Tell
    | Assign
    | Let
    | GoTo
    | PlayAgain
    | End
    | Outcome
    | Leave
    | Ask
    | Announce
    | SkipTo
    | SkipPlayers
    | Reverse
    | Stop
    | Perform
    | If
    | ForEach
    | Repeat
    | Sugar
    | Note
)
