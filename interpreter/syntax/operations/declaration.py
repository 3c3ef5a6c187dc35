"""Declarations of the words of effect text: operations and statements.

The other files of this folder list the declarations by area. The grammar, the checker, the printer,
the code generator, the rulebook, suggestions for misspelt words and the tables of docs/language read them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum, auto
from functools import cached_property
from typing import Any, Literal, cast

from ...diagnostics import Span
from .. import nodes as n
from ..types import Type

Result = Type | Callable[[tuple[Type, ...]], Type]
"""A type, or a function from the types of the operands to the type of the value."""


class Need(Enum):
    """A condition of use, beyond the types of the operands. The checker has a test for each."""

    ACTOR = auto()
    """A player is acting, and is the operand."""
    TWO_PLAYERS = auto()
    """Exactly two players play, or only two can remain after `leaves`."""
    EVEN_PLAYERS = auto()
    """The number of players is even."""
    TEAMS = auto()
    """The ruleset has teams, and the present sides are the last operand."""
    MELDS = auto()
    """The ruleset has melds."""
    CHANCE = auto()
    """Random values are allowed: in statements, not in conditions."""
    SEEN = auto()
    """The members are picked by their place. Somebody sees the cards, or they have an order;
    otherwise the first would reveal which card it is."""
    ORDERED = auto()
    """The cards are in an order."""


@dataclass(frozen=True, kw_only=True)
class Word:
    """A line of the reference, or a part of one.

    Attributes:
        shown: how it is written, in an example; several with `|` between them. Internal operations
            show nothing.
        help: its description; empty if the word stands in the line of the word before it.
        taken: names that it uses, separated by spaces, which no rule of a game may have.
    """

    shown: str = ""
    help: str = ""
    taken: str = ""


@dataclass(frozen=True, kw_only=True)
class Relation:
    """How an operation compares two values.

    Attributes:
        opposite: the operation that holds where this one does not.
        mirrored: the operation that holds when the operands are exchanged.
        must: the words of a message between the two values if it does not hold, for numbers and for
            anything else.
        fails: what is said of a card whose rank or number is compared if it does not hold; empty
            if the values have no order.
    """

    opposite: str
    mirrored: str
    must: tuple[str, str]
    fails: str = ""


SIGNS = ("+", "-", "*", "div", "mod", "<", "<=", ">", ">=", "is")

Shape = Literal["internal", "name", "of", "part", "call", "sign", "fold", "phrase"]


@dataclass(frozen=True, kw_only=True)
class Operation(Word):
    """An operation on values.

    Templates of code are Python expressions. In them `a`, `b`, … are the operands, `s` is the state
    and `N` the number of players. `RANK[a]`, `SUIT[a]`, `COLOUR[a]` and `VALUE[a]` are the
    attributes of a card, `BIT[a]` is the set of one card, `ORDERS[b][a]` the place of a rank in a
    named order, `ATTRIBUTES[b][a]` a further number of a card, `ORDINARY[a]` its rank, unless it is
    a joker or the like. `LEFT[a]`, `RIGHT[a]` and `OPPOSITE[a]` are the neighbours and the partner
    of a player; those of nobody are nobody. `zone` has the piles of the zone that the last operand
    is a pile of, `laid` how they were laid; `z` is the value if there are no members: 0 or none. In
    a fold, `a` is the key of the member `x` of `b`. Names with an underscore are functions of
    `runtime/`, such as those of `primitives.py`; `ARRANGE`, `KINDS`, `GROW` and `RANKINGS` are objects
    of `runtime/`, which `_large_constants` in `compile/compiler.py` makes.
    Operations without a template have a method in `compile/values/operations.py`.

    Attributes:
        name: its name in the typed tree.
        form: its form in text, with its operands in braces: `size of {collection}`. An
            operand is a type (a value that fits is converted to it), or `collection` (cards,
            players or a list), `some cards` (cards or a pile as they are), `place` (a pile on the
            table), `places` (several), `key` (a value that can be highest),
            `a number` (in halves if one of them is), `a factor` (a number in any unit), `any`. Empty for
            operations that only the checker puts in.
        result: the type of the value.
        code: a template.
        call: in the place of a template a function that is called with all operands.
        alike: in the place of templates for what all cards of a collection must have in common: a table of
            it, and one that has for each card those with the same.
        sets: the template where the collection among the operands is a set of cards.
        lists: the template where it is a list.
        departures: the template for games in which players can leave.
        divided: the template for a last operand that is known and not 0.
        needs: conditions of use.
        pure: whether its value depends only on its operands, so that a condition on one card that
            uses it can be a set of cards, computed before play.
        nobody: whether the value can be nobody or none although there are operands.
        stops: whether it stops the game for some operands, such as the number of a pile that is not
            there.
        looks: the operands whose faces it reads, if they are cards or piles on the table.
        finds: the operands, cards, whose places it reveals.
        members: the operands of which the members of the result are members.
        bounded: whether a number is no larger than those among its operands.
        known: computes the value where all operands are known before play.
        relation: how it compares, if it does.
        denied: the form of its negation, unless that is `is not`.
        mutant: the operation that takes its place in a mutant of a ruleset.
        at_table: the part of a table's own state that the value depends on: who sits there, or the
            state of the deal there.
        said: what the rulebook and refusals call it, written as in the section `phrases`, with the operands `{a}`,
            `{b}` and so on. Without it `points of p` is `{a's} points`; other forms have a case in `speech/`.
        means: for a name that abbreviates other operations: their names, outermost first.
        rule: the rule of `grammar.lark` that reads the form. Forms with a word and `of`, names,
            calls and signs need none of their own; what else has no rule gets one by the form.
        free: whether a rule of a game may have the word as its name.
        counts: whether it says what cards count, in halves if values of the deck are.
    """

    name: str
    form: str = ""
    result: Result
    code: str = ""
    call: str = ""
    alike: tuple[str, str] | None = None
    sets: str = ""
    lists: str = ""
    departures: str = ""
    divided: str = ""
    needs: tuple[Need, ...] = ()
    pure: bool = False
    nobody: bool = False
    stops: bool = False
    looks: tuple[int, ...] = ()
    finds: tuple[int, ...] = ()
    members: tuple[int, ...] = ()
    bounded: bool = False
    known: Callable[..., int | bool] | None = None
    relation: Relation | None = None
    denied: str = ""
    mutant: str = ""
    at_table: Literal["", "seats", "state"] = ""
    said: str = ""
    means: tuple[str, ...] = ()
    rule: str = ""
    free: bool = False
    counts: bool = False

    @property
    def one_unit(self) -> bool:
        """Whether numbers among its operands are brought to one unit: to halves if one of them is in halves."""
        return self.relation is not None or "a number" in self.operands or self.name == "contains"

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The types of the operands, as the form writes them."""
        return tuple(part.partition("}")[0] for part in self.form.split("{")[1:])

    @cached_property
    def pattern(self) -> tuple[str, ...]:
        """The words of the form, with `_` for each operand."""
        return _pattern(self.form)

    @cached_property
    def denial(self) -> tuple[str, ...]:
        """The words of the negated form; none if it has no such form."""
        if self.denied or "is" not in self.pattern:
            return _pattern(self.denied)
        return tuple("is not" if word == "is" else word for word in self.pattern)

    @cached_property
    def shape(self) -> Shape:
        """Which rule of the grammar reads the form."""
        match self.pattern:
            case ():
                return "internal"
            case (word,) if word.isidentifier():
                return "name"
            case (_, "of", "_"):
                return "of"
            case (_, "_", "of", "_"):
                return "part"
            case (_, "_", "over", "_"):
                return "fold"
            case ("_", sign, "_") if sign in SIGNS:
                return "sign"
            case ("-_",):
                return "sign"
            case (call, *_) if "(" in call:
                return "call"
            case _:
                return "phrase"

    @cached_property
    def word(self) -> str:
        """The word or sign by which the form is known."""
        return next((w.partition("(")[0].rstrip("_") for w in self.pattern if w != "_"), "")

    @property
    def spoken(self) -> str:
        """The words of the form, as messages name it: `size of`, `top … of`, `is empty`."""
        words = " ".join("…" if word == "_" else word for word in self.pattern)
        return words.partition("(")[0] if self.shape == "call" else words.strip("… ")

    @property
    def by_place(self) -> bool:
        """Whether it picks members of a collection by their place in it."""
        return Need.SEEN in self.needs

    @property
    def chance(self) -> bool:
        """Whether it draws a random number."""
        return Need.CHANCE in self.needs

    @property
    def variadic(self) -> bool:
        """Whether more operands may follow."""
        return "…" in self.form

    def type_of(self, operands: tuple[Type, ...]) -> Type:
        """Return the type of the value for operands of these types."""
        return self.result if isinstance(self.result, Type) else self.result(operands)


