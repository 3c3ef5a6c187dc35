"""Heads of definitions: the key `worth(card c)` for a definition `worth` with the parameters `card c`.

The later stages see one form, a definition with `with`. `written_out` makes it of files, `headed` makes heads
again for `cardrules fmt` and `cardrules show`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ..diagnostics import Diagnostic, Label, Span, error, printable
from .located import Entry, Mapping, Node, Scalar
from .yaml_text import TextMap

_HEAD: Final = re.compile(r"(?P<name>[^()]*?)\s*\((?P<parameters>[^()]*)\)")
_SECTION: Final = "define"
_AROUND: Final = ("add", "change")


def written_out(tree: Node) -> tuple[Node, list[Diagnostic]]:
    """Return the data of a ruleset with a `with` in the place of each head, and what is wrong with the heads.

    >>> from cardrules.interpreter.diagnostics import Source
    >>> from cardrules.interpreter.source.located import plain
    >>> from cardrules.interpreter.source.yaml_parser import parse
    >>> tree, _ = parse(Source("g.yaml", "define: {red(card c): colour of c is red}"))
    >>> plain(written_out(tree)[0])
    {'define': {'red': {'is': 'colour of c is red', 'with': 'card c'}}}
    """
    problems: list[Diagnostic] = []

    def each(entries: dict[str, Entry]) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for key, entry in entries.items():
            if "(" in key:
                entry = _written_out(entry, problems)
            if entry.key in found:
                problems.append(_repeated(entry, found[entry.key]))
            else:
                found[entry.key] = entry
        return found

    return _within_sections(tree, each), problems


def headed(tree: Mapping, keep: Callable[[Entry], bool], width: int) -> Mapping:
    """Return the data of a ruleset with heads in the place of `with`.

    Args:
        tree: the data of a file, or of a ruleset with all that it inherits.
        keep: whether a definition must stay as it is, such as one with comments inside.
        width: the most columns that a definition with its head may take, if it is a text of one line.
    """

    def each(entries: dict[str, Entry]) -> dict[str, Entry]:
        found = [entry if keep(entry) else _headed(entry, width) for entry in entries.values()]
        return {entry.key: entry for entry in found}

    found = _within_sections(tree, each)
    assert isinstance(found, Mapping)
    return found


def _within_sections(tree: Node, change: Callable[[dict[str, Entry]], dict[str, Entry]]) -> Node:
    """Return the data with other entries in its sections of definitions; the same data if none is other."""
    if not isinstance(tree, Mapping):
        return tree
    changed: dict[str, Entry] = {}
    for key in (_SECTION, *_AROUND):
        entry = tree.entries.get(key)
        if entry is None or not isinstance(entry.value, Mapping):
            continue
        if key == _SECTION:
            inner = change(entry.value.entries)
            value: Node = replace(entry.value, entries=inner) if inner != entry.value.entries else entry.value
        else:
            section = {k: e for k, e in entry.value.entries.items() if k == _SECTION}
            value = entry.value
            if section:
                part = _within_sections(replace(entry.value, entries=section), change)
                assert isinstance(part, Mapping)
                value = replace(entry.value, entries={**entry.value.entries, **part.entries})
        if value is not entry.value:
            changed[key] = replace(entry, value=value)
    return replace(tree, entries={**tree.entries, **changed}) if changed else tree


def _written_out(entry: Entry, problems: list[Diagnostic]) -> Entry:
    """Return a definition with `with` in the place of its head."""
    head = _HEAD.fullmatch(entry.key)
    if head is None or not head["name"] or not head["parameters"].strip():
        problems.append(_wrong(entry, head))
        name = re.match(r"[a-z][a-z0-9_]*", entry.key)
        return replace(entry, key=name[0]) if name else entry
    name, parameters = _part(entry, head, "name"), _part(entry, head, "parameters")
    given = Entry("with", parameters.span, parameters)
    value = entry.value
    if isinstance(value, Scalar):
        parts = {"is": Entry("is", value.span, value)}
    elif isinstance(value, Mapping):
        parts = value.entries
    else:
        return Entry(name.text, name.span, value)
    if "with" in parts:
        message = f"The parameters of '{printable(name.text)}' stand in its head and under 'with'."
        label = Label(parameters.span, "in its head")
        problems.append(error("CR109", message, parts["with"].key_span, label, help="Delete one of the two."))
    return Entry(name.text, name.span, Mapping({**parts, "with": given}, value.span))


def _part(entry: Entry, head: re.Match[str], group: str) -> Scalar:
    """Return a part of a key as a text with its place in the file."""
    text, span = head[group], entry.key_span
    if span.end - span.start not in (len(entry.key), len(entry.key) + 2):  # quotes with escapes
        return Scalar(text, text, "plain", span)
    start = span.start + (span.end - span.start - len(entry.key)) // 2 + head.start(group)
    positions = TextMap(((0, start, start + len(text)),), len(text), start)
    return Scalar(text, text, "plain", Span(span.file, start, start + len(text)), positions)


def _wrong(entry: Entry, head: re.Match[str] | None) -> Diagnostic:
    shown = printable(entry.key)
    if head is not None and not head["parameters"].strip():
        advice = f"Write the name alone: '{printable(head['name'])}'."
        return error("CR105", f"'{shown}' has brackets without parameters.", entry.key_span, help=advice)
    advice = "Write the name and its parameters, each a type and a name: 'worth(card c, player p)'."
    return error("CR105", f"'{shown}' is not a name with parameters in brackets.", entry.key_span, help=advice)


def _repeated(entry: Entry, first: Entry) -> Diagnostic:
    message = f"The definition '{printable(entry.key)}' occurs twice."
    label = Label(first.key_span, "the first one")
    return error("CR014", message, entry.key_span, label, help="Delete one of the two, or give it another name.")


def _headed(entry: Entry, width: int) -> Entry:
    """Return a definition with a head, if it has parameters."""
    value = entry.value
    parameters = value.get("with") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(parameters, Scalar):
        return entry
    words = ", ".join(" ".join(each.split()) for each in parameters.text.split(","))
    key = f"{entry.key}({words})"
    if not _HEAD.fullmatch(key) or "with" not in value.entries:
        return entry
    parts = {k: e for k, e in value.entries.items() if k != "with"}
    alone = parts.get("is") if len(parts) == 1 else None
    if alone is not None and isinstance(alone.value, Scalar) and len(f"{key}: {alone.value.text}") <= width:
        return Entry(key, entry.key_span, alone.value)
    return Entry(key, entry.key_span, replace(value, entries=parts)) if parts else entry
