"""What a random ruleset declares, and what a text in it may name: the world of its expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

NUMBER, HALVES, BOOLEAN, CARD, CARDS, PILE = "number", "halves", "boolean", "card", "cards", "pile"
RANK, SUIT, COLOUR, PLAYER, PLAYERS, MELDS = "rank", "suit", "colour", "player", "players", "melds"
SOMEBODY = "somebody"
"""A player who may be nobody; whose hand that is must not be asked."""
PLACE = "place"
"""A pile of a zone of piles."""

CHOICE, ENTRIES, KEPT = "choice", "entries", "kept"
"""One of the words of the first variable with choices; a number for each suit."""

VALUES = (NUMBER, HALVES, BOOLEAN, CARD, CARDS, PILE, RANK, SUIT, COLOUR, PLAYER, PLAYERS, MELDS)


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone that the ruleset declares."""

    name: str
    each: bool
    ordered: bool
    piles: bool
    faces: str
    team: bool = False

    @property
    def unseen(self) -> bool:
        """Whether nobody sees its cards and they have no order."""
        return not self.ordered and not self.piles and self.faces in ("hidden", "top", "turned")


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that the ruleset declares."""

    name: str
    type: str
    each: bool
    scope: str


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition; its type is empty if it does something.

    Attributes:
        acting: whether it speaks of the actor.
        asks: whether it asks somebody.
        announces: whether it announces an event.
        shared: whether it speaks of nothing that each of several tables has of its own.
        moves: whether it may leave the phase, so that it belongs in actions.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    type: str
    acting: bool
    asks: bool = False
    announces: bool = False
    shared: bool = False
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """What a text may speak of, and do.

    Attributes:
        actor: whether somebody is acting.
        names: local names, with their types.
        member: the type of `it`, empty where there is none.
        pure: whether chance is out of place.
        drawn: whether `drawn` is a card.
        asks: the lowest level of answers that may be asked for; above the last level, none.
        events: the number of the first event that may be announced.
        moves: whether play can be sent elsewhere: by `play again`, `go to` and their like.
        later: the effects that `skip to` can name; None where `stop` has no place.
        shared: whether this is said of several tables together.
        blocks: how deep statements are nested.
    """

    actor: bool = False
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    member: str = ""
    pure: bool = True
    drawn: bool = False
    asks: int = 3
    events: int = 3
    moves: bool = False
    later: tuple[str, ...] | None = None
    shared: bool = False
    blocks: int = 0

    def bind(self, name: str, kind: str) -> Scope:
        """Return the scope with one more name."""
        return replace(self, names={**self.names, name: kind})


@dataclass(slots=True)
class World:
    """What a ruleset declares: what expressions can speak of."""

    players: int = 2
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    jokers: int = 0
    named: tuple[str, ...] = ()  # ranks of cards without a suit, such as `joker`
    attributes: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    zones: list[Zone] = field(default_factory=list[Zone])
    variables: list[Variable] = field(default_factory=list[Variable])
    definitions: list[Definition] = field(default_factory=list[Definition])
    melds: list[str] = field(default_factory=list[str])
    kinds: list[str] = field(default_factory=list[str])
    rankings: list[str] = field(default_factory=list[str])
    patterns: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    levels: list[str] = field(default_factory=list[str])  # rankings whose patterns are compared
    possible: list[str] = field(default_factory=list[str])
    options: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict[str, tuple[str, tuple[str, ...]]])
    departures: bool = False
    daring: bool = False  # whether rules often name nobody, nothing and what is not there
    coloured: bool = True
    teams: str = ""  # how long they last: `match`, `deal`, `fixed`; empty if there are none

    choices: tuple[str, ...] = ()
    half_points: bool = False
    in_halves: bool = False  # whether the numbers of `deck.attributes` are

    @property
    def suit_words(self) -> tuple[str, ...]:
        """The suits, or what stands for them in a deck without suits."""
        return self.suits or ("none",)
