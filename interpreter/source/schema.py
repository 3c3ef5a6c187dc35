"""The schema stage: validates located data against the JSON Schema.

Each violation becomes one diagnostic at the key or value that is wrong. A misspelt key is replaced
by the key that was probably meant, so that one mistake has no consequences and the value of the key
is checked too.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from ...schema import Kind, ruleset_schema, suite_schema
from ..diagnostics import Diagnostic, Fix, Guess, Label, Span, error, guess, in_order, printable
from .fast_schema import Schema, is_valid
from .located import Entry, Mapping, Node, PlainData, Scalar, Sequence, plain
from .scalars import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

Path: TypeAlias = tuple[str | int, ...]

_NOT_BLANK: Final = r"\S"
_NAME: Final = "^[a-z][a-z0-9_]*$"
_HARMLESS: Final = ("required", "dependentRequired", "minProperties", "uniqueItems")
"""Keywords whose failure does not make the value useless."""


def check(tree: Node, kind: Kind = "ruleset") -> list[Diagnostic]:
    """Return what is wrong with the structure of a ruleset or a suite.

    Args:
        tree: The data of a file, or the merged tree of a ruleset and its parents.
        kind: The schema to use.

    Returns:
        One diagnostic for each mistake, in the order of the file.
    """
    return examine(tree, kind)[0]


def examine(tree: Node, kind: Kind = "ruleset") -> tuple[list[Diagnostic], Node]:
    """Return what is wrong with the structure of a file, and the data without what is wrong.

    In that data a misspelt key or word is replaced by the one that was probably meant, and a named
    entry that is not a mapping is an empty mapping, so that its name is still known.
    """
    newer = _newer(tree, kind)
    if newer is not None:
        return [newer], Mapping({}, tree.span)
    if is_valid(plain(tree), _schema(kind)):
        return [], tree
    problems: list[Diagnostic] = []
    tree = _indented(tree, _schema(kind), problems)
    while True:
        data = plain(tree)
        sound = is_valid(data, _schema(kind))
        failures = [] if sound else list(_validator(kind).iter_errors(data))
        unknown = [each for each in failures if each.validator == "additionalProperties"]
        if not unknown:
            break
        repair = _Repair()
        for failure in unknown:
            problems.extend(_unknown_keys(_Place(tree, failure, kind), repair))
        tree = repair.apply(tree)  # then validate again: this may settle other failures
    repair = _Repair()
    for failure in failures:
        place = _Place(tree, failure, kind)
        problems.extend(_EXPLAIN[str(failure.validator)](place))
        if failure.validator == "type" and (key := _bare_key(place)):
            repair.bare[place.span] = key
        elif failure.validator not in _HARMLESS and not place.about_key:
            repair.values.add(place.span)
            if place.is_rule:
                repair.rules.add(place.span)
            if failure.validator == "enum" and (near := _nearest(place)):
                repair.words[place.span] = near.word
    # Each missing key is a failure of its own, and the explanation of one names them all.
    return in_order(problems), repair.apply(tree)


def _newer(tree: Node, kind: Kind) -> Diagnostic | None:
    """Return the diagnostic for a file in a newer format, whose other keys are not examined."""
    key, schema = next(iter(_schema(kind)["properties"].items()))
    version = tree.get(key) if isinstance(tree, Mapping) else None
    known = cast(int, schema["const"])
    if not isinstance(version, Scalar) or type(version.value) is not int:
        return None
    if version.value <= known:
        return None
    message = f"This file is in format {version.value}; this cardrules reads formats up to {known}."
    way_out = "Use a newer cardrules: install it again from where you took it."
    return error("CR111", message, version.span, help=way_out)


@cache
def _validator(kind: Kind) -> Validator:
    """Return the validator; jsonschema takes long to import, so only invalid files import it.

    It looks only into values that are invalid, which are few.
    """
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend  # pyright: ignore[reportUnknownVariableType]

    def is_integer(_: object, value: object) -> bool:
        return type(value) is int  # 2.0 is an integer in JSON Schema but not in YAML

    def named(validator: Any, parts: dict[str, Schema], value: Any, _: Schema) -> Iterator[ValidationError]:
        for key, part in parts.items() if validator.is_type(value, "object") else ():
            if key in value and not is_valid(value[key], part):
                yield from validator.descend(value[key], part, path=key, schema_path=key)

    def others(validator: Any, limit: Any, value: Any, schema: Schema) -> Iterator[ValidationError]:
        if limit is not False and validator.is_type(value, "object"):
            value = {key: each for key, each in value.items() if not is_valid(each, limit)}
        yield from Draft202012Validator.VALIDATORS["additionalProperties"](validator, limit, value, schema)

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", is_integer)
    keywords = {"properties": named, "additionalProperties": others}
    strict = cast("type[Validator]", extend(Draft202012Validator, keywords, type_checker=types))
    return strict(_schema(kind))


@cache
def _schema(kind: Kind) -> Schema:
    """Return the schema with every reference replaced by its definition.

    Resolving references for each value would double the time. A definition that refers to itself
    becomes a dictionary that contains itself.
    """
    whole = ruleset_schema() if kind == "ruleset" else suite_schema()
    definitions = cast("dict[str, Schema]", whole["$defs"])
    known: dict[str, Schema] = {}

    def definition(name: str) -> Schema:
        if name not in known:
            known[name] = {}
            known[name].update(inlined(definitions[name]))
        return known[name]

    def inlined(part: Any) -> Any:
        if isinstance(part, list):
            return [inlined(each) for each in cast("list[Any]", part)]
        if not isinstance(part, dict):
            return part
        own = {key: inlined(each) for key, each in cast(Schema, part).items() if key != "$ref"}
        reference = str(cast(Schema, part).get("$ref", ""))
        if not reference:
            return own
        referred = definition(reference.removeprefix("#/$defs/"))
        return {**referred, **own} if own else referred

    return inlined({key: part for key, part in whole.items() if key != "$defs"})


class _Place:
    """A failure of the validation, and its place in the tree."""

    def __init__(self, tree: Node, failure: ValidationError, kind: Kind) -> None:
        self.kind: Kind = kind
        self.path: Path = tuple(failure.absolute_path)
        self.schema = cast(Schema, failure.schema)
        self.limit: Any = failure.validator_value
        self.value = cast(PlainData, failure.instance)
        self.node = tree
        self.key = first_key(tree)
        for step in self.path:
            self._enter(step)
        # An invalid key is a failure of the mapping that contains it.
        self.about_key = "propertyNames" in failure.absolute_schema_path
        if self.about_key:
            self._enter(str(self.value))

    def _enter(self, step: str | int) -> None:
        if isinstance(self.node, Mapping):
            entry = self.node.entries[str(step)]
            self.node, self.key = entry.value, entry.key_span
        elif isinstance(self.node, Sequence):
            self.node = self.node.items[int(step)]
            self.key = self.node.span

    @property
    def span(self) -> Span:
        """The wrong key or value."""
        return self.key if self.about_key else self.node.span

    @property
    def is_below_statements(self) -> bool:
        """Whether the lines below a key for statements were read as keys, for a `|` is missing."""
        inside = self.node.entries.values() if isinstance(self.node, Mapping) else ()
        first = next(iter(inside), None)
        in_lines = first is not None and first.key_span.start == self.node.span.start
        return in_lines and self.schema.get("title") == "statements"

    @property
    def is_rule(self) -> bool:
        """Whether this is a rule with a name: an entry of a section that should be a mapping."""
        inside = self.path[1:] if self.path[:1] in (("change",), ("add",)) else self.path
        return len(inside) == 2 and "object" in (self.schema.get("type") or ())

    @property
    def name(self) -> str:
        """The place in words, as the beginning of a sentence."""
        if self.about_key:
            return f"The key '{printable(str(self.value))}'"
        name = _name(self.path) if self.path else f"the {self.kind}"
        return name[:1].upper() + name[1:]

    @property
    def expected(self) -> str:
        """What should be here, in words."""
        return str(self.schema.get("title") or "something else")

    @property
    def example(self) -> str | None:
        """A sentence with an example of each type of valid values, if the schema has any."""
        here = {} if self.about_key else schema_at(self.kind, self.path)
        examples: list[PlainData] = here.get("examples") or self.schema.get("examples") or []
        each = dict[type, PlainData]()
        for example in examples:
            each.setdefault(type(example), example)
        written = [f"`{_written(example)}`" for example in each.values()]
        return f"Write, for example, {' or '.join(written)}." if written else None


def first_key(node: Node) -> Span:
    """Return the place of the first key of a mapping; of another node its own place."""
    entries = iter(node.entries.values() if isinstance(node, Mapping) else ())
    entry = next(entries, None)
    return entry.key_span if entry else node.span


@dataclass(slots=True)
class _Repair:
    """Changes that remove what is wrong. Keys and values are identified by their place.

    Attributes:
        names: the right names of keys; None removes the key.
        words: the right words of values.
        values: values to remove.
        rules: those of them that become empty mappings, so that the names of rules are known.
        bare: values that become mappings with this key.
        texts: the values of keys that lack their ':', and so the value.
    """

    names: dict[Span, str | None] = field(default_factory=dict[Span, "str | None"])
    words: dict[Span, str] = field(default_factory=dict[Span, str])
    values: set[Span] = field(default_factory=set[Span])
    rules: set[Span] = field(default_factory=set[Span])
    bare: dict[Span, str] = field(default_factory=dict[Span, str])
    texts: dict[Span, Scalar] = field(default_factory=dict[Span, Scalar])

    def apply(self, node: Node) -> Node:
        """Return the tree with the changes."""
        if not self.names and not self.values and not self.bare:
            return node
        if isinstance(node, Mapping):
            entries = [kept for entry in node.entries.values() if (kept := self._entry(entry)) is not None]
            return replace(node, entries={entry.key: entry for entry in entries})
        if isinstance(node, Sequence):
            sound = (item for item in node.items if item.span not in self.values)
            return replace(node, items=tuple(map(self.apply, sound)))
        return node

    def _entry(self, entry: Entry) -> Entry | None:
        name = self.names.get(entry.key_span, entry.key)
        if name is None:
            return None
        if entry.key_span in self.texts:
            return replace(entry, key=name, value=self.texts[entry.key_span])
        bare = self.bare.get(entry.value.span)
        if bare and entry.value.span not in self.values:
            inner = Entry(bare, entry.value.span, entry.value)
            return replace(entry, key=name, value=Mapping({bare: inner}, entry.value.span))
        word = self.words.get(entry.value.span)
        if word is not None and isinstance(entry.value, Scalar):
            return replace(entry, key=name, value=replace(entry.value, value=word, text=word))
        if entry.value.span not in self.values:
            return replace(entry, key=name, value=self.apply(entry.value))
        rule = entry.value.span in self.rules
        return replace(entry, value=Mapping({}, entry.value.span)) if rule else None


def _indented(node: Node, schema: Schema, problems: list[Diagnostic]) -> Node:
    """Return the tree with keys inside the empty section above them, if they belong there.

    Args:
        node: a tree, or a part of one.
        schema: its schema.
        problems: takes a diagnostic for each such section.
    """
    if not isinstance(node, Mapping):
        return node
    entries: dict[str, Entry] = {}
    empty: Entry | None = None
    for key, entry in node.entries.items():
        inner = _part(schema, key)
        if empty is not None and _belongs(entry, schema, _part(schema, empty.key)):
            section = entries[empty.key].value
            if not isinstance(section, Mapping):
                message = f"'{printable(key)}' does not belong to '{empty.key}', which is empty."
                label = Label(empty.key_span, "this has no value")
                way_out = "Put two more spaces before it, and before all that belongs to it."
                problems.append(error("CR109", message, entry.key_span, label, help=way_out))
                section = Mapping({}, entry.span)
            section = replace(section, entries={**section.entries, key: entry})
            entries[empty.key] = replace(empty, value=section)
            continue
        empty = entry if plain(entry.value) is None and inner.get("type") == "object" else None
        entries[key] = replace(entry, value=_indented(entry.value, inner, problems))
    return replace(node, entries=entries)


def _belongs(entry: Entry, outer: Schema, inner: Schema) -> bool:
    """Return whether a key that is wrong in one mapping is right in another.

    Args:
        entry: the key and its value.
        outer: the schema of the mapping in which it stands.
        inner: the schema of the empty section above it.
    """
    known, wanted = outer.get("properties"), inner.get("properties", {})
    if known is None:  # any name may stand here, but not with the value of a key
        return entry.key in wanted and not isinstance(entry.value, Mapping)
    if entry.key in known:
        return entry.key in wanted and "not" in _part(outer.get("then", {}), entry.key)
    named = isinstance(entry.value, Mapping) and isinstance(inner.get("additionalProperties"), dict)
    return entry.key in wanted or named


def _part(schema: Schema, key: str) -> Schema:
    """Return the schema of the value of a key."""
    found = schema.get("properties", {}).get(key) or schema.get("additionalProperties")
    return cast(Schema, found) if isinstance(found, dict) else {}


# -- one function for each keyword of the schema


def _unknown_keys(place: _Place, repair: _Repair) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each unknown key, and note in `repair` the key that was meant."""
    mapping = cast(Mapping, place.node)
    keys = cast(Schema, place.schema.get("properties", {}))
    patterns = cast(Schema, place.schema.get("patternProperties", {}))
    free = [key for key in keys if key not in mapping.entries]
    where = _name(place.path) if place.path else f"the {place.kind}"
    for entry in mapping.entries.values():
        if entry.key in keys or any(re.search(each, entry.key) for each in patterns):
            continue
        first, *inner_keys = entry.key.split(".")
        if first in keys and all(inner_keys):
            written = [f"'{printable(each)}:'" for each in (first, *inner_keys)]
            repair.names[entry.key_span] = None
            yield error(
                "CR101",
                f"'{printable(entry.key)}' is an address, but {where} has keys.",
                entry.key_span,
                help=f"Write {', and indented below it '.join(written)}.",
            )
            continue
        first, _, rest = entry.key.partition(" ")
        if first in free and rest and entry.value.span.start == entry.value.span.end:
            free.remove(first)
            word = replace(entry.key_span, end=entry.key_span.start + len(first))
            text = replace(entry.key_span, start=entry.key_span.end - len(rest))
            repair.names[entry.key_span] = first
            repair.texts[entry.key_span] = Scalar(rest, rest, "plain", text)
            message = f"There is no ':' after the key '{first}'."
            fix = Fix(replace(word, start=word.end), ":", safe=True)
            yield error("CR007", message, word, help=f"Write `{first}:`.", fix=fix)
            continue
        near = _habit(entry.key, free)
        if near is None and _home(entry, place.schema) is None:
            near = guess(entry.key, keys)
        if near and near.word not in free:
            near = None  # the key that was meant is there already, and no other one was
        if near:
            free.remove(near.word)
        repair.names[entry.key_span] = near.word if near else None
        inner = _home(entry, place.schema) if near is None else None
        if inner is not None:
            message = f"'{printable(entry.key)}' does not stand in {where}, but in its '{inner}'."
            way_out = f"Put it under '{inner}'."
            yield error("CR109", message, entry.key_span, help=way_out)
            continue
        advice = f"The keys here are {listed(keys)}."
        if entry.key == "step" and {"phase", "choose"} <= keys.keys():
            step = _written(plain(entry.value))
            advice = f"Write 'phase: {step}': an action names the step instead of the phase."
        yield error(
            "CR101",
            f"Unknown key '{printable(entry.key)}' in {where}.",
            entry.key_span,
            help=advice,
            near=near,
        )


