"""A resolved ruleset as typed data; `ruleset_reader.py` makes it.

Every rule keeps its place in the file, and effect text is syntax trees: later stages never see
YAML.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from ..diagnostics import Span
from ..identity import ByIdentity
from ..resolve.options import read_option
from ..source.located import Mapping, Scalar
from . import nodes as n
from . import types as ty

FACE_UP = "face_up"
"""The variable that holds the cards that lie face up in zones with `faces: turned`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The common part of named entries: name, address and place."""

    name: str
    address: str
    span: Span
    help: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a plain text, such as a rank in `ranks: A 2 3`, with its place."""

    text: str
    span: Span


Assigned = tuple[tuple[tuple[Word, ...], n.Expr | None], ...]
"""What cards are given, by the words that mean them: ranks, suits or cards."""


@dataclass(frozen=True, slots=True)
class Suit(Word):
    """A suit; its ranks, if they are not those of the deck, and its colour."""

    ranks: tuple[Word, ...] = ()
    colour: Word | None = None


@dataclass(frozen=True, slots=True)
class About:
    """Facts about a game, as its author has written them; no rule depends on them.

    Attributes:
        family: what kind of game it is; empty if that is not told, as are all other texts.
        aliases: its other names.
        best: with how many players it is best: the least and the most.
        minutes: how long a match takes; 0 if that is not told.
        difficulty: how hard it is to learn.
        origin: where it comes from.
        sources: books and sites about it.
    """

    family: str = ""
    aliases: tuple[str, ...] = ()
    best: tuple[int, int] | None = None
    minutes: int = 0
    difficulty: str = ""
    origin: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attribute(Rule):
    """A further number of each card."""

    numbers: Assigned


@dataclass(frozen=True, slots=True)
class Deck:
    """The pack: its faces, how many cards have each of them, and what cards are worth."""

    span: Span
    ranks: tuple[Word, ...]
    suits: tuple[Suit, ...]
    jokers: n.Expr | None
    packs: n.Expr | None
    cards: tuple[tuple[Word, n.Expr | None], ...]
    copies: Assigned
    values: Assigned
    attributes: dict[str, Attribute]
    orders: tuple[tuple[Word, tuple[Word, ...]], ...]
    without: Assigned
    zone: Word | None


@dataclass(frozen=True, slots=True)
class Zone(Rule):
    """A place for cards: one on the table, or one for each player."""

    each: bool
    faces: n.Expr
    ordered: bool
    piles: bool
    fixed: n.Expr | None
    sorted: str
    team: bool
    drawn: str = ""
    place: str = ""
    rows: str = ""


@dataclass(frozen=True, slots=True)
class Variable(Rule):
    """A value that the game keeps besides the cards.

    `index` is `suit`, `rank` or a variable with choices, if there is one for each of them.
    """

    type: Word
    each: bool
    start: n.Expr | None
    scope: str
    internal: bool
    columns: n.Expr | None
    choices: tuple[Word, ...] = ()
    index: Word | None = None
    team: bool = False


@dataclass(frozen=True, slots=True)
class Meld(Rule):
    """A pattern of cards that belong together."""

    same: Word | None
    consecutive: Word | None
    size: n.Amount | None
    when: n.Expr | None
    by: tuple[Word, ...]
    around: n.Expr | None
    wild: tuple[Word, ...]
    most_wild: n.Expr | None
    suits: n.Amount | None
    roles: n.Expr | None
    each: n.Expr | None
    parts: tuple[n.MeldPart, ...]
    ranks: tuple[Word, ...]
    least_natural: n.Expr | None


@dataclass(frozen=True, slots=True)
class Ranking(Rule):
    """An order of combinations of cards: its levels, the best first, each of one or more melds."""

    patterns: tuple[tuple[Word, ...], ...]
    best: n.Expr | None
    by: Word | None
    suits: n.Expr | None


