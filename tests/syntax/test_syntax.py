"""Effect text to trees: what is read, where it stands, which words are reserved."""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cli.diagnostics.render import full
from cardrules.interpreter.diagnostics import Diagnostic, Source
from cardrules.interpreter.source.files import read_source
from cardrules.interpreter.source.located import Mapping, Scalar, Sequence
from cardrules.interpreter.source.yaml_parser import parse as parse_yaml
from cardrules.interpreter.syntax import nodes as n
from cardrules.interpreter.syntax import syntax
from cardrules.interpreter.syntax.operations.table import LEADING, RESERVED
from cardrules.interpreter.syntax.syntax import Start, parse, parse_scalar

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))
STARTS: tuple[Start, ...] = ("expression", "block", "scheme", "choice", "size", "meld_part", "preference")


def read(text: str, start: Start = "expression") -> n.Node:
    result = parse(text, start)
    assert result.node is not None, (text, result.problems)
    return result.node


def refused(text: str, start: Start = "expression") -> Diagnostic:
    result = parse(text, start)
    assert result.node is None
    (problem,) = result.problems
    return problem


# Bad texts, by what is wrong with them: lists in YAML files, by the start symbol of the grammar,
# with the expected output beside them. UPDATE_EXPECTED=1 writes it anew.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_texts_get_the_output_beside_them(path: Path) -> None:
    source, problems = read_source(path, path.name)
    assert source is not None
    assert not problems
    tree, problems = parse_yaml(source)
    assert not problems
    assert isinstance(tree, Mapping)
    found: list[Diagnostic] = []
    for start, entry in tree.entries.items():
        assert isinstance(entry.value, Sequence)
        for item in entry.value.items:
            result = parse_scalar(cast(Scalar, item), cast(Start, start))
            assert len(result.problems) == 1, item
            assert result.node is None
            found += result.problems
    shown = full(found, {path.name: source})
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------ words


def keywords() -> list[str]:
    words = {"turn", "phase", "deal", "game", "highest", "lowest", "div", "mod", "a", "an"}
    for terminal in syntax.lark_parser().terminals:
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha():
            words.add(terminal.pattern.value)
    return sorted(words)


PLACES = (
    "{0}",
    "{0} is 1",
    "1 is {0}",
    "1 is not {0}",
    "x + {0}",
    "x - {0}",
    "rank of {0}",
    "({0})",
    "f({0}, {0})",
    "[{0}]",
    "not {0}",
    "{0} and {0}",
    "x where {0}",
    "{0} where x",
    "x with highest {0}",
    "total {0} over {0}",
    "x otherwise {0}",
    "{0} if {0} else {0}",
    "-{0}",
    "x is in {0}",
    "x has rank {0}",
    "{0} is a run",
    "{0} share a rank",
    "{0} < {0}",
    "players from {0}",
    "{0} is possible",
    "{0} div {0}",
    "{0} of x",
    "{0}(x)",
    "top ({0}) of x",
)
"""Where a name can stand in an expression; what follows a name directly stands in brackets."""


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_no_name_anywhere(word: str) -> None:
    for place in PLACES:
        tree = parse(place.format(word), "expression").node
        if tree is not None:
            assert n.Name(word) not in list(n.walk(tree)), place
    for place in (
        "let {0} be 3",
        "go to {0}",
        "announce {0}",
        "ask x to {0}",
        "skip to {0}",
        "for each {0} in x: stop",
        "{0} becomes 3",
    ):
        if (word, place) != ("players", "{0} becomes 3") and word != "player":
            assert parse(place.format(word), "block").node is None, place
    assert refused(f"rank of {word} is 1 {word}").code in ("CR303", "CR304")


