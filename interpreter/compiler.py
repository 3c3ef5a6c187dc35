"""A typed program to Python functions: one for each rule, and a small machine that joins them.

The functions are built as syntax trees, carry the YAML file's name and lines, and are compiled
with them, so that a traceback or a profile points at the rule. The machine has *sites*, where a
decision is waited for, and *blocks*, which run between decisions; a function returns a site's
number (0 or more) or a block's (negative), and `Machine.advance` goes from one to the next.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from .core import Core
from .diagnostics import Sources
from .machine import Machine
from .melds import cards_of
from .phases import PhaseCode
from .primitives import NAMES, random
from .program import Program
from .quoting import constant, statements


def compile_program(
    program: Program, sources: Sources, *, record: bool, recorder: object = None
) -> Machine:
    """Compile a program.

    Args:
        program: the checked game.
        sources: the files its spans point into.
        record: whether changes go through `recorder`, which keeps knowledge and journal.
        recorder: an object with the methods of `knowledge.Recorder`.
    """
    return _Compiler(program, sources, record, recorder).build()


class _Compiler(PhaseCode):
    """Puts the parts of a machine together."""

    def build(self) -> Machine:
        machine, p = self.machine, self.p
        space = machine.namespace
        space.update(NAMES)
        space["R"] = self.recorder
        space["_owner"], space["_place"] = self._owner(), self._place()
        space["_remove"], space["_pop_any"] = self._remove(), _pop_any
        space["PLACES"] = tuple(self.g.place_of(phase.span) for phase in p.phases.values())
        self._meld_tables()
        for number, event in enumerate(p.events):
            space[f"EVENT_{event.upper()}"] = number
        for definition in p.definitions.values():
            names = [parameter for parameter, _ in definition.parameters]
            sc = self._scope(names)
            if definition.value is not None:
                value = self.g.value(definition.value, sc)
                body: list[ast.stmt] = [ast.Return(value)]
                self._define(f"d_{definition.name}", ["actor", *self._locals(names)], body,
                             definition.span)  # fmt: skip
            elif not self.waits.body(definition.do):
                body = self.g.block(definition.do, sc, {})
                body.append(ast.Return(constant(0)))
                self._define(f"do_{definition.name}", ["actor", *self._locals(names)], body,
                             definition.span)  # fmt: skip
        for action in p.actions.values():
            self._can(action)
            self._reserve(action)
        self._events()
        for number, site in enumerate(list(self.sites)):
            self._legal(site, number)
        for action in p.actions.values():
            self._act(action)
        for phase in p.phases.values():
            self._phase(phase)
        self._flow()
        if p.value is not None:
            body = [ast.Return(self.g.value(p.value, self._scope([])))]
            self._define("evaluate", ["actor"], body, p.value.span)
        machine.sites = tuple(self.sites)
        machine.frame_size = self.frames.size
        machine.frame_cards = tuple(self.frames.cards)
        self._preferred()
        space.update(self.g.constants)
        self._compile()
        machine.legal = [space[f"legal_{i}"] for i in range(len(self.sites))]
        machine.apply = [space[f"apply_{i}"] for i in range(len(self.sites))]
        machine.preferred = space["preferred"]
        machine.blocks = [space.get("block_" + text.replace(" ", "_")) for text in self.block_names]
        return machine

    def _preferred(self) -> None:
        """`preferred(s, actions)`: those of the legal actions that a quick player would take."""
        body: list[ast.stmt] = []
        for preference in self.p.prefer:
            action = self.p.actions[preference.action]
            mine = statements(f"mine = [a for a in actions if a[0] == {self.verb[action.name]}]")
            keep: list[ast.stmt] = statements("return mine")
            if preference.key is not None:
                names = [parameter.name for parameter in action.parameters]
                key = f"key_{action.name}"
                value = self.g.value(preference.key, self._scope(names))
                self._define(key, ["actor", *self._locals(names)], [ast.Return(value)],
                             preference.key.span)  # fmt: skip
                best = "max" if preference.highest else "min"
                keep = statements(
                    "if len(mine) == 1: return mine\n"
                    f"keys = [{key}(s, s.actor, *a[1:]) for a in mine]\n"
                    f"best = {best}(keys)\n"
                    "return [a for a, k in zip(mine, keys) if k == best]"
                )
            body += [*mine, *statements("if mine: keep", keep=keep)]
        self._define("preferred", ["actions"], [*body, *statements("return actions")])

    def _owner(self) -> Callable[[Core, int], int]:
        zones = [(f"z_{z.name}", z.ordered) for z in self.p.zones.values() if z.each]

        def owner(core: Core, card: int) -> int:
            if card < 0:
                return -1
            for slot, ordered in zones:
                for seat, cards in enumerate(getattr(core, slot)):
                    if (card in cards) if ordered else cards >> card & 1:
                        return seat
            return -1

        return owner

    def _place(self) -> Callable[[Core, int], int]:
        zones = [(f"z_{z.name}", z.each or z.piles) for z in self.p.zones.values() if z.ordered]

        def place(core: Core, card: int) -> int:
            for slot, each in zones:
                for pile in getattr(core, slot) if each else [getattr(core, slot)]:
                    if card in pile:
                        return pile.index(card) + 1
            return 0

        return place

    def _remove(self) -> Callable[[Core, int], None]:
        zones = [(f"z_{z.name}", z.each or z.piles, z.ordered) for z in self.p.zones.values()]

        def remove(core: Core, cards: int) -> None:
            for slot, each, ordered in zones:
                held = getattr(core, slot)
                if ordered:
                    for pile in held if each else [held]:
                        if any(cards >> card & 1 for card in pile):
                            pile[:] = [card for card in pile if not cards >> card & 1]
                elif each:
                    for seat, hand in enumerate(held):
                        held[seat] = hand & ~cards
                else:
                    setattr(core, slot, held & ~cards)

        return remove


def _pop_any(core: Core, slot: str, seat: int) -> int:
    """Take a card by chance from a zone that keeps no order."""
    held = getattr(core, slot)
    cards = held if seat < 0 else held[seat]
    card = random(core, cards_of(cards))
    if seat < 0:
        setattr(core, slot, cards ^ 1 << card)
    else:
        held[seat] = cards ^ 1 << card
    return card