def _home(entry: Entry, schema: Schema) -> str | None:
    """Return the key beside which an unknown key stands, and under which it belongs."""
    for key, part in cast("dict[str, Schema]", schema.get("properties", {})).items():
        inner = part.get("items", part)
        if isinstance(inner, dict):
            wanted = cast(Schema, inner).get("properties", {}).get(entry.key)
            if wanted is not None and is_valid(plain(entry.value), wanted):
                return key
    return None


def _habit(key: str, free: list[str]) -> Guess | None:
    """Return the key that people mean who write another word for it."""
    meant = next((each for each in _HABITS.get(key.lower(), ()) if each in free), None)
    return Guess(meant, sole=True) if meant else None


_HABITS: Final = {
    "action": ("do", "actions"),
    "actor": ("players",),
    "base": ("extends",),
    "default": ("start",),
    "do": ("play",),
    "end": ("after",),
    "expect": ("then",),
    "games": ("deals",),
    "hands": ("deals",),
    "import": ("extends",),
    "in_sequence": ("consecutive",),
    "inherits": ("extends",),
    "initial": ("start", "default"),
    "per": ("each",),
    "rounds": ("deals",),
    "sequence": ("consecutive",),
    "cards": ("deck",),
    "condition": ("when",),
    "conditions": ("when",),
    "definitions": ("define",),
    "description": ("help", "summary"),
    "expected": ("then",),
    "if": ("when",),
    "max": ("maximum", "most"),
    "maximum": ("most",),
    "min": ("minimum", "least"),
    "minimum": ("least", "size"),
    "modify": ("change",),
    "names": ("define",),
    "override": ("change",),
    "overrides": ("change",),
    "parent": ("extends",),
    "owner": ("each",),
    "position": ("given",),
    "requires": ("when",),
    "rules": ("define",),
    "set": ("options",),
    "settings": ("options",),
    "setup": ("deal",),
    "then": ("do",),
    "title": ("name",),
    "trigger": ("on",),
    "value": ("is", "default"),
    "values": ("choices",),
    "visible": ("faces",),
    "aka": ("aliases",),
    "category": ("family",),
    "complexity": ("difficulty",),
    "duration": ("minutes",),
    "genre": ("family",),
    "history": ("origin",),
    "info": ("about",),
    "level": ("difficulty",),
    "metadata": ("about",),
    "references": ("sources",),
    "synonyms": ("aliases",),
    "time": ("minutes",),
}
"""Words that people write for keys, with these keys."""


