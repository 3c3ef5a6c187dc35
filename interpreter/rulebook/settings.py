"""The chapters about options and variants, and about how moves are typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ..check.load import Loaded
from ..game.action import CARDS, LISTS, Notation
from ..program import ir
from ..program.program import Action
from ..resolve.options import Option, OptionValue, as_typed, read_option, value_of
from ..source.located import Mapping, Scalar
from ..speech import english
from ..speech.book import Book
from ..speech.speech import Speech
from ..syntax import types as ty
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
                (_possible(option),),
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


def _possible(option: Option) -> d.Inline:
    """Return the values that an option can have."""
    text = _kind(option) + (", or none" if option.nullable else "")
    return d.Code(text) if option.kind == "choice" else text


def _kind(option: Option) -> str:
    match option.kind:
        case "integer":
            return f"a number{_bounds(option)}"
        case "boolean":
            return "yes or no"
        case "list":
            item = option.element
            return f"a list, each item {'one of ' if item.kind == 'choice' else ''}{_kind(item)}"
        case _:
            return ", ".join(option.choices)


def _bounds(option: Option) -> str:
    """Return between which numbers an option lies."""
    if option.least is not None and option.most is not None:
        return f" from {english.digits(option.least)} to {english.digits(option.most)}"
    if option.least is not None:
        return f" of at least {english.digits(option.least)}"
    return "" if option.most is None else f" of at most {english.digits(option.most)}"


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
    notes += [*_choices(book, actions.values()), *_piles(book, actions.values())]
    return (
        d.Heading(2, "How moves are typed"),
        d.Table(("Move", "Meaning"), tuple(rows)),
        *map(d.Paragraph, notes),
    )


def _choices(book: Book, actions: Collection[Action]) -> Iterator[d.Line]:
    """Yield how the choices of actions are typed: their names in full."""
    for action in actions:
        told: list[d.Inline] = []
        for parameter in action.parameters:
            if parameter.kind == "choice":
                *names, last = (d.Code(name) for name in book.program.pack.names(parameter.type))
                listed = [part for name in names for part in (", ", name)][1:]
                lead = "; as the " if told else "As the "
                told += [f"{lead}{book.label(parameter.name)} of ", d.Code(action.name), " type ", *listed]
                told += [" or ", last] if listed else [last]
        if told:
            yield d.line(*told, ".")


def _piles(book: Book, actions: Collection[Action]) -> Iterator[d.Line]:
    """Yield which piles the numbers mean that are typed."""
    notation = Notation(book.program)
    chosen = {each.type.choices[0]: None for a in actions for each in a.parameters if each.kind == "pile"}
    for name in chosen:
        zone = book.program.zones[name]
        seat = ir.Local("actor", type=ty.PLAYER) if zone.each else None
        noun = Speech(book).noun(ir.ZoneRef(name, seat, type=ty.PILE))
        which = "the second of " if noun.plural else "the second pile of "
        shared = zone.each and not notation.piles_by_owner(name)
        if shared:
            yield d.line(d.Code("#2@1"), " is the second pile of B: after the number stands whose pile it is.")
        else:
            yield d.line(d.Code("#2"), f" is {which}{noun}.")