@dataclass(frozen=True, slots=True)
class Definition(Rule):
    """A definition: a value (`is_`) or a procedure (`do`), with parameters."""

    parameters: tuple[tuple[Word, Word], ...]
    is_: n.Expr | None
    do: n.Block | None
    type: ty.Type | None = None  # the type that its value must have, if there is one
    member: bool = False  # whether its only parameter is also called `it`
    shown: bool = False

    @property
    def key(self) -> str:
        """The key under which its value is written."""
        return "table" if isinstance(self.is_, n.Table) else "is"


@dataclass(frozen=True, slots=True)
class Tricks:
    """How tricks are played: with which cards, by which rules, and who takes them."""

    phase: Word | None
    hand: Word
    played: Word
    won: Word
    leader: n.Expr | None
    trump: n.Expr | None
    top_trumps: tuple[n.Expr | None, ...]
    order: n.Expr | None
    trump_order: n.Expr | None
    exempt: n.Expr | None
    leads: n.Expr | None
    discards: n.Expr | None
    must_follow: n.Expr | None
    must_trump: n.Expr | None
    must_overtrump: n.Expr | None
    must_head: n.Expr | None
    may_trump: n.Expr | None
    taker: n.Expr | None
    plays_for: Definition | None
    do: n.Block | None
    span: Span


@dataclass(frozen=True, slots=True)
class Phase(Rule):
    """A part of a deal: who acts, what is done before and after it, and which phase is next.

    Phases come in the order of the file, but for those that are placed by `precedes` or `follows`.
    """

    players: n.Scheme | None
    when: n.Expr | None
    before: n.Block | None
    until: n.Expr | None
    after: n.Block | None
    next: Word | None
    steps: tuple[Word, ...]
    turn_before: n.Block | None
    turn_after: n.Block | None
    precedes: Word | None
    follows: Word | None


@dataclass(frozen=True, slots=True)
class Action(Rule):
    """An action that a player may choose.

    With `passes` its only statement, which no author wrote, notes that the player passes.
    """

    phases: tuple[Word, ...]
    choose: tuple[tuple[Word, n.Choice], ...]
    when: n.Expr | None
    do: n.Block | None
    passes: bool = False


@dataclass(frozen=True, slots=True)
class Effect(Rule):
    """A rule that runs after an action or an announced event."""

    on: tuple[Word, ...]
    when: n.Expr | None
    do: n.Block | None
    before: Word | None
    after: Word | None


@dataclass(frozen=True, slots=True)
class Teams:
    """The sides of the players: who sits together, and how long sides that are made last."""

    seats: Word | tuple[tuple[Word, ...], ...] | None
    when: n.Expr | None
    scope: str
    span: Span


@dataclass(frozen=True, slots=True)
class Tables:
    """Several tables at which a deal is played at once: how many, and who sits at which."""

    number: n.Expr | None
    parameters: tuple[tuple[Word, Word], ...]
    seat: n.Expr | None
    open: n.Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: its opening, its scoring, who deals, and in which direction all goes."""

    do: n.Block | None = None
    after: n.Block | None = None
    together: n.Block | None = None
    dealer: n.Expr | None = None
    first: n.Expr | None = None
    span: Span = n.NOWHERE
    direction: n.Expr | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """With which scores a match begins, when it is over, and who has won it by score."""

    start: n.Expr | None = None
    until: n.Expr | None = None
    deals: n.Expr | None = None
    result: n.Block | None = None
    winner: str | None = None
    half_points: bool = False
    span: Span = n.NOWHERE


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a game that goes on too long, and with which result."""

    turns: n.Expr | None = None
    steps: n.Expr | None = None
    result: n.Block | None = None
    span: Span = n.NOWHERE


@dataclass(frozen=True, slots=True)
class Bots:
    """Hints for bots: actions to prefer, and the value of a position."""

    prefer: tuple[tuple[Word, n.Preference | None], ...] = ()
    value: n.Expr | None = None


@dataclass(frozen=True)
class Head:
    """What a ruleset tells about its game, besides the rules."""

    id: str
    title: str
    summary: str
    about: About
    least: int
    most: int
    default_players: int


