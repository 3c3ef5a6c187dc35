"""Expressions of the rules and their values in a position as text for players.

The words are those of the rulebook: what the ruleset says under `phrases` and `labels`, and else
the meaning of the expression. Cards are written as in actions, and players as `seat 1`, so that a
screen can show both in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

from ...errors import CardrulesError
from ...game.observation.redaction import show_value
from ...program import ir
from ...program.cards import NONE
from ...program.tree_walk import rebuilt
from ...resolve.options import show
from ...runtime.melds import cards_of
from ...shared import kept_with
from ...speech.book import Book
from ...speech.english import digits
from ...speech.grammar import (
    IT,
    YOU,
    Clause,
    Instruction,
    Listed,
    NounPhrase,
    Part,
    Place,
    Proposition,
    be,
    bracketed,
    steps,
)
from ...speech.speech import Speech
from ...syntax import types as ty
from ..insight import Insight

if TYPE_CHECKING:
    from ...game.rules import Rules

_WORDS: Final = (ty.RANK, ty.SUIT, ty.COLOUR, ty.NUMBER)
_MANY: Final = 8  # the most members of a list that are named
_NAMED: Final = 12  # the most values that can be chosen of which a message lists all
_LONG: Final = 60  # the most characters of a noun that is given besides its value


class _Notation(Book):
    """What a rulebook knows about its game, with cards written as in actions."""

    def card(self, index: int) -> str:
        """Return a card as actions write it."""
        return self.program.pack.text[index]


def _notation(rules: Rules) -> Book:
    assert rules.loaded.ruleset is not None
    return _Notation(rules.program, rules.loaded.ruleset)


@dataclass(frozen=True)
class Wording(Insight):
    """Describes expressions to the seat that makes the decision."""

    @property
    def book(self) -> Book:
        """The words of the game."""
        return kept_with(self.rules, "book", _notation)

    @cached_property
    def speech(self) -> Speech:
        """Puts expressions into words; local names are what the player has chosen."""
        named = {name: self._named(name) for name in self.names}
        seats = {_place(seat): self.person(seat) for seat in range(self.rules.players)}
        return Speech(self.book, {"actor": YOU, **seats, **named})

    def _named(self, name: str) -> NounPhrase:
        value, kind = self.names[name], self.types[name]
        match kind:
            case ty.CARDS | ty.PILE:
                text = " ".join(self.rules.program.pack.text[card] for card in cards_of(value))
                return NounPhrase(text or "no cards", plural=value.bit_count() != 1)
            case ty.CARD:  # the player has named it, so it is not secret that it exists
                return NounPhrase(self.rules.program.pack.text[cast(int, value)])
            case ty.PLAYER:
                return self.person(value)
            case _:
                return NounPhrase(self.text(kind, value), plural=kind == ty.SUIT)

    # -- names

    def person(self, seat: int) -> NounPhrase:
        """Return the noun for a player: `you`, or `seat 1`, which screens replace by a name."""
        return YOU if seat == self.seat else NounPhrase(f"seat {seat}", person=True)

    def who(self, seat: int) -> str:
        """Return what a player is called, such as `you`."""
        return self.person(seat).text

    def label(self, name: str) -> str:
        """Return what something in the rules is called."""
        return self.rules.program.label(name)

    def noun(self, node: ir.Expr) -> NounPhrase:
        """Return a noun phrase for an expression, such as `the top card of the pile`."""
        return self.speech.noun(self.simple(node))

    def clause(self, node: ir.Expr, *, holds: bool = True, it: str = "") -> Proposition:
        """Return a condition as a clause, or its contrary.

        Args:
            node: the condition.
            holds: whether it is to hold.
            it: a local name that the text has already named.
        """
        speech = self.speech.naming(it, IT) if it else self.speech
        return speech.clause(self.simple(node), holds=holds)

    def simple(self, node: ir.Expr) -> ir.Expr:
        """Return an expression as it is put into words: without what the options exclude."""
        return self._with_seats(self.book.simplifier.expression(node))

    def _with_seats(self, node: ir.Expr) -> ir.Expr:
        """Return an expression in which owners of cards and of values are players by name.

        A rank, a suit or a number that was chosen takes the place of its name.
        """
        if isinstance(node, ir.Local) and self.types.get(node.name) in _WORDS:
            return ir.Const(self.names[node.name], type=node.type)
        if isinstance(node, ir.ZoneRef | ir.VarRef) and node.seat is not None:
            return rebuilt(node, self._seat)
        if isinstance(node, ir.Use):
            node = rebuilt(node, lambda each: self._seat(each) if each.type == ty.PLAYER else each)
        return rebuilt(node, self._with_seats)

    def _seat(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Local) or not self.knows(node):
            return node
        try:
            seat = self.value(node)
        except CardrulesError:
            return node
        return ir.Local(_place(seat), type=ty.PLAYER) if seat >= 0 else node

    # -- values

    def shown(self, node: ir.Expr) -> str:
        """Return the value of an expression in words."""
        return self.text(node.type, self.value(node))

    def text(self, kind: ty.Type, value: Any) -> str:
        """Return a value in words."""
        pack = self.rules.program.pack
        if value == NONE and kind != ty.NUMBER:
            return "none"
        if kind == ty.PLAYER:
            return self.who(value)
        if kind == ty.PLAYERS:
            return _some([self.who(seat) for seat in cast("Sequence[int]", value)])
        if kind == ty.RANK:
            return self.book.rank(value)
        if kind.name == "place":
            return self.rules.notation.pile(kind.choices[0], value)
        if kind == ty.NUMBER:
            return digits(value, kind)
        if names := pack.names(kind):
            return self.label(names[value])
        inner = ty.element(kind)
        if inner is not None and inner != ty.CARD and not kind.choices:
            return _some([self.text(inner, each) for each in cast("Sequence[Any]", value)])
        shown = show_value(self.rules, kind, value, self.position.know, self.seat)
        if isinstance(shown, dict):
            entries = cast("dict[str, object]", shown)
            return _some([f"{self.label(word)} {show(each)}" for word, each in entries.items()])
        if isinstance(shown, tuple):
            return " ".join(map(str, cast("tuple[object, ...]", shown))) or "none"
        return ("yes" if shown else "no") if isinstance(shown, bool) else str(shown)

    def with_value(self, node: ir.Expr) -> NounPhrase:
        """Return the noun for an expression, with its value in brackets unless that is the noun."""
        noun = self.noun(node)
        if isinstance(node, ir.Const | ir.Local) or not self.knows(node):
            return noun
        shown = self.shown(node)
        if shown in (noun.text, "none", "") or shown.count(" ") > _MANY:
            return noun
        return noun.bracketed(shown)

    def value_with_noun(self, node: ir.Expr) -> Part:
        """Return the value of an expression, with its noun in brackets unless that is the value."""
        shown, noun = self.shown(node), self.noun(node)
        if isinstance(node, ir.Const | ir.Local) or noun.text == shown or len(noun.text) > _LONG:
            return shown
        return bracketed(shown, noun)

    def instead(self, what: Part, kind: ty.Type, values: Sequence[Any], chosen: int | None = None) -> Part:
        """Return what is wrong, and what can be chosen instead unless that is nothing or a lot.

        Args:
            what: what is wrong.
            kind: the type of what is chosen.
            values: what can be chosen.
            chosen: the number that was chosen; of many others the nearest ones are named.
        """
        if chosen is not None and len(values) > _NAMED:
            lower = sorted(each for each in values if each < chosen)[-1:]
            values = lower + sorted(each for each in values if each > chosen)[:1]
        words = dict.fromkeys(self.text(kind, value) for value in values)
        some = ["yourself" if word == YOU.text else word for word in words]
        choose = Instruction("chooses", Listed(tuple(some), "or"))
        return steps((what, choose), apart=True) if 0 < len(some) <= _NAMED else what

    def not_held(self, card: str, owner: int) -> Clause:
        """Return that a card is not in the hand that the seat plays from."""
        noun = NounPhrase(card, "" if self.rules.program.pack.suits else "a")  # without suits it is a noun: a guard
        if owner == self.seat:
            return YOU.verb("holds", noun, holds=False)
        return be(noun, Place(self.person(owner).of("hand")), False)


def _place(seat: int) -> str:
    """Return the local name that stands for a player."""
    return f"·seat {seat}"


def _some(members: list[str]) -> str:
    some = members[:_MANY]
    return ", ".join(some) + (", …" if len(members) > _MANY else "") if some else "none"
