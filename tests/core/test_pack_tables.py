"""Each table of the pack says of every card, rank, suit and seat, and of none, what its name says."""

from __future__ import annotations

from typing import Any

import pytest

from cardrules.interpreter.core.pack_tables import PackTables
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.program.cards import Pack
from cardrules.interpreter.syntax.operations.table import OPERATIONS

from ..loading import loaded

GAMES = ["gin_rummy", "canasta", "french_tarot", "president"]
"""With one pack and with two, with jokers, with trumps, with another order of ranks."""

NOBODY = -1


def tables(name: str) -> PackTables:
    return PackTables(rules_of(loaded(name)).program)


def entries(made: PackTables, key: str) -> Any:
    """Return a table."""
    made.need(key)
    return made.constants[key]


@pytest.fixture(params=GAMES)
def made(request: pytest.FixtureRequest) -> PackTables:
    return tables(request.param)


@pytest.mark.parametrize("attribute", ["rank", "suit", "colour", "value"])
def test_cards_have_their_attributes(made: PackTables, attribute: str) -> None:
    column: tuple[int, ...] = getattr(made.pack, attribute)
    found = entries(made, attribute.upper())
    assert [found[card] for card in range(made.pack.size)] == [*column]
    assert found[NOBODY] == (0 if attribute == "value" else NOBODY)
    assert made.complete(attribute.upper()) == (min(column) >= 0)


@pytest.mark.parametrize("relation", ["eq", "ne", "lt", "le", "gt", "ge"])
@pytest.mark.parametrize("attribute", ["rank", "suit", "colour"])
def test_sets_by_a_relation_have_those_cards(made: PackTables, attribute: str, relation: str) -> None:
    column: tuple[int, ...] = getattr(made.pack, attribute)
    found = entries(made, f"{attribute}_{relation}".upper())
    test = OPERATIONS[relation].known
    assert test is not None
    for value in (*sorted({*column}), NOBODY):
        assert found[value] == sum(1 << card for card, entry in enumerate(column) if test(entry, value))


@pytest.mark.parametrize("attribute", ["rank", "suit", "colour"])
def test_cards_that_are_like_a_card(made: PackTables, attribute: str) -> None:
    column: tuple[int, ...] = getattr(made.pack, attribute)
    found = entries(made, f"like_{attribute}".upper())
    for card, entry in enumerate(column):
        assert found[card] == sum(1 << other for other, same in enumerate(column) if same == entry)


def test_the_set_of_one_card(made: PackTables) -> None:
    found = entries(made, "BIT")
    assert [found[card] for card in (*range(made.pack.size), NOBODY)] == [*(1 << n for n in range(made.pack.size)), 0]
    assert entries(made, "EVERY") == sum(found)


def test_ranks_above_and_below_in_each_order(made: PackTables) -> None:
    """A rank in no order, and no rank, stand below all others."""
    pack = made.pack
    orders = [*pack.orders.values(), pack.own_order]
    kinds = [entries(made, key) for key in ("ORDERS", "ABOVE", "BELOW")]
    for order, places, above, below in zip(orders, *kinds, strict=True):
        at = {place: rank for rank, place in enumerate(order) if place >= 0}
        assert places == (*order, NOBODY)
        assert [*above] == [at.get(place + 1, NOBODY) for place in places]
        assert [*below] == [at.get(place - 1, NOBODY) for place in places]


def test_cards_that_look_alike(made: PackTables) -> None:
    pack: Pack = made.pack
    for distance, cards in enumerate(entries(made, "ALIKE"), 1):
        below = {card for card in range(distance, pack.size) if pack.face[card] == pack.face[card - distance]}
        assert cards == sum(1 << card for card in below)
    assert entries(made, "FACE")[NOBODY] == NOBODY


def test_seats_beside_a_seat(made: PackTables) -> None:
    """In the order of play the left neighbour follows; opposite sits who is as far on both ways."""
    left, right, opposite = (entries(made, key) for key in ("LEFT", "RIGHT", "OPPOSITE"))
    after, before = entries(made, "AFTER"), entries(made, "BEFORE")
    seats = range(len(left) - 1)
    assert left[NOBODY] == right[NOBODY] == opposite[NOBODY] == after[0][NOBODY] == before[0][NOBODY] == NOBODY
    for seat in seats:
        assert left[seat] == (seat + 1) % len(seats) == after[0][seat]
        assert right[left[seat]] == left[right[seat]] == seat == before[0][after[0][seat]]
        assert len(seats) % 2 or opposite[opposite[seat]] == seat
        assert entries(made, "SEATS_FROM")[seat] == tuple((seat + turn) % len(seats) for turn in seats)
