"""The words of effect text and the names of a ruleset, each with its type and help, from their declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from ..authoring.glossary import Entry, entries
from ..check.watching import stand_in
from ..syntax import types as ty
from ..syntax.operations.declaration import Operation, Statement
from ..syntax.operations.table import EXPRESSIONS, FORMS, OPERATIONS
from .values import Kind

if TYPE_CHECKING:
    from ..check.load import Loaded
    from ..syntax.ruleset import Rule, Ruleset
    from ..syntax.types import Type

_OPTIONAL: Final = re.compile(r" *\[[^\]]*\]")
_OPERAND: Final = re.compile(r"\{(.+?)\}|<(\w+)>")


@dataclass(frozen=True, slots=True)
class Form:
    """How an operation or a statement is written.

    Attributes:
        label: the form with its operands in capitals.
        snippet: the form with places to fill in, without what may be missing.
        first: its first word.
        trials: the form with names for its operands that fit there, for the checker to try.
        help: what it does, in Markdown.
        result: the type of its value, if that is always the same; None if it depends on the operands.
        statement: whether it is a statement.
        operands: how many operands it has.
        place: a page of docs/language and a section of it.
    """

    label: str
    snippet: str
    first: str
    trials: tuple[str, ...]
    help: str
    result: Type | None
    statement: bool
    operands: int
    place: str


@cache
def forms() -> tuple[Form, ...]:
    """Return the forms of operations and statements that begin with a word."""
    return (*_operations(), *_statements())


@cache
def endings() -> tuple[Form, ...]:
    """Return what may follow a value: the forms of operations that begin with an operand, without it."""
    found: list[Form] = []
    for table in EXPRESSIONS.values():
        for each in table:
            if isinstance(each, Operation) and each.pattern[:1] == ("_",) and each.shape == "phrase":
                form = each.form.partition("}")[2].strip()
                found.append(_form(form, each.result if isinstance(each.result, ty.Type) else None, each.spoken))
    return tuple(found)


def _operations() -> Iterator[Form]:
    for table in EXPRESSIONS.values():
        for each in table:
            if isinstance(each, Operation) and each.form and re.match(r"[a-z]", each.form):
                yield _form(each.form, result_of(each), each.spoken)


def _statements() -> Iterator[Form]:
    for each in FORMS:
        if re.match(r"[a-z]", each.form):
            yield _form(each.form, None, each.form, statement=each)


def _form(form: str, result: Type | None, spoken: str, *, statement: Statement | None = None) -> Form:
    numbers = iter(range(1, 100))
    snippet = _OPERAND.sub(lambda found: f"${{{next(numbers)}:{found[1] or found[2]}}}", _OPTIONAL.sub("", form))
    snippet = snippet.replace(", …", "").replace("…", "")
    entry = _entry_of(capitals(form)) or entry_of(spoken)
    first = re.match(r"[a-z_]+", form)
    return Form(
        label=capitals(form),
        snippet=snippet.strip(),
        first=first[0] if first else "",
        trials=tuple(dict.fromkeys(_trials(form))),
        help=entry.meaning if entry is not None else "",
        result=result,
        statement=statement is not None,
        operands=len(_OPERAND.findall(form)),
        place=entry.place if entry is not None else "",
    )


def _trials(form: str) -> Iterator[str]:
    """Yield a form with names for its operands; one that may be several things is each of them in turn."""
    plain = _OPTIONAL.sub("", form).replace(", …", "")
    for several in ("cards", "pile", "players"):

        def operand(found: re.Match[str], several: str = several) -> str:
            return stand_in(several if found[1] in _SEVERAL else _ONE.get(found[1] or "", found[1] or ""))

        yield _OPERAND.sub(operand, plain)


_SEVERAL: Final = ("collection", "some cards")
"""Operands that may be of several types."""

_ONE: Final = {"a number": "number", "a factor": "number", "key": "number"}
"""Operands that are usually numbers."""


def result_of(operation: Operation) -> Type | None:
    """Return the type of an operation's value; None if it depends on the operands."""
    return operation.result if isinstance(operation.result, ty.Type) and operation.result != ty.UNKNOWN else None


