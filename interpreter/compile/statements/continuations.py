"""Continuations: rules that contain `ask`, cut into blocks.

A body of statements that contains `ask` becomes blocks of the machine. Each block runs up to the
next decision and returns the number of the site that waits for it. After the answer, the block
after the `ask` runs. Values that must survive the wait (the actor, parameters, `let`s, loop
counters, and where to continue at the end) are kept in numbered slots of `position.frame`. Rules do
not recurse, so every slot has one use and a waiting game is still plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ...analysis.analysis import leaves_event
from ...core import nodes
from ...core.build import constant, expression, statements
from ...core.labels import LIMIT
from ...program import ir
from ...program.program import Effect
from ...syntax import types as ty
from ..context import Context
from ..scope import Scope
from ..values.expressions import Expressions
from .statements import Statements

BEHIND = ""
"""The block to which `stop` leads, among those to which `skip to` leads."""


MOST_OVERTIME = 1_000
"""The largest number of questions that a scoring may ask after the limit on turns was reached."""


class Pieces:
    """Builds the blocks of one body that waits.

    Args:
        context: the build.
        expressions: generates the code of expressions.
        plain: generates the code of statements that do not wait.
        ask: makes the site for some actions and returns its number, given where it goes on, and where
            it goes on after an action that declines, if only those are asked who can do another.
        limited: whether it is a body of an action, which leads nowhere but to the limit on turns
            if that is reached.
    """

    def __init__(
        self,
        context: Context,
        expressions: Expressions,
        plain: Statements,
        ask: Callable[[tuple[str, ...], int, int | None], int],
        *,
        limited: bool,
    ) -> None:
        """Keep the tools; see the class."""
        self._context = context
        self._expressions = expressions
        self._value = expressions.value
        self._plain = plain
        self._ask = ask
        self._limited = limited
        self._code: list[nodes.Statement] = []
        self._open: int | None = None

    # -- blocks

    @property
    def is_open(self) -> bool:
        """Whether there is a block that code can be added to."""
        return self._open is not None

    def begin(self, label: int) -> None:
        """Start the block with a code; what is emitted goes there."""
        self._open, self._code = label, []

    def emit(self, code: list[nodes.Statement]) -> None:
        """Add statements to the open block."""
        self._code += code

    def jump(self, label: int) -> None:
        """End the open block with a jump."""
        self.end(constant(label))

    def end(self, code: nodes.Expression) -> None:
        """End the open block: it returns where the game goes on."""
        if self._open is not None:
            self._context.define_block(self._open, [*self._code, nodes.Return(code)])
        self._open = None

    def branch(self, test: nodes.Expression, yes: int, no: int) -> None:
        """End the open block with a choice of two."""
        self.end(expression("a if t else b", a=constant(yes), b=constant(no), t=test))

    def new(self, hint: str) -> int:
        """Return the code of a new block."""
        return self._context.labels.piece(hint)

    def keep(self, value: nodes.Expression, kind: ty.Type) -> nodes.Expression:
        """Store a value in a slot of its own and return the slot."""
        slot = self._context.frame.slot(kind)
        if ty.element(kind) is not None and kind != ty.CARDS:
            value = expression("tuple(v)", v=value)
        self.emit(statements("slot = v", slot=slot, v=value))
        return slot

    # -- statements

    def body(self, body: tuple[ir.Stmt, ...], sc: Scope, leave: Mapping[str, int]) -> Scope:
        """Emit statements; `leave` has the blocks that `skip to` and `stop` (as `BEHIND`) go to."""
        for node in body:
            sc = self._statement(node, sc, leave)
            if self._open is None:
                break
        return sc

    def exits(self, effects: tuple[Effect, ...]) -> dict[str, int]:
        """Return the blocks that `skip to` and `stop` lead to among some effects."""
        return {
            **{effect.name: self.new(f"effect_{effect.name}") for effect in effects},
            BEHIND: self.new("done"),
        }

    def effects(self, effects: tuple[Effect, ...], sc: Scope, leave: Mapping[str, int]) -> None:
        """Emit effects in their order, ending in an open block after them; see `exits`."""
        behind = leave[BEHIND]
        for effect in effects:
            if self._open is not None:
                self.jump(leave[effect.name])
            self.begin(leave[effect.name])
            if effect.when is not None:
                yes, no = self.new("effect"), self.new("effect")
                self.branch(self._value(effect.when, sc), yes, no)
                self.begin(yes)
                self.emit(self._context.once(effect.do))
                self.body(effect.do, sc, leave)
                if self._open is not None:
                    self.jump(no)
                self.begin(no)
            else:
                self.emit(self._context.once(effect.do))
                self.body(effect.do, sc, leave)
        if self._open is not None:
            self.jump(behind)
        self.begin(behind)

    def _statement(self, node: ir.Stmt, sc: Scope, leave: Mapping[str, int]) -> Scope:
        match node:
            case ir.Let(name=local, value=value):
                unsure = self._expressions.may_be_nobody(value, sc)
                slot = self.keep(self._value(value, sc), value.type)
                return sc.bind(local, slot, nobody=unsure, sealed=self._sealed(value, sc))
            case ir.Stop():
                self.jump(leave[BEHIND])
            case ir.SkipTo(effect=effect):
                self.jump(leave[effect])
            case ir.Ask(whoever=True):
                self._ask_whoever(node, sc)
            case ir.Ask(player=player, actions=actions):
                behind = self.new("answered")
                site = self._ask(actions, behind, None)
                self.emit(statements("s.actor = p", p=self._expressions.seat(player, sc)))
                self._check_limit()
                self.end(constant(site))
                self._answered(behind, node)
            case ir.If() if self._needs(node):
                self._if(node, sc, leave)
            case ir.ForEach() if self._needs(node):
                self._for_each(node, sc, leave)
            case ir.Repeat() if self._needs(node):
                self._repeat(node, sc, leave)
            case ir.Perform(definition=name, arguments=arguments) if self._waits(node):
                definition = self._context.program.definitions[name]
                inner = replace(sc, names={"actor": sc.names["actor"]})
                for (parameter, kind), argument in zip(definition.parameters, arguments, strict=True):
                    unsure = self._expressions.may_be_nobody(argument, sc)
                    slot = self.keep(self._value(argument, sc), kind)
                    sealed = self._sealed(argument, sc)
                    inner = inner.bind(parameter, slot, nobody=unsure, sealed=sealed)
                self.body(definition.do, inner, leave)
            case _:
                code = self._plain.block((node,), sc)
                self.emit(self._context.limited(code) if self._limited else code)
                if isinstance(node, ir.GoTo | ir.End | ir.Outcome):
                    self.end(constant(0))
        return sc

    def _answered(self, label: int, node: ir.Ask) -> None:
        """Start the block after an answer."""
        self.begin(label)
        self._check_limit()
        if self._context.stage is not None:
            most = self._context.program.turn_limit + MOST_OVERTIME
            place = constant(self._context.place_of(node.span))
            self.emit(statements(f"if s.turns >= {most}: _overtime(p)", p=place))

    def _ask_whoever(self, node: ir.Ask, sc: Scope) -> None:
        """Ask one after the other who can do more than decline, and again after each that did.

        The slot holds all who are still to come, also those who cannot: what waits tells nothing.
        """
        queue = self._context.frame.slot(ty.PLAYERS)
        every, following, asked = self.new("every"), self.new("following"), self.new("asked")
        answered, behind = self.new("answered"), self.new("behind")
        self.jump(every)
        self.begin(every)
        players = expression("tuple(p)", p=self._expressions.items(node.player, sc))
        self.emit(statements("queue = p", queue=queue, p=players))
        self.jump(following)
        self.begin(following)
        first = expression("queue[0]", queue=queue)
        able = self._expressions.able(node.actions, sc.bind("actor", first))
        self.emit(statements("while queue and not able: queue = queue[1:]", queue=queue, able=able))
        self.branch(queue, asked, behind)
        self.begin(asked)
        self.emit(statements("s.actor = first\nqueue = queue[1:]", queue=queue, first=first))
        self._check_limit()
        self.end(constant(self._ask(node.actions, answered, following)))
        self._answered(answered, node)
        self.jump(every)
        self.begin(behind)

    def _sealed(self, node: ir.Expr, sc: Scope) -> tuple[nodes.Expression, ...]:
        return self._expressions.places.sealed(node, sc)

    def _check_limit(self) -> None:
        """Stop before an `ask`, and after an answer, when the limit on turns is reached."""
        reached = self._context.limit_reached()
        self.emit(statements("if t: return k", t=reached, k=constant(LIMIT)))

    def _needs(self, node: ir.Stmt) -> bool:
        return self._waits(node) or leaves_event((node,))

    def _waits(self, node: ir.Stmt) -> bool:
        return self._context.analysis.waits((node,))

    def _if(self, node: ir.If, sc: Scope, leave: Mapping[str, int]) -> None:
        then, other, behind = self.new("then"), self.new("else"), self.new("behind")
        self.branch(self._value(node.test, sc), then, other)
        for label, body in ((then, node.then), (other, node.other)):
            self.begin(label)
            self.body(body, sc, leave)
            if self._open is not None:
                self.jump(behind)
        self.begin(behind)

    def _for_each(self, node: ir.ForEach, sc: Scope, leave: Mapping[str, int]) -> None:
        kind = ty.element(node.series.type)
        series = self._context.frame.slot(ty.PILE if kind == ty.CARD else node.series.type)
        member = self._context.frame.slot(kind)
        if node.last is not None:
            first, last = self._value(node.series, sc), self._value(node.last, sc)
            begin, more, following = "member = a - 1\nseries = b", "member < series", "member += 1"
            self.emit(statements(begin, member=member, series=series, a=first, b=last))
        else:
            items = self._expressions.items(node.series, sc)
            more, following = "series", "member = series[0]\nseries = series[1:]"
            self.emit(statements("series = tuple(i)", series=series, i=items))
        head, body, behind = self.new("next"), self.new("body"), self.new("behind")
        self.jump(head)
        self.begin(head)
        self.branch(expression(more, member=member, series=series), body, behind)
        self.begin(body)
        self.emit(statements(following, member=member, series=series))
        self.emit(self._context.step(node.span, node.body))
        sealed = self._sealed(node.series, sc)
        self.body(node.body, sc.bind(node.name, member, sealed=sealed), leave)
        if self._open is not None:
            self.jump(head)
        self.begin(behind)

    def _repeat(self, node: ir.Repeat, sc: Scope, leave: Mapping[str, int]) -> None:
        head, body, behind = self.new("again"), self.new("body"), self.new("behind")
        counter = self._context.frame.slot()
        limit = self._context.program.step_limit
        start = constant(limit) if node.times is None else self._value(node.times, sc)
        self.emit(statements("counter = n", counter=counter, n=start))
        self.jump(head)
        self.begin(head)
        if node.until is not None:
            self.branch(self._value(node.until, sc), behind, body)
        else:
            self.branch(expression("c > 0", c=counter), body, behind)
        self.begin(body)
        place = constant(self._context.place_of(node.span))
        self.emit(self._context.step(node.span, node.body))
        self.emit(statements("counter -= 1\nif counter < 0: _endless(at)", counter=counter, at=place))
        self.body(node.body, sc, leave)
        if self._open is not None:
            self.jump(head)
        self.begin(behind)
