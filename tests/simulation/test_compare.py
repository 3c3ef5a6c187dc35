"""Pairs of games: what is counted of them, and what is said about their differences.

Kinds of mistake: a row of figures that does not belong to its column, or depends on whether anybody
asks for rows; a difference that is reported from too few games, or not where there is one.
"""

from __future__ import annotations

from math import inf

import pytest

from cardrules import PlayerCountError
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.simulation.compare import BASE, DIFFERENCE, VARIANT, Comparison, Sides
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.spread import Row
from cardrules.interpreter.simulation.tally import SCALE, Tally

from .conftest import EMPTYING, compiled

PAIRS = 30


def side(text: str, engine: str = "python") -> Simulation:
    return Simulation(rules_of(compiled(text)), ("random", "quick"), seed=3, engine=engine)


def played(comparison: Comparison, rows: list[Row] | None, pairs: int = PAIRS) -> Tally:
    tally, number = Tally(), 0
    while number < pairs:
        number = comparison.play_on(number, pairs, tally, rows)
    return tally


TWICE = EMPTYING.replace("do: add 1 to score", "do: add 2 to score")  # a red card brings two
LONGER = EMPTYING.replace("ranks: 2 3 4 5 6 7", "ranks: 2 3 4 5 6 7 8").replace("deal 6", "deal 7")


@pytest.mark.parametrize("variant", [EMPTYING, TWICE, LONGER])
def test_rows_say_what_the_tally_adds_up(variant: str) -> None:
    comparison = Comparison(side(EMPTYING), side(variant))
    rows: list[Row] = []
    tally = played(comparison, rows)
    assert tally.data() == played(Comparison(side(EMPTYING), side(variant)), None).data()
    columns = comparison.columns()
    assert len(set(columns)) == len(columns)
    assert [len(row) for row in rows] == [len(columns)] * PAIRS
    for at, name in enumerate(columns):
        values = [value for row in rows if (value := row[at]) is not None]
        found = tally.of(name)
        assert (found.count, found.total) == (len(values), sum(values)), name
    for name in (each.removeprefix(BASE) for each in columns if each.startswith(BASE)):
        if VARIANT + name in columns:
            both = [(row[columns.index(BASE + name)], row[columns.index(VARIANT + name)]) for row in rows]
            shifts = [after - before for before, after in both if before is not None and after is not None]
            assert tally.of(DIFFERENCE + name).total == sum(shifts), name


def test_a_game_does_not_differ_from_itself() -> None:
    sides = Sides(played(Comparison(side(EMPTYING), side(EMPTYING)), None))
    assert sides.games == PAIRS
    found = sides.differences()
    assert {"decisions", "first_share", "share.0", "share.1"} == set(found)  # named although they never differ
    for each in found.values():
        assert (each.base, each.shift.value, each.found) == (each.variant, 0, False)
    assert sides.needed(0.01) == PAIRS


def test_a_difference_is_found_where_there_is_one() -> None:
    """A deal of seven cards each has two decisions more, and one more red card."""
    found = Sides(played(Comparison(side(EMPTYING), side(LONGER)), None)).differences()
    length = found["decisions"]
    assert (length.base, length.variant, length.shift.value, length.found) == (12, 14, 2, True)
    assert length.relative is not None
    assert length.relative.value == pytest.approx(1 / 6)
    assert found["effects.red"].shift.value == 1
    assert found["effects.red"].found
    assert not found["share.0"].found
    assert not [name for name in found if name.startswith(("seed", "win.", "offered.", "held."))]
    twice = Sides(played(Comparison(side(EMPTYING), side(TWICE)), None)).differences()
    scores = [twice[f"score.{seat}"] for seat in range(2)]
    assert all(each.variant == 2 * each.base and each.relative is None and each.found for each in scores)


@pytest.mark.parametrize(("pairs", "told"), [(1, False), (2, True)])
def test_one_pair_says_nothing_about_a_difference(pairs: int, told: bool) -> None:
    found = Sides(played(Comparison(side(EMPTYING), side(LONGER)), None, pairs)).differences()
    assert bool(found) == told
    assert all(each.shift.high < inf for each in found.values())


def test_intervals_allow_for_how_many_differences_are_looked_at() -> None:
    """By chance one of twenty intervals of 95 % leaves 0 out; those that decide are wider."""
    tally = Tally()
    for number in range(100):
        shift = SCALE if number < 8 else -SCALE if number < 9 else 0
        tally.add({DIFFERENCE + "share.0": shift, DIFFERENCE + "decisions": 0, BASE + "decisions": 9})
        tally.add({f"{DIFFERENCE}define.d{each}": number % 2 for each in range(40)})
    found = Sides(tally).differences()["share.0"]
    assert found.shift.low > 0
    assert not found.found


