"""Generates the code that carries out an action: its statements, its effects, announced events.

An action that can wait for a decision returns to a given block (`back`). Its values are kept in
slots of the frame that are reserved for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from ...analysis.analysis import leaves_event
from ...core import nodes
from ...core.build import constant, expression, name, statements
from ...core.machine import Site
from ...core.types import ACTION
from ...diagnostics import Span
from ...program import ir
from ...program.program import Action, Effect
from ...syntax import types as ty
from ..context import Context
from ..scope import NOBODY, Binding, Scope, local, of_actor
from ..statements.continuations import Pieces
from ..statements.statements import Statements
from ..values.expressions import Expressions
from .legal import Legal

OF_CARDS = {"card": ty.CARD, "cards": ty.CARDS, "meld": ty.CARDS}
"""The kinds of choices that name cards, with the types of the chosen values."""


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of the frame of an action that can wait.

    Attributes:
        back: the block with which the game continues afterwards.
        actor: the player who acts.
        arguments: the chosen values.
    """

    back: nodes.Expression
    actor: nodes.Expression
    arguments: tuple[nodes.Expression, ...]


class Actions:
    """Generates the code of actions and of their effects.

    Attributes:
        doer: the slot with the player who acts in a phase, while others are asked; None if nobody
            is ever asked.
    """

    def __init__(self, context: Context, expressions: Expressions, plain: Statements, legal: Legal) -> None:
        """Prepare to generate code for the context's program.

        Args:
            context: the build.
            expressions: generates the code of expressions.
            plain: generates the code of statements that do not wait.
            legal: makes the lists of legal actions, for decisions in the middle of a rule.
        """
        self._context = context
        self._program = context.program
        self._analysis = context.analysis
        self._expressions = expressions
        self._plain = plain
        self._legal = legal
        self._slots = {each: self._reserved(each) for each in context.analysis.waiting}
        waits = self._slots or context.analysis.follow_waits
        self.doer = context.frame.slot() if waits else None

    def _reserved(self, action: str) -> Slots:
        frame = self._context.frame
        kinds = [OF_CARDS.get(each.kind) for each in self._program.actions[action].parameters]
        return Slots(frame.slot(), frame.slot(), tuple(map(frame.slot, kinds)))

    # -- actions

    def define(self, action: Action) -> None:
        """Define `act_ACTION`, which does an action."""
        if action.name in self._slots:
            self._define_waiting(action, self._slots[action.name])
            return
        self._context.define(
            f"act_{action.name}",
            _arguments(action),
            lambda: self._done_at_once(action),
            action.span,
        )

    def _done_at_once(self, action: Action) -> list[nodes.Statement]:
        """Return the code of an action that does not wait."""
        parameters = [local(parameter.name) for parameter in action.parameters]
        sc = self._bound(action, Scope({"actor": Binding(name("actor"))}), map(name, parameters))
        body = self._context.once(action.do, chosen=True)
        if leaves_event((*action.do, *(s for effect in action.effects for s in effect.do))):
            body += statements("_skip = 0")
        sc = sc.with_effects(_numbered(action.effects)).with_untouched(self._untouched(action))
        done, sc = self._plain.sequence(action.do, sc)
        body += done
        body += self._effects(action.effects, sc, skipping=leaves_event(action.do))
        return [*body, nodes.Return(constant(0))]

    def _bound(self, action: Action, sc: Scope, codes: Iterable[nodes.Expression]) -> Scope:
        """Return the scope in which an action's choices have these codes."""
        sealed = action.name in self._analysis.sealed - self._analysis.answers
        for parameter, code in zip(action.parameters, codes, strict=True):
            places, numbers = None, ()
            if parameter.kind in OF_CARDS:
                places = self._expressions.places.of(parameter.source, sc, chosen=True)
                if places is not None and sealed and self._context.record:
                    numbers = self._plain.moves.numbers(places, sc)
            single = parameter.kind == "card"
            sc = sc.bind(parameter.name, code, places, card=single, sealed=numbers)
        return sc

    def _untouched(self, action: Action) -> list[str]:
        """Return the choices whose cards still lie where they were chosen when the action begins.

        Where all choose at once, others' choices are done in between.
        """
        if action.name in self._analysis.sealed:
            return []
        return [each.name for each in action.parameters if each.kind in OF_CARDS]

    def _define_waiting(self, action: Action, slots: Slots) -> None:
        parameters = [local(parameter.name) for parameter in action.parameters]
        start = self._context.labels.piece(f"act_{action.name}")
        body = self._context.once(action.do, chosen=True)
        body += statements("slot = back", slot=slots.back, back=name("back"))
        body += statements("slot = actor", slot=slots.actor)
        for slot, parameter in zip(slots.arguments, parameters, strict=True):
            body += statements(f"slot = {parameter}", slot=slot)
        body.append(nodes.Return(constant(start)))
        arguments = {**_arguments(action), "back": ty.NUMBER}
        self._context.define(f"act_{action.name}", arguments, body, action.span)
        pieces = self._pieces(limited=True)
        pieces.begin(start)
        sc = self._bound(action, Scope({"actor": Binding(slots.actor)}), slots.arguments)
        leave = pieces.exits(action.effects)
        sc = pieces.body(action.do, sc, leave)
        pieces.effects(action.effects, sc, leave)
        pieces.end(slots.back)

    # -- effects

    def _effects(self, effects: tuple[Effect, ...], sc: Scope, *, skipping: bool = False) -> list[nodes.Statement]:
        """Return the code of effects in order; `skipping`: whether `skip to` may precede them."""
        body: list[nodes.Statement] = []
        numbers = sc.effects
        for effect in effects:
            leaves = leaves_event(effect.do)
            code = [
                *self._context.once(effect.do),
                *self._plain.block(effect.do, sc),
            ]
            sc = sc.touched()
            if all(isinstance(statement, nodes.Pass) for statement in code):
                continue
            if effect.when is not None:
                test = self._expressions.value(effect.when, sc)
                if isinstance(test, nodes.Constant):
                    if not test.value:
                        continue
                else:
                    code = statements("if t: code", t=test, code=code)
            if skipping:
                number = numbers[effect.name]
                if leaves:
                    code = [*statements("_skip = 0"), *code]
                code = statements(f"if _skip <= {number}: code", code=code)
            skipping = skipping or leaves
            body += self._context.at(effect.span, code)
        return body

    def define_events(self) -> None:
        """Define `follow`, which empties the queue of announced events, oldest first."""
        if not self._program.events:
            return
        if self._analysis.follow_waits:
            self._define_waiting_events()
            return
        cases: list[nodes.Statement] = []
        for number, (event, effects) in enumerate(self._program.events.items()):
            span = effects[0].span if effects else None
            done = partial(self._event, effects)
            self._context.define(f"on_{event}", {"actor": ty.PLAYER}, done, span)
            cases += statements(f"if event == {number}: r = on_{event}(s, actor)")
        body = statements(
            "while s.events:\n    oldest\n    cases\n    if r:\n        s.events = ()\n        return r\nreturn 0",
            oldest=_oldest(name("event"), self._context.costs.step),
            cases=cases,
        )
        self._context.define("follow", {"actor": ty.PLAYER}, body)

    def _event(self, effects: tuple[Effect, ...]) -> list[nodes.Statement]:
        """Return the code of the effects of an event, none of which waits."""
        body: list[nodes.Statement] = []
        if leaves_event(statement for effect in effects for statement in effect.do):
            body += statements("_skip = 0")
        body += self._effects(effects, of_actor().with_effects(_numbered(effects)))
        return [*body, nodes.Return(constant(0))]

    def _define_waiting_events(self) -> None:
        frame = self._context.frame
        back, actor, event = frame.slot(), frame.slot(), frame.slot()
        head = self._context.labels.piece("follow")
        body = statements("slot = back\nother = actor", slot=back, other=actor, back=name("back"), actor=name("actor"))
        body.append(nodes.Return(constant(head)))
        self._context.define("follow", {"actor": ty.PLAYER, "back": ty.NUMBER}, body)
        pieces = self._pieces(limited=True)
        pieces.begin(head)
        pieces.emit(statements("if not s.events: return back", back=back))
        pieces.emit(_oldest(event, self._context.costs.step))
        sc = Scope({"actor": Binding(actor)})
        for number, effects in enumerate(self._program.events.values()):
            mine, others = pieces.new("event"), pieces.new("event")
            pieces.branch(expression(f"e == {number}", e=event), mine, others)
            pieces.begin(mine)
            pieces.effects(effects, sc, pieces.exits(effects))
            pieces.jump(head)
            pieces.begin(others)
        pieces.jump(head)

    # -- decisions in the middle of a rule

    def _pieces(self, *, limited: bool = False) -> Pieces:
        return Pieces(self._context, self._expressions, self._plain, self._ask, limited=limited)

    def _ask(self, actions: tuple[str, ...], behind: int, declined: int | None) -> int:
        """Make the site at which one of the actions is chosen, and then `behind` follows.

        Args:
            actions: the actions.
            behind: the block that follows.
            declined: the block that follows an action that declines, of which others do not learn; None
                if they do, and the same follows.
        """
        number = len(self._context.sites)
        declining = tuple(self._legal.verb[each] for each in actions if self._program.actions[each].declines)
        site = Site("", " or ".join(actions), actions, False, True, declining if declined is not None else ())
        self._context.sites.append(site)
        self._legal.define_legal(number, site)
        body = statements("actor = s.actor")
        declines = expression("a[0] in d", d=constant(site.declining))
        count = statements("s.turns += 1")
        body += [nodes.If(expression("not d", d=declines), count, [])] if site.declining else count
        body += self.dispatch(actions, "a", behind)
        if declined is not None:
            body.append(nodes.If(declines, [nodes.Return(constant(declined))], []))
        body.append(nodes.Return(constant(behind)))
        self.define_apply(number, body, self._program.actions[actions[0]].span)
        return number

    def resumable(self, body: tuple[ir.Stmt, ...], sc: Scope, after: int, hint: str) -> list[nodes.Statement]:
        """Return code for a rule outside of actions, which may wait; it ends in `after`."""
        if not self._analysis.waits(body):
            done = self._plain.block(body, sc) if body else []
            return [*self._context.once(body), *done, nodes.Return(constant(after))]
        pieces = self._pieces()
        start = pieces.new(hint)
        pieces.begin(start)
        pieces.body(body, sc, {})
        if self._program.events and pieces.is_open:
            behind = pieces.new(f"behind_{hint}")
            pieces.jump(behind)
            pieces.begin(behind)
            # The statements of a turn belong to its player, also after another one was asked.
            pieces.emit(self.drain(expression("s.actor" if sc is NOBODY else "s.turn"), behind))
        pieces.end(constant(after))
        return [*self._context.once(body), nodes.Return(constant(start))]

    # -- parts of what phases and random play do

    def define_apply(self, site: int, body: list[nodes.Statement], span: Span) -> None:
        """Define what an action does at a site, with a new budget of steps."""
        self._context.define(f"apply_{site}", {"a": ACTION}, [*self.new_budget(), *body], span, leads=True)

    def new_budget(self) -> list[nodes.Statement]:
        """Return code that resets the budget of steps up to the next decision."""
        return statements(f"s.work = {self._context.costs.budget}")

    def dispatch(self, actions: tuple[str, ...], action: str, behind: int | None = None) -> list[nodes.Statement]:
        """Return code that carries out the action of a local, and goes where that leads.

        Where an action leads nowhere, the code that follows is run; one that waits goes on at
        `behind`.

        Args:
            actions: the possible actions.
            action: the local that holds it.
            behind: the code of a block.
        """
        result: list[nodes.Statement] = []
        for action_name in reversed(actions):
            parameters = self._program.actions[action_name].parameters
            arguments = "".join(f", {action}[{i + 1}]" for i in range(len(parameters)))
            if action_name in self._slots:
                assert behind is not None
                call = statements(f"return act_{action_name}(s, actor{arguments}, {behind})")
            else:
                call = statements(f"r = act_{action_name}(s, actor{arguments})")
            if not result:
                result = call  # the last one needs no test
            else:
                test = expression(f"{action}[0] == {self._legal.verb[action_name]}")
                result = [nodes.If(test, call, result)]
        if any(action_name not in self._slots for action_name in actions):
            result += self.going()
        return result

    def going(self) -> list[nodes.Statement]:
        """Return code that goes where an action leads (`r`), unless the limit is reached."""
        return self._context.limited(statements("if r: return r"))

    def drain(self, actor: nodes.Expression, behind: int | None = None) -> list[nodes.Statement]:
        """Return code that processes announced events.

        Only an action of a phase processes them at once. The answer to an `ask` leaves the queue to
        the action that asked.

        Args:
            actor: who acts.
            behind: the block with which the game goes on, where what follows can wait.
        """
        if not self._program.events:
            return []
        if not self._analysis.follow_waits:
            follow = expression("follow(s, actor)", actor=actor)
            return statements("if s.events:\n    r = f\n    going", f=follow, going=self.going())
        assert behind is not None
        return statements("if s.events: return follow(s, actor, back)", actor=actor, back=constant(behind))


def _arguments(action: Action) -> dict[str, ty.Type]:
    """Return the arguments of the function that does an action, with their types."""
    chosen = {local(each.name): each.type for each in action.parameters}
    return {"actor": ty.PLAYER, **chosen}


def _oldest(event: nodes.Expression, step: int) -> list[nodes.Statement]:
    """Code that takes the oldest event from the queue, which takes the work of a step."""
    return statements(
        f"event = s.events[0]\ns.events = s.events[1:]\ns.work -= {step}\nif s.work < 0: _unending(PLACES[s.phase])",
        event=event,
    )


def _numbered(effects: tuple[Effect, ...]) -> dict[str, int]:
    """Return the effects with the numbers that `skip to` uses."""
    return {effect.name: number for number, effect in enumerate(effects, 1)}
