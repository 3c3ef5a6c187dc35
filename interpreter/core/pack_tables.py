"""Constants of the generated code: tables with an entry for each card, rank or seat.

Code mentions a table by its name, such as `RANK[c]` or `BIT[c]`; `PackTables.need` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import cast

from ..program.cards import Pack
from ..program.program import Program
from ..runtime.memory import Memory
from ..runtime.seats import neighbours, present, present_from
from ..syntax.operations.table import OPERATIONS
from ..syntax.types import CARD, CARDS, COLOUR, PLAYER, PLAYERS, RANK, SUIT, Type, list_of
from . import nodes
from .build import Maker, constant, maker, name, nodes_in
from .reading import expression_of
from .types import typed

_ABSENT = {"value": 0}
"""A table's entry for no card, if it is not -1."""

MOST_PRESENT = 1 << 12
"""The number of sets of absent seats for which the others are remembered."""

TABLES = frozenset(
    "RANK SUIT COLOUR VALUE LIKE_RANK LIKE_SUIT LIKE_COLOUR BIT PACK FACE ALIKE EVERY ORDERS ABOVE BELOW ATTRIBUTES"
    " ORDINARY SEATS_FROM PRESENT_FROM PRESENT LEFT RIGHT OPPOSITE AFTER BEFORE".split()
)
"""The names of tables that templates may mention."""


@lru_cache(maxsize=1 << 12)
def _read(template: str) -> tuple[Maker, frozenset[str]]:
    """Return what makes the tree of a template, and the tables in it."""
    tree = expression_of(template)
    return maker(tree), TABLES & {each.id for each in nodes_in(tree) if isinstance(each, nodes.Name)}


_OF_SETS = frozenset("BIT RANK SUIT COLOUR VALUE LIKE".split())
"""What the names of tables begin with whose members are sets of cards, if more follows."""

_TYPES: Mapping[str, Type] = {
    "BIT": list_of(CARDS),
    "EVERY": CARDS,
    **dict.fromkeys(("PACK", "FACE"), list_of(CARD)),
    **dict.fromkeys(("RANK", "ORDINARY"), list_of(RANK)),
    "SUIT": list_of(SUIT),
    "COLOUR": list_of(COLOUR),
    **dict.fromkeys(("LEFT", "RIGHT", "OPPOSITE"), list_of(PLAYER)),
    **dict.fromkeys(("ABOVE", "BELOW"), list_of(list_of(RANK))),
    **dict.fromkeys(("SEATS_FROM", "PRESENT"), list_of(PLAYERS)),
}
"""The types of tables whose members are more than numbers."""


def table_type(key: str) -> Type | None:
    """Return the type of a table by its name; None if it is no more than its values say.

    >>> str(table_type("BIT")), str(table_type("RANK")), str(table_type("RANK_EQ"))
    ('a list of cards', 'a list of ranks', 'a list of cards')
    """
    first, _, second = key.partition("_")
    return list_of(CARDS) if second and first in _OF_SETS else _TYPES.get(key)


def set_by(column: tuple[int, ...], relation: str, value: int) -> int:
    """Return the cards that have a relation to a value; none (-1) is lower than everything."""
    test = OPERATIONS[relation].known
    assert test is not None
    return sum(1 << card for card, entry in enumerate(column) if test(entry, value))


