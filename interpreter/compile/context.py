"""The build context: the data that all parts of the compiler share, for one program in one build.

It lives as long as the build. It never changes, except that parts add entries to tables: constants,
fresh names, labels, sites, slots of the frame, and the defined functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import cast

from ..analysis.analysis import Analysis
from ..analysis.costs import Costs
from ..core import nodes
from ..core.build import constant, expression, function, in_place_of, integer, rebuilt, statements
from ..core.function import Function
from ..core.labels import LIMIT, OVER, Labels
from ..core.lines import Lines
from ..core.machine import Site
from ..core.pack_tables import PackTables
from ..core.types import STATE, typed
from ..diagnostics import Sources, Span
from ..program import ir
from ..program.cards import Pack
from ..program.program import Program
from ..rewriting.running_totals import Total
from ..syntax import types as ty


class Names:
    """Allocates fresh locals of the generated code."""

    def __init__(self) -> None:
        """Start with none."""
        self._count = 0

    def fresh(self, stem: str) -> str:
        """Return a local that is not taken."""
        self._count += 1
        return f"{stem}_{self._count}"


class Frame:
    """Allocates the slots of `position.frame`.

    Attributes:
        types: the types of their values; None for numbers that rules count with.
    """

    def __init__(self) -> None:
        """Start with none."""
        self.types: list[ty.Type | None] = []

    def slot(self, kind: ty.Type | None = None) -> nodes.Expression:
        """Return a slot that nothing else uses, for values of that type."""
        self.types.append(kind)
        return expression(f"s.frame[{len(self.types) - 1}]")


class Stage(IntEnum):
    """The part of the match that a rule outside of phases belongs to."""

    PLAY = 0
    LIMIT = 1  # what follows where the limit on turns is reached
    SCORING = 2
    RESULT = 3  # the result of the match


Body = list[nodes.Statement]
"""The code of a function."""


@dataclass(frozen=True, slots=True)
class Context:
    """The data that all parts of the compiler share.

    Attributes:
        program: the checked game.
        lines: the lines that its spans point into.
        record: whether this is the recording build.
        traced: whether conditions are noted, card by card.
        analysis: facts about the rules of the program.
        costs: estimates of how long expressions can take.
        tables: the attributes of cards, as constants of the code.
        totals: the totals over piles that variables keep.
        stage: the slot that says whether a deal is being scored (a `Stage`), where that matters.
        names, labels, sites, frame, functions: see the module; only added to.
    """

    program: Program
    lines: Lines
    record: bool
    traced: bool
    analysis: Analysis
    costs: Costs
    tables: PackTables
    names: Names = field(default_factory=Names)
    labels: Labels = field(default_factory=Labels)
    sites: list[Site] = field(default_factory=list[Site])
    frame: Frame = field(default_factory=Frame)
    functions: dict[str, Function] = field(default_factory=dict[str, Function])
    stage: nodes.Expression | None = None
    totals: tuple[Total, ...] = ()

    @classmethod
    def of(
        cls,
        program: Program,
        sources: Sources,
        *,
        record: bool,
        traced: bool = False,
        totals: tuple[Total, ...] = (),
    ) -> Context:
        """Return the context of a new build."""
        analysis, frame = Analysis(program), Frame()
        made = cls(
            program,
            Lines(sources),
            record,
            traced,
            analysis,
            Costs(program, analysis.stopping.possible),
            PackTables(program),
            frame=frame,
            stage=frame.slot() if analysis.needs_stage else None,
            totals=totals,
        )
        made.sites.extend(
            Site(phase.name, step, actions, phase.scheme == "at once")
            for phase in program.phases.values()
            for step, actions in phase.steps
        )
        return made

    @property
    def pack(self) -> Pack:
        """The cards of the game."""
        return self.program.pack

    def fresh(self, stem: str) -> str:
        """Return a local that is not taken; `l_` at its beginning belongs to names of rules."""
        return self.names.fresh(stem)

    # -- places in the ruleset

    def place_of(self, span: Span) -> str:
        """Return a place as an error names it: file, line and column."""
        return self.lines.named(span)

    def at(self, span: Span, body: list[nodes.Statement]) -> list[nodes.Statement]:
        """Give statements the line of the rule they come from, unless they have one."""
        line = self.lines.number(span)
        for node in body:
            if not node.line:
                node.line = line
        return body

    # -- functions

    def define(
        self,
        text: str,
        arguments: Mapping[str, ty.Type],
        body: Body | Callable[[], Body],
        span: Span | None = None,
        *,
        leads: bool = False,
    ) -> None:
        """Define a function of the state and some arguments.

        Args:
            text: its name.
            arguments: the names of its arguments after the state, with their types.
            body: its code, or what generates it when it is needed. That must add no labels, sites
                or slots, because the machine has been made by then.
            span: the rule that it belongs to.
            leads: whether it returns the code of what follows.
        """
        place = span or self.program.deal_do[0].span if self.program.deal_do else span

        def make() -> nodes.FunctionDef:
            code = body() if callable(body) else body
            tree = function(text, ["s", *arguments], code)
            for parameter, kind in zip(tree.parameters, (STATE, *arguments.values()), strict=True):
                typed(parameter, kind)
            self.at(place or Span("", 0, 0), [tree, *code])
            return tree

        self.functions[text] = Function(text, make, leads=leads)

    def define_block(self, code: int, body: list[nodes.Statement], span: Span | None = None) -> None:
        """Define the block with a code."""
        self.define(self.labels.function(code), {}, body, span, leads=True)

    def function(self, text: str) -> nodes.FunctionDef:
        """Return a function that has been defined."""
        return self.functions[text].tree

    def step(self, span: Span, body: tuple[ir.Stmt, ...] = ()) -> list[nodes.Statement]:
        """Code that draws on the budget of work, which all rules share up to a decision.

        Args:
            span: the place of the rule.
            body: the statements of a round of a loop.
        """
        work = self.costs.round(body)
        place = constant(self.place_of(span))
        return statements(f"s.work -= {work}\nif s.work < 0: _endless(place)", place=place)

    def once(self, body: tuple[ir.Stmt, ...], *, chosen: bool = False) -> list[nodes.Statement]:
        """Code that draws on the budget for the statements of a rule, if they do much.

        Args:
            body: the statements.
            chosen: whether they are what a player has chosen, so that they are done once.
        """
        work = self.costs.once(body, chosen=chosen)
        return self.draw(work, body[0].span) if work else []

    def draw(self, work: int, span: Span) -> list[nodes.Statement]:
        """Code that draws on the budget."""
        place = constant(self.place_of(span))
        return statements(f"s.work -= {work}\nif s.work < 0: _large(s, 0, at)", at=place)

    # -- where a rule leads elsewhere

    def leaving(self, *, sealed: bool = True) -> list[nodes.Statement]:
        """Return code that drops what was announced, or chosen in secret, and is not yet done."""
        body: list[nodes.Statement] = []
        if self.program.events:
            body += statements("s.events = ()")
        if self.analysis.sealed and sealed:
            body += statements("s.pending = ()")
            body += self.unsealed()
        return body

    def unsealed(self) -> list[nodes.Statement]:
        """Return code for the recorder: no sealed choices are being carried out any more."""
        return statements("R.unsealed(s)") if self.record else []

    # -- the limit on turns

    def staged(self, stage: Stage) -> list[nodes.Statement]:
        """Return code that notes what the rules that follow are part of."""
        if self.stage is None:
            return []
        return statements("slot = k", slot=self.stage, k=constant(stage.value))

    def limit_reached(self) -> nodes.Expression:
        """Return a test whether a deal has had as many turns as it may; scoring has no limit."""
        test = expression(f"s.turns >= {self.program.turn_limit}")
        return test if self.stage is None else expression("t and not p", t=test, p=self.stage)

    def limited(self, body: list[nodes.Statement]) -> list[nodes.Statement]:
        """Return statements that lead elsewhere only if the limit is not reached."""
        below = expression(f"s.turns < {self.program.turn_limit}")
        if self.stage is not None:
            below = expression("t or p", t=below, p=self.stage)

        def changed(node: nodes.Node) -> nodes.Node:
            if isinstance(node, nodes.Return):
                return _limited(node, below)
            return rebuilt(node, changed) if isinstance(node, nodes.Statement) else node

        return [cast("nodes.Statement", changed(node)) for node in body]


def _limited(node: nodes.Return, below: nodes.Expression) -> nodes.Return:
    """Return what leads to the limit if that is reached, but for the end of the game.

    Args:
        node: what leads elsewhere.
        below: a test whether the limit is not reached.
    """
    assert node.value is not None
    code = integer(node.value)
    if code == OVER:
        return node
    template = "r if t else k" if code is not None else "r if r == o or t else k"
    value = expression(template, r=node.value, t=below, k=constant(LIMIT), o=constant(OVER))
    return in_place_of(node, nodes.Return(value))
