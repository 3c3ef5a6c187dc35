"""The source stage: what YAML means here, where everything stands, and what bad files get."""

from __future__ import annotations

import itertools
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
import yaml
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from cardrules.cli.diagnostics.render import full
from cardrules.interpreter.diagnostics import CODES, Diagnostic, Source, Span
from cardrules.interpreter.source.files import near_file, read_source
from cardrules.interpreter.source.located import Mapping, Node, Scalar, Sequence, plain
from cardrules.interpreter.source.problems import MAX_PROBLEMS
from cardrules.interpreter.source.yaml_parser import parse

from ..pace import within

if TYPE_CHECKING:
    from collections.abc import Iterator

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))


def data(text: str) -> object:
    """Return the data of a text without problems."""
    node, problems = parse(Source("t.yaml", text))
    assert not problems
    assert node is not None
    return plain(node)


def problems_of(text: str) -> list[Diagnostic]:
    """Return the problems of a text."""
    return parse(Source("t.yaml", text))[1]


def codes(text: str) -> list[str]:
    """Return the codes of the problems of a text."""
    return [problem.code for problem in problems_of(text)]


def scalars(node: Node) -> Iterator[Scalar]:
    """Yield the scalars of a tree, keys not included."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    else:
        for entry in node.entries.values():
            yield from scalars(entry.value)


def only_scalar(text: str) -> Scalar:
    """Return the one scalar of a text like `a: ...`."""
    node, problems = parse(Source("t.yaml", text))
    assert not problems
    assert node is not None
    (scalar,) = scalars(node)
    return scalar


@pytest.fixture(params=["libyaml", "python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with each of PyYAML's two parsers."""
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    return str(request.param)


# Bad files: the expected output stands beside each. After a wanted change of wording, write them
# anew with UPDATE_EXPECTED=1 and read the difference.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_file_gets_the_output_beside_it(path: Path) -> None:
    expected = path.with_suffix(".txt")
    source, problems = read_source(path, path.name)
    if source is not None:
        problems += parse(source)[1]
    shown = full(problems, {path.name: source} if source else {})
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(shown, encoding="utf-8")
    assert problems
    assert shown == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.usefixtures("parser")
def test_both_parsers_find_the_same_in_a_bad_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, _ = read_source(path, path.name)
    assert source is not None
    node, problems = parse(source)
    monkeypatch.undo()
    assert (node, problems) == parse(source)


def test_every_bad_file_has_its_output_and_no_output_is_left_over() -> None:
    assert {path.stem for path in BAD.glob("*.txt")} == {path.stem for path in FILES}


def test_every_source_code_is_reported_by_some_test() -> None:
    shown = " ".join(path.read_text(encoding="utf-8") for path in BAD.glob("*.txt"))
    here = Path(__file__).read_text(encoding="utf-8")
    own = {code for code in CODES if "CR000" < code < "CR020"}
    assert own <= set(re.findall(r"CR\d{3}", shown + here))


# What scalars mean


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("False", False),
        ("0", 0),
        ("-3", -3),
        ("+5", 5),
        ("999999999999999999", 999999999999999999),
        ("1.5", 1.5),
        ("-2e3", -2000.0),
        ("on", "on"),
        ("no", "no"),
        ("yes", "yes"),
        ("y", "y"),
        ("010", "010"),
        ("0o17", "0o17"),
        ("0x1F", "0x1F"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("2024-01-31", "2024-01-31"),
        (".5", ".5"),
        ("1.", "1."),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("=", "="),
        ("١", "١"),
        ("'5'", "5"),
        ('"true"', "true"),
        ('""', ""),
        ("A 2 3", "A 2 3"),
    ],
)
@pytest.mark.usefixtures("parser")
def test_scalar_value(written: str, value: object) -> None:
    found = data(f"a: {written}\n")
    assert found == {"a": value}
    assert isinstance(found, dict)
    assert type(found["a"]) is type(value)  # pyright: ignore[reportUnknownArgumentType]


def test_data_of_every_shape() -> None:
    text = "a: [1, {b: two}]\nc:\n- d\n-\n  - e\nf: {}\ng: []\n? h\n: i\n"
    assert data(text) == {
        "a": [1, {"b": "two"}],
        "c": ["d", ["e"]],
        "f": {},
        "g": [],
        "h": "i",
    }