@pytest.mark.parametrize("word", [word for word in keywords() if word not in RESERVED])
def test_no_other_keyword_is_reserved(word: str) -> None:
    for place in PLACES:
        tree = read(place.format(word))
        named = [x for x in n.walk(tree) if word in (getattr(x, "name", None), getattr(x, "meld", None))]
        assert named, place
    for place in (
        "let {0} be {0}",
        "move {0} to {0}",
        "add {0} to {0}",
        "announce {0}",
        "ask {0} to {0} or {0}",
        "shuffle {0}",
        "if {0}: stop",
        "go to {0}",
        "refill {0} to {0} from {0}",
        "exchange {0} for {0}",
        "reveal {0} to {0}",
        "x becomes {0}",
        "repeat ({0}) times: stop",
        "for each {0} in {0}: stop",
    ):
        read(place.format(word), "block")
    for place in ("in turn from {0}", "each once from {0}", "poll {0}"):
        read(place.format(word), "scheme")
    for place in ("a card from {0}", "{0} cards from {0}", "a number from {0} to {0}"):
        read(place.format(word), "choice")


@pytest.mark.parametrize("word", [word for word in keywords() if word not in RESERVED])
def test_only_leading_words_cannot_begin_a_statement(word: str) -> None:
    target = [parse(f"{word}{rest}", "block").node for rest in (" becomes 3", "", "(x)", " draws 1")]
    if word in LEADING:
        for tree in target:
            assert not tree or n.Name(word) not in list(n.walk(tree))
    else:
        assert all(tree is not None for tree in target)


def test_words_are_whole() -> None:
    # The lexer takes the longest keyword that fits where no name can stand.
    assert refused("f(x) orb").message.startswith("'orb'")
    assert refused("(x) isempty").message.startswith("'isempty'")
    assert refused("x is emptyish or", "expression").code == "CR303"
    assert refused("in turns", "scheme").help == "Did you mean 'turn'?"
    read("order")


@given(st.sampled_from(STARTS), st.text(max_size=40))
def test_any_text_is_read_or_refused(start: Start, text: str) -> None:
    result = parse(text, start)
    assert (result.node is None) == bool(result.problems)
    for problem in result.problems:
        assert 0 <= problem.span.start <= problem.span.end <= max(len(text), 1)


TOKENS = [
    *keywords(),
    "x",
    "hand",
    "5S",
    "9",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "+",
    "-",
    "*",
    "<=",
    "\n",
    "\n  ",
    "\n    ",
    "#",
    "=",
    "é",
]


@given(st.sampled_from(STARTS), st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join))
def test_any_row_of_words_is_read_or_refused(start: Start, text: str) -> None:
    result = parse(text, start)
    assert (result.node is None) == bool(result.problems)
    for problem in result.problems:
        assert 0 <= problem.span.start <= problem.span.end <= max(len(text), 1)
        assert problem.message


# ------------------------------------------------------------------------------------------ places


def marked(yaml: str, start: Start = "block") -> tuple[Source, n.Node]:
    source = Source("t.yaml", yaml)
    tree, problems = parse_yaml(source)
    assert not problems
    assert isinstance(tree, Mapping)
    result = parse_scalar(cast(Scalar, tree.get("do")), start)
    assert result.node is not None, result.problems
    return source, result.node


def places(source: Source, node: n.Node) -> list[tuple[str, str]]:
    """Return the kind of each node with the text under its span."""
    return [(type(each).__name__, source.excerpt(each.span)) for each in n.walk(node)]


def test_spans_are_exact_inside_a_block() -> None:
    yaml = "do: |\n  if rank of c is 9:   # nine\n    move c to pile\n  draws\nnext: 1\n"
    source, node = marked(yaml)
    assert places(source, node)[2:] == [
        ("Equal", "rank of c is 9"),
        ("Of", "rank of c"),
        ("Name", "c"),
        ("Number", "9"),
        ("Block", "move c to pile"),
        ("Move", "move c to pile"),
        ("Name", "c"),
        ("Name", "pile"),
        ("Perform", "draws"),
        ("Name", "draws"),
    ]


def test_spans_are_exact_over_several_lines() -> None:
    yaml = "do: hand is empty\n  and   stock\n    is not empty\n"
    source, node = marked(yaml, "expression")
    assert places(source, node) == [
        ("Logic", "hand is empty\n  and   stock\n    is not empty"),
        ("Phrase", "hand is empty"),
        ("Name", "hand"),
        ("Phrase", "stock\n    is not empty"),
        ("Name", "stock"),
    ]


