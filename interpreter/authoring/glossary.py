"""The words of the language, with what each means and which page of docs/language explains it.

All texts come from the declarations of `syntax/operations/` and from the descriptions of the schemas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, cast

import yaml

from ...schema import ruleset_schema, suite_schema
from ..diagnostics import suggest
from ..syntax.operations.declaration import Operation, Statement, Word
from ..syntax.operations.table import EXPRESSIONS, OTHERS, STATEMENTS
from ..syntax.types import UNKNOWN, Type

Kind = Literal["statement", "expression", "turn scheme", "word of turns", "choice", "word of tricks", "key"]

PLACES: Final[Mapping[str, str]] = {
    "moving cards": "statements.md#moving-cards",
    "what is remembered": "statements.md#variables-and-names",
    "the course": "statements.md#the-course-of-the-game",
    "cases": "statements.md#conditions-and-loops",
    "values": "expressions.md#values",
    "cards": "expressions.md#cards-and-players",
    "numbers": "expressions.md#numbers",
    "conditions": "expressions.md#conditions",
    "selecting": "expressions.md#selecting-and-summing",
    "sets": "expressions.md#sets-of-cards",
    "melds": "expressions.md#the-best-arrangement-of-a-hand",
    "schemes": "course.md#phases",
    "turns": "course.md#phases",
    "choices": "actions.md#actions",
    "tricks": "tricks.md#tricks",
}
"""Where in docs/language each list of declarations has its table."""

KEY_PLACES: Final[Mapping[str, str]] = {
    "extends": "house_rules.md#house-rules",
    "deck": "cards.md#deck",
    "zones": "cards.md#zones",
    "variables": "variables.md#variables",
    "melds": "melds.md#melds",
    "rankings": "melds.md#rankings",
    "define": "variables.md#definitions",
    "define.by": "variables.md#looking-up-values",
    "define.table": "variables.md#looking-up-values",
    "teams": "teams.md#teams",
    "tables": "teams.md#several-tables",
    "tricks": "tricks.md#tricks",
    "deal": "course.md#the-course-of-a-game",
    "phases": "course.md#phases",
    "phases.turn": "course.md#turns",
    "actions": "actions.md#actions",
    "effects": "actions.md#effects",
    "match": "course.md#the-course-of-a-game",
    "limits": "course.md#the-course-of-a-game",
    "options": "house_rules.md#options-and-variants",
    "variants": "house_rules.md#options-and-variants",
    "labels": "labels.md#labels",
    "phrases": "labels.md#phrases",
    "notes": "labels.md#notes",
    "bots": "hints.md#hints-for-bots",
    "required": "house_rules.md#house-rules",
    "remove": "house_rules.md#house-rules",
    "change": "house_rules.md#house-rules",
    "add": "house_rules.md#house-rules",
    "about": "file.md#about-the-game",
    "scenarios": "scenarios.md#scenarios",
    "cardrules_suite": "scenarios.md#suites",
    "ruleset": "scenarios.md#suites",
}
"""Where in docs/language the keys of a section are explained; other keys are in the table of file.md."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A line of the reference about one or several words, or a key.

    Attributes:
        kind: what it is.
        names: the words that are always there, with `…` for what stands between them, or examples; the address of
            a key.
        forms: how it is written, with words in capitals for its operands, or examples.
        value: the type of an expression's value, if it is always the same; the kind of value of a key.
        meaning: a sentence in Markdown, whose links are relative to docs/language.
        examples: how it may be written.
        place: a page of docs/language and a section of it.
    """

    kind: Kind
    names: tuple[str, ...]
    forms: tuple[str, ...]
    value: str = ""
    meaning: str
    examples: tuple[str, ...]
    place: str

    @property
    def name(self) -> str:
        """Its first name."""
        return self.names[0]

    @property
    def words(self) -> frozenset[str]:
        """The words by which it can be found."""
        texts = self.names if self.kind == "key" else (*self.names, *self.examples)
        return _words(_plain(" ".join(texts)))

    @property
    def page(self) -> str:
        """The page of the reference that explains it."""
        return self.place.partition("#")[0]


@cache
def entries() -> tuple[Entry, ...]:
    """Return all words, in the order of the reference: words of effect text, then keys."""
    lists: list[tuple[Kind, Mapping[str, Iterable[Word]]]] = [
        ("statement", STATEMENTS),
        ("expression", EXPRESSIONS),
        ("turn scheme", {"schemes": OTHERS["schemes"]}),
        ("word of turns", {"turns": OTHERS["turns"]}),
        ("choice", {"choices": OTHERS["choices"]}),
        ("word of tricks", {"tricks": OTHERS["tricks"]}),
    ]
    found = [
        entry
        for kind, tables in lists
        for name, words in tables.items()
        for entry in _declared(kind, words, PLACES[name])
    ]
    keys = {each.name: each for schema in (suite_schema(), ruleset_schema()) for each in _keys(schema, schema, "", ())}
    return (*found, *sorted(keys.values(), key=lambda each: each.name))


def _declared(kind: Kind, words: Iterable[Word], place: str) -> Iterator[Entry]:
    """Yield the entries of a list of declarations."""
    rows: list[list[Word]] = []
    for word in words:
        if word.help:
            rows.append([])
        if word.shown or isinstance(word, Statement):
            rows[-1].append(word)
    for row in rows:
        values = {str(word.result) if _has_one_type(word) else "" for word in row if isinstance(word, Operation)}
        yield Entry(
            kind=kind,
            names=tuple(name for word in row for name in _names(word)),
            forms=tuple(form for word in row for form in _forms(word)),
            value=values.pop() if len(values) == 1 else "",
            meaning=row[0].help,
            examples=tuple(example for word in row for example in _examples(word)),
            place=place,
        )


def _examples(word: Word) -> tuple[str, ...]:
    return tuple(word.shown.split("|")) if word.shown else ()


def _names(word: Word) -> tuple[str, ...]:
    if isinstance(word, Operation) and word.form and not word.rule:
        return (word.spoken,)
    return (_needed(word),) if isinstance(word, Statement) and word.form else _examples(word)


def _forms(word: Word) -> tuple[str, ...]:
    if isinstance(word, Operation) and word.form and not word.rule:
        return (capitals(word.form),)
    return (capitals(word.form),) if isinstance(word, Statement) and word.form else _examples(word)


def _has_one_type(word: Operation) -> bool:
    return isinstance(word.result, Type) and word.result != UNKNOWN


_OPERANDS: Final = {"some cards": "CARDS", "place": "PILE", "places": "PILES", "any": "VALUE", "until": "CONDITION"}


def capitals(form: str) -> str:
    """Return a form with its operands in capitals.

    >>> capitals("deal {count} [from {source}] to {target}")
    'deal COUNT [from SOURCE] to TARGET'
    """
    return re.sub(r"\{(.+?)\}|<(\w+)>", lambda found: _OPERANDS.get(found[1], (found[1] or found[2]).upper()), form)


def _needed(statement: Statement) -> str:
    """Return the words of a statement that cannot be missing, with `…` for what stands between them."""
    words = [word for optional, group in statement.groups if not optional for word in group]
    return " ".join("…" if word[0] in "{<" else word for word in words).strip("… ")


# ----------------------------------------------------------------------------- keys


def _keys(root: Mapping[str, Any], node: Mapping[str, Any], address: str, seen: tuple[str, ...]) -> Iterator[Entry]:
    """Yield the keys below a node of a schema; names that an author chooses are not part of an address."""
    node, seen = _resolved(root, node, seen)
    for key, below in cast("dict[str, dict[str, Any]]", node.get("properties", {})).items():
        name = f"{address}.{key}".strip(".")
        known, _ = _resolved(root, below, ())
        yield Entry(
            kind="key",
            names=(name,),
            forms=(name,),
            value=", ".join(map(str, known.get("enum", ()))) or known.get("title", ""),
            meaning=known.get("description", ""),
            examples=tuple(_as_yaml(key, example) for example in known.get("examples", ())),
            place=_place_of_key(name),
        )
        if key not in ("change", "add"):
            yield from _keys(root, below, name, seen)
    for inner in ("additionalProperties", "items"):
        if isinstance(node.get(inner), dict):
            yield from _keys(root, node[inner], address, seen)
    for inner in ("anyOf", "oneOf", "allOf"):
        for each in node.get(inner, ()):
            yield from _keys(root, each, address, seen)


def _resolved(
    root: Mapping[str, Any], node: Mapping[str, Any], seen: tuple[str, ...]
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return a node together with the definition that it refers to, unless that has been seen."""
    name = str(node.get("$ref", "")).rpartition("/")[2]
    if not name or name in seen or name not in root["$defs"]:
        return node, seen
    return {**root["$defs"][name], **{key: value for key, value in node.items() if key != "$ref"}}, (*seen, name)


