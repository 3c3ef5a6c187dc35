"""A text that is read again section by section gives the same data as one that is read at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.source.located import Mapping, Node, Scalar
from cardrules.interpreter.source.sections import parse_again
from cardrules.interpreter.source.yaml_parser import parse

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("rulesets", "examples") for path in (ROOT / folder).glob("*.yaml"))[::3]
SIGNS = [
    "",
    "x",
    ":",
    "\n",
    "}",
    "{",
    "'",
    '"',
    "- ",
    "#",
    " |\n",
    "\nfoo: bar\n",
    "\n...\n",
    "\n---\n",
    "\r\n",
    "\ufeff",
]


def places(node: Node | None) -> Iterator[list[int]]:
    """Yield where the characters of all texts are."""
    if isinstance(node, Scalar):
        yield [node.offset_of(index) for index in range(len(node.text) + 1)]
    elif isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from places(entry.value)
    elif node is not None:
        for item in node.items:
            yield from places(item)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_edited_text_is_read_as_a_whole_one(path: Path) -> None:
    chance = random.Random(path.stem)
    text = path.read_text("utf-8")
    for _ in range(8):
        source = Source(path.name, text)
        expected, found = parse(source), parse_again(source)
        assert found == expected
        assert list(places(found[0])) == list(places(expected[0]))
        place = chance.randrange(len(text))
        sign = chance.choice(SIGNS)
        text = text[:place] + sign + text[place + chance.choice([0, 0, 1, 5]) :]
        if parse(Source(path.name, text))[1]:
            text = path.read_text("utf-8")[:place] + "\n# a comment\n" + path.read_text("utf-8")[place:]