def _wrong_type(place: _Place) -> Iterator[Diagnostic]:
    found = "has no value" if place.value is None else f"is {_found(place.value)}"
    way_out, fix = place.example or f"Write {place.expected} here.", None
    quoted = _quoted(place)
    expected = f"expected {place.expected}"
    if type(place.value) is float and re.search(r"\d|stock is empty", way_out):
        expected, near = "numbers are whole", {math.floor(place.value), math.ceil(place.value)}
        way_out = f"Write {' or '.join(map(str, sorted(near)))}."
    elif (several := _least_and_most(place)) is not None:
        way_out, fix = f"Write `{several}`.", Fix(place.span, several)
    elif place.is_below_statements:
        after = place.key.end + 1
        way_out, fix = "Write '|' after its ':'.", Fix(Span(place.key.file, after, after), " |", safe=True)
    elif place.path == ("deck", "suits"):
        way_out = "Write their names: `clubs diamonds hearts spades`."
    elif quoted:
        way_out, fix = f"Put it in quotes: `{quoted}`.", Fix(place.span, quoted, safe=True)
    elif place.limit == "boolean" and (near := guess(str(place.value), ("true", "false"))):
        way_out, fix = f"Did you mean `{near.word}`?", near.fix(place.span)
    elif not place.path:
        key = next(iter(_schema(place.kind)["properties"]))
        way_out = f"Begin the file with `{key}: 1`, and a line for each of the other keys."
    elif place.value is None and place.limit == "object":
        otherwise = "write `{}` if nothing does" if is_valid({}, place.schema) else "delete it"
        way_out = f"Indent what belongs to it on the next lines, or {otherwise}."
    elif _accepts(place, [place.value]):
        way_out, fix = (
            f"Write `{_written([place.value])}`.",
            Fix(place.span, _written([place.value])),
        )
    elif key := _bare_key(place):
        whole = _written({key: place.value})
        way_out, fix = f"Write `{whole}`.", Fix(place.span, whole)
    elif place.limit == "object" and not place.example:
        way_out = "Write its keys indented on the next lines, or `{}` if it has none."
    message = f"{place.name} {found}; {expected}."
    yield error("CR102", message, place.span, help=way_out, fix=fix)


