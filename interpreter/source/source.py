r"""The source stage: YAML text to located data.

Every key and every scalar keeps its position in the file, also inside `|` blocks, so that later
stages can point at a single word of a rule. Only a subset of YAML 1.2 is accepted: mappings with
distinct text keys, lists, and scalars. Anchors, aliases, tags, merge keys, directives and several
documents in one file are errors. Unquoted scalars are `null`, `~` or empty (None), `true`, `false`,
decimal numbers, or text; `on`, `no`, `010`, `0x1F`, `1:30` and dates are text.

The text is read as a stream of libyaml events (PyYAML's own parser where libyaml is missing). The
limits below bound the time and the memory that any input takes.

>>> node, problems = parse(Source("g.yaml", "name: Durak\nplayers: [2, 6]\n"))
>>> problems, plain(node)
([], {'name': 'Durak', 'players': [2, 6]})
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

import yaml

from ..diagnostics import Diagnostic, Fix, Label, Source, Span, error, printable
from .yaml_text import TextMap, map_text

if TYPE_CHECKING:
    from collections.abc import Iterator

Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]
ScalarValue: TypeAlias = "str | int | float | bool | None"
PlainData: TypeAlias = "ScalarValue | list[PlainData] | dict[str, PlainData]"

MAX_BYTES: Final = 1 << 20
MAX_LINES: Final = 50_000
MAX_DEPTH: Final = 64
MAX_NODES: Final = 50_000
MAX_DIGITS: Final = 18  # of a number in a file, in an option, and in a variable during play
MAX_NUMBER: Final = 10**MAX_DIGITS - 1
MAX_PROBLEMS: Final = 100

_STYLES: Final[dict[str | None, Style]] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
_WORDS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_DECIMAL: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
# Line separators that only some programs treat as such, invisible characters that make two names
# look the same, text direction overrides, and the characters that YAML excludes.
_BAD_CHARACTER: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060\u2066-\u2069"
    "\ud800-\udfff\ufeff\ufffe\uffff]"
)
_KEY_AND_OPENING: Final = re.compile(r"([\w-]+) +[\[{]")
_PROPERTY: Final = re.compile(r"!<[^\s>]*>|[&!][^\s,\[\]{}]*")
_GAP: Final = re.compile(r"(?:[ \t\r\n]|(?<=[ \t\r\n])#[^\r\n]*)*")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value: text, a number, true or false, or null.

    Attributes:
        value: The value as Python data. Quoted and block scalars are always text.
        text: The characters after unquoting, unfolding and removing indentation.
        style: How it is written in the file.
        span: Its place, including quotes or the `|`, without a final line break.
        positions: The file offsets of the characters of `text`. None for a value that is in no
            file, such as an option given by a caller; then every character has the place `span`.
    """

    value: ScalarValue
    text: str
    style: Style
    span: Span
    positions: TextMap | None = field(default=None, repr=False, compare=False)

    def offset_of(self, index: int) -> int:
        """Return the file offset of character `index` of `text`; `len(text)` gives the end."""
        return self.positions.offset_of(index) if self.positions else self.span.start

    def span_of(self, start: int, end: int) -> Span:
        """Return the place of `text[start:end]` in the file."""
        if not self.positions:
            return self.span
        first = self.positions.offset_of(start)
        last = self.positions.end_of(end - 1) if end > start else first
        return Span(self.span.file, first, max(first, last))


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a mapping with its value; `key_span` includes the quotes of the key."""

    key: str
    key_span: Span
    value: Node

    @property
    def span(self) -> Span:
        """The place of the whole entry, key to value."""
        return self.key_span.to(self.value.span)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values, in the order of the file."""

    entries: dict[str, Entry]
    span: Span

    def get(self, key: str) -> Node | None:
        """Return the value at `key`, or None if there is no such key."""
        entry = self.entries.get(key)
        return entry.value if entry else None


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = Scalar | Mapping | Sequence


def plain(node: Node) -> PlainData:
    """Return the data without places: dict, list and scalar values."""
    if isinstance(node, Mapping):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value


def is_text(word: str) -> bool:
    """Return whether a word without quotation marks is read as text.

    >>> is_text("on"), is_text("true"), is_text("1.5")
    (True, False, False)
    """
    return word not in _WORDS and not _DECIMAL.fullmatch(word)


