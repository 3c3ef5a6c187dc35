"""Texts that repeat something many times: no regular expression and no stage takes long over them.

A regular expression that can read a repetition in several ways tries all of them before it fails,
which may take years (exponential backtracking). So each expression of the package gets long
repetitions of its own parts, and the whole front end texts that repeat one sign at each place.
"""

from __future__ import annotations

import ast
import json
import re
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.check.load import load_text

c: Any = import_module("re._constants")
parser: Any = import_module("re._parser")

ROOT = Path(cardrules.__file__).parent
ROOMS = ("interpreter", "cli", "table", "schema", "environments")
CALLS = ("compile", "match", "search", "sub", "fullmatch", "split", "findall", "finditer")
SIGNS = "a1 -,.xAZ\t\n_#()'\"{}:=<>é\0"
LENGTH = 400
SECONDS = 1.0  # of the processor, whatever else the machine does


class TooSlow(Exception):
    """A text took too long."""


@contextmanager
def within(seconds: float) -> Generator[None]:
    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# ------------------------------------------------------------------------ regular expressions


def written(node: ast.expr, names: dict[str, Any]) -> str | None:
    """Return the pattern of a call; a part that is known in play only stands for a word."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            parts = [each.value if isinstance(each, ast.Constant) else known(each, names) for each in values]
            return "".join(map(str, parts))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = written(left, names), written(right, names)
            return None if first is None or second is None else first + second
        case _:
            return None


def known(node: ast.expr, names: dict[str, Any]) -> str:
    assert isinstance(node, ast.FormattedValue)
    try:
        return str(eval(compile(ast.Expression(node.value), "pattern", "eval"), names))
    except NameError:
        return "x"


def patterns() -> dict[str, str]:
    """Return all regular expressions of the package and of its schemas, by the place of each."""
    found: dict[str, str] = {}
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            where = file.relative_to(ROOT)
            text = file.read_text("utf-8")
            if not re.search(r"^\s*import re$", text, re.M):
                continue
            module = import_module("cardrules." + ".".join(where.with_suffix("").parts))
            for node in ast.walk(ast.parse(text)):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[first, *_]) if (
                        name in CALLS
                    ):
                        pattern = written(first, dict(vars(module)))
                        if pattern is not None:
                            found[f"{where}:{node.lineno}"] = pattern
                    case _:
                        pass
    for file in sorted((ROOT / "schema").glob("*.json")):
        schema = file.read_text("utf-8")
        for pattern in re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', schema):
            found[f"schema/{file.name}: {pattern}"] = json.loads(pattern)
    return found


def member(sign: str, items: list[Any]) -> bool:
    """Return whether a class of characters contains a sign."""
    negated = any(op is c.NEGATE for op, _ in items)
    classes = {"DIGIT": r"\d", "NOT_DIGIT": r"\D", "SPACE": r"\s", "NOT_SPACE": r"\S", "WORD": r"\w", "NOT_WORD": r"\W"}
    hit = False
    for op, value in items:
        if op is c.LITERAL:
            hit |= ord(sign) == value
        elif op is c.RANGE:
            hit |= value[0] <= ord(sign) <= value[1]
        elif op is c.CATEGORY:
            hit |= re.match(classes[str(value).partition("CATEGORY_")[2]], sign) is not None
    return hit is not negated


def samples(parts: Any, most: int = 3) -> list[str]:
    """Return some texts that a part of an expression matches."""
    texts = [""]
    for op, value in parts:
        if op is c.LITERAL:
            each = [chr(value)]
        elif op is c.NOT_LITERAL:
            each = ["a" if value != ord("a") else "b"]
        elif op is c.ANY:
            each = ["a", " "]
        elif op is c.IN:
            own = [chr(v) for o, v in value if o is c.LITERAL]
            each = [sign for sign in [*SIGNS, *own] if member(sign, value)][:most]
        elif op is c.BRANCH:
            each = [text for branch in value[1] for text in samples(branch, 1)[:1]][: 3 * most]
        elif op in (c.SUBPATTERN, c.ATOMIC_GROUP):
            each = samples(value[-1] if op is c.SUBPATTERN else value, most)
        elif op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
            least = min(value[0], 50)
            each = [text * max(least, 1) for text in samples(value[2], most)]
            each += [""] if least == 0 else []
        else:
            each = [""]
        both = [first + second for first in texts for second in each or [""]]
        texts = both if len(both) <= 4 * most else Random(len(both)).sample(both, 4 * most)
    return texts


def repeated(parts: Any, before: str = "") -> Iterator[tuple[str, str, int]]:
    """Yield what may be repeated: a text that leads there, the part, and the least number."""
    for place, (op, value) in enumerate(parts):
        lead = before + samples(parts[:place], 1)[0]
        if op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
            if value[1] is c.MAXREPEAT or value[1] > 30:
                yield from ((lead, text, value[0]) for text in samples(value[2]) if text)
            yield from repeated(value[2], lead)
        elif op is c.BRANCH:
            for branch in value[1]:
                yield from repeated(branch, lead)
        elif op in (c.SUBPATTERN, c.ATOMIC_GROUP):
            yield from repeated(value[-1] if op is c.SUBPATTERN else value, lead)
        elif op in (c.ASSERT, c.ASSERT_NOT):
            yield from repeated(value[1], lead)


def attacks(pattern: str) -> Iterator[str]:
    """Yield texts that repeat what an expression repeats, and then do not fit."""
    for lead, part, least in dict.fromkeys(repeated(parser.parse(pattern))):
        for end in ("", "\0", "!a", part):
            yield lead + part * max(LENGTH // len(part), least + 99) + end
            yield (lead + part) * (LENGTH // len(lead + part)) + end


def slow(pattern: str) -> str | None:
    """Return a text over which an expression takes too long."""
    expression = re.compile(pattern)
    for text in attacks(pattern):
        try:
            with within(SECONDS / 4):
                for _ in expression.finditer(text):
                    pass
        except TooSlow:
            return text
    return None


def test_no_regular_expression_tries_a_repetition_in_many_ways() -> None:
    found = patterns()
    assert len(found) > 200
    assert {place: pattern for place, pattern in found.items() if slow(pattern)} == {}


@pytest.mark.parametrize("bad", [r"(a+)+$", r"(?:\bnot\b\s*\S*\s*){240,}", r"(\w|ab?)*!"])
def test_the_search_finds_such_expressions(bad: str) -> None:
    assert slow(bad) is not None


# ----------------------------------------------------------------------------- the front end

SMALL = """\
cardrules: 1
name: NAME
players: 2
deck: {ranks: 2 3 4, suits: clubs diamonds hearts spades, values: {4: 3}}
zones:
  stock: {faces: hidden}
  hand: {each: player, faces: owner}
