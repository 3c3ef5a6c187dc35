"""Sentences for statements that change variables, points among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..program import ir
from ..program.cards import NONE
from ..speech import english
from ..speech.grammar import YOU, Clause, NounPhrase
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

    def assignment(self, node: ir.Assign) -> str:
        """Return the sentence for a variable; empty if it means nothing to players."""
        name, seat, value = node.target.variable, node.target.seat, node.value
        if name == "score":
            return self._score(node)
        variable = self.speech.book.program.variables[name]
        words = self.speech.book.called("variables", name)
        written = self.speech.book.rules.variables.get(name)
        if name == "face_up" or (written is not None and written.span.start == written.span.end):
            return ""  # no author wrote it
        told = variable.type == ty.BOOLEAN and not isinstance(value, ir.Const)
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
                    return f"{added.verb('is')} now among {target}"
                return f"{added.verb('is')} added to {target}"
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
            return f"there is no longer {target.some()}" if seat is None else ""
        if variable.type == ty.PLAYER:
            return f"{noun.verb('becomes')} {target}"
        if isinstance(value, ir.Cond):
            return f"{target.verb('is')}: {noun}"
        if variable.type == ty.NUMBER and isinstance(value, ir.Const) and value.value == 0:
            return f"{target.verb('becomes')} 0"
        return f"{target.verb('is')} now {noun}"

    def sides(self, node: ir.Sides) -> str:
        """Return who plays together, and against whom."""
        groups = node.groups
        sides = [self.speech.noun(each) for each in groups]
        against = [each.text for each in sides[1:]]
        if node.rest:
            against.append("all others")
        first = sides[0].verb("plays")
        together = " together" if sides[0].plural and sides[0] != YOU else " alone"
        all_told = against[-1] == "all others" or self._are_all(groups)
        alone = "" if all_told else "; all others play alone"
        return f"{first}{together} against {' and against '.join(against)}{alone}"

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

    def _flag(self, node: ir.Assign, words: str) -> str:
        seat, value = node.target.seat, node.value
        if not isinstance(value, ir.Const):
            if words:
                flag = self.speech.clause(node.target)
                match value:
                    case ir.Logic(conjunction=False, left=left, right=more) if left == node.target:
                        return f"from now on {flag} if {self.speech.clause(more)}"
                    case _:
                        return f"{flag} if {self.speech.clause(value)}"
            return ""
        if words:
            clause = self.speech.clause(node.target, holds=bool(value.value))
            if isinstance(clause, Clause) and not clause.holds:
                return str(replace(clause, denial="no longer"))
            return f"from now on {clause}"
        noun = NounPhrase("nobody") if seat is None else self.speech.noun(seat)
        thing = self.speech.book.label(node.target.variable)
        if seat is None:
            return f"the mark “{thing}” is {'set' if value.value else 'taken away'}"
        return f"{noun.verb('gets' if value.value else 'loses')} the mark “{thing}”"

    def _added(self, name: str, amount: ir.Expr, target: NounPhrase) -> str:
        less = name == "sub"
        if isinstance(amount, ir.Op) and amount.name == "neg":
            amount, less = amount.arguments[0], not less
        if isinstance(amount, ir.Const) and isinstance(amount.value, int) and amount.value < 0:
            amount, less = replace(amount, value=-amount.value), not less
        many = self.speech.noun(amount).text
        if isinstance(amount, ir.Const) and isinstance(amount.value, int):
            many = english.number(amount.value)
        return f"take {many} off {target}" if less else f"add {many} to {target}"

    def _column(self, target: ir.VarRef, which: ir.Expr, inner: ir.Expr) -> str:
        place = self.speech.noun(ir.Op("column", (which, target), type=ty.NUMBER, span=target.span))
        match inner:
            case ir.Op(name="add" | "sub" as name, arguments=(ir.Op(name="column"), amount)):
                return self._added(name, amount, place)
            case _:
                return f"{place.verb('is')} now {self.speech.noun(inner)}"

    def _entry(self, target: ir.VarRef, which: ir.Expr, inner: ir.Expr) -> str:
        """Return what a variable with an entry for each suit, rank or choice now has for one."""
        where = entry(self.speech, target, which)
        thing = self.speech.book.label(target.variable)
        of_piles = self.speech.book.program.variables[target.variable].piles
        if inner.type == ty.BOOLEAN:
            if not isinstance(inner, ir.Const):
                return f"the mark “{thing}” for {where} is set if {self.speech.clause(inner)}"
            return f"the mark “{thing}” for {where} is {'set' if inner.value else 'taken away'}"
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
                among = "now among" if inner.type == ty.PLAYERS else "added to"
                return f"{added.verb('is')} {among} {place}"
            case _:
                pass
        noun = self.speech.noun(inner)
        if isinstance(inner, ir.Const) and inner.value in (NONE, ()) and inner.type != ty.NUMBER:
            return f"there is no longer {place.some()}"
        if inner.type == ty.PLAYER:
            return f"{noun.verb('becomes')} {place}"
        return f"{place.verb('is')} now {noun}"

    def _score(self, node: ir.Assign) -> str:
        seat, value = node.target.seat, node.value
        assert seat is not None
        who = self.speech.noun(seat)
        match value:
            case ir.Op(name="add" | "sub" as name, arguments=(first, amount)) if first == node.target:
                return self._points(who, amount, loses=name == "sub")
            case ir.Op(name="add", arguments=(amount, last)) if last == node.target:
                return self._points(who, amount)
            case ir.Const(value=0):
                return f"{who.of('score')} becomes 0"
            case _:
                return f"{who.of('score')} becomes {self.speech.noun(value)}"

    def _points(self, who: NounPhrase, amount: ir.Expr, *, loses: bool = False) -> str:
        """Return what a player scores."""
        if isinstance(amount, ir.Op) and amount.name == "neg":
            return self._points(who, amount.arguments[0], loses=not loses)
        if isinstance(amount, ir.Const) and isinstance(amount.value, int):
            if amount.value < 0:
                return self._points(who, replace(amount, value=-amount.value), loses=not loses)
            many = english.digits(amount.value)
            thing = "point" if amount.value == 1 else "points"
            return f"{who.verb('loses' if loses else 'scores')} {many} {thing}"
        match amount:
            case ir.Cond(test=test, then=then, other=ir.Const(value=0)):
                inner = self._points(who, then, loses=loses)
                return f"{inner} if {self.speech.clause(test)}"
            case ir.Cond(test=test, then=then, other=other):
                first = self._points(who, then, loses=loses)
                if isinstance(other, ir.Cond):
                    second = self._points(who, other, loses=loses)
                else:
                    second = self._points(who, other, loses=loses).removeprefix(f"{who} ")
                return f"{first} if {self.speech.clause(test)}; otherwise {second}"
            case _:
                return f"{who.verb('loses' if loses else 'scores')} {self.speech.noun(amount)}"
