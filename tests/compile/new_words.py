"""Declares a word of each shape, and prints their values: `python -m tests.compile.new_words`.

It runs in a process of its own, because the tables are made of the declarations when they are
imported first. Nothing but a declaration is written for a word.
"""

from __future__ import annotations

import json
import sys

from cardrules.interpreter.syntax.operations import cards, conditions, numbers, values
from cardrules.interpreter.syntax.operations.declaration import Need, Operation
from cardrules.interpreter.syntax.types import BOOLEAN, NUMBER, PLAYER, PLAYERS

values.VALUES += (
    Operation(name="last_seat", form="last_seat", result=PLAYER, code="N - 1"),
    Operation(
        name="across",
        form="across of {player}",
        result=PLAYER,
        code="_beside(0, a, 2, N)",
    ),
    Operation(
        name="neighbours",
        form="neighbours of {player}",
        result=PLAYERS,
        code="((a + 1) % N, (a - 1) % N)",
    ),
    Operation(name="seat_beyond", form="beyond {player}", result=PLAYER, code="(a + 1) % N"),
)
cards.OF_CARDS += (
    Operation(
        name="variety",
        form="variety of {some cards}",
        result=NUMBER,
        looks=(0,),
        lists="len(_each_once([SUIT[c] for c in a]))",
        sets="len(_each_once([SUIT[c] for c in _cards(a)]))",
    ),
    Operation(
        name="third",
        form="third of {collection}",
        result=cards.member,
        needs=(Need.SEEN,),
        nobody=True,
        members=(0,),
        lists="_last(_first_n(3, a)[2:], z)",
        sets="_last(_first_n(3, _cards(a))[2:], z)",
    ),
    Operation(
        name="middle_n",
        form="middle {number} of {collection}",
        result=cards.same,
        needs=(Need.SEEN,),
        members=(1,),
        lists="b[(len(b) - a) // 2:][:a]",
        sets="_mask(_cards(b)[(b.bit_count() - a) // 2:][:a])",
    ),
)
cards.SELECTING += (
    Operation(
        name="mean",
        form="mean {number} over {collection}",
        result=NUMBER,
        code="sum(a for x in b) // max(sum(1 for x in b), 1)",
    ),
)
numbers.NUMBERS += (
    Operation(
        name="median",
        form="median of {list}",
        result=NUMBER,
        code="sorted(a)[(len(a) - 1) // 2]",
    ),
    Operation(name="product", form="product({number}, {number})", result=NUMBER, code="a * b"),
)
conditions.CONDITIONS += (
    Operation(
        name="is_odd",
        form="{number} is odd",
        result=BOOLEAN,
        code="a % 2 == 1",
        pure=True,
        said="{a is} an odd number",
    ),
    Operation(
        name="beats",
        form="{card} beats {card}",
        denied="{card} does not beat {card}",
        result=BOOLEAN,
        looks=(0, 1),
        code="RANK[a] > RANK[b]",
        pure=True,
    ),
)

from cardrules.interpreter.check.load import load_text  # noqa: E402
from cardrules.interpreter.errors import IllegalActionError  # noqa: E402
from cardrules.interpreter.syntax.printer import show  # noqa: E402
from cardrules.interpreter.syntax.syntax import parse  # noqa: E402

from ..rulebook.plain_text import text_of  # noqa: E402
from .playing import HEAD, Play  # noqa: E402

VALUES = {
    "who": ("last_seat", "across of dealer", "beyond last_seat", "third of players", "first of neighbours of actor"),
    "n": (
        "variety of hand",
        "variety of pile",
        "size of middle 2 of hand",
        "mean value over hand",
        "median of [size of hand, 8, 5, 1]",
        "product(3, 3) + 1",
        "value of third of hand",
        "value of third of pile",
    ),
    "yes": ("size of hand is odd", "size of hand is not odd", "top of pile beats first of hand"),
    "some": ("neighbours of dealer", "middle 2 of players"),
}
BODY = """
variables:
  n: {type: number, help: x}
  yes: {type: boolean, help: x}
  who: {type: player, help: x}
  some: {type: players, help: x}
deal: {do: "deal 3 each to hand\\nmove top of stock to pile"}
phases: {turn: {players: in turn}}
actions:
  act: {phase: turn, do: "@"}
  beat:
    phase: turn
    choose: {card: a card from hand}
    when: top of pile beats card
    do: move card to pile
  even:
    phase: turn
    when: size of stock is odd
    do: move top of stock to pile
  finish: {phase: turn, do: actor wins}
"""


def refusal(play: Play, text: str) -> str:
    """Return why an action is not legal."""
    try:
        play.state.apply_action(text)
    except IllegalActionError as error:
        return str(error).partition(";")[0]
    return ""


def main() -> None:
    """Print the values, and what else is said with the words."""
    found: dict[str, object] = {}
    for variable, texts in VALUES.items():
        for text in texts:
            tree = parse(text, "expression").node
            assert tree is not None, text
            assert show(tree) == text
            play = Play(BODY.replace("@", f"{variable} becomes {text}"), players=3)("act")
            found[text] = play.variable(variable)
    play = Play(BODY.replace("@", "actor wins"), players=3)
    found["refused"] = [refusal(play, "beat 4H"), refusal(play, "even")]
    found["expected"] = parse("size of", "expression").problems[0].message
    text = HEAD.format(players=3) + BODY.replace("@", "actor wins").replace("is odd", "is od")
    found_in = load_text(text, "small.yaml").diagnostics
    problem = next(each for each in found_in if each.severity == "error")
    told = BODY.replace("@", "if size of hand is not odd: add median of [deal_number, 3] to score")
    found["told"] = text_of(HEAD.format(players=3) + told).partition("Act: ")[2].partition(". ")[0]
    found["misspelt"] = [problem.message, problem.help]
    sys.stdout.write(json.dumps(found))


main()