def capitals(form: str) -> str:
    """Return a form with its operands in capitals.

    >>> capitals("deal {count} [from {source}] to {target}")
    'deal COUNT [from SOURCE] to TARGET'
    """
    from ..authoring.glossary import capitals as written

    return written(form)


@cache
def _by_form() -> dict[str, Entry]:
    return {form: each for each in entries() if each.kind != "key" for form in each.forms}


def _entry_of(form: str) -> Entry | None:
    return _by_form().get(form)


@cache
def _by_word() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for each in entries():
        if each.kind != "key":
            for name in each.names:
                found.setdefault(name, each)
                found.setdefault(name.partition(" ")[0].partition("(")[0], each)
    return found


def entry_of(word: str) -> Entry | None:
    """Return the line of the reference about a word of effect text; None if it is none.

    >>> entry = entry_of("deadwood of")
    >>> entry.value if entry else None
    'a number'
    """
    return _by_word().get(word)


# ----------------------------------------------------------------------------- names


@dataclass(frozen=True, slots=True)
class Named:
    """What a name of a ruleset stands for.

    Attributes:
        kind: what it is.
        detail: its type, or a few words.
        help: its description.
        address: the address of its declaration; empty for a word of the language or the cards.
    """

    kind: Kind
    detail: str = ""
    help: str = ""
    address: str = ""


_SECTIONS: Final[tuple[tuple[Kind, str], ...]] = (
    ("zone", "zones"),
    ("variable", "variables"),
    ("meld", "melds"),
    ("ranking", "rankings"),
    ("definition", "define"),
    ("phase", "phases"),
    ("action", "actions"),
    ("effect", "effects"),
    ("attribute", "deck.attributes"),
)


def rules_of(rules: Ruleset, kind: Kind) -> dict[str, Rule]:
    """Return the rules of a kind, by name."""
    tables: dict[Kind, dict[str, Rule]] = {
        "zone": dict(rules.zones),
        "variable": dict(rules.variables),
        "meld": dict(rules.melds),
        "ranking": dict(rules.rankings),
        "definition": dict(rules.definitions),
        "attribute": dict(rules.deck.attributes),
        "phase": dict(rules.phases),
        "action": dict(rules.actions),
        "effect": dict(rules.effects),
    }
    return tables.get(kind, {})


def named(loaded: Loaded | None, name: str) -> Named | None:
    """Return what a name stands for in a ruleset; None if it declares no such name."""
    rules = loaded.ruleset if loaded is not None else None
    if rules is None:
        return None
    for kind, section in _SECTIONS:
        rule = rules_of(rules, kind).get(name)
        if rule is None:
            continue
        if kind == "definition":
            definition = rules.definitions[name]
            parameters = ", ".join(f"{kind.text} {word.text}" for kind, word in definition.parameters)
            detail = f"{name}({parameters})" if parameters else ""
            return Named("procedure" if definition.do is not None else kind, detail, rule.help, f"define.{name}")
        detail = ""
        if kind == "variable":
            detail = rules.variables[name].type.text
            detail += " of each player" if rules.variables[name].each else ""
        elif kind == "zone":
            detail = "a zone of each player" if rules.zones[name].each else "a zone"
        return Named(kind, detail, rule.help, f"{section}.{name}")
    for option, spoken in rules.spoken.items():
        if name == spoken:
            from ..resolve.options import read_option
            from ..source.located import Scalar

            words = rules.options[option].get("help")
            text = words.text if isinstance(words, Scalar) else ""
            return Named("option", read_option(rules.options[option]).expected, text, f"options.{option}")
    return None


def is_operation(name: str) -> bool:
    """Return whether a name is that of an operation."""
    return name in OPERATIONS
