"""What goes on too long, or cannot go on: native code stops, and Python says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.native.library import routines
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime import effort
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import Tally

from .playing import by_python, differences, native

pytest.importorskip("wasmtime")

RULES = """\
cardrules: 1
name: Limits
players: 2
deck: {ranks: A 2 3 4 5 6 7 8 9 T J Q K, suits: clubs diamonds hearts spades, packs: 2}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
variables: {count: {type: number, start: 0}, marks: {columns: 3}}
melds: {some: {size: 3 or more}}
define: {rich: players where size of hand of it > 60, three: {with: number n, is: 3}}
deal:
  do: |
    shuffle stock
    deal HELD each to hand
  after: |
    repeat until count > AFTER:
      ask dealer to agree
      add 1 to count
phases:
  first: {players: in turnCIRCLE, next: turn}
  turn: {players: in turnCIRCLE, next: first}
actions:
  agree: {help: Asked for.}
  go:
    phase: [first, turn]
    DO
match: {winner: highest}
limits: {turns: 6, steps: 3000, result: RESULT}
"""

USUAL = {
    "HELD": "5",
    "AFTER": "-1",
    "CIRCLE": "",
    "DO": "do: draw 1",
    "RESULT": "end deal",
}
"""What stands in the place of each word where nothing goes wrong."""

LIMITS = {
    "steps": (
        {"DO": "do: 'repeat 3001 times: add 1 to count'"},
        {"DO": "do: 'repeat 2000 times: add 1 to count'"},
        "do: 'repeat",
        "the loop does not end within `limits.steps`",
    ),
    "turns": (
        {"AFTER": "2000"},
        {"AFTER": "3"},
        "ask dealer",
        "the deal does not end at `limits.turns`",
    ),
    "phases": (
        {"CIRCLE": ", until: count is 0"},
        {"CIRCLE": ", until: count is 99"},
        "first: {",
        "phases and events follow one another without end or decision",
    ),
    "choices": (
        {
            "HELD": "20",
            "DO": "choose: {cards: 3 to 10 cards from hand}",
        },
        {"HELD": "8", "DO": "choose: {cards: 3 to 5 cards from hand}"},
        "go:",
        "these are more than 200000 choices",
    ),
    "melds": (
        {"HELD": "26", "DO": "do: add deadwood of hand to score of actor"},
        {"HELD": "5", "DO": "do: add deadwood of hand to score of actor"},
        "do: add",
        "finding melds takes too long, for there are too many",
    ),
    "nobody": (
        {"DO": "do: reveal hand of top of rich"},
        {"DO": "do: reveal hand of actor"},
        "do: reveal",
        "this asks for what belongs to nobody",
    ),
    "what is known": (
        {"DO": "do: add three(column (count + 9) of marks) + 1 to score of actor"},
        {"DO": "do: add three(column (count + 2) of marks) + 1 to score of actor"},
        "do: add",
        "there is no column 9",
    ),
}
"""Rules that go wrong, almost the same rules that do not, where the fault lies, and the error."""


def game(path: Path, changes: dict[str, str]) -> cardrules.Game:
    """Return the game with some words in their places."""
    text = RULES
    for word, usual in USUAL.items():
        text = text.replace(word, changes.get(word, usual))
    path.write_text(text)
    return cardrules.load(path)


def failure(rules: cardrules.Game, engine: str) -> cardrules.CardrulesError:
    """Return the error in which the second of some simulated games ends."""
    simulation = Simulation(rules_of(rules), ["random"] * 2, engine=engine)
    assert simulation.engine_used(100).startswith(engine)
    with pytest.raises(cardrules.CardrulesError) as caught:
        simulation.play_on(1001, 1003, Tally())
    return caught.value


@pytest.mark.parametrize("limit", LIMITS)
def test_what_stops_native_code_is_reported_with_its_place(tmp_path: Path, limit: str) -> None:
    wrong, right, where, message = LIMITS[limit]
    harmless = game(tmp_path / "right.yaml", right)
    code = native(harmless)
    assert code.last(1001) is not None
    assert differences(harmless, code, 1001) is None
    broken = game(tmp_path / "wrong.yaml", wrong)
    assert native(broken).last(1001) is None
    found, expected = failure(broken, "native"), failure(broken, "python")
    assert type(found) is type(expected)
    assert str(found) == str(expected)
    assert found.__notes__ == ["This is game 1001 of the simulation, with the seed 1001."]
    lines = (tmp_path / "wrong.yaml").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if where in text)
    assert f"wrong.yaml:{line}:" in str(found)
    assert message in str(found)


def test_searches_for_melds_stop_the_same_games(
    amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a game stops depends neither on the engine nor on the games before it."""
    for module in (effort, routines):
        monkeypatch.setattr(module, "MOST_WORK", 35)
    rules = cardrules.load("loba_de_menos", single_deal=True)
    code = native(rules)
    stopped = played = 0
    for seed in range(amount(12, 200)):
        assert differences(rules, code, seed) is None
        alone = by_python(cardrules.load("loba_de_menos", single_deal=True), seed)
        assert (by_python(rules, seed) is None) == (alone is None)
        stopped += alone is None
        played += code.last(seed) is not None
    assert stopped > 0
    assert played > 0


