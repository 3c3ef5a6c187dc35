"""What an option allows, and whether a value that it is given is allowed.

An option is a number, a truth value, one of several words, or a list of numbers or words; it may
be null where its definition says so. Values come from four places: the default, a variant, a
caller's Python value, and text on the command line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from ..diagnostics import Diagnostic, Label, Span, brief, error, guess, printable
from ..source.schema import listed
from ..source.source import Mapping, Node, Scalar, ScalarValue, Sequence, plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as Table

OptionValue: TypeAlias = "bool | int | str | tuple[bool | int | str | None, ...] | None"
"""What an option can be; a list is a tuple, so that a value can be a key."""

_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Option:
    """What an option's definition says about its values.

    >>> Option("integer", least=1, most=10).expected
    'a whole number from 1 to 10'
    >>> Option("choice", choices=("all", "none")).allows("some")
    False
    """

    kind: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    nullable: bool = False
    items: str | None = None
    known_as: str | None = None

    @property
    def element(self) -> Option:
        """What the option's list may hold."""
        return Option(self.items or "integer", self.least, self.most, self.choices)

    @property
    def expected(self) -> str:
        """The values that are allowed, in words."""
        return self._one() + (", or null" if self.nullable else "")

    def _one(self) -> str:
        match self.kind:
            case "integer":
                return "a whole number" + self._range()
            case "boolean":
                return "true or false"
            case "list":
                return f"a list, each item {self.element.expected}"
            case _:
                return "one of " + ", ".join(self.choices)

    def _range(self) -> str:
        if self.least is not None and self.most is not None:
            return f" from {self.least} to {self.most}"
        if self.least is not None:
            return f" of at least {self.least}"
        return "" if self.most is None else f" of at most {self.most}"

    def allows(self, value: object) -> bool:
        """Return whether a value is allowed."""
        if value is None:
            return self.nullable
        match self.kind:
            case "integer":
                return type(value) is int and self._in_range(value)
            case "boolean":
                return type(value) is bool
            case "list":
                items = cast("tuple[object, ...]", value) if isinstance(value, tuple) else None
                return items is not None and all(map(self.element.allows, items))
            case _:
                return isinstance(value, str) and value in self.choices

    @property
    def is_settled(self) -> bool:
        """Whether the definition makes sense in itself, so that values can be held against it."""
        low, high = self.least, self.most
        kind = self.items if self.kind == "list" else self.kind
        in_order = low is None or high is None or low <= high
        return in_order and (kind in ("integer", "boolean") or bool(self.choices))

    def _in_range(self, value: int) -> bool:
        low, high = self.least, self.most
        return (low is None or low <= value) and (high is None or value <= high)

    @property
    def stand_in(self) -> OptionValue:
        """A value of the option's type, to go on with where the given one is not allowed."""
        match self.kind:
            case "integer":
                return self.least or 0
            case "boolean":
                return False
            case "list":
                return ()
            case _:
                return self.choices[0] if self.choices else None

    def parse(self, text: str) -> OptionValue:
        """Return the value that a text stands for; `parse_option_value` explains it."""
        text = text.strip()
        if self.nullable and text == "null":
            return None
        match self.kind:
            case "integer" if _INTEGER.fullmatch(text):
                return int(text)
            case "boolean" if text in ("true", "false"):
                return text == "true"
            case "list":
                words = text.strip("[]").replace(",", " ").split()
                return cast("OptionValue", tuple(self.element.parse(word) for word in words))
            case _:
                return text


def read_option(definition: Mapping) -> Option:
    """Read an option's definition; what is missing or not as the schema wants it is left out."""

    def number(key: str) -> int | None:
        value = _value(definition, key)
        return value if type(value) is int else None

    choices = definition.get("choices")
    words = choices.items if isinstance(choices, Sequence) else ()
    items = _value(definition, "items")
    kind = _value(definition, "type")
    if kind is None:  # the schema has refused it; so its uses are not wrong as well
        default = _value(definition, "default")
        kind = (
            "choice"
            if words or isinstance(default, str)
            else "boolean"
            if isinstance(default, bool)
            else "integer"
        )
    alias = _value(definition, "as")
    return Option(
        kind=str(kind),
        least=number("minimum"),
        most=number("maximum"),
        choices=tuple(word.text for word in words if isinstance(word, Scalar)),
        nullable=_value(definition, "nullable") is True,
        items=str(items) if items else None,
        known_as=str(alias) if alias else None,
    )


def default_of(definition: Mapping) -> OptionValue:
    """Return an option's default; a stand-in where it is missing or not allowed."""
    option = read_option(definition)
    node = definition.get("default")
    value = value_of(node) if node is not None else None
    return value if option.allows(value) else option.stand_in


