"""Analysis of the typed program: what its rules do, and what they never do.

The analysis uses the typed program alone. It is made once for each build and does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..program import ir
from ..program.program import Effect, Program
from ..program.tree_walk import inside, parts, rules, walk
from ..syntax.operations.table import OPERATIONS
from .nobody import Nobody
from .stopping import Stopping


class Analysis:
    """Facts about one program.

    Attributes:
        replays, skips, turns_round: whether a rule lets the actor play again, skips players,
            reverses the direction of play.
        has_copies: whether several cards of the pack look the same.
        sealed: the actions that players choose all at once in some phase.
        answers: the actions that somebody is asked to choose in the middle of a rule.
        needs_stage: whether a position must record that a deal is being scored: the scoring asks a
            player, or ends the deal or the game.
        resumes: whether scoring can lead back into play.
        nobody: which values can be nobody.
        stopping: which expressions can stop the game.
        follow_waits: whether what follows an announced event can wait for a decision.
        waiting: the actions that can wait for a decision, in the order of the program.
    """

    def __init__(self, program: Program) -> None:
        """Analyse every rule of a program."""
        self._program = program
        every = list(rules(program))
        self.replays = any(isinstance(node, ir.PlayAgain) for node in every)
        self.skips = any(isinstance(node, ir.SkipPlayers) for node in every)
        self.turns_round = any(isinstance(node, ir.Reverse) for node in every)
        self.has_copies = len(set(program.pack.face)) < program.pack.size
        self.sealed = frozenset(
            action
            for phase in program.phases.values()
            if phase.scheme == "at once"
            for _, actions in phase.steps
            for action in actions
        )
        self.answers = frozenset(action for node in every if isinstance(node, ir.Ask) for action in node.actions)
        self._waiting_deeds = self._deeds(lambda node: isinstance(node, ir.Ask))
        self._sending_deeds = self._deeds(lambda node: isinstance(node, ir.GoTo | ir.End | ir.Outcome))
        self._ending_deeds = self._deeds(_ends_more)
        self._phase_ending_deeds = self._deeds(_ends_phase)
        self._ends_phases = any(map(_ends_phase, every))
        after_play = (
            *program.limit_result,
            *program.deal_after,
            *program.deal_together,
            *program.match_result,
        )
        self.needs_stage = self.waits(after_play) or any(
            _ends_more(node) or (isinstance(node, ir.Perform) and node.definition in self._ending_deeds)
            for node in inside(after_play)
        )
        self.resumes = (self.waits(program.deal_after) and any(map(_goes_on, every))) or any(
            _goes_on(node) or (isinstance(node, ir.Perform) and node.definition in self._sending_deeds)
            for node in inside(program.deal_after)
        )
        self._draws = any(map(draws, parts(program, ir.Op)))
        self._chancy_values = self._values(draws)
        self.nobody = Nobody(program)
        self.stopping = Stopping(program, self.nobody)
        self.follow_waits = any(map(self.effects_wait, program.events.values()))
        self.waiting = tuple(
            action.name
            for action in program.actions.values()
            if self.waits(action.do) or self.effects_wait(action.effects)
        )

    def _deeds(self, wanted: Callable[[ir.Stmt], bool]) -> frozenset[str]:
        """The definitions that do something, themselves or in a procedure that they call."""
        found: set[str] = set()
        open_ = {name: list(inside(d.do)) for name, d in self._program.definitions.items()}
        before = -1
        while len(found) != before:
            before = len(found)
            for name, nodes in open_.items():
                if name not in found and any(
                    wanted(node) or (isinstance(node, ir.Perform) and node.definition in found) for node in nodes
                ):
                    found.add(name)
        return frozenset(found)

    def _values(self, holds: Callable[[ir.Expr], bool]) -> frozenset[str]:
        """The definitions for whose value something holds, or for one that it uses."""
        found: set[str] = set()
        before = -1
        while len(found) != before:
            before = len(found)
            for name, definition in self._program.definitions.items():
                if definition.value is not None and any(
                    holds(node) or (isinstance(node, ir.Use) and node.definition in found)
                    for node in walk(definition.value)
                ):
                    found.add(name)
        return frozenset(found)

    def takes_chance(self, node: ir.Expr) -> bool:
        """Return whether an expression draws a number."""
        return self._draws and any(
            draws(inner) or (isinstance(inner, ir.Use) and inner.definition in self._chancy_values)
            for inner in walk(node)
        )

    def waits(self, body: Iterable[ir.Stmt]) -> bool:
        """Return whether statements, or procedures that they call, contain an `ask`."""
        return any(
            isinstance(node, ir.Ask) or (isinstance(node, ir.Perform) and node.definition in self._waiting_deeds)
            for node in inside(body)
        )

    def effects_wait(self, effects: Iterable[Effect]) -> bool:
        """Return whether one of the effects waits."""
        return any(self.waits(effect.do) for effect in effects)

    def step_waits(self, actions: Iterable[str]) -> bool:
        """Return whether an action of a step, or what follows it, can wait for a decision."""
        return self.follow_waits or any(action in self.waiting for action in actions)

    def may_end_phase(self, body: tuple[ir.Stmt, ...]) -> bool:
        """Return whether statements can end the phase: themselves, in a deed or in an answer."""
        return self._ends_phases and (
            self.waits(body)
            or any(
                _ends_phase(node) or (isinstance(node, ir.Perform) and node.definition in self._phase_ending_deeds)
                for node in inside(body)
            )
        )

    def sends(self, definition: str) -> bool:
        """Return whether a procedure can send the game elsewhere."""
        return definition in self._sending_deeds


def scores_settle(program: Program) -> bool:
    """Return whether scores alone tell what a deal that is over was worth.

    There may be no scores; and `bots.value` may count a variable that lasts for the match, such as
    the bags of Spades. A score itself is settled.
    """
    if not program.uses_scores or program.value is None:
        return program.uses_scores
    definitions, seen, waiting = program.definitions, set[str](), [program.value]
    while waiting:
        for node in walk(waiting.pop()):
            if (
                isinstance(node, ir.VarRef)
                and node.variable != "score"
                and program.variables[node.variable].scope == "match"
            ):
                return False
            if isinstance(node, ir.Use) and node.definition not in seen:
                seen.add(node.definition)
                inner = definitions[node.definition].value
                waiting += [] if inner is None else [inner]
    return True


def draws(node: ir.Expr) -> bool:
    """Return whether an expression itself draws a number."""
    return isinstance(node, ir.Op) and OPERATIONS[node.name].chance


def _ends_more(node: ir.Stmt) -> bool:
    return isinstance(node, ir.End) and node.scope in ("deal", "game")


def _goes_on(node: ir.Stmt) -> bool:
    return isinstance(node, ir.GoTo)


def _ends_phase(node: ir.Stmt) -> bool:
    return isinstance(node, ir.End) and node.scope == "phase"


def leaves_event(body: Iterable[ir.Stmt]) -> bool:
    """Return whether statements skip later effects of an event, or stop them all."""
    return any(isinstance(node, ir.Stop | ir.SkipTo) for node in inside(body))


def moves_nothing(node: ir.Stmt) -> bool:
    """Return whether a statement certainly leaves all cards where they are."""
    harmless = ir.Assign | ir.Let | ir.Reveal | ir.Tell | ir.PlayAgain | ir.Announce | ir.Note
    return isinstance(node, harmless)