def test_steps_do_not_limit_searches_for_melds(tmp_path: Path) -> None:
    path = tmp_path / "few.yaml"
    path.write_text("cardrules: 1\nname: Few steps\nextends: loba_de_menos\nadd: {limits: {steps: 8}}\n")
    rules = cardrules.load(path, players=4, single_deal=True)
    tallies: list[dict[str, object]] = []
    for engine in ("native", "python"):
        simulation, tally = Simulation(rules_of(rules), ["random"] * 4, engine=engine), Tally()
        number = 1001
        while number < 1017:
            number = simulation.play_on(number, 1017, tally)
        tallies.append(tally.data())
    assert tallies[0] == tallies[1]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    "do",
    [
        "count becomes {} - 5 + size of hand",  # which is not known before
        "'if size of hand > 0: count becomes {}'",
        '"count becomes 0\\nif size of hand > 0: add {} to count"',
    ],
)
def test_numbers_that_rules_keep_have_at_most_40_bits(tmp_path: Path, do: str, sign: int) -> None:
    """So sums of a million of them have 60, and no sum is wrong in 64 bits."""
    for number, kept in ((2**40 - 1, True), (2**40 + 1, False), (2**41, False), (2**49, False)):
        changes = {"DO": f"do: {do.format(sign * number)}", "AFTER": f"-{2**50}"}
        code = native(game(tmp_path / "rules.yaml", changes))
        assert (code.last(1) is not None) == kept, number


TRICKS = """\
cardrules: 1
name: Piles that are taken away
players: 2
deck: {ranks: A 2 3 4 5 6, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  trick: {faces: shown, piles: true}
phases:
  turn: {players: in turn, until: turn_number >= 300}
actions:
  beat:
    phase: turn
    do: |
      lay top of stock on trick
      if size of trick > 2: move cards of trick to stock
  take: {phase: turn, when: trick is not empty, do: 'move cards of last of trick to stock'}
match: {winner: highest}
"""


def test_piles_that_are_taken_away_again_and_again_do_not_stop_native_code(tmp_path: Path) -> None:
    """Their numbers are not used again, so a game of tricks comes to hundreds of them."""
    file = tmp_path / "tricks.yaml"
    file.write_text(TRICKS, encoding="utf-8")
    game = cardrules.load(str(file))
    code = native(game)
    played = code.games(0, 5)
    assert (played.count, played.stopped, code.stopped_in) == (5, False, "")
    assert [differences(game, code, seed) for seed in range(3)] == [None] * 3
    file.write_text(TRICKS.replace("300", "3000"), encoding="utf-8")
    longer = native(cardrules.load(str(file)))
    assert longer.games(0, 1).stopped
    assert longer.stopped_in == "a turn of 'turn'"