def test_brackets_belong_to_no_span_but_their_own() -> None:
    source, node = marked("do: (x or y) and f(x, (y))\n", "expression")
    assert places(source, node) == [
        ("Logic", "(x or y) and f(x, (y))"),
        ("Logic", "x or y"),
        ("Name", "x"),
        ("Name", "y"),
        ("Call", "f(x, (y))"),
        ("Name", "x"),
        ("Name", "y"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("size of hand", ["size"]),
        ("top 4 of pile", ["top"]),
        ("fits(c)", ["fits"]),
        ("hand has no rank 9", ["rank"]),
        ("trick is not a run", ["run"]),
        ("trick share no suit", ["suit"]),
        ("x < y by ace_high", ["ace_high"]),
        ("hand with highest rank by low", ["low"]),
    ],
)
def test_the_word_that_names_something_has_a_place(text: str, words: list[str]) -> None:
    found = [text[x.word.start : x.word.end] for x in n.walk(read(text)) if x.word is not n.NOWHERE]
    assert found == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("go to  defence", ["defence"]),
        ("skip to  refill", ["refill"]),
        ("announce  capture", ["capture"]),
        ("let  led be suit", ["led"]),
        ("for each  p in players: stop", ["p"]),
    ],
)
def test_so_has_the_word_of_a_statement(text: str, words: list[str]) -> None:
    tree = read(text, "block")
    found = [text[x.word.start : x.word.end] for x in n.walk(tree) if x.word is not n.NOWHERE]
    assert found == words


def test_the_actions_of_ask_have_places() -> None:
    for who in ("opponent", "whoever can among players"):
        text = f"ask {who} to play or  pass"
        (ask,) = cast(n.Block, read(text, "block")).statements
        assert isinstance(ask, n.Ask)
        assert ask.whoever == ("whoever" in who)
        assert [text[x.start : x.end] for x in ask.places] == ["play", "pass"]


# ------------------------------------------------------------------------------------------ meaning


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("not x is y", "not (x is y)"),
        ("x or y and z", "x or (y and z)"),
        ("x + y * z", "x + (y * z)"),
        ("x - y - z", "(x - y) - z"),
        ("-x + y", "(-x) + y"),
        ("rank of top of pile", "rank of (top of pile)"),
        ("size of hand where x and y", "size of (hand where (x and y))"),
        ("hand where x otherwise y", "(hand where x) otherwise y"),
        ("x otherwise y otherwise z", "x otherwise (y otherwise z)"),
        ("u if v else w if x else y", "u if v else (w if x else y)"),
        ("hand with highest value of it", "hand with highest (value of it)"),
        ("total value of it over hand where x", "total (value of it) over (hand where x)"),
        ("rank of c + 1 < 3", "((rank of c) + 1) < 3"),
        ("player from p where x", "(player from p) where x"),
        ("hand where (x)   # why\n  and y", "hand where x and y"),
    ],
)
def test_what_binds_tighter(text: str, same: str) -> None:
    assert read(text) == read(same)


def test_else_if_is_an_if_inside_else() -> None:
    assert read("if x: stop\nelse if y: reverse\nelse: draw 1", "block") == read(
        "if x:\n  stop\nelse:\n  if y: reverse\n  else: draw 1", "block"
    )


def test_comments_and_empty_lines_mean_nothing() -> None:
    text = "# first\n\nif x:   # why\n\n  # inside\n  stop\n\n# last\nreverse"
    assert read(text, "block") == read("if x:\n  stop\nreverse", "block")


@pytest.mark.parametrize("text", ["hand is empty", "hand\nis\nempty", "hand is # no\n empty"])
def test_an_expression_may_be_broken_anywhere(text: str) -> None:
    assert read(text) == n.Phrase("is_empty", (n.Name("hand"),))


def test_deep_nesting_is_refused_quickly() -> None:
    for text in (
        "(" * 10_000,
        "not " * 5_000 + "x",
        "-" * 10_000 + "x",
        "x of " * 3_000 + "x",
        "f(" * 9_000,
        "x where " * 2_000 + "x",
        "x if y else " * 1_000 + "x",
        "x otherwise " * 1_000 + "x",
        "x + " * 4_000 + "x",
    ):
        parse(text, "expression")
    nested = "\n".join(" " * depth + "if x:" for depth in range(300)) + "\n" + " " * 300 + "stop"
    parse(nested[: syntax.MAX_TEXT], "block")
