"""The types of the effect language."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import halves


@dataclass(frozen=True, slots=True)
class Type:
    """A type, by name; `of` is a list's element, `choices` are the words of a choice.

    A list with `choices` has an entry for each of these words, such as the names of the suits.

    `halves` is the unit of a number: such a number is stored as the number of its halves. Whatever computes with
    stored numbers need not know the unit, so types that differ only in it are equal. The checker converts
    between units, and what reads or writes a number asks for the unit. It is None where any unit is wanted.

    >>> str(list_of(RANK)), str(CARD)
    ('a list of ranks', 'a card')
    """

    name: str
    of: Type | None = None
    choices: tuple[str, ...] = ()
    halves: bool | None = field(default=False, compare=False)

    def __str__(self) -> str:
        """Return the type as messages name it."""
        if self.name == "place":
            return f"a pile of '{self.choices[0]}'" if self.choices else "a pile on the table"
        if self.of is not None and self.of.name == "place":
            return str(self.of).replace("a pile", "the piles", 1)
        if in_halves(self):
            return "a list of numbers in halves" if self.of else "a number in halves"
        if self.of is not None:
            return f"a list of {self.of.name.removesuffix('s')}s"
        if self.choices:
            return "one of " + ", ".join(self.choices)
        return _WORDING.get(self.name, f"a {self.name}")


NUMBER = Type("number")
HALVES = Type("number", halves=True)
"""A number that may have a half, such as 30½; see `halves.py`."""
IN_ANY_UNIT = Type("number", halves=None)
"""What is wanted where numbers of both kinds may stand; no value has this type."""
BOOLEAN = Type("boolean")
CARD = Type("card")
CARDS = Type("cards")
PILE = Type("pile")
RANK = Type("rank")
SUIT = Type("suit")
COLOUR = Type("colour")
PLAYER = Type("player")
PLAYERS = Type("players")
NOTHING = Type("nothing")
UNKNOWN = Type("unknown")
"""The type of a text with a mistake. It fits everywhere, so that one mistake is reported once."""

_WORDING = {
    "boolean": "true or false",
    "cards": "cards",
    "pile": "cards in order",
    "players": "players",
    "nothing": "nobody or none",
    "choice": "one of several choices",
    "place": "a pile on the table",
}


def list_of(element: Type) -> Type:
    """Return the type of a list; of players it is `PLAYERS`."""
    return PLAYERS if element == PLAYER else Type("list", element)


NAMED = {kind.name: kind for kind in (NUMBER, BOOLEAN, CARD, CARDS, PILE, RANK, SUIT, COLOUR, PLAYER, PLAYERS)}
"""The types an author may name, for variables and parameters."""
NAMED["halves"] = HALVES

MELDS = Type("list", CARDS)
"""Several melds, each a set of cards; authors call it `melds`."""
NAMED["melds"] = MELDS
OF_CARDS = (CARD, CARDS, PILE, MELDS)
"""The types whose values contain cards, besides lists of them."""

COLLECTIONS = ("cards", "pile", "players", "list")
NULLABLE = ("player", "card", "rank", "suit", "colour", "choice")
ORDERED = ("number", "rank", "choice")
"""The types whose values `<` compares."""


def in_halves(kind: Type) -> bool:
    """Return whether the numbers of a type are in halves.

    >>> in_halves(list_of(HALVES)), in_halves(NUMBER)
    (True, False)
    """
    return bool(kind.halves) or (kind.of is not None and in_halves(kind.of))


def written(stored: int, kind: Type) -> str:
    """Return a number as people write it, in the unit of its type.

    >>> written(61, HALVES), written(61, NUMBER)
    ('30½', '61')
    """
    return halves.text(stored) if kind.halves else str(stored)


def holds_cards(kind: Type) -> bool:
    """Return whether the values of a type contain cards."""
    return kind in OF_CARDS or kind.of in OF_CARDS


def by(words: tuple[str, ...], kind: Type) -> Type:
    """Return the type of a variable with an entry of a type for each of some words."""
    return Type("list", kind, words)


def choice(words: tuple[str, ...]) -> Type:
    """Return the type of one of some words, the lowest first."""
    return Type("choice", choices=words)


def element(kind: Type) -> Type | None:
    """Return the type of a collection's members; None for a type that is not a collection.

    >>> element(PILE)
    Type(name='card', of=None, choices=(), halves=False)
    """
    if kind.name in ("cards", "pile"):
        return CARD
    if kind.name == "players":
        return PLAYER
    return kind.of


def place_in(zone: str) -> Type:
    """Return the type of a pile in a zone of piles: a place, not the cards in it."""
    return Type("place", choices=(zone,))


def fits(found: Type, wanted: Type) -> bool:
    """Return whether a value of one type may stand where another is wanted.

    >>> fits(PILE, CARDS), fits(NUMBER, RANK), fits(NOTHING, PLAYER)
    (True, False, True)
    """
    if UNKNOWN in (found, wanted) or found == wanted:
        return True
    if found == NOTHING:
        return wanted.name in (*NULLABLE, *COLLECTIONS)
    if wanted in (CARDS, PILE):
        return found == CARD or (wanted == CARDS and found == PILE) or (found.name == "place" and bool(found.choices))
    if wanted == PLAYERS:
        return found == PLAYER
    if wanted == MELDS and found.of is not None and found.of.name == "place":
        return True
    if found.of is not None and wanted.of is not None:
        return fits(found.of, wanted.of)
    return False
