"""The tables of the parser are read from a file only if they are the grammar's own."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, cast

import pytest
from lark import Lark

from cardrules.interpreter.syntax import parser_tables
from cardrules.interpreter.syntax.parser_tables import Blocks, parser, refresh

TEXTS = ("move hand to stock", "if 1 is 2:\n  draw 2\nelse:\n  play again\n")


@pytest.fixture(scope="module")
def whole() -> Lark:
    """The parser without a file of tables."""
    return parser_tables._built(parser_tables.grammar(), Blocks())  # pyright: ignore[reportPrivateUsage]


@pytest.fixture
def built(whole: Lark, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grammars for which tables are built during the test."""
    made: list[str] = []

    def note(grammar: str, blocks: Blocks) -> Lark:
        made.append(grammar)
        return whole

    monkeypatch.setattr(parser_tables, "_built", note)
    return made


@pytest.fixture
def tables(built: list[str], tmp_path: Path) -> Path:
    """A file with the tables of the grammar."""
    path = tmp_path / "tables.json"
    assert refresh(path)
    built.clear()
    return path


def trees(read: Lark) -> list[object]:
    """Return what a parser makes of some texts, with the places."""
    return [cast(Any, read).parse(f"{text}\n", start="block") for text in TEXTS]


def test_tables_of_a_file_give_the_parser_that_the_grammar_gives(tables: Path, whole: Lark) -> None:
    restored = parser(Blocks(), tables)
    assert trees(restored) == trees(whole)
    assert [str(rule) for rule in restored.rules] == [str(rule) for rule in whole.rules]
    assert sorted(map(repr, restored.terminals)) == sorted(map(repr, whole.terminals))
    states, expected = (cast(Any, each).parser.parser._parse_table.states for each in (restored, whole))
    assert len(states) == len(expected)


def test_tables_of_the_grammar_are_read_and_not_built_again(tables: Path, built: list[str]) -> None:
    parser(Blocks(), tables)
    assert not built
    assert not refresh(tables)
    assert not built


def test_the_tables_beside_the_grammar_are_up_to_date(built: list[str]) -> None:
    """The start of the test suite writes them; without that every process would build its own."""
    parser(Blocks())
    assert not built


@pytest.mark.parametrize("part", [0, 1])
def test_tables_of_another_grammar_or_lark_are_not_used(part: int, tables: Path, built: list[str]) -> None:
    content = json.loads(tables.read_bytes())
    content["for"][part] += "0"
    tables.write_text(json.dumps(content), "utf-8")
    assert trees(parser(Blocks(), tables))
    assert len(built) == 1
    assert refresh(tables)
    assert trees(parser(Blocks(), tables))
    assert len(built) == 2  # by refresh


def test_a_changed_grammar_does_not_use_the_tables_of_the_old_one(
    tables: Path, tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = tmp_path / "grammar.lark"
    changed.write_text(parser_tables.GRAMMAR.read_text("utf-8") + "// more\n", "utf-8")
    monkeypatch.setattr(parser_tables, "GRAMMAR", changed)
    parser(Blocks(), tables)
    assert built == [parser_tables.grammar()]


def test_damaged_tables_are_as_good_as_none(tables: Path, built: list[str]) -> None:
    whole = tables.read_bytes()
    content = json.loads(whole)
    damaged = [b"", whole[: len(whole) // 2], b"\xff" + whole, b"[]", b"{}", b'{"for": 1}']
    for missing in ("data", "memo"):
        others: tuple[object, ...] = ({}, [1], None, {"1": {}})
        damaged += [json.dumps({**content, missing: other}).encode() for other in others]
    for number, text in enumerate(damaged, start=1):
        tables.write_bytes(text)
        assert trees(parser(Blocks(), tables))
        assert len(built) == number
    tables.unlink()
    assert trees(parser(Blocks(), tables))
    tables.mkdir()
    assert trees(parser(Blocks(), tables))


@pytest.mark.usefixtures("built")
def test_a_file_that_cannot_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "tables.json"
    folder.mkdir()
    with pytest.raises(OSError, match="irectory"):
        refresh(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["tables.json"]


@pytest.mark.usefixtures("built")
def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("precious", "utf-8")
    link = tmp_path / "tables.json"
    link.symlink_to(target)
    assert refresh(link)
    assert target.read_text("utf-8") == "precious"
    assert not link.is_symlink()


def test_parsing_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TMPDIR"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    parser(Blocks(), tmp_path / "none.json")
    assert os.listdir(tmp_path) == []