def _value(tree: Mapping, key: str) -> ScalarValue:
    node = tree.get(key)
    return node.value if isinstance(node, Scalar) else None


def parse_option_value(definition: Mapping, text: str) -> OptionValue:
    """Return the value of an option that was given as text, as in `option=value`.

    Args:
        definition: The option's definition, from `Resolved.option_nodes`.
        text: `true` or `false`, a number, a word, words or numbers with commas or spaces between
            them, or `null`.

    Returns:
        The value. A text that does not fit the option's type is returned as it is, for no option
        allows it.
    """
    return read_option(definition).parse(text)


def show(value: object) -> str:
    """Return a value as it is written in a ruleset.

    >>> show((3, 4)), show(True), show(None)
    ('[3, 4]', 'true', 'null')
    """
    if isinstance(value, list | tuple):
        items = cast("list[object] | tuple[object, ...]", value)
        return f"[{', '.join(map(show, items))}]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    text = printable(value) if isinstance(value, str) else brief(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def value_of(node: Node) -> OptionValue:
    """Return the value that a node of a ruleset stands for."""
    if isinstance(node, Sequence):
        return tuple(cast("bool | int | str | None", plain(item)) for item in node.items)
    return cast("OptionValue", node.value) if isinstance(node, Scalar) else None


# -- definitions


def check_definitions(definitions: Table[str, Mapping]) -> Iterator[Diagnostic]:
    """Yield what contradicts itself: an empty range, or a default that is not allowed."""
    for name, definition in definitions.items():
        least, most = definition.entries.get("minimum"), definition.entries.get("maximum")
        default = definition.get("default")
        option = read_option(definition)
        if least and most and not option.is_settled and option.kind in ("integer", "list"):
            yield error(
                "CR211",
                f"No number fits '{name}', for its maximum is less than its minimum.",
                most.value.span,
                Label(least.value.span, "the minimum"),
                help="Exchange the two, or correct one of them.",
            )
        elif default is not None and option.is_settled and not option.allows(value_of(default)):
            value = show(value_of(default))
            near = guess(value, option.choices) if option.choices else None
            yield error(
                "CR210",
                f"The default of '{name}' cannot be {value}: expected {option.expected}.",
                default.span,
                *_limits(definition, default.span),
                help=f"Did you mean '{near.word}'?"
                if near
                else "Change the default, or what the option allows.",
                fix=near.fix(default.span) if near else None,
            )


def _limits(definition: Mapping, place: Span) -> list[Label]:
    """Return what limits an option in another file than the one where its value stands."""
    limits = ("type", "minimum", "maximum", "choices", "items", "nullable")
    entries = [entry for key, entry in definition.entries.items() if key in limits]
    elsewhere = [entry for entry in entries if entry.key_span.file != place.file]
    return [Label(entry.span, "what is allowed") for entry in elsewhere]


# -- given values


def check_value(
    definitions: Table[str, Mapping], name: str, value: object, key: Span, place: Span
) -> Iterator[Diagnostic]:
    """Yield what is wrong with an option and the value that it is given.

    Args:
        definitions: The definitions, by option.
        name: The option.
        value: Its value.
        key: Where the option is named.
        place: Where the value stands.
    """
    definition = definitions.get(name)
    if definition is None:
        yield unknown("CR212", "option", name, definitions, key)
        return
    option = read_option(definition)
    if option.is_settled and not option.allows(value):
        near = guess(value, option.choices) if isinstance(value, str) else None
        yield error(
            "CR213",
            f"Option '{name}' cannot be {show(value)}: expected {option.expected}.",
            place,
            *(_limits(definition, place) if place.file == definition.span.file else ()),
            help=f"Did you mean '{near.word}'?"
            if near
            else "Give one of the values that it allows.",
            fix=near.fix(place) if near else None,
        )


def check_values(definitions: Table[str, Mapping], given: Node | None) -> Iterator[Diagnostic]:
    """Yield what is wrong with the options that a variant or a scenario sets."""
    entries = given.entries if isinstance(given, Mapping) else {}
    for name, entry in entries.items():
        value = value_of(entry.value)
        yield from check_value(definitions, name, value, entry.key_span, entry.value.span)


def unknown(code: str, what: str, name: str, known: Table[str, object], place: Span) -> Diagnostic:
    """Return the diagnostic for a name that is none of those that the ruleset has."""
    near = guess(name, known)
    if near:
        way_out = f"Did you mean '{near.word}'?"
    elif known:
        way_out = f"The ruleset has {listed(known)}."
    else:
        way_out = f"The ruleset has no {what}s."
    message = f"There is no {what} '{printable(name)}'."
    return error(code, message, place, help=way_out, fix=near.fix(place) if near else None)
