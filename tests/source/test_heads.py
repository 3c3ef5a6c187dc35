"""Heads of definitions: `worth(card c)` is a definition with the parameters `card c`."""

from __future__ import annotations

import pytest

from cardrules.interpreter.authoring.formatting import format_text
from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.resolve.resolve import resolve_text
from cardrules.interpreter.source import heads
from cardrules.interpreter.source.located import Mapping, Scalar, plain
from cardrules.interpreter.source.yaml_parser import parse


def written_out(text: str) -> Mapping:
    """Return the data of a text without heads; the text has no mistakes."""
    tree, problems = parse(Source("g.yaml", text))
    assert tree is not None
    assert not problems
    found, wrong = heads.written_out(tree)
    assert isinstance(found, Mapping)
    assert not wrong
    return found


@pytest.mark.parametrize(
    ("definition", "meant"),
    [
        ("f(card c): c is a joker", {"with": "card c", "is": "c is a joker"}),
        ("f (card c, number n): 3", {"with": "card c, number n", "is": 3}),
        ('"f(card c)": c is a joker', {"with": "card c", "is": "c is a joker"}),
        ("f(player p): {help: Why., do: draw 1}", {"with": "player p", "help": "Why.", "do": "draw 1"}),
        ("f(suit s): {table: {clubs: 1, otherwise: 2}}", {"with": "suit s", "table": {"clubs": 1, "otherwise": 2}}),
        ("f: {with: card c, is: 1}", {"with": "card c", "is": 1}),
        ("f: 1", 1),
    ],
)
@pytest.mark.parametrize("around", ["{}", "add:\n  {}", "change:\n  {}"])
def test_a_head_is_the_name_and_its_parameters(definition: str, meant: object, around: str) -> None:
    indent = "\n  " if around == "{}" else "\n    "
    data = plain(written_out(around.format(f"define:{indent}{definition}\n")))
    inside = {"define": {"f": meant}}
    assert data == (inside if around == "{}" else {around.partition(":")[0]: inside})


@pytest.mark.parametrize("key", ["f(card c, rank odd)", '"f(card c, rank odd)"', "f  (card c, rank odd)"])
def test_parameters_keep_their_place(key: str) -> None:
    text = f"define:\n  {key}: 1\n"
    section = written_out(text).get("define")
    assert isinstance(section, Mapping)
    entry = section.entries["f"]
    assert isinstance(entry.value, Mapping)
    given = entry.value.get("with")
    assert isinstance(given, Scalar)
    start = given.text.index("odd")
    span = given.span_of(start, start + 3)
    assert text[span.start : span.end] == "odd"
    assert text[entry.key_span.start : entry.key_span.end] == "f"


@pytest.mark.parametrize("change", ["costs(card c): rank of c is 5", "costs: {with: card c, is: rank of c is 5}"])
def test_a_child_changes_a_definition_with_or_without_a_head(change: str) -> None:
    resolved = resolve_text(f"cardrules: 1\nextends: hearts\nchange:\n  define:\n    {change}\n")
    assert not resolved.diagnostics
    section = resolved.tree.get("define")
    assert isinstance(section, Mapping)
    costs = section.get("costs")
    assert isinstance(costs, Mapping)
    assert [plain(node) for key in ("with", "is") if (node := costs.get(key))] == ["card c", "rank of c is 5"]


def test_fmt_writes_heads_and_keeps_what_has_comments() -> None:
    text = """cardrules: 1
name: G
define:
  low: {with: 'card c,card d', is: rank of c < rank of d}
  kept:
    with: card c  # the card that is led
    is: rank of c is 5
  worth:
    help: What a card is worth.
    with: card c
    table: {A: 1, otherwise: 2}
"""
    want = """cardrules: 1
name: G
define:
  low(card c, card d): rank of c < rank of d
  kept:
    with: card c  # the card that is led
    is: rank of c is 5
  worth(card c):
    help: What a card is worth.
    table: {A: 1, otherwise: 2}
"""
    assert format_text(Source("g.yaml", text))[0] == want
    assert format_text(Source("g.yaml", want))[0] == want
