"""The abstract syntax of the effect language: immutable nodes, each with its place in the file.

`syntax.py` builds the nodes, `check.py` gives them types, `printer.py` writes them as text. Two
nodes are equal if their texts mean the same; `span` is not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Final, Generic, Literal, TypeVar

from ..diagnostics import Span

NOWHERE = Span("", 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """The base of all syntax nodes.

    Attributes:
        span: the place of the whole node.
        word: the place of the word that names something (the attribute in `has`, the phase in
            `go to`), for nodes that hold such a word.
    """

    span: Span = field(default=NOWHERE, compare=False, repr=False)
    word: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`4`: a number, or the rank of that name where a rank is expected."""

    value: int


@dataclass(frozen=True, slots=True)
class Halves(Node):
    """`30½`: a number with a half; `value` is the number of its halves."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A word: a zone, variable, option, definition, rank, suit, card (`5S`) or binding."""

    name: str


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`rank of card`, `hand of opponent`, `top of pile`, `size of hand`."""

    name: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Part(Node):
    """`top 4 of pile`: some cards from one end."""

    name: str
    count: Expr
    operand: Expr


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`fits(card, pile)`: a definition that takes arguments, or a built-in such as `min`."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """`[3, 4, 5]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Named(Node):
    """`s in suits`, before `where`, `with` or `sorted by`, or after `over`: a name for each member instead of `it`.

    Attributes:
        name: the name.
        collection: whose members it stands for.
    """

    name: str
    collection: Expr


@dataclass(frozen=True, slots=True)
class Where(Node):
    """`hand where suit is led`: the members for which the condition holds; each one is `it`, unless it has a name."""

    collection: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class With(Node):
    """`players with highest score`: all members that share the extreme of a key.

    With `every`, `players sorted by highest score`: all members, sorted by the key.
    """

    collection: Expr
    extreme: Literal["highest", "lowest"]
    key: Expr
    order: str | None = None
    every: bool = False


@dataclass(frozen=True, slots=True)
class InOrder(Node):
    """`rank above K by ace_low`, `position of K`: the rank beside another, or its place.

    `pattern of hand by poker`: the first pattern of a ranking that some cards are.
    `parts of cards by contract`: the melds of which a meld with parts is made.
    """

    name: Literal["rank_above", "rank_below", "position", "pattern", "parts"]
    operand: Expr
    order: str | None = None


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`total value over hand`: one value computed from a key of each member."""

    name: str
    key: Expr
    collection: Expr


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    """`hand where suit is led otherwise hand`: the second collection when the first is empty."""

    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True)
class IfElse(Node):
    """`hand if hand is not empty else upcards`."""

    then: Expr
    condition: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`20 to 24`: keys of a table."""

    first: Expr
    last: Expr


@dataclass(frozen=True, slots=True)
class OpenRange(Node):
    """`25 or more`, `below 0`: all numbers from a bound on, or all below it, as keys of a table."""

    bound: Expr
    below: bool


@dataclass(frozen=True, slots=True)
class Row(Node):
    """A row of a table: its keys, and the value for each of them."""

    keys: tuple[Key, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Table(Node):
    """`{by: rank of c, table: {A: 11, K: 4, otherwise: 0}}`: a value that is looked up.

    It stands in YAML, not in effect text. The value of a row may be a table itself, by something else.
    """

    by: Expr
    rows: tuple[Row, ...]
    otherwise: Expr | None


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not condition`."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`a and b`, `a or b`."""

    operator: Literal["and", "or"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-n`."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`a + b`; between collections of cards, `+` joins and `-` removes."""

    operator: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Order(Node):
    """`rank of card >= rank of top of pile`, optionally `by` a named rank order."""

    operator: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr
    order: str | None = None


@dataclass(frozen=True, slots=True)
class Equal(Node):
    """`a is b`, `a is not b`."""

    left: Expr
    right: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """`stock is empty`, `card extends onto`: an operation with its own grammatical form.

    Attributes:
        name: the operation.
        operands: in the order of the form.
        negated: whether it says `is not`.
    """

    name: str
    operands: tuple[Expr, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Within(Node):
    """`card is in hand`, `rank of card is in [2, 9]`."""

    member: Expr
    collection: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Possible(Node):
    """`play is possible`: the actor has at least one legal way to play the action."""

    action: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Kind(Node):
    """`trick is a run`: the cards form a meld of that kind."""

    operand: Expr
    meld: str
    negated: bool


@dataclass(frozen=True, slots=True)
class Share(Node):
    """`top 4 of pile share a rank`: all cards have the same one; a joker shares nothing."""

    operand: Expr
    attribute: str
    negated: bool


@dataclass(frozen=True, slots=True)
class Has(Node):
    """`trick has rank 9`: at least one card (or the card itself) has that attribute."""

    operand: Expr
    attribute: str
    value: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`any card of hand`, `no player`, `exactly 2 cards of hand`: who or what a condition is about.

    The nearest condition around it is tested for each member.

    Attributes:
        quantifier: for how many members it must hold.
        noun: what the members are called, in the singular.
        collection: its members; without it, all that the noun means in this game.
        count: how many, for `exactly`.
    """

    quantifier: Literal["any", "every", "no", "exactly"]
    noun: str
    collection: Expr | None
    count: Expr | None = None


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`players`, `players from eldest by standing`; `player …` is the first of `players …`.

    `order` are the players in another order than that of their seats.
    """

    start: Expr | None
    single: bool = False
    order: Expr | None = None


Expr = (
    Number
    | Halves
    | Name
    | Of
    | Part
    | Call
    | ListOf
    | Named
    | Where
    | With
    | InOrder
    | Fold
    | Otherwise
    | IfElse
    | Table
    | Not
    | Logic
    | Negative
    | Arithmetic
    | Order
    | Equal
    | Phrase
    | Within
    | Possible
    | Kind
    | Share
    | Has
    | Quantified
    | Players
)


Key = Expr | Range | OpenRange
"""What a row of a table is for."""

# -------------------------------------------------------------------------------------- statements
#
# The typed tree (`program/ir.py`) uses the same classes with other parts: E is an expression, Z a
# zone, S a zone that may be left out, P a player, V a variable, B the statements of a block, M
# those of a block that may be missing.

E = TypeVar("E")
Z = TypeVar("Z")
S = TypeVar("S")
P = TypeVar("P")
V = TypeVar("V")
B = TypeVar("B")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Statements, one after the other."""

    statements: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """Any statement."""


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """`move trick to pile`."""

    cards: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Lay(Statement, Generic[E, Z]):
    """`lay trick on table`: a new pile in a zone of piles."""

    cards: E
    zone: Z


@dataclass(frozen=True, slots=True)
class Deal(Statement):
    """`deal 7 each to hand`: one card at a time to each player, from the dealer's left."""

    count: Expr
    each: bool
    source: Expr | None
    target: Expr


@dataclass(frozen=True, slots=True)
class Draw(Statement, Generic[E, P, Z]):
    """`draw 1`, `opponent draws 2 from stock`, `opponent draws until rank of drawn <= 5`."""

    player: P
    count: E | None
    until: E | None
    source: Z
    target: Z


@dataclass(frozen=True, slots=True)
class Refill(Statement, Generic[E, Z, S]):
    """`refill hand to 4`: draw up to a number of cards while there are any."""

    zone: Z
    count: E
    source: S


@dataclass(frozen=True, slots=True)
class Exchange(Statement, Generic[E]):
    """`exchange hand of p for hand of q`: cards of two places change places."""

    cards: E
    others: E


@dataclass(frozen=True, slots=True)
class Shuffle(Statement, Generic[Z]):
    """`shuffle stock`; with `again`, `arrange stock as in the last deal`."""

    zone: Z
    again: bool = False


@dataclass(frozen=True, slots=True)
class Reveal(Statement, Generic[E]):
    """`reveal hand`, `reveal top of stock to actor`: to all if no audience is named."""

    cards: E
    audience: E | None


@dataclass(frozen=True, slots=True)
class Tell(Statement):
    """`tell p which are (hand of p) where suit is hearts`: which of some cards fit, not faces."""

    audience: Expr
    cards: Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement, Generic[E, V]):
    """`leader becomes winner`."""

    target: V
    value: E


@dataclass(frozen=True, slots=True)
class Add(Statement):
    """`add 10 to score of actor`."""

    amount: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Let(Statement, Generic[E]):
    """`let led be suit of first of trick`: a name for the rest of the block."""

    name: str
    value: E


@dataclass(frozen=True, slots=True)
class GoTo(Statement):
    """`go to defence`: leave this phase for another, or for a step of one."""

    phase: str


@dataclass(frozen=True, slots=True)
class PlayAgain(Statement):
    """`play again`: the actor's turn continues with another action."""


@dataclass(frozen=True, slots=True)
class End(Statement):
    """`end turn`, `end phase`, `end deal`, `end game`."""

    scope: Literal["turn", "phase", "deal", "game"]


@dataclass(frozen=True, slots=True)
class Outcome(Statement, Generic[E]):
    """`actor wins`, `attacker loses`, `nobody wins`: the game is over; without players, a draw."""

    players: E | None
    wins: bool


@dataclass(frozen=True, slots=True)
class Sides(Statement, Generic[E]):
    """`declarer against the rest`: the groups make sides, with `rest` all others one more."""

    groups: tuple[E, ...]
    rest: bool


@dataclass(frozen=True, slots=True)
class Section(Statement):
    """Statements of one section that are carried out as a part of another, such as `tricks.do`.

    Attributes:
        address: where the author wrote them.
        body: the statements.
    """

    address: str
    body: Block


@dataclass(frozen=True, slots=True)
class Leave(Statement, Generic[E]):
    """`dealer leaves`: out for the rest of the deal; `p leaves the game`: for good."""

    players: E
    for_good: bool


@dataclass(frozen=True, slots=True)
class Ask(Statement, Generic[E]):
    """`ask opponent to challenge or accept`: a decision of that seat, at this point.

    `ask whoever can among players from eldest to buy or decline` asks several, and then `player` are
    the players: one after the other, but only those who can do more than decline, until all of them
    have declined.
    """

    player: E
    actions: tuple[str, ...]
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    whoever: bool = False


@dataclass(frozen=True, slots=True)
class Announce(Statement):
    """`announce capture`: the effects `on` that event follow when the present ones are done."""

    event: str


@dataclass(frozen=True, slots=True)
class SkipTo(Statement):
    """`skip to refill`: leave out the effects between this one and that one."""

    effect: str


@dataclass(frozen=True, slots=True)
class SkipPlayers(Statement, Generic[E]):
    """`skip 1`: that many seats lose their next turn."""

    count: E


@dataclass(frozen=True, slots=True)
class Reverse(Statement):
    """`reverse`: the direction of turns is reversed."""


@dataclass(frozen=True, slots=True)
class LastRound(Statement, Generic[E]):
    """`play on until the turn comes back to p`: the phase is over instead of that turn.

    `the others have one more turn` names no player: it is the acting one.
    """

    player: E | None


@dataclass(frozen=True, slots=True)
class PlaysNext(Statement, Generic[E]):
    """`partner of actor plays next`: the next turn of the phase is that player's."""

    player: E


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    """`stop`: leave out the rest of the effects of this event."""


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """A definition with a `do`, used as a statement: `burn` or `punish(opponent)`."""

    call: Expr


@dataclass(frozen=True, slots=True)
class If(Statement, Generic[E, B, M]):
    """`if …:` with `else if …:` (an If inside `other`) and `else:`."""

    test: E
    then: B
    other: M


@dataclass(frozen=True, slots=True)
class ForEach(Statement, Generic[E, B]):
    """`for each p in players from eldest:`, `for each n in 1 to 3:`."""

    name: str
    series: E
    last: E | None
    body: B


@dataclass(frozen=True, slots=True)
class Repeat(Statement, Generic[E, B]):
    """`repeat 3 times:`, `repeat until stock is empty:` (tested before each round)."""

    times: E | None
    until: E | None
    body: B


Stmt = (
    Move
    | Lay[Expr, Expr]
    | Deal
    | Draw[Expr, Expr | None, Expr | None]
    | Refill[Expr, Expr, Expr | None]
    | Exchange[Expr]
    | Shuffle[Expr]
    | Reveal[Expr]
    | Tell
    | Assign[Expr, Expr]
    | Add
    | Let[Expr]
    | GoTo
    | PlayAgain
    | End
    | Outcome[Expr]
    | Sides[Expr]
    | Section
    | Leave[Expr]
    | Ask[Expr]
    | Announce
    | SkipTo
    | SkipPlayers[Expr]
    | Reverse
    | LastRound[Expr]
    | PlaysNext[Expr]
    | Stop
    | Perform
    | If[Expr, Block, Block | None]
    | ForEach[Expr, Block]
    | Repeat[Expr, Block]
)


# ---------------------------------------------------------------------------- the smaller languages


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`3`, `3 to 4`, `3 or more`: how many; `most` is None where there is no upper bound."""

    least: Expr
    most: Expr | None


@dataclass(frozen=True, slots=True)
class MeldPart(Node):
    """What a meld is made of: `three`, `2 set`, `run of 4`, `2 run of 4 or more`."""

    meld: Name
    count: int = 1
    size: Amount | None = None


@dataclass(frozen=True, slots=True)
class Scheme(Node):
    """Who acts in a phase: `in turn from eldest`, `each once`, `all at once`, `poll …`, a seat.

    `passing` says whether the phase goes on until all others have passed, and whether a pass is for
    good (`out`) or counts only until somebody does not pass (`in a row`). `order` are the players
    in another order than that of their seats. `turns` are the variables of `turns.py` that it heeds.
    """

    kind: Literal["in turn", "each once", "at once", "poll", "one"]
    players: Expr | None
    among: Expr | None = None
    passing: Literal["", "out", "in a row"] = ""
    order: Expr | None = None
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """What an action's parameter ranges over: `a card from hand`, `a single or run from hand`.

    A choice of a kind that the ruleset names, of melds or of a variable's choices, is a `meld`. A
    choice whose text cannot be read is `unread`; its name is known nevertheless.
    """

    kind: Literal["card", "cards", "meld", "number", "player", "suit", "rank", "pile", "unread"]
    source: Expr | None
    amount: Amount | None = None
    last: Expr | None = None
    melds: tuple[Name, ...] = ()
    step: Expr | None = None


@dataclass(frozen=True, slots=True)
class Preference(Node):
    """Which form of an action a quick bot takes, and when: `lowest value of card if safe`."""

    extreme: Literal["highest", "lowest"] | None
    key: Expr | None
    condition: Expr | None = None


Ast = Key | Row | Block | Stmt | Amount | MeldPart | Scheme | Choice | Preference


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order they are written.

    >>> [type(child).__name__ for child in children(Not(Name("done")))]
    ['Name']
    """
    for name in _inner_fields(type(node)):
        value: object = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for member in value:  # pyright: ignore[reportUnknownVariableType]
                if isinstance(member, Node):
                    yield member


_PLAIN: Final = frozenset({"Span", "tuple[Span, ...]", "str", "str | None", "int", "bool"})
"""The types of fields in which there is never a node."""


@cache
def _inner_fields(kind: type[Node]) -> tuple[str, ...]:
    """Return the fields of a kind of node in which there may be nodes."""
    return tuple(
        item.name for item in fields(kind) if item.type not in _PLAIN and not str(item.type).startswith("Literal")
    )


def walk(node: Node) -> Iterator[Node]:
    """A node and everything below it, from the outside in."""
    yield node
    for child in children(node):
        yield from walk(child)
