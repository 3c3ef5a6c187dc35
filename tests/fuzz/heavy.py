"""Writes rulesets that ask for much work: large packs, loops, choices, searches.

A ruleset has some sources of work, each from one of the lists below. `make soak` plays many of
them, and no decision may take longer than a few seconds: it ends, or is stopped with a sentence.
"""

from __future__ import annotations

import re
from random import Random

STEPS = (10, 1_000, 10_000, 10_000, 100_000, 1_000_000)
"""What `limits.steps` may be."""

COUNTS = ("3", "40", "900", "9000", "999990", "1000000000", "999999999999999999")
"""Rounds of loops, and numbers that players choose."""

ROUNDS = (
    "repeat $count times:",
    "for each k$level in 1 to $count:",
    "for each c$level in $cards:",
    "for each p$level in everybody:",
    "repeat until n > $count:",
    "repeat until $cards is empty and $test:",
    "for each c$level in $cards where $condition:",
    "if $test:",
)
"""What may stand before a block."""

DEEDS = (
    "shuffle stock",
    "n becomes $number",
    "add $number to n",
    "column $column of sheet becomes $number",
    "column $column of own of actor becomes n",
    "move top $few of stock to heap",
    "move heap to stock",
    "move stock to bottom of heap",
    "move hand of everybody to stock",
    "deal $count each to hand",
    "deal $count each from heap to hand",
    "move top of stock to bottom of heap",
    "draw $count from heap to hand of actor",
    "draw until $drawn from stock to hand of actor",
    "refill hand of actor to $count",
    "lay top $few of stock on table",
    "reveal hand of actor",
    "reveal stock to actor",
    "tell actor which are stock where $condition",
    "held becomes $cards",
    "line becomes stock",
    "n becomes size of random $few of stock",
    "toil",
    "announce bell",
    "play again",
    "if $test: add 1 to n",
    "n becomes size of ($cards sorted by highest value)",
    "n becomes size of ($cards with highest $inner)",
    "n becomes highest $inner over $cards",
)
"""What may be done."""

CARDS = (
    "stock",
    "heap",
    "(hand of actor)",
    "(hand of everybody)",
    "held",
    "line",
    "(cards of table)",
    "(stock + heap + hand of everybody)",
    "(stock where $condition)",
    "(cards above bottom of stock)",
    "(stock - (heap where $condition))",
    "(stock where it is not in heap)",
    "(top $few of stock)",
    "(loose of stock)",
)
"""Cards."""

NUMBERS = (
    "n",
    "size of $cards",
    "total $inner over $cards",
    "highest $inner over $cards",
    "size of sets of $few of $cards",
    "size of sets of $few of $cards where total value over it is 15",
    "size of (sets of $few of $cards where $members)",
    "size of every end of $pile where $members",
    "total (size of it) over every end of $pile",
    "total (total $inner over hand of it) over players",
    "deadwood of $cards",
    "size of melding of $cards",
    "size of loose of $cards",
    "deep4(n)",
    "wide(n)",
    "($number) + ($number)",
    "($number) * ($number)",
    "max($number, $number, $number)",
    "column $column of sheet",
    "total it over sheet",
    "999999999999999999",
)
"""Numbers."""

INNER = (
    "value",
    "(size of (stock where rank is rank of it))",
    "(value + size of stock)",
    "(place of it)",
    "(wide(value))",
    "(deep4(value))",
    "(size of (cards above it))",
    "(size of (cards below it) + size of heap)",
)
"""Keys of one card, which is called `it`."""

CONDITIONS = (
    "value is 5",
    "rank is 5 or suit is hearts",
    "it is in heap",
    "size of (heap where value is 3) < n",
    "place of it > 4",
    "wide(value) is 15",
    "deep3(value) is 15",
    "it is not in held",
    "owner of it is nobody",
    "size of (cards above it) > 3",
    "size of sets of 2 of heap where total value over it is 15 is 0",
)
"""Conditions on one card, which is called `it`."""

