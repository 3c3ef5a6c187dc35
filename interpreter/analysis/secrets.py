"""Finds internal variables whose values come from cards that not all players see.

Screens do not show such a variable, but bots and observations have it. So it tells them something about
these cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..program import ir
from ..program.program import Effect, Program
from ..program.tree_walk import mentions, parts, phase_bodies
from ..syntax import types as ty
from .disclosures import Disclosures


def kept_secrets(program: Program) -> Iterator[ir.Assign]:
    """Yield the assignments that keep in an internal variable what hidden cards tell.

    A variable of cards is left out, because only those who know the cards see them. So is one that says
    who acts, which everybody sees, and what comes from cards with a name, which may have been shown before.
    """
    return _Search(program).found()


class _Search:
    """Searches the rules of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._disclosures = Disclosures(program)
        acting = [(each.players, each.order, each.among) for each in program.phases.values()]
        self._acting = {each.variable for each in parts(tuple(acting), ir.VarRef)}

    def found(self) -> Iterator[ir.Assign]:
        p = self._program
        texts = chain(
            (definition.do for definition in p.definitions.values()),
            (action.do for action in p.actions.values()),
            (body for phase in p.phases.values() for body in phase_bodies(phase)),
            (p.deal_do, p.deal_after, p.deal_together),
        )
        for text in texts:
            yield from self._in(text, told=False)
        effects: chain[Effect] = chain(
            (effect for action in p.actions.values() for effect in action.effects),
            chain.from_iterable(p.events.values()),
        )
        for effect in effects:
            yield from self._in(effect.do, told=self._reads(effect.when))

    def _in(self, body: tuple[ir.Stmt, ...], *, told: bool, names: tuple[str, ...] = ()) -> Iterator[ir.Assign]:
        """Yield the assignments in some statements.

        Args:
            body: the statements.
            told: whether it depends on hidden cards that they are done at all.
            names: the names of single hidden cards.
        """
        for node in body:
            match node:
                case ir.Assign(target=target, value=value):
                    variable = self._program.variables.get(target.variable)  # none for the score
                    if variable is None or not variable.internal or variable.name in self._acting:
                        continue
                    if not ty.holds_cards(value.type) and (told or self._reads(value, names)):
                        yield node
                case ir.If(test=test, then=then, other=other):
                    inner = told or self._reads(test, names)
                    yield from self._in((*then, *other), told=inner, names=names)
                case ir.ForEach(name=name, series=series, body=block):
                    hidden = (*names, name) if self._is_hidden(series) else names
                    yield from self._in(block, told=told or self._reads(series, names), names=hidden)
                case ir.Repeat(until=until, body=block):
                    yield from self._in(block, told=told or self._reads(until, names), names=names)
                case ir.Sugar(body=block):
                    yield from self._in(block, told=told, names=names)
                case _:
                    pass

    def _reads(self, node: ir.Expr | None, names: tuple[str, ...] = ()) -> bool:
        """Return whether a value depends on the faces of cards in a hidden place, or on which cards lie there."""
        looks = () if node is None else self._disclosures.of(node)
        named = any(isinstance(look, ir.Const) and look.type == ty.CARD for look in looks)
        whole = (node,) if node is not None and named else ()
        return any(mentions(look, *names) or self._is_hidden(look) for look in (*looks, *whole))

    def _is_hidden(self, node: ir.Expr) -> bool:
        zones = {each.zone for each in parts(node, ir.ZoneRef, ir.AllSeats)}
        return any(self._program.zones[zone].faces in ("hidden", "owner") for zone in zones)
