"""Why a deal or a match ends: notes in the conditions that end it, of what of them holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from ...program import ir
from ...program.tree_walk import Body, opened, rebuilt, walk
from ...speech.grammar import YOU, Part
from ...speech.reading import how_many
from ...speech.simplify import Simplifier, alternatives
from ...syntax import types as ty
from .terms import NAMED

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...program.program import Program
    from ...speech.speech import Speech

_LONGEST: Final = 120  # characters of a condition in words
_DEEPEST: Final = 8  # definitions inside one another that are looked into
_RELATIONS: Final = ("ge", "gt", "le", "lt", "eq")
_BOUNDS: Final = {"highest": ("ge", "gt"), "lowest": ("le", "lt")}


@dataclass(frozen=True, slots=True)
class Reached:
    """Players whose numbers have reached a limit: they are more than it with `gt`, at most it with `le`.

    Attributes:
        relation: how the numbers are compared with the limit.
        limit: the limit.
        of: the variable of the numbers; empty if they are scores, or no variable.
        seats: the players.
    """

    relation: str
    limit: int
    of: str = ""
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """A condition in words, as it is told to the player who acts, and to others.

    Attributes:
        you: The words for the player who acts; empty if they say nothing.
        others: Those for others, in which `NAMED` stands for the name of the player.
        scope: What it ends: `deal` or `match`.
        reached: Who has reached limits so that it holds.
    """

    you: Part
    others: Part
    scope: str
    reached: tuple[Reached, ...] = ()


class _Note(Protocol):
    """Returns a value with a note of it at a point, and of what is hidden of its sources."""

    def __call__(self, point: Ending | Reached, value: ir.Expr, *sources: ir.Expr) -> ir.Expr: ...


class Endings:
    """The conditions under which the rules of a game end a deal or the match."""

    def __init__(self, program: Program, speech: Speech, note: _Note) -> None:
        """Prepare to note conditions.

        Args:
            program: The game.
            speech: Puts conditions into words.
            note: Puts a note around a value.
        """
        self._program = program
        self._simplifier = Simplifier(program)
        self._speech = speech
        self._note = note

    def of_deal(self, test: ir.Expr, body: Body) -> ir.Expr:
        """Return a condition with notes of which parts hold, if the body ends the deal that is done then."""
        ends = any(isinstance(each, ir.End) and each.scope in ("deal", "game") for each in body)
        return self._noted(test, self._of_deal) if ends else test

    def of_match(self, until: ir.Expr) -> ir.Expr:
        """Return the condition that ends a match with notes of which parts hold, and for whom."""
        return self._noted(until, self._of_match)

    def _noted(
        self, test: ir.Expr, told: Callable[[ir.Expr], tuple[Ending | None, ir.Expr]], *before: ir.Expr
    ) -> ir.Expr:
        """Return a condition with a note of each of its alternatives; it says that those before it do not hold."""
        if isinstance(test, ir.Logic) and not test.conjunction:
            left = self._noted(test.left, told, *before)
            return replace(test, left=left, right=self._noted(test.right, told, *before, test.left))
        ending, value = told(test)
        return value if ending is None else self._note(ending, value, test, *before)

    def _of_deal(self, test: ir.Expr) -> tuple[Ending | None, ir.Expr]:
        """Return a condition in words, if they say enough without what is around it."""
        if any(isinstance(each, ir.Local) and each.name != "actor" for each in walk(test)):
            return None, test
        you, others = (self._speech.naming("actor", noun).clause(test) for noun in (YOU, NAMED))
        short = max(len(you.text), len(others.text)) <= _LONGEST
        return Ending(you, others, "deal") if short else None, test

    def _of_match(self, test: ir.Expr) -> tuple[Ending | None, ir.Expr]:
        """Return a condition in words, empty if it counts deals, and with notes of who has reached a limit."""
        counts = any(isinstance(each, ir.Op) and each.name == "deal_number" for each in walk(test))
        clause = "" if counts else self._counted(test) or self._speech.clause(test)
        return Ending(clause, clause, "match"), self._reaching(self._written_out(test))

    def _counted(self, test: ir.Expr) -> Part:
        """Return that a number has come to a limit that all share: "6 deals have been scored"; else nothing."""
        match test:
            case ir.Op(name="ge", arguments=(ir.VarRef(seat=None) as number, ir.Const(value=int(limit)))):
                so_many = how_many(self._speech.book.rules.variables[number.variable].help, limit)
                return so_many or self._speech.noun(number).verb("has", f"reached {limit}")
            case _:
                return ""

    def _written_out(self, node: ir.Expr, depth: int = 0) -> ir.Expr:
        """Return an expression with the values of definitions in their place."""
        if isinstance(node, ir.Use) and depth < _DEEPEST:
            return self._written_out(opened(node, self._program.definitions), depth + 1)
        return rebuilt(node, lambda each: self._written_out(each, depth))

    def _reaching(self, node: ir.Expr, *, holds: bool = True, alone: bool = True) -> ir.Expr:
        """Return a condition with notes of the players who must have reached a limit for it to hold.

        Args:
            node: The condition, or players of whom there must be some.
            holds: Whether it must hold; if not, its contrary.
            alone: Whether nothing else must hold, so that it is clear which number is meant.
        """
        inner = partial(self._reaching, holds=holds, alone=alone)
        match node:
            case ir.Logic():
                return rebuilt(node, partial(inner, alone=False))
            case ir.Op(name="not" | "is_empty"):
                return rebuilt(node, partial(inner, holds=not holds))
            case ir.Op(name=name, arguments=(score, ir.Const(value=int(limit)) as bound)) if (
                holds and (players := _with_score(name, score, bound)) is not None
            ):
                none = ir.Op("is_empty", (self._note(Reached(name, limit), players, players),), type=ty.BOOLEAN)
                return ir.Op("not", (none,), type=ty.BOOLEAN)
            case ir.Filter(condition=condition) if holds and node.type == ty.PLAYERS:
                condition = self._simplifier.expression(condition)
                among = node.collection.arguments if isinstance(node.collection, ir.Op) else (node.collection,)
                every = all(isinstance(each, ir.Const) for each in among)
                for test in alternatives(condition, conjunction=True):
                    match test:
                        case ir.Op(name=name, arguments=(value, ir.Const(value=int(limit)))) if name in _RELATIONS and (
                            _is_score(value) or (alone and every and test is condition)
                        ):
                            of = value.variable if isinstance(value, ir.VarRef) and not _is_score(value) else ""
                            return self._note(Reached(name, limit, of), node, node)
                        case _:
                            pass
                inner = inner if isinstance(condition, ir.Const) else partial(inner, alone=False)
            case _:
                pass
        # There is a best one if there is any.
        return rebuilt(node, inner) if isinstance(node, ir.Filter | ir.Best) else node


def _with_score(relation: str, score: ir.Expr, limit: ir.Const) -> ir.Expr | None:
    """Return the players of whom there must be some so that a score, or the best of several, has reached a limit."""
    match score:
        case ir.Fold(operation=operation, collection=players, key=key, name=member) if _is_score(
            key
        ) and relation in _BOUNDS.get(operation, ()):
            pass
        case ir.VarRef(seat=seat) if _is_score(score) and seat is not None and relation in _RELATIONS:
            players, member = ir.Op("to_players", (seat,), type=ty.PLAYERS), "·who"
            key = replace(score, seat=ir.Local(member, type=ty.PLAYER))
        case _:
            return None
    return ir.Filter(players, member, ir.Op(relation, (key, limit), type=ty.BOOLEAN), type=ty.PLAYERS)


def _is_score(value: ir.Expr) -> bool:
    return isinstance(value, ir.VarRef) and value.variable == "score"