def _least_and_most(place: _Place) -> str | None:
    """Return a range of numbers of players, as it is written here, if one was probably meant."""
    numbers = re.findall(r"\d+", _written(place.value))
    if place.path not in (("players",), ("about", "best")) or len(numbers) != 2:
        return None
    return f"{{least: {int(numbers[0])}, most: {int(numbers[1])}}}"


def _accepts(place: _Place, value: PlainData) -> bool:
    """Return whether a list is expected, and this one would be right."""
    return place.limit == "array" and is_valid(value, place.schema)


def _bare_key(place: _Place) -> str | None:
    """Return the key that a value alone was probably meant for, in place of a mapping."""
    keys = str(place.schema.get("x-bare", "")).split()
    schemas = {key: schema_at(place.kind, (*place.path, key)) for key in keys}
    return next((key for key in keys if is_valid(place.value, schemas[key])), None)


def _quoted(place: _Place) -> str | None:
    """Return a number or truth value as the text that was probably meant."""
    kinds = [place.limit] if isinstance(place.limit, str) else place.limit
    if "string" not in kinds or "integer" in kinds or place.value is None:
        return None
    text = place.node.text if isinstance(place.node, Scalar) else ""
    pattern = str(place.schema.get("pattern", ""))
    return json.dumps(text, ensure_ascii=False) if re.search(pattern, text) and text else None


