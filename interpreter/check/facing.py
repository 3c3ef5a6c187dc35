"""Lowers face-up and face-down cards: zones with `faces: turned`, `is face up`.

The variable `face_up` holds the cards that lie face up in such zones. A ruleset has it if a zone
names `turned`. Statements that move or reveal cards also assign it.
"""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Span
from ..program import ir
from ..syntax import types as ty
from ..syntax.ruleset import FACE_UP
from .context import Context


class Facing:
    """Adds to statements what they change in the variable of the cards that lie face up."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def moved(self, statement: ir.Move | ir.Lay, target: str, span: Span) -> list[ir.Stmt]:
        """Return a move with what it changes: a card keeps its side in a zone of turned cards."""
        if FACE_UP not in self._context.rules.variables:
            return [statement]
        name = f"·moved_{span.start}"
        cards = ir.Local(name, type=statement.cards.type, span=span)
        moved = _as_set(cards)
        up: ir.Expr = _up(span)
        if self._context.faces[target] == "turned":
            up = _join(up, _both(moved, self._open(span)))
        else:
            up = _minus(up, moved)
        return [
            ir.Let(name, statement.cards, span=span),
            ir.Assign(_up(span), up, span=span),
            replace(statement, cards=cards),
        ]

    def revealed(self, statement: ir.Reveal) -> list[ir.Stmt]:
        """Return a statement that reveals cards: to all players means that they are turned up."""
        if FACE_UP not in self._context.rules.variables or statement.audience is not None:
            return [statement]
        span = statement.span
        name = f"·shown_{span.start}"
        cards = ir.Local(name, type=statement.cards.type, span=span)
        turned = _both(_as_set(cards), self._cards(("turned",), span))
        return [
            ir.Let(name, statement.cards, span=span),
            replace(statement, cards=cards),
            ir.Assign(_up(span), _join(_up(span), turned), span=span),
        ]

    def is_up(self, card: ir.Expr, span: Span) -> ir.Expr:
        """Return whether a card lies face up in a zone of turned cards."""
        return ir.Op("contains", (card, _up(span)), type=ty.BOOLEAN, span=span)

    def _open(self, span: Span) -> ir.Expr:
        """Return the cards that everybody sees because of the zone in which they lie."""
        tops = [
            ir.Op("to_cards", (ir.Op("top", (place,), type=ty.CARD, span=span),), type=ty.CARDS)
            for place in self._places(("top",), span)
        ]
        result = self._cards(("shown",), span)
        for top in tops:
            result = _join(result, top)
        return result

    def _cards(self, faces: tuple[str, ...], span: Span) -> ir.Expr:
        """Return all cards in the zones with these faces."""
        result: ir.Expr = ir.Const(0, type=ty.CARDS, span=span)
        for name, zone in self._context.rules.zones.items():
            if self._context.faces[name] not in faces:
                continue
            if zone.piles:
                places = ir.ZoneRef(name, None, type=ty.list_of(ty.place_in(name)), span=span)
                cards: ir.Expr = ir.Op("all_piles", (places,), type=ty.PILE, span=span)
            elif zone.each:
                everybody = ir.Op("everybody", (), type=ty.PLAYERS, span=span)
                cards = ir.AllSeats(name, everybody, type=ty.PILE, span=span)
            else:
                kind = ty.PILE if zone.ordered else ty.CARDS
                cards = ir.ZoneRef(name, None, type=kind, span=span)
            result = _join(result, _as_set(cards))
        return result

    def _places(self, faces: tuple[str, ...], span: Span) -> list[ir.Expr]:
        """Return the zones of the table with these faces that are one pile."""
        return [
            ir.ZoneRef(name, None, type=ty.PILE, span=span)
            for name, zone in self._context.rules.zones.items()
            if self._context.faces[name] in faces and zone.ordered and not zone.piles | zone.each
        ]


def _up(span: Span) -> ir.VarRef:
    return ir.VarRef(FACE_UP, None, type=ty.CARDS, span=span)


def _as_set(cards: ir.Expr) -> ir.Expr:
    if cards.type == ty.CARDS:
        return cards
    return ir.Op("to_cards", (cards,), type=ty.CARDS, span=cards.span)


def _join(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    if isinstance(one, ir.Const):
        return other
    if isinstance(other, ir.Const):
        return one
    return ir.Op("join", (one, other), type=ty.CARDS, span=one.span)


def _minus(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Op("minus", (one, other), type=ty.CARDS, span=one.span)


def _both(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    """Return the cards that are in both sets."""
    if isinstance(other, ir.Const):
        return other
    return _minus(one, _minus(one, other))
