"""The chapters about options and variants, and about how moves are typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..check.load import Loaded
from ..game.action import CARDS, LISTS
from ..resolve.options import OptionValue, as_typed, read_option, value_of
from ..source.located import Mapping, Scalar
from ..speech import english
from ..speech.book import Book
from . import document as d
from .reach import available


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
        rows.append(
            (
                (d.Code(name),),
                (_value(value),),
                (_possible(option.expecting("none")),),
                (words,),
            )
        )
    head = ("Option", "Here", "Possible", "Meaning")
    name, value = next(iter(resolved.options.items()))
    intro = d.line(
        "These rules can be set before a game, at the command line as in ",
        d.Code(f"--set {name}={as_typed(value)}"),
        ". This rulebook describes the game with the values under “Here”.",
    )
    return (
        d.Heading(2, "Options"),
        d.Paragraph(intro),
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
    text = expected.replace("true or false", "yes or no").replace("a whole number", "a number")
    return re.sub(r"(?<!\w)-(?=\d)", "−", text)


def variants(loaded: Loaded) -> Iterator[tuple[str, str, dict[str, OptionValue]]]:
    """Yield the variants: name, help, and the options that they set."""
    section = loaded.resolved.tree.get("variants")
    if not isinstance(section, Mapping):
        return
    for name, entry in section.entries.items():
        node = entry.value
        help = node.get("help") if isinstance(node, Mapping) else None
        given = node.get("options") if isinstance(node, Mapping) else None
        values = given.entries if isinstance(given, Mapping) else {}
        settings = {option: value_of(each.value) for option, each in values.items()}
        yield name, help.text if isinstance(help, Scalar) else "", settings


def typed(book: Book) -> d.Document:
    """Return how moves are typed, from the note `actions`."""
    lines = book.rules.notes.get("actions", "").splitlines()
    rows: list[tuple[d.Line, ...]] = []
    actions = available(book)
    for text in lines:
        move, _, meaning = re.sub(r"\s{2,}", "\t", text.strip()).partition("\t")
        if not move or move.split()[0] not in actions:
            continue
        rows.append(((d.Code(move),), (book.prose(meaning),)))
    if not rows:
        return ()
    kinds = {parameter.kind for each in actions.values() for parameter in each.parameters}
    before, card, after = book.typing
    notes: list[d.Line] = []
    if card and not kinds.isdisjoint(CARDS):
        several = " Several cards may be typed in any order." if not kinds.isdisjoint(LISTS) else ""
        notes.append(d.line("A card is typed as ", before, d.Code(card), after, several))
    if "player" in kinds:
        notes.append((f"A player is typed by name, or by number: 0 is A, 1 is B and so on, {book.program.around}.",))
    return (
        d.Heading(2, "How moves are typed"),
        d.Table(("Move", "Meaning"), tuple(rows)),
        *map(d.Paragraph, notes),
    )