def _as_yaml(key: str, value: object) -> str:
    """Return a key with a value, as a line of a ruleset.

    >>> _as_yaml("size", "3 or more"), _as_yaml("bots", {"prefer": ["play"]})
    ('size: 3 or more', 'bots: {prefer: [play]}')
    """
    if isinstance(value, str) and "\n" in value:
        return "\n".join((f"{key}: |", *(f"  {line}" for line in value.splitlines())))
    text = yaml.safe_dump(value, default_flow_style=True, width=1000, sort_keys=False)
    return f"{key}: {text.strip().removesuffix('...').strip()}"


def _place_of_key(name: str) -> str:
    """Return where the reference explains a key: with the longest part of its address that has a place."""
    parts = name.split(".")
    above = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((KEY_PLACES[part] for part in above if part in KEY_PLACES), "file.md#keys")


# ----------------------------------------------------------------------------- looking up


@dataclass(frozen=True)
class Found:
    """What somebody may mean who types a word or several.

    Attributes:
        meant: the entries of that name, and the keys whose address ends in it.
        others: the further entries in which all these words occur; without any, those whose description has them.
    """

    meant: tuple[Entry, ...]
    others: tuple[Entry, ...]


def looked_up(text: str) -> Found:
    """Return what somebody may mean who types a word or several.

    >>> [each.name for each in looked_up("rankings.patterns").meant], looked_up("siut")
    (['rankings.patterns'], Found(meant=(), others=()))
    """
    wanted = _plain(text.lower().replace("...", " "))
    words = _words(wanted)
    if not words:
        return Found((), ())
    meant = tuple(each for each in entries() if _is_called(each, wanted))
    others = tuple(each for each in entries() if each not in meant and words <= each.words)
    if not (meant or others):
        others = tuple(each for each in entries() if re.search(rf"\b{re.escape(wanted)}\b", each.meaning.lower()))
    return Found(meant, others)


def near(text: str) -> str | None:
    """Return the word that somebody probably meant who typed a text which is not a word of the language.

    >>> near("deedwood")
    'deadwood'
    """
    known = {word for each in entries() for word in (*each.names, each.name.rpartition(".")[2], *each.words)}
    return suggest(text.lower(), known)


def _is_called(entry: Entry, wanted: str) -> bool:
    if entry.kind == "key":
        return f".{entry.name}".endswith(f".{wanted}")
    return any(f"{_plain(name)} ".startswith(f"{wanted} ") for name in entry.names)


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[…:(),]", " ", name).lower().split())


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z_]+|[0-9]+|[^\w\s.]+", text))