def _missing_keys(place: _Place) -> Iterator[Diagnostic]:
    present = cast("dict[str, PlainData]", place.value)
    for key in cast("list[str]", place.limit):
        if key not in present:
            message = f"{place.name} lacks the key '{key}'."
            use = schema_at(place.kind, (*place.path, key)).get("description", "")
            yield error("CR103", message, place.key, help=f"Add '{key}'. {use}".rstrip())


def _not_allowed(place: _Place) -> Iterator[Diagnostic]:
    allowed = cast("list[PlainData]", place.limit if isinstance(place.limit, list) else [place.limit])
    words = [_written(each) for each in allowed]
    near = _nearest(place)
    way_out, fix = "Choose one of them.", None
    if len(words) == 1:
        near, fix, way_out = None, Fix(place.span, words[0]), f"Write `{words[0]}`."
    expected = _joined(map(_found, allowed), "or")
    message = f"{place.name} cannot be {_found(place.value)}; expected {expected}."
    yield error("CR104", message, place.span, help=way_out, fix=fix, near=near)


_LONG_NAME: Final = 40
"""The most characters of a name that is made of several words, in advice."""

_OTHER_VALUES: Final = {
    "most": "highest",
    "least": "lowest",
    "fewest": "lowest",
    "game": "match",
    "global": "match",
    "round": "deal",
    "hand": "deal",
    "number": "integer",
    "flag": "boolean",
    "switch": "boolean",
    "yes/no": "boolean",
    "text": "choice",
    "string": "choice",
    "enum": "choice",
    "trick-taking": "tricks",
    "solitaire": "patience",
    "vying": "poker",
    "betting": "poker",
    "capturing": "fishing",
    "stops": "shedding",
    "beating": "shedding",
    "matching": "shedding",
    "melding": "rummy",
    "asking": "collecting",
    "deduction": "guessing",
    "simple": "easy",
    "beginner": "easy",
    "moderate": "medium",
    "difficult": "hard",
    "complex": "hard",
}
"""Words of plain English for values, with the words of this language."""


