"""Generates the code that finds cards in all zones: their owners and positions, and removal.

It also takes cards by chance from zones that keep no order.
"""

from __future__ import annotations

from functools import cache, partial

from ...core import nodes
from ...core.build import expression, name, statements
from ...program.program import Program, Zone
from ...syntax import types as ty
from ..context import Context

_FINDING = frozenset({"_owner", "_place", "_on_top", "_upward", "_beneath", "_remove"})


def finding(program: Program) -> frozenset[str]:
    """Return the names of the functions of `define_finding`, which are defined together."""
    return _FINDING | {popping(zone) for zone in program.zones.values() if _is_set(zone)}


def popping(zone: Zone) -> str:
    """Return the name of the function that takes a card by chance from a zone without order."""
    return f"_pop_{zone.name}"


def define_finding(context: Context) -> None:
    """Define the functions that find cards, and take them."""
    bodies = cache(lambda: _bodies(context))
    for function in sorted(_FINDING):
        arguments = {"cards": ty.CARDS} if function == "_remove" else {"card": ty.CARD}
        context.define(function, arguments, lambda function=function: bodies()[function])
    for zone in context.program.zones.values():
        if _is_set(zone):
            place = f"s.z_{zone.name}[seat]" if zone.each else f"s.z_{zone.name}"
            taken = partial(
                statements,
                f"card = _random(s, _cards({place}))\n{place} ^= 1 << card\nreturn card",
            )
            context.define(popping(zone), {"seat": ty.PLAYER} if zone.each else {}, taken)


def _bodies(context: Context) -> dict[str, list[nodes.Statement]]:
    """Return the code of the functions of `FINDING`."""
    owned: list[nodes.Statement] = []
    placed: list[nodes.Statement] = []
    held: list[nodes.Statement] = []
    piled: list[nodes.Statement] = []
    above: list[nodes.Statement] = []
    upward: list[nodes.Statement] = []
    below: list[nodes.Statement] = []
    from_it = "if card in pile: return pile[pile.index(card):]"
    on_it = "if card in pile: return pile[pile.index(card) + 1:]"
    under_it = "if card in pile: return pile[:pile.index(card)]"
    in_pile = "if card in pile: return pile.index(card) + 1"
    for zone in context.program.zones.values():
        slot = f"s.z_{zone.name}"
        if zone.piles:
            piled += statements(f"for pile in {slot}:\n    if cards: cards = _pick(pile, cards)")
            placed += statements(f"for pile in {slot}:\n    {in_pile}")
            above += statements(f"for pile in {slot}:\n    {on_it}")
            upward += statements(f"for pile in {slot}:\n    {from_it}")
            below += statements(f"for pile in {slot}:\n    {under_it}")
            if zone.each:
                owned += statements(f"for i, pile in enumerate({slot}):\n    if card in pile: return i // {zone.fixed}")
            continue
        for seat in context.program.owners(zone) or [-1]:
            place = expression(f"{slot}[{seat}]" if zone.each else slot)
            if zone.ordered:
                piled += statements("if cards: cards = _pick(pile, cards)", pile=place)
                placed += statements(in_pile, pile=place)
                above += statements(on_it, pile=place)
                upward += statements(from_it, pile=place)
                below += statements(under_it, pile=place)
                test = expression("card in pile", pile=place)
            else:
                held += statements(
                    "if place & cards:\n    rest = cards & ~place\n    place &= ~cards\n"
                    "    cards = rest\n    if not cards: return",
                    place=place,
                )
                test = expression("place & bit", place=place)
            if zone.each:
                owned += statements(f"if t: return {seat}", t=test)
    bit = context.tables.bit(name("card"))
    head = statements("if card < 0: return -1\nbit = b", b=bit)
    return {
        "_owner": [*head, *owned, *statements("return -1")],
        "_place": [*placed, *statements("return 0")],
        "_on_top": [*above, *statements("return []")],
        "_upward": [*upward, *statements("return _each_of(card)")],
        "_beneath": [*below, *statements("return []")],
        "_remove": [*held, *piled],
    }


def _is_set(zone: Zone) -> bool:
    """Return whether a zone keeps no order."""
    return not zone.piles and not zone.ordered
