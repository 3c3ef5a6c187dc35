"""Returns where each part of a resolved ruleset was written, among its files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics import Span, suggest
from ..source.located import Entry, Mapping, Node
from ..source.schema import first_key
from .resolve import Resolved


def origin(resolved: Resolved, address: str) -> Span | None:
    """Return where the value at a dotted address was written, None if there is no such value.

    The place is that of its key; for a value that a child has changed, the key in the child's file.
    """
    if not address:
        return first_key(resolved.tree)
    found = _entry(resolved.tree, address.split("."))
    return found.key_span if isinstance(found, Entry) else None


def address_at(resolved: Resolved, place: Span) -> str:
    """Return the address of the key or value that contains a place; "" if there is none.

    >>> from cardrules.interpreter.resolve.resolve import resolve
    >>> hearts = resolve("hearts")
    >>> address_at(hearts, origin(hearts, "actions.give.help"))
    'actions.give.help'
    """
    for address, entry in _entries(resolved.tree, ()):
        own = () if isinstance(entry.value, Mapping) else (entry.value.span,)
        if any(_contains(part, place) for part in (entry.key_span, *own)):
            return address
    return ""


def place_told(resolved: Resolved, message: str) -> tuple[Span, str] | None:
    """Return the place with which the message of a rule begins, `game.yaml:12:5: …`, and the rest; None without one."""
    found = re.match(r"(.+?):(\d+):(?:(\d+):)? ", message)
    source = resolved.sources.get(found[1]) if found is not None else None
    if found is None or source is None:
        return None
    start = source.line_start(int(found[2])) + int(found[3] or 1) - 1
    word = re.compile(r"\s*(\w*)").match(source.text, start)
    assert word is not None
    return Span(source.file, *word.span(1)), message[found.end() :]


def _contains(part: Span, place: Span) -> bool:
    return part.file == place.file and part.start <= place.start and place.end <= part.end


def origins(resolved: Resolved, address: str = "") -> list[tuple[str, Span]]:
    """Return an address and all addresses below it, each with the place of its key.

    Args:
        resolved: a ruleset.
        address: keys separated by dots; the empty address is the whole ruleset.

    Raises:
        ValueError: there is no such address; the message lists those that exist.

    >>> from cardrules.interpreter.resolve.resolve import resolve
    >>> [part for part, _ in origins(resolve("hearts"), "actions.give.choose")]
    ['actions.give.choose', 'actions.give.choose.gift']
    """
    names = tuple(address.split(".")) if address else ()
    if not names:
        return list(_parts(resolved.tree, ()))
    found = _entry(resolved.tree, names)
    if isinstance(found, str):
        raise ValueError(found)
    return [(address, found.key_span), *_parts(found.value, names)]


def _entries(node: Node, path: tuple[str, ...]) -> Iterator[tuple[str, Entry]]:
    for key, entry in node.entries.items() if isinstance(node, Mapping) else ():
        yield ".".join((*path, key)), entry
        yield from _entries(entry.value, (*path, key))


def _parts(node: Node, path: tuple[str, ...]) -> Iterator[tuple[str, Span]]:
    return ((address, entry.key_span) for address, entry in _entries(node, path))


def _entry(tree: Mapping, names: tuple[str, ...] | list[str]) -> Entry | str:
    """Return the entry at an address, or why there is none."""
    node: Node = tree
    entry: Entry | None = None
    for index, name in enumerate(names):
        where = ".".join(names[:index])
        inside = f" in '{where}'" if where else ""
        if not isinstance(node, Mapping):
            return f"'{where}' has no parts."
        entry = node.entries.get(name)
        if entry is None:
            near = suggest(name, node.entries)
            hint = f"Did you mean '{near}'?" if near else f"It has: {', '.join(node.entries)}."
            return f"There is no '{name}'{inside}. {hint}"
        node = entry.value
    assert entry is not None
    return entry
