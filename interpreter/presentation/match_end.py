"""The end of a match: who has won, and why it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics import counted
from ..errors import CardrulesError
from ..explanation.insight import Insight
from ..program import ir
from ..program.tree_walk import rebuilt, substitute, walk
from ..speech.book import Book
from ..speech.english import listed
from ..speech.simplify import Simplifier, alternatives
from ..speech.speech import Speech
from ..syntax import types as ty
from .players import HUMAN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..play.state import State
    from ..program.program import Program
    from .painter import Painter

_DEEPEST: Final = 8  # definitions inside one another that are looked into
_HOLDS: Final = {
    "ge": int.__ge__,
    "gt": int.__gt__,
    "le": int.__le__,
    "lt": int.__lt__,
}
_SAID: Final = {"ge": "reached", "gt": "more than", "le": "fallen to", "lt": "less than"}


def result(painter: Painter, state: State, viewer: int | None) -> str:
    """Return the winners and the scores, in words.

    Args:
        painter: names the players.
        state: the end of the match.
        viewer: who reads it; None knows everything.
    """
    text = winners(painter, state, viewer)
    if state.game.program.uses_scores:
        sheet = painter.sheet(state.scores(), lambda seat: _name(painter, seat, viewer))
        text += f" {'Score' if state.game.program.plays_together else 'Scores'}: {sheet}."
    text += "".join(f" {each[:1].upper()}{each[1:]}." for each in _kept(painter, state, viewer))
    program = state.game.program
    if state.position.turns >= program.turn_limit:
        text += f" The game was stopped at its limit of {program.turn_limit} turns."
    return text


def winners(painter: Painter, state: State, viewer: int | None) -> str:
    """Return who has won, in a sentence; the arguments are those of `result`."""
    seats = state.winners()
    names = [_name(painter, seat, viewer) for seat in seats]
    if not names and state.game.program.plays_together:
        return "The game is over."
    if not names:
        scores = state.scores() if state.game.program.uses_scores else ()
        level = len(scores) > 1 and len({*scores}) == 1
        return "A draw: all have the same score." if level else "Nobody wins."
    if seats == [viewer] or names == ["You"]:
        return "You win!"
    text = f"{listed(names)} {'wins' if len(names) == 1 else 'win'}."
    return text[:1].upper() + text[1:]


def _kept(painter: Painter, state: State, viewer: int | None) -> Iterator[str]:
    """Yield what all share that has been counted through the match: "stakes in the pot: 8"."""
    program, seen = state.game.program, state.open_observation()
    for variable in program.variables.values():
        if variable.scope == "match" and not (variable.each or variable.internal):
            value = seen.variables[variable.name]
            said = painter.value(variable.type, value, viewer)
            if said not in (None, "0", "yes"):
                yield f"{painter.label(variable.name)}: {said}"


def _name(painter: Painter, seat: int, viewer: int | None) -> str:
    """Return what a seat is called in the result; with the kind of bot if several play."""
    kinds, name = painter.players.kinds, painter.who(seat, viewer)
    alike = len({kind for kind in kinds if kind != HUMAN}) == 1 and painter.players.humans
    return name if alike or kinds[seat] == HUMAN else f"{name} ({kinds[seat]})"


def why_over(painter: Painter, state: State, viewer: int | None) -> str:
    """Return the reason for which a match is over, empty if it was one deal or nothing is known.

    Args:
        painter: names the players.
        state: the end of the match.
        viewer: who reads it; None knows everything.
    """
    program = state.game.program
    until = program.match_until
    told: list[str] = []
    if until is not None:
        told = list(_of_scores(painter, state, viewer, until)) or list(_of_numbers(painter, state, viewer, until))
        told = told or list(_others(state, viewer, until))
    if not told and 1 < program.match_deals <= state.position.deal:
        told = [f"{counted(program.match_deals, 'deal')} are played"]
    return listed(list(dict.fromkeys(told)))


def _of_scores(painter: Painter, state: State, viewer: int | None, until: ir.Expr) -> Iterator[str]:
    """Yield which sides have scores that a condition compares with a number."""
    scores = state.scores()
    for test in _comparisons(_written_out(state.game.program, until)):
        match test:
            case ir.Op(name=name, arguments=(value, ir.Const(value=int(limit)))) if name in _HOLDS and _is_score(value):
                for side in painter.sides():
                    if _HOLDS[name](scores[side[0]], limit):
                        yield _reached(painter, side, viewer, name, limit)
            case _:
                pass


def _of_numbers(painter: Painter, state: State, viewer: int | None, until: ir.Expr) -> Iterator[str]:
    """Yield which sides have numbers that a condition compares with one number, and no more."""
    program = state.game.program
    written = Simplifier(program).expression(_written_out(program, until))
    match written:
        case ir.Op(name="not", arguments=(ir.Op(name="is_empty", arguments=(players,)),)):
            members = _among(players)
        case _:
            return
    match members:
        case ir.Filter(
            collection=ir.Op(name="players" | "everybody"),
            name=member,
            condition=ir.Op(name=name, arguments=(_, ir.Const(value=int(limit)))) as test,
        ) if name in _HOLDS:
            insight = Insight(state.game, state.position, viewer or 0)
            for side in painter.sides():
                its = substitute(test, {member: ir.Const(side[0], type=ty.PLAYER)})
                if insight.value(its) and (viewer is None or insight.knows(its)):
                    yield _reached(painter, side, viewer, name, limit)
        case _:
            pass


def _among(members: ir.Expr) -> ir.Expr:
    """Return the members among whom the best are meant; there is a best one if there is any."""
    return _among(members.collection) if isinstance(members, ir.Best) else members


def _reached(painter: Painter, side: Sequence[int], viewer: int | None, relation: str, limit: int) -> str:
    """Return that a side has reached a number, or one beyond it."""
    names = [painter.who(seat, viewer) for seat in side]
    verb = "have" if len(names) > 1 or names == ["you"] else "has"
    number = str(limit).replace("-", painter.style.minus)
    return f"{listed(names)} {verb} {_SAID[relation]} {number}"


def _comparisons(node: ir.Expr, *, holds: bool = True) -> Iterator[ir.Expr]:
    """Yield the comparisons of which at least one must hold for a condition to hold."""
    match node:
        case ir.Logic(left=left, right=right):
            yield from _comparisons(left, holds=holds)
            yield from _comparisons(right, holds=holds)
        case ir.Op(name="not" | "is_empty", arguments=(inner,)):
            yield from _comparisons(inner, holds=not holds)
        case ir.Best(collection=collection):
            yield from _comparisons(collection, holds=holds)
        case ir.Filter(collection=collection, condition=condition):
            yield from _comparisons(collection, holds=holds)
            yield from _comparisons(condition, holds=holds)
        case _ if holds:
            yield node
        case _:
            pass


def _is_score(value: ir.Expr) -> bool:
    """Return whether a value is the score of a player, or the best one of several players."""
    match value:
        case ir.VarRef(variable="score"):
            return True
        case ir.Fold(key=key, operation="highest" | "lowest"):
            return _is_score(key)
        case _:
            return False


def _others(state: State, viewer: int | None, until: ir.Expr) -> Iterator[str]:
    """Yield other conditions of the end that hold, as far as the viewer knows them."""
    rules, program = state.game, state.game.program
    assert rules.loaded.ruleset is not None
    speech = Speech(Book(program, rules.loaded.ruleset))
    insight = Insight(rules, state.position, viewer or 0)
    for test in alternatives(until, conjunction=False):
        if any(isinstance(each, ir.Op) and each.name == "deal_number" for each in walk(test)):
            continue  # all deals are played
        try:
            if insight.value(test) and (viewer is None or insight.knows(test)):
                yield speech.clause(test)
        except CardrulesError:
            continue


def _written_out(program: Program, node: ir.Expr, depth: int = 0) -> ir.Expr:
    """Return an expression with the values of definitions in their place."""
    if isinstance(node, ir.Use) and depth < _DEEPEST:
        definition = program.definitions[node.definition]
        if definition.value is not None:
            names = {name: value for (name, _), value in zip(definition.parameters, node.arguments, strict=True)}
            return _written_out(program, substitute(definition.value, names), depth + 1)
    return rebuilt(node, lambda each: _written_out(program, each, depth))
