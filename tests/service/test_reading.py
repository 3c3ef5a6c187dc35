"""Where in a document a place is, whatever its state, and the parts of a document."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.service.outline import foldings, symbols
from cardrules.interpreter.service.reading import Path as Address
from cardrules.interpreter.service.reading import spot, structure
from cardrules.interpreter.service.workspace import Workspace
from cardrules.interpreter.source.located import Mapping, Node, Scalar, Sequence
from cardrules.interpreter.source.yaml_parser import parse

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for folder in ("rulesets", "examples", "tests/rulesets/suites") for path in (ROOT / folder).glob("*.yaml")
)


def parts(node: Node, path: Address = ()) -> Iterator[tuple[Address, Node]]:
    """Yield everything inside a node, with its path."""
    if isinstance(node, Mapping):
        for key, entry in node.entries.items():
            yield (*path, key), entry.value
            yield from parts(entry.value, (*path, key))
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            yield (*path, number), item
            yield from parts(item, (*path, number))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_structure_of_a_valid_text_is_that_of_yaml(path: Path) -> None:
    text = path.read_text("utf-8")
    tree, _ = parse(Source(path.name, text))
    assert tree is not None
    expected = list(parts(tree))
    found = structure(text).items
    assert [item.path for item in found] == [address for address, _ in expected]
    for item, (_, node) in zip(found, expected, strict=True):
        if isinstance(node, Scalar) and item.form in ("plain", "quoted"):
            quotes = item.form == "quoted"
            assert (item.value[0] - quotes, item.value[1] + quotes) == (node.span.start, node.span.end)


PLACES = [
    ("zones:\n  ^", "key", ("zones",)),
    ("zones:\n  ha^", "key", ("zones",)),
    ("zones:\n  hand:\n    ^", "key", ("zones", "hand")),
    ("zones:\n  hand:\n  ^", "key", ("zones",)),
    ("zones:\n  hand: {^", "key", ("zones", "hand")),
    ("zones:\n  hand: {ea^\ndeck: 1\n", "key", ("zones", "hand")),
    ("zones:\n  hand: {each: ^", "value", ("zones", "hand", "each")),
    ("zones:\n  hand: {each: pl^, faces: owner}", "value", ("zones", "hand", "each")),
    ("zones:\n  hand: {each: player, ^}", "key", ("zones", "hand")),
    ("zones:\r\n  hand: {each: player, ^}\r\n", "key", ("zones", "hand")),
    ("\ufeffzones:\n  ^", "key", ("zones",)),
    ("extends: ^", "value", ("extends",)),
    ("extends:^", "value", ("extends",)),
    ("a:\n  do: |-\n    draw 1\n    d^raw\nb: 1", "value", ("a", "do")),
    ("a:\n  do: |\n    draw 1\n    ^\nb: 1", "value", ("a", "do")),
    ("remove:\n  - ^", "value", ("remove", 0)),
    ("remove: [a, ^]", "value", ("remove", 1)),
    ("a:\n  'b c': x^y", "value", ("a", "b c")),
    ('a: "x^', "value", ("a",)),
    ("a: b  # c^", None, ()),
    ("ze^\nzones: 1\n", "key", ()),
]


@pytest.mark.parametrize(("marked", "role", "path"), PLACES)
def test_where_a_place_is(marked: str, role: str | None, path: Address) -> None:
    before, after = marked.split("^")
    found = spot(before + after, len(before))
    assert (found.role if found else None) == role
    if found is not None:
        assert found.path == path


def test_no_text_is_too_broken_to_be_read() -> None:
    chance = random.Random(7)
    texts = [path.read_text("utf-8") for path in FILES[::11]]
    for _ in range(120):
        text = chance.choice(texts)
        begin = chance.randrange(len(text))
        text = text[begin : begin + 600]
        for _ in range(4):
            place = chance.randrange(len(text) + 1)
            sign = chance.choice(["", "{", "[", '"', "'", ":", "- ", "\n", "\t", "|", "#", "\r\n", "\ufeff", "😀"])
            text = text[:place] + sign + text[place + chance.randrange(3) :]
        structure(text)
        for offset in range(0, len(text) + 1, 23):
            spot(text, offset)


def test_the_symbols_of_a_broken_text() -> None:
    workspace = Workspace()
    workspace.open(
        "g.yaml", "name: Mine\nzones:\n  hand: {each: player\n  pile:\nchange:\n  actions:\n    draw: {when: [\n"
    )
    found = symbols(workspace, "g.yaml")
    assert [(each.name, each.kind) for each in found] == [
        ("name", "section"),
        ("zones", "section"),
        ("change", "section"),
    ]
    assert [(each.name, each.kind) for each in found[1].inside] == [("hand", "zone"), ("pile", "zone")]
    assert [(each.name, each.kind) for each in found[2].inside] == [("actions", "section")]
    assert [(each.name, each.kind) for each in found[2].inside[0].inside] == [("draw", "action")]


def test_what_can_be_folded() -> None:
    workspace = Workspace()
    workspace.open("g.yaml", "# one\n# two\nzones:\n  hand:\n    each: player\n  pile: {}\nname: x\n")
    assert foldings(workspace, "g.yaml") == [(1, 2), (3, 6), (4, 5)]