def test_names_that_yaml_1_1_takes_for_truth_values_are_keys() -> None:
    assert data("on: off\nno: y\n") == {"on": "off", "no": "y"}


def test_quoted_merge_sign_is_an_ordinary_key() -> None:
    assert data('"<<": 1') == {"<<": 1}


def test_first_of_two_equal_keys_counts() -> None:
    node, problems = parse(Source("t.yaml", "a: 1\na: {b: 1, b: 2}\n"))
    assert node is not None
    assert plain(node) == {"a": 1}
    assert [problem.code for problem in problems] == ["CR014", "CR014"]


@pytest.mark.parametrize("text", ["a: *x", "a: [", "<<: {}", "a: !t x", "[a]: 1", "a: \x01"])
def test_no_data_where_none_can_be_relied_on(text: str) -> None:
    node, problems = parse(Source("t.yaml", text))
    assert node is None
    assert problems


# Where things stand


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("before", ["", "\ufeff", "x: 1\r\n", "# 😀\n", "é: 'ü😀'\r"])
def test_spans_are_characters_of_the_text(before: str) -> None:
    text = f"{before}key: [one, 'two', {{three: \"four\"}}]\n\n# end\nlast:\n"
    source = Source("t.yaml", text)
    node, problems = parse(source)
    assert not problems
    assert isinstance(node, Mapping)
    entry = node.entries["key"]
    assert source.excerpt(entry.key_span) == "key"
    assert source.excerpt(entry.value.span) == "[one, 'two', {three: \"four\"}]"
    assert isinstance(entry.value, Sequence)
    one, two, inner = entry.value.items
    assert [source.excerpt(each.span) for each in (one, two, inner)] == [
        "one",
        "'two'",
        '{three: "four"}',
    ]
    assert isinstance(two, Scalar)
    assert source.excerpt(two.span_of(0, 3)) == "two"
    last = node.entries["last"]
    assert last.value.span == Span("t.yaml", last.key_span.end + 1, last.key_span.end + 1)


def test_block_collections_end_with_their_last_value() -> None:
    text = "a:\n  b: 1\n  c:\n  - x\n  - y\n\n# comment\nd: 2\n"
    source = Source("t.yaml", text)
    node, _ = parse(source)
    assert isinstance(node, Mapping)
    inner = node.get("a")
    assert inner is not None
    assert source.excerpt(inner.span) == "b: 1\n  c:\n  - x\n  - y"
    assert source.excerpt(node.entries["d"].span) == "d: 2"


WORD = "move"
SCALARS_WITH_A_WORD = [
    "do: first move\n",
    "do: 'it''s ''a'' move'\n",
    'do: "a \\u2660\\t\\"b\\" move"\n',
    'do: "a\\\n   b \\\n\n  c move"\n',
    "do: |\n  first line\n\n    indented\n  then move it\n",
    "do: |\r\n  first line\r\n\r\n  then move it\r\n",
    "do: |2-\n    deeper first\n  then move it\n\n",
    "do: |+ # comment\n\n  a\n  move it\n\n\n",
    "do:\n - |\n  a\n  move it",
    "do: >\n  first line\n  goes on\n\n\n  then\n    deeper\n\n    again\n  move it\n",
    "do: >-\n\n  a\n  move it\n\n\n",
    "do: first line\n  goes on\n\n  then move it\n",
    "do: 'first  line  \n  goes on  \n\n\n  then move it'\n",
    'do: "first  line  \n  goes on\\t  \n\n\n  then move it"\n',
    "do: |\n  ♠ 😀 move it\n",
    "do: |2\r\r     0\r  move it\r",
]


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("text", SCALARS_WITH_A_WORD)
def test_a_word_is_found_where_it_stands(text: str) -> None:
    scalar = only_scalar(text)
    index = scalar.text.index(WORD)
    span = scalar.span_of(index, index + len(WORD))
    assert (span.start, span.end) == (text.index(WORD), text.index(WORD) + len(WORD))
    assert text[scalar.span.start : scalar.span.end].rstrip("\r\n") == text[scalar.span.start : scalar.span.end]