@dataclass(frozen=True)
class Ruleset(Head):
    """A whole game as written, before options have values.

    It is checked under many options; results that do not depend on them are cached in it. `labels`
    are what screens call rules, `phrases` what sentences call them, each with its places.
    """

    notes: dict[str, str]
    options: dict[str, Mapping]
    option_places: dict[str, Span]
    deck: Deck
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    melds: dict[str, Meld]
    rankings: dict[str, Ranking]
    definitions: dict[str, Definition]
    teams: Teams | None
    tables: Tables | None
    tricks: Tricks | None
    deal: Deal
    phases: dict[str, Phase]
    actions: dict[str, Action]
    effects: dict[str, Effect]
    match: Match
    limits: Limits
    labels: dict[str, tuple[str, Span]]
    bots: Bots
    scenarios: Mapping | None
    phrases: dict[str, tuple[str, Scalar, Span]] = field(default_factory=dict[str, tuple[str, Scalar, Span]])
    span: Span = field(default=n.NOWHERE, compare=False)

    @cached_property
    def spoken(self) -> dict[str, str]:
        """For each option the name by which effect text knows it: its own, or another."""
        return {name: read_option(o).known_as or name for name, o in self.options.items()}

    @property
    def declared(self) -> Iterator[tuple[str, str, Span]]:
        """What has a name of its own: the kind, the name and the place of each."""
        yield from (("option", self.spoken[name], place) for name, place in self.option_places.items())
        for kind, rules in (
            ("zone", self.zones),
            ("variable", self.variables),
            ("attribute", self.deck.attributes),
            ("meld", self.melds),
            ("ranking", self.rankings),
            ("definition", self.definitions),
            ("phase", self.phases),
            ("action", self.actions),
        ):
            yield from ((kind, each.name, each.span) for each in rules.values())

    @property
    def declared_inside(self) -> Iterator[tuple[str, str, Span]]:
        """The parameters of definitions and the choices of actions, likewise."""
        for definition in self.definitions.values():
            yield from (("parameter", word.text, word.span) for _, word in definition.parameters)
        for action in self.actions.values():
            yield from (("choice", word.text, word.span) for word, _ in action.choose)

    @cached_property
    def types(self) -> dict[str, ty.Type]:
        """The types that effect text can name: those of the language, of melds, variables and rankings.

        `meld` is the type of the names of melds. A variable with choices is the name of its own type:
        `type: strain`, `a strain from …`. A ranking is the name of the type of its patterns: `type: poker`.
        """
        named = (("meld", list(self.melds)), *self._choices, *self._patterns)
        return ty.NAMED | {name: ty.choice(tuple(dict.fromkeys(words))) for name, words in named if words}

    @property
    def _choices(self) -> Iterator[tuple[str, list[str]]]:
        for name, variable in self.variables.items():
            yield name, [word.text for word in variable.choices]

    @property
    def _patterns(self) -> Iterator[tuple[str, list[str]]]:
        """The patterns of each ranking, the lowest first."""
        for name, ranking in self.rankings.items():
            best_first = [word.text for level in ranking.patterns for word in level]
            yield name, best_first[::-1]

    def type_of(self, word: str) -> ty.Type:
        """Return a type by its name; of an unknown type `UNKNOWN`."""
        return self.types.get(word, ty.UNKNOWN)

    @cached_property
    def blocks(self) -> tuple[n.Block, ...]:
        """All statements, block by block."""
        holders = (*self.definitions.values(), *self.actions.values(), *self.effects.values())
        blocks = [holder.do for holder in (*holders, self.deal)]
        for phase in self.phases.values():
            blocks += [phase.before, phase.turn_before, phase.turn_after, phase.after]
        blocks += [self.deal.after, self.deal.together, self.match.result]
        return tuple(block for block in blocks if block is not None)

    @cached_property
    def statements(self) -> tuple[n.Node, ...]:
        """The nodes of all blocks."""
        return tuple(node for block in self.blocks for node in self.inside(block))

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the data without cached results."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def _walked(self) -> ByIdentity[n.Node, tuple[n.Node, ...]]:
        return ByIdentity()

    def inside(self, text: n.Node) -> tuple[n.Node, ...]:
        """Return the nodes of a text of this ruleset, from the outside in."""
        return self._walked.of(text, lambda text: tuple(n.walk(text)))
