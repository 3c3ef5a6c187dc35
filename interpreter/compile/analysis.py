"""What the rules of a program do, and what they never do, found before any code is made.

It is read from the typed program alone, once for each build, and does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..check import ir
from ..check.program import Effect, Program
from .tree_walk import inside, rules


class Analysis:
    """Facts about one program.

    Attributes:
        replays, skips, turns_round: whether a rule lets the actor play again, skips players, turns
            the order of play round.
        has_copies: whether several cards of the pack look alike.
        seals: whether choices are made at once in some phase.
        follow_waits: whether what follows an announced event can wait for a decision.
        waiting: the actions that can wait for a decision, in the order of the program.
    """

    def __init__(self, program: Program) -> None:
        """Look at every rule of a program."""
        self._program = program
        every = list(rules(program))
        self.replays = any(isinstance(node, ir.PlayAgain) for node in every)
        self.skips = any(isinstance(node, ir.SkipPlayers) for node in every)
        self.turns_round = any(isinstance(node, ir.Reverse) for node in every)
        self.has_copies = len(set(program.pack.face)) < program.pack.size
        self.seals = any(phase.scheme == "at once" for phase in program.phases.values())
        self._waiting_deeds = self._deeds(lambda node: isinstance(node, ir.Ask))
        self._sending_deeds = self._deeds(
            lambda node: isinstance(node, ir.GoTo | ir.End | ir.Outcome)
        )
        self.follow_waits = any(map(self.effects_wait, program.events.values()))
        self.waiting = tuple(
            action.name
            for action in program.actions.values()
            if self.waits(action.do) or self.effects_wait(action.effects)
        )

    def _deeds(self, wanted: Callable[[ir.Stmt], bool]) -> frozenset[str]:
        """The definitions that do something, themselves or in a deed that they perform."""
        found: set[str] = set()
        open_ = {name: list(inside(d.do)) for name, d in self._program.definitions.items()}
        before = -1
        while len(found) != before:
            before = len(found)
            for name, nodes in open_.items():
                if name not in found and any(
                    wanted(node) or (isinstance(node, ir.Perform) and node.definition in found)
                    for node in nodes
                ):
                    found.add(name)
        return frozenset(found)

    def waits(self, body: Iterable[ir.Stmt]) -> bool:
        """Return whether statements contain an `ask`, themselves or in a deed they perform."""
        return any(
            isinstance(node, ir.Ask)
            or (isinstance(node, ir.Perform) and node.definition in self._waiting_deeds)
            for node in inside(body)
        )

    def effects_wait(self, effects: Iterable[Effect]) -> bool:
        """Return whether one of the effects waits."""
        return any(self.waits(effect.do) for effect in effects)

    def step_waits(self, actions: Iterable[str]) -> bool:
        """Return whether an action of a step, or what follows it, can wait for a decision."""
        return self.follow_waits or any(action in self.waiting for action in actions)

    def sends(self, definition: str) -> bool:
        """Return whether a deed can send the game elsewhere."""
        return definition in self._sending_deeds


def leaves_event(body: Iterable[ir.Stmt]) -> bool:
    """Return whether statements skip later effects of an event, or stop them all."""
    return any(isinstance(node, ir.Stop | ir.SkipTo) for node in inside(body))


def moves_nothing(node: ir.Stmt) -> bool:
    """Return whether a statement certainly leaves all cards where they are."""
    harmless = ir.Assign | ir.Let | ir.Reveal | ir.PlayAgain | ir.Announce
    return isinstance(node, harmless)