def _nearest(place: _Place) -> Guess | None:
    """Return which of the allowed words was probably meant."""
    if not isinstance(place.value, str):
        return None
    allowed = cast("list[PlainData]", place.limit if isinstance(place.limit, list) else [])
    meant = _OTHER_VALUES.get(place.value)
    if meant is not None and meant in allowed:
        return Guess(meant, sole=False)
    words = [word for word in place.value.split() if word in allowed]  # `player with lowest score`
    return Guess(words[0], sole=False) if len(words) == 1 else guess(place.value, map(_written, allowed))


_JOINERS: Final = ("", "and", "or", "then", "+", "&")
"""What people write between the words of a list."""


def _is_rule(place: _Place) -> bool:
    """Return whether a text is not a name in words, but something that is computed, or a move."""
    return re.search(r"[<>=*]|\b(?:\d+|[AKQJT])[CDHS]\b", str(place.value)) is not None


def _ill_formed(place: _Place) -> Iterator[Diagnostic]:
    if place.limit == _NOT_BLANK:
        yield from _too_few(place)
        return
    message = f"{place.name} is not {place.expected}."
    if not place.about_key:
        message = f"{place.name} cannot be {_found(place.value)}; expected {place.expected}."
    plain_letters = unicodedata.normalize("NFKD", str(place.value)).encode("ascii", "ignore")
    better = re.sub(r"[^a-z0-9]+", "_", plain_letters.decode().lower()).strip("_")
    ranged = re.sub(r"(\d)\s*(?:-|–|\.\.)\s*(\d)", r"\1 to \2", str(place.value))
    words: list[PlainData] = [word for word in re.split(r"[\s,/]+", str(place.value)) if word not in _JOINERS]
    joined = re.sub(r"\s*[,/+&-]\s*", " ", str(place.value)).strip()
    whole = schema_at(place.kind, place.path)
    key, colon, rest = str(place.value).partition(": ")
    if len(words) > 1 and is_valid(words, whole):
        way_out = f"Write `{_written(words)}`."
    elif colon and is_valid({key: rest}, whole):
        way_out = f"Write the quotation marks after '{key}:', around what follows."
    elif place.limit == _NAME and re.search(_NAME, last := str(place.value).rpartition(".")[2]):
        way_out = f"Write '{last}', without what stands before the point."
    elif place.limit == _NAME and re.search(_NAME, better) and len(better) <= _LONG_NAME and not _is_rule(place):
        way_out = f"Write '{better}'."
    elif ranged != place.value and re.search(str(place.limit), ranged):
        way_out = f"Write '{ranged}'."
    elif place.about_key and joined != place.value and place.limit != _NAME and re.search(str(place.limit), joined):
        way_out = f"Write '{joined}'."
    elif hint := re.fullmatch(r"(\w+) (?:if|when) (.+)", str(place.value)):
        way_out = f"Write `{hint[1]}: if {hint[2]}`."
    else:
        way_out = place.schema.get("description")
    yield error("CR105", message, place.span, help=way_out)


