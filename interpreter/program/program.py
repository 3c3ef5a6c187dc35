"""A checked game: the checker's output for the compiler, the runtime and the tools.

All expressions are typed, options have their values, and all names exist.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Span, spaced
from ..syntax.nodes import NOWHERE
from ..syntax.ruleset import About
from ..syntax.types import HALVES, NUMBER, Type
from . import ir
from .cards import Pack


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of the table, or one for each player; `faces` says who sees the cards in it.

    Of a zone with `team` there is one for each side, kept at the side's first player. With `piles`
    it holds several piles side by side: `fixed` for each owner, which stay when they are empty; or
    any number, such as melds on the table, if `fixed` is 0. `sorted` is how a screen
    shows its cards if they keep no order: by `rank`, by `suit`, or in `melds`. `drawn` is
    what a screen shows of it: its `cards`, their `number`, or `nothing`. `place` is where a table in
    the browser shows it; empty if that follows from the rules. `rows` is a picture of how its piles lie on
    a screen, a text for each row: `x` is a pile, and each character half as wide as a card.
    """

    name: str
    each: bool
    faces: str
    ordered: bool
    help: str
    piles: bool = False
    sorted: str = "rank"
    fixed: int = 0
    team: bool = False
    drawn: str = "cards"
    place: str = ""
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; `start` is its value at the beginning of its scope.

    An `internal` one only serves the rules: screens do not show it. One with `columns` holds a list
    of that many numbers. One with `team` has a value for each side, kept at its first player. One with
    `piles` holds a list with an entry for each pile of that zone; the entry of a new pile is `entry`.
    """

    name: str
    type: Type
    each: bool
    start: ir.Expr
    scope: str
    internal: bool = False
    columns: int = 0
    team: bool = False
    piles: str = ""
    entry: ir.Const | None = None

    @property
    def own(self) -> bool:
        """Whether each of several tables has its own."""
        return not self.each and self.scope != "match"

    @property
    def lasting(self) -> bool:
        """Whether it has a value for each player that lasts for the match, and so rarely changes.

        In a state these are tuples, which copies share; the others are lists, changed in place.
        """
        return self.each and self.scope == "match"


@dataclass(frozen=True, slots=True)
class Meld:
    """A pattern of cards that belong together.

    Attributes:
        same: `rank` or `suit`, what all the cards have in common; None if they need not.
        consecutive: whether their ranks follow one another.
        least, most: how many cards it has.
        present: whether the options allow it at all.
        orders: the named rank orders in which runs lie; none means the deck's.
        around: whether a run may pass from the last rank to the first.
        wild: the ranks whose cards may stand for any other.
        most_wild: the largest number of wild cards.
        least_suits, most_suits: the number of different suits.
        roles: what a wild card on the table may stand for: any card that the cards around it still
            allow (`shrinking`), one card from the start (`fixed`: the highest if several are
            possible), or any card, chosen anew (`free`).
        each: how many cards a run has of each of its ranks.
        parts: the melds that it is made of, if it is; then only `least`, `most` and `present` say
            more.
        ranks: the ranks of its natural cards; none means all.
        least_natural: the smallest number of natural cards.
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
    each: int = 1
    parts: tuple[Meld, ...] = ()
    ranks: tuple[int, ...] = ()
    least_natural: int = 1

    @property
    def arranged(self) -> bool:
        """Whether arrangements of hands, and melds that grow on the table, can be of this kind."""
        return self.present and self.most > 1 and not self.compound

    @property
    def compound(self) -> bool:
        """Whether it is made of others, or has several cards of each rank of a run."""
        return bool(self.parts) or self.each > 1


@dataclass(frozen=True, slots=True)
class Ranking:
    """An order of combinations of cards.

    Attributes:
        levels: the melds, the best first. Those of one level do not rank above one another, if
            they are several.
        best: how many cards of a hand count; 0 if all cards together must be one of the melds.
        order: the named order of the ranks; None for the deck's.
        suits: whether suits decide between equal ranks.
        patterns: the names of all its patterns, the lowest first, with those of melds that do not exist.
    """

    name: str
    levels: tuple[tuple[Meld, ...], ...]
    best: int
    order: str | None
    suits: bool
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A value or a procedure with parameters; screens show a value that is `shown`."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    value: ir.Expr | None
    do: tuple[ir.Stmt, ...]
    span: Span
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """One choice of an action: its kind, and what it is chosen from.

    A number is chosen from a list if it has no `last`; `step` is the distance of two numbers. `which` is
    which of several melds is chosen, if that changes during play.
    """

    name: str
    kind: str
    type: Type
    source: ir.Expr
    last: ir.Expr | None = None
    least: ir.Expr | None = None
    most: ir.Expr | None = None
    melds: tuple[str, ...] = ()
    step: int = 1
    which: ir.Expr | None = None

    @property
    def asked(self) -> tuple[ir.Expr, ...]:
        """The values on which it depends what can be chosen."""
        asked = (self.source, self.last, self.least, self.most, self.which)
        return tuple(each for each in asked if each is not None)


