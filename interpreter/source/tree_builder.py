"""Builds the tree of one YAML document from its keys, scalars and collections, in file order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..diagnostics import Fix, Label, Span, error, printable
from .cut_text import cut_by_commas, parts_of
from .located import Entry, Mapping, Node, Sequence
from .scalars import is_text

if TYPE_CHECKING:
    from .located import Style
    from .problems import Problems

MAX_DEPTH: Final = 64
MAX_NODES: Final = 50_000


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


class TreeBuilder:
    """Builds one tree. Use once.

    Attributes:
        root: The whole data, when its last part has been added.
    """

    def __init__(self, problems: Problems, text: str) -> None:
        """Begin with no data of a text; report to `problems`."""
        self.root: Node | None = None
        self._problems = problems
        self._text = text
        self._open: list[_Open] = []
        self._nodes = 0

    @property
    def expects_key(self) -> bool:
        """Whether the next value is a key of the innermost mapping."""
        return bool(self._open) and self._open[-1].mapping and self._open[-1].expects_key

    @property
    def last_key(self) -> tuple[str, Span] | None:
        """The key whose value comes next, with its place."""
        return self._open[-1].key if self._open else None

    def key(self, text: str, style: Style, place: Span) -> None:
        """Use a scalar as the key of the innermost mapping."""
        mapping = self._open[-1]
        mapping.expects_key = False
        mapping.keep = True
        mapping.key = (text, place)
        shown = printable(text)[:40]
        if style == "plain":
            if text == "<<":
                mapping.keep = False
                message = "'<<' is a YAML merge key, which is not allowed."
                way_out = "Write the entries out here, or use `extends` between files."
                self._problems.report(error("CR013", message, place, help=way_out), faithful=False)
                return
            if not text:
                mapping.keep = False
                message = "There is no key before this ':'."
                way_out = "Write `key: value`; put quotes around text that starts with ':'."
                self._problems.report(error("CR015", message, place, help=way_out), faithful=False)
                return
            if not is_text(text) and not (text.isascii() and text.isdigit()):
                self._problems.report(
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
        if first is not None and mapping.delimited and text.count(")") > text.count("("):
            mapping.key = (f"{text}·{place.start}", place)  # the end of a text that a comma cuts, which is told
        elif first is not None:
            mapping.keep = False
            self._problems.report(
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
        mapping = self._open[-1]
        mapping.expects_key = False
        mapping.keep = False
        mapping.key = None

    def open(self, start: int, end: int, *, mapping: bool, delimited: bool) -> None:
        """Start a mapping or a list.

        Args:
            start: Where it starts in the file.
            end: Where its opening bracket ends, if there is one.
            mapping: Whether it is a mapping, not a list.
            delimited: Whether it is written with brackets.
        """
        if len(self._open) >= MAX_DEPTH:
            self.stop_too_deep(start, end)
        self._open.append(_Open(start, max(start, end), delimited, mapping))

    def stop_too_deep(self, start: int, end: int) -> None:
        """Report that values are nested too deep, and stop."""
        message = f"This is nested deeper than {MAX_DEPTH} levels."
        way_out = "Check for brackets or indentation that went wrong."
        place = self._problems.span(start, end)
        self._problems.stop(error("CR017", message, place, help=way_out))

    def close(self, end: int) -> None:
        """Finish the innermost mapping or list."""
        done = self._open.pop()
        place = self._problems.span(done.start, end if done.delimited else done.end)
        node: Node
        if done.mapping:
            node = Mapping(done.entries, place)
        else:
            node = Sequence(tuple(done.items), place)
        if done.delimited:
            for problem in cut_by_commas(parts_of(node), self._text):
                self._problems.report(problem, faithful=False)
        if self.expects_key:
            kind = "mapping" if done.mapping else "list"
            self._problems.report(
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
        self._nodes += 1
        if self._nodes > MAX_NODES:
            message = f"The file holds more than {MAX_NODES:,} values."
            self._problems.stop(error("CR004", message, node.span, help="Split it with `extends`."))
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        parent.end = max(parent.end, node.span.end)
        if not parent.mapping:
            parent.items.append(node)
            return
        parent.expects_key = True
        if parent.keep and parent.key is not None:
            name, place = parent.key
            parent.entries[name] = Entry(name, place, node)
        parent.key = None
