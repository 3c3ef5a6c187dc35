"""Reads a text that is being written: the sections that are as before are not read again.

A section is a key at the left margin with all that belongs to it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ..diagnostics import Diagnostic, Source, Span
from .located import Entry, Mapping, Node, Scalar, Sequence
from .yaml_parser import parse
from .yaml_text import TextMap

_SECTION: Final = re.compile(r"^(?=[A-Za-z_\"'])", re.MULTILINE)
_WHOLE: Final = re.compile(r"^(?:---|\.\.\.|%)", re.MULTILINE)
_LONGEST: Final = 50_000  # characters; limits of a whole text are not reached below it


def sections(text: str) -> list[tuple[int, str]]:
    r"""Return the sections of a text, each with its place; what stands above the first belongs to it.

    >>> sections("# Mine\nname: Mine\nzones:\n  hand: {}\n")
    [(0, '# Mine\nname: Mine\n'), (18, 'zones:\n  hand: {}\n')]
    """
    starts = [0, *[found.start() for found in _SECTION.finditer(text)][1:]]
    return [(start, text[start:end]) for start, end in pairwise([*starts, len(text)])]


def parse_again(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """Read YAML text as `parse` does, in less time if only a section has changed since."""
    found = _joined(source)
    return (found, []) if found is not None else parse(source)


def _joined(source: Source) -> Mapping | None:
    """Return the data of a text without mistakes; None if it must be read as a whole."""
    if len(source.text) > _LONGEST or _WHOLE.search(source.text):
        return None
    entries: dict[str, Entry] = {}
    spans: list[Span] = []
    for start, text in sections(source.text):
        part = _moved(source.file, text, start)
        if part is None or not entries.keys().isdisjoint(part.entries):
            return None
        entries |= part.entries
        spans.append(part.span)
    return Mapping(entries, spans[0].to(spans[-1]))


@lru_cache(maxsize=256)
def _section(file: str, text: str) -> Mapping | None:
    node, problems = parse(Source(file, text))
    return node if isinstance(node, Mapping) and not problems else None


@lru_cache(maxsize=256)
def _moved(file: str, text: str, start: int) -> Mapping | None:
    """Return the data of a section at its place."""
    section = _section(file, text)
    if section is None or start == 0:
        return section

    def span(old: Span) -> Span:
        return Span(file, old.start + start, old.end + start)

    def positions(old: TextMap) -> TextMap:
        segments = tuple((index, first + start, last + start) for index, first, last in old.segments)
        return TextMap(segments, old.length, old.start + start)

    def moved(node: Node) -> Node:
        if isinstance(node, Scalar):
            places = node.positions and positions(node.positions)
            return Scalar(node.value, node.text, node.style, span(node.span), places)
        if isinstance(node, Sequence):
            return Sequence(tuple(map(moved, node.items)), span(node.span))
        return mapping(node)

    def mapping(node: Mapping) -> Mapping:
        entries = {key: Entry(key, span(each.key_span), moved(each.value)) for key, each in node.entries.items()}
        return Mapping(entries, span(node.span))

    return mapping(section)