TESTS = (
    "n < 5",
    "$cards is empty",
    "($number) > ($number)",
    "size of ($cards where $condition) is 7",
)
"""Conditions on nothing."""

MEMBERS = (
    "total value over it is 15",
    "it is a run",
    "it is a row",
    "it share a suit",
    "size of (it where value is 5) is 1",
    "size of (it - heap) is 2",
    "wide(size of it) is 3",
    "deadwood of it is 0",
    "size of (stock where rank is rank of first of it) is 3",
)
"""Conditions on a set of cards, which is called `it`."""

CHOICES = (
    "a card from stock + heap",
    "a card from $cards",
    "1 to $few cards from $cards",
    "3 cards from $cards",
    "1 or more cards from $cards",
    "a number from 0 to $count",
    "a number from 0 to $count by 7",
    "a player from everybody",
    "a run or row from $cards",
    "a set from $cards",
    "a rank",
    "a suit",
    "a pile from table",
)
"""What may be chosen."""

WHEN = (
    "true",
    "n < 5",
    "$number >= 0",
    "($number) > ($number)",
    "size of ($cards where $condition) is 12345",
    "total $inner over $cards is 7",
    "deep4(n) is 12345",
    "not (other is possible)",
)
"""Conditions of actions."""

WHEN_CHOSEN = (
    "$name is in stock",
    "size of (stock where it is $name or $condition) is 12345",
    "total $inner over $cards is value of $name",
)
"""Conditions on a card that is chosen."""

MELDS = (
    "row: {consecutive: rank, size: 3 or more}",
    "row: {consecutive: rank, size: 3 or more, wild: [joker]}",
    "row: {size: 3 or more, when: size of (it where value is 5) is 1}",
    "row: {consecutive: rank, each: 2, size: 6 or more}",
)
"""A meld beside runs and sets."""


SMALL = {
    "pile": ("stock", "heap", "line", "(top 400 of stock)"),
    "count": COUNTS,
    "few": ("1", "2", "3", "5", "12", "400"),
    "column": ("1", "3", "7", "n"),
    "drawn": ("value of drawn is 99", "rank of drawn is 5"),
}
"""Small parts."""


