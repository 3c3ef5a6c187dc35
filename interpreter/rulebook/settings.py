"""The chapters about options, variants, other numbers of players, and remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..check.load import Loaded
from ..diagnostics import printable, spaced
from ..resolve.options import read_option
from ..source.located import Mapping, Scalar
from ..speech import english
from ..speech.book import Book
from ..speech.english import sentence
from ..syntax import nodes as n
from . import document as d

_NOT_REMARKS: Final = ("actions", "dealing", "bots")
_ADDRESS: Final = re.compile(r"\b([a-z]+)\.([a-z_0-9]+)")


def options(loaded: Loaded, book: Book) -> d.Document:
    """Return the table of the options with their present values."""
    resolved = loaded.resolved
    if not resolved.option_nodes:
        return ()
    rows: list[tuple[d.Line, ...]] = []
    for name, node in resolved.option_nodes.items():
        option = read_option(node)
        help = node.get("help")
        words = book.prose(help.text) if isinstance(help, Scalar) else ""
        value = resolved.options[name]
        rows.append((
            (d.Code(name),), (_value(value),), (_possible(option.expected),), (words,),
        ))  # fmt: skip
    head = ("Option", "Here", "Possible", "Meaning")
    intro = "These rules can be set before a game. The text above follows the values under “Here”."
    return (
        d.Heading(2, "Options"),
        d.Paragraph((intro,)),
        d.Table(head, tuple(rows)),
    )


def _value(value: object) -> d.Inline:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return " ".join(map(str, value)) or "none"  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case str():
            return d.Code(value)
        case _:
            return english.digits(value) if isinstance(value, int) else str(value)


def _possible(expected: str) -> d.Inline:
    if expected.startswith("one of "):
        return d.Code(expected.removeprefix("one of "))
    return expected.replace("true or false", "yes or no").replace("a whole number", "a number")


def variants(loaded: Loaded) -> Iterator[tuple[str, str, str]]:
    """Yield the variants: name, help, and what they set."""
    section = loaded.resolved.tree.get("variants")
    if not isinstance(section, Mapping):
        return
    for name, entry in section.entries.items():
        node = entry.value
        help = node.get("help") if isinstance(node, Mapping) else None
        given = node.get("options") if isinstance(node, Mapping) else None
        settings = ""
        if isinstance(given, Mapping):
            settings = ", ".join(
                f"{option}={each.value.text}"
                for option, each in given.entries.items()
                if isinstance(each.value, Scalar)
            )
        yield name, help.text if isinstance(help, Scalar) else "", settings


def remarks(loaded: Loaded, book: Book) -> d.Document:
    """Return the notes of the ruleset, but for those about rules that options have changed."""
    changed = _changed(loaded)
    items: list[d.Line] = []
    for topic, note in book.rules.notes.items():
        if note.startswith("options.") or topic in _NOT_REMARKS or _concerns(loaded, note, changed):
            continue
        text = book.prose(note)
        if len(text.split()) < 4 or re.match(r"^\w+(, \w+)*$", text):
            continue  # only an address
        name = "" if re.match(r"[A-Z][A-Z0-9]-", topic) else english.title(spaced(topic))
        items.append(d.line(d.Strong(name), ": " if name else "", sentence(printable(text))))
    if not items:
        return ()
    return (d.Heading(2, "Remarks"), d.Bullets(tuple(items)))


def _changed(loaded: Loaded) -> set[str]:
    """Return the options that do not have their defaults."""
    from ..resolve.options import default_of

    resolved = loaded.resolved
    return {
        name
        for name, node in resolved.option_nodes.items()
        if resolved.options[name] != default_of(node)
    }


def _concerns(loaded: Loaded, note: str, changed: set[str]) -> bool:
    """Return whether a note names an option that was changed, or a rule that reads one."""
    if not changed:
        return False
    if any(re.search(rf"\b{re.escape(option)}\b", note) for option in changed):
        return True
    rules = loaded.ruleset
    assert rules is not None
    spoken = {rules.spoken[option] for option in changed}
    sections: dict[str, dict[str, object]] = {
        "define": dict(rules.definitions), "actions": dict(rules.actions),
        "effects": dict(rules.effects), "phases": dict(rules.phases), "melds": dict(rules.melds),
    }  # fmt: skip
    for section, name in _ADDRESS.findall(note):
        rule = sections.get(section, {}).get(name)
        if rule is None and section in ("deal", "match", "tricks"):
            rule = getattr(rules, section)
        if rule is not None and _reads(rule, spoken, sections["define"], set()):
            return True
    return False


def _reads(rule: object, options: set[str], definitions: dict[str, object], seen: set[str]) -> bool:
    """Return whether a rule reads one of some options, itself or through definitions."""
    for text in _texts(rule):
        for node in n.walk(text):
            if not isinstance(node, n.Name | n.Of | n.Call):
                continue
            if node.name in options:
                return True
            if node.name in definitions and node.name not in seen:
                seen.add(node.name)
                if _reads(definitions[node.name], options, definitions, seen):
                    return True
    return False


def _texts(rule: object) -> Iterator[n.Node]:
    slots: tuple[str, ...] = getattr(type(rule), "__slots__", ())
    names = {*slots, *getattr(rule, "__dataclass_fields__", {})}
    for name in sorted(names):
        value: object = getattr(rule, name, None)
        if isinstance(value, n.Node):
            yield value
        elif isinstance(value, tuple):
            for each in value:  # pyright: ignore[reportUnknownVariableType]
                if isinstance(each, n.Node):
                    yield each
                elif isinstance(each, tuple):
                    yield from (x for x in each if isinstance(x, n.Node))  # pyright: ignore[reportUnknownVariableType]


def typed(book: Book) -> d.Document:
    """Return how moves are typed, from the note `actions`."""
    lines = book.rules.notes.get("actions", "").splitlines()
    rows: list[tuple[d.Line, ...]] = []
    available = book.program.actions
    for text in lines:
        move, _, meaning = re.sub(r"\s{2,}", "\t", text.strip()).partition("\t")
        if not move or move.split()[0] not in available:
            continue
        rows.append(((d.Code(move),), (book.prose(meaning),)))
    if not rows:
        return ()
    return (
        d.Heading(2, "How moves are typed"),
        d.Table(("Move", "Meaning"), tuple(rows)),
    )