class PackTables:
    """The constants of one build; entries are only added."""

    def __init__(self, program: Program) -> None:
        """Start with none."""
        self.pack: Pack = program.pack
        self._players = program.players
        self.constants: dict[str, object] = {}

    def need(self, key: str) -> nodes.Expression:
        """Return a table by its name, which is a constant of the code from now on.

        `RANK`, `SUIT` and so on hold what each card is, then what no card is; `RANK_EQ` for each
        rank the cards of it, last those without one, and likewise for all relations; `LIKE_RANK`
        for each card the cards of its rank; `BIT` the set of each card alone.
        """
        if key not in self.constants:
            self.constants[key] = self._table(key)
        return typed(name(key), table_type(key))

    def complete(self, key: str) -> bool:
        """Return whether each card has the attribute that a table holds."""
        self.need(key)
        return min(cast("tuple[int, ...]", self.constants[key])[: self.pack.size], default=0) >= 0

    def code(self, template: str, **trees: nodes.Expression) -> nodes.Expression:
        """Return the tree of an expression template; the tables that it mentions are made.

        `N` is the number of players.
        """
        make, tables = _read(template)
        return make({"N": constant(self._players), **{key: self.need(key) for key in tables}, **trees})

    def equal(self, attribute: str, value: nodes.Expression) -> nodes.Expression:
        """Return the set of all cards of a rank, suit or colour, a constant where it is known which."""
        if isinstance(value, nodes.Constant):
            return constant(set_by(self.column(attribute), "eq", cast(int, value.value)))
        return nodes.Subscript(self.need(f"{attribute}_eq".upper()), value)

    def put(self, stem: str, value: object) -> nodes.Expression:
        """Return a constant with some value, whatever its name."""
        for key, known in self.constants.items():
            if key.startswith(f"{stem}_") and known == value:
                return name(key)
        key = f"{stem}_{len(self.constants)}"
        self.constants[key] = value
        return name(key)

    def column(self, attribute: str) -> tuple[int, ...]:
        """Return an attribute of each card: its rank, suit, colour or value."""
        return getattr(self.pack, attribute)

    def bit(self, card: nodes.Expression) -> nodes.Expression:
        """Return the set of one card; the empty set for no card (-1)."""
        return self.code("BIT[c]", c=card)

    def all_cards(self) -> nodes.Expression:
        """Return the set of all cards."""
        return constant((1 << self.pack.size) - 1)

    def _table(self, key: str) -> object:
        pack, n = self.pack, self._players
        match key:
            case "BIT":
                return (*(1 << card for card in range(pack.size)), 0)
            case "PACK":
                return list(range(pack.size))
            case "FACE":
                return (*pack.face, -1)
            case "EVERY":
                return (1 << pack.size) - 1
            case "ALIKE":
                return _alike(pack)
            case "ORDERS":
                return tuple((*order, -1) for order in (*pack.orders.values(), pack.own_order))
            case "ATTRIBUTES":
                return tuple((*numbers, 0) for numbers in pack.attributes.values())
            case "ORDINARY":  # the rank of each card that has one beside its name
                return tuple(rank if rank < pack.ranked else -1 for rank in pack.rank)
            case "LEFT" | "RIGHT" | "OPPOSITE":  # nobody is -1
                step = {"LEFT": 1, "RIGHT": -1, "OPPOSITE": n // 2}[key]
                return (*((seat + step) % n for seat in range(n)), -1)
            case "ABOVE" | "BELOW":
                orders = (*pack.orders.values(), pack.own_order)
                return tuple(_beside(order, 1 if key == "ABOVE" else -1) for order in orders)
            case "PRESENT":
                return Memory(partial(present, n), MOST_PRESENT)
            case "AFTER" | "BEFORE":
                step = 1 if key == "AFTER" else -1
                return Memory(partial(neighbours, n, step), MOST_PRESENT)
            case "PRESENT_FROM":
                return Memory(partial(present_from, n), MOST_PRESENT)
            case "SEATS_FROM":
                return tuple(tuple((i + k) % n for k in range(n)) for i in range(n))
            case _:
                pass
        first, _, second = key.lower().partition("_")
        if first == "like":
            column = self.column(second)
            return tuple(set_by(column, "eq", entry) for entry in column)
        column = self.column(first)
        if not second:
            return (*column, _ABSENT.get(first, -1))
        # The pack need not have a card of each rank, suit and colour.
        values = [*range(len(pack.names(Type(first)))), -1]
        return tuple(set_by(column, second, value) for value in values)


def _alike(pack: Pack) -> tuple[int, ...]:
    """For each distance from 1 on, the cards that look like the one so far below them."""
    return tuple(
        sum(1 << card for card in range(distance, pack.size) if pack.face[card] == pack.face[card - distance])
        for distance in range(1, max(map(pack.face.count, pack.face)))
    )


def _beside(order: tuple[int, ...], step: int) -> tuple[int, ...]:
    """For each rank, and last for none, the one so many steps away in an order, or -1."""
    places = [place + step for place in (*order, -1)]
    return tuple(order.index(place) if place >= 0 and place in order else -1 for place in places)
