"""Facts that a program can read in a rulebook are those of its rules, in every variant.

Mutants show that a rulebook tells each rule. These tests read the other way round: each number, order of ranks
and direction that stands in the text, also in what somebody wrote by hand, is one that the rules have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Final, cast

import pytest

from cardrules.interpreter.authoring.survey import variants
from cardrules.interpreter.check.load import Loaded, load_ruleset, load_text
from cardrules.interpreter.diagnostics import Span
from cardrules.interpreter.program import ir
from cardrules.interpreter.program.cards import Pack
from cardrules.interpreter.program.program import Program
from cardrules.interpreter.rulebook import document as d
from cardrules.interpreter.rulebook.rulebook import chapters
from cardrules.rulesets import bundled

CASES: Final = [(name, variant) for name in bundled() for variant in (None, *variants(load_ruleset(name).resolved))]

HALF_POINTS: Final = "the rules count half points, the text whole ones"
REASONED: Final[dict[str, dict[int, str]]] = {
    "blackjack": {16: "the dealer draws up to 16, and stands at 17"},
    "bridge": {
        40: "the first trick without trump scores 10 more than 30",
        1000: "500 for each of the two tricks of a grand slam beyond five",
        1500: "750 for each of them",
    },
    "canasta": {1500: "after 1499", 3000: "after 2999"},
    "five_hundred": {
        40: "the lowest suit, of which each next one is worth 20 more",
        60: "20 more than 40",
        80: "20 more than 60",
        120: "without trumps, 20 more than 100",
    },
    "french_tarot": dict.fromkeys((36, 40, 41, 51, 56, 91), HALF_POINTS),
    "schwimmen": dict.fromkeys((31, 33), HALF_POINTS),
}
"""Numbers in the words of a game that no rule has, with the reason."""


def read(name: str, variant: str | None) -> tuple[Program, list[str]]:
    """Return the rules of a game, and the lines of its rulebook."""
    return told(load_ruleset(name, variant=variant))


def told(loaded: Loaded) -> tuple[Program, list[str]]:
    """Return rules, and the lines of the chapters about them."""
    assert loaded.program is not None
    return loaded.program, [d.plain(line) for line in d.lines(chapters(loaded))]


def numbers_in(part: object, seen: set[int]) -> Iterator[int]:
    """Yield the numbers in rules: constants, and what a program holds beside its trees; no text is read."""
    if id(part) in seen:
        return
    seen.add(id(part))
    match part:
        case bool() | str() | Span() | Pack():
            return
        case int():
            yield part
        case ir.Const(value=value):
            yield from numbers_in(value, seen)
        case dict():
            for key, value in cast("dict[object, object]", part).items():
                yield from (*numbers_in(key, seen), *numbers_in(value, seen))
        case list() | tuple() | set() | frozenset():
            for each in cast("tuple[object, ...]", part):
                yield from numbers_in(each, seen)
        case _:
            if is_dataclass(part):
                for field in fields(part):
                    yield from numbers_in(getattr(part, field.name), seen)


def numbers_of_cards(pack: Pack) -> set[int]:
    """Return the numbers that say what a pack consists of."""
    of_rank = [sum(each == rank for each in pack.rank) for rank in range(len(pack.ranks))]
    of_suit = [sum(each == suit for each in pack.suit) for suit in range(len(pack.suits))]
    named = [int(each) for each in pack.ranks if each.isdigit()]
    values = [abs(value) for each in (pack.value, *pack.attributes.values()) for value in each]
    return {
        pack.size,
        len(pack.ranks),
        len(pack.suits),
        *of_rank,
        *of_suit,
        *named,
        *values,
        *((10,) * ("T" in pack.ranks)),
    }


def strange_numbers(program: Program, lines: list[str]) -> list[tuple[int, str]]:
    """Return the numbers that stand in a text and in no rule, with their lines."""
    known = {abs(number) for number in numbers_in(program, set())} | numbers_of_cards(program.pack)
    known |= {*range(program.players + 1)}
    lines = [line for line in lines if "Deal by deal: " not in line]  # computed, number by number
    found = [(int(text.replace(",", "")), line) for line in lines for text in NUMBER.findall(line)]
    return [(number, line) for number, line in found if number not in known]


def strange_orders(program: Program, lines: list[str]) -> list[str]:
    """Return lists of four and more ranks that no order of the deck has, up or down."""
    pack = program.pack
    ranks = {("10" if each == "T" else each): i for i, each in enumerate(pack.ranks) if len(each) < 3 or each.isdigit()}
    word = "|".join(sorted(map(re.escape, ranks), key=len, reverse=True))
    between = r"[ ,]+(?:and )?"
    lists = re.compile(rf"(?<![\w,.-])(?:(?:{word}){between}){{3,}}(?:{word})(?!\w)")
    found: list[str] = []
    for text in (each[0] for line in lines for each in (lists.finditer(line) if ranks else ())):
        told = [ranks[each] for each in re.split(between, text)]
        places = [[order[each] for each in told] for order in (pack.own_order, *pack.orders.values())]
        if not any(each in (sorted(each), sorted(each, reverse=True)) for each in places):
            found.append(text)
    return found


def strange_directions(program: Program, lines: list[str]) -> list[str]:
    """Return the lines that name another direction than that of the game."""
    return [line for line in lines if {*WAY.findall(line)} - {program.around}]


NUMBER: Final = re.compile(r"(?<![\w#.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?!\w)")
WAY: Final = re.compile(r"\b(?:counter|anti)?clockwise\b")


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_what_stands_in_a_rulebook_is_in_its_rules(name: str, variant: str | None) -> None:
    program, lines = read(name, variant)
    reasoned = REASONED.get(name, {})
    assert [each for each in strange_numbers(program, lines) if each[0] not in reasoned] == []
    assert strange_orders(program, lines) == []
    assert strange_directions(program, lines) == []


def test_every_reason_is_of_use() -> None:
    for name, reasons in REASONED.items():
        found = {
            number for each, variant in CASES if each == name for number, _ in strange_numbers(*read(name, variant))
        }
        assert found == {*reasons}, name


def test_what_no_rule_has_is_found() -> None:
    note = (
        "The queen of spades costs 77 points. The order is K A 2 3. Cards are dealt counterclockwise. See define.costs."
    )
    program, lines = told(load_text(f"cardrules: 1\nextends: hearts\nnotes:\n  house: {note}\n"))
    lines = [*lines, note]
    assert [number for number, _ in strange_numbers(program, lines)] == [77]
    assert strange_orders(program, lines) == ["K A 2 3"]
    assert strange_directions(program, lines) == [note]
