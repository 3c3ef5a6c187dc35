"""Pieces of effect text that know how tightly they bind, and rulesets written as YAML."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

CONDITIONAL, OTHERWISE, WHERE, OR, AND, NOT, COMPARED, SUM, PRODUCT, UNARY, OF, ATOM = range(12)
"""How tightly an expression binds, loosest first, as in `grammar.lark`.

`WHERE` stands apart from its place in the grammar: a condition goes as far to the right as it can,
so that what ends with one needs brackets wherever something could follow.
"""


@dataclass(frozen=True, slots=True)
class Text:
    """An expression as text.

    Attributes:
        text: the expression.
        level: how tightly it binds.
        unseen: whether it is of cards without order that nobody sees, which have no first one.
    """

    text: str
    level: int = ATOM
    unseen: bool = False

    def at(self, level: int) -> str:
        """Return the text for a place that asks for something which binds so tightly."""
        return self.text if self.level >= level else f"({self.text})"

    def __str__(self) -> str:
        """Return the text for a place where nothing follows."""
        return self.text


def of(word: str, operand: Text, unseen: bool = False) -> Text:
    """Return `word of operand`; a `where` after it belongs to the operand."""
    if operand.level == WHERE:
        return Text(f"{word} of {operand}", WHERE, unseen)
    return Text(f"{word} of {operand.at(OF)}", OF, unseen)


_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_ ()+*<>=.-]*[A-Za-z0-9)]|[a-z]")
_WORDS = {"true", "false", "null"}


def dump(value: Any, indent: int = 0) -> str:
    """Return a ruleset (mappings, lists, texts and numbers) as YAML.

    >>> print(dump({"name": "Small", "deal": {"do": "shuffle stock\\ndeal 1 each to hand"}}))
    name: Small
    deal:
      do: |
        shuffle stock
        deal 1 each to hand
    """
    pad = " " * indent
    lines: list[str] = []
    for key, item in value.items():
        if isinstance(item, dict) and item:
            lines += [f"{pad}{_scalar(key)}:", dump(item, indent + 2)]
        elif isinstance(item, str) and "\n" in item:
            inner = "\n".join(f"{pad}  {line}" for line in item.splitlines())
            lines += [f"{pad}{_scalar(key)}: |", inner]
        elif isinstance(item, list):
            members: list[Any] = item  # pyright: ignore[reportUnknownVariableType]
            lines.append(f"{pad}{_scalar(key)}: [{', '.join(map(_flow, members))}]")
        else:
            lines.append(f"{pad}{_scalar(key)}: {_scalar(item)}")
    return "\n".join(lines)


def _flow(item: Any) -> str:
    if isinstance(item, dict):
        pairs: dict[Any, Any] = item  # pyright: ignore[reportUnknownVariableType]
        return "{" + ", ".join(f"{_scalar(k)}: {_flow(v)}" for k, v in pairs.items()) + "}"
    return json.dumps(item) if isinstance(item, str) and "," in item else _scalar(item)


def _scalar(item: Any) -> str:
    if not isinstance(item, str):
        return json.dumps(item)
    if _PLAIN.fullmatch(item) and item.lower() not in _WORDS:
        return item
    return json.dumps(item)