def test_an_escape_is_one_character_and_the_end_is_before_the_quote() -> None:
    scalar = only_scalar('a: "x\\u2660y"')
    assert [scalar.offset_of(index) for index in range(4)] == [4, 5, 11, 12]
    assert scalar.span_of(1, 2) == Span("t.yaml", 5, 11)
    assert scalar.span_of(3, 3) == Span("t.yaml", 12, 12)


def test_a_scalar_of_no_file_stands_where_it_was_put() -> None:
    place = Span("t.yaml", 3, 9)
    scalar = Scalar(5, "5", "plain", place)
    assert scalar.span_of(0, 1) == place
    assert scalar.offset_of(1) == 3


# Files that cannot be used


def refused(path: Path) -> Diagnostic:
    """Return the reason why a file gives no source."""
    source, problems = read_source(path)
    assert source is None
    (problem,) = problems
    assert problem.span == Span(str(path), 0, 0)
    assert problem.help
    return problem


def test_file_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: \xe2\x99\xa0\r\n")
    source, problems = read_source(path, "shown.yaml")
    assert not problems
    assert source == Source("shown.yaml", "name: ♠\r\n")


@pytest.mark.parametrize(
    ("asked", "help"),
    [
        ("marjolt.yaml", "Did you mean 'marjolet.yaml'?"),
        ("marjolet.yml", "Did you mean 'marjolet.yaml'?"),
        ("Marjolet", "Did you mean 'marjolet.yaml'?"),
        ("hearts.yaml", "A bundled game has no ending: 'hearts'."),
        ("nowhere/marjolet.yaml", "There is no folder 'nowhere' either."),
        ("else.yaml", "Check the name and the folder."),
    ],
)
def test_a_mistyped_file_gets_a_suggestion(
    asked: str, help: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names get suggestions everywhere else: of rulesets, options, commands."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "marjolet.yaml").write_text("cardrules: 1")
    _, (problem,) = read_source(Path(asked))
    assert problem.help == help


def test_what_is_no_ruleset_is_not_suggested_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A suite can be validated and tested, but neither played nor extended; other files are of no use at all."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text("# Ours\ncardrules: 1")
    (tmp_path / "games.yaml").write_text("cardrules_suite: 1")
    (tmp_path / "gama.json").write_text('{"cardrules": 1}')
    (tmp_path / "gme.yaml").write_text("services: []")
    (tmp_path / "ame.yaml").mkdir()
    for suites, files in ((True, {"game.yaml", "games.yaml", "gama.json"}), (False, {"game.yaml", "gama.json"})):
        near = near_file("gamme.yaml", suites=suites)
        assert near is not None
        assert {near.word, *near.others} == files
    assert near_file("missing.yaml") is None  # the ending says nothing


def test_missing_file_folder_and_name_with_nul(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.yaml").message == "There is no such file."
    assert refused(tmp_path).message == "This is a folder, not a file."
    assert refused(tmp_path / "a\0b").code == "CR001"
    assert refused(tmp_path / ("x" * 5000)).code == "CR001"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe").message == "This is not a regular file."


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", "CR005", "empty"),
        (b" \r\n\t", "CR005", "empty"),
        (b"\xef\xbb\xbf", "CR005", "empty"),
        (b"a: 1\n\0", "CR002", "binary"),
        (b"\x7fELF\x00\x01\xff", "CR002", "binary"),
        (b"a: 1\nb: \xe9\n", "CR003", "Line 2, column 4"),
        (b"\xef\xbb\xbfa\xff", "CR003", "Line 1, column 2 is not UTF-8: byte 0xFF."),
        (b"a: \xed\xa0\x80", "CR003", "0xED"),
        ("a: 1".encode("utf-16"), "CR003", "UTF-16"),
        (b"#" * ((1 << 20) + 1), "CR004", "1.0 MiB"),
    ],
)
def test_content_that_is_no_ruleset(tmp_path: Path, content: bytes, code: str, words: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(content)
    problem = refused(path)
    assert problem.code == code
    assert words in problem.message


# Nothing takes long

MIB = 1 << 20
MONSTERS = {
    "brackets": "[" * 100_000,
    "more brackets": "[" * MIB,
    "braces": "{" * 100_000,
    "flow pairs": "{a: " * 100_000,
    "dashes": "- " * 100_000,
    "questions": "? " * 100_000,
    "colons": "a: " * 100_000,
    "quotes": '"' * MIB,
    "open quote": "'" + "a " * (MIB // 2 - 1),
    "anchors": "&a " * 100_000,
    "tags": "!a " * 100_000,
    "aliases": "- *a\n" * 40_000,
    "bomb": "a: &a [x]\n"
    + "".join(f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in itertools.pairwise("abcdefghi")),
    "items": "- a\n" * (MIB // 4),
    "flow items": "[" + "a," * (MIB // 2 - 1) + "]",
    "empty lists": "[" + "[]," * 300_000 + "]",
    "same key": "a: b\n" * 40_000,
    "words": "x " * (MIB // 2),
    "lines": "x\n" * (MIB // 2),
    "empty lines": "\n" * MIB,
    "blanks": " " * MIB,
    "tabs": "\t" * MIB,
    "comment": "#" * MIB,
    "documents": "---\n" * 40_000,
    "bells": "\x07" * MIB,
    "escapes": 'a: "' + "\\n" * (MIB // 2 - 3) + '"',
    "block": "a: |\n" + "  x\n" * 49_000,
    "folded": "a: >\n" + "  x\n" * 49_000,
    "indentation": "a: |2\n" + " " * (MIB - 10) + "x",
    "empty block": "a: |" + "\n" * 49_000,
    "one word": "x" * MIB,
    "50 MB": "x" * 50_000_000,
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", MONSTERS)
def test_no_monster_takes_long(name: str) -> None:
    source = Source("t.yaml", MONSTERS[name])
    with within(5):  # the promise to users, for a whole command
        _, problems = parse(source)
    assert len(problems) <= MAX_PROBLEMS + 1


def test_limits_have_codes_of_their_own() -> None:
    assert codes(MONSTERS["brackets"]) == ["CR017"]
    assert codes(MONSTERS["50 MB"]) == ["CR004"]
    assert codes(MONSTERS["empty lines"]) == ["CR004"]
    assert codes(MONSTERS["items"]) == ["CR004"]
    assert codes(MONSTERS["aliases"]) == ["CR011"] * 100 + ["CR019"]
    assert codes(MONSTERS["bomb"])[:3] == ["CR010", "CR010", "CR011"]


def test_depth_64_is_allowed_and_65_is_not() -> None:
    data("[" * 64 + "]" * 64)
    assert codes("[" * 65 + "]" * 65) == ["CR017"]


@pytest.mark.usefixtures("parser")
def test_nested_brackets_are_refused_by_both_parsers() -> None:
    with within(5):
        assert codes(MONSTERS["brackets"]) == ["CR017"]


def test_file_of_50_megabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.touch()
    os.truncate(path, 50_000_000)
    with within(1):
        assert refused(path).message == "The file has 47.7 MiB; a ruleset has at most 1 MiB."


# Properties

# fmt: off
YAML_BITS = st.sampled_from([
    "a", "b: ", "- ", "\n", "\n  ", "\n    ", ": ", "[", "]", "{", "}", ",", "'", '"', "\\", "|",
    ">", "|2", "\t", "#", " #", "&a ", "*a", "!t ", "!", "? ", "<<: ", "---\n", "...", "@", "`",
    "%YAML 1.2\n", "\r\n", "\r", "\ufeff", "😀", "\x85", "\u2028", "\0", "\ud800", "\xa0", "1",
    "0", ".", "-", "+", "e", "\\u2660", "\\x", "\\ud800", "\\\n", "~", "null", "true", " ", "  ",
])
# fmt: on
ANY_TEXT = st.one_of(st.text(), st.lists(YAML_BITS, max_size=60).map("".join))
SETTINGS = settings(deadline=5000, suppress_health_check=[HealthCheck.function_scoped_fixture])

CHARACTERS = st.characters(
    exclude_categories=("Cs", "Cc", "Zl", "Zp"),
    exclude_characters="\u200b\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\ufffe\uffff",
)
WORDS = st.text(CHARACTERS, max_size=12)
LINES = st.text(st.one_of(CHARACTERS, st.sampled_from("\n \n:#'\"")), max_size=40)
NUMBERS = st.one_of(
    st.integers(-(10**18) + 1, 10**18 - 1),
    st.floats(-1e17, 1e17, allow_nan=False).map(lambda number: number + 0.0),
)
DATA = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=12,
)


def printed(value: object, **options: Any) -> str:
    """Return data as PyYAML prints it."""
    return str(cast("Any", yaml).safe_dump(value, allow_unicode=True, **options))


def check_places(source: Source, node: Node) -> None:
    """Check that all places lie in the text, inside those around them, and hold what they say."""
    length = len(source.text)
    assert 0 <= node.span.start <= node.span.end <= length
    if isinstance(node, Scalar):
        # YAML drops these breaks or blanks; any other character stands for itself or an escape.
        offsets = [node.offset_of(index) for index in range(len(node.text) + 1)]
        assert offsets == sorted(offsets)
        for index, character in enumerate(node.text):
            span = node.span_of(index, index + 1)
            assert node.span.start <= span.start <= span.end <= length
            written = source.excerpt(span)
            assert (
                written == character
                or (node.style == "double" and written.startswith("\\"))
                or (node.style == "single" and (written, character) == ("''", "'"))
                or (character in " \n" and not written.strip() and written)
            )
        if node.style == "plain" and not re.search(r"[\r\n]", source.excerpt(node.span)):
            assert source.excerpt(node.span) == node.text
        return
    inner = (
        [entry.span for entry in node.entries.values()]
        if isinstance(node, Mapping)
        else [item.span for item in node.items]
    )
    assert all(node.span.start <= span.start <= span.end <= node.span.end for span in inner)
    children = [entry.value for entry in node.entries.values()] if isinstance(node, Mapping) else node.items
    for child in children:
        check_places(source, child)


@SETTINGS
@given(ANY_TEXT)
@example("&a b: c")
@example("! a: b")
@example("a: &x\n")
@example('"\\ud800": "\\U00110000"')
@example("%YAML 3.0\n--- a")
@pytest.mark.usefixtures("parser")
def test_no_text_raises_and_every_problem_has_its_place(parser: str, text: str) -> None:
    source = Source("t.yaml", text)
    node, problems = parse(source)
    assert node is not None or problems
    for problem in problems:
        assert problem.code in CODES
        assert problem.message.endswith((".", ")"))
        for span in (problem.span, *(label.span for label in problem.labels)):
            assert 0 <= span.start <= span.end <= len(text)
    assert bool(full(problems, {"t.yaml": source})) == bool(problems)
    if node is not None and parser == "libyaml" and not problems:
        check_places(source, node)


@SETTINGS
@given(DATA)
def test_json_is_read_as_what_it_is(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        value = json.loads(text)
    assert data(text) == value


@SETTINGS
@given(
    st.dictionaries(WORDS, st.lists(LINES, max_size=3), min_size=1, max_size=4),
    st.sampled_from(["'", '"', "|", ">"]),
    st.integers(2, 9),
    st.sampled_from([20, 80]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_printed_text_is_read_as_what_it_was(
    value: dict[str, list[str]], style: str, indent: int, width: int, line_break: str
) -> None:
    options: dict[str, Any] = {"default_style": style, "indent": indent, "width": width}
    text = printed(value, sort_keys=False, **options)
    assume(yaml.safe_load(text) == value)  # PyYAML's printer loses a few things in `>` blocks
    text = text.replace("\n", line_break)
    source = Source("t.yaml", text)
    node, problems = parse(source)
    assert not problems
    assert node is not None
    assert plain(node) == value
    check_places(source, node)


@SETTINGS
@given(DATA, st.booleans(), st.integers(2, 6))
def test_both_parsers_give_the_same_places(value: object, flow: bool, indent: int) -> None:
    options: dict[str, Any] = {"default_flow_style": flow, "indent": indent}
    text = printed(value, **options)
    source = Source("t.yaml", text)
    found = parse(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(yaml, "CSafeLoader", raising=False)
        assert parse(source) == found
