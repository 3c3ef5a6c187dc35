"""What operations declare of their values is what the definitional interpreter makes of them.

A new operation is tried on many cards here, so that a declaration is found out which keeps silent
about the cards that the value tells of.
"""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.syntax.operations.declaration import Operation
from cardrules.interpreter.syntax.operations.table import OPERATIONS

from .expressions import FOLDS
from .expressions import OPERATIONS as DEFINED
from .game import Player

DECLARED = list(OPERATIONS.values())
OF_ONE, OF_SEVERAL = ("card",), ("cards", "some cards", "pile", "collection")
OTHERS: dict[str, Any] = {
    "number": 2,
    "a number": 2,
    "halves": 3,
    "player": 0,
    "players": [0, 1],
    "rank": 3,
    "suit": 1,
    "colour": 1,
    "boolean": True,
    "melds": [],
    "list": [1, 2, 3],
}
"""An operand of each type that is not `cards`."""

TRIES = 60


def test_every_operation_is_defined() -> None:
    elsewhere = {"otherwise", "looked"} | {each.name for each in DECLARED if each.means}
    assert {*DEFINED, *FOLDS} == set(OPERATIONS) - elsewhere


def with_cards(*operations: Operation) -> list[Operation]:
    """Those of some operations that can be tried here: they ask for cards, not for chance."""
    return [
        each
        for each in operations
        if {*OF_ONE, *OF_SEVERAL} & set(each.operands)
        and {*each.operands} <= {*OF_ONE, *OF_SEVERAL, *OTHERS, "any"}
        and each.name in DEFINED
        and not each.chance
    ]


@pytest.mark.parametrize("operation", with_cards(*DECLARED), ids=lambda each: each.name)
def test_a_value_that_depends_on_cards_is_declared_to_tell_of_them(operation: Operation) -> None:
    here = Player(rules_of(cardrules.load("gin_rummy")).program, seed=1).here
    define, rng = DEFINED[operation.name], Random(operation.name)

    def drawn(kind: str, without: tuple[Any, ...]) -> Any:
        cards = rng.sample([card for card in here.cards if card not in without], 9)
        return cards[0] if kind in (*OF_ONE, "any") else cards if kind in OF_SEVERAL else OTHERS[kind]

    def listed(value: Any) -> list[Any]:
        return sorted(cast("list[Any]", value), key=str) if isinstance(value, list) else [value]

    tells, by_place = set[int](), False
    for _ in range(TRIES):
        given = [drawn(kind, ()) for kind in operation.operands]
        value = define(here, *given)
        for index, kind in enumerate(operation.operands):
            if kind in OF_SEVERAL:
                turned = [*given[:index], given[index][::-1], *given[index + 1 :]]
                by_place |= listed(define(here, *turned)) != listed(value)
            if kind in (*OF_ONE, *OF_SEVERAL, "any"):
                other = [*given[:index], drawn(kind, ()), *given[index + 1 :]]
                if define(here, *other) != value:
                    tells.add(index)
    assert by_place == operation.by_place, "an operation that picks by place needs Need.SEEN"
    if not operation.members:
        told = {*operation.looks, *operation.finds}
        assert tells <= told, "`looks` or `finds` names the operands whose cards the value tells of"
