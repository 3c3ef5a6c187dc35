"""Words for statements that change variables, points among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..program import ir
from ..program.cards import NONE
from ..speech.grammar import (
    YOU,
    Case,
    Clause,
    Conditional,
    Instruction,
    Listed,
    Noun,
    NounPhrase,
    Numeral,
    Part,
    Prepositional,
    Subordinate,
    be,
    phrase,
    steps,
    the,
)
from ..speech.numbers import entry
from ..speech.speech import Speech
from ..syntax import types as ty


@dataclass(frozen=True)
class Assignments:
    """Tells what a variable becomes.

    Attributes:
        speech: the words for expressions.
    """

    speech: Speech

    def assignment(self, node: ir.Assign) -> Part:
        """Return what is said of a variable; empty if it means nothing to players."""
        name, seat, value = node.target.variable, node.target.seat, node.value
        if name == "score":
            return self._score(node)
        variable = self.speech.book.program.variables[name]
        words = self.speech.book.called("variables", name)
        written = self.speech.book.rules.variables.get(name)
        if name == "face_up" or (written is not None and written.span.start == written.span.end):
            return ""  # no author wrote it
        told = variable.type in (ty.BOOLEAN, ty.PLAYER) and not isinstance(value, ir.Const)
        anew = name in self.speech.book.anew and self.speech.book.reads(name)
        if variable.internal and not (told or anew) and (words or not self.speech.book.reads(name)):
            return ""  # its words say what it remembers, or no rule depends on it
        begins = "actor" not in self.speech.names and variable.scope != "match"
        if begins and value == variable.start and not anew:
            return ""  # it begins anew
        target = self.speech.noun(node.target)
        if variable.type == ty.BOOLEAN:
            return self._flag(node, words)
        if isinstance(value, ir.Op) and value.name in ("add", "sub") and (value.arguments[0] == node.target):
            return self._added(value.name, value.arguments[1], target)
        match value:
            case ir.Op(name="join" | "join_piles" | "join_players", arguments=(first, more)) if first == node.target:
                added = self.speech.noun(more)
                if variable.type == ty.PLAYERS:
                    return added.verb("is", "now ", Prepositional("among", target))
                return added.verb("is", "added ", Prepositional("to", target))
            case ir.Op(name="with_column", arguments=(which, _, inner)):
                return self._column(node.target, which, inner)
            case ir.Op(name="with_entry", arguments=(which, _, inner)):
                return self._entry(node.target, which, inner)
            case _:
                pass
        noun = self.speech.noun(value)
        if noun.text == target.text:
            return ""  # it stays as it is
        if isinstance(value, ir.Const) and value.value in (NONE, ()) and (value.type != ty.NUMBER):
            return _gone(target) if seat is None else ""
        if variable.type == ty.PLAYER:
            return noun.verb("becomes", target)
        if isinstance(value, ir.Cond):
            return target.verb("is", ": ", noun)
        if variable.type == ty.NUMBER and isinstance(value, ir.Const) and value.value == 0:
            return target.verb("becomes", noun)
        return target.verb("is", "now ", noun)

    def sides(self, node: ir.Sides) -> Part:
        """Return who plays together, and against whom."""
        first, *others = map(self.speech.noun, node.groups)
        against = [*others, *([_ALL_OTHERS] if node.rest else [])]
        together = "together" if first.plural and first != YOU else "alone"
        opposed = Listed(tuple(Prepositional("against", each) for each in against))
        told = first.verb("plays", phrase(together, opposed))
        if node.rest or self._are_all(node.groups):
            return told
        return steps((told, _ALL_OTHERS.verb("plays", "alone")), apart=True)

    def _are_all(self, groups: Sequence[ir.Expr]) -> bool:
        """Return whether the second of two groups is all players without the first."""
        first, *others = map(self._written_out, groups)
        match others:
            case [ir.Op(name="minus_players", arguments=(ir.Op(name=every), less))] if every in (
                "players",
                "everybody",
            ):
                return self._written_out(less) == first
            case _:
                return False

    def _written_out(self, players: ir.Expr) -> ir.Expr:
        """Return the value of a definition, or of a definition that it is; else the expression."""
        while isinstance(players, ir.Use):
            inlined = self.speech.book.simplifier.inlined(players)
            if inlined is None:
                break
            players = inlined
        return players

    def _flag(self, node: ir.Assign, words: str) -> Part:
        seat, value = node.target.seat, node.value
        if not isinstance(value, ir.Const):
            if words:
                flag = self.speech.clause(node.target)
                match value:
                    case ir.Logic(conjunction=False, left=left, right=more) if left == node.target:
                        return phrase("from now on", flag, Subordinate("if", self.speech.clause(more)))
                    case _:
                        return phrase(flag, Subordinate("if", self.speech.clause(value)))
            return ""
        if words:
            clause = self.speech.clause(node.target, holds=bool(value.value))
            if isinstance(clause, Clause) and not clause.holds:
                return replace(clause, denial="no longer")
            return phrase("from now on", clause)
        mark = the(f"mark “{self.speech.book.label(node.target.variable)}”")
        if seat is None:
            return be(mark, "set" if value.value else "taken away")
        return self.speech.noun(seat).verb("gets" if value.value else "loses", mark)

    def _added(self, name: str, amount: ir.Expr, target: NounPhrase) -> Part:
        less = name == "sub"
        if isinstance(amount, ir.Op) and amount.name == "neg":
            amount, less = amount.arguments[0], not less
        if isinstance(amount, ir.Const) and isinstance(amount.value, int) and amount.value < 0:
            amount, less = replace(amount, value=-amount.value), not less
        many: Part = self.speech.noun(amount)
        if isinstance(amount, ir.Const) and isinstance(amount.value, int):
            many = Numeral(amount.value, spelled=True, kind=amount.type)
        if less:
            return Instruction("takes", phrase(many, Prepositional("off", target)))
        return Instruction("adds", phrase(many, Prepositional("to", target)))

    def _column(self, target: ir.VarRef, which: ir.Expr, inner: ir.Expr) -> Part:
        place = self.speech.noun(ir.Op("column", (which, target), type=target.type.of or ty.NUMBER, span=target.span))
        match inner:
            case ir.Op(name="add" | "sub" as name, arguments=(ir.Op(name="column"), amount)):
                return self._added(name, amount, place)
            case _:
                return place.verb("is", "now ", self.speech.noun(inner))

    def _entry(self, target: ir.VarRef, which: ir.Expr, inner: ir.Expr) -> Part:
        """Return what a variable with an entry for each suit, rank or choice now has for one."""
        where = entry(self.speech, target, which)
        thing = self.speech.book.label(target.variable)
        of_piles = self.speech.book.program.variables[target.variable].piles
        if inner.type == ty.BOOLEAN:
            mark = the(f"mark “{thing}”", "for ", where)
            if not isinstance(inner, ir.Const):
                return be(mark, phrase("set", Subordinate("if", self.speech.clause(inner))))
            return be(mark, "set" if inner.value else "taken away")
        place = self.speech.noun(target).followed("for ", where)
        if of_piles:
            place = self.speech.noun(which).of(thing)
        match inner:
            case ir.Op(name="add" | "sub" as name, arguments=(ir.Op(name="column"), amount)):
                return self._added(name, amount, place)
            case ir.Op(
                name="join" | "join_piles" | "join_players",
                arguments=(ir.Op(name="column"), more),
            ):
                added = self.speech.noun(more)
                now, to = ("now ", "among") if inner.type == ty.PLAYERS else ("added ", "to")
                return added.verb("is", now, Prepositional(to, place))
            case _:
                pass
        noun = self.speech.noun(inner)
        if isinstance(inner, ir.Const) and inner.value in (NONE, ()) and inner.type != ty.NUMBER:
            return _gone(place)
        if inner.type == ty.PLAYER:
            return noun.verb("becomes", place)
        return place.verb("is", "now ", noun)

    def _score(self, node: ir.Assign) -> Part:
        seat, value = node.target.seat, node.value
        assert seat is not None
        who = self.speech.noun(seat)
        match value:
            case ir.Op(name="add" | "sub" as name, arguments=(first, amount)) if first == node.target:
                return self._points(who, amount, loses=name == "sub")
            case ir.Op(name="add", arguments=(amount, last)) if last == node.target:
                return self._points(who, amount)
            case _:
                return who.of("score").verb("becomes", self.speech.noun(value))

    def _points(self, who: NounPhrase, amount: ir.Expr, *, loses: bool = False) -> Part:
        """Return what a player scores."""
        if isinstance(amount, ir.Op) and amount.name == "neg":
            return self._points(who, amount.arguments[0], loses=not loses)
        verb = "loses" if loses else "scores"
        match amount:
            case ir.Op(name="mul", arguments=(ir.Const(value=int(many)) as factor, rest)) if many < 0:
                positive = replace(amount, arguments=(replace(factor, value=-many), rest))
                return self._points(who, positive, loses=not loses)
            case ir.Const(value=int(many)):
                if many < 0:
                    return self._points(who, replace(amount, value=-many), loses=not loses)
                number = Numeral(many, kind=amount.type)
                return who.verb(verb, NounPhrase(_POINTS, number, plural=not number.is_single))
            case ir.Cond():
                return Conditional(self._point_cases(who, amount, loses=loses), trailing=True)
            case _:
                return who.verb(verb, self.speech.noun(amount))

    def _point_cases(self, who: NounPhrase, node: ir.Cond, *, loses: bool) -> tuple[Case, ...]:
        """Return what a player scores if something is so, and what otherwise, if that is not nothing."""
        first = Case(self.speech.clause(node.test), self._points(who, node.then, loses=loses))
        match node.other:
            case ir.Const(value=0):
                return (first,)
            case ir.Cond() as other:
                return first, *self._point_cases(who, other, loses=loses)
            case other:
                return first, Case(None, self._points(who, other, loses=loses))


_POINTS = Noun("point", "points")
_ALL_OTHERS = NounPhrase("others", "all", plural=True, person=True)


def _gone(thing: NounPhrase) -> Clause:
    """Return that there is no such thing any more."""
    return Clause(thing.some(), "is", holds=False, there=True, denial="no longer")
