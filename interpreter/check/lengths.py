"""How long and how deep rules are with all that they use written out.

A definition that uses another one twice is twice as long as that one. A chain of such definitions
would keep the compiler and the game busy for years, so there is a limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, repeat

from ..diagnostics import Diagnostic, error
from ..program.coverage_points import texts
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax.syntax import MAX_LEVELS

LONGEST = 20_000
"""The most words that a rule may have, with all that it uses written out."""

_NAMING = n.Name, n.Call, n.Of, n.Part


@dataclass(slots=True)
class Size:
    """The size of a text: how often each name stands in it, and how deep it is.

    Under "" is the number of all other words and operations.
    """

    names: dict[str, int] = field(default_factory=lambda: {"": 0})
    depth: int = 0

    @property
    def excessive(self) -> bool:
        """Whether a text of this size is too large."""
        return sum(self.names.values()) > LONGEST or self.depth > MAX_LEVELS


class Lengths:
    """Measures the rules of one ruleset, in which nothing needs itself."""

    def __init__(self, rules: r.Ruleset) -> None:
        self._rules = rules
        self._definitions: dict[str, Size] = {}
        self._actions: dict[str, Size] = {}

    def problems(self) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each rule that is too large though nothing that it uses is."""
        hints = self._rules.bots
        rules = [text for _, text, _ in texts(self._rules)]
        rules += filter(None, (hints.value, *(each for _, each in hints.prefer)))
        for rule in rules:
            if self._size(rule).excessive and not any(
                used.excessive for used in map(self._used, self._rules.inside(rule)) if used
            ):
                message = (
                    f"with all that it uses this rule has more than {LONGEST:,} words, or more than {MAX_LEVELS} levels"
                )
                advice = "shorten it, or keep in a variable what is used several times"
                yield error("CR431", message, rule.span, help=advice)

    def _size(self, *texts: n.Node | None) -> Size:
        size = Size()
        for text in filter(None, texts):
            size.depth = max(size.depth, self._add(text, 1, size.names))
        return size

    def _add(self, text: n.Node, times: int, names: dict[str, int]) -> int:
        """Add the names of a text that stands several times in another one; return its depth."""
        name = text.name if isinstance(text, n.Name) else ""
        names[name] = names.get(name, 0) + times
        if isinstance(text, n.Table):  # its rows are cases one inside the other, with conditions on `by`
            keys = sum(len(row.keys) for row in text.rows)
            self._add(text.by, times * (keys + 1), names)
            return len(text.rows) + max([self._add(part, times, names) for part in n.children(text)], default=0)
        used = self._used(text)
        if used is None:
            return 1 + max([self._add(part, times, names) for part in n.children(text)], default=0)
        definition = self._definition(text)
        parameters = definition.parameters if definition is not None else ()
        given = {word.text: used.names.get(word.text, 1) for _, word in parameters}
        others = used.names.keys() - given.keys()
        names[""] += times * sum(used.names[word] for word in others)
        parts = zip(n.children(text), chain(given.values(), repeat(1)), strict=False)
        depths = [self._add(part, times * uses, names) for part, uses in parts]
        return 1 + max(depths, default=0) + used.depth

    def _used(self, node: n.Node) -> Size | None:
        """Return the size of the definition that a node uses, or of whether it is possible."""
        definition = self._definition(node)
        if definition is not None:
            if definition.name not in self._definitions:
                self._definitions[definition.name] = self._size(definition.is_, definition.do)
            return self._definitions[definition.name]
        if isinstance(node, n.Possible) and isinstance(node.action, n.Name):
            action = self._rules.actions.get(node.action.name)
            if action is not None:
                if action.name not in self._actions:
                    conditions = (action.when, *(choice for _, choice in action.choose))
                    self._actions[action.name] = self._size(*conditions)
                return self._actions[action.name]
        return None

    def _definition(self, node: n.Node) -> r.Definition | None:
        return self._rules.definitions.get(node.name) if isinstance(node, _NAMING) else None
