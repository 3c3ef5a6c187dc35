"""The index of words in docs/language has every word of the language, and each leads to a page that explains it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest

from cardrules.interpreter.authoring.glossary import Entry, Found, entries, looked_up, near
from cardrules.interpreter.syntax.operations.table import BEHIND_A_NAME, BUILT_IN, LEADING, OPERATIONS, RESERVED
from cardrules.interpreter.syntax.parser_tables import grammar
from cardrules.interpreter.syntax.tricks import LEADER, TURN_OF, WORDS
from cardrules.schema import Kind, path

FOLDER = Path(__file__).parents[2] / "docs" / "language"
INDEX = FOLDER / "words.md"
KEYWORDS = sorted(
    {
        *RESERVED,
        *BUILT_IN,
        *LEADING,
        *BEHIND_A_NAME,
        *re.findall(r'"([a-z_]+)"', grammar()),
        *(each.word for each in OPERATIONS.values() if each.shown and each.word.isidentifier() and not each.rule),
    }
)
INTRODUCTION = """\
# Index of words

Every word of the language, with the page that explains it. `cardrules explain WORD` prints the same at the
terminal. Words in capitals stand for values: `deadwood of CARDS` may be `deadwood of hand`. What stands in
square brackets may be missing.

This page is written from the declarations of the words and from the schema of rulesets.
"""


def page() -> str:
    """Return the index."""
    words = [each for each in entries() if each.kind != "key"]
    keys = [each for each in entries() if each.kind == "key"]
    small = [word for word in KEYWORDS if not any(_first(each) == word for each in words)]
    return "\n".join(
        (
            INTRODUCTION,
            "## Words of effect text\n",
            *_table("word", sorted(words, key=lambda each: (_first(each), each.name))),
            "\n## Words within these forms\n",
            "| word | occurs in |",
            "|---|---|",
            *(f"| `{word}` | {_occurrences(word)} |" for word in small),
            "\n## Keys\n",
            "Names that the author of a ruleset chooses are not part of the address: `zones.faces` is the key `faces` "
            "of each zone.\n",
            *_table("key", keys),
            "",
        )
    )


def _table(head: str, found: Iterable[Entry]) -> Iterator[str]:
    yield f"| {head} | meaning | page |"
    yield "|---|---|---|"
    for each in found:
        page = each.page.removesuffix(".md").replace("_", " ")
        yield f"| {', '.join(f'`{form}`' for form in each.forms)} | {each.meaning} | [{page}]({each.place}) |"


def _first(entry: Entry) -> str:
    return next(iter(re.findall(r"[a-z_]+|\S", entry.name.lower())))


def _occurrences(word: str) -> str:
    found = looked_up(word)
    occurs = [each for each in (*found.meant, *found.others) if each.kind != "key"][:4]
    return ", ".join(f"[`{each.forms[0]}`]({each.place})" for each in occurs)


def test_the_index_is_what_is_declared() -> None:
    if os.environ.get("UPDATE_EXPECTED"):
        INDEX.write_text(page(), encoding="utf-8")
    assert INDEX.read_text(encoding="utf-8") == page(), "UPDATE_EXPECTED=1 pytest tests/syntax writes it anew"


@pytest.mark.parametrize("word", KEYWORDS)
def test_every_word_can_be_looked_up(word: str) -> None:
    found = looked_up(word)
    assert [each for each in (*found.meant, *found.others) if each.kind != "key" and word in each.words]


@pytest.mark.parametrize("schema", ["ruleset", "suite"])
def test_every_key_can_be_looked_up(schema: Kind) -> None:
    known = {each.name.rpartition(".")[2] for each in entries() if each.kind == "key"}
    assert _keys(json.loads(path(schema).read_text(encoding="utf-8"))) <= known


def _keys(schema: object) -> set[str]:
    """Return the names of all properties, wherever they stand in a schema."""
    if isinstance(schema, list):
        return {key for each in cast("list[object]", schema) for key in _keys(each)}
    if not isinstance(schema, dict):
        return set()
    node = cast("dict[str, object]", schema)
    properties = node.get("properties")
    own = set(cast("dict[str, object]", properties)) if isinstance(properties, dict) else set[str]()
    return own.union(*(_keys(each) for each in node.values()))


KEYS = [each for each in entries() if each.kind == "key" and not each.name.endswith(".help")]


@pytest.mark.parametrize("entry", KEYS, ids=lambda each: each.name)
def test_the_page_of_a_key_names_it(entry: Entry) -> None:
    key = entry.name.rpartition(".")[2]
    text = (FOLDER / entry.page).read_text(encoding="utf-8")
    assert re.search(rf"`[^`\n]*\b{key}\b[^`\n]*`|^ *{key}:", text, re.MULTILINE)


@pytest.mark.parametrize("entry", entries(), ids=lambda each: each.name)
def test_everything_is_found_by_its_name(entry: Entry) -> None:
    for name in entry.names:
        assert entry in looked_up(name).meant
    assert entry.meaning


def test_the_words_of_tricks_are_those_that_the_section_makes() -> None:
    words = {each.name.partition("(")[0] for each in entries() if each.kind == "word of tricks"}
    assert words == {LEADER, *WORDS, TURN_OF}


def test_what_is_no_word_is_not_found() -> None:
    assert looked_up("siut") == looked_up("") == looked_up("…") == Found((), ())
    assert near("siut") == "suit"
    assert near("zones.face") == "zones.faces"
