"""Generates the code of phases: who acts, and what follows."""

from __future__ import annotations

from ...core import nodes
from ...core.build import constant, expression, name, statements
from ...core.effects import is_safe, may_stop
from ...core.labels import END_DEAL, LIMIT, Kind
from ...program import ir
from ...program.cards import NONE
from ...program.program import Phase
from ...syntax import types as ty
from ..context import Context, Stage
from ..decisions.actions import Actions
from ..decisions.legal import Legal
from ..scope import NOBODY, Binding, Scope
from ..statements.statements import Statements
from ..statements.variables import Variables
from ..values.expressions import Expressions, truth


class Phases:
    """Generates the blocks of phases, and the code that follows an action."""

    def __init__(
        self,
        context: Context,
        expressions: Expressions,
        plain: Statements,
        legal: Legal,
        actions: Actions,
        variables: Variables,
    ) -> None:
        """Prepare to generate code for the context's program.

        Args:
            context: the build.
            expressions: generates the code of expressions.
            plain: generates the code of statements that do not wait.
            legal: knows the numbers of actions.
            actions: generates the code of actions.
            variables: generates the code that sets variables to their starting values.
        """
        self._context = context
        self._program = context.program
        self._analysis = context.analysis
        self._expressions = expressions
        self._plain = plain
        self._legal = legal
        self._actions = actions
        self._variables = variables
        self._sites = {site.step: number for number, site in enumerate(context.sites)}
        # Whether the phase's `after` has begun, if a rule in it can end the phase again.
        ends = any(self._analysis.may_end_phase(p.after) for p in self._program.phases.values())
        self._ending = context.frame.slot() if ends else None

    def define(self, phase: Phase) -> None:
        """Define the blocks of a phase, and `apply_N` for each of its steps."""
        number = list(self._program.phases).index(phase.name)
        self._define(Kind.ENTER, phase, self._enter(phase, number))
        self._define(Kind.TURN, phase, self._turn(phase))
        if phase.until is not None and not phase.turn_before:
            test = self._expressions.value(phase.until, NOBODY)
            self._context.define(f"over_{phase.name}", {}, [nodes.Return(test)], phase.span)
        self._define_around(phase)
        sealed = phase.scheme == "at once"
        self._define(Kind.NEXT, phase, self._next_opened(phase) if sealed else self._next(phase))
        self._define(Kind.AFTER, phase, self._after(phase))
        for index, (step, actions) in enumerate(phase.steps):
            self._apply(phase, index, step, actions)
            if len(phase.steps) > 1 or step != phase.name:
                jump = [*self._context.staged(Stage.PLAY), *self._noted_ending(begun=False)]
                jump += self._listed(phase)
                jump += statements(f"s.phase = {number}\ns.again = False\ns.actor = s.turn")
                jump += self._limited()
                jump.append(nodes.Return(constant(self._sites[step])))
                self._context.define_block(self._code(Kind.STEP, step), jump, phase.span)

    def site(self, step: str) -> int:
        """Return the number of the site of a step."""
        return self._sites[step]

    def after(self, phase: str) -> int:
        """Return the code of the end of a phase."""
        return self._code(Kind.AFTER, phase)

    def _define(self, kind: Kind, phase: Phase, body: list[nodes.Statement]) -> None:
        self._context.define_block(self._code(kind, phase.name), body, phase.span)

    def _code(self, kind: Kind, of: str) -> int:
        return self._context.labels.code(kind, of)

    def _label(self, kind: Kind, phase: Phase) -> nodes.Expression:
        return constant(self._code(kind, phase.name))

    def _following(self, phase: Phase) -> int:
        """Where the game goes when a phase is over."""
        names = list(self._program.phases)
        following = phase.next
        if following is None:
            index = names.index(phase.name) + 1
            following = names[index] if index < len(names) else None
        return END_DEAL if following is None else self._code(Kind.ENTER, following)

    def _first_site(self, phase: Phase) -> int:
        return self._sites[phase.steps[0][0]]

    # -- the beginning of a phase

    def _enter(self, phase: Phase, number: int) -> list[nodes.Statement]:
        enter = [*self._context.staged(Stage.PLAY), *statements(f"s.phase = {number}")]
        enter += self._noted_ending(begun=False)
        if self._analysis.replays:
            enter += statements("s.again = False")
        if phase.when is not None:
            skipped = constant(self._following(phase))
            test = self._expressions.value(phase.when, NOBODY)
            if isinstance(test, nodes.Constant) and not test.value:
                enter = [nodes.Return(skipped)]
            elif not isinstance(test, nodes.Constant):
                enter += statements("if not t: return k", t=test, k=skipped)
        enter += self._variables.started("phase")
        begin = self._begin(phase)
        if self._analysis.waits(phase.before):
            label = self._code(Kind.BEGIN, phase.name)
            # `play again` in an answer is about no turn: none has begun.
            again = statements("s.again = False") if self._analysis.replays else []
            self._context.define_block(label, [*again, *begin])
            begin = self._actions.resumable(phase.before, NOBODY, label, f"before_{phase.name}")
        elif phase.before:
            enter += self._plain.block(phase.before, NOBODY)
        return [*enter, *begin]

    def _begin(self, phase: Phase) -> list[nodes.Statement]:
        """Who acts in the phase."""
        players = self._expressions.value(phase.players, NOBODY)
        if phase.scheme == "one":
            begin = statements("s.asked = 0")
        elif phase.scheme == "in turn":
            begin = [*self._listed(phase), *statements("s.turn = p", p=players), *self._forgotten(phase)]
        else:
            fixed = self._expressions.sets.is_everybody(phase.players, NOBODY)
            queue = players if fixed else expression("tuple(p)", p=players)
            if phase.scheme == "at once" and self._program.departures:
                queue = expression("tuple(p for p in q if not s.away >> p & 1)", q=players)
            begin = statements("s.queue = q\ns.asked = 0", q=queue)
            if phase.scheme == "at once":
                begin += statements("s.pending = ()")
            if fixed and self._asks_all(phase):
                begin += [*self._undeclined(phase), *self._limited()]
                begin += statements("s.actor = s.turn = s.queue[0]\nreturn k", k=constant(self._first_site(phase)))
        return [*begin, nodes.Return(self._label(Kind.TURN, phase))]

    def _listed(self, phase: Phase) -> list[nodes.Statement]:
        """Code that notes the order of the players in a phase, if it is not that of their seats."""
        if phase.order is None:
            return []
        order = self._expressions.value(phase.order, NOBODY)
        return statements("s.queue = tuple(o)", o=order)

    def _forgotten(self, phase: Phase) -> list[nodes.Statement]:
        """Code that forgets what was said about turns before the phase."""
        code: list[nodes.Statement] = []
        for variable in (phase.closer, phase.follower):
            if variable is not None:
                named = self._expressions.value(variable, NOBODY)
                code += statements("if p >= 0: forget", p=named, forget=self._forget(variable))
        return code

    def _forget(self, variable: ir.VarRef) -> list[nodes.Statement]:
        """Code that makes a variable for a player nobody."""
        return self._plain.block((ir.Assign(variable, ir.Const(NONE, type=ty.PLAYER)),), NOBODY)

    def _asks_all(self, phase: Phase) -> bool:
        """Whether each player in the queue of a phase acts when the turn comes."""
        plain = phase.among is None and phase.until is None and not phase.turn_before
        return plain and not self._program.departures

    # -- the end of a phase

    def _after(self, phase: Phase) -> list[nodes.Statement]:
        """What follows a phase; where a rule in it ends the phase, the rest is left out."""
        following = self._following(phase)
        begun: list[nodes.Statement] = []
        if self._ending is not None and phase.after:
            begun += statements("if slot: return k", slot=self._ending, k=constant(following))
            begun += self._noted_ending(begun=True)
        return [
            *begun,
            *self._actions.resumable(phase.after, NOBODY, following, f"ending_{phase.name}"),
        ]

    def _noted_ending(self, *, begun: bool) -> list[nodes.Statement]:
        if self._ending is None:
            return []
        return statements("slot = b", slot=self._ending, b=constant(int(begun)))

    # -- turns

    def _turn(self, phase: Phase) -> list[nodes.Statement]:
        """The beginning of a turn: who acts, or that the phase is over."""
        body: list[nodes.Statement] = []
        done = self._label(Kind.AFTER, phase)
        n = constant(self._program.players)
        if phase.until is not None:
            if phase.scheme in ("each once", "at once", "poll"):  # without a turn to come
                body += statements("if s.asked >= len(s.queue): return k", k=done)
            test = self._expressions.value(phase.until, NOBODY)
            body += statements("if t: return k", t=test, k=done)
        among = None if phase.among is None else self._expressions.value(phase.among, NOBODY)
        departures = self._program.departures
        match phase.scheme:
            case "one":
                if phase.until is None:
                    body += statements("if s.asked: return k", k=done)
                players = self._expressions.value(phase.players, NOBODY)
                body += statements("s.turn = p\nif s.turn < 0: return k", p=players, k=done)
                if departures:
                    body += statements("if s.away >> s.turn & 1: return k", k=done)
                body += statements("s.actor = s.turn")
            case "in turn":
                able = among
                if departures and (able is not None or phase.order is not None or phase.closer is not None):
                    able = expression("[p for p in a if not s.away >> p & 1]", a=able or self._around(phase))
                if able is not None and phase.closer is not None:
                    body += statements(
                        "able = a\nif _turn_passes(c, o, s.turn, d, able): return k",
                        a=able,
                        c=self._expressions.value(phase.closer, NOBODY),
                        o=self._around(phase),
                        d=self._direction(),
                        k=done,
                    )
                    able = name("able")
                if phase.order is not None:
                    body += statements(
                        "s.turn = _turn_in_order(s.queue, s.turn, d, a)",
                        a=able or self._around(phase),
                        d=self._direction(),
                    )
                elif able is not None:
                    body += statements("s.turn = _from(p, s.turn, d, n)", p=able, d=self._direction(), n=n)
                elif departures:
                    body += statements(
                        "if s.away >> max(s.turn, 0) & 1: s.turn = p",
                        p=self._neighbour(),
                    )
                body += statements("if s.turn < 0: return k", k=done)
                body += statements("s.actor = s.turn")
            case "each once" | "at once" | "poll":
                passed = ["s.away >> s.queue[s.asked] & 1"] if departures else []
                left_out = self._left_out(phase)
                if left_out is not None:
                    passed.append("left_out")
                elif among is not None:
                    if may_stop(among):  # it is not asked for where nobody is left
                        body += statements("if s.asked >= len(s.queue): return k", k=done)
                    body += statements("in_ = p", p=among)
                    passed.append("s.queue[s.asked] not in in_")
                if passed:
                    known = {} if left_out is None else {"left_out": left_out}
                    body += statements(
                        "while s.asked < len(s.queue) and t: s.asked += 1",
                        t=expression(" or ".join(passed), **known),
                    )
                body += statements("if s.asked >= len(s.queue): return k", k=done)
                body += self._undeclined(phase)
                body += statements("s.actor = s.turn = s.queue[s.asked]")
            case _:
                raise AssertionError(phase.scheme)
        if phase.turn_before:
            return [*body, nodes.Return(self._label(Kind.OPEN, phase))]
        return [*body, *self._limited(), nodes.Return(constant(self._first_site(phase)))]

    def _left_out(self, phase: Phase) -> nodes.Expression | None:
        """Code that tells of the next in the queue that a condition excludes this player."""
        if phase.among is None or self._program.departures:
            return None
        match self._expressions.definitions.opened(phase.among):
            case ir.Filter(collection=players, name=player, condition=condition) if self._expressions.sets.is_everybody(
                players, NOBODY
            ):
                seat = expression("s.queue[s.asked]")
                test = self._expressions.value(condition, NOBODY.bind(player, seat))
                return truth(expression("not t", t=test)) if is_safe(test) else None
            case _:
                return None

    def _limited(self) -> list[nodes.Statement]:
        """Return code that asks nobody if scoring has led back into play at the limit on turns."""
        if not self._analysis.resumes:
            return []
        return statements(f"if s.turns >= {self._program.turn_limit}: return k", k=constant(LIMIT))

    def _define_around(self, phase: Phase) -> None:
        """Define what is done before and after each turn of a phase."""
        scope = Scope({"actor": Binding(expression("s.turn"))})
        again = statements("s.again = False") if self._analysis.replays else []
        if phase.turn_before:
            done = self._code(Kind.BEGUN, phase.name)
            hint = f"turn_before_{phase.name}"
            body = self._actions.resumable(phase.turn_before, scope, done, hint)
            self._define(Kind.OPEN, phase, [*self._context.step(phase.span), *body])
            body = [*self._actions.drain(expression("s.turn"), done), *again, *self._limited()]
            body += statements("s.actor = s.turn\nreturn k", k=constant(self._first_site(phase)))
            self._define(Kind.BEGUN, phase, body)
        if phase.turn_after:
            done = self._code(Kind.CLOSED, phase.name)
            hint = f"turn_after_{phase.name}"
            body = self._actions.resumable(phase.turn_after, scope, done, hint)
            self._define(Kind.CLOSE, phase, [*self._context.step(phase.span), *body])
            body = [*self._actions.drain(expression("s.turn"), done), *again]
            self._define(Kind.CLOSED, phase, [*body, *self._ended(phase)])

    def _next(self, phase: Phase) -> list[nodes.Statement]:
        """The end of a turn that a rule ends early."""
        again = statements("s.again = False") if self._analysis.replays else []
        if phase.turn_after:  # in a poll, to end a turn early is not to decline
            undeclined = statements("s.declined = False") if phase.scheme == "poll" else []
            return [*again, *undeclined, nodes.Return(self._label(Kind.CLOSE, phase))]
        return [*again, *self._variables.turn_over(), *self._on(phase, early=True)]

    def _ended(self, phase: Phase) -> list[nodes.Statement]:
        """The end of a turn."""
        body = self._variables.turn_over()
        if phase.scheme == "poll":
            body += statements(
                "if not s.declined:\n    s.asked = 0\n    return k",
                k=self._label(Kind.TURN, phase),
            )
        return [*body, *self._on(phase)]

    def _on(self, phase: Phase, *, early: bool = False) -> list[nodes.Statement]:
        """The next turn, after the end of one."""
        turn = self._label(Kind.TURN, phase)
        if phase.scheme == "in turn":
            if (
                early
                or phase.until is not None
                or phase.among is not None
                or phase.order is not None
                or phase.turn_before
                or self._program.departures
            ):
                return [*self._pass_turn(phase), nodes.Return(turn)]
            following = statements(f"s.actor = s.turn\nreturn {self._first_site(phase)}")
            return [*self._pass_turn(phase), *following]
        if phase.scheme == "poll" and early:  # this does not count as declining
            return statements("s.asked = 0\nreturn k", k=turn)
        if self._asks_all(phase) and phase.scheme != "one":
            return statements(
                "s.asked = asked = s.asked + 1\n"
                "if asked >= len(s.queue): return k\n"
                "fresh\n"
                "s.actor = s.turn = s.queue[asked]\n"
                "return site",
                k=self._label(Kind.AFTER, phase),
                site=constant(self._first_site(phase)),
                fresh=self._undeclined(phase),
            )
        return statements("s.asked += 1\nreturn k", k=turn)

    def _undeclined(self, phase: Phase) -> list[nodes.Statement]:
        """Code at the beginning of a turn: the player has done nothing but declined so far."""
        return statements("s.declined = True") if self._adds_up(phase) else []

    def _adds_up(self, phase: Phase) -> bool:
        """Whether a turn in a poll can have several actions, all of which must decline."""
        several = len(phase.steps) > 1 or self._analysis.replays
        return phase.scheme == "poll" and several

    def _around(self, phase: Phase) -> nodes.Expression:
        """The players in the order of turns."""
        return constant(tuple(range(self._program.players))) if phase.order is None else expression("s.queue")

    def _pass_turn(self, phase: Phase) -> list[nodes.Statement]:
        """The turn goes to who was named, or to the next; the phase ends if it meets the closer."""
        on = self._to_next(phase)
        closer = None if phase.closer is None else self._expressions.value(phase.closer, NOBODY)
        done = self._label(Kind.AFTER, phase)
        if closer is not None:
            met = expression(
                "_turn_meets(c, o, s.turn, d, times, away)",
                c=closer,
                o=self._around(phase),
                d=self._direction(),
                times=expression("1 + s.skip" if self._analysis.skips else "1"),
                away=expression("s.away" if self._program.departures else "0"),
            )
            on = statements("over = m\non\nif over: return k", m=met, on=on, k=done)
        if phase.follower is not None:
            follower = self._expressions.value(phase.follower, NOBODY)
            named = statements("s.turn = p\nforget", p=follower, forget=self._forget(phase.follower))
            if self._analysis.skips:
                named += statements("s.skip = 0")
            if closer is not None:
                named += statements("if s.turn == c: return k", c=closer, k=done)
            return [nodes.If(expression("p >= 0", p=follower), named, on)]
        return on

    def _to_next(self, phase: Phase) -> list[nodes.Statement]:
        """The turn goes to the next seat that is in."""
        n = constant(self._program.players)
        step = self._direction()
        if phase.order is not None:
            skips = self._analysis.skips
            times = expression("1 + s.skip" if skips else "1")
            away = expression("s.away" if self._program.departures else "0")
            return statements(
                "s.turn = _turn_after(s.queue, s.turn, d, times, away)" + "\ns.skip = 0" * skips,
                d=step,
                times=times,
                away=away,
            )
        if self._program.departures:
            on = statements("s.turn = p", p=self._neighbour())
            if self._analysis.skips:
                on += statements("for _ in range(s.skip): on\ns.skip = 0", on=on)
            return on
        if self._analysis.skips:
            return statements("s.turn = (s.turn + d * (1 + s.skip)) % n\ns.skip = 0", d=step, n=n)
        return statements("s.turn = (s.turn + d) % n", d=step, n=n)

    def _neighbour(self) -> nodes.Expression:
        """Return code for the next player who has not left, in the direction of play."""
        after = "(AFTER if s.direction > 0 else BEFORE)" if self._analysis.turns_round else "AFTER"
        return self._context.tables.code(f"{after}[s.away][s.turn]")

    def _direction(self) -> nodes.Expression:
        return expression("s.direction" if self._analysis.turns_round else "1")

    # -- what an action leads to

    def _apply(self, phase: Phase, index: int, step: str, actions: tuple[str, ...]) -> None:
        site = self._sites[step]
        if phase.scheme == "at once":
            body = self._sealed(phase, site, actions)
            self._actions.define_apply(site, body, phase.span)
            return
        declines = expression("a[0] in d", d=self._declining(actions))
        declined = self.declined(phase, declines)
        head = statements("actor = s.actor\ns.turns += 1")
        body = self.acted(phase, index)
        if not self._analysis.step_waits(actions):
            head += self._actions.dispatch(actions, "a")
            head += self._actions.drain(name("actor"))
            self._actions.define_apply(site, [*head, *declined, *body], phase.span)
            return
        tail = self._code(Kind.TAIL, step)
        doer = self._actions.doer
        assert doer is not None
        if self._program.events:
            head += statements("slot = actor", slot=doer)
        head += declined
        head += self._actions.dispatch(actions, "a", tail)
        self._actions.define_apply(site, [*head, nodes.Return(constant(tail))], phase.span)
        self._context.define_block(tail, [*self._actions.drain(doer, tail), *body])

    def acted(self, phase: Phase, index: int) -> list[nodes.Statement]:
        """Return the code that follows an action of a step and its effects."""
        site = self._sites[phase.steps[index][0]]
        body = statements(f"if s.turns >= {self._program.turn_limit}: return k", k=constant(LIMIT))
        if self._analysis.replays:
            body += statements(
                "if s.again:\n    s.again = False\n    s.actor = s.turn\n    return k",
                k=constant(site),
            )
        if index + 1 < len(phase.steps):
            following = self._sites[phase.steps[index + 1][0]]
            return [*body, *statements("s.actor = s.turn\nreturn k", k=constant(following))]
        if phase.turn_after:
            return [*body, nodes.Return(self._label(Kind.CLOSE, phase))]
        return [*body, *self._ended(phase)]

    def declined(self, phase: Phase, declines: nodes.Expression) -> list[nodes.Statement]:
        """Return code that notes in a poll whether the player has declined."""
        if phase.scheme != "poll":
            return []
        template = "s.declined = s.declined and d" if self._adds_up(phase) else "s.declined = d"
        return statements(template, d=declines)

    def _declining(self, actions: tuple[str, ...]) -> nodes.Expression:
        """The verbs with which a polled player passes: those of actions that do nothing."""
        declining = (each for each in actions if self._program.actions[each].declines)
        return constant(tuple(self._legal.verb[each] for each in declining))

    def _sealed(self, phase: Phase, site: int, actions: tuple[str, ...]) -> list[nodes.Statement]:
        """A choice that waits until all have chosen; then they are done in the order of seats."""
        opened = self._code(Kind.OPENED, phase.name)
        self._context.define_block(opened, self._opened(phase, actions))
        unseal = statements("R.unseal(s)") if self._context.record else []
        return statements(
            "s.pending += (a,)\n"
            "s.asked += 1\n"
            "s.turns += 1\n"
            f"if s.turns >= {self._program.turn_limit}: return limit\n"
            "if s.asked < len(s.queue):\n"
            "    s.actor = s.turn = s.queue[s.asked]\n"
            f"    return {site}\n"
            "unseal\n"
            "return k",
            k=constant(opened),
            limit=constant(LIMIT),
            unseal=unseal,
        )

    def _opened(self, phase: Phase, actions: tuple[str, ...]) -> list[nodes.Statement]:
        following = self._code(Kind.NEXT, phase.name)
        keep: list[nodes.Statement] = []
        if self._program.events and self._actions.doer is not None:
            keep = statements("slot = actor", slot=self._actions.doer)
        return statements(
            "while s.pending:\n"
            "    b = s.pending[0]\n"
            "    actor = s.actor = s.turn = s.queue[len(s.queue) - len(s.pending)]\n"
            "    s.pending = s.pending[1:]\n"
            "    keep\n"
            "    dispatch\n"
            "    drain\n"
            "    over\n"
            "unsealed\n"
            "return k",
            keep=keep,
            unsealed=self._context.unsealed(),
            dispatch=self._actions.dispatch(actions, "b", following),
            drain=self._actions.drain(name("actor"), following),
            over=self._variables.turn_over(),
            k=self._label(Kind.AFTER, phase),
        )

    def _next_opened(self, phase: Phase) -> list[nodes.Statement]:
        """The end of a choice that was sealed: the next one is opened."""
        body: list[nodes.Statement] = []
        if self._actions.doer is not None:
            body += self._actions.drain(self._actions.doer, self._code(Kind.NEXT, phase.name))
        return [*body, *self._variables.turn_over(), nodes.Return(self._label(Kind.OPENED, phase))]
