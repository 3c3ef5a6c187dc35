"""Generates the code of the flow of a game: the match, its deals, and several tables."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import nodes
from ...core.build import constant, expression, name, statements
from ...core.labels import (
    COMPARE,
    DEAL,
    END_DEAL,
    END_GAME,
    END_PHASE,
    END_TURN,
    LIMIT,
    OPENING,
    OVER,
    SCORED,
    TOGETHER,
    Kind,
)
from ...program import ir
from ..context import Context, Stage
from ..decisions.actions import Actions
from ..scope import NOBODY
from ..statements.variables import Variables
from ..values.expressions import Expressions


class Flow:
    """Generates the blocks that every game has."""

    def __init__(self, context: Context, expressions: Expressions, actions: Actions, variables: Variables) -> None:
        """Prepare to generate code for the context's program.

        Args:
            context: the build.
            expressions: generates the code of expressions.
            actions: generates the code of rules that may wait.
            variables: generates the code that sets variables to their starting values.
        """
        self._context = context
        self._program = context.program
        self._expressions = expressions
        self._actions = actions
        self._variables = variables

    def define(self) -> None:
        """Define all blocks that do not belong to a phase, except those for reading positions."""
        self._ends()
        self._deal()
        p = self._program
        again = statements(f"if s.turns > {p.turn_limit}: _overtime(PLACES[s.phase])")
        again += self._context.leaving()
        self._define_rule(LIMIT, Stage.LIMIT, p.limit_result, END_GAME, again)
        scored = SCORED if p.tables is None else OVER
        self._define_rule(END_DEAL, Stage.SCORING, p.deal_after, scored)
        if p.tables is not None:
            self._define_rule(TOGETHER, Stage.SCORING, p.deal_together, SCORED)
        self._define_rule(END_GAME, Stage.RESULT, p.match_result, COMPARE)
        self._scored()
        self._compare()

    def define_reading(self) -> None:
        """Define what given positions need: starting values, and who acts."""
        variables = self._variables
        if self._program.tables is None:
            self._context.define("start", {}, variables.started("match", "deal"))
        else:
            self._context.define("start", {}, variables.started("match", "deal", own=False))
            own = variables.started("match", "deal", own=True)
            self._context.define("start_table", {}, own)
        for phase in self._program.phases.values():
            players = self._expressions.value(phase.order or phase.players, NOBODY)
            self._context.define(f"seats_{phase.name}", {}, [nodes.Return(players)], phase.span)

    def define_sitting_down(self) -> None:
        """Define `sit_down`, which seats all players at their tables."""
        tables = self._program.tables
        assert tables is not None
        seat = self._expressions.value(tables.seat, NOBODY.bind(tables.player, name("p")))
        place = constant(self._context.place_of(tables.seat.span))
        self._context.define(
            "sit_down",
            {},
            statements(
                "s.away = s.gone\ns.seated = _seating([t for p in range(n)], m, place)",
                t=seat,
                n=constant(self._program.players),
                m=constant(tables.number),
                place=place,
            ),
        )

    def _define_rule(
        self,
        code: int,
        stage: Stage,
        body: tuple[ir.Stmt, ...],
        after: int,
        first: Sequence[nodes.Statement] = (),
    ) -> None:
        """Define the block of a rule that comes after play; where it ends itself, it is over."""
        begun: list[nodes.Statement] = list(first)
        if self._context.stage is not None and stage is not Stage.LIMIT and code != TOGETHER:
            begun += statements(
                "if slot == n: return k", slot=self._context.stage, n=constant(stage.value), k=constant(after)
            )
        begun += self._context.staged(stage)
        rule = self._actions.resumable(body, NOBODY, after, stage.name.lower())
        self._context.define_block(code, [*begun, *rule])

    def _ends(self) -> None:
        """Define the ends of turns and phases, which depend on the present phase."""
        labels = self._context.labels
        following = tuple(labels.code(Kind.NEXT, phase) for phase in self._program.phases)
        ends = tuple(labels.code(Kind.AFTER, phase) for phase in self._program.phases)
        for code, targets in ((END_TURN, following), (END_PHASE, ends)):
            leads = statements("return k[s.phase]", k=constant(targets))
            self._context.define_block(code, leads)

    def _scored(self) -> None:
        """Define what follows a scored deal: the next one, or the end of the match."""
        p = self._program
        done = expression("s.deal >= n", n=constant(p.match_deals))
        if p.match_until is not None:
            until = self._expressions.value(p.match_until, NOBODY)
            done = expression("d or u", d=done, u=until)
        body = statements("if d: return g", d=done, g=constant(END_GAME))
        if p.tables is None:
            body += statements("s.dealer = p", p=self._expressions.value(p.dealer, NOBODY))
        self._context.define_block(SCORED, [*body, nodes.Return(constant(DEAL))])

    def _compare(self) -> None:
        """Define the result of a match that no rule has decided."""
        p = self._program
        if p.compares_scores:
            worst = "min" if p.low_wins else "max"
            scores: nodes.Expression = expression("s.v_score")
            if p.shares_scores:
                sides = (
                    expression("s.v_teams")
                    if p.teams and p.teams.scope
                    else (constant(p.teams.sides if p.teams else ()))
                )
                scores = expression("[s.v_score[p] for p in sides]", sides=sides)
            body = statements(f"scores = v\ns.result = _ranked(scores, {worst}(scores))", v=scores)
        else:
            body = statements("s.result = r", r=constant((0,) * p.players))
        self._context.define_block(COMPARE, [*body, nodes.Return(constant(OVER))])

    # -- deals

    def _deal(self) -> None:
        """Define how a deal begins; with several tables, for all of them and then for each."""
        p = self._program
        first = self._variables.started("match")
        first += statements(f"s.v_score = [{p.match_start}] * {p.players}\ns.turn = -1")  # -2: nothing dealt yet
        opening = self._context.staged(Stage.PLAY)
        opening += statements("s.turns = 0\ns.direction = 1\ns.skip = 0\ns.actor = -1")
        if p.tables is None:
            opening = statements("s.deal += 1\ns.away = s.gone") + opening
            opening += [*self._gather(), *statements("if s.turn == -2: first", first=first)]
            opening += [*self._first_dealer(), *self._variables.started("deal")]
        else:
            self.define_sitting_down()
            self._define_all_tables(first)
            opening += [*self._first_dealer(), *self._gather()]
            opening += self._variables.started("deal", own=True)
        enter = self._context.labels.code(Kind.ENTER, next(iter(p.phases)))
        if p.repeats and self._context.record:
            dealt = self._context.labels.piece("dealt")
            self._context.define_block(dealt, [*statements("R.dealt(s)"), nodes.Return(constant(enter))])
            enter = dealt
        opening += self._actions.resumable(p.deal_do, NOBODY, enter, "dealing")
        self._context.define_block(DEAL if p.tables is None else OPENING, opening)

    def _define_all_tables(self, first: list[nodes.Statement]) -> None:
        """Define the beginning of a deal at several tables: seats, and the dealer of each table.

        In the first deal all tables have their cards and variables before the first one plays. A
        dealer of the first deal who was chosen before deals where that seat sits; at the other
        tables it goes on as after a deal.
        """
        p, tables = self._program, self._program.tables
        assert tables is not None
        variables = self._variables
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
            matched=[*first, *variables.started("deal", own=False)],
            own=[
                *self._gather(),
                *variables.started("deal", own=True, inner=False),
                *statements("s.turn = -1"),
            ],
            p=self._expressions.value(p.dealer, NOBODY),
            opening=constant(OPENING),
            each=variables.started("deal", own=False),
        )
        self._context.define_block(DEAL, body, tables.seat.span)

    def _gather(self) -> list[nodes.Statement]:
        """Return code that puts all cards into the pack's zone."""
        p = self._program
        span = (*p.deal_do, *p.phases.values())[0].span
        body = self._context.draw(self._context.costs.dealt(), span)
        for zone in p.zones.values():
            empty = "[]" if zone.ordered else "0"
            if zone.piles:
                count = zone.fixed * (p.players if zone.each else 1)
                body += statements(f"s.g_{zone.name} = [()] * {count}")
                empty = f"[[] for _ in range({count})]"
            elif zone.each:
                empty = f"[{empty} for _ in range({p.players})]" if zone.ordered else (f"[0] * {p.players}")
            content = expression(empty)
            if zone.name == p.pack_zone:
                content = self._context.tables.code("PACK[:]")
                content = content if zone.ordered else self._context.tables.all_cards()
            body += statements(f"s.z_{zone.name} = c", c=content)
        if self._context.record:
            body += statements("R.gathered(s)")
        return body

    def _first_dealer(self) -> list[nodes.Statement]:
        first = self._program.first_dealer
        if first is not None:
            code = self._expressions.value(first, NOBODY)
        elif self._program.tables is not None:
            code = expression("_random(s, _seated(s))")
        else:
            code = expression("_random(s, p)", p=constant(tuple(range(self._program.players))))
        return statements("if s.dealer < 0: s.dealer = p", p=code)
