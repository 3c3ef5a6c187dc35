"""What all parts of the compiler share: labels, sites, and where finished functions go."""

from __future__ import annotations

import ast

from ..check import ir
from ..check.instrumentation import Probes
from ..check.program import Program
from ..diagnostics import Sources, Span
from ..runtime.core import core_class
from ..runtime.quoting import constant, statements
from ..syntax import types as ty
from .codegen import Codegen
from .machine import Machine, Site
from .set_code import Scope, scope
from .suspend import Frames, Suspension
from .tables import TableMachine
from .terms import rules


class Workshop:
    """Holds what is under construction: one program in one build."""

    def __init__(
        self,
        program: Program,
        sources: Sources,
        record: bool,
        recorder: object,
        probes: Probes | None = None,
    ) -> None:
        self.p = program
        self.sources = sources
        self.g = Codegen(program, record=record, located=self._located, probes=probes)
        self._survey()
        made = Machine if program.tables is None else TableMachine
        self.machine: Machine = made(program, core_class(program), tuple(program.actions))
        self.verb = {action: i for i, action in enumerate(program.actions)}
        self.recorder = recorder
        self.sites: list[Site] = []
        self.block_names: list[str] = ["", "over", "end_turn", "end_phase", "end_deal", "end_game"]
        for label in ("limit", "deal", "together", "opening"):
            self._label(label)
        for phase in program.phases.values():
            self._label(f"enter {phase.name}")
            self.g.labels[phase.name] = self._label(f"enter {phase.name}")
            self._label(f"turn {phase.name}")
            self._label(f"next {phase.name}")
            self._label(f"after {phase.name}")
            for step, actions in phase.steps:
                self.sites.append(Site(phase.name, step, actions, phase.scheme == "at once"))
                if len(phase.steps) > 1 or step != phase.name:
                    self.g.labels[step] = self._label(f"step {step}")
        self.site = {site.step: i for i, site in enumerate(self.sites)}
        self.waits = Suspension(program)
        self.frames = Frames()
        self._returns: dict[str, ast.expr] = {}
        self._slots: dict[str, list[ast.expr]] = {}
        self._doer_slot: ast.expr | None = None
        # Actions whose forms may look alike: a condition can tell equal cards apart (one is in
        # the hand, one on the table), so they are dropped only after it.
        self._look_alikes: set[str] = set()

    def _survey(self) -> None:
        """See what the rules never do, so that no code is made for it."""
        every = list(rules(self.p))
        self.replays = any(isinstance(node, ir.PlayAgain) for node in every)
        self.skips = any(isinstance(node, ir.SkipPlayers) for node in every)
        self.turns_round = any(isinstance(node, ir.Reverse) for node in every)
        for node in every:
            match node:
                case ir.Assign(target=target, value=value) if value.type == ty.CARD:
                    lying = self.g.usual.setdefault(target.variable, [])
                    origins = self.g.origins_of(value) or []
                    lying += [o for o in origins if o.seat is None and o not in lying]
                case _:
                    pass
        self.g.usual = {name: lying for name, lying in self.g.usual.items() if lying}

    def _label(self, text: str) -> int:
        if text not in self.block_names:
            self.block_names.append(text)
        return self.block_names.index(text)

    def _new_label(self, hint: str) -> int:
        self.block_names.append(f"{hint} {len(self.block_names)}")
        return len(self.block_names) - 1

    def _define_block(self, label: int, body: list[ast.stmt]) -> None:
        self._define("block_" + self.block_names[label].replace(" ", "_"), [], body)

    def _located(self, span: Span) -> tuple[str, int, int]:
        source = self.sources.get(span.file)
        line, column = source.position(span.start) if source is not None else (1, 1)
        return span.file, line, column

    def _code(self, label: str) -> ast.expr:
        return constant(-self._label(label))

    def _scope(self, names: list[str]) -> Scope:
        local = {rule: f"l_{rule}" for rule in names}
        return scope(actor="actor", **local)

    def _locals(self, names: list[str]) -> list[str]:
        return [f"l_{rule}" for rule in names]

    def _define(
        self, function: str, arguments: list[str], body: list[ast.stmt], span: Span | None = None
    ) -> None:
        tree = ast.FunctionDef(
            function,
            ast.arguments(posonlyargs=[], args=[ast.arg("s"), *map(ast.arg, arguments)],
                          kwonlyargs=[], kw_defaults=[], defaults=[]),
            body or [ast.Pass()],
            [],
        )  # fmt: skip
        place = span or self.p.deal_do[0].span if self.p.deal_do else span
        self.g.at(place or Span("", 0, 0), [tree])
        self.machine.trees.append((place.file if place else "<rules>", tree))

    def _define_apply(self, site: int, body: list[ast.stmt], span: Span) -> None:
        """Define what an action does at a site; the budget of steps begins anew with it."""
        self._define(f"apply_{site}", ["a"], [*self._new_budget(), *body], span)

    def _new_budget(self) -> list[ast.stmt]:
        return statements(f"s.steps = {self.p.step_limit}")

    def _compile(self) -> None:
        by_file: dict[str, list[ast.stmt]] = {}
        for file, tree in self.machine.trees:
            by_file.setdefault(file or "<rules>", []).append(tree)
        for file, trees in by_file.items():
            module = ast.fix_missing_locations(ast.Module(trees, []))
            exec(compile(module, file, "exec"), self.machine.namespace)

    def _doubled(self) -> bool:
        return len(set(self.p.pack.face)) < self.p.pack.size
