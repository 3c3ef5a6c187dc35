"""The abstract syntax of the effect language: frozen nodes, each with the place it was read from.

`syntax.py` builds them, `check.py` gives them types, `printer.py` writes them back as text.
Two nodes are equal when they say the same, wherever they stand: `span` takes no part in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from functools import cache
from typing import Literal

from .diagnostics import Span
from .frozen import frozen

NOWHERE = Span("", 0, 0)


@frozen(kw_only=True)
class Node:
    """Anything the grammar can produce.

    Attributes:
        span: the whole of it.
        word: the one word that names something (the attribute in `has`, the phase in `go to`),
            for nodes that hold such a word.
    """

    span: Span = field(default=NOWHERE, compare=False, repr=False)
    word: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------------------------- expressions


@frozen()
class Number(Node):
    """`4`: a number, or the rank of that name where a rank is expected."""

    value: int


@frozen()
class Name(Node):
    """A word: a zone, variable, option, definition, rank, suit, card (`5S`) or binding."""

    name: str


@frozen()
class Of(Node):
    """`rank of card`, `hand of opponent`, `top of pile`, `size of hand`."""

    name: str
    operand: Expr


@frozen()
class Part(Node):
    """`top 4 of pile`: some cards from one end."""

    name: str
    count: Expr
    operand: Expr


@frozen()
class Call(Node):
    """`fits(card, pile)`: a definition that takes arguments, or a built-in such as `min`."""

    name: str
    arguments: tuple[Expr, ...]


@frozen()
class ListOf(Node):
    """`[3, 4, 5]`."""

    items: tuple[Expr, ...]


@frozen()
class Where(Node):
    """`hand where suit is led`: the members for which the condition holds; each one is `it`."""

    collection: Expr
    condition: Expr


@frozen()
class With(Node):
    """`players with highest score`: all members that share the extreme of a key."""

    collection: Expr
    extreme: Literal["highest", "lowest"]
    key: Expr
    order: str | None = None


@frozen()
class Total(Node):
    """`total value over hand`: the sum of a key over the members."""

    key: Expr
    collection: Expr


@frozen()
class Otherwise(Node):
    """`hand where suit is led otherwise hand`: the second collection when the first is empty."""

    first: Expr
    second: Expr


@frozen()
class IfElse(Node):
    """`hand if hand is not empty else upcards`."""

    then: Expr
    condition: Expr
    otherwise: Expr


@frozen()
class Not(Node):
    """`not condition`."""

    operand: Expr


@frozen()
class Logic(Node):
    """`a and b`, `a or b`."""

    operator: Literal["and", "or"]
    left: Expr
    right: Expr


@frozen()
class Negative(Node):
    """`-n`."""

    operand: Expr


@frozen()
class Arithmetic(Node):
    """`a + b`; between collections of cards, `+` joins and `-` removes."""

    operator: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr


@frozen()
class Order(Node):
    """`rank of card >= rank of top of pile`, optionally `by` a named rank order."""

    operator: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr
    order: str | None = None


@frozen()
class Equal(Node):
    """`a is b`, `a is not b`."""

    left: Expr
    right: Expr
    negated: bool


@frozen()
class Empty(Node):
    """`stock is empty`."""

    operand: Expr
    negated: bool


@frozen()
class Within(Node):
    """`card is in hand`, `rank of card is in [2, 9]`."""

    member: Expr
    collection: Expr
    negated: bool


@frozen()
class Possible(Node):
    """`play is possible`: the actor has at least one legal way to do the action."""

    action: Expr
    negated: bool


@frozen()
class Kind(Node):
    """`trick is a run`: the cards form a meld of that kind."""

    operand: Expr
    meld: str
    negated: bool


@frozen()
class Share(Node):
    """`top 4 of pile share a rank`: all the cards have one; a joker shares nothing."""

    operand: Expr
    attribute: str
    negated: bool


@frozen()
class Extends(Node):
    """`card extends meld`: the pile on the table stays a meld with these cards added."""

    cards: Expr
    pile: Expr


@frozen()
class Has(Node):
    """`trick has rank 9`: at least one card (or the card itself) has that attribute."""

    operand: Expr
    attribute: str
    value: Expr
    negated: bool


@frozen()
class Players(Node):
    """`players`, `players from eldest`; `player …` is the first of what `players …` would be."""

    start: Expr | None
    single: bool = False


Expr = (
    Number | Name | Of | Part | Call | ListOf | Where | With | Total | Otherwise | IfElse | Not
    | Logic | Negative | Arithmetic | Order | Equal | Empty | Within | Possible | Kind | Share
    | Has | Extends | Players
)  # fmt: skip


# -------------------------------------------------------------------------------------- statements


@frozen()
class Block(Node):
    """Statements, one after the other."""

    statements: tuple[Stmt, ...]


@frozen()
class Move(Node):
    """`move trick to pile`."""

    cards: Expr
    target: Expr


@frozen()
class Lay(Node):
    """`lay trick on table`: a new pile in a zone of piles."""

    cards: Expr
    zone: Expr


@frozen()
class Deal(Node):
    """`deal 7 each to hand`: one card at a time to each player, from the dealer's left."""

    count: Expr
    each: bool
    source: Expr | None
    target: Expr


