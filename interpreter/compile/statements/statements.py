"""Generates the code of typed statements that do not wait for a decision.

`continuations.py` handles those that wait.
"""

from __future__ import annotations

from ...analysis.analysis import leaves_event, moves_nothing
from ...core import nodes
from ...core.build import constant, expression, name, same_code, statements
from ...core.labels import END_DEAL, END_GAME, END_PHASE, END_TURN, OVER, Kind
from ...program import ir
from ...program.tree_walk import inside
from ...rewriting.running_totals import Total
from ...rewriting.undealt import ShuffleTop
from ...source.scalars import MAX_NUMBER
from ...syntax import types as ty
from ...syntax.operations.table import OPERATIONS
from ..context import Context
from ..scope import Scope, local
from ..values.expressions import Expressions, seats_asked_for
from .moves import Moves

STOPPED = 1_000_000
"""The number, for `skip to`, that skips all effects that follow."""

ENDS = {"turn": END_TURN, "phase": END_PHASE, "deal": END_DEAL, "game": END_GAME}
"""Where `end …` leads."""


ALL_PLAYERS = ("players", "everybody")
"""The expressions for all players, who may win or lose together."""


class Statements:
    """Generates the code of statements.

    Attributes:
        moves: generates the code of those that move cards.
    """

    def __init__(self, context: Context, expressions: Expressions) -> None:
        """Prepare to generate code for the context's program."""
        self._context = context
        self._program = context.program
        self._expressions = expressions
        self._value = expressions.value
        actions = context.program.actions.values()
        self._local_types = {each.name: each.type for action in actions for each in action.parameters}
        self.moves = Moves(context, expressions)

    def block(self, body: tuple[ir.Stmt, ...], sc: Scope) -> list[nodes.Statement]:
        """Return the code of statements."""
        return self.sequence(body, sc)[0] or [nodes.Pass()]

    def sequence(self, body: tuple[ir.Stmt, ...], sc: Scope) -> tuple[list[nodes.Statement], Scope]:
        """Return the code of statements, and the scope after them."""
        result: list[nodes.Statement] = []
        for index, node in enumerate(body):
            code, sc = self._statement(node, sc)
            sc = sc.with_somebody(seats_asked_for(code))
            result += self._context.at(node.span, code)
            if not moves_nothing(node):
                sc = sc.touched()
            elif not isinstance(node, ir.Let | ir.Note):
                sc = sc.changed()
            if leaves_event((node,)) and index + 1 < len(body):
                if isinstance(node, ir.ForEach | ir.Repeat | ir.If):
                    rest, sc = self.sequence(body[index + 1 :], sc)
                    skipped = statements("if not _skip: rest", rest=rest)
                    result += self._context.at(node.span, skipped)
                break
        return result, sc

    def _statement(self, node: ir.Stmt, sc: Scope) -> tuple[list[nodes.Statement], Scope]:
        if isinstance(node, ir.Let):
            variable = self._free(node.name, node.value.type, sc)
            code = statements(f"{variable} = v", v=self._expressions.lasting(node.value, sc))
            places, sealed = None, ()
            if ty.holds_cards(node.value.type):
                places = self._expressions.places.of(node.value, sc)
                sealed = self._expressions.places.sealed(node.value, sc)
            return code, sc.bind(
                node.name,
                name(variable),
                places,
                card=isinstance(node.value, ir.Local) and sc.names[node.value.name].card,
                nobody=self._expressions.may_be_nobody(node.value, sc),
                sealed=sealed,
            )
        return self._unbinding(node, sc), sc

    def _unbinding(self, node: ir.Stmt | ShuffleTop, sc: Scope) -> list[nodes.Statement]:
        """The code of a statement that binds no name."""
        match node:
            case ir.If(test=test, then=then, other=other):
                there, elsewhere = self._placed(test, sc)
                second = self.block(other, elsewhere) if other else []
                return [nodes.If(self._value(test, sc), self.block(then, there), second)]
            case ir.ForEach():
                return self._for_each(node, sc.touched())
            case ir.Repeat():
                return self._repeat(node, sc.touched())
            case ir.Perform(definition=definition, arguments=arguments):
                call = self._expressions.call(f"do_{definition}", arguments, sc, acts=True)
                if self._context.analysis.sends(definition):
                    return statements("_r = f\nif _r: return _r", f=call)
                return [nodes.Evaluate(call)]
            case ir.Stop():
                return statements(f"_skip = {STOPPED}")
            case ir.SkipTo(effect=effect):
                return statements(f"_skip = {sc.effects[effect]}")
            case ir.Move():
                return self.moves.move(node, sc)
            case ir.Lay():
                return self.moves.lay(node, sc)
            case ir.DealOut():
                return self.moves.deal(node, sc)
            case ir.Draw():
                return self.moves.draw(node, sc)
            case ir.Shuffle():
                return self.moves.shuffle(node, sc)
            case ShuffleTop():
                return self.moves.shuffle_top(node, sc)
            case ir.Reveal():
                return self.moves.reveal(node, sc)
            case ir.Tell():
                return self.moves.tell(node, sc)
            case ir.Assign(target=target, value=value):
                return self._assign(target, value, sc)
            case ir.GoTo(phase=phase):
                return self._go_to(phase, sc)
            case ir.Leave(players=players, for_good=for_good):
                gone = self._seats(players, sc)
                # Who is named may be others when some have left.
                template = "s.gone |= m\ns.away |= s.gone" if for_good else "s.away |= m"
                return statements(template, m=gone)
            case ir.PlayAgain():
                return statements("s.again = True")
            case ir.End(scope=ended):
                dropped = self._context.leaving(sealed=ended != "turn")
                return [*dropped, nodes.Return(constant(ENDS[ended]))]
            case ir.Outcome(players=players, wins=wins):
                return self._outcome(players, wins, sc)
            case ir.SkipPlayers(count=count):
                number = self._value(count, sc)
                template = "s.skip += n" if _is_positive(number) else "s.skip += max(n, 0)"
                return statements(template, n=number)
            case ir.Reverse():
                return statements("s.direction = -s.direction")
            case ir.Note(point=point, value=value):
                if value is None:
                    return statements("_ran(i)", i=constant(point))
                return statements("_saw(i, v)", i=constant(point), v=self._value(value, sc))
            case ir.Announce(event=event):
                return statements(f"s.events += (EVENT_{event},)")
            case _:
                raise AssertionError(node)

    def _placed(self, test: ir.Expr, sc: Scope) -> tuple[Scope, Scope]:
        """The scopes in which a test holds and does not, if it tells where a card lies."""
        match test:
            case ir.Op(name="contains", arguments=(ir.Local(name=card), ir.ZoneRef() as zone)):
                here = self._expressions.places.of(zone, sc)
                known = self._expressions.places.of(test.arguments[0], sc)
                if here is None or known is None or not all(place.is_fixed for place in here):
                    return sc, sc
                elsewhere = tuple(place for place in known if place.zone != zone)
                return sc.placed(card, here), sc.placed(card, elsewhere or known)
            case _:
                return sc, sc

    # -- loops

    def _free(self, rule_name: str, kind: ty.Type, sc: Scope) -> str:
        """Return a local for a name; a local has values of one type.

        What an action calls so is needed again by other effects.
        """
        known = self._local_types.setdefault(rule_name, kind)
        return self._context.fresh("x") if rule_name in sc.names or known != kind else local(rule_name)

    def _for_each(self, node: ir.ForEach, sc: Scope) -> list[nodes.Statement]:
        kind = ty.NUMBER if node.last is not None else ty.element(node.series.type) or ty.NUMBER
        variable = self._free(node.name, kind, sc)
        sealed = self._expressions.places.sealed(node.series, sc)
        inner = sc.bind(node.name, name(variable), sealed=sealed)
        if self._is_short(node):
            body = self.block(node.body, inner)
        else:
            body = self._counted(node, inner)
        if node.last is not None:
            first, last = self._value(node.series, sc), self._value(node.last, sc)
            over = expression("range(a, b + 1)", a=first, b=last)
        else:
            over = self._expressions.items(node.series, sc)
            if node.series.type == ty.PILE and not isinstance(over, nodes.ListComp | nodes.List):
                over = expression("list(v)", v=over)  # the loop may move the cards
        return [nodes.For(nodes.Name(variable), over, body, [])]

    def _is_short(self, node: ir.ForEach) -> bool:
        """Whether a loop goes once over the players and does nothing that could take long."""
        short = ir.Assign | ir.Move | ir.Let | ir.Reveal | ir.If
        return (
            node.last is None
            and node.series.type == ty.PLAYERS
            and self._program.players < self._program.step_limit
            and all(isinstance(inner, short) for inner in inside(node.body))
        )

    def _repeat(self, node: ir.Repeat, sc: Scope) -> list[nodes.Statement]:
        if isinstance(node.times, ir.Const) and node.times.value == 1:
            return self.block(node.body, sc)
        body = self._counted(node, sc)
        if node.times is not None:
            loop = f"for {self._context.fresh('_n')} in range(n): body"
            return statements(loop, n=self._value(node.times, sc), body=body)
        assert node.until is not None
        return statements("while not t: body", t=self._value(node.until, sc), body=body)

    def _counted(self, node: ir.ForEach | ir.Repeat, sc: Scope) -> list[nodes.Statement]:
        """The body of a loop, each round of which is a step."""
        body = [*self._context.step(node.span, node.body), *self.block(node.body, sc)]
        if leaves_event(node.body):
            body += statements("if _skip: break")
        return body

    # -- where the game goes on

    def _go_to(self, wanted: str, sc: Scope) -> list[nodes.Statement]:
        """The code of `go to` a phase, or a step, in which the turn is that of who acts."""
        labels, body = self._context.labels, self._context.leaving()
        if wanted in self._program.phases:
            return [*body, nodes.Return(constant(labels.code(Kind.ENTER, wanted)))]
        body += statements("if p >= 0: s.turn = p", p=sc.actor)
        return [*body, nodes.Return(constant(labels.code(Kind.STEP, wanted)))]

    def _seats(self, players: ir.Expr, sc: Scope) -> nodes.Expression:
        """The code of some players as a set of seats."""
        match players:
            case ir.Op(name="to_players", arguments=(player,)) if not (self._expressions.may_be_nobody(player, sc)):
                return expression("1 << p", p=self._value(player, sc))
            case _:
                return expression("_mask(p)", p=self._value(players, sc))

    def _outcome(self, players: ir.Expr | None, wins: bool, sc: Scope) -> list[nodes.Statement]:
        if players is None:
            result = constant((0,) * self._program.players)
            body = statements("s.result = r", r=result)
        else:
            body = statements(
                "s.result = _outcome(p, n, w, t)",
                p=self._value(players, sc),
                n=constant(self._program.players),
                w=constant(wins),
                t=constant(isinstance(players, ir.Op) and players.name in ALL_PLAYERS),
            )
        return [*body, *self._context.leaving(), nodes.Return(constant(OVER))]

    # -- variables

    def _with_totals(
        self, totals: list[Total], place: nodes.Expression, code: nodes.Expression
    ) -> list[nodes.Statement]:
        """Assign to the variable of a pile, and change the totals that are kept beside it."""
        card = _added_card(code)
        add: list[nodes.Statement] = []
        for total in totals:
            slot = expression(f"s.v_{total.variable}")
            worth = self._context.tables.put("WORTH", tuple(self._expressions.sets.worth(total)))
            if card is not None:
                add += statements("slot += w[c]", slot=slot, w=worth, c=card)
            else:
                new = expression("sum(map(w.__getitem__, p))", w=worth, p=place)
                add += statements("slot = v", slot=slot, v=new)
        if card is None:
            return [*statements("place = v", place=place, v=code), *add]
        assert isinstance(code, nodes.IfExp)
        assign = statements("place = v", place=place, v=code.body)
        return [nodes.If(code.test, [*assign, *add], [])]

    def _assign(self, target: ir.VarRef, value: ir.Expr, sc: Scope) -> list[nodes.Statement]:
        place = self._expressions.slot(f"v_{target.variable}", target.seat, sc)
        code = self._expressions.value(value, sc)
        if value.type in (ty.PILE, ty.PLAYERS) or value.type.of is not None:
            code = _as_tuple(code)
        variable = self._program.variables.get(target.variable)
        lasting = variable is not None and variable.lasting
        body: list[nodes.Statement] = []
        match value:
            case ir.Op(name="add", arguments=(old, ir.Const() as more)) if old == target and not lasting:
                body = statements("place += v", place=place, v=self._value(more, sc))
            case _:
                if value.type == ty.NUMBER and _may_grow(value):
                    number = self._context.fresh("n")
                    at = constant(self._context.place_of(value.span))
                    test = f"if not -{MAX_NUMBER} <= {number} <= {MAX_NUMBER}: _vast(at)"
                    body = statements(f"{number} = v\n{test}", v=code, at=at)
                    code = name(number)
                if lasting:
                    assert target.seat is not None
                    body += statements(
                        "slot = _with(slot, p, v)",
                        slot=expression(f"s.v_{target.variable}"),
                        p=self._expressions.seat(target.seat, sc),
                        v=code,
                    )
                else:
                    body += statements("place = v", place=place, v=code)
                    totals = [each for each in self._context.totals if each.pile == target.variable]
                    if totals:
                        body = self._with_totals(totals, place, code)
        if self._context.record:
            seat = constant(-1) if target.seat is None else self._value(target.seat, sc)
            body += statements(f"R.changed(s, {target.variable!r}, p, v)", p=seat, v=place)
        return body