@dataclass(frozen=True, slots=True)
class Effect:
    """A rule that runs after an event, if its condition holds."""

    name: str
    when: ir.Expr | None
    do: tuple[ir.Stmt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    """An action that a player may choose, and its consequences.

    It `declines` if it has no statements and no effects: in a poll, this means to pass.
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
    """A part of a deal; `steps` are the actions of each step of a turn, at least one.

    In a phase that goes in turn, `order` are the players in another order than that of their seats.
    `turn_before` and `turn_after` are done at the beginning and at the end of each turn. `closer` is
    the player to whom the turn does not come back: the phase is over then. `follower` is a player who has
    the next turn, whoever else would. Both are variables, for which nobody may be named.
    """

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
    order: ir.Expr | None = None
    turn_before: tuple[ir.Stmt, ...] = ()
    turn_after: tuple[ir.Stmt, ...] = ()
    closer: ir.VarRef | None = None
    follower: ir.VarRef | None = None


@dataclass(frozen=True, slots=True)
class Teams:
    """The sides of the players.

    Attributes:
        sides: for each seat the first seat of its side, by which the side is known.
        scope: how long sides last that rules make, in the variable `teams`: `match` or `deal`;
            empty if they are fixed.
    """

    sides: tuple[int, ...]
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Tables:
    """Several tables at which each deal is played at once.

    Attributes:
        number: the number of tables.
        player: the name of the player in `seat`.
        seat: the table, from 1, at which that player sits in a deal.
        open: whether the players at one table see the open cards at the others.
    """

    number: int
    player: str
    seat: ir.Expr
    open: bool


@dataclass(frozen=True, slots=True)
class Tricks:
    """The zones of tricks: those in which their cards lie, and to which they are taken."""

    played: str
    won: str


@dataclass(frozen=True, slots=True)
class Preference:
    """An action that quick bots prefer if a condition holds, and the `key` of its best form."""

    action: str
    highest: bool
    key: ir.Expr | None
    condition: ir.Expr | None


@dataclass(frozen=True, slots=True)
class Program:
    """A whole game, ready to compile."""

    id: str
    title: str
    summary: str
    about: About
    players: int
    options: dict[str, object]
    option_help: dict[str, str]
    pack: Pack
    pack_zone: str
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    melds: dict[str, Meld]
    rankings: dict[str, Ranking]
    definitions: dict[str, Definition]
    phases: dict[str, Phase]
    actions: dict[str, Action]
    events: dict[str, tuple[Effect, ...]]
    deal_do: tuple[ir.Stmt, ...]
    deal_after: tuple[ir.Stmt, ...]
    deal_together: tuple[ir.Stmt, ...]
    dealer: ir.Expr
    first_dealer: ir.Expr | None
    counterclockwise: bool
    match_start: int
    half_points: bool
    match_until: ir.Expr | None
    match_result: tuple[ir.Stmt, ...]
    match_deals: int
    low_wins: bool
    uses_scores: bool
    compares_scores: bool
    turn_limit: int
    step_limit: int
    limit_result: tuple[ir.Stmt, ...]
    departures: bool
    tells: bool
    repeats: bool
    teams: Teams | None
    tables: Tables | None
    tricks: Tricks | None
    labels: dict[str, str]
    prefer: tuple[Preference, ...]
    value: ir.Expr | None

    @property
    def around(self) -> str:
        """The direction in which players act one after the other."""
        return "counterclockwise" if self.counterclockwise else "clockwise"

    def side(self, neighbour: str) -> str:
        """Return on which side a neighbour sits, who is called by the side in a clockwise game: `left` is next."""
        return {"left": "right", "right": "left"}[neighbour] if self.counterclockwise else neighbour

    def label(self, name: str) -> str:
        """Return what a screen calls something in the rules: its label, or its name as words."""
        return self.labels.get(name) or spaced(name)

    def owners(self, each: Zone | Variable) -> tuple[int, ...]:
        """Return the seats at which a zone or variable is kept; none if it is the table's."""
        return self._owners(each.team) if each.each else ()

    @property
    def scorers(self) -> tuple[int, ...]:
        """The seats at which scores are kept: one of each side, if sides last for the match."""
        return self._owners(self.shares_scores)

    @property
    def per_point(self) -> int:
        """The stored number that is one point of a score."""
        return 2 if self.half_points else 1

    @property
    def points(self) -> Type:
        """The type of a score: a number, in halves with `match.half_points`."""
        return HALVES if self.half_points else NUMBER

    @property
    def shares_scores(self) -> bool:
        """Whether a score belongs to a side."""
        return self.teams is not None and self.teams.scope != "deal"

    @property
    def plays_together(self) -> bool:
        """Whether all players are on one side, so that none of them wins against another."""
        return len(self.scorers) == 1 < self.players

    def _owners(self, team: bool) -> tuple[int, ...]:
        if team and self.teams is not None and not self.teams.scope:
            return tuple(sorted(set(self.teams.sides)))
        return tuple(range(self.players))