def _too_long(place: _Place) -> Iterator[Diagnostic]:
    message = f"{place.name} is longer than {place.limit} characters."
    yield error("CR105", message, place.span, help="Choose a shorter name.")


def _out_of_range(place: _Place) -> Iterator[Diagnostic]:
    low, high = place.schema.get("minimum"), place.schema.get("maximum")
    wanted = f"of at least {low}" if high is None else f"from {low} to {high}"
    message = f"{place.name} is {place.value}; expected a number {wanted}."
    way_out = f"Choose {low} or more." if high is None else f"Choose a number {wanted}."
    yield error("CR106", message, place.span, help=way_out)


def _too_few(place: _Place) -> Iterator[Diagnostic]:
    what = schema_at(place.kind, place.path).get("title") or place.expected
    message = f"{place.name} is empty; expected {what}."
    yield error("CR107", message, place.span, help=place.example or "Fill it in, or delete it.")


def _too_many(place: _Place) -> Iterator[Diagnostic]:
    count = len(place.node.entries) if isinstance(place.node, Mapping) else 0
    message = f"{place.name} has {count} entries, and may have {place.limit}."
    way_out = "Make one entry of those that differ only in a number or a card, with a choice."
    yield error("CR106", message, place.span, help=way_out)


def _repeated(place: _Place) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    for item in place.node.items if isinstance(place.node, Sequence) else ():
        text = _written(plain(item))
        if text in seen:
            message = f"{place.name} has '{printable(text)}' twice."
            first = Label(seen[text], "first here")
            yield error("CR108", message, item.span, first, help="Delete one of the two.")
        seen.setdefault(text, item.span)