def _pattern(form: str) -> tuple[str, ...]:
    first, *others = form.split("{")
    text = first + "".join("_" + part.partition("}")[2] for part in others)
    return tuple(text.split())


@dataclass(frozen=True, kw_only=True)
class Statement(Word):
    """A line of the reference that is about a statement, or a further form of one.

    The grammar gets a rule for each form, the parser makes its node, and the printer writes it.
    Statements with a block, or with lists of any length, have no form here: `grammar.lark` has their rules.

    Attributes:
        form: how it is written, with the fields of its node: `{cards}` is an expression, `<phase>` a
            name. What stands in square brackets may be missing; its field is then None.
        node: the class of its node.
        given: the fields that the form does not name, unless they are None.
        said: what the rulebook says, written as in the section `phrases`, with the fields of the node. Without
            it the statement has a case in `rulebook/sentences.py`.
        begins: the word that it begins with, where it has no form.
    """

    form: str = ""
    node: type[n.Statement] = n.Statement
    given: Mapping[str, bool] = field(default_factory=dict[str, bool])
    said: str = ""
    begins: str = ""

    @cached_property
    def leads(self) -> str:
        """The word that it begins with, if any: no definition or variable may have that name."""
        first = self.form.partition(" ")[0]
        return self.begins or (first if first.isidentifier() else "")

    @cached_property
    def groups(self) -> tuple[tuple[bool, tuple[str, ...]], ...]:
        """The words of the form, in groups, each with whether it may be missing."""
        groups = re.findall(r"\[.*?\]|[^\[]+", self.form)
        return tuple((each[0] == "[", tuple(each.strip("[]").split())) for each in groups)

    @cached_property
    def pattern(self) -> tuple[str, ...]:
        """The words of the form, with `_` for each expression."""
        return tuple("_" if word[0] == "{" else word for _, words in self.groups for word in words)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields that the form names, in their order."""
        return tuple(word[1:-1] for _, words in self.groups for word in words if not word.isidentifier())

    @cached_property
    def _unnamed(self) -> dict[str, bool | None]:
        """The fields that the form does not name, with their values."""
        names = [each.name for each in fields(self.node) if each.compare]
        return {name: self.given.get(name) for name in names if name not in self.fields}

    def made(self, values: Sequence[object], span: Span, word: Span) -> n.Statement:
        """Return the node of a statement with these values of the fields of the form."""
        named = self._unnamed | dict(zip(self.fields, values, strict=True))
        return self.node(**cast("dict[str, Any]", named), span=span, word=word)

    def words(self, node: n.Statement) -> list[str]:
        """Return the words of the form that are written for a node, typed or not; none if it has another form."""
        if not isinstance(node, self.node) or any(getattr(node, name) != self._unnamed[name] for name in self._unnamed):
            return []
        found: list[str] = []
        for optional, words in self.groups:
            if not any(getattr(node, word[1:-1]) is None for word in words if word[0] == "{"):
                found += words
            elif not optional:
                return []
        return found
