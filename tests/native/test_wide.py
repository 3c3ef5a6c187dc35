"""Sets of large packs are integers of several words; they are computed as Python computes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.core.reading import expression_of
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.native.code import encoding as wasm
from cardrules.interpreter.native.code.body import Body, Env, Value, coerced
from cardrules.interpreter.native.code.kinds import NUMBER, Kind, integer
from cardrules.interpreter.native.library.routines import GLOBALS, routines
from cardrules.interpreter.native.memory.layout import Layout
from cardrules.interpreter.native.translation.expressions import Expressions
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random

from ..loading import loaded
from .playing import differences, native

wasmtime = pytest.importorskip("wasmtime")

SETS = (
    "a & b",
    "a | b",
    "a ^ b",
    "a & ~b",
    "a + b & ~(1 << 62)",
    "a & -a",
    "a & a - 1",
    "a - b",
    "-a",
    "~a",
    "a >> n",
    "1 << n",
    "n | a",
    "a if b else n",
    "a or b",
    "a & 255",
    "a - 1",
    "~a & b",
    "n & ~a",
    "a & ~n",
    "n ^ -a",
    "a & -1",
    "a | 0",
    "a >> 15",
    "(a & 255) << 9",
    "a & (b if n & 1 else n)",
)
"""Expressions of two sets and a number whose values are integers of several words."""

FAR = ("a >> 64", "a >> 100", "~a >> 71", "(a & 255) << 64", "~(a & 255) << 90")
"""The same, for two words or more."""

NUMBERS = (
    "a.bit_count()",
    "a.bit_length()",
    "(a & -a).bit_length() - 1",
    "a >> n & 1",
    "a == b",
    "a != b",
    "a < b",
    "a <= b",
    "a > b",
    "a >= b",
    "not a",
    "a in (b, 0, n)",
    "-5 < a",
    "a & b == b",
    "1 if a & 1 << n else 0",
    "a != 0",
    "0 == a",
    "a > 0",
    "~a < 0",
    "~a >> n & 1",
)
"""Expressions whose values are numbers."""


def functions(words: int) -> Any:
    """Return expressions as native functions of three integers, with so many words."""
    kind = integer(words)
    game = loaded("oh_hell")
    layout = Layout(rules_of(game).program, rules_of(game).bare.blank, rules_of(game).bare.frame)
    layout.words = words
    made = routines(layout)
    exports: dict[str, int] = {}
    for text in (*SETS, *NUMBERS, *(FAR if words > 1 else ())):
        parameters: dict[str, Value] = {}
        types = b""
        for name, each in (("a", kind), ("b", kind), ("n", NUMBER)):
            parameters[name] = Value(each, wasm.get(len(types), each.words))
            types += each.held
        space: dict[str, object] = {}
        body = Body(parameters, Env(space), types, words)
        found = Expressions(body, cast("Any", None), lambda _: b"").value(expression_of(text))
        result: Kind = NUMBER if text in NUMBERS else kind
        exports[text] = len(made)
        made.append(wasm.Function(types, result.held, body.types, coerced(found, result)))
    listed = wasm.I64 * words if words > 1 else b""
    code = wasm.module(made, exports, 1, GLOBALS, [], listed)
    store = wasmtime.Store()
    instance: Any = wasmtime.Instance(store, wasmtime.Module(store.engine, code), [])
    return store, instance.exports(store)


def split(value: int, words: int) -> list[int]:
    """Return an integer as words with a sign."""
    halves = [value >> 64 * index & (1 << 64) - 1 for index in range(words)]
    return [each - (1 << 64) if each >> 63 else each for each in halves]


def joined(found: int | Sequence[int]) -> int:
    """Return an integer from its words."""
    words = [found] if isinstance(found, int) else [*found]
    whole = sum((each & (1 << 64) - 1) << 64 * index for index, each in enumerate(words[:-1]))
    return whole + (words[-1] << 64 * (len(words) - 1))


@pytest.mark.parametrize("words", [1, 2, 3])
def test_integers_of_several_words(words: int) -> None:
    store, made = functions(words)
    rng = Random(words)
    most = 64 * words - 2
    for _ in range(12):
        a, b = (sum(1 << rng.below(most) for _ in range(rng.below(9))) for _ in range(2))
        a, b = a & (1 << most) - 1, (a if rng.below(4) == 0 else b) & (1 << most) - 1
        n = rng.below(most)
        for text in (*SETS, *NUMBERS, *(FAR if words > 1 else ())):
            given = [*split(a, words), *split(b, words), n]
            expected = eval(text, {"a": a, "b": b, "n": n})
            assert joined(made[text](store, *given)) == int(expected), (text, a, b, n)


GAME = """\
cardrules: 1
name: Highest of many
players: 2
deck: {ranks: RANKS, suits: stars}
zones:
  stock: {faces: hidden}
  hand: {each: player, faces: owner}
  won: {each: player, faces: shown}
variables:
  seen: {type: cards}
deal:
  do: |
    shuffle stock
    deal 20 each to hand
phases: {turn: {players: in turn}}
actions:
  show:
    phase: turn
    choose: {card: a card from hand}
    do: |
      add size of (seen where it is not in won) to score
      move card to won
      seen becomes won
      if card is first of (seen with highest rank): add 5 to score
      if size of seen > 30: move (seen with highest rank) to won of opponent
match: {winner: highest}
limits: {turns: 40, result: nobody wins}
"""


@pytest.mark.parametrize("cards", [62, 63, 64, 127, 128])
def test_sets_whose_last_card_has_the_last_bit(cards: int) -> None:
    ranks = " ".join(f"r{number}" for number in range(cards))
    game = cardrules.Game(Rules(load_text(GAME.replace("RANKS", ranks), "many.yaml"), "many.yaml"))
    code = native(game)
    assert not [found for seed in range(6) if (found := differences(game, code, seed))]
    assert code.last(0) is not None