def test_what_is_exchanged_is_negated() -> None:
    """Nothing depends on which of two rulesets is called the first."""
    there = Sides(played(Comparison(side(EMPTYING), side(LONGER)), None)).differences()
    back = Sides(played(Comparison(side(LONGER), side(EMPTYING)), None)).differences()
    assert list(there) == list(back)
    for name, each in there.items():
        other = back[name]
        assert (other.base, other.variant, other.found) == (each.variant, each.base, each.found)
        assert (other.shift.low, other.shift.high) == pytest.approx((-each.shift.high, -each.shift.low))
        assert each.relative is None or other.relative is None or each.relative.value * other.relative.value <= 0


def test_a_difference_as_data() -> None:
    tally = Tally()
    for base, variant in ((3, 4), (4, 4), (6, 7)):
        pair = {BASE: base, VARIANT: variant, DIFFERENCE: variant - base}
        tally.add({side + name: value for side, value in pair.items() for name in ("decisions", "actions.a")})
        tally.add({BASE + "effects.e": 0, VARIANT + "effects.e": base, DIFFERENCE + "effects.e": base})
    found = Sides(tally).differences()
    length = found["decisions"].data()
    relative = found["decisions"].relative
    assert relative is not None
    assert length == {
        "measure": "decisions",
        "base": 4.333333,
        "variant": 5.0,
        "difference": 0.666667,
        "interval": [round(0.2 / 0.3 - 1.95996398 / 3, 6), round(0.2 / 0.3 + 1.95996398 / 3, 6)],
        "relative": 0.153846,
        "relative_interval": [round(relative.low, 6), round(relative.high, 6)],
        "found": False,
    }
    assert length["relative_interval"][0] < 0.153846 < length["relative_interval"][1]
    never = found["effects.e"].data()  # nothing is so many times nothing
    assert (never["relative"], never["relative_interval"]) == (None, None)


@pytest.mark.parametrize("name", ["drawn", "limited", "first_share", "share.1"])
def test_needed_looks_at_each_main_difference(name: str) -> None:
    tally = Tally()
    for number in range(100):
        tally.add({BASE + "decisions": 9, VARIANT + "decisions": 9, DIFFERENCE + "decisions": 0})
        tally.add({DIFFERENCE + each: 0 for each in ("share.0", "score.0")})
        tally.add({DIFFERENCE + name: SCALE if number % 2 else -SCALE, DIFFERENCE + "score.1": 99 * number})
    width = 1.95996398 * (100 / 99) ** 0.5 / 10
    scale = 1 if name in ("drawn", "limited") else SCALE
    assert Sides(tally).needed(width * SCALE / scale / 2) == pytest.approx(400, abs=1)


def test_needed_looks_at_the_length_as_a_part_of_the_length() -> None:
    tally = Tally()
    for number in range(100):
        pair = {BASE: 10, VARIANT: 10 + number % 2, DIFFERENCE: number % 2}
        tally.add({side + "decisions": value for side, value in pair.items()})
        tally.add({DIFFERENCE + "share.0": 0})
    width = 1.95996398 * (100 / 99) ** 0.5 / 20 / 10
    assert Sides(tally).needed(width / 2) == pytest.approx(400, abs=1)
    assert Sides(tally).needed(1) == 100


def test_differences_are_told_in_one_order() -> None:
    """What a game is like first, then its rules, then what this version does not know."""
    names = ["decisions", "branching", "first_share", "share.0", "score.0", "drama", "actions.a", "define.a", "new"]
    for order in (names, names[::-1]):
        tally = Tally()
        for number in range(4):
            tally.add({DIFFERENCE + name: number for name in order})
        assert list(Sides(tally).differences()) == names


@pytest.mark.parametrize("engines", [("native", "native"), ("python", "native"), ("native", "python")])
def test_native_code_counts_on_both_sides(engines: tuple[str, str]) -> None:
    pytest.importorskip("wasmtime")
    comparison = Comparison(side(EMPTYING, engines[0]), side(LONGER, engines[1]))
    played(comparison, None, 4)
    assert comparison.by_native == 4 * engines.count("native")
    assert comparison.stops == {}


def test_needed_is_told_for_the_widest_interval() -> None:
    """With a quarter of the width, sixteen times as many games."""
    clubs = EMPTYING.replace("when: suit of card is hearts", "when: suit of card is clubs")
    sides = Sides(played(Comparison(side(EMPTYING), side(clubs)), None))
    widest = max(each.shift.high - each.shift.value for name, each in sides.differences().items() if "share" in name)
    assert sides.needed(widest) == PAIRS
    assert sides.needed(widest / 4) == pytest.approx(16 * PAIRS, abs=1)


def test_other_numbers_of_players_are_refused(emptying: Game) -> None:
    three = EMPTYING.replace("players: 2", "players: 3").replace("deal 6", "deal 4")
    three = three.replace("hand is empty and hand of opponent is empty", "hand of everybody is empty")
    with pytest.raises(PlayerCountError, match="by 2 here and small by 3"):
        Comparison(side(EMPTYING), Simulation(rules_of(compiled(three)), ("random",) * 3))