def _misplaced(place: _Place) -> Iterator[Diagnostic]:
    yield error(
        "CR109",
        f"{place.name} is not allowed here.",
        place.key,
        help=place.schema.get("description"),
    )


def _lacks_companion(place: _Place) -> Iterator[Diagnostic]:
    mapping = cast(Mapping, place.node)
    for key, others in cast("dict[str, list[str]]", place.limit).items():
        for other in others:
            if key in mapping.entries and other not in mapping.entries:
                message = f"'{key}' needs '{other}' beside it."
                use = schema_at(place.kind, (*place.path, other)).get("description", "")
                place_of_key = mapping.entries[key].key_span
                yield error("CR110", message, place_of_key, help=f"Add '{other}'. {use}".rstrip())


_EXPLAIN: Final[dict[str, Callable[[_Place], Iterator[Diagnostic]]]] = {
    "type": _wrong_type,
    "required": _missing_keys,
    "enum": _not_allowed,
    "const": _not_allowed,
    "pattern": _ill_formed,
    "maxLength": _too_long,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "minItems": _too_few,
    "minProperties": _too_few,
    "maxProperties": _too_many,
    "uniqueItems": _repeated,
    "not": _misplaced,
    "dependentRequired": _lacks_companion,
}
"""The function that explains a failure, by keyword; a test compares it with the schema."""


# -- words


def _name(path: Path) -> str:
    """Return an address in words.

    >>> print(_name(("zones", "hand", "faces")))
    'zones.hand.faces'
    >>> print(_name(("scenarios", "first", "tests", 0, "play")))
    'play' in item 1 of 'scenarios.first.tests'
    """
    last = max((index for index, step in enumerate(path) if isinstance(step, int)), default=None)
    if last is None:
        return f"'{'.'.join(map(str, path))}'"
    item = f"item {int(path[last]) + 1} of {_name(path[:last])}"
    rest = path[last + 1 :]
    return f"{_name(rest)} in {item}" if rest else item


def _found(value: PlainData) -> str:
    """Return in words what was found."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return f"'{_short(value)}'" if value.strip() else "an empty text"
    return _written(value) if value is None or isinstance(value, bool) else f"the number {value}"


def _written(value: PlainData) -> str:
    """Return a value as YAML on one line."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_in_flow(each)}' for key, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_in_flow, value))}]"
    return json.dumps(value)


def _in_flow(value: PlainData) -> str:
    """Return a value as YAML inside brackets."""
    return quoted(value, flow=True) if isinstance(value, str) else _written(value)


def _short(text: str) -> str:
    line = printable(text)
    return line if len(line) <= 40 else f"{line[:39]}…"


def listed(words: Iterable[str]) -> str:
    """Return words as part of a sentence.

    >>> listed(["rank", "suit", "colour"])
    "'rank', 'suit' and 'colour'"
    """
    return _joined((f"'{word}'" for word in words), "and")


def _joined(parts: Iterable[str], last: str) -> str:
    *others, final = parts
    return f"{', '.join(others)} {last} {final}" if others else final


def schema_at(kind: Kind, path: Path) -> Schema:
    """Return the schema of an address; an empty one if the schema has no such place."""
    schema = _schema(kind)
    for step in path:
        if isinstance(step, int):
            found = schema.get("items")
            schema = cast(Schema, found) if isinstance(found, dict) else {}
        else:
            schema = _part(schema, step)
    return schema
