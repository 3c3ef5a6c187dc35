"""The points of a ruleset that play can reach: its rules, their conditions and statements.

Coverage, mutation and trial games count these points. A condition is a part between `and`, `or` and
`not`. A part that depends only on options is not counted, because it cannot change in a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from ..diagnostics import Span
from ..resolve.options import read_option
from ..syntax import nodes as n
from ..syntax.operations.table import OPERATIONS
from ..syntax.printer import show
from ..syntax.ruleset import Ruleset

PointKind: TypeAlias = Literal["action", "effect", "definition", "condition", "statement"]

_SETTLED = ("true", "false", "none")


@dataclass(frozen=True, slots=True)
class Point:
    """A place in a ruleset that is counted.

    Attributes:
        kind: a rule (`action`, `effect`, `definition`), a `condition` or a `statement`.
        address: the rule's address, or that of the text in which it stands.
        span: the rule's name, or the whole of the condition or statement.
        text: a condition or statement as effect text, a rule's address.
    """

    kind: PointKind
    address: str
    span: Span
    text: str

    @property
    def outcomes(self) -> int:
        """The number of its possible outcomes: two for a condition, otherwise one."""
        return 2 if self.kind == "condition" else 1


def points(rules: Ruleset) -> list[Point]:
    """Return the points of a ruleset, in the order of its sections.

    >>> from cardrules.interpreter.check.load import load_ruleset
    >>> rules = load_ruleset("hearts").ruleset
    >>> [point.text for point in points(rules) if point.address == "effects.breaking.when"]
    ['suit of card is hearts', 'card is QS']
    """
    return list(_Finder(rules).all())


def definitions_in_play(rules: Ruleset) -> set[str]:
    """Return the names of the definitions that the game uses; others serve the hints for bots."""
    finder = _Finder(rules)
    finder.reach_all()
    before_play = (rules.deal.first, rules.tables.seat if rules.tables is not None else None)
    for node in filter(None, before_play):
        finder.reach(node)
    return finder.used


def texts(rules: Ruleset) -> Iterator[tuple[str, n.Node, bool]]:
    """Yield the effect texts of a game in play: address, tree, and whether it is a condition.

    Hints for bots are not part of the game. Deck, zones and melds are fixed before it begins.
    """
    for name, definition in rules.definitions.items():
        if definition.address.startswith("define."):
            yield from _present(f"define.{name}.{definition.key}", definition.is_)
            yield from _present(f"define.{name}.do", definition.do)
        else:
            yield from _present(definition.address, definition.is_)
    yield from _present("deal.do", rules.deal.do)
    yield from _present("deal.after", rules.deal.after)
    yield from _present("deal.together", rules.deal.together)
    yield from _present("deal.dealer", rules.deal.dealer)
    for name, phase in rules.phases.items():
        yield from _present(f"phases.{name}.players", phase.players)
        yield from _present(f"phases.{name}.when", phase.when, condition=True)
        yield from _present(f"phases.{name}.before", phase.before)
        yield from _present(f"phases.{name}.turn.before", phase.turn_before)
        yield from _present(f"phases.{name}.turn.after", phase.turn_after)
        yield from _present(f"phases.{name}.until", phase.until, condition=True)
        yield from _present(f"phases.{name}.after", phase.after)
    for name, action in rules.actions.items():
        for word, choice in action.choose:
            yield f"actions.{name}.choose.{word.text}", choice, False
        yield from _present(f"actions.{name}.when", action.when, condition=True)
        yield from _present(f"actions.{name}.do", action.do)
    for name, effect in rules.effects.items():
        yield from _present(f"effects.{name}.when", effect.when, condition=True)
        yield from _present(f"effects.{name}.do", effect.do)
    yield from _present("match.until", rules.match.until, condition=True)
    yield from _present("match.result", rules.match.result)
    yield from _present("limits.result", rules.limits.result)


def _present(address: str, node: n.Node | None, *, condition: bool = False) -> Iterator[tuple[str, n.Node, bool]]:
    if node is not None:
        yield address, node, condition


class _Finder:
    """Finds the points of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        options = {name: read_option(node) for name, node in rules.options.items()}
        self.options = {option.known_as or name for name, option in options.items()}
        self.words = {word for option in options.values() for word in option.choices}
        self.words |= {word.text for word in (*rules.deck.ranks, *rules.deck.suits)}
        self.used = set[str]()
        trees = (tree for _, tree, _ in texts(rules))
        self.departures = any(isinstance(each, n.Leave) for tree in trees for each in n.walk(tree))
        self._known: dict[str, bool] = {}

    def reach_all(self) -> None:
        """Note which definitions the game uses."""
        for address, node, _ in texts(self.rules):
            if not address.startswith("define."):
                self.reach(node)

    def all(self) -> Iterator[Point]:
        self.reach_all()
        for name, definition in self.rules.definitions.items():
            written = definition.span.end > definition.span.start
            if written and name in self.used and not self._constant(name):
                address = definition.address
                yield Point("definition", address, definition.span, address)
        for action in self.rules.actions.values():
            yield Point("action", action.address, action.span, action.address)
        for effect in self.rules.effects.values():
            yield Point("effect", effect.address, effect.span, effect.address)
        for address, node, condition in texts(self.rules):
            section, _, name = address.partition(".")
            name = name.partition(".")[0]
            if section != "define" or (name in self.used and not self._constant(name)):
                yield from self._inside(node, address, condition=condition)

    def reach(self, node: n.Node) -> None:
        """Note which definitions a text needs, directly or through other definitions."""
        for each in n.walk(node):
            name = each.name if isinstance(each, n.Name | n.Call | n.Of) else None
            definition = self.rules.definitions.get(name) if name else None
            if definition is not None and definition.name not in self.used:
                self.used.add(definition.name)
                for body in (definition.is_, definition.do):
                    if body is not None:
                        self.reach(body)

    def _inside(self, node: n.Node, address: str, *, condition: bool) -> Iterator[Point]:
        """Yield the points of a tree; `condition` says whether its outcome is counted."""
        match node:
            case n.Logic(left=left, right=right):
                yield from self._inside(left, address, condition=True)
                yield from self._inside(right, address, condition=True)
                return
            case n.Not(operand=n.Logic() | n.Not() as operand):
                yield from self._inside(operand, address, condition=True)
                return
            case n.IfElse(then=then, condition=test, otherwise=otherwise) if condition:
                for part in (then, test, otherwise):
                    yield from self._inside(part, address, condition=True)
                return
            case _:
                pass
        # Code for `not done` has the place of `done`.
        place = (node.operand if isinstance(node, n.Not) else node).span
        written = place.end > place.start
        if written and (condition or isinstance(node, n.Not)) and not self._settled(node):
            yield Point("condition", address, place, show(node))
        if written and isinstance(node, n.Statement):
            yield Point("statement", address, node.span, show(node).partition("\n")[0])
        if isinstance(node, n.Not):
            node = node.operand
        asked: n.Node | None = None
        match cast("n.Ast", node):
            case n.Section(address=address):
                pass
            case n.Where(condition=asked) | n.IfElse(condition=asked) | n.If(test=asked):
                pass
            case n.Repeat(until=asked) | n.Draw(until=asked):
                pass
            case _:
                pass
        for child in n.children(node):
            yield from self._inside(child, address, condition=child is asked)

    # -- values that depend only on options

    def _constant(self, name: str) -> bool:
        """Return whether a definition's value is known before play."""
        if name not in self._known:
            self._known[name] = False
            definition = self.rules.definitions[name]
            alone = not definition.parameters and definition.is_ is not None
            self._known[name] = alone and self._settled(definition.is_)
        return self._known[name]

    def _settled(self, node: n.Node | None) -> bool:
        """Return whether a tree depends only on options and the number of players."""
        match node:
            case n.Name(name=name):
                if name in self.rules.definitions:
                    return self._constant(name)
                return any(name in words for words in (self.options, self.words, _SETTLED))
            case n.Of(name="size", operand=n.Name(name="everybody")):
                return True
            case n.Of(name="size", operand=n.Players(start=None)):
                return not self.departures  # else players leave in the middle of a game
            case n.Number() | n.Halves():
                return True
            case (
                n.Logic()
                | n.Not()
                | n.Order()
                | n.Equal()
                | n.Within()
                | n.ListOf()
                | n.Arithmetic()
                | n.Negative()
                | n.IfElse()
            ):
                return all(map(self._settled, n.children(node)))
            case n.Table(by=by, rows=rows, otherwise=otherwise):
                values = [*(row.value for row in rows), *([] if otherwise is None else [otherwise])]
                return all(map(self._settled, (by, *values)))
            case n.Phrase(name=name):
                return OPERATIONS[name].pure and all(map(self._settled, n.children(node)))
            case _:
                return False