@frozen()
class Draw(Node):
    """`draw 1`, `opponent draws 2 from stock`, `opponent draws until rank of drawn <= 5`."""

    player: Expr | None
    count: Expr | None
    until: Expr | None
    source: Expr | None
    target: Expr | None


@frozen()
class Refill(Node):
    """`refill hand to 4`: draw up to a number of cards while there are any."""

    zone: Expr
    count: Expr
    source: Expr | None


@frozen()
class Shuffle(Node):
    """`shuffle stock`."""

    zone: Expr


@frozen()
class Reveal(Node):
    """`reveal hand`, `reveal top of stock to actor`."""

    cards: Expr
    audience: Expr | None


@frozen()
class Becomes(Node):
    """`leader becomes winner`."""

    target: Expr
    value: Expr


@frozen()
class Add(Node):
    """`add 10 to score of actor`."""

    amount: Expr
    target: Expr


@frozen()
class Let(Node):
    """`let led be suit of first of trick`: a name for the rest of the block."""

    name: str
    value: Expr


@frozen()
class GoTo(Node):
    """`go to defence`: leave this phase for another."""

    phase: str


@frozen()
class PlayAgain(Node):
    """`play again`: the actor's turn goes on with another action."""


@frozen()
class End(Node):
    """`end turn`, `end phase`, `end deal`, `end game`."""

    scope: Literal["turn", "phase", "deal", "game"]


@frozen()
class Outcome(Node):
    """`actor wins`, `attacker loses`, `nobody wins`: the game is over."""

    players: Expr | None
    result: Literal["wins", "loses", "draw"]


@frozen()
class Leave(Node):
    """`dealer leaves`: out for the rest of the deal; `p leaves the game`: for good."""

    players: Expr
    for_good: bool


@frozen()
class Ask(Node):
    """`ask opponent to challenge or accept`: a decision of that seat, here and now."""

    player: Expr
    actions: tuple[str, ...]
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@frozen()
class Announce(Node):
    """`announce capture`: the effects `on` that event follow when the present ones are done."""

    event: str


@frozen()
class SkipTo(Node):
    """`skip to refill`: leave out the effects between this one and that one."""

    effect: str


@frozen()
class SkipPlayers(Node):
    """`skip 1`: that many seats lose their next turn."""

    count: Expr


@frozen()
class Reverse(Node):
    """`reverse`: turns go round the other way."""


@frozen()
class Stop(Node):
    """`stop`: leave out the rest of the effects of this event."""


@frozen()
class Perform(Node):
    """A definition with a `do`, used as a statement: `burn` or `punish(opponent)`."""

    call: Expr


@frozen()
class If(Node):
    """`if …:` with `else if …:` (an If inside `otherwise`) and `else:`."""

    condition: Expr
    then: Block
    otherwise: Block | None


@frozen()
class ForEach(Node):
    """`for each p in players from eldest:`, `for each n in 1 to 3:`."""

    name: str
    series: Expr
    last: Expr | None
    body: Block


@frozen()
class Repeat(Node):
    """`repeat 3 times:`, `repeat until stock is empty:`."""

    times: Expr | None
    until: Expr | None
    body: Block


Stmt = (
    Move | Lay | Deal | Draw | Refill | Shuffle | Reveal | Becomes | Add | Let | GoTo | PlayAgain
    | End | Outcome | Leave | Ask | Announce | SkipTo | SkipPlayers | Reverse | Stop | Perform
    | If | ForEach | Repeat
)  # fmt: skip


# ---------------------------------------------------------------------------- the smaller languages


@frozen()
class Amount(Node):
    """`3`, `3 to 4`, `3 or more`: how many; `most` is None where there is no upper bound."""

    least: Expr
    most: Expr | None


@frozen()
class Scheme(Node):
    """Who acts in a phase: `in turn from eldest`, `each once`, `all at once`, `poll …`, a seat."""

    kind: Literal["in turn", "each once", "at once", "poll", "one"]
    players: Expr | None
    among: Expr | None = None


@frozen()
class Choice(Node):
    """What an action's parameter ranges over: `a card from hand`, `a single or run from hand`."""

    kind: Literal["card", "cards", "meld", "number", "player", "suit", "rank", "pile"]
    source: Expr | None
    amount: Amount | None = None
    last: Expr | None = None
    melds: tuple[Name, ...] = ()


@frozen()
class Preference(Node):
    """Which form of an action a quick player takes: `lowest deadwood of (hand - card)`."""

    extreme: Literal["highest", "lowest"]
    key: Expr


Ast = Expr | Block | Stmt | Amount | Scheme | Choice | Preference


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order they are written.

    >>> [type(child).__name__ for child in children(Not(Name("done")))]
    ['Name']
    """
    for name in _field_names(type(node)):
        value: object = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for member in value:  # pyright: ignore[reportUnknownVariableType]
                if isinstance(member, Node):
                    yield member


@cache
def _field_names(kind: type[Node]) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind))


def walk(node: Node) -> Iterator[Node]:
    """A node and everything below it, from the outside in."""
    yield node
    for child in children(node):
        yield from walk(child)
