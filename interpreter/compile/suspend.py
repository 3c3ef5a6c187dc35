"""Rules that ask somebody something in their middle, cut into pieces that can be resumed.

A body of statements that contains `ask` becomes blocks of the machine: each runs up to the next
decision and returns the number of the site where it is waited for, and the answer goes on with
the block behind it. What must survive the wait (the actor, parameters, `let`s, loop counters, and
where to go on at the end) lies in numbered slots of `core.frame`. Rules do not recurse, so every
slot has one use and a waiting game is still plain data.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..check import ir
from ..check.program import Effect, Program
from ..runtime.quoting import constant, expression, statements
from ..syntax import types as ty
from .codegen import Codegen
from .set_code import Scope

if TYPE_CHECKING:
    from collections.abc import Callable


class Suspension:
    """Tells which rules of a program wait for a decision."""

    def __init__(self, program: Program) -> None:
        """Look at every rule of a program."""
        self._program = program
        self._definitions: dict[str, bool] = {}
        self.follow = any(self.effects(effects) for effects in program.events.values())

    def body(self, body: tuple[ir.Stmt, ...]) -> bool:
        """Return whether statements contain an `ask`, themselves or in a deed they perform."""
        return any(self.statement(node) for node in body)

    def effects(self, effects: tuple[Effect, ...]) -> bool:
        """Return whether one of the effects waits."""
        return any(self.body(effect.do) for effect in effects)

    def statement(self, node: ir.Stmt) -> bool:
        """Return whether a statement waits."""
        match node:
            case ir.Ask():
                return True
            case ir.Perform(definition=name):
                if name not in self._definitions:
                    self._definitions[name] = False
                    self._definitions[name] = self.body(self._program.definitions[name].do)
                return self._definitions[name]
            case ir.If(then=then, other=other):
                return self.body((*then, *other))
            case ir.ForEach(body=body) | ir.Repeat(body=body):
                return self.body(body)
            case _:
                return False

    def action(self, name: str) -> bool:
        """Return whether an action waits, in its `do` or its effects."""
        action = self._program.actions[name]
        return self.body(action.do) or self.effects(action.effects)


class Frames:
    """Hands out the slots of `core.frame`, and remembers which of them hold cards."""

    def __init__(self) -> None:
        """Start with none."""
        self.size = 0
        self.cards: list[tuple[int, ty.Type]] = []

    def slot(self, kind: ty.Type | None = None) -> ast.expr:
        """Return a slot that nothing else uses, for values of that type."""
        if kind in ty.OF_CARDS:
            self.cards.append((self.size, kind))
        self.size += 1
        return expression(f"s.frame[{self.size - 1}]")


class Pieces:
    """Builds the blocks of one body that waits.

    Args:
        codegen: for everything that does not wait.
        frames: the slots.
        label: makes the number of a new block from a hint.
        define: stores the statements of a block under its number.
        ask: makes the site for some actions and returns its number, given where it goes on.
        waits: which rules wait.
    """

    def __init__(
        self,
        codegen: Codegen,
        frames: Frames,
        label: Callable[[str], int],
        define: Callable[[int, list[ast.stmt]], None],
        ask: Callable[[tuple[str, ...], int], int],
        waits: Suspension,
    ) -> None:
        """Keep the tools; see the class."""
        self.g = codegen
        self.frames = frames
        self._label = label
        self._define = define
        self._ask = ask
        self._waits = waits
        self._program = codegen.program
        self._code: list[ast.stmt] = []
        self._open: int | None = None

    # -- blocks

    @property
    def is_open(self) -> bool:
        """Whether there is a block that code can be added to."""
        return self._open is not None

    def begin(self, label: int) -> None:
        """Start the block of that number; what is emitted goes there."""
        self._open, self._code = label, []

    def emit(self, code: list[ast.stmt]) -> None:
        """Add statements to the open block."""
        self._code += code

    def jump(self, label: int) -> None:
        """End the open block with a jump."""
        self.end(constant(-label))

    def end(self, code: ast.expr) -> None:
        """End the open block: it returns where the game goes on."""
        if self._open is not None:
            self._define(self._open, [*self._code, ast.Return(code)])
        self._open = None

    def branch(self, test: ast.expr, yes: int, no: int) -> None:
        """End the open block with a choice of two."""
        self.end(expression("a if t else b", a=constant(-yes), b=constant(-no), t=test))

    def new(self, hint: str) -> int:
        """Return the number of a new block."""
        return self._label(hint)

    def keep(self, value: ast.expr, kind: ty.Type) -> ast.expr:
        """Store a value in a slot of its own and return the slot."""
        slot = self.frames.slot(kind)
        if ty.element(kind) is not None and kind != ty.CARDS:
            value = expression("tuple(v)", v=value)
        self.emit(statements("slot = v", slot=slot, v=value))
        return slot

    # -- statements

    def body(self, body: tuple[ir.Stmt, ...], sc: Scope, leave: dict[str, int]) -> Scope:
        """Emit statements; `leave` has the blocks that `skip to` and `stop` (as "") go to."""
        for node in body:
            sc = self._statement(node, sc, leave)
            if self._open is None:
                break
        return sc

    def effects(self, effects: tuple[Effect, ...], sc: Scope) -> None:
        """Emit the effects of an event in their order, ending in an open block behind them."""
        starts = {effect.name: self.new("effect") for effect in effects}
        behind = self.new("effects_done")
        leave = {**starts, "": behind}
        for effect in effects:
            if self._open is not None:
                self.jump(starts[effect.name])
            self.begin(starts[effect.name])
            if effect.when is not None:
                yes, no = self.new("effect"), self.new("effect")
                self.branch(self.g.value(effect.when, sc), yes, no)
                self.begin(yes)
                self.emit(self.g.ran(f"effects.{effect.name}"))
                self.body(effect.do, sc, leave)
                if self._open is not None:
                    self.jump(no)
                self.begin(no)
            else:
                self.emit(self.g.ran(f"effects.{effect.name}"))
                self.body(effect.do, sc, leave)
        if self._open is not None:
            self.jump(behind)
        self.begin(behind)

    def _statement(self, node: ir.Stmt, sc: Scope, leave: dict[str, int]) -> Scope:
        self.emit(self.g.passed(node.span))
        match node:
            case ir.Let(name=local, value=value):
                return sc.bind(local, self.keep(self.g.value(value, sc), value.type))
            case ir.Stop():
                self.jump(leave[""])
            case ir.SkipTo(effect=effect):
                self.jump(leave[effect])
            case ir.Ask(player=player, actions=actions):
                behind = self.new("answered")
                site = self._ask(actions, behind)
                self.emit(statements("s.actor = p", p=self.g.value(player, sc)))
                self.end(constant(site))
                self.begin(behind)
            case ir.If() if self._needs(node):
                self._if(node, sc, leave)
            case ir.ForEach() if self._needs(node):
                self._for_each(node, sc, leave)
            case ir.Repeat() if self._needs(node):
                self._repeat(node, sc, leave)
            case ir.Perform(definition=name, arguments=arguments) if self._waits.statement(node):
                definition = self._program.definitions[name]
                self.emit(self.g.ran(f"define.{name}"))
                inner = sc
                for (parameter, kind), argument in zip(
                    definition.parameters, arguments, strict=True
                ):
                    inner = inner.bind(parameter, self.keep(self.g.value(argument, sc), kind))
                self.body(definition.do, inner, leave)
            case _:
                self.emit(self.g.block((node,), sc, {}))
                if isinstance(node, ir.GoTo | ir.End | ir.Outcome):
                    self.end(constant(0))
        return sc

    def _needs(self, node: ir.Stmt) -> bool:
        return self._waits.statement(node) or _leaves_rule(node)

    def _if(self, node: ir.If, sc: Scope, leave: dict[str, int]) -> None:
        then, other, behind = self.new("then"), self.new("else"), self.new("behind")
        self.branch(self.g.value(node.test, sc), then, other)
        for label, body in ((then, node.then), (other, node.other)):
            self.begin(label)
            self.body(body, sc, leave)
            if self._open is not None:
                self.jump(behind)
        self.begin(behind)

    def _for_each(self, node: ir.ForEach, sc: Scope, leave: dict[str, int]) -> None:
        kind = ty.element(node.series.type)
        series = self.frames.slot(ty.PILE if kind == ty.CARD else node.series.type)
        member = self.frames.slot(kind)
        if node.last is not None:
            first, last = self.g.value(node.series, sc), self.g.value(node.last, sc)
            begin, more, following = "member = a - 1\nseries = b", "member < series", "member += 1"
            self.emit(statements(begin, member=member, series=series, a=first, b=last))
        else:
            items = self.g.items(node.series, sc)
            more, following = "series", "member = series[0]\nseries = series[1:]"
            self.emit(statements("series = tuple(i)", series=series, i=items))
        head, body, behind = self.new("next"), self.new("body"), self.new("behind")
        self.jump(head)
        self.begin(head)
        self.branch(expression(more, member=member, series=series), body, behind)
        self.begin(body)
        self.emit(statements(following, member=member, series=series))
        self.emit(self.g.step(node.span))
        self.body(node.body, sc.bind(node.name, member), leave)
        if self._open is not None:
            self.jump(head)
        self.begin(behind)

    def _repeat(self, node: ir.Repeat, sc: Scope, leave: dict[str, int]) -> None:
        head, body, behind = self.new("again"), self.new("body"), self.new("behind")
        counter = self.frames.slot()
        limit = self._program.step_limit
        start = constant(limit) if node.times is None else self.g.value(node.times, sc)
        self.emit(statements("counter = n", counter=counter, n=start))
        self.jump(head)
        self.begin(head)
        if node.until is not None:
            self.branch(self.g.value(node.until, sc), behind, body)
        else:
            self.branch(expression("c > 0", c=counter), body, behind)
        self.begin(body)
        place = constant(self.g.place_of(node.span))
        self.emit(self.g.step(node.span))
        self.emit(
            statements("counter -= 1\nif counter < 0: _endless(at)", counter=counter, at=place)
        )
        self.body(node.body, sc, leave)
        if self._open is not None:
            self.jump(head)
        self.begin(behind)


def _leaves_rule(node: ir.Stmt) -> bool:
    match node:
        case ir.Stop() | ir.SkipTo():
            return True
        case ir.If(then=then, other=other):
            return any(map(_leaves_rule, (*then, *other)))
        case ir.ForEach(body=body) | ir.Repeat(body=body):
            return any(map(_leaves_rule, body))
        case _:
            return False
