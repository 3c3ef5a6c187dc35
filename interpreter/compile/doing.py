"""Code that does an action: its own statements, its effects in their order, announced events."""

from __future__ import annotations

import ast

from ..check import ir
from ..check.program import Action, Effect
from ..runtime.quoting import constant, expression, name, statements
from ..syntax import types as ty
from .codegen import OVER
from .legal import OF_CARDS, LegalCode
from .machine import Site
from .set_code import Scope
from .suspend import Pieces


class ActionCode(LegalCode):
    """Generates what is done."""

    def _pieces(self) -> Pieces:
        return Pieces(
            self.g, self.frames, self._new_label, self._define_block, self._ask_site, self.waits
        )

    def _ask_site(self, actions: tuple[str, ...], behind: int) -> int:
        """Make the site at which one of the actions is chosen, and then `behind` follows."""
        number = len(self.sites)
        site = Site("", " or ".join(actions), actions, False, asked=True)
        self.sites.append(site)
        self._legal(site, number)
        body = statements("actor = s.actor\ns.turns += 1")
        body += self._dispatch(actions, "a", "actor", behind)
        body += self._going()
        body += statements(
            f"if s.turns >= {self.p.turn_limit}: return k\nreturn b",
            k=self._code("limit"), b=constant(-behind),
        )  # fmt: skip
        self._define_apply(number, body, self.p.actions[actions[0]].span)
        return number

    def _resumable(
        self, body: tuple[ir.Stmt, ...], sc: Scope, after: ast.expr, hint: str
    ) -> list[ast.stmt]:
        """Code for a body of the table's that may wait; it ends by returning `after`."""
        if not self.waits.body(body):
            return [*self.g.block(body, sc, {}), ast.Return(after)] if body else [ast.Return(after)]
        pieces = self._pieces()
        start = self._new_label(hint)
        pieces.begin(start)
        pieces.body(body, sc, {})
        if self.p.events and pieces.is_open:
            behind = self._new_label(f"behind {hint}")
            pieces.jump(behind)
            pieces.begin(behind)
            pieces.emit(self._drain(expression("s.actor"), behind))
        pieces.end(after)
        return [ast.Return(constant(-start))]

    def _reserve(self, action: Action) -> None:
        """Give an action that waits its slots: where it goes on, its actor, its arguments."""
        if self.waits.action(action.name):
            kinds = [
                {"card": ty.CARD, "cards": ty.CARDS, "meld": ty.CARDS}.get(parameter.kind)
                for parameter in action.parameters
            ]
            self._slots[action.name] = [self.frames.slot(kind) for kind in (None, None, *kinds)]

    def _act(self, action: Action) -> None:
        names = [parameter.name for parameter in action.parameters]
        self.g.origins = {}
        for parameter in action.parameters:
            found = self.g.origins_of(parameter.source) if parameter.kind in OF_CARDS else None
            if found is not None:
                self.g.origins[parameter.name] = found
        self.g.chosen = frozenset(p.name for p in action.parameters if p.kind == "card")
        if self.waits.action(action.name):
            self._act_in_pieces(action, names)
            return
        self.g.untouched = self._untouched(action)
        sc = self._scope(names)
        body = self.g.ran(f"actions.{action.name}")
        skips = _skips((*action.do, *(s for e in action.effects for s in e.do)))
        if skips:
            body += statements("_skip = 0")
        numbers = {effect.name: i + 1 for i, effect in enumerate(action.effects)}
        body += self.g.block(action.do, sc, numbers)
        sc = self._after_lets(action.do, sc)
        body += self._effect_chain(action.effects, sc, numbers, _skips(action.do))
        body.append(ast.Return(constant(0)))
        self._define(f"act_{action.name}", ["actor", *self._locals(names)], body, action.span)

    def _untouched(self, action: Action) -> ir.Expr | None:
        """The chosen cards that the action's first move takes, if nothing can have moved before.

        Where all choose at once, others' choices are done in between.
        """
        for phase in self.p.phases.values():
            if phase.scheme == "at once" and any(action.name in step for _, step in phase.steps):
                return None
        for statement in action.do:
            match statement:
                case ir.Move(cards=ir.Local(name=local) as cards):
                    chosen = any(parameter.name == local for parameter in action.parameters)
                    return cards if chosen else None
                case ir.Assign() | ir.Let() | ir.Reveal() | ir.PlayAgain() | ir.Announce():
                    pass
                case _:
                    return None
        return None

    def _act_in_pieces(self, action: Action, names: list[str]) -> None:
        back, actor, *slots = self._slots[action.name]
        start = self._new_label(f"act {action.name}")
        body = self.g.ran(f"actions.{action.name}")
        body += statements("slot = back", slot=back, back=name("back"))
        body += statements("slot = actor", slot=actor)
        for slot, local in zip(slots, self._locals(names), strict=True):
            body += statements(f"slot = {local}", slot=slot)
        body.append(ast.Return(constant(-start)))
        arguments = ["actor", *self._locals(names), "back"]
        self._define(f"act_{action.name}", arguments, body, action.span)
        pieces = self._pieces()
        pieces.begin(start)
        sc = Scope({"actor": actor, **dict(zip(names, slots, strict=True))}, {})
        behind = self._new_label("done")
        sc = pieces.body(action.do, sc, {"": behind})
        pieces.effects(action.effects, sc)
        pieces.jump(behind)
        pieces.begin(behind)
        pieces.end(back)

    def _after_lets(self, body: tuple[ir.Stmt, ...], sc: Scope) -> Scope:
        for statement in body:
            if isinstance(statement, ir.Let):
                sc = sc.bind(statement.name, name(f"l_{statement.name}"))
        return sc

    def _effect_chain(
        self, effects: tuple[Effect, ...], sc: Scope, numbers: dict[str, int], skips: bool
    ) -> list[ast.stmt]:
        """The effects in their order; `skips`: whether one may have been told to skip already."""
        body: list[ast.stmt] = []
        leaving = [effect for effect in effects if _skips(effect.do)]
        for effect in effects:
            code = [
                *self.g.ran(f"effects.{effect.name}"),
                *self.g.block(effect.do, sc, numbers),
            ]
            if all(isinstance(statement, ast.Pass) for statement in code):
                continue
            if effect.when is not None:
                test = self.g.value(effect.when, sc)
                if isinstance(test, ast.Constant):
                    if not test.value:
                        continue
                else:
                    code = statements("if t: code", t=test, code=code)
            if skips:
                number = numbers[effect.name]
                if effect in leaving:
                    code = [*statements("_skip = 0"), *code]
                code = statements(f"if _skip <= {number}: code", code=code)
            skips = skips or effect in leaving
            body += self.g.at(effect.span, code)
        return body

    def _events(self) -> None:
        """`follow` empties the queue of announced events, oldest first."""
        if not self.p.events:
            return
        if self.waits.follow:
            self._events_in_pieces()
            return
        cases: list[ast.stmt] = []
        for number, (event, effects) in enumerate(self.p.events.items()):
            skips = _skips(tuple(s for e in effects for s in e.do))
            numbers = {effect.name: i + 1 for i, effect in enumerate(effects)}
            body = statements("_skip = 0") if skips else []
            body += self._effect_chain(effects, self._scope([]), numbers, False)
            body.append(ast.Return(constant(0)))
            self._define(f"on_{event}", ["actor"], body, effects[0].span if effects else None)
            cases += statements(f"if event == {number}: r = on_{event}(s, actor)")
        body = statements(
            "while s.events:\n"
            "    event = s.events[0]\n"
            "    s.events = s.events[1:]\n"
            "    s.steps -= 1\n"
            "    if s.steps < 0: _unending(PLACES[s.phase])\n"
            "    cases\n"
            "    if r:\n"
            "        s.events = ()\n"
            "        return r\n"
            "return 0",
            cases=cases,
        )
        self._define("follow", ["actor"], body)

    def _events_in_pieces(self) -> None:
        back, actor, event = self.frames.slot(), self.frames.slot(), self.frames.slot()
        head = self._new_label("follow")
        body = statements("slot = back\nother = actor", slot=back, other=actor, back=name("back"),
                          actor=name("actor"))  # fmt: skip
        self._define("follow", ["actor", "back"], [*body, ast.Return(constant(-head))])
        pieces = self._pieces()
        pieces.begin(head)
        pieces.emit(statements("if not s.events: return back", back=back))
        pieces.emit(statements("event = s.events[0]\ns.events = s.events[1:]", event=event))
        sc = Scope({"actor": actor}, {})
        for number, effects in enumerate(self.p.events.values()):
            mine, others = pieces.new("event"), pieces.new("event")
            pieces.branch(expression(f"e == {number}", e=event), mine, others)
            pieces.begin(mine)
            pieces.effects(effects, sc)
            pieces.jump(head)
            pieces.begin(others)
        pieces.jump(head)

    def _dispatch(
        self, actions: tuple[str, ...], action: str, actor: str, behind: int | None = None
    ) -> list[ast.stmt]:
        """`r = act_…(…)` for whichever action it is; one that waits goes on at `behind`."""
        result: list[ast.stmt] = []
        for action_name in reversed(actions):
            arguments = "".join(
                f", {action}[{i + 1}]" for i in range(len(self.p.actions[action_name].parameters))
            )
            if action_name in self._slots:
                assert behind is not None
                arguments += f", {-behind}"
            call = statements(f"r = act_{action_name}(s, {actor}{arguments})")
            if not result and len(actions) == 1:
                result = call
            else:
                test = expression(f"{action}[0] == {self.verb[action_name]}")
                result = [ast.If(test, call, result)]
        return result

    def _going(self) -> list[ast.stmt]:
        """Code for an action that sends the game elsewhere: there, unless the limit is reached."""
        return statements(
            f"if r: return r if r == o or s.turns < {self.p.turn_limit} else k",
            o=constant(OVER), k=self._code("limit"),
        )  # fmt: skip

    def _doer(self) -> ast.expr:
        """The slot with the one who acts in a phase, whoever is asked something meanwhile."""
        if self._doer_slot is None:
            self._doer_slot = self.frames.slot()
        return self._doer_slot

    def _drain(self, actor: ast.expr, behind: int | None = None) -> list[ast.stmt]:
        """Code that lets what was announced follow; where that can wait, it goes on at `behind`.

        Only what is done in a phase is followed at once: an action that is asked for by a rule
        leaves the queue to the one in whose middle it was asked.
        """
        if not self.p.events:
            return []
        if not self.waits.follow:
            follow = expression("follow(s, actor)", actor=actor)
            return statements("if s.events:\n    r = f\n    if r: return r", f=follow)
        assert behind is not None
        return statements(
            "if s.events: return follow(s, actor, back)", actor=actor, back=constant(-behind)
        )


def _skips(body: tuple[ir.Stmt, ...]) -> bool:
    for node in body:
        match node:
            case ir.Stop() | ir.SkipTo():
                return True
            case ir.If(then=then, other=other):
                if _skips((*then, *other)):
                    return True
            case ir.ForEach(body=inner) | ir.Repeat(body=inner):
                if _skips(inner):
                    return True
            case _:
                pass
    return False