def read_source(
    path: str | os.PathLike[str], name: str | None = None
) -> tuple[Source | None, list[Diagnostic]]:
    """Read a file as the text of a ruleset.

    Args:
        path: The file.
        name: The name to show for it; the path itself if not given.

    Returns:
        The source; or None and the reason: the file is missing, not a regular file, not readable,
        too large, empty, binary, or not UTF-8.
    """
    file = os.fspath(path) if name is None else name
    whole = Span(file, 0, 0)

    def refused(code: str, message: str, way_out: str) -> tuple[None, list[Diagnostic]]:
        return None, [error(code, message, whole, help=way_out)]

    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            return refused("CR001", "This is a folder, not a file.", "Name a file in the folder.")
        if not stat.S_ISREG(status.st_mode):
            return refused("CR001", "This is not a regular file.", "Save the text as a file first.")
        # The read is bounded: the size that `stat` returned may be out of date.
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return refused("CR001", "There is no such file.", "Check the name and the folder.")
    except (OSError, ValueError) as problem:
        reason = (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
        return refused("CR001", f"The file cannot be read: {reason}.", "Check the path and rights.")
    if len(data) > MAX_BYTES:
        size = max(status.st_size, len(data)) / (1 << 20)
        return refused(
            "CR004",
            f"The file has {size:.1f} MiB; a ruleset has at most 1 MiB.",
            "Check that this is a ruleset; split it with `extends` if it is.",
        )
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return refused("CR003", "The file is UTF-16, not UTF-8.", "Save it as UTF-8.")
    if b"\0" in data:
        return refused("CR002", "The file is binary, not text.", "Name a ruleset in YAML.")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8")
        line, column = Source(file, before).position(len(before))
        return refused(
            "CR003",
            f"Line {line}, column {column} is not UTF-8: byte 0x{data[problem.start]:02X}.",
            "Save the file with the encoding UTF-8.",
        )
    if not text.strip():
        return refused("CR005", "The file is empty.", "Start it with `cardrules: 1`.")
    return Source(file, text), []


def parse(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """Read YAML text into located data, and report every problem.

    Never raises on account of the text.

    Returns:
        The data and the problems, in the order of the file. The data is None if it cannot be
        relied on, because later stages would only report consequences. Where it can, it is
        returned in spite of problems; of duplicate keys, for example, the first one counts.
    """
    reader = _Reader(source)
    try:
        root = reader.document()
    except _StopReadingError:
        root = None
    problems = sorted(reader.problems, key=lambda each: each.span.start)
    return (root if reader.faithful else None), problems


def _reach(text: str) -> int | None:
    """Return the offset of the first syntax error; None if there is none."""
    library = cast("Any", yaml)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for _ in library.parse(text, Loader=loader):
            pass
    except yaml.MarkedYAMLError as problem:
        return problem.problem_mark.index if problem.problem_mark else 0
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
        return 0
    return None


class _StopReadingError(Exception):
    """Ends the reading; the problem that causes it is recorded already."""


@dataclass(slots=True)
class _Open:
    """A mapping or list that is still being read."""

    start: int
    end: int
    delimited: bool  # whether it is written with brackets and ends with the closing one
    mapping: bool
    entries: dict[str, Entry] = field(default_factory=dict[str, Entry])
    items: list[Node] = field(default_factory=list["Node"])
    key: tuple[str, Span] | None = None  # the key whose value comes next
    expects_key: bool = True
    keep: bool = True  # whether the value that comes next is kept


class _Reader:
    """Builds one document from parser events. Use once."""

    def __init__(self, source: Source) -> None:
        """Prepare to read `source`."""
        self.file = source.file
        self.lines = source.line_count
        self.problems: list[Diagnostic] = []
        self.faithful = True
        # A byte order mark does not belong to the YAML text, and the two parsers count it
        # differently: it is left out, and all offsets are shifted by it.
        self.shift = 1 if source.text.startswith("\ufeff") else 0
        self.original = source.text
        self.text = source.text
        self.stack: list[_Open] = []
        self.properties_seen: set[int] = set()
        self.nodes = 0
        self.root: Node | None = None

    # Reporting

    def report(self, diagnostic: Diagnostic, *, faithful: bool) -> None:
        """Record a problem; `faithful` says whether the data can still be relied on."""
        self.problems.append(diagnostic)
        self.faithful = self.faithful and faithful
        if len(self.problems) >= MAX_PROBLEMS:
            message = f"Reading stopped after {MAX_PROBLEMS} problems."
            self.stop(error("CR019", message, diagnostic.span, help="Correct the others first."))

    def stop(self, diagnostic: Diagnostic) -> None:
        """Record a last problem and end the reading."""
        self.problems.append(diagnostic)
        self.faithful = False
        raise _StopReadingError

    def forget_consequences(self, text: Source, cause: Diagnostic) -> None:
        """Drop the problems that follow a problem in the same line: they are its consequences."""
        line, _ = text.position(cause.span.start)
        end = cause.span.start + len(text.line(line))
        self.problems = [
            each for each in self.problems if not cause.span.start < each.span.start < end
        ]

    def span(self, start: int, end: int) -> Span:
        """Return a span of the file."""
        return Span(self.file, start, max(start, end))

    # Characters

    def check_size(self) -> None:
        """Refuse a text that `read_source` would have refused."""
        if len(self.original) > MAX_BYTES:
            message = "The text has more than 1 MiB; a ruleset has at most that."
            self.stop(error("CR004", message, self.span(0, 0), help="Split it with `extends`."))
        if self.lines > MAX_LINES:
            message = f"The text has more than {MAX_LINES:,} lines."
            self.stop(error("CR004", message, self.span(0, 0), help="Split it with `extends`."))

    def check_characters(self) -> None:
        """Report invisible characters, and replace each by a visible one for the parser."""
        for found in _BAD_CHARACTER.finditer(self.original, self.shift):
            self.report(
                error(
                    "CR006",
                    f"The character U+{ord(found[0]):04X} is not allowed; it is invisible.",
                    self.span(found.start(), found.end()),
                    help="Delete it, or type this part of the line again.",
                    fix=Fix(self.span(found.start(), found.end()), "", safe=True),
                ),
                faithful=False,
            )
        self.text = _BAD_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", self.original)

    # Events

    def events(self) -> Iterator[tuple[yaml.Event, int, int]]:
        """Yield the parser's events with their offsets; a syntax error ends the reading."""
        library = cast("Any", yaml)  # its stubs leave events and marks untyped
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        shift = self.shift
        try:
            for event in library.parse(self.text[shift:], Loader=loader):
                yield event, event.start_mark.index + shift, event.end_mark.index + shift
        except yaml.MarkedYAMLError as problem:
            from .yaml_errors import explain  # only needed for invalid files
            from .yaml_repair import missing_sign

            place = problem.problem_mark or problem.context_mark
            context = problem.context_mark
            text = Source(self.file, self.text)
            offset = place.index + shift if place else 0
            begun = context.index + shift if context else None
            found = missing_sign(text, offset, offset if begun is None else begun, _reach)
            if found:
                self.forget_consequences(text, found)
            words = problem.problem or "", offset, problem.context or "", begun
            self.stop(found or explain(text, *words))
        except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as problem:
            # Not known to happen: what the parsers refuse in this way is reported before.
            reason = printable(str(problem))[:200]
            self.stop(error("CR007", f"This is not valid YAML: {reason}.", self.span(0, 0)))

    def document(self) -> Node | None:
        """Return the data of the first and only document."""
        self.check_size()
        self.check_characters()
        documents = 0
        for event, start, end in self.events():
            if isinstance(event, yaml.ScalarEvent):
                self.scalar(event, start, end)
            elif isinstance(event, yaml.CollectionStartEvent):
                self.open(event, start, end)
            elif isinstance(event, yaml.CollectionEndEvent):
                self.close(end)
            elif isinstance(event, yaml.AliasEvent):
                self.alias(start, end)
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                self.check_document(start, end, documents)
                if documents > 1:
                    break
        if self.root is None or (isinstance(self.root, Scalar) and self.is_nothing(self.root)):
            message = "There is nothing in this file but comments."
            if not self.text.strip("\ufeff \t\r\n"):
                message = "The file is empty."
            if self.faithful:
                way_out = "Start it with `cardrules: 1`."
                self.stop(error("CR005", message, self.span(0, 0), help=way_out))
        return self.root

    @staticmethod
    def is_nothing(scalar: Scalar) -> bool:
        """Return whether a scalar is empty, so that there is no text for it in the file."""
        return scalar.style == "plain" and not scalar.text

    def check_document(self, start: int, end: int, number: int) -> None:
        """Report directives, and documents after the first."""
        if number > 1:
            place = self.span(start, end)
            self.report(
                error(
                    "CR016",
                    "A second document starts here; a file holds one ruleset.",
                    place,
                    help="Remove the `---`, or move what follows into a file of its own.",
                ),
                faithful=True,
            )
        elif self.text.startswith("%", start):
            line_end = re.compile(r"[^\r\n]*").match(self.text, start)
            self.report(
                error(
                    "CR009",
                    "YAML directives are not allowed.",
                    self.span(start, line_end.end() if line_end else start),
                    help="Remove this line and the `---` after it.",
                ),
                faithful=True,
            )

    def properties(self, start: int) -> int:
        """Report anchors and tags before a value; return where the value itself starts."""
        while found := _PROPERTY.match(self.text, start):
            place = self.span(found.start(), found.end())
            shown = printable(found[0])[:40]
            if start in self.properties_seen:
                pass  # a mapping and its first key share the place of the properties
            elif found[0].startswith("&"):
                message = f"'{shown}' is a YAML anchor, which is not allowed."
                way_out = "Remove it; put quotes around text that starts with '&'."
                self.report(error("CR010", message, place, help=way_out), faithful=True)
            else:
                message = f"'{shown}' is a YAML tag, which is not allowed."
                way_out = "Remove it; put quotes around text that starts with '!'."
                self.report(error("CR012", message, place, help=way_out), faithful=False)
            self.properties_seen.add(start)
            gap = _GAP.match(self.text, found.end())
            start = gap.end() if gap else found.end()
        return start

    # Values

    def alias(self, start: int, end: int) -> None:
        """Report an alias; aliases are never expanded."""
        place = self.span(start, end)
        shown = printable(self.text[start:end])[:40]
        message = f"'{shown}' is a YAML alias, which is not allowed."
        way_out = "Write the value out here; put quotes around text that starts with '*'."
        self.report(error("CR011", message, place, help=way_out), faithful=False)
        if self.stack and self.stack[-1].mapping and self.stack[-1].expects_key:
            self.skip_key()
        else:
            self.add(Scalar(None, "", "plain", place))

    def scalar(self, event: yaml.ScalarEvent, start: int, end: int) -> None:
        """Add a scalar: as a key where a key is expected, else as a value."""
        start = self.properties(start)
        style = _STYLES[event.style]
        text = event.value
        positions = map_text(self.text, start, max(start, end), style, text)
        if style in ("literal", "folded"):
            end = positions.last_visible(text, start)
        place = self.span(start, end)
        if style == "double":
            self.check_escapes(text, positions)
        if style == "plain":
            self.check_end(text, positions)
        if self.stack and self.stack[-1].mapping and self.stack[-1].expects_key:
            self.key(text, style, place)
            return
        value = self.resolve(text, place) if style == "plain" else text
        self.add(Scalar(value, text, style, place, positions))

    def check_end(self, text: str, positions: TextMap) -> None:
        """Report a closing bracket or quote at the end of unquoted text that has no opening one."""
        last = text[-1:]
        opening = {"]": "[", "}": "{", "'": "'", '"': '"'}.get(last)
        if opening is None or not self.is_stray(text, opening, last):
            return
        key, key_place = (self.stack[-1].key if self.stack else None) or ("", self.span(0, 0))
        glued = _KEY_AND_OPENING.match(key)
        if glued is not None:  # `pile {faces: shown}` was read as the key `pile {faces`
            place = self.span(key_place.start, key_place.start + glued.end(1))
            edit = Fix(self.span(place.end, place.end), ":", safe=True)
            message = f"There is no ':' after the key '{glued[1]}'."
            way_out = f"Write `{glued[1]}:`."
            found = error("CR007", message, place, help=way_out, fix=edit)
            self.report(found, faithful=False)
            return
        place = self.span(positions.offset_of(len(text) - 1), positions.end_of(len(text) - 1))
        message = f"There is no {opening} that this {last} closes."
        way_out = f"Write the {opening} where the value begins, or remove the {last}."
        self.report(error("CR007", message, place, help=way_out), faithful=False)

    @staticmethod
    def is_stray(text: str, opening: str, last: str) -> bool:
        """Return whether the last character of a text has no opening counterpart in it."""
        if opening != last:
            return text.count(last) > text.count(opening)
        marks = re.findall(rf"(?<!\w){last}|{last}(?!\w)", text)  # no apostrophes inside words
        return len(marks) % 2 == 1 and not text.endswith("s'")  # nor after a plural

    def check_escapes(self, text: str, positions: TextMap) -> None:
        """Report control characters that are written as escapes."""
        for found in _BAD_CHARACTER.finditer(text.replace("\r", "\0")):
            first = positions.offset_of(found.start())
            last = positions.end_of(found.start())
            if "\\" not in self.text[first:last]:
                continue  # written as the character itself, which is reported elsewhere
            self.report(
                error(
                    "CR006",
                    "This escape stands for a character that is not allowed.",
                    self.span(first, last),
                    help="Delete it.",
                    fix=Fix(self.span(first, last), "", safe=True),
                ),
                faithful=False,
            )

    def resolve(self, text: str, place: Span) -> ScalarValue:
        """Return the value of unquoted text."""
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in "+-0123456789" or not _DECIMAL.fullmatch(text):
            return text
        sign = -1 if text[0] == "-" else 1
        if _INTEGER.fullmatch(text):
            if len(text.lstrip("+-")) <= MAX_DIGITS:
                return int(text)
            message = f"This number has more than {MAX_DIGITS} digits."
            self.report(error("CR018", message, place, help="Use a smaller one."), faithful=True)
            return sign * MAX_NUMBER
        number = float(text)
        if abs(number) >= 10.0**MAX_DIGITS:
            message = f"This number has more than {MAX_DIGITS} digits before its point."
            self.report(error("CR018", message, place, help="Use a smaller one."), faithful=True)
            return sign * 10.0 ** (MAX_DIGITS - 1)
        return number

    def key(self, text: str, style: Style, place: Span) -> None:
        """Use a scalar as the key of the innermost mapping."""
        mapping = self.stack[-1]
        mapping.expects_key = False
        mapping.keep = True
        mapping.key = (text, place)
        shown = printable(text)[:40]
        if style == "plain":
            if text == "<<":
                mapping.keep = False
                message = "'<<' is a YAML merge key, which is not allowed."
                way_out = "Write the entries out here, or use `extends` between files."
                self.report(error("CR013", message, place, help=way_out), faithful=False)
                return
            if not text:
                mapping.keep = False
                message = "There is no key before this ':'."
                way_out = "Write `key: value`; put quotes around text that starts with ':'."
                self.report(error("CR015", message, place, help=way_out), faithful=False)
                return
            if text in _WORDS or _DECIMAL.fullmatch(text):
                self.report(
                    error(
                        "CR015",
                        f"The key {shown} is not text.",
                        place,
                        help=f'Put it in quotes: "{shown}".',
                        fix=Fix(place, f'"{text}"', safe=True),
                    ),
                    faithful=True,
                )
        first = mapping.entries.get(text)
        if first is not None:
            mapping.keep = False
            self.report(
                error(
                    "CR014",
                    f"The key '{shown}' occurs twice in this mapping.",
                    place,
                    Label(first.key_span, "first here"),
                    help="Remove one of the two, or give it another name.",
                ),
                faithful=True,
            )

    def skip_key(self) -> None:
        """Note that there is a key which is invalid; neither it nor its value is kept."""
        mapping = self.stack[-1]
        mapping.expects_key = False
        mapping.keep = False
        mapping.key = None

    def open(self, event: yaml.CollectionStartEvent, start: int, end: int) -> None:
        """Start a mapping or a list."""
        start = self.properties(start)
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        if len(self.stack) >= MAX_DEPTH:
            message = f"This is nested deeper than {MAX_DEPTH} levels."
            way_out = "Check for brackets or indentation that went wrong."
            self.stop(error("CR017", message, self.span(start, end), help=way_out))
        delimited = self.text.startswith("{" if is_mapping else "[", start) and bool(
            event.flow_style
        )
        self.stack.append(_Open(start, max(start, end), delimited, is_mapping))

    def close(self, end: int) -> None:
        """Finish the innermost mapping or list."""
        done = self.stack.pop()
        place = self.span(done.start, end if done.delimited else done.end)
        node: Node
        if done.mapping:
            node = Mapping(done.entries, place)
        else:
            node = Sequence(tuple(done.items), place)
        if self.stack and self.stack[-1].mapping and self.stack[-1].expects_key:
            kind = "mapping" if done.mapping else "list"
            self.report(
                error(
                    "CR015",
                    f"A key must be text, not a {kind}.",
                    place,
                    help="Put quotes around it if it is meant as text.",
                ),
                faithful=False,
            )
            self.skip_key()
            return
        self.add(node)

    def add(self, node: Node) -> None:
        """Put a value where the innermost collection expects one."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            message = f"The file holds more than {MAX_NODES:,} values."
            self.stop(error("CR004", message, node.span, help="Split it with `extends`."))
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        parent.end = max(parent.end, node.span.end)
        if not parent.mapping:
            parent.items.append(node)
            return
        parent.expects_key = True
        if parent.keep and parent.key is not None:
            name, place = parent.key
            parent.entries[name] = Entry(name, place, node)
        parent.key = None
