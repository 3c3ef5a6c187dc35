"""Definitions of options, and the validation of their values.

An option is an integer, a boolean, one of several words, or a list of integers or words; it may be
null if its definition says so. A value comes from the default, a variant, a Python value of the
caller, or text on the command line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from ..diagnostics import Diagnostic, Guess, Label, Span, brief, error, guess, printable, slips
from ..source import halves
from ..source.located import Mapping, Node, Scalar, ScalarValue, Sequence, plain
from ..source.scalars import MAX_DIGITS
from ..source.schema import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as Table

OptionValue: TypeAlias = "bool | int | str | tuple[bool | int | str | None, ...] | None"
"""The value of an option; lists are tuples, so that values are hashable."""

_TRUE: Final = ("true", "yes", "on")
_FALSE: Final = ("false", "no", "off")
_INTEGER: Final = re.compile(rf"[-+]?[0-9]{{1,{MAX_DIGITS}}}")


@dataclass(frozen=True, slots=True)
class Option:
    """The definition of an option.

    Attributes:
        kind: `integer`, `boolean`, `choice` or `list`.
        least, most: the bounds of an integer or of the integers in a list.
        choices: the words of a choice or of a list.
        nullable: whether the value may be null.
        items: the kind of the items of a list.
        known_as: the name of the option in effect text, if it is not its own.

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
        """The definition of an item of the list."""
        return Option(self.items or "integer", self.least, self.most, self.choices)

    @property
    def expected(self) -> str:
        """The values that are allowed, in words, as a ruleset says them."""
        return self.expecting("null")

    def expecting(self, nothing: str) -> str:
        """Return the values that are allowed, in words.

        Args:
            nothing: The word for null: players say `none`.
        """
        return self._one() + (f", or {nothing}" if self.nullable else "")

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

    def takes(self, value: object) -> bool:
        """Return whether a value is allowed, or is the text of one that is."""
        return self.allows(value) or (isinstance(value, str) and self.allows(self.parse(value)))

    @property
    def is_settled(self) -> bool:
        """Whether the definition is consistent, so that values can be checked against it."""
        low, high = self.least, self.most
        kind = self.items if self.kind == "list" else self.kind
        in_order = low is None or high is None or low <= high
        return in_order and (kind in ("integer", "boolean") or bool(self.choices))

    def _in_range(self, value: int) -> bool:
        low, high = self.least, self.most
        return (low is None or low <= value) and (high is None or value <= high)

    @property
    def stand_in(self) -> OptionValue:
        """A placeholder of the option's type where the given value is not allowed."""
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
        """Return the value of a text, as `parse_option_value` describes."""
        text = text.strip()
        if self.nullable and text in ("none", "null") and text not in self.choices:
            return None
        match self.kind:
            case "integer" if _INTEGER.fullmatch(text):
                return int(text)
            case "boolean" if (word := text.lower()) in _TRUE or word in _FALSE:
                return word in _TRUE
            case "list":
                words = text.strip("[]").replace(",", " ").split()
                return cast("OptionValue", tuple(self.element.parse(word) for word in words))
            case _:
                return text


