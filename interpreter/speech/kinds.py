"""Kinds of cards: what cards are called that fulfil a condition, such as `red fives`."""

from __future__ import annotations

from typing import cast

from ..program import ir
from ..program.cards import COLOURS, NONE
from ..syntax import types as ty
from .english import listed
from .grammar import Noun
from .phrasing import Phrasing
from .simplify import alternatives


def kind(speech: Phrasing, condition: ir.Expr, name: str) -> Noun | None:
    """Return what the cards are for which a condition holds: `red fives`; None if unknown."""
    if isinstance(condition, ir.Logic) and not condition.conjunction:
        kinds = [speech.kind(each, name) for each in alternatives(condition, conjunction=False)]
        if any(each is None for each in kinds):
            return None
        return _either(cast("list[Noun]", kinds))
    ranks: Noun | None = None
    suit: Noun | None = None
    colour = ""
    of_suit = ""
    for part in alternatives(condition, conjunction=True):
        match part:
            case ir.Op(
                name="eq",
                arguments=(
                    ir.Op(name=what, arguments=(ir.Local(name=local),)),
                    ir.Const(value=int(value)),
                ),
            ) if local == name and value != NONE:
                if what == "rank" and ranks is None:
                    ranks = speech.book.rank_in(value)
                elif what == "suit" and suit is None:
                    suit, of_suit = speech.book.of_suit(value), speech.book.suit(value)
                elif what == "colour" and not colour:
                    colour = COLOURS[value]
                else:
                    return None
            case ir.Op(name="eq", arguments=(ir.Local(name=local), ir.Const() as card)) if (
                local == name and card.type == ty.CARD
            ):
                if ranks or suit:
                    return None
                named = speech.book.card(cast(int, card.value))
                ranks = Noun(named, named)
            case ir.Op(
                name="contains",
                arguments=(
                    ir.Op(name="rank", arguments=(ir.Local(name=local),)),
                    ir.Const() as several,
                ),
            ) if local == name and isinstance(several.value, tuple) and ranks is None:
                ranks = _either([speech.book.rank_in(value) for value in several.value])
            case _:
                return None
    if ranks is None and suit is None and not colour:
        return None
    if ranks is None and suit is not None:
        return suit if not colour else None
    base = ranks or Noun("card", "cards")
    front = f"{colour} " if colour else ""
    back = f" of {of_suit}" if of_suit else ""
    if back and not of_suit.endswith("s"):
        front, back = f"{front}{of_suit} ", ""
    either = f"{front}{base.either}{back}" if base.either else ""
    return Noun(f"{front}{base.one}{back}", f"{front}{base.several}{back}", either)


def _either(kinds: list[Noun]) -> Noun:
    """Return the noun for cards of one of several kinds."""
    several = [each.several for each in kinds]
    return Noun(listed([each.one for each in kinds], "or"), listed(several), listed(several, "or"))
