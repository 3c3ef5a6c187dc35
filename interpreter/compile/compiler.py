"""A typed program to Python functions: one for each rule, and a small machine that joins them.

The functions are built as syntax trees, carry the YAML file's name and lines, and are compiled
with them, so that a traceback or a profile points at the rule. The machine has *sites*, where a
decision is waited for, and *blocks*, which run between decisions; a function returns a site's
number (0 or more) or a block's (negative), and `Machine.advance` goes from one to the next.
"""

from __future__ import annotations

import ast

from ..check.instrumentation import Probes
from ..check.program import Definition, Program
from ..diagnostics import Sources
from ..runtime.core import Core, blank
from ..runtime.melds import cards_of
from ..runtime.primitives import NAMES, random
from ..runtime.quoting import constant, expression, name, statements
from .expression_code import Scope
from .machine import Machine
from .playouts import PlayoutCode
from .undealt import thin


def compile_program(
    program: Program,
    sources: Sources,
    *,
    record: bool,
    recorder: object = None,
    probes: Probes | None = None,
) -> Machine:
    """Compile a program.

    Args:
        program: the checked game.
        sources: the files its spans point into.
        record: whether changes go through `recorder`, which keeps knowledge and journal.
        recorder: an object with the methods of `knowledge.Recorder`.
        probes: counts what is passed, if it is given.
    """
    return _Compiler(program, sources, record, recorder, probes).build()


def compile_outline(program: Program, sources: Sources) -> Machine:
    """Compile only what a position that is given asks for: how it starts, and who acts in a phase.

    Nothing can be played with it. It takes a tenth of the time, so that positions can be checked
    under many options.

    Args:
        program: the checked game.
        sources: the files its spans point into.
    """
    return _Compiler(program, sources, record=False, recorder=None).outline()


class _Compiler(PlayoutCode):
    """Puts the parts of a machine together."""

    def build(self) -> Machine:
        machine, p, space = self.machine, self.p, self.machine.namespace
        self._begin()
        self._finding()
        self._meld_tables()
        for definition in p.definitions.values():
            self._definition(definition)
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
            body: list[ast.stmt] = [ast.Return(self.g.value(p.value, self._scope([])))]
            self._define("evaluate", ["actor"], body, p.value.span)
        if not self.g.record:
            self._random()
            self._join()
            machine.unshuffled = thin([tree for _, tree in machine.trees], p.players)
        machine.sites = tuple(self.sites)
        machine.frame_size = self.frames.size
        machine.frame_cards = tuple(self.frames.cards)
        machine.blank = blank(machine.core_class, p, self.frames.size)
        self._preferred()
        space.update(self.g.constants)
        self._compile()
        machine.legal = [space[f"legal_{i}"] for i in range(len(self.sites))]
        machine.apply = [space[f"apply_{i}"] for i in range(len(self.sites))]
        machine.random = [space.get(f"random_{i}") for i in range(len(self.sites))]
        machine.preferred = space["preferred"]
        machine.blocks = [space.get("block_" + text.replace(" ", "_")) for text in self.block_names]
        return machine

    def outline(self) -> Machine:
        """Define what positions that are given are read with, and what that calls."""
        machine, p = self.machine, self.p
        self._begin()
        nobody = Scope({"actor": constant(-1)}, {})
        self._given(nobody)
        if p.tables is not None:
            self._sit_down(nobody, [])
        done = 0
        defined: set[str] = set()
        while done < len(machine.trees):
            trees = machine.trees[done:]
            done = len(machine.trees)
            names = {n.id for _, tree in trees for n in ast.walk(tree) if isinstance(n, ast.Name)}
            new, defined = names - defined, defined | names
            for definition in p.definitions.values():
                if f"d_{definition.name}" in new:
                    self._definition(definition)
            for action in p.actions.values():
                if f"can_{action.name}" in new:
                    self._can(action)
        if any(name.startswith(("MELD_", "GROW", "ARRANGE", "FIND_")) for name in defined):
            self._meld_tables()
        machine.blank = blank(machine.core_class, p)
        machine.namespace.update(self.g.constants)
        self._compile()
        return machine

    def _begin(self) -> None:
        """Put into the namespace what all functions share."""
        p, space = self.p, self.machine.namespace
        space.update(NAMES)
        space["R"] = self.recorder
        if self.g.probes is not None:
            space["_ran"], space["_saw"] = self.g.probes.ran, self.g.probes.saw
        space["_pop_any"] = _pop_any
        space["PLACES"] = tuple(self.g.place_of(phase.span) for phase in p.phases.values())
        for number, event in enumerate(p.events):
            space[f"EVENT_{event.upper()}"] = number

    def _definition(self, definition: Definition) -> None:
        """`d_NAME`, the value of a definition, or `do_NAME`, its deed if that does not wait."""
        names = [parameter for parameter, _ in definition.parameters]
        sc = self._scope(names)
        body: list[ast.stmt] = self.g.ran(f"define.{definition.name}")
        if definition.value is not None:
            function = f"d_{definition.name}"
            body.append(ast.Return(self.g.value(definition.value, sc)))
        elif not self.waits.body(definition.do):
            function = f"do_{definition.name}"
            body += [*self.g.block(definition.do, sc, {}), ast.Return(constant(0))]
        else:
            return
        self._define(function, ["actor", *self._locals(names)], body, definition.span)

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

    def _finding(self) -> None:
        """`_owner`, `_place` and `_remove`: where a card lies, and taking cards from wherever."""
        owned: list[ast.stmt] = []
        placed: list[ast.stmt] = []
        held: list[ast.stmt] = []
        piled: list[ast.stmt] = []
        for zone in self.p.zones.values():
            slot = f"s.z_{zone.name}"
            if zone.piles:
                piled += statements(
                    f"for pile in {slot}:\n    if cards: cards = _pick(pile, cards)"
                )
                placed += statements(
                    f"for pile in {slot}:\n    if card in pile: return pile.index(card) + 1"
                )
                continue
            for seat in range(self.p.players) if zone.each else [-1]:
                place = expression(f"{slot}[{seat}]" if zone.each else slot)
                if zone.ordered:
                    piled += statements("if cards: cards = _pick(pile, cards)", pile=place)
                    placed += statements("if card in pile: return pile.index(card) + 1", pile=place)
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
        head = statements("if card < 0: return -1\nbit = b", b=self.g.bit(name("card")))
        self._define("_owner", ["card"], [*head, *owned, *statements("return -1")])
        self._define("_place", ["card"], [*placed, *statements("return 0")])
        self._define("_remove", ["cards"], [*held, *piled])


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