def read_option(definition: Mapping) -> Option:
    """Read the definition of an option; missing and invalid parts are left out."""

    def number(key: str) -> int | None:
        value = _value(definition, key)
        return value if type(value) is int else None

    choices = definition.get("choices")
    words = choices.items if isinstance(choices, Sequence) else ()
    items = _value(definition, "items")
    kind = _value(definition, "type")
    if kind is None:  # reported by the schema; a guess avoids errors at its uses
        default = _value(definition, "default")
        kind = "choice" if words or isinstance(default, str) else "boolean" if isinstance(default, bool) else "integer"
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
    """Return the default of an option; a placeholder if it is missing or not allowed."""
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
        definition: The definition of the option, from `Resolved.option_nodes`.
        text: `true` or `false`, a number, a word, several of them separated by commas or spaces, or
            `none` or `null`.

    Returns:
        The value. A text that does not fit the type of the option is returned unchanged; it is
        refused as a value later.
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
    if isinstance(value, float) and halves.read(value) is not None:
        return halves.shown(value)
    text = printable(value) if isinstance(value, str) else brief(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def as_typed(value: object) -> str:
    """Return a value as players type it on the command line.

    >>> as_typed(None), as_typed(3)
    ('none', '3')
    """
    return "none" if value is None else show(value)


def value_of(node: Node) -> OptionValue:
    """Return the value of a node of a ruleset as that of an option."""
    if isinstance(node, Sequence):
        return tuple(cast("bool | int | str | None", plain(item)) for item in node.items)
    return cast("OptionValue", node.value) if isinstance(node, Scalar) else None


# -- definitions


def check_definitions(definitions: Table[str, Mapping]) -> Iterator[Diagnostic]:
    """Yield contradictions in definitions: an empty range, or a default that is not allowed."""
    for name, definition in definitions.items():
        least, most = definition.entries.get("minimum"), definition.entries.get("maximum")
        default = definition.get("default")
        option = read_option(definition)
        if least and most and not option.is_settled and option.kind in ("integer", "list"):
            yield error(
                "CR211",
                f"'{name}' allows no number: its maximum is less than its minimum.",
                most.value.span,
                Label(least.value.span, "the minimum"),
                help="Swap the two, or correct one of them.",
            )
        elif default is not None and option.is_settled and not option.allows(value_of(default)):
            value = show(value_of(default))
            near = guess(value, option.choices) if option.choices else _truth(option, value)
            yield error(
                "CR210",
                f"The default of '{name}' cannot be {value}: expected {option.expected}.",
                default.span,
                *_limits(definition, default.span),
                help="Change the default, or the values that the option allows.",
                near=near,
            )


def _limits(definition: Mapping, place: Span) -> list[Label]:
    """Return labels for the limits of an option that are in another file than its value."""
    limits = ("type", "minimum", "maximum", "choices", "items", "nullable")
    entries = [entry for key, entry in definition.entries.items() if key in limits]
    elsewhere = [entry for entry in entries if entry.key_span.file != place.file]
    return [Label(entry.span, "the allowed values") for entry in elsewhere]


def _truth(option: Option, value: str) -> Guess | None:
    """Return the truth value that a word of other languages means, where one is expected."""
    meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(value.lower())
    return Guess(meant, sole=True) if meant is not None and option.kind == "boolean" else None


# -- given values


def check_value(
    definitions: Table[str, Mapping],
    name: str,
    value: object,
    key: Span,
    place: Span,
    nothing: str = "null",
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the name of an option and its value.

    Args:
        definitions: The definitions, by option.
        name: The name of the option.
        value: Its value.
        key: The place of the name.
        place: The place of the value.
        nothing: What null is called where the value is given.
    """
    definition = definitions.get(name)
    if definition is None:
        fitting = [known for known, each in definitions.items() if read_option(each).takes(value)]
        yield unknown("CR212", "option", name, definitions, key, fitting)
        return
    option = read_option(definition)
    if option.is_settled and not option.allows(value):
        near = (_truth(option, value) or guess(value, option.choices)) if isinstance(value, str) else None
        yield error(
            "CR213",
            f"Option '{name}' cannot be {show(value)}: expected {option.expecting(nothing)}.",
            place,
            *(_limits(definition, place) if place.file == definition.span.file else ()),
            help="Choose a value that the option allows.",
            near=near,
        )


def check_values(definitions: Table[str, Mapping], given: Node | None) -> Iterator[Diagnostic]:
    """Yield what is wrong with the options that a variant or a scenario sets."""
    entries = given.entries if isinstance(given, Mapping) else {}
    for name, entry in entries.items():
        value = value_of(entry.value)
        yield from check_value(definitions, name, value, entry.key_span, entry.value.span)


def unknown(
    code: str, what: str, name: str, known: Table[str, object], place: Span, likely: Iterable[str] = ()
) -> Diagnostic:
    """Return the diagnostic for the unknown name of an option or a variant.

    Args:
        code: the code of the error.
        what: what it should be the name of.
        name: the name.
        known: the names that there are.
        place: where it stands.
        likely: those of them that fit what stands with the name; one of the others is suggested only if none of
            these is like the name.
    """
    near = guess(name, likely) or guess(name, known)
    way_out = f"The ruleset has {listed(known)}." if known else f"The ruleset has no {what}s."
    problem = error(code, f"There is no {what} '{printable(name)}'.", place, help=way_out, near=near)
    if near and slips(name, near.word) > 2:  # alike, but hardly mistyped
        problem = replace(problem, help=f"{problem.help} {way_out}")
    return problem