class Heavy:
    """Writes one ruleset."""

    def __init__(self, seed: int) -> None:
        """Choose by a seed."""
        self.chance = Random(seed)
        self.level = 0

    def fill(self, form: str, depth: int = 3) -> str:
        """Return a form with all places in it filled."""
        pick = self.chance.choice
        lists = {
            "cards": CARDS,
            "number": NUMBERS,
            "inner": INNER,
            "condition": CONDITIONS,
            "members": MEMBERS,
            "test": TESTS,
        }
        simple = {
            "cards": "stock",
            "number": "n",
            "inner": "value",
            "condition": "value is 5",
            "members": "total value over it is 15",
            "test": "n > 3",
        }

        def filled(found: re.Match[str]) -> str:
            place = found[1]
            if place == "level":
                return str(self.level)
            if place in SMALL:
                return pick(SMALL[place])
            return self.fill(pick(lists[place]), depth - 1) if depth else simple[place]

        return re.sub(r"\$(\w+)", filled, form)

    def block(self, indent: str, depth: int = 3) -> str:
        """Return statements, in loops in loops."""
        lines: list[str] = []
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            if depth and self.chance.random() < 0.6:
                self.level += 1
                lines.append(indent + self.fill(self.chance.choice(ROUNDS), 2))
                lines.append(self.block(indent + "  ", depth - 1))
            else:
                times = self.chance.choice((1, 1, 1, 1, 60))
                lines += [indent + self.fill(self.chance.choice(DEEDS), depth)] * times
        return "\n".join(lines)

    def action(self, name: str) -> str:
        """Return an action with some choices."""
        made = [self.fill(self.chance.choice(CHOICES), 1) for _ in range(self.chance.randrange(4))]
        choices = [f"      x{number}: {each}" for number, each in enumerate(made)]
        when = self.fill(self.chance.choice(WHEN), 2)
        cards = [f"x{number}" for number, each in enumerate(made) if each.startswith("a card")]
        if cards and self.chance.random() < 0.7:
            when = self.fill(self.chance.choice(WHEN_CHOSEN).replace("$name", cards[-1]), 2)
        lines = [f"  {name}:", "    phase: turn", f"    when: {when}"]
        lines += ["    choose:", *choices] if choices else []
        return "\n".join([*lines, "    do: |", self.block("      ")]) + "\n"

    def dealing(self) -> str:
        """Return more that is done when a deal begins, where nobody acts; mostly nothing."""
        if self.chance.random() < 0.75:
            return ""
        changes = {
            "actor": "dealer",
            "play again": "n becomes 3",
            "toil": "shuffle stock",
            "announce bell": "n becomes 3",
            "draw": "dealer draws",
        }
        made = self.block("    ", 2)
        for word, other in changes.items():
            made = made.replace(word, other)
        return made

    def text(self) -> str:
        """Return the ruleset."""
        pick = self.chance.choice
        packs = pick((1, 2, 8, 16))
        sum_of = " + ".join
        deep = [f"deep{k}: {{with: number x, is: '{sum_of([f'deep{k - 1}(x)'] * 5)}'}}" for k in range(1, 5)]
        wide = sum_of(f"(x mod {k})" for k in range(1, pick((3, 90))))
        deepest = self.fill(pick(("x + 1", "x + size of (stock where value is 5)", "value of top of stock + x")), 1)
        return f"""\
cardrules: 1
name: Heavy
players: {{least: 2, most: 32, default: {pick((2, 2, 4, 32))}}}
deck:
  ranks: A 2 3 4 5 6 7 8 9 T J Q K
  suits: clubs diamonds hearts spades
  packs: {packs}
  jokers: {pick((0, 0, 2, 32))}
zones:
  stock: {{faces: hidden}}
  heap: {{faces: {pick(("shown", "top"))}, ordered: true}}
  hand: {{each: player, faces: {pick(("owner", "shown"))}}}
  table: {{piles: {pick(("true", "40"))}, faces: shown}}
variables:
  n: {{start: 3}}
  held: {{type: cards}}
  line: {{type: cards, start: stock}}
  sheet: {{columns: {pick((1000, 1000, 7))}}}
  own: {{columns: {pick((300, 7))}, each: player}}
melds:
  run: {{same: suit, consecutive: rank, size: 3 or more}}
  set: {{same: rank, size: 3 or more}}
  {self.fill(pick(MELDS), 1)}
define:
  deep0: {{with: number x, is: {deepest}}}
  {chr(10).join(deep).replace(chr(10), chr(10) + "  ")}
  wide: {{with: number x, is: {wide}}}
  toil:
    do: |
{self.block("      ", 1).replace("toil", "shuffle stock")}
deal:
  do: |
    shuffle stock
    deal {pick((5, 13, 200))} each to hand
{self.dealing()}
phases:
  turn: {{players: in turn{self.fill(", until: '$number is 12345'", 1) if pick((0, 0, 1)) else ""}}}
actions:
  rest: {{phase: turn}}
  other:
    phase: turn
    when: {self.fill(pick(WHEN[:6]), 2)}
    do: announce bell
{self.action("act")}{self.action("work")}
effects:
  rung:
    on: bell
    do: |
{self.block("      ", 1).replace("announce bell", "shuffle heap")}
limits: {{steps: {pick(STEPS)}, turns: 30, result: nobody wins}}
match: {{winner: highest, deals: 2}}
"""


def heavy(seed: int) -> str:
    """Return the ruleset of a number."""
    return Heavy(seed).text()
