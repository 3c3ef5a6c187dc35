"""The parts of a document: its symbols, what can be folded, and the lines that an editor shows above rules."""

from __future__ import annotations

from typing import Final

from ..diagnostics import Source, Span
from .reading import Item, Path, structure
from .values import Kind, Symbol
from .workspace import Workspace

KINDS: Final[dict[str, Kind]] = {
    "zones": "zone",
    "variables": "variable",
    "options": "option",
    "define": "definition",
    "melds": "meld",
    "rankings": "ranking",
    "attributes": "attribute",
    "phases": "phase",
    "actions": "action",
    "effects": "effect",
    "variants": "variant",
    "scenarios": "scenario",
}
"""What the entries of a section are."""

AROUND: Final = ("change", "add")
"""The keys of a child with sections inside."""


def section_of(path: Path) -> tuple[str, Path]:
    """Return the section in which a path is, and the rest of the path below it.

    >>> section_of(("change", "actions", "draw", "when"))
    ('actions', ('draw', 'when'))
    """
    inner = path[1:] if path[:1] and path[0] in AROUND else path
    if inner[:2] == ("deck", "attributes"):
        inner = inner[1:]
    return (str(inner[0]), inner[1:]) if inner else ("", ())


def kind_of(path: Path) -> Kind | None:
    """Return what a path is the name of: a section, or an entry of one; None if it is a key of a rule."""
    section, rest = section_of(path)
    if not rest:
        return "section"
    return KINDS.get(section) if len(rest) == 1 else None


def symbols(workspace: Workspace, file: str) -> tuple[Symbol, ...]:
    """Return the sections of a document with the rules, or scenarios, inside them."""
    source = workspace.text(file)
    return _inside(source, structure(source.text).items, ())


def _inside(source: Source, items: list[Item], path: Path) -> tuple[Symbol, ...]:
    found: list[Symbol] = []
    for item in items:
        kind = kind_of(item.path) if item.path[:-1] == path and isinstance(item.path[-1], str) else None
        if kind is None:
            continue
        below = [each for each in items if each.path[: len(item.path)] == item.path and each is not item]
        inside = _inside(source, below, item.path) if below else ()
        span = Span(source.file, item.start, max(item.end, item.stop, *(each.end for each in below), 0))
        name = item.name.partition("(")[0]
        name_span = Span(source.file, item.start, item.stop)
        found.append(Symbol(name, kind, span, name_span, inside))
    return tuple(found)


def foldings(workspace: Workspace, file: str) -> list[tuple[int, int]]:
    """Return what can be folded: the first and last line of each, counted from 1."""
    source = workspace.text(file)
    found: dict[int, int] = {}
    for item in structure(source.text).items:
        first, last = source.position(item.start)[0], source.position(item.end)[0]
        if last > first:
            found[first] = max(last, found.get(first, 0))
    lines = [source.line(number).lstrip() for number in range(1, source.line_count + 1)]
    first = 0
    for number, line in enumerate([*lines, ""], 1):
        if not line.startswith("#"):
            if first and number - first > 1:
                found.setdefault(first, number - 1)
            first = 0
        elif not first:
            first = number
    return sorted(found.items())
