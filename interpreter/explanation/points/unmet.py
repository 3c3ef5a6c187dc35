"""What a player who plays alone has not reached: how many cards still lie where a win needs more, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ...program import ir
from ...program.tree_walk import conjuncts, outcomes
from ...speech.book import Book
from ...speech.speech import Speech
from ...syntax import types as ty
from ..insight import Insight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...game.rules import Rules
    from ...runtime.position import Position


def unmet(rules: Rules, position: Position) -> list[str]:
    """Return what still keeps the only player from winning, as clauses; nothing if the rules do not count cards for it.

    Args:
        rules: the game.
        position: the end of the game, in the recording build.
    """
    winning = (test for test, ends in outcomes(rules.program) if any(each.wins for each in ends))
    tests = [*dict.fromkeys(winning)]
    return [*_clauses(rules, position, tests[0])] if len(tests) == 1 else []


def _clauses(game: Rules, position: Position, test: ir.Expr) -> Iterator[str]:
    """Yield the parts of a condition that count cards and do not hold."""
    assert game.loaded.ruleset is not None
    speech, insight = Speech(Book(game.program, game.loaded.ruleset)), Insight(game, position, 0)
    for each in conjuncts(speech.book.simplifier.expression(test)):
        match each:
            case ir.Op(name="eq", arguments=(ir.Op(name="size") as size, ir.Const(value=int(needed)))):
                text = f", not {needed}"  # where nothing lies, the clause says that, and the number is left out
            case ir.Op(name="is_empty", arguments=(cards,)):
                size, needed, text = ir.Op("size", (cards,), type=ty.NUMBER), 0, ""
            case _:
                continue
        count = cast(int, insight.value(size))
        if count != needed:
            number = ir.Const(count, type=ty.NUMBER)
            yield f"{speech.clause(ir.Op('eq', (size, number), type=ty.BOOLEAN))}{text if count else ''}"