variables: {n: {start: 3}}
deal: {do: shuffle stock}
phases: {turn: {players: in turn}}
actions:
  act:
    phase: turn
    do: n becomes 3
  go: {phase: turn, do: actor wins}
limits: {turns: 50, result: nobody wins}
"""
PLACES: dict[str, Callable[[str], str]] = {
    "a name": lambda text: SMALL.replace("NAME", text),
    "a comment": lambda text: SMALL.replace("NAME", "N # " + text),
    "a key": lambda text: f"{SMALL}{text}: 3\n",
    "an open quote": lambda text: f'{SMALL}"{text}\n',
    "ranks": lambda text: SMALL.replace("ranks: 2", f"ranks: {text} 2"),
    "an effect": lambda text: SMALL.replace("becomes 3", f"becomes {text} x"),
    "a statement": lambda text: SMALL.replace("n becomes 3", text),
    "a condition": lambda text: SMALL.replace("    do: n", f'    when: "{text}"\n    do: n'),
    "a choice": lambda text: SMALL.replace("    do: n", f'    choose: {{c: "{text}"}}\n    do: n'),
    "a phrase": lambda text: f'{SMALL}phrases: {{n: "{text}"}}\n',
    "a note": lambda text: f'{SMALL}notes: {{n: "{text}"}}\n',
    "a scenario": lambda text: (
        f'{SMALL}scenarios: {{s: {{given: {{hand: ["{text}", 2C]}}, tests: [{{play: "{text}"}}]}}}}'
    ),
}
PARTS = (
    "a",
    "1",
    " ",
    "- ",
    "not ",
    "a b ",
    "a,",
    "(",
    "[",
    "{",
    "#",
    "'",
    "_",
    "é",
    "of ",
    "x of ",
    "if ",
    "a\n  ",
    "- a\n",
    "and ",
    "{a: ",
    "every x where ",
    "{x}",
    ":",
    "repeat 3 times: ",
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("place", PLACES)
def test_a_text_that_repeats_something_is_read_in_time(place: str) -> None:
    for part in PARTS:
        text = PLACES[place](part * (10_000 // len(part)))
        try:
            with within(SECONDS):
                load_text(text, "hostile.yaml")
        except TooSlow:
            pytest.fail(f"{place} that repeats {part!r}")


def test_a_word_that_is_nested_in_itself_is_told() -> None:
    deep = SMALL.replace("becomes 3", "becomes 3 if " + "not " * 300 + "n is 1 else 2")
    found = load_text(deep, "deep.yaml").diagnostics
    assert any("nested more than" in each.message for each in found)

    fine = SMALL.replace("    do: n", f"    when: {'not ' * 60}n is 1\n    do: n")
    assert load_text(fine, "fine.yaml").program is not None
