r"""Reads YAML text into located data: the source stage.

Every key and every scalar keeps its place in the file, also inside `|` blocks, so that later stages
can point at a single word of a rule. Only a subset of YAML 1.2 is accepted: mappings with distinct
text keys, lists, and scalars. Anchors, aliases, tags, merge keys, directives and several documents
in one file are errors. Unquoted scalars are `null`, `~` or empty (None), `true`, `false`, decimal
numbers, or text. `on`, `no`, `010`, `0x1F`, `1:30` and dates are text.

The text is read as a stream of libyaml events, or of events from PyYAML's own parser where libyaml
is missing. Limits on size, lines, depth and number of values bound time and memory.

>>> from cardrules.interpreter.source.located import plain
>>> node, problems = parse(Source("g.yaml", "name: Durak\nplayers: [2, 6]\n"))
>>> problems, plain(node)
([], {'name': 'Durak', 'players': [2, 6]})
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, cast

import yaml

from ..diagnostics import Diagnostic, Fix, Source, error, printable
from .cut_text import cut_by_comment
from .files import MAX_BYTES
from .located import Mapping, Node, Scalar
from .problems import Problems, StopReadingError
from .scalars import plain_value
from .tree_builder import TreeBuilder
from .yaml_text import TextMap, map_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .located import ScalarValue, Style

MAX_LINES: Final = 50_000

_STYLES: Final[dict[str | None, Style]] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
# Line separators that only some programs treat as such, invisible characters that make two names
# look the same, text direction overrides, and the characters that YAML excludes.
_BAD_CHARACTER: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
_TOO_DEEP: Final = "exceeded maximum nesting depth"  # what libyaml says of 1,000 levels, from 0.2.6
_KEY_AND_OPENING: Final = re.compile(r"([\w-]+) +[\[{]")
_PROPERTY: Final = re.compile(r"!<[^\s>]*>|[&!][^\s,\[\]{}]*")
_GAP: Final = re.compile(r"(?:[ \t\r\n]|(?<=[ \t\r\n])#[^\r\n]*)*")


def parse(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """Read YAML text into located data, and report every problem.

    No text makes this function raise an exception.

    Args:
        source: The text with the name of its file.

    Returns:
        The data, and the problems in the order of the file. The data is None if it is not
        reliable: later stages would only report consequences. Some problems leave it reliable: of
        duplicate keys, for example, the first one counts.
    """
    reader = _Reader(source)
    try:
        root = reader.document()
    except StopReadingError:
        root = None
    problems = sorted(reader.problems.found, key=lambda each: each.span.start)
    return (root if reader.problems.faithful else None), problems


def with_moved_line(source: Source, problems: list[Diagnostic]) -> list[Diagnostic]:
    """Return mistakes in the structure of a text, with an edit if one line of it is indented wrongly."""
    from . import yaml_repair  # only for invalid files

    return yaml_repair.with_moved_line(source, problems, _reach, _is_sound) if problems else problems


def _reach(text: str) -> int | None:
    """Return the offset of the first syntax error; None if there is none."""
    library = cast("Any", yaml)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for _ in library.parse(text, Loader=loader):
            pass
    except yaml.MarkedYAMLError as problem:
        return problem.problem_mark.index if problem.problem_mark else 0
    except (yaml.YAMLError, ValueError, OverflowError):
        return 0
    return None


def _is_sound(text: str) -> bool:
    """Return whether a text has the structure of a ruleset or a suite."""
    from . import heads, schema  # only for invalid files

    node, problems = parse(Source("", text))
    if not isinstance(node, Mapping) or problems:
        return False
    kind = "suite" if "cardrules_suite" in node.entries else "ruleset"
    node, wrong = heads.written_out(node)
    return not wrong and not schema.check(node, kind)


class _Reader:
    """Builds one document from parser events. Use once."""

    def __init__(self, source: Source) -> None:
        """Prepare to read `source`."""
        self.lines = source.line_count
        self.problems = Problems(source.file)
        self.span = self.problems.span
        self.tree = TreeBuilder(self.problems, source.text)
        # A byte order mark does not belong to the YAML text, and the two parsers count it
        # differently: it is left out, and all offsets are shifted by it.
        self.shift = 1 if source.text.startswith("\ufeff") else 0
        self.original = source.text
        self.text = source.text
        self.properties_seen: set[int] = set()

    # Characters

    def check_size(self) -> None:
        """Refuse a text that `read_source` would have refused."""
        if len(self.original) > MAX_BYTES:
            message = "The text has more than 1 MiB; a ruleset has at most that."
            self.problems.stop(error("CR004", message, self.span(0, 0), help="Split it with `extends`."))
        if self.lines > MAX_LINES:
            message = f"The text has more than {MAX_LINES:,} lines."
            self.problems.stop(error("CR004", message, self.span(0, 0), help="Split it with `extends`."))

    def check_characters(self) -> None:
        """Report invisible characters, and replace each by a visible one for the parser."""
        for found in _BAD_CHARACTER.finditer(self.original, self.shift):
            self.problems.report(
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
            text = Source(self.problems.file, self.text)
            offset = place.index + shift if place else 0
            if problem.problem == _TOO_DEEP:
                self.tree.stop_too_deep(offset, offset)
            begun = context.index + shift if context else None
            found = missing_sign(text, offset, offset if begun is None else begun, _reach, _is_sound)
            if found:
                self.problems.forget_consequences(text, found)
            words = problem.problem or "", offset, problem.context or "", begun
            self.problems.stop(found or explain(text, *words))
        except (yaml.YAMLError, ValueError, OverflowError) as problem:
            # No text is known to come here: its characters and size were checked before.
            reason = printable(str(problem))[:200]
            self.problems.stop(error("CR007", f"This is not valid YAML: {reason}.", self.span(0, 0)))

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
                self.tree.close(end)
            elif isinstance(event, yaml.AliasEvent):
                self.alias(start, end)
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                self.check_document(start, end, documents)
                if documents > 1:
                    break
        root = self.tree.root
        if root is None or (isinstance(root, Scalar) and self.is_nothing(root)):
            message = "There is nothing in this file but comments."
            if not self.text.strip("\ufeff \t\r\n"):
                message = "The file is empty."
            if self.problems.faithful:
                way_out = "Start it with `cardrules: 1`."
                self.problems.stop(error("CR005", message, self.span(0, 0), help=way_out))
        return root

    @staticmethod
    def is_nothing(scalar: Scalar) -> bool:
        """Return whether a scalar is empty, so that there is no text for it in the file."""
        return scalar.style == "plain" and not scalar.text

    def check_document(self, start: int, end: int, number: int) -> None:
        """Report directives, and documents after the first."""
        if number > 1:
            place = self.span(start, end)
            self.problems.report(
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
            self.problems.report(
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
                self.problems.report(error("CR010", message, place, help=way_out), faithful=True)
            else:
                message = f"'{shown}' is a YAML tag, which is not allowed."
                way_out = "Remove it; put quotes around text that starts with '!'."
                self.problems.report(error("CR012", message, place, help=way_out), faithful=False)
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
        self.problems.report(error("CR011", message, place, help=way_out), faithful=False)
        if self.tree.expects_key:
            self.tree.skip_key()
        else:
            self.tree.add(Scalar(None, "", "plain", place))

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
        if self.tree.expects_key:
            self.tree.key(text, style, place)
            return
        value: ScalarValue = text
        if style == "plain":
            value, problem = plain_value(text, place)
            if problem:
                self.problems.report(problem, faithful=True)
        added = Scalar(value, text, style, place, positions)
        comment = cut_by_comment(added, self.text)
        if comment is not None:
            self.problems.report(comment, faithful=True)
        self.tree.add(added)

    def open(self, event: yaml.CollectionStartEvent, start: int, end: int) -> None:
        """Start a mapping or a list."""
        start = self.properties(start)
        mapping = isinstance(event, yaml.MappingStartEvent)
        bracket = self.text.startswith("{" if mapping else "[", start)
        delimited = bracket and bool(event.flow_style)
        self.tree.open(start, end, mapping=mapping, delimited=delimited)

    def check_end(self, text: str, positions: TextMap) -> None:
        """Report a closing bracket or quote at the end of unquoted text that has no opening one."""
        last = text[-1:]
        opening = {"]": "[", "}": "{", "'": "'", '"': '"'}.get(last)
        if opening is None or not self.is_stray(text, opening, last):
            return
        key, key_place = self.tree.last_key or ("", self.span(0, 0))
        glued = _KEY_AND_OPENING.match(key)
        if glued is not None:  # `pile {faces: shown}` was read as the key `pile {faces`
            place = self.span(key_place.start, key_place.start + glued.end(1))
            edit = Fix(self.span(place.end, place.end), ":", safe=True)
            message = f"There is no ':' after the key '{glued[1]}'."
            way_out = f"Write `{glued[1]}:`."
            found = error("CR007", message, place, help=way_out, fix=edit)
            self.problems.report(found, faithful=False)
            return
        place = self.span(positions.offset_of(len(text) - 1), positions.end_of(len(text) - 1))
        message = f"There is no {opening} that this {last} closes."
        way_out = f"Write the {opening} where the value begins, or remove the {last}."
        self.problems.report(error("CR007", message, place, help=way_out), faithful=False)

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
            self.problems.report(
                error(
                    "CR006",
                    "This escape stands for a character that is not allowed.",
                    self.span(first, last),
                    help="Delete it.",
                    fix=Fix(self.span(first, last), "", safe=True),
                ),
                faithful=False,
            )