def _added_card(code: nodes.Expression) -> nodes.Expression | None:
    """Return the card, if code adds a card to a pile that does not have it already."""
    match code:
        case nodes.IfExp(body=nodes.Tuple(elts=[nodes.Starred(), nodes.Name() as card])):
            return card
        case _:
            return None


def _as_tuple(code: nodes.Expression) -> nodes.Expression:
    """Return code for the members of a list or tuple as a tuple."""
    match code:
        case nodes.IfExp(body=nodes.Tuple(elts=[nodes.Starred(value=held), _]), orelse=other) if (
            same_code(held, other)  # a variable, with something more if it lacks it
        ):
            return code
        case _:
            return expression("tuple(v)", v=code)


def _is_positive(number: nodes.Expression) -> bool:
    return isinstance(number, nodes.Constant) and isinstance(number.value, int) and number.value > 0


def _may_grow(value: ir.Expr) -> bool:
    """Return whether a number may grow fast, as products and doubled sums do."""
    match value:
        case ir.VarRef() | ir.Const():
            return False
        case ir.Cond(then=then, other=other):
            return _may_grow(then) or _may_grow(other)
        case ir.Op(name=operation, arguments=arguments):
            numbers = [each for each in arguments if ty.NUMBER in (each.type, each.type.of)]
            fixed = any(isinstance(each, ir.Const) for each in numbers)
            declared = OPERATIONS[operation]
            slow = declared.bounded or declared.members or (operation in ("add", "sub") and fixed)
            return bool(numbers) and (not slow or any(map(_may_grow, numbers)))
        case _:
            return True
