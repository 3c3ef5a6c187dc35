"""Code for the flow of a game: turns, phases, deals and the match."""

from __future__ import annotations

import ast

from ..check.program import Phase
from ..runtime.quoting import constant, expression, name, statements
from .codegen import END_DEAL, END_GAME, OVER
from .doing import ActionCode
from .set_code import Scope


class PhaseCode(ActionCode):
    """Generates who acts when, and what comes next."""

    def _phase(self, phase: Phase) -> None:
        p = self.p
        number = list(p.phases).index(phase.name)
        nobody = Scope({"actor": constant(-1)}, {})
        enter = statements(f"s.phase = {number}")
        if self.replays:
            enter += statements("s.again = False")
        if phase.when is not None:
            test = self.g.value(phase.when, nobody)
            if isinstance(test, ast.Constant) and not test.value:
                enter = [ast.Return(self._after_code(phase))]
            elif not isinstance(test, ast.Constant):
                enter += statements("if not t: return k", t=test, k=self._after_code(phase))
        enter += self._reset("phase")
        players = self.g.value(phase.players, nobody)
        if phase.scheme == "one":
            begin = statements("s.asked = 0")
        elif phase.scheme == "in turn":
            begin = statements("s.turn = p", p=players)
        else:
            fixed = isinstance(players, ast.Constant | ast.Subscript)
            queue = players if fixed else expression("tuple(p)", p=players)
            begin = statements("s.queue = q\ns.asked = 0", q=queue)
            if phase.scheme == "at once":
                begin += statements("s.pending = ()")
            if fixed and phase.among is None and phase.until is None and not self.p.departures:
                first = constant(self.site[phase.steps[0][0]])
                begin += statements("s.actor = s.turn = s.queue[0]\nreturn k", k=first)
        begin.append(ast.Return(self._code(f"turn {phase.name}")))
        if self.waits.body(phase.before):
            label = self._label(f"begin {phase.name}")
            self._define_block(label, begin)
            begin = self._resumable(phase.before, nobody, constant(-label), f"before {phase.name}")
        else:
            enter += self.g.block(phase.before, nobody, {}) if phase.before else []
        self._define(f"block_enter_{phase.name}", [], [*enter, *begin], phase.span)
        self._define(f"block_turn_{phase.name}", [], self._turn(phase, nobody), phase.span)
        self._define(f"block_next_{phase.name}", [], self._next(phase), phase.span)
        after = self._resumable(
            phase.after, nobody, self._after_code(phase), f"ending {phase.name}"
        )
        self._define(f"block_after_{phase.name}", [], after, phase.span)
        for index, (step, actions) in enumerate(phase.steps):
            self._apply(phase, index, step, actions)
            if step in self.g.labels and step != phase.name:
                jump = statements(f"s.phase = {number}\ns.again = False")
                jump += statements("if s.actor >= 0: s.turn = s.actor\ns.actor = s.turn")
                jump.append(ast.Return(constant(self.site[step])))
                self._define(f"block_step_{step}", [], jump, phase.span)

    def _after_code(self, phase: Phase) -> ast.expr:
        """Where the game goes when a phase is over."""
        names = list(self.p.phases)
        following = phase.next
        if following is None:
            index = names.index(phase.name) + 1
            following = names[index] if index < len(names) else None
        return constant(END_DEAL) if following is None else self._code(f"enter {following}")

    def _turn(self, phase: Phase, nobody: Scope) -> list[ast.stmt]:
        """The beginning of a turn: who acts, or that the phase is over."""
        body: list[ast.stmt] = []
        done = self._code(f"after {phase.name}")
        if phase.until is not None:
            test = self.g.value(phase.until, nobody)
            body += statements("if t: return k", t=test, k=done)
        site = constant(self.site[phase.steps[0][0]])
        among = self.g.value(phase.among, nobody) if phase.among is not None else None
        match phase.scheme:
            case "one":
                if phase.until is None:
                    body += statements("if s.asked: return k", k=done)
                players = self.g.value(phase.players, nobody)
                body += statements("s.turn = p\nif s.turn < 0: return k", p=players, k=done)
                body += statements("s.actor = s.turn")
            case "in turn":
                if self.p.departures:
                    body += statements(
                        "if s.away >> max(s.turn, 0) & 1:"
                        " s.turn = _beside(s.away, s.turn, s.direction, n)",
                        n=constant(self.p.players),
                    )
                if among is not None:
                    body += statements(
                        "s.turn = _from(p, s.turn, s.direction, n)",
                        p=among,
                        n=constant(self.p.players),
                    )
                body += statements("if s.turn < 0: return k", k=done)
                body += statements("s.actor = s.turn")
            case "each once" | "at once" | "poll":
                if among is not None:
                    body += statements(
                        "in_ = p\n"
                        "while s.asked < len(s.queue) and s.queue[s.asked] not in in_:\n"
                        "    s.asked += 1",
                        p=among,
                    )
                if self.p.departures:
                    body += statements(
                        "while s.asked < len(s.queue) and s.away >> s.queue[s.asked] & 1:"
                        " s.asked += 1"
                    )
                body += statements("if s.asked >= len(s.queue): return k", k=done)
                body += statements("s.actor = s.turn = s.queue[s.asked]")
            case _:
                raise AssertionError(phase.scheme)
        return [*body, ast.Return(site)]

    def _next(self, phase: Phase) -> list[ast.stmt]:
        """The end of a turn."""
        turn = self._code(f"turn {phase.name}")
        body = self._turn_over()
        if phase.scheme == "in turn":
            return [*body, *self._pass_turn(), ast.Return(turn)]
        if phase.among is None and phase.until is None and phase.scheme != "one" and (
            not self.p.departures
        ):  # fmt: skip
            site = constant(self.site[phase.steps[0][0]])
            return [*body, *statements(
                "s.asked = asked = s.asked + 1\n"
                "if asked >= len(s.queue): return k\n"
                "s.actor = s.turn = s.queue[asked]\n"
                "return site",
                k=self._code(f"after {phase.name}"), site=site,
            )]  # fmt: skip
        return [*body, *statements("s.asked += 1\nreturn k", k=turn)]

    def _pass_turn(self) -> list[ast.stmt]:
        """The turn goes to the next seat that is in."""
        n = constant(self.p.players)
        step = expression("s.direction" if self.turns_round else "1")
        if self.p.departures:
            on = statements("s.turn = _beside(s.away, s.turn, d, n)", d=step, n=n)
            if self.skips:
                on += statements("for _ in range(s.skip): on\ns.skip = 0", on=on)
            return on
        if self.skips:
            return statements("s.turn = (s.turn + d * (1 + s.skip)) % n\ns.skip = 0", d=step, n=n)
        return statements("s.turn = (s.turn + d) % n", d=step, n=n)

    def _turn_over(self) -> list[ast.stmt]:
        """What lasts a turn is as at its start again: of a player's, only the player's own."""
        nobody = Scope({"actor": constant(-1)}, {})
        body: list[ast.stmt] = []
        for variable in self.p.variables.values():
            if variable.scope == "turn":
                place = f"s.v_{variable.name}" + ("[s.turn]" if variable.each else "")
                body += statements(f"{place} = v", v=self.g.value(variable.start, nobody))
        return body

    def _reset(self, wanted: str, own: bool | None = None) -> list[ast.stmt]:
        """Variables of a scope take their start: all, or only those that tables (do not) share."""
        nobody = Scope({"actor": constant(-1)}, {})
        body: list[ast.stmt] = []
        for variable in self.p.variables.values():
            if variable.scope != wanted and not (wanted == "deal" and variable.scope == "turn"):
                continue
            if own is not None and variable.own != own:
                continue
            value = self.g.value(variable.start, nobody)
            if variable.each and wanted == "phase" and self.p.tables is not None:
                body += statements(f"for p in _seated(s): s.v_{variable.name}[p] = v", v=value)
                continue
            if variable.each:
                template = "(v,) * n" if variable.lasting else "[v] * n"
                value = expression(template, v=value, n=constant(self.p.players))
            body += statements(f"s.v_{variable.name} = v", v=value)
        return body

    def _apply(self, phase: Phase, index: int, step: str, actions: tuple[str, ...]) -> None:
        site = self.site[step]
        if phase.scheme == "at once":
            self._define_apply(site, self._sealed(phase, site, actions), phase.span)
            return
        waiting = self.waits.follow or any(action in self._slots for action in actions)
        tail = self._new_label(f"tail {step}") if waiting else None
        head = statements("actor = s.actor\ns.turns += 1")
        doer = self._doer() if tail is not None else name("actor")
        if tail is not None and self.p.events:
            head += statements("slot = actor", slot=doer)
        head += self._dispatch(actions, "a", "actor", tail)
        head += self._going()
        if tail is None:
            head += self._drain(doer)
        if phase.scheme == "poll":
            head += statements("s.declined = a[0] in d", d=self._declining(actions))
        body = self._acted(phase, index, step)
        if tail is None:
            self._define_apply(site, [*head, *body], phase.span)
        else:
            if phase.scheme == "poll":
                head[1:1] = statements("s.declined = a[0] in d", d=self._declining(actions))
            self._define_apply(site, [*head, ast.Return(constant(-tail))], phase.span)
            self._define_block(tail, [*self._drain(doer, tail), *body])

    def _acted(self, phase: Phase, index: int, step: str) -> list[ast.stmt]:
        """What comes when an action has been done, with all that follows from it."""
        site = self.site[step]
        body = statements(f"if s.turns >= {self.p.turn_limit}: return k", k=self._code("limit"))
        if self.replays:
            body += statements(
                "if s.again:\n    s.again = False\n    s.actor = s.turn\n    return k",
                k=constant(site),
            )
        if phase.scheme == "poll":
            body += statements(
                "if not s.declined:\n    s.asked = 0\n    return k",
                k=self._code(f"turn {phase.name}"),
            )
        if index + 1 < len(phase.steps):
            following = self.site[phase.steps[index + 1][0]]
            body += statements("s.actor = s.turn\nreturn k", k=constant(following))
        elif phase.scheme == "in turn" and phase.until is None and phase.among is None:
            first = self.site[phase.steps[0][0]]
            body += self._turn_over()
            body += self._pass_turn()
            if self.p.departures:
                body.append(ast.Return(self._code(f"turn {phase.name}")))
            else:
                body += statements(f"s.actor = s.turn\nreturn {first}")
        else:
            body += self._next(phase)
        return body

    def _declining(self, actions: tuple[str, ...]) -> ast.expr:
        """The verbs with which a polled player passes: those of actions that do nothing."""
        return constant(tuple(self.verb[a] for a in actions if self.p.actions[a].declines))

    def _sealed(self, phase: Phase, site: int, actions: tuple[str, ...]) -> list[ast.stmt]:
        opened = self._label(f"opened {phase.name}")
        body = statements(
            "s.pending += (a,)\n"
            "s.asked += 1\n"
            "s.turns += 1\n"
            f"if s.turns >= {self.p.turn_limit}: return limit\n"
            "if s.asked < len(s.queue):\n"
            "    s.actor = s.queue[s.asked]\n"
            f"    return {site}\n"
            "return k",
            k=constant(-opened),
            limit=self._code("limit"),
        )
        # All have chosen: the choices are opened and done in seat order, one after the other.
        waiting = self.waits.follow or any(action in self._slots for action in actions)
        keep: list[ast.stmt] = []
        one: list[ast.stmt] = []
        if waiting and self.p.events:
            keep = statements("slot = actor", slot=self._doer())
            one = self._drain(self._doer(), opened)
        one += statements(
            "while s.pending:\n"
            "    b = s.pending[0]\n"
            "    actor = s.actor = s.queue[len(s.queue) - len(s.pending)]\n"
            "    s.pending = s.pending[1:]\n"
            "    keep\n"
            "    dispatch\n"
            "    if r: return r\n"
            "    drain\n"
            "return k",
            keep=keep,
            dispatch=self._dispatch(actions, "b", "actor", opened),
            drain=self._drain(name("actor"), opened),
            k=self._code(f"after {phase.name}"),
        )  # fmt: skip
        self._define_block(opened, one)
        return body

    def _flow(self) -> None:
        p = self.p
        nobody = Scope({"actor": constant(-1)}, {})
        phases = list(p.phases)
        # Where all choose at once, the next turn is the next choice that is opened.
        after_turn = {phase: "opened" if p.phases[phase].scheme == "at once" else "next"
                      for phase in phases}  # fmt: skip
        following = tuple(-self._label(f"{after_turn[phase]} {phase}") for phase in phases)
        ends = tuple(-self._label(f"after {phase}") for phase in phases)
        self._define("block_end_turn", [], statements("return k[s.phase]", k=constant(following)))
        self._define("block_end_phase", [], statements("return k[s.phase]", k=constant(ends)))
        body = self._resumable(p.limit_result, nobody, constant(END_GAME), "limit result")
        self._define("block_limit", [], body)
        self._deal(nobody)
        self._given(nobody)
        scored = self._label("scored")
        if p.tables is None:
            body = self._resumable(p.deal_after, nobody, constant(-scored), "scoring")
            self._define("block_end_deal", [], body)
        else:
            body = self._resumable(p.deal_after, nobody, constant(OVER), "scoring")
            self._define("block_end_deal", [], body)
            body = self._resumable(p.deal_together, nobody, constant(-scored), "netting")
            self._define("block_together", [], body)
        done = expression("s.deal >= n", n=constant(p.match_deals))
        if p.match_until is not None:
            done = expression("d or u", d=done, u=self.g.value(p.match_until, nobody))
        body = statements("if d: return g", d=done, g=constant(END_GAME))
        if p.tables is None:
            body += statements("s.dealer = p", p=self.g.value(p.dealer, nobody))
        body.append(ast.Return(self._code("deal")))
        self._define_block(scored, body)
        over = self._label("compare")
        self._define("block_end_game", [], self._resumable(
            p.match_result, nobody, constant(-over), "match result"))  # fmt: skip
        if p.uses_scores:
            worst = "min" if p.low_wins else "max"
            body = statements(
                f"s.result = _ranked(s.v_score, {worst}(s.v_score))\nreturn o", o=constant(OVER)
            )
        else:
            body = statements(
                "s.result = r\nreturn o", r=constant((0,) * p.players), o=constant(OVER)
            )
        self._define_block(over, body)

    def _deal(self, nobody: Scope) -> None:
        """What begins a deal; with several tables, at all of them and then at each."""
        p = self.p
        first = self._reset("match")
        first += statements(f"s.v_score = [0] * {p.players}\ns.turn = -1")  # -2: nothing dealt yet
        opening = statements("s.turns = 0\ns.direction = 1\ns.skip = 0\ns.actor = -1")
        if p.tables is None:
            opening = statements("s.deal += 1\ns.away = s.gone") + opening
            opening += [*self._gather(), *statements("if s.turn == -2: first", first=first)]
            opening += [*self._first_dealer(nobody), *self._reset("deal")]
        else:
            self._sit_down(nobody, first)
            opening += [*self._first_dealer(nobody), *self._gather(), *self._reset("deal", True)]
        enter = self._code(f"enter {next(iter(p.phases))}")
        opening += self._resumable(p.deal_do, nobody, enter, "dealing")
        self._define("block_deal" if p.tables is None else "block_opening", [], opening)

    def _sit_down(self, nobody: Scope, first: list[ast.stmt]) -> None:
        """All go to their tables, and at each it is settled who deals there.

        A dealer of the first deal who was chosen before deals where that seat sits; at the other
        tables it goes on as after a deal.
        """
        p, tables = self.p, self.p.tables
        assert tables is not None
        seat = self.g.value(tables.seat, nobody.bind(tables.player, name("p")))
        place = constant(self.g.place_of(tables.seat.span))
        self._define("sit_down", [], statements(
            "s.away = s.gone\ns.seated = _seating([t for p in range(n)], m, place)",
            t=seat, n=constant(p.players), m=constant(tables.number), place=place,
        ))  # fmt: skip
        own = [*self._reset("deal", True), *statements("s.turn = -1")]
        body = statements(
            "first = s.turn == -2\n"
            "s.deal += 1\n"
            "if first: matched\n"
            "sit_down(s)\n"
            f"for table in range({tables.number}):\n"
            "    s.turn_to(table)\n"
            "    s.away = _elsewhere(s)\n"
            "    if first: own\n"
            "    if s.dealer >= 0 and not (first and s.seated[s.dealer] == table): s.dealer = p\n"
            "    s.pc = opening\n"
            "s.turn_to(0)\n"
            "each\n"
            "return opening",
            matched=[*first, *self._reset("deal", False)], own=own,
            p=self.g.value(p.dealer, nobody), opening=self._code("opening"),
            each=self._reset("deal", False),
        )  # fmt: skip
        self._define("block_deal", [], body, tables.seat.span)

    def _gather(self) -> list[ast.stmt]:
        """All cards lie in the pack."""
        p = self.p
        body: list[ast.stmt] = []
        for zone in p.zones.values():
            empty = "[]" if zone.ordered else "0"
            if zone.piles:
                body += statements(f"s.g_{zone.name} = []")
            if zone.each:
                empty = f"[{empty} for _ in range({p.players})]" if zone.ordered else (
                    f"[0] * {p.players}"
                )  # fmt: skip
            if zone.name == p.pack_zone:
                self.g.constants["PACK"] = list(range(p.pack.size))
                cards = "PACK[:]" if zone.ordered else f"{(1 << p.pack.size) - 1}"
                body += statements(f"s.z_{zone.name} = {cards}")
            else:
                body += statements(f"s.z_{zone.name} = {empty}")
        if self.g.record:
            body += statements("R.gathered(s)")
        return body

    def _given(self, nobody: Scope) -> None:
        """What a position that was not dealt needs: starting values, and who acts in a phase."""
        if self.p.tables is None:
            body = [line for each in ("match", "deal", "phase") for line in self._reset(each)]
        else:
            body = [line for each in ("match", "deal") for line in self._reset(each, False)]
            own = [line for each in ("match", "deal") for line in self._reset(each, True)]
            self._define("start_table", [], own + self._reset("phase"))
        self._define("start", [], body)
        for phase in self.p.phases.values():
            players = self.g.value(phase.players, nobody)
            self._define(f"seats_{phase.name}", [], [ast.Return(players)], phase.span)

    def _first_dealer(self, nobody: Scope) -> list[ast.stmt]:
        first = self.p.first_dealer
        if first is None and self.p.tables is not None:
            code = expression("_random(s, _seated(s))")
        elif first is None:
            code = expression("_random(s, p)", p=constant(tuple(range(self.p.players))))
        else:
            code = self.g.value(first, nobody)
        return statements("if s.dealer < 0: s.dealer = p", p=code)
